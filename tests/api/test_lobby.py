"""The lobby in a real Chromium: matches to go on with, played again and taken home, and the form for a new one."""

import re
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from api.store import Line, now
from tests.api.conftest import Player, housed
from tests.api.test_learning import bring_pairs
from tests.api.windows import BOTH, DESK, IN_BROWSER, Page, Shot, Visit, begin, expect, press, set_aside, turn_of

pytestmark = IN_BROWSER

# How far from the left each of these words stands in an element.
LEFTS = """(element, words) => words.map((word) => {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (!texts.nextNode().data.includes(word));
  const [range, start] = [new Range(), texts.currentNode.data.indexOf(word)];
  range.setStart(texts.currentNode, start);
  range.setEnd(texts.currentNode, start + word.length);
  return range.getBoundingClientRect().left;
})"""


@BOTH
def test_a_match_is_found_again_and_played_again(visit: Visit, shot: Shot, size: dict[str, int]) -> None:
    page = visit(size)
    begin(page, "Cleo", "Dan", totals="9900, 500")
    set_aside(page, "1 1 1 2 3 4")
    press(page, "b")
    page.get_by_role("heading", name="Cleo wins!").wait_for()
    page.goto(page.url.split("#")[0] + "#/lobby")
    over = page.get_by_role("region", name="Finished").locator("li").filter(has_text="Cleo 10,900").first
    over.get_by_text("Cleo won").wait_for()
    over.locator("summary").click()
    shot(page, "shelf")
    with page.expect_download() as taken:
        over.get_by_text("Match file").click()
    assert taken.value.path().read_text().startswith("game: jack-stone\nplayers: Cleo, Dan\n")
    over.get_by_role("button", name="Play again").click()
    turn_of(page, "Cleo")
    expect(page.locator(".totals")).not_to_contain_text("10,900")


def test_players_of_earlier_matches_sit_down_with_a_tap(visit: Visit) -> None:
    page = visit(DESK)
    begin(page, "Eva", "Finn")
    page.goto(page.url.split("#")[0] + "#/lobby")
    page.get_by_role("button", name="Finn", exact=True).click()
    page.get_by_role("button", name="Eva", exact=True).click()
    expect(page.get_by_role("button", name="Eva", exact=True)).to_be_disabled()
    page.get_by_role("button", name="Start the match").click()
    turn_of(page, "Finn")


@BOTH
def test_a_name_that_is_tapped_twice_sits_down_once_and_nobody_else_with_it(
    visit: Visit, shot: Shot, size: dict[str, int]
) -> None:
    page = visit(size)
    begin(page, "Gus", "Hedy")
    page.goto(page.url.split("#")[0] + "#/lobby")
    names, seats = page.get_by_role("group", name="Players of earlier matches"), page.locator(".seat input")
    gus = names.get_by_role("button", name="Gus", exact=True)
    gus.dblclick()
    for _ in range(2):
        place = gus.bounding_box()
        page.mouse.click(place["x"] + 9, place["y"] + 9)
    expect(gus).to_be_focused()
    assert [seat.input_value() for seat in seats.all()] == ["Gus", ""]
    shot(page, "seated")
    page.get_by_role("button", name="Remove player 1", exact=True).click()
    gus.press("Enter")
    assert [seat.input_value() for seat in seats.all()] == ["Gus"]


def test_every_choice_of_a_new_match_is_told_in_words(visit: Visit, shot: Shot) -> None:
    page = visit(DESK)
    page.get_by_label("Game", exact=False).first.select_option("high-roll")
    page.get_by_text("House rules").click()
    shot(page, "rules")
    choices = page.locator("form select[data-usual] option").all_inner_texts()
    assert "All ten dice are thrown again (usual)" in choices
    assert not [choice for choice in choices if "_" in choice or choice.split()[0] in {"true", "false"}]
    page.get_by_label("Who starts").select_option(label="Everybody throws, the highest starts, ties throw again")
    page.get_by_role("button", name="Start the match").click()
    page.get_by_text("10 dice to throw").wait_for()


