"""The command `croupier validate`: how good the eye is on labelled pictures."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from api.command.dice import KitId, Taught, eyes
from api.command.terminal import Data, OneJson, fail, fault, naming, say, warn
from models.card import CardError
from vision.kit import KitError
from vision.own.teach import TeachError

GRUMBLES = 100  # sentences about labels that stderr is told


def validate(
    folder: Annotated[
        Path,
        typer.Argument(metavar="DIR", help="Pictures with labels: labels.tsv, COCO or YOLO.", readable=False),
    ],
    kit: KitId = None,
    as_json: OneJson = False,
    shown: Annotated[
        Path | None, typer.Option("--report", metavar="FILE.html", help="Where to show each miss.")
    ] = None,
    told: Annotated[bool, typer.Option("--told", help="Tell the eye how many dice there are, as a game does.")] = False,
    dice: Taught = None,
    data: Data = None,
) -> None:
    """Tell how good the eye is on labelled pictures; exit 1 if none could be judged."""
    from api.report.findings import meant  # noqa: PLC0415 - see `api.cli`
    from api.report.findings import validate as judge  # noqa: PLC0415
    from api.report.page import is_report, page  # noqa: PLC0415
    from api.report.tables import tables  # noqa: PLC0415

    _fit(folder, shown)
    try:
        if shown and not is_report(shown):
            fail(f"{shown} is no report that was written here: name another file for --report.")
        kit, own = eyes(kit, dice, data)
        found = judge(folder, kit, _count, own, told=told)
        other = meant(found)
    except (KitError, CardError, TeachError, OSError) as error:
        fail(fault(folder, error))
    if other:
        leaving = ", and no --dice" if dice else ""
        fail(f"The labels in {folder} are no faces of {found.kit}: give --kit {other}{leaving}.")
    _grumble(
        [*found.notes, *found.complaints, *(naming(Path(found.called(path)), said) for path, said in found.unreadable)]
    )
    if not found.judged:
        fail(f"No picture in {folder} could be judged: give each a label, as in a labels.tsv (picture, tab, roll).")
    say(json.dumps(found.as_json()) if as_json else tables(found))
    try:
        if shown:
            shown.write_text(page(found), encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        fail(f"{shown} cannot be written ({error.strerror}): name another file for --report.")


def _fit(folder: Path, shown: Path | None) -> None:
    """End where a folder is none, or a report can be none."""
    try:
        if not folder.is_dir():
            fail(f"{folder} is no folder: give a folder of pictures with labels.")
        if shown and (shown.is_dir() or not shown.parent.is_dir()):
            fail(f"{shown} cannot be a report: name a file in a folder that exists.")
    except OSError as error:  # a folder that may not be entered
        fail(fault(folder, error))
    if shown and (why := _hinders(shown)):
        fail(f"{shown} cannot be written ({why}): name another file for --report.")


def _hinders(file: Path) -> str:
    """Say why a file cannot be written, if it cannot; one that is not there is not there afterwards either."""
    there = file.exists() or file.is_symlink()
    try:
        file.open("ab").close()
        if not there:
            file.unlink()
    except OSError as error:
        return str(error.strerror)
    return ""


def _count(done: int, total: int) -> None:
    """Progress, where somebody looks on."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{done} of {total} pictures" + "\n" * (done == total))
        sys.stderr.flush()


def _grumble(sentences: list[str]) -> None:
    """Say what is wrong with labels and pictures; of very many, only the first."""
    for sentence in sentences[:GRUMBLES]:
        warn(sentence)
    if len(sentences) > GRUMBLES:
        warn(f"And {len(sentences) - GRUMBLES} more of that kind.")
