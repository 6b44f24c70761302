"""Labels as people write them: `labels.tsv`, a picture and its roll a line, with a tab between them."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from scoring.dice import Face
from vision.labels.truth import Label, LabelError, Labelled, Labels, Pictures, face_of, picture_at, source, without

NAME = "labels.tsv"


def read(file: Path, root: Path, pictures: Pictures, faces: Sequence[Face]) -> Labels:
    """The pictures that a labels.tsv names; empty lines and those that begin with # are passed over.

    A picture without a roll shows no dice; a note counts them, since one may have been forgotten.

    Raises:
        LabelError: it is no text.
    """
    try:
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise LabelError("This is no text in UTF-8: save it as such.") from error
    found, complaints = [], []
    for number, line in _lines(text):
        try:
            name, dice = _line(line, faces)
            found.append(Labelled(picture_at(name, file.parent, pictures), source(file.parent, root), dice))
        except LabelError as error:
            complaints.append(f"{file.relative_to(root)}, line {number}: {error}")
    return Labels(tuple(found), tuple(complaints), without(str(file.relative_to(root)), found))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip() and not line.startswith("#"):
            yield number, line.rstrip("\r")


def _line(line: str, faces: Sequence[Face]) -> tuple[str, tuple[Label, ...]]:
    name, tab, roll = line.partition("\t")
    if not tab:
        raise LabelError("There is no tab between picture and roll: write them as `01.jpg`, a tab, `1 3 3 4 4 6`.")
    if "\t" in roll.strip():
        raise LabelError("There is more than one tab: write the picture, a tab, and all its faces with spaces between.")
    return name, tuple(Label(face_of(word, faces)) for word in roll.split())
