"""Ten Grand, paragraph by paragraph (rule book 2, options A1 to A7)."""

import pytest

from scoring.dice import NO_DICE
from scoring.game import HeaderError, Row
from scoring.match import Match
from tests.scoring.play import further, offered, plays, refused

played = plays("ten-grand")

BANKS_100 = ("roll 100 J J Q K A", "keep 100", "bank")
BURNS = ("roll J J Q Q K A",)
TO_FOUR_DICE = ("roll 100 A K Q J J", "keep 100", "roll 50 J J Q K", "keep 50")  # a 100 and a 50 aside


# 2.2


def test_2_2_a_turn_starts_with_six_dice() -> None:
    view = played().view
    assert (view.player, view.awaits.what, view.awaits.dice, view.offers) == ("Ann", "roll", 6, ())
    assert view.says == "Ann starts."
    assert refused(played(), "bank") == "There is nothing to bank yet: throw 6 dice first."
    assert refused(played(), "keep 100") == "Nothing lies there to set aside: throw 6 dice first."


def test_2_2_stopping_straight_after_a_roll_takes_its_best_score() -> None:
    match = played("roll J J J 100 50 Q")
    bank = match.view.offers[-1]
    assert (bank.event, bank.points) == ("bank", 450)
    assert bank.label == "Bank 450 (3 x J = 300, 1 x 50 = 50, 1 x 100 = 100): total 450"
    match = match.play("bank")
    assert match.view.totals == (("Ann", 450), ("Bob", 0))
    assert match.view.says == "Ann banks 450: 3 x J = 300, 1 x 50 = 50, 1 x 100 = 100."
    assert (match.view.player, match.view.awaits.dice) == ("Bob", 6)


def test_2_2_and_what_was_kept_before_counts_with_it() -> None:
    match = played("roll J J J 100 50 Q", "keep 100", "roll 100 100 100 J Q")
    assert offered(match)["bank"] == 1100
    assert match.play("bank").view.card == (Row("Ann", "bank", 1100, 1100, "1 x 100 = 100; 3 x 100 = 1,000"),)


def test_a5_houses_may_have_the_dice_named_first() -> None:
    match = played("roll J J J 100 50 Q", stop_scores="kept")
    assert "bank" not in offered(match)
    assert refused(match, "bank") == "Set aside J J J 50 100 or some of what scores first, then bank."
    assert further(match, "keep 100", "bank").view.totals[0] == ("Ann", 100)


# 2.3


def test_2_3_before_rolling_again_something_that_scores_is_pulled_aside() -> None:
    match = played("roll 100 A K Q J J")
    assert refused(match, "roll A K Q J J") == "Set aside 100 or some of what scores first, then throw the rest."
    assert refused(match, "keep") == "Set aside 100 or some of what scores first."
    match = match.play("keep 100")
    assert (match.view.awaits.what, match.view.awaits.dice, offered(match)) == ("roll", 5, {"bank": 100})
    assert refused(match, "roll A K Q J") == "5 dice are thrown here, not 4."


def test_2_3_the_customers_example_just_the_100_of_450() -> None:
    match = played("roll J J J 100 50 Q", "keep 100")
    assert (match.view.points, match.view.awaits.dice) == (100, 5)
    assert refused(match, "keep 50") == "Dice of this throw are aside already: throw 5 dice or bank."
    assert refused(match, "keep 100") == "Dice of this throw are aside already: throw 5 dice or bank."
    assert match.play("bank").view.totals[0] == ("Ann", 100)


# 2.4


def test_2_4_every_way_to_pull_dice_aside_is_offered_the_best_first() -> None:
    match = played("roll J J J 100 50 Q")
    assert offered(match) == {
        "keep J J J 50 100": 450,
        "keep J J J 100": 400,
        "keep J J J 50": 350,
        "keep J J J": 300,
        "keep 50 100": 150,
        "keep 100": 100,
        "keep 50": 50,
        "bank": 450,
    }


def test_2_4_dice_that_do_not_score_stay() -> None:
    match = played("roll A A 100 Q K J")
    assert refused(match, "keep A A 100") == (
        "Not every die of A A 100 scores: set aside 100 (1 x 100 = 100) or some of what scores."
    )
    assert refused(match, "keep 100 100") == "100 100 does not lie there: the throw is A A 100 Q K J."
    assert refused(match, "roll 8 8 8 8 8 8").startswith("Set aside")
    assert refused(played(), "roll 8 8 8 8 8 8") == "8 is not on these dice: their faces are J Q K A 50 100."


