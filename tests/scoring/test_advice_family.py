"""Advice in a turn that decides a match of the 10,000 family: what wins comes before what brings the most points."""

import pytest

from scoring.game import Advice
from scoring.log import read


def advised(game: str, totals: str, *events: str, **options: str) -> Advice:
    """The advice to the player whose turn it is after these events."""
    players = ", ".join(("Ann", "Bob", "Cid")[: totals.count(",") + 1])
    house = {"game": game, "players": players, "totals": totals, **options}
    head = "\n".join(f"{key}: {value}" for key, value in house.items())
    advice = read(f"{head}\n\n" + "\n".join(events) + "\n").advice
    assert advice is not None
    return advice


@pytest.mark.parametrize(
    ("game", "totals", "options"),
    [
        ("jack-stone", "9800, 9900", {}),  # the game ends at once (rule book 4.8)
        ("ten-thousand", "9800", {}),  # nobody else has a last turn
    ],
)
def test_who_wins_by_banking_is_told_to_bank(game: str, totals: str, options: dict[str, str]) -> None:
    advice = advised(game, totals, "roll 1 1 2 3 4 6", "keep 1 1", **options)
    assert (advice.aim, advice.goal) == ("chance", "to reach 10,000")
    assert advice.says.startswith("Best: bank, 100 % to reach 10,000. Throwing 4 dice, 15.7 %")


def test_the_last_of_a_round_wins_by_banking_where_nobody_else_has_a_last_turn() -> None:
    events = ("roll 100 A K Q J J", "bank", "roll J J J 100 50 A")
    best = advised("ten-grand", "100, 9800", *events, final_scope="rest_of_round").prospects[0]
    assert (best.event, best.value, best.then) == ("keep J J J 50 100", 1.0, "then bank")
    assert advised("ten-grand", "100, 9800", *events, final_scope="all_others").aim == "points"


def test_dice_that_win_once_they_are_aside_are_set_aside_and_banked() -> None:
    best = advised("jack-stone", "9800, 9900", "roll 1 1 2 3 4 6").prospects[0]
    assert (best.event, best.value, best.then) == ("keep 1 1", 1.0, "then bank")


def test_points_count_while_banking_wins_nothing_yet() -> None:
    assert advised("jack-stone", "9700, 9900", "roll 1 1 2 3 4 6", "keep 1 1").aim == "points"
    assert advised("ten-thousand", "9800, 9900", "roll 1 1 2 3 4 6", "keep 1 1").aim == "points"  # Bob has a last turn


def test_a_tie_is_enough_where_it_is_shared() -> None:
    last = advised("farkle", "10000, 9600", "roll 1 1 1 5 5 2", "keep 1 1 1 5 5")  # rule book 3.10
    assert last.says == "Best: bank, 100 % to reach 10,000. Throwing one die, 66.7 % to farkle: 33.3 % to reach 10,000."


def test_a_tie_is_not_enough_where_the_first_to_reach_it_wins() -> None:
    events = ("roll 1 1 5 5 2 3", "keep 1 1 5 5")
    last = advised("ten-thousand", "10000, 9700", *events, tie_break="first_reached")
    assert (last.goal, last.prospects[-1].event, last.prospects[-1].value) == ("to beat 10,000", "bank", 0.0)


def test_a_tie_that_is_thrown_off_is_won_as_often_as_by_the_others() -> None:
    events = ("roll 1 1 5 5 2 3", "keep 1 1 5 5")
    last = advised("ten-thousand", "10000, 9700", *events, tie_break="rolloff")
    assert (last.goal, last.prospects[-1].event, last.prospects[-1].value) == ("to win", "bank", 0.5)
    three = advised("ten-thousand", "10000, 9700, 10000", *events, tie_break="rolloff")
    assert three.prospects[-1].value == pytest.approx(1 / 3)


def test_who_stands_level_ties_where_the_turn_brings_nothing() -> None:
    events = ("roll 1 1 1 2 3 4", "keep 1 1 1", "bank", "adjust Bob 100")
    beats, wins = (
        advised("ten-thousand", "9000, 9900", *events, tie_break=ties).prospects[0].value
        for ties in ("shared", "rolloff")
    )
    assert beats < 0.98
    assert wins == pytest.approx(beats + (1 - beats) / 2)


def test_nobody_is_told_the_chance_to_win_while_others_have_their_last_turn() -> None:
    events = ("roll 1 1 1 5 3 4", "keep 1 1 1 5")
    last = advised("ten-thousand", "10000, 9000, 9950", *events, tie_break="rolloff")
    assert (last.goal, last.prospects[0].event, last.prospects[0].value) == ("to beat 10,000 or win a tie", "bank", 1.0)
    assert last.says.startswith("Best: bank, 100 % to beat 10,000 or win a tie. Throwing 2 dice, ")
    cid = ("bank", "roll 1 1 5 3 2 4", "keep 1 1")
    assert advised("ten-thousand", "10000, 9000, 9950", *events, *cid, tie_break="rolloff").goal == "to win"


def test_who_throws_on_may_still_stop_at_a_tie_that_is_thrown_off() -> None:
    """Two dice left, 100 short of a tie: a 1 (8 of 36) ties, one 5 (8) throws the last die, and four throw all six."""
    last = advised("ten-thousand", "10000, 9500", "roll 2 2 2 2 2 1", tie_break="rolloff")
    here = next(each.value for each in last.prospects if each.event == "keep 2 2 2 2")
    assert here == pytest.approx((8 * 0.5 + 8 * 0.325569 + 4 * 0.976852) / 36, abs=1e-4)
    best = advised(
        "ten-thousand", "10000, 9600", "roll 1 6 2 6 5 3", "keep 1 5", "roll 2 5 5 1", tie_break="rolloff"
    ).prospects[0]
    assert (best.event, round(best.value, 3)) == ("keep 1", 0.347)


def test_who_shares_the_win_already_is_told_the_odds_of_winning_alone() -> None:
    last = advised("farkle", "10000, 9000", "adjust Bob 1000")
    assert last.says == "Best: throw 6 dice, 2.31 % to farkle: 97.7 % to beat 10,000."
