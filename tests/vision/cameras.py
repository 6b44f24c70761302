"""Cameras of many tempers, for tests: each is the frames of a source, and may run in a process of its own."""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np

from tests.vision.scene import Scene
from vision.reading import Frame, Pixels
from vision.source import Shot, SourceError

STEP = 0.04  # seconds between two frames


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


def first(openings: Path, then: Callable[[], Iterator[Shot]]) -> Iterator[Shot]:
    """A camera with a fault the first time that it is opened, and none from then on."""
    if openings.exists():
        yield from steady()
    openings.touch()
    yield from then()


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
