"""Whether dice are fair, honestly: counts a face, the chi-square test, and what so many dice could show at all.

The tail of the chi-square distribution is the regularised upper incomplete gamma function, by its series and its
continued fraction (Abramowitz and Stegun 6.5.29 and 6.5.31); the power of the test is the tail of the noncentral
distribution, a Poisson mixture of central ones (Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions,
chapter 29).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import exp, lgamma, log

from scoring.dice import Die, Face, Roll

ALPHA = 0.05  # how often the test may call fair dice biased
BIAS = 0.2  # the bias that we ask about: a face that comes so much too often
ENOUGH = 0.8  # a chance to see it that is called enough
SIDES = 6  # of a die; one that may show more faces is of a set that nobody has written down
LEAST = 5.0  # of each face expected, below which the test says nothing
RARE = 0.001  # below it the digits of a share say nothing to a player
UNKNOWN = (
    "Nobody has written down which faces these dice have, so nobody can tell how often each should come: name them in "
    "the rules of a match, and its throws tell more."
)
TINY = 1e-300
CLOSE = 1e-14


@dataclass(frozen=True)
class Sample:
    """How often each face came, and how often it would on average with fair dice; `freedom` of these may differ.

    `expected` is empty, and `freedom` 0, where nobody knows which faces are on which die. Of so many `throws` all dice
    were counted, and `uncounted` throws are left out.
    """

    faces: tuple[Face, ...]
    counts: tuple[int, ...]
    expected: tuple[float, ...]
    freedom: int
    throws: int
    uncounted: int = 0

    @property
    def dice(self) -> int:
        """How many dice were counted."""
        return sum(self.counts)


@dataclass(frozen=True)
class Verdict:
    """What the test says of a sample: chi-square, how often fair dice come as far off, and what could be seen at all.

    `chance` is the chance that so many dice show a face that comes 20 % too often, `needed` the dice for 80 % of it.
    `p` is None where there are too few dice to test, or where it is not known how often each face should come; there
    no number of dice tells anything, and `needed` is 0.
    """

    chi_square: float
    p: float | None
    chance: float
    needed: int
    says: str


def sample(rolls: Iterable[Roll], dice: Sequence[Die]) -> Sample:
    """Count the faces of throws of a set of dice.

    Where the dice differ, only throws of all of them count: of fewer nobody knows which they were.

    >>> from scoring.dice import pips
    >>> found = sample([Roll.parse("1 1 5"), Roll.parse("6 5")], pips(6))
    >>> found.counts, found.freedom
    ((2, 0, 0, 0, 2, 1), 5)
    """
    alike = len({die.faces for die in dice}) == 1
    every = list(rolls)
    counted = [roll for roll in every if alike or len(roll) == len(dice)]
    uncounted = len(every) - len(counted)
    thrown = sum(map(len, counted))
    weight: dict[Face, float] = {}
    for die in dice:
        for face in die.faces:
            weight[face] = weight.get(face, 0.0) + 1 / len(die.faces) / len(dice)
    faces = tuple(sorted(weight, key=lambda face: (face.colour, face.rank)))
    found = Counter(face for roll in counted for face in roll)
    counts = tuple(found[face] for face in faces)
    if any(len(die.faces) > SIDES for die in dice):
        return Sample(faces, counts, (), 0, len(counted), uncounted)
    expected = tuple(thrown * weight[face] for face in faces)
    return Sample(faces, counts, expected, len(faces) - _islands(dice), len(counted), uncounted)


def _islands(dice: Sequence[Die]) -> int:
    """How many groups of dice share no face with one another: within each, one count follows from the others."""
    groups: list[set[Face]] = []
    for die in dice:
        touched = [group for group in groups if group & set(die.faces)]
        groups = [group for group in groups if group not in touched] + [set(die.faces).union(*touched)]
    return len(groups)


def verdict(found: Sample) -> Verdict:
    """Test whether dice are fair, and say what so many could show.

    Where dice of different faces are mixed the test is on the careful side: their counts vary less than it thinks.
    """
    if not found.expected:
        return Verdict(0.0, None, 0.0, 0, UNKNOWN + _left_out(found.uncounted))
    chance, needed = power(found.dice, found.freedom), dice_needed(found.freedom)
    off = sum((count - mean) ** 2 / mean for count, mean in zip(found.counts, found.expected, strict=True) if mean)
    p = tail(off, found.freedom) if min(found.expected) >= LEAST else None
    return Verdict(off, p, chance, needed, _says(found.dice, p, chance, needed) + _left_out(found.uncounted))


def _left_out(throws: int) -> str:
    """Say that throws are left out, if any are.

    >>> _left_out(0), _left_out(1)
    ('', ' One throw of fewer dice is not counted: nobody knows which dice of the set it was of.')
    """
    if not throws:
        return ""
    if throws == 1:
        return " One throw of fewer dice is not counted: nobody knows which dice of the set it was of."
    return f" {throws:,} throws of fewer dice are not counted: nobody knows which dice of the set they were of."


def _says(dice: int, p: float | None, chance: float, needed: int) -> str:
    if not dice:
        return "No throw has been counted yet."
    takes = f"it takes some {needed:,} to show a face that comes 20 % too often with a chance of {_percent(ENOUGH)}"
    if p is None:
        return f"{dice:,} dice are too few to tell anything: {takes}."
    if p < ALPHA:
        often = "less than once in a thousand samples" if p < RARE else f"in {100 * p:.1f} % of such samples"
        return (
            f"Fair dice come as far off as this {often}: look whether faces were misread, and throw on before you "
            f"blame the dice."
        )
    if chance < ENOUGH:
        return f"No sign of a bias, but {dice:,} dice would miss most: {takes}, and these have {_percent(chance)}."
    return f"No sign of a bias: {dice:,} dice would show a face that comes 20 % too often with {_percent(chance)}."


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


@lru_cache(maxsize=4096)
def tail(x: float, freedom: float) -> float:
    """Tell how often chi-square with so many degrees of freedom is above x.

    >>> [round(tail(x, k), 6) for x, k in ((3.841459, 1), (11.070498, 5), (18.307038, 10), (23.209251, 10))]
    [0.05, 0.05, 0.05, 0.01]
    >>> tail(0.0, 5), tail(4.0, 2) == exp(-2)
    (1.0, True)
    """
    if x <= 0:
        return 1.0
    a, y = freedom / 2, x / 2
    front = exp(a * log(y) - y - lgamma(a))
    return 1.0 - front * _series(a, y) if y < a + 1 else front * _fraction(a, y)


def _series(a: float, y: float) -> float:
    term = total = 1 / a
    n = a
    while term > total * CLOSE:
        n += 1
        term *= y / n
        total += term
    return total


def _fraction(a: float, y: float) -> float:
    """The continued fraction, by Lentz's method."""
    b = y + 1 - a
    c, d = 1 / TINY, 1 / b
    value, n, step = d, 0, 0.0
    while abs(step - 1) > CLOSE:
        n += 1
        an = -n * (n - a)
        b += 2
        d = 1 / (an * d + b or TINY)
        c = b + an / c or TINY
        step = d * c
        value *= step
    return value


