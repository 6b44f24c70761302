"""Inks are told apart in any light, the dice of a throw beside one another."""

import numpy as np
import pytest

from scoring.dice import Face
from vision.colour import COLOURS, USUAL, glaring, ink, likely
from vision.kits.phase_10 import KIT
from vision.together import together

WHITE = np.array([0.85, 0.84, 0.8])  # of the dice, linear RGB
INKS = {"R": (0.55, 0.03, 0.04), "O": (0.9, 0.3, 0.02), "B": (0.04, 0.12, 0.55), "G": (0.05, 0.4, 0.12)}
QUAD = ((10.0, 10.0), (50.0, 10.0), (50.0, 50.0), (10.0, 50.0))
LAMPS = {"daylight": (1.0, 1.0, 1.0), "bulb": (1.1, 0.75, 0.4), "shade": (0.7, 0.85, 1.1), "dim": (0.2, 0.18, 0.15)}


def face(colour: str, lamp: tuple[float, float, float], *, noise: float = 0.0, seed: int = 0) -> np.ndarray:
    """A picture (60, 60, 3) of a white top with a number of an ink, under a lamp, BGR bytes."""
    light = np.full((60, 60, 3), 0.2)
    light[10:50, 10:50] = WHITE
    light[20:40, 26:34] = INKS[colour]
    light = light * np.array(lamp) * 0.9 + noise * np.random.default_rng(seed).normal(0, 1, light.shape)
    return (np.clip(light[..., ::-1], 0, 1) ** (1 / 2.2) * 255).round().astype(np.uint8)


@pytest.mark.parametrize("lamp", LAMPS)
@pytest.mark.parametrize("colour", COLOURS)
def test_an_ink_is_the_same_in_any_light(colour: str, lamp: str) -> None:
    seen = ink(face(colour, LAMPS[lamp]), QUAD)
    assert seen == pytest.approx(ink(face(colour, LAMPS["daylight"]), QUAD), abs=0.06)
    assert COLOURS[int(((USUAL - seen) ** 2).sum(1).argmin())] == colour


def test_a_bare_die_and_one_burnt_out_have_no_ink() -> None:
    assert np.isnan(ink(np.full((60, 60, 3), 180, np.uint8), QUAD)).all()
    assert np.isnan(ink(np.full((60, 60, 3), 255, np.uint8), QUAD)).all()


@pytest.mark.parametrize("colour", COLOURS)
def test_where_white_is_too_bright_an_ink_is_told_roughly_and_nobody_swears_to_it(colour: str) -> None:
    daylight, glare = face(colour, LAMPS["daylight"]), face(colour, (1.4, 1.4, 1.4))
    assert (glaring(daylight, QUAD), glaring(glare, QUAD)) == (False, True)
    assert np.isnan(ink(glare, QUAD)).all()
    assert ink(glare, QUAD, roughly=True) == pytest.approx(ink(daylight, QUAD), abs=0.2)


def test_corners_a_little_off_do_not_change_an_ink_that_is_told_roughly() -> None:
    seen = face("O", LAMPS["daylight"])
    seen[50:] = 0  # the side of the die, in the dark
    beside = tuple((x, y + 7) for x, y in QUAD)
    assert ink(seen, beside, roughly=True) == pytest.approx(ink(seen, QUAD), abs=0.05)


def test_a_red_that_looks_orange_is_known_beside_the_others() -> None:
    """All the inks of this set are paler and warmer than usual: its red is nearer to the usual orange than to red."""
    shift = np.array([-0.12, -0.14, 0.0])
    throw = np.clip(USUAL[[0, 0, 0, 1, 1, 1, 2, 2, 3, 3]] + shift, -0.3, 1)
    throw += np.random.default_rng(2).normal(0, 0.02, throw.shape)
    said = np.full((10, 4), 0.25)
    found = likely(throw, said)
    assert "".join(COLOURS[at] for at in found.argmax(1)) == "RRROOOBBGG"
    assert found.sum(1) == pytest.approx(1)


def test_dice_without_an_ink_say_nothing() -> None:
    found = likely([[np.nan] * 3, USUAL[1]], np.full((2, 4), 0.25))
    assert found[0].tolist() == [0.25] * 4
    assert COLOURS[int(found[1].argmax())] == "O"
    assert likely(np.full((2, 3), np.nan), np.full((2, 4), 0.25)).tolist() == [[0.25] * 4] * 2


def alone(*dice: str) -> np.ndarray:
    """What dice look like alone: `4R:0.5 4O:0.5`."""
    rows = np.full((len(dice), len(KIT.faces) + 1), 1e-5)
    for row, die in zip(rows, dice, strict=True):
        for part in die.split():
            name, _, share = part.partition(":")
            row[KIT.faces.index(Face.parse(name))] = float(share or 1)
    return rows / rows.sum(1, keepdims=True)


def test_ink_and_inventory_together_decide_between_red_and_orange() -> None:
    p = alone("7R:0.5 7O:0.5", "2R:0.5 2O:0.5", "9B", "3G")
    inks = np.array([USUAL[0], [np.nan] * 3, USUAL[2], USUAL[3]])
    found = together(p, inks, KIT.faces, KIT.dice)
    assert str(KIT.faces[found[0].argmax()]) == "7R"
    assert found[0].max() > 0.8
    assert abs(found[1][KIT.faces.index(Face("2", "R"))] - 0.5) < 0.2, "nothing is known of it"
    assert found.sum(1) == pytest.approx(1)


def test_the_order_of_the_dice_does_not_matter() -> None:
    rng = np.random.default_rng(4)
    p, inks = rng.dirichlet(np.full(len(KIT.faces) + 1, 0.05), 7), rng.uniform(0, 1, (7, 3))
    order = rng.permutation(7)
    assert together(p[order], inks[order], KIT.faces, KIT.dice) == pytest.approx(
        together(p, inks, KIT.faces, KIT.dice)[order]
    )
