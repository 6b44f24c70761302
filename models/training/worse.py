"""How much is lost where pictures are worse: `python -m models.training.worse --real PHOTOGRAPHS --fold b`.

Photographs that a fold holds out are read as they are and made worse in several ways, by the weights at hand: run it
with CROUPIER_WEIGHTS set to the folder of that fold. A line each tells how many are exact, sure, and wrong without a
question, and which those are. Blurs and noise are as strong whatever the size of the photograph.
"""

import argparse
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import cv2
import numpy as np

from models.training.photographs import FOLDS, Photograph, held_out
from models.training.trials import Pixels, under
from vision.camera import load
from vision.judge import Judged, judge
from vision.kit import kit
from vision.labels.truth import Labelled
from vision.read import read
from vision.reading import Box
from vision.turn import turned_pixels

MOVED = 9  # pixels, along the rows
WARM = 2700.0  # kelvin

Way = Callable[[Pixels, np.random.Generator], Pixels]


def _jpeg(pixels: Pixels, _rng: np.random.Generator) -> Pixels:
    _, data = cv2.imencode(".jpg", pixels, (cv2.IMWRITE_JPEG_QUALITY, 20))
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _half(pixels: Pixels, _rng: np.random.Generator) -> Pixels:
    size = pixels.shape[1::-1]
    small = cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def _noise(pixels: Pixels, rng: np.random.Generator) -> Pixels:
    return np.asarray((pixels + rng.normal(0, 14, pixels.shape)).clip(0, 255), np.uint8)


def _grey(pixels: Pixels, _rng: np.random.Generator) -> Pixels:
    return np.asarray(cv2.cvtColor(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8)


def _exposed(power: float) -> Way:
    return lambda pixels, _rng: np.asarray(255 * (pixels / 255) ** power, np.uint8)


WAYS: MappingProxyType[str, Way] = MappingProxyType(
    {
        "as they are": lambda pixels, _rng: pixels,
        "JPEG of quality 20": _jpeg,
        "out of focus": lambda pixels, _rng: np.asarray(cv2.GaussianBlur(pixels, (0, 0), 1.6), np.uint8),
        "moved": lambda pixels, _rng: np.asarray(cv2.blur(pixels, (MOVED, 1)), np.uint8),
        "dark": _exposed(2.2),
        "bright": _exposed(0.45),
        "under a warm lamp": lambda pixels, _rng: under(pixels, WARM),
        "noisy": _noise,
        "half as wide and high": _half,
        "grey": _grey,
        "upside down": lambda pixels, _rng: turned_pixels(pixels, 180),
    }
)


def judged(photo: Photograph, name: str) -> Judged:
    """A photograph that was made worse in the way of that name, read and compared with what is true."""
    frame, dice = load(photo.path.read_bytes(), photo.path.name), kit("pips")
    pixels = WAYS[name](frame.pixels, np.random.default_rng(7))
    truth = photo.truth_of(dice)
    truth = upside_down(truth, frame.size) if name == "upside down" else truth
    return judge(truth, read(replace(frame, pixels=pixels)))


def upside_down(truth: Labelled, size: tuple[int, int]) -> Labelled:
    """The labels of a picture so wide and high, once it is turned upside down."""
    return replace(truth, dice=tuple(replace(die, box=die.box and _turned(die.box, *size)) for die in truth.dice))


def _turned(box: Box, width: int, height: int) -> Box:
    x0, y0, x1, y1 = box
    return width - x1, height - y1, width - x0, height - y0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--real", type=Path, required=True, help="the folder of photographs with its labels.json")
    parser.add_argument("--fold", choices=FOLDS, required=True, help="whose sources are read, with that fold's weights")
    parser.add_argument("--every", type=int, default=4, help="read one photograph of so many")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    photos = held_out(asked.real, asked.fold)[:: asked.every]
    for name in WAYS:
        found = [judged(photo, name) for photo in photos]
        exact, sure = sum(one.exact for one in found), sum(one.sure for one in found)
        wrong = [one.labelled.path.name for one in found if one.silent]
        counts = f"{exact} exact, {sure} sure, {len(wrong)} wrong of {len(found)}"
        print(f"{name:<22} {counts} {' '.join(wrong)}", flush=True)
