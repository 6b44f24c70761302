"""A device that only watches, in a real Chromium: it sees the table, and nothing that it may not press."""

from collections.abc import Callable
from pathlib import Path

import httpx

from tests.api.conftest import Player, swept
from tests.api.windows import BOTH, IN_BROWSER, Page, Shot, Visit, turn_of

pytestmark = IN_BROWSER

PRESSED = """[...document.querySelectorAll('button, form, input, select, summary')]
  .filter((one) => one.checkVisibility()).map((one) => one.ariaLabel ?? one.innerText.trim())"""


def pressed(page: Page) -> set[str]:
    """What there is to press, but for links and what leads to them."""
    return {name.partition("\n")[0] for name in page.evaluate(PRESSED)} - {"Voice", "Keys", "More", "The odds"}


@BOTH
def test_a_watcher_sees_a_match_without_controls(
    lan: tuple[httpx.Client, str], seat: Callable[..., Player], visit: Visit, shot: Shot, throws: Path,
    size: dict[str, int],
) -> None:  # fmt: skip
    owner, address = lan
    swept(owner)
    ann = seat(owner)
    link = owner.get("/api/pairing").json()["watchers"].partition("#")[2]
    page = visit(size, where=f"/join/#{link}", at=address)
    matches = owner.get("/api/matches").json()["matches"]
    running = [one for one in matches if not one["over"] and not one["demo"]]
    page.wait_for_url(f"{address}/#/match/{ann.match['id']}" if len(running) == 1 else f"{address}/#/lobby")
    page.goto(f"{address}/#/lobby")
    page.get_by_text("Open a match to follow it.").wait_for()
    assert pressed(page) == set()
    shot(page, "1-lobby")
    page.goto(f"{address}/#/match/{ann.match['id']}")
    turn_of(page, "Ann")
    page.get_by_text("You are watching.").wait_for()
    assert pressed(page) == set()
    ann.photo((throws / "01.jpg").read_bytes(), after=0)
    page.locator("figure.photo").wait_for()
    page.get_by_role("button", name="Ann threw").wait_for()
    assert pressed(page) <= {"Whole photo", "Ann threw"}
    shot(page, "2-thrown")
    page.get_by_role("button", name="Ann threw").click()
    page.get_by_role("img", name="That roll as the camera saw it").wait_for()
    shot(page, "3-seen")
    page.get_by_role("button", name="Close").click()
    ann.play(ann.view["offers"][0]["event"], "bank")
    turn_of(page, "Bob")
    owner.post(f"{ann.path}/pause", json={}).raise_for_status()
    page.get_by_role("heading", name="This match is paused", level=1).wait_for()
    assert pressed(page) == {"Ann banked"}
    owner.post(f"{ann.path}/resume", json={}).raise_for_status()
    turn_of(page, "Bob")
    page.goto(f"{address}/#/dice")
    page.get_by_text("Dice are taught by those who play.").wait_for()
    page.get_by_role("heading", name="Teach my dice", level=1).wait_for()
    assert pressed(page) == set()
