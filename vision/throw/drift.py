"""How far a camera was moved since a picture was remembered: what it sees now against what it saw then."""

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import Box, Frame, Pixels
from vision.throw.knock import FARTHEST

Move = npt.NDArray[np.float64]  # 2 x 3: how shares of the picture moved

SIDE = 480  # pixels, the longer side of a remembered picture
POINTS = 600  # features that are compared
ENOUGH = 14  # of them that must agree on a move
SHARE, AGREE = 0.25, 0.6  # and this share of those that were found again, or followed
RATIO = 0.8  # a feature is found again where the next best is clearly worse
TRUE = 3.0  # pixels by which a feature may miss its place
APART = 16  # pixels between points that are followed on a plain table
REACH, LEVELS = (31, 31), 3  # pixels round a point by which it is known again, on so many halved pictures too
BACK = 1.0  # pixels by which it may miss its place when it is followed back
HALO = 0.01  # share of the picture round a die that moves with it: its shadow
STILL = 0.004  # share of the picture: a smaller move is none
FAR, BIGGER, TURNED = FARTHEST, 1.2, 15.0  # share, factor and degrees: what is more is not "a little"
SOFT = 2.0  # pixels by which noise is smoothed before whole pictures are compared
AGREED = 0.2  # of phase correlation, 0..1: from there a shift is believed
SEEN, LIGHT = 2.5, 60.0  # levels: a spread that shows something, and a change of light
ALIKE = 0.6  # correlation from which two parts of pictures show the same
TILES, OTHERS = 16, 0.45  # a picture has so many parts each way, of which this share may show something else


def remembered(frame: Frame) -> Pixels:
    """The picture in grey with 480 pixels to its longer side: what `drift` compares."""
    return np.asarray(cv2.cvtColor(frame.sized(SIDE), cv2.COLOR_BGR2GRAY), np.uint8)


def drift(before: Pixels, now: Pixels, dice: Sequence[Box] = ()) -> Move | None:
    """How shares of the picture moved between two remembered pictures; None when it cannot be followed.

    Features that are found again (ORB) name the move; where a plain table has too few, points that are followed there
    (Lucas and Kanade), or else phase correlation. The `dice`, boxes in shares of the picture now, tell nothing of it.
    """
    apart = abs(now.shape[1] / now.shape[0] - before.shape[1] / before.shape[0])
    if apart > STILL or min(*now.shape, *before.shape) < APART:
        return None
    now = now if now.shape == before.shape else np.asarray(cv2.resize(now, before.shape[::-1]), np.uint8)
    table = _table(now, dice)
    for move in (_by_features(before, now, table), _by_flow(before, now, table)):
        if move is not None:
            return _little(move)
    return _by_phase(before, now, table)


def _table(picture: Pixels, dice: Sequence[Box]) -> Pixels:
    """Where there is table to be seen in a picture, 255, and where there are dice, 0."""
    height, width = picture.shape
    table = np.full_like(picture, 255)
    for x0, y0, x1, y1 in dice:
        (left, right), (top, bottom) = ((round(side * width) for side in (x0 - HALO, x1 + HALO)),
                                        (round(side * height) for side in (y0 - HALO, y1 + HALO)))  # fmt: skip
        table[max(top, 0) : max(bottom, 0), max(left, 0) : max(right, 0)] = 0
    return table


def _by_features(before: Pixels, now: Pixels, table: Pixels) -> Move | None:
    orb = cv2.ORB.create(POINTS)
    old, said = orb.detectAndCompute(before, np.full_like(before, 255))
    new, says = orb.detectAndCompute(now, table)
    if min(len(old), len(new)) < ENOUGH:
        return None
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING).knnMatch(said, says, k=2)
    found = [pair[0] for pair in pairs if len(pair) > 1 and pair[0].distance < RATIO * pair[1].distance]
    if len(found) < ENOUGH:
        return None
    there, gone = ([old[one.queryIdx].pt for one in found], [new[one.trainIdx].pt for one in found])
    return _agreed(np.array(there), np.array(gone), now, SHARE)


