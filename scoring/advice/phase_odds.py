"""The odds of a phase, told: which dice to leave for the best chance to make it, or for the best score of it."""

from collections.abc import Sequence

from scoring.advice.fits import Kept
from scoring.advice.percent import percent
from scoring.advice.phases import Leave, chance, chances, scores, told
from scoring.dice import Roll, in_words
from scoring.events import Keep
from scoring.game import Advice, Prospect
from scoring.layout import Layout
from scoring.phases import Phase


def leaving(
    phase: Phase, table: Roll, throws: int, layout: Layout, points: int | None, kept: Sequence[Kept]
) -> Advice | None:
    """Tell what leaving dice comes to, with `throws` left; `points` are what the phase is worth now, None if nothing.

    A phase that is not made is played for the chance to make it, one that is made for its points. `kept` is what lay
    there before in this turn, and what of it stayed. None where the dice are of too many kinds for the odds to be told.
    """
    if not told(phase.number, layout):
        return None
    if points is None:
        ranked = chances(phase.number, table, throws, layout, kept=kept)
        found = [leave for leave in ranked if len(leave.stays) < len(table)]
        prospects = [_leave(leave, table) for leave in found]
        says = f"Best: {_play(found[0], table)}: {percent(found[0].value)} to make {phase}."
        return Advice("chance", f"to make {phase}", tuple(prospects), says)
    ranked = scores(phase.number, table, throws, layout, kept=kept)
    found = [leave for leave in ranked if len(leave.stays) < len(table)]
    bank = Prospect("bank", float(points))
    prospects = sorted([bank, *(_leave(leave, table) for leave in found)], key=lambda one: -one.value)
    other = f"{_play(found[0], table)}: {found[0].value:.1f} points on average"
    first = prospects[0] is bank
    says = f"Best: take the {points} points. The next best is to {other}." if first else f"Best: {other}, not {points}."
    return Advice("points", f"points of {phase}", tuple(prospects), says)


def throwing(
    phase: Phase, table: Roll, stayed: Roll, throws: int, layout: Layout, kept: Sequence[Kept]
) -> Advice | None:
    """Tell the chance to make the phase by throwing the dice that do not stay."""
    if not told(phase.number, layout):
        return None
    value = chance(phase.number, table, stayed, throws, layout, kept)
    says = f"Throwing {in_words(len(table) - len(stayed))}: {percent(value)} to make {phase}."
    return Advice("chance", f"to make {phase}", (Prospect("roll", value),), says)


def _leave(leave: Leave, table: Roll) -> Prospect:
    return Prospect(str(Keep(leave.stays)), leave.value, f"then throw {in_words(len(table) - len(leave.stays))}")


def _play(leave: Leave, table: Roll) -> str:
    thrown = in_words(len(table) - len(leave.stays))
    return f"keep {leave.stays} and throw {thrown}" if leave.stays else f"throw all {thrown}"
