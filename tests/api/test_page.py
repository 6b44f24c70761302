"""The page in a real Chromium: whole matches by pictures, by taps and by keys, at a desk and on a phone."""

import base64
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import cv2
import httpx
import numpy as np
import pytest

from api import wire
from api.live import HANDS, Event
from tests.api.conftest import Player, housed, swept
from tests.api.windows import (
    BOTH,
    DESK,
    HEARS,
    IN_BROWSER,
    PHONE,
    TOO_WIDE,
    Page,
    Shot,
    Visit,
    begin,
    called,
    choose,
    expect,
    faces,
    looked,
    press,
    put_right,
    set_aside,
    shows,
    tab_to,
    tap,
    tap_in,
    turn_of,
)

ROOT = Path(__file__).parents[2]
REAL = ROOT.parent / "shared" / "data" / "real"

pytestmark = IN_BROWSER

LOOK = 1500  # milliseconds that the demo leaves between two plays
Pictures = dict[int, Iterator[tuple[Path, list[str]]]]


def demo_pictures() -> Pictures:
    """The pictures that come with Croupier, by their number of dice."""
    folder = ROOT / "api" / "demo"
    rows = [line.split("\t") for line in (folder / "labels.tsv").read_text().splitlines() if line]
    return _by_count((folder / name, roll.split()) for name, roll in rows)


def real_pictures() -> Pictures:
    """Photographs of real dice, by their number of dice."""
    labels = json.loads((REAL / "labels.json").read_text())
    known = [one for one in labels if one["source"].startswith(("matteop65", "nell-byler"))]
    return _by_count((REAL / one["image"], [die["face"] for die in one["dice"]]) for one in known)


def _by_count(pictures: Any) -> Pictures:  # noqa: ANN401 - pairs of a path and roll
    found: dict[int, list[tuple[Path, list[str]]]] = {}
    for path, roll in pictures:
        found.setdefault(len(roll), []).append((path, roll))
    return {count: cycle(some) for count, some in found.items()}


def throw(page: Page, pictures: Pictures) -> int:
    """Send the next picture with as many dice as are due, and put right what was misread; gives the taps."""
    due = int(page.locator(".due").inner_text().split()[0])
    path, truth = next(pictures[due])
    page.set_input_files("#shot", path)
    page.locator("figure.photo").wait_for()
    taps = put_right(page, truth)
    confirm = page.locator("[data-key=confirm]")
    if confirm.count():
        confirm.click()
        confirm.wait_for(state="detached")
    return taps


def decide(page: Page, enough: int) -> None:
    """Keep the best dice; bank once there is enough at risk."""
    keep = page.locator(".offer:not(.stop)")
    if keep.count():
        keep.first.click()
        page.locator(".offer.stop").wait_for()
    at_risk = int(page.locator(".risk strong").inner_text().replace(",", ""))
    if at_risk >= enough:
        page.locator(".offer.stop").click()
        page.locator(".offer").wait_for(state="detached")


def play(page: Page, pictures: Pictures, enough: int = 300) -> int:
    """Play by pictures until somebody wins; gives how many dice had to be put right."""
    taps = 0
    for _ in range(60):
        if page.locator(".won").count():
            return taps
        if page.locator(".offer:not(.stop)").count() == 0:
            taps += throw(page, pictures)
        if page.locator(".offer").count():
            decide(page, enough)
    raise AssertionError("nobody has won")


@pytest.mark.parametrize(
    ("kind", "size", "near"),
    [
        pytest.param("demo", DESK, 9300, id="demo-desk", marks=pytest.mark.long),
        pytest.param("real", PHONE, 9300, id="real-phone", marks=pytest.mark.long),
        pytest.param("real", PHONE, 9700, id="real-phone-short"),
        pytest.param("demo", PHONE, 9300, id="demo-phone", marks=pytest.mark.long),
        pytest.param("real", DESK, 9300, id="real-desk", marks=pytest.mark.long),
    ],
)
def test_a_whole_match_by_pictures(visit: Visit, shot: Shot, kind: str, size: dict[str, int], near: int) -> None:
    if kind == "real" and not REAL.is_dir():
        pytest.skip("There are no photographs beside the project.")
    pictures = demo_pictures() if kind == "demo" else real_pictures()
    page = visit(size, color_scheme="light" if size is DESK else "dark")
    shot(page, "1-lobby")
    begin(page, "Ann", "Bob", totals=f"{near}, {near}")
    shot(page, "2-table")
    throw(page, pictures)
    shot(page, "3-thrown")
    correct_one_die_and_back(page, shot)
    shot(page, "4-corrected")
    while page.locator(".offer").count() == 0:
        throw(page, pictures)
    page.locator(".offer").first.click()
    page.locator(".offer.stop").wait_for()
    shot(page, "5-kept")
    before = page.locator(".totals").inner_text()
    page.locator(".offer.stop").click()
    page.locator(".offer").wait_for(state="detached")
    expect(page.locator(".totals")).not_to_have_text(before, use_inner_text=True)
    page.get_by_role("button", name="Undo").click()
    page.locator(".offer.stop").wait_for()
    expect(page.locator(".totals")).to_have_text(before, use_inner_text=True)
    play(page, pictures)
    expect(page.locator(".won h1")).to_have_text(re.compile("^(Ann|Bob) wins!$"))
    shot(page, "6-won")


def correct_one_die_and_back(page: Page, shot: Shot) -> None:
    """Tap a die, call it something else, and put it right again."""
    read = faces(page)
    other = next(face for face in "236" if face != read[0])
    tap(page, 0)
    page.locator("dialog").wait_for()
    shot(page, "3b-which")
    choose(page, other)
    page.wait_for_function("(face) => document.querySelector('button.pin').ariaLabel.includes(`: ${face},`)", arg=other)
    put_right(page, read)


def test_a_match_by_keys_alone(visit: Visit, shot: Shot) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob", totals="8500, 0")
    press(page, "1 1 1 2 3", "Backspace", "3 4", "Enter")
    offer = page.locator(".offers button").filter(has_text="Set aside 1 1 1")
    expect(offer).to_have_accessible_name("Set aside 1 1 1 3 x 1 = 1,000 1,000")
    expect(offer).to_have_attribute("aria-keyshortcuts", "1")
    press(page, "1")
    page.get_by_text("Bank 1,000").wait_for()
    shot(page, "kept")
    press(page, "u")
    page.locator(".offers").get_by_text("Set aside 1 1 1").wait_for()
    press(page, "r")
    page.get_by_text("Bank 1,000").wait_for()
    press(page, "b")
    turn_of(page, "Bob")
    press(page, "2 3 3 4 6 6", "Enter")
    turn_of(page, "Ann")
    expect(page.locator("#says")).to_contain_text("Bob busts: 2 3 3 4 6 6 has no scoring dice")
    press(page, "5 5 5 2 3 4", "Enter")
    page.locator(".offers").get_by_text("Set aside 5 5 5").wait_for()
    press(page, "1", "b")
    page.get_by_role("heading", name="Ann wins!").wait_for()


def test_a_past_roll_is_corrected_and_what_no_longer_fits_is_asked(visit: Visit, shot: Shot) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob")
    press(page, "1 3 3 4 4 6", "Enter")
    page.locator(".offers").get_by_text("Set aside 1").wait_for()
    press(page, "1")
    page.get_by_text("Bank 100").wait_for()
    page.get_by_role("button", name="Ann threw").click()
    shot(page, "roll")
    page.get_by_role("group", name="What die 1 really shows").get_by_role("button", name=called("3")).click()
    page.get_by_role("button", name="Correct it and cut there").wait_for()
    shot(page, "cut")
    page.get_by_role("button", name="Correct it and cut there").click()
    page.locator("dialog .told").get_by_text(
        "Ann threw 3 3 3 4 4 6, not 1 3 3 4 4 6: one later play is taken back"
    ).wait_for()
    page.get_by_role("button", name="Done").click()
    page.locator(".offers").get_by_text("Set aside 3 3 3").wait_for()


