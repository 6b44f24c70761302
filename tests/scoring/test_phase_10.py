"""Phase 10 Dice, paragraph by paragraph (rule book 5.1)."""

import re
from pathlib import Path

import pytest

from scoring.dice import NO_DICE, Roll, RuleError
from scoring.game import HeaderError, Row, offered
from scoring.games.phase_10 import GAME
from scoring.match import Match
from tests.scoring.play import report

MADE_AT_ONCE = "roll 8G 8O 8B 10B 5B 6O WO WB 1O 2O"  # 8+8+8 and 10+W+W = 34 in Phase 1
NOTHING = "roll 5R 5G 6B 6G 7R 7G 4G 4O 3R 3B"  # makes no phase at all
TEN = "roll 9R 9B 9O 9R 9G 5B WR WB 1O 2O"  # 9+9+9+9+9 and 5+W+W = 50 in Phase 10
NINE = "36 40 45 49 52 54 40 30 44"  # Phases 1 to 9, 430 with the Five Phase Bonus
POOR = "30 40 41 49 52 50 38 30 40"  # the same without it, 370


def played(*entries: str, players: str = "Ann Bob Cid", **options: str) -> Match:
    match = Match.start("phase-10", players.split(), options)
    for entry in entries:
        match = match.add(entry)
    return match


def refused(match: Match, entry: str) -> str:
    with pytest.raises(RuleError) as refusal:
        match.add(entry)
    return str(refusal.value)


def wrong(key: str, value: str, players: str = "Ann Bob") -> str:
    with pytest.raises(HeaderError) as refusal:
        played(players=players, **{key: value})
    assert refusal.value.key == key
    return str(refusal.value)


def rows(match: Match) -> list[tuple[str, str, int]]:
    return [(row.player, row.what, row.points) for row in match.view.card]


# 2


def test_2_the_first_seat_starts_with_ten_dice() -> None:
    view = played().view
    assert (view.player, view.awaits.what, view.awaits.dice, view.offers) == ("Ann", "roll", 10, ())
    assert view.notes == ("Phase 1: 2 sets of 3",) * 3


def test_2_the_order_of_play_is_high_to_low_and_totals_stay_by_seat() -> None:
    match = played("roll 7", first="throw")
    assert (match.view.most, played().view.most) == (0, 3)
    assert match.view.says == "Ann throws 7. Bob throws next, for the order of play."
    match = match.play("roll 10G").play("roll 5")
    assert match.view.says == "Cid throws 5. The order of play is Bob, Ann, Cid."
    turns = []
    for _ in range(4):
        turns.append(match.view.player)
        match = match.play(NOTHING).play("bank")
    assert turns == ["Bob", "Ann", "Cid", "Bob"]
    assert [name for name, _ in match.view.totals] == ["Ann", "Bob", "Cid"]


def test_2_the_tied_throw_again_for_their_places() -> None:
    match = played("roll 9", "roll 9", "roll 10", first="throw")
    assert match.view.says == "Cid throws 10. Ann and Bob tie and throw again for their places."
    match = match.play("roll 6").play("roll 6").play("roll 5").play("roll 8")
    assert match.view.says == "Bob throws 8. The order of play is Cid, Bob, Ann."


def test_2_several_ties_are_thrown_for_one_after_the_other() -> None:
    match = played("roll 5", "roll 9", "roll 5", "roll 9", players="Ann Bob Cid Dan", first="throw")
    assert match.view.player == "Bob"
    match = match.play("roll 6").play("roll 7")
    assert (match.view.player, match.view.says) == (
        "Ann",
        "Dan throws 7. Ann and Cid tie and throw again for their places.",
    )
    assert match.play("roll 7").play("roll 8").view.says.endswith("The order of play is Dan, Bob, Cid, Ann.")


def test_2_only_one_high_die_decides_the_order() -> None:
    match = played(first="throw")
    assert match.view.awaits.dice == 1
    for entry in ("roll 4", "roll W", "roll 1R", "roll 7 8"):
        dice = entry.removeprefix("roll ")
        assert refused(match, entry) == f"Ann throws one high die for the order of play, a 5 to 10: not {dice}."
    assert refused(match, "bank") == "It is thrown for the order of play now: Ann throws one high die."


# 3


