"""High Roll Dice, paragraph by paragraph (rule book 6, and E1 to E9 of 8)."""

import random
from collections import Counter
from pathlib import Path

import pytest

from scoring.dice import NO_DICE
from scoring.game import HeaderError, Row
from scoring.log import read, write
from tests.scoring.play import offered, plays, refused, report

played = plays("high-roll")

SAMPLE = Path(__file__).parents[2] / "samples" / "matches" / "high-roll.match"
MISS = "roll 1 1 2 2 3 3 4 4 5 6"
THREE_6S = ("roll 6 6 6 1 1 2 3 4 5 5", "choose 6")
BUST = ("roll 1 1 1 2 2 3 3 4 5 6", "choose 1", "roll 2 2 3 3 4 5 6")


def wrong(**options: str) -> tuple[str, str]:
    with pytest.raises(HeaderError) as refusal:
        played(**options)
    return refusal.value.key, str(refusal.value)


# 6.2


def test_6_2_the_first_seat_starts_with_ten_dice() -> None:
    view = played().view
    assert (view.player, view.awaits.what, view.awaits.dice) == ("Ann", "roll", 10)
    assert view.says == "Ann starts."


def test_6_2_everybody_throws_ten_dice_and_the_highest_sum_is_banker_and_starts() -> None:
    match = played("roll 6 6 5 5 4 4 3 3 2 1", players="Ann Bob Cid", first="throw")
    assert (match.view.player, match.view.awaits.dice) == ("Bob", 10)
    assert [offer.event for offer in match.view.offers] == ["break"]
    assert match.view.says == "Ann throws 39. Bob throws next, for the start."
    match = match.play("roll 6 6 6 5 4 4 3 3 2 1").play("roll 1 1 1 1 1 1 1 1 1 1")
    assert (match.view.player, match.view.says) == ("Bob", "Cid throws 10. Bob starts and is Banker.")
    assert match.play(BUST[0]).play(BUST[1]).play(BUST[2]).view.player == "Cid"


def test_a_match_begun_on_paper_goes_on_with_whose_turn_it_is() -> None:
    match = played(players="Ann Bob Cid", totals="500, 0, 0", next="Cid", first="throw")
    assert (match.view.player, match.view.says) == ("Cid", "Cid is next.")
    match = played(players="Ann Bob Cid", totals="0, 122000, 0", next="Ann")
    assert (match.view.player, "one last turn" in match.view.notes[0], match.view.notes[2]) == ("Ann", True, "")


def test_who_has_filled_a_rack_is_not_next() -> None:
    with pytest.raises(HeaderError, match="throws no more: name who is next"):
        played(players="Ann Bob Cid", totals="0, 122000, 0", next="Bob")


def test_6_2_the_tied_throw_again_and_houses_may_throw_one_die() -> None:
    match = played("roll 6", "roll 2", "roll 6", players="Ann Bob Cid", first="throw", start_roll="one_die")
    assert match.view.says == "Cid throws 6. Ann and Cid tie for the highest and throw again."
    assert (match.view.player, match.view.awaits.dice) == ("Ann", 1)
    assert match.play("roll 3").play("roll 5").view.player == "Cid"


def test_6_2_before_somebody_starts_there_are_only_those_throws() -> None:
    match = played(first="throw")
    assert refused(match, "bank") == "First everybody throws for the start: now Ann, all ten dice."
    assert match.play("break").view.player == "Ann"
    assert refused(match, "roll 6") == "10 dice are thrown here, not 1."
    assert played(players="Ann", first="throw").view.says == "Ann starts."


# 6.3 and 6.4


def test_6_3_the_first_roll_is_all_ten_dice() -> None:
    assert refused(played(), "roll 6 6 6 1 1 2 3 4 5") == "10 dice are thrown here, not 9."
    assert refused(played(), "roll 7 6 6 1 1 2 3 4 5 5") == "7 is not on these dice: their faces are 1 2 3 4 5 6."
    assert refused(played(), "bank") == "There is nothing to bank yet: throw all ten dice first."
    assert refused(played(), "choose 6") == "No number is chosen now: throw all ten dice."


