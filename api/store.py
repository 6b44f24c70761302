"""The store: matches and their log entries in a database, only ever appended to, and how each match is set."""

import getpass
import json
import os
import sqlite3
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from filelock import FileLock

from api.schema import (
    ENTRIES,
    KEPT,
    KEYS,
    MATCHES,
    NEWS,
    SETTINGS,
    WRITES,
    Lock,
    NewerError,
    ReaderError,
    Setting,
    prepare,
)

# no room, no right
FULL = ("SQLITE_FULL", "SQLITE_READONLY", "SQLITE_IOERR", "SQLITE_CANTOPEN", "53100", "25006", "42501")
PG8000 = "postgresql+pg8000"  # the driver that we test by
ORPHAN = ("SQLITE_CONSTRAINT_FOREIGNKEY", "23503")  # of a match that is not there
UNSAVED = "The score cannot be saved: is the disk full, or the data folder closed or gone?"
UNANSWERED = "The database does not answer: try again. What was saved is not lost."
TAKEN = "Somebody else wrote this at the same time: try again."
UNKNOWN = "I know databases whose address begins with sqlite:// or postgresql://"
PORTS = 65535
CHANNEL = "croupier"  # on which servers of one PostgreSQL hear of each other


class StoreError(Exception):
    """The database cannot be used; the message is a sentence for the owner."""


class DiskError(StoreError):
    """The disk takes nothing more, for now."""


class AwayError(StoreError):
    """The database does not answer, for now; what it or its driver says is the cause."""


class TakenError(StoreError):
    """Somebody else has already written this (match, seq), or under this key."""


def writable(folder: Path) -> None:
    """Make a folder if need be, and try to write there; raises StoreError where that cannot be done."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except (FileExistsError, NotADirectoryError) as error:
        raise StoreError(f"{folder} is no folder: name another with --data.") from error
    except OSError as error:
        raise StoreError(
            f"{folder} cannot be written to ({error.strerror}): name another folder with --data."
        ) from error


@dataclass(frozen=True, slots=True)
class Heading:
    """What is fixed about a match when it is begun."""

    id: str
    game: str
    players: tuple[str, ...]
    options: dict[str, str]
    kit: str
    demo: bool
    begun: str
    dice: str = ""  # the players' own set, by its name


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of a match's log: what was written, when and by whom, and the picture behind it."""

    seq: int
    text: str
    picture: str | None
    at: str
    author: str | None = None


@dataclass(frozen=True, slots=True)
class Once:
    """A request that must be done once, however often it is sent: the sender's key, and a digest of what it asks."""

    key: str
    asked: str


@dataclass(frozen=True, slots=True)
class Done:
    """What became of such a request: the digest of what it asked, the match, and the last entry that it wrote there."""

    asked: str
    match: str
    seq: int


@dataclass(frozen=True, slots=True)
class _File:
    """The file in which SQLite keeps a database, as it was when that was opened."""

    path: Path
    found: os.stat_result

    @property
    def is_there(self) -> bool:
        """Whether it lies there still: SQLite would go on writing into one that does not, and all of that be lost."""
        try:
            return os.path.samestat(self.path.stat(), self.found)
        except OSError:
            return False


