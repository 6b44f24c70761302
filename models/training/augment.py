"""The same scene in other light, through another lens: what a picture goes through before a net sees it."""

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

PEPPERED = 0.05  # share of pictures with single pixels black and white
MIXED, NEGATIVE = 0.10, 0.05  # shares of squares in colours that no light makes
SQUEEZED = 0.25  # share of pictures that are drawn together one way
FLAT, FINE = 14, 1.5  # levels of any colour between which all of a middle lies that shows nothing; pixels, a blur

Pixels = npt.NDArray[Any]  # (H, W, 3) uint8; OpenCV's types forget which


def relight(pixels: Pixels, rng: np.random.Generator, *, true: bool = False, harsh: float = 1.0) -> Pixels:
    """Other exposure, white balance, contrast and colours; sometimes grey, sometimes with the channels swapped.

    Where colours must stay `true`, only the light changes: it may be as warm as a bulb, or as cold as a window. The
    exposure is off by `harsh` times what cameras do.
    """
    if true:
        return _balanced(pixels, rng, harsh)
    if rng.random() < 0.12:
        pixels = pixels[..., rng.permutation(3)]
    if rng.random() < 0.12:
        hsv = cv2.cvtColor(pixels, cv2.COLOR_BGR2HSV)
        hsv[..., 0] = (hsv[..., 0].astype(np.int16) + rng.integers(0, 180)) % 180
        pixels = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)
    if rng.random() < 0.06:
        pixels = cv2.cvtColor(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    return _exposed(pixels, rng, np.exp(rng.normal(0, 0.06, 3)), harsh)


def _balanced(pixels: Pixels, rng: np.random.Generator, harsh: float) -> Pixels:
    warm, green = rng.normal(0, 0.12), rng.normal(0, 0.03)
    return _exposed(pixels, rng, np.exp([-warm, green, warm]), harsh)


def _exposed(pixels: Pixels, rng: np.random.Generator, balance: npt.NDArray[np.float64], harsh: float) -> Pixels:
    ramp = np.arange(256, dtype=np.float32) / 255.0
    gain, gamma = np.exp(harsh * rng.normal(0, 0.18)), np.exp(harsh * rng.normal(0, 0.22))
    tables = [np.clip(255 * gain * each * ramp**gamma, 0, 255) for each in balance]
    return cv2.LUT(np.ascontiguousarray(pixels), np.stack(tables, -1).astype(np.uint8)[None])


def resense(pixels: Pixels, rng: np.random.Generator, harsh: float = 1.0) -> Pixels:
    """Blur, noise, sharpening and compression of another camera, each `harsh` times as often as with most cameras."""
    roll = rng.random() / max(harsh, 1e-9)
    if roll < 0.2:
        pixels = cv2.GaussianBlur(pixels, (0, 0), rng.uniform(0.4, 1.6))
    elif roll < 0.3:
        pixels = cv2.filter2D(pixels, -1, _smear(rng))
    elif roll < 0.38:
        soft = cv2.GaussianBlur(pixels, (0, 0), 1.2)
        pixels = cv2.addWeighted(pixels, 1.8, soft, -0.8, 0)
    if rng.random() < 0.35 * harsh:
        noise = rng.normal(0, rng.uniform(1, 11), (*pixels.shape[:2], 1 if rng.random() < 0.5 else 3))
        pixels = np.clip(pixels + noise, 0, 255).astype(np.uint8)
    if rng.random() < PEPPERED * harsh:
        pixels = _peppered(pixels, rng)
    if rng.random() < 0.35 * harsh:
        quality = int(rng.integers(30, 92))
        _, packed = cv2.imencode(".jpg", pixels, (cv2.IMWRITE_JPEG_QUALITY, quality))
        pixels = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR))
    return pixels


