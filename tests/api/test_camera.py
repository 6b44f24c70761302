"""The camera at the table: whole matches played by hand before it, and every fault a camera can have meanwhile."""

import logging
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from api.feeds import Wired
from api.places import Place, Places
from scoring import log
from scoring.dice import Roll
from scoring.match import Match
from tests.api.plays import KEEP, Evening, acted, filmed, laid, pictures
from tests.vision import cameras
from tests.vision.test_settle import Die
from vision.camera import load
from vision.minder import Minder
from vision.zones import remembered, zones

GOLDEN = {
    "jack-stone": """game: jack-stone
players: Ann, Bob
totals: 9000, 9400

roll 1 3 3 4 4 6
keep 1
roll 2 2 2 3 4
keep 2 2 2
bank
roll 2 2 3 3 4 6
roll 1 3 3 4 4 6
keep 1
roll 5 2 3 3 4
keep 5
bank
roll 5 5 5 2 2 3
keep 5 5 5
roll 1 2 3
keep 1
bank
""",
    "ten-thousand": """game: ten-thousand
players: Ann, Bob
totals: 9000, 9100

roll 1 2 3 4 5 6
keep 1 2 3 4 5 6
roll 1 1 2 3 4 6
keep 1 1
bank
roll 6 6 6 2 3 4
keep 6 6 6
roll 1 1 3
keep 1 1
bank
""",
    "high-roll": """game: high-roll
players: Ann, Bob
goal: 20000
bonus_draw: app
totals: 16500, 12000

roll 6 6 6 1 1 2 3 4 5 5
choose 6
roll 6 1 2 3 4 4 5
roll 1 2 3 4 5 6
bank
roll 5 5 5 5 1 2 3 4 6 6
choose 5
roll 1 2 3 4 6 6
""",
}

AREAS = {"ten-thousand"}  # all six dice are kept and thrown on: only an area tells that from stopping with some


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Callable[..., Evening]]:
    """Sit down to a match with a camera."""
    open_: list[Evening] = []

    def evening(match: Match, mode: str = "hands-free") -> Evening:
        open_.append(Evening(tmp_path, match, mode))
        return open_[-1]

    yield evening
    for one in open_:
        one.close()


@pytest.mark.parametrize("game", GOLDEN)
def test_a_match_is_played_from_a_folder_of_pictures_without_a_tap(
    game: str, evening: Callable[..., Evening], tmp_path: Path
) -> None:
    match = log.read(GOLDEN[game])
    table = evening(match)
    folder = pictures(filmed(acted(match, area=game in AREAS)), tmp_path / "film")
    if game in AREAS:
        frame = load(next(folder.iterdir()).read_bytes())
        Places(tmp_path / "cameras").keep(str(folder), Place(zones((), KEEP), remembered(frame)))
    table.shows(folder)
    assert table.dealer.question(table.sheet) is None
    assert sorted_rolls(table.sheet.match) == sorted_rolls(match)


def sorted_rolls(match: Match) -> str:
    """A match file with the dice of each roll in order: the eye names them as they lie."""
    head, _, events = log.write(match).partition("\n\n")
    sort = [f"roll {Roll.parse(line[5:]).sorted}" if line.startswith("roll") else line for line in events.splitlines()]
    return "\n".join([head, "", *sort])


class Stage:
    """A table that a test lays under a camera, and the faults of that camera."""

    def __init__(self, folder: Path, evening: Evening) -> None:
        self.folder, self.evening = folder, evening
        self.lay()
        self.fail("")

    def lay(self, *dice: Die) -> None:
        """Lay dice on the table; who looks meanwhile sees the old ones."""
        self._write("scene", ",".join(f"{x} {y} {face}" for x, y, face in dice))

    def fail(self, fault: str) -> None:
        """Give the camera a fault, or none."""
        self._write("fault", fault)

    def open(self) -> None:
        """Plug the camera in."""
        self.evening.dealer.choose("0", Wired(Minder(partial(cameras.staged, self.folder), "camera 0")))
        self.until(lambda: self.state == "empty")

    @property
    def state(self) -> str:
        """What the camera does."""
        camera = self.evening.dealer.camera
        return camera.sight.state if camera else "off"

    def until(self, holds: Callable[[], bool], seconds: float = 30) -> float:
        """Wait until something holds; gives how long that took."""
        began = time.monotonic()
        while not holds():
            assert time.monotonic() - began < seconds, (self.state, self.evening.sheet.match.entries)
            time.sleep(0.02)
        return time.monotonic() - began

    def events(self) -> list[str]:
        """What stands in the log."""
        return [str(entry) for entry in self.evening.sheet.match.entries]

    def asked(self) -> str:
        """The question that is open."""
        asked = self.evening.dealer.question(self.evening.sheet)
        return asked.says if asked else ""

    def _write(self, name: str, text: str) -> None:
        (self.folder / f".{name}").write_text(text, encoding="utf-8")
        (self.folder / f".{name}").replace(self.folder / name)


SOON = 12  # seconds: 5, and what a busy computer takes to start a camera's process
FIRST = laid(Roll.parse("1 3 3 4 4 6"), 0)
THEN = laid(Roll.parse("2 2 2 3 4"), 1, FIRST[:1])


