"""Rounded boxes in space: where the rays of a view meet them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from models.training.colour import Array
from models.training.view import View

CORNERS: Array = np.array(list(product((-1, 1), repeat=3)), np.float32)
FAR = np.float32(1e9)


@dataclass(frozen=True)
class Shape:
    """A box of half edges `half` (3,), edges rounded by `rounding`, and cut by a ball of radius `ball` (0: none)."""

    half: Array
    rounding: float
    ball: float = 0.0


@dataclass(frozen=True)
class Place:
    """Where a shape lies: its `centre` (3,) over the table; `turn` (3, 3) rotates its own axes to the table's."""

    centre: Array
    turn: Array

    def corners(self, shape: Shape, trim: float = 0.0) -> Array:
        """The eight corners (8, 3), pulled towards the middle by the share `trim` of the rounding."""
        own = CORNERS * (shape.half - trim * shape.rounding)
        return np.asarray(own @ self.turn.T + self.centre, np.float32)


@dataclass(frozen=True)
class Hits:
    """What a patch of rays meets; only the n rays that hit are kept."""

    mask: NDArray[np.bool_]  # (rows, columns): which rays hit
    point: Array  # (3, n) in the shape's own axes
    normal: Array  # (3, n) in the shape's own axes, length 1
    eye: Array  # (3, n) unit direction towards the eye, own axes


def cast(view: View, shape: Shape, place: Place, xs: Array, ys: Array) -> Hits:
    """Send a ray through every picture point of the grid ys by xs (pixels)."""
    camera = place.turn.T @ view.axes.T
    origin = (place.turn.T @ (view.eye - place.centre)).astype(np.float32)
    across, down, ahead = camera[:, 0], camera[:, 1], camera[:, 2]
    ray_x = ((xs - view.centre[0]) / view.focal).astype(np.float32)
    ray_y = ((ys - view.centre[1]) / view.focal).astype(np.float32)
    rays = across[:, None, None] * ray_x + down[:, None, None] * ray_y[:, None] + ahead[:, None, None]
    rays = np.where(np.abs(rays) < 1e-6, np.float32(1e-6), rays)
    entry, leave = _slabs(origin, rays, shape.half)
    mask = entry < leave
    rays, reach, leave = rays[:, mask], entry[mask], leave[mask]
    reach = _round(origin, rays, reach, shape)
    normal_of_ball = np.zeros(reach.shape, bool)
    if shape.ball:
        ball = _ball(origin, rays, shape.ball)
        normal_of_ball = ball > reach
        reach = np.where(ball < leave, np.maximum(ball, reach), FAR)
    kept = reach < FAR / 2
    mask[mask] = kept
    rays, reach = rays[:, kept], reach[kept]
    point = origin[:, None] + reach * rays
    normal = np.sign(point) * np.maximum(np.abs(point) - (shape.half - shape.rounding)[:, None], 0)
    normal = np.where(normal_of_ball[kept], point, normal)
    return Hits(mask, point, _unit(normal), -_unit(rays))


def _unit(vectors: Array) -> Array:
    length = np.sqrt(np.einsum("ij,ij->j", vectors, vectors))
    return np.asarray(vectors / np.maximum(length, 1e-6), np.float32)


def _slabs(origin: Array, rays: Array, half: Array) -> tuple[Array, Array]:
    """Where each ray enters and leaves the sharp box."""
    inverse = 1 / rays
    middle = -inverse * origin[:, None, None]
    reach = np.abs(inverse) * half[:, None, None]
    return (middle - reach).max(axis=0), (middle + reach).min(axis=0)


def _round(origin: Array, rays: Array, reach: Array, shape: Shape) -> Array:
    """Move the hits on the sharp box to the rounded one; FAR where a ray slips past an edge."""
    inner = shape.half - np.float32(shape.rounding)
    point = origin[:, None] + reach * rays
    beyond = np.abs(point) > inner[:, None]
    edge = np.flatnonzero(beyond.sum(axis=0) > 1)
    side = np.sign(point[:, edge])
    # All further sums are done in the octant where every coordinate is positive.
    start, ray = origin[:, None] * side - inner[:, None], rays[:, edge] * side
    best = _pierce(start, ray, (0, 1, 2), shape.rounding)
    for axis in range(3):
        others = tuple(other for other in range(3) if other != axis)
        found = _pierce(start, ray, others, shape.rounding)
        along = start[axis] + found * ray[axis]
        fits = (along < 0) & (along > -2 * inner[axis]) & (found < best)
        best = np.where(fits, found, best)
    reach = reach.copy()
    reach[edge] = best
    return reach


def _pierce(start: Array, ray: Array, axes: tuple[int, ...], radius: float) -> Array:
    """First hit with the ball (three axes) or the endless rod (two axes) round the origin."""
    s, r = start[list(axes)], ray[list(axes)]
    a = np.einsum("ij,ij->j", r, r)
    b = np.einsum("ij,ij->j", s, r)
    c = np.einsum("ij,ij->j", s, s) - np.float32(radius * radius)
    inside = b * b - a * c
    return np.where(inside > 0, (-b - np.sqrt(np.maximum(inside, 0))) / np.maximum(a, 1e-9), FAR)


def _ball(origin: Array, rays: Array, radius: float) -> Array:
    start = np.broadcast_to(origin[:, None], rays.shape)
    return _pierce(start, rays, (0, 1, 2), radius)


def spin(yaw: float) -> Array:
    """Turn by `yaw` radians about the upright axis, (3, 3)."""
    c, s = np.cos(yaw), np.sin(yaw)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]], np.float32)


def lean(direction: float, angle: float) -> Array:
    """Tip over by `angle` radians about a level axis that points to `direction` radians, (3, 3)."""
    c, s = np.cos(angle), np.sin(angle)
    tip = np.array([[1, 0, 0], [0, c, -s], [0, s, c]], np.float32)
    return np.asarray(spin(direction) @ tip @ spin(-direction), np.float32)


def resting(side: int, sign: int) -> Array:
    """The (3, 3) rotation that puts the own axis `side` (0..2), sign 1 or -1, upright."""
    up = np.zeros(3, np.float32)
    up[side] = sign
    first = np.zeros(3, np.float32)
    first[(side + 1) % 3] = 1
    return np.asarray(np.stack([first, np.cross(up, first), up]), np.float32)
