"""How good the eye is on photographs it has never seen: `python -m models.training.measure --real PHOTOGRAPHS`."""

import argparse
import json
from collections.abc import Iterable
from pathlib import Path

from models.card import WEIGHTS
from models.training.cards import READER, write
from models.training.photographs import REPORT, Photograph, held_out
from vision.camera import load
from vision.figures import Tally, tally
from vision.judge import Judged, judge
from vision.read import read

CARD = WEIGHTS / f"{READER}.json"


def measure(photos: Iterable[Photograph], *, loud: bool = False) -> Tally:
    """All pictures read and counted; `loud` names every picture that is not exactly right."""
    judged = [_judged(photo) for photo in photos]
    for each in judged:
        if loud and not each.exact:
            print(
                f"{each.labelled.path.name}: {each.labelled.roll} read as {each.reading.roll} ({each.reading.verdict})"
            )
    return tally(judged)


def _judged(photo: Photograph) -> Judged:
    return judge(photo.truth, read(load(photo.path.read_bytes(), photo.path.name)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--real", type=Path, required=True)
    parser.add_argument("--source", default=REPORT)
    parser.add_argument("--loud", action="store_true", help="name every picture that is not exactly right")
    parser.add_argument("--write", action="store_true", help="put the figures on the reader's card")
    asked = parser.parse_args()
    figures = measure(held_out(asked.real, asked.source), loud=asked.loud).as_json()
    print(json.dumps(figures, indent=1))
    if asked.write:
        told = json.loads(CARD.read_text(encoding="utf-8"))
        told["figures"] = told.get("figures", {}) | {asked.source: figures}
        write(CARD, told)
