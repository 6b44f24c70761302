"""A die of which something covers a part is asked about, whether the eye takes what is left of it for a die or not."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.card import card
from tests.vision.test_kit import seen
from vision.find import find
from vision.hidden import SUSPECTED, part
from vision.hidden import covered as covers
from vision.kit import kit
from vision.picture import load
from vision.piles import piled
from vision.read import concluded, read
from vision.reading import Frame, Reading, Sighting
from vision.seen import Named
from vision.sighting import HIDDEN

SAMPLES = Path(__file__).parents[2] / "samples" / "pips"
CARDS = ((40, 40, 190), (160, 120, 30), (215, 225, 230))  # red, blue and paper


def covered(frame: Frame, die: Sighting, share: float, angle: float, colour: tuple[int, int, int]) -> Frame:
    """A picture with a card over such a share of a die, from a side that an angle tells, and its shadow."""
    x0, y0, x1, y1 = die.box
    size, heading = max(x1 - x0, y1 - y0), np.array((np.cos(angle), np.sin(angle)))
    aside = np.array((-heading[1], heading[0]))
    edge = np.array(((x0 + x1) / 2, (y0 + y1) / 2)) + heading * size * (0.5 - share)
    ends = [edge - aside * 1.5 * size, edge + aside * 1.5 * size]
    corners = np.array([*ends, ends[1] + heading * 3 * size, ends[0] + heading * 3 * size])
    mask = np.zeros(frame.pixels.shape[:2], np.uint8)
    cv2.fillPoly(mask, [corners.round().astype(np.int32)], 255, cv2.LINE_AA)
    card_ = (cv2.GaussianBlur(mask, (0, 0), 1) / 255)[..., None]
    shadow = 1 - 0.3 * (cv2.GaussianBlur(mask, (0, 0), size / 10) / 255)[..., None]
    return Frame((frame.pixels * shadow * (1 - card_) + np.array(colour) * card_).astype(np.uint8), frame.name)


def half_covered() -> Iterator[tuple[Reading, Reading]]:
    """Samples read surely, of each one die that lies apart half covered by a card; before and after."""
    for number, path in enumerate(sorted(SAMPLES.glob("*.jpg"))):
        frame = load(path.read_bytes(), path.name)
        before = read(frame)
        apart = [die for die in before.dice if all(die is each or _apart(die, each) for each in before.dice)]
        if before.verdict == "sure" and len(before.dice) > 1 and apart:
            die = apart[number % len(apart)]
            yield before, read(covered(frame, die, 0.5, 0.7 + 1.9 * number, CARDS[number % 3]))


def _apart(die: Sighting, other: Sighting) -> bool:
    reach = 2.2 * max(die.box[2] - die.box[0], die.box[3] - die.box[1])
    middles = [np.array(((each.box[0] + each.box[2]) / 2, (each.box[1] + each.box[3]) / 2)) for each in (die, other)]
    return float(np.abs(middles[0] - middles[1]).max()) > reach


@pytest.mark.parametrize("number", [8, pytest.param(None, marks=pytest.mark.long)])
def test_most_dice_half_under_a_card_are_asked_about(number: int | None) -> None:
    """Without the net that looks for them most would not be."""
    asked = [after.verdict == "ask" for _, after in islice(half_covered(), number)]
    assert np.mean(asked) > 0.6


def test_what_is_left_of_a_covered_die_is_asked_about_though_it_counts_as_none() -> None:
    pips, table = kit("pips"), Frame(np.zeros((100, 400, 3), np.uint8), "a table")
    reader = replace(card("pips-reader"), presence=())
    die, rest = seen(pips, _5=0.99), seen(pips, 200, _4=0.05)
    faint = replace(rest, candidate=replace(rest.candidate, heat=0.3))
    left = replace(faint, candidate=replace(faint.candidate, hidden=HIDDEN))
    assert concluded([die, faint], table, pips, reader).verdict == "sure"
    found = concluded([die, left], table, pips, reader)
    assert (len(found.dice), found.shadows, found.verdict) == (1, 1, "ask")
    assert concluded([die, left], table, pips, reader, expect=1).verdict == "sure", "all that were thrown are seen"


@pytest.mark.parametrize("expect", [None, 2])
def test_a_die_that_counts_and_of_which_something_covers_a_part_is_partial(expect: int | None) -> None:
    pips, table = kit("pips"), Frame(np.zeros((100, 400, 3), np.uint8), "a table")
    reader = replace(card("pips-reader"), presence=())
    whole, other = (seen(pips, at, _5=0.99) for at in (0, 200))
    under = replace(other, candidate=replace(other.candidate, hidden=HIDDEN))
    assert concluded([whole, other], table, pips, reader, expect=expect).verdict == "sure"
    found = concluded([whole, under], table, pips, reader, expect=expect)
    assert [die.state for die in found.dice] == ["flat", "partial"]
    assert found.reasons == ("One die is only partly to be seen: show all of it.",)


def test_what_an_edge_cuts_is_asked_about_where_it_seems_to_be_a_part_of_a_die() -> None:
    pips, table = kit("pips"), Frame(np.zeros((100, 400, 3), np.uint8), "a table")
    reader = replace(card("pips-reader"), presence=())
    die, cut = seen(pips, _5=0.99), seen(pips, 370, _4=0.9)
    none, part = (replace(cut, candidate=replace(cut.candidate, hidden=p)) for p in (0.1, 0.9))
    assert concluded([die], table, pips, reader, halved=[none]).verdict == "sure"
    assert concluded([die], table, pips, reader, halved=[part]).verdict == "ask"


def test_the_large_net_is_asked_only_about_what_the_small_one_suspects() -> None:
    whole, pips = load((SAMPLES / "01.jpg").read_bytes(), "01.jpg"), kit("pips")
    frame = covered(whole, read(whole).dice[0], 0.5, 0.7, CARDS[0])
    alone = replace(pips, parts="")
    dice = [Named(pile[0], np.ones(8, np.float32) / 8) for pile in piled(find(frame, pips.finder))]
    both, small = (covers(frame.halves, dice, one) for one in (pips, alone))
    assert {die.candidate.hidden >= SUSPECTED for die in small} == {True, False}
    for die, first in zip(both, small, strict=True):
        p = first.candidate.hidden
        assert die.candidate.hidden == (p if p < SUSPECTED else part(frame.halves, first.candidate, pips))
