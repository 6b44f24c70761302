"""A match: players, options and a log in which nothing is ever deleted; its state is the fold of what remains."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from scoring import events
from scoring.dice import RuleError
from scoring.entry import Amend, AmendError, Entry, Redo, Undo, parse
from scoring.events import Adjust, Event
from scoring.fold import after, anothers
from scoring.game import Advice, Game, State, View
from scoring.games import game
from scoring.header import chosen, seated
from scoring.line import Line, Play

MOST_AGAIN = 50_000  # plays, so many that an evening has no tenth of them: some seconds, now and at every start


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
    again: int = field(default=0, compare=False, repr=False)  # plays that its amendments had played again

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
        return replace(self, entries=(*self.entries, entry), line=line, again=self._again(entry))

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
        """Put another event in the place of entry n; with `cut`, plays that then no longer fit are taken back first.

        A play that would become another player's does not fit either. Only this method minds that: a log that has such
        an amendment is read all the same (`add`).

        Raises:
            AmendError: a play no longer fits, and is not to be cut.
            RuleError: it is none that may be amended, or too much would be played again.
        """
        amended = Amend(n, events.parse(event) if isinstance(event, str) else event)
        self.weigh(amended)
        told = _as_far_as_it_fits(self, amended)
        strange = _played_by_others(self, told)
        if strange is None:
            return told if cut else self.add(amended)
        play, was, now = strange
        if not cut:
            why = f"it {anothers(was, now)}"
            raise AmendError(play.n, f"Then entry {play.n}, `{play.event}`, no longer fits: {why}", why)
        return _as_far_as_it_fits(_before(self, play.n), amended)

    def weigh(self, entry: Entry) -> None:
        """Refuse an amendment after which the match would take long to play again; `add` reads it all the same."""
        if isinstance(entry, Amend) and self._again(entry) > MOST_AGAIN:
            raise RuleError(
                "This match was amended too often to play it all again: "
                f"leave `{entry}` out, or take back with `undo` what was played since, and play it anew."
            )

    def _again(self, entry: Entry) -> int:
        """How many plays the amendments have had played again after one more entry."""
        return self.again + (len(self.line.parted(entry.n)[1]) if isinstance(entry, Amend) else 0)

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


def _counted(entry: Entry, rules: Game, state: State) -> Entry:
    """Tell an entry by the faces that count, where the game lets other faces stand for them."""
    if rules.counted is None or isinstance(entry, Undo | Redo):
        return entry
    if isinstance(entry, Amend):
        return replace(entry, event=rules.counted(state, entry.event))
    return rules.counted(state, entry)


def _as_far_as_it_fits(match: Match, amended: Amend) -> Match:
    """Amend it, taking back first, with all after it, whichever play the rules would then forbid."""
    try:
        return match.add(amended)
    except AmendError as error:
        return _as_far_as_it_fits(_before(match, error.entry), amended)


def _before(match: Match, n: int) -> Match:
    """Take back the play of entry n and all after it."""
    _, plays = match.line.parted(n)
    for _ in plays:
        match = match.undo()
    return match


def _played_by_others(match: Match, amended: Match) -> tuple[Play, str, str] | None:
    """Give the first play that is another player's in an amended match, with whose it was and would be."""
    rules = game(match.game)
    for (play, before), (_, told) in zip(_steps(match), _steps(amended), strict=False):
        if before == told or isinstance(play.event, Adjust):
            continue
        was, now = (rules.view(state).player for state in (before, told))
        if was != now:
            return play, was, now
    return None


def _steps(match: Match) -> Iterator[tuple[Play, State]]:
    """Each play that stands, with the state before it."""
    state = match.line.start
    for play in match.line.plays:
        yield play, state
        state = play.state
