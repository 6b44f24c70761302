"""Jack Stone's Ten Thousand, paragraph by paragraph (rule book 4)."""

import pytest

from scoring.game import HeaderError, Row
from scoring.match import Match
from tests.scoring.play import offered, plays, refused

played = plays("jack-stone")


def scored(match: Match, player: str, points: int) -> Match:
    """Let the table credit a player, so that a test need not play a hundred turns."""
    return match.add(f"adjust {player} {points}")


# 4.1


def test_4_1_the_first_seat_starts_with_six_dice() -> None:
    view = played().view
    assert (view.player, view.awaits.what, view.awaits.dice, view.offers) == ("Ann", "roll", 6, ())
    assert view.says == "Ann starts."


@pytest.mark.parametrize("header", [{"first_player": "one_die"}, {"first": "throw"}, {"first": "Throw"}])
def test_4_1_one_die_each_the_highest_starts_and_play_goes_on_clockwise(header: dict[str, str]) -> None:
    match = played("roll 4", "roll 2", players="Ann Bob Cid", **header)
    assert (match.view.player, match.view.awaits.dice) == ("Cid", 1)
    match = match.play("roll 6")
    assert (match.view.player, match.view.awaits.dice, match.view.says) == ("Cid", 6, "Cid throws 6. Cid starts.")
    assert match.play("roll 2 2 3 4 4 6").view.player == "Ann"


def test_4_1_the_tied_throw_again() -> None:
    match = played("roll 6", "roll 2", "roll 6", players="Ann Bob Cid", first="throw")
    assert match.view.says == "Cid throws 6. Ann and Cid tie for the highest and throw again."
    assert match.view.player == "Ann"
    match = match.play("roll 3").play("roll 3").play("roll 1")
    assert match.view.player == "Cid"
    assert match.play("roll 5").view.player == "Cid"
    assert match.play("roll 5").view.awaits.dice == 6


def test_4_1_before_somebody_starts_there_are_only_single_throws() -> None:
    match = played("roll 4", first="throw")
    assert refused(match, "keep 1") == "First everybody throws for the start: now Bob, one die."
    assert refused(match, "roll 1 2 3 4 5 6") == "One die is thrown here, not 6."
    assert refused(match, "roll W") == "W is not on these dice: their faces are 1 2 3 4 5 6."


def test_4_1_nobody_throws_for_the_start_alone() -> None:
    assert played(players="Ann", first="throw").view.awaits.dice == 6


# 4.2 and 4.3


@pytest.mark.parametrize(
    ("throw", "keep", "points", "why"),
    [
        ("1 1 5 2 3 6", "1 1 5", 250, "2 x 1 = 200, 1 x 5 = 50"),
        ("2 2 2 3 4 6", "2 2 2", 200, "3 x 2 = 200"),
        ("1 1 1 2 3 4", "1 1 1", 1000, "3 x 1 = 1,000"),
        ("1 1 1 1 2 3", "1 1 1 1", 1100, "3 x 1 = 1,000, 1 x 1 = 100"),
        ("2 2 2 2 3 4", "2 2 2", 200, "3 x 2 = 200"),
        ("5 5 5 5 5 2", "5 5 5 5 5", 600, "3 x 5 = 500, 2 x 5 = 100"),
        ("1 2 3 4 5 6", "1 2 3 4 5 6", 3000, "straight = 3,000"),
        ("1 1 2 2 3 3", "1 1 2 2 3 3", 1500, "three pairs = 1,500"),
        ("4 4 4 4 6 6", "4 4 4 4 6 6", 1500, "three pairs = 1,500"),
        ("3 3 3 3 3 3", "3 3 3 3 3 3", 1500, "three pairs = 1,500"),
        ("1 1 1 1 1 1", "1 1 1 1 1 1", 2000, "3 x 1 = 1,000, 3 x 1 = 1,000"),
        ("4 4 4 6 6 6", "4 4 4 6 6 6", 1000, "3 x 4 = 400, 3 x 6 = 600"),
    ],
)
def test_4_2_and_4_3_what_scores(throw: str, keep: str, points: int, why: str) -> None:
    [offer] = played(f"roll {throw}").view.offers
    assert (offer.event, offer.points) == (f"keep {keep}", points)
    assert offer.label == f"Set aside {keep}: {why}"


