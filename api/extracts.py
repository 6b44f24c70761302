"""Extracts: what is worked out of each match, kept in the database, so that none is played through again for it."""

import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import BaseModel, ValidationError

from api.schema import Setting
from api.store import StoreError
from api.table import Listed, MissingError, Sheet, Table, UnreadableError
from api.version import VERSION

PATIENCE = 5.0  # seconds for which matches are played through for one answer: what is left waits for the next

Extract = TypeVar("Extract", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Found(Generic[Extract]):
    """Matches as they were listed, each with its extract, None where it cannot be read; and how many are left to do."""

    told: tuple[tuple[Listed, Extract | None], ...]
    left: int = 0


@dataclass(slots=True)
class Extracts(Generic[Extract]):
    """What is `made` of a table's matches: told of what is open there, or as the store keeps it under a name.

    An extract is good for the entry that it was made at, by the code that made it. Any other is made anew and written
    down; those that the disk does not take are kept here.
    """

    table: Table
    name: Setting
    kind: type[Extract]
    made: Callable[[Sheet], Extract]
    _code: str = field(init=False)
    _untaken: dict[str, str] = field(default_factory=dict)
    _turn: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self._code = _digest(self.made.__module__, self.kind.__module__)

    def of(self, wanted: Callable[[Listed], bool], patience: float = PATIENCE) -> Found[Extract]:
        """The matches that are wanted, the newest first, as far as that takes no longer than so many seconds."""
        mine = self._turn.acquire(timeout=patience)  # who asks meanwhile finds most of them written down
        try:
            listed = [one for one in self.table.listed(self.name) if wanted(one)]
            told = {one.id: known for one in listed if (known := self._known(one))}
            if mine:
                told |= self._read([one for one in listed if one.id not in told], time.monotonic() + patience)
        finally:
            if mine:
                self._turn.release()
        pairs = tuple((one, told[one.id][0]) for one in listed if one.id in told)
        return Found(pairs, len(listed) - len(pairs))

    def _known(self, one: Listed) -> tuple[Extract | None] | None:
        """Of a match that is open, or that was written down at its last entry; None for any other."""
        try:
            sheet = self.table.opened(one.id, one.seq)
        except UnreadableError:
            return (None,)
        if sheet:
            return (self.made(sheet),)
        texts = filter(None, (*one.said, self._untaken.get(one.id)))
        return next(filter(None, (self._written(text, one.seq) for text in texts)), None)

    def _read(self, listed: Sequence[Listed], until: float) -> dict[str, tuple[Extract | None]]:
        """Play matches through, one at least, and write down what comes of it."""
        read, texts = dict[str, tuple[Extract | None]](), dict[str, str]()
        for one in listed:
            if read and time.monotonic() > until:
                break
            try:
                extract = self.made(sheet := self.table.read(one.id))
                read[one.id], texts[one.id] = (extract,), f"{self._mark(sheet.seq)}{extract.model_dump_json()}"
            except UnreadableError:
                read[one.id], texts[one.id] = (None,), self._mark(one.seq)
            except MissingError:
                read[one.id] = (None,)
        self._write(texts)
        return read

    def _write(self, texts: dict[str, str]) -> None:
        try:
            if texts:
                self.table.store.put_all(texts, self.name)
        except StoreError:
            self._untaken.update(texts)

    def _written(self, text: str, seq: int) -> tuple[Extract | None] | None:
        """The extract in a text, if it is of that entry, by this code."""
        if not text.startswith(self._mark(seq)):
            return None
        told = text.removeprefix(self._mark(seq))
        try:
            return (self.kind.model_validate_json(told) if told else None,)
        except ValidationError:
            return None

    def _mark(self, seq: int) -> str:
        """What is written down of a match at an entry begins so."""
        return f"{self._code} {seq} "


def _digest(*modules: str) -> str:
    """A digest of the code that makes an extract: Croupier's version, these modules, and all rules."""
    rules = (path for path in Path(str(files("scoring"))).rglob("*.py"))
    making = (Path(str(sys.modules[name].__file__)) for name in modules)
    parts = (VERSION.encode(), *(path.read_bytes() for path in sorted({*rules, *making})))
    return sha256(b"\n".join(parts)).hexdigest()[:16]
