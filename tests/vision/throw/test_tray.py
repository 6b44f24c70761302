"""What lies on the table from one rest to the next, sorted by the areas that were drawn."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from scoring.dice import Face
from tests.vision.scene import Scene, film, reaching, rolling, still
from tests.vision.squares import EYE, look
from tests.vision.throw.test_settle import EMPTY, ROLL, THREE, TWO
from vision.reading import Frame, Reading
from vision.throw.settle import BESIDE, PATIENCE, START, Eye, settled
from vision.throw.tray import ASIDE, Tray, faces, tray
from vision.throw.zones import Zones, zones

RIGHT = [(0.7, 0.0), (1.0, 0.0), (1.0, 1.0), (0.7, 1.0)]
LEFT = [(0.0, 0.0), (0.7, 0.0), (0.7, 1.0), (0.0, 1.0)]


def trays(*parts: tuple[Iterable[Scene], float] | Scene, asked: Eye = EYE, drawn: Zones | None = None) -> list[Tray]:
    """What was laid in a film."""
    state, found, asked = START, [], replace(asked, drawn=drawn or Zones())
    for shot in film(*parts):
        before = state
        state, rest = settled(before, shot, asked)
        seen = tray(before, state, rest, shot.frame, asked)
        found += [seen] if seen else []
    return found


def shown(seen: Tray) -> tuple[str, str, str]:
    return str(seen.roll.sorted), str(faces(seen.aside).sorted), str(faces(seen.left).sorted)


def test_each_rest_that_changes_the_dice_is_told_once() -> None:
    kept = Scene(THREE[:1])
    both = Scene((*THREE[:1], *TWO))
    first = (still(EMPTY, 1), rolling(THREE), still(ROLL, 2), reaching(ROLL, 160), still(kept, 1))
    seen = trays(*first, rolling(TWO, THREE[:1]), still(both, 1), reaching(EMPTY, 160), still(EMPTY, 1))
    assert [shown(one) for one in seen] == [
        ("", "", ""),
        ("1 3 5", "", ""),
        ("", "1", ""),
        ("2 6", "1", ""),
        ("", "", ""),
    ]
    assert [one.empty for one in seen] == [True, False, False, False, True]


def test_dice_in_the_keep_area_are_aside_and_the_others_are_not() -> None:
    (seen,) = trays(rolling(THREE), still(ROLL, 1), drawn=zones([], RIGHT))
    assert shown(seen) == ("1 3", "5", "")
    assert [str(die.face) for die in (seen.reading.dice if seen.reading else ())] == ["1", "3"]
    _, seen = trays(still(EMPTY, 1), rolling(THREE[:2]), still(Scene(THREE[:2]), 1), drawn=zones([], RIGHT))
    assert shown(seen) == ("1 3", "", "")


def test_a_doubt_about_a_die_that_was_put_aside_is_told_as_that_and_as_one_about_no_thrown_die() -> None:
    def hazy(frame: Frame) -> Reading:
        seen = look(frame)
        second = (Face("2"), 0.2)
        dice = (replace(die, p=0.7, second=second) if die.face == Face("5") else die for die in seen.dice)
        return replace(seen, dice=tuple(dice))

    (seen,) = trays(rolling(THREE), still(ROLL, 1), asked=replace(EYE, look=hazy), drawn=zones([], RIGHT))
    assert (shown(seen), seen.doubts) == (("1 3", "5", ""), (ASIDE,))


def test_what_may_lie_under_something_is_told_where_all_new_dice_lie_in_the_keep_area() -> None:
    thrown, arm = THREE[2:], Scene(THREE[2:], hand=100, reach=220)
    *_, seen = trays(still(EMPTY, 1), rolling(thrown), still(arm, PATIENCE + 0.5), drawn=zones([], RIGHT))
    assert (shown(seen), seen.covered) == (("", "5", ""), True)


def test_dice_outside_the_throwing_area_are_counted() -> None:
    (seen,) = trays(rolling(THREE), still(ROLL, 1), drawn=zones(LEFT, []))
    assert (str(seen.roll.sorted), seen.out) == ("1 3 5", 1)


def flickering(scene: Scene, seconds: float) -> tuple[list[Scene], float]:
    """Something moves at the right edge again and again, and never rests for long."""
    return [scene, replace(scene, hand=290, reach=40)] * round(seconds / 0.5), 0.25


@pytest.mark.parametrize(("expect", "more"), [(2, 1.0), pytest.param(None, PATIENCE + 1, marks=pytest.mark.long)])
def test_what_moves_beyond_the_areas_that_were_drawn_holds_no_reading_up_for_ever(
    expect: int | None, more: float
) -> None:
    asked, thrown = replace(EYE, expect=expect), Scene(THREE[:2])
    film = (still(EMPTY, 1), rolling(THREE[:2]), flickering(thrown, BESIDE + more))
    *_, seen = trays(*film, asked=asked, drawn=zones(LEFT, []))
    assert shown(seen) == ("1 3", "", "")
    assert [shown(one)[0] for one in trays(*film, asked=asked)] == [""], "anywhere dice may lie"
    assert [shown(one)[0] for one in trays(*film, asked=asked, drawn=zones([], LEFT))] == [""], "likewise"


def test_what_moves_beyond_the_areas_holds_a_reading_up_for_a_while() -> None:
    film = (still(EMPTY, 1), rolling(THREE[:2]), flickering(Scene(THREE[:2]), BESIDE - 0.5))
    assert [shown(one)[0] for one in trays(*film, drawn=zones(LEFT, []))] == [""]
    outside = (still(EMPTY, 1), rolling(THREE[2:]), still(Scene(THREE[2:]), 1))
    assert [one.out for one in trays(*outside, drawn=zones(LEFT, []))] == [0, 1], "a die that is thrown there is seen"


def test_a_pause_of_the_camera_is_no_motion_beyond_the_areas() -> None:
    asked, state = replace(EYE, drawn=zones(LEFT, [])), START
    shots = list(film(still(EMPTY, 1), rolling(THREE[:2]), Scene(THREE[:2]), Scene(THREE[:2], hand=290, reach=40)))
    for shot in (*shots[:-1], replace(shots[-1], seconds=shots[-1].seconds + BESIDE)):
        state, _ = settled(state, shot, asked)
    assert (state.phase, state.beside) == ("moving", False)


def test_a_throw_is_seen_while_something_moves_beyond_the_areas() -> None:
    film = (flickering(EMPTY, BESIDE + 2), rolling(THREE[:2]), flickering(Scene(THREE[:2]), BESIDE + 2))
    assert [shown(one)[0] for one in trays(*film, drawn=zones(LEFT, []))] == ["", "1 3"]


def test_a_die_that_is_thrown_again_as_it_lay_outside_the_throwing_area_completes_the_throw() -> None:
    kept, again = THREE[:2], ((110, 200, 2),)
    both = Scene((*again, *kept))
    thrown = (still(EMPTY, 1), rolling(THREE), still(ROLL, 1), reaching(Scene(kept), 160), still(Scene(kept), 1))
    for expect in (3, None):
        asked = replace(EYE, expect=expect)
        *_, seen = trays(*thrown, rolling(again, kept), still(both, 1), asked=asked, drawn=zones(LEFT, []))
        assert (str(seen.roll.sorted), seen.out, seen.again) == ("1 2 3", 0, True)
        *_, seen = trays(*thrown, rolling(again, kept), still(both, 1), asked=asked)
        assert not seen.again


def test_a_die_that_leaned_and_was_in_a_hand_for_a_while_completes_the_throw() -> None:
    kept, again = THREE[1:], ((60, 200, 2),)
    thrown = (still(EMPTY, 1), rolling(THREE), still(Scene(THREE, leans=True), 1), reaching(Scene(kept), 60))
    *_, seen = trays(*thrown, still(Scene(kept), 1), rolling(again, kept), still(Scene((*again, *kept)), 1))
    assert (str(seen.roll.sorted), seen.again) == ("2 3 5", True)


@pytest.mark.parametrize(("expect", "leans"), [(None, False), (3, False), (5, False), (3, True)])
def test_doubts_are_about_dice_and_not_about_their_number(expect: int | None, leans: bool) -> None:
    lie = Scene(THREE, leans=leans)
    (seen,) = trays(still(lie, 1), asked=Eye(look, 0.99, expect))
    assert bool(seen.doubts) == leans
    assert not any("are thrown" in doubt for doubt in seen.doubts)
