"""A house for tests: a store in a fresh folder, spoken to in this process or as a real server in another."""

import asyncio
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest
import uvicorn
from fastapi import FastAPI

from api.app import build
from api.entrance import ServeError, enter
from api.receiver import Receiver
from api.serve import SILENT
from api.store import Store
from tests.api.nursery import FORKS, forked, said
from tests.api.postgres import missing, running
from tests.api.windows import (
    CHROMIUM,
    FILM,
    FLAGS,
    PATIENCE,
    PHONE,
    SMALL_TARGETS,
    TOO_WIDE,
    Page,
    Shot,
    Visit,
    violations,
)

ROOT = Path(__file__).parents[2]
EXPECTED = (
    "status of 4",
    "ERR_CONNECTION_REFUSED",
    "ERR_CONNECTION_RESET",
    "ERR_INCOMPLETE",
    "Cross-Origin-Opener-Policy header",
)
CROUPIER = (sys.executable, "-m", "api")

Said = subprocess.CompletedProcess[str]
T = TypeVar("T")
Serving = Callable[..., AbstractContextManager[tuple[str, subprocess.Popen[str]]]]
Served = Callable[..., AbstractContextManager[str]]


def outcome(work: Coroutine[Any, Any, T]) -> T:
    """What comes of it in a thread of its own: in this one Playwright may have left a loop that runs."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, work).result()


@dataclass
class Player:
    """Somebody at a match: keeps the last seq seen, as a page does."""

    client: httpx.Client
    match: dict[str, Any]

    @property
    def view(self) -> dict[str, Any]:
        """What the match shows now."""
        view: dict[str, Any] = self.match["view"]
        return view

    @property
    def path(self) -> str:
        """Where the match is spoken to."""
        return f"/api/matches/{self.match['id']}"

    def post(self, what: str, **body: object) -> httpx.Response:
        """Send one request with the last seq seen, and see what comes of it."""
        answer = self.client.post(f"{self.path}/{what}", json={"after": self.match["seq"], **body})
        if answer.is_success:
            self.match = answer.json()
        return answer

    def photo(self, data: bytes, **query: int | str) -> dict[str, Any]:
        """Send a picture that can be read."""
        answer = self.client.post(
            f"{self.path}/photo", content=data, params=query, headers={"content-type": "image/jpeg"}
        )
        look: dict[str, Any] = answer.raise_for_status().json()
        self.match = look["match"]
        return look

    def play(self, *events: str) -> dict[str, Any]:
        """Play events that must be legal."""
        for event in events:
            answer = self.post("events", event=event)
            assert answer.status_code == 200, answer.text
        return self.view


@pytest.fixture(scope="session")
def postgres() -> Iterator[Callable[[], str]]:
    """Make empty databases in a real PostgreSQL; skips where there is none."""
    reason = missing()
    if reason:
        pytest.skip(reason)
    with running() as fresh:
        yield fresh


class Hasty(Receiver):
    """HTTP as the table speaks it, in tests that have no time."""

    patience = 2.0


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'croupier.db'}"
    fresh: str = request.getfixturevalue("postgres")()
    return fresh


@contextmanager
def housed(
    data: Path,
    port: int = 0,
    database: str = "",
    http: type[Receiver] = Hasty,
    **more: Any,  # noqa: ANN401 - as `build` takes it
) -> Iterator[tuple[FastAPI, str]]:
    """Keep a house in a thread of this process for the length of a block; gives it and its address."""
    store = Store(database or f"sqlite:///{data / 'croupier.db'}")
    app = build(store, data / "pictures", **more)
    config = uvicorn.Config(
        app,
        log_level="warning",
        http=http,
        ws="none",
        timeout_keep_alive=SILENT,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", port)) as listening:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield app, f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            app.state.house.dealer.close()
            app.state.house.hub.close()
            server.should_exit = True
            thread.join()
            store.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a fresh house."""
    with housed(tmp_path_factory.mktemp("house")) as (_, address):
        yield address


@pytest.fixture(scope="module")
def client(house: str) -> Iterator[httpx.Client]:
    """Somebody who speaks to that house."""
    with httpx.Client(base_url=house, timeout=30) as client:
        yield client


@pytest.fixture(scope="session")
def seat() -> Callable[..., Player]:
    """Begin a match in some house, of Ann and Bob if no others are named."""

    def seat(client: httpx.Client, *players: str, **options: str) -> Player:
        new = {"game": "jack-stone", "players": players or ("Ann", "Bob"), "options": options}
        return Player(client, client.post("/api/matches", json=new).raise_for_status().json())

    return seat


def swept(client: httpx.Client) -> None:
    """Throw other dice in a match of their own: what lies there now is no picture of the match before."""
    new = {"game": "jack-stone", "players": ["Cid", "Dee"]}
    Player(client, client.post("/api/matches", json=new).raise_for_status().json()).play("roll 2 2 3 3 4 6")


@pytest.fixture
def ann(client: httpx.Client, seat: Callable[..., Player]) -> Player:
    """A match in the house of this test."""
    return seat(client)


@pytest.fixture(scope="session")
def croupier() -> Callable[..., Said]:
    """Run the command and wait for it; in other surroundings than these it begins from nothing."""

    def croupier(*words: str | Path, **env: str) -> Said:
        if FORKS and not env:
            return said(*map(str, words))
        command, surroundings = [*CROUPIER, *map(str, words)], os.environ | env
        return subprocess.run(
            command, cwd=ROOT, env=surroundings, capture_output=True, text=True, timeout=120, check=False
        )

    return croupier


