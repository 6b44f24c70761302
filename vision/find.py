"""Where the dice lie: candidates from three or four sizes of the picture, the finest in two halves."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Self

import numpy as np

from models import session
from vision.cores import spread
from vision.corners import clockwise, corners
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
LARGEST_ZOOM = 2.0  # a picture is never blown up further than that
SEAM = 192  # pixels by which each half of a fine look reaches into the other


@dataclass(frozen=True)
class Candidate:
    """Something that may be a die."""

    box: Box  # in pixels of the frame, as is the quad
    quad: Quad
    heat: float  # how much it looks like a die, 0..1
    cocked: float = 0.0  # how much like one that leans, 0..1, where that was looked at
    warmth: float = 0.0  # the heat of all looks at this place: the chance that one is right, were they independent
    scale: float = 1.0  # of the look: pixels of the finder a pixel of the frame
    hidden: float = 0.0  # how much like a die of which something covers a part, 0..1, where that was looked at

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