def test_1_a_10_of_poker_dice_counts_as_100_and_a_9_as_50() -> None:
    match = played("roll 10 9 9 9 K Q")
    assert str(match.view.thrown) == "100 50 50 50 K Q"
    assert offered(match)["keep 50 50 50 100"] == 600
    kept = match.add("keep 9 9 9 10")
    assert (kept.view.points, str(kept.view.kept)) == (600, "50 50 50 100")
    assert offered(kept.add("amend 1 roll 10 9 9 9 10 Q").add("amend 2 keep 10 10"))["bank"] == 200
    assert str(match.entries[0]) == "roll 100 50 50 50 K Q"


def test_what_does_not_fit_as_another_would_play_is_refused_for_that() -> None:
    burnt = played("roll 100 A K Q J J", "keep 100", "roll 50 J Q K Q", "keep 50", "roll 50 Q Q J", "keep 50")
    told = refused(burnt, "amend 5 roll A Q Q J")
    assert told.startswith("Then entry 6, `keep 50`, no longer fits: It was Ann's, and would be Bob's.")


def test_1_a_table_may_count_the_10_as_50_and_the_9_as_100() -> None:
    match = played("roll 10 9 9 9 K Q", face_map="10=50 9=100")
    assert offered(match)["keep 50 100 100 100"] == 1050
    with pytest.raises(HeaderError, match="face_map"):
        played(face_map="10=200")


def test_2_4_a_part_of_a_bigger_group_may_be_kept_when_it_scores_itself() -> None:
    assert offered(played("roll J J J J 50 Q"))["keep J J J"] == 300
    assert "keep J J" not in offered(played("roll J J J J 50 Q"))
    assert offered(played("roll 100 100 100 K Q A"))["keep 100"] == 100
    assert played("roll 100 100 100 K Q A", "keep 100", "roll J J J Q K", "bank").view.totals[0] == ("Ann", 400)


# 2.5


@pytest.mark.parametrize(
    ("face", "values"),
    [
        ("J", (None, None, 300, 600, 1200, 2400)),
        ("Q", (None, None, 400, 800, 1600, 3200)),
        ("K", (None, None, 500, 1000, 2000, 4000)),
        ("A", (None, None, 600, 1200, 2400, 4800)),
        ("50", (50, 100, 500, 1000, 2000, 4000)),
        ("100", (100, 200, 1000, 2000, 4000, 8000)),
    ],
)
def test_2_5_what_scores(face: str, values: tuple[int | None, ...]) -> None:
    offers = offered(played(f"roll {' '.join([face] * 6)}"))
    assert tuple(offers.get("keep" + f" {face}" * number) for number in range(1, 7)) == values


def test_2_5_no_three_pairs_and_two_triples_just_add() -> None:
    assert played("roll 100 100 50 50 J J").view.offers[0].points == 300
    assert played("roll A A A K K K").view.offers[0].points == 1100
    assert played("roll J J Q Q K K").view.says == "Ann burns: J J Q Q K K has no scoring dice."


@pytest.mark.parametrize(
    ("triples", "roll", "points"),
    [
        ("A=1000", "A A A Q Q Q", 1400),
        ("A=1000", "A A A A J Q", 2000),
        ("A:1000", "A A A J Q K", 1000),
        ("A=1000, K=600", "A A A K K K", 1600),
        ("200/300/400/600", "J J J Q Q Q", 500),
        ("200/300/400/600", "K K K A A A", 1000),
        ("200/300/400/600", "50 50 50 100 100 100", 1500),
        ("50=1000 100=2000", "50 50 50 100 100 100", 3000),
        ("100=200", "100 100 100 J Q K", 300),
    ],
)
def test_a1_the_table_of_triples_is_the_houses(triples: str, roll: str, points: int) -> None:
    assert played(f"roll {roll}", triples=triples).view.offers[0].points == points


