"""Develop rendered light as a phone does: exposure, tone, lens softness, grain and sharpening, all mild."""

from __future__ import annotations

import cv2
import numpy as np

from models.training.colour import Array, Bytes, dimmed


def develop(rng: np.random.Generator, light: Array) -> Bytes:
    """Linear BGR light (H, W, 3) -> (H, W, 3) bytes, as from a phone in a living room."""
    height, width = light.shape[:2]
    x = np.linspace(-1, 1, width, dtype=np.float32)[None]
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    light = dimmed(light, np.asarray(1 - rng.uniform(0.1, 0.25) * (x * x + y * y) / 2, np.float32))
    light = light * _exposure(rng, light)
    light = np.asarray(cv2.GaussianBlur(light, (0, 0), float(rng.uniform(0.55, 0.9))), np.float32)
    halo = np.asarray(cv2.GaussianBlur(light, (0, 0), 14), np.float32)
    light = light * np.float32(0.97) + halo * np.float32(0.03)
    light = _grain(rng, light)
    screen = _tone(light)
    soft = cv2.GaussianBlur(screen, (0, 0), 1.2)
    sharp = cv2.addWeighted(screen, 1.45, soft, -0.45, 0)
    return np.asarray(np.clip(sharp * 255 + 0.5, 0, 255), np.uint8)


def _exposure(rng: np.random.Generator, light: Array) -> Array:
    """Bring the middle grey up, keep the highlights, and correct most of the lamp's colour: (3,)."""
    mean = light.mean(axis=(0, 1))
    grey = float(mean.mean())
    bright = float(np.percentile(light, 98.5))
    gain = min(rng.uniform(1.15, 1.5) * (0.24 / grey) ** 0.6, 1.05 / bright)
    return np.asarray(gain * np.exp(rng.normal(0, [0.04, 0.01, 0.04])), np.float32)


def _grain(rng: np.random.Generator, light: Array) -> Array:
    """Shot and read noise, half smeared as phones do."""
    noise = rng.standard_normal(light.shape, dtype=np.float32)
    smeared = cv2.GaussianBlur(noise, (0, 0), 1.1)
    strength = rng.uniform(0.002, 0.007)
    spread = np.sqrt(np.maximum(light, 0) + 0.02)
    return np.asarray(light + (0.45 * noise + 1.1 * smeared) * spread * np.float32(strength), np.float32)


def _tone(light: Array) -> Array:
    """A film-like curve: a soft shoulder, a little contrast, screen gamma."""
    value = np.maximum(light, 0)
    value = np.where(value < 0.6, value, 0.6 + 0.4 * (1 - np.exp(-(value - 0.6) / 0.4)))
    screen = np.clip(value, 0, 1) ** (1 / 2.2)
    return np.asarray(np.clip(screen + 0.12 * (screen - 0.5) * screen * (1 - screen) * 4, 0, 1), np.float32)
