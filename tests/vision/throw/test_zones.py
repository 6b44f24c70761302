"""The areas on the camera's picture: which die lies where."""

import numpy as np
import pytest

from vision.reading import Frame, Sighting
from vision.throw.zones import ZoneError, Zones, zones
from vision.turn import Turn, turned

SQUARE = ((0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8))
STRIP = ((0.8, 0.0), (1.0, 0.0), (1.0, 1.0), (0.8, 1.0))


def die(x: float, y: float) -> Sighting:
    box = (x - 10, y - 10, x + 10, y + 10)
    return Sighting(None, 0.0, None, box, ((x, y),) * 4, "flat")


def test_a_die_lies_in_play_aside_or_outside() -> None:
    both = Zones(SQUARE, STRIP)
    where = [both.where(die(x, y), 640, 480) for x, y in [(320, 240), (600, 240), (60, 240), (320, 30)]]
    assert where == ["in", "aside", "out", "out"]
    assert Zones().where(die(2, 2), 640, 480) == "in"


@pytest.mark.parametrize(
    ("throwing", "keep", "word"),
    [
        ([(0, 0), (1, 1)], [], "corners"),
        ([(0, 0), (1, 0), (1, 2)], [], "out of the picture"),
        ([], [(0, 0), (0.01, 0), (0.01, 0.01)], "too small"),
        ([], [(0.1 * n, 0.5) for n in range(13)], "13 corners"),
    ],
)
def test_a_shape_that_is_no_area_is_refused(
    throwing: list[tuple[float, float]], keep: list[tuple[float, float]], word: str
) -> None:
    with pytest.raises(ZoneError, match=word):
        zones(throwing, keep)


def test_areas_that_were_pushed_out_of_the_picture_can_be_drawn_again() -> None:
    left = zones([(0, 0), (0.3, 0), (0.3, 1), (0, 1)], [])
    told = left.moved(np.array([[1.0, 0.0, -0.03], [0.0, 1.0, 0.02]])).as_json()
    assert zones(told["throwing"], told["keep"]).throwing[1] == pytest.approx((0.27, 0.02))


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_areas_lie_round_the_same_dice_once_the_picture_is_turned(turn: Turn) -> None:
    table = np.zeros((480, 640, 3), np.uint8)
    for x, y, where in ((320, 240, "in"), (600, 240, "aside"), (60, 240, "out"), (320, 30, "out")):
        table[:] = 0
        table[y, x] = 255
        frame = turned(Frame(table), turn)
        ((row, column),) = np.argwhere(frame.pixels[..., 0])
        assert Zones(SQUARE, STRIP).turned(turn).where(die(column, row), frame.width, frame.height) == where
