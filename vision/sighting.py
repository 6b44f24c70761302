"""A die that counts as the reading tells it: its face, where it lies and how."""

import numpy as np

from vision import kit
from vision.doubt import Scores
from vision.find import Candidate
from vision.outline import side
from vision.reading import Frame, Quad, Sighting, State
from vision.seen import Named

COCKED = 0.5  # probability from which a die leans
HIDDEN = 0.9  # probability from which something covers a part of what was seen
PIPS = 0.55  # of the way from the middle of a top to its corners, the farthest pips: those of casino dice
PIP = 0.125  # radius of such a pip, as a share of the top's side; letters lie within these four, too


def sighting(die: Named, there: float, frame: Frame, chosen: kit.Kit) -> Sighting:
    """What counts as a die, and is `there` by that probability, in pixels of the frame; `chosen` is its kit."""
    faces = there * _counted(die.p[: len(chosen.faces)], chosen) / die.is_die  # "nothing" is settled by presence
    other = there * die.p[len(chosen.faces)] / die.is_die  # the label after the faces is "other"
    likeliest = [(chosen.played[n], float(faces[n])) for n in np.argsort(-faces)[:2]]
    known = likeliest[0][1] >= other
    first, second = [*likeliest, None][:2] if known else (None, likeliest[0])
    return Sighting(
        face=first[0] if first else None,
        p=first[1] if first else 0.0,
        second=second,
        box=die.candidate.box,
        quad=_inside(die.candidate.quad, frame),
        state=state(die.candidate, frame),
    )


def state(candidate: Candidate, frame: Frame) -> State:
    """Whether a candidate lies flat, leans, or shows its print but partly."""
    if _cut(candidate.quad, frame) or candidate.hidden >= HIDDEN:
        return "partial"
    return "cocked" if candidate.cocked >= COCKED else "flat"


def in_rows(dice: list[Sighting]) -> tuple[Sighting, ...]:
    """As one reads a page: from top to bottom, and from left to right among dice at about the same height."""
    left = sorted(dice, key=lambda die: die.box[1] + die.box[3])
    ordered: list[Sighting] = []
    while left:
        line = (left[0].box[1] + left[0].box[3]) / 2 + 0.6 * (left[0].box[3] - left[0].box[1])
        row = [die for die in left if (die.box[1] + die.box[3]) / 2 < line] or left[:1]
        ordered += sorted(row, key=lambda die: die.box[0])
        left = [die for die in left if not any(die is other for other in row)]
    return tuple(ordered)


def _counted(p: Scores, chosen: kit.Kit) -> Scores:
    """The probabilities of the faces that count in play, those of all that stand for one added up."""
    if not chosen.stands:
        return p
    counted = np.zeros(len(chosen.played), np.float32)
    np.add.at(counted, [chosen.played.index(chosen.counts_as(face)) for face in chosen.faces], p)
    return counted


def _cut(quad: Quad, frame: Frame) -> bool:
    """Whether what is printed on a top is partly outside the picture; its corners may be, as no pip lies in them."""
    reach = PIP * side(quad)
    for corners, length in zip(zip(*quad, strict=True), (frame.width, frame.height), strict=True):
        middle = sum(corners) / len(corners)
        pips = [middle + PIPS * (corner - middle) for corner in corners]
        if min(pips) < reach or max(pips) > length - reach:
            return True
    return False


def _inside(quad: Quad, frame: Frame) -> Quad:
    a, b, c, d = ((min(max(x, 0.0), frame.width), min(max(y, 0.0), frame.height)) for x, y in quad)
    return a, b, c, d
