"""What lies on the table against what lay there: which dice stayed, and which are new.

All places here are in pixels of a glance, so that a camera may change the size of its picture.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from scoring.dice import Face
from vision.reading import Box, Point, Sighting
from vision.throw.glance import Glance, Mask, at_the_edge, lumps, median_area, shifted, stirred, within

NEAR = 0.2  # of a die's size: dice whose middles are nearer lie in the same place
NUDGED = 0.75  # likewise: a die that shows the same and lies no farther may be the same, pushed
TURNED = 12.0  # degrees by which a die that stayed may seem to have turned
TOUCHED = 0.03  # share of a die's box: where less differs the die is the same, and of a white one only pips may
DOUBT = 0.02  # probability of the next face from which a die may as well show that one
PLAINLY = 0.8  # probability from which a face that a die showed counts against another that it shows at the next rest
EITHER = 0.5  # probability of each of two faces that one die showed at two rests
LEAVING = 0.3  # seconds before a rest in which a hand that put a die down is still leaving
HAND = 0.33  # areas of a die that are seen of it
AROUND = 0.5  # of a die's size: so far from where it rests a die may roll in that time


@dataclass(frozen=True, eq=False)
class Moment:
    """A glance and when it was."""

    picture: Glance
    seconds: float


@dataclass(frozen=True, eq=False)
class Lying:
    """What a rest showed."""

    picture: Glance
    dice: tuple[Sighting, ...]  # all that lie there
    open: tuple[Sighting, ...] = ()  # those of a throw of which one may yet be thrown again
    loose: tuple[Sighting, ...] = ()  # of these, those that must be: they lean, or lie outside the throwing area
    hidden: tuple[Sighting, ...] = ()  # those that were seen before, and over which something lies now
    shoved: tuple[Sighting, ...] = ()  # those that a hand seems to have put elsewhere
    lost: tuple[Sighting, ...] = ()  # those that lay there since the last throw, and were not seen at a later rest
    covered: bool = False  # something lies where a die may have been thrown, unseen
    moved: bool = False  # the open ones may have lain there before, elsewhere

    @property
    def shares(self) -> tuple[Box, ...]:
        """The boxes of all dice in shares of the picture."""
        height, width = self.picture.shape[:2]
        boxes = (die.box for die in self.dice)
        return tuple((x0 / width, y0 / height, x1 / width, y1 / height) for x0, y0, x1, y1 in boxes)


@dataclass(frozen=True)
class Change:
    """What is new among the dice of a rest, by their numbers; other dice are of the rest before."""

    new: tuple[int, ...]
    stayed: tuple[int, ...] = ()
    carried: tuple[Sighting, ...] = ()  # other dice, which nobody touched and the eye missed
    gone: tuple[Sighting, ...] = ()  # the rest of the other dice
    again: bool = False  # the new ones are the throw before, and those that came to it
    came: tuple[int, ...] = ()  # which these are
    moved: bool = False  # the new ones may lie there from before, elsewhere
    nudged: bool = False  # one of them may, near its old place
    shoved: tuple[int, ...] = ()  # of those that stayed, those that lie elsewhere now with the same faces up
    open: tuple[int, ...] = ()  # those of an open throw that still waits
    loose: tuple[int, ...] = ()  # the loose ones of these
    was: tuple[tuple[int, Face], ...] = ()  # what some showed before that seem to show another face now


def followed(lying: Lying, step: Point) -> Lying:
    """The same dice after the camera was pushed, so that they went `step` to the right and down."""
    if step == (0.0, 0.0):
        return lying
    groups = (lying.dice, lying.open, lying.loose, lying.hidden, lying.shoved, lying.lost)
    dice, open_, loose, hidden, shoved, lost = (tuple(_beyond(die, step) for die in group) for group in groups)
    picture = shifted(lying.picture, step)
    return replace(lying, picture=picture, dice=dice, open=open_, loose=loose, hidden=hidden, shoved=shoved, lost=lost)


def change(
    lying: Lying | None,
    now: Glance,
    dice: Sequence[Sighting],
    trail: Sequence[Moment],
    since: float,
    expect: int | None,
) -> Change:
    """Which of the dice that rest `since` then were thrown, and which lay there before.

    A die stayed if one of the same face lay in its place, or if the picture there is as it was. Dice that were there
    elsewhere, with the same faces up, were put aside and not thrown if the hand was the last thing that moved, as
    `trail` tells; unless just so many are expected to be thrown. Then they may have been pushed over to who throws
    next, and so they may wherever a camera was turned: nobody can tell by looking.
    """
    if lying is None or lying.picture.shape != now.shape:
        return Change(tuple(range(len(dice))), moved=lying is not None and bool(lying.dice))
    touched = stirred(lying.picture, now)
    stays = {n: _before(die, lying, touched) for n, die in enumerate(dice)}
    new = tuple(n for n, before in stays.items() if before is None and _touched(dice[n].box, touched))
    if all(_was_lost(dice[n], lying) for n in new):  # else there was a throw
        new = ()
    stayed = tuple(n for n in stays if n not in new)
    missing = [die for die in lying.dice if not any(die is before for before in stays.values())]
    carried = tuple(die for die in missing if die not in lying.hidden and not _touched(die.box, touched))
    gone = tuple(die for die in missing if not any(die is other for other in carried))
    was = {n: before.face for n, before in stays.items() if n in stayed and before and before.p >= PLAINLY}
    found = Change(new, stayed, carried, gone, was=_otherwise(dice, was))
    waiting, loose = _waiting(lying, stays)
    if not new:
        return replace(found, open=waiting or (), loose=loose, moved=bool(waiting) and lying.moved)
    again = _reappear([dice[n] for n in new], [die.face for die in gone])
    if again is not None and len(new) != expect and _by_hand([dice[n].box for n in new], now, trail, since):
        was |= dict(zip(new, again, strict=True))
        return replace(found, new=(), stayed=tuple(range(len(dice))), shoved=new, was=_otherwise(dice, was))
    found = replace(found, nudged=any(_nudged(die, dice[n]) for die in gone for n in new))
    alone = bool(lying.open) and len(new) <= len(lying.loose)  # of a throw of which each die had to be laid right
    if waiting is not None and (waiting or alone) and not loose:
        whole, rest = tuple(sorted((*new, *waiting))), tuple(n for n in stayed if n not in waiting)
        moved = lying.moved or _reappear([dice[n] for n in new], _others(gone, lying)) is not None
        return replace(found, new=whole, stayed=rest, again=True, came=new, moved=moved)
    return replace(found, moved=again is not None)


def recalled(dice: Sequence[Sighting], found: Change) -> tuple[Sighting, ...]:
    """The same dice; where one that lay there seems to show another face now, the face from before, in doubt."""
    was = dict(found.was)
    return tuple(
        replace(die, face=was[n], p=EITHER, second=(die.face, EITHER) if die.face else None) if n in was else die
        for n, die in enumerate(dice)
    )


def apart(one: Box, other: Box) -> float:
    """How far the middles of two boxes are apart, in sizes of the larger."""
    size = max(one[2] - one[0], one[3] - one[1], other[2] - other[0], other[3] - other[1], 1e-6)
    across = (one[0] + one[2] - other[0] - other[2]) / 2
    down = (one[1] + one[3] - other[1] - other[3]) / 2
    return float(np.hypot(across, down)) / size


def _beyond(die: Sighting, step: Point) -> Sighting:
    x0, y0, x1, y1 = die.box
    a, b, c, d = ((x + step[0], y + step[1]) for x, y in die.quad)
    return replace(die, box=(x0 + step[0], y0 + step[1], x1 + step[0], y1 + step[1]), quad=(a, b, c, d))


def _before(die: Sighting, lying: Lying, touched: Mask) -> Sighting | None:
    """The die of the last rest that this one is, if it stayed where it was."""
    same = [other for other in lying.dice if apart(die.box, other.box) <= NEAR]
    if not _touched(die.box, touched):
        return same[0] if same else None
    return next((other for other in same if _alike(die, other)), None)


def _alike(die: Sighting, other: Sighting) -> bool:
    """Whether two dice show the same face, and lie and are turned alike."""
    turned = abs((_angle(die) - _angle(other) + 45) % 90 - 45) <= TURNED
    return turned and other.state == die.state and other.face in _faces(die)


def _was_lost(die: Sighting, lying: Lying) -> bool:
    """Whether a die lies just as one that was not seen at the last rests: something was over it."""
    return any(apart(die.box, other.box) <= NEAR and _alike(die, other) for other in lying.lost)


def _nudged(gone: Sighting, new: Sighting) -> bool:
    """Whether a die may be one that lay there before, pushed a little, and turned by that."""
    return apart(gone.box, new.box) <= NUDGED and gone.face in _faces(new)


def _angle(die: Sighting) -> float:
    """How a die's top face is turned, in degrees 0..90."""
    (ax, ay), (bx, by) = die.quad[0], die.quad[1]
    return float(np.degrees(np.arctan2(by - ay, bx - ax))) % 90


