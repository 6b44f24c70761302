"""Minds a camera: it runs in a process of its own, and a new one is started when it hangs, freezes or dies.

Nothing here waits for a driver. The camera's process sends every frame through a pipe, a thread takes them out and
keeps the newest, and whoever reads is told in time that none came.
"""

import contextlib
import logging
import multiprocessing
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Literal, Self

import numpy as np

from vision.reading import Frame, Pixels
from vision.source import Shot, SourceError, called, shots

SILENT = 1.0  # seconds without a frame after which a camera is lost
SLOW = 10.0  # seconds that it may take to open
FROZEN = 3.0  # seconds of the very same frame
SOONEST, LATEST = 0.5, 5.0  # seconds before a camera is opened again
STOP = 1.0  # seconds that a process has to end by itself

Opening = Callable[[], Iterable[Shot]]

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Status:
    """How a camera is: `live` or `lost`, why in a sentence, and since when (seconds, monotonic clock)."""

    state: Literal["live", "lost"]
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
        self._line: _Line | None = None
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
        """End the camera's process."""
        if self._line:
            self._line.close()
            self._line = None

    def next(self, patience: float = 0.25) -> Shot | None:
        """The newest frame not yet given, or None when none came in `patience` seconds; `status` tells how it is."""
        until = time.monotonic() + patience
        while True:
            now = time.monotonic()
            if self._line is None and now >= self._due:
                self._line, self._changed = _Line(self._opening), now
            shot = self._line.take(min(until - now, 0.1)) if self._line else None
            if self._line is None:
                time.sleep(max(0.0, min(until, self._due) - now))
            elif shot:
                if self._fresh(shot):
                    return shot
            else:
                self._look_after(self._line)
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
            elif not self.ever and self._line is None:
                raise SourceError(self.status.sentence)

    def _fresh(self, shot: Shot) -> bool:
        """Take note of a frame; False once a camera has sent the very same one for too long."""
        now = time.monotonic()
        if self._last is None or not _same(self._last.frame.pixels, shot.frame.pixels):
            self._changed = now
        elif now - self._changed >= FROZEN:
            self._lose(f"{self.name.capitalize()} sends the same picture over and over: plug it in again.")
            return False
        elif self.status.state == "lost":
            return False
        self._last, self._wait, self.ever = shot, SOONEST, True
        if self.status.state == "lost":
            self.status = Status("live", f"{self.name.capitalize()} is live.", now)
            log.info(self.status.sentence)
        return True

    def _look_after(self, line: "_Line") -> None:
        """No frame came: see whether that has lasted too long, or whether the camera's process has ended."""
        quiet = time.monotonic() - line.heard
        if line.ended:
            self._lose(line.said or f"{self.name.capitalize()} stopped: see whether it is still connected.")
        elif quiet > (SILENT if line.began else SLOW):
            self._lose(f"{self.name.capitalize()} sends no picture: see whether it is still connected.")

    def _lose(self, sentence: str) -> None:
        """Give a camera up, and open it again after a while: each time a longer one."""
        self.close()
        now = time.monotonic()
        self._due = now + self._wait
        self._wait = min(2 * self._wait, LATEST)
        was = self.status
        self.status = Status("lost", sentence, now if was.state == "live" else was.since)
        if was.state == "live":
            log.warning(sentence)


class _Line:
    """A camera's process, and the thread that takes its frames: only the newest is kept."""

    def __init__(self, opening: Opening) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._ear, mouth = spawn.Pipe(duplex=False)
        self._process: BaseProcess = spawn.Process(target=_tell, args=(opening, mouth), daemon=True)
        with _no_interrupt():
            self._process.start()
        mouth.close()
        self.began, self.ended, self.said = False, False, ""
        self.heard = time.monotonic()
        self._newest: Shot | None = None
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def take(self, patience: float) -> Shot | None:
        """The newest frame that was not taken yet, as soon as there is one."""
        with self._news:
            self._news.wait_for(lambda: self._newest is not None or self.ended, max(patience, 0.0))
            shot, self._newest = self._newest, None
            return shot

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self._process.terminate()
        self._process.join(STOP)
        if self._process.is_alive():
            self._process.kill()
            self._process.join(STOP)
        self._thread.join(STOP)
        if not self._thread.is_alive():
            self._ear.close()
        if not self._process.is_alive():
            self._process.close()

    def _listen(self) -> None:
        try:
            while True:
                head = self._ear.recv()
                if isinstance(head, str):
                    self.said = head
                    continue
                name, seconds, shape, original = head
                pixels: Pixels = np.frombuffer(self._ear.recv_bytes(), np.uint8).reshape(shape)
                with self._news:
                    self.began, self.heard = True, time.monotonic()
                    self._newest = Shot(Frame(pixels, name, original), seconds)
                    self._news.notify()
        except (EOFError, OSError):
            with self._news:
                self.ended = True
                self._news.notify()


def _tell(opening: Opening, mouth: Connection) -> None:
    """Send the frames of a camera, and at the end why there are no more; this runs in the camera's process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever reads decides when it ends
    with contextlib.suppress(OSError):  # nobody listens any more
        try:
            for shot in opening():
                frame = shot.frame
                mouth.send((frame.name, shot.seconds, frame.pixels.shape, frame.original))
                mouth.send_bytes(np.ascontiguousarray(frame.pixels).data.cast("B"))
        except ValueError as error:  # a SourceError or PictureError is a sentence
            mouth.send(str(error))
        except Exception as error:  # noqa: BLE001 - whatever a driver does, it is told in a sentence
            mouth.send(f"The camera failed ({type(error).__name__}): see whether it is still connected.")


@contextlib.contextmanager
def _no_interrupt() -> Iterator[None]:
    """Ctrl-C must not reach a process that is only just starting: it inherits what is blocked here."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _same(one: Pixels, other: Pixels) -> bool:
    if one.shape != other.shape or (one[::16, ::16] != other[::16, ::16]).any():
        return False
    return bool((one == other).all())
