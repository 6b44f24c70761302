"""Match files: text in, same text out; a wrong line is named with a sentence."""

import tracemalloc

import pytest

from scoring.game import HeaderError
from scoring.log import LogError, read, write
from scoring.match import Match

HEADER = "game: jack-stone\nplayers: Ann, Bob\n"


def wrong(text: str) -> tuple[int, str]:
    with pytest.raises(LogError) as error:
        read(text)
    return error.value.line, error.value.message


def test_what_was_written_reads_back_and_writes_the_same_text() -> None:
    text = (
        "# Sunday's match\ngame: jack-stone\nplayers: Ann, Bob Lee\nkeep_rule: any\ntotals: 8000, 9950\n\n"
        "# the first turn\nroll 1 3 3 4 4 6\nkeep 1  # careful\n\n\nroll 2 2 2 3 4\nundo\nredo\n"
        "amend 3 cut roll 2 2 2 1 4\n# to be continued\n"
    )
    match = read(text)
    assert match.options == {"keep_rule": "any", "totals": "8000, 9950"}
    assert write(match) == text
    assert read(write(match)) == match


def test_a_match_without_entries_is_a_header() -> None:
    assert write(Match.start("jack-stone", ["Ann", "Bob"])) == HEADER + "\n"
    assert read(HEADER).entries == read(HEADER + "\n").entries == ()


def test_space_and_line_ends_of_any_kind_do_not_matter() -> None:
    neat = read(HEADER + "\nroll 1 3 3 4 4 6\nkeep 1\n")
    assert read("\ufeff\n" + HEADER.replace("\n", "\r\n") + "  \r\n  roll 1  3 3 4 4 6 \r\n\tkeep 1") == neat
    assert read((HEADER + "\nroll 1 3 3 4 4 6\nkeep 1\n").replace("\n", "\r")) == neat
    assert read("# why\n\n" + HEADER + "\nroll 1 3 3 4 4 6 # lucky\nkeep 1\n\n\n") == neat


def test_remarks_stay_where_they_are_when_the_match_goes_on() -> None:
    match = read(HEADER + "\nroll 1 3 3 4 4 6\n# now what?\n").play("keep 1").play("bank")
    assert write(match) == HEADER + "\nroll 1 3 3 4 4 6\n# now what?\nkeep 1\nbank\n"


def test_remarks_in_the_header_move_above_it() -> None:
    text = "game: jack-stone # the customer's\n# two of us\nplayers: Ann, Bob\n\nroll 1 3 3 4 4 6\n"
    assert write(read(text)) == f"# the customer's\n# two of us\n{HEADER}\nroll 1 3 3 4 4 6\n"
    assert write(read(write(read(text)))) == write(read(text))


@pytest.mark.parametrize(
    ("header", "line", "sentence"),
    [
        ("", 1, "The header lacks `game: …`; an empty line ends the header."),
        ("# nothing here\n", 1, "The header lacks `game: …`"),
        ("game: jack-stone\n\nplayers: Ann\n", 1, "The header lacks `players: …`"),
        ("game: jackstone\nplayers: Ann\n", 1, "There is no game `jackstone`: the games are "),
        ("game: jack-stone\nplayers: Ann, Ann\n", 2, "Two players are called Ann"),
        ("game: jack-stone\nplayers: Ann,\n", 2, "A player has no name"),
        ("game: jack-stone\nplayers: Ann\nkeep: any\n", 3, "has no option `keep`: its options are keep_rule, "),
        ("game: jack-stone\nkeep_rule: some\nplayers: Ann\n", 2, "`keep_rule` cannot be `some`"),
        (
            "game: jack-stone\nplayers: Ann\ntotals: 1, 2\n",
            3,
            "`totals` has 2 numbers for 1 players: write one each, without commas in it.",
        ),
        (
            "game: jack-stone\nplayers: A#1, Bob\n",
            2,
            "No name or value holds a #, and before a comment there is a blank.",
        ),
        ("game: high-roll\nplayers: Ann\nchips: 200/2000/10000\n", 3, "200"),
        ("game: jack-stone\nplayers: Ann\nplayers: Bob\n", 3, "`players` stands twice in the header: leave one out."),
        ("game: jack-stone\nplayers: Ann\nroll 1 2 3 4 5 6\n", 3, "`roll 1 2 3 4 5 6` is not `key: value`: only after"),
        ("game: jack-stone\n: Ann\n", 2, "`: Ann` is not `key: value`"),
        ("game: jack-stone\nplayers: Ann\nfirst: draw\n", 3, "`first` cannot be `draw`: choose `seat` or `throw`."),
    ],
)
def test_a_wrong_header_is_named_by_line_and_sentence(header: str, line: int, sentence: str) -> None:
    number, message = wrong(header)
    assert number == line
    assert sentence in message


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ("rol 1 2 3 4 5", "`rol` is not an event: the events are roll, keep, bank, "),
        ("roll 1 2 3 4 x", "`x` is not a face"),
        ("roll 1 2 3 4 A", "A is not on these dice: their faces are 1 2 3 4 5 6."),
        ("roll 1 2 3 4", "5 dice are thrown here, not 4."),
        ("keep 3", "Nothing lies there to set aside: throw 5 dice or bank."),
        ("bank now", "`bank` stands alone on its line: leave out `now`."),
        ("redo", "There is nothing to redo"),
        ("amend 1 roll 1 1 3 4 4 6", "Then entry 2, `keep 1`, no longer fits"),
        ("players: Ann", "`players:` is not an event"),
        ("x" * 999, f"`{'x' * 40}…` is not an event"),
    ],
)
def test_a_typo_is_named_by_line_and_sentence_and_the_match_before_it_stands(entry: str, sentence: str) -> None:
    legal = HEADER + "\n# so far so good\nroll 1 3 3 4 4 6\nkeep 1\n"
    with pytest.raises(LogError) as error:
        read(f"{legal}\n{entry}\nbank\n")
    assert error.value.line == 8
    assert sentence in error.value.message
    assert str(error.value) == f"Line 8: {error.value.message}"
    assert error.value.match == read(legal)


def test_numbers_with_commas_in_them_are_no_totals() -> None:
    for totals in ("9,950", "9,950, 8,000"):
        with pytest.raises(HeaderError, match="Write `totals` without commas in the numbers"):
            Match.start("jack-stone", ["Ann", "Bob"], {"totals": totals})
    assert Match.start("jack-stone", ["Ann", "Bob"], {"totals": "8000,9950"}).view.totals[1] == ("Bob", 9950)


def test_blanks_round_an_option_are_none() -> None:
    match = Match.start("ten-grand", ["Ann"], {"triples": " A=1000 "})
    assert read(write(match)) == match


def test_a_match_of_thousands_of_lines_takes_little_room() -> None:
    tracemalloc.start()
    match = read("game: jack-stone\nplayers: Ann, Bob\n\n" + "adjust Ann 1\n" * 5000)
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (len(match.view.card), match.view.card[-1].total) == (5000, 5000)
    assert taken < 30 * 2**20
