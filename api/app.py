"""The application: routes, page and guard put together round one table."""

from collections.abc import Awaitable, Callable, Mapping
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType

from fastapi import FastAPI, Request, Response
from fastapi.staticfiles import StaticFiles
from sqlalchemy.exc import SQLAlchemyError
from starlette.types import Scope

from api import problem, wire
from api.album import Album
from api.cameras import at_camera
from api.dealer import Dealer
from api.guard import LOOPBACK, Door, Scales, Seal
from api.live import Event, Hub
from api.past import at_past
from api.places import Places
from api.problem import Problem
from api.routes import House, in_match, router
from api.store import Store
from api.table import MissingError, Sheet, StaleError, Table, UnreadableError
from api.version import VERSION
from models.card import CardError
from scoring.dice import RuleError
from scoring.match import AmendError
from vision.camera import PictureError
from vision.kit import KitError
from vision.settle import Eye
from vision.zones import ZoneError


def build(
    store: Store, pictures: Path, hosts: frozenset[str] = LOOPBACK, eyes: Mapping[str, Eye] = MappingProxyType({})
) -> FastAPI:
    """Put a house together round a store and a folder of pictures, for those who call it by one of the hosts.

    `eyes` are eyes for the camera beside those of the kits, each by the kit that it reads.
    """
    hub = Hub()

    def announce(sheet: Sheet) -> None:
        hub.publish(sheet.id, Event("view", wire.match_of(sheet).model_dump_json(), sheet.seq))

    app = FastAPI(title="Croupier", version=VERSION, docs_url=None, redoc_url=None, separate_input_output_schemas=False)
    table, album = Table(store, announce), Album(pictures)
    dealer = Dealer(table, album, hub, Places(pictures.parent / "cameras"), eyes)
    app.state.house = House(table, album, hub, dealer)
    app.include_router(router)
    app.include_router(in_match)
    app.include_router(at_camera)
    app.include_router(at_past)
    app.mount("/", _Page(directory=str(files("api") / "page"), html=True))
    problem.install(app)
    _sentences(app)
    app.add_middleware(Door, hosts=hosts)
    app.add_middleware(Scales)
    app.add_middleware(Seal)
    return app


class _Page(StaticFiles):
    """The page's files: a browser may keep them, but asks each time whether they are still the same."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """One file of the page."""
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "no-cache"
        return response


def _sentences(app: FastAPI) -> None:
    """Say which problem each of the house's own errors is."""
    told: dict[type[Exception], tuple[int, str]] = {
        AmendError: (422, "later"),
        RuleError: (422, "rule"),
        PictureError: (422, "picture"),
        KitError: (422, "kit"),
        CardError: (503, "weights"),
        ZoneError: (422, "zones"),
    }
    for error, (status, kind) in told.items():
        app.add_exception_handler(error, _answerer(status, kind))
    said: dict[type[Exception], tuple[int, str, str]] = {
        MissingError: (404, "match", "There is no such match: choose one in the lobby."),
        UnreadableError: (409, "rules", "This match was played by rules that this version does not know."),
        SQLAlchemyError: (503, "store", "The score cannot be saved: is the disk full? What was saved is not lost."),
        Exception: (500, "fault", "Croupier made a mistake here, please report it; what was saved is not lost."),
    }
    for error, (status, kind, sentence) in said.items():
        app.add_exception_handler(error, _answerer(status, kind, sentence))

    @app.exception_handler(StaleError)
    async def _stale(_request: Request, error: StaleError) -> Response:
        detail = "Something else was played meanwhile: here is the match as it stands now."
        return Problem(409, detail, "stale", match=wire.match_of(error.sheet)).answer()


def _answerer(
    status: int, kind: str, sentence: str | None = None
) -> Callable[[Request, Exception], Awaitable[Response]]:
    async def answer(_request: Request, error: Exception) -> Response:
        return Problem(status, sentence or str(error), kind).answer()

    return answer
