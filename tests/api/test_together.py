"""Several devices at one match: what a player taps counts for what he saw, or not at all."""

import json
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from api import wire
from api.live import Event
from tests.api.conftest import ROOT, Player, Serving, housed
from tests.api.test_page import on_felt, smudged
from tests.api.windows import DESK, IN_BROWSER, Page, Visit, choose, expect, faces, looked, tap, turn_of

pytestmark = IN_BROWSER

MEANWHILE = "Something else was played meanwhile"
SMUDGED, ELSE = "roll 1 1 2 4 5 5", "roll 1 1 2 3 4 6"  # what that photo shows, and another throw


@pytest.fixture
def bob(server: str, seat: Callable[..., Player]) -> Iterator[Player]:
    """Another device at a match that the windows look at."""
    with httpx.Client(base_url=server, timeout=30) as client:
        yield seat(client)


@pytest.fixture
def ann(visit: Visit, bob: Player) -> Callable[[], Page]:
    """Open a window on that match as it stands."""

    def ann() -> Page:
        page = visit(DESK, where=f"/#/match/{bob.match['id']}")
        _seen(page, bob)
        return page

    return ann


def _seen(page: Page, bob: Player) -> None:
    page.locator(f".table[data-seq='{bob.match['seq']}']").wait_for()


def standing(bob: Player) -> list[str]:
    """The plays that stand."""
    log = bob.client.get(bob.path).json()["log"]
    return [line["text"] for line in log if line["stands"]]


def test_a_button_under_the_finger_counts_for_what_was_seen(bob: Player, ann: Callable[[], Page]) -> None:
    bob.play("roll 1 3 3 4 4 6", "keep 1", "roll 5 2 3 4 6")
    page = ann()
    page.locator("[data-key=undo]").hover()
    page.mouse.down()
    bob.post("undo").raise_for_status()
    page.wait_for_timeout(300)  # the news comes while the finger is down
    page.mouse.up()
    page.locator(".note.bad", has_text=MEANWHILE).wait_for()
    assert standing(bob) == ["roll 1 3 3 4 4 6", "keep 1"]


def test_a_correction_does_not_undo_that_of_another_device(bob: Player, ann: Callable[[], Page]) -> None:
    bob.play("roll 1 3 3 4 4 6", "keep 1", "roll 5 2 3 4 6")
    page = ann()
    page.locator("[data-key=play-1]").click()
    page.locator("[data-key=at-4]").click()
    bob.post("amend", n=1, event="roll 1 2 3 4 4 6").raise_for_status()
    _seen(page, bob)
    page.locator("[data-key=to-6]").click()
    page.locator(".note.bad", has_text=MEANWHILE).wait_for()
    page.locator("dialog").wait_for(state="detached")
    assert standing(bob)[0] == "roll 1 2 3 4 4 6"


def test_two_dice_of_a_roll_are_corrected_one_after_the_other(bob: Player, ann: Callable[[], Page]) -> None:
    bob.play("roll 1 3 3 4 4 6", "keep 1", "roll 5 2 3 4 6")
    page = ann()
    page.locator("[data-key=play-1]").click()
    for place, face in ((1, 2), (4, 6)):
        page.locator(f"[data-key=at-{place}]").click()
        page.locator(f"[data-key=to-{face}]").click()
        page.locator(f"[data-key=to-{face}]:disabled").wait_for()
    assert standing(bob)[0] == "roll 1 2 3 4 6 6"


def test_a_correction_that_comes_before_the_one_before_was_answered_is_said_not_to_count(
    bob: Player, ann: Callable[[], Page], throws: Path
) -> None:
    look = bob.photo((throws / "01.jpg").read_bytes())
    if not look["played"]:
        bob.post("events", event="roll 1 3 3 4 4 6", picture=look["picture"]).raise_for_status()
    page, held = ann(), []
    page.locator("button.pin").first.wait_for()
    page.route("**/amend", lambda route: held.append(route))  # noqa: PLW0108 - Playwright takes no method
    for place in (0, 1):
        tap(page, place)
        choose(page, "5")
    page.locator(".note.bad", has_text="That is not corrected: the table had not answered yet.").wait_for()
    held[0].continue_()
    page.locator(".table[data-seq='2']").wait_for()
    assert len(held) == 1


def test_a_cut_takes_back_no_more_than_it_showed(bob: Player, ann: Callable[[], Page]) -> None:
    bob.play("roll 1 2 3 3 4 6", "keep 1", "bank")
    page = ann()
    page.locator("[data-key=turn-0]").click()
    page.locator("[data-key=play-1]").click()
    page.locator("[data-key=at-0]").click()
    page.locator("[data-key=to-2]").click()
    page.get_by_text("This changes what came after").wait_for()
    page.get_by_text("Then that Ann kept 1 no longer fits: ").wait_for()
    page.get_by_text("takes back 2 plays, whoever played them: that one and all after it.").wait_for()
    bob.play("roll 1 1 1 5 4 6")
    _seen(page, bob)
    page.get_by_role("button", name="Correct it and cut there").click()
    page.locator(".note.bad", has_text=MEANWHILE).wait_for()
    assert len(standing(bob)) == 4


def test_what_a_cut_took_back_is_put_back_with_one_tap(bob: Player, ann: Callable[[], Page]) -> None:
    plays = ["roll 1 2 3 3 4 6", "keep 1", "bank", "roll 1 1 1 2 3 4", "keep 1 1 1"]
    bob.play(*plays[:3])
    look = bob.photo((ROOT / "api" / "demo" / "03.jpg").read_bytes())  # of two dice, and so not played
    bob.post("events", event=plays[3], picture=look["picture"]).raise_for_status()
    bob.play(plays[4])
    page = ann()
    page.locator("[data-key=turn-0]").click()
    page.locator("[data-key=play-1]").click()
    page.locator("[data-key=at-0]").click()
    page.locator("[data-key=to-2]").click()
    page.get_by_role("button", name="Correct it and cut there").click()
    page.get_by_text("4 later plays are taken back").first.wait_for()
    assert standing(bob) == ["roll 2 2 3 3 4 6"]
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Put it back").click()
    page.locator("[data-key=put-back]").wait_for(state="detached")
    assert standing(bob) == plays
    page.get_by_role("button", name="Bob threw").click()
    page.get_by_role("img", name="That roll as the camera saw it").wait_for()


@pytest.mark.parametrize("way", ["the button after a reload", "undo"])
def test_what_a_cut_took_back_is_put_back_after_a_reload_and_by_undo(
    bob: Player, ann: Callable[[], Page], way: str
) -> None:
    plays = ["roll 1 2 3 3 4 6", "keep 1", "bank", "roll 1 1 1 2 3 4"]
    bob.play(*plays)
    page = ann()
    cut(page)
    if way == "undo":
        page.locator("[data-key=undo]").click()
    else:
        page.reload()
        page.get_by_role("button", name="Put it back").click()
    page.locator("[data-key=put-back]").wait_for(state="detached")
    assert standing(bob) == plays