class Store:
    """A database of match logs. Its methods may be called from any thread.

    Raises:
        DiskError: from any method, when the disk is full or may not be written to.
        AwayError: likewise, when the database does not answer.
    """

    def __init__(self, url: str | sa.URL) -> None:
        """Open the database at an SQLAlchemy URL, making its tables when they are missing."""
        try:
            driven = _driven(_address(url))
            self.engine = sa.create_engine(driven, **_connecting(driven))
            _prepare(self.engine)
            self._file = _file(self.engine)
            # a file has one writer at a time
            self._turn = threading.Lock() if self.engine.dialect.name == "sqlite" else nullcontext()
        except NewerError as error:
            reason = "The database is of a newer Croupier: install that, or name another with --data or --database."
            raise StoreError(reason) from error
        except ReaderError as error:
            reason = f"give its role {driven.username} the right, or name another with --database."
            raise StoreError(f"Nothing can be written in the database: {reason}") from error
        except ImportError as error:
            needs = "it needs more libraries, as in .venv/bin/pip install -e '.[postgres]'"
            reason = needs if _is_postgres(_address(url)) else UNKNOWN
            raise StoreError(f"The database cannot be opened ({reason}): check --data or --database.") from error
        except sa.exc.NoSuchModuleError as error:
            raise StoreError(f"The database cannot be opened ({UNKNOWN}): check --data or --database.") from error
        except (sa.exc.SQLAlchemyError, OSError, TypeError, ValueError) as error:  # drivers take no unknown parameters
            reason = _reason(getattr(error, "orig", None) or error)
            raise StoreError(f"The database cannot be opened ({reason}): check --data or --database.") from error

    @property
    def shared(self) -> bool:
        """Whether servers on several machines may use this database and tell each other."""
        return self.engine.dialect.name == "postgresql"

    @property
    def gone(self) -> bool:
        """Whether the file of the database is not where it was opened: removed, or replaced by another."""
        return self._file is not None and not self._file.is_there

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A connection to read by."""
        with _told(), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """A connection whose changes are kept at the end of the block, all or none."""
        with self._turn, _told(), self.engine.begin() as connection:
            yield connection
            if self.gone:
                raise DiskError(UNSAVED)

    @contextmanager
    def alone(self, what: Lock) -> Iterator[None]:
        """Let in one server at a time of those that share a database."""
        with ExitStack() as stack:
            if self.shared:
                connection = stack.enter_context(self.writing())
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(what.value)))
            elif self._file and not self.gone:  # a lock would make its folder anew
                with suppress(OSError):  # where nothing can be written, each goes on in its own memory
                    stack.enter_context(FileLock(f"{self._file.path}.lock"))
            yield

    def begin(self, heading: Heading, lines: Sequence[Line] = (), once: Once | None = None, news: str = "") -> None:
        """Write down a new match, with what was played in it already; raises TakenError for a key that was used.

        `news` is told to the other servers of the database.
        """
        head = {"game": heading.game, "players": heading.players, "options": heading.options, "dice": heading.dice}
        row = {"id": heading.id, "head": json.dumps(head), "kit": heading.kit, "demo": heading.demo}
        with self.writing() as connection:
            connection.execute(MATCHES.insert().values(**row, begun=heading.begun))
            _write(connection, heading.id, lines)
            _sign(connection, once, "", heading.id, len(lines))
            if news:
                self.notify(connection, news)

    def listed(self, *names: Setting) -> tuple[tuple[str, int, tuple[str | None, ...]], ...]:
        """All matches, the newest first: their ids, their last seq, and what each was last set to under some names."""
        last = sa.select(sa.func.max(ENTRIES.c.seq)).where(ENTRIES.c.match == MATCHES.c.id).scalar_subquery()
        query = sa.select(MATCHES.c.id, sa.func.coalesce(last, 0))
        for name in names:
            said = SETTINGS.alias()
            query = query.add_columns(said.c.value)
            query = query.outerjoin(said, sa.and_(said.c.match == MATCHES.c.id, said.c.name == name.value))
        with self.reading() as connection:
            rows = connection.execute(query.order_by(MATCHES.c.begun.desc(), MATCHES.c.id)).all()
        return tuple((row[0], row[1], tuple(row[2:])) for row in rows)

    def thrown_last(self, besides: str) -> str | None:
        """The match in which a throw was written last, demos and one other left out."""
        others = sa.and_(MATCHES.c.id != besides, sa.not_(MATCHES.c.demo), ENTRIES.c.text.startswith("roll "))
        query = sa.select(MATCHES.c.id).join(ENTRIES, ENTRIES.c.match == MATCHES.c.id).where(others)
        with self.reading() as connection:
            found: str | None = connection.scalar(query.order_by(ENTRIES.c.at.desc()).limit(1))
        return found

    def heading(self, match: str) -> Heading | None:
        """The match of that id, if there is one."""
        with self.reading() as connection:
            row = connection.execute(MATCHES.select().where(MATCHES.c.id == match)).one_or_none()
        return None if row is None else _heading(row)

    def since(self, match: str, after: int, name: Setting) -> tuple[tuple[Line, ...], str | None]:
        """The entries of a match with a seq beyond `after`, in order, and what it was last set to under a name."""
        query = ENTRIES.select().where(ENTRIES.c.match == match, ENTRIES.c.seq > after).order_by(ENTRIES.c.seq)
        with self.reading() as connection:
            rows = connection.execute(query).all()
            value = _setting(connection, match, name)
        return tuple(Line(row.seq, row.text, row.picture, row.at, row.author) for row in rows), value

    def append(self, match: str, lines: Sequence[Line], once: Once | None = None, news: str = "") -> None:
        """Write entries, all or none; raises TakenError when another writer was first.

        `news` is told to the other servers of the database.
        """
        with self.writing() as connection:
            _write(connection, match, lines)
            _sign(connection, once, match, match, lines[-1].seq)
            if news:
                self.notify(connection, news)

    def done(self, place: str, key: str) -> Done | None:
        """What became of the request with a key in a place: a match, `""` for what begins one, or `dice`."""
        query = KEYS.select().where(KEYS.c.place == place, KEYS.c.key == key)
        with self.reading() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else Done(row.asked, row.match, row.seq)

    def sign(self, place: str, once: Once) -> None:
        """Write down that a request was done which wrote in no match; raises TakenError for a key that was used."""
        with self.writing() as connection:
            _sign(connection, once, place, "", 0)

    def setting(self, match: str, name: Setting) -> str | None:
        """What a match was last set to; None when it never was."""
        with self.reading() as connection:
            return _setting(connection, match, name)

    def put(self, match: str, name: Setting, value: str, news: str = "") -> None:
        """Set a match to something; raises DiskError where the match itself still waits for the disk."""
        try:
            self._set({match: value}, name, news)
        except TakenError as error:
            if _code(_said(error)) in ORPHAN:
                raise DiskError(UNSAVED) from error
            self._set({match: value}, name, news)  # another server was first, and now it is there to be changed

    def put_all(self, values: Mapping[str, str], name: Setting) -> None:
        """Set several matches, each to its value, all or none; raises TakenError where another server was first."""
        self._set(values, name)

    def _set(self, values: Mapping[str, str], name: Setting, news: str = "") -> None:
        with self.writing() as connection:
            for match, value in values.items():
                place = sa.and_(SETTINGS.c.match == match, SETTINGS.c.name == name.value)
                if not connection.execute(SETTINGS.update().where(place).values(value=value)).rowcount:
                    connection.execute(SETTINGS.insert().values(match=match, name=name.value, value=value))
            if news:
                self.notify(connection, news)

    def notify(self, connection: sa.Connection, news: str) -> None:
        """Tell the other servers of the database, once the transaction is kept: by a call, or where they look."""
        if self.shared:
            connection.execute(sa.select(sa.func.pg_notify(CHANNEL, news)))
        else:
            connection.execute(NEWS.insert().values(match="", name=CHANNEL, data=news, at=time.time()))
            connection.execute(NEWS.delete().where(NEWS.c.at < time.time() - KEPT))  # the last stays: its number counts

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()


def now() -> str:
    """The time of day as the store writes it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _prepare(engine: sa.Engine) -> None:
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", _careful)
        sa.event.listen(engine, "begin", _begin)
    try:
        prepare(engine)
    except BaseException:
        engine.dispose()
        raise


