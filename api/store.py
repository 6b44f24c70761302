"""The store: matches and their log entries in a database, only ever appended to, and how each match is set."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

_META = sa.MetaData()
_MATCHES = sa.Table(
    "matches",
    _META,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("head", sa.Text, nullable=False),
    sa.Column("kit", sa.String(64), nullable=False),
    sa.Column("demo", sa.Boolean, nullable=False),
    sa.Column("begun", sa.String(32), nullable=False),
)
_ENTRIES = sa.Table(
    "entries",
    _META,
    sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("picture", sa.String(32)),
    sa.Column("at", sa.String(32), nullable=False),
)
_SETTINGS = sa.Table(
    "settings",
    _META,
    sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)


class StoreError(Exception):
    """The database cannot be used; the message is a sentence for the owner."""


class TakenError(Exception):
    """Somebody else has already written this (match, seq)."""


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
    """One entry of a match's log: what was written, when, and the picture behind it."""

    seq: int
    text: str
    picture: str | None
    at: str


class Store:
    """A database of match logs. Its methods may be called from any thread."""

    def __init__(self, url: str | sa.URL) -> None:
        """Open the database at an SQLAlchemy URL, making its tables when they are missing."""
        try:
            self._engine = sa.create_engine(url)
            if self._engine.dialect.name == "sqlite":
                sa.event.listen(self._engine, "connect", _careful)
            _META.create_all(self._engine)
        except (sa.exc.SQLAlchemyError, ImportError, OSError) as error:
            reason = str(getattr(error, "orig", None) or error).splitlines()[0]
            raise StoreError(f"The database cannot be opened ({reason}): check --data or --database.") from error

    def begin(self, heading: Heading) -> None:
        """Write down a new match."""
        head = {"game": heading.game, "players": heading.players, "options": heading.options, "dice": heading.dice}
        row = {"id": heading.id, "head": json.dumps(head), "kit": heading.kit, "demo": heading.demo}
        with self._engine.begin() as connection:
            connection.execute(_MATCHES.insert().values(**row, begun=heading.begun))

    def headings(self) -> tuple[Heading, ...]:
        """All matches, the newest first."""
        with self._engine.connect() as connection:
            rows = connection.execute(_MATCHES.select().order_by(_MATCHES.c.begun.desc(), _MATCHES.c.id)).all()
        return tuple(_heading(row) for row in rows)

    def heading(self, match: str) -> Heading | None:
        """The match of that id, if there is one."""
        with self._engine.connect() as connection:
            row = connection.execute(_MATCHES.select().where(_MATCHES.c.id == match)).one_or_none()
        return None if row is None else _heading(row)

    def lines(self, match: str, after: int = 0) -> tuple[Line, ...]:
        """The entries of a match with a seq beyond `after`, in order."""
        query = _ENTRIES.select().where(_ENTRIES.c.match == match, _ENTRIES.c.seq > after).order_by(_ENTRIES.c.seq)
        with self._engine.connect() as connection:
            return tuple(Line(row.seq, row.text, row.picture, row.at) for row in connection.execute(query))

    def append(self, match: str, seq: int, texts: Iterable[str], picture: str | None = None) -> None:
        """Write entries from `seq` on, all or none; raises TakenError when another writer was first."""
        rows = [
            {"match": match, "seq": number, "text": text, "picture": picture, "at": now()}
            for number, text in enumerate(texts, seq)
        ]
        try:
            with self._engine.begin() as connection:
                connection.execute(_ENTRIES.insert(), rows)
        except sa.exc.IntegrityError as error:
            raise TakenError(match, seq) from error

    def setting(self, match: str, name: str) -> str | None:
        """What a match was last set to; None when it never was."""
        query = sa.select(_SETTINGS.c.value).where(_SETTINGS.c.match == match, _SETTINGS.c.name == name)
        with self._engine.connect() as connection:
            value: str | None = connection.execute(query).scalar_one_or_none()
        return value

    def put(self, match: str, name: str, value: str) -> None:
        """Set a match to something."""
        place = sa.and_(_SETTINGS.c.match == match, _SETTINGS.c.name == name)
        with self._engine.begin() as connection:
            if not connection.execute(_SETTINGS.update().where(place).values(value=value)).rowcount:
                connection.execute(_SETTINGS.insert().values(match=match, name=name, value=value))

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()


def now() -> str:
    """The time of day as the store writes it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _heading(row: sa.Row[Any]) -> Heading:
    head = json.loads(row.head)
    players, own = tuple(head["players"]), head.get("dice", "")
    return Heading(row.id, head["game"], players, head["options"], row.kit, row.demo, row.begun, own)


def _careful(connection: Any, _record: object) -> None:  # noqa: ANN401 - a raw driver connection has no common type
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")
