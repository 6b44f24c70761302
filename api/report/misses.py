"""Pictures that were not read exactly, shown: what was seen and what is true drawn on them, each wrong die cut out."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from api.crop import cut_out, data_uri, small
from api.report.findings import percent
from api.report.markup import Markup, joined, lone, tag
from scoring.dice import Face
from vision.judge import Judged, Outcome, Pair
from vision.labels.truth import written
from vision.picture import PictureError, load_file
from vision.reading import Box, Frame

SIDE = 800  # pixels, the longer side of a picture in the report
LEAST = 0.0005  # probability of a second face that is worth a word
ORDER: tuple[Outcome, ...] = ("right", "misread", "missed", "invented")  # as drawn: what is wrong lies on top


def misses(judged: Iterable[Judged], names: dict[Path, str], room: int) -> tuple[list[Markup], int]:
    """Every picture that was not read exactly, silent errors first; and how many are told without their picture.

    Once `room` letters are filled, no more pictures are shown.
    """
    wrong = sorted((each for each in judged if not each.exact), key=lambda each: not each.silent)
    shown, bare = [], 0
    for each in wrong:
        frame = _frame(each.labelled.path) if room > 0 else None
        article = _miss(each, names[each.labelled.path], frame)
        room -= len(article) if frame else 0
        bare += frame is None
        shown.append(article)
    return shown, bare


def _frame(path: Path) -> Frame | None:
    try:
        return load_file(path)
    except PictureError:
        return None  # it was readable a while ago; the miss is told in words


def _miss(judged: Judged, name: str, frame: Frame | None) -> Markup:
    asked = "Wrong without asking" if judged.silent else "It asked" if judged.reading.dice else "It saw no dice"
    true = _roll(label.face for label in judged.labelled.dice)
    read = _roll(die.face for die in judged.reading.dice)
    parts = [tag("h3", name), tag("p", judged.labelled.source, class_="source")]
    parts.append(tag("p", f"{asked}. True: ", tag("b", true), ". Read: ", tag("b", read), "."))
    if frame:
        parts.append(_drawn(judged, name, frame))
    parts.append(tag("ul", *(_die(pair, frame) for pair in judged.pairs if pair.outcome != "right"), class_="dice"))
    if judged.reading.reasons:
        reasons = (tag("li", reason) for reason in judged.reading.reasons)
        parts.append(tag("div", tag("p", "What it said:"), tag("ul", *reasons), class_="reasons"))
    return tag("article", *parts, class_="silent" if judged.silent else "asked")


def _roll(faces: Iterable[Face | None]) -> str:
    """Faces laid out in order, unknown ones last."""
    return " ".join(map(written, sorted(faces, key=lambda face: (face is None, face and face.rank)))) or "no dice"


def _drawn(judged: Judged, name: str, frame: Frame) -> Markup:
    """The picture with its labels dashed and its sightings solid, in pixels of the picture itself."""
    width, height = judged.reading.width, judged.reading.height
    size = max(width, height)
    pairs = sorted(judged.pairs, key=lambda pair: ORDER.index(pair.outcome))
    return tag(
        "svg",
        tag("image", href=data_uri(frame.at_most(SIDE)), width=width, height=height),
        *(_boxes(pair, size) for pair in pairs),
        viewBox=f"0 0 {width} {height}",
        role="img",
        aria_label=f"{name} with what was read and what is true",
        class_="picture",
        font_size=round(size / 36, 1),
    )


def _boxes(pair: Pair, size: int) -> Markup:
    boxes = []
    if pair.label and pair.label.box and pair.outcome != "right":
        boxes.append(_rect(pair.label.box, f"label {pair.outcome}", size))
    if pair.sighting:
        boxes.append(_rect(pair.sighting.box, pair.outcome, size))
    corner = pair.sighting.box if pair.sighting else pair.label.box if pair.label else None
    if corner:
        x, y = max(corner[0], 0.0), max(corner[1] - size / 150, size / 36)
        boxes.append(tag("text", _short(pair), x=f"{x:.1f}", y=f"{y:.1f}", class_=pair.outcome))
    return joined(*boxes)


def _rect(box: Box, kind: str, size: int) -> Markup:
    x, y, width, height = box[0], box[1], box[2] - box[0], box[3] - box[1]
    sides = {"x": f"{x:.1f}", "y": f"{y:.1f}", "width": f"{width:.1f}", "height": f"{height:.1f}"}
    return tag("rect", **sides, class_=kind, stroke_width=f"{size / 300:.1f}")


def _short(pair: Pair) -> str:
    """A die in its picture: what was read, and what it is where that is something else."""
    read = "no die" if pair.sighting is None else written(pair.sighting.face)
    if pair.outcome == "right":
        return read
    return f"{read}, is {'no die' if pair.label is None else written(pair.label.face)}"


def _die(pair: Pair, frame: Frame | None) -> Markup:
    return tag("li", *_crop(pair, frame), tag("span", *_words(pair)), class_=pair.outcome)


def _words(pair: Pair) -> Iterator[str]:
    """A wrong die in a sentence."""
    true = "" if pair.label is None else _face(written(pair.label.face))
    if pair.sighting is None:
        yield f"Missed: {true} was not seen."
        return
    said, face = pair.sighting, written(pair.sighting.face)
    read = f"read as {_face(face)}" + (f" with {percent(said.p)}" if said.face else "")
    other = said.second if said.second and said.second[1] >= LEAST else None
    second = f", or else {other[0]} with {percent(other[1])}" if other else ""
    state = "" if said.state == "flat" else f", {said.state}"
    what = "Invented: the labels have no such die, it was " if pair.label is None else f"Misread: {true} was "
    yield f"{what}{read}{second}{state}."


def _face(face: str) -> str:
    return "an unknown face" if face == "?" else f"a {face}"


def _crop(pair: Pair, frame: Frame | None) -> Iterator[Markup]:
    """The die cut out of its picture, where it is known where it lies."""
    box = pair.sighting.box if pair.sighting else pair.label.box if pair.label else None
    if box is None or frame is None:
        return
    cut = cut_out(frame, box)
    if cut is not None:
        seen = small(cut)
        height, width = seen.shape[:2]
        yield lone("img", src=data_uri(seen), alt=_short(pair), width=width, height=height)