@pytest.mark.parametrize(
    "triples", ["", "A", "A=", "A=0", "A=-300", "A=lots", "B=300", "A=300 A=400", "300", "200/300", "1/2/3/4/5/6/7"]
)
def test_a1_a_table_that_cannot_be_read_is_refused(triples: str) -> None:
    with pytest.raises(HeaderError) as refusal:
        played(triples=triples)
    assert refusal.value.key == "triples"
    assert str(refusal.value).startswith("`triples` says what three of a kind pay, ")
    assert str(refusal.value).endswith(f"as in `A=1000 K=500`, not `{triples}`.")


# 2.6


def test_2_6_a_roll_without_a_score_is_a_burn_even_the_first() -> None:
    match = played(*BURNS)
    assert match.view.card == (Row("Ann", "burn", 0, 0, "J J Q Q K A has no scoring dice"),)
    assert (match.view.player, match.view.awaits.dice, str(match.view.thrown)) == ("Bob", 6, "J J Q Q K A")


def test_2_6_a_burn_loses_the_turn_and_nothing_of_earlier_turns() -> None:
    match = played(*BANKS_100, *BANKS_100, "roll 100 50 J Q K K", "keep 100 50", "roll J Q K K")
    assert match.view.says == "Ann burns: J Q K K has no scoring dice, 150 points lost."
    assert match.view.totals == (("Ann", 100), ("Bob", 100))


# 2.7


def test_2_7_a_rollout_may_be_rolled_on_and_may_be_stopped() -> None:
    match = played("roll J J J 100 100 50", "keep J J J 100 100 50")
    assert match.view.says.endswith("Rollout: all six dice score and may be thrown again.")
    assert (match.view.awaits.dice, offered(match)) == (6, {"bank": 550})
    assert match.play("bank").view.totals[0] == ("Ann", 550)
    match = further(match, "roll 100 J J Q K A", "keep 100")
    assert (match.view.points, match.view.awaits.dice, str(match.view.kept)) == (650, 5, "100")


def test_2_7_one_last_die_may_be_rolled_to_get_there_and_six_dice_at_risk_may_burn() -> None:
    match = played("roll 100 100 100 100 100 J", "keep 100 100 100 100 100")
    assert (match.view.awaits.dice, match.view.points) == (1, 4000)
    match = further(match, "roll 50", "keep 50")
    assert (match.view.awaits.dice, match.view.points) == (6, 4050)
    assert match.play("roll J J Q Q K A").view.says == "Ann burns: J J Q Q K A has no scoring dice, 4,050 points lost."


def test_2_7_a_rollout_by_several_rolls_and_any_number_of_them() -> None:
    once = ("roll J J J Q K A", "keep J J J", "roll Q Q Q", "keep Q Q Q")
    match = played(*once, *once, *once)
    assert (match.view.points, match.view.awaits.dice, match.view.rolls) == (2100, 6, 6)


# 2.8


def test_2_8_the_customers_example_a_100_and_three_100s_are_1100() -> None:
    match = played("roll 100 A K Q J J", "keep 100", "roll 100 100 100 Q K", "keep 100 100 100", "bank")
    assert match.view.totals[0] == ("Ann", 1100)


# 2.9


def test_2_9_without_the_option_one_of_each_face_is_no_straight() -> None:
    assert played("roll 100 50 J Q K A").view.offers[0].points == 150
    assert further(played(*TO_FOUR_DICE), "roll J Q K A").view.says.startswith("Ann burns: J Q K A")


@pytest.mark.parametrize(
    "before",
    [
        (),
        ("roll 100 A A K Q J", "keep 100"),
        ("roll 50 A A K Q J", "keep 50"),
        ("roll 100 50 A A K Q", "keep 100 50"),
        TO_FOUR_DICE,
        ("roll 50 A A K Q J", "keep 50", "roll 100 J J Q K", "keep 100"),
    ],
)
def test_2_9_a_straight_over_one_or_more_rolls_comes_to_200_and_is_a_rollout(before: tuple[str, ...]) -> None:
    match = played(*before, straight="200")
    aside = str(match.view.kept).split()
    rest = " ".join(face for face in ("J", "Q", "K", "A", "50", "100") if face not in aside)
    assert further(match, f"roll {rest}", "bank").view.totals[0] == ("Ann", 200)
    match = further(match, f"roll {rest}", f"keep {rest}")
    assert (match.view.points, match.view.awaits.dice, offered(match)) == (200, 6, {"bank": 200})
    assert "Rollout" in match.view.says
    assert further(match, "roll 100 100 50 J Q K", "keep 100 100 50", "bank").view.totals[0] == ("Ann", 450)


