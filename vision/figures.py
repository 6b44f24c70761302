"""How good the eye is, in figures: counts and shares, whether its probabilities hold, what it could answer alone."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.judge import Judged, Outcome
from vision.labels.truth import written

BINS = 10
ALLOWED = 300  # one wrong picture in so many may be answered
Z = 1.96  # of a 95 % interval
MISSED, INVENTED = "missed", "invented"

Share = tuple[float, float, float]  # a share and its 95 % interval, 0..1


@dataclass(frozen=True)
class Tally:
    """Counts over pictures: dice labelled, found with the right face, misread, missed, invented; and pictures."""

    dice: int = 0
    right: int = 0
    misread: int = 0
    missed: int = 0
    invented: int = 0
    pictures: int = 0
    exact: int = 0
    sure: int = 0
    silent: int = 0

    @property
    def shares(self) -> dict[str, Share | None]:
        """The shares that matter; None where there is nothing to share."""
        return {
            "dice_right": wilson(self.right, self.dice),
            "pictures_exact": wilson(self.exact, self.pictures),
            "called_sure": wilson(self.sure, self.pictures),
            "wrong_among_sure": wilson(self.silent, self.sure),
        }

    def as_json(self) -> dict[str, object]:
        """The counts, and the shares as [share, low, high]."""
        return vars(self) | {name: rounded(share) for name, share in self.shares.items()}


@dataclass(frozen=True)
class Bin:
    """Dice that the eye was about equally sure of: the range of their p, its mean, and how many were right."""

    low: float
    high: float
    said: float
    right: int
    dice: int


@dataclass(frozen=True)
class Point:
    """What would come of answering every picture whose dice all reach `p`: how many, and how many of them wrong."""

    p: float
    answered: int
    wrong: int


@dataclass(frozen=True)
class Figures:
    """Everything there is to say about a set of judged pictures."""

    judged: tuple[Judged, ...]

    @cached_property
    def tally(self) -> Tally:
        """The counts."""
        return tally(self.judged)

    @cached_property
    def bins(self) -> list[Bin]:
        """How often dice were right, by how sure the eye was of them."""
        return bins(self.judged)

    @cached_property
    def curve(self) -> list[Point]:
        """What could be answered, from the surest picture on."""
        return curve(self.judged)

    @property
    def error(self) -> float | None:
        """The expected calibration error of the dice's probabilities."""
        return calibration_error(self.bins)

    @property
    def answerable(self) -> Point:
        """The most that could be answered with one in ALLOWED wrong."""
        return answerable(self.curve)

    @property
    def shares(self) -> dict[str, Share | None]:
        """The shares of the tally, and of the pictures that could be answered."""
        return self.tally.shares | {"answerable": wilson(self.answerable.answered, self.tally.pictures)}

    @property
    def ms(self) -> tuple[float, float]:
        """Milliseconds that reading a picture took: the median and the 95th percentile."""
        spent = [judged.reading.ms for judged in self.judged]
        half, most = np.percentile(spent, (50, 95)) if spent else (0.0, 0.0)
        return float(half), float(most)

    def as_json(self) -> dict[str, object]:
        """The figures as `croupier validate --json` prints them."""
        most = self.answerable
        return self.tally.as_json() | {
            "ms": {"p50": round(self.ms[0], 1), "p95": round(self.ms[1], 1)},
            "calibration": {
                "error": None if self.error is None else round(self.error, 4),
                "bins": [_plain(each) for each in self.bins],
            },
            "risk": {
                "answerable": _plain(most) | {"share": rounded(self.shares["answerable"])},
                "curve": [_plain(point) for point in self.curve],
            },
            "confusion": _nested(confusion(self.judged)),
        }


def by_source(judged: Sequence[Judged]) -> dict[str, Figures]:
    """The figures of each source, in the order in which they come."""
    sources = dict.fromkeys(each.labelled.source for each in judged)
    return {source: Figures(tuple(each for each in judged if each.labelled.source == source)) for source in sources}


def tally(judged: Iterable[Judged]) -> Tally:
    """The counts over pictures."""
    pictures = list(judged)
    outcomes: Counter[Outcome] = Counter(pair.outcome for each in pictures for pair in each.pairs)
    return Tally(
        dice=outcomes["right"] + outcomes["misread"] + outcomes["missed"],
        right=outcomes["right"],
        misread=outcomes["misread"],
        missed=outcomes["missed"],
        invented=outcomes["invented"],
        pictures=len(pictures),
        exact=sum(each.exact for each in pictures),
        sure=sum(each.sure for each in pictures),
        silent=sum(each.silent for each in pictures),
    )