@BOTH
def test_a_house_rule_that_cannot_be_is_marked_and_told_in_the_words_of_the_form(
    visit: Visit, shot: Shot, size: dict[str, int]
) -> None:
    page = visit(size)
    page.get_by_label("Game", exact=False).first.select_option("ten-thousand")
    page.get_by_text("House rules").click()
    what = "Points that the first score of a player needs in one turn"
    field = page.get_by_label(what)
    field.fill("8oo")
    page.get_by_text("House rules").click()
    page.get_by_role("button", name="Start the match").click()
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    says = f"\u201c{what}\u201d is a whole number, 0 or more, not \u201c8oo\u201d."
    expect(field).to_have_accessible_description(says)
    expect(page.get_by_role("alert").filter(has_text=says)).to_be_in_viewport()
    shot(page, "marked")
    field.fill("-1")
    page.get_by_role("button", name="Start the match").click()
    expect(field).to_have_accessible_description(says.replace("8oo", "-1"))
    field.fill("1000")
    page.get_by_role("button", name="Start the match").click()
    turn_of(page, "Player 1")


def test_enter_goes_from_rule_to_rule_and_begins_no_match(visit: Visit) -> None:
    page = visit(DESK)
    page.get_by_label("Game", exact=False).first.select_option("ten-thousand")
    page.get_by_text("House rules").click()
    rules, start = page.locator("form .inner [name]"), page.get_by_role("button", name="Start the match")
    page.locator("input[name=board_min]").fill("700")
    for number in range(rules.count()):
        field = rules.nth(number)
        if field.evaluate("(one) => one.matches('input')"):
            field.press("Enter")
            expect(rules.nth(number + 1) if number + 1 < rules.count() else start).to_be_focused()
    page.wait_for_timeout(300)  # what must not come needs time to come
    assert page.url.endswith("#/lobby")
    expect(page.locator("input[name=board_min]")).to_have_value("700")


def test_a_house_rule_that_is_left_empty_is_as_usual(visit: Visit) -> None:
    page = visit(DESK)
    page.get_by_label("Game", exact=False).first.select_option("ten-thousand")
    page.get_by_text("House rules").click()
    page.locator("input[name=board_min]").fill(" ")
    page.get_by_role("button", name="Start the match").click()
    turn_of(page, "Player 1")


def test_a_match_that_is_started_by_two_taps_is_one_match(visit: Visit) -> None:
    page = visit(DESK)
    begun = []
    page.on("request", lambda asked: begun.append(asked.url) if asked.method == "POST" else None)
    page.get_by_role("button", name="Start the match").wait_for()
    tap = "[...document.querySelectorAll('button')].find((one) => one.textContent === 'Start the match').click()"
    page.evaluate(f"{tap}; {tap}")
    turn_of(page, "Player 1")
    page.wait_for_timeout(300)  # what must not come needs time to come
    assert [url.rpartition("/")[2] for url in begun if "/api/" in url] == ["matches"]


def test_each_player_is_removed_by_a_button_of_his_number_and_the_last_one_by_none(visit: Visit) -> None:
    page = visit(DESK)
    page.get_by_label("Player 2", exact=True).fill("Bob")
    page.get_by_role("button", name="Remove player 1", exact=True).click()
    expect(page.get_by_label("Player 1", exact=True)).to_have_value("Bob")
    expect(page.get_by_role("button", name="Remove player 1", exact=True)).to_be_disabled()


