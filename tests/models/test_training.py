"""What training learns from is honest: held-out sources stay out, labels fit their pictures, seeds repeat."""

import json
from itertools import product
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.training.augment import resense
from models.training.calibrate import Kind, Trial, best, strangeness
from models.training.draw import picture
from models.training.photographs import AMENDED, FOLDS, Photograph, held_out, photographs, training
from models.training.plain import gather
from models.training.trials import COVERED, GRAZED, LEFT, covered, grazed, halved
from models.training.witness import heard, lacking
from vision.kit import kit


def folder_of(folder: Path, *sources: str) -> Path:
    """A labels.json with one picture a source."""
    entry = {"image": "a.jpg", "licence": "MIT", "group": "a", "box_kind": "whole die",
             "dice": [{"box": [10, 10, 30, 30], "face": "4"}]}  # fmt: skip
    text = json.dumps([entry | {"source": source} for source in sources])
    (folder / "labels.json").write_text(text, encoding="utf-8")
    return folder


def test_training_never_sees_the_sources_held_out(tmp_path: Path) -> None:
    for fold, sources in FOLDS.items():
        folder = folder_of(tmp_path, "somebody/dice", *sources)
        assert [photo.source for photo in training(folder, fold)] == ["somebody/dice"]
        assert [photo.source for photo in held_out(folder, fold)] == list(sources)


def test_every_source_is_held_out_by_one_fold() -> None:
    held = [*FOLDS["a"], *FOLDS["b"], *FOLDS["c"]]
    assert len(held) == len(set(held)) == 6
    assert sorted(FOLDS["all"]) == sorted(held)


def test_boxes_round_the_pips_are_widened_to_the_die(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, "somebody/dice")
    told = json.loads((folder / "labels.json").read_text())
    told[0]["box_kind"] = "pips of the upper face only"
    (folder / "labels.json").write_text(json.dumps(told))
    (box,) = photographs(folder)[0].boxes
    assert box == pytest.approx((3.6, 8.6, 36.4, 41.4))


def test_the_same_seed_draws_the_same_picture() -> None:
    first, second = (picture(np.random.default_rng(3), 200, 160) for _ in range(2))
    assert (first.pixels == second.pixels).all()
    assert [die.face for die in first.dice] == [die.face for die in second.dice]


def test_drawn_labels_lie_on_their_pictures_and_every_face_comes_up() -> None:
    drawn = [picture(np.random.default_rng((7, seed)), 240, 240) for seed in range(30)]
    dice = [die for made in drawn for die in made.dice]
    assert {die.face for die in dice} >= set("123456")
    assert {die.state for die in dice} >= {"flat", "partial"}
    for die in dice:
        x0, y0, x1, y1 = die.box
        assert 0 <= x0 < x1 <= 240
        assert 0 <= y0 < y1 <= 240
        assert 0 < die.visible <= 1
        (ax, ay), (bx, by), (cx, cy) = die.quad[0], die.quad[1], die.quad[2]
        assert (bx - ax) * (cy - by) - (by - ay) * (cx - bx) > 0, "clockwise as seen"


def test_an_unknown_face_is_judged_as_one() -> None:
    photo = Photograph(Path("a.jpg"), "somebody/dice", "MIT", "a", ((1, 1, 21, 21), (41, 1, 61, 21)), ("3", "emblem"))
    assert photo.truth.roll == "3 ?"
    assert [die.box for die in photo.truth.dice] == list(photo.boxes)


def test_a_die_that_nobody_can_name_is_not_judged() -> None:
    photo = Photograph(Path("a.jpg"), "somebody/dice", "MIT", "a", ((1, 1, 21, 21), (41, 1, 61, 21)), ("3", ""))
    assert photo.truth.roll == "3"


def test_dice_that_the_labels_leave_out_are_added_and_wrong_ones_replaced(tmp_path: Path) -> None:
    amended = json.loads(AMENDED.read_text(encoding="utf-8"))
    assert {die["face"] for dice in amended.values() for die in dice} <= {*"123456", "?", ""}
    folder = folder_of(tmp_path, "somebody/dice")
    told = json.loads((folder / "labels.json").read_text())
    name, better = next(iter(amended.items()))
    x0, y0, x1, y1 = better[0]["box"]
    wrong = {"box": [x0 + 4, y0 + 4, x1 - 4, y1 - 4], "face": "6"}
    elsewhere = {"box": [x1 + 1, y1 + 1, x1 + 21, y1 + 21], "face": "4"}
    told[0] |= {"image": name, "dice": [wrong, elsewhere]}
    (folder / "labels.json").write_text(json.dumps(told))
    (photo,) = photographs(folder)
    assert photo.faces == ("4", *(die["face"] for die in better))


def test_a_photograph_cut_at_an_edge_leaves_a_part_of_one_die_and_all_others_whole(tmp_path: Path) -> None:
    boxes = ((20.0, 90.0, 60.0, 130.0), (140.0, 150.0, 180.0, 190.0), (300.0, 250.0, 340.0, 290.0))
    path = tmp_path / "a.png"
    cv2.imwrite(str(path), np.zeros((320, 360, 3), np.uint8))
    photo = Photograph(path, "somebody/dice", "MIT", "a", boxes, ("1", "4", "6"))
    for seed, (at_an_edge, (least, most)) in product(range(8), ((halved, LEFT), (grazed, GRAZED))):
        pixels, dice = at_an_edge(np.random.default_rng(seed), [photo])
        height, width = pixels.shape[:2]
        part, *others = sorted(dice, key=lambda die: np.subtract(die["box"][2:], die["box"][:2]).min())
        assert least * 40 - 1 <= np.subtract(part["box"][2:], part["box"][:2]).min() <= most * 40 + 1
        assert all((np.subtract(die["box"][2:], die["box"][:2]) == 40).all() for die in others)
        x0, y0, x1, y1 = part["box"]
        assert [x0 == 0, y0 == 0, x1 == width, y1 == height].count(True) == 1
        faces = [die["face"] for die in others]
        assert faces in (["1", "4"], ["4", "6"])
        assert part["face"] in ("?" if at_an_edge is halved else {"1", "6"} - {*faces})


