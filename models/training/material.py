"""What there is to learn from: drawn scenes and real photographs, and how often each is looked at."""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from models.training.augment import Pixels
from models.training.photographs import (
    EPANEMU,
    FOLDS,
    GREYRIG,
    MATTEOP65,
    NELL_BYLER,
    SINGLE_DICE,
    TRAY,
    Photograph,
    training,
)
from models.training.pool import Scene, scenes
from vision.kit import kits

# Sources whose camera looks straight down, so that a turned picture is still a true picture.
FROM_ABOVE = {
    NELL_BYLER,
    SINGLE_DICE,
    GREYRIG,
}
ABROAD = 0.25  # how often photographs are looked at for a kit that none of them shows, beside what SHARES say
# How often a training looks at each source, beside drawn pictures at 1.0 in all.
SHARES = {
    NELL_BYLER: 0.18,
    EPANEMU: 0.35,
    TRAY: 0.30,
    GREYRIG: 0.25,
    MATTEOP65: 0.20,
    SINGLE_DICE: 0.08,
    "plain": 0.25,
}


@dataclass(frozen=True)
class Material:
    """Scenes by where they come from: "drawn", "plain" (photographs without dice), or a source's name.

    The photographs are looked at `abroad` times as often as their SHARES say.
    """

    by_source: dict[str, list[Scene]]
    abroad: float = 1.0

    @property
    def photographed(self) -> dict[str, list[Scene]]:
        """The photographs of dice alone, by their source."""
        return {source: shots for source, shots in self.by_source.items() if source not in {"drawn", "plain"}}

    def draw(self, rng: np.random.Generator, *, singles: bool) -> str:
        """The source to look at next."""
        names = [name for name in self.by_source if singles or name != SINGLE_DICE]
        weights = np.array([self.abroad * SHARES[name] if name in SHARES else 1.0 for name in names])
        return names[rng.choice(len(names), p=weights / weights.sum())]


def material(pool: Path, real: Path, plain: Path, fold: str, kit: str = "pips") -> Material:
    """All scenes that the training of a fold may see; photographs are decoded once and kept.

    `plain` is a folder of photographs without dice, or not there; the kit is the one whose dice the pool shows.
    """
    drawn = scenes(pool)
    by_source: dict[str, list[Scene]] = {"drawn": drawn} if drawn else {}
    for photo in training(real, fold):
        by_source.setdefault(photo.source, []).append(_scene(photo))
    empty = [_plain(path) for path in sorted(plain.glob("*.jpg"))]
    return Material(by_source | ({"plain": empty} if empty else {}), 1.0 if kit == "pips" else ABROAD)


def questions(parser: argparse.ArgumentParser) -> None:
    """Ask on the command line what there is to learn from."""
    parser.add_argument("--pool", type=Path, default=Path("runs/pool"), help="the drawn pictures")
    parser.add_argument("--real", type=Path, required=True, help="the folder of photographs with its labels.json")
    parser.add_argument("--plain", type=Path, default=Path("runs/plain"), help="a folder of photographs without dice")
    parser.add_argument("--fold", choices=FOLDS, default="none", help="the sources of this fold are never opened")
    parser.add_argument("--kit", choices=sorted(kits()), default="pips", help="whose dice the pool shows")


def asked_for(asked: argparse.Namespace) -> Material:
    """The material that was asked for."""
    return material(asked.pool, asked.real, asked.plain, asked.fold, asked.kit)


def _plain(path: Path) -> Scene:
    pixels = np.asarray(cv2.imread(str(path), cv2.IMREAD_COLOR), np.uint8)
    return Scene(pixels, np.zeros((0, 4), np.float32), np.zeros((0, 4, 2), np.float32), (), (), upright=True)


def loose_dice(stuff: Material) -> dict[str, list[Pixels]]:
    """Real dice cut out along their boxes, by source, to be laid on other grounds."""
    return {
        source: [die for scene in shots for die in _loose(scene)]
        for source, shots in stuff.photographed.items()
        if source != SINGLE_DICE
    }


def _loose(scene: Scene) -> Iterator[Pixels]:
    for (x0, y0, x1, y1), face in zip(scene.boxes, scene.faces, strict=True):
        if face and min(x1 - x0, y1 - y0) > 18 and x0 > 1 and y0 > 1 and max(x1, y1) < len(scene.pixels) - 1:
            yield np.ascontiguousarray(scene.pixels[round(y0) : round(y1), round(x0) : round(x1)])


def _scene(photo: Photograph) -> Scene:
    pixels = cv2.imread(str(photo.path), cv2.IMREAD_COLOR)
    count = len(photo.boxes)
    return Scene(
        pixels=np.asarray(pixels, np.uint8),
        boxes=np.array(photo.boxes, np.float32).reshape(-1, 4),
        quads=np.full((count, 4, 2), np.nan, np.float32),
        faces=photo.faces,
        states=("flat",) * count,
        upright=photo.source not in FROM_ABOVE,
        source=photo.source,
    )
