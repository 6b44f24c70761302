"""Whether a die leans: a net looks at it alone, and one that touches another does so more often than one apart.

The net learned from as many dice that lean as lie flat; on a table few do, and nearly all of them against something.
"""

from collections.abc import Sequence
from dataclasses import replace

from vision import kit
from vision.cores import spread
from vision.corners import WIDE
from vision.nets import Sizes, may_be, of_one
from vision.outline import touching
from vision.seen import Named

APART, TOUCHING = 0.005, 0.4  # shares of the dice that lean, of those that lie apart and of those that touch another


def weighed(sizes: Sizes, dice: Sequence[Named], chosen: kit.Kit) -> list[Named]:
    """The same dice, each with the probability that it leans, where the kit has a net that tells."""
    if not chosen.lean:
        return list(dice)
    close = [die.candidate for die in dice if may_be(die)]
    seem = spread(lambda die: of_one(chosen.lean, sizes, die, WIDE), close)
    touch = touching(close)
    told = {die: among(p, TOUCHING if near else APART) for die, p, near in zip(close, seem, touch, strict=True)}
    return [replace(die, candidate=replace(die.candidate, cocked=told.get(die.candidate, 0.0))) for die in dice]


def among(p: float, share: float) -> float:
    """The probability of what is likely by `p` where half of all are so, where a `share` of them is (Bayes).

    >>> round(among(0.995, 0.005), 2), round(among(0.6, 0.4), 2), round(among(0.9, 0.5), 2)
    (0.5, 0.5, 0.9)
    """
    odds = p / max(1 - p, 1e-9) * share / (1 - share)
    return odds / (1 + odds)