def test_3_a_turn_has_three_throws_and_waits_for_bank() -> None:
    match = played(NOTHING)
    assert (match.view.rolls, match.view.awaits.what, str(match.view.free)) == (1, "decision", NOTHING[5:])
    match = match.play("keep 7R 7G 4G").play("roll 5R 5G 6B 6G 4O 3R 3B").play("keep")
    assert (match.view.awaits.dice, match.view.kept) == (10, NO_DICE)
    match = match.play(NOTHING)
    assert (match.view.rolls, match.view.free, match.view.awaits.what) == (3, None, "decision")
    assert [offer.event for offer in offered(match.view)] == ["bank"]
    assert refused(match, "keep 7R") == "That was the third throw of the turn, the last: bank."
    assert refused(match, NOTHING) == "First Ann decides: bank."
    assert match.play("bank").view.player == "Bob"


def test_3_dice_that_stayed_may_be_taken_back() -> None:
    match = played(NOTHING, "keep 7R 7G 4G", "roll 5R 5G 6B 6G 4O 3R 3B")
    assert (str(match.view.kept), str(match.view.thrown)) == ("7R 7G 4G", "5R 5G 6B 6G 4O 3R 3B")
    match = match.play("keep 3R 7G 3B")
    assert (str(match.view.kept), match.view.awaits.dice) == ("3R 7G 3B", 7)
    assert str(match.view.thrown) == "7R 4G 5R 5G 6B 6G 4O"


def test_3_any_dice_but_not_all_ten_may_stay() -> None:
    match = played(MADE_AT_ONCE)
    assert len(offered(match.view)) == 1 + 2**10 - 1
    assert refused(match, MADE_AT_ONCE.replace("roll", "keep")) == (
        "If all ten dice stay there is nothing to throw: keep fewer, or bank."
    )
    assert refused(match, "keep 8G 8G") == ("Not all of 8G 8G lie there: the dice are 1O 2O 5B 6O 8B 8G 8O 10B WB WO.")


def test_3_a_turn_may_end_after_any_throw() -> None:
    for entries in ((MADE_AT_ONCE,), (MADE_AT_ONCE, "keep 8G 8O 8B 10B WO WB 1O 2O")):
        match = played(*entries)
        assert [(offer.event, offer.points) for offer in match.view.offers] == [("bank", 34)]
        assert match.play("bank").view.totals[0] == ("Ann", 34)


def test_3_only_what_comes_next_is_allowed() -> None:
    match = played()
    assert refused(match, "bank") == "There is nothing to bank yet: throw ten dice."
    assert refused(match, "keep 8G") == "First the dice are thrown: throw ten dice."
    assert refused(match, "roll 8G 8O") == "Ten dice are thrown here, not 2."
    assert refused(match, "choose 34") == "There is nothing to choose: throw ten dice."
    assert refused(match, "break").startswith("Phase 10 Dice has no `break`: ")
    assert refused(match.play(NOTHING), NOTHING) == "First Ann decides: name the dice that stay (`keep`) or bank."
    match = match.play(NOTHING).play("keep 7R 7G")
    assert refused(match, "keep 7R") == "First the dice are thrown: throw 8 dice or bank, or undo to keep others."
    assert refused(match, "roll 5R") == "8 dice are thrown here, not 1: only those that did not stay."


def test_3_a_die_without_a_colour_is_refused() -> None:
    match = played()
    assert refused(match, "roll 8 8O 8B 10B 5B 6O WO WB 1O 2O") == (
        "The 8 has no colour: colours count here, so name each die as in `8R` for red."
    )
    assert refused(match.play(MADE_AT_ONCE), "keep 8O W").startswith("The W has no colour: ")


# 4, 11


def test_4_a_phase_that_is_made_is_entered_and_the_next_one_follows() -> None:
    match = played(MADE_AT_ONCE)
    assert (match.view.points, match.view.offers[0].label) == (34, "Take Phase 1 (2 sets of 3): 8+8+8 and 10+W+W = 34")
    match = match.play("bank")
    assert match.view.card == (Row("Ann", "Phase 1", 34, 34, "2 sets of 3: 8+8+8 and 10+W+W = 34"),)
    assert match.view.notes[0] == "Phase 2: set of 3 and run of 4"
    assert (match.view.player, match.view.points, match.view.thrown) == ("Bob", 0, NO_DICE)


