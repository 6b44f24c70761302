"""The shape of the database: its tables, and how a database of an earlier Croupier becomes one of this."""

from collections.abc import Callable, Mapping
from contextlib import closing
from datetime import UTC, datetime
from enum import IntEnum, StrEnum
from itertools import product
from types import MappingProxyType

import sqlalchemy as sa

KEPT = 3600.0  # seconds that news stay in the database
VERSION = 2  # 1 knew no authors, keys or devices
WRITES = {"writes": True}  # an option of a connection: its transactions write


class Setting(StrEnum):
    """What a match may be set to: the names in SETTINGS."""

    STANDING = "standing"  # whether it is open, paused or deleted
    ON = "on"  # the match that it went on as with other players
    REMATCH = "rematch"  # the match that was begun after it
    MODE = "camera"  # how far the camera may go
    TURN = "turn"  # how its phone hangs
    TOLD = "webhook"  # how far the webhook was told of it
    SUMMARY = "summary"  # how the lobby lists it
    THROWS = "throws"  # what its dice showed


class Lock(IntEnum):
    """For what one server at a time is let in: the numbers of PostgreSQL's advisory locks."""

    SCHEMA = 0x63726F75
    REMATCH = 0x72656D61
    DICE = 0x64696365


META = sa.MetaData()
SCHEMA = sa.Table("schema", META, sa.Column("version", sa.Integer, primary_key=True, autoincrement=False))
MATCHES = sa.Table(
    "matches",
    META,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("head", sa.Text, nullable=False),
    sa.Column("kit", sa.String(64), nullable=False),
    sa.Column("demo", sa.Boolean, nullable=False),
    sa.Column("begun", sa.String(32), nullable=False),
)
ENTRIES = sa.Table(
    "entries",
    META,
    sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("picture", sa.String(32)),
    sa.Column("at", sa.String(32), nullable=False),
    sa.Column("author", sa.String(100)),
)
SETTINGS = sa.Table(
    "settings",
    META,
    sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
KEYS = sa.Table(
    "keys",
    META,
    sa.Column("place", sa.String(32), primary_key=True),  # the match; empty for what begins one; `dice`
    sa.Column("key", sa.String(255), primary_key=True),
    sa.Column("asked", sa.String(64), nullable=False),
    sa.Column("match", sa.String(32), nullable=False),
    sa.Column("seq", sa.Integer, nullable=False),
)
DEVICES = sa.Table(
    "devices",
    META,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("token", sa.String(64), nullable=False, unique=True),  # its SHA-256
    sa.Column("plays", sa.Boolean, nullable=False),
    sa.Column("paired", sa.String(32), nullable=False),
)
PICTURES = sa.Table(
    "pictures",
    META,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("at", sa.Float, nullable=False, index=True),
    sa.Column("jpeg", sa.LargeBinary, nullable=False),
    sa.Column("reading", sa.Text, nullable=False),
)
DICE = sa.Table(
    "dice",
    META,
    sa.Column("key", sa.String(32), primary_key=True),
    sa.Column("digest", sa.String(64), nullable=False),  # the SHA-256 of the data
    sa.Column("data", sa.LargeBinary, nullable=False),
)
NEWS = sa.Table(
    "news",
    META,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("match", sa.String(32), nullable=False),
    sa.Column("name", sa.String(32), nullable=False),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)


class NewerError(Exception):
    """The database was made by a Croupier that is newer than this one."""


class ReaderError(Exception):
    """The database lets us read only."""


def prepare(engine: sa.Engine) -> None:
    """Make the tables of an empty database, or bring those of an earlier one up to date after a backup.

    Raises:
        NewerError: it is one of a newer Croupier.
        ReaderError: nothing can be written there.
    """
    with engine.connect() as connection:
        found = _version(connection)
    if 0 < found < VERSION:
        _back_up(engine, found)
    with engine.execution_options(**WRITES).begin() as connection:
        _alone(connection)
        found = _version(connection)
        if found > VERSION:
            raise NewerError
        for version in range(max(found, 1) + 1, VERSION + 1) if found else ():
            _STEPS[version](connection)
        META.create_all(connection)
        if found < VERSION:
            connection.execute(SCHEMA.delete())
            connection.execute(SCHEMA.insert().values(version=VERSION))
        if not _may_write(connection):
            raise ReaderError


def _version(connection: sa.Connection) -> int:
    """The version of a database: 0 without tables, 1 before versions were written down."""
    there = sa.inspect(connection)
    written = connection.execute(sa.select(SCHEMA.c.version)).scalar() if there.has_table("schema") else None
    if written is not None:
        return int(written)
    return 1 if there.has_table("matches") else 0


def _alone(connection: sa.Connection) -> None:
    """Let no other server set up the same database before this transaction ends: one that WRITES is alone in SQLite."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(Lock.SCHEMA.value)))


def _may_write(connection: sa.Connection) -> bool:
    """Whether PostgreSQL lets us add to every table, change and delete; SQLite has told already."""
    wanted = product(META.tables, ("INSERT", "UPDATE", "DELETE"))
    rights = (sa.func.has_table_privilege(name, right) for name, right in wanted)
    return connection.dialect.name != "postgresql" or bool(connection.scalar(sa.select(sa.and_(*rights))))


def _back_up(engine: sa.Engine, version: int) -> None:
    """Copy a database: SQLite into a file beside it, others into tables with the version in their names."""
    stamp = f"v{version}-{datetime.now(UTC):%Y%m%d%H%M%S}"
    if engine.dialect.name == "sqlite":
        with closing(engine.raw_connection()) as raw:  # VACUUM takes no transaction around it
            raw.cursor().execute("VACUUM INTO ?", (f"{engine.url.database}.{stamp}",))
        return
    with engine.begin() as connection:
        quote = connection.dialect.identifier_preparer.quote_identifier
        for name in sa.inspect(connection).get_table_names():
            if "_v" not in name:
                copy = f"CREATE TABLE {quote(f'{name}_{stamp}')} AS TABLE {quote(name)}"
                connection.execute(sa.text(copy))


def _with_authors(connection: sa.Connection) -> None:
    connection.execute(sa.text("ALTER TABLE entries ADD COLUMN author VARCHAR(100)"))


_STEPS: Mapping[int, Callable[[sa.Connection], None]] = MappingProxyType({2: _with_authors})
