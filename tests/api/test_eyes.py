"""What was thrown, of the dice in a photo: a list of dice is an eye."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from api.cases import Files
from api.eyes import UNREAD, Eyes, thrown
from api.sets import Sets
from api.store import Heading
from models.card import card
from scoring.dice import Face, Roll
from vision import doubt
from vision.kit import kits
from vision.marks import MARKED, TOLD
from vision.own.dice import OwnDice
from vision.own.lesson import lesson, taught
from vision.own.prints import FEATURES, weights
from vision.own.teach import Looks
from vision.picture import load
from vision.reading import Frame, Reading, Sighting

SAMPLES = Path(__file__).parents[2] / "samples" / "teach"

FRAME = Frame(np.full((48, 64, 3), 90, np.uint8))


def seen(roll: str, shadows: int, expect: int | None) -> Reading:
    """What an eye says that is sure of these dice, and sees so many things that may be dice."""
    quad = ((1.0, 1.0), (9.0, 1.0), (9.0, 9.0), (1.0, 9.0))
    dice = tuple(Sighting(face, 0.999, None, (1, 1, 9, 9), quad, "flat") for face in Roll.parse(roll))
    verdict, reasons = doubt.verdict(dice, 0.9, shadows, expect)
    return Reading(64, 48, "pips", dice, verdict, reasons, 1.0, shadows)


@pytest.mark.parametrize(
    ("roll", "shadows", "verdict"),
    [
        ("1 2 2 3 4", 1, "ask"),  # the kept 1, four of five thrown dice, and perhaps the fifth
        ("1 2 2 3 4", 0, "sure"),
        ("6 2 2 3 4", 1, "sure"),  # the kept 1 lies elsewhere
    ],
)
def test_a_kept_die_does_not_stand_in_for_a_thrown_one_that_is_hardly_seen(
    roll: str, shadows: int, verdict: str
) -> None:
    reading = thrown(lambda _, expect: seen(roll, shadows, expect), 5, Roll.parse("1"), FRAME)
    assert reading.verdict == verdict
    assert (verdict == "ask") == ("what was kept (1) may be among them" in " ".join(reading.reasons))


@pytest.mark.parametrize(
    ("roll", "kept", "verdict"), [("1 1", "1 1 5 5", "ask"), ("1 5", "1 1 1 2", "sure"), ("1", "1 1", "sure")]
)
def test_a_picture_of_nothing_but_kept_dice_is_asked_about(roll: str, kept: str, verdict: str) -> None:
    due = len(Roll.parse(roll))
    reading = thrown(lambda _, expect: seen(roll, 0, expect), due, Roll.parse(kept), FRAME)
    assert reading.verdict == verdict


@pytest.mark.parametrize(
    ("said", "share"), [("unknown", MARKED), ("none", 1 - TOLD), ("Dot", TOLD), ("underline", TOLD)]
)
def test_who_says_what_marks_6_and_9_is_heard_by_the_eye(tmp_path: Path, said: str, share: float) -> None:
    heading = Heading("m", "phase-10", ("Ann",), {"six_nine_mark": said}, "phase-10", demo=False, begun="")
    eye = Eyes(Sets(Files(tmp_path))).of(heading)
    assert eye is not None
    assert isinstance(eye.look, partial)
    assert eye.look.keywords["name"].marked == pytest.approx(share)


@pytest.mark.parametrize(
    ("said", "share"), [("unknown", MARKED), ("none", 1 - TOLD), ("dot", TOLD), ("underline", TOLD)]
)
def test_who_says_what_marks_6_and_9_is_heard_of_own_dice_that_the_kit_reads_as_well(
    tmp_path: Path, said: str, share: float
) -> None:
    reader = card(kits()["phase-10"].reader)
    right = np.tile(np.where(np.array(reader.labels) == "4R", 0.99, 0.01 / len(reader.labels)), (2, 1))
    prints = np.random.default_rng(0).random((2, FEATURES))
    looks = Looks(("4R", "4R"), np.arange(2), prints, np.full((2, 3), np.nan), right)
    sets = Sets(Files(tmp_path))
    sets.put(OwnDice("mine", "phase-10", reader.name, weights(reader), looks))
    heading = Heading("m", "phase-10", ("Ann",), {"six_nine_mark": said}, "phase-10", demo=False, begun="", dice="mine")
    eye = Eyes(sets).of(heading)
    assert eye is not None
    assert isinstance(eye.look, partial)
    own, played = eye.look.keywords["own"], eye.look.keywords["name"]
    assert own.idle
    assert own.among(played).marked == pytest.approx(share)
    assert own.among(replace(kits()["pips"], marked=0.5)).marked == MARKED, "what is said of other dice is not heard"


@pytest.mark.parametrize(("house", "ten", "nine"), [({}, "100", "50"), ({"face_map": "10=50 9=100"}, "50", "100")])
def test_what_poker_dice_count_as_is_heard_by_the_eye(
    tmp_path: Path, house: dict[str, str], ten: str, nine: str
) -> None:
    heading = Heading("m", "ten-grand", ("Ann",), house, "ten-grand", demo=False, begun="")
    eye = Eyes(Sets(Files(tmp_path))).of(heading)
    assert eye is not None
    assert isinstance(eye.look, partial)
    counts_as = eye.look.keywords["name"].counts_as
    assert (str(counts_as(Face("10"))), str(counts_as(Face("9")))) == (ten, nine)


def test_what_a_set_does_is_worked_out_once_as_long_as_it_stays_the_same(tmp_path: Path) -> None:
    sets, pictures = Sets(Files(tmp_path)), sorted((SAMPLES / "lessons" / "thurs").iterdir())
    shown = [lesson(load(path.read_bytes(), path.name), "thurs") for path in pictures]
    sets.put(taught("runes", shown[:2]))
    eyes = Eyes(sets)
    before = eyes.about("runes")
    assert eyes.about("runes") is before
    sets.put(taught("runes", shown))
    assert eyes.about("runes") != before


def test_why_nobody_reads_the_dice_of_a_match_is_told(tmp_path: Path) -> None:
    pips = Heading("m", "jack-stone", ("Ann",), {}, "pips", demo=False, begun="")
    eyes = Eyes(Sets(Files(tmp_path)))
    assert eyes.why_not(pips) == ""
    assert eyes.why_not(replace(pips, dice="runes")).startswith("The dice `runes` of this match were forgotten")
    assert eyes.why_not(replace(pips, kit="pencils")) == UNREAD
