"""The doctor: is everything there that Croupier needs?"""

import platform
import socket
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path

from api import demo
from api.store import writable
from api.version import VERSION
from models.card import CardError, card, cards
from scoring.games import game, games
from vision.kit import kits
from vision.nets import answering
from vision.picture import load
from vision.read import read

PARTS = ("fastapi", "numpy", "onnxruntime", "sqlalchemy", "uvicorn")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: whether it is fine, and what was found."""

    what: str
    fine: bool
    detail: str

    def as_json(self) -> dict[str, object]:
        """The finding as `croupier doctor --json` prints it."""
        return asdict(self)


def examine(data: Path) -> tuple[Finding, ...]:
    """Look at everything in turn."""
    looks: dict[str, Callable[[], str]] = {
        "versions": _versions,
        "games": _games,
        "weights": _weights,
        "eye": _eye,
        "data folder": lambda: _folder(data),
        "port": _port,
    }
    return tuple(_finding(what, look) for what, look in looks.items())


def _finding(what: str, look: Callable[[], str]) -> Finding:
    try:
        return Finding(what, fine=True, detail=look())
    except Exception as error:  # noqa: BLE001 - whatever is wrong is what the doctor is here to tell
        return Finding(what, fine=False, detail=str(error) or type(error).__name__)


def _versions() -> str:
    parts = ", ".join(f"{part} {version(part)}" for part in PARTS)
    return f"croupier {VERSION}, Python {platform.python_version()}, {parts}"


def _games() -> str:
    return ", ".join(game.id for game in games())


def _weights() -> str:
    for dice in kits().values():
        for net in dice.nets:
            card(net)
        answering(dice)
    return ", ".join(f"{each.name} verified" for each in cards())


def _eye() -> str:
    name, picture = demo.first()
    _, dice = demo.pictures()[0]
    reading = read(load(picture, name), game(demo.GAME).kit)
    if len(reading.roll) != dice:
        raise CardError(f"The eye reads {len(reading.roll)} of {dice} dice in {name}: install Croupier anew.")
    return f"reads {reading.roll} in {name} in {reading.ms:.0f} ms"


def _folder(data: Path) -> str:
    there = next(path for path in (data.absolute(), *data.absolute().parents) if path.exists())
    writable(there)
    return f"{data} can be {'written to' if data.exists() else 'made'}"


def _port() -> str:
    with socket.socket() as tried:
        taken = tried.connect_ex(("127.0.0.1", 8765)) == 0
    return "8765 is taken: another port will be chosen" if taken else "8765 is free"
