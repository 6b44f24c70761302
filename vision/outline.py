"""What a die covers of the picture: its top, its sides, and how much of that another die covers too."""

from collections.abc import Sequence
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from vision.find import overlaps
from vision.reading import Box, Quad

CROWDED = 0.15  # share of the smaller of two outlines from which one of two dice may be a side of the other

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
    boxes = np.array([die.box for die in dice], np.float64).reshape(-1, 4)
    near = np.argwhere(np.triu(overlaps(boxes[:, None], boxes), 1) > 0)
    return any(crowd(dice[one], dice[other]) for one, other in near)
