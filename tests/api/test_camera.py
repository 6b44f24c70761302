"""The camera at the table: whole matches played by hand before it, and every fault a camera can have meanwhile."""

import logging
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from api.camera import UNANSWERED, Camera
from api.feeds import LONGER, Film, Phone, Wired
from api.memory import ASTRAY, AWAY
from api.places import Place, Places
from scoring import log
from scoring.dice import Roll
from scoring.match import Match
from tests.api.plays import AREA, KEEP, Evening, Part, acted, faces_of, filmed, laid, painted, pictures
from tests.bench import Nobody
from tests.vision import cameras
from tests.vision.scene import RATE, Die, Scene, film, reaching, rolling, still
from tests.vision.squares import EYE, seeing
from vision.camera.minder import Minder
from vision.camera.source import Shot, SourceError, shots
from vision.kit import kits
from vision.picture import load
from vision.reading import Frame, Reading
from vision.throw.drift import remembered
from vision.throw.settle import MOVED
from vision.throw.zones import zones
from vision.turn import Turn

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
    "ten-grand": """game: ten-grand
players: Ann, Bob
totals: 9000, 9300

roll 100 A K Q J J
keep 100
roll 100 100 100 Q K
keep 100 100 100
bank
roll J J J 100 50 Q
keep J J J
roll 50 50 A
keep 50 50
roll K
""",
    "phase-10": """game: phase-10
players: Ann, Bob
scored: 36 40 45 49 52 50 38 30; 36
phase10_dice: any

roll 8B 9R 7G 5B 2O WR WB 7B 7R 2R
bank
roll 7G 10G 10B 7B 5B 9G 3R WO 4O WR
bank
roll 9R 6B 4R 4O WG 7B 8R 8O 6R 2G
keep 4O 4R 6B 7B 8O 9R
roll WB 2B 5B 8O
keep 2B 4R 6B 8O 8O WB
roll 1O 10B 6O 7B
bank
roll WG 5R 7G 10O WO 3O 1O 7B 7R 7G
bank
roll 8B WR 6R 3B 9R 1R 7O 5B 8G 2R
keep 3B 6R 7O 8B 8G WR
roll 6O WR WB 6O
bank
roll WG 6O 4O 6B 6R 8B 4B 8B 5B 2G
keep 4B 6O 8B 8B WG
roll 8O 7O 2R 3O 5G
bank
roll 6O 9B 2G 3B 3G 10G 8B WB 7R 8B
keep 3B 3G 6O 10G
roll 7O 10G 10O 2O 1B 8G
keep 1B 2O 10O
roll 10O 8O 8G 2G 5G 6G 2R
bank
""",
}

PIPS = Path(__file__).parents[2] / "samples" / "pips"
AREAS = {"ten-thousand"}  # all six dice are kept and thrown on: only an area tells that from stopping with some


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Callable[..., Evening]]:
    """Sit down to a match with a camera."""
    open_: list[Evening] = []

    def evening(match: Match, mode: str = "hands-free") -> Evening:
        kit = match.game if match.game in kits() else "pips"
        open_.append(Evening(tmp_path, match, mode, seeing(faces_of(match.game), kit), kit))
        return open_[-1]

    yield evening
    for one in open_:
        one.close()


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=() if game == "jack-stone" else pytest.mark.long) for game in GOLDEN],
)
def test_a_match_is_played_from_a_folder_of_pictures_without_a_tap(
    game: str, evening: Callable[..., Evening], tmp_path: Path
) -> None:
    """The eye reads coloured squares that stand for the faces of the game's dice."""
    match = log.read(GOLDEN[game])
    assert match.view.over
    table = evening(match)
    folder = pictures(filmed(acted(match, area=game in AREAS)), tmp_path / "film")
    if game in AREAS:
        frame = load(next(folder.iterdir()).read_bytes())
        Places(tmp_path / "cameras").keep(str(folder), Place(zones((), KEEP), remembered(frame)))
    table.shows(folder)
    assert table.dealer.questions.at(table.sheet) is None
    assert in_order(table.sheet.match) == in_order(match)


@pytest.fixture
def seen(evening: Callable[..., Evening], tmp_path: Path) -> Callable[..., tuple[list[str], str]]:
    """Film a table for a hands-free match; tells the log, and the question that is open."""

    def seen(game: str, *parts: Part) -> tuple[list[str], str]:
        table = evening(Match.start(game, ["Ann", "Bob"]))
        table.shows(pictures(filmed(parts), tmp_path / "film"))
        asked = table.dealer.questions.at(table.sheet)
        return in_order(table.sheet.match).splitlines()[3:], asked.says if asked else ""

    return seen


