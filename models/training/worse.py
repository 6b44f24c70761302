"""How much is lost where pictures are worse: `python -m models.training.worse --real PHOTOGRAPHS --fold b`.

Photographs that a fold holds out are read as they are and made worse in several ways, by the weights at hand: run it
with CROUPIER_WEIGHTS set to the folder of that fold. Without a fold those of the whole folder are, whose dice the
weights must never have seen; with `--lamps` as they would look under four lamps, and where the dice of a kit differ
from one another, as if they did not: each by its top alone. A line each tells how many dice are right, how many
pictures are exact, sure, and wrong without a question, which those are, and what is most often taken for what. Blurs
and noise are as strong whatever the size of the photograph.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import cv2
import numpy as np

from models.training.draw import PIPS
from models.training.photographs import FOLDS, Photograph, held_out, photographs
from models.training.trials import Pixels, under
from vision.judge import Judged, Pair, judge
from vision.kit import Kit, kit, kits
from vision.labels.truth import Label, Labelled
from vision.picture import load
from vision.read import read
from vision.reading import Box, Sighting
from vision.turn import turned_pixels

MOVED = 9  # pixels, along the rows
WARM = 2700.0  # kelvin
LAMPS = (2700, 3500, 5000, 6500)  # kelvin, from a bulb to the sky
AS_THEY_ARE = "as they are"
ALONE = "each die by itself"
SHOWN = 5  # of the mistakes, the commonest

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


def _lit(kelvin: float) -> Way:
    return lambda pixels, _rng: under(pixels, kelvin)


WAYS: MappingProxyType[str, Way] = MappingProxyType(
    {
        AS_THEY_ARE: lambda pixels, _rng: pixels,
        "JPEG of quality 20": _jpeg,
        "out of focus": lambda pixels, _rng: np.asarray(cv2.GaussianBlur(pixels, (0, 0), 1.6), np.uint8),
        "moved": lambda pixels, _rng: np.asarray(cv2.blur(pixels, (MOVED, 1)), np.uint8),
        "dark": _exposed(2.2),
        "bright": _exposed(0.45),
        "under a warm lamp": _lit(WARM),
        "noisy": _noise,
        "half as wide and high": _half,
        "grey": _grey,
        "upside down": lambda pixels, _rng: turned_pixels(pixels, 180),
    }
)


UNDER: MappingProxyType[str, Way] = MappingProxyType({f"under {kelvin:,} K": _lit(kelvin) for kelvin in LAMPS})
UNCHANGED: MappingProxyType[str, Way] = MappingProxyType(dict.fromkeys((AS_THEY_ARE, ALONE), WAYS[AS_THEY_ARE]))


def judged(photo: Photograph, name: str, dice: Kit) -> Judged:
    """A photograph that was made worse in the way of that name, read and compared with what is true."""
    frame = load(photo.path.read_bytes(), photo.path.name)
    pixels = (WAYS | UNCHANGED | UNDER)[name](frame.pixels, np.random.default_rng(7))
    truth = photo.truth_of(dice)
    truth = upside_down(truth, frame.size) if name == "upside down" else truth
    dice = replace(dice, dice=()) if name == ALONE else dice
    return judge(truth, read(replace(frame, pixels=pixels), dice))


def upside_down(truth: Labelled, size: tuple[int, int]) -> Labelled:
    """The labels of a picture so wide and high, once it is turned upside down."""
    return replace(truth, dice=tuple(replace(die, box=die.box and _turned(die.box, *size)) for die in truth.dice))


def _turned(box: Box, width: int, height: int) -> Box:
    x0, y0, x1, y1 = box
    return width - x1, height - y1, width - x0, height - y0


def told(name: str, found: Sequence[Judged]) -> str:
    """What became of pictures that were made worse in the way of that name, in a line."""
    pairs = [pair for one in found for pair in one.pairs]
    dice = f"{sum(pair.outcome == 'right' for pair in pairs)} of {sum(pair.label is not None for pair in pairs)} dice"
    exact, sure = sum(one.exact for one in found), sum(one.sure for one in found)
    wrong = [one.labelled.path.name for one in found if one.silent]
    line = f"{name:<22} {dice}, {exact} exact, {sure} sure, {len(wrong)} wrong of {len(found)}"
    mistakes = [f"{number} x {what}" for what, number in _mistakes(pairs).most_common(SHOWN)]
    return "; ".join([" ".join([line, *wrong]), *mistakes])


def _mistakes(pairs: Sequence[Pair]) -> Counter[str]:
    """How often which symbols, or colours of one, were taken for each other, whichever way round."""
    misread = [pair for pair in pairs if pair.outcome == "misread"]
    return Counter(_between(pair.label, pair.sighting) for pair in misread if pair.label and pair.sighting)


def _between(label: Label, sighting: Sighting) -> str:
    one, other = label.face, sighting.face
    if one is None or other is None:
        return "unknown"
    if one.symbol == other.symbol:
        return "/".join(sorted((one.colour, other.colour)))
    return "/".join(sorted((one.symbol, other.symbol)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--real", type=Path, required=True, help="the folder of photographs with its labels.json")
    parser.add_argument("--fold", choices=FOLDS, help="whose sources are read, with that fold's weights")
    parser.add_argument("--kit", choices=sorted(kits()), default=PIPS, help="whose dice are on them")
    parser.add_argument("--lamps", action="store_true", help="show them under four lamps, and in no other way")
    parser.add_argument("--every", type=int, default=4, help="read one photograph of so many")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    photos = (held_out(asked.real, asked.fold) if asked.fold else photographs(asked.real))[:: asked.every]
    for name in (*UNCHANGED, *UNDER) if asked.lamps else WAYS:
        found = [judged(photo, name, kit(asked.kit)) for photo in photos]
        print(told(name, found), flush=True)
