"""The board for the TV and the overlay for streams, in a real Chromium: they follow the match that is played."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.live import Event
from tests.api.conftest import Player, housed
from tests.api.windows import DESK, HEARS, IN_BROWSER, Page, Shot, Visit, begin, expect, press, set_aside

pytestmark = IN_BROWSER

CONTROLS = "document.querySelectorAll('button, a, input, select, summary').length"
SMALLEST_TEXT = """Math.min(...[...document.querySelectorAll('#board *')]
  .filter((one) => [...one.childNodes].some((child) => child.nodeType === 3 && child.data.trim()))
  .map((one) => parseFloat(getComputedStyle(one).fontSize))) / window.innerHeight"""

# What is cut off, or lies outside the picture.
HIDDEN = """[...document.querySelectorAll('#board :is(h1, .points, .die, .says, .totals :is(span, strong, small))')]
  .filter((one) => (getComputedStyle(one).overflowX !== 'visible'
    && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > 1.15 * one.clientHeight))
    || one.getBoundingClientRect().bottom > window.innerHeight)
  .map((one) => one.textContent)"""


def test_the_tv_follows_what_is_played_without_being_told_which(visit: Visit, shot: Shot) -> None:
    ann = visit(DESK)
    begin(ann, "Gina", "Hal")
    tv = visit(DESK, where="/tv/")
    tv.get_by_role("heading", name="Gina\u2019s turn").wait_for()
    set_aside(ann, "1 1 1 2 3 4")
    tv.locator(".points").get_by_text("1,000").wait_for()
    tv.get_by_role("img", name="Aside: 1, 1, 1").wait_for()
    shot(tv, "turn")
    assert tv.evaluate(CONTROLS) == 0
    assert tv.evaluate(SMALLEST_TEXT) > 1 / 30
    press(ann, "b")
    tv.get_by_role("heading", name="Hal\u2019s turn").wait_for()
    press(ann, "2 2 3 3 4 6", "Enter")
    tv.get_by_role("heading", name="Gina\u2019s turn").wait_for()
    tv.get_by_role("img", name="The last throw: 2, 2, 3, 3, 4, 6").wait_for()
    ann.goto(ann.url.split("#")[0] + "#/lobby")
    begin(ann, "Iris", "Jon")
    tv.get_by_role("heading", name="Iris\u2019s turn").wait_for()


def test_the_tv_tells_who_cannot_see_of_each_play_once(server: str, seat: Callable[..., Player], visit: Visit) -> None:
    with httpx.Client(base_url=server, timeout=30) as client:
        match = seat(client, "Olga", "Piet")
        match.play("roll 1 1 1 5 2 3")
        tv = visit(DESK, where=f"/tv/?match={match.match['id']}", at=server)
        tv.emulate_media(reduced_motion="no-preference")
        tv.get_by_role("heading", name="Olga\u2019s turn").wait_for()
        tv.evaluate(HEARS)
        match.play("keep 1 1 1 5")
        expect(tv.locator(".points strong")).to_have_text("1,050")
        assert tv.evaluate("heard") == [f"{match.view['says']} Olga to play."]


def test_the_tv_shows_all_of_a_full_rack_and_of_twenty_players_and_cuts_but_a_long_name_in_the_list(
    server: str, seat: Callable[..., Player], visit: Visit, shot: Shot
) -> None:
    pads = ("roll 5 5 5 5 5 5 3 4 6 6", "choose 5")
    with httpx.Client(base_url=server, timeout=30) as client:
        rack = begun(client, "high-roll", "Ann", "Christopher", totals="118400, 121900")
        rack.play(*pads)
        many = seat(client, *(f"Player number {n}" for n in range(1, 21)))
        long = begun(client, "phase-10", "Wolfeschlegelsteinhausenbergerdorff III", "Bob")
        wide = begun(client, "yahtzee", "W" * 40, "Bob")
        last = begun(client, "phase-10", "Ann", "Bob", scored="36 40 45 49 52 54 40 30 44; 36")
    for name, player in (("rack", rack), ("many", many), ("wide", wide), ("long", long)):
        for window in (DESK, {"width": 1920, "height": 1080}):
            tv = visit(window, where=f"/tv/?match={player.match['id']}", at=server)
            tv.get_by_role("heading", name=player.match["players"][0]).wait_for()
            shot(tv, name)
            assert tv.evaluate(HIDDEN) == (player.match["players"][:1] if name in {"wide", "long"} else [])
            assert tv.evaluate(SMALLEST_TEXT) > 1 / 31
    tv.get_by_text("Phase 1: 2 sets of 3").first.wait_for()
    tv = visit({"width": 1440, "height": 900}, where=f"/tv/?match={last.match['id']}", at=server)
    tv.get_by_text("Phase 10: set of 5 and set of 3").wait_for()
    assert tv.evaluate(HIDDEN) == []


def test_the_tv_says_that_a_match_is_paused(server: str, seat: Callable[..., Player], visit: Visit) -> None:
    with httpx.Client(base_url=server, timeout=30) as client:
        quinn = seat(client, "Quinn", "Rob")
        tv = visit(DESK, where=f"/tv/?match={quinn.match['id']}", at=server)
        tv.get_by_role("heading", name="Quinn\u2019s turn").wait_for()
        client.post(f"{quinn.path}/pause", json={}).raise_for_status()
        tv.get_by_role("heading", name="Paused").wait_for()
        tv.get_by_text("Quinn is next when the match goes on").wait_for()
        client.post(f"{quinn.path}/resume", json={}).raise_for_status()
        tv.get_by_role("heading", name="Quinn\u2019s turn").wait_for()


def test_a_board_that_names_its_match_asks_once_more_where_it_got_no_answer(
    server: str, seat: Callable[..., Player], visit: Visit
) -> None:
    with httpx.Client(base_url=server, timeout=30) as client:
        quinn = seat(client, "Quinn", "Rob")
    tv = visit(DESK, where="/tv/", at=server)
    tv.route(f"**{quinn.path}", lambda route: route.abort("connectionrefused"), times=1)
    tv.goto(f"{server}/tv/?match={quinn.match['id']}")
    tv.locator("#board").get_by_text("does not answer").wait_for()
    tv.get_by_role("heading", name="Quinn\u2019s turn").wait_for()


@pytest.mark.parametrize("board", ["tv", "overlay"])
def test_a_board_follows_the_match_that_it_names_where_that_goes_on_with_others(
    server: str, seat: Callable[..., Player], visit: Visit, board: str
) -> None:
    with httpx.Client(base_url=server, timeout=30) as client:
        quinn = seat(client, "Quinn", "Rob")
        page = visit(DESK, where=f"/{board}/?match={quinn.match['id']}", at=server)
        page.get_by_text("Rob").first.wait_for()
        new = {"game": "jack-stone", "players": ["Quinn", "Susan"], "after": quinn.match["id"]}
        client.post("/api/matches", json=new).raise_for_status()
        page.get_by_text("Susan").first.wait_for()
        expect(page.get_by_text("Rob")).to_have_count(0)
        client.post(f"{quinn.path}/resume", json={}).raise_for_status()
        page.get_by_text("Rob").first.wait_for()


def test_the_tv_shows_nothing_older_where_an_answer_about_the_match_comes_late(
    seat: Callable[..., Player], visit: Visit, tmp_path: Path
) -> None:
    with housed(tmp_path) as (app, address), httpx.Client(base_url=address, timeout=30) as client:
        ann = seat(client)
        tv = visit(DESK, where=f"/tv/?match={ann.match['id']}", at=address)
        tv.get_by_role("heading", name="Ann\u2019s turn").wait_for()
        older = client.get(ann.path).json()
        late: dict[str, Any] = {}
        tv.route(f"**{ann.path}", lambda asked: late.update(answer=asked))
        missed = Event("change", json.dumps({"after": 7, "seq": 8}))
        with tv.expect_request(f"**{ann.path}"):
            app.state.house.hub.publish(ann.match["id"], missed)
        ann.play("roll 2 2 3 3 4 6")
        tv.get_by_role("heading", name="Bob\u2019s turn").wait_for()
        late["answer"].fulfill(json=older)
        tv.wait_for_timeout(300)  # what must not come needs time to come
        tv.get_by_role("heading", name="Bob\u2019s turn").wait_for(timeout=1000)
        tv.goto("about:blank")


def test_the_tv_asks_anew_where_nobody_speaks_on_its_line_any_more(server: str, visit: Visit) -> None:
    with httpx.Client(base_url=server, timeout=30) as client:
        where = f"{server}/tv/?match={begun(client, 'jack-stone', 'Dan', 'Eve').match['id']}"
    tv = visit(DESK, where="/nowhere")
    tv.clock.install()
    tv.goto(where)
    tv.get_by_role("heading", name="Dan\u2019s turn").wait_for()
    with tv.expect_request("**/stream"):
        tv.clock.run_for(50_000)  # the server, whose clock is another, says nothing in that time
    expect(tv.locator("#lost")).to_have_text("Connected again.")


def test_a_line_that_died_is_asked_for_once_at_a_time(server: str, visit: Visit) -> None:
    with httpx.Client(base_url=server, timeout=30) as client:
        match = begun(client, "jack-stone", "Dan", "Eve")
    tv = visit(DESK, where="/nowhere")
    tv.clock.install()
    tv.goto(f"{server}/tv/?match={match.match['id']}")
    tv.get_by_role("heading", name="Dan\u2019s turn").wait_for()
    pending, most = set[Any](), [0]

    def asked(route: Any) -> None:  # noqa: ANN401 - as `Page`; nobody answers, nor refuses
        pending.add(route.request)
        most.append(len(pending))

    tv.route(f"**{match.path}", asked)
    tv.on("requestfailed", lambda one: pending.difference_update([one]))  # the page gave it up
    for _ in range(20):
        tv.clock.run_for(10_000)
    assert max(most) == 1
    tv.goto("about:blank")


def test_the_tv_says_when_its_match_was_deleted_and_shows_a_long_sentence_whole(server: str, visit: Visit) -> None:
    with httpx.Client(base_url=server, timeout=30) as client:
        match = begun(client, "phase-10", "Dan", "Eve", scored="36 40 45 49 52 54 40 30; 36", phase10_dice="any")
        match.play("roll 10G 10R 10O WO WB 10B 9B 9O 4O 2O")
        page = visit(DESK, where=f"/tv/?match={match.match['id']}")
        says = page.locator("p.says", has_text="Dan throws 10G")
        says.wait_for()
        assert says.evaluate("(one) => one.scrollHeight <= one.clientHeight + 1")
        client.delete(match.path).raise_for_status()
    page.get_by_role("heading", name="This match was deleted.").wait_for()
    expect(page.get_by_role("status").filter(has_text="deleted")).to_have_text("This match was deleted.")


def test_the_overlay_shows_no_match_that_was_deleted(server: str, visit: Visit) -> None:
    with httpx.Client(base_url=server, timeout=30) as client:
        match = begun(client, "jack-stone", "Dan", "Eve")
        page = visit(DESK, where=f"/overlay/?match={match.match['id']}")
        page.get_by_text("Dan").wait_for()
        client.delete(match.path).raise_for_status()
        page.get_by_text("Dan").wait_for(state="detached")


def test_the_tv_shows_the_winner_until_another_match_is_played(
    server: str, seat: Callable[..., Player], visit: Visit
) -> None:
    with httpx.Client(base_url=server, timeout=30) as client:
        seat(client, "Max", "Nia")  # goes on, and nobody plays it
        ends = seat(client, "Oda", "Pit", totals="9950, 0")
        ends.play("roll 1 3 3 4 4 6", "keep 1", "bank")
        tv = visit(DESK, where="/tv/", at=server)
        tv.get_by_role("heading", name="Oda wins").wait_for()
        tv.wait_for_timeout(4500)  # the board looks for another match every four seconds
        tv.get_by_role("heading", name="Oda wins").wait_for()


def test_who_fills_a_rack_and_who_has_most_both_win_in_every_headline(server: str, visit: Visit) -> None:
    with httpx.Client(base_url=server, timeout=30) as client:
        new = {"game": "high-roll", "players": ["Rosa", "Sam"], "options": {"totals": "121500, 117000"}}
        match = Player(client, client.post("/api/matches", json=new).raise_for_status().json())
        match.play("roll 1 1 2 2 3 3 4 4 5 6", "card 500", "roll 6 6 6 1 1 2 3 4 5 5", "choose 6", "bank")
        page = visit(DESK, where=f"/#/match/{match.match['id']}")
        expect(page.locator(".won")).to_contain_text("Rosa is the Game Winner with 122,000, Sam the High Roll Winner")
        expect(page.locator(".won h1")).to_have_text("Rosa and Sam win!")
        expect(page.locator(".won .muted")).to_have_count(0)
        tv = visit(DESK, where=f"/tv/?match={match.match['id']}")
        tv.get_by_role("heading", name="Rosa and Sam win!").wait_for()
        overlay = visit(DESK, where=f"/overlay/?match={match.match['id']}")
        overlay.get_by_text("Rosa and Sam win!").wait_for()
        lobby = visit(DESK)
        lobby.get_by_text("Rosa and Sam won").wait_for()


def test_the_overlay_stands_in_the_corner_it_is_told_and_lets_the_stream_through(visit: Visit, shot: Shot) -> None:
    ann = visit(DESK)
    begin(ann, "Kim", "Lou")
    overlay = visit(DESK, where=f"/overlay/?corner=top-right&size=2&match={ann.url.split('/')[-1]}")
    overlay.get_by_text("Kim").wait_for()
    set_aside(ann, "5 5 2 3 4 6")
    overlay.locator(".risk").get_by_text("100").wait_for()
    shot(overlay, "corner")
    assert overlay.evaluate(CONTROLS) == 0
    assert overlay.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    plate = plate_of(overlay)
    assert plate["x"] + plate["width"] > 0.9 * DESK["width"]
    assert plate["y"] < 0.1 * DESK["height"]


def test_the_overlay_fits_however_many_play_and_however_large_it_is_told_to_be(
    server: str, seat: Callable[..., Player], visit: Visit
) -> None:
    with httpx.Client(base_url=server, timeout=30) as client:
        many = seat(client, "Wolfeschlegelsteinhausen the Third", *"BCDEFGH")
        many.play("roll 1 3 3 4 4 6")
        for window in (DESK, {"width": 640, "height": 720}, {"width": 800, "height": 600}):
            overlay = visit(window, where=f"/overlay/?size=3&match={many.match['id']}", at=server)
            overlay.locator(".risk").wait_for()
            plate = plate_of(overlay)
            assert min(plate["x"], plate["y"]) >= 0
            assert plate["x"] + plate["width"] <= window["width"]
            assert plate["y"] + plate["height"] <= window["height"]


def begun(client: httpx.Client, game: str, *players: str, **options: str) -> Player:
    """A match of some game."""
    new = {"game": game, "players": players, "options": options}
    return Player(client, client.post("/api/matches", json=new).raise_for_status().json())


def plate_of(page: Page) -> dict[str, float]:
    box: dict[str, float] = page.locator(".plate").bounding_box()
    return box
