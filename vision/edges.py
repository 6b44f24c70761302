"""Dice at the edges of the picture: of which one leaves a part, and of which none does although it seems so."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from models.card import Card
from vision import kit
from vision.boxes import overlaps
from vision.cores import spread
from vision.counting import PRESENT, plausible
from vision.find import Candidate, find_cut
from vision.hidden import part
from vision.look import mirrored
from vision.nets import cornered, looked_at, may_be, turned
from vision.piles import piled
from vision.reading import Frame, Point
from vision.seen import Named, Presumed, tint
from vision.sighting import state

HALVED = 0.3  # probability from which what an edge cuts may be a die
A_PART = 0.3  # likewise, by what tells a part of a die from what is none
EDGE = 0.6  # share of the usual size within which what lies at an edge of the picture may be a part of a die
ROUND = 1.3  # times its size, as far as what a reader sees of a die may reach from its middle
BESIDE = 0.3  # share of the smaller box from which what an edge cuts is a part of a die that was seen, and its image


def reframed(seen: Sequence[Named], frame: Frame, chosen: kit.Kit) -> list[Named]:
    """The same dice, those that seem to be partly outside the picture with other corners where the finder was wrong.

    So it often is where a die fills the picture. A net that sees the die alone tells corners better, and where by
    these all of the print is inside, it is.
    """
    if not chosen.corners:
        return list(seen)
    return [_reframed(die, frame, chosen.corners) if may_be(die) else die for die in seen]


def _reframed(die: Named, frame: Frame, net: str) -> Named:
    if state(die.candidate, frame) != "partial":
        return die
    again = cornered(frame.halves, die.candidate, net)
    return die if state(again, frame) == "partial" else replace(die, candidate=again)


def cut(seen: Sequence[Named], frame: Frame, chosen: kit.Kit, reader: Card) -> list[Named]:
    """What may be dice of which an edge of the picture leaves a part, read together with its mirror image.

    They are searched where the finder saw something at an edge that is no die by itself, and are as large as the dice.
    """
    dice = [die for die, p in plausible(seen, reader) if p >= PRESENT]
    if not dice:
        return []
    size = float(np.median([die.candidate.size for die in dice]))
    spots = _at_the_edges([die for die in seen if not any(die is each for each in dice)], frame, size)
    if not spots:
        return []
    found = [pile[0] for pile in piled(find_cut(frame.halves, chosen.finder, spots, size))]
    if not found:
        return []
    left, top, right, bottom = _room(found)
    image = Frame(mirrored(frame.pixels, left, top, right - left, bottom - top), frame.name)
    sizes = image.halves
    dice = turned(sizes, looked_at(sizes, [die.moved(-left, -top) for die in found], reader, chosen), reader, chosen)
    seem = spread(lambda die: part(sizes, die.candidate, chosen), dice)
    return [
        replace(die, tint=tint(image, die.candidate), candidate=replace(where, hidden=p))
        for die, where, p in zip(dice, found, seem, strict=True)
    ]


def cut_off(
    seen: Sequence[Named], known: Presumed, halved: Sequence[Named], reader: Card, most: int | None
) -> list[Named]:
    """The dice that the edges of the picture cut off, but those seen without that; none where a set is whole.

    Of what was `seen` what is plausible is `known`.
    """
    if not halved or (most is not None and sum(p >= PRESENT for _, p in known) >= most):
        return []
    boxes = np.array([die.candidate.box for die, p in known if p >= reader.shadow_at]).reshape(-1, 4)
    likely = [die for die, p in plausible([*seen, *halved], reader) if p >= HALVED]
    lost = [die for die in likely if any(die is each for each in halved) and die.candidate.hidden >= A_PART]
    return [die for die in lost if not (overlaps(die.candidate.box, boxes) >= BESIDE).any()]


def _room(dice: Sequence[Candidate]) -> tuple[int, int, int, int]:
    """What must be seen of a picture and its mirror images to read these: left, top, right and bottom."""
    middles, reach = np.array([die.centre for die in dice]), ROUND * np.array([[die.size] for die in dice])
    left, top = np.floor((middles - reach).min(0)).astype(int).tolist()
    right, bottom = np.ceil((middles + reach).max(0)).astype(int).tolist()
    return left, top, right, bottom


def _at_the_edges(things: Sequence[Named], frame: Frame, size: float) -> list[Point]:
    """Points of the picture's edges beside which the finder saw these things; none in reach of a search at another."""
    spots: list[Point] = []
    for thing in things:
        spot = _nearest_edge(thing.candidate.centre, frame)
        near = math.dist(spot, thing.candidate.centre) < EDGE * size
        if near and all(math.dist(spot, other) > size for other in spots):
            spots.append(spot)
    return spots


def _nearest_edge(point: Point, frame: Frame) -> Point:
    """The point of the picture's edges that is nearest to one of its own."""
    x, y = point
    edges = ((0.0, y), (float(frame.width), y), (x, 0.0), (x, float(frame.height)))
    return min(edges, key=lambda edge: math.dist(edge, point))
