"""The odds of the ten phases against closed forms and against every outcome counted one by one."""

import random
from collections import Counter
from itertools import combinations, combinations_with_replacement, product
from math import factorial, isclose, prod

import pytest

from scoring.advice.fits import fits
from scoring.advice.phases import chance, chances, scores, told
from scoring.dice import Face, Roll, RuleError
from scoring.layout import HIGH, LOW, PRINTED, layout
from scoring.phases import best

SET = layout(PRINTED)
EVERY_PHASE = pytest.mark.parametrize("phase", range(1, 11))
A_PHASE_OF_EACH_KIND = pytest.mark.parametrize(  # a set and a run, a run, a colour, two sets
    "phase", [pytest.param(phase, marks=() if phase in {2, 6, 8, 10} else pytest.mark.long) for phase in range(1, 11)]
)
ALL = 1024


def hand(chance_: random.Random) -> Roll:
    """Throw the ten dice until no two show the same face, so that a face names its die."""
    while True:
        dice = Roll(tuple(chance_.choice(die.faces) for die in SET.dice))
        if len(dice.counts) == len(dice) and told_apart([dice]):
            return dice


def outcomes(dice: Roll, again: tuple[int, ...]) -> list[Roll]:
    """List all ways in which these dice, named by their places, can fall when they are thrown again."""
    faces = [SET.dice[n].faces if n in again else (face,) for n, face in enumerate(dice)]
    return [Roll(shown) for shown in product(*faces)]


def told_apart(falls: list[Roll]) -> bool:
    """Tell whether the faces say of each die which one it is, as Phase 8 needs."""
    return all(len(fits(SET, fall)) == 1 for fall in falls)


def made(phase: int, dice: Roll) -> bool:
    return best(phase, dice) is not None


def points(phase: int, dice: Roll) -> int:
    way = best(phase, dice)
    return way.points if way else 0


def some_again(chance_: random.Random, most: int) -> tuple[int, ...]:
    return tuple(sorted(chance_.sample(range(10), chance_.randint(1, most))))


def left(dice: Roll, again: tuple[int, ...]) -> Roll:
    return Roll(tuple(face for n, face in enumerate(dice) if n not in again))


# Closed forms


def test_with_one_die_missing_the_wilds_and_a_third_set_help() -> None:
    dice = Roll.parse("8B 8G 8O 9O 9R 5B 1B 2B 3R 4R")
    first = chances(1, dice, 1, SET)[0]
    no_three_alike = 4**4 - 4 * (4 * 3 + 1)  # of the low dice, without a wild
    assert str(first.stays) == "8B 8G 8O 9O 9R"
    assert isclose(first.value, 1 - 5 / 6 * no_three_alike / 6**4)
    all_but_one_high = dice.without(Roll.parse("5B"))
    assert isclose(chance(1, dice, all_but_one_high, 1, SET), 1 / 6)


def test_a_run_with_one_hole_is_filled_by_every_low_die_that_is_free() -> None:
    dice = Roll.parse("10G 5G 6B 7O 8O 9G 1B 2B 4B 4R")  # 1 2 _ 4 5 6 7 8 9 10
    stays = dice.without(Roll.parse("4R"))
    assert isclose(chance(6, dice, stays, 1, SET), 3 / 6)  # a 3 or a wild
    # With the 1 thrown too, 2 to 10 with a hole at 3: one of two dice must be a 3 or a wild.
    assert isclose(chances(6, dice, 1, SET)[0].value, 1 - 1 / 4)
    assert isclose(chance(6, dice, stays, 2, SET), 1 - 1 / 2 * 1 / 4)
    assert chances(6, dice, 2, SET)[0].value > 1 - 1 / 4 * 1 / 4  # all four low dice are thrown first


def test_the_last_die_of_a_colour_may_be_any_that_is_thrown() -> None:
    dice = Roll.parse("9O 8O 7R 7O 8O 10O 2G 4O 3R 1G")
    first = chances(8, dice, 1, SET)[0]
    assert str(first.stays) == "4O 7O 8O 8O 9O 10O"
    orange = [sum(face.colour == "O" for face in SET.dice[n].faces) for n in (2, 6, 8, 9)]
    assert isclose(first.value, 1 - prod(1 - sides / 6 for sides in orange))
    twice = chances(8, dice, 2, SET)[0]
    assert isclose(twice.value, 1 - prod((1 - sides / 6) ** 2 for sides in orange))


