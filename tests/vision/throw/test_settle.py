"""One throw, one reading: on small made-up frames whose dice are coloured squares, and on drawn clips."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from scoring.dice import Face, Roll
from tests.vision.scene import HEIGHT, RATE, WIDTH, Scene, film, reaching, rolling, still
from tests.vision.squares import EYE, look
from vision.camera.source import Shot, shots
from vision.doubt import LONE
from vision.reading import Frame, Reading, Sighting
from vision.throw.compare import Lying, change
from vision.throw.settle import MOVED, NIGHT, NUDGED, PATIENCE, REST, START, Eye, Rest, Watched, eye, last, settled
from vision.watch import throws

CLIPS = Path(__file__).parents[3] / "samples" / "throws"


def told(*parts: tuple[Iterable[Scene], float] | Scene, asked: Eye = EYE) -> list[str]:
    """The rolls that settle in a film, each sorted."""
    return [str(rest.reading.roll.sorted) for rest in throws(film(*parts), asked)]


def after(*parts: tuple[Iterable[Scene], float] | Scene, asked: Eye = EYE) -> tuple[Watched, list[Rest]]:
    """Where the fold is after a film, without its end counting."""
    state, rests = START, []
    for shot in film(*parts):
        state, rest = settled(state, shot, asked)
        rests += [rest] if rest else []
    return state, rests


EMPTY = Scene()
THREE = ((60, 60, 1), (160, 130, 3), (250, 70, 5))
TWO = ((100, 150, 2), (220, 160, 6))
ROLL = Scene(THREE)


def test_a_throw_is_read_once_however_long_it_lies() -> None:
    assert told(still(EMPTY, 1), rolling(THREE), still(ROLL, 6)) == ["1 3 5"]


def test_the_phases_tell_what_the_table_does() -> None:
    phases = []
    state = START
    for shot in film(still(EMPTY, 0.7), rolling(THREE), still(ROLL, 0.7)):
        state, _ = settled(state, shot, EYE)
        phases += [state.phase] if phases[-1:] != [state.phase] else []
    assert phases == ["moving", "resting", "empty", "moving", "resting", "read"]


def test_every_throw_is_read_also_the_same_one_again() -> None:
    again = tuple((x, y + 40, face) for x, y, face in THREE)
    film = (still(EMPTY, 1), rolling(THREE), still(ROLL, 0.7), reaching(EMPTY, 160), still(EMPTY, 0.6),
            rolling(again), still(Scene(again), 0.7), rolling(TWO), still(Scene(TWO), 0.7))  # fmt: skip
    assert told(*film) == ["1 3 5", "1 3 5", "2 6"]


def test_half_a_second_of_rest_is_enough_and_a_moment_is_not() -> None:
    assert told(rolling(THREE), still(ROLL, 0.5), rolling(TWO), still(Scene(TWO), 0.5)) == ["1 3 5", "2 6"]
    assert told(rolling(THREE), still(ROLL, 0.2), rolling(TWO), still(Scene(TWO), 0.5)) == ["2 6"]


def test_what_still_rests_at_the_end_counts() -> None:
    assert told(still(EMPTY, 1), rolling(THREE), still(ROLL, 0.35)) == ["1 3 5"]
    assert told(still(EMPTY, 1), rolling(THREE)) == []
    assert last(START, EYE) is None


def test_a_hand_over_lying_dice_is_no_throw() -> None:
    assert told(rolling(THREE), still(ROLL, 0.7), reaching(ROLL, 160), still(ROLL, 0.7)) == ["1 3 5"]


def test_nothing_is_read_while_a_hand_rests_over_the_dice() -> None:
    covered = Scene(THREE, hand=160)
    state, rests = after(still(EMPTY, 0.7), rolling(THREE), still(covered, 2))
    assert not rests
    assert state.covered
    assert told(still(EMPTY, 0.7), rolling(THREE), still(covered, 2), still(ROLL, 0.6)) == ["1 3 5"]
    assert told(still(EMPTY, 0.7), rolling(THREE), still(covered, 2)) == []


def test_a_hand_that_will_not_go_is_told() -> None:
    _, (rest,) = after(still(EMPTY, 0.7), rolling(THREE), still(Scene(THREE, hand=170), PATIENCE + 0.5))
    assert rest.reading.verdict == "ask"
    assert "look whether I missed one" in " ".join(rest.reading.reasons)


@pytest.mark.parametrize("level", [110, 190])
@pytest.mark.parametrize("times", [1, 2])
def test_dice_that_somebody_hides_for_a_moment_were_not_thrown_when_they_are_seen_again(times: int, level: int) -> None:
    left, right = ((60, 60, 1), (60, 150, 1), (110, 200, 5)), ((200, 60, 2), (260, 120, 3), (200, 190, 4))

    def leaning(x: int, frames: int) -> list[Shot]:
        shots = list(film(still(Scene((*left, *right)), frames / RATE)))
        for shot in shots:
            shot.frame.pixels[:, x:] = level  # an arm and a shoulder, over nearly a half of the picture
        return shots

    shots = [*film(still(EMPTY, 1), rolling((*left, *right)), still(Scene((*left, *right)), 1))]
    for _ in range(times):
        shots += [*leaning(240, 1), *leaning(178, 12), *leaning(240, 1)]
        shots += film(still(Scene((*left, *right)), 1))
    numbered = (replace(shot, seconds=number / RATE) for number, shot in enumerate(shots))
    assert [str(rest.reading.roll.sorted) for rest in throws(numbered, EYE)] == ["1 1 2 3 4 5"]


@pytest.mark.parametrize("expect", [None, 1, 2])
def test_dice_under_a_hand_that_stays_lie_there_when_it_goes(expect: int | None) -> None:
    covered, nearer = Scene(THREE, hand=250, reach=220), Scene(THREE, hand=244, reach=224)
    film_ = film(rolling(THREE), still(ROLL, 0.7), reaching(ROLL, 250), still(covered, PATIENCE + 0.5),
                 still(nearer, PATIENCE + 0.5), still(ROLL, 0.7))  # fmt: skip
    assert [str(rest.reading.roll.sorted) for rest in throws(film_, replace(EYE, expect=expect))] == ["1 3 5"]


@pytest.mark.parametrize("hand", [250, 205])
def test_dice_taken_up_by_a_hand_that_stays_are_gone_when_it_goes(hand: int) -> None:
    fewer = Scene(THREE[:2])
    stays = replace(fewer, hand=hand, reach=220)
    film_ = (rolling(THREE), still(ROLL, 0.7), still(stays, PATIENCE + 0.5))
    state, _ = after(*film_)
    assert state.lying
    assert state.lying.covered
    state, rests = after(*film_, still(fewer, 0.7))
    assert len(rests) == 1
    assert state.lying
    assert not state.lying.covered
    assert [str(die.face) for die in state.lying.dice] == ["1", "3"]


def wall(number: int, levels: tuple[int, int, int]) -> Frame:
    """What a camera sees that was knocked over."""
    plain = np.full((HEIGHT, WIDTH, 3), levels) + np.linspace(0, 24, WIDTH)[:, None]
    return Frame((plain + np.random.default_rng(number).normal(0, 2, plain.shape)).astype(np.uint8))


@pytest.mark.parametrize("levels", [(190, 195, 200), (140, 140, 140), (50, 52, 54)])
def test_dice_are_not_taken_up_while_the_camera_looks_elsewhere(levels: tuple[int, int, int]) -> None:
    state, _ = after(still(EMPTY, 0.7), rolling(THREE), still(ROLL, 0.7))
    for number in range(round((PATIENCE + 1) * RATE)):
        state, rest = settled(state, Shot(wall(number, levels), 10 + number / RATE), EYE)
        assert rest is None
        assert state.phase != "empty"
    assert state.elsewhere
    assert state.lying
    assert len(state.lying.dice) == len(THREE)


@pytest.mark.parametrize("light", [0.6, 1, 1.3])
def test_dice_are_taken_up_whatever_the_light(light: float) -> None:
    state, _ = after(still(EMPTY, 0.7), rolling(THREE), still(ROLL, 0.7), still(Scene(light=light), 0.7))
    assert state.phase == "empty"


def test_a_cup_that_is_put_down_beside_the_dice_becomes_part_of_the_table() -> None:
    cup = Scene(((60, 190, 1), (160, 190, 3)), cup=250)
    _, rests = after(still(EMPTY, 0.7), rolling(cup.dice), still(cup, PATIENCE + 0.5))
    assert [str(rest.reading.roll) for rest in rests] == ["1 3"]
    assert rests[0].reading.verdict == "ask", "it may hide a die, this once"
    alone = still(Scene(cup=250), PATIENCE + 0.5)
    _, (rest,) = after(still(EMPTY, 0.7), alone, rolling(cup.dice), still(cup, 0.7))
    assert rest.reading.verdict == "sure"
    _, rests = after(still(EMPTY, 0.7), rolling(cup.dice), still(cup, 1), asked=replace(EYE, expect=2))
    assert rests[0].reading.verdict == "sure", "all dice are there, so the cup hides none"


def test_dice_taken_away_are_no_throw() -> None:
    fewer = Scene(THREE[1:])
    film = (still(EMPTY, 0.7), rolling(THREE), still(ROLL, 0.7), reaching(fewer, 60), still(fewer, 0.7))
    assert told(*film) == ["1 3 5"]
    assert told(*film, rolling(TWO), still(Scene(TWO), 0.7)) == ["1 3 5", "2 6"]


def test_dice_that_stay_are_not_thrown_again() -> None:
    stay, new = ((60, 60, 1),), ((150, 200, 4), (240, 150, 4))
    both = Scene((*stay, *new))
    rests = list(throws(film(rolling(THREE), still(ROLL, 0.7), rolling(new, stay), still(both, 0.7)), EYE))
    assert [str(rest.reading.roll.sorted) for rest in rests] == ["1 3 5", "4 4"]
    assert [str(die.face) for die in rests[1].stayed] == ["1"]
    assert [rest.again for rest in rests] == [False, False]


def test_dice_put_aside_are_no_throw() -> None:
    aside = Scene(((30, 210, 1), *THREE[1:]))
    film = (rolling(THREE), still(ROLL, 0.7), reaching(aside, 50), still(aside, 0.7))
    assert told(*film) == ["1 3 5"]
    thrown = Scene((aside.dice[0], *TWO))
    assert told(*film, rolling(TWO, aside.dice[:1]), still(thrown, 0.7)) == ["1 3 5", "2 6"]


def test_one_die_thrown_again_beside_others_counts_even_with_the_same_face() -> None:
    again = ((130, 60, 1),)
    both = Scene((*again, *THREE[1:]))
    assert told(rolling(THREE), still(ROLL, 0.7), rolling(again, THREE[1:]), still(both, 0.7)) == ["1 3 5", "1"]


def test_a_lone_die_must_be_plainer_where_nobody_knows_the_number_but_not_beside_dice_that_lie_there() -> None:
    def faint(frame: Frame) -> Reading:
        reading = look(frame)
        return replace(reading, verdict="ask", reasons=(LONE,), alarms=(LONE,)) if len(reading.dice) == 1 else reading

    lone, again = ((60, 60, 1),), ((130, 60, 1),)
    both = Scene((*again, *THREE[1:]))
    asked = Eye(faint, 0.8)
    (alone,) = throws(film(rolling(lone), still(Scene(lone), 0.7)), asked)
    assert alone.reading.reasons == (LONE,)
    shown = film(rolling(THREE), still(ROLL, 0.7), rolling(again, THREE[1:]), still(both, 0.7))
    assert all(LONE not in rest.reading.reasons for rest in throws(shown, asked))
    (told,) = throws(film(rolling(lone), still(Scene(lone), 0.7)), replace(asked, expect=1))
    assert told.reading.verdict == "sure"


def test_dice_thrown_again_beside_others_with_the_same_faces_are_asked_about() -> None:
    again = ((130, 60, 1), (160, 200, 3))
    both = Scene((*again, THREE[2]))
    shown = film(rolling(THREE), still(ROLL, 0.7), rolling(again, THREE[2:]), still(both, 0.7))
    _, thrown = throws(shown, EYE)
    assert str(thrown.reading.roll.sorted) == "1 3"
    assert MOVED in thrown.reading.reasons


def test_of_dice_put_aside_it_is_known_which_a_hand_moved() -> None:
    aside = Scene(((30, 210, 1), *THREE[1:]))
    state, rests = after(rolling(THREE), still(ROLL, 0.7), reaching(aside, 50), still(aside, 0.7))
    assert len(rests) == 1
    assert state.lying
    assert [str(die.face) for die in state.lying.shoved] == ["1"]


def test_dice_that_lay_there_and_are_not_where_they_were_are_told_beside_a_throw() -> None:
    knocked = ((72, 64, 1),)
    kept, both = Scene(THREE[:1]), Scene((*knocked, *TWO))
    first = (rolling(THREE), still(ROLL, 0.7), reaching(ROLL, 160), still(kept, 0.7), rolling(TWO, THREE[:1]))
    for scene, gone in ((both, ["1"]), (Scene((*THREE[:1], *TWO)), [])):
        _, (_, rest) = after(*first, still(scene, 0.7))
        assert [str(die.face) for die in rest.gone] == gone
        assert rest.reading.reasons == (NUDGED,) * len(gone)
        assert rest.reading.verdict == ("ask" if gone else "sure")
    _, (_, rest) = after(*first, still(both, 0.7), asked=replace(EYE, expect=3))
    assert (str(rest.reading.roll.sorted), rest.reading.verdict) == ("1 2 6", "sure"), "just so many are thrown"


@pytest.mark.parametrize("turn", [0, 30])
def test_a_die_that_may_have_been_pushed_is_asked_about_however_it_turned(turn: float) -> None:
    def die(face: str, x: float, y: float, turn: float = 0) -> Sighting:
        angles = np.radians(turn + 225 + 90 * np.arange(4))
        a, b, c, d = ((x + 9 * float(np.cos(angle)), y + 9 * float(np.sin(angle))) for angle in angles)
        return Sighting(Face(face), 0.999, None, (x - 8, y - 8, x + 8, y + 8), (a, b, c, d), "flat")

    kept, open_, pushed, late = die("5", 30, 30), die("2", 100, 80), die("5", 34, 30, turn), die("6", 60, 90)
    before, now = (np.full((120, 160, 3), 90, np.uint8) for _ in range(2))
    for each in (pushed, late):
        x0, y0, x1, y1 = map(int, each.box)
        now[y0:y1, x0:x1] = 200
    alone = change(Lying(before, (kept,)), now, (pushed, late), (), 1.0, None)
    assert (alone.new, alone.nudged) == ((0, 1), True)
    completed = change(Lying(before, (kept, open_), open=(open_,)), now, (pushed, late, open_), (), 1.0, None)
    assert (completed.again, completed.nudged) == (True, True)


def test_a_die_that_stayed_and_seems_to_show_another_face_keeps_its_own_in_doubt() -> None:
    aside, thrown = Scene(((30, 210, 1),)), Scene(((30, 210, 1), *TWO))

    def misled(frame: Frame) -> Reading:
        reading = look(frame)
        beside = len(reading.dice) > 1
        odd = [replace(die, face=Face("5")) if beside and die.box[1] > 190 else die for die in reading.dice]
        return replace(reading, dice=tuple(odd))

    shown = (rolling(aside.dice), still(aside, 0.7), rolling(TWO, aside.dice), still(thrown, 0.7))
    _, (_, rest) = after(*shown, asked=Eye(misled, 0.99))
    assert str(rest.reading.roll.sorted) == "2 6"
    ((stayed,),) = (rest.stayed,)
    assert (str(stayed.face), stayed.p, stayed.second) == ("1", 0.5, (Face("5"), 0.5))


def leaving(scene: Scene, x: int) -> tuple[list[Scene], float]:
    """A hand that goes."""
    return [replace(scene, hand=x, reach=reach) for reach in (150, 110, 70, 30)], 1 / RATE


@pytest.mark.parametrize("expect", [None, 3])
def test_dice_that_were_all_moved_without_a_hand_in_sight_are_asked_about(expect: int | None) -> None:
    slid = Scene(((75, 75, 1), (150, 150, 3), (230, 80, 5)))
    first, again = throws(film(rolling(THREE), still(ROLL, 0.7), still(slid, 0.7)), replace(EYE, expect=expect))
    assert first.reading.verdict == "sure"
    assert again.reading.verdict == "ask"
    assert MOVED in again.reading.reasons


def test_dice_that_were_moved_in_two_handfuls_are_asked_about_once_they_all_lie_there() -> None:
    slid = ((75, 75, 1), (150, 190, 3), (230, 110, 5))
    some, all_ = Scene((*slid[:2], THREE[2])), Scene(slid)
    shown = (rolling(THREE), still(ROLL, 0.7), still(some, 0.7), still(all_, 0.7))
    _, first, whole = throws(film(*shown), replace(EYE, expect=3))
    assert MOVED in first.reading.reasons
    assert (str(whole.reading.roll.sorted), whole.again, whole.reading.reasons) == ("1 3 5", True, (MOVED,))


def test_dice_that_were_moved_beside_a_throw_and_seem_to_complete_it_are_asked_about() -> None:
    slid = (40, 205, 1)
    thrown, both = Scene((THREE[0], *TWO)), Scene((slid, *TWO))
    shown = (rolling(THREE), still(ROLL, 0.7), rolling(TWO, THREE[:1]), still(thrown, 0.7), still(both, 0.7))
    *_, whole = throws(film(*shown), replace(EYE, expect=3))
    assert (str(whole.reading.roll.sorted), whole.again, whole.reading.reasons) == ("1 2 6", True, (MOVED,))


def test_dice_that_a_hand_pushes_over_to_who_throws_next_are_asked_about() -> None:
    pushed = Scene(((50, 130, 1), (150, 200, 3), (230, 110, 5)))
    shown = film(rolling(THREE), still(ROLL, 0.7), reaching(ROLL, 160), leaving(pushed, 160), still(pushed, 0.7))
    _, again = throws(shown, replace(EYE, expect=3))
    assert again.reading.reasons == (MOVED,)


def test_dice_seen_by_a_camera_that_was_turned_are_asked_about() -> None:
    turned = [
        replace(shot, frame=Frame(np.ascontiguousarray(np.rot90(shot.frame.pixels))), seconds=shot.seconds + 3)
        for shot in film(still(Scene((*THREE, *TWO)), 1))
    ]
    _, again = throws([*film(rolling(THREE), still(ROLL, 0.7)), *turned], EYE)
    assert again.reading.reasons == (MOVED,)
    assert [rest.reading.verdict for rest in throws([*film(still(EMPTY, 1)), *turned], EYE)] == ["sure"]


def test_a_lamp_that_flickers_moves_nothing() -> None:
    lit = [replace(ROLL, light=1 + 0.12 * np.sin(1.7 * n) + 0.15 * np.sin(n / 20)) for n in range(60)]
    assert told(still(EMPTY, 0.7), rolling(THREE), (lit, 1 / RATE)) == ["1 3 5"]


def test_another_light_over_the_whole_table_covers_nothing() -> None:
    dimmer = replace(ROLL, light=0.5)
    assert told(still(EMPTY, 0.7), rolling(THREE), still(dimmer, 0.7), still(ROLL, 0.7)) == ["1 3 5"]


def test_the_light_going_out_and_on_again_is_no_throw() -> None:
    dark = replace(ROLL, light=0.01)
    assert told(rolling(THREE), still(ROLL, 0.7), still(dark, 2), still(ROLL, 1)) == ["1 3 5"]
    state, _ = after(rolling(THREE), still(ROLL, 0.7), still(dark, NIGHT + 0.2))
    assert (state.phase, state.black) == ("moving", True)
    assert not after(rolling(THREE), still(ROLL, 0.7), still(dark, NIGHT - 0.2))[0].black
    assert not after(rolling(THREE), still(ROLL, 0.7), still(dark, 2), still(ROLL, 0.2))[0].black


def test_a_knock_against_the_camera_is_no_throw() -> None:
    away = replace(ROLL, shift=(9, -6))
    shaken = [replace(ROLL, shift=step) for step in ((5, 2), (14, -9), (6, -3))]
    next_one = replace(Scene(TWO), shift=(9, -6))
    film = (still(EMPTY, 0.7), rolling(THREE), still(ROLL, 0.7), (shaken, 1 / RATE), still(away, 1))
    assert told(*film) == ["1 3 5"]
    assert told(*film, still(next_one, 0.7)) == ["1 3 5", "2 6"]


def test_a_camera_that_changes_the_size_of_its_picture_invents_no_throw() -> None:
    halved = [
        replace(shot, frame=Frame(cv2.resize(shot.frame.pixels, (WIDTH * 2, HEIGHT * 2))), seconds=shot.seconds + 3)
        for shot in film(still(ROLL, 1))
    ]
    assert len(list(throws([*film(rolling(THREE), still(ROLL, 0.7)), *halved], EYE))) == 1


def test_a_camera_that_changes_the_size_of_its_picture_begins_a_new_rest() -> None:
    seen = list(film(rolling(THREE), still(ROLL, 1.2)))
    change = len(list(film(rolling(THREE)))) + round(REST * RATE)  # two looks of three are taken by then
    doubled = [
        replace(shot, frame=Frame(cv2.resize(shot.frame.pixels, (WIDTH * 2, HEIGHT * 2)))) for shot in seen[change:]
    ]
    (rest,) = throws([*seen[:change], *doubled], EYE)
    assert {die.box for die in rest.reading.dice} == {die.box for die in look(rest.frame).dice}
    assert rest.reading.verdict == "sure"


def test_a_camera_that_was_lost_for_a_while_begins_a_new_rest() -> None:
    before = list(film(rolling(THREE), still(ROLL, 0.2)))
    back = [replace(shot, seconds=shot.seconds + 60) for shot in film(still(Scene(TWO), 0.6))]
    assert [str(rest.reading.roll) for rest in throws([*before, *back], EYE)] == ["2 6"]


def test_a_film_whose_frames_are_far_apart_is_read() -> None:
    scenes = [EMPTY] * 3 + [ROLL] * 3 + [Scene(TWO)] * 3
    seen = [replace(scene.shot(number, 2.0 * number), step=2.0) for number, scene in enumerate(scenes)]
    assert [str(rest.reading.roll.sorted) for rest in throws(seen, EYE)] == ["1 3 5", "2 6"]


def test_a_leaning_die_is_asked_about_and_the_throw_is_put_right() -> None:
    leaning = Scene(THREE, leans=True)
    laid = ((75, 70, 4), *THREE[1:])
    film_ = film(rolling(THREE), still(leaning, 0.7), reaching(Scene(laid), 70), still(Scene(laid), 0.7))
    first, second = throws(film_, EYE)
    assert first.reading.verdict == "ask"
    assert "leans" in first.reading.reasons[0]
    assert (str(second.reading.roll.sorted), second.reading.verdict, second.again) == ("3 4 5", "sure", True)


def test_a_die_that_leaned_alone_and_fell_flat_is_the_same_throw() -> None:
    kept, leaning, flat = ((60, 60, 1), (60, 150, 1)), (200, 180, 3), (200, 172, 5)
    leans = Scene((leaning, *kept), leans=True)
    film_ = film(still(Scene(kept), 1), rolling((leaning,), kept), still(leans, 1), still(Scene((flat, *kept)), 1))
    *_, first, second = throws(film_, EYE)
    assert (str(first.reading.roll), str(second.reading.roll), second.again) == ("3", "5", True)


def test_the_number_of_dice_awaited_is_asked_for_and_a_late_one_completes_the_throw() -> None:
    late = Scene((*THREE, (40, 180, 2)))
    first, second = throws(
        film(rolling(THREE), still(ROLL, 0.7), reaching(late, 40), still(late, 0.7)), replace(EYE, expect=4)
    )
    assert first.reading.verdict == "ask"
    assert "4 are thrown" in first.reading.reasons[0]
    assert (str(second.reading.roll.sorted), second.reading.verdict) == ("1 2 3 5", "sure")


def test_the_nets_look_only_when_something_new_rests() -> None:
    asked: list[Frame] = []

    def counted(frame: Frame) -> Reading:
        asked.append(frame)
        return look(frame)

    after(still(EMPTY, 2), rolling(THREE), still(ROLL, 5), asked=Eye(counted, 0.99))
    assert len(asked) == 6, "three looks at the empty table, three at the throw"
    after(still(EMPTY, 2), rolling(THREE), still(ROLL, REST - 0.1), asked=Eye(counted, 0.99))
    assert len(asked) == 11, "all but the last of them before the rest is long enough"


def test_one_odd_look_makes_the_eye_ask() -> None:
    looks = iter(range(100))

    def fickle(frame: Frame) -> Reading:
        reading, odd = look(frame), next(looks) == 1
        wrong = [replace(die, face=Face("6"), p=0.9, second=(Face("1"), 0.09)) for die in reading.dice]
        return replace(reading, dice=tuple(wrong)) if odd else reading

    _, (rest,) = after(rolling(THREE[:1]), still(Scene(THREE[:1]), 0.7), asked=Eye(fickle, 0.99))
    assert str(rest.reading.roll) == "1"
    assert rest.p < 0.99
    assert rest.reading.verdict == "ask"


def test_the_same_frames_give_the_same_state_and_old_states_stay_as_they_were() -> None:
    state, _ = after(still(EMPTY, 0.7), rolling(THREE))
    shot = ROLL.shot(99, 2.0)
    one, other = settled(state, shot, EYE), settled(state, shot, EYE)
    assert (one[0].phase, one[0].since) == (other[0].phase, other[0].since)
    assert state.phase == "moving"


PLAIN = ("plain.mp4", "flicker.mp4")


def clips() -> Iterator[Any]:
    """Each clip with its rolls; `make test` leaves out two, in which nothing but throws happens, or a lamp flickers."""
    for row in (CLIPS / "rolls.tsv").read_text(encoding="utf-8").splitlines():
        name, rolls = row.split("\t")
        yield pytest.param(name, rolls, id=name, marks=pytest.mark.long if name in PLAIN else ())


@cache
def rested(name: str) -> tuple[Rest, ...]:
    """The throws of a clip, which is long and read once."""
    return tuple(throws(shots(str(CLIPS / name)), eye()))


@pytest.mark.parametrize(("name", "rolls"), [*clips()])
def test_a_clip_is_read_as_exactly_its_throws(name: str, rolls: str) -> None:
    for rest, roll in zip(rested(name), rolls.split(";"), strict=True):
        if "?" in roll:
            assert rest.reading.verdict == "ask"
        else:
            assert str(rest.reading.roll.sorted) == str(Roll.parse(roll.strip()).sorted)


@pytest.mark.parametrize(("name", "rolls"), [*clips()])
def test_whatever_of_a_clip_is_not_read_exactly_is_asked(name: str, rolls: str) -> None:
    rests = rested(name)
    true = [roll.split() for roll in rolls.split(";")]
    assert [len(rest.reading.dice) for rest in rests] == [len(roll) for roll in true]
    for rest, roll in zip(rests, true, strict=True):
        named = Counter(map(str, rest.reading.roll))
        assert (named - Counter(roll)).total() <= roll.count("?"), "no face is named that does not lie there"
        if "?" in roll or named.total() < len(roll):  # a red 1 on a red die may be a question
            assert rest.reading.verdict == "ask"
