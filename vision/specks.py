"""Specks: single pixels, black or white, that a bad sensor or whoever published a picture has strewn all over it."""

import cv2
import numpy as np

from vision.reading import Pixels

OFF, LEAST = 60, 8  # levels by which some colour of a speck, and every one, is off what lies about it
FEW, SHARE = 150, 0.0015  # specks, and their share of all pixels, below which they are part of what is seen
STRIP, STEP = 12, 96  # rows of each strip that is searched first, and rows from one to the next


def unspecked(pixels: Pixels) -> Pixels:
    """The picture (H, W, 3) without specks, each as what lies about it; the same one where there are hardly any.

    Specks touch no other: pips, however small, are larger, and so are edges and threads.
    """
    strips = [pixels[top : top + STRIP] for top in range(0, pixels.shape[0], STEP)]
    found = sum(cv2.countNonZero(_specks(strip)[0]) for strip in strips)
    if found < SHARE * sum(strip.shape[0] * strip.shape[1] for strip in strips):
        return pixels
    specks, around = _specks(pixels)
    if cv2.countNonZero(specks) < FEW:
        return pixels
    clean = pixels.copy()
    cv2.copyTo(around, specks, clean)
    return clean


def _specks(pixels: Pixels) -> tuple[Pixels, Pixels]:
    """Where specks lie, 1 in (H, W), else 0; and what lies about each pixel (H, W, 3), the median of nine."""
    around = cv2.medianBlur(np.ascontiguousarray(pixels), 3)
    off = cv2.max(_off(pixels, around), _off(around, pixels))
    beside = cv2.boxFilter(off, -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
    alone = cv2.threshold(beside, 1, 1, cv2.THRESH_BINARY_INV)[1]
    return np.asarray(cv2.bitwise_and(off, alone), np.uint8), np.asarray(around, np.uint8)


def _off(one: cv2.typing.MatLike, other: cv2.typing.MatLike) -> cv2.typing.MatLike:
    """Where one picture is so much brighter than another as specks are: 1 in (H, W), else 0."""
    blue, green, red = cv2.split(cv2.subtract(one, other))
    least, most = cv2.min(cv2.min(blue, green), red), cv2.max(cv2.max(blue, green), red)
    every, some = (cv2.threshold(each, off, 1, cv2.THRESH_BINARY)[1] for each, off in ((least, LEAST), (most, OFF)))
    return cv2.bitwise_and(every, some)
