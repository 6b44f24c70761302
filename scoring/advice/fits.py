"""Which of the ten dice of Phase 10 Dice shows which face, and how likely that is, where only the faces are known.

A *fit* says what each die shows; what dice with the same faces show is put in order, as nothing tells them apart. Every
side of a die is as likely as the others. What lay there before a throw, and which of it stayed, may rule fits out.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain, combinations, product, zip_longest

from scoring.dice import Face, Roll
from scoring.layout import Layout, check_possible

Fit = tuple[Face | None, ...]  # what each die shows, in the order of the set; None for one that is thrown
Kept = tuple[Roll, Roll]  # ten dice as they lay before a throw, and those of them that stayed


def fits(layout: Layout, dice: Roll, kept: Iterable[Kept] = ()) -> Mapping[Roll, float]:
    """List the fits of ten faces, each in the order of the set, with how likely it is; refuse what cannot lie there.

    `kept` is what lay there before in this turn, and what of it stayed.

    >>> from scoring.layout import PRINTED, layout
    >>> found = fits(layout(PRINTED), Roll.parse("10G 6R 5O 8B 9R 9G 1B 2B 3R 4R"))
    >>> [(str(fit), chance) for fit, chance in found.items()]
    [('10G 6R 5O 8B 9R 9G 1B 2B 3R 4R', 1.0)]
    """
    check_possible(layout, dice)
    unknown: Counter[Fit] = Counter({(None,) * len(layout.dice): 1})
    known = unknown
    for lay, stayed in kept:
        known = _left(layout, _shown(layout, known, lay), stayed)
    found = _shown(layout, known, dice) or _shown(layout, unknown, dice)  # a die that was misread before rules out all
    return {Roll(tuple(filter(None, fit))): weight / found.total() for fit, weight in found.items()}


def _shown(layout: Layout, found: Counter[Fit], dice: Roll) -> Counter[Fit]:
    """Give the dice that are thrown the faces that nothing else shows."""
    for place, die in enumerate(layout.dice):
        further = Counter[Fit]()
        for fit, weight in found.items():
            lacks = dice.counts - Counter(filter(None, fit))
            for face in die.faces if fit[place] is None else ():
                if lacks[face]:
                    further[_ordered(layout, (*fit[:place], face, *fit[place + 1 :]))] += weight
            if fit[place] is not None:
                further[fit] += weight
        found = further
    return found


def _left(layout: Layout, found: Counter[Fit], stayed: Roll) -> Counter[Fit]:
    """Take up the dice that did not stay; of two that show the same face, either may be the one that did."""
    further = Counter[Fit]()
    for fit, weight in found.items():
        shows = {face: [place for place, other in enumerate(fit) if other == face] for face in stayed.counts}
        for some in product(*(combinations(shows[face], number) for face, number in stayed.counts.items())):
            places = set(chain.from_iterable(some))
            stays = tuple(face if place in places else None for place, face in enumerate(fit))
            further[_ordered(layout, stays)] += weight
    return further


def _ordered(layout: Layout, fit: Fit) -> Fit:
    shown = list(fit)
    for like in layout.alike:
        faces = sorted(filter(None, map(fit.__getitem__, like)), key=str)
        for place, face in zip_longest(like, faces):
            shown[place] = face
    return tuple(shown)
