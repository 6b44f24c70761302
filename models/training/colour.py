"""Colours and soft noise, in linear light, blue first."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.floating]
Bytes = NDArray[np.uint8]

LINEAR: Array = (np.arange(256, dtype=np.float32) / 255) ** 2.2


def linear(pixels: Bytes) -> Array:
    """Screen bytes of any shape -> linear light 0..1 of the same shape."""
    return np.asarray(LINEAR[pixels], np.float32)


def hsv(hue: float, saturation: float, value: float) -> Array:
    """Hue 0..360, saturation and screen value 0..1 -> (3,) linear BGR."""
    channel = (np.array([1.0, 3.0, 5.0]) + hue / 60) % 6
    screen = value - value * saturation * np.clip(np.minimum(channel, 4 - channel), 0, 1)
    return np.asarray(np.clip(screen, 0, 1) ** 2.2, np.float32)


def any_colour(rng: np.random.Generator) -> Array:
    """Draw any (3,) linear BGR colour, greys and earth colours as often as bright ones."""
    pick = rng.random()
    if pick < 0.3:
        return hsv(rng.uniform(0, 360), rng.uniform(0, 0.12), rng.uniform(0.05, 1.0))
    if pick < 0.55:
        return hsv(rng.uniform(12, 48), rng.uniform(0.15, 0.7), rng.uniform(0.2, 0.95))
    return hsv(rng.uniform(0, 360), rng.uniform(0.3, 1.0), rng.uniform(0.12, 1.0))


def brightness(colour: Array) -> float:
    """Perceived lightness 0..1 of a (3,) linear BGR colour."""
    return float((colour @ np.array([0.07, 0.72, 0.21])) ** (1 / 2.2))


def clouds(rng: np.random.Generator, height: int, width: int, cell: float, across: float = 0.0) -> Array:
    """Smooth noise 0..1, (height, width); its grain is `cell` pixels down and `across` (default: as many) across."""
    rows = max(2, int(height / max(cell, 1)) + 2)
    columns = max(2, int(width / max(across or cell, 1)) + 2)
    seeds = rng.random((rows, columns), dtype=np.float32)
    if (rows, columns) == (height + 2, width + 2):
        return seeds[:height, :width]
    grown = cv2.resize(seeds, (width, height), interpolation=cv2.INTER_CUBIC)
    return np.asarray(np.clip(grown, 0, 1), np.float32)


def octaves(rng: np.random.Generator, height: int, width: int, cell: float, count: int = 4) -> Array:
    """Several octaves of clouds added up, (height, width) 0..1, the coarsest with grain `cell` pixels."""
    total = np.zeros((height, width), np.float32)
    weight = 0.0
    for octave in range(count):
        grain = cell / 2**octave
        if octave and grain < 1:
            break
        total += clouds(rng, height, width, grain) * 0.5**octave
        weight += 0.5**octave
    return total / np.float32(weight)


def blend(mask: Array, low: Array, high: Array) -> Array:
    """Mix two (3,) colours by a (height, width) mask 0..1 -> (height, width, 3)."""
    # Channel by channel: NumPy is three times slower over a last axis of three.
    return np.asarray(cv2.merge([mask * (b - a) + a for a, b in zip(low, high, strict=True)]), np.float32)


def dimmed(page: Array, mask: Array) -> Array:
    """A page (height, width, 3) times a mask (height, width)."""
    return np.asarray(page * cv2.merge([mask, mask, mask]), np.float32)


def laid_over(page: Array, mask: Array, above: Array) -> Array:
    """Lay `above`, a page (height, width, 3) or one (3,) colour, over a page where the mask (height, width) is 1."""
    return np.asarray(page + cv2.merge([mask, mask, mask]) * (above - page), np.float32)
