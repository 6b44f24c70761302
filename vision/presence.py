"""Whether there is a die at all: what finder and reader say of each candidate, beside the other dice of the picture.

A back-lit key may look as much like a die as a die does in poor light, but seldom as much as the dice beside it.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

CERTAIN, HOT = 0.95, 0.4  # the reader's best answer and the finder's, from which others are compared with a candidate
ORDINARY, ORDINARY_WARMTH = 0.8, 0.92  # heat and warmth of an ordinary die, where none is certain
CLIPPED = 0.9999  # no net is surer
READER_ALONE = (0.0, 1.0, 0.0, 0.0, 0.0)  # weights of the clues where nobody has fitted any

Numbers = npt.NDArray[np.float64]


def clues(heat: Numbers, warmth: Numbers, best: Numbers, size: Numbers) -> Numbers:
    """What speaks for and against each of the N candidates of a picture: (N, 5).

    `heat` is the finder's answer, `warmth` that of all its looks together, and `best` the reader's likeliest one but
    "nothing", all 0..1; `size` is in pixels. The clues: 1; the log odds of `best`; how far those of `warmth` lie below
    the usual ones of the dice that are certain, or of an ordinary die where none is; how far the size is from theirs,
    as a logarithm; and the log odds of their usual `heat`: where it is low the finder knows such dice little, and what
    it sees but faintly may well be one.

    >>> of = np.array
    >>> clues(of([0.5, 0.5]), of([0.5, 0.5]), of([0.96, 0.5]), of([20.0, 10.0]))[:, 2:].round(2).tolist()
    [[0.0, 0.0, 0.0], [0.0, 0.69, 0.0]]
    """
    by_reader, by_finder, by_looks = log_odds(best), log_odds(heat), log_odds(warmth)
    certain = (best >= CERTAIN) & (heat >= HOT)
    alone = not certain.any()
    usual = log_odds(np.array(ORDINARY)) if alone else np.median(by_finder[certain])
    warm = log_odds(np.array(ORDINARY_WARMTH)) if alone else np.median(by_looks[certain])
    odd = np.zeros(len(size)) if alone else np.abs(np.log(size / np.median(size[certain])))
    one = np.ones(len(heat))
    return np.stack((one, by_reader, np.minimum(by_looks - warm, 0), odd, usual * one), 1)


def presence(heat: Numbers, warmth: Numbers, best: Numbers, size: Numbers, weights: Sequence[float]) -> Numbers:
    """Probability (N,) of each candidate that it is a die, by logistic regression on its `clues`.

    Without weights the reader is believed.

    >>> of = np.array
    >>> presence(of([0.5]), of([0.5]), of([0.9]), of([20.0]), ()).round(2).tolist()
    [0.9]
    """
    return np.asarray(1 / (1 + np.exp(-clues(heat, warmth, best, size) @ np.asarray(weights or READER_ALONE))))


def log_odds(p: Numbers) -> Numbers:
    """The logarithm of p : (1 - p), kept within what a net can mean.

    >>> log_odds(np.array([0.5, 1.0])).round(1).tolist()
    [0.0, 9.2]
    """
    within = np.asarray(p, np.float64).clip(1 - CLIPPED, CLIPPED)
    return np.asarray(np.log(within / (1 - within)))
