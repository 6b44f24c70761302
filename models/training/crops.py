"""Examples for the reader: one die each, as the finder would frame it, and things that are no die."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from models.training.answers import NOTHING, Answers
from models.training.augment import Pixels, glare, relight, resense, shade, squeeze
from models.training.pool import Scene
from vision.look import CONTEXT, CROP, look
from vision.reading import Frame
from vision.sides import sides, straightened

SMALLEST_EDGE = 16.0  # pixels, of a face from which one may learn what it shows
ROUND = 0.6  # times its size, so much round a face may be seen with it
GLARING = 0.1  # share of squares with a glare drawn over them
NEARER, FARTHER = 0.88, 1.35  # times the usual width in which a referee sees a die
LOOSE, TWISTED = 0.05, 8.0  # share of an edge by which a finder misses a corner, and degrees by which it turns a face


@dataclass(frozen=True)
class Place:
    """Something to look at in a scene: a box, and what the reader should answer.

    Where a face is looked at straight, `corners` (4, 2) are those of the top or side meant, as `vision.sides` has them.
    """

    scene: Scene
    box: npt.NDArray[np.float32]
    label: str
    corners: npt.NDArray[np.float32] | None = None


def dice(scenes: list[Scene], known: Answers) -> list[Place]:
    """Every die of the scenes that lies flat, whether it shows a face of ours or another."""
    return [
        Place(scene, box, known.to(face))
        for scene in scenes
        for box, face, state in zip(scene.boxes, scene.faces, scene.states, strict=True)
        if face and state == "flat" and (box[2:] - box[:2]).max() >= 9
    ]


def straight(scenes: list[Scene], known: Answers) -> list[Place]:
    """Every top of a flat die whose corners are known, and every side to be seen of which it is known what it shows."""
    return [
        Place(scene, scene.boxes[at], known.to(face), corners)
        for scene in scenes
        for at, state in enumerate(scene.states)
        if state == "flat" and scene.faces[at] and not np.isnan(scene.quads[at]).any()
        for face, corners in _faces(scene, at)
        if np.linalg.norm(corners[1] - corners[0]) >= SMALLEST_EDGE
    ]


def _faces(scene: Scene, at: int) -> Iterator[tuple[str, npt.NDArray[np.float32]]]:
    """What the top of a die shows, and each of its sides as far as that was written down; with the corners of each."""
    quad = scene.quads[at]
    yield scene.faces[at], quad
    beside = scene.beside[at] if scene.beside else ()
    for side in sides(scene.boxes[at], quad) if beside else ():
        if face := beside[int(np.abs(quad - side[1]).sum(1).argmin())]:
            yield face, side


def nothing(scene: Scene, rng: np.random.Generator) -> Place:
    """A place of the scene that frames no die: the ground, half a die, one pip, or several dice at once."""
    height, width = scene.pixels.shape[:2]
    for _ in range(8):
        if len(scene.boxes) and rng.random() < 0.7:
            box = _beside(scene.boxes[rng.integers(len(scene.boxes))], rng)
        else:
            size = np.exp(rng.uniform(np.log(14), np.log(0.5 * min(width, height))))
            x, y = rng.uniform(0, width - size), rng.uniform(0, height - size)
            box = np.array([x, y, x + size, y + size], np.float32)
        if not len(scene.boxes) or iou(box, scene.boxes).max() < 0.3:
            return Place(scene, box, NOTHING)
    return Place(scene, np.array([0, 0, 12, 12], np.float32), NOTHING)


def crop(place: Place, rng: np.random.Generator, known: Answers, harsh: float = 1.0) -> Pixels:
    """The place as a (CROP, CROP, 3) picture, framed and lit a little differently every time.

    Pips may be mirrored, and turned where they are seen straight, letters may not; and where colours are to be told,
    light changes no more than light does.
    `harsh` tells how much of its sharpness it may lose: the pictures of a pool have been through a camera before.
    """
    pixels = _framed(place, rng) if place.corners is None else _straightened(place.scene, place.corners, rng)
    if place.corners is not None and known.mirrored:
        pixels = np.rot90(pixels, int(rng.integers(4)))
    if rng.random() < 0.5 and known.mirrored:
        pixels = np.ascontiguousarray(pixels[:, ::-1])
    if rng.random() < 0.2 * harsh:
        pixels = coarse(pixels, rng)
    if rng.random() < 0.3 * harsh:
        pixels = shade(pixels, rng)
    if rng.random() < GLARING:
        pixels = glare(pixels, rng)
    return resense(relight(pixels, rng, true=bool(known.colours), harsh=harsh), rng, harsh)


def reframed(place: Place, rng: np.random.Generator) -> Place:
    """The same place seen from nearer or farther away; a face that is looked at straight stays as it is framed."""
    if place.corners is not None:
        return place
    low, high = place.box[:2], place.box[2:]
    middle, half = (low + high) / 2, (high - low) / 2 * np.exp(rng.uniform(np.log(NEARER), np.log(FARTHER)))
    return replace(place, box=np.concatenate((middle - half, middle + half)).astype(np.float32))


def _framed(place: Place, rng: np.random.Generator) -> Pixels:
    box = place.box
    size = float((box[2:] - box[:2]).max())
    jitter = 0.07 * size * rng.normal(0, 1, 2).clip(-2, 2)
    turn = rng.normal(0, 9) if place.scene.upright else rng.uniform(0, 360)
    stretch = np.exp(rng.normal(0, 0.07))
    centre = (box[:2] + box[2:]) / 2 + jitter
    narrow = squeeze(rng)
    wide = CONTEXT * size * stretch / min(narrow)
    seen = look(place.scene.pixels, (float(centre[0]), float(centre[1])), wide, turn)
    return seen if min(narrow) == 1 else _squeezed(seen, narrow)


def _squeezed(pixels: Pixels, narrow: tuple[float, float]) -> Pixels:
    """All of the picture (CROP, CROP, 3) one way, and of the other way its middle, so much as is not drawn together."""
    across, down = (CROP * min(narrow) / each for each in narrow)
    x, y = round((CROP - across) / 2), round((CROP - down) / 2)
    return cv2.resize(pixels[y : CROP - y, x : CROP - x], (CROP, CROP), interpolation=cv2.INTER_LINEAR)


def _straightened(scene: Scene, corners: npt.NDArray[np.float32], rng: np.random.Generator) -> Pixels:
    """A face seen straight, its corners missed by as much as a finder misses them."""
    edge = float(np.linalg.norm(corners[1] - corners[0]))
    missed = LOOSE * edge * (rng.normal(0, 1, 2) + rng.normal(0, 0.7, (4, 2))).clip(-2, 2)
    middle = corners.mean(0)
    found = (corners - middle) @ _turned(np.radians(rng.normal(0, TWISTED))) + middle + missed
    pixels, corner = _round(scene.pixels, corners)
    return straightened(Frame(pixels).halves, np.asarray(found - corner, np.float32))


def _round(pixels: Pixels, corners: npt.NDArray[np.float32]) -> tuple[Pixels, npt.NDArray[np.int64]]:
    """So much of a picture as is seen round a face, and where that lies in it: the whole need not be halved."""
    (height, width), low, high = pixels.shape[:2], corners.min(0), corners.max(0)
    room = ROUND * (high - low).max() + 4
    x0, y0 = np.clip((low - room).astype(int), 0, (width - 8, height - 8))
    x1, y1 = np.clip((high + room).astype(int) + 1, (x0 + 8, y0 + 8), (width, height))
    return np.ascontiguousarray(pixels[y0:y1, x0:x1]), np.array([x0, y0])


def as_if_flat(place: Place, rng: np.random.Generator) -> Place:
    """The same place with corners such as a finder gives to what is no die: anyhow turned, seen from anywhere."""
    size = rng.uniform(0.5, 1.0) * (place.box[2:] - place.box[:2]).max()
    square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) @ _turned(
        rng.uniform(-np.pi / 4, np.pi / 4)
    )
    corners = size * square * (1, rng.uniform(0.6, 1.0)) + (place.box[:2] + place.box[2:]) / 2
    return replace(place, corners=np.asarray(corners, np.float32))


def _turned(angle: float) -> npt.NDArray[np.float64]:
    return np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])


def _beside(box: npt.NDArray[np.float32], rng: np.random.Generator) -> npt.NDArray[np.float32]:
    """A frame that misses the die: pushed aside, on a part of it, or far too wide."""
    centre, size = (box[:2] + box[2:]) / 2, float((box[2:] - box[:2]).max())
    way = rng.random()
    if way < 0.5:
        angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.55, 1.1)
        centre = centre + far * size * np.array([np.cos(angle), np.sin(angle)])
        size *= rng.uniform(0.7, 1.3)
    elif way < 0.75:
        centre = centre + rng.uniform(-0.35, 0.35, 2) * size
        size *= rng.uniform(0.15, 0.5)
    else:
        centre = centre + rng.uniform(-0.6, 0.6, 2) * size
        size *= rng.uniform(2.0, 3.5)
    return np.concatenate((centre - size / 2, centre + size / 2)).astype(np.float32)


def coarse(pixels: Pixels, rng: np.random.Generator) -> Pixels:
    """As if the die had been photographed with few pixels."""
    few = int(rng.integers(18, 48))
    small = cv2.resize(pixels, (few, few), interpolation=cv2.INTER_AREA)
    return cv2.resize(small, (CROP, CROP), interpolation=cv2.INTER_LINEAR)


def iou(box: npt.NDArray[np.float32], boxes: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Overlap of one box with each of (N, 4), as intersection over union."""
    inner = np.maximum(np.minimum(box[2:], boxes[:, 2:]) - np.maximum(box[:2], boxes[:, :2]), 0).prod(1)
    areas = (boxes[:, 2:] - boxes[:, :2]).prod(1) + (box[2:] - box[:2]).prod()
    return inner / (areas - inner)
