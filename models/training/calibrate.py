"""Fit the doubt to what nets said about sources that they never opened: `python -m models.training.calibrate`.

The temperature is the one with the highest likelihood, and so are the weights of the clues by which a candidate
counts as a die; drawn pictures may help with these. `sure_at` and `shadow_at` are the pair under which most pictures
are sure, while at most one in ALLOWED of those is wrong, each source weighing the same; here the nets of further
folds tell about their sources too, and the nets that ship about drawn tables without dice. Drawn dice are oftener
stacked, leaning, cut and hidden than real ones: they count as HARD of all pictures, so that no die is left out too
easily. `strange`, where it is asked for, is the likeliest weight of "other" at tables where so few dice are of no
kit. The card takes all of it, and the figures of every source; with `--thresholds` nothing else is fitted. How likely
a die by itself must show some face, `alone_at`, stands as the card has it.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from models.card import WEIGHTS, Card, card
from models.training.answers import NOTHING, answers
from models.training.cards import write
from models.training.photographs import photographs
from models.training.witness import Testimony, heard
from vision.counting import PRESENT, left_out, of_one_set, plausible, witnessed
from vision.figures import ALLOWED, Figures, by_source
from vision.judge import Judged, agreement, judge
from vision.kit import kit as kit_of
from vision.kit import kits
from vision.presence import clues

SURE = (*np.arange(0.85, 0.99, 0.01), *np.arange(0.99, 0.9995, 0.001))
SHADOWS = (0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.12, 0.14, 0.16, 0.2, 0.24, 0.28, 0.32, 0.4, 0.5)
DAMPING = 10.0  # pulls the weights of the clues towards 0: with less, those of two sources suit others worse
STRANGE = np.geomspace(0.01, 1, 21)  # what "other" may count
EMPTY = 0.1  # share of pictures without dice among those that people show
HARD = 0.03  # share of pictures that are as hard as the drawn ones

Kind = Literal["dice", "empty", "hard"]  # what a picture counts as


def evidence(testimony: Testimony) -> Iterator[tuple[npt.NDArray[np.float32], int]]:
    """The reader's log probabilities for each candidate of a picture, and the answer that would have been right."""
    photo = testimony.photo
    may = answers(testimony.kit)
    for die in testimony.seen:
        truths = zip(photo.boxes, photo.faces, strict=True)
        faces = [face for box, face in truths if agreement(die.candidate.box, box) > 0]
        yield np.log(die.p + 1e-9), may.labels.index(may.to(faces[0]) if faces else NOTHING)


def temperature(scores: npt.NDArray[np.float32], answers: npt.NDArray[np.int64]) -> float:
    """The temperature under which the right answers are likeliest."""

    def surprise(heat: float) -> float:
        cooled = scores / heat
        norm = np.log(np.exp(cooled - cooled.max(1, keepdims=True)).sum(1)) + cooled.max(1)
        return float((norm - cooled[np.arange(len(answers)), answers]).mean())

    return round(float(min(np.arange(0.5, 4.0, 0.02), key=surprise)), 2)


def strangeness(proof: Iterable[tuple[npt.NDArray[np.float32], int]], heat: float, share: float) -> float:
    """How much "other" must count so that what dice show is likeliest, if a `share` of them were of no kit.

    `proof` are log probabilities with the right answer each, `heat` is the reader's temperature.
    """
    dice = [(scores / heat, answer) for scores, answer in proof if answer != len(scores) - 1]
    scores = np.stack([each[:-1] for each, _ in dice])
    answers = np.array([answer for _, answer in dice])
    other = answers == scores.shape[1] - 1
    count = np.where(other, share / max(other.sum(), 1), (1 - share) / max((~other).sum(), 1))

    def surprise(weight: float) -> float:
        told = scores + np.append(np.zeros(scores.shape[1] - 1), np.log(weight))
        norm = np.log(np.exp(told - told.max(1, keepdims=True)).sum(1)) + told.max(1)
        return float((count * (norm - told[np.arange(len(answers)), answers])).sum())

    return round(float(min(STRANGE, key=surprise)), 2)


