"""What a set of one's own compares: the print on a die's top face, straightened, by the directions of its edges.

Directions and places of edges do not change with the lamp, nor with the colours of ink and die. Each direction is blurred
before it is sampled, so that a corner found a little off does not matter.
"""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import Frame, Pixels, Quad
from vision.teach import Numbers

SIDE = 64  # pixels of the straightened picture
MARGIN = 8  # of them on each side that lie beyond the corners
TRIM = 12  # of them on each side that are not compared: the edge of the die is no print
STEP = 4  # pixels between two samples
DIRECTIONS = 8
BLUR = 2.5  # pixels
ASTRAY = 4.0  # pixels by which a corner may be found wrong
TRIES = 6  # looks at a face, with its corners elsewhere each time
FACE = np.array([[MARGIN, MARGIN], [SIDE - MARGIN, MARGIN], [SIDE - MARGIN] * 2, [MARGIN, SIDE - MARGIN]], np.float32)


def prints(frame: Frame, quads: Sequence[Quad]) -> Numbers:
    """What M dice show, whose top faces have these corners (in pixels of the frame): (M, D), each of length 1."""
    return np.array([_edges(_straight(frame, quad)) for quad in quads])


def examples(frame: Frame, quad: Quad) -> Numbers:
    """What a die may look like from every side, and where its corners are found a little off: (4 TRIES, D)."""
    return np.array([_edges(face) for tried in _tried(_straight(frame, quad)) for face in _turns(tried)])


def _straight(frame: Frame, quad: Quad) -> Pixels:
    flat = cv2.getPerspectiveTransform(np.array(quad, np.float32), FACE)
    seen = cv2.warpPerspective(frame.pixels, flat, (SIDE, SIDE), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8)


def _tried(face: Pixels) -> Iterator[Pixels]:
    """The face as it was found, and with its corners elsewhere: the same places every time."""
    yield face
    rng = np.random.default_rng(1)
    for _ in range(TRIES - 1):
        moved = FACE + rng.uniform(-ASTRAY, ASTRAY, (4, 2)) + rng.uniform(-ASTRAY, ASTRAY, (1, 2)) / 2
        warp = cv2.getPerspectiveTransform(FACE, moved.astype(np.float32))
        yield np.asarray(cv2.warpPerspective(face, warp, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _turns(face: Pixels) -> list[Pixels]:
    return [np.ascontiguousarray(np.rot90(face, quarter)) for quarter in range(4)]


def _edges(face: Pixels) -> npt.NDArray[np.float32]:
    """How much edge there is in each direction at each place."""
    grey = cv2.GaussianBlur(face.astype(np.float32).mean(2), (0, 0), 1.0)
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    strength, towards = np.hypot(across, down) + 1e-3, 2 * np.arctan2(down, across)
    planes = [strength * np.cos(towards - angle).clip(0) ** 2 for angle in np.arange(DIRECTIONS) * 2 * np.pi / DIRECTIONS]
    soft = cv2.GaussianBlur(np.dstack(planes), (0, 0), BLUR)[TRIM:-TRIM, TRIM:-TRIM]
    felt = np.sqrt(soft[STEP // 2 :: STEP, STEP // 2 :: STEP]).ravel()
    return np.asarray(felt / np.linalg.norm(felt), np.float32)
