"""The application: routes, page and guard put together round one table."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from anyio import to_thread
from fastapi import FastAPI, Request, Response
from fastapi.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect

from api import problem, telling
from api.album import TIDIED, Album, Limits
from api.beginning import beginning
from api.cameras import at_camera
from api.cases import Files
from api.contract import describe
from api.corrections import corrections
from api.crier import Crier
from api.dealer import Dealer
from api.devices import Devices
from api.eyes import Eyes
from api.gate import Gate
from api.guard import LOOPBACK, Door, Scales, Seal
from api.house import House
from api.ledger import Ledger
from api.live import Hub
from api.lobby import in_lobby
from api.methods import Heads
from api.notices import Notices
from api.own import own_dice
from api.pages import Pages
from api.pairing import in_pairing
from api.past import at_past
from api.photos import photos
from api.places import Places
from api.problem import Problem
from api.rack import Rack
from api.receipts import in_receipts
from api.routes import in_match, router
from api.schema import Setting
from api.sets import FOLDER, KeptError, Sets
from api.shelf import Drawer, Folder
from api.store import Store, StoreError
from api.stream import in_stream
from api.table import RETRY, ClosedError, MissingError, ReusedError, Sheet, StaleError, Table, UnreadableError
from api.version import VERSION
from api.webhook import Webhook
from models.card import CardError
from scoring.dice import RuleError
from scoring.entry import AmendError
from scoring.game import HeaderError
from vision.kit import KitError
from vision.own.teach import TeachError
from vision.picture import PictureError
from vision.throw.settle import Eye
from vision.throw.zones import ZoneError

if TYPE_CHECKING:
    from api.relay import Relay

log = logging.getLogger(__name__)

ROUTES = (
    router,
    beginning,
    in_lobby,
    in_match,
    photos,
    in_stream,
    in_receipts,
    at_camera,
    at_past,
    own_dice,
    corrections,
    in_pairing,
)


def build(
    store: Store,
    pictures: Path,
    hosts: frozenset[str] = LOOPBACK,
    eyes: Mapping[str, Eye] = MappingProxyType({}),
    address: str | None = None,
    limits: Limits | None = None,
    webhook: Webhook | None = None,
) -> FastAPI:
    """Put a house together round a store and a folder of pictures, for those who call it by one of the hosts.

    `eyes` are eyes for the camera beside those of the kits, each by the kit that it reads; `address` is where other
    devices find the table, where they may, `limits` are those of the pictures, and `webhook` hears of every entry.
    """
    table = Table(store, follows=Setting.TOLD if webhook else None)
    relay = _relay(store, table.name)
    hub, news = (Hub(relay.carry), relay) if relay else (Hub(), Notices(store, table.name))
    table.announce = _announcer(Crier(hub), webhook)
    album = Album(Drawer(store) if store.shared else Folder(pictures), limits or Limits())
    known = Eyes(Sets(Rack(store) if store.shared else Files(pictures.parent / FOLDER)), eyes)
    dealer = Dealer(table, album, hub, Places(pictures.parent / "cameras"), known)
    devices = Devices(store, address, name=table.name)
    house = House(table, Ledger(table), album, hub, dealer, devices, known)
    app = FastAPI(
        title="Croupier",
        version=VERSION,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        separate_input_output_schemas=False,
        lifespan=_lifespan(house, news, webhook),
    )
    app.state.house = house
    _routes(app)
    problem.install(app)
    describe(app)
    _sentences(app)
    _guards(app, devices, hosts)
    return app


def _lifespan(
    house: House, news: "Notices | Relay", webhook: Webhook | None
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    """What runs beside the requests: the news of other servers, saving, tidying, the webhook."""

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        table = house.table
        await to_thread.run_sync(table.store.heading, "")  # threads and database are ready before the first request
        beside = (news.listen(table, house.hub, house.devices), _saving(table), _tidying(house.album))
        tasks = [asyncio.create_task(task) for task in beside]
        if webhook:
            await to_thread.run_sync(webhook.start, table)
        yield
        if webhook:
            webhook.close()
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)

    return lifespan


def _routes(app: FastAPI) -> None:
    """Every address of the table, and the page at all others."""
    for routes in ROUTES:
        app.include_router(routes)
    app.router.default = Pages(directory=str(files("api") / "page"), html=True)


def _guards(app: FastAPI, devices: Devices, hosts: frozenset[str]) -> None:
    """What each request passes, the last of these first; lists and scripts are sent in a fifth of their bytes."""
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=1)
    app.add_middleware(Heads)
    app.add_middleware(Gate, devices=devices)
    app.add_middleware(Door, hosts=hosts)
    app.add_middleware(Scales)
    app.add_middleware(Seal)


def _relay(store: Store, name: str) -> "Relay | None":
    """The way to other servers at the same database; its libraries are there only where that can be shared."""
    if not store.shared:
        return None
    from api.relay import Relay  # noqa: PLC0415 - see above

    return Relay(store, name)


async def _saving(table: Table) -> None:
    """Save what waits for the disk as soon as it takes it, whoever looks or not, until cancelled."""
    while True:
        await asyncio.sleep(RETRY)
        try:
            await to_thread.run_sync(table.save)
        except Exception as error:  # noqa: BLE001 - whatever one round does, there is another
            log.warning("What waits for the disk was not saved (%s): it is tried again.", type(error).__name__)


async def _tidying(album: Album) -> None:
    """Throw away what is too old, also where nothing is played any more, until cancelled."""
    while True:
        await to_thread.run_sync(album.tidy)
        await asyncio.sleep(TIDIED)


def _announcer(crier: Crier, webhook: Webhook | None) -> Callable[[Sheet], None]:
    """Tell watchers what changed, and then the webhook."""

    def announce(sheet: Sheet) -> None:
        crier.announce(sheet)
        if webhook:
            webhook.heard(sheet)

    return announce


def _sentences(app: FastAPI) -> None:
    """Say which problem each of the house's own errors is."""
    told: dict[type[Exception], tuple[int, str]] = {
        RuleError: (422, "rule"),
        PictureError: (422, "picture"),
        KitError: (422, "kit"),
        CardError: (503, "weights"),
        ZoneError: (422, "zones"),
        StoreError: (503, "store"),
        TeachError: (422, "dice"),
        KeptError: (409, "dice"),
    }
    for error, (status, kind) in told.items():
        app.add_exception_handler(error, _answerer(status, kind))
    said: dict[type[Exception], tuple[int, str, str]] = {
        ReusedError: (422, "key", "This Idempotency-Key came with another request before: take a new one for this."),
        MissingError: (404, "match", "There is no such match: choose one in the lobby."),
        UnreadableError: (
            409,
            "rules",
            "This match was played by rules of another version of Croupier, newer or older: take its match file home.",
        ),
        ClientDisconnect: (400, "upload", "The upload broke off: send it again."),
        Exception: (500, "fault", "Croupier made a mistake here, please report it; what was saved is not lost."),
    }
    for error, (status, kind, sentence) in said.items():
        app.add_exception_handler(error, _answerer(status, kind, sentence))

    @app.exception_handler(HeaderError)
    async def _unseated(_request: Request, error: HeaderError) -> Response:
        return Problem(422, str(error), "rule", key=error.key).answer()

    @app.exception_handler(AmendError)
    async def _broken(_request: Request, error: AmendError) -> Response:
        return Problem(422, str(error), "later", entry=error.entry, why=error.why).answer()

    # These two tell a whole match with its odds, some seconds of work: in a thread, so that nobody else waits.

    @app.exception_handler(StaleError)
    def _stale(_request: Request, error: StaleError) -> Response:
        detail = f"{error}: here is the match as it stands now."
        return Problem(409, detail, "stale", match=telling.match_of(error.sheet)).answer()

    @app.exception_handler(ClosedError)
    def _closed(_request: Request, error: ClosedError) -> Response:
        button = "Go on" if error.sheet.standing == "paused" else "Restore"
        detail = f"This match is {error.sheet.standing}: press {button} at its table first."
        return Problem(409, detail, error.sheet.standing, match=telling.match_of(error.sheet)).answer()


def _answerer(
    status: int, kind: str, sentence: str | None = None
) -> Callable[[Request, Exception], Awaitable[Response]]:
    async def answer(_request: Request, error: Exception) -> Response:
        return Problem(status, sentence or str(error), kind).answer()

    return answer