def test_a_phase_that_is_made_gets_better_where_numbers_replace_wilds() -> None:
    dice = Roll.parse("8G 8O 8B 10B 5B 6O WO WB 1O 2O")  # 8+8+8 and 10+W+W = 34
    first = scores(1, dice, 1, SET)[0]
    assert str(first.stays) == "1O 2O 8B 8G 8O 10B WB WO"
    two_tens, one_ten, pairs = 20, 10 * 10, 8 + 6 + 4 + 2  # more than 34, of 36 ways; pairs of 9, 8, 7 and 6
    assert isclose(first.value, 34 + (two_tens + one_ten + pairs) / 36)


def test_what_cannot_get_better_stays() -> None:
    dice = Roll.parse("9O 8O 10O 7O 8O 10O 3O 4O 1O 1G")  # 56, the highest Phase 8
    assert scores(8, dice, 2, SET)[0].stays == dice.sorted
    assert scores(8, dice, 2, SET)[0].value == 56
    assert chances(8, dice, 2, SET)[0].stays == dice.sorted


def test_a_phase_that_is_made_may_be_risked_for_a_higher_score() -> None:
    dice = Roll.parse("8G 8O 8B 10B 5B 6O WO WB 1O 2O")  # 8+8+8 and 7+8+W+10 = 35
    first = scores(2, dice, 1, SET)[0]
    assert str(first.stays) == "8B 8G 8O 10B WB WO"
    assert first.value > 41
    assert chance(2, dice, first.stays, 1, SET) < 1
    assert chances(2, dice, 1, SET)[0].value == 1


# Every outcome counted


@EVERY_PHASE
def test_one_throw_of_a_few_dice_is_the_count_of_all_outcomes(phase: int) -> None:
    chance_ = random.Random(phase)  # noqa: S311 - dice, not secrets
    for _ in range(12):
        dice, again = hand(chance_), some_again(chance_, 3)
        falls = [made(phase, fall) for fall in outcomes(dice, again)]
        assert isclose(chance(phase, dice, left(dice, again), 1, SET), sum(falls) / len(falls), abs_tol=1e-12)


@EVERY_PHASE
def test_the_score_to_expect_from_a_few_dice_is_the_mean_of_all_outcomes(phase: int) -> None:
    chance_ = random.Random(phase + 20)  # noqa: S311 - dice, not secrets
    for _ in range(4):
        dice = hand(chance_)
        by_symbols = {symbols(leave.stays): leave.value for leave in scores(phase, dice, 1, SET, ALL)}
        top = max(by_symbols.values())
        for again in combinations(range(10), 2):
            falls = [points(phase, fall) for fall in outcomes(dice, again)]
            mean = sum(falls) / len(falls)
            assert mean <= top + 1e-9
            if phase != 8:
                assert isclose(by_symbols[symbols(left(dice, again))], mean, abs_tol=1e-9)


def symbols(dice: Roll) -> tuple[str, ...]:
    return tuple(sorted(face.symbol for face in dice))


@pytest.mark.parametrize("phase", [pytest.param(1, marks=pytest.mark.long), 4])
def test_throwing_all_ten_is_the_sum_over_all_throws(phase: int) -> None:
    total = 0
    for high in combinations_with_replacement(HIGH, 6):
        for low in combinations_with_replacement(dict.fromkeys(LOW), 4):
            ways = orders(high) * orders(low) * 2 ** low.count("W")
            total += ways * made(phase, Roll(tuple(map(Face, high + low))))
    dice = Roll.parse("9O 8O 10O 7O 8O 10O 3O 4O 1O 1G")
    assert isclose(chance(phase, dice, Roll(), 1, SET), total / 6**10)


def orders(dice: tuple[str, ...]) -> int:
    return factorial(len(dice)) // prod(factorial(count) for count in Counter(dice).values())


