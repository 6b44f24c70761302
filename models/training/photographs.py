"""Real photographs with labels: which sources there are, and which of them training must never see."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.kit import Kit, kit
from vision.labels.truth import Label, Labelled, whole

# Each fold holds two sources out whole: what is told of the eye is what nets say about sources that they never opened.
FOLDS = {
    "a": ("matteop65/Dice_Detection_Recognition", "N3VERS4YDIE/dice-recognition#rune55-greyrig"),
    "b": ("nell-byler/dice_detection", "N3VERS4YDIE/dice-recognition#rune55-tray"),
    "c": ("Epanemu/GameDiceRecognition", "chaseelliottpatterson/dice-reader"),
    "none": (),
}
# Dice that the labels of the photographs leave out, by the picture's name: found by an eye and looked at one by one.
UNLABELLED = Path(__file__).with_name("unlabelled.json")


@dataclass(frozen=True)
class Photograph:
    """A picture and the dice in it.

    `boxes` are (x0, y0, x1, y1) in pixels round the whole visible die, `faces` their notation: "?" where it is none of
    a pip die, "" where nobody can tell; `group` names the photograph this picture is a version of, `licence` is SPDX.
    """

    path: Path
    source: str
    licence: str
    group: str
    boxes: tuple[tuple[float, float, float, float], ...]
    faces: tuple[str, ...]

    @property
    def truth(self) -> Labelled:
        """What a reading of pip dice is judged by; a face that they lack is an unknown one."""
        return self.truth_of(kit("pips"))

    def truth_of(self, dice: Kit) -> Labelled:
        """What a reading of the picture with this kit is judged by."""
        known = {str(face): face for face in dice.faces}
        labels = (Label(known.get(face), box) for face, box in zip(self.faces, self.boxes, strict=True) if face)
        return Labelled(self.path, self.source, tuple(labels))


def photographs(folder: Path) -> list[Photograph]:
    """Every labelled picture of a folder with a `labels.json`, in the order of that file."""
    entries = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
    forgotten = json.loads(UNLABELLED.read_text(encoding="utf-8"))
    return [_photograph(folder / entry["image"], entry, forgotten) for entry in entries]


def _photograph(path: Path, entry: dict[str, Any], forgotten: dict[str, list[dict[str, Any]]]) -> Photograph:
    more = forgotten.get(path.name, [])
    return Photograph(
        path=path,
        source=entry["source"],
        licence=entry["licence"],
        group=entry["group"],
        boxes=(
            *(whole(tuple(die["box"]), entry["box_kind"]) for die in entry["dice"]),
            *(whole(tuple(die["box"]), "whole die") for die in more),
        ),
        faces=tuple(die["face"] for die in (*entry["dice"], *more)),
    )


def training(folder: Path, fold: str) -> list[Photograph]:
    """The pictures that the training of a fold may see."""
    return [photo for photo in photographs(folder) if photo.source not in FOLDS[fold]]


def held_out(folder: Path, fold: str) -> list[Photograph]:
    """The pictures that the training of a fold never opens."""
    return [photo for photo in photographs(folder) if photo.source in FOLDS[fold]]
