"""A match of Phase 10 Dice begun on paper: the phases already made (`scored: 36 40 45; 30 40`)."""

from functools import lru_cache
from itertools import combinations

from scoring.dice import COLOURS, RuleError, quoted
from scoring.events import whole
from scoring.layout import Layout, makings
from scoring.phases import LAST, PHASES, Phase, worth
from scoring.race import Scores

EXAMPLE = "scored: 36 40 45; 30 40"


def scored(text: str, players: int, dice: Layout) -> tuple[Scores, ...]:
    """Read the points of the phases already made, one list a player in seat order.

    An empty text means that nobody has made any.
    """
    if not text.strip():
        return ((),) * players
    lists = text.split(";")
    if len(lists) != players:
        raise RuleError(
            f"`scored` has {len(lists)} list{'s' * (len(lists) > 1)} for {players} players: "
            "one each, `;` between them, empty for none."
        )
    return tuple(_scores(part, dice) for part in lists)


def _scores(text: str, dice: Layout) -> Scores:
    scores = tuple(whole(word, EXAMPLE) for word in text.replace(",", " ").split())
    if len(scores) > LAST:
        raise RuleError(f"`scored` has {len(scores)} phases in {quoted(text.strip())}: there are ten.")
    for phase, points in zip(PHASES, scores, strict=False):
        sums = possible(phase, dice)
        if points not in sums:
            nearest = min(sums, key=lambda other: abs(other - points))
            raise RuleError(f"`scored`: no dice make {points} in {phase}, the nearest they make is {nearest}.")
    return scores


@lru_cache(maxsize=64)
def possible(phase: Phase, dice: Layout) -> frozenset[int]:
    """List every sum that a phase can be worth, over everything that the dice can show.

    >>> from scoring.layout import PRINTED, layout
    >>> [max(possible(phase, layout(PRINTED))) for phase in PHASES]
    [60, 57, 59, 49, 52, 54, 60, 56, 60, 62]
    """
    if phase.colour:
        return frozenset(points for colour in COLOURS for points in _of_one_colour(phase.colour, colour, dice))
    return frozenset(sum(number * count for number, count in used.items()) for used, _ in makings(phase))


def _of_one_colour(size: int, colour: str, dice: Layout) -> set[int]:
    """Sum up every choice of dice that have the colour, each die once."""
    worths = [{worth(face) for face in die.faces if face.colour == colour} for die in dice.dice]
    found = set()
    for some in combinations([values for values in worths if values], size):
        sums = {0}
        for values in some:
            sums = {total + value for total in sums for value in values}
        found |= sums
    return found
