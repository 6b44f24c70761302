"""A reading compared with what is true: which dice are right, misread, missed or invented."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from vision.boxes import overlap
from vision.labels.truth import Label, Labelled
from vision.reading import Box, Reading, Sighting

SAME = 0.5  # a sighting and a label that overlap more may be the same die
LEAST = 0.4  # of a label's longer side: a sighting that is smaller frames a speck or a pip of the die

Outcome = Literal["right", "misread", "missed", "invented"]


@dataclass(frozen=True)
class Pair:
    """A label and the sighting that answers for it; one of them is missing where a die was missed or invented."""

    label: Label | None
    sighting: Sighting | None

    @property
    def outcome(self) -> Outcome:
        """What became of the die; a die of an unknown face is right if it is called unknown."""
        if self.label is None:
            return "invented"
        if self.sighting is None:
            return "missed"
        return "right" if self.sighting.face == self.label.face else "misread"


@dataclass(frozen=True)
class Judged:
    """A picture, what was read in it, and how its dice and labels pair up, boxes in pixels of the picture."""

    labelled: Labelled
    reading: Reading
    pairs: tuple[Pair, ...]

    @property
    def exact(self) -> bool:
        """Whether every die is right and there is no other."""
        return all(pair.outcome == "right" for pair in self.pairs)

    @property
    def sure(self) -> bool:
        """Whether the eye swears to it."""
        return self.reading.verdict == "sure"

    @property
    def silent(self) -> bool:
        """Whether it is wrong without a question: the worst that an eye can do."""
        return self.sure and not self.exact

    @property
    def p(self) -> float:
        """The lowest probability among its dice; 0 where none was seen."""
        return min((die.p for die in self.reading.dice), default=0.0)


def judge(labelled: Labelled, reading: Reading) -> Judged:
    """Pair up what was read with what is true.

    Where every label has a box, the sighting in its place answers for it, those that fit best first. Otherwise the
    faces are compared as a roll: of what is left over, each label goes to the sighting that named its face second, or
    else to the least likely one that is still free.

    Raises:
        LabelError: the labels cannot be those of the picture that was read.
    """
    labels = labelled.within(reading.width, reading.height)
    pairs = _by_place if labelled.boxed else _by_face
    return Judged(labelled, reading, tuple(pairs(labels, reading.dice)))


def agreement(sighted: Box, labelled: Box) -> float:
    """How well a sighting fits a label, 0..1: 1 where one lies in the middle of the other, 0 where they are two dice.

    Labels of some sources frame only the pips of the top face, so the smaller of the two boxes sets the measure; but a
    sighting that is far smaller than the label is none of the die.

    >>> agreement((0, 0, 40, 40), (10, 10, 30, 30)), agreement((0, 0, 40, 40), (30, 0, 70, 40))
    (1.0, 0.0)
    """
    sizes = [max(box[2] - box[0], box[3] - box[1]) for box in (sighted, labelled)]
    if overlap(sighted, labelled) < SAME or sizes[0] < LEAST * sizes[1]:
        return 0.0
    away = math.hypot(*((sighted[at] + sighted[at + 2] - labelled[at] - labelled[at + 2]) / 2 for at in (0, 1)))
    return max(1 - away / max(sizes), 0.0)


def _by_place(labels: Sequence[Label], dice: Sequence[Sighting]) -> list[Pair]:
    fits = [
        (agreement(die.box, label.box), mine, theirs)
        for mine, label in enumerate(labels)
        for theirs, die in enumerate(dice)
        if label.box is not None
    ]
    answers: dict[int, int] = {}
    for fit, mine, theirs in sorted(fits, key=lambda fit: -fit[0]):
        if fit and mine not in answers and theirs not in answers.values():
            answers[mine] = theirs
    return [
        *(Pair(label, dice[answers[at]] if at in answers else None) for at, label in enumerate(labels)),
        *(Pair(None, die) for at, die in enumerate(dice) if at not in answers.values()),
    ]


def _by_face(labels: Sequence[Label], dice: Sequence[Sighting]) -> list[Pair]:
    wanted = Counter(label.face for label in labels)
    pairs, left = [], []
    for die in sorted(dice, key=lambda die: -die.p):
        if wanted[die.face] > 0:
            wanted[die.face] -= 1
            pairs.append(Pair(Label(die.face), die))
        else:
            left.append(die)
    missing = [Label(face) for face in wanted.elements()]
    for label in sorted(missing, key=lambda label: not any(_second(die, label) for die in left)):
        answer = next((die for die in left if _second(die, label)), left[-1] if left else None)
        left = [die for die in left if die is not answer]
        pairs.append(Pair(label, answer))
    return pairs + [Pair(None, die) for die in left]


def _second(die: Sighting, label: Label) -> bool:
    return die.second is not None and die.second[0] == label.face
