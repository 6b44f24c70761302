"""Ten dice that differ are read together: exact against counting by hand, and never surer than it may be."""

from itertools import product

import numpy as np
import pytest

from scoring.dice import Die, Face, Roll
from scoring.layout import PRINTED, in_doubt, layout
from vision.inventory import LEAST, UNLISTED, possible, settled
from vision.kits.phase_10 import KIT

FACES, DICE = KIT.faces, KIT.dice


def counted(p: np.ndarray, faces: tuple[Face, ...], dice: tuple[Die, ...], fits: np.ndarray) -> np.ndarray:
    """The same probabilities by walking through every way in which dice may show these sightings."""
    alone = np.maximum(p, LEAST)
    alone = alone / alone.sum(1, keepdims=True)
    stranger, found, evidence = 1 / (len(faces) + 1), np.zeros_like(alone), 0.0
    for ways in product(range(-1, len(dice)), repeat=len(alone)):
        used = [die for die in ways if die >= 0]
        if len(set(used)) < len(used):
            continue
        orders = float(np.prod([1 / (len(dice) - n) for n in range(len(used))]))
        shown = [
            np.array([*(0.0 for _ in faces), stranger])
            if die < 0
            else fits[n, die]
            * np.array([*((1 - stranger) * dice[die].faces.count(face) / len(dice[die].faces) for face in faces), 0])
            for n, die in enumerate(ways)
        ]
        each = [alone[n] * shown[n] for n in range(len(ways))]
        weight = orders * float(np.prod([row.sum() for row in each]))
        evidence += weight
        for n, row in enumerate(each):
            found[n] += weight * row / row.sum() if row.sum() else 0
    free = UNLISTED * (len(faces) + 1) ** -float(len(alone))
    belief = (1 - UNLISTED) * evidence / ((1 - UNLISTED) * evidence + free)
    return belief * found / evidence + (1 - belief) * alone


def some_dice(rng: np.random.Generator, faces: tuple[Face, ...]) -> tuple[Die, ...]:
    """A few dice with a few of the faces, some of them twice."""
    return tuple(
        Die(f"die {n}", tuple(faces[at] for at in rng.integers(0, len(faces), 3)))
        for n in range(int(rng.integers(1, 5)))
    )


@pytest.mark.parametrize("seed", range(40))
def test_it_is_exact(seed: int) -> None:
    rng = np.random.default_rng(seed)
    faces = Roll.parse("6R 9R 6G 9O W").faces if seed % 2 else Roll.parse("8G 8B").faces
    dice = some_dice(rng, faces)
    p = rng.dirichlet(np.full(len(faces) + 1, 0.5), int(rng.integers(1, 5)))
    assert settled(p, faces, dice) == pytest.approx(counted(p, faces, dice, np.ones((len(p), len(dice)))), abs=1e-9)
    fits = rng.uniform(0, 3, (len(p), len(dice)))
    assert settled(p, faces, dice, fits) == pytest.approx(counted(p, faces, dice, fits), abs=1e-9)


def looks(*dice: str) -> np.ndarray:
    """What dice look like alone: `6R` is certain, `6R:0.6 9R:0.4` is not; a little is left for everything else."""
    rows = np.full((len(dice), len(FACES) + 1), 1e-5)
    for row, die in zip(rows, dice, strict=True):
        for part in die.split():
            face, _, share = part.partition(":")
            row[FACES.index(Face.parse(face))] = float(share or 1)
    return rows / rows.sum(1, keepdims=True)


def best(p: np.ndarray) -> str:
    return " ".join("?" if at == len(FACES) else str(FACES[at]) for at in p.argmax(1))


def test_a_six_that_no_die_is_left_for_is_a_nine() -> None:
    """6R is on D2 alone, which shows 8O here; only D4 and D5 show 9R (rule book 5.2)."""
    without = settled(looks("6R:0.6 9R:0.4"), FACES, DICE)
    with_ = settled(looks("6R:0.6 9R:0.4", "6R"), FACES, DICE)
    assert best(without) in {"6R", "9R"}
    assert without.max() < 0.75
    assert best(with_) == "9R 6R"
    assert with_[0].max() > 0.99


def test_an_orange_two_beside_the_orange_two_is_a_red_one() -> None:
    """2O is on L4 alone and 2R on L3 alone."""
    found = settled(looks("2O:0.7 2R:0.3", "2O:0.99 2R:0.01"), FACES, DICE)
    assert best(found) == "2R 2O"
    assert found[0].max() > 0.95


