"""What lies over the table and is neither table nor die: a hand, a cup; and whether it is another table altogether.

All places here are in pixels of a glance, so that a camera may change the size of its picture.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from vision.reading import Point, Sighting
from vision.throw.glance import SIDE, Glance, Mask, at_the_edge, lumps, median_area, shifted, stirred, within

TINT, BRIGHTER = 0.12, 1.7  # of colour (shares of red, green and blue) and brightness: what another table has
ALIKE = 0.5  # correlation of a table with itself: where no dice are seen, what has less is another
PLAIN, LIT = 3.0, 1.25  # levels from the mean, and times the brightness: what differs less may be one plain table
SCENE = 0.4  # share of the picture: where more is strange it is another table, or the camera was moved
STRANGE = 18.0  # levels by which a thing differs from the table under it
ROUND = 0.35  # of a die's size: so far round a die its shadow may reach
BESIDE = 0.85  # of a die's size: what is nearer may well hide a die
MANY_DICE, ONE_DIE = 2.5, 1.0  # areas of a die that a thing has: lying free, and reaching in from the edge
GROUNDS = 3  # looks of the table that are remembered
USUAL_DIE = (SIDE / 14) ** 2  # pixels, where no die is seen

How = Literal["none", "beside", "over", "all"]


@dataclass(frozen=True, eq=False)
class Ground:
    """The table without dice, where that is `known`."""

    picture: Glance
    known: Mask


@dataclass(frozen=True, eq=False)
class Cover:
    """What is neither table nor die nor its shadow: `how` it lies to the dice, and `where` that hides something.

    "all" means that hardly anything is as it was: this is another table, or the camera looks elsewhere.
    """

    how: How
    where: Mask

    def hides(self, die: Sighting) -> bool:
        """Whether a die may lie under it, for the table below the die itself may never have been seen."""
        return bool((self.where & within(self.where.shape, [die.box], BESIDE)).any())


def pushed(ground: Ground, step: Point) -> Ground:
    """The table after the camera was pushed; what came into the picture is unknown."""
    known = shifted(ground.known.astype(np.uint8), step) > 0
    return Ground(shifted(ground.picture, step), np.asarray(known, np.bool_))


def covering(grounds: Sequence[Ground], now: Glance, dice: Sequence[Sighting]) -> Cover:
    """What lies over the dice, or beside them, or over all."""
    bare = np.zeros(now.shape[:2], np.bool_)
    known = [ground for ground in grounds if ground.picture.shape == now.shape]
    if not known:
        return Cover("none", bare)
    strange = np.logical_and.reduce([stirred(ground.picture, now, STRANGE) & ground.known for ground in known])
    strange &= ~within(now.shape, [die.box for die in dice], ROUND)
    if strange.mean() > SCENE or all(_another(ground.picture, now) for ground in known):
        return Cover("all", bare)
    opened = cv2.morphologyEx(strange.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    die = median_area([die.box for die in dice]) if dice else USUAL_DIE
    parts = [
        part
        for area, part in lumps(np.asarray(opened > 0, np.bool_))
        if area >= (ONE_DIE if at_the_edge(part) else MANY_DICE) * die
    ]
    if not parts:
        return Cover("none" if dice or any(_alike(ground, now) for ground in known) else "all", bare)
    near = within(now.shape, [die.box for die in dice], BESIDE)
    over = not dice or any((part & near).any() for part in parts)
    return Cover("over" if over else "beside", np.logical_or.reduce(parts))


def grounds(known: Sequence[Ground], now: Glance, dice: Sequence[Sighting], *, anew: bool) -> tuple[Ground, ...]:
    """The looks of the table with this one: the newest is brought up to date, or one more begun if it looks `anew`."""
    bare = ~within(now.shape, [die.box for die in dice], ROUND)
    alike = [ground for ground in known if ground.picture.shape == now.shape]
    if anew or not alike:
        return (Ground(now, bare), *alike)[:GROUNDS]
    newest = alike[0]
    picture = np.where(bare[..., None], now, newest.picture)
    return (Ground(picture, bare | newest.known), *alike[1:])


def _another(ground: Glance, now: Glance) -> bool:
    """Whether most of the picture has another colour than the table had, or is far brighter or darker."""
    old, new = (np.median(picture.reshape(-1, 3), axis=0) + 1 for picture in (ground, now))
    ratio = float(new.sum() / old.sum())
    return float(np.abs(new / new.sum() - old / old.sum()).sum()) > TINT or max(ratio, 1 / ratio) > BRIGHTER


def _alike(ground: Ground, now: Glance) -> bool:
    """Whether a picture without dice has the pattern of a table, or is as plain and as bright."""
    old, new = (picture.mean(axis=2)[ground.known] for picture in (ground.picture, now))
    bright = float((new.mean() + 1) / (old.mean() + 1))
    old, new = old - old.mean(), new - new.mean()
    if max(bright, 1 / bright) < LIT and float(np.abs(new - old).mean()) < PLAIN:
        return True
    return float((old * new).mean()) >= ALIKE * float(old.std() * new.std())
