"""Boxes laid over one another: how much they have in common, and whether they frame the same die."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from vision.reading import Box, Quad

SAME_DIE = 0.5  # share of the smaller box that lies in the other, from which both may frame one die
OFF = 0.4  # share of the larger box's side, from its middle; what lies farther off is another die
TOP_OFF = 0.5  # likewise, of the larger top's
ROWS = 64  # boxes that are compared with all others at once

Boxes = npt.NDArray[np.floating]  # (..., 4): x0, y0, x1, y1


class Framed(Protocol):
    """Something with the box of a die and the corners of its top, in pixels."""

    @property
    def box(self) -> Box:
        """Left, top, right, bottom."""

    @property
    def quad(self) -> Quad:
        """The corners, clockwise."""


def overlap(one: Box, other: Box) -> float:
    """How much of the smaller box lies in the other one, 0..1."""
    return float(overlaps(one, np.array([other]))[0])


def overlaps(one: Box | Boxes, others: Boxes) -> npt.NDArray[np.float64]:
    """The same with each of N others (N, 4): (N,); of M boxes (M, 1, 4) with each of them: (M, N)."""
    box = np.asarray(one, np.float64)
    inner = (np.minimum(box[..., 2:], others[:, 2:]) - np.maximum(box[..., :2], others[:, :2])).clip(0).prod(-1)
    smaller = np.minimum((box[..., 2:] - box[..., :2]).prod(-1), (others[:, 2:] - others[:, :2]).prod(-1))
    return np.asarray(np.where(smaller > 0, inner / np.where(smaller > 0, smaller, 1), 0), np.float64)


def shared(one: Box, other: Box) -> float:
    """How much two boxes have in common of all that lies in either, 0..1.

    >>> shared((0, 0, 20, 20), (0, 0, 20, 20)), shared((0, 0, 20, 20), (10, 0, 30, 20))
    (1.0, 0.3333333333333333)
    """
    across = max(min(one[2], other[2]) - max(one[0], other[0]), 0)
    inner = across * max(min(one[3], other[3]) - max(one[1], other[1]), 0)
    areas = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (one, other))
    return inner / max(areas - inner, 1e-9)


def same_die(one: Box, other: Box) -> bool:
    """Whether two boxes frame the same die: they overlap, and the smaller one lies about the middle of the larger.

    Of two dice that touch, a box that is too long covers half of the next; a part of a die lies nearer to its middle.

    >>> same_die((0, 0, 40, 40), (24, 20, 38, 34)), same_die((0, 0, 40, 53), (8, 35, 31, 64))
    (True, False)
    """
    return bool(_same_boxes(np.asarray(one, np.float64), np.array([other], np.float64))[0])


def same_dice(candidates: Sequence[Framed]) -> npt.NDArray[np.bool_]:
    """Whether each of N candidates is the same die as each before it: (N, N).

    Their boxes say so, and their tops: those of two dice that touch are a die apart, however long a box is. Of dice by
    the hundred there are thousands of candidates, so they are compared in batches.
    """
    boxes = np.array([each.box for each in candidates]).reshape(-1, 4)
    tops = np.array([each.quad for each in candidates]).reshape(-1, 4, 2)
    middles, sides = tops.mean(1), np.linalg.norm(tops - np.roll(tops, 1, 1), axis=2).mean(1)
    same = np.zeros((len(boxes), len(boxes)), np.bool_)
    for at in range(0, len(boxes), ROWS):
        rows, to = slice(at, at + ROWS), slice(at + ROWS)
        away = np.abs(middles[rows, None] - middles[to]).max(-1)
        near = away < TOP_OFF * np.maximum(sides[rows, None], sides[to])
        same[rows, to] = near & _same_boxes(boxes[rows, None], boxes[to])
    return same


def _same_boxes(ones: Boxes, others: Boxes) -> npt.NDArray[np.bool_]:
    side, sides = ones[..., 2:] - ones[..., :2], others[:, 2:] - others[:, :2]
    larger = np.where((side.prod(-1) >= sides.prod(-1))[..., None], side, sides)
    away = np.abs(ones[..., :2] + ones[..., 2:] - others[:, :2] - others[:, 2:]) / 2
    return np.asarray((overlaps(ones, others) >= SAME_DIE) & (away < OFF * larger).all(-1), np.bool_)
