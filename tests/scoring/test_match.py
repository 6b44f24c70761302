"""A match: nothing is deleted, everything can be corrected."""

from dataclasses import FrozenInstanceError

import pytest

from scoring import log as logs
from scoring.entry import AmendError
from scoring.events import Bank
from scoring.game import HeaderError
from scoring.games import game, games
from scoring.match import Match
from tests.scoring.play import further, plays, refused

played = plays("jack-stone")


def log(match: Match) -> list[str]:
    return [str(entry) for entry in match.entries]


# Sitting down


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        ([], "Jack Stone's Ten Thousand is for 1 to 20 players, not 0."),
        ([f"P{seat}" for seat in range(21)], "is for 1 to 20 players, not 21."),
        (["Ann", " "], "A player has no name: give each player one."),
        (["Ann", "Bob", " Ann "], "Two players are called Ann: give each a name of their own."),
        (["Ann,Bob"], "A comma, a # or an unseen character (□) is in the name `Ann,Bob`: leave it out."),
        (["Ann #1"], "leave it out."),
        (["Ann\nBob"], "leave it out."),
        (["Ann\u202ebob"], "A comma, a # or an unseen character (□) is in the name `Ann□bob`: leave it out."),
        (["Ann\u200c"], "in the name `Ann□`: leave it out."),
        (["Ann", "\u200d"], "in the name `□`: leave it out."),
        (["Ann \u200cLee"], "in the name `Ann □Lee`: leave it out."),
        (["An\u200d\u200dn"], "in the name `An□□n`: leave it out."),
        (["Ann\U000e0067\U000e007f"], "in the name `Ann□□`: leave it out."),
        (["\u3164"], "in the name `□`: leave it out."),
        (["Ann", "Ann\u115f"], "in the name `Ann□`: leave it out."),
        (["Ann", "An\u200cn"], "Two players are called Ann: give each a name of their own."),
        (["\U0001f469\u200d\U0001f680", "\U0001f469\U0001f680"], "Two players are called "),
        (["x" * 41], "The name xxxxxxxxxxxxxxxxxxxx… is too long: 40 letters are the most."),
    ],
)
def test_names_that_would_muddle_the_sheet_are_refused(names: list[str], sentence: str) -> None:
    with pytest.raises(HeaderError) as refusal:
        Match.start("jack-stone", names)
    assert sentence in str(refusal.value)
    assert refusal.value.key == "players"


def test_names_of_all_the_world_are_welcome() -> None:
    names = ("Ann  Lee ", "Jürgen", "李雷", "👩‍🚀", "O'Neil: the 2nd", "-5")
    match = Match.start("jack-stone", names)
    assert match.players == ("Ann Lee", *names[1:])
    match = match.play("adjust Ann Lee 5").play("adjust -5 -5").play("adjust 👩‍🚀 50")
    assert [total for _, total in match.view.totals] == [5, 0, 0, 50, 0, -5]


def test_what_shapes_a_name_stays_in_it() -> None:
    persian, malayalam = "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627", "\u0d2e\u0d4b\u0d39\u0d28\u0d4d\u200d"
    flags = [f"\U0001f3f4{land}\U000e007f" for land in map(tags, ("gbeng", "gbsct"))]
    names = (persian, malayalam, *flags)
    match = Match.start("jack-stone", names)
    assert match.players == names
    match = match.play(f"adjust {persian} 50").play(f"adjust {flags[1]} 100")
    assert [total for _, total in match.view.totals] == [50, 0, 0, 100]
    assert logs.read(logs.write(match)) == match


def tags(land: str) -> str:
    """The unseen letters behind a flag."""
    return "".join(chr(0xE0000 + ord(letter)) for letter in land)


def test_a_game_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(HeaderError, match=r"There is no game `chess`: the games are .*jack-stone"):
        Match.start("chess", ["Ann"])
    assert game("jack-stone") in games()


def test_an_option_is_one_line_of_text() -> None:
    with pytest.raises(HeaderError, match="`totals` is one line of plain text"):
        Match.start("jack-stone", ["Ann"], {"totals": "5\n"})


# Values


def test_a_match_is_a_value() -> None:
    match = played("roll 1 3 3 4 4 6")
    assert match == played("roll 1 3 3 4 4 6")
    assert match.play("keep 1").entries != match.entries
    assert len(match.entries) == 1
    with pytest.raises(FrozenInstanceError):
        match.entries = ()  # type: ignore[misc]