def test_4_3_six_of_a_kind_may_be_two_sets_of_three_only() -> None:
    assert offered(played("roll 3 3 3 3 3 3", six_as_three_pairs="false")) == {"keep 3 3 3 3 3 3": 600}
    assert offered(played("roll 1 1 1 1 1 1", six_as_three_pairs="false")) == {"keep 1 1 1 1 1 1": 2000}
    assert offered(played("roll 3 3 3 3 2 2", six_as_three_pairs="false")) == {"keep 2 2 3 3 3 3": 1500}


def test_4_2_houses_may_double_beyond_three() -> None:
    assert offered(played("roll 2 2 2 2 3 4", beyond_three="double")) == {"keep 2 2 2 2": 400}
    assert offered(played("roll 1 1 1 1 2 3", beyond_three="double")) == {"keep 1 1 1 1": 2000}
    assert offered(played("roll 6 6 6 6 6 6", beyond_three="double")) == {"keep 6 6 6 6 6 6": 4800}
    assert offered(played("roll 2 2 2 2 2 2", beyond_three="double")) == {"keep 2 2 2 2 2 2": 1600}


# 4.4


def test_4_4_exactly_the_dice_that_score_are_set_aside() -> None:
    match = played("roll 1 1 5 6 2 3")
    assert offered(match) == {"keep 1 1 5": 250}
    assert refused(match, "keep 1 1") == (
        "Exactly the dice of the best scoring are set aside (keep_rule all): "
        "here 1 1 5 (2 x 1 = 200, 1 x 5 = 50), not 1 1."
    )
    assert "here 1 1 5" in refused(match, "keep 1 1 5 6")


def test_4_4_houses_may_leave_the_choice_to_the_player() -> None:
    match = played("roll 1 1 5 6 2 3", keep_rule="any")
    assert offered(match) == {"keep 1 1 5": 250, "keep 1 1": 200, "keep 1 5": 150, "keep 1": 100, "keep 5": 50}
    assert [offer.points for offer in match.view.offers] == [250, 200, 150, 100, 50]
    assert refused(match, "keep 1 6") == (
        "Not every die of 1 6 scores: set aside 1 1 5 (2 x 1 = 200, 1 x 5 = 50) or some of what scores."
    )
    assert refused(match, "keep") == "Set aside 1 1 5 or some of what scores first."


def test_4_4_dice_are_set_aside_in_any_order_but_must_lie_there() -> None:
    match = played("roll 1 1 5 6 2 3")
    assert match.play("keep 5 1 1").view.points == 250
    assert refused(match, "keep 1 1 1") == "1 1 1 does not lie there: the throw is 1 1 5 6 2 3."


# 4.5


def test_4_5_after_a_scoring_throw_dice_are_set_aside_before_anything_else() -> None:
    match = played("roll 1 3 3 4 4 6")
    assert (match.view.awaits.what, match.view.awaits.dice) == ("decision", 0)
    assert refused(match, "bank") == "Set aside 1 first, then bank."
    assert refused(match, "roll 1 2 3 4 5") == "Set aside 1 first, then throw the rest."


def test_4_5_then_the_player_stops_or_throws_the_rest() -> None:
    match = played("roll 1 3 3 4 4 6", "keep 1")
    view = match.view
    assert (view.awaits.what, view.awaits.dice, offered(match)) == ("roll", 5, {"bank": 100})
    assert (str(view.thrown), str(view.kept), view.points, view.rolls) == ("3 3 4 4 6", "1", 100, 1)
    assert refused(match, "keep 3") == "Nothing lies there to set aside: throw 5 dice or bank."
    assert refused(match, "roll 1 2 3 4") == "5 dice are thrown here, not 4."
    assert refused(match, "roll") == "5 dice are thrown here, not 0."
    assert match.play("roll 2 2 2 3 4").view.rolls == 2


def test_4_5_when_all_six_score_all_six_may_be_thrown_again() -> None:
    match = played("roll 1 2 3 4 5 6", "keep 1 2 3 4 5 6")
    assert (match.view.awaits.dice, offered(match)) == (6, {"bank": 3000})
    assert match.view.says.endswith("All six dice score and may be thrown again.")
    match = match.play("roll 1 3 3 4 4 6").play("keep 1")
    assert (match.view.points, match.view.awaits.dice, str(match.view.kept)) == (3100, 5, "1")