def wilson(hits: int, trials: int) -> Share | None:
    """A share and its 95 % interval (Wilson 1927); None of no trials.

    >>> [round(value, 4) for value in wilson(9, 10)]
    [0.9, 0.5958, 0.9821]
    """
    if not trials:
        return None
    share, room = hits / trials, 1 + Z * Z / trials
    middle = (share + Z * Z / (2 * trials)) / room
    reach = Z / room * math.sqrt(share * (1 - share) / trials + Z * Z / (4 * trials**2))
    return share, max(middle - reach, 0.0), min(middle + reach, 1.0)


def mean(shares: Iterable[Share | None]) -> Share | None:
    """The mean of shares, each counting the same, with its 95 % interval; what is None does not count.

    The distances of the limits from their shares add up as errors do: by squares (Zou and Donner 2008).

    >>> [round(value, 4) for value in mean([(0.5, 0.4, 0.6), None, (0.9, 0.8, 0.9)])]
    [0.7, 0.6293, 0.75]
    """
    known = [share for share in shares if share is not None]
    if not known:
        return None
    middle = sum(share for share, _, _ in known) / len(known)
    below = math.hypot(*(share - low for share, low, _ in known)) / len(known)
    above = math.hypot(*(high - share for share, _, high in known)) / len(known)
    return middle, max(middle - below, 0.0), min(middle + above, 1.0)


def bins(judged: Iterable[Judged]) -> list[Bin]:
    """Ten bins with equally many of the dice that were given a face, from the least to the most likely."""
    said = [
        (pair.sighting.p, pair.outcome == "right")
        for each in judged
        for pair in each.pairs
        if pair.sighting is not None and pair.sighting.face is not None
    ]
    dice = sorted(said, key=lambda die: die[0])
    filled = [dice[at * len(dice) // BINS : (at + 1) * len(dice) // BINS] for at in range(BINS)]
    return [
        Bin(some[0][0], some[-1][0], sum(p for p, _ in some) / len(some), sum(right for _, right in some), len(some))
        for some in filled
        if some
    ]


def calibration_error(bins: Sequence[Bin]) -> float | None:
    """The expected calibration error (Naeini et al. 2015): how far said and true shares lie apart on average.

    >>> calibration_error([Bin(0.8, 1.0, 0.9, 7, 10), Bin(1.0, 1.0, 1.0, 10, 10)])
    0.1
    """
    dice = sum(each.dice for each in bins)
    return round(sum(abs(each.dice * each.said - each.right) for each in bins) / dice, 12) if dice else None


def curve(judged: Iterable[Judged]) -> list[Point]:
    """Risk and coverage: pictures by their lowest p, and the errors among them as more and more are answered.

    Pictures of the same p are answered together, so there is a point for each p that occurs.
    """
    pictures: Counter[float] = Counter()
    wrong: Counter[float] = Counter()
    for each in judged:
        pictures[each.p] += 1
        wrong[each.p] += not each.exact
    levels = sorted(pictures, reverse=True)
    answered = np.cumsum([pictures[p] for p in levels])
    errors = np.cumsum([wrong[p] for p in levels])
    return [Point(p, int(all_), int(bad)) for p, all_, bad in zip(levels, answered, errors, strict=True)]


def answerable(curve: Iterable[Point]) -> Point:
    """The furthest point of a curve with at most one in ALLOWED wrong; it answers nothing where there is none."""
    fine = [point for point in curve if point.wrong * ALLOWED <= point.answered]
    return max(fine, key=lambda point: point.answered, default=Point(1.0, 0, 0))


def confusion(judged: Iterable[Judged]) -> Counter[tuple[str, str]]:
    """How often a face was read as a face: `?` is one that the kit lacks, `missed` and `invented` stand for no die."""
    return Counter(
        (
            INVENTED if pair.label is None else written(pair.label.face),
            MISSED if pair.sighting is None else written(pair.sighting.face),
        )
        for each in judged
        for pair in each.pairs
    )


def rounded(share: Share | None) -> list[float] | None:
    """A share and its interval as JSON tells them."""
    return None if share is None else [round(value, 4) for value in share]


def _plain(value: Bin | Point) -> dict[str, object]:
    """A value's fields, its probabilities with six digits."""
    return {name: round(field, 6) for name, field in vars(value).items()}


def _nested(counts: Counter[tuple[str, str]]) -> dict[str, dict[str, int]]:
    """Counts by truth and then by reading, without those that are zero."""
    rows = sorted({true for true, _ in counts})
    return {row: {read: count for (true, read), count in sorted(counts.items()) if true == row} for row in rows}