def test_an_event_is_played_by_its_text_or_as_a_value() -> None:
    match = played("roll 1 3 3 4 4 6", "keep 1")
    assert match.play(Bank()) == match.play("bank") == match.add("bank")


def test_a_refused_event_changes_nothing() -> None:
    match = played("roll 1 3 3 4 4 6")
    assert refused(match, "bank")
    assert match == played("roll 1 3 3 4 4 6")


# Undo and redo


def test_undo_takes_back_one_play_after_the_other_and_redo_plays_them_again() -> None:
    match = played("roll 1 3 3 4 4 6", "keep 1", "undo", "undo")
    assert match.view.awaits.dice == 6
    match = match.redo().redo()
    assert match.view.points == 100
    assert log(match) == ["roll 1 3 3 4 4 6", "keep 1", "undo", "undo", "redo", "redo"]


def test_an_adjustment_can_be_undone_and_a_finished_match_too() -> None:
    assert played("adjust Ann 50", "undo").view.totals[0] == ("Ann", 0)
    over = played("roll 5 2 3 4 4 6", "keep 5", "bank", totals="9950, 0")
    assert over.view.over
    assert over.undo().view.points == 50


def test_there_is_not_always_something_to_undo_or_redo() -> None:
    assert refused(played(), "undo") == "There is nothing to undo: nothing has been played."
    assert refused(played("roll 1 3 3 4 4 6", "undo"), "undo") == "There is nothing to undo: nothing has been played."
    nothing = "There is nothing to redo: only what was undone just before can be played again."
    assert refused(played(), "redo") == nothing
    assert refused(played("roll 1 3 3 4 4 6", "undo", "redo"), "redo") == nothing
    assert refused(played("roll 1 3 3 4 4 6", "undo", "roll 1 1 3 4 4 6"), "redo") == nothing


# Amendments


def test_an_amendment_puts_another_event_in_the_place_of_an_entry() -> None:
    match = played("roll 1 3 3 4 4 6", "keep 1", "bank").amend(1, "roll 1 2 2 3 3 4")
    assert log(match)[-1] == "amend 1 roll 1 2 2 3 3 4"
    assert match.view.totals[0] == ("Ann", 100)
    assert match == played("roll 1 3 3 4 4 6", "keep 1", "bank", "amend 1 roll 1 2 2 3 3 4")


def test_an_amendment_that_makes_a_later_play_illegal_names_it_and_offers_to_cut_there() -> None:
    match = played("roll 1 3 3 4 4 6", "keep 1", "roll 2 2 2 3 4", "keep 2 2 2")
    with pytest.raises(AmendError) as refusal:
        match.amend(1, "roll 1 1 3 4 4 6")
    assert refusal.value.entry == 2
    assert str(refusal.value) == (
        "Then entry 2, `keep 1`, no longer fits: Exactly the dice of the best scoring are set aside (keep_rule all): "
        "here 1 1 (2 x 1 = 200), not 1. `amend 1 cut roll 1 1 3 4 4 6` drops it and all after it."
    )
    assert len(match.entries) == 4


def test_a_cut_drops_the_first_play_that_no_longer_fits_and_all_after_it() -> None:
    match = played("roll 1 3 3 4 4 6", "keep 1", "roll 2 2 2 3 4", "keep 2 2 2", "bank")
    match = match.amend(3, "roll 2 2 2 1 4", cut=True)
    assert log(match)[-3:] == ["undo", "undo", "amend 3 roll 2 2 2 1 4"]
    assert (match.view.points, match.view.awaits.what) == (100, "decision")
    assert match.view.offers[0].event == "keep 1 2 2 2"
    assert refused(match, "amend 4 keep 1") == (
        "Entry 4 is not a play that stands: the last that does is entry 3, `roll 2 2 2 1 4`."
    )


