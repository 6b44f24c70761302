"""Train what tells whether a die leans: `python -m models.training.lean --pool runs/leaning --out runs/lean.pt`.

It learns from drawn dice alone, of whatever kits lie in the pool: in photographs nobody wrote down which dice lean. It
is shown what the net of corners is shown, and may begin with the body of that.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, Dataset

from models.training import learning
from models.training.augment import Pixels, squeeze, visible
from models.training.corners import SMALLEST, Top, square
from models.training.nets import Lean, signed
from models.training.pool import Scene, scenes

AHEAD = 8  # steps that are made ahead
SURE = 0.95  # probability from which a die seems to be so where the log tells how many do


@dataclass(frozen=True)
class Steps(Dataset[tuple[Tensor, Tensor]]):
    """What is shown at each step: squares (size, 64, 64, 3), and whether each die leans (size,), as half of them do."""

    leaning: list[Top]
    flat: list[Top]
    size: int
    seed: int

    def __getitem__(self, step: int) -> tuple[Tensor, Tensor]:
        rng = np.random.default_rng((self.seed, step))
        shown = ((pixels, leans) for pixels, leans in self._any(rng) if visible(pixels))
        squares, leans = zip(*islice(shown, self.size), strict=True)
        return torch.from_numpy(np.stack(squares)), torch.tensor(leans, dtype=torch.float32)

    def _any(self, rng: np.random.Generator) -> Iterator[tuple[Pixels, bool]]:
        while True:
            leans = bool(rng.random() < 0.5)
            dice = self.leaning if leans else self.flat
            yield squeezed(square(dice[rng.integers(len(dice))], rng)[0], rng), leans


def shown(shots: list[Scene], size: int, seed: int) -> Steps:
    """What is shown of these pictures."""
    return Steps(standing(shots, "cocked"), standing(shots, "flat"), size, seed)


def standing(shots: list[Scene], state: str) -> list[Top]:
    """Every die in this state whose corners are known."""
    return [
        Top(scene, box, quad)
        for scene in shots
        for box, quad, face, its in zip(scene.boxes, scene.quads, scene.faces, scene.states, strict=True)
        if its == state and face and not np.isnan(quad).any() and (box[2:] - box[:2]).max() >= SMALLEST
    ]


def squeezed(pixels: Pixels, rng: np.random.Generator) -> Pixels:
    """The square, at times drawn out one way, as pictures are that were made to fit another shape.

    A die of such a picture lies flat, however it looks.
    """
    across, down = squeeze(rng)
    if across == down:
        return pixels
    wider = np.array([across, down]) / min(across, down)
    middle = (np.array(pixels.shape[1::-1]) - 1) / 2
    matrix = np.column_stack((np.diag(wider), middle - wider * middle))
    seen = cv2.warpAffine(pixels, matrix, pixels.shape[1::-1], flags=cv2.INTER_LINEAR)
    return np.asarray(seen, np.uint8)


def begun(body: Path | None) -> Lean:
    """A net that knows nothing of dice, or one with the body of the net of corners."""
    net = Lean()
    if body:
        told = torch.load(body, map_location="cpu", weights_only=True)["average"]
        parts = ("body.", "narrow.")
        net.load_state_dict({name: each for name, each in told.items() if name.startswith(parts)}, strict=False)
    return net


def train(lessons: Dataset[tuple[Tensor, Tensor]], net: nn.Module, out: Path, pace: learning.Pace, jobs: int) -> None:
    """Train at this pace from the checkpoint `out` where there is one, squares made by so many processes.

    What is shown at each step are squares (size, 64, 64, 3), and whether each is what is looked for (size,).
    """
    device = learning.device()
    made = learning.learner(net, pace, out, device)
    began, total, told, false = time.monotonic(), 0.0, 0.0, 0.0
    ahead = AHEAD if jobs else None
    steps = range(made.step, pace.stop)
    for pixels, leans in DataLoader(lessons, batch_size=None, sampler=steps, num_workers=jobs, prefetch_factor=ahead):
        with learning.sixteen_bits(device):
            logits = made.net(signed(pixels).to(device, memory_format=torch.channels_last))
        wanted = leans.to(device)
        cost = F.binary_cross_entropy_with_logits(logits.float(), wanted)
        made.learn(cost)
        seem = torch.sigmoid(logits.detach().float()) >= SURE
        total, told, false = (
            before + float(now)
            for before, now in zip(
                (total, told, false),
                (cost.detach(), seem[wanted > 0].float().mean(), seem[wanted == 0].float().mean()),
                strict=True,
            )
        )
        if made.step % 100 == 0:
            took = time.monotonic() - began
            says = f"loss {total / 100:.3f}, {told / 100:.3f} of what is looked for and {false / 100:.4f} of the rest"
            print(f"{made.step}/{pace.steps} {says} after {took:.0f} s", flush=True)
            total = told = false = 0.0
        if made.step % 200 == 0 or made.step == pace.stop:
            learning.save(made, out)


if __name__ == "__main__":
    questions = learning.questions(__doc__, "runs/lean.pt", steps=7000, size=128, photographs=False)
    questions.add_argument("--pool", type=Path, default=Path("runs/leaning"), help="the drawn pictures")
    questions.add_argument("--body", type=Path, help="a checkpoint of the net of corners, whose body it begins with")
    questions.add_argument("--jobs", type=int, default=1, help="processes that make squares")
    asked = questions.parse_args()
    learning.settle_down(asked.threads)
    torch.manual_seed(asked.seed)
    steps = shown(scenes(asked.pool), asked.size, asked.seed)
    train(steps, begun(asked.body), asked.out, learning.pace(asked), asked.jobs)
