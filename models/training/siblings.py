"""Train a kit's nets of all folds at once: `python -m models.training.siblings --nets referee --real PHOTOGRAPHS`.

They learn from one stream of squares, in which each is shown those alone whose source its fold does not hold out: for
machines with an accelerator and many cores, on which the squares are what takes long. Corners and look-alikes are
those that one finder saw, so that of a fold may have opened what it holds out; no square of these reaches the fold.
`--out` is a folder; nothing there is gone on from, and `--stop` means nothing here. Nothing of dice is known to any net
when it begins, unless it goes on from what lies in the folder `--begin`, named as such a training names it. Referees
and umpires may learn together.
"""

import argparse
import time
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from pathlib import Path

import torch
from torch import Tensor

from models.training import learning, reader, referee
from models.training.answers import Answers, answers
from models.training.feed import Steps, feed
from models.training.learning import Learner, Pace
from models.training.material import SHARES, asked_for
from models.training.nets import Reader, right, signed, surprise
from models.training.photographs import FOLDS
from models.training.reader import Show
from models.training.trunk import TRUNKS, Referee

TOLD, KEPT = 100, 400  # steps from one line of the log to the next, and from one checkpoint
SELDOM, FEW = 5, 64  # steps from one look at sources held out to the next, and squares of it
SOURCES = ("", *sorted(source for source in SHARES if source != "plain"))  # of squares; what is drawn has none


@dataclass
class Sibling:
    """A net of a fold in training, and what share it had right of its own sources and of those held out."""

    net: str
    fold: str
    made: Learner
    own: list[Tensor] = field(default_factory=list)
    unseen: list[Tensor] = field(default_factory=list)

    def learn(self, squares: Tensor, answers: Tensor, sources: Tensor) -> None:
        """One step, by the squares whose source the fold does not hold out; of the others it is asked now and then.

        `squares` are (N, 3, CROP, CROP), the answers and sources (N,), on the processor.
        """
        held = torch.isin(sources, torch.tensor([SOURCES.index(source) for source in FOLDS[self.fold]]))
        if held.all():
            return
        seen, truth = _so_many(~held, len(squares), squares, answers)
        with learning.sixteen_bits(squares.device.type):
            told = self.made.net(seen)
        self.made.learn(surprise(told, truth))
        self.own.append(right(told, truth).float().mean())
        if held.any() and self.made.step % SELDOM == 0:
            seen, truth = _so_many(held, FEW, squares, answers)
            with torch.no_grad(), learning.sixteen_bits(squares.device.type):
                self.unseen.append(right(self.made.average(seen), truth).float().mean())

    @property
    def name(self) -> str:
        """What it is called in the log and in a folder."""
        return f"{self.net}-{self.fold}"

    def said(self) -> str:
        """How it does since this was last asked."""
        own, unseen = (float(torch.stack(each).mean()) if each else 0.0 for each in (self.own, self.unseen))
        self.own.clear()
        self.unseen.clear()
        return f"{self.name} {own:.4f} held out {unseen:.4f}"


