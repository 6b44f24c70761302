"""Something that may be a die, and what the reader says of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from scoring.dice import COLOURS
from vision.doubt import Scores
from vision.find import LIKELY, Candidate
from vision.reading import Frame, Numbers, Quad

SETTLED = 0.99  # probability of a face from which no other guess of where the die lies is looked at
DISMISSED = 0.1  # probability of every answer but "nothing", below which likewise, unless the finder is for it
PLAIN = 0.9  # probability of a face by the reader alone, from which nobody says otherwise without a question
MIDDLE = 0.2  # share of a die's size, to each side of its centre, in which its colour is told
OTHER = "other"  # the label of a die that shows no face of the kit


@dataclass(frozen=True)
class Named:
    """A candidate and the reader's probabilities for it, in the order of its card's labels."""

    candidate: Candidate
    p: np.ndarray[tuple[int, ...], np.dtype[np.float32]]
    tint: tuple[float, ...] = (128.0,) * 3  # the colour in its middle, blue, green and red of 0..255
    ink: tuple[float, ...] = (float("nan"),) * 3  # what its print swallows of red, green and blue, where colours count
    glaring: bool = False  # its white is too bright to swear to that
    labels: tuple[str, ...] = ()  # of the card, where some of them may mean the same die
    quads: tuple[Quad, ...] = ()  # all guesses of its corners
    prints: Numbers | None = None  # (R, D), what a set of one's own knows it by
    looks: Scores | None = None  # (2, answers), the reader's scores of the die as it lies and of its top
    sides: tuple[Scores, ...] = ()  # (S, answers), its probabilities for each side seen, where dice are told by them

    @property
    def is_die(self) -> float:
        """Probability that there is a die at all, never quite 0: the last label is "nothing"."""
        return max(float(1 - self.p[-1]), 1e-4)

    @property
    def settled(self) -> bool:
        """Whether it is plainly some face, or plainly nothing."""
        return self.best >= SETTLED or self.dismissed

    @property
    def dismissed(self) -> bool:
        """Whether neither the reader nor the finder sees a die in it."""
        return self.best < DISMISSED and self.candidate.heat < LIKELY

    @property
    def known(self) -> float:
        """Probability that it shows a face of the kit, if it is a die."""
        return float(self.p[:-2].sum()) / self.is_die

    def strange(self, weight: float) -> float:
        """Probability that its face is unknown, if it is a die and "other" counts so much; one's own is never that."""
        known = self.known
        other = weight * (1 - known)
        return other / max(known + other, 1e-9) if self.prints is None else 0.0

    @property
    def best(self) -> float:
        """Probability of the likeliest answer but "nothing"."""
        return float(self.p[:-1].max())

    @property
    def faced(self) -> float:
        """Probability of the likeliest face of the kit, whatever its colour is and whichever way up."""
        return float(self._alike[:-1].max())

    @property
    def plain(self) -> bool:
        """Whether the reader by itself is sure of a die with a face of the kit.

        One's own are plain by their prints, where reader and finder see no die: what they doubt may be a side of one,
        and sides show prints that are known as well.
        """
        if self.prints is None:
            return float(self.p[:-2].sum()) >= PLAIN
        return self.dismissed and self.known >= PLAIN

    @property
    def clearest(self) -> float:
        """The same, whatever its colour is and whichever way up: a 6 or 9, red or orange, is a die without doubt."""
        return float(self._alike.max())

    @property
    def _alike(self) -> Numbers:
        """Probability of each answer but "nothing", those that may be the same print together; OTHER is the last."""
        return np.asarray(self.p[:-1] @ _alike(self.labels) if self.labels else self.p[:-1])


Presumed = Sequence[tuple[Named, float]]  # what was seen, each with the probability that there is a die


@lru_cache(maxsize=8)
def _alike(labels: tuple[str, ...]) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """Which labels but the last belong together, (labels, groups): those that differ in colour, and 6 and 9."""
    symbols = [label.rstrip("".join(COLOURS)).replace("9", "6") if label != OTHER else OTHER for label in labels[:-1]]
    groups = tuple(dict.fromkeys(symbols))
    return np.array([[symbol == group for group in groups] for symbol in symbols], np.float32)


def tint(frame: Frame, die: Candidate) -> tuple[float, ...]:
    """The median colour of the middle of a die, most of which is seldom print."""
    (x, y), reach = die.centre, MIDDLE * die.size
    step = max(int(reach / 8), 1)
    rows, columns = (slice(max(int(at - reach), 0), int(at + reach) + 1, step) for at in (y, x))
    seen = frame.pixels[rows, columns].reshape(-1, 3)
    return tuple(map(float, np.median(seen, 0))) if len(seen) else (128.0,) * 3
