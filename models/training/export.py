"""Trained checkpoints become the 8-bit ONNX files and cards that ship: `python -m models.training.export`."""

import argparse
import hashlib
import json
import tempfile
from collections.abc import Iterable
from pathlib import Path

import torch
from torch import nn

from models.card import WEIGHTS
from models.training.augment import Pixels
from models.training.cards import FINDER, READER, write
from models.training.material import material
from models.training.nets import CLASSES, Finder, FinderGraph, Reader, ReaderGraph
from models.training.photographs import FOLDS
from models.training.quantize import crops, pictures, quantize

INPUTS = {
    FINDER: "pixels: uint8 (1, H, W, 3) BGR, H and W multiples of 32",
    READER: "pixels: uint8 (N, 64, 64, 3) BGR, each a square of 1.35 times the longer side of the die's box",
}
OUTPUTS = {
    FINDER: ["heat (h, w)", "sides (4, h, w) pixels", "corners (8, h, w) mean sides", "cocked (h, w)"],
    READER: ["scores (N, 8)"],
}


def averaged(net: nn.Module, checkpoint: Path) -> nn.Module:
    """The net with the running average of a training's weights."""
    net.load_state_dict(torch.load(checkpoint, map_location="cpu", weights_only=True)["average"])
    return net.eval()


def export(name: str, graph: nn.Module, axes: dict[str, dict[int, str]], samples: Iterable[Pixels]) -> None:
    """Write `<name>.onnx` and put its digest and labels on its card; what else is on the card stays."""
    weights, card = WEIGHTS / f"{name}.onnx", WEIGHTS / f"{name}.json"
    WEIGHTS.mkdir(exist_ok=True)
    names = [output.split(" ")[0] for output in OUTPUTS[name]]
    first, *others = samples
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "plain.onnx"
        torch.onnx.export(
            graph.eval(), (torch.from_numpy(first),), str(plain), input_names=["pixels"], output_names=names,
            dynamic_axes=axes, opset_version=17, dynamo=False,
        )  # fmt: skip
        quantize(plain, weights, [first, *others])
    told = json.loads(card.read_text(encoding="utf-8")) if card.exists() else {}
    told |= {
        "name": name,
        "labels": list(CLASSES) if name == READER else ["die"],
        "input": INPUTS[name],
        "output": OUTPUTS[name],
        "sha256": hashlib.sha256(weights.read_bytes()).hexdigest(),
    }
    write(card, told)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--finder", type=Path, default=Path("runs/finder.pt"))
    parser.add_argument("--reader", type=Path, default=Path("runs/reader.pt"))
    parser.add_argument("--pool", type=Path, default=Path("runs/pool"))
    parser.add_argument("--real", type=Path, required=True)
    parser.add_argument("--plain", type=Path, default=Path("runs/plain"))
    parser.add_argument("--fold", choices=FOLDS, default="none")
    asked = parser.parse_args()
    stuff = material(asked.pool, asked.real, asked.plain, asked.fold)
    spread = {name.split(" ")[0]: {0: "h", 1: "w"} for name in OUTPUTS[FINDER]}
    spread["sides"] = spread["corners"] = {1: "h", 2: "w"}
    finder = FinderGraph(averaged(Finder(), asked.finder))  # type: ignore[arg-type]
    export(FINDER, finder, {"pixels": {1: "H", 2: "W"}, **spread}, pictures(stuff, 40, seed=1))
    reader = ReaderGraph(averaged(Reader(), asked.reader))  # type: ignore[arg-type]
    export(READER, reader, {"pixels": {0: "N"}, "scores": {0: "N"}}, crops(stuff, 24, seed=1))
