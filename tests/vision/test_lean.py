"""Dice that lean are said to where that is plain, sooner beside another die, and asked about."""

import numpy as np
import pytest

from models.training.draw import picture
from vision.find import Candidate
from vision.judge import agreement
from vision.kit import kit
from vision.lean import weighed
from vision.read import read
from vision.reading import Frame
from vision.seen import Named

PIPS = kit("pips")


def said(leaning: float, seeds: range) -> list[tuple[str, bool]]:
    """How drawn dice lie that are seen whole, and whether they are said to lean."""
    told = []
    for seed in seeds:
        made = picture(np.random.default_rng((11, seed)), 416, 416, leaning=leaning)
        for die in read(Frame(made.pixels)).dice:
            label = next((each for each in made.dice if agreement(die.box, each.box) > 0), None)
            if label and "partial" not in {die.state, label.state}:
                told.append((label.state, die.state == "cocked"))
    return told


@pytest.mark.parametrize("number", [12, pytest.param(80, marks=pytest.mark.long)])
def test_many_drawn_dice_that_lean_are_said_to_and_hardly_any_that_lies_flat(number: int) -> None:
    told = said(0.5, range(number))
    leaning, flat = ([seems for state, seems in told if state == which] for which in ("cocked", "flat"))
    assert np.mean(leaning) > 0.2
    assert np.mean(flat) < 0.03


def test_a_die_beside_another_leans_by_less_than_one_apart() -> None:
    made = picture(np.random.default_rng((11, 400)), 416, 416, throw=1, leaning=1.0)
    frame, (label,) = Frame(made.pixels), made.dice
    x0, y0, x1, y1 = label.box
    die = named(label.box)
    (alone,) = weighed(frame.halves, [die], PIPS)
    beside, _ = weighed(frame.halves, [die, named((x1, y0, x1 + x1 - x0, y1))], PIPS)
    apart, _ = weighed(frame.halves, [die, named((x1 + 60, y0, x1 + 60 + x1 - x0, y1))], PIPS)
    assert 0 < alone.candidate.cocked == pytest.approx(apart.candidate.cocked)
    assert beside.candidate.cocked > alone.candidate.cocked


def named(box: tuple[float, float, float, float]) -> Named:
    """Something in a box that the reader takes for a 5."""
    x0, y0, x1, y1 = box
    corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Named(Candidate(box, corners, 0.9), np.array([0, 0, 0, 0, 1, 0, 0, 0], np.float32))
