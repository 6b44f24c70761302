"""The command `croupier watch`: each throw before a camera, or in a film or a folder."""

import json
import logging
import time
from contextlib import closing, nullcontext, suppress
from pathlib import Path
from typing import Annotated

import typer

from api.command.dice import KitId, Taught, eyes
from api.command.read import line
from api.command.terminal import AsJson, Data, fail, fault, say, warn
from models.card import CardError
from vision.camera.source import PICTURES, SourceError, is_live
from vision.kit import KitError
from vision.own.teach import TeachError
from vision.picture import PictureError
from vision.throw.settle import eye
from vision.turn import turn_by
from vision.watch import watch as throws


def watch(
    src: Annotated[str, typer.Argument(metavar="SRC", help="A camera number, a film, a folder of pictures, a URL.")],
    kit: KitId = None,
    expect: Annotated[int | None, typer.Option(min=1, metavar="N", help="How many dice are thrown.")] = None,
    turned: Annotated[
        int, typer.Option("--turn", metavar="DEGREES", help="Turn each picture clockwise: 90, 180 or 270.")
    ] = 0,
    as_json: AsJson = False,
    dice: Taught = None,
    data: Data = None,
) -> None:
    """Tell each throw as it settles, a line each; a film or folder ends it, a camera runs on until Ctrl-C.

    The pictures of a folder come in the order of their names, 9.jpg before 10.jpg, and count as 15 a second.
    """
    if turned % 90:
        fail(f"A picture is not turned by {turned} degrees: give 90, 180 or 270 for --turn.")
    logging.basicConfig(format="%(message)s")
    logging.getLogger("vision").setLevel(logging.INFO)  # a camera that is lost, and back
    begun = time.monotonic() if is_live(src) else 0.0
    told = 0
    until = suppress(KeyboardInterrupt) if is_live(src) else nullcontext()
    try:
        kit, own = eyes(kit, dice, data)
        with until, closing(throws(src, eye(kit, expect, own), turn_by(turned))) as settling:
            for rest in settling:
                told += 1
                said = json.dumps(rest.as_json(begun)) if as_json else ""
                say(said or line(f"{rest.seconds - begun:.1f} s", rest.reading, f" {rest.p:.2f}"))
    except BrokenPipeError:
        raise  # who reads has enough: no fault of the source
    except (SourceError, PictureError, KitError, CardError, TeachError, OSError) as error:
        fail(fault(Path(dice or src), error))
    if not told and not is_live(src):
        single = "; one picture is for `croupier read`" if Path(src).suffix.lower() in PICTURES else ""
        warn(f"No throw came to rest in {src}: the dice must lie still for half a second{single}.")
