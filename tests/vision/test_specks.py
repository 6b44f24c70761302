"""Specks are taken out of a picture, and nothing else is."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.picture import load
from vision.read import read
from vision.specks import unspecked

DEMO = Path(__file__).parents[2] / "api" / "demo"


def strewn(pixels: np.ndarray, share: float, seed: int) -> np.ndarray:
    """The picture with single pixels black and white, at so many of its places."""
    chance = np.random.default_rng(seed).random(pixels.shape[:2])
    spoilt = pixels.copy()
    spoilt[chance < share / 2] = 0
    spoilt[chance > 1 - share / 2] = 255
    return spoilt


def packed(pixels: np.ndarray) -> bytes:
    return bytes(cv2.imencode(".jpg", pixels, (cv2.IMWRITE_JPEG_QUALITY, 95))[1])


@pytest.mark.parametrize("name", ["06.jpg", "05.jpg", "20.jpg"])  # the first is asked about where specks stay
def test_small_dice_among_specks_are_read_as_without(name: str) -> None:
    whole = load((DEMO / name).read_bytes()).pixels
    small = cv2.resize(whole, (320, round(320 * whole.shape[0] / whole.shape[1])), interpolation=cv2.INTER_AREA)
    clean, spoilt = (read(load(packed(pixels))) for pixels in (small, strewn(small, 0.015, 3)))
    assert [die.face for die in spoilt.dice] == [die.face for die in clean.dice]
    assert spoilt.verdict == clean.verdict == "sure"


def test_most_specks_go_and_what_lies_about_them_stays() -> None:
    clean = cv2.GaussianBlur(load((DEMO / "02.jpg").read_bytes()).pixels, (0, 0), 1.0)
    spoilt = strewn(clean, 0.01, 1)
    mended = unspecked(spoilt)
    was, left = (int((np.abs(each.astype(int) - clean).max(2) > 60).sum()) for each in (spoilt, mended))
    assert left < 0.15 * was
    assert ((mended == spoilt).all(2) | (spoilt != clean).any(2)).mean() > 0.9995


def test_pips_of_two_pixels_and_pictures_without_specks_stay_as_they_are() -> None:
    dotted = np.full((240, 320, 3), 230, np.uint8)
    for x in range(4, 316, 6):
        dotted[4:236:6, x : x + 2] = dotted[5:236:6, x : x + 2] = 20
    assert unspecked(dotted) is dotted
    for path in sorted(DEMO.glob("*.jpg"))[:4]:
        pixels = np.asarray(cv2.imread(str(path)), np.uint8)
        assert unspecked(pixels) is pixels
    tiny = np.zeros((16, 16, 3), np.uint8)
    assert unspecked(tiny) is tiny
