"""Train the finder: `python -m models.training.finder --pool runs/pool --real PHOTOGRAPHS --out runs/finder.pt`."""

import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from models.training import corners as tops
from models.training import learning
from models.training.augment import Pixels
from models.training.canvas import Canvas, Maps, canvas, maps
from models.training.material import Material, asked_for, loose_dice
from models.training.nets import SIZE_UNIT, Finder, signed
from models.training.quads import cornered

SIDE = 320  # pixels of a training canvas
CORNERS = 0.5  # what corners count
PASTED = 0.25  # share of the canvases without photographed dice on whose ground some are laid


def loss(answers: tuple[Tensor, Tensor, Tensor, Tensor], wanted: dict[str, Tensor]) -> Tensor:
    """Focal loss on the heat (CenterNet, eq. 1), distances and IoU of the boxes, corners, and cocked or not."""
    logits, sides, code, cocked = (answer.float() for answer in answers)
    wanted = {name: each.float() for name, each in wanted.items()}
    dice = (wanted["heat"] == 1).sum().clamp(min=1)
    on_die, on_state = wanted["on_die"], wanted["on_state"]
    cells, known = on_die.sum().clamp(min=1), on_state.sum().clamp(min=1)
    boxes = (F.smooth_l1_loss(sides, wanted["sides"], reduction="none", beta=0.1) * on_die).sum() / cells
    shape = ((1 - _iou(sides, wanted["sides"])) * on_die).sum() / cells
    leans = (F.binary_cross_entropy_with_logits(cocked, wanted["cocked"], reduction="none") * on_state).sum() / known
    on_quad = wanted["on_quad"][:, 0] > 0
    quads = tops.loss(_at(code, on_quad), _at(wanted["corners"], on_quad).reshape(-1, 4, 2)) if on_quad.any() else 0.0
    return _focal(logits, wanted["heat"], wanted["careless"]) / dice + boxes + shape + CORNERS * quads + 0.2 * leans


def found(answers: tuple[Tensor, Tensor, Tensor, Tensor], wanted: dict[str, Tensor]) -> Tensor:
    """The share of the dice in whose middle the finder is for it."""
    return torch.sigmoid(answers[0].float())[wanted["heat"] == 1].gt(0.5).float().mean().nan_to_num()


def _at(told: Tensor, cells: Tensor) -> Tensor:
    """What maps (N, 8, h, w) tell in some of the cells (N, h, w): (M, 8)."""
    return told.permute(0, 2, 3, 1)[cells]


def _focal(logits: Tensor, heat: Tensor, careless: Tensor) -> Tensor:
    p = torch.sigmoid(logits)
    hit = (heat == 1).float()
    missed = -hit * (1 - p) ** 2 * F.logsigmoid(logits)
    invented = -(1 - hit) * (1 - heat) ** 4 * p**2 * F.logsigmoid(-logits)
    return (missed + invented * (1 - careless)).sum()


def _iou(sides: Tensor, wanted: Tensor) -> Tensor:
    """IoU of two boxes round the same cell, from log distances (N, 4, h, w) to (N, 1, h, w)."""
    a, b = SIZE_UNIT * torch.exp(sides.clamp(-4, 4)), SIZE_UNIT * torch.exp(wanted)
    inner = torch.minimum(a, b)
    inside = (inner[:, 0] + inner[:, 2]) * (inner[:, 1] + inner[:, 3])
    areas = sum((box[:, 0] + box[:, 2]) * (box[:, 1] + box[:, 3]) for box in (a, b))
    return (inside / (areas - inside))[:, None]


def batch(
    stuff: Material, loose: dict[str, list[Pixels]], rng: np.random.Generator, count: int
) -> list[tuple[Canvas, tuple[str, str]]]:
    """Fresh examples, each with the sources of its scene and of the dice that were laid on it, "" for none.

    Real dice are laid on drawn grounds and on photographs without dice.
    """
    made = []
    for _ in range(count):
        source = stuff.draw(rng, singles=False)
        shots = stuff.by_source[source]
        lent = _lender(loose, rng) if source in {"drawn", "plain"} and rng.random() < PASTED else ""
        scene = shots[rng.integers(len(shots))]
        made.append((canvas(scene, rng, SIDE, loose.get(lent, [])), (scene.source, lent)))
    return made


def _lender(loose: dict[str, list[Pixels]], rng: np.random.Generator) -> str:
    """A source of loose dice, the likelier the more it has; "" where none has any."""
    count = np.array([len(dice) for dice in loose.values()])
    return str(list(loose)[rng.choice(len(count), p=count / count.sum())]) if count.any() else ""


def tensors(examples: list[Canvas]) -> tuple[Tensor, dict[str, Tensor]]:
    """Pictures (N, SIDE, SIDE, 3) and the wanted maps, by name."""
    answers = [maps(example) for example in examples]
    wanted = {
        name: torch.from_numpy(np.stack([getattr(answer, name) for answer in answers]))
        for name in Maps.__dataclass_fields__
    }
    return torch.from_numpy(np.stack([example.pixels for example in examples])), wanted


def train(stuff: Material, out: Path, size: int, pace: learning.Pace, seed: int) -> None:
    """Train at this pace by batches of `size`, from the checkpoint `out` where there is one."""
    torch.manual_seed(seed)
    loose, device = loose_dice(stuff), learning.device()
    made = learning.learner(Finder(), pace, out, device)
    started, total = time.monotonic(), 0.0
    while made.step < pace.stop:
        rng = np.random.default_rng((seed, made.step))
        pixels, wanted = tensors([example for example, _ in batch(stuff, loose, rng, size)])
        with learning.sixteen_bits(device):
            answers = made.net(signed(pixels).to(device, memory_format=torch.channels_last))
        cost = loss(answers, {name: each.to(device) for name, each in wanted.items()})
        made.learn(cost)
        total += float(cost.detach())
        if made.step % 100 == 0:
            print(
                f"{made.step}/{pace.steps} loss {total / 100:.3f} after {time.monotonic() - started:.0f} s", flush=True
            )
            total = 0.0
        if made.step % 200 == 0 or made.step == pace.stop:
            learning.save(made, out)


if __name__ == "__main__":
    questions = learning.questions(__doc__, "runs/finder.pt", steps=8000, size=12)
    questions.add_argument("--quads", type=Path, default=Path("runs/quads.json"), help="what `quads` wrote")
    asked = questions.parse_args()
    learning.settle_down(asked.threads)
    train(cornered(asked_for(asked), asked.quads), asked.out, asked.size, learning.pace(asked), asked.seed)
