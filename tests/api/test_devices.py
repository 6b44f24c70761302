"""Devices of the house: in by code, link or PIN, and out again; strangers get nowhere."""

import re
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest

from api.certificate import certificate
from api.devices import MINUTE, TRIES, Devices, PairError, PatienceError
from api.entrance import names
from api.house import House
from api.store import Store
from scoring.match import Match
from tests.api.conftest import Player, Served, housed, open_to_all

ADDRESS = "http://192.168.7.5:8765"


@pytest.fixture
def devices(tmp_path: Path) -> Iterator[Devices]:
    store = Store(f"sqlite:///{tmp_path / 'croupier.db'}")
    yield Devices(store, ADDRESS, lambda: now[0])
    store.close()


now = [0.0]  # by the clock of the devices


def test_a_code_lets_in_who_plays_and_a_link_who_watches(devices: Devices) -> None:
    phone, token = devices.pair(devices.code, "Ann's phone")
    screen, other = devices.pair(devices.link, "the TV")
    assert (phone.plays, screen.plays) == (True, False)
    assert (devices.of(token), devices.of(other)) == (phone, screen)
    assert {device.name for device in devices.all()} == {"Ann's phone", "the TV"}
    assert devices.remove(phone.id)
    assert not devices.remove(phone.id)
    assert devices.of(token) is None
    assert devices.of("stolen") is None


def test_of_two_places_that_a_browser_has_it_takes_the_one_that_was_let_in_last(devices: Devices) -> None:
    old = devices.pair(devices.code, "Ann's phone")
    time.sleep(0.002)  # the store writes milliseconds
    new = devices.pair(devices.link, "Ann's phone once more")
    tokens = old[1], new[1]
    assert devices.of(*tokens, "another table's") == new[0]
    again, token = devices.pair(devices.pin, shown=(*tokens, "another table's"))
    assert (again.id, devices.of(token), devices.of(old[1])) == (new[0].id, again, old[0])


def test_a_device_that_is_let_in_again_takes_its_own_old_place(devices: Devices) -> None:
    _, other = devices.pair(devices.link, "the TV")
    phone, first = devices.pair(devices.link, "Ann's phone")
    again, second = devices.pair(devices.code, shown=[first])
    assert (again.id, again.name, again.plays) == (phone.id, "Ann's phone", True)
    assert (devices.of(first), devices.of(second)) == (None, again)
    renamed, third = devices.pair(devices.pin, "Bob's phone", [second])
    assert [device.name for device in devices.all() if device.id == phone.id] == ["Bob's phone"]
    with pytest.raises(PairError):
        devices.pair("guess", "Eve's phone", [third])
    assert devices.of(third) == renamed
    assert devices.of(other)
    assert len(devices.all()) == 2


def test_who_was_removed_gets_in_by_no_word_that_it_knew_and_the_others_stay(devices: Devices) -> None:
    known = (devices.code, devices.link, devices.pin)
    phone, token = devices.pair(devices.code, "Ann's phone")
    screen, other = devices.pair(devices.link, "the TV")
    assert not devices.remove("nobody")
    assert (devices.code, devices.link, devices.pin) == known
    assert devices.remove(phone.id)
    for word in known:
        with pytest.raises(PairError):
            devices.pair(word, "Ann's phone", [token])
    assert devices.all() == (screen,)
    assert devices.of(other) == screen


def test_a_device_that_was_removed_is_a_new_one_when_it_is_let_in_again(devices: Devices) -> None:
    phone, token = devices.pair(devices.code, "Ann's phone")
    devices.remove(phone.id)
    again, _ = devices.pair(devices.code, shown=[token])
    assert (again.name, devices.all()) == ("a phone", (again,))
    assert again.id != phone.id


def test_a_device_that_plays_goes_on_to_when_it_follows_the_link_of_those_who_watch(devices: Devices) -> None:
    _, token = devices.pair(devices.code, "Ann's phone")
    again, token = devices.pair(devices.link, shown=[token])
    assert again.plays
    _, watching = devices.pair(devices.link, "a TV")
    assert devices.pair(devices.pin, shown=[watching])[0].plays


