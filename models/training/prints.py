"""Tops of dice with any sign on them, drawn flat and by the thousand: from these an eye learns which look alike.

A set has signs of one kind: letters of a font, icons, or strokes like runes. Every look at one of its dice has another
lamp, another slant and other corners, as a finder tells them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from PIL import ImageFont

from models.training import fonts
from models.training.augment import glare, relight, resense, shade
from models.training.colour import Array, Bytes, any_colour, brightness, octaves
from models.training.emblems import icons
from models.training.fonts import BUILT_IN
from models.training.lettering import glyphs
from vision.look import CONTEXT, CROP

TILE = 64  # pixels of a sign, and of the face in the flat picture
ROUND = 24  # pixels of that picture on each side of the face
SIDE = TILE + 2 * ROUND
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabdefghkmnprtuy0123456789&?!#%+"
FAT = 0.04  # outline of fat letters, in heights
TRIES = 12  # signs that are drawn for each that is wanted, before others are tried
ALIKE = 0.72  # correlation from which two signs, turned anyhow, are the same to an eye
NEAR, FAR = CROP / 2 * (1 - 1 / CONTEXT), CROP / 2 * (1 + 1 / CONTEXT)
STRAIGHT = np.array([[NEAR, NEAR], [FAR, NEAR], [FAR, FAR], [NEAR, FAR]], np.float32)
CORNERS = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * TILE + ROUND


@dataclass(frozen=True)
class Skin:
    """What the dice of a set are made of: their colours (3,) linear, their grain and how deep signs are cut."""

    body: Array
    ink: Array
    grain: str  # "plain" | "marbled" | "wood"
    depth: float
    share: float  # of a face that a sign takes


def any_signs(rng: np.random.Generator, count: int) -> list[Array]:
    """So many signs of one kind, (TILE, TILE) 0..1 each, no two of which are alike when one of them is turned."""
    kind = rng.random()
    font = _fonts()[rng.integers(len(_fonts()))]
    stroke = FAT if rng.random() < 0.4 else 0.0
    found: list[Array] = []
    for _ in range(TRIES * count):
        if kind < 0.35:
            sign = _lettered(font, LETTERS[rng.integers(len(LETTERS))], stroke)
        elif kind < 0.7 and icons():
            sign = icons()[rng.integers(len(icons()))].astype(np.float32) / 255
        else:
            sign = strokes(rng)
        if not any(_same(sign, other) for other in found):
            found.append(sign)
        if len(found) == count:
            return found
    return any_signs(rng, count)  # fat letters of a narrow font are too few that differ


def strokes(rng: np.random.Generator) -> Array:
    """Two to five lines, arcs, discs or rings between points of a grid: a rune, a mark, a star."""
    page = np.zeros((2 * TILE, 2 * TILE), np.uint8)
    grid = np.linspace(0.14, 0.86, int(rng.integers(3, 6))) * 2 * TILE
    thick = int(rng.integers(6, 20))
    mirrored = rng.random() < 0.4
    for _ in range(int(rng.integers(2, 6))):
        one, other = ((int(rng.choice(grid)), int(rng.choice(grid))) for _ in range(2))
        roll = rng.random()
        if roll < 0.6:
            cv2.line(page, one, other, 255, thick, cv2.LINE_AA)
        elif roll < 0.75:
            start = rng.uniform(0, 360)
            reach = int(rng.uniform(0.15, 0.4) * 2 * TILE)
            cv2.ellipse(page, one, (reach, reach), 0, start, start + rng.uniform(90, 360), 255, thick, cv2.LINE_AA)
        elif roll < 0.88:
            cv2.circle(page, one, int(thick * rng.uniform(0.6, 1.6)), 255, -1, cv2.LINE_AA)
        else:
            points = np.array([[rng.choice(grid), rng.choice(grid)] for _ in range(3)], np.int32)
            cv2.fillPoly(page, [points], 255, cv2.LINE_AA)
    if mirrored:
        page = np.maximum(page, page[:, ::-1])
    return _fitted(page)


@cache
def _fonts() -> tuple[str, ...]:
    """Every font of training that has all the letters."""
    paths = [path for family in fonts.FAMILIES if not family.held_out for path in family.paths]
    return tuple(path for path in paths if _complete(path))


def _complete(font: str) -> bool:
    type_ = ImageFont.load_default(TILE) if font == BUILT_IN else ImageFont.truetype(font, TILE)
    return all(type_.getmask(letter).getbbox() is not None for letter in LETTERS)


@cache
def _lettered(font: str, letter: str, stroke: float) -> Array:
    return _fitted(glyphs(font, letter, stroke))


def _fitted(ink: Bytes) -> Array:
    """The sign in the middle of a tile, as large as it takes it."""
    rows, columns = np.flatnonzero(ink.max(1) > 40), np.flatnonzero(ink.max(0) > 40)
    if not len(rows):
        return np.ones((TILE, TILE), np.float32)
    cut = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    scale = TILE / max(cut.shape)
    size = (max(round(cut.shape[1] * scale), 1), max(round(cut.shape[0] * scale), 1))
    small = cv2.resize(cut, size, interpolation=cv2.INTER_AREA)
    page = np.zeros((TILE, TILE), np.float32)
    top, left = (TILE - small.shape[0]) // 2, (TILE - small.shape[1]) // 2
    page[top : top + small.shape[0], left : left + small.shape[1]] = small.astype(np.float32) / 255
    return page


def _same(one: Array, other: Array) -> bool:
    """Whether two signs could be taken for each other, whichever way up they lie."""
    rows = [_sketch(each).ravel() for each in (one, *(np.rot90(other, turn) for turn in range(4)))]
    rows = [row - row.mean() for row in rows]
    norms = [max(float(np.linalg.norm(row)), 1e-6) for row in rows]
    return any(float(rows[0] @ row) / norms[0] / norm > ALIKE for row, norm in zip(rows[1:], norms[1:], strict=True))


def _sketch(sign: Array) -> Array:
    return np.asarray(cv2.resize(cv2.GaussianBlur(sign, (0, 0), 3.0), (16, 16), interpolation=cv2.INTER_AREA))


def any_skin(rng: np.random.Generator) -> Skin:
    """Draw what a set is made of; its ink differs from its body."""
    body = any_colour(rng)
    ink = any_colour(rng)
    while abs(brightness(body) - brightness(ink)) < 0.16:
        body, ink = any_colour(rng), any_colour(rng)
    grain = str(rng.choice(["plain", "marbled", "wood"], p=[0.65, 0.2, 0.15]))
    depth = float(rng.uniform(0.3, 1.0)) if rng.random() < 0.35 else 0.0
    return Skin(body, ink, grain, depth, float(rng.uniform(0.48, 0.85)))


def top(sign: Array, skin: Skin, rng: np.random.Generator) -> Bytes:
    """One look at a die with this sign on top, straightened by corners as a finder tells them: (CROP, CROP, 3)."""
    flat = _flat(sign, skin, rng)
    picture = np.asarray(255 * np.sqrt(np.minimum(flat * _light(rng), 1)), np.uint8)
    reach = float(np.exp(rng.uniform(np.log(18), np.log(90)))) / TILE  # pixels of the camera, of one of the tile
    slant = rng.uniform(0.6, 1)
    slope = np.array([[1, 0], [0, slant]]) @ _turn(rng.uniform(0, 2 * np.pi)) * reach
    middle = np.array([SIDE / 2, SIDE / 2])
    ends = (np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]]) - middle) @ slope.T
    least = ends.min(0)
    width, height = np.ceil(ends.max(0) - least).astype(int) + 1
    away = -slope @ middle - least
    matrix = np.concatenate((slope, away[:, None]), 1)
    fine = cv2.GaussianBlur(picture, (0, 0), max(0.4 / reach, 0.3)) if reach < 1 else picture
    seen = cv2.warpAffine(fine, matrix, (int(width), int(height)), borderMode=cv2.BORDER_REFLECT)
    seen = relight(seen, rng)
    if rng.random() < 0.4:
        seen = shade(seen, rng)
    if rng.random() < 0.12:
        seen = glare(seen, rng)
    seen = resense(seen, rng)
    corners = _told(rng) @ slope.T + away
    straight = cv2.getPerspectiveTransform(np.asarray(np.roll(corners, int(rng.integers(4)), 0), np.float32), STRAIGHT)
    return np.asarray(cv2.warpPerspective(seen, straight, (CROP, CROP), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _turn(angle: float) -> Array:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def _told(rng: np.random.Generator) -> Array:
    """The corners of the face in the flat picture, as far off as a finder's are."""
    off = TILE * np.exp(rng.normal(np.log(0.035), 0.7))
    shift, each = rng.normal(0, off, 2), rng.normal(0, off, (4, 2))
    about = (CORNERS - CORNERS.mean(0)) @ _turn(rng.normal(0, 0.06)).T * np.exp(rng.normal(0, 0.06))
    return np.asarray(about + CORNERS.mean(0) + (shift + each).clip(-0.2 * TILE, 0.2 * TILE))