def test_enter_goes_from_seat_to_seat_and_begins_where_no_other_name_is_typed(visit: Visit) -> None:
    page = visit(DESK)
    page.get_by_label("Player 1", exact=True).fill("Ann")
    for name in ("", "Bob", "Cid"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(page.get_by_label("Player 4", exact=True)).to_be_focused()
    assert page.url.endswith("#/lobby")
    page.keyboard.press("Enter")
    turn_of(page, "Ann")
    expect(page.locator(".totals .who")).to_have_text(["Ann", "Bob", "Cid"])


def test_enter_begins_no_match_of_one_name_nor_from_the_last_seat_that_there_is(visit: Visit) -> None:
    page = visit(DESK)
    start = page.get_by_role("button", name="Start the match")
    page.get_by_label("Player 1", exact=True).fill("Ann")
    for _ in range(2):
        page.keyboard.press("Enter")
    expect(start).to_be_focused()
    page.get_by_label("Player 2", exact=True).focus()
    for number in range(2, 21):
        page.keyboard.type(f"No {number}")
        page.keyboard.press("Enter")
    expect(start).to_be_focused()
    assert page.url.endswith("#/lobby")
    page.keyboard.press("Enter")
    turn_of(page, "Ann")


def test_the_seat_that_enter_put_there_is_nobodys_where_the_match_is_begun_by_the_button(visit: Visit) -> None:
    page = visit(DESK)
    page.get_by_label("Player 2", exact=True).fill("Bob")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Player 3", exact=True)).to_be_focused()
    page.get_by_role("button", name="Start the match").click()
    turn_of(page, "Player 1")
    expect(page.locator(".totals .who")).to_have_text(["Player 1", "Bob"])


def test_what_is_typed_in_the_form_outlives_a_look_at_another_room_and_is_gone_once_the_match_is_begun(
    visit: Visit, tmp_path: Path
) -> None:
    with housed(tmp_path) as (_, address):
        bring_pairs(address, "bones")
        page = visit(DESK, at=address)
        page.locator("select[name=game]").select_option("farkle")
        page.locator("select[name=dice]").select_option(label="bones")
        page.locator("select[name=game]").select_option("ten-thousand")
        for place, name in enumerate(("Ann", "Bob", "Cid"), 1):
            page.get_by_label(f"Player {place}", exact=True).fill(name)
            page.keyboard.press("Enter")
        page.get_by_text("House rules").click()
        page.locator("input[name=board_min]").fill("700")
        page.get_by_role("link", name="Teach my dice").click()
        page.get_by_role("heading", name="Teach my dice").wait_for()
        page.get_by_role("link", name="All tables", exact=True).click()
        expect(page.locator("select[name=game]")).to_have_value("ten-thousand")
        expect(page.locator("select[name=dice] option:checked")).to_have_text("bones")
        expect(page.locator("input[name=board_min]")).to_have_value("700")
        expect(page.locator("input[name=board_min]")).to_be_visible()
        page.locator("select[name=dice]").select_option(index=0)
        page.get_by_role("button", name="Start the match").click()
        turn_of(page, "Ann")
        expect(page.locator(".totals .who")).to_have_text(["Ann", "Bob", "Cid"])
        page.get_by_role("link", name="All tables", exact=True).click()
        expect(page.get_by_label("Player 1", exact=True)).to_have_value("")


def test_who_gives_no_name_is_called_as_nobody_else_is(visit: Visit) -> None:
    page = visit(DESK)
    page.get_by_role("button", name="Start the match").wait_for()
    page.get_by_role("button", name="+ Add a player").click()
    page.get_by_role("button", name="Remove player 2").click()
    page.get_by_role("button", name="+ Add a player").click()
    fields = page.locator(".seat input")
    labels = [fields.nth(at).get_attribute("aria-label") for at in range(fields.count())]
    assert labels == ["Player 1", "Player 2", "Player 3"]
    page.get_by_label("Player 1", exact=True).fill("Player 2")
    page.get_by_role("button", name="Start the match").click()
    turn_of(page, "Player 2")
    assert page.locator(".totals").inner_text().count("Player 3") == 1


def test_a_match_file_that_was_put_right_may_be_chosen_again(visit: Visit, tmp_path: Path) -> None:
    page = visit(DESK)
    file, bring = tmp_path / "ours.match", page.locator("#bring")
    says = page.get_by_role("alert").filter(has_text="Line 4")
    for event, fine in (("throw 1 2", False), ("roll 1 1 1 2 3 4", True)):
        file.write_text(f"game: jack-stone\nplayers: Ida, Jan\n\n{event}\n")
        bring.set_input_files(file)
        if not fine:
            says.get_by_text("\u201cthrow\u201d").wait_for()
    turn_of(page, "Ida")


def test_a_match_file_whose_answer_was_lost_is_one_match_where_it_is_chosen_again(
    visit: Visit, server: str, tmp_path: Path
) -> None:
    page = visit(DESK)
    file, bring = tmp_path / "ours.match", page.locator("#bring")
    file.write_text("game: jack-stone\nplayers: Gil, Hew\n\nroll 1 1 1 2 3 4\n")
    page.route("**/api/matches/import", lambda route: (route.fetch(), route.abort("connectionreset")), times=1)
    bring.set_input_files(file)
    page.get_by_role("alert").filter(has_text="does not answer").wait_for()
    bring.set_input_files(file)
    turn_of(page, "Gil")
    matches = httpx.get(f"{server}/api/matches", timeout=30).json()["matches"]
    assert len([match for match in matches if match["players"] == ["Gil", "Hew"]]) == 1


def test_a_demo_that_is_refused_says_why_and_may_be_asked_for_again(visit: Visit, tmp_path: Path) -> None:
    with housed(tmp_path) as (_, address):
        page = visit(DESK, at=address)
        page.route("**/api/demo", lambda route: route.fulfill(status=429, json={"status": 429, "detail": "Too busy."}))
        page.get_by_role("button", name="Watch the demo").click()
        page.get_by_role("alert").filter(has_text="Too busy.").wait_for()
        page.unroute("**/api/demo")
        page.get_by_role("button", name="Watch the demo").click()
        page.get_by_role("button", name="Throw the dice").wait_for()
        page.goto("about:blank")


@pytest.mark.parametrize(("put", "button"), [("pause", "Go on"), ("delete", "Restore")])
def test_a_match_that_was_set_aside_says_how_it_goes_on(visit: Visit, shot: Shot, put: str, button: str) -> None:
    page = visit(DESK)
    begin(page, "Kim", "Leo")
    path = "/api/matches/" + page.url.rpartition("/")[2]
    how = {"method": "POST", "headers": {"content-type": "application/json"}, "body": "{}"}
    where, how = (path, {"method": "DELETE"}) if put == "delete" else (f"{path}/{put}", how)
    page.evaluate("([where, how]) => fetch(where, how)", [where, how])
    page.get_by_role("region", name="This match waits").wait_for()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("^This match (is paused|was deleted)$"))
    if put == "delete":
        page.locator(".note", has_text="The lobby keeps it under its deleted matches.").wait_for()
    shot(page, f"waits-{put}")
    expect(page.locator('[data-key="tap-1"]')).to_have_count(0)
    page.route("**/re*", lambda route: route.fulfill(status=429, json={"status": 429, "detail": "Too busy."}))
    page.get_by_role("button", name=button).click()
    expect(page.locator(".note.bad")).to_have_text("Too busy.")
    page.unroute("**/re*")
    page.keyboard.type("123")  # nobody sees what is typed there
    page.get_by_role("button", name=button).click()
    page.locator('[data-key="tap-1"]').wait_for()
    expect(page.locator('[data-key="slot-0"]')).to_have_count(0)
    set_aside(page, "1 1 1 2 3 4")


