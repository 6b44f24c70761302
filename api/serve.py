"""Serving: a house is furnished with its store, gets a free port, and is open until Ctrl-C."""

import io
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing, suppress
from itertools import takewhile
from pathlib import Path
from types import FrameType

import segno
import uvicorn
from fastapi import FastAPI
from sqlalchemy import URL

from api import demo
from api.album import Limits
from api.app import build
from api.choice import brought, chosen
from api.decoder import DECODER
from api.devices import Devices
from api.entrance import HOST, Entrance, ServeError
from api.export import as_match
from api.feeds import PHONE
from api.gate import JOIN
from api.receiver import Receiver
from api.sets import of_kit
from api.store import Store, writable
from api.table import Sheet, Table
from api.webhook import Webhook
from models.card import CardError
from scoring.games import games
from vision.camera.source import SourceError, is_live, shots
from vision.kit import kit as kit_of
from vision.kit import kits
from vision.own.eye import own_eye
from vision.picture import PictureError
from vision.read import read

SILENT = 10  # seconds that a connection may rest: clients drop theirs after 5, and a server must not do so too
SOON = 2.0  # seconds after the start in which the first page has the processor to itself


def furnish(
    data: Path,
    database: str | None,
    entrance: Entrance,
    limits: Limits | None = None,
    webhook: Webhook | None = None,
) -> FastAPI:
    """Open the store and put the application together.

    Raises:
        HeaderError, KitError: two files define the same game or kit.
        StoreError: the folder or the database cannot be used.
    """
    games()
    kits()
    writable(data)
    url = database or URL.create("sqlite", database=str(data / "croupier.db"))
    return build(Store(url), data / "pictures", entrance.hosts, address=entrance.there, limits=limits, webhook=webhook)


def opening(
    site: FastAPI,
    game: str | None,
    players: Sequence[str],
    kit: str | None,
    dice: str | None = None,
    camera: str | None = None,
) -> Sheet | None:
    """The match to begin with: the new one asked for; else the demo, until there is a match of one's own.

    None stands for the lobby; there begins who brings a `camera`, for no camera sees the dice of the demo.
    """
    table: Table = site.state.house.table
    shown = kit_of(kit).id if kit is not None else ""
    if game is not None:
        shown = chosen(game, shown) if shown else ""
        own = brought(game, own_eye(of_kit(site.state.house.eyes.sets.find(dice), kit))) if dice is not None else ""
        return table.begin(game, players, {}, shown, dice=own)
    if camera is not None:
        return None
    running = []
    for sheet in table.sheets():
        if sheet.standing != "deleted" and not sheet.heading.demo:
            return None
        if sheet.standing != "deleted" and not sheet.match.view.over:
            running.append(sheet)
    return running[0] if running else table.begin(demo.GAME, demo.PLAYERS, demo.OPTIONS, demo=True)


def there(source: str) -> None:
    """Refuse a film or folder that shows nothing, with a ServeError; a camera that is not there yet is waited for."""
    if is_live(source) or source == PHONE:
        return
    try:
        next(shots(source), None)
    except PictureError as error:
        raise ServeError(
            f"The first picture of {source} cannot be read: take it out, or give another folder."
        ) from error
    except SourceError as error:
        raise ServeError(str(error)) from error


def watch(site: FastAPI, source: str, sheet: Sheet | None) -> None:
    """Follow a camera, for the match to begin with or the newest that is not over."""
    house = site.state.house
    running = (one for one in house.ledger.matches(deleted=False).matches if one.standing == "open")
    goes_on = next((one.id for one in running if not one.over and not one.demo), None)
    house.dealer.given = source
    house.dealer.attend(sheet.id if sheet and not sheet.heading.demo else goes_on)
    house.dealer.choose(source)


def run(site: FastAPI, sheet: Sheet | None, entrance: Entrance, *, browser: bool) -> None:
    """Serve until somebody stops it."""
    page = f"{entrance.here}/#/match/{sheet.id}" if sheet else f"{entrance.here}/"

    def ready() -> None:
        sys.stdout.write(f"Croupier is open at {page}\n")
        sys.stdout.flush()
        if entrance.there:
            sys.stderr.write(_invitation(entrance.there, site.state.house.devices))
        sys.stderr.write("Press Ctrl-C to close it.\n")
        waking.start()
        if browser and _has_display():
            webbrowser.open(page)

    waking = threading.Timer(SOON, lambda: _wake(waking.finished))
    sealed = entrance.certificate
    config = uvicorn.Config(
        site,
        log_level="warning",
        access_log=False,
        http=Receiver,
        ws="none",
        forwarded_allow_ips=HOST,  # whatever the environment says: who may name others would be the owner at will
        timeout_keep_alive=SILENT,
        timeout_graceful_shutdown=3,
        ssl_certfile=sealed.certificate if sealed else None,
        ssl_keyfile=sealed.key if sealed else None,
    )

    def closed() -> None:
        waking.cancel()
        with ExitStack() as last:  # what was begun first ends last, whatever fails before
            last.callback(DECODER.close)
            last.callback(_put_away, site.state.house.table)
            last.callback(site.state.house.dealer.close)

    server = _Server(config, ready, site.state.house.hub.close, closed)
    with suppress(KeyboardInterrupt):
        server.run(sockets=list(entrance.sockets))


def _put_away(table: Table) -> None:
    """Save what is not saved yet, and say goodbye."""
    with closing(table.store):
        lost, gone = table.save(), table.store.gone
    sys.stderr.write(f"\n{_goodbye(lost, gone=gone)}\n")


def _goodbye(lost: Sequence[Sheet], *, gone: bool) -> str:
    """The last words: matches that the disk did not take are told whole, so that nothing is lost."""
    if not lost:
        return "The table is closed; every match is saved."
    which = "One match is" if len(lost) == 1 else f"{len(lost)} matches are"
    why = "the data folder is gone" if gone else "the disk takes nothing"
    says = (
        f"The table is closed. {which} not saved, for {why}: "
        "copy what follows into a file each, and bring it in the lobby."
    )
    return "\n\n".join([says, *map(as_match, lost)])


def _invitation(address: str, devices: Devices) -> str:
    """The code to scan, as a terminal shows it, and what to do without a camera."""
    page, drawn = address + JOIN, io.StringIO()
    segno.make(f"{page}#{devices.code}", micro=False).terminal(drawn, compact=True)
    return (
        f"{drawn.getvalue()}\nScan this to play along, or open {page} and type the PIN {devices.pin}.\n"
        f"To watch only: {page}#{devices.link}\n"
    )


class _Server(uvicorn.Server):
    """A server that says when it is ready, ends the live feeds when it is to stop, and closes the house behind it."""

    def __init__(
        self, config: uvicorn.Config, ready: Callable[[], None], end: Callable[[], None], closed: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._ready, self._end, self._closed = ready, end, closed

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Hear everybody out, then close."""
        await super().shutdown(sockets)
        self._closed()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End the live feeds first: they would keep the server waiting. To be told twice makes it no quicker."""
        self._end()
        if not self.should_exit:
            super().handle_exit(sig, frame)


def _wake(enough: threading.Event) -> None:
    """Read a picture by the eye of each kit, so that the first of a player is read as fast as the others."""
    with suppress(CardError, PictureError):
        frame = DECODER.decoded(demo.first()[1])
        for kit in takewhile(lambda _: not enough.is_set(), kits()):
            read(frame, kit)


def _has_display() -> bool:
    """Whether a browser could show anything; without a screen Python would start one in this terminal."""
    return sys.platform in {"darwin", "win32"} or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
