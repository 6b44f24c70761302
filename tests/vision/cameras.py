"""Cameras of many tempers, for tests: each is the frames of a source, and may run in a process of its own."""

import contextlib
import http.server
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import cycle
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from tests.vision.scene import Scene
from vision.camera.source import JPEGS, USUAL_RATE, Shot, SourceError, as_sent, grabbed
from vision.reading import Frame, Pixels

STEP = 0.04  # seconds between two frames
THROW = Path(__file__).parents[2] / "api" / "demo" / "01.jpg"


def noise(number: int, width: int = 64, height: int = 48) -> Shot:
    """A frame that is unlike any other."""
    pixels = np.random.default_rng(number).integers(0, 256, (height, width, 3), dtype=np.uint8)
    return Shot(Frame(pixels, "a camera"), time.monotonic())


def steady() -> Iterator[Shot]:
    """A camera that works."""
    number = 0
    while True:
        yield noise(number)
        number += 1
        time.sleep(STEP)


def in_turn(openings: Path, *tempers: Callable[[], Iterator[Shot]]) -> Iterator[Shot]:
    """A camera of one temper each time that it is opened, and one that works from then on."""
    with openings.open("a") as notes:
        notes.write("opened\n")
    times = len(openings.read_text().splitlines())
    yield from (*tempers, *[steady] * times)[times - 1]()


def stuck() -> Iterator[Shot]:
    """A camera whose driver hangs as soon as it is opened."""
    time.sleep(1000)
    yield noise(0)


def some(count: int) -> Iterator[Shot]:
    """A few good frames."""
    for number in range(count):
        yield noise(number)
        time.sleep(STEP)


def unplugged() -> Iterator[Shot]:
    """A camera whose cable is pulled out."""
    yield from some(5)
    raise SourceError("Camera 0 gives no more pictures: see whether it is still connected.")


def dying() -> Iterator[Shot]:
    """A camera whose driver takes the whole process down."""
    yield from some(5)
    os._exit(3)


def hanging() -> Iterator[Shot]:
    """A camera whose driver never answers again."""
    yield from some(5)
    time.sleep(1000)


def frozen() -> Iterator[Shot]:
    """A camera that sends the same picture over and over."""
    yield from some(5)
    while True:
        yield noise(0)
        time.sleep(STEP)


def slow() -> Iterator[Shot]:
    """A camera that takes its time to open."""
    time.sleep(2)
    yield from steady()


def missing() -> Iterator[Shot]:
    """A camera that there is not."""
    if time.monotonic():
        raise SourceError("There is no camera 7; I found no camera at all: plug it in, or give another one.")
    yield noise(0)


def broken() -> Iterator[Shot]:
    """A driver with a mistake in it."""
    yield from some(5)
    raise RuntimeError


def counted(tries: Path) -> Iterator[Shot]:
    """A camera that there is not, and a note of when it was asked for."""
    with tries.open("a") as notes:
        notes.write(f"{time.monotonic()}\n")
    yield from missing()


def staged(stage: Path) -> Iterator[Shot]:
    """A camera over a table that a test lays: what lies there and which fault there is stands in two files.

    `scene` holds dice as `x y face`, separated by commas; `fault` is empty or one of unplugged, hanging, frozen, black,
    small and slow.
    """
    number, last = 0, None
    while True:
        fault = (stage / "fault").read_text(encoding="utf-8")
        if fault == "unplugged":
            raise SourceError("Camera 0 gives no more pictures: see whether it is still connected.")
        if fault in ("hanging", "slow"):
            time.sleep(1000 if fault == "hanging" else 2)
        dice = (stage / "scene").read_text(encoding="utf-8").split(",")
        laid = tuple((int(x), int(y), int(face)) for x, y, face in (die.split() for die in dice if die))
        shot = last if fault == "frozen" and last else Scene(laid).shot(number, 0)
        last, number = shot, number + 1
        yield Shot(Frame(_spoilt(shot.frame.pixels, fault), "camera 0"), time.monotonic())
        time.sleep(STEP)


