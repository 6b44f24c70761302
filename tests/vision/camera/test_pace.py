"""A camera is looked at often while something moves, and less often while nothing does."""

import numpy as np
import pytest

from tests.vision.cameras import packed
from vision.camera.pace import Pace
from vision.camera.packed import Sent, glimpse
from vision.reading import Pixels

RATE = 30  # pictures that the camera has each second


def taken(shown: list[Pixels], after: float = 0.0) -> tuple[list[int], list[int]]:
    """The numbers of the pictures that are looked at, and passed on, of those which a camera has `after` so long.

    They are the same ones where the camera sends JPEGs.
    """
    looked, passed = paced(list(shown))
    assert paced([packed(pixels) for pixels in shown]) == (looked, passed)
    return [n for n in looked if n >= after * RATE], [n for n in passed if n >= after * RATE]


def paced(sent: list[Sent]) -> tuple[list[int], list[int]]:
    """The numbers of the pictures that are looked at, and of those that are passed on."""
    pace, looked, passed = Pace(), [], []
    for number, picture in enumerate(sent):
        if pace.due(number / RATE):
            looked.append(number)
            seen = glimpse(picture)
            assert seen is not None
            passed += [number] if pace.passes(seen, number / RATE) else []
    return looked, passed


def table(*, die_at: int | None = None, noise: int = 0) -> Pixels:
    """A grey table, with a die of 32 pixels or without, and with noise."""
    pixels = np.full((240, 320, 3), 90, np.uint8)
    if die_at is not None:
        pixels[100:132, die_at : die_at + 32] = 240
    return pixels + np.random.default_rng(noise).integers(0, 9, pixels.shape, dtype=np.uint8)


def test_a_table_where_nothing_moves_is_looked_at_ten_times_a_second_and_shown_now_and_then() -> None:
    looked, passed = taken([table(noise=number) for number in range(8 * RATE)], after=4)
    assert len(looked) == pytest.approx(4 * 10, abs=1)
    assert 4 * 2 <= len(passed) <= 4 * 4


def test_dice_that_roll_are_followed_fifteen_times_a_second() -> None:
    looked, passed = taken([table(die_at=(7 * number) % 280, noise=number) for number in range(4 * RATE)])
    assert len(looked) == pytest.approx(4 * 15, abs=1)
    assert passed == looked


def test_a_throw_is_seen_within_a_tenth_of_a_second_and_followed_at_once() -> None:
    calm = [table(noise=number) for number in range(4 * RATE)]
    _, passed = taken([*calm, *(table(die_at=(7 * number) % 280) for number in range(2 * RATE))], after=4)
    assert passed[0] - 4 * RATE <= RATE // 10
    assert len(passed) >= 2 * 15 - 2


def test_a_small_die_that_falls_is_a_move() -> None:
    calm = [table(noise=number) for number in range(4 * RATE)]
    lying = table()
    lying[200:212, 50:62] = 240
    _, passed = taken([*calm, *([lying] * RATE)], after=4)
    assert len(passed) >= 14


def test_dice_that_came_to_rest_are_shown_often_until_they_are_read() -> None:
    rolling = [table(die_at=(7 * number) % 280) for number in range(RATE)]
    _, passed = taken([*rolling, *([table(die_at=100)] * RATE)], after=1)
    assert len(passed) == pytest.approx(15, abs=1)


def test_a_picture_of_another_size_is_a_move() -> None:
    calm = [table() for _ in range(4 * RATE)]
    _, passed = taken([*calm, *([np.zeros((480, 640, 3), np.uint8)] * RATE)], after=4)
    assert len(passed) >= 14
