"""Dice of a set are read together: their inks beside one another, and their faces on dice of their own."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from scoring.dice import Die, Face
from vision.colour import COLOURS, likely
from vision.inventory import settled
from vision.reading import Numbers

EYE, INK = 1.0, 0.22  # how much the reader's word on a colour counts, and the ink's: both look at the same pixels
ROUNDS = 2  # faces tell colours which inks to compare, and colours tell faces


def together(
    p: npt.ArrayLike,
    inks: npt.ArrayLike,
    faces: Sequence[Face],
    dice: Sequence[Die],
    fitting: npt.ArrayLike | None = None,
) -> Numbers:
    """What each of N dice shows, (N, F + 1), rows adding up to 1, from what each looks like alone.

    `p` (N, F + 1) are the probabilities of each of the `faces`, and last of a die that shows none of them; `inks`
    (N, 3) are those of `vision.colour`, NaN where a die has none; `dice` is the inventory of the set, and `fitting`
    (N, dice) what the sides of each say about which of these it is.
    """
    alone = np.asarray(p, np.float64).reshape(-1, len(faces) + 1)
    table = np.array([[face.colour == colour for face in faces] for colour in COLOURS], np.float64)
    found = alone
    for _ in range(ROUNDS):
        found = settled(_weighed(alone, inks, found[:, :-1] @ table.T, faces), faces, dice, fitting)
    return found


def _weighed(alone: Numbers, inks: npt.ArrayLike, said: Numbers, faces: Sequence[Face]) -> Numbers:
    """The same probabilities with the inks' word on colours; symbols keep theirs, and so do dice without an ink."""
    told = likely(inks, said)
    told /= told.max(1, keepdims=True)
    at = [COLOURS.index(face.colour) for face in faces]
    symbols = np.array([[face.symbol == other.symbol for other in faces] for face in faces], np.float64)
    colours = np.maximum(alone[:, :-1], 1e-12) ** EYE * np.maximum(told[:, at], 1e-6) ** INK
    named = alone[:, :-1] @ symbols  # the probability of each face's symbol
    weighed = np.concatenate((named * colours / (colours @ symbols), alone[:, -1:]), 1)
    known = ~np.isnan(np.asarray(inks, np.float64).reshape(-1, 3)).any(1, keepdims=True)
    return np.asarray(np.where(known, weighed, alone), np.float64)
