"""The chance to make a phase of Phase 10 Dice (rule book 5), and the score to expect, with the best re-rolls.

Every answer is a `Leave`: which of the ten dice stay while the others are thrown, and what that comes to. Leaving all
ten is to stop. A phase that is made can be lost again by throwing its dice; both answers count that in.

For all phases but 8 colours do not matter: six like dice 5 to 10 and four like dice 1 2 3 4 W W, and both answers are
exact over all ways to leave dice. For Phase 8 only colours matter to the chance: dice with equally many sides of each
colour are alike, and the chance is exact again; the dice of rule book 5.2 are of four such kinds. Which die is which is
told by the faces; where they fit the dice in several ways, an answer is the mean over all of these. Who leaves one of
two dice that show the same face is taken to leave the better one.

The score of Phase 8 counts numbers too, so there the player is taken to stay with one colour to the end. With one throw
left and the phase made that loses nothing: it is worth 19 or more, and to leave no more than three dice of a colour is
worth less than 6. With two throws left it can lose only where dice of a phase that was made are thrown away. While the
phase is not made, going over to another colour after the next throw is worth up to 0.03 of chance (3,000 throws at
random; on average 0.005): `scores` misses that, `chances` does not.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, combinations, product
from math import prod

from scoring.advice.fits import Kept, fits
from scoring.advice.stays import Counts, Kind, Table, best, lattice, place, table, thrown
from scoring.dice import COLOURS, Die, Face, Roll, RuleError
from scoring.layout import HIGH, HIGHS, LOW, LOWS, Layout, makings
from scoring.phases import PHASES, WILD, worth

COLOUR_PHASE = next(phase for phase in PHASES if phase.colour)
HIGH_DICE, LOW_DICE = Kind(HIGH, HIGHS), Kind(LOW, LOWS)
LARGEST = 400_000  # numbers in one table: a second or two until the first answer
LAYOUTS = 4  # sets of dice whose tables are remembered
DECIMALS = 12  # what differs beyond them is the same

Ways = Iterable[tuple[tuple[Counts, ...], float]]
Spot = tuple[int, int]  # a die as it lies: its place among the kinds, and that of its side among their names
Lying = Iterable[tuple[Face, Spot]]


@dataclass(frozen=True)
class Leave:
    """Dice that stay while the others are thrown, and what it comes to: a chance from 0 to 1, or expected points."""

    stays: Roll
    value: float


@dataclass(frozen=True, eq=False)
class _Odds:
    """What dice are worth as they lie, and what leaving some is worth with one throw left and with two."""

    now: Table
    left: tuple[Table, Table]


@dataclass(frozen=True)
class _Hand:
    """The dice on the table in one of the ways in which they may lie there, and how likely that is.

    `spots` are the dice that show each face; faces that are never worth leaving are not among them.
    """

    kinds: tuple[Kind, ...]
    spots: Mapping[Face, tuple[Spot, ...]]
    chance: float

    def places(self, stays: Roll) -> set[int]:
        """Find where a table has the number for dice named by their faces: once for each choice among like faces."""
        choices = [set(combinations(self.spots[face], number)) for face, number in stays.counts.items()]
        return {self._place(chain.from_iterable(some)) for some in product(*choices)}

    def _place(self, spots: Iterable[Spot]) -> int:
        counts = [[0] * len(kind.names) for kind in self.kinds]
        for kind, side in spots:
            counts[kind][side] += 1
        return place(self.kinds, tuple(map(tuple, counts)))


# What may be asked


def told(phase: int, layout: Layout) -> bool:
    """Tell whether the odds of a phase can be told with these dice.

    They can, but for Phase 8 with dice of a table's own whose colours make them too many kinds.
    """
    if phase != COLOUR_PHASE.number:
        return True
    tables = (_colour_kinds(layout), *(tuple(_one_colour(die, colour) for die in layout.dice) for colour in COLOURS))
    return all(prod(len(lattice(kind).sets) for kind in kinds) <= LARGEST for kinds in tables)


def chances(
    phase: int, dice: Roll, throws: int, layout: Layout, most: int = 10, kept: Sequence[Kept] = ()
) -> tuple[Leave, ...]:
    """Rank what may stay by the chance, 0 to 1, to have made the phase at the end: the best first, at most so many.

    `phase` is 1 to 10, `dice` the ten dice as they lie, `throws` 1 or 2 that are left, `layout` the dice of the set,
    `kept` what lay there before in this turn and what of it stayed. Equal chances: the higher score that can be
    expected first (not for Phase 8), then more dice that stay. Dice that count alike are named once.
    """
    if phase == COLOUR_PHASE.number:
        hands = _by_colour(fits(layout, dice, kept), layout)
        return _ranked([(hands, (_colour_odds(hands[0].kinds),))], dice, throws, most)
    odds = (_number_odds(phase, points=False), _number_odds(phase, points=True))
    return _ranked([(_by_number(dice), odds)], dice, throws, most)


def scores(
    phase: int, dice: Roll, throws: int, layout: Layout, most: int = 10, kept: Sequence[Kept] = ()
) -> tuple[Leave, ...]:
    """Rank what may stay by the score of the phase that can be expected, 0 where it is not made; else as `chances`."""
    if phase == COLOUR_PHASE.number:
        found = fits(layout, dice, kept)
        each = [_by_value(found, layout, colour) for colour in COLOURS]
        return _ranked([(hands, (_value_odds(hands[0].kinds),)) for hands in each], dice, throws, most)
    odds = (_number_odds(phase, points=True), _number_odds(phase, points=False))
    return _ranked([(_by_number(dice), odds)], dice, throws, most)


def chance(phase: int, dice: Roll, stays: Roll, throws: int, layout: Layout, kept: Sequence[Kept] = ()) -> float:
    """Tell the chance, 0 to 1, to have made the phase at the end when exactly these dice stay now.

    With two throws left the second re-roll is the best one. Dice that do not lie there are a `RuleError`.
    """
    for face in stays.counts - dice.counts:
        raise RuleError(f"{face} does not lie there: only dice on the table can stay.")
    by_colour = phase == COLOUR_PHASE.number
    hands = _by_colour(fits(layout, dice, kept), layout) if by_colour else _by_number(dice)
    odds = _colour_odds(hands[0].kinds) if by_colour else _number_odds(phase, points=False)
    return _mean(odds.now if len(stays) == len(dice) else odds.left[throws - 1], _places(hands, stays))


# The dice as they lie


def _by_number(dice: Roll) -> list[_Hand]:
    kinds = (HIGH_DICE, LOW_DICE)
    kind = {name: n for n, kind in enumerate(kinds) for name in kind.names}
    lying = ((face, (kind[face.symbol], kinds[kind[face.symbol]].names.index(face.symbol))) for face in dice)
    return _hands(kinds, [(lying, 1.0)])


def _by_colour(found: Mapping[Roll, float], layout: Layout) -> list[_Hand]:
    kinds = _colour_kinds(layout)
    kind = [next(n for n, kind in enumerate(kinds) if kind.sides == _colours(die)) for die in layout.dice]
    names = [kinds[n].names for n in kind]

    def lying(fit: Roll) -> Lying:
        return ((face, (kind[n], names[n].index(face.colour))) for n, face in enumerate(fit))

    return _hands(kinds, ((lying(fit), share) for fit, share in found.items()))


def _by_value(found: Mapping[Roll, float], layout: Layout, colour: str) -> list[_Hand]:
    kinds = tuple(_one_colour(die, colour) for die in layout.dice)

    def lying(fit: Roll) -> Lying:
        return ((face, (n, kinds[n].names.index(face.symbol))) for n, face in enumerate(fit) if face.colour == colour)

    return _hands(kinds, ((lying(fit), share) for fit, share in found.items()))


def _hands(kinds: tuple[Kind, ...], ways: Iterable[tuple[Lying, float]]) -> list[_Hand]:
    """Lay the dice out in each way that counts differently."""
    shares: dict[tuple[tuple[Face, Spot], ...], float] = {}
    for way, share in ways:
        lying = tuple(sorted(way, key=lambda one: (one[0].rank, one[1])))
        shares[lying] = shares.get(lying, 0.0) + share
    hands = []
    for lying, share in shares.items():
        spots: dict[Face, tuple[Spot, ...]] = {}
        for face, spot in lying:
            spots[face] = (*spots.get(face, ()), spot)
        hands.append(_Hand(kinds, spots, share))
    return hands


def _one_colour(die: Die, colour: str) -> Kind:
    return Kind(tuple(face.symbol if face.colour == colour else None for face in die.faces))


def _colours(die: Die) -> tuple[str, ...]:
    return tuple(sorted(face.colour for face in die.faces))


def _colour_kinds(layout: Layout) -> tuple[Kind, ...]:
    sides = [_colours(die) for die in layout.dice]
    return tuple(Kind(some, sides.count(some)) for some in dict.fromkeys(sides))


def _ranked(
    played: Iterable[tuple[list[_Hand], Sequence[_Odds]]], dice: Roll, throws: int, most: int
) -> tuple[Leave, ...]:
    """Rank what may stay by the first of the odds, then by the others, then by how many dice stay."""
    lines = [line for hands, odds in played for line in _lines(hands, odds, throws, dice)]
    lines.sort(key=lambda line: (line[0], len(line[1])), reverse=True)
    found: dict[Roll, Leave] = {}
    for values, stays in lines:
        if len(found) == most:
            break
        found.setdefault(stays.sorted, Leave(stays.sorted, values[0]))
    return tuple(found.values())


def _lines(
    hands: list[_Hand], odds: Sequence[_Odds], throws: int, dice: Roll
) -> Iterator[tuple[tuple[float, ...], Roll]]:
    """List what leaving dice comes to by each of the odds, and which dice: all of them, then every other way."""
    everything = Roll(tuple(face for face in dice if face in hands[0].spots))
    places = _places(hands, everything)
    yield tuple(round(_mean(each.now, places), DECIMALS) for each in odds), dice
    for stays in _leaves(hands, everything):
        if len(stays) < len(dice):
            places = _places(hands, stays)
            yield tuple(round(_mean(each.left[throws - 1], places), DECIMALS) for each in odds), stays


def _leaves(hands: list[_Hand], dice: Roll) -> Iterator[Roll]:
    """List every way to leave some of these dice: of those that count alike the highest."""
    alike: dict[tuple[tuple[Spot, ...], ...], list[Face]] = {}
    for face in sorted(dice, key=worth, reverse=True):
        alike.setdefault(tuple(tuple(sorted(set(hand.spots[face]))) for hand in hands), []).append(face)
    piles = [alike[spots] for spots in sorted(alike)]
    for numbers in product(*(range(len(pile) + 1) for pile in piles)):
        yield Roll(tuple(face for pile, number in zip(piles, numbers, strict=True) for face in pile[:number]))


def _places(hands: list[_Hand], stays: Roll) -> list[tuple[float, set[int]]]:
    return [(hand.chance, hand.places(stays)) for hand in hands]


def _mean(values: Table, places: list[tuple[float, set[int]]]) -> float:
    """Tell what leaving dice is worth over all the ways in which they may lie there."""
    return sum(chance * max(values[index] for index in each) for chance, each in places)


# What the dice are worth


def _odds(kinds: tuple[Kind, ...], ways: Ways) -> _Odds:
    """Look back from the end: what the dice make as they lie, then with one throw left, then with two."""
    now = best(table(kinds, ways), kinds)
    once = thrown(now, kinds)
    return _Odds(now, (once, thrown(best(once, kinds), kinds)))


@cache
def _number_odds(phase: int, *, points: bool) -> _Odds:
    return _odds((HIGH_DICE, LOW_DICE), _number_ways(phase, points=points))


def _number_ways(phase: int, *, points: bool) -> Ways:
    """List the dice that make a phase, none of them idle: naturals score their numbers, wilds nothing."""
    for used, wilds in makings(PHASES[phase - 1]):
        high = tuple(used.get(int(name), 0) for name in HIGH_DICE.names)
        low = tuple(wilds if name == WILD else used.get(int(name), 0) for name in LOW_DICE.names)
        yield (high, low), sum(number * count for number, count in used.items()) if points else 1


@lru_cache(LAYOUTS)
def _colour_odds(kinds: tuple[Kind, ...]) -> _Odds:
    return _odds(kinds, _colour_ways(kinds))


def _colour_ways(kinds: tuple[Kind, ...]) -> Ways:
    for numbers in product(*(range(kind.number + 1) for kind in kinds)):
        if sum(numbers) == COLOUR_PHASE.colour:
            for colour in COLOURS:
                each = zip(kinds, numbers, strict=True)
                yield tuple(tuple(n * (name == colour) for name in kind.names) for kind, n in each), 1


@lru_cache(LAYOUTS * len(COLOURS))
def _value_odds(kinds: tuple[Kind, ...]) -> _Odds:
    return _odds(kinds, _value_ways(kinds))


def _value_ways(kinds: tuple[Kind, ...]) -> Ways:
    """List seven dice of a colour and what they score: the numbers of the naturals (5.1.10)."""
    for seven in combinations(range(len(kinds)), COLOUR_PHASE.colour):
        for sides in product(*(kinds[die].names for die in seven)):
            shown = dict(zip(seven, sides, strict=True))
            stays = tuple(tuple(int(name == shown.get(i)) for name in kind.names) for i, kind in enumerate(kinds))
            yield stays, sum(worth(Face(side)) for side in sides)
