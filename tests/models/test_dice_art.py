"""How drawn pip dice are made."""

import numpy as np

from models.training.colour import brightness
from models.training.dice_art import any_make

MAKES = [any_make(np.random.default_rng(seed)) for seed in range(300)]


def test_nearly_all_pips_can_be_told_from_their_die() -> None:
    apart = [np.abs(make.pips.colour ** (1 / 2.2) - make.body ** (1 / 2.2)).max() for make in MAKES]
    assert np.quantile(apart, 0.03) > 0.1


def test_some_pips_are_told_by_their_hue_alone() -> None:
    alike = [make for make in MAKES if abs(brightness(make.pips.colour) - brightness(make.body)) < 0.1]
    by_hue = [make for make in alike if np.abs(make.pips.colour ** (1 / 2.2) - make.body ** (1 / 2.2)).max() > 0.2]
    assert 0.04 < len(by_hue) / len(MAKES) < 0.2
