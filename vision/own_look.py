"""What a set of one's own compares: the print on a die's top face, straightened, by the directions of its edges.

Directions and places of edges do not change with the lamp, nor with the colours of ink and die. Each direction is
blurred before it is sampled, so that a corner found a little off does not matter.
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
FEATURES = DIRECTIONS * ((SIDE - 2 * TRIM) // STEP) ** 2  # numbers in a row of what is compared
BLUR = 2.5  # pixels
ASTRAY = 4.0  # pixels by which a corner may be found wrong
TRIES = 4  # looks at a face, with its corners elsewhere each time
GUESSES = 3  # of where the corners are, that count
ANGLES = np.array([[np.cos(a), np.sin(a)] for a in np.arange(DIRECTIONS) * 2 * np.pi / DIRECTIONS], np.float32).T
FACE = np.array([[MARGIN, MARGIN], [SIDE - MARGIN, MARGIN], [SIDE - MARGIN] * 2, [MARGIN, SIDE - MARGIN]], np.float32)


def prints(frame: Frame, quads: Sequence[Quad]) -> Numbers:
    """What a die shows whose top face may have any of these corners (in pixels of the frame): (GUESSES TRIES, D).

    Each row has the length 1; guesses beyond the first GUESSES are left out, and missing ones repeat the first.
    """
    guessed = [*quads, *[quads[0]] * GUESSES][:GUESSES]
    return np.array([_edges(tried) for quad in guessed for tried in _tried(_straight(frame, quad))])


def examples(frame: Frame, quads: Sequence[Quad]) -> Numbers:
    """What a die may look like from every side, wherever its corners are: as it lies first, then (.., D) others."""
    faces = (tried for quad in quads[:GUESSES] for tried in _tried(_straight(frame, quad)))
    return np.array([_edges(turned) for face in faces for turned in _turns(face)])


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
    strength = np.hypot(across, down) + np.float32(1e-3)
    twice = (
        (across**2 - down**2) / strength,
        2 * across * down / strength,
    )  # an edge has no sense: its angle counts twice
    along = np.maximum(np.stack([twice[0], twice[1]], -1) @ ANGLES, 0) ** 2 / strength[..., None]
    soft = cv2.GaussianBlur(along, (0, 0), BLUR)[TRIM:-TRIM, TRIM:-TRIM]
    felt = np.sqrt(soft[STEP // 2 :: STEP, STEP // 2 :: STEP]).ravel()
    return np.asarray(felt / np.linalg.norm(felt), np.float32)