def _file(engine: sa.Engine) -> _File | None:
    """Where SQLite keeps the database; None for others."""
    if engine.dialect.name != "sqlite":
        return None
    with engine.connect() as connection:
        name = connection.scalar(sa.text("SELECT file FROM pragma_database_list WHERE name = 'main'"))
    if not name:
        engine.dispose()
        raise sa.exc.ArgumentError("in memory it would be gone at the end; a file is sqlite:///croupier.db")
    return _File(Path(name), Path(name).stat())


def _setting(connection: sa.Connection, match: str, name: Setting) -> str | None:
    query = sa.select(SETTINGS.c.value).where(SETTINGS.c.match == match, SETTINGS.c.name == name.value)
    value: str | None = connection.execute(query).scalar_one_or_none()
    return value


def _write(connection: sa.Connection, match: str, lines: Iterable[Line]) -> None:
    rows = [{"match": match, **asdict(line)} for line in lines]
    if rows:
        connection.execute(ENTRIES.insert(), rows)


def _sign(connection: sa.Connection, once: Once | None, place: str, match: str, seq: int) -> None:
    if once:
        row = {"place": place, "key": once.key, "asked": once.asked, "match": match, "seq": seq}
        connection.execute(KEYS.insert().values(**row))


def _heading(row: sa.Row[Any]) -> Heading:
    head = json.loads(row.head)
    players, own = tuple(head["players"]), head.get("dice", "")
    return Heading(row.id, head["game"], players, head["options"], row.kit, row.demo, row.begun, own)


