"""The ledger: every match in one line, kept in the database, so that none is played through again for a list."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from pydantic import ValidationError
from sqlalchemy.exc import SQLAlchemyError

from api import telling, wire
from api.store import Heading, StoreError
from api.table import Listed, MissingError, Table, UnreadableError
from api.version import VERSION

SUMMARY = "summary"  # the name under which the store keeps it


@dataclass(slots=True)
class Ledger:
    """The summaries of a table's matches: told by what is open there, or as they were written down.

    One is good for the entry that it was made at, by the code that made it. Any other is made anew and written down;
    those that the disk does not take are kept here.
    """

    table: Table
    _untaken: dict[str, str] = field(default_factory=dict)
    _turn: threading.Lock = field(default_factory=threading.Lock)

    def matches(self, *, deleted: bool) -> wire.Matches:
        """Every match, the newest first: those that are there, or those that were deleted."""
        with self._turn:  # who asks meanwhile finds them written down
            listed = [one for one in self.table.listed(SUMMARY) if (one.standing == "deleted") == deleted]
            known = {one.id: summary for one in listed if (summary := self._known(one))}
            read = {one.id: summary for one in listed if one.id not in known and (summary := self._read(one.id))}
            self._write(read)
        told = known | read
        summaries = [told[one.id].model_copy(update={"standing": one.standing}) for one in listed if one.id in told]
        lost = (self.table.store.heading(one.id) for one in listed if one.id not in told)
        return wire.Matches(matches=summaries, unreadable=[_unreadable(heading) for heading in lost if heading])

    def _known(self, one: Listed) -> wire.Summary | None:
        """A match that is open, or that was written down at its last entry."""
        try:
            sheet = self.table.opened(one.id, one.seq)
        except UnreadableError:
            return None
        if sheet:
            return telling.summary_of(sheet)
        texts = filter(None, (*one.said, self._untaken.get(one.id)))
        return next(filter(None, (_written(text, one.seq) for text in texts)), None)

    def _read(self, match_id: str) -> wire.Summary | None:
        try:
            return telling.summary_of(self.table.read(match_id))
        except (MissingError, UnreadableError):
            return None

    def _write(self, summaries: Mapping[str, wire.Summary]) -> None:
        texts = {match_id: f"{_mark(told.seq)}{told.model_dump_json()}" for match_id, told in summaries.items()}
        try:
            if texts:
                self.table.store.put_all(texts, SUMMARY)
        except (StoreError, SQLAlchemyError):
            self._untaken.update(texts)


def _unreadable(heading: Heading) -> wire.Unreadable:
    return wire.Unreadable(id=heading.id, game=heading.game, players=list(heading.players), begun=heading.begun)


def _written(text: str, seq: int) -> wire.Summary | None:
    """The summary in a text, if it is of that entry, by this code."""
    if not text.startswith(_mark(seq)):
        return None
    try:
        return wire.Summary.model_validate_json(text.removeprefix(_mark(seq)))
    except ValidationError:
        return None


def _mark(seq: int) -> str:
    """What a summary at an entry begins with."""
    return f"{_CODE} {seq} "


def _code() -> str:
    """A digest of the code that makes a summary: Croupier's version, and rules that somebody may have changed since."""
    rules = (path for path in Path(str(files("scoring"))).rglob("*.py"))
    told = (Path(str(module.__file__)) for module in (telling, wire))
    parts = (VERSION.encode(), *(path.read_bytes() for path in sorted((*rules, *told))))
    return sha256(b"\n".join(parts)).hexdigest()[:16]


_CODE = _code()
