"""The notices: servers that share one file of matches leave word there of what they play, and look for the others'."""

import asyncio
import json
from contextlib import suppress

import sqlalchemy as sa
from anyio import to_thread

from api.live import Hub
from api.schema import NEWS
from api.store import Store, StoreError
from api.table import MissingError, Table, UnreadableError

PAUSE = 1.0  # seconds between two looks


class Notices:
    """What the store wrote down for the other servers at a database that calls nobody, such as SQLite."""

    def __init__(self, store: Store, name: str) -> None:
        """`name` is this server's among all."""
        self._store, self._name, self._last = store, name, 0

    async def listen(self, table: Table, hub: Hub) -> None:
        """Tell watchers here what is played elsewhere, until cancelled."""
        await to_thread.run_sync(self._new)
        while True:
            await asyncio.sleep(PAUSE)
            for match in await to_thread.run_sync(self._new):
                if match in hub.watched:
                    await to_thread.run_sync(catch_up, table, match)

    def _new(self) -> list[str]:
        """The matches that others played in since the last look, each once; none when the database is away."""
        with suppress(sa.exc.SQLAlchemyError, StoreError), self._store.reading() as connection:
            rows = connection.execute(NEWS.select().where(NEWS.c.id > self._last).order_by(NEWS.c.id)).all()
            self._last = rows[-1].id if rows else self._last
            told = (json.loads(row.data) for row in rows)
            return list(dict.fromkeys(news["match"] for news in told if news["from"] != self._name))
        return []


def catch_up(table: Table, match: str) -> None:
    """Tell those here how a match stands that was played elsewhere, if it can be told."""
    with suppress(MissingError, UnreadableError, sa.exc.SQLAlchemyError, StoreError):
        table.heard(match)
