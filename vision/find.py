"""Where the dice lie: candidates from two or three sizes of the picture."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from models import session
from vision.look import shrunk
from vision.reading import Box, Frame, Pixels, Point, Quad

STRIDE = 4  # pixels of the finder's picture a cell of its maps
SIDES = (640, 320, 160)  # pixels, the longer side of the pictures that are always searched
FINE_SIDE = 1280  # pixels, the longer side where dice may be small
FAINT = 0.15  # heat below which nothing is a candidate
LIKELY = 0.4  # heat from which a candidate tells how large the dice are
SMALL = 18  # pixels at the first size; below it a die deserves a finer look
LARGEST_ZOOM = 2.0  # a picture is never blown up further than that


@dataclass(frozen=True)
class Candidate:
    """Something that may be a die.

    `box` and `quad` are in pixels of the frame; `heat` (0..1) tells how much it looks like a die, `cocked` (0..1) how
    much like one that leans. `warmth` (0..1) is the heat of all looks at this place together: the chance that one of
    them is right, were they independent.
    """

    box: Box
    quad: Quad
    heat: float
    cocked: float
    warmth: float = 0.0

    @property
    def size(self) -> float:
        """The longer side of the box, in pixels."""
        return max(self.box[2] - self.box[0], self.box[3] - self.box[1])

    @property
    def centre(self) -> Point:
        """The middle of the box."""
        return (self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2


def find(frame: Frame, finder: str) -> list[Candidate]:
    """Every candidate of a frame, likeliest first; the same die may be there more than once."""
    scales = {_scale(frame, side) for side in SIDES}
    found = [candidate for scale in sorted(scales) for candidate in _at(frame.pixels, scale, finder)]
    fine = _scale(frame, FINE_SIDE)
    if fine not in scales and _wants_a_finer_look(found, max(scales)):
        found += _at(frame.pixels, fine, finder)
    return sorted(found, key=lambda candidate: -candidate.heat)


def overlap(one: Box, other: Box) -> float:
    """How much of the smaller box lies in the other one, 0..1."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    if width <= 0 or height <= 0:
        return 0.0
    smaller = min((box[2] - box[0]) * (box[3] - box[1]) for box in (one, other))
    return width * height / smaller if smaller > 0 else 0.0


def _scale(frame: Frame, side: int) -> float:
    return min(side / max(frame.width, frame.height), LARGEST_ZOOM)


def _wants_a_finer_look(found: list[Candidate], scale: float) -> bool:
    """No die at all, or mostly small ones: then the picture is searched at a finer size too."""
    sizes = [candidate.size * scale for candidate in found if candidate.heat > LIKELY]
    return not sizes or float(np.median(sizes)) < SMALL


def _at(pixels: Pixels, scale: float, finder: str) -> Iterator[Candidate]:
    """The candidates at one size of the picture, in pixels of the picture itself."""
    heat, sides, corners, cocked = session.run(finder, shrunk(pixels, scale)[None])
    height, width = pixels.shape[:2]
    for row, column in np.argwhere(heat > FAINT):
        at = (np.array((column, row), np.float32) + 0.5) * STRIDE
        left, top, right, bottom = sides[:, row, column]
        box = np.array((at[0] - left, at[1] - top, at[0] + right, at[1] + bottom)) / scale
        box = box.clip(0, (width, height, width, height))
        mean = (left + top + right + bottom) / 2
        quad = (at + corners[:, row, column].reshape(4, 2) * mean) / scale
        if min(box[2] - box[0], box[3] - box[1]) >= 2:  # noqa: PLR2004  pixels
            yield Candidate(
                (float(box[0]), float(box[1]), float(box[2]), float(box[3])),
                _clockwise(quad),
                float(heat[row, column]),
                float(cocked[row, column]),
            )


def _clockwise(quad: npt.NDArray[np.float32]) -> Quad:
    """The four corners clockwise as seen, the one nearest to the picture's upper left first."""
    middle = quad.mean(0)
    order = np.argsort(np.arctan2(quad[:, 1] - middle[1], quad[:, 0] - middle[0]))
    first = int(np.argmin(quad[order].sum(1)))
    points = [(float(x), float(y)) for x, y in quad[np.roll(order, -first)]]
    return points[0], points[1], points[2], points[3]
