"""Real dice with letters printed over their pips: labelled as printed, and only where a kit has such dice."""

import numpy as np
import pytest

from models.training.crops import Place
from models.training.pool import Scene
from models.training.reprint import may_be_printed, printed_over
from vision.kit import kit as kit_of


def die(colour: tuple[int, int, int]) -> Place:
    """A large die of one colour (BGR) whose top is known, on a dark table."""
    pixels = np.full((120, 120, 3), 40, np.uint8)
    pixels[30:90, 30:90] = colour
    box = np.array([[30, 30, 90, 90]], np.float32)
    quad = np.array([[[32, 32], [88, 32], [88, 88], [32, 88]]], np.float32)
    scene = Scene(pixels, box, quad, ("3",), ("flat",), upright=False)
    return Place(scene, box[0], "other")


@pytest.mark.parametrize("kit", ["ten-grand", "phase-10"])
def test_what_is_printed_is_what_the_label_says(kit: str) -> None:
    white = die((215, 220, 222))
    faces = {str(face) for face in kit_of(kit).faces}
    shown = set()
    for seed in range(40):
        made = printed_over(white, np.random.default_rng(seed), kit)
        again = printed_over(white, np.random.default_rng(seed), kit)
        assert made.label in {*faces, "other"}
        assert (made.scene.pixels == again.scene.pixels).all()
        x0, y0, x1, y1 = made.box.astype(int)
        top = made.scene.pixels[y0 + 6 : y1 - 6, x0 + 6 : x1 - 6].astype(int)
        assert 0.01 < (np.abs(top - (215, 220, 222)).sum(2) > 40).mean() < 0.8
        shown.add(made.label)
    assert len(shown) > 5
    assert "other" in shown, "strangers are printed, too"
    assert (white.scene.pixels[30:90, 30:90] == (215, 220, 222)).all(), "the photograph itself stays as it is"


def test_coloured_numbers_are_printed_on_white_dice_only() -> None:
    red, white, small = die((40, 30, 190)), die((215, 220, 222)), die((215, 220, 222))
    assert may_be_printed(white, "phase-10")
    assert not may_be_printed(red, "phase-10")
    assert may_be_printed(red, "ten-grand")
    unknown = Scene(small.scene.pixels, small.scene.boxes, np.full((1, 4, 2), np.nan, np.float32), ("3",), ("flat",),
                    upright=False)  # fmt: skip
    assert not may_be_printed(Place(unknown, unknown.boxes[0], "other"), "ten-grand")