def test_2_9_the_straight_says_what_it_replaces() -> None:
    match = played(*TO_FOUR_DICE, "roll J Q K A", straight="200")
    assert match.view.says == "Ann throws J Q K A: straight: 200 in place of 150 = 50."
    assert offered(match) == {"keep J Q K A": 50, "bank": 200}
    assert played("roll 100 50 J Q K A", straight="200").view.says == "Ann throws 100 50 J Q K A: straight = 200."


def test_2_9_points_from_before_the_last_rollout_stay() -> None:
    rollout = ("roll J J J 100 100 50", "keep J J J 100 100 50")
    assert played(*rollout, "roll 100 50 J Q K A", "bank", straight="200").view.totals[0] == ("Ann", 750)
    match = played(*rollout, *TO_FOUR_DICE, "roll J Q K A", "keep J Q K A", straight="200")
    assert match.view.points == 750


def test_2_9_a_straight_may_be_declined() -> None:
    match = played("roll 100 A A K Q J", "keep 100", "roll 50 J Q K A", straight="200")
    assert offered(match) == {"keep J Q K A 50": 100, "keep 50": 50, "bank": 200}
    match = further(match, "keep 50", "roll J J J Q", "keep J J J")
    assert match.view.points == 450
    assert played("roll 100 50 J Q K A", "keep 100 50", "bank", straight="200").view.totals[0] == ("Ann", 150)


@pytest.mark.parametrize(
    "before",
    [
        ("roll 100 100 J Q K A", "keep 100 100"),
        ("roll 100 J J Q K A", "keep 100", "roll 100 J J Q K", "keep 100"),
        ("roll 50 50 J Q K A", "keep 50 50"),
    ],
)
def test_2_9_with_two_of_a_kind_kept_there_is_no_straight(before: tuple[str, ...]) -> None:
    assert further(played(*before, straight="200"), "roll J Q K A").view.says.startswith("Ann burns")


def test_2_9_a_straight_that_still_lacks_a_face_is_a_burn() -> None:
    assert further(played(*TO_FOUR_DICE, straight="200"), "roll J Q K K").view.says.startswith("Ann burns")


def test_a3_a_straight_may_pay_on_top_of_what_was_kept() -> None:
    match = played(*TO_FOUR_DICE, "roll J Q K A", straight="200", straight_mode="add")
    assert match.view.says == "Ann throws J Q K A: straight = 200."
    assert further(match, "keep J Q K A", "bank").view.totals[0] == ("Ann", 350)
    assert played("roll 100 50 J Q K A", "bank", straight="200", straight_mode="add").view.totals[0] == ("Ann", 200)


def test_a2_what_a_straight_pays_is_the_houses() -> None:
    assert further(played(*TO_FOUR_DICE, straight="1500"), "roll J Q K A", "bank").view.totals[0] == ("Ann", 1500)
    with pytest.raises(HeaderError, match="`straight`"):
        played(straight="150")
    assert played(straight="100", straight_mode="add").view.says == "Ann starts."


# 2.10


def test_2_10_without_the_option_50_is_a_first_score() -> None:
    assert played("roll 50 J J Q K A", "bank").view.totals[0] == ("Ann", 50)
    assert played().view.notes == ("", "")


def test_2_10_a_first_score_needs_three_rolls_and_350_points() -> None:
    match = played("roll 100 100 100 K Q A", "keep 100 100 100", board_min="350", board_rolls="3")
    assert match.view.notes == ("not on the board yet", "not on the board yet")
    assert offered(match) == {}
    assert refused(match, "bank") == ("A first score needs 3 throws in one turn, and this was throw 1: throw 3 dice.")
    match = further(match, "roll 50 Q K", "keep 50")
    assert refused(match, "bank").endswith("and this was throw 2: throw 2 dice.")
    match = further(match, "roll 50 Q")
    assert offered(match) == {"keep 50": 50, "bank": 1100}
    match = match.play("bank")
    assert match.view.totals[0] == ("Ann", 1100)
    assert match.view.notes == ("", "not on the board yet")