@BOTH
def test_two_dice_that_are_possible_only_together_are_corrected_together(
    visit: Visit, shot: Shot, size: dict[str, int]
) -> None:
    page = visit(size)
    truth = ["red 5", "green 2", "blue 4", "red 10", "red 7", "red 7", "orange 6", "red 1", "blue 10", "red 4"]
    begin(page, "Ann", "Bob", game="phase-10")
    throw(page, cycle_of(ROOT / "samples" / "phase-10" / "02.jpg", truth))
    red, orange = (faces(page).index(face) for face in ("red 10", "orange 6"))
    on_felt(page, red, "orange 10")
    page.locator(".note").get_by_text(f"Not changed yet: die {red + 1} as orange 10.").wait_for()
    page.get_by_text("10O and 10B cannot be there together").first.wait_for()
    shot(page, "1-refused")
    page.get_by_role("button", name="Take it back").click()
    expect(page.locator("button.pin").nth(red)).to_have_attribute("aria-label", re.compile(": red 10"))
    on_felt(page, red, "orange 10")
    on_felt(page, orange, "red 6")
    page.locator(".note").get_by_text("Not changed yet").wait_for(state="detached")
    page.get_by_text(re.compile(r"Ann threw .*6R")).first.wait_for()
    page.get_by_role("button", name="Ann threw").click()
    told = page.locator("dialog .told")
    in_dialog(page, red, "red 10")
    told.get_by_text("red 10 and red 6 cannot be there together").wait_for()
    told.get_by_text(f"Not changed yet: die {red + 1} as red 10.").wait_for()
    assert told.evaluate(
        "(one) => one.getBoundingClientRect().top >= 0 && one.getBoundingClientRect().bottom <= innerHeight"
    )
    shot(page, "2-dialog")
    told.get_by_role("button", name="Take it back").click()
    page.get_by_role("button", name=f"Die {red + 1}: orange 10", exact=True).wait_for()
    in_dialog(page, red, "red 10")
    in_dialog(page, orange, "orange 6")
    told.get_by_text(re.compile(r"^Ann threw .*orange 6")).wait_for()
    expect(told.get_by_text("Not changed yet")).to_have_count(0)


def test_a_correction_that_nobody_answered_asks_for_no_other_die(visit: Visit) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob", totals="0, 0")
    page.set_input_files("#shot", {"name": "throw.jpg", "mimeType": "image/jpeg", "buffer": smudged()})
    page.locator("[data-key=confirm]").click()
    page.get_by_text("Read wrong? Tap the die.").wait_for()
    page.route("**/amend", lambda route: route.abort("connectionrefused"))
    on_felt(page, 0, "2")
    page.locator(".note.bad", has_text="does not answer").wait_for()
    page.get_by_role("button", name="Ann threw").click()
    in_dialog(page, 0, "2")
    page.locator("dialog .told").get_by_text("does not answer").wait_for()
    expect(page.get_by_text("Not changed yet")).to_have_count(0)


def test_nothing_is_offered_to_be_changed_in_a_match_that_was_set_aside(visit: Visit, server: str) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob")
    press(page, "1 3 3 4 4 6", "Enter")
    change = page.get_by_role("button", name="Ann threw")
    change.wait_for()
    match = page.url.rpartition("/")[2]
    with httpx.Client(base_url=f"{server}/api/matches/{match}", timeout=30) as client:
        client.post("/pause", json={}).raise_for_status()
        expect(change).to_have_count(0)
        page.locator(".log").get_by_text("Ann threw").wait_for()
        refused = client.post("/amend", json={"n": 1, "event": "roll 1 1 3 4 4 6", "after": 1})
        assert refused.json()["detail"] == "This match is paused: press Go on at its table first."
    page.locator("[data-key=up]").click()
    change.wait_for()


def cycle_of(picture: Path, truth: list[str]) -> Pictures:
    """One picture, over and over."""
    return {len(truth): cycle([(picture, truth)])}


def on_felt(page: Page, place: int, face: str) -> None:
    """Say on the photo what a die really shows."""
    tap(page, place)
    choose(page, face)
    page.locator("main:not([aria-busy=true])").wait_for()


def in_dialog(page: Page, place: int, face: str) -> None:
    """Say in the look at a past roll what a die really shows."""
    page.get_by_role("button", name=f"Die {place + 1}: ").click()
    page.get_by_role("group", name=f"What die {place + 1} really shows").get_by_role(
        "button", name=called(face)
    ).click()
    page.locator("main:not([aria-busy=true])").wait_for()


def smudged() -> bytes:
    """A throw of which one 1 has two faint spots beside its pip, so that it may be a 3."""
    clean = cv2.imread(str(ROOT / "samples" / "pips" / "04.jpg"))
    spotted = clean.copy()
    for spot in ((642, 303), (683, 341)):
        cv2.circle(spotted, spot, 7, (30, 30, 30), -1, cv2.LINE_AA)
    return cv2.imencode(".jpg", cv2.addWeighted(spotted, 0.3, clean, 0.7, 0))[1].tobytes()


@BOTH
def test_a_past_roll_is_seen_as_the_camera_saw_it_and_corrected_with_a_tap(
    visit: Visit, shot: Shot, size: dict[str, int]
) -> None:
    page = visit(size)
    begin(page, "Ann", "Bob")
    page.set_input_files("#shot", {"name": "throw.jpg", "mimeType": "image/jpeg", "buffer": smudged()})
    page.locator(".ask").first.wait_for()
    shot(page, "1-doubt")
    page.locator(".ask").first.get_by_role("button", name="shows 3").click()
    page.locator(".ask").nth(1).wait_for(state="detached")
    page.locator("[data-key=confirm]").click()
    page.locator(".offer").first.click()
    page.get_by_text("Bank").first.click()
    turn_of(page, "Bob")
    page.locator(".turns summary").first.click()
    page.get_by_role("button", name="Ann threw").click()
    page.get_by_role("img", name="That roll as the camera saw it").wait_for()
    page.get_by_role("button", name="Die 2: 3").click()
    shot(page, "2-seen")
    page.get_by_role("group", name="What die 2 really shows").get_by_role("button", name=called("2")).click()
    page.locator("dialog .told").get_by_text("Ann threw 5 2 5 1 4 2, not 5 3 5 1 4 2.").wait_for()
    page.get_by_role("button", name="Done").click()
    shot(page, "3-changed")
    page.get_by_role("button", name="Put it back").click()
    page.get_by_text("Ann threw 5 3 5 1 4 2, not 5 2 5 1 4 2.").first.wait_for()


def test_a_photo_that_waits_for_a_word_outlives_a_reload_with_what_was_corrected(visit: Visit) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob")
    page.set_input_files("#shot", {"name": "throw.jpg", "mimeType": "image/jpeg", "buffer": smudged()})
    on_felt(page, 0, "6")
    page.reload()
    page.get_by_role("button", name="Die 1 of 6: 6, set by you").wait_for()
    page.locator("figure.photo image").wait_for()
    page.get_by_role("button", name="Drop the photo").click()
    page.locator("figure.photo").wait_for(state="detached")
    page.reload()
    page.get_by_role("button", name="Photo of the throw").wait_for()
    expect(page.locator("figure.photo")).to_have_count(0)


def test_a_throw_outlives_a_reload_as_far_as_it_is_tapped_in(visit: Visit, server: str) -> None:
    page = visit(PHONE)
    begin(page, "Ann", "Bob")
    for face in "526":
        page.locator(f'[data-key="tap-{face}"]').click()
    page.get_by_role("button", name="Take back the 2").click()
    where, match = page.url, f"{server}/api/matches/{page.url.rpartition('/')[2]}"
    page.goto("about:blank")
    seq = httpx.get(match).json()["seq"]
    httpx.post(f"{match}/events", json={"event": "adjust Bob 50", "after": seq}).raise_for_status()
    page.goto(where)
    page.get_by_role("button", name="Take back the 6").wait_for()
    slots = page.locator('.slots [data-key^="slot-"]')
    for slot, name in zip(slots.all(), ("Take back the 5", "Take back the 6"), strict=True):
        expect(slot).to_have_accessible_name(name)
    for face in "1234":
        page.locator(f'[data-key="tap-{face}"]').click()
    page.locator("[data-key=enter]").click()
    page.locator(".offer").first.wait_for()
    page.reload()
    page.locator(".offer").first.wait_for()
    expect(slots).to_have_count(0)


