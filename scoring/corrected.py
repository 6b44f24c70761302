"""What was kept of a misread throw: when the throw is corrected, the dice kept of it show what they really showed.

Each die is followed through the corrections of the throw since somebody said what is kept of it. Of the dice that are
kept, as few change as may be.
"""

from collections import Counter
from itertools import combinations, pairwise

from scoring.dice import Face, Roll
from scoring.events import Event, Keep, Throw
from scoring.game import Game
from scoring.line import Line, Play


def carried(play: Play, rules: Game, line: Line) -> Event:
    """Give what a play is in a corrected line: as it was last told, but with dice kept as they really showed.

    Of these as few change as may be; it stays as it was told where nobody can tell which dice they were.
    """
    told = play.at(play.said)
    if not isinstance(told, Keep):
        return told
    lay = _lay(line, rules, play.said)
    if all(map(_stands, lay)):
        return told
    may = [
        sorted((lay[place] for place in places), key=_stands)  # what changed stands first
        for places in combinations(range(len(lay)), len(told.roll))
        if Counter(lay[place][0] for place in places) == told.roll.counts
    ]
    most = max((sum(map(_stands, dice)) for dice in may), default=0)
    likely = [dice for dice in may if sum(map(_stands, dice)) == most]
    if len({Roll(tuple(now for _, now in dice)).sorted for dice in likely}) != 1:
        return told  # nobody can tell which of them were kept
    dice = likely[0]
    really = (dice.pop(next(at for at, (was, _) in enumerate(dice) if was == face))[1] for face in told.roll)
    return Keep(Roll(tuple(really)))


def _stands(die: tuple[Face, Face]) -> bool:
    was, now = die
    return was == now


def _lay(line: Line, rules: Game, n: int) -> list[tuple[Face, Face]]:
    """Pair what each die that may be kept now seemed to show when entry n was written with what it shows."""
    last = next((place for place in range(len(line.plays))[::-1] if isinstance(line.plays[place].event, Throw)), None)
    if last is None:
        return []
    view, dice = rules.view(line.state), _since(line.plays[last], n)
    if view.free is None or view.rolls == 1:
        return dice
    stayed = next((play for play in reversed(line.plays[:last]) if isinstance(play.event, Keep)), None)
    return [*dice, *(_since(stayed, n) if stayed else ())]


def _since(play: Play, n: int) -> list[tuple[Face, Face]]:
    """Pair what each die of a play was when entry n was written with what it is; no pairs where nobody can tell."""
    events = (play.at(n), *(event for entry, event in play.versions if entry > n))
    rolls = [event.roll for event in events if isinstance(event, Throw | Keep)]
    if len(rolls) < len(events):
        return []
    places = [*range(len(rolls[0]))]
    for was, now in pairwise(rolls):
        moved = _moved(was, now)
        places = [moved[place] for place in places] if moved else []
    return [(face, rolls[-1].faces[place]) for face, place in zip(rolls[0], places, strict=False)]


def _moved(was: Roll, now: Roll) -> tuple[int, ...]:
    """Tell the place where each die is told now.

    That is its old place where only faces were corrected, and where its face is if the same faces are told in another
    order. Where both changed, or the number of dice, nobody can tell which die became which: no places are given.
    """
    lost = was.counts - now.counts
    if len(was) == len(now) and sum(old != new for old, new in zip(was, now, strict=True)) == lost.total():
        return tuple(range(len(now)))
    if len(was) != len(now) or lost:
        return ()
    places = [*range(len(now))]
    return tuple(places.pop(next(at for at, place in enumerate(places) if now.faces[place] == face)) for face in was)