def test_2_10_three_rolls_are_not_enough_below_350() -> None:
    match = played(
        *("roll 100 J J Q K A", "keep 100", "roll 100 J J Q K", "keep 100", "roll 100 J J Q"),
        board_min="350",
        board_rolls="3",
    )
    assert refused(match, "bank") == (
        "A first score needs 350 points in one turn, and 300 are not enough: "
        "set aside 100 or some of what scores first, then throw the rest."
    )
    assert refused(match.play("keep 100"), "bank").endswith("and 300 are not enough: throw 3 dice.")


def test_2_10_rolls_after_a_rollout_count_too() -> None:
    rollout = ("roll J J J Q Q Q", "keep J J J Q Q Q", "roll J J J Q Q Q", "keep J J J Q Q Q")
    match = played(*rollout, "roll 100 J J Q K A", board_min="350", board_rolls="3")
    assert match.play("bank").view.totals[0] == ("Ann", 1500)


def test_2_10_whoever_is_on_the_board_stops_at_any_score_and_a_burn_does_not_take_him_off() -> None:
    match = played(*BURNS, *BURNS, "roll 50 J J Q K A", board_min="350", board_rolls="3", totals="500, 0")
    assert match.play("bank").view.totals[0] == ("Ann", 550)
    match = further(match, "bank", "roll 50 J J Q K A")
    assert refused(match, "bank").startswith("A first score needs 350 points")


# 2.11


def test_2_11_the_first_seat_starts_or_everybody_throws_all_six_once() -> None:
    match = played("roll 100 50 J Q K K", first="throw", players="Ann Bob Cid")
    assert match.view.says == "Ann throws 100 50 J Q K K: 150. Bob throws next, for the start."
    assert refused(match, "keep 100") == "First everybody throws for the start: now Bob, 6 dice."
    assert refused(match, "roll 100") == "6 dice are thrown here, not 1."
    match = further(match, "roll J J J Q Q K", "roll J J Q Q K A")
    assert match.view.says == "Cid throws J J Q Q K A: 0. Bob starts."
    assert (match.view.player, match.view.awaits.dice, match.view.points, match.view.kept) == ("Bob", 6, 0, NO_DICE)
    assert match.view.totals == (("Ann", 0), ("Bob", 0), ("Cid", 0))
    assert further(match, *BURNS).view.player == "Cid"


def test_2_11_the_tied_throw_all_six_again() -> None:
    match = played(
        "roll 100 50 J Q K K", "roll J J Q Q K A", "roll 100 50 A A Q K", first="throw", players="Ann Bob Cid"
    )
    assert match.view.says == "Cid throws 100 50 A A Q K: 150. Ann and Cid tie for the highest and throw again."
    match = further(match, "roll J J Q Q K A", "roll 50 J J Q K A")
    assert match.view.says.endswith("Cid starts.")


def test_2_11_even_when_nobody_scores() -> None:
    match = played("roll J J Q Q K A", "roll A A K K Q J", first="throw")
    assert match.view.says == "Bob throws A A K K Q J: 0. Ann and Bob tie for the highest and throw again."
    assert (match.view.player, match.view.awaits.dice) == ("Ann", 6)


def test_2_11_a_straight_counts_in_the_throw_only_with_the_option() -> None:
    throws = ("roll 100 50 J Q K A", "roll 100 50 50 Q K A")
    assert played(*throws, first="throw").view.player == "Bob"
    match = played(*throws, first="throw", straight="200")
    assert match.view.says == "Bob throws 100 50 50 Q K A: 200. Ann and Bob tie for the highest and throw again."


def test_2_11_nobody_throws_for_the_start_alone() -> None:
    assert played(players="Ann", first="throw").view.says == "Ann starts."


# 2.12


def test_2_12_the_final_round_begins_when_somebody_stops_at_10000() -> None:
    match = played(*BANKS_100, players="Ann Bob Cid", totals="9900, 0, 9800")
    assert match.view.says == "Ann banks 100: 1 x 100 = 100. Bob's last turn, to beat 10,000."
    assert match.view.notes == ("", "one more turn", "one more turn")
    assert not played(*BANKS_100, totals="9850, 0").view.notes[1]


