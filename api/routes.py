"""The routes of one match and of what can be played.

The others stand in `lobby`, `cameras`, `receipts`, `past`, `own`, `corrections` and `pairing`.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Annotated, Any, Literal

from anyio import to_thread
from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import PlainTextResponse, Response, StreamingResponse
from sqlalchemy.exc import SQLAlchemyError

from api import demo, export, telling, wire
from api.again import again
from api.album import Album
from api.choice import brought, chosen
from api.dealer import Dealer
from api.devices import Devices
from api.eye import See, looked
from api.eyes import Eyes
from api.hands import played
from api.ledger import Ledger
from api.live import DROPPED, HANDS, READING, VIEW, Event, Hub
from api.problem import Problem
from api.sender import FromSender, Sender
from api.store import Line, StoreError
from api.table import ClosedError, MissingError, Sheet, StaleError, Table, UnreadableError
from api.version import VERSION
from scoring.dice import RuleError
from scoring.events import Throw
from scoring.games import games
from scoring.match import Match
from vision.kit import kits
from vision.own.dice import LONGEST
from vision.read import read
from vision.reading import Frame, Reading


@dataclass(frozen=True, slots=True)
class House:
    """What the routes need: table, ledger, album, live feed, the dealer at the camera, the devices, and the eyes."""

    table: Table
    ledger: Ledger
    album: Album
    hub: Hub
    dealer: Dealer
    devices: Devices
    eyes: Eyes


async def _house(request: Request) -> House:  # no plain function: that would take a thread each time
    house: House = request.app.state.house
    return house


def problems(*codes: int) -> dict[int | str, dict[str, Any]]:
    """The refusals that a route may answer with, for its documentation; `api.contract` says what they look like."""
    known = sorted({400, 401, 403, 408, 413, 421, 422, 503, *codes})
    return {code: {"description": HTTPStatus(code).phrase} for code in known}


InHouse = Annotated[House, Depends(_house)]
MatchId = Annotated[str, Path(max_length=64, pattern=wire.NO_NUL, examples=["3f1c0a9b77d2"])]
SeqInPath = Annotated[int, Path(ge=1, le=wire.LARGEST)]
AfterInQuery = Annotated[int | None, Query(ge=0, le=wire.LARGEST)]
PICTURE_BODY = {
    "requestBody": {"required": True, "content": {"image/*": {"schema": {"type": "string", "format": "binary"}}}},
}

EXPORTED: dict[str, dict[str, Any]] = {"text/plain": {}, "text/csv": {}, "application/json": {}}


ON = "on"  # the name under which a match keeps the one that it went on as with other players
KEPT = {"cache-control": "private, max-age=604800, immutable"}  # a browser need not ask again for a picture


class Jpeg(Response):
    """A picture."""

    media_type = "image/jpeg"


router = APIRouter(responses=problems())
in_match = APIRouter(prefix="/api/matches/{match_id}", responses=problems(404, 409))


@router.get("/health")
def health() -> wire.Health:
    """Tell that the server is well."""
    return wire.Health(version=VERSION)


@router.get("/api/games")
def list_games() -> wire.Games:
    """List the games, with their options and defaults."""
    return wire.Games(games=[telling.game_of(game) for game in games()])


@router.get("/api/kits")
def list_kits() -> wire.Kits:
    """List the sets of dice that the eye can read."""
    return wire.Kits(kits=[telling.kit_of(dice) for dice in kits().values()])


@router.get("/api/matches")
def list_matches(house: InHouse, deleted: bool = False) -> wire.Matches:
    """List all matches, the newest first: those that are there, or those that were deleted."""
    return wire.Matches(matches=house.ledger.summaries(deleted=deleted))


@router.post("/api/matches", status_code=201, responses=problems(404, 409))
def begin(new: wire.NewMatch, house: InHouse, sender: FromSender) -> wire.Match:
    """Begin a match, or go on with one `after` which others sit down: that is paused, and the camera follows.

    It must be played, and as the sender has `seen` it, who brings along what stood there.
    """
    before = house.table.sheet(new.after) if new.after else None
    if before and not house.table.done("", sender.once):
        _goes_on(before, new.seen)
    own = brought(new.game, house.eyes.own(new.dice, new.kit)) if new.dice else ""
    shown = "" if new.kit is None else chosen(new.game, new.kit)
    begun = house.table.begin(new.game, new.players, new.header(), shown, dice=own, once=sender.once)
    if before:
        with suppress(StoreError, SQLAlchemyError):  # on a full disk the other devices find it in the lobby
            house.table.store.put(before.id, ON, begun.id)
    if before and before.standing == "open":
        house.table.settle(before.id, "paused")
    house.dealer.begun(begun.id, after=before.id if before else None)
    return telling.match_of(begun)


def _goes_on(before: Sheet, seen: int | None) -> None:
    """Refuse to go on with a match that was set aside, or was played on since it was seen."""
    if before.standing != "open":
        raise ClosedError(before)
    if seen not in (None, before.seq):
        raise StaleError(before, seen)


@router.post("/api/demo", status_code=201)
def begin_demo(_nothing: wire.Nothing, house: InHouse, sender: FromSender) -> wire.Match:
    """Begin a demo match, whose throws are pictures that come with Croupier."""
    return telling.match_of(house.table.begin(demo.GAME, demo.PLAYERS, demo.OPTIONS, demo=True, once=sender.once))


@router.post("/api/read", openapi_extra=PICTURE_BODY, responses=problems(415))
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


@in_match.get("")
def show(match_id: MatchId, house: InHouse) -> wire.Match:
    """Tell how a match stands."""
    return telling.match_of(house.table.sheet(match_id))


@in_match.post("/events")
def play(match_id: MatchId, move: wire.Move, house: InHouse, sender: FromSender) -> wire.Match:
    """Play one event."""
    picture = move.picture if move.picture and house.album.has(move.picture) else None
    return _written(house, match_id, move.after, sender, lambda match: match.play(move.event), picture)


@in_match.post("/plays")
def play_all(match_id: MatchId, asked: wire.Plays, house: InHouse, sender: FromSender) -> wire.Match:
    """Play several events, all or none: what hands did before a throw, and the throw; or what was cut off."""
    picture = asked.picture if asked.picture and house.album.has(asked.picture) else None
    sheet = house.table.sheet(match_id)
    kept = tuple(line_of(sheet, seq).picture if seq else None for seq in asked.receipts)
    move = partial(played, events=tuple(asked.events))
    return _written(house, match_id, asked.after, sender, move, picture, kept)


@in_match.post("/dismiss")
def dismiss(match_id: MatchId, asked: wire.Dismissal, house: InHouse) -> wire.Match:
    """Drop a picture, or what the camera asks unless it asks about another one by now: it was no throw."""
    sheet = house.table.sheet(match_id)
    house.dealer.dismiss(match_id, asked.picture, asked.says)
    if asked.picture:
        house.hub.publish(match_id, Event(DROPPED, wire.Dropped(picture=asked.picture).model_dump_json()))
    return telling.match_of(sheet)


@in_match.post("/undo")
def undo(match_id: MatchId, asked: wire.Undo, house: InHouse, sender: FromSender) -> wire.Match:
    """Take back the last play that stands, or several."""
    return _written(house, match_id, asked.after, sender, lambda match: _undone(match, asked.times))


@in_match.post("/redo")
def redo(match_id: MatchId, asked: wire.After, house: InHouse, sender: FromSender) -> wire.Match:
    """Play again what was undone last."""
    return _written(house, match_id, asked.after, sender, Match.redo)


@in_match.post("/amend")
def amend(match_id: MatchId, asked: wire.Amendment, house: InHouse, sender: FromSender) -> wire.Match:
    """Put another event in the place of a play that stands."""
    return _written(house, match_id, asked.after, sender, lambda match: match.amend(asked.n, asked.event, asked.cut))


def _due(match_id: MatchId, house: InHouse, after: AfterInQuery = None) -> int:
    """The last entry before the throw that a picture shows."""
    return house.table.sheet(match_id).seq if after is None else after


@in_match.post("/photo", openapi_extra=PICTURE_BODY, responses=problems(404, 409, 415))
async def photo(
    match_id: MatchId,
    request: Request,
    house: InHouse,
    after: Annotated[int, Depends(_due)],  # before the sender, who is known only once the whole picture is here
    sender: FromSender,
) -> wire.Look:
    """Read a throw in a picture and play it when sure and legal; otherwise tell it, so that a player can confirm it.

    Without `after` it is a picture of the throw that is due when the sending begins.
    """
    data = await picture_of(request)
    done = await to_thread.run_sync(_looked, house, match_id, sender)
    if done:
        return done
    sheet, see = await to_thread.run_sync(_throwing, house, match_id, after)
    return await _thrown(house, sheet, see, data, sender)


@in_match.post("/throw")
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


class EventStream(StreamingResponse):
    """Server-sent events."""

    media_type = "text/event-stream"


@in_match.get(
    "/stream",
    response_class=EventStream,
    responses={200: {"model": wire.Match | wire.Change | wire.Looked | wire.Camera | wire.Hands | wire.Dropped}},
)
async def stream(match_id: MatchId, request: Request, house: InHouse) -> EventStream:
    """Follow a match by server-sent events, each the JSON of one value; version 1.

    `view` is the match as it stands (a Match), first of all and whenever it has to be told as a whole; `change` what
    changed in it since (a Change), `reading` a picture that was looked at (Looked), also one that waits for a word when
    you come, `camera` what the camera does (Camera), `hands` what was understood of what hands did (Hands), and
    `dropped` a picture that was no throw (Dropped). The id of an event is the seq that it brings you to: where `after`
    of a change is not the seq that you know, ask for the match.
    """
    await to_thread.run_sync(house.table.sheet, match_id)
    device = request.scope.get("device")
    feed = _feed(house, match_id, device.id if device else None)
    return EventStream(feed, headers={"cache-control": "no-store"})


@in_match.get("/receipts/{seq}", response_class=Jpeg, responses={200: {"content": {"image/jpeg": {}}}})
def receipt(match_id: MatchId, seq: SeqInPath, house: InHouse) -> Response:
    """Show the picture behind a roll."""
    return _jpeg(house, line_of(house.table.sheet(match_id), seq).picture or "")


@in_match.get("/receipts/{seq}/reading")
def receipt_reading(match_id: MatchId, seq: SeqInPath, house: InHouse) -> wire.Reading:
    """Tell what the eye saw in the picture behind a roll."""
    reading = house.album.reading(line_of(house.table.sheet(match_id), seq).picture or "")
    if reading is None:
        raise Problem(404, "There is no picture behind this entry.", "picture")
    return reading


@in_match.get("/pictures/{name}", response_class=Jpeg, responses={200: {"content": {"image/jpeg": {}}}})
def picture(match_id: MatchId, name: str, house: InHouse) -> Response:
    """Show a picture that was looked at, whether it was played or not."""
    house.table.sheet(match_id)
    return _jpeg(house, name)


@in_match.get("/export", response_class=PlainTextResponse, responses={200: {"content": EXPORTED}})
def export_match(
    match_id: MatchId, house: InHouse, form: Annotated[Literal["match", "csv", "json"], Query(alias="as")] = "match"
) -> Response:
    """Take a match home: as a match file, as its score card in CSV, or as JSON."""
    sheet = house.table.sheet(match_id)
    text, media = export.FORMS[form](sheet)
    name = f'attachment; filename="{sheet.heading.game}-{sheet.id}.{form}"'
    return Response(text, media_type=media, headers={"content-disposition": name})


async def picture_of(request: Request) -> bytes:
    """Give the bytes of the one picture that a request carries."""
    if request.headers.get("content-type", "").startswith("multipart/"):
        raise Problem(415, "Send the bytes of one picture as the body, with its type, such as image/jpeg.", "media")
    return await request.body()


def _written(
    house: House,
    match_id: str,
    after: int | None,
    sender: Sender,
    move: Callable[[Match], Match],
    picture: str | None = None,
    kept: Sequence[str | None] = (),
) -> wire.Match:
    sheet = house.table.write(match_id, after, move, picture, kept, author=sender.name, once=sender.once)
    return telling.match_of(sheet)


def _undone(match: Match, times: int) -> Match:
    for _ in range(times):
        match = match.undo()
    return match


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


async def _thrown(house: House, sheet: Sheet, see: See, data: bytes, sender: Sender) -> wire.Look:
    frame, reading = await looked(data, see)
    return await to_thread.run_sync(_judged, house, sheet, frame, reading, sender)


def _played_before(house: House, sheet: Sheet) -> Sheet | None:
    """The match that was thrown in before one in which nobody has thrown yet: its dice may lie there still."""
    if any(isinstance(play.event, Throw) for play in sheet.match.line.plays):
        return None
    try:
        last = house.table.store.thrown_last(sheet.id)
        return house.table.sheet(last) if last else None
    except (StoreError, MissingError, UnreadableError):  # the match goes on without
        return None


def _judged(house: House, sheet: Sheet, frame: Frame, reading: Reading, sender: Sender) -> wire.Look:
    """Play what was read if it is sure and legal; tell everybody who watches either way."""
    eye = house.eyes.ready(sheet.heading)
    told = telling.reading_of(reading, eye.sure_at if eye else None)
    doubt = "" if sheet.heading.demo else again(told, sheet, house.album, _played_before(house, sheet))
    if doubt:
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


async def _feed(house: House, match_id: str, device: str | None) -> AsyncIterator[str]:
    with house.hub.subscribe(match_id, device) as watcher:
        if device and not await to_thread.run_sync(house.devices.knows, device):
            return  # removed since it asked, when there was no feed of it to end yet
        sheet = await to_thread.run_sync(house.table.sheet, match_id)
        yield await to_thread.run_sync(_whole, sheet)
        if house.dealer.camera:
            yield str(await to_thread.run_sync(house.dealer.news))
        told = house.dealer.last(sheet)
        if told:
            yield str(Event(HANDS, told.model_dump_json()))
        if photo := _waits(house, sheet):
            yield photo
        async for text in watcher.feed():
            yield text


def _waits(house: House, sheet: Sheet) -> str | None:
    """The reading of a photo that waits for a word, where the match stands as it did but for what the table agreed."""
    photo = house.hub.waits(sheet.id)
    if photo is None:
        return None
    look = wire.Looked.model_validate_json(photo.data)
    if not sheet.adjusted_since(look.seq):
        house.hub.forget(sheet.id, photo)
        return None
    return str(Event(READING, look.model_copy(update={"seq": sheet.seq}).model_dump_json()))


def _whole(sheet: Sheet) -> str:
    """A match as the live feed tells it first."""
    return str(Event(VIEW, telling.match_of(sheet).model_dump_json(), sheet.seq))


def line_of(sheet: Sheet, seq: int) -> Line:
    """An entry of a match as it was written."""
    if seq > sheet.seq:
        raise Problem(404, f"There is no entry {seq}: this match has {sheet.seq}.", "entry")
    return sheet.lines[seq - 1]


def _jpeg(house: House, name: str) -> Response:
    data = house.album.picture(name)
    if data is None:
        raise Problem(404, "There is no such picture: it may be older than pictures are kept.", "picture")
    return Jpeg(data, headers=KEPT)
