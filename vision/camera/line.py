"""A line to a camera: its frames come out of a process of its own, and only the newest is kept.

The process is a bare interpreter that imports the source of frames and nothing else, whoever started it. It is started
before it is told to open the camera, may be told so again where there was none, and ends when nobody holds the line any
more, whatever its driver does.
"""

import contextlib
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from io import BufferedReader, BufferedWriter
from queue import SimpleQueue
from typing import IO, cast

import numpy as np

from vision.camera.source import Shot
from vision.reading import Frame

STOP = 1.0  # seconds that a process has to be gone once it was killed
GO = b"\n"

Opening = Callable[[], Iterable[Shot]]

_CAMERA = "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); from vision.camera.line import tell; tell()"


class Line:
    """A camera's process, and the thread that listens to it; `news` is told of each frame, and of the end.

    `opened` is when the camera was last told to open and `heard` when it last gave a frame (seconds, monotonic clock);
    `began` tells whether it did since, `ended` that no frame will come any more, and `said` its own words on that.
    """

    def __init__(self, opening: Opening, news: threading.Condition) -> None:
        self.opened = self.heard = time.monotonic()
        self.began, self.ended, self.said = False, False, ""
        self._gone = False
        self._news = news
        self._newest: Shot | None = None
        with no_interrupt():
            self._process = subprocess.Popen(  # noqa: S603 - this very interpreter
                [sys.executable, "-c", _CAMERA], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        self._ear = cast("BufferedWriter", self._process.stdin)
        self._mouth = cast("BufferedReader", self._process.stdout)
        self._send(pickle.dumps(sys.path) + pickle.dumps(opening))
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    @property
    def pending(self) -> bool:
        """Whether there is a frame to take, or none to wait for."""
        return self._newest is not None or self.ended

    @property
    def ready(self) -> bool:
        """Whether it only told that there is no such camera, and may look again."""
        return self.ended and not self.began and not self._gone

    def open(self) -> None:
        """Have the camera opened."""
        with self._news:
            self.opened = self.heard = time.monotonic()
            self.began, self.ended, self.said = False, self._gone, ""
        self._send(GO)

    def take(self) -> Shot | None:
        """The newest frame that was not taken yet."""
        with self._news:
            shot, self._newest = self._newest, None
            return shot

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self._process.kill()
        self._thread.join(STOP)
        if self._thread.is_alive():
            return  # not even the kernel gets it out of its driver now
        for pipe in (self._ear, self._mouth):
            with contextlib.suppress(OSError):  # what was not sent yet nobody wants
                pipe.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(STOP)

    def _send(self, data: bytes) -> None:
        with contextlib.suppress(OSError):  # that it has ended already is heard by the thread
            self._ear.write(data)
            self._ear.flush()

    def _listen(self) -> None:
        while head := self._mouth.readline():
            told = json.loads(head)
            if isinstance(told, str):
                self._end(told)
                continue
            name, seconds, shape, original = told
            pixels = np.empty(shape, np.uint8)
            if self._mouth.readinto(pixels.data.cast("B")) < pixels.nbytes:
                break
            with self._news:
                self.began, self.heard = True, time.monotonic()
                self._newest = Shot(Frame(pixels, name, tuple(original) if original else None), seconds)
                self._news.notify_all()
        self._gone = True
        self._end(self.said)

    def _end(self, said: str) -> None:
        with self._news:
            self.ended, self.said = True, said
            self._news.notify_all()


@contextlib.contextmanager
def no_interrupt() -> Iterator[None]:
    """Ctrl-C must not reach a process that is only just starting: it inherits what is blocked here."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def tell() -> None:
    """Send the frames of a camera, and then why there are no more, each time one is told; in the camera's process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever listens decides when it ends
    ear, mouth = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a driver prints is no frame
    opening: Opening = pickle.load(ear)  # noqa: S301 - from the process that started this one
    told: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_hear, args=(ear, told), daemon=True).start()
    with contextlib.suppress(OSError):  # nobody listens any more
        while told.get():
            _say(mouth, _shown(opening, mouth))
    os._exit(0)


def _hear(ear: IO[bytes], told: SimpleQueue[bytes]) -> None:
    """Hear what is told, and end this process when the one that started it lets go of the line."""
    while word := ear.read(len(GO)):
        told.put(word)
    os._exit(0)


def _shown(opening: Opening, mouth: IO[bytes]) -> str:
    """Send frames to the last one; gives why there are no more, if that is known."""
    try:
        for shot in opening():
            frame = shot.frame
            _say(mouth, [frame.name, shot.seconds, frame.pixels.shape, frame.original])
            mouth.write(np.ascontiguousarray(frame.pixels).data.cast("B"))
            mouth.flush()
    except ValueError as error:  # a SourceError or PictureError is a sentence
        return str(error)
    except Exception as error:  # noqa: BLE001 - whatever a driver does, it is told in a sentence
        return f"The camera failed ({type(error).__name__}): see whether it is still connected."
    return ""


def _say(mouth: IO[bytes], what: object) -> None:
    mouth.write(json.dumps(what).encode() + b"\n")
    mouth.flush()