def test_a_device_that_asks_several_times_at_once_is_not_shut_out(devices: Devices) -> None:
    _, shown = devices.pair(devices.code, "Ann's phone")
    with ThreadPoolExecutor(8) as taps:
        given = taps.map(lambda _: devices.pair(devices.code, "Ann's phone", [shown])[1], range(8))
    assert all(devices.of(token) for token in given)
    assert devices.of(shown) is None


def test_five_wrong_pins_may_be_tried_in_a_minute(devices: Devices) -> None:
    wrong = f"{(int(devices.pin) + 1) % 10**6:06}"
    for _ in range(TRIES):
        with pytest.raises(PairError, match=r"look at its screen once more\.$"):
            devices.pair(wrong, "a stranger")
    for word in (wrong, devices.pin):
        with pytest.raises(PatienceError, match=r"^Too many PINs were tried: wait \d+ seconds"):
            devices.pair(word, "a stranger")
    devices.pair(devices.code, "Ann's phone")
    now[0] += MINUTE + 1
    assert devices.pair(devices.pin, "Bob's phone")[0].plays


def test_a_right_pin_is_no_try_and_takes_none_back(devices: Devices) -> None:
    wrong = f"{(int(devices.pin) + 1) % 10**6:06}"
    for _ in range(TRIES):
        assert all(devices.pair(devices.pin, "a phone")[0].plays for _ in range(TRIES + 1))
        with pytest.raises(PairError):
            devices.pair(wrong, "a stranger")
    with pytest.raises(PatienceError):
        devices.pair(devices.pin, "a phone")


def test_a_code_or_a_link_of_before_is_told_to_be_out_of_date_and_is_no_try(devices: Devices) -> None:
    before = [devices.code, devices.link]
    devices.renew()
    for word in before * TRIES:
        with pytest.raises(PairError, match=r"^This link is out of date"):
            devices.pair(word, "a phone")
    assert devices.pair(devices.pin, "a phone")[0].plays


@pytest.mark.parametrize("grouped", ["{} {}", "{}-{}", " {}\u00a0{} "])
def test_a_pin_may_be_typed_in_groups(devices: Devices, grouped: str) -> None:
    assert devices.pair(grouped.format(devices.pin[:3], devices.pin[3:]), "a phone")[0].plays


def test_wrong_pins_at_the_same_moment_are_all_counted(devices: Devices) -> None:
    def tried(_: int) -> type[Exception]:
        with pytest.raises((PairError, PatienceError)) as refused:
            devices.pair("guess", "a stranger")
        return refused.type

    with ThreadPoolExecutor(8) as strangers:
        assert [*strangers.map(tried, range(100))].count(PairError) == TRIES


def test_a_pin_that_was_guessed_at_too_often_is_changed(devices: Devices) -> None:
    first = devices.pin
    for _ in range(10):
        now[0] += MINUTE + 1
        for _ in range(TRIES):
            with pytest.raises(PairError):
                devices.pair("guess", "a stranger")
    assert devices.pin != first
    assert re.fullmatch("[0-9]{6}", devices.pin)


@pytest.fixture
def stranger(lan: tuple[httpx.Client, str]) -> Iterator[httpx.Client]:
    """Somebody elsewhere in the house, who was not let in yet."""
    with httpx.Client(base_url=lan[1], timeout=30) as stranger:
        yield stranger


def test_a_stranger_is_turned_away_everywhere(stranger: httpx.Client) -> None:
    for method, path in (
        ("GET", "/api/matches"),
        ("GET", "/api/games"),
        ("POST", "/api/matches"),
        ("POST", "/api/read"),
        ("GET", "/api/matches/x/stream"),
        ("GET", "/api/pairing"),
        ("GET", "/api/devices/me"),
        ("DELETE", "/api/devices/x"),
        ("GET", "/health"),
        ("GET", "/openapi.json"),
    ):
        for cookie in ({}, {"cookie": "croupier=stolen"}):
            answer = stranger.request(method, path, headers=cookie)
            assert (answer.status_code, answer.json()["type"]) == (401, "urn:croupier:pair"), path
    for path in ("/", "/tv", "/phone/", "//evil.example/"):
        assert stranger.get(f"{stranger.base_url}{path}").headers["location"] == f"/join/?to={path}"
    assert "Join the table" in stranger.get("/join/").text


