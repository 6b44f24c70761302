"""Tops of dice seen straight, to learn from: of drawn dice, and of photographs where the finder sees them (`tops`)."""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from models.training.answers import NOTHING, Answers
from models.training.crops import Place, as_if_flat, dice, nothing
from models.training.emblems import icons, may_be_repainted, repainted, with_worn_ace
from models.training.material import Material
from models.training.mine import mined
from models.training.pool import Scene
from models.training.reader import MARKED, WORN, any_of
from models.training.tops import places

SMALLEST_TOP = 12.0  # pixels, of an edge
FALSE, MINED, BESIDE = 0.10, 0.08, 0.10  # shares of tops that are none: of photographs, of look-alikes, of anything


@dataclass(frozen=True)
class Tops:
    """Tops to be shown: those of dice by source and answer, and of what is none.

    `false` are tops that the finder saw in photographs where no die lies, `lookalikes` what it took for dice in drawn
    pictures; on `bare` dice emblems and worn single pips are painted.
    """

    known: Answers
    dice: dict[str, dict[str, list[Place]]]
    false: list[Place]
    lookalikes: list[Place]
    bare: list[Place]
    stuff: Material
    harsh: float = 1.0

    def next(self, rng: np.random.Generator) -> Place:
        """A top, every face equally often, or something that is none."""
        roll = rng.random()
        if roll < FALSE and self.false:
            return self.false[rng.integers(len(self.false))]
        if roll < FALSE + MINED and self.lookalikes:
            return as_if_flat(self.lookalikes[rng.integers(len(self.lookalikes))], rng)
        if roll < FALSE + MINED + BESIDE:
            shots = self.stuff.by_source[self.stuff.draw(rng, singles=False)]
            return as_if_flat(nothing(shots[rng.integers(len(shots))], rng), rng)
        if roll < FALSE + MINED + BESIDE + MARKED + WORN and self.bare:
            paint = repainted if roll < FALSE + MINED + BESIDE + MARKED else with_worn_ace
            painted = paint(self.bare[rng.integers(len(self.bare))], rng)
            return replace(painted, corners=painted.scene.quads[0])
        source = self.stuff.draw(rng, singles=True)
        while source not in self.dice:
            source = self.stuff.draw(rng, singles=True)
        return any_of(self.dice[source], rng)


def lessons(stuff: Material, known: Answers, seen: Path, found: Path, harsh: float = 1.0) -> Tops:
    """Everything there is to show: `seen` was written by `tops`, `found` by `mine`, of which drawn pictures count.

    Files that are not there count as empty.
    """
    drawn = stuff.by_source.get("drawn", [])
    by_source = {**(places(seen, stuff, known) if seen.exists() else {}), "drawn": _drawn(drawn, known)}
    faces: dict[str, dict[str, list[Place]]] = {}
    for source, tops in by_source.items():
        for top in tops:
            faces.setdefault(source, {}).setdefault(top.label, []).append(top)
    false = [top for labels in faces.values() for top in labels.pop(NOTHING, [])]
    bare = [place for place in dice(drawn, known) if may_be_repainted(place)] if icons() else []
    lookalikes = mined(found, Material({"drawn": drawn})) if found.exists() else []
    return Tops(known, faces, false, lookalikes, bare, stuff, harsh)


def _drawn(scenes: list[Scene], known: Answers) -> list[Place]:
    """The tops of all drawn dice that lie flat and are large enough to tell what they show."""
    return [
        Place(scene, scene.boxes[at], known.to(face), quad)
        for scene in scenes
        for at, (face, quad) in enumerate(zip(scene.faces, scene.quads, strict=True))
        if face and scene.states[at] == "flat" and np.linalg.norm(quad[1] - quad[0]) >= SMALLEST_TOP
    ]
