"""Draw short clips of throws under a fixed camera, with the rolls they show: seeded, NumPy and OpenCV only.

A clip is a table with its dice, a hand that throws, takes and pushes them, and a camera that films it. Every die is
painted by the same code as the pictures the eyes learn from; only what changes is painted again.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.colour import Array, Bytes, brightness, hsv, laid_over, octaves
from models.training.dice_art import Make, Skin, any_make, pip_skin
from models.training.draw import Thing, paint
from models.training.grounds import PAINTERS, lay
from models.training.kit_art import any_set, kit_skin
from models.training.light import Bulge, Light, any_light, shadows
from models.training.solid import Place, Shape, lean, resting, spin
from models.training.throw import Lie
from models.training.view import View, over_table

WIDTH, HEIGHT, RATE = 640, 480, 15  # pixels, pixels, frames a second
DIE = 58.0  # pixels of a die in the middle of the picture
SHAPE = Shape(np.full(3, 0.5, np.float32), 0.09)
STEEP = 0.9  # the camera looks down at least this steeply (cosine of its tilt)
APART, CLOSE = 1.7, 1.35  # edges between the middles of two dice, and of two among many
MANY = 6  # dice that lie apart
CALM = ("wood", "felt", "plain", "weave")  # grounds that look like no dice
CLEAR = 0.4  # brightness 0..1 between a die and its pips
DULL = 0.12  # gloss 0..1 that no lamp makes glare
GRAIN, FINE = 2.0, 1.3  # levels of a camera's noise; ten printed dice in more of it make large files
LONG, BROAD = 900, 300  # pixels of the page on which a hand is drawn, its fingertips at the top
REST = 14  # frames that dice lie still, nearly a second
AWAY = (WIDTH * 0.55, HEIGHT * 1.25)  # where the hand is when nobody sees it

Spot = tuple[float, float]


@dataclass(frozen=True)
class Moment:
    """What the camera sees for one frame: the dice, the hand's fingertips if it is there, the lamp, a pushed camera."""

    dice: tuple[Thing, ...]
    hand: Spot | None = None
    lamp: float = 1.0
    shift: Spot = (0.0, 0.0)


@dataclass(frozen=True)
class Table:
    """What stays the same throughout a clip."""

    view: View
    bare: Array  # (H, W, 3) linear reflectance
    light: Light
    dice: tuple[Thing, ...]  # the set, wherever they lie
    arm: tuple[Array, Array]  # cover (LONG, BROAD) 0..1 and linear colour (LONG, BROAD, 3) of the hand
    gain: float
    rng: np.random.Generator


