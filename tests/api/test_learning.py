"""The page lets a set of one's own learn a die that was corrected, and tells what came of it."""

import re
from pathlib import Path
from typing import Any

import httpx

from tests.api.windows import DESK, IN_BROWSER, Page, Shot, Visit, expect
from vision.own.dice import written
from vision.own.lesson import lesson, taught
from vision.picture import load

pytestmark = IN_BROWSER

SAMPLES = Path(__file__).parents[2] / "samples" / "teach"
PIPS = {"algiz": "1", "fehu": "2", "hagal": "3", "othala": "4", "sowil": "5", "thurs": "6"}


def test_a_corrected_die_is_learned_by_a_tap(visit: Visit, shot: Shot, server: str) -> None:
    pictures = sorted((SAMPLES / "lessons").rglob("*.jpg"))
    shown = [lesson(load(path.read_bytes(), path.name), path.parent.name) for path in pictures]
    with httpx.Client(base_url=server, timeout=60) as client:
        client.post("/api/dice/file", content=written(taught("old", shown, whole=True)).encode()).raise_for_status()
        client.put("/api/dice/old", json={"kit": "pips", "stands": PIPS}).raise_for_status()
        new = {"game": "yahtzee", "players": ["Ann", "Bob"], "dice": "old"}
        match = client.post("/api/matches", json=new).raise_for_status().json()
        path, throw = f"/api/matches/{match['id']}", (SAMPLES / "throws" / "04.jpg").read_bytes()
        look = client.post(f"{path}/photo", content=throw, headers={"content-type": "image/jpeg"}).json()
        faces = [die["face"] for die in look["reading"]["dice"]]
        really, other, *_ = (face for face in PIPS.values() if face not in faces)
        played = {"event": f"roll {' '.join([really, *faces[1:]])}", "picture": look["picture"], "after": 0}
        if not look["played"]:
            client.post(f"{path}/events", json=played).raise_for_status()
        else:
            asked = {"n": 1, "event": played["event"], "after": look["match"]["seq"]}
            client.post(f"{path}/amend", json=asked).raise_for_status()
    page = visit(DESK, f"/#/match/{match['id']}")
    page.get_by_role("button", name="Ann threw").click()
    page.get_by_role("button", name="Die 1: ").click()
    page.get_by_role("button", name="Let old learn this die").click()
    page.locator("dialog .told").get_by_text(re.compile(r"^(Learned\. Of|Nothing was learned:)")).wait_for()
    expect(page.get_by_role("button", name="Let old learn this die")).to_be_hidden()
    expect(page.locator("dialog [data-key=close]")).to_be_focused()
    shot(page, "learned")
    page.get_by_role("button", name="Die 2: ").click()
    page.locator(f"[data-key='to-{other}']").click()
    page.get_by_role("button", name="Let old learn this die").wait_for()
    page.get_by_role("button", name="Die 1: ").click()
    expect(page.get_by_role("button", name="Let old learn this die")).to_be_hidden()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Ann threw").click()
    page.get_by_role("button", name="Die 1: ").click()
    expect(page.get_by_role("button", name="Let old learn this die")).to_be_hidden()


def bring_pairs(server: str, *names: str) -> None:
    """Put sets of two faces on the shelf."""
    pictures = [SAMPLES / "lessons" / face / f"{number}.jpg" for face in ("algiz", "fehu") for number in (1, 2)]
    shown = [lesson(load(path.read_bytes(), path.name), path.parent.name) for path in pictures]
    with httpx.Client(base_url=server, timeout=60) as client:
        for name in names:
            client.post("/api/dice/file", content=written(taught(name, shown, whole=True)).encode()).raise_for_status()


def show(page: Page, name: str, face: str) -> None:
    """Show three photos of a face, and wait until they are learned."""
    page.get_by_label("Name of the set").fill(name)
    page.get_by_label("The face that is up").fill(face)
    page.get_by_label("Photos of it").set_input_files(sorted((SAMPLES / "lessons" / face).iterdir()))
    page.get_by_role("button", name="Show these photos").click()
    page.get_by_text(f"I see one die with {face}. That face is done").wait_for()


def test_what_is_saved_stays_where_older_news_of_the_dice_come_late(visit: Visit, server: str) -> None:
    bring_pairs(server, "late")
    page = visit(DESK, "/#/dice")
    card = page.locator("details", has=page.locator("summary", has_text="late"))
    card.locator("summary").click()
    older: list[Any] = []
    page.route("**/api/dice", lambda route: older.append((route, route.fetch())), times=1)
    show(page, "late", "algiz")
    card.get_by_label("Played as the dice of").select_option("pips")
    card.get_by_role("button", name="Save").click()
    card.get_by_text("Saved.").wait_for()
    ((route, answer),) = older
    route.fulfill(response=answer)
    page.evaluate("fetch('/api/games')")
    expect(card.get_by_text("Saved.")).to_be_visible()
    expect(card.get_by_label("Played as the dice of")).to_have_value("pips")
    httpx.delete(f"{server}/api/dice/late").raise_for_status()


