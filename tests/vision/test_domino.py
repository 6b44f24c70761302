"""What looks like dice and may be a domino."""

from dataclasses import replace

import cv2
import numpy as np

from models.card import card
from vision.domino import half_a_domino, like_a_domino
from vision.doubt import HALF
from vision.find import Candidate
from vision.kit import kit
from vision.read import concluded
from vision.reading import Box, Frame, Pixels, Point, Quad, Sighting
from vision.seen import Named

IVORY, GREEN = (200, 225, 235), (60, 110, 40)  # blue, green and red


def die(top: Quad) -> Sighting:
    """A die of which nothing but the top is seen."""
    (x0, y0), (x1, y1) = np.min(top, 0), np.max(top, 0)
    box: Box = (x0, y0, x1, y1)
    return Sighting(None, 0.0, None, box, top, "flat")


def square(x: float, y: float, side: float = 40) -> Quad:
    return (x, y), (x + side, y), (x + side, y + side), (x, y + side)


def aslant(x: float, y: float, reach: float = 28) -> Quad:
    return (x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)


def table(colour: tuple[int, int, int] = GREEN) -> Pixels:
    """A bare table, 240 pixels wide and 200 high."""
    return np.full((200, 240, 3), colour, np.uint8)


def lay(pixels: Pixels, top: Quad, *pips: Point, colour: tuple[int, int, int] = IVORY) -> None:
    """Paint a top, or half a domino, and its pips."""
    cv2.fillConvexPoly(pixels, np.array(top, np.int32), colour)
    for x, y in pips:
        cv2.circle(pixels, (int(x), int(y)), 5, (20, 20, 20), -1)


def test_two_tops_that_share_an_edge_may_be_a_domino() -> None:
    assert like_a_domino([die(square(0, 0)), die(square(41, 1))])
    assert like_a_domino([die(aslant(300, 300)), die(aslant(50, 50)), die(aslant(50 + 29, 50 - 29))])


def test_two_dice_that_are_no_domino() -> None:
    one = die(square(0, 0))
    assert not like_a_domino([one, die(square(41, 12))]), "one lies farther down"
    assert not like_a_domino([one, die(square(50, 0))]), "a gap lies between them"
    assert not like_a_domino([one, die(aslant(41 + 28, 20))]), "one is turned"
    assert not like_a_domino([one, die(square(41, 0, 60))]), "one is larger"
    assert not like_a_domino([one])


def test_half_a_domino_goes_on_beyond_the_line_any_way_round() -> None:
    for x, y in ((140, 80), (60, 80), (100, 120), (100, 40)):
        pixels = table()
        lay(pixels, square(100, 80), (120, 100))
        lay(pixels, square(x, y), (x + 10, y + 10), (x + 30, y + 30))
        cv2.line(pixels, (max(x, 100), max(y, 80)), (min(x, 100) + 40, min(y, 80) + 40), (20, 20, 20), 2)
        assert half_a_domino(square(100, 80), pixels), (x, y)
    pixels = table()
    lay(pixels, aslant(100, 100))
    lay(pixels, aslant(128, 128))
    assert half_a_domino(aslant(100, 100), pixels)


def test_a_die_ends_at_its_edges() -> None:
    pixels = table()
    lay(pixels, square(100, 80), (120, 100))
    assert not half_a_domino(square(100, 80), pixels), "alone"
    lay(pixels, square(100, 120), colour=(120, 140, 150))
    assert not half_a_domino(square(100, 80), pixels), "its side lies in the shade"
    lay(pixels, square(144, 80, 12))
    assert not half_a_domino(square(100, 80), pixels), "something small lies beside it"


def test_on_a_table_of_its_own_colour_a_die_is_no_domino() -> None:
    pixels = table(IVORY)
    cv2.rectangle(pixels, (100, 80), (140, 120), (150, 160, 170), 1)
    assert not half_a_domino(square(100, 80), pixels)


def test_what_lies_beyond_the_picture_is_not_guessed() -> None:
    pixels = table()
    lay(pixels, square(100, 150))
    lay(pixels, square(100, 190))
    assert not half_a_domino(square(100, 150), pixels)
    assert not half_a_domino(square(230, 190), pixels)


def test_half_a_domino_is_asked_about_where_nobody_tells_how_many_dice_there_are() -> None:
    pips, reader = kit("pips"), replace(card("pips-reader"), presence=())
    pixels = table()
    lay(pixels, square(100, 80), (120, 100))
    p = np.array([0.999 if label == "1" else 0.0002 for label in reader.labels], np.float32)
    one = Named(Candidate((100, 80, 140, 120), square(100, 80), 0.9), p, labels=reader.labels)
    assert concluded([one], Frame(pixels), pips, reader).verdict == "sure"
    lay(pixels, square(140, 80), (160, 100))
    found = concluded([one], Frame(pixels), pips, reader)
    assert (found.verdict, found.reasons, found.alarms) == ("ask", (HALF,), (HALF,))
    assert concluded([one], Frame(pixels), pips, reader, expect=1).verdict == "sure"
