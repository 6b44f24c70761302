"""Fit the doubt on pictures that training never saw: `python -m models.training.calibrate --real PHOTOGRAPHS`.

The temperature is the one with the highest likelihood; `sure_at` is the lowest probability at which at most one in
ALLOWED of the pictures called sure is wrong.
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from models.card import WEIGHTS, Card, card
from models.training.cards import READER, write
from models.training.draw import picture
from models.training.nets import CLASSES, FACES, NOTHING, OTHER
from models.training.photographs import DOUBT, Photograph, held_out
from vision.camera import load
from vision.judge import agreement, judge
from vision.kit import kit
from vision.read import named, read
from vision.reading import Frame

ALLOWED = 100
STEPS = np.concatenate((np.arange(0.80, 0.99, 0.01), np.arange(0.99, 1.0, 0.001)))
UNSEEN = 900_000  # seeds from here on are never used for training


@dataclass(frozen=True)
class Shot:
    """A picture with what is true about it, in the shape of a Photograph."""

    frame: Frame
    photo: Photograph


def shots(real: Path, drawn: int) -> Iterator[Shot]:
    """The source held out for the doubt, and drawn pictures of unseen seeds in which every die can be seen."""
    for photo in held_out(real, DOUBT):
        yield Shot(load(photo.path.read_bytes(), photo.path.name), photo)
    for seed in range(UNSEEN, UNSEEN + drawn):
        made = picture(np.random.default_rng(seed), 640, 480)
        if any(die.state == "partial" for die in made.dice):
            continue
        photo = Photograph(Path(), "drawn", "MIT", str(seed), tuple(die.box for die in made.dice),
                           tuple(die.face for die in made.dice))  # fmt: skip
        yield Shot(Frame(made.pixels, f"drawn {seed}"), photo)


def evidence(shot: Shot, plain: Card) -> Iterator[tuple[npt.NDArray[np.float32], int]]:
    """The reader's log probabilities for each candidate of a picture, and the answer that would have been right."""
    for die in named(shot.frame, kit("pips"), plain):
        faces = [
            face
            for box, face in zip(shot.photo.boxes, shot.photo.faces, strict=True)
            if agreement(die.candidate.box, box) > 0
        ]
        answer = NOTHING if not faces else faces[0] if faces[0] in FACES else OTHER
        yield np.log(die.p + 1e-9), CLASSES.index(answer)


def temperature(scores: npt.NDArray[np.float32], answers: npt.NDArray[np.int64]) -> float:
    """The temperature under which the right answers are likeliest."""

    def surprise(heat: float) -> float:
        cooled = scores / heat
        norm = np.log(np.exp(cooled - cooled.max(1, keepdims=True)).sum(1)) + cooled.max(1)
        return float((norm - cooled[np.arange(len(answers)), answers]).mean())

    return round(float(min(np.arange(0.5, 4.0, 0.02), key=surprise)), 2)


def threshold(taken: list[Shot], told: dict[str, object]) -> tuple[float, dict[str, object]]:
    """The lowest `sure_at` that keeps the promise, and what it gave: each die's doubt alone decides."""
    readings = [(shot, read(shot.frame)) for shot in taken]
    for step in STEPS:
        sure = wrong = 0
        for shot, reading in readings:
            calm = all(die.p >= step and die.state == "flat" and die.face is not None for die in reading.dice)
            others = [reason for reason in reading.reasons if not reason.startswith("I am not sure of")]
            if not (calm and not others and reading.dice):
                continue
            sure += 1
            wrong += not judge(shot.photo.truth, reading).exact
        if sure and wrong * ALLOWED <= sure:
            break
    return round(float(step), 3), {"pictures": len(taken), "sure": sure, "wrong": wrong} | told


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--real", type=Path, required=True)
    parser.add_argument("--drawn", type=int, default=400)
    asked = parser.parse_args()
    path = WEIGHTS / f"{READER}.json"
    taken = list(shots(asked.real, asked.drawn))
    plain = replace(card(READER), temperature=1.0)
    proof = [pair for shot in taken for pair in evidence(shot, plain)]
    heat = temperature(np.stack([scores for scores, _ in proof]), np.array([answer for _, answer in proof]))
    told = json.loads(path.read_text(encoding="utf-8")) | {"temperature": heat, "sure_at": 0.5}
    write(path, told)
    card.cache_clear()
    told["sure_at"], told["doubt"] = threshold(taken, {"source": DOUBT, "drawn": asked.drawn, "candidates": len(proof)})
    write(path, told)
    print(json.dumps({name: told[name] for name in ("temperature", "sure_at", "doubt")}, indent=1))
