"""Dice whose faces are none of ours: any of a thousand icons or letters painted over the top of a drawn die.

The icons are those of Font Awesome Free (fonts under OFL-1.1, icons under CC-BY-4.0), which `pip install '.[train]'`
brings; whoever has not got them trains without.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from models.training.answers import OTHER
from models.training.colour import octaves
from models.training.crops import Place

TILE = 64  # pixels, side of a face while it is painted
SMALLEST = 40.0  # pixels of a die's box; on smaller ones nobody can tell an emblem from a single pip
# Icons that are pips by another name: dice, filled circles, rows and fields of dots.
PIPS = (
    *range(0xF522, 0xF529), 0xF111, 0xF192, 0xF141, 0xF142, 0xF58D, 0xF58E, 0xF2A1, 0xF140, 0xF8D9, 0xF51F, 0xF0C8,
    0xF22D, 0xF563, 0xF637, 0xF110, 0xF453, 0xF04D, 0xF28D, 0xF0A3, 0xF185, 0xF56E, 0xF6CF, 0xF10C, 0xF1DB,
)  # fmt: skip

NOWHERE = 0xE9FF  # a code that no font has

Icon = npt.NDArray[np.uint8]  # (TILE, TILE)
Cover = npt.NDArray[np.float32]  # (TILE, TILE), 0 bare .. 1 painted


@cache
def icons() -> tuple[Icon, ...]:
    """Every icon that is no pip, as (TILE, TILE) masks; none where the package is not installed."""
    found = find_spec("fontawesomefree")
    if found is None or found.origin is None:
        return ()
    fonts = sorted((Path(found.origin).parent / "static/fontawesomefree/webfonts").glob("fa-[brs]*.ttf"))
    return tuple(icon for font in fonts for icon in glyphs(font, [c for c in range(0xE000, 0xF900) if c not in PIPS]))


def glyphs(font: Path, codes: Iterable[int]) -> list[Icon]:
    """The characters of those codes that a font has, as (TILE, TILE) masks."""
    type_ = ImageFont.truetype(str(font), TILE)
    nothing = _mask(type_, NOWHERE)
    drawn = (_mask(type_, code) for code in codes)
    return [mask for mask in drawn if mask is not None and not (nothing is not None and np.array_equal(mask, nothing))]


def _mask(type_: ImageFont.FreeTypeFont, code: int) -> Icon | None:
    left, top, right, bottom = type_.getbbox(chr(code))
    if right - left < TILE / 8 or bottom - top < TILE / 8:
        return None
    page = Image.new("L", (round(right - left) + 2, round(bottom - top) + 2))
    ImageDraw.Draw(page).text((1 - left, 1 - top), chr(code), 255, font=type_)
    scale = TILE / max(page.size)
    small = page.resize((max(round(page.width * scale), 1), max(round(page.height * scale), 1)))
    whole = Image.new("L", (TILE, TILE))
    whole.paste(small, ((TILE - small.width) // 2, (TILE - small.height) // 2))
    return np.asarray(whole, np.uint8)


def any_emblem(rng: np.random.Generator, known: Sequence[Icon]) -> Cover:
    """One of the known icons, turned anyhow, as large as a face takes it; now and then cut out of a disc."""
    mask = known[int(rng.integers(len(known)))]
    scale = rng.uniform(0.55, 0.9)
    turn = cv2.getRotationMatrix2D((TILE / 2 - 0.5, TILE / 2 - 0.5), rng.uniform(0, 360), scale)
    if rng.random() < 0.3:
        turn[0] *= rng.choice([-1, 1])
        turn[0, 2] += TILE - 1 if turn[0, 2] < 0 else 0
    cover = np.asarray(cv2.warpAffine(mask, turn, (TILE, TILE), flags=cv2.INTER_AREA), np.float32) / 255
    if rng.random() < 0.1:
        disc = np.zeros((TILE, TILE), np.uint8)
        cv2.circle(disc, (TILE // 2, TILE // 2), int(TILE * rng.uniform(0.3, 0.45)), 255, -1, cv2.LINE_AA)
        cover = np.abs(disc.astype(np.float32) / 255 - cover)
    return np.asarray(cover, np.float32)


def may_be_repainted(place: Place) -> bool:
    """Whether the corners of the die's top face are known, and it is large enough to tell."""
    scene = place.scene
    at = _at(place)
    return (
        at is not None
        and not np.isnan(scene.quads[at]).any()
        and bool((place.box[2:] - place.box[:2]).max() > SMALLEST)
    )


def _at(place: Place) -> int | None:
    same = np.flatnonzero((place.scene.boxes == place.box).all(1))
    return int(same[0]) if len(same) else None


def repainted(place: Place, rng: np.random.Generator) -> Place:
    """The same die with an emblem in place of its pips: a face that is none of ours."""
    alone = taken_out(place)
    print_emblem(alone.scene.pixels, alone.scene.quads[0], rng, icons())
    return alone