def test_a_match_that_is_restored_is_listed_as_it_stands(
    server: str, seat: Callable[..., Player], visit: Visit
) -> None:
    with httpx.Client(base_url=server, timeout=30) as client:
        match = seat(client, "Mona", "Nils")
        page = visit(DESK, at=server)
        line = page.locator(".matches li").filter(has_text="Mona")
        expect(line.locator(".state")).to_have_text("Mona to play")
        client.post(f"{match.path}/pause", json={}).raise_for_status()
        line.locator("summary").click()
        line.get_by_role("button", name="Delete").click()
        expect(line).to_be_hidden()
        page.get_by_role("button", name="Undo").click()
        expect(line.locator(".state")).to_have_text("paused")
        for button, state in (("Go on", "Mona to play"), ("Pause", "paused")):
            expect(line.locator("a").first).to_be_focused()
            line.locator("summary").click()
            line.get_by_role("button", name=button).click()
            expect(line.locator(".state")).to_have_text(state)
        expect(line.locator("a").first).to_be_focused()
        line.locator("summary").click()
        line.get_by_role("button", name="Delete").click()
        undo = page.get_by_role("button", name="Undo")
        undo.wait_for()
        client.post(f"{match.path}/restore", json={}).raise_for_status()
        undo.wait_for(state="detached")


def test_every_deleted_match_is_got_back_at_any_time(server: str, seat: Callable[..., Player], visit: Visit) -> None:
    with httpx.Client(base_url=server, timeout=30) as client:
        for players in (("Olga", "Pip"), ("Quin", "Rhea")):
            client.delete(seat(client, *players).path).raise_for_status()
    page = visit(DESK, at=server)
    page.locator("summary", has_text="deleted match").click()
    page.get_by_role("button", name="Get back the match of Olga 0, Pip 0").click()
    line = page.get_by_role("region", name="On the table").locator("li").filter(has_text="Olga 0")
    expect(line.locator("a").first).to_be_focused()
    line.locator("a").first.click()
    turn_of(page, "Olga")


