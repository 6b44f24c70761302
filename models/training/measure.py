"""How good the eye is on photographs it has never seen: `python -m models.training.measure --real PHOTOGRAPHS`."""

import argparse
import json
import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from models.card import WEIGHTS
from models.training.cards import READER, write
from models.training.photographs import REPORT, Photograph, held_out
from vision.camera import load
from vision.find import overlap
from vision.read import read
from vision.reading import Box, Reading

CARD = WEIGHTS / f"{READER}.json"
SAME = 0.5  # a sighting and a label that overlap more are the same die


@dataclass(frozen=True)
class Tally:
    """Counts over pictures: dice labelled, found with the right face, misread, missed, invented; and pictures."""

    dice: int = 0
    right: int = 0
    misread: int = 0
    missed: int = 0
    invented: int = 0
    pictures: int = 0
    exact: int = 0
    sure: int = 0
    silent: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        """The counts of both."""
        return Tally(*(mine + theirs for mine, theirs in zip(self._counts(), other._counts(), strict=True)))

    def _counts(self) -> tuple[int, ...]:
        return tuple(vars(self).values())

    def figures(self) -> dict[str, object]:
        """The counts, and the shares that matter with their 95 % intervals."""
        return vars(self) | {
            "dice_right": wilson(self.right, self.dice),
            "pictures_exact": wilson(self.exact, self.pictures),
            "called_sure": wilson(self.sure, self.pictures),
            "wrong_among_sure": wilson(self.silent, self.sure),
        }


def wilson(hits: int, trials: int, z: float = 1.96) -> list[float]:
    """Share and its 95 % interval (Wilson 1927), as [share, low, high].

    >>> wilson(9, 10)
    [0.9, 0.5958, 0.9821]
    """
    if not trials:
        return [0.0, 0.0, 1.0]
    share, room = hits / trials, 1 + z * z / trials
    middle = (share + z * z / (2 * trials)) / room
    reach = z / room * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials**2))
    return [round(value, 4) for value in (share, middle - reach, middle + reach)]


def tally(photo: Photograph, reading: Reading) -> Tally:
    """One picture compared with its labels; each sighting may answer for one label."""
    free = list(reading.dice)
    right = missed = 0
    for box, face in zip(photo.boxes, photo.faces, strict=True):
        match = max(free, key=lambda die: agreement(die.box, box), default=None)
        if match is None or not agreement(match.box, box):
            missed += 1
            continue
        free.remove(match)
        right += str(match.face) == face
    exact = right == len(photo.faces) and not free
    sure = reading.verdict == "sure"
    return Tally(
        dice=len(photo.faces), right=right, misread=len(photo.faces) - right - missed, missed=missed,
        invented=len(free), pictures=1, exact=int(exact), sure=int(sure), silent=int(sure and not exact),
    )  # fmt: skip


def measure(photos: Iterable[Photograph], *, loud: bool = False) -> Tally:
    """All pictures read and counted; `loud` names every picture that is not exactly right."""
    total = Tally()
    for photo in photos:
        reading = read(load(photo.path.read_bytes(), photo.path.name))
        counted = tally(photo, reading)
        total += counted
        if loud and not counted.exact:
            print(f"{photo.path.name}: {' '.join(sorted(photo.faces))} read as {reading.roll} ({reading.verdict})")
    return total


def agreement(sighted: Box, labelled: Box) -> float:
    """How well a sighting fits a label, 0..1: 1 where one lies in the middle of the other, 0 where they are two dice.

    Labels of some sources frame only the pips of the top face, so the smaller of the two boxes sets the measure.
    """
    if overlap(sighted, labelled) < SAME:
        return 0.0
    sizes = [max(box[2] - box[0], box[3] - box[1]) for box in (sighted, labelled)]
    away = math.hypot(*((sighted[at] + sighted[at + 2] - labelled[at] - labelled[at + 2]) / 2 for at in (0, 1)))
    return max(1 - away / max(sizes), 0.0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--real", type=Path, required=True)
    parser.add_argument("--source", default=REPORT)
    parser.add_argument("--loud", action="store_true", help="name every picture that is not exactly right")
    parser.add_argument("--write", action="store_true", help="put the figures on the reader's card")
    asked = parser.parse_args()
    figures = measure(held_out(asked.real, asked.source), loud=asked.loud).figures()
    print(json.dumps(figures, indent=1))
    if asked.write:
        told = json.loads(CARD.read_text(encoding="utf-8"))
        told["figures"] = told.get("figures", {}) | {asked.source: figures}
        write(CARD, told)