def test_a_sheet_lies_over_a_part_of_one_die_and_over_no_other(tmp_path: Path) -> None:
    boxes = ((20.0, 90.0, 60.0, 130.0), (180.0, 150.0, 220.0, 190.0), (340.0, 250.0, 380.0, 290.0))
    path = tmp_path / "a.png"
    cv2.imwrite(str(path), np.zeros((320, 400, 3), np.uint8))
    photo = Photograph(path, "somebody/dice", "MIT", "a", boxes, ("1", "4", "6"))
    for seed in range(8):
        pixels, dice = covered(np.random.default_rng(seed), [photo])
        shares = [(pixels[int(y0) : int(y1), int(x0) : int(x1)].max(2) > 9).mean() for x0, y0, x1, y1 in boxes]
        (part,) = np.flatnonzero(shares)
        assert COVERED[0] - 0.1 < shares[part] < COVERED[1] + 0.1
        assert [die["face"] for die in dice] == ["?" if n == part else face for n, face in enumerate(photo.faces)]


def test_a_bare_table_has_no_dice_of_ours() -> None:
    assert not [
        die for seed in range(20) for die in picture(np.random.default_rng(seed), 120, 120, throw=0).dice
        if die.face in {*"123456"}
    ]  # fmt: skip


def test_photographs_without_dice_are_gathered_once_each_and_no_sketches(tmp_path: Path) -> None:
    names = ("one", "smaller", "another", "sketch", "tiny")
    one, another = (cv2.resize(picture(np.random.default_rng(seed)).pixels, (400, 300)) for seed in (68, 83))
    shown = (one, cv2.resize(one, (360, 270)), another, np.full((300, 400, 3), 90, np.uint8), one[:200, :200])
    for name, pixels in zip(names, shown, strict=True):
        cv2.imwrite(str(tmp_path / f"{name}.png"), pixels)
    assert gather([tmp_path], tmp_path / "plain") == 2
    assert len(list((tmp_path / "plain").glob("*.jpg"))) == 2


def test_other_counts_the_less_the_rarer_it_is() -> None:
    """Of ten dice that look as much like a face as like none, five are of no kit; at a table they would be fewer."""
    torn = np.log(np.array([0.45, 0.05, 0.45, 0.05], np.float32))  # two faces, other, nothing
    proof = [(torn, 0)] * 5 + [(torn, 2)] * 5
    few, many = strangeness(proof, 1.0, 0.05), strangeness(proof, 1.0, 0.5)
    assert few < 0.1 < many


def test_pictures_that_cannot_be_told_apart_are_no_proof(tmp_path: Path) -> None:
    photo = photographs(folder_of(tmp_path, "somebody/dice"))
    assert heard([], photo) == []
    with pytest.raises(ValueError, match="the same source and name"):
        heard([], photo * 2)


def test_what_is_not_to_be_spoilt_keeps_its_sharpness_and_light() -> None:
    pixels = np.random.default_rng(0).integers(0, 256, (64, 64, 3), dtype=np.uint8)
    for seed in range(20):
        assert (resense(pixels, np.random.default_rng(seed), 0.0) == pixels).all()
    spoilt = [(resense(pixels, np.random.default_rng(seed)) != pixels).any() for seed in range(100)]
    less = [(resense(pixels, np.random.default_rng(seed), 0.4) != pixels).any() for seed in range(100)]
    assert 0 < sum(less) < sum(spoilt)


def shown(kind: Kind, count: int, p: float, shadow: float, *, exact: bool) -> list[tuple[Trial, Kind]]:
    return [(Trial("drawn", open=False, p=p, shadow=shadow, exact=exact), kind)] * count


def test_the_eye_is_sure_as_often_as_it_can_while_one_in_300_is_wrong() -> None:
    right = [*shown("dice", 600, 0.95, 0.0, exact=True), *shown("dice", 200, 0.885, 0.0, exact=True)]
    assert best(right)[0] < 0.885
    assert best([*right, *shown("dice", 1, 0.865, 0.0, exact=False)])[0] < 0.865, "one in 801"
    assert best([*right, *shown("dice", 10, 0.895, 0.0, exact=False)])[0] > 0.895


def test_hard_pictures_count_little_but_they_count() -> None:
    photos = [*shown("dice", 900, 0.95, 0.0, exact=True), *shown("dice", 100, 0.95, 0.25, exact=True)]
    assert best(photos)[1] > 0.25
    assert best([*photos, *shown("hard", 100, 0.95, 0.2, exact=False)])[1] <= 0.2
    assert best([*photos, *shown("hard", 100, 0.95, 0.2, exact=True)])[1] > 0.25


def test_an_eye_may_be_tried_without_its_umpire_or_both_referees() -> None:
    whole = kit("pips")
    assert lacking(whole, "") == lacking(whole, "mirror") == whole
    assert lacking(whole, "umpire").referees == whole.referees[:1]
    assert lacking(whole, "referees").referees == ()
