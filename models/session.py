"""The one door to onnxruntime."""

import threading
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from models.card import card

if TYPE_CHECKING:
    import onnxruntime

Array = npt.NDArray[np.float32]
_opening = threading.Lock()


def run(name: str, pixels: npt.NDArray[np.uint8]) -> tuple[Array, ...]:
    """What the weights `name` answer to `pixels`, whose shape their card tells.

    Raises:
        CardError: the weights are missing or not those of their card.
    """
    with _opening:
        session = _session(name)
    return tuple(session.run(None, {"pixels": pixels}))


@cache
def _session(name: str) -> "onnxruntime.InferenceSession":
    import onnxruntime  # noqa: PLC0415 - who reads no picture need not wait for it

    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = 1
    settings.inter_op_num_threads = 1
    settings.log_severity_level = 3
    settings.add_session_config_entry("session.intra_op.allow_spinning", "0")  # an idle table must stay cool
    # Processors without VNNI would add up 8-bit products in 16 bits, clipped: other answers, and wrong ones.
    settings.add_session_config_entry("session.x64quantprecision", "1")
    return onnxruntime.InferenceSession(str(card(name).weights), settings, providers=["CPUExecutionProvider"])
