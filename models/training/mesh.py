"""A die as a mesh for the renderer: rounded edges, faces a little convex, pips drilled as bowls, letters engraved."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.colour import Array
from models.training.dice_art import LAYOUTS, Make, body_art, spots
from models.training.kit_art import printed
from models.training.solid import Shape

GRID = 168  # cells along an edge of a face
TILE = 512  # pixels of a face's paint
ENGRAVED = 0.02  # edges that the deepest letters are deep


@dataclass(frozen=True)
class Mesh:
    """Vertices (n, 3) and normals (n, 3) in edges of a die, texture places (n, 2) 0..1, corners of triangles (m, 3)."""

    points: Array
    normals: Array
    places: Array
    triangles: NDArray[np.uint32]


def mesh(make: Make, shape: Shape) -> Mesh:
    """Build the six faces of a die of this make, in the order +x -x +y -y +z -z of its skin."""
    faces = [_face(make, shape, number) for number in range(6)]
    count = (GRID + 1) ** 2
    cells = _cells()
    return Mesh(
        points=np.concatenate([face[0] for face in faces]),
        normals=np.concatenate([face[1] for face in faces]),
        places=np.concatenate([face[2] for face in faces]),
        triangles=np.concatenate([cells + np.uint32(number * count) for number in range(6)]),
    )


def _cells() -> NDArray[np.uint32]:
    """Two triangles for every cell of one face."""
    index = np.arange((GRID + 1) ** 2, dtype=np.uint32).reshape(GRID + 1, GRID + 1)
    a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]
    return np.concatenate([np.stack([a, d, c], -1).reshape(-1, 3), np.stack([a, c, b], -1).reshape(-1, 3)])


def _face(make: Make, shape: Shape, number: int) -> tuple[Array, Array, Array]:
    """One face: its points, normals and texture places, row by row."""
    axis, sign = number // 2, 1 - 2 * (number % 2)
    ramp = np.linspace(-1, 1, GRID + 1, dtype=np.float32) * 0.5
    u, v = np.meshgrid(ramp, ramp)  # to the right and down, as the paint lies
    flat = np.empty((GRID + 1, GRID + 1, 3), np.float32)
    flat[..., axis] = sign * 0.5
    flat[..., (axis + 1) % 3] = sign * u
    flat[..., (axis + 2) % 3] = -v
    inner = np.clip(flat, -0.5 + shape.rounding, 0.5 - shape.rounding)
    normals = flat - inner
    normals /= np.linalg.norm(normals, axis=-1, keepdims=True)
    points = inner + shape.rounding * normals
    if shape.ball:
        length = np.linalg.norm(points, axis=-1, keepdims=True)
        normals = np.where(length > shape.ball, points / length, normals)
        points = points * np.minimum(1, shape.ball / length)
        # The tumbling drum takes the crease off the cut.
        normals = np.asarray(cv2.GaussianBlur(normals, (0, 0), 1.5), np.float32)
    depth = _letters(make, number) if make.lettering else _bowls(make, make.symbols[number], u, v)
    depth = depth - 0.008 * (1 - 4 * u * u) * (1 - 4 * v * v)
    slope_v, slope_u = np.gradient(depth, ramp, ramp)
    tilt = np.zeros_like(normals)
    tilt[..., (axis + 1) % 3] = sign * slope_u
    tilt[..., (axis + 2) % 3] = -slope_v
    points = points - depth[..., None] * normals
    normals = normals + tilt
    normals /= np.linalg.norm(normals, axis=-1, keepdims=True)
    places = np.stack([(number + 0.5 + u * 0.998) / 6, 0.5 + v * 0.998], -1)
    return points.reshape(-1, 3), normals.reshape(-1, 3), places.astype(np.float32).reshape(-1, 2)


def _bowls(make: Make, symbol: str, u: Array, v: Array) -> Array:
    """How deep the face is drilled at u, v: spherical bowls, their rims softened."""
    depth = np.zeros_like(u)
    for x, y, radius in _holes(make, symbol):
        away = np.hypot(u - x, (v - y) / make.pips.stretch) / radius
        depth = np.maximum(depth, np.clip(1 - away**2, 0, 1) * radius * 0.55 * make.pips.depth)
    return np.asarray(cv2.GaussianBlur(depth, (0, 0), 0.9), np.float32)


def _letters(make: Make, number: int) -> Array:
    """How deep a face is engraved, on the grid of the mesh."""
    cover = printed(make, number, np.zeros((GRID + 1, GRID + 1, 3), np.float32))
    depth = make.lettering.depth if make.lettering else 0.0
    return np.asarray(cv2.GaussianBlur(cover, (0, 0), 0.9) * np.float32(ENGRAVED * depth), np.float32)


def _holes(make: Make, symbol: str) -> list[tuple[float, float, float]]:
    """Middle and radius of every pip of a face, in edges."""
    if symbol not in LAYOUTS:
        return []
    radius = make.pips.radius * (make.pips.ace if symbol == "1" else 1)
    return [(x, y, radius) for x, y in spots(make.pips, symbol)]


def paint(rng: np.random.Generator, make: Make, red: Array) -> Array:
    """The paint of all six faces, (TILE, 6 TILE, 3) linear BGR."""
    art = body_art(rng, make, TILE)
    ramp = (np.arange(TILE, dtype=np.float32) + 0.5) / TILE - 0.5
    u, v = np.meshgrid(ramp, ramp)
    for number, symbol in enumerate(make.symbols):
        face = art[:, number * TILE : (number + 1) * TILE]
        if make.lettering:
            printed(make, number, face)
            continue
        ink = red if symbol in make.pips.red else make.pips.colour
        for x, y, radius in _holes(make, symbol):
            away = np.hypot(u - x, (v - y) / make.pips.stretch)
            # Hand-filled paint ends a hair inside the rim.
            cover = np.clip((radius * 0.97 - away) * TILE / 2 + 0.5, 0, 1)
            face += cover[..., None] * (ink - face)
    return art
