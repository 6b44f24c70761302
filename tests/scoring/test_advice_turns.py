"""The odds of a turn: the figures of the rule book (2, 9), a published one, and a small game played out by hand."""

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product, takewhile
from pathlib import Path
from typing import Any

import pytest

from scoring.advice.turns import Course, Stops, by_number, by_singles, every_throw, odds
from scoring.dice import NO_DICE, Die, Roll, pips
from scoring.turn import Group, Pick, Scale, picks

VECTORS = Path(__file__).parents[2].parent / "shared" / "vectors.json"

PIPS = pips(1)[0]
CARDS = Die("card", Roll.parse("J Q K A 50 100").faces)
TEN_THOUSAND = {"1": 1000, "2": 200, "3": 300, "4": 400, "5": 500, "6": 600}
TEN_GRAND = {"J": 300, "Q": 400, "K": 500, "A": 600, "50": 500, "100": 1000}
FORCED = Stops(all_aside=False)


# The tables (rule book 2.4, 2.5, 3.3 to 3.5, 4.2, 4.3; Zilch as published)


def group(dice: str, points: int) -> Group:
    return Group(Roll.parse(dice), points)


def sets(triples: dict[str, int], most: int = 6) -> tuple[Group, ...]:
    """Three of a kind, each further die up to `most` doubling."""
    sizes = range(3, most + 1)
    return tuple(group(f"{face} " * size, triples[face] * 2 ** (size - 3)) for face in triples for size in sizes)


def pairs(points: int, alike: int) -> tuple[Group, ...]:
    """Three pairs, of whose dice so many may be alike."""
    found = combinations_with_replacement("123456", 3)
    return tuple(group(f"{a} {a} {b} {b} {c} {c}", points) for a, b, c in found if 8 - 2 * len({a, b, c}) <= alike)


def scale(straight: int, three_pairs: int, most: int = 6, alike: int = 4) -> Scale:
    singles = (group("1", 100), group("5", 50))
    run = group("1 2 3 4 5 6", straight)
    return Scale((*singles, run, *sets(TEN_THOUSAND, most), *pairs(three_pairs, alike)))


def any_of(table: Scale) -> Callable[[Roll, Roll], tuple[Pick, ...]]:
    return lambda _, thrown: picks(table, thrown)


def best_of(table: Scale) -> Callable[[Roll, Roll], tuple[Pick, ...]]:
    return lambda _, thrown: picks(table, thrown)[:1]


CARD_SCALE = Scale((group("50", 50), group("100", 100), *sets(TEN_GRAND)))


def with_straight(aside: Roll, thrown: Roll) -> tuple[Pick, ...]:
    """A straight of one of each face pays 200 in place of what its singles have earned (rule book 2.9)."""
    rest = Roll(CARDS.faces).without(aside)
    if len(rest) + len(aside) > len(CARDS.faces) or not thrown.holds(rest):
        return picks(CARD_SCALE, thrown)
    earned = sum(int(face.symbol) for face in aside)
    return (*picks(CARD_SCALE, thrown), Pick(rest, 200 - earned, ()))


def zilch(alike: int) -> Callable[[Roll, Roll], tuple[Pick, ...]]:
    """Six dice without a score pay 500 and are thrown again."""
    table = scale(straight=1500, three_pairs=1500, alike=alike)

    def allowed(_: Roll, thrown: Roll) -> tuple[Pick, ...]:
        return picks(table, thrown) or ((Pick(thrown, 500, ()),) if len(thrown) == 6 else ())

    return allowed


def course(allowed: Callable[[Roll, Roll], tuple[Pick, ...]], stops: Stops, die: Die = PIPS) -> Course:
    return Course(die, 6, allowed, stops)


COURSES = {
    "ten_grand": course(any_of(CARD_SCALE), Stops(), CARDS),
    "ten_grand straight on": Course(CARDS, 6, with_straight, alike=by_singles),
    "ten_thousand_directions": course(any_of(scale(1000, 1000)), FORCED),
    "ten_thousand_directions (not on board)": course(any_of(scale(1000, 1000)), replace(FORCED, points=800)),
    "ten_thousand_directions strict pairs": course(any_of(scale(1000, 1000, alike=2)), FORCED),
    "jack_stone": course(best_of(scale(3000, 1500, most=3, alike=6)), Stops()),
    "jack_stone keep any": course(any_of(scale(3000, 1500, most=3, alike=6)), Stops()),
}


