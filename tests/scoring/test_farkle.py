"""Farkle, sentence by sentence of the rules that come with the boxed game."""

import pytest

from scoring.game import HeaderError, Row
from tests.scoring.play import further, offered, plays, refused

played = plays("farkle")

BANKS_100 = ("roll 1 2 3 4 4 6", "keep 1", "bank")
FARKLES = ("roll 2 2 3 3 4 6",)
ON_BOARD = "500, 500"


@pytest.mark.parametrize(
    ("face", "values"),
    [
        ("1", (100, 200, 300, 1000, 2000, 3000)),
        ("2", (None, None, 200, 1000, 2000, 3000)),
        ("3", (None, None, 300, 1000, 2000, 3000)),
        ("4", (None, None, 400, 1000, 2000, 3000)),
        ("5", (50, 100, 500, 1000, 2000, 3000)),
        ("6", (None, None, 600, 1000, 2000, 3000)),
    ],
)
def test_what_scores(face: str, values: tuple[int | None, ...]) -> None:
    offers = offered(played(f"roll {' '.join([face] * 6)}"))
    assert tuple(offers.get("keep" + f" {face}" * number) for number in range(1, 7)) == values


@pytest.mark.parametrize(
    ("throw", "points", "why"),
    [
        ("1 2 3 4 5 6", 1500, "straight = 1,500"),
        ("2 2 3 3 4 4", 1500, "three pairs = 1,500"),
        ("2 2 2 2 3 3", 1500, "three pairs = 1,500"),
        ("1 1 1 1 5 5", 1500, "three pairs = 1,500"),
        ("2 2 2 3 3 3", 2500, "two triplets = 2,500"),
        ("1 1 1 6 6 6", 2500, "two triplets = 2,500"),
        ("2 2 2 2 2 1", 2100, "5 x 2 = 2,000, 1 x 1 = 100"),
        ("4 4 4 1 5 2", 550, "3 x 4 = 400, 1 x 1 = 100, 1 x 5 = 50"),
    ],
)
def test_what_six_dice_score(throw: str, points: int, why: str) -> None:
    match = played(f"roll {throw}")
    assert match.view.offers[0].points == points
    assert match.view.says == f"Ann throws {throw}: {why}."


def test_a_throw_without_a_score_is_a_farkle() -> None:
    match = played("roll 1 1 1 5 3 4", "keep 1 1 1 5", "roll 3 4")
    assert match.view.says == "Ann farkles: 3 4 has no scoring dice, 350 points lost."
    assert match.view.card == (Row("Ann", "farkle", 0, 0, "3 4 has no scoring dice, 350 points lost"),)
    assert match.view.player == "Bob"


def test_one_scoring_die_at_least_is_set_aside_after_every_throw() -> None:
    match = played("roll 1 5 2 2 3 6", totals=ON_BOARD)
    assert offered(match) == {"keep 1 5": 150, "keep 1": 100, "keep 5": 50}
    assert refused(match, "bank") == "Set aside 1 5 or some of what scores first, then bank."
    assert refused(match, "roll 1") == "Set aside 1 5 or some of what scores first, then throw the rest."
    assert (
        refused(match, "keep 2 2")
        == "Not every die of 2 2 scores: set aside 1 5 (1 x 1 = 100, 1 x 5 = 50) or some of what scores."
    )


def test_500_points_in_one_turn_to_get_on_the_board() -> None:
    match = played("roll 1 1 1 5 3 4", "keep 1 1 1")
    assert match.view.says == (
        "Ann sets aside 1 1 1: 3 x 1 = 300. A first score needs 500 points in one turn, and 300 are not enough."
    )
    assert refused(match, "bank") == (
        "A first score needs 500 points in one turn, and 300 are not enough: throw 3 dice."
    )
    match = further(match, "roll 1 1 3", "keep 1 1")
    assert match.view.says == "Ann sets aside 1 1: 2 x 1 = 200."
    match = match.play("bank")
    assert (match.view.totals[0], match.view.notes) == (("Ann", 500), ("", "not on the board yet"))
    assert played(*BANKS_100, totals=ON_BOARD).view.totals[0] == ("Ann", 600)
    assert played(*BANKS_100, board_min="0").view.totals[0] == ("Ann", 100)


