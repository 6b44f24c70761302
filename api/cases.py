"""Cases: where sets of somebody's own dice lie - in a folder here, or elsewhere (`api.rack`)."""

import threading
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from filelock import FileLock


class Case(Protocol):
    """A place for sets, each a file under a key; for any thread. Its methods raise OSError or StoreError."""

    def all(self) -> Iterator[bytes]:
        """Every file."""
        ...

    def stamp(self, key: str) -> Hashable | None:
        """What is another as soon as the file of a key is; None where there is none."""
        ...

    def file(self, key: str) -> bytes | None:
        """The file of a key, if there is one."""
        ...

    def put(self, key: str, data: bytes) -> None:
        """Keep a file, in the place of the one before."""
        ...

    def drop(self, key: str) -> None:
        """Throw a file away."""
        ...

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep out whoever else would add to a set meanwhile."""
        ...


@dataclass(frozen=True)
class Files:
    """A folder with a file a set; it is made when the first is put there."""

    folder: Path
    _one: threading.Lock = field(default_factory=threading.Lock, repr=False, compare=False)

    def all(self) -> Iterator[bytes]:
        """Read every file; what cannot be read is empty, and what is thrown away meanwhile is none."""
        for path in sorted(self.folder.glob("*.dice")):
            try:
                yield path.read_bytes()
            except FileNotFoundError:
                continue
            except OSError:
                yield b""

    def stamp(self, key: str) -> Hashable | None:
        """When the file was written, how long it is, and which it is."""
        try:
            told = self._path(key).stat()
        except FileNotFoundError:
            return None
        return told.st_mtime_ns, told.st_size, told.st_ino

    def file(self, key: str) -> bytes | None:
        """Read the file."""
        try:
            return self._path(key).read_bytes()
        except FileNotFoundError:
            return None

    def put(self, key: str, data: bytes) -> None:
        """Write the file beside the one before, and then in its place."""
        self.folder.mkdir(parents=True, exist_ok=True)
        new = self.folder / f".{key}.new"
        new.write_bytes(data)
        new.replace(self._path(key))

    def drop(self, key: str) -> None:
        """Delete the file."""
        self._path(key).unlink(missing_ok=True)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Let one in, of all threads and of all programs of this computer."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with self._one, FileLock(self.folder / ".lock"):
            yield

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}.dice"
