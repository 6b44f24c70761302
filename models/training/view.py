"""The camera over the table: a pinhole that looks at the plane z = 0, lengths in edges of a usual die."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.training.colour import Array


@dataclass(frozen=True)
class View:
    """Where the camera is; `axes` holds the picture's right, down and forward as rows in table coordinates."""

    eye: Array
    axes: Array
    focal: float
    centre: tuple[float, float]
    width: int
    height: int

    def project(self, points: Array) -> Array:
        """Table points (n, 3) -> picture points (n, 2) in pixels."""
        seen = (points - self.eye) @ self.axes.T
        depth = np.maximum(seen[:, 2:], 1e-3)
        return np.asarray(seen[:, :2] / depth * self.focal + self.centre, np.float32)

    def plane(self) -> Array:
        """(3, 3) homography from table (x, y, 1) to picture (x, y, 1)."""
        lens = np.array([[self.focal, 0, self.centre[0]], [0, self.focal, self.centre[1]], [0, 0, 1]])
        pose = self.axes @ np.column_stack([[1, 0, 0], [0, 1, 0], -self.eye])
        return np.asarray(lens @ pose, np.float32)

    def touch(self, x: float, y: float, height: float = 0.0) -> Array:
        """The table point (3,) at `height` that is seen at picture point x, y; far away if the ray misses the table."""
        ray = self.axes.T @ np.array([(x - self.centre[0]) / self.focal, (y - self.centre[1]) / self.focal, 1.0])
        reach = (height - self.eye[2]) / min(ray[2], -0.05)
        return np.asarray(self.eye + reach * ray, np.float32)

    def depth(self, point: Array) -> float:
        """How far (3,) `point` lies before the lens."""
        return float(self.axes[2] @ (point - self.eye))


def over_table(
    rng: np.random.Generator, width: int, height: int, die: float, between: tuple[float, float] | None = None
) -> View:
    """Draw a camera 0 to 60 degrees off the vertical, or `between` two angles, to which a die is about `die` pixels."""
    tilt = np.radians(rng.uniform(0, 42) if rng.random() < 0.82 else rng.uniform(38, 60))
    if rng.random() < 0.15:
        tilt *= 0.1
    tilt = np.radians(rng.uniform(*between)) if between else tilt
    widest = min(75.0, 2 * (84 - np.degrees(tilt)) / 1.3)
    focal = 0.5 * max(width, height) / np.tan(np.radians(rng.uniform(min(22, widest * 0.6), widest)) / 2)
    distance = max(focal / die, 3.0)
    focal = distance * die
    # Whoever looks slantwise at a table holds the camera upright; from straight above any way round will do.
    roll = rng.uniform(0, 2 * np.pi) if tilt < 0.3 and rng.random() < 0.3 else rng.normal(0, 0.13)
    right, down = np.array([1.0, 0, 0]), np.array([0, -np.cos(tilt), -np.sin(tilt)])
    axes = np.array(
        [
            right * np.cos(roll) + down * np.sin(roll),
            down * np.cos(roll) - right * np.sin(roll),
            [0, np.sin(tilt), -np.cos(tilt)],
        ],
        np.float32,
    )
    return View(
        eye=np.array([0, -distance * np.sin(tilt), distance * np.cos(tilt)], np.float32),
        axes=axes,
        focal=float(focal),
        centre=(width * rng.uniform(0.4, 0.6), height * rng.uniform(0.4, 0.6)),
        width=width,
        height=height,
    )
