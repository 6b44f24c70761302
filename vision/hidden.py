"""Whether something covers a part of a die: a card, a hand, another die.

What is left of such a die the finder sees faintly, and the reader takes for none, as it has learned that half a die is
none. So a net of its own looks at everything that was seen, dice or none.
"""

from collections.abc import Sequence
from dataclasses import replace

from vision import kit
from vision.cores import spread
from vision.nets import Sizes, of_one
from vision.seen import Named

WIDE = 2.0  # times the longer side of what is seen of the die, the square that is looked at


def covered(sizes: Sizes, dice: Sequence[Named], chosen: kit.Kit) -> list[Named]:
    """The same dice, each with the probability that something covers a part of it, where the kit has a net for that."""
    if not chosen.hidden:
        return list(dice)
    seem = spread(lambda die: of_one(chosen.hidden, sizes, die.candidate, WIDE), dice)
    return [replace(die, candidate=replace(die.candidate, hidden=p)) for die, p in zip(dice, seem, strict=True)]
