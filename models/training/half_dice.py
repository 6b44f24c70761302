"""What an edge of a picture cuts, seen together with its mirror image, to learn from: dice, and what is none.

`vision.edges` looks so at what may be cut. Nobody can tell what half a die shows; that it is one may be learned.
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from models.training.answers import DIE, NOTHING, Answers
from models.training.augment import Pixels
from models.training.crops import Place, as_if_flat
from models.training.edges import AROUND, Seen, part_of, place
from models.training.material import Material
from models.training.pool import Scene
from vision.boxes import Boxes
from vision.look import mirrored

LEFT = (0.2, 0.75)  # share of a die, across the edge, that is in the picture
DICE, FALSE, LIKE = 0.4, 0.25, 0.2  # shares of dice, of what the finder took for one at an edge, and of look-alikes
REAL = 0.5  # share of the others that lie at the edge that their picture has
STRAIGHT = 0.5  # share that is seen as a top, straight from above
LEAST = 12.0  # pixels of a die
COVERED = 0.3  # share of a die that may be within the frame of something that is none


@dataclass(frozen=True)
class HalfDice:
    """Cut dice and what is none, to be shown.

    `false` is what a finder took for half a die, `lookalikes` what it took for a whole one.
    """

    known: Answers
    false: list[tuple[Scene, Seen]]
    lookalikes: list[Place]
    stuff: Material
    harsh: float = 1.0

    def next(self, rng: np.random.Generator) -> Place:
        """A die that an edge cuts, or something that is none, with its mirror image."""
        shown = None
        while shown is None:  # now and then a die is in the way
            shown = self._next(rng)
        if rng.random() >= STRAIGHT:
            return replace(shown, corners=None)
        return shown if shown.corners is not None else as_if_flat(shown, rng)

    def _next(self, rng: np.random.Generator) -> Place | None:
        source = self.stuff.draw(rng, singles=False)
        shots = self.stuff.by_source[source]
        scene = shots[rng.integers(len(shots))]
        roll = rng.random()
        if roll < DICE:
            return cut_die(scene, rng)
        if roll < DICE + FALSE and self.false:
            return place(*self.false[rng.integers(len(self.false))])
        if roll < DICE + FALSE + LIKE and self.lookalikes:
            like = self.lookalikes[rng.integers(len(self.lookalikes))]
            return cut_through(like.scene, like.box, NOTHING, rng)
        real = 0 if source == "drawn" else REAL  # a drawn die of which little is seen is not told
        return beside(scene, rng, real)


def cut_die(scene: Scene, rng: np.random.Generator) -> Place | None:
    """One of the dice of a scene, an edge through it; None where there is none that is large enough and not denied."""
    named = np.array([bool(face) for face in scene.faces], bool)
    large = np.flatnonzero(named & ((scene.boxes[:, 2:] - scene.boxes[:, :2]).max(1, initial=0) >= LEAST))
    return cut_through(scene, scene.boxes[rng.choice(large)], DIE, rng) if len(large) else None


def cut_through(scene: Scene, box: npt.NDArray[np.float32], label: str, rng: np.random.Generator) -> Place | None:
    """Something in a scene with an edge through it, as if the picture ended there; None where a die is in the way."""
    side = _side(scene, rng)
    x0, y0, x1, y1 = side.turned(box[None])[0].tolist()
    depth = rng.uniform(*LEFT) * (x1 - x0)
    return side.seen(round(x1 - depth), (y0, y1), depth, label)


def beside(scene: Scene, rng: np.random.Generator, real: float = REAL) -> Place | None:
    """Whatever else an edge cuts, as large as a die, a share at the `real` edge; None where a die is in the way."""
    side = _side(scene, rng)
    sizes = (scene.boxes[:, 2:] - scene.boxes[:, :2]).max(1, initial=0)
    usual = float(np.median(sizes)) if len(sizes) else np.exp(rng.uniform(np.log(LEAST), np.log(side.height / 3)))
    size = max(usual * np.exp(rng.normal(0, 0.3)), LEAST)
    at = 0 if rng.random() < real else int(rng.integers(0, max(side.width - round(size), 1)))
    middle = rng.uniform(0, side.height)
    return side.seen(at, (middle - size / 2, middle + size / 2), size / 2 * rng.uniform(0.5, 1.2), NOTHING)


@dataclass(frozen=True)
class Side:
    """A scene turned so that the side of the picture that is meant lies on the left."""

    scene: Scene
    upright: bool  # whether that was the upper or lower side
    far: bool  # whether it was the right or lower one

    @property
    def pixels(self) -> Pixels:
        """The picture, turned."""
        pixels = self.scene.pixels.transpose(1, 0, 2) if self.upright else self.scene.pixels
        return pixels[:, ::-1] if self.far else pixels

    @property
    def width(self) -> int:
        """Pixels from the side that is meant to the one across."""
        return int(self.scene.pixels.shape[0 if self.upright else 1])

    @property
    def height(self) -> int:
        """Pixels along the side that is meant."""
        return int(self.scene.pixels.shape[1 if self.upright else 0])

    def turned(self, boxes: Boxes) -> Boxes:
        """Boxes of the scene (N, 4), turned."""
        x0, y0, x1, y1 = (boxes[:, [1, 0, 3, 2]] if self.upright else boxes).T
        return np.stack((self.width - x1, y0, self.width - x0, y1) if self.far else (x0, y0, x1, y1), 1)

    def seen(self, at: int, along: tuple[float, float], depth: float, label: str) -> Place | None:
        """What lies at an edge `at` so many pixels from the left, `along` it from here to there, `depth` pixels deep.

        None where other dice than a die that is meant are in the way.
        """
        frame = np.array([at - depth, along[0], at + depth, along[1]], np.float32)
        wanted = 1 if label == DIE else 0
        if not 0 <= at < self.width - 1 or _in_the_way(frame, at, self.turned(self.scene.boxes)) != wanted:
            return None
        reach = round(AROUND * max(2 * depth, along[1] - along[0]))
        top = round((along[0] + along[1]) / 2) - reach
        patch = mirrored(np.ascontiguousarray(self.pixels[:, at : at + 2 * reach]), -reach, top, 2 * reach, 2 * reach)
        box = frame - np.array([at - reach, top, at - reach, top], np.float32)
        if self.far:
            patch = patch[:, ::-1]  # it and its image change places
        if self.upright:
            patch, box = patch.transpose(1, 0, 2), box[[1, 0, 3, 2]]
        return Place(part_of(self.scene, patch), box, label)


def _side(scene: Scene, rng: np.random.Generator) -> Side:
    return Side(scene, upright=rng.random() < 0.5, far=rng.random() < 0.5)


def _in_the_way(frame: npt.NDArray[np.float32], at: int, dice: Boxes) -> int:
    """How many dice an edge cuts within a frame, or lie in it for the most part."""
    inner = np.minimum(frame[2:], dice[:, 2:]) - np.maximum(frame[:2], dice[:, :2])
    within = inner.clip(0).prod(1) / (dice[:, 2:] - dice[:, :2]).prod(1)
    cut = (inner > 0).all(1) & (dice[:, 0] < at) & (dice[:, 2] > at)
    return int((cut | (within > COVERED)).sum())
