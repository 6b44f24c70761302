"""What dice lie on: wood, felt, cloth, paper, keys, boards, trays and what lies beyond their edges."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from models.training.colour import Array, any_colour, blend, clouds, dimmed, hsv, laid_over, linear, octaves
from models.training.view import View

Painter = Callable[[np.random.Generator, int, float], Array]


def ground(rng: np.random.Generator, view: View) -> Array:
    """Draw the bare table as the view sees it: (height, width, 3) linear reflectance."""
    scene = lay(rng, view, any_texture(rng))
    pick = rng.random()
    if pick < 0.16:
        scene = _beyond_edge(rng, view, scene)
    elif pick < 0.3:
        scene = _tray(rng, view, scene)
    elif pick < 0.36:
        scene = _disc(rng, view, scene)
    return scene


def any_texture(rng: np.random.Generator) -> Painter:
    """Choose how a ground is painted."""
    names = list(PAINTERS)
    shares = np.array([PAINTERS[name][1] for name in names])
    return PAINTERS[names[int(rng.choice(len(names), p=shares / shares.sum()))]][0]


def lay(rng: np.random.Generator, view: View, painter: Painter) -> Array:
    """Paint a square of table and see it in perspective: (height, width, 3)."""
    side = int(1.1 * max(view.width, view.height))
    corners = [view.touch(x, y)[:2] for x in (0, view.width) for y in (0, view.height)]
    middle = view.touch(view.width / 2, view.height / 2)[:2]
    spread = max(float(np.abs(corner - middle).max()) for corner in corners)
    nearest = min(float(np.abs(corner - middle).max()) for corner in corners)
    spread = min(spread, 2.2 * nearest)
    unit = side / (2.6 * spread)
    page = painter(rng, side, unit)
    turn = rng.uniform(0, 2 * np.pi) if rng.random() < 0.5 else rng.choice(4) * np.pi / 2 + rng.normal(0, 0.1)
    c, s = unit * np.cos(turn), unit * np.sin(turn)
    to_page = np.array([[c, -s, side / 2], [-s, -c, side / 2], [0, 0, 1]])
    to_page = to_page @ np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1]])
    warp = view.plane() @ np.linalg.inv(to_page)
    size = (view.width, view.height)
    return np.asarray(
        cv2.warpPerspective(page, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101), np.float32
    )


def _plain(rng: np.random.Generator, side: int, _unit: float) -> Array:
    colour = any_colour(rng)
    shade = octaves(rng, side, side, side * 0.7, 2)
    return blend(shade, colour * np.float32(rng.uniform(0.85, 1)), colour)


def _white(rng: np.random.Generator, side: int, _unit: float) -> Array:
    colour = hsv(rng.uniform(20, 230), rng.uniform(0, 0.07), rng.uniform(0.75, 0.97))
    return blend(octaves(rng, side, side, side * 0.5, 2), colour * np.float32(0.9), colour)


def _wood(rng: np.random.Generator, side: int, unit: float) -> Array:
    hue, saturation, value = rng.uniform(14, 42), rng.uniform(0.15, 0.7), rng.uniform(0.25, 0.95)
    light, dark = hsv(hue, saturation, value), hsv(hue - 4, min(1, saturation * 1.2), value * rng.uniform(0.55, 0.93))
    long, fine = unit * rng.uniform(2, 6), unit * rng.uniform(0.03, 0.15)
    wander = octaves(rng, side, side, unit * 4, 2) * rng.uniform(2, 14)
    across = np.linspace(0, side / unit * rng.uniform(0.5, 4), side, dtype=np.float32)[:, None]
    rings = 0.5 + 0.5 * np.sin((across + wander) * 2 * np.pi)
    grain = 0.5 * rings + 0.5 * clouds(rng, side, side, max(1.0, fine), long)
    page = blend(grain, dark, light)
    if rng.random() < 0.5:
        _planks(rng, page, unit * rng.uniform(2.5, 9))
    return page


def _planks(rng: np.random.Generator, page: Array, wide: float) -> None:
    """Cut the wood into planks of their own shade, with dark joints."""
    for start in np.arange(rng.uniform(-wide, 0), page.shape[0], max(wide, 6)):
        first, last = max(0, int(start)), max(0, int(start + wide))
        page[first:last] *= np.float32(rng.uniform(0.8, 1.1))
        page[first : first + max(1, int(wide * 0.02))] *= np.float32(0.4)


def _felt(rng: np.random.Generator, side: int, unit: float) -> Array:
    colour = hsv(rng.choice([rng.uniform(110, 160), rng.uniform(0, 360)]), rng.uniform(0.3, 1), rng.uniform(0.12, 0.8))
    nap = 0.6 * clouds(rng, side, side, max(1.0, unit * rng.uniform(0.02, 0.08))) + 0.4 * octaves(
        rng, side, side, unit * 3, 2
    )
    return blend(nap, colour * np.float32(rng.uniform(0.4, 0.85)), colour * np.float32(1.1))


def _carpet(rng: np.random.Generator, side: int, unit: float) -> Array:
    tuft = max(1.5, unit * rng.uniform(0.08, 0.4))
    page = blend(clouds(rng, side, side, tuft), any_colour(rng), any_colour(rng))
    third = clouds(rng, side, side, tuft * 1.3)
    return laid_over(page, np.clip((third - 0.6) * 8, 0, 1), any_colour(rng))


def _weave(rng: np.random.Generator, side: int, unit: float) -> Array:
    """Checked or striped cloth."""
    step = unit * float(np.exp(rng.uniform(np.log(0.15), np.log(4))))
    ramp = np.arange(side, dtype=np.float32) / max(step, 3)
    sharp = rng.uniform(2, 20)
    stripe = np.clip(np.sin(ramp * np.pi + rng.uniform(0, 6)) * sharp + 0.5, 0, 1)
    down = stripe[:, None] * np.ones((1, side), np.float32)
    mask = down if rng.random() < 0.4 else 0.5 * down + 0.5 * stripe[None]
    if rng.random() < 0.3:
        mask = np.abs(down - stripe[None])
    page = blend(np.asarray(mask, np.float32), any_colour(rng), any_colour(rng))
    return dimmed(page, 0.85 + 0.15 * clouds(rng, side, side, 1.5))


def _dotted(rng: np.random.Generator, side: int, unit: float) -> Array:
    """Cloth, board or metal sheet with dots in rows, on a plain ground."""
    step = max(4.0, unit * float(np.exp(rng.uniform(np.log(0.2), np.log(1.6)))))
    radius = rng.uniform(0.12, 0.36)
    x = (np.arange(side, dtype=np.float32) / step)[None] + np.zeros((side, 1), np.float32)
    y = (np.arange(side, dtype=np.float32) / step)[:, None]
    if rng.random() < 0.5:
        x = x + 0.5 * (np.floor(y) % 2)
    away = np.hypot(x % 1 - 0.5, y % 1 - 0.5)
    mask = np.clip((radius - away) * step + 0.5, 0, 1)
    if rng.random() < 0.3:
        mask *= clouds(rng, side, side, step) > 0.45
    return blend(np.asarray(mask, np.float32), any_colour(rng), any_colour(rng))


def _print(rng: np.random.Generator, side: int, unit: float) -> Array:
    """Paper with lines of print, ruled lines or squares."""
    page = np.full((side, side, 3), 255, np.uint8)
    page[:] = (
        np.clip(hsv(rng.uniform(20, 60), rng.uniform(0, 0.15), rng.uniform(0.8, 1)) ** (1 / 2.2), 0, 1) * 255
    ).astype(np.uint8)
    ink = [int(c) for c in rng.integers(0, 140, 3)]
    line = max(8, int(unit * rng.uniform(0.25, 0.9)))
    kind = rng.random()
    for y in range(line, side, line):
        if kind < 0.5:
            words = "".join(rng.choice(list("abcdefghilmnoprstuvw     AET.,0123468"), 90))
            cv2.putText(
                page, words, (int(rng.uniform(0, 20)), y), int(rng.choice([0, 2, 3, 4])), line / 40, ink, 1, cv2.LINE_AA
            )
        else:
            cv2.line(page, (0, y), (side, y), ink, 1, cv2.LINE_AA)
            if kind > 0.75:
                cv2.line(page, (y, 0), (y, side), ink, 1, cv2.LINE_AA)
    return linear(page)


def _keys(rng: np.random.Generator, side: int, unit: float) -> Array:
    """A field of square keys with signs, as on keyboards and calculators."""
    board, cap, sign = (
        tuple(int(c) for c in rng.integers(low, high, 3)) for low, high in ((0, 90), (20, 255), (0, 256))
    )
    page = np.empty((side, side, 3), np.uint8)
    page[:] = board
    step = max(12, int(unit * rng.uniform(0.7, 1.8)))
    gap = max(1, int(step * rng.uniform(0.04, 0.15)))
    for y in range(0, side, step):
        shift = int(rng.integers(0, step))
        for x in range(-shift, side, step):
            cv2.rectangle(page, (x + gap, y + gap), (x + step - gap, y + step - gap), cap, -1)
            text = str(rng.choice(list("ABCDEFGHIJKLMNOP0123456789:;-+*#<>")))
            spot = (x + int(step * 0.3), y + int(step * 0.68))
            cv2.putText(page, text, spot, cv2.FONT_HERSHEY_SIMPLEX, step / 45, sign, max(1, step // 24), cv2.LINE_AA)
    return linear(page)


def _hexes(rng: np.random.Generator, side: int, unit: float) -> Array:
    """A game board of hexagons, with a number or a dotted chip on some."""
    page = np.empty((side, side, 3), np.uint8)
    page[:] = rng.integers(0, 255, 3)
    radius = max(14.0, unit * rng.uniform(1.2, 4.5))
    angles = np.arange(6) * np.pi / 3 + np.pi / 6
    outline = np.stack([np.cos(angles), np.sin(angles)], 1) * radius * rng.uniform(0.88, 1.0)
    palette = rng.integers(20, 240, (5, 3))
    for row, y in enumerate(np.arange(0, side + radius, radius * 1.5)):
        for x in np.arange((row % 2) * radius * 0.87, side + radius, radius * 1.74):
            colour = tuple(int(c) for c in palette[int(rng.integers(5))])
            cv2.fillPoly(page, [(outline + np.array([x, y])).astype(np.int32)], colour, cv2.LINE_AA)
            if rng.random() < 0.6:
                _chip(rng, page, (int(x), int(y)), radius * 0.33)
    return dimmed(linear(page), 0.75 + 0.25 * clouds(rng, side, side, radius * 0.2))


def _chip(rng: np.random.Generator, page: np.ndarray, middle: tuple[int, int], radius: float) -> None:
    """A round number chip with small dots under its number."""
    cv2.circle(page, middle, int(radius), (190, 220, 235), -1, cv2.LINE_AA)
    colour = (30, 30, 200) if rng.random() < 0.3 else (20, 20, 20)
    text, size = str(rng.integers(2, 13)), radius / 22
    spot = (int(middle[0] - 9 * size * len(text)), int(middle[1] + 7 * size))
    cv2.putText(page, text, spot, cv2.FONT_HERSHEY_SIMPLEX, size * 0.9, colour, max(1, int(size * 2)), cv2.LINE_AA)
    for dot in range(int(rng.integers(1, 6))):
        cv2.circle(
            page,
            (int(middle[0] - radius * 0.3 + dot * radius * 0.16), int(middle[1] + radius * 0.6)),
            max(1, int(radius * 0.06)),
            colour,
            -1,
            cv2.LINE_AA,
        )


def _tiles(rng: np.random.Generator, side: int, unit: float) -> Array:
    """Square tiles or a printed board of fields, with joints."""
    step = max(8.0, unit * float(np.exp(rng.uniform(np.log(0.9), np.log(8)))))
    count = int(side / step) + 2
    shades = rng.random((count, count), dtype=np.float32) ** rng.uniform(0.2, 3)
    x = np.arange(side, dtype=np.float32) / step
    cells = shades[x.astype(int)[:, None], x.astype(int)[None]]
    page = blend(cells, any_colour(rng), any_colour(rng))
    joint = rng.uniform(0.01, 0.08)
    lines = ((x % 1) < joint)[:, None] | ((x % 1) < joint)[None]
    page[lines] = any_colour(rng)
    return dimmed(page, 0.8 + 0.2 * octaves(rng, side, side, step, 3))


def _marble(rng: np.random.Generator, side: int, unit: float) -> Array:
    base = hsv(rng.uniform(0, 360), rng.uniform(0, 0.15), rng.uniform(0.2, 0.97))
    vein = any_colour(rng) * np.float32(0.6)
    noise = octaves(rng, side, side, unit * rng.uniform(2, 8), 5)
    veins = np.clip(1 - np.abs(noise - 0.5) * rng.uniform(8, 40), 0, 1)
    return blend(np.asarray(veins * rng.uniform(0.3, 0.9), np.float32), base, vein)


def _metal(rng: np.random.Generator, side: int, _unit: float) -> Array:
    base = hsv(rng.uniform(0, 360), rng.uniform(0, 0.15), rng.uniform(0.35, 0.85))
    return blend(clouds(rng, side, side, 1.5, side / 4), base * np.float32(0.65), base)


def _noise(rng: np.random.Generator, side: int, _unit: float) -> Array:
    """Smooth stains of any two colours in many octaves: no thing in particular."""
    cell = float(np.exp(rng.uniform(np.log(3), np.log(side))))
    mask = octaves(rng, side, side, cell, 5)
    edge = rng.uniform(1, 6)
    return blend(np.clip((mask - 0.5) * edge + 0.5, 0, 1), any_colour(rng), any_colour(rng))


def _flowers(rng: np.random.Generator, side: int, unit: float) -> Array:
    """Cloth strewn with flowers, leaves and spots."""
    page = np.empty((side, side, 3), np.uint8)
    page[:] = rng.integers(0, 255, 3)
    for _ in range(int(rng.integers(15, 90))):
        x, y = rng.integers(0, side, 2)
        size = unit * rng.uniform(0.1, 0.8)
        colour = tuple(int(c) for c in rng.integers(0, 255, 3))
        for petal in range(int(rng.integers(1, 7))):
            spot = (int(x + size * np.cos(petal * 1.26)), int(y + size * np.sin(petal * 1.26)))
            cv2.circle(page, spot, max(1, int(size * 0.6)), colour, -1, cv2.LINE_AA)
        cv2.circle(
            page,
            (int(x), int(y)),
            max(1, int(size * 0.45)),
            tuple(int(c) for c in rng.integers(0, 255, 3)),
            -1,
            cv2.LINE_AA,
        )
    return linear(page)


PAINTERS: dict[str, tuple[Painter, float]] = {
    "plain": (_plain, 1.5),
    "white": (_white, 1.5),
    "wood": (_wood, 3.0),
    "felt": (_felt, 2.0),
    "carpet": (_carpet, 1.0),
    "weave": (_weave, 1.0),
    "dotted": (_dotted, 0.7),
    "print": (_print, 0.8),
    "keys": (_keys, 0.6),
    "hexes": (_hexes, 0.8),
    "tiles": (_tiles, 0.8),
    "marble": (_marble, 0.8),
    "metal": (_metal, 0.5),
    "noise": (_noise, 1.2),
    "flowers": (_flowers, 0.5),
}


def _mask(view: View, points: Array) -> Array:
    """Cover 0..1 of a convex or plain polygon of table points (n, 3), (height, width)."""
    page = np.zeros((view.height, view.width), np.uint8)
    outline = np.clip(view.project(points) * 16, -(2**20), 2**20).astype(np.int32)
    cv2.fillPoly(page, [outline], 255, cv2.LINE_AA, 4)
    return np.asarray(page, np.float32) / 255


def _beyond_edge(rng: np.random.Generator, view: View, scene: Array) -> Array:
    """End the table at an edge, with a floor or wall beyond it."""
    angle = rng.uniform(0, 2 * np.pi)
    along, out = np.array([np.cos(angle), np.sin(angle), 0]), np.array([-np.sin(angle), np.cos(angle), 0])
    spot = view.touch(view.width * rng.uniform(0.1, 0.9), view.height * rng.uniform(0, 0.5))
    far = 60.0
    strip = np.stack(
        [spot - far * along, spot + far * along, spot + far * along + far * out, spot - far * along + far * out]
    )
    cover = _mask(view, _before(view, strip))
    other = lay(rng, view, any_texture(rng)) * np.float32(rng.uniform(0.15, 1.0))
    if rng.random() < 0.5:
        other = np.asarray(cv2.GaussianBlur(other, (0, 0), rng.uniform(1, 5)), np.float32)
    return laid_over(scene, cover, other)


def _before(view: View, points: Array) -> Array:
    """Keep the part of a table polygon that lies before the lens."""
    depth = (points - view.eye) @ view.axes[2]
    near, kept = 0.3, []
    for here, there, a, b in zip(points, np.roll(points, -1, 0), depth, np.roll(depth, -1), strict=True):
        if a > near:
            kept.append(here)
        if (a > near) != (b > near):
            kept.append(here + (there - here) * (near - a) / (b - a))
    return np.asarray(kept or points[:1], np.float32)


def _tray(rng: np.random.Generator, view: View, floor: Array) -> Array:
    """A tray of four to eight walls round the middle, its floor the given scene and other ground outside it."""
    outside = lay(rng, view, any_texture(rng))
    middle = view.touch(view.width * rng.uniform(0.35, 0.65), view.height * rng.uniform(0.35, 0.65))
    edge = view.touch(view.width * rng.uniform(0.85, 1.15), middle[1])
    reach = float(np.clip(np.abs(edge[0] - middle[0]), 1.5, 40)) * rng.uniform(0.7, 1.1)
    count = int(rng.choice([4, 6, 8, 40]))
    angles = np.arange(count) * 2 * np.pi / count + rng.uniform(0, np.pi)
    ring = np.stack([np.cos(angles), np.sin(angles), np.zeros(count)], 1)
    base = middle + ring * reach
    rim = middle + ring * reach * rng.uniform(1.02, 1.25) + np.array([0, 0, rng.uniform(0.3, 1.3)])
    scene = laid_over(outside, _mask(view, _before(view, base)), floor)
    colour = (
        any_colour(rng) if rng.random() < 0.4 else floor[::8, ::8].mean(axis=(0, 1)) * np.float32(rng.uniform(0.5, 1.2))
    )
    for wall in sorted(range(count), key=lambda wall: -view.depth((base[wall] + base[(wall + 1) % count]) / 2)):
        after = (wall + 1) % count
        quad = _before(view, np.stack([base[wall], base[after], rim[after], rim[wall]]))
        tone = colour * (0.67 + 0.27 * np.sin(angles[wall] + 1.0))
        outline = np.clip(view.project(quad) * 16, -(2**20), 2**20).astype(np.int32)
        cv2.fillPoly(scene, [outline], tuple(map(float, tone)), cv2.LINE_8, 4)
    return scene


def _disc(rng: np.random.Generator, view: View, scene: Array) -> Array:
    """A lit round plate in the dark, as under an industrial camera."""
    y, x = np.mgrid[: view.height, : view.width].astype(np.float32)
    away = np.hypot(x - view.width * rng.uniform(0.4, 0.6), y - view.height * rng.uniform(0.4, 0.6))
    radius = view.width * rng.uniform(0.4, 0.6)
    light = np.clip((radius - away) / rng.uniform(1, 12), 0, 1)
    return dimmed(scene, np.asarray(0.06 + 0.94 * light, np.float32))
