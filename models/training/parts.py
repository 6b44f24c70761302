"""Train what tells a part of a die from what is none: `python -m models.training.parts --out runs/parts.pt`.

It is shown what is shown to `hidden`, and what an edge of a picture cuts, with its mirror image: dice and what is none.
No photograph of a die is among that.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.utils.data import Dataset

from models.training import hidden, learning
from models.training.answers import DIE, answers
from models.training.augment import Pixels, visible
from models.training.edges import places
from models.training.half_dice import HalfDice
from models.training.lean import train
from models.training.material import Material, asked_for
from models.training.mine import mined
from models.training.trunk import Parts

CUT = 0.45  # share of what is shown that an edge cuts


@dataclass(frozen=True)
class Steps(Dataset[tuple[Tensor, Tensor]]):
    """What is shown at each step: squares (size, 64, 64, 3), and whether each shows a part of a die (size,)."""

    covers: hidden.Steps
    halves: HalfDice
    size: int
    seed: int

    def __getitem__(self, step: int) -> tuple[Tensor, Tensor]:
        rng = np.random.default_rng((self.seed, step))
        squares, parts = zip(*islice(self._shown(rng), self.size), strict=True)
        return torch.from_numpy(np.stack(squares)), torch.tensor(parts, dtype=torch.float32)

    def _shown(self, rng: np.random.Generator) -> Iterator[tuple[Pixels, bool]]:
        covers = self.covers.shown(rng)
        while True:
            if rng.random() >= CUT:
                yield next(covers)
                continue
            half = self.halves.next(rng)
            pixels = hidden.framed(half.scene.pixels, half.box, rng)
            if visible(pixels):
                yield pixels, half.label == DIE


def shown(stuff: Material, found: Path, cut: Path, size: int, seed: int) -> Steps:
    """What is shown of this material; `found` was written by `mine`, `cut` by `edges`."""
    lookalikes = mined(found, stuff) if found.exists() else []
    false = places(cut, stuff) if cut.exists() else []
    halves = HalfDice(answers("pips"), false, lookalikes, stuff)
    return Steps(hidden.shown(stuff, found, size, seed), halves, size, seed)


if __name__ == "__main__":
    questions = learning.questions(__doc__, "runs/parts.pt", steps=2500, size=128, peak=1.2e-3)
    questions.add_argument("--mined", type=Path, default=Path("runs/mined.json"), help="look-alikes that `mine` found")
    questions.add_argument("--edges", type=Path, default=Path("runs/edges.json"), help="what `edges` wrote")
    questions.add_argument("--jobs", type=int, default=1, help="processes that make squares")
    asked = questions.parse_args()
    learning.settle_down(asked.threads)
    torch.manual_seed(asked.seed)
    train(
        shown(asked_for(asked), asked.mined, asked.edges, asked.size, asked.seed),
        Parts(taught=True),
        asked.out,
        learning.pace(asked),
        asked.jobs,
    )
