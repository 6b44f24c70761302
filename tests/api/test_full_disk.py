"""A disk that takes nothing more: the matches go on in memory, and all of it is there once the disk has room again."""

import json
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from tests.api.conftest import ROOT, Player, Serving
from tests.api.test_live import watching
from tests.api.test_webhook import receiving
from tests.api.windows import CHROMIUM, DESK, Shot, Visit
from vision.own.dice import written
from vision.own.lesson import lesson, taught
from vision.picture import load

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Only Linux limits the files of a running process.")

FULL, ROOMY = (0, resource.RLIM_INFINITY), (resource.RLIM_INFINITY, resource.RLIM_INFINITY)

Fill = Callable[[tuple[int, int]], None]


@pytest.fixture(scope="module")
def table(serving: Serving, port: int, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[httpx.Client, Fill]]:
    """A real server, and a way to fill its disk and to make room: no file of its may have more bytes than so many."""
    with (
        serving("--port", port + 33, "--data", tmp_path_factory.mktemp("disk")) as (page, process),
        httpx.Client(base_url=page.split("/#")[0], timeout=60) as client,
    ):
        yield client, lambda most: resource.prlimit(process.pid, resource.RLIMIT_FSIZE, most) and None


@pytest.fixture
def disk(table: tuple[httpx.Client, Fill]) -> Iterator[tuple[httpx.Client, Fill]]:
    """A server as above, whose disk has room again after the test."""
    yield table
    table[1](ROOMY)


def saved(player: Player) -> bool:
    told: bool = player.client.get(player.path).json()["saved"]
    return told


def test_matches_go_on_and_begin_on_a_full_disk(
    disk: tuple[httpx.Client, Fill], seat: Callable[..., Player], throws: Path
) -> None:
    client, fill = disk
    before = seat(client)
    fill(FULL)
    before.play("roll 1 3 3 4 4 6", "keep 1", "bank")
    new = seat(client)
    new.photo((throws / "01.jpg").read_bytes())
    new.play("adjust Ann 50")
    assert (before.match["saved"], new.match["saved"]) == (False, False)
    assert client.get("/api/matches").json()["matches"][0]["id"] == new.match["id"]
    assert client.post(f"{before.path}/rematch", json={}).status_code == 201
    others = {"game": "jack-stone", "players": ["Ann", "Cleo"], "after": before.match["id"]}
    assert client.post("/api/matches", json=others).json()["type"] == "urn:croupier:store"  # it could not be paused
    assert ["Ann", "Cleo"] not in [match["players"] for match in client.get("/api/matches").json()["matches"]]
    fill(ROOMY)
    while not (saved(before) and saved(new)):
        time.sleep(0.5)
    assert client.get(new.path).json()["log"] == new.match["log"]


def test_what_waits_for_the_disk_is_saved_by_itself_and_that_is_told(
    serving: Serving, port: int, tmp_path: Path, seat: Callable[..., Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROUPIER_WEBHOOK_SECRET", "secret")
    with (
        receiving() as receiver,
        serving("--port", port + 34, "--data", tmp_path, "--webhook", receiver.url) as (page, process),
        httpx.Client(base_url=page.split("/#")[0], timeout=60) as client,
        watching(ann := seat(client)) as heard,
    ):
        heard()
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, FULL)
        ann.play("adjust Ann 50")
        assert not json.loads(heard()["data"])["saved"]
        time.sleep(1)
        assert not receiver.taken  # a crash could still undo it
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, ROOMY)
        assert json.loads(heard()["data"])["saved"]
        assert receiver.waited(1) == ["adjust Ann 50"]
        ann.play("adjust Ann 100")
        assert json.loads(heard()["data"])["seq"] == 2  # nothing was told twice


def test_what_is_set_of_a_match_that_began_on_a_full_disk_waits_for_room(
    disk: tuple[httpx.Client, Fill], seat: Callable[..., Player]
) -> None:
    client, fill = disk
    before = seat(client)
    fill(FULL)
    new = seat(client)
    for player in (before, new):
        for answer in (client.delete(player.path), client.post(f"{player.path}/pause", json={})):
            assert answer.status_code == 503
            assert (
                answer.json()["detail"]
                == "The score cannot be saved: is the disk full, or the data folder closed or gone?"
            )
    fill(ROOMY)
    while not saved(new):
        time.sleep(0.5)
    assert client.delete(new.path).json()["standing"] == "deleted"


def test_a_camera_stays_turned_as_it_was_on_a_full_disk(disk: tuple[httpx.Client, Fill]) -> None:
    client, fill = disk
    for source in ("8", None, "8"):
        client.post("/api/camera", json={"source": source}).raise_for_status()
        client.put("/api/camera/turn", json={"degrees": 180})
        fill(FULL)
        answer = client.put("/api/camera/turn", json={"degrees": 270})
        assert (answer.status_code, "is the disk full?" in answer.text) == ((422, True) if source else (409, False))
        assert client.get("/api/camera").json()["turned"] == (180 if source else 0)
        fill(ROOMY)


@pytest.mark.parametrize(
    "most", [pytest.param(ROOMY, id="roomy", marks=pytest.mark.long), pytest.param(FULL, id="full")]
)
def test_nothing_is_lost_where_the_table_is_closed_before_the_disk_has_room(
    serving: Serving, port: int, tmp_path: Path, most: tuple[int, int]
) -> None:
    command = ("--port", port + 34, "--data", tmp_path)
    with serving(*command) as (page, process), httpx.Client(base_url=page.split("/#")[0], timeout=60) as client:
        photos = (ROOT / "samples/teach/lessons/fehu").glob("[12].jpg")
        shown = [lesson(load(photo.read_bytes(), photo.name), "1") for photo in photos]
        dice = replace(taught("runes", shown, whole=True), kit="pips")
        client.post("/api/dice/file", content=written(dice).encode()).raise_for_status()
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, FULL)
        begun = {"game": "jack-stone", "players": ["Ann", "Bob"], "dice": "runes"}
        player = Player(client, client.post("/api/matches", json=begun).raise_for_status().json())
        player.play("adjust Ann 50")
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, most)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=20)
    with serving(*command) as (page, _), httpx.Client(base_url=page.split("/#")[0], timeout=60) as client:
        if most is ROOMY:
            assert "every match is saved" in said
        else:
            assert "One match is not saved, for the disk takes nothing" in said
            told = said[said.index("# dice: runes") :]
            player = Player(client, client.post("/api/matches/import", content=told.encode()).raise_for_status().json())
        assert client.get(player.path).json()["view"]["totals"][0]["points"] == 50


@pytest.mark.browser
@pytest.mark.skipif(not CHROMIUM, reason="There is no Chromium here: apt-get install chromium")
def test_the_page_says_that_a_match_is_in_memory(disk: tuple[httpx.Client, Fill], visit: Visit, shot: Shot) -> None:
    client, fill = disk
    fill(FULL)
    page = visit(DESK, at=str(client.base_url).rstrip("/"), where="/#/lobby")
    new = {"game": "jack-stone", "players": ["Ann", "Bob"]}
    path = client.post("/api/matches", json=new).json()["id"]
    page.goto(f"{str(client.base_url).rstrip('/')}/#/match/{path}")
    page.get_by_text("The disk is full, or the data folder closed or gone").wait_for()
    shot(page, "full")
    fill(ROOMY)
