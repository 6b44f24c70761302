"""Train what tells prints apart that nobody has seen before: `python -m models.training.embedding`.

Each step shows a few sets of dice. Every look is to come nearer to the other looks at its sign than to those at the
other signs of its set (Snell et al. 2017): what a household's dice will be told apart by, after a few looks.
"""

import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from models.training import learning
from models.training.nets import Embedding, signed
from models.training.prints import lesson

SIGNS, LOOKS = 10, 4  # of a set in training


def surprise(seen: Tensor, heat: Tensor) -> tuple[Tensor, int]:
    """How surprising it is which looks belong together, and how many do so best: looks (sets, signs, looks, D)."""
    sets, signs, looks, _ = seen.shape
    total = seen.sum(2)
    others = (total[:, :, None] - seen) / (looks - 1)  # of its own sign, what the other looks show
    nearness = torch.einsum("aild,ajd->ailj", seen, total / looks)
    own = (seen * others).sum(-1)
    nearness = torch.where(torch.eye(signs, dtype=torch.bool, device=seen.device)[:, None], own[..., None], nearness)
    scores = (heat.exp() * nearness).reshape(-1, signs)
    answers = torch.arange(signs, device=seen.device).repeat_interleave(looks).repeat(sets)
    return F.cross_entropy(scores, answers), int((scores.argmax(1) == answers).sum())


def train(net: Embedding, out: Path, sets: int, pace: learning.Pace, seed: int) -> None:
    """Train at this pace by so many sets a step, from the checkpoint `out` where there is one."""
    torch.manual_seed(seed)
    device = learning.device()
    made = learning.learner(net, pace, out, device)
    started, right, total = time.monotonic(), 0, 0
    while made.step < pace.stop:
        rng = np.random.default_rng((seed, made.step))
        shown = np.stack([lesson(rng, SIGNS, LOOKS) for _ in range(sets)])
        pixels = signed(torch.from_numpy(shown.reshape(-1, *shown.shape[3:])))
        with learning.sixteen_bits(device):
            seen = made.net(pixels.to(device, memory_format=torch.channels_last))
        loss, good = surprise(seen.float().reshape(*shown.shape[:3], -1), made.net.heat)
        made.learn(loss)
        right, total = right + good, total + sets * SIGNS * LOOKS
        if made.step % 100 == 0:
            took = time.monotonic() - started
            print(f"{made.step}/{pace.steps} right {right / total:.4f} after {took:.0f} s", flush=True)
            right = total = 0
        if made.step % 200 == 0 or made.step == pace.stop:
            learning.save(made, out)


if __name__ == "__main__":
    questions = learning.questions(__doc__, "runs/prints.pt", steps=6000, size=3, photographs=False)
    asked = questions.parse_args()
    learning.settle_down(asked.threads)
    torch.manual_seed(asked.seed)
    train(Embedding(), asked.out, asked.size, learning.pace(asked), asked.seed)
