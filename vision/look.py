"""Cutting a picture to what a net wants to see: the whole at a smaller size, or one die in a small square."""

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import Pixels

Matrix = npt.NDArray[np.float64]

CROP = 64  # pixels, side of the square in which a reader sees a die
CONTEXT = 1.35  # that square is this many times the longer side of the die's box
MULTIPLE = 32  # the finder's pictures have sides that this divides
BORDER = 114  # grey of what lies outside a picture
FRINGE = 0.22  # share of a square on each side that its middle is without
CONTRAST = 45.0  # levels, by which the colours of a middle differ when it is evened or stretched
GREY = 128  # level to which a middle is drawn half the way then
FAINT = 8.0  # levels: what differs less is noise


def shrunk(pixels: Pixels, size: tuple[int, int]) -> Pixels:
    """The picture at another size, its width and height in pixels."""
    way = cv2.INTER_AREA if size[0] < pixels.shape[1] else cv2.INTER_LINEAR
    return cv2.resize(pixels, size, interpolation=way).astype(np.uint8, copy=False)


def framed(pixels: Pixels) -> Pixels:
    """The picture filled up with grey on the right and below to multiples of MULTIPLE."""
    below, right = (-side % MULTIPLE for side in pixels.shape[:2])
    grey = (BORDER, BORDER, BORDER)
    return cv2.copyMakeBorder(pixels, 0, below, 0, right, cv2.BORDER_CONSTANT, value=grey).astype(np.uint8, copy=False)


def mirrored(pixels: Pixels, left: int, top: int, width: int, height: int) -> Pixels:
    """A part of a picture, so wide and high from its upper left corner; beyond the edges are its mirror images."""
    (rows, above, below), (columns, before, after) = (
        _reach(*part) for part in zip((top, left), (height, width), pixels.shape, strict=False)
    )
    border = cv2.BORDER_REFLECT
    around = cv2.copyMakeBorder(pixels[rows, columns], above, below, before, after, border).astype(np.uint8, copy=False)
    down, right = top + above - rows.start, left + before - columns.start
    return np.ascontiguousarray(around[down : down + height, right : right + width])


def _reach(first: int, count: int, length: int) -> tuple[slice, int, int]:
    """What must be seen of a picture as long as that for so many places from the first one, mirrored beyond its ends.

    The places to look at, and how many lie before and after the picture.

    >>> _reach(-2, 7, 30), _reach(26, 7, 30)
    ((slice(0, 5, None), 2, 0), (slice(26, 30, None), 0, 3))
    """
    before, after = max(-first, 0), max(first + count - length, 0)
    return slice(max(min(first, length - after), 0), min(max(first + count, before), length)), before, after


