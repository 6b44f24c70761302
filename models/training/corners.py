"""Train what tells the corners of a top: `python -m models.training.corners --pool runs/pool --out runs/corners.pt`.

It learns from drawn dice alone, of whatever kits lie in the pool: of a photograph nobody knows where the corners are.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn import functional as F
from torch.utils.data import DataLoader, Dataset

from models.training import learning
from models.training.augment import Pixels, glare, recoloured, relight, resense, shade, visible
from models.training.crops import coarse
from models.training.nets import Corners, signed
from models.training.pool import Scene, scenes
from vision.corners import LEAST, WIDE
from vision.look import look, middle

ASIDE, WIDER = 0.07, 0.1  # shares of a die's size by which a finder misses its middle, and its size
LOWER, SMALLER = 0.2, 0.7  # likewise where it frames the side that faces the camera in place of the die
SIDES = 0.1  # share of dice that are framed so
TURNED = 6.0  # degrees by which a picture is turned
SMALLEST = 11.0  # pixels, of a die whose corners are learned
NEAR = 0.02  # sides of the square; corners that are less off are right
AHEAD = 8  # steps that are made ahead


@dataclass(frozen=True)
class Top:
    """A die of a scene: its box (4,) and the corners of its top (4, 2), in pixels."""

    scene: Scene
    box: npt.NDArray[np.float32]
    quad: npt.NDArray[np.float32]


def tops(shots: list[Scene]) -> list[Top]:
    """Every die that lies flat and whose corners are known."""
    return [
        Top(scene, box, quad)
        for scene in shots
        for box, quad, state in zip(scene.boxes, scene.quads, scene.states, strict=True)
        if state == "flat" and not np.isnan(quad).any() and (box[2:] - box[:2]).max() >= SMALLEST
    ]


def square(top: Top, rng: np.random.Generator) -> tuple[Pixels, npt.NDArray[np.float32]]:
    """A die as a finder would frame it, (64, 64, 3), and its corners (4, 2) in sides of that from its middle."""
    size = float((top.box[2:] - top.box[:2]).max())
    right, down, wider, turn = rng.normal(0, 1, 4).clip(-2, 2) * (ASIDE * size, ASIDE * size, WIDER, TURNED)
    x, y = (top.box[:2] + top.box[2:]) / 2
    if rng.random() < SIDES:
        down, size = down + LOWER * size, SMALLER * size
    centre, side = (float(x + right), float(y + down)), WIDE * size * float(np.exp(wider))
    pixels = look(top.scene.pixels, centre, side, turn)
    z = (top.quad - middle(centre, side, turn)) @ (1, 1j) * np.exp(-1j * np.radians(turn)) / side
    corners = np.stack((z.real, z.imag), 1)
    if rng.random() < 0.5:
        pixels, corners = pixels[:, ::-1], corners[::-1] * (-1, 1)
    return relit(np.ascontiguousarray(pixels), rng), corners.astype(np.float32)


def relit(pixels: Pixels, rng: np.random.Generator) -> Pixels:
    """A square in other light, by another camera."""
    if rng.random() < 0.15:
        pixels = coarse(pixels, rng)
    if rng.random() < 0.2:
        pixels = shade(pixels, rng)
    if rng.random() < 0.08:
        pixels = glare(pixels, rng)
    return resense(recoloured(relight(pixels, rng, harsh=0.7), rng), rng, 0.6)


@dataclass(frozen=True)
class Steps(Dataset[tuple[Tensor, Tensor]]):
    """What is shown at each step: squares (size, 64, 64, 3) and their corners (size, 4, 2)."""

    tops: list[Top]
    size: int
    seed: int

    def __getitem__(self, step: int) -> tuple[Tensor, Tensor]:
        rng = np.random.default_rng((self.seed, step))
        shown = ((pixels, corners) for pixels, corners in self._any(rng) if visible(pixels))
        squares, corners = zip(*islice(shown, self.size), strict=True)
        return torch.from_numpy(np.stack(squares)), torch.from_numpy(np.stack(corners))

    def _any(self, rng: np.random.Generator) -> Iterator[tuple[Pixels, npt.NDArray[np.float32]]]:
        while True:
            yield square(self.tops[rng.integers(len(self.tops))], rng)


def decoded(code: Tensor) -> Tensor:
    """The corners (N, 4, 2) of what was told (N, 8), as `vision.corners` reckons them."""
    middle, square, drawn, narrow = torch.view_as_complex(code.reshape(-1, 4, 2)).unbind(1)
    size = square.abs().clamp(min=1e-3)
    turn = torch.polar(torch.ones_like(size), torch.angle(square) / 4)
    parts = size * turn, drawn / turn, narrow / turn**2
    z = middle[:, None] + sum(part[:, None] * quarters(turn) ** by for part, by in zip(parts, (1, 3, 2), strict=True))
    return torch.view_as_real(z)


def off(seen: Tensor, corners: Tensor) -> Tensor:
    """How far corners (N, 4, 2) are off on the mean, whichever of them comes first: (N,)."""
    ways = [(seen - corners.roll(turn, 1)).norm(dim=2).mean(1) for turn in range(4)]
    return torch.stack(ways).amin(0)


def coded(corners: Tensor) -> Tensor:
    """What is told (N, 8) of corners (N, 4, 2), as `vision.corners` has it."""
    z = torch.view_as_complex(corners.contiguous())
    a, b, c = ((z * quarters(z) ** -turn).sum(1) / 4 for turn in (1, 3, 2))
    size = a.abs().clamp(min=LEAST)
    parts = (z.mean(1), a**4 / size**3, a * b / size, a**2 * c / size**2)
    return torch.view_as_real(torch.stack(parts, 1)).flatten(1)


def quarters(like: Tensor) -> Tensor:
    """1, i, -1 and -i, as numbers of this kind."""
    return torch.tensor([1, 1j, -1, -1j], device=like.device, dtype=like.dtype)


def loss(code: Tensor, corners: Tensor) -> Tensor:
    """How far the corners are off, and what is told of them: that leads there from afar; a mean of each."""
    return 10 * off(decoded(code), corners).mean() + 5 * F.smooth_l1_loss(code, coded(corners), beta=0.02)


def train(shown: Steps, out: Path, pace: learning.Pace, seed: int, jobs: int) -> None:
    """Train at this pace from the checkpoint `out` where there is one, squares made by so many processes."""
    torch.manual_seed(seed)
    device = learning.device()
    made = learning.learner(Corners(), pace, out, device)
    began, total, right = time.monotonic(), 0.0, 0.0
    ahead = AHEAD if jobs else None
    steps = range(made.step, pace.stop)
    for pixels, corners in DataLoader(shown, batch_size=None, sampler=steps, num_workers=jobs, prefetch_factor=ahead):
        with learning.sixteen_bits(device):
            code = made.net(signed(pixels).to(device, memory_format=torch.channels_last))
        wanted = corners.to(device)
        cost = loss(code.float(), wanted)
        made.learn(cost)
        with torch.no_grad():
            missed = off(decoded(code.float()), wanted)
        total, right = total + float(missed.mean()), right + float((missed < NEAR).float().mean())
        if made.step % 100 == 0:
            took = time.monotonic() - began
            print(
                f"{made.step}/{pace.steps} off {total / 100:.4f} near {right / 100:.3f} after {took:.0f} s", flush=True
            )
            total = right = 0.0
        if made.step % 200 == 0 or made.step == pace.stop:
            learning.save(made, out)


if __name__ == "__main__":
    questions = learning.questions(__doc__, "runs/corners.pt", steps=8000, size=128, photographs=False)
    questions.add_argument("--pool", type=Path, default=Path("runs/pool"), help="the drawn pictures")
    questions.add_argument("--jobs", type=int, default=1, help="processes that make squares")
    asked = questions.parse_args()
    learning.settle_down(asked.threads)
    shown = Steps(tops(scenes(asked.pool)), asked.size, asked.seed)
    train(shown, asked.out, learning.pace(asked), asked.seed, asked.jobs)
