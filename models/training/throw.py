"""Where dice and other things come to lie: scattered, in clusters, in rows, leaning or stacked."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.training.colour import Array
from models.training.solid import Place, Shape, lean, resting, spin
from models.training.view import View

LEANING = 0.07  # share of the cubes that come to lean
AGAINST = 0.5  # share of these that lean against others, where it is told how many lean


@dataclass(frozen=True)
class Lie:
    """One thing on the table: where it lies, which of its six sides is up, and whether it leans or sits on another."""

    place: Place
    side: int  # 0..5, in the order +x -x +y -y +z -z
    tilted: bool


def lies(rng: np.random.Generator, view: View, shapes: list[Shape], leaning: float | None = None) -> list[Lie | None]:
    """Find a place for every shape, in the given order; None where the table is full.

    Of cubes such a share leans, half of these against others; where none is told one in fourteen, on nothing.
    """
    found: list[Lie | None] = []
    taken: list[tuple[Array, Shape, float]] = []
    huddle, aligned = rng.choice([0.0, 0.35, 0.85], p=[0.5, 0.25, 0.25]), rng.random() < 0.25
    for shape in shapes:
        lie = None
        for _ in range(16):
            yaw = float(taken[-1][2] if aligned and taken else rng.uniform(0, 2 * np.pi))
            spot = _beside(rng, taken, shape, yaw) if taken and rng.random() < huddle else _anywhere(rng, view)
            if _seen(rng, view, spot) and all(_apart(spot, shape, yaw, *other) for other in taken):
                lie = _settle(rng, shape, spot, yaw, LEANING if leaning is None else leaning)
                if lie.tilted and leaning is not None and rng.random() < AGAINST:
                    lie = _supported(rng, view, shape, lie, list(zip(shapes, found, strict=False))) or lie
                taken.append((np.asarray(lie.place.centre * (1, 1, 0), np.float32), shape, yaw))
                break
        found.append(lie)
    return found


def upon(rng: np.random.Generator, shape: Shape, below: Lie, height: float) -> Lie:
    """Stack a shape on a flat die of the given height."""
    spot = below.place.centre + np.append(rng.normal(0, 0.12, 2), 0).astype(np.float32) * height
    spot[2] = height + shape.half[2]
    side = int(rng.integers(6))
    turn = spin(rng.uniform(0, 2 * np.pi)) @ resting(side // 2, 1 - 2 * (side % 2))
    return Lie(Place(np.asarray(spot, np.float32), turn), side, tilted=True)


def against(rng: np.random.Generator, shape: Shape, side: int, support: Lie) -> Lie:
    """Lean a die against another of the same size that lies flat: on one edge, the next one at the other's wall."""
    quarter, tip = int(rng.integers(4)), np.radians(rng.uniform(12, 40))
    axis = np.asarray(support.place.turn[:, (support.side // 2 + 1) % 3])
    away = float(np.arctan2(axis[1], axis[0])) + quarter * np.pi / 2
    edge = 2 * float(shape.half[0])
    far = edge * (0.5 + np.sin(tip) / 2 + np.cos(tip) / 2)  # the die's top comes nearer by half of what its foot is off
    way = np.array([np.cos(away), np.sin(away), 0])
    turn = spin(away + int(rng.integers(4)) * np.pi / 2) @ resting(side // 2, 1 - 2 * (side % 2))
    turn = np.asarray(lean(away + np.pi / 2, -tip) @ turn, np.float32)
    place = Place(np.zeros(3, np.float32), turn)
    lowest = place.corners(shape, 0.42)[:, 2].min()
    spot = support.place.centre * (1, 1, 0) + far * way + np.array([0, 0, -lowest])
    return Lie(Place(np.asarray(spot, np.float32), turn), side, tilted=True)


def _supported(
    rng: np.random.Generator, view: View, shape: Shape, lie: Lie, others: list[tuple[Shape, Lie | None]]
) -> Lie | None:
    """The same die against another one of its size, where there is room for it."""
    there = [(other, its) for other, its in others if its]
    flat = [its for other, its in there if not its.tilted and np.allclose(other.half, shape.half)]
    for _ in range(8 if flat else 0):
        support = flat[int(rng.integers(len(flat)))]
        tried = against(rng, shape, lie.side, support)
        spot = tried.place.centre
        free = all(
            np.linalg.norm((spot - its.place.centre)[:2]) > 1.5 * (shape.half[0] + other.half[0])
            for other, its in there
            if its is not support
        )
        if free and _seen(rng, view, np.asarray(spot * (1, 1, 0), np.float32)):
            return tried
    return None


def _anywhere(rng: np.random.Generator, view: View) -> Array:
    share = rng.normal(0.5, 0.18, 2) if rng.random() < 0.3 else rng.uniform(0.02, 0.98, 2)
    spot = view.touch(share[0] * view.width, share[1] * view.height, 0.5)
    spot[2] = 0
    return spot


def _beside(rng: np.random.Generator, taken: list[tuple[Array, Shape, float]], shape: Shape, yaw: float) -> Array:
    """Next to one that lies already, side to side or nearly."""
    spot, other, other_yaw = taken[int(rng.integers(len(taken)))]
    if yaw == other_yaw:
        angle = yaw + int(rng.integers(4)) * np.pi / 2
        far = float(other.half[0] + shape.half[0]) * rng.uniform(1.0, 1.15)
    else:
        angle = rng.uniform(0, 2 * np.pi)
        far = float(other.half[0] + shape.half[0]) * rng.uniform(1.05, 1.5)
    return np.asarray(spot + far * np.array([np.cos(angle), np.sin(angle), 0]), np.float32)


def _seen(rng: np.random.Generator, view: View, spot: Array) -> bool:
    """Whether a spot lies before the lens, not too far off, and in or near the picture."""
    depth = view.depth(spot)
    if not 1.5 < depth < 2.6 * float(np.linalg.norm(view.eye)):
        return False
    size = np.array([view.width, view.height])
    middle = view.project(spot[None] + np.array([0, 0, 0.5], np.float32))[0]
    # Most dice are seen whole: only one place in eight may be cut by the frame.
    reach = view.focal / depth * (0.7 if rng.random() < 0.88 else -0.3)
    reach = min(reach, 0.4 * size.min())
    return bool(np.all(middle > reach) and np.all(middle < size - reach))


def _apart(spot: Array, shape: Shape, yaw: float, other: Array, other_shape: Shape, other_yaw: float) -> bool:
    """Whether two footprints do not overlap: some side of one has all of the other beyond it."""
    between = (other - spot)[:2]
    for angle in (yaw, yaw + np.pi / 2, other_yaw, other_yaw + np.pi / 2):
        axis = np.array([np.cos(angle), np.sin(angle)])
        reach = _reach(shape, yaw - angle) + _reach(other_shape, other_yaw - angle)
        if abs(between @ axis) >= reach * 0.985:
            return True
    return False


def _reach(shape: Shape, angle: float) -> float:
    return float(shape.half[0] * abs(np.cos(angle)) + shape.half[1] * abs(np.sin(angle)))


def _settle(rng: np.random.Generator, shape: Shape, spot: Array, yaw: float, leaning: float) -> Lie:
    """Let a shape come to rest: a cube on any side, such a share of them leaning; anything flatter lies flat."""
    cube = np.ptp(shape.half) < 0.1 * shape.half.max()
    side = int(rng.integers(6)) if cube else 4
    turn = resting(side // 2, 1 - 2 * (side % 2))
    tilted = bool(cube and rng.random() < leaning)
    turn = spin(yaw) @ turn
    if tilted:
        turn = lean(rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(15, 43))) @ turn
    turn = np.asarray(turn, np.float32)
    place = Place(np.zeros(3, np.float32), turn)
    lowest = place.corners(shape, 0.42)[:, 2].min() if tilted else -float(np.abs(turn[2]) @ shape.half)
    centre = spot + np.array([0, 0, -lowest], np.float32)
    return Lie(Place(np.asarray(centre, np.float32), turn), side, tilted)
