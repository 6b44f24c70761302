"""What polished dice mirror: windows, tubes and lamps, far away, of any shape."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.training.colour import Array, hsv
from models.training.view import View


@dataclass(frozen=True)
class Panel:
    """Something bright and far away that polished dice mirror: a window, a tube, a round lamp, a ring of light.

    `axes` (3, 3) are its right, its up and the way to it; `half` are half its width and height, as tangents. It is
    `round` or not, and dark within the share `hole` of it; bars divide it into `panes` across and down.
    """

    axes: Array
    half: tuple[float, float]
    colour: Array
    round: bool
    hole: float
    panes: tuple[int, int]


def any_panels(rng: np.random.Generator, view: View) -> tuple[Panel, ...]:
    """Draw up to three panels, most of them about where a level face before this camera mirrors them."""
    level = view.axes[2] * np.array([1, 1, -1], np.float32)
    return tuple(_panel(rng, level) for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.2, 0.3, 0.3, 0.2]))))


def _panel(rng: np.random.Generator, level: Array) -> Panel:
    ahead = level + rng.normal(0, 0.25, 3) if rng.random() < 0.7 else rng.normal(0, 1, 3)
    ahead[2] = abs(ahead[2]) + 0.15
    ahead /= np.linalg.norm(ahead)
    right = np.cross(ahead, rng.normal(0, 1, 3))
    right /= np.linalg.norm(right)
    kind = str(rng.choice(["window", "tube", "round", "ring"], p=[0.4, 0.25, 0.2, 0.15]))
    wide = float(np.exp(rng.uniform(np.log(0.06), np.log(0.5))))
    high = wide * float(rng.uniform(0.05, 0.2) if kind == "tube" else rng.uniform(0.6, 1.6) if kind == "window" else 1)
    tint = hsv(rng.choice([35.0, 215.0]), rng.uniform(0, 0.25), 1.0)
    return Panel(
        axes=np.stack([right, np.cross(ahead, right), ahead]).astype(np.float32),
        half=(wide, high),
        colour=tint * np.float32(np.exp(rng.uniform(np.log(4), np.log(40))) * np.sqrt(0.2 / wide)),
        round=kind in ("round", "ring"),
        hole=float(rng.uniform(0.5, 0.9)) if kind == "ring" else 0.0,
        panes=(int(rng.integers(1, 4)), int(rng.integers(1, 3))) if kind == "window" else (1, 1),
    )


def mirrored(panel: Panel, mirror: Array, soft: float) -> Array:
    """How much of a panel is to be seen in each direction (3, n) of the table: (n,) 0..1, its edges `soft`."""
    across, up, ahead = panel.axes @ mirror
    ahead = np.where(ahead > 0.05, ahead, np.float32(1e-3))
    u, v = across / ahead / panel.half[0], up / ahead / panel.half[1]
    edge = np.float32(soft / min(panel.half))  # the finer a thing is, the more a rough face blurs it
    away = np.sqrt(u * u + v * v) if panel.round else np.maximum(np.abs(u), np.abs(v))
    seen = np.clip((1 - away) / edge + 0.5, 0, 1)
    if panel.hole:
        seen *= np.clip((away - panel.hole) / edge + 0.5, 0, 1)
    for at, panes in ((u, panel.panes[0]), (v, panel.panes[1])):
        if panes > 1:
            bar = np.abs((at + 1) * panes / 2 % 1 - 0.5)  # 0.5 on a bar, 0 in the middle of a pane
            seen *= np.clip((0.46 - bar) / (edge * panes) + 0.5, 0, 1)
    return np.asarray(seen / max(1.0, float(edge)), np.float32)