def dice_aside(left: int) -> Roll:
    """So many dice are thrown next; six are thrown when all six lie aside."""
    return by_number(Roll(PIPS.faces[: 6 - left or 6]))


# The figures of the rule book (9)


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("ten_grand", 518.015),
        ("ten_grand straight on", 528.740),
        ("ten_thousand_directions", 557.612),
        ("ten_thousand_directions (not on board)", 475.900),
        ("ten_thousand_directions strict pairs", 553.458),
        ("jack_stone", 534.316),
        ("jack_stone keep any", 576.757),
    ],
)
def test_9_a_turn_comes_to(name: str, points: float) -> None:
    assert round(odds(COURSES[name], 0).value, 3) == points


@pytest.mark.parametrize(("alike", "points"), [(4, 620.855), (2, 611.794)])
def test_9_zilch_comes_to_its_published_figure(alike: int, points: float) -> None:
    # The third zilch in a row costs 500. A zilch brings that nearer, and so costs what the turns to come bring less
    # than `points`, the average of all turns: of these three kinds of turn that is the average again.
    def turn(fine: float) -> float:
        return odds(Course(PIPS, 6, zilch(alike), Stops(points=300), fine=fine), 0).value

    third = points - turn(500)
    second = points - turn(third)
    assert turn(second) == pytest.approx(points, abs=6e-4)


BUST = (0.66667, 0.44444, 0.27778, 0.15741, 0.07716)


@pytest.mark.parametrize(
    ("name", "six", "brings"),
    [
        ("ten_grand", 0.03086, (25.00, 50.00, 88.19, 148.61, 237.52, 359.49)),
        ("ten_thousand_directions", 0.02315, (25.00, 50.00, 86.81, 143.52, 225.79, 385.32)),
        ("ten_thousand_directions strict pairs", 0.02315, (25.00, 50.00, 86.81, 143.52, 225.79, 383.68)),
        ("jack_stone", 0.02315, (25.00, 50.00, 86.81, 141.32, 215.51, 413.94)),
        ("jack_stone keep any", 0.02315, (25.00, 50.00, 86.81, 141.32, 215.51, 413.94)),
    ],
)
def test_9_one_throw(name: str, six: float, brings: tuple[float, ...]) -> None:
    throws = [odds(COURSES[name], 0, dice_aside(left)) for left in range(1, 7)]
    assert [round(throw.bust, 5) for throw in throws] == [*BUST, six]
    assert [round(throw.brings, 2) for throw in throws] == list(brings)


STOPS = {
    "ten_grand": (300, 250, 450, 1050, 3200, 11650),
    "ten_thousand_directions": (300, 250, 450, 1050, 3100, None),
    "ten_thousand_directions strict pairs": (300, 250, 450, 1050, 3100, None),
    "jack_stone": (300, 250, 450, 1000, 2950, None),
    "jack_stone keep any": (300, 250, 450, 1050, 2950, None),
}


def stop_at(name: str, left: int) -> int | None:
    """The points from which on the best play stops; None where it throws on at any."""
    spots = ((points, odds(COURSES[name], points, dice_aside(left))) for points in range(15_000, -1, -50))
    stopping = takewhile(lambda spot: spot[1].stop is not None and spot[1].value <= spot[1].stop, spots)
    return min((points for points, _ in stopping), default=None)


@pytest.mark.parametrize("name", STOPS)
def test_9_the_best_play_stops_at(name: str) -> None:
    assert tuple(stop_at(name, left) for left in range(1, 7)) == STOPS[name]


def first_not_above(name: str, left: int) -> int | None:
    """The fewest points that throwing comes to no more than, whether or not one may stop there."""
    some = (points for points in range(50, 15_001, 50) if odds(COURSES[name], points, dice_aside(left)).value <= points)
    return next(some, None)


