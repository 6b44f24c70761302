"""Train a referee of a kit: `python -m models.training.referee --real PHOTOGRAPHS --out runs/referee.pt`.

It sees dice as they lie and their tops seen straight, in turn, evened or stretched, as `vision.nets` shows it a die.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from models.training import learning, reader, straight
from models.training.answers import NOTHING, Answers, answers
from models.training.augment import Pixels, recoloured, visible
from models.training.crops import Place, crop, reframed
from models.training.edges import places
from models.training.half_dice import HalfDice
from models.training.material import Material, asked_for
from models.training.reader import AGAIN, Shown, train
from models.training.trunk import TRUNKS, Referee
from vision.look import evened, stretched

HARSH = 0.8  # how much of its sharpness a square may lose, for `crop`
CUT = 0.1  # share of squares that an edge of the picture cuts
AS_IT_IS = 0.1  # share of squares that are neither evened nor stretched


@dataclass(frozen=True)
class Views:
    """What a referee is shown: the lessons of a reader, tops seen straight, and half dice."""

    lying: Shown
    tops: Shown
    halves: Shown

    @property
    def known(self) -> Answers:
        """The answers."""
        return self.lying.known

    def batch(self, size: int, rng: np.random.Generator) -> tuple[Pixels, list[Place]]:
        """So many squares (size, CROP, CROP, 3), as dice lie and tops in turn but for CUT, and the place of each."""
        squares, seen = zip(*(_square(self._next(at, rng), rng) for at in range(size)), strict=True)
        return np.stack(squares), list(seen)

    def _next(self, at: int, rng: np.random.Generator) -> Shown:
        return self.halves if rng.random() < CUT else (self.lying, self.tops)[at % 2]


def _square(shown: Shown, rng: np.random.Generator) -> tuple[Pixels, Place]:
    """A square and its place, with colours that nobody has seen at times, and then lit, unless colours count."""
    for _ in range(AGAIN):
        place = reframed(shown.next(rng), rng)
        pixels = crop(place, rng, shown.known, shown.harsh)
        if place.label == NOTHING or visible(pixels):
            break
    return pixels if shown.known.colours else lit(recoloured(pixels, rng), rng), place


def lit(pixels: Pixels, rng: np.random.Generator) -> Pixels:
    """A square evened or stretched, one as often as the other, but for a few."""
    roll = rng.random()
    if roll < AS_IT_IS:
        return pixels
    return (evened if roll < (1 + AS_IT_IS) / 2 else stretched)(pixels)


def lessons(stuff: Material, kit: str, seen: Path, found: Path, cut: Path, harsh: float = HARSH) -> Views:
    """Everything there is to show: `seen` was written by `tops`, `found` by `mine`, `cut` by `edges`.

    Tops of letters seen straight are among the lessons of their reader.
    """
    lying = reader.lessons(stuff, found, kit, harsh)
    tops = straight.lessons(stuff, answers(kit), seen, found, harsh) if lying.known.mirrored else lying
    false = places(cut, stuff) if cut.exists() else []
    return Views(lying, tops, HalfDice(lying.known, false, lying.lookalikes, stuff, harsh))


if __name__ == "__main__":
    questions = learning.questions(__doc__, "runs/referee.pt", steps=4600, size=128, peak=1.2e-3)
    questions.add_argument("--net", choices=TRUNKS, default="referee", help="which trunk it has")
    questions.add_argument("--tops", type=Path, default=Path("runs/tops.json"), help="what `tops` wrote")
    questions.add_argument("--mined", type=Path, default=Path("runs/mined.json"), help="what `mine` wrote")
    questions.add_argument("--edges", type=Path, default=Path("runs/edges.json"), help="what `edges` wrote")
    questions.add_argument("--harsh", type=float, default=HARSH, help="as `reader` takes it")
    asked = questions.parse_args()
    learning.settle_down(asked.threads)
    shown = lessons(asked_for(asked), asked.kit, asked.tops, asked.mined, asked.edges, asked.harsh)
    torch.manual_seed(asked.seed)
    referee = Referee(shown.known, asked.net, taught=True)
    train(shown.batch, shown.known, referee, asked.out, asked.size, learning.pace(asked), asked.seed)