def thrown(*dice: Die, stay: tuple[Die, ...] = ()) -> tuple[Part, Part]:
    """Dice roll in and rest, beside others."""
    return rolling(dice, stay), still(Scene((*stay, *dice)), 0.9)


def pushed(dice: Iterable[Die], to: Iterable[Die]) -> tuple[Part, Part, Part]:
    """A hand comes, moves dice and goes."""
    leaving = [Scene(tuple(to), hand=160, reach=reach) for reach in (110, 70, 30)]
    return reaching(Scene(tuple(dice)), 160), (leaving, 1 / RATE), still(Scene(tuple(to)), 0.9)


def test_dice_that_are_pushed_over_to_the_next_player_are_asked_about(
    seen: Callable[..., tuple[list[str], str]],
) -> None:
    bust = laid(Roll.parse("2 2 3 3 4 6"), 0)
    over = tuple((x + 10, y + 60, face) for x, y, face in bust)
    log_, asked = seen("jack-stone", still(Scene(), 0.9), *thrown(*bust), *pushed(bust, over))
    assert log_ == ["roll 2 2 3 3 4 6"]
    assert asked == MOVED


@pytest.mark.parametrize(("shift", "says"), [((0, 9), "Dice that Ann kept may lie among those"), ((70, 9), ASTRAY)])
def test_after_a_knock_no_die_is_sorted_by_where_the_areas_were(
    evening: Callable[..., Evening], tmp_path: Path, shift: tuple[int, int], says: str
) -> None:
    """The table moves in the picture: a die from above the keep area lies where that was, and is thrown."""
    roll, kept = laid(Roll.parse("1 5 3 4 4 6"), 0), (60, 220, 1)
    five = ((60, 60, 2), (120, 60, 2), (150, 187, 5), (180, 110, 6), (210, 60, 3))
    before = Scene((*roll[1:], kept))
    falling = [replace(before, dice=(kept, *five[:number]), shift=shift) for number in (0, 1, 3)]
    parts = [still(Scene(), 0.6), *thrown(*roll), reaching(Scene(roll), 160), still(before, 0.9)]
    parts += [still(replace(before, shift=shift), 0.1), (falling, 0.1)]
    parts += [still(Scene((kept, *five), shift=shift), 0.9)]
    table = evening(Match.start("jack-stone", ["Ann", "Bob"], {"keep_rule": "any"}))
    folder = pictures(film(*parts), tmp_path / "film")
    frame = load(min(folder.iterdir()).read_bytes())
    Places(tmp_path / "cameras").keep(str(folder), Place(zones((), KEEP), remembered(frame)))
    table.shows(folder)
    assert in_order(table.sheet.match).splitlines()[4:] == ["roll 1 3 4 4 5 6"]
    asked = table.dealer.questions.at(table.sheet)
    assert asked
    assert asked.says.startswith(says)
    assert says == ASTRAY or (asked.options[0].events, asked.options[0].dice) == (["keep 1"], 5)


def test_a_die_that_falls_off_the_table_gives_no_player_the_throw_of_another(
    seen: Callable[..., tuple[list[str], str]],
) -> None:
    five = laid(Roll.parse("2 2 2 5 4"), 1)
    taken = (reaching(Scene(FIRST), 160), still(Scene(), 1.5))
    log_, asked = seen("jack-stone", still(Scene(), 0.9), *thrown(*FIRST), *taken, *thrown(*five))
    assert log_ == ["roll 1 3 3 4 4 6"]
    assert "I do not see all the dice that Ann kept" in asked


def test_a_database_that_fails_for_a_while_does_not_end_the_camera(
    evening: Callable[..., Evening], tmp_path: Path
) -> None:
    table, said = evening(Match.start("jack-stone", ["Ann", "Bob"])), set[str]()

    def told(sentence: str) -> None:
        with closing(sqlite3.connect(tmp_path / "croupier.db")) as base, base:
            base.execute(sentence)

    def film() -> Iterator[Shot]:
        for shot in filmed([still(Scene(), 4), *thrown(*FIRST)]):
            if shot.seconds == 1:
                told("ALTER TABLE settings RENAME TO gone")
            if shot.seconds == 3:
                told("ALTER TABLE gone RENAME TO settings")
            if table.dealer.camera:
                said.add(table.dealer.camera.sight.sentence)
            yield shot

    table.dealer.choose("film", Film(film, "the film", speed=4))
    camera = table.dealer.camera
    assert camera
    camera._thread.join(60)  # noqa: SLF001 - nothing else tells the end as surely
    assert camera.over
    assert camera.sight.state == "over"
    assert UNANSWERED in said
    asked = table.dealer.questions.at(table.sheet)  # some may have been thrown while nobody looked
    assert asked
    assert asked.says == AWAY
    assert asked.reading
    assert sorted(die.face or "?" for die in asked.reading.dice) == ["1", "3", "3", "4", "4", "6"]


