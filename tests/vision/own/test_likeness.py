"""A print is known again wherever a finder thinks that its corners are, however it is turned, by any lamp."""

import cv2
import numpy as np
import pytest

from vision.own.likeness import likeness
from vision.own.prints import FEATURES, prints
from vision.own.teach import Looks
from vision.reading import Frame, Pixels, Quad

SIDE = 72  # pixels
SIGNS = {
    "bolt": ((36, 6), (20, 38), (36, 34), (26, 66)),
    "tent": ((12, 60), (36, 12), (60, 60), (12, 60)),
    "hook": ((24, 10), (24, 60), (52, 60), (52, 40)),
}


def pictured(sign: str, turn: int = 0, ink: int = 20, die: int = 210) -> Frame:
    """A die with a sign on a grey table."""
    face = np.full((SIDE, SIDE, 3), die, np.uint8)
    cv2.polylines(face, [np.array(SIGNS[sign], np.int32)], isClosed=False, color=(ink,) * 3, thickness=6)
    pixels: Pixels = np.full((2 * SIDE, 2 * SIDE, 3), 120, np.uint8)
    pixels[SIDE // 2 : -SIDE // 2, SIDE // 2 : -SIDE // 2] = np.rot90(face, turn)
    return Frame(pixels)


def corners(astray: float = 0.0, seed: int = 0) -> Quad:
    """The corners of its face, each up to so many sides astray."""
    low, high = SIDE / 2, SIDE * 1.5
    away = np.random.default_rng(seed).uniform(-astray, astray, (4, 2)) * SIDE
    a, b, c, d = (np.array([[low, low], [high, low], [high, high], [low, high]]) + away).tolist()
    return tuple(a), tuple(b), tuple(c), tuple(d)


@pytest.fixture(scope="module")
def shown() -> Looks:
    rows = [prints(pictured(sign), [[corners(0.05, seed)]]) for seed, sign in enumerate(SIGNS)]
    blank = np.zeros((len(rows), 0))
    return Looks(tuple(SIGNS), np.arange(len(rows)), np.vstack(rows), np.full((len(rows), 3), np.nan), blank)


@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("sign", SIGNS)
def test_a_print_is_known_again_from_corners_a_sixth_of_a_side_astray(shown: Looks, sign: str, turn: int) -> None:
    seen = np.array([prints(pictured(sign, turn), [[corners(0.16, seed)]]) for seed in range(6)])
    far = likeness(shown)(seen)
    others = np.delete(far, list(SIGNS).index(sign), 1)
    assert (far[:, list(SIGNS).index(sign)] < 0.8 * others.min(1)).all()


def test_another_lamp_and_another_ink_change_nothing(shown: Looks) -> None:
    measure = likeness(shown)
    usual, dim = (prints(pictured("tent", 1, *light), [[corners()]]) for light in ((20, 210), (60, 105)))
    white_on_black = prints(pictured("tent", 1, 240, 30), [[corners()]])
    for far in measure(np.array([usual, dim, white_on_black])):
        assert far[1] < 0.5 * min(far[0], far[2])


def test_looks_that_are_hidden_do_not_count(shown: Looks) -> None:
    inks, said = np.full((6, 3), np.nan), np.zeros((6, 0))
    twice = Looks(shown.faces * 2, np.arange(6), np.vstack([shown.features] * 2), inks, said)
    measure, seen = likeness(twice), shown.features[:1][None]
    assert measure(seen, np.arange(6) == 0) == pytest.approx(measure(seen), abs=0.02)
    assert shown.features.shape == (3, FEATURES)


def test_a_face_without_any_edge_is_a_face_all_the_same(shown: Looks) -> None:
    blank = Frame(np.full((2 * SIDE, 2 * SIDE, 3), 90, np.uint8))
    assert np.isfinite(likeness(shown)(prints(blank, [[corners()]])[None])).all()
