"""The 10,000 dice game, paragraph by paragraph (rule book 3, options B1 to B5)."""

import pytest

from scoring.game import HeaderError, Row
from tests.scoring.play import further, offered, plays, refused

played = plays("ten-thousand")

BANKS_100 = ("roll 1 2 3 4 4 6", "keep 1", "bank")
BUSTS = ("roll 2 2 3 3 4 6",)
ON_BOARD = "1000, 1000"


# 3.1


def test_3_1_the_first_seat_starts_or_everybody_throws_one_die() -> None:
    assert played().view.says == "Ann starts."
    match = played(players="Ann Bob Cid", first="throw")
    assert match.view.says == "Everybody throws one die, the highest starts."
    match = further(match, "roll 4", "roll 6", "roll 5")
    assert (match.view.player, match.view.says) == ("Bob", "Cid throws 5. Bob starts.")
    assert further(match, *BUSTS).view.player == "Cid"


def test_3_1_the_tied_throw_again() -> None:
    match = played("roll 4", "roll 6", "roll 6", players="Ann Bob Cid", first="throw")
    assert (match.view.player, match.view.awaits.dice) == ("Bob", 1)
    assert refused(match, "keep 6") == "First everybody throws for the start: now Bob, one die."
    match = further(match, "roll 1", "roll 2")
    assert (match.view.player, match.view.awaits.dice) == ("Cid", 6)


# 3.2


def test_3_2_at_least_one_scoring_die_is_kept_and_as_many_as_wished() -> None:
    match = played("roll 1 1 5 2 3 6")
    assert offered(match) == {"keep 1 1 5": 250, "keep 1 1": 200, "keep 1 5": 150, "keep 1": 100, "keep 5": 50}
    assert refused(match, "roll 2 3 6") == "Set aside 1 1 5 or some of what scores first, then throw the rest."
    assert refused(match, "keep") == "Set aside 1 1 5 or some of what scores first."
    match = match.play("keep 1")
    assert (match.view.awaits.dice, match.view.points) == (5, 100)
    assert refused(match, "keep 5") == "Dice of this throw are aside already: throw 5 dice."


def test_3_2_dice_are_named_before_stopping() -> None:
    assert refused(played("roll 1 1 5 2 3 6", totals=ON_BOARD), "bank") == (
        "Set aside 1 1 5 or some of what scores first, then bank."
    )


# 3.3


@pytest.mark.parametrize(
    ("face", "values"),
    [
        ("1", (100, 200, 1000, 2000, 4000, 8000)),
        ("2", (None, None, 200, 400, 800, 1600)),
        ("3", (None, None, 300, 600, 1200, 2400)),
        ("4", (None, None, 400, 800, 1600, 3200)),
        ("5", (50, 100, 500, 1000, 2000, 4000)),
        ("6", (None, None, 600, 1200, 2400, 4800)),
    ],
)
def test_3_3_what_scores(face: str, values: tuple[int | None, ...]) -> None:
    offers = offered(played(f"roll {' '.join([face] * 6)}"))
    assert tuple(offers.get("keep" + f" {face}" * number) for number in range(1, 7)) == values


def test_3_3_dice_of_a_kind_come_from_one_roll() -> None:
    match = played(
        *("roll 1 2 3 4 4 6", "keep 1", "roll 1 2 3 4 4", "keep 1", "roll 1 2 3 4", "keep 1", "bank"), totals=ON_BOARD
    )
    assert match.view.totals[0] == ("Ann", 1300)
    assert match.view.says == "Ann banks 300: 1 x 1 = 100; 1 x 1 = 100; 1 x 1 = 100."


# 3.4


def test_3_4_straight_and_three_pairs_are_1000_each() -> None:
    assert played("roll 6 5 4 3 2 1").view.says == "Ann throws 6 5 4 3 2 1: straight = 1,000."
    assert played("roll 1 1 4 4 6 6").view.says == "Ann throws 1 1 4 4 6 6: three pairs = 1,000."


