"""Whether there is a die at all: what finder and reader say of each candidate, beside the other dice of the picture.

A back-lit key may look as much like a die as a die does in poor light, but seldom as much as the dice beside it.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

CERTAIN, HOT = 0.95, 0.4  # the reader's best answer and the finder's, from which others are compared with a candidate
ORDINARY = 0.8  # heat of an ordinary die, where none is certain
CLIPPED = 0.9999  # no net is surer
READER_ALONE = (0.0, 1.0, 0.0, 0.0)  # weights of the clues where nobody has fitted any

Numbers = npt.NDArray[np.float64]


def clues(heat: Numbers, best: Numbers, size: Numbers) -> Numbers:
    """What speaks for and against each of the N candidates of a picture: (N, 4).

    `heat` is the finder's answer and `best` the reader's likeliest one but "nothing", both 0..1; `size` is in pixels.
    The clues: 1; the log odds of `best`; how far those of `heat` lie below the usual ones of the dice that are certain,
    or of an ordinary die where none is; and how far the size is from theirs, as a logarithm.

    >>> clues(np.array([0.5, 0.5]), np.array([0.96, 0.5]), np.array([20.0, 10.0]))[:, 2:].round(2).tolist()
    [[0.0, 0.0], [0.0, 0.69]]
    """
    by_reader, by_finder = log_odds(best), log_odds(heat)
    certain = (best >= CERTAIN) & (heat >= HOT)
    usual = np.median(by_finder[certain]) if certain.any() else log_odds(np.array(ORDINARY))
    odd = np.abs(np.log(size / np.median(size[certain]))) if certain.any() else np.zeros(len(size))
    return np.stack((np.ones(len(heat)), by_reader, np.minimum(by_finder - usual, 0), odd), 1)


def presence(heat: Numbers, best: Numbers, size: Numbers, weights: Sequence[float]) -> Numbers:
    """Probability (N,) of each candidate that it is a die, by logistic regression on its `clues`.

    Without weights the reader is believed.

    >>> presence(np.array([0.5]), np.array([0.9]), np.array([20.0]), ()).round(2).tolist()
    [0.9]
    """
    return np.asarray(1 / (1 + np.exp(-clues(heat, best, size) @ np.asarray(weights or READER_ALONE))))


def log_odds(p: Numbers) -> Numbers:
    """The logarithm of p : (1 - p), kept within what a net can mean.

    >>> log_odds(np.array([0.5, 1.0])).round(1).tolist()
    [0.0, 9.2]
    """
    within = np.asarray(p, np.float64).clip(1 - CLIPPED, CLIPPED)
    return np.asarray(np.log(within / (1 - within)))