def weighed(testimonies: list[Testimony], heat: float, strange: float) -> tuple[float, ...]:
    """How much each clue counts in whether there is a die: logistic regression by Newton's method, a little damped.

    `heat` is the reader's temperature, `strange` what "other" counts.
    """
    seen = [_clues(each, heat, strange) for each in testimonies if each.seen]
    told, there = (np.concatenate(column) for column in zip(*seen, strict=True))
    weights = np.zeros(told.shape[1])
    for _ in range(40):
        p = 1 / (1 + np.exp(-told @ weights))
        slope = told.T @ (there - p) - DAMPING * weights
        bend = (told.T * (p * (1 - p))) @ told + DAMPING * np.eye(len(weights))
        weights += np.linalg.solve(bend, slope)
    return tuple(round(float(weight), 3) for weight in weights)


def _clues(
    testimony: Testimony, heat: float, strange: float
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """The clues of each candidate of a picture, and 1 where there is a die, else 0."""
    cooled = testimony.cooled(heat)
    boxes = testimony.photo.boxes
    there = [any(agreement(die.candidate.box, box) > 0 for box in boxes) for die in cooled]
    return clues(witnessed(cooled, strange)), np.array(there, np.float64)


def judged(testimonies: list[Testimony], reader: Card) -> list[Judged]:
    """What would have been read with this card, compared with what is true."""
    return [judge(each.photo.truth_of(kit_of(each.kit)), each.reading(reader)) for each in testimonies]


@dataclass(frozen=True)
class Trial:
    """A picture as the thresholds see it.

    `open` says that there is another reason to ask, `p` is the lowest probability among its dice and `shadow` the
    highest presence of what was left out, both 0..1; `exact` says that all is right.
    """

    source: str
    open: bool
    p: float
    shadow: float
    exact: bool

    def sure(self, sure_at: float, shadow_at: float) -> bool:
        """Whether the eye would swear to it."""
        return not self.open and self.p >= sure_at and self.shadow < shadow_at


def trial(testimony: Testimony, reader: Card) -> Trial:
    """What becomes of a picture whatever the thresholds are."""
    kind = replace(reader, sure_at=0.0, shadow_at=PRESENT)
    seen = judge(testimony.photo.truth_of(kit_of(testimony.kit)), testimony.reading(kind))
    likely, _ = of_one_set(plausible(testimony.cooled(reader.temperature), reader), kit_of(testimony.kit).most)
    beside, apart = left_out(likely, kit_of(testimony.kit).most)
    shadow = max((p for _, p in (*beside, *apart)), default=0.0)
    return Trial(testimony.photo.source, not seen.sure, seen.p, shadow, seen.exact)


def thresholds(testimonies: list[Testimony], hard: list[Testimony], reader: Card) -> Card:
    """The card with the thresholds that let the eye be sure most often and keep the promise, see `best`."""
    dice = {each.photo.source for each in testimonies if each.photo.faces}
    trials = [(trial(each, reader), _kind(each, dice)) for each in testimonies]
    sure_at, shadow_at = best([*trials, *((trial(each, reader), "hard") for each in hard)])
    return replace(reader, sure_at=sure_at, shadow_at=shadow_at)


def best(trials: list[tuple[Trial, Kind]]) -> tuple[float, float]:
    """The `sure_at` and `shadow_at` under which most pictures are sure, and at most one in ALLOWED of those is wrong.

    Each source of a kind weighs the same. Pictures that are `empty`, of which nobody may be sure, count as much as
    people may show them by mistake: EMPTY. Those that are `hard`, if there are any, count as HARD.
    """
    sizes = Counter((each.source, kind) for each, kind in trials)
    some_are_hard = any(kind == "hard" for _, kind in trials)
    weights = {"dice": 1 - EMPTY - HARD * some_are_hard, "empty": EMPTY, "hard": HARD}

    def share(chosen: Iterable[tuple[Trial, Kind]]) -> float:
        counts = Counter((each.source, kind) for each, kind in chosen)
        return sum(
            weight * _mean(counts[source, kind] / sizes[source, kind] for source, kind in sizes if kind == one)
            for one, weight in weights.items()
        )

    def worth(pair: tuple[float, float]) -> float:
        sure = [each for each in trials if each[0].sure(*pair)]
        return share(sure) if share(each for each in sure if not each[0].exact) * ALLOWED <= share(sure) else 0.0

    sure_at, shadow_at = max(product(SURE, SHADOWS), key=worth)
    return round(float(sure_at), 3), shadow_at


def _kind(testimony: Testimony, dice: set[str]) -> Kind:
    """What a picture counts as: one of a source with `dice` in it, or one of a source without."""
    return "dice" if testimony.photo.source in dice else "empty"


def _mean(shares: Iterable[float]) -> float:
    found = list(shares)
    return sum(found) / len(found) if found else 0.0


def table(figures: dict[str, Figures]) -> str:
    """A line for each source: dice right, pictures exact, called sure, wrong among them."""
    lines = []
    for source, each in figures.items():
        counted = each.tally
        lines.append(
            f"{source:<46} dice {counted.right}/{counted.dice} exact {counted.exact}/{counted.pictures} "
            f"sure {counted.sure} wrong {counted.silent} missed {counted.missed} invented {counted.invented}"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--real", type=Path, nargs="+", required=True, help="folders with a labels.json")
    parser.add_argument("--witness", type=Path, nargs="+", required=True, help="what `witness` wrote, a file a fold")
    parser.add_argument("--besides", type=Path, nargs="*", default=[], help="likewise, of drawn pictures")
    parser.add_argument("--further", type=Path, nargs="*", default=[], help="of more folds: for the thresholds alone")
    parser.add_argument("--strange", type=float, help="share of dice that show no face of the kit, if less than seen")
    parser.add_argument("--write", action="store_true", help="put the doubt and the figures on the reader's card")
    less = parser.add_mutually_exclusive_group()
    less.add_argument("--thresholds", action="store_true", help="fit these alone, the rest is as on the card")
    less.add_argument("--as-it-is", action="store_true", help="fit nothing: these figures with the doubt on the card")
    parser.add_argument("--kit", choices=sorted(kits()), default="pips")
    asked = parser.parse_args()
    photos = [photo for folder in asked.real for photo in photographs(folder)]
    testimonies, besides, further = (heard(files, photos) for files in (asked.witness, asked.besides, asked.further))
    reader = card(kit_of(asked.kit).reader)
    doubt: dict[str, object] = {}
    fitted = reader
    hard = [each for each in besides if each.photo.faces]
    if asked.thresholds:
        fitted = thresholds([*testimonies, *further], hard, reader)
        doubt = {"sure_at": fitted.sure_at, "shadow_at": fitted.shadow_at}
    elif not asked.as_it_is:
        proof = [pair for each in (*testimonies, *besides) for pair in evidence(each)]
        heat = temperature(np.stack([scores for scores, _ in proof]), np.array([answer for _, answer in proof]))
        strange = strangeness(proof, heat, asked.strange) if asked.strange else 1.0
        there = weighed([*testimonies, *besides], heat, strange)
        fitted = thresholds(
            [*testimonies, *further], hard, replace(reader, temperature=heat, presence=there, strange=strange)
        )
        doubt = {"temperature": heat, "presence": there, "sure_at": fitted.sure_at, "shadow_at": fitted.shadow_at}
        doubt |= {"strange": strange} if asked.strange else {}
    if doubt:
        print(json.dumps(doubt))
    figures = by_source(judged([*testimonies, *further], fitted))
    print(table(figures))
    if asked.write:
        told = json.loads((WEIGHTS / f"{reader.name}.json").read_text(encoding="utf-8")) | doubt
        kept = told["figures"] if asked.as_it_is or asked.thresholds else {}
        told["figures"] = kept | {source: each.tally.as_json() for source, each in figures.items()}
        write(WEIGHTS / f"{reader.name}.json", told)
