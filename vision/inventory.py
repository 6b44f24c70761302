"""Dice of which no two are alike, as a set has them: what each shows is decided together with all the others.

Every die seen is one of the set's, and each of the set's is seen once at most. So a face whose only die lies there
already with another face on top cannot be there, and one that both readings of a doubtful die share is certain. The sum
over all ways to give every sighting a die of its own is a permanent; it is worked out exactly, over sets of dice.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import factorial

import numpy as np
import numpy.typing as npt

from scoring.dice import Die, Face
from vision.reading import Numbers

UNLISTED = 0.002  # chance that a throw is of another edition, whose faces nobody has written down
LEAST = 1e-6  # probability below which no eye can exclude a face


def settled(
    p: npt.ArrayLike, faces: Sequence[Face], dice: Sequence[Die], fitting: npt.ArrayLike | None = None
) -> Numbers:
    """What each of N dice shows, given what all of them look like: probabilities (N, F + 1), rows adding up to 1.

    `p` (N, F + 1) holds those of each die on its own: for each of the `faces`, and last for a die that shows none of
    them, every answer having been equally likely beforehand. `dice` are those of the set: any of them may be the one
    seen, each shows one of its faces, and a sighting may be of a die that is none of the set. `fitting` (N, dice) tells
    how much likelier each die of the set is for what else is seen of a sighting. All of that holds but with the chance
    UNLISTED, and then every die is as it looks: so nobody's other edition is read as what it is not.

    Two dice both look like the 8G that one die has; the second may be an 8B as well, and so it is:

    >>> shown = (Face("8", "G"), Face("8", "B"), Face("9", "B"))
    >>> two = (Die("D1", shown[:1]), Die("D2", shown[1:]))
    >>> settled([[0.98, 0.01, 0, 0.01], [0.60, 0.39, 0, 0.01]], shown, two).round(2).tolist()
    [[0.97, 0.02, 0.0, 0.01], [0.03, 0.96, 0.0, 0.02]]
    """
    alone = np.maximum(np.asarray(p, np.float64).reshape(-1, len(faces) + 1), LEAST)
    alone /= alone.sum(1, keepdims=True)
    if not len(alone):
        return alone
    answers = len(faces) + 1
    fits = np.ones((len(alone), len(dice))) if fitting is None else np.asarray(fitting, np.float64)
    listed, evidence = _listed(alone, _shares(tuple(faces), tuple(dice)), fits, stranger=1 / answers)
    unlisted = UNLISTED * answers ** -float(len(alone))
    belief = (1 - UNLISTED) * evidence / ((1 - UNLISTED) * evidence + unlisted)
    return np.asarray(belief * listed + (1 - belief) * alone, np.float64)


def possible(shown: Iterable[Face], dice: Sequence[Die]) -> bool:
    """Whether all these faces can lie there, each on a die of its own.

    >>> low = (Die("L1", (Face("W", "R"), Face("W", "O"))), Die("L2", (Face("W", "O"), Face("W", "B"))))
    >>> possible([Face("W", "O"), Face("W", "O")], low), possible([Face("W", "R"), Face("W", "R")], low)
    (True, False)
    """
    taken = {0}  # every set of dice, as bits, that the faces so far may be on
    for face in shown:
        owners = [1 << place for place, die in enumerate(dice) if face in die.faces]
        taken = {others | die for others in taken for die in owners if not others & die}
    return bool(taken)


def _listed(alone: Numbers, shares: Numbers, fits: Numbers, stranger: float) -> tuple[Numbers, float]:
    """The probabilities where the set is the one written down, and how likely such sightings are with it.

    Forward, `before[n][taken]` is the weight of all ways in which the first n sightings are just the dice `taken`, a
    set as bits; backward, `after[n][taken]` that of the others, being any dice but those.
    """
    count = len(shares)
    without, with_ = _steps(count)
    on_die, odd = (1 - stranger) * fits * (alone[:, :-1] @ shares.T), stranger * alone[:, -1]
    before = [np.eye(1, 2**count)[0]]
    for placed, apart in zip(on_die, odd, strict=True):
        grown = before[-1] * apart
        for die in range(count):
            grown[with_[die]] += before[-1][without[die]] * placed[die]
        before.append(grown)
    after = _orders(count)
    found = np.empty_like(alone)
    for n in reversed(range(len(alone))):
        room = (before[n][without] * after[with_]).sum(1)  # for the die that sighting n is
        found[n, :-1] = (1 - stranger) * alone[n, :-1] * ((fits[n] * room) @ shares)
        found[n, -1] = odd[n] * (before[n] @ after)
        shrunk = after * odd[n]
        for die in range(count):
            shrunk[without[die]] += after[with_[die]] * on_die[n, die]
        after = shrunk
    evidence = float(after[0])
    return found / found.sum(1, keepdims=True), evidence


@lru_cache(maxsize=8)
def _steps(count: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """For each of so many dice, all sets of dice without it, and the same sets with it: (count, 2 ** (count - 1))."""
    sets = np.arange(2**count)
    without = np.stack([sets[sets >> die & 1 == 0] for die in range(count)])
    return without, without | (1 << np.arange(count))[:, None]


@lru_cache(maxsize=8)
def _orders(count: int) -> Numbers:
    """For each set of dice, the chance that so many sightings are of just these, in one given order: (2 ** count,)."""
    chances = [factorial(count - taken) / factorial(count) for taken in range(count + 1)]
    return np.array([chances[taken.bit_count()] for taken in range(2**count)])


@lru_cache(maxsize=8)
def _shares(faces: tuple[Face, ...], dice: tuple[Die, ...]) -> Numbers:
    """How likely each die is to show each face: (dice, faces)."""
    return np.array([[die.faces.count(face) / len(die.faces) for face in faces] for die in dice], np.float64)