def test_6_4_one_number_that_shows_three_times_is_chosen_all_the_same() -> None:
    match = played("roll 6 6 6 6 1 2 3 4 5 5")
    assert (match.view.awaits.what, match.view.points) == ("decision", 0)
    [offer] = match.view.offers
    assert (offer.event, offer.points) == ("choose 6", 9000)
    assert offer.label == "Put 4 x 6 on the pads: pays 9,000"
    match = match.play("choose 6")
    assert (str(match.view.kept), str(match.view.thrown), match.view.points) == ("6 6 6 6", "1 2 3 4 5 5", 9000)


def test_6_4_among_several_numbers_the_player_is_free() -> None:
    match = played("roll 1 1 1 2 2 2 3 3 3 4")
    assert offered(match) == {"choose 3": 3000, "choose 2": 2000, "choose 1": 1000}
    assert match.play("choose 1").view.points == 1000


def test_6_4_what_is_not_there_cannot_be_chosen() -> None:
    match = played("roll 1 1 1 1 2 2 2 2 3 3")
    needed = "and three of a kind are needed: `choose 1` or `choose 2`."
    assert refused(match, "choose 3") == f"The throw shows only two `3`, {needed}"
    assert refused(match, "choose 6") == f"The throw shows no `6`, {needed}"
    assert refused(match, "choose J") == f"The throw shows no `J`, {needed}"
    assert refused(match, "choose 1 3") == (
        "4 x 1 lie there, and `first_set_aside: all_matching` lets you `choose 1` or `choose 2`."
    )
    some = played("roll 6 6 6 6 1 2 3 4 5 1", first_set_aside="player_choice")
    assert refused(some, "choose 6 5") == (
        "4 x 6 lie there, and `first_set_aside: player_choice` lets you `choose 6 3` or `choose 6 4`."
    )
    assert refused(match, "bank") == "Choose a number (`choose 1` or `choose 2`) first, then bank."
    assert refused(match, "roll 1 2 3 4 5 6").endswith("first, then throw.")
    assert refused(match, "keep 1 1 1").startswith("High Roll Dice has no `keep 1 1 1`")


def test_e5_exactly_three_go_to_the_pads_and_the_others_are_thrown_again() -> None:
    match = played("roll 6 6 6 6 6 2 3 4 5 5", "choose 6", first_set_aside="exactly_three")
    assert (str(match.view.kept), match.view.points, match.view.awaits.dice) == ("6 6 6", 6000, 7)
    assert match.play("roll 6 6 1 1 1 2 3").view.points == 13_200


def test_e5_the_player_chooses_how_many_but_at_least_three() -> None:
    match = played("roll 6 6 6 6 6 2 3 4 5 5", first_set_aside="player_choice")
    assert offered(match) == {"choose 6 5": 13_200, "choose 6 4": 9000, "choose 6 3": 6000}
    assert "player_choice" in refused(match, "choose 6")
    assert "player_choice" in refused(match, "choose 6 2")
    assert match.play("choose 6 4").view.awaits.dice == 6


def test_a_letter_is_chosen_in_capitals_or_not() -> None:
    match = played("roll J J J 9 9 10 10 Q Q K", faces="9 10 J Q K A")
    assert match.play("choose j").state == match.play("choose J").state


# 6.5 and 6.6


def test_6_5_and_6_6_the_payout_is_the_total_of_the_turn() -> None:
    match = played("roll 4 4 4 1 2 3 5 6 1 2", "choose 4", "roll 4 4 2 3 5 6 1")
    view = match.view
    assert (view.points, view.awaits.what, view.awaits.dice, view.rolls) == (8800, "roll", 5, 2)
    assert (str(view.kept), str(view.thrown)) == ("4 4 4 4 4", "2 3 5 6 1")
    assert offered(match) == {"bank": 8800, "break": 0}
    assert view.offers[0].label == "Take 8,800 (5 x 4 = 8,800): total 8,800"
    match = match.play("bank")
    assert match.view.card == (Row("Ann", "bank", 8800, 8800, "5 x 4 = 8,800"),)
    assert (match.view.player, match.view.says) == ("Bob", "Ann takes 8,800: 5 x 4 = 8,800.")


