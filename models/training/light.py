"""Lamps over the table: how solids are lit and where their shadows fall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.colour import Array, hsv
from models.training.dice_art import Skin
from models.training.panels import Panel, mirrored
from models.training.solid import Hits, Place, Shape
from models.training.view import View


@dataclass(frozen=True)
class Lamp:
    """A far light: `towards` it (3,), its `colour` (3,), how `soft` its shadows are 0..1, and how wide its glare is."""

    towards: Array
    colour: Array
    soft: float
    width: float


@dataclass(frozen=True)
class Bulge:
    """How the flat faces of a die are not flat: bent all over by `middle`, and by `rim` with the power `steep`."""

    middle: float
    rim: float = 0.0
    steep: float = 1.0


@dataclass(frozen=True)
class Light:
    """All that lights a scene: lamps and the light from everywhere (`sky`), thrown back by the ground (`bounce`).

    What shines but is not what lights the table, the `panels`, is to be seen in mirrors only.
    """

    lamps: tuple[Lamp, ...]
    sky: Array
    bounce: Array
    panels: tuple[Panel, ...] = ()

    def on_table(self) -> Array:
        """(3,) light that a level spot receives without shadows."""
        return np.asarray(self.sky + sum(lamp.colour * lamp.towards[2] for lamp in self.lamps), np.float32)


def any_light(rng: np.random.Generator, ground: Array) -> Light:
    """Draw one to three lamps over a ground of mean colour `ground` (3,)."""
    diffuse = rng.uniform(0.25, 1.0) if rng.random() < 0.75 else rng.uniform(0.08, 0.3)
    lamps = []
    for number in range(int(rng.choice([1, 2, 3], p=[0.6, 0.28, 0.12]))):
        high, round_about = np.radians(rng.uniform(25, 85)), rng.uniform(0, 2 * np.pi)
        towards = np.array([np.cos(high) * np.cos(round_about), np.cos(high) * np.sin(round_about), np.sin(high)])
        power = rng.uniform(0.5, 1.2) if number == 0 else rng.uniform(0.1, 0.7)
        tint = hsv(rng.choice([35.0, 215.0]), rng.uniform(0, 0.22), 1.0)
        lamps.append(
            Lamp(
                towards.astype(np.float32),
                tint * np.float32(power),
                float(rng.uniform(0, 1)),
                float(rng.uniform(0.02, 0.25)),
            )
        )
    sky = hsv(rng.choice([35.0, 215.0]), rng.uniform(0, 0.15), 1.0) * np.float32(diffuse)
    bounce = ground * (sky + sum(lamp.colour * lamp.towards[2] for lamp in lamps)) * np.float32(0.7)
    return Light(tuple(lamps), sky, np.asarray(bounce, np.float32))


def any_bulge(rng: np.random.Generator) -> Bulge:
    """Draw how the faces of a set of dice are bent: flat, hollow or round, and often only near their edges."""
    rim = float(rng.uniform(0.1, 0.8)) if rng.random() < 0.5 else 0.0
    return Bulge(float(rng.uniform(-0.06, 0.2)), rim, float(rng.uniform(1.5, 6)))


def shade(skin: Skin, hits: Hits, shape: Shape, place: Place, light: Light, bulge: Bulge) -> Array:
    """Light (n, 3) that the hit points send to the eye."""
    albedo, normal = _surface(skin, hits, shape)
    from_middle = hits.point / shape.half[:, None]
    normal = normal + from_middle * (bulge.middle + bulge.rim * np.abs(from_middle) ** bulge.steep)
    normal /= np.sqrt(np.einsum("ij,ij->j", normal, normal))
    if skin.glow:
        albedo = _seen_through(skin, hits, shape, normal, albedo)
    up = place.turn[2] @ normal
    height = (place.turn[2] @ hits.point + place.centre[2]) / (2 * shape.half.max())
    # Low parts see less sky: the table and neighbours stand round them.
    open_sky = (0.5 + 0.5 * up) * np.clip(0.65 + 0.5 * height, 0, 1)
    received = np.outer(light.sky, open_sky) + np.outer(light.bounce, 0.5 - 0.5 * up)
    facing = np.einsum("ij,ij->j", normal, hits.eye)
    mirror = 2 * facing * normal - hits.eye
    fresnel = (0.04 + 0.96 * np.clip(1 - facing, 0, 1) ** 5) * skin.gloss
    shine = np.outer(light.sky, fresnel * (0.5 + 0.5 * (place.turn[2] @ mirror)))
    soft = 1.5 / np.sqrt(skin.hardness)
    for panel in light.panels:
        shine += np.outer(panel.colour, fresnel * mirrored(panel, place.turn @ mirror, soft))
    for lamp in light.lamps:
        towards = place.turn.T @ lamp.towards
        received += np.outer(lamp.colour, np.maximum(towards @ normal, 0))
        shine += np.outer(lamp.colour, _glare(skin, lamp, towards @ mirror))
    if skin.glow:
        received = received * 0.7 + np.outer(light.on_table(), 0.35 * (1 - open_sky))
    diffuse = albedo.T * received * (1 - 0.6 * skin.metal)
    if skin.metal:
        shine *= 1 + 4 * albedo.T
    return np.asarray((diffuse + shine).T, np.float32)


def _seen_through(skin: Skin, hits: Hits, shape: Shape, normal: Array, albedo: Array) -> Array:
    """The paint (n, 3) of a clear die: where nothing is printed, what lies on its far sides shows through it.

    A ray is bent where it goes in (Snell, refractive index 1.5) and followed to the side that it meets first.
    """
    bare = 1 - _looked_up(skin.cover, hits.point, shape)
    facing = np.einsum("ij,ij->j", normal, hits.eye)
    ray = (facing / 1.5 - np.sqrt(1 - (1 - facing**2) / 2.25)) * normal - hits.eye / 1.5
    ray = np.where(np.abs(ray) < 1e-5, np.float32(1e-5), ray)
    reach = ((np.sign(ray) * shape.half[:, None] - hits.point) / ray).min(axis=0)
    there = np.asarray(hits.point + reach * ray, np.float32)
    far, print_ = _looked_up(skin.art, there, shape), _looked_up(skin.cover, there, shape)
    body = np.asarray(skin.art.reshape(-1, 3).mean(0), np.float32)
    dimmed = far * (0.35 + 0.65 * body / max(float(body.max()), 0.05))  # light goes through the dye twice
    shows = np.float32(skin.glow) * bare * print_
    return np.asarray(albedo + shows * (dimmed - albedo), np.float32)


def _glare(skin: Skin, lamp: Lamp, nearness: Array) -> Array:
    """The mirror image of a lamp: a soft lobe, and its sharp disc on polished dice; `nearness` is a cosine (n,)."""
    hardness = min(skin.hardness, 200.0)
    lobe = np.exp(np.float32(hardness) * (nearness - 1)) * np.float32(np.sqrt(hardness) * 0.05)
    disc = np.clip((nearness - np.cos(lamp.width)) * (40 / lamp.width), 0, 1) * (1.2 * hardness / 200)
    return np.asarray((lobe + disc) * skin.gloss, np.float32)


def _surface(skin: Skin, hits: Hits, shape: Shape) -> tuple[Array, Array]:
    """Look up the paint (n, 3) under every hit and tip its normal (3, n) by the relief."""
    spots = _spots(hits.point, shape, skin.art.shape[0])
    albedo = _pick(skin.art, spots.across, spots.down)
    normal = hits.normal
    if skin.relief.any():
        slope = _pick(skin.relief, spots.across, spots.down)
        normal, every = normal.copy(), np.arange(len(spots.axis))
        normal[(spots.axis + 1) % 3, every] += spots.sign * slope[:, 0]
        normal[(spots.axis + 2) % 3, every] -= slope[:, 1]
    return albedo, normal


@dataclass(frozen=True)
class _Spots:
    """Where points of a solid are on its six tiles: columns and rows (1, n); and on which side, by axis and sign."""

    across: Array
    down: Array
    axis: NDArray[np.intp]
    sign: Array


def _spots(point: Array, shape: Shape, tile: int) -> _Spots:
    """Find the spots of points (3, n), in the solid's own axes, on tiles of so many pixels."""
    unit = point / shape.half[:, None]
    axis = np.abs(unit).argmax(axis=0)
    every = np.arange(axis.size)
    right, up = (axis + 1) % 3, (axis + 2) % 3
    sign = np.sign(unit[axis, every])
    u = np.clip((sign * unit[right, every] * 0.5 + 0.5) * tile - 0.5, 0, tile - 1)
    v = np.clip((0.5 - unit[up, every] * 0.5) * tile - 0.5, 0, tile - 1)
    across = (u + (2 * axis + (sign < 0)) * tile).astype(np.float32)[None]
    return _Spots(across, v.astype(np.float32)[None], axis, sign)


