"""Made-up tables: small frames whose dice are coloured squares, and films of them.

The number of a die's face, 1 to 49, is written in two hues, of its left half and of its right one; for 1 to 6 both are
the same.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

import cv2
import numpy as np

from vision.camera.source import Shot
from vision.reading import Frame, Pixels

WIDTH, HEIGHT, DIE, RATE = 320, 240, 26, 15
HUES, APART = 7, 25  # hues that a half may have, and how far apart they are

Die = tuple[int, int, int]  # x and y of its middle, and the number of its face


@dataclass(frozen=True)
class Scene:
    """What lies on a made-up table; `hand` is the x of a hand that reaches in from below, `cup` the x of a cup."""

    dice: tuple[Die, ...] = ()
    hand: int | None = None
    reach: int = 150
    cup: int | None = None
    light: float = 1.0
    shift: tuple[int, int] = (0, 0)
    leans: bool = False

    def shot(self, number: int, seconds: float) -> Shot:
        """The frame a camera would take, with noise that is never the same."""
        table = bare().copy()
        for die in self.dice:
            paint(table, die, 6 * (self.leans and die == self.dice[0]))
        if self.cup is not None:
            cv2.circle(table, (self.cup, 60), 40, (60, 60, 60), -1)
        if self.hand is not None:
            cv2.rectangle(table, (self.hand - 30, HEIGHT - self.reach), (self.hand + 30, HEIGHT), (190, 190, 190), -1)
        if self.shift != (0, 0):
            way = np.array([[1, 0, self.shift[0]], [0, 1, self.shift[1]]], np.float32)
            table = cv2.warpAffine(table, way, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REFLECT)
        table *= self.light
        table += noise(number)
        return Shot(Frame(np.clip(table, 0, 255, out=table).astype(np.uint8)), seconds)


@cache
def bare() -> Pixels:
    """The table with nothing on it, the same for each scene."""
    grain = np.random.default_rng(5)
    page = cv2.GaussianBlur(grain.normal(120, 90, (HEIGHT + 80, WIDTH + 80, 1)), (0, 0), 6)
    return np.repeat(page[40 : 40 + HEIGHT, 40 : 40 + WIDTH, None], 3, axis=2)


@lru_cache(maxsize=128)
def noise(number: int) -> Pixels:
    """What a camera adds to one frame; films are many, and each begins with the same numbers."""
    return np.random.default_rng(number).normal(0, 2, (HEIGHT, WIDTH, 3)).astype(np.float32)


def paint(table: Pixels, die: Die, taller: int = 0) -> None:
    """Paint a die on a table; one that is taller leans."""
    x, y, face = die
    left = (face - 1) % HUES
    right = (left + (face - 1) // HUES) % HUES
    for hue, first in ((left, x - DIE // 2), (right, x)):
        colour = cv2.cvtColor(np.full((1, 1, 3), (APART * hue, 230, 220), np.uint8), cv2.COLOR_HSV2BGR)[0, 0]
        table[y - DIE // 2 - taller : y + DIE // 2 + taller, first : first + DIE // 2] = colour


def film(*parts: tuple[Iterable[Scene], float] | Scene, rate: float = RATE) -> Iterator[Shot]:
    """Frames of scenes one after another: each Scene for one frame, or a scene for some seconds."""
    number = 0
    for part in parts:
        scenes = [part] if isinstance(part, Scene) else part[0]
        frames = 1 if isinstance(part, Scene) else round(part[1] * rate)
        for scene in scenes:
            for _ in range(frames):
                yield scene.shot(number, number / rate)
                number += 1


def still(scene: Scene, seconds: float) -> tuple[list[Scene], float]:
    return [scene], seconds


def rolling(dice: Sequence[Die], stay: Sequence[Die] = ()) -> tuple[list[Scene], float]:
    """Dice that come in from above, a frame each."""
    steps = [
        tuple((x, max(20, y - 16 * (7 - step)), 1 + (face + step) % 6) for x, y, face in dice) for step in range(7)
    ]
    return [Scene((*stay, *step)) for step in steps], 1 / RATE


def reaching(scene: Scene, x: int) -> tuple[list[Scene], float]:
    """A hand that comes and goes."""
    return [replace(scene, hand=x, reach=reach) for reach in (30, 70, 110, 150, 110, 70, 30)], 1 / RATE
