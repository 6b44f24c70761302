"""What the nets answer is the same on every processor."""

from pathlib import Path

import cv2
import numpy as np
import onnxruntime
import pytest

from models import session
from models.card import card

SAMPLE = Path(__file__).parents[2] / "samples" / "pips" / "21.jpg"


def exactly(name: str, pixels: np.ndarray) -> np.ndarray:
    """The net's first answer, worked out as its file says, with no 8-bit arithmetic of the processor."""
    plainly = onnxruntime.SessionOptions()
    plainly.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    plainly.log_severity_level = 3
    net = onnxruntime.InferenceSession(str(card(name).weights), plainly, providers=["CPUExecutionProvider"])
    return np.asarray(net.run(None, {"pixels": taken(net, pixels)})[0])


def taken(net: onnxruntime.InferenceSession, pixels: np.ndarray) -> np.ndarray:
    """Pictures as a net takes them."""
    return pixels if net.get_inputs()[0].shape[-1] == pixels.shape[-1] else session.in_blocks(pixels)


@pytest.mark.parametrize(
    ("name", "rounding"),
    [  # roundings add up from layer to layer, and referees have most, the umpire above all
        ("pips-reader", 0.01),
        ("pips-referee", 0.05),
        ("pips-umpire", 0.07),
        ("ten-grand-referee", 0.05),
        ("ten-grand-reader", 0.01),
        ("phase-10-reader", 0.01),
    ],
)
def test_the_8_bit_arithmetic_of_this_processor_answers_as_the_weights_say(name: str, rounding: float) -> None:
    picture = np.asarray(cv2.imread(str(SAMPLE)), np.uint8)
    corners = [(x, y) for y in range(200, 800, 90) for x in range(200, 1000, 110)]
    squares = np.stack([cv2.resize(picture[y : y + 90, x : x + 90], (64, 64)) for x, y in corners])
    off = np.abs(session.run(name, squares)[0] - exactly(name, squares))
    assert off.max() < 0.3
    assert off.mean() < rounding


@pytest.mark.parametrize(
    "name", ["dice-finder", "pips-reader", "pips-referee", "pips-umpire", "ten-grand-referee", "prints"]
)
def test_whichever_arithmetic_is_taken_answers_to_the_last_bit_as_the_exact_one(name: str) -> None:
    picture = np.asarray(cv2.imread(str(SAMPLE)), np.uint8)
    squares = np.stack([picture[y : y + 64, x : x + 64] for x in range(0, 960, 64) for y in (100, 300, 500)])
    pixels = squares if name != "dice-finder" else cv2.resize(picture, (640, 480))[None]
    net = session._opened(name, exact=True)  # noqa: SLF001 - nobody else asks for it
    exact = net.run(None, {"pixels": taken(net, pixels)})
    assert all(np.array_equal(one, other) for one, other in zip(session.run(name, pixels), exact, strict=True))