@pytest.mark.parametrize("way", ["put-back", "undo"])
def test_what_one_device_cut_is_told_on_the_others_and_put_back_from_there(
    bob: Player, ann: Callable[[], Page], way: str
) -> None:
    plays = ["roll 1 2 3 3 4 6", "keep 1", "bank", "roll 1 1 1 2 3 4"]
    bob.play(*plays)
    page, other = ann(), ann()
    cut(page)
    other.locator("#page").get_by_text("3 later plays are taken back").wait_for()
    expect(other.locator("#says")).to_contain_text("3 later plays are taken back")
    looked(other)
    other.locator(f"[data-key={way}]").click()
    other.locator("[data-key=put-back]").wait_for(state="detached")
    assert standing(bob) == plays
    page.locator("[data-key=put-back]").wait_for(state="detached")


def cut(page: Page) -> None:
    """Correct the 1 of Ann's first throw, which she kept, to a 2, and cut there."""
    page.locator("[data-key=turn-0]").click()
    page.locator("[data-key=play-1]").click()
    page.locator("[data-key=at-0]").click()
    page.locator("[data-key=to-2]").click()
    page.get_by_role("button", name="Correct it and cut there").click()
    page.get_by_role("button", name="Done").click()


def test_a_cut_after_which_somebody_played_before_it_was_answered_offers_no_way_back(
    bob: Player, ann: Callable[[], Page]
) -> None:
    bob.play("roll 1 2 3 3 4 6", "keep 1", "bank", "roll 1 1 1 2 3 4")
    page = ann()

    def late(route: Page) -> None:
        answer = route.fetch()
        if answer.ok:
            bob.match = answer.json()
            bob.play("roll 2 3 3 4 6 6" if bob.view["awaits"]["what"] == "roll" else bob.view["offers"][0]["event"])
            page.wait_for_timeout(500)  # the feed tells of it
        route.fulfill(response=answer)

    page.route("**/amend", late)
    cut(page)
    _seen(page, bob)
    page.wait_for_timeout(300)  # what must not come needs time to come
    expect(page.locator("[data-key=put-back]")).to_have_count(0)


