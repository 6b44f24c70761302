"""Examples made ahead of a net by several processes, for machines on which the net learns faster than one draws."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor
from torch.utils.data import DataLoader, Dataset

from models.training import finder
from models.training.answers import Answers
from models.training.augment import Pixels
from models.training.material import Material
from models.training.reader import Show

AHEAD = 2  # steps that each process may be ahead

Shown = tuple[Tensor, dict[str, Tensor], Tensor]  # pixels (N, H, W, 3), the truth of each, and which sources (N, S)


@dataclass(frozen=True)
class Steps(Dataset[Shown]):
    """What is shown at each step: squares (size, CROP, CROP, 3), which `answer` each is, and which of `sources`."""

    show: Show
    known: Answers
    sources: tuple[str, ...]
    size: int
    seed: int

    def __getitem__(self, step: int) -> Shown:
        pixels, seen = self.show(self.size, np.random.default_rng((self.seed, step)))
        answers = [self.known.index(place.label) for place in seen]
        sources = [[self.sources.index(place.scene.source)] for place in seen]
        return torch.from_numpy(pixels), {"answer": torch.tensor(answers)}, torch.tensor(sources)


@dataclass(frozen=True)
class Canvases(Dataset[Shown]):
    """Likewise for finders: pictures (size, SIDE, SIDE, 3), the maps that are wanted (`canvas.Maps`), two sources.

    These are the scene's and that of the dice that were laid on it. Maps come by 16 bits, to be handed on quicker.
    """

    stuff: Material
    loose: dict[str, list[Pixels]]
    sources: tuple[str, ...]
    size: int
    seed: int

    def __getitem__(self, step: int) -> Shown:
        made = finder.batch(self.stuff, self.loose, np.random.default_rng((self.seed, step)), self.size)
        pixels, wanted = finder.tensors([example for example, _ in made])
        sources = [[self.sources.index(source) for source in both] for _, both in made]
        return pixels, {name: each.half() for name, each in wanted.items()}, torch.tensor(sources)


def feed(steps: Dataset[Shown], count: int, jobs: int) -> Iterator[Shown]:
    """The first `count` steps in order, made by so many processes; the same whatever their number.

    Whoever asks has settled down before (`learning`): a process may not change how many threads OpenCV uses once it
    is a copy of one that had several.
    """
    ahead = AHEAD if jobs else None
    yield from DataLoader(
        steps,
        batch_size=None,
        sampler=range(count),
        num_workers=jobs,
        prefetch_factor=ahead,
        pin_memory=torch.cuda.is_available(),
    )
