"""What counts as a die of those that were seen, and what is left out with a question."""

from collections.abc import Sequence

import numpy as np

from models.card import Card
from vision.boxes import overlaps
from vision.presence import presence
from vision.reading import Numbers
from vision.seen import Named, Presumed
from vision.sighting import HIDDEN

PRESENT = 0.5  # probability that there is a die, from which a candidate counts as one
CLAIMED = 0.7  # heat by the finder alone, from which nobody says that there is no die without a question
TINY = 0.35  # share of the usual size below which a die must be there without doubt: digits and pips look alike
UNDOUBTED = 0.95  # probability from which even a tiny die counts
UNLIKELY = 0.75  # probability that something is a die, up to which nobody asks about it beside a set that is whole
A_FACE = 0.3  # probability that it shows some one face, likewise
NEAR = 0.15  # share of a die's size within which what lies beside it may be a part of it


def plausible(seen: Sequence[Named], reader: Card) -> Presumed:
    """What was seen, each with its presence, without what is far too small to be a die beside the certain ones."""
    return by_size(seen, reader)[0]


def by_size(seen: Sequence[Named], reader: Card) -> tuple[Presumed, Presumed]:
    """What is `plausible`, and what is too small for that."""
    there = presence(witnessed(seen, reader.strange), reader.presence)
    told = [(die, float(p)) for die, p in zip(seen, there, strict=True)]
    sizes = [die.candidate.size for die, p in told if p >= UNDOUBTED]
    smallest = TINY * float(np.median(sizes)) if sizes else 0.0
    fits = [die.candidate.size >= smallest or p >= UNDOUBTED for die, p in told]
    usual, small = ([each for each, fit in zip(told, fits, strict=True) if fit is wanted] for wanted in (True, False))
    return usual, small


def witnessed(seen: Sequence[Named], strange: float) -> Numbers:
    """What tells the presence of what was seen: (N, 8), see `vision.presence`; `strange` is the card's."""
    told = [
        (die.candidate.heat, die.candidate.warmth, die.clearest, die.strange(strange), die.candidate.size, *die.tint)
        for die in seen
    ]
    return np.array(told, np.float64).reshape(-1, 8)


def dwarfs(usual: Presumed, small: Presumed, shadow_at: float, most: int | None) -> list[Named]:
    """The small things that would be asked about were they not so small, and lie apart from all that count as dice.

    Pips of a die from near look like dice as well, but lie on one. Where all of a set are there, nothing small is one.
    """
    dice = _rooms([die for die, p in usual if p >= PRESENT])
    if most is not None and len(dice) >= most:
        return []
    return [die for die, p in small if p >= shadow_at and not (overlaps(die.candidate.box, dice) > 0).any()]


def of_one_set(dice: Presumed, most: int | None) -> tuple[Presumed, int]:
    """What was seen without the dice that a set of `most` cannot have, those least like its own; and their number."""
    there = [n for n, (_, p) in enumerate(dice) if p >= PRESENT]
    if most is None or len(there) <= most:
        return dice, 0
    surplus = sorted(there, key=lambda n: -dice[n][1] * dice[n][0].known)[most:]
    return [each for n, each in enumerate(dice) if n not in surplus], len(surplus)


def complete(seen: Presumed, most: int | None) -> bool:
    """Whether all dice of a set of `most` were seen, each without doubt, and nothing else may well be one of them.

    What the reader or the finder alone is sure of may.
    """
    ranked = sorted(seen, key=lambda each: -each[1])
    if most is None or len(ranked) < most or ranked[most - 1][1] < UNDOUBTED:
        return False
    return all(p <= UNLIKELY and die.faced < A_FACE and die.candidate.heat < CLAIMED for die, p in ranked[most:])


def left_out(dice: Presumed, most: int | None) -> tuple[Presumed, Presumed]:
    """What does not count as a die, with its presence: what lies beside one, and what lies apart.

    Where the finder hardly sees a die in what the reader is sure of, or the other way round, that is 1: one is wrong.
    It is 1, too, where something seems to cover a part of a die. What lies beside a die may be a side of it, or it a
    side of that. Where all of a set are there, none is apart.
    """
    there = _rooms([die for die, p in dice if p >= PRESENT])
    rest = [
        (bool((overlaps(die.candidate.box, there) > 0).any()), (die, 1.0 if _claimed(die) else p))
        for die, p in dice
        if p < PRESENT
    ]
    full = most is not None and len(there) >= most
    return [each for near, each in rest if near], [each for near, each in rest if not (near or full)]


def _claimed(die: Named) -> bool:
    """Whether reader or finder alone is sure of it, or it seems to be what is left of a die that something covers."""
    return die.plain or die.candidate.heat >= CLAIMED or die.candidate.hidden >= HIDDEN


def _rooms(dice: Sequence[Named]) -> Numbers:
    """The boxes of dice and what nearly touches them (N, 4): what lies there may be a side of one, or it of that."""
    boxes = np.array([die.candidate.box for die in dice], np.float64).reshape(-1, 4)
    room = NEAR * np.array([die.candidate.size for die in dice])
    return np.asarray(boxes + room[:, None] * (-1, -1, 1, 1), np.float64)