def test_a_photo_of_a_throw_that_was_undone_comes_too_late_for_another_that_waits(
    bob: Player, ann: Callable[[], Page], throws: Path
) -> None:
    page = ann()
    page.set_input_files("#shot", {"name": "throw.jpg", "mimeType": "image/jpeg", "buffer": smudged()})
    page.locator("[data-key=confirm]").click()
    page.locator(".offer").first.click()
    page.locator(".table[data-seq='2']").wait_for()
    held: list[Any] = []
    page.route("**/reading", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks what it is given
    with page.expect_request("**/reading"):
        page.locator("[data-key=undo]").click()
    bob.match = bob.client.get(bob.path).json()
    bob.play(bob.view["offers"][0]["event"])
    _seen(page, bob)
    assert not bob.photo((throws / "03.jpg").read_bytes())["played"]
    page.locator("[data-key=drop]").wait_for()
    for route in held:
        route.continue_()
    page.wait_for_timeout(500)  # what must not come needs time to come
    expect(page.locator("[data-key=drop]")).to_have_count(1)


def undo_beside_a_corrected_photo(page: Page) -> None:
    """Correct a photo that waits and press Undo, which says why it does nothing, and leaves the photo there."""
    page.set_input_files("#shot", {"name": "throw.jpg", "mimeType": "image/jpeg", "buffer": smudged()})
    on_felt(page, 0, "6")
    page.locator("[data-key=undo]").click()
    page.locator(".note.bad", has_text="A photo that you corrected waits for your word").wait_for()
    expect(page.locator("figure.photo")).to_have_count(1)


def test_what_is_entered_after_a_cut_is_not_lost_by_the_way_back(bob: Player, ann: Callable[[], Page]) -> None:
    bob.play("roll 1 2 3 3 4 6", "keep 1", "bank")
    page = ann()
    cut(page)
    for face in "223":
        page.locator(f'[data-key="tap-{face}"]').click()
    page.get_by_role("button", name="Put it back").click()
    page.locator(".note.bad", has_text="A throw is typed in").wait_for()
    for _ in "223":
        page.keyboard.press("Backspace")
    undo_beside_a_corrected_photo(page)
    assert standing(bob) == ["roll 2 2 3 3 4 6"]


def test_a_correction_is_put_back_where_the_same_face_lies_there_too(bob: Player, visit: Visit) -> None:
    plays = ["roll 1 5 3 4 6", "keep 1", "roll 1 1 2 3", "keep 1 1 1", "roll 6 2"]
    new = {"game": "yahtzee", "players": ["Ann", "Bob"]}
    five = Player(bob.client, bob.client.post("/api/matches", json=new).raise_for_status().json())
    five.play(*plays)
    page = visit(DESK, where=f"/#/match/{five.match['id']}")
    page.locator("[data-key=play-1]").click()
    page.locator("[data-key=at-0]").click()
    page.locator("[data-key=to-5]").click()
    page.get_by_role("button", name="Done").click()
    assert standing(five) == ["roll 5 5 3 4 6", "keep 5", "roll 1 1 2 3", "keep 5 1 1", "roll 6 2"]
    page.locator("[data-key=put-back]").click()
    page.locator("[data-key=put-back]").wait_for(state="detached")
    assert standing(five) == plays


def test_a_photo_that_was_corrected_before_a_reload_is_gone_once_it_is_dropped(ann: Callable[[], Page]) -> None:
    page = ann()
    page.set_input_files("#shot", {"name": "throw.jpg", "mimeType": "image/jpeg", "buffer": smudged()})
    on_felt(page, 0, "6")
    page.reload()
    page.locator("figure.photo").wait_for()
    page.wait_for_timeout(500)  # the feed tells that it waits
    held: list[Any] = []
    page.route("**/dismiss", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks what it is given
    page.locator("[data-key=drop]").click()
    page.wait_for_timeout(500)
    expect(page.locator("figure.photo")).to_have_count(0)
    held[0].continue_()


def test_a_photo_is_not_dropped_while_it_is_played(bob: Player, ann: Callable[[], Page]) -> None:
    page = ann()
    page.set_input_files("#shot", {"name": "throw.jpg", "mimeType": "image/jpeg", "buffer": smudged()})
    on_felt(page, 0, "6")
    held: list[Any] = []
    page.route("**/events", lambda route: held.append(route))  # noqa: PLW0108 - likewise
    page.locator("[data-key=confirm]").click()
    page.wait_for_timeout(300)
    page.locator("[data-key=drop]").click()
    page.wait_for_timeout(300)
    expect(page.locator("figure.photo")).to_have_count(1)
    for route in held:
        route.continue_()
    page.locator(".offer").first.wait_for()
    assert len(standing(bob)) == 1


def test_a_photo_that_waits_is_shown_to_a_match_as_it_stands(bob: Player, ann: Callable[[], Page]) -> None:
    page = ann()
    page.locator('[data-key="tap-2"]').click()
    assert not bob.photo(smudged())["played"]
    bob.client.post(f"{bob.path}/pause", json={}).raise_for_status()
    page.get_by_text("This match is paused").first.wait_for()
    page.keyboard.press("Backspace")
    page.wait_for_timeout(300)
    expect(page.get_by_text("This match is paused").first).to_be_visible()


def test_the_way_back_from_a_correction_is_gone_once_somebody_played_on(bob: Player, ann: Callable[[], Page]) -> None:
    bob.play("roll 1 2 3 3 4 6")
    page = ann()
    page.locator("[data-key=play-1]").click()
    page.locator("[data-key=at-1]").click()
    page.locator("[data-key=to-5]").click()
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Put it back").wait_for()
    bob.match = bob.client.get(bob.path).json()
    bob.play("keep 1 5")
    _seen(page, bob)
    page.reload()
    _seen(page, bob)
    expect(page.locator("[data-key=put-back]")).to_have_count(0)


def test_what_is_tapped_in_or_corrected_on_a_photo_is_not_lost_by_the_buttons_of_undo_and_bank(
    bob: Player, ann: Callable[[], Page]
) -> None:
    played = ["roll 1 3 3 4 4 6", "keep 1"]
    bob.play(*played)
    page = ann()
    for face in "2234":
        page.locator(f'[data-key="tap-{face}"]').click()
    for button in ("undo", "bank"):
        page.locator(f"[data-key={button}]").click()
        page.locator(".note.bad", has_text="A throw is typed in").wait_for()
        assert standing(bob) == played
    for _ in "2234":
        page.keyboard.press("Backspace")
    undo_beside_a_corrected_photo(page)
    assert standing(bob) == played


def test_the_second_of_a_double_tap_presses_no_button_that_came_under_the_finger(visit: Visit, server: str) -> None:
    with httpx.Client(base_url=server, timeout=30) as client:
        begun = client.post("/api/matches", json={"game": "ten-grand", "players": ["Ann"]}).raise_for_status()
        cards = Player(client, begun.json())
        page = visit(DESK, where=f"/#/match/{cards.match['id']}")
        _seen(page, cards)
        for key in ("1", "0", "0", "a", "k", "q", "j", "j"):
            page.keyboard.press(key)
        page.locator("[data-key=enter]:enabled").hover()
        for tap in (1, 2):
            page.mouse.down(click_count=tap)
            page.mouse.up(click_count=tap)
            page.wait_for_timeout(250)  # between the taps, and for what must not come
        assert standing(cards) == ["roll 100 A K Q J J"]


def second_tap(page: Page, button: Page) -> None:
    """Let the second of a double tap fall on a button."""
    box = button.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    page.wait_for_timeout(300)  # what must not come needs time to come


def test_nor_one_in_the_dialog_that_the_first_tap_opened(bob: Player, ann: Callable[[], Page]) -> None:
    plays = ["roll 1 1 5 3 4 6", "keep 1 1 5", "roll 1 3 3", "keep 1", "roll 5 3"]
    bob.match = bob.client.post("/api/matches", json={"game": "farkle", "players": ["Ann", "Bob"]}).json()
    bob.play(*plays)
    page = ann()
    page.locator("[data-key=play-2]").click()
    page.get_by_role("dialog").get_by_text("Set aside 5:").click()
    page.get_by_text("This changes what came after").wait_for()
    second_tap(page, page.get_by_role("button", name="Correct it and cut there"))
    assert standing(bob) == plays
    page.get_by_role("button", name="Correct it and cut there").click()
    expect(page.locator("dialog")).to_have_count(0)
    assert standing(bob) == ["roll 1 1 5 3 4 6", "keep 5"]


def test_nor_one_that_took_the_place_of_what_the_first_tap_removed(visit: Visit) -> None:
    page = visit(DESK)
    page.get_by_label("Player 1", exact=True).wait_for()
    for name in ("Ann", "Bob", "Cid", "Dee"):
        free = page.locator(".seat input").evaluate_all("(all) => all.findIndex((one) => !one.value)")
        if free < 0:
            page.get_by_role("button", name="+ Add a player").click()
        page.locator(".seat input").nth(free).fill(name)
    page.get_by_role("button", name="Remove player 2").click()
    second_tap(page, page.get_by_role("button", name="Remove player 2"))
    assert page.locator(".seat input").evaluate_all("(all) => all.map((one) => one.value)") == ["Ann", "Cid", "Dee"]


def test_a_face_that_is_tapped_twice_is_two_dice(ann: Callable[[], Page]) -> None:
    page = ann()
    page.locator("[data-key=tap-5]").dblclick()
    expect(page.get_by_role("button", name="Take back the 5")).to_have_count(2)


def test_what_was_entered_though_its_answer_was_lost_is_told(bob: Player, ann: Callable[[], Page]) -> None:
    page = ann()

    def lost(route: Page) -> None:
        route.fetch()
        route.abort("connectionrefused")

    page.route("**/events", lost)
    page.keyboard.type("111234")
    page.keyboard.press("Enter")
    page.locator(".note.bad", has_text="The answer was lost, and the score went on").wait_for()
    assert standing(bob) == ["roll 1 1 1 2 3 4"]


def test_what_was_entered_while_the_line_was_cut_is_told_when_it_is_back(bob: Player, ann: Callable[[], Page]) -> None:
    page = cut_off(bob, ann())
    page.unroute("**/stream")
    page.unroute(f"**{bob.path}")
    page.locator(".note.bad", has_text="The answer was lost, and the score went on").wait_for()
    expect(page.locator('.table[data-seq="1"]')).to_have_count(1)
    assert standing(bob) == ["adjust Ann 50"]


def test_who_enters_it_once_more_is_not_told_that_the_first_was_not_done(bob: Player, ann: Callable[[], Page]) -> None:
    page = cut_off(bob, ann())
    page.get_by_role("button", name="Change the total").click()
    page.locator(".note.bad", has_text="The answer was lost, and the score went on").wait_for()
    assert standing(bob) == ["adjust Ann 50"]


def confirmed_late(bob: Player, page: Page, then: Callable[[], object]) -> str:
    """Confirm a photo when another device has done so, and something else, just before; gives the throw."""
    look = bob.photo(smudged())
    page.locator("figure.photo").wait_for()
    roll = " ".join(["roll", *(die["face"] for die in look["reading"]["dice"])])

    def overtaken(route: Page) -> None:
        bob.post("events", event=roll, picture=look["picture"]).raise_for_status()
        then()
        route.continue_()

    page.route("**/events", overtaken, times=1)
    looked(page)
    page.locator("[data-key=confirm]").click()
    return roll


def test_the_same_word_on_a_photo_from_two_devices_at_once_counts_once_and_is_no_refusal(
    bob: Player, ann: Callable[[], Page]
) -> None:
    roll = confirmed_late(bob, page := ann(), lambda: None)
    page.locator(".offer").first.wait_for()
    expect(page.locator(".note.bad")).to_have_count(0)
    assert standing(bob) == [roll]


def test_a_photo_on_which_somebody_else_was_quicker_does_not_lie_there_for_the_throw_after_it(
    bob: Player, ann: Callable[[], Page]
) -> None:
    def throw_on() -> None:
        bob.play(next(offer["event"] for offer in bob.match["view"]["offers"] if offer["event"].startswith("keep")))
        bob.play(" ".join(["roll", *"123456"[: bob.match["view"]["awaits"]["dice"]]]))  # by hand

    confirmed_late(bob, page := ann(), throw_on)
    _seen(page, bob)
    expect(page.locator("figure.photo")).to_have_count(0)


def cut_off(bob: Player, page: Page) -> Page:
    """A page that enters 50 points, and hears neither the answer nor anything else."""

    def lost(route: Page) -> None:
        route.fetch()
        route.abort("connectionrefused")

    page.route("**/stream", lambda route: route.abort("connectionrefused"))
    page.reload()
    page.get_by_text("The connection to the table is lost").wait_for()
    page.route(f"**{bob.path}", lambda route: route.abort("connectionrefused"))
    page.route("**/events", lost, times=1)
    page.get_by_text("The table agrees").click()
    page.get_by_label("Points more, or less with a minus").fill("50")
    page.get_by_role("button", name="Change the total").click()
    page.locator(".note.bad", has_text="does not answer").wait_for()
    return page


def test_a_photo_of_a_throw_that_was_corrected_since_shows_no_older_faces(bob: Player, ann: Callable[[], Page]) -> None:
    page = ann()
    page.set_input_files("#shot", {"name": "throw.jpg", "mimeType": "image/jpeg", "buffer": smudged()})
    on_felt(page, 1, "3")
    page.locator("[data-key=confirm]").click()
    page.locator(".offer").first.wait_for()
    page.locator("figure.photo").wait_for()
    (thrown,) = standing(bob)
    bob.match = bob.client.get(bob.path).json()
    bob.post("amend", n=1, event=f"roll 1 {' '.join(thrown.split()[2:])}").raise_for_status()
    _seen(page, bob)
    expect(page.locator("figure.photo")).to_have_count(0)


def test_a_photo_that_one_drops_is_gone_from_every_page(bob: Player, ann: Callable[[], Page], visit: Visit) -> None:
    page = ann()
    places = (f"/#/match/{bob.match['id']}", f"/tv/?match={bob.match['id']}", f"/phone/#{bob.match['id']}")
    pages = [page, *(visit(DESK, where=where) for where in places)]
    for each in pages:
        each.get_by_text("Ann\u2019s turn").first.wait_for()
    page.set_input_files("#shot", {"name": "throw.jpg", "mimeType": "image/jpeg", "buffer": smudged()})
    on_felt(pages[1], 0, "6")  # somebody corrects it there
    checked = pages[2].locator("p.says", has_text="One moment: the dice are checked at the table.")
    checked.wait_for()
    pages[3].get_by_text("Please look at the table").wait_for()
    looked(page)
    page.locator("[data-key=drop]").click()
    for each in pages[:2]:
        expect(each.locator("figure.photo")).to_have_count(0)
    expect(checked).to_have_count(0)
    expect(pages[3].get_by_text("Please look at the table")).to_have_count(0)
    pages[1].locator(".note.bad", has_text="Somebody else dropped the photo that you corrected").wait_for()
    expect(page.locator(".note.bad")).to_have_count(0)
    assert standing(bob) == []


def test_a_photo_that_waits_is_seen_by_who_comes_later_until_somebody_drops_it(
    bob: Player, ann: Callable[[], Page], visit: Visit
) -> None:
    look = bob.photo(smudged())
    assert not look["played"]
    page, phone = ann(), visit(DESK, where=f"/phone/#{bob.match['id']}")
    page.locator("figure.photo").wait_for()
    assert phone.get_by_role("link", name="Answer it here").get_attribute("href") == f"/#/match/{bob.match['id']}"
    bob.play("adjust Bob -50")
    page.get_by_text("The table agrees: Bob -50").first.wait_for()
    page.reload()
    page.locator("figure.photo").wait_for()
    expect(phone.get_by_role("link", name="Answer it here")).to_have_count(1)
    looked(page)
    page.locator("[data-key=drop]").click()
    expect(phone.get_by_role("link", name="Answer it here")).to_have_count(0)
    late = ann()
    late.get_by_text("Ann\u2019s turn").first.wait_for()
    late.wait_for_timeout(300)
    expect(late.locator("figure.photo")).to_have_count(0)


def test_whether_it_is_another_throw_is_asked_however_many_dice_were_corrected(
    bob: Player, ann: Callable[[], Page]
) -> None:
    read = [die["face"] for die in bob.photo(smudged())["reading"]["dice"]]
    new = {"game": "jack-stone", "players": ["Cid", "Dee"]}
    other = Player(bob.client, bob.client.post("/api/matches", json=new).raise_for_status().json())
    other.play(f"roll {' '.join(read)}")
    page = ann()
    page.locator("[data-key=drop]").wait_for()
    looked(page)
    page.locator("[data-key=drop]").click()
    page.locator("figure.photo").wait_for(state="detached")
    bob.photo(smudged())
    asked = page.locator(".doubt", has_text="is this another throw")
    asked.wait_for()
    on_felt(page, 0, "6")
    expect(asked).to_have_count(1)


def test_a_photo_waits_until_what_is_tapped_in_is_taken_back(bob: Player, ann: Callable[[], Page]) -> None:
    page = ann()
    page.locator('[data-key="tap-2"]').click()
    assert not bob.photo(smudged())["played"]
    page.wait_for_timeout(300)
    expect(page.locator("figure.photo")).to_have_count(0)
    bob.play("adjust Bob -50")  # no word on what lies there
    _seen(page, bob)
    page.keyboard.press("Backspace")
    page.locator("figure.photo").wait_for()


def test_a_photo_stays_on_the_felt_while_an_earlier_throw_is_corrected(bob: Player, ann: Callable[[], Page]) -> None:
    bob.play("roll 2 2 3 3 4 6")
    page = ann()
    page.set_input_files("#shot", {"name": "throw.jpg", "mimeType": "image/jpeg", "buffer": smudged()})
    page.locator("figure.photo").wait_for()
    bob.post("amend", n=1, event="roll 2 2 3 4 4 6").raise_for_status()
    _seen(page, bob)
    expect(page.locator("figure.photo")).to_have_count(1)


def test_dice_under_correction_are_not_replaced_by_another_photo_and_not_dropped_without_a_word(
    bob: Player, ann: Callable[[], Page]
) -> None:
    page = ann()
    page.set_input_files("#shot", {"name": "throw.jpg", "mimeType": "image/jpeg", "buffer": smudged()})
    on_felt(page, 0, "6")
    assert not bob.photo((ROOT / "samples" / "ten-grand" / "12.jpg").read_bytes())["played"]
    page.wait_for_timeout(300)  # what must not come needs time to come
    page.get_by_role("button", name="Die 1 of 6: 6, set by you").wait_for()
    bob.play("roll 2 2 3 3 4 6")
    page.locator(".note.bad", has_text="Somebody else played meanwhile").wait_for()


@pytest.mark.parametrize("played", [ELSE, SMUDGED], ids=["another throw", "what it shows"])
def test_who_sent_a_photo_is_told_that_somebody_else_played_another_throw(
    bob: Player, ann: Callable[[], Page], played: str
) -> None:
    page = ann()
    page.set_input_files("#shot", {"name": "throw.jpg", "mimeType": "image/jpeg", "buffer": smudged()})
    page.locator("[data-key=confirm]").wait_for()
    bob.play(played)
    _seen(page, bob)
    told = page.locator(".note.bad", has_text="Somebody else played meanwhile, and not what your photo shows")
    expect(told).to_have_count(int(played == ELSE))


def test_a_note_goes_with_the_turn_that_it_is_about_once_it_could_be_read(bob: Player, ann: Callable[[], Page]) -> None:
    page = ann()
    page.set_input_files("#shot", {"name": "throw.jpg", "mimeType": "image/jpeg", "buffer": smudged()})
    page.locator("[data-key=confirm]").wait_for()
    bob.play(ELSE)
    told = page.locator(".note.bad", has_text="Somebody else played meanwhile")
    for left in (1, 0):
        bob.play("keep 1 1", "bank")
        turn_of(page, "Bob" if left else "Ann")
        expect(told).to_have_count(left)
        page.evaluate("() => { const now = Date.now; Date.now = () => now() + 30_000; }")
        bob.play(ELSE)


def test_a_die_that_is_more_likely_misread_than_not_is_named_before_the_throw_is_played(
    visit: Visit, server: str
) -> None:
    with httpx.Client(base_url=server, timeout=30) as client:
        begun = client.post("/api/matches", json={"game": "ten-grand", "players": ["Ann"]}).raise_for_status()
        cards = Player(client, begun.json())
        page = visit(DESK, where=f"/#/match/{cards.match['id']}")
        picture = (ROOT / "samples" / "ten-grand" / "12.jpg").read_bytes()  # 100 100 100 J K Q, hardly to be read
        page.set_input_files("#shot", {"name": "throw.jpg", "mimeType": "image/jpeg", "buffer": picture})
        expect(page.locator("[data-key=confirm]")).to_be_disabled()
        page.keyboard.press("Enter")
        assert standing(cards) == []


def test_dice_whose_guess_is_hardly_ahead_are_named_one_by_one_before_enter_plays_the_throw(
    visit: Visit, server: str
) -> None:
    with httpx.Client(base_url=server, timeout=30) as client:
        begun = client.post("/api/matches", json={"game": "phase-10", "players": ["Ann"]}).raise_for_status()
        match = Player(client, begun.json())
        page = visit(DESK, where=f"/#/match/{match.match['id']}")
        page.set_input_files("#shot", ROOT / "samples" / "phase-10" / "match" / "21.jpg")  # three are as good as even
        confirm = page.locator("[data-key=confirm]")
        confirm.get_by_text(re.compile(r"Name dice \d, \d and \d first")).wait_for()
        asked = page.locator(".ask").evaluate_all("(asks) => asks.slice(0, 3).map((one) => one.ariaLabel)")
        page.keyboard.press("Enter")
        for die in asked:
            expect(confirm).to_be_disabled()
            assert page.locator(".ask").first.get_attribute("aria-label") == die
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
        expect(confirm).to_be_enabled()
        assert standing(match) == []
        page.locator("h1").focus()
        page.keyboard.press("Enter")
        page.locator(".table[data-seq='1']").wait_for()


def test_a_picture_that_was_judged_for_an_earlier_throw_is_not_offered_for_the_next(
    visit: Visit, seat: Callable[..., Player], tmp_path: Path, throws: Path
) -> None:
    with housed(tmp_path) as (app, address), httpx.Client(base_url=address, timeout=30) as client:
        bob = seat(client)
        asked = bob.photo((throws / "03.jpg").read_bytes())
        look = {"seq": 0, "played": False, "picture": asked["picture"], "reading": asked["reading"]}
        page = visit(DESK, at=address, where=f"/#/match/{bob.match['id']}")
        bob.play("roll 2 2 3 3 4 6")
        _seen(page, bob)
        app.state.house.hub.publish(bob.match["id"], Event("reading", json.dumps(look)))
        page.wait_for_timeout(300)  # what must not come needs time to come
        assert page.locator("figure.photo").count() == 0
        page.goto("about:blank")


def _takes_a_photo_while_bob_plays(page: Page, bob: Player, event: str, throws: Path) -> None:
    with page.expect_file_chooser() as camera:
        page.locator("[data-key=photo]").click()
    bob.play(event)
    _seen(page, bob)
    camera.value.set_files(throws / "03.jpg")
    page.locator(".note.bad", has_text=MEANWHILE).wait_for()


def test_a_photo_is_of_the_throw_that_was_due_when_it_was_begun(
    bob: Player, ann: Callable[[], Page], throws: Path
) -> None:
    _takes_a_photo_while_bob_plays(ann(), bob, "roll 2 2 3 3 4 6", throws)
    assert standing(bob) == ["roll 2 2 3 3 4 6"]


def test_dice_are_marked_anew_where_a_correction_sorts_them_anew(visit: Visit, server: str) -> None:
    with httpx.Client(base_url=server, timeout=30) as client:
        begun = client.post("/api/matches", json={"game": "yahtzee", "players": ["Ann"]}).raise_for_status()
        five = Player(client, begun.json())
        five.play("roll 1 3 3 5 6")
        page = visit(DESK, where=f"/#/match/{five.match['id']}")
        for place in (1, 2):
            page.locator(f"[data-key=stay-{place}]").click()
        five.post("amend", n=1, event="roll 4 3 3 5 6").raise_for_status()
        page.get_by_role("button", name="Throw 5 dice").wait_for()
        expect(page.locator(".stay[aria-pressed=true]")).to_have_count(0)


def test_a_throw_that_is_typed_in_is_not_lost_by_a_choice(bob: Player, ann: Callable[[], Page]) -> None:
    bob.play("roll 1 3 3 4 4 6", "keep 1")
    page = ann()
    for face in "22346":
        page.keyboard.press(face)
    page.keyboard.press("b")
    page.locator(".note.bad", has_text="A throw is typed in").wait_for()
    assert standing(bob) == ["roll 1 3 3 4 4 6", "keep 1"]
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Bob\u2019s turn").wait_for()


def test_a_throw_that_is_redone_shows_its_photo_again(bob: Player, ann: Callable[[], Page]) -> None:
    page = ann()
    page.set_input_files("#shot", {"name": "throw.jpg", "mimeType": "image/jpeg", "buffer": smudged()})
    page.locator("figure.photo").wait_for()
    page.locator("[data-key=confirm]").click()
    page.locator(".offer").first.wait_for()
    for key in ("undo", "redo"):
        page.locator(f"[data-key={key}]:enabled").click()
    page.get_by_text("Read wrong? Tap the die.").wait_for()
    page.locator(".offer").first.wait_for()
    assert [play.split()[0] for play in standing(bob)] == ["roll"]


def test_what_two_devices_ask_for_at_once_counts_once_and_alarms_nobody(bob: Player, ann: Callable[[], Page]) -> None:
    bob.play("roll 1 3 3 4 4 6", "keep 1")
    bob.post("undo").raise_for_status()
    page = ann()
    page.locator(".offer").first.hover()
    page.mouse.down()
    bob.play("keep 1")
    page.wait_for_timeout(300)  # the news comes while the finger is down
    page.mouse.up()
    page.get_by_text("5 dice to throw").wait_for()
    page.wait_for_timeout(300)  # what must not come needs time to come
    expect(page.locator(".note.bad")).to_have_count(0)
    assert standing(bob) == ["roll 1 3 3 4 4 6", "keep 1"]


def test_a_correction_is_not_taken_for_the_same_throw_of_somebody_else(bob: Player, ann: Callable[[], Page]) -> None:
    plays = ["roll 1 3 3 4 4 6", "keep 1", "bank"]
    bob.play(*plays)
    page = ann()
    page.locator("[data-key=turn-0]").click()
    page.get_by_role("button", name="Ann threw").click()
    page.locator("[data-key=at-5]").click()
    bob.play("roll 1 3 3 4 4 5")
    page.locator("[data-key=to-5]").click()
    page.locator(".note.bad", has_text=MEANWHILE).wait_for()
    assert standing(bob) == [*plays, "roll 1 3 3 4 4 5"]


def test_points_that_two_devices_agree_upon_at_once_count_for_the_first(bob: Player, ann: Callable[[], Page]) -> None:
    page = ann()
    page.locator("[data-key=agreed]").click()
    page.locator("[data-key=agreed-points]").fill("50")
    page.locator("[data-key=agreed-change]").hover()
    page.mouse.down()
    bob.play("adjust Ann 50")
    page.wait_for_timeout(300)  # as above
    page.mouse.up()
    page.locator(".note.bad", has_text=MEANWHILE).wait_for()
    assert standing(bob) == ["adjust Ann 50"]


def test_keys_of_a_throw_that_somebody_else_played_are_no_choices(bob: Player, ann: Callable[[], Page]) -> None:
    page = ann()
    for face in "133":
        page.keyboard.press(face)
    bob.play("roll 1 3 3 4 4 6")
    page.locator(".note.bad", has_text="The score went on while you typed").wait_for()
    for face in "446":
        page.keyboard.press(face)
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)  # what must not come needs time to come
    assert standing(bob) == ["roll 1 3 3 4 4 6"]
    page.wait_for_timeout(1600)  # the next key is meant for what is there
    page.keyboard.press("1")
    page.locator(".table[data-seq='2']").wait_for()
    assert standing(bob) == ["roll 1 3 3 4 4 6", "keep 1"]


def test_the_second_key_of_a_face_is_no_choice_where_somebody_else_played(server: str, visit: Visit) -> None:
    with httpx.Client(base_url=server, timeout=30) as client:
        gus = Player(client, client.post("/api/matches", json={"game": "phase-10", "players": ["Gus", "Hal"]}).json())
        page = visit(DESK, where=f"/#/match/{gus.match['id']}", at=server)
        _seen(page, gus)
        page.keyboard.press("8")
        gus.play("roll 8G 8O 8B 10B 5B 6O WO WB 1O 2O")
        page.locator(".note.bad", has_text="The score went on while you typed").wait_for()
        page.keyboard.press("b")
        page.wait_for_timeout(300)  # what must not come needs time to come
        assert standing(gus) == ["roll 8G 8O 8B 10B 5B 6O WO WB 1O 2O"]


def test_keys_of_a_throw_that_is_typed_under_a_photo_that_waits_do_not_play_the_photo(
    bob: Player, ann: Callable[[], Page]
) -> None:
    page = ann()
    assert not bob.photo(smudged())["played"]
    page.locator("figure.photo").wait_for()
    page.keyboard.type("544632")
    page.keyboard.press("Enter")
    page.locator(".note.bad", has_text="A photo waits for your word: play it, or drop it first.").wait_for()
    page.wait_for_timeout(300)  # what must not come needs time to come
    assert standing(bob) == []
    page.wait_for_timeout(1600)  # the next key is meant for the photo
    page.keyboard.press("Enter")
    page.locator(".table[data-seq='1']").wait_for()


def test_nor_does_the_red_ten_redo_a_throw(server: str, visit: Visit) -> None:
    with httpx.Client(base_url=server, timeout=30) as client:
        gus = Player(client, client.post("/api/matches", json={"game": "phase-10", "players": ["Gus", "Hal"]}).json())
        gus.play("roll 8G 8O 8B 10B 5B 6O WO WB 1O 2O")
        gus.post("undo").raise_for_status()
        page = visit(DESK, where=f"/#/match/{gus.match['id']}", at=server)
        assert not gus.photo(smudged())["played"]
        page.locator("figure.photo").wait_for()
        for key in ("1", "0", "r"):
            page.keyboard.press(key)
        page.locator(".note.bad", has_text="A photo waits for your word").wait_for()
        assert standing(gus) == []


def test_a_digit_that_names_a_die_of_a_played_photo_is_no_choice(bob: Player, ann: Callable[[], Page]) -> None:
    page = ann()
    bob.photo(smudged())
    page.locator("figure.photo").wait_for()
    looked(page)
    page.locator("[data-key=confirm]").click()
    page.locator(".offer").first.wait_for()
    tap(page, 0)
    page.keyboard.press("1")
    page.locator("dialog").wait_for(state="detached")
    page.wait_for_timeout(500)  # what must not come needs time to come
    assert [play.split()[0] for play in standing(bob)] == ["roll"]


def test_what_is_pressed_right_after_somebody_else_played_was_meant_for_what_stood_there_before(
    visit: Visit, server: str
) -> None:
    with httpx.Client(base_url=server, timeout=30) as client:
        begun = client.post("/api/matches", json={"game": "ten-grand", "players": ["Ann", "Bob"]}).raise_for_status()
        cards = Player(client, begun.json())
        cards.play("roll 100 50 J Q K A")
        page = visit(DESK, where=f"/#/match/{cards.match['id']}")
        _seen(page, cards)
        cards.play("adjust Bob 50")
        _seen(page, cards)  # by the feed, which is open then
        bank = page.locator("[data-key=bank]")
        bank.focus()
        page.clock.install()
        page.clock.pause_at(time.time() + 60)
        cards.post("plays", events=["bank", "roll 50 100 Q J K K"]).raise_for_status()
        _seen(page, cards)
        told = page.locator(".note.bad", has_text="The table changed just now: tap again.")
        played = standing(cards)
        bank.click()
        told.wait_for()
        for key in ("Enter", "Space"):
            bank.focus()
            page.keyboard.press(key)
        page.wait_for_timeout(300)  # what must not come needs time to come
        assert standing(cards) == played
        page.clock.run_for(1000)
        bank.click()
        page.get_by_role("heading", name="Ann\u2019s turn").wait_for()
        expect(told).to_have_count(0)


def test_a_photo_that_takes_the_place_of_another_is_not_played_by_a_tap_meant_for_that(
    bob: Player, ann: Callable[[], Page], throws: Path
) -> None:
    page = ann()
    bob.photo((throws / "03.jpg").read_bytes())
    page.locator("figure.photo").wait_for()
    page.clock.install()
    page.clock.pause_at(time.time() + 60)
    bob.photo(smudged())
    confirm = page.locator("[data-key=confirm]:enabled")  # six dice are due, and there were two
    confirm.click()
    page.locator(".note.bad", has_text="The table changed just now").wait_for()
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)  # what must not come needs time to come
    assert standing(bob) == []
    page.clock.run_for(1000)
    confirm.click()
    page.locator(".table[data-seq='1']").wait_for()


