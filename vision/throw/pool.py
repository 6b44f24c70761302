"""Several looks at the same dice become one."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import exp, log

from scoring.dice import Face
from vision import doubt
from vision.boxes import same_die
from vision.reading import Reading, Sighting, State, Verdict

NEVER = 1e-4  # no face is less likely than that
UNNAMED = 4  # faces that share what a Sighting leaves for those it does not name


def pooled(looks: Sequence[Reading]) -> tuple[tuple[Sighting, ...], int]:
    """The dice that more than half of the looks show, as the last of them has them, and how many others appeared.

    The log probabilities of a die's faces are averaged over the looks, so that one odd look cannot make the eye sure,
    and the same look over and over does not make it surer; nor do looks that agree in nothing but a second guess.
    """
    heaps: list[list[Sighting]] = []
    for look in reversed(looks):
        taken: set[int] = set()
        for die in look.dice:
            which = next(
                (n for n, heap in enumerate(heaps) if n not in taken and same_die(die.box, heap[0].box)), len(heaps)
            )
            if which == len(heaps):
                heaps.append([])
            heaps[which].append(die)
            taken.add(which)
    kept = [heap for heap in heaps if 2 * len(heap) > len(looks)]
    return tuple(_one(heap) for heap in kept), len(heaps) - len(kept)


def verdict(
    dice: Sequence[Sighting],
    looks: Sequence[Reading],
    missed: int,
    sure_at: float,
    expect: int | None,
) -> tuple[Verdict, tuple[str, ...]]:
    """What to make of pooled dice: the judgement of `doubt`, and what half of the looks said of other things."""
    shadows = sorted(look.shadows for look in looks)[len(looks) // 2] if looks else 0  # that half of the looks saw
    found, reasons = doubt.verdict(dice, sure_at, missed + shadows, expect)
    raised = Counter(alarm for look in looks for alarm in look.alarms)
    counted = expect is not None  # looks do not know how many were thrown
    told = {doubt.LONE: counted, doubt.HALF: counted, doubt.DOMINO: len(dice) == expect}
    alarms = tuple(alarm for alarm, times in raised.items() if 2 * times >= len(looks) and not told.get(alarm))
    return ("ask", (*reasons, *alarms)) if alarms else (found, reasons)


def _one(heap: Sequence[Sighting]) -> Sighting:
    """One die from its sightings, the newest first."""
    odds = _average([_odds(die) for die in heap])
    ranked = sorted(((p, face) for face, p in odds.items() if face is not None), key=lambda each: -each[0])
    state = _state([die.state for die in heap])
    first, second = ([(face, p) for p, face in ranked] + [None, None])[:2]
    guessed = first is None or all(die.face != first[0] for die in heap)  # nobody's first guess is anybody's face
    if first is None or guessed or 2 * sum(die.face is None for die in heap) > len(heap):
        return replace(heap[0], face=None, p=0.0, second=first, state=state)
    mean = sum(_odds(die).get(first[0], 0.0) for die in heap) / len(heap)
    return replace(heap[0], face=first[0], p=min(first[1], mean), second=second, state=state)


def _state(states: Sequence[State]) -> State:
    """What most looks saw; flat only where more than half of them did."""
    told = [state for state in states if state != "flat"]
    if 2 * len(told) < len(states):
        return "flat"
    return max(told, key=told.count)


def _odds(die: Sighting) -> dict[Face | None, float]:
    """What a sighting tells of each face; None stands for all that it does not name."""
    named: dict[Face | None, float] = {} if die.second is None else {die.second[0]: die.second[1]}
    if die.face is not None:
        named[die.face] = die.p
    named = {face: max(p, NEVER) for face, p in named.items()}
    return {**named, None: max(1 - sum(named.values()), NEVER)}


def _average(odds: Sequence[dict[Face | None, float]]) -> dict[Face | None, float]:
    """The mean of log probabilities, made to sum to one."""
    faces = dict.fromkeys(face for each in odds for face in each)
    logs = {face: sum(log(each.get(face, each[None] / UNNAMED)) for each in odds) / len(odds) for face in faces}
    whole = sum(exp(each) for each in logs.values())
    return {face: exp(each) / whole for face, each in logs.items()}
