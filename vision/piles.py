"""Several looks at one die: which belong together, which of them is read, and which tells where it lies."""

import math
from collections.abc import Sequence
from dataclasses import replace

from vision.boxes import same_dice, shared
from vision.find import Candidate
from vision.seen import Named

AS_WARM = 0.5  # share of the likeliest look's heat, from which a larger look says where the die lies
AS_FRAMED = 0.7  # of two boxes, what both have as a share of what either has; else one may frame a side


def piled(candidates: Sequence[Candidate]) -> list[list[Candidate]]:
    """Candidates that overlap belong together, the likeliest first, and share their warmth."""
    piles: dict[int, list[Candidate]] = {}
    for n, (candidate, row) in enumerate(zip(candidates, same_dice(candidates), strict=True)):
        same = row.tolist()
        head = next((head for head in piles if same[head]), n)
        piles.setdefault(head, []).append(candidate)
    return [_as_warm(pile) for pile in piles.values()]


def where_largest(pile: Sequence[Candidate]) -> list[Candidate]:
    """The same pile, its first where the largest look sees that die, if it does: corners are told best there.

    Without exact ones no side is seen straight; a top alone, of pips or letters, is read as well without them.
    """
    head, *others = pile
    warm = [each for each in pile if each.heat >= AS_WARM * head.heat]
    best = max((each for each in warm if shared(each.box, head.box) >= AS_FRAMED), key=lambda each: each.scale)
    return [replace(head, box=best.box, quad=best.quad), *others]


def others(pile: Sequence[Candidate], head: Named) -> Sequence[Candidate]:
    """What is to be looked at of a pile beside its head: nothing where that is plain, or else all of it.

    A head in which nobody sees a die may frame a crown over a letter, or a pip: then what frames something larger may
    be the die.
    """
    if head.dismissed:
        part = pile[0]
        return [each for each in pile[1:] if each.size > part.size and shared(each.box, part.box) < AS_FRAMED]
    return [] if head.settled else pile[1:]


def distinct(named: Sequence[Named]) -> list[Named]:
    """One candidate a die: of those that overlap, the one in which finder and reader trust most."""
    best = sorted(named, key=lambda die: -die.is_die * die.candidate.heat**0.5)
    kept: list[int] = []
    for n, row in enumerate(same_dice([die.candidate for die in best])):
        same = row.tolist()
        if not any(same[other] for other in kept):
            kept.append(n)
    return [best[n] for n in kept]


def _as_warm(pile: Sequence[Candidate]) -> list[Candidate]:
    warmth = 1 - math.prod(1 - candidate.heat for candidate in pile)
    return [replace(each, warmth=warmth) for each in pile]
