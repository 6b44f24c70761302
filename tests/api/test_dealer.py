"""The dealer plays whole matches of each game from readings alone: a list of readings is an eye, whatever the dice."""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from api import wire
from api.album import Album
from api.camera import Camera, Sight
from api.dealer import TAKEN_UP, Dealer
from api.feeds import Film, Phone
from api.hands import LAID_OR_THROWN, UNFIT, Seen
from api.live import HANDS, READING, Event
from api.memory import ASTRAY, AWAY, CAME, COVERED, ROLLED, SHOVED, SKIPPED, TAKEN_BACK, TOLD, VAGUE
from api.places import Place
from api.schema import Setting
from api.shelf import Folder
from api.store import AwayError, Line, Store, now
from api.table import Sheet, Table
from api.telling import reading_of
from scoring import log
from scoring.dice import Roll
from scoring.match import Match
from tests.api.plays import KEEP, Evening, filmed, laid, pictures
from tests.api.test_hands import FIVE, SHORT, house_match, rests
from tests.vision.scene import Scene, rolling, still
from tests.vision.squares import look
from vision.reading import Frame, Reading, Sighting
from vision.throw.drift import remembered
from vision.throw.settle import LOOKS, MOVED, NUDGED, Eye
from vision.throw.tray import Tray
from vision.throw.zones import Zones

FRAME = Frame(np.full((48, 64, 3), 90, np.uint8))


Sit = Callable[..., tuple[Evening, str]]  # gives the evening, and how the match goes as a match file


def blind(frame: Frame) -> Reading:
    """An eye that is never asked: its readings are a list."""
    raise AssertionError(frame)


def sighted(roll: Roll) -> tuple[Sighting, ...]:
    """Dice as an eye sees them that is sure."""
    return tuple(Sighting(face, 0.999, None, (1, 1, 9, 9), ((1, 1), (9, 1), (9, 9), (1, 9)), "flat") for face in roll)


def tray(seen: Seen, kit: str) -> Tray:
    """What lies there, with the reading of what was thrown."""
    thrown = sighted(seen.thrown)
    reading = Reading(64, 48, kit, thrown, "sure", (), 1.0) if thrown else None
    return Tray(FRAME, thrown, sighted(seen.aside), doubts=seen.doubts, reading=reading)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Sit]:
    """Sit down with an eye for the dice of a game."""
    open_: list[Evening] = []

    def evening(game: str, mode: str = "hands-free") -> tuple[Evening, str]:
        match = house_match(game, SHORT)
        kit = game if game in ("ten-grand", "phase-10") else "pips"
        open_.append(Evening(tmp_path, match, mode, Eye(blind, 0.99), kit))
        open_[-1].dealer.laid(Tray(FRAME), 0.0)  # the table is empty when the camera comes
        return open_[-1], log.write(match)

    yield evening
    for one in open_:
        one.close()


@pytest.fixture
def table(evening: Sit) -> Evening:
    """A match of Jack Stone's Ten Thousand, played hands-free."""
    return evening("jack-stone")[0]


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=() if game in {"jack-stone", "phase-10"} else pytest.mark.long) for game in FIVE]
)
def test_a_match_is_played_from_readings_without_a_tap(game: str, evening: Sit) -> None:
    table, golden = evening(game)
    kit = table.sheet.heading.kit
    for number, seen in enumerate(rests(log.read(golden))):
        at = 10.0 * number
        table.dealer.laid(tray(seen, kit), at)
        table.dealer.passed(at + TAKEN_UP + 0.1, "empty" if seen.empty else "read")
        assert table.dealer.questions.at(table.sheet) is None, (table.dealer.questions.at(table.sheet), number)
    assert log.write(table.sheet.match) == golden


def taken_up(evening: Sit) -> Evening:
    """A table on which six dice were thrown, and then, at 5 seconds, none lie."""
    table, _ = evening("jack-stone")
    table.dealer.laid(tray(Seen(Roll.parse("1 3 3 4 4 6"), 6), "pips"), 1.0)
    table.dealer.laid(Tray(FRAME), 5.0)
    return table


def test_an_empty_table_is_dice_in_a_hand_until_some_seconds_went_by(
    evening: Sit,
) -> None:
    table = taken_up(evening)
    table.dealer.passed(5.0 + TAKEN_UP - 0.1, "empty")
    assert table.sheet.seq == 1
    table.dealer.passed(5.0 + TAKEN_UP, "empty")
    assert [str(entry) for entry in table.sheet.match.entries] == ["roll 1 3 3 4 4 6", "keep 1", "bank"]


def test_a_table_is_empty_for_some_seconds_only_while_nobody_is_busy_there(
    evening: Sit,
) -> None:
    table = taken_up(evening)
    table.dealer.passed(5.0 + TAKEN_UP - 0.1, "moving")
    table.dealer.passed(5.0 + TAKEN_UP + 1, "empty")
    assert table.sheet.seq == 1
    table.dealer.passed(5.0 + 2 * TAKEN_UP, "empty")
    assert table.sheet.seq == 3


@pytest.mark.parametrize(
    ("roll", "shoved", "doubtful"),
    [
        ("1 1 1 5 3 4", "3 4", True),
        ("1 1 1 2 3 4", "2 3 4", True),
        ("1 2 2 3 4 6", "2 2 3 4 6", True),
        ("1 1 1 5 3 4", "1 1 1 5", False),  # who keeps 3 and 4 throws nothing again
        ("1 1 1 5 3 4", "5", False),
    ],
)
def test_dice_that_a_hand_moved_may_have_been_thrown_where_the_others_can_be_kept(
    roll: str, shoved: str, doubtful: bool, table: Evening
) -> None:
    table.dealer.laid(tray(Seen(Roll.parse(roll), 6), "pips"), 1.0)
    lie = Tray(FRAME, aside=sighted(Roll.parse(roll)), shoved=sighted(Roll.parse(shoved)))
    table.dealer.laid(lie, 3.0)
    table.dealer.laid(tray(Seen(Roll.parse("2 2 3 3 4 6"), 6), "pips"), 9.0)
    asked = table.dealer.questions.at(table.sheet)
    assert bool(asked) == doubtful
    if asked:
        assert SHOVED in asked.says
        assert table.sheet.seq == 1
    else:
        assert [str(entry) for entry in table.sheet.match.entries][1:3] == ["keep 1 1 1 5", "bank"]


@pytest.mark.parametrize(
    ("roll", "aside", "left", "shoved"),
    [
        ("1 1 1 5 5 3", "3", "", "3"),  # five kept out of sight, and the last one thrown again: a bust
        ("1 1 1 5 3 4", "3 4", "", "3 4"),
        ("1 1 1 5 3 4", "1 1 3 4", "", "3 4"),  # half of the kept ones are out of sight
        ("1 1 1 5 3 4", "1 1 1 5", "3 4", "1 1 1 3 4 5"),  # put into the area, and the others thrown at once
    ],
)
def test_nor_are_points_taken_in_silence_where_what_was_kept_is_out_of_sight_or_in_its_area(
    roll: str, aside: str, left: str, shoved: str, table: Evening
) -> None:
    table.dealer.laid(tray(Seen(Roll.parse(roll), 6), "pips"), 1.0)
    lie = {"aside": aside, "left": left, "shoved": shoved}
    table.dealer.laid(Tray(FRAME, **{what: sighted(Roll.parse(dice)) for what, dice in lie.items()}), 3.0)
    takes_up(table, 5.0)
    asked = table.dealer.questions.at(table.sheet)
    assert asked
    assert SHOVED in asked.says
    assert table.sheet.seq == 1


def test_dice_that_are_put_aside_while_the_others_are_in_the_hand_were_not_thrown_again(table: Evening) -> None:
    table.dealer.laid(tray(Seen(Roll.parse("2 3 4 6 6 6"), 6), "pips"), 1.0)
    kept = Roll.parse("6 6 6")
    table.dealer.laid(Tray(FRAME, aside=sighted(kept), shoved=sighted(kept)), 3.0)
    table.dealer.laid(tray(Seen(Roll.parse("1 2 3"), 3, kept), "pips"), 5.0)
    assert table.dealer.questions.at(table.sheet) is None
    assert [str(entry) for entry in table.sheet.match.entries][1:] == ["keep 6 6 6", "roll 1 2 3"]


def test_dice_taken_up_after_something_lay_over_the_table_are_asked_about_where_others_were_in_the_hand(
    table: Evening,
) -> None:
    table.dealer.laid(tray(Seen(Roll.parse("1 1 1 5 3 4"), 6), "pips"), 1.0)
    table.dealer.laid(Tray(FRAME, aside=sighted(Roll.parse("1 1 1 5")), covered=True), 3.0)
    table.dealer.laid(Tray(FRAME), 5.0)
    table.dealer.passed(5.0 + TAKEN_UP, "empty")
    asked = table.dealer.questions.at(table.sheet)
    assert asked
    assert asked.says.startswith(COVERED)
    assert not table.sheet.match.view.totals[0][1]


def one_moved(evening: Sit) -> Evening:
    """A table where a die of Ann's throw was moved before all were taken up: it may have been thrown again."""
    table, _ = evening("jack-stone")
    roll = Roll.parse("1 1 1 5 5 3")
    table.dealer.laid(tray(Seen(roll, 6), "pips"), 1.0)
    table.dealer.laid(Tray(FRAME, aside=sighted(roll), shoved=sighted(Roll.parse("3"))), 3.0)
    takes_up(table, 5.0)
    return table


@pytest.mark.parametrize("said", ["nothing", "neither"])
def test_what_was_asked_about_dice_taken_up_is_asked_again_with_the_next_throw(said: str, evening: Sit) -> None:
    table = one_moved(evening)
    if said == "neither":
        table.dealer.dismiss(table.id)
    lies(table, 14.0, "2 2 3 4 6 6")
    assert entered(table) == ["roll 1 1 1 5 5 3"]
    assert SHOVED in asked(table)


def test_what_was_asked_about_dice_taken_up_stays_open_while_the_camera_is_away(
    evening: Sit,
) -> None:
    table = one_moved(evening)
    table.dealer.noticed(Sight("lost", "gone"))
    lies(table, 10.0, "1 1 1 5 5 3")  # they lie there as the score has them
    lies(table, 14.0, "2 2 3 4 6 6")
    assert entered(table) == ["roll 1 1 1 5 5 3"]
    assert SHOVED in asked(table)


@pytest.mark.parametrize("said", [("amend 1 roll 1 1 1 5 5 4",), ("undo", "redo"), ("adjust Ann 50",)])
def test_what_leaves_a_question_about_dice_taken_up_unanswered_leaves_it_open(
    said: tuple[str, ...], evening: Sit
) -> None:
    table = one_moved(evening)
    taps(table, *said)
    lies(table, 14.0, "2 2 3 4 6 6")
    assert entered(table)[-1] == said[-1]
    assert SHOVED in asked(table)


