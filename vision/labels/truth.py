"""What is true about a picture: its dice, each with its face and, where the labels tell it, its box."""

import math
import os
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PureWindowsPath

from scoring.dice import Face, quoted
from vision.reading import Box

UNKNOWN = "?"  # how labels write a die whose face is none of the kit's
PIPS_ONLY = "pips of the upper face only"  # a kind of box that is smaller than the die
BESIDE = {"annotations", "images", "labels"}  # folders that hold a part of a set, and are no set of their own
SHARES = (1.0, 1.0)  # the size in which boxes are shares of the picture
ALIKE = 0.01  # by how much the shapes of a picture and of a smaller copy of it may differ: sides are whole pixels


Pictures = Mapping[str, Sequence[Path]]  # those that there are, by the usual form of their file names


class LabelError(ValueError):
    """A label that can't be right; the sentence says why and what to write."""


@dataclass(frozen=True)
class Label:
    """A die that truly lies there: `face` is None where it is none of the kit's, `box` None where nobody drew it."""

    face: Face | None
    box: Box | None = None

    def scaled(self, across: float, down: float) -> "Label":
        """The same in a picture that is so much larger."""
        if self.box is None:
            return self
        x0, y0, x1, y1 = self.box
        return replace(self, box=(x0 * across, y0 * down, x1 * across, y1 * down))


@dataclass(frozen=True)
class Labelled:
    """A picture and its dice.

    `source` names the set it belongs to; boxes are pixels in a picture of `size` (width, height), which is (1, 1) where
    they are shares of it, and None where it is the size of the picture itself. `told` is how complaints name the place
    where it is labelled.
    """

    path: Path
    source: str
    dice: tuple[Label, ...]
    size: tuple[float, float] | None = None
    told: str = ""

    @property
    def boxed(self) -> bool:
        """Whether it is known of every die where it lies."""
        return all(die.box is not None for die in self.dice)

    @property
    def roll(self) -> str:
        """The faces in notation, `?` for those that the kit lacks."""
        return " ".join(written(die.face) for die in self.dice)

    def counted(self, counts_as: Callable[[Face], Face]) -> "Labelled":
        """The same with every face as the one that it counts as in play."""
        dice = (die if die.face is None else replace(die, face=counts_as(die.face)) for die in self.dice)
        return replace(self, dice=tuple(dice))

    def within(self, width: float, height: float) -> tuple[Label, ...]:
        """The dice with their boxes in pixels of a picture of that width and height.

        Raises:
            LabelError: its shape is another than that of the picture in which boxes are measured, a box lies beside, or
                two are the same.
        """
        if not any(die.box for die in self.dice):
            return self.dice
        across, down = self._scale(width, height)
        dice = tuple(die.scaled(across, down) for die in self.dice)
        if not all(die.box is None or inside(die.box, width, height) for die in dice):
            raise LabelError("A box of it lies beside the picture: correct it; until then the picture is left out.")
        boxes = [die.box for die in dice if die.box]
        if len(set(boxes)) < len(boxes):
            raise LabelError("Two of its dice have the same box: take one away; until then the picture is left out.")
        return dice

    def _scale(self, width: float, height: float) -> tuple[float, float]:
        """How much larger a picture is than the one in which boxes are measured."""
        if self.size is None:
            return 1.0, 1.0
        across, down = width / self.size[0], height / self.size[1]
        if self.size != SHARES and not math.isclose(across, down, rel_tol=ALIKE):
            raise LabelError(
                f"Its boxes are measured in {self.size[0]:g} x {self.size[1]:g} pixels, and the picture has another "
                f"shape, {width:g} x {height:g}: label it as it lies here, the right way up; until then it is left out."
            )
        return across, down


@dataclass(frozen=True)
class Labels:
    """What a label file tells: pictures, complaints about what it gets wrong, and notes on what was assumed."""

    pictures: tuple[Labelled, ...] = ()
    complaints: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def __add__(self, other: "Labels") -> "Labels":
        """What both tell."""
        return Labels(self.pictures + other.pictures, self.complaints + other.complaints, self.notes + other.notes)


def written(face: Face | None) -> str:
    """A face as labels write it.

    >>> written(Face("8", "G")), written(None)
    ('8G', '?')
    """
    return UNKNOWN if face is None else str(face)


