"""The dice of kits with letters and numbers: what a set looks like, and the six painted faces of each of its dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from models.training import fonts
from models.training.colour import Array, any_colour, brightness, hsv
from models.training.dice_art import Make, Skin, any_make, body_art, wear
from models.training.lettering import KNOCKED_OUT, SUITS, Lettering, ink, layers, symbol_of
from vision.kit import kit as kit_of

CARDS = ("A", "K", "Q", "J", "50", "100")  # a die of Ten Grand
POKER = ("A", "K", "Q", "J", "10", "9")  # the dice that stand in for it
POKER_SHARE = 0.35
# What other dice must not show, by the kit that is played: its own faces, and what passes for them some way up.
LOOKALIKES: dict[str, tuple[str, ...]] = {
    "pips": (),
    "ten-grand": (*CARDS, *POKER, "6", "0", "V", "O"),
    "phase-10": (*map(str, range(11)), *"WMEIZSBGQLC"),
}
# What strangers in the lettering of a set show: lone strokes, what might be a letter when turned, and other text.
STRANGE: dict[str, tuple[str, ...]] = {
    "ten-grand": (*"I|l1/([!LT7XxYHNMZ<>+=%BCDEFGPRSUW23458?", "11", "20", "500", "1000"),
    "phase-10": (*"AFHJKNPRTUVXY?+%=", "11", "12", "13", "20", "100"),
}


def any_set(rng: np.random.Generator, kit: str, *, held_out: bool = False) -> tuple[Make, ...]:
    """Draw how a set of this kit looks: one make for every die that differs from the others."""
    looks = any_make(rng)
    body = _body(rng, kit)
    stuff = "plain" if kit == "phase-10" or rng.random() < 0.8 else looks.stuff
    stuff = "plain" if stuff in ("clear", "metal") else stuff
    how = _lettering(rng, kit, body, held_out=held_out)
    looks = replace(looks, body=body, stuff=stuff, lettering=how)
    if kit == "phase-10":
        dice = [tuple(map(str, die.faces)) for die in kit_of(kit).dice]
    else:
        dice = [POKER if rng.random() < POKER_SHARE else CARDS]
    return tuple(replace(looks, symbols=_shuffled(rng, faces), turns=_turns(rng)) for faces in dice)


def stranger(make: Make, signs: Sequence[str], ink: Array) -> Make:
    """A die that looks as those of a set do, and shows six signs in this ink (3,) that are none of its faces."""
    if make.lettering is None:
        raise ValueError("Only dice with letters have a stranger in their lettering.")
    inks = make.lettering.inks | dict.fromkeys(signs, ink)
    return replace(make, symbols=tuple(signs), lettering=replace(make.lettering, inks=inks))


def any_stranger(rng: np.random.Generator, make: Make, kit: str) -> Make:
    """A stranger with any six of the kit's STRANGE signs, in any ink of the set."""
    signs = [str(sign) for sign in rng.choice(STRANGE[kit], 6, replace=False)]
    inks = inks_of(make)
    return stranger(make, signs, inks[int(rng.integers(len(inks)))])


def inks_of(make: Make) -> tuple[Array, ...]:
    """The inks (3,) of a set with letters, that of its first face first."""
    return tuple(make.lettering.inks.values()) if make.lettering else ()