@cache
def limit(freedom: int, alpha: float = ALPHA) -> float:
    """Find the chi-square that fair dice pass only in a share `alpha` of samples.

    >>> round(limit(5), 3), round(limit(9, 0.01), 3)
    (11.07, 21.666)
    """
    low, high = 0.0, 10.0 * freedom + 50
    while high - low > 1e-9:  # noqa: PLR2004 - halves to the end of the digits shown anywhere
        middle = (low + high) / 2
        low, high = (middle, high) if tail(middle, freedom) > alpha else (low, middle)
    return high


def noncentral_tail(x: float, freedom: int, shift: float) -> float:
    """Tell how often chi-square is above x where its noncentrality is `shift`.

    The shifts that Cohen (Statistical Power Analysis, 1988) tables for a power of 80 % at 5 %:

    >>> [round(noncentral_tail(limit(k), k, shift), 3) for k, shift in ((1, 7.85), (5, 12.83), (10, 16.24))]
    [0.8, 0.8, 0.8]
    """
    half, total, n = shift / 2, 0.0, 0
    seen = 0.0
    while seen < 1 - CLOSE * 100 and n < half + 40 + 20 * half**0.5:
        weight = exp(n * log(half) - half - lgamma(n + 1)) if half else float(n == 0)
        total += weight * tail(x, freedom + 2 * n)
        seen += weight
        n += 1
    return min(total + max(1 - seen, 0.0), 1.0)


def power(dice: int, freedom: int, bias: float = BIAS) -> float:
    """Tell the chance that so many dice show one face that comes `bias` too often.

    The other faces come a little too seldom, all alike; there is one face more than there are degrees of freedom.

    >>> round(power(300, 5), 2), round(power(1604, 5), 2)
    (0.18, 0.8)
    """
    return noncentral_tail(limit(freedom), freedom, dice * bias**2 / freedom)


@cache
def dice_needed(freedom: int, bias: float = BIAS, chance: float = ENOUGH) -> int:
    """Find how many dice show such a bias with that chance.

    >>> dice_needed(5)
    1604
    """
    low, high = 0, 100
    while power(high, freedom, bias) < chance:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if power(middle, freedom, bias) < chance else (low, middle)
    return high