MISREAD = {
    "jack-stone": (
        ("roll 1 3 3 4 4 6", "keep 1", "roll 2 2 2 3 4", "keep 2 2 2", "bank"),
        "roll 5 3 3 4 4 6",
        ["roll 5 3 3 4 4 6", "keep 5", "roll 2 2 2 3 4", "keep 2 2 2", "bank"],
    ),
    "jack-stone, one of three": (
        ("roll 1 1 1 3 4 6", "keep 1 1 1", "bank"),
        "roll 1 5 1 3 4 6",
        ["roll 1 5 1 3 4 6", "keep 5 1 1", "bank"],
    ),
    "yahtzee": (
        ("roll 6 6 6 2 3", "keep 6 6 6", "roll 1 4", "keep 6 6 6 4", "roll 1", "choose chance"),
        "roll 6 6 5 2 3",
        ["roll 6 6 5 2 3", "keep 5 6 6", "roll 1 4", "keep 5 6 6 4", "roll 1", "choose chance"],
    ),
    "phase-10": (
        ("roll 9B 8O 8B 10B 5B 7O WO WB 1O 2O", "keep 9B 8O 10B WO WB", "roll 5B 7O 8B 1O 2O"),
        "roll 6B 8O 8B 10B 5B 7O WO WB 1O 2O",
        ["roll 6B 8O 8B 10B 5B 7O WO WB 1O 2O", "keep 6B 8O 10B WO WB", "roll 5B 7O 8B 1O 2O"],
    ),
}


@pytest.mark.parametrize("case", MISREAD)
def test_what_was_kept_of_a_throw_is_corrected_with_it(case: str) -> None:
    events, truth, stands = MISREAD[case]
    rules = {"phase10_dice": "any"} if case == "phase-10" else {}
    match = plays(case.split(",", maxsplit=1)[0])(*events, **rules).amend(1, truth)
    assert [str(play.event) for play in match.line.plays] == stands


def test_it_is_not_where_it_still_lies_there_or_nobody_can_tell_which_die_was_misread_or_the_rules_forbid_it() -> None:
    match = played("roll 1 3 3 1 4 6", "keep 1", keep_rule="any").amend(1, "roll 1 3 3 5 4 6")
    assert str(match.line.plays[1].event) == "keep 1"
    two = plays("yahtzee")("roll 3 3 1 2 6", "keep 3", "roll 1 1 1 1")
    with pytest.raises(AmendError, match="`keep 3`, no longer fits"):
        two.amend(1, "roll 4 5 1 2 6")
    assert str(two.amend(1, "roll 4 4 1 2 6").line.plays[1].event) == "keep 4"
    for other in ("roll 3 3 4 4 5 6", "roll 3 3 3 4 4 6"):  # told in another order; a lone 3 scores nothing
        with pytest.raises(AmendError, match="`keep 1`, no longer fits"):
            played("roll 1 3 3 4 4 6", "keep 1").amend(1, other)


TWICE = {
    "corrected back": (("roll 1 1 5 2 3 4", "keep 1 1"), ("roll 1 5 5 2 3 4", "roll 1 1 5 2 3 4"), "keep 1 1"),
    "another die shows that face then": (
        ("roll 1 2 3 4 6 6", "keep 1"),
        ("roll 5 2 3 4 6 6", "roll 5 1 3 4 6 6"),
        "keep 5",
    ),
    "told in another order": (("roll 1 1 5 2 3 4", "keep 1 1"), ("roll 1 5 5 2 3 4", "roll 1 2 3 4 5 5"), "keep 5 1"),
    "a throw before it in the turn": (
        ("roll 1 1 5 2 3 4", "keep 1", "roll 1 2 2 3 4", "keep 1"),
        ("roll 1 2 5 2 3 4", "amend 3 roll 5 2 2 3 4"),
        "keep 5",
    ),
}


@pytest.mark.parametrize("case", TWICE)
def test_what_was_kept_is_what_the_same_dice_show_after_a_second_correction(case: str) -> None:
    events, corrections, stands = TWICE[case]
    match = plays("ten-thousand")(*events)
    for correction in corrections:
        match = match.add(correction if "amend" in correction else f"amend 1 {correction}")
    assert str(match.line.plays[-1].event) == stands


def test_what_somebody_said_was_kept_of_a_corrected_throw_is_of_that() -> None:
    match = plays("ten-thousand")("roll 1 1 5 2 3 4", "keep 1 1", "amend 1 roll 1 5 5 2 3 4", "amend 2 keep 5")
    assert str(match.amend(1, "roll 1 2 5 2 3 4").line.plays[1].event) == "keep 5"


def test_a_cut_drops_nothing_that_still_fits() -> None:
    match = played("roll 1 3 3 4 4 6", "keep 1", "bank", "amend 1 cut roll 1 2 2 3 3 4")
    assert match.view.totals[0] == ("Ann", 100)