def test_2_12_everybody_else_has_one_turn_clockwise_those_who_had_one_this_round_too() -> None:
    match = played(*BURNS, *BANKS_100, players="Ann Bob Cid", totals="0, 9900, 0")
    assert (match.view.player, match.view.notes) == ("Cid", ("one more turn", "", "one more turn"))
    match = further(match, *BURNS)
    assert (match.view.player, match.view.notes) == ("Ann", ("one more turn", "", ""))
    match = further(match, *BURNS)
    assert match.view.says == "Ann burns: J J Q Q K A has no scoring dice. Bob wins with 10,000."
    assert (match.view.over, match.view.winners, match.view.player) == (True, ("Bob",), "")
    assert refused(match, "roll J") == "The match is over, Bob wins with 10,000: undo or adjust to go on."


def test_2_12_nobody_may_stop_below_or_at_the_highest_total() -> None:
    match = played("roll 100 J J Q K A", totals="10000, 9900")
    assert offered(match) == {"keep 100": 100}
    assert refused(match, "bank") == (
        "In the last turn you go on until you beat 10,000 or burn, and 9,900 + 100 does not: "
        "set aside 100 or some of what scores first, then throw the rest."
    )
    match = match.play("keep 100")
    assert offered(match) == {}
    assert refused(match, "bank").endswith("and 9,900 + 100 does not: throw 5 dice.")
    assert refused(match, "keep J") == "Nothing lies there to set aside: throw 5 dice."
    match = match.play("roll 50 J J Q K")
    assert offered(match) == {"keep 50": 50, "bank": 150}
    assert match.play("bank").view.winners == ("Bob",)


def test_2_12_having_beaten_it_one_may_go_on_and_burn() -> None:
    match = played("roll 100 100 J Q K A", "keep 100 100", totals="10000, 9900")
    assert offered(match) == {"bank": 200}
    assert further(match, "roll J Q K A").view.winners == ("Ann",)


def test_2_12_the_next_has_to_beat_the_new_highest_and_the_first_gets_no_other_turn() -> None:
    match = played("roll 100 50 J Q K A", "bank", players="Ann Bob Cid", totals="10000, 9900, 9950")
    assert match.view.totals[1] == ("Bob", 10_050)
    match = match.play("roll 100 J J Q K A")
    assert refused(match, "bank").startswith("In the last turn you go on until you beat 10,050 or burn")
    match = further(match, "keep 100", "roll 50 J J Q K", "bank")
    assert (match.view.over, match.view.winners, match.view.totals[2]) == (True, ("Cid",), ("Cid", 10_100))


def test_2_12_if_all_burn_the_first_at_10000_wins() -> None:
    assert played(*BURNS, *BURNS, players="Ann Bob Cid", totals="10000, 9900, 9950").view.winners == ("Ann",)


def test_2_12_alone_the_match_ends_with_the_turn_that_reaches_10000() -> None:
    assert played(*BANKS_100, players="Ann", totals="9900").view.winners == ("Ann",)


def test_2_12_a_rollout_may_have_to_be_rolled_on() -> None:
    match = played("roll J J J 100 100 50", "keep J J J 100 100 50", totals="10000, 9000")
    assert match.view.awaits.dice == 6
    assert refused(match, "bank").endswith("and 9,000 + 550 does not: throw 6 dice.")
    assert match.play("roll 100 100 100 J Q K").play("bank").view.winners == ("Bob",)


def test_a6_a_last_turn_only_for_those_who_have_not_yet_played_in_this_round() -> None:
    house = {"players": "Ann Bob Cid", "totals": "0, 9900, 0", "final_scope": "rest_of_round"}
    match = played(*BURNS, *BANKS_100, **house)
    assert match.view.notes == ("", "", "one more turn")
    assert further(match, *BURNS).view.winners == ("Bob",)
    house["totals"] = "0, 0, 9900"
    assert played(*BURNS, *BURNS, *BANKS_100, **house).view.winners == ("Cid",)


def test_a6_rounds_begin_with_whoever_started() -> None:
    house = {"players": "Ann Bob Cid", "totals": "9900, 0, 0", "final_scope": "rest_of_round", "first": "throw"}
    throws = ("roll 50 J J Q K A", "roll 50 J J Q K A", "roll 100 J J Q K A")
    match = played(*throws, *BURNS, *BANKS_100, **house)
    assert (match.view.player, match.view.notes) == ("Bob", ("", "one more turn", ""))


