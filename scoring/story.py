"""How a match went: its turns, what each brought, and how much of it was luck.

Luck is what the dice did to a turn's expectation. Before a throw the odds say what throwing comes to under best play;
after it they say what the dice that lie there come to. The difference is luck, and over all that dice can show it is
nothing on average: what is lost by a poor choice is no part of it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import accumulate

from scoring.dice import Roll
from scoring.events import Adjust, Card, Event, Throw
from scoring.game import Advice, Game, Row, State, View
from scoring.games import game
from scoring.match import Match


@dataclass(frozen=True)
class Turn:
    """A turn that is over, everybody's total after it, and its luck in points where the odds of all of it are known.

    `why` is the reason of all its points; it is empty where several lines of the score card brought some.
    """

    player: str
    points: int
    why: str
    totals: tuple[int, ...]
    luck: float | None


@dataclass(frozen=True)
class Telling:
    """A player's match: turns, how many brought nothing, the best one, and the luck in points of those that tell it."""

    name: str
    turns: int
    empty: int
    best: Turn | None
    luck: float | None


@dataclass(frozen=True)
class Story:
    """A match: the totals at the start, its turns in order, the totals now, and what became of each player.

    The totals `now` differ from those after the last turn where the table has adjusted something since.
    """

    start: tuple[int, ...]
    turns: tuple[Turn, ...]
    now: tuple[int, ...]
    players: tuple[Telling, ...]


def story(match: Match) -> Story:
    """Tell how a match went.

    >>> match = Match.start("jack-stone", ["Ann", "Bob"])
    >>> for event in ("roll 1 1 1 2 3 4", "keep 1 1 1", "bank", "roll 2 2 3 3 4 6"):
    ...     match = match.play(event)
    >>> told = story(match)
    >>> [(turn.player, turn.points, turn.totals) for turn in told.turns]
    [('Ann', 1000, (1000, 0)), ('Bob', 0, (1000, 0))]
    >>> [(player.name, player.empty, round(player.luck)) for player in told.players]
    [('Ann', 0, 466), ('Bob', 1, -534)]
    """
    rules = game(match.game)
    start, now = (tuple(points for _, points in view.totals) for view in (rules.view(match.line.start), match.view))
    turns = tuple(_turns(match, rules))
    return Story(start, turns, now, tuple(_telling(name, turns) for name in match.players))


def rolls(match: Match) -> tuple[Roll, ...]:
    """List the throws that stand."""
    return tuple(play.event.roll for play in match.line.plays if isinstance(play.event, Throw))


def pasts(match: Match) -> tuple[str, ...]:
    """Digest for each entry all that was written up to it: alike in two matches as far as they are the same match.

    >>> match = Match.start("jack-stone", ["Ann"]).add("roll 1 3 3 4 4 6")
    >>> pasts(match.add("keep 1"))[:1] == pasts(match)
    True
    """
    head = _digest(repr((match.game, match.players, sorted(match.options.items()))))
    return tuple(accumulate(match.entries, lambda past, entry: _digest(f"{past} {entry}"), initial=head))[1:]


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()


def _telling(name: str, turns: tuple[Turn, ...]) -> Telling:
    own = [turn for turn in turns if turn.player == name]
    lucks = [turn.luck for turn in own if turn.luck is not None]
    best = max(own, key=lambda turn: turn.points, default=None)
    empty = sum(turn.points <= 0 for turn in own)
    return Telling(name, len(own), empty, best if best and best.points > 0 else None, sum(lucks) if lucks else None)


def _turns(match: Match, rules: Game) -> Iterator[Turn]:
    """Go through a match, a turn for each that adds to the score card: some do so more than once."""
    before, now = match.line.start, rules.view(match.line.start)
    luck, turn = _Luck(), None
    lines: tuple[Row, ...] = ()  # of the turn
    for play in match.line.plays:
        then = rules.view(play.state)
        rows = then.card[len(now.card) :]
        if isinstance(play.event, Adjust):
            if turn and (then.over or then.player != now.player):  # the table ended it
                yield turn
                turn, lines = None, ()
        else:
            luck = luck.after(play.event, rules, (before, now), (play.state, then))
            if rows:
                lines = (*lines, *rows)
                totals = tuple(points for _, points in then.totals)
                turn = Turn(now.player, _brought(lines, now), _why(lines), totals, luck.told)
            if turn and (then.over or then.player != now.player or then.rolls == 0):
                yield replace(turn, luck=luck.told)
                turn, lines = None, ()
        before, now = play.state, then
    if turn:
        yield turn


def _why(rows: tuple[Row, ...]) -> str:
    """Why a turn brought what it did, where one of its lines tells all of that; or why it brought nothing."""
    paid = [row.why for row in rows if row.points]
    return "" if len(paid) > 1 else (paid or [rows[-1].why])[0]


def _brought(rows: tuple[Row, ...], now: View) -> int:
    return sum(row.points for row in rows if row.player == now.player)


@dataclass(frozen=True)
class _Luck:
    """The luck of a turn so far, None where the odds of its first throw are not known in points.

    `expected` is what the odds promised of a throw whose worth is not known yet: a card is still to be drawn.
    """

    told: float | None = None
    expected: float | None = None

    def after(self, event: Event, rules: Game, before: tuple[State, View], now: tuple[State, View]) -> "_Luck":
        """The luck of the turn up to and with a play."""
        (state, view), (_, then) = before, now
        luck = self._thrown(rules, state, view) if isinstance(event, Throw) else self
        if luck.told is None or luck.expected is None:
            return luck
        if not isinstance(event, Throw | Card):
            return _Luck()  # what the dice were worth is not known in points
        came = _came(rules, view, now, drawn=not isinstance(event, Throw))
        if came is not None:
            return _Luck(luck.told + came - luck.expected)
        return luck if then.player == view.player else _Luck()

    def _thrown(self, rules: Game, state: State, view: View) -> "_Luck":
        """The luck before a throw, with what is expected of it."""
        told = self.told if view.rolls else 0.0
        expected = None if told is None else _of_throwing(_advice(rules, state))
        return _Luck() if expected is None else _Luck(told, expected)


def _came(rules: Game, before: View, now: tuple[State, View], *, drawn: bool) -> float | None:
    """What a throw came to: what the card says, and what the dice that lie there are worth under best play."""
    state, then = now
    rows = then.card[len(before.card) :]
    goes_on = then.player == before.player and then.rolls > 0 and (drawn or not rows)
    worth = _of_best(_advice(rules, state)) if goes_on else 0.0
    return None if worth is None else _brought(rows, before) + worth


def _advice(rules: Game, state: State) -> Advice | None:
    advice = rules.advise(state) if rules.advise else None
    return advice if advice and advice.aim == "points" else None


def _of_throwing(advice: Advice | None) -> float | None:
    throws = [prospect.value for prospect in advice.prospects if prospect.event == "roll"] if advice else []
    return throws[0] if throws else None


def _of_best(advice: Advice | None) -> float | None:
    return advice.prospects[0].value if advice else None
