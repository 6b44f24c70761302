"""A whole match of each game in a real Chromium: by keys alone, by taps on a phone, and with a browser for each."""

import random
from collections.abc import Callable

import httpx
import pytest

from scoring.dice import Roll
from scoring.events import Event, Keep, Throw, parse
from scoring.games import game
from scoring.match import Match
from tests.api.windows import DESK, IN_BROWSER, PHONE, Page, Shot, Visit, begin, looked, press, tab_to, tap_in, turn_of
from tests.scoring.chance import thrown

pytestmark = IN_BROWSER

NAMES = ("Ann", "Bob")
NINE = "36 40 45 44 44 44 44 45 50"  # phases already made
SHORT = {
    "ten-grand": {"totals": "9000, 8800"},
    "ten-thousand": {"totals": "9000, 8800"},
    "jack-stone": {"totals": "9000, 8800"},
    "phase-10": {"scored": f"{NINE}; {NINE}"},
    "high-roll": {"goal": "12000"},
}
SEED = 42
MOST = 150  # plays; none of these matches is as long

Do = Callable[[Page, Match, Event], None]


def begin_by_keys(page: Page, title: str, rules: dict[str, str]) -> None:
    """Start a match through the form without a mouse."""
    tab_to(page, "select[name=game]")
    page.keyboard.type(title)
    for place, name in enumerate(NAMES, 1):
        tab_to(page, f'[aria-label="Player {place}"]')
        page.keyboard.type(name)
    tab_to(page, "form summary")
    page.keyboard.press("Enter")
    for option, value in rules.items():
        tab_to(page, f"input[name={option}]")
        page.keyboard.press("Control+a")
        page.keyboard.type(value)
    tab_to(page, "form [type=submit]")
    page.keyboard.press("Enter")
    turn_of(page, NAMES[0])


def by_keys(page: Page, match: Match, event: Event) -> None:
    """Make a play with the keys that `?` shows."""
    offers = [offer.event for offer in match.view.offers]
    if isinstance(event, Throw):
        press(page, *(" ".join(str(face)) for face in event.roll), "Enter")
    elif str(event) not in offers:
        for place in turned(match, event):
            while not page.evaluate(f"document.activeElement.dataset.key === 'stay-{place}'"):
                press(page, "ArrowRight")
            press(page, "Space")
        press(page, "t")
    else:
        press(page, {"bank": "b", "break": "k"}.get(str(event), str(offers.index(str(event)) + 1)))


def by_taps(page: Page, match: Match, event: Event) -> None:
    """Make a play with a finger or a mouse."""
    if isinstance(event, Throw):
        tap_in(page, str(event.roll))
    elif str(event) not in [offer.event for offer in match.view.offers]:
        for place in turned(match, event):
            page.locator(f'[data-key="stay-{place}"]').click()
        page.locator('[data-key="stay"]').click()
    else:
        page.locator(f'[data-key="{event}"]').click()


def turned(match: Match, event: Event) -> list[int]:
    """The dice to turn from staying to thrown or back, so that those stay which a keep names."""
    assert isinstance(event, Keep)
    assert match.view.free
    stayed = places(match.view.free, match.view.kept)
    return sorted(stayed ^ places(match.view.free, event.roll))


def as_it_lies(dice: Roll, keep: Event) -> Event:
    """Name the dice that stay in the order in which they lie, as the page does."""
    assert isinstance(keep, Keep)
    return Keep(Roll(tuple(dice.faces[at] for at in sorted(places(dice, keep.roll)))))


def places(dice: Roll, some: Roll) -> set[int]:
    """Where some of the dice lie, each the first of its face that is left."""
    left = list(some)
    return {at for at, face in enumerate(dice) if face in left and not left.remove(face)}


def next_play(page: Page, match: Match, chance: random.Random) -> Event:
    """What the odds beside the game call best, or else whatever is offered first; the dice fall by chance."""
    address, _, found = page.url.partition("/#/match/")
    sheet = httpx.get(f"{address}/api/matches/{found}", timeout=30).raise_for_status().json()
    best = [one["event"] for one in (sheet["advice"] or {"prospects": []})["prospects"]]
    offers = [offer.event for offer in match.view.offers] if match.view.awaits.what == "decision" else []
    event = (best or offers or ["roll"])[0]
    if event == "roll":
        return thrown(game(match.game), match.state, match.view, chance)
    free = match.view.free
    return as_it_lies(free, parse(event)) if free and event.startswith("keep") else parse(event)


def play(pages: list[Page], match: Match, do: Do, shot: Shot) -> None:
    """Play until somebody wins, each at his own page where there are several; every page shows every play."""
    chance = random.Random(SEED)  # noqa: S311 - dice, not secrets
    before = pages[0]
    for number in range(1, MOST):
        page = pages[match.players.index(match.view.player) % len(pages)]
        event = next_play(page, match, chance)
        if page is not before:
            looked(page)
        do(page, match, event)
        match = match.play(event)
        for one in pages:
            one.locator(f'.table[data-seq="{number}"]').wait_for()
        before = page
        if match.view.over:
            break
    winner = " and ".join(match.view.victors)
    for page in pages:
        page.get_by_role("heading", name=winner).wait_for()
        points = page.locator(".totals .sum").all_inner_texts()
        assert points == [f"{total:,}" for _, total in match.view.totals]
    shot(pages[0], match.game)


def match_of(name: str) -> Match:
    return Match.start(name, NAMES, SHORT[name])


def in_make_test(*names: str) -> list[object]:
    """Every game, of which `make test` plays some, or none; `make test-pages` plays all."""
    return [pytest.param(name, marks=() if name in names else pytest.mark.long) for name in SHORT]


@pytest.mark.parametrize("name", in_make_test())  # one of Jack Stone stands in `test_page`
def test_a_whole_match_by_keys_alone(visit: Visit, shot: Shot, name: str) -> None:
    page = visit(DESK)
    begin_by_keys(page, game(name).title, SHORT[name])
    play([page], match_of(name), by_keys, shot)
    press(page, "n")
    turn_of(page, NAMES[0])


@pytest.mark.parametrize("name", in_make_test("ten-thousand"))
def test_a_whole_match_on_a_phone(visit: Visit, shot: Shot, name: str) -> None:
    page = visit(PHONE)
    begin(page, *NAMES, game=name, **SHORT[name])
    play([page], match_of(name), by_taps, shot)


@pytest.mark.parametrize("name", in_make_test("high-roll"))
def test_a_whole_match_in_two_browsers(visit: Visit, shot: Shot, name: str) -> None:
    ann = visit(DESK)
    begin(ann, *NAMES, game=name, **SHORT[name])
    bob = visit(PHONE, where="/" + ann.url.split("/", 3)[3])
    turn_of(bob, NAMES[0])
    play([ann, bob], match_of(name), by_taps, shot)