def test_4_a_phase_that_is_missed_is_tried_again() -> None:
    match = played(NOTHING)
    assert (match.view.points, match.view.offers[0].label) == (0, "End the turn: Phase 1 (2 sets of 3) is not made")
    match = match.play("bank")
    assert match.view.card == (Row("Ann", "Phase 1", 0, 0, "no 2 sets of 3"),)
    assert match.view.notes[0] == "Phase 1: 2 sets of 3"


def test_4_all_ten_phases_in_order() -> None:
    names = []
    for number in range(10):
        scored = " ".join(NINE.split()[:number])
        names.append(played(players="Ann", scored=scored).view.notes[0])
    assert names == [
        "Phase 1: 2 sets of 3",
        "Phase 2: set of 3 and run of 4",
        "Phase 3: set of 4 and run of 4",
        "Phase 4: run of 7",
        "Phase 5: run of 8",
        "Phase 6: run of 9",
        "Phase 7: 2 sets of 4",
        "Phase 8: 7 of one colour",
        "Phase 9: set of 5 and set of 2",
        "Phase 10: set of 5 and set of 3",
    ]


def test_11_as_long_as_a_wild_counts_and_throws_are_left_there_is_a_hint() -> None:
    hint = "; wilds count 0, so a throw that replaces one by a number may add to it."
    match = played(MADE_AT_ONCE)
    assert match.view.says.endswith("is made, 8+8+8 and 10+W+W = 34" + hint)
    match = match.play("keep 8G 8O 8B 10B WO WB").play("roll 10G 7G 3R 4R")
    assert match.view.says.endswith("is made, 8+8+8 and 10+10+W = 44" + hint)
    match = match.play("keep 8G 8O 8B 10B 10G WB").play("roll 10O 4G 3R 4R")
    assert match.view.says.endswith("is made, 8+8+8 and 10+10+10 = 54.")


# D3


def test_d3_a_player_may_choose_how_the_dice_count() -> None:
    match = played(MADE_AT_ONCE, assignment="player")
    assert match.view.offers[0].label.endswith("8+8+8 and 10+W+W = 34, or choose another way")
    match = match.play("bank")
    assert (match.view.player, match.view.awaits.what, match.view.free) == ("Ann", "decision", None)
    assert [offer.points for offer in match.view.offers] == [34, 30, 29, 26, 25]
    assert match.view.offers[1].label == "Take Phase 1 (2 sets of 3): 6+W+W and 8+8+8 = 30"
    assert refused(match, "bank") == "First choose what Phase 1 (2 sets of 3) is worth: 34 or 30 or 29 or 26 or 25."
    assert refused(match, "choose 31").startswith("Phase 1 (2 sets of 3) cannot be worth `31` here: choose 34 or 30")
    assert match.play("choose 30").view.totals[0] == ("Ann", 30)


def test_d3_where_there_is_one_way_only_there_is_nothing_to_choose() -> None:
    match = played("roll 8G 8O 8B 10B 10G 10O 1B 2B 3R 4R", "bank", assignment="player")
    assert match.view.totals[0] == ("Ann", 54)


# 12


def test_12_more_than_220_in_five_phases_earns_40() -> None:
    run = "roll 5R 6R 7R 8B 9R 10O 4G 3G 1O 1G"  # 52 in Phase 5
    match = played(run, "bank", players="Ann Bob", scored="40 40 40 49;")
    assert rows(match) == [("Ann", "Phase 5", 52), ("Ann", "Five Phase Bonus", 40)]
    assert match.view.card[1].why == "Phases 1 to 5 make 221, more than 220"
    assert match.view.totals[0] == ("Ann", 261)
    assert rows(played(run, "bank", players="Ann Bob", scored="40 40 39 49;")) == [("Ann", "Phase 5", 52)]


# 13, 14


def finish(*entries: str, **options: str) -> Match:
    """Let Bob make Phase 10 first, and Cid be in Phase 10 too."""
    return played(NOTHING, "bank", TEN, "bank", *entries, scored=f"{POOR}; {POOR}; {POOR}", **options)


