"""A match: players, options and a log in which nothing is ever deleted; its state is the fold of what remains."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise
from typing import Self

from scoring import events
from scoring.dice import Face, NotationError, Roll, RuleError, quoted
from scoring.events import Adjust, Event, Keep, Throw
from scoring.game import Advice, Game, State, View
from scoring.games import game
from scoring.header import chosen, seated


@dataclass(frozen=True)
class Undo:
    """Take back the last play that still stands: `undo`."""

    def __str__(self) -> str:
        return "undo"


@dataclass(frozen=True)
class Redo:
    """Play again what was undone last: `redo`."""

    def __str__(self) -> str:
        return "redo"


@dataclass(frozen=True)
class Amend:
    """Put another event in the place of entry n: `amend 3 keep 1 1`.

    What was kept of a throw changes with the die that was misread. With `amend 3 cut keep 1 1` the first later play
    that no longer fits is dropped, and all after it.
    """

    n: int
    event: Event
    cut: bool = False

    def __str__(self) -> str:
        return f"amend {self.n} {'cut ' if self.cut else ''}{self.event}"


Entry = Event | Undo | Redo | Amend


class AmendError(RuleError):
    """An amendment would make a later play illegal; `entry` is the number of the entry that recorded that play."""

    def __init__(self, entry: int, sentence: str) -> None:
        super().__init__(sentence)
        self.entry = entry


def parse(text: str) -> Entry:
    """Read one entry of a log.

    >>> str(parse("amend 3 cut keep 1 1")), str(parse("undo")), str(parse("bank"))
    ('amend 3 cut keep 1 1', 'undo', 'bank')
    """
    word, *rest = text.split() or [""]
    if word.lower() in ("undo", "redo"):
        if rest:
            raise NotationError(f"`{word}` stands alone on its line: leave out {quoted(' '.join(rest))}.")
        return Undo() if word.lower() == "undo" else Redo()
    if word.lower() == "amend":
        return _amend(text)
    return events.parse(text)


def _amend(text: str) -> Amend:
    found = re.fullmatch(r"\s*amend\s+([0-9]{1,9})\s+(cut\s+)?(\S.*)", text, re.IGNORECASE)
    if not found:
        raise NotationError("`amend` needs the number of an entry and an event, as in `amend 3 keep 1 1`.")
    return Amend(int(found[1]), events.parse(found[3]), bool(found[2]))


@dataclass(frozen=True)
class Play:
    """An event that stands: the number of the entry that recorded it, and the state after it.

    `was` is what it has been, each with the number of the entry from which on it was that, and `said` the number of the
    entry in which somebody last told it: what is kept of a throw changes with every correction of the throw.
    """

    n: int
    event: Event
    state: State
    was: tuple[tuple[int, Event], ...]
    said: int

    def at(self, n: int) -> Event:
        """Give what it was when entry n had been written."""
        return [event for entry, event in self.was if entry <= n][-1]


@dataclass(frozen=True)
class Line:
    """What remains of a log: the state at the start, the plays that stand, and those that may be played again."""

    start: State
    plays: tuple[Play, ...] = ()
    undone: tuple[Play, ...] = ()

    @property
    def state(self) -> State:
        """The state after the last play that stands."""
        return self.plays[-1].state if self.plays else self.start


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
            return _with(line, rules, entry, Play(n, entry, line.state, ((n, entry),), n))


def _with(line: Line, rules: Game, event: Event, play: Play) -> Line:
    """Let a play happen next, as this event."""
    return Line(line.start, (*line.plays, replace(play, event=event, state=rules.play(line.state, event))))


def _counted(entry: Entry, rules: Game, state: State) -> Entry:
    """The same entry by the faces that count, where the game lets others stand for them."""
    if rules.counted is None or isinstance(entry, Undo | Redo):
        return entry
    if isinstance(entry, Amend):
        return replace(entry, event=rules.counted(state, entry.event))
    return rules.counted(state, entry)


def _undone(line: Line) -> Line:
    if not line.plays:
        raise RuleError("There is nothing to undo: nothing has been played.")
    return Line(line.start, line.plays[:-1], (*line.undone, line.plays[-1]))


def _redone(line: Line) -> Line:
    if not line.undone:
        raise RuleError("There is nothing to redo: only what was undone just before can be played again.")
    return Line(line.start, (*line.plays, line.undone[-1]), line.undone[:-1])


def _amended(line: Line, rules: Game, amend: Amend, n: int) -> Line:
    place = next((place for place, play in enumerate(line.plays) if play.n == amend.n), None)
    if place is None:
        raise RuleError(f"Entry {amend.n} is not a play that stands: {_amendable(line)}.")
    told = _amended_to(Line(line.start, line.plays[:place]), rules, amend.event, replace(line.plays[place], said=n), n)
    for before, play in pairwise(line.plays[place:]):
        event = play.event if amend.cut else _carried(play, rules, told)
        try:
            told = _amended_to(told, rules, event, play, n)
        except RuleError as error:
            if amend.cut:
                break
            was, now = (rules.view(state).player for state in (before.state, told.state))
            why = str(error) if now in ("", was) else f"It {_anothers(was, now)}"
            raise AmendError(play.n, _no_longer(amend, play, why)) from error
    return told


def _amended_to(line: Line, rules: Game, event: Event, play: Play, n: int) -> Line:
    """Let a play happen next, as an event that entry n may have made another."""
    same = event == play.event and play.said != n
    return _with(line, rules, event, play if same else replace(play, was=(*play.was, (n, event))))


def _carried(play: Play, rules: Game, line: Line) -> Event:
    """What was told; what was kept is what the same dice really showed, as few of them changed as may be."""
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
    """List the dice of which some may be kept now: what they seemed to show when entry n was written, and show."""
    last = next((place for place in range(len(line.plays))[::-1] if isinstance(line.plays[place].event, Throw)), None)
    if last is None:
        return []
    view, dice = rules.view(line.state), _since(line.plays[last], n)
    if view.free is None or view.rolls == 1:
        return dice
    stayed = next((play for play in reversed(line.plays[:last]) if isinstance(play.event, Keep)), None)
    return [*dice, *(_since(stayed, n) if stayed else ())]


def _since(play: Play, n: int) -> list[tuple[Face, Face]]:
    """Pair each die of a play as it was when entry n was written with what it is; no dice where that cannot be told."""
    events = (play.at(n), *(event for entry, event in play.was if entry > n))
    rolls = [event.roll for event in events if isinstance(event, Throw | Keep)]
    if len(rolls) < len(events):
        return []
    places = [*range(len(rolls[0]))]
    for was, now in pairwise(rolls):
        moved = _moved(was, now)
        places = [moved[place] for place in places] if moved else []
    return [(face, rolls[-1].faces[place]) for face, place in zip(rolls[0], places, strict=False)]


def _moved(was: Roll, now: Roll) -> tuple[int, ...]:
    """Tell where each die is now: in its place, or, of the same dice told in another order, where its face is.

    Nowhere where other dice are told in another order: nobody can tell which of them became which.
    """
    lost = was.counts - now.counts
    if len(was) == len(now) and sum(old != new for old, new in zip(was, now, strict=True)) == lost.total():
        return tuple(range(len(now)))
    if len(was) != len(now) or lost:
        return ()
    places = [*range(len(now))]
    return tuple(places.pop(next(at for at, place in enumerate(places) if now.faces[place] == face)) for face in was)


def _no_longer(amend: Amend, play: Play, why: str) -> str:
    cut = replace(amend, cut=True)
    return f"Then entry {play.n}, `{play.event}`, no longer fits: {why} `{cut}` drops it and all after it."


def _anothers(was: str, now: str) -> str:
    return f"was {was}'s, and would be {now}'s."


def _amendable(line: Line) -> str:
    if not line.plays:
        return "nothing has been played"
    last = line.plays[-1]
    return f"the last that does is entry {last.n}, `{last.event}`"


@dataclass(frozen=True)
class Remark:
    """A comment or an empty line of a match file: where it stands, and its text without the `#`.

    It stands before entry n (one past the last: at the end; 0: above the header), or beside it. None is an empty line.
    """

    n: int
    text: str | None
    beside: bool = False


@dataclass(frozen=True)
class Match:
    """Players, options and the log of one match; begin one with `Match.start`.

    >>> match = Match.start("jack-stone", ["Ann"]).play("roll 1 1 5 6 2 3").play("keep 1 1 5")
    >>> match.view.points, match.undo().view.offers[0].event
    (250, 'keep 1 1 5')
    """

    game: str
    players: tuple[str, ...]
    options: Mapping[str, str]
    entries: tuple[Entry, ...]
    line: Line = field(compare=False, repr=False)
    remarks: tuple[Remark, ...] = field(default=(), compare=False, repr=False)

    @classmethod
    def start(cls, game_id: str, players: Iterable[str], options: Mapping[str, str] | None = None) -> Self:
        """Sit down to a game, by the options named and the defaults of the others."""
        rules = game(game_id)
        names = seated(rules, players)
        named = {name: value.strip(" \t") for name, value in dict(options or {}).items()}
        return cls(rules.id, names, named, (), Line(rules.start(names, chosen(rules, named))))

    def add(self, entry: Entry | str) -> Self:
        """Write one more entry into the log, or refuse it with a sentence."""
        rules = game(self.game)
        entry = _counted(parse(entry) if isinstance(entry, str) else entry, rules, self.state)
        line = after(self.line, rules, entry, len(self.entries) + 1)
        return replace(self, entries=(*self.entries, entry), line=line)

    def play(self, event: Event | str) -> Self:
        """Play an event."""
        return self.add(events.parse(event) if isinstance(event, str) else event)

    def undo(self) -> Self:
        """Take back the last play that still stands."""
        return self.add(Undo())

    def redo(self) -> Self:
        """Play again what was undone last."""
        return self.add(Redo())

    def amend(self, n: int, event: Event | str, cut: bool = False) -> "Match":
        """Put another event in the place of entry n; with `cut` what then no longer fits is taken back first.

        What somebody else would have played then does not fit either; the log itself knows no such scruple.

        Raises:
            AmendError: something no longer fits, and is not to be cut.
        """
        amended = Amend(n, events.parse(event) if isinstance(event, str) else event)
        told = _as_far_as_it_fits(self, amended)
        strange = _played_by_others(self, told)
        if strange is None:
            return told if cut else self.add(amended)
        play, was, now = strange
        if not cut:
            said = f"Then entry {play.n}, `{play.event}`, no longer fits: it {_anothers(was, now)}"
            raise AmendError(play.n, said)
        return _as_far_as_it_fits(_before(self, play.n), amended)

    @property
    def state(self) -> State:
        """The state of the game after all that stands."""
        return self.line.state

    @property
    def view(self) -> View:
        """What a page or a camera needs to know now."""
        view: View = game(self.game).view(self.state)
        return view

    @property
    def advice(self) -> Advice | None:
        """The odds of what may be done now; None where there is nothing to decide, or the players want no advice."""
        rules = game(self.game)
        if rules.advise is None or self.options.get("advice", "").lower() == "off":
            return None
        return rules.advise(self.state)


def _as_far_as_it_fits(match: Match, amended: Amend) -> Match:
    """Amend it; the first play that the rules forbid then is taken back first, and all after it."""
    try:
        return match.add(amended)
    except AmendError as error:
        return _as_far_as_it_fits(_before(match, error.entry), amended)


def _before(match: Match, n: int) -> Match:
    """Take back the play of entry n and all after it."""
    while any(play.n == n for play in match.line.plays):
        match = match.undo()
    return match


def _played_by_others(match: Match, amended: Match) -> tuple[Play, str, str] | None:
    """Give the first play that is another player's in an amended match, with whose it was and would be."""
    for (play, was), (_, now) in zip(_turns(match), _turns(amended), strict=False):
        if was != now and not isinstance(play.event, Adjust):
            return play, was, now
    return None


def _turns(match: Match) -> Iterator[tuple[Play, str]]:
    """Each play that stands, with the player whose turn it was."""
    rules, state = game(match.game), match.line.start
    for play in match.line.plays:
        yield play, rules.view(state).player
        state = play.state