def look(pixels: Pixels, centre: tuple[float, float], side: float, turn: float = 0.0) -> Pixels:
    """The square round `centre`, `side` pixels wide and turned by `turn` degrees, as (CROP, CROP, 3).

    It is shrunk by area first, so that fine pips do not flicker; beyond the frame the last pixels are repeated.
    """
    patch: cv2.typing.MatLike = _patch(pixels, centre, _reaching(side, turn))
    shrink = max(side / CROP, 1.0)
    if shrink > 1:
        target = (max(round(patch.shape[1] / shrink), 1), max(round(patch.shape[0] / shrink), 1))
        patch = cv2.resize(patch, target, interpolation=cv2.INTER_AREA)
    middle = ((patch.shape[1] - 1) / 2, (patch.shape[0] - 1) / 2)
    matrix = cv2.getRotationMatrix2D(middle, turn, CROP * shrink / side)
    matrix[0, 2] += (CROP - 1) / 2 - middle[0]
    matrix[1, 2] += (CROP - 1) / 2 - middle[1]
    seen = cv2.warpAffine(patch, matrix, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return seen.astype(np.uint8, copy=False)


def middle(centre: tuple[float, float], side: float, turn: float = 0.0) -> tuple[float, float]:
    """The point of the picture that lies in the middle of what `look` sees of it: whole pixels are looked at."""
    reach = _reaching(side, turn)
    x, y = ((round(at - reach) + max(round(at + reach), round(at - reach) + 1)) / 2 for at in centre)
    return x, y


def glimpse(levels: tuple[Pixels, ...], centre: tuple[float, float], side: float) -> Pixels:
    """As `look` sees the square, from the smallest of the `halves` of a frame that still has all its pixels."""
    level, part = _level(levels, side)
    return look(levels[level], (centre[0] * part, centre[1] * part), side * part)


def glimpsed(levels: tuple[Pixels, ...], centre: tuple[float, float], side: float) -> tuple[float, float]:
    """The point of the frame that lies in the middle of that `glimpse`."""
    _, part = _level(levels, side)
    x, y = middle((centre[0] * part, centre[1] * part), side * part)
    return x / part, y / part


def _level(levels: tuple[Pixels, ...], side: float) -> tuple[int, float]:
    """Which of the `halves` of a frame to look at, and how large that is beside the frame."""
    level = min(max(int(np.log2(max(side / CROP, 1.0))), 0), len(levels) - 1)
    return level, 0.5**level


def _reaching(side: float, turn: float) -> float:
    """So far from its middle a square reaches, its corners too where it is turned by so many degrees."""
    return side * (0.5 if turn == 0 else 0.71)


def _patch(pixels: Pixels, centre: tuple[float, float], reach: float) -> Pixels:
    """The square of `reach` pixels to each side of `centre`, at the picture's own resolution."""
    columns, left, right = _within(centre[0] - reach, centre[0] + reach, pixels.shape[1])
    rows, above, below = _within(centre[1] - reach, centre[1] + reach, pixels.shape[0])
    inside = pixels[rows, columns]
    if not (left or right or above or below):
        return inside
    return cv2.copyMakeBorder(inside, above, below, left, right, cv2.BORDER_REPLICATE).astype(np.uint8, copy=False)


def _within(low: float, high: float, length: int) -> tuple[slice, int, int]:
    """The whole pixels from `low` to `high` that a picture has, one at least, and how many lack before and after."""
    first, end = round(low), max(round(high), round(low) + 1)
    start, stop = min(max(first, 0), length - 1), min(max(end, 1), length)
    before = min(max(-first, 0), end - first - 1)
    return slice(start, max(stop, start + 1)), before, max(end - first - before - max(stop - start, 1), 0)


def evened(square: Pixels) -> Pixels:
    """A square (H, W, 3) in a light in which its middle is about as bright as any, and its contrast the same."""
    return _lit(square, lambda spread: np.eye(3) / np.sqrt(np.trace(spread) / 3))


def stretched(square: Pixels) -> Pixels:
    """A square (H, W, 3) in colours that differ as much as can be: red pips on black look as plain as white ones.

    The colours of the middle are made independent of each other (decorrelation stretch, Gillespie et al. 1986).
    """
    return _lit(square, _apart)


def _apart(spread: Matrix) -> Matrix:
    strength, axes = np.linalg.eigh(spread)
    return np.asarray((axes / np.sqrt(strength)) @ axes.T, np.float64)


def _lit(square: Pixels, gain: Callable[[Matrix], Matrix]) -> Pixels:
    """The square with the `gain` that its colours want by how they differ in its middle, (3, 3) each."""
    height, width = (int(FRINGE * side) for side in square.shape[:2])
    middle = square[height : -height or None, width : -width or None].reshape(-1, 3).astype(np.float32)
    mean = middle.mean(0)
    apiece = middle - mean
    by = CONTRAST * gain(apiece.T @ apiece / len(middle) + FAINT**2 * np.eye(3))
    return cv2.transform(square, np.column_stack((by, (mean + GREY) / 2 - by @ mean))).astype(np.uint8, copy=False)