def test_4_5_nothing_can_be_banked_before_the_first_throw() -> None:
    assert refused(played(), "bank") == "There is nothing to bank yet: throw 6 dice first."
    assert refused(played(), "keep 1") == "Nothing lies there to set aside: throw 6 dice first."


# 4.6


def test_4_6_a_throw_without_a_score_loses_the_turn() -> None:
    match = played("roll 5 5 5 1 2 3", "keep 5 5 5 1", "roll 2 3")
    view = match.view
    assert view.says == "Ann busts: 2 3 has no scoring dice, 600 points lost."
    assert (view.player, view.points, view.awaits.dice, str(view.thrown)) == ("Bob", 0, 6, "2 3")
    assert view.card == (Row("Ann", "bust", 0, 0, "2 3 has no scoring dice, 600 points lost"),)
    assert played("roll 2 2 3 4 4 6").view.says == "Ann busts: 2 2 3 4 4 6 has no scoring dice."


def test_4_6_no_minimum_to_get_on_the_board() -> None:
    match = played("roll 5 2 3 4 4 6", "keep 5", "bank")
    assert match.view.totals == (("Ann", 50), ("Bob", 0))
    assert match.view.card == (Row("Ann", "bank", 50, 50, "1 x 5 = 50"),)


# 4.7


def test_4_7_dice_of_different_throws_never_combine() -> None:
    match = played("roll 1 2 3 4 4 6", "keep 1", "roll 1 1 3 4 6", "keep 1 1", "bank")
    assert match.view.totals[0] == ("Ann", 300)
    assert match.view.says == "Ann banks 300: 1 x 1 = 100; 2 x 1 = 200."


# 4.8


def test_4_8_the_match_ends_at_once_when_10000_is_banked() -> None:
    match = played("roll 1 2 3 4 5 6", "keep 1 2 3 4 5 6", "bank", totals="8000, 9950")
    view = match.view
    assert (view.over, view.winners, view.awaits.what, view.player) == (True, ("Ann",), "over", "")
    assert view.says == "Ann banks 3,000: straight = 3,000. Ann wins with 11,000."
    assert refused(match, "roll 1 2 3 4 5 6") == "The match is over, Ann wins with 11,000: undo or adjust to go on."


def test_4_8_exactly_10000_is_enough_and_9950_is_not() -> None:
    banks_50 = ("roll 5 2 3 4 4 6", "keep 5", "bank")
    assert played(*banks_50, totals="9950, 0").view.winners == ("Ann",)
    assert not played(*banks_50, totals="9900, 0").view.over


def test_4_8_a_last_turn_for_the_others() -> None:
    banks_50 = ("roll 5 2 3 4 4 6", "keep 5", "bank")
    match = played(*banks_50, players="Ann Bob Cid", final_round="one_turn", totals="9000, 9950, 9960", first="seat")
    assert match.view.player == "Bob"
    match = played(
        "roll 2 2 3 4 4 6", *banks_50, players="Ann Bob Cid", final_round="one_turn", totals="9000, 9950, 9960"
    )
    assert match.view.notes == ("one more turn", "", "one more turn")
    assert match.view.says.endswith(" Cid's last turn.")
    match = match.play("roll 2 2 3 4 4 6")
    assert (match.view.player, match.view.over, match.view.notes) == ("Ann", False, ("one more turn", "", ""))
    for line in ("roll 1 1 1 2 3 4", "keep 1 1 1", "bank"):
        match = match.play(line)
    assert (match.view.over, match.view.winners) == (True, ("Ann", "Bob"))
    assert match.view.says.endswith("Ann and Bob win with 10,000.")


# Header


def test_totals_are_points_brought_in_on_paper() -> None:
    assert played(totals="8000, 9950").view.totals == (("Ann", 8000), ("Bob", 9950))
    assert played(totals="").view.totals == (("Ann", 0), ("Bob", 0))