@pytest.mark.parametrize("meanwhile", [False, True], ids=["the one that lay there", "one that came meanwhile"])
def test_another_photo_takes_the_place_of_the_one_that_lay_there_when_it_was_begun(
    bob: Player, ann: Callable[[], Page], throws: Path, *, meanwhile: bool
) -> None:
    page = ann()
    bob.photo((throws / "03.jpg").read_bytes())
    another = page.locator("[data-key=another]")
    another.wait_for()
    looked(page)
    with page.expect_file_chooser() as choosing:
        another.click()
    if meanwhile:
        picture = bob.photo((throws / "03.jpg").read_bytes())["picture"]
        page.wait_for_function(
            "(name) => document.querySelector('figure.photo')?.outerHTML.includes(name)", arg=picture
        )
    choosing.value.set_files(throws / "01.jpg")
    if meanwhile:
        page.get_by_text("Another photo still waits for a word").first.wait_for()
    else:
        page.locator(".table[data-seq='1']").wait_for()
    assert len(standing(bob)) == (not meanwhile)


def test_points_are_agreed_upon_for_whom_the_form_was_opened(bob: Player, ann: Callable[[], Page]) -> None:
    page = ann()
    page.locator("[data-key=agreed]").click()
    page.locator("[data-key=agreed-points]").fill("50")
    bob.play("roll 2 2 3 3 4 6")
    page.get_by_role("heading", name="Bob\u2019s turn").wait_for()
    page.locator("[data-key=agreed-change]").click()
    page.locator(".table[data-seq='2']").wait_for()
    assert standing(bob) == ["roll 2 2 3 3 4 6", "adjust Ann 50"]


