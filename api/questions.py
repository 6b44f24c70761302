"""What hands did last in each match, told or asked, here or at another server; and what is asked still."""

import threading

from api import wire
from api.live import HANDS, Event, Hub
from api.table import Sheet


class Questions:
    """At most one question is open in a match; whatever is told or asked after it takes its place."""

    def __init__(self, hub: Hub) -> None:
        """Nothing was told yet."""
        self._hub = hub
        self._last: dict[str, wire.Hands] = {}  # what was told or asked last, by match
        self._ours: set[str] = set()  # the matches in which that is a question of this server's camera
        self._lock = threading.RLock()  # around changing either, and telling so

    def say(self, match: str, told: wire.Hands) -> None:
        """Ask or tell everybody at a match what hands did."""
        with self._lock:
            self._note(match, told)
            self._ours = self._ours | {match} if told.question else self._ours - {match}
            self._hub.publish(match, Event(HANDS, told.model_dump_json()))

    def hear(self, match: str, told: wire.Hands) -> bool:
        """Take note of what another server told or asked; False where it withdrew a question that is open no more.

        Without a picture it withdraws whatever another server asked.
        """
        with self._lock:
            asked = self.open(match)
            another = asked is not None and asked.picture != told.picture
            if told.withdrawn and another and (told.picture or match in self._ours):
                return False
            if told != self._last.get(match):  # what is told once more after a line was lost may be our own
                self._ours.discard(match)
            self._note(match, told)
        return True

    def open(self, match: str) -> wire.Hands | None:
        """Give the question that is open in a match."""
        told = self._last.get(match)
        return told if told and told.question else None

    def ours(self, match: str) -> wire.Hands | None:
        """Give the question that is open in a match, if this server's camera asked it."""
        return self.open(match) if match in self._ours else None

    def at(self, sheet: Sheet) -> wire.Hands | None:
        """Give the question that is open in a match as it stands, unless more than adjustments was entered since."""
        asked = self.open(sheet.id)
        if asked is None or not sheet.adjusted_since(asked.seq):
            return None
        return asked.model_copy(update={"seq": sheet.seq})

    def last(self, sheet: Sheet) -> wire.Hands | None:
        """Give what who comes later must know: the open question, or what was played last."""
        told = self._last.get(sheet.id)
        return told if told and told.undo and told.seq == sheet.seq else self.at(sheet)

    def replace(self, match: str, asked: wire.Hands, told: wire.Hands) -> bool:
        """Tell something in the place of a question; False where that is open no more."""
        with self._lock:
            still = self._last.get(match) is asked
            if still:
                self.say(match, told)
        return still

    def withdraw(self, match: str | None) -> None:
        """Tell that what this server asked in a match is no question any more; another's is not ours to drop."""
        with self._lock:
            if match and (asked := self.ours(match)):
                self.say(match, asked.no_more)

    def _note(self, match: str, told: wire.Hands) -> None:
        if told.withdrawn:
            self._last.pop(match, None)
        else:
            self._last[match] = told
