"""The live table in a real Chromium: a match that a camera watches, areas that are drawn, and a phone as the camera."""

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import httpx
import pytest
from fastapi import FastAPI

from api import wire
from api.camera import Sight
from api.feeds import Film
from api.hands import Seen
from api.live import HANDS, Event
from api.memory import SKIPPED
from scoring.dice import Face, Roll
from scoring.match import Match
from tests.api.conftest import ROOT, Player, housed, swept
from tests.api.plays import acted, filmed
from tests.api.test_dealer import tray
from tests.api.test_page import smudged
from tests.api.windows import (
    BOTH,
    DESK,
    HEARS,
    IN_BROWSER,
    PHONE,
    Page,
    Shot,
    Visit,
    choose,
    expect,
    looked,
    press,
    put_right,
    shows,
    tab_to,
    tap,
)
from tests.vision.scene import Scene, film, still
from tests.vision.squares import EYE
from vision.camera.source import Shot as Still
from vision.picture import load_file

CLIP = ROOT / "samples" / "throws" / "plain.mp4"
TRUTH = ["1", "6", "5", "3", "1", "1"]

pytestmark = IN_BROWSER


@pytest.fixture
def site(tmp_path: Path) -> Iterator[tuple[FastAPI, str]]:
    """A house whose eye sees coloured dice, and its address."""
    with housed(tmp_path, eyes={"pips": EYE}) as site:
        yield site


def begun(address: str, mode: str, game: str = "jack-stone", first: str = "Ann") -> str:
    """Begin a match in some mode; gives its id."""
    with httpx.Client(base_url=address, timeout=30) as client:
        new = {"game": game, "players": [first, "Bob"]}
        found: str = client.post("/api/matches", json=new).raise_for_status().json()["id"]
        client.put(f"/api/matches/{found}/camera", json={"mode": mode}).raise_for_status()
        return found


def heard(app: FastAPI, match: str) -> None:
    """Wait until a page hears what is told of a match."""
    ends = time.monotonic() + 30
    while match not in app.state.house.hub.watched:
        assert time.monotonic() < ends, "no page hears what is told of the match"
        time.sleep(0.05)


def watch(app: FastAPI, match: str, events: list[str], speed: float = 1.5) -> None:
    """Let the camera see a match that is played by hand, so many times as fast as it is."""
    played = Match.start("jack-stone", ["Ann", "Bob"])
    for event in events:
        played = played.play(event)
    dealer = app.state.house.dealer
    dealer.attend(match)
    dealer.choose("film", Film(partial(filmed, list(acted(played))), "the film", speed=speed))


def log_of(address: str, match: str) -> list[str]:
    entries = httpx.get(f"{address}/api/matches/{match}", timeout=30).json()["log"]
    return [entry["text"] for entry in entries if entry["stands"]]


def test_a_hands_free_turn_is_announced_and_taken_back_with_one_tap(
    site: tuple[FastAPI, str], visit: Visit, shot: Shot
) -> None:
    app, address = site
    match = begun(address, "hands-free")
    page = visit(DESK, where=f"/#/match/{match}", at=address)
    heard(app, match)
    events = ["roll 1 3 3 4 4 6", "keep 1", "roll 2 2 2 3 4", "keep 2 2 2", "bank"]
    watch(app, match, events, speed=0.7)  # so that there is time to look
    page.locator(".understood").get_by_text("Ann throws 1 3 3 4 4 6.").wait_for()
    page.locator(".understood").get_by_text("Ann keeps 1. Ann throws 2 2 2 3 4.").wait_for()
    shot(page, "understood")
    page.locator(".understood").get_by_text("Ann keeps 2 2 2. Ann banks 300.").wait_for()
    looked(page)
    page.get_by_role("button", name="That is wrong: take it back").click()
    page.locator(".offers").get_by_text("Set aside 2 2 2").wait_for()
    assert log_of(address, match) == ["roll 1 3 3 4 4 6", "keep 1", "roll 2 2 2 3 4"]


def test_who_comes_later_can_take_back_what_was_played_last(site: tuple[FastAPI, str], visit: Visit) -> None:
    app, address = site
    match = begun(address, "hands-free")
    watch(app, match, ["roll 1 3 3 4 4 6"], speed=4)
    ends = time.monotonic() + 30
    while not log_of(address, match):
        assert time.monotonic() < ends, "the camera did not see the throw"
        time.sleep(0.1)
    page = visit(DESK, where=f"/#/match/{match}", at=address)
    page.locator(".understood").get_by_text("Ann throws 1 3 3 4 4 6.").wait_for()
    looked(page)
    page.locator(BACK).click()
    page.locator(BACK).wait_for(state="detached")
    assert log_of(address, match) == []
    page.reload()
    page.locator(".keypad").wait_for()
    expect(page.locator(BACK)).to_have_count(0)


BACK = "[data-key=take-back]"


def played(address: str, match: str, event: str, after: int) -> None:
    """Play an event from another device."""
    play = {"event": event, "after": after}
    httpx.post(f"{address}/api/matches/{match}/events", json=play, timeout=30).raise_for_status()


def understood(site: tuple[FastAPI, str], page: Page, match: str) -> None:
    """Let the camera understand the first throw of a match that a page shows."""
    app, address = site
    page.locator(".keypad").wait_for()
    played(address, match, "roll 1 3 3 4 4 6", 0)
    page.locator(".offers").wait_for()  # the page hears what is told
    told = wire.Hands(seq=1, question=False, says="Ann throws 1 3 3 4 4 6.", undo=1)
    app.state.house.hub.publish(match, Event(HANDS, told.model_dump_json()))
    page.locator(BACK).wait_for()


def test_what_was_understood_can_be_taken_back_until_something_else_is_played(
    site: tuple[FastAPI, str], visit: Visit
) -> None:
    match = begun(site[1], "hands-free")
    page = visit(DESK, where=f"/#/match/{match}", at=site[1])
    page.locator(".keypad").wait_for()  # a timer of before is not ended by the clock that comes now
    page.clock.install()
    understood(site, page, match)
    page.clock.fast_forward("10:00")
    expect(page.locator(BACK)).to_be_visible()
    played(site[1], match, "keep 1", 1)
    page.locator(BACK).wait_for(state="detached")


def test_what_is_understood_this_moment_is_not_taken_back_by_a_tap_meant_for_what_was_before(
    site: tuple[FastAPI, str], visit: Visit
) -> None:
    match = begun(site[1], "hands-free")
    page = visit(DESK, where=f"/#/match/{match}", at=site[1])
    understood(site, page, match)
    page.clock.install()
    page.clock.pause_at(time.time() + 60)
    told = wire.Hands(seq=1, question=False, says="Ann throws, as the camera saw.", undo=1)
    site[0].state.house.hub.publish(match, Event(HANDS, told.model_dump_json()))
    page.locator(".understood", has_text="as the camera saw").wait_for()
    page.locator(BACK).click()
    page.locator(".note.bad", has_text="The table changed just now: tap again.").wait_for()
    assert log_of(site[1], match) == ["roll 1 3 3 4 4 6"]
    page.clock.run_for(1000)
    page.locator(BACK).click()
    page.locator(BACK).wait_for(state="detached")
    assert log_of(site[1], match) == []


def test_what_was_understood_is_taken_back_in_no_match_that_is_paused(site: tuple[FastAPI, str], visit: Visit) -> None:
    match = begun(site[1], "hands-free")
    page = visit(DESK, where=f"/#/match/{match}", at=site[1])
    understood(site, page, match)
    httpx.post(f"{site[1]}/api/matches/{match}/pause", json={}, timeout=30).raise_for_status()
    page.locator(BACK).wait_for(state="detached")
    looked(page)
    page.get_by_role("button", name="Go on").click()
    page.locator(BACK).wait_for()


def test_a_throw_to_confirm_waits_for_one_tap_with_what_was_kept(
    site: tuple[FastAPI, str], visit: Visit, shot: Shot
) -> None:
    app, address = site
    match = begun(address, "confirm")
    page = visit(PHONE, where=f"/#/match/{match}", at=address)
    watch(app, match, ["roll 1 3 3 4 4 6", "keep 1", "roll 2 2 2 3 4"], speed=0.7)  # so that there is time to look
    confirm = page.locator("[data-key=confirm]")
    confirm.get_by_text("Play this roll").wait_for()
    expect(page.locator("#says")).to_contain_text("Read: 1, 3, 3, 4, 4, 6.")
    looked(page)
    confirm.click()
    page.locator(".offers").get_by_text("Set aside 1").wait_for()
    confirm.get_by_text("Ann keeps 1. Play this roll").wait_for()
    shot(page, "confirm")
    looked(page)
    confirm.click()
    page.locator(".offers").get_by_text("Set aside 2 2 2").wait_for()
    assert log_of(address, match) == ["roll 1 3 3 4 4 6", "keep 1", "roll 2 2 2 3 4"]


