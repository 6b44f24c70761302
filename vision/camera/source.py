"""Where frames come from: a camera, a film, a folder of pictures or an address, all as one stream of stamped frames."""

import os
import re
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from vision.camera.pace import Pace
from vision.camera.packed import Sent, glimpse, is_packed, unpacked
from vision.picture import load
from vision.reading import Frame
from vision.turn import Turn, turned

os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # quiet: what is wrong with a film, we say ourselves

FIRST = ("0", "1", "2")  # cameras of a computer that names none
PICTURES = (".jpeg", ".jpg", ".png", ".webp")
FOLDER_RATE = 15.0  # pictures of a folder a second
USUAL_RATE = 30.0  # frames a second of a film that does not tell
SLOWEST, FASTEST = 0.1, 1000.0  # that films have
WIDE, HIGH = 1280, 720  # pixels asked of a camera
LARGEST_FRAME = 24_000_000  # pixels
JPEGS = cv2.VideoWriter.fourcc(*"MJPG")  # each frame of a camera a JPEG
_ADDRESS = re.compile(r"((?:rtsps?|https?|rtmp|udp)://)(?:[^/?#]*@)?([^/?#]*)", re.IGNORECASE)  # its kind and computer


class SourceError(ValueError):
    """A source that gives no frames; the sentence says why and what to do."""


@dataclass(frozen=True, eq=False)
class Shot:
    """A frame and when it was taken, in seconds.

    For a film `seconds` is its own time stamp and for a folder the number of the picture divided by 15, both from 0;
    for a camera or an address it is the monotonic clock of this computer as the frame was grabbed. `step` are the
    seconds from one frame of a film to the next, 0 where nobody tells.
    """

    frame: Frame
    seconds: float
    step: float = 0.0

    def turned(self, turn: Turn) -> "Shot":
        """The same, its picture turned."""
        return replace(self, frame=turned(self.frame, turn))


class Capture(Protocol):
    """A camera as OpenCV opens it (`cv2.VideoCapture`)."""

    def getBackendName(self) -> str: ...  # noqa: D102, N802 - OpenCV's words
    def get(self, what: int, /) -> float: ...  # noqa: D102
    def set(self, what: int, value: float, /) -> bool: ...  # noqa: D102
    def grab(self) -> bool: ...  # noqa: D102
    def retrieve(self) -> tuple[bool, Sent]: ...  # noqa: D102
    def read(self) -> tuple[bool, Sent]: ...  # noqa: D102
    def release(self) -> None: ...  # noqa: D102


def is_live(src: str) -> bool:
    """Whether a source runs on by itself, as a camera does; the others end.

    >>> [is_live(src) for src in ("0", "/dev/v4l/by-id/usb-cam", "rtsp://door/1", "evening.mp4", "pictures")]
    [True, True, True, False, False]
    """
    return src.isdecimal() or src.startswith("/dev/") or _ADDRESS.match(src) is not None


def public(src: str) -> str:
    """What anybody may know of a source: of an address its computer alone, for all else in it may be a password.

    >>> public("0"), public("rtsp://ann:secret@door/1?key=secret"), public("rtsp://ann:sec/ret@door/1")
    ('0', 'rtsp://door', 'rtsp://\u2026')
    """
    address = _ADDRESS.match(src)
    if address is None:
        return src
    kind, computer = address.groups()
    return kind + ("\u2026" if "@" in src[address.end() :] else computer)  # a password that is written wrong


def called(src: str) -> str:
    """What a source is called before people.

    >>> called("0"), called("rtsp://ann:secret@door/1")
    ('camera 0', 'rtsp://door')
    """
    return f"camera {src}" if src.isdecimal() else public(src)


def leading(name: str) -> str:
    """What a source is called at the beginning of a sentence: an address or a path stays as it is written.

    >>> leading("camera 0"), leading("http://door/streamA.mjpg")
    ('Camera 0', 'http://door/streamA.mjpg')
    """
    return name if _ADDRESS.match(name) else name[:1].upper() + name[1:]


def shots(src: str) -> Iterator[Shot]:
    """The frames of a source, in order.

    `src` is the number of a camera, the path of its device, a film, a folder of pictures (in the order of their
    names, 9 before 10, 15 a second) or an rtsp or http address.

    Raises:
        SourceError: there is no such source, or it gives no frame that can be used, or it fails on the way.
        PictureError: a picture of a folder is broken.
    """
    if is_live(src):
        return _live(src)
    path = Path(src)
    try:
        if src and path.is_dir():
            return _folder(path)
        if path.is_file():
            return _film(path)
    except OSError as error:
        raise SourceError(f"{src} cannot be read ({error.strerror}): give another film or folder.") from error
    wrong = f"{src} shows no pictures" if src and path.exists() else f"There is no {src or 'source'}"
    raise SourceError(f"{wrong}: give the number of a camera, a film, a folder of pictures or an address.")


def cameras(system: str = sys.platform) -> tuple[str, ...]:
    """Cameras that may be there: on Linux those that it names, stable paths first and none twice; else the first."""
    if system != "linux":
        return FIRST
    stable = sorted(Path("/dev/v4l/by-id").glob("*"))
    known = {path.resolve() for path in stable}
    plain = [path for path in sorted(Path("/dev").glob("video*")) if path not in known]
    return tuple(str(path) for path in (*stable, *plain))


def _folder(path: Path) -> Iterator[Shot]:
    found = (one for one in path.iterdir() if one.suffix.lower() in PICTURES and not one.name.startswith("."))
    pictures = sorted(found, key=lambda one: (_counted(one.name), one.name))
    if not pictures:
        raise SourceError(f"There is no JPEG, PNG or WebP picture in {path}: give a folder with the frames of a film.")
    return (_picture(picture, number / FOLDER_RATE) for number, picture in enumerate(pictures))