def test_dice_are_forgotten_after_a_question_alone(visit: Visit, shot: Shot, server: str) -> None:
    bring_pairs(server, "pair")
    page = visit(DESK, "/#/dice")

    def ask(button: str, answer: str) -> None:
        page.get_by_role("button", name=button).click()
        page.locator("dialog").get_by_role("button", name=answer).click()
        page.locator("dialog").wait_for(state="detached")

    page.locator("summary", has_text="pair").click()
    ask("Forget these dice", "Keep them")
    ask("Forget fehu", "Forget them")
    page.get_by_text("fehu (shown 2 times)").wait_for(state="detached")
    page.get_by_text("algiz (shown 2 times)").wait_for()
    shot(page, "forgotten")
    ask("Forget these dice", "Forget them")
    page.locator("summary", has_text="pair").wait_for(state="detached")


def test_what_is_typed_and_open_stays_while_other_dice_are_taught_and_forgotten(visit: Visit, server: str) -> None:
    bring_pairs(server, "coins", "stamps")
    page = visit(DESK, "/#/dice")
    coins, stamps = (
        page.locator("details", has=page.locator("summary", has_text=name)) for name in ("coins", "stamps")
    )
    coins.locator("summary").click()
    coins.get_by_label("algiz (shown 2 times)").fill("A")
    show(page, "thorns", "thurs")
    page.get_by_label("Your dice").locator("summary", has_text="thorns").wait_for()
    stamps.locator("summary").click()
    for button, held in (
        ("Forget fehu", stamps.locator("summary")),
        ("Forget these dice", page.get_by_text("Your dice", exact=True)),
    ):
        stamps.get_by_role("button", name=button).click()
        page.locator("dialog").get_by_role("button", name="Forget them").click()
        expect(held).to_be_focused()
    expect(page.get_by_label("The face that is up")).to_have_value("thurs")
    expect(coins.get_by_label("algiz (shown 2 times)")).to_have_value("A")
    show(page, "Coins", "fehu")
    expect(coins.get_by_label("fehu (shown 3 times)")).to_be_visible()
    expect(coins.get_by_label("algiz (shown 2 times)")).to_have_value("A")


def test_what_was_said_elsewhere_of_dice_stays_when_they_are_saved_here(visit: Visit, server: str) -> None:
    bring_pairs(server, "told")
    path = f"{server}/api/dice/told"
    httpx.put(path, json={"kit": "ten-grand", "whole": True, "stands": {"algiz": "A"}}).raise_for_status()
    page = visit(DESK, "/#/dice")
    card = page.locator("details", has=page.locator("summary", has_text="told"))
    card.locator("summary").click()
    card.get_by_label("algiz (shown 2 times)").fill("Q")
    elsewhere = {"kit": "pips", "whole": False, "stands": {"algiz": "1", "fehu": "2"}}
    httpx.put(path, json=elsewhere).raise_for_status()
    show(page, "told", "fehu")
    expect(card.get_by_label("fehu (shown 3 times)")).to_have_value("2")
    expect(card.get_by_label("algiz (shown 2 times)")).to_have_value("Q")
    card.get_by_label("algiz (shown 2 times)").fill("3")
    httpx.put(path, json={"stands": {"fehu": "4"}}).raise_for_status()  # this page has not heard of it
    card.get_by_role("button", name="Save").click()
    card.get_by_text("Saved.").wait_for()
    [now] = (one for one in httpx.get(f"{server}/api/dice").json()["sets"] if one["name"] == "told")
    assert {what: now[what] for what in elsewhere} == elsewhere | {"stands": {"algiz": "3", "fehu": "4"}}
    expect(card.get_by_label("fehu (shown 3 times)")).to_have_value("4")
    begun = {"game": "jack-stone", "players": ["Ann", "Bob"], "dice": "told"}
    match = httpx.post(f"{server}/api/matches", json=begun).raise_for_status().json()["id"]
    card.get_by_label("algiz (shown 2 times)").fill("5")
    card.get_by_role("button", name="Save").click()
    card.get_by_text("A match goes on with these dice, and reads them so from now on.").wait_for()
    httpx.delete(f"{server}/api/matches/{match}").raise_for_status()


