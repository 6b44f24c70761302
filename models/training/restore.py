"""Weights that ship become checkpoints again: `python -m models.training.restore --reader runs/reader.pt`.

They may be trained on. What 8 bits took is lost, and so is what an optimiser knew.
"""

import argparse
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from models.card import WEIGHTS
from models.training import learning
from models.training.answers import answers
from models.training.augment import Pixels
from models.training.blocks import BLOCKS, of_pixels
from models.training.cards import FINDER
from models.training.finder import batch
from models.training.material import Material, asked_for, loose_dice, questions
from models.training.nets import Finder, Reader, signed
from models.training.quantize import crops
from models.training.trunk import TRUNKS, Referee
from vision.kit import kit as kit_of

NORMAL = {"_expand_conv": "_bn0", "_depthwise_conv": "_bn1", "_project_conv": "_bn2"}  # by EfficientNet's names
BATCHES, CANVASES = 24, 12  # of what a net is shown to see its layers' means


def restored(net: nn.Module, weights: Path, shown: Iterable[Pixels]) -> nn.Module:
    """The net with the weights of an ONNX file; `shown` are batches (N, H, W, 3) such as it learned from.

    In what ships each normalisation is a part of the convolution before it. Here it is told the means of what is
    `shown`, and to undo them: the net answers as before, and may be trained.
    """
    layers = dict(net.named_modules())
    normal = {}
    for name, (weight, bias) in _told(onnx.load(weights).graph).items():
        last = layers[name]
        last.weight.data = torch.from_numpy(weight.copy())
        if last.bias is None:  # a normalisation follows, whose shift it is
            parent, _, place = name.rpartition(".")
            last = normal[name] = layers[f"{parent}.{NORMAL.get(place) or int(place) + 1}"]
            last.running_var.fill_(1 - last.eps)
        last.bias.data = torch.from_numpy(bias.copy())
    _normalise(net.eval(), normal, shown)
    return net


def _told(graph: onnx.GraphProto) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """The weights and biases of every layer by its name in the net."""
    known = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    for node in graph.node:
        if node.op_type == "DequantizeLinear" and node.input[0] in known:
            numbers, scale, zero = (known[name] for name in node.input)
            each = (-1, *[1] * (numbers.ndim - 1)) if scale.size > 1 else ()  # a scale for each channel, or one
            plain = (numbers.astype(np.int64) - zero.reshape(each)) * scale.reshape(each)
            known[node.output[0]] = plain.astype(np.float32)
    layers = (node for node in graph.node if node.op_type in {"Conv", "Gemm"})
    told = {_name(node.name): (known[node.input[1]], known[node.input[2]]) for node in layers}
    return {name: of_pixels(*each) if each[0].shape[1:] == BLOCKS else each for name, each in told.items()}


def _name(told: str) -> str:
    """The layer that a node was made of: body.2.1.first.0 for /body/body.2/body.2.1/first/first.0/Conv."""
    parts: list[str] = []
    for part in told.split("/")[1:-1]:
        if parts and part.startswith(f"{parts[-1]}."):
            parts.pop()
        parts.append(part)
    return ".".join(part for part in parts if part not in {"reader", "finder", "referee"})


@torch.no_grad()
def _normalise(net: nn.Module, normal: dict[str, nn.BatchNorm2d], shown: Iterable[Pixels]) -> None:
    """Tell each normalisation the mean and variance of what comes to it, so that it changes nothing."""
    sums = {name: torch.zeros(3, len(layer.bias), dtype=torch.float64) for name, layer in normal.items()}

    def hear(name: str, came: Tensor) -> None:
        flat = came.double().transpose(0, 1).flatten(1)
        sums[name] += torch.stack((torch.full_like(flat[:, 0], flat.shape[1]), flat.sum(1), flat.square().sum(1)))

    ears = [
        layer.register_forward_pre_hook(lambda _, came, name=name: hear(name, came[0]))
        for name, layer in normal.items()
    ]
    for pixels in shown:
        net(signed(torch.from_numpy(pixels)))
    for ear in ears:
        ear.remove()
    for name, layer in normal.items():
        count, total, squares = sums[name]
        mean = total / count
        layer.running_mean = mean.float()
        layer.running_var = (squares / count - mean.square()).clamp(min=0).float()
        layer.weight.data = (layer.running_var + layer.eps).sqrt()
        layer.bias.data += layer.running_mean


def _canvases(stuff: Material) -> Iterable[Pixels]:
    loose = loose_dice(stuff)
    for seed in range(BATCHES):
        made = batch(stuff, loose, np.random.default_rng(seed), CANVASES)
        yield np.stack([example.pixels for example, _ in made])


def saved(net: nn.Module, checkpoint: Path) -> None:
    """Write a checkpoint from which a training goes on with the net as it is, in place of whatever lies there."""
    pace = learning.Pace(1, 1e-3, 0)
    learning.save(learning.learner(net, pace, None, "cpu"), checkpoint)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--finder", type=Path, help="the checkpoint to write of the finder")
    parser.add_argument("--reader", type=Path, help="the one of the kit's reader")
    for kind in TRUNKS:
        parser.add_argument(f"--{kind}", type=Path, help=f"the one of the kit's {kind}")
    questions(parser)
    asked = parser.parse_args()
    learning.settle_down(1)
    stuff, known = asked_for(asked), answers(asked.kit)
    if asked.finder:
        saved(restored(Finder(), WEIGHTS / f"{FINDER}.onnx", _canvases(stuff)), asked.finder)
    if asked.reader:
        weights = WEIGHTS / f"{kit_of(asked.kit).reader}.onnx"
        saved(restored(Reader(known), weights, crops(stuff, known, BATCHES, seed=2)), asked.reader)
    for kind in TRUNKS:
        if checkpoint := getattr(asked, kind):
            weights = WEIGHTS / f"{asked.kit}-{kind}.onnx"
            saved(restored(Referee(known, kind), weights, crops(stuff, known, BATCHES, seed=2)), checkpoint)