def test_6_6_a_throw_without_the_number_loses_the_turn() -> None:
    match = played(*THREE_6S, "roll 1 1 1 2 3 4 5")
    assert match.view.says == "Ann busts: 1 1 1 2 3 4 5 has no 6, 6,000 points lost."
    assert (match.view.player, match.view.totals, str(match.view.thrown)) == (
        "Bob",
        (("Ann", 0), ("Bob", 0)),
        "1 1 1 2 3 4 5",
    )
    assert match.view.card[0].what == "bust"


def test_6_6_exactly_the_dice_not_on_the_pads_are_thrown() -> None:
    match = played(*THREE_6S)
    assert refused(match, "roll 6 1 2 3 4 5") == "7 dice are thrown here, not 6."
    assert refused(match, "choose 1") == "No number is chosen now: throw 7 dice or bank."


def test_6_6_ten_of_a_kind_are_paid_at_once() -> None:
    match = played("roll 6 6 6 6 6 6 6 1 2 3", "choose 6", "roll 6 6 6")
    assert match.view.player == "Bob"
    assert match.view.says == (
        "Ann throws 6 6 6: 3 x 6 to the pads. All ten are there: Ann takes 120,000: 10 x 6 = 120,000."
    )
    assert played("roll 1 1 1 1 1 1 1 1 1 1", "choose 1").view.totals[0] == ("Ann", 20_000)


# 6.7


def test_6_7_without_three_of_a_kind_a_bonus_card_is_drawn_and_all_ten_are_thrown_again() -> None:
    match = played(MISS)
    assert match.view.awaits.what == "decision"
    assert offered(match) == {"card 500": 500, "card 1000": 1000, "card 2000": 2000, "card 5000": 5000}
    match = match.play("card 1000")
    assert (match.view.player, match.view.awaits.dice, match.view.totals[0]) == ("Ann", 10, ("Ann", 1000))
    assert match.play(MISS).play("card 500").play(MISS).view.totals[0] == ("Ann", 1500)
    for event in BUST:
        match = match.play(event)
    assert match.view.totals[0] == ("Ann", 1000)


def test_6_7_any_multiple_of_the_smallest_chip_may_be_on_a_card() -> None:
    match = played(MISS)
    assert match.play("card 700").view.totals[0] == ("Ann", 700)
    for card in (750, 0, -100):
        assert refused(match, f"card {card}") == (
            f"A bonus card pays a multiple of 100, the smallest chip, not {card}."
        )
    assert refused(match, "bank") == "Enter the bonus card (`card 500`) first, then bank."
    assert refused(match, "roll 1 1 1 1 1 1 1 1 1 1").endswith("first, then throw.")
    assert refused(match, "choose 1").startswith("No number shows three times")


def test_6_7_no_card_without_a_miss() -> None:
    says = "A bonus card is drawn only when the first throw of ten dice shows no three of a kind."
    for before in ((), THREE_6S[:1], THREE_6S, (MISS, "card 500")):
        assert refused(played(*before), "card 500") == says


def test_e3_houses_may_end_the_turn_with_the_card() -> None:
    match = played(MISS, "card 500", after_bonus="end_turn")
    assert (match.view.player, match.view.totals[0]) == ("Bob", ("Ann", 500))


def test_e4_houses_may_put_the_card_at_risk() -> None:
    match = played(MISS, "card 500", bonus_at_risk="true")
    assert (match.view.totals[0], match.view.points, offered(match)) == (("Ann", 0), 500, {"break": 0})
    match = match.play(THREE_6S[0]).play(THREE_6S[1])
    assert offered(match)["bank"] == 6500
    assert match.play("bank").view.card == (Row("Ann", "bank", 6500, 6500, "3 x 6 = 6,000; bonus 500"),)
    assert match.play("roll 1 1 1 2 3 4 5").view.totals[0] == ("Ann", 0)
    ends = played(MISS, "card 500", bonus_at_risk="true", after_bonus="end_turn")
    assert ends.view.totals[0] == ("Ann", 500)


