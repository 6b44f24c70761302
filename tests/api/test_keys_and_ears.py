"""The page for who has no mouse or does not see it: keys, where the keyboard is, and what is said."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.api.windows import DESK, HEARS, IN_BROWSER, PHONE, Page, Shot, Visit, begin, expect, press, tap_in, turn_of

ROOT = Path(__file__).parents[2]
FIVE = ROOT / "api" / "demo" / "02.jpg"  # where six dice are due

pytestmark = IN_BROWSER


def begun(server: str, *events: str, game: str = "jack-stone", **options: str) -> dict[str, Any]:
    """A match of Ann and Bob in which something was played."""
    new = {"game": game, "players": ["Ann", "Bob"], "options": options}
    match: dict[str, Any] = httpx.post(f"{server}/api/matches", json=new).raise_for_status().json()
    return play(server, match, *events)


def play(server: str, match: dict[str, Any], *events: str) -> dict[str, Any]:
    """Play in a match from elsewhere."""
    for event in events:
        told = {"event": event, "after": match["seq"]}
        match = httpx.post(f"{server}/api/matches/{match['id']}/events", json=told).raise_for_status().json()
    return match


def log(server: str, match: dict[str, Any]) -> list[str]:
    """The plays of a match that stand."""
    now = httpx.get(f"{server}/api/matches/{match['id']}").raise_for_status().json()
    return [line["text"] for line in now["log"] if line["stands"]]


def hold(page: Page, key: str) -> None:
    """Press a key for so long that it repeats itself in the dialog that it opened."""
    page.keyboard.down(key)
    page.get_by_role("dialog").wait_for()
    page.keyboard.down(key)
    page.keyboard.up(key)


def at(page: Page) -> str:
    """Where the keyboard is: the kind of element and its words."""
    where: str = page.evaluate("(({ tagName, innerText }) => `${tagName} ${innerText}`)(document.activeElement)")
    return where


def test_a_key_that_is_held_chooses_nothing_in_the_dialog_that_it_opened(visit: Visit, server: str) -> None:
    played = ["roll 1 2 3 3 4", "choose chance"]
    match = begun(server, *played, game="yahtzee")
    page = visit(DESK, where=f"/#/match/{match['id']}")
    page.locator("summary", has_text="Ann").click()
    page.get_by_role("button", name="Ann chose chance").focus()
    hold(page, "Enter")
    assert at(page) == "H2 What Ann did"
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    assert log(server, match) == played


def test_the_digit_of_a_box_stays_its_own_when_others_are_full(visit: Visit, server: str) -> None:
    played = ["roll 1 2 2 3 4", "choose ones", "roll 1 2 2 3 4", "choose ones", "roll 2 2 3 3 3"]
    match = begun(server, *played, game="yahtzee")
    page = visit(DESK, where=f"/#/match/{match['id']}")
    expect(page.locator('[data-key="choose twos"] kbd')).to_have_text("2")
    expect(page.locator('[data-key="choose full house"] kbd')).to_have_text("9")
    expect(page.locator('[data-key="choose chance"] kbd')).to_have_count(0)
    press(page, "1", "2")
    turn_of(page, "Bob")
    assert log(server, match) == [*played, "choose twos"]


def test_no_letter_that_slips_in_takes_a_throw_that_is_being_typed_in(visit: Visit, server: str) -> None:
    first = "roll 8G 8O 8B 10B 5B 6O WO WB 1O 2O"
    match = begun(server, first, game="phase-10")
    page = visit(DESK, where=f"/#/match/{match['id']}")
    page.locator("[data-key=undo]:enabled").wait_for()
    press(page, "u")
    page.locator("[data-key=redo]:enabled").wait_for()
    for key in "8g8o8b10b5b6owowb1o4r" + "r":  # the last key bounced
        page.keyboard.press(key)
    page.locator(".note.bad", has_text="A throw is typed in").wait_for()
    press(page, "Enter")
    page.locator(".stay").first.wait_for()
    assert log(server, match) == [first.replace("2O", "4R")]


def test_nor_one_of_which_some_dice_are_typed_in(visit: Visit, server: str) -> None:
    played = ["roll 1 3 3 4 4 6", "keep 1"]
    match = begun(server, *played)
    page = visit(DESK, where=f"/#/match/{match['id']}")
    page.locator(".offer.stop").wait_for()
    press(page, "3 3 4")
    press(page, "b", "u", "r")
    page.locator(".note.bad", has_text="A throw is typed in").wait_for()
    assert log(server, match) == played
    press(page, "Backspace", "Backspace", "Backspace", "b")
    turn_of(page, "Bob")


def test_nor_the_colour_of_a_die_that_is_named_before_its_number(visit: Visit, server: str) -> None:
    played = ["roll 8G 8O 8B 10B 5B 6O WO WB 1O 2O", "keep 8G 8O 8B"]
    match = begun(server, *played, game="phase-10")
    page = visit(DESK, where=f"/#/match/{match['id']}")
    page.locator("[data-key=minds]").click()
    page.locator("[data-key=bank]:enabled").wait_for()
    press(page, "b", "r", "8", "u")
    page.locator(".note.bad", has_text="A face is begun").wait_for()
    assert log(server, match) == played
    assert [page.locator(f"[data-key={name}] kbd").count() for name in ("bank", "redo", "undo")] == [0, 0, 1]


def test_a_letter_that_names_a_face_is_shown_at_no_button(visit: Visit, server: str) -> None:
    rules = {"faces": "9 10 J Q K A"}
    new = {"game": "high-roll", "players": ["Ann", "Bob"], "options": rules}
    match = httpx.post(f"{server}/api/matches", json=new).raise_for_status().json()
    for one, key in ((match, None), (begun(server, game="high-roll"), "K")):
        page = visit(DESK, where=f"/#/match/{one['id']}")
        out = page.locator("[data-key=break]")
        assert out.get_attribute("aria-keyshortcuts") == key
        assert ("K" in out.locator("kbd").all_inner_texts()) == (key is not None)


@pytest.mark.parametrize("opens", [".pin", "[data-key=add]"])
def test_a_key_that_is_held_neither_removes_a_die_nor_adds_one(visit: Visit, opens: str) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob")
    page.set_input_files("#shot", FIVE)
    page.locator(".pin").first.wait_for()
    dice = page.locator(".pin").count()
    page.locator(opens).first.focus()
    hold(page, "Enter")
    assert at(page).startswith("H2 Which face")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    expect(page.locator(".pin")).to_have_count(dice)


def test_a_room_that_did_not_open_is_tried_again_by_each_way_that_leads_there(visit: Visit) -> None:
    page = visit(DESK, where="/#/dice")
    for again in ("text=Try again", "main >> text=All tables", ".brand"):
        page.get_by_role("heading", name="Teach my dice").wait_for()
        page.route("**/api/**", lambda route: route.abort("connectionrefused"))
        page.get_by_role("link", name="All tables", exact=True).click()
        page.get_by_role("heading", name="This page did not open").wait_for()
        expect(page.get_by_role("alert")).to_contain_text("does not answer")
        expect(page).to_have_title("No answer · Croupier")
        page.unroute("**/api/**")
        page.locator(again).click()
        page.get_by_role("heading", name="New match").wait_for()
        expect(page).to_have_title("Croupier")
        page.evaluate("location.hash = '#/dice'")


def test_what_a_device_may_do_is_asked_again_where_nobody_answered(visit: Visit) -> None:
    page = visit(DESK, where="/tv/")
    page.route("**/api/**", lambda route: route.abort("connectionrefused"), times=1)
    assert page.evaluate("import('/me.js').then(({ plays }) => plays().catch(() => plays()))")


def act(page: Page, where: str) -> None:
    """Press what stands at a place, by the keyboard, and wait until that is done."""
    page.locator(where).first.focus()
    press(page, "Enter")


def test_the_keyboard_goes_on_to_what_is_due(visit: Visit) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob")
    assert at(page) == "H1 Ann\u2019s turn"
    for face in "133446":
        act(page, f"[data-key=tap-{face}]")
    assert at(page).startswith("BUTTON Play this roll")
    act(page, "[data-key=enter]")
    page.locator(".offer").first.wait_for()
    assert at(page) == "H1 Ann\u2019s turn"
    act(page, ".offer")
    page.locator(".offer.stop").wait_for()
    assert at(page) == "H1 Ann\u2019s turn"
    act(page, ".offer.stop")
    turn_of(page, "Bob")
    assert at(page) == "H1 Bob\u2019s turn"
    for _ in range(3):
        assert not page.locator("[data-key=undo]").is_disabled()
        act(page, "[data-key=undo]")
    expect(page.locator("[data-key=undo]")).to_be_disabled()
    assert at(page) == "H1 Ann\u2019s turn"


def test_the_keyboard_goes_to_what_a_photo_asks_and_back(visit: Visit) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob")
    page.locator("[data-key=photo]").focus()
    page.set_input_files("#shot", FIVE)
    page.locator(".pin").first.wait_for()
    assert at(page) == "STRONG Please check these dice. Tap one to change it."
    act(page, "[data-key=drop]")
    page.locator(".pin").first.wait_for(state="detached")
    assert at(page) == "H1 Ann\u2019s turn"


def test_the_keyboard_goes_to_the_heading_of_a_room_that_opens(visit: Visit) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob")
    act(page, "text=All tables")
    page.get_by_role("heading", name="New match").wait_for()
    assert at(page).startswith("H1 Throw your own dice")
    page.go_back()
    turn_of(page, "Ann")
    assert at(page) == "H1 Ann\u2019s turn"


def test_the_keyboard_is_where_it_was_when_a_dialog_closes_over_a_page_drawn_anew(visit: Visit, server: str) -> None:
    match = begun(server, "roll 1 1 5 3 4 6")
    page = visit(DESK, where=f"/#/match/{match['id']}")
    page.get_by_role("button", name="Ann threw").focus()
    press(page, "Enter")
    page.get_by_role("dialog").wait_for()
    play(server, match, "keep 1 1 5")
    page.locator("[data-seq='2']").wait_for()
    press(page, "Escape")
    page.locator("dialog").wait_for(state="detached")
    assert at(page).startswith("BUTTON Ann threw")


def test_a_match_that_waits_has_a_heading_and_the_keyboard_stays_at_the_table(visit: Visit, server: str) -> None:
    match = begun(server)
    httpx.post(f"{server}/api/matches/{match['id']}/pause", json={}).raise_for_status()
    page = visit(DESK, where=f"/#/match/{match['id']}")
    page.get_by_role("heading", name="This match is paused", level=1).wait_for()
    act(page, "[data-key=up]")
    turn_of(page, "Ann")
    assert at(page) == "H1 Ann\u2019s turn"


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_mouse_shows_no_ring_at_what_is_due_and_nothing_is_scrolled_away(visit: Visit, size: dict[str, int]) -> None:
    page = visit(size)
    begin(page, "Ann", "Bob")
    tap_in(page, "1 3 3 4 4 6")
    page.locator(".offer").first.scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    page.locator(".offer").first.click()
    page.locator(".offer.stop").wait_for()
    assert at(page) == "H1 Ann\u2019s turn"
    assert page.locator(":focus-visible").count() == 0
    assert page.evaluate("scrollY") <= before
    page.go_back()
    page.get_by_role("heading", name="New match").wait_for()
    assert page.locator(":focus-visible").count() == 0


def test_what_is_refused_is_said_once(visit: Visit) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob")
    press(page, "1 3 3 4 4 6")
    page.route("**/events", lambda route: route.abort("connectionrefused"))
    page.evaluate(HEARS)
    press(page, "Enter")
    page.locator(".note.bad").wait_for()
    press(page, "Backspace")
    heard = page.evaluate("heard")
    assert len([one for one in heard if "does not answer" in one]) == 1, heard


def once(page: Page, *words: str) -> None:
    """Each of these was told who cannot see, and none of them twice."""
    heard = page.evaluate("heard")
    assert [sum(word in one for one in heard) for word in words] == [1] * len(words), heard


def test_what_a_photo_shows_and_asks_is_said_once(visit: Visit) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob")
    page.evaluate(HEARS)
    page.set_input_files("#shot", FIVE)
    page.locator(".pin").first.wait_for()
    once(page, "Reading the dice", "Please check", "5 dice and 6 are thrown")


def test_what_a_correction_changed_is_said_once(visit: Visit, server: str) -> None:
    match = begun(server, "roll 2 5 3 4 4 6")
    page = visit(DESK, where=f"/#/match/{match['id']}")
    page.get_by_role("button", name="Ann threw").click()
    page.get_by_role("dialog").wait_for()
    page.evaluate(HEARS)
    page.keyboard.press("1")
    page.locator("dialog .told", has_text="Ann threw 1 5 3 4 4 6").wait_for()
    once(page, "Ann threw 1 5 3 4 4 6, not 2")
    press(page, "Escape")
    page.get_by_role("button", name="Put it back").focus()
    page.evaluate("heard.length = 0")
    press(page, "Enter")
    expect(page.locator("#says")).to_contain_text("Ann threw 2 5 3 4 4 6, not 1")
    once(page, "Ann threw 2 5 3 4 4 6, not 1")


def test_what_was_kept_of_a_throw_is_corrected_with_it_and_put_back_with_it(visit: Visit, server: str) -> None:
    played = ["roll 1 5 3 4 4 6", "keep 1", "bank", "roll 5 2 3 4 4 6"]
    match = begun(server, *played, keep_rule="any")
    page = visit(DESK, where=f"/#/match/{match['id']}")
    page.locator("summary", has_text="Ann").click()
    page.get_by_role("button", name="Ann threw").click()
    page.keyboard.press("5")
    told = "Ann threw 5 5 3 4 4 6, not 1 5 3 4 4 6: Ann kept 5, not 1; Ann has 50, not 100."
    page.locator("dialog .told", has_text=told).wait_for()
    press(page, "Escape")
    page.get_by_role("button", name="Put it back").click()
    page.locator("summary", has_text="100").wait_for()
    assert log(server, match) == played


def test_a_card_of_any_points_is_entered_and_corrected(visit: Visit, server: str) -> None:
    throw = "roll 1 1 2 2 3 3 4 4 5 6"
    match = begun(server, throw, game="high-roll")
    page = visit(DESK, where=f"/#/match/{match['id']}")
    page.get_by_label("Points on the card").fill("1,500")
    page.get_by_role("button", name="Take these points").click()
    page.locator("[data-key=turn-0]").click()
    page.locator("[data-key=play-2]").click()
    dialog = page.locator("dialog")
    dialog.get_by_label("Points on the card").fill("2500")
    dialog.get_by_role("button", name="Take these points").click()
    dialog.wait_for(state="detached")
    assert log(server, match) == [throw, "card 2500"]


def test_what_somebody_else_plays_is_heard_in_a_dialog_too(visit: Visit, server: str) -> None:
    match = begun(server)
    page = visit(DESK, where=f"/#/match/{match['id']}")
    page.get_by_role("heading", name="Ann").wait_for()
    page.evaluate(HEARS)
    page.keyboard.press("?")
    page.locator("dialog[open]").wait_for()
    play(server, match, "roll 1 2 3 4 4 6")
    expect(page.locator("dialog [aria-live]")).to_contain_text("Ann throws")
    once(page, "Ann throws")


@pytest.mark.parametrize("where", ["/#/match/", "/tv/?match="])
def test_coloured_dice_are_heard_by_their_colours(visit: Visit, server: str, where: str) -> None:
    match = begun(server, game="phase-10")
    page = visit(DESK, where=f"{where}{match['id']}")
    page.get_by_role("heading", name="Ann").wait_for()
    play(server, match, "roll 5R 6R 8B 9R 10G 10O 3O 4O WG 1G")
    said = "Ann throws red 5 red 6 blue 8 red 9 green 10 orange 10 orange 3 orange 4 green W green 1"
    expect(page.locator("[role=status], [aria-live]").filter(has_text="Ann throws")).to_contain_text(said)


def test_coloured_dice_are_heard_by_their_colours_in_a_correction(visit: Visit, server: str) -> None:
    match = begun(server, "roll 5R 6R 8B 9R 10G 10O 3O 4O WG 1G", game="phase-10")
    page = visit(DESK, where=f"/#/match/{match['id']}")
    page.get_by_role("button", name="Ann threw").click()
    told = page.locator("dialog .told")
    showing = page.get_by_role("group", name="What die 1 really shows")
    showing.get_by_role("button", name="orange 2", exact=True).click()
    expect(told).to_contain_text("orange 2 and green 1 cannot be there together")
    showing.get_by_role("button", name="red 7", exact=True).click()
    expect(told).to_contain_text("Ann threw red 7 red 6 blue 8")


@pytest.mark.parametrize("where", ["/#/match/", "/tv/?match="])
def test_coloured_dice_stand_in_the_colours_that_a_reader_has_chosen(visit: Visit, server: str, where: str) -> None:
    match = begun(server, "roll 5R 6R 8B 9R 10G 10O 3O 4O WG 1G", game="phase-10")
    page = visit(DESK, where=f"{where}{match['id']}", forced_colors="active", color_scheme="dark")
    page.locator(".die .hue").first.wait_for()
    text = page.evaluate("getComputedStyle(document.body).color")
    for part in (".print", ".hue"):
        fills = page.evaluate(f"[...document.querySelectorAll('.die {part}')].map((one) => getComputedStyle(one).fill)")
        assert set(fills) == {text}, part


# How far the colour of a property of a thing stands out against the ground of the page.
CONTRAST = """([where, name]) => {
  const light = (part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const bright = (colour) => {
    const [red, green, blue] = colour.match(/[\\d.]+/g).map((part) => light(part / 255));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const colours = [[document.querySelector(where), name], [document.body, 'background-color']];
  const [low, high] = colours.map(([one, name]) => bright(getComputedStyle(one)[name])).sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_where_the_keyboard_is_and_what_is_chosen_stands_out_by_day_and_by_night(
    visit: Visit, server: str, scheme: str
) -> None:
    match = begun(server, "roll 1 1 1 2 3", game="yahtzee")
    page = visit(DESK, where=f"/#/match/{match['id']}", color_scheme=scheme)
    act(page, "[data-key=stay-0]")
    page.locator(".stay[aria-pressed=true]").wait_for()
    assert page.evaluate(CONTRAST, [".stay:focus-visible", "outline-color"]) >= 3
    assert page.evaluate(CONTRAST, [".stay[aria-pressed=true]", "border-top-color"]) >= 3


def test_what_opens_is_called_by_its_words_alone(visit: Visit, server: str) -> None:
    match = begun(server, "roll 1 5 3 4 4 6", "keep 1 5", "bank")
    page = visit(DESK, where=f"/#/match/{match['id']}")
    page.locator("summary", has_text="Ann").click()
    told = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    names = [one["name"]["value"] for one in told if one.get("role", {}).get("value") == "DisclosureTriangle"]
    assert "The odds" in names
    assert not [name for name in names if "\u25b8" in name or "\u25be" in name]


def test_that_a_match_is_paused_elsewhere_is_said_once(visit: Visit, server: str) -> None:
    match = begun(server)
    page = visit(DESK, where=f"/#/match/{match['id']}")
    turn_of(page, "Ann")
    page.evaluate(HEARS)
    httpx.post(f"{server}/api/matches/{match['id']}/pause", json={}).raise_for_status()
    expect(page.locator("#says")).to_contain_text("This match is paused")
    once(page, "Nothing is played in it until it goes on.")


def test_what_no_longer_fits_after_a_correction_is_told_in_the_question_alone(visit: Visit, server: str) -> None:
    match = begun(server, "roll 1 5 3 4 4 6", "keep 1 5", "bank")
    page = visit(DESK, where=f"/#/match/{match['id']}")
    page.locator("summary", has_text="Ann").click()
    page.get_by_role("button", name="Ann threw").click()
    page.evaluate(HEARS)
    page.get_by_role("group", name="What die 1 really shows").get_by_role("button", name="2", exact=True).click()
    page.get_by_text("that Ann kept 1 5 no longer fits").wait_for()
    assert page.evaluate("heard") == []
    expect(page.locator(".note.bad")).to_have_count(0)


def test_who_cannot_see_hears_which_dice_were_read_and_what_becomes_of_them(visit: Visit) -> None:
    page = visit(DESK)
    says = page.locator("#says")
    begin(page, "Ann", "Bob")
    page.set_input_files("#shot", FIVE)
    page.locator(".pin").first.wait_for()
    expect(says).to_contain_text("Read: 2, 2, 2, 3, 4. Please check the dice.")
    act(page, "[data-key=add]")
    press(page, "6")
    expect(says).to_have_text("6 is added. Read: 2, 2, 2, 3, 4, 6.")
    act(page, "[data-key=die-0]")
    press(page, "5")
    expect(says).to_have_text("Die 1 is 5. Read: 5, 2, 2, 3, 4, 6.")
    act(page, "[data-key=die-0]")
    page.get_by_role("button", name="It does not belong to the throw").click()
    expect(says).to_have_text("Die 1 is removed. Read: 2, 2, 3, 4, 6.")
    act(page, "[data-key=drop]")
    expect(says).to_have_text("The photo is dropped.")


def test_a_throw_that_somebody_else_plays_while_one_is_typed_is_heard(visit: Visit, server: str) -> None:
    match = begun(server)
    page = visit(DESK, where=f"/#/match/{match['id']}")
    turn_of(page, "Ann")
    press(page, "1 3")
    play(server, match, "roll 2 3 3 4 6 6")
    page.locator(".note.bad").wait_for()
    expect(page.locator("#says")).to_contain_text("Ann busts: 2 3 3 4 6 6 has no scoring dice")
    expect(page.locator("#says")).to_contain_text("The score went on while you typed")


def test_what_is_told_in_a_dialog_is_told_at_a_place_that_stays(visit: Visit, server: str) -> None:
    match = begun(server, "roll 1 5 3 4 4 6")
    page = visit(DESK, where=f"/#/match/{match['id']}")
    page.get_by_role("button", name="Ann threw").click()
    told = page.locator("dialog .told").element_handle()
    page.get_by_role("group", name="What die 1 really shows").get_by_role("button", name="2", exact=True).click()
    page.locator("dialog .told", has_text="Ann threw 2 5 3 4 4 6").wait_for()
    assert told.evaluate("(one) => one.isConnected")


def test_a_tap_on_the_rim_of_a_dialog_closes_it_not_and_one_beside_it_does(visit: Visit, server: str) -> None:
    match = begun(server, "roll 1 5 3 4 4 6")
    page = visit(DESK, where=f"/#/match/{match['id']}")
    page.get_by_role("button", name="Ann threw").click()
    dialog = page.get_by_role("dialog")
    dialog.wait_for()
    place = dialog.bounding_box()
    assert place
    page.mouse.click(place["x"] + 8, place["y"] + place["height"] / 2)
    expect(dialog).to_be_visible()
    page.mouse.click(place["x"] - 8, place["y"] + place["height"] / 2)
    expect(dialog).to_have_count(0)


def test_two_taps_on_a_play_open_it_once(visit: Visit, server: str) -> None:
    match = begun(server, "roll 1 1 5 2 3 4", "keep 1 1 5", game="farkle")
    page = visit(DESK, where=f"/#/match/{match['id']}")
    held: list[Any] = []
    page.route("**/before/*", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks what it is given
    for _ in "12":
        page.get_by_role("button", name="Ann kept").click()
        page.wait_for_timeout(100)
    for route in held:
        route.continue_()
    page.get_by_role("dialog").first.wait_for()
    page.wait_for_timeout(200)
    expect(page.get_by_role("dialog")).to_have_count(1)


def test_what_is_refused_of_a_decision_is_told_in_its_dialog(visit: Visit, server: str) -> None:
    match = begun(server, "roll 1 1 5 2 3 4", "keep 1 1 5", game="farkle")
    page = visit(DESK, where=f"/#/match/{match['id']}")
    page.get_by_role("button", name="Ann kept").click()
    page.get_by_role("dialog").wait_for()
    page.evaluate(HEARS)
    page.route("**/amend", lambda route: route.abort("connectionrefused"))
    page.get_by_role("dialog").get_by_text("Set aside 1 1:").click()
    page.get_by_role("dialog").locator(".told").get_by_text("does not answer").wait_for()
    once(page, "does not answer")


def test_keys_of_one_letter_can_be_switched_off_and_stay_so(visit: Visit, server: str, shot: Shot) -> None:
    played = ["roll 1 1 5 3 4 6", "keep 1 1 5"]
    match = begun(server, *played)
    page = visit(DESK, where=f"/#/match/{match['id']}")
    page.locator(".offer.stop").wait_for()
    told = page.locator("#page").locator("kbd, [aria-keyshortcuts]")
    keys = told.count()
    press(page, "?")
    act(page, "text=Switch letters, digits and ? off")
    expect(told).to_have_count(0)
    shot(page, "keys")
    assert at(page) == "BUTTON Switch letters, digits and ? on"
    press(page, "Escape")
    page.reload()
    page.locator(".offer.stop").wait_for()
    expect(told).to_have_count(0)
    press(page, *"table1?")
    assert log(server, match) == played
    assert page.get_by_role("dialog").count() == 0
    page.get_by_role("button", name="Keys").click()
    act(page, "text=Switch letters, digits and ? on")
    expect(told).to_have_count(keys)
    press(page, "Escape", "b")
    turn_of(page, "Bob")


SLOWLY = """() => {
  const quick = window.fetch;
  window.fetch = (...asked) => new Promise((go) => setTimeout(go, 1500)).then(() => quick(...asked));
}"""


def test_a_slow_answer_is_told_of_and_nothing_can_be_pressed_meanwhile(visit: Visit, server: str, shot: Shot) -> None:
    match = begun(server, "roll 1 1 5 3 4 6", "keep 1 1 5")
    page = visit(DESK, where=f"/#/match/{match['id']}")
    bank = page.locator(".offer.stop")
    bank.wait_for()
    page.evaluate(SLOWLY)
    bank.click()
    page.locator(".felt").get_by_text("One moment: the table has not answered yet").wait_for()
    expect(page.locator("#says")).to_have_text("One moment: the table has not answered yet\u2026")
    expect(bank).to_be_disabled()
    shot(page, "slow")
    turn_of(page, "Bob")
    expect(page.get_by_text("One moment")).to_have_count(0)
    page.get_by_role("link", name="All tables", exact=True).click()
    page.get_by_role("status").get_by_text("One moment: the page is on its way").wait_for()
    expect(page.get_by_role("heading", name="Bob")).to_have_count(0)
    page.get_by_role("heading", name="New match").wait_for()


@pytest.mark.parametrize(
    ("house", "keys", "said"),
    [
        ({}, "9 1 K Q J 5", "roll 50 100 K Q J 50"),
        ({"face_map": "10=50 9=100"}, "9 1 0 K Q J 5", "roll 100 50 K Q J 50"),
        ({"face_map": "10=50 9=100"}, "1 0 0 1 0 K Q J 1 0 Enter", "roll 100 50 K Q J 50"),
    ],
)
def test_poker_dice_are_typed_as_they_lie(
    visit: Visit, server: str, house: dict[str, str], keys: str, said: str
) -> None:
    match = begun(server, game="ten-grand", **house)
    page = visit(DESK, where=f"/#/match/{match['id']}")
    page.get_by_role("heading", name="Ann\u2019s turn").wait_for()
    press(page, *keys.split(), "Enter")
    page.get_by_text("Set aside").first.wait_for()
    assert log(server, match) == [said]


def test_a_straight_that_is_banked_is_named_whole(visit: Visit, server: str) -> None:
    played = ["roll 100 J J Q K K", "keep 100", "roll 50 J J Q Q", "keep 50", "roll J Q K A"]
    match = begun(server, *played, game="ten-grand", straight="200")
    page = visit(DESK, where=f"/#/match/{match['id']}")
    name = page.locator("[data-key=bank] .name")
    expect(name).to_have_text("Bank 200 (straight: 200 in place of 150 = 50)")
    expect(page.locator("[data-key=bank] .why")).to_have_text("total 200")


def test_which_dice_stay_outlives_a_reload(visit: Visit, server: str) -> None:
    match = begun(server, "roll 8G 8O 8B 10B 5B 6O WO WB 1O 2O", game="phase-10")
    page = visit(DESK, where=f"/#/match/{match['id']}")
    for at in (3, 4):
        page.locator(f"[data-key=stay-{at}]").click()
    page.get_by_role("button", name="Throw the other 8 dice").wait_for()
    page.goto("about:blank")
    anew = {"n": 1, "event": "roll 2O 8G 8O 8B 10B 5B 6O WO WB 1O", "after": match["seq"]}
    httpx.post(f"{server}/api/matches/{match['id']}/amend", json=anew).raise_for_status()
    page.goto(f"{server}/#/match/{match['id']}")
    page.get_by_role("button", name="Throw 10 dice").wait_for()
    for at in (1, 2, 3):
        page.locator(f"[data-key=stay-{at}]").click()
    page.get_by_role("button", name="Throw the other 7 dice").wait_for()
    page.reload()
    page.get_by_role("button", name="Throw the other 7 dice").click()
    page.get_by_text("7 dice to throw").wait_for()
    assert log(server, match)[1:] == ["keep 8G 8O 8B"]


def test_a_photo_that_comes_while_something_else_is_asked_can_be_sent_after_it(visit: Visit, server: str) -> None:
    match = begun(server, "roll 1 3 3 4 4 6", "keep 1", "bank")
    page = visit(DESK, where=f"/#/match/{match['id']}")
    turn_of(page, "Bob")
    held: list[Any] = []
    page.route("**/undo", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks what it is given
    page.keyboard.press("u")
    page.locator("main[aria-busy=true]").wait_for()
    page.set_input_files("#shot", FIVE)
    page.wait_for_timeout(200)
    held[0].fulfill(status=429, json={"status": 429, "detail": "Too busy."})
    page.get_by_role("button", name="Send the photo again").click()
    page.locator(".pin").first.wait_for()
