"""Half dice as an eye sees them: `python -m models.training.edges --real PHOTOGRAPHS --out runs/edges.json`.

It writes where the finder sees half a die beside its mirror image though there is none, at the edges of photographs
and at those of a part of each. Run it with CROUPIER_WEIGHTS set to the folder of a fold's weights and with that
`--fold`; the finder that ships has seen all photographs.
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np

from models.training.answers import NOTHING
from models.training.augment import Pixels
from models.training.crops import Place
from models.training.learning import settle_down
from models.training.material import Material, asked_for, questions
from models.training.photographs import SINGLE_DICE
from models.training.pool import Scene
from vision.boxes import overlaps
from vision.find import find_cut
from vision.kit import kit
from vision.look import mirrored
from vision.reading import Frame

AROUND = 2  # times its size, so much is kept to each side of what may be a die
AMONG = 12  # dice side by side in a picture without any, by the size at which they are searched there
MOST = 12  # of what the finder takes for half a die in one picture, the likeliest
PART = (0.5, 0.9)  # share of a scene that its part shows, across and down

# Which scene, what part of it (x0, y0, x1, y1), a box there and the corners of a top.
Seen = tuple[int, list[int], list[float], list[list[float]]]


def seen(scene: Scene, part: list[int], finder: str) -> Iterator[tuple[list[float], list[list[float]]]]:
    """What a finder takes for half a die at the edges of a part of a scene (x0, y0, x1, y1): its box and corners."""
    x0, y0, x1, y1 = part
    pixels, dice = np.ascontiguousarray(scene.pixels[y0:y1, x0:x1]), scene.boxes - np.tile((x0, y0), 2)
    height, width = pixels.shape[:2]
    size = float(np.median((dice[:, 2:] - dice[:, :2]).max(1))) if len(dice) else min(height, width) / AMONG
    steps = [np.arange(size / 2, side, size) for side in (width, height)]
    spots = [(float(x), float(y)) for x in steps[0] for y in (0, height)]
    spots += [(float(x), float(y)) for x in (0, width) for y in steps[1]]
    likely = find_cut(Frame(pixels).halves, finder, spots, size)
    found = (die for die in likely if not (overlaps(die.box, dice) > 0).any())
    for die in islice(found, MOST):
        yield [round(at, 1) for at in die.box], [[round(at, 1) for at in corner] for corner in die.quad]


def parts(scene: Scene, rng: np.random.Generator) -> Iterator[list[int]]:
    """All of a scene, and a part of it."""
    height, width = scene.pixels.shape[:2]
    yield [0, 0, width, height]
    share = rng.uniform(*PART)
    x, y = (int(rng.uniform(0, (1 - share) * side)) for side in (width, height))
    yield [x, y, x + int(share * width), y + int(share * height)]


def places(found: Path, stuff: Material) -> list[tuple[Scene, Seen]]:
    """What a file that was written here tells of, each with its scene; of other sources none."""
    told = json.loads(found.read_text(encoding="utf-8"))
    return [(shots[each[0]], each) for source, shots in stuff.by_source.items() for each in told.get(source, ())]


def place(scene: Scene, found: Seen) -> Place:
    """A place where no die lies, with its mirror image."""
    _, (x0, y0, x1, y1), box, corners = found
    low, high = np.array(box).reshape(2, 2)
    reach = round(AROUND * (high - low).max())
    left, top = ((low + high) / 2).round().astype(int) - reach
    patch = mirrored(np.ascontiguousarray(scene.pixels[y0:y1, x0:x1]), int(left), int(top), 2 * reach, 2 * reach)
    corner = np.array([left, top], np.float32)
    framed, quad = np.array(box, np.float32) - np.tile(corner, 2), np.array(corners, np.float32) - corner
    return Place(part_of(scene, patch), framed, NOTHING, quad)


def part_of(scene: Scene, pixels: Pixels) -> Scene:
    """A part of a scene, by itself; up is up there, as edges are seldom aslant."""
    none = replace(scene, boxes=scene.boxes[:0], quads=scene.quads[:0], faces=(), states=(), beside=())
    return replace(none, pixels=np.ascontiguousarray(pixels), upright=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    questions(parser)
    parser.add_argument("--out", type=Path, default=Path("runs/edges.json"))
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    settle_down(1)
    rng = np.random.default_rng(asked.seed)
    told = {
        source: [
            (index, part, *found)
            for index, scene in enumerate(shots)
            for part in parts(scene, rng)
            for found in seen(scene, part, kit(asked.kit).finder)
        ]
        for source, shots in asked_for(asked).by_source.items()
        if source not in {"drawn", SINGLE_DICE}
    }
    asked.out.write_text(json.dumps(told), encoding="utf-8")
    print(f"{sum(map(len, told.values()))} places in {asked.out}")