def test_what_is_corrected_of_a_throw_that_the_camera_asks_about_outlives_a_reload(
    site: tuple[FastAPI, str], visit: Visit
) -> None:
    app, address = site
    match = begun(address, "confirm")
    page = visit(PHONE, where=f"/#/match/{match}", at=address)
    watch(app, match, ["roll 1 3 3 4 4 6"])
    page.locator("[data-key=confirm]").get_by_text("Play this roll").wait_for()
    tap(page, 0)
    choose(page, "5")
    page.get_by_role("button", name="Die 1 of 6: 5, set by you").wait_for()
    page.reload()
    page.get_by_role("button", name="Die 1 of 6: 5, set by you").wait_for()
    looked(page)
    page.locator("[data-key=confirm]").click()
    page.locator(".offer").first.wait_for()
    assert log_of(address, match) == ["roll 5 3 3 4 4 6"]


def bare(site: tuple[FastAPI, str], visit: Visit) -> tuple[Page, Callable[[], None]]:
    """Open the camera's card before a film of an empty table, and a way to begin the film again as after a restart."""
    app, address = site
    match = begun(address, "confirm")
    dealer = app.state.house.dealer
    dealer.attend(match)

    def again() -> None:
        dealer.choose("film", Film(partial(filmed, [still(Scene(), 60)]), "the film"))

    again()
    page = visit(DESK, where=f"/#/match/{match}", at=address)
    page.locator("[data-key=camera]").click()
    page.get_by_text("The picture is good.").wait_for()
    return page, again


def drawing(page: Page) -> None:
    """Begin to draw the areas, once the picture is there."""
    page.get_by_role("button", name="Draw the areas").click()
    page.wait_for_function("() => document.querySelector('.drawing')?.viewBox.baseVal.width === 320")


def dragged(page: Page, corner: tuple[float, float], other: tuple[float, float]) -> None:
    """Draw an area from one corner to the other, in shares of the picture."""
    box = page.locator(".drawing image").bounding_box()
    (x0, y0), (x1, y1) = ((box["x"] + box["width"] * x, box["y"] + box["height"] * y) for x, y in (corner, other))
    page.mouse.move(x0, y0)
    page.mouse.down()
    page.mouse.move(x1, y1)
    page.mouse.up()


def camera(site: tuple[FastAPI, str]) -> dict[str, Any]:
    """How the camera is."""
    told: dict[str, Any] = httpx.get(f"{site[1]}/api/camera", timeout=30).json()
    return told


ENDED = "There are no more pictures in \u201cthe film\u201d."


def started(phone: Page) -> None:
    """Start the camera of a phone, once more where Chromium takes too long to begin its film beside other work."""
    phone.get_by_role("button", name="Start the camera").click()
    shown = phone.locator("video, #photo")  # or a way to take photos, where no camera could be opened
    shown.first.wait_for(timeout=60_000)
    if phone.locator("#photo").count():
        print(phone.locator("#state").inner_text())  # noqa: T201 - why, where it fails once more
        phone.get_by_role("button", name="Try the camera again").click()
    phone.locator("video").wait_for()


def chosen(site: tuple[FastAPI, str], match: str) -> None:
    """Wait until the phone is the camera of a match."""
    ends = time.monotonic() + 30
    while (camera(site)["source"], camera(site)["match"]) != ("phone", match):
        assert time.monotonic() < ends, "the phone is not the camera"
        time.sleep(0.05)


def test_areas_are_drawn_on_the_picture_and_are_there_again_after_a_restart(
    site: tuple[FastAPI, str], visit: Visit, shot: Shot
) -> None:
    page, again = bare(site, visit)
    shot(page, "camera")
    drawing(page)
    dragged(page, (0.5, 0.1), (0.8, 0.9))
    page.get_by_role("button", name="Throwing area").click()
    page.get_by_label("Throwing area without drawing").select_option("left")
    shot(page, "areas")
    with page.expect_response("**/camera/areas"):  # the dialog closes before it is saved
        page.get_by_role("button", name="Save the areas").click()
    page.locator("dialog").wait_for(state="detached")
    drawn = camera(site)["areas"]
    assert len(drawn["keep"]) == len(drawn["throwing"]) == 4
    again()
    deadline = time.monotonic() + 20
    while not camera(site)["areas"]["keep"]:
        assert time.monotonic() < deadline
    page.locator("[data-key=camera-off]").click()
    page.get_by_text("Use a camera").wait_for()


def test_an_area_is_seen_while_it_is_dragged_begun_anew_by_a_tap_and_kept_while_another_is_chosen_by_keys(
    site: tuple[FastAPI, str], visit: Visit
) -> None:
    page, _ = bare(site, visit)
    drawing(page)
    box = page.locator(".drawing").bounding_box()
    keep = page.locator("polygon.keep")
    page.mouse.move(box["x"] + box["width"] * 0.6, box["y"] + box["height"] * 0.2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.9, box["y"] + box["height"] * 0.9)
    expect(keep).to_have_attribute("points", corners(4))
    page.mouse.up()
    expect(keep).to_have_attribute("points", corners(4))
    for x, y in ((0.2, 0.2), (0.8, 0.3), (0.5, 0.8)):
        page.mouse.click(box["x"] + box["width"] * x, box["y"] + box["height"] * y)
    expect(keep).to_have_attribute("points", corners(3))
    drawn = keep.get_attribute("points")
    choice = page.get_by_label("Keep area without drawing")
    choice.focus()
    for key, value in (("ArrowDown", "none"), ("ArrowDown", "left"), ("ArrowUp", "none"), ("ArrowUp", "")):
        page.keyboard.press(key)
        expect(choice).to_have_value(value)
        expect(choice).to_be_focused()
    expect(keep).to_have_attribute("points", drawn)


def corners(number: int) -> re.Pattern[str]:
    """So many corners of a shape."""
    return re.compile(rf"^[0-9.]+,[0-9.]+( [0-9.]+,[0-9.]+){{{number - 1}}}$")


def test_the_keyboard_stays_at_the_camera_that_is_switched_off_or_on(site: tuple[FastAPI, str], visit: Visit) -> None:
    page, _ = bare(site, visit)
    for where, head in (("camera-off", "Use a camera"), ("camera-phone", "The camera")):
        page.locator(f"[data-key={where}]").focus()
        press(page, "Enter")
        expect(page.locator("summary", has_text=head)).to_be_focused()


def test_a_phone_that_did_not_come_yet_is_waited_for_without_alarm_and_shows_no_picture(
    site: tuple[FastAPI, str], visit: Visit, shot: Shot, throws: Path
) -> None:
    match = begun(site[1], "confirm")
    page = visit(DESK, where=f"/#/match/{match}", at=site[1])
    other = visit(PHONE, where=f"/#/match/{match}", at=site[1])
    other.locator(".keypad").wait_for()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/camera/picture" in request.url else None)
    page.locator("[data-key=camera]").click()
    page.get_by_role("button", name="A phone").click()
    for state in page.locator("[data-eye=state]").all():
        expect(state).to_have_text("Waiting for the phone: open its page there.")
        expect(state).to_have_class(re.compile("is-opening"))
    expect(other.locator(".eye")).to_have_text("Waiting for the phone: open its page there.")
    page.get_by_text("start it with croupier play --lan").wait_for()
    page.wait_for_timeout(2500)  # what must not come needs time to come
    shot(page, "waits")
    assert not asked
    for button in ("areas", "turn"):
        expect(page.locator(f"[data-key={button}]")).to_be_disabled()
    phone = {"content": (throws / "01.jpg").read_bytes(), "headers": {"content-type": "image/jpeg"}}
    for sent in ({"content": b""}, phone):  # as it first only says that it is there
        expect(page.get_by_alt_text("What the camera sees")).to_be_hidden()
        httpx.post(f"{site[1]}/api/matches/{match}/phone", **sent, timeout=30).raise_for_status()
    page.wait_for_function("() => document.querySelector('.watch .sees').naturalWidth > 0")
    for button in ("areas", "turn"):
        expect(page.locator(f"[data-key={button}]")).to_be_enabled()
    expect(page.get_by_text("start it with croupier play --lan")).to_have_count(0)


def test_areas_are_drawn_by_keys_alone_and_the_keyboard_comes_back(site: tuple[FastAPI, str], visit: Visit) -> None:
    page, _ = bare(site, visit)
    page.locator("[data-key=areas]").focus()
    press(page, "Enter")
    page.wait_for_function("() => document.querySelector('.drawing')?.viewBox.baseVal.width === 320")
    expect(page.get_by_role("heading", name="Draw the areas")).to_be_focused()
    tab_to(page, ".drawing")
    press(page, "ArrowLeft", *["ArrowRight"] * 20, *["Shift+ArrowUp"] * 2)
    expect(page.locator(".drawing")).to_be_focused()
    tab_to(page, "[data-key=save]")
    httpx.put(f"{site[1]}/api/matches/{page.url.rpartition('/')[2]}/camera", json={"mode": "tap"}).raise_for_status()
    page.locator(".eye").wait_for(state="detached")  # the page was drawn anew under the dialog
    with page.expect_response("**/camera/areas"):
        press(page, "Enter")
    (left, top), _, (right, bottom), _ = camera(site)["areas"]["keep"]
    assert (left, top, right, bottom) == pytest.approx((2 / 3, 1 / 3, 1, 2 / 3 - 0.04))
    expect(page.locator("[data-key=areas]")).to_be_focused()


