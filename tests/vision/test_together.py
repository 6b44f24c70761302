"""A throw of the ten dice of Phase 10 is read as one: from what each die looks like alone to a reading."""

from dataclasses import replace

import numpy as np
import pytest

from models.card import Card
from scoring.dice import Face, Roll
from vision.find import Candidate
from vision.kits.phase_10 import KIT
from vision.read import IMPOSSIBLE, SPLIT, concluded
from vision.reading import Frame, Reading
from vision.seen import Named

LABELS = (*map(str, KIT.faces), "other", "nothing")
READER = Card("phase-10-reader", LABELS, "", 1.0, (), 0.9, 0.04)
FRAME = Frame(np.zeros((100, 1000, 3), np.uint8))


def seen(place: int, looks: str, *, cocked: float = 0.0) -> Named:
    """A die in a row of them that looks like `6R:0.6 9R:0.4`."""
    p = np.full(len(LABELS), 1e-6, np.float32)
    for part in looks.split():
        face, _, share = part.partition(":")
        p[LABELS.index(face)] = float(share or 1)
    x = 20.0 + 80 * place
    quad = ((x, 30.0), (x + 40, 30.0), (x + 40, 70.0), (x, 70.0))
    return Named(Candidate((x, 30.0, x + 40, 70.0), quad, 0.9, cocked), p / p.sum(), labels=LABELS)


def reading(*looks: str, expect: int | None = None) -> Reading:
    return concluded([seen(place, each) for place, each in enumerate(looks)], FRAME, KIT, READER, expect)


def test_clear_dice_are_sure() -> None:
    read = reading("5R", "8G", "WO", "2B", expect=4)
    assert str(read.roll) == "5R 8G WO 2B"
    assert read.verdict == "sure", read.reasons


def test_a_mark_that_is_plain_on_one_die_settles_a_faint_one() -> None:
    faint = "6R:0.8 9R:0.2"
    assert reading(faint).verdict == "ask"
    assert reading(faint, "9G:0.55 6G:0.45").verdict == "ask", "no die of the set has a mark"
    read = reading(faint, "9G:0.98 6G:0.02")
    assert str(read.roll) == "6R 9G"
    assert read.verdict == "sure", read.reasons


def test_another_die_settles_a_six_or_nine() -> None:
    assert reading("6R:0.6 9R:0.4").verdict == "ask"
    read = reading("6R:0.6 9R:0.4", "6R")
    assert str(read.roll) == "9R 6R"
    assert read.verdict == "sure", read.reasons


def test_what_a_die_plainly_looks_like_is_never_outvoted_without_a_question() -> None:
    """D4 has both the 10B and the 6G, in the edition of rule book 5.2: in another they may be on two dice."""
    read = reading("6G:0.95 9G:0.05", "10B", "2O")
    assert read.verdict == "ask"
    assert IMPOSSIBLE in read.reasons
    assert IMPOSSIBLE not in reading("6G:0.8 9G:0.2", "10B", "2O").reasons


def test_what_stays_open_is_asked() -> None:
    read = reading("2R:0.5 2O:0.5", "8G")
    assert read.verdict == "ask"
    assert set(read.reasons) < {"I am not sure of one die: 2R or 2O?", "I am not sure of one die: 2O or 2R?"}


def test_faces_that_no_set_shows_together_are_never_sure() -> None:
    """Three 4R look certain, as those of another edition may; L4 alone has one (rule book 5.2)."""
    read = reading("4R", "4R", "4R")
    assert read.verdict == "ask"
    assert IMPOSSIBLE in read.reasons


@pytest.mark.parametrize("seed", range(5))
def test_throws_of_the_set_that_are_clear_are_sure(seed: int) -> None:
    rng = np.random.default_rng(seed)
    shown = [die.faces[rng.integers(6)] for die in KIT.dice]
    read = reading(*(f"{face}:0.998" for face in shown), expect=10)
    assert read.roll.faces == tuple(shown)
    assert read.verdict == "sure", read.reasons


def test_a_die_that_leans_is_one_of_the_set_all_the_same() -> None:
    dice = [seen(0, "6R:0.6 9R:0.4"), seen(1, "6R", cocked=0.9)]
    read = concluded(dice, FRAME, KIT, READER)
    assert str(read.roll) == "9R 6R"
    assert read.verdict == "ask"


def test_other_things_keep_what_they_are() -> None:
    read = reading("5R", "other:0.99", "nothing:0.999")
    assert [die.face for die in read.dice] == [Face("5", "R"), None]


def test_a_face_of_any_colour_beside_a_whole_set_is_asked_about() -> None:
    """It may be the top of a die whose side was read."""
    faces = [str(face) for face in Roll.parse("8G 10R 5O 10B 5B 8R 1B 2B 3R WR")]
    dice = [seen(place, face) for place, face in enumerate(faces)]
    more = seen(10, "4R:0.1 4O:0.1 4B:0.1 4G:0.1 other:0.25 nothing:0.35")
    beside = replace(more, candidate=replace(dice[9].candidate.moved(0, 30), heat=0.5))
    table = Frame(np.zeros((200, 1000, 3), np.uint8))
    assert concluded(dice, table, KIT, READER).verdict == "sure"
    assert SPLIT in concluded([*dice, beside], table, KIT, READER).reasons
