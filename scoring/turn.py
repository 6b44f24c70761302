"""A turn of the 10,000 family: which dice score, what may be set aside, and what is at risk.

A `Scale` is a list of groups that score. What a set of dice is worth is the best way to split it into groups with no
die left over; a set that cannot be split so may not be set aside. Dice of different throws never combine.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement

from scoring.dice import NO_DICE, Die, Face, Roll, RuleError, in_words

TRIPLES = {"1": 1000, "2": 200, "3": 300, "4": 400, "5": 500, "6": 600}  # three of a kind of pips, as most play it
MEMORY = 2**16  # answers about throws that are remembered: some tables' worth


@dataclass(frozen=True)
class Group:
    """Dice that score together: `1 1 1` is worth 1,000; a straight has a name of its own."""

    dice: Roll
    points: int
    name: str = ""


@dataclass(frozen=True)
class Scale:
    """All groups that score in one game; its hash is worked out once, for it is asked often."""

    groups: tuple[Group, ...]

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(self.groups)

    @cached_property
    def starting(self) -> Mapping[Face, tuple[Group, ...]]:
        """List the groups by the first of their dice as they are laid out in order."""
        firsts = {group.dice.faces[0] for group in self.groups}
        return {face: tuple(group for group in self.groups if group.dice.faces[0] == face) for face in firsts}


def group(dice: str, points: int, name: str = "") -> Group:
    """Write down a group that scores."""
    return Group(Roll.parse(dice), points, name)


def sets(triples: Mapping[str, int], doubling: Iterable[int]) -> tuple[Group, ...]:
    """List three of a kind, and of as many more dice as `doubling` names, each further die doubling the points.

    >>> [(str(found.dice), found.points) for found in sets({"J": 300}, range(4, 6))]
    [('J J J', 300), ('J J J J', 600), ('J J J J J', 1200)]
    """
    sizes = (3, *doubling)
    return tuple(group(" ".join([face] * size), triples[face] * 2 ** (size - 3)) for face in triples for size in sizes)


def three_pairs(faces: Iterable[str], points: int, alike: int) -> tuple[Group, ...]:
    """List three pairs; of the six dice so many may be alike: 2, 4 (four of a kind and a pair) or 6.

    >>> len(three_pairs("123456", 1500, alike=2)), len(three_pairs("123456", 1500, alike=6))
    (20, 56)
    """
    triples = combinations_with_replacement(faces, 3)
    return tuple(
        group(" ".join(face for face in triple for _ in range(2)), points, "three pairs")
        for triple in triples
        if 2 * max(Counter(triple).values()) <= alike
    )


@dataclass(frozen=True)
class Pick:
    """Dice that may be set aside together: what they are worth, and the groups that make it so."""

    dice: Roll
    points: int
    groups: tuple[Group, ...]

    @cached_property
    def why(self) -> str:
        """Explain the points: `2 x 1 = 200, 1 x 5 = 50`."""
        return explained(self.groups)


@lru_cache(MEMORY)
def split(scale: Scale, dice: Roll) -> tuple[Group, ...] | None:
    """Split dice, laid out in order, into the groups that pay most; None when a die is left over.

    Of ways that pay the same, the one with fewer groups is told.
    """
    if not dice:
        return ()
    ways = []
    for group in scale.starting.get(dice.faces[0], ()):
        if dice.holds(group.dice):
            rest = split(scale, dice.without(group.dice))
            if rest is not None:
                ways.append((group, *rest))
    return max(ways, key=lambda way: (_worth(way), -len(way)), default=None)


@lru_cache(MEMORY)
def _picks(scale: Scale, dice: Roll) -> tuple[Pick, ...]:
    ways = [(some, split(scale, some)) for some in _together(scale, dice)]
    found = [Pick(some, _worth(way), way) for some, way in ways if way is not None]
    return tuple(sorted(found, key=lambda pick: (-pick.points, len(pick.dice), str(pick.dice))))


def _together(scale: Scale, dice: Roll) -> set[Roll]:
    """List the sets of these dice that groups make up, laid out in order; each can be split into groups again."""
    fitting = list(_held(dice, (group.dice for group in scale.groups)))
    found = set[Roll]()
    left = {NO_DICE: dice}  # of each set that is new: the dice that are not in it
    while left:
        larger = ((some + group, rest.without(group)) for some, rest in left.items() for group in _held(rest, fitting))
        left = {some.sorted: rest for some, rest in larger if some.sorted not in found}
        found |= left.keys()
    return found


def _held(dice: Roll, groups: Iterable[Roll]) -> Iterable[Roll]:
    return (group for group in groups if dice.holds(group))


def picks(scale: Scale, thrown: Roll) -> tuple[Pick, ...]:
    """List every set of dice of a throw that scores, each once, the best first.

    >>> ones = Scale((Group(Roll.parse("1"), 100), Group(Roll.parse("1 1 1"), 1000)))
    >>> [(str(pick.dice), pick.points) for pick in picks(ones, Roll.parse("1 2 1 1"))]
    [('1 1 1', 1000), ('1 1', 200), ('1', 100)]
    """
    return _picks(scale, thrown.sorted)


def forget() -> None:
    """Forget every answer about throws, as after a fresh start."""
    split.cache_clear()
    _picks.cache_clear()


def _worth(groups: tuple[Group, ...]) -> int:
    return sum(group.points for group in groups)


def explained(groups: tuple[Group, ...]) -> str:
    """Say why dice are worth their points, the largest groups first.

    >>> explained((Group(Roll.parse("2 2 2"), 200), Group(Roll.parse("5"), 50), Group(Roll.parse("5"), 50)))
    '3 x 2 = 200, 2 x 5 = 100'
    """
    largest_first = sorted(groups, key=lambda group: -len(group.dice))
    return ", ".join(_explained(group, times) for group, times in Counter(largest_first).items())


def _explained(group: Group, times: int) -> str:
    if group.name:
        return f"{group.name} = {group.points:,}"
    if len(group.dice) == 1:
        return f"{times} x {group.dice} = {times * group.points:,}"
    return ", ".join([f"{len(group.dice)} x {group.dice.faces[0]} = {group.points:,}"] * times)


@dataclass(frozen=True)
class Turn:
    """One turn so far: points at risk, throws made, dice lying there, dice aside from this set, and why.

    Before the first throw `thrown` may still show the dice of the turn before. `of_set` are those of the points that
    the dice aside have earned.
    """

    points: int = 0
    throws: int = 0
    thrown: Roll = NO_DICE
    aside: Roll = NO_DICE
    of_set: int = 0
    undecided: bool = False  # the last throw scored, and nothing of it is set aside yet
    why: tuple[str, ...] = ()


FRESH = Turn()


def dice_to_throw(turn: Turn, all_dice: int) -> int:
    """Count the dice not aside; when all of them are aside, all are thrown again."""
    return all_dice - len(turn.aside) or all_dice


def after_throw(turn: Turn, roll: Roll, all_dice: int) -> Turn:
    """Throw the dice that are not aside."""
    after = replace(turn, throws=turn.throws + 1, thrown=roll, undecided=True)
    return replace(after, aside=NO_DICE, of_set=0) if len(turn.aside) == all_dice else after


def after_keep(turn: Turn, roll: Roll, pick: Pick) -> Turn:
    """Set dice of the throw aside and count their points."""
    return Turn(
        points=turn.points + pick.points,
        throws=turn.throws,
        thrown=turn.thrown.without(roll),
        aside=turn.aside + roll,
        of_set=turn.of_set + pick.points,
        why=(*turn.why, pick.why),
    )


@dataclass(frozen=True)
class Straight:
    """One of each face over the dice of one set, in one throw or in several: what it pays (rule book 2.9).

    `replaces` says that it pays in place of what the dice of the set have earned before, and not on top of it.
    """

    points: int
    replaces: bool = True


def completed(straight: Straight, die: Die, turn: Turn) -> tuple[Pick, ...]:
    """Tell the dice of the throw that make a straight with those aside: one way or none.

    >>> one_of_each, die = Straight(200), Die("die", Roll.parse("J Q 50").faces)
    >>> turn = Turn(thrown=Roll.parse("J Q"), aside=Roll.parse("50"), of_set=50)
    >>> [(str(pick.dice), pick.points, pick.why) for pick in completed(one_of_each, die, turn)]
    [('J Q', 150, 'straight: 200 in place of 50 = 150')]
    """
    every = Roll(die.faces)
    if not every.holds(turn.aside):
        return ()
    missing = every.without(turn.aside).sorted
    if not missing or not turn.thrown.holds(missing):
        return ()
    replaced = turn.of_set if straight.replaces else 0
    points = straight.points - replaced
    name = f"straight: {straight.points:,} in place of {replaced:,}" if replaced else "straight"
    return (Pick(missing, points, (Group(missing, points, name),)),)


def check_throw(roll: Roll, number: int, die: Die) -> None:
    """Refuse a throw with the wrong number of dice, or a face that the dice do not have."""
    if len(roll) != number:
        are = "is" if number == 1 else "are"
        raise RuleError(f"{in_words(number).capitalize()} {are} thrown here, not {len(roll)}.")
    strange = next((face for face in roll if face not in die.faces), None)
    if strange is not None:
        raise RuleError(f"{strange} is not on these dice: their faces are {' '.join(map(str, die.faces))}.")
