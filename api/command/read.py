"""The command `croupier read`: the dice in pictures."""

import json
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated

import cv2
import typer

from api.command.dice import KitId, Taught, eyes
from api.command.terminal import AsJson, Data, fail, fault, mistake, naming, say, warn
from models.card import CardError
from scoring.score import UNREADABLE
from vision.draw import draw
from vision.kit import KitError
from vision.own.teach import TeachError
from vision.picture import PictureError, load_file
from vision.read import read as look
from vision.reading import Frame, Reading

LONGEST_WEBP = 16_383  # pixels
DRAWN = b"drawn by croupier"  # the end of a picture that `read` drew: what opens it does not mind


def read(
    pictures: Annotated[
        list[Path], typer.Argument(metavar="PICTURE...", help="JPEG, PNG or WebP files.", readable=False)
    ],
    kit: KitId = None,
    expect: Annotated[int | None, typer.Option(min=0, metavar="N", help="How many dice must lie there.")] = None,
    as_json: AsJson = False,
    drawn: Annotated[Path | None, typer.Option("--draw", metavar="DIR", help="Where to draw what was read.")] = None,
    dice: Taught = None,
    data: Data = None,
) -> None:
    """Read the dice in pictures, a line each in the order given; exit 1 if any cannot be read."""
    try:
        kit, own = eyes(kit, dice, data)
        if drawn:
            _folder(drawn, pictures)
    except (KitError, TeachError, CardError, PictureError, OSError) as error:
        fail(fault(Path(dice or ""), error))
    see = partial(look, name=kit, expect=expect, own=own)
    fine = [_read(picture, see, as_json, drawn) for picture in pictures]
    sys.exit(0 if all(fine) else UNREADABLE)


def _read(picture: Path, see: Callable[[Frame], Reading], as_json: bool, drawn: Path | None) -> bool:
    """Read one picture and print its line; False when it cannot be read."""
    try:
        frame = load_file(picture)
        reading = see(frame)
        if drawn:
            _draw(picture, frame, reading, drawn)
    except (PictureError, CardError, OSError) as error:
        sentence = fault(picture, error)
    except Exception as error:  # noqa: BLE001 - a mistake of ours in one picture must not silence the others
        sentence = mistake(error)
    else:
        say(json.dumps(reading.as_json(image=str(picture))) if as_json else line(picture, reading))
        return True
    if as_json:
        say(json.dumps({"image": str(picture), "error": sentence}))
    else:
        warn(naming(picture, sentence))
    return False


def line(picture: Path | str, reading: Reading, p: str = "") -> str:
    """A reading for people: `throw.jpg: 1 3 3 4 4 6  sure`; behind that `p`, if there is any."""
    faces = " ".join(str(die.face or "?") for die in reading.dice) or "no dice"
    reasons = f" ({' '.join(reading.reasons)})" if reading.reasons else ""
    return f"{picture}: {faces}  {reading.verdict}{p}{reasons}"


def _folder(drawn: Path, pictures: list[Path]) -> None:
    """Make the folder to draw these pictures in, unless it is there."""
    names = Counter(path.name for path in set(pictures))
    if shared := [name for name, times in names.items() if times > 1]:
        raise PictureError(f"Several pictures are called {shared[0]}: draw them one by one, each into its own folder.")
    try:
        drawn.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PictureError(f"{drawn} can be no folder ({error.strerror}): name another for --draw.") from error


def _draw(picture: Path, frame: Frame, reading: Reading, folder: Path) -> None:
    """Draw a reading into a picture of the same name in a folder, over nothing but what was drawn there before."""
    path = folder / picture.name
    suffix = path.suffix.lower() if path.suffix.lower() in {".png", ".webp"} else ".jpg"
    if suffix == ".webp" and max(frame.width, frame.height) > LONGEST_WEBP:
        raise PictureError(
            f"{picture.name} cannot be drawn as WebP, which has 16,383 pixels a side at most: "
            "give it a name that ends in .png."
        )
    data = cv2.imencode(suffix, draw(frame, reading))[1]
    try:
        if path.is_file() and not path.read_bytes().endswith(DRAWN):
            raise PictureError(f"{path} is no picture that was drawn here: choose another folder for --draw.")
        path.write_bytes(data.tobytes() + DRAWN)
    except OSError as error:
        raise PictureError(
            f"{picture.name} cannot be drawn ({error.strerror}): name another folder for --draw."
        ) from error
