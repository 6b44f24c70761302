"""The routes of the lobby: which matches there are, and what is done with whole ones."""

from contextlib import suppress

from fastapi import APIRouter

from api import telling, wire
from api.house import InHouse, MatchId, problems
from api.problem import Problem
from api.schema import Setting
from api.store import StoreError
from api.table import MissingError, Standing, UnreadableError
from scoring.dice import RuleError

in_lobby = APIRouter(prefix="/api/matches", responses=problems(404, 409))


@in_lobby.get("")
def list_matches(house: InHouse, deleted: bool = False) -> wire.Matches:
    """List all matches, the newest first: those that are there, or those that were deleted."""
    return house.ledger.matches(deleted=deleted)


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
    while at := house.table.store.setting(at, Setting.ON) or "":
        with suppress(MissingError, UnreadableError):
            there = there if house.table.sheet(at).standing == "deleted" else at
    return wire.GoesOn(match=there)


@in_lobby.post("/{match_id}/pause")
def pause(match_id: MatchId, _nothing: wire.Nothing, house: InHouse) -> wire.Match:
    """Pause a match: nothing is played in it until it goes on. One that was deleted is refused: restore it first."""
    return _settled(house, match_id, "paused")


@in_lobby.post("/{match_id}/resume")
def resume(match_id: MatchId, _nothing: wire.Nothing, house: InHouse) -> wire.Match:
    """Go on with a match that was paused, which goes on in no other any more. One that was deleted is refused."""
    going = _settled(house, match_id, "open")
    with suppress(StoreError):
        house.table.store.put(match_id, Setting.ON, "")
    return going


@in_lobby.delete("/{match_id}")
def delete(match_id: MatchId, house: InHouse) -> wire.Match:
    """Delete a match: it is only in the list of deleted ones any more, and may be restored."""
    return _settled(house, match_id, "deleted")


@in_lobby.post("/{match_id}/restore")
def restore(match_id: MatchId, _nothing: wire.Nothing, house: InHouse) -> wire.Match:
    """Take back that a match was deleted: it stands as it stood before."""
    return telling.match_of(house.table.restore(match_id))


def _settled(house: InHouse, match_id: str, standing: Standing) -> wire.Match:
    return telling.match_of(house.table.settle(match_id, standing))