def _address(url: str | sa.URL) -> sa.URL:
    """What a URL says; raises an ArgumentError where it is none, or its port cannot be."""
    with suppress(ValueError):  # of a port that is no number
        found = sa.make_url(url)
        if found.port is None or 0 < found.port <= PORTS:
            return found
    raise sa.exc.ArgumentError(f"the port in its address must be a number from 1 to {PORTS}")


def _is_postgres(url: sa.URL) -> bool:
    return url.get_backend_name() in {"postgresql", "postgres"}


def _driven(url: sa.URL) -> sa.URL:
    """The URL with our driver, whatever others there are, and this person, where it names none."""
    if not _is_postgres(url):
        return url
    return url.set(drivername=PG8000, username=url.username or getpass.getuser())


def _connecting(url: sa.URL) -> dict[str, Any]:
    """How to connect; a server may have closed a connection meanwhile, a file never has."""
    if url.drivername != PG8000:
        return {"pool_pre_ping": url.get_backend_name() != "sqlite"}
    from api.postgres import check, connected  # noqa: PLC0415 - its library is there only where it is asked for

    check(url)
    return {"pool_pre_ping": True, "creator": partial(connected, url)}


@contextmanager
def _told() -> Iterator[None]:
    """Say what an error of the database comes to."""
    try:
        yield
    except sa.exc.IntegrityError as error:
        raise TakenError(TAKEN) from error
    except sa.exc.SQLAlchemyError as error:
        if _code(getattr(error, "orig", None)).startswith(FULL):
            raise DiskError(UNSAVED) from error
        raise AwayError(UNANSWERED) from error


def cause(error: StoreError) -> str:
    """What the database or its driver said, in one line."""
    return _reason(_said(error) or type(error.__cause__).__name__)


def _said(error: StoreError) -> object:
    return getattr(error.__cause__, "orig", None)


def _code(error: object) -> str:
    """What the database calls an error: a name in SQLite, five digits in PostgreSQL."""
    if isinstance(error, sqlite3.Error):
        return getattr(error, "sqlite_errorname", "")
    return _told_by_postgres(error).get("C", "")


def _reason(error: object) -> str:
    """What the database says of an error, in one line."""
    return _told_by_postgres(error).get("M") or next(iter(str(error).splitlines()), type(error).__name__)


def _told_by_postgres(error: object) -> dict[str, str]:
    """The fields of an error of PostgreSQL, by their letters; none where it is of another."""
    told = getattr(error, "args", None) or [None]
    return told[0] if isinstance(told[0], dict) else {}


def _careful(connection: Any, _record: object) -> None:  # noqa: ANN401 - a raw driver connection has no common type
    connection.isolation_level = None  # transactions begin where `_begin` says, and take in changes of tables
    for pragma in ("busy_timeout=5000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: sa.Connection) -> None:
    """Take SQLite's lock for writing at once: who reads first is refused it while another writes, and may not wait."""
    writes = connection.get_execution_options().keys() & WRITES.keys()
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
