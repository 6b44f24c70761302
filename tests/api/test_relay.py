"""Two servers at one PostgreSQL: what happens at one is seen by those who watch at the other."""

import json
import queue
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.certificate import certificate
from api.schema import NEWS
from api.store import Store
from api.table import Table
from tests.api.conftest import ROOT, Player, Served, housed, open_to_all
from tests.api.postgres import HANG_UP, by_socket, cable, do, missing, running
from tests.api.test_live import changed, watching

JPEG = {"content-type": "image/jpeg"}
LESSONS = ROOT / "samples" / "teach" / "lessons"


@pytest.fixture(scope="module")
def two(
    served: Served, postgres: Callable[[], str], port: int, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[httpx.Client, httpx.Client]]:
    """Two servers at one database, for tests that begin matches of their own."""
    with opened(served, port + 3, tmp_path_factory.mktemp("two"), postgres()) as clients:
        yield clients


@contextmanager
def opened(served: Served, port: int, folder: Path, database: str) -> Iterator[tuple[httpx.Client, httpx.Client]]:
    """Two servers, in processes and folders of their own, with one database."""
    with ExitStack() as stack:
        clients = []
        for number in (21, 22):
            options = ("--port", port + number, "--data", folder / str(number), "--database", database)
            page = stack.enter_context(served(*options))
            clients.append(stack.enter_context(httpx.Client(base_url=page.split("/#")[0], timeout=30)))
        yield clients[0], clients[1]


def test_who_watches_at_one_server_sees_what_is_played_and_read_at_another(
    two: tuple[httpx.Client, httpx.Client], seat: Callable[..., Player], throws: Path
) -> None:
    here, there = seat(two[0]), two[1]
    other = Player(there, there.get(here.path).raise_for_status().json())
    with watching(here) as heard_here, watching(other) as heard_there:
        heard = (heard_here, heard_there)
        matches = [json.loads(one()["data"]) for one in heard]
        here.play("roll 1 3 3 4 4 6")
        matches = [json.loads(one()["data"]) for one in heard]
        other.match = here.match
        other.play("keep 1")
        for place, one in enumerate(heard):
            matches[place] = changed(matches[place], json.loads(one()["data"]))
            assert matches[place]["seq"] == 2
        stale = here.post("events", event="bank")
        assert stale.status_code == 409
        assert stale.json()["match"]["seq"] == 2
        here.match = stale.json()["match"]
        here.play("bank")
        assert [json.loads(one()["data"])["seq"] for one in heard] == [3, 3]
        look = here.photo((throws / "01.jpg").read_bytes())
        seen = [until(one, "reading") for one in heard]
        assert seen[0] == seen[1]
        assert there.get(f"{here.path}/pictures/{look['picture']}").headers["content-type"] == "image/jpeg"


def test_servers_hear_of_each_other_over_a_sealed_line(
    served: Served, seat: Callable[..., Player], port: int, tmp_path: Path
) -> None:
    if reason := missing():
        pytest.skip(reason)
    made = certificate(tmp_path / "tls", ["127.0.0.1"])
    with running(made) as fresh:
        database = f"{fresh()}?sslmode=verify-full&sslrootcert={made.certificate}"
        with opened(served, port, tmp_path, database) as (here, there), watching(seat(here)) as heard:
            Player(there, json.loads(heard()["data"])).play("roll 1 3 3 4 4 6")
            assert json.loads(heard()["data"])["seq"] == 1


@pytest.mark.long
def test_servers_hear_of_each_other_at_a_socket_of_this_computer(
    served: Served, seat: Callable[..., Player], postgres: Callable[[], str], port: int, tmp_path: Path
) -> None:
    database = f"{by_socket(postgres())}&sslmode=require"  # libpq seals nothing there either
    with opened(served, port, tmp_path, database) as (here, there), watching(seat(here)) as heard:
        Player(there, json.loads(heard()["data"])).play("roll 1 3 3 4 4 6")
        assert json.loads(heard()["data"])["seq"] == 1


