"""Somebody's own dice, learned from a few looks at each face: no training, only what is alike in them.

A look is a row of features. A die is taken for the face to one of whose looks it comes nearest: a face has as many
looks as there are ways for it to lie. How far is too far, and how sure to be, comes from the looks themselves, each
judged by what the others teach: a set that would make a household's eye worse says so and stays out of the way.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from vision.cores import spread
from vision.reading import Numbers

LEAST = 2  # showings of a face, without which nobody knows how much it varies
INKS = (0.0, 8.0)  # how much a difference of ink may count, beside one of features
TINTED = 4.0  # log likelihood that inks must bring: by another lamp they are others
USUAL = 0.8  # share of the showings that are no farther from the others of their face than is usual
MARGIN, WHOLE_MARGIN = 2.0, 3.0  # how much farther than is usual a die may be; and where there are no other faces
SHARPNESS = (2.0, 3.0, 4.0, 6.0, 9.0, 13.0, 19.0, 28.0, 40.0)
USUAL_SHARPNESS, SETS_DIFFER = 9.0, 0.3  # of many sets, and how much its logarithm differs among them
WEIGHTS = (0.25, 0.5, 0.75, 1.0)  # the set's word beside the reader's
WORTH = 0.02  # gain of log likelihood a look, below which a set is not worth having
NEAREST = 1e-3  # of the reach: what is nearer is the same
CERTAIN = 1e-4  # nobody is surer than that after a few looks
BLUNDER = 0.01  # chance that a showing was seen too badly to tell anything


class TeachError(ValueError):
    """Looks that teach nothing, or a set that cannot be used; the sentence says what to do."""


@dataclass(frozen=True)
class Looks:
    """What was seen while faces were shown, N looks.

    Looks of the same showing are of one die in one place: the first is the die as it lay, the others are what it may
    look like.
    """

    faces: tuple[str, ...]  # in notation
    showing: npt.NDArray[np.int64]  # (N,)
    features: Numbers  # (N, D), what was seen
    inks: Numbers  # (N, 3) as in `vision.colour`, or NaN
    said: Numbers  # (N, L), probabilities that the reader itself gave, in the order of its labels

    def only(self, chosen: npt.NDArray[np.bool_]) -> "Looks":
        """Some of the looks."""
        faces = tuple(face for face, kept in zip(self.faces, chosen, strict=True) if kept)
        return Looks(
            faces,
            self.showing[chosen],
            self.features[chosen],
            self.inks[chosen],
            self.said[chosen].reshape(-1, self.said.shape[1]),
        )

    @cached_property
    def first(self) -> npt.NDArray[np.int64]:
        """The first look of each showing."""
        return np.sort(np.unique(self.showing, return_index=True)[1])

    @cached_property
    def shown(self) -> tuple[str, ...]:
        """Every face that was shown, in the order of its first look."""
        return tuple(dict.fromkeys(self.faces))

    def times(self, face: str) -> int:
        """How often a face was shown."""
        return len({int(s) for s, name in zip(self.showing, self.faces, strict=True) if name == face})


# How far M dice (M, R, D), each looked at R times, are from each face (M, F), without the looks that are hidden (N,).
Far = Callable[[Numbers, npt.NDArray[np.bool_] | None], Numbers]


@dataclass(frozen=True)
class Model:
    """What the looks teach of F faces."""

    faces: tuple[str, ...]
    far: Far  # how far a die is from each of them
    inks: Numbers  # (F, 3)
    tint: float  # how much a difference of ink counts: nothing where that tells no faces apart
    reach: float  # how far a die of a face may be
    sharpness: float  # the likelihood of a face falls with this power of its distance
    alone: Numbers  # (S, F), how far each showing is from each face by what the others teach

    def p(self, features: npt.ArrayLike, inks: npt.ArrayLike) -> Numbers:
        """The probability of each face, and last of none of them (M, F + 1), of M dice.

        `features` are (M, D), or (M, R, D) where each die is looked at R times.
        """
        looks = np.asarray(features, np.float64)
        looks = looks.reshape(len(looks), -1, looks.shape[-1])
        return self.p_at(self.far(looks, None) + self.tint * _tint(np.asarray(inks, np.float64), self.inks))

    def p_at(self, far: Numbers) -> Numbers:
        """The same, where it is known how far the dice are (M, F)."""
        return _likely(far, self.reach, self.sharpness)


@dataclass(frozen=True)
class Gain:
    """What a set does to the reader of its kit."""

    looks: int
    before: int  # how many of them were right without the set
    after: int  # and with it
    surprise: float  # how unlikely the truth is then
    weight: float  # how much the set's word counts; 0 where it would not help
    missed: tuple[int, ...]  # the showings that are not right then, by their places

    def __str__(self) -> str:
        shown = "One die was" if self.looks == 1 else f"{self.looks} dice were"
        before = self._told(self.before, "was", "were")
        now = self._told(self.after if self.weight else self.before, "is", "are")
        return f"{'' if self.weight else 'Nothing gained. '}{shown} shown: {before} read right before, and {now} now."

    def _told(self, right: int, one: str, several: str) -> str:
        """So many of the dice in words, with the verb for one or for several."""
        if self.looks == 1:
            return f"it {one}" if right else f"it {one} not"
        words = {0: "none", 1: "one", self.looks: "all"}
        return f"{words.get(right, right)} {one if right <= 1 else several}"


def nearest(looks: Looks) -> Far:
    """Distances to the nearest look of each face, squared, beside the variance of all looks."""
    at = _places(looks)
    unit = max(float(looks.features.var(0).sum()), 1e-9)

    def far(features: Numbers, hidden: npt.NDArray[np.bool_] | None = None) -> Numbers:
        apart = squares_apart(features.reshape(-1, features.shape[2]), looks.features).reshape(*features.shape[:2], -1)
        near = apart.min(1) / unit
        near[:, np.zeros(len(at), np.bool_) if hidden is None else hidden] = np.inf
        return np.stack([near[:, at == n].min(1) for n in range(len(looks.shown))], 1)

    return far


def learned(looks: Looks, measure: Callable[[Looks], Far] = nearest, *, whole: bool = False) -> Model:
    """Learn faces from looks at them; `measure` tells how far others are from those.

    Where they are the `whole` of what the dice can show, a die that looks a little strange is one of them all the same.

    Raises:
        TeachError: a face was shown too seldom.
    """
    for face in looks.shown:
        if (times := looks.times(face)) < LEAST:
            raise TeachError(f"Show the face {face} at least {LEAST} times, each time thrown anew, not {times}.")
    away, inked = _left_out(looks, far := measure(looks))
    at, inks = _places(looks)[looks.first], _inks(looks)
    tried = []
    for tint in INKS:
        alone = away + tint * inked
        reach = (WHOLE_MARGIN if whole else MARGIN) * max(
            float(np.quantile(alone[np.arange(len(at)), at], USUAL)), 1e-6
        )
        tried += [Model(looks.shown, far, inks, tint, reach, sharpness, alone) for sharpness in SHARPNESS]
    return max(tried, key=lambda model: _evidence(model, at))


def blended(said: npt.ArrayLike, taught: npt.ArrayLike, places: npt.ArrayLike, weight: float) -> Numbers:
    """The reader's word (M, L) and the set's (M, F + 1) as one: (M, L), rows adding up as the reader's do.

    `places` (F + 1,) are those of the set's faces, and of "other", among the reader's labels. Faces that were not
    taught, and "nothing", keep what the reader gave them.
    """
    one, other = np.array(said, np.float64), np.asarray(taught, np.float64)
    at = np.asarray(places, np.int64)
    share = one[:, at].sum(1, keepdims=True)
    mixed = np.maximum(one[:, at], CERTAIN) ** (1 - weight) * np.maximum(other, CERTAIN) ** weight
    one[:, at] = share * mixed / mixed.sum(1, keepdims=True)
    return one


def gained(looks: Looks, labels: tuple[str, ...], model: Model) -> Gain:
    """How much what was learned would help the reader with these labels, each showing judged by what the others teach.

    The weight is the one under which the truth is likeliest; it is 0 where no look is read better by it, where a look
    that was right would be wrong, or where the gain is too small to mean anything. Reach and sharpness alone are those
    of all looks.
    """
    lay = looks.only(np.isin(np.arange(len(looks.faces)), looks.first))
    at = np.array([labels.index(face) for face in lay.faces])
    rows = np.arange(len(at))
    places = np.array([*(labels.index(face) for face in looks.shown), labels.index("other")])
    right = _beyond(lay.said, at)
    before = _surprise(lay.said[rows, at])
    best = Gain(len(at), int(right.sum()), int(right.sum()), before, 0.0, _where(~right))
    heard = model.p_at(model.alone)
    for weight in WEIGHTS:
        p = blended(lay.said, heard, places, weight)
        still, surprise = _beyond(p, at), _surprise(p[rows, at])
        if not (right & ~still).any() and surprise < min(best.surprise, before - WORTH):
            best = Gain(len(at), int(right.sum()), int(still.sum()), surprise, weight, _where(~still))
    return best


def _beyond(p: Numbers, at: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Whether the truth is likelier than any other answer: of two that are alike neither is known."""
    others = p.copy()
    others[np.arange(len(at)), at] = -1
    return np.asarray(p[np.arange(len(at)), at] > others.max(1), np.bool_)


