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

from api.live import BACKLOG, Event, Hub
from tests.api.conftest import Player


@contextmanager
def watching(player: Player) -> Iterator[Callable[[], dict[str, Any]]]:
    """Watch a match from another thread; gives a way to wait for the next event."""
    heard: queue.Queue[dict[str, Any]] = queue.Queue()
    with (
        httpx.Client(base_url=player.client.base_url, timeout=10) as ears,
        ears.stream("GET", f"{player.path}/stream") as feed,
    ):
        assert feed.headers["content-type"].startswith("text/event-stream")

        def listen() -> None:
            event: dict[str, Any] = {}
            try:
                for line in feed.iter_lines():
                    name, _, value = line.partition(": ")
                    event[name] = value
                    if not line and event.get("data"):
                        heard.put(event)
                        event = {}
            except (httpx.HTTPError, httpx.StreamError):
                return

        threading.Thread(target=listen, daemon=True).start()
        yield lambda: heard.get(timeout=5)


def test_who_watches_sees_how_it_stands_and_every_change(ann: Player) -> None:
    ann.play("roll 1 3 3 4 4 6")
    with watching(ann) as heard:
        first = heard()
        assert (first["event"], first["id"]) == ("view", "1")
        assert json.loads(first["data"]) == ann.match
        ann.play("keep 1", "bank")
        assert [heard()["id"] for _ in range(2)] == ["2", "3"]
        ann.post("undo")
        assert json.loads(heard()["data"]) == ann.match


def test_a_picture_that_was_looked_at_is_seen_by_everybody(ann: Player, throws: Path) -> None:
    with watching(ann) as heard:
        heard()
        look = ann.photo((throws / "01.jpg").read_bytes())
        events = [heard()] if not look["played"] else [heard(), heard()]
        assert events[-1]["event"] == "reading"
        assert json.loads(events[-1]["data"]) == look


def test_watchers_of_other_matches_hear_nothing(ann: Player, seat: Callable[..., Player]) -> None:
    other = seat(ann.client)
    with watching(other) as heard:
        heard()
        ann.play("roll 1 3 3 4 4 6")
        other.play("roll 2 3 3 4 6 6")
        assert json.loads(heard()["data"])["id"] == other.match["id"]


def test_a_slow_watcher_loses_the_oldest_and_keeps_the_newest() -> None:
    async def sleepy() -> list[str]:
        hub = Hub()
        with hub.subscribe("m") as watcher:
            for number in range(BACKLOG + 5):
                hub.publish("m", Event("view", "{}", number))
            await asyncio.sleep(0)
            hub.close()
            await asyncio.sleep(0)
            return [text async for text in watcher.feed()]

    texts = asyncio.run(sleepy())
    assert texts[-1].startswith(f"id: {BACKLOG + 4}\n")
    assert len(texts) == BACKLOG - 1


def test_nobody_is_left_behind_when_a_watcher_goes() -> None:
    async def visit() -> bool:
        hub = Hub()
        with hub.subscribe("m"):
            pass
        hub.publish("m", Event("view", "{}"))
        return not hub._watchers  # noqa: SLF001 - nothing else shows a leak

    assert asyncio.run(visit())
