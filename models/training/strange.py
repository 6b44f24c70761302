"""Sets of dice that nobody has seen before, to be taught: `python -m models.training.strange --set pirates`.

Of each set lessons are made (a folder a face, with pictures of dice that all show it) and throws with a labels.tsv, in
the household that gave the lessons (`throws`) and under another lamp on another table (`lamp`).
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from types import MappingProxyType

import cv2
import numpy as np

from models.training.colour import Array, Bytes, hsv
from models.training.dice_art import Skin, any_make, body_art
from models.training.draw import Label, Thing, paint, top_quad
from models.training.grounds import ground
from models.training.kit_art import slopes
from models.training.light import Bulge, any_light, shadows
from models.training.sensor import expose
from models.training.signs import LETTERS, MARKS, PIRATES, RUNES, STARS, Part, drawn
from models.training.solid import Place, Shape, resting, spin
from models.training.throw import Lie, lies
from models.training.view import View, over_table

WIDTH, HEIGHT = 960, 720  # pixels of a picture
LARGE, SMALL = 120.0, 64.0  # pixels of a die in it
TILE = 160  # pixels of a painted face
LESSONS, THROWS = 3, 30
DICE = 5  # of a throw
EDGE = 12.0  # pixels at the edge of the picture where no die lies
STEEPEST = 0.64  # cosine of the angle off the vertical from which nobody would hold a camera, 50 degrees

Ends = tuple[Array, Array]  # the upper left and the lower right corner of a box, (2,) each


@dataclass(frozen=True)
class Strange:
    """How a set looks: its signs by name, the colours of body and ink, and what it is made of.

    `inks` are those of signs that have one of their own.
    """

    signs: Mapping[str, tuple[Part, ...]]
    body: Array
    ink: Array
    stuff: str = "plain"
    depth: float = 0.0  # 0 printed .. 1 engraved
    share: float = 0.66  # of a face that a sign takes
    rounding: float = 0.1
    inks: Mapping[str, Array] = field(default_factory=dict)


SKULLS: Mapping[str, Array] = MappingProxyType({  # one sign, and nothing but its ink to tell the faces
    "red": hsv(0, 0.9, 0.8), "orange": hsv(28, 0.95, 0.95), "green": hsv(130, 0.8, 0.5), "blue": hsv(225, 0.8, 0.7),
    "purple": hsv(285, 0.7, 0.5), "black": hsv(0, 0, 0.05),
})  # fmt: skip
SETS: Mapping[str, Strange] = MappingProxyType({
    "pirates": Strange(PIRATES, hsv(0, 0, 0.13), hsv(45, 0.6, 0.9), share=0.72),
    "runes": Strange(RUNES, hsv(38, 0.22, 0.93), hsv(8, 0.8, 0.45), depth=0.6, share=0.62, rounding=0.14),
    "marks": Strange(MARKS, hsv(205, 0.8, 0.5), hsv(40, 0.03, 0.97), stuff="marbled", rounding=0.06),
    "letters": Strange(LETTERS, hsv(30, 0.5, 0.7), hsv(25, 0.7, 0.2), stuff="wood", share=0.55, rounding=0.05),
    "stars": Strange(STARS, hsv(50, 0.03, 0.95), hsv(280, 0.7, 0.4), rounding=0.18),
    "skulls": Strange(dict.fromkeys(SKULLS, PIRATES["skull"]), hsv(45, 0.05, 0.95), SKULLS["black"], inks=SKULLS),
})  # fmt: skip


def picture(
    looks: Strange, name: str, home: int, seed: tuple[int, ...], count: int, face: str = ""
) -> tuple[Bytes, list[Label]]:
    """So many dice of a set on the table and under the lamp of a household, all of them with `face` up or any."""
    rng = np.random.default_rng(seed)
    side = list(looks.signs).index(face) if face else None
    shape = Shape(np.full(3, 0.5, np.float32), looks.rounding)
    view, die, found = _laid(rng, shape, count, side)
    things = [Thing(shape, _skin(looks, name, number), lie, Bulge(0.08)) for number, lie in enumerate(found)]
    things.sort(key=lambda thing: -float(np.linalg.norm(thing.lie.place.centre - view.eye)))
    pixels = ground(np.random.default_rng((home, 1)), view)
    light = any_light(np.random.default_rng((home, 2)), pixels[::8, ::8].mean(axis=(0, 1)))
    pixels *= shadows(view, light, [(thing.shape, thing.lie.place) for thing in things], die)
    owner = np.zeros((HEIGHT, WIDTH), np.int16)
    for number, thing in enumerate(things, 1):
        paint(pixels, owner, view, light, thing, number)
    labels = [_label(view, thing, owner == number) for number, thing in enumerate(things, 1)]
    return expose(rng, pixels, die, grey=False), labels


def _laid(rng: np.random.Generator, shape: Shape, count: int, side: int | None) -> tuple[View, float, list[Lie]]:
    """A view of so many dice that lie flat, whole in the picture and not behind one another, and their size there."""
    while True:
        die = float(np.exp(rng.uniform(np.log(SMALL), np.log(LARGE))))
        view = over_table(rng, WIDTH, HEIGHT, die)
        found = [_flat(rng, lie, shape, side) for lie in lies(rng, view, [shape] * count) if lie is not None]
        if len(found) < count or view.eye[2] < STEEPEST * np.linalg.norm(view.eye):
            continue
        ends = [(seen.min(0), seen.max(0)) for seen in (view.project(lie.place.corners(shape)) for lie in found)]
        if _inside(ends) and not any(_hidden(one, other) for one, other in combinations(ends, 2)):
            return view, die, found


def _flat(rng: np.random.Generator, lie: Lie, shape: Shape, side: int | None) -> Lie:
    """The same die lying flat, some side or this one up, any of its edges to the front."""
    up = lie.side if side is None else side
    if lie.tilted:
        turn = spin(rng.uniform(0, 2 * np.pi)) @ resting(up // 2, 1 - 2 * (up % 2))
    else:
        upright = lie.place.turn @ resting(lie.side // 2, 1 - 2 * (lie.side % 2)).T
        turn = upright @ spin(rng.integers(4) * np.pi / 2) @ resting(up // 2, 1 - 2 * (up % 2))
    centre = np.array([*lie.place.centre[:2], shape.half[2]], np.float32)
    return Lie(Place(centre, np.asarray(turn, np.float32)), up, tilted=False)


def _inside(ends: list[Ends]) -> bool:
    return all((low > EDGE).all() and (high < (WIDTH - EDGE, HEIGHT - EDGE)).all() for low, high in ends)


def _hidden(one: Ends, other: Ends) -> bool:
    """Whether one of two things may lie before the other."""
    shared = np.minimum(one[1], other[1]) - np.maximum(one[0], other[0])
    return bool((shared > 0.2 * np.minimum(one[1] - one[0], other[1] - other[0])).all())


def _label(view: View, thing: Thing, mine: np.ndarray) -> Label:
    rows, columns = np.nonzero(mine)
    box = (float(columns.min()), float(rows.min()), float(columns.max() + 1), float(rows.max() + 1))
    quad, _ = top_quad(view, thing.shape, thing.lie)
    return Label(thing.face, box, quad, "flat", 1.0)


def _skin(looks: Strange, name: str, number: int) -> Skin:
    """Paint one die of a set; each has its own marbling and signs turned its own way."""
    rng = np.random.default_rng((*name.encode(), number))
    make = any_make(rng)
    veins = (looks.body * np.float32(0.6), looks.body * np.float32(1.3))
    make = replace(make, body=looks.body, stuff=looks.stuff, veins=veins)
    art = body_art(rng, make, TILE)
    relief = np.zeros((TILE, 6 * TILE, 2), np.float32)
    for place, (sign, parts) in enumerate(looks.signs.items()):
        cover = np.asarray(np.rot90(drawn(parts, TILE, looks.share), int(rng.integers(4))), np.float32)
        columns = slice(place * TILE, (place + 1) * TILE)
        art[:, columns] += cover[..., None] * (looks.inks.get(sign, looks.ink) - art[:, columns])
        relief[:, columns] = slopes(cover, looks.depth)
    return Skin(art, relief, tuple(looks.signs), 0.35, 30.0, 0.0, 0.0)


def write(name: str, seed: int, lessons: int, throws: int, out: Path) -> None:
    """Write the lessons and the throws of a set."""
    looks = SETS[name]
    for place, face in enumerate(looks.signs):
        for number in range(lessons):
            shown, _ = picture(looks, name, seed, (seed, place, number), 1, face)
            _save(out / "lessons" / face / f"{number + 1}.jpg", shown)
    for kind, home in (("throws", seed), ("lamp", seed + 1)):
        rows = []
        for number in range(throws):
            pixels, dice = picture(looks, name, home, (home, 99, number), DICE)
            _save(out / kind / f"{number + 1:02}.jpg", pixels)
            rows.append(f"{number + 1:02}.jpg\t{' '.join(die.face for die in dice)}\n")
        (out / kind / "labels.tsv").write_text("".join(rows), encoding="utf-8")


def _save(path: Path, pixels: Bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), pixels, (cv2.IMWRITE_JPEG_QUALITY, 88))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", choices=sorted(SETS), required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lessons", type=int, default=LESSONS)
    parser.add_argument("--throws", type=int, default=THROWS)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    write(asked.set, asked.seed, asked.lessons, asked.throws, asked.out)
