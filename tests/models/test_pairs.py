"""Weights fit 16 bits two products at a time. Needs onnx."""

import shutil
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("onnx", reason="training wants onnx: pip install '.[train]'")

import onnx
import onnxruntime

from models.card import WEIGHTS
from models.training import pairs


def test_weights_of_a_net_that_ships_fit_once_they_are_made_to_and_stay_so(tmp_path: Path) -> None:
    weights = Path(shutil.copy(WEIGHTS / "dice-lean.onnx", tmp_path))
    assert max(map(most, kernels(weights))) > pairs.MOST
    pairs.fit(weights)
    assert max(map(most, kernels(weights))) <= pairs.MOST
    told = weights.read_bytes()
    pairs.fit(weights)
    assert weights.read_bytes() == told


def kernels(weights: Path) -> list[np.ndarray]:
    """The 8-bit weights of a net, layer by layer."""
    net = onnx.load(weights)
    known = {each.name: each for each in net.graph.initializer}
    told = [known[kernel.input[0]] for kernel, _ in pairs.mixing(net.graph.node, known)]
    return [onnx.numpy_helper.to_array(each) for each in told]


def most(kernel: np.ndarray) -> int:
    """What two neighbouring weights come to at most, either way."""
    return int(np.abs(kernel.astype(int)[:, ::2] + kernel[:, 1::2]).max())


def test_a_net_whose_weights_fit_answers_nearly_as_before_and_alike_by_either_arithmetic(tmp_path: Path) -> None:
    weights = Path(shutil.copy(WEIGHTS / "dice-lean.onnx", tmp_path))
    shown = np.random.default_rng(0).integers(0, 256, (8, 32, 32, 12), np.uint8)
    before = answers(weights, shown, "1")
    pairs.fit(weights)
    assert np.array_equal(answers(weights, shown, "0"), answers(weights, shown, "1"))
    assert np.abs(answers(weights, shown, "1") - before).max() < 0.1


def answers(weights: Path, shown: np.ndarray, wide: str) -> np.ndarray:
    """What the net of a file answers, perhaps by sums of 8-bit products that no processor clips."""
    settings = onnxruntime.SessionOptions()
    settings.add_session_config_entry("session.x64quantprecision", wide)
    net = onnxruntime.InferenceSession(str(weights), settings, providers=["CPUExecutionProvider"])
    return np.asarray(net.run(None, {"pixels": shown})[0])


def test_a_kernel_that_fits_is_near_the_one_it_was_made_of() -> None:
    rng = np.random.default_rng(0)
    for channels in (3, 4, 24):
        kernel = rng.integers(-127, 128, (40, channels, 3, 3)).astype(np.float64)
        numbers, coarser = pairs.fitting(kernel)
        assert np.array_equal(numbers, np.round(numbers))
        assert np.array_equal(pairs.drawn_together(numbers), numbers)
        off = numbers * coarser[:, None, None, None] - kernel
        assert np.sqrt((off**2).mean()) < 0.6  # a step of the most coarse ones is 2: 2 / 12**0.5
