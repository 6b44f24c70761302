"""The sides of a die that a camera sees beside its top: what they show tells which die of a set it is."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from scoring.dice import Die, Face
from vision.look import CONTEXT, CROP
from vision.outline import down
from vision.reading import Box, Numbers, Pixels, Quad

SLANT = 0.25  # height of a side in the picture, as a share of the edge that it shares with the top; less is blurred
MISREAD = 0.2  # share of what is said about a side that is not believed
TURNED = {ord("6"): "9", ord("9"): "6"}  # what a symbol is upside down
NEAR, FAR = CROP / 2 * (1 - 1 / CONTEXT), CROP / 2 * (1 + 1 / CONTEXT)  # where a reader expects a die in its square
STRAIGHT = np.array([[NEAR, NEAR], [FAR, NEAR], [FAR, FAR], [NEAR, FAR]], np.float32)


def sides(box: Box, quad: Quad) -> list[npt.NDArray[np.float32]]:
    """The corners (4, 2) of each side that is to be seen, clockwise, those shared with the top first; in pixels.

    `box` is that of the die, `quad` has the corners of its top face, clockwise.

    >>> top = ((10.0, 10.0), (30.0, 10.0), (30.0, 30.0), (10.0, 30.0))
    >>> [side.tolist() for side in sides((10.0, 10.0, 30.0, 45.0), top)]
    [[[10.0, 30.0], [30.0, 30.0], [30.0, 45.0], [10.0, 45.0]]]
    """
    top, depth = np.array(quad, np.float32), down(box, quad)
    found = []
    for one, other in zip(top, np.roll(top, -1, 0), strict=True):
        along = other - one
        outward = np.array([along[1], -along[0]]) / max(float(along @ along), 1e-6)
        if depth @ outward >= SLANT:
            found.append(np.array([other, one, one + depth, other + depth], np.float32))
    return found


def straightened(levels: tuple[Pixels, ...], corners: npt.NDArray[np.float32]) -> Pixels:
    """A face with these corners (4, 2), clockwise and in pixels, as a reader sees a die from above: (CROP, CROP, 3).

    It is seen in the smallest of the `halves` of a frame that still has all its pixels.
    """
    edge = float(np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).max())
    level = min(max(int(np.log2(max(CONTEXT * edge / CROP, 1.0))), 0), len(levels) - 1)
    flat = cv2.getPerspectiveTransform(corners * np.float32(0.5**level), STRAIGHT)
    size = (CROP, CROP)
    seen = cv2.warpPerspective(levels[level], flat, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8)


def fitting(said: npt.ArrayLike, faces: Sequence[Face], dice: Sequence[Die]) -> Numbers:
    """How much likelier what the sides of a die show makes it that it is each of the dice of a set, (dice,), or less.

    `said` (S, F + 2) are a reader's probabilities for each side that is seen, and there may be none: of the `faces`
    first. That it shows something else, or nothing at all, tells nothing. Which way up it is nobody knows, so that a 6
    may be a 9.

    >>> shown = (Face("5", "R"), Face("6", "R"), Face("9", "R"))
    >>> two = (Die("D1", shown[:2]), Die("D2", (shown[0], shown[0])))
    >>> fitting([[0.0, 0.0, 1.0, 0.0, 0.0]], shown, two).round(2).tolist()
    [0.8, 0.2]
    """
    answers = np.asarray(said, np.float64).reshape(-1, len(faces) + 2)
    told = (1 - MISREAD) * answers[:, : len(faces)] @ _either_way_up(tuple(faces))
    shares = np.array([[die.faces.count(face) / len(die.faces) for face in faces] for die in dice], np.float64)
    return np.asarray((1 - told.sum(1, keepdims=True) + len(faces) * told @ shares.T).prod(0), np.float64)


@lru_cache(maxsize=8)
def _either_way_up(faces: tuple[Face, ...]) -> Numbers:
    """What each face (rows) may be upside down: a 6 or 9 is either, the others are themselves."""
    turned = [replace(face, symbol=face.symbol.translate(TURNED)) for face in faces]
    alike = np.array([[face in pair for face in faces] for pair in zip(faces, turned, strict=True)], np.float64)
    return np.asarray(alike / alike.sum(1, keepdims=True), np.float64)
