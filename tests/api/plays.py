"""Matches played by hand before a camera, for tests: events become scenes of coloured dice on a table."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path

import cv2
import numpy as np

from api.album import Album
from api.cases import Files
from api.dealer import Dealer
from api.eyes import Eyes
from api.feeds import Film
from api.live import Hub
from api.places import Places
from api.schema import Setting
from api.sets import Sets
from api.shelf import Folder
from api.store import Store
from api.table import Sheet, Table
from scoring.dice import Face, Roll
from scoring.events import Bank, Choose, Keep, Throw
from scoring.games import game
from scoring.match import Match
from tests.vision.scene import HEIGHT, RATE, Die, Scene, paint, reaching, rolling, still
from tests.vision.squares import EYE, PIPS
from vision.camera.source import Shot, shots
from vision.reading import Frame, Pixels
from vision.throw.settle import Eye

REST = 0.9  # seconds that dice lie
AREA = 210  # pixels from above, where kept dice are put
KEEP = ((0.0, 0.8), (1.0, 0.8), (1.0, 1.0), (0.0, 1.0))  # the area for them
HANDED = 3.8  # seconds that the table is empty while the dice are handed on

Part = tuple[Iterable[Scene], float]


def faces_of(game_id: str) -> tuple[Face, ...]:
    """All faces of the dice of a game; a die that shows the first of them has number 1, and so on."""
    return tuple(dict.fromkeys(face for die in game(game_id).dice for face in die.faces))


def laid(roll: Roll, throw: int, taken: Iterable[Die] = (), faces: Sequence[Face] = PIPS) -> tuple[Die, ...]:
    """Where the dice of a throw come to lie: in rows, each throw a little elsewhere, and not on dice that lie there."""
    spots = [(34 + 50 * column, 50 + 46 * row + 9 * (throw % 3)) for row in range(3) for column in range(6)]
    free = [spot for spot in spots if all(abs(spot[0] - x) + abs(spot[1] - y) > 36 for x, y, _ in taken)]
    return tuple((x, y, 1 + faces.index(face)) for (x, y), face in zip(free, roll, strict=False))


def acted(match: Match, *, area: bool = False) -> Iterator[Part]:
    """Play a match by hand: dice are thrown, kept ones stay where they lie, and all are taken up at the end.

    With an `area`, kept dice are put into the lower part of the picture.
    """
    now, lying = Match.start(match.game, match.players, match.options), ()
    faces = faces_of(match.game)
    yield still(Scene(), 0.9)
    for number, play in enumerate(match.line.plays):
        event, kept, now = play.event, now.view.kept, now.add(play.event)
        if isinstance(event, Throw):
            if staying(lying, kept, faces) != lying and not area:
                lying = staying(lying, kept, faces)
                yield still(Scene(lying), REST)
            thrown = laid(event.roll, number, lying, faces)
            yield rolling(thrown, lying)
            lying = (*lying, *thrown)
            yield still(Scene(lying), REST)
        if isinstance(event, Keep | Choose):
            yield reaching(Scene(lying), 160)
            lying = staying(lying, now.view.kept, faces)
            lying = tuple((34 + 48 * n, AREA, face) for n, (*_, face) in enumerate(lying)) if area else lying
            yield still(Scene(lying), REST)
        if isinstance(event, Bank) or not now.view.rolls:
            yield reaching(Scene(lying), 160)
            lying = ()
            yield still(Scene(), HANDED)
        elif isinstance(event, Keep) and len(now.view.kept) == len(game(match.game).dice):
            lying = ()  # all dice are thrown on
            yield still(Scene(), REST)


def staying(lying: Iterable[Die], kept: Roll, faces: Sequence[Face]) -> tuple[Die, ...]:
    """The dice that show the kept faces, the oldest first."""
    wanted, stay = list(kept), []
    for die in lying:
        face = faces[die[2] - 1]
        if face in wanted:
            wanted.remove(face)
            stay.append(die)
    return tuple(stay)


@cache
def ground() -> Pixels:
    """The bare table, once and without noise."""
    return Scene(light=1.0).shot(0, 0).frame.pixels


@cache
def grain(number: int) -> Pixels:
    """A little noise, one of a few."""
    return np.random.default_rng(number).integers(0, 5, ground().shape, dtype=np.uint8)


def painted(scene: Scene, number: int) -> Frame:
    """The scene as a camera sees it: what `Scene.shot` shows, for films of many frames."""
    table = ground().copy()
    for die in scene.dice:
        paint(table, die)
    if scene.hand is not None:
        table[HEIGHT - scene.reach :, scene.hand - 30 : scene.hand + 30] = 190
    return Frame(np.asarray(cv2.add(table, grain(number % 11)), np.uint8))


def filmed(parts: Iterable[Part]) -> Iterator[Shot]:
    """The frames of scenes, each for its seconds."""
    scenes = [scene for some, seconds in parts for scene in some for _ in range(round(seconds * RATE))]
    return (Shot(painted(scene, number), number / RATE) for number, scene in enumerate(scenes))


def pictures(frames: Iterable[Shot], folder: Path) -> Path:
    """Write frames into a folder, so that the folder is a camera."""
    folder.mkdir()
    for number, shot in enumerate(frames):
        cv2.imwrite(str(folder / f"{number:05}.jpg"), shot.frame.pixels, [cv2.IMWRITE_JPEG_QUALITY, 95])
    return folder


class Evening:
    """A table with a dealer and no server around it."""

    def __init__(self, folder: Path, match: Match, mode: str = "hands-free", asked: Eye = EYE, kit: str = "") -> None:
        self.store = Store(f"sqlite:///{folder / 'croupier.db'}")
        self.table = Table(self.store)
        self.dealer = Dealer(
            self.table,
            Album(Folder(folder / "pictures")),
            Hub(),
            Places(folder / "cameras"),
            Eyes(Sets(Files(folder / "dice")), {"pips": asked, kit: asked}),
        )
        self._mode, self._kit = mode, kit
        self.begin(match)

    def begin(self, match: Match) -> None:
        """Begin a match as this one was begun."""
        self.id = self.table.begin(match.game, match.players, match.options, self._kit).id
        self.store.put(self.id, Setting.MODE, self._mode)
        self.dealer.attend(self.id)

    @property
    def sheet(self) -> Sheet:
        """The match as it stands."""
        return self.table.sheet(self.id)

    def shows(self, folder: Path) -> None:
        """Follow a folder of pictures to its end, as fast as they can be read."""
        self.dealer.choose(str(folder), Film(partial(shots, str(folder)), "the film", speed=1000))
        camera = self.dealer.camera
        assert camera
        camera._thread.join(300)  # noqa: SLF001 - nothing else tells the end as surely
        assert camera.sight.state == "over", camera.sight

    def close(self) -> None:
        """Clear the table."""
        self.dealer.close()
        self.store.close()
