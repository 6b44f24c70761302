"""Train the reader of a kit: `python -m models.training.reader --real PHOTOGRAPHS --kit pips --out runs/reader.pt`.

Photographs show pip dice only; to the reader of another kit they are dice of no face of its own, and it looks at them
as much less as `material.ABROAD` says.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

import numpy as np
import torch
from torch import nn

from models.training import learning
from models.training.answers import NOTHING, Answers, answers
from models.training.augment import Pixels, visible
from models.training.crops import Place, as_if_flat, crop, dice, nothing, straight
from models.training.emblems import icons, may_be_repainted, repainted, with_worn_ace
from models.training.material import Material, asked_for
from models.training.mine import mined, with_tops
from models.training.nets import Reader, right, signed, surprise
from models.training.reprint import may_be_printed, printed_over

PRINTED = 0.2  # share of real dice with a face of the kit printed over their pips
STRAIGHT = 0.2  # share of what is shown that is a top or a side seen straight; likewise of what is none; see `lessons`
MARKED = 0.05  # share of dice with an emblem painted over the top
AGAIN = 8  # squares that are tried until there is something to see in one
WORN = 0.03  # share of pip dice with a large single pip, half rubbed off, painted over the top


@dataclass(frozen=True)
class Lessons:
    """What the reader of a kit is shown: dice by source and answer, mined look-alikes, and scenes.

    Emblems and worn single pips are painted on `bare` drawn dice, and faces of the kit on `real` ones, whose own it
    does not know. Tops and sides that are looked at `straight` are drawn ones, whose corners are known: for letters
    only, since the reader of pips, which reads straight tops without having learned from any, became worse by them.

    Of everything but the dice there may be none. `harsh` is for `crop`.
    """

    kit: str
    known: Answers
    dice: dict[str, dict[str, list[Place]]]
    bare: list[Place]
    real: list[Place]
    lookalikes: list[Place]
    straight: list[Place]
    stuff: Material
    harsh: float = 1.0

    def next(self, rng: np.random.Generator) -> Place:
        """A die (every class equally often), one of another kind, or something that is no die."""
        place = self._next(rng)
        none = self.straight and place.label == NOTHING and rng.random() < STRAIGHT
        return as_if_flat(place, rng) if none else place

    def _next(self, rng: np.random.Generator) -> Place:
        source = self.stuff.draw(rng, singles=True)
        roll = rng.random()
        if roll < 0.15 and self.lookalikes:
            return self.lookalikes[rng.integers(len(self.lookalikes))]
        if roll > 1 - MARKED - WORN * self.known.mirrored and self.bare:
            paint = repainted if roll > 1 - MARKED else with_worn_ace
            return paint(self.bare[rng.integers(len(self.bare))], rng)
        shots = self.stuff.by_source[source]
        if 0.30 <= roll < 0.30 + PRINTED and self.real:
            return printed_over(self.real[rng.integers(len(self.real))], rng, self.kit)
        if 0.50 <= roll < 0.50 + STRAIGHT and self.straight:
            return self.straight[rng.integers(len(self.straight))]
        if roll < 0.30 or source not in self.dice:
            return nothing(shots[rng.integers(len(shots))], rng)
        return any_of(self.dice[source], rng)


def any_of(places: dict[str, list[Place]], rng: np.random.Generator) -> Place:
    """One of the places by answer, every answer equally often."""
    labels = sorted(places)
    alike = places[labels[rng.integers(len(labels))]]
    return alike[rng.integers(len(alike))]


def lessons(stuff: Material, found: Path, kit: str, harsh: float = 1.0) -> Lessons:
    """Everything there is to show, sorted; a folder of look-alikes that is not there yet counts as empty."""
    known = answers(kit)
    by_class: dict[str, dict[str, list[Place]]] = {}
    for source, shots in stuff.by_source.items():
        for place in dice(shots, known):
            by_class.setdefault(source, {}).setdefault(place.label, []).append(place)
    drawn = [place for places in by_class.get("drawn", {}).values() for place in places]
    bare = [place for place in drawn if may_be_repainted(place)] if icons() else []
    seen = [] if known.mirrored else with_tops(stuff, found.with_suffix(".tops.json"))
    real = [place for place in seen if may_be_printed(place, kit)]
    lookalikes = mined(found, stuff) if found.exists() else []
    faces = [] if known.mirrored else straight(stuff.by_source.get("drawn", []), known)
    return Lessons(kit, known, by_class, bare, real, lookalikes, faces, stuff, harsh)


# So many squares (N, CROP, CROP, 3), and the place of each.
Show = Callable[[int, np.random.Generator], tuple[Pixels, list[Place]]]


class Shown(Protocol):
    """What a reader may be shown, in what light, and what it may answer."""

    @property
    def known(self) -> Answers:
        """The answers."""

    @property
    def harsh(self) -> float:
        """How much of its sharpness a crop may lose, for `crop`."""

    def next(self, rng: np.random.Generator) -> Place:
        """What to look at next."""


def batch(shown: Shown, size: int, rng: np.random.Generator) -> tuple[Pixels, list[Place]]:
    """So many squares (size, CROP, CROP, 3) of what is shown next, and the place of each."""
    squares, seen = zip(*(_square(shown, rng) for _ in range(size)), strict=True)
    return np.stack(squares), list(seen)


def _square(shown: Shown, rng: np.random.Generator) -> tuple[Pixels, Place]:
    """A square and its place: nothing, or a die of which there is something to see, if one comes up soon."""
    for _ in range(AGAIN):
        place = shown.next(rng)
        pixels = crop(place, rng, shown.known, shown.harsh)
        if place.label == NOTHING or visible(pixels):
            break
    return pixels, place


def train(show: Show, known: Answers, reader: nn.Module, out: Path, size: int, pace: learning.Pace, seed: int) -> None:
    """Train at this pace by batches of `size`, from the checkpoint `out` where there is one."""
    torch.manual_seed(seed)
    device = learning.device()
    made = learning.learner(reader, pace, out, device)
    started, good, total = time.monotonic(), 0, 0
    while made.step < pace.stop:
        pixels, seen = show(size, np.random.default_rng((seed, made.step)))
        truth = torch.tensor([known.index(place.label) for place in seen], device=device)
        with learning.sixteen_bits(device):
            logits = made.net(signed(torch.from_numpy(pixels)).to(device, memory_format=torch.channels_last))
        made.learn(surprise(logits, truth))
        good, total = good + int(right(logits, truth).sum()), total + size
        if made.step % 100 == 0:
            print(
                f"{made.step}/{pace.steps} right {good / total:.4f} after {time.monotonic() - started:.0f} s",
                flush=True,
            )
            good = total = 0
        if made.step % 200 == 0 or made.step == pace.stop:
            learning.save(made, out)


def embodied(reader: Reader, checkpoint: Path) -> Reader:
    """The reader with the body of another kit's, which knows edges and lamps already; its head stays as it is."""
    average = torch.load(checkpoint, map_location="cpu", weights_only=True)["average"]
    reader.body.load_state_dict({name[5:]: told for name, told in average.items() if name.startswith("body.")})
    return reader


if __name__ == "__main__":
    questions = learning.questions(__doc__, "runs/reader.pt", steps=10400, size=128)
    questions.add_argument(
        "--mined", type=Path, default=Path("runs/mined.json"), help="look-alikes, once there are any"
    )
    questions.add_argument("--body", type=Path, help="a checkpoint of another kit's reader, whose body this one takes")
    questions.add_argument("--harsh", type=float, default=1.0, help="how much worse crops are made than their pictures")
    asked = questions.parse_args()
    learning.settle_down(asked.threads)
    shown = lessons(asked_for(asked), asked.mined, asked.kit, asked.harsh)
    torch.manual_seed(asked.seed)
    reader = embodied(Reader(shown.known), asked.body) if asked.body else Reader(shown.known)
    train(partial(batch, shown), shown.known, reader, asked.out, asked.size, learning.pace(asked), asked.seed)
