"""Speeds and sizes against their bars: `make bench`. Figures, not tests: a busy machine is slow."""

import statistics
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from models.card import WEIGHTS
from scoring.log import read as read_match
from scoring.match import Match
from vision.camera import load
from vision.read import read
from vision.reading import Frame

HOUSE = Path(__file__).parents[1]
DEMO = sorted((HOUSE / "api" / "demo").glob("*.jpg"))


def spans(work: Callable[[], object], times: int) -> list[float]:
    """Milliseconds that each of `times` runs took, after one to warm up."""
    work()
    taken = []
    for _ in range(times):
        started = time.perf_counter()
        work()
        taken.append(1000 * (time.perf_counter() - started))
    return taken


def told(what: str, taken: list[float], bar: str) -> None:
    """One line of the table."""
    taken = sorted(taken)
    p95 = taken[int(0.95 * (len(taken) - 1))]
    print(f"{what:<44} p50 {statistics.median(taken):>9.2f} ms   p95 {p95:>9.2f} ms   bar {bar}")


def ten_dice() -> Frame:
    """A 1280x720 frame with ten dice: two demo throws side by side."""
    left, right = (cv2.imread(str(DEMO[at])) for at in (6, 7))
    both = np.hstack([cv2.resize(side, (640, 480)) for side in (left, right)])
    return Frame(cv2.copyMakeBorder(both, 120, 120, 0, 0, cv2.BORDER_REFLECT_101).astype(np.uint8))


def twelve_megapixels() -> bytes:
    """A JPEG as phones make them."""
    pixels = cv2.resize(cv2.imread(str(DEMO[6])), (4000, 3000), interpolation=cv2.INTER_CUBIC)
    return bytes(cv2.imencode(".jpg", pixels, (cv2.IMWRITE_JPEG_QUALITY, 90))[1])


def long_match() -> str:
    """A match file of 500 events, all of them throws that end in nothing."""
    throws = "roll 2 2 3 3 4 6\n" * 500
    return f"game: jack-stone\nplayers: Ann, Bob\n\n{throws}"


def keeps() -> None:
    """Every keep of a fresh six-dice roll."""
    match = Match.start("jack-stone", ("Ann",), {"keep_rule": "any"})
    for roll in ("1 1 5 2 3 4", "1 2 3 4 5 6", "5 5 5 5 1 1", "2 2 2 3 3 3"):
        _ = match.play(f"roll {roll}").view.offers


if __name__ == "__main__":
    frame, photo, match = ten_dice(), twelve_megapixels(), long_match()
    told("1280x720, ten dice: find and read", spans(lambda: read(frame), 40), "p50 20 ms, p95 30 ms")
    told("12-megapixel JPEG to dice", spans(lambda: read(load(photo)), 10), "p95 250 ms")
    told("four six-dice rolls with all their keeps", spans(keeps, 200), "0.4 ms")
    told("fold of a 500-event match", spans(lambda: read_match(match).view, 20), "50 ms")
    size = sum(path.stat().st_size for path in WEIGHTS.glob("*.onnx")) / 2**20
    print(f"{'weights, all kits together':<44} {size:.1f} MB   bar 12 MB")
