"""The routes by which matches begin: anew, after another one, out of a file, or as a demo."""

import threading
from contextlib import nullcontext, suppress
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from pydantic_core import from_json

from api import demo, telling, wire
from api.choice import brought, chosen, fits
from api.export import dice_of, is_csv
from api.guard import MATCH_BYTES, too_heavy
from api.house import InHouse, MatchId, problems
from api.problem import Problem
from api.schema import Lock, Setting
from api.sender import FromSender
from api.sets import NoDiceError
from api.store import StoreError
from api.table import MissingError, Sheet
from models.card import CardError
from scoring import log
from scoring.match import Match
from vision.own.teach import TeachError

beginning = APIRouter(responses=problems(404, 409))

_beginning = threading.Lock()  # two devices that ask for a rematch in the same instant mean one
FILE_BODY = {
    "requestBody": {
        "required": True,
        "content": {
            "text/plain": {
                "schema": {"type": "string"},
                "example": "game: jack-stone\nplayers: Ann, Bob\n\nroll 1 3 3 4 4 6\n",
            },
            "application/json": {"schema": {"type": "object"}},
        },
    },
}


async def _body(request: Request) -> bytes:
    return await request.body()


MatchFile = Annotated[bytes, Depends(_body)]
KitQuery = Annotated[str | None, Query(alias="kit", max_length=64, description="The dice; the game's own if not said.")]


@beginning.post("/api/matches", status_code=201)
def begin(new: wire.NewMatch, house: InHouse, sender: FromSender) -> wire.Match:
    """Begin a match, or go on with one `after` which others sit down: that is paused, and the camera follows.

    The one before must be open, and still at the seq `seen` at which the sender learned what each player brings.
    """
    table, before = house.table, new.after
    own = brought(new.game, house.eyes.own(new.dice, new.kit)) if new.dice else ""
    shown = "" if new.kit is None else chosen(new.game, new.kit)
    again = table.done("", sender.once)  # where that one is open still, it was played on or we broke off
    leaves = before and (not again or table.sheet(before).standing == "open")
    with table.leaving(before, new.seen) if leaves else nullcontext():
        if leaves:
            table.store.put(before, Setting.ON, "")  # where no room is to pause it later either, nothing is begun
        begun = table.begin(new.game, new.players, new.header(), shown, dice=own, once=sender.once)
        if leaves:
            table.store.put(before, Setting.ON, begun.id)
            table.settle(before, "paused")
    house.dealer.begun(begun, after=before or None)
    return telling.match_of(begun)


@beginning.post("/api/demo", status_code=201)
def begin_demo(_nothing: wire.Nothing, house: InHouse, sender: FromSender) -> wire.Match:
    """Begin a demo match, whose throws are pictures that come with Croupier."""
    return telling.match_of(house.table.begin(demo.GAME, demo.PLAYERS, demo.OPTIONS, demo=True, once=sender.once))


@beginning.post("/api/matches/import", status_code=201, openapi_extra=FILE_BODY)
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


@beginning.post("/api/matches/{match_id}/rematch", status_code=201)
def rematch(match_id: MatchId, _nothing: wire.Nothing, house: InHouse, sender: FromSender) -> wire.Match:
    """Begin a match by the same players, rules and dice; points brought in from paper stay where they were.

    Whoever asks once more, maybe from another device, before anything was played in it gets the one that was begun.
    """
    with _beginning, house.table.store.alone(Lock.REMATCH):
        if begun := _begun_after(house, match_id):
            house.dealer.begun(begun)
            return telling.match_of(begun)
        return telling.match_of(_begin_after(house, match_id, sender))


def _begun_after(house: InHouse, match_id: str) -> Sheet | None:
    """Give the rematch of a match that was begun, if it still waits for its first throw."""
    begun = house.table.store.setting(match_id, Setting.REMATCH)
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
    house.dealer.begun(sheet, after=match_id)
    with suppress(StoreError):  # on a full disk whoever asks again begins another
        house.table.store.put(match_id, Setting.REMATCH, sheet.id)
    return sheet


def _read(file: bytes) -> tuple[Match, str]:
    """The match in a file, and its own dice if it tells them; one that breaks the rules is refused, with its line."""
    try:
        text = file.decode("utf-8-sig")
        if is_csv(text):
            raise Problem(422, "This is a score card for a spreadsheet: bring in the match file, or the JSON.", "file")
        told = from_json(text) if text.lstrip().startswith("{") else {"file": text}
        match_file = str(told["file"])
        if len(match_file.encode()) > MATCH_BYTES:
            raise too_heavy(MATCH_BYTES)
        return log.read(match_file), str(told.get("dice", dice_of(match_file)))
    except UnicodeDecodeError as error:
        raise Problem(422, log.NO_TEXT, "file") from error
    except log.LogError as error:
        raise Problem(422, str(error), "file") from error
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise Problem(422, "This is no match file: send one as it was exported.", "file") from error
