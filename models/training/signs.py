"""The signs on dice that nobody has seen before: skulls, runes, marks, letters and stars, drawn on a square.

None of them is among the emblems that training draws with, and the letters are of fonts that no training uses.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from math import cos, sin
from types import MappingProxyType

import cv2
import numpy as np

from models.training import fonts
from models.training.colour import Array
from models.training.lettering import glyphs

PAGE = 192  # pixels, side of the square on which a sign is drawn
UNIT = 100.0  # the coordinates below go from 0 to 100, to the right and down
FINE = 4  # bits behind the point of a pixel

Points = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Stroke:
    """A line through points, so wide; or with no width the area within them. `bare` takes ink away."""

    points: Points
    width: float = 0.0
    bare: bool = False


@dataclass(frozen=True)
class Disc:
    """A filled circle, or with a width a ring. `bare` takes ink away."""

    centre: tuple[float, float]
    radius: float
    width: float = 0.0
    bare: bool = False


@dataclass(frozen=True)
class Letters:
    """Letters in a font that training never sees; `signs` stands for the font of signs."""

    text: str
    signs: bool = False


Part = Stroke | Disc | Letters


def _rune(*lines: Points) -> tuple[Part, ...]:
    return tuple(Stroke(points, 10) for points in lines)


def _letters(text: str) -> dict[str, tuple[Part, ...]]:
    return {letter.lower(): (Letters(letter),) for letter in text.split()}


PIRATES: Mapping[str, tuple[Part, ...]] = MappingProxyType({
    "skull": (Disc((50, 40), 34), Stroke(((34, 60), (66, 60), (64, 92), (36, 92))), Disc((37, 42), 9, bare=True),
              Disc((63, 42), 9, bare=True), Stroke(((50, 52), (45, 64), (55, 64)), bare=True),
              *(Stroke(((x, 76), (x, 94)), 3, bare=True) for x in (43, 50, 57))),
    "bones": (Stroke(((18, 18), (82, 82)), 12), Stroke(((82, 18), (18, 82)), 12),
              *(Disc((50 + x, 50 + y), 9) for x, y in product((-37, -27, 27, 37), repeat=2) if abs(x) != abs(y))),
    "anchor": (Disc((50, 16), 10, 6), Stroke(((50, 24), (50, 88)), 9), Stroke(((30, 36), (70, 36)), 8),
               Stroke(((14, 60), (20, 76), (34, 87), (50, 90), (66, 87), (80, 76), (86, 60)), 9),
               Stroke(((8, 66), (14, 52), (26, 64))), Stroke(((92, 66), (86, 52), (74, 64)))),
    "sword": (Stroke(((50, 4), (57, 14), (57, 66), (43, 66), (43, 14))), Stroke(((26, 68), (74, 68)), 8),
              Stroke(((50, 68), (50, 90)), 9), Disc((50, 92), 7)),
    "coin": (Disc((50, 50), 40, 8), Stroke(((50, 22), (58, 42), (78, 50), (58, 58), (50, 78), (42, 58), (22, 50),
                                           (42, 42)))),
    "ship": (Stroke(((10, 64), (90, 64), (76, 88), (24, 88))), Stroke(((50, 8), (50, 64)), 6),
             Stroke(((54, 12), (84, 52), (54, 52))), Stroke(((46, 20), (20, 52), (46, 52)))),
})  # fmt: skip
RUNES: Mapping[str, tuple[Part, ...]] = MappingProxyType(
    {
        "fehu": _rune(((34, 8), (34, 92)), ((34, 44), (72, 14)), ((34, 66), (76, 34))),
        "thurs": _rune(((36, 8), (36, 92)), ((36, 30), (70, 50), (36, 70))),
        "algiz": _rune(((50, 8), (50, 92)), ((50, 56), (18, 18)), ((50, 56), (82, 18))),
        "othala": _rune(((24, 92), (74, 38), (50, 10), (26, 38), (76, 92))),
        "hagal": _rune(((26, 8), (26, 92)), ((74, 8), (74, 92)), ((26, 40), (74, 60))),
        "sowil": _rune(((68, 8), (34, 36), (66, 62), (32, 92))),
    }
)
MARKS: Mapping[str, tuple[Part, ...]] = MappingProxyType({
    "wave": tuple(Stroke(((8, y), (22, y - 14), (36, y), (50, y + 14), (64, y), (78, y - 14), (92, y)), 9)
                  for y in (32, 54, 76)),
    "cubes": (Stroke(((50, 6), (88, 28), (88, 72), (50, 94), (12, 72), (12, 28), (50, 6)), 8),
              Stroke(((12, 28), (50, 50), (88, 28)), 8), Stroke(((50, 50), (50, 94)), 8)),
    "eye": (Stroke(((4, 50), (26, 28), (50, 20), (74, 28), (96, 50), (74, 72), (50, 80), (26, 72))),
            Disc((50, 50), 20, bare=True), Disc((50, 50), 11)),
    "spiral": (Stroke(tuple((50 + (4 + 5.2 * t) * cos(t), 50 + (4 + 5.2 * t) * sin(t))
                            for t in (n / 6 for n in range(48))), 8),),
    "arrows": (Stroke(((8, 34), (60, 34), (60, 18), (92, 42), (60, 42))), Stroke(((92, 66), (40, 66), (40, 82),
                                                                                  (8, 58), (40, 58)))),
    "half": (Disc((50, 50), 40, 8), Stroke(((50, 10), (78, 20), (90, 50), (78, 80), (50, 90)))),
})  # fmt: skip
LETTERS: Mapping[str, tuple[Part, ...]] = MappingProxyType(_letters("R S T G F H"))
STARS: Mapping[str, tuple[Part, ...]] = MappingProxyType(
    {
        name: (Letters(sign, signs=True),)
        for name, sign in zip(("aries", "taurus", "leo", "scorpio", "sun", "mars"), "♈♉♌♏☼♂", strict=True)
    }
)


def drawn(parts: tuple[Part, ...], size: int, share: float) -> Array:
    """A sign in the middle of a face, `share` of it high: (size, size) cover 0..1."""
    page = np.zeros((PAGE, PAGE), np.uint8)
    for part in parts:
        _draw(page, part)
    scale = share * size / PAGE
    whole = np.zeros((size, size), np.float32)
    small = cv2.resize(page, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    at = (size - len(small)) // 2
    whole[at : at + len(small), at : at + len(small)] = small.astype(np.float32) / 255
    return whole


def _draw(page: np.ndarray, part: Part) -> None:
    if isinstance(part, Letters):
        font = fonts.signs() if part.signs else fonts.families(held_out=True)[-1][0]
        mask = glyphs(font or fonts.BUILT_IN, part.text, 0.02)
        scale = PAGE / max(mask.shape)
        mask = np.asarray(cv2.resize(mask, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        down, across = (PAGE - mask.shape[0]) // 2, (PAGE - mask.shape[1]) // 2
        page[down : down + mask.shape[0], across : across + mask.shape[1]] = mask
        return
    ink = 0 if part.bare else 255
    thick = max(round(part.width * PAGE / UNIT), 1) if part.width else -1
    if isinstance(part, Disc):
        x, y = (round(side * PAGE / UNIT * 2**FINE) for side in part.centre)
        cv2.circle(page, (x, y), round(part.radius * PAGE / UNIT * 2**FINE), ink, thick, cv2.LINE_AA, FINE)
        return
    points = (np.array(part.points) * (PAGE / UNIT * 2**FINE)).round().astype(np.int32)
    if part.width:
        cv2.polylines(page, [points], isClosed=False, color=ink, thickness=thick, lineType=cv2.LINE_AA, shift=FINE)
    else:
        cv2.fillPoly(page, [points], ink, cv2.LINE_AA, FINE)
