"""The areas on the camera's picture follow a camera that was moved a little."""

from itertools import pairwise

import cv2
import numpy as np
import pytest

from tests.vision.scene import HEIGHT, WIDTH, Scene
from vision.reading import Frame, Pixels
from vision.throw.drift import drift, remembered
from vision.throw.glance import glance
from vision.throw.zones import Zones

SQUARE = ((0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8))


def desk(*, plain: bool = False) -> Pixels:
    """A table seen from above, with a pattern or hardly any."""
    if plain:
        return Scene().shot(0, 0).frame.pixels
    chance = np.random.default_rng(3)
    table = np.full((720, 1280, 3), 120, np.uint8)
    for _ in range(160):
        x, y, size = chance.integers(0, 1280), chance.integers(0, 720), chance.integers(8, 60)
        hue = tuple(int(level) for level in chance.integers(30, 230, 3))
        cv2.rectangle(table, (int(x), int(y)), (int(x + size), int(y + size // 2)), hue, -1)
    return cv2.GaussianBlur(table, (0, 0), 1.2).astype(np.uint8)


def pushed(table: Pixels, across: float, down: float, turn: float = 0, grow: float = 1) -> Pixels:
    """What a camera sees after it was moved."""
    height, width = table.shape[:2]
    way = cv2.getRotationMatrix2D((width / 2, height / 2), turn, grow)
    way[:, 2] += across * width, down * height
    return cv2.warpAffine(table, way, (width, height), borderMode=cv2.BORDER_REFLECT).astype(np.uint8)


@pytest.mark.parametrize("plain", [False, True], ids=["pattern", "plain"])
@pytest.mark.parametrize("step", [(0.0, 0.0), (0.03, -0.02), (-0.08, 0.05)])
def test_areas_follow_a_camera_that_was_pushed(step: tuple[float, float], plain: bool) -> None:
    table = desk(plain=plain)
    move = drift(remembered(Frame(table)), remembered(Frame(pushed(table, *step))))
    assert move is not None
    moved = Zones(SQUARE).moved(move)
    for (x, y), (old_x, old_y) in zip(moved.throwing, SQUARE, strict=True):
        assert abs(x - old_x - step[0]) < 0.012
        assert abs(y - old_y - step[1]) < 0.012


def test_areas_follow_a_camera_that_was_turned_and_brought_nearer() -> None:
    table = desk()
    move = drift(remembered(Frame(table)), remembered(Frame(pushed(table, 0.02, 0, turn=6, grow=1.1))))
    assert move is not None
    moved = Zones(SQUARE).moved(move).throwing
    sides = [np.hypot((bx - ax) * 1280, (by - ay) * 720) for (ax, ay), (bx, by) in pairwise(moved)]
    assert sides == pytest.approx([1.1 * 768, 1.1 * 432, 1.1 * 768], rel=0.02)


def test_dice_on_a_plain_table_do_not_move_the_areas() -> None:
    table = np.asarray(80 + 0.3 * desk(plain=True), np.uint8)
    laid = table.copy()
    for number in range(12):
        x, y = 50 + 42 * (number % 6), 90 + 60 * (number // 6)
        laid[y : y + 26, x : x + 26] = 250
    move = drift(remembered(Frame(table)), remembered(Frame(laid)))
    assert move is not None
    assert np.allclose(move, np.eye(2, 3), atol=0.005)


@pytest.mark.parametrize("shift", [(0, 0), (0, 3), (0, 5), (0, 9), (6, 0), (0, -9), (20, 10)])
def test_areas_follow_a_camera_over_a_soft_cloth_on_which_dice_were_thrown_since(shift: tuple[int, int]) -> None:
    before, now = ((60, 40, 1), (160, 130, 3), (250, 70, 5)), ((60, 60, 2), (120, 90, 2), (150, 187, 5), (240, 60, 3))
    move = drift(*(remembered(scene.shot(3, 0).frame) for scene in (Scene(before), Scene(now, shift=shift))))
    assert move is not None
    assert np.allclose(move[:, 2] * (WIDTH, HEIGHT), shift, atol=1.0)


@pytest.mark.parametrize("turn", [0.0, 8.0])
def test_dice_that_are_pushed_together_do_not_move_the_areas(turn: float) -> None:
    table = np.full((720, 1280, 3), 90, np.uint8)
    dice = [np.array([x, y], np.float32) for x, y in ((300, 200), (420, 260), (500, 180), (560, 330), (380, 400))]
    way = cv2.getRotationMatrix2D((430, 280), turn, 1) + np.array(((0, 0, 120), (0, 0, 60)))
    before, now = (table.copy() for _ in range(2))
    for number, middle in enumerate(dice):
        for picture, at in ((before, middle), (now, way[:, :2] @ middle + way[:, 2])):
            face = 235 - 20 * number
            square = cv2.boxPoints(((float(at[0]), float(at[1])), (70, 70), 10.0 * number + turn * (picture is now)))
            cv2.fillPoly(picture, [square.astype(np.int32)], (face, face, face), cv2.LINE_AA)
            cv2.circle(picture, (int(at[0]), int(at[1])), 9, (20, 20, 20), -1, cv2.LINE_AA)
    ends = [way[:, :2] @ middle + way[:, 2] for middle in dice]
    boxes = [((x - 50) / 1280, (y - 50) / 720, (x + 50) / 1280, (y + 50) / 720) for x, y in ends]
    move = drift(remembered(Frame(before)), remembered(Frame(now)), boxes)
    assert move is not None
    assert np.allclose(move, np.eye(2, 3), atol=0.005)


def test_dice_on_the_table_do_not_move_the_areas() -> None:
    table = desk()
    laid = table.copy()
    for x in range(200, 1100, 150):
        cv2.rectangle(laid, (x, 300), (x + 60, 360), (250, 250, 250), -1)
    move = drift(remembered(Frame(table)), remembered(Frame(laid)))
    assert move is not None
    assert np.allclose(move, np.eye(2, 3), atol=0.005)


@pytest.mark.parametrize("change", [(0.35, 0.0, 0, 1), (0.0, 0.0, 40, 1), (0.0, 0.0, 0, 1.6)])
def test_a_camera_that_was_moved_too_far_is_not_followed(change: tuple[float, float, float, float]) -> None:
    table = desk()
    assert drift(remembered(Frame(table)), remembered(Frame(pushed(table, *change)))) is None


def test_another_picture_is_no_place_at_all() -> None:
    other = np.random.default_rng(1).integers(0, 255, (720, 1280, 3)).astype(np.uint8)
    assert drift(remembered(Frame(desk())), remembered(Frame(other))) is None
    assert drift(remembered(Frame(desk())), remembered(Frame(desk()[:, :720]))) is None
    strip = remembered(Frame(np.zeros((16, 6000, 3), np.uint8)))
    assert drift(strip, strip) is None, "there is nothing to follow"
    assert glance(Frame(other)).shape == (90, 160, 3)
