"""Things on a table that are no dice: flat ones, boxes, cables and hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from models.training.colour import Array, any_colour, hsv, linear, octaves
from models.training.dice_art import LAYOUTS, Skin, any_make, body_art, glyph, odd_skin
from models.training.solid import Shape
from models.training.view import View

SIDE = 96  # pixels of most flat things' drawings
LONG = 6 * SIDE  # pixels of the longer side of a thing with small parts

Flat = tuple[Array, float, float]  # picture (H, W, 4) linear BGR and cover; width and height in edges of a die


@dataclass(frozen=True)
class Box:
    """A thing with height: its shape and its skin."""

    shape: Shape
    skin: Skin


def any_flat(rng: np.random.Generator) -> Flat:
    """Draw something flat that lies on the table."""
    return FLATS[int(rng.integers(len(FLATS)))](rng)


def _page(colour: Array, cover: Array | None = None) -> Array:
    page = np.ones((SIDE, SIDE, 4), np.float32)
    page[..., :3] = colour
    if cover is not None:
        page[..., 3] = cover
    return page


def _polar() -> tuple[Array, Array]:
    ramp = (np.arange(SIDE, dtype=np.float32) + 0.5) / SIDE * 2 - 1
    x, y = np.meshgrid(ramp, ramp)
    return np.hypot(x, y).astype(np.float32), np.arctan2(y, x).astype(np.float32)


def _round(away: Array, radius: float) -> Array:
    return np.asarray(np.clip((radius - away) * SIDE / 2 + 0.5, 0, 1), np.float32)


def _button(rng: np.random.Generator) -> Flat:
    """A button with two, three or four holes, which may well pass for pips; its rim raised or its middle hollow."""
    away, angle = _polar()
    colour = any_colour(rng)
    page = _page(colour, _round(away, 0.97))
    wall, steep = rng.uniform(0.5, 0.88), rng.uniform(-0.5, 0.5)
    rim = _round(np.abs(away - wall), rng.uniform(0.02, 0.12))
    lit = steep * np.cos(angle - rng.uniform(0, 2 * np.pi))  # half of a slope looks to the lamp, half away from it
    shade = 1 + (lit - 0.2) * rim - 0.5 * lit * _round(np.abs(away - 0.93), 0.06)
    page[..., :3] *= shade[..., None]
    ramp = (np.arange(SIDE, dtype=np.float32) + 0.5) / SIDE * 2 - 1
    far, hole = rng.uniform(0.17, 0.32), rng.uniform(0.07, 0.14)
    holes, turn = int(rng.choice([2, 2, 3, 4, 4, 4])), rng.uniform(0, 2 * np.pi)
    around = turn + 2 * np.pi * np.arange(holes) / holes
    spots = np.sqrt(2) * far * np.stack((np.cos(around), np.sin(around)), 1)
    inside = any_colour(rng) * np.float32(0.3)
    for x, y in spots:
        dot = _round(np.hypot(ramp[None] - x, ramp[:, None] - y), hole)
        page[..., :3] += dot[..., None] * (inside - page[..., :3])
    size = rng.uniform(0.6, 1.6)
    return page, size, size


def _coin(rng: np.random.Generator) -> Flat:
    away, angle = _polar()
    colour = hsv(rng.uniform(15, 50), rng.uniform(0, 0.6), rng.uniform(0.4, 0.85))
    page = _page(colour, _round(away, 0.97))
    shine = 0.75 + 0.35 * np.cos(angle - rng.uniform(0, 6)) * away
    sign = glyph(rng, str(rng.choice(["1", "2", "5", "10", "20", "50"])), SIDE, 0.5)
    rim = _round(np.abs(away - 0.88), 0.03)
    page[..., :3] *= (shine * (1 - 0.35 * sign) * (1 - 0.4 * rim))[..., None]
    size = rng.uniform(1.0, 1.8)
    return page, size, size


def _card(rng: np.random.Generator) -> Flat:
    """A playing card: signs in rows and letters in the corners."""
    page = np.full((SIDE, SIDE, 3), 240, np.uint8)
    ink = (30, 30, 190) if rng.random() < 0.5 else (25, 25, 25)
    columns, rows = int(rng.integers(1, 4)), int(rng.integers(1, 5))
    for column in range(columns):
        for row in range(rows):
            spot = (int((column + 1) * SIDE / (columns + 1)), int((row + 1) * SIDE / (rows + 1)))
            if rng.random() < 0.5:
                cv2.circle(page, spot, int(rng.integers(4, 9)), ink, -1, cv2.LINE_AA)
            else:
                diamond = np.array([[0, -9], [6, 0], [0, 9], [-6, 0]]) + spot
                cv2.fillPoly(page, [diamond], ink, cv2.LINE_AA)
    cv2.putText(
        page, str(rng.choice(list("A23456789JQK"))), (3, 18), cv2.FONT_HERSHEY_DUPLEX, 0.55, ink, 1, cv2.LINE_AA
    )
    return _page(linear(page)), 3.4, 5.0


def _leaflet(rng: np.random.Generator) -> Flat:
    """A slip of paper with a few words or big letters."""
    page = np.empty((SIDE, SIDE, 3), np.uint8)
    page[:] = (any_colour(rng) ** (1 / 2.2) * 255).astype(np.uint8)
    ink = tuple(int(c) for c in rng.integers(0, 255, 3))
    lines = int(rng.integers(1, 7))
    for line in range(lines):
        word = "".join(rng.choice(list("ABCDEFGHIJKLMNOPRSTUW0123456789oi.:"), int(rng.integers(2, 12))))
        size = 2.2 / lines * rng.uniform(0.6, 1.2)
        cv2.putText(
            page,
            word,
            (5, int((line + 0.8) * SIDE / lines)),
            int(rng.integers(0, 5)),
            size,
            ink,
            max(1, int(size * 2)),
            cv2.LINE_AA,
        )
    return _page(linear(page)), float(rng.uniform(1, 7)), float(rng.uniform(0.7, 5))


def _screw(rng: np.random.Generator) -> Flat:
    away, _ = _polar()
    page = _page(hsv(40, 0.1, rng.uniform(0.4, 0.8)), _round(away, 0.95))
    ramp = np.abs((np.arange(SIDE, dtype=np.float32) + 0.5) / SIDE * 2 - 1)
    slot = np.clip((0.13 - ramp) * 30, 0, 1)
    cross = np.maximum(slot[None], slot[:, None] * (rng.random() < 0.6)) * (away < 0.7)
    page[..., :3] *= (1 - 0.8 * cross)[..., None]
    size = rng.uniform(0.3, 0.8)
    return page, size, size


def _ring(rng: np.random.Generator) -> Flat:
    """A washer, an eyelet, a bottle top or a socket: circles within circles."""
    away, _ = _polar()
    page = _page(any_colour(rng), _round(away, 0.97))
    for _ in range(int(rng.integers(1, 4))):
        inner = _round(away, float(rng.uniform(0.15, 0.8)))
        page[..., :3] += inner[..., None] * (any_colour(rng) - page[..., :3])
    size = rng.uniform(0.3, 2.5)
    return page, size, size


def _stick(rng: np.random.Generator) -> Flat:
    """A pen, pencil, ruler or strip, with bands across it."""
    page = _page(any_colour(rng))
    ramp = (np.arange(SIDE, dtype=np.float32) + 0.5) / SIDE
    for _ in range(int(rng.integers(0, 5))):
        start, wide = rng.random(), rng.uniform(0.01, 0.12)
        page[:, (ramp > start) & (ramp < start + wide), :3] = any_colour(rng)
    page[..., :3] *= (0.45 + 0.75 * np.sin(ramp * np.pi))[:, None, None]
    return page, float(rng.uniform(3, 11)), float(rng.uniform(0.25, 0.9))


def _pencil(rng: np.random.Generator) -> Flat:
    """A pencil with its facets, a ferrule with ridges and a rubber at its end."""
    facets = np.repeat(rng.uniform(0.55, 1.1, 3), SIDE // 3).astype(np.float32)
    page = np.ones((SIDE, LONG, 4), np.float32)
    page[..., :3] = any_colour(rng) * facets[:, None, None]
    long, thick = float(rng.uniform(5, 10)), float(rng.uniform(0.3, 0.6))
    rubber = round(LONG * rng.uniform(0.5, 1.3) * thick / long)
    ferrule = rubber + round(LONG * rng.uniform(0.8, 2.2) * thick / long)
    rounded = 0.4 + 0.75 * np.sin((np.arange(SIDE, dtype=np.float32) + 0.5) / SIDE * np.pi)
    shine = rounded + 0.6 * np.exp(-(((np.arange(SIDE) / SIDE - rng.uniform(0.2, 0.6)) / 0.08) ** 2))
    ridges = 1 - 0.3 * (np.arange(ferrule) % max(round(LONG * 0.1 * thick / long), 2) < 1)
    metal = hsv(rng.uniform(20, 50), rng.uniform(0, 0.4), rng.uniform(0.5, 0.8))
    page[:, :ferrule, :3] = metal * (shine[:, None] * ridges)[..., None]
    pink = hsv(rng.uniform(0, 20), rng.uniform(0.3, 0.7), rng.uniform(0.5, 0.9))
    page[:, :rubber, :3] = (pink if rng.random() < 0.7 else any_colour(rng)) * rounded[:, None, None]
    return page, long, thick


def _sheet(rng: np.random.Generator) -> Flat:
    """A score sheet: ruled or squared paper, names above columns of numbers."""
    high = round(LONG * rng.uniform(0.6, 1.3))
    page = np.empty((high, LONG, 3), np.uint8)
    page[:] = rng.integers(200, 256, 3) if rng.random() < 0.8 else rng.integers(0, 256, 3)
    step, columns, rule = int(rng.integers(26, 60)), int(rng.integers(1, 6)), tuple(map(int, rng.integers(60, 220, 3)))
    for y in range(step, high, step):
        cv2.line(page, (0, y), (LONG, y), rule, int(rng.integers(1, 3)), cv2.LINE_AA)
    ink, font = tuple(map(int, rng.integers(0, 140, 3))), int(rng.integers(0, 8))
    for column in range(columns):
        x = round(column * LONG / columns)
        cv2.line(page, (x, 0), (x, high), rule, 2, cv2.LINE_AA)
        name = "".join(rng.choice(list("abcdefghiklmnorstu"), int(rng.integers(2, 6)))).title()
        lines = [name, *(str(50 * int(each)) for each in rng.integers(1, 200, int(rng.integers(1, high // step))))]
        for row, text in enumerate(lines):
            size = step / 40 * (1.2 if row == 0 else 1.0)
            spot = (x + int(rng.integers(3, 16)), round((row + 0.8) * step + rng.normal(0, 2)))
            cv2.putText(page, text, spot, font, size, ink, max(1, round(size * 2)), cv2.LINE_AA)
    wide = float(rng.uniform(4, 12))
    return np.dstack((linear(page), np.ones((high, LONG), np.float32))), wide, wide * high / LONG


def _pebble(rng: np.random.Generator) -> Flat:
    """A crumb, sweet, bean or counter."""
    away, angle = _polar()
    lobes = 0.85 + 0.12 * np.sin(angle * rng.integers(2, 6) + rng.uniform(0, 6))
    page = _page(any_colour(rng), _round(away / lobes, 0.97))
    page[..., :3] *= (1.1 - 0.6 * away * away)[..., None]
    size = rng.uniform(0.2, 1.3)
    return page, size, float(size * rng.uniform(0.6, 1))


FLATS: tuple[Callable[[np.random.Generator], Flat], ...] = (
    _button,
    _button,
    _button,
    _coin,
    _sheet,
    _sheet,
    _pencil,
    _pencil,
    _card,
    _leaflet,
    _leaflet,
    _screw,
    _ring,
    _stick,
    _pebble,
)


def lay_flat(scene: Array, view: View, flat: Flat, spot: Array, yaw: float) -> None:
    """Lay a flat thing into the scene (height, width, 3), in place, its middle at `spot` (3,)."""
    page, width, height = flat
    c, s = np.cos(yaw), np.sin(yaw)
    to_table = np.array([[c * width, s * height, spot[0]], [s * width, -c * height, spot[1]], [0, 0, 1]])
    high, wide = page.shape[:2]
    to_table = to_table @ np.array([[1 / wide, 0, -0.5], [0, 1 / high, -0.5], [0, 0, 1]])
    warp = view.plane() @ to_table
    corners = cv2.perspectiveTransform(np.array([[[0, 0], [wide, 0], [wide, high], [0, high]]], np.float32), warp)[0]
    x0, y0 = np.maximum(np.floor(corners.min(0)), 0).astype(int)
    x1, y1 = np.minimum(np.ceil(corners.max(0)), (view.width, view.height)).astype(int)
    if x1 - x0 < 2 or y1 - y0 < 2 or np.abs(corners).max() > 20 * view.width:
        return
    shift = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]])
    seen = cv2.warpPerspective(page, shift @ warp, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_LINEAR)
    cover = seen[..., 3:]
    patch = scene[y0:y1, x0:x1]
    # Colour outside the page is black, so the edge is divided by its cover.
    patch += cover * (seen[..., :3] / np.maximum(cover, 0.05) - patch)


def any_box(rng: np.random.Generator, tile: int, avoid: Sequence[str] = ()) -> Box:
    """Draw a thing with height: odd cubes most, else a domino, a plug, an eraser or a sugar cube.

    What an odd cube must not show, as it would be a face of the kit, is to `avoid`.
    """
    pick = rng.random()
    if pick < 0.5:
        half = np.full(3, 0.5 * rng.uniform(0.85, 1.2), np.float32)
        return Box(Shape(half, float(half[0] * rng.uniform(0.05, 0.4))), odd_skin(rng, any_make(rng), tile, avoid))
    if pick < 0.65:
        return _domino(rng, tile)
    if pick < 0.8:
        return _plug(rng, tile)
    half = np.array([rng.uniform(0.3, 2.5), rng.uniform(0.3, 1.5), rng.uniform(0.1, 0.6)], np.float32)
    make = any_make(rng)
    art = body_art(rng, make, tile)
    if rng.random() < 0.4:
        ink = any_colour(rng)
        face = art[:, 4 * tile : 5 * tile]
        face += glyph(rng, "".join(rng.choice(list("ABCDEORST"), 4)), tile, 0.4)[..., None] * (ink - face)
    return Box(Shape(half, float(half.min() * rng.uniform(0.05, 0.6))), _plain_skin(art, make.gloss))


def _plain_skin(art: Array, gloss: float, metal: float = 0.0) -> Skin:
    tile = art.shape[0]
    return Skin(art, np.zeros((tile, 6 * tile, 2), np.float32), ("",) * 6, gloss, 40.0, metal, 0.0)


def _domino(rng: np.random.Generator, tile: int) -> Box:
    """A domino: two fields of pips and a bar between them."""
    body, ink = (any_colour(rng), any_colour(rng)) if rng.random() < 0.4 else (hsv(40, 0.1, 0.9), hsv(0, 0, 0.1))
    if rng.random() < 0.4:
        body, ink = ink, body
    art = np.empty((tile, 6 * tile, 3), np.float32)
    art[:] = body
    top = np.zeros((96, 96), np.uint8)
    cv2.line(top, (48, 8), (48, 88), 255, 2)
    for start in (0, 48):
        for x, y in LAYOUTS.get(str(rng.integers(0, 7)), ()):
            cv2.ellipse(top, (start + 24 + x * 14, 48 + y * 28), (5, 10), 0, 0, 360, 255, -1, cv2.LINE_AA)
    cover = cv2.resize(top, (tile, tile), interpolation=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
    face = art[:, 4 * tile : 5 * tile]
    face += cover * (ink - face)
    return Box(Shape(np.array([1.2, 0.6, 0.2], np.float32), 0.05), _plain_skin(art, 0.4))


def _plug(rng: np.random.Generator, tile: int) -> Box:
    """A USB plug: a bright metal box with two square holes."""
    art = np.empty((tile, 6 * tile, 3), np.float32)
    art[:] = hsv(40, 0.08, rng.uniform(0.6, 0.9))
    top = np.zeros((96, 96), np.uint8)
    for y in (30, 66):
        cv2.rectangle(top, (50, y - 8), (68, y + 8), 255, -1)
    cover = cv2.resize(top, (tile, tile), interpolation=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
    face = art[:, 4 * tile : 5 * tile]
    face *= 1 - 0.93 * cover
    return Box(
        Shape(np.array([0.6, 0.4, 0.15], np.float32) * np.float32(rng.uniform(0.7, 1.5)), 0.03),
        _plain_skin(art, 0.8, 1.0),
    )


def lay_cable(rng: np.random.Generator, scene: Array, view: View, die: float) -> None:
    """Lay a cable or cord across the scene, in place; `die` is the size of a die in pixels."""
    size = np.array([view.width, view.height])
    knots = rng.uniform(-0.2, 1.2, (4, 2)) * size
    t = np.linspace(0, 1, 40)[:, None]
    curve = (1 - t) ** 3 * knots[0] + 3 * t * (1 - t) ** 2 * knots[1] + 3 * t**2 * (1 - t) * knots[2] + t**3 * knots[3]
    wide = max(2, int(die * rng.uniform(0.08, 0.4)))
    line = curve.astype(np.int32).reshape(-1, 1, 2)
    colour = any_colour(rng)
    for share, bright in ((1.0, 0.45), (0.7, 0.9), (0.3, 1.3)):
        tone = tuple(float(c) for c in np.minimum(colour * bright, 1))
        thick = max(1, int(wide * share))
        cv2.polylines(scene, [line], isClosed=False, color=tone, thickness=thick, lineType=cv2.LINE_AA)


def hand(rng: np.random.Generator, view: View, die: float) -> tuple[Array, Array]:
    """Fingers that reach in from an edge: cover (height, width) 0..1 and colour (height, width, 3)."""
    page = np.zeros((view.height, view.width), np.uint8)
    angle = rng.uniform(0, 2 * np.pi)
    middle = np.array([view.width, view.height]) / 2
    inward = -np.array([np.cos(angle), np.sin(angle)])
    sideways = np.array([-inward[1], inward[0]])
    wrist = middle - inward * max(view.width, view.height) * rng.uniform(0.6, 0.8)
    wide = float(np.clip(die * rng.uniform(0.7, 1.3), 14, 110))
    for finger in range(int(rng.integers(1, 5))):
        tip = wrist + inward * wide * rng.uniform(2.0, 5.0) + sideways * wide * (finger - 1.5) * 1.15
        root = wrist + sideways * wide * (finger - 1.5)
        cv2.line(page, tuple(map(int, root)), tuple(map(int, tip)), 255, max(2, int(wide)), cv2.LINE_AA)
    cv2.circle(page, tuple(map(int, wrist)), int(wide * 2.2), 255, -1, cv2.LINE_AA)
    blurred = cv2.GaussianBlur(page, (0, 0), max(0.8, wide * 0.06)).astype(np.float32) / 255
    skin = hsv(rng.uniform(10, 28), rng.uniform(0.3, 0.65), rng.uniform(0.3, 0.95))
    height = cv2.GaussianBlur(page, (0, 0), wide * 0.25).astype(np.float32) / 255
    tone = (0.35 + 0.75 * height) * (0.9 + 0.2 * octaves(rng, view.height, view.width, wide, 3))
    return np.asarray(blurred, np.float32), np.asarray(tone[..., None] * skin, np.float32)