def test_e2_the_deck_is_data() -> None:
    assert offered(played(MISS, bonus_deck="1x300 2x2500")) == {"card 300": 300, "card 2500": 2500}


def test_the_app_draws_one_card_the_same_in_the_same_match_and_every_card_once() -> None:
    match = played(MISS, bonus_draw="app", bonus_deck="2x500 1x1000 1x5000")
    drawn = []
    for _ in range(4):
        [(event, points)] = offered(match).items()
        assert offered(match.undo().redo()) == {event: points}
        drawn.append(points)
        match = match.play(event).play(MISS)
    assert sorted(drawn) == [500, 500, 1000, 5000]
    assert len(offered(match)) == 1  # shuffled anew


def test_the_app_lets_any_card_be_drawn_that_is_left() -> None:
    match = played(MISS, bonus_draw="app", bonus_deck="1x500 1x1000")
    match = match.play("card 1000").play(MISS)
    assert offered(match) == {"card 500": 500}
    assert refused(match, "card 1000") == "No card of 1,000 is left in the deck: there are 500."


def test_a_card_that_was_drawn_stands_where_an_earlier_throw_is_corrected() -> None:
    corrected = "roll 6 6 6 1 2 2 3 4 5 5"
    match = played(*THREE_6S, "bank", MISS, bonus_draw="app", bonus_deck="1x500 1x600 1x700 1x800 1x900 1x1000")
    [card] = offered(match)
    assert card not in offered(match.amend(1, corrected))  # those dice shuffle otherwise
    after = match.play(card).amend(1, corrected)
    assert (str(after.line.plays[-1].event), after.view.totals) == (card, match.play(card).view.totals)


def test_the_dice_of_the_match_shuffle_the_deck_whatever_their_order() -> None:
    drawn = [offered(played(throw, bonus_draw="app")) for throw in (MISS, "roll 6 5 4 4 3 3 2 2 1 1")]
    assert drawn[0] == drawn[1]


def test_the_app_draws_every_card_as_often_as_it_is_in_the_deck() -> None:
    chance = random.Random(5)  # noqa: S311 - dice, not secrets
    drawn = Counter[str]()
    for _ in range(400):
        before = "roll " + " ".join(chance.sample("1112233456", 10))
        later = "roll " + " ".join(chance.choices("23456", k=7))
        match = played(before, "choose 1", later, bonus_draw="app", bonus_deck="1x500 3x1000")
        [card] = offered(match.play(MISS))
        drawn[card] += 1
    assert 270 < drawn["card 1000"] < 330


# 6.8


def test_6_8_a_break_voids_the_throw_and_never_touches_the_pads() -> None:
    match = played(*THREE_6S, "break")
    assert match.view.says == "Break: the throw is void, and Ann throws 7 dice again."
    assert (match.view.awaits.dice, str(match.view.kept), match.view.points, match.view.rolls) == (7, "6 6 6", 6000, 1)
    assert played("break").view.says == "Break: the throw is void, and Ann throws all ten dice again."


def test_6_8_a_throw_that_broke_is_thrown_again_until_it_is_valid() -> None:
    for again in ("all_thrown", "offending_only"):
        broken = played(*THREE_6S, "break", "break", break_reroll=again)
        assert refused(broken, "bank") == (
            "The throw broke and is thrown again until it is valid: throw 7 dice, then bank."
        )
        assert refused(broken, "choose 6") == "No number is chosen now: throw 7 dice."
        assert ([*offered(broken)], broken.advice) == (["break"], None)
        thrown = broken.play("roll 6 1 2 3 4 5 5")
        assert thrown.play("bank").view.totals[0] == ("Ann", 9000)
        assert thrown.undo().undo().undo().play("bank").view.totals[0] == ("Ann", 6000)


