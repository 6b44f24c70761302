"""The sets of dice that a household has taught, a file each, beside its matches."""

import hashlib
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from scoring.dice import quoted
from vision.own_dice import DAMAGED, OwnDice, read_back, written
from vision.teach import TeachError

LARGEST = 15 * 2**20  # bytes of a file of dice
FOLDER = "dice"  # in a data folder


def home() -> Path:
    """Where this person's matches and dice are kept."""
    return platformdirs.user_data_path("croupier")


@dataclass(frozen=True)
class Sets:
    """A folder with sets of dice; it is made when the first is put there."""

    folder: Path

    def all(self) -> tuple[OwnDice, ...]:
        """Every set that can be read, by name."""
        found = []
        for path in sorted(self.folder.glob("*.dice")):
            with suppress(TeachError):
                found.append(_read(path))
        return tuple(sorted(found, key=lambda dice: dice.name.casefold()))

    def find(self, name: str) -> OwnDice:
        """The set of that name.

        Raises:
            TeachError: there is none, or its file is damaged.
        """
        return from_bytes(self.bytes(name))

    def bytes(self, name: str) -> bytes:
        """The file of the set of that name.

        Raises:
            TeachError: there is none.
        """
        try:
            return (self.folder / _file(name)).read_bytes()
        except OSError as error:
            names = ", ".join(dice.name for dice in self.all())
            there = f"choose one of: {names}" if names else "teach them first, with croupier teach"
            raise TeachError(f"There are no dice {quoted(name)} on the shelf: {there}.") from error

    def put(self, dice: OwnDice) -> None:
        """Keep a set, in the place of one of the same name.

        Raises:
            TeachError: the folder cannot be written to.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            new = self.folder / f".{_file(dice.name)}.new"
            new.write_text(written(dice), encoding="utf-8")
            new.replace(self.folder / _file(dice.name))
        except OSError as error:
            raise TeachError(f"The dice cannot be saved ({error.strerror}): is the disk full?") from error

    def drop(self, name: str) -> None:
        """Forget a set.

        Raises:
            TeachError: there is none of that name.
        """
        self.find(name)
        (self.folder / _file(name)).unlink(missing_ok=True)


def from_file(path: Path) -> OwnDice:
    """A set that somebody sent.

    Raises:
        TeachError: it is no file of dice.
        OSError: it cannot be read.
    """
    if path.stat().st_size > LARGEST:
        raise TeachError("This file is too large to be a set of dice: ask for another.")
    return _read(path)


def from_bytes(data: bytes) -> OwnDice:
    """A set that somebody sent.

    Raises:
        TeachError: it is no file of dice.
    """
    try:
        return read_back(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise TeachError(DAMAGED) from error


def _read(path: Path) -> OwnDice:
    return from_bytes(path.read_bytes())


def _file(name: str) -> str:
    """The file of a set: names may hold any letters, and files may not."""
    return f"{hashlib.sha256(name.casefold().encode()).hexdigest()[:24]}.dice"
