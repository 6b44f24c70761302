"""How far the print of a die is from those that were shown, wherever the corners of its face are.

A finder tells corners that are off by a fifth of a side now and then. So the print is laid over those that were shown
with its corners elsewhere: at first coarsely, in many places, and from the best of these finely. A print that was shown
fits well somewhere; another one fits nowhere, however its corners are moved. What a net sees in both has a word, too.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.own.prints import CELL, CELLS, CORNERS, DIRECTIONS, EDGES, FACE, GUESSES
from vision.own.teach import Looks, squares_apart
from vision.reading import Numbers

COARSE, FINE = 10, 13  # places across a face that are compared
COMPARED = 5 / 6  # of a face: its rim is no print
SOFTER = 2.0  # pixels, by which edges are blurred where they are compared coarsely
STARTS, SPREAD = 128, 0.25  # how many corners are tried at first, and how far they are moved, in sides
STEPS, NARROWER = 40, (0.12, 0.06)  # the same from the best of them, and from the best of these
LIKELIEST = 6  # faces that are looked at finely
KEPT = 2  # places of each of them
TURNS = 4
WORD = 0.3  # the net's word on how far a print is, beside that of the edges

Floats = npt.NDArray[np.float32]
Places = npt.NDArray[np.int64]


def _moved(rng: np.random.Generator, count: int, size: float) -> Floats:
    """Corners shifted, turned, stretched and each pulled a little (count, 4, 2), in pixels; the first stay in place."""
    about = CORNERS - CORNERS.mean(0)
    turn = 1.2 * size * rng.uniform(-1, 1, count)
    turned = np.stack((np.cos(turn), -np.sin(turn), np.sin(turn), np.cos(turn)), 1).reshape(-1, 2, 2)
    stretched = (np.eye(2) + 0.7 * size * rng.uniform(-1, 1, (count, 2, 2))) * (
        1 + size * rng.uniform(-1, 1, (count, 1, 1))
    )
    pulled = 0.8 * rng.uniform(-1, 1, (count, 1, 2)) + 0.35 * rng.uniform(-1, 1, (count, 4, 2))
    moved = about @ np.swapaxes(turned @ stretched, 1, 2) - about + size * FACE * CELL * pulled
    moved[0] = 0
    return np.asarray(moved, np.float32)


def _within(count: int) -> Floats:
    """How much each corner tells of each of count x count places in a face: (count**2, 4)."""
    at = (np.arange(count) + 0.5) / count * COMPARED + (1 - COMPARED) / 2
    across, down = np.tile(at, count), np.repeat(at, count)
    return np.asarray(
        np.stack(((1 - across) * (1 - down), across * (1 - down), across * down, (1 - across) * down), 1), np.float32
    )


_RNG = np.random.default_rng(5)  # the same places every time
WIDE = CORNERS + _moved(_RNG, STARTS, SPREAD)
NARROW = tuple(_moved(_RNG, STEPS, size) for size in NARROWER)
PLACES = {COARSE: _within(COARSE), FINE: _within(FINE)}


@dataclass(frozen=True)
class Fit:
    """Where a print was laid: over which face and quarter turn of it, by which guess and corners; and how alike."""

    face: int
    turn: int
    guess: int
    corners: Floats
    like: float = -1.0


@dataclass(frozen=True)
class Likeness:
    """The prints that were shown, E of them, each in its four turns."""

    face: Places  # (E,), their places among the faces
    look: Places  # (E,), the look that each is of
    turn: Places  # (E,), how many quarter turns each is turned
    coarse: Floats  # (E, ..), what they show, for a first look
    fine: Floats  # (E, ..), and for a close one
    unit: float  # how different prints usually are
    seen: Numbers  # (N, GUESSES, ..), what the net sees in each look

    def __call__(self, features: Numbers, hidden: npt.NDArray[np.bool_] | None = None) -> Numbers:
        """How far M dice (M, 1, FEATURES) are from each face (M, F), those looks left out that are `hidden` (N,)."""
        shown = np.ones(len(self.face), np.bool_) if hidden is None else ~hidden[self.look]
        rows = features[:, 0]
        like = np.array([self._alike(row, shown) for row in rows[:, :EDGES]]).reshape(len(rows), -1)
        edges = 2 * (1 - like).clip(0) / self.unit
        return np.asarray(edges ** (1 - WORD) * self._apart(rows[:, EDGES:], shown) ** WORD)

    def _apart(self, rows: Numbers, shown: npt.NDArray[np.bool_]) -> Numbers:
        """How far M dice are from each face (M, F) by what the net sees of them, by the guesses that agree best."""
        seen = self.seen.reshape(len(self.seen) * GUESSES, -1)
        each = squares_apart(rows.reshape(len(rows) * GUESSES, -1), seen).reshape(len(rows), GUESSES, -1, GUESSES)
        far = each.min((1, 3)) / max(float(seen.var(0).sum()), 1e-9)
        of = [np.unique(self.look[(self.face == n) & shown]) for n in range(int(self.face.max()) + 1)]
        return np.stack([far[:, looks].min(1, initial=np.inf) for looks in of], 1)

    def _alike(self, row: Numbers, shown: npt.NDArray[np.bool_]) -> Numbers:
        """How alike a die is to each face, where it fits best: 1 is the same."""
        near = _opened(row)
        fits = self._starts(_soft(near), shown)
        for moved in NARROW:
            fits = [self._closer(fit, near, moved, shown) for fit in fits]
        like = np.full(int(self.face.max()) + 1, min(fit.like for fit in fits))
        for fit in fits:
            like[fit.face] = max(like[fit.face], fit.like)
        return like

    def _starts(self, far: Floats, shown: npt.NDArray[np.bool_]) -> list[Fit]:
        """The best places of the likeliest faces."""
        guess, corners = np.repeat(np.arange(GUESSES), STARTS), np.tile(WIDE, (GUESSES, 1, 1))
        like = _taken(far, guess, corners, COARSE) @ self.coarse[shown].T
        face, turn = self.face[shown], self.turn[shown]
        best = np.array([like[:, face == n].max() for n in range(face.max() + 1)])
        found = []
        for n in np.argsort(-best)[:LIKELIEST]:
            own, turns = like[:, face == n], turn[face == n]
            places = np.argsort(-own.max(1))[:KEPT]
            found += [Fit(int(n), int(turns[own[at].argmax()]), int(guess[at]), corners[at]) for at in places]
        return found

    def _closer(self, fit: Fit, near: Floats, moved: Floats, shown: npt.NDArray[np.bool_]) -> Fit:
        """The same fit with its corners moved to where it is best."""
        corners = fit.corners + moved
        over = self.fine[(self.face == fit.face) & (self.turn == fit.turn) & shown]
        like = (_taken(near, np.full(len(corners), fit.guess), corners, FINE) @ over.T).max(1)
        return replace(fit, corners=corners[like.argmax()], like=float(like.max()))


def likeness(looks: Looks) -> Likeness:
    """What tells how far a die is from each face of these looks, whose features are `vision.own.prints.prints`."""
    corners = np.repeat(CORNERS[None], GUESSES, 0)
    opened = [_opened(row) for row in looks.features[:, :EDGES]]
    coarse, fine = (
        np.vstack([_turned(_taken(maps, np.arange(GUESSES), corners, count), count) for maps in seen])
        for seen, count in (([_soft(maps) for maps in opened], COARSE), (opened, FINE))
    )
    each = GUESSES * TURNS
    look = np.repeat(np.arange(len(looks.faces)), each)
    face = np.array([looks.shown.index(name) for name in looks.faces])[look]
    unit = max(1 - float(np.square(fine.mean(0)).sum()), 1e-9)
    turn = np.tile(np.arange(TURNS), len(look) // TURNS)
    seen = looks.features[:, EDGES:].reshape(len(looks.faces), GUESSES, -1)
    return Likeness(face, look, turn, coarse, fine, unit, seen)


def _opened(row: Numbers) -> Floats:
    """A row of features as pictures (GUESSES, pixels, pixels, DIRECTIONS)."""
    maps = row.reshape(GUESSES, CELLS, CELLS, DIRECTIONS).astype(np.float32)
    return np.array([cv2.resize(each, None, fx=CELL, fy=CELL, interpolation=cv2.INTER_LINEAR) for each in maps])


def _soft(maps: Floats) -> Floats:
    return np.array([np.sqrt(cv2.GaussianBlur(each**2, (0, 0), SOFTER)) for each in maps])


def _taken(maps: Floats, guess: Places, corners: Floats, count: int) -> Floats:
    """What M faces with these corners (M, 4, 2), each in the map of its guess, show at count x count places."""
    across, down = np.moveaxis(PLACES[count] @ corners, 2, 0).astype(np.int64).clip(0, CELLS * CELL - 1)
    pixel = (guess[:, None] * CELLS * CELL + down) * CELLS * CELL + across
    rows = maps.reshape(-1, DIRECTIONS).take(pixel, axis=0).reshape(len(corners), -1)
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True).clip(1e-6), np.float32)


def _turned(rows: Floats, count: int) -> Floats:
    """What faces show in each quarter turn; an edge that is turned by one has the opposite direction."""
    maps = rows.reshape(-1, count, count, DIRECTIONS)
    turns = [np.roll(np.rot90(maps, turn, (1, 2)), turn * DIRECTIONS // 2, 3) for turn in range(TURNS)]
    return np.stack(turns, 1).reshape(TURNS * len(rows), -1)
