"""The odds of a turn in the 10,000 family, exactly: throw, set some aside, stop or throw on, lose all in a bust.

A `Course` says what a turn is under one table's rules; `odds` says what throwing comes to from any point of it under
best play, either in points of the turn or as a chance to reach a goal. Setting dice aside always adds points, so one
pass from the highest points down (or from the smallest lack up) gives the figures, with no drawing of lots.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import combinations_with_replacement
from math import factorial, gcd, inf, prod

from scoring.dice import NO_DICE, Die, Face, Roll
from scoring.turn import Pick

LIMIT = 25_000  # points of one turn that are followed: fewer than one turn in a thousand million comes so far
COURSES = 16  # tables that are remembered; one takes some 150 KB, or 5 MB where points are no round numbers

Spot = tuple[Roll, int]  # what lies aside and how many throws are made, as far as either matters
Outcome = tuple[float, tuple[tuple[int, int], ...]]  # a chance, and what may follow: steps of points gained, which spot
Rows = list[list[float]]  # what standing is worth: one row for each step of points, one figure for each spot


def by_number(aside: Roll) -> Roll:
    """Tell dice aside apart by their number alone: dice of a throw never combine with those of another.

    >>> str(by_number(Roll.parse("5 1 5")))
    '1 1 1'
    """
    return Roll((Face("1"),) * len(aside))


def by_singles(aside: Roll) -> Roll:
    """Tell dice aside apart by their faces while no two are equal, so that a straight may still come of them.

    >>> str(by_singles(Roll.parse("100 50"))), str(by_singles(Roll.parse("J J J")))
    ('50 100', '1 1 1')
    """
    return aside.sorted if len(aside.counts) == len(aside) else by_number(aside)


@dataclass(frozen=True)
class Stops:
    """When the rules let a player stop: points of the turn, throws made, and whether with all dice aside."""

    points: int = 0
    throws: int = 0
    all_aside: bool = True  # False: all dice aside must be thrown again


@dataclass(frozen=True, eq=False)
class Course:
    """A turn under one table's rules; equal only to itself, so that what it was asked once is remembered.

    `allowed(aside, thrown)` lists what may be set aside of a throw, none for a bust. Every pick adds points, and all
    `dice` aside are thrown again. `alike` gives one set of dice for all that have the same future when they lie aside;
    `allowed` is asked about that one. `fine` is what a bust costs beyond the points of the turn.
    """

    die: Die
    dice: int
    allowed: Callable[[Roll, Roll], Iterable[Pick]]
    stops: Stops = Stops()
    alike: Callable[[Roll], Roll] = by_number
    fine: float = 0


@dataclass(frozen=True)
class Odds:
    """What throwing comes to, and stopping instead: `value` and `stop` are both points, or both chances of a goal."""

    bust: float  # chance that the next throw loses the turn
    brings: float  # points that its best pick adds on average, a bust adding none
    value: float  # of throwing now, and playing on as well as can be
    stop: float | None  # None where the rules forbid to stop, as before the first throw


def odds(
    course: Course, points: int, aside: Roll = NO_DICE, throws: int = 0, goal: int | None = None, tie: float = 0
) -> Odds:
    """Tell what throwing now comes to, at `points` in this turn with dice `aside` after so many `throws`.

    No dice lie aside only where a turn begins; when all score, all lie there until they are thrown again. Without a
    goal values are expected points of the turn. With one they are chances, from 0 to 1, that the turn ends with at
    least `goal` points, and to stop a single point short of it is worth `tie`. Figures are exact but for turns beyond
    `LIMIT`. The first question about a course takes some tenths of a second.

    Raises:
        ValueError: when such dice cannot lie aside after so many throws, or points are no sum of picks.
    """
    net = _net(course)
    spot = net.spots.get(_spot(course, aside, throws))
    if spot is None or points % net.step:
        raise ValueError(f"{points} points with {aside or 'no dice'} aside after {throws} throws cannot be")
    may_stop = net.may_stop[spot] and points >= course.stops.points
    if goal is None:
        value = _points_of_throwing(course, _points_of_standing(course), points // net.step, spot)
        stop = float(points)
    else:
        lack = min(max(goal, course.stops.points) - points, LIMIT)
        steps = max(0, -(-lack // net.step))
        tied = tie if (goal - 1 - points) % net.step == 0 and goal > course.stops.points else 0.0
        rows = _chances_of_standing(course, 1 << steps.bit_length(), tied)  # few sizes: a table serves many goals
        value = _chance_of_throwing(net, rows, steps, spot)
        stop = float(points >= goal)
    return Odds(net.busts[spot], net.brings[spot], value, stop if may_stop else None)


@cache
def every_throw(die: Die, number: int) -> tuple[tuple[Roll, int], ...]:
    """List each distinct throw of so many dice, laid out in order, and in how many ways it falls.

    >>> from scoring.dice import pips
    >>> [(str(roll), ways) for roll, ways in every_throw(pips(1)[0], 2)][:3]
    [('1 1', 1), ('1 2', 2), ('1 3', 2)]
    """
    throws = combinations_with_replacement(range(len(die.faces)), number)
    return tuple((Roll(tuple(die.faces[face] for face in throw)), _ways(throw)) for throw in throws)


def _ways(throw: tuple[int, ...]) -> int:
    return factorial(len(throw)) // prod(map(factorial, Counter(throw).values()))


# The net: every spot that a turn can come to, and where the throws lead from there


@dataclass(frozen=True)
class _Net:
    """Spots by number, the first one where a turn starts, and for each of them what a throw may lead to."""

    spots: dict[Spot, int]
    outcomes: tuple[tuple[Outcome, ...], ...]  # busts left out
    busts: tuple[float, ...]  # the chances of those
    may_stop: tuple[bool, ...]  # as far as points allow it
    step: int  # all points are multiples of it

    @cached_property
    def brings(self) -> tuple[float, ...]:
        means = (sum(chance * max(landings)[0] for chance, landings in outcomes) for outcomes in self.outcomes)
        return tuple(self.step * mean for mean in means)


@lru_cache(maxsize=COURSES)
def _net(course: Course) -> _Net:
    start = _spot(course, NO_DICE, 0)
    spots, queue, found = {start: 0}, [start], []
    for spot in queue:
        ways = _ways_on(course, *spot)
        found.append(ways)
        new = {to for landings in ways for to, _ in landings if to not in spots}
        for to in sorted(new, key=str):
            spots[to] = len(queue)
            queue.append(to)
    step = gcd(*(points for ways in found for landings in ways for _, points in landings))
    return _Net(
        spots=spots,
        outcomes=tuple(_outcomes(ways, spots, step) for ways in found),
        busts=tuple(ways.get(frozenset(), 0) / sum(ways.values()) for ways in found),
        may_stop=tuple(_may_stop(course, *spot) for spot in queue),
        step=step,
    )


def _spot(course: Course, aside: Roll, throws: int) -> Spot:
    lies = by_number(aside) if len(aside) == course.dice else course.alike(aside)
    return lies, min(throws, course.stops.throws)


def _may_stop(course: Course, aside: Roll, throws: int) -> bool:
    most = course.dice if course.stops.all_aside else course.dice - 1
    return 1 <= len(aside) <= most and throws >= course.stops.throws


def _ways_on(course: Course, aside: Roll, throws: int) -> dict[frozenset[tuple[Spot, int]], int]:
    """Count the throws that give each choice of spots; of picks that lead to one spot the dearest is enough."""
    lies = NO_DICE if len(aside) == course.dice else aside
    ways: dict[frozenset[tuple[Spot, int]], int] = defaultdict(int)
    for roll, number in every_throw(course.die, course.dice - len(lies)):
        landings: dict[Spot, int] = {}
        for pick in course.allowed(lies, roll):
            if pick.points <= 0:
                raise ValueError(f"{pick.dice} adds no points")
            to = _spot(course, lies + pick.dice, throws + 1)
            landings[to] = max(pick.points, landings.get(to, 0))
        ways[frozenset(landings.items())] += number
    return ways


def _outcomes(ways: dict[frozenset[tuple[Spot, int]], int], spots: dict[Spot, int], step: int) -> tuple[Outcome, ...]:
    total = sum(ways.values())
    return tuple(
        (number / total, tuple((points // step, spots[to]) for to, points in landings))
        for landings, number in ways.items()
        if landings
    )


# Points of the turn


@lru_cache(maxsize=COURSES)
def _points_of_standing(course: Course) -> Rows:
    """Work out expected points by steps of points in hand, from the most down.

    With more points in hand throwing comes to more. So while stopping beats what throwing came to further up, it beats
    throwing here, and most of the throws need not be looked at.
    """
    net = _net(course)
    rows: Rows = [[]] * (LIMIT // net.step)
    throwing = [inf for _ in net.spots]
    for level in reversed(range(len(rows))):
        points = level * net.step
        enough = points >= course.stops.points
        stopping = [points if may and enough else -inf for may in net.may_stop]
        for spot, stop in enumerate(stopping):
            if throwing[spot] > stop:
                throwing[spot] = _points_of_throwing(course, rows, level, spot)
        rows[level] = list(map(max, stopping, throwing))
    return rows


def _points_of_throwing(course: Course, rows: Rows, level: int, spot: int) -> float:
    net, top = _net(course), len(rows)
    gains = (
        chance * max([rows[level + up][to] if level + up < top else _far(course, level + up, to) for up, to in ways])
        for chance, ways in net.outcomes[spot]
    )
    return sum(gains) - net.busts[spot] * course.fine


def _far(course: Course, level: int, spot: int) -> float:
    """Beyond the limit everybody stops as soon as they may, and a forced throw is taken to be the last one."""
    net = _net(course)
    points = level * net.step
    if net.may_stop[spot]:
        return points
    return net.brings[spot] + points - net.busts[spot] * (points + course.fine)


# The chance of a goal


@lru_cache(maxsize=COURSES)
def _chances_of_standing(course: Course, steps: int, tie: float) -> Rows:
    """Work out chances by steps of points that lack, from none up to so many; to stop one step short is worth `tie`."""
    net = _net(course)
    rows = [_chances_to_stop(net)]
    for level in range(1, steps + 1):
        least = [tie * may if level == 1 else 0.0 for may in net.may_stop]
        rows.append([max(each, _chance_of_throwing(net, rows, level, spot)) for spot, each in enumerate(least)])
    return rows


def _chance_of_throwing(net: _Net, rows: Rows, level: int, spot: int) -> float:
    return sum(
        chance * max([rows[level - up if level > up else 0][to] for up, to in ways])
        for chance, ways in net.outcomes[spot]
    )


def _chances_to_stop(net: _Net) -> list[float]:
    """Work out chances where no points lack: forced throws can follow each other, so repeat until nothing changes."""
    now = [float(may) for may in net.may_stop]
    while True:
        after = [1.0 if may else _chance_of_throwing(net, [now], 0, spot) for spot, may in enumerate(net.may_stop)]
        if after == now:
            return now
        now = after
