"""The routes of pictures that are sent: a throw to be read and played, and dice to be read without any match."""

from functools import partial
from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Depends, Query, Request

from api import demo, telling, wire
from api.again import again
from api.eye import See, looked
from api.house import PICTURE_BODY, AfterInQuery, House, InHouse, MatchId, picture_of, problems
from api.live import READING, Event
from api.problem import Problem
from api.sender import FromSender, Sender
from api.store import StoreError
from api.table import ClosedError, MissingError, Sheet, StaleError, UnreadableError
from api.waiting import may_be_one, shows_others, waiting
from scoring.dice import RuleError
from scoring.events import Throw
from scoring.match import Match
from vision.own.dice import LONGEST
from vision.read import read
from vision.reading import Frame, Reading

UNANSWERED = "The camera still asks about what lay there before: does this throw count all the same?"
ANOTHER = "Another photo still waits for a word, and shows other dice: does this throw count in its place?"

photos = APIRouter(responses=problems())


@photos.post("/api/read", openapi_extra=PICTURE_BODY, responses=problems(415))
async def read_picture(
    request: Request,
    house: InHouse,
    kit: Annotated[str | None, Query(max_length=64)] = None,
    dice: Annotated[str, Query(max_length=LONGEST)] = "",
    expect: Annotated[int | None, Query(ge=0, le=100)] = None,
) -> wire.Reading:
    """Read the dice in a picture, without any match: those of a kit (`pips`), or of a set that was taught."""
    data = await picture_of(request)
    own = await to_thread.run_sync(house.eyes.own, dice, kit) if dice else None
    _, reading = await looked(data, partial(read, name=own.kit if own else kit or "pips", own=own, expect=expect))
    return telling.reading_of(reading, own.sure_at if own else None)


def _due(match_id: MatchId, house: InHouse, after: AfterInQuery = None) -> int:
    """The last entry before the throw that a picture shows."""
    return house.table.sheet(match_id).seq if after is None else after


@photos.post("/api/matches/{match_id}/photo", openapi_extra=PICTURE_BODY, responses=problems(404, 409, 415))
async def photo(
    match_id: MatchId,
    request: Request,
    house: InHouse,
    after: Annotated[int, Depends(_due)],  # before the sender, who is known only once the whole picture is here
    sender: FromSender,
    instead: Annotated[str, Query(max_length=64, description="The photo that waits, if this is to replace it.")] = "",
) -> wire.Look:
    """Read a throw in a picture and play it when sure and legal; otherwise tell it, so that a player can confirm it.

    Without `after` it is a picture of the throw that is due when the sending begins.
    """
    data = await picture_of(request)
    done = await to_thread.run_sync(_looked, house, match_id, sender)
    if done:
        return done
    sheet, see = await to_thread.run_sync(_throwing, house, match_id, after)
    return await _thrown(house, sheet, see, data, sender, instead)


@photos.post("/api/matches/{match_id}/throw", responses=problems(404, 409))
async def throw(match_id: MatchId, asked: wire.After, house: InHouse, sender: FromSender) -> wire.Look:
    """Throw the next picture of the demo, in a demo match."""
    done = await to_thread.run_sync(_looked, house, match_id, sender)
    if done:
        return done
    sheet, see = await to_thread.run_sync(_throwing, house, match_id, asked.after)
    data = demo.throw(sheet.match) if sheet.heading.demo else None
    if data is None:
        raise Problem(409, "There is no demo picture for this: tap the dice in, or send a photo.", "demo")
    return await _thrown(house, sheet, see, data, sender)


