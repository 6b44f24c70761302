"""All dice are seen from one place: a die that is not was read by its side."""

from dataclasses import replace

import pytest

from vision.find import Candidate
from vision.nadir import FEWEST, astray

SIDE = 20.0  # pixels


def die(x: float, y: float, right: float, down: float) -> Candidate:
    """A die with its top at a place of the picture, and its bottom so many pixels to the right and below."""
    box = (min(x, x + right), min(y, y + down), max(x, x + right) + SIDE, max(y, y + down) + SIDE)
    return Candidate(box, ((x, y), (x + SIDE, y), (x + SIDE, y + SIDE), (x, y + SIDE)), 0.9, 0.0)


def from_above(*places: tuple[float, float]) -> list[Candidate]:
    """Dice as a camera sees them that hangs over the middle of a table, 200 pixels from its corner both ways."""
    return [die(x, y, 0.12 * (200 - x), 0.12 * (200 - y)) for x, y in places]


PLACES = ((20, 30), (380, 40), (60, 350), (330, 370), (200, 200))


def test_dice_seen_from_above_reach_down_to_the_point_below_the_camera() -> None:
    assert not astray(from_above(*PLACES))


def test_dice_seen_aslant_all_reach_down_alike() -> None:
    assert not astray([die(x, y, 0, 18) for x, y in PLACES])


@pytest.mark.parametrize("at", range(len(PLACES) - 1))
def test_a_die_that_reaches_the_other_way_is_noticed_wherever_it_lies(at: int) -> None:
    dice = from_above(*PLACES)
    x, y = PLACES[at]
    dice[at] = die(x, y, -0.12 * (200 - x), -0.12 * (200 - y))
    assert astray(dice)


def test_of_few_dice_nobody_can_say_which_is_not_like_the_others() -> None:
    dice = [die(x, y, 0, 18) for x, y in PLACES]
    dice[0] = die(20, 30, 0, -18)
    assert astray(dice)
    assert not astray(dice[: FEWEST - 1])


def test_dice_at_one_place_and_tops_without_size_are_no_error() -> None:
    assert not astray([die(10, 10, 0, 5)] * 6)
    assert not astray([replace(die(10, 10, 0, 0), quad=((10.0, 10.0),) * 4, box=(10.0, 10.0, 10.0, 10.0))] * 6)