def test_6_8_houses_may_throw_only_the_offending_dice_again() -> None:
    match = played(*THREE_6S, "break", break_reroll="offending_only")
    assert match.view.says == (
        "Break: Ann throws again only the dice outside the box or not flat; then enter 7 dice as they lie."
    )
    assert match.view.awaits.dice == 7


def test_6_8_an_accepted_throw_cannot_break() -> None:
    assert refused(played(THREE_6S[0]), "break") == (
        "The throw is accepted, so it cannot break: choose a number (`choose 6`), or undo."
    )


# 6.9 and the chips


def test_6_9_the_rack_is_told_in_chips() -> None:
    match = played(totals="17400, 0")
    assert match.view.notes == ("3 x 5,000, 2 x 1,000, 4 x 100", "")
    assert played(chips="50/500/2500", totals="17450, 0").view.notes[0] == "6 x 2,500, 4 x 500, 9 x 50"
    assert played("adjust Ann -50").view.notes[0] == "owes 50"


# 6.10 to 6.12


def test_6_10_the_first_full_rack_is_the_game_winners_and_everybody_else_has_one_last_turn() -> None:
    match = played(*BUST, *THREE_6S, "bank", players="Ann Bob Cid", totals="100000, 116000, 118000")
    assert match.view.says == (
        "Bob takes 6,000: 3 x 6 = 6,000. Bob has filled a rack with 122,000, is the Game Winner and throws no more. "
        "Cid's one last turn, to beat 122,000."
    )
    assert [note.partition(";")[0] for note in match.view.notes] == ["one last turn", "Game Winner", "one last turn"]
    match = match.play(THREE_6S[0]).play("choose 6").play("bank")
    assert (match.view.player, match.view.over) == ("Ann", False)
    for event in BUST:
        match = match.play(event)
    assert (match.view.over, match.view.winners, match.view.victors) == (True, ("Cid",), ("Bob", "Cid"))
    assert match.view.says.endswith("Bob is the Game Winner with 122,000, Cid the High Roll Winner with 124,000.")
    assert "High Roll Winner" in match.view.notes[2]
    assert refused(match, "roll 1 1 1 1 1 1 1 1 1 1").startswith("The match is over, Bob is the Game Winner")


def test_6_10_a_bonus_card_that_fills_the_rack_ends_the_turn_at_once() -> None:
    match = played(MISS, "card 500", totals="121500, 0")
    assert (match.view.player, match.view.awaits.dice, match.view.rolls) == ("Bob", 10, 0)
    assert match.view.says.startswith("Ann draws a bonus card of 500. Ann has filled a rack with 122,000")


def test_6_10_ten_of_a_kind_fill_the_rack() -> None:
    match = played("roll 6 6 6 6 6 6 6 6 6 6", "choose 6", totals="2000, 0")
    assert match.view.notes[0].startswith("Game Winner")


def test_6_11_bonus_cards_of_a_last_turn_count_and_it_goes_on() -> None:
    match = played(MISS, "card 5000", totals="122000, 121000")
    assert (match.view.player, match.view.awaits.dice) == ("Bob", 10)
    for event in BUST:
        match = match.play(event)
    assert (match.view.over, match.view.winners) == (True, ("Bob",))


def test_6_12_a_tie_leaves_the_game_winner_both_titles() -> None:
    match = played(*THREE_6S, "bank", totals="122000, 116000")
    assert (match.view.winners, match.view.victors) == (("Ann",), ("Ann",))
    assert match.view.says.endswith("Ann is Game Winner and High Roll Winner with 122,000.")


def test_6_12_ties_among_others_above_him_are_shared() -> None:
    match = played(*THREE_6S, "bank", *THREE_6S, "bank", players="Ann Bob Cid", totals="122000, 117000, 117000")
    assert match.view.winners == ("Bob", "Cid")
    assert match.view.says.endswith("Bob and Cid the High Roll Winners with 123,000.")


