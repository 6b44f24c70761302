"""The table: the one mutable object of the house. It holds the open matches, and one lock around store and fold."""

import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from api.store import Heading, Line, Store, TakenError, now
from scoring.dice import RuleError
from scoring.games import game
from scoring.match import Match


@dataclass(frozen=True, slots=True)
class Sheet:
    """A match as it stands: its heading, the match itself, and the lines of its log as they were stored."""

    heading: Heading
    match: Match
    lines: tuple[Line, ...] = ()

    @property
    def id(self) -> str:
        """The match's name on the wire."""
        return self.heading.id

    @property
    def seq(self) -> int:
        """The number of the last entry."""
        return len(self.lines)


class MissingError(Exception):
    """There is no such match."""


class StaleError(Exception):
    """Somebody wrote first; `sheet` is how the match stands now."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet.id)
        self.sheet = sheet


class UnreadableError(Exception):
    """The log of this match cannot be folded by the rules of this Croupier."""


@dataclass(slots=True)
class Table:
    """All matches of a store; `announce` hears of every change, in order."""

    store: Store
    announce: Callable[[Sheet], None] = lambda _sheet: None
    _sheets: dict[str, Sheet] = field(default_factory=dict)
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def begin(
        self,
        game_id: str,
        players: Sequence[str],
        options: Mapping[str, str],
        kit: str = "",
        *,
        demo: bool = False,
        dice: str = "",
    ) -> Sheet:
        """Sit down to a new match; raises RuleError when the rules refuse it."""
        match = Match.start(game_id, players, options)
        heading = Heading(
            secrets.token_hex(6), match.game, match.players, dict(options), kit or game(game_id).kit, demo, now(), dice
        )
        self.store.begin(heading)
        return self.sheet(heading.id)

    def sheet(self, match_id: str) -> Sheet:
        """How a match stands now, whoever wrote last; raises MissingError or UnreadableError."""
        with self._lock:
            sheet = self._sheets.get(match_id) or self._opened(match_id)
            for line in self.store.lines(match_id, after=sheet.seq):
                sheet = _folded(sheet, line)
            self._sheets[match_id] = sheet
            return sheet

    def sheets(self) -> tuple[Sheet, ...]:
        """Every match that can be read, the newest first."""
        return tuple(filter(None, (self._readable(heading.id) for heading in self.store.headings())))

    def write(
        self, match_id: str, after: int | None, move: Callable[[Match], Match], picture: str | None = None
    ) -> Sheet:
        """Make one move in a match whose last entry known to the writer is `after`; raises StaleError or RuleError."""
        with self._lock:
            sheet = self.sheet(match_id)
            if after != sheet.seq:
                raise StaleError(sheet)
            texts = [str(entry) for entry in move(sheet.match).entries[sheet.seq :]]
            try:
                self.store.append(match_id, sheet.seq + 1, texts, picture)
            except TakenError:
                raise StaleError(self.sheet(match_id)) from None
            sheet = self.sheet(match_id)
            self.announce(sheet)
            return sheet

    def _opened(self, match_id: str) -> Sheet:
        heading = self.store.heading(match_id)
        if heading is None:
            raise MissingError(match_id)
        try:
            return Sheet(heading, Match.start(heading.game, heading.players, heading.options))
        except RuleError as error:
            raise UnreadableError(match_id) from error

    def _readable(self, match_id: str) -> Sheet | None:
        try:
            return self.sheet(match_id)
        except UnreadableError:
            return None


def _folded(sheet: Sheet, line: Line) -> Sheet:
    try:
        return replace(sheet, match=sheet.match.add(line.text), lines=(*sheet.lines, line))
    except RuleError as error:
        raise UnreadableError(sheet.id) from error
