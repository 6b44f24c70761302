"""Float weights become 8-bit ones: a quarter of the size, and three times as fast on one thread.

Ranges are taken from pictures that training may see, whole ones for the finder and crops for the reader.
"""

import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import onnx
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from models.training.answers import Answers
from models.training.augment import Pixels
from models.training.crops import crop, dice, nothing
from models.training.material import Material
from vision.find import SIDES
from vision.look import framed, shrunk


class _Samples(CalibrationDataReader):
    """What the net is shown to learn the ranges of its numbers."""

    def __init__(self, samples: Iterable[Pixels]) -> None:
        self.samples = iter(samples)

    def get_next(self) -> dict[str, Pixels] | None:
        """Give the next batch by the name of the input; None at the end."""
        sample = next(self.samples, None)
        return None if sample is None else {"pixels": sample}


def quantize(plain: Path, small: Path, samples: Iterable[Pixels]) -> None:
    """Write the net of `plain` with 8-bit weights (a scale for each channel) and activations to `small`.

    Its last layer, which gives the answers, and what is made of them stay as fine as they were.
    """
    with tempfile.TemporaryDirectory() as folder:
        ready = Path(folder) / "ready.onnx"
        quant_pre_process(plain, ready, skip_symbolic_shape=True)
        nodes = onnx.load(ready).graph.node  # in the order in which they are worked out
        last = max(at for at, node in enumerate(nodes) if node.op_type in {"Conv", "Gemm"})
        fine = [node.name for node in nodes[last:]]
        quantize_static(
            ready, small, _Samples(samples), quant_format=QuantFormat.QDQ, per_channel=True,
            activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8, nodes_to_exclude=fine,
        )  # fmt: skip


def pictures(stuff: Material, count: int, seed: int) -> Iterator[Pixels]:
    """Whole pictures (1, H, W, 3) at the sizes in which the finder sees them."""
    rng = np.random.default_rng(seed)
    for at in range(count):
        shots = stuff.by_source[stuff.draw(rng, singles=False)]
        pixels = shots[rng.integers(len(shots))].pixels
        height, width = (max(round(side * SIDES[at % len(SIDES)] / max(pixels.shape)), 1) for side in pixels.shape[:2])
        yield framed(shrunk(np.asarray(pixels), (width, height)))[None]


def crops(stuff: Material, known: Answers, count: int, seed: int, size: int = 32) -> Iterator[Pixels]:
    """Batches (size, 64, 64, 3) of dice and of what is none."""
    rng = np.random.default_rng(seed)
    places = {source: dice(shots, known) for source, shots in stuff.by_source.items()}
    for _ in range(count):
        batch = []
        for _ in range(size):
            source = stuff.draw(rng, singles=True)
            some, shots = places[source], stuff.by_source[source]
            is_die = bool(some) and rng.random() < 0.7
            place = some[rng.integers(len(some))] if is_die else nothing(shots[rng.integers(len(shots))], rng)
            batch.append(crop(place, rng, known))
        yield np.stack(batch)
