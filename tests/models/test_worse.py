"""Pictures that are made worse are the same pictures, with dice where they lay."""

from pathlib import Path

import numpy as np
import pytest

from models.training.worse import UNDER, WAYS, told, upside_down
from scoring.dice import Face
from vision.judge import judge
from vision.labels.truth import Label, Labelled
from vision.reading import Reading, Sighting

SHOT = np.random.default_rng(3).integers(0, 256, (48, 64, 3), np.uint8)


@pytest.mark.parametrize("way", WAYS)
def test_a_worse_picture_is_as_large_and_the_same_each_time(way: str) -> None:
    once, again = (WAYS[way](SHOT, np.random.default_rng(7)) for _ in range(2))
    assert (once.shape, once.dtype) == (SHOT.shape, SHOT.dtype)
    assert np.array_equal(once, again)
    assert np.array_equal(once, SHOT) == (way == "as they are")


def test_the_colder_the_lamp_the_bluer_is_the_picture() -> None:
    lit = [way(SHOT, np.random.default_rng(7)).reshape(-1, 3).mean(0) for way in UNDER.values()]
    blues = [blue / red for blue, _, red in lit]
    assert blues == sorted(set(blues))


def test_a_line_tells_what_is_taken_for_what() -> None:
    quad = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    read_as = [Sighting(Face.parse(face), 0.9, None, (0, 0, 9, 9), quad, "flat") for face in ("6R", "9O", "3R")]
    reading = Reading(64, 48, "phase-10", tuple(read_as), "sure", (), 1.0)
    truth = Labelled(Path("a.jpg"), "desk", tuple(Label(Face.parse(face)) for face in ("9R", "9R", "3R", "4G")))
    line = told("as they are", [judge(truth, reading)])
    assert line == (
        "as they are            1 of 4 dice, 0 exact, 1 sure, 1 wrong of 1 a.jpg; 1 x O/R; 1 x 6/9"
    )  # fmt: skip


def test_dice_lie_where_they_lay_when_the_picture_is_turned_upside_down() -> None:
    shot = np.zeros_like(SHOT)
    shot[10:20, 5:15] = 255
    truth = Labelled(Path("a.jpg"), "desk", (Label(Face("3"), (5, 10, 15, 20)),))
    (die,) = upside_down(truth, (64, 48)).dice
    assert die.box is not None
    x0, y0, x1, y1 = (int(side) for side in die.box)
    turned = WAYS["upside down"](shot, np.random.default_rng(7))
    assert (turned[y0:y1, x0:x1] == 255).all()
    assert (turned == 255).sum() == (shot == 255).sum() == 3 * (x1 - x0) * (y1 - y0)