@pytest.mark.parametrize(
    ("header", "sentence"),
    [
        ({"totals": "8000"}, "`totals` has 1 number for 2 players: write one each, without commas in it."),
        ({"totals": "8000, lots"}, "`lots` is not a whole number of points: write it as in `totals: 8000, 9950`."),
        ({"totals": "8000, 10000"}, "A player brings 10,000 points or more in `totals`: that match is already over."),
        ({"totals": "8000, 10000", "next": "Bob"}, "or more in `totals`: that match is already over."),
        ({"keep_rule": "some"}, "`keep_rule` cannot be `some`: choose `all` or `any`."),
        ({"final_round": "two"}, "`final_round` cannot be `two`: choose `none` or `one_turn`."),
        ({"first": "draw"}, "`first` cannot be `draw`: choose `seat` or `throw`."),
        ({"first": "throw", "first_player": "seat"}, "`first_player: seat` contradicts `first_player: one_die`"),
        (
            {"straight": "200"},
            "Jack Stone's Ten Thousand has no option `straight`: its options are keep_rule, six_as_three_pairs, ",
        ),
    ],
)
def test_an_unknown_option_or_value_is_refused_with_what_would_be_allowed(
    header: dict[str, str], sentence: str
) -> None:
    with pytest.raises(HeaderError) as refusal:
        played(**header)
    assert sentence in str(refusal.value)


# The table's own agreement


def test_an_adjustment_is_always_allowed_logged_and_counted() -> None:
    match = scored(played("roll 1 3 3 4 4 6"), "Bob", -50)
    assert match.view.totals == (("Ann", 0), ("Bob", -50))
    assert match.view.card == (Row("Bob", "adjust", -50, -50, "the table agreed"),)
    assert match.view.says == "The table agrees: Bob -50, total -50."
    assert offered(match) == {"keep 1": 100}
    assert refused(match, "adjust Eve 5") == "Nobody here is called Eve: the players are Ann, Bob."
    assert scored(played(first="throw"), "Bob", 50).view.totals[1] == ("Bob", 50)


def test_an_adjustment_to_the_goal_ends_the_match_and_one_below_it_opens_it_again() -> None:
    match = scored(played("roll 1 3 3 4 4 6"), "Bob", 10_000)
    assert match.view.winners == ("Bob",)
    assert match.view.says == "The table agrees: Bob +10,000, total 10,000. Bob wins with 10,000."
    assert refused(match, "keep 1").startswith("The match is over")
    match = scored(match, "Bob", -1)
    assert (match.view.over, match.view.player, offered(match)) == (False, "Ann", {"keep 1": 100})


def test_an_adjustment_that_ends_the_match_before_the_start_is_known_can_be_taken_back() -> None:
    match = played("roll 4", totals="9000, 9900", first_player="one_die")
    over = match.play("adjust Bob 1000")
    assert over.view.winners == ("Bob",)
    again = over.play("adjust Ann 2000").play("adjust Ann -2000").play("adjust Bob -1000")
    assert (again.view.player, again.view.awaits) == (match.view.player, match.view.awaits)
    begun = again.play("roll 2")
    assert begun.view.says == "Bob throws 2. Ann starts."
    later = begun.play("adjust Bob 1000").play("adjust Bob -1000")
    assert (later.view.player, later.view.awaits.dice) == ("Ann", 6)


def test_an_adjustment_below_the_goal_lets_the_next_player_go_on() -> None:
    won = played("roll 5 2 3 4 4 6", "keep 5", "bank", totals="9950, 0")
    assert scored(won, "Ann", -50).view.player == "Bob"
    assert scored(won, "Bob", 10_000).view.winners == ("Ann", "Bob")
    assert scored(won, "Bob", 10_050).view.winners == ("Bob",)


def test_an_adjustment_to_the_goal_gives_everybody_else_one_more_turn_the_one_under_way_included() -> None:
    match = played("roll 2 2 3 4 4 6", "roll 1 3 3 4 4 6", players="Ann Bob Cid", final_round="one_turn")
    match = scored(match, "Ann", 10_000)
    assert match.view.notes == ("", "one more turn", "one more turn")
    match = match.play("keep 1").play("bank")
    assert match.view.player == "Cid"
    assert match.play("roll 2 2 3 4 4 6").view.winners == ("Ann",)
    assert scored(match, "Ann", -1).view.notes == ("", "", "")


def test_alone_one_may_play_too() -> None:
    match = played("roll 1 2 3 4 5 6", "keep 1 2 3 4 5 6", "bank", players="Ann", totals="7000", final_round="one_turn")
    assert match.view.winners == ("Ann",)


@pytest.mark.parametrize("event", ["choose 6", "card 500", "break"])
def test_events_of_other_games_are_refused(event: str) -> None:
    expected = f"Jack Stone's Ten Thousand has no `{event}`: throw (`roll`), set aside (`keep`) or `bank`."
    assert refused(played(), event) == expected