def test_a6_when_the_table_agrees_on_10000_the_turn_under_way_is_still_played() -> None:
    house = {"players": "Ann Bob Cid Dan", "final_scope": "rest_of_round"}
    match = played(*BURNS, "roll 100 J J Q K A", **house)
    assert match.play("adjust Cid 10000").view.notes == ("", "one more turn", "", "one more turn")
    assert match.play("adjust Ann 10000").view.notes == ("", "one more turn", "one more turn", "one more turn")


def test_a6_a_match_begun_on_paper_ends_the_round_of_its_first_seat() -> None:
    match = played(players="Ann Bob Cid", totals="0, 10000, 0", final_scope="rest_of_round")
    assert (match.view.says, match.view.notes) == (
        "Cid has the first last turn, to beat 10,000.",
        ("", "", "one more turn"),
    )
    with pytest.raises(HeaderError, match="that match is already over"):
        played(players="Ann Bob Cid", totals="0, 0, 10000", final_scope="rest_of_round")


@pytest.mark.parametrize(("in_final", "refusal"), [("true", "A first score needs 3 throws"), ("false", "")])
def test_a7_the_board_rule_in_the_final_round(in_final: str, refusal: str) -> None:
    house = {"board_rolls": "3", "board_in_final": in_final, "totals": "10000, 0"}
    rollout = ("roll 100 100 100 100 100 100", "keep 100 100 100 100 100 100")
    match = played(*rollout, "roll 100 100 100 100 J Q", **house)
    assert refused(match, "bank").startswith(refusal or "In the last turn you go on until you beat 10,000 or burn")
    match = played(*rollout, "roll 100 100 100 100 100 J", **house)
    if refusal:
        assert refused(match, "bank").startswith(refusal)
        match = further(match, "keep 100 100 100 100 100", "roll 50")
    assert match.play("bank").view.winners == ("Bob",)


# A match begun on paper, and what the table agrees


def test_a_match_begun_on_paper_may_be_in_its_final_round() -> None:
    match = played(players="Ann Bob Cid", totals="9000, 10050, 0", first="throw")
    assert match.view.says == "Cid has the first last turn, to beat 10,050."
    assert (match.view.player, match.view.awaits.dice) == ("Cid", 6)
    assert match.view.notes == ("one more turn", "", "one more turn")
    match = further(match, *BURNS, "roll 100 100 100 J Q K")
    assert refused(match, "bank").startswith("In the last turn you go on until you beat 10,050 or burn")


def test_two_at_the_goal_on_paper_have_had_their_turns() -> None:
    match = played(players="Ann Bob Cid", totals="10000, 10050, 9000")
    assert match.view.notes == ("", "", "one more turn")  # "Player 1 does not get another TURN."
    assert further(match, *BURNS).view.winners == ("Bob",)
    with pytest.raises(HeaderError, match="already over"):
        played(players="Ann Bob", totals="10000, 10050")


def test_alone_a_match_that_stands_at_10000_is_over() -> None:
    with pytest.raises(HeaderError) as refusal:
        played(players="Ann", totals="10000")
    assert str(refusal.value) == "A player brings 10,000 points or more in `totals`: that match is already over."


def test_a_match_begun_on_paper_goes_on_with_whose_turn_it_is() -> None:
    match = played(players="Ann Bob Cid", totals="0, 500, 0", next="Bob", first="throw")
    assert (match.view.player, match.view.says) == ("Bob", "Bob is next.")
    match = played(*BANKS_100, players="Ann Bob", totals="9000, 9900", final_scope="rest_of_round", next="Bob")
    assert (match.view.over, match.view.winners) == (True, ("Bob",)), "Ann has thrown in this round"
    match = played(players="Ann Bob Cid", totals="10000, 9000, 9500", next="Cid")
    assert match.view.says == "Cid has a last turn, to beat 10,000."
    assert match.view.notes == ("", "", "one more turn"), "Bob has had his"
    assert further(match, *BURNS).view.winners == ("Ann",)


