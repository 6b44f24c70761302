"""A reading says what the contract says it says."""

from dataclasses import replace

from scoring.dice import Face, Roll
from vision.reading import Reading, Sighting

DIE = Sighting(
    Face.parse("5"), 0.98765, (Face.parse("3"), 0.01), (1.04, 2, 11, 12), ((1, 2), (11, 2), (11, 12), (1, 12)), "flat"
)
BLANK = Sighting(None, 0.0, None, (20, 2, 30, 12), ((20, 2), (30, 2), (30, 12), (20, 12)), "flat")


def test_a_reading_as_json_has_the_keys_of_the_contract_in_their_order() -> None:
    told = Reading(640, 480, "pips", (DIE, BLANK), "ask", ("Why.",), 12.345).as_json("throw.jpg")
    assert list(told) == ["image", "width", "height", "kit", "verdict", "dice", "reasons", "ms"]
    assert told["dice"] == [
        {"face": "5", "p": 0.9877, "second": {"face": "3", "p": 0.01}, "box": [1.0, 2, 11, 12],
         "quad": [[1, 2], [11, 2], [11, 12], [1, 12]], "state": "flat"},
        {"face": None, "p": 0.0, "second": None, "box": [20, 2, 30, 12],
         "quad": [[20, 2], [30, 2], [30, 12], [20, 12]], "state": "flat"},
    ]  # fmt: skip
    assert (told["reasons"], told["ms"]) == (["Why."], 12.3)


def test_the_roll_of_a_reading_leaves_out_dice_without_a_face() -> None:
    assert Reading(640, 480, "pips", (DIE, BLANK), "ask", ("Why.",), 1.0).roll == Roll.parse("5")


def test_what_was_kept_is_taken_off_a_reading_and_of_two_alike_the_doubtful_one_stays() -> None:
    doubtful = replace(DIE, p=0.5, second=(Face.parse("3"), 0.4))
    told = Reading(640, 480, "pips", (DIE, doubtful, BLANK), "ask", ("Why.",), 1.0)
    rest = told.without(Roll.parse("5"))
    assert rest == replace(told, dice=(doubtful, BLANK))
    assert told.without(Roll.parse("5 5 5")) is None
    assert told.without(Roll.parse("5 3")) == replace(told, dice=(BLANK,)), "a 3 that was read as a 5"
    assert told.without(Roll.parse("3 3")) is None, "the other 5 is plainly none"
