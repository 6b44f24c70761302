"""The one door to onnxruntime."""

import os
import threading
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from models.card import card

if TYPE_CHECKING:
    import onnxruntime

Array = npt.NDArray[np.float32]
Pixels = npt.NDArray[np.uint8]
_opening = threading.Lock()
SIZES = {"N": 4, "rows": 32, "columns": 32}  # of the noise in which arithmetics are compared, where a net takes any
BLOCK = 2 * 2 * 3  # bytes of a block of pixels, which some nets take in place of a pixel's three


def run(name: str, pixels: Pixels) -> tuple[Array, ...]:
    """What the weights `name` answer to pictures (N, H, W, 3), whose size their card tells.

    Raises:
        CardError: the weights are missing or not those of their card.
    """
    with _opening:
        session = _session(name)
    blocks = session.get_inputs()[0].shape[-1] == BLOCK
    return tuple(session.run(None, {"pixels": in_blocks(pixels) if blocks else pixels}))


def in_blocks(pixels: Pixels) -> Pixels:
    """Pictures (N, H, W, 3) as (N, H / 2, W / 2, 12): four pixels together, two of a row and the two below (H, W even).

    >>> in_blocks(np.arange(24, dtype=np.uint8).reshape(1, 2, 4, 3)).tolist()
    [[[[0, 1, 2, 3, 4, 5, 12, 13, 14, 15, 16, 17], [6, 7, 8, 9, 10, 11, 18, 19, 20, 21, 22, 23]]]]
    """
    count, height, width, _ = pixels.shape
    pairs = np.ascontiguousarray(pixels).reshape(count, height // 2, 2, width // 2, 6).view("V6")[..., 0]
    blocks = np.stack((pairs[:, :, 0], pairs[:, :, 1]), -1)
    return blocks.view(np.uint8).reshape(count, height // 2, width // 2, BLOCK)


@cache
def _session(name: str) -> "onnxruntime.InferenceSession":
    """The weights, opened for the quick 8-bit arithmetic where that answers as the exact one does, else for this.

    Processors without VNNI add up 8-bit products in 16 bits, clipped: other answers, and wrong ones. Nobody tells on
    every system what a processor has, so both are asked about the same noise. With VNNI the quick one takes half the
    time.
    """
    quick, exact = _opened(name, exact=False), _opened(name, exact=True)
    (asked,) = quick.get_inputs()
    noise = np.random.default_rng(0).integers(0, 256, [SIZES.get(size, size) for size in asked.shape], np.uint8)
    pairs = zip(*(session.run(None, {asked.name: noise}) for session in (quick, exact)), strict=True)
    return quick if all(np.array_equal(one, other) for one, other in pairs) else exact


def _opened(name: str, *, exact: bool) -> "onnxruntime.InferenceSession":
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # heard as it loads: else it reports to its maker what runs here
    import onnxruntime  # noqa: PLC0415 - who reads no picture need not wait for it

    onnxruntime.disable_telemetry_events()  # what Windows would be told
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = 1
    settings.inter_op_num_threads = 1
    settings.log_severity_level = 3
    settings.add_session_config_entry("session.intra_op.allow_spinning", "0")  # an idle table must stay cool
    settings.add_session_config_entry("session.x64quantprecision", str(int(exact)))
    return onnxruntime.InferenceSession(str(card(name).weights), settings, providers=["CPUExecutionProvider"])
