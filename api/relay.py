"""The relay: servers that share one PostgreSQL tell each other what happens, so that all watchers see the same."""

import asyncio
import json
import logging
import time
from contextlib import suppress
from pathlib import PurePath
from typing import Any

import asyncpg
import sqlalchemy as sa
from anyio import to_thread
from pydantic import ValidationError

from api.devices import Devices
from api.live import HANDS, Event, Hub
from api.notices import catch_up, hear, let_go
from api.postgres import SEALED, SOCKET, seal
from api.schema import KEPT, NEWS
from api.store import CHANNEL, Store, StoreError
from api.table import Table

AWAY = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)  # what becomes of a connection
AGAIN = 1.0  # seconds before a lost connection is opened again

log = logging.getLogger(__name__)


class Relay:
    """Carries events between the hubs of all servers at one database.

    Changes of a match, and devices that are removed, are told by the store itself as it writes them; all other events
    pass through a table, for they may be longer than PostgreSQL lets a notice be.
    """

    def __init__(self, store: Store, name: str) -> None:
        """`name` is this server's among all."""
        self._store, self._name = store, name

    def carry(self, match: str, event: Event) -> None:
        """Tell the other servers of an event; when the database is away, only watchers here hear of it."""
        row = {"match": match, "name": event.name, "data": event.data, "at": time.time()}
        try:
            with self._store.writing() as connection:
                connection.execute(NEWS.delete().where(NEWS.c.at < time.time() - KEPT))
                number = connection.execute(NEWS.insert().values(**row).returning(NEWS.c.id)).scalar_one()
                self._store.notify(connection, json.dumps({"from": self._name, "match": match, "news": number}))
        except (sa.exc.SQLAlchemyError, StoreError):
            log.warning("The other servers do not hear of this: the database does not answer.")

    async def listen(self, table: Table, hub: Hub, devices: Devices) -> None:
        """Tell watchers here what happens elsewhere, until cancelled; what was missed meanwhile is caught up."""
        url = self._store.engine.url
        said = {name: value for name, value in url.query.items() if name not in (*SEALED, SOCKET)}
        there = url.set(drivername="postgresql", query=said).render_as_string(hide_password=False)
        while True:
            try:
                await self._hear(await asyncpg.connect(there, ssl=seal(url), **_socket(url)), table, hub, devices)
            except AWAY:
                pass  # it is opened again
            except Exception as error:  # noqa: BLE001 - whatever one word of theirs does, the next is heard
                log.warning("What another server told was missed (%s): Croupier listens anew.", type(error).__name__)
            await asyncio.sleep(AGAIN)

    async def _hear(self, connection: asyncpg.Connection, table: Table, hub: Hub, devices: Devices) -> None:
        heard: asyncio.Queue[str | None] = asyncio.Queue()
        connection.add_termination_listener(lambda _: heard.put_nowait(None))
        try:
            await connection.add_listener(CHANNEL, lambda _connection, _pid, _channel, text: heard.put_nowait(text))
            for match in hub.watched:
                await to_thread.run_sync(catch_up, table, match)
            await to_thread.run_sync(self._ask_again, hub)
            await to_thread.run_sync(_see_off, hub, devices)
            while (text := await heard.get()) is not None:
                await to_thread.run_sync(self._tell, text, table, hub, devices)
        finally:
            with suppress(*AWAY):
                await connection.close(timeout=1)

    def _tell(self, text: str, table: Table, hub: Hub, devices: Devices) -> None:
        news = json.loads(text)
        if news["from"] == self._name:
            return
        if "news" not in news:
            hear(news, table, hub, devices)
            return
        for event in self._kept(NEWS.c.id == news["news"]).values():
            with suppress(ValidationError):  # of a server of another version
                hub.hear(news["match"], event)

    def _ask_again(self, hub: Hub) -> None:
        """Hear the last that was told of hands in each match: it may be a question that is still open."""
        last = sa.select(sa.func.max(NEWS.c.id)).where(NEWS.c.name == HANDS).group_by(NEWS.c.match)
        for match, event in self._kept(NEWS.c.id.in_(last)).items():
            with suppress(ValidationError):
                hub.heard(match, event)

    def _kept(self, which: sa.ColumnElement[bool]) -> dict[str, Event]:
        """News that are still there, by their match; none when the database is away."""
        with suppress(sa.exc.SQLAlchemyError, StoreError), self._store.reading() as connection:
            rows = connection.execute(NEWS.select().where(which)).all()
            return {row.match: Event(row.name, row.data) for row in rows}
        return {}


def _see_off(hub: Hub, devices: Devices) -> None:
    """Let go of devices that watch here and were removed while nothing was heard; of none when the database is away."""
    with suppress(sa.exc.SQLAlchemyError, StoreError):
        let_go(hub.devices - {device.id for device in devices.all()}, hub, devices)


def _socket(url: sa.URL) -> dict[str, Any]:
    """Where the database listens on this computer, if its address says so: a folder, and the number in a name there."""
    place = PurePath(str(url.query.get(SOCKET, "")))
    return {"host": str(place.parent), "port": int(place.suffix[1:])} if place.suffix[1:].isdigit() else {}
