"""Events: what can happen at the table, each one line of text."""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from scoring.dice import NotationError, Roll, quoted


@dataclass(frozen=True)
class Throw:
    """Dice are thrown: `roll 1 1 5 2 3 4`."""

    roll: Roll

    def __str__(self) -> str:
        return f"roll {self.roll}".rstrip()


@dataclass(frozen=True)
class Keep:
    """Dice are put aside: `keep 1 1`."""

    roll: Roll

    def __str__(self) -> str:
        return f"keep {self.roll}".rstrip()


@dataclass(frozen=True)
class Bank:
    """The player stops and takes the points: `bank`."""

    def __str__(self) -> str:
        return "bank"


@dataclass(frozen=True)
class Choose:
    """The player makes a choice by its name: `choose 6`."""

    what: str

    def __str__(self) -> str:
        return f"choose {self.what}"


@dataclass(frozen=True)
class Card:
    """A bonus card is drawn: `card 500`."""

    points: int

    def __str__(self) -> str:
        return f"card {self.points}"


@dataclass(frozen=True)
class Break:
    """The throw is void: `break`."""

    def __str__(self) -> str:
        return "break"


@dataclass(frozen=True)
class Adjust:
    """The table agrees to change a total: `adjust Ann -50`."""

    player: str
    points: int

    def __str__(self) -> str:
        return f"adjust {self.player} {self.points}"


Event = Throw | Keep | Bank | Choose | Card | Break | Adjust


def parse(text: str) -> Event:
    """Read one event.

    >>> parse("keep 1 1")
    Keep(roll=Roll(faces=(Face(symbol='1', colour=''), Face(symbol='1', colour=''))))
    >>> str(parse("adjust  Ann Lee  -50"))
    'adjust Ann Lee -50'
    """
    word, _, rest = unicodedata.normalize("NFC", " ".join(text.split())).partition(" ")
    if word.lower() not in _READERS:
        raise NotationError(f"{quoted(word)} is not an event: the events are {', '.join(_READERS)}.")
    return _READERS[word.lower()](rest)


def whole(text: str, example: str) -> int:
    """Read a whole number of points, or show how one is written."""
    if re.fullmatch(r"[+-]?[0-9]{10,}", text):
        raise NotationError(f"{quoted(text)} is more than any score: write at most nine digits, as in `{example}`.")
    if not re.fullmatch(r"[+-]?([0-9]{1,9}|[0-9]{1,3}(,[0-9]{3}){1,2})", text):
        raise NotationError(f"{quoted(text)} is not a whole number of points: write it as in `{example}`.")
    return int(text.replace(",", ""))


def _bank(rest: str) -> Bank:
    _nothing("bank", rest)
    return Bank()


def _break(rest: str) -> Break:
    _nothing("break", rest)
    return Break()


def _nothing(word: str, rest: str) -> None:
    if rest:
        raise NotationError(f"`{word}` stands alone on its line: leave out {quoted(rest)}.")


def _choose(rest: str) -> Choose:
    if not rest:
        raise NotationError("`choose` needs what is chosen, as in `choose 6`.")
    return Choose(rest)


def _adjust(rest: str) -> Adjust:
    player, _, points = rest.rpartition(" ")
    if not player:
        raise NotationError("`adjust` needs a player and points, as in `adjust Ann -50`.")
    return Adjust(player, whole(points, "adjust Ann -50"))


_READERS: dict[str, Callable[[str], Event]] = {
    "roll": lambda rest: Throw(Roll.parse(rest)),
    "keep": lambda rest: Keep(Roll.parse(rest)),
    "bank": _bank,
    "choose": _choose,
    "card": lambda rest: Card(whole(rest, "card 500")),
    "break": _break,
    "adjust": _adjust,
}
