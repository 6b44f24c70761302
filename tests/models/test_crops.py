"""What the nets are shown of a scene, squeezed now and then as pictures are that were made to fit a square."""

import numpy as np
import pytest

from models.training.answers import answers
from models.training.augment import squeeze, visible
from models.training.crops import Place, crop
from models.training.pool import Scene

BOX = np.array([140, 140, 200, 200], np.float32)


def white_die() -> Scene:
    """A white square on a black table."""
    pixels = np.zeros((340, 340, 3), np.uint8)
    pixels[140:200, 140:200] = 255
    return Scene(pixels, BOX[None], np.full((1, 4, 2), np.nan, np.float32), ("1",), ("flat",), upright=True)


def stretch(pixels: np.ndarray) -> float:
    """How many times as wide as high the bright square in the middle of a picture is."""
    grey = pixels.astype(float).mean(2)
    bright = grey > (grey.min() + grey.max()) / 2
    return float(bright.sum(1).max() / max(bright.sum(0).max(), 1))


def test_one_picture_in_four_is_squeezed_and_only_one_way() -> None:
    drawn = [squeeze(np.random.default_rng(seed)) for seed in range(400)]
    assert sum(min(each) < 1 for each in drawn) == pytest.approx(100, abs=30)
    assert all(max(each) == 1 and min(each) > 0.5 for each in drawn)


def test_some_squares_for_the_reader_are_squeezed() -> None:
    place = Place(white_die(), BOX, "1")
    seen = [stretch(crop(place, np.random.default_rng(seed), answers("pips"), harsh=0)) for seed in range(200)]
    assert 0.1 < np.mean([abs(np.log(each)) > 0.15 for each in seen]) < 0.3
    assert min(seen) < 0.8
    assert max(seen) > 1.25


@pytest.mark.parametrize(("kit", "ways"), [("pips", 4), ("ten-grand", 1)])
def test_pips_that_are_seen_straight_are_shown_any_way_up_and_letters_as_they_lie(kit: str, ways: int) -> None:
    scene = white_die()
    scene.pixels[140:155, 140:200] = 60  # the upper quarter of the top is dark
    corners = np.array([[140, 140], [200, 140], [200, 200], [140, 200]], np.float32)
    place = Place(scene, BOX, "nothing", corners)
    seen = [crop(place, np.random.default_rng(seed), answers(kit), harsh=0).astype(float).mean(2) for seed in range(60)]
    strips = ((slice(22, 42), slice(10, 16)), (slice(10, 16), slice(22, 42)))  # the left of the top, and its upper part
    opposite = ((slice(22, 42), slice(48, 54)), (slice(48, 54), slice(22, 42)))
    darkest = [int(np.argmin([each[strip].mean() for strip in (*strips, *opposite)])) for each in seen]
    assert len(set(darkest)) == ways


def test_pips_that_are_dark_or_burnt_out_round_about_are_still_visible_and_a_bare_face_is_not() -> None:
    for body, pip in ((255, 40), (4, 30), (128, 100)):
        bare = np.full((64, 64, 3), body, np.uint8)
        assert not visible(bare)
        bare[29:35, 29:35] = pip
        assert visible(bare)
