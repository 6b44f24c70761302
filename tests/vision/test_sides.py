"""What the sides of a die show tells which die of the set it is, and so what lies on top."""

import numpy as np
import pytest

from scoring.dice import Face
from vision.inventory import settled
from vision.kits.phase_10 import KIT
from vision.look import CROP
from vision.reading import Frame
from vision.sides import fitting, sides, straightened

TOP = ((40.0, 40.0), (80.0, 40.0), (80.0, 80.0), (40.0, 80.0))  # a top of 40 pixels, straight from above


def says(*words: str) -> np.ndarray:
    """What a reader says of sides, each "face:probability ..."; the rest is "nothing"."""
    said = np.zeros((len(words), len(KIT.faces) + 2))
    for row, each in zip(said, words, strict=True):
        for word in each.split():
            face, _, p = word.partition(":")
            row[KIT.faces.index(Face.parse(face))] = float(p or 1)
        row[-1] = 1 - row.sum()
    return said


def read_as(top: str, *beside: str) -> str:
    """What one die is read as, alone in the picture, whose top and sides look like this."""
    (alone,) = says(top)[:, :-1]
    found = settled([alone], KIT.faces, KIT.dice, [fitting(says(*beside), KIT.faces, KIT.dice)])
    return str(KIT.faces[int(found[0, :-1].argmax())])


def test_from_straight_above_no_side_is_seen() -> None:
    assert sides((40, 40, 80, 80), TOP) == []
    assert sides((36, 36, 84, 84), TOP) == []  # the same with a box that is too wide all round


@pytest.mark.parametrize(
    ("box", "edges"),
    [
        ((40, 40, 80, 110), [((40, 80), (80, 80))]),  # from the front: what is below
        ((40, 10, 80, 80), [((80, 40), (40, 40))]),  # from behind: what is above
        ((40, 40, 110, 110), [((80, 80), (80, 40)), ((40, 80), (80, 80))]),  # over a corner: two
    ],
)
def test_the_sides_seen_are_those_towards_which_the_die_goes_down(
    box: tuple[float, float, float, float], edges: list[tuple[tuple[float, float], ...]]
) -> None:
    assert [tuple(map(tuple, side[:2].tolist())) for side in sides(box, TOP)] == edges


def test_a_side_is_straightened_without_a_mirror() -> None:
    pixels = np.zeros((120, 120, 3), np.uint8)
    pixels[80:110, 40:60] = (0, 0, 255)  # the left half of the side below is red
    (side,) = sides((40, 40, 80, 110), TOP)
    square = straightened(Frame(pixels).halves, side)
    assert square.shape == (CROP, CROP, 3)
    assert square[CROP // 2, CROP // 4].tolist() == [0, 0, 255]
    assert square[CROP // 2, 3 * CROP // 4].tolist() == [0, 0, 0]


def test_of_two_dice_that_may_show_it_the_side_tells_which_it_is() -> None:
    assert read_as("9R:0.3 6R:0.7") == "6R"
    assert read_as("9R:0.3 6R:0.7", "8B") == "9R"  # D4 has a 9R and an 8B, D2 a 6R and an 8O
    assert read_as("9R:0.7 6R:0.3") == "9R"
    assert read_as("9R:0.7 6R:0.3", "10R") == "6R"  # which D2 alone has


def test_a_side_that_cannot_be_read_tells_nothing() -> None:
    assert fitting(says(""), KIT.faces, KIT.dice) == pytest.approx(np.ones(10))
    assert fitting(says(), KIT.faces, KIT.dice) == pytest.approx(np.ones(10))


def test_a_nine_on_a_side_may_be_a_six() -> None:
    upright, turned = (fitting(says(side), KIT.faces, KIT.dice) for side in ("6O", "9O"))
    assert upright == pytest.approx(turned)


def test_one_side_misread_does_not_outweigh_a_clear_top() -> None:
    assert read_as("9R:0.99", "8G") == "9R"
