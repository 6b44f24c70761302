"""Where the dice lie: candidates from three or four sizes of the picture, the finest in two halves."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Self

import numpy as np
import numpy.typing as npt

from models import session
from vision.cores import spread
from vision.corners import corners
from vision.look import MULTIPLE, framed, mirrored, shrunk
from vision.reading import Box, Frame, Pixels, Point, Quad

STRIDE = 4  # pixels of the finder's picture a cell of its maps
SIDES: tuple[int, ...] = (640, 320, 160)  # pixels, the longer side of the pictures that are always searched
FINE_SIDE = 1280  # pixels, the longer side where dice may be small
FAINT = 0.15  # heat below which nothing is a candidate
LIKELY = 0.5  # heat from which a candidate tells how large the dice are
SMALL = 48  # pixels at the first size; below it most dice deserve a finer look
CUT_SIDES = (48, 28)  # pixels, the sizes at which dice that an edge of the picture cuts are searched
AROUND = 4  # times its size, the width of the square in which such a die is searched
ACROSS = 0.12  # share of its size by which such a die reaches over the edge at least, both ways
NARROWEST = 2  # pixels of the picture; less is no box
SAME_DIE = 0.5  # share of the smaller box that lies in the other, from which both may frame one die
OFF = 0.4  # share of the larger box's side, from its middle; what lies farther off is another die
TOP_OFF = 0.5  # likewise, of the larger top's
LARGEST_ZOOM = 2.0  # a picture is never blown up further than that
ROWS = 64  # boxes that are compared with all others at once
SEAM = 192  # pixels by which each half of a fine look reaches into the other

Boxes = npt.NDArray[np.floating]  # (..., 4): x0, y0, x1, y1


@dataclass(frozen=True)
class Candidate:
    """Something that may be a die.

    `box` and `quad` are in pixels of the frame; `heat` (0..1) tells how much it looks like a die, `cocked` (0..1) how
    much like one that leans, where that was looked at. `warmth` (0..1) is the heat of all looks at this place together:
    the chance that one of them is right, were they independent. `scale` is that of the look: pixels of the finder a
    pixel of the frame.
    """

    box: Box
    quad: Quad
    heat: float
    cocked: float = 0.0
    warmth: float = 0.0
    scale: float = 1.0

    @property
    def size(self) -> float:
        """The longer side of the box, in pixels."""
        return max(self.box[2] - self.box[0], self.box[3] - self.box[1])

    @property
    def centre(self) -> Point:
        """The middle of the box."""
        return (self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2

    def moved(self, right: float, down: float) -> Self:
        """The same elsewhere, so many pixels away."""
        x0, y0, x1, y1 = self.box
        a, b, c, d = ((x + right, y + down) for x, y in self.quad)
        return replace(self, box=(x0 + right, y0 + down, x1 + right, y1 + down), quad=(a, b, c, d))


@dataclass(frozen=True)
class Look:
    """What the finder is shown at once: a picture at a scale, pixels of the finder a pixel of the frame, or a part.

    The part begins at the `corner` of the whole at that scale, in whose pixels the middles of candidates lie that are
    its `own`: another look tells the others.
    """

    pixels: Pixels
    scale: float
    corner: tuple[int, int] = (0, 0)
    own: Box = (0.0, 0.0, np.inf, np.inf)


def find(frame: Frame, finder: str) -> list[Candidate]:
    """Every candidate of a frame, likeliest first; the same die may be there more than once."""
    scales = {_scale(frame, side) for side in SIDES}
    looks: list[Look] = []
    whole = frame.pixels
    for scale in sorted(scales, reverse=True):
        pixels = shrunk(whole, _size(frame, scale))
        looks.append(Look(pixels, scale))
        whole = pixels if scale < 1 else whole  # the next one is shrunk from this one: quicker and as good
    found = _searched(frame, looks, finder)
    fine = _scale(frame, FINE_SIDE)
    if fine not in scales and _wants_a_finer_look(found, max(scales)):
        found += _searched(frame, _in_two(shrunk(frame.pixels, _size(frame, fine)), fine), finder)
    return sorted(found, key=lambda candidate: -candidate.heat)


def _searched(frame: Frame, looks: Sequence[Look], finder: str) -> list[Candidate]:
    size = (frame.width, frame.height)
    return [die for seen in spread(lambda look: _at(size, look, finder), looks) for die in seen]


def _in_two(whole: Pixels, scale: float) -> list[Look]:
    """A picture at a fine scale as two looks, one for each core; each sees enough of the other's half."""
    height, width = whole.shape[:2]
    middle = MULTIPLE * (max(height, width) // 2 // MULTIPLE)
    first, last = max(middle - SEAM, 0), middle + SEAM
    if height > width:
        above = Look(whole[:last], scale, own=(0, 0, np.inf, middle))
        return [above, Look(whole[first:], scale, (0, first), (0, middle, np.inf, np.inf))]
    left = Look(whole[:, :last], scale, own=(0, 0, middle, np.inf))
    return [left, Look(whole[:, first:], scale, (first, 0), (middle, 0, np.inf, np.inf))]


def find_cut(levels: tuple[Pixels, ...], finder: str, spots: Sequence[Point], size: float) -> list[Candidate]:
    """Candidates of about `size` pixels that an edge of the picture cuts near these spots, completed by their images.

    `levels` are the `halves` of the frame, in whose pixels all places are told. Half a die is no die to the finder;
    half a die and its mirror image is one. Boxes and corners reach over the edge.
    """
    level = min(max(int(np.log2(size / max(CUT_SIDES))), 0), len(levels) - 1)
    part = 0.5**level
    side = max(round(AROUND * size * part), 1)

    def search(look: tuple[Point, int]) -> list[Candidate]:
        spot, wanted = look
        left, top = (round(at * part - side / 2) for at in spot)
        pixels = shrunk(mirrored(levels[level], left, top, side, side), (AROUND * wanted, AROUND * wanted))
        seen = _at((side / part, side / part), Look(pixels, AROUND * wanted / side * part), finder)
        return [die.moved(left / part, top / part) for die in seen]

    found = spread(search, product(spots, CUT_SIDES))
    height, width = levels[0].shape[:2]
    return sorted((die for seen in found for die in seen if _is_cut(die, width, height)), key=lambda die: -die.heat)


def _is_cut(die: Candidate, width: int, height: int) -> bool:
    """Whether an edge of a picture so large goes through a candidate that lies along it and not beyond its ends."""
    (x0, y0, x1, y1), (x, y), least = die.box, die.centre, ACROSS * die.size
    across = any(x0 < edge - least and x1 > edge + least for edge in (0, width))
    upright = any(y0 < edge - least and y1 > edge + least for edge in (0, height))
    return (across and 0 < y < height) or (upright and 0 < x < width)


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


def same_dice(candidates: Sequence[Candidate]) -> npt.NDArray[np.bool_]:
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


def _scale(frame: Frame, side: int) -> float:
    return min(side / max(frame.width, frame.height), LARGEST_ZOOM)


def _size(frame: Frame, scale: float) -> tuple[int, int]:
    return max(round(frame.width * scale), 1), max(round(frame.height * scale), 1)


def _wants_a_finer_look(found: list[Candidate], scale: float) -> bool:
    """No die at all, or mostly small ones: then the picture is searched at a finer size too."""
    sizes = [candidate.size * scale for candidate in found if candidate.heat > LIKELY]
    return not sizes or float(np.median(sizes)) < SMALL


def _at(size: tuple[float, float], look: Look, finder: str) -> list[Candidate]:
    """The candidates in a picture of this width and height that count in a look at it; in pixels of the picture."""
    heat, sides, code, _ = session.run(finder, framed(look.pixels)[None])  # it never learned which dice lean
    rows, columns = np.nonzero(heat > FAINT)
    at = (np.stack((columns, rows), 1).astype(np.float32) + 0.5) * STRIDE + np.array(look.corner, np.float32)
    own = ((at >= look.own[:2]) & (at < look.own[2:])).all(1)
    rows, columns, at, scale = rows[own], columns[own], at[own], look.scale
    reach = sides[:, rows, columns].T
    boxes = np.concatenate((at - reach[:, :2], at + reach[:, 2:]), 1) / scale
    boxes = boxes.clip(0, size * 2)
    offsets = corners(code[:, rows, columns].T) * (reach.sum(1) / 2)[:, None, None]
    quads = clockwise((at[:, None] + offsets) / scale)
    wide = (boxes[:, 2:] - boxes[:, :2]).min(1) >= NARROWEST
    told = (boxes[wide], quads[wide], heat[rows, columns][wide])
    return [
        Candidate((x0, y0, x1, y1), ((ax, ay), (bx, by), (cx, cy), (dx, dy)), warm, scale=scale)
        for (x0, y0, x1, y1), ((ax, ay), (bx, by), (cx, cy), (dx, dy)), warm in zip(
            *(each.tolist() for each in told), strict=True
        )
    ]


def clockwise(quads: Boxes) -> Boxes:
    """Each four corners (N, 4, 2) clockwise as seen, the one nearest to the picture's upper left first."""
    out = quads - quads.mean(1, keepdims=True)
    turned = np.take_along_axis(quads, np.argsort(np.arctan2(out[..., 1], out[..., 0]), 1)[..., None], 1)
    order = (turned.sum(2).argmin(1)[:, None] + np.arange(4)) % 4
    return np.take_along_axis(turned, order[..., None], 1)