@pytest.mark.parametrize("kind", ["large", pytest.param("heavy", marks=pytest.mark.long), "foreign"])
def test_a_photo_that_the_server_would_not_take_is_made_one_that_it_takes(visit: Visit, kind: str) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob", totals="0, 0")
    throw, packed = cv2.imread(str(ROOT / "samples" / "pips" / "01.jpg")), list[int]()
    if kind == "large":  # as new phones make them
        name, picture = "throw.jpg", cv2.resize(throw, (5712, 4284))
    elif kind == "heavy":  # nothing in it is packed
        name, picture, packed = "throw.png", cv2.resize(throw, (2720, 2040)), [cv2.IMWRITE_PNG_COMPRESSION, 0]
    else:
        name, picture = "throw.bmp", throw
    data = cv2.imencode(Path(name).suffix, picture, packed)[1].tobytes()
    assert kind != "heavy" or len(data) > 15 * 2**20
    mime = f"image/{Path(name).suffix[1:].replace('jpg', 'jpeg')}"
    page.set_input_files("#shot", {"name": name, "mimeType": mime, "buffer": data})
    page.locator(".pin").first.wait_for()
    assert len(faces(page)) == 6


def test_a_picture_may_be_dropped_anywhere_on_the_table(visit: Visit, server: str) -> None:
    with httpx.Client(base_url=server, timeout=30) as client:
        swept(client)
    page = visit(DESK)
    begin(page, "Ann", "Bob", totals="0, 0")
    drop(page, ".totals", ROOT / "samples" / "pips" / "01.jpg")
    page.locator(".pin").first.wait_for()
    page.locator('[data-key="keep 1 2 3 4 5 6"]').wait_for()
    drop(page, ".totals", ROOT / "samples" / "pips" / "02.jpg")
    page.get_by_text("No throw is awaited now: choose what to do with the dice first.").first.wait_for()


def drop(page: Page, where: str, picture: Path) -> None:
    """Drop a picture, as a hand that comes from a folder does."""
    data = page.evaluate_handle(
        """(bytes) => {
          const carried = new DataTransfer();
          const picture = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
          carried.items.add(new File([picture], "throw.jpg", { type: "image/jpeg" }));
          return carried;
        }""",
        base64.b64encode(picture.read_bytes()).decode(),
    )
    page.dispatch_event(where, "drop", {"dataTransfer": data})


def test_who_cannot_see_hears_what_is_tapped_in_and_which_dice_stay(visit: Visit) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob", game="phase-10")
    says = page.locator("#says")
    for keys, heard in (
        ("4 r", "red 4. 9 dice to go."),
        ("w o", "orange W. 8 dice to go."),
        ("Backspace", "Without orange W. 9 dice to go."),
    ):
        press(page, keys)
        expect(says).to_have_text(heard)
    page.locator("[data-key=tap-3R]").click()
    expect(says).to_have_text("red 3. 8 dice to go.")
    press(page, *"2b1b9g9r8b5o6r10g")
    expect(says).to_have_text(re.compile("All are there"))
    press(page, "Enter", "x")
    expect(says).to_have_text(re.compile(r"(stay|stays)\.$"))


def test_dice_that_miss_faces_of_a_game_are_told_of_and_asked_about(visit: Visit, server: str, shot: Shot) -> None:
    teach_runes(server, {"fehu": "K", "hagal": "Q", "thurs": "100"})
    page = visit(PHONE)
    page.locator("select[name=game]").select_option("Ten Grand")
    page.locator("select[name=dice]").select_option("runes")
    page.get_by_text("They show no A, J, 50: tap in the throws with such dice, or teach them.").wait_for()
    page.get_by_text("You are asked what these count for: algiz, othala, sowil.").wait_for()
    page.locator("select[name=game]").select_option("Phase 10 Dice")
    page.locator("select[name=dice]").select_option("runes")
    page.get_by_text("They show none of its faces: say on Teach my dice what stands for what.").wait_for()
    page.locator("select[name=game]").select_option("Ten Grand")
    page.locator("select[name=dice]").select_option("runes")
    shot(page, "1-warned")
    page.get_by_role("button", name="Start the match").click()
    page.set_input_files("#shot", ROOT / "samples" / "teach" / "throws" / "03.jpg")
    page.locator(".ask").first.wait_for()
    shot(page, "2-asked")
    page.get_by_text("This game has no sowil: say for which face it counts.").wait_for()
    httpx.delete(f"{server}/api/dice/runes")


def teach_runes(server: str, stands: dict[str, str]) -> None:
    """Teach the runes that come with Croupier, some of which stand for faces of Ten Grand."""
    for folder in sorted((ROOT / "samples" / "teach" / "lessons").iterdir()):
        for picture in sorted(folder.iterdir())[:2]:
            to = f"{server}/api/dice/runes/lessons?face={folder.name}"
            httpx.post(to, content=picture.read_bytes(), headers={"content-type": "image/jpeg"}).raise_for_status()
    told = {"kit": "ten-grand", "stands": stands}
    httpx.put(f"{server}/api/dice/runes", json=told).raise_for_status()


def test_a_photo_is_put_right_by_keys_alone(visit: Visit) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob")
    page.set_input_files("#shot", {"name": "throw.jpg", "mimeType": "image/jpeg", "buffer": smudged()})
    page.locator(".ask").first.wait_for()
    while not page.evaluate("document.activeElement.matches('.pin')"):
        press(page, "ArrowRight")
    press(page, "Enter")
    page.get_by_role("dialog").wait_for()
    press(page, "6")
    page.get_by_role("button", name="Die 1 of 6: 6, set by you").wait_for()
    press(page, "d")
    page.locator("figure.photo").wait_for(state="detached")


def test_the_photo_of_a_throw_stays_on_the_felt_when_it_is_corrected_on_the_score_card(
    visit: Visit, server: str
) -> None:
    with httpx.Client(base_url=server, timeout=30) as client:
        swept(client)
    page = visit(DESK)
    begin(page, "Ann", "Bob")
    page.set_input_files("#shot", ROOT / "api" / "demo" / "01.jpg")
    page.get_by_text("Read wrong? Tap the die.").wait_for()
    read = faces(page)
    page.get_by_role("button", name="Ann threw").click()
    page.get_by_role("button", name=f"Die 1: {read[0]}", exact=True).click()
    page.get_by_role("group", name="What die 1 really shows").get_by_role("button", name=called("5")).click()
    page.get_by_role("button", name="Done").click()
    shows(page, ["5", *read[1:]])
    page.get_by_role("button", name="Put it back").click()
    shows(page, read)


def test_the_photo_of_a_throw_stays_on_every_felt_when_it_is_corrected_or_lies_there_again(
    visit: Visit, server: str
) -> None:
    with httpx.Client(base_url=server, timeout=30) as client:
        swept(client)
    page = visit(DESK)
    begin(page, "Ann", "Bob")
    other = visit(PHONE, where="/" + page.url.split("/", 3)[3])
    turn_of(other, "Ann")
    page.set_input_files("#shot", ROOT / "api" / "demo" / "01.jpg")
    page.get_by_text("Read wrong? Tap the die.").wait_for()
    read = faces(page)
    shows(other, read)
    page.get_by_role("button", name="Ann threw").click()
    page.get_by_role("button", name=f"Die 1: {read[0]}", exact=True).click()
    page.get_by_role("group", name="What die 1 really shows").get_by_role("button", name=called("5")).click()
    page.get_by_role("button", name="Done").click()
    shows(page, ["5", *read[1:]])
    shows(other, ["5", *read[1:]])
    press(page, "1")
    expect(other.locator("figure.photo")).to_have_count(0)
    press(page, "u")
    shows(page, ["5", *read[1:]])
    shows(other, ["5", *read[1:]])


