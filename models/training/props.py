"""What else lies on a rendered table: a score pad with names and numbers, and a pencil."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from models.training.colour import Array, Bytes, hsv, linear
from models.training.view import View

PAD = (6.6, 9.2)  # edges of a die, width and height
THICK = 0.23  # radius of a pencil, in edges


@dataclass(frozen=True)
class Pad:
    """A sheet of paper: its middle (3,), its turn in degrees, and what is written on it, (H, W, 3) linear BGR."""

    spot: Array
    turn: float
    page: Array


@dataclass(frozen=True)
class Pencil:
    """A round pencil from its blunt end to its point, (3,) each, of a colour (3,)."""

    end: Array
    point: Array
    colour: Array

    def reach(self, spot: Array) -> float:
        """How far (3,) `spot` lies from its middle line, in edges."""
        along = self.point - self.end
        share = np.clip((spot - self.end) @ along / (along @ along), 0, 1)
        return float(np.linalg.norm(spot - self.end - share * along))


def any_pad(rng: np.random.Generator, view: View) -> Pad:
    """Lay a score pad half out of a side of the picture."""
    left = rng.random() < 0.5
    x, y = view.width * (rng.uniform(-0.02, 0.1) if left else rng.uniform(0.9, 1.02)), view.height * rng.uniform(0, 1)
    spot = view.touch(x, y)
    spot[2] = 0.015
    return Pad(spot, float(rng.normal(0, 18)), linear(_score_sheet(rng)))


def any_pencil(rng: np.random.Generator, view: View) -> Pencil:
    """Lay a pencil across a corner, its point out of the picture."""
    side = 1 if rng.random() < 0.5 else -1
    x = view.width * (0.5 + side * rng.uniform(0.22, 0.4))
    end = view.touch(x, view.height * rng.uniform(0.06, 0.94), THICK)
    angle = (0.0 if side > 0 else np.pi) + rng.normal(0, 0.5)
    along = np.array([np.cos(angle), np.sin(angle), 0])
    colour = hsv(float(rng.choice([48.0, 5.0, 210.0, 140.0])), rng.uniform(0.6, 0.9), rng.uniform(0.45, 0.9))
    return Pencil(end, np.asarray(end + 11 * along, np.float32), colour)


def _score_sheet(rng: np.random.Generator) -> Bytes:
    """A ruled sheet with two or three columns of numbers in a quick hand."""
    page = np.full((920, 660, 3), (232, 240, 243), np.uint8)
    for y in range(120, 920, 46):
        cv2.line(page, (0, y), (660, y), (214, 190, 172), 2, cv2.LINE_AA)
    columns = int(rng.integers(2, 4))
    for column in range(columns):
        x = 40 + column * 620 // columns
        cv2.line(page, (x - 20, 0), (x - 20, 920), (180, 170, 215), 2, cv2.LINE_AA)
        _write(rng, page, str(rng.choice(["Ann", "Bob", "Cleo", "Dan", "Eva"])), (x, 96), 1.9)
        total = 0
        for row in range(int(rng.integers(2, 13))):
            total += int(rng.integers(1, 30)) * 50
            _write(rng, page, str(total), (x + 12, 158 + row * 46), 1.25)
    return page


def _write(rng: np.random.Generator, page: Bytes, text: str, spot: tuple[int, int], size: float) -> None:
    ink = (96, 52, 40)
    moved = (int(spot[0] + rng.normal(0, 4)), int(spot[1] + rng.normal(0, 3)))
    cv2.putText(page, text, moved, cv2.FONT_HERSHEY_SCRIPT_SIMPLEX, size, ink, 3, cv2.LINE_AA)
