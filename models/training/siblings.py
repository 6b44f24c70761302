"""Train a kit's nets of all folds at once: `python -m models.training.siblings --nets referee --real PHOTOGRAPHS`.

They learn from one stream of squares (finders of pictures), in which each is shown those alone whose source its fold
does not hold out: for machines with an accelerator and many cores, on which the squares are what takes long. Corners
and look-alikes are those that one finder saw, so that of a fold may have opened what it holds out; no square of these
reaches the fold. `--out` is a folder; nothing there is gone on from, and `--stop` means nothing here. Nothing of dice
is known to any net when it begins, unless it goes on from what lies in the folder `--begin`, named as such a training
names it. Referees and umpires may learn together.
"""

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.utils.data import Dataset

from models.training import finder, learning, reader, referee
from models.training.answers import Answers, answers
from models.training.feed import Canvases, Shown, Steps, feed
from models.training.learning import Learner, Pace
from models.training.material import SHARES, asked_for, loose_dice
from models.training.nets import Finder, Reader, right, signed, surprise
from models.training.photographs import FOLDS
from models.training.quads import cornered
from models.training.reader import Show
from models.training.trunk import TRUNKS, Referee

TOLD, KEPT = 100, 400  # steps from one line of the log to the next, and from one checkpoint
SELDOM, FEW = 5, 64  # steps from one look at sources held out to the next, and squares of it
MOST = 0.8  # share of what there is of which a net learns at each step that may not see all
SOURCES = ("", *sorted(source for source in SHARES if source != "plain"))  # of squares; what is drawn has none


Truth = dict[str, Tensor]  # what is true of each example


@dataclass(frozen=True)
class Lesson:
    """What a kind of net learns: how far off what it told is, and the share of it that is right."""

    cost: Callable[[Any, Truth], Tensor]
    share: Callable[[Any, Truth], Tensor]


NAMING = Lesson(
    lambda told, truth: surprise(told, truth["answer"]),
    lambda told, truth: right(told, truth["answer"]).float().mean(),
)
FINDING = Lesson(finder.loss, finder.found)


@dataclass
class Sibling:
    """A net of a fold in training, and what share it had right of its own sources and of those held out."""

    net: str
    fold: str
    made: Learner
    lesson: Lesson
    own: list[Tensor] = field(default_factory=list)
    unseen: list[Tensor] = field(default_factory=list)

    def learn(self, pixels: Tensor, truth: Truth, sources: Tensor) -> None:
        """One step, by the examples of whose sources the fold holds out none; of the others it is asked now and then.

        `pixels` are (N, 3, H, W), the sources (N, S), on the processor.
        """
        held = torch.isin(sources, torch.tensor([SOURCES.index(source) for source in FOLDS[self.fold]])).any(1)
        if held.all():
            return
        count = len(pixels) if not FOLDS[self.fold] else max(round(MOST * len(pixels)), 1)
        seen, known = _so_many(~held, count, pixels, truth)
        with learning.sixteen_bits(pixels.device.type):
            told = self.made.net(seen)
        self.made.learn(self.lesson.cost(told, known))
        with torch.no_grad():
            self.own.append(self.lesson.share(told, known))
        if held.any() and self.made.step % SELDOM == 0:
            seen, known = _so_many(held, FEW, pixels, truth)
            with torch.no_grad(), learning.sixteen_bits(pixels.device.type):
                self.unseen.append(self.lesson.share(self.made.average(seen), known))

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


