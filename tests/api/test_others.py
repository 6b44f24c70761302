"""Somebody joins a match, leaves it or is called otherwise: it goes on as a new one, with what each brings."""

from tests.api.windows import BOTH, DESK, IN_BROWSER, PHONE, Page, Shot, Visit, begin, expect, press, set_aside, turn_of

pytestmark = IN_BROWSER


def changes_who_plays(page: Page) -> None:
    """Go from the table to the form in which the match goes on."""
    page.get_by_role("button", name="Change who plays").click()
    page.get_by_text("The match goes on with whoever sits here").wait_for()


@BOTH
def test_one_joins_another_leaves_and_a_third_is_renamed(visit: Visit, shot: Shot, size: dict[str, int]) -> None:
    page = visit(size)
    page.get_by_role("button", name="Add a player").click()
    begin(page, "Ann", "Bob", "Cid", goal="5000")
    set_aside(page, "1 1 1 2 3 4")
    press(page, "b")
    turn_of(page, "Bob")
    changes_who_plays(page)
    expect(page.get_by_role("heading", name="New match")).to_be_focused()
    expect(page.get_by_label("Player 1", exact=True)).to_be_in_viewport()
    page.get_by_label("Remove player 3").click()
    page.get_by_label("Player 2", exact=True).fill("Bobby")
    page.get_by_role("button", name="Add a player").click()
    page.get_by_label("Player 3", exact=True).fill("Dora")
    page.get_by_label("What player 3 brings").fill("lots")
    shot(page, "others")
    page.get_by_role("button", name="Start the match").click()
    page.get_by_role("alert").get_by_text("“lots” is not a whole number of points").wait_for()
    page.get_by_label("What player 3 brings").fill("1,250")
    before = page.url
    page.get_by_role("button", name="Start the match").click()
    turn_of(page, "Bobby")
    assert page.url != before
    expect(page.locator(".totals")).to_contain_text("Ann1,000")
    expect(page.locator(".totals")).to_contain_text("Dora1,250")
    page.goto(page.url.split("#")[0] + "#/lobby")
    expect(page.locator(".matches li").filter(has_text="Cid").first).to_contain_text("paused")


def test_whoever_goes_away_from_that_form_finds_it_again_and_may_begin_a_new_match_instead(visit: Visit) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob")
    set_aside(page, "1 1 1 2 3 4")
    press(page, "b")
    turn_of(page, "Bob")
    changes_who_plays(page)
    page.get_by_label("What player 1 brings").fill("900")
    page.go_back()
    turn_of(page, "Bob")
    page.get_by_role("link", name="Croupier").click()
    expect(page.get_by_label("What player 1 brings")).to_have_value("900")
    expect(page.get_by_label("Whose turn is next")).to_have_value("1")
    page.get_by_role("button", name="Begin a new match instead").click()
    expect(page.get_by_label("What player 1 brings")).to_have_count(0)
    page.get_by_role("button", name="Start the match").click()
    turn_of(page, "Ann")


def test_phases_that_were_made_go_along(visit: Visit) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob", game="phase-10", scored="36 40; 30")
    changes_who_plays(page)
    expect(page.get_by_label("What player 1 brings")).to_have_value("36 40")
    page.get_by_label("Player 1", exact=True).fill("Anna")
    page.get_by_role("button", name="Start the match").click()
    turn_of(page, "Anna")
    expect(page.locator(".totals")).to_contain_text("76")


def test_who_is_up_and_leaves_hands_the_dice_on(visit: Visit) -> None:
    page = visit(DESK)
    page.get_by_role("button", name="Add a player").click()
    begin(page, "Ann", "Bob", "Cid")
    set_aside(page, "1 1 1 2 3 4")
    press(page, "b")
    turn_of(page, "Bob")
    changes_who_plays(page)
    page.get_by_label("Remove player 2").click()
    page.get_by_role("button", name="Start the match").click()
    turn_of(page, "Cid")


def test_a_match_that_was_played_on_meanwhile_goes_on_in_no_form_as_it_was(visit: Visit) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob")
    changes_who_plays(page)
    page.go_back()
    turn_of(page, "Ann")
    set_aside(page, "1 1 1 2 3 4")
    press(page, "b")
    turn_of(page, "Bob")
    page.get_by_role("link", name="Croupier").click()
    expect(page.get_by_label("Player 2", exact=True)).to_have_value("Bob")
    expect(page.get_by_label("What player 1 brings")).to_have_count(0)


def test_a_match_that_is_played_on_beside_the_form_goes_on_as_it_stands_or_not_at_all(visit: Visit) -> None:
    page, other = visit(DESK), visit(PHONE)
    begin(page, "Ann", "Bob")
    other.goto(page.url)
    turn_of(other, "Ann")
    changes_who_plays(page)
    set_aside(other, "1 1 1 2 3 4")
    press(other, "b")
    turn_of(other, "Bob")
    page.get_by_role("button", name="Start the match").click()
    page.get_by_role("alert").get_by_text("That match was played on meanwhile").wait_for()
    turn_of(other, "Bob")


def test_last_turns_are_played_to_the_end(visit: Visit) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob", game="ten-thousand", totals="9900, 9800")
    set_aside(page, "1 1 1 2 3 4")
    press(page, "b")
    turn_of(page, "Bob")
    page.get_by_role("button", name="Change who plays").click()
    page.locator(".note.bad").get_by_text("The last turns are on: play them to the end").wait_for()


def test_a_start_whose_answer_was_lost_begins_one_match_when_it_is_pressed_again(visit: Visit) -> None:
    page = visit(DESK)
    page.get_by_label("Player 1", exact=True).fill("Zelda")
    page.route("**/api/matches", lambda route: (route.fetch(), route.abort("connectionreset")), times=1)
    page.get_by_role("button", name="Start the match").click()
    page.get_by_role("alert").filter(has_text=".").wait_for()
    page.get_by_role("button", name="Start the match").click()
    turn_of(page, "Zelda")
    page.get_by_role("link", name="Croupier").click()
    expect(page.locator(".matches li").filter(has_text="Zelda")).to_have_count(1)


def test_a_device_that_is_still_at_the_match_before_is_shown_the_way(visit: Visit, shot: Shot) -> None:
    page, phone = visit(DESK), visit(PHONE)
    begin(page, "Ann", "Bob")
    phone.goto(page.url)
    turn_of(phone, "Ann")
    changes_who_plays(page)
    page.get_by_label("Player 2", exact=True).fill("Cleo")
    page.get_by_role("button", name="Start the match").click()
    turn_of(page, "Ann")
    expect(phone.locator("#says")).to_have_text("It went on as another match, with other players.")
    phone.get_by_role("region", name="This match waits").get_by_text("It went on as another match").wait_for()
    shot(phone, "elsewhere")
    phone.get_by_role("link", name="Go to that match").click()
    expect(phone.locator(".totals")).to_contain_text("Cleo")
    assert phone.url == page.url
    phone.go_back()
    phone.get_by_role("link", name="Go to that match").wait_for()
    phone.get_by_role("button", name="Go on").click()
    turn_of(phone, "Ann")
    expect(phone.get_by_role("link", name="Go to that match")).to_have_count(0)
