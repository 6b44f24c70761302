"""Matches played by hand before a drawn table: the scenes of `plays`, painted as the clips of `samples/throws` are."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

import numpy as np

from models.training import clips
from scoring.dice import Roll
from tests.api.plays import Part, faces_of
from tests.vision.scene import HEIGHT, RATE, Die, Scene
from vision.camera.source import Shot
from vision.kit import kit, kits
from vision.reading import Frame

SCALE = clips.WIDTH // 320  # a drawn table is so much larger than a made-up one


class DrawnTable:
    """A table with its lamp and one set of dice of a game; which ones is the seed's to say."""

    def __init__(self, seed: int, game: str) -> None:
        name = game if game in kits() else "pips"
        self._table = clips.table(np.random.default_rng([seed, 99]), name)
        self._counts = [
            tuple(map(kit(name).counts_as, Roll.parse(" ".join(die.skin.symbols)))) for die in self._table.dice
        ]
        self._faces = faces_of(game)
        self._owners: dict[Die, int] = {}  # which die of the set lies where
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
        self._owners = self._assigned(dice)
        return clips.table_light(self._table, [self._laid(die, owner) for die, owner in self._owners.items()])

    def _laid(self, spot: Die, owner: int) -> clips.Thing:
        """A die of the set that lies there: each place turns it in its own way."""
        x, y, face = spot
        die, shown = self._table.dice[owner], self._faces[face - 1]
        side = self._counts[owner].index(shown) if shown in self._counts[owner] else 0
        return clips.lying(die, self._table.view.touch(SCALE * x, SCALE * y, 0.5), side, 1.3 * x + 2.1 * y)

    def _assigned(self, dice: tuple[Die, ...]) -> dict[Die, int]:
        """Which die of the set lies where: who lay there stays, and each lies once as far as its faces allow."""
        stay = {die: owner for die, owner in self._owners.items() if die in dice}
        holders = {owner: die for die, owner in stay.items()}
        for die in dice:
            if die not in stay:
                self._placed(die, holders, set(stay.values()))
        owners = {die: owner for owner, die in holders.items()}
        return {die: owners.get(die, sum(die) % len(self._counts)) for die in dice}  # in the air nobody can tell

    def _placed(self, die: Die, holders: dict[int, Die], tried: set[int]) -> bool:
        """Find a die that shows the face, moving others on where they may show theirs elsewhere (Kuhn)."""
        x, y, face = die
        for owner in ((x + y + step) % len(self._counts) for step in range(len(self._counts))):
            if owner not in tried and self._faces[face - 1] in self._counts[owner]:
                tried.add(owner)
                if owner not in holders or self._placed(holders[owner], holders, tried):
                    holders[owner] = die
                    return True
        return False
