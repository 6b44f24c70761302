"""What a camera makes of light: exposure, colour cast, blur, noise, tone curve, sharpening and JPEG."""

from __future__ import annotations

import cv2
import numpy as np
from cv2.typing import MatLike

from models.training.colour import Array, Bytes, clouds, dimmed

STEPS = 2048  # of the tone curve


def expose(rng: np.random.Generator, light: Array, die: float, *, grey: bool = True) -> Bytes:
    """Linear light (H, W, 3) -> the picture a camera stores, (H, W, 3) BGR bytes.

    `die` is the size of the smallest thing to be read, in pixels: no camera that blurs it away is drawn. Where colours
    are to be read, no camera is `grey`.
    """
    height, width = light.shape[:2]
    light = dimmed(light, _falloff(rng, height, width))
    light = light * _gain(rng, light)
    light = _blur(rng, light, die)
    if die > 16 and rng.random() < 0.2:
        light = _shrink(rng, light)
    light = _noise(rng, light)
    picture = _tone(rng, light)
    return _finish(rng, picture, grey=grey)


def _falloff(rng: np.random.Generator, height: int, width: int) -> Array:
    """Uneven light: vignette, a gradient, and now and then the shadow of a person or lamp shade."""
    x = np.linspace(-1, 1, width, dtype=np.float32)[None]
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    field = 1 - rng.uniform(0, 0.35) * (x * x + y * y) * 0.5
    if rng.random() < 0.6:
        angle = rng.uniform(0, 2 * np.pi)
        field = field * np.exp(rng.uniform(0, 0.5) * (x * np.cos(angle) + y * np.sin(angle)))
    if rng.random() < 0.08:
        shape = clouds(rng, height, width, min(height, width) * rng.uniform(0.25, 0.6))
        edge = np.clip((shape - rng.uniform(0.35, 0.65)) * rng.uniform(6, 60), 0, 1)
        field = field * (1 - rng.uniform(0.2, 0.65) * edge)
    return np.asarray(field, np.float32)


def _gain(rng: np.random.Generator, light: Array) -> Array:
    """Automatic exposure, never perfect, and white balance, (3,)."""
    mean = float(light[::4, ::4].mean()) + 1e-4
    bright = float(np.percentile(light[::2, ::2], 99)) + 1e-4
    target = rng.uniform(0.1, 0.38) if rng.random() < 0.8 else rng.uniform(0.03, 0.6)
    gain = min(target / mean, rng.uniform(0.75, 1.5) / bright)
    if rng.random() < 0.07:
        gain *= rng.uniform(0.2, 0.6)
    warm = rng.normal(0, 0.09)
    balance = np.exp([-warm, rng.normal(0, 0.025), warm])
    if rng.random() < 0.06:
        balance = balance * np.exp(rng.normal(0, 0.3, 3))
    return np.asarray(gain * balance, np.float32)