def test_faces_are_not_laid_on_other_dice_where_one_was_put_in_and_one_taken_out(
    bob: Player, ann: Callable[[], Page]
) -> None:
    page = ann()
    page.set_input_files("#shot", {"name": "throw.jpg", "mimeType": "image/jpeg", "buffer": smudged()})
    page.locator("figure.photo").wait_for()
    read = faces(page)
    page.get_by_role("button", name="Add a missed die").click()
    choose(page, "5")
    tap(page, 0)
    choose(page, "It does not belong to the throw")
    page.locator("[data-key=confirm]").click()
    page.locator(".offer").first.wait_for()
    assert standing(bob) == [" ".join(["roll", *read[1:], "5"])]
    page.reload()
    page.locator(".offer").first.wait_for()
    expect(page.locator("figure.photo")).to_have_count(0)


def test_a_key_that_is_held_counts_once(bob: Player, ann: Callable[[], Page]) -> None:
    bob.play("roll 1 3 3 4 4 6", "keep 1", "roll 5 2 3 4 6", "keep 5")
    page = ann()
    page.locator("[data-key=undo]:enabled").wait_for()
    for _ in range(3):
        page.keyboard.down("u")
        page.wait_for_timeout(150)  # as a keyboard repeats
    page.keyboard.up("u")
    assert standing(bob) == ["roll 1 3 3 4 4 6", "keep 1", "roll 5 2 3 4 6"]


