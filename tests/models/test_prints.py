"""What somebody's own dice are told apart by is learned from sets of any signs, and looks the same whichever way up."""

import numpy as np
import pytest

from models import session
from models.training.prints import any_signs, lesson
from vision.look import CROP


def test_no_two_signs_of_a_set_are_the_same_however_they_lie() -> None:
    for seed in range(6):
        signs = any_signs(np.random.default_rng(seed), 8)
        assert len(signs) == 8
        for n, sign in enumerate(signs):
            turned = [np.rot90(other, turn) for other in signs[:n] for turn in range(4)]
            assert all(np.abs(sign - other).mean() > 0.01 for other in turned)


def test_the_same_seed_draws_the_same_lesson_and_no_look_is_like_another() -> None:
    first, second = (lesson(np.random.default_rng(3), 2, 3) for _ in range(2))
    assert first.shape == (2, 3, CROP, CROP, 3)
    assert (first == second).all()
    looks = first.reshape(6, -1)
    assert len(np.unique(looks, axis=0)) == 6


def test_a_print_is_the_same_whichever_way_up_it_lies() -> None:
    look = lesson(np.random.default_rng(4), 1, 1)[0]
    (seen,) = session.run("prints", np.concatenate([np.rot90(look, turn, (1, 2)) for turn in range(4)]))
    assert np.abs(seen - seen[0]).max() < 1e-4
    assert np.linalg.norm(seen, axis=1) == pytest.approx(1)


def test_a_font_with_too_few_letters_that_differ_makes_way_for_other_signs() -> None:
    assert len(any_signs(np.random.default_rng(3), 28)) == 28
