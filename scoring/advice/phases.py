"""The chance to make a phase of Phase 10 Dice (rule book 5), and the score to expect, with the best re-rolls.

Every answer is a `Leave`: which of the ten dice stay while the others are thrown, and what that comes to. Leaving all
ten is to stop. A phase that is made can be lost again by throwing its dice; both answers count that in.

For all phases but 8 colours do not matter: six like dice 5 to 10 and four like dice 1 2 3 4 W W, and both answers are
exact over all ways to leave dice. For Phase 8 only colours matter to the chance: dice with equally many sides of each
colour are alike, and the chance is exact again; the dice of rule book 5.2 are of four such kinds. Which die is which is
told by the faces; where they fit the dice in several ways, one of those is taken.

The score of Phase 8 counts numbers too, so there the player is taken to stay with one colour to the end. With one throw
left and the phase made that loses nothing: it is worth 19 or more, and to leave no more than three dice of a colour is
worth less than 6. With two throws left it can lose only where dice of a phase that was made are thrown away. While the
phase is not made, going over to another colour after the next throw is worth up to 0.03 of chance (3,000 throws at
random; on average 0.005): `scores` misses that, `chances` does not.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, product
from math import prod

from scoring.advice.stays import Counts, Kind, Table, best, lattice, place, places, table, thrown
from scoring.dice import COLOURS, Die, Face, Roll, RuleError
from scoring.layout import HIGH, HIGHS, LOW, LOWS, Layout, fitted
from scoring.phases import LAST, PHASES, WILD, uses, wishes, worth

COLOUR_PHASE = next(phase for phase in PHASES if phase.colour)
HIGH_DICE, LOW_DICE = Kind(HIGH, HIGHS), Kind(LOW, LOWS)
PLENTY = (LOWS, *(LOWS if str(number) in LOW else HIGHS for number in range(1, LAST + 1)))  # of W, 1, 2 and so on
LARGEST = 400_000  # numbers in one table: a second or two until the first answer
LAYOUTS = 4  # sets of dice whose tables are remembered
DECIMALS = 12  # what differs beyond them is the same

Ways = Iterable[tuple[tuple[Counts, ...], float]]


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
    """The dice on the table, for each kind by the side that counts; those never worth leaving are in no pile."""

    kinds: tuple[Kind, ...]
    piles: tuple[dict[str, list[Face]], ...]

    def counts(self) -> tuple[Counts, ...]:
        """Count the dice of each side, for each kind."""
        each = zip(self.kinds, self.piles, strict=True)
        return tuple(tuple(len(pile.get(name, ())) for name in kind.names) for kind, pile in each)

    def found(self, stays: Roll) -> tuple[Counts, ...]:
        """Count the dice of each side among some of the dice, named by their faces."""
        left = Counter(stays)

        def taken(pile: list[Face]) -> int:
            mine = left & Counter(pile)
            left.subtract(mine)
            return mine.total()

        each = zip(self.kinds, self.piles, strict=True)
        counts = tuple(tuple(taken(pile.get(name, [])) for name in kind.names) for kind, pile in each)
        for face in +left:
            raise RuleError(f"{face} does not lie there: only dice on the table can stay.")
        return counts

    def lay(self, stays: tuple[Counts, ...]) -> Roll:
        """Name dice for so many of each side: the highest of those that count alike."""
        each = zip(self.kinds, self.piles, stays, strict=True)
        sides = ((pile.get(name, []), n) for kind, pile, some in each for name, n in zip(kind.names, some, strict=True))
        return Roll(tuple(face for pile, number in sides for face in pile[:number])).sorted


# What may be asked


def told(phase: int, layout: Layout) -> bool:
    """Tell whether the odds of a phase can be told with these dice.

    They can, but for Phase 8 with dice of a table's own whose colours make them too many kinds.
    """
    if phase != COLOUR_PHASE.number:
        return True
    tables = (_colour_kinds(layout), *(tuple(_one_colour(die, colour) for die in layout.dice) for colour in COLOURS))
    return all(prod(len(lattice(kind).sets) for kind in kinds) <= LARGEST for kinds in tables)


def chances(phase: int, dice: Roll, throws: int, layout: Layout, most: int = 10) -> tuple[Leave, ...]:
    """Rank what may stay by the chance, 0 to 1, to have made the phase at the end: the best first, at most so many.

    `phase` is 1 to 10, `dice` the ten dice as they lie, `throws` 1 or 2 that are left, `layout` the dice of the set.
    Equal chances: the higher score that can be expected first (not for Phase 8), then more dice that stay. Dice that
    count alike are named once.
    """
    if phase == COLOUR_PHASE.number:
        hand = _by_colour(dice, layout)
        return _ranked([(hand, (_colour_odds(hand.kinds),))], dice, throws, most)
    odds = (_number_odds(phase, points=False), _number_odds(phase, points=True))
    return _ranked([(_by_number(dice), odds)], dice, throws, most)


def scores(phase: int, dice: Roll, throws: int, layout: Layout, most: int = 10) -> tuple[Leave, ...]:
    """Rank what may stay by the score of the phase that can be expected, 0 where it is not made; else as `chances`."""
    if phase == COLOUR_PHASE.number:
        hands = [_by_value(dice, layout, colour) for colour in COLOURS]
        return _ranked([(hand, (_value_odds(hand.kinds),)) for hand in hands], dice, throws, most)
    odds = (_number_odds(phase, points=True), _number_odds(phase, points=False))
    return _ranked([(_by_number(dice), odds)], dice, throws, most)


def chance(phase: int, dice: Roll, stays: Roll, throws: int, layout: Layout) -> float:
    """Tell the chance, 0 to 1, to have made the phase at the end when exactly these dice stay now.

    With two throws left the second re-roll is the best one. Dice that do not lie there are a `RuleError`.
    """
    by_colour = phase == COLOUR_PHASE.number
    hand = _by_colour(dice, layout) if by_colour else _by_number(dice)
    odds = _colour_odds(hand.kinds) if by_colour else _number_odds(phase, points=False)
    values = odds.now if len(stays) == len(dice) else odds.left[throws - 1]
    return values[place(hand.kinds, hand.found(stays))]


# The dice as they lie


def _by_number(dice: Roll) -> _Hand:
    piles: tuple[dict[str, list[Face]], ...] = ({}, {})
    for face in dice:
        piles[face.symbol in LOW].setdefault(face.symbol, []).append(face)
    return _Hand((HIGH_DICE, LOW_DICE), piles)


def _by_colour(dice: Roll, layout: Layout) -> _Hand:
    kinds = _colour_kinds(layout)
    piles: tuple[dict[str, list[Face]], ...] = tuple({} for _ in kinds)
    shown = zip(layout.dice, fitted(layout, dice.faces), strict=True)
    for die, face in sorted(shown, key=lambda each: -worth(each[1])):
        mine = next(pile for kind, pile in zip(kinds, piles, strict=True) if kind.sides == _colours(die))
        mine.setdefault(face.colour, []).append(face)
    return _Hand(kinds, piles)


def _by_value(dice: Roll, layout: Layout, colour: str) -> _Hand:
    shown = fitted(layout, dice.faces)
    piles = tuple({face.symbol: [face]} if face.colour == colour else {} for face in shown)
    return _Hand(tuple(_one_colour(die, colour) for die in layout.dice), piles)


def _one_colour(die: Die, colour: str) -> Kind:
    return Kind(tuple(face.symbol if face.colour == colour else None for face in die.faces))


def _colours(die: Die) -> tuple[str, ...]:
    return tuple(sorted(face.colour for face in die.faces))


def _colour_kinds(layout: Layout) -> tuple[Kind, ...]:
    sides = [_colours(die) for die in layout.dice]
    return tuple(Kind(some, sides.count(some)) for some in dict.fromkeys(sides))


def _ranked(hands: Sequence[tuple[_Hand, Sequence[_Odds]]], dice: Roll, throws: int, most: int) -> tuple[Leave, ...]:
    """Rank what may stay by the first of the odds, then by the others, then by how many dice stay."""
    lines = [line for hand, odds in hands for line in _lines(hand, odds, throws, len(dice))]
    lines.sort(key=lambda line: (line.values, line.number), reverse=True)
    found: dict[Roll, Leave] = {}
    for line in lines:
        if len(found) == most:
            break
        stays = dice.sorted if line.number == len(dice) else line.hand.lay(line.stays)
        found.setdefault(stays, Leave(stays, line.values[0]))
    return tuple(found.values())


@dataclass(frozen=True)
class _Line:
    """One way to leave dice: what it comes to by each of the odds, how many dice stay, and which."""

    values: tuple[float, ...]
    number: int
    hand: _Hand
    stays: tuple[Counts, ...]


def _lines(hand: _Hand, odds: Sequence[_Odds], throws: int, dice: int) -> Iterator[_Line]:
    everything = hand.counts()
    index = place(hand.kinds, everything)
    yield _Line(tuple(round(each.now[index], DECIMALS) for each in odds), dice, hand, everything)
    for stays, index in places(hand.kinds, everything).items():
        number = sum(map(sum, stays))
        if number < dice:
            values = tuple(round(each.left[throws - 1][index], DECIMALS) for each in odds)
            yield _Line(values, number, hand, stays)


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
    for wish in wishes(PHASES[phase - 1]):
        for used in uses(wish, PLENTY, LOWS):
            wilds = sum(want for _, want in wish.counts) - sum(used.values())
            high = tuple(used.get(int(name), 0) for name in HIGH_DICE.names)
            low = tuple(wilds if name == WILD else used.get(int(name), 0) for name in LOW_DICE.names)
            if sum(high) <= HIGHS and sum(low) <= LOWS:
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
