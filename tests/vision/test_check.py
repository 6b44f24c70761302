"""The table check tells what is wrong with the picture, and what to change."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.check import Finding, advice, check, turned_over
from vision.picture import load
from vision.read import read
from vision.reading import Frame, Pixels, Sighting
from vision.turn import turned

DEMO = Path(__file__).parents[2] / "api" / "demo" / "01.jpg"


@pytest.fixture(scope="module")
def table() -> Frame:
    return load(DEMO.read_bytes())


@pytest.fixture(scope="module")
def dice(table: Frame) -> tuple[Sighting, ...]:
    return read(table).dice


def wrong(pixels: Pixels, dice: tuple[Sighting, ...] = (), **told: bool) -> list[str]:
    return [found.what for found in check(Frame(pixels), dice, **told) if not found.fine]


def test_a_good_picture_has_nothing_to_say(table: Frame, dice: tuple[Sighting, ...]) -> None:
    found = check(table, dice)
    assert [one.what for one in found] == ["light", "glare", "sharpness", "size", "place"]
    assert all(one.fine for one in found)
    assert advice(found) == ""


def test_an_empty_table_is_judged_by_its_light_alone(table: Frame) -> None:
    assert [one.what for one in check(table)] == ["light", "glare", "place"]


def test_each_fault_is_told(table: Frame, dice: tuple[Sighting, ...]) -> None:
    assert wrong((table.pixels * 0.2).astype(np.uint8), dice)[0] == "light"
    assert "light" in wrong(np.full_like(table.pixels, 250))
    lamp = cv2.circle(table.pixels.copy(), (640, 100), 260, (255, 255, 255), -1)
    assert "glare" in wrong(np.asarray(lamp, np.uint8), dice)
    assert wrong(np.asarray(cv2.GaussianBlur(table.pixels, (0, 0), 4), np.uint8), dice) == ["sharpness"]
    assert wrong(table.pixels, dice, moved=True) == ["place"]


def test_dice_that_are_too_small_or_too_large_are_told(table: Frame, dice: tuple[Sighting, ...]) -> None:
    small = cv2.resize(table.pixels, (160, 120), interpolation=cv2.INTER_AREA)
    found = check(Frame(np.asarray(small, np.uint8)), [die.scaled(0.125) for die in dice])
    size = next(one for one in found if one.what == "size")
    assert not size.fine
    assert "move the camera nearer" in size.says
    near = check(table, [die.scaled(4) for die in dice[:1]])
    assert "move the camera away" in next(one for one in near if one.what == "size").says


def test_the_advice_says_that_it_asks_more_often() -> None:
    dark = Finding("light", 9.0, fine=False, says="It is dark: put a lamp on the table.")
    assert advice([dark]) == "It is dark: put a lamp on the table. Until then I ask more often."


def test_dice_seen_aslant_tell_whether_a_picture_stands_on_its_head(table: Frame) -> None:
    aslant = load((DEMO.parents[2] / "samples" / "pips" / "04.jpg").read_bytes())
    bare = Frame(np.full((480, 640, 3), 90, np.uint8))
    assert [turned_over(each) for each in (aslant, turned(aslant, 180), bare, turned(bare, 180))] == [-1, 1, 0, 0]
    found = {throws: [one.what for one in check(table, headlong=throws) if not one.fine] for throws in (0, 2, 3)}
    assert found == {0: [], 2: [], 3: ["turn"]}