def test_dice_that_were_moved_after_a_throw_that_the_players_told_may_have_been_thrown(table: Evening) -> None:
    lies(table, 1.0, "1 1 1 5 5 3", doubts=("I am not sure of one die: 3 or 2?",))
    taps(table, "roll 1 1 1 5 5 3")
    roll = Roll.parse("1 1 1 5 5 3")
    table.dealer.laid(Tray(FRAME, aside=sighted(roll), shoved=sighted(Roll.parse("3"))), 3.0)
    lies(table, 5.0)
    lies(table, 6.0, "2 2 3 4 6 6")
    assert entered(table) == ["roll 1 1 1 5 5 3"]
    assert SHOVED in asked(table)


def test_something_that_lay_over_the_table_is_asked_about_also_where_the_next_throw_comes_at_once(
    table: Evening,
) -> None:
    lies(table, 1.0, "1 1 1 5 3 4")
    table.dealer.laid(Tray(FRAME, aside=sighted(Roll.parse("1 1 1 5")), covered=True), 3.0)
    lies(table, 5.0, "2 2 3 4 6 6")
    assert entered(table) == ["roll 1 1 1 5 3 4"]
    assert COVERED in asked(table)


def test_a_throw_told_in_place_of_one_that_was_called_none_leaves_the_next_unasked(table: Evening) -> None:
    lies(table, 1.0, "1 1 3 4 4 6", doubts=("I am not sure of one die: 3 or 2?",))
    table.dealer.dismiss(table.id)
    taps(table, "roll 1 1 3 4 4 6")
    lies(table, 3.0, aside="1 1")
    lies(table, 5.0, "2 3 4 6", aside="1 1")
    assert entered(table) == ["roll 1 1 3 4 4 6", "keep 1 1", "roll 2 3 4 6"]


def test_an_adjustment_that_is_undone_takes_back_no_play(table: Evening) -> None:
    taps(table, "adjust Ann 50", "undo")
    lies(table, 1.0)
    lies(table, 3.0, "1 1 3 4 4 6")
    assert entered(table)[-1] == "roll 1 1 3 4 4 6"


def test_what_was_answered_about_dice_taken_up_is_not_asked_again(
    evening: Sit,
) -> None:
    table = one_moved(evening)
    taps(table, "keep 1 1 1 5 5", "bank")
    lies(table, 14.0, "2 2 3 4 6 6")
    assert entered(table)[-1] == "roll 2 2 3 4 6 6"


def test_a_throw_that_the_players_called_none_ends_no_turn(table: Evening) -> None:
    lies(table, 1.0, "1 3 3 4 4 6")
    lies(table, 3.0, aside="1")
    lies(table, 5.0, "2 3 4 6 6", aside="1", doubts=("One die leans: lay it flat or throw it again.",))
    table.dealer.dismiss(table.id)
    takes_up(table, 8.0)
    assert entered(table) == ["roll 1 3 3 4 4 6"]
    lies(table, 14.0, "1 3 4 4 6 6")
    assert entered(table) == ["roll 1 3 3 4 4 6"]
    assert SKIPPED in asked(table)


def test_a_throw_told_after_one_that_the_players_called_none_counts_once(table: Evening) -> None:
    table.begin(Match.start("yahtzee", ["Ann", "Bob"]))
    lies(table, 1.0, "5 1 3 4 6")
    lies(table, 3.0, aside="5")
    lies(table, 5.0, "2 3", aside="5", doubts=("One die leans: lay it flat or throw it again.",))
    table.dealer.dismiss(table.id)
    taps(table, "keep 5", "roll 1 2 3 6")
    lies(table, 9.0, "1 2 3", aside="5")  # one is not to be seen
    lies(table, 11.0, "1 2 3 6", aside="5", came=1)
    assert entered(table) == ["roll 5 1 3 4 6", "keep 5", "roll 1 2 3 6"]


def test_a_throw_in_place_of_one_that_the_players_called_none_is_played(table: Evening) -> None:
    lies(table, 1.0, "1 3 3 4 4 6")
    lies(table, 3.0, aside="1")
    lies(table, 5.0, "2 3 4 6 6", aside="1", doubts=("One die leans: lay it flat or throw it again.",))
    table.dealer.dismiss(table.id)
    lies(table, 7.0, aside="1")
    lies(table, 9.0, "2 3 4 5 6", aside="1")
    assert entered(table) == ["roll 1 3 3 4 4 6", "keep 1", "roll 2 3 4 5 6"]


def test_what_was_taken_back_is_not_played_once_more_without_a_question(table: Evening) -> None:
    lies(table, 1.0, "1 3 3 4 4 6")
    takes_up(table, 3.0)
    assert entered(table)[1:] == ["keep 1", "bank"]
    taps(table, "undo", "undo")
    takes_up(table, 10.0)  # a cup was put down meanwhile
    assert entered(table)[-1] == "undo"
    assert asked(table).startswith(TAKEN_BACK)
    lies(table, 20.0, "2 2 3 4 6 6")
    assert entered(table)[-1] == "undo"
    assert TAKEN_BACK in asked(table)


def test_a_throw_is_asked_about_where_the_camera_showed_another_match_meanwhile(table: Evening) -> None:
    lies(table, 1.0, "1 3 3 4 4 6")
    lies(table, 3.0, aside="1")
    lies(table, 5.0, "2 2 2 3 4", aside="1")
    lies(table, 7.0, aside="1 2 2 2")
    table.dealer.attend(table.table.begin("farkle", ["Cid", "Dan"], {}, "pips").id)
    lies(table, 9.0, "3 4", aside="1 2 2 2")  # a bust
    table.dealer.attend(table.id)
    table.dealer.laid(Tray(FRAME), 12.0)
    lies(table, 14.0, "1 3 4 4 6 6")
    assert entered(table)[-1] == "roll 2 2 2 3 4"
    assert AWAY in asked(table)


def test_a_match_that_is_followed_while_a_throw_of_another_is_put_away_remembers_nothing_of_that(
    table: Evening, tmp_path: Path
) -> None:
    other = table.table.begin("jack-stone", ["Cid", "Dan"], {}, "pips").id
    table.store.put(other, Setting.MODE, "hands-free")

    class Slow(Folder):
        """A disk that is still at it when the camera is to follow another match."""

        def put(self, name: str, jpeg: bytes, reading: str) -> None:
            table.dealer.attend(other)
            super().put(name, jpeg, reading)

    table.dealer._album.shelf = Slow(tmp_path / "pictures")  # noqa: SLF001 - the table has sat down already
    lies(table, 1.0, "1 3 3 4 4 6")
    assert entered(table) == ["roll 1 3 3 4 4 6"]
    table.dealer.laid(Tray(FRAME), 3.0)
    table.table.write(other, 0, lambda match: match.play("roll 1 1 2 3 4 6"))  # tapped in before the camera saw it
    lies(table, 5.0, "1 1 2 3 4 6")
    assert [str(entry) for entry in table.table.sheet(other).match.entries] == ["roll 1 1 2 3 4 6"]


@pytest.mark.parametrize("leaves", [lambda dealer: dealer.attend(None), lambda dealer: dealer.choose(None)])
def test_what_the_camera_at_another_server_asks_is_not_dropped_by_a_camera_that_goes(
    table: Evening, leaves: Callable[[Dealer], None]
) -> None:
    question = wire.Hands(seq=0, question=True, says=AWAY)
    table.dealer.heard(table.id, Event(HANDS, question.model_dump_json()))
    leaves(table.dealer)
    assert table.dealer.questions.at(table.sheet) == question
    table.dealer.attend(table.id)
    table.dealer.noticed(Sight("lost", "gone"))
    lies(table, 1.0, "1 3 3 4 4 6")
    ours = table.dealer.questions.at(table.sheet)
    assert ours
    assert ours != question
    table.dealer.heard(table.id, Event(HANDS, ours.model_dump_json()))  # as after a line that was lost
    leaves(table.dealer)
    assert table.dealer.questions.at(table.sheet) is None


def test_a_throw_that_could_not_be_written_down_is_played_once_it_can(table: Evening, tmp_path: Path) -> None:
    lies(table, 1.0, "")
    for sentence in ("ALTER TABLE news RENAME TO gone", "ALTER TABLE gone RENAME TO news"):
        with closing(sqlite3.connect(tmp_path / "croupier.db")) as base, base:
            base.execute(sentence)
        with suppress(AwayError):
            lies(table, 2.0, "1 3 3 4 4 6")
    assert entered(table) == ["roll 1 3 3 4 4 6"]


def test_a_throw_that_is_asked_about_because_the_match_is_paused_has_one_picture(
    table: Evening, tmp_path: Path
) -> None:
    table.table.settle(table.id, "paused")
    lies(table, 1.0, "1 3 3 4 4 6")
    question = table.dealer.questions.at(table.sheet)
    assert question
    assert [file.stem for file in (tmp_path / "pictures").glob("*.jpg")] == [question.picture]


def test_a_match_that_a_server_of_another_version_went_on_with_is_left_to_it(table: Evening) -> None:
    table.table.store.append(table.id, [Line(table.sheet.seq + 1, "dance", None, now())])
    lies(table, 1.0, "1 3 3 4 4 6")
    assert not table.dealer.playing


def test_a_hand_beside_dice_that_all_lie_there_hides_no_throw(table: Evening) -> None:
    roll = Roll.parse("1 1 1 5 3 4")
    table.dealer.laid(tray(Seen(roll, 6), "pips"), 1.0)
    table.dealer.laid(Tray(FRAME, aside=sighted(roll), covered=True), 3.0)
    table.dealer.laid(Tray(FRAME), 5.0)
    table.dealer.passed(5.0 + TAKEN_UP, "empty")
    assert table.dealer.questions.at(table.sheet) is None
    assert table.sheet.match.view.totals[0][1]


def test_a_throw_is_asked_about_where_the_camera_was_away_in_the_first_turn(table: Evening) -> None:
    table.dealer.laid(Tray(FRAME), 1.0)
    table.dealer.noticed(Sight("lost", "gone"))
    table.dealer.passed(30.0, "empty")
    table.dealer.laid(tray(Seen(Roll.parse("2 2 2 3 4 6"), 6), "pips"), 31.0)
    asked = table.dealer.questions.at(table.sheet)
    assert asked
    assert asked.says == AWAY


