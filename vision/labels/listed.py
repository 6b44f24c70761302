"""Labels in JSON: COCO, and a plain list of pictures with their sources, dice and boxes."""

import json
import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scoring.dice import Face, quoted
from vision.labels.truth import (
    SHARES,
    Label,
    LabelError,
    Labelled,
    Labels,
    Pictures,
    face_of,
    picture_at,
    source,
    whole,
)
from vision.reading import Box

Size = tuple[float, float] | None  # of the picture in which boxes are measured


@dataclass(frozen=True)
class Place:
    """Where a label file lies, the pictures round it, and the faces that it may name."""

    file: Path
    root: Path
    pictures: Pictures
    faces: tuple[Face, ...]

    def told(self, name: str) -> str:
        """How complaints name the labels of one picture."""
        return f"{self.file.relative_to(self.root)}, {name}"

    def complaint(self, name: str, error: Exception) -> str:
        """One sentence about one picture."""
        said = error if isinstance(error, LabelError) else "Its labels are incomplete: write them again."
        return f"{self.told(name)}: {said}"

    def about(self, stray: Sequence[object]) -> str:
        """One sentence about annotations of images that there are not, by what they call them."""
        name = quoted(json.dumps(stray[0]))
        return (
            f"{self.file.relative_to(self.root)}: No image has the id {name} that annotations name: write each "
            "`image_id` just as the `id` of its image; pictures without annotations are left out until then."
        )


def read(file: Path, root: Path, pictures: Pictures, faces: Sequence[Face]) -> Labels:
    """The pictures that a JSON file labels; none if it speaks of something else.

    Raises:
        LabelError: it is no JSON.
    """
    try:
        told = json.loads(file.read_text(encoding="utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise LabelError("This is no JSON: mend it, or take it away.") from error
    place = Place(file, root, pictures, tuple(faces))
    if isinstance(told, dict) and all(
        isinstance(told.get(key), list) for key in ("images", "annotations", "categories")
    ):
        return _coco(told, place)
    if isinstance(told, list) and told and all(isinstance(entry, dict) and "image" in entry for entry in told):
        return _list(told, place)
    return Labels()


def _coco(told: dict[str, Any], place: Place) -> Labels:
    """Pictures of a COCO file: names of categories are faces, a `bbox` is x y width height in pixels."""
    annotations: dict[Any, list[Any]] = defaultdict(list)
    try:
        names = {category["id"]: str(category["name"]) for category in told["categories"]}
        for annotation in told["annotations"]:
            annotations[annotation["image_id"]].append(annotation)
    except (KeyError, TypeError, AttributeError) as error:
        raise LabelError(
            "Its annotations or categories are incomplete: each category needs `id` and `name`, each annotation "
            "`image_id`, `category_id` and `bbox`."
        ) from error
    stray = _stray(told["images"], list(annotations))
    found, complaints = [], [place.about(stray)] if stray else []
    where = source(place.file.parent, place.root)
    for image in told["images"]:
        name = _name(image, "file_name")
        try:
            if stray and not annotations[image["id"]]:
                continue  # whose dice may be among the stray ones
            size = _size(image)
            dice = tuple(_annotated(annotation, names, place.faces, size) for annotation in annotations[image["id"]])
            path = picture_at(name, place.file.parent, place.pictures)
            found.append(Labelled(path, where, dice, size, place.told(name)))
        except (LabelError, KeyError, TypeError, AttributeError) as error:
            complaints.append(place.complaint(name, error))
    return Labels(tuple(found), tuple(complaints))


def _stray(images: list[Any], named: list[Any]) -> list[Any]:
    """What annotations name as their image where no image is called so."""
    try:
        ids = {image["id"] for image in images}
    except (KeyError, TypeError):
        return []  # each such image is complained of by itself
    return [name for name in named if name not in ids]


def _annotated(annotation: dict[str, Any], names: dict[Any, str], faces: Sequence[Face], size: Size) -> Label:
    category = annotation["category_id"]
    if category not in names:
        raise LabelError(f"Its category {category!r} is not among the categories: add it there.")
    x, y, width, height = _four(annotation["bbox"])
    return Label(face_of(names[category], faces), _box((x, y, x + width, y + height), size))


def _list(told: list[Any], place: Place) -> Labels:
    """Pictures of a list of `{image, source, dice: [{face, box}], box_kind}`; a box is x0 y0 x1 y1 in pixels."""
    found, complaints = [], []
    for entry in told:
        name = _name(entry, "image")
        try:
            where = str(entry.get("source") or source(place.file.parent, place.root))
            size, kind = _size(entry), entry.get("box_kind", "")
            dice = tuple(_listed(die, kind, place.faces, size) for die in entry["dice"])
            path = picture_at(name, place.file.parent, place.pictures)
            found.append(Labelled(path, where, dice, size, place.told(name)))
        except (LabelError, KeyError, TypeError, AttributeError) as error:
            complaints.append(place.complaint(name, error))
    return Labels(tuple(found), tuple(complaints))


def _listed(die: dict[str, Any], kind: str, faces: Sequence[Face], size: Size) -> Label:
    box = die.get("box")
    return Label(face_of(str(die["face"]), faces), None if box is None else whole(_box(_four(box), size), kind))


def _name(image: object, key: str) -> str:
    return str(image.get(key) or "a picture without a name") if isinstance(image, dict) else "no picture"


def _size(image: dict[str, Any]) -> Size:
    """The size of picture in which boxes are measured, if it is told.

    Raises:
        LabelError: what is told is no size.
    """
    told = image.get("width"), image.get("height")
    if not all(told):
        return None
    try:
        width, height = (float(side) for side in told)  # type: ignore[arg-type]  # whatever JSON held
    except (TypeError, ValueError, OverflowError):
        width = height = math.nan
    if not (0 < width < math.inf and 0 < height < math.inf):
        raise LabelError(
            "Its `width` and `height` are no size: write both in pixels, or neither; until then it is left out."
        )
    return width, height


def _four(numbers: object) -> Box:
    try:
        a, b, c, d = (float(number) for number in numbers)  # type: ignore[attr-defined]  # whatever JSON held
    except (TypeError, ValueError, OverflowError) as error:
        raise LabelError("A box of it is not four numbers: write them in pixels.") from error
    return a, b, c, d


def _box(box: Box, size: Size) -> Box:
    if not (all(map(math.isfinite, box)) and box[0] < box[2] and box[1] < box[3]):
        raise LabelError("A box of it is empty: give it a width and a height.")
    if size != SHARES and max(box[2] - box[0], box[3] - box[1]) <= 1:
        raise LabelError(
            "A box of it is no larger than a pixel: write boxes in pixels, not as shares of the picture; until then it "
            "is left out."
        )
    return box
