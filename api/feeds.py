"""Feeds: where the table's pictures come from, all spoken to alike: a camera, a film or folder, or a phone."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Protocol

from vision.camera.minder import Minder, Status
from vision.camera.source import Shot, SourceError, is_live, shots
from vision.picture import PictureError
from vision.reading import Frame

PHONE = "phone"
HELD = 4.0  # seconds that the last picture of a film is held, so that its last rest is seen
STEP = 1 / 15  # seconds between two of these
REST = (0.0, 0.1, 0.45)  # seconds at which one picture of a phone is looked at: it was sent because the table rests
LONGER = (1.6, 2.9, 4.2)  # seconds at which it is looked at again where no other came: what lies over the dice may stay
GONE = 20.0  # seconds without a word from a phone after which it is lost


class Feed(Protocol):
    """Pictures one by one, for the thread that follows the feed; any may read the `status`, or `stop` it."""

    name: str

    @property
    def status(self) -> Status:
        """Tell whether pictures come, and if not, why."""
        ...

    @property
    def over(self) -> bool:
        """Tell whether no picture will ever come again."""
        ...

    def next(self, patience: float = 0.25) -> Shot | None:
        """Wait so many seconds for the newest picture that was not yet given."""
        ...

    def again(self) -> None:
        """Give the newest picture once more, where others come only when something moves."""
        ...

    def stop(self) -> None:
        """Have nobody wait for the next picture any longer: the feed is to be closed."""
        ...

    def close(self) -> None:
        """Let go of whatever gives the pictures."""
        ...


def feed(src: str) -> Feed:
    """Open the feed of a source (`vision.camera.source`), or of a phone; whether it gives pictures shows later."""
    if src == PHONE:
        return Phone()
    return Wired(Minder.of(src)) if is_live(src) else Film(partial(shots, src), Path(src).name or src)


class Wired:
    """A camera: its minder opens it again whenever it is lost."""

    over = False

    def __init__(self, minder: Minder) -> None:
        self.name, self._minder = minder.name, minder

    @property
    def status(self) -> Status:
        """Tell how the camera is."""
        return self._minder.status

    def next(self, patience: float = 0.25) -> Shot | None:
        """Give the newest frame."""
        return self._minder.next(patience)

    def again(self) -> None:
        """Do nothing: the next picture comes by itself."""

    def stop(self) -> None:
        """Do nothing: nobody waits for long."""

    def close(self) -> None:
        """End the camera's process."""
        self._minder.close()


class Film:
    """A film or a folder of pictures, as fast as it was taken times `speed`; its last picture is held for a while."""

    def __init__(self, opening: Callable[[], Iterable[Shot]], name: str, speed: float = 1.0) -> None:
        self.name, self.over = name, False
        self.status = Status("lost", f"Waiting for {name} to open.", time.monotonic())
        self._stopped = threading.Event()
        self._shots = self._played(opening, speed)

    def next(self, patience: float = 0.25) -> Shot | None:
        """Give the next picture when its time has come."""
        del patience
        try:
            shot = next(self._shots, None)
        except (SourceError, PictureError, OSError) as error:
            self._end(str(error))
            return None
        if shot is None and not self.over:
            self._end(f"There are no more pictures in “{self.name}”.")
        elif self.status.state == "lost" and not self.over:
            self.status = Status("live", f"Pictures of “{self.name}” are shown.", time.monotonic())
        return shot

    def again(self) -> None:
        """Do nothing: the next picture comes by itself."""

    def stop(self) -> None:
        """Show no more of it."""
        self.over = True
        self._stopped.set()

    def close(self) -> None:
        """Stop showing it."""
        self.stop()

    def _end(self, sentence: str) -> None:
        self.over = True
        self.status = Status("lost", sentence, time.monotonic())

    def _played(self, opening: Callable[[], Iterable[Shot]], speed: float) -> Iterator[Shot]:
        began, first, last = time.monotonic(), None, None
        for shot in opening():
            first = shot.seconds if first is None else first
            if self._stopped.wait(max(0.0, began + (shot.seconds - first) / speed - time.monotonic())):
                return
            yield shot
            last = shot
        for number in range(1, round(HELD / STEP) if last else 0):
            if self._stopped.wait(STEP / speed):
                return
            yield Shot(last.frame, last.seconds + number * STEP)  # type: ignore[union-attr] # the range is empty then


class Phone:
    """A phone that sends a picture each time its table rests, and is lost after `gone` seconds without a word."""

    over = False

    def __init__(self, gone: float = GONE) -> None:
        self.name, self._gone = "the phone", gone
        self.status = Status("opening", "Waiting for the phone: open its page there.", time.monotonic())
        self._sent: list[Shot] = []
        self._last: Frame | None = None
        self._news = threading.Condition()
        self._heard: float | None = None
        self._who = ""  # the device that was heard
        self._missed = False  # whether it may have missed something before the picture that is to be given next

    def hears(self, who: str) -> bool:
        """Tell whether a device may speak: two at once would show each throw twice."""
        return self._quiet or who == self._who

    def send(self, frame: Frame, who: str = "", *, missed: bool = False) -> None:
        """Take a picture of a table that rests; the phone may have `missed` something there since the one before.

        So may we, where that one was not looked at yet.
        """
        with self._news:
            self._heard, self._who = time.monotonic(), who
            unseen = len(self._sent) > len(LONGER) + 1  # the last look at a rest may be under way
            self._missed |= (missed or unseen) and self.status.state == "live"
            self._queue(frame)

    def again(self) -> None:
        """Look at the last picture once more: none comes while the table rests."""
        with self._news:
            if self._last:
                self._queue(self._last)

    def _queue(self, frame: Frame) -> None:
        now, self._last = time.monotonic(), frame
        self._sent = [Shot(frame, now + later) for later in (*REST, *LONGER)]
        self._news.notify()

    def heard(self, who: str = "") -> None:
        """Note that the phone is there, though nothing moved."""
        with self._news:
            self._heard, self._who = time.monotonic(), who
            self._news.notify()

    @property
    def seen(self) -> bool:
        """Tell whether there is a picture of its table; none is known of before the phone was lost."""
        return self._last is not None

    def next(self, patience: float = 0.25) -> Shot | None:
        """Give the newest picture, as often as a rest needs it: at first at once, then as time goes by."""
        with self._news:
            due = self._news.wait_for(self._due, patience)
            if self._quiet:
                self._sent, self._last, due = [], None, False
                if self.status.state == "live":
                    silent = "The phone is silent: see whether its page is still open."
                    self.status = Status("lost", silent, time.monotonic())
            elif self._missed:
                self._missed, due = False, False
                self.status = Status("lost", "The phone did not look for a while.", time.monotonic())
            elif self.status.state != "live":
                self.status = Status("live", "The phone watches the table.", time.monotonic())
            return self._sent.pop(0) if due else None

    @property
    def _quiet(self) -> bool:
        return self._heard is None or time.monotonic() - self._heard > self._gone

    def _due(self) -> bool:
        return bool(self._sent) and self._sent[0].seconds - REST[-1] <= time.monotonic()

    def stop(self) -> None:
        """Do nothing: nobody waits for long."""

    def close(self) -> None:
        """Forget what was sent."""
        with self._news:
            self._sent = []
