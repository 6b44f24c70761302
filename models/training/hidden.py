"""Train what tells a die that something covers: `python -m models.training.hidden --out runs/hidden.pt`.

It learns from drawn dice, and from photographs without any: a card, a finger or another die is laid over a part of one.
It is shown beside these whole dice, some of them almost covered, and what the finder took for a die where none lies.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.utils.data import Dataset

from models.training import learning
from models.training.augment import Pixels, visible
from models.training.corners import relit
from models.training.crops import nothing
from models.training.lean import begun, squeezed, train
from models.training.material import Material, asked_for
from models.training.mine import mined
from models.training.pool import Scene
from vision.hidden import WIDE
from vision.look import look, shrunk
from vision.outline import outline

HIDDEN = (0.25, 0.75)  # shares of a die that is covered, between which it counts as hidden
WHOLE = 0.05  # share up to which it counts as whole
LEAST = 12.0  # pixels, of a die that is shown, and of what is left of it
ROOM = 1.9  # times its size, from the middle, the part of a picture on which something is laid
LARGE = 48.0  # pixels; that part of a larger die is shrunk to it
ASIDE, WIDER = 0.07, 0.12  # shares of its size by which a finder misses its middle, and its size
COVERED, WHOLE_DICE, NEARLY, FALSE, BARE = 0.5, 0.17, 0.08, 0.17, 0.04  # shares of what is shown; the rest is half dice
CARD, FINGER = 0.55, 0.2  # shares of what covers; the rest is other dice
PLAIN = 0.35  # share of cards of one colour
SEEN = 0.5  # of a pixel that something fills, from which it is seen there
WITHIN = 0.97  # times its outline, what of another die is laid over one
TRIES = 8  # until something covers as much of a die as it should

Mask = npt.NDArray[np.float32]  # (H, W) 0..1
Box = npt.NDArray[np.floating]  # (4,)


@dataclass(frozen=True)
class Die:
    """A whole die of a scene, and what it covers of that: the corners (N, 2) of its outline, in pixels."""

    scene: Scene
    box: tuple[float, float, float, float]
    quad: tuple[tuple[float, float], ...]

    @property
    def outline(self) -> npt.NDArray[np.floating]:
        """The corners (N, 2) of what it covers, in pixels."""
        return outline(self)  # type: ignore[arg-type] # its corners are four

    @property
    def size(self) -> float:
        """The longer side of its box, in pixels."""
        return max(self.box[2] - self.box[0], self.box[3] - self.box[1])


@dataclass(frozen=True)
class Steps(Dataset[tuple[Tensor, Tensor]]):
    """What is shown at each step: squares (size, 64, 64, 3), and whether each shows a die that is covered (size,)."""

    dice: list[Die]
    false: list[tuple[Scene, Box]]
    stuff: Material
    size: int
    seed: int

    def __getitem__(self, step: int) -> tuple[Tensor, Tensor]:
        rng = np.random.default_rng((self.seed, step))
        squares, hide = zip(*islice(self.shown(rng), self.size), strict=True)
        return torch.from_numpy(np.stack(squares)), torch.tensor(hide, dtype=torch.float32)

    def shown(self, rng: np.random.Generator) -> Iterator[tuple[Pixels, bool]]:
        """Squares (64, 64, 3) without end, and whether each shows a die that is covered."""
        while True:
            shown = self._next(rng)  # now and then nothing covers as much as it should
            if shown and visible(shown[0]):
                yield shown

    def _next(self, rng: np.random.Generator) -> tuple[Pixels, bool] | None:
        roll, shares = rng.random(), np.cumsum((COVERED, WHOLE_DICE, NEARLY, FALSE, BARE))
        die = self.dice[rng.integers(len(self.dice))]
        if roll < shares[0]:
            return self._covered(die, rng, *HIDDEN, hidden=True)
        if roll < shares[1]:
            return framed(die.scene.pixels, np.array(die.box, np.float32), rng), False
        if roll < shares[2]:
            return self._covered(die, rng, 0.0, WHOLE, hidden=False)
        if roll < shares[3] and self.false:
            scene, box = self.false[rng.integers(len(self.false))]
            return framed(scene.pixels, box, rng), False
        scene = self._any(rng)
        place = nothing(scene, rng)
        if roll < shares[4]:
            return self._beside_a_cover(scene, place.box, rng)
        return framed(scene.pixels, place.box, rng), False

    def _any(self, rng: np.random.Generator) -> Scene:
        shots = self.stuff.by_source[self.stuff.draw(rng, singles=False)]
        return shots[rng.integers(len(shots))]

    def _covered(
        self, die: Die, rng: np.random.Generator, least: float, most: float, *, hidden: bool
    ) -> tuple[Pixels, bool] | None:
        """A die of which something covers a share between these, framed as what is left of it is."""
        part = part_of(die.scene.pixels, np.array(die.box, np.float32))
        target = Target(part.pixels.shape[:2], part.here(die.outline), die.size * part.scale)
        mine = filled(target.shape, target.around) > SEEN
        for _ in range(TRIES):
            over, lid = self._lid(target, rng.uniform(least, most), rng)
            rest = mine & (over < SEEN)
            share = 1 - rest.sum() / max(mine.sum(), 1)
            if least <= share <= most and rest.any():
                x, y, wide, high = cv2.boundingRect(rest.astype(np.uint8))
                if max(wide, high) >= LEAST:
                    box = np.array((x, y, x + wide, y + high), np.float32)
                    return framed(laid(part.pixels, over, lid(), rng), box, rng), hidden
        return None

    def _beside_a_cover(self, scene: Scene, box: Box, rng: np.random.Generator) -> tuple[Pixels, bool]:
        """A place where no die lies, with the edge of something across it."""
        part = part_of(scene.pixels, box)
        here = part.here(box.reshape(2, 2)).ravel()
        corners, size = here[[0, 1, 2, 1, 2, 3, 0, 3]].reshape(4, 2), float((here[2:] - here[:2]).max())
        over, lid = self._lid(Target(part.pixels.shape[:2], corners, size), rng.uniform(0.2, 0.8), rng)
        return framed(laid(part.pixels, over, lid(), rng), here, rng), False

    def _lid(self, target: "Target", share: float, rng: np.random.Generator) -> tuple[Mask, Callable[[], Pixels]]:
        """Something that covers about such a share of a target: where it lies, and how it looks."""
        roll = rng.random()
        if roll < CARD:
            return card(target, share, rng), partial(self._print, target.shape, rng)
        if roll < CARD + FINGER:
            return finger(target, share, rng), partial(skin, target.shape, rng)
        return self._other(target, share, rng)

    def _print(self, shape: tuple[int, int], rng: np.random.Generator) -> Pixels:
        """How a card looks, or a book: one colour, or a part of some picture."""
        if rng.random() < PLAIN:
            return tinted(shape, rng.uniform(0, 255, 3), rng)
        pixels = self._any(rng).pixels
        side = int(rng.uniform(0.15, 0.8) * min(pixels.shape[:2]))
        y, x = (int(rng.integers(length - side + 1)) for length in pixels.shape[:2])
        seen = cv2.resize(pixels[y : y + side, x : x + side], shape[::-1], interpolation=cv2.INTER_LINEAR)
        return np.asarray(seen, np.uint8)

    def _other(self, target: "Target", share: float, rng: np.random.Generator) -> tuple[Mask, Callable[[], Pixels]]:
        """Another die over a die, of about its size."""
        other = self.dice[rng.integers(len(self.dice))]
        wide = target.size / other.size * float(np.exp(rng.uniform(-0.25, 0.35)))
        heading = direction(rng)
        middle = target.middle + heading * target.size * (1 - share) * rng.uniform(0.85, 1.1)
        its = other.outline.mean(0)
        matrix = np.array([[wide, 0, middle[0] - wide * its[0]], [0, wide, middle[1] - wide * its[1]]])
        size = target.shape[::-1]
        moved = partial(cv2.warpAffine, other.scene.pixels, matrix, size, borderMode=cv2.BORDER_REPLICATE)
        return filled(target.shape, (other.outline - its) * wide * WITHIN + middle), moved


@dataclass(frozen=True)
class Target:
    """What something is laid over: the corners (N, 2) round it in a picture of this height and width."""

    shape: tuple[int, int]
    around: npt.NDArray[np.floating]
    size: float  # pixels, of its longer side

    @property
    def middle(self) -> npt.NDArray[np.floating]:
        """The mean of its corners (2,)."""
        return np.asarray(self.around.mean(0))

    def depth(self, heading: npt.NDArray[np.floating], share: float) -> float:
        """How far along that way about such a share of it is farther."""
        along = self.around @ heading
        return float(along.max() - share * (along.max() - along.min()))


@dataclass(frozen=True)
class Part:
    """A part of a picture: where its corner lies there, (2,), and how large it is beside that."""

    pixels: Pixels
    corner: npt.NDArray[np.floating]
    scale: float

    def here(self, points: npt.NDArray[np.floating]) -> npt.NDArray[np.floating]:
        """Points (N, 2) of the picture, in pixels of the part."""
        return (points - self.corner) * self.scale


def part_of(pixels: Pixels, box: Box) -> Part:
    """The part of a picture round something."""
    size = float((box[2:] - box[:2]).max())
    middle, scale = (box[:2] + box[2:]) / 2, min(LARGE / size, 1.0)
    corner, end = np.maximum(middle - ROOM * size, 0).astype(int), np.ceil(middle + ROOM * size).astype(int)
    seen = pixels[corner[1] : end[1], corner[0] : end[0]]
    if scale < 1:
        seen = shrunk(seen, (max(round(seen.shape[1] * scale), 1), max(round(seen.shape[0] * scale), 1)))
    return Part(seen, corner.astype(np.float32), scale)


def filled(shape: tuple[int, int], corners: npt.NDArray[np.floating]) -> Mask:
    """What lies within these corners (N, 2)."""
    mask = np.zeros(shape, np.uint8)
    cv2.fillPoly(mask, [np.round(corners * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return np.asarray(mask / 255, np.float32)


def direction(rng: np.random.Generator) -> npt.NDArray[np.floating]:
    """Any way, (2,) of length 1."""
    angle = rng.uniform(0, 2 * np.pi)
    return np.array((np.cos(angle), np.sin(angle)), np.float32)


def card(target: Target, share: float, rng: np.random.Generator) -> Mask:
    """A card, a book or a sheet: four corners, one of its edges across a die, now and then one of its corners."""
    heading = direction(rng)
    aside = np.array((-heading[1], heading[0]))
    edge = heading * target.depth(heading, share) + aside * float(target.middle @ aside)
    wide, long = target.size * np.exp(rng.uniform(np.log(1.3), np.log(6), 2))
    shift = rng.uniform(-0.5, 0.5) * wide * rng.choice((0.4, 1.0))
    ends = edge + aside * (shift - wide / 2), edge + aside * (shift + wide / 2)
    corners = np.array((*ends, ends[1] + heading * long, ends[0] + heading * long))
    return filled(target.shape, corners + rng.normal(0, 0.04 * target.size, (4, 2)))


def finger(target: Target, share: float, rng: np.random.Generator) -> Mask:
    """A finger or two, or a round thing, that reach over a die."""
    heading = direction(rng)
    aside = np.array((-heading[1], heading[0]))
    mask, size = np.zeros(target.shape, np.uint8), target.size
    thick = size * rng.uniform(0.5, 1.5)
    for n in range(int(rng.integers(1, 4))):
        tip = heading * (target.depth(heading, share) + thick / 2) + aside * float(target.middle @ aside)
        tip = tip + aside * rng.uniform(-0.4, 0.4) * size + n * aside * thick * rng.choice((-1.05, 1.05))
        root = tip + (heading + aside * rng.normal(0, 0.25)) * size * rng.uniform(0, 4)
        cv2.line(mask, tuple(map(int, tip)), tuple(map(int, root)), 255, max(int(thick), 2), cv2.LINE_AA)
    return np.asarray(mask / 255, np.float32)


def skin(shape: tuple[int, int], rng: np.random.Generator) -> Pixels:
    """How a hand looks, or a sleeve."""
    hue = np.array([[[rng.uniform(4, 16), rng.uniform(50, 160), rng.uniform(60, 245)]]], np.uint8)
    colour = cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0] if rng.random() < 0.7 else rng.uniform(0, 255, 3)
    return tinted(shape, colour, rng)


def tinted(shape: tuple[int, int], colour: npt.NDArray[np.float64], rng: np.random.Generator) -> Pixels:
    """One colour, a little lighter and darker here and there."""
    rough = rng.normal(1, rng.uniform(0.02, 0.2), (int(rng.integers(2, 9)), int(rng.integers(2, 9)))).astype(np.float32)
    bright = cv2.resize(rough, shape[::-1], interpolation=cv2.INTER_CUBIC)[..., None]
    noise = rng.uniform(0, 6) * rng.standard_normal((*shape, 1), np.float32)
    return np.asarray((np.asarray(colour, np.float32) * bright + noise).clip(0, 255), np.uint8)


def laid(part: Pixels, over: Mask, lid: Pixels, rng: np.random.Generator) -> Pixels:
    """A picture with something laid over it, mostly with its shadow."""
    soft = cv2.GaussianBlur(over, (0, 0), rng.uniform(0.4, 1.4))[..., None]
    shadow = np.ones_like(soft)
    if rng.random() < 0.7:
        high = rng.uniform(0.5, 0.06 * max(part.shape[:2]) + 1)
        moved = cv2.warpAffine(
            over, np.array([[1, 0, rng.normal(0, high)], [0, 1, rng.normal(0, high)]]), over.shape[::-1]
        )
        shadow = 1 - rng.uniform(0.1, 0.6) * cv2.GaussianBlur(moved, (0, 0), high)[..., None]
    seen = part * shadow * (1 - soft) + lid.astype(np.float32) * soft
    return np.asarray(seen.clip(0, 255), np.uint8)


def framed(pixels: Pixels, box: Box, rng: np.random.Generator) -> Pixels:
    """Something as a finder would frame it, (64, 64, 3), in any light."""
    size = float((box[2:] - box[:2]).max())
    right, down, wider, turn = rng.normal(0, 1, 4).clip(-2, 2) * (ASIDE * size, ASIDE * size, WIDER, 6.0)
    x, y = (box[:2] + box[2:]) / 2
    seen = look(pixels, (float(x + right), float(y + down)), WIDE * size * float(np.exp(wider)), turn)
    if rng.random() < 0.5:
        seen = np.ascontiguousarray(seen[:, ::-1])
    return squeezed(relit(seen, rng), rng)


def whole(shots: list[Scene]) -> list[Die]:
    """Every die, flat or leaning, of which nothing is out of sight and the corners are known."""
    return [
        Die(scene, tuple(map(float, box)), tuple((float(x), float(y)) for x, y in quad))  # type: ignore[arg-type] # four
        for scene in shots
        for box, quad, face, state in zip(scene.boxes, scene.quads, scene.faces, scene.states, strict=True)
        if state != "partial" and face and not np.isnan(quad).any() and _inside(box, scene.pixels)
    ]


def _inside(box: Box, pixels: Pixels) -> bool:
    height, width = pixels.shape[:2]
    return bool(
        (box[:2] > 1).all() and box[2] < width - 1 and box[3] < height - 1 and (box[2:] - box[:2]).max() >= LEAST
    )


def shown(stuff: Material, found: Path, size: int, seed: int) -> Steps:
    """What is shown of this material, beside look-alikes that `mine` found there."""
    false = (
        [(place.scene, np.asarray(place.box, np.float32)) for place in mined(found, stuff)] if found.exists() else []
    )
    return Steps(whole(stuff.by_source["drawn"]), false, stuff, size, seed)


if __name__ == "__main__":
    questions = learning.questions(__doc__, "runs/hidden.pt", steps=5800, size=128)
    questions.add_argument("--mined", type=Path, default=Path("runs/mined.json"), help="look-alikes that `mine` found")
    questions.add_argument("--body", type=Path, help="a checkpoint of the net of corners, whose body it begins with")
    questions.add_argument("--jobs", type=int, default=1, help="processes that make squares")
    asked = questions.parse_args()
    learning.settle_down(asked.threads)
    torch.manual_seed(asked.seed)
    train(
        shown(asked_for(asked), asked.mined, asked.size, asked.seed),
        begun(asked.body),
        asked.out,
        learning.pace(asked),
        asked.jobs,
    )
