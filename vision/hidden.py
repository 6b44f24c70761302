"""Whether only a part of a die is seen: something covers the rest, a card, a hand, another die, or an edge cuts it off.

What is left of such a die the finder sees faintly, and the reader takes for none, as it has learned that half a die is
none. So a net of its own looks at everything that was seen, dice or none, and where it suspects a die under something
a larger one is asked, which knew the world before it saw dice. That one alone is asked about what an edge cuts.
"""

from collections.abc import Sequence
from dataclasses import replace

from vision import kit
from vision.cores import spread
from vision.find import Candidate
from vision.nets import Sizes, of_one
from vision.seen import Named

WIDE = 2.0  # times the longer side of what is seen of the die, the square that is looked at
SUSPECTED = 0.5  # probability by the small net from which the large one is asked


def covered(sizes: Sizes, dice: Sequence[Named], chosen: kit.Kit) -> list[Named]:
    """The same dice, each with the probability that something covers a part of it, where the kit has a net for that."""
    if not chosen.hidden:
        return list(dice)
    seem = spread(lambda die: _covered(sizes, die.candidate, chosen), dice)
    return [replace(die, candidate=replace(die.candidate, hidden=p)) for die, p in zip(dice, seem, strict=True)]


def _covered(sizes: Sizes, die: Candidate, chosen: kit.Kit) -> float:
    p = of_one(chosen.hidden, sizes, die, WIDE)
    return part(sizes, die, chosen) if chosen.parts and p >= SUSPECTED else p


def part(sizes: Sizes, die: Candidate, chosen: kit.Kit) -> float:
    """The probability that a part of a die is seen and no other thing, by the larger net; 1 where the kit has none."""
    return of_one(chosen.parts, sizes, die, WIDE) if chosen.parts else 1.0