def _flat(sign: Array, skin: Skin, rng: np.random.Generator) -> Array:
    """The face with its sign and what lies round it, (SIDE, SIDE, 3) linear light."""
    ground = any_colour(rng)
    page = np.empty((SIDE, SIDE, 3), np.float32)
    page[:] = ground
    rim = ROUND + 8
    for beside in (np.s_[:rim], np.s_[:, -rim:], np.s_[-rim:], np.s_[:, :rim]):
        if rng.random() < 0.6:
            page[beside] = skin.body * np.float32(rng.uniform(0.25, 0.9))
    face = np.empty((TILE, TILE, 3), np.float32)
    face[:] = skin.body
    face *= _grain(skin.grain, rng)[..., None]
    cover = _laid(sign, skin.share, rng)
    if rng.random() < 0.12:
        cover = cover * (1 - np.clip((octaves(rng, TILE, TILE, 12.0, 3) - rng.uniform(0.4, 0.7)) * 6, 0, 0.8))
    face += cover[..., None] * (skin.ink - face)
    if skin.depth:
        face *= _relief(cover, skin.depth, rng)[..., None]
    mask = np.zeros((TILE, TILE), np.uint8)
    inset = int(rng.uniform(0, 0.12) * TILE)
    cv2.rectangle(mask, (inset, inset), (TILE - 1 - inset, TILE - 1 - inset), 255, -1)
    soft = cv2.GaussianBlur(mask, (0, 0), inset + 0.5).astype(np.float32)[..., None] / 255
    edge_light = skin.body * np.float32(rng.uniform(0.6, 1.5))
    middle = slice(ROUND, ROUND + TILE)
    page[middle, middle] = face * soft + edge_light * (1 - soft)
    return page