def test_a_server_whose_line_fell_silent_hears_the_others_again(
    seat: Callable[..., Player], postgres: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.postgres.PATIENCE", 0.5)
    url = postgres()
    with (
        cable(url) as (through, cut),
        housed(tmp_path, database=through) as (_, address),
        httpx.Client(base_url=address, timeout=30) as client,
        watching(seat(client)) as heard,
    ):
        match = json.loads(heard()["data"])["id"]
        cut()
        other = Table(Store(url))
        other.write(match, 0, lambda match: match.play("roll 1 3 3 4 4 6"))
        while json.loads(heard()["data"])["seq"] == 0:
            pass
        other.store.close()


def test_a_device_is_told_in_a_sentence_that_the_database_is_away(
    seat: Callable[..., Player], postgres: Callable[[], str], tmp_path: Path
) -> None:
    server, _, name = (url := postgres()).rpartition("/")
    with (
        housed(tmp_path, database=url) as (app, address),
        httpx.Client(base_url=address, timeout=30) as owner,
        httpx.Client(base_url=address, timeout=30, headers={"x-forwarded-for": "192.168.7.9"}) as phone,
    ):
        match = seat(owner)
        phone.post("/api/devices", json={"word": app.state.house.devices.code}).raise_for_status()
        assert phone.get(match.path).status_code == 200
        connected = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"  # noqa: S608
        do(f"{server}/postgres", f"ALTER DATABASE {name} ALLOW_CONNECTIONS false", connected)
        answer = phone.get(match.path)
        assert (answer.status_code, answer.json()["type"]) == (503, "urn:croupier:store")
        assert "content-security-policy" in answer.headers


def test_a_device_that_is_removed_while_a_server_hears_nothing_gets_in_there_by_no_word_it_knows(
    postgres: Callable[[], str], tmp_path: Path
) -> None:
    url = postgres()
    with housed(tmp_path, database=url) as (app, _):
        devices = app.state.house.devices
        device, _ = devices.pair(before := devices.code, "Ann's phone")
        do(url, f"DELETE FROM devices WHERE id = '{device.id}'")  # noqa: S608 - as another server does, unheard
        deadline = time.monotonic() + 20
        while devices.code == before:
            assert time.monotonic() < deadline
            do(url, HANG_UP)  # until it was hung up on after it had listened
            time.sleep(0.2)


NONSENSE = ("NOTIFY croupier, 'nonsense'",)
STRANGE = (  # a question as another version asks it
    "INSERT INTO news (match, name, data, at) SELECT id, 'hands', '{}', 1e12 FROM matches",
    """SELECT pg_notify('croupier', json_build_object('from', '', 'match', match, 'news', id)::text) FROM news""",
)


@pytest.mark.parametrize(
    "said", [pytest.param(NONSENSE, id="nonsense", marks=pytest.mark.long), pytest.param(STRANGE, id="strange")]
)
def test_what_a_server_does_not_understand_costs_it_nothing_else(
    served: Served,
    seat: Callable[..., Player],
    postgres: Callable[[], str],
    port: int,
    tmp_path: Path,
    said: tuple[str, ...],
) -> None:
    database = postgres()
    with opened(served, port, tmp_path, database) as (here, there), watching(seat(here)) as heard:
        player = Player(there, json.loads(heard()["data"]))
        do(database, *said)
        player.play("adjust Ann 50")
        while heard().get("id") != "1":
            pass


def test_servers_at_one_folder_hear_of_each_other(
    served: Served, seat: Callable[..., Player], port: int, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        pages = [stack.enter_context(served("--port", port + n, "--data", tmp_path)) for n in (21, 22)]
        here, there = (stack.enter_context(httpx.Client(base_url=page.split("/#")[0], timeout=30)) for page in pages)
        ann = seat(here)
        with watching(ann) as heard:
            bob = Player(there, json.loads(heard()["data"]))
            bob.play("roll 1 3 3 4 4 6")
            match = json.loads(heard()["data"])
            assert match["seq"] == 1
            store = Store(f"sqlite:///{tmp_path / 'croupier.db'}")
            with store.writing() as connection:  # of a server of another version, and of none
                for text in ('{"from": "another", "later": 1}', "no word"):
                    connection.execute(NEWS.insert().values(match="", name="", data=text, at=time.time()))
            store.close()
            there.post(f"{ann.path}/pause", json={}).raise_for_status()
            match = changed(match, json.loads(heard()["data"]))
            assert (match["seq"], match["standing"]) == (1, "paused")
            here.post(f"{ann.path}/resume", json={}).raise_for_status()
            match = changed(match, json.loads(heard()["data"]))
            bob.play("keep 1")  # nothing was told of what was played here
            assert changed(match, json.loads(heard()["data"]))["seq"] == 2


@pytest.fixture(params=["folder", pytest.param("postgres", marks=pytest.mark.long), "postgres that hung up"])
def shared(request: pytest.FixtureRequest) -> tuple[tuple[str, ...], Callable[[], None]]:
    """What tells two servers to share a database, and what may happen to it."""
    if request.param == "folder":
        return (), lambda: None
    database = request.getfixturevalue("postgres")()

    def hang_up() -> None:
        do(database, HANG_UP)

    return ("--database", database), hang_up if request.param != "postgres" else lambda: None


def test_a_device_that_is_removed_at_one_server_is_out_at_the_other(
    served: Served, seat: Callable[..., Player], port: int, tmp_path: Path,
    shared: tuple[tuple[str, ...], Callable[[], None]],
) -> None:  # fmt: skip
    options, happens = shared
    with (
        open_to_all(served, port + 21, tmp_path, *options) as (here, _),
        open_to_all(served, port + 22, tmp_path, *options) as (there, address),
        httpx.Client(base_url=address, timeout=20) as phone,
    ):
        match = seat(there)
        before = there.get("/api/pairing").json()
        word = {"word": before["players"].partition("#")[2], "name": "Ann's phone"}
        paired = phone.post("/api/devices", json=word).raise_for_status().json()
        with phone.stream("GET", f"{match.path}/stream") as feed:
            told = feed.iter_lines()
            assert next(told) == "id: 0"
            happens()
            here.delete(f"/api/devices/{paired['id']}").raise_for_status()
            deadline = time.monotonic() + 20
            while (after := there.get("/api/pairing").json()) == before:
                assert time.monotonic() < deadline
                time.sleep(0.1)
            match.play("roll 1 3 3 4 4 6")
            assert not [line for line in told if line.startswith("id: 1")]
        assert all(before[way] != after[way] for way in ("players", "watchers"))
        assert phone.post("/api/devices", json=word).status_code == 403


@pytest.mark.parametrize("kind", ["folder", pytest.param("postgres", marks=pytest.mark.long)])
def test_devices_that_ask_two_servers_for_a_rematch_in_the_same_instant_get_the_same(
    request: pytest.FixtureRequest, served: Served, seat: Callable[..., Player], port: int, tmp_path: Path, kind: str
) -> None:
    database = request.getfixturevalue("postgres")() if kind == "postgres" else f"sqlite:///{tmp_path / 'one.db'}"
    with opened(served, port, tmp_path, database) as two:
        for _ in range(3):
            path = f"{seat(two[0]).path}/rematch"
            with ThreadPoolExecutor(8) as devices:
                asked = [devices.submit(client.post, path, json={}) for client in two * 4]
            assert len({each.result().raise_for_status().json()["id"] for each in asked}) == 1


def test_a_device_that_cannot_be_named_is_refused_as_such(two: tuple[httpx.Client, httpx.Client]) -> None:
    assert two[0].delete("/api/devices/a%00b").status_code == 422
    assert two[0].delete("/api/devices/nothere").status_code == 404


def test_a_photo_that_is_dropped_at_one_server_is_dropped_at_the_other(
    two: tuple[httpx.Client, httpx.Client], seat: Callable[..., Player], throws: Path
) -> None:
    here = seat(two[0])
    picture = here.photo((throws / "03.jpg").read_bytes())["picture"]
    with watching(here) as near, watching(Player(two[1], here.match)) as far:
        here.client.post(f"{here.path}/dismiss", json={"picture": picture}).raise_for_status()
        assert until(near, "dropped") == until(far, "dropped") == {"picture": picture}
    assert here.client.post(f"{here.path}/dismiss", json={"picture": "x" * 24}).status_code == 422


def test_a_question_of_the_camera_at_one_server_is_asked_and_dropped_at_the_other(
    two: tuple[httpx.Client, httpx.Client], seat: Callable[..., Player], throws: Path
) -> None:
    here = seat(two[0])
    there = Player(two[1], here.match)
    phone = f"{here.path}/phone"
    here.client.post(phone, content=b"").raise_for_status()
    with watching(here) as near:
        here.client.post(phone, content=(throws / "01.jpg").read_bytes(), headers=JPEG).raise_for_status()
        asked = until(near, "hands")
        assert asked["question"]
        with watching(there) as far:
            assert until(far, "hands") == asked
            there.client.post(f"{there.path}/dismiss", json={}).raise_for_status()
            for stream in (near, far):
                told = asked
                while told == asked:  # a stream may tell it twice: as it begins, and as it is asked
                    told = until(stream, "hands")
                assert (told["question"], told["says"], told["seq"]) == (False, "", asked["seq"])
    for player in (here, there):
        with watching(player) as heard:
            assert heard()["event"] == "view"
            player.match = player.client.get(player.path).json()
            player.play("adjust Ann 50")
            names = [heard()["event"]]
            while names[-1] not in {"view", "change"}:
                names.append(heard()["event"])
            assert "hands" not in names


def test_a_camera_is_switched_off_at_its_own_server_alone(
    two: tuple[httpx.Client, httpx.Client], seat: Callable[..., Player], throws: Path
) -> None:
    here = seat(two[0])
    phone, off = f"{here.path}/phone", {"source": None, "match": here.match["id"]}
    here.client.post("/api/camera", json=off | {"source": "phone"}).raise_for_status()
    here.client.post(phone, content=b"").raise_for_status()
    with watching(Player(two[1], here.match)) as far:
        here.client.post(phone, content=(throws / "02.jpg").read_bytes(), headers=JPEG).raise_for_status()
        asked = until(far, "hands")
        assert asked["question"]
        refused = two[1].post("/api/camera", json=off)
        assert (refused.status_code, refused.json()["type"]) == (409, "urn:croupier:camera")
        here.client.post("/api/camera", json=off).raise_for_status()
        while (told := until(far, "hands")) == asked:
            pass
        assert not told["question"]
    assert two[0].get("/api/camera").json()["state"] == "off"


def test_dice_that_are_taught_at_one_server_are_known_at_the_other(two: tuple[httpx.Client, httpx.Client]) -> None:
    here, there = two
    for face in ("fehu", "algiz"):
        for client, picture in zip(two, sorted((LESSONS / face).iterdir()), strict=False):
            lesson = client.post(
                "/api/dice/runes/lessons", params={"face": face}, content=picture.read_bytes(), headers=JPEG
            )
            lesson.raise_for_status()
    known = [client.get("/api/dice").json()["sets"] for client in two]
    assert known[0] == known[1]
    assert known[0][0]["shown"] == {"fehu": 2, "algiz": 2}
    cards = {"kit": "ten-grand", "stands": {"fehu": "A", "algiz": "K"}}
    there.put("/api/dice/runes", json=cards).raise_for_status()
    new = {"game": "ten-grand", "players": ["Ann", "Bob"], "dice": "runes"}
    assert here.post("/api/matches", json=new).raise_for_status().json()["dice"] == "runes"
    there.delete("/api/dice/runes").raise_for_status()
    assert here.post("/api/matches", json=new).status_code == 422


def until(heard: Callable[[], dict[str, Any]], name: str) -> dict[str, Any]:
    """The next event of that name."""
    while (event := heard())["event"] != name:
        pass
    told: dict[str, Any] = json.loads(event["data"])
    return told


def test_no_event_is_lost_or_doubled_when_both_servers_write_at_once(
    two: tuple[httpx.Client, httpx.Client], seat: Callable[..., Player]
) -> None:
    first = seat(two[0])
    won: queue.Queue[int] = queue.Queue()

    def write(client: httpx.Client) -> None:
        for _ in range(15):
            seq = client.get(first.path).json()["seq"]
            answer = client.post(f"{first.path}/events", json={"event": "adjust Ann 50", "after": seq})
            assert answer.status_code in {200, 409}
            if answer.is_success:
                won.put(seq)

    threads = [threading.Thread(target=write, args=(client,)) for client in two]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(won.queue) == list(range(won.qsize()))
    for client in two:
        assert client.get(first.path).json()["view"]["totals"][0]["points"] == 50 * won.qsize()
