"""What the nets are shown: dice that nobody can name, and faces that are none of ours."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="training wants torch: pip install '.[train]'")

import torch

from models.training.answers import NOTHING, OTHER, answers
from models.training.canvas import Canvas, canvas, maps
from models.training.crops import Place
from models.training.embedding import surprise
from models.training.emblems import icons, repainted, with_worn_ace
from models.training.material import Material
from models.training.pool import Scene
from models.training.reader import batch
from models.training.soup import mixed
from models.training.straight import lessons
from models.training.tops import seen
from vision.picture import load

NOWHERE = Path("nowhere.json")  # a file that nobody wrote
SAMPLE = Path(__file__).parents[2] / "samples" / "pips" / "01.jpg"


def test_a_die_that_nobody_can_name_is_neither_shown_nor_denied_to_the_finder() -> None:
    boxes = np.array([[10, 10, 40, 40], [60, 60, 90, 90]], np.float32)
    nowhere = np.full((2, 4, 2), np.nan, np.float32)
    pixels = np.zeros((128, 128, 3), np.uint8)
    wanted = maps(Canvas(pixels, boxes, nowhere, np.zeros(2, np.float32), np.array([False, True])))
    assert wanted.heat[0, 6, 6] == 1
    assert wanted.heat[0, 18, 18] == 0
    assert wanted.careless[0, 18, 18] == 1
    assert wanted.careless[0, 6, 6] == 0


def test_an_emblem_makes_a_face_unknown() -> None:
    if not icons():
        pytest.skip("training wants icons: pip install '.[train]'")
    box = np.array([[30, 30, 90, 90]], np.float32)
    quad = np.array([[[32, 32], [88, 32], [88, 88], [32, 88]]], np.float32)
    scene = Scene(np.full((120, 120, 3), 200, np.uint8), box, quad, ("1",), ("flat",), upright=False)
    made = repainted(Place(scene, box[0], "1"), np.random.default_rng(1))
    assert made.label == OTHER
    assert made.scene.pixels.std() > 5 > scene.pixels.std()


def test_boxes_and_tops_are_squeezed_with_their_picture() -> None:
    box = np.array([[140, 140, 200, 200]], np.float32)
    quad = np.array([[[140, 140], [200, 140], [200, 200], [140, 200]]], np.float32)
    white = Scene(np.zeros((340, 340, 3), np.uint8), box, quad, ("1",), ("flat",), upright=True)
    made = [canvas(white, np.random.default_rng(seed), 320, []) for seed in range(200)]
    shapes = [
        (box[2:] - box[:2], np.ptp(quad, axis=0))
        for one in made
        for box, quad in zip(one.boxes, one.quads, strict=True)
    ]
    inside = [(box, top) for box, top in shapes if np.allclose(box, top, atol=1)]  # the others are cut by the edge
    assert len(inside) > 80
    assert min(width / height for (width, height), _ in inside) < 0.8
    assert max(width / height for (width, height), _ in inside) > 1.25


def test_the_mean_of_two_checkpoints_is_half_of_each_and_of_one_net_only() -> None:
    one, other = (
        {"average": {"weight": torch.full((2,), value), "batches": torch.tensor(count)}, "step": count}
        for value, count in ((1.0, 10), (3.0, 20))
    )
    both = mixed(one, other)
    assert both["average"]["weight"].tolist() == [2.0, 2.0]
    assert (both["average"]["batches"], both["step"]) == (20, 20)
    with pytest.raises(ValueError, match="of two nets"):
        mixed(one, {"average": {"bias": torch.zeros(1)}})


def test_a_worn_single_pip_is_a_1_whatever_it_resembles() -> None:
    box = np.array([[30, 30, 90, 90]], np.float32)
    quad = np.array([[[32, 32], [88, 32], [88, 88], [32, 88]]], np.float32)
    scene = Scene(np.full((120, 120, 3), 200, np.uint8), box, quad, ("6",), ("flat",), upright=False)
    for seed in range(20):
        made = with_worn_ace(Place(scene, box[0], "6"), np.random.default_rng(seed))
        assert made.label == "1"
        painted = np.abs(made.scene.pixels.astype(int) - 200).sum(2) > 60
        assert painted.any()
        rows, columns = np.nonzero(painted)
        middle = (made.scene.boxes[0, :2] + made.scene.boxes[0, 2:]) / 2
        assert np.abs(np.array([columns, rows]).T - middle).max() < 0.3 * 60


def test_looks_that_lie_beside_those_of_their_sign_are_no_surprise() -> None:
    apart = torch.eye(4)[None, :, None].repeat(2, 1, 3, 1)
    heat = torch.tensor(3.0)
    loss, right = surprise(apart, heat)
    assert right == 2 * 4 * 3
    assert loss < 0.01
    astray = apart.clone()
    astray[0, 0, 0] = astray[0, 1, 0]
    worse, fewer = surprise(astray, heat)
    assert worse > loss
    assert fewer < right


def test_every_top_to_learn_from_is_seen_straight_whatever_it_shows() -> None:
    quad = np.array([[[30, 30], [90, 30], [90, 90], [30, 90]]], np.float32)
    box = np.array([[28, 28, 92, 96]], np.float32)
    scene = Scene(np.full((160, 160, 3), 200, np.uint8), box, quad, ("5",), ("flat",), upright=True)
    known, stuff = answers("pips"), Material({"drawn": [scene]})
    of_photographs = Place(scene, np.array([100, 100, 140, 140], np.float32), NOTHING, quad[0] + 60)
    shown = replace(lessons(stuff, known, NOWHERE, NOWHERE), false=[of_photographs], lookalikes=[of_photographs])
    squares = [shown.next(np.random.default_rng(seed)) for seed in range(300)]
    assert all(square.corners is not None for square in squares)
    shares = Counter(square.label for square in squares)
    assert shares["5"] / 300 == pytest.approx(0.64, abs=0.1)
    assert shares[NOTHING] / 300 == pytest.approx(0.28, abs=0.1)
    leaning = replace(scene, states=("cocked",))
    assert not lessons(Material({"drawn": [leaning]}), known, NOWHERE, NOWHERE).dice


def test_a_face_on_which_nothing_can_be_seen_is_not_shown_to_a_reader() -> None:
    def top(shade: int) -> Place:
        pixels = np.full((160, 160, 3), 200, np.uint8)
        pixels[55:65, 55:65] = shade
        corners = np.array([[30, 30], [90, 30], [90, 90], [30, 90]], np.float32)
        box = np.array([28, 28, 92, 92], np.float32)
        scene = Scene(pixels, box[None], corners[None], ("1",), ("flat",), upright=True)
        return Place(scene, box, "1", corners)

    stuff = Material({"drawn": [top(20).scene]})
    shown = replace(lessons(stuff, answers("pips"), NOWHERE, NOWHERE), bare=[], harsh=0.0)
    plain = replace(shown, dice={"drawn": {"1": [top(20)], "2": [top(200)]}})
    told = [place.label for place in batch(plain, 64, np.random.default_rng(1))[1]]
    assert told.count("1") > 30
    assert told.count("2") < 3


def test_what_frames_a_part_of_a_die_is_no_top_of_it() -> None:
    frame = load(SAMPLE.read_bytes(), SAMPLE.name)
    empty = Scene(frame.pixels, np.zeros((0, 4), np.float32), np.zeros((0, 4, 2), np.float32), (), (), upright=True)
    boxes = np.array([box for _, box, _ in seen(empty, "dice-finder")], np.float32)
    assert len(boxes)
    middle, reach = (boxes[:, :2] + boxes[:, 2:]) / 2, (boxes[:, 2:] - boxes[:, :2]) / 2
    for times, found in ((1.2, True), (2.0, False)):
        wide = np.concatenate((middle - times * reach, middle + times * reach), 1)
        scene = replace(empty, boxes=wide[:1], faces=("5",), states=("flat",))
        first = next(iter(seen(scene, "dice-finder")))
        assert (first[0] == 0) == found
