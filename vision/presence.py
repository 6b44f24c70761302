"""Whether there is a die at all: what finder and reader say of each candidate, beside the other dice of the picture.

A back-lit key may look as much like a die as a die does in poor light, but seldom as much as the dice beside it, and
seldom is it of their colour; and what seems to be a die of an unknown face is oftener none than what shows a known one.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vision.reading import Numbers

CERTAIN, HOT = 0.95, 0.4  # the reader's best answer and the finder's, from which others are compared with a candidate
ORDINARY, ORDINARY_WARMTH = 0.8, 0.92  # heat and warmth of an ordinary die, where none is certain
FARTHEST, USUAL_DISTANCE = 1.0, 0.3  # between colours, as logarithms: no farther counts; and where no die is certain
DARK = 8.0  # levels added to each colour, so that black ones do not differ without end
CLIPPED = 0.9999  # no net is surer
READER_ALONE = (0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0)  # weights of the clues where nobody has fitted any


def clues(told: Numbers) -> Numbers:
    """What speaks for and against each of the N candidates of a picture: (N, 7).

    `told` (N, 8) is what was seen of each: the finder's answer, that of all its looks together (heat and warmth), the
    reader's likeliest answer but "nothing", and how likely its face is unknown if it is a die, all 0..1; the size in
    pixels; and the colour in its middle, 0..255. The clues: 1; the log odds of the reader's answer; how far those of
    the warmth lie below the usual ones of the dice that are certain, or of an ordinary die where none is; how far the
    size is from theirs, as a logarithm; the log odds of their usual heat: where it is low the finder knows such dice
    little, and what it sees but faintly may well be one; how far the colour is from that of the certain die most like
    it; and how strange its face is.

    >>> white, blue = [200.0, 200.0, 200.0], [200.0, 68.5, 200.0]
    >>> clues(np.array([[0.5, 0.5, 0.96, 0, 20, *white], [0.5, 0.5, 0.5, 1, 10, *blue]]))[:, 2:].round(2).tolist()
    [[0.0, 0.0, 0.0, 0.3, 0.0], [0.0, 0.69, 0.0, 0.33, 1.0]]
    """
    heat, warmth, best, strange, size, *tint = told.reshape(-1, 8).T
    by_reader, by_finder, by_looks = log_odds(best), log_odds(heat), log_odds(warmth)
    certain = (best >= CERTAIN) & (heat >= HOT)
    alone = not certain.any()
    usual = log_odds(np.array(ORDINARY)) if alone else np.median(by_finder[certain])
    warm = log_odds(np.array(ORDINARY_WARMTH)) if alone else np.median(by_looks[certain])
    odd = np.zeros(len(size)) if alone else np.abs(np.log(size / np.median(size[certain])))
    one = np.ones(len(heat))
    colder, far = np.minimum(by_looks - warm, 0), _distance(np.stack(tint, 1), certain)
    return np.stack((one, by_reader, colder, odd, usual * one, far, strange), 1)


def _distance(tint: Numbers, certain: npt.NDArray[np.bool_]) -> Numbers:
    """How far each tint (N, 3) is from the nearest one of another that is `certain`: the mean over the channels."""
    levels = np.log(tint + DARK)
    apart = np.abs(levels[:, None] - levels[None, certain]).mean(2)
    apart[np.flatnonzero(certain), np.arange(certain.sum())] = np.inf  # not from itself
    nearest = apart.min(1, initial=np.inf)
    return np.where(np.isfinite(nearest), nearest.clip(max=FARTHEST), USUAL_DISTANCE)


def presence(told: Numbers, weights: Sequence[float]) -> Numbers:
    """Probability (N,) of each candidate that it is a die, by logistic regression on its `clues`.

    Without weights the reader is believed.

    >>> presence(np.array([[0.5, 0.5, 0.9, 0, 20, 99, 99, 99]]), ()).round(2).tolist()
    [0.9]
    """
    return np.asarray(1 / (1 + np.exp(-clues(told) @ np.asarray(weights or READER_ALONE))))


def log_odds(p: Numbers) -> Numbers:
    """The logarithm of p : (1 - p), kept within what a net can mean.

    >>> log_odds(np.array([0.5, 1.0])).round(1).tolist()
    [0.0, 9.2]
    """
    within = np.asarray(p, np.float64).clip(1 - CLIPPED, CLIPPED)
    return np.asarray(np.log(within / (1 - within)))
