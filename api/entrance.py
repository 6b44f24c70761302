"""The entrance: where the table is open - on this computer only, or to the whole house - and under which names."""

import errno
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from api.guard import LOOPBACK

if TYPE_CHECKING:
    from api.certificate import Certificate

HOST = "127.0.0.1"
PORT = 8765
TRIES = 20
_ELSEWHERE = ("203.0.113.1", 9)  # an address of nobody: nothing is sent there, but the system says which way it lies


class ServeError(Exception):
    """The table cannot be served; the message is a sentence for the owner."""


@dataclass(frozen=True)
class Entrance:
    """The sockets that listen, this computer's address in the house (None: loopback only), and its certificate."""

    sockets: tuple[socket.socket, ...]
    lan: str | None = None
    certificate: "Certificate | None" = None

    @property
    def here(self) -> str:
        """The table's address on this computer."""
        return self._at(HOST)

    @property
    def there(self) -> str | None:
        """The table's address for other devices."""
        return self._at(self.lan) if self.lan else None

    @property
    def hosts(self) -> frozenset[str]:
        """The names that the table answers to."""
        return LOOPBACK | (names(self.lan, socket.gethostname()) if self.lan else frozenset())

    def _at(self, host: str) -> str:
        return f"{'https' if self.certificate else 'http'}://{host}:{self.sockets[0].getsockname()[1]}"


def enter(port: int | None, data: Path, *, lan: bool = False, tls: bool = False) -> Entrance:
    """Listen at the port asked for, or at the first free one from the usual port on.

    Raises:
        ServeError: no port is free, this computer is in no network, or no certificate can be written.
    """
    address = _address() if lan else None
    sockets = _listen(port, (HOST, address) if address else (HOST,))
    entrance = Entrance(sockets, address)
    if not tls:
        return entrance
    from api.certificate import certificate  # noqa: PLC0415 - its library is large, and mostly needed by nobody

    try:
        return Entrance(sockets, address, certificate(data / "tls", entrance.hosts))
    except OSError as error:
        raise ServeError(f"The certificate cannot be written ({error.strerror}): name a folder with --data.") from error


def _listen(port: int | None, hosts: tuple[str, ...]) -> tuple[socket.socket, ...]:
    for number in [port] if port else range(PORT, PORT + TRIES):
        opened: list[socket.socket] = []
        try:
            for host in hosts:
                opened.append(socket.create_server((host, number)))  # noqa: PERF401 - those before a failure are closed
        except OSError as error:
            for one in opened:
                one.close()
            if error.errno != errno.EADDRINUSE:
                reason = f"Port {number} cannot be used ({error.strerror}): choose another with --port."
                raise ServeError(reason) from error
        else:
            return tuple(opened)
    raise ServeError(f"Port {port or PORT} is already in use: choose another with --port.")


def _address() -> str:
    """This computer's address in the house."""
    ways: tuple[Callable[[], str], ...] = (_towards, lambda: socket.gethostbyname(socket.gethostname()))
    for way in ways:
        try:
            found = way()
        except OSError:
            continue
        if not found.startswith("127."):
            return found
    raise ServeError("This computer is in no network: connect it, or leave out --lan.")


def _towards() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.connect(_ELSEWHERE)
        found: str = asking.getsockname()[0]
        return found


def names(address: str, computer: str) -> frozenset[str]:
    """What a computer is called in the house, as browsers write it; by its address alone where its name cannot be.

    >>> sorted(names("192.168.7.5", "Müller-PC.fritz.box"))
    ['192.168.7.5', 'xn--mller-pc-65a', 'xn--mller-pc-65a.local']
    """
    try:
        name = computer.split(".", maxsplit=1)[0].lower().encode("idna").decode()
    except UnicodeError:
        name = ""
    return frozenset({address, name, f"{name}.local"} if name else {address})
