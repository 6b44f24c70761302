"""The relay: servers that share one PostgreSQL tell each other what happens, so that all watchers see the same."""

import asyncio
import json
import logging
import threading
import time
from contextlib import closing, suppress

import pg8000
import sqlalchemy as sa
from pydantic import ValidationError

from api import wire
from api.devices import Devices
from api.live import HANDS, Event, Hub
from api.notices import catch_up, hear, let_go
from api.postgres import connected
from api.schema import KEPT, NEWS
from api.store import CHANNEL, Store, StoreError
from api.table import Table

AGAIN = 1.0  # seconds before a lost connection is opened again
PAUSE = 1.0  # seconds between two looks whether it is lost

log = logging.getLogger(__name__)


class Relay:
    """Carries events between the hubs of all servers at one database.

    Changes of a match, and devices that are removed, are told by the store itself as it writes them; all other events
    pass through a table, for they may be longer than PostgreSQL lets a notice be.
    """

    def __init__(self, store: Store, name: str) -> None:
        """`name` is this server's among all."""
        self._store, self._name = store, name
        self._has_heard = False

    def carry(self, match: str, event: Event) -> None:
        """Tell the other servers of an event; when the database is away, only watchers here hear of it."""
        row = {"match": match, "name": event.name, "data": event.data, "at": time.time()}
        try:
            with self._store.writing() as connection:
                connection.execute(NEWS.delete().where(NEWS.c.at < time.time() - KEPT))
                number = connection.execute(NEWS.insert().values(**row).returning(NEWS.c.id)).scalar_one()
                self._store.notify(connection, json.dumps({"from": self._name, "match": match, "news": number}))
        except StoreError:
            log.warning("The other servers do not hear of this: the database does not answer.")

    async def listen(self, table: Table, hub: Hub, devices: Devices) -> None:
        """Tell watchers here what happens elsewhere, until cancelled; what was missed meanwhile is caught up."""
        over = threading.Event()
        ear = threading.Thread(target=self._listen, args=(over, table, hub, devices), daemon=True)
        ear.start()
        try:
            await asyncio.Event().wait()
        finally:
            over.set()
            ear.join(2 * PAUSE)  # nothing is told to a house that has closed

    def _listen(self, over: threading.Event, table: Table, hub: Hub, devices: Devices) -> None:
        while not over.is_set():
            try:
                self._hear(over, table, hub, devices)
            except (pg8000.Error, OSError):
                pass  # the line was lost, and is opened again
            except Exception as error:  # noqa: BLE001 - whatever one word of theirs does, the next is heard
                log.warning("What another server told was missed (%s): Croupier listens anew.", type(error).__name__)
            over.wait(AGAIN)

    def _hear(self, over: threading.Event, table: Table, hub: Hub, devices: Devices) -> None:
        with closing(connected(self._store.engine.url)) as line:
            line.listen(CHANNEL)
            for match in hub.watched.union(_missed(table)):
                catch_up(table, match)
            self._ask_again(hub)
            _see_off(hub, devices)
            if self._has_heard:  # who was removed while the line was lost may know the words
                devices.renew()
            self._has_heard = True
            while not over.is_set():
                for text in line.heard(PAUSE):
                    self._tell(text, table, hub, devices)

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
                told = wire.Hands.model_validate_json(event.data)
                newest = wire.Hands.nothing(told.seq) if told.withdrawn else told  # whatever was asked before it
                hub.heard(match, Event(HANDS, newest.model_dump_json()))

    def _kept(self, which: sa.ColumnElement[bool]) -> dict[str, Event]:
        """News that are still there, by their match; none when the database is away."""
        with suppress(StoreError), self._store.reading() as connection:
            rows = connection.execute(NEWS.select().where(which)).all()
            return {row.match: Event(row.name, row.data) for row in rows}
        return {}


def _missed(table: Table) -> tuple[str, ...]:
    """The matches of which whoever follows all of them was not told yet; none when the database is away."""
    with suppress(StoreError):
        return table.behind(table.follows) if table.follows else ()
    return ()


def _see_off(hub: Hub, devices: Devices) -> None:
    """Let go of devices that watch here and were removed while nothing was heard; of none when the database is away."""
    with suppress(StoreError):
        let_go(hub.devices - {device.id for device in devices.all()}, hub, devices)