def test_13_after_the_first_phase_10_everybody_else_has_one_last_try_from_there_on() -> None:
    match = finish()
    assert match.view.says.endswith(
        "First Finish Bonus 40: first to make Phase 10. Cid's last try: Phase 10 (set of 5 and set of 3)."
    )
    assert match.view.totals == (("Ann", 370), ("Bob", 460), ("Cid", 370))
    assert match.view.notes == ("Phase 10: set of 5 and set of 3", "finished", "Phase 10: set of 5 and set of 3")
    match = match.play(NOTHING).play("bank")
    assert (match.view.player, match.view.notes[2]) == ("Ann", "out")
    match = match.play(NOTHING).play("bank")
    assert (match.view.over, match.view.winners) == (True, ("Bob",))
    assert match.view.says == "Ann misses Phase 10: no set of 5 and set of 3. Bob wins with 460."
    assert refused(match, NOTHING) == "The match is over, Bob wins with 460: undo or adjust to go on."


def test_13_a_last_try_goes_on_from_phase_to_phase_until_one_is_missed() -> None:
    sets = "roll 9O 9B 9G 9R 5B 6O 1B 1R 1O 1G"  # 40 in Phase 7
    match = played(TEN, "bank", sets, "bank", players="Ann Bob", scored=f"{NINE}; 36 40 45 49 52 54")
    assert (match.view.player, match.view.notes[1], match.view.rolls) == ("Bob", "Phase 8: 7 of one colour", 0)
    assert match.view.says.endswith("Bob's last try: Phase 8 (7 of one colour).")
    assert match.play(NOTHING).play("bank").view.over


def test_13_a_chain_may_go_all_the_way_to_phase_10() -> None:
    pair = "roll 8G 8O 8B 8B 8O 5B 2B 2R 1B 3B"  # 44 in Phase 9
    match = played(TEN, "bank", pair, "bank", TEN, "bank", players="Ann Bob", scored=f"{NINE}; 36 40 45 49 52 54 40 30")
    assert match.view.over
    assert match.view.notes == ("finished", "finished")
    assert match.view.totals == (("Ann", 520), ("Bob", 386 + 44 + 50))


def test_14_the_bonus_is_also_for_those_behind_who_were_in_phase_10() -> None:
    match = finish(TEN, "bank", TEN, "bank")
    assert rows(match)[-3:] == [("Cid", "Phase 10", 50), ("Cid", "First Finish Bonus", 40), ("Ann", "Phase 10", 50)]
    assert (match.view.totals, match.view.winners) == ((("Ann", 420), ("Bob", 460), ("Cid", 460)), ("Bob", "Cid"))


@pytest.mark.parametrize(("option", "total"), [("false", 480), ("true", 520)])
def test_14_d4_reaching_phase_10_in_the_last_try_is_too_late_unless_the_table_plays_so(option: str, total: int) -> None:
    pair = "roll 8G 8O 8B 8B 8O 5B 2B 2R 1B 3B"
    scored = f"{NINE}; 36 40 45 49 52 54 40 30"
    match = played(TEN, "bank", pair, "bank", TEN, "bank", players="Ann Bob", scored=scored, ffb_chain=option)
    assert match.view.totals[1] == ("Bob", total)


def test_14_d4_the_option_says_who_else_wins_the_bonus() -> None:
    option = next(option for option in GAME.options if option.name == "ffb_chain")
    assert option.choices == {
        "false": "The first to make Phase 10, and who plays after him, was in Phase 10 by then and makes it",
        "true": "The first to make Phase 10, and who plays after him and makes it in the last tries",
    }


def test_14_who_is_behind_goes_by_the_order_of_play_and_not_by_the_seats() -> None:
    throws = ("roll 5", "roll 10", "roll 7")  # Bob, Cid, Ann
    match = played(*throws, TEN, "bank", TEN, "bank", TEN, "bank", scored=f"{POOR}; {POOR}; {POOR}", first="throw")
    assert match.view.totals == (("Ann", 460), ("Bob", 460), ("Cid", 460))
    throws = ("roll 10", "roll 5", "roll 7")  # Ann, Cid, Bob
    match = played(
        *throws, NOTHING, "bank", TEN, "bank", TEN, "bank", TEN, "bank", scored=f"{POOR}; {POOR}; {POOR}", first="throw"
    )
    assert match.view.totals == (("Ann", 420), ("Bob", 460), ("Cid", 460))