def _laid(sign: Array, share: float, rng: np.random.Generator) -> Array:
    """The sign as it lies on a face, turned by a quarter or not, and a little crooked."""
    size = share * rng.uniform(0.97, 1.03)
    middle, angle = (TILE / 2 - 0.5, TILE / 2 - 0.5), 90 * int(rng.integers(4)) + rng.normal(0, 2)
    matrix = np.asarray(cv2.getRotationMatrix2D(middle, angle, size), np.float64)
    matrix[:, 2] += rng.normal(0, 0.015 * TILE, 2)
    return np.asarray(cv2.warpAffine(sign, matrix, (TILE, TILE), flags=cv2.INTER_LINEAR), np.float32)


def _grain(grain: str, rng: np.random.Generator) -> Array:
    if grain == "plain":
        return np.ones((TILE, TILE), np.float32)
    if grain == "marbled":
        return np.asarray(1 + rng.uniform(0.2, 0.8) * (octaves(rng, TILE, TILE, 20.0, 3) - 0.5), np.float32)
    rings = octaves(rng, TILE, TILE, 30.0, 2) * 6 + np.arange(TILE, dtype=np.float32)[:, None] * rng.uniform(0.1, 0.9)
    return np.asarray(np.rot90(1 + rng.uniform(0.08, 0.3) * np.sin(rings), int(rng.integers(2))), np.float32)


def _relief(cover: Array, depth: float, rng: np.random.Generator) -> Array:
    """How much lighter and darker the walls of what is cut into a face are."""
    soft = cv2.GaussianBlur(cover, (0, 0), 1.0)
    across, down = cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)
    angle = rng.uniform(0, 2 * np.pi)
    return np.asarray(np.clip(1 + depth * 0.5 * (across * np.cos(angle) + down * np.sin(angle)), 0.2, 2), np.float32)


def _light(rng: np.random.Generator) -> Array:
    """What falls on every place, (SIDE, SIDE, 1): a lamp that is nearer on one side, too little light or too much."""
    angle, steep = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.5)
    at = np.linspace(-0.5, 0.5, SIDE, dtype=np.float32)
    ramp = 1 + steep * (at[None] * np.cos(angle) + at[:, None] * np.sin(angle))
    return np.asarray(ramp[..., None] * np.exp(rng.normal(-0.1, 0.55)), np.float32)


def lesson(rng: np.random.Generator, signs: int, looks: int) -> Bytes:
    """Looks at the dice of one set: (signs, looks, CROP, CROP, 3)."""
    skin = any_skin(rng)
    return np.array([[top(sign, skin, rng) for _ in range(looks)] for sign in any_signs(rng, signs)])
