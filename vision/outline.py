"""What a die covers of the picture: its top, its sides, and how much of that another die covers too."""

from collections.abc import Sequence
from math import dist

import cv2
import numpy as np
import numpy.typing as npt

from vision.boxes import Framed, overlaps
from vision.reading import Box, Quad

CROWDED = 0.15  # share of the smaller of two outlines from which one of two dice may be a side of the other
WIDER = np.float32(1.12)  # times its size, as which a die that touches another covers some of that
TOUCHING = 0.05  # share of its outline that it covers then at least
NEAR = 0.12  # of a die's longer side, how far apart two are that nearly touch

Corners = npt.NDArray[np.float32]  # (N, 2) pixels


def down(box: Box, quad: Quad) -> Corners:
    """The way (2,) from a corner of the top to that of the bottom beneath it, in pixels.

    What of the box lies off the top tells it; corners that are rounded off lack above as they lack below.

    >>> down((10.0, 10.0, 30.0, 45.0), ((10.0, 10.0), (30.0, 10.0), (30.0, 30.0), (10.0, 30.0))).tolist()
    [0.0, 15.0]
    """
    top = np.array(quad, np.float32)
    middle = (top.min(0) + top.max(0)) / 2
    return np.asarray(np.array([box[0] + box[2], box[1] + box[3]], np.float32) - 2 * middle, np.float32)


def outline(die: Framed) -> Corners:
    """The corners (N, 2) round all that is seen of a die, its top and its sides."""
    top = np.array(die.quad, np.float32)
    return np.asarray(cv2.convexHull(np.concatenate((top, top + down(die.box, die.quad))))[:, 0], np.float32)


def crowd(one: Framed, other: Framed) -> bool:
    """Whether one of two dice covers so much of the other that it may be a side of it.

    Their boxes say little: those of two that touch and lie aslant share a quarter.
    """
    first, second = outline(one), outline(other)
    both, _ = cv2.intersectConvexConvex(first, second)
    return both >= CROWDED * max(min(cv2.contourArea(first), cv2.contourArea(second)), 1.0)


def crowded(dice: Sequence[Framed]) -> bool:
    """Whether any two of these dice do."""
    return any(crowd(one, other) for one, other in neighbours(dice))


def touching(dice: Sequence[Framed]) -> list[bool]:
    """Which of these dice touch another or nearly so, or cover some of it: they may lean on that."""
    pairs = neighbours(dice)
    found = [die for one, other in pairs for die, its in ((one, other), (other, one)) if _reaches(die, its)]
    return [any(die is each for each in found) for die in dice]


def _reaches(one: Framed, other: Framed) -> bool:
    around = outline(one)
    middle = around.mean(0)
    both, _ = cv2.intersectConvexConvex(middle + WIDER * (around - middle), outline(other))
    return both > TOUCHING * max(cv2.contourArea(around), 1.0)


def side(top: Quad) -> float:
    """How long the sides of a top are, the mean of all, in pixels.

    >>> side(((0.0, 0.0), (30.0, 0.0), (30.0, 10.0), (0.0, 10.0)))
    20.0
    """
    return sum(map(dist, top, (top[-1], *top))) / len(top)


def neighbours(dice: Sequence[Framed]) -> list[tuple[Framed, Framed]]:
    """Every two whose boxes overlap or nearly touch."""
    boxes = np.array([die.box for die in dice], np.float64).reshape(-1, 4)
    room = NEAR * (boxes[:, 2:] - boxes[:, :2]).max(1, initial=0)[:, None] * (-1, -1, 1, 1)
    near = np.argwhere(np.triu(overlaps((boxes + room)[:, None], boxes), 1) > 0)
    return [(dice[one], dice[other]) for one, other in near]