def test_dice_taken_up_after_some_were_moved_that_may_have_been_thrown_are_asked_about(table: Evening) -> None:
    roll = Roll.parse("1 1 1 5 3 4")
    table.dealer.laid(tray(Seen(roll, 6), "pips"), 1.0)
    table.dealer.laid(Tray(FRAME, aside=sighted(roll), shoved=sighted(Roll.parse("3 4"))), 3.0)
    table.dealer.laid(Tray(FRAME), 5.0)
    table.dealer.passed(5.0 + TAKEN_UP, "empty")
    asked = table.dealer.questions.at(table.sheet)
    assert asked
    assert asked.says.startswith(SHOVED)
    assert table.sheet.seq == 1


@pytest.mark.parametrize("away", [False, True])
def test_dice_that_a_match_left_there_are_no_throw_of_the_next(table: Evening, away: bool) -> None:
    lies(table, 1.0, "1 3 3 4 4 6")
    table.begin(table.sheet.match)
    if away:
        table.dealer.noticed(Sight("blind", "The match is over."))
    lies(table, 3.0, "1 3 3 4 4 6")
    assert (entered(table), table.dealer.questions.at(table.sheet)) == ([], None)
    lies(table, 5.0, "2 2 3 4 4 6")
    assert entered(table) == ["roll 2 2 3 4 4 6"]


def test_other_dice_than_a_match_left_there_may_be_a_throw_of_the_next(table: Evening) -> None:
    lies(table, 1.0, "1 3 3 4 4 6")
    table.begin(table.sheet.match)
    lies(table, 3.0, "1 1 3 4 4 6")
    assert (entered(table), asked(table)) == ([], CAME)


def test_dice_of_a_turn_that_was_ended_by_taps_lie_there_still_when_the_camera_is_back(table: Evening) -> None:
    lies(table, 1.0, "1 3 3 4 4 6")
    taps(table, "keep 1", "bank")
    table.dealer.noticed(Sight("lost", "gone"))
    lies(table, 3.0, "1 3 3 4 4 6")
    assert (entered(table)[3:], table.dealer.questions.at(table.sheet)) == ([], None)
    lies(table, 9.0, "1 2 3 4 6 6")
    assert entered(table)[3:] == ["roll 1 2 3 4 6 6"]


def test_a_throw_like_the_one_before_is_asked_about_where_that_was_taken_up_before_the_camera_was_away(
    table: Evening,
) -> None:
    lies(table, 1.0, "1 3 3 4 4 6")
    takes_up(table, 3.0)
    table.dealer.noticed(Sight("lost", "gone"))
    lies(table, 20.0, "1 3 3 4 4 6")
    assert (entered(table)[1:], asked(table)) == (["keep 1", "bank"], AWAY)


def test_a_throw_that_waits_is_not_forgotten_where_the_camera_sees_it_anew_and_it_is_like_the_one_before(
    table: Evening,
) -> None:
    lies(table, 1.0, "1 3 3 4 4 6")
    taps(table, "keep 1", "bank")
    lies(table, 9.0, "1 3 3 4 4 6", doubts=("One die leans: lay it flat or throw it again.",))
    table.dealer.noticed(Sight("lost", "gone"))
    lies(table, 12.0, "1 3 3 4 4 6")
    lies(table, 22.0, "2 2 3 4 6 6")
    assert entered(table)[3:] == []
    assert SKIPPED in asked(table)


def test_a_throw_is_no_older_than_the_empty_table_before_it(table: Evening) -> None:
    lies(table, 1.0, "1 1 2 3 4 6")
    table.dealer.noticed(Sight("lost", "gone"))
    table.dealer.laid(Tray(FRAME), 10.0)
    lies(table, 30.0, "1 1 5 2 3 4")
    question = table.dealer.questions.at(table.sheet)
    assert question
    assert [(way.by, way.among) for way in question.options] == [("Bob", "")]


def test_dice_that_were_taken_up_before_a_match_began_do_not_lie_there_when_it_begins(table: Evening) -> None:
    lies(table, 1.0, "1 3 3 4 4 6")
    takes_up(table, 3.0)
    table.begin(table.sheet.match)
    lies(table, 20.0, "1 3 3 4 4 6")
    assert entered(table) == ["roll 1 3 3 4 4 6"]


def test_a_die_outside_of_the_area_hides_no_other_question(table: Evening) -> None:
    taps(table, "roll 1 3 3 4 4 5")
    table.dealer.laid(replace(tray(Seen(Roll.parse("1 3 3 4 4 6"), 6), "pips"), out=1), 3.0)
    assert asked(table).startswith("One die lies outside the throwing area")
    assert TOLD in asked(table)


def test_a_match_that_began_is_followed_unless_another_goes_on(table: Evening) -> None:
    table.dealer.choose("9")
    first, other = table.id, table.table.begin("jack-stone", ["Cem", "Dia"], {}, "").id
    table.dealer.begun(table.table.sheet(other))
    assert table.dealer.match == first
    table.table.settle(first, "deleted")
    table.dealer.begun(table.table.sheet(other), after=first)
    assert (table.dealer.match, table.dealer.mode(other)) == (other, "hands-free")


def test_a_match_that_went_on_by_taps_is_never_overwritten(table: Evening) -> None:
    table.dealer.laid(tray(Seen(Roll.parse("1 3 3 4 4 6"), 6), "pips"), 1.0)
    table.table.write(table.id, 1, lambda match: match.play("keep 1").play("bank"))
    table.dealer.laid(Tray(FRAME), 5.0)
    table.dealer.passed(9.0, "empty")
    assert table.sheet.seq == 3
    table.dealer.laid(tray(Seen(Roll.parse("2 2 3 3 4 6"), 6), "pips"), 12.0)
    assert [str(entry) for entry in table.sheet.match.entries][3:] == ["roll 2 2 3 3 4 6"]


def test_a_doubtful_die_is_asked_and_nothing_is_played(table: Evening) -> None:
    doubt = "I am not sure of one die: 1 or 3?"
    table.dealer.laid(tray(Seen(Roll.parse("1 3 3 4 4 6"), 6, doubts=(doubt,)), "pips"), 1.0)
    asked = table.dealer.questions.at(table.sheet)
    assert asked
    assert asked.says == doubt
    assert table.sheet.seq == 0
    table.dealer.dismiss(table.id)
    assert table.dealer.questions.at(table.sheet) is None


def vague(thrown: str, aside: str) -> Tray:
    """A throw beside dice of which the eye is not sure."""
    seen = tray(Seen(Roll.parse(thrown), len(thrown.split()), Roll.parse(aside)), "pips")
    return replace(seen, vague=seen.aside)


@pytest.mark.parametrize(
    ("before", "asked"),
    [(("roll 1 3 3 4 4 6",), True), (("roll 1 3 3 4 4 6", "keep 1"), False)],
    ids=["the dice must tell", "the score knows"],
)
def test_dice_aside_that_are_not_sure_decide_nothing(table: Evening, before: tuple[str, ...], asked: bool) -> None:
    taps(table, *before)
    table.dealer.laid(vague("3 4 2 2 2", "1"), 1.0)
    question = table.dealer.questions.at(table.sheet)
    assert (question is not None and VAGUE in question.says) == asked
    assert table.sheet.seq == len(before) + (0 if asked else 1)


def test_dice_that_lay_aside_in_doubt_are_asked_about_when_all_are_taken_up(table: Evening) -> None:
    table.dealer.laid(tray(Seen(Roll.parse("1 3 3 4 4 6"), 6), "pips"), 1.0)
    table.dealer.laid(replace(vague("", "1"), thrown=(), reading=None), 2.0)
    table.dealer.laid(Tray(FRAME), 5.0)
    table.dealer.passed(5.0 + TAKEN_UP + 0.1, "empty")
    asked = table.dealer.questions.at(table.sheet)
    assert asked
    assert asked.says.startswith(VAGUE)
    assert table.sheet.seq == 1


def test_no_to_an_older_question_leaves_the_newer_one(evening: Sit) -> None:
    table, _ = evening("jack-stone", "confirm")
    asked = []
    for number, roll in enumerate(("1 3 3 4 4 6", "1 2 2 4 5 6")):
        table.dealer.laid(Tray(FRAME), 10.0 * number)
        table.dealer.laid(tray(Seen(Roll.parse(roll), 6), "pips"), 10.0 * number + 1)
        asked.append(table.dealer.questions.at(table.sheet))
    older, newer = asked
    assert older
    assert newer
    table.dealer.dismiss(table.id, older.picture)
    assert table.dealer.questions.at(table.sheet) == newer
    table.dealer.dismiss(table.id, newer.picture)
    assert table.dealer.questions.at(table.sheet) is None


@pytest.mark.parametrize(("seen", "entry"), [("1 2 2 6 6", "roll 1 2 2 6 6 3"), ("1 2 2 3 6 6", "roll 1 5 2 4 6 6")])
def test_a_question_that_was_answered_with_its_picture_is_not_asked_again_whatever_was_corrected(
    evening: Sit, seen: str, entry: str
) -> None:
    table, _ = evening("jack-stone", "confirm")
    lies(table, 1.0, "1 3 3 4 4 6")
    table.dealer.laid(Tray(FRAME), 3.0)
    lies(table, 5.0, seen)
    question = table.dealer.questions.at(table.sheet)
    assert question
    assert SKIPPED in question.says
    table.table.write(table.id, 0, lambda match: match.play(entry), picture=question.picture)
    table.dealer.passed(6.0, "read")
    assert table.dealer.questions.at(table.sheet) is None
    table.dealer.laid(Tray(FRAME), 7.0)
    lies(table, 9.0, "2 3 3 4 6")
    assert SKIPPED not in asked(table)


def test_a_throw_after_one_that_was_none_is_played_where_it_is_what_is_due(evening: Sit) -> None:
    table, _ = evening("jack-stone")
    lies(table, 1.0, "1 2 3 4 6")  # one lies on the floor
    table.dealer.dismiss(table.id)
    table.dealer.laid(Tray(FRAME), 3.0)
    lies(table, 5.0, "1 3 3 4 4 6")
    assert entered(table) == ["roll 1 3 3 4 4 6"]


def test_dice_that_lay_there_before_the_camera_was_away_are_no_throw_after_another(evening: Sit) -> None:
    table, _ = evening("jack-stone", "confirm")
    lies(table, 1.0, "1 3 3 4 4 6")
    table.dealer.noticed(Sight("lost", "gone"))
    lies(table, 5.0, "1 3 3 4 4 6")
    assert asked(table) == AWAY


def test_what_was_played_before_the_camera_came_is_not_taken_for_a_throw_that_is_told_before_it_is_seen(
    evening: Sit,
) -> None:
    table, _ = evening("jack-stone", "confirm")
    table.table.write(table.id, 0, lambda match: match.play("roll 2 2 3 4 6 6"))
    table.dealer.choose(None)
    for empty in (True, False):
        if empty:
            table.dealer.laid(Tray(FRAME), 1.0)
        lies(table, 3.0, "1 1 5 2 3 4")
        assert asked(table) == AWAY
        table.dealer.choose(None)


