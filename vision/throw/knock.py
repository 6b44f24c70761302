"""A knock against the camera: how far the whole picture went, as the table tells, and the dice on it."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.reading import Point, Sighting
from vision.throw.compare import NEAR, Lying, apart, followed
from vision.throw.cover import ROUND
from vision.throw.glance import SIDE, Glance, Mask, shifted, stirred, within

NOWHERE = (0.0, 0.0)
LEAST = 0.3  # pixels, the smallest step that counts
FARTHEST = 0.2  # share of the picture, the largest
TIMES = 5  # looks for a step, each from where the one before came to
SEEN = 0.01  # share of the table that must differ before a step may explain it
EXPLAINED = 0.35  # share of the places that differ which may still do so after the step
NEARER = 0.7  # share of how far two pictures of a table are apart which is left by the step it took
HARDLY = 1.15  # the same, below which a step hardly shows on a table
EVEN = 0.4  # levels by which a table may differ from itself, a step away, that has no pattern at all
FEWEST = 2  # dice that tell a step where the table is too plain


def knock(lying: Lying, now: Glance, dice: Sequence[Sighting]) -> Point:
    """How far the picture went to the right and down since a rest, in pixels of a glance; 0, 0 if it did not.

    `dice` lie there now. Phase correlation names a step: of the table beside them, or of all. Dice are the plainest
    things on most tables and may be thrown anew, so a step is believed where the table took it. Where that is too plain
    to tell, all dice that lay there must have. Never is it where more of these lie where they lay.
    """
    by_table = NOWHERE
    for _ in range(TIMES):  # what was left out because dice lay there does not move, and holds the step back
        after = followed(lying, by_table)
        more = _correlated(after.picture, now, _beside(by_table, now, (*lying.dice, *after.dice, *dice)))
        by_table = by_table[0] + more[0], by_table[1] + more[1]
    by_all = _correlated(lying.picture, now, np.ones(now.shape[:2], np.bool_))
    return next((step for step in (by_table, by_all) if _taken(step, lying, now, dice)), NOWHERE)


def _correlated(before: Glance, now: Glance, where: Mask) -> Point:
    """The step from one picture to another of what they show there."""
    if not where.any():
        return NOWHERE
    grey = (cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32) for picture in (before, now))
    one, other = (np.where(where, picture - picture[where].mean(), 0).astype(np.float32) for picture in grey)
    window = cv2.createHanningWindow((now.shape[1], now.shape[0]), cv2.CV_32F)
    (across, down), _ = cv2.phaseCorrelate(one, other, window)
    return float(across), float(down)


def _taken(step: Point, lying: Lying, now: Glance, dice: Sequence[Sighting]) -> bool:
    """Whether the picture took this step."""
    if not LEAST <= float(np.hypot(*step)) <= FARTHEST * SIDE:
        return False
    after = followed(lying, step)
    stayed, went = (_found(each, dice) for each in (lying, after))
    beside = _beside(step, now, (*lying.dice, *after.dice, *dice))
    told = _by_table(lying.picture, after.picture, now, beside)
    return went >= stayed and (told or (told is None and went == len(lying.dice) >= FEWEST))


def _beside(step: Point, now: Glance, dice: Sequence[Sighting]) -> Mask:
    """Where the table is to be seen now and was before that step, without these dice."""
    known = shifted(np.full(now.shape[:2], 1, np.uint8), step) > 0
    return np.asarray(known & ~within(now.shape, [die.box for die in dice], ROUND), np.bool_)


def _found(lying: Lying, dice: Sequence[Sighting]) -> int:
    """How many of the dice that lay there lie there now, with the same faces."""
    return sum(
        any(die.face == other.face and apart(die.box, other.box) <= NEAR for other in dice) for die in lying.dice
    )


def _by_table(before: Glance, after: Glance, now: Glance, beside: Mask) -> bool | None:
    """Whether the table beside the dice is as it is `after` a step and not as `before`; None where it cannot tell."""
    if not beside.any():
        return None
    differs, left = (float(stirred(each, now)[beside].mean()) for each in (before, after))
    was, far = (_off(each, now, beside) for each in (before, after))
    if (far < NEARER * was and far < was - EVEN) or (differs >= SEEN and left <= EXPLAINED * differs and far <= was):
        return True
    return None if far <= max(HARDLY * was, EVEN) and differs < SEEN else False


def _off(one: Glance, other: Glance, where: Mask) -> float:
    """How far two glances are apart in most places, in levels, without noise; more or less light is nothing."""
    left = np.asarray(cv2.blur(other.astype(np.float32) - one, (3, 3)))[where]
    return float(np.median(np.abs(left - np.median(left, 0))))