def with_worn_ace(place: Place, rng: np.random.Generator) -> Place:
    """The same die with one large pip, half rubbed off, in place of what it shows: a 1, whatever icon it resembles."""
    alone = replace(taken_out(place), label="1")
    _print_over(alone.scene.pixels, alone.scene.quads[0], rng, _worn_disc)
    return alone


def _worn_disc(rng: np.random.Generator) -> Cover:
    """A disc about the middle of a face, blotches of it rubbed off."""
    disc = np.zeros((TILE, TILE), np.uint8)
    spot = [round(16 * TILE * (0.5 + rng.normal(0, 0.01))) for _ in range(2)]
    cv2.circle(disc, spot, round(16 * TILE * rng.uniform(0.1, 0.24)), 255, -1, cv2.LINE_AA, shift=4)
    blotches = octaves(rng, TILE, TILE, TILE * rng.uniform(0.08, 0.3), 3) - rng.uniform(0.4, 0.65)
    rubbed = np.clip(blotches * rng.uniform(3, 12), 0, rng.uniform(0.3, 0.9))
    return np.asarray(disc.astype(np.float32) / 255 * (1 - rubbed), np.float32)


def taken_out(place: Place) -> Place:
    """The die and what is round it, as a small scene of its own that may be painted on; its face is none of ours."""
    at = _at(place)
    if at is None:
        raise ValueError("Only a die of the scene can be painted over.")
    size = float((place.box[2:] - place.box[:2]).max())
    height, width = place.scene.pixels.shape[:2]
    x0, y0 = (max(int(side - size), 0) for side in place.box[:2])
    x1, y1 = min(int(place.box[2] + size), width), min(int(place.box[3] + size), height)
    corner = np.array([x0, y0], np.float32)
    pixels = np.array(place.scene.pixels[y0:y1, x0:x1])
    scene = replace(
        place.scene,
        pixels=pixels,
        boxes=place.scene.boxes[at : at + 1] - np.tile(corner, 2),
        quads=place.scene.quads[at : at + 1] - corner,
        faces=("?",),
        states=("flat",),
    )
    return Place(scene, scene.boxes[0], OTHER)


def print_emblem(
    pixels: npt.NDArray[np.uint8], quad: npt.NDArray[np.float32], rng: np.random.Generator, known: Sequence[Icon]
) -> None:
    """Wipe the pips off the face with these corners, in place, and print an emblem in their ink or another."""
    _print_over(pixels, quad, rng, lambda rng: any_emblem(rng, known))


def _print_over(
    pixels: npt.NDArray[np.uint8],
    quad: npt.NDArray[np.float32],
    rng: np.random.Generator,
    sign: Callable[[np.random.Generator], Cover],
) -> None:
    """Wipe a face bare and print a sign on it, in the ink that was there or another."""
    flat, face, bare = wiped(pixels, quad)
    odd = np.abs(face - bare).sum(2)
    ink = np.median(face[odd >= np.quantile(odd, 0.97)].astype(np.float32), axis=0)
    middle = bare.mean((0, 1))
    if np.abs(ink - middle).sum() < 90 or rng.random() < 0.25:  # levels: too pale to see
        dark = middle.mean() > 110  # levels
        ink = middle * rng.uniform(0.05, 0.5) if dark else middle + (255 - middle) * rng.uniform(0.5, 1)
    light = bare / np.maximum(bare.mean((0, 1)), 1)
    cover = sign(rng)[..., None]
    lay(pixels, flat, np.asarray(bare * (1 - cover) + np.clip(ink * light, 0, 255) * cover, np.float32))


def wiped(pixels: npt.NDArray[np.uint8], quad: npt.NDArray[np.float32]) -> tuple[Cover, Icon, Cover]:
    """The face with these corners: the homography to it, the face (TILE, TILE, 3), and the same without its pips."""
    tile = np.array([[0, 0], [TILE, 0], [TILE, TILE], [0, TILE]], np.float32)
    flat = cv2.getPerspectiveTransform(quad.astype(np.float32), tile)
    face = cv2.warpPerspective(pixels, flat, (TILE, TILE), flags=cv2.INTER_LINEAR)
    bare = cv2.GaussianBlur(cv2.medianBlur(face, 41), (0, 0), 3)
    return np.asarray(flat, np.float32), np.asarray(face, np.uint8), np.asarray(bare, np.float32)


def lay(pixels: npt.NDArray[np.uint8], flat: Cover, painted: Cover) -> None:
    """Put a painted face back where it was taken from, in place, its edges softened."""
    edge = np.zeros((TILE, TILE), np.float32)
    edge[3:-3, 3:-3] = 1
    back = cv2.INTER_AREA | cv2.WARP_INVERSE_MAP
    size = (pixels.shape[1], pixels.shape[0])
    share = cv2.warpPerspective(cv2.GaussianBlur(edge, (0, 0), 2), flat, size, flags=back)[..., None]
    laid = cv2.warpPerspective(painted, flat, size, flags=back, borderMode=cv2.BORDER_REPLICATE)
    pixels[:] = np.clip(pixels * (1 - share) + laid * share, 0, 255).astype(np.uint8)
