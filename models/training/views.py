"""How a die is best looked at: `python -m models.training.views --fold a --real PHOTOGRAPHS`, with that fold's weights.

For each way of looking it tells how surprised the reader is by the truth about what the finder found (nats, at the
temperature that suits that way best), how many of its answers are wrong, how many things that are no dice it takes for
one with a probability of 0.1 or more, and of how many dice it takes the face for another, were it told that they are
dice. The scores of several looks are averaged; one that is named twice counts twice.
"""

import argparse
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import numpy as np
import numpy.typing as npt

from models import session
from models.training.answers import NOTHING, answers
from models.training.calibrate import temperature
from models.training.photographs import FOLDS, Photograph, held_out, photographs
from vision.doubt import probabilities
from vision.find import Candidate, find
from vision.judge import agreement
from vision.kit import Kit, kit, kits
from vision.look import CONTEXT, look
from vision.picture import load
from vision.piles import piled
from vision.reading import Pixels
from vision.seen import DISMISSED
from vision.sides import straightened

WIDTHS, TURNS = (0.9, 1.0, 1.15, 1.3), (-12.0, 0.0, 12.0, 180.0)
TOP = 0.0  # stands for a width where the top is looked at as from straight above it
View = tuple[float, float, bool]  # times the usual width, degrees, in a mirror
SIDES = tuple((TOP, turn, False) for turn in (0.0, 90.0, 180.0, 270.0))  # a top from all four sides
VIEWS: tuple[View, ...] = (*product(WIDTHS, TURNS, (False, True)), *SIDES, (TOP, 0.0, True))
LYING = ((1.0, 0.0, False), (1.3, 0.0, False))
WAYS: dict[str, tuple[View, ...]] = {
    "one": ((1.0, 0.0, False),),
    "1.0 and 1.15 times the usual width": tuple(product((1.0, 1.15), (0.0,), (False,))),
    "the same, in a mirror too": tuple(product((1.0, 1.15), (0.0,), (False, True))),
    "the same, turned by 12 degrees both ways": tuple(product((1.0, 1.15), (-12.0, 0.0, 12.0), (False, True))),
    "the same, upside down": tuple(product((1.0, 1.15), (0.0, 180.0), (False, True))),
    "0.9 and 1.3 times, in a mirror too": tuple(product((0.9, 1.3), (0.0,), (False, True))),
    "0.9, 1.0, 1.15 and 1.3 times, in a mirror too": tuple(product(WIDTHS, (0.0,), (False, True))),
    "0.9 and 1.3 times": tuple(product((0.9, 1.3), (0.0,), (False,))),
    "the top, straight from above": ((TOP, 0.0, False),),
    "the top and 0.9 times": ((TOP, 0.0, False), (0.9, 0.0, False)),
    "the top and 1.3 times": ((TOP, 0.0, False), (1.3, 0.0, False)),
    "the top, and 1.3 times in a mirror too": ((TOP, 0.0, False), (1.3, 0.0, False), (1.3, 0.0, True)),
    "the top, 0.9 and 1.3 times": tuple(product((TOP, 0.9, 1.3), (0.0,), (False,))),
    "the top from all four sides": SIDES,
    "the top from all four sides, and 1.3 times": (*SIDES, *4 * ((1.3, 0.0, False),)),
    "the top from all four sides, 1.0 and 1.3 times": (*SIDES, *2 * LYING),
    "the three, in a mirror too": tuple(product((TOP, 0.9, 1.3), (0.0,), (False, True))),
}

Scores = npt.NDArray[np.float32]


def seen(photos: list[Photograph], dice: Kit) -> Iterator[tuple[Scores, int]]:
    """The reader's scores for every view of each thing that the finder found (views, answers), and the right answer."""
    may = answers(dice.id)
    for photo in photos:
        frame = load(photo.path.read_bytes(), photo.path.name)
        sizes = frame.halves
        for found in (pile[0] for pile in piled(find(frame, dice.finder))):
            truths = zip(photo.boxes, photo.faces, strict=True)
            faces = [face for box, face in truths if agreement(found.box, box) > 0]
            if faces[:1] != [""]:  # a die of which nobody can tell what it shows
                squares = np.stack([_square(sizes, found, view) for view in VIEWS])
                yield session.run(dice.reader, squares)[0], may.labels.index(may.to(faces[0]) if faces else NOTHING)


def _square(sizes: tuple[Pixels, ...], found: Candidate, view: View) -> Pixels:
    width, turn, mirrored = view
    if width == TOP:
        square = np.rot90(straightened(sizes, np.array(found.quad, np.float32)), round(turn / 90))
    else:
        square = look(sizes[0], found.centre, width * CONTEXT * found.size, turn)
    return np.ascontiguousarray(square[:, ::-1] if mirrored else square)


def told(scores: Scores, right: npt.NDArray[np.int64]) -> tuple[float, int, int, int]:
    """Surprise in nats, wrong answers, what is none but called a die with DISMISSED and more, and dice misread."""
    p = probabilities(scores, temperature(scores, right))
    none = right == p.shape[1] - 1
    surprise = float(-np.log(p[np.arange(len(right)), right] + 1e-9).mean())
    misread = p[~none, :-1].argmax(1) != right[~none]
    wrong, called = p.argmax(1) != right, p[none, :-1].max(1) >= DISMISSED
    return surprise, int(wrong.sum()), int(called.sum()), int(misread.sum())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--real", type=Path, required=True)
    parser.add_argument("--fold", choices=FOLDS, help="only what this fold holds out; else every picture")
    parser.add_argument("--kit", choices=sorted(kits()), default="pips")
    parser.add_argument("--every", type=int, default=4, help="every so many of the photographs is looked at")
    asked = parser.parse_args()
    photos = held_out(asked.real, asked.fold) if asked.fold else photographs(asked.real)
    found, truth = zip(*seen(photos[:: asked.every], kit(asked.kit)), strict=True)
    every, right = np.stack(found), np.array(truth)
    print(f"{len(right)} things found: surprise, answers wrong, no die but called one, dice misread")
    for way, views in WAYS.items():
        chosen = [VIEWS.index(view) for view in views]
        surprise, wrong, called, misread = told(every[:, chosen].mean(1), right)
        print(f"{way:<48} {surprise:.3f} {wrong:4} {called:4} {misread:4}")
