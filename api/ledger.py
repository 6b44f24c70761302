"""The ledger: every match in one line, and the throws of each."""

from pydantic import BaseModel

from api import telling, wire
from api.extracts import Extracts, Found
from api.schema import Setting
from api.store import Heading
from api.table import Sheet, Table
from scoring.events import Throw
from scoring.story import pasts


class Throws(BaseModel):
    """The throws of a match that stand, each with the number of its entry; and the pasts of all entries."""

    rolls: list[tuple[int, str]]
    pasts: list[str]


class Ledger:
    """What lists tell of a table's matches, none of which is played through again for it."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._lines = Extracts(table, Setting.SUMMARY, wire.Summary, telling.summary_of)
        self._throws = Extracts(table, Setting.THROWS, Throws, thrown)

    def matches(self, *, deleted: bool) -> wire.Matches:
        """Every match, the newest first: those that are there, or those that were deleted."""
        found = self._lines.of(lambda one: (one.standing == "deleted") == deleted)
        told = [line.model_copy(update={"standing": one.standing}) for one, line in found.told if line]
        lost = (self._table.store.heading(one.id) for one, line in found.told if not line)
        return wire.Matches(matches=told, unreadable=[_unreadable(each) for each in lost if each], left=found.left)

    def throws(self) -> Found[Throws]:
        """What was thrown in every match that is there."""
        return self._throws.of(lambda one: one.standing != "deleted")


def thrown(sheet: Sheet) -> Throws:
    """What was thrown in a match."""
    plays = sheet.match.line.plays
    rolls = [(play.n, str(play.event.roll)) for play in plays if isinstance(play.event, Throw)]
    return Throws(rolls=rolls, pasts=list(pasts(sheet.match)))


def _unreadable(heading: Heading) -> wire.Unreadable:
    return wire.Unreadable(id=heading.id, game=heading.game, players=list(heading.players), begun=heading.begun)
