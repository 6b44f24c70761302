"""The album: the pictures that were read, each with what the eye saw in it, for as long as the owner wants them."""

import re
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass, field

import cv2

from api import wire
from api.shelf import Shelf
from api.store import StoreError
from vision.reading import Frame

LONG_SIDE = 1600  # pixels that a kept picture has at most: enough to settle an argument
TIDY = 20  # pictures after which the album is tidied
TIDIED = 3600.0  # and seconds, however many were kept
_NAME = re.compile(r"[0-9a-f]{24}")


@dataclass(frozen=True, slots=True)
class Limits:
    """How long pictures are kept, in seconds, and how many bytes of them; the oldest go first."""

    seconds: float = 90 * 24 * 3600.0
    size: int = 2 * 10**9


@dataclass(slots=True)
class Album:
    """Pictures on a shelf, each under a name that nobody can guess."""

    shelf: Shelf
    limits: Limits = field(default_factory=Limits)
    _kept: int = 0

    def keep(self, frame: Frame, reading: str) -> str | None:
        """Put a picture away with what was read in it, and give its name; None where it cannot be kept."""
        name = secrets.token_hex(12)
        done, data = cv2.imencode(".jpg", frame.at_most(LONG_SIDE), [cv2.IMWRITE_JPEG_QUALITY, 85])
        if not done:
            return None
        if self._kept % TIDY == 0:
            self.tidy()
        self._kept += 1
        try:
            self.shelf.put(name, data.tobytes(), reading)
        except (OSError, StoreError):
            return None
        return name

    def has(self, name: str) -> bool:
        """Whether a picture is kept here."""
        with suppress(OSError):
            return bool(_NAME.fullmatch(name)) and self.shelf.has(name)
        return False

    def picture(self, name: str) -> bytes | None:
        """The JPEG of a picture, if it is kept here and can be read."""
        with suppress(OSError):
            return self.shelf.picture(name) if _NAME.fullmatch(name) else None
        return None

    def reading(self, name: str) -> wire.Reading | None:
        """What the eye saw in a picture; None where that is damaged: power may fail while it is put away."""
        if not _NAME.fullmatch(name):
            return None
        try:
            return wire.Reading.model_validate_json(self.shelf.reading(name) or "")
        except (OSError, ValueError):
            return None

    def tidy(self) -> None:
        """Throw away what is older or larger than it may be, as far as that can be done now."""
        oldest, room, gone = time.time() - self.limits.seconds, self.limits.size, []
        with suppress(OSError, StoreError):  # another server may tidy the same shelf just now
            for name, at, size in self.shelf.newest_first():
                room -= size
                if at < oldest or room < 0:
                    gone.append(name)
            self.shelf.drop(gone)
