"""Readings are judged as people would, and the figures are the ones of the books. A list of readings is an eye."""

from pathlib import Path

import pytest

from scoring.dice import Face
from vision.figures import (
    Bin,
    Figures,
    Point,
    Tally,
    answerable,
    bins,
    by_source,
    calibration_error,
    confusion,
    curve,
    mean,
    tally,
    wilson,
)
from vision.judge import Judged, agreement, judge
from vision.labels.truth import Label, Labelled
from vision.reading import Reading, Sighting, Verdict

Seen = tuple[str, float] | tuple[str, float, float] | tuple[str, float, float, str]


def face(symbol: str) -> Face | None:
    return None if symbol == "?" else Face.parse(symbol)


def sighting(symbol: str, x: float, p: float = 0.99, second: str = "") -> Sighting:
    """A die of 20 pixels that lies at x."""
    quad = ((x, 0.0), (x + 20, 0.0), (x + 20, 20.0), (x, 20.0))
    other = (Face.parse(second), 1 - p) if second else None
    return Sighting(face(symbol), p, other, (x, 0, x + 20, 20), quad, "flat")


def reading(*seen: Seen, verdict: Verdict = "sure", ms: float = 1.0) -> Reading:
    return Reading(200, 100, "pips", tuple(sighting(*die) for die in seen), verdict, (), ms)


def boxed(*dice: tuple[str, float], source: str = "desk") -> Labelled:
    """Labels with boxes a pixel off."""
    return Labelled(Path("a.jpg"), source, tuple(Label(face(symbol), (x + 1, 1, x + 21, 21)) for symbol, x in dice))


def roll(faces: str, source: str = "desk") -> Labelled:
    return Labelled(Path("a.jpg"), source, tuple(Label(face(symbol)) for symbol in faces.split()))


def outcomes(judged: Judged) -> list[str]:
    """Each die as "truth > reading", without the right ones."""
    return sorted(
        f"{pair.label.face if pair.label else '-'} > {pair.sighting.face if pair.sighting else '-'}"
        for pair in judged.pairs
        if pair.outcome != "right"
    )


@pytest.mark.parametrize(
    ("verdict", "seen", "expected"),
    [
        ("sure", [("3", 0), ("5", 40)], Tally(2, 2, 0, 0, 0, 1, 1, 1, 0)),
        ("sure", [("3", 0), ("6", 40)], Tally(2, 1, 1, 0, 0, 1, 0, 1, 1)),
        ("ask", [("3", 0)], Tally(2, 1, 0, 1, 0, 1, 0, 0, 0)),
        ("ask", [("3", 0), ("5", 40), ("1", 90)], Tally(2, 2, 0, 0, 1, 1, 0, 0, 0)),
        ("empty", [], Tally(2, 0, 0, 2, 0, 1, 0, 0, 0)),
    ],
)
def test_a_picture_is_right_only_if_every_die_is(verdict: Verdict, seen: list[Seen], expected: Tally) -> None:
    assert tally([judge(boxed(("3", 0), ("5", 40)), reading(*seen, verdict=verdict))]) == expected
    assert tally([judge(roll("5 3"), reading(*seen, verdict=verdict))]) == expected


def test_faces_that_changed_places_are_wrong_where_labels_have_boxes() -> None:
    swapped = reading(("5", 0), ("3", 40))
    assert outcomes(judge(boxed(("3", 0), ("5", 40)), swapped)) == ["3 > 5", "5 > 3"]
    assert judge(roll("3 5"), swapped).exact


def test_the_label_that_fits_best_is_answered_first() -> None:
    near = Labelled(Path(), "desk", (Label(face("1"), (8, 0, 28, 20)), Label(face("2"), (1, 0, 21, 20))))
    assert outcomes(judge(near, reading(("2", 0), ("1", 14)))) == []


def test_a_sighting_answers_for_one_label_only() -> None:
    twins = boxed(("3", 0), ("3", 1))
    assert outcomes(judge(twins, reading(("3", 0)))) == ["3 > -"]
    assert outcomes(judge(boxed(("3", 0)), reading(("3", 0), ("3", 2)))) == ["- > 3"]


def test_boxes_in_shares_are_those_of_the_picture() -> None:
    shares = Labelled(Path(), "desk", (Label(face("3"), (0.2, 0.0, 0.3, 0.2)),), (1.0, 1.0))
    assert judge(shares, reading(("3", 40))).exact
    assert not judge(shares, reading(("3", 90))).exact


def test_a_label_round_the_pips_alone_is_the_same_die() -> None:
    assert agreement((0, 0, 40, 40), (12, 12, 28, 28)) == 1
    assert agreement((0, 0, 40, 40), (22, 12, 38, 28)) == pytest.approx(0.75)
    assert agreement((0, 0, 40, 40), (25, 0, 65, 40)) == 0


def test_a_speck_in_a_label_is_no_die_whatever_it_seems_to_show() -> None:
    assert agreement((80, 80, 100, 100), (0, 0, 100, 100)) == 0
    assert agreement((30, 30, 70, 70), (0, 0, 100, 100)) == 1
    large = Labelled(Path(), "desk", (Label(face("3"), (0, 0, 100, 100)),))
    assert outcomes(judge(large, reading(("3", 80)))) == ["- > 3", "3 > -"]


