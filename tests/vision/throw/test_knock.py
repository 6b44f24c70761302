"""A camera that somebody knocked against, and what only looks like that."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.scene import RATE, Die, Scene, film, reaching, rolling, still
from tests.vision.squares import EYE, look
from tests.vision.throw.test_settle import EMPTY, ROLL, THREE, TWO
from vision.camera.source import Shot
from vision.reading import Frame
from vision.throw.compare import Lying
from vision.throw.glance import glance
from vision.throw.knock import knock
from vision.throw.settle import PATIENCE
from vision.watch import throws


def test_dice_that_are_all_taken_up_are_no_knock_against_the_camera() -> None:
    both = Scene((*THREE[:1], *TWO))
    for number in (86, 88):  # noise of these frames looks a little as if the picture went upwards
        before, after = (scene.shot(at, 0).frame for scene, at in ((both, number), (EMPTY, number + 21)))
        lying = Lying(glance(before), tuple(die.scaled(0.5) for die in look(before).dice))
        assert knock(lying, glance(after), ()) == (0.0, 0.0)


def plain(scene: Scene, noise: float = 0, number: int = 0) -> Shot:
    """The frame of a table without any pattern, with so many levels of noise."""
    dice, table = (each.shot(0, 0).frame.pixels for each in (scene, Scene(shift=scene.shift)))
    bare = np.where((dice == table).all(2, keepdims=True), 90.0, dice)
    grain = np.random.default_rng(number).normal(0, noise, bare.shape)
    return Shot(Frame(np.clip(np.rint(bare + grain), 0, 255).astype(np.uint8)), number / RATE)


def test_a_knock_is_known_by_the_dice_where_the_table_is_plain() -> None:
    def shown(*scenes: Scene) -> list[Shot]:
        return [plain(scene, number=n) for n, scene in enumerate(scene for scene in scenes for _ in range(10))]

    assert len(list(throws(shown(ROLL, replace(ROLL, shift=(7, 5))), EYE))) == 1
    one = Scene(THREE[:1])
    assert len(list(throws(shown(one, replace(one, shift=(30, 20))), EYE))) == 2, "one die may as well be thrown anew"


@pytest.mark.parametrize("noise", [0.9, 1.1, 1.2, 1.4])
def test_noise_on_a_plain_table_is_no_knock(noise: float) -> None:
    for seed in range(12):
        chance = np.random.default_rng(seed)
        places = [(x, y) for x in range(40, 300, 52) for y in range(40, 220, 52)]
        lay, lie = (
            tuple((*places[at], int(chance.integers(1, 7))) for at in chance.permutation(len(places))[:6])
            for _ in range(2)
        )
        before, after = (plain(Scene(dice), noise, 2 * seed + n).frame for n, dice in enumerate((lay, lie)))
        seen = [tuple(die.scaled(0.5) for die in look(frame).dice) for frame in (before, after)]
        assert knock(Lying(glance(before), seen[0]), glance(after), seen[1]) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("before", "after_"),
    [
        (
            ((96, 126, 2), (196, 36, 5), (175, 112, 5), (51, 49, 5), (247, 164, 1)),
            ((225, 203, 6), (144, 193, 2), (128, 27, 4), (79, 77, 2), (223, 103, 4)),
        ),
        (
            ((51, 93, 2), (200, 196, 6), (141, 30, 2), (201, 81, 2), (172, 142, 2)),
            ((127, 80, 5), (250, 104, 3), (87, 186, 5), (245, 206, 5), (167, 39, 2)),
        ),
        (
            ((101, 164, 3), (260, 38, 1), (198, 118, 6), (32, 55, 3), (103, 215, 3)),
            ((130, 54, 3), (231, 139, 6), (50, 208, 6), (65, 69, 3), (184, 199, 6)),
        ),
    ],
)
def test_dice_that_are_thrown_anew_are_no_knock_against_the_camera(
    before: tuple[Die, ...], after_: tuple[Die, ...]
) -> None:
    first = (still(EMPTY, 0.7), rolling(before), still(Scene(before), 0.8), reaching(EMPTY, 160))
    *_, last = throws(film(*first, rolling(after_), still(Scene(after_), 0.8)), EYE)
    assert str(last.reading.roll.sorted) == " ".join(sorted(str(face) for _, _, face in after_))
    assert not last.stayed


@pytest.mark.parametrize("expect", [None, 2])
def test_a_hand_that_rested_and_goes_is_no_knock_against_the_camera(expect: int | None) -> None:
    two = ((46, 74, 4), (232, 115, 3))

    def hand(*reaches: int) -> tuple[list[Scene], float]:
        return [Scene(two, hand=245, reach=reach) for reach in reaches], 1 / RATE

    waits = still(Scene(two, hand=245, reach=200), PATIENCE + 0.8)
    shown = film(rolling(two), still(Scene(two), 0.7), hand(40, 90), waits, hand(90, 40), still(Scene(two), 0.7))
    assert [str(rest.reading.roll) for rest in throws(shown, replace(EYE, expect=expect))] == ["4 3"]
