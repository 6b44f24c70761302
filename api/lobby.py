"""The routes of the lobby: what is done with whole matches - brought in, paused, deleted, played once more."""

import threading
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from pydantic_core import from_json
from sqlalchemy.exc import SQLAlchemyError

from api import telling, wire
from api.choice import chosen, fits
from api.export import dice_of, is_csv
from api.guard import TEXT_BYTES, too_heavy
from api.problem import Problem
from api.routes import ON, InHouse, MatchId, problems
from api.sender import FromSender
from api.sets import NoDiceError
from api.store import StoreError
from api.table import MissingError, Sheet, Standing, UnreadableError
from models.card import CardError
from scoring import log
from scoring.dice import RuleError
from scoring.match import Match
from vision.own.teach import TeachError

in_lobby = APIRouter(prefix="/api/matches", responses=problems(404, 409))

REMATCH = "rematch"  # the name under which a match keeps the one that was begun after it
_beginning = threading.Lock()  # two devices that ask for a rematch in the same instant mean one,
_ALONE = 0x72656D61  # also where they ask two servers: the number of the lock that lets one in
AS_FILE = {
    "text/plain": {"schema": {"type": "string"}, "example": "game: jack-stone\nplayers: Ann, Bob\n\nroll 1 3 3 4 4 6\n"}
}
AS_JSON = {"application/json": {"schema": {"type": "object"}}}


async def _body(request: Request) -> bytes:
    return await request.body()


MatchFile = Annotated[bytes, Depends(_body)]
KitQuery = Annotated[str | None, Query(alias="kit", max_length=64, description="The dice; the game's own if not said.")]


@in_lobby.post(
    "/import", status_code=201, openapi_extra={"requestBody": {"required": True, "content": AS_FILE | AS_JSON}}
)
def import_match(file: MatchFile, house: InHouse, sender: FromSender, dice: KitQuery = None) -> wire.Match:
    """Go on with a match that was taken home: a match file, or the JSON of an export.

    Either names the players' own dice; where this house was not taught them, or as those of another game, the
    usual ones are played with.
    The comments of a match file are left out, as are the pictures behind its rolls.
    """
    match, own = _read(file)
    known = chosen(match.game, dice) if dice else ""
    taught = _taught(house, match.game, own)
    return telling.match_of(house.table.sit(match, known, dice=taught, author=sender.name, once=sender.once))


def _taught(house: InHouse, rules: str, name: str) -> str:
    """The name of the players' own dice where this house was taught them, and not as those of another game."""
    if not name:
        return ""
    try:
        own = house.eyes.own(name)
    except NoDiceError:
        return ""
    except (TeachError, CardError):
        return name  # what is wrong with them the match says, and it may be put right
    return own.dice.name if fits(rules, own.kit) else ""


@in_lobby.post("/{match_id}/rematch", status_code=201)
def rematch(match_id: MatchId, _nothing: wire.Nothing, house: InHouse, sender: FromSender) -> wire.Match:
    """Begin a match by the same players, rules and dice; points brought in from paper stay where they were.

    Whoever asks once more, maybe from another device, before anything was played in it gets the one that was begun.
    """
    with _beginning, house.table.store.alone(_ALONE):
        if begun := _begun_after(house, match_id):
            house.dealer.begun(begun.id)
            return telling.match_of(begun)
        return telling.match_of(_begin_after(house, match_id, sender))


def _begun_after(house: InHouse, match_id: str) -> Sheet | None:
    """Give the rematch of a match that was begun, if it still waits for its first throw."""
    begun = house.table.store.setting(match_id, REMATCH)
    try:
        sheet = house.table.sheet(begun) if begun else None
    except MissingError:
        return None
    return sheet if sheet and sheet.standing == "open" and not sheet.match.entries else None


def _begin_after(house: InHouse, match_id: str, sender: FromSender) -> Sheet:
    """Begin the rematch of a match, by the same request once: what was chosen in it since stays."""
    if done := house.table.done("", sender.once):
        return house.table.sheet(done.match)
    heading = house.table.sheet(match_id).heading
    again = Match.start(heading.game, heading.players, telling.house_rules(heading))
    sheet = house.table.sit(again, heading.kit, demo=heading.demo, dice=heading.dice, once=sender.once)
    if not heading.demo:
        house.dealer.begun(sheet.id, after=match_id)
    with suppress(StoreError, SQLAlchemyError):  # on a full disk whoever asks again begins another
        house.table.store.put(match_id, REMATCH, sheet.id)
    return sheet


@in_lobby.get("/{match_id}/paper")
def paper(match_id: MatchId, house: InHouse) -> wire.Paper:
    """Tell how a match goes on where others sit down: what each player brings, and whose turn is next.

    What is open of a turn begins anew there. One that is over does not go on, nor one in its last turns, nor one of a
    game that has no header lines for it.
    """
    try:
        return telling.paper_of(house.table.sheet(match_id))
    except RuleError as error:
        raise Problem(409, str(error), "rule") from error


@in_lobby.get("/{match_id}/on")
def on(match_id: MatchId, house: InHouse) -> wire.GoesOn:
    """Tell in which match this one went on when others sat down, or that one in its turn: the last that is there."""
    there, at = None, house.table.sheet(match_id).id
    while at := house.table.store.setting(at, ON) or "":
        with suppress(MissingError, UnreadableError):
            there = there if house.table.sheet(at).standing == "deleted" else at
    return wire.GoesOn(match=there)


@in_lobby.post("/{match_id}/pause")
def pause(match_id: MatchId, _nothing: wire.Nothing, house: InHouse) -> wire.Match:
    """Pause a match: nothing is played in it until it goes on. One that was deleted is restored first."""
    return _settled(house, match_id, "paused")


@in_lobby.post("/{match_id}/resume")
def resume(match_id: MatchId, _nothing: wire.Nothing, house: InHouse) -> wire.Match:
    """Go on with a match that was paused, which goes on in no other any more."""
    going = _settled(house, match_id, "open")
    with suppress(StoreError, SQLAlchemyError):
        house.table.store.put(match_id, ON, "")
    return going


@in_lobby.delete("/{match_id}")
def delete(match_id: MatchId, house: InHouse) -> wire.Match:
    """Delete a match: it is in no list any more, but may be restored."""
    return _settled(house, match_id, "deleted")


@in_lobby.post("/{match_id}/restore")
def restore(match_id: MatchId, _nothing: wire.Nothing, house: InHouse) -> wire.Match:
    """Take back that a match was deleted: it stands as it stood before."""
    return telling.match_of(house.table.restore(match_id))


def _settled(house: InHouse, match_id: str, standing: Standing) -> wire.Match:
    return telling.match_of(house.table.settle(match_id, standing))


def _read(file: bytes) -> tuple[Match, str]:
    """The match in a file, and its own dice if it tells them; one that breaks the rules is refused, with its line."""
    try:
        text = file.decode("utf-8-sig")
        if is_csv(text):
            raise Problem(422, "This is a score card for a spreadsheet: bring in the match file, or the JSON.", "file")
        told = from_json(text) if text.lstrip().startswith("{") else {"file": text}
        match_file = str(told["file"])
        if len(match_file.encode()) > TEXT_BYTES:
            raise too_heavy(TEXT_BYTES)
        return log.read(match_file), str(told.get("dice", dice_of(match_file)))
    except log.LogError as error:
        raise Problem(422, str(error), "file") from error
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise Problem(422, "This is no match file: send one as it was exported.", "file") from error
