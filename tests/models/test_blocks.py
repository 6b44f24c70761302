"""A first layer sees the same in blocks of pixels as in pixels. Needs torch and onnx."""

import shutil
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="training wants torch: pip install '.[train]'")
pytest.importorskip("onnx", reason="training wants onnx: pip install '.[train]'")

import onnxruntime
import torch
from torch.nn import Conv2d, Module, ReLU, Sequential
from torch.nn.functional import conv2d, pad

from models import session
from models.card import WEIGHTS
from models.training.blocks import LEVEL, MIDDLE, in_blocks, of_pixels, take_blocks
from models.training.nets import signed
from models.training.quantize import quantize


def seen(pixels: np.ndarray, kernel: np.ndarray, by: int, beside: tuple[int, int, int, int]) -> np.ndarray:
    """What a layer without shifts makes of pictures (N, H, W, C), by steps of so many places."""
    before = pad(torch.from_numpy(pixels).permute(0, 3, 1, 2), beside)
    return conv2d(before, torch.from_numpy(kernel), stride=by).numpy()


def test_a_layer_sees_the_same_in_blocks_as_in_pixels() -> None:
    rng = np.random.default_rng(0)
    pixels, kernel = rng.integers(0, 256, (2, 10, 14, 3), np.uint8), rng.normal(size=(5, 3, 3, 3)).astype(np.float32)
    levels = (pixels.astype(np.float32) - MIDDLE) * np.float32(LEVEL)
    blocks = (session.in_blocks(pixels).astype(np.float32) - MIDDLE) * np.float32(LEVEL)
    told = seen(blocks, in_blocks(kernel), 1, (1, 0, 1, 0))
    assert np.allclose(told, seen(levels, kernel, 2, (1, 1, 1, 1)), atol=1e-5)
    whole, shift = of_pixels(in_blocks(kernel), np.zeros(5, np.float32))
    inside = seen(pixels[:, 1:, 1:] / np.float32(255) - np.float32(0.5), whole, 2, (0, 0, 0, 0))
    assert np.allclose(told[..., 1:, 1:], inside + shift[:, None, None], atol=1e-4)


@pytest.mark.parametrize("name", ["pips-reader", "pips-referee"])
def test_only_what_takes_pixels_can_take_blocks(name: str, tmp_path: Path) -> None:
    weights = tmp_path / "weights.onnx"
    shutil.copy(WEIGHTS / f"{name}.onnx", weights)
    with pytest.raises(ValueError, match="can take blocks"):
        take_blocks(weights)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # as `export` writes them
def test_a_net_that_takes_blocks_answers_as_it_did_before(tmp_path: Path) -> None:
    torch.manual_seed(0)
    layers = (Conv2d(3, 8, 3, 2, 1), ReLU(), Conv2d(8, 6, 3), ReLU(), Conv2d(6, 4, 3))
    net, rng = Sequential(Signed(), *layers).eval(), np.random.default_rng(0)
    shown = [rng.integers(0, 256, (4, 32, 32, 3), np.uint8) for _ in range(6)]
    plain, small = tmp_path / "plain.onnx", tmp_path / "small.onnx"
    torch.onnx.export(net, (torch.from_numpy(shown[0]),), str(plain), input_names=["pixels"], dynamo=False)
    quantize(plain, small, shown)
    before = answers(small, shown[-1])
    take_blocks(small)
    after = answers(small, session.in_blocks(shown[-1]))
    assert np.abs(after - before).max() < 0.03 * np.abs(before).max()
    darker = answers(small, session.in_blocks(shown[-1] - np.minimum(shown[-1], 2)))
    assert np.abs(after - before).mean() < 0.5 * np.abs(darker - before).mean(), "not one level off"


class Signed(Module):
    """What comes before the first layer of a net that ships."""

    def forward(self, pixels: torch.Tensor) -> torch.Tensor:
        """Pixels in -0.5..0.5."""
        return signed(pixels)


def answers(weights: Path, taken: np.ndarray) -> np.ndarray:
    """What the net of a file answers, by sums of 8-bit products that no processor clips."""
    slowly = onnxruntime.SessionOptions()
    slowly.add_session_config_entry("session.x64quantprecision", "1")
    net = onnxruntime.InferenceSession(str(weights), slowly, providers=["CPUExecutionProvider"])
    return np.asarray(net.run(None, {"pixels": taken})[0])