@pytest.mark.parametrize(
    ("away", "rests", "entries"),
    [
        (0.25, 0.2, 1),
        pytest.param(0.33, 0.2, 1, marks=pytest.mark.long),
        pytest.param(0.25, 6.0, 3, marks=pytest.mark.long),
    ],
)
def test_dice_that_are_shaken_beyond_the_areas_are_not_taken_up_until_all_rests(
    evening: Callable[..., Evening], tmp_path: Path, away: float, rests: float, entries: int
) -> None:
    """Six dice and an area at the left, and a hand that moves at the right for longer than an empty table may rest."""
    table = evening(Match.start("jack-stone", ["Ann", "Bob"]))
    dice = tuple((40 + 60 * (n % 3), 60 + 70 * (n // 3), face) for n, face in enumerate((1, 3, 3, 4, 4, 6)))
    parts = [still(Scene(), 1.5), rolling(dice), still(Scene(dice), 1.5), reaching(Scene(dice), 160)]
    parts += [still(Scene(), away), still(Scene(hand=290, reach=40), 0.2)] * 20
    left = zones([(0.0, 0.0), (0.7, 0.0), (0.7, 1.0), (0.0, 1.0)], ())
    Places(tmp_path / "cameras").keep("film", Place(left, remembered(painted(Scene(), 0))))

    def film() -> Iterator[Shot]:
        yield from filmed([*parts, still(Scene(), rests)])
        raise SourceError("The next picture is damaged: take it out of the folder.")

    table.dealer.choose("film", Film(film, "the film", speed=4))
    camera = table.dealer.camera
    assert camera
    camera._thread.join(60)  # noqa: SLF001 - nothing else tells the end as surely
    assert table.sheet.seq == entries


def test_a_film_that_breaks_while_dice_are_shaken_in_a_hand_ends_no_turn(evening: Callable[..., Evening]) -> None:
    table = evening(Match.start("jack-stone", ["Ann", "Bob"]))

    def film() -> Iterator[Shot]:
        yield from filmed([still(Scene(), 0.9), *thrown(*FIRST), reaching(Scene(FIRST), 160), still(Scene(), 1.5)])
        raise SourceError("The next picture is damaged: take it out of the folder.")

    table.dealer.choose("film", Film(film, "the film", speed=4))
    camera = table.dealer.camera
    assert camera
    camera._thread.join(60)  # noqa: SLF001 - nothing else tells the end as surely
    assert camera.over
    assert [str(entry) for entry in table.sheet.match.entries] == ["roll 1 3 3 4 4 6"]


def until(table: Evening, done: Callable[[], bool]) -> None:
    """Wait for what must come to pass at the table."""
    deadline = time.monotonic() + 10
    while not done():
        assert time.monotonic() < deadline, table.dealer.told()
        time.sleep(0.02)


def test_a_phone_that_was_silent_is_there_again_with_its_first_word(evening: Callable[..., Evening]) -> None:
    table, phone = evening(Match.start("jack-stone", ["Ann", "Bob"])), Phone(gone=1.0)
    table.dealer.choose("phone", phone)

    until(table, lambda: table.dealer.told().state == "opening")
    assert "Waiting for the phone" in table.dealer.told().sentence
    assert not table.dealer.told().sees
    phone.send(painted(Scene(FIRST), 0))
    until(table, lambda: table.dealer.told().state == "read")
    assert table.dealer.told().sees
    until(table, lambda: table.dealer.told().state == "lost")
    phone.heard()
    until(table, lambda: table.dealer.told().state == "live")


def test_a_phone_whose_table_rests_is_looked_at_again_once_the_database_answers(
    evening: Callable[..., Evening], tmp_path: Path
) -> None:
    table, phone = evening(Match.start("jack-stone", ["Ann", "Bob"]), "confirm"), Phone()
    table.dealer.choose("phone", phone)
    camera = table.dealer.camera
    assert camera
    phone.send(painted(Scene(FIRST), 0))
    until(table, lambda: table.dealer.questions.at(table.sheet) is not None)
    time.sleep(LONGER[-1] + 0.5)  # the phone sends no picture while its table rests
    for sentence, state in (("entries RENAME TO gone", "blind"), ("gone RENAME TO entries", "read")):
        with closing(sqlite3.connect(tmp_path / "croupier.db")) as base, base:
            base.execute(f"ALTER TABLE {sentence}")
        until(table, lambda state=state: camera.sight.state == state)  # type: ignore[misc] # the one of this round


def test_what_a_phone_shows_when_it_did_not_look_for_a_while_is_asked_about(evening: Callable[..., Evening]) -> None:
    table, phone = evening(Match.start("jack-stone", ["Ann", "Bob"]), "hands-free"), Phone()
    table.dealer.choose("phone", phone)
    phone.send(Scene().shot(0, 0.0).frame, missed=True)
    until(table, lambda: table.dealer.told().state == "empty")
    phone.send(Scene(FIRST).shot(1, 0.0).frame, missed=True)
    until(table, lambda: table.dealer.questions.at(table.sheet) is not None)
    asked = table.dealer.questions.at(table.sheet)
    assert asked
    assert asked.says.startswith("The camera was away: is this a new throw?")
    assert table.sheet.seq == 0


def test_what_a_phone_shows_that_looked_on_is_played(evening: Callable[..., Evening]) -> None:
    table, phone = evening(Match.start("jack-stone", ["Ann", "Bob"]), "hands-free"), Phone()
    table.dealer.choose("phone", phone)
    phone.send(Scene().shot(0, 0.0).frame, missed=True)
    until(table, lambda: table.dealer.told().state == "empty")
    phone.send(Scene(FIRST).shot(1, 0.0).frame)
    until(table, lambda: table.sheet.seq == 1)


def test_what_a_phone_shows_before_the_picture_before_was_looked_at_is_asked_about(
    evening: Callable[..., Evening],
) -> None:
    table, phone = evening(Match.start("jack-stone", ["Ann", "Bob"]), "hands-free"), Phone()
    table.dealer.choose("phone", phone)
    phone.send(Scene().shot(0, 0.0).frame)
    until(table, lambda: table.dealer.told().state == "empty")
    phone.send(Scene(FIRST[::-1]).shot(1, 0.0).frame)
    phone.send(Scene(FIRST).shot(2, 0.0).frame)
    until(table, lambda: table.dealer.questions.at(table.sheet) is not None)
    assert table.sheet.seq == 0


def test_what_a_phone_sees_beside_a_cup_is_asked_about_after_a_while(evening: Callable[..., Evening]) -> None:
    table, phone = evening(Match.start("jack-stone", ["Ann", "Bob"])), Phone()
    table.dealer.choose("phone", phone)

    phone.send(Scene().shot(0, 0.0).frame)
    until(table, lambda: table.dealer.told().state == "empty")
    sent = time.monotonic()
    phone.send(Scene(FIRST[:4], cup=260).shot(1, 0.0).frame)  # it may hide two more dice
    until(table, lambda: table.dealer.told().covered)
    until(table, lambda: table.dealer.told().state == "read")
    assert time.monotonic() - sent > 1.5, "a hand would have had the time to go away"
    until(table, lambda: table.dealer.questions.at(table.sheet) is not None)


def in_order(match: Match) -> str:
    """A match file with the dice of each event in order: the eye names them as they lie."""
    head, _, events = log.write(match).partition("\n\n")
    verbs = [line.partition(" ") for line in events.splitlines()]
    dice = [f"{verb} {Roll.parse(rest).sorted}" if verb in ("roll", "keep") else verb + rest for verb, _, rest in verbs]
    return "\n".join([head, "", *dice])


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
        asked = self.evening.dealer.questions.at(self.evening.sheet)
        return asked.says if asked else ""

    def _write(self, name: str, text: str) -> None:
        (self.folder / f".{name}").write_text(text, encoding="utf-8")
        (self.folder / f".{name}").replace(self.folder / name)


SOON = 5  # seconds
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


FAULTS = ["unplugged", "frozen", "black"]
MORE = ["hanging", "small", "slow"]


@pytest.mark.parametrize("fault", [*FAULTS, *(pytest.param(fault, marks=pytest.mark.long) for fault in MORE)])
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
        stage.until(lambda: stage.state == "blind" or fault != "black")
        time.sleep(0 if fault == "black" else 2)
    stage.fail("")
    assert stage.until(lambda: stage.state in ("read", "resting")) < SOON
    stage.until(lambda: stage.state == "read")
    assert stage.events() == ["roll 1 3 3 4 4 6"]
    assert stage.evening.dealer.questions.at(stage.evening.sheet) is None
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


def test_a_picture_may_be_turned_during_a_turn(stage: Stage) -> None:
    stage.lay(*FIRST)
    stage.until(lambda: stage.events() == ["roll 1 3 3 4 4 6"])
    stage.evening.dealer.turn(180)
    stage.until(lambda: stage.state != "read")
    stage.until(lambda: stage.state == "read")
    assert stage.events() == ["roll 1 3 3 4 4 6"]
    stage.lay(FIRST[0], *THEN)
    stage.until(lambda: len(stage.events()) == 3)
    assert stage.events() == ["roll 1 3 3 4 4 6", "keep 1", "roll 4 3 2 2 2"]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_what_is_read_of_a_picture_that_is_turned_meanwhile_is_not_played(tmp_path: Path, number: int) -> None:
    looks: list[Reading] = []

    def look(frame: Frame) -> Reading:
        looks.append(EYE.look(frame))
        if camera and sum(bool(seen.dice) for seen in looks) == number:
            camera.turn_to(180)
        return looks[-1]

    with closing(Evening(tmp_path, Match.start("jack-stone", ["Ann", "Bob"]), asked=replace(EYE, look=look))) as table:
        camera: Camera | None = None
        scenes = [still(Scene(), 0.9), rolling(FIRST), still(Scene(FIRST), 6)]
        table.dealer.choose("film", Film(partial(filmed, scenes), "the film"))
        camera = table.dealer.camera
        assert camera
        deadline = time.monotonic() + 20
        while (asked := table.dealer.questions.at(table.sheet)) is None:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert not table.sheet.match.entries
        assert asked.reading
        assert [die.face for die in asked.reading.dice] == [*"644331"]


def test_areas_can_be_drawn_on_the_turned_picture_of_a_film_that_is_over(evening: Callable[..., Evening]) -> None:
    dealer = evening(Match.start("jack-stone", ["Ann", "Bob"])).dealer
    dealer.choose("film", Film(partial(filmed, [still(Scene(FIRST), 0.5)]), "the film", speed=9))
    camera = dealer.camera
    assert camera
    deadline = time.monotonic() + 20
    while not camera.over:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    before = camera.newest
    dealer.turn(90)
    assert camera.newest
    assert before
    assert camera.newest.size == before.size[::-1]
    dealer.draw(zones((), KEEP), 90)
    assert camera.zones == zones((), KEEP)


def slow(parts: Iterable[Shot]) -> Iterator[Shot]:
    """A film whose pictures come a minute apart."""
    return (replace(shot, seconds=60.0 * number) for number, shot in enumerate(parts))


def test_a_film_that_waits_for_its_next_picture_is_closed_at_once() -> None:
    camera = Camera("film", Film(lambda: slow(filmed([still(Scene(), 0.2)])), "the film"), Nobody())
    camera.start()
    while camera.newest is None:
        time.sleep(0.02)
    camera.close()
    assert camera.over


class Late(Phone):
    """A phone whose picture comes in the very instant in which its camera is closed."""

    camera: Camera

    def next(self, patience: float = 0.25) -> Shot | None:
        """Give its picture to a camera that is closed by now."""
        shot = super().next(patience)
        if shot:
            self.camera.close()
        return shot


def test_a_camera_that_was_closed_shows_nothing_any_more() -> None:
    phone = Late()
    phone.camera = Camera("phone", phone, Nobody())
    phone.camera.start()
    phone.send(painted(Scene(FIRST), 0))
    while not phone.camera.over:
        time.sleep(0.02)
    assert phone.camera.newest is None


def test_areas_are_turned_with_the_picture_and_tell_which_dice_are_kept(stage: Stage) -> None:
    camera = stage.evening.dealer.camera
    assert camera
    stage.evening.dealer.draw(zones((), KEEP))
    stage.evening.dealer.turn(180)
    stage.until(lambda: not camera.turning)
    stage.until(lambda: stage.state == "empty")
    stage.lay(*FIRST)
    stage.until(lambda: stage.events() == ["roll 6 4 4 3 3 1"])
    assert camera.zones == zones((), KEEP).turned(180)
    kept = (34, AREA, FIRST[0][2])
    stage.lay(kept, *FIRST[1:])
    stage.until(lambda: stage.state != "read")
    stage.until(lambda: stage.state == "read")
    stage.lay(kept, *laid(Roll.parse("2 2 2 3 4"), 1))
    stage.until(lambda: len(stage.events()) == 3)
    assert stage.events()[1] == "keep 1"


def test_what_was_thrown_while_the_camera_was_away_is_asked(stage: Stage) -> None:
    stage.lay(*FIRST)
    stage.until(lambda: len(stage.events()) == 1)
    stage.fail("unplugged")
    stage.until(lambda: stage.state == "lost")
    stage.lay(FIRST[0], *THEN)
    stage.fail("")
    stage.until(lambda: stage.evening.dealer.questions.at(stage.evening.sheet) is not None)
    asked = stage.evening.dealer.questions.at(stage.evening.sheet)
    assert asked
    assert "The camera was away" in asked.says
    assert [option.events for option in asked.options] == [["keep 1"]]
    assert stage.events() == ["roll 1 3 3 4 4 6"]


def test_a_match_to_confirm_asks_each_throw_even_a_sure_one(evening: Callable[..., Evening], tmp_path: Path) -> None:
    match = Match.start("jack-stone", ["Ann", "Bob"]).play("roll 1 3 3 4 4 6")
    table = evening(match, "confirm")
    table.shows(pictures(filmed(acted(match)), tmp_path / "film"))
    asked = table.dealer.questions.at(table.sheet)
    assert asked
    assert (asked.says, [option.dice for option in asked.options]) == ("", [6])
    assert asked.reading
    assert [die.face for die in asked.reading.dice] == ["1", "3", "3", "4", "4", "6"]
    assert table.sheet.seq == 0


def test_a_match_of_taps_is_left_alone(evening: Callable[..., Evening], tmp_path: Path) -> None:
    match = Match.start("jack-stone", ["Ann", "Bob"]).play("roll 1 3 3 4 4 6")
    table = evening(match, "tap")
    table.shows(pictures(filmed(acted(match)), tmp_path / "film"))
    assert table.dealer.questions.at(table.sheet) is None
    assert table.sheet.seq == 0


def test_a_throw_that_was_tapped_in_already_is_no_other_throw(stage: Stage) -> None:
    stage.lay(*FIRST[:5])
    stage.until(lambda: stage.evening.dealer.questions.at(stage.evening.sheet) is not None)
    stage.evening.table.write(stage.evening.id, 0, lambda match: match.play("roll 1 3 3 4 4 6"))
    stage.lay(FIRST[0])
    stage.until(lambda: stage.state != "read")
    stage.until(lambda: stage.state == "read")
    stage.lay(FIRST[0], *THEN)
    stage.until(lambda: len(stage.events()) == 3)
    assert stage.events() == ["roll 1 3 3 4 4 6", "keep 1", "roll 2 2 2 3 4"]


def test_a_throw_over_an_open_one_is_asked(stage: Stage) -> None:
    stage.lay(*FIRST[:5])
    stage.until(lambda: stage.evening.dealer.questions.at(stage.evening.sheet) is not None)
    stage.lay()
    stage.until(lambda: stage.state == "empty")
    stage.lay(*laid(Roll.parse("2 2 3 4 5 5"), 2))
    stage.until(lambda: "still waits for your word" in stage.asked())
    assert stage.events() == []


@pytest.mark.parametrize(("turn", "wrong"), [(180, ["turn"]), (0, [])])
def test_a_camera_that_hangs_upside_down_is_noticed_after_a_few_throws(
    turn: Turn, wrong: list[str], tmp_path: Path
) -> None:
    throws = [load((PIPS / name).read_bytes(), name) for name in ("04.jpg", "07.jpg", "14.jpg", "16.jpg")]
    film_ = (Shot(seconds=number / RATE, frame=throws[number // 12]) for number in range(12 * len(throws)))
    folder = str(pictures(film_, tmp_path / "film"))
    camera = Camera(folder, Film(partial(shots, folder), "the film", speed=1000), Nobody(), turn=turn)
    camera.start()
    while not camera.over:
        time.sleep(0.02)
    assert [found.what for found in camera.check() if found.what == "turn"] == wrong
    camera.turn_to(90)
    assert not [found.what for found in camera.check() if found.what == "turn"]
