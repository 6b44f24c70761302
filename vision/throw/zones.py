"""Zones: the throwing area and the keep area, as a player drew them on the camera's picture.

Both are shapes in shares of the picture (0..1 to the right and down), so that a camera may change its picture's size.
Where a camera was moved a little they follow it, by what `vision.throw.drift` tells.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import Point, Sighting
from vision.throw.drift import Move
from vision.turn import Turn

Where = Literal["in", "aside", "out"]
Shape = tuple[Point, ...]

CORNERS = (3, 12)  # a shape has so many corners
REACH = 10  # pixels of a glance, about a die
SMALLEST = 0.004  # share of the picture, in which there is room for dice


class ZoneError(ValueError):
    """A shape that is no area; the sentence says what would be."""


@dataclass(frozen=True)
class Zones:
    """Where dice are thrown and where kept dice lie; an empty shape says nothing."""

    throwing: Shape = ()
    keep: Shape = ()

    def where(self, die: Sighting, width: int, height: int) -> Where:
        """Tell whether a die in a picture of that size lies in play, in the keep area, or outside.

        >>> from vision.throw.zones import Zones
        >>> left = Zones(keep=((0, 0), (0.5, 0), (0.5, 1), (0, 1)))
        >>> die = Sighting(None, 0.0, None, (10, 10, 30, 30), ((0, 0),) * 4, "flat")
        >>> left.where(die, 100, 100), left.where(die.scaled(3), 100, 100)
        ('aside', 'in')
        """
        x0, y0, x1, y1 = die.box
        middle = ((x0 + x1) / 2 / width, (y0 + y1) / 2 / height)
        if self.keep and _inside(self.keep, middle):
            return "aside"
        return "in" if not self.throwing or _inside(self.throwing, middle) else "out"

    def reached(self, shape: tuple[int, ...]) -> npt.NDArray[np.bool_] | None:
        """Where dice in the areas may be seen in a glance (h, w, 3), REACH round them; None where any place is one."""
        if not self.throwing:
            return None
        inside = np.zeros(shape[:2], np.uint8)
        for corners in filter(None, (self.throwing, self.keep)):
            at = np.array(corners) * (shape[1], shape[0])
            cv2.fillPoly(inside, [at.round().astype(np.int32)], 255)
        return np.asarray(cv2.dilate(inside, np.ones((2 * REACH + 1, 2 * REACH + 1), np.uint8)) > 0, np.bool_)

    def moved(self, move: Move) -> "Zones":
        """Tell where the areas are after the picture moved."""
        return Zones(_moved(self.throwing, move), _moved(self.keep, move))

    def turned(self, turn: Turn) -> "Zones":
        """Tell where the areas are once the picture was turned clockwise.

        >>> Zones(keep=((0.0, 0.0), (0.5, 0.0), (0.5, 1.0), (0.0, 1.0))).turned(90).keep
        ((1.0, 0.0), (1.0, 0.5), (0.0, 0.5), (0.0, 0.0))
        """
        shapes = self.throwing, self.keep
        for _ in range(turn // 90):
            shapes = _quarter(shapes[0]), _quarter(shapes[1])
        return Zones(*shapes)

    def as_json(self) -> dict[str, list[Point]]:
        """The two shapes as lists of corners; those that a move took out of the picture lie at its edge."""
        shapes = {"throwing": self.throwing, "keep": self.keep}
        return {what: [(min(max(x, 0.0), 1.0), min(max(y, 0.0), 1.0)) for x, y in at] for what, at in shapes.items()}


def zones(throwing: Sequence[Sequence[float]], keep: Sequence[Sequence[float]]) -> Zones:
    """Check two shapes, each empty or with three to twelve corners in shares of the picture.

    Raises:
        ZoneError: a shape has too few or too many corners, lies outside of the picture, or encloses next to nothing.
    """
    return Zones(_shape("throwing", throwing), _shape("keep", keep))


def _moved(shape: Shape, move: Move) -> Shape:
    return tuple((float(x), float(y)) for x, y in (move[:, :2] @ np.array(corner) + move[:, 2] for corner in shape))


def _quarter(shape: Shape) -> Shape:
    return tuple((1 - y, x) for x, y in shape)


def _inside(shape: Shape, point: Point) -> bool:
    return cv2.pointPolygonTest(np.array(shape, np.float32), point, measureDist=False) >= 0


def _shape(what: str, corners: Sequence[Sequence[float]]) -> Shape:
    if not corners:
        return ()
    least, most = CORNERS
    if not least <= len(corners) <= most:
        raise ZoneError(f"The {what} area has {len(corners)} corners: draw it with {least} to {most}.")
    shape = tuple((float(x), float(y)) for x, y in corners)
    if not all(0 <= share <= 1 for corner in shape for share in corner):
        raise ZoneError(f"The {what} area reaches out of the picture: draw it inside.")
    if cv2.contourArea(np.array(shape, np.float32)) < SMALLEST:
        raise ZoneError(f"The {what} area is too small for dice: draw it larger.")
    return shape