def test_on_paper_a_last_turn_that_beat_the_first_is_not_had_twice() -> None:
    match = played(players="Ann Bob Cid Dan", totals="9000, 10000, 9000, 10500", next="Ann")
    assert match.view.notes == ("one more turn", "", "", ""), "Cid burned, and Dan beat Bob, who reached it first"
    match = played(players="Ann Bob Cid Dan", totals="9000, 10000, 9000, 10500", next="Cid")
    assert match.view.notes == ("", "", "one more turn", ""), "of Dan, who reached it first"


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Ann", "in `totals`: that match is already over, unless another is next than Ann."),
        ("Dan", "`next` names the player whose turn it is: Ann or Bob or Cid, not `Dan`."),
    ],
)
def test_nobody_else_is_next_on_paper(name: str, says: str) -> None:
    with pytest.raises(HeaderError) as refused:
        played(players="Ann Bob Cid", totals="10000, 9000, 9500", next=name)
    assert str(refused.value).endswith(says)


@pytest.mark.parametrize("name", ["Zoe\u0308 Lee", "Ann\u200cLee", " Zo\u00eb   Lee "])
def test_who_is_next_is_named_as_any_player_may_be_called(name: str) -> None:
    match = Match.start("ten-grand", ["Bob", name], {"totals": "500, 0", "next": name})
    assert match.view.player == match.players[1]


def test_2_12_who_may_not_stop_in_a_last_turn_is_told_why() -> None:
    match = played("roll 100 J J Q K A", "keep 100", totals="10000, 9900")
    assert not offered(match)
    assert match.view.says == (
        "Bob sets aside 100: 1 x 100 = 100. "
        "In the last turn you go on until you beat 10,000 or burn, and 9,900 + 100 does not."
    )


def test_the_table_may_change_what_is_to_be_beaten() -> None:
    match = played("roll 100 J J Q K A", "keep 100", totals="10000, 9950")
    assert offered(match) == {"bank": 100}
    match = match.play("adjust Ann 50")
    assert refused(match, "bank").startswith(
        "In the last turn you go on until you beat 10,050 or burn, and 9,950 + 100"
    )
    match = match.play("adjust Ann -60")
    assert offered(match) == {"bank": 100}
    assert further(match, "bank").view.says == "Bob banks 100: 1 x 100 = 100. Ann's last turn, to beat 10,050."


def test_whoever_the_table_lifts_to_10000_ends_his_turn_as_he_likes() -> None:
    match = played("roll 100 J J Q K A", "adjust Ann 10000")
    assert (match.view.player, offered(match)) == ("Ann", {"keep 100": 100, "bank": 100})
    assert match.view.notes == ("", "one more turn")
    assert match.play("bank").view.totals[0] == ("Ann", 10_100)
    assert further(match, "keep 100", "roll J J Q Q K").view.says.endswith(
        "100 points lost. Bob's last turn, to beat 10,000."
    )


def test_a_tie_that_the_table_agrees_on_is_won_together() -> None:
    match = played(*BURNS, totals="10000, 9900").play("adjust Bob 100")
    assert match.view.winners == ("Ann", "Bob")


def test_adjusting_while_it_is_thrown_for_the_start_throws_nobody_out() -> None:
    match = played("roll 100 J J Q K A", "adjust Bob 50", "roll J J Q Q K A", first="throw")
    assert (match.view.player, match.view.totals[1]) == ("Ann", ("Bob", 50))
    match = played("roll 100 J J Q K A", "adjust Ann 10000", "roll J J Q Q K A", first="throw")
    assert (match.view.player, match.view.notes) == ("Bob", ("", "one more turn"))


def test_points_agreed_upon_that_begin_the_last_turns_say_so() -> None:
    match = played(totals="3000, 9950", players="Ann Bob")
    match = further(match, "roll 100 J J Q K A", "adjust Bob 100")
    assert match.view.says == "The table agrees: Bob +100, total 10,050. Ann's last turn, to beat 10,050."


@pytest.mark.parametrize("event", ["choose 6", "card 500", "break"])
def test_events_of_other_games_are_refused(event: str) -> None:
    assert refused(played(), event) == f"Ten Grand has no `{event}`: throw (`roll`), set aside (`keep`) or `bank`."


def test_more_throws_to_get_on_the_board_than_odds_can_be_told_of_are_refused() -> None:
    with pytest.raises(HeaderError, match="`board_rolls` is at most 10, not 11"):
        played(board_min="350", board_rolls="11")