def _counted(name: str) -> list[str | int]:
    """A name by which numbers stand in their order.

    >>> sorted(["10.jpg", "b2.jpg", "9.jpg", "b10.jpg"], key=_counted)
    ['9.jpg', '10.jpg', 'b2.jpg', 'b10.jpg']
    """
    return [int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", name)]


def _picture(path: Path, seconds: float) -> Shot:
    try:
        return Shot(load(path.read_bytes(), path.name), seconds)
    except OSError as error:
        raise SourceError(f"{path.name} cannot be read ({error.strerror}): take it out of the folder.") from error


def _film(path: Path) -> Iterator[Shot]:
    film = _opened(str(path))
    if not film.isOpened():
        raise SourceError(f"{path} is no film that I can read: give an MP4, AVI, MKV or WebM file.")
    return _played(film, path)


def _played(film: cv2.VideoCapture, path: Path) -> Iterator[Shot]:
    """The frames of a film by its own clock; where that does not run, by its rate."""
    rate = film.get(cv2.CAP_PROP_FPS)
    step = 1 / (rate if SLOWEST <= rate <= FASTEST else USUAL_RATE)  # what else a header tells is nonsense
    last, read = -step, 0
    try:
        while (frame := _next(film, path.name)) is not None:
            told = film.get(cv2.CAP_PROP_POS_MSEC) / 1000
            last = told if told > last else last + step
            read += 1
            yield Shot(frame, last, step)
    finally:
        film.release()
    if not read:
        raise SourceError(f"{path} is a film without a frame that I can read: give another file.")


def _live(src: str) -> Iterator[Shot]:
    """Frames of a camera or an address as they come, at the pace of what moves there."""
    if not _ADDRESS.match(src):
        _plugged(src)
    try:
        camera = _opened(src)
    except cv2.error as error:  # a device that is no camera
        raise SourceError(_refused(src)) from error
    if not camera.isOpened():
        raise SourceError(_refused(src))
    return grabbed(camera, src)


def grabbed(camera: Capture, src: str) -> Iterator[Shot]:
    """What a camera sees now, for ever.

    Frames that are too many are let go before they are looked at, those that nobody needs before they are unpacked, and
    broken ones are left out.

    Raises:
        SourceError: the camera sends no more.
    """
    pace = Pace()
    try:
        while camera.grab():
            now = time.monotonic()
            if not pace.due(now):
                continue
            ok, sent = camera.retrieve()
            if not ok:
                break
            seen = glimpse(sent)
            if seen is None or not pace.passes(seen, now):
                continue
            pixels = unpacked(sent)
            if pixels is not None:
                yield Shot(_frame(pixels, called(src)), now)
    finally:
        camera.release()
    raise SourceError(f"{leading(called(src))} gives no more pictures: see whether it is still connected.")


def _plugged(src: str) -> None:
    """Refuse a camera that is not there, where the computer names its cameras."""
    device = Path(f"/dev/video{src}" if src.isdecimal() else src)
    if sys.platform != "linux" or device.exists():
        return
    there = f"I found {', '.join(cameras())}" if cameras() else "I found no camera at all"
    raise SourceError(f"There is no {called(src)}; {there}: plug it in, or give another one.")


def _refused(src: str) -> str:
    if _ADDRESS.match(src):
        return f"{called(src)} sends no film: check the address, and whether the camera is on."
    return f"{leading(called(src))} does not open: see whether another program uses it, or give another one."


def _opened(src: str) -> cv2.VideoCapture:
    """The capture of a source, told to keep quiet and to give up in time."""
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    if _ADDRESS.match(src):
        return cv2.VideoCapture(
            src, cv2.CAP_FFMPEG, [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, 5000, cv2.CAP_PROP_READ_TIMEOUT_MSEC, 5000]
        )
    if not is_live(src):
        return cv2.VideoCapture(src, cv2.CAP_FFMPEG)
    camera = cv2.VideoCapture(int(src) if src.isdecimal() else os.path.realpath(src))
    for what, value in (
        (cv2.CAP_PROP_FOURCC, JPEGS),
        (cv2.CAP_PROP_FRAME_WIDTH, WIDE),
        (cv2.CAP_PROP_FRAME_HEIGHT, HIGH),
        (cv2.CAP_PROP_BUFFERSIZE, 1),
    ):
        camera.set(what, value)
    as_sent(camera)
    return camera


def as_sent(camera: Capture) -> None:
    """Have a camera hand on the JPEGs that it sends as they are, where it can; else it unpacks them all, as before."""
    if camera.getBackendName() != "V4L2" or int(camera.get(cv2.CAP_PROP_FOURCC)) != JPEGS:
        return
    camera.set(cv2.CAP_PROP_CONVERT_RGB, 0)
    ok, sent = camera.read()
    if not ok or not is_packed(sent) or unpacked(sent) is None:
        camera.set(cv2.CAP_PROP_CONVERT_RGB, 1)


def _next(film: cv2.VideoCapture, name: str) -> Frame | None:
    ok, pixels = film.read()
    return _frame(pixels, name) if ok else None


def _frame(pixels: cv2.typing.MatLike, name: str) -> Frame:
    """A frame as OpenCV gives it; grey ones are made colourful."""
    if pixels.ndim == 2:  # noqa: PLR2004 - rows and columns only
        pixels = cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR)
    if pixels.shape[0] * pixels.shape[1] > LARGEST_FRAME:
        raise SourceError(f"{name} has more than 24 megapixels: give a smaller one.")
    return Frame(np.ascontiguousarray(pixels, np.uint8), name)
