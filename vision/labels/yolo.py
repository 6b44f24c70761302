"""Labels as YOLO writes them: a text beside each picture, a line `class cx cy w h` a die, in shares of the picture."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from scoring.dice import Face, quoted
from vision.labels.classes import NAMES, Classes, named
from vision.labels.truth import SHARES, Label, LabelError, Labelled, Labels, face_of, inside, source, without
from vision.reading import Box


def read(root: Path, pictures: Iterable[Path], faces: Sequence[Face], *, assume: bool = True) -> Labels:
    """The pictures under `root` that have a text beside them, or in `labels` where they lie in `images`.

    `assume` says whether classes that nobody names are the faces in their order; else their pictures are left out.
    """
    found: list[Labelled] = []
    complaints: list[str] = []
    told_at: dict[tuple[Path, Path], Classes | None] = {}
    assumed: dict[str, bool] = {}  # of each source, whether nobody names some of its classes
    for picture, text in ((picture, text_of(picture)) for picture in pictures):
        if text is None:
            continue
        name, told = source(picture.parent, root), f"{text.name} of {picture.relative_to(root)}"
        at = (picture.parent, text.parent)
        if at not in told_at:
            told_at[at], wrong = _classes(picture, text, root)
            complaints += [each for each in wrong if each not in complaints]
        classes = told_at[at]
        assumed[name] = assumed.get(name, False) or classes is None
        if classes is None and assume:
            classes = dict(enumerate(map(str, faces)))
        if not classes:
            continue
        try:
            dice = _dice(text, classes, faces)
            found.append(Labelled(picture, name, dice, SHARES, told))
        except LabelError as error:
            complaints.append(f"{told}, {error}")
        except OSError as error:
            complaints.append(f"{told} cannot be read ({error.strerror}).")
    empty = [note for name in assumed for note in without(name, [each for each in found if each.source == name])]
    return Labels(tuple(found), tuple(complaints), (*_assumed(assumed, faces), *empty))


def text_of(picture: Path) -> Path | None:
    """The text with a picture's labels, if there is one.

    In a folder `images` somewhere above the picture, `labels` takes its place.
    """
    return next((text for text in _places(picture) if text.is_file()), None)


def lone(root: Path, files: Iterable[Path], pictures: Iterable[Path]) -> Labels:
    """Complaints about texts under `root` that are labels of a picture which is not there."""
    theirs = {text for picture in pictures for text in _places(picture)}
    texts = [file for file in files if file.suffix == ".txt" and file not in theirs and _are_labels(file)]
    wrong = "There is no JPEG, PNG or WebP picture {} for it: add one, or take the text away."
    return Labels(complaints=tuple(f"{text.relative_to(root)}: {wrong.format(quoted(text.stem))}" for text in texts))


def _places(picture: Path) -> list[Path]:
    """Where the text of a picture may be."""
    beside = [picture.with_suffix(".txt")]
    parts = picture.parts
    if "images" in parts:
        at = len(parts) - 1 - parts[::-1].index("images")
        beside.append(Path(*parts[:at], "labels", *parts[at + 1 :]).with_suffix(".txt"))
    return beside


def _are_labels(text: Path) -> bool:
    """Whether every line of a text is the label of a die, and there is one."""
    try:
        lines = [line for line in _lines(text) if line.strip()]
        return bool([_numbers(line.split()) for line in lines])
    except (LabelError, OSError):
        return False


def _classes(picture: Path, text: Path, root: Path) -> tuple[Classes | None, list[str]]:
    """The names of a set's classes: the nearest file that tells them, from the labels and the picture upwards.

    The last that is looked at is the folder above `root`, which may be a part of a set, as `images` or `valid` are.
    None where no file does; where one should and can't be used, no class at all, and why.
    """
    last = root.parent
    folders = sorted({*text.parents, *picture.parents}, key=lambda each: (-len(each.parts), each not in text.parents))
    files = [folder / name for folder in folders if folder.is_relative_to(last) for name in NAMES]
    for file in (file for file in files if file.is_file()):
        try:
            told = named(file)
        except LabelError as error:
            return {}, [f"{_named(file, root)}: {error}"]
        except OSError as error:
            return {}, [f"{_named(file, root)} cannot be read ({error.strerror}): its pictures are left out."]
        if told:
            return told, []
    return None, []


def _named(file: Path, root: Path) -> Path:
    return file.relative_to(root if file.is_relative_to(root) else root.parent)


def _dice(text: Path, classes: Classes, faces: Sequence[Face]) -> tuple[Label, ...]:
    dice = []
    for number, line in enumerate(_lines(text), 1):
        if not line.strip():
            continue
        try:
            dice.append(_die(line.split(), classes, faces))
        except LabelError as error:
            raise LabelError(f"line {number}: {error}") from error
    return tuple(dice)


def _lines(text: Path) -> list[str]:
    return text.read_text(encoding="utf-8-sig", errors="replace").splitlines()


def _die(words: list[str], classes: Classes, faces: Sequence[Face]) -> Label:
    kind, (x, y, width, height) = _numbers(words)
    if kind not in classes and min(classes) < kind < max(classes):
        raise LabelError(f"Class {kind} has no name: write one where the classes are named.")
    if kind not in classes:
        raise LabelError(f"There is no class {kind}: those that there are go from {min(classes)} to {max(classes)}.")
    box: Box = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
    near = all(-1 <= side <= 2 for side in box)  # noqa: PLR2004 - what is farther out is no share
    if not (width > 0 and height > 0 and near and inside(box, *SHARES)):
        raise LabelError("Its box is not in the picture: write cx, cy, w and h as shares, 0 to 1.")
    return Label(face_of(classes[kind], faces), box)


def _numbers(words: list[str]) -> tuple[int, Box]:
    """A class and `cx cy w h`."""
    try:
        kind, (x, y, width, height) = int(words[0]), map(float, words[1:])
    except ValueError as error:
        raise LabelError(
            "This is not `class cx cy w h`: write five numbers, the last four as shares, 0 to 1."
        ) from error
    return kind, (x, y, width, height)


def _assumed(assumed: Mapping[str, bool], faces: Sequence[Face]) -> tuple[str, ...]:
    return tuple(
        f"{name}: no data.yaml, classes.txt, _darknet.labels or obj.names tells the classes, "
        f"so 0 to {len(faces) - 1} are taken for the faces {faces[0]} to {faces[-1]}."
        for name, some in assumed.items()
        if some
    )
