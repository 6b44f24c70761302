"""When the eye asks, and what it says."""

import pytest

from scoring.dice import Face
from vision.doubt import verdict
from vision.reading import Sighting, State

QUAD = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))


def die(face: str | None, p: float = 0.999, state: State = "flat") -> Sighting:
    return Sighting(Face.parse(face) if face else None, p, (Face.parse("3"), 1 - p), (0, 0, 9, 9), QUAD, state)


def test_dice_that_are_all_flat_and_certain_are_sure() -> None:
    assert verdict([die("1"), die("5")], 0.98, 0, None) == ("sure", ())


def test_no_dice_is_empty_and_says_so() -> None:
    told, reasons = verdict([], 0.98, 0, 6)
    assert told == "empty"
    assert reasons == ("I see no dice: put them in the picture, with light on them.",)


@pytest.mark.parametrize(
    ("dice", "shadows", "expect", "sentence"),
    [
        ([die("2", 0.7)], 0, None, "I am not sure of one die: 2 or 3?"),
        ([die("2", state="cocked")], 0, None, "One die leans: lay it flat or throw it again."),
        ([die("2", state="partial")], 0, None, "One die is only partly to be seen: show all of it."),
        ([die(None, 0.0)], 0, None, "One die shows a face that I don't know: tell me what it counts."),
        ([die(None, 0.0)] * 2, 0, None, "Two dice: each shows a face that I don't know: tell me what it counts."),
        ([die("2")], 1, None, "One more thing might be a die: look whether I missed one."),
        ([], 2, None, "Two more things might be a die: look whether I missed one."),
        ([die("2")], 0, 6, "I see 1 die and 6 are thrown: look whether one is hidden."),
        ([die("2")] * 3, 0, 1, "I see 3 dice and 1 is thrown: take away what does not belong to the throw."),
        ([die("2")] * 3, 0, 2, "I see 3 dice and 2 are thrown: take away what does not belong to the throw."),
    ],
)
def test_every_doubt_is_a_question_with_its_reason(
    dice: list[Sighting], shadows: int, expect: int | None, sentence: str
) -> None:
    assert verdict(dice, 0.98, shadows, expect) == ("ask", (sentence,))


def test_the_right_number_of_dice_is_no_reason_to_ask() -> None:
    assert verdict([die("2"), die("2")], 0.98, 0, 2)[0] == "sure"


def test_where_all_dice_are_seen_nothing_else_can_be_one_that_was_missed() -> None:
    assert verdict([die("2"), die("2")], 0.98, 1, 2)[0] == "sure"
    assert verdict([die("2"), die("2")], 0.98, 1, 3)[0] == "ask"
    assert verdict([], 0.98, 1, 0)[0] == "empty"