def test_3_4_only_when_all_six_are_rolled_at_once() -> None:
    match = played("roll 1 1 2 2 3 3", "keep 1 1", "roll 2 2 3 3")
    assert match.view.says == "Ann busts: 2 2 3 3 has no scoring dice, 200 points lost."
    assert further(played("roll 1 2 3 4 5 6", "keep 1"), "roll 2 3 4 5 6").view.offers[0].points == 50


# 3.5


def test_3_5_four_of_a_kind_and_a_pair_are_three_pairs_and_the_better_reading_counts() -> None:
    assert offered(played("roll 2 2 2 2 3 3")) == {"keep 2 2 2 2 3 3": 1000, "keep 2 2 2 2": 400, "keep 2 2 2": 200}
    assert played("roll 1 1 1 1 5 5").view.offers[0].points == 2100
    assert offered(played("roll 6 6 6 6 2 2")) == {"keep 6 6 6 6": 1200, "keep 2 2 6 6 6 6": 1000, "keep 6 6 6": 600}
    assert played("roll 2 2 2 2 2 2").view.offers[0].points == 1600
    assert played("roll 2 2 2 3 3 3").view.offers[0].points == 500


def test_b1_houses_may_ask_for_three_different_pairs() -> None:
    match = played("roll 2 2 2 2 3 3", quads_as_two_pairs="false")
    assert offered(match) == {"keep 2 2 2 2": 400, "keep 2 2 2": 200}
    assert refused(match, "keep 2 2 2 2 3 3") == (
        "Not every die of 2 2 2 2 3 3 scores: set aside 2 2 2 2 (4 x 2 = 400) or some of what scores."
    )
    assert played("roll 1 1 4 4 6 6", quads_as_two_pairs="false").view.offers[0].points == 1000


# 3.6


def test_3_6_a_kept_set_is_worth_the_best_way_to_split_it_and_has_no_dead_die() -> None:
    match = played("roll 1 1 1 5 2 3")
    assert offered(match)["keep 1 1 1 5"] == 1050
    assert refused(match, "keep 1 1 1 2") == (
        "Not every die of 1 1 1 2 scores: set aside 1 1 1 5 (3 x 1 = 1,000, 1 x 5 = 50) or some of what scores."
    )


# 3.7


def test_3_7_a_roll_without_a_score_loses_the_turn() -> None:
    match = played(*BUSTS)
    assert match.view.card == (Row("Ann", "bust", 0, 0, "2 2 3 3 4 6 has no scoring dice"),)
    assert match.view.player == "Bob"


# 3.8


def test_3_8_all_six_kept_must_be_rolled_again() -> None:
    match = played("roll 1 2 3 4 5 6", "keep 1 2 3 4 5 6", totals=ON_BOARD)
    assert match.view.says.endswith("straight = 1,000. All six dice score and must be thrown again.")
    assert (match.view.awaits.dice, offered(match)) == (6, {})
    assert refused(match, "bank") == "All six dice score, and all must be thrown again before you may stop."
    assert refused(match, "keep 1") == "Nothing lies there to set aside: throw 6 dice."
    assert further(match, *BUSTS).view.totals[0] == ("Ann", 1000)
    assert further(match, "roll 5 2 3 3 4 6", "keep 5", "bank").view.totals[0] == ("Ann", 2050)


def test_3_8_a_scoring_last_die_forces_six_new_ones() -> None:
    match = played("roll 2 2 2 3 4 6", "keep 2 2 2", "roll 1 5 6", "keep 1 5", "roll 1", "keep 1", totals=ON_BOARD)
    assert refused(match, "bank").startswith("All six dice score")
    assert match.view.awaits.dice == 6


def test_3_8_of_two_scoring_dice_one_may_be_kept_to_stop() -> None:
    match = played("roll 1 1 1 1 5 5", "keep 1 1 1 1", "roll 1 5", totals=ON_BOARD)
    assert refused(match.play("keep 1 5"), "bank").startswith("All six dice score")
    assert further(match, "keep 1", "bank").view.totals[0] == ("Ann", 3100)