# 15, D6


def test_15_those_who_share_the_highest_total_may_throw_for_the_win() -> None:
    match = finish(TEN, "bank", TEN, "bank", tie_break="rolloff")
    assert match.view.says.endswith("Bob and Cid share the lead and throw one high die each for the win.")
    assert (match.view.player, match.view.over, match.view.awaits.dice) == ("Bob", False, 1)
    assert refused(match, "bank") == "It is thrown for the win now: Bob throws one high die."
    match = match.play("roll 8")
    assert match.view.says == "Bob throws 8. Cid throws next, for the win."
    match = match.play("roll 8O")
    assert match.view.says == "Cid throws 8O. Bob and Cid tie and throw again."
    match = match.play("roll 5").play("roll 6")
    assert (match.view.over, match.view.winners) == (True, ("Cid",))
    assert match.view.says == "Cid throws 6. Cid wins with 460 and the higher die."


def test_15_an_adjustment_may_end_a_tie_or_make_one() -> None:
    match = finish(TEN, "bank", TEN, "bank", "roll 8", "adjust Bob -5", "adjust Bob 5", tie_break="rolloff")
    assert match.view.player == "Cid"  # Bob's die stands
    match = finish(TEN, "bank", TEN, "bank", "adjust Bob 5", tie_break="rolloff")
    assert (match.view.over, match.view.winners) == (True, ("Bob",))
    match = match.play("adjust Cid 5")
    assert (match.view.over, match.view.player) == (False, "Bob")
    match = match.play("roll 10").play("roll 5").play("adjust Ann 3")
    assert match.view.winners == ("Bob",)


def test_an_adjustment_makes_no_phase_and_undoes_none() -> None:
    match = finish(NOTHING, "bank", "adjust Ann 200", NOTHING, "bank")
    assert (match.view.winners, match.view.notes) == (("Ann",), ("out", "finished", "out"))
    assert match.play("adjust Ann -200").view.winners == ("Bob",)


# 16


@pytest.mark.parametrize(("misses", "total"), [((), 520), ((8,) * 6, 490), ((9,), 475), ((8, 9, 9), 465)])
def test_16_alone_each_missed_try_costs_5_and_the_bonus_is_for_the_first_try(
    misses: tuple[int, ...], total: int
) -> None:
    match = played(players="Ann", scored=" ".join(NINE.split()[:8]))
    for number, roll in ((8, "roll 8G 8O 8B 8B 8O 5B 2B 2R 1B 3B"), (9, TEN)):
        for _ in range(misses.count(number)):
            match = match.play(NOTHING).play("bank")
            assert match.view.card[-1].points == -5
        match = match.play(roll).play("bank")
    assert (match.view.over, match.view.winners, match.view.totals) == (True, ("Ann",), (("Ann", total),))


def test_16_the_label_says_what_a_missed_try_costs() -> None:
    match = played(NOTHING, players="Ann", scored="36 40")
    assert match.view.offers[0].label == "End the turn: Phase 3 (set of 4 and run of 4) is not made, 5 off"
    assert match.play("bank").view.card[-1].why == "no set of 4 and run of 4, 5 off"


def test_16_alone_nobody_throws_for_the_order_of_play() -> None:
    assert played(players="Ann", first="throw").view.awaits.dice == 10


# 5.2

TOGETHER = "cannot be there together, only"
LOOK = "look again at their colours"
EDITION = (
    ". If the dice are of another edition, begin a new match: among its house rules write any at "
    "\u201cThe faces of the ten dice\u201d, and what was scored here at \u201cPhases already made\u201d."
)
AND_NINE = f"{LOOK}, and whether a 9 is a 6{EDITION}"


@pytest.mark.parametrize(
    ("dice", "why"),
    [
        (
            "8G 8G 8B 10B 5B 6O WO WB 1O 2O",
            f"8G cannot be there twice, only one die of the set shows it: look again at the colour{EDITION}",
        ),
        (
            "10G 10G 10G 7G 8R 9R 1B 2B 3R 4R",
            f"10G cannot be there 3 times, only 2 dice of the set show it: look again at the colour{EDITION}",
        ),
        (
            "9R 9O 6O 6O 7G 8R 1B 2B 3R 4R",
            f"9O and 6O twice {TOGETHER} 2 dice of the set show either of them: {AND_NINE}",
        ),
        (
            "5R 6R 7R 8B 9R 10O 1B 2G 3R 4R",
            f"1B and 2G {TOGETHER} one die of the set shows either of them: {LOOK}{EDITION}",
        ),
    ],
)
def test_ten_faces_that_ten_different_dice_cannot_show_are_refused(dice: str, why: str) -> None:
    assert refused(played(), f"roll {dice}") == why


