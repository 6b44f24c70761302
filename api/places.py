"""Places: how each camera hangs, and the areas that players drew, with the picture they drew them on."""

import hashlib
import json
import logging
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.camera.source import called
from vision.reading import Pixels
from vision.throw.zones import ZoneError, Zones, zones
from vision.turn import TURNS, Turn, turned_pixels

log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class Place:
    """The areas of a camera, and what it saw when they were drawn (`vision.throw.drift.remembered`)."""

    zones: Zones
    picture: Pixels

    def turned(self, turn: Turn) -> "Place":
        """The same once the camera's picture was turned."""
        return Place(self.zones.turned(turn), turned_pixels(self.picture, turn))


@dataclass(frozen=True)
class Places:
    """A folder with three files a camera: its areas and the picture, as the camera sends them, and how it is turned."""

    folder: Path

    def keep(self, camera: str, place: Place) -> None:
        """Remember the areas of a camera; raises ZoneError when the disk will not take them."""
        try:
            text = json.dumps(place.zones.as_json())
            self._write(camera, json=text.encode(), png=cv2.imencode(".png", place.picture)[1].tobytes())
        except OSError as error:
            raise ZoneError(f"The areas cannot be saved ({error.strerror}): is the disk full?") from error

    def of(self, camera: str) -> Place | None:
        """Give the areas of a camera, if any were drawn; what cannot be read is as if it were not there."""
        try:
            said = json.loads(self._file(camera, "json").read_text(encoding="utf-8"))
            data = np.frombuffer(self._file(camera, "png").read_bytes(), np.uint8)
            picture = cv2.imdecode(data, cv2.IMREAD_GRAYSCALE)
            drawn = zones(said["throwing"], said["keep"])
            return None if picture is None else Place(drawn, np.asarray(picture, np.uint8))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError, cv2.error):
            log.warning("The areas of %s cannot be read: draw them again.", called(camera))
            return None

    def turn(self, camera: str, turn: Turn) -> None:
        """Remember how the pictures of a camera are turned; raises ZoneError when the disk will not take it."""
        try:
            self._write(camera, turn=str(turn).encode())
        except OSError as error:
            sentence = f"How the picture is turned cannot be saved ({error.strerror}): is the disk full?"
            raise ZoneError(sentence) from error

    def turn_of(self, camera: str) -> Turn:
        """Tell how the pictures of a camera are turned: as they come, if nobody said."""
        try:
            said = self._file(camera, "turn").read_text(encoding="utf-8")
        except (OSError, ValueError):
            return 0
        return next((turn for turn in TURNS if str(turn) == said), 0)

    def forget(self, camera: str) -> None:
        """Drop the areas of a camera; raises ZoneError when the disk will not let go of them."""
        try:
            self._file(camera, "json").unlink(missing_ok=True)
            self._file(camera, "png").unlink(missing_ok=True)
        except OSError as error:
            sentence = f"The areas cannot be dropped ({error.strerror}): is the disk closed to writing?"
            raise ZoneError(sentence) from error

    def _write(self, camera: str, **kinds: bytes) -> None:
        """Write files of a camera, all of them before any takes the place of an older one: a disk may be full."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for kind, data in kinds.items():
            self._file(camera, f"{kind}.new").write_bytes(data)
        for kind in kinds:
            self._file(camera, f"{kind}.new").replace(self._file(camera, kind))

    def _file(self, camera: str, kind: str) -> Path:
        return self.folder / f"{hashlib.sha256(camera.encode()).hexdigest()[:16]}.{kind}"
