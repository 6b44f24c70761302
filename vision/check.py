"""The table check: whether the picture is good enough to read dice in, each figure with what to change."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from vision.find import LIKELY, find
from vision.kit import kit
from vision.piles import piled
from vision.reading import Frame, Pixels, Sighting
from vision.throw.glance import within
from vision.turn import turned

What = Literal["light", "glare", "sharpness", "size", "place", "turn"]

DARK, BRIGHT = 45.0, 215.0  # mean levels of 256 between which the light is good
BURNT, BLOTS = 252, 0.02  # a level that is burnt out, and the share of the table that may be
EDGE, SHARP = 99.7, 42.0  # percentile of the steps between pixels that edges have, and how steep they should be
SMALL, LARGE = 26.0, 0.3  # pixels that a die should have at least, and the share of the picture at most
HIGHER, WARMER = 0.09, 0.02  # share of a die's size, and heat, by which dice must look more upright one way than turned
HEADLONG = 3  # throws that look turned, less those that look upright, from which the picture seems to stand on its head
MORE = "Until then I ask more often."


@dataclass(frozen=True)
class Finding:
    """One thing about the picture: its figure, whether that is good enough, and a sentence that says what to do."""

    what: What
    figure: float
    fine: bool
    says: str


def check(
    frame: Frame, dice: Sequence[Sighting] = (), *, moved: bool = False, headlong: int = 0
) -> tuple[Finding, ...]:
    """Judge a picture, and the dice that lie in it: light, glare, sharpness, the size of the dice, and the place.

    `dice` are in pixels of the picture; without any, sharpness and size cannot be told. `moved` says that the camera
    stands elsewhere than when the areas were drawn, `headlong` how many throws more looked `turned_over` than upright.
    """
    grey = np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    boxes = [die.scaled(1 / frame.shrink).box for die in dice]
    bare = grey[~within(grey.shape, boxes)]
    found: tuple[Finding, ...] = (_light(grey), _glare(bare if bare.size else grey))
    found += _sharpness(grey, dice, frame.shrink) + _size(frame, dice)
    return (*found, _place(moved=moved), *_turn(headlong))


def turned_over(frame: Frame) -> int:
    """Whether dice look as if the picture stood on its head: 1, -1 where they plainly do not, 0 where nobody can tell.

    Seen aslant, tops lie in the upper parts of dice, and dice look more like dice to the finder; from straight above,
    and where no dice lie, both ways are alike.
    """
    (high, warm), (other_high, other_warm) = (_upright(each) for each in (frame, turned(frame, 180)))
    higher, warmer = (high - other_high) / HIGHER, (warm - other_warm) / WARMER
    return int(max(higher, warmer) < -1) - int(min(higher, warmer) > 1)


def advice(findings: Sequence[Finding]) -> str:
    """Say in one line what is wrong; empty when all is well."""
    said = [finding.says for finding in findings if not finding.fine]
    return " ".join([*said, MORE]) if said else ""


def _light(grey: Pixels) -> Finding:
    mean = float(grey.mean())
    if mean < DARK:
        return Finding("light", round(mean, 1), fine=False, says="It is dark: put a lamp on the table.")
    if mean > BRIGHT:
        return Finding("light", round(mean, 1), fine=False, says="It is too bright: turn the lamp away or dim it.")
    return Finding("light", round(mean, 1), fine=True, says="The light is good.")


def _glare(grey: Pixels) -> Finding:
    share = float((grey >= BURNT).mean())
    says = "A lamp shines into the picture: move it, or lay a cloth on the table."
    return Finding("glare", round(share, 4), share <= BLOTS, says if share > BLOTS else "Nothing glares.")


def _sharpness(grey: Pixels, dice: Sequence[Sighting], shrink: float) -> tuple[Finding, ...]:
    """How steep the steepest edges within the dice are: a table may have none."""
    parts = [part for part in (_cut(grey, die, shrink) for die in dice) if part.size]
    if not parts:
        return ()
    steep = float(np.median([np.percentile(np.abs(cv2.Sobel(part, cv2.CV_32F, 1, 0)) / 4, EDGE) for part in parts]))
    says = "The picture is not sharp: clean or focus the lens, and let the camera stand still."
    said = says if steep < SHARP else "The picture is sharp."
    return (Finding("sharpness", round(steep, 1), steep >= SHARP, said),)


def _size(frame: Frame, dice: Sequence[Sighting]) -> tuple[Finding, ...]:
    if not dice:
        return ()
    side = float(np.median([max(die.box[2] - die.box[0], die.box[3] - die.box[1]) for die in dice]))
    share = side / max(frame.size)
    says = f"A die is {side:.0f} pixels wide"
    if side < SMALL:
        finding = Finding("size", round(side, 1), fine=False, says=f"{says}, too few: move the camera nearer.")
    elif share > LARGE:
        finding = Finding("size", round(side, 1), fine=False, says=f"{says}, too many: move the camera away.")
    else:
        finding = Finding("size", round(side, 1), fine=True, says=f"{says}, which is enough.")
    return (finding,)


def _place(*, moved: bool) -> Finding:
    says = "The camera was moved too far from where the areas were drawn: draw them again."
    return Finding("place", float(moved), not moved, says if moved else "The camera stands where it stood.")


def _turn(headlong: int) -> tuple[Finding, ...]:
    says = "The picture seems to stand on its head: turn it, or I may take sides of dice for their tops."
    return (Finding("turn", float(headlong), fine=False, says=says),) if headlong >= HEADLONG else ()


def _upright(frame: Frame) -> tuple[float, float]:
    """How far above the middles of dice their tops lie, as a share of their size, and how much they look like dice."""
    dice = [pile[0] for pile in piled(find(frame, kit("pips").finder)) if pile[0].heat >= LIKELY]
    if not dice:
        return 0.0, 0.0
    above = [(die.centre[1] - sum(y for _, y in die.quad) / len(die.quad)) / die.size for die in dice]
    return float(np.median(above)), float(np.mean([die.heat for die in dice]))


def _cut(grey: Pixels, die: Sighting, shrink: float) -> Pixels:
    x0, y0, x1, y1 = (max(0, int(side / shrink)) for side in die.box)
    return grey[y0:y1, x0:x1]