def test_a_photo_without_dice_leads_to_another(visit: Visit, shot: Shot) -> None:
    page = visit(PHONE)
    begin(page, "Ann", "Bob")
    empty = cv2.imencode(".jpg", np.full((600, 800, 3), 120, np.uint8))[1].tobytes()
    page.set_input_files("#shot", {"name": "empty.jpg", "mimeType": "image/jpeg", "buffer": empty})
    page.get_by_text("Please take another photo, or add the dice that were missed.").wait_for()
    shot(page, "none")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Take another photo").click()
    chooser.value.set_files(ROOT / "api" / "demo" / "01.jpg")
    expect(page.locator(".pin")).to_have_count(6)


def test_the_score_card_says_that_nothing_was_kept(visit: Visit) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob", game="yahtzee")
    tap_in(page, "1 2 3 4 6")
    press(page, "t")
    tap_in(page, "1 2 3 4 6")
    page.locator(".log .play", has_text="Ann kept").get_by_text("nothing").wait_for()


@pytest.mark.parametrize(
    ("game", "roll", "did"),
    [
        ("jack-stone", "2 3 3 4 6 6", "went bust"),
        ("ten-grand", "J J Q Q K K", "burned"),
        ("farkle", "2 3 3 4 6 6", "farkled"),
    ],
)
def test_whose_turn_came_to_nothing_is_said_in_the_words_of_the_game(
    visit: Visit, server: str, game: str, roll: str, did: str
) -> None:
    with httpx.Client(base_url=server, timeout=30) as client:
        new = {"game": game, "players": ["Oma", "Bob"]}
        oma = Player(client, client.post("/api/matches", json=new).raise_for_status().json())
        oma.play(f"roll {roll}")
        page = visit(DESK, where=f"/#/match/{oma.match['id']}")
        expect(page.locator(".felt .said")).to_have_text(re.compile(r"^Oma \w+s: "))
        expect(page.locator(".turns .what").first).to_contain_text(f"Oma {did}")


def test_what_could_have_been_no_other_play_is_not_offered_to_be_changed(visit: Visit) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob")
    set_aside(page, "1 3 3 4 4 6")
    press(page, "b")
    turn_of(page, "Bob")
    page.locator(".turns summary").click()
    page.get_by_role("button", name="Ann kept").wait_for()
    expect(page.locator(".log").get_by_text("Ann banked")).to_be_visible()
    expect(page.get_by_role("button", name="Ann banked")).to_have_count(0)


def test_skipping_to_the_table_stays_at_the_table(visit: Visit) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob")
    tab_to(page, ".skip")
    press(page, "Enter")
    press(page, "1 3")
    page.get_by_role("button", name="Take back the 3").wait_for()


def test_a_past_decision_is_corrected_with_a_tap(visit: Visit, shot: Shot) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob", game="farkle")
    press(page, "1 1 5 2 3 4", "Enter")
    page.locator(".offer").first.wait_for()
    press(page, "1")
    page.get_by_role("button", name="Ann kept").click()
    shot(page, "open")
    page.get_by_role("dialog").get_by_text("Set aside 1 1:").click()
    page.get_by_text("Ann kept 1 1, not 1 1 5: 200 points are at risk, not 250.").first.wait_for()


@BOTH
def test_a_turn_of_phase_10_by_taps(visit: Visit, shot: Shot, size: dict[str, int]) -> None:
    page = visit(size)
    begin(page, "Ann", "Bob", game="phase-10")
    shot(page, "1-faces")
    tap_in(page, "8G 8O 8B 10B 5B 6O WO WB 1O 2O")
    page.locator(".offers").get_by_text("8+8+8 and 10+W+W = 34").wait_for()
    for place in (0, 1, 2, 3, 6, 7):
        page.locator(f'[data-key="stay-{place}"]').click()
    shot(page, "2-stay")
    page.get_by_role("button", name="Throw the other 4 dice").click()
    page.get_by_role("button", name="Add green 10").wait_for()
    tap_in(page, "10G 7G 3R 4R")
    page.locator(".offers").get_by_text("8+8+8 and 10+10+W = 44").wait_for()
    expect(page.locator('.stay[aria-pressed="true"]')).to_have_count(6)
    page.locator(".odds summary").click()
    page.locator(".odds").get_by_text("Best: ").wait_for()
    shot(page, "3-odds")
    page.locator(".offer.stop").click()
    turn_of(page, "Bob")
    expect(page.locator(".totals")).to_contain_text("44")


def test_a_turn_of_yahtzee_with_the_dice_that_the_odds_name(visit: Visit, shot: Shot) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob", game="yahtzee")
    tap_in(page, "5 5 5 2 2")
    expect(page.locator(".risk")).to_have_text("25points: the best on offer")
    page.get_by_role("button", name="Choose the best for me").click()
    shot(page, "stay")
    page.get_by_role("button", name="Throw the other 2 dice").click()
    tap_in(page, "5 1")
    page.locator('[data-key="choose fives"]').click()
    turn_of(page, "Bob")
    expect(page.locator(".totals")).to_contain_text("20")


def test_the_felt_says_which_throw_of_the_turn_it_is(visit: Visit, shot: Shot) -> None:
    page = visit(PHONE)
    begin(page, "Ann", "Bob", game="yahtzee")
    due = page.locator(".due")
    expect(due).to_have_text("5 dice to throw · throw 1 of 3")
    tap_in(page, "5 5 5 2 2")
    expect(due).to_contain_text("throw 1 of 3")
    page.get_by_role("button", name="Throw 5 dice").click()
    expect(due).to_have_text("5 dice to throw · throw 2 of 3")
    tap_in(page, "5 5 5 2 2")
    page.get_by_role("button", name="Throw 5 dice").click()
    tap_in(page, "5 5 5 2 2")
    expect(due).to_contain_text("throw 3 of 3")
    shot(page, "third")
    page.goto(page.url.partition("#")[0])
    begin(page, "Ann", "Bob")
    expect(due).to_have_text("6 dice to throw")


@pytest.mark.parametrize(
    ("game", "roll", "keep", "instead"),
    [
        ("yahtzee", "roll 5 5 5 2 2", "keep 5 5 5", "choose full house"),
        ("phase-10", "roll 8G 8O 8B 10B 5B 10O WO WB 1O 2O", "keep 8G 8O 8B 10B 10O WO", "bank"),
    ],
)
def test_dice_that_were_left_are_scored_only_by_who_says_that_he_changed_his_mind(
    visit: Visit, shot: Shot, server: str, game: str, roll: str, keep: str, instead: str
) -> None:
    with httpx.Client(base_url=server, timeout=30) as client:
        new = {"game": game, "players": ["Ann", "Bob"]}
        ann = Player(client, client.post("/api/matches", json=new).raise_for_status().json())
        ann.play(roll, keep)
        page = visit(PHONE, where=f"/#/match/{ann.match['id']}")
        page.get_by_text("Changed your mind?").wait_for()
        expect(page.locator(".offer, .decide .brass")).to_have_count(0)
        page.get_by_text("Changed your mind?").click()
        expect(page.locator(".offer.stop, .offer kbd")).to_have_count(0)
        shot(page, game)
        page.locator(f'[data-key="{instead}"]').click()
        turn_of(page, "Bob")
        page.locator("[data-key=undo]").click()
        expect(page.locator(".offer")).to_have_count(0)


