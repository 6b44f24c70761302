"""Every throw and every keep of Jack Stone against a slow second opinion, written from the rule book (4.2 to 4.4)."""

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, combinations_with_replacement, product

import pytest

from scoring.dice import Roll
from scoring.family import Rules, allowed
from scoring.games.jack_stone import GAME, rules
from scoring.turn import Turn


@dataclass(frozen=True)
class House:
    """Jack Stone as one household plays it."""

    keep_all: bool
    six: bool
    doubles: bool

    def __str__(self) -> str:
        return " ".join(f"{name}={value}" for name, value in vars(self).items())

    @cached_property
    def rules(self) -> Rules:
        """The rules as the engine reads them."""
        return rules(
            {option.name: option.default for option in GAME.options}
            | {
                "keep_rule": "all" if self.keep_all else "any",
                "six_as_three_pairs": "true" if self.six else "false",
                "beyond_three": "double" if self.doubles else "none",
            }
        )


HOUSES = [House(every, six, double) for every, six, double in product([True, False], repeat=3)]


@cache
def worth(dice: tuple[int, ...], *, six: bool, double: bool) -> int | None:
    """Say what sorted dice of one throw are worth when every one of them has to score; None when one does not."""
    if not dice:
        return 0
    ways = [of_a_kind(dice, size, double=double) for size in (1, 3, 4, 5, 6)]
    pairs = len(dice) == 6 and dice[0::2] == dice[1::2] and (six or len(set(dice)) > 1)
    ways += [3000] * (dice == (1, 2, 3, 4, 5, 6)) + [1500] * pairs
    return max((way for way in ways if way is not None), default=None)


def of_a_kind(dice: tuple[int, ...], size: int, *, double: bool) -> int | None:
    """Let the lowest die score with its like, so many of them, and the rest as it can."""
    pip, rest = dice[0], dice[size:]
    if dice[:size] != (pip,) * size or (size == 1 and pip not in (1, 5)) or (size > 3 and not double):
        return None
    single, triple = {1: (100, 1000), 5: (50, 500)}.get(pip, (0, 100 * pip))
    others = worth(rest, six=False, double=double) if len(rest) < 6 else None
    return None if others is None else others + (single if size == 1 else triple * 2 ** (size - 3))


@cache
def keeps(dice: tuple[int, ...], *, every: bool, six: bool, double: bool) -> dict[str, int]:
    subsets = {some for size in range(1, len(dice) + 1) for some in combinations(dice, size)}
    found = {" ".join(map(str, some)): worth(some, six=six, double=double) for some in subsets}
    scoring = {some: points for some, points in found.items() if points is not None}
    best = max(scoring.values(), default=0)
    return {some: points for some, points in scoring.items() if not every or points == best}


def second_opinion(house: House, dice: tuple[int, ...]) -> dict[str, int]:
    return keeps(tuple(sorted(dice)), every=house.keep_all, six=house.six, double=house.doubles)


def engine(house: House, dice: tuple[int, ...]) -> dict[str, int]:
    turn = Turn(thrown=Roll.parse(" ".join(map(str, dice))))
    return {str(pick.dice): pick.points for pick in allowed(house.rules, turn)}


@pytest.mark.parametrize("house", HOUSES, ids=str)
def test_every_throw_of_one_to_six_dice_and_every_keep_of_it(house: House) -> None:
    for number in range(1, 7):
        for dice in combinations_with_replacement(range(1, 7), number):
            assert engine(house, dice) == second_opinion(house, dice), dice


def test_all_46656_throws_of_six_dice_in_any_order() -> None:
    for house in (HOUSES[1], HOUSES[5]):
        for dice in product(range(1, 7), repeat=6):
            assert engine(house, dice) == second_opinion(house, dice), dice


@pytest.mark.parametrize("house", [house for house in HOUSES if house.keep_all], ids=str)
def test_4_4_no_throw_has_two_best_scorings(house: House) -> None:
    for number in range(1, 7):
        for dice in combinations_with_replacement(range(1, 7), number):
            assert len(engine(house, dice)) <= 1


def test_1080_of_46656_throws_of_six_dice_bust() -> None:
    assert sum(not second_opinion(HOUSES[0], dice) for dice in product(range(1, 7), repeat=6)) == 1080