def test_b4_houses_may_have_all_taken_when_all_score() -> None:
    match = played(
        "roll 1 1 1 1 5 5", "keep 1 1 1 1 5 5", "roll 1 5 2 3 4 4", totals=ON_BOARD, must_take_all_last="true"
    )
    assert offered(match) == {"keep 1 5": 150, "keep 1": 100, "keep 5": 50}
    match = further(match, "keep 1 5", "roll 1 1 5 5")
    assert offered(match) == {"keep 1 1 5 5": 300}
    assert refused(match, "keep 1") == (
        "Every die of this throw scores, and then all are set aside (must_take_all_last): "
        "1 1 5 5 (2 x 1 = 200, 2 x 5 = 100)."
    )
    assert refused(match, "keep 1 6") == "1 6 does not lie there: the throw is 1 1 5 5."
    assert refused(match.play("keep 1 1 5 5"), "bank").startswith("All six dice score")


def test_b4_all_that_score_as_three_pairs_are_taken_too() -> None:
    match = played("roll 6 6 6 6 2 2", must_take_all_last="true")
    assert offered(match) == {"keep 2 2 6 6 6 6": 1000}
    match = played("roll 6 6 6 6 2 2", must_take_all_last="true", quads_as_two_pairs="false")
    assert offered(match) == {"keep 6 6 6 6": 1200, "keep 6 6 6": 600}


# 3.9


def test_3_9_the_first_turn_that_is_banked_comes_to_800() -> None:
    match = played("roll 6 6 6 2 3 4", "keep 6 6 6")
    assert match.view.notes == ("not on the board yet", "not on the board yet")
    assert offered(match) == {}
    assert refused(match, "bank") == (
        "A first score needs 800 points in one turn, and 600 are not enough: throw 3 dice."
    )
    match = further(match, "roll 1 1 5", "keep 1 1")
    assert offered(match) == {"bank": 800}
    match = match.play("bank")
    assert match.view.totals[0] == ("Ann", 800)
    assert match.view.notes == ("", "not on the board yet")


def test_3_9_afterwards_any_amount_and_a_bust_changes_nothing() -> None:
    assert played(*BANKS_100, totals=ON_BOARD).view.totals[0] == ("Ann", 1100)
    assert played(*BUSTS, *BUSTS, *BANKS_100, totals="800, 0").view.totals[0] == ("Ann", 900)


def test_3_9_what_the_table_agrees_brings_nobody_on_the_board_and_takes_nobody_off_it() -> None:
    match = played(*BANKS_100[:2]).play("adjust Ann 50")
    assert (offered(match), match.view.notes[0]) == ({}, "not on the board yet")
    match = played("roll 1 1 1 2 3 4", "keep 1 1 1", "bank", *BUSTS, "adjust Ann -1000", *BANKS_100[:2])
    assert (offered(match), match.view.notes[0]) == ({"bank": 100}, "")


# 3.10


def test_3_10_every_other_player_gets_one_more_turn() -> None:
    match = played(*BUSTS, *BANKS_100, players="Ann Bob Cid", totals="9300, 9900, 9000")
    assert match.view.says.endswith("Cid's last turn.")
    assert match.view.notes == ("one more turn", "", "one more turn")
    match = further(match, *BANKS_100)
    assert (match.view.player, match.view.over) == ("Ann", False)
    match = further(match, "roll 6 6 6 2 3 4", "keep 6 6 6", "roll 1 1 5", "keep 1 1 5")
    assert refused(match, "bank") == "All six dice score, and all must be thrown again before you may stop."
    match = further(match, "roll 1 2 3 4 4 6", "keep 1", "bank")
    assert (match.view.over, match.view.winners) == (True, ("Ann",))
    assert match.view.totals == (("Ann", 10_250), ("Bob", 10_000), ("Cid", 9100))


def test_3_10_there_is_no_duty_to_beat() -> None:
    assert played(*BANKS_100, totals="10000, 9000").view.winners == ("Ann",)