def _looked_up(page: Array, point: Array, shape: Shape) -> Array:
    """What a page of six tiles shows at points (3, n) of a solid: (n, channels)."""
    spots = _spots(point, shape, page.shape[0])
    return _pick(page, spots.across, spots.down)


def _pick(page: Array, across: Array, down: Array) -> Array:
    """Read a page at n places -> (n, channels); long lists are folded, as OpenCV takes no more than 32767 columns."""
    count = across.shape[1]
    rows = -(-count // 16384)
    spare = rows * 16384 - count if rows > 1 else 0
    fold = [np.pad(a, ((0, 0), (0, spare))).reshape(rows, -1) for a in (across, down)]
    found = cv2.remap(page, fold[0], fold[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found, np.float32).reshape(-1, page.shape[2] if page.ndim > 2 else 1)[:count]


def shadows(view: View, light: Light, things: Sequence[tuple[Shape, Place]], die: float) -> Array:
    """What reaches the table: (height, width, 3) light, with the shadows of all things, `die` pixels to an edge."""
    outlines = [place.corners(shape, 0.35) for shape, place in things]
    contact = _fill(view, [_fallen(points, np.array([0, 0, 1.0]), 0.25) for points in outlines])
    open_sky = 1 - 0.55 * _blurred(contact, 0.12 * die)
    bare = [open_sky * (1 - _cast(view, lamp, outlines, die)) for lamp in light.lamps]
    channels = []
    for channel in range(3):
        reached = open_sky * light.sky[channel]
        for lamp, part in zip(light.lamps, bare, strict=True):
            reached += part * (lamp.colour[channel] * lamp.towards[2])
        channels.append(reached)
    return np.asarray(cv2.merge(channels), np.float32)


def _cast(view: View, lamp: Lamp, outlines: Sequence[Array], die: float) -> Array:
    """The share 0..1 of the lamp that is hidden from each spot of the picture."""
    whole = _fill(view, [_fallen(points, lamp.towards, 1.0) for points in outlines])
    if lamp.soft < 0.15:
        return _blurred(whole, 0.6 + lamp.soft * die * 0.1)
    low = _fill(view, [_fallen(points, lamp.towards, 0.5) for points in outlines])
    return 0.5 * _blurred(whole, lamp.soft * die * 0.35) + 0.5 * _blurred(low, lamp.soft * die * 0.15)


def _fallen(points: Array, towards: Array, share: float) -> Array:
    """The shadow points on the table of a solid's corners, of its lower `share` only."""
    low, high = points[:, 2].min(), points[:, 2].max()
    height = np.minimum(points[:, 2], low + share * (high - low))
    fallen = points - (height / towards[2])[:, None] * np.asarray(towards, np.float32)
    fallen[:, 2] = 0
    return np.asarray(np.vstack([fallen, points * np.array([1, 1, 0], np.float32)]), np.float32)


def _fill(view: View, groups: Sequence[Array]) -> Array:
    """Fill the hull of every group of table points -> (height, width) 0..1."""
    page: NDArray[np.uint8] = np.zeros((view.height, view.width), np.uint8)
    for points in groups:
        hull = cv2.convexHull(view.project(points))
        cv2.fillConvexPoly(page, np.clip(hull * 16, -(2**20), 2**20).astype(np.int32), 255, cv2.LINE_AA, 4)
    return np.asarray(page, np.float32) / 255


def _blurred(page: Array, sigma: float) -> Array:
    """Gaussian blur, done on a smaller page where sigma (pixels) is large."""
    if sigma < 0.3:
        return page
    step = max(1, int(sigma / 2))
    if step == 1:
        return np.asarray(cv2.GaussianBlur(page, (0, 0), sigma), np.float32)
    height, width = page.shape
    small = cv2.resize(page, (max(2, width // step), max(2, height // step)), interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), sigma / step)
    return np.asarray(cv2.resize(small, (width, height)), np.float32)
