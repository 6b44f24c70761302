"""A die is framed the same way wherever it lies."""

import numpy as np
import pytest

from vision.look import CROP, evened, framed, glimpse, look, shrunk, stretched
from vision.reading import Frame


def chequered(width: int, height: int) -> np.ndarray:
    rows, columns = np.indices((height, width))
    return np.repeat((((rows // 10 + columns // 10) % 2) * 255).astype(np.uint8)[..., None], 3, axis=2)


@pytest.mark.parametrize("centre", [(0.0, 0.0), (99.0, 79.0), (-30.0, 40.0), (50.0, 200.0)])
@pytest.mark.parametrize("side", [1.0, 20.0, 64.0, 500.0])
@pytest.mark.parametrize("turn", [0.0, 30.0])
def test_any_place_of_a_picture_gives_a_square_of_the_same_size(
    centre: tuple[float, float], side: float, turn: float
) -> None:
    assert look(chequered(100, 80), centre, side, turn).shape == (CROP, CROP, 3)


def test_what_is_in_the_middle_stays_in_the_middle() -> None:
    pixels = np.zeros((200, 300, 3), np.uint8)
    pixels[80:121, 140:181] = 255
    for turn in (0.0, 90.0):
        seen = look(pixels, (160.0, 100.0), 80.0, turn)[..., 0] > 127
        rows, columns = np.nonzero(seen)
        assert rows.mean() == pytest.approx(31.5, abs=0.8)
        assert columns.mean() == pytest.approx(31.5, abs=0.8)
        assert seen.mean() == pytest.approx((41 / 80) ** 2, abs=0.02)


def test_a_shrunk_picture_has_sides_that_the_finder_can_halve_five_times() -> None:
    small = framed(shrunk(chequered(1280, 720), (640, 360)))
    assert small.shape == (384, 640, 3)
    assert (small[361:] == 114).all(), "filled up with grey"


@pytest.mark.parametrize("side", [40.0, 130.0, 300.0, 700.0])
def test_a_glimpse_sees_what_a_look_sees(side: float) -> None:
    pixels = np.zeros((720, 960, 3), np.uint8)
    pixels[300:400, 400:460] = 255
    seen, truly = glimpse(Frame(pixels).halves, (431.3, 352.7), side), look(pixels, (431.3, 352.7), side)
    assert np.abs(seen.astype(int) - truly).mean() < 4


def test_halves_end_before_nothing_is_left_to_see() -> None:
    assert [level.shape[:2] for level in Frame(chequered(1280, 720)).halves] == [(720, 1280), (360, 640), (180, 320)]
    assert len(Frame(chequered(100, 80)).halves) == 1


def marbled(pips: tuple[int, int, int], light: float = 1.0) -> np.ndarray:
    """A five on a die half black and half blue: its pips differ by so much blue, green and red from what is below."""
    square = np.full((CROP, CROP, 3), 150, np.int16)
    square[8:56, 8:32], square[8:56, 32:56] = (30, 20, 10), (140, 80, 20)
    for row, column in ((18, 18), (18, 42), (30, 30), (42, 18), (42, 42)):
        square[row : row + 5, column : column + 5] += np.array(pips, np.int16)
    return (light * square).clip(0, 255).astype(np.uint8)


def apart(square: np.ndarray) -> tuple[float, float]:
    """How far its pips are from the black that they lie on, and its black from its blue."""
    pip, black, blue = (square[at].astype(float) for at in ((20, 20), (26, 20), (26, 44)))
    return float(np.linalg.norm(pip - black)), float(np.linalg.norm(black - blue))


def test_a_die_has_the_same_contrast_evened_whether_the_camera_took_it_dim_or_bright() -> None:
    bright, dim = (apart(evened(marbled((60, 60, 100), light))) for light in (1.0, 0.4))
    assert dim == pytest.approx(bright, rel=0.15)


def test_pips_that_differ_by_their_hue_are_told_from_marbling_when_stretched() -> None:
    square = marbled((-10, -10, 60))
    pips, marbling = apart(square)
    assert pips < 0.5 * marbling
    pips, marbling = apart(stretched(square))
    assert pips > marbling


def test_what_shows_nothing_shows_nothing_more_when_evened_or_stretched() -> None:
    rng = np.random.default_rng(1)
    noise = (128 + rng.normal(0, 2, (CROP, CROP, 3))).clip(0, 255).astype(np.uint8)
    assert max(evened(noise).std(), stretched(noise).std()) < 15