@pytest.mark.parametrize("wide", [390, 1280])
def test_yahtzee_shows_the_pad_with_a_column_for_each_player(visit: Visit, shot: Shot, server: str, wide: int) -> None:
    names = ["Ann", "Bob", "Cid", "Maximilian"]
    with httpx.Client(base_url=server, timeout=30) as client:
        new = {"game": "yahtzee", "players": names}
        ann = Player(client, client.post("/api/matches", json=new).raise_for_status().json())
        ann.play("roll 6 6 6 6 1", "choose sixes", "roll 1 1 2 3 4", "choose full house")
        page = visit({"width": wide, "height": 844}, where=f"/#/match/{ann.match['id']}")
        rows = page.get_by_role("region", name="Score pad").get_by_role("row")
        expect(rows).to_have_count(18)
        expect(rows.first).to_have_text("Box" + "".join(names))
        expect(rows.filter(has_text="Sixes")).to_have_text("Sixes24")
        expect(rows.filter(has_text="Full house")).to_have_text("Full house0")
        expect(rows.filter(has_text="Bonus at 63")).to_have_text("Bonus at 6339 to go63 to go63 to go63 to go")
        expect(page.locator(".pad th.up")).to_have_text("Cid")
        shot(page, "pad")
        ann.play("roll 6 6 6 6 6", "choose yahtzee")
        expect(page.locator(".pad th.up")).to_have_text("Maximilian")
        expect(rows.filter(has=page.get_by_role("rowheader", name="Yahtzee", exact=True))).to_have_text("Yahtzee50")


@pytest.mark.parametrize("wide", [390, 1280])
def test_six_players_see_the_whole_pad_and_no_name_is_torn(visit: Visit, shot: Shot, server: str, wide: int) -> None:
    names = ["Mama", "Papa", "Oma", "Opa", "Katharina", "Maximilian"]
    with httpx.Client(base_url=server, timeout=30) as client:
        match = client.post("/api/matches", json={"game": "yahtzee", "players": names}).raise_for_status().json()
    page = visit({"width": wide, "height": 844}, where=f"/#/match/{match['id']}")
    pad = page.get_by_role("region", name="Score pad").locator(".scroll")
    assert pad.evaluate("(one) => one.scrollWidth - one.clientWidth") <= 0
    heads = pad.locator("thead bdi")
    assert heads.evaluate_all("(all) => all.map((one) => one.title)") == names
    assert len(set(heads.evaluate_all("(all) => all.map((one) => one.offsetHeight)"))) == 1
    assert heads.evaluate_all("(all) => all.slice(0, 4).filter((one) => one.scrollWidth > one.clientWidth).length") == 0
    shot(page, "pad")


def test_no_dice_are_chosen_to_throw_where_the_odds_take_the_points(visit: Visit, shot: Shot) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob", game="yahtzee")
    tap_in(page, "4 4 4 4 4")
    page.locator(".odds summary").click()
    page.locator(".odds").get_by_text("Best: ").wait_for()
    shot(page, "best")
    expect(page.get_by_role("button", name="Choose the best for me")).to_have_count(0)
    press(page, "x")
    expect(page.locator('.stay[aria-pressed="true"]')).to_have_count(0)


# Keeps in `drawn` the points of the turn as often as they are written, and in `tables` how often the table was drawn.
DRAWS = """() => {
  Object.assign(window, { drawn: [], tables: 0 });
  new MutationObserver((changes) => {
    const points = document.querySelector('[data-points]')?.textContent;
    if (points && points !== drawn.at(-1)) drawn.push(points);
    tables += changes.flatMap((one) => [...one.addedNodes]).filter((one) => one.matches?.('.table')).length;
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}"""


def test_points_of_ones_own_play_count_up(visit: Visit) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob")
    page.emulate_media(reduced_motion="no-preference")
    press(page, "1 1 1 5 2 3", "Enter")
    page.locator(".offer:not(.stop)").first.wait_for()
    page.evaluate(DRAWS)
    press(page, "1")
    expect(page.locator("[data-points]")).to_have_text("1,050")
    stood = [int(points.replace(",", "")) for points in page.evaluate("drawn")]
    assert stood == sorted(stood)
    assert any(0 < points < 1_050 for points in stood), stood


def test_a_play_is_drawn_once_though_its_answer_and_the_feed_tell_of_it(visit: Visit) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob")
    press(page, "1 1 1 5 2 3", "Enter")
    page.locator(".offer:not(.stop)").first.wait_for()
    looked(page)
    page.evaluate(DRAWS)
    press(page, "1")
    page.locator(".offer.stop").wait_for()
    looked(page)
    assert page.evaluate("tables") == 1


def test_a_tap_draws_no_score_card_anew(visit: Visit) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob")
    press(page, "2 2 3 3 4 6", "Enter")
    turn_of(page, "Bob")
    looked(page)
    page.evaluate("document.querySelector('.turns').known = true")
    press(page, "5")
    expect(page.get_by_label("Take back the 5")).to_be_visible()
    assert page.evaluate("document.querySelector('.turns').known")
    press(page, "2 3 3 4 6", "Enter")
    page.locator(".offer:not(.stop)").first.wait_for()
    assert page.evaluate("document.querySelector('.turns').known") is None


def test_a_tap_counts_though_the_page_is_drawn_anew_under_the_finger(visit: Visit) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob", game="yahtzee")
    tap_in(page, "5 5 5 2 2")
    page.locator('[data-key="choose fives"]').hover()
    page.mouse.down()
    page.keyboard.press("x")  # chooses the dice that stay, and so draws the page anew
    page.mouse.up()
    turn_of(page, "Bob")


def test_a_bonus_card_that_no_button_names_is_typed_in(visit: Visit, shot: Shot) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob", game="high-roll")
    tap_in(page, "1 1 2 2 3 3 4 4 5 6")
    page.get_by_label("Points on the card").fill("700")
    shot(page, "card")
    page.get_by_role("button", name="Take these points").click()
    page.get_by_text("10 dice to throw").wait_for()
    expect(page.locator(".totals")).to_contain_text("700")


def test_points_are_typed_in_as_the_page_writes_them(visit: Visit) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob", game="high-roll")
    tap_in(page, "1 1 2 2 3 3 4 4 5 6")
    page.get_by_label("Points on the card").fill("1,500")
    page.get_by_role("button", name="Take these points").click()
    page.get_by_text("10 dice to throw").wait_for()
    page.get_by_text("The table agrees").click()
    page.locator("[data-key=agreed-points]").fill("\u22121,000")
    page.locator("[data-key=agreed-change]").click()
    expect(page.locator(".totals")).to_contain_text("500")


@BOTH
def test_the_table_may_agree_to_change_a_total(visit: Visit, shot: Shot, size: dict[str, int]) -> None:
    page = visit(size)
    begin(page, "Ann", "Bob")
    page.get_by_text("The table agrees").click()
    page.get_by_label("Whose total").select_option("Bob")
    points = page.get_by_label("Points more, or less with a minus")
    points.press_sequentially("99999999999999999999")
    points.press("Enter")
    expect(page.locator(".note.bad")).to_be_in_viewport()  # on a phone the form is far below it
    expect(points).to_have_value("99999999999999999999")  # what is refused can be mended
    points.fill("-5")
    path, throw = "/api/matches/" + page.url.rpartition("/")[2] + "/events", '{"event": "roll 1 3 3 4 4 6", "after": 0}'
    how = {"method": "POST", "headers": {"content-type": "application/json"}, "body": throw}
    page.evaluate("([path, how]) => fetch(path, how)", [path, how])
    page.locator(".offer").first.wait_for()  # the page was drawn anew
    expect(points).to_have_value("-5")
    points.press_sequentially("0")
    shot(page, "agreed")
    points.press("Enter")
    page.locator(".totals li").filter(has_text="Bob").filter(has_text="-50").wait_for()
    expect(page.locator(".offer")).to_have_count(1)
    expect(page.get_by_label("Whose total")).to_be_hidden()
    expect(page.locator(".turns > li").filter(has_text="This turn")).to_contain_text("Ann threw")
    page.locator(".turns summary").filter(has_text="the table agreed").click()
    expect(page.locator(".turns details .log")).to_have_text("The table agreedBob -50")