def _faces(die: Sighting) -> tuple[Face | None, ...]:
    """The faces that a die may show: the likeliest, and the next one where that is in doubt."""
    return (die.face, die.second[0]) if die.second and die.second[1] >= DOUBT else (die.face,)


def _reappear(new: Sequence[Sighting], gone: Sequence[Face | None]) -> tuple[Face | None, ...] | None:
    """What each of the new dice showed before if each may be another one of those that are gone, else None."""
    may_show = [_faces(die) for die in new]

    @cache  # else many dice in doubt take for ever
    def matched(at: int, left: tuple[Face | None, ...]) -> tuple[Face | None, ...] | None:
        if at == len(may_show):
            return ()
        for face in (face for face in may_show[at] if face in left):
            place = left.index(face)
            others = matched(at + 1, (*left[:place], *left[place + 1 :]))
            if others is not None:
                return (face, *others)
        return None

    return matched(0, tuple(gone))


def _others(gone: Sequence[Sighting], lying: Lying) -> list[Face | None]:
    """The faces of those of the dice that are gone that were none of the open throw."""
    return [die.face for die in gone if die not in lying.open]


def _otherwise(dice: Sequence[Sighting], was: Mapping[int, Face | None]) -> tuple[tuple[int, Face], ...]:
    """Which dice seem to show another face than they did, with that one."""
    return tuple((n, face) for n, face in was.items() if face is not None and face != dice[n].face)