def test_keys_make_a_narrow_area_larger_along_one_side_alone(site: tuple[FastAPI, str], visit: Visit) -> None:
    page, _ = bare(site, visit)
    drawing(page)
    dragged(page, (0.2, 0.5), (0.6, 0.53))
    page.locator(".drawing").focus()
    press(page, "Shift+ArrowRight")
    with page.expect_response("**/camera/areas"):
        page.get_by_role("button", name="Save the areas").click()
    (left, top), _, (right, bottom), _ = camera(site)["areas"]["keep"]
    assert (left, top, right, bottom) == pytest.approx((0.2, 0.5, 0.62, 0.53), abs=0.005)


def test_the_area_that_is_drawn_is_marked_in_the_colours_that_a_reader_has_chosen(
    site: tuple[FastAPI, str], visit: Visit
) -> None:
    page, _ = bare(site, visit)
    page.emulate_media(forced_colors="active")
    drawing(page)
    for area, style in (("keep", "solid"), ("throwing", "none")):
        expect(page.locator(f"button[data-key={area}]")).to_have_css("outline-style", style)


def test_who_cannot_see_hears_that_the_camera_is_lost_and_not_each_thing_it_does(
    site: tuple[FastAPI, str], visit: Visit
) -> None:
    app, address = site
    match = begun(address, "confirm")
    page = visit(DESK, where=f"/#/match/{match}", at=address)
    page.locator("[data-key=camera]").click()
    page.evaluate(HEARS)
    watch(app, match, ["roll 1 3 3 4 4 6"])
    page.locator(".eye.is-over").wait_for()
    page.wait_for_timeout(5000)  # what must not come needs time to come
    heard = page.evaluate("heard")
    assert [said for said in heard if "no more" in said] == [ENDED]
    assert not [said for said in heard if said in {"Something moves…", "The dice rest…", "The dice are read."}]


def test_a_picture_that_is_turned_takes_its_areas_along_and_is_so_after_a_restart(
    site: tuple[FastAPI, str], visit: Visit
) -> None:
    page, again = bare(site, visit)
    drawing(page)
    page.get_by_label("Keep area without drawing").select_option("left")
    page.get_by_role("button", name="Save the areas").click()
    page.locator("dialog").wait_for(state="detached")
    for turn in ("Turn the picture", "Turn the picture (90\u00b0)"):
        page.locator("main:not([aria-busy=true])").wait_for()  # one request at a time
        page.get_by_role("button", name=turn).click()
    page.get_by_role("button", name="Turn the picture (180\u00b0)").wait_for()
    for _ in ("now", "after a restart"):
        told = camera(site)
        assert (told["turned"], min(x for x, _ in told["areas"]["keep"])) == (180, pytest.approx(2 / 3))
        again()


def test_a_dark_table_is_told_while_nothing_is_thrown(site: tuple[FastAPI, str], visit: Visit) -> None:
    app, address = site
    match = begun(address, "confirm")
    page = visit(PHONE, where=f"/#/match/{match}", at=address)
    dealer = app.state.house.dealer
    dealer.attend(match)
    dealer.choose("film", Film(partial(film, still(Scene(light=0.3), 60)), "the film"))
    page.locator("[data-eye=state]").get_by_text("It is dark: put a lamp on the table.").wait_for()


# Counts how often the page asks the browser for something, which it gets as before.
COUNTED = """([from, name]) => {
  const given = navigator[from][name].bind(navigator[from]);
  window.counted = 0;
  navigator[from][name] = (...words) => { window.counted += 1; return given(...words); };
}"""


@pytest.fixture(scope="module")
def phone_film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first throw of a clip as Chromium's camera: the empty table, the throw, and the dice at rest for long."""
    clip = cv2.VideoCapture(str(CLIP))
    frames = [clip.read()[1] for _ in range(30)]
    data = [cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes() for frame in frames]
    path = tmp_path_factory.mktemp("phone") / "throw.mjpeg"
    path.write_bytes(b"".join([data[0]] * 60 + [one for one in data for _ in range(2)] + [data[-1]] * 900))
    return path


def test_a_phone_that_takes_photos_leads_to_the_table_while_no_throw_is_due(
    server: str, visit: Visit, shot: Shot, throws: Path
) -> None:
    with httpx.Client(base_url=server, timeout=30) as client:
        swept(client)
    match = begun(server, "confirm")
    phone = visit(PHONE, where=f"/phone/#{match}", at=server)
    phone.get_by_role("button", name="Start the camera").click()
    photo = phone.get_by_role("button", name="Photo of the throw")
    expect(photo).to_be_enabled()
    phone.set_input_files("#shot", throws / "01.jpg")
    phone.locator("#state").get_by_text("Ann throws").wait_for()
    expect(phone.locator(".said")).to_be_hidden()
    expect(photo).to_be_disabled()
    shot(phone, "due")
    table = phone.get_by_role("link", name="Go to the table")
    expect(table).to_have_class(re.compile("brass"))
    played(server, match, "keep 1", 1)
    expect(photo).to_be_enabled()
    expect(table).not_to_have_class(re.compile("brass"))
    table.click()
    phone.wait_for_url(f"{server}/#/match/{match}")


def test_a_phone_watches_a_turn(server: str, visit: Visit, shot: Shot, phone_film: Path) -> None:
    match = begun(server, "confirm")
    table = visit(DESK, where=f"/#/match/{match}", at=server)
    phone = visit(PHONE, where=f"/phone/#{match}", at=server, film=phone_film)
    started(phone)
    shot(phone, "phone")
    table.locator("figure.photo").wait_for(timeout=60_000)
    put_right(table, TRUTH)
    looked(table)
    table.locator("[data-key=confirm]").click()
    table.locator(".offers").get_by_text("Set aside 1 1 1 5").click()
    table.locator(".offer.stop").click()
    table.get_by_role("heading", name="Bob\u2019s turn").wait_for()
    phone.get_by_role("heading", name="Bob\u2019s turn").wait_for()
    assert [text.split()[0] for text in log_of(server, match)] == ["roll", "keep", "bank"]


def test_a_phone_that_did_not_look_for_a_while_says_so_with_its_next_picture(
    server: str, visit: Visit, phone_film: Path
) -> None:
    phone = visit(PHONE, where=f"/phone/#{begun(server, 'confirm')}", at=server, film=phone_film)
    missed = re.compile(r"/phone\?missed=true$")
    with phone.expect_request(missed):  # nobody looked before
        phone.get_by_role("button", name="Start the camera").click()
    with phone.expect_request(missed):
        phone.evaluate("() => { const begun = performance.now(); while (performance.now() - begun < 2500); }")


# What a phone would say of what it sends, each time it does: a step is what lies on the table (a number, for how many
# milliseconds, and whether it can send then), `away` (it does not look), or `lost` (what it sent last did not come).
LOOKS = """async (steps) => {
  const { Motion } = await import('/motion.js');
  const table = Object.assign(document.createElement('canvas'), { width: 960, height: 720 });
  const [motion, told] = [new Motion(), []];
  const paint = table.getContext('2d');
  let [time, missed] = [10000, false];
  for (const [what, long, can = true] of steps) {
    if (what === 'away') { time += long; continue; }
    if (what === 'lost') { motion.lost(missed); continue; }
    paint.fillStyle = 'green';
    paint.fillRect(0, 0, 960, 720);
    paint.fillStyle = 'white';
    if (what) paint.fillRect(100 * what, 300, 90, 90);
    for (const end = time + long; time < end; time += 100) {
      if (!motion.look(table, time, can)) continue;
      missed = motion.sent();
      told.push(`${what}${missed ? ' missed' : ''}`);
    }
  }
  return told;
}"""


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        ([(0, 900), (1, 2000), (2, 2000)], ["0 missed", "1", "2"]),
        ([(0, 900), (1, 900), ("away", 3000), (1, 1200), (2, 900)], ["0 missed", "1", "1 missed", "2"]),
        ([(0, 900), (1, 900), ("away", 3000), (2, 900)], ["0 missed", "1", "2 missed"]),
        ([(0, 900), (1, 900, False), (2, 900, False), (2, 100)], ["0 missed", "2 missed"]),
        ([(0, 900), (1, 900, False), (1, 100)], ["0 missed", "1"]),
        ([(0, 900), (1, 900), ("lost",), (1, 900)], ["0 missed", "1", "1"]),
        ([(0, 900), (1, 600), (2, 900, False), ("lost",), (2, 900)], ["0 missed", "1", "2 missed"]),
        ([(0, 900), ("lost",), (0, 900)], ["0 missed", "0 missed"]),
    ],
    ids=[
        "looks on",
        "away, all as before",
        "away",
        "no way to send",
        "late",
        "lost",
        "lost, and other dice",
        "first lost",
    ],
)
def test_a_phone_tells_of_what_it_sends_whether_another_throw_may_have_lain_there(
    visit: Visit, steps: list[tuple[Any, ...]], told: list[str]
) -> None:
    assert visit(PHONE, where="/phone/").evaluate(LOOKS, steps) == told


