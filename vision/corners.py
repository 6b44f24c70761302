"""How a net tells the corners of a top: the finder does, and finer what looks at one die alone.

A square looks alike after a quarter turn, so that nobody can say which of four corners is the first; a net that must
answers with the mean of two, a quarter turn apart, where it cannot decide. So it tells what no quarter turn changes. Of
four corners z0 to z3, as complex numbers, the discrete Fourier transform is their middle m and

    a = (z0 - i z1 - z2 + i z3) / 4    the square that fits best: half its diagonal, turned
    b = (z0 + i z1 - z2 - i z3) / 4    how far it is drawn out one way
    c = (z0 - z1 + z2 - z3) / 4        how much narrower one end is, by perspective

and a^4, ab and a^2 c stay what they are if each corner becomes the next. Clockwise as seen, |a| > |b|.
"""

import numpy as np
import numpy.typing as npt

from vision.reading import Numbers

QUARTERS = 1j ** np.arange(4)  # (4,)
WIDE = 1.6  # times the longer side of the die's box, the square that is looked at
LEAST = 1e-6  # half a diagonal that is less is none


def invariants(corners: npt.ArrayLike) -> Numbers:
    """What no quarter turn changes (N, 8) of four corners each (N, 4, 2): m, a^4 / |a|^3, ab / |a| and a^2 c / |a|^2.

    >>> square = np.array([[[1.0, 1.0], [3.0, 1.0], [3.0, 2.0], [1.0, 2.0]]])
    >>> np.allclose(invariants(square), invariants(np.roll(square, 1, 1)))
    True
    """
    z = np.asarray(corners, np.float64) @ (1, 1j)
    a, b, c = (z @ QUARTERS**-turn / 4 for turn in (1, 3, 2))
    size = np.abs(a).clip(LEAST)
    parts = np.stack((z.mean(1), a**4 / size**3, a * b / size, a**2 * c / size**2), 1)
    return np.stack((parts.real, parts.imag), 2).reshape(-1, 8)


def corners(code: npt.ArrayLike) -> Numbers:
    """The corners (N, 4, 2) of which these are the `invariants`, clockwise; which of them comes first says nothing.

    >>> square = np.array([[[1.0, 1.0], [3.0, 1.0], [3.0, 2.0], [1.0, 2.0]]])
    >>> np.round(corners(invariants(square)), 6).tolist()
    [[[3.0, 2.0], [1.0, 2.0], [1.0, 1.0], [3.0, 1.0]]]
    """
    middle, square, drawn, narrow = (np.asarray(code, np.float64).reshape(-1, 4, 2) @ (1, 1j)).T
    size = np.abs(square).clip(LEAST)
    turn = np.exp(1j * np.angle(square) / 4)
    a, b, c = size * turn, drawn / turn, narrow / turn**2
    z = middle[:, None] + sum(part[:, None] * QUARTERS**by for part, by in ((a, 1), (b, 3), (c, 2)))
    return np.stack((z.real, z.imag), 2)


def clockwise(quads: Numbers) -> Numbers:
    """Each four corners (N, 4, 2) clockwise as seen, the one nearest to the picture's upper left first."""
    out = quads - quads.mean(1, keepdims=True)
    turned = np.take_along_axis(quads, np.argsort(np.arctan2(out[..., 1], out[..., 0]), 1)[..., None], 1)
    order = (turned.sum(2).argmin(1)[:, None] + np.arange(4)) % 4
    return np.take_along_axis(turned, order[..., None], 1)