def test_3_10_800_are_still_needed_by_a_player_not_on_the_board() -> None:
    match = played("roll 6 6 6 2 3 4", "keep 6 6 6", totals="10000, 0")
    assert refused(match, "bank").startswith("A first score needs 800 points")
    assert match.view.notes == ("", "one more turn")


def test_3_10_a_straight_that_would_reach_10000_still_has_to_be_rolled_on() -> None:
    match = played("roll 1 2 3 4 5 6", "keep 1 2 3 4 5 6", totals="9000, 9500")
    assert refused(match, "bank").startswith("All six dice score")
    assert further(match, *BUSTS).view.over is False


def test_3_10_alone_the_match_ends_at_10000() -> None:
    assert played(*BANKS_100, players="Ann", totals="9900").view.winners == ("Ann",)


# B2


def test_b2_one_more_throw_counts_at_its_best() -> None:
    match = played(players="Ann Bob Cid", totals="10000, 9000, 9000", final_turn="single_roll")
    assert match.view.notes == ("", "one more throw", "one more throw")
    match = match.play("roll 6 6 6 6 2 2")
    assert match.view.says == "Bob throws 6 6 6 6 2 2: 4 x 6 = 1,200. Cid's last turn."
    assert match.view.card == (Row("Bob", "one throw", 1200, 10_200, "4 x 6 = 1,200"),)
    assert (match.view.player, match.view.awaits.dice, match.view.offers) == ("Cid", 6, ())
    assert further(match, *BUSTS).view.winners == ("Bob",)


def test_b2_a_straight_in_the_one_throw_counts_and_is_not_thrown_on() -> None:
    match = played("roll 1 2 3 4 5 6", totals="10000, 9500", final_turn="single_roll")
    assert (match.view.winners, match.view.totals[1]) == (("Bob",), ("Bob", 10_500))


def test_b2_whoever_is_not_on_the_board_needs_800_in_the_one_throw() -> None:
    match = played("roll 6 6 6 2 3 4", players="Ann Bob Cid", totals="10000, 0, 0", final_turn="single_roll")
    why = "3 x 6 = 600: a first score needs 800 points in one turn, and 600 are not enough"
    assert match.view.card == (Row("Bob", "one throw", 0, 0, why),)
    assert match.play("roll 1 1 1 2 3 4").view.totals == (("Ann", 10_000), ("Bob", 0), ("Cid", 1000))


def test_who_reached_the_goal_first_and_lost_it_again_has_a_last_turn() -> None:
    closing = played(*BANKS_100, *BANKS_100, players="Ann Bob Cid", totals="9900, 9900, 9000")
    assert closing.view.notes == ("", "", "one more turn")
    match = closing.play("adjust Ann -200")
    assert (match.view.player, match.view.notes) == ("Cid", ("one more turn", "", "one more turn"))
    sooner = played(*BANKS_100, "adjust Ann -200", *BANKS_100, players="Ann Bob Cid", totals="9900, 9900, 9000")
    assert (sooner.view.player, set(sooner.view.notes)) == ("Cid", set(match.view.notes))
    assert further(match, *BUSTS).view.player == "Ann"
    assert further(match, *BUSTS, *BUSTS).view.winners == ("Bob",)
    assert further(closing, *BUSTS, "adjust Ann -200").view.winners == ("Bob",)  # over stays over


def test_b2_a_turn_under_way_is_played_to_its_end() -> None:
    match = played("roll 1 1 1 2 3 4", "keep 1 1 1", totals=ON_BOARD, final_turn="single_roll")
    match = further(match, "adjust Bob 9000", "roll 5 2 3")
    assert (match.view.points, offered(match)) == (1000, {"keep 5": 50})
    assert further(match, "keep 5", "bank").view.totals[0] == ("Ann", 2050)


# B3


def test_b3_a_tie_is_shared() -> None:
    assert played(*BANKS_100, totals="10000, 9900").view.winners == ("Ann", "Bob")
    assert played(*BANKS_100, totals="10000, 9900").view.says.endswith("Ann and Bob win with 10,000.")