def test_a_roll_that_is_tapped_twice_is_played_once_without_a_word(bob: Player, ann: Callable[[], Page]) -> None:
    page = ann()
    for face in "133446":
        page.keyboard.press(face)
    page.evaluate("for (const _ of [1, 2]) document.querySelector('[data-key=enter]').click()")
    page.locator(".offers").get_by_text("Set aside 1").wait_for()
    assert standing(bob) == ["roll 1 3 3 4 4 6"]
    expect(page.locator(".note.bad")).to_have_count(0)


def test_a_rematch_that_is_tapped_twice_is_one_match(
    bob: Player, ann: Callable[[], Page], seat: Callable[..., Player]
) -> None:
    bob.match = seat(bob.client, totals="9950, 0").match
    bob.play("roll 1 3 3 4 4 6", "keep 1", "bank")
    page = ann()
    before = len(bob.client.get("/api/matches").json()["matches"])
    again = "document.querySelector('[data-key=rematch]')?.click()"  # the second tap may find the new match's page
    page.evaluate(f"{again}; setTimeout(() => {again}, 60)")
    page.get_by_text("Ann starts.").wait_for()
    page.wait_for_timeout(300)  # what must not come needs time to come
    assert len(bob.client.get("/api/matches").json()["matches"]) == before + 1


