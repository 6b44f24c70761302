"""Squares made ahead of a net by several processes, for machines on which the net learns faster than one draws."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor
from torch.utils.data import DataLoader, Dataset

from models.training.answers import Answers
from models.training.reader import Show

AHEAD = 2  # steps that each process may be ahead


@dataclass(frozen=True)
class Steps(Dataset[tuple[Tensor, Tensor, Tensor]]):
    """What is shown at each step: squares (size, CROP, CROP, 3), which answer each is, and which of `sources`."""

    show: Show
    known: Answers
    sources: tuple[str, ...]
    size: int
    seed: int

    def __getitem__(self, step: int) -> tuple[Tensor, Tensor, Tensor]:
        pixels, seen = self.show(self.size, np.random.default_rng((self.seed, step)))
        answers = [self.known.index(place.label) for place in seen]
        sources = [self.sources.index(place.scene.source) for place in seen]
        return torch.from_numpy(pixels), torch.tensor(answers), torch.tensor(sources)


def feed(steps: Steps, count: int, jobs: int) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
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