def test_7_of_one_colour_in_one_throw_is_the_sum_over_the_colours() -> None:
    dice = Roll.parse("9O 8O 10O 7O 8O 10O 3O 4O 1O 1G")
    total = 0.0
    for colour in "ROBG":
        number = {0: 1.0}  # of dice of the colour, with its chance
        for die in SET.dice:
            sides = sum(face.colour == colour for face in die.faces)
            after = Counter[int]()
            for count, sure in number.items():
                after[count] += sure * (6 - sides) / 6  # type: ignore[assignment]
                after[count + 1] += sure * sides / 6  # type: ignore[assignment]
            number = dict(after)
        total += sum(sure for count, sure in number.items() if count >= 7)
    assert isclose(chance(8, dice, Roll(), 1, SET), total)  # two colours never have seven of ten dice


@A_PHASE_OF_EACH_KIND
def test_two_throws_are_the_mean_of_the_best_second_throws(phase: int) -> None:
    chance_ = random.Random(phase + 40)  # noqa: S311 - dice, not secrets
    for _ in range(3):
        dice, again = hand(chance_), some_again(chance_, 2)
        while phase == 8 and not told_apart(outcomes(dice, again)):
            dice, again = hand(chance_), some_again(chance_, 2)
        falls = [chances(phase, fall, 1, SET, 1)[0].value for fall in outcomes(dice, again)]
        assert isclose(chance(phase, dice, left(dice, again), 2, SET), sum(falls) / len(falls), abs_tol=1e-9)


@A_PHASE_OF_EACH_KIND
def test_two_throws_for_points_are_the_mean_of_the_best_second_throws(phase: int) -> None:
    chance_ = random.Random(phase + 60)  # noqa: S311 - dice, not secrets
    dice = hand(chance_)
    while not made(phase, dice):
        dice = hand(chance_)
    few = [leave for leave in scores(phase, dice, 2, SET, ALL) if len(leave.stays) in (8, 9)]
    for leave in few[:6]:
        again = places_of(dice, leave.stays)
        if phase != 8 or told_apart(outcomes(dice, again)):
            falls = [scores(phase, fall, 1, SET, 1)[0].value for fall in outcomes(dice, again)]
            assert isclose(leave.value, sum(falls) / len(falls), abs_tol=1e-9)


def test_7_of_one_colour_is_left_and_bettered_by_the_others() -> None:
    dice = Roll.parse("9O 8O 5O 7O 8O 10O 3O 2B 4B 3B")
    others = (7, 8, 9)
    falls = outcomes(dice, others)
    assert told_apart(falls)
    once = sum(points(8, fall) for fall in falls) / len(falls)
    twice = sum(scores(8, fall, 1, SET, 1)[0].value for fall in falls) / len(falls)
    for throws, mean in ((1, once), (2, twice)):
        leave = next(leave for leave in scores(8, dice, throws, SET, ALL) if leave.stays == left(dice, others).sorted)
        assert isclose(leave.value, mean, abs_tol=1e-9)


def places_of(dice: Roll, stays: Roll) -> tuple[int, ...]:
    return tuple(n for n, face in enumerate(dice) if face not in stays.faces)


@EVERY_PHASE
def test_to_stop_is_worth_what_the_dice_are_worth(phase: int) -> None:
    chance_ = random.Random(phase + 80)  # noqa: S311 - dice, not secrets
    for _ in range(20):
        dice = hand(chance_)
        stop = next(leave for leave in scores(phase, dice, 1, SET, 9 * ALL) if len(leave.stays) == 10)
        assert stop.value == points(phase, dice)
        assert chance(phase, dice, dice, 2, SET) == made(phase, dice)


# Faces that do not tell which die is which


def reds(dice: tuple[int, ...], wanted: int) -> float:
    """Tell the chance that so many of these dice, named by their places, show red."""
    falls = list(product(*(SET.dice[n].faces for n in dice)))
    return sum(sum(face.colour == "R" for face in fall) >= wanted for fall in falls) / len(falls)


def test_dice_that_fit_in_two_ways_are_worth_the_mean_of_both_in_whatever_order_they_are_named() -> None:
    dice = Roll.parse("4R 8B 1R 10G 7G 7R 4G 3R 7G 5R")
    red = Roll.parse("1R 3R 4R 5R 7R")
    ways = reds((1, 3, 4, 5, 6), 2), reds((0, 1, 2, 5, 6), 2)  # 7R and 5R are D3 and D1, or D5 and D4
    assert ways[0] > ways[1] + 0.1
    for named in (dice, dice.sorted, Roll(dice.faces[::-1])):
        first = chances(8, named, 1, SET)[0]
        assert first.stays == red
        assert isclose(first.value, sum(ways) / 2, abs_tol=1e-9)
        assert isclose(chance(8, named, red, 1, SET), sum(ways) / 2)


