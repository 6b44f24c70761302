"""Look-alikes: where a half-trained finder sees dice that are not there, for the reader to learn better.

Beside them it writes where it sees the tops of real dice, so that other faces can be printed on them.
"""

import argparse
import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from models.training.answers import NOTHING, OTHER
from models.training.augment import Pixels
from models.training.crops import Place, iou
from models.training.learning import device
from models.training.material import Material, asked_for, questions
from models.training.nets import STRIDE, Finder, FinderGraph
from models.training.photographs import SINGLE_DICE
from models.training.pool import Scene

FAINTEST = 0.12  # heat from which a peak is worth denying
SEEN, SAME = 0.5, 0.7  # heat, and overlap with a labelled die, from which the finder's corners are believed
APART = 0.25  # overlap with a die (intersection over union) below which a peak is false


@torch.no_grad()
def false_peaks(net: FinderGraph, scene: Scene, scale: float) -> list[list[float]]:
    """Boxes, in the scene's pixels, that the finder frames where no die lies."""
    height, width = (round(side * scale / 32) * 32 for side in scene.pixels.shape[:2])
    shrunk = cv2.resize(scene.pixels, (width, height), interpolation=cv2.INTER_AREA)
    heat, sides, _, _ = _asked(net, shrunk)
    rows, columns = torch.nonzero(heat > FAINTEST, as_tuple=True)
    at = (torch.stack((columns, rows), 1) + 0.5) * STRIDE
    reach = sides[:, rows, columns].T
    boxes = (torch.cat((at - reach[:, :2], at + reach[:, 2:]), 1) / scale).numpy()
    return [box.tolist() for box in boxes if not _on_a_die(box, scene)]


@torch.no_grad()
def tops(net: FinderGraph, scene: Scene) -> list[list[list[float]] | None]:
    """The corners of the top of each die of a scene, as the finder sees them; None where it does not see the die."""
    height, width = (round(side / 32) * 32 for side in scene.pixels.shape[:2])
    heat, sides, corners, cocked = _asked(net, cv2.resize(scene.pixels, (width, height)))
    rows, columns = torch.nonzero((heat > SEEN) & (cocked < 0.5), as_tuple=True)
    at = (torch.stack((columns, rows), 1) + 0.5) * STRIDE
    reach = sides[:, rows, columns].T
    boxes = torch.cat((at - reach[:, :2], at + reach[:, 2:]), 1).numpy().reshape(-1, 4)
    size = (boxes[:, 2:] - boxes[:, :2]).mean(1)
    quads = at.numpy()[:, None] + corners[:, rows, columns].T.numpy().reshape(-1, 4, 2) * size[:, None, None]
    stretch = np.array(scene.pixels.shape[1::-1]) / (width, height)
    overlaps = [iou(box, boxes * np.tile(stretch, 2)) for box in scene.boxes]
    return [
        (quads[each.argmax()] * stretch).round(1).tolist() if each.max(initial=0) > SAME else None for each in overlaps
    ]


def _asked(net: FinderGraph, pixels: Pixels) -> tuple[Tensor, ...]:
    """What the finder says of a picture, wherever it is worked out."""
    return tuple(told.cpu() for told in net(torch.from_numpy(pixels)[None].to(device())))


def mine(stuff: Material, weights: Path, out: Path, drawn: int) -> None:
    """Write the false peaks of all real scenes and of `drawn` drawn ones as {source: [[index, box], ...]}."""
    finder = Finder()
    finder.load_state_dict(torch.load(weights, map_location="cpu", weights_only=True)["average"])
    net = FinderGraph(finder).eval().to(device())
    found: dict[str, list[list[object]]] = {}
    for source, shots in stuff.by_source.items():
        if source == SINGLE_DICE:
            continue
        found[source] = [
            [index, box]
            for index, scene in enumerate(shots[:drawn])
            for scale in (1.0, 1.5 if index % 2 else 0.6)
            for box in false_peaks(net, scene, scale)
        ]
        print(f"{source}: {len(found[source])} look-alikes", flush=True)
    out.write_text(json.dumps(found), encoding="utf-8")
    seen = {
        source: [tops(net, scene) for scene in shots]
        for source, shots in stuff.by_source.items()
        if source not in {SINGLE_DICE, "drawn", "plain"}
    }
    out.with_suffix(".tops.json").write_text(json.dumps(seen), encoding="utf-8")


def with_tops(stuff: Material, found: Path) -> list[Place]:
    """The real dice whose tops a finder saw, by the file that `mine` wrote beside its look-alikes."""
    if not found.exists():
        return []
    return [
        Place(replace(scene, quads=np.array([quad or [[np.nan] * 2] * 4 for quad in quads], np.float32)), box, OTHER)
        for source, every in json.loads(found.read_text(encoding="utf-8")).items()
        for scene, quads in zip(stuff.by_source.get(source, []), every, strict=False)
        for box, quad in zip(scene.boxes, quads, strict=True)
        if quad
    ]


def mined(found: Path, stuff: Material) -> list[Place]:
    """The look-alikes of a file that `mine` wrote, as places where there is nothing; of other sources none."""
    peaks = (
        (shots[index], np.array(box, np.float32))
        for source, peaks in json.loads(found.read_text(encoding="utf-8")).items()
        if (shots := stuff.by_source.get(source))
        for index, box in peaks
    )
    return [Place(scene, box, NOTHING) for scene, box in peaks if not _on_a_die(box, scene)]


def _on_a_die(box: npt.NDArray[np.float32], scene: Scene) -> bool:
    return bool(len(scene.boxes)) and bool(iou(box, scene.boxes).max() >= APART)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    questions(parser)
    parser.add_argument("--finder", type=Path, default=Path("runs/finder.pt"))
    parser.add_argument("--out", type=Path, default=Path("runs/mined.json"))
    parser.add_argument("--drawn", type=int, default=2500)
    asked = parser.parse_args()
    torch.set_num_threads(1)
    mine(asked_for(asked), asked.finder, asked.out, asked.drawn)
