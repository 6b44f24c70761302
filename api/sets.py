"""The sets of dice that a household has taught, by name."""

import hashlib
import unicodedata
from collections.abc import Hashable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import TypeVar

import platformdirs

from api.cases import Case, Files
from scoring.dice import quoted
from vision.kit import kits
from vision.own.dice import DAMAGED, OwnDice, face_of, read_back, written
from vision.own.teach import TeachError

LARGEST = 15 * 2**20  # bytes of a file of dice
FOLDER = "dice"  # in a data folder

Found = TypeVar("Found")


class KeptError(TeachError):
    """Other dice are kept under that name; the sentence says what to do."""


class NoDiceError(TeachError):
    """There are no dice of that name; the sentence says what to do."""


def home() -> Path:
    """Where this person's matches and dice are kept."""
    return platformdirs.user_data_path("croupier")


@contextmanager
def _reached() -> Iterator[None]:
    """Tell of a disk that is full, and of a folder that is closed or none, in a sentence."""
    try:
        yield
    except OSError as error:
        raise TeachError(
            f"The shelf of dice cannot be used ({error.strerror}): see whether the disk is full, or its folder closed."
        ) from error


@dataclass(frozen=True)
class Sets:
    """The sets in a case; raises TeachError wherever that cannot be reached."""

    case: Case

    def all(self) -> tuple[OwnDice, ...]:
        """Every set that can be read, by name."""
        found = []
        for data in self.case.all():
            with suppress(TeachError):
                found.append(from_bytes(data))
        return tuple(sorted(found, key=lambda dice: dice.name.casefold()))

    @property
    def unreadable(self) -> int:
        """How many sets cannot be read."""
        return sum(1 for _ in self.case.all()) - len(self.all())

    def find(self, name: str) -> OwnDice:
        """The set of that name.

        Raises:
            NoDiceError: there is none.
            TeachError: its file is damaged.
        """
        return from_bytes(self.bytes(name))

    def known(self, name: str) -> OwnDice | None:
        """The set of that name, if there is one.

        Raises:
            TeachError: its file cannot be read.
        """
        with _reached():
            data = self.case.file(key_of(name))
        try:
            return None if data is None else from_bytes(data)
        except TeachError as error:
            raise TeachError(
                f"There are dice {quoted(name)} that I cannot read: take another name, or delete them first."
            ) from error

    def bytes(self, name: str) -> bytes:
        """The file of the set of that name.

        Raises:
            NoDiceError: there is none.
        """
        with _reached():
            return self._there(name, self.case.file(key_of(name)))

    def stamp(self, name: str) -> Hashable:
        """What is another as soon as the set of that name is.

        Raises:
            NoDiceError: there is none.
        """
        with _reached():
            return self._there(name, self.case.stamp(key_of(name)))

    def put(self, dice: OwnDice) -> None:
        """Keep a set, in the place of one of the same name."""
        with _reached():
            self.case.put(key_of(dice.name), written(dice).encode())

    def take(self, dice: OwnDice) -> None:
        """Keep a set that somebody shared.

        Raises:
            KeptError: another of that name is there.
            TeachError: they stand for dice that nobody knows here.
        """
        if dice.kit and dice.kit not in kits():
            raise TeachError(
                f"These dice stand for those of a kit {quoted(dice.kit)}, which this Croupier does not have: "
                "bring it up to date, and take them then."
            )
        with _reached():
            there = self.case.file(key_of(dice.name))
        if there not in (None, written(dice).encode()):
            raise KeptError(
                f"You have other dice {quoted(dice.name)}: keep them as a file if you may want them back, "
                "delete them, and then take these."
            )
        self.put(dice)

    def drop(self, name: str, *faces: str) -> None:
        """Forget a set, even one that cannot be read; or only faces of it, all or none.

        Raises:
            NoDiceError: there is none of that name.
            TeachError: a face cannot be taken out of it.
        """
        with self.alone():
            self.bytes(name)
            if faces:
                self.put(reduce(OwnDice.without, (str(face_of(face)) for face in faces), self.find(name)))
            else:
                with _reached():
                    self.case.drop(key_of(name))

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep out whoever else would add to a set meanwhile: else what one of both learns is lost."""
        with ExitStack() as stack:
            with _reached():
                stack.enter_context(self.case.alone())
            yield

    def _there(self, name: str, found: Found | None) -> Found:
        if found is not None:
            return found
        names = ", ".join(dice.name for dice in self.all())
        there = f"choose one of: {names}" if names else "teach them first"
        raise NoDiceError(f"There are no dice {quoted(name)} on the shelf: {there}.")


def kept_in(folder: Path) -> Sets:
    """The sets in a data folder.

    Raises:
        TeachError: it is no folder.
    """
    for path in (folder, folder / FOLDER):
        if path.exists() and not path.is_dir():
            raise TeachError(f"{path} is no folder: give one for --data.")
    return Sets(Files(folder / FOLDER))


def of_kit(dice: OwnDice, kit: str | None) -> OwnDice:
    """The same set, if no other kit is asked for beside it.

    Raises:
        TeachError: another is.
    """
    if kit is not None and kit != dice.kit:
        raise TeachError(f"The dice {quoted(dice.name)} already say which faces they have: leave the kit {kit} out.")
    return dice


def from_file(path: Path) -> OwnDice:
    """A set that somebody sent.

    Raises:
        TeachError: it is no file of dice.
        OSError: it cannot be read.
    """
    if path.stat().st_size > LARGEST:
        raise TeachError("This file is too large to be a set of dice: ask for another.")
    return from_bytes(path.read_bytes())


def from_bytes(data: bytes) -> OwnDice:
    """A set that somebody sent.

    Raises:
        TeachError: it is no file of dice.
    """
    try:
        return read_back(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise TeachError(DAMAGED) from error


def key_of(name: str) -> str:
    """The key of a set: names may hold any letters, and files may not.

    >>> key_of("Ka\u0308fer") == key_of("k\u00e4fer")
    True
    """
    usual = unicodedata.normalize("NFC", name).casefold()
    return hashlib.sha256(usual.encode("utf-8", "surrogatepass")).hexdigest()[:24]
