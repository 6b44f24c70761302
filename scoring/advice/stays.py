"""What it comes to when some dice stay and the others are thrown: the exact mean, and the best choice.

Dice of one `Kind` are alike and their order does not matter, so what stays of them is a multiset of their sides, held
as counts. A `Table` has one number for every choice of what stays, over several kinds at once: one axis a kind, the
last axis the fastest, each axis in the order of `lattice(kind).sets`, from no dice to all of them. `thrown` turns what
complete dice are worth into what it is worth to throw the missing ones; `best` turns what staying is worth into what
dice are worth whose best part may stay. One after the other, they are one re-roll.
"""

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, combinations_with_replacement, product
from typing import TypeAlias

Table: TypeAlias = "array[float]"
Counts = tuple[int, ...]


@dataclass(frozen=True)
class Kind:
    """So many like dice with these sides, each as likely as the others; sides that count alike have one name.

    Of a single die a side may be None: it is never worth leaving, and stands for a die that is thrown.
    """

    sides: tuple[str | None, ...]
    number: int = 1

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Name the different sides, in the order of the counts."""
        return tuple(dict.fromkeys(side for side in self.sides if side is not None))


@dataclass(frozen=True)
class Lattice:
    """Everything that may stay of one kind: the counts of its sides, from no dice to all."""

    sets: tuple[Counts, ...]
    place: dict[Counts, int]
    more: tuple[tuple[int, ...], ...]  # the sets with one die more, one for each side, None for nothing more
    fewer: tuple[tuple[int, ...], ...]  # the sets with one die less


@lru_cache
def lattice(kind: Kind) -> Lattice:
    """List what may stay of one kind, and how one die more or less leads from one to the other."""
    names = kind.names
    units = {name: tuple(int(name == other) for other in names) for name in names} | {None: (0,) * len(names)}
    some = (combinations_with_replacement(names, size) for size in range(kind.number + 1))
    sets = tuple(tuple(map(dice.count, names)) for dice in chain.from_iterable(some))
    place = {counts: index for index, counts in enumerate(sets)}
    open_ = (counts for counts in sets if sum(counts) < kind.number)
    more = tuple(tuple(place[_sum(counts, units[side])] for side in kind.sides) for counts in open_)
    fewer = tuple(tuple(place[less] for less in _one_less(counts)) for counts in sets)
    return Lattice(sets, place, more, fewer)


def _sum(one: Counts, other: Counts) -> Counts:
    return tuple(map(sum, zip(one, other, strict=True)))


def _one_less(counts: Counts) -> Iterator[Counts]:
    for index, count in enumerate(counts):
        if count:
            yield (*counts[:index], count - 1, *counts[index + 1 :])


def table(kinds: Sequence[Kind], worth: Iterable[tuple[Sequence[Counts], float]]) -> Table:
    """Make a table that is 0 but for the given stays: the highest worth that is given for each.

    >>> coin = Kind(("heads", "tails"))
    >>> list(table((coin, coin), [(((1, 0), (1, 0)), 2.0)]))
    [0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0]
    """
    size = 1
    for kind in kinds:
        size *= len(lattice(kind).sets)
    found = array("d", bytes(8 * size))
    for stays, value in worth:
        index = place(kinds, stays)
        found[index] = max(found[index], value)
    return found


def place(kinds: Sequence[Kind], stays: Sequence[Counts]) -> int:
    """Find where a table has the number for these stays: counts of sides, one for each kind."""
    index = 0
    for kind, counts in zip(kinds, stays, strict=True):
        axis = lattice(kind)
        index = index * len(axis.sets) + axis.place[counts]
    return index


def places(kinds: Sequence[Kind], dice: Sequence[Counts]) -> dict[tuple[Counts, ...], int]:
    """List everything that may stay of these dice, and where a table has the number for it."""
    parts = [list(product(*(range(count + 1) for count in counts))) for counts in dice]
    return {stays: place(kinds, stays) for stays in product(*parts)}


def thrown(worth: Table, kinds: Sequence[Kind]) -> Table:
    """Say what each stay is worth on average when the other dice are thrown once; all dice stay as they are.

    >>> coin = Kind(("heads", "tails"), 2)
    >>> list(thrown(table((coin,), [(((2, 0),), 1.0)]), (coin,)))
    [0.25, 0.5, 0.0, 1.0, 0.0, 0.0]
    """
    return _along(worth, kinds, _mean)


def best(worth: Table, kinds: Sequence[Kind]) -> Table:
    """Say what dice are worth when the best part of them may stay.

    >>> coin = Kind(("heads", "tails"), 2)
    >>> list(best(thrown(table((coin,), [(((2, 0),), 1.0)]), (coin,)), (coin,)))
    [0.25, 0.5, 0.25, 1.0, 0.5, 0.25]
    """
    return _along(worth, kinds, _highest)


def _along(worth: Table, kinds: Sequence[Kind], step: Callable[[list[Table], Lattice], None]) -> Table:
    """Take a step along each axis in turn: the first axis is worked on, and then becomes the last."""
    for kind in kinds:
        width = len(worth) // len(lattice(kind).sets)
        rows = [worth[start : start + width] for start in range(0, len(worth), width)]
        step(rows, lattice(kind))
        worth = array("d", chain.from_iterable(zip(*rows, strict=True)))
    return worth


def _mean(rows: list[Table], axis: Lattice) -> None:
    for index, sides in reversed(list(enumerate(axis.more))):
        columns = zip(*(rows[side] for side in sides), strict=True)
        rows[index] = array("d", [sum(column) / len(sides) for column in columns])


def _highest(rows: list[Table], axis: Lattice) -> None:
    for index, parts in enumerate(axis.fewer):
        if parts:
            rows[index] = array("d", map(max, rows[index], *(rows[part] for part in parts)))
