"""Ways to look at a die are compared by what the reader says in each."""

import numpy as np
import pytest

from models.training.views import VIEWS, WAYS, told


def test_every_way_is_made_of_views_that_are_looked_at() -> None:
    assert all(view in VIEWS for views in WAYS.values() for view in views)


def test_a_reader_that_is_wrong_more_often_is_more_surprised() -> None:
    right = np.array([0, 1, 2, 2])
    scores = np.array([[4, 0, 0], [0, 4, 0], [0, 0, 4], [3, 0, 4]], np.float32)
    worse = scores[:, [1, 0, 2]]
    assert told(scores, right)[1:] == (0, 1, 0), "the last one is none, and nearly called a die"
    assert told(worse, right)[1] == told(worse, right)[3] == 2
    assert told(worse, right)[0] > told(scores, right)[0] > 0
    assert told(scores, right)[0] == pytest.approx(told(scores + 7, right)[0])
