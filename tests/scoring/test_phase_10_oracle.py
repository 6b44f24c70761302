"""Phase 10 Dice against the slowest means: all ways to count ten dice, and everything that the dice can show."""

import random
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

import pytest

from scoring.dice import Die, Face, Roll
from scoring.games.phase_10 import GAME
from scoring.layout import PRINTED, in_doubt, layout
from scoring.paper import possible
from scoring.phases import PHASES, best, fit, ways, wishes
from scoring.race import five_phase_bonus

RULES = {  # what the score pad says: the kind and the size of each group
    1: [("set", 3), ("set", 3)],
    2: [("set", 3), ("run", 4)],
    3: [("set", 4), ("run", 4)],
    4: [("run", 7)],
    5: [("run", 8)],
    6: [("run", 9)],
    7: [("set", 4), ("set", 4)],
    8: [("colour", 7)],
    9: [("set", 5), ("set", 2)],
    10: [("set", 5), ("set", 3)],
}
EVERY_PHASE = pytest.mark.parametrize("number", range(1, 11))
DICE = layout(PRINTED)
HIGHEST = {1: 60, 2: 57, 3: 59, 4: 49, 5: 52, 6: 54, 7: 60, 8: 56, 9: 60, 10: 62}

# All ways to count


def sums(number: int, roll: Roll) -> set[int]:
    """Try all ways to lay ten dice into the groups of a phase."""
    numbers = [0 if face.symbol == "W" else int(face.symbol) for face in roll]
    colours = [face.colour for face in roll]
    first, *second = [list(groups_of(kind, size, numbers, colours)) for kind, size in RULES[number]]
    if not second:
        return {sum(numbers[die] for die in group) for group in first}
    points = {group: sum(numbers[die] for die in group) for group in (*first, *second[0])}
    return {points[one] + points[two] for one in first for two in second[0] if one.isdisjoint(two)}


def groups_of(kind: str, size: int, numbers: list[int], colours: list[str]) -> Iterator[frozenset[int]]:
    for dice in combinations(range(10), size):
        shown = [numbers[die] for die in dice if numbers[die]]
        if kind == "set":
            good = len(set(shown)) <= 1
        elif kind == "run":
            good = len(set(shown)) == len(shown) and max(shown, default=0) - min(shown, default=0) < size
        else:
            good = len({colours[die] for die in dice}) == 1
        if good:
            yield frozenset(dice)


def rolls(seed: int, number: int) -> Iterator[Roll]:
    """Throw ten dice so many times; every other time they are loaded, so that phases are made more often."""
    chance = random.Random(seed)  # noqa: S311 - dice, not secrets
    for throw in range(number):
        liked = {*chance.sample([*"123456789W", "10"], 3), chance.choice("ROBG")} if throw % 2 else set()
        yield Roll(tuple(chance.choice(loaded(die, liked)) for die in DICE.dice))


def loaded(die: Die, liked: set[str]) -> list[Face]:
    return [face for face in die.faces for _ in range(6 if liked & {face.symbol, face.colour} else 1)]


@pytest.mark.parametrize("many", [1000, pytest.param(3000, marks=pytest.mark.long)])
@EVERY_PHASE
def test_the_best_way_and_every_sum_are_those_of_all_ways(number: int, many: int) -> None:
    made = 0
    for roll in rolls(number, many):
        expected = sums(number, roll)
        found = best(number, roll)
        assert (found.points if found else None) == max(expected, default=None), roll
        assert [way.points for way in ways(number, roll)] == sorted(expected, reverse=True), roll
        made += bool(expected)
    assert made > many / 60


@EVERY_PHASE
def test_a_way_of_counting_is_made_of_dice_that_lie_there_and_adds_up(number: int) -> None:
    for roll in rolls(100 + number, 300):
        for way in ways(number, roll):
            used = Roll(tuple(face for group in way.groups for face in group))
            assert roll.holds(used)
            assert way.points == sum(int(face.symbol) for face in used if face.symbol != "W")
            assert [len(group) for group in way.groups] == [size for _, size in RULES[number]]
            assert str(way).endswith(f" = {way.points}")


