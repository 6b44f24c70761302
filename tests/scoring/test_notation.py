"""Every value has a text form that reads itself back."""

import os
import pickle
import subprocess
import sys

import pytest

from scoring import entry, events
from scoring.dice import COLOURS, SYMBOLS, Face, Roll, RuleError, pips

EVENTS = [
    "roll 1 1 5 2 3 4",
    "roll 100 A K Q J J",
    "roll 8G 10R WO 6B",
    "keep 1 1",
    "keep",
    "bank",
    "choose 6",
    "choose full house",
    "card 500",
    "break",
    "adjust Ann -50",
    "adjust Ann Lee 1000",
]
ENTRIES = [*EVENTS, "undo", "redo", "amend 3 keep 1 1", "amend 12 cut adjust Ann Lee -5", "amend 1 cut keep"]


@pytest.mark.parametrize("colour", ["", *COLOURS])
@pytest.mark.parametrize("symbol", SYMBOLS)
def test_a_face_reads_itself_back(symbol: str, colour: str) -> None:
    face = Face.parse(symbol + colour)
    assert (face.symbol, face.colour) == (symbol, colour)
    assert str(face) == symbol + colour


@pytest.mark.parametrize("text", ["", "0", "11", "7x", "g", "8gg", "RO", "150", "5 5", "\u0661"])
def test_what_no_die_shows_is_no_face(text: str) -> None:
    with pytest.raises(RuleError, match="is not a face: a face is one of 1 2 3"):
        Face.parse(text)


def test_capitals_and_small_letters_are_the_same() -> None:
    assert str(Roll.parse("8g 10R wo a k")) == "8G 10R WO A K"
    assert str(entry.parse("Roll 8g Wo")) == "roll 8G WO"
    assert [str(entry.parse(text)) for text in ("BANK", "Undo", "Amend 3 CUT Bank")] == [
        "bank",
        "undo",
        "amend 3 cut bank",
    ]


def test_thousands_may_be_written_with_commas() -> None:
    assert str(entry.parse("adjust Ann -1,000")) == "adjust Ann -1000"
    assert str(entry.parse("card 1,000")) == "card 1000"


def test_dice_are_the_same_in_another_process() -> None:
    roll = Roll.parse("8G 10R 8G")
    assert roll.holds(Roll.parse("8G"))
    there = (
        "import pickle, sys\nfrom scoring.dice import Roll\nroll = pickle.load(sys.stdin.buffer)\n"
        "assert roll.holds(Roll.parse('8G 8G')) and roll in {Roll.parse('8G 10R 8G')}\n"
        "assert roll.faces[0] in {*Roll.parse('8G')}"
    )
    for seed in ("1", "2"):  # hashes of text differ
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        subprocess.run([sys.executable, "-c", there], input=pickle.dumps(roll), env=environment, check=True)


def test_a_roll_keeps_its_order_and_knows_its_counts() -> None:
    roll = Roll.parse("  100 A  K Q J J ")
    assert str(roll) == "100 A K Q J J"
    assert len(roll) == 6
    assert roll.counts[Face("J")] == 2
    assert str(roll.sorted) == "J J Q K A 100"
    assert str(Roll.parse("10 9 WO WB 9G").sorted) == "9 9G 10 WB WO"
    assert roll == Roll.parse("100 A K Q J J") != roll.sorted


def test_ordinary_dice_show_1_to_6() -> None:
    assert [die.name for die in pips(2)] == ["die 1", "die 2"]
    assert {str(Roll(die.faces)) for die in pips(6)} == {"1 2 3 4 5 6"}


@pytest.mark.parametrize("text", EVENTS)
def test_an_event_reads_itself_back(text: str) -> None:
    assert str(events.parse(text)) == text
    assert events.parse(str(events.parse(f"  {text.replace(' ', '   ')} "))) == events.parse(text)


@pytest.mark.parametrize("text", ENTRIES)
def test_an_entry_reads_itself_back(text: str) -> None:
    assert str(entry.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "the events are roll, keep, bank, choose, card, break, adjust."),
        ("rol 1 2", "`rol` is not an event"),
        ("roll 1 7x", "`7x` is not a face"),
        ("keep 1,1", "`1,1` is not a face"),
        ("bank 300", "`bank` stands alone on its line: leave out `300`."),
        ("undo 3", "`undo` stands alone on its line: leave out `3`."),
        ("choose", "as in `choose 6`"),
        ("card", "as in `card 500`"),
        ("card lots", "`lots` is not a whole number of points"),
        ("card 1_000", "`1_000` is not a whole number"),
        ("adjust", "as in `adjust Ann -50`"),
        ("adjust Ann", "`adjust` needs a player and points"),
        ("adjust Ann 5.5", "`5.5` is not a whole number"),
        ("adjust Ann 9999999999", "is more than any score: write at most nine digits"),
        ("amend", "as in `amend 3 keep 1 1`"),
        ("amend 3", "`amend` needs the number of an entry and an event"),
        ("amend three bank", "`amend` needs the number of an entry and an event"),
        ("amend 3 undo", "`undo` is not an event"),
    ],
)
def test_what_is_no_entry_is_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(RuleError) as refusal:
        entry.parse(text)
    assert sentence in str(refusal.value)