def test_the_lobby_hears_what_others_begin_and_play_and_leaves_what_is_typed_and_open(
    seat: Callable[..., Player], visit: Visit, tmp_path: Path
) -> None:
    with housed(tmp_path) as (_, address), httpx.Client(base_url=address, timeout=30) as client:
        page = visit(DESK, at=address)
        page.get_by_role("button", name="Start the match").wait_for()
        expect(page.get_by_role("region", name="On the table")).to_be_hidden()
        match = seat(client, "Sue", "Tim")
        line = page.get_by_role("region", name="On the table").locator("li").filter(has_text="Sue")
        line.locator("summary").click()
        field = page.get_by_label("Player 2", exact=True)
        field.fill("Una")
        page.evaluate("document.querySelector('.seat:nth-child(2) input').setSelectionRange(1, 2)")
        top = page.evaluate("scrollY")
        seat(client, "Vic", "Wim")
        match.play("roll 1 1 1 2 3 4", "keep 1 1 1", "bank")
        expect(line.locator("strong")).to_contain_text("Sue 1,000")
        expect(page.locator(".matches li").filter(has_text="Vic")).to_be_visible()
        expect(line.get_by_role("button", name="Pause")).to_be_visible()
        expect(field).to_be_focused()
        expect(field).to_have_value("Una")
        assert page.evaluate("[document.activeElement.selectionStart, document.activeElement.selectionEnd]") == [1, 2]
        assert page.evaluate("scrollY") >= top
        line.get_by_role("button", name="Pause").focus()
        client.delete(match.path).raise_for_status()
        line.wait_for(state="detached")
        page.get_by_text("1 deleted match").wait_for()
        page.goto("about:blank")


def test_points_stand_behind_a_name_that_runs_from_right_to_left(
    server: str, seat: Callable[..., Player], visit: Visit, shot: Shot
) -> None:
    names = ("\u05de\u05e9\u05d4", "\u05e9\u05e8\u05d4", "\u0639\u0644\u064a 2")
    with httpx.Client(base_url=server, timeout=30) as client:
        match = seat(client, "Ann", *names, totals="9950, 450, 300, 100")
        match.play(f"adjust {names[2]} -5000")
        page = visit(DESK, at=server)
        shelf = page.get_by_role("link").filter(has_text=names[0]).locator("strong")
        in_order(shelf, "Ann", "9,950", names[0], "450", names[1], "300", "\u0639\u0644\u064a", "-4,900")
        page.goto(f"{server}/#/match/{match.match['id']}")
        said = ("agrees", "\u0639\u0644\u064a", "-5,000", "total", "-4,900")
        in_order(page.locator(".said"), *said)
        in_order(visit(DESK, where=f"/tv/?match={match.match['id']}", at=server).locator(".says"), *said)
        phone = visit(DESK, where=f"/phone/#{match.match['id']}", at=server)
        in_order(phone.locator(".muted").filter(has_text=names[0]), "Jack", "Ann", *names[:2], "\u0639\u0644\u064a")
        match.play("roll 2 2 3 3 4 6", "roll 1 3 3 4 4 6", "keep 1", "bank")
        page.goto(f"{server}/#/after/{match.match['id']}")
        page.get_by_text("The same as a table").click()
        in_order(page.get_by_role("rowheader").filter(has_text=f"2. {names[0]}").first, "2.", names[0], "100")
        shot(page, "story")


def in_order(place: Page, *words: str) -> None:
    """These words stand from left to right, whichever way each of them runs."""
    lefts = place.evaluate(LEFTS, list(words))
    assert lefts == sorted(lefts), words


def test_a_match_that_cannot_be_read_is_listed_apart_and_its_match_file_taken_home(
    visit: Visit, tmp_path: Path
) -> None:
    with housed(tmp_path) as (app, address), httpx.Client(base_url=address, timeout=30) as client:
        match = client.post("/api/matches", json={"game": "jack-stone", "players": ["Ann", "Bob"]}).json()
        app.state.house.table.store.append(match["id"], [Line(1, "dance", None, now())])
        page = visit(DESK, where="/", at=address)
        apart = page.get_by_label("Not readable here", exact=True)
        apart.get_by_text("jack-stone, today").wait_for()
        with page.expect_download() as home:
            apart.get_by_role("link", name="Match file of Ann, Bob").click()
        assert Path(home.value.path()).read_text(encoding="utf-8").endswith("\n\ndance\n")


def test_matches_that_are_looked_through_for_the_first_time_come_bit_by_bit(visit: Visit) -> None:
    def some(route: Page) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"left": 7})

    page = visit(DESK)
    page.route("**/api/matches", some, times=1)
    page.reload()
    late = page.get_by_text("7 matches come in a moment: this version of Croupier looks through them once.")
    late.wait_for()
    late.wait_for(state="hidden")
    page.route("**/api/fairness", lambda route: route.fulfill(json={"sets": [], "left": 7}), times=2)
    with page.expect_response(lambda answer: answer.url.endswith("/api/fairness") and not answer.json()["left"]):
        page.goto(page.url.split("#")[0] + "#/fairness")
    page.get_by_role("heading", name="How fair are the dice?").wait_for()
