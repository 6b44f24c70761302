"""Labels in JSON: COCO, and a plain list of pictures with their sources, dice and boxes."""

import json
import math
from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
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
    without,
)
from vision.reading import Box

PARTS = ("images", "annotations", "categories")  # of a COCO file

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
        lacks = f"Its labels lack a `{error.args[0]}`: write it." if isinstance(error, KeyError) else ""
        said = error if isinstance(error, LabelError) else lacks or "Its labels are incomplete: write them again."
        return f"{self.told(name)}: {said}"

    def labels(self, found: Sequence[Labelled], complaints: Sequence[str]) -> Labels:
        """What the file tells, with a note on pictures without dice."""
        return Labels(tuple(found), tuple(complaints), without(str(self.file.relative_to(self.root)), found))

    def about(self, stray: Sequence[object]) -> str:
        """One sentence about annotations of images that there are not, by what they call them."""
        name = quoted(json.dumps(stray[0]))
        return (
            f"{self.file.relative_to(self.root)}: No image has the id {name} that annotations name: write each "
            "`image_id` just as the `id` of its image, or take the annotation away; pictures without annotations are "
            "left out until then, and others may lack a die."
        )


@dataclass(frozen=True)
class Coco:
    """The parts of a COCO file: images, the annotations of each of their ids, and the names of each category."""

    images: list[Any]
    annotations: Mapping[Any, list[Any]]
    names: Mapping[Any, set[str]]

    @cached_property
    def ids(self) -> Counter[Any]:
        """How many images have each id."""
        given = [image["id"] for image in self.images if isinstance(image, dict) and "id" in image]
        return Counter(number for number in given if isinstance(number, Hashable))

    @property
    def stray(self) -> list[Any]:
        """What annotations name as their image where no image is called so.

        Where an image has no id they may be its own, and it is complained of by itself.
        """
        if self.ids.total() < len(self.images):
            return []
        return [number for number in self.annotations if number not in self.ids]


def read(file: Path, root: Path, pictures: Pictures, faces: Sequence[Face]) -> Labels:
    """The pictures that a JSON file labels; none if it speaks of something else.

    Raises:
        LabelError: it is no JSON, or a part of it is missing.
    """
    try:
        told = json.loads(file.read_text(encoding="utf-8-sig"))
        json.dumps(told, ensure_ascii=False).encode()  # halves of letters can be neither told nor written again
    except UnicodeEncodeError as error:
        half = quoted(json.dumps(error.object[error.start])[1:-1])
        raise LabelError(f"Half of a letter stands in it, {half}: write all of it, or take it away.") from error
    except (ValueError, RecursionError) as error:
        raise LabelError("This is no JSON: mend it, or take it away.") from error
    place = Place(file, root, pictures, tuple(faces))
    if isinstance(told, dict) and sum(part in told for part in PARTS) > 1:
        return _coco(told, place)
    if isinstance(told, list) and any(isinstance(entry, dict) and "image" in entry for entry in told):
        return _list(told, place)
    return Labels()


def _coco(told: dict[str, Any], place: Place) -> Labels:
    """Pictures of a COCO file: names of categories are faces, a `bbox` is x y width height in pixels."""
    coco = _parts(told)
    stray = coco.stray
    found, complaints = [], [place.about(stray)] if stray else []
    for number, image in enumerate(coco.images, 1):
        name = _name(image, "file_name", number)
        try:
            labelled = _labelled(image, name, coco, place)
            found += [labelled] if labelled.dice or not stray else []  # whose dice may be among the stray ones
        except (LabelError, KeyError, TypeError, AttributeError) as error:
            complaints.append(place.complaint(name, error))
    return place.labels(found, complaints)


def _parts(told: dict[str, Any]) -> Coco:
    for part in PARTS:
        if not isinstance(told.get(part), list):
            raise LabelError(f"There is no list of `{part}` in it: write one; until then its pictures are left out.")
    names: dict[Any, set[str]] = defaultdict(set)
    annotations: dict[Any, list[Any]] = defaultdict(list)
    try:
        for category in told["categories"]:
            names[category["id"]].add(str(category["name"]))
        for annotation in told["annotations"]:
            annotations[annotation["image_id"]].append(annotation)
    except (KeyError, TypeError, AttributeError) as error:
        raise LabelError(
            "Its annotations or categories are incomplete: each category needs `id` and `name`, each annotation "
            "`image_id`, `category_id` and `bbox`."
        ) from error
    return Coco(told["images"], annotations, names)


def _labelled(image: dict[str, Any], name: str, coco: Coco, place: Place) -> Labelled:
    number, size = image["id"], _size(image)
    if coco.ids[number] > 1:
        raise LabelError(
            f"Another image has its id {quoted(json.dumps(number))} too: give each an `id` of its own, and write that "
            "as the `image_id` of its annotations; until then it is left out."
        )
    dice = tuple(
        _annotated(annotation, coco.names, place.faces, size) for annotation in coco.annotations.get(number, ())
    )
    where = source(place.file.parent, place.root)
    return Labelled(_picture(image, "file_name", place), where, dice, size, place.told(name))


def _annotated(annotation: dict[str, Any], names: Mapping[Any, set[str]], faces: Sequence[Face], size: Size) -> Label:
    category = annotation["category_id"]
    if category not in names:
        raise LabelError(f"Its category {category!r} is not among the categories: add it there.")
    name, *others = sorted(names[category])
    if others:
        raise LabelError(
            f"Its category {category!r} has two names, {quoted(name)} and {quoted(others[0])}: give each category an "
            "`id` of its own; until then the picture is left out."
        )
    if annotation.get("iscrowd"):
        raise LabelError("A crowd of it has one box (`iscrowd`): give each die its own; until then it is left out.")
    x, y, width, height = _four(annotation["bbox"])
    return Label(face_of(name, faces), _box((x, y, x + width, y + height), size))


def _list(told: list[Any], place: Place) -> Labels:
    """Pictures of a list of `{image, source, dice: [{face, box}], box_kind}`; a box is x0 y0 x1 y1 in pixels."""
    found, complaints = [], []
    for number, entry in enumerate(told, 1):
        name = _name(entry, "image", number)
        try:
            where = str(entry.get("source") or source(place.file.parent, place.root))
            size, kind = _size(entry), entry.get("box_kind", "")
            dice = tuple(_listed(die, kind, place.faces, size) for die in entry["dice"])
            path = _picture(entry, "image", place)
            found.append(Labelled(path, where, dice, size, place.told(name)))
        except (LabelError, KeyError, TypeError, AttributeError) as error:
            complaints.append(place.complaint(name, error))
    return place.labels(found, complaints)


def _listed(die: dict[str, Any], kind: str, faces: Sequence[Face], size: Size) -> Label:
    box = die.get("box")
    return Label(face_of(str(die["face"]), faces), None if box is None else whole(_box(_four(box), size), kind))


def _name(image: object, key: str, number: int) -> str:
    """How complaints call a picture: by its name or, where it has none, by its place in the file."""
    return str(image.get(key) or f"entry {number}") if isinstance(image, dict) else f"entry {number}"


def _picture(image: dict[str, Any], key: str, place: Place) -> Path:
    if not image.get(key):
        raise LabelError(f"It has no `{key}`: write the name of its picture there, or take the entry away.")
    return picture_at(str(image[key]), place.file.parent, place.pictures)


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
