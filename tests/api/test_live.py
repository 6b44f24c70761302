"""The live feed: who watches a match sees every change, in order, and again after a break."""

import asyncio
import json
import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.live import BACKLOG, Event, Hub
from tests.api.conftest import Player, outcome
from tests.api.test_page import smudged


@contextmanager
def watching(player: Player) -> Iterator[Callable[[], dict[str, Any]]]:
    """Watch a match from another thread; gives a way to wait for the next event.

    Left out is that there is no camera and no question, which is told to whoever comes.
    """
    heard: queue.Queue[dict[str, Any]] = queue.Queue()
    none = {"camera": '"source":null', "hands": '"question":false,"says":""'}
    with (
        httpx.Client(base_url=player.client.base_url, timeout=10) as ears,
        ears.stream("GET", f"{player.path}/stream") as feed,
    ):
        assert feed.headers["content-type"].startswith("text/event-stream")
        assert feed.headers["cache-control"] == "no-store"

        def listen() -> None:
            event: dict[str, Any] = {}
            try:
                for line in feed.iter_lines():
                    name, _, value = line.partition(": ")
                    event[name] = value
                    if not line and event.get("data"):
                        if none.pop(event["event"], "no match") not in event["data"]:
                            heard.put(event)
                        event = {}
            except (httpx.HTTPError, httpx.StreamError):
                return

        threading.Thread(target=listen, daemon=True).start()
        yield lambda: heard.get(timeout=20)


def changed(match: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """A match after a change, as the page puts it together."""
    assert change["after"] == match["seq"]
    told = {name: value for name, value in change.items() if name in match}
    told["log"] = match["log"][: change["log_from"]] + change["log"]
    told["view"] = {**change["view"], "card": match["view"]["card"][: change["card_from"]] + change["view"]["card"]}
    return {**match, **told}


def test_who_watches_sees_how_it_stands_and_every_change(ann: Player) -> None:
    ann.play("roll 1 3 3 4 4 6")
    with watching(ann) as heard:
        first = heard()
        assert (first["event"], first["id"]) == ("view", "1")
        match = json.loads(first["data"])
        assert match == ann.match
        ann.play("keep 1", "bank")
        again = heard()
        assert (again["event"], again["id"]) == ("view", "2")
        match = json.loads(again["data"])
        ann.post("undo")
        ann.post("redo")
        ann.play("roll 1 3 3 4 4 6")
        for seq in range(3, 7):
            change = heard()
            assert (change["event"], change["id"]) == ("change", str(seq))
            match = changed(match, json.loads(change["data"]))
        assert match == ann.match


def test_a_change_tells_no_more_of_a_long_match_than_of_a_short_one(ann: Player) -> None:
    with watching(ann) as heard:
        heard()
        sizes = []
        for _ in range(40):
            ann.play("adjust Ann 50")
            sizes.append(len(heard()["data"]))
    assert sizes[-1] < sizes[1] + 50


def test_a_picture_that_was_looked_at_is_seen_by_everybody(ann: Player, throws: Path) -> None:
    with watching(ann) as heard:
        heard()
        look = ann.photo((throws / "01.jpg").read_bytes())
        events = [heard()] if not look["played"] else [heard(), heard()]
        assert events[-1]["event"] == "reading"
        told = json.loads(events[-1]["data"])
        assert (told["version"], told["seq"]) == (1, look["match"]["seq"])
        assert [told[name] for name in ("played", "picture", "reading")] == [
            look[name] for name in ("played", "picture", "reading")
        ]


def test_a_photo_waits_for_a_word_until_it_is_dropped_or_another_comes() -> None:
    def reading(picture: str, *, played: bool = False) -> Event:
        return Event("reading", json.dumps({"seq": 3, "picture": picture, "played": played}))

    hub, dropped = Hub(), lambda picture: Event("dropped", json.dumps({"picture": picture}))
    hub.publish("one", reading("first"))
    hub.publish("one", Event("view", "{}", 3))
    assert hub.waits("one") == reading("first")
    assert hub.waits("another") is None
    hub.publish("one", dropped("another"))
    assert hub.waits("one")
    hub.hear("one", dropped("first"))
    assert hub.waits("one") is None
    hub.publish("one", reading("second"))
    hub.publish("one", reading("third", played=True))
    assert hub.waits("one") is None


def test_a_photo_that_waits_is_told_to_who_comes_later_until_the_match_goes_on(ann: Player) -> None:
    look = ann.photo(smudged())
    assert not look["played"]

    def waits() -> int | None:
        with watching(ann) as heard:
            heard()
            ann.client.post(
                f"{ann.path}/dismiss", json={"picture": "0" * 24}
            ).raise_for_status()  # the last to be heard
            event = heard()
            seq: int | None = json.loads(event["data"])["seq"] if event["event"] == "reading" else None
            return seq

    assert waits() == 0
    ann.play("adjust Bob -50")
    assert waits() == 1
    ann.play("roll 1 3 3 4 4 6")
    assert waits() is None
    ann.post("undo")
    assert waits() is None


def test_who_watches_hears_now_and_then_that_the_line_is_alive(ann: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.live.KEEP_ALIVE", 0.1)
    with watching(ann) as heard:
        assert [heard()["event"] for _ in range(3)] == ["view", "alive", "alive"]


def test_a_device_that_must_go_hears_no_more() -> None:
    async def parted() -> list[int]:
        hub = Hub()
        with hub.subscribe("m", "phone") as phone, hub.subscribe("m") as table:
            hub.part("phone")
            hub.publish("m", Event("view", "{}"))
            hub.close()
            await asyncio.sleep(0)
            return [len([text async for text in watcher.feed()]) for watcher in (phone, table)]

    assert outcome(parted()) == [0, 1]


def test_a_device_that_must_go_hears_no_more_however_slow_it_is() -> None:
    async def parted() -> int:
        hub = Hub()
        with hub.subscribe("m", "phone") as phone:
            hub.part("phone")
            for number in range(BACKLOG + 5):
                hub.publish("m", Event("view", "{}", number))
            await asyncio.sleep(0)
            async with asyncio.timeout(5):
                return len([text async for text in phone.feed()])

    assert outcome(parted()) == 0


def test_watchers_of_other_matches_hear_nothing(ann: Player, seat: Callable[..., Player]) -> None:
    other = seat(ann.client)
    with watching(other) as heard:
        heard()
        ann.play("roll 1 3 3 4 4 6")
        other.play("roll 2 3 3 4 6 6")
        assert json.loads(heard()["data"])["id"] == other.match["id"]


def test_the_feed_of_a_watcher_that_is_too_slow_ends_without_a_gap_so_that_it_is_told_all_anew() -> None:
    async def sleepy() -> list[str]:
        hub = Hub()
        with hub.subscribe("m") as watcher:
            for number in range(BACKLOG + 5):
                hub.publish("m", Event("view", "{}", number))
            await asyncio.sleep(0)
            async with asyncio.timeout(5):
                return [text async for text in watcher.feed()]

    told = [int(text.partition("\n")[0].removeprefix("id: ")) for text in outcome(sleepy())]
    assert told == [*range(BACKLOG)]


def test_nobody_is_left_behind_when_a_watcher_goes() -> None:
    async def visit() -> bool:
        hub = Hub()
        with hub.subscribe("m"):
            pass
        hub.publish("m", Event("view", "{}"))
        return not hub._watchers  # noqa: SLF001 - nothing else shows a leak

    assert outcome(visit())