@pytest.mark.parametrize("size", [{"width": 844, "height": 390}, {"width": 568, "height": 320}, PHONE])
def test_a_phone_shows_all_of_its_picture_however_it_stands(
    server: str, visit: Visit, shot: Shot, phone_film: Path, size: dict[str, int]
) -> None:
    phone = visit(size, where=f"/phone/#{begun(server, 'confirm')}", at=server, film=phone_film)
    started(phone)
    shot(phone, "phone")
    assert phone.locator("video").evaluate("(one) => one.getBoundingClientRect().bottom <= innerHeight")


def test_a_phone_that_takes_its_camera_away_says_so_and_starts_again(
    server: str, visit: Visit, phone_film: Path
) -> None:
    phone = visit(PHONE, where=f"/phone/#{begun(server, 'confirm')}", at=server, film=phone_film)
    phone.evaluate(COUNTED, ["wakeLock", "request"])
    for _ in range(2):
        phone.get_by_role("button", name="Start the camera").click()
        phone.locator("video").wait_for()
        phone.evaluate(
            "document.querySelector('video').srcObject.getVideoTracks()[0].dispatchEvent(new Event('ended'))"
        )
        phone.get_by_text("The phone took the camera away").wait_for()
        before = phone.evaluate("window.counted")
        phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        assert phone.evaluate("window.counted") == before  # it keeps the screen on only while it watches


def test_a_phone_that_the_table_switches_off_stops_until_somebody_chooses_it_again(
    server: str, visit: Visit, phone_film: Path
) -> None:
    match = begun(server, "confirm")
    httpx.post(f"{server}/api/camera", json={"source": None}, timeout=30).raise_for_status()
    table = visit(DESK, where=f"/#/match/{match}", at=server)
    phone = visit(PHONE, where=f"/phone/#{match}", at=server, film=phone_film)
    start, video = phone.get_by_role("button", name="Start the camera"), phone.locator("video")
    table.get_by_text("Use a camera").click()
    table.get_by_role("button", name="A phone", exact=True).wait_for()
    start.click()
    for again in (start.click, lambda: table.get_by_role("button", name="A phone", exact=True).click()):
        video.wait_for()
        table.get_by_role("button", name="Switch it off").click()
        phone.get_by_text("The table switched the camera off: start it again here").wait_for()
        expect(video).to_have_count(0)
        expect(start).to_be_enabled()
        assert httpx.get(f"{server}/api/camera", timeout=30).json()["source"] is None
        again()
    video.wait_for()
    table.get_by_role("button", name="Switch it off").wait_for()


OFF = "The table switched the camera off"


def switched_off(site: tuple[FastAPI, str], visit: Visit, phone_film: Path) -> tuple[Page, Event]:
    """A phone that was the camera until the table switched it off, and what was told while it was on."""
    app, address = site
    match, dealer = begun(address, "confirm"), app.state.house.dealer
    phone = visit(PHONE, where=f"/phone/#{match}", at=address, film=phone_film)
    started(phone)
    chosen(site, match)
    on = dealer.news()
    dealer.choose(None)
    phone.get_by_text(OFF).wait_for()
    return phone, on


def test_a_phone_that_was_switched_off_stays_so_where_it_hears_late_that_it_was_on(
    site: tuple[FastAPI, str], visit: Visit, phone_film: Path
) -> None:
    phone, late = switched_off(site, visit, phone_film)
    match = phone.url.rpartition("#")[2]
    with phone.expect_response("**/api/camera"):
        site[0].state.house.hub.publish(match, late)
    phone.wait_for_timeout(1000)  # what must not come needs time to come
    expect(phone.locator("video")).to_have_count(0)
    assert camera(site)["source"] is None


SLOWLY = """
  const given = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  window.opened = 0;
  navigator.mediaDevices.getUserMedia = async (asked) => {
    window.opened += 1;
    await new Promise((resolve) => { window.open_ = resolve; });
    return given(asked);
  };
"""


def test_a_phone_whose_camera_opens_slowly_opens_it_once_and_minds_that_it_was_switched_off_meanwhile(
    site: tuple[FastAPI, str], visit: Visit, phone_film: Path
) -> None:
    (phone, _), dealer = switched_off(site, visit, phone_film), site[0].state.house.dealer
    phone.evaluate(f"() => {{ {SLOWLY} }}")
    dealer.choose("phone")
    phone.wait_for_function("() => window.opened > 0")
    phone.get_by_role("button", name="Start the camera").click()
    dealer.choose(None)
    with phone.expect_response(re.compile(r"/phone(\?|$)")) as refused:
        phone.evaluate("window.open_()")
    assert refused.value.status == 409
    phone.get_by_text(OFF).wait_for()
    assert phone.evaluate("window.opened") == 1
    assert camera(site)["source"] is None


TAKEN = """
  const given = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async () => {
    navigator.mediaDevices.getUserMedia = given;
    throw new DOMException("Another program has it", "NotReadableError");
  };
"""


def test_a_camera_that_could_not_be_opened_is_tried_again_where_the_phone_takes_photos(
    site: tuple[FastAPI, str], visit: Visit, shot: Shot, phone_film: Path
) -> None:
    match = begun(site[1], "confirm")
    phone = visit(PHONE, where=f"/phone/#{match}", at=site[1], film=phone_film)
    phone.evaluate(f"() => {{ {TAKEN} }}")
    phone.get_by_role("button", name="Start the camera").click()
    phone.get_by_text("No camera could be opened here. Take a photo of each throw instead.").wait_for()
    phone.get_by_role("button", name="Photo of the throw").wait_for()
    shot(phone, "photos")
    phone.get_by_role("button", name="Try the camera again").click()
    phone.locator("video").wait_for()
    chosen(site, match)


def test_a_phone_that_lost_its_camera_says_so_though_its_last_picture_arrives_after_that(
    server: str, visit: Visit, phone_film: Path
) -> None:
    phone = visit(PHONE, where=f"/phone/#{begun(server, 'confirm')}", at=server, film=phone_film)
    under_way: list[Any] = []
    phone.route(re.compile(r"/phone(\?|$)"), lambda route: under_way.append(route))  # noqa: PLW0108 - Playwright marks it
    phone.get_by_role("button", name="Start the camera").click()
    phone.locator("video").wait_for()
    while not under_way:
        phone.wait_for_timeout(50)
    phone.evaluate("document.querySelector('video').srcObject.getVideoTracks()[0].dispatchEvent(new Event('ended'))")
    lost = phone.get_by_text("The phone took the camera away")
    lost.wait_for()
    with phone.expect_response(re.compile(r"/phone(\?|$)")):
        under_way[0].continue_()
    phone.wait_for_timeout(300)  # what must not come needs time to come
    expect(lost).to_have_count(1)


def test_a_phone_says_once_that_nobody_takes_its_pictures(server: str, visit: Visit, phone_film: Path) -> None:
    phone = visit(PHONE, where=f"/phone/#{begun(server, 'confirm')}", at=server, film=phone_film)
    phone.route(re.compile(r"/phone(\?|$)"), lambda route: route.abort("connectionrefused"))
    phone.evaluate(HEARS)
    for _ in range(3):  # as often as it tries again
        with phone.expect_event("requestfailed"):
            if not phone.locator("video").count():
                phone.get_by_role("button", name="Start the camera").click()
    heard = phone.evaluate("heard")
    assert len([said for said in heard if "does not answer" in said]) == 1, heard


def test_a_phone_whose_button_is_tapped_twice_opens_its_camera_once(
    server: str, visit: Visit, phone_film: Path
) -> None:
    phone = visit(PHONE, where=f"/phone/#{begun(server, 'confirm')}", at=server, film=phone_film)
    phone.evaluate(COUNTED, ["mediaDevices", "getUserMedia"])
    phone.locator("#start").dblclick()
    phone.locator("video").wait_for()
    assert phone.evaluate("window.counted") == 1