@dataclass
class Clip:
    """A clip as it grows: its moments, and the rolls that a reader must name."""

    table: Table
    moments: list[Moment] = field(default_factory=list)
    rolls: list[str] = field(default_factory=list)

    @property
    def lying(self) -> tuple[Thing, ...]:
        """The dice on the table now."""
        return self.moments[-1].dice if self.moments else ()

    def wait(self, frames: int = REST) -> None:
        """Let nothing happen."""
        self.moments += [Moment(self.lying)] * frames

    def throw(self, count: int, leaning: int = 0) -> None:
        """A hand throws `count` dice, of which `leaning` come to rest on an edge; then they rest."""
        rng, stay = self.table.rng, self.lying
        ends = _thrown(rng, self.table, stay, count, leaning)
        starts = [self.table.view.touch(AWAY[0] + rng.normal(0, 40), AWAY[1], 1.0) for _ in ends]
        spans = [int(rng.integers(11, 20)) for _ in ends]
        reach = [(AWAY[0], AWAY[1] - 130 * np.sin(t * np.pi)) for t in np.linspace(0.1, 1, 9)]
        self.moments += [Moment(stay, spot) for spot in reach[:4]]
        for number in range(max(spans)):
            flying = tuple(
                _rolling(end, start, min(1.0, (number + 1) / span))
                for end, start, span in zip(ends, starts, spans, strict=True)
            )
            self.moments.append(Moment((*stay, *flying), reach[4 + number] if number + 4 < len(reach) else None))
        self.moments[-1] = Moment((*stay, *ends))
        self.rolls.append(" ".join("?" if die.lie.tilted else die.face for die in ends))
        self.wait()

    def take(self, count: int) -> None:
        """A hand takes `count` dice away."""
        gone, stay = self.lying[:count], self.lying[count:]
        spot = self._over(gone)
        self._reach(spot)
        self.moments += [Moment(stay, spot)] * 3
        self._leave(spot)
        self.wait(10)

    def push(self, count: int, step: Spot) -> None:
        """A hand pushes `count` dice aside by `step`, in edges of a die to the right and away from the camera."""
        pushed, stay = self.lying[:count], self.lying[count:]
        self._reach(self._over(pushed))
        for share in np.linspace(0.15, 1, 8):
            moved = tuple(_moved(die, np.array([*step, 0], np.float32) * np.float32(share)) for die in pushed)
            spot = self._over(moved)
            self.moments.append(Moment((*moved, *stay), spot))
        self._leave(spot)
        self.wait(10)

    def cover(self, frames: int) -> None:
        """A hand comes, rests with its palm over the first of the dice and goes again."""
        x, y = self._over(self.lying[:1])
        spot = (x, y - 2.2 * DIE)
        self._reach(spot)
        self.moments += [Moment(self.lying, spot)] * frames
        self._leave(spot)
        self.wait(10)

    def bump(self, step: Spot) -> None:
        """Somebody knocks the camera: it shakes and then looks elsewhere by `step` pixels."""
        rng = self.table.rng
        for share in (0.5, 1.4, 0.8, 1.1):
            shaken = (step[0] * share + rng.normal(0, 2), step[1] * share + rng.normal(0, 2))
            self.moments.append(Moment(self.lying, shift=shaken))
        self.moments += [Moment(self.lying)] * REST
        first = len(self.moments) - REST
        self.moments[first:] = [replace(moment, shift=step) for moment in self.moments[first:]]

    def _over(self, dice: Sequence[Thing]) -> Spot:
        """Where fingertips lie over dice: a little beyond their middle, in pixels."""
        middles = np.stack([die.lie.place.centre for die in dice])
        x, y = self.table.view.project(middles).mean(0)
        return float(x), float(y - 0.4 * DIE)

    def _reach(self, spot: Spot) -> None:
        self.moments += [Moment(self.lying, between) for between in _between(AWAY, spot, 7)]

    def _leave(self, spot: Spot) -> None:
        self.moments += [Moment(self.lying, between) for between in _between(spot, AWAY, 7)]


def table(rng: np.random.Generator, kit: str = "pips") -> Table:
    """Furnish a table: a camera that looks down steeply, a set of dice of a kit, a lamp and a hand."""
    view = over_table(rng, WIDTH, HEIGHT, DIE)
    while view.eye[2] < STEEP * float(np.linalg.norm(view.eye)):
        view = over_table(rng, WIDTH, HEIGHT, DIE)
    bare = lay(rng, view, PAINTERS[str(rng.choice(CALM))][0])
    light = any_light(rng, bare[::8, ::8].mean(axis=(0, 1)))
    lie = Lie(Place(np.zeros(3, np.float32), np.eye(3, dtype=np.float32)), 4, tilted=False)
    dice = tuple(Thing(SHAPE, skin, lie, Bulge(0.1)) for skin in _skins(rng, kit))
    bright = float((bare * light.on_table())[::4, ::4].mean())
    return Table(view, bare, light, dice, arm(rng), float(rng.uniform(0.2, 0.3)) / (bright + 1e-3), rng)


def _skins(rng: np.random.Generator, kit: str) -> list[Skin]:
    """The dice of a set: those with pips are six of one make, those of Phase 10 each its own."""
    if kit == "pips":
        make = _common(rng)
        return [pip_skin(rng, make, 72) for _ in range(6)]
    makes = any_set(rng, kit)
    return [kit_skin(rng, make, 96) for make in (makes if len(makes) > 1 else makes * 6)]


def _common(rng: np.random.Generator) -> Make:
    """A make as most households have it: plain colour, round pips that stand out."""
    while True:
        make = any_make(rng)
        contrast = abs(brightness(make.body) - brightness(make.pips.colour))
        if make.stuff == "plain" and make.pips.form == "round" and not make.pips.plate and contrast > CLEAR:
            return replace(make, gloss=min(make.gloss, DULL))