def test_what_is_told_before_it_is_seen_is_asked_about_where_the_camera_came_from_another_match(
    evening: Sit,
) -> None:
    table, _ = evening("jack-stone")
    table.begin(table.sheet.match)  # the camera has seen an empty table, and goes over
    table.table.write(table.id, 0, lambda match: match.play("roll 1 3 3 4 4 5"))
    table.dealer.passed(5.0, "empty")
    table.dealer.eye()
    lies(table, 9.0, "1 3 3 4 4 6")
    assert TOLD in asked(table)


def test_no_at_another_server_to_an_older_question_leaves_the_newer_one(evening: Sit) -> None:
    table, _ = evening("jack-stone", "confirm")
    older = wire.Hands(seq=0, question=True, says=VAGUE, picture="a" * 24)
    table.dealer.heard(table.id, Event(HANDS, older.model_dump_json()))
    lies(table, 1.0, "1 3 3 4 4 6")
    newer = table.dealer.questions.at(table.sheet)
    assert newer
    for no, left in ((older.no_more, newer), (newer.no_more, None)):
        table.dealer.heard(table.id, Event(HANDS, no.model_dump_json()))
        assert table.dealer.questions.at(table.sheet) == left


@pytest.mark.parametrize("picture", [None, "a" * 24])
def test_no_to_a_question_leaves_one_that_is_asked_in_that_instant(evening: Sit, picture: str | None) -> None:
    table, _ = evening("jack-stone", "confirm")
    older, newer = (wire.Hands(seq=0, question=True, says=VAGUE, picture=letter * 24) for letter in "ab")
    table.dealer.heard(table.id, Event(HANDS, older.model_dump_json()))
    busy, on = threading.Event(), threading.Event()

    def move(match: Match) -> Match:
        busy.set()
        on.wait(20)
        return match.play("adjust Ann 50")

    with ThreadPoolExecutor(2) as hands:
        hands.submit(table.table.write, table.id, 0, move)  # nobody else sees the match meanwhile
        busy.wait(20)
        dismissed = hands.submit(table.dealer.dismiss, table.id, picture)
        time.sleep(1)  # it has seen which question is open
        table.dealer.heard(table.id, Event(HANDS, newer.model_dump_json()))
        on.set()
        dismissed.result(20)
    assert table.dealer.questions.at(table.sheet) == newer.model_copy(update={"seq": 1})


def test_a_throw_that_was_read_for_one_match_is_not_entered_into_the_next(tmp_path: Path) -> None:
    table = Evening(tmp_path, Match.start("jack-stone", ["Ann", "Bob"]))
    first, other = table.id, table.table.begin("jack-stone", ["Cid", "Dan"], {}, "").id
    table.store.put(other, Setting.MODE, "hands-free")

    def slow(frame: Frame) -> Reading:
        """An eye that is still at it when the camera is to follow another match."""
        reading = look(frame)
        looks.extend(reading.dice[:1])
        if len(looks) == LOOKS:
            table.dealer.attend(other)
        return reading

    looks: list[Sighting] = []
    dice = laid(Roll.parse("1 3 3 4 4 6"), 0)
    parts = (still(Scene(), 0.9), rolling(dice), still(Scene(dice), 0.9))
    table.dealer._eyes.given = {"pips": Eye(slow, 0.99)}  # noqa: SLF001 - the table has sat down already
    table.shows(pictures(filmed(parts), tmp_path / "film"))
    assert [table.table.sheet(match).seq for match in (first, other)] == [0, 0]
    table.close()


def lays(table: Evening, *throws: str) -> list[str]:
    """Lay throws before the camera, an empty table between them; tells the log."""
    for number, roll in enumerate(throws):
        table.dealer.laid(Tray(FRAME), 10.0 * number)
        thrown = Roll.parse(roll)
        table.dealer.laid(tray(Seen(thrown, len(thrown)), "pips"), 10.0 * number + 1)
    return [str(entry) for entry in table.sheet.match.entries]


def taps(table: Evening, *entries: str) -> None:
    """Play what the players tap in."""
    for entry in entries:
        table.table.write(table.id, table.sheet.seq, lambda match, entry=entry: match.add(entry))


def test_a_throw_that_was_tapped_in_with_another_face_is_not_played_again(table: Evening) -> None:
    taps(table, "roll 1 3 3 4 4 5")
    assert lays(table, "1 3 3 4 4 6") == ["roll 1 3 3 4 4 5"]
    asked = table.dealer.questions.at(table.sheet)
    assert asked
    assert asked.says == TOLD


def test_a_throw_that_was_tapped_in_just_so_is_known(table: Evening) -> None:
    taps(table, "roll 1 3 3 4 4 6")
    throws(table, "1 3 3 4 4 6", 1.0)
    assert entered(table) == ["roll 1 3 3 4 4 6"]
    assert not asked(table)


def test_a_throw_like_one_that_was_tapped_in_before_the_table_was_empty_is_asked_about(table: Evening) -> None:
    taps(table, "roll 2 3 3 4 4 6")  # a bust: it is Bob's turn
    assert lays(table, "2 3 3 4 4 6") == ["roll 2 3 3 4 4 6"]
    assert asked(table) == TOLD


def test_a_die_like_one_that_was_tapped_in_may_be_the_next_players(evening: Sit) -> None:
    table, _ = evening("jack-stone")
    table.begin(Match.start("jack-stone", ["Ann", "Bob", "Cid"], {"first": "throw"}))
    table.dealer.laid(Tray(FRAME), 0.0)
    taps(table, "roll 4")
    throws(table, "4", 1.0)
    assert (entered(table), asked(table)) == (["roll 4"], TOLD)
    table.dealer.laid(Tray(FRAME), 3.0)
    throws(table, "2", 5.0)
    assert entered(table) == ["roll 4"]
    assert asked(table)


def test_after_a_throw_was_taken_back_and_told_right_the_next_one_is_seen(table: Evening) -> None:
    lays(table, "2 2 3 3 4 4")
    taps(table, "undo", "roll 2 2 3 3 4 6")
    assert lays(table, "1 3 3 4 4 6")[-1] == "roll 1 3 3 4 4 6"


def test_after_a_throw_was_taken_back_and_told_right_the_same_again_is_asked(table: Evening) -> None:
    lays(table, "2 2 3 3 4 4")
    taps(table, "undo", "roll 2 2 3 3 4 6")
    assert lays(table, "2 2 3 3 4 6")[-1] == "roll 2 2 3 3 4 6"
    asked = table.dealer.questions.at(table.sheet)
    assert asked
    assert asked.says == TOLD


def asked(table: Evening) -> str:
    """The question that is open, in words; none is empty."""
    question = table.dealer.questions.at(table.sheet)
    return question.says if question else ""


def entered(table: Evening) -> list[str]:
    return [str(entry) for entry in table.sheet.match.entries]


def throws(table: Evening, roll: str, at: float, *, again: bool = False, doubts: tuple[str, ...] = ()) -> None:
    faces = Roll.parse(roll)
    table.dealer.laid(replace(tray(Seen(faces, len(faces), doubts=doubts), "pips"), again=again), at)


def takes_up(table: Evening, at: float) -> None:
    table.dealer.laid(Tray(FRAME), at)
    table.dealer.passed(at + TAKEN_UP + 0.1, "empty")


def test_dice_of_a_throw_that_was_not_told_bank_nothing_when_they_are_taken_up(table: Evening) -> None:
    throws(table, "1 3 3 4 4 6", 1.0)
    throws(table, "1 1 1 4 4 6", 5.0, doubts=("I am not sure of one die: 6 or 5?",))  # Bob's, or thrown on
    takes_up(table, 9.0)
    assert entered(table) == ["roll 1 3 3 4 4 6"]
    throws(table, "1 5 2 4 4 6", 15.0)
    assert entered(table) == ["roll 1 3 3 4 4 6"]
    assert SKIPPED in asked(table)


def test_dice_of_a_throw_that_was_taken_back_bank_nothing_when_they_are_taken_up(table: Evening) -> None:
    throws(table, "1 3 3 4 4 6", 1.0)
    table.dealer.laid(tray(Seen(Roll.parse("2 3 3 4 6"), 5, Roll.parse("1")), "pips"), 5.0)
    assert entered(table)[-1] == "roll 2 3 3 4 6"  # a bust, but one of them was misread
    table.table.write(table.sheet.id, table.sheet.seq, Match.undo)
    takes_up(table, 9.0)
    assert entered(table)[-1] == "undo"


def test_a_die_that_may_have_been_thrown_on_is_asked_about_alone(table: Evening) -> None:
    throws(table, "1 1 1 5 5", 1.0)
    taps(table, "roll 1 1 1 5 5 3")  # one rolled out of the picture
    whole = tray(Seen(Roll.parse("1 1 1 5 5 3"), 6), "pips")
    table.dealer.laid(replace(whole, again=True, came=whole.thrown[-1:]), 5.0)
    question = table.dealer.questions.at(table.sheet)
    assert question
    assert question.reading
    assert [die.face for die in question.reading.dice] == ["3"]
    assert [(way.events, way.dice, way.throw) for way in question.options] == [(["keep 1 1 1 5 5"], 1, "roll")]
    assert entered(table) == ["roll 1 1 1 5 5 3"]


def test_a_throw_after_one_that_was_taken_back_is_asked_about(table: Evening) -> None:
    throws(table, "1 2 3 3 4 6", 1.0)  # a bust, but the 1 was a 2
    taps(table, "undo")
    table.dealer.laid(Tray(FRAME), 5.0)
    throws(table, "1 1 1 2 3 4", 7.0)  # Bob's
    assert entered(table)[-1] == "undo"
    assert SKIPPED in asked(table)


def test_a_throw_after_one_that_was_called_void_is_played(evening: Sit) -> None:
    table, _ = evening("high-roll")
    table.dealer.laid(replace(tray(Seen(Roll.parse("6 6 6 1 1 2 3 4 5 5"), 10), "pips"), out=1), 1.0)
    taps(table, "break")
    table.dealer.passed(2.0, "read")
    assert table.dealer.questions.at(table.sheet) is None
    table.dealer.laid(Tray(FRAME), 4.0)
    throws(table, "6 6 6 6 1 2 3 4 5 5", 6.0)
    assert entered(table) == ["break", "roll 6 6 6 6 1 2 3 4 5 5"]


