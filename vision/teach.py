"""Somebody's own dice, learned from a few looks at each face: no training, only what is alike in them.

A look is a row of features. A die is taken for the face to one of whose looks it comes nearest: a face has as many
looks as there are ways for it to lie. How far is too far, and how sure to be, comes from the looks themselves, each
judged by what the others teach: a set that would make a household's eye worse says so and stays out of the way.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]

LEAST = 2  # showings of a face, without which nobody knows how much it varies
INK = 8.0  # how much a difference of ink counts, beside one of features
USUAL = 0.8  # share of the showings that are no farther from the others of their face than is usual
MARGIN = 1.5  # how much farther than is usual a die may be
SHARPEST = 40.0
SHARPNESS = (2.0, 4.0, 6.0, 9.0, 13.0, 19.0, 28.0, SHARPEST)
WEIGHTS = (0.25, 0.5, 0.75, 1.0)  # the set's word beside the reader's
WORTH = 0.02  # gain of log likelihood a look, below which a set is not worth having
CERTAIN = 1e-4  # nobody is surer than that after a few looks


class TeachError(ValueError):
    """Looks that teach nothing, or a set that cannot be used; the sentence says what to do."""


@dataclass(frozen=True)
class Looks:
    """What was seen while faces were shown, N looks.

    `faces` name them in notation; looks of the same `showing` (N,) are of one die in one place:
    the first of a showing is the die as it lay, the others are what it may look like. `features` (N, D) say what was
    seen, `inks` (N, 3) as in `vision.colour` or NaN; `said` (N, L) are the probabilities
    that the reader itself gave, in the order of its labels.
    """

    faces: tuple[str, ...]
    showing: npt.NDArray[np.int64]
    features: Numbers
    inks: Numbers
    said: Numbers

    def without(self, showing: int) -> "Looks":
        """All looks but those of one showing."""
        return self.only(self.showing != showing)

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


@dataclass(frozen=True)
class Model:
    """What the looks teach: N of them (N, D), the place of each one's face (N,), its inks (F, 3), and doubt.

    Distances are in units of `unit`; `reach` is how far a die of a face may be; `sharpness` turns distances, in
    reaches, into log probabilities.
    """

    faces: tuple[str, ...]
    looks: Numbers
    at: npt.NDArray[np.int64]
    unit: float
    inks: Numbers
    reach: float
    sharpness: float

    def p(self, features: npt.ArrayLike, inks: npt.ArrayLike) -> Numbers:
        """The probability of each face, and last of none of them (M, F + 1), of M dice.

        `features` are (M, D), or (M, R, D) where each die is looked at R times: then each face takes the nearest look.
        """
        looks = np.asarray(features, np.float64)
        looks = looks.reshape(len(looks), -1, self.looks.shape[1])
        each = looks.shape[1]
        far = _far(self, looks.reshape(-1, looks.shape[2]), np.repeat(np.asarray(inks, np.float64), each, 0))
        far = far.reshape(len(looks), each, -1).min(1)
        return _softmax(-self.sharpness * _beside_other(far / self.reach))


@dataclass(frozen=True)
class Gain:
    """What a set does to the reader of its kit: how many looks were right before and after, and how likely the truth.

    `weight` is how much the set's word counts; 0 where it would not help.
    """

    looks: int
    before: int
    after: int
    surprise_before: float
    surprise_after: float
    weight: float

    def __str__(self) -> str:
        if not self.weight:
            return (
                f"Nothing gained: of {self.looks} looks {self.before} were right already, and no more are with the set."
            )
        return f"Of {self.looks} looks {self.before} were right before, and {self.after} are with the set."


def learned(looks: Looks) -> Model:
    """Learn faces from looks at them.

    Raises:
        TeachError: a face was shown too seldom.
    """
    for face in looks.shown:
        times = len({int(s) for s, name in zip(looks.showing, looks.faces, strict=True) if name == face})
        if times < LEAST:
            raise TeachError(f"Show the face {face} at least {LEAST} times, each time thrown anew, not {times}.")
    rough = _model(looks)
    own, others = _left_out(looks)
    reach = MARGIN * max(float(np.quantile(own, USUAL)), 1e-6)
    at = rough.at[looks.first]
    sharpness = max(SHARPNESS, key=lambda sharp: _told(others / reach, at, sharp))
    return replace(rough, reach=reach, sharpness=sharpness)


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


def gained(looks: Looks, labels: tuple[str, ...]) -> Gain:
    """How much the set would help the reader with these labels, each showing judged by what the others teach.

    The weight is the one under which the truth is likeliest; it is 0 where no look is read better by it, where a look
    that was right would be wrong, or where the gain is too small to mean anything. Reach and sharpness alone are those
    of all looks.

    Raises:
        TeachError: a face was shown too seldom.
    """
    lay = looks.only(np.isin(np.arange(len(looks.faces)), looks.first))
    at = np.array([labels.index(face) for face in lay.faces])
    rows = np.arange(len(at))
    places = np.array([*(labels.index(face) for face in looks.shown), labels.index("other")])
    right = lay.said.argmax(1) == at
    before = _surprise(lay.said[rows, at])
    best = Gain(len(at), int(right.sum()), int(right.sum()), before, before, 0.0)
    model = learned(looks)
    heard = _softmax(-model.sharpness * _beside_other(_left_out(looks)[1] / model.reach))
    for weight in WEIGHTS:
        p = blended(lay.said, heard, places, weight)
        still, surprise = p.argmax(1) == at, _surprise(p[rows, at])
        if not (right & ~still).any() and surprise < min(best.surprise_after, before - WORTH):
            best = Gain(len(at), int(right.sum()), int(still.sum()), before, surprise, weight)
    return best


def _model(looks: Looks) -> Model:
    """The looks and their inks alone; reach and sharpness are not known yet."""
    at = np.array([looks.shown.index(face) for face in looks.faces])
    inks = np.stack([_middle_ink(looks.inks[at == n]) for n in range(len(looks.shown))])
    unit = max(float(looks.features.var(0).sum()), 1e-9)
    return Model(looks.shown, looks.features, at, unit, inks, 1.0, 1.0)


def _middle_ink(inks: Numbers) -> Numbers:
    known = inks[~np.isnan(inks).any(1)]
    return np.asarray(np.median(known, axis=0) if len(known) else np.full(3, np.nan), np.float64)


def _far(model: Model, features: Numbers, inks: Numbers) -> Numbers:
    """How far each look is from the nearest of each face (M, F): its squared distance, and that of its ink."""
    every = _apart(features, model.looks)
    away = np.stack([every[:, model.at == n].min(1) for n in range(len(model.faces))], 1) / model.unit
    return np.asarray(away + _tint(inks, model.inks), np.float64)


def _apart(some: Numbers, others: Numbers) -> Numbers:
    """Squared distances (M, N)."""
    squares = (some**2).sum(1)[:, None] + (others**2).sum(1) - 2 * some @ others.T
    return np.asarray(squares.clip(0), np.float64)


def _tint(inks: Numbers, known: Numbers) -> Numbers:
    return np.asarray(INK * np.nan_to_num(((inks[:, None] - known) ** 2).sum(2)), np.float64)


def _left_out(looks: Looks) -> tuple[Numbers, Numbers]:
    """How far each die as it lay is from its own face (S,), and from every face (S, F), by what the others teach."""
    model, lay = _model(looks), looks.first
    apart = _apart(looks.features[lay], looks.features) / model.unit
    apart[looks.showing[lay][:, None] == looks.showing] = np.inf
    away = np.stack([apart[:, model.at == n].min(1) for n in range(len(model.faces))], 1)
    tint = np.zeros_like(away)
    for row, showing in enumerate(looks.showing[lay]):
        rest = _model(looks.without(int(showing)))
        order = [rest.faces.index(face) for face in looks.shown]
        tint[row] = _tint(looks.inks[lay[row]][None], rest.inks[order])[0]
    every = away + tint
    return every[np.arange(len(every)), model.at[lay]], every


def _beside_other(far: Numbers) -> Numbers:
    """Distances in reaches (M, F), and that of a die that is none of them: just out of reach (M, F + 1)."""
    return np.append(far, np.ones((len(far), 1)), 1)


def _told(far: Numbers, at: npt.NDArray[np.int64], sharpness: float) -> float:
    """The mean log probability of the truth at this sharpness, nobody being surer than CERTAIN."""
    p = _softmax(-sharpness * _beside_other(far))
    return -_surprise(p[np.arange(len(at)), at])


def _surprise(p: Numbers) -> float:
    return float(-np.log(p.clip(CERTAIN, 1 - CERTAIN)).mean())


def _softmax(scores: Numbers) -> Numbers:
    grown = np.exp(scores - scores.max(1, keepdims=True))
    return np.asarray(grown / grown.sum(1, keepdims=True), np.float64)