def test_how_many_dice_go_to_the_pads_is_no_die(visit: Visit) -> None:
    page = visit(DESK)
    page.get_by_label("Game", exact=False).first.select_option("high-roll")
    page.get_by_text("House rules").click()
    page.locator("select[name=first_set_aside]").select_option("player_choice")
    page.get_by_role("button", name="Start the match").click()
    turn_of(page, "Player 1")
    tap_in(page, "4 4 4 4 6 6 6 6 6 6")
    page.locator(".offer").first.wait_for()
    expect(page.locator(".offer")).to_have_count(6)  # of the 4s three or four, of the 6s three to six
    expect(page.locator(".offer .die")).to_have_count(0)
    page.locator(".offer").filter(has_text="Put 4 x 6").click()
    page.locator(".log li").filter(has_text="6 4").wait_for()
    expect(page.locator(".log .die")).to_have_count(10)


def test_a_house_that_plays_high_roll_with_other_faces_taps_those_in(visit: Visit, shot: Shot) -> None:
    page = visit(PHONE)
    begin(page, "Ann", "Bob", game="high-roll", faces="9 10 J Q K A")
    page.get_by_text("These dice cannot be read from a picture yet").wait_for()
    shot(page, "faces")
    tap_in(page, "A A A 9 9 10 J Q K K")
    page.locator(".offers").get_by_text("Put 3 x A on the pads").click()
    page.get_by_text("Take 6,000").first.wait_for()


def test_what_is_typed_of_a_bonus_card_outlives_what_others_play_and_a_refusal(visit: Visit, server: str) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob", game="high-roll")
    tap_in(page, "1 1 2 2 3 3 4 4 5 6")
    page.get_by_label("Points on the card").focus()
    page.keyboard.type("75")
    page.keyboard.press("ArrowLeft")
    agree(server, page, "adjust Bob 300")
    page.keyboard.type("1")  # is written where it was meant to be
    page.keyboard.press("Enter")
    page.locator(".note.bad").get_by_text("A bonus card pays a multiple of 100").wait_for()
    page.keyboard.press("End")
    page.keyboard.press("Backspace")
    page.keyboard.type("00")
    page.keyboard.press("Enter")
    page.get_by_text("10 dice to throw").wait_for()
    expect(page.locator(".totals")).to_contain_text("7,100")
    match = httpx.get(f"{server}/api/matches/{page.url.rpartition('/')[2]}").json()
    (card,) = [line["n"] for line in match["log"] if line["text"] == "card 7100"]
    change = {"n": card, "event": "card 2000", "after": match["seq"]}
    httpx.post(f"{server}/api/matches/{match['id']}/amend", json=change).raise_for_status()
    page.get_by_text("Ann drew 2,000, not 7,100").first.wait_for()
    tap_in(page, "1 1 2 2 3 3 4 4 5 6")
    expect(page.get_by_label("Points on the card")).to_have_value("")


def agree(server: str, page: Page, event: str) -> None:
    """Play something elsewhere, and wait until this page shows it."""
    before = page.locator(".totals").inner_text()
    match = f"{server}/api/matches/{page.url.rpartition('/')[2]}"
    httpx.post(f"{match}/events", json={"event": event, "after": httpx.get(match).json()["seq"]}).raise_for_status()
    page.wait_for_function("(before) => document.querySelector('.totals').innerText !== before", arg=before)
    looked(page)


def test_no_card_is_typed_in_where_croupier_draws(visit: Visit, server: str) -> None:
    new = {"game": "high-roll", "players": ["Ann", "Bob"], "options": {"bonus_draw": "app"}}
    match = httpx.post(f"{server}/api/matches", json=new).raise_for_status().json()
    page = visit(DESK, f"/#/match/{match['id']}")
    tap_in(page, "1 1 2 2 3 3 4 4 5 6")
    page.get_by_text("Bonus card").first.wait_for()
    expect(page.locator(".offer")).to_have_count(1)
    expect(page.get_by_label("Points on the card")).to_have_count(0)


@pytest.mark.parametrize(
    "size",
    [
        pytest.param((640, 400), id="200-percent", marks=pytest.mark.long),
        pytest.param((320, 640), id="narrow"),
        pytest.param((180, 320), id="phone-at-200-percent"),
    ],
)
def test_everything_fits_without_scrolling_sideways(visit: Visit, shot: Shot, size: tuple[int, int]) -> None:
    page = visit({"width": size[0], "height": size[1]})
    begin(page, "Bartholomew Featherstonehaugh", "Ann", totals="7000, 9900")
    shot(page, "table")
    page.set_input_files("#shot", ROOT / "api" / "demo" / "03.jpg")
    page.get_by_text("Please check these dice").wait_for()
    shot(page, "asked")
    page.get_by_role("button", name="Drop the photo").click()
    press(page, "1 1 1 5 5 5", "Enter")
    page.locator(".offers").get_by_text("Set aside 1 1 1 5 5 5").wait_for()
    shot(page, "decide")


@pytest.mark.parametrize("height", [pytest.param(844, marks=pytest.mark.long), 600])
def test_the_dice_that_are_tapped_in_stay_in_sight_on_a_phone(visit: Visit, shot: Shot, height: int) -> None:
    page = visit({"width": 390, "height": height})
    begin(page, "Ann", "Bob", game="phase-10")
    for face in ("5R", "6R", "8B", "9R", "10G"):
        page.locator(f'[data-key="tap-{face}"]').click()
        expect(page.locator("[data-key=enter]")).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-key=slot-0]")).to_be_in_viewport(ratio=1)
    for face in ("10O", "3O", "4O", "WG", "1G"):
        page.locator(f'[data-key="tap-{face}"]').click()
    shot(page, "tapped")
    page.locator("[data-key=enter]").click()
    page.locator(".offers").wait_for()


def test_a_name_of_one_long_word_is_broken_beside_a_photo_on_a_phone(visit: Visit, shot: Shot, server: str) -> None:
    with httpx.Client(base_url=server, timeout=30) as client:
        swept(client)
    page = visit(PHONE)
    begin(page, "W" * 40, "Bob")
    page.set_input_files("#shot", ROOT / "api" / "demo" / "01.jpg")
    page.get_by_text("Read wrong? Tap the die.").wait_for()
    shot(page, "long")


@pytest.mark.parametrize(
    ("wide", "font"),
    [pytest.param(320, 16, marks=pytest.mark.long), pytest.param(390, 24, marks=pytest.mark.long), (320, 32)],
)
def test_a_face_is_chosen_without_scrolling_sideways(visit: Visit, shot: Shot, wide: int, font: int) -> None:
    page = visit({"width": wide, "height": 700})
    begin(page, "Ann", "Bob", game="phase-10")
    page.evaluate("(font) => { document.documentElement.style.fontSize = `${font}px`; }", font)
    page.set_input_files("#shot", ROOT / "samples" / "phase-10" / "24.jpg")
    other = page.get_by_role("button", name="Die 10 shows another face")
    other.wait_for()
    assert other.evaluate("(one) => one.scrollWidth - one.clientWidth") <= 0
    shot(page, "asked")
    other.click()
    page.get_by_role("button", name="It does not belong to the throw").wait_for()
    shot(page, "which")


def test_dice_of_a_colour_are_told_apart_by_letters_that_can_be_read_and_no_tag_is_cut(visit: Visit) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob", game="phase-10")
    page.set_input_files("#shot", ROOT / "samples" / "phase-10" / "09.jpg")
    page.locator(".pin").first.wait_for()
    cut = """(tags) => tags.filter((tag) => {
      const [box, all] = [tag, tag.closest('.photo')].map((one) => one.getBoundingClientRect());
      return box.left < all.left || box.right > all.right || box.top < all.top || box.bottom > all.bottom;
    }).map((tag) => tag.textContent)"""
    assert page.locator(".tag").evaluate_all(cut) == []
    page.locator("[data-key=confirm]").click()
    letter = page.locator(".log .die .hue").first
    letter.wait_for()
    assert letter.evaluate("(one) => one.getBoundingClientRect().height") > 10


