"""Print that is half rubbed off: people still read it, and to a reader what is left of a large pip is no emblem."""

from dataclasses import replace

import numpy as np

from models.training.colour import octaves
from models.training.crops import Place
from models.training.emblems import TILE, lay, taken_out, wiped


def rubbed(place: Place, rng: np.random.Generator) -> Place:
    """The same die, patches of the print on its top gone or pale; its corners must be known."""
    alone = taken_out(place)
    flat, face, bare = wiped(alone.scene.pixels, alone.scene.quads[0])
    cloud = octaves(rng, TILE, TILE, TILE * rng.uniform(0.1, 0.3), 3)
    gone = np.clip(6 * (cloud - rng.uniform(0.5, 0.62)), 0, rng.uniform(0.4, 0.7))[..., None]
    lay(alone.scene.pixels, flat, np.asarray(face * (1 - gone) + bare * gone, np.float32))
    return Place(replace(alone.scene, faces=(place.label,)), alone.box, place.label)
