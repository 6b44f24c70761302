"""What is printed on the faces of dice with letters and numbers, as layers of ink on a square."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from models.training.colour import Array, Bytes
from models.training.fonts import BUILT_IN, signs

PAGE = 192  # pixels of a glyph before it is laid on a face
INK, KNOCKED_OUT = "", "body"  # of a layer: in the face's ink, or bare again
CHESS = {"K": "♚", "Q": "♛", "J": "♞"}
SUITS = "♠♥♦♣"
TURNING = ("6", "9")  # what may have a mark below it


@dataclass(frozen=True)
class Lettering:
    """How a set of dice is lettered; lengths in edges of the die."""

    font: str
    height: float  # of a single letter
    width: float  # at most, of anything
    stroke: float  # outline that makes the letters fatter, in heights
    inks: dict[str, Array]  # (3,) by symbol, or by the letter of a colour
    depth: float  # 0 printed .. 1 deeply engraved, and filled
    mark: str  # "none" | "bar" | "dot": below 6 and 9
    ace: str  # "spade" | "spade A" | "outline" | "outline A" | "letter" | "letter spade"
    court: str  # "letter" | "chess" | "crown" | "figure" | "suit": what a K, Q or J has beside its letter
    suit: str  # which of SUITS that is
    points: str  # "" | "$" | "pts" | "." | "+": what stands at 50 and 100
    frame: str  # "none" | "line" | "badge": round the face
    shift: tuple[float, float]  # how far off the middle the print is


@dataclass(frozen=True)
class Layer:
    """Where a face is covered, (size, size) 0..1, with the face's ink or with KNOCKED_OUT."""

    cover: Array
    ink: str = INK


def layers(how: Lettering, symbol: str, size: int) -> list[Layer]:
    """What lies on the face with this symbol, lowest first, on a square of `size` pixels."""
    page = np.zeros((size, size), np.float32)
    if how.frame == "badge":
        return [Layer(_rounded(size, 0.86)), Layer(_moved(how, _figure(how, symbol, page, 0.85)), KNOCKED_OUT)]
    found = [Layer(_moved(how, _figure(how, symbol, page, 1.0)))]
    if how.frame == "line":
        found.append(Layer(np.asarray(np.clip(_rounded(size, 0.84) - _rounded(size, 0.79), 0, 1), np.float32)))
    return found


def ink(how: Lettering, face: str) -> Array:
    """The colour (3,) of a face in notation: by its symbol, or by its colour letter."""
    return how.inks[face] if face in how.inks else how.inks[face[-1]]


def symbol_of(how: Lettering, face: str) -> str:
    """What of a face in notation is printed; the letter of its colour is not."""
    return face if face in how.inks else face[:-1]


def _moved(how: Lettering, page: Array) -> Array:
    across, down = (share * len(page) for share in how.shift)
    matrix = np.array([[1, 0, across], [0, 1, down]], np.float32)
    return np.asarray(cv2.warpAffine(page, matrix, (len(page), len(page))), np.float32)


def _figure(how: Lettering, symbol: str, page: Array, share: float) -> Array:
    """All that makes up one face, on an empty page."""
    if symbol == "A":
        return _ace(how, page, share)
    if symbol in CHESS and how.court != "letter":
        return _court(how, symbol, page, share)
    if symbol in ("50", "100") and how.points:
        return _points(how, symbol, page, share)
    page = _text(how, page, symbol, (0, 0), share * how.width, share * how.height)
    if symbol in TURNING and how.mark != "none":
        page = _marked(how, page, share)
    return page


def _ace(how: Lettering, page: Array, share: float) -> Array:
    kind, _, letter = how.ace.partition(" ")
    if kind == "letter":
        page = _text(how, page, "A", (0, 0), share * how.width, share * how.height)
        return _laid(page, spade(), (0.27, 0.27), 0.2) if letter else page
    shape = spade()
    if kind == "outline":
        shape = np.asarray(shape - cv2.erode(shape, np.ones((15, 15), np.uint8)), np.uint8)
    page = _laid(page, shape, (0, 0), share * min(how.height * 1.15, 0.74))
    if letter:
        small = _text(how, np.zeros_like(page), "A", (0, 0.02), 0.3, how.height * 0.36)
        page = np.abs(page - small)
    return page


def _court(how: Lettering, symbol: str, page: Array, share: float) -> Array:
    """A letter with a small picture: below it, in the corners, or a large one with letters in the corners."""
    if how.court == "figure":
        page = _laid(page, _chess(symbol), (0, 0), share * 0.58)
        for x, y in ((-0.3, -0.28), (0.3, 0.28)):
            page = _text(how, page, symbol, (x, y), 0.2, 0.22)
        return page
    page = _text(how, page, symbol, (0, 0.09), share * how.width, share * how.height * 0.82)
    if how.court == "suit":
        return _laid(page, _sign(how.suit), (-0.29, -0.29), 0.2)
    picture = crown() if how.court == "crown" else _chess(symbol)
    return _laid(page, picture, (0, -0.32), 0.22)


def _points(how: Lettering, symbol: str, page: Array, share: float) -> Array:
    if how.points == "pts":
        page = _text(how, page, symbol, (0, -0.07), share * how.width, share * how.height * 0.85)
        return _text(how, page, "pts", (0, 0.29), 0.34, 0.16)
    written = {"$": f"${symbol}", "+": f"+{symbol}", ".": f"{symbol}."}[how.points]
    return _text(how, page, written, (0, 0), share * how.width, share * how.height)


