"""What a command is told of the dice on the table, and the eye for them."""

from pathlib import Path
from typing import Annotated

import typer

from api.sets import from_file, home, kept_in, of_kit
from vision.kit import kit as kit_of
from vision.own.eye import OwnEye, own_eye

USUAL = "pips"  # the kit that is read where none is named

KitId = Annotated[str | None, typer.Option("--kit", metavar="ID", help="The dice on the table, else pips.")]
Taught = Annotated[
    str | None, typer.Option("--dice", metavar="NAME", help="Your own dice, as you taught them; or a file of dice.")
]


def eyes(kit: str | None, dice: str | None, data: Path | None) -> tuple[str, OwnEye | None]:
    """The kit to read by, and somebody's own set: the one of that name among those taught, or in that file.

    Raises:
        KitError, TeachError: there is no such kit or set, or they do not go together.
    """
    kit_of(kit or USUAL)
    if dice is None:
        return kit or USUAL, None
    path = Path(dice)
    found = from_file(path) if path.is_file() else kept_in(data or home()).find(dice)
    return kit or USUAL, own_eye(of_kit(found, kit))
