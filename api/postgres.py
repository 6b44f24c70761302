"""PostgreSQL: what its address says, and a connection to it that tells when it is lost."""

import selectors
import socket
import ssl
import time
from collections import deque
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pg8000
import sqlalchemy as sa

SEALED = ("sslmode", "sslrootcert")  # what an address says of TLS
SOCKET = "unix_sock"  # where it listens on this computer, such as /var/run/postgresql/.s.PGSQL.5432
KNOWN = (*SEALED, "application_name", SOCKET)
SPOKEN = {"startup_params": {"client_encoding": "UTF8"}}
LETTERS = ("UTF8", "SQL_ASCII")  # in which a database keeps every name; the second is one that was set up without
MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
ROOT = Path("~/.postgresql/root.crt")  # the authorities that a person trusts with databases
PATIENCE = 10.0  # seconds that it may take to answer: a computer that was switched off hangs up on nobody
SILENCE = 2.0  # seconds in which nobody else asks one that did not answer: they would all wait in a row
SYSTEM = "system"  # those that this computer trusts
_silent: dict[str, float] = {}  # places that did not answer, and until when none is asked again


class Line(pg8000.Connection):  # type: ignore[misc] # pg8000 ships no types
    """A connection whose loss is an error of the database, as SQLAlchemy expects it, and never one of the system."""

    def handle_messages(self, context: Any) -> None:  # noqa: ANN401 - as above
        """Hear what the database answers."""
        try:
            super().handle_messages(context)
        except OSError as error:
            raise pg8000.InterfaceError("network error") from error

    def listen(self, channel: str) -> None:
        """Hear from now on what is told on a channel, however much."""
        self.notifications: deque[tuple[int, str, str]] = deque()
        self.execute_simple(f"LISTEN {channel}")

    def heard(self, patience: float) -> list[str]:
        """What was told, as soon as something is, or after so many seconds; asks whether the line still holds."""
        with selectors.DefaultSelector() as ears:
            ears.register(self._usock, selectors.EVENT_READ)
            ears.select(patience)
        self.execute_simple("SELECT 1")
        told = [text for _, _, text in self.notifications]
        self.notifications.clear()
        return told

    def close(self) -> None:
        """Hang up, even where the database did so before."""
        with suppress(pg8000.InterfaceError):
            super().close()


def connected(url: sa.URL) -> Line:
    """A new connection to the database at an address; raises an InterfaceError where none comes about."""
    place = str(url.query.get(SOCKET) or f"{url.host or 'localhost'}:{url.port or 5432}")
    if time.monotonic() < _silent.get(place, 0.0):
        raise pg8000.InterfaceError(f"the line to {place} fails: timed out")
    try:
        line = _opened(url)
    except (OSError, pg8000.InterfaceError) as error:
        lost = error if isinstance(error, OSError) else error.__cause__
        if not isinstance(lost, OSError):
            raise
        if isinstance(lost, TimeoutError):
            _silent[place] = time.monotonic() + SILENCE
        raise pg8000.InterfaceError(f"the line to {place} fails: {lost.strerror or lost}") from error
    letters = line.parameter_statuses["server_encoding"]
    if letters not in LETTERS:
        line.close()
        raise pg8000.InterfaceError(f"it has only the letters of {letters}: make one with ENCODING 'UTF8'")
    return line


def _opened(url: sa.URL) -> Line:
    said = {name: value for name, value in url.query.items() if name not in (*SEALED, SOCKET)}
    login = {"password": "", **url.translate_connect_args(username="user")}
    with ExitStack() as opened:
        way = opened.enter_context(_way(url))
        opened.callback(_hang_up, way)
        line = Line(**login, **said, **SPOKEN, ssl_context=seal(url), sock=way)
        opened.pop_all()
    return line


def _hang_up(way: socket.socket) -> None:
    """Pg8000 leaves a socket open where no TLS comes about, and what tells of its errors holds one that it closed."""
    with suppress(OSError):
        way.shutdown(socket.SHUT_RDWR)


def _way(url: sa.URL) -> socket.socket:
    """A socket at which the database of an address listens; raises an OSError where nobody does."""
    if SOCKET not in url.query:
        way = socket.create_connection((url.host or "localhost", url.port or 5432), PATIENCE)
        way.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        return way
    if not hasattr(socket, "AF_UNIX"):
        raise pg8000.InterfaceError("this computer has no sockets in files: name a host")
    way = socket.socket(socket.AF_UNIX)
    way.settimeout(PATIENCE)
    try:
        way.connect(str(url.query[SOCKET]))
    except OSError:
        way.close()
        raise
    return way


def check(url: sa.URL) -> None:
    """Refuse an address that says what nobody here understands, by an ArgumentError."""
    for name, value in url.query.items():
        if name not in KNOWN or not isinstance(value, str):
            raise sa.exc.ArgumentError(f"its address says `{name}`, but may only say {', '.join(KNOWN)}, each once")
    mode = url.query.get("sslmode", MODES[-1])
    if mode not in MODES:
        raise sa.exc.ArgumentError(f"the `sslmode` in its address must be {', '.join(MODES[:-1])} or {MODES[-1]}")
    if url.query.get("sslrootcert") == SYSTEM and mode != MODES[-1]:
        raise sa.exc.ArgumentError(f"`sslrootcert={SYSTEM}` in its address wants `sslmode={MODES[-1]}`")
    try:
        seal(url)
    except OSError as error:
        raise sa.exc.ArgumentError("the `sslrootcert` in its address is no file of certificates") from error


def seal(url: sa.URL) -> ssl.SSLContext | bool | None:
    """How a connection is sealed, as libpq reads an address: False is not at all, None as the other end likes it.

    Raises:
        OSError: the certificates of the authorities to trust cannot be read.
    """
    root = str(url.query.get("sslrootcert", ""))
    mode = url.query.get("sslmode", "verify-full" if root == SYSTEM else "prefer")
    if mode == "disable" or SOCKET in url.query:
        return False
    if mode in {"allow", "prefer"}:
        return None
    if not root and ROOT.expanduser().is_file():
        root = str(ROOT.expanduser())
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    if root not in {"", SYSTEM}:
        context.load_verify_locations(root)
        context.check_hostname = mode == "verify-full"
    elif mode == "require" and not root:
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    else:  # any name has a certificate from one of so many authorities: it must be the name of the database
        context.load_default_certs()
    return context