def test_hot_dice_may_be_thrown_again() -> None:
    match = played("roll 2 2 2 3 3 3", "keep 2 2 2 3 3 3")
    assert match.view.says.endswith("Hot dice: all six score and may be thrown again.")
    assert (match.view.awaits.dice, offered(match)) == (6, {"bank": 2500})
    assert further(match, "roll 1 2 3 4 4 6", "keep 1", "bank").view.totals[0] == ("Ann", 2600)
    assert further(match, *FARKLES).view.totals[0] == ("Ann", 0)


def test_hot_dice_must_be_thrown_again_where_the_house_says_so() -> None:
    match = played("roll 2 2 2 3 3 3", "keep 2 2 2 3 3 3", hot_dice="must")
    assert match.view.says.endswith("Hot dice: all six score and must be thrown again.")
    assert offered(match) == {}
    assert refused(match, "bank") == "Hot dice: all six score, and all must be thrown again before you may stop."


def test_dice_of_different_throws_never_combine() -> None:
    match = played("roll 1 1 2 3 4 6", "keep 1 1", "roll 1 3 4 6", "keep 1", totals=ON_BOARD)
    assert match.view.points == 300
    assert played("roll 1 1 2 2 3 3", "keep 1 1", "roll 2 2 3 3").view.says.startswith("Ann farkles")


def test_what_three_ones_and_two_triplets_pay_is_the_houses() -> None:
    assert offered(played("roll 1 1 1 2 3 4", three_ones="1000"))["keep 1 1 1"] == 1000
    assert played("roll 1 1 1 1 2 3", three_ones="1000").view.offers[0].points == 1100
    assert played("roll 2 2 2 3 3 3", two_triplets="1500").view.offers[0].points == 1500
    assert played("roll 2 2 2 3 3 3", two_triplets="0").view.offers[0].points == 500
    with pytest.raises(HeaderError) as refusal:
        played(two_triplets="many")
    assert str(refusal.value) == "`two_triplets` is a whole number, 0 or more, not `many`."


def test_who_starts_may_be_thrown_for_with_one_die() -> None:
    match = played("roll 4", "roll 4", "roll 2", "roll 3", first="throw")
    assert match.view.says == "Bob throws 3. Bob starts."


def test_the_goal_is_the_houses() -> None:
    match = played(*BANKS_100, totals="4900, 0", goal="5,000")
    assert (match.view.player, match.view.notes) == ("Bob", ("", "one more turn"))
    assert further(match, *FARKLES).view.winners == ("Ann",)
    assert played(*BANKS_100, totals="9900, 0", goal="20000").view.notes == ("", "not on the board yet")
    for goal, why in (
        ("0", "`goal` is 500 to 1,000,000 points, not 0."),
        ("2000000", "`goal` is 500 to 1,000,000 points, not 2,000,000."),
        ("99999999999", "`goal` is at most 999,999,999, not `99999999999`."),
        ("far", "`goal` is a whole number, 0 or more, not `far`."),
    ):
        with pytest.raises(HeaderError) as refusal:
            played(goal=goal)
        assert (refusal.value.key, str(refusal.value)) == ("goal", why)
    assert played(totals="5000, 0", goal="5000").view.notes == ("", "one more turn")


def test_at_10000_everybody_else_has_one_last_turn_and_the_highest_total_wins() -> None:
    match = played(*BANKS_100, players="Ann Bob Cid", totals="9900, 9000, 0")
    assert (match.view.player, match.view.notes) == ("Bob", ("", "one more turn", "one more turn"))
    match = further(match, "roll 2 2 2 3 3 3", "keep 2 2 2 3 3 3", "bank", *FARKLES)
    assert (match.view.winners, match.view.totals[1]) == (("Bob",), ("Bob", 11_500))


def test_in_the_last_turn_nobody_has_to_beat_the_leader() -> None:
    assert played(*BANKS_100, totals="10000, 9000").view.winners == ("Ann",)
    assert played(*BANKS_100, totals="10000, 9900").view.winners == ("Ann", "Bob")