def _places(looks: Looks) -> npt.NDArray[np.int64]:
    """Where the face of each look stands among all."""
    return np.array([looks.shown.index(face) for face in looks.faces])


def _inks(looks: Looks) -> Numbers:
    at = _places(looks)
    return np.stack([_middle_ink(looks.inks[at == n]) for n in range(len(looks.shown))])


def _middle_ink(inks: Numbers) -> Numbers:
    known = inks[~np.isnan(inks).any(1)]
    return np.asarray(np.median(known, axis=0) if len(known) else np.full(3, np.nan), np.float64)


def squares_apart(some: Numbers, others: Numbers) -> Numbers:
    """Squared distances (M, N) of M rows and N others."""
    squares = (some**2).sum(1)[:, None] + (others**2).sum(1) - 2 * some @ others.T
    return np.asarray(squares.clip(0), np.float64)


def _tint(inks: Numbers, known: Numbers) -> Numbers:
    """How different inks are, squared (M, F); where one has no colour, as much as the others are on the mean."""
    apart = ((inks[:, None] - known) ** 2).sum(2)
    told = ~np.isnan(apart)
    usual = np.nan_to_num(apart).sum(1, keepdims=True) / np.maximum(told.sum(1, keepdims=True), 1)
    return np.asarray(np.where(told, apart, usual), np.float64)


