"""Several looks at the same dice become one, no surer than the looks are."""

from dataclasses import replace

import pytest

from scoring.dice import Face
from vision.doubt import DOMINO, HALF, LONE
from vision.read import SPLIT
from vision.reading import Reading, Sighting, State
from vision.throw.pool import pooled, verdict

FOUR, FIVE, SIX = Face("4"), Face("5"), Face("6")


def die(face: Face | None, p: float, second: tuple[Face, float] | None, x: float = 0.0) -> Sighting:
    box = (x, 0.0, x + 50, 50.0)
    return Sighting(face, p, second, box, (box[:2], (x + 50, 0.0), box[2:], (x, 50.0)), "flat")


def look(*dice: Sighting, alarms: tuple[str, ...] = ()) -> Reading:
    return Reading(640, 480, "pips", dice, "ask" if alarms else "sure", alarms, 1.0, alarms=alarms)


def test_the_same_look_over_and_over_is_that_look() -> None:
    seen = die(FOUR, 0.95, (FIVE, 0.03))
    ((one,), missed) = pooled([look(seen)] * 3)
    assert (one.face, one.second and one.second[0], missed) == (FOUR, FIVE, 0)
    assert one.p == pytest.approx(0.95, abs=0.001)
    assert one.second
    assert one.second[1] == pytest.approx(0.03, abs=0.001)


def test_a_contradiction_makes_doubt() -> None:
    ((one,), _) = pooled([look(die(FOUR, 0.99, (FIVE, 0.005))), look(die(FIVE, 0.9, (FOUR, 0.09)))])
    assert one.face == FOUR
    assert 0.5 < one.p < 0.9
    assert one.second
    assert one.second[0] == FIVE


def test_probabilities_never_exceed_one_together() -> None:
    ((one,), _) = pooled([look(die(FOUR, 0.6, (FIVE, 0.4))), look(die(SIX, 1.0, (FIVE, 0.0)))])
    assert one.second
    assert 0 < one.p + one.second[1] <= 1


def test_a_face_that_most_looks_do_not_know_is_none() -> None:
    known, unknown = die(FOUR, 0.9, (FIVE, 0.05)), die(None, 0.0, (FOUR, 0.2))
    ((one,), _) = pooled([look(unknown), look(known), look(unknown)])
    assert (one.face, one.second and one.second[0]) == (None, FOUR)
    ((one,), _) = pooled([look(known), look(known), look(unknown)])
    assert one.face == FOUR


def test_a_die_that_one_look_of_three_shows_is_mentioned_but_not_read() -> None:
    seen, ghost = die(FOUR, 1.0, None), die(SIX, 0.9, None, x=200)
    dice, missed = pooled([look(seen), look(seen, ghost), look(seen)])
    assert ([str(each.face) for each in dice], missed) == (["4"], 1)
    said, reasons = verdict(dice, [look(seen)] * 3, missed, 0.99, None)
    assert said == "ask"
    assert "might be a die" in reasons[0]


def test_what_half_of_the_looks_say_of_other_things_is_kept() -> None:
    seen = die(FOUR, 1.0, None)
    looks = [look(seen, alarms=(SPLIT,)), look(seen), look(seen, alarms=(SPLIT,))]
    dice, missed = pooled(looks)
    assert verdict(dice, looks, missed, 0.99, 1) == ("ask", (SPLIT,))
    assert verdict(dice, [*looks, look(seen), look(seen)], missed, 0.99, 1) == ("sure", ())


def test_looks_that_share_no_more_than_a_second_guess_are_no_surer_of_it_than_they_are() -> None:
    half = [look(die(FIVE, 0.5, (SIX, 0.5))), look(die(FIVE, 0.5, (FOUR, 0.5)))]
    ((one,), _) = pooled(half)
    assert (one.face, one.p) == (FIVE, 0.5)
    three = [look(die(first, 0.6, (FIVE, 0.4))) for first in (SIX, FOUR, Face("3"))]
    ((one,), _) = pooled(three)
    assert (one.face, one.p) == (None, 0.0)


