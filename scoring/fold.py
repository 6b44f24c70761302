"""The fold: entry by entry, what remains of a log.

Nothing is ever deleted there: an undo takes a play off the end of the line, a redo puts it back, and an amendment plays
all again from the play that it changes.
"""

from dataclasses import replace
from itertools import pairwise

from scoring.corrected import carried
from scoring.dice import RuleError
from scoring.entry import Amend, AmendError, Entry, Redo, Undo
from scoring.events import Event
from scoring.game import Game
from scoring.line import Line, Play


def after(line: Line, rules: Game, entry: Entry, n: int) -> Line:
    """Fold one more entry, number n, into what remains."""
    match entry:
        case Undo():
            return _undone(line)
        case Redo():
            return _redone(line)
        case Amend():
            return _amended(line, rules, entry, n)
        case _:
            return _with(line, rules, Play(((n, entry),), n, line.state))


def _with(line: Line, rules: Game, play: Play) -> Line:
    """Let a play happen next."""
    return Line(line.start, (*line.plays, replace(play, state=rules.play(line.state, play.event))))


def _undone(line: Line) -> Line:
    if not line.plays:
        raise RuleError("There is nothing to undo: nothing has been played.")
    return Line(line.start, line.plays[:-1], (*line.undone, line.plays[-1]))


def _redone(line: Line) -> Line:
    if not line.undone:
        raise RuleError("There is nothing to redo: only what was undone just before can be played again.")
    return Line(line.start, (*line.plays, line.undone[-1]), line.undone[:-1])


def _amended(line: Line, rules: Game, amend: Amend, n: int) -> Line:
    before, plays = line.parted(amend.n)
    if not plays:
        raise RuleError(f"Entry {amend.n} is not a play that stands: {_amendable(line)}.")
    told = _amended_to(before, rules, amend.event, replace(plays[0], said=n), n)
    for earlier, play in pairwise(plays):
        event = play.event if amend.cut else carried(play, rules, told)
        try:
            told = _amended_to(told, rules, event, play, n)
        except RuleError as error:
            if amend.cut:
                break
            was, now = (rules.view(state).player for state in (earlier.state, told.state))
            why = str(error) if now in ("", was) else f"It {anothers(was, now)}"
            raise AmendError(play.n, _no_longer(amend, play, why), why) from error
    return told


def _amended_to(line: Line, rules: Game, event: Event, play: Play, n: int) -> Line:
    """Let a play happen next, as an event that entry n may have made another."""
    same = event == play.event and play.said != n
    return _with(line, rules, play if same else replace(play, versions=(*play.versions, (n, event))))


def _no_longer(amend: Amend, play: Play, why: str) -> str:
    cut = replace(amend, cut=True)
    return f"Then entry {play.n}, `{play.event}`, no longer fits: {why} `{cut}` drops it and all after it."


def anothers(was: str, now: str) -> str:
    """Say of a play that it was one player's, and would now be another's."""
    return f"was {was}'s, and would be {now}'s."


def _amendable(line: Line) -> str:
    if not line.plays:
        return "nothing has been played"
    last = line.plays[-1]
    return f"the last that does is entry {last.n}, `{last.event}`"
