"""Windows of a real Chromium on the page, and what a player does in them."""

import re
import shutil
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

Page = Any  # Playwright may be missing

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium") or shutil.which("google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]
FILM = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"]
PATIENCE = 30_000  # milliseconds until what must appear is missing
DESK = {"width": 1366, "height": 768}
PHONE = {"width": 390, "height": 844}
LARGE = pytest.param(DESK, id="desk", marks=pytest.mark.long)  # where a narrow page is in order a wide one mostly is
BOTH = pytest.mark.parametrize("size", [LARGE, pytest.param(PHONE, id="phone")])

IN_BROWSER = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="There is no Chromium here: apt-get install chromium"),
]

Visit = Callable[..., Page]
Shot = Callable[[Page, str], None]

# By how many pixels the page, or a question on it, is wider than it shows.
TOO_WIDE = """Math.max(document.documentElement.scrollWidth - innerWidth,
  ...[...document.querySelectorAll('dialog')].map((one) => one.scrollWidth - one.clientWidth))"""
# Keeps in `heard` what a page tells who cannot see, each time that it is written or put there.
HEARS = """() => {
  window.heard = [];
  const told = '[aria-live], [role=status], [role=alert]';
  const around = ({ target }) => (target.closest ? target : target.parentElement)?.closest(told);
  const within = (one) => (one.matches ? [one, ...one.querySelectorAll('*')].filter((each) => each.matches(told)) : []);
  const regions = (changes) => new Set(changes.flatMap((one) => [around(one), ...[...one.addedNodes].flatMap(within)]));
  const hear = (changes) => heard.push(...[...regions(changes)].map((one) => one?.textContent).filter(Boolean));
  new MutationObserver(hear).observe(document.body, { childList: true, characterData: true, subtree: true });
}"""
SMALL_TARGETS = """[...document.querySelectorAll('button, a[href], summary, select, input:not([type=file])')]
  .filter((one) => one.checkVisibility() && !one.classList.contains('skip'))
  .filter((one) => { const box = one.getBoundingClientRect(); return Math.min(box.width, box.height) < 43.5; })
  .map((one) => one.outerHTML.slice(0, 120))"""


def expect(part: Page) -> Page:
    """What must hold of a part of the page, at once or soon: Playwright's assertions, which wait."""
    playwright = pytest.importorskip("playwright.sync_api", reason="pip install playwright")
    playwright.expect.set_options(timeout=PATIENCE)
    return playwright.expect(part)


def violations(page: Page) -> list[str]:
    """What axe-core finds serious or critical on a page: the rule, and the first place."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="pip install axe-playwright-python").Axe()
    asked = {"resultTypes": ["violations"], "rules": {"label-content-name-mismatch": {"enabled": True}}}
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe.axe_script)
    found = page.evaluate("(asked) => axe.run(document, asked).then(({ violations }) => violations)", asked)  # not all
    return [
        f"{one['id']}: {one['help']}: {one['nodes'][0]['html'][:160]} {one['nodes'][0]['failureSummary']}"
        for one in found
        if one["impact"] in {"serious", "critical"}
    ]


def begin(page: Page, *names: str, game: str = "jack-stone", **rules: str) -> None:
    """Start a match through the form, with rules of the house that are typed in."""
    page.get_by_label("Game", exact=False).first.select_option(game)
    for place, name in enumerate(names, 1):
        page.get_by_label(f"Player {place}", exact=True).fill(name)
    if rules:
        page.get_by_text("House rules").click()
    for option, value in rules.items():
        page.locator(f"input[name={option}]").fill(value)
    page.get_by_role("button", name="Start the match").click()
    turn_of(page, names[0])


def looked(page: Page) -> None:
    """Give the player the time to see what others changed, and to mean what he presses next."""
    page.wait_for_timeout(500)


def turn_of(page: Page, name: str) -> None:
    """Wait until it is somebody's turn."""
    page.get_by_role("heading", name=f"{name}\u2019s turn").wait_for()


def press(page: Page, *keys: str) -> None:
    """Press keys one by one, each as soon as what the last one asked for is there."""
    for key in " ".join(keys).split():
        page.keyboard.press(key)
        page.locator("main:not([aria-busy=true])").wait_for()


def tab_to(page: Page, where: str) -> None:
    """Go to a place on the page by the tabulator, once it is there."""
    page.locator(where).wait_for(state="attached")
    for _ in range(80):
        if page.evaluate("(where) => document.activeElement.matches(where)", where):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no tabulator leads to {where}")


def set_aside(page: Page, roll: str) -> None:
    """Type a roll in and set the best of it aside."""
    press(page, roll, "Enter")
    page.locator(".offer:not(.stop)").first.wait_for()
    press(page, "1")
    page.locator(".offer.stop").wait_for()


def tap_in(page: Page, roll: str) -> None:
    """Tap a roll in, die by die, and play it; gives the table back when it is played."""
    for face in roll.split():
        page.locator(f'[data-key="tap-{face}"]').click()
    page.locator('[data-key="enter"]').click()
    page.locator("main:not([aria-busy=true])").wait_for()


def faces(page: Page) -> list[str]:
    """The dice drawn on the photo, as a screen reader tells them."""
    pins = page.locator("button.pin")
    return [pins.nth(at).get_attribute("aria-label").split(": ")[1].split(",")[0] for at in range(pins.count())]


def shows(page: Page, truth: list[str]) -> None:
    """Wait until these are the dice drawn on the photo."""
    pins = page.locator("button.pin")
    expect(pins).to_have_count(len(truth))
    for at, face in enumerate(truth):
        expect(pins.nth(at)).to_have_attribute("aria-label", re.compile(rf"^[^:]+: {re.escape(face)}(,|$)"))


def tap(page: Page, place: int) -> None:
    """Put a finger on a die in the photo."""
    page.locator("button.pin").nth(place).click(force=True)  # a finger hits what is on top
    page.locator("dialog").wait_for()


def called(face: str) -> re.Pattern[str]:
    """The name of a button for a face, which may tell how sure the eye is of it."""
    return re.compile(rf"^{re.escape(face)}(, .*%)?$")


def choose(page: Page, face: str) -> None:
    """Answer the question which face is up."""
    page.locator("dialog").get_by_role("button", name=called(face)).click()
    page.locator("dialog").wait_for(state="detached")


def put_right(page: Page, truth: list[str]) -> int:
    """Correct what the eye got wrong, die by die, as a player would; gives how many taps that took."""
    for taps in range(12):
        seen = faces(page)
        extra, missing = Counter(seen) - Counter(truth), Counter(truth) - Counter(seen)
        if not extra and not missing:
            return taps
        if extra:
            tap(page, seen.index(next(iter(extra))))
            choose(page, next(iter(missing), "It does not belong to the throw"))
        else:
            page.get_by_role("button", name="Add a missed die").click()
            choose(page, next(iter(missing)))
        page.wait_for_timeout(150)
    raise AssertionError(f"{faces(page)} cannot be put right to {truth}")
