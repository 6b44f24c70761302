"""Real photographs with labels: which sources there are, and which of them training must never see."""

import json
from dataclasses import dataclass
from pathlib import Path

from vision.kit import kit
from vision.labels.truth import Label, Labelled, whole

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

    @property
    def truth(self) -> Labelled:
        """What a reading of the picture is judged by; a face that pip dice lack is an unknown one."""
        known = {str(face): face for face in kit("pips").faces}
        dice = (Label(known.get(face), box) for face, box in zip(self.faces, self.boxes, strict=True))
        return Labelled(self.path, self.source, tuple(dice))


def photographs(folder: Path) -> list[Photograph]:
    """Every labelled picture of a folder with a `labels.json`, in the order of that file."""
    entries = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
    return [
        Photograph(
            path=folder / entry["image"],
            source=entry["source"],
            licence=entry["licence"],
            group=entry["group"],
            boxes=tuple(whole(tuple(die["box"]), entry["box_kind"]) for die in entry["dice"]),
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
