"""The ten phases of Phase 10 Dice, and what ten dice are worth in each (rule book 5.1, paragraphs 4 to 11).

All phases but the eighth ask for numbers only. One way to make such a phase is a `Wish`: the numbers that each group
asks for. With a wish in hand the best is plain: every number asked for that lies there is used, wilds stand in for the
others, and so the best of all wishes is the best of all ways.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, product

from scoring.dice import COLOURS, Face, Roll

WILD = "W"
NUMBERS = range(1, 11)
FIVE_PHASES = 5
LAST = 10


@dataclass(frozen=True)
class Phase:
    """One of the ten phases: sets of so many equal numbers, a run of so many, or so many dice of one colour."""

    number: int
    name: str
    sets: tuple[int, ...] = ()
    run: int = 0
    colour: int = 0

    def __str__(self) -> str:
        return f"Phase {self.number} ({self.name})"


PHASES = (
    Phase(1, "2 sets of 3", sets=(3, 3)),
    Phase(2, "set of 3 and run of 4", sets=(3,), run=4),
    Phase(3, "set of 4 and run of 4", sets=(4,), run=4),
    Phase(4, "run of 7", run=7),
    Phase(5, "run of 8", run=8),
    Phase(6, "run of 9", run=9),
    Phase(7, "2 sets of 4", sets=(4, 4)),
    Phase(8, "7 of one colour", colour=7),
    Phase(9, "set of 5 and set of 2", sets=(5, 2)),
    Phase(10, "set of 5 and set of 3", sets=(5, 3)),
)


@dataclass(frozen=True)
class Assignment:
    """One way of counting dice for a phase: its points, and the dice of each group.

    >>> str(best(1, Roll.parse("8G 8O 8B 10B 5B 6O WO WB 1O 2O")))
    '8+8+8 and 10+W+W = 34'
    """

    points: int
    groups: tuple[Roll, ...]
    colour: str = ""  # where all dice have to be of one: `orange`

    @property
    def wilds(self) -> int:
        """Count the wilds in it."""
        return sum(face.symbol == WILD for group in self.groups for face in group)

    def __str__(self) -> str:
        groups = " and ".join("+".join(face.symbol for face in group) for group in self.groups)
        return f"{self.colour} {groups} = {self.points}".lstrip()


@dataclass(frozen=True)
class Wish:
    """The numbers that each group of a phase asks for, one way of many; `worth` is their sum."""

    groups: tuple[tuple[int, ...], ...]
    counts: tuple[tuple[int, int], ...]  # each number asked for, and how often
    worth: int


@cache
def wishes(phase: Phase) -> tuple[Wish, ...]:
    """List every way to make a phase of sets and runs, the one that may be worth most first.

    Runs lie within 1 to 10 (paragraph 8); two sets may be of the same number (paragraph 6).

    >>> [wish.groups for wish in wishes(PHASES[5])]
    [((2, 3, 4, 5, 6, 7, 8, 9, 10),), ((1, 2, 3, 4, 5, 6, 7, 8, 9),)]
    """
    sets = [[(number,) * size for number in NUMBERS] for size in phase.sets]
    firsts = range(1, LAST - phase.run + 2)
    runs = [[tuple(range(first, first + phase.run)) for first in firsts]] if phase.run else []
    found: dict[tuple[int, ...], Wish] = {}
    for groups in product(*sets, *runs):
        numbers = tuple(sorted(sum(groups, ())))
        counts = tuple((number, numbers.count(number)) for number in sorted(set(numbers)))
        found.setdefault(numbers, Wish(groups, counts, sum(numbers)))
    return tuple(sorted(found.values(), key=lambda wish: -wish.worth))


@lru_cache(maxsize=4096)
def best(number: int, dice: Roll) -> Assignment | None:
    """Count ten dice for a phase, 1 to 10, in the way that is worth most; None when the phase is not made.

    Among ways worth the same it takes one with fewest wilds. Colours count in Phase 8 only.
    """
    phase = PHASES[number - 1]
    if phase.colour:
        return max(_of_one_colour(phase.colour, dice), key=lambda way: way.points, default=None)
    there = tally(dice)
    top, fewest, chosen = -1, 0, None
    for wish in wishes(phase):
        if wish.worth < top:
            break
        points, missing = fit(wish, there)
        if missing <= there[0] and (points, -missing) > (top, -fewest):
            top, fewest, chosen = points, missing, wish
    return _laid(chosen, dict(chosen.counts), dice) if chosen else None


def tally(dice: Roll) -> tuple[int, ...]:
    """Count the wilds (at 0) and each number from 1 to 10.

    >>> tally(Roll.parse("WO 1R 10G 10B"))
    (1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2)
    """
    symbols = [face.symbol for face in dice]
    return (symbols.count(WILD), *(symbols.count(str(number)) for number in NUMBERS))


def fit(wish: Wish, there: tuple[int, ...]) -> tuple[int, int]:
    """Tell what the numbers that lie there are worth in a wish, and how many of its numbers are missing."""
    points = missing = 0
    for number, want in wish.counts:
        have = there[number]
        if have < want:
            missing += want - have
            points += number * have
        else:
            points += number * want
    return points, missing


def _laid(wish: Wish, used: dict[int, int], dice: Roll) -> Assignment:
    """Lay the dice out as a wish asks, with at most so many dice of each number, and wilds in the other places."""
    lying = {number: [face for face in dice if face.symbol == str(number)][: used[number]] for number in used}
    wilds = [face for face in dice if face.symbol == WILD]
    points = sum(number * len(faces) for number, faces in lying.items())
    groups = tuple(Roll(tuple((lying[number] or wilds).pop(0) for number in group)) for group in wish.groups)
    return Assignment(points, groups)


def _of_one_colour(size: int, dice: Roll) -> Iterator[Assignment]:
    """Take the best so many dice of each colour that has enough; a wild counts with its own colour (paragraph 10)."""
    for colour in COLOURS:
        faces = sorted((face for face in dice if face.colour == colour), key=worth, reverse=True)
        if len(faces) >= size:
            yield _one_colour(colour, tuple(faces[:size]))


def _one_colour(colour: str, faces: tuple[Face, ...]) -> Assignment:
    return Assignment(sum(map(worth, faces)), (Roll(faces),), COLOURS[colour])


def worth(face: Face) -> int:
    """Tell the points of a face: its number, and 0 for a wild."""
    return 0 if face.symbol == WILD else int(face.symbol)


@lru_cache(maxsize=256)
def ways(number: int, dice: Roll) -> tuple[Assignment, ...]:
    """List one way of counting ten dice for a phase for each sum that it can be worth, the best first.

    Players who count for themselves may also let a wild stand where a number lies (`assignment: player`).

    >>> [str(way) for way in ways(1, Roll.parse("8G 8O 8B 10B 5B 6O WO WB 1O 2O"))][:3]
    ['8+8+8 and 10+W+W = 34', '6+W+W and 8+8+8 = 30', '5+W+W and 8+8+8 = 29']
    """
    phase = PHASES[number - 1]
    found = _ways_of_one_colour(phase.colour, dice) if phase.colour else _ways_of_wishes(phase, dice)
    by_points: dict[int, Assignment] = {}
    for way in found:
        if way.points not in by_points or way.wilds < by_points[way.points].wilds:
            by_points[way.points] = way
    return tuple(by_points[points] for points in sorted(by_points, reverse=True))


def _ways_of_one_colour(size: int, dice: Roll) -> Iterator[Assignment]:
    for colour in COLOURS:
        faces = sorted((face for face in dice if face.colour == colour), key=worth, reverse=True)
        yield from (_one_colour(colour, some) for some in combinations(faces, size))


def _ways_of_wishes(phase: Phase, dice: Roll) -> Iterator[Assignment]:
    there = tally(dice)
    for wish in wishes(phase):
        spare = there[0] - fit(wish, there)[1]  # wilds that may take the place of a number
        for used in uses(wish, there, spare) if spare >= 0 else ():
            yield _laid(wish, used, dice)


def uses(wish: Wish, there: tuple[int, ...], spare: int) -> Iterator[dict[int, int]]:
    """List how many dice of each number may be used in a wish, when so many may be left out for a wild."""
    most = [min(want, there[number]) for number, want in wish.counts]
    for used in product(*(range(max(0, number - spare), number + 1) for number in most)):
        if sum(most) - sum(used) <= spare:
            yield {number: count for (number, _), count in zip(wish.counts, used, strict=True)}