def _marked(how: Lettering, page: Array, share: float) -> Array:
    """A bar or a dot under the number, that says which way up it is."""
    rows = np.flatnonzero(page.max(1) > 0.5)
    size = len(page)
    foot = (rows[-1] + 1) / size if len(rows) else 0.5 + how.height / 2
    thick = max(0.035, how.height * 0.08)
    middle = foot + 0.03 + thick / 2
    page = page.copy()
    if how.mark == "bar":
        half = how.height * 0.3 * share
        left, top, right, bottom = (
            int(side * size * 16) for side in (0.5 - half, middle - thick / 2, 0.5 + half, middle + thick / 2)
        )
        cv2.rectangle(page, (left, top), (right, bottom), 1.0, -1, cv2.LINE_AA, 4)
    else:
        at = (int((0.5 + 0.3 * how.height * share) * size * 16), int((foot - thick * 0.5) * size * 16))
        cv2.circle(page, at, int(thick * 0.75 * size * 16), 1.0, -1, cv2.LINE_AA, 4)
    return page


def _text(how: Lettering, page: Array, text: str, middle: tuple[float, float], width: float, height: float) -> Array:
    """Letters laid round `middle` (from the middle of the face), as large as width and height allow."""
    mask = glyphs(how.font, text, round(how.stroke, 2))
    tall = min(height, width * mask.shape[0] / mask.shape[1])
    return _laid(page, mask, middle, tall)


def _laid(page: Array, mask: Bytes, middle: tuple[float, float], height: float) -> Array:
    """A mask of bytes laid on a page, so high, round its own middle."""
    size = len(page)
    scale = height * size / mask.shape[0]
    if scale < 0.5:
        mask = np.asarray(cv2.resize(mask, None, fx=2 * scale, fy=2 * scale, interpolation=cv2.INTER_AREA), np.uint8)
        scale = height * size / mask.shape[0]
    down, across = (0.5 + np.array(middle[::-1])) * size - np.array(mask.shape) * scale / 2 + (scale - 1) / 2
    matrix = np.array([[scale, 0, across], [0, scale, down]], np.float32)
    laid = cv2.warpAffine(mask, matrix, (size, size), flags=cv2.INTER_LINEAR)
    return np.maximum(page, np.asarray(laid, np.float32) / 255)


@lru_cache(maxsize=4096)
def glyphs(font: str, text: str, stroke: float) -> Bytes:
    """Letters cut out tightly: (PAGE or so, width) bytes, 255 where there is ink."""
    type_ = ImageFont.load_default(PAGE) if font == BUILT_IN else ImageFont.truetype(font, PAGE)
    fat = round(stroke * PAGE)
    left, top, right, bottom = type_.getbbox(text, stroke_width=fat)
    page = Image.new("L", (int(right - left) + 3, int(bottom - top) + 3))
    ImageDraw.Draw(page).text((1 - left, 1 - top), text, 255, font=type_, stroke_width=fat)
    whole = np.asarray(page, np.uint8)
    rows, columns = np.flatnonzero(whole.max(1)), np.flatnonzero(whole.max(0))
    return whole[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def _chess(symbol: str) -> Bytes:
    """A chess man for a court card; a crown where no font has any."""
    return _sign(CHESS[symbol]) if signs() else crown()


def _sign(sign: str) -> Bytes:
    font = signs()
    return spade() if font is None else glyphs(font, sign, 0.0)


@cache
def spade() -> Bytes:
    """The spade of a card: an upturned heart on a foot."""
    t = np.linspace(0, 2 * np.pi, 90)
    x = 16 * np.sin(t) ** 3
    y = 13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)
    page = np.zeros((PAGE, PAGE), np.uint8)
    cv2.fillPoly(page, [np.stack([96 + 5.4 * x, 76 + 4.4 * y], 1).astype(np.int32)], 255, cv2.LINE_AA)
    foot = np.array([[96, 110], [104, 160], [124, 184], [68, 184], [88, 160]])
    cv2.fillPoly(page, [foot.astype(np.int32)], 255, cv2.LINE_AA)
    return page[:188]


@cache
def crown() -> Bytes:
    """A crown of five points."""
    page = np.zeros((PAGE, PAGE), np.uint8)
    tips = [(14, 70), (55, 40), (96, 26), (137, 40), (178, 70)]
    outline = [(30, 150), tips[0], (62, 104), tips[1], (82, 96), tips[2], (110, 96), tips[3], (130, 104), tips[4],
               (162, 150)]  # fmt: skip
    cv2.fillPoly(page, [np.array(outline)], 255, cv2.LINE_AA)
    cv2.rectangle(page, (30, 156), (162, 174), 255, -1)
    for tip in tips:
        cv2.circle(page, tip, 10, 255, -1, cv2.LINE_AA)
    return page[14:176]


def _rounded(size: int, share: float) -> Array:
    """A square with round corners in the middle of a page."""
    ramp = np.abs((np.arange(size, dtype=np.float32) + 0.5) / size - 0.5)
    reach = ((ramp[None] / (share / 2)) ** 6 + (ramp[:, None] / (share / 2)) ** 6) ** (1 / 6)
    return np.asarray(np.clip((1 - reach) * size * share / 2 + 0.5, 0, 1), np.float32)