# Everything that the dice can show (rule book 5.3)


def everything() -> Iterator[tuple[int, ...]]:
    """Count wilds and numbers of all that the dice can show; but for colours high dice are alike, and low ones too."""
    faces = [sorted({face.symbol for face in die.faces}) for die in DICE.dice]
    highs = [kind for kind in faces if "W" not in kind]
    lows = [kind for kind in faces if "W" in kind]
    assert all(kind == highs[0] for kind in highs)
    assert all(kind == lows[0] for kind in lows)
    for high in combinations_with_replacement(highs[0], len(highs)):
        for low in combinations_with_replacement(lows[0], len(lows)):
            yield tuple((high + low).count(symbol) for symbol in ("W", *map(str, range(1, 11))))


def highest(number: int, shown: list[tuple[int, ...]]) -> int:
    top = 0
    for there in shown:
        for wish in wishes(PHASES[number - 1]):
            if wish.worth <= top:
                break
            points, missing = fit(wish, there)
            top = max(top, points) if missing <= there[0] else top
    return top


def highest_of_one_colour() -> int:
    """Let each die show its best face of a colour, and take the best seven: no throw has more."""
    tops = []
    for colour in "ROBG":
        shown = [[face for face in die.faces if face.colour == colour] for die in DICE.dice]
        best_faces = sorted(max((0 if f.symbol == "W" else int(f.symbol)) for f in faces) for faces in shown if faces)
        tops.append(sum(best_faces[-7:]))
    return max(tops)


def test_the_highest_possible_score_is_649() -> None:
    shown = list(everything())
    assert len(shown) == 462 * 70
    tops = {number: highest_of_one_colour() if number == 8 else highest(number, shown) for number in range(1, 11)}
    assert tops == HIGHEST
    five = five_phase_bonus(tuple(tops[number] for number in range(1, 6)))
    assert (sum(tops.values()), sum(tops.values()) + five + 40) == (569, 649)


@EVERY_PHASE
def test_the_sums_that_a_paper_may_bring_are_those_that_dice_can_make(number: int) -> None:
    sums_made = possible(PHASES[number - 1], DICE)
    assert max(sums_made) == HIGHEST[number]
    assert {way.points for roll in rolls(200 + number, 300) for way in ways(number, roll)} <= sums_made


# Ten different dice (rule book 5.2)


def too_few(faces: tuple[Face, ...]) -> list[tuple[Face, ...]]:
    """List all faces that have fewer dice between them than there are of them."""
    on = [{die.name for die in GAME.dice if face in die.faces} for face in faces]
    sizes = range(1, len(faces) + 1)
    crowds = [crowd for size in sizes for crowd in combinations(range(len(faces)), size)]
    return [
        tuple(faces[place] for place in crowd)
        for crowd in crowds
        if len(set().union(*(on[place] for place in crowd))) < len(crowd)
    ]


def test_ten_dice_are_told_from_what_ten_dice_cannot_show() -> None:
    chance = random.Random(1)  # noqa: S311 - dice, not secrets
    every_face = [face for die in GAME.dice for face in die.faces]
    refused = 0
    for misread in [0, 1, 2, 10] * 60:
        faces = [chance.choice(die.faces) for die in GAME.dice]
        for place in chance.sample(range(10), misread):
            faces[place] = chance.choice(every_face)
        chance.shuffle(faces)
        doubtful, crowds = in_doubt(DICE, faces), too_few(tuple(faces))
        assert bool(doubtful) == bool(crowds)
        if doubtful:
            assert sorted(map(str, doubtful)) in [sorted(map(str, crowd)) for crowd in crowds]
            assert not any(len(crowd) < len(doubtful) for crowd in too_few(doubtful))
            refused += 1
    assert 60 < refused < 180


def test_whatever_the_dice_show_is_possible() -> None:
    assert not any(in_doubt(DICE, roll) for roll in rolls(3, 1000))