def _left_out(looks: Looks, far: Far) -> tuple[Numbers, Numbers]:
    """How far each die as it lay is from every face, and its ink from theirs (S, F), by what the others teach."""

    def apart(row: int) -> tuple[Numbers, Numbers]:
        hidden = looks.showing == looks.showing[row]
        rest = looks.only(~hidden)
        inks = _inks(rest)[[rest.shown.index(face) for face in looks.shown]]
        return far(looks.features[row][None, None], hidden)[0], _tint(looks.inks[row][None], inks)[0]

    away, inked = zip(*spread(apart, looks.first), strict=True)
    return np.array(away), np.array(inked)


def _likely(far: Numbers, reach: float, sharpness: float) -> Numbers:
    """Probabilities (M, F + 1) from distances (M, F): a die that is none of the faces is just out of reach."""
    apart = np.append(far / reach, np.ones((len(far), 1)), 1)
    scores = -sharpness * np.log(np.maximum(apart, NEAREST))
    grown = np.exp(scores - scores.max(1, keepdims=True))
    return np.asarray(grown / grown.sum(1, keepdims=True), np.float64)


def _evidence(model: Model, at: npt.NDArray[np.int64]) -> float:
    """How likely the truth is in all showings, and a set to be such a one."""
    p = model.p_at(model.alone)[np.arange(len(at)), at]
    usual = (math.log(model.sharpness / USUAL_SHARPNESS) / SETS_DIFFER) ** 2 / 2
    return -_surprise(p) * len(at) - usual - TINTED * (model.tint > 0)


def _where(chosen: npt.NDArray[np.bool_]) -> tuple[int, ...]:
    return tuple(map(int, np.flatnonzero(chosen)))


def _surprise(p: Numbers) -> float:
    return float(-np.log(BLUNDER + (1 - BLUNDER) * p).mean())
