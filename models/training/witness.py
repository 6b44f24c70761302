"""What nets see on the sources that they never opened: `python -m models.training.witness --fold a --real PHOTOGRAPHS`.

Run it with CROUPIER_WEIGHTS set to the folder of that fold's weights. It writes every candidate with the reader's
probabilities at temperature 1, from which `calibrate` can work out any reading without looking again. What a part of
the eye is good for `--without` it tells: then it is left out, and all else stays as it is.
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from models.card import Card, card
from models.training.answers import answers
from models.training.photographs import FOLDS, Photograph, held_out, photographs
from vision import find
from vision.edges import cut
from vision.find import Candidate
from vision.kit import Kit, kits
from vision.kit import kit as kit_of
from vision.picture import load
from vision.read import concluded, named
from vision.reading import Frame, Reading
from vision.seen import Named

PARTS = ("umpire", "referees", "sizes", "fine look", "mirror", "covers")  # of the eye, each of which may be left out


@dataclass(frozen=True)
class Testimony:
    """A photograph and what was seen in it by the eye of a kit, and `halved` by its edges."""

    photo: Photograph
    size: tuple[int, int]
    seen: tuple[Named, ...]
    kit: str = "pips"
    halved: tuple[Named, ...] = ()

    def reading(self, reader: Card) -> Reading:
        """What the eye would have said with the temperature and thresholds of this card."""
        width, height = self.size
        frame = Frame(np.broadcast_to(np.uint8(0), (height, width, 3)), self.photo.path.name)  # nothing goes on
        halved = [_cool(die, reader.temperature) for die in self.halved]
        return concluded(self.cooled(reader.temperature), frame, kit_of(self.kit), reader, halved=halved)

    def cooled(self, temperature: float) -> list[Named]:
        """What was seen, at this temperature."""
        return [_cool(die, temperature) for die in self.seen]


def _cool(die: Named, temperature: float) -> Named:
    sides = tuple(_cooled(side, temperature) for side in die.sides)
    return replace(die, p=_cooled(die.p, temperature), sides=sides)


def _cooled(p: np.ndarray[tuple[int, ...], np.dtype[np.float32]], temperature: float) -> np.ndarray:
    grown = np.power(p.astype(np.float64), 1 / temperature)
    return np.asarray(grown / grown.sum(), np.float32)


def testify(photos: list[Photograph], kit: Kit, *, mirror: bool) -> Iterator[dict[str, object]]:
    """Look at photographs with the weights at hand, one line each; at what their edges cut only with the `mirror`."""
    plain = replace(card(kit.reader), temperature=1.0)
    for photo in photos:
        frame = load(photo.path.read_bytes(), photo.path.name)
        seen = named(frame, kit, plain)
        found = {"seen": seen, "halved": cut(seen, frame, kit, plain) if mirror else []}
        said = {what: [_said(die) for die in dice] for what, dice in found.items()}
        yield {"image": photo.path.name, "source": photo.source, "kit": kit.id, "size": frame.size, **said}


def lacking(kit: Kit, part: str) -> Kit:
    """A kit whose eye lacks its umpire (then its reader counts for half beside the referee), both, or what covers."""
    kit = replace(kit, hidden="") if part == "covers" else kit
    return replace(kit, referees=kit.referees[: {"referees": 0, "umpire": 1}.get(part)])


def _said(die: Named) -> dict[str, object]:
    found = die.candidate
    return {
        "box": found.box,
        "quad": found.quad,
        "heat": found.heat,
        "warmth": found.warmth,
        "cocked": found.cocked,
        "hidden": found.hidden,
        "tint": [round(level) for level in die.tint],
        "ink": None if np.isnan(die.ink).any() else die.ink,
        "p": [float(f"{p:.3g}") for p in die.p],
        "sides": [[float(f"{p:.3g}") for p in side] for side in die.sides],
    }


def heard(files: list[Path], photos: list[Photograph]) -> list[Testimony]:
    """Read what was written down about these photographs.

    Raises:
        ValueError: two of them have the same source and name, so that nobody could tell which was seen.
    """
    by_name = {(photo.source, photo.path.name): photo for photo in photos}
    if len(by_name) < len(photos):
        raise ValueError("Two pictures have the same source and name: draw them with --first, or judge them apart.")
    lines = [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    return [
        Testimony(
            by_name[line["source"], line["image"]],
            tuple(line["size"]),
            tuple(_seen(line, "seen")),
            line.get("kit", "pips"),
            tuple(_seen(line, "halved")),
        )
        for line in lines
    ]


def _seen(line: dict[str, Any], what: str) -> Iterator[Named]:
    labels = answers(line.get("kit", "pips")).labels
    return (replace(_named(said), labels=labels) for said in line.get(what, ()))


def _named(said: dict[str, Any]) -> Named:
    x0, y0, x1, y1 = said["box"]
    a, b, c, d = (tuple(corner) for corner in said["quad"])
    p = np.array(said["p"], np.float32)
    quad, hidden = (a, b, c, d), said.get("hidden", 0.0)
    candidate = Candidate((x0, y0, x1, y1), quad, said["heat"], said["cocked"], said["warmth"], hidden=hidden)
    die = Named(candidate, p / p.sum(), tuple(said["tint"]))
    die = replace(die, ink=tuple(said["ink"])) if said.get("ink") else die
    return replace(die, sides=tuple(np.array(side, np.float32) for side in said.get("sides") or ()))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--real", type=Path, required=True)
    parser.add_argument("--fold", choices=FOLDS, help="only what this fold holds out; else every picture")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--kit", choices=sorted(kits()), default="pips")
    parser.add_argument("--without", choices=PARTS, default="", help="the part of the eye that is left out")
    asked = parser.parse_args()
    if asked.without == "sizes":
        find.SIDES = find.SIDES[:1]
    if asked.without in ("sizes", "fine look"):
        find.SMALL = 0
    with asked.out.open("w", encoding="utf-8") as out:
        photos = held_out(asked.real, asked.fold) if asked.fold else photographs(asked.real)
        for line in testify(photos, lacking(kit_of(asked.kit), asked.without), mirror=asked.without != "mirror"):
            out.write(json.dumps(line) + "\n")
