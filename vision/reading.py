"""What the eye thinks: a Frame, a Sighting of one die, a Reading of all of them. None of it enters scoring."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

from scoring.dice import Face, Roll

Pixels = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.float64]
State = Literal["flat", "cocked", "partial"]
Verdict = Literal["sure", "ask", "empty"]
Box = tuple[float, float, float, float]
Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]

SMALLEST = 256  # pixels: a picture with a shorter side is halved no more
THINKABLE = 0.05  # probability from which the next likeliest face of a die may be what it shows


@dataclass(frozen=True)
class Frame:
    """A picture: `pixels` (H, W, 3) uint8 BGR, the right way up; `name` says where it came from.

    A large picture may be decoded smaller; `original` is then its own width and height.
    """

    pixels: Pixels
    name: str = ""
    original: tuple[int, int] | None = None

    @property
    def width(self) -> int:
        """Pixels from left to right, as decoded."""
        return len(self.pixels[0])

    @property
    def height(self) -> int:
        """Pixels from top to bottom, as decoded."""
        return len(self.pixels)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture itself, in pixels."""
        return self.original or (self.width, self.height)

    @property
    def shrink(self) -> float:
        """How many pixels of the picture itself, across or down, are one of these."""
        return max(self.size) / max(self.width, self.height)

    @cached_property
    def halves(self) -> tuple[Pixels, ...]:
        """The pixels, and those of the picture at half its size, a quarter, and so on: shrinking by two is quick."""
        levels = [self.pixels]
        while min(levels[-1].shape[:2]) >= SMALLEST:
            height, width = (side // 2 for side in levels[-1].shape[:2])
            whole = levels[-1][: 2 * height, : 2 * width]
            levels.append(np.asarray(cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA), np.uint8))
        return tuple(levels)

    def sized(self, side: int) -> Pixels:
        """The pixels of the same picture with `side` of them to its longer side."""
        scale = side / max(self.width, self.height)
        size = (max(1, round(self.width * scale)), max(1, round(self.height * scale)))
        return np.asarray(cv2.resize(self.pixels, size, interpolation=cv2.INTER_AREA), np.uint8)

    def at_most(self, side: int) -> Pixels:
        """Likewise, or its own pixels where they are fewer."""
        return self.sized(side) if side < max(self.width, self.height) else self.pixels


@dataclass(frozen=True)
class Sighting:
    """One die as seen."""

    face: Face | None  # None where the eye knows a die but not its face
    p: float  # calibrated probability that `face` is right, 0..1
    second: tuple[Face, float] | None  # the next likeliest face with its own
    box: Box  # x0 y0 x1 y1, in pixels of the picture
    quad: Quad  # the corners of the top face, likewise
    state: State

    def scaled(self, factor: float) -> "Sighting":
        """The same die in a picture `factor` times as large."""
        x0, y0, x1, y1 = self.box
        a, b, c, d = ((x * factor, y * factor) for x, y in self.quad)
        return replace(self, box=(x0 * factor, y0 * factor, x1 * factor, y1 * factor), quad=(a, b, c, d))

    def as_json(self) -> dict[str, object]:
        """The die as `croupier read --json` prints it."""
        return {
            "face": None if self.face is None else str(self.face),
            "p": round(self.p, 4),
            "second": None if self.second is None else {"face": str(self.second[0]), "p": round(self.second[1], 4)},
            "box": [round(side, 1) for side in self.box],
            "quad": [[round(x, 1), round(y, 1)] for x, y in self.quad],
            "state": self.state,
        }


@dataclass(frozen=True)
class Reading:
    """All dice of a frame, and whether the eye would swear to them."""

    width: int  # of the picture, in pixels
    height: int
    kit: str
    dice: tuple[Sighting, ...]  # from top to bottom and left to right
    verdict: Verdict
    reasons: tuple[str, ...]  # sentences, at least one unless the verdict is "sure"
    ms: float  # how long the reading took
    shadows: int = 0  # how many things that were left out, and lie apart from the dice, looked a little like a die
    alarms: tuple[str, ...] = ()  # the reasons that are about no die by itself, nor about how many there are
    suspects: tuple[Box, ...] = ()  # where what was left out may be a die, and is asked about, in pixels of the picture

    @property
    def roll(self) -> Roll:
        """The faces that were read; dice without a face are left out."""
        return Roll(tuple(die.face for die in self.dice if die.face is not None))

    def without(self, kept: Roll) -> "Reading | None":
        """What is seen beside dice that show these faces; None where they do not all lie there.

        A die shows what was read, or else what was thought next likeliest; of dice that are alike the surest is meant.
        """
        rest, missing = list(self.dice), []
        for face in kept:
            alike = [die for die in rest if die.face == face]
            if alike:
                rest.remove(max(alike, key=lambda die: die.p))
            else:
                missing.append(face)
        for face in missing:
            likely = [(die.second[1], die) for die in rest if die.second and _thinkable(die.second, face)]
            if not likely:
                return None
            rest.remove(max(likely, key=lambda each: each[0])[1])
        return replace(self, dice=tuple(rest))

    def as_json(self, image: str) -> dict[str, object]:
        """One line of `croupier read --json`."""
        return {
            "image": image,
            "width": self.width,
            "height": self.height,
            "kit": self.kit,
            "verdict": self.verdict,
            "dice": [die.as_json() for die in self.dice],
            "reasons": list(self.reasons),
            "ms": round(self.ms, 1),
        }


def _thinkable(second: tuple[Face, float], face: Face) -> bool:
    return second[0] == face and second[1] >= THINKABLE
