"""How a picture is turned: cameras on an arm hang upside down or sideways, and then sides of dice look like tops."""

from dataclasses import replace
from types import MappingProxyType
from typing import Literal

import cv2
import numpy as np

from vision.reading import Frame, Pixels

Turn = Literal[0, 90, 180, 270]  # degrees clockwise
TURNS: tuple[Turn, ...] = (0, 90, 180, 270)
_CALLED = MappingProxyType(
    {90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}
)  # by OpenCV


def turn_by(degrees: int) -> Turn:
    """A turn by so many degrees, a multiple of 90; full circles count nothing.

    >>> turn_by(-90), turn_by(450)
    (270, 90)
    """
    return TURNS[degrees // 90 % 4]


def turned(frame: Frame, turn: Turn) -> Frame:
    """The same picture, turned."""
    size = frame.size[::-1] if turn % 180 else frame.size
    return replace(frame, pixels=turned_pixels(frame.pixels, turn), original=size) if turn else frame


def turned_pixels(pixels: Pixels, turn: Turn) -> Pixels:
    """The pixels (H, W) or (H, W, 3) of a picture, turned."""
    return np.asarray(cv2.rotate(pixels, _CALLED[turn]), np.uint8) if turn else pixels