def test_b3_a_tie_may_go_to_whoever_had_the_total_first() -> None:
    match = played(*BANKS_100, *BANKS_100, totals="9800, 9900", tie_break="first_reached")
    assert further(match, *BANKS_100, "adjust Bob 0").view.winners == ("Bob",)
    assert played(*BANKS_100, totals="10000, 9900", tie_break="first_reached").view.winners == ("Ann",)
    match = played(*BANKS_100, totals="9900, 10000", players="Ann Bob", tie_break="first_reached")
    assert match.view.says.endswith("Bob wins with 10,000.")


THOUSAND = ("roll 1 1 1 2 3 4", "keep 1 1 1", "bank")


def test_b3_a_slip_that_is_put_right_leaves_who_had_the_total_first() -> None:
    tied = played(*THOUSAND, *THOUSAND, totals="9000, 9000", players="Ann Bob", tie_break="first_reached")
    assert tied.view.winners == ("Ann",)
    assert further(tied, "adjust Ann -50", "adjust Bob 0", "adjust Ann 50").view.winners == ("Ann",)
    assert further(tied, "adjust Ann 50", "adjust Bob 50").view.winners == ("Ann",)
    three = played(*THOUSAND, *THOUSAND, totals="9000, 9000, 0", players="Ann Bob Cid", tie_break="first_reached")
    assert further(three, "adjust Ann 50", "adjust Ann -50", *BUSTS).view.winners == ("Ann",)


def test_b3_on_paper_who_led_the_last_turns_had_the_total_first() -> None:
    on_paper = {"totals": "10000, 9000, 9000, 10000", "players": "Ann Bob Cid Dee", "tie_break": "first_reached"}
    assert played(*BUSTS, *BUSTS, **on_paper, next="Bob").view.winners == ("Dee",)
    assert played(*BUSTS, *BUSTS, **on_paper).view.winners == ("Ann",)


def test_b3_a_tie_may_be_thrown_off_with_one_die_each() -> None:
    match = played(*BUSTS, *BANKS_100, players="Ann Bob Cid", totals="9900, 10000, 500", tie_break="rolloff")
    assert match.view.says.endswith("Ann and Bob tie: each throws one die, the highest wins.")
    assert (match.view.player, match.view.awaits.dice, match.view.over, match.view.offers) == ("Ann", 1, False, ())
    assert refused(match, "bank") == "The tie is thrown off: now Ann, one die."
    assert refused(match, "roll 1 2") == "One die is thrown here, not 2."
    match = further(match, "roll 3")
    assert match.view.says == "Ann throws 3. Bob throws next, for the match."
    match = further(match, "roll 3")
    assert match.view.says == "Bob throws 3. Ann and Bob tie for the highest and throw again."
    match = further(match, "roll 3", "roll 4")
    assert match.view.says == "Bob throws 4. Bob wins with 10,000."
    assert (match.view.over, match.view.winners) == (True, ("Bob",))
    assert match.undo().view.player == "Bob"


def test_nobody_is_said_to_have_a_last_turn_while_it_is_thrown_for_the_start() -> None:
    match = played("roll 6", "adjust Cid 10000", players="Ann Bob Cid", first="throw")
    assert (match.view.awaits.dice, match.view.says) == (1, "The table agrees: Cid +10,000, total 10,000.")


def test_b3_nobody_throws_when_there_is_no_tie() -> None:
    assert played(*BANKS_100, totals="10000, 9800", tie_break="rolloff").view.winners == ("Ann",)


def test_b3_adjusting_others_leaves_the_throws_for_the_tie_alone() -> None:
    tied = played(*BUSTS, *BANKS_100, players="Ann Bob Cid", totals="9900, 10000, 500", tie_break="rolloff")
    match = further(tied, "roll 3", "adjust Cid 50")
    assert (match.view.player, match.view.awaits.dice) == ("Bob", 1)
    match = further(match, "roll 4", "adjust Cid -50")
    assert (match.view.over, match.view.winners) == (True, ("Bob",))


