"""Joining the table in a real Chromium: by code or PIN, and on to what was asked for."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import httpx
import pytest

from api.devices import TRIES
from tests.api.conftest import Player, Served, open_to_all
from tests.api.windows import BOTH, DESK, IN_BROWSER, PHONE, Page, Shot, Visit, expect, turn_of

pytestmark = IN_BROWSER


@pytest.fixture(scope="module")
def lan(served: Served, tmp_path_factory: pytest.TempPathFactory, port: int) -> Iterator[tuple[httpx.Client, str]]:
    """A house of these tests alone, at which nobody else tries PINs."""
    with open_to_all(served, port + 13, tmp_path_factory.mktemp("joining")) as house:
        yield house


@pytest.fixture
def called(lan: tuple[httpx.Client, str], visit: Visit) -> Callable[..., Page]:
    """Open an address of that house on a phone that was not let in yet."""

    def called(where: str, size: dict[str, int] = PHONE) -> Page:
        return visit(size, where=where, at=lan[1], color_scheme="dark" if size is DESK else "light")

    return called


def join(page: Page, owner: httpx.Client, name: str = "") -> None:
    """Type the PIN where it is asked for, and a name in place of the one that stands there."""
    page.get_by_label("PIN").fill(owner.get("/api/pairing").json()["pin"])
    if name:
        page.get_by_label("Name of this device").fill(name)
    page.get_by_role("button", name="Join").click()


def test_a_lobby_that_is_open_to_its_own_computer_only_says_so_and_is_refused_nothing(visit: Visit) -> None:
    refused: list[str] = []
    page = visit(DESK)
    page.on("response", lambda answer: refused.extend([answer.url] if answer.status >= 400 else []))
    page.reload()
    card = page.get_by_role("region", name="Phones and screens")
    expect(card).to_contain_text("to let phones in, start it with croupier play --lan.")
    page.wait_for_load_state("networkidle")
    assert not refused


@BOTH
def test_a_link_to_a_match_spends_no_try_and_leads_there_by_the_pin(
    lan: tuple[httpx.Client, str], seat: Callable[..., Player], called: Callable[..., Page], shot: Shot,
    size: dict[str, int],
) -> None:  # fmt: skip
    owner, address = lan
    match = seat(owner, "Ann").match["id"]
    seat(owner, "Bob")
    for _ in range(TRIES + 1):
        page = called(f"/#/match/{match}", size)
        page.get_by_role("heading", name="Join the table").wait_for()
        page.wait_for_load_state("networkidle")
        assert not page.locator("#refused").text_content()
    shot(page, "form")
    join(page, owner)
    page.wait_for_url(f"{address}/#/match/{match}")
    turn_of(page, "Ann")


@pytest.mark.parametrize("grouped", ["{} {}", "{}-{}"])
def test_a_pin_is_typed_in_groups(lan: tuple[httpx.Client, str], called: Callable[..., Page], grouped: str) -> None:
    owner, address = lan
    pin = owner.get("/api/pairing").json()["pin"]
    page = called("/tv/")
    page.get_by_label("PIN").press_sequentially(grouped.format(pin[:3], pin[3:]))
    page.get_by_role("button", name="Join").click()
    page.wait_for_url(f"{address}/tv/")


def test_who_joins_at_the_usual_page_is_led_to_what_was_asked_for(
    lan: tuple[httpx.Client, str], seat: Callable[..., Player], called: Callable[..., Page]
) -> None:
    owner, address = lan
    match = seat(owner, "Ann").match["id"]
    seat(owner, "Bob")
    for where in ("/tv/", f"/overlay/?match={match}&size=1.5&corner=top-right", "/phone/", f"/phone/#{match}"):
        page = called(where)
        page.get_by_role("heading", name="Join the table").wait_for()
        page.reload()
        join(page, owner)
        page.wait_for_url(address + where)
    page.get_by_text("Ann").first.wait_for()


def test_the_code_of_the_camera_leads_a_phone_to_the_page_of_that_match(
    lan: tuple[httpx.Client, str], seat: Callable[..., Player], called: Callable[..., Page], visit: Visit, shot: Shot
) -> None:
    owner, address = lan
    match = seat(owner, "Ann").match["id"]
    seat(owner, "Bob")
    page = visit(DESK, where=f"/#/match/{match}", at=str(owner.base_url).rstrip("/"))
    page.locator("[data-key=camera]").click()
    page.get_by_role("button", name="A phone").click()
    page.get_by_text(f"{address}/phone/").wait_for()
    page.wait_for_function("() => document.querySelector('.watch .join img').naturalWidth > 0")
    shot(page, "code")
    page.get_by_role("button", name="Switch it off").click()
    plain, codes = owner.get("/api/pairing/code.svg"), owner.get(f"/api/pairing/code.svg?camera={match}")
    assert plain.content != codes.raise_for_status().content
    code = owner.get("/api/pairing").json()["players"].partition("#")[2]
    for _ in range(2):  # a phone that was let in before is led there, too
        phone = called(f"/join/?camera={match}#{code}")
        phone.wait_for_url(f"{address}/phone/#{match}")
        phone.get_by_role("heading", name="Ann\u2019s turn").wait_for()


@pytest.mark.parametrize(
    "away",
    [
        "//evil.example/",
        "https://evil.example/",
        "https:evil.example",
        "javascript:document.title='evil'",
        "\\\\evil.example/",
        "/\\evil.example/",
        "/\t/evil.example/",
        "@evil.example/",
        ".evil.example/",
        "%2F%2Fevil.example/",
        "/%2Fevil.example/",
        "/%5Cevil.example/",
    ],
)
def test_nobody_is_led_to_another_site(lan: tuple[httpx.Client, str], called: Callable[..., Page], away: str) -> None:
    owner, address = lan
    page = called(f"/join/?{urlencode({'to': away})}")
    join(page, owner)
    page.wait_for_url(lambda url: urlsplit(url).path != "/join/")
    assert urlsplit(page.url).netloc == urlsplit(address).netloc
    assert "Croupier" in page.title()


def test_who_plays_already_is_let_on_and_asked_for_no_pin(
    lan: tuple[httpx.Client, str], seat: Callable[..., Player], called: Callable[..., Page]
) -> None:
    owner, address = lan
    match = seat(owner, "Ann").match["id"]
    pairing = owner.get("/api/pairing").json()
    page = called("/join/")
    join(page, owner, "Ann's own phone")
    page.wait_for_url(f"{address}/#/**")
    for way in (pairing["page"], f"{pairing['page']}#stale", pairing["watchers"]):
        page.goto(way)
        page.wait_for_url(f"{address}/#/**")
    for there in (f"{address}/#/match/{match}", f"{address}/tv/?match={match}"):
        page.goto("data:text/html," + quote(f"<a href='{there}'>a link on another site, without a cookie</a>"))
        with page.expect_request(lambda request: "/join/?to=" in request.url):
            page.get_by_text("another site").click()
        page.wait_for_url(there)
    known = [one["plays"] for one in owner.get("/api/devices").json()["devices"] if one["name"] == "Ann's own phone"]
    assert known == [True]


def test_the_owner_sees_another_code_as_soon_as_a_device_is_removed(
    lan: tuple[httpx.Client, str], visit: Visit, shot: Shot
) -> None:
    owner, address = lan
    before = owner.get("/api/pairing").json()
    httpx.post(f"{address}/api/devices", json={"word": before["watchers"].partition("#")[2], "name": "Don's phone"})
    page = visit(DESK, at=str(owner.base_url).rstrip("/"))
    card = page.get_by_role("region", name="Phones and screens")
    expect(card.get_by_role("img")).to_have_attribute("alt", f"Code to scan: {before['players']}")
    card.locator("summary").click()
    httpx.post(f"{address}/api/devices", json={"word": before["watchers"].partition("#")[2], "name": "Eve's tablet"})
    card.get_by_role("button", name="Remove Eve's tablet").wait_for()
    shot(page, "devices")
    with page.expect_response("**/api/pairing/code.svg?*"):
        card.get_by_role("button", name="Remove Don's phone").click()
    after = owner.get("/api/pairing").json()
    expect(card.get_by_role("img")).to_have_attribute("alt", f"Code to scan: {after['players']}")
    expect(card.locator(".pin-code")).to_have_text(after["pin"])
    expect(card.get_by_role("link")).to_have_text(after["watchers"])
    assert after["players"] != before["players"]
    assert after["watchers"] != before["watchers"]


def test_a_device_that_was_removed_is_shown_the_way_back_in(
    lan: tuple[httpx.Client, str], seat: Callable[..., Player], called: Callable[..., Page]
) -> None:
    owner, _ = lan
    match = seat(owner, "Ann").match["id"]
    page = called(f"/#/match/{match}")
    join(page, owner, "Pat's phone")
    turn_of(page, "Ann")
    pat = next(device for device in owner.get("/api/devices").json()["devices"] if device["name"] == "Pat's phone")
    owner.delete(f"/api/devices/{pat['id']}").raise_for_status()
    page.locator("#lost").get_by_role("link", name="Join again").wait_for()
    page.get_by_role("link", name="All tables").first.click()
    page.get_by_role("link", name="Join the table").click()
    page.get_by_role("heading", name="Join the table").wait_for()


@pytest.mark.parametrize("where", ["/#/lobby", "/tv/?match={}", "/#/match/{}"])
def test_a_device_that_was_removed_and_joins_again_is_where_it_was(
    lan: tuple[httpx.Client, str], seat: Callable[..., Player], called: Callable[..., Page], where: str
) -> None:
    owner, _ = lan
    where = where.format(seat(owner, "Ann").match["id"])
    page = called(where)
    join(page, owner, "Kim's phone")
    page.wait_for_url(f"**{where}")
    page.locator(".hello, .board, .table").first.wait_for()
    kim = next(device for device in owner.get("/api/devices").json()["devices"] if device["name"] == "Kim's phone")
    owner.delete(f"/api/devices/{kim['id']}").raise_for_status()
    page.locator("#lost").get_by_role("link", name="Join again").click()
    join(page, owner, "Kim's phone")
    page.wait_for_url(f"**{where}")


def test_the_owner_hears_where_a_device_could_not_be_removed(lan: tuple[httpx.Client, str], visit: Visit) -> None:
    owner, address = lan
    word = owner.get("/api/pairing").json()["watchers"].partition("#")[2]
    httpx.post(f"{address}/api/devices", json={"word": word, "name": "Lou's phone"}).raise_for_status()
    page = visit(DESK, at=str(owner.base_url).rstrip("/"))
    card = page.get_by_role("region", name="Phones and screens")
    card.locator("summary").click()
    busy = {"status": 429, "detail": "The table is busy: try again."}
    page.route("**/api/devices/*", lambda route: route.fulfill(status=429, json=busy), times=1)
    card.get_by_role("button", name="Remove Lou's phone").click()
    card.get_by_text("The table is busy: try again.").wait_for()
    card.get_by_role("button", name="Remove Lou's phone").click()
    expect(card.get_by_role("button", name="Remove Lou's phone")).to_have_count(0)


def test_who_joined_a_table_over_https_joins_it_over_http_as_well(
    served: Served,
    port: int,
    tmp_path: Path,
    browser: Any,  # noqa: ANN401 - Playwright may be missing
) -> None:
    """A browser lets no answer over http overwrite a cookie that came over https."""
    window = browser.new_context(viewport=PHONE, ignore_https_errors=True)
    page = window.new_page()
    for more in ("--tls",), ():
        with open_to_all(served, port + 23, tmp_path, *more) as (owner, _):
            page.goto(owner.get("/api/pairing").json()["players"])
            page.wait_for_url("**/#/match/*")
    window.close()


def test_who_keeps_no_cookie_is_told_so(lan: tuple[httpx.Client, str], called: Callable[..., Page]) -> None:
    page = called("/join/")

    def kept(route: Page) -> None:
        answer = route.fetch()
        page.context.clear_cookies()
        route.fulfill(status=answer.status, body=answer.body(), content_type="application/json")

    page.route("**/api/devices", kept, times=1)
    join(page, lan[0], "Max's phone")
    page.get_by_text("This browser keeps no cookie of the table: allow it to, and join again.").wait_for()
    join(page, lan[0], "Max's phone")
    page.wait_for_url(lambda url: "/join/" not in url)


def test_who_only_watches_may_join_to_play_and_keeps_its_place_and_name(
    lan: tuple[httpx.Client, str], called: Callable[..., Page]
) -> None:
    owner, address = lan
    link = owner.get("/api/pairing").json()["watchers"].partition("#")[2]
    page = called("/join/")
    screen = page.request.post(f"{address}/api/devices", data={"word": link, "name": "Cleo's screen"}).json()
    page.goto(f"{address}/join/")
    expect(page.get_by_label("Name of this device")).to_have_value("Cleo's screen")
    join(page, owner)
    page.wait_for_url(lambda url: "/join/" not in url)
    again = [one for one in owner.get("/api/devices").json()["devices"] if one["id"] == screen["id"]]
    assert [(one["name"], one["plays"]) for one in again] == [("Cleo's screen", True)]
