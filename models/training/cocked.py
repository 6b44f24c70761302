"""Which dice are said to lean: `python -m models.training.cocked --real FOLDER`.

The labels of the folder tell by a `state` which dice lean; where they tell none a die lies flat. A line for each source
says how many of either are said to lean, of those that count as dice and are seen whole, and how many pictures in which
all lie flat are asked about for that alone.
"""

import argparse
import json
from collections import Counter, defaultdict
from pathlib import Path

from vision.doubt import LEANS
from vision.judge import agreement
from vision.kit import kit, kits
from vision.picture import load
from vision.read import read

PIPS = "pips"


def said(folder: Path, name: str) -> dict[str, Counter[str]]:
    """What the eye says of the dice of each source, as counts; `name` is the kit."""
    told: dict[str, Counter[str]] = defaultdict(Counter)
    for entry in json.loads((folder / "labels.json").read_text(encoding="utf-8")):
        reading, counts = read(load((folder / entry["image"]).read_bytes()), kit(name)), told[entry["source"]]
        leaning = [tuple(die["box"]) for die in entry["dice"] if die.get("state") == "cocked"]
        for die in reading.dice:
            if die.state != "partial":
                kind = "leaning" if any(agreement(die.box, box) > 0 for box in leaning) else "flat"
                counts[kind] += 1
                counts[f"{kind}, told to lean"] += die.state == "cocked"
        counts["pictures"] += 1
        counts["sure"] += reading.verdict == "sure"
        counts["sure, with a die that leans"] += reading.verdict == "sure" and bool(leaning)
        alone = reading.verdict == "ask" and all(LEANS in reason for reason in reading.reasons)
        counts["with none, asked about for that alone"] += alone and not leaning
    return told


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--real", type=Path, required=True, help="a folder of pictures with a labels.json")
    parser.add_argument("--kit", choices=sorted(kits()), default=PIPS)
    asked = parser.parse_args()
    for source, counts in said(asked.real, asked.kit).items():
        print(f"{source}: {', '.join(f'{count} {what}' for what, count in counts.items())}", flush=True)
