"""A glance: a small picture that is cheap to compare, to tell whether anything moved without asking a net."""

from collections.abc import Iterable
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import Box, Frame

SIDE = 160  # pixels, the longer side of a glance: a whole part of most pictures, and so cheap to make
FAINT = 10.0  # levels of 256 that no noise reaches after smoothing
NOISES = 5.0  # a change is at least so many times the noise
NOISY = 25.0  # levels that the noise of no camera reaches
UNEVEN = 12.0  # levels that a lamp may change one part of the table against another
UNEVENLY = 0.5  # share of a change of light that may fall on a spot more or less than elsewhere
BURNT = 250  # levels from which a colour may be more than the camera can tell
FEW = 200  # pixels, too few to fit contrast to
PLAIN = 4.0  # variance of a colour below which the table tells no contrast
SPECK = 5  # pixels, the smallest change that counts
DARK, FLAT = 8.0, 1.5  # mean and spread, in levels, below which a picture shows nothing

Glance = npt.NDArray[np.uint8]  # (h, w, 3) BGR
Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]


def glance(frame: Frame) -> Glance:
    """The frame with 160 pixels to its longer side."""
    return frame.sized(SIDE)


def blind(now: Glance) -> bool:
    """Whether a glance shows nothing at all: the lens is covered or the light is out."""
    return float(now.mean()) < DARK or float(now.std()) < FLAT


def difference(before: Glance, now: Glance) -> Floats:
    """How `now` differs from `before`, in levels (h, w): light that changes evenly, or row by row, is no difference.

    Brightness and contrast are fitted for each colour to what both have in common, so that a lamp that flickers and a
    camera that corrects its exposure count as nothing; so does a slow slope of light over the table.
    """
    left = _unexplained(before.astype(np.float32), now.astype(np.float32))
    left -= cv2.reduce(left.clip(-UNEVEN, UNEVEN), 1, cv2.REDUCE_AVG)
    reach = SIDE // 4 | 1
    left -= cv2.blur(left.clip(-UNEVEN, UNEVEN), (reach, reach))
    return _most(np.asarray(cv2.blur(left, (3, 3)), np.float32))


def stirred(before: Glance, now: Glance, least: float = FAINT) -> Mask:
    """Where two glances of the same size differ by more than noise and at least by `least` levels."""
    differs = difference(before, now)
    return np.asarray(differs > max(least, min(NOISES * float(np.median(differs)), NOISY)), np.bool_)


def moved(before: Glance, now: Glance, where: Mask | None = None) -> bool:
    """Whether anything as large as a small die changed between two glances, or as much of it as lies in a mask."""
    if before.shape == now.shape and cv2.blur(cv2.absdiff(before, now), (3, 3)).max() < FAINT / 2:
        return False  # so it is nearly always, and that costs next to nothing
    if before.shape != now.shape:
        return True
    changed = stirred(before, now)
    return any(area >= SPECK for area, _ in lumps(changed if where is None else changed & where))


def lumps(mask: Mask) -> list[tuple[int, Mask]]:
    """The connected parts of a mask that are more than specks, each with its area in pixels, largest first."""
    count, parts, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    areas = [(int(stats[part, cv2.CC_STAT_AREA]), part) for part in range(1, count)]
    return [(area, np.asarray(parts == part, np.bool_)) for area, part in sorted(areas, reverse=True) if area >= SPECK]


def at_the_edge(part: Mask) -> bool:
    """Whether a part of a mask reaches in from an edge of the picture."""
    return bool(part[0].any() or part[-1].any() or part[:, 0].any() or part[:, -1].any())


def shifted(picture: npt.NDArray[np.uint8], step: tuple[float, float]) -> npt.NDArray[np.uint8]:
    """A glance or a mask moved by a step to the right and down; what comes in is 0."""
    if step == (0.0, 0.0):
        return picture
    way = np.array([[1, 0, step[0]], [0, 1, step[1]]], np.float32)
    return np.asarray(cv2.warpAffine(picture, way, (picture.shape[1], picture.shape[0])), np.uint8)


def within(shape: tuple[int, ...], boxes: Iterable[Box], grow: float = 0.0) -> Mask:
    """The pixels in boxes, each grown on every side by the share `grow` of its longer side."""
    inside = np.zeros(shape[:2], np.bool_)
    for x0, y0, x1, y1 in boxes:
        more = grow * max(x1 - x0, y1 - y0)
        left, top = max(0, int(x0 - more)), max(0, int(y0 - more))
        inside[top : int(np.ceil(y1 + more)), left : int(np.ceil(x1 + more))] = True
    return inside


def median_area(boxes: Iterable[Box]) -> float:
    """How many pixels a box has, of several the one in the middle."""
    return float(np.median([(x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in boxes]))


def _unexplained(before: Floats, now: Floats) -> Floats:
    """What is left of `now` after the brightness and contrast of `before` are fitted to it, colour by colour.

    A colour that burns out tells only that there is at least so much of it.
    """
    burnt_before, burnt_now = before >= BURNT, now >= BURNT
    whole = (~(burnt_before | burnt_now)).astype(np.float32)
    left = now - before
    for _ in range(2):
        size = _most(left)
        common = size <= max(2.5 * float(np.median(size)), 4.0)
        weight = whole * common[..., None]
        count = np.maximum(_sums(weight), 1.0)
        middle_old, middle_new = _sums(weight * before) / count, _sums(weight * now) / count
        apart = before - middle_old
        old = weight * apart
        spread = _sums(old * old) / count
        gain = _sums(old * (now - middle_new)) / count / np.maximum(spread, 1e-3)
        gain = np.where((spread > PLAIN) & (count > FEW), gain.clip(0.25, 4), 1)
        lit = gain * apart + middle_new
        left = now - lit
        left -= left.clip(-1, 1) * np.minimum(np.abs(left), UNEVENLY * np.abs(lit - before))
        left[burnt_before & (left > 0)] = 0
        left[burnt_now & (left < 0)] = 0
    return np.asarray(left, np.float32)


def _sums(picture: npt.NDArray[np.floating[Any]]) -> Floats:
    """The sum of each colour; OpenCV takes a tenth of NumPy's time for it."""
    return np.asarray(cv2.sumElems(picture)[:3], np.float32)


def _most(picture: npt.NDArray[np.floating[Any]]) -> Floats:
    """How far each pixel is from 0 in the colour that is farthest (h, w)."""
    blue, green, red = cv2.split(np.abs(picture))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.float32)
