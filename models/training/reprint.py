"""Faces of another kit printed on the tops of real pip dice: real light, real cameras, and letters.

Without them a reader of letters would meet letters on drawings only and photographs without letters only, and might
tell the two apart instead of the faces.
"""

from dataclasses import replace

import cv2
import numpy as np

from models.training.answers import OTHER
from models.training.crops import Place
from models.training.emblems import TILE, lay, may_be_repainted, taken_out, wiped
from models.training.kit_art import any_set, any_stranger
from models.training.lettering import ink, layers, symbol_of
from vision.kit import kit as kit_of

WHITE = 0.85  # reflectance of a white die
GREYEST, DIMMEST = 0.22, 110.0  # saturation 0..1, and level 0..255, within which a die is white
UNEVEN = 14.0  # levels by which a wiped top may vary; more is what large pips left behind
STRANGERS = 0.25  # share of dice that show what is no face of the kit, in the same lettering
CLEAR = 90  # levels, over all channels, that an ink must differ from its die


def may_be_printed(place: Place, kit: str) -> bool:
    """Whether the top is known, large enough to read, can be wiped, and is of a colour that the kit's dice have."""
    if not may_be_repainted(place):
        return False
    at = int(np.flatnonzero((place.scene.boxes == place.box).all(1))[0])
    bare = wiped(place.scene.pixels, place.scene.quads[at])[2]
    if bare.mean(2).std() > UNEVEN:
        return False
    middle = bare.mean((0, 1))
    white = np.ptp(middle) < GREYEST * middle.max() and middle.max() > DIMMEST
    return bool(white) or not kit_of(kit).coloured


def printed_over(place: Place, rng: np.random.Generator, kit: str) -> Place:
    """The same die with a face of the kit in place of its pips, or with a stranger's."""
    alone = taken_out(place)
    makes = any_set(rng, kit)
    make = makes[int(rng.integers(len(makes)))]
    strange = rng.random() < STRANGERS
    make = any_stranger(rng, make, kit) if strange else make
    face = make.symbols[int(rng.integers(6))]
    if make.lettering is None:
        raise ValueError(f"The dice of {kit} have no letters.")
    how = replace(make.lettering, frame="none")
    (figure,) = layers(how, symbol_of(how, face), TILE)
    cover = cv2.GaussianBlur(np.rot90(figure.cover, int(rng.integers(4))), (0, 0), 0.7)[..., None]
    flat, _, bare = wiped(alone.scene.pixels, alone.scene.quads[0])
    ground = (bare / 255) ** 2.2
    letters = ground * np.clip(ink(how, face) / WHITE, 0, 1)
    if (
        not kit_of(kit).coloured
        and np.abs(letters.mean((0, 1)) ** (1 / 2.2) - ground.mean((0, 1)) ** (1 / 2.2)).sum() * 255 < CLEAR
    ):
        letters = ground * 0.02 if ground.mean() > 0.15 else np.maximum(ground, 0.6)
    painted = (ground * (1 - cover) + letters * cover) ** (1 / 2.2) * 255
    lay(alone.scene.pixels, flat, np.asarray(painted, np.float32))
    return Place(alone.scene, alone.box, OTHER if strange else face)
