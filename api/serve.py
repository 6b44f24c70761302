"""Serving: a house is furnished with its store, gets a free port, and is open until Ctrl-C."""

import errno
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType

import uvicorn
from fastapi import FastAPI
from sqlalchemy import URL

from api import demo
from api.app import build
from api.eye import look
from api.feeds import PHONE
from api.store import Store, StoreError
from api.table import Sheet, Table
from models.card import CardError
from vision.kit import kit as kit_of
from vision.own_eye import own_eye
from vision.read import read
from vision.source import is_live

HOST = "127.0.0.1"
PORT = 8765
TRIES = 20


class ServeError(Exception):
    """The table cannot be served; the message is a sentence for the owner."""


def furnish(data: Path, database: str | None) -> FastAPI:
    """Open the store and put the application together; raises StoreError when the folder cannot be used."""
    try:
        data.mkdir(parents=True, exist_ok=True)
        probe = data / ".writable"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise StoreError(f"{data} cannot be written to ({error.strerror}): name another folder with --data.") from error
    url = database or URL.create("sqlite", database=str(data / "croupier.db"))
    return build(Store(url), data / "pictures")


def opening(
    site: FastAPI, game: str | None, players: Sequence[str], kit: str | None, dice: str | None = None
) -> Sheet | None:
    """The match to begin with: the new one asked for; else the demo, until there is a match of one's own."""
    table: Table = site.state.house.table
    if game is not None:
        own = own_eye(site.state.house.eyes.shelf.find(dice)).dice.name if dice else ""
        return table.begin(game, players, {}, kit_of(kit).id if kit else "", dice=own)
    sheets = table.sheets()
    if any(not sheet.heading.demo for sheet in sheets):
        return None
    running = (sheet for sheet in sheets if not sheet.match.view.over)
    return next(running, None) or table.begin(demo.GAME, demo.PLAYERS, demo.OPTIONS, demo=True)


def watch(site: FastAPI, source: str, sheet: Sheet | None) -> None:
    """Follow a camera, for the match to begin with or the newest that is not over.

    Raises:
        ServeError: there is no such film or folder; a camera that is not there yet is waited for.
    """
    if not is_live(source) and source != PHONE and not Path(source).exists():
        raise ServeError(
            f"There is no {source}: give the number of a camera, a film, a folder of pictures or an address."
        )
    house = site.state.house
    running = (one for one in house.table.sheets() if not one.match.view.over)
    chosen = sheet or next(running, None)
    house.dealer.given = source
    house.dealer.attend(chosen.id if chosen else None)
    house.dealer.choose(source)


def listen(port: int | None) -> socket.socket:
    """A socket at the port asked for, or at the first free one from the usual port on."""
    for number in [port] if port else range(PORT, PORT + TRIES):
        try:
            return socket.create_server((HOST, number))
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                reason = f"Port {number} cannot be used ({error.strerror}): choose another with --port."
                raise ServeError(reason) from error
    raise ServeError(f"Port {port or PORT} is already in use: choose another with --port.")


def run(site: FastAPI, sheet: Sheet | None, listening: socket.socket, *, browser: bool) -> None:
    """Serve until somebody stops it."""
    address = f"http://{HOST}:{listening.getsockname()[1]}/"
    page = f"{address}#/match/{sheet.id}" if sheet else address

    def ready() -> None:
        sys.stdout.write(f"Croupier is open at {page}\n")
        sys.stdout.flush()
        sys.stderr.write("Press Ctrl-C to close it.\n")
        threading.Thread(target=_wake).start()
        if browser and _has_display():
            webbrowser.open(page)

    config = uvicorn.Config(
        site, log_level="warning", access_log=False, http="h11", ws="none", timeout_graceful_shutdown=3
    )
    server = _Server(config, ready, site.state.house.hub.close)
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        sys.stderr.write("\nThe table is closed; every match is saved.\n")
    site.state.house.dealer.close()
    site.state.house.table.store.close()


class _Server(uvicorn.Server):
    """A server that says when it is ready, and ends the live feeds when it is to stop."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], end: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready, self._end = ready, end

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End the live feeds first: they would keep the server waiting."""
        self._end()
        super().handle_exit(sig, frame)


def _wake() -> None:
    """Open the eye once, so that the first picture of the evening is read as fast as the others."""
    with suppress(CardError):
        look(demo.first()[1], read)


def _has_display() -> bool:
    """Whether a browser could show anything; without a screen Python would start one in this terminal."""
    return sys.platform in {"darwin", "win32"} or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