def arm(rng: np.random.Generator) -> tuple[Array, Array]:
    """A forearm and a hand that points upwards: cover (LONG, BROAD) 0..1 and linear colour (LONG, BROAD, 3)."""
    page: Bytes = np.zeros((LONG, BROAD), np.uint8)
    for finger, top in enumerate((50, 18, 24, 60)):
        x = 95 + 38 * finger
        cv2.line(page, (x, top), (x, 190), 255, 34, cv2.LINE_AA)
    cv2.line(page, (62, 150), (90, 235), 255, 36, cv2.LINE_AA)
    cv2.ellipse(page, (150, 220), (85, 90), 0, 0, 360, 255, -1, cv2.LINE_AA)
    cv2.rectangle(page, (100, 260), (205, LONG), 255, -1)
    cover = cv2.GaussianBlur(page, (0, 0), 1.5).astype(np.float32) / 255
    height = cv2.GaussianBlur(page, (0, 0), 12).astype(np.float32) / 255
    tone = (0.35 + 0.75 * height) * (0.9 + 0.2 * octaves(rng, LONG, BROAD, 50, 3))
    skin = hsv(rng.uniform(10, 28), rng.uniform(0.35, 0.6), rng.uniform(0.3, 0.6))
    return np.asarray(cover, np.float32), np.asarray(tone[..., None] * skin, np.float32)


def _thrown(rng: np.random.Generator, table: Table, stay: Sequence[Thing], count: int, leaning: int) -> list[Thing]:
    """Where `count` dice come to rest, apart from one another and from those that stay."""
    taken = [die.lie.place.centre[:2] for die in stay]
    free = [die for die in table.dice if all(die.skin is not other.skin for other in stay)]
    apart = APART if len(table.dice) <= MANY else CLOSE
    dice: list[Thing] = []
    while len(dice) < count:
        spot = table.view.touch(rng.uniform(0.12, 0.88) * WIDTH, rng.uniform(0.14, 0.8) * HEIGHT)
        if all(np.linalg.norm(spot[:2] - other) > apart for other in taken):
            taken.append(spot[:2])
            side, yaw = int(rng.integers(6)), rng.uniform(0, 2 * np.pi)
            tilt = None
            if len(dice) < leaning:
                tilt = np.asarray(lean(rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(39, 45))), np.float32)
            dice.append(lying(free[len(dice)], spot, side, yaw, tilt))
    return dice


