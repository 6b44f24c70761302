"""The live feed: whoever watches a match gets what happens there, as server-sent events."""

import asyncio
import json
import threading
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

KEEP_ALIVE = 15.0  # seconds of silence before a word tells that the connection is there
HANDS = "hands"  # the name of events that tell or ask what hands did
READING, DROPPED = "reading", "dropped"  # of those that tell of a picture that was looked at, and that it was no throw
VIEW, CHANGE = "view", "change"  # of those that tell a match, whole or what changed in it
CAMERA = "camera"  # of those that tell how the camera is
BACKLOG = 64  # events a slow watcher may be behind before its feed ends


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
        """Nobody watches yet; `carry` takes what is published to whoever watches at another server.

        `heard` is told what was published there, and says whether that counts.
        """
        self._carry = carry
        self.heard: Callable[[str, Event], bool] = lambda _match, _event: True
        self._watchers: defaultdict[str, set[_Watcher]] = defaultdict(set)
        self._photos: dict[str, Event] = {}  # the last of each match that waits for a word, or that it was dropped
        self._noting = threading.Lock()

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

    @property
    def devices(self) -> frozenset[str]:
        """The devices at which somebody watches here, by their ids."""
        watchers = (watcher for those in tuple(self._watchers.values()) for watcher in tuple(those))
        return frozenset(watcher.device for watcher in watchers if watcher.device)

    def publish(self, match: str, event: Event) -> None:
        """Tell everybody who watches a match, here and elsewhere."""
        self.tell(match, event)
        self._carry(match, event)

    def hear(self, match: str, event: Event) -> None:
        """Tell what was published at another server, unless it is overtaken by what was told here."""
        if self.heard(match, event):
            self.tell(match, event)

    def tell(self, match: str, event: Event) -> None:
        """Tell everybody who watches a match here."""
        self._note(match, event)
        _tell(tuple(self._watchers.get(match, ())), str(event))

    def waits(self, match: str) -> Event | None:
        """The reading of the last photo of a match that was neither played as it came nor dropped."""
        photo = self._photos.get(match)
        return photo if photo and photo.name == READING else None

    def dropped(self, match: str) -> Event | None:
        """That the last photo of a match was dropped, where it was."""
        photo = self._photos.get(match)
        return photo if photo and photo.name == DROPPED else None

    def forget(self, match: str, photo: Event) -> None:
        """Keep that photo no longer: the match went on."""
        with self._noting:
            if self._photos.get(match) is photo:
                del self._photos[match]

    def _note(self, match: str, event: Event) -> None:
        """Keep a photo that waits for a word until another one comes, or that it was dropped."""
        with self._noting:
            if event.name == READING:
                told = json.loads(event.data)
                self._photos.pop(match, None)
                if told["picture"] and not told["played"]:
                    self._photos[match] = event
            elif event.name == DROPPED:
                waiting = self.waits(match)
                if waiting is None or _picture(waiting) == _picture(event):
                    self._photos[match] = event

    def part(self, device: str) -> None:
        """End every feed of a device."""
        self._end(lambda watcher: watcher.device == device)

    def close(self) -> None:
        """End every feed, so that the server can stop."""
        self._end(lambda _watcher: True)

    def _end(self, whose: Callable[["_Watcher"], bool]) -> None:
        for watchers in tuple(self._watchers.values()):
            _tell(tuple(filter(whose, tuple(watchers))), None)


def _picture(event: Event) -> str | None:
    """The picture that was read, or dropped."""
    name: str | None = json.loads(event.data)["picture"]
    return name


class _Watcher:
    """One queue of events as they go over the wire, bound to the loop that it was made on; None ends the feed."""

    def __init__(self, device: str | None) -> None:
        self.device = device
        self.loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._ended = False

    def put(self, text: str | None) -> None:
        """Queue an event, on the loop; for who is too slow the feed ends, to come again and be told all anew."""
        if self._ended:
            return
        self._ended = text is None or self._queue.qsize() == BACKLOG
        self._queue.put_nowait(None if self._ended else text)

    async def feed(self) -> AsyncIterator[str]:
        """The events as text, with `alive` whenever nothing happened for a while."""
        while True:
            try:
                async with asyncio.timeout(KEEP_ALIVE):
                    text = await self._queue.get()
            except TimeoutError:
                yield str(Event("alive", "{}"))
                continue
            if text is None:
                return
            yield text


def _tell(watchers: Sequence[_Watcher], text: str | None) -> None:
    """Queue the same text at each of many, from any thread: it is written once, and their loop is woken once."""

    def put() -> None:
        for watcher in watchers:
            watcher.put(text)

    for loop in {watcher.loop for watcher in watchers}:
        loop.call_soon_threadsafe(put)