def test_a_match_that_is_started_twice_while_it_opens_is_one(bob: Player, visit: Visit) -> None:
    page, opening = visit(DESK), re.compile(r"/api/matches/[0-9a-f]+$")
    page.get_by_label("Player 1", exact=True).fill("Ann")
    before = len(bob.client.get("/api/matches").json()["matches"])
    page.route(opening, lambda _: None)  # it waits until there is no such route any more
    start = page.get_by_role("button", name="Start the match")
    with page.expect_request(opening):
        start.click()
    start.click()
    page.wait_for_timeout(300)  # what must not come needs time to come
    assert len(bob.client.get("/api/matches").json()["matches"]) == before + 1
    page.unroute(opening)
    page.get_by_role("heading", name="Ann\u2019s turn").wait_for()


@pytest.fixture
def here(visit: Visit, seat: Callable[..., Player], tmp_path: Path) -> Iterator[tuple[FastAPI, Player, Page]]:
    """A house of this process, somebody at a match in it, and its page."""
    with housed(tmp_path) as (app, address), httpx.Client(base_url=address, timeout=30) as client:
        bob = seat(client)
        page = visit(DESK, at=address, where=f"/#/match/{bob.match['id']}")
        _seen(page, bob)
        yield app, bob, page
        page.goto("about:blank")