def _by_flow(before: Pixels, now: Pixels, table: Pixels) -> Move | None:
    """The move of points that are followed to where they lie now, and back again."""
    height, width = now.shape
    down, across = np.mgrid[APART // 2 : height : APART, APART // 2 : width : APART].astype(np.float32)
    there = np.stack((across.ravel(), down.ravel()), 1)
    gone, seen = _followed(before, now, there)
    back, again = _followed(now, before, gone)
    columns, rows = gone.round().astype(int).clip(0, (width - 1, height - 1)).T
    true = seen & again & (np.abs(back - there).max(1) < BACK) & (table[rows, columns] > 0)
    return _agreed(there[true], gone[true], now, AGREE) if true.sum() >= ENOUGH else None


def _followed(
    before: Pixels, now: Pixels, points: npt.NDArray[np.float32]
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
    """Where points (N, 2) lie now, and whether that was seen."""
    gone, seen, _ = cv2.calcOpticalFlowPyrLK(before, now, points, points.copy(), winSize=REACH, maxLevel=LEVELS)
    return np.asarray(gone, np.float32), np.asarray(seen.ravel() > 0, np.bool_)


def _agreed(there: npt.NDArray[Any], gone: npt.NDArray[Any], picture: Pixels, share: float) -> Move | None:
    """The move of points (N, 2) in pixels on which such a share of them agrees, and ENOUGH."""
    height, width = picture.shape
    stretch = np.array([1.0, height / width])  # a turn is one only where both shares have one measure
    was, now = (points / (width, height) * stretch for points in (there, gone))
    move, agree = cv2.estimateAffinePartial2D(was, now, method=cv2.RANSAC, ransacReprojThreshold=TRUE / SIDE)
    if move is None or agree.sum() < max(ENOUGH, share * len(there)):
        return None
    return _unstretched(move, stretch)


def _by_phase(before: Pixels, now: Pixels, table: Pixels) -> Move | None:
    """A shift that the whole picture agrees on; without one it must look alike, so far as there is anything to see."""
    bare = [np.where(table > 0, picture, np.uint8(np.median(picture))) for picture in (before, now)]
    old, new = (cv2.GaussianBlur(picture, (0, 0), SOFT).astype(np.float32) for picture in bare)
    height, width = before.shape
    window = cv2.createHanningWindow((width, height), cv2.CV_32F)
    (across, down), sure = cv2.phaseCorrelate(old - old.mean(), new - new.mean(), window)
    far = max(abs(across) / width, abs(down) / height)
    if sure >= AGREED and far <= FAR:
        return np.array([[1.0, 0.0, across / width], [0.0, 1.0, down / height]]) if far > STILL else np.eye(2, 3)
    return np.eye(2, 3) if _alike(old, new) else None


def _alike(one: npt.NDArray[np.float32], other: npt.NDArray[np.float32]) -> bool:
    """Whether two pictures may show the same table: dice that came and went change the smaller part of it."""
    if abs(float(np.median(one) - np.median(other))) >= LIGHT:
        return False
    differ = sum(_unlike(*pair) for pair in zip(_tiles(one), _tiles(other), strict=True))
    return differ < OTHERS * TILES**2


def _unlike(one: npt.NDArray[np.float32], other: npt.NDArray[np.float32]) -> bool:
    """Whether there is something to see in a part of the picture, and it is not the same."""
    if max(one.std(), other.std()) < SEEN:
        return False
    return min(one.std(), other.std()) < 1 or float(np.corrcoef(one.ravel(), other.ravel())[0, 1]) < ALIKE


def _tiles(picture: npt.NDArray[np.float32]) -> list[npt.NDArray[np.float32]]:
    return [tile for row in np.array_split(picture, TILES) for tile in np.array_split(row, TILES, axis=1)]


def _little(move: Move) -> Move | None:
    """Leave a move out that is none, and refuse one that is too large."""
    grown = float(np.sqrt(abs(np.linalg.det(move[:, :2]))))
    turned = abs(float(np.degrees(np.arctan2(move[1, 0], move[0, 0]))))
    corners = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float64)
    far = float(np.abs(corners @ move[:, :2].T + move[:, 2] - corners).max())
    middle = float(np.abs(np.array([0.5, 0.5]) @ move[:, :2].T + move[:, 2] - 0.5).max())
    if middle > FAR or not 1 / BIGGER < grown < BIGGER or turned > TURNED:
        return None
    return move if far > STILL else np.eye(2, 3)


def _unstretched(move: Any, stretch: npt.NDArray[np.float64]) -> Move:  # noqa: ANN401 - OpenCV types it loosely
    whole = np.vstack([np.asarray(move, np.float64), [0, 0, 1]])
    scale = np.diag([*stretch, 1.0])
    return np.asarray((np.linalg.inv(scale) @ whole @ scale)[:2], np.float64)
