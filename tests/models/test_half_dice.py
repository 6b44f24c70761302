"""Half dice to learn from: whatever an edge cuts lies there with its mirror image. Needs torch."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("torch", reason="training wants torch: pip install '.[train]'")

import torch

from models.training import edges
from models.training.answers import DIE, NOTHING, answers
from models.training.crops import Place
from models.training.half_dice import HalfDice, beside, cut_die
from models.training.material import Material
from models.training.nets import right, surprise
from models.training.pool import Scene
from vision.kit import kit

KNOWN = answers("pips")
SAMPLE = Path(__file__).parents[2] / "samples/pips/01.jpg"


def scene(pixels: np.ndarray, *boxes: tuple[float, ...], faces: str = "5") -> Scene:
    count = len(boxes)
    framed, quads = np.array(boxes, np.float32).reshape(-1, 4), np.full((count, 4, 2), np.nan, np.float32)
    return Scene(pixels, framed, quads, (faces,) * count, ("flat",) * count, upright=False, source="somebody's")


def noise(height: int = 160, width: int = 200) -> np.ndarray:
    return np.random.default_rng(1).integers(0, 256, (height, width, 3), np.uint8)


def test_half_a_die_lies_there_with_its_mirror_image_and_is_a_die_whatever_it_shows() -> None:
    table, rng = scene(noise(), (80, 60, 120, 100)), np.random.default_rng(2)
    ways = set()
    for place in (cut_die(table, rng) for _ in range(40)):
        assert place
        assert (place.label, place.scene.source, len(place.scene.boxes)) == (DIE, "somebody's", 0)
        x0, y0, x1, y1 = place.box
        pixels = place.scene.pixels
        middle = (len(pixels) // 2, pixels.shape[1] // 2)
        across, down = ((pixels == pixels[:, ::-1]).all(), (pixels == pixels[::-1]).all())
        assert across or down, "it and its image are alike"
        seam = (x0 + x1) / 2 - middle[1] if across else (y0 + y1) / 2 - middle[0]
        assert abs(seam) <= 1, "the edge goes through the middle of its frame"
        assert 0.4 * 40 - 2 <= (x1 - x0 if across else y1 - y0) <= 1.5 * 40 + 2, "from a fifth to three quarters of it"
        ways.add(across)
    assert ways == {True, False}


def test_nothing_is_never_half_a_die_nor_most_of_one() -> None:
    table, rng = scene(noise(), (4, 60, 44, 100), (90, 100, 130, 140)), np.random.default_rng(3)
    found = [place for place in (beside(table, rng) for _ in range(400)) if place]
    assert 100 < len(found) < 400, "where a die is in the way there is none"
    assert {place.label for place in found} == {NOTHING}
    painted = noise() * 0
    painted[60:100, 4:44] = painted[100:140, 90:130] = 255
    for place in (beside(scene(painted, (4, 60, 44, 100), (90, 100, 130, 140)), rng) for _ in range(400)):
        if place:
            x0, y0, x1, y1 = place.box.round().astype(int).clip(0)
            seen = (place.scene.pixels[y0:y1, x0:x1, 0] > 0).sum()
            assert seen < 0.35 * 2 * 40 * 40, "a third of a die and of its image at most"


def test_what_has_no_dice_shows_none_nor_does_a_die_of_which_nobody_says_whether_it_is_one() -> None:
    stuff, rng = Material({"plain": [scene(noise())]}), np.random.default_rng(4)
    shown = HalfDice(KNOWN, [], [], stuff)
    assert {shown.next(rng).label for _ in range(30)} == {NOTHING}
    assert cut_die(scene(noise(), (80, 60, 120, 100), faces=""), rng) is None


def test_half_dice_what_was_taken_for_such_and_look_alikes_are_shown_as_they_lie_and_as_tops() -> None:
    table, rng = scene(noise(), (80, 60, 120, 100)), np.random.default_rng(5)
    false = [(scene(noise()), (0, [0, 0, 200, 160], [-20.0, 40.0, 20.0, 80.0], [[-15.0, 50.0]] * 4))]
    alike = [Place(scene(noise()), np.array([50, 50, 90, 90], np.float32), NOTHING)]
    shown = HalfDice(KNOWN, false, alike, Material({"drawn": [table]}))
    seen = [shown.next(rng) for _ in range(120)]
    assert 0.2 < np.mean([place.label == DIE for place in seen]) < 0.6
    assert 0.3 < np.mean([place.corners is None for place in seen]) < 0.7
    assert any((place.corners == place.corners[0]).all() for place in seen if place.corners is not None), "its own top"


def test_any_answer_but_nothing_is_right_of_half_a_die() -> None:
    sure = 20 * torch.eye(8)
    half = torch.tensor([KNOWN.index(DIE)] * 8)
    assert right(sure, half).tolist() == [True] * 7 + [False]
    assert float(surprise(sure[:7], half[:7])) < 1e-3
    assert float(surprise(sure[7:], half[7:])) > 10
    named = torch.arange(8)
    assert right(sure, named).all()
    assert float(surprise(sure, named)) == pytest.approx(
        float(torch.nn.functional.cross_entropy(sure, named)), abs=1e-5
    )


def test_what_the_finder_takes_for_half_a_die_is_told_unless_it_is_one(tmp_path: Path) -> None:
    """The edge of the part goes through the 6; a label of the 5 tells how large dice are."""
    picture, six, five = cv2.imread(str(SAMPLE)), (125.0, 345.0, 273.0, 492.0), (1038.0, 122.0, 1204.0, 273.0)
    part = [200, 0, picture.shape[1], picture.shape[0]]

    def cut(box: list[float]) -> bool:
        return box[0] < 0 < box[2] and 345 < (box[1] + box[3]) / 2 < 492

    found = list(edges.seen(scene(picture, five), part, kit("pips").finder))
    assert any(cut(box) for box, _ in found)
    assert not any(cut(box) for box, _ in edges.seen(scene(picture, five, six), part, kit("pips").finder))
    known = Material({"somebody's": [scene(picture)]})
    told = tmp_path / "edges.json"
    told.write_text(json.dumps({"somebody's": [(0, part, *each) for each in found], "others": [(0, part, *found[0])]}))
    assert [each for _, each in edges.places(told, known)] == [[0, part, *each] for each in found]
    place = edges.place(scene(picture), (0, part, *next(each for each in found if cut(each[0]))))
    assert (place.label, place.scene.source) == (NOTHING, "somebody's")
    assert place.corners is not None
    assert abs(place.corners.mean(0) - np.array(place.scene.pixels.shape[1::-1]) / 2).max() < 30, "it is the middle"