def lying(die: Thing, spot: Array, side: int, yaw: float, tilt: Array | None = None) -> Thing:
    """The same die at a spot on the table, that side up and turned by `yaw` radians; with a `tilt` it leans."""
    turn = np.asarray(spin(yaw) @ resting(side // 2, 1 - 2 * (side % 2)), np.float32)
    if tilt is not None:
        turn = np.asarray(tilt @ turn, np.float32)
    place = _grounded(Place(np.array([*spot[:2], 0], np.float32), turn))
    return replace(die, lie=Lie(place, side, tilt is not None))


def _grounded(place: Place, above: float = 0.0) -> Place:
    """The same place, its lowest corner `above` the table."""
    lowest = float(place.corners(SHAPE, 0.42)[:, 2].min()) if not _level(place) else float(place.centre[2]) - 0.5
    return Place(np.asarray(place.centre + np.array([0, 0, above - lowest], np.float32), np.float32), place.turn)


def _level(place: Place) -> bool:
    return float(np.abs(place.turn[2]).max()) > 0.999


def _rolling(end: Thing, start: Array, share: float) -> Thing:
    """A die on its way from `start` to where it comes to rest, `share` 0..1 of the time gone."""
    if share >= 1:
        return end
    left = (1 - share) ** 2
    way = (start - end.lie.place.centre)[:2]
    away = float(np.linalg.norm(way)) * left
    spot = end.lie.place.centre[:2] + way * np.float32(left)
    turn = np.asarray(lean(float(np.arctan2(way[1], way[0])) + np.pi / 2, 1.3 * away) @ end.lie.place.turn, np.float32)
    bounce = 1.2 * left * abs(float(np.cos(7 * share)))
    place = _grounded(Place(np.array([*spot, 0], np.float32), turn), bounce)
    return replace(end, lie=replace(end.lie, place=place))


def _moved(die: Thing, step: Array) -> Thing:
    place = Place(np.asarray(die.lie.place.centre + step, np.float32), die.lie.place.turn)
    return replace(die, lie=replace(die.lie, place=place))


def _between(start: Spot, stop: Spot, frames: int) -> list[Spot]:
    shares = (1 - np.cos(np.linspace(0, np.pi, frames))) / 2
    return [(start[0] + (stop[0] - start[0]) * s, start[1] + (stop[1] - start[1]) * s) for s in map(float, shares)]


def film(clip: Clip) -> Iterator[Bytes]:
    """The frames of a clip, (HEIGHT, WIDTH, 3) BGR; a table whose dice have not moved is not painted again."""
    lit: Array = np.empty(0, np.float32)
    shown: tuple[Thing, ...] | None = None
    for moment in clip.moments:
        if shown is None or moment.dice is not shown:
            lit, shown = table_light(clip.table, moment.dice), moment.dice
        light = lit if moment.hand is None else under_hand(clip.table, lit, moment.hand)
        if moment.shift != (0.0, 0.0):
            step = np.array([[1, 0, moment.shift[0]], [0, 1, moment.shift[1]]], np.float32)
            seen = cv2.warpAffine(light, step, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REFLECT_101)
            light = np.asarray(seen, np.float32)
        coarse = GRAIN if len(clip.table.dice) <= MANY else FINE
        yield developed(clip.table.rng, light * np.float32(clip.table.gain * moment.lamp), coarse)


def table_light(table: Table, dice: Sequence[Thing]) -> Array:
    """Linear light (H, W, 3) from the table and its dice."""
    solids = [(die.shape, die.lie.place) for die in dice]
    pixels = np.asarray(table.bare * shadows(table.view, table.light, solids, DIE), np.float32)
    owner: NDArray[np.int16] = np.zeros((HEIGHT, WIDTH), np.int16)
    for die in sorted(dice, key=lambda die: -float(np.linalg.norm(die.lie.place.centre - table.view.eye))):
        paint(pixels, owner, table.view, table.light, die, 1)
    return cv2.GaussianBlur(pixels, (0, 0), 0.7).astype(np.float32)


def under_hand(table: Table, lit: Array, tip: Spot) -> Array:
    """The same light with a hand over it, which also throws a soft shadow."""
    angle = (tip[0] - AWAY[0]) / (WIDTH * 1.2)  # radians: the arm comes from where the player sits
    c, s = np.cos(angle), np.sin(angle)
    warp = np.array([[c, -s, tip[0] - c * BROAD / 2], [s, c, tip[1] - s * BROAD / 2]], np.float32)
    cover = cv2.warpAffine(table.arm[0], warp, (WIDTH, HEIGHT))
    colour = cv2.warpAffine(table.arm[1], warp, (WIDTH, HEIGHT))
    beside = cv2.warpAffine(cover, np.array([[1, 0, 18], [0, 1, 14]], np.float32), (WIDTH, HEIGHT))
    shade = cv2.blur(beside, (31, 31))
    under = lit * (1 - np.float32(0.4) * shade)[..., None]
    return laid_over(np.asarray(under, np.float32), np.asarray(cover, np.float32), colour * table.light.on_table())


def developed(rng: np.random.Generator, light: Array, coarse: float = GRAIN) -> Bytes:
    """What the camera stores of linear light: with grain of `coarse` levels, never the same twice."""
    grain = rng.standard_normal((HEIGHT // 2 + 40, WIDTH // 2 + 40), dtype=np.float32)
    noise = cv2.resize(grain, None, fx=2, fy=2, interpolation=cv2.INTER_LINEAR)[:HEIGHT, :WIDTH, None]
    curve = np.clip(light, 0, 1) ** np.float32(1 / 2.2)
    return np.asarray(np.clip(curve * 255 + np.float32(coarse) * noise + 0.5, 0, 255), np.uint8)


def plain(clip: Clip) -> None:
    """Three throws of six dice, all taken up in between."""
    clip.wait(8)
    for _ in range(2):
        clip.throw(6)
        clip.take(6)
    clip.throw(6)


def taken(clip: Clip) -> None:
    """Some dice are taken away, and the others too, before fewer are thrown."""
    clip.wait(8)
    clip.throw(6)
    clip.take(2)
    clip.take(4)
    clip.throw(4)
    clip.take(4)
    clip.throw(1)


def aside(clip: Clip) -> None:
    """Two dice are pushed aside and stay in the picture while the others are thrown."""
    clip.wait(8)
    clip.throw(5)
    clip.push(2, (1.2, 0.8))
    kept = clip.lying[:2]
    clip.moments.append(Moment((*clip.lying[2:], *kept)))
    clip.take(3)
    clip.throw(3)


def flicker(clip: Clip) -> None:
    """The lamp flickers, and the camera evens out its exposure slowly."""
    clip.wait(8)
    clip.throw(6)
    clip.take(6)
    clip.throw(5)
    for number, moment in enumerate(clip.moments):
        lamp = 1 + 0.1 * np.sin(2.1 * number) + 0.15 * np.sin(number / 17)
        clip.moments[number] = replace(moment, lamp=float(lamp))


def bumped(clip: Clip) -> None:
    """Somebody knocks against the camera while the dice lie."""
    clip.wait(8)
    clip.throw(6)
    clip.bump((17.0, -11.0))
    clip.wait(6)
    clip.moments[-6:] = [replace(moment, shift=(17.0, -11.0)) for moment in clip.moments[-6:]]
    start = len(clip.moments)
    clip.take(6)
    clip.throw(6)
    clip.moments[start:] = [replace(moment, shift=(17.0, -11.0)) for moment in clip.moments[start:]]


def leaning(clip: Clip) -> None:
    """A die leans; all are taken up and thrown again."""
    clip.wait(8)
    clip.throw(5, leaning=1)
    clip.take(5)
    clip.throw(5)


def covered(clip: Clip) -> None:
    """A hand rests over the dice as soon as they lie, and once more when they were read."""
    clip.wait(8)
    clip.throw(4)
    del clip.moments[-REST:]
    clip.cover(22)
    clip.wait(8)
    clip.cover(12)


def idle(clip: Clip) -> None:
    """A hand plays over the empty table, and then three dice are thrown."""
    clip.wait(10)
    for spot in ((300.0, 200.0), (200.0, 260.0)):
        clip.moments += [Moment((), between) for between in (*_between(AWAY, spot, 8), *_between(spot, AWAY, 8))]
        clip.wait(6)
    clip.throw(3)


def again(clip: Clip) -> None:
    """All dice of the set are thrown, taken up, and thrown again."""
    clip.wait(6)
    clip.throw(len(clip.table.dice))
    clip.take(len(clip.table.dice))
    clip.throw(len(clip.table.dice))


def stay(clip: Clip) -> None:
    """Two dice stay where they lie while the others are thrown again."""
    clip.wait(6)
    clip.throw(len(clip.table.dice))
    clip.take(len(clip.table.dice) - 2)
    clip.throw(len(clip.table.dice) - 2)


Stories = tuple[Callable[[Clip], None], ...]
STORIES: Stories = (plain, taken, aside, flicker, bumped, leaning, covered, idle)
OF_KITS: Stories = (again, stay)


def draw(out: Path, seed: int, only: Sequence[str] = (), kit: str = "pips") -> None:
    """Write the clips and rolls.tsv (clip, tab, rolls separated by `;`) to a folder."""
    out.mkdir(parents=True, exist_ok=True)
    rows = []
    for number, story in enumerate(STORIES if kit == "pips" else OF_KITS):
        if only and story.__name__ not in only:
            continue
        clip = Clip(table(np.random.default_rng([seed, number]), kit))
        story(clip)
        name = f"{story.__name__}.mp4"
        writer = cv2.VideoWriter(str(out / name), cv2.VideoWriter.fourcc(*"mp4v"), RATE, (WIDTH, HEIGHT))
        for frame in film(clip):
            writer.write(frame)
        writer.release()
        rows.append(f"{name}\t{'; '.join(clip.rolls)}\n")
        print(rows[-1], end="")
    (out / "rolls.tsv").write_text("".join(rows), encoding="utf-8")


def main() -> None:
    """Draw the clips."""
    parser = argparse.ArgumentParser(description="Draw short clips of throws, with their rolls.")
    parser.add_argument("--out", type=Path, default=Path("samples/throws"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kit", default="pips", choices=("pips", "ten-grand", "phase-10"))
    parser.add_argument("--only", nargs="*", default=(), help="names of clips")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    draw(given.out, given.seed, given.only, given.kit)


if __name__ == "__main__":
    main()