@pytest.mark.parametrize(("states", "told"), [
    (("flat", "flat", "cocked"), "flat"),
    (("flat", "cocked"), "cocked"),
    (("flat", "partial", "cocked"), "partial"),
])  # fmt: skip
def test_a_die_is_flat_where_more_than_half_of_the_looks_say_so(states: tuple[State, ...], told: State) -> None:
    ((one,), _) = pooled([look(replace(die(FOUR, 1.0, None), state=state)) for state in reversed(states)])
    assert one.state == told


def test_a_die_that_one_look_of_two_shows_is_asked_about() -> None:
    seen, ghost = die(FOUR, 1.0, None), die(SIX, 1.0, None, x=200)
    dice, missed = pooled([look(seen, ghost), look(seen)])
    assert ([str(each.face) for each in dice], missed) == (["4"], 1)


def test_two_dice_side_by_side_stay_two() -> None:
    left, right = die(FOUR, 1.0, None), die(FOUR, 1.0, None, x=48)
    moved = [replace(each, box=tuple(side + 2 for side in each.box)) for each in (left, right)]
    dice, missed = pooled([look(left, right), look(*moved)])
    assert (len(dice), missed) == (2, 0)


def shady(*dice: Sighting, shadows: int) -> Reading:
    judged, reasons = verdict(dice, [], shadows, 0.9, None)
    return replace(look(*dice), verdict=judged, reasons=reasons, shadows=shadows)


def test_what_half_of_the_looks_took_for_another_die_is_asked_about_unless_all_that_were_thrown_are_there() -> None:
    seen = die(FOUR, 1.0, None)
    looks = [shady(seen, shadows=1), shady(seen, shadows=1), look(seen)]
    said, reasons = verdict((seen,), looks, 0, 0.9, None)
    assert (said, ["might be a die" in reason for reason in reasons]) == ("ask", [True])
    assert verdict((seen,), looks, 0, 0.9, 2)[0] == "ask"
    assert verdict((seen,), looks, 0, 0.9, 1) == ("sure", ())
    assert verdict((seen,), [*looks, look(seen), look(seen)], 0, 0.9, None) == ("sure", ())


def test_what_only_the_number_of_dice_could_tell_is_no_reason_to_ask_once_all_that_were_thrown_are_there() -> None:
    pair = [die(FOUR, 0.99, None), die(FOUR, 0.99, None, x=50.0)]
    told = [look(*pair, alarms=(DOMINO,))] * 3
    assert verdict(pair, told, 0, 0.8, 2) == ("sure", ())
    assert verdict(pair, told, 0, 0.8, None) == ("ask", (DOMINO,))
    assert DOMINO in verdict(pair, told, 0, 0.8, 3)[1]
    alone = [look(pair[0], alarms=(HALF,))] * 3
    assert verdict(pair[:1], alone, 0, 0.8, None) == ("ask", (HALF,))
    assert verdict(pair[:1], alone, 0, 0.8, 1) == ("sure", ())


@pytest.mark.parametrize(("vague", "asked"), [(0, False), (1, False), (2, True), (3, True)])
def test_a_die_by_itself_is_asked_about_where_half_of_the_looks_do_and_nobody_tells_that_there_is_one(
    vague: int, *, asked: bool
) -> None:
    lone = die(FOUR, 0.9, (FIVE, 0.04))
    looks = [look(lone, alarms=(LONE,) if n < vague else ()) for n in range(3)]
    assert verdict([lone], looks, 0, 0.8, None) == (("ask", (LONE,)) if asked else ("sure", ()))
    assert verdict([lone], looks, 0, 0.8, 1) == ("sure", ())
    assert LONE not in verdict([lone], looks, 0, 0.8, 2)[1]