def test_in_a_roll_the_second_guess_tells_what_was_misread() -> None:
    judged = judge(roll("1 6 6 4"), reading(("6", 0), ("3", 20, 0.9, "1"), ("5", 40, 0.6, "4"), ("4", 60, 0.5, "6")))
    assert outcomes(judged) == ["1 > 3", "6 > 5"], "the 4 is right, although a 6 was its second guess"
    assert outcomes(judge(roll("1 4"), reading(("3", 0, 0.9, "4"), ("5", 20, 0.8, "6")))) == ["1 > 5", "4 > 3"]


def test_in_a_roll_the_least_likely_die_is_the_invented_one() -> None:
    judged = judge(roll("3"), reading(("3", 0, 0.6), ("3", 40, 0.9)))
    (invented,) = [pair.sighting for pair in judged.pairs if pair.outcome == "invented"]
    assert invented
    assert invented.p == 0.6


def test_a_die_of_an_unknown_face_is_right_if_it_is_called_unknown() -> None:
    assert judge(roll("? 3"), reading(("?", 0, 0.0), ("3", 40), verdict="ask")).exact
    assert outcomes(judge(boxed(("?", 0)), reading(("3", 0)))) == ["None > 3"]


def test_a_wrong_picture_that_was_asked_about_is_no_silent_error() -> None:
    assert judge(roll("3"), reading(("5", 0))).silent
    assert not judge(roll("3"), reading(("5", 0), verdict="ask")).silent
    assert not judge(roll("5"), reading(("5", 0))).silent


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    # Brown, Cai and DasGupta 2001 and Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_intervals_are_those_of_the_book(hits: int, trials: int, low: float, high: float) -> None:
    found = wilson(hits, trials)
    assert found
    assert found == pytest.approx((hits / trials, low, high), abs=5e-5)


def test_there_is_no_share_of_nothing() -> None:
    assert wilson(0, 0) is None
    assert mean([None]) is None
    assert mean([None, (0.5, 0.4, 0.7)]) == pytest.approx((0.5, 0.4, 0.7))


def test_sources_count_the_same_in_their_mean() -> None:
    many = [judge(roll("3", "many"), reading(("3", 0)))] * 30
    few = [judge(roll("3", "few"), reading(("5", 0)))]
    sources = by_source([*many, *few])
    assert list(sources) == ["many", "few"]
    middle = mean(figures.shares["dice_right"] for figures in sources.values())
    assert middle
    assert middle[0] == 0.5
    assert tally([*many, *few]).shares["dice_right"] == wilson(30, 31)


def test_bins_hold_equally_many_dice_from_the_least_likely_on() -> None:
    judged = [judge(roll("3"), reading(("3" if at % 2 else "5", 0, at / 40))) for at in range(20)]
    found = bins(judged)
    assert [each.dice for each in found] == [2] * 10
    assert found[0] == Bin(0.0, 1 / 40, 1 / 80, 1, 2)
    assert [each.low for each in found] == sorted(each.low for each in found)


def test_what_was_given_no_face_is_in_no_bin_and_what_was_invented_is_wrong() -> None:
    judged = judge(roll("3"), reading(("3", 0, 0.75), ("?", 40, 0.0), ("6", 80, 0.25)))
    assert bins([judged]) == [Bin(0.25, 0.25, 0.25, 0, 1), Bin(0.75, 0.75, 0.75, 1, 1)]
    assert calibration_error(bins([judged])) == 0.25
    assert calibration_error([]) is None


def test_the_curve_answers_the_surest_pictures_first() -> None:
    judged = [
        judge(roll("3 4"), reading(("3", 0, 0.9), ("4", 40, 0.8))),
        judge(roll("3"), reading(("3", 0, 0.95))),
        judge(roll("3"), reading(("5", 0, 0.8))),
        judge(roll("3"), reading(verdict="empty")),
    ]
    assert curve(judged) == [Point(0.95, 1, 0), Point(0.8, 3, 1), Point(0.0, 4, 2)]


def test_what_could_be_answered_holds_at_most_one_error_in_300() -> None:
    assert answerable([Point(0.9, 299, 0), Point(0.8, 300, 1), Point(0.7, 599, 2), Point(0.6, 601, 2)]).p == 0.6
    assert answerable([Point(0.9, 100, 0), Point(0.8, 299, 1)]) == Point(0.9, 100, 0)
    assert answerable([Point(0.9, 100, 1)]).answered == 0


def test_confusion_counts_every_die_once() -> None:
    judged = judge(boxed(("3", 0), ("5", 40), ("?", 80)), reading(("3", 0), ("6", 40), ("2", 150)))
    assert confusion([judged]) == {("3", "3"): 1, ("5", "6"): 1, ("?", "missed"): 1, ("invented", "2"): 1}


def test_figures_of_nothing_are_figures() -> None:
    nothing = Figures(()).as_json()
    assert nothing["dice"] == 0
    assert nothing["dice_right"] is None


def test_time_is_told_by_its_median_and_95th_percentile() -> None:
    judged = tuple(judge(roll("3"), reading(("3", 0), ms=ms)) for ms in range(101))
    assert Figures(judged).ms == (50, 95)