def test_the_page_says_that_dice_show_no_other_faces_and_teaches_them_on(visit: Visit, shot: Shot) -> None:
    page = visit(DESK, "/#/dice")
    page.get_by_label("What kind of dice?").select_option("phase-10")
    show(page, "strange", "fehu")
    card = page.locator("details", has=page.locator("summary", has_text="strange"))
    card.locator("summary").click()
    card.get_by_text("none of these faces: if the dice show no others, say so under Your dice.").wait_for()
    card.get_by_label("Do they show its other faces too?").select_option("whole")
    card.get_by_role("button", name="Save").click()
    card.get_by_text("Saved. 3 dice were shown: none was read right before, and all are now.").wait_for()
    card.get_by_label("Played as the dice of").select_option("pips")
    card.get_by_role("button", name="Save").click()
    card.get_by_text(re.compile(r"Saved\. .* counts as 1 or 2 or")).wait_for()
    expect(page.get_by_label("What kind of dice?")).to_be_hidden()
    show(page, "strange", "hagal")
    card.get_by_label("Played as the dice of").select_option("")
    card.get_by_role("button", name="Save").click()
    card.get_by_text("Saved. 6 dice were shown: none was read right before, and all are now. Fewer than").wait_for()
    shot(page, "strange")


def test_a_photo_that_is_of_no_use_is_named_and_keeps_no_other_from_being_learned(
    visit: Visit, shot: Shot, tmp_path: Path
) -> None:
    (tmp_path / "bare.jpg").write_text("no picture")
    fehu = sorted((SAMPLES / "lessons" / "fehu").iterdir())
    page = visit(DESK, "/#/dice")
    page.get_by_label("Name of the set").fill("stones")
    page.get_by_label("The face that is up").fill("fehu")
    page.get_by_label("Photos of it").set_input_files([fehu[0], tmp_path / "bare.jpg", *fehu[1:]])
    page.get_by_role("button", name="Show these photos").click()
    page.get_by_text("bare.jpg was of no use: The picture is no JPEG, PNG or WebP picture").wait_for()
    page.get_by_text("I see one die with fehu. That face is done").wait_for()
    page.get_by_label("Your dice").locator("summary", has_text="stones").wait_for()
    shot(page, "taught")


def test_photos_that_are_under_way_are_told_of_and_what_is_chosen_meanwhile_stays(visit: Visit) -> None:
    page = visit(DESK, "/#/dice")
    page.route("**/lessons?*", lambda route: (page.wait_for_timeout(400), route.continue_()))
    fehu, algiz = (sorted((SAMPLES / "lessons" / face).iterdir()) for face in ("fehu", "algiz"))
    page.get_by_label("Name of the set").fill("slow")
    page.get_by_label("The face that is up").fill("fehu")
    page.get_by_label("Photos of it").set_input_files(fehu)
    page.get_by_role("button", name="Show these photos").click()
    page.get_by_text(f"Photo 1 of {len(fehu)} of fehu is looked at\u2026").wait_for()
    expect(page.get_by_role("button", name="the photos are looked at")).to_be_disabled()
    page.get_by_label("The face that is up").fill("algiz")
    page.get_by_label("Photos of it").set_input_files(algiz)
    page.get_by_text("I see one die with fehu. That face is done").wait_for()
    page.wait_for_timeout(600)
    assert page.get_by_label("Photos of it").evaluate("field => field.files.length") == len(algiz)
    page.get_by_role("button", name="Show these photos").click()
    page.get_by_text("I see one die with algiz. That face is done").wait_for()


def test_who_is_done_with_a_lesson_is_told_where_nobody_answers(visit: Visit) -> None:
    page = visit(DESK, "/#/dice")
    page.route("**/api/kits", lambda route: route.abort("connectionreset"), times=1)
    page.get_by_role("button", name="Done").click()
    page.get_by_role("alert").get_by_text("The table's server does not answer").wait_for()


def test_what_the_eye_doubts_of_a_lesson_is_told_on_the_page(visit: Visit) -> None:
    page = visit(DESK, "/#/dice")
    page.get_by_label("Name of the set").fill("odd")
    page.get_by_label("The face that is up").fill("skull")
    page.get_by_role("button", name="Show these photos").click()
    page.get_by_text("Choose photos of it first.").wait_for()
    page.get_by_label("Photos of it").set_input_files(SAMPLES.parent / "pips" / "04.jpg")
    page.get_by_role("button", name="Show these photos").click()
    page.get_by_text("if one of them does not show skull, forget skull and show it again.").wait_for()
