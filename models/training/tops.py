"""Tops as an eye sees them: `python -m models.training.tops --fold b --real PHOTOGRAPHS --out runs/tops-b.json`.

Who reads tops that are seen straight must learn from corners such as a finder finds, on dice and on what is none. Run
it with CROUPIER_WEIGHTS set to the folder of that fold's weights, which see what they learned from.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from models.training.answers import NOTHING, Answers
from models.training.crops import Place
from models.training.learning import settle_down
from models.training.material import Material, asked_for, questions
from models.training.pool import Scene
from vision.find import find
from vision.judge import agreement
from vision.kit import kit
from vision.piles import piled
from vision.reading import Frame

GUESSES = 2  # of where the same die lies, the likeliest first
PART = 0.65  # share of a die's size below which a box frames a part of it: of a die from near, mostly a single pip

Seen = tuple[int, list[float], list[list[float]]]  # which die of a scene or -1, a box, and the corners of a top


def seen(scene: Scene, finder: str) -> Iterator[Seen]:
    """Which die of a scene each candidate is, or -1, with its box and the corners of its top; no dice that lean.

    What frames a part of a die is none.
    """
    found = find(Frame(np.ascontiguousarray(scene.pixels), ""), finder)
    for each in (guess for pile in piled(found) for guess in pile[:GUESSES]):
        fits = [(agreement(each.box, (x0, y0, x1, y1)), at) for at, (x0, y0, x1, y1) in enumerate(scene.boxes)]
        fit, die = max(fits, default=(0.0, -1))
        is_die = fit > 0 and each.size >= PART * (scene.boxes[die][2:] - scene.boxes[die][:2]).max()
        if not is_die or scene.states[die] != "cocked":
            yield die if is_die else -1, list(each.box), [list(corner) for corner in each.quad]


def places(found: Path, stuff: Material, known: Answers) -> dict[str, list[Place]]:
    """The tops of a file that was written here, by source; those of dice that nobody can name are left out."""
    told = json.loads(found.read_text(encoding="utf-8"))
    return {
        source: [place for index, top in tops if (place := _place(stuff.by_source[source][index], top, known))]
        for source, tops in told.items()
    }


def _place(scene: Scene, top: Seen, known: Answers) -> Place | None:
    die, box, corners = top
    if die >= 0 and not scene.faces[die]:
        return None
    label = known.to(scene.faces[die]) if die >= 0 else NOTHING
    return Place(scene, np.array(box, np.float32), label, np.array(corners, np.float32))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    questions(parser)
    parser.add_argument("--out", type=Path, default=Path("runs/tops.json"))
    asked = parser.parse_args()
    settle_down(1)
    told = {
        source: [(index, top) for index, scene in enumerate(shots) for top in seen(scene, kit(asked.kit).finder)]
        for source, shots in asked_for(asked).photographed.items()
    }
    asked.out.write_text(json.dumps(told), encoding="utf-8")
    print(f"{sum(map(len, told.values()))} tops in {asked.out}")
