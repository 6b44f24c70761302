"""The corners of tops in photographs: `python -m models.training.quads --real PHOTOGRAPHS --out runs/quads.json`.

Nobody wrote them down; the net of corners, which learned from drawings, tells them well where the box of a die is
known. What it tells is believed where it says the same of the die from nearer, from farther and in a mirror, and is
what the finder learns from.
"""

import argparse
import json
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import numpy.typing as npt

from models import session
from models.training.augment import Pixels
from models.training.learning import settle_down
from models.training.material import Material, asked_for, questions
from models.training.pool import Scene
from vision.corners import WIDE, corners
from vision.look import look, middle

NEARER = (0.92, 1.0, 1.1)  # times the usual width, as which a die is looked at
ALIKE = 0.1  # sides of the top by which what is told of one die may differ
ASIDE = 0.5  # sides of the box by which the middle of a top is at most beside that of its die
NET = "dice-corners"

Corners = npt.NDArray[np.float64]  # (4, 2), pixels


def quad(pixels: Pixels, box: npt.NDArray[np.float32]) -> Corners | None:
    """The corners (4, 2) of the top of the die in a box (4,), clockwise; None where what is told of it differs."""
    size, centre = float((box[2:] - box[:2]).max()), (box[:2] + box[2:]) / 2
    first, *others = (_seen(pixels, centre, size * nearer, mirror) for nearer, mirror in product(NEARER, (False, True)))
    told = np.stack((first, *(_turned(each, first) for each in others)))
    mean = told.mean(0)
    side = np.linalg.norm(mean - np.roll(mean, 1, 0), axis=1).mean()
    apart = np.linalg.norm(told - mean, axis=2).mean(1).max()
    return mean if apart < ALIKE * side and np.abs(mean.mean(0) - centre).max() < ASIDE * size else None


def _seen(pixels: Pixels, centre: npt.NDArray[np.floating], size: float, mirror: bool) -> Corners:
    at, side = (float(centre[0]), float(centre[1])), WIDE * size
    square = look(pixels, at, side)
    (code,) = session.run(NET, np.ascontiguousarray(square[:, ::-1] if mirror else square)[None])
    told = np.asarray(corners(code)[0])
    return (told[::-1] * (-1, 1) if mirror else told) * side + middle(at, side)


def _turned(told: Corners, first: Corners) -> Corners:
    """The same four corners, that first which is nearest to the first of the others."""
    return min((np.roll(told, turn, 0) for turn in range(4)), key=lambda each: float(np.linalg.norm(each - first)))


def cornered(stuff: Material, told: Path) -> Material:
    """The same material with the corners of a file that was written here, if it is there."""
    if not told.exists():
        return stuff
    seen = json.loads(told.read_text(encoding="utf-8"))
    by_source = {
        source: [_with(scene, dice) for scene, dice in zip(shots, seen[source], strict=True)]
        if source in seen
        else shots
        for source, shots in stuff.by_source.items()
    }
    return replace(stuff, by_source=by_source)


def _with(scene: Scene, dice: list[list[list[float]] | None]) -> Scene:
    nowhere = np.full((4, 2), np.nan, np.float32)
    quads = [nowhere if die is None else np.array(die, np.float32) for die in dice]
    return replace(scene, quads=np.array(quads, np.float32).reshape(-1, 4, 2))


def _said(die: Corners | None) -> list[list[float]] | None:
    return None if die is None else die.round(1).tolist()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    questions(parser)
    parser.add_argument("--out", type=Path, default=Path("runs/quads.json"))
    asked = parser.parse_args()
    settle_down(1)
    told = {
        source: [[_said(quad(scene.pixels, box)) for box in scene.boxes] for scene in shots]
        for source, shots in asked_for(asked).photographed.items()
    }
    asked.out.write_text(json.dumps(told), encoding="utf-8")
    for source, shots in told.items():
        dice = [die for each in shots for die in each]
        print(f"{source}: the corners of {sum(die is not None for die in dice)} of {len(dice)} dice")
