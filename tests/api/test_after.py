"""After the game, in a real Chromium: the chart with its table, best turns and luck, and what the dice showed."""

from collections.abc import Callable

import httpx
import pytest

from tests.api.conftest import Player
from tests.api.windows import (
    BOTH,
    DESK,
    IN_BROWSER,
    PHONE,
    Shot,
    Visit,
    begin,
    expect,
    press,
    set_aside,
    tap_in,
    turn_of,
)

pytestmark = IN_BROWSER

ZOOMED = {"width": PHONE["width"] // 2, "height": PHONE["height"] // 2}  # a phone at 200 %
LONGEST = "Wolfeschlegelsteinhausenbergerdorff IIIx"

# Words of the tables' heads, and of names, that do not stand in one line.
TORN = """[...document.querySelectorAll('th')].flatMap((head) => {
  const texts = document.createTreeWalker(head, NodeFilter.SHOW_TEXT);
  const torn = [];
  while (texts.nextNode()) for (const { 0: word, index } of texts.currentNode.data.matchAll(/\\S+/g)) {
    const range = new Range();
    range.setStart(texts.currentNode, index);
    range.setEnd(texts.currentNode, index + word.length);
    if (range.getClientRects().length > 1) torn.push(word);
  }
  return torn;
})"""

# Marks of the chart and of its key that are cut off.
CUT = """[...document.querySelectorAll('.chart svg .line > :last-child')].filter((mark) => {
  const [box, all] = [mark, mark.ownerSVGElement].map((one) => one.getBoundingClientRect());
  return box.left < all.left || box.right > all.right || box.top < all.top || box.bottom > all.bottom;
}).length"""


@pytest.mark.parametrize(
    "size",
    [
        pytest.param(DESK, id="desk", marks=pytest.mark.long),
        pytest.param(PHONE, id="phone"),
        pytest.param(ZOOMED, id="zoomed", marks=pytest.mark.long),
    ],
)
def test_a_match_shows_how_it_went(visit: Visit, shot: Shot, size: dict[str, int]) -> None:
    page = visit(size, color_scheme="light" if size["width"] > 800 else "dark")
    begin(page, "Mia", "Noe", totals="9000, 8000")
    press(page, "2 2 3 3 4 6", "Enter")
    turn_of(page, "Noe")
    set_aside(page, "1 2 3 4 5 6")
    press(page, "b")
    page.get_by_role("heading", name="Noe wins!").wait_for()
    page.get_by_role("link", name="How it went").click()
    page.get_by_role("img", name="Scores turn by turn").wait_for()
    page.get_by_text("The same as a table").click()
    expect(page.get_by_role("row", name="2. Noe 3,000 straight = 3,000 9,000 11,000")).to_have_count(1)
    expect(page.get_by_role("row", name="Mia 1 1 (100 %) \u2013 \u2212534")).to_have_count(1)
    page.get_by_text("12 dice are too few to tell anything").wait_for()
    shot(page, "story")
    page.goto(page.url.split("#")[0] + "#/fairness")
    page.get_by_role("heading", name="How fair are the dice?").wait_for()
    shot(page, "dice")


def test_long_names_of_faces_do_not_run_out_of_a_narrow_page(visit: Visit, shot: Shot) -> None:
    page = visit(ZOOMED)
    begin(page, "Ann", "Bob", game="phase-10")
    tap_in(page, "8G 8O 8B 10B 5B 6O WO WB 1O 2O")
    page.locator(".offers").get_by_text("8+8+8 and 10+W+W = 34").wait_for()
    page.goto(page.url.split("#")[0] + "#/fairness")
    page.get_by_role("heading", name="How fair are the dice?").wait_for()
    shot(page, "faces")


@BOTH
def test_no_word_of_a_table_is_torn_and_no_mark_is_cut(
    server: str, seat: Callable[..., Player], visit: Visit, shot: Shot, size: dict[str, int]
) -> None:
    with httpx.Client(base_url=server, timeout=30) as client:
        match = seat(client, LONGEST, "Cameron", "Josephine")
        match.play("roll 2 2 3 3 4 6")
        page = visit(size, where=f"/#/after/{match.match['id']}", at=server)
        page.get_by_text("1 turn", exact=True).wait_for()
        page.get_by_text("The same as a table").click()
        shot(page, "story")
        assert set(page.evaluate(TORN)) <= {LONGEST.split(maxsplit=1)[0]}
        assert page.evaluate(CUT) == 0


def test_what_dice_showed_is_seen_in_the_colours_of_the_reader(
    server: str, seat: Callable[..., Player], visit: Visit
) -> None:
    with httpx.Client(base_url=server, timeout=30) as client:
        match = seat(client)
        match.play("roll 2 2 3 3 4 6")
        page = visit(DESK, where=f"/#/after/{match.match['id']}", at=server, forced_colors="active")
        page.locator(".fair .mark").first.wait_for()
        seen = "(one) => getComputedStyle(one).backgroundColor !== getComputedStyle(document.body).backgroundColor"
        assert page.locator(".fair .length").first.evaluate(seen)
        assert page.locator(".fair .mark").first.evaluate(seen)
        ink = page.evaluate("getComputedStyle(document.body).color")
        assert page.locator(".chart polyline").first.evaluate("(one) => getComputedStyle(one).stroke") == ink


def test_a_match_is_printed_as_a_score_sheet(server: str, seat: Callable[..., Player], visit: Visit) -> None:
    with httpx.Client(base_url=server, timeout=30) as client:
        match = seat(client, totals="9500, 500")
        match.play("roll 1 1 1 5 2 3", "keep 1 1 1 5", "bank")
    for where, told in (("match", "10,550"), ("after", "1. Ann 1,050")):
        page = visit(DESK, where=f"/#/{where}/{match.match['id']}", at=server, color_scheme="dark")
        expect(page.get_by_text("Ann wins!").first).to_be_visible()
        page.emulate_media(media="print")
        expect(page.get_by_text(told).first).to_be_visible()
        year = match.match["begun"][:4]
        expect(page.get_by_text("Jack Stone's Ten Thousand, ").filter(has_text=year).first).to_be_visible()
        presses = page.locator("button, a[href], input, select").filter(visible=True)
        expect(presses).to_have_count(0)
        inks = "[...document.querySelectorAll('main :is(h1, h2, td, p)')].map((one) => getComputedStyle(one).color)"
        assert set(page.evaluate(inks)) <= {"rgb(0, 0, 0)", "rgb(51, 51, 51)"}
