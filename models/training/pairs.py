"""8-bit weights whose products fit 16 bits two by two: the quick arithmetic of every processor is exact with them.

Processors without VNNI add up two products of bytes and weights in 16 bits, and clip what is too much (`vpmaddubsw`):
the weights of two neighbouring channels may come to 128 either way, and to no more. Where they do, a kernel is told in
coarser steps or such pairs are drawn together, whichever changes its weights the least. `export` does so to every
8-bit net; `python -m models.training.pairs WEIGHTS.onnx ...` does it to files that lie beside their cards.
"""

import argparse
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnx
from onnx import NodeProto, TensorProto, helper, numpy_helper

from models.training.cards import write

MOST = 128  # what two neighbouring weights may come to, either way: 255 * 128 < 2**15
COARSER = np.linspace(1, 2, 41)  # times the size of a step that are tried; with steps twice as large any two fit

Numbers = npt.NDArray[np.float64]


def fit(weights: Path) -> None:
    """Let the convolutions of an 8-bit net, as `quantize` makes it, fit 16 bits two products at a time."""
    net = onnx.load(weights)
    known = {each.name: each for each in net.graph.initializer}
    for kernel, shift in mixing(net.graph.node, known):
        whole, step, offset, fine = (known[name] for name in (*kernel.input[:2], *shift.input[:2]))
        numbers, coarser = fitting(_told(whole))
        _put(whole, numbers)
        _put(step, _told(step) * coarser)
        _put(offset, np.round(_told(offset) / coarser))
        _put(fine, _told(fine) * coarser)
    onnx.save(net, weights)


def fitting(kernel: Numbers) -> tuple[Numbers, Numbers]:
    """Kernels (O, I, H, W) of whole numbers as they fit, and how many times as large (O,) the steps of each are.

    >>> kernels = np.array([[100, -90], [127, 3], [120, 110]])[..., None, None]
    >>> numbers, coarser = fitting(kernels)
    >>> numbers[..., 0, 0].tolist(), coarser.tolist()
    ([[100.0, -90.0], [124.0, 3.0], [60.0, 55.0]], [1.0, 1.025, 2.0])
    """
    best, coarser, least = kernel, np.ones(len(kernel)), np.full(len(kernel), np.inf)
    for times in COARSER:
        numbers = drawn_together(np.round(kernel / times))
        lost = ((numbers * times - kernel) ** 2).sum((1, 2, 3))
        better = lost < least
        best = np.where(better[:, None, None, None], numbers, best)
        coarser, least = np.where(better, times, coarser), np.minimum(lost, least)
    return best, coarser


def drawn_together(kernel: Numbers) -> Numbers:
    """Kernels (O, I, H, W) of which two neighbours come to no more than they may, each nearer to 0 by half the surplus.

    Neighbours are the first channel and the second, and so on. Of an odd number of channels any two may meet, so no
    weight is more than half of what two may be.
    """
    if kernel.shape[1] % 2:
        return kernel.clip(-MOST / 2, MOST / 2)
    first, second = kernel[:, ::2], kernel[:, 1::2]
    surplus = first + second - (first + second).clip(-MOST, MOST)
    half = np.trunc(surplus / 2)
    return np.stack((first - half, second - (surplus - half)), 2).reshape(kernel.shape)


def mixing(nodes: Iterable[NodeProto], known: Mapping[str, TensorProto]) -> Iterator[tuple[NodeProto, NodeProto]]:
    """What tells the weights and the offsets of each convolution that mixes channels and is worked out in 8 bits."""
    made = {out: node for node in nodes for out in node.output}
    for node in nodes:
        if node.op_type == "Conv" and not any(at.name == "group" and at.i > 1 for at in node.attribute):
            kernel, shift = (made.get(name) for name in node.input[1:])
            if kernel and shift and kernel.input[0] in known:
                yield kernel, shift


def _told(numbers: TensorProto) -> Numbers:
    return numpy_helper.to_array(numbers).astype(np.float64)


def _put(into: TensorProto, numbers: Numbers) -> None:
    kind = helper.tensor_dtype_to_np_dtype(into.data_type)
    into.CopyFrom(numpy_helper.from_array(numbers.astype(kind), into.name))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path, nargs="+", help="ONNX files; their cards lie beside them")
    for path in parser.parse_args().weights:
        fit(path)
        card = path.with_suffix(".json")
        told = json.loads(card.read_text(encoding="utf-8"))
        write(card, told | {"sha256": hashlib.sha256(path.read_bytes()).hexdigest()})