def _touched(box: Box, stirred_there: Mask) -> bool:
    """Whether the picture changed in a box; outside of the picture it did."""
    inside = stirred_there[within(stirred_there.shape, [box])]
    return inside.size == 0 or float(inside.mean()) > TOUCHED


def _by_hand(boxes: Sequence[Box], now: Glance, trail: Sequence[Moment], since: float) -> bool:
    """Whether a hand was the last to move: shortly before the rest something reached in from the edge."""
    near = within(now.shape, boxes, AROUND)
    least = HAND * median_area(boxes)
    late = [seen.picture for seen in trail if since - LEAVING <= seen.seconds < since]
    parts = (part for then in late if then.shape == now.shape for part in lumps(stirred(then, now) & ~near))
    return any(area >= least and at_the_edge(part) for area, part in parts)


def _waiting(lying: Lying, stays: dict[int, Sighting | None]) -> tuple[tuple[int, ...] | None, tuple[int, ...]]:
    """The dice of an open throw that stayed, and the loose ones of these; None if any other one was taken up."""
    numbers = {before: n for n, before in stays.items() if before is not None}
    if any(die not in numbers for die in lying.open if die not in lying.loose):
        return None, ()
    stayed, loose = (tuple(numbers[die] for die in dice if die in numbers) for dice in (lying.open, lying.loose))
    return stayed, loose
