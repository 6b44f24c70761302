"""Table tops for the renderer, painted finely: planks, felt, laminate, leather and linen, each with its relief."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from models.training.colour import Array, blend, clouds, dimmed, hsv, laid_over, octaves

SIDE = 2560  # pixels of a table top
SPAN = 36.0  # edges of a die along its side
UNIT = SIDE / SPAN  # pixels to an edge of a die


@dataclass(frozen=True)
class Table:
    """A table top: `paint` (SIDE, SIDE, 3) linear BGR, `relief` (SIDE, SIDE) 0..1, and how it answers light."""

    paint: Array
    relief: Array
    height: float  # of the relief, in edges of a die
    roughness: float  # 0 mirror .. 1 chalk
    shine: float  # 0 none .. 1 full lacquer


def any_table(rng: np.random.Generator, kind: str | None = None) -> Table:
    """Draw a table top, of the given kind or of any."""
    return TABLES[kind or str(rng.choice(list(TABLES)))](rng)


def _wood(rng: np.random.Generator) -> Table:
    """Planks of one tree: rings, pores, and a shade for each plank."""
    hue, saturation, value = rng.uniform(23, 35), rng.uniform(0.4, 0.65), rng.uniform(0.42, 0.8)
    light, dark = hsv(hue, saturation, value), hsv(hue - 5, min(1.0, saturation * 1.25), value * 0.62)
    paint = np.empty((SIDE, SIDE, 3), np.float32)
    relief = np.ones((SIDE, SIDE), np.float32)
    wide = int(UNIT * rng.uniform(4.5, 8))
    for top in range(-int(rng.uniform(0, wide)), SIDE, wide):
        first, last = max(top, 0), min(top + wide, SIDE)
        grain = _plank(rng, last - first)
        paint[first:last] = blend(grain, dark, light) * np.float32(rng.uniform(0.82, 1.12))
        relief[first:last] = 0.6 + 0.4 * grain
        joint = max(2, int(UNIT * 0.035))
        paint[first : first + joint] *= 0.3
        relief[first : first + joint] = 0
    return Table(paint, relief, 0.012, float(rng.uniform(0.25, 0.5)), float(rng.uniform(0.3, 0.9)))


def _plank(rng: np.random.Generator, wide: int) -> Array:
    """The grain of one plank (wide, SIDE), 0 dark .. 1 light, cut through a slightly leaning trunk."""
    x = np.linspace(0, SPAN, SIDE, dtype=np.float32)[None]
    y = np.linspace(0, wide / UNIT, wide, dtype=np.float32)[:, None] - rng.uniform(-1, wide / UNIT + 1)
    bend = (clouds(rng, wide, SIDE, wide * 0.7, UNIT * 9) - 0.5) * 1.2 + (
        clouds(rng, wide, SIDE, UNIT * 0.6, UNIT * 4) - 0.5
    ) * 0.12
    deep = rng.uniform(0.3, 2.5) + x * rng.uniform(-0.12, 0.12)
    trunk = np.hypot(y + bend, deep + bend * 0.5)
    ring = trunk * rng.uniform(4.0, 8.0)
    late = (ring - np.floor(ring)) ** 3  # a ring darkens slowly and ends at once
    fibre = clouds(rng, wide, SIDE, 1.4, UNIT * 0.9)
    pores = np.clip((clouds(rng, wide, SIDE, 1.3, UNIT * 0.28) - 0.72) * 5, 0, 1)
    grain = 0.95 - 0.5 * late - 0.28 * (fibre - 0.5) - 0.45 * pores * (0.4 + late)
    return np.asarray(np.clip(cv2.GaussianBlur(grain.astype(np.float32), (0, 0), 0.7), 0, 1), np.float32)


def _felt(rng: np.random.Generator) -> Table:
    """Pressed wool: a tangle of short hairs, a little uneven."""
    hue = rng.choice([rng.uniform(135, 160), rng.uniform(0, 360)], p=[0.7, 0.3])
    colour = hsv(hue, rng.uniform(0.5, 0.75), rng.uniform(0.3, 0.5))
    page = np.full((SIDE, SIDE), 128, np.uint8)
    count = 260_000
    start = rng.uniform(0, SIDE, (count, 2))
    angle, length = rng.uniform(0, 2 * np.pi, count), rng.uniform(4, 15, count)
    bend = rng.normal(0, 0.6, count)
    middle = start + np.stack([np.cos(angle), np.sin(angle)], 1) * length[:, None] / 2
    end = middle + np.stack([np.cos(angle + bend), np.sin(angle + bend)], 1) * length[:, None] / 2
    lines = np.stack([start, middle, end], 1).astype(np.int32)
    for tone, part in zip(rng.integers(70, 190, 64), np.array_split(lines, 64), strict=True):
        cv2.polylines(page, list(part), isClosed=False, color=int(tone), thickness=1, lineType=cv2.LINE_AA)
    nap = page.astype(np.float32) / 255
    relief = cv2.GaussianBlur(nap, (0, 0), 0.8)
    shade = 0.55 + 0.8 * (nap - 0.2) + 0.25 * (octaves(rng, SIDE, SIDE, UNIT * 5, 3) - 0.5)
    paint = blend(np.asarray(np.clip(shade, 0, 1.3), np.float32), colour * np.float32(0.35), colour)
    return Table(paint, np.asarray(relief, np.float32), 0.007, 1.0, 0.0)


def _laminate(rng: np.random.Generator) -> Table:
    """A grey or cream desk top with fine specks and a few smudges."""
    colour = hsv(rng.uniform(20, 220), rng.uniform(0, 0.08), rng.uniform(0.45, 0.85))
    paint = blend(octaves(rng, SIDE, SIDE, UNIT * 8, 3), colour * np.float32(0.93), colour)
    specks = np.clip((clouds(rng, SIDE, SIDE, 1.8) - 0.8) * 6, 0, 1)
    paint = laid_over(paint, np.asarray(specks * 0.3, np.float32), colour * np.float32(0.4))
    pale = np.clip((clouds(rng, SIDE, SIDE, 2.2) - 0.82) * 6, 0, 1)
    paint = laid_over(paint, np.asarray(pale * 0.3, np.float32), np.minimum(colour * np.float32(1.7), 0.9))
    return Table(paint, clouds(rng, SIDE, SIDE, 5), 0.0006, float(rng.uniform(0.35, 0.6)), 0.5)


def _leather(rng: np.random.Generator) -> Table:
    """Grained leather: small cells with creases between them."""
    hue = float(rng.choice([rng.uniform(10, 30), rng.uniform(0, 360)], p=[0.75, 0.25]))
    colour = hsv(hue, rng.uniform(0.3, 0.8), rng.uniform(0.25, 0.6))
    seeds = np.full((SIDE, SIDE), 255, np.uint8)
    spots = rng.integers(0, SIDE, (int(SPAN * SPAN * 130), 2))
    seeds[spots[:, 0], spots[:, 1]] = 0
    away = cv2.distanceTransform(seeds, cv2.DIST_L2, 5)
    cell = np.clip(away / np.float32(UNIT * 0.065), 0, 1)
    relief = np.asarray(cv2.GaussianBlur(1 - cell**2, (0, 0), 1.2), np.float32)
    tone = 0.7 + 0.3 * relief
    paint = dimmed(blend(octaves(rng, SIDE, SIDE, UNIT * 5, 4), colour * np.float32(0.75), colour), tone)
    return Table(paint, relief, 0.004, 0.5, 0.45)


def _linen(rng: np.random.Generator) -> Table:
    """A woven table cloth, plain or striped."""
    colour = hsv(rng.uniform(0, 360), rng.uniform(0.02, 0.5), rng.uniform(0.5, 0.9))
    step = UNIT * rng.uniform(0.035, 0.06)
    ramp = np.arange(SIDE, dtype=np.float32) * np.float32(np.pi / max(step, 2.2))
    wander = (clouds(rng, SIDE, SIDE, UNIT * 0.5) - 0.5) * 2
    weave = 0.5 + 0.25 * np.sin(ramp[None] + wander) + 0.25 * np.sin(ramp[:, None] + wander)
    threads = 0.5 * clouds(rng, SIDE, SIDE, 2.5, UNIT * 2) + 0.5 * clouds(rng, SIDE, SIDE, UNIT * 2, 2.5)
    tone = np.asarray(0.72 + 0.2 * weave + 0.18 * (threads - 0.5), np.float32)
    paint = np.full((SIDE, SIDE, 3), colour, np.float32)
    if rng.random() < 0.5:
        every = UNIT * rng.uniform(1.5, 4)
        stripe = np.clip(np.sin(np.arange(SIDE, dtype=np.float32) * np.float32(np.pi / every)) * 12 - 6, 0, 1)
        mask = np.maximum(stripe[None], stripe[:, None]) * 0.6
        paint = laid_over(paint, np.asarray(mask, np.float32), hsv(rng.uniform(0, 360), 0.6, 0.5))
    return Table(dimmed(paint, tone), tone, 0.03, 1.0, 0.0)


TABLES: dict[str, Callable[[np.random.Generator], Table]] = {
    "wood": _wood,
    "felt": _felt,
    "laminate": _laminate,
    "leather": _leather,
    "linen": _linen,
}
