"""Real photographs with labels: which sources there are, and which of them training must never see."""

import json
from dataclasses import dataclass
from pathlib import Path

# Held out whole: the first for the figures on the card, the second to fit the doubt. Training never opens them.
REPORT = "matteop65/Dice_Detection_Recognition"
DOUBT = "N3VERS4YDIE/dice-recognition#rune55-greyrig"


@dataclass(frozen=True)
class Photograph:
    """A picture and the dice in it.

    `boxes` are (x0, y0, x1, y1) in pixels round the whole visible die, `faces` their notation; `group` names the
    photograph this picture is a version of, `licence` is SPDX.
    """

    path: Path
    source: str
    licence: str
    group: str
    boxes: tuple[tuple[float, float, float, float], ...]
    faces: tuple[str, ...]


def photographs(folder: Path) -> list[Photograph]:
    """Every labelled picture of a folder with a `labels.json`, in the order of that file."""
    entries = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
    return [
        Photograph(
            path=folder / entry["image"],
            source=entry["source"],
            licence=entry["licence"],
            group=entry["group"],
            boxes=tuple(_whole(die["box"], entry["box_kind"]) for die in entry["dice"]),
            faces=tuple(die["face"] for die in entry["dice"]),
        )
        for entry in entries
    ]


def training(folder: Path) -> list[Photograph]:
    """The pictures that training may see: every source but the two held out whole."""
    return [photo for photo in photographs(folder) if photo.source not in {REPORT, DOUBT}]


def held_out(folder: Path, source: str) -> list[Photograph]:
    """The pictures of one source that training never sees."""
    return [photo for photo in photographs(folder) if photo.source == source]


def _whole(box: list[float], kind: str) -> tuple[float, float, float, float]:
    """A box round the whole die: one source frames only the pips of the top face."""
    x0, y0, x1, y1 = box
    if kind != "pips of the upper face only":
        return x0, y0, x1, y1
    width, height = 1.64 * (x1 - x0), 1.64 * (y1 - y0)
    middle, centre = (x0 + x1) / 2, (y0 + y1) / 2 + 0.25 * (y1 - y0)
    return middle - width / 2, centre - height / 2, middle + width / 2, centre + height / 2
