"""The devices at the table: phones and screens let in by a code, a link or a PIN, until the owner removes them."""

import hashlib
import json
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from api.schema import DEVICES
from api.store import Store, now

TRIES, MINUTE = 5, 60.0  # wrong PINs that may be tried in so many seconds, by all devices together
WORN = 50  # wrong PINs after which there is a new one
UNNAMED = "a phone"


class PairError(Exception):
    """The word opens nothing; the message is a sentence for whoever tried it."""


class PatienceError(Exception):
    """Too many wrong PINs were tried just now; `seconds` is how long to wait."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"Too many PINs were tried: wait {seconds} seconds, then type it again.")
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class Device:
    """A device that was let in; one that does not play may only watch."""

    id: str
    name: str
    plays: bool
    paired: str


class Devices:
    """Who may speak to the table beside its own computer. Its methods may be called from any thread.

    `code` and `pin` let in whoever plays and `link` whoever watches, until a device is removed or Croupier is started
    again; `address` is where other devices find the table, None while it is open to its own computer only, and `name`
    is this server's among all at the database.
    """

    def __init__(
        self,
        store: Store,
        address: str | None = None,
        clock: Callable[[], float] = time.monotonic,
        name: str = "",
    ) -> None:
        self.address = address
        self.code, self.link, self.pin = _words()
        self._store, self._clock, self._name = store, clock, name
        self._tried: deque[float] = deque(maxlen=TRIES)
        self._wrong = 0
        self._lock = threading.Lock()  # around the words: who is let in by them is in before others are drawn

    def pair(self, word: str, name: str = "", shown: Collection[str] = ()) -> tuple[Device, str]:
        """Let in a device that knows a word; gives the token that it shows from now on.

        One of which a token was `shown` is in already: it stays the same device, and without another name it keeps
        its own. What plays goes on to, by whatever word.

        Raises:
            PairError: the word opens nothing.
            PatienceError: too many PINs were tried.
        """
        with self._lock:
            plays = not _same(word, self.link)
            if plays and not _same(word, self.code):
                self._try(word)
            return self._let_in(name, shown, plays=plays)

    def of(self, *tokens: str) -> Device | None:
        """The device that shows a token; of several the one that was let in last."""
        return next(iter(self._found(_shows(tokens))), None)

    def knows(self, device: str) -> bool:
        """Whether a device of that id is in."""
        return bool(self._found(DEVICES.c.id == device))

    def all(self) -> tuple[Device, ...]:
        """Every device, the newest first."""
        return self._found(sa.true())

    def remove(self, device: str) -> bool:
        """Let a device in no more, nor anybody by the words that it may know; False when there is none of that id."""
        with self._lock:
            with self._store.writing() as connection:
                gone = bool(connection.execute(DEVICES.delete().where(DEVICES.c.id == device)).rowcount)
                if gone:
                    self._store.notify(connection, json.dumps({"from": self._name, "device": device}))
            if gone:
                self.code, self.link, self.pin = _words()
        return gone

    def renew(self) -> None:
        """Draw other words: a device that may know these was removed at another server."""
        with self._lock:
            self.code, self.link, self.pin = _words()

    def _let_in(self, name: str, shown: Collection[str], *, plays: bool) -> tuple[Device, str]:
        token = secrets.token_urlsafe(32)
        row = {"plays": plays, "paired": now(), "token": _digest(token)}
        named = {**row, "name": name} if name else row
        again = named if plays else {what: value for what, value in named.items() if what != "plays"}
        newest = sa.select(DEVICES.c.id).where(_shows(shown)).order_by(DEVICES.c.paired.desc()).limit(1)
        one = sa.and_(_shows(shown), DEVICES.c.id == newest.scalar_subquery())  # it may show another by now
        known = DEVICES.update().where(one).values(again).returning(*DEVICES.c)
        new = DEVICES.insert().values({"id": secrets.token_hex(6), "name": UNNAMED, **named}).returning(*DEVICES.c)
        with self._store.writing() as connection:
            return _device(connection.execute(known).first() or connection.execute(new).one()), token

    def _found(self, where: sa.ColumnElement[bool]) -> tuple[Device, ...]:
        query = DEVICES.select().where(where).order_by(DEVICES.c.paired.desc())
        with self._store.reading() as connection:
            rows = connection.execute(query).all()
        return tuple(map(_device, rows))

    def _try(self, word: str) -> None:
        """Take a PIN, or refuse it; after too many wrong ones everybody must wait, also with the right one.

        A code or link of before is no try: nobody guesses those.
        """
        if len(word) >= len(self.code):
            raise PairError("This link is out of date: look at the table's screen once more.")
        moment = self._clock()
        if len(self._tried) == TRIES and moment - self._tried[0] < MINUTE:
            raise PatienceError(round(MINUTE - (moment - self._tried[0])) + 1)
        if _same("".join(word.split()).replace("-", ""), self.pin):  # some type it in groups
            return
        self._tried.append(moment)
        self._wrong += 1
        if self._wrong % WORN == 0:
            self.pin = _pin()
        raise PairError("That is not the code or PIN of this table: look at its screen once more.")


def _shows(tokens: Collection[str]) -> sa.ColumnElement[bool]:
    """Whether a device shows one of these tokens."""
    return DEVICES.c.token.in_(list(map(_digest, tokens)))


def _device(row: sa.Row[Any]) -> Device:
    return Device(row.id, row.name, row.plays, row.paired)


def _words() -> tuple[str, str, str]:
    """A new code, link and PIN."""
    return secrets.token_urlsafe(16), secrets.token_urlsafe(16), _pin()


def _pin() -> str:
    return f"{secrets.randbelow(10**6):06}"


def _same(word: str, secret: str) -> bool:
    return secrets.compare_digest(word.encode(), secret.encode())


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
