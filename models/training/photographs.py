"""Real photographs with labels: which sources there are, and which of them training must never see."""

import json
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.kit import Kit, kit
from vision.labels.truth import PIPS_ONLY, Label, Labelled, whole
from vision.reading import Box

# A fold holds sources out whole: what is told of the eye is what nets say about sources that they never opened.
MATTEOP65, GREYRIG = "matteop65/Dice_Detection_Recognition", "N3VERS4YDIE/dice-recognition#rune55-greyrig"
NELL_BYLER, TRAY = "nell-byler/dice_detection", "N3VERS4YDIE/dice-recognition#rune55-tray"
EPANEMU = "Epanemu/GameDiceRecognition"
SINGLE_DICE = "chaseelliottpatterson/dice-reader"  # crops of one die: for the reader only
FOLDS = {
    "a": (MATTEOP65, GREYRIG),
    "b": (NELL_BYLER, EPANEMU),
    "c": (TRAY, SINGLE_DICE),
    "none": (),
}
FOLDS["all"] = tuple(sorted({source for sources in FOLDS.values() for source in sources}))  # drawn pictures teach alone
# What the labels of the photographs leave out or have wrong, by the picture's name: found by an eye
# and looked at one by one. A die here stands for the one whose middle lies in its box.
AMENDED = Path(__file__).with_name("amended.json")


USUAL_PIPS = 44.0  # pixels, box round the pips of a die in the one source that has such boxes


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
        return Labelled(self.path, self.source, tuple(labels)).counted(dice.counts_as)


def photographs(folder: Path) -> list[Photograph]:
    """Every labelled picture of a folder with a `labels.json`, in the order of that file."""
    entries = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
    amended = json.loads(AMENDED.read_text(encoding="utf-8"))
    return [_photograph(folder / entry["image"], entry, amended) for entry in entries]


def _photograph(path: Path, entry: dict[str, Any], amended: dict[str, list[dict[str, Any]]]) -> Photograph:
    better = amended.get(path.name, [])
    told = [die for die in entry["dice"] if not any(_within(die["box"], each["box"]) for each in better)]
    return Photograph(
        path=path,
        source=entry["source"],
        licence=entry["licence"],
        group=entry["group"],
        boxes=(
            *(whole(_as_wide_as_others(die, told, entry["box_kind"]), entry["box_kind"]) for die in told),
            *(whole(tuple(die["box"]), "whole die") for die in better),
        ),
        faces=tuple(die["face"] for die in (*told, *better)),
    )


def _as_wide_as_others(die: dict[str, Any], dice: list[dict[str, Any]], kind: str) -> Box:
    """The box of a label; where boxes frame only pips, that of a single pip grows to those of the other dice."""
    x0, y0, x1, y1 = die["box"]
    if kind != PIPS_ONLY or die["face"] != "1":
        return x0, y0, x1, y1
    sides = [max(box[2] - box[0], box[3] - box[1]) for box in (each["box"] for each in dice if each["face"] != "1")]
    side = statistics.median(sides) if sides else USUAL_PIPS
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    return x - side / 2, y - side / 2, x + side / 2, y + side / 2


def _within(box: Sequence[float], other: Sequence[float]) -> bool:
    """Whether the middle of a box lies in the other one."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return other[0] <= x <= other[2] and other[1] <= y <= other[3]


def training(folder: Path, fold: str) -> list[Photograph]:
    """The pictures that the training of a fold may see."""
    return [photo for photo in photographs(folder) if photo.source not in FOLDS[fold]]


def held_out(folder: Path, fold: str) -> list[Photograph]:
    """The pictures that the training of a fold never opens."""
    return [photo for photo in photographs(folder) if photo.source in FOLDS[fold]]
