"""The notices: servers that share one file of matches leave word there of what they do, and look for the others'."""

import asyncio
import json
import logging
from collections.abc import Iterable
from contextlib import suppress

from anyio import to_thread

from api.devices import Devices
from api.live import Hub
from api.schema import NEWS
from api.store import Store, StoreError
from api.table import MissingError, Table, UnreadableError

PAUSE = 1.0  # seconds between two looks

log = logging.getLogger(__name__)


class Notices:
    """What the store wrote down for the other servers at a database that calls nobody, such as SQLite."""

    def __init__(self, store: Store, name: str) -> None:
        """`name` is this server's among all."""
        self._store, self._name, self._last = store, name, 0

    async def listen(self, table: Table, hub: Hub, devices: Devices) -> None:
        """Tell watchers here what is played elsewhere, and let go of who is removed there, until cancelled."""
        await to_thread.run_sync(self._new)
        while True:
            await asyncio.sleep(PAUSE)
            for text in await to_thread.run_sync(self._new):
                await to_thread.run_sync(self._tell, text, table, hub, devices)

    def _tell(self, text: str, table: Table, hub: Hub, devices: Devices) -> None:
        try:
            news = json.loads(text)
            if news["from"] != self._name:
                hear(news, table, hub, devices)
        except Exception as error:  # noqa: BLE001 - whatever one word of theirs does, the next is heard
            log.warning("What another server told was missed (%s).", type(error).__name__)

    def _new(self) -> list[str]:
        """What was left word of since the last look, each once; nothing when the database is away."""
        with suppress(StoreError), self._store.reading() as connection:
            rows = connection.execute(NEWS.select().where(NEWS.c.id > self._last).order_by(NEWS.c.id)).all()
            self._last = rows[-1].id if rows else self._last
            return list(dict.fromkeys(row.data for row in rows))
        return []


def hear(news: dict[str, str], table: Table, hub: Hub, devices: Devices) -> None:
    """Take note of what another server did: it removed a device, or played in a match."""
    if "device" in news:
        let_go([news["device"]], hub, devices)
    elif table.follows or news["match"] in hub.watched:
        catch_up(table, news["match"])


def let_go(removed: Iterable[str], hub: Hub, devices: Devices) -> None:
    """End the feeds of devices that were removed elsewhere, and let them in by no word that they may know."""
    for device in removed:
        devices.renew()
        hub.part(device)


def catch_up(table: Table, match: str) -> None:
    """Tell those here how a match stands that was played elsewhere, if it can be told."""
    with suppress(MissingError, UnreadableError, StoreError):
        table.heard(match)
