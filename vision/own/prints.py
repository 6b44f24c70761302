"""What a set of one's own compares: the print on a die's top face, straightened, by its edges and by what a net sees.

Directions and places of edges do not change with the lamp, nor with the colours of ink and die. The corners of a face
are found but loosely, so each guess of them is kept with what lies round the face: `vision.own.likeness` moves them.
The net learned from thousands of other sets which prints are the same, whichever way up they lie.
"""

import hashlib
from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from models import session
from models.card import Card, card
from vision.own.teach import squares_apart
from vision.reading import Frame, Numbers, Pixels, Quad
from vision.sides import straightened

NET = "prints"  # the weights' name

CELL = 2  # pixels of the straightened picture, of which the mean is kept
FACE, ROUND = 24, 8  # cells across the face, and on each side beyond it
CELLS = FACE + 2 * ROUND
DIRECTIONS = 4
GUESSES = 3  # of where the corners are, that count
EDGES = GUESSES * CELLS * CELLS * DIRECTIONS  # numbers that tell the edges of a print
SEEN = GUESSES * 64  # numbers that tell what the net sees in it
FEATURES = EDGES + SEEN
NOISE, BLUR = 1.0, 1.3  # pixels
FAINT = 1e-3  # grey levels a pixel, that every edge has beside its own
SAME = 0.08  # squared distance: a picture saved again stays below, a die without a print that is thrown anew above
LOW, HIGH = ROUND * CELL, (ROUND + FACE) * CELL
CORNERS = np.array([[LOW, LOW], [HIGH, LOW], [HIGH, HIGH], [LOW, HIGH]], np.float32)
ANGLES = np.array([[np.cos(a), np.sin(a)] for a in np.arange(DIRECTIONS) * 2 * np.pi / DIRECTIONS], np.float32).T


def weights(reader: Card) -> str:
    """The digest of all weights through which a set is seen: those of a kit's reader and of the net.

    Raises:
        CardError: those of the net are missing or broken.
    """
    return hashlib.sha256(f"{reader.sha256} {card(NET).sha256}".encode()).hexdigest()


def prints(frame: Frame, dice: Sequence[Sequence[Quad]]) -> Numbers:
    """What each of N dice shows whose top face may have any of these corners (in pixels of the frame): (N, FEATURES).

    Guesses beyond the first GUESSES are left out, and missing ones repeat the first.

    Raises:
        CardError: the net's weights are missing or broken.
    """
    sizes = frame.halves
    rows = [_printed(frame, sizes, [*quads, *[quads[0]] * GUESSES][:GUESSES]) for quads in dice]
    return np.array(rows, np.float64).reshape(-1, FEATURES)


def _printed(frame: Frame, sizes: tuple[Pixels, ...], quads: Sequence[Quad]) -> Numbers:
    edges = np.array([_edges(_straight(frame, quad)) for quad in quads], np.float64)
    (seen,) = session.run(NET, np.array([straightened(sizes, np.array(quad, np.float32)) for quad in quads]))
    return np.concatenate((edges.ravel(), seen.ravel()), dtype=np.float64)


def same(some: Numbers, others: Numbers) -> npt.NDArray[np.bool_]:
    """Which of M rows show a die just as it lay in which of N others (M, N), by a guess of its corners that they share.

    Of one picture that is saved again not every guess is the same.
    """
    guesses = [rows[:, :EDGES].reshape(len(rows) * GUESSES, -1) for rows in (some, others)]
    apart = squares_apart(*guesses).reshape(len(some), GUESSES, len(others), GUESSES)
    return np.asarray(apart.min((1, 3)) < SAME, np.bool_)


def _straight(frame: Frame, quad: Quad) -> Pixels:
    flat = cv2.getPerspectiveTransform(np.array(quad, np.float32), CORNERS)
    size = (CELLS * CELL, CELLS * CELL)
    seen = cv2.warpPerspective(frame.pixels, flat, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8)


def _edges(face: Pixels) -> npt.NDArray[np.float32]:
    """How much edge there is in each direction at each place: (CELLS, CELLS, DIRECTIONS), of the length 1."""
    grey = cv2.GaussianBlur(face.astype(np.float32).mean(2), (0, 0), NOISE)
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    strength = np.hypot(across, down) + np.float32(FAINT)
    twice = np.stack((across**2 - down**2, 2 * across * down), -1)  # an edge has no sense: its angle counts twice
    along = np.maximum(twice @ ANGLES, 0) ** 2 / strength[..., None] ** 3
    soft = cv2.resize(cv2.GaussianBlur(along, (0, 0), BLUR), (CELLS, CELLS), interpolation=cv2.INTER_AREA)
    felt = np.sqrt(soft)
    return np.asarray(felt / max(float(np.linalg.norm(felt)), FAINT), np.float32)
