"""Trained checkpoints become the ONNX files and cards that ship: `python -m models.training.export`."""

import argparse
import hashlib
import json
from pathlib import Path

import torch
from torch import nn

from models.card import WEIGHTS
from models.training.cards import FINDER, READER, write
from models.training.nets import CLASSES, Finder, FinderGraph, Reader, ReaderGraph

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


def export(name: str, graph: nn.Module, sample: torch.Tensor, axes: dict[str, dict[int, str]]) -> None:
    """Write `<name>.onnx` and put its digest and labels on its card; what else is on the card stays."""
    weights, card = WEIGHTS / f"{name}.onnx", WEIGHTS / f"{name}.json"
    WEIGHTS.mkdir(exist_ok=True)
    names = [output.split(" ")[0] for output in OUTPUTS[name]]
    torch.onnx.export(
        graph.eval(), (sample,), str(weights), input_names=["pixels"], output_names=names, dynamic_axes=axes,
        opset_version=17, dynamo=False,
    )  # fmt: skip
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
    asked = parser.parse_args()
    spread = {name.split(" ")[0]: {0: "h", 1: "w"} for name in OUTPUTS[FINDER]}
    spread["sides"] = spread["corners"] = {1: "h", 2: "w"}
    finder = FinderGraph(averaged(Finder(), asked.finder))  # type: ignore[arg-type]
    export(FINDER, finder, torch.zeros((1, 64, 96, 3), dtype=torch.uint8), {"pixels": {1: "H", 2: "W"}, **spread})
    reader = ReaderGraph(averaged(Reader(), asked.reader))  # type: ignore[arg-type]
    export(READER, reader, torch.zeros((2, 64, 64, 3), dtype=torch.uint8), {"pixels": {0: "N"}, "scores": {0: "N"}})
