"""The live feed: whoever watches a match gets what happens there, as server-sent events."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

KEEP_ALIVE = 15.0  # seconds of silence before a comment keeps the connection open
BACKLOG = 64  # events a slow watcher may be behind before the oldest are dropped


@dataclass(frozen=True, slots=True)
class Event:
    """One server-sent event: its name, its data in one line, and the seq it brings the watcher to."""

    name: str
    data: str
    seq: int | None = None

    def __str__(self) -> str:
        """The event as it goes over the wire."""
        number = "" if self.seq is None else f"id: {self.seq}\n"
        return f"{number}event: {self.name}\ndata: {self.data}\n\n"


class Hub:
    """Who watches which match. Publishing may happen on any thread, watching on the event loop."""

    def __init__(self, carry: Callable[[str, Event], None] = lambda _match, _event: None) -> None:
        """Nobody watches yet; `carry` takes what is published to whoever watches at another server."""
        self._carry = carry
        self._watchers: defaultdict[str, set[_Watcher]] = defaultdict(set)

    @contextmanager
    def subscribe(self, match: str, device: str | None = None) -> Iterator["_Watcher"]:
        """A watcher of one match, at a device of that id, for as long as the block lasts."""
        watcher = _Watcher(device)
        self._watchers[match].add(watcher)
        try:
            yield watcher
        finally:
            self._watchers[match].discard(watcher)
            if not self._watchers[match]:
                del self._watchers[match]

    @property
    def watched(self) -> frozenset[str]:
        """The matches that somebody watches here."""
        return frozenset(tuple(self._watchers))

    def publish(self, match: str, event: Event) -> None:
        """Tell everybody who watches a match, here and elsewhere."""
        self.tell(match, event)
        self._carry(match, event)

    def tell(self, match: str, event: Event) -> None:
        """Tell everybody who watches a match here."""
        for watcher in tuple(self._watchers.get(match, ())):
            watcher.tell(event)

    def part(self, device: str) -> None:
        """End every feed of a device."""
        self._end(lambda watcher: watcher.device == device)

    def close(self) -> None:
        """End every feed, so that the server can stop."""
        self._end(lambda _watcher: True)

    def _end(self, whose: Callable[["_Watcher"], bool]) -> None:
        for watchers in tuple(self._watchers.values()):
            for watcher in filter(whose, tuple(watchers)):
                watcher.tell(None)


class _Watcher:
    """One queue of events, bound to the loop that it was made on."""

    def __init__(self, device: str | None) -> None:
        self.device = device
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[Event | None] = asyncio.Queue(BACKLOG)

    def tell(self, event: Event | None) -> None:
        """Queue an event, from any thread; None ends the feed."""
        self._loop.call_soon_threadsafe(self._put, event)

    def _put(self, event: Event | None) -> None:
        if self._queue.full():
            self._queue.get_nowait()
        self._queue.put_nowait(event)

    async def feed(self) -> AsyncIterator[str]:
        """The events as text, with a comment whenever nothing happened for a while."""
        while True:
            try:
                event = await asyncio.wait_for(self._queue.get(), KEEP_ALIVE)
            except TimeoutError:
                yield ": still here\n\n"
                continue
            if event is None:
                return
            yield str(event)