def _spoilt(pixels: Pixels, fault: str) -> Pixels:
    if fault == "black":
        return np.zeros_like(pixels)
    return np.ascontiguousarray(cv2.resize(pixels, (240, 180))) if fault == "small" else pixels


def thrown(count: int) -> Iterator[Pixels]:
    """Pictures of a throw at rest, with the noise that every camera has."""
    picture = cv2.resize(cv2.imread(str(THROW)), (640, 480))
    for number in range(count):
        noise = np.random.default_rng(number).integers(0, 3, picture.shape, dtype=np.uint8)
        yield np.asarray(cv2.add(picture, noise), np.uint8)


def at_rest() -> Iterator[Shot]:
    """A camera over a throw at rest."""
    for pixels in thrown(10_000):
        yield Shot(Frame(pixels, "a camera"), time.monotonic())
        time.sleep(1 / 15)


Bytes = npt.NDArray[np.uint8]


class Webcam:
    """A camera of Linux as OpenCV has it: it sends these JPEGs over and over, and hands them on as it is told.

    `says` is the format that it claims to send; where `unpacks`, it gives pixels whatever it is told.
    """

    def __init__(self, sent: Iterable[Bytes], *, says: int = JPEGS, unpacks: bool = False) -> None:
        self._sent, self._unpacks = cycle(sent), unpacks
        self._told = {cv2.CAP_PROP_FOURCC: float(says), cv2.CAP_PROP_CONVERT_RGB: 1.0}

    def getBackendName(self) -> str:  # noqa: N802 - OpenCV's name
        """Which part of OpenCV reads it."""
        return "V4L2"

    def get(self, what: int) -> float:
        """How it is set."""
        return self._told[what]

    def set(self, what: int, value: float) -> bool:
        """Set it."""
        self._told[what] = value
        return True

    def grab(self) -> bool:
        """Wait for the next frame."""
        time.sleep(1 / USUAL_RATE)
        self._frame = next(self._sent)
        return True

    def retrieve(self) -> tuple[bool, Bytes]:
        """The frame that was grabbed."""
        if self._unpacks or self._told[cv2.CAP_PROP_CONVERT_RGB]:
            pixels = cv2.imdecode(self._frame, cv2.IMREAD_COLOR)
            return (False, self._frame) if pixels is None else (True, np.asarray(pixels, np.uint8))
        return True, self._frame

    def read(self) -> tuple[bool, Bytes]:
        """The next frame."""
        self.grab()
        return self.retrieve()

    def release(self) -> None:
        """Let go of it."""


def packed(pixels: Pixels) -> Bytes:
    """A JPEG (1, N) as a camera sends it."""
    return np.asarray(cv2.imencode(".jpg", pixels)[1], np.uint8).reshape(1, -1)


def quiet() -> Iterator[Shot]:
    """A camera of 1280x720 pixels over an empty table where nothing moves; its JPEGs are looked at at our own pace."""
    table = cv2.resize(Scene().shot(0, 0).frame.pixels, (1280, 720))
    noises = [np.random.default_rng(number).integers(0, 4, table.shape, dtype=np.uint8) for number in range(7)]
    camera = Webcam([packed(cv2.add(table, noise)) for noise in noises])
    as_sent(camera)
    return grabbed(camera, "0")


@contextlib.contextmanager
def in_the_network(pictures: Callable[[], Iterable[Pixels]]) -> Iterator[str]:
    """The address of a camera that sends these pictures, and then breaks off, every time that it is asked."""

    class Webcam(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
            self.end_headers()
            with contextlib.suppress(OSError):  # who has seen enough hangs up
                for pixels in pictures():
                    data = cv2.imencode(".jpg", pixels)[1].tobytes()
                    head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
                    self.wfile.write(head.encode() + data + b"\r\n")
                    time.sleep(STEP)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Webcam) as server:
        server.daemon_threads = False  # nobody is cut off in the middle of a picture
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/table.mjpg"
        server.shutdown()
