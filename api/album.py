"""The album: the pictures that were read, kept in a folder beside the database, each with what the eye saw in it."""

import re
import secrets
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.reading import Frame, Pixels

LONG_SIDE = 1600  # pixels that a kept picture has at most: enough to settle an argument
_NAME = re.compile(r"[0-9a-f]{24}")


@dataclass(frozen=True, slots=True)
class Album:
    """A folder of pictures, each under a name that nobody can guess."""

    folder: Path

    def keep(self, frame: Frame, reading: str) -> str | None:
        """Put a picture away with what was read in it, and give its name; None when the disk will not take it."""
        name = secrets.token_hex(12)
        done, data = cv2.imencode(".jpg", _smaller(frame), [cv2.IMWRITE_JPEG_QUALITY, 85])
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / f"{name}.json").write_text(reading, encoding="utf-8")
            (self.folder / f"{name}.jpg").write_bytes(data.tobytes())
        except OSError:
            return None
        return name if done else None

    def picture(self, name: str) -> Path | None:
        """The file of a picture, if it is kept here."""
        path = self.folder / f"{name}.jpg"
        return path if _NAME.fullmatch(name) and path.is_file() else None

    def reading(self, name: str) -> str | None:
        """What the eye saw in a picture, as it was put away with it."""
        path = self.folder / f"{name}.json"
        return path.read_text(encoding="utf-8") if _NAME.fullmatch(name) and path.is_file() else None


def _smaller(frame: Frame) -> Pixels:
    height, width = frame.pixels.shape[:2]
    scale = LONG_SIDE / max(height, width)
    if scale >= 1:
        return frame.pixels
    smaller = cv2.resize(frame.pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return smaller.astype(np.uint8, copy=False)