@pytest.mark.parametrize("picture", [pytest.param("match/21.jpg", marks=pytest.mark.long), "match/15.jpg", "09.jpg"])
def test_the_tag_of_a_die_hides_no_face_of_another(visit: Visit, shot: Shot, picture: str) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob", game="phase-10")
    page.set_input_files("#shot", ROOT / "samples" / "phase-10" / picture)
    page.locator(".pin").first.wait_for()
    hidden = """(tags) => {
      const faces = [...document.querySelectorAll('.photo polygon')].map((one) => one.getBoundingClientRect());
      return tags.filter((tag, place) => {
        const { left, right, top, bottom } = tag.getBoundingClientRect();
        const middles = faces.map(({ x, y, width, height }) => [x + width / 2, y + height / 2]);
        return middles.some(([x, y], at) => at !== place && left < x && x < right && top < y && y < bottom);
      }).map((tag) => tag.textContent);
    }"""
    assert page.locator(".tag").evaluate_all(hidden) == []
    shot(page, Path(picture).stem)


def test_keys_are_shown_on_a_desk_however_far_it_is_zoomed_and_not_on_a_phone(visit: Visit) -> None:
    for size, shown in (({"width": 320, "height": 640}, True), (PHONE, False)):
        page = visit(size)
        begin(page, "Ann", "Bob")
        for key in (page.locator("[data-key=photo] kbd"), page.get_by_role("button", name="Keys")):
            expect(key).to_be_visible(visible=shown)


@BOTH
def test_the_other_pages_are_in_order(server: str, visit: Visit, shot: Shot, size: dict[str, int]) -> None:
    page = visit(size, color_scheme="dark" if size is DESK else "light")
    for name, where, told in (
        ("dice", "/#/dice", "Teach my dice"),
        ("phone", "/phone/#nowhere", "There is no such match"),
        ("missing", "/#/match/nowhere", "There is no such match"),
        ("tv", "/tv/?match=nowhere", "There is no such match: without ?match="),
    ):
        page.goto(f"{server}{where}")
        page.get_by_text(told).first.wait_for()
        shot(page, name)


def test_what_was_tapped_in_for_another_throw_goes_with_a_correction_and_is_told_of(visit: Visit) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob")
    press(page, "2 2 3 3 4 6", "Enter")
    turn_of(page, "Bob")
    press(page, "1 2 3")
    page.locator(".turns summary").first.click()
    page.get_by_role("button", name="Ann threw").click()
    in_dialog(page, 0, "1")
    page.locator("dialog .told").get_by_text("What was tapped in was for another throw, and is gone.").wait_for()
    page.get_by_role("button", name="Done").click()
    turn_of(page, "Ann")
    expect(page.locator(".slots")).to_have_count(0)
    page.locator('[data-key="put-back"]').click()  # nothing that nobody sees is in the way
    turn_of(page, "Bob")


def test_on_the_felt_it_goes_too(visit: Visit, server: str) -> None:
    with httpx.Client(base_url=server, timeout=30) as client:
        swept(client)
    page = visit(DESK)
    begin(page, "Ann", "Bob", totals="0, 0")
    page.set_input_files("#shot", ROOT / "api" / "demo" / "04.jpg")
    page.locator("button.pin").first.wait_for()
    put_right(page, ["2", "2", "3", "4", "4", "6"])
    if page.locator('[data-key="confirm"]').count():
        page.locator('[data-key="confirm"]').click()
    turn_of(page, "Bob")
    press(page, "1 2 3")
    on_felt(page, faces(page).index("2"), "1")
    turn_of(page, "Ann")
    page.get_by_text("What was tapped in was for another throw, and is gone.").first.wait_for()
    page.locator('[data-key="put-back"]').click()
    turn_of(page, "Bob")


def test_a_photo_that_nobody_answered_is_kept_to_be_sent_again(visit: Visit, server: str) -> None:
    with httpx.Client(base_url=server, timeout=30) as client:
        swept(client)
    page = visit(PHONE)
    begin(page, "Ann", "Bob")
    page.route("**/photo?*", lambda route: route.abort("connectionrefused"), times=1)
    page.set_input_files("#shot", ROOT / "samples" / "pips" / "01.jpg")
    page.locator(".note.bad", has_text="does not answer").wait_for()
    page.get_by_role("button", name="Send the photo again").click()
    page.locator(".pin").first.wait_for()
    expect(page.get_by_role("button", name="Send the photo again")).to_have_count(0)


def test_an_answer_that_never_comes_holds_the_page_for_half_a_minute_at_most(visit: Visit) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob")
    tap_in(page, "1 3 3 4 4 6")
    page.locator(".offer").first.wait_for()
    page.evaluate("""() => {
      const given = AbortSignal.timeout.bind(AbortSignal);
      AbortSignal.timeout = (after) => given(after / 100);
    }""")
    page.route("**/events", lambda _: None)
    page.locator(".offer").first.click()
    page.locator(".note.bad", has_text="does not answer").wait_for()
    page.unroute("**/events")
    page.locator(".offer").first.click()
    page.locator(".offer.stop").wait_for()


def test_long_names_make_no_question_and_no_announcement_too_wide(
    visit: Visit, tmp_path: Path, seat: Callable[..., Player]
) -> None:
    with housed(tmp_path) as (app, address), httpx.Client(base_url=address, timeout=30) as client:
        name = "W" * 40
        wide = seat(client, name, "Bob")
        page = visit({"width": 320, "height": 568}, at=address, where=f"/#/match/{wide.match['id']}")
        page.locator(".keypad").wait_for()
        wide.play("roll 1 3 3 4 4 6", "keep 1")
        page.locator(".table[data-seq='2']").wait_for()  # by the feed, which is open then
        way = wire.Way(says=f"{name} banks 100.", events=["bank"], dice=0)
        for told, where in (
            (wire.Hands(seq=2, question=True, says=f"Does {name} stop?", options=[way]), ".asked"),
            (wire.Hands(seq=2, question=False, says=f"{name} keeps 1.", undo=1), ".understood"),
        ):
            app.state.house.hub.publish(wide.match["id"], Event(HANDS, told.model_dump_json()))
            page.locator(where).wait_for()
            assert page.evaluate(TOO_WIDE) <= 0, where
        page.goto("about:blank")


def test_what_was_told_in_one_room_is_not_told_in_the_next(visit: Visit) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob")
    press(page, "1 3 3 4 4 6", "Enter")
    expect(page.locator("#says")).to_contain_text("Ann")
    page.get_by_role("link", name="All tables").first.click()
    page.get_by_label("Player 1", exact=True).wait_for()
    expect(page.locator("#says")).to_be_empty()


def test_two_windows_see_the_same_table(visit: Visit) -> None:
    ann = visit(DESK)
    begin(ann, "Ann", "Bob")
    bob = visit(PHONE, where="/" + ann.url.split("/", 3)[3])
    turn_of(bob, "Ann")
    press(ann, "1 3 3 4 4 6", "Enter")
    bob.locator(".offers").get_by_text("Set aside 1").wait_for()
    looked(bob)
    bob.locator(".offers").get_by_text("Set aside 1").click()
    ann.get_by_text("Bank 100").wait_for()


def test_a_lost_connection_is_told_and_healed(visit: Visit, tmp_path: Path, port: int) -> None:
    with housed(tmp_path, port=port + 3) as (_, address):
        page = visit(DESK, at=address)
        begin(page, "Ann", "Bob")
    page.get_by_text("The connection to the table is lost").wait_for()
    press(page, "1 3 3 4 4 6", "Enter")
    page.locator(".note.bad", has_text="does not answer").wait_for()
    with housed(tmp_path, port=port + 3):
        page.get_by_text("Connected again").wait_for()
        expect(page.locator(".note.bad")).to_have_count(0)
        for _ in range(6):
            page.keyboard.press("Backspace")
        press(page, "1 3 3 4 4 6", "Enter")
        page.locator(".offers").get_by_text("Set aside 1").wait_for()


