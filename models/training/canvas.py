"""Examples for the finder: a square cut from a scene at a chosen scale, and the maps it should answer with."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from models.training.augment import Pixels, relight, resense, shade, squeeze
from models.training.nets import SIZE_UNIT, STRIDE
from models.training.pool import Scene

SMALLEST, LARGEST = 12.0, 150.0  # pixels, the dice a canvas is scaled for
FAINT = 8.0  # pixels; dice below this are neither shown nor denied


@dataclass(frozen=True)
class Canvas:
    """A picture (side, side, 3) uint8 and its dice: boxes (N, 4), quads (N, 4, 2) and cocked (N,).

    The two latter are NaN where nobody knows; cocked is 1 or 0. Those that are `unclear` (N,) are neither shown nor
    denied.
    """

    pixels: Pixels
    boxes: npt.NDArray[np.float32]
    quads: npt.NDArray[np.float32]
    cocked: npt.NDArray[np.float32]
    unclear: npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Maps:
    """What the finder should say: each map is (channels, h, w) float32 on the STRIDE grid."""

    heat: npt.NDArray[np.float32]
    careless: npt.NDArray[np.float32]  # 1 where no answer is wrong
    sides: npt.NDArray[np.float32]
    corners: npt.NDArray[np.float32]
    cocked: npt.NDArray[np.float32]
    on_die: npt.NDArray[np.float32]  # 1 where sides count
    on_quad: npt.NDArray[np.float32]  # 1 where corners count
    on_state: npt.NDArray[np.float32]  # 1 where cocked counts


def canvas(scene: Scene, rng: np.random.Generator, side: int, others: list[Pixels]) -> Canvas:
    """One example of `side` pixels from a scene; some dice of `others`, if any, are pasted on its ground."""
    centre, usual = _aim(scene, rng, side)
    scale = usual * np.array(squeeze(rng), np.float32)  # across and down
    region = np.float32(side) / scale
    room = np.array(scene.pixels.shape[1::-1]) - region  # stay inside the picture, or have all of it inside
    corner = np.clip(centre - region / 2, np.minimum(room, 0), np.maximum(room, 0)).astype(np.float32)
    pixels = window(scene.pixels, corner, region, side, rng)
    boxes = (scene.boxes - np.tile(corner, 2)) * np.tile(scale, 2)
    quads = (scene.quads - corner) * scale
    cocked = np.array([np.nan if scene.source else state == "cocked" for state in scene.states], np.float32)
    clipped = boxes.clip(0, side)
    keep = _area(clipped) > 0.4 * _area(boxes)
    unclear = np.array([not face for face in scene.faces], bool)
    made = Canvas(pixels, clipped[keep], quads[keep], cocked[keep], unclear[keep])
    if others:
        made = _paste(made, rng, others)
    made = _turn(made, rng, upright=scene.upright)
    pixels = shade(made.pixels, rng) if rng.random() < 0.25 else made.pixels
    return replace(made, pixels=resense(relight(pixels, rng), rng))


def window(
    pixels: Pixels,
    corner: npt.NDArray[np.float32],
    region: npt.NDArray[np.float32],
    side: int,
    rng: np.random.Generator,
) -> Pixels:
    """The part of a picture from `corner` (2,), `region` (2,) wide and high, as a square of `side` pixels.

    What lies outside is one flat colour.
    """
    height, width = pixels.shape[:2]
    (left, top), (right, bottom) = corner.round().astype(int), (corner + region).round().astype(int)
    inside = pixels[max(top, 0) : max(bottom, 0), max(left, 0) : max(right, 0)]
    if inside.shape[:2] != (bottom - top, right - left):
        fill = rng.integers(0, 256, 3).tolist()
        whole = np.ascontiguousarray(inside) if inside.size else np.full((1, 1, 3), fill, np.uint8)
        above, below, before, behind = (max(miss, 0) for miss in (-top, bottom - height, -left, right - width))
        inside = cv2.copyMakeBorder(whole, above, below, before, behind, cv2.BORDER_CONSTANT, value=fill)
    shrink = inside.shape[0] > side
    return cv2.resize(inside, (side, side), interpolation=cv2.INTER_AREA if shrink else cv2.INTER_LINEAR)


def maps(example: Canvas) -> Maps:
    """The answers a perfect finder gives for a canvas (CenterNet: a Gaussian a die, its size at its centre)."""
    side = example.pixels.shape[0] // STRIDE
    heat, careless, on_die, on_quad, on_state, cocked = (np.zeros((1, side, side), np.float32) for _ in range(6))
    sides, corners = np.zeros((4, side, side), np.float32), np.zeros((8, side, side), np.float32)
    cell = (np.arange(side, dtype=np.float32) + 0.5) * STRIDE
    dice = zip(example.boxes, example.quads, example.cocked, example.unclear, strict=True)
    for box, quad, leans, unclear in dice:
        size = float((box[2:] - box[:2]).mean())
        x, y = (box[:2] + box[2:]) / 2
        sigma = max(0.1 * size, 0.7 * STRIDE)
        hill = np.exp(-((cell[None] - x) ** 2 + (cell[:, None] - y) ** 2) / (2 * sigma**2))
        if size < FAINT or unclear:
            careless[0][hill > 0.01] = 1
            continue
        hill[min(int(y // STRIDE), side - 1), min(int(x // STRIDE), side - 1)] = 1
        near = hill > np.maximum(heat[0], 0.5)
        heat[0] = np.maximum(heat[0], hill)
        rows, columns = np.nonzero(near)
        at = np.stack((cell[columns], cell[rows]), 1)
        reach = np.concatenate((at - box[:2], box[2:] - at), 1).clip(1)
        sides[:, rows, columns] = np.log(reach / SIZE_UNIT).T
        on_die[0, rows, columns] = 1
        known = not np.isnan(quad).any()
        on_quad[0, rows, columns] = known
        on_state[0, rows, columns] = not np.isnan(leans)
        cocked[0, rows, columns] = np.nan_to_num(leans)
        if known:
            corners[:, rows, columns] = ((quad[None] - at[:, None]) / size).reshape(len(at), 8).T
    return Maps(heat, careless, sides, corners, cocked, on_die, on_quad, on_state)


def _aim(scene: Scene, rng: np.random.Generator, side: int) -> tuple[npt.NDArray[np.float32], float]:
    """Where to look and how near: usually at a die, so that it appears at a size of our choice."""
    height, width = scene.pixels.shape[:2]
    if not len(scene.boxes) or rng.random() < 0.06:
        return np.array([rng.uniform(0, width), rng.uniform(0, height)], np.float32), side / rng.uniform(200, width)
    box = scene.boxes[rng.integers(len(scene.boxes))]
    wanted = np.exp(rng.uniform(np.log(SMALLEST), np.log(LARGEST)))
    scale = float(np.clip(wanted / max((box[2:] - box[:2]).max(), 4), 0.3, 2.6))
    scale = max(scale, side / max(height, width) / 1.6)  # not a stamp in the middle of nothing
    jitter = rng.uniform(-0.45, 0.45, 2) * side / scale
    return ((box[:2] + box[2:]) / 2 + jitter).astype(np.float32), scale


def _area(boxes: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    return np.prod(np.maximum(boxes[:, 2:] - boxes[:, :2], 0), axis=1)


def _turn(made: Canvas, rng: np.random.Generator, *, upright: bool) -> Canvas:
    """Mirrored, and by quarter turns where up means nothing."""
    if rng.random() < 0.5:
        made = _mirrored(made)
    return made if upright or rng.random() < 0.5 else _transposed(made)


def _mirrored(made: Canvas) -> Canvas:
    side = made.pixels.shape[1]
    boxes, quads = made.boxes.copy(), made.quads[:, ::-1].copy()  # reversed, so that they stay clockwise
    boxes[:, [0, 2]] = side - made.boxes[:, [2, 0]]
    quads[..., 0] = side - quads[..., 0]
    return replace(made, pixels=made.pixels[:, ::-1], boxes=boxes, quads=quads)


def _transposed(made: Canvas) -> Canvas:
    return replace(
        made,
        pixels=np.ascontiguousarray(made.pixels.transpose(1, 0, 2)),
        boxes=made.boxes[:, [1, 0, 3, 2]],
        quads=np.ascontiguousarray(made.quads[:, ::-1, ::-1]),
    )


def _paste(made: Canvas, rng: np.random.Generator, others: list[Pixels]) -> Canvas:
    """Real dice laid on this ground, with a soft edge, where there is room."""
    pixels = made.pixels.copy()
    boxes, quads, cocked = list(made.boxes), list(made.quads), list(made.cocked)
    side, size = len(pixels), np.exp(rng.uniform(np.log(18), np.log(110)))
    for _ in range(int(rng.integers(1, 7))):
        die = others[rng.integers(len(others))]
        scale = size * rng.uniform(0.9, 1.1) / max(die.shape[:2])
        width, height = round(die.shape[1] * scale), round(die.shape[0] * scale)
        x, y = rng.integers(0, side - width), rng.integers(0, side - height)
        box = np.array([x, y, x + width, y + height], np.float32)
        if any(_overlap(box, other) for other in boxes):
            continue
        shrunk = cv2.resize(die, (width, height), interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
        mask = _soft_mask(height, width)
        below = pixels[y : y + height, x : x + width]
        pixels[y : y + height, x : x + width] = (mask * shrunk + (1 - mask) * below).astype(np.uint8)
        boxes.append(box)
        quads.append(np.full((4, 2), np.nan, np.float32))
        cocked.append(np.float32(np.nan))
    return Canvas(
        pixels,
        np.array(boxes, np.float32).reshape(-1, 4),
        np.array(quads, np.float32).reshape(-1, 4, 2),
        np.array(cocked, np.float32),
        np.concatenate((made.unclear, np.zeros(len(boxes) - len(made.boxes), bool))),
    )


def _soft_mask(height: int, width: int) -> npt.NDArray[np.float32]:
    """1 inside a rounded square that fills the box, 0 at its corners."""
    x = np.abs(np.linspace(-1, 1, width, dtype=np.float32))[None]
    y = np.abs(np.linspace(-1, 1, height, dtype=np.float32))[:, None]
    reach = (x**5 + y**5) ** 0.2
    return np.clip((1.06 - reach) / 0.12, 0, 1)[..., None]


def _overlap(box: npt.NDArray[np.float32], other: npt.NDArray[np.float32]) -> bool:
    return bool((np.minimum(box[2:], other[2:]) > np.maximum(box[:2], other[:2])).all())