def _throwing(house: House, match_id: str, after: int | None) -> tuple[Sheet, See]:
    """The match, if it awaits a throw and is no further than the sender thinks, and what reads a picture of that."""
    sheet = house.table.sheet(match_id)
    if sheet.standing != "open":
        raise ClosedError(sheet)
    fresh = telling.match_of(sheet)
    if after not in {None, sheet.seq}:
        raise Problem(
            409, f"{StaleError(sheet, after)}: send the picture again if it still fits.", "stale", match=fresh
        )
    view = sheet.match.view
    see = house.eyes.look(sheet.heading, view.awaits.dice, view.kept)
    if see is None:
        raise Problem(409, "These dice cannot be read from a picture yet: tap the roll in.", "no-eye", match=fresh)
    if view.over:
        raise Problem(
            409, "The match is over: undo or adjust to go on, then send the picture.", "no-throw", match=fresh
        )
    if view.awaits.what != "roll":
        raise Problem(409, "No throw is awaited now: choose what to do with the dice first.", "no-throw", match=fresh)
    return sheet, see


def _looked(house: House, match_id: str, sender: Sender) -> wire.Look | None:
    """What came of the same picture when it was sent before and played."""
    done = house.table.done(match_id, sender.once)
    if done is None:
        return None
    sheet = house.table.sheet(match_id)
    name = sheet.lines[done.seq - 1].picture or ""
    told = house.album.reading(name)
    if told is None:
        raise Problem(
            409,
            "This picture was played already: see how the match stands now.",
            "stale",
            match=telling.match_of(sheet),
        )
    return wire.Look(played=True, picture=name, reading=told, match=telling.match_of(sheet))


async def _thrown(house: House, sheet: Sheet, see: See, data: bytes, sender: Sender, instead: str = "") -> wire.Look:
    frame, reading = await looked(data, see)
    return await to_thread.run_sync(_judged, house, sheet, frame, reading, sender, instead)


def _played_before(house: House, sheet: Sheet) -> Sheet | None:
    """The match that was thrown in before one in which nobody has thrown yet: its dice may lie there still."""
    if any(isinstance(play.event, Throw) for play in sheet.match.line.plays):
        return None
    try:
        last = house.table.store.thrown_last(sheet.id)
        return house.table.sheet(last) if last else None
    except (StoreError, MissingError, UnreadableError):  # the match goes on without
        return None


def _doubt(house: House, sheet: Sheet, told: wire.Reading, instead: str) -> str:
    """Why a picture may not show the throw that is due, as a question; empty where nothing speaks for that."""
    lie = [die.face for die in told.dice]
    asked, look = house.dealer.questions.at(sheet), waiting(house.hub, sheet)
    if asked and not may_be_one([die.face for die in asked.reading.dice] if asked.reading else [], lie):
        return UNANSWERED
    if look and look.picture != instead and (shows_others(look, lie) or ANOTHER in look.reading.reasons):
        return ANOTHER  # once more where nobody has answered it yet
    return again(told, sheet, house.album, _played_before(house, sheet))


def _judged(house: House, sheet: Sheet, frame: Frame, reading: Reading, sender: Sender, instead: str) -> wire.Look:
    """Play what was read if it is sure and legal; tell everybody who watches either way."""
    eye = house.eyes.ready(sheet.heading)
    told = telling.reading_of(reading, eye.sure_at if eye else None)
    if doubt := "" if sheet.heading.demo else _doubt(house, sheet, told, instead):
        told = told.model_copy(update={"verdict": "ask", "reasons": [*told.reasons, doubt]})
    picture = house.album.keep(frame, told.model_dump_json())
    played = False
    if told.verdict == "sure":
        try:
            move = partial(Match.play, event=Throw(reading.roll))
            sheet = house.table.write(sheet.id, sheet.seq, move, picture, author=sender.name, once=sender.once)
            played = True
        except RuleError as error:
            told = told.model_copy(update={"reasons": [*told.reasons, str(error)]})
    if not played:
        _throwing(house, sheet.id, sheet.seq)  # what is asked must still be the throw that is awaited
    look = wire.Look(played=played, picture=picture, reading=told, match=telling.match_of(sheet))
    house.hub.publish(sheet.id, Event(READING, telling.looked_of(look).model_dump_json()))
    return look
