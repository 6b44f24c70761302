"""What a kit's faces count as."""

from dataclasses import replace

import numpy as np
import pytest

from models.card import card
from scoring.dice import Face, Roll
from vision import kit
from vision.find import Candidate
from vision.kit import kit as kit_of
from vision.read import Named, told
from vision.reading import Frame

FRAME = Frame(np.zeros((100, 100, 3), np.uint8), "a table")


def seen(kit_: kit.Kit, **p: float) -> Named:
    """A die in the middle of the picture that looks like each of these faces so much."""
    said = np.array([p.get(f"_{face}", 0.0) for face in kit_.faces] + [0.0, 0.0], np.float32)
    corners = ((30.0, 30.0), (70.0, 30.0), (70.0, 70.0), (30.0, 70.0))
    return Named(Candidate((30.0, 30.0, 70.0, 70.0), corners, 0.9, 0.0, 0.9), said)


def test_the_faces_of_poker_dice_count_as_those_of_ten_grand() -> None:
    ten_grand = kit_of("ten-grand")
    assert ten_grand.played == Roll.parse("A K Q J 50 100").faces
    assert ten_grand.counts_as(Face("10")) == Face("100")
    assert ten_grand.counts_as(Face("9")) == Face("50")


def test_what_looks_like_a_10_or_a_100_is_a_100() -> None:
    ten_grand = kit_of("ten-grand")
    reader = replace(card("pips-reader"), presence=())
    (die,) = told([seen(ten_grand, _10=0.9, _100=0.08, _50=0.02)], FRAME, ten_grand, reader).dice
    assert die.face == Face("100")
    assert die.p == pytest.approx(0.9 * 0.98)
    assert die.second is not None
    assert die.second[0] == Face("50")


def test_only_pips_may_be_looked_at_in_a_mirror() -> None:
    assert kit.kit("pips").mirrored
    assert not kit_of("phase-10").mirrored
