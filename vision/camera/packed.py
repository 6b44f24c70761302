"""Pictures as cameras send them: pixels, or a JPEG still packed, which is unpacked only as far as it is needed."""

import cv2

STEP = 8  # how much smaller a glimpse is; a JPEG has its eighth ready at less than half the price of all of it

Sent = cv2.typing.MatLike  # pixels (H, W, 3) or (H, W), or a JPEG's bytes (1, N) as Linux hands them on


def is_packed(sent: Sent) -> bool:
    """Whether these are a JPEG's bytes.

    >>> import numpy as np
    >>> is_packed(np.zeros((1, 5000), np.uint8)), is_packed(np.zeros((480, 640, 3), np.uint8))
    (True, False)
    """
    return sent.ndim == 2 and len(sent) == 1  # noqa: PLR2004 - rows and columns only


def glimpse(sent: Sent) -> Sent | None:
    """The picture an eighth as wide and high, enough to see whether something moves; None where it is broken."""
    if not is_packed(sent):
        return sent[::STEP, ::STEP]
    return cv2.imdecode(sent, cv2.IMREAD_REDUCED_COLOR_8) if sent.size else None


def unpacked(sent: Sent) -> Sent | None:
    """The whole picture; None where it is broken."""
    if not is_packed(sent):
        return sent
    return cv2.imdecode(sent, cv2.IMREAD_COLOR) if sent.size else None
