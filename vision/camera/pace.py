"""How many pictures are taken of a camera: while nothing moves fewer are looked at, and most not passed on."""

import cv2

LIVELY, CALM = 15.0, 10.0  # pictures a second, while something moves and while nothing does
KEPT = 2.0  # of the latter, so many a second are passed on: enough to see that the camera lives
CALMED = 2.0  # seconds after the last move from which the table is calm
CHANGED, LEAST = 30, 2  # levels of 255 by which so many pixels of a glimpse must change for a move


class Pace:
    """Which pictures of a camera to look at and to pass on; seconds are of any clock that runs on."""

    def __init__(self) -> None:
        self._due = self._moved = self._passed = float("-inf")
        self._last: cv2.typing.MatLike | None = None

    def due(self, seconds: float) -> bool:
        """Whether to look at the picture that there is now."""
        return seconds >= self._due

    def passes(self, seen: cv2.typing.MatLike, seconds: float) -> bool:
        """Whether a picture of which this was seen, a `glimpse`, is passed on: each for a while after a move."""
        if self._last is None or seen.shape != self._last.shape or _moved(self._last, seen):
            self._moved = seconds
        self._last = seen.copy()
        calm = seconds - self._moved > CALMED
        wait = 1 / (CALM if calm else LIVELY)
        self._due = (self._due if seconds - self._due < wait else seconds) + wait
        if calm and seconds - self._passed < 1 / KEPT:
            return False
        self._passed = seconds
        return True


def _moved(one: cv2.typing.MatLike, other: cv2.typing.MatLike) -> bool:
    return int((cv2.absdiff(one, other) > CHANGED).sum()) >= LEAST
