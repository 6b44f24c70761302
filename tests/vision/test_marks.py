"""All dice of a set have a mark below 6 and 9, or none has: one that is plain tells of the others."""

import numpy as np
import pytest

from scoring.dice import Roll
from vision.marks import MARKED, TOLD, marked
from vision.reading import Numbers

FACES = Roll.parse("6R 9R 6B 9B 3R").faces


def seen(*looks: str, share: float = MARKED) -> Numbers:
    """What dice show that look like `6R:0.7 9R:0.3` each."""
    p = np.full((len(looks), len(FACES) + 1), 1e-4)
    for row, look in zip(p, looks, strict=True):
        for part in look.split():
            face, _, by = part.partition(":")
            row[[str(each) for each in FACES].index(face)] = float(by)
    return marked(p / p.sum(1, keepdims=True), FACES, share)


def test_a_plain_mark_makes_a_faint_one_plain() -> None:
    faint = "6R:0.8 9R:0.2"
    alone, beside = seen(faint), seen(faint, "9B:0.98 6B:0.02", "6B:0.97 9B:0.03")
    assert alone[0, 0] < 0.93
    assert beside[0, 0] > 0.97
    assert beside[1, 3] > 0.99


def test_where_no_die_has_a_mark_none_is_plainer_than_it_looks() -> None:
    looks = ("6R:0.55 9R:0.45", "9B:0.6 6B:0.4", "6B:0.7 9B:0.3")
    assert seen(*looks).max(1) == pytest.approx([0.55, 0.6, 0.7], abs=0.02)


def test_one_die_that_seems_to_have_a_mark_among_many_that_have_none_has_none() -> None:
    assert seen("6R:0.85 9R:0.15", *["9B:0.55 6B:0.45"] * 4)[0, 0] == pytest.approx(0.85, abs=0.02)


def test_who_says_that_dice_have_marks_is_believed_unless_many_show_none() -> None:
    faint = "6R:0.75 9R:0.25"
    assert seen(faint)[0, 0] < 0.9
    assert seen(faint, share=TOLD)[0, 0] > 0.93
    assert seen(faint, *["9B:0.52 6B:0.48"] * 5, share=TOLD)[0, 0] < 0.8
    assert seen(faint, "9B:0.9 6B:0.1", share=1 - TOLD)[0, 0] < 0.9
    assert seen(faint, "9B:0.99 6B:0.01", share=0)[0, 0] == pytest.approx(0.75, abs=0.01)


def test_colours_and_other_faces_stay_as_they_are() -> None:
    p = seen("6R:0.5 6B:0.3 9R:0.1 9B:0.06 3R:0.04", "9B:0.99 6B:0.01", "3R:1")
    assert p.sum(1) == pytest.approx(1)
    assert p[0, :4].sum() == pytest.approx(0.96, abs=0.01)
    assert p[0, 0] / p[0, 2] == pytest.approx(0.5 / 0.3, rel=0.01)
    assert p[2, 4] > 0.99