def test_a_lost_connection_is_told_once(visit: Visit, tmp_path: Path) -> None:
    with housed(tmp_path) as (_, address):
        page = visit(DESK, at=address)
        begin(page, "Ann", "Bob")
        page.evaluate(HEARS)
    tried = []
    page.on("requestfailed", lambda asked: tried.append(asked.url))
    page.get_by_text("The connection to the table is lost").wait_for()
    while len(tried) < 3:
        page.wait_for_timeout(200)
    assert len([said for said in page.evaluate("heard") if "connection" in said]) == 1


def test_a_feed_that_was_refused_once_is_asked_for_again(visit: Visit, server: str) -> None:
    match = httpx.post(f"{server}/api/matches", json={"game": "jack-stone", "players": ["Ann", "Bob"]}).json()
    page = visit(DESK)
    page.route("**/stream", lambda route: route.fulfill(status=429, body="busy"), times=1)
    page.goto(f"{server}/#/match/{match['id']}")
    page.get_by_text("The connection to the table is lost").wait_for()
    page.get_by_text("Connected again").wait_for()
    agree(server, page, "adjust Ann 50")


def test_a_feed_that_is_refused_for_good_says_why(visit: Visit, server: str) -> None:
    match = httpx.post(f"{server}/api/matches", json={"game": "jack-stone", "players": ["Ann", "Bob"]}).json()
    told = {"status": 404, "type": "urn:croupier:match", "detail": "There is no such match: choose one in the lobby."}
    page = visit(DESK)
    page.route("**/stream", lambda route: route.fulfill(status=404, json=told))
    page.goto(f"{server}/#/match/{match['id']}")
    page.get_by_text("The connection to the table is lost").wait_for()
    page.route(f"**/api/matches/{match['id']}", lambda route: route.fulfill(status=404, json=told))
    page.locator("#lost").get_by_text("There is no such match").wait_for()


def test_a_page_that_could_not_fetch_the_whole_match_once_has_it_soon(
    visit: Visit, tmp_path: Path, seat: Callable[..., Player]
) -> None:
    with housed(tmp_path) as (app, address), httpx.Client(base_url=address, timeout=30) as client:
        ann = seat(client)
        page = visit(DESK, at=address, where=f"/#/match/{ann.match['id']}")
        turn_of(page, "Ann")
        ann.play("adjust Bob 50")
        page.locator(".table[data-seq='1']").wait_for()  # by the feed, which is open then
        with housed(tmp_path) as (_, other), httpx.Client(base_url=other, timeout=30) as elsewhere:
            Player(elsewhere, ann.match).play("adjust Bob 25")  # and nobody here is told
        page.route(f"**{ann.path}", lambda route: route.abort("connectionrefused"), times=1)
        with page.expect_request("**/stream"):
            app.state.house.hub.publish(ann.match["id"], Event("change", json.dumps({"after": 8, "seq": 9})))
        page.locator(".table[data-seq='2']").wait_for()
        expect(page.locator(".totals")).to_contain_text("75")
        page.goto("about:blank")


def test_the_demo_plays_itself_to_a_winner_and_asks_where_it_doubts(visit: Visit, shot: Shot) -> None:
    page = visit(DESK)
    page.get_by_role("button", name="demo").click()
    page.get_by_text("read by the real eye just now").wait_for()
    shot(page, "begun")
    page.get_by_role("button", name="Throw the dice").click()
    page.locator("figure.photo").wait_for()
    shot(page, "thrown")
    page.clock.install()  # nobody here needs time to look
    page.get_by_role("button", name="Play it for me").click()
    while page.locator(".won").count() == 0:
        if page.locator("[data-key=confirm]").count():
            answer(page)
        page.clock.run_for(LOOK)
        page.locator("main:not([aria-busy=true])").wait_for()
    shot(page, "won")
    page.route("**/rematch", lambda route: route.fulfill(status=429, json={"status": 429, "detail": "Too busy."}))
    page.get_by_role("button", name="Play again").click()
    page.clock.run_for(LOOK)
    expect(page.locator(".note.bad")).to_have_text("Too busy.")
    page.unroute("**/rematch")
    page.get_by_role("button", name="Play again").click()
    page.get_by_text("Ann starts.").wait_for()


def answer(page: Page) -> None:
    """Tell the demo what lies there: the throw of the right number of dice that is most like what was read."""
    due, seen = int(page.locator(".due").inner_text().split()[0]), Counter(faces(page))
    rows = (line.split("\t") for line in (ROOT / "api" / "demo" / "labels.tsv").read_text().splitlines())
    throws = [roll.split() for _, roll in rows if len(roll.split()) == due]
    put_right(page, max(throws, key=lambda roll: (Counter(roll) & seen).total()))
    page.locator("[data-key=confirm]").click()
    page.locator("[data-key=confirm]").wait_for(state="detached")


def test_a_photo_that_is_asked_about_outlives_what_the_table_agrees_upon(visit: Visit, server: str) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob")
    page.set_input_files("#shot", ROOT / "samples" / "pips" / "05.jpg")  # more dice than are due
    page.get_by_text("Please check these dice").wait_for()
    read = faces(page)
    tap(page, 0)
    choose(page, "It does not belong to the throw")
    agree(server, page, "adjust Bob 300")
    shows(page, read[1:])
    tap(page, 0)
    choose(page, "It does not belong to the throw")
    page.locator("[data-key=confirm]").click()
    page.locator("[data-key=confirm]").wait_for(state="detached")
    told = httpx.get(f"{server}/api/matches/{page.url.rpartition('/')[2]}").json()
    assert len(next(line["roll"] for line in reversed(told["log"]) if line["roll"])) == 6
    press(page, "U")
    press(page, "1 2")
    agree(server, page, "adjust Bob -300")
    expect(page.locator('[data-key="slot-1"]')).to_have_count(1)
    agree(server, page, "adjust Ann 10000")
    page.get_by_role("heading", name="Ann wins!").wait_for()  # no throw is due any more
    expect(page.locator('[data-key="slot-1"]')).to_have_count(0)


@pytest.mark.parametrize("how", ["a tap", pytest.param("a key", marks=pytest.mark.long)])
def test_what_may_be_a_die_is_outlined_until_one_is_named_there(visit: Visit, shot: Shot, how: str) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob")
    page.set_input_files("#shot", ROOT / "samples" / "pips" / "36.jpg")  # a button that the edge cuts may be one
    suspect = page.locator("rect.suspect")
    suspect.wait_for()
    shot(page, "suspect")
    photo, where = page.locator("figure.photo").bounding_box(), suspect.bounding_box()
    assert photo
    assert where
    assert photo["x"] <= where["x"] + 2
    assert where["y"] + where["height"] <= photo["y"] + photo["height"] + 2
    before = page.locator(".pin").count()
    if how == "a tap":
        page.mouse.click(where["x"] + where["width"] / 2, where["y"] + where["height"] / 2)
    else:
        page.keyboard.press("m")
    choose(page, "3")
    expect(suspect).to_have_count(0)
    expect(page.locator(".pin")).to_have_count(before + 1)
    named = page.locator(".pin").last.bounding_box()
    assert named
    assert abs(named["x"] + named["width"] / 2 - where["x"] - where["width"] / 2) < where["width"] / 2


def test_dice_keep_their_places_where_one_is_removed_and_a_missed_one_added(visit: Visit) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob", totals="0, 0")
    picture = ROOT / "samples" / "pips" / "01.jpg"
    page.set_input_files("#shot", picture)
    page.locator('[data-key="keep 1 2 3 4 5 6"]').click()
    page.get_by_text("6 dice to throw").wait_for()
    page.set_input_files("#shot", picture)  # shows what was played before: so it is asked about
    page.locator("[data-key=confirm]").wait_for()
    read = faces(page)
    tap(page, 1)
    choose(page, "It does not belong to the throw")
    page.get_by_role("button", name="Add a missed die").click()
    choose(page, "2")
    shows(page, [read[0], "2", *read[2:]])
    page.locator("[data-key=confirm]").click()
    page.locator("[data-key=confirm]").wait_for(state="detached")
    page.reload()
    page.locator("button.pin").first.wait_for()
    shows(page, [read[0], "2", *read[2:]])