def test_a_phone_shows_its_table_once_more_to_a_table_that_saw_nothing_of_it_yet(
    server: str, visit: Visit, phone_film: Path
) -> None:
    match = begun(server, "confirm")
    anew = partial(httpx.post, f"{server}/api/camera", timeout=30)
    anew(json={"source": "phone", "match": match}).raise_for_status()
    table = visit(DESK, where=f"/#/match/{match}", at=server)
    phone = visit(PHONE, where=f"/phone/#{match}", at=server, film=phone_film)
    phone.get_by_role("button", name="Start the camera").click()
    table.locator("figure.photo").wait_for(timeout=60_000)
    for source in (None, "phone"):  # as where Croupier is started again: the dice lie there still
        anew(json={"source": source, "match": match}).raise_for_status()
    table.locator("figure.photo").wait_for(state="detached")
    table.locator("figure.photo").wait_for()
    put_right(table, TRUTH)


def test_a_phone_says_that_its_match_is_played_no_more_and_goes_on_with_the_next(
    server: str, visit: Visit, phone_film: Path
) -> None:
    match = begun(server, "confirm")
    phone = visit(PHONE, where=f"/phone/#{match}", at=server, film=phone_film)
    with httpx.Client(base_url=server, timeout=30) as client:
        client.post("/api/camera", json={"source": "phone", "match": match}).raise_for_status()
        phone.get_by_role("button", name="Start the camera").click()
        phone.get_by_role("heading", name="Ann\u2019s turn").wait_for()
        client.delete(f"/api/matches/{match}").raise_for_status()
        phone.get_by_role("heading", name="The match was deleted").wait_for()
        client.post(f"/api/matches/{match}/restore", json={}).raise_for_status()
        client.post(f"/api/matches/{match}/pause", json={}).raise_for_status()
        phone.get_by_role("heading", name="The match is paused").wait_for()
        new = {"game": "farkle", "players": ["Uta", "Vic"]}
        client.post("/api/matches", json=new).raise_for_status()
        phone.get_by_role("heading", name="Uta\u2019s turn").wait_for()


def test_a_phone_sends_nobody_to_the_table_once_its_question_is_answered(
    site: tuple[FastAPI, str], visit: Visit
) -> None:
    app, address = site
    match, dealer = begun(address, "confirm"), app.state.house.dealer
    state = visit(PHONE, where=f"/phone/#{match}", at=address).locator("#state")
    play = {"event": "roll 1 3 3 4 4 6", "after": 0}
    for thrown, where, answer in (("1 1 1 2 2 6", "dismiss", {}), ("1 3 3 4 4 6", "events", play)):
        dealer.attend(match)
        dealer.laid(tray(Seen(Roll.parse(thrown), 6), "pips"), 1.0)
        state.get_by_text("Please look at the table\u2019s page.").wait_for()
        httpx.post(f"{address}/api/matches/{match}/{where}", json=answer, timeout=30).raise_for_status()
        state.get_by_text("Stand the phone so that it sees the whole table, and start.").wait_for()


@pytest.mark.parametrize("heard", [True, False])
def test_a_phone_without_a_secure_page_takes_photos_and_says_why(server: str, visit: Visit, *, heard: bool) -> None:
    """Also where the table was not heard yet: the photo is of the throw that is due."""
    match = begun(server, "confirm")
    page = visit(PHONE, where=f"/phone/#{match}", at=server)
    if not heard:
        page.route("**/stream", lambda _: None)
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    page.reload()
    page.get_by_text("Browsers lend the camera only to pages at https or localhost").wait_for()
    page.set_input_files("#shot", ROOT / "api" / "demo" / "01.jpg")
    page.wait_for_function(
        "() => /Ann throws|Please look at the table/.test(document.getElementById('state').textContent)"
    )


def test_a_question_stays_on_the_page_where_the_table_cannot_be_told_that_it_is_dropped(
    site: tuple[FastAPI, str], visit: Visit
) -> None:
    app, address = site
    match = begun(address, "confirm")
    page = visit(DESK, where=f"/#/match/{match}", at=address)
    app.state.house.dealer.attend(match)
    app.state.house.dealer.laid(tray(Seen(Roll.parse("1 3 3 4 4 6"), 6), "pips"), 1.0)
    page.get_by_text("That is no throw").wait_for()
    page.route("**/dismiss", lambda route: route.fulfill(status=429, json={"status": 429, "detail": "Too busy."}))
    looked(page)
    page.get_by_text("That is no throw").click()
    page.locator(".note.bad", has_text="Too busy").wait_for()
    expect(page.get_by_text("That is no throw")).to_have_count(1)


def asking(
    site: tuple[FastAPI, str], visit: Visit, kit: str = "", game: str = "", first: str = "Ann"
) -> tuple[Page, Callable[[str], None]]:
    """Open a match to confirm, perhaps of the game of a kit, and a way to let the camera ask about a throw."""
    app, address = site
    match = begun(address, "confirm", game or kit or "jack-stone", first)
    dealer = app.state.house.dealer
    dealer.attend(match)
    page = visit(DESK, where=f"/#/match/{match}", at=address)
    page.locator(".keypad").first.wait_for()
    heard(app, match)
    return page, lambda roll: dealer.laid(tray(Seen(Roll.parse(roll), len(roll.split())), kit or "pips"), 1.0)


def test_the_button_below_a_throw_says_what_is_played_before_it_whatever_players_are_called(
    site: tuple[FastAPI, str], visit: Visit
) -> None:
    page, ask = asking(site, visit, first="J.R. throws")
    played(site[1], page.url.rpartition("/")[2], "roll 1 3 3 4 4 6", 0)
    page.locator(".offers").wait_for()
    ask("2 2 2 3 4")
    expect(page.locator("[data-key=confirm]")).to_contain_text("J.R. throws keeps 1. Play this roll")


def test_a_question_about_a_die_hides_no_question_about_its_throw(site: tuple[FastAPI, str], visit: Visit) -> None:
    page, ask = asking(site, visit)
    ask("1 3 3 4 4 6")
    shows(page, ["1", "3", "3", "4", "4", "6"])
    seen = tray(Seen(Roll.parse("2 2 3 4 6 6"), 6), "pips")
    doubtful = replace(seen.thrown[0], p=0.7, second=(Face("5"), 0.2))
    dice = (doubtful, *seen.thrown[1:])
    doubt = "I am not sure of one die: 2 or 5?"
    site[0].state.house.dealer.laid(
        replace(seen, thrown=dice, reading=replace(seen.reading, dice=dice, reasons=(doubt,)), doubts=(doubt,)), 2.0
    )
    shows(page, ["2", "2", "3", "4", "6", "6"])
    asked = page.locator(".note.doubt")
    expect(asked.get_by_text(SKIPPED)).to_be_visible()
    expect(asked.get_by_text(doubt)).to_have_count(0)  # its two faces are buttons
    looked(page)
    page.locator("[data-key=guess-0-5]").click()
    shows(page, ["5", "2", "3", "4", "6", "6"])
    expect(asked.get_by_text(SKIPPED)).to_be_visible()


def test_a_card_is_told_while_the_throw_after_it_waits(site: tuple[FastAPI, str], visit: Visit, shot: Shot) -> None:
    page, ask = asking(site, visit, game="high-roll")
    match = page.url.rpartition("/")[2]
    played(site[1], match, "roll 1 1 2 2 3 3 4 4 5 5", 0)
    page.locator("[data-key=card]").wait_for()
    ask("1 2 3 4 5 6 6 6 1 2")
    page.locator(".doubt").get_by_text("Ann draws a card before this throw: say first which it is.").wait_for()
    shot(page, "card")
    expect(page.locator("[data-key=confirm]")).to_have_count(0)
    page.locator("[data-key=card]").fill("1500")
    looked(page)
    page.get_by_role("button", name="Take these points").click()
    page.get_by_text("Ann draws a bonus card of 1,500.").first.wait_for()
    site[0].state.house.dealer.passed(2.0, "resting")
    page.locator("[data-key=confirm]").wait_for()
    looked(page)
    page.locator("[data-key=confirm]").click()
    page.locator("[data-key=confirm]").wait_for(state="detached")
    assert log_of(site[1], match)[1:] == ["card 1500", "roll 1 2 3 4 5 6 6 6 1 2"]


def test_kept_dice_among_those_that_the_camera_sees_anew_are_left_out_of_the_throw(
    site: tuple[FastAPI, str], visit: Visit, shot: Shot
) -> None:
    page, ask = asking(site, visit)
    match = page.url.rpartition("/")[2]
    page.set_viewport_size(PHONE)
    played(site[1], match, "roll 1 1 2 3 4 6", 0)
    page.locator(".offers").wait_for()
    site[0].state.house.dealer.noticed(Sight("lost", "gone"))
    ask("1 1 5 2 3 4")
    shows(page, ["1", "1", "5", "2", "3", "4"])
    goes_on = page.locator("[data-key=confirm]")
    expect(goes_on).to_contain_text("Ann keeps 1 1. Play this roll without 1 1")
    expect(page.locator(".read .tools")).to_contain_text("Ann banks 200. Bob plays this roll")
    assert goes_on.evaluate("(button) => button.querySelector(':scope > span').children.length > 0"), "one line of text"
    shot(page, "asked")
    looked(page)
    goes_on.click()
    shows(page, ["5", "2", "3", "4"])
    assert log_of(site[1], match) == ["roll 1 1 2 3 4 6", "keep 1 1", "roll 5 2 3 4"]
    tap(page, 0)  # what is corrected then is that throw
    choose(page, "1")
    shows(page, ["1", "2", "3", "4"])
    assert log_of(site[1], match) == ["roll 1 1 2 3 4 6", "keep 1 1", "roll 1 2 3 4"]