def _so_many(which: Tensor, count: int, squares: Tensor, answers: Tensor) -> tuple[Tensor, Tensor]:
    """Always so many of the squares that are meant, and their answers: some twice where there are fewer.

    An accelerator's library plans for every new number of squares anew, which takes it seconds.
    """
    meant = which.nonzero()[:, 0]
    chosen = meant.repeat(-(-count // len(meant)))[:count].to(squares.device)
    return squares[chosen].contiguous(memory_format=torch.channels_last), answers.to(squares.device)[chosen]


def siblings(
    nets: list[str], known: Answers, pace: Pace, seed: int, folds: list[str], begin: Path | None = None
) -> list[Sibling]:
    """The nets of all folds, which begin alike, or go on from those in a folder."""
    made = []
    for net, fold in product(nets, folds):
        torch.manual_seed(seed)
        young = Referee(known, net, taught=begin is None) if net in TRUNKS else Reader(known)
        each = Sibling(net, fold, learning.learner(young, pace, None, learning.device()))
        if begin:
            told = torch.load(begin / f"{each.name}.pt", map_location="cpu", weights_only=True)["average"]
            each.made.net.load_state_dict(told)
            each.made.average.load_state_dict(told)
        made.append(each)
    return made


def keep(every: list[Sibling], out: Path) -> None:
    """Write the averaged weights of each into the folder, as `<net>-<fold>.pt`, for `export`."""
    for sibling in every:
        told = {name: each.cpu() for name, each in sibling.made.average.state_dict().items()}
        torch.save({"average": told, "step": sibling.made.step}, out / f"{sibling.name}.pt")


def train(steps: Steps, every: list[Sibling], jobs: int, minutes: float, out: Path) -> None:
    """Train all of them for so many minutes, or as many steps as their pace has; their weights go to a folder."""
    out.mkdir(parents=True, exist_ok=True)
    started, device = time.monotonic(), learning.device()
    count = every[0].made.pace.steps
    for step, (pixels, truth, sources) in enumerate(feed(steps, count, jobs), 1):
        squares = signed(pixels.to(device, non_blocking=True)).to(memory_format=torch.channels_last)
        for sibling in every:
            sibling.learn(squares, truth, sources)
        passed = (time.monotonic() - started) / 60
        if step % TOLD == 0:
            print(f"{step}, {passed:.2f} minutes: {', '.join(each.said() for each in every)}", flush=True)
        if step % KEPT == 0:
            keep(every, out)
        if passed >= minutes:
            break
        for sibling in every:
            sibling.made.pace = within(sibling.made.pace, step, passed / minutes, count)
    keep(every, out)


def within(pace: Pace, step: int, share: float, most: int) -> Pace:
    """The pace by which as many steps are done as fit in the time, of which this `share` has passed."""
    return replace(pace, steps=min(max(round(step / max(share, 1e-9)), step + 1), most))


def shown(asked: argparse.Namespace) -> tuple[Show, Answers]:
    """What the nets that were asked for are shown, and what they may answer."""
    stuff, known = asked_for(asked), answers(asked.kit)
    if set(asked.nets) <= set(TRUNKS):
        return referee.lessons(stuff, asked.kit, asked.tops, asked.mined, asked.edges, asked.harsh).batch, known
    return partial(reader.batch, reader.lessons(stuff, asked.mined, asked.kit, asked.harsh)), known


if __name__ == "__main__":
    questions = learning.questions(__doc__, "runs", steps=100_000, size=2048, peak=3e-3)
    questions.add_argument("--nets", nargs="+", choices=(*TRUNKS, "reader"), default=["referee"])
    questions.add_argument("--begin", type=Path, help="a folder of nets to go on from")
    questions.add_argument("--tops", type=Path, default=Path("runs/tops.json"), help="what `tops` wrote")
    questions.add_argument("--mined", type=Path, default=Path("runs/mined.json"), help="what `mine` wrote")
    questions.add_argument("--edges", type=Path, default=Path("runs/edges.json"), help="what `edges` wrote")
    questions.add_argument("--harsh", type=float, default=referee.HARSH, help="as `reader` takes it")
    questions.add_argument("--folds", nargs="+", choices=FOLDS, default=["none", "a", "b", "c"])
    questions.add_argument("--jobs", type=int, default=2, help="processes that make squares")
    questions.add_argument("--minutes", type=float, default=60.0, help="how long it may take")
    asked = questions.parse_args()
    if "reader" in asked.nets and len(asked.nets) > 1:
        questions.error("A reader is shown other squares than referees and umpires: train it by itself.")
    learning.settle_down(asked.threads)
    show, known = shown(asked)
    every = siblings(asked.nets, known, learning.pace(asked), asked.seed, asked.folds, asked.begin)
    train(Steps(show, known, SOURCES, asked.size, asked.seed), every, asked.jobs, asked.minutes, asked.out)
    print(f"{every[0].made.step} steps of {asked.size} squares", flush=True)