def test_what_is_chosen_for_a_die_that_somebody_else_played_meanwhile_is_said_to_be_lost(
    here: tuple[FastAPI, Player, Page],
) -> None:
    _, bob, page = here
    look = bob.photo(smudged())
    page.locator("button.pin").first.wait_for()
    tap(page, 0)
    faces_read = [die["face"] for die in look["reading"]["dice"]]
    bob.post("events", event=f"roll {' '.join(faces_read)}", picture=look["picture"]).raise_for_status()
    page.locator(".table[data-seq='1']").wait_for()
    choose(page, "6")
    page.locator(".note.bad", has_text="without what you chose").wait_for()


def test_an_answer_to_the_camera_loses_no_dice_that_are_typed(here: tuple[FastAPI, Player, Page]) -> None:
    app, bob, page = here
    bob.play("roll 1 1 1 4 4 6", "keep 1 1 1")
    _seen(page, bob)  # by the feed, which is open then
    for face in "23":
        page.keyboard.press(face)
    way = wire.Way(says="Ann banks.", events=["bank"], dice=0)
    told = wire.Hands(seq=2, question=True, says="Does Ann stop?", options=[way])
    app.state.house.hub.publish(bob.match["id"], Event("hands", told.model_dump_json()))
    page.get_by_role("button", name="Ann banks.").wait_for()
    looked(page)
    page.get_by_role("button", name="Ann banks.").click()
    page.locator(".note.bad", has_text="A throw is typed in").wait_for()
    expect(page.get_by_role("button", name="Take back the")).to_have_count(2)
    for _ in "23":
        page.keyboard.press("Backspace")
    expect(page.locator(".note.bad")).to_have_count(0)
    page.get_by_role("button", name="Ann banks.").click()
    page.locator(".table[data-seq='3']").wait_for()


def test_a_photo_that_came_too_late_for_its_entry_can_be_sent_again(
    bob: Player, ann: Callable[[], Page], throws: Path
) -> None:
    page = ann()
    _takes_a_photo_while_bob_plays(page, bob, "adjust Ann 50", throws)
    page.get_by_role("button", name="Send the photo again").wait_for()
    looked(page)
    page.get_by_role("button", name="Send the photo again").click()
    page.locator(".pin").first.wait_for()


def test_the_first_key_of_a_throw_that_somebody_else_plays_just_then_is_no_choice(
    bob: Player, ann: Callable[[], Page]
) -> None:
    page = ann()
    page.evaluate("""() => new MutationObserver((_, seen) => {
        if (!document.querySelector('.offer')) return;
        seen.disconnect();
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '1', bubbles: true }));
    }).observe(document.body, { childList: true, subtree: true })""")
    bob.play("roll 1 3 3 4 4 6")
    page.locator(".offer").first.wait_for()
    page.wait_for_timeout(1600)  # what must not come needs time to come
    assert standing(bob) == ["roll 1 3 3 4 4 6"]
    page.keyboard.press("1")
    page.locator(".table[data-seq='2']").wait_for()


def test_a_page_that_knows_more_than_a_server_after_its_crash_believes_the_server(
    serving: Serving, port: int, visit: Visit, seat: Callable[..., Player], tmp_path: Path
) -> None:
    command = ("--port", port + 35, "--data", tmp_path)
    with serving(*command) as (page_at, process), httpx.Client(base_url=page_at.split("/#")[0], timeout=30) as client:
        bob = seat(client)
        bob.play("roll 1 3 3 4 4 6", "keep 1")
        address, path = page_at.split("/#")[0], bob.path
        page = visit(DESK, at=address, where=f"/#/match/{bob.match['id']}")
        _seen(page, bob)
        process.kill()
    with sqlite3.connect(tmp_path / "croupier.db") as store:  # as if the last entry had not reached the disk
        store.execute("DELETE FROM entries WHERE seq = 2")
    with serving(*command), httpx.Client(base_url=address, timeout=30) as client:
        page.locator(".note.bad", has_text="The table lost what was played last").wait_for(timeout=20_000)
        page.locator(".table[data-seq='1']").wait_for()
        looked(page)
        page.locator("[data-key='keep 1']").click()
        page.locator(".table[data-seq='2']").wait_for()
        assert [line["text"] for line in client.get(path).json()["log"]] == ["roll 1 3 3 4 4 6", "keep 1"]
        page.goto("about:blank")


def test_players_who_are_called_as_faces_are_are_no_dice(server: str, visit: Visit) -> None:
    with httpx.Client(base_url=server, timeout=30) as client:
        begun = client.post("/api/matches", json={"game": "ten-grand", "players": ["A", "J"]}).raise_for_status()
        ace = Player(client, begun.json())
        ace.play("adjust A 100")
        page = visit(DESK, where=f"/#/match/{ace.match['id']}")
        _seen(page, ace)
        page.locator("summary", has_text="the table agreed").click()
        line = page.locator(".log li")
        expect(line).to_contain_text("A 100")
        expect(line.locator(".dice")).to_have_count(0)
