"""A die cut out of its picture, and pictures as they stand in a page."""

import base64

import cv2
import numpy as np

from vision.reading import Box, Frame, Pixels

SIDE = 120  # pixels of a die that is shown small
MARGIN = 0.25  # of a die's box, shown round it
QUALITY = 80  # of JPEGs


def cut_out(frame: Frame, box: Box) -> Pixels | None:
    """What lies in a box and round it; None where that is beside the picture.

    The box is in pixels of the picture itself, which may have been decoded smaller.
    """
    room = MARGIN * max(box[2] - box[0], box[3] - box[1])
    x0, y0 = (max(round((side - room) / frame.shrink), 0) for side in box[:2])
    x1, y1 = (max(round((side + room) / frame.shrink), 0) for side in box[2:])
    cut = frame.pixels[y0:y1, x0:x1]
    return cut if cut.size else None


def small(cut: Pixels) -> Pixels:
    """What was cut out, SIDE pixels long."""
    scale = SIDE / max(cut.shape[:2])
    size = (max(round(cut.shape[1] * scale), 1), max(round(cut.shape[0] * scale), 1))
    return np.asarray(cv2.resize(cut, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC), np.uint8)


def data_uri(pixels: Pixels) -> str:
    """A picture as a data URI."""
    jpeg = cv2.imencode(".jpg", pixels, (cv2.IMWRITE_JPEG_QUALITY, QUALITY))[1]
    return f"data:image/jpeg;base64,{base64.b64encode(jpeg.tobytes()).decode('ascii')}"
