"""What looks like dice and may be a domino: two tops that share an edge, or one that goes on beyond it."""

from collections.abc import Sequence
from itertools import product
from math import dist

import cv2
import numpy as np
import numpy.typing as npt

from vision.boxes import Framed
from vision.outline import neighbours, side
from vision.reading import Pixels, Quad

JOINED = 0.12  # of a top's side, how far apart the corners of two may lie that share an edge
AS_LARGE = 1.25  # times the side of the smaller of these
ALIKE = 13.0  # of CIELAB, how far the colour of the other half may be from that of the top
UNLIKE = 18.0  # of CIELAB, how far from it the colours to the left and right of that half are at least
SAMPLES = 16  # points of the picture, across and along, that tell a colour
TOP = (0.1, 0.9, -0.9, -0.1)  # where: by the top's first edge, in its sides, from left to right and from near to far
BEYOND = (0.15, 0.85, 0.2, 0.8)
ASIDE = ((-0.45, -0.2, 0.2, 0.8), (1.2, 1.45, 0.2, 0.8))

Place = tuple[float, float, float, float]
Numbers = npt.NDArray[np.float32]


def joined(one: Framed, other: Framed) -> bool:
    """Whether two tops are as large as one another and share an edge, as the halves of a domino do."""
    least, most = sorted(map(side, (one.quad, other.quad)))
    ends = [[dist(corner, end) for end in other.quad] for corner in one.quad]
    places = product(range(4), repeat=2)  # clockwise, what is an edge's first corner is its last to the other die
    apart = min(ends[n][m] + ends[n - 3][m - 1] for n, m in places) / 2
    return most <= AS_LARGE * least and apart <= JOINED * most


def like_a_domino(dice: Sequence[Framed]) -> bool:
    """Whether any two of these dice may be the halves of a domino."""
    return any(joined(one, other) for one, other in neighbours(dice))


def half_a_domino(top: Quad, pixels: Pixels) -> bool:
    """Whether a top goes on beyond one of its edges, as wide as it is, as half a domino does, or a die beside another.

    `top` are four corners in `pixels` (H, W, 3) uint8 BGR. On a table of its own colour no die does: there the colour
    goes on to the left and right as well.
    """
    corners = np.array(top, np.float32)
    own = _colour(pixels, _points(corners, TOP))

    def unlike(points: Numbers) -> float:
        return float(np.linalg.norm(_colour(pixels, points) - own))

    def goes_on(turned: Numbers) -> bool:
        beyond = _points(turned, BEYOND)
        aside = (_points(turned, place) for place in ASIDE)
        return _inside(pixels, beyond) and unlike(beyond) <= ALIKE and all(unlike(at) >= UNLIKE for at in aside)

    return any(goes_on(np.roll(corners, -n, 0)) for n in range(4))


def _points(corners: Numbers, place: Place) -> Numbers:
    """Points (SAMPLES, SAMPLES, 2) of the picture at a place told by the first edge of a top (4, 2)."""
    a, b, c, d = corners
    along, away = (b - a + c - d) / 2, (a - d + b - c) / 2
    left, right, near, far = place
    u, v = np.meshgrid(np.linspace(left, right, SAMPLES), np.linspace(near, far, SAMPLES))
    return np.asarray((a + b) / 2 + (u[..., None] - 0.5) * along + v[..., None] * away, np.float32)


def _inside(pixels: Pixels, points: Numbers) -> bool:
    height, width = pixels.shape[:2]
    return bool((points >= 0).all() and (points[..., 0] < width).all() and (points[..., 1] < height).all())


def _colour(pixels: Pixels, points: Numbers) -> Numbers:
    """The colour (3,) of CIELAB that lies in the middle of those at these points."""
    seen = cv2.remap(pixels, points[..., 0], points[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    middle = np.median(seen, (0, 1)).astype(np.float32).reshape(1, 1, 3) / 255
    return np.asarray(cv2.cvtColor(middle, cv2.COLOR_BGR2LAB)[0, 0], np.float32)
