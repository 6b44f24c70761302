"""A long evening in a short time: an hour of clips before a camera that fails a hundred times.

Run it with `python -m tests.soak [SECONDS] [FAULTS]`; it ends with 1 when the table crashed or grew. The clips run in a
loop, as fast as they can be looked at; at random places, the same each time, the camera freezes, goes black, changes
its picture's size, stops, or fails in the middle of a picture. A tenth of the evening is a line.
"""

import gc
import itertools
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from api.feeds import HELD
from scoring.match import Match
from tests.api.plays import Evening
from vision.camera.minder import Status
from vision.camera.source import Shot, SourceError, shots
from vision.reading import Frame
from vision.throw.settle import Eye, eye

CLIPS = Path(__file__).parents[1] / "samples" / "throws"
HOUR, FAULTS = 3600.0, 100
GROWTH = 20  # MiB that the memory may grow after the first tenth
KINDS = ("frozen", "black", "small", "gone", "broken")
LENGTH = (0.5, 12.0)  # seconds that a fault lasts


class Loop:
    """A camera that shows clips over and over, with faults, by a clock of its own; each frame is told once."""

    name = "the soak's camera"

    def __init__(self, seconds: float, faults: int) -> None:
        chance = random.Random(7)  # noqa: S311 - the same faults each time
        begins = sorted(chance.uniform(5, seconds - 20) for _ in range(faults))
        self.faults = [(at, at + chance.uniform(*LENGTH), chance.choice(KINDS)) for at in begins]
        self.status = Status("lost", "Waiting for the soak's camera.", 0.0)
        self.over, self.at, self.seconds, self.raised = False, 0.0, seconds, 0
        self._frames = _clips()
        self._last: Frame | None = None

    def next(self, patience: float = 0.25) -> Shot | None:
        """Give the next picture, or what the fault of the moment makes of it."""
        del patience
        shot = next(self._frames)
        self.at = shot.seconds
        if self.at >= self.seconds:
            self.over = True
            return None
        fault = next((kind for begin, end, kind in self.faults if begin <= self.at < end), "")
        if fault == "gone":
            self.status = Status("lost", "The soak's camera is gone.", self.at)
            return None
        self.status = Status("live", "The soak's camera is live.", self.at)
        if fault == "broken" and self.raised < self.at:
            self.raised = self.at + 2
            raise SourceError("The soak's camera failed: see whether it is still connected.")
        return self._spoilt(shot, fault)

    def close(self) -> None:
        """End it."""
        self.over = True

    def _spoilt(self, shot: Shot, fault: str) -> Shot:
        if fault == "frozen" and self._last is not None:
            return replace(shot, frame=self._last)
        self._last = shot.frame
        if fault == "black":
            return replace(shot, frame=Frame(np.zeros_like(shot.frame.pixels)))
        if fault == "small":
            return replace(shot, frame=Frame(np.asarray(cv2.resize(shot.frame.pixels, (320, 240)), np.uint8)))
        return shot


def _clips() -> Iterator[Shot]:
    """All clips in a loop, as one film by one clock; opened once, and shown as new frames each time."""
    now = 0.0
    for clip in itertools.cycle([list(shots(str(path))) for path in sorted(CLIPS.glob("*.mp4"))]):
        for shot in clip:
            # A frame keeps what is reckoned from it, so the same frame again would not be what a camera shows.
            yield replace(shot, frame=replace(shot.frame), seconds=now + shot.seconds - clip[0].seconds)
        now += clip[-1].seconds - clip[0].seconds + HELD


def memory() -> float:
    """The resident memory of this process in MiB (Linux)."""
    pages = int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def main(seconds: float = HOUR, faults: int = FAULTS) -> int:
    """Let the evening pass; 0 when all went well."""
    cv2.setNumThreads(1)
    began, reads, asked = time.monotonic(), 0, 0
    known = eye()

    def counted(frame: Frame):  # noqa: ANN202 - as the eye looks
        nonlocal reads
        reads += 1
        return known.look(frame)

    with tempfile.TemporaryDirectory() as folder:
        loop = Loop(seconds, faults)
        evening = Evening(Path(folder), Match.start("jack-stone", ["Ann", "Bob"]), asked=Eye(counted, known.sure_at))
        evening.dealer.choose("soak", loop)
        camera, at_first, tenths = evening.dealer.camera, 0.0, 0
        while camera and camera._thread.is_alive():  # noqa: SLF001 - it must live to the end
            time.sleep(0.2)
            if evening.dealer.questions.at(evening.sheet):
                asked += 1
                evening.dealer.dismiss(evening.id)
            if evening.sheet.match.view.over:
                evening.begin(evening.sheet.match)
            if loop.at > (tenths + 1) * seconds / 10:
                gc.collect()
                tenths, at_first = tenths + 1, at_first or memory()
                met = sum(begin < loop.at for begin, *_ in loop.faults)
                spent = f"{time.process_time():.0f} s of processor"
                print(f"{loop.at:.0f} s, {met} faults, {spent}, {memory() - at_first:+.1f} MiB", flush=True)  # noqa: T201
        gc.collect()
        grown = memory() - at_first
        events = sum(sheet.seq for sheet in evening.table.sheets())
        evening.close()
    whole = loop.at >= seconds and camera is not None and camera.sight.state == "over"
    took = time.monotonic() - began
    did = f"{reads} looks, {events} events, {asked} questions"
    print(f"{loop.at:.0f} s in {took:.0f} s, {faults} faults, {did}, {grown:+.1f} MiB")  # noqa: T201 - a report
    return 0 if whole and grown <= GROWTH and events else 1


if __name__ == "__main__":
    sys.exit(main(*(kind(word) for kind, word in zip((float, int), sys.argv[1:], strict=False))))
