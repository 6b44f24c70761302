"""The rack: sets of somebody's own dice in the database that several servers share."""

import hashlib
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import sqlalchemy as sa

from api.schema import DICE, Lock
from api.store import Store


@dataclass(frozen=True)
class Rack:
    """A case (`api.cases`) in a PostgreSQL: dice that are taught at one server are read at all others from then on."""

    store: Store

    def all(self) -> Iterator[bytes]:
        """Read every row."""
        with self.store.reading() as connection:
            rows = connection.execute(sa.select(DICE.c.data).order_by(DICE.c.key)).scalars().all()
        return map(bytes, rows)

    def stamp(self, key: str) -> Hashable | None:
        """The digest of the row."""
        with self.store.reading() as connection:
            found: str | None = connection.execute(sa.select(DICE.c.digest).where(DICE.c.key == key)).scalar()
        return found

    def file(self, key: str) -> bytes | None:
        """Read the row."""
        with self.store.reading() as connection:
            found = connection.execute(sa.select(DICE.c.data).where(DICE.c.key == key)).scalar()
        return None if found is None else bytes(found)

    def put(self, key: str, data: bytes) -> None:
        """Write the row."""
        row = {"digest": hashlib.sha256(data).hexdigest(), "data": data}
        with self.store.writing() as connection:
            if not connection.execute(DICE.update().where(DICE.c.key == key).values(**row)).rowcount:
                connection.execute(DICE.insert().values(key=key, **row))

    def drop(self, key: str) -> None:
        """Delete the row."""
        with self.store.writing() as connection:
            connection.execute(DICE.delete().where(DICE.c.key == key))

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Let one server in."""
        with self.store.alone(Lock.DICE):
            yield
