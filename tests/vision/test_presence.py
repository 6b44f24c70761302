"""Whether a candidate is a die is judged beside the other dice of the picture."""

import numpy as np
import pytest

from vision.presence import clues, presence

WEIGHTS = (1.0, 1.0, 1.5, -2.0, 0.0, -2.0, -1.0)
WHITE, BLUE = (220.0, 220.0, 220.0), (200.0, 60.0, 30.0)
Thing = tuple[float, float, float]


def told(*things: Thing, tint: tuple[float, ...] = WHITE) -> np.ndarray:
    """Candidates, each its heat in one look, the reader's best answer and its size in pixels; the last of some tint."""
    rows = [(heat, heat, best, 0.0, size, *WHITE) for heat, best, size in things]
    return np.array([*rows[:-1], *((*row[:5], *tint) for row in rows[-1:])]).reshape(-1, 8)


def there(*things: Thing, tint: tuple[float, ...] = WHITE) -> list[float]:
    """The presence of such candidates."""
    return [float(p) for p in presence(told(*things, tint=tint), WEIGHTS)]


def test_a_picture_without_candidates_has_no_dice() -> None:
    assert there() == []


def test_the_same_thing_counts_less_beside_dice_that_are_surer() -> None:
    dim = (0.4, 0.8, 30.0)
    beside_bright, beside_dim = there((0.95, 0.999, 30.0), dim)[1], there((0.45, 0.999, 30.0), dim)[1]
    assert beside_bright < 0.5 < beside_dim


def test_the_same_thing_counts_less_where_it_is_of_another_size() -> None:
    small, alike = there((0.8, 0.999, 60.0), (0.7, 0.8, 15.0))[1], there((0.8, 0.999, 60.0), (0.7, 0.8, 55.0))[1]
    assert small < alike


def test_the_same_thing_counts_less_where_it_is_of_another_colour_than_any_die() -> None:
    dice = (0.9, 0.999, 30.0), (0.7, 0.8, 30.0)
    white, blue = there(*dice)[1], there(*dice, tint=BLUE)[1]
    assert blue < white


def test_a_die_of_another_colour_is_not_compared_with_itself() -> None:
    (*_, near, _), (*_, far, _) = clues(told((0.9, 0.999, 30.0), (0.9, 0.999, 30.0), tint=BLUE))
    assert near == far > 0
    assert clues(told((0.9, 0.999, 30.0)))[0, 5] == pytest.approx(0.3), "nothing to compare with"


def test_what_shows_an_unknown_face_is_less_likely_a_die() -> None:
    known = told((0.8, 0.9, 30.0))
    strange = known.copy()
    strange[:, 3] = 1.0
    assert presence(strange, WEIGHTS) < presence(known, WEIGHTS)


def test_a_thing_is_no_likelier_for_being_surer_than_the_dice() -> None:
    (_, colder), (_, warmer) = (clues(told((0.6, 0.99, 9.0), (heat, 0.7, 9.0)))[:, 2] for heat in (0.3, 0.9))
    assert colder < 0
    assert warmer == 0


def test_where_nothing_is_certain_an_ordinary_die_is_the_measure() -> None:
    (_, _, colder, odd, *_), *_ = clues(told((0.3, 0.6, 20.0), (0.5, 0.6, 5.0)))
    assert colder < -2
    assert odd == 0


def test_without_weights_the_reader_is_believed() -> None:
    assert presence(told((0.2, 0.7, 20.0)), ()) == pytest.approx([0.7])


def test_what_is_seen_in_several_looks_counts_more() -> None:
    once = told((0.5, 0.8, 30.0))
    twice = once.copy()
    twice[:, 1] = 0.75
    assert presence(once, WEIGHTS) < presence(twice, WEIGHTS)


def test_the_heat_of_the_certain_dice_tells_how_well_the_finder_knows_them() -> None:
    _, faint = clues(told((0.5, 0.99, 30.0), (0.2, 0.4, 30.0)))
    assert faint[4] == pytest.approx(0.0)
