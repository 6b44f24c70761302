"""Speeds and sizes against their bars: `make bench`. Figures, not tests: a busy machine is slow."""

import os
import random
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial, reduce
from pathlib import Path

import cv2
import numpy as np

from api.camera import Camera
from api.feeds import Wired
from models.card import WEIGHTS
from scoring import turn
from scoring.dice import Roll, pips
from scoring.games.jack_stone import scale
from scoring.log import read as read_match
from scoring.match import Match
from scoring.phases import best
from tests.vision import cameras
from vision.camera.minder import Minder
from vision.camera.pace import CALM
from vision.camera.source import shots
from vision.picture import load
from vision.read import read
from vision.reading import Frame
from vision.throw.settle import START, Eye, eye, settled

HOUSE = Path(__file__).parents[1]
DEMO = sorted((HOUSE / "api" / "demo").glob("*.jpg"))
CLIPS = HOUSE / "samples" / "throws"
TEN_DICE = HOUSE / "samples" / "pips" / "21.jpg"  # 1280x960
TEN = Roll.parse("8G 8O 8B 10B 5B 6O WO WB 1O 2O")
POSITIONS = {
    "ten-grand": ("roll J J J 100 50 Q",),
    "ten-thousand": ("roll 1 1 1 1 5 5",),
    "jack-stone": ("roll 1 5 5 2 2 3",),
    "farkle": ("roll 1 1 1 2 5 5",),
    "high-roll": ("roll 6 6 6 1 2 3 4 5 1 2", "choose 6"),
    "phase-10": (f"roll {TEN}",),
    "yahtzee": ("roll 5 5 5 2 2",),
}
BARS = {"phase-10": "300 ms"}
WATCHED = 20  # seconds


def spans(work: Callable[[], object], times: int) -> list[float]:
    """Milliseconds that each of `times` runs took, after one to warm up."""
    work()
    return [span(work) for _ in range(times)]


def span(work: Callable[[], object]) -> float:
    """Milliseconds that one run took."""
    started = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - started)


def told(what: str, taken: list[float], bar: str) -> None:
    """One line of the table."""
    taken = sorted(taken)
    p95 = taken[int(0.95 * (len(taken) - 1))]
    print(f"{what:<44} p50 {statistics.median(taken):>9.3f} ms   p95 {p95:>9.3f} ms   bar {bar}", flush=True)


def ten_dice() -> Frame:
    """A 1280x720 frame with ten dice: the middle of a sample."""
    return Frame(np.asarray(cv2.imread(str(TEN_DICE))[150:870], np.uint8))


def twelve_megapixels() -> bytes:
    """A JPEG as phones make them."""
    pixels = cv2.resize(cv2.imread(str(DEMO[6])), (4000, 3000), interpolation=cv2.INTER_CUBIC)
    return bytes(cv2.imencode(".jpg", pixels, (cv2.IMWRITE_JPEG_QUALITY, 90))[1])


def long_match() -> str:
    """A match file of 500 events: throws, keeps and banks."""
    turns = "roll 1 3 3 4 4 6\nkeep 1\nroll 5 2 3 4 6\nkeep 5\nbank\n" * 100
    return f"game: jack-stone\nplayers: Ann, Bob\nkeep_rule: any\n\n{turns}"


def rolls(number: int) -> list[Roll]:
    """Six-dice rolls as they fall."""
    chance = random.Random(1)  # noqa: S311 - dice, not secrets
    return [Roll(tuple(chance.choice(die.faces) for die in pips(6))) for _ in range(number)]


def keeps() -> list[float]:
    """What each of a thousand rolls took, from a start where nothing is remembered."""
    turn.forget()
    table = scale(doubles=True)
    return [span(partial(turn.picks, table, roll)) for roll in rolls(1000)]


def assignments() -> None:
    """The best assignment of ten dice to each of the ten phases."""
    for phase in range(1, 11):
        best(phase, TEN)


def advised(match: Match) -> None:
    """A view with its advice."""
    _ = match.view, match.advice


def scoring() -> None:
    """The rules and the advice."""
    taken = keeps()
    told("six-dice roll: all keeps with scores", taken, f"0.100 ms (mean {statistics.mean(taken):.3f})")
    told("Phase 10: best assignment, ten phases", spans(assignments, 100), "none")
    match = long_match()
    told("fold of a 500-event match", spans(lambda: read_match(match).view, 20), "50 ms")
    for game, events in POSITIONS.items():
        position = partial(advised, reduce(Match.play, events, Match.start(game, ("Ann", "Bob"))))
        told(f"{game}: the first advice", [span(position)], "2,000 ms")
        told(f"{game}: a View with advice", spans(position, 50), BARS.get(game, "5 ms"))


def seeing() -> None:
    """The eye and its weights."""
    pixels, photo = ten_dice().pixels, twelve_megapixels()
    told("1280x720, ten dice: find and read", spans(lambda: read(Frame(pixels)), 40), "p50 20 ms, p95 30 ms")
    told("12-megapixel JPEG to dice", spans(lambda: read(load(photo)), 10), "p95 250 ms")
    size = sum(path.stat().st_size for path in WEIGHTS.glob("*.onnx")) / 2**20
    print(f"{'weights, all kits together':<44} {size:.1f} MB   bar 12 MB")


def resting() -> None:
    """How long it takes from the frame in which the last die rests to its Roll, in every clip: film, and reading it."""
    taken = [delay for clip in sorted(CLIPS.rglob("*.mp4")) for delay in delays(clip)]
    told(f"15 fps: the last die rests -> Roll ({len(taken)} throws)", taken, "p95 900 ms")


def delays(clip: Path) -> Iterator[float]:
    """Milliseconds of each throw of a clip that is told before its end."""
    asked, state = eye(clip.parent.name if clip.parent != CLIPS else "pips"), START
    for shot in shots(str(clip)):
        began, since = time.perf_counter(), state.since
        state, rest = settled(state, shot, asked)
        if rest:
            yield 1000 * (shot.seconds - since + time.perf_counter() - began)


def watching() -> None:
    """What it costs to watch a table where nothing happens: this process and the camera's, in shares of a core."""
    with Minder(cameras.quiet, "camera 0") as minder:
        nobody = Nobody()
        camera = Camera("0", Wired(minder), nobody)
        camera.start()
        while camera.sight.state != "empty":
            time.sleep(0.1)
        began, here, there = time.monotonic(), time.process_time(), sent(minder)
        time.sleep(WATCHED)
        span = time.monotonic() - began
        mine, its = time.process_time() - here, sent(minder) - there
        camera.close()
    told = f"{100 * mine / span:.1f} % of a core, the camera's process {100 * its / span:.1f} % with decoding"
    print(f"{f'idle table, 1280x720, {CALM:.0f} looks a second':<44} {told}   bar 5 %", flush=True)


class Nobody:
    """Who hears what a camera sees, and makes nothing of it."""

    def __init__(self) -> None:
        self._eye = eye()

    def eye(self) -> Eye:
        """The eye that ships."""
        return self._eye

    def noticed(self, sight: object) -> None:
        """Nothing."""

    def turned(self) -> None:
        """Nothing."""

    def laid(self, seen: object, seconds: float) -> None:
        """Nothing."""

    def passed(self, seconds: float, phase: object, *, looked: bool) -> None:
        """Nothing."""


def sent(minder: Minder) -> float:
    """Seconds of processor that the camera's process took (Linux)."""
    (line,) = minder._lines  # noqa: SLF001 - the process is nobody's business but ours
    words = Path(f"/proc/{line._process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()  # noqa: SLF001
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    scoring()
    seeing()
    resting()
    watching()
