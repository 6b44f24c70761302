"""The corners of a top, however the die is turned and whichever corner comes first."""

from pathlib import Path

import numpy as np
import pytest

from scoring.dice import Roll
from vision.corners import corners, invariants
from vision.picture import load
from vision.read import read

ASLANT = np.array([[10.0, 12.0], [30.0, 10.0], [36.0, 21.0], [7.0, 24.0]])


def turned(quad: np.ndarray, degrees: float) -> np.ndarray:
    """The same corners, turned about the origin."""
    turn = np.radians(degrees)
    return quad @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])


@pytest.mark.parametrize("quarter", [1, 2, 3])
def test_it_does_not_matter_which_corner_comes_first(quarter: int) -> None:
    assert np.allclose(invariants(ASLANT[None]), invariants(np.roll(ASLANT, quarter, 0)[None]))


@pytest.mark.parametrize("degrees", range(0, 360, 15))
def test_what_is_told_of_corners_gives_them_back_clockwise(degrees: int) -> None:
    quad = turned(ASLANT, degrees)
    back = corners(invariants(quad[None]))[0]
    assert any(np.allclose(np.roll(back, quarter, 0), quad) for quarter in range(4))


@pytest.mark.parametrize("degrees", range(0, 90, 5))
def test_a_die_turned_a_little_is_told_of_a_little_differently(degrees: int) -> None:
    apart = invariants(turned(ASLANT, degrees)[None]) - invariants(turned(ASLANT, degrees + 0.1)[None])
    assert np.abs(apart).max() < 0.2


def test_corners_that_coincide_are_no_error() -> None:
    assert np.isfinite(corners(invariants(np.ones((1, 4, 2))))).all()


def test_letters_that_are_seen_aslant_are_read_from_the_tops_and_not_from_the_sides() -> None:
    picture = Path(__file__).parent / "aslant.jpg"
    seen = read(load(picture.read_bytes(), picture.name), "ten-grand", expect=6)
    assert seen.roll.counts == Roll.parse("A A J K K 100").counts
