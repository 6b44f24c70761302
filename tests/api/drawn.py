"""Matches played by hand before a drawn table: the scenes of `plays`, painted as the clips of `samples/throws` are."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

import numpy as np

from models.training import clips
from tests.api.plays import Part
from tests.vision.scene import HEIGHT, RATE, Die, Scene
from vision.reading import Frame
from vision.source import Shot

SCALE = clips.WIDTH // 320  # a drawn table is so much larger than a made-up one


class DrawnTable:
    """A table with its lamp and one set of dice with pips; which ones is the seed's to say."""

    def __init__(self, seed: int) -> None:
        self._table = clips.table(np.random.default_rng([seed, 99]))
        self._light = lru_cache(4)(self._lit)

    def filmed(self, parts: Iterable[Part]) -> Iterator[Shot]:
        """The frames of scenes, each for its seconds."""
        scenes = [scene for some, seconds in parts for scene in some for _ in range(round(seconds * RATE))]
        return (Shot(self._seen(scene), number / RATE) for number, scene in enumerate(scenes))

    def _seen(self, scene: Scene) -> Frame:
        table, light = self._table, self._light(scene.dice)
        if scene.hand is not None:
            light = clips.under_hand(table, light, (SCALE * scene.hand, SCALE * (HEIGHT - scene.reach)))
        return Frame(clips.developed(table.rng, light * np.float32(table.gain)))

    def _lit(self, dice: tuple[Die, ...]) -> clips.Array:
        return clips.table_light(self._table, [self._laid(*die) for die in dice])

    def _laid(self, x: int, y: int, face: int) -> clips.Thing:
        """A die that lies there: a place has its own die, turned in its own way."""
        die = self._table.dice[(x + y) % len(self._table.dice)]
        spot = self._table.view.touch(SCALE * x, SCALE * y, 0.5)
        return clips.lying(die, spot, die.skin.symbols.index(str(face)), 1.3 * x + 2.1 * y)
