"""How pictures are turned."""

import numpy as np
import pytest

from vision.reading import Frame
from vision.turn import Turn, turn_by, turned


@pytest.mark.parametrize(
    ("turn", "corner", "size"),
    [(0, (0, 0), (800, 600)), (90, (0, 1), (600, 800)), (180, (1, 2), (800, 600)), (270, (2, 0), (600, 800))],
)
def test_a_picture_is_turned_clockwise(turn: Turn, corner: tuple[int, int], size: tuple[int, int]) -> None:
    pixels = np.zeros((2, 3, 3), np.uint8)
    pixels[0, 0] = 255
    frame = turned(Frame(pixels, "desk", (800, 600)), turn)
    assert frame.pixels[corner].tolist() == [255, 255, 255]
    assert (frame.size, frame.name) == (size, "desk")
    assert np.array_equal(turned(frame, turn_by(-turn)).pixels, pixels)