def test_what_is_pressed_on_a_throw_does_nothing_to_another_that_came_under_the_finger(
    site: tuple[FastAPI, str], visit: Visit
) -> None:
    page, ask = asking(site, visit)
    ask("1 1 1 2 3 4")
    shows(page, ["1", "1", "1", "2", "3", "4"])
    looked(page)
    page.locator("[data-key=confirm]").hover()
    page.mouse.down()
    ask("2 2 3 4 6 6")
    page.wait_for_timeout(200)  # it comes while the finger is down
    page.mouse.up()
    page.locator(".note.bad", has_text="Another photo came just now: tap again.").wait_for()
    shows(page, ["2", "2", "3", "4", "6", "6"])
    assert log_of(site[1], page.url.rpartition("/")[2]) == []


def test_what_is_corrected_on_a_throw_stays_where_it_is_said_which_dice_stay(
    site: tuple[FastAPI, str], visit: Visit
) -> None:
    page, ask = asking(site, visit, game="yahtzee")
    match = page.url.rpartition("/")[2]
    played(site[1], match, "roll 1 2 2 2 3", 0)
    page.locator("[data-key=stay-1]").wait_for()
    ask("5 5 1 4")
    page.locator("button.pin").first.wait_for()
    tap(page, 0)
    choose(page, "6")
    looked(page)
    page.locator("[data-key=stay-1]").click()
    page.locator("[data-key=stay]").click()
    page.get_by_role("button", name="Die 1 of 4: 6, set by you").wait_for()
    page.locator("[data-key=confirm]:enabled").wait_for()
    assert log_of(site[1], match) == ["roll 1 2 2 2 3", "keep 2"]


def test_who_answers_that_a_die_was_laid_right_is_told_what_that_changed_and_finds_the_way_back(
    site: tuple[FastAPI, str], visit: Visit
) -> None:
    page, _ = thrown_once(site, visit)
    option = wire.Way(says="The last throw was 5 3 3 4 4 6.", events=["amend 1 roll 5 3 3 4 4 6"], dice=0)
    answer = asks(site, page, 1, option).get_by_role("button", name=option.says)
    answer.wait_for()
    looked(page)
    answer.click()
    page.get_by_text("Ann threw 5 3 3 4 4 6, not 1 3 3 4 4 6").first.wait_for()
    page.locator("[data-key=put-back]").wait_for()


WAITS = ".understood:has-text('The camera asks about a throw')"


def test_a_throw_that_is_tapped_in_is_not_lost_by_a_question_of_the_camera(
    site: tuple[FastAPI, str], visit: Visit, shot: Shot
) -> None:
    page, ask = asking(site, visit)
    press(page, "2", "2")
    ask("1 3 3 4 4 6")
    page.locator(WAITS).wait_for()
    shot(page, "waits")
    press(page, "Backspace")
    expect(page.locator("[data-key=slot-0]")).to_have_count(1)
    press(page, "Backspace")
    shows(page, ["1", "3", "3", "4", "4", "6"])
    expect(page.locator(WAITS)).to_have_count(0)


def test_a_question_that_waits_still_does_when_the_table_agreed_upon_points(
    site: tuple[FastAPI, str], visit: Visit
) -> None:
    page, ask = asking(site, visit)
    press(page, "2")
    ask("1 3 3 4 4 6")
    page.locator(WAITS).wait_for()
    played(site[1], page.url.rpartition("/")[2], "adjust Bob 50", 0)
    page.locator(".table[data-seq='1']").wait_for()
    expect(page.locator(WAITS)).to_have_count(1)
    press(page, "Backspace")
    shows(page, ["1", "3", "3", "4", "4", "6"])


def test_a_question_about_a_throw_that_was_tapped_in_meanwhile_is_none_any_more(
    site: tuple[FastAPI, str], visit: Visit
) -> None:
    page, ask = asking(site, visit)
    press(page, "1", "3", "3")
    ask("1 3 3 4 4 6")
    page.locator(WAITS).wait_for()
    press(page, "4", "4", "6", "Enter")
    page.locator(".offers").get_by_text("Set aside 1").wait_for()
    expect(page.get_by_text("That is no throw")).to_have_count(0)


def correcting(site: tuple[FastAPI, str], visit: Visit) -> Page:
    """Correct a die of a throw that the camera asked about, while its question about other dice waits."""
    page, ask = asking(site, visit)
    ask("1 3 3 4 4 6")
    shows(page, ["1", "3", "3", "4", "4", "6"])
    tap(page, 0)
    choose(page, "2")
    ask("5 5 3 4 6 6")
    page.locator(WAITS).wait_for()
    return page


def test_dice_under_correction_are_not_replaced_by_a_question_about_other_dice(
    site: tuple[FastAPI, str], visit: Visit
) -> None:
    page = correcting(site, visit)
    shows(page, ["2", "3", "3", "4", "4", "6"])
    looked(page)
    page.get_by_text("That is no throw").click()
    shows(page, ["5", "5", "3", "4", "6", "6"])


def test_what_is_entered_stays_where_others_drop_the_question_that_waits(
    site: tuple[FastAPI, str], visit: Visit
) -> None:
    page = correcting(site, visit)
    match = page.url.rpartition("/")[2]
    httpx.post(f"{site[1]}/api/matches/{match}/dismiss", json={}).raise_for_status()
    page.locator(WAITS).wait_for(state="detached")
    shows(page, ["2", "3", "3", "4", "4", "6"])


def test_a_photo_stays_where_a_question_beside_it_is_answered_by_neither(
    site: tuple[FastAPI, str], visit: Visit
) -> None:
    app, address = site
    match = begun(address, "confirm", "ten-grand")
    app.state.house.dealer.attend(match)
    page = visit(DESK, where=f"/#/match/{match}", at=address)
    page.set_input_files("#shot", ROOT / "samples" / "ten-grand" / "01.jpg")
    page.locator(".pin").first.wait_for()
    pins = page.locator(".pin").count()
    tap(page, 0)
    choose(page, "Q")
    option = wire.Way(says="Ann banks.", events=["bank"], dice=0)
    told = wire.Hands(seq=0, question=True, says="Does she bank?", options=[option])
    app.state.house.hub.publish(match, Event(HANDS, told.model_dump_json()))
    page.get_by_role("button", name="Neither").wait_for()
    looked(page)
    page.get_by_role("button", name="Neither").click()
    page.get_by_role("heading", name="Does she bank?").wait_for(state="detached")
    expect(page.locator(".pin")).to_have_count(pins)


def test_an_answer_to_the_camera_that_fails_can_be_given_again(site: tuple[FastAPI, str], visit: Visit) -> None:
    match = begun(site[1], "hands-free")
    page = visit(DESK, where=f"/#/match/{match}", at=site[1])
    understood(site, page, match)
    looked(page)
    page.route("**/undo", lambda route: route.fulfill(status=429, json={"status": 429, "detail": "Too busy."}))
    page.locator(BACK).click()
    page.locator(".note.bad", has_text="Too busy").wait_for()
    expect(page.locator(BACK)).to_be_visible()
    option = wire.Way(says="Ann keeps 1.", events=["keep 1"], dice=0)
    told = wire.Hands(seq=1, question=True, says="Does she keep 1?", options=[option])
    site[0].state.house.hub.publish(match, Event(HANDS, told.model_dump_json()))
    answer = page.get_by_role("button", name="Ann keeps 1.")
    answer.wait_for()
    looked(page)
    page.route("**/plays", lambda route: route.fulfill(status=429, json={"status": 429, "detail": "Busy still."}))
    answer.click()
    page.locator(".note.bad", has_text="Busy still").wait_for()
    page.unroute("**/plays")
    answer.click()
    answer.wait_for(state="detached")
    assert log_of(site[1], match) == ["roll 1 3 3 4 4 6", "keep 1"]


