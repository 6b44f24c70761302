"""Draw labelled pictures of dice on any table, with pips or those of another kit: seeded and fast."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.clutter import any_box, any_flat, hand, lay_cable, lay_flat
from models.training.colour import Array, Bytes, laid_over
from models.training.dice_art import Make, Skin, any_make, foreign, part_emblem, pip_skin
from models.training.grounds import ground
from models.training.kit_art import LOOKALIKES, any_set, any_stranger, inks_of, kit_skin, stranger
from models.training.light import Bulge, Light, any_bulge, any_light, shade, shadows
from models.training.panels import any_panels
from models.training.sensor import expose
from models.training.solid import CORNERS, Place, Shape, cast
from models.training.throw import Lie, lies, upon
from models.training.view import View, over_table
from vision.kit import kit as kit_of

PIPS = "pips"
MIXED = 0.35  # share of pictures of another kit in which pip dice lie too
STRANGERS = 0.2  # share of them among its dice
SMALLEST, LARGEST = 12.0, 300.0  # pixels of a die in a picture 416 wide
SMALLEST_LETTER = 18.0  # the same where there are letters to be read
ROOM = 0.45  # share of the picture's width that the dice of a throw take side by side, were they in a square
PARTIAL = 0.75  # below this visible share a die counts as partly hidden


@dataclass(frozen=True)
class Label:
    """One die in a picture; `quad` holds the corners of its top face as if its edges were sharp."""

    face: str  # in notation, or "?" where a die shows what is no face of the kit
    box: tuple[float, float, float, float]  # x0 y0 x1 y1, pixels, round all that is seen of the die
    quad: NDArray[np.float32]  # (4, 2), pixels, clockwise from the corner nearest to the picture's top left
    state: str  # "flat" | "cocked" | "partial"
    visible: float  # share 0..1 that neither other things nor the frame hide
    beside: tuple[str, ...] = ()  # the side that begins at each edge of the quad, from its first


@dataclass(frozen=True)
class Picture:
    """A drawn picture and every die in it."""

    pixels: Bytes  # (H, W, 3) BGR
    dice: tuple[Label, ...]


@dataclass(frozen=True)
class Thing:
    """A solid in the scene; `face` is "" for all that is no die of the kit."""

    shape: Shape
    skin: Skin
    lie: Lie
    bulge: Bulge

    @property
    def face(self) -> str:
        """The symbol on the upper side."""
        return self.skin.symbols[self.lie.side]


def picture(  # noqa: PLR0913 - each of them is a wish of its own, and most pictures have none
    rng: np.random.Generator,
    width: int = 416,
    height: int = 416,
    *,
    kit: str = PIPS,
    held_out: bool = False,
    throw: int | None = None,
    tilt: tuple[float, float] | None = None,
    leaning: float | None = None,
    sign: str = "",
    strange: float = 0.0,
) -> Picture:
    """Draw one picture with 0 to 14 dice of 12 to 300 pixels (at a width of 416).

    The dice are those of a kit; where it is one with letters, pip dice and cubes that are no face of it lie among them
    now and then, and its fonts are those of training or those `held_out`. A `throw` is of so many dice of one set and
    no strangers, as large as leaves room for them; of none it is a table without dice. `tilt` are degrees off the
    vertical between which the camera looks; `leaning` is as `lies` has it. Where there is a `sign`, one die of the set
    shows that, which is no face of the kit; `strange` is the share of dice in the set's own lettering that show any
    such signs.
    """
    scale = max(width, height) / 416
    smallest = SMALLEST if kit == PIPS else SMALLEST_LETTER
    largest = min(LARGEST, ROOM * 416 / np.sqrt(throw)) if throw else LARGEST
    die = scale * float(np.exp(rng.uniform(np.log(smallest), np.log(largest))))
    view = over_table(rng, width, height, die, tilt)
    most = int(np.clip(0.45 * width * height / (1.7 * die * die), 1, 14))
    count = 0 if rng.random() < 0.07 else int(rng.integers(1, most + 1))
    count = count if throw is None else throw
    odd = int(rng.integers(1, 4)) if rng.random() < 0.3 else 0
    tile = int(np.clip(die * (1.5 if die < 90 else 0.8), 16, 200))
    makes = () if kit == PIPS else any_set(rng, kit, held_out=held_out)
    if makes:
        dice = _kit_dice(rng, tile, count, kit, makes, pure=bool(throw), strange=strange)
    else:
        dice = _dice(rng, tile, count)
    if sign and makes:
        odd_one = stranger(makes[0], (sign,) * 6, inks_of(makes[0])[0])
        dice[-1] = (dice[-1][0], foreign(kit_skin(rng, odd_one, tile)))
    things = _things(rng, view, [*_boxes(rng, tile, odd, LOOKALIKES[kit]), *dice], leaning)
    pixels, owner = _scene(rng, view, die, things)
    labels = [label for number, thing in enumerate(things, 1) if (label := _label(view, thing, owner, number))]
    return Picture(expose(rng, pixels, die, grey=not kit_of(kit).coloured), tuple(labels))


def _things(
    rng: np.random.Generator, view: View, solids: list[tuple[Shape, Skin]], leaning: float | None
) -> list[Thing]:
    """Let the dice and odd solids of a picture come to lie, farthest first; `leaning` is as `lies` has it."""
    shapes, skins = [shape for shape, _ in solids], [skin for _, skin in solids]
    bulge = any_bulge(rng)
    places = lies(rng, view, shapes, leaning)
    things = [Thing(s, k, lie, bulge) for s, k, lie in zip(shapes, skins, places, strict=True) if lie]
    if things and rng.random() < 0.05:
        below = things[-1]
        if below.face and not below.lie.tilted:
            things.append(
                Thing(below.shape, below.skin, upon(rng, below.shape, below.lie, float(2 * below.shape.half[2])), bulge)
            )
    # A far thing is painted before a near one, a low one before the one stacked on it.
    return sorted(things, key=lambda thing: -float(np.linalg.norm(thing.lie.place.centre - view.eye)))


def _boxes(rng: np.random.Generator, tile: int, count: int, avoid: Sequence[str]) -> list[tuple[Shape, Skin]]:
    boxes = [any_box(rng, tile, avoid) for _ in range(count)]
    return [(box.shape, box.skin) for box in boxes]


def _dice(rng: np.random.Generator, tile: int, count: int) -> list[tuple[Shape, Skin]]:
    """A set or a mixture of dice: one make for all, a few, or each its own."""
    sets = int(rng.choice([1, 2, 3, 14], p=[0.45, 0.2, 0.1, 0.25]))
    makes = [any_make(rng) for _ in range(min(sets, max(count, 1)))]
    forms = [_form(rng) for _ in makes]
    mixed = rng.random() < 0.2
    emblem = int(rng.integers(6)) if rng.random() < 0.1 else None
    painted: dict[int, Skin] = {}
    dice = []
    for _ in range(count):
        which = int(rng.integers(len(makes)))
        if which not in painted or makes[which].stuff == "marbled":
            painted[which] = _paint(rng, makes[which], tile, emblem)
        size = np.float32(np.exp(rng.uniform(np.log(0.55), np.log(1.8)))) if mixed else np.float32(1)
        form = forms[which]
        dice.append((Shape(form.half * size, float(form.rounding * size), float(form.ball * size)), painted[which]))
    return dice


def _kit_dice(
    rng: np.random.Generator, tile: int, count: int, kit: str, makes: Sequence[Make], *, pure: bool, strange: float
) -> list[tuple[Shape, Skin]]:
    """Dice of one set, each of them once where no two are alike; unless it is `pure`, strangers replace a few.

    A share of them, `strange`, shows what is no face of the kit in the lettering of the others.
    """
    form = _form(rng)
    ten = kit_of(kit).dice
    mixed, worn_face = rng.random() < MIXED and not pure, rng.random() < 0.1 and not pure
    order = rng.permutation(len(makes)) if ten else rng.integers(0, len(makes), count)
    dice = []
    for which in order[:count]:
        if mixed and rng.random() < STRANGERS:
            dice += [(shape, foreign(skin)) for shape, skin in _dice(rng, tile, 1)]
            continue
        if strange and rng.random() < strange:
            dice.append((form, foreign(kit_skin(rng, any_stranger(rng, makes[which], kit), tile))))
            continue
        skin = kit_skin(rng, makes[which], tile)
        if worn_face:
            skin = part_emblem(rng, skin, makes[which], int(rng.integers(6)))
        dice.append((form, skin))
    return dice


def _paint(rng: np.random.Generator, make: Make, tile: int, emblem: int | None) -> Skin:
    skin = pip_skin(rng, make, tile)
    return skin if emblem is None else part_emblem(rng, skin, make, emblem)


def _form(rng: np.random.Generator) -> Shape:
    """How a die is cut: sharp casino edges to nearly a ball."""
    half = np.full(3, 0.5, np.float32)
    pick = rng.random()
    if pick < 0.12:
        return Shape(half, float(rng.uniform(0.01, 0.04)))
    if pick < 0.35:
        return Shape(half, float(rng.uniform(0.03, 0.08)), float(rng.uniform(0.62, 0.78)))
    return Shape(half, float(rng.uniform(0.04, 0.2)))


def _scene(rng: np.random.Generator, view: View, die: float, things: list[Thing]) -> tuple[Array, NDArray[np.int16]]:
    """Light the table and paint all things on it -> linear light, and the number of the thing at each pixel."""
    pixels = ground(rng, view)
    if things and rng.random() < 0.07:
        pixels *= _towards(pixels, things[-1].skin)
    solids = [(thing.shape, thing.lie.place) for thing in things]
    solids += _strew(rng, view, die, pixels)
    light = replace(any_light(rng, pixels[::8, ::8].mean(axis=(0, 1))), panels=any_panels(rng, view))
    pixels *= shadows(view, light, solids, die)
    owner = np.zeros((view.height, view.width), np.int16)
    for number, thing in enumerate(things, 1):
        paint(pixels, owner, view, light, thing, number)
    if rng.random() < 0.06:
        cover, skin = hand(rng, view, die)
        pixels = laid_over(pixels, cover, skin * light.on_table())
        owner[cover > 0.5] = 0
    return pixels, owner


def _towards(pixels: Array, skin: Skin) -> Array:
    """What makes a table as good as the colour of a die, hard to see on it: (3,) factors."""
    wanted, had = np.median(skin.art, axis=(0, 1)), pixels[::8, ::8].mean(axis=(0, 1))
    return np.asarray(np.clip(wanted / (had + 0.02), 0.1, 4), np.float32)


def _strew(rng: np.random.Generator, view: View, die: float, pixels: Array) -> list[tuple[Shape, Place]]:
    """Lay flat things and cables on the bare table, in place -> what of them throws a shadow."""
    solids = []
    if rng.random() < 0.5:
        for _ in range(int(rng.integers(1, 7))):
            flat = any_flat(rng)
            spot = view.touch(rng.uniform(0, view.width), rng.uniform(0, view.height))
            yaw = float(rng.uniform(0, 2 * np.pi))
            lay_flat(pixels, view, flat, spot, yaw)
            c, s = np.cos(yaw), np.sin(yaw)
            turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]], np.float32)
            solids.append(
                (
                    Shape(np.array([flat[1] / 2, flat[2] / 2, 0.04], np.float32) * np.float32(0.9), 0.0),
                    Place(spot, turn),
                )
            )
    if rng.random() < 0.08:
        lay_cable(rng, pixels, view, die)
    return solids if rng.random() < 0.6 else []


def paint(pixels: Array, owner: NDArray[np.int16], view: View, light: Light, thing: Thing, number: int) -> None:
    """Paint one solid over the picture and the owner map, in place; small ones at twice the detail."""
    place, shape = thing.lie.place, thing.shape
    x0, y0, x1, y1 = _frame(view, shape, place)
    if x1 <= x0 or y1 <= y0:
        return
    fine = 2 if max(x1 - x0, y1 - y0) < 120 else 1
    xs = x0 + (np.arange((x1 - x0) * fine, dtype=np.float32) + 0.5) / fine
    ys = y0 + (np.arange((y1 - y0) * fine, dtype=np.float32) + 0.5) / fine
    hits = cast(view, shape, place, xs, ys)
    patch = np.zeros((*hits.mask.shape, 4), np.float32)
    if hits.mask.any():
        patch[hits.mask, :3] = shade(thing.skin, hits, shape, place, light, thing.bulge)
        patch[hits.mask, 3] = 1
    size = (x1 - x0, y1 - y0)
    patch = cv2.resize(patch, size, interpolation=cv2.INTER_AREA) if fine > 1 else cv2.blur(patch, (2, 2))
    cover = patch[..., 3:]
    target = pixels[y0:y1, x0:x1]
    target *= 1 - cover
    target += patch[..., :3]
    owner[y0:y1, x0:x1][cover[..., 0] > 0.5] = number


def _frame(view: View, shape: Shape, place: Place) -> tuple[int, int, int, int]:
    """The pixels of the picture that a solid can touch."""
    corners = view.project(place.corners(shape, 0.25))
    x0, y0 = np.maximum(np.floor(corners.min(0)) - 1, 0).astype(int)
    x1, y1 = np.minimum(np.ceil(corners.max(0)) + 1, (view.width, view.height)).astype(int)
    return int(x0), int(y0), int(x1), int(y1)


def _label(view: View, thing: Thing, owner: NDArray[np.int16], number: int) -> Label | None:
    """Say what is to be read of a thing; None for what is no die or is hardly seen."""
    if not thing.face:
        return None
    x0, y0, x1, y1 = _frame(view, thing.shape, thing.lie.place)
    mine = owner[y0:y1, x0:x1] == number
    if mine.sum() < 12:
        return None
    visible = min(1.0, float(mine.sum()) / max(_area(view, thing), 1.0))
    if visible < 0.1:
        return None
    rows, columns = np.flatnonzero(mine.any(axis=1)), np.flatnonzero(mine.any(axis=0))
    left, top, right, bottom = x0 + columns[0], y0 + rows[0], x0 + columns[-1] + 1, y0 + rows[-1] + 1
    box = (float(left), float(top), float(right), float(bottom))
    state = "partial" if visible < PARTIAL else "cocked" if thing.lie.tilted else "flat"
    quad, beside = top_quad(view, thing.shape, thing.lie)
    return Label(thing.face, box, quad, state, visible, tuple(thing.skin.symbols[side] for side in beside))


def _area(view: View, thing: Thing) -> float:
    """The area in pixels that the whole thing would fill, seen by a coarse grid of rays."""
    corners = view.project(thing.lie.place.corners(thing.shape))
    low, high = corners.min(0), corners.max(0)
    grid = [low[i] + (np.arange(32, dtype=np.float32) + 0.5) / 32 * (high[i] - low[i]) for i in (0, 1)]
    share = cast(view, thing.shape, thing.lie.place, grid[0], grid[1]).mask.mean()
    return float(share * np.prod(high - low))


def top_quad(view: View, shape: Shape, lie: Lie) -> tuple[Array, list[int]]:
    """The picture corners (4, 2) of the upper side, clockwise, the one nearest to the top left first.

    And which side begins at each of its edges, 0..5 in the order +x -x +y -y +z -z.
    """
    axis, sign = lie.side // 2, 1 - 2 * (lie.side % 2)
    if lie.tilted:
        axis = int(np.abs(lie.place.turn[2]).argmax())
        sign = 1 if lie.place.turn[2, axis] > 0 else -1
    own = CORNERS[CORNERS[:, axis] == sign] * shape.half
    seen = view.project(np.asarray(own @ lie.place.turn.T + lie.place.centre, np.float32))
    away = seen - seen.mean(0)
    order = np.argsort(np.arctan2(away[:, 1], away[:, 0]))
    order = np.roll(order, -int(seen[order].sum(1).argmin()))
    signs = np.sign(own[order])
    edges = (signs == np.roll(signs, -1, 0)) & (np.arange(3) != axis)  # what both ends of an edge have in common
    beside = [
        2 * int(shared.argmax()) + int(sign[shared.argmax()] < 0) for shared, sign in zip(edges, signs, strict=True)
    ]
    return np.asarray(seen[order], np.float32), beside
