"""What marks 6 and 9: a set has a bar or a dot below all of them or below none, so that its dice tell of each other."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from scoring.dice import Face
from vision.presence import log_odds
from vision.reading import Numbers

MARKED = 0.6  # share of the sets with a mark, among those that the reader learned from
TOLD = 0.98  # how much is believed of who says that a set has one, or none
STEEP, SHARP = 2.5, 3.0  # how much a die tells of its set, and a set with marks of each die: likeliest by drawn throws
EITHER = 0.5  # probability from which a die that shows 6 or 9 tells of its set
A_MARK = 0.02  # least chance that there is one, as a die looks


def marked(p: npt.ArrayLike, faces: Sequence[Face], share: float) -> Numbers:
    """What each of N dice of a set shows, (N, F + 1), by whether the set has marks, which all of them tell.

    `p` (N, F + 1) are the probabilities of each of the `faces`, and last of a die that shows none of them, by how each
    looks alone; a `share` of the sets has marks, and where it is 0 nothing is told. How sure a reader is of a 6 or 9
    tells whether it sees a mark; where the other dice have one, this one does, and what seems to be a 6 is one.

    >>> shown = (Face("6", "R"), Face("9", "R"))
    >>> marked([[0.97, 0.03, 0], [0.25, 0.75, 0]], shown, MARKED).round(2).tolist()
    [[1.0, 0.0, 0.0], [0.04, 0.96, 0.0]]
    >>> marked([[0.55, 0.45, 0], [0.25, 0.75, 0]], shown, MARKED).round(2).tolist()
    [[0.55, 0.45, 0.0], [0.25, 0.75, 0.0]]
    """
    alone = np.asarray(p, np.float64).reshape(-1, len(faces) + 1)
    if not share:
        return alone
    sixes, nines = (np.array([face.symbol == symbol for face in faces] + [False]) for symbol in "69")
    six, nine = alone[:, sixes].sum(1), alone[:, nines].sum(1)
    either = six + nine
    odds = log_odds(six / np.maximum(either, 1e-9))
    sees = (2 / (1 + np.exp(-np.abs(odds))) - 1).clip(A_MARK)  # without one it would be either
    told = STEEP * (log_odds(sees) - log_odds(np.array(MARKED)))
    has = 1 / (1 + np.exp(-(log_odds(np.array(share)) + told[either > EITHER].sum())))
    now = has / (1 + np.exp(-SHARP * odds)) + (1 - has) / (1 + np.exp(-odds))
    again = alone.copy()
    for which, was, share_of in ((sixes, six, now), (nines, nine, 1 - now)):
        again[:, which] *= (either * share_of / np.maximum(was, 1e-9))[:, None]
    return again
