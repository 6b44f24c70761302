"""Which dice show which faces: against all ways to put ten faces on ten dice, one throw and two throws deep."""

import random
from collections import Counter
from itertools import permutations
from math import comb, isclose, prod

import pytest

from scoring.advice.fits import fits
from scoring.dice import Face, Roll, RuleError
from scoring.layout import PRINTED, Layout, layout

SET = layout(PRINTED)
TWINS = layout(PRINTED.replace("5R 6G 7O 8B 9R 10B", "5R 6O 7B 8G 9O 10G"))  # D4 has the faces of D1
EITHER_SET = pytest.mark.parametrize("dice", [SET, TWINS])

Way = tuple[Face, ...]


def throw(dice: Layout, chance: random.Random) -> Roll:
    return Roll(tuple(chance.choice(die.faces) for die in dice.dice))


def by_hand(dice: Layout, faces: Roll) -> set[Way]:
    """Put the faces on the high dice and on the low ones in every order."""
    parts = []
    for some in (dice.dice[:6], dice.dice[6:]):
        orders = set(permutations(face for face in faces if any(face in die.faces for die in some)))
        parts.append([way for way in orders if all(face in die.faces for die, face in zip(some, way, strict=True))])
    return {(*high, *low) for high in parts[0] for low in parts[1]}


def in_order(dice: Layout, way: Way) -> Way:
    """Put what the twins show in order, where there are twins."""
    if dice is SET:
        return way
    first, second = sorted((way[0], way[3]), key=str)
    return (first, *way[1:3], second, *way[4:])


def check(dice: Layout, found: Counter[Way], faces: Roll, kept: tuple[tuple[Roll, Roll], ...] = ()) -> None:
    """Compare with ways that are counted as often as they are likely."""
    together = Counter[Way]()
    for way, number in found.items():
        together[in_order(dice, way)] += number
    shares = fits(dice, faces, kept)
    assert {fit.faces for fit in shares} == set(+together)
    assert all(isclose(share, together[fit.faces] / together.total()) for fit, share in shares.items())


@EITHER_SET
def test_every_way_to_put_the_faces_on_the_dice_is_as_likely_as_the_others(dice: Layout) -> None:
    chance = random.Random(1)  # noqa: S311 - dice, not secrets
    for _ in range(40):
        faces = throw(dice, chance)
        check(dice, Counter(by_hand(dice, faces)), Roll(tuple(chance.sample(faces.faces, 10))))


@EITHER_SET
def test_a_way_is_as_likely_as_the_throw_before_allows(dice: Layout) -> None:
    chance = random.Random(2)  # noqa: S311 - dice, not secrets
    for _ in range(40):
        before = throw(dice, chance)
        again = chance.sample(range(10), chance.randint(2, 8))
        stayed = Roll(tuple(face for n, face in enumerate(before) if n not in again))
        faces = Roll(tuple(chance.choice(dice.dice[n].faces) if n in again else face for n, face in enumerate(before)))
        found = Counter[Way]()
        for now in by_hand(dice, faces):
            for was in by_hand(dice, before):
                same = Counter(face for face, other in zip(now, was, strict=True) if face == other)
                found[now] += prod(comb(same[face], many) for face, many in stayed.counts.items())
        check(dice, found, faces, ((before, stayed),))


def test_dice_that_are_all_alike_fit_in_one_way() -> None:
    high, low = "5R 6O 7B 8G 9O 10G", "1B 2G 3O 4G WR WO"
    alike = layout("; ".join([high] * 6 + [low] * 4))
    assert len(fits(alike, Roll.parse("10G 9O 8G 7B 6O 5R WO 3O 2G 1B"))) == 1


def test_a_die_misread_before_does_not_hide_the_ways_of_what_lies_there_now() -> None:
    before = Roll.parse("10G 6R 5O 8B 9R 9G 1B 2B 3R 4R")
    stayed = Roll.parse("6R 5O 9R 9G 1B 2B 3R 4R")
    faces = stayed + Roll.parse("10G 10G")  # one of them on the die that showed 9R
    assert fits(SET, faces, ((before, stayed),)) == fits(SET, faces)


def test_faces_that_cannot_lie_there_fit_in_no_way() -> None:
    with pytest.raises(RuleError, match="cannot be there"):
        fits(SET, Roll.parse("8G 8G 5O 8B 9R 9G 1B 2B 3R 4R"))