def test_alone_the_match_ends_with_a_full_rack() -> None:
    match = played(MISS, "card 500", players="Ann", totals="121500")
    assert (match.view.over, match.view.winners) == (True, ("Ann",))


# A match begun on paper


def test_a_match_may_begin_with_a_full_rack_and_then_the_last_turns_are_on() -> None:
    match = played(players="Ann Bob Cid", totals="100000, 123000, 0", first="throw")
    assert (match.view.player, match.view.awaits.dice) == ("Cid", 10)
    assert match.view.says.startswith("Bob has filled a rack with 123,000")
    assert match.view.says.endswith("Cid's one last turn, to beat 123,000.")


def test_with_two_full_racks_nobody_knows_who_was_first() -> None:
    assert wrong(totals="122000, 130000, 0", players="Ann Bob Cid") == (
        "totals",
        "The racks of Ann and Bob are full in `totals`: tell whose turn it is (`next`).",
    )
    assert wrong(totals="122000", players="Ann")[0] == "totals"


def test_with_two_full_racks_whose_turn_it_is_tells_who_was_first() -> None:
    match = played(*THREE_6S, "bank", players="Ann Bob Cid", totals="122000, 125000, 118000", next="Cid")
    assert (match.view.over, match.view.winners) == (True, ("Bob",))
    assert "Ann is the Game Winner with 122,000, Bob the High Roll Winner with 125,000" in match.view.says
    assert wrong(totals="122000, 125000, 0", players="Ann Bob Cid", next="Bob")[0] == "next"


def test_the_payout_and_the_bonus_cards_are_read_whatever_their_case() -> None:
    match = played(MISS, payout="Face X 1000 1500 2200 3200 5000 8000 12000 20000", bonus_deck="6X500")
    assert offered(match) == {"card 500": 500}


# What the table agrees


def test_an_adjustment_may_fill_a_rack_and_then_its_player_throws_no_more() -> None:
    match = played(*THREE_6S, "adjust Ann 122000")
    assert (match.view.player, match.view.awaits.dice, match.view.kept) == ("Bob", 10, NO_DICE)
    assert match.view.says.endswith("Bob's one last turn, to beat 122,000.")
    assert " Ann's 6,000 points on offer are void. Ann has filled a rack" in match.view.says
    other = played(*THREE_6S, "adjust Bob 122000")
    assert (other.view.player, other.view.points) == ("Ann", 6000)
    assert other.play("bank").view.over


def test_an_adjustment_may_fill_a_rack_before_it_is_known_who_starts() -> None:
    match = played("adjust Bob 122000", players="Ann Bob Cid", first="throw")
    assert (match.view.player, match.view.awaits.dice) == ("Cid", 10)


def test_an_adjustment_may_open_a_match_again() -> None:
    match = played(*BUST, totals="122000, 100000")
    assert match.view.winners == ("Ann",)
    match = match.play("adjust Ann -1000")
    assert (match.view.over, match.view.player, match.view.winners) == (False, "Ann", ())
    assert "Game Winner" not in match.view.notes[0]


def test_when_the_game_winner_loses_points_the_next_full_rack_wins_and_he_has_a_last_turn() -> None:
    match = played(*THREE_6S, "bank", totals="122000, 119000")
    assert match.view.winners == ("Bob",)
    match = match.play("adjust Ann -1000")
    assert (match.view.over, match.view.player) == (False, "Ann")
    assert [note.partition(";")[0] for note in match.view.notes] == ["one last turn", "Game Winner"]
    assert match.play("adjust Ann 500").view.player == "Ann"
    match = match.play(THREE_6S[0]).play("choose 6").play("bank")
    assert match.view.winners == ("Ann",)


def test_an_adjustment_at_the_end_may_change_the_winner_only() -> None:
    match = played(*THREE_6S, "bank", totals="122000, 119000").play("adjust Ann 5000")
    assert (match.view.over, match.view.winners) == (True, ("Ann",))


# What households play differently