@pytest.fixture
def stage(evening: Callable[..., Evening], tmp_path: Path) -> Stage:
    """A hands-free match with a camera that works, over an empty table."""
    folder = tmp_path / "stage"
    folder.mkdir()
    stage = Stage(folder, evening(Match.start("jack-stone", ["Ann", "Bob"])))
    stage.open()
    return stage


@pytest.mark.parametrize("fault", ["unplugged", "hanging", "frozen", "black", "small", "slow"])
def test_a_fault_during_a_running_turn_loses_nothing(
    stage: Stage, fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "vision")
    stage.lay(*FIRST)
    stage.until(lambda: stage.events() == ["roll 1 3 3 4 4 6"])
    stage.fail(fault)
    if fault in ("unplugged", "hanging", "frozen"):
        assert stage.until(lambda: stage.state == "lost") < (5 if fault == "frozen" else 3.5)
    else:
        stage.until(lambda: stage.state != "read" or fault != "black")
        time.sleep(2)
    stage.fail("")
    assert stage.until(lambda: stage.state in ("read", "resting")) < SOON
    stage.until(lambda: stage.state == "read")
    assert stage.events() == ["roll 1 3 3 4 4 6"]
    assert stage.evening.dealer.question(stage.evening.sheet) is None
    stage.lay(FIRST[0])
    stage.until(lambda: stage.state != "read")
    stage.until(lambda: stage.state == "read")
    stage.lay(FIRST[0], *THEN)
    stage.until(lambda: len(stage.events()) == 3)
    assert stage.events() == ["roll 1 3 3 4 4 6", "keep 1", "roll 2 2 2 3 4"]
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == (0 if fault in ("black", "small") else 2), said


def test_another_camera_may_take_over_during_a_turn(stage: Stage) -> None:
    stage.lay(*FIRST)
    stage.until(lambda: stage.events() == ["roll 1 3 3 4 4 6"])
    stage.evening.dealer.choose("1", Wired(Minder(partial(cameras.staged, stage.folder), "camera 1")))
    stage.until(lambda: stage.state == "read")
    assert stage.events() == ["roll 1 3 3 4 4 6"]
    stage.lay(FIRST[0], *THEN)
    stage.until(lambda: len(stage.events()) == 3)
    assert stage.events() == ["roll 1 3 3 4 4 6", "keep 1", "roll 2 2 2 3 4"]


def test_what_was_thrown_while_the_camera_was_away_is_asked(stage: Stage) -> None:
    stage.lay(*FIRST)
    stage.until(lambda: len(stage.events()) == 1)
    stage.fail("unplugged")
    stage.until(lambda: stage.state == "lost")
    stage.lay(FIRST[0], *THEN)
    stage.fail("")
    stage.until(lambda: stage.evening.dealer.question(stage.evening.sheet) is not None)
    asked = stage.evening.dealer.question(stage.evening.sheet)
    assert asked
    assert "The camera was away" in asked.says
    assert [option.events for option in asked.options] == [["keep 1"]]
    assert stage.events() == ["roll 1 3 3 4 4 6"]


def test_a_match_to_confirm_asks_each_throw_even_a_sure_one(evening: Callable[..., Evening], tmp_path: Path) -> None:
    match = Match.start("jack-stone", ["Ann", "Bob"]).play("roll 1 3 3 4 4 6")
    table = evening(match, "confirm")
    table.shows(pictures(filmed(acted(match)), tmp_path / "film"))
    asked = table.dealer.question(table.sheet)
    assert asked
    assert (asked.says, [option.dice for option in asked.options]) == ("", [6])
    assert asked.reading
    assert [die.face for die in asked.reading.dice] == ["1", "3", "3", "4", "4", "6"]
    assert table.sheet.seq == 0


def test_a_match_of_taps_is_left_alone(evening: Callable[..., Evening], tmp_path: Path) -> None:
    match = Match.start("jack-stone", ["Ann", "Bob"]).play("roll 1 3 3 4 4 6")
    table = evening(match, "tap")
    table.shows(pictures(filmed(acted(match)), tmp_path / "film"))
    assert table.dealer.question(table.sheet) is None
    assert table.sheet.seq == 0


def test_a_throw_that_was_tapped_in_already_is_no_other_throw(stage: Stage) -> None:
    stage.lay(*FIRST[:5])
    stage.until(lambda: stage.evening.dealer.question(stage.evening.sheet) is not None)
    stage.evening.table.write(stage.evening.id, 0, lambda match: match.play("roll 1 3 3 4 4 6"))
    stage.lay(FIRST[0])
    stage.until(lambda: stage.state != "read")
    stage.until(lambda: stage.state == "read")
    stage.lay(FIRST[0], *THEN)
    stage.until(lambda: len(stage.events()) == 3)
    assert stage.events() == ["roll 1 3 3 4 4 6", "keep 1", "roll 2 2 2 3 4"]


def test_a_throw_over_an_open_one_is_asked(stage: Stage) -> None:
    stage.lay(*FIRST[:5])
    stage.until(lambda: stage.evening.dealer.question(stage.evening.sheet) is not None)
    stage.lay()
    stage.until(lambda: stage.state == "empty")
    stage.lay(*laid(Roll.parse("2 2 3 4 5 5"), 2))
    stage.until(lambda: "before was not told" in stage.asked())
    assert stage.events() == []
