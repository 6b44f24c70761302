"""The rooms of the page: the one that the address names is the one that is shown, however slow another one was."""

from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from tests.api.conftest import Player
from tests.api.windows import DESK, IN_BROWSER, Page, Visit, expect, press

pytestmark = IN_BROWSER


@pytest.fixture
def player(server: str, seat: Callable[..., Player]) -> Iterator[Player]:
    """A match in the house that the windows look at."""
    with httpx.Client(base_url=server, timeout=30) as client:
        yield seat(client)


def held(page: Page, path: str) -> list[Any]:
    """Hold back what the page asks for at a path; gives what is held."""
    waiting: list[Any] = []
    page.route(f"**{path}", lambda route: waiting.append(route))  # noqa: PLW0108 - Playwright takes no built-in
    return waiting


def go(page: Page, room: str) -> None:
    """Go to another room as a link would."""
    page.evaluate("(room) => { location.hash = room; }", room)


def test_a_room_that_comes_late_is_not_shown_in_place_of_the_next(visit: Visit, player: Player) -> None:
    page = visit(DESK)
    page.get_by_role("button", name="Start the match").wait_for()
    late = held(page, player.path)
    with page.expect_request(f"**{player.path}"):
        go(page, f"#/match/{player.match['id']}")
    go(page, "#/fairness")
    page.get_by_role("heading", name="How fair are the dice?").wait_for()
    with page.expect_response(f"**{player.path}"):
        late[0].continue_()
    page.wait_for_timeout(300)  # what must not come needs time to come
    assert page.get_by_role("heading", name="How fair are the dice?").is_visible()
    press(page, "1 3 3 4 4 6", "Enter")
    assert player.client.get(player.path).json()["seq"] == 0


def test_an_answer_to_a_table_that_was_left_does_not_bring_it_back(visit: Visit, player: Player) -> None:
    page = visit(DESK, where=f"/#/match/{player.match['id']}")
    page.locator("[data-key=tap-1]").wait_for()
    late = held(page, f"{player.path}/events")
    for face in "133446":
        page.keyboard.press(face)
    with page.expect_request(f"**{player.path}/events"):
        page.keyboard.press("Enter")
    go(page, "#/fairness")
    page.get_by_role("heading", name="How fair are the dice?").wait_for()
    with page.expect_response(f"**{player.path}/events"):
        late[0].continue_()
    page.wait_for_timeout(300)  # as above
    assert page.get_by_role("heading", name="How fair are the dice?").is_visible()
    assert player.client.get(player.path).json()["seq"] == 1


def test_a_question_does_not_follow_into_the_next_room(visit: Visit, player: Player) -> None:
    page = visit(DESK, where=f"/#/match/{player.match['id']}")
    page.get_by_role("button", name="Keys").click()
    page.get_by_role("dialog").wait_for()
    go(page, "#/fairness")
    page.get_by_role("heading", name="How fair are the dice?").wait_for()
    expect(page.locator("dialog")).to_have_count(0)
