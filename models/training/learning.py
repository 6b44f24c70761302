"""What all trainings share: the schedule, the averaged weights, and checkpoints that resume."""

import argparse
import copy
import math
from dataclasses import dataclass
from pathlib import Path

import cv2
import torch
from torch import nn

from models.training import material

AVERAGING = 0.998  # share of the averaged weights that stays at each step


@dataclass(frozen=True)
class Pace:
    """How long a training is and how fast it learns at most; it pauses after `stop` steps, if cut short there."""

    steps: int
    peak: float
    stop: int

    def rate(self, step: int) -> float:
        """Warm-up, then a half cosine to nothing."""
        return self.peak * min(1.0, step / 300) * 0.5 * (1 + math.cos(math.pi * step / self.steps)) + 1e-6


@dataclass
class Learner:
    """A net in training: its weights, their running average (which is what ships), the optimiser and the step."""

    net: nn.Module
    average: nn.Module
    optimiser: torch.optim.Optimizer
    pace: Pace
    step: int = 0

    def learn(self, loss: torch.Tensor) -> None:
        """One step down the loss; gradients are clipped at norm 5."""
        for group in self.optimiser.param_groups:
            group["lr"] = self.pace.rate(self.step)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimiser.step()
        self._average()
        self.step += 1

    @torch.no_grad()
    def _average(self) -> None:
        keep = min(AVERAGING, (1 + self.step) / (10 + self.step))
        pairs = list(zip(self.average.state_dict().values(), self.net.state_dict().values(), strict=True))
        slow, fast = zip(*(pair for pair in pairs if pair[0].is_floating_point()), strict=True)
        torch._foreach_lerp_(slow, fast, 1 - keep)
        for count, counted in (pair for pair in pairs if not pair[0].is_floating_point()):
            count.copy_(counted)


def learner(net: nn.Module, pace: Pace, checkpoint: Path | None, device: str) -> Learner:
    """A learner for the net, resumed from its checkpoint where there is one; without any it begins as the net is."""
    net = net.to(device, memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), lr=pace.peak, weight_decay=0.02)
    made = Learner(net, copy.deepcopy(net).eval(), optimiser, pace)
    if checkpoint and checkpoint.exists():
        state = torch.load(checkpoint, map_location=device, weights_only=True)
        net.load_state_dict(state["net"])
        made.average.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        made.step = state["step"]
    return made


def sixteen_bits(device: str) -> torch.autocast:
    """Numbers of 16 bits where the machine reckons faster with them: of processors, those with tiles for it (AMX).

    One with AVX-512 for them alone takes half as long again as by 32 bits, and one without is ten times slower.
    """
    able = torch.cpu._is_amx_tile_supported() if device == "cpu" else True  # noqa: SLF001 - nobody else tells
    return torch.autocast(device, torch.bfloat16, enabled=able)


def save(made: Learner, checkpoint: Path) -> None:
    """Write the checkpoint; a training cut short in the middle of it keeps the one before."""
    checkpoint.parent.mkdir(parents=True, exist_ok=True)
    state = {"net": made.net.state_dict(), "average": made.average.state_dict(),
             "optimiser": made.optimiser.state_dict(), "step": made.step}  # fmt: skip
    torch.save(state, checkpoint.with_suffix(".new"))
    checkpoint.with_suffix(".new").replace(checkpoint)


def questions(
    about: str | None, out: str, steps: int, size: int, *, peak: float = 2e-3, photographs: bool = True
) -> argparse.ArgumentParser:
    """What one may ask of a training on the command line, with its defaults; some learn from no `photographs`."""
    parser = argparse.ArgumentParser(description=about)
    if photographs:
        material.questions(parser)
    parser.add_argument("--out", type=Path, default=Path(out), help="the checkpoint, resumed where there is one")
    parser.add_argument("--steps", type=int, default=steps)
    parser.add_argument("--stop", type=int, help="pause after this step, as if cut short there")
    parser.add_argument("--size", type=int, default=size, help="examples a step")
    parser.add_argument("--peak", type=float, default=peak, help="the highest rate; more wakes a learned net")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    return parser


def pace(asked: argparse.Namespace) -> Pace:
    """The pace that was asked for."""
    return Pace(asked.steps, asked.peak, asked.stop or asked.steps)


def settle_down(threads: int) -> None:
    """Use so many threads and no more: two trainings side by side fill two cores."""
    torch.set_num_threads(threads)
    torch.backends.cudnn.benchmark = True  # what an accelerator is shown has always the same shape
    cv2.setNumThreads(1)


def device() -> str:
    """The accelerator where there is one, else the processor."""
    return "cuda" if torch.cuda.is_available() else "cpu"