def _so_many(which: Tensor, count: int, pixels: Tensor, truth: Truth) -> tuple[Tensor, Truth]:
    """Always so many of the examples that are meant, and what is true of them: some twice where there are fewer.

    An accelerator's library plans for every new number of examples anew, which takes it seconds.
    """
    meant = which.nonzero()[:, 0]
    chosen = meant.repeat(-(-count // len(meant)))[:count].to(pixels.device)
    known = {name: each[chosen] for name, each in truth.items()}
    return pixels[chosen].contiguous(memory_format=torch.channels_last), known


def siblings(
    nets: list[str], known: Answers, pace: Pace, seed: int, folds: list[str], begin: Path | None = None
) -> list[Sibling]:
    """The nets of all folds, which begin alike, or go on from those in a folder."""
    made = []
    for net, fold in product(nets, folds):
        torch.manual_seed(seed)
        learner = learning.learner(_young(net, known, taught=begin is None), pace, None, learning.device())
        each = Sibling(net, fold, learner, FINDING if net == "finder" else NAMING)
        if begin:
            told = torch.load(begin / f"{each.name}.pt", map_location="cpu", weights_only=True)["average"]
            each.made.net.load_state_dict(told)
            each.made.average.load_state_dict(told)
        made.append(each)
    return made


def _young(net: str, known: Answers, *, taught: bool) -> nn.Module:
    """A net that knows nothing of dice."""
    if net == "finder":
        return Finder()
    return Referee(known, net, taught=taught) if net in TRUNKS else Reader(known)


def keep(every: list[Sibling], out: Path) -> None:
    """Write the averaged weights of each into the folder, as `<net>-<fold>.pt`, for `export`."""
    for sibling in every:
        told = {name: each.cpu() for name, each in sibling.made.average.state_dict().items()}
        torch.save({"average": told, "step": sibling.made.step}, out / f"{sibling.name}.pt")


def train(steps: Dataset[Shown], every: list[Sibling], jobs: int, minutes: float, out: Path) -> None:
    """Train all of them for so many minutes, or as many steps as their pace has; their weights go to a folder."""
    out.mkdir(parents=True, exist_ok=True)
    started, device = time.monotonic(), learning.device()
    count = every[0].made.pace.steps
    for step, (pixels, truth, sources) in enumerate(feed(steps, count, jobs), 1):
        shown = signed(pixels.to(device, non_blocking=True)).to(memory_format=torch.channels_last)
        told = {name: each.to(device, non_blocking=True) for name, each in truth.items()}
        for sibling in every:
            sibling.learn(shown, told, sources)
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
    """The squares that the nets which were asked for are shown, and what they may answer."""
    stuff, known = asked_for(asked), answers(asked.kit)
    if set(asked.nets) <= set(TRUNKS):
        return referee.lessons(stuff, asked.kit, asked.tops, asked.mined, asked.edges, asked.harsh).batch, known
    return partial(reader.batch, reader.lessons(stuff, asked.mined, asked.kit, asked.harsh)), known


if __name__ == "__main__":
    questions = learning.questions(__doc__, "runs", steps=100_000, size=2048, peak=3e-3)
    questions.add_argument("--nets", nargs="+", choices=(*TRUNKS, "reader", "finder"), default=["referee"])
    questions.add_argument("--begin", type=Path, help="a folder of nets to go on from")
    questions.add_argument("--tops", type=Path, default=Path("runs/tops.json"), help="what `tops` wrote")
    questions.add_argument("--mined", type=Path, default=Path("runs/mined.json"), help="what `mine` wrote")
    questions.add_argument("--edges", type=Path, default=Path("runs/edges.json"), help="what `edges` wrote")
    questions.add_argument("--quads", type=Path, default=Path("runs/quads.json"), help="what `quads` wrote")
    questions.add_argument("--harsh", type=float, default=referee.HARSH, help="as `reader` takes it")
    questions.add_argument("--folds", nargs="+", choices=FOLDS, default=["none", "a", "b", "c"])
    questions.add_argument("--jobs", type=int, default=2, help="processes that make squares")
    questions.add_argument("--minutes", type=float, default=60.0, help="how long it may take")
    asked = questions.parse_args()
    if {"reader", "finder"} & set(asked.nets) and len(asked.nets) > 1:
        questions.error("Readers and finders are shown something else than referees and umpires: train them alone.")
    learning.settle_down(asked.threads)
    if asked.nets == ["finder"]:
        stuff, known = cornered(asked_for(asked), asked.quads), answers(asked.kit)
        steps: Dataset[Shown] = Canvases(stuff, loose_dice(stuff), SOURCES, asked.size, asked.seed)
    else:
        show, known = shown(asked)
        steps = Steps(show, known, SOURCES, asked.size, asked.seed)
    every = siblings(asked.nets, known, learning.pace(asked), asked.seed, asked.folds, asked.begin)
    train(steps, every, asked.jobs, asked.minutes, asked.out)
    print(f"{every[0].made.step} steps of {asked.size} examples", flush=True)