TAKEN_OVER = {
    "the first player": (
        ("jack-stone", ["Ann", "Bob"], {"first_player": "one_die"}),
        ("roll 4", "roll 5", "roll 1 1 1 2 3 4", "keep 1 1 1", "bank"),
        (1, "roll 6"),
        "Then entry 3, `roll 1 1 1 2 3 4`, no longer fits: it was Bob's, and would be Ann's.",
        ["roll 6", "roll 5"],
    ),
    "the first player, though the rules forbid only what comes later": (
        ("ten-thousand", ["Ann", "Bob"], {"first": "throw", "totals": "0, 1000"}),
        ("roll 3", "roll 5", "roll 1 2 2 3 4 6", "keep 1", "bank"),
        (1, "roll 6"),
        "Then entry 3, `roll 1 2 2 3 4 6`, no longer fits: it was Bob's, and would be Ann's.",
        ["roll 6", "roll 5"],
    ),
    "a bust": (
        ("jack-stone", ["Ann", "Bob"], {"keep_rule": "any"}),
        ("roll 2 2 3 3 4 6", "adjust Ann 5", "roll 1 1 1 2 3 4", "keep 1 1 1"),
        (1, "roll 1 1 1 3 4 6"),
        "",  # the throw fits no more, whoever threw it
        ["roll 1 1 1 3 4 6", "adjust Ann 5"],
    ),
    "a bonus card": (
        ("high-roll", ["Ann", "Bob"], {"totals": "121000, 100000"}),
        ("roll 1 1 2 2 3 3 4 4 5 5", "card 500", "roll 6 6 6 6 6 6 6 6 1 2", "choose 6", "bank"),
        (2, "card 1000"),
        "Then entry 3, `roll 6 6 6 6 6 6 6 6 1 2`, no longer fits: it was Ann's, and would be Bob's.",
        ["roll 1 1 2 2 3 3 4 4 5 5", "card 1000"],
    ),
}


@pytest.mark.parametrize(("sits", "plays", "amended", "says", "stand"), TAKEN_OVER.values(), ids=TAKEN_OVER)
def test_an_amendment_hands_nobody_what_another_played(
    sits: tuple[str, list[str], dict[str, str]],
    plays: tuple[str, ...],
    amended: tuple[int, str],
    says: str,
    stand: list[str],
) -> None:
    match = further(Match.start(*sits), *plays)
    with pytest.raises(AmendError) as refusal:
        match.amend(*amended)
    assert str(refusal.value).startswith(says)
    cut = match.amend(*amended, cut=True)
    assert [str(play.event) for play in cut.line.plays] == stand
    assert logs.read(logs.write(cut)) == cut


def test_an_entry_can_be_amended_again_by_the_same_number() -> None:
    match = played("roll 1 3 3 4 4 6", "keep 1", "amend 1 roll 1 2 2 3 3 4", "amend 1 roll 1 2 2 4 4 6")
    assert str(match.view.thrown) == "2 2 4 4 6"
    assert match.undo().undo().redo().view.offers[0].event == "keep 1"


def test_after_an_amendment_nothing_is_left_to_redo() -> None:
    match = played("roll 1 3 3 4 4 6", "keep 1", "undo", "amend 1 roll 1 1 2 2 4 6")
    assert match.view.offers[0].event == "keep 1 1"
    assert refused(match, "redo").startswith("There is nothing to redo")


@pytest.mark.parametrize("entry", ["amend 0 bank", "amend 2 keep 1", "amend 3 bank", "amend 9 bank"])
def test_only_a_play_that_stands_can_be_amended(entry: str) -> None:
    match = played("roll 1 3 3 4 4 6", "keep 1", "undo")
    assert "is not a play that stands: the last that does is entry 1, `roll 1 3 3 4 4 6`." in refused(match, entry)


def test_an_amendment_that_is_itself_illegal_is_refused_as_a_play_would_be() -> None:
    assert refused(played("roll 1 3 3 4 4 6"), "amend 1 roll 1 3") == "6 dice are thrown here, not 2."
    assert refused(played(), "amend 1 bank") == "Entry 1 is not a play that stands: nothing has been played."


def test_an_amended_throw_for_the_start_changes_who_starts() -> None:
    match = played("roll 4", "roll 6", first="throw")
    assert match.view.player == "Bob"
    assert match.amend(2, "roll 3").view.player == "Ann"


@pytest.mark.parametrize("off", ["off", "OFF"])
def test_who_wants_no_advice_gets_none(off: str) -> None:
    assert Match.start("jack-stone", ["Ann", "Bob"], {"advice": off}).advice is None
