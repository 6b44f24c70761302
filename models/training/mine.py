"""Look-alikes: where a half-trained finder sees dice that are not there, for the reader to learn better."""

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch

from models.training.answers import NOTHING
from models.training.crops import Place, iou
from models.training.material import SINGLE_DICE, Material, material
from models.training.nets import STRIDE, Finder, FinderGraph
from models.training.photographs import FOLDS
from models.training.pool import Scene

FAINTEST = 0.12  # heat from which a peak is worth denying
APART = 0.25  # overlap with a die (intersection over union) below which a peak is false


@torch.no_grad()
def false_peaks(net: FinderGraph, scene: Scene, scale: float) -> list[list[float]]:
    """Boxes, in the scene's pixels, that the finder frames where no die lies."""
    height, width = (round(side * scale / 32) * 32 for side in scene.pixels.shape[:2])
    shrunk = cv2.resize(scene.pixels, (width, height), interpolation=cv2.INTER_AREA)
    heat, sides, _, _ = net(torch.from_numpy(shrunk)[None])
    rows, columns = torch.nonzero(heat > FAINTEST, as_tuple=True)
    at = (torch.stack((columns, rows), 1) + 0.5) * STRIDE
    reach = sides[:, rows, columns].T
    boxes = (torch.cat((at - reach[:, :2], at + reach[:, 2:]), 1) / scale).numpy()
    return [box.tolist() for box in boxes if not _on_a_die(box, scene)]


def mine(stuff: Material, weights: Path, out: Path, drawn: int) -> None:
    """Write the false peaks of all real scenes and of `drawn` drawn ones as {source: [[index, box], ...]}."""
    finder = Finder()
    finder.load_state_dict(torch.load(weights, weights_only=True)["average"])
    net = FinderGraph(finder).eval()
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


def mined(found: Path, stuff: Material) -> list[Place]:
    """The look-alikes of a file that `mine` wrote, as places where there is nothing."""
    peaks = (
        (stuff.by_source[source][index], np.array(box, np.float32))
        for source, peaks in json.loads(found.read_text(encoding="utf-8")).items()
        for index, box in peaks
    )
    return [Place(scene, box, NOTHING) for scene, box in peaks if not _on_a_die(box, scene)]


def _on_a_die(box: npt.NDArray[np.float32], scene: Scene) -> bool:
    return bool(len(scene.boxes)) and bool(iou(box, scene.boxes).max() >= APART)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pool", type=Path, default=Path("runs/pool"))
    parser.add_argument("--real", type=Path, required=True)
    parser.add_argument("--plain", type=Path, default=Path("runs/plain"))
    parser.add_argument("--fold", choices=FOLDS, default="none")
    parser.add_argument("--finder", type=Path, default=Path("runs/finder.pt"))
    parser.add_argument("--out", type=Path, default=Path("runs/mined.json"))
    parser.add_argument("--drawn", type=int, default=2500)
    asked = parser.parse_args()
    torch.set_num_threads(1)
    mine(material(asked.pool, asked.real, asked.plain, asked.fold), asked.finder, asked.out, asked.drawn)
