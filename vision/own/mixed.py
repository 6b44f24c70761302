"""Whether what was shown under one name are two faces or more: looks far from each other, in groups or alone."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from vision.own.likeness import likeness
from vision.own.teach import LEAST, Looks
from vision.reading import Numbers

FAR = 0.5  # from which two groups are two faces: one face in two lights was 0.41 apart at most, two were 0.64 at least
UNLIKE = 0.6  # from which two dice of one picture are: 99 % of pairs of two faces were so far, 4 % of pairs of one
APART = 1.5  # times as far as the looks of a group from each other


def parted(looks: Looks) -> frozenset[int]:
    """Of looks at one face the showings that are far from the others, by their numbers: smaller groups, or one alone.

    There must be LEAST showings beside them. Nearer than UNLIKE one alone is no stranger yet; where several are as far
    as that from all others, it is all that were shown: a throw of many signs may be among them.
    """
    lay = looks.only(np.isin(np.arange(len(looks.faces)), looks.first))
    if len(lay.faces) <= LEAST:
        return frozenset()
    *_, (nearer, _), (far, fewer) = _joined(_apart(lay))
    if nearer >= UNLIKE:
        return frozenset(lay.showing.tolist())
    enough = FAR if len(fewer) >= LEAST else UNLIKE
    return frozenset(lay.showing[fewer].tolist()) if far >= max(enough, APART * nearer) else frozenset()


def unlike(looks: Looks) -> bool:
    """Whether the dice of one picture, a look each, do not all look alike."""
    return len(looks.faces) > 1 and _joined(_apart(looks))[-1][0] >= UNLIKE


def _apart(looks: Looks) -> Numbers:
    """How far N looks are from each other (N, N)."""
    number = len(looks.faces)
    each = replace(looks, faces=tuple(map(str, range(number))), showing=np.arange(number))
    far = likeness(each)(looks.features[:, None])
    return np.asarray(np.minimum(far, far.T), np.float64)


def _joined(apart: Numbers) -> list[tuple[float, npt.NDArray[np.int64]]]:
    """How groups become one, the nearest first: how far they are apart, and which are in the smaller."""
    group, joined = np.arange(len(apart)), []
    for one, other in zip(*np.unravel_index(np.argsort(apart, axis=None), apart.shape), strict=True):
        if group[one] != group[other]:
            ours, theirs = group == group[one], group == group[other]
            fewer = min(ours, theirs, key=np.count_nonzero)
            joined.append((float(apart[one, other]), np.flatnonzero(fewer)))
            group[theirs] = group[one]
    return joined