def test_nobody_becomes_the_owner_by_what_a_request_says_of_itself(
    served: Served, port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    with open_to_all(served, port + 14, tmp_path) as (owner, address):
        for said in ("127.0.0.1", "::1", "127.0.0.1, 127.0.0.1"):
            assert httpx.get(f"{address}/api/pairing", headers={"x-forwarded-for": said}).status_code == 401
        proxied = owner.get("/api/pairing", headers={"x-forwarded-for": "127.0.0.1, 192.0.2.7"})
        assert proxied.status_code == 401  # a proxy on this computer asks for somebody else
        assert owner.get("/api/pairing").status_code == 200


def test_a_phone_plays_at_two_tables_of_one_computer(
    lan: tuple[httpx.Client, str], served: Served, port: int, tmp_path: Path
) -> None:
    """A browser does not tell the cookies of two ports apart."""
    with open_to_all(served, port + 15, tmp_path) as other, httpx.Client(timeout=30) as phone:
        for _ in range(2):
            for owner, address in (lan, other):
                word = owner.get("/api/pairing").json()["pin"]
                phone.post(f"{address}/api/devices", json={"word": word, "name": "Bea's"}).raise_for_status()
        for owner, address in (lan, other):
            assert phone.get(f"{address}/api/devices/me").json()["name"] == "Bea's"
            assert [each["name"] for each in owner.get("/api/devices").json()["devices"]].count("Bea's") == 1


def test_who_knows_the_code_plays_until_the_owner_removes_him(
    lan: tuple[httpx.Client, str], stranger: httpx.Client, seat: Callable[..., Player]
) -> None:
    owner, address = lan
    before = owner.get("/api/devices").json()["devices"]
    code = owner.get("/api/pairing").json()["players"].partition("#")[2]
    wrong = stranger.post("/api/devices", json={"word": code + "x", "name": "Eve"})
    assert (wrong.status_code, wrong.json()["type"]) == (403, "urn:croupier:pair")
    paired = stranger.post("/api/devices", json={"word": code, "name": "Ann's phone"})
    assert paired.status_code == 201
    cookie = paired.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    phone = seat(stranger)
    phone.play("roll 1 3 3 4 4 6")
    assert phone.match["log"][0]["author"] == "Ann's phone"
    assert stranger.get("/api/devices/me").json() == {"owner": False, "plays": True, "name": "Ann's phone"}
    for method, path in (
        ("GET", "/api/pairing"),
        ("GET", "/api/devices"),
        ("DELETE", f"/api/devices/{paired.json()['id']}"),
    ):
        assert stranger.request(method, path).json()["type"] == "urn:croupier:owner"
    away = {"origin": "http://evil.example"}
    assert stranger.post(f"{phone.path}/undo", json={"after": 1}, headers=away).status_code == 403
    assert stranger.get("/api/matches", headers={"host": "evil.example"}).status_code == 421
    assert stranger.post("/api/devices", json={"word": code, "name": " \x00"}).status_code == 422
    unseen = stranger.post("/api/devices", json={"word": code, "name": "Ann\u202e"})
    assert unseen.json()["detail"] == "An unseen character (\u25a1) is in the name `Ann\u25a1`: leave it out."
    now_in = owner.get("/api/devices").json()["devices"]
    assert [device["name"] for device in now_in if device not in before] == ["Ann's phone"]
    with stranger.stream("GET", f"{phone.path}/stream") as feed:
        told = feed.iter_lines()
        assert next(told) == "id: 1"
        owner.delete(f"/api/devices/{paired.json()['id']}").raise_for_status()
        assert not [line for line in told if line.startswith("id: 2")]
    assert stranger.get("/api/matches").status_code == 401
    assert stranger.post("/api/devices", json={"word": code, "name": "Ann's phone"}).status_code in {403, 429}
    assert owner.get("/api/devices/me").json()["owner"]
    assert address.startswith("http://")


@dataclass(frozen=True)
class Removed:
    """A house with a match, its owner, and a phone that was let in."""

    house: House
    owner: Player
    phone: Player
    id: str

    def remove(self) -> None:
        """Let the owner remove the phone."""
        self.owner.client.delete(f"/api/devices/{self.id}").raise_for_status()


@pytest.fixture
def removed(tmp_path: Path, seat: Callable[..., Player]) -> Iterator[Removed]:
    """One that is about to be."""
    away = {"x-forwarded-for": "192.168.7.9"}  # as a proxy on this computer says who asks
    with (
        housed(tmp_path) as (app, address),
        httpx.Client(base_url=address, timeout=20) as own,
        httpx.Client(base_url=address, timeout=20, headers=away) as phone,
    ):
        house, owner = app.state.house, seat(own)
        paired = phone.post("/api/devices", json={"word": house.devices.code}).raise_for_status().json()
        yield Removed(house, owner, Player(phone, owner.match), paired["id"])


def test_who_is_removed_before_his_feed_has_begun_watches_nothing(removed: Removed) -> None:
    match, on_its_way, done = removed.owner.match["id"], threading.Event(), threading.Event()

    def slowly(match: Match) -> Match:
        on_its_way.set()
        done.wait(20)
        return match.play("roll 1 3 3 4 4 6")

    def watched() -> list[str]:
        with removed.phone.client.stream("GET", f"{removed.phone.path}/stream") as feed:
            return list(feed.iter_lines())

    with ThreadPoolExecutor() as threads:
        play = threads.submit(removed.house.table.write, match, 0, slowly)
        assert on_its_way.wait(20)
        feed = threads.submit(watched)  # it waits for the play
        time.sleep(0.5)
        removed.remove()
        done.set()
        assert play.result(20).seq == 1
        assert not [line for line in feed.result(20) if line.startswith(("id", "event", "data"))]


def test_what_was_half_sent_when_its_device_was_removed_is_not_done(removed: Removed) -> None:
    def sent() -> Iterator[bytes]:
        yield b'{"event": "adjust Ann 5000", '
        time.sleep(0.5)
        removed.remove()
        yield b'"after": 0}'

    answer = removed.phone.client.post(f"{removed.phone.path}/events", content=sent())
    assert (answer.status_code, answer.json()["type"]) == (401, "urn:croupier:pair")
    assert removed.owner.client.get(removed.owner.path).json()["seq"] == 0


def test_who_joins_evening_by_evening_is_one_device_and_removed_with_one_tap(
    lan: tuple[httpx.Client, str], stranger: httpx.Client
) -> None:
    owner, _ = lan
    before = owner.get("/api/devices").json()["devices"]
    code = owner.get("/api/pairing").json()["players"].partition("#")[2]
    for evening in ({"name": "Ann's phone"}, {"name": "Ann's phone"}, {}):
        stranger.post("/api/devices", json={"word": code, **evening}).raise_for_status()
    (phone,) = [device for device in owner.get("/api/devices").json()["devices"] if device not in before]
    assert (phone["name"], stranger.get("/api/devices/me").json()["name"]) == ("Ann's phone", "Ann's phone")
    owner.delete(f"/api/devices/{phone['id']}").raise_for_status()
    assert stranger.get("/api/matches").status_code == 401


def test_who_guesses_pins_must_wait_even_with_the_right_one(
    lan: tuple[httpx.Client, str], stranger: httpx.Client
) -> None:
    pin = lan[0].get("/api/pairing").json()["pin"]
    wrong = [f"{number:06}" for number in range(TRIES + 1) if f"{number:06}" != pin][:TRIES]
    *told, last = [stranger.post("/api/devices", json={"word": word, "name": "Eve"}) for word in (*wrong, pin)]
    assert ({answer.status_code for answer in told} <= {403, 429}, last.status_code) == (True, 429)
    assert last.headers["retry-after"] == str(last.json()["wait"])


def test_who_has_the_link_watches_and_does_nothing_else(lan: tuple[httpx.Client, str], stranger: httpx.Client) -> None:
    link = lan[0].get("/api/pairing").json()["watchers"].partition("#")[2]
    stranger.post("/api/devices", json={"word": link, "name": "the TV"}).raise_for_status()
    assert stranger.get("/api/matches").status_code == 200
    assert stranger.get("/api/dice").status_code == 200
    for method, path in (
        ("GET", "/api/camera"),
        ("GET", "/api/cameras"),
        ("GET", "/api/camera/picture"),
        ("POST", "/api/matches"),
        ("DELETE", "/api/matches/x"),
        ("PUT", "/api/camera/areas"),
        ("PUT", "/api/camera/turn"),
        ("POST", "/api/dice/runes/lessons?face=algiz"),
        ("PUT", "/api/dice/runes"),
        ("DELETE", "/api/dice/runes"),
        ("POST", "/api/dice/file"),
    ):
        assert stranger.request(method, path, json={}).json()["type"] == "urn:croupier:watch"


def test_the_code_is_drawn_for_the_owner(lan: tuple[httpx.Client, str], client: httpx.Client) -> None:
    drawn = lan[0].get("/api/pairing/code.svg")
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert b"<svg" in drawn.content
    alone = client.get("/api/pairing/code.svg")
    assert (alone.status_code, alone.json()["type"]) == (409, "urn:croupier:lan")


def test_that_a_table_is_open_to_its_own_computer_only_is_no_refusal(client: httpx.Client) -> None:
    told = client.get("/api/pairing")
    assert told.status_code == 200
    assert told.json() == {
        "players": "",
        "watchers": "",
        "page": "",
        "pin": "",
        "says": "The table is open to this computer only: to let phones in, start it with croupier play --lan.",
    }


def test_a_device_that_calls_itself_nothing_is_a_phone(lan: tuple[httpx.Client, str], stranger: httpx.Client) -> None:
    owner, _ = lan
    for name in ("", "  "):
        code = owner.get("/api/pairing").json()["players"].partition("#")[2]
        paired = stranger.post("/api/devices", json={"word": code, "name": name}).raise_for_status().json()
        assert paired["name"] == "a phone"
        owner.delete(f"/api/devices/{paired['id']}").raise_for_status()


def test_the_certificate_is_made_once_and_holds_for_its_names(served: Served, tmp_path: Path, port: int) -> None:
    made = certificate(tmp_path / "tls", ["localhost", "127.0.0.1", "::1"])
    before = made.certificate.read_bytes()
    assert made.key.stat().st_mode & 0o077 == 0
    assert certificate(tmp_path / "tls", ["localhost", "127.0.0.1"]).certificate.read_bytes() == before
    assert certificate(tmp_path / "tls", ["elsewhere.local"]).certificate.read_bytes() != before
    with served("--tls", "--port", port + 12, "--data", tmp_path) as page:
        trusted = ssl.create_default_context(cafile=str(tmp_path / "tls" / "certificate.pem"))
        with httpx.Client(base_url=page.split("/#")[0], verify=trusted, timeout=30) as owner:
            assert owner.get("/health").json()["status"] == "ok"


def test_a_certificate_that_was_made_while_the_clock_was_wrong_is_made_anew(tmp_path: Path) -> None:
    ahead = datetime.now(UTC) + timedelta(days=3650)
    before = certificate(tmp_path, ["localhost"], ahead).certificate.read_bytes()
    assert certificate(tmp_path, ["localhost"], ahead).certificate.read_bytes() == before
    assert certificate(tmp_path, ["localhost"]).certificate.read_bytes() != before


@pytest.mark.parametrize(
    ("computer", "called"),
    [
        ("müller-pc", {"xn--mller-pc-65a", "xn--mller-pc-65a.local"}),
        ("Stube.fritz.box", {"stube", "stube.local"}),
        ("ü" * 63, set()),
        ("\udcfc-pc", set()),
        ("", set()),
    ],
)
def test_a_computer_of_any_name_has_a_certificate(tmp_path: Path, computer: str, called: set[str]) -> None:
    hosts = names("192.168.7.5", computer)
    assert hosts == {"192.168.7.5", *called}
    made = certificate(tmp_path / "tls", hosts)
    before = made.certificate.read_bytes()
    assert certificate(tmp_path / "tls", hosts).certificate.read_bytes() == before


def test_a_certificate_is_made_anew_where_its_key_is_damaged_or_that_of_another(tmp_path: Path) -> None:
    made, other = (certificate(tmp_path / name, ["localhost"]) for name in ("tls", "other"))
    for damaged in (b"", b"no key", made.key.read_bytes()[:100], other.key.read_bytes()):
        before = made.certificate.read_bytes()
        made.key.write_bytes(damaged)
        assert certificate(tmp_path / "tls", ["localhost"]).certificate.read_bytes() != before
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(made.certificate, made.key)