def test_what_dice_of_another_edition_want_is_told_in_the_words_of_the_form() -> None:
    quoted = re.findall("\u201c(.*?)\u201d", EDITION)
    texts = [option.text for option in GAME.options]
    assert all(any(text.startswith(words) for text in texts) for words in quoted)
    assert len(quoted) == 2


def test_the_dice_that_stayed_are_dice_too() -> None:
    match = played(MADE_AT_ONCE, "keep 8G 8O 8B 10B WO WB")
    assert refused(match, "roll 5B 8G 1O 2O").startswith("8G cannot be there twice, only one die of the set shows it: ")


def test_a_face_that_no_die_has_is_refused() -> None:
    assert refused(played(), "roll 8G 8O 8B 10B 5B 6O WO WB 1O 50R").startswith("No die shows 50R: ")


def advised(*entries: str) -> str:
    advice = played(*entries, scored="36 40 45 49 52 54 40;;").advice
    assert advice is not None
    return advice.says


def test_the_advice_is_the_same_before_and_after_the_best_keep_and_for_any_order_of_the_dice() -> None:
    dice = "4R 8B 1R 10G 7G 7R 4G 3R 7G 5R"
    for roll in (f"roll {dice}", f"roll {Roll.parse(dice).sorted}"):
        best = "Best: keep 1R 3R 4R 5R 7R and throw 5 dice: 67.4 % to make Phase 8 (7 of one colour)."
        assert advised(roll) == best
        assert advised(roll, "keep 1R 3R 4R 5R 7R") == "Throwing 5 dice: 67.4 % to make Phase 8 (7 of one colour)."


def test_the_advice_remembers_what_the_throw_before_told_of_the_dice_that_stayed() -> None:
    entries = ("roll 5R 7G 5O 8B 6B 5B 3O 4O 4B 1G", "keep 8B 6B 5B 4B", "roll 5R 9B 9G 1B 4O WG")
    one_more = 1 - 5 / 6 * 4 / 6 * 4 / 6 * 5 / 6  # a blue of D1, D3, L2 and L4
    chance = f"{100 * one_more:.3g} % to make Phase 8 (7 of one colour)."
    assert advised(*entries) == f"Best: keep 1B 4B 5B 6B 8B 9B and throw 4 dice: {chance}"
    assert advised(*entries, "keep 1B 4B 5B 6B 8B 9B") == f"Throwing 4 dice: {chance}"


def test_another_set_of_dice_may_be_on_the_table() -> None:
    layout = GAME.options[5].default.replace("8G", "8?").replace("7B", "7G").replace("8?", "8B")
    match = played(phase10_dice=layout)
    assert refused(match, MADE_AT_ONCE) == "No die shows 8G: look again at the colour."
    match = played(phase10_dice="; ".join(reversed(GAME.options[5].default.split("; "))))
    assert refused(match, "roll 8G 8G 8B 10B 5B 6O WO WB 1O 2O").startswith(
        "8G cannot be there twice, only one die of the set shows it"
    )


# Headers


def test_a_wrong_set_of_dice_is_refused() -> None:
    dice = GAME.options[5].default
    assert wrong("phase10_dice", "5R 6O") == "Phase 10 Dice has 10 dice separated by `;`, six faces each, not 1."
    assert wrong("phase10_dice", dice.replace("8G", "8")).startswith("The face 8 of `5R 6O 7B 8 9O 10G` has no colour")
    assert wrong("phase10_dice", dice.replace("8G", "9G")).startswith("No die has the faces `5R 6O 7B 9G 9O 10G`: ")
    high, *_ = dice.split("; ")
    assert wrong("phase10_dice", "; ".join([high] * 10)) == (
        "Six dice are high (5 to 10) and four low (1 to 4 and two W), not 10 high and 0 low."
    )
    assert wrong("phase10_dice", dice.replace("8G", "8X")).startswith("`8X` is not a face: ")