def test_9_stopping_counts_for_nothing_until_one_may() -> None:
    name = "ten_thousand_directions (not on board)"
    assert [first_not_above(name, left) for left in range(1, 7)] == [250, 200, 250, 350, 3100, None]
    assert [stop_at(name, left) for left in range(1, 7)] == [800, 800, 800, 1050, 3100, None]
    assert odds(COURSES[name], 750, dice_aside(3)).stop is None
    assert odds(COURSES[name], 800, dice_aside(3)).stop == 800
    assert odds(COURSES[name], 800, dice_aside(6)).stop is None


def vectors() -> dict[str, Any]:
    if not VECTORS.exists():
        pytest.skip(f"the worked examples are not here: {VECTORS.name}")
    found: dict[str, Any] = json.loads(VECTORS.read_text())
    return found


def test_9_the_advisor_table() -> None:
    for row in vectors()["advisor"]:
        name = row["game"]
        assert round(odds(COURSES[name], 0).value, 3) == row["expected_turn"]
        for left, bust in row["bust"].items():
            throw = odds(COURSES[name], 0, dice_aside(int(left)))
            assert round(throw.bust, 6) == bust
            assert throw.brings == pytest.approx(row["one_roll"][left], abs=6e-4)
        for left, points in row["stop_at"].items():
            assert first_not_above(name, int(left)) == points


BEAT = {50: 0.9632, 300: 0.7754, 500: 0.5400, 1000: 0.2790, 1500: 0.1227, 2000: 0.0605, 3000: 0.0147, 5000: 0.0011}


@pytest.mark.parametrize(("behind", "chance"), BEAT.items())
def test_2_12_the_chance_to_beat_the_highest_total(behind: int, chance: float) -> None:
    assert round(odds(COURSES["ten_grand"], 0, goal=behind + 1).value, 4) == chance


def test_2_12_the_chances_are_exact() -> None:
    for behind, chance in vectors()["ten_grand_beat"].items():
        assert odds(COURSES["ten_grand"], 0, goal=int(behind) + 1).value == pytest.approx(chance, abs=1e-12)


# Laws


def test_a_goal_that_is_reached_is_certain_to_one_who_may_stop() -> None:
    here = odds(COURSES["ten_grand"], 400, dice_aside(2), goal=400)
    assert here.stop == 1.0
    assert here.value == pytest.approx(1 - here.bust)


def test_a_goal_is_not_safe_while_all_dice_must_be_thrown_again() -> None:
    here = odds(COURSES["ten_thousand_directions"], 1000, dice_aside(6), goal=400)
    assert here.stop is None
    # six dice that all score must be thrown once more, so it is a little less than not to bust at once
    assert 0.97 < here.value < 1 - here.bust


def test_a_goal_below_what_the_board_asks_is_as_far_as_the_board() -> None:
    new = COURSES["ten_thousand_directions (not on board)"]
    assert odds(new, 0, goal=50).value == odds(new, 0, goal=800).value > odds(new, 0, goal=850).value


def test_more_points_in_hand_are_worth_more_and_further_goals_less() -> None:
    grand = COURSES["ten_grand straight on"]
    values = [odds(grand, points, Roll.parse("100")).value for points in range(100, 30_000, 50)]
    chances = [odds(grand, 0, goal=goal).value for goal in range(0, 30_000, 50)]
    assert values == sorted(values)
    assert chances == sorted(chances, reverse=True)


def test_2_9_singles_that_can_still_become_a_straight_are_worth_more() -> None:
    grand = COURSES["ten_grand straight on"]
    assert odds(grand, 150, Roll.parse("100 50")).value > odds(grand, 150, Roll.parse("50 50")).value
    assert odds(grand, 150, Roll.parse("100 50")).bust < odds(COURSES["ten_grand"], 150, Roll.parse("100 50")).bust
    assert odds(grand, 150, Roll.parse("50 100")) == odds(grand, 150, Roll.parse("100 50"))


def test_a_turn_begins_with_a_throw() -> None:
    assert odds(COURSES["ten_grand"], 0).stop is None


