"""Whether a candidate is a die is judged beside the other dice of the picture."""

import numpy as np
import pytest

from vision.presence import clues, presence

WEIGHTS = (1.0, 1.0, 1.5, -2.0, 0.0)


def there(*candidates: tuple[float, float, float]) -> list[float]:
    """The presence of candidates, each its heat in one look, the reader's best answer and its size in pixels."""
    heat, best, size = np.array(candidates).reshape(-1, 3).T
    return [float(p) for p in presence(heat, heat, best, size, WEIGHTS)]


def test_a_picture_without_candidates_has_no_dice() -> None:
    assert there() == []


def test_the_same_thing_counts_less_beside_dice_that_are_surer() -> None:
    dim = (0.4, 0.8, 30.0)
    beside_bright, beside_dim = there((0.95, 0.999, 30.0), dim)[1], there((0.45, 0.999, 30.0), dim)[1]
    assert beside_bright < 0.5 < beside_dim


def test_the_same_thing_counts_less_where_it_is_of_another_size() -> None:
    small, alike = there((0.8, 0.999, 60.0), (0.7, 0.8, 15.0))[1], there((0.8, 0.999, 60.0), (0.7, 0.8, 55.0))[1]
    assert small < alike


def test_a_thing_is_no_likelier_for_being_surer_than_the_dice() -> None:
    (_, colder), (_, warmer) = (
        clues(np.array([0.6, heat]), np.array([0.6, heat]), np.array([0.99, 0.7]), np.array([9.0, 9.0]))[:, 2]
        for heat in (0.3, 0.9)
    )
    assert colder < 0
    assert warmer == 0


def test_where_nothing_is_certain_an_ordinary_die_is_the_measure() -> None:
    heat = np.array([0.3, 0.5])
    (_, _, colder, odd, _), *_ = clues(heat, heat, np.array([0.6, 0.6]), np.array([20.0, 5.0]))
    assert colder < -2
    assert odd == 0


def test_without_weights_the_reader_is_believed() -> None:
    assert presence(np.array([0.2]), np.array([0.2]), np.array([0.7]), np.array([20.0]), ()) == pytest.approx([0.7])


def test_what_is_seen_in_several_looks_counts_more() -> None:
    heat, best, size = np.array([0.5]), np.array([0.8]), np.array([30.0])
    once, twice = presence(heat, heat, best, size, WEIGHTS), presence(heat, np.array([0.75]), best, size, WEIGHTS)
    assert once < twice


def test_the_heat_of_the_certain_dice_tells_how_well_the_finder_knows_them() -> None:
    heat = np.array([0.5, 0.2])
    _, faint = clues(heat, heat, np.array([0.99, 0.4]), np.array([30.0, 30.0]))
    assert faint[4] == pytest.approx(0.0)
