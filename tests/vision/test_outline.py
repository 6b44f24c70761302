"""What a die covers of the picture, and when one of two may be a side of the other."""

import numpy as np

from vision.outline import crowded, outline, touching
from vision.reading import Box, Quad, Sighting


def die(top: list[tuple[float, float]], depth: tuple[float, float] = (0, 0)) -> Sighting:
    """A die with this top, clockwise, and its bottom so far away in the picture."""
    corners = np.array([*top, *(np.array(top) + depth)], float)
    (x0, y0), (x1, y1) = corners.min(0), corners.max(0)
    box: Box = (x0, y0, x1, y1)
    a, b, c, d = top
    quad: Quad = (a, b, c, d)
    return Sighting(None, 0.0, None, box, quad, "flat")


def square(x: float, y: float, side: float = 40) -> list[tuple[float, float]]:
    return [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]


def aslant(x: float, y: float, reach: float = 28) -> list[tuple[float, float]]:
    return [(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)]


def test_the_outline_of_a_die_holds_its_top_and_its_side() -> None:
    corners = {(10, 10), (50, 10), (50, 70), (10, 70)}
    assert {(x, y) for x, y in outline(die(square(10, 10), (0, 20))).tolist()} == corners


def test_two_dice_that_touch_are_two_however_they_lie() -> None:
    assert not crowded([die(square(0, 0)), die(square(39, 0))])
    assert not crowded([die(aslant(50, 50)), die(aslant(50 + 28, 50 + 28))])
    assert not crowded([die(aslant(50, 50), (0, 8)), die(aslant(50 + 28, 50 + 28), (0, 8))])


def test_dice_touch_by_what_is_seen_of_them_and_not_by_their_boxes() -> None:
    assert touching([die(square(0, 0)), die(square(40, 0)), die(square(120, 0))]) == [True, True, False]
    assert touching([die(aslant(50, 50)), die(aslant(50 + 30, 50 + 30))]) == [False, False], "only their boxes overlap"
    assert touching([die(square(0, 0))]) == [False]


def test_what_lies_on_the_side_of_a_die_may_be_that_side() -> None:
    from_near = die(square(0, 0, 200), (20, 150))
    side = die([(0, 205), (200, 205), (215, 340), (15, 340)])
    assert crowded([from_near, side])
    assert crowded([side, die(square(500, 0)), from_near])


def test_no_die_and_one_that_has_no_width_crowd_nobody() -> None:
    assert not crowded([])
    assert not crowded([die(square(0, 0)), die(square(10, 10, 0))])
