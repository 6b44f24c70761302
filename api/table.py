"""The table: it holds the open matches, with a lock around the fold of each, and nobody else changes them."""

import json
import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from itertools import chain, repeat
from typing import Literal

from api.schema import Setting
from api.store import AwayError, DiskError, Done, Heading, Line, Once, Store, StoreError, TakenError, now
from scoring.dice import RuleError
from scoring.entry import Amend, Entry
from scoring.events import Adjust, Event, Throw
from scoring.games import game
from scoring.match import Match

Standing = Literal["open", "paused", "deleted"]

RETRY = 5.0  # seconds between two attempts to save what the disk did not take
LOCKS = 64  # which matches share by chance: a lock for each that was ever asked for would never be let go

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A match as it stands: its heading, the match itself, and the lines of its log as they were stored.

    `saved` is False while the last of the lines are in memory only, because the disk does not take them.
    """

    heading: Heading
    match: Match
    lines: tuple[Line, ...] = ()
    standing: Standing = "open"
    saved: bool = True

    @property
    def id(self) -> str:
        """The match's name on the wire."""
        return self.heading.id

    @property
    def seq(self) -> int:
        """The number of the last entry."""
        return len(self.lines)

    @property
    def goes_on(self) -> bool:
        """Whether it is played: not over, paused or deleted."""
        return self.standing == "open" and not self.match.view.over

    def adjusted_since(self, seq: int) -> bool:
        """Whether nothing was entered after an entry but what the table agreed upon."""
        return all(isinstance(entry, Adjust) for entry in self.match.entries[seq:])

    def due_since(self, seq: int) -> bool:
        """Whether what is awaited is what was after an entry: since then the table agreed upon points, or corrected."""
        later = self.match.entries[seq:]
        return all(isinstance(entry, Adjust) or (isinstance(entry, Amend) and not entry.cut) for entry in later)

    def counts(self, seq: int) -> Event | None:
        """What counts now of the play that an entry recorded, or amended; None where it does not stand."""
        entry = self.match.entries[seq - 1]
        _, plays = self.match.line.parted(entry.n if isinstance(entry, Amend) else seq)
        return plays[0].event if plays else None


@dataclass(frozen=True, slots=True)
class Listed:
    """A match among all: its last entry in the database, how it stands, and what was set of it under other names."""

    id: str
    seq: int = 0
    standing: Standing = "open"
    said: tuple[str | None, ...] = ()


class MissingError(Exception):
    """There is no such match."""


class StaleError(Exception):
    """The last entry is another than the writer thinks, and why; `sheet` is how the match stands now."""

    def __init__(self, sheet: Sheet, after: int | None) -> None:
        super().__init__(_stale(sheet.seq, after))
        self.sheet = sheet


