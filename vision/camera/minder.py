"""Minds a camera: it runs in a process of its own, and a new one is started when it hangs, freezes or dies.

Nothing here waits for a driver: whoever reads is told in time that no frame came.
"""

import logging
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from types import TracebackType
from typing import Literal, Self

from vision.camera.line import Line, Opening
from vision.camera.source import Shot, SourceError, called, leading, shots
from vision.reading import Pixels

SILENT = 1.0  # seconds without a frame after which a camera is lost
SLOW = 10.0  # seconds that it may take to open
FROZEN = 3.0  # seconds of the very same frame
SOONEST = 0.5  # seconds before a lost camera is opened again
LATEST = 3.5  # seconds from one try to the next at most, so that it is back within 5 s of the end of its fault
GLANCE = 0.1  # seconds between two looks at how things stand

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Status:
    """How a camera is: `live` or `lost`, why in a sentence, and since when (seconds, monotonic clock).

    One that comes when somebody sends its pictures is `opening` until then.
    """

    state: Literal["opening", "live", "lost"]
    sentence: str
    since: float


class Minder:
    """A camera that is opened again whenever it is lost.

    `opening` gives its frames and runs in another process, so it must be picklable; `name` is what people call it. Use
    it in a `with` block, from one thread; `status` may be read from any.
    """

    def __init__(self, opening: Opening, name: str) -> None:
        self.name = name
        self.status = Status("lost", f"Waiting for {name} to open.", time.monotonic())
        self.ever = False  # whether a frame ever came
        self._opening = opening
        self._news = threading.Condition()
        self._lines: tuple[Line, ...] = ()  # the one that is listened to, or those that try to open the camera
        self._spare: Line | None = None  # ready for the next try
        self._wait = SOONEST
        self._due = 0.0
        self._last: Shot | None = None
        self._changed = 0.0

    @classmethod
    def of(cls, src: str) -> Self:
        """The minder of a camera number, a device or an address."""
        return cls(partial(shots, src), called(src))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the camera, whatever it is doing."""
        spare, self._spare = self._spare, None
        self._drop(*self._lines, *([spare] if spare else []))

    def next(self, patience: float = 0.25) -> Shot | None:
        """The newest frame not yet given, or None when none came in `patience` seconds; `status` tells how it is."""
        until = time.monotonic() + patience
        while True:
            self._try()
            shot = self._newest(min(until - time.monotonic(), GLANCE))
            if shot is None:
                self._look_after()
            elif self._fresh(shot):
                return shot
            if time.monotonic() >= until:
                return None

    def shots(self) -> Iterator[Shot]:
        """Frames without end.

        Raises:
            SourceError: the camera was refused before it gave a single frame.
        """
        while True:
            shot = self.next()
            if shot:
                yield shot
            elif not self.ever and not self._lines:
                raise SourceError(self.status.sentence)

    def _try(self) -> None:
        """Open the camera if it is due; one that was live before is tried again though the last try hangs."""
        now = time.monotonic()
        if now < self._due or (self._lines and (self.status.state == "live" or not self.ever)):
            return
        line, self._spare = self._spare or Line(self._opening, self._news), None
        line.open()
        self._lines = (*self._lines, line)
        self._changed, self._due = now, now + LATEST

    def _newest(self, patience: float) -> Shot | None:
        """The newest frame, as soon as there is one; who gives one has the camera."""
        with self._news:
            self._news.wait_for(lambda: any(line.pending for line in self._lines), max(patience, 0.0))
        for line in self._lines:
            shot = line.take()
            if shot:
                self._drop(*(other for other in self._lines if other is not line))
                return shot
        return None

    def _fresh(self, shot: Shot) -> bool:
        """Take note of a frame; False once a camera has sent the very same one for too long."""
        now = time.monotonic()
        if self._last is None or not _same(self._last.frame.pixels, shot.frame.pixels):
            self._changed = now
        elif now - self._changed >= FROZEN:
            self._drop(*self._lines)
            self._lose(f"{leading(self.name)} sends the same picture over and over: plug it in again.", now)
            return False
        elif self.status.state == "lost":
            return False
        self._last, self._wait, self.ever = shot, SOONEST, True
        if self.status.state == "lost":
            self.status = Status("live", f"{leading(self.name)} is live.", now)
            log.info(self.status.sentence)
        return True

    def _look_after(self) -> None:
        """No frame came: see whether that has lasted too long, or whether a try has ended."""
        for line in self._lines:
            if line.ended:
                why = line.said or f"{leading(self.name)} stopped: see whether it is still connected."
            elif time.monotonic() - line.heard > (SILENT if line.began else SLOW):
                why = f"{leading(self.name)} sends no picture: see whether it is still connected."
            else:
                continue
            if line.ready and self._spare is None:
                self._lines, self._spare = tuple(other for other in self._lines if other is not line), line
            else:
                self._drop(line)
            if not self._lines:
                self._lose(why, line.opened)

    def _lose(self, sentence: str, opened: float) -> None:
        """Open the camera again after a while, each time a longer one since it was `opened`."""
        now = time.monotonic()
        self._due = max(now + SOONEST, opened + self._wait)
        self._wait = min(2 * self._wait, LATEST)
        was = self.status
        self.status = Status("lost", sentence, now if was.state == "live" else was.since)
        if was.state == "live":
            log.warning(sentence)
        if self.ever and self._spare is None:
            self._spare = Line(self._opening, self._news)

    def _drop(self, *lines: Line) -> None:
        """Let go of lines."""
        self._lines = tuple(line for line in self._lines if line not in lines)
        for line in lines:
            line.close()


def _same(one: Pixels, other: Pixels) -> bool:
    if one.shape != other.shape or (one[::16, ::16] != other[::16, ::16]).any():
        return False
    return bool((one == other).all())