def _shuffled(rng: np.random.Generator, faces: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(faces[place] for place in rng.permutation(6))


def _turns(rng: np.random.Generator) -> tuple[int, ...]:
    return tuple(int(turn) for turn in rng.integers(0, 4, 6))


def _body(rng: np.random.Generator, kit: str) -> Array:
    """White or ivory; dice with cards are as often of any colour."""
    pick = rng.random()
    if kit != "phase-10" and pick < 0.35:
        return any_colour(rng)
    if pick < 0.75:
        return hsv(rng.uniform(20, 60), rng.uniform(0, 0.08), rng.uniform(0.86, 1.0))
    return hsv(rng.uniform(32, 50), rng.uniform(0.08, 0.35), rng.uniform(0.8, 0.97))


def _lettering(rng: np.random.Generator, kit: str, body: Array, *, held_out: bool) -> Lettering:
    known = fonts.families(held_out=held_out)
    family = known[int(rng.integers(len(known)))]
    courts = ["letter", "chess", "crown", "figure", "suit"]
    aces = ["spade", "spade A", "outline", "outline A", "letter", "letter spade"]
    return Lettering(
        font=family[int(rng.integers(len(family)))],
        height=float(rng.uniform(0.42, 0.68)),
        width=float(rng.uniform(0.6, 0.82)),
        stroke=float(rng.uniform(0.01, 0.05)) if rng.random() < 0.3 else 0.0,
        inks=_coloured_inks(rng) if kit == "phase-10" else _card_inks(rng, body),
        depth=0.0 if rng.random() < 0.55 else float(rng.uniform(0.2, 1)),
        mark=str(rng.choice(["none", "bar", "dot"], p=[0.4, 0.45, 0.15])),
        ace=str(rng.choice(aces, p=[0.38, 0.2, 0.12, 0.1, 0.08, 0.12])),
        court=str(rng.choice(courts, p=[0.55, 0.1, 0.13, 0.12, 0.1])),
        suit=str(rng.choice(list(SUITS))),
        points=str(rng.choice(["", "$", "pts", ".", "+"], p=[0.72, 0.12, 0.1, 0.03, 0.03])),
        frame=str(rng.choice(["none", "line", "badge"], p=[0.88, 0.08, 0.04])),
        shift=(float(rng.normal(0, 0.012)), float(rng.normal(0, 0.012))),
    )


def _coloured_inks(rng: np.random.Generator) -> dict[str, Array]:
    """Red, orange, blue and green as printers mean them; red and orange are always two colours."""
    red = rng.uniform(-10, 6)
    return {
        "R": hsv(red, rng.uniform(0.78, 1), rng.uniform(0.6, 0.92)),
        "O": hsv(max(rng.uniform(18, 38), red + 17), rng.uniform(0.78, 1), rng.uniform(0.82, 1)),
        "B": hsv(rng.uniform(200, 240), rng.uniform(0.6, 1), rng.uniform(0.4, 0.9)),
        "G": hsv(rng.uniform(95, 165), rng.uniform(0.55, 1), rng.uniform(0.3, 0.75)),
    }


def _card_inks(rng: np.random.Generator, body: Array) -> dict[str, Array]:
    """Black and red, one ink for all, or any ink for each face; none like the body."""
    symbols = tuple(dict.fromkeys((*CARDS, *POKER)))
    dark = brightness(body) < 0.5
    plain = hsv(40, rng.uniform(0, 0.12), rng.uniform(0.85, 1)) if dark else hsv(0, 0, rng.uniform(0.02, 0.2))
    red = hsv(rng.uniform(-8, 6), rng.uniform(0.75, 1), rng.uniform(0.55, 0.9))
    pick = rng.random()
    if pick < 0.4:
        return dict.fromkeys(symbols, plain)
    if pick < 0.75:
        return {symbol: _told_from(body, red if rng.random() < 0.4 else plain, plain) for symbol in symbols}
    if pick < 0.85:
        return dict.fromkeys(symbols, _told_from(body, any_colour(rng), plain))
    return {symbol: _told_from(body, any_colour(rng), plain) for symbol in symbols}


def _told_from(body: Array, wanted: Array, plain: Array) -> Array:
    """The wanted ink, or the plain one where nobody could see it."""
    return wanted if abs(brightness(wanted) - brightness(body)) > 0.2 else plain


def kit_skin(rng: np.random.Generator, make: Make, tile: int) -> Skin:
    """Paint the six faces of one die of a lettered make, each `tile` pixels square."""
    art = body_art(rng, make, tile)
    relief = np.zeros((tile, 6 * tile, 2), np.float32)
    for place in range(6):
        columns = slice(place * tile, (place + 1) * tile)
        cover = printed(make, place, art[:, columns])
        relief[:, columns] = slopes(cover, make.lettering.depth if make.lettering else 0.0)
    if rng.random() < 0.3:
        wear(rng, art, make.body)
    return Skin(art, relief, make.symbols, make.gloss, make.hardness, float(make.stuff == "metal"), 0.0)


def printed(make: Make, place: int, face: Array) -> Array:
    """Print one side of a lettered die on its bare paint (size, size, 3), in place -> what is engraved, 0..1."""
    how, symbol = make.lettering, make.symbols[place]
    if how is None:
        raise ValueError("A make without lettering has nothing to print.")
    bare, carved = face.copy(), np.zeros(face.shape[:2], np.float32)
    for layer in layers(how, symbol_of(how, symbol), len(face)):
        cover = np.asarray(np.rot90(layer.cover, make.turns[place]), np.float32)
        inside = bare if layer.ink == KNOCKED_OUT else ink(how, symbol)
        face += cover[..., None] * (inside - face)
        carved = np.maximum(carved, cover) if layer.ink != KNOCKED_OUT else carved * (1 - cover)
    return carved


def slopes(cover: Array, depth: float) -> Array:
    """How the ground tips (size, size, 2) where something is engraved, its edges softened."""
    if not depth:
        return np.zeros((*cover.shape, 2), np.float32)
    soft = cv2.GaussianBlur(cover, (0, 0), max(0.6, 0.012 * len(cover)))
    across, down = cv2.Sobel(soft, cv2.CV_32F, 1, 0, ksize=3), cv2.Sobel(soft, cv2.CV_32F, 0, 1, ksize=3)
    return np.asarray(np.stack([across, down], -1) * np.float32(depth * 0.2), np.float32)