def test_dice_aside_before_a_throw_that_was_tapped_in_do_not_say_how_the_turn_ends(table: Evening) -> None:
    table.begin(Match.start("jack-stone", ["Ann", "Bob"], {"keep_rule": "any"}))
    with_area(table)
    table.dealer.laid(Tray(FRAME), 0.0)
    throws(table, "1 2 3 4 6 6", 1.0)
    table.dealer.laid(Tray(FRAME, aside=sighted(Roll.parse("1"))), 3.0)
    taps(table, "keep 1", "roll 1 5 3 4 6")
    table.dealer.laid(tray(Seen(Roll.parse("1 5 3 4 6"), 5, Roll.parse("1")), "pips"), 6.0)
    takes_up(table, 9.0)
    assert entered(table)[-2:] == ["keep 1 5", "bank"]


def test_a_question_stays_until_the_throw_is_told_whatever_else_is_entered(
    evening: Sit,
) -> None:
    table, _ = evening("jack-stone", "confirm")
    throws(table, "1 3 3 4 4 6", 1.0)
    taps(table, "roll 1 3 3 4 4 6")
    table.dealer.laid(tray(Seen(Roll.parse("2 2 2 3 4"), 5, Roll.parse("1")), "pips"), 5.0)
    first = table.dealer.questions.at(table.sheet)
    taps(table, "adjust Bob 50")
    agreed = table.dealer.questions.at(table.sheet)
    assert agreed
    assert agreed.seq == table.sheet.seq
    taps(table, "keep 1")
    table.dealer.passed(6.0, "read")
    second = table.dealer.questions.at(table.sheet)
    assert first
    assert second
    assert [(way.events, way.dice) for way in first.options] == [(["keep 1"], 5)]
    assert [(way.events, way.dice) for way in second.options] == [([], 5)]
    assert second.reading == first.reading
    taps(table, "roll 2 2 2 3 4")
    table.dealer.passed(7.0, "read")
    assert table.dealer.questions.at(table.sheet) is None


