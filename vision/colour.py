"""The inks of coloured numbers, told apart by what they swallow of their own die's white.

A warm lamp turns every white yellow and every orange red. But on each die there is white beside the ink, in the same
light: what the ink takes from it, channel by channel, is the ink's own, whatever the lamp and however blurred the
number. And the dice of a set share their four inks: where all reds of a throw look a little orange, so does its red.
"""

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import Numbers, Pixels, Quad

SIDE = 40  # pixels, a top face straightened
MARGIN = 5  # of them on each side that may show the edge of the die
WIDE_MARGIN = 8  # where corners are told roughly, and more of a side or of the table may show
GAMMA = 2.2  # of screen bytes
CLIPPED = 250  # byte from which a pixel is too bright to have a colour
DARKEST = 0.01  # light in which a white has no colour left
FAINTEST = 0.12  # share of the white that an ink must swallow to have a colour
COLOURS = "ROBG"
# What each ink swallows of red, green and blue light, the most swallowed being 1 (medians of 381 drawn dice, in every
# light and through every camera), and how much sets differ in it and dice of one throw (where these were likeliest).
USUAL = np.array([[0.47, 1.0, 1.0], [0.16, 0.76, 1.0], [1.0, 0.94, 0.67], [1.0, 0.73, 1.0]])
BETWEEN_SETS, WITHIN_A_SET = 0.15, 0.10
ROUNDS = 6


def ink(pixels: Pixels, quad: Quad, *, roughly: bool = False) -> Numbers:
    """What the print on a die's top face swallows of red, green and blue light (3,), the most swallowed being 1.

    `quad` are the corners of the face in the picture. NaN where there is no print that has a colour, or where its white
    is too bright for orange to be told from red; `roughly` is enough for inks that differ more, and for corners that
    are not exact.
    """
    light = _light(pixels, quad, WIDE_MARGIN if roughly else MARGIN)
    white = _white(light)
    if (white < DARKEST).any() or (not roughly and _burnt(white) > 1):
        return np.full(3, np.nan)
    swallowed = 1 - light / white
    most = swallowed.max(1)
    printed = most >= 0.7 * np.quantile(most, 0.97)
    taken = np.median(swallowed[printed], axis=0)
    if taken.max() < FAINTEST:
        return np.full(3, np.nan)
    return np.asarray(np.clip(taken / taken.max(), -0.3, 1), np.float64)


def glaring(pixels: Pixels, quad: Quad) -> bool:
    """Whether the white of a die's top face is too bright in any colour to swear to that of its print."""
    return _burnt(_white(_light(pixels, quad, WIDE_MARGIN))) > 0


def _light(pixels: Pixels, quad: Quad, margin: int) -> Numbers:
    """The light of a top face without so much on each side of it: (N, 3), red, green and blue, 0..1."""
    corners = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32)
    flat = cv2.getPerspectiveTransform(np.array(quad, np.float32), corners)
    face = cv2.warpPerspective(pixels, flat, (SIDE, SIDE), flags=cv2.INTER_AREA)[margin:-margin, margin:-margin]
    return np.asarray((face[..., ::-1].reshape(-1, 3).astype(np.float64) / 255) ** GAMMA, np.float64)


def _white(light: Numbers) -> Numbers:
    bright = light.sum(1)
    return np.asarray(np.median(light[bright >= np.quantile(bright, 0.6)], axis=0), np.float64)


def _burnt(white: Numbers) -> int:
    """How many of its three colours are too bright to be told."""
    return int((white >= (CLIPPED / 255) ** GAMMA).sum())


def likely(inks: npt.ArrayLike, said: npt.ArrayLike) -> Numbers:
    """How likely each of N dice is to have each colour of COLOURS (N, 4), rows adding up to 1, from the inks alone.

    `inks` (N, 3) are as `ink` gives them, NaN for no colour: that row is even. `said` (N, 4) is what is otherwise known
    of each die's colour; it only tells which dice to compare with which, in finding what the four inks of this throw
    look like (expectation and maximisation, from what inks usually look like).
    """
    seen, share = np.asarray(inks, np.float64).reshape(-1, 3), np.asarray(said, np.float64).reshape(-1, 4)
    known = ~np.isnan(seen).any(1)
    found = np.full((len(seen), 4), 0.25)
    if not known.any():
        return found
    held, weight = seen[known], share[known] / np.maximum(share[known].sum(1, keepdims=True), 1e-12)
    for _ in range(ROUNDS):
        middle, spread = _inks(held, weight)
        told = _likelihoods(held, middle, spread)
        weight = told * (share[known] + 1e-6)
        weight /= weight.sum(1, keepdims=True)
    found[known] = told / told.sum(1, keepdims=True)
    return found


def _inks(seen: Numbers, weight: Numbers) -> tuple[Numbers, Numbers]:
    """What the four inks of a throw look like (4, 3), and how unsure that is, as a variance (4,)."""
    trust = 1 / BETWEEN_SETS**2 + weight.sum(0) / WITHIN_A_SET**2
    middle = (USUAL / BETWEEN_SETS**2 + weight.T @ seen / WITHIN_A_SET**2) / trust[:, None]
    return middle, 1 / trust


def _likelihoods(seen: Numbers, middle: Numbers, spread: Numbers) -> Numbers:
    """The density of each ink seen under each of the four, up to a factor: (N, 4)."""
    variance = spread + WITHIN_A_SET**2
    far = ((seen[:, None] - middle) ** 2).sum(2) / (2 * variance)
    logs = -far - 1.5 * np.log(variance)
    return np.asarray(np.exp(logs - logs.max(1, keepdims=True)), np.float64)