def test_a_match_begins_on_paper_with_the_phases_already_made() -> None:
    match = played(players="Ann Bob Cid", scored="36 40 45 49 52; 30 40;")
    assert match.view.totals == (("Ann", 262), ("Bob", 70), ("Cid", 0))
    assert match.view.notes == ("Phase 6: run of 9", "Phase 3: set of 4 and run of 4", "Phase 1: 2 sets of 3")
    assert match.view.card == ()


def test_a_match_begun_on_paper_goes_on_with_whose_turn_it_is() -> None:
    match = played(TEN, "bank", TEN, "bank", players="Ann Bob", scored=f"{NINE}; {POOR}", next="Bob")
    assert match.view.totals == (("Ann", 480), ("Bob", 460))
    assert played(players="Ann Bob", scored=f"{POOR}; {POOR}", next="Bob").view.says == "Bob is next."
    match = played(TEN, "bank", TEN, "bank", players="Ann Bob", scored=f"{POOR}; {POOR}", next="Bob")
    assert (match.view.over, match.view.winners) == (True, ("Bob",)), "Ann sits before Bob, and earns no bonus"
    assert wrong("next", "Cid") == "`next` names the player whose turn it is: Ann or Bob, not `Cid`."


def test_a_match_may_begin_on_paper_in_its_last_tries() -> None:
    header = {"players": "Ann Bob Cid Dan", "scored": f"{POOR}; {POOR} 50; {POOR}; 36 40"}
    begun = played(**header, first="throw")
    assert begun.view.says == "Cid's last try: Phase 10 (set of 5 and set of 3)."
    assert begun.view.totals[1] == ("Bob", 370 + 50 + 40), "with the First Finish Bonus"
    assert begun.play(TEN).play("bank").view.totals[2] == ("Cid", 460), "who sits behind was in Phase 10 by then"
    later = played(NOTHING, "bank", **header, next="Dan")
    assert (later.view.player, later.view.notes) == (
        "Ann",
        ("Phase 10: set of 5 and set of 3", "finished", "out", "out"),
    )
    assert later.play(TEN).play("bank").view.totals[0] == ("Ann", 420), "who sits before has no bonus"
    with pytest.raises(HeaderError, match="Bob has made Phase 10 in `scored`: name who has a last try now"):
        played(**header, next="Bob")
    with pytest.raises(HeaderError, match="Ann has made all ten phases in `scored`: that match is already over"):
        played(players="Ann", scored=f"{POOR} 50")


def test_phases_that_cannot_be_are_refused() -> None:
    assert (
        wrong("scored", "36; 40; 45")
        == "`scored` has 3 lists for 2 players: one each, `;` between them, empty for none."
    )
    assert wrong("scored", "36").startswith("`scored` has 1 list for 2 players: ")
    assert wrong("scored", f"{NINE} 50 50;").startswith("`scored` has 11 phases in `36 40 45")
    assert wrong("scored", f"{NINE} 50; {NINE} 50") == (
        "Ann and Bob have made Phase 10 in `scored`, and who was first is not told: "
        "write it for the first alone, and `adjust` the others' totals."
    )
    assert wrong("scored", "36 forty;").startswith("`forty` is not a whole number of points: ")
    assert wrong("scored", "61;") == "`scored`: no dice make 61 in Phase 1 (2 sets of 3), the nearest they make is 60."
    assert wrong("scored", "36 0;").startswith("`scored`: no dice make 0 in Phase 2 (set of 3 and run of 4), ")
    assert wrong("scored", "36 40 45 49 52 54 40 57;").endswith("(7 of one colour), the nearest they make is 56.")


# The sample


def test_the_sample_match_folds_to_its_written_ending() -> None:
    sample = Path(__file__).parents[2] / "samples" / "matches" / "phase-10.match"
    said, status = report(sample.read_text(encoding="utf-8"))
    assert (said["error"], status) == (None, 0)
    assert said["players"] == [
        {"name": "Ann", "total": 413},
        {"name": "Bob", "total": 75},
        {"name": "Cid", "total": 461},
    ]
    assert said["winners"] == ["Cid"]