def test_two_that_are_alike_and_cannot_both_be_there_stay_open() -> None:
    found = settled(looks("4R:0.99 4O:0.01", "4R:0.99 4O:0.01"), FACES, DICE)
    assert found.max() < 0.7


def test_a_roll_that_this_set_cannot_show_is_asked_about() -> None:
    """Another edition: ten dice that look certain, though their faces cannot lie there together in the printed set."""
    shown = Roll.parse("4R 4R 4R 4O 6R 6R 6R 7B 7B 7B").faces
    assert in_doubt(layout(PRINTED), shown)
    found = settled(looks(*map(str, shown)), FACES, DICE)
    assert (found.max(1) < 0.9).any() or not possible([FACES[at] for at in found.argmax(1)], DICE)


def test_faces_are_possible_where_the_rule_book_finds_no_doubt() -> None:
    rng = np.random.default_rng(5)
    answers = set()
    for _ in range(400):
        shown = [FACES[at] for at in rng.integers(0, len(FACES), int(rng.integers(1, 5)))]
        assert possible(shown, DICE) == (not in_doubt(layout(PRINTED), shown))
        answers.add(possible(shown, DICE))
    assert answers == {True, False}
    assert all(possible([die.faces[rng.integers(6)] for die in DICE], DICE) for _ in range(50))


def test_dice_that_are_clear_stay_clear() -> None:
    for seed in range(50):
        rng = np.random.default_rng(seed)
        shown = [die.faces[rng.integers(6)] for die in DICE]
        found = settled(looks(*(f"{face}:0.999" for face in shown)), FACES, DICE)
        assert best(found) == " ".join(map(str, shown))
        assert found.max(1).min() > 0.99


def test_a_stranger_among_the_dice_is_one() -> None:
    p = looks("6R", "8G")
    p[1] = 0.001 / len(FACES)
    p[1, -1] = 0.999
    assert best(settled(p, FACES, DICE)) == "6R ?"


def test_more_dice_than_the_set_has_cannot_all_be_of_the_set() -> None:
    shown = [die.faces[0] for die in DICE]
    found = settled(looks(*map(str, shown), "5R", "5R"), FACES, DICE)
    assert found.shape == (12, 45)
    assert found.sum(1) == pytest.approx(1)
    assert not possible([*shown, *shown[:2]], DICE)


def test_nothing_seen_is_nothing_settled() -> None:
    assert settled(np.zeros((0, 45)), FACES, DICE).shape == (0, 45)


@pytest.mark.parametrize("sharpness", [0.5, 2.0, 4.0])
def test_together_the_dice_are_right_more_often_and_as_often_as_they_say(sharpness: float) -> None:
    """Throws of the set are seen through noise whose likelihoods are known, so that Bayes is the judge."""
    rng = np.random.default_rng(int(10 * sharpness))
    alone_right, right, said = 0, [], []
    for _ in range(150):
        shown = [die.faces[rng.integers(6)] for die in DICE]
        p = np.stack([seen(rng, face, sharpness) for face in shown])
        order = rng.permutation(10)
        truth = [FACES.index(shown[at]) for at in order]
        found = settled(p[order], FACES, DICE)
        alone_right += int((p[order].argmax(1) == truth).sum())
        right += (found.argmax(1) == truth).tolist()
        said += found.max(1).tolist()
    assert sum(right) > alone_right
    assert np.mean(right) == pytest.approx(np.mean(said), abs=0.02)
    sure = np.array(said) > 0.97
    assert np.mean(np.array(right)[sure]) > 0.97


def seen(rng: np.random.Generator, face: Face, sharpness: float) -> np.ndarray:
    """What a calibrated eye says of one die: a noisy sight of whether it is turned and of how orange it is."""
    logits = np.full(len(FACES) + 1, -14.0)
    turned = sharpness * ((1.0 if face.symbol == "6" else -1.0) + rng.normal() / np.sqrt(sharpness))
    orange = sharpness * ((1.0 if face.colour == "O" else -1.0) + rng.normal() / np.sqrt(sharpness))
    for symbol, sign in (("6", 1), ("9", -1)) if face.symbol in "69" else ((face.symbol, 0),):
        for colour, tint in (("O", 1), ("R", -1)) if face.colour in "OR" else ((face.colour, 0),):
            logits[FACES.index(Face(symbol, colour))] = sign * turned + tint * orange
    p = np.exp(logits - logits.max())
    return p / p.sum()