def test_e1_the_payout_card_is_data() -> None:
    doubling = played(THREE_6S[0], payout="face x 100 200 400 800 1600 3200 6400 12800")
    assert offered(doubling) == {"choose 6": 600}
    rows = "; ".join(f"{1000 + 100 * face} 2000 3000 4000 5000 6000 7000 8000" for face in range(6))
    assert offered(played("roll 1 1 1 1 5 5 5 2 3 4", payout=rows)) == {"choose 1": 2000, "choose 5": 1400}


@pytest.mark.parametrize(
    ("payout", "says"),
    [
        ("face x 1000 2000", "`payout` is `face x` and eight numbers"),
        ("1000 1500 2200 3200 5000 8000 12000 20000", "`payout` is `face x` and eight numbers"),
        ("face x 1050 1500 2200 3200 5000 8000 12000 20000", "`payout` is paid in multiples of 100"),
        ("face x 0 1500 2200 3200 5000 8000 12000 20000", "`payout` is paid in multiples of 100"),
        ("much", "`much` is not a whole number of points"),
    ],
)
def test_e1_a_payout_card_that_cannot_be_paid_is_refused(payout: str, says: str) -> None:
    key, sentence = wrong(payout=payout)
    assert key == "payout"
    assert sentence.startswith(says)


def test_e2_and_e9_cards_chips_and_racks_must_fit_each_other() -> None:
    assert wrong(bonus_deck="3x250")[1] == "`bonus_deck` is paid in multiples of 100, the smallest chip, not 250."
    assert wrong(bonus_deck="500, 1000")[1].startswith("`500, 1000` is no deck")
    assert wrong(bonus_deck="") == ("bonus_deck", "`` is no deck: write how many of each, as in `6x500 8x1000`.")
    many = " ".join(f"1x{100 * card}" for card in range(1, 14))
    assert wrong(bonus_deck=many) == ("bonus_deck", "A deck has at most 12 cards that differ, not 13.")
    assert wrong(goal="122050")[0] == "goal"
    assert wrong(chips="100/250") == ("chips", "A chip of 250 is not a multiple of the smallest, 100.")
    assert wrong(chips="100/100")[1].startswith("`100/100` cannot be chips")
    assert wrong(chips="0/100")[0] == "chips"
    assert played(MISS, "card 250", chips="50/500/2500").view.totals[0] == ("Ann", 250)


def test_e8_other_faces_pay_by_their_rank() -> None:
    match = played("roll A A A 9 9 10 J Q K K", faces="9 10 J Q K A")
    assert offered(match) == {"choose A": 6000}
    assert match.play("choose A").play("roll A 9 9 10 J Q K").view.points == 9000
    assert "their faces are 9 10 J Q K A" in refused(played(faces="9 10 J Q K A"), "roll 1 1 1 1 1 1 1 1 1 1")
    assert offered(played(BUST[0], faces="2 3 4 5 6 1")) == {"choose 1": 6000}


def test_e8_six_different_faces_are_named() -> None:
    for faces in ("1 2 3 4 5", "1 2 3 4 5 5", "1 2 3 4 5 6 7"):
        assert wrong(faces=faces)[1] == "`faces` names six different faces in rising order, as in `1 2 3 4 5 6`."
    assert wrong(faces="1 2 3 4 5 x")[0] == "faces"


def test_a_smaller_rack_ends_sooner() -> None:
    assert played(*THREE_6S, "bank", goal="6000").view.notes[0].startswith("Game Winner")


# The golden match


def test_the_golden_match_ends_as_the_rules_say() -> None:
    said, status = report(SAMPLE.read_text())
    assert (status, said["error"], said["over"], said["winners"]) == (0, None, True, ["Ann"])
    assert said["players"] == [
        {"name": "Ann", "total": 125_600},
        {"name": "Bob", "total": 123_000},
        {"name": "Cid", "total": 92_200},
    ]
    notes = read(SAMPLE.read_text()).view.notes
    assert [note.partition(";")[0] for note in notes[:2]] == ["High Roll Winner", "Game Winner"]


def test_the_golden_match_reads_back() -> None:
    match = read(SAMPLE.read_text())
    assert read(write(match)) == match
