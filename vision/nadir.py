"""Whether all dice are seen from one place: a side that was taken for a top betrays itself beside the other dice.

From the corners of its top to those of its bottom a die reaches down in the picture: in sides of its top by so much the
more the farther it lies from the nadir, the point of the table below the camera, and towards that. Seen aslant, the
nadir is far below the picture, and all dice reach down alike. So the way from top to bottom is nearly v = a - k m for a
die whose top has its middle at m; a, k >= 0 are those of the camera, and the other dice tell them.
"""

from collections.abc import Sequence

import numpy as np

from vision.boxes import Framed
from vision.outline import down, side
from vision.reading import Numbers

FEWEST = 4  # dice; of fewer nobody can say which of them is not like the others
ASTRAY = 0.8  # sides of a top, by which a die reaches elsewhere than the other dice say
DAMPING = 0.5  # pulls k to 0, which is in sides of a top a side


def astray(dice: Sequence[Framed]) -> bool:
    """Whether one of the dice reaches down elsewhere than it would by the other ones, each told by all others.

    >>> from types import SimpleNamespace as Die
    >>> tops = [((x, 0.0), (x + 20, 0.0), (x + 20, 20.0), (x, 20.0)) for x in (0.0, 50.0, 100.0, 150.0)]
    >>> aslant = [Die(quad=top, box=(top[0][0], 0.0, top[0][0] + 20, 36.0)) for top in tops]
    >>> side_on = ((200.0, 14.0), (220.0, 14.0), (220.0, 34.0), (200.0, 34.0))
    >>> astray(aslant), astray([*aslant, Die(quad=side_on, box=(200.0, 0.0, 220.0, 34.0))])
    (False, True)
    """
    if len(dice) < FEWEST:
        return False
    sizes = np.array([max(side(die.quad), 1.0) for die in dice])
    ways = np.array([down(die.box, die.quad) for die in dice], np.float64) / sizes[:, None]
    middles = np.array([np.mean(die.quad, 0) for die in dice])
    middles = (middles - middles.mean(0)) / np.median(sizes)
    apart = np.linalg.norm(ways - _told_by_the_others(middles, ways), axis=1)
    return bool((apart > ASTRAY).any())


def _told_by_the_others(middles: Numbers, ways: Numbers) -> Numbers:
    """The way from top to bottom (N, 2) of dice at `middles` (N, 2), each by those of all others: least squares."""
    rows = np.concatenate((np.tile(np.eye(2), (len(ways), 1, 1)), -middles[:, :, None]), 2)  # of a and k, two a die
    squares, products = np.swapaxes(rows, 1, 2) @ rows, (np.swapaxes(rows, 1, 2) @ ways[:, :, None])[..., 0]
    others = squares.sum(0) - squares + np.diag((0, 0, DAMPING**2))
    camera = np.linalg.solve(others, (products.sum(0) - products)[..., None])
    return np.asarray((rows @ camera)[..., 0], np.float64)