def test_a_photo_stays_where_a_question_beside_it_is_withdrawn(site: tuple[FastAPI, str], visit: Visit) -> None:
    app, address = site
    match = begun(address, "confirm", "ten-grand")
    page = visit(DESK, where=f"/#/match/{match}", at=address)
    page.set_input_files("#shot", ROOT / "samples" / "ten-grand" / "01.jpg")
    page.locator(".pin").first.wait_for()
    tap(page, 0)
    choose(page, "Q")
    option = wire.Way(says="Ann banks.", events=["bank"], dice=0)
    for told in (
        wire.Hands(seq=0, question=True, says="Does she bank?", options=[option]),
        wire.Hands(seq=0, question=False, says=""),
    ):
        app.state.house.hub.publish(match, Event(HANDS, told.model_dump_json()))
        page.get_by_role("heading", name="Does she bank?").wait_for(state="visible" if told.question else "detached")
    expect(page.locator(".pin[aria-label*='set by you']")).to_have_count(1)


def test_a_letter_typed_before_a_question_of_the_camera_begins_no_face_after_it(
    site: tuple[FastAPI, str], visit: Visit
) -> None:
    page, ask = asking(site, visit, "phase-10")
    press(page, "8")
    ask("1R 2R 3R 4R 5R 6R 7R 1B 2B 3B")
    page.get_by_text("That is no throw").wait_for()
    looked(page)
    page.get_by_text("That is no throw").click()
    page.get_by_text("That is no throw").wait_for(state="detached")
    press(page, "g", "8", "r")
    expect(page.get_by_role("button", name="Take back the")).to_have_count(1)
    page.get_by_role("button", name="Take back the red 8").wait_for()


def test_what_was_kept_can_be_chosen_beside_a_throw_that_fits_nothing_else(
    site: tuple[FastAPI, str], visit: Visit
) -> None:
    app, address = site
    match = begun(address, "confirm")
    httpx.post(
        f"{address}/api/matches/{match}/events", json={"event": "roll 1 5 3 4 4 6", "after": 0}
    ).raise_for_status()
    page = visit(DESK, where=f"/#/match/{match}", at=address)
    page.locator(".offer").first.wait_for()
    app.state.house.dealer.attend(match)
    app.state.house.dealer.laid(tray(Seen(Roll.parse("2 3 3 4 6"), 5), "pips"), 1.0)
    page.get_by_text("That is no throw").wait_for()
    page.get_by_text("that fits no choice of Ann's").first.wait_for()
    tap(page, 0)
    choose(page, "1")
    looked(page)
    page.keyboard.press("1")  # sets aside 1 5
    page.locator(".table[data-seq='2']").wait_for()
    app.state.house.dealer.passed(2.0, "read")  # the next frame
    page.get_by_text("I see 5 dice thrown, and 4 are due").first.wait_for()
    shows(page, ["1", "3", "3", "4", "6"])  # what was corrected stays


def test_a_phone_watches_the_match_that_was_played_last_and_names_it(
    server: str, visit: Visit, seat: Callable[..., Player]
) -> None:
    with httpx.Client(base_url=server, timeout=30) as client:
        played, newer, paused = (seat(client, *pair) for pair in (("Uta", "Vic"), ("Wim", "Xia"), ("Yan", "Zoe")))
        played.play("roll 1 3 3 4 4 6")
        client.post(f"{paused.path}/pause", json={}).raise_for_status()
        phone = visit(PHONE, where="/phone/", at=server)
        phone.get_by_role("heading", name="Uta\u2019s turn").wait_for()
        phone.get_by_text("Jack Stone's Ten Thousand: Uta, Vic").wait_for()
        phone.get_by_text("Watch another match").click()
        phone.get_by_role("link", name="Wim, Xia").click()
        phone.get_by_role("heading", name="Wim\u2019s turn").wait_for()
        assert newer.match["id"] in phone.url
        expect(phone.get_by_text("Yan, Zoe")).to_have_count(0)


def test_a_question_that_one_drops_is_gone_from_every_page(site: tuple[FastAPI, str], visit: Visit) -> None:
    app, address = site
    match = begun(address, "confirm")
    pages = [visit(size, where=f"/#/match/{match}", at=address) for size in (DESK, PHONE)]
    app.state.house.dealer.attend(match)
    app.state.house.dealer.laid(tray(Seen(Roll.parse("1 3 3 4 4 6"), 6), "pips"), 1.0)
    drops = [page.get_by_text("That is no throw") for page in pages]
    for drop in drops:
        drop.wait_for()
    looked(pages[0])
    drops[0].click()
    for drop in drops:
        drop.wait_for(state="detached")
    assert log_of(address, match) == []


def test_a_question_that_is_dropped_goes_though_the_table_agreed_upon_points_since(
    site: tuple[FastAPI, str], visit: Visit
) -> None:
    page, ask = asking(site, visit)
    ask("1 3 3 4 4 6")
    drop = page.get_by_text("That is no throw")
    drop.wait_for()
    match = page.url.rpartition("/")[2]
    played(site[1], match, "adjust Bob 50", 0)
    page.locator(".table[data-seq='1']").wait_for()
    expect(drop).to_have_count(1)
    httpx.post(f"{site[1]}/api/matches/{match}/dismiss", json={}).raise_for_status()
    drop.wait_for(state="detached")


@BOTH
def test_a_face_is_shown_to_the_camera_and_what_is_learned_of_it_is_seen(
    site: tuple[FastAPI, str], visit: Visit, shot: Shot, size: dict[str, int]
) -> None:
    app, address = site
    frame = load_file(ROOT / "samples" / "teach" / "lessons" / "fehu" / "1.jpg")
    shots = [Still(frame, number / 5) for number in range(300)]
    app.state.house.dealer.choose("film", Film(lambda: iter(shots), "the film"))
    page = visit(size, where="/#/dice", at=address)
    sees = page.get_by_alt_text("What the camera sees")
    expect(sees).to_be_visible()
    page.get_by_label("Name of the set").fill(f"seen {size['width']}")
    page.get_by_label("The face that is up").fill("fehu")
    page.get_by_role("button", name="Show it to the camera").click()
    page.get_by_text("I see one die with fehu. Throw it anew and show it twice more.").wait_for()
    expect(page.get_by_alt_text("A die that was learned as fehu")).to_be_visible()
    shot(page, "camera")
    page.get_by_role("button", name="Show it to the camera").click()
    page.get_by_text("I saw this die lie just so before, and learned nothing new: throw anew.").wait_for()
    expect(page.get_by_alt_text("A die that was learned as fehu")).to_have_count(1)
    page.get_by_role("button", name="Switch the camera off").click()
    expect(sees).to_be_hidden()
    expect(page.get_by_role("button", name="Show it to the camera")).to_have_count(0)
    assert camera(site)["state"] == "off"


def test_nobody_teaches_before_a_camera_before_which_a_match_goes_on_or_that_is_gone(
    site: tuple[FastAPI, str], visit: Visit
) -> None:
    app, address = site
    dealer = app.state.house.dealer
    match = begun(address, "confirm")
    dealer.attend(match)
    dealer.choose("film", Film(partial(filmed, [still(Scene(), 60)]), "the film"))
    page = visit(DESK, where="/#/dice", at=address)
    page.get_by_text("The camera watches a match that goes on").wait_for()
    expect(page.get_by_role("button", name="Show it to the camera")).to_have_count(0)
    lesson = partial(httpx.post, f"{address}/api/dice/mine/lessons?face=skull", content=b"", timeout=30)
    assert "A match goes on before the camera" in lesson().json()["detail"]
    httpx.post(f"{address}/api/matches/{match}/pause", json={}, timeout=30).raise_for_status()
    page.get_by_role("button", name="Show it to the camera").wait_for()
    dealer.choose("film", Film(partial(filmed, [still(Scene(), 0.2)]), "the film"))
    page.get_by_text(ENDED).wait_for()
    expect(page.get_by_alt_text("What the camera sees")).to_be_hidden()
    refused = lesson()
    assert (refused.status_code, refused.json()["detail"]) == (409, ENDED)


def test_who_corrected_a_throw_that_the_camera_asks_about_no_more_is_told(
    site: tuple[FastAPI, str], visit: Visit
) -> None:
    page, ask = asking(site, visit)
    ask("1 3 3 4 4 6")
    shows(page, ["1", "3", "3", "4", "4", "6"])
    tap(page, 0)
    choose(page, "2")
    site[0].state.house.dealer.dismiss(page.url.rpartition("/")[2])  # somebody else says that it was none
    page.locator(".note.bad", has_text="no more about the throw that you corrected").wait_for()
    page.locator(".keypad").first.wait_for()


def test_a_throw_of_the_camera_that_is_dropped_is_heard_and_is_no_change_by_others(
    site: tuple[FastAPI, str], visit: Visit
) -> None:
    page, ask = asking(site, visit)
    ask("1 3 3 4 4 6")
    drop = page.get_by_text("That is no throw")
    drop.wait_for()
    looked(page)
    page.evaluate(HEARS)
    drop.click()
    drop.wait_for(state="detached")
    press(page, "1", "3", "3", "4", "4", "6", "Enter")  # at once
    page.locator(".offers").get_by_text("Set aside 1").wait_for()
    heard = page.evaluate("heard")
    assert len([one for one in heard if "The photo is dropped." in one]) == 1, heard
    assert not [one for one in heard if "just now" in one], heard


