"""What tells a die that something covers learns from as many that are covered as are not, and may know what is none."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="training wants torch: pip install '.[train]'")

from models.training.hidden import HIDDEN, Steps, Target, card, filled, finger, shown, whole
from models.training.material import Material
from tests.models.test_lean import drawn


def lessons(size: int = 64) -> Steps:
    return shown(Material({"drawn": drawn(None, range(8))}), Path("nowhere"), size, seed=1)


def test_half_of_what_is_shown_is_covered_and_a_step_is_the_same_again() -> None:
    steps = lessons()
    squares, hides = steps[3]
    assert squares.shape == (64, 64, 64, 3)
    assert 16 <= hides.sum() <= 48
    again = steps[3]
    assert (again[0] == squares).all()
    assert (again[1] == hides).all()


def test_no_die_is_shown_as_covered_that_the_picture_or_another_die_hides_already() -> None:
    seen = drawn(None, range(8))
    assert whole(seen)
    assert not whole([replace(scene, states=("partial",) * len(scene.states)) for scene in seen])


@pytest.mark.parametrize("lid", [card, finger])
def test_what_covers_a_die_covers_about_the_share_that_it_should(lid: object) -> None:
    target = Target((200, 200), np.array([(80, 80), (120, 80), (120, 120), (80, 120)], np.float32), 40.0)
    mine = filled(target.shape, target.around) > 0.5
    for share in HIDDEN:
        rngs = (np.random.default_rng(seed) for seed in range(200))
        shares = [((lid(target, share, rng) > 0.5) & mine).sum() / mine.sum() for rng in rngs]  # type: ignore[operator]
        assert np.median(shares) == pytest.approx(share, abs=0.15)