def test_throws_that_the_board_asks_for_must_be_made() -> None:
    board = replace(COURSES["ten_grand"], stops=Stops(points=350, throws=3))
    assert odds(board, 1000, dice_aside(3), throws=1).stop is None
    assert odds(board, 1000, dice_aside(2), throws=3).stop == 1000
    assert odds(board, 300, dice_aside(2), throws=3).stop is None
    assert odds(board, 0).value < odds(COURSES["ten_grand"], 0).value


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be"):
        odds(COURSES["ten_grand"], 120, dice_aside(5))
    with pytest.raises(ValueError, match="cannot be"):
        odds(COURSES["ten_grand straight on"], 100, Roll.parse("J Q"))
    with pytest.raises(ValueError, match="adds no points"):
        odds(course(lambda _, thrown: (Pick(thrown, 0, ()),), Stops()), 0)


def test_each_throw_is_counted_in_all_its_ways() -> None:
    coin = Die("coin", Roll.parse("1 1 5").faces)
    assert sum(ways for _, ways in every_throw(PIPS, 6)) == 6**6
    assert sum(ways for roll, ways in every_throw(coin, 2) if str(roll) == "1 1") == 4


# A small game played out by hand: two dice with three faces, every way that they fall, no memory but of the turn so far

TINY = Die("tiny", Roll.parse("1 2 3").faces)
TINY_SCALE = Scale((group("1", 100), group("2 2", 250), group("3 3", 50)))
TINY_LAST = 1_200  # at so many points throwing brings less than a bust costs


def by_hand(stops: Stops, goal: int | None, fine: int) -> Callable[[int, Roll, int], Fraction]:
    """What throwing comes to: over all ordered throws and all sets of dice that score, exactly."""
    bust = Fraction(-fine if goal is None else 0)

    def standing(points: int, aside: Roll, throws: int) -> Fraction:
        worth = Fraction(points if goal is None else points >= goal)
        if points < stops.points or throws < stops.throws:
            return throwing(points, aside, throws)
        return worth if points >= TINY_LAST else max(worth, throwing(points, aside, throws))

    @cache
    def throwing(points: int, aside: Roll, throws: int) -> Fraction:
        lies = aside if len(aside) < 2 else NO_DICE
        falls = [Roll(fall) for fall in product(TINY.faces, repeat=2 - len(lies))]
        best = [
            max([standing(*after, throws + 1) for after in choices(points, lies, fall)], default=bust) for fall in falls
        ]
        return Fraction(sum(best), len(falls))

    return throwing


def choices(points: int, lies: Roll, fall: Roll) -> list[tuple[int, Roll]]:
    groups = {str(group.dice): group.points for group in TINY_SCALE.groups} | {"1 1": 200}
    some = [Roll(faces) for size in (1, 2) for faces in combinations(fall, size)]
    return [(points + groups[str(roll)], lies + roll) for roll in some if str(roll) in groups]


@pytest.mark.parametrize("goal", [None, 50, 300, 1000])
@pytest.mark.parametrize("stops", [Stops(), Stops(points=200), Stops(throws=3), Stops(150, 2)])
@pytest.mark.parametrize("fine", [0, 120])
def test_a_small_game_by_hand(stops: Stops, goal: int | None, fine: int) -> None:
    tiny = Course(TINY, 2, any_of(TINY_SCALE), stops, fine=fine)
    throwing = by_hand(stops, goal, fine)
    places = [(0, NO_DICE, 0), (100, Roll.parse("1"), 1), (250, Roll.parse("2 2"), 1), (400, Roll.parse("1"), 3)]
    for points, aside, throws in places:
        here = odds(tiny, points, aside, throws, goal)
        assert here.value == pytest.approx(float(throwing(points, aside, throws)), abs=1e-12)


def test_a_small_game_where_all_aside_is_thrown_again() -> None:
    # From one die left a 1 puts both aside; from two dice the same may follow, over and over: x = 1/3 y, and
    # y = chance to stop after throwing two = P(exactly one 1) + P(1 1), where one 1 is left lying, + P(2 2, 3 3) y.
    tiny = Course(TINY, 2, any_of(TINY_SCALE), FORCED)
    after_two = Fraction(5, 9) / (1 - Fraction(2, 9))
    assert odds(tiny, 250, Roll.parse("2 2"), goal=50).value == pytest.approx(float(after_two))
    assert odds(tiny, 100, Roll.parse("1"), goal=50).value == pytest.approx(float(after_two / 3))