def face_of(text: str, faces: Sequence[Face]) -> Face | None:
    """The face that a label names, one of `faces`; None for `?`.

    >>> face_of(" A ", [Face("A"), Face("K")])
    Face(symbol='A', colour='')
    >>> face_of("7", [Face("A"), Face("K")])
    Traceback (most recent call last):
    vision.labels.truth.LabelError: `7` is no face of this kit: write one of A K, or ? for a die that shows another.
    """
    text = text.strip()
    if text == UNKNOWN:
        return None
    found = next((face for face in faces if str(face) == text), None)
    if found is None:
        known = " ".join(map(str, faces))
        apart = f" Blanks part the faces: {' '.join(map(str, faces[:2]))}." if len(text) > 1 else ""
        raise LabelError(
            f"{quoted(text)} is no face of this kit: write one of {known}, or ? for a die that shows another.{apart}"
        )
    return found


def inside(box: Box, width: float, height: float) -> bool:
    """Whether some of a box is in a picture of that size; it may reach over the edge.

    >>> inside((-10, 5, 10, 25), 640, 480), inside((-300, 10, -250, 60), 640, 480)
    (True, False)
    """
    x0, y0, x1, y1 = box
    return x0 < width and y0 < height and x1 > 0 and y1 > 0


def whole(box: Box, kind: str) -> Box:
    """A box round the whole die: boxes of one kind frame only the pips of its top face.

    >>> whole((10, 10, 20, 20), "whole die")
    (10, 10, 20, 20)
    """
    x0, y0, x1, y1 = box
    if kind != PIPS_ONLY:
        return box
    width, height = 1.64 * (x1 - x0), 1.64 * (y1 - y0)
    middle, centre = (x0 + x1) / 2, (y0 + y1) / 2 + 0.25 * (y1 - y0)
    return middle - width / 2, centre - height / 2, middle + width / 2, centre + height / 2


def without(name: str, pictures: Iterable[Labelled]) -> tuple[str, ...]:
    """A note on how many pictures of a file or set are labelled as without dice: some may have been forgotten."""
    empty = sum(not picture.dice for picture in pictures)
    counts = "1 picture has no roll, and counts" if empty == 1 else f"{empty} pictures have no roll, and count"
    return (f"{name}: {counts} as without dice: write the rolls of those that show some.",) if empty else ()


def home(folder: Path) -> Path:
    """The folder of the set that a folder of labels or pictures belongs to."""
    return home(folder.parent) if folder.name in BESIDE else folder


def source(folder: Path, root: Path) -> str:
    """The name of the set that lies in a folder: its way from `root`.

    >>> source(Path("dice/desk/labels"), Path("dice")), source(Path("dice/images"), Path("dice"))
    ('desk', 'dice')
    """
    inside = [part for part in folder.relative_to(root).parts if part not in BESIDE]
    return "/".join(inside) or root.resolve().name


def usual(name: str) -> str:
    """The form in which two names are one that nobody could tell apart, or that a disk takes for one.

    >>> usual("U\u0308.JPG") == usual("\u00fc.jpg")
    True
    """
    return unicodedata.normalize("NFC", name).casefold()


def picture_at(name: str, folder: Path, pictures: Pictures) -> Path:
    """The picture that a label file in `folder` calls `name`.

    It lies there, or, if only one of that name does, elsewhere in the same set. Of a way that began at the root of
    somebody's disk the file's own name counts. Where none has that name, one does that is `usual` with it.

    Raises:
        LabelError: it does not.
    """
    name = name.replace("\\", "/").strip()
    if name and os.path.isfile(folder / name):  # noqa: PTH113 - unlike Path.is_file it says no to every odd name
        return folder / name
    place, parts = home(folder), Path(name).parts
    if Path(name).is_absolute() or PureWindowsPath(name).is_absolute():
        parts = parts[-1:]
    namesakes = pictures.get(usual(parts[-1]), ()) if parts else ()
    ways = {path: path.parts[-len(parts) :] for path in namesakes if path.is_relative_to(place)}
    same = [path for path, way in ways.items() if way == parts]
    alike = same or [path for path, way in ways.items() if list(map(usual, way)) == list(map(usual, parts))]
    if len(alike) != 1:
        wrong = "There is no picture" if not alike else "There is more than one picture"
        raise LabelError(f"{wrong} {quoted(name)} here: correct its name, or take its label away.")
    return alike[0]
