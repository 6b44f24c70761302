"""Entries: the lines of a log as text, which are events, and what takes them back or puts others in their place."""

import re
from dataclasses import dataclass

from scoring import events
from scoring.dice import NotationError, RuleError, quoted
from scoring.events import Event


@dataclass(frozen=True)
class Undo:
    """Take back the last play that still stands: `undo`."""

    def __str__(self) -> str:
        return "undo"


@dataclass(frozen=True)
class Redo:
    """Play again what was undone last: `redo`."""

    def __str__(self) -> str:
        return "redo"


@dataclass(frozen=True)
class Amend:
    """Put another event in the place of entry n: `amend 3 keep 1 1`.

    What was kept of a throw changes with the die that was misread. With `amend 3 cut keep 1 1` the first later play
    that no longer fits is dropped, and all after it.
    """

    n: int
    event: Event
    cut: bool = False

    def __str__(self) -> str:
        return f"amend {self.n} {'cut ' if self.cut else ''}{self.event}"


Entry = Event | Undo | Redo | Amend


class AmendError(RuleError):
    """An amendment would make a later play illegal; `entry` is the number of the entry that recorded that play.

    `why` says why it no longer fits, in a sentence.
    """

    def __init__(self, entry: int, sentence: str, why: str) -> None:
        super().__init__(sentence)
        self.entry = entry
        self.why = why


def parse(text: str) -> Entry:
    """Read one entry of a log.

    >>> str(parse("amend 3 cut keep 1 1")), str(parse("undo")), str(parse("bank"))
    ('amend 3 cut keep 1 1', 'undo', 'bank')
    """
    word, *rest = text.split() or [""]
    if word.lower() in ("undo", "redo"):
        if rest:
            raise NotationError(f"`{word}` stands alone on its line: leave out {quoted(' '.join(rest))}.")
        return Undo() if word.lower() == "undo" else Redo()
    if word.lower() == "amend":
        return _amend(text)
    return events.parse(text)


def _amend(text: str) -> Amend:
    found = re.fullmatch(r"\s*amend\s+([0-9]{1,9})\s+(cut\s+)?(\S.*)", text, re.IGNORECASE)
    if not found:
        raise NotationError("`amend` needs the number of an entry and an event, as in `amend 3 keep 1 1`.")
    return Amend(int(found[1]), events.parse(found[3]), bool(found[2]))
