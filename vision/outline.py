"""What a die covers of the picture: its top, its sides, and how much of that another die covers too."""

from collections.abc import Sequence
from itertools import product
from math import dist
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from vision.find import overlaps
from vision.reading import Box, Quad

CROWDED = 0.15  # share of the smaller of two outlines from which one of two dice may be a side of the other
WIDER = np.float32(1.12)  # times its size, as which a die that touches another covers some of that
TOUCHING = 0.05  # share of its outline that it covers then at least
JOINED = 0.12  # of a top's side, how far apart the corners of two may lie that share an edge
AS_LARGE = 1.25  # times the side of the smaller of these

Corners = npt.NDArray[np.float32]  # (N, 2) pixels


class Framed(Protocol):
    """Something with the box of a die and the corners of its top, in pixels."""

    @property
    def box(self) -> Box:
        """Left, top, right, bottom."""

    @property
    def quad(self) -> Quad:
        """The corners, clockwise."""


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
    return any(crowd(one, other) for one, other in _neighbours(dice))


def touching(dice: Sequence[Framed]) -> list[bool]:
    """Which of these dice touch another or nearly so, or cover some of it: they may lean on that."""
    pairs = _neighbours(dice)
    found = [die for one, other in pairs for die, its in ((one, other), (other, one)) if _reaches(die, its)]
    return [any(die is each for each in found) for die in dice]


def _reaches(one: Framed, other: Framed) -> bool:
    around = outline(one)
    middle = around.mean(0)
    both, _ = cv2.intersectConvexConvex(middle + WIDER * (around - middle), outline(other))
    return both > TOUCHING * max(cv2.contourArea(around), 1.0)


def joined(one: Framed, other: Framed) -> bool:
    """Whether two tops are as large as one another and share an edge, as the halves of a domino do."""
    least, most = sorted(map(side, (one.quad, other.quad)))
    ends = [[dist(corner, end) for end in other.quad] for corner in one.quad]
    places = product(range(4), repeat=2)  # clockwise, what is an edge's first corner is its last to the other die
    apart = min(ends[n][m] + ends[n - 3][m - 1] for n, m in places) / 2
    return most <= AS_LARGE * least and apart <= JOINED * most


def side(top: Quad) -> float:
    """How long the sides of a top are, the mean of all, in pixels.

    >>> side(((0.0, 0.0), (30.0, 0.0), (30.0, 10.0), (0.0, 10.0)))
    20.0
    """
    return sum(map(dist, top, (top[-1], *top))) / len(top)


def like_a_domino(dice: Sequence[Framed]) -> bool:
    """Whether any two of these dice may be the halves of a domino."""
    return any(joined(one, other) for one, other in _neighbours(dice))


def _neighbours(dice: Sequence[Framed]) -> list[tuple[Framed, Framed]]:
    """Every two whose boxes overlap or nearly touch."""
    boxes = np.array([die.box for die in dice], np.float64).reshape(-1, 4)
    room = JOINED * (boxes[:, 2:] - boxes[:, :2]).max(1, initial=0)[:, None] * (-1, -1, 1, 1)
    near = np.argwhere(np.triu(overlaps((boxes + room)[:, None], boxes), 1) > 0)
    return [(dice[one], dice[other]) for one, other in near]