BANKS = wire.Way(says="Ann banks 100.", events=["keep 1", "bank"], dice=0)


def thrown_once(site: tuple[FastAPI, str], visit: Visit) -> tuple[Page, str]:
    """Open a match to confirm in which Ann has thrown 1 3 3 4 4 6; gives its id, too."""
    page, _ = asking(site, visit)
    match = page.url.rpartition("/")[2]
    played(site[1], match, "roll 1 3 3 4 4 6", 0)
    page.locator(".offers").wait_for()
    return page, match


def asks(site: tuple[FastAPI, str], page: Page, seq: int, option: wire.Way = BANKS) -> Page:
    """Ask something about the dice after entry `seq`; gives its card."""
    told = wire.Hands(seq=seq, question=True, says="Does she stop?", options=[option])
    site[0].state.house.hub.publish(page.url.rpartition("/")[2], Event(HANDS, told.model_dump_json()))
    return page.get_by_role("region", name="A question")


def broken(site: tuple[FastAPI, str], page: Page, meanwhile: Callable[[], object]) -> None:
    """Break the line of a page, let something happen, and let the page hear again."""
    page.route("**/stream", lambda route: route.abort("connectionrefused"))
    site[0].state.house.hub.close()
    page.locator("#lost:not(.back)").wait_for()
    meanwhile()
    page.unroute("**/stream")
    page.locator("#lost.back").wait_for()


def test_a_camera_that_was_switched_off_while_the_line_was_broken_is_not_shown_as_on(
    site: tuple[FastAPI, str], visit: Visit
) -> None:
    page, _ = bare(site, visit)
    page.locator("summary[data-key=camera]").click()  # folded, it asks no more by itself
    page.locator(".eye").wait_for()
    broken(site, page, lambda: site[0].state.house.dealer.choose(None))
    expect(page.locator(".eye")).to_have_count(0)


def test_a_question_that_was_answered_while_the_line_was_broken_is_not_asked_any_more(
    site: tuple[FastAPI, str], visit: Visit
) -> None:
    page, _ = thrown_once(site, visit)
    question = asks(site, page, 1)
    question.wait_for()
    broken(site, page, lambda: None)  # its dealer never asked it
    expect(question).to_have_count(0)


def test_a_photo_that_was_dropped_while_the_line_was_broken_is_gone(site: tuple[FastAPI, str], visit: Visit) -> None:
    page, _ = asking(site, visit)
    path = f"{site[1]}/api/matches/{page.url.rpartition('/')[2]}"
    photo = {"content": smudged(), "headers": {"content-type": "image/jpeg"}}
    look = httpx.post(f"{path}/photo?after=0", **photo, timeout=30).raise_for_status().json()
    page.locator("figure.photo").wait_for()
    broken(site, page, lambda: httpx.post(f"{path}/dismiss", json={"picture": look["picture"]}).raise_for_status())
    expect(page.locator("figure.photo")).to_have_count(0)


def test_another_question_that_comes_under_the_finger_is_not_answered_by_neither(
    site: tuple[FastAPI, str], visit: Visit
) -> None:
    page, match = thrown_once(site, visit)
    asks(site, page, 1).wait_for()
    looked(page)
    page.get_by_role("button", name="Neither").hover()
    page.mouse.down()
    other = wire.Hands(seq=1, question=True, says="Does she go on?", options=[BANKS])
    site[0].state.house.hub.publish(match, Event(HANDS, other.model_dump_json()))
    page.wait_for_timeout(200)  # it comes while the finger is down
    with page.expect_request("**/dismiss") as asked:
        page.mouse.up()
    assert asked.value.post_data_json["says"] == "Does she stop?"
    page.get_by_role("heading", name="Does she go on?").wait_for()


def test_who_types_a_throw_hears_that_others_played_also_while_the_page_asked_something(
    site: tuple[FastAPI, str], visit: Visit
) -> None:
    page, _ = asking(site, visit)
    match = page.url.rpartition("/")[2]
    press(page, "2", "2")
    asks(site, page, 0).wait_for()
    looked(page)

    def overtaken(route: Page) -> None:
        played(site[1], match, "roll 1 3 3 4 4 6", 0)
        page.wait_for_timeout(300)
        route.continue_()

    page.route("**/dismiss", overtaken, times=1)
    page.get_by_role("button", name="Neither").click()
    page.locator(".note.bad", has_text="The score went on while you typed a throw in").wait_for()


def test_a_question_about_a_throw_takes_the_place_of_the_one_before(site: tuple[FastAPI, str], visit: Visit) -> None:
    page, ask = asking(site, visit)
    before = asks(site, page, 0)
    before.wait_for()
    ask("1 3 3 4 4 6")
    shows(page, ["1", "3", "3", "4", "4", "6"])
    expect(before).to_have_count(0)


def test_a_question_goes_where_the_throw_that_it_was_about_is_corrected(
    site: tuple[FastAPI, str], visit: Visit
) -> None:
    page, match = thrown_once(site, visit)
    question = asks(site, page, 1)
    question.wait_for()
    amendment = {"n": 1, "event": "roll 5 3 3 4 4 6", "after": 1}
    httpx.post(f"{site[1]}/api/matches/{match}/amend", json=amendment).raise_for_status()
    expect(question).to_have_count(0)


def test_a_question_that_is_there_before_the_play_that_it_is_about_waits_for_that(
    site: tuple[FastAPI, str], visit: Visit
) -> None:
    page, _ = asking(site, visit)
    question = asks(site, page, 1)
    played(site[1], page.url.rpartition("/")[2], "roll 1 3 3 4 4 6", 0)
    page.locator(".offers").wait_for()
    question.wait_for()
    expect(question.get_by_role("button", name="Ann banks 100.")).to_be_visible()


def test_a_question_stays_where_an_older_one_is_withdrawn_late(site: tuple[FastAPI, str], visit: Visit) -> None:
    page, ask = asking(site, visit)
    match, house = page.url.rpartition("/")[2], site[0].state.house
    there = visit(PHONE, where=f"/phone/#{match}", at=site[1]).get_by_text("Please look at the table\u2019s page")
    ask("1 3 3 4 4 6")
    shows(page, ["1", "3", "3", "4", "4", "6"])
    there.wait_for()
    older = wire.Hands(seq=0, question=True, says="", picture="a" * 24)
    house.hub.hear(match, Event(HANDS, older.no_more.model_dump_json()))  # of another server
    page.wait_for_timeout(300)  # what must not come needs time to come
    shows(page, ["1", "3", "3", "4", "4", "6"])
    expect(there).to_have_count(1)
    house.hub.publish(match, Event(HANDS, house.dealer.questions.open(match).no_more.model_dump_json()))
    page.locator("figure.photo").wait_for(state="detached")
    there.wait_for(state="detached")


def test_a_photo_of_the_camera_that_was_played_is_not_shown_under_the_throw_after_it(
    site: tuple[FastAPI, str], visit: Visit
) -> None:
    page, ask = asking(site, visit)
    ask("1 3 3 4 4 6")
    shows(page, ["1", "3", "3", "4", "4", "6"])
    looked(page)
    page.locator("[data-key=confirm]").click()
    page.locator(".offers").get_by_text("Set aside 1").click()
    page.get_by_text("5 dice to throw").wait_for()
    press(page, "2", "2", "2", "3", "4", "Enter")
    page.get_by_text("Ann throws 2 2 2 3 4").first.wait_for()
    expect(page.locator("figure.photo")).to_have_count(0)


def test_the_camera_says_why_it_reads_nothing_and_waits_for_nothing_in_a_match_that_was_set_aside(
    site: tuple[FastAPI, str], visit: Visit
) -> None:
    app, address = site
    new = {"game": "high-roll", "players": ["Ann", "Bob"], "options": {"faces": "9 10 J Q K A"}}
    strange = httpx.post(f"{address}/api/matches", json=new, timeout=30).raise_for_status().json()["id"]
    dealer = app.state.house.dealer
    dealer.attend(strange)
    dealer.choose("film", Film(partial(filmed, [still(Scene(), 60)]), "the film"))
    page = visit(DESK, where=f"/#/match/{strange}", at=address)
    page.locator(".eye", has_text="These dice cannot be read from a picture yet: tap in what was thrown.").wait_for()
    match = begun(address, "confirm")
    dealer.attend(match)
    page.goto(f"{address}/#/match/{match}")
    page.locator(".eye", has_text="I wait for 6 dice.").wait_for()
    page.locator("[data-key=camera]").click()
    httpx.post(f"{address}/api/matches/{match}/pause", json={}, timeout=30).raise_for_status()
    page.get_by_role("heading", name="This match is paused").wait_for()
    expect(page.locator("[data-eye=state]")).not_to_contain_text("I wait")