def test_b3_adjusting_the_tied_settles_it_or_makes_another() -> None:
    tied = played(*BUSTS, *BANKS_100, players="Ann Bob Cid", totals="9900, 10000, 500", tie_break="rolloff")
    assert further(tied, "roll 3", "adjust Bob -50").view.winners == ("Ann",)
    match = further(tied, "roll 3", "adjust Cid 9500")
    assert (match.view.player, match.view.over) == ("Ann", False)
    assert further(match, "roll 1", "roll 2", "roll 3").view.winners == ("Cid",)
    match = further(tied, "roll 3", "roll 4", "adjust Bob -50")
    assert match.view.winners == ("Ann",)
    assert further(match, "adjust Bob 50").view.winners == ("Bob",)  # that throw-off stands
    assert further(match, "adjust Cid 9500").view.player == "Ann"
    match = further(tied, "roll 3", "adjust Bob -50", "adjust Ann -50")
    assert (match.view.over, match.view.player, match.view.awaits.dice) == (False, "Bob", 6)


# B5


def test_b5_the_other_edition_is_1000_500_and_500() -> None:
    house = {"board_min": "1000", "straight": "500", "three_pairs": "500"}
    assert played("roll 1 2 3 4 5 6", **house).view.offers[0].points == 500
    assert played("roll 1 1 4 4 6 6", **house).view.offers[0].points == 500
    assert refused(played("roll 1 1 1 1 5 5", "keep 1 1 5 5", **house), "bank") == (
        "A first score needs 1,000 points in one turn, and 300 are not enough: throw 2 dice."
    )
    assert played("roll 1 1 1 2 3 4", "keep 1 1 1", "bank", **house).view.totals[0] == ("Ann", 1000)


def test_b5_houses_may_play_without_board_straight_and_pairs() -> None:
    assert played(*BANKS_100, board_min="0").view.totals[0] == ("Ann", 100)
    assert played(board_min="0").view.notes == ("", "")
    assert offered(played("roll 1 2 3 4 5 6", straight="0")) == {"keep 1 5": 150, "keep 1": 100, "keep 5": 50}
    assert played("roll 2 2 3 3 4 4", three_pairs="0").view.says.startswith("Ann busts")


@pytest.mark.parametrize("name", ["board_min", "straight", "three_pairs"])
@pytest.mark.parametrize("value", ["", "-800", "lots", "8e2", "8,0", "1,0000"])
def test_b5_what_is_no_number_is_refused(name: str, value: str) -> None:
    with pytest.raises(HeaderError) as refusal:
        played(**{name: value})
    assert (refusal.value.key, str(refusal.value)) == (name, f"`{name}` is a whole number, 0 or more, not `{value}`.")


# A match begun on paper, and what the table agrees


def test_a_match_begun_on_paper_may_be_in_its_final_round() -> None:
    match = played(players="Ann Bob Cid", totals="0, 10100, 9300", first="throw")
    assert (match.view.says, match.view.awaits.dice) == ("Cid has the first last turn.", 6)
    match = further(match, *BUSTS, "roll 6 6 6 2 3 4", "keep 6 6 6", "roll 1 1 5", "keep 1 1", "bank")
    assert match.view.winners == ("Bob",)


def test_when_the_table_agrees_on_10000_the_turn_under_way_is_a_last_turn() -> None:
    match = played(*BANKS_100[:2], "adjust Bob 9000", "bank", totals=ON_BOARD)
    assert (match.view.over, match.view.winners) == (True, ("Bob",))


def test_an_adjustment_below_10000_opens_the_match_again() -> None:
    match = played(*BUSTS, totals="10000, 9000").play("adjust Ann -50")
    assert (match.view.over, match.view.player, match.view.awaits.dice) == (False, "Ann", 6)
    assert match.view.notes == ("", "")


@pytest.mark.parametrize("event", ["choose 6", "card 500", "break"])
def test_events_of_other_games_are_refused(event: str) -> None:
    assert (
        refused(played(), event) == f"10,000 dice game has no `{event}`: throw (`roll`), set aside (`keep`) or `bank`."
    )