@pytest.fixture(scope="session")
def serving() -> Serving:
    """Run a real `croupier play` for the length of a block; gives the address that it prints, and its process."""

    @contextmanager
    def serving(*options: str | Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
        command = [*CROUPIER, "play", "--no-browser", *map(str, options)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout
                said = process.stdout.readline()
                assert "http" in said, process.communicate(timeout=20)
                yield said.split()[-1], process
            finally:
                process.terminate()
                process.communicate(timeout=20)

    return serving


@pytest.fixture(scope="session")
def served(serving: Serving) -> Served:
    """Run a real `croupier play` that is only spoken to for the length of a block; gives the address that it prints."""

    @contextmanager
    def served(*options: object) -> Iterator[str]:
        if not FORKS:
            with serving(*options) as (page, _):
                yield page
            return
        with forked("play", "--no-browser", *map(str, options)) as begun:
            while begun.process.is_alive() and "\n" not in begun.out.read_text(encoding="utf-8"):
                time.sleep(0.01)
            page, *_ = begun.out.read_text(encoding="utf-8").splitlines() or [""]
            assert "http" in page, begun.err.read_text(encoding="utf-8")
            yield page.split()[-1]

    return served


@pytest.fixture(scope="session")
def port() -> int:
    """The first of fifty ports at which nobody listens, below those that the system itself hands out."""
    for first in range(10_000 + 50 * (os.getpid() % 400), 32_000, 50):
        with ExitStack() as tried, suppress(OSError):
            for number in range(first, first + 50):
                one = tried.enter_context(socket.socket())
                one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                one.bind(("127.0.0.1", number))
            return first
    pytest.fail("No fifty free ports in a row: end what listens below 32000.")


@pytest.fixture(scope="session")
def server(served: Served, port: int, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real server in a process of its own."""
    with served("--port", str(port), "--data", tmp_path_factory.mktemp("house")) as page:
        yield page.split("/#")[0]


@contextmanager
def open_to_all(served: Served, port: int, data: Path, *more: str) -> Iterator[tuple[httpx.Client, str]]:
    """Open a real server to the house for the length of a block; gives its owner, and its address there."""
    try:
        for one in enter(port, Path(), lan=True).sockets:
            one.close()
    except ServeError as error:
        pytest.skip(str(error))
    with (
        served("--lan", "--port", port, "--data", data, *more) as page,
        httpx.Client(base_url=page.split("/#")[0], timeout=30, verify="--tls" not in more) as owner,
    ):
        address = owner.get("/api/pairing").raise_for_status().json()["page"].removesuffix("/join/")
        yield owner, address


@pytest.fixture(scope="session")
def lan(served: Served, tmp_path_factory: pytest.TempPathFactory, port: int) -> Iterator[tuple[httpx.Client, str]]:
    """The owner at a real server that is open to the house, and its address there."""
    with open_to_all(served, port + 11, tmp_path_factory.mktemp("lan")) as house:
        yield house


@pytest.fixture(scope="session")
def throws() -> Path:
    """The folder of the demo's pictures."""
    return ROOT / "api" / "demo"


@pytest.fixture(scope="session")
def chromium() -> Iterator[Callable[..., Any]]:
    """Start Chromiums without a window, perhaps with a film in place of the camera."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: pip install playwright")
    with sync_api.sync_playwright() as playwright:

        def chromium(film: Path | None = None) -> Any:  # noqa: ANN401 - Playwright may be missing
            flags = [*FLAGS, *FILM, f"--use-file-for-fake-video-capture={film}"] if film else FLAGS
            return playwright.chromium.launch(executable_path=CHROMIUM, args=flags)

        yield chromium


@pytest.fixture(scope="session")
def browser(chromium: Callable[..., Any]) -> Iterator[Any]:
    """The Chromium of all tests that bring no film."""
    browser = chromium()
    yield browser
    browser.close()


@pytest.fixture
def visit(chromium: Callable[..., Any], browser: Any, server: str) -> Iterator[Visit]:  # noqa: ANN401 - as above
    """Open the page in a fresh window; whatever goes wrong in it fails the test."""
    faults: list[str] = []
    opened = []

    def visit(
        size: dict[str, int], where: str = "/#/lobby", at: str = server, film: Path | None = None, **options: object
    ) -> Page:
        inside = chromium(film) if film else browser
        window = inside.new_context(viewport=size, has_touch=size is PHONE, reduced_motion="reduce", **options)
        opened.extend([window, inside] if film else [window])
        page = window.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.extend([said.text] if _is_fault(said) else []))
        page.on("request", lambda request: request.url.startswith((at, "blob:", "data:")) or faults.append(request.url))
        page.goto(at + where)
        return page

    yield visit
    for one in opened:
        one.close()
    assert not faults


@pytest.fixture
def shot(request: pytest.FixtureRequest) -> Shot:
    """Save a screenshot where CROUPIER_SCREENSHOTS says, and check what must hold on every page."""
    folder = os.environ.get("CROUPIER_SCREENSHOTS")

    def shot(page: Page, name: str) -> None:
        wide = page.evaluate(TOO_WIDE)
        assert wide <= 0, f"{name} scrolls sideways by {wide} pixels"
        assert page.evaluate(SMALL_TARGETS) == [], name
        assert violations(page) == [], name
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            page.screenshot(path=Path(folder) / f"{request.node.name.removeprefix('test_')}-{name}.png", full_page=True)

    return shot


def _is_fault(said: Any) -> bool:  # noqa: ANN401 - a message of Chromium's console
    """A refusal, a server that is gone, a header for https only: errors to Chromium, but none of the page."""
    return said.type == "error" and not any(word in said.text for word in EXPECTED)