class ClosedError(Exception):
    """The match is paused or deleted, and nothing is played in it; `sheet` is how it stands."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet.id)
        self.sheet = sheet


class ReusedError(Exception):
    """The same key came with another request before."""


class UnreadableError(Exception):
    """The log of this match cannot be folded by the rules of this Croupier."""


@dataclass(slots=True)
class _Batch:
    """Lines that are to be saved together, with the heading of the match if it begins with them."""

    lines: tuple[Line, ...]
    once: Once | None
    heading: Heading | None = None
    tried: bool = False  # whether the database may have them, though it said otherwise or nothing

    def done(self, match: str) -> Done:
        """What these lines make of the request that asked for them."""
        return Done(self.once.asked if self.once else "", match, self.lines[-1].seq if self.lines else 0)


@dataclass(slots=True)
class Table:
    """All matches of a store; `announce` hears of every change, in order.

    It is of what other servers play too: in matches that somebody watches here, and where it `follows`, in all; that is
    the name under which the store keeps how far whoever hears was told of each match.
    """

    store: Store
    announce: Callable[[Sheet], None] = lambda _sheet: None
    name: str = field(default_factory=lambda: secrets.token_hex(4))  # among the servers of one database
    follows: Setting | None = None
    _sheets: dict[str, Sheet] = field(default_factory=dict)
    _unsaved: dict[str, list[_Batch]] = field(default_factory=dict)
    _tried: float = 0.0
    _left: set[str] = field(default_factory=set)  # matches that are going on as others just now
    _sitting: threading.Lock = field(default_factory=threading.Lock)
    _locks: tuple[threading.RLock, ...] = field(default_factory=lambda: tuple(threading.RLock() for _ in range(LOCKS)))

    def begin(
        self,
        game_id: str,
        players: Sequence[str],
        options: Mapping[str, str],
        kit: str = "",
        *,
        demo: bool = False,
        dice: str = "",
        once: Once | None = None,
    ) -> Sheet:
        """Sit down to a new match; raises RuleError when the rules refuse it."""
        return self.sit(Match.start(game_id, players, options), kit, demo=demo, dice=dice, once=once)

    def sit(
        self,
        match: Match,
        kit: str = "",
        *,
        demo: bool = False,
        dice: str = "",
        author: str | None = None,
        once: Once | None = None,
    ) -> Sheet:
        """Sit down to a match, with what was played in it already; the same request begins it once."""
        kit, at = kit or game(match.game).kit, now()
        heading = Heading(secrets.token_hex(6), match.game, match.players, dict(match.options), kit, demo, at, dice)
        lines = tuple(Line(seq, str(entry), None, at, author) for seq, entry in enumerate(match.entries, 1))
        with self._sitting if once else nullcontext():  # the same request in the same instant waits, and finds it done
            done = self.done("", once)
            if done is None:
                with self._alone(heading.id):
                    begun = Sheet(heading, replace(match, remarks=()), lines)
                    if self._saved(heading.id, _Batch(lines, once, heading)):
                        self._sheets[heading.id] = begun
                        if lines:
                            self.announce(begun)
                    else:
                        done = self.done("", once)
        return self.sheet(done.match if done else heading.id)

    def sheet(self, match_id: str) -> Sheet:
        """How a match stands now, whoever wrote last; raises MissingError or UnreadableError."""
        with self._alone(match_id):
            sheet = self._sheets.get(match_id) or self._opened(match_id)
            waited = match_id in self._unsaved
            if waited and time.monotonic() - self._tried > RETRY and not self._save(match_id):
                sheet = self._opened(match_id)
            try:
                lines, said = self.store.since(match_id, sheet.seq, Setting.STANDING)
                sheet, standing = _folded(sheet, lines), _standing(said)
            except DiskError:
                standing = sheet.standing
            saved = match_id not in self._unsaved
            if (standing, saved) != (sheet.standing, sheet.saved):
                sheet = replace(sheet, standing=standing, saved=saved)
            self._sheets[match_id] = sheet
            if waited and saved:
                self.announce(sheet)
            return sheet

    def sheets(self) -> Iterator[Sheet]:
        """Every match that can be read, the newest first; those that changed are opened when their turn comes."""
        return filter(None, map(self._readable, self.listed()))

    def listed(self, *names: Setting) -> tuple[Listed, ...]:
        """Every match, the newest first, with what it was last set to under some names; none is opened for it."""
        waiting = [Listed(match_id, said=(None,) * len(names)) for match_id, _ in self._waiting("")]
        rows = self.store.listed(Setting.STANDING, *names)
        stored = [Listed(match_id, seq, _standing(said[0]), said[1:]) for match_id, seq, said in rows]
        return tuple({one.id: one for one in (*waiting, *stored)}.values())

    def behind(self, name: Setting) -> tuple[str, ...]:
        """The matches that went on beyond the seq to which each was set under a name, the newest first."""
        return tuple(one.id for one in self.listed(name) if one.seq > int(one.said[0] or 0))

    def opened(self, match_id: str, seq: int) -> Sheet | None:
        """A match that is open here, as it stands at that entry or later; raises UnreadableError."""
        sheet = self._sheets.get(match_id)
        return sheet if sheet is None or sheet.seq >= seq else self.sheet(match_id)

    def read(self, match_id: str) -> Sheet:
        """A match as it is stored, which is not opened by that; raises MissingError or UnreadableError."""
        lines, said = self.store.since(match_id, 0, Setting.STANDING)
        return replace(_folded(self._opened(match_id), lines), standing=_standing(said))

    def stored(self, match_id: str) -> tuple[Heading, tuple[Line, ...]]:
        """What is written down of a match, whether it can be read or not; raises MissingError."""
        return self._heading(match_id), self.store.since(match_id, 0, Setting.STANDING)[0]

    def write(
        self,
        match_id: str,
        after: int | None,
        move: Callable[[Match], Match],
        picture: str | None = None,
        kept: Sequence[str | None] = (),
        *,
        author: str | None = None,
        once: Once | None = None,
    ) -> Sheet:
        """Make one move in a match whose last entry known to the writer is `after`; the same request is done once.

        A throw was read in the `picture`; the first entries have those that are `kept` of them, if any, instead.

        Raises:
            StaleError: another entry is the last.
            ClosedError: the match is paused or deleted.
            ReusedError: the same key came with another request before.
            RuleError: the rules refuse the move.
        """
        with self._alone(match_id):
            if self.done(match_id, once):
                return self.sheet(match_id)
            sheet = self.sheet(match_id)
            self._open(sheet)
            if after != sheet.seq:
                raise StaleError(sheet, after)
            played, at = move(sheet.match).entries[sheet.seq :], now()
            pictures = chain(kept, repeat(picture))
            lines = tuple(
                Line(seq, str(entry), shown if _is_a_throw(entry) else None, at, author)
                for seq, (entry, shown) in enumerate(zip(played, pictures, strict=False), sheet.seq + 1)
            )
            if not self._saved(match_id, _Batch(lines, once)):
                if self.done(match_id, once):
                    return self.sheet(match_id)
                raise StaleError(self.sheet(match_id), after)
            written = replace(_folded(sheet, lines), saved=match_id not in self._unsaved)
            self._sheets[match_id] = written
            self.announce(written)
            return written

    @contextmanager
    def leaving(self, match_id: str, seen: int | None) -> Iterator[None]:
        """Let nobody play in a match, nor leave it as well, while others sit down to go on with it.

        Raises:
            StaleError: it was played on since its last entry was `seen`, where that is told.
            ClosedError: it is paused or deleted, or somebody else goes on with it.
        """
        with self._alone(match_id):
            sheet = self.sheet(match_id)
            self._open(sheet)
            if seen not in (None, sheet.seq):
                raise StaleError(sheet, seen)
            self._left.add(match_id)
        try:
            yield
        finally:
            self._left.discard(match_id)

    def settle(self, match_id: str, standing: Standing) -> Sheet:
        """Pause a match, go on with it, or delete it; raises ClosedError for one that was deleted before."""
        with self._alone(match_id):
            sheet = self.sheet(match_id)
            if sheet.standing == standing:
                return sheet
            if sheet.standing == "deleted":
                raise ClosedError(sheet)
            return self._settled(match_id, f"{sheet.standing} deleted" if standing == "deleted" else standing)

    def restore(self, match_id: str) -> Sheet:
        """Take back that a match was deleted: it stands as it stood before."""
        with self._alone(match_id):
            sheet = self.sheet(match_id)
            if sheet.standing != "deleted":
                return sheet
            said = self.store.setting(match_id, Setting.STANDING) or ""
            return self._settled(match_id, said.removesuffix("deleted").strip() or "open")

    def heard(self, match_id: str) -> None:
        """Tell those here what another server did in a match."""
        with self._alone(match_id):
            self._announced(match_id)

    def save(self) -> tuple[Sheet, ...]:
        """Try once more to save what the disk did not take, and tell; gives the matches that wait all the same.

        Where the database is gone, these are all that are known. Demos and deleted ones are not told.
        """
        for match_id in tuple(self._unsaved):
            with self._alone(match_id), suppress(StoreError, MissingError, UnreadableError):
                if match_id in self._unsaved:
                    self._save(match_id)
                    if match_id not in self._unsaved:
                        self._announced(match_id)
        known = tuple(self._sheets if self.store.gone else self._unsaved)
        sheets = filter(None, map(self._sheets.get, known))
        return tuple(sheet for sheet in sheets if not sheet.heading.demo and sheet.standing != "deleted")

    def _open(self, sheet: Sheet) -> None:
        """Raise ClosedError for a match in which nothing is played; one that is being left is paused in a moment."""
        if sheet.standing != "open":
            raise ClosedError(sheet)
        if sheet.id in self._left:
            raise ClosedError(replace(sheet, standing="paused"))

    def _alone(self, match_id: str) -> threading.RLock:
        """What keeps others out of a match."""
        return self._locks[hash(match_id) % LOCKS]

    def _settled(self, match_id: str, said: str) -> Sheet:
        self.store.put(match_id, Setting.STANDING, said, self._news(match_id))
        return self._announced(match_id)

    def _announced(self, match_id: str) -> Sheet:
        sheet = self.sheet(match_id)
        self.announce(sheet)
        return sheet

    def done(self, place: str, once: Once | None) -> Done | None:
        """What became of the same request before, in a place as `Store.done` has them.

        Raises:
            ReusedError: the same key came with another request.
        """
        if once is None:
            return None
        waiting = (found for found in self._waiting(place) if found[1].once and found[1].once.key == once.key)
        match, batch = next(waiting, ("", None))
        done = batch.done(match) if batch else self.store.done(place, once.key)
        if done and done.asked != once.asked:
            raise ReusedError
        return done

    def _waiting(self, place: str) -> list[tuple[str, _Batch]]:
        """What waits to be saved of the requests in a place, each with its match."""
        at = tuple(self._unsaved.items()) if place == "" else ((place, self._unsaved.get(place, [])),)
        found = [(match, batch) for match, batches in at for batch in tuple(batches)]
        return [(match, batch) for match, batch in found if (batch.heading is not None) == (place == "")]

    def _saved(self, match_id: str, batch: _Batch) -> bool:
        """Save what is new in a match, behind what waits for it already; False when another writer was first."""
        waiting = self._unsaved.setdefault(match_id, [])
        waiting.append(batch)
        try:
            return self._save(match_id, untold=1)
        except BaseException:
            waiting.remove(batch)  # nobody was told that it counts
            if not waiting:
                self._unsaved.pop(match_id)
            raise

    def _save(self, match_id: str, untold: int = 0) -> bool:
        """Save what waits for it; False when another writer was first, and nothing waits any more.

        Of the last `untold` batches nobody was told yet that they count.
        What the disk does not take goes on waiting: the match is played in memory, and saved as soon as that works.
        """
        waiting = self._unsaved[match_id]
        try:
            while waiting:
                self._keep(match_id, waiting[0])
                del waiting[0]
        except DiskError:
            self._tried = time.monotonic()
            return True
        except AwayError:
            self._tried = time.monotonic()
            raise
        except TakenError:
            self._sheets.pop(match_id, None)
            self._unsaved.pop(match_id)
            if len(waiting) > untold:
                log.warning("Another server went on with match %s: what was played here in memory is lost.", match_id)
            return False
        self._unsaved.pop(match_id)
        return True

    def _keep(self, match_id: str, batch: _Batch) -> None:
        try:
            if batch.heading:
                news = self._news(match_id) if batch.lines else ""
                self.store.begin(batch.heading, batch.lines, batch.once, news)
            else:
                self.store.append(match_id, batch.lines, batch.once, self._news(match_id))
        except TakenError:
            if not (batch.tried and self._is_kept(match_id, batch)):
                raise
        except StoreError:
            batch.tried = True
            raise

    def _is_kept(self, match_id: str, batch: _Batch) -> bool:
        """Whether it is saved already: the line to the database may break before it can say so."""
        if not batch.lines:
            return self.store.heading(match_id) is not None
        kept, _ = self.store.since(match_id, batch.lines[0].seq - 1, Setting.STANDING)
        return kept[: len(batch.lines)] == batch.lines

    def _news(self, match_id: str) -> str:
        return json.dumps({"from": self.name, "match": match_id})

    def _heading(self, match_id: str) -> Heading:
        heading = self.store.heading(match_id)
        if heading is None:
            raise MissingError(match_id)
        return heading

    def _opened(self, match_id: str) -> Sheet:
        return _begun(self._heading(match_id))

    def _readable(self, listed: Listed) -> Sheet | None:
        """A match that is listed so, if it can be read."""
        sheet = self._sheets.get(listed.id)
        if sheet and sheet.saved and (sheet.seq, sheet.standing) == (listed.seq, listed.standing):
            return sheet
        try:
            return self.sheet(listed.id)
        except UnreadableError:
            return None


def _is_a_throw(entry: Entry) -> bool:
    """Whether an entry is a throw, which alone has a picture; or puts one right."""
    return isinstance(entry.event if isinstance(entry, Amend) else entry, Throw)


def _begun(heading: Heading) -> Sheet:
    try:
        return Sheet(heading, Match.start(heading.game, heading.players, heading.options))
    except RuleError as error:
        raise UnreadableError(heading.id) from error


def _folded(sheet: Sheet, lines: Sequence[Line]) -> Sheet:
    match = sheet.match
    try:
        for line in lines:
            match = match.add(line.text)
    except RuleError as error:
        raise UnreadableError(sheet.id) from error
    return replace(sheet, match=match, lines=(*sheet.lines, *lines)) if lines else sheet


def _stale(seq: int, after: int | None) -> str:
    if after is None:
        return "Say as `after` which entry you saw last"
    if after > seq:
        return f"There is no entry {after} yet"
    return "Something else was played meanwhile, so that was not done"


def _standing(said: str | None) -> Standing:
    *_, last = (said or "open").split()  # a deleted match keeps before it how it stood
    return "paused" if last == "paused" else "deleted" if last == "deleted" else "open"
