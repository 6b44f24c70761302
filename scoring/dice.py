"""Faces, dice and rolls: what lies on the table, and the notation that reads itself back."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Self

SYMBOLS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "50", "100", "W")
COLOURS = {"R": "red", "O": "orange", "B": "blue", "G": "green"}
LONGEST_QUOTE = 40

_FACE = re.compile(rf"({'|'.join(sorted(SYMBOLS, key=len, reverse=True))})([{''.join(COLOURS)}])?")
_RANK = {symbol: rank for rank, symbol in enumerate(SYMBOLS)}


class RuleError(ValueError):
    """A refusal: one sentence for a player that says which rule and what would be allowed."""


def quoted(text: str) -> str:
    """Quote what somebody wrote, cut short where it is long.

    >>> quoted("rol 1 2")
    '`rol 1 2`'
    """
    return f"`{text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + '…'}`"


class NotationError(RuleError):
    """A text that cannot be read at all: a slip of the pen, not of the game."""


@dataclass(frozen=True)
class Face:
    """One face of a die: a symbol, and a colour letter where the kit has colours; its hash is worked out once.

    >>> Face.parse("8G")
    Face(symbol='8', colour='G')
    >>> str(Face("10", "R")), str(Face("A"))
    ('10R', 'A')
    """

    symbol: str
    colour: str = ""

    def __post_init__(self) -> None:
        """Refuse a face that no die of any kit shows."""
        if self.symbol not in _RANK or self.colour not in ("", *COLOURS):
            raise NotationError(
                f"{quoted(str(self))} is not a face: a face is one of {' '.join(SYMBOLS)}, "
                f"and a colour letter {' '.join(COLOURS)} where the dice have colours."
            )

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        """Pack it by its notation: a hash is another in another process."""
        return _face, (str(self),)

    def __str__(self) -> str:
        return self.symbol + self.colour

    @cached_property
    def _hash(self) -> int:
        return hash((self.symbol, self.colour))

    @classmethod
    def parse(cls, text: str) -> "Face":
        """Read one face, in capitals or small letters."""
        return _face(text)

    @cached_property
    def rank(self) -> tuple[int, str]:
        """Where this face stands when dice are laid out in order."""
        return _RANK[self.symbol], self.colour


@lru_cache(maxsize=256)
def _face(text: str) -> Face:
    found = _FACE.fullmatch(text.upper())
    return Face(found[1], found[2] or "") if found else Face(text)


@dataclass(frozen=True)
class Die:
    """A physical die: its name and its faces."""

    name: str
    faces: tuple[Face, ...]


def in_words(number: int) -> str:
    """Say how many dice.

    >>> in_words(1), in_words(4)
    ('one die', '4 dice')
    """
    return "one die" if number == 1 else f"{number} dice"


def pips(number: int) -> tuple[Die, ...]:
    """Lay out so many ordinary dice, 1 to 6.

    >>> [str(face) for face in pips(6)[0].faces]
    ['1', '2', '3', '4', '5', '6']
    """
    faces = tuple(map(Face.parse, SYMBOLS[:6]))
    return tuple(Die(f"die {count}", faces) for count in range(1, number + 1))


@dataclass(frozen=True)
class Roll:
    """Dice as they lie, in the order they were named.

    >>> str(Roll.parse("100 A K Q J J"))
    '100 A K Q J J'
    >>> str(Roll.parse("5 1 5").sorted)
    '1 5 5'
    """

    faces: tuple[Face, ...] = ()

    def __str__(self) -> str:
        return " ".join(map(str, self.faces))

    def __len__(self) -> int:
        return len(self.faces)

    def __iter__(self) -> Iterator[Face]:
        return iter(self.faces)

    def __add__(self, other: Self) -> "Roll":
        return Roll(self.faces + other.faces)

    @classmethod
    def parse(cls, text: str) -> "Roll":
        """Read faces written with spaces between them."""
        return Roll(tuple(Face.parse(word) for word in text.split()))

    @cached_property
    def counts(self) -> Counter[Face]:
        """How often each face lies there: the roll without its order."""
        return Counter(self.faces)

    @cached_property
    def numbered(self) -> frozenset[tuple[Face, int]]:
        """The first die of each face, the second, and so on: the roll without its order, for quick comparison."""
        return frozenset((face, number) for face, count in self.counts.items() for number in range(count))

    @cached_property
    def sorted(self) -> "Roll":
        """The same dice laid out in order."""
        return Roll(tuple(sorted(self.faces, key=lambda face: face.rank)))

    def holds(self, other: "Roll") -> bool:
        """Tell whether all the other dice lie here.

        >>> Roll.parse("1 3 3").holds(Roll.parse("3 1")), Roll.parse("1 3 3").holds(Roll.parse("1 1"))
        (True, False)
        """
        return other.numbered <= self.numbered

    def without(self, other: "Roll") -> "Roll":
        """Take the other dice away.

        >>> str(Roll.parse("1 3 3 4").without(Roll.parse("3 1")))
        '3 4'
        """
        left = list(self.faces)
        for face in other.faces:
            if face in left:
                left.remove(face)
        return Roll(tuple(left))


NO_DICE = Roll()