def test_a_score_of_dice_that_fit_in_several_ways_is_the_mean_over_all_of_these() -> None:
    chance_ = random.Random(7)  # noqa: S311 - dice, not secrets
    for _ in range(6):
        dice = in_several_ways(chance_)
        [(colour, _)] = Counter(face.colour for face in dice).most_common(1)
        stays = Roll(tuple(face for face in dice if face.colour == colour)).sorted
        ways = [points(8, fall) for fit in fits(SET, dice) for fall in outcomes(fit, places_of(fit, stays))]
        leave = next(leave for leave in scores(8, dice, 1, SET, ALL) if leave.stays == stays)
        assert isclose(leave.value, sum(ways) / len(ways), abs_tol=1e-9)


def in_several_ways(chance_: random.Random) -> Roll:
    """Throw until seven dice of a colour lie there, no two show the same, and yet they do not tell which is which."""
    while True:
        dice = Roll(tuple(chance_.choice(die.faces) for die in SET.dice))
        if made(8, dice) and len(dice.counts) == len(dice) and not told_apart([dice]):
            return dice


def test_what_lay_there_before_tells_which_dice_stayed() -> None:
    chance_ = random.Random(11)  # noqa: S311 - dice, not secrets
    told = 0
    while told < 6:
        before, again = hand(chance_), some_again(chance_, 7)
        dice = Roll(tuple(chance_.choice(SET.dice[n].faces) if n in again else face for n, face in enumerate(before)))
        kept = ((before, left(before, again)),)
        if len(dice.counts) == len(dice) and not told_apart([dice]) and len(fits(SET, dice, kept)) == 1:
            told += 1
            last = some_again(chance_, 3)
            falls = [made(8, fall) for fall in outcomes(dice, last)]
            value = chance(8, dice, left(dice, last), 1, SET, kept)
            assert isclose(value, sum(falls) / len(falls), abs_tol=1e-12)


def test_of_two_dice_that_show_the_same_the_better_one_stays() -> None:
    dice = Roll.parse("6O 7G 5O 7O 8O 7G 3O 4O 2R 1G")
    assert told_apart([dice])
    stays = dice.without(Roll.parse("7G 2R 1G"))
    ways = [[made(8, fall) for fall in outcomes(dice, (seven, 8, 9))] for seven in (1, 5)]
    second, sixth = (sum(falls) / len(falls) for falls in ways)
    assert sixth > second
    assert isclose(chance(8, dice, stays, 1, SET), sixth)


# The list


@EVERY_PHASE
def test_the_best_comes_first_and_its_chance_is_the_chance_of_those_dice(phase: int) -> None:
    chance_ = random.Random(phase + 100)  # noqa: S311 - dice, not secrets
    for throws in (1, 2):
        dice = hand(chance_)
        listed = chances(phase, dice, throws, SET, ALL)
        values = [leave.value for leave in listed]
        assert values == sorted(values, reverse=True)
        assert len({leave.stays for leave in listed}) == len(listed)
        for leave in listed[:20]:
            assert dice.holds(leave.stays)
            assert isclose(chance(phase, dice, leave.stays, throws, SET), leave.value, abs_tol=1e-9)
        assert chances(phase, dice, throws, SET, 3) == listed[:3]


def test_dice_that_do_not_lie_there_cannot_stay() -> None:
    dice = Roll.parse("9O 8O 10O 7O 8O 10O 3O 4O 1O 1G")
    for phase in (1, 8):
        with pytest.raises(RuleError, match="8O does not lie there"):
            chance(phase, dice, Roll.parse("8O 8O 8O"), 1, SET)


def test_phase_8_is_told_for_dice_of_a_few_kinds_only() -> None:
    assert told(8, SET)
    colours = ["RRROBG", "RROOBG", "RROBBG", "RROBGG", "ROOOBG", "ROOBBG", "ROOBGG", "ROBBBG", "ROBBGG", "ROBGGG"]
    dice = [" ".join(map("".join, zip(HIGH if n < 6 else LOW, sides, strict=True))) for n, sides in enumerate(colours)]
    own = layout("; ".join(dice))
    assert not told(8, own)
    assert told(1, own)
