"""Every label in a folder, whatever format it is in."""

import os
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from vision.kit import Kit, kits
from vision.labels import listed, tsv, yolo
from vision.labels.truth import LabelError, Labels, usual

PICTURES = {".jpg", ".jpeg", ".png", ".webp"}


def gather(root: Path, kit: Kit, *, assume: bool = True) -> Labels:
    """The labelled pictures of a folder and its subfolders, with what is wrong with their labels.

    Each `labels.tsv`, JSON file or folder of YOLO texts is a source of its own, named by its folder; JSON may name the
    sources itself. A picture that is labelled twice counts once, as in the first of these formats. Classes that
    nobody names are the faces of the kit, if one may `assume` so; else their pictures are left out.

    Raises:
        OSError: the folder can't be read.
    """
    files = list(visible(root))
    pictures = [path for path in files if path.suffix.lower() in PICTURES]
    named: dict[str, list[Path]] = defaultdict(list)
    for path in pictures:
        named[usual(path.name)].append(path)
    told = Labels()
    for file in sorted(files, key=lambda file: file.name != tsv.NAME):
        how = tsv if file.name == tsv.NAME else listed if file.suffix.lower() == ".json" else None
        if how is None:
            continue
        try:
            told += how.read(file, root, named, kit.faces)
        except LabelError as error:
            told += Labels(complaints=(f"{file.relative_to(root)}: {error}",))
        except OSError as error:
            told += Labels(complaints=(f"{file.relative_to(root)} cannot be read ({error.strerror}).",))
    taken = {picture.path.resolve() for picture in told.pictures}
    left = [path for path in pictures if path.resolve() not in taken]
    told += yolo.read(root, left, kit.faces, assume=assume) + yolo.lone(root, files, pictures)
    found = _once(told, pictures)
    return replace(found, pictures=tuple(picture.counted(kit.counts_as) for picture in found.pictures))


def kits_of(root: Path) -> tuple[str, ...]:
    """The kits by whose faces some picture of a folder is labelled; numbers that nobody names are faces of none.

    Raises:
        OSError: the folder can't be read.
    """
    return tuple(name for name, kit in kits().items() if gather(root, kit, assume=False).pictures)


def visible(root: Path) -> Iterator[Path]:
    """The files under a folder in the order of their names; hidden ones are passed over."""
    for folder, folders, names in os.walk(root, onerror=_complain):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(folder, name) for name in sorted(names) if not name.startswith("."))


def _complain(error: OSError) -> None:
    raise error


def _once(labels: Labels, pictures: list[Path]) -> Labels:
    """Each picture once, with notes on those that are labelled twice or not at all."""
    found = {picture.path.resolve(): picture for picture in reversed(labels.pictures)}
    kept = tuple(picture for picture in labels.pictures if found[picture.path.resolve()] is picture)
    twice, bare = len(labels.pictures) - len(kept), sum(path.resolve() not in found for path in pictures)
    notes = []
    if twice:
        notes.append(f"{_pictures(twice)} labelled more than once: the first labels count.")
    if bare and kept:
        notes.append(f"{_pictures(bare)} without labels that can be used, and left out.")
    return Labels(kept, labels.complaints, labels.notes + tuple(notes))


def _pictures(count: int) -> str:
    return f"{count} picture{' is' if count == 1 else 's are'}"