def _blur(rng: np.random.Generator, light: Array, die: float) -> Array:
    """Defocus, and now and then a shaking hand."""
    sigma = min(float(rng.gamma(1.6, 0.35)), 2.6, 0.25 + 0.03 * die)
    if sigma > 0.3:
        light = np.asarray(cv2.GaussianBlur(light, (0, 0), sigma), np.float32)
    if rng.random() < 0.1:
        length, angle = rng.uniform(2, min(8.0, 2 + 0.1 * die)), rng.uniform(0, np.pi)
        size = int(length) | 1
        kernel = np.zeros((size, size), np.float32)
        arm = np.array([np.cos(angle), np.sin(angle)]) * (size // 2)
        middle = size // 2
        start, stop = (middle - arm).round().astype(int), (middle + arm).round().astype(int)
        cv2.line(kernel, tuple(map(int, start)), tuple(map(int, stop)), 1.0, 1)
        light = np.asarray(cv2.filter2D(light, -1, kernel / kernel.sum()), np.float32)
    return np.asarray(light, np.float32)


def _shrink(rng: np.random.Generator, light: Array) -> Array:
    """The look of a small webcam picture blown up."""
    height, width = light.shape[:2]
    share = rng.uniform(0.45, 0.9)
    small = cv2.resize(light, (max(8, int(width * share)), max(8, int(height * share))), interpolation=cv2.INTER_AREA)
    way = cv2.INTER_LINEAR if rng.random() < 0.6 else cv2.INTER_CUBIC
    return np.asarray(np.maximum(cv2.resize(small, (width, height), interpolation=way), 0), np.float32)


def _noise(rng: np.random.Generator, light: Array) -> Array:
    """Shot and read noise, sometimes smeared by a phone's denoiser."""
    if rng.random() < 0.15:
        return light
    strength = float(np.exp(rng.uniform(np.log(0.001), np.log(0.02))))
    height, width = light.shape[:2]
    half = rng.standard_normal((-(-height // 2), width, 3), dtype=np.float32)
    # The lower half repeats the upper one, mirrored and negated: nobody sees it, and it is twice as fast.
    grain = np.concatenate([half, -half[:, ::-1]])[:height]
    if rng.random() < 0.3:
        grain = cv2.merge([grain[..., 0]] * 3)
    if rng.random() < 0.3:
        grain = cv2.GaussianBlur(grain, (0, 0), 0.8) * 2
    spread = np.sqrt(np.maximum(light, 0) * np.float32(strength) + np.float32(strength * 0.06))
    return np.asarray(light + grain * spread * np.float32(np.sqrt(strength) * 1.6 + 0.06), np.float32)


def _tone(rng: np.random.Generator, light: Array) -> Bytes:
    """Apply the tone curve and quantise."""
    ramp = np.linspace(0, 1.6, STEPS)
    shoulder = rng.uniform(0, 0.6)
    curve = ramp * (1 + shoulder * ramp * 0.4) / (1 + shoulder * ramp)
    curve = np.clip(curve, 0, 1) ** (1 / rng.uniform(1.9, 2.5))
    contrast = rng.uniform(-0.15, 0.35)
    curve = curve + contrast * (curve - 0.5) * curve * (1 - curve) * 4
    lift = rng.uniform(0, 0.06) if rng.random() < 0.3 else 0.0
    table = (np.clip(lift + (1 - lift) * curve, 0, 1) * 255 + 0.5).astype(np.uint8)
    index = np.clip(light * np.float32((STEPS - 1) / 1.6), 0, STEPS - 1).astype(np.uint16)
    return np.asarray(table[index], np.uint8)


def _finish(rng: np.random.Generator, picture: Bytes, *, grey: bool) -> Bytes:
    """Denoise, sharpen, saturate and store."""
    pick = rng.random()
    if pick < 0.1:
        picture = np.asarray(cv2.medianBlur(picture, 3), np.uint8)
    if pick > 0.65:
        soft = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.8, 1.8)))
        picture = _mixed(picture, soft, 1 + float(rng.uniform(0.2, 1.2)))
    tint = rng.random()
    if tint < 0.3:
        pale = cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        picture = _mixed(picture, pale, 0.0 if grey and tint < 0.07 else float(rng.uniform(0.4, 1.5)))
    if rng.random() < 0.03:
        spots = rng.random(picture.shape[:2], dtype=np.float32)
        share = rng.uniform(0.002, 0.02)
        picture = np.where((spots < share)[..., None], np.uint8(0), picture)
        picture = np.where((spots > 1 - share)[..., None], np.uint8(255), picture)
    if rng.random() < 0.75:
        _, stored = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.uniform(45, 97))])
        picture = np.asarray(cv2.imdecode(stored, cv2.IMREAD_COLOR), np.uint8)
    return picture


def _mixed(picture: Bytes, other: MatLike, share: float) -> Bytes:
    """`share` of a picture and the rest of another; a share above 1 moves away from the other."""
    return np.asarray(cv2.addWeighted(picture, share, other, 1 - share, 0), np.uint8)
