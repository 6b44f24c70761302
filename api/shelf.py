"""Shelves: where pictures are put away - in a folder, or in the database that several servers share."""

import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import sqlalchemy as sa

from api.schema import PICTURES
from api.store import Store

AT_ONCE = 1000  # rows: a statement takes but so many names

Kept = tuple[str, float, int]  # the name of a picture, when it was put away (seconds), and its bytes


class Shelf(Protocol):
    """A place for pictures; its methods may be called from any thread, and raise OSError or StoreError."""

    def put(self, name: str, jpeg: bytes, reading: str) -> None:
        """Put a picture away under a name."""
        ...

    def has(self, name: str) -> bool:
        """Whether a picture of that name is here."""
        ...

    def picture(self, name: str) -> bytes | None:
        """The picture of that name, if it is here."""
        ...

    def reading(self, name: str) -> str | None:
        """What was read in the picture of that name, if it is here."""
        ...

    def newest_first(self) -> Iterable[Kept]:
        """All pictures."""
        ...

    def drop(self, names: Sequence[str]) -> None:
        """Throw pictures away."""
        ...


@dataclass(frozen=True, slots=True)
class Folder:
    """Two files a picture; the reading is written first, so that no picture is without one."""

    path: Path

    def put(self, name: str, jpeg: bytes, reading: str) -> None:
        """Write both files, or none."""
        self.path.mkdir(exist_ok=True)  # where the data folder is gone none is made in its place
        try:
            (self.path / f"{name}.json").write_text(reading, encoding="utf-8")
            (self.path / f"{name}.jpg").write_bytes(jpeg)
        except OSError:
            with suppress(OSError):
                self.drop([name])
            raise

    def has(self, name: str) -> bool:
        """Look for the picture."""
        return (self.path / f"{name}.jpg").is_file()

    def picture(self, name: str) -> bytes | None:
        """Read the picture."""
        with suppress(FileNotFoundError, NotADirectoryError):
            return (self.path / f"{name}.jpg").read_bytes()
        return None

    def reading(self, name: str) -> str | None:
        """Read the reading."""
        with suppress(FileNotFoundError, NotADirectoryError):
            return (self.path / f"{name}.json").read_text(encoding="utf-8")
        return None

    def newest_first(self) -> list[Kept]:
        """List the files."""
        stats = ((path.stem, path.stat()) for path in self.path.glob("*.jpg"))
        return sorted(((name, stat.st_mtime, stat.st_size) for name, stat in stats), key=lambda kept: -kept[1])

    def drop(self, names: Sequence[str]) -> None:
        """Delete both files of each."""
        for name in names:
            (self.path / f"{name}.jpg").unlink(missing_ok=True)
            (self.path / f"{name}.json").unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class Drawer:
    """A table of the database: what one server reads, another shows."""

    store: Store

    def put(self, name: str, jpeg: bytes, reading: str) -> None:
        """Write a row."""
        with self.store.writing() as connection:
            connection.execute(PICTURES.insert().values(name=name, at=time.time(), jpeg=jpeg, reading=reading))

    def has(self, name: str) -> bool:
        """Look for the row."""
        query = sa.select(PICTURES.c.name).where(PICTURES.c.name == name)
        with self.store.reading() as connection:
            return connection.execute(query).first() is not None

    def picture(self, name: str) -> bytes | None:
        """Read the picture."""
        with self.store.reading() as connection:
            found = connection.execute(sa.select(PICTURES.c.jpeg).where(PICTURES.c.name == name)).scalar_one_or_none()
        return None if found is None else bytes(found)

    def reading(self, name: str) -> str | None:
        """Read the reading."""
        with self.store.reading() as connection:
            query = sa.select(PICTURES.c.reading).where(PICTURES.c.name == name)
            found: str | None = connection.execute(query).scalar_one_or_none()
        return found

    def newest_first(self) -> list[Kept]:
        """List the rows."""
        query = sa.select(PICTURES.c.name, PICTURES.c.at, sa.func.length(PICTURES.c.jpeg))
        with self.store.reading() as connection:
            return [(row[0], row[1], row[2]) for row in connection.execute(query.order_by(PICTURES.c.at.desc()))]

    def drop(self, names: Sequence[str]) -> None:
        """Delete the rows."""
        for first in range(0, len(names), AT_ONCE):
            with self.store.writing() as connection:
                connection.execute(PICTURES.delete().where(PICTURES.c.name.in_(names[first : first + AT_ONCE])))