@pytest.mark.parametrize(("tapped", "asks"), [("2 2 3 3 4 6", ""), ("2 2 3 3 4 5", TOLD)])
def test_a_throw_that_is_tapped_in_while_the_camera_enters_it_counts_once(
    tapped: str, asks: str, table: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = Album.keep

    def slow(album: Album, frame: Frame, told: str) -> str | None:
        if not entered(table):
            taps(table, f"roll {tapped}")
        return keep(album, frame, told)

    monkeypatch.setattr(Album, "keep", slow)
    throws(table, "2 2 3 3 4 6", 1.0)
    assert entered(table) == [f"roll {tapped}"]
    assert asked(table) == asks
    assert (table.dealer.questions.at(table.sheet) is None) == (not asks)


def test_dice_that_are_taken_up_while_the_points_are_tapped_in_are_not_asked_about(
    table: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    throws(table, "1 3 3 4 4 6", 1.0)
    write = Table.write

    def slow(
        to: Table,
        match: str,
        after: int | None,
        move: Callable[[Match], Match],
        picture: str | None = None,
        *,
        author: str | None = None,
    ) -> Sheet:
        if author:
            monkeypatch.setattr(Table, "write", write)
            taps(table, "keep 1", "bank")
        return write(to, match, after, move, picture, author=author)

    monkeypatch.setattr(Table, "write", slow)
    takes_up(table, 5.0)
    assert entered(table) == ["roll 1 3 3 4 4 6", "keep 1", "bank"]
    assert table.dealer.questions.at(table.sheet) is None


def test_a_throw_that_the_camera_never_saw_is_not_banked_because_its_table_is_empty(table: Evening) -> None:
    throws(table, "1 3 3 4 4 6", 1.0)
    takes_up(table, 5.0)
    taps(table, "roll 1 2 3 5 5 6")  # Bob's, out of sight
    takes_up(table, 20.0)  # and somebody's hand
    assert entered(table)[-2:] == ["bank", "roll 1 2 3 5 5 6"]


def test_what_was_taken_up_before_one_match_is_nothing_to_the_next(
    table: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    throws(table, "1 3 3 4 4 6", 1.0)
    table.dealer.laid(Tray(FRAME), 5.0)
    other = table.table.begin("jack-stone", ["Cid", "Dan"], {}, "pips").id
    table.store.put(other, Setting.MODE, "hands-free")
    table.table.write(other, 0, lambda match: match.play("roll 1 1 1 4 4 6"))
    table.dealer.camera = Camera("phone", Phone(), table.dealer)
    put = Store.put

    def slow(to: Store, match: str, name: str, value: str, news: str = "") -> None:
        table.dealer.passed(5.0 + TAKEN_UP, "empty")  # on the camera's thread, while another moves it
        put(to, match, name, value, news)

    monkeypatch.setattr(Store, "put", slow)
    table.dealer.attend(other)
    assert [str(entry) for entry in table.table.sheet(other).match.entries] == ["roll 1 1 1 4 4 6"]


def test_a_table_that_is_empty_when_the_camera_is_back_banks_nothing(table: Evening) -> None:
    throws(table, "1 3 3 4 4 6", 1.0)
    table.dealer.noticed(Sight("lost", "The camera is gone."))
    takes_up(table, 30.0)
    assert entered(table) == ["roll 1 3 3 4 4 6"]
    throws(table, "2 2 3 3 4 6", 40.0)
    assert entered(table) == ["roll 1 3 3 4 4 6"]
    assert AWAY in asked(table)


def test_what_was_doubtful_of_a_throw_is_not_forgotten_when_it_is_completed(table: Evening) -> None:
    throws(table, "1 1 1 4 4 6", 1.0, doubts=("I am not sure of one die: 6 or 5?",))  # Ann's, never told
    table.dealer.laid(Tray(FRAME), 3.0)
    throws(table, "2 2 3 3 4", 4.0)  # Bob's, a die of it hidden
    throws(table, "2 2 3 3 4 5", 6.0, again=True)
    assert entered(table) == []
    assert SKIPPED in asked(table)


@pytest.mark.parametrize(("first", "doubts"), [("3 3 4 4 6", ()), ("1 3 3 4 4 5", ("One die leans.",))])
def test_a_throw_that_was_tapped_in_and_is_seen_badly_at_first_is_not_played_again(
    first: str, doubts: tuple[str, ...], table: Evening
) -> None:
    taps(table, "roll 1 3 3 4 4 6")
    throws(table, first, 1.0, doubts=doubts)
    throws(table, "1 3 3 4 4 6", 3.0, again=True)
    assert entered(table) == ["roll 1 3 3 4 4 6"]


def test_a_throw_after_the_camera_looked_elsewhere_is_asked_about(table: Evening) -> None:
    throws(table, "1 3 3 4 4 6", 1.0)
    table.dealer.noticed(Sight("resting", covered=True, away=True))
    throws(table, "2 2 5 5 5 3", 30.0)
    assert AWAY in asked(table)
    assert entered(table) == ["roll 1 3 3 4 4 6"]


def test_a_die_that_comes_to_lie_aside_with_a_throw_is_asked_about(
    evening: Sit,
) -> None:
    table, _ = evening("ten-thousand")
    throws(table, "1 5 3 3 4 6", 1.0)
    table.dealer.laid(Tray(FRAME, aside=sighted(Roll.parse("1"))), 3.0)
    table.dealer.laid(tray(Seen(Roll.parse("2 2 3 4"), 4, Roll.parse("1 5")), "pips"), 6.0)
    assert ROLLED in asked(table)


def test_a_die_that_is_laid_flat_as_it_was_told_leaves_nothing_open(
    evening: Sit,
) -> None:
    table, _ = evening("jack-stone")
    throws(table, "3 3 4 4 6", 1.0, doubts=("One die leans.",))
    taps(table, "roll 1 3 3 4 4 6")
    throws(table, "1 3 3 4 4 6", 3.0, again=True)
    takes_up(table, 6.0)
    assert entered(table) == ["roll 1 3 3 4 4 6", "keep 1", "bank"]


# What people do at tables, by way of a simulation of many evenings


def lies(
    table: Evening,
    at: float,
    thrown: str = "",
    *,
    aside: str = "",
    left: str = "",
    gone: str = "",
    came: int = 0,
    doubts: tuple[str, ...] = (),
) -> None:
    """What lies there at a rest; the last of the thrown dice may be those that `came` to a throw."""
    roll = Roll.parse(thrown)
    seen = tray(Seen(roll, len(roll), Roll.parse(aside), doubts=doubts), "pips")
    seen = replace(seen, left=sighted(Roll.parse(left)), gone=sighted(Roll.parse(gone)), again=came > 0)
    seen = replace(seen, stayed=bool(aside or left))
    table.dealer.laid(replace(seen, came=seen.thrown[len(roll) - came :]), at)
    table.dealer.passed(at + 0.1, "empty" if seen.empty else "read")


def with_area(table: Evening) -> None:
    """Draw an area for kept dice."""
    drawn = Place(Zones(keep=KEEP), remembered(FRAME))
    table.dealer.camera = Camera("still", Film(lambda: iter(()), "still"), table.dealer, drawn)


def any_keep(evening: Sit) -> Evening:
    """A table where any scoring dice may be kept, in an area."""
    table, _ = evening("jack-stone")
    table.begin(Match.start("jack-stone", ["Ann", "Bob", "Cid"], {"keep_rule": "any"}))
    with_area(table)
    table.dealer.laid(Tray(FRAME), 0.0)
    return table


def one_in_a_hand(evening: Sit) -> Evening:
    """A table where Ann keeps a 1 out of sight, and has thrown on."""
    table = any_keep(evening)
    lies(table, 1.0, "1 2 3 4 6 6")
    lies(table, 3.0, left="2 3 4 6 6")
    lies(table, 5.0, "1 1 2 3 4", gone="2 3 4 6 6")
    taps(table, "keep 1", "roll 1 1 2 3 4")
    return table


def test_dice_that_are_taken_out_of_the_area_in_two_grabs_were_all_kept(
    evening: Sit,
) -> None:
    table = any_keep(evening)
    lies(table, 1.0, "1 1 5 3 4 6")
    lies(table, 3.0, aside="1 1 5", left="3 4 6")
    lies(table, 4.0, aside="5")
    takes_up(table, 6.0)
    assert entered(table)[1:] == ["keep 1 1 5", "bank"]


def test_dice_that_are_taken_out_of_the_area_were_kept_however_the_others_are_taken_up_then(
    evening: Sit,
) -> None:
    table = any_keep(evening)
    lies(table, 1.0, "1 1 5 2 3 4")
    lies(table, 3.0, aside="1 1", left="5 2 3 4")
    lies(table, 4.0, left="5 2 3 4")
    lies(table, 5.0, left="5 2 3")
    takes_up(table, 6.0)
    assert entered(table)[1:] == ["keep 1 1", "bank"]


def test_dice_that_lay_aside_before_a_throw_are_none_of_it(evening: Sit) -> None:
    table = any_keep(evening)
    lies(table, 1.0, "1 2 3 4 6 6")
    lies(table, 3.0, aside="1", left="2 3 4 6 6")
    lies(table, 5.0, "1 6 6 6 2", aside="1")
    lies(table, 7.0, aside="1")  # the others are taken up first
    takes_up(table, 9.0)
    assert entered(table)[1:] == ["keep 1", "roll 1 6 6 6 2", "keep 1 6 6 6", "bank"]


def test_a_throw_that_is_completed_is_understood_by_all_that_came_before_it(table: Evening) -> None:
    lies(table, 1.0, "1 3 3 4 4 6")
    lies(table, 3.0, aside="1")
    lies(table, 5.0, "1 2 3 4 6 6", gone="1", doubts=("One die leans: lay it flat or throw it again.",))
    lies(table, 7.0, "1 2 3 4 6 5", gone="6", came=1)  # the first 1 is the kept one, knocked by the throw
    assert entered(table) == ["roll 1 3 3 4 4 6"]
    assert asked(table)


def test_dice_in_the_area_that_cannot_have_been_kept_are_asked_about(
    evening: Sit,
) -> None:
    table = any_keep(evening)
    lies(table, 1.0, "1 1 2 3 4 6")
    lies(table, 3.0, aside="2", left="1 2 3 4 6")  # a 1 that is misread, without a doubt
    takes_up(table, 6.0)
    assert entered(table) == ["roll 1 1 2 3 4 6"]
    assert asked(table).startswith(UNFIT)
    lies(table, 14.0, "2 2 3 4 6 6")
    assert entered(table) == ["roll 1 1 2 3 4 6"]
    assert UNFIT in asked(table)


def test_dice_in_the_area_do_not_tell_what_was_kept_where_others_are_kept_out_of_sight(
    evening: Sit,
) -> None:
    table = one_in_a_hand(evening)
    lies(table, 7.0, aside="1", left="1 2 3 4")  # the one kept first, or one of these?
    takes_up(table, 9.0)
    lies(table, 14.0, "2 2 3 4 6 6")
    assert entered(table)[1:] == ["keep 1", "roll 1 1 2 3 4"]
    assert UNFIT in asked(table)


def test_what_lay_in_the_area_was_not_kept_where_too_many_dice_would_lie_there(
    evening: Sit,
) -> None:
    table = any_keep(evening)
    table.begin(Match.start("yahtzee", ["Ann", "Bob"]))
    table.dealer.eye()  # the camera asks for it before each look
    lies(table, 0.0)
    lies(table, 1.0, "5 1 3 4 6")
    lies(table, 3.0, aside="5", left="1 3 4 6")
    lies(table, 5.0, "5 6 5 6", left="1", gone="5 3 4 6")  # the 5 was thrown after all, and the 1 stayed
    assert entered(table) == ["roll 5 1 3 4 6"]
    assert UNFIT in asked(table)


def test_a_throw_that_is_completed_was_thrown_after_what_lay_there_before_it(
    evening: Sit,
) -> None:
    table = one_in_a_hand(evening)
    lies(table, 7.0, aside="1 1", left="2 3 4")
    takes_up(table, 9.0)
    lies(table, 14.0, "2 2 3 4 6 6", doubts=("One die leans: lay it flat or throw it again.",))
    lies(table, 15.0, "2 2 3 4 6 5", gone="6", came=1)
    assert entered(table)[1:] == ["keep 1", "roll 1 1 2 3 4"]
    assert asked(table)


@pytest.mark.parametrize("rests", [True, False], ids=["the table rests empty", "straight into the throw"])
def test_dice_that_are_taken_out_of_the_area_one_by_one_before_the_next_player_throws_were_kept(
    rests: bool, evening: Sit
) -> None:
    table = any_keep(evening)
    lies(table, 1.0, "1 1 5 2 3 4")
    lies(table, 3.0, aside="1 1", left="5 2 3 4")
    lies(table, 4.0, aside="1", left="5 2 3")
    if rests:
        lies(table, 5.0)
    lies(table, 6.0, "2 2 3 3 4 6", gone="1")
    assert entered(table)[1:] == (["keep 1 1", "bank", "roll 2 2 3 3 4 6"] if rests else [])
    assert bool(asked(table)) is not rests


def test_dice_that_are_taken_out_of_the_area_and_thrown_again_were_not_kept(
    evening: Sit,
) -> None:
    table = any_keep(evening)
    table.begin(Match.start("yahtzee", ["Ann", "Bob"]))
    table.dealer.eye()  # the camera asks for it before each look
    lies(table, 0.0)
    lies(table, 1.0, "5 5 3 4 6")
    lies(table, 3.0, aside="5 5 3", left="4 6")
    lies(table, 5.0, aside="5 5")
    lies(table, 7.0, "5 1 2 2 6", gone="5", came=0)  # one of them was knocked, and one is not to be seen
    assert entered(table) == ["roll 5 5 3 4 6"]
    assert asked(table)
    taps(table, "keep 5 5", "roll 1 2 6")
    lies(table, 9.0, aside="5 5 6", left="1 2")
    lies(table, 11.0, aside="5 5")
    lies(table, 13.0, "1 1 3", aside="5 5")
    assert entered(table)[-2:] == ["keep 5 5", "roll 1 1 3"]


def test_a_kept_die_that_seemed_thrown_may_be_none_of_the_throw_that_follows(table: Evening) -> None:
    lies(table, 1.0, "3 3 4 4 6")  # a 1 is hidden
    taps(table, "roll 1 3 3 4 4 6", "keep 1")
    lies(table, 3.0, "1", left="3 3 4 4 6")  # it is put aside
    lies(table, 5.0, "1 2 3 4 6 6", gone="3 3 4 4 6", came=5)
    assert entered(table) == ["roll 1 3 3 4 4 6", "keep 1"]
    assert "Dice that Ann kept may lie among those" in asked(table)


def test_what_was_not_seen_of_a_throw_may_have_shown_anything(table: Evening) -> None:
    lies(table, 1.0, "1 1 1 5 5")
    lies(table, 3.0, aside="1 1 1 5 5")
    lies(table, 5.0, "1 1 1 5 5 5", came=1)  # where all that scores is kept, a 5 would have to be kept, too
    assert entered(table) == []
    assert LAID_OR_THROWN in asked(table)


def test_what_lay_aside_before_a_throw_says_nothing_of_how_it_was_thrown_on(table: Evening) -> None:
    lies(table, 1.0, "1 3 3 4 4 6")
    lies(table, 3.0, aside="1")
    takes_up(table, 5.0)
    lies(table, 10.0, "1 1 1 5 5")
    lies(table, 12.0, aside="1 1 1 5 5")
    lies(table, 14.0, "1 1 1 5 5 3", came=1)
    assert entered(table) == ["roll 1 3 3 4 4 6", "keep 1", "bank"]
    assert LAID_OR_THROWN in asked(table)


@pytest.mark.parametrize(("first", "doubtful"), [("1 1 1 5 5", True), ("1 3 3 4 4", False)])
def test_a_die_that_comes_to_a_throw_that_was_not_told_may_have_been_thrown_on(
    first: str, doubtful: bool, table: Evening
) -> None:
    lies(table, 1.0, first)  # one is not to be seen, and nobody says what it shows
    lies(table, 3.0, aside=first)
    lies(table, 5.0, f"{first} 3", came=1)
    assert entered(table) == ([] if doubtful else [f"roll {first} 3"])
    assert (LAID_OR_THROWN in asked(table)) == doubtful


def test_a_throw_that_was_told_and_is_completed_twice_is_not_the_next_players(table: Evening) -> None:
    lies(table, 1.0, "1 1 2 6")
    taps(table, "roll 1 1 2 2 4 6")
    lies(table, 3.0, "1 1 2 6 2", came=1)
    lies(table, 5.0, "1 1 2 6 2 4", came=1)
    assert entered(table) == ["roll 1 1 2 2 4 6"]


@pytest.mark.parametrize("roll", ["5 2 3 4 6", "2 3 4 6 6"])
def test_a_throw_that_was_tapped_in_is_known_with_a_kept_die_among_it(roll: str, table: Evening) -> None:
    lies(table, 1.0, "1 3 3 4 4 6")
    taps(table, "keep 1", f"roll {roll}")
    lies(table, 5.0, f"1 {roll}", gone="1 3 3 4 4 6")
    assert entered(table) == ["roll 1 3 3 4 4 6", "keep 1", f"roll {roll}"]
    assert TOLD in asked(table)


def test_a_throw_after_a_turn_that_the_camera_did_not_see_is_asked_about(
    evening: Sit,
) -> None:
    table = any_keep(evening)
    lies(table, 1.0, "1 3 3 4 4 6")
    takes_up(table, 3.0)
    table.dealer.noticed(Sight("lost", "The camera is gone."))
    table.dealer.passed(30.0, None)  # Bob's whole turn
    table.dealer.passed(60.0, "empty")
    lies(table, 62.0, "2 2 2 3 4 6")
    assert entered(table) == ["roll 1 3 3 4 4 6", "keep 1", "bank"]
    assert AWAY in asked(table)


def test_dice_of_a_throw_that_was_misread_do_not_say_what_was_kept(table: Evening) -> None:
    table.begin(Match.start("yahtzee", ["Ann", "Bob"]))
    lies(table, 1.0, "6 2 6 4 6")
    taps(table, "amend 1 roll 4 2 4 6 6")
    lies(table, 5.0, "3 2", aside="2 6 6")
    assert entered(table)[-1] == "amend 1 roll 4 2 4 6 6"
    assert VAGUE in asked(table)


@pytest.mark.parametrize("doubt", [MOVED, NUDGED])
def test_dice_that_may_have_been_moved_are_asked_about_also_when_others_followed_them(
    doubt: str, table: Evening
) -> None:
    lies(table, 1.0, "2 3 3 4 6 6")  # a bust
    lies(table, 3.0, "2 3 3 4", left="6 6", gone="2 3 3 4", doubts=(doubt,))  # Bob draws them over
    lies(table, 5.0, "2 3 3 4 6 6", gone="6 6", came=2)
    assert entered(table) == ["roll 2 3 3 4 6 6"]
    assert asked(table) == doubt


def in_farkle(evening: Sit) -> Evening:
    """A table where Ann and Bob may keep what they like of what scores."""
    table, _ = evening("jack-stone")
    table.begin(Match.start("farkle", ["Ann", "Bob"]))
    table.dealer.eye()  # the camera asks for it before each look
    lies(table, 0.0)
    return table


def test_a_throw_that_was_told_while_moved_dice_were_asked_about_is_not_entered_again(
    evening: Sit,
) -> None:
    table = in_farkle(evening)
    lies(table, 1.0, "1 1 5 2 3 4")
    lies(table, 3.0, "1 1 5", gone="1 1 5 2 3 4", doubts=(MOVED,))  # the others are in Ann's hand
    taps(table, "keep 1 1 5", "roll 2 3 3")  # a bust
    lies(table, 5.0, "1 1 5 2 3 3", gone="1 1 5")
    assert entered(table) == ["roll 1 1 5 2 3 4", "keep 1 1 5", "roll 2 3 3"]
    assert asked(table) == TOLD


@pytest.mark.parametrize(("first", "asks"), [("1 1 1 3 5 5", True), ("2 2 3 4 4 5", False)])
def test_a_throw_that_was_told_and_is_unlike_the_one_that_was_asked_about_may_be_the_next(
    first: str, asks: bool, evening: Sit
) -> None:
    table = in_farkle(evening)
    lies(table, 1.0, first, doubts=("I am not sure of one die: 5 or 6?",))
    taps(table, "roll 2 2 3 4 4 6")  # a bust
    lies(table, 3.0)
    lies(table, 5.0, "2 3 4 4 5 6")
    assert (TOLD in asked(table)) == asks
    assert entered(table)[1:] == ([] if asks else ["roll 2 3 4 4 5 6"])


def test_a_throw_that_was_told_early_and_is_seen_a_part_at_a_time_is_not_the_next_players(
    evening: Sit,
) -> None:
    table = in_farkle(evening)
    lies(table, 1.0, "1 1 4 4 5 5")
    taps(table, "keep 1 5 5", "roll 3 3 4")  # a bust
    lies(table, 3.0, "1 5 5 3 4", gone="1 1 4 4 5 5")  # the kept ones were pushed, and a 3 is not to be seen
    lies(table, 5.0, "1 5 5 3 4 3", came=1)
    assert entered(table) == ["roll 1 1 4 4 5 5", "keep 1 5 5", "roll 3 3 4"]
    assert TOLD in asked(table)


def test_a_throw_that_was_told_early_is_asked_about_no_more_once_all_of_it_lies_there(table: Evening) -> None:
    taps(table, "roll 1 3 3 4 4 6")
    lies(table, 1.0, "1 3 3 4 6")
    assert TOLD in asked(table)
    lies(table, 3.0, "1 3 3 4 6 4", came=1)
    assert table.dealer.questions.at(table.sheet) is None
    takes_up(table, 5.0)
    assert entered(table)[1:] == ["keep 1", "bank"]


@pytest.mark.parametrize("says_no", [True, False])
def test_a_die_of_a_throw_that_was_told_is_none_of_the_next_whatever_was_said_of_the_others(
    says_no: bool, evening: Sit
) -> None:
    table = in_farkle(evening)
    lies(table, 1.0, "1 1 5 5 2 3")
    lies(table, 3.0, aside="1 1 5 5")
    taps(table, "keep 1 1 5 5", "roll 3 5")
    lies(table, 5.0, "5", aside="1 1 5 5")
    if says_no:
        table.dealer.dismiss(table.id)
    lies(table, 7.0, "3", aside="1 1 5 5 5")
    assert entered(table) == ["roll 1 1 5 5 2 3", "keep 1 1 5 5", "roll 3 5"]
    assert asked(table).startswith(TOLD)


def test_a_throw_unlike_the_one_that_was_told_is_asked_about_after_a_no(
    evening: Sit,
) -> None:
    table = in_farkle(evening)
    lies(table, 1.0, "1 1 5 5 2 3")
    taps(table, "keep 1 1 5 5", "roll 3 5")
    lies(table, 5.0, "5", aside="1 1 5 5")
    table.dealer.dismiss(table.id)
    lies(table, 7.0, "2", aside="1 1 5 5 5")  # the 3, misread
    assert entered(table)[-1] == "roll 3 5"
    assert SKIPPED in asked(table)


@pytest.mark.parametrize("rests", [True, False], ids=["the table rests empty", "straight into the next throw"])
def test_dice_that_rolled_into_the_area_are_not_taken_for_kept_without_a_question(rests: bool, evening: Sit) -> None:
    table = any_keep(evening)
    lies(table, 1.0, "5 2 3 4 5", aside="1")  # the 1 rolled there, too
    taps(table, "roll 1 5 2 3 4 5")
    lies(table, 3.0, aside="1")  # the others are taken up first
    if rests:
        takes_up(table, 5.0)
        assert ROLLED in asked(table)
    lies(table, 10.0, "2 2 3 3 4 6", gone="" if rests else "1")
    assert entered(table) == ["roll 1 5 2 3 4 5"]
    assert ROLLED in asked(table)


def test_dice_that_are_put_into_the_area_in_the_motion_of_a_throw_were_kept(
    evening: Sit,
) -> None:
    table = any_keep(evening)
    lies(table, 1.0, "1 1 2 3 4 6")
    lies(table, 3.0, "2 3 5 6", aside="1 1", gone="2 3 4 6")
    lies(table, 5.0, aside="1 1", left="2 3 6")  # the 5 is in a hand
    takes_up(table, 7.0)
    assert entered(table)[1:] == ["keep 1 1", "roll 2 3 5 6", "keep 5", "bank"]


def test_dice_in_areas_that_lie_elsewhere_than_they_were_drawn_bank_nothing_without_a_question(
    evening: Sit,
) -> None:
    table = any_keep(evening)
    lies(table, 1.0, "1 2 3 4 6 5")
    lies(table, 3.0, aside="1", left="2 3 4 6 5")
    assert table.dealer.camera
    table.dealer.camera.sight = Sight("read", moved=True)
    takes_up(table, 5.0)
    assert entered(table) == ["roll 1 2 3 4 6 5"]
    assert asked(table).startswith(ASTRAY)


def test_a_no_leaves_a_throw_before_untold_that_the_question_was_about(table: Evening) -> None:
    lies(table, 1.0, "1 3 3 4 4 6", doubts=("I am not sure of one die: 3 or 2?",))  # Ann's, never told
    lies(table, 3.0)
    lies(table, 5.0, "2 2 3 4 6 6")
    assert SKIPPED in asked(table)
    table.dealer.dismiss(table.id)
    lies(table, 7.0)
    lies(table, 9.0, "1 1 3 4 6 6")
    assert entered(table) == []
    assert SKIPPED in asked(table)


def test_what_was_taken_back_is_asked_about_also_in_the_place_of_what_was_called_none(table: Evening) -> None:
    lies(table, 1.0, "1 3 3 4 4 6")
    lies(table, 3.0, "1 2 3 4 4 6", doubts=("One die leans: lay it flat or throw it again.",))
    table.dealer.dismiss(table.id)
    taps(table, "keep 1", "roll 2 3 4 4 6", "undo")
    lies(table, 5.0)
    lies(table, 7.0, "2 2 3 3 4 6")
    assert entered(table)[-1] == "undo"
    assert TAKEN_BACK in asked(table)


SLIP = ("I am not sure of one die: 6 or 5?",)


def two_open(evening: Sit, second: str = "2 3 4 6") -> Evening:
    """A table where a throw of six waits for a word, and one of four dice after two of these were kept."""
    table, _ = evening("jack-stone")
    lies(table, 1.0, "1 1 2 3 4 6", doubts=SLIP)
    lies(table, 5.0, second, aside="1 1")
    assert SKIPPED in asked(table)
    return table


@pytest.mark.parametrize("second", ["2 3 4 6", "2 2 6 6"], ids=["like the first", "unlike it"])
def test_a_throw_that_waits_for_its_turn_is_asked_about_when_the_one_before_was_told(second: str, evening: Sit) -> None:
    table = two_open(evening, second)
    taps(table, "roll 1 1 2 3 4 6")
    table.dealer.passed(5.5, "read")
    question = table.dealer.questions.at(table.sheet)
    assert question
    assert [(way.events, way.dice) for way in question.options] == [(["keep 1 1"], 4)]
    assert SKIPPED not in question.says
    takes_up(table, 9.0)
    assert entered(table) == ["roll 1 1 2 3 4 6"]


@pytest.mark.parametrize("rests", [True, False], ids=["the table rests empty", "straight into the next throw"])
@pytest.mark.parametrize("says_no", [True, False], ids=["after a no", "without a word"])
def test_no_points_are_taken_where_a_throw_that_came_after_the_one_in_the_score_was_not_told(
    evening: Sit, *, rests: bool, says_no: bool
) -> None:
    table = two_open(evening)
    if says_no:
        table.dealer.dismiss(table.id)
    taps(table, "roll 1 1 2 3 4 6")
    if rests:
        takes_up(table, 9.0)
    else:
        table.dealer.laid(Tray(FRAME), 9.0)
    lies(table, 15.0, "2 2 3 4 6 6")  # Bob's
    assert entered(table) == ["roll 1 1 2 3 4 6"]
    assert asked(table)


def test_what_was_kept_is_asked_about_where_both_throws_that_waited_were_told(
    evening: Sit,
) -> None:
    table = two_open(evening, "1 3 4 6")
    taps(table, "roll 1 1 2 3 4 6", "keep 1 1", "roll 1 3 4 5")  # of the second a die was misread
    lies(table, 7.0, aside="1 1 1")
    takes_up(table, 9.0)
    assert asked(table)  # a die was misread, so nobody knows what was kept
    assert entered(table)[-1] == "roll 1 3 4 5"


def test_a_no_to_a_question_drops_no_other_that_came_since(table: Evening) -> None:
    lies(table, 1.0, "1 1 1 5 5 5")
    taps(table, "keep 1 1 1 5 5 5")
    takes_up(table, 5.0)
    before = asked(table)
    assert before
    lies(table, 15.0, "2 2 3 4 6 6")
    since = asked(table)
    assert since != before
    table.dealer.dismiss(table.id, says=before)
    assert asked(table) == since
    table.dealer.dismiss(table.id, says=since)
    assert asked(table) == ""


LEANS = "One die leans: lay it flat or throw it again."


def in_easy_farkle(evening: Sit, roll: str, aside: str) -> Evening:
    """A table where everything scores on the board; the first throw was entered, and these dice of it stay."""
    table, _ = evening("jack-stone")
    table.begin(Match.start("farkle", ["Ann", "Bob", "Cid"], {"board_min": "0"}))
    table.dealer.laid(Tray(FRAME), 0.0)
    lies(table, 1.0, roll)
    lies(table, 2.0, aside=aside)
    return table


@pytest.mark.parametrize("says_no", [True, False], ids=["after a no", "without a word"])
@pytest.mark.parametrize("keeps", [True, False], ids=["with what was kept", "alone"])
def test_a_throw_that_is_entered_once_more_is_no_word_on_the_one_that_waits(
    evening: Sit, *, keeps: bool, says_no: bool
) -> None:
    table = in_easy_farkle(evening, "1 1 3 4 6 6", "1 1")
    lies(table, 3.0, "2 3 4 4", aside="1 1", doubts=(LEANS,))  # a bust
    assert LEANS in asked(table)
    taps(table, "undo")
    table.dealer.passed(4.0, "read")
    if says_no:
        table.dealer.dismiss(table.id)
    right = ["roll 1 1 3 5 6 6", "keep 1 1"][: 1 + keeps]
    taps(table, *right)
    table.dealer.passed(5.0, "read")
    assert bool(asked(table)) != says_no
    takes_up(table, 8.0)
    assert entered(table)[2:] == right
    throws(table, "2 2 3 4 6 5", 15.0)  # Bob's
    assert entered(table)[2:] == right
    assert SKIPPED in asked(table)


def test_a_die_that_waits_is_not_told_by_a_throw_before_it_that_has_such_a_die(evening: Sit) -> None:
    table = in_easy_farkle(evening, "1 1 1 5 5 3", "1 1 1 5 5")
    lies(table, 3.0, "4", aside="1 1 1 5 5", doubts=(LEANS,))
    taps(table, "undo", "roll 1 1 1 5 5 4")
    table.dealer.passed(5.0, "read")
    assert asked(table)
    table.dealer.laid(Tray(FRAME), 8.0)
    throws(table, "2 2 3 4 6 6", 9.0)
    assert entered(table)[2:] == ["roll 1 1 1 5 5 4"]
    assert SKIPPED in asked(table)


@pytest.mark.parametrize("second", ["2 3 4 5", "2 3 4 4"], ids=["that scores", "a bust"])
@pytest.mark.parametrize("rests", [True, False], ids=["the table rests empty", "straight into the next throw"])
def test_a_throw_that_was_taken_back_with_the_one_before_is_still_to_be_told(
    second: str, evening: Sit, *, rests: bool
) -> None:
    table = in_easy_farkle(evening, "1 1 3 4 6 6", "1 1")
    lies(table, 3.0, second, aside="1 1")
    assert entered(table)[-1] == f"roll {second}"
    right = ["roll 1 1 3 5 6 6", "keep 1 1"]
    taps(table, "undo", "undo", "undo", *right)
    if rests:
        takes_up(table, 8.0)
    table.dealer.laid(Tray(FRAME), 12.0)
    throws(table, "2 2 3 4 6 5", 15.0)
    assert entered(table)[-2:] == right
    assert SKIPPED in asked(table)


@pytest.mark.parametrize(("turned", "stays"), [(True, ""), (False, ""), (False, "1 1 1 5 5")])
def test_a_die_that_shows_the_same_after_the_camera_was_away_may_have_been_thrown(
    stays: str, table: Evening, *, turned: bool
) -> None:
    lies(table, 1.0, "1 1 1 5 5 3")
    if turned:
        table.dealer.turned()
    else:
        table.dealer.noticed(Sight("lost", "The camera is gone."))
    lies(table, 5.0, "3" if stays else "1 1 1 5 5 3", aside=stays)
    takes_up(table, 9.0)
    assert entered(table) == ["roll 1 1 1 5 5 3"]
    assert (AWAY if stays else SHOVED) in asked(table)


def test_a_die_that_seems_to_be_moved_while_the_camera_was_away_is_asked_about(evening: Sit) -> None:
    table, _ = evening("jack-stone")
    table.begin(Match.start("jack-stone", ["Ann", "Bob"], {"first": "throw"}))
    table.dealer.laid(Tray(FRAME), 0.0)
    lies(table, 1.0, "4")
    table.dealer.noticed(Sight("lost", "The camera is gone."))
    lies(table, 5.0, "4", gone="4", doubts=(MOVED,))
    assert MOVED in asked(table)


def test_a_first_throw_that_waits_is_not_forgotten_when_all_is_seen_anew(table: Evening) -> None:
    lies(table, 1.0, "1 1 3 4 4 6", doubts=(LEANS,))
    for _ in range(2):
        table.dealer.turned()
    table.dealer.laid(Tray(FRAME), 4.0)
    throws(table, "2 3 3 4 6 6", 6.0)
    assert entered(table) == []
    assert AWAY in asked(table)


def test_a_picture_that_is_turned_before_the_first_throw_raises_no_question(table: Evening) -> None:
    table.dealer.turned()
    table.dealer.laid(Tray(FRAME), 4.0)
    throws(table, "2 3 3 4 6 6", 6.0)
    assert (entered(table), asked(table)) == (["roll 2 3 3 4 6 6"], "")


@pytest.mark.parametrize("lies", ["1 1 2 3 4 6", "1 3 3 4 4 6"], ids=["another throw", "the throw itself"])
def test_a_throw_is_entered_at_once_only_where_no_photo_of_another_waits(lies: str, table: Evening) -> None:
    seen = tray(Seen(Roll.parse("1 3 3 4 4 6"), 6), "pips").reading
    assert seen
    photo = wire.Looked(seq=0, played=False, picture="0" * 24, reading=reading_of(seen))
    table.dealer._hub.publish(table.id, Event(READING, photo.model_dump_json()))  # noqa: SLF001 - as a route does it
    throws(table, lies, 1.0)
    assert entered(table) == (["roll 1 3 3 4 4 6"] if lies == "1 3 3 4 4 6" else [])
    assert (asked(table) == SKIPPED) != bool(entered(table))


def test_a_throw_that_may_have_waited_before_the_table_was_opened_is_asked_about(
    table: Evening, tmp_path: Path
) -> None:
    anew = Evening(tmp_path, Match.start("jack-stone", ["Ann", "Bob"]), "hands-free", Eye(blind, 0.99), "pips")
    anew.id = table.id
    anew.dealer.attend(table.id)
    anew.dealer.turned()  # as where a camera is chosen then
    anew.dealer.laid(Tray(FRAME), 1.0)
    throws(anew, "1 3 3 4 4 6", 2.0)
    assert (entered(anew), asked(anew)) == ([], AWAY)
    anew.close()


def test_a_die_that_comes_late_to_a_throw_that_was_told_is_not_the_next_one(evening: Sit) -> None:
    table = in_easy_farkle(evening, "1 1 1 5 3 4", "1 1 1 5")
    lies(table, 3.0, "1 1 1 5 5")  # the kept ones were pushed, and one die of the throw still rolls
    assert asked(table)
    taps(table, "keep 1 1 1 5", "roll 5 4", "keep 5")
    lies(table, 5.0, "4", aside="1 1 1 5 5")
    assert entered(table)[-1] == "keep 5"
    assert TOLD in asked(table)


def test_kept_dice_that_were_pushed_beside_a_bust_that_was_told_are_not_the_next_players_throw(evening: Sit) -> None:
    table = in_easy_farkle(evening, "1 1 1 5 3 4", "1 1 1 5")
    lies(table, 3.0, "4", aside="1 1 1 5")  # the other one still rolls
    taps(table, "keep 1 1 1 5", "roll 3 4")
    lies(table, 5.0, "1 3 5 1 4 1", gone="1 1 1 5 4")
    assert entered(table)[-1] == "roll 3 4"
    assert TOLD in asked(table)


def test_a_photo_still_waits_where_an_earlier_throw_was_corrected(table: Evening) -> None:
    throws(table, "2 3 3 4 6 6", 1.0)  # a bust: Bob is due
    seen = tray(Seen(Roll.parse("1 3 3 4 4 6"), 6), "pips").reading
    assert seen
    photo = wire.Looked(seq=1, played=False, picture="0" * 24, reading=reading_of(seen))
    table.dealer._hub.publish(table.id, Event(READING, photo.model_dump_json()))  # noqa: SLF001 - as a route does it
    taps(table, "amend 1 roll 2 3 4 4 6 6")
    table.dealer.laid(Tray(FRAME), 3.0)
    throws(table, "1 1 2 3 4 6", 5.0)
    assert len(entered(table)) == 2
    assert asked(table) == SKIPPED


def test_what_was_taken_back_is_asked_about_also_after_a_correction(table: Evening) -> None:
    throws(table, "1 5 2 2 3 6", 1.0)
    takes_up(table, 5.0)
    assert entered(table)[1:] == ["keep 1 5", "bank"]
    taps(table, "undo", "undo", "amend 1 roll 1 5 2 2 3 4")
    table.dealer.laid(Tray(FRAME), 12.0)
    throws(table, "2 2 3 4 6 6", 15.0)
    assert entered(table)[-1] == "amend 1 roll 1 5 2 2 3 4"
    assert TAKEN_BACK in asked(table)


@pytest.mark.parametrize("flat", ["4", "3"], ids=["with another face", "as it was told"])
def test_a_die_that_leaned_alone_and_was_told_is_not_the_next_throw(flat: str, evening: Sit) -> None:
    table = in_easy_farkle(evening, "1 1 1 5 5 3", "1 1 1 5 5")
    lies(table, 3.0, "3", aside="1 1 1 5 5", doubts=(LEANS,))
    taps(table, "keep 1 1 1 5 5", "roll 3")  # a bust
    lies(table, 5.0, flat, aside="1 1 1 5 5", gone="3", came=1)
    assert bool(asked(table)) == (flat == "4")
    takes_up(table, 8.0)
    assert entered(table)[-1] == "roll 3"


def test_a_die_that_comes_late_where_a_kept_one_seemed_to_be_it_is_not_the_next_throw(evening: Sit) -> None:
    table = in_easy_farkle(evening, "3 3 3 2 4 6", "3 3 3")
    taps(table, "keep 3 3 3", "roll 3 5 5")
    lies(table, 3.0, "5 3 5", aside="3 3", gone="3")  # a kept one was pushed, and the other 3 still rolls
    lies(table, 5.0, "3", aside="3 3 3 5 5")
    assert entered(table)[-1] == "roll 3 5 5"
    assert asked(table) == TOLD


def test_a_throw_that_was_tapped_in_before_the_phone_sent_its_picture_is_known(table: Evening) -> None:
    taps(table, "roll 1 3 3 4 4 6")
    table.dealer.passed(0.5, "empty", looked=False)
    throws(table, "1 3 3 4 4 6", 1.0)
    assert (entered(table), asked(table)) == (["roll 1 3 3 4 4 6"], "")


def test_what_was_undone_and_redone_is_not_asked_about_after_a_correction(table: Evening) -> None:
    throws(table, "1 5 2 2 3 6", 1.0)
    takes_up(table, 5.0)
    taps(table, "undo", "redo", "amend 1 roll 1 5 2 2 3 4")
    table.dealer.laid(Tray(FRAME), 12.0)
    throws(table, "2 2 3 4 6 6", 15.0)
    assert (entered(table)[-1], asked(table)) == ("roll 2 2 3 4 6 6", "")