def visible(pixels: Pixels) -> bool:
    """Whether there is anything left to see in the middle of a square (H, W, 3): no net learns from what is not."""
    height, width = (side // 5 for side in pixels.shape[:2])
    soft = cv2.GaussianBlur(pixels[height:-height, width:-width], (0, 0), FINE)
    return int(np.ptp(soft, (0, 1)).max()) >= FLAT


def recoloured(pixels: Pixels, rng: np.random.Generator) -> Pixels:
    """Now and then in colours that no light makes: mixed with one another, or the negative of all.

    That a pip differs from its die must count, and not how.
    """
    roll = rng.random()
    if roll < MIXED:
        mix = np.eye(3) + rng.normal(0, 0.35, (3, 3))
        mix /= np.abs(mix.sum(1, keepdims=True)).clip(0.4)
        return np.clip((pixels.astype(np.float32) - 128) @ mix.T + 128, 0, 255).astype(np.uint8)
    return 255 - pixels if roll < MIXED + NEGATIVE else pixels


def shade(pixels: Pixels, rng: np.random.Generator) -> Pixels:
    """A soft edge of shadow, or a patch of glare, across the picture."""
    height, width = pixels.shape[:2]
    angle, at = rng.uniform(0, 2 * np.pi), rng.uniform(-0.4, 0.4)
    x = np.linspace(-0.5, 0.5, width, dtype=np.float32)[None] * np.float32(np.cos(angle))
    y = np.linspace(-0.5, 0.5, height, dtype=np.float32)[:, None] * np.float32(np.sin(angle))
    edge = 0.5 + 0.5 * np.tanh((x + y - at) / rng.uniform(0.02, 0.4))
    strength = rng.uniform(-0.55, 0.35)
    return np.clip(pixels * (1 + strength * edge[..., None]), 0, 255).astype(np.uint8)


def glare(pixels: Pixels, rng: np.random.Generator) -> Pixels:
    """One to three arcs of light, as round edges and hollow faces mirror a lamp: too thin to hide a pip."""
    height, width = pixels.shape[:2]
    page = np.zeros((4 * height, 4 * width), np.uint8)
    for _ in range(int(rng.integers(1, 4))):
        middle = tuple(int(4 * at) for at in rng.uniform((0.25 * width, 0.25 * height), (0.75 * width, 0.75 * height)))
        axes = tuple(int(4 * at) for at in rng.uniform(0.04, 0.35, 2) * (width, height))
        start, sweep, thick = rng.uniform(0, 360), rng.uniform(20, 300), int(4 * rng.uniform(0.012, 0.06) * width)
        cv2.ellipse(page, middle, axes, rng.uniform(0, 180), start, start + sweep, 255, max(thick, 1), cv2.LINE_AA)
    soft = cv2.resize(page, (width, height), interpolation=cv2.INTER_AREA)
    cover = cv2.GaussianBlur(soft, (0, 0), rng.uniform(0.3, 1.2)).astype(np.float32) / 255 * rng.uniform(0.3, 1)
    tint = 255 * np.exp(rng.normal(0, 0.04, 3)).astype(np.float32)
    return np.clip(pixels + cover[..., None] * (tint - pixels), 0, 255).astype(np.uint8)


def _peppered(pixels: Pixels, rng: np.random.Generator) -> Pixels:
    """Single pixels black and white, as a bad sensor or whoever published the picture leaves them."""
    chance = rng.random(pixels.shape[:2])
    share = rng.uniform(0.002, 0.03)
    peppered = pixels.copy()
    peppered[chance < share / 2] = 0
    peppered[chance > 1 - share / 2] = 255
    return peppered


def squeeze(rng: np.random.Generator) -> tuple[float, float]:
    """How far a picture is drawn together across and down: cameras set wrongly, and pictures made to fit a square."""
    if rng.random() >= SQUEEZED:
        return 1.0, 1.0
    narrow = float(np.exp(-min(abs(rng.normal(0, 0.28)), 0.55)))
    return (narrow, 1.0) if rng.random() < 0.5 else (1.0, narrow)


def _smear(rng: np.random.Generator) -> npt.NDArray[Any]:
    """A motion-blur kernel."""
    length = int(rng.integers(3, 12))
    kernel: npt.NDArray[Any] = np.zeros((length, length), np.float32)
    kernel[length // 2] = 1
    turn = cv2.getRotationMatrix2D(((length - 1) / 2, (length - 1) / 2), rng.uniform(0, 180), 1)
    kernel = cv2.warpAffine(kernel, turn, (length, length))
    return kernel / max(float(kernel.sum()), 1e-6)
