"""What is painted or drilled on the six faces of a die: pips of every make, and the emblems that are no pips."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from models.training.colour import Array, any_colour, blend, brightness, clouds, hsv, laid_over, octaves
from models.training.lettering import Lettering

# Faces lie in a skin in the order +x -x +y -y +z -z; opposite faces sum to seven.
COUNTER_CLOCKWISE = ("1", "6", "2", "5", "3", "4")
CLOCKWISE = ("1", "6", "2", "5", "4", "3")
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ?!&#+"
UNKNOWN = "?"  # the face of a die that is none of the kit's: a letter, a numeral, an emblem
# Where pips sit, in units of the pip spacing from the middle of the face.
LAYOUTS: dict[str, tuple[tuple[int, int], ...]] = {
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    "5": ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    "6": ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


PLATED = 0.1  # share of dice whose pips lie on a round plate
VANISHING = 0.6  # how far a body must be from red, over all channels of linear light, for red pips to show on it
IMPRINTED = 0.07  # share of sets with the name of a house on their faces
HOUSES = "ABCDEFGHIKLMNORSTUVY 0189"  # of which such names are made
PLATES = ("round", "round", "ring", "eyed")  # full plates, and rims


@dataclass(frozen=True)
class Skin:
    """Six painted faces side by side, and how they answer light."""

    art: Array  # (T, 6 T, 3) linear BGR reflectance
    relief: Array  # (T, 6 T, 2) slope to the right and down, 0 where flat
    symbols: tuple[str, ...]  # the face each tile shows; "" where it is no face of the kit
    gloss: float  # 0 dull .. 1 wet
    hardness: float  # how polished it is: 6 blurs all it mirrors .. 2000 a mirror
    metal: float  # 0 plastic .. 1 metal
    glow: float  # 0 opaque .. 1 clear
    cover: Array = field(default_factory=lambda: np.zeros((1, 6), np.float32))  # (T, 6 T) what is printed of clear dice


@dataclass(frozen=True)
class Pips:
    """How one set of dice wears its pips; lengths in edges of the die."""

    spacing: float
    radius: float
    stretch: float  # 1 round; more: oval along the face's own upright
    form: str  # "round" | "square" | "diamond" | "ring" | "eyed"
    depth: float  # 0 painted .. 1 deeply drilled
    ace: float  # radius of the single pip, in pip radii
    colour: Array
    red: tuple[str, ...]  # faces whose pips are red instead
    turned: tuple[bool, ...]  # of faces 2, 3 and 6: turned by a quarter
    squeeze: float  # rows of the six and of all others drawn together
    plate: float  # radius of a round plate of another colour under the pips; 0 for none
    plate_colour: Array


@dataclass(frozen=True)
class Make:
    """How a set of dice is made: everything but the lie of the marbling."""

    body: Array  # (3,) colour
    veins: tuple[Array, ...]  # further colours of marbled or speckled dice
    stuff: str  # "plain" | "marbled" | "speckled" | "wood" | "metal" | "clear"
    pips: Pips
    symbols: tuple[str, ...]
    gloss: float
    hardness: float
    lettering: Lettering | None = None  # in place of pips
    turns: tuple[int, ...] = (0,) * 6  # of the lettering on each face, in quarters
    imprint: str = ""  # the name of a house, small among the pips


def any_make(rng: np.random.Generator) -> Make:
    """Draw how a set of pip dice is made."""
    stuff = str(
        rng.choice(["plain", "marbled", "speckled", "wood", "metal", "clear"], p=[0.57, 0.14, 0.06, 0.06, 0.04, 0.13])
    )
    body = _body(rng, stuff)
    veins = tuple(any_colour(rng) if rng.random() < 0.5 else body * np.float32(rng.uniform(0.3, 1.5)) for _ in range(2))
    gloss = rng.uniform(0.05, 1.0) if stuff != "wood" else rng.uniform(0, 0.3)
    return Make(
        body=body,
        veins=tuple(np.clip(vein, 0.005, 0.95).astype(np.float32) for vein in veins),
        stuff=stuff,
        pips=_pips(rng, _ink(rng, body), body, stuff),
        symbols=CLOCKWISE if rng.random() < 0.2 else COUNTER_CLOCKWISE,
        gloss=float(gloss),
        hardness=float(np.exp(rng.uniform(np.log(8), np.log(2000)))),
        imprint="".join(rng.choice(list(HOUSES), int(rng.integers(4, 15)))) if rng.random() < IMPRINTED else "",
    )


def _body(rng: np.random.Generator, stuff: str) -> Array:
    """A body colour: as often white or ivory as all the bright ones together."""
    # (hue, saturation, value), each from .. to
    kinds = {
        "white": ((20, 60), (0, 0.08), (0.86, 1.0)),
        "ivory": ((32, 50), (0.08, 0.35), (0.8, 0.97)),
        "black": ((0, 360), (0, 0.3), (0.08, 0.25)),
        "red": ((-12, 12), (0.75, 1), (0.45, 0.9)),
        "bright": ((0, 360), (0.4, 1), (0.2, 1.0)),
        "wood": ((14, 42), (0.25, 0.75), (0.25, 0.95)),
        "metal": ((20, 60), (0, 0.6), (0.4, 0.95)),
    }
    usual = str(rng.choice(["white", "ivory", "black", "red", "bright"], p=[0.28, 0.12, 0.1, 0.1, 0.4]))
    hue, saturation, value = (rng.uniform(*ends) for ends in kinds.get(stuff, kinds[usual]))
    return hsv(hue, saturation, value)


def _ink(rng: np.random.Generator, body: Array) -> Array:
    """A pip colour that can be told from the body, now and then only just."""
    white, black = hsv(40, rng.uniform(0, 0.1), rng.uniform(0.85, 1)), hsv(0, 0, rng.uniform(0.02, 0.2))
    pick = rng.random()
    if pick < 0.58:
        return white if brightness(body) < rng.uniform(0.45, 0.75) else black
    if pick < 0.67:
        return hsv(rng.uniform(38, 50), rng.uniform(0.4, 0.8), rng.uniform(0.55, 0.95))
    if pick < 0.76:
        shade = rng.uniform(0.25, 0.6) if brightness(body) > 0.3 else rng.uniform(2.0, 6.0)
        return np.asarray(np.clip(body * shade + 0.004, 0, 0.95), np.float32)
    if pick < 0.91:
        return _as_bright(rng, body)
    for _ in range(8):
        colour = any_colour(rng)
        if abs(brightness(colour) - brightness(body)) > 0.18:
            return colour
    return white if brightness(body) < 0.5 else black


def _as_bright(rng: np.random.Generator, body: Array) -> Array:
    """A strong colour about as bright as the body, told from it by its hue: red on black, orange on green."""
    red, green, blue = body[2], body[1], body[0]
    hue = np.degrees(np.arctan2(np.sqrt(3) * (green - blue), 2 * red - green - blue))
    colour = hsv(float(hue) + rng.uniform(70, 290), rng.uniform(0.75, 1), rng.uniform(0.6, 1))
    wanted = np.clip(brightness(body) + rng.uniform(-0.1, 0.2), 0.22, 0.85)
    return np.asarray(np.clip(colour * (wanted / brightness(colour)) ** 2.2, 0.002, 0.95), np.float32)


def _pips(rng: np.random.Generator, ink: Array, body: Array, stuff: str) -> Pips:
    spacing = rng.uniform(0.2, 0.29) if rng.random() < 0.85 else rng.uniform(0.15, 0.2)
    radius = min(rng.uniform(0.06, 0.125), spacing * 0.47)
    plate = float(rng.uniform(0.3, 0.45)) if rng.random() < PLATED else 0.0
    if plate:
        spacing = plate * rng.uniform(0.4, 0.58)
        radius = min(radius, spacing * 0.47)
    shade = rng.uniform(0.3, 0.85) if rng.random() < 0.6 else rng.uniform(1.2, 4)
    asian = rng.random() < 0.16
    forms = ["round", "square", "diamond", "ring", "eyed"]
    form = str(rng.choice(forms, p=[0.9, 0.02, 0.02, 0.03, 0.03]))
    return Pips(
        spacing=float(spacing),
        radius=float(radius),
        stretch=float(rng.uniform(1.1, 1.5)) if rng.random() < 0.12 else 1.0,
        form=form,
        depth=0.0 if rng.random() < 0.4 or stuff == "clear" else float(rng.uniform(0.2, 1)),
        ace=float(rng.uniform(1.4, 2.3)) if asian or rng.random() < 0.12 else float(rng.uniform(1, 1.15)),
        colour=ink,
        red=_reddened(rng, body) if asian else (),
        turned=tuple(bool(rng.random() < 0.5) for _ in range(3)),
        squeeze=float(rng.uniform(0.72, 0.95)) if rng.random() < 0.3 else 1.0,
        plate=plate,
        plate_colour=np.asarray(np.clip(body * shade + 0.01, 0, 0.95), np.float32),
    )


def _reddened(rng: np.random.Generator, body: Array) -> tuple[str, ...]:
    """The faces with red pips, as on dice from Asia: the 1, mostly the 4 too, and none where the body is as red."""
    faces = ("1", "4") if rng.random() < 0.6 else ("1",)
    return faces if np.abs(body - hsv(0, 0.9, 0.7)).sum() > VANISHING else ()


def pip_skin(rng: np.random.Generator, make: Make, tile: int) -> Skin:
    """Paint the six faces of one die, each `tile` pixels square."""
    art = body_art(rng, make, tile)
    relief = np.zeros((tile, 6 * tile, 2), np.float32)
    cover = np.zeros((tile, 6 * tile), np.float32)
    if make.imprint:
        _imprint(rng, art, make, tile)
    red = hsv(float(rng.normal(0, 5)), 0.9, float(rng.uniform(0.55, 0.9)))
    for place, symbol in enumerate(make.symbols):
        ink = red if symbol in make.pips.red else make.pips.colour
        if make.pips.plate:
            plate = replace(make.pips, form=PLATES[int(rng.integers(len(PLATES)))], stretch=1.0, depth=0.0)
            middle = ((place + 0.5) * tile, 0.5 * tile)
            _drill(art, relief, plate, middle, make.pips.plate * tile, make.pips.plate_colour)
        for x, y in spots(make.pips, symbol):
            radius = make.pips.radius * (make.pips.ace if symbol == "1" else 1.0)
            jitter = rng.normal(0, 0.004, 2)
            column, row = (place + 0.5 + x + jitter[0]) * tile, (0.5 + y + jitter[1]) * tile
            _drill(art, relief, make.pips, (column, row), radius * tile, ink)
            cv2.circle(cover, (round(column), round(row)), round(radius * tile), 1.0, -1)
    if rng.random() < 0.25:
        wear(rng, art, make.body)
    glow = float(rng.uniform(0.4, 1)) if make.stuff == "clear" else 0.0
    return Skin(art, relief, make.symbols, make.gloss, make.hardness, float(make.stuff == "metal"), glow, cover)


def _imprint(rng: np.random.Generator, art: Array, make: Make, tile: int) -> None:
    """Print the name of a house round the single pip and, smaller, in the middle of the four and the six, in place."""
    shade = rng.uniform(0.3, 0.8) if brightness(make.body) > 0.35 else rng.uniform(1.5, 4)
    ink = make.pips.colour if rng.random() < 0.3 else np.asarray(np.clip(make.body * shade + 0.01, 0, 0.95), np.float32)
    strength = np.float32(rng.uniform(0.5, 1))
    radius, high = float(rng.uniform(0.24, 0.38)), float(rng.uniform(0.08, 0.14))
    for place, symbol in enumerate(make.symbols):
        if symbol not in ("1", "4", "6"):
            continue
        words = _ring(make.imprint, tile, radius, high) if symbol == "1" else _line(make.imprint, tile, high)
        face = art[:, place * tile : (place + 1) * tile]
        face += (strength * np.rot90(words, int(rng.integers(4))))[..., None] * (ink - face)


def _ring(text: str, tile: int, radius: float, high: float) -> Array:
    """Words in a circle about the middle of a tile (tile, tile), 0..1; lengths in edges."""
    strip = cv2.resize(_written(text), (256, 32), interpolation=cv2.INTER_AREA)
    y, x = np.mgrid[:tile, :tile].astype(np.float32) / tile + np.float32(0.5 / tile - 0.5)
    round_about = (np.arctan2(x, -y) / (2 * np.pi) % 1 * 255).astype(np.float32)
    down = ((radius + high / 2 - np.hypot(x, y)) / high * 31).astype(np.float32)
    words = cv2.remap(strip, round_about, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(words, np.float32) / 255


def _line(text: str, tile: int, high: float) -> Array:
    """Words across the middle of a tile (tile, tile), 0..1."""
    page = np.zeros((tile, tile), np.float32)
    rows, columns = max(round(high * tile), 2), max(round(0.34 * tile), 3)
    top, left = (tile - rows) // 2, (tile - columns) // 2
    words = cv2.resize(_written(text[:5]), (columns, rows), interpolation=cv2.INTER_AREA)
    page[top : top + rows, left : left + columns] = words.astype(np.float32) / 255
    return page


def _written(text: str) -> np.ndarray:
    """Words as large as they come, (40, W) bytes."""
    (width, _), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, 1.0, 2)
    page = np.zeros((40, width + 8), np.uint8)
    cv2.putText(page, text, (4, 32), cv2.FONT_HERSHEY_DUPLEX, 1.0, 255, 2, cv2.LINE_AA)
    return page


def spots(pips: Pips, symbol: str) -> list[tuple[float, float]]:
    """Pip middles of a face, in edges from its middle, x to the right and y down."""
    turn = {"2": 0, "3": 1, "6": 2}.get(symbol)
    quarter = turn is not None and pips.turned[turn]
    found = []
    for x, y in LAYOUTS[symbol]:
        squeezed = (x * pips.spacing * (pips.squeeze if symbol == "6" else 1.0), y * pips.spacing)
        found.append((-squeezed[1], squeezed[0]) if quarter else squeezed)
    return found


def _drill(art: Array, relief: Array, pips: Pips, middle: tuple[float, float], radius: float, ink: Array) -> None:
    """Set one pip of `radius` pixels into the art, softly edged, and its bowl into the relief."""
    reach = int(radius * max(1.0, pips.stretch) + 2)
    left, top = int(middle[0]) - reach, int(middle[1]) - reach
    x0, y0 = max(left, 0), max(top, 0)
    patch = art[y0 : top + 2 * reach + 1, x0 : left + 2 * reach + 1]
    if not patch.size:
        return
    dx = np.arange(x0, x0 + patch.shape[1], dtype=np.float32)[None] + 0.5 - middle[0]
    dy = (np.arange(y0, y0 + patch.shape[0], dtype=np.float32)[:, None] + 0.5 - middle[1]) / pips.stretch
    if pips.form == "square":
        away = np.maximum(np.abs(dx), np.abs(dy)) * 1.1
    elif pips.form == "diamond":
        away = (np.abs(dx) + np.abs(dy)) * 0.8
    else:
        away = np.sqrt(dx * dx + dy * dy)
    cover = np.clip(radius - away + 0.5, 0, 1)
    if pips.depth:
        bowl = cover * np.float32(1.7 * pips.depth / max(radius, 1))
        slope = relief[y0 : y0 + patch.shape[0], x0 : x0 + patch.shape[1]]
        slope[..., 0] -= bowl * dx
        slope[..., 1] -= bowl * dy
    if pips.form == "ring":
        cover = cover * np.clip(away - radius * 0.55 + 0.5, 0, 1)
    if pips.form == "eyed":
        cover = cover * (1 - np.clip(radius * 0.8 - away + 0.5, 0, 1) * np.clip(away - radius * 0.5 + 0.5, 0, 1))
    patch += cover[..., None] * (ink - patch)


def wear(rng: np.random.Generator, art: Array, body: Array) -> None:
    """Rub off a little paint and leave some dirt."""
    height, width = art.shape[:2]
    rubbed = np.clip((octaves(rng, height, width, height * 0.2, 3) - 0.62) * 6, 0, 0.7)
    art += rubbed[..., None] * (body - art)
    art *= (1 - 0.5 * np.clip(octaves(rng, height, width, height * 0.4, 3) - 0.5, 0, 1))[..., None]


def body_art(rng: np.random.Generator, make: Make, tile: int) -> Array:
    """The bare faces (tile, 6 tile, 3) of a die of this make."""
    height, width = tile, 6 * tile
    if make.stuff in ("marbled", "clear"):
        swirl = octaves(rng, height, width, tile * float(rng.uniform(0.25, 0.9)), 3)
        if make.stuff == "clear":
            swirl = swirl if rng.random() < 0.5 else np.full_like(swirl, rng.uniform(0, 1))
            return blend(swirl, make.body * np.float32(0.25), np.minimum(make.body * np.float32(1.2), 1))
        edge = rng.uniform(2, 9)
        art = blend(np.clip((swirl - 0.5) * edge + 0.5, 0, 1), make.body, make.veins[0])
        second = octaves(rng, height, width, tile * 0.4, 2)
        return laid_over(art, np.asarray(np.clip((second - 0.6) * edge, 0, 1), np.float32), make.veins[1])
    if make.stuff == "speckled":
        grains = clouds(rng, height, width, max(1.0, tile * float(rng.uniform(0.015, 0.06))))
        return blend((grains > rng.uniform(0.7, 0.93)).astype(np.float32), make.body, make.veins[0])
    if make.stuff == "wood":
        grain = clouds(rng, height, width, tile * 0.05, tile * 1.5)
        return blend(grain, make.body * np.float32(0.6), make.body)
    if make.stuff == "metal":
        return blend(clouds(rng, height, width, 1.5, tile * 0.7), make.body * np.float32(0.8), make.body)
    return np.full((height, width, 3), make.body, np.float32)


def foreign(skin: Skin) -> Skin:
    """The same solid where another kit is played: what it shows is no face of that."""
    return replace(skin, symbols=tuple(UNKNOWN if symbol else "" for symbol in skin.symbols))


def odd_skin(rng: np.random.Generator, make: Make, tile: int, avoid: Sequence[str] = ()) -> Skin:
    """Paint a cube that is no die of this kit: blank, letters, numerals or emblems, but those to `avoid`."""
    art = body_art(rng, make, tile)
    kind = str(rng.choice(["blank", "letters", "numerals", "emblems"], p=[0.25, 0.25, 0.25, 0.25]))
    for place in range(6):
        if kind != "blank":
            cover = EMBLEMS[kind](rng, tile, avoid)
            face = art[:, place * tile : (place + 1) * tile]
            face += cover[..., None] * (make.pips.colour - face)
    relief = np.zeros((tile, 6 * tile, 2), np.float32)
    return Skin(
        art,
        relief,
        ("" if kind == "blank" else UNKNOWN,) * 6,
        make.gloss,
        make.hardness,
        0.0,
        float(make.stuff == "clear"),
    )


def glyph(rng: np.random.Generator, text: str, tile: int, share: float = 0.6) -> Array:
    """Letters in the middle of a tile: (tile, tile) cover 0..1, as high as `share` of it."""
    font = int(
        rng.choice(
            [cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_COMPLEX]
        )
    )
    big = max(tile, 48)
    thick = max(1, int(big * rng.uniform(0.04, 0.11)))
    (width, height), _ = cv2.getTextSize(text, font, 1.0, thick)
    scale = min(share * big / max(height, 1), 0.8 * big / max(width, 1))
    (width, height), _ = cv2.getTextSize(text, font, scale, thick)
    page = np.zeros((big, big), np.uint8)
    cv2.putText(page, text, ((big - width) // 2, (big + height) // 2), font, scale, 255, thick, cv2.LINE_AA)
    small = cv2.resize(page, (tile, tile), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32) / 255


def _letters(rng: np.random.Generator, tile: int, avoid: Sequence[str]) -> Array:
    return glyph(rng, str(rng.choice([letter for letter in LETTERS if letter not in avoid])), tile)


def _numerals(rng: np.random.Generator, tile: int, avoid: Sequence[str]) -> Array:
    return glyph(rng, str(rng.choice([str(number) for number in range(21) if str(number) not in avoid])), tile, 0.55)


def _emblems(rng: np.random.Generator, tile: int, _avoid: Sequence[str] = ()) -> Array:
    """A star, heart, skull, ring, cross, arrow or flower: filled shapes that are not counted."""
    draw = [_star, _heart, _skull, _rings, _cross, _triangle][int(rng.integers(6))]
    page = np.zeros((128, 128), np.uint8)
    draw(rng, page)
    turn = cv2.getRotationMatrix2D((64, 64), float(rng.choice([0, 90, 180, 270])), float(rng.uniform(0.7, 1.0)))
    small = cv2.resize(cv2.warpAffine(page, turn, (128, 128)), (tile, tile), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32) / 255


def _star(rng: np.random.Generator, page: np.ndarray) -> None:
    points = int(rng.integers(4, 9))
    angles = np.arange(2 * points) * np.pi / points
    radii = np.where(np.arange(2 * points) % 2, rng.uniform(14, 30), 52)
    star = np.stack([64 + radii * np.sin(angles), 64 - radii * np.cos(angles)], 1)
    cv2.fillPoly(page, [star.astype(np.int32)], 255, cv2.LINE_AA)


def _heart(rng: np.random.Generator, page: np.ndarray) -> None:
    t = np.linspace(0, 2 * np.pi, 40)
    x = 16 * np.sin(t) ** 3
    y = -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t))
    outline = np.stack([64 + 3 * x, 62 + 3 * y * rng.uniform(0.9, 1.1)], 1)
    cv2.fillPoly(page, [outline.astype(np.int32)], 255, cv2.LINE_AA)


def _skull(rng: np.random.Generator, page: np.ndarray) -> None:
    cv2.circle(page, (64, 54), 40, 255, -1, cv2.LINE_AA)
    cv2.rectangle(page, (44, 80), (84, 112), 255, -1)
    gap = int(rng.integers(14, 20))
    for x in (64 - gap, 64 + gap):
        cv2.circle(page, (x, 58), 11, 0, -1, cv2.LINE_AA)
    cv2.fillPoly(page, [np.array([[64, 68], [58, 80], [70, 80]])], 0, cv2.LINE_AA)


def _rings(rng: np.random.Generator, page: np.ndarray) -> None:
    for radius in range(int(rng.integers(40, 54)), 8, -int(rng.integers(12, 24))):
        cv2.circle(page, (64, 64), radius, 255, int(rng.integers(4, 9)), cv2.LINE_AA)


def _cross(rng: np.random.Generator, page: np.ndarray) -> None:
    width = int(rng.integers(8, 22))
    cv2.line(page, (20, 20), (108, 108), 255, width, cv2.LINE_AA)
    cv2.line(page, (20, 108), (108, 20), 255, width, cv2.LINE_AA)


def _triangle(rng: np.random.Generator, page: np.ndarray) -> None:
    corners = np.array([[64, 14], [112, 104], [16, 104]])
    cv2.polylines(page, [corners], isClosed=True, color=255, thickness=int(rng.integers(6, 14)), lineType=cv2.LINE_AA)


EMBLEMS: dict[str, Callable[[np.random.Generator, int, Sequence[str]], Array]]
EMBLEMS = {"letters": _letters, "numerals": _numerals, "emblems": _emblems}


def part_emblem(rng: np.random.Generator, skin: Skin, make: Make, side: int) -> Skin:
    """The same die with an emblem painted over one face, which then is no face of the kit."""
    tile = skin.art.shape[0]
    art, relief, cover = skin.art.copy(), skin.relief.copy(), skin.cover.copy()
    whole = slice(side * tile, (side + 1) * tile)
    face, sign = art[:, whole], _emblems(rng, tile)
    face[:] = make.body
    face += sign[..., None] * (make.pips.colour - face)
    relief[:, whole] = 0
    if skin.glow:
        cover[:, whole] = sign
    symbols = tuple(UNKNOWN if place == side else symbol for place, symbol in enumerate(skin.symbols))
    return replace(skin, art=art, relief=relief, cover=cover, symbols=symbols)
