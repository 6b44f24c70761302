"""A real PostgreSQL for tests, where one is installed: started in a folder of its own, gone at the end."""

import itertools
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pg8000.native

from api.certificate import Certificate

SUPERUSER = "croupier"
HANG_UP = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE query IN ('LISTEN croupier', 'SELECT 1') AND datname = current_database()"""  # on servers that listen
OTHERS = ("postgres", "nobody")  # PostgreSQL will not run as root


def missing() -> str:
    """Why there can be no PostgreSQL here; empty when there can."""
    if not (shutil.which("postgres") and shutil.which("initdb")):
        return "PostgreSQL is not installed"
    if os.geteuid() == 0 and not (shutil.which("setpriv") and _other()):
        return "PostgreSQL refuses to run as root, and there is no other user to run it as"
    return ""


@contextmanager
def running(sealed: Certificate | None = None) -> Iterator[Callable[[], str]]:
    """Run a server for the length of a block, perhaps one that speaks TLS; gives a way to make empty databases.

    Each has its URL.
    """
    folder = Path(tempfile.mkdtemp(prefix="croupier-postgres-"))
    other = _other() if os.geteuid() == 0 else None
    if other:
        os.chown(folder, other.pw_uid, other.pw_gid)
    who = ["setpriv", f"--reuid={other.pw_uid}", f"--regid={other.pw_gid}", "--clear-groups"] if other else []
    data, port = folder / "data", _free()
    init = ["initdb", "--auth=trust", f"--username={SUPERUSER}", "--encoding=UTF8", "--no-sync", "-D", data]
    subprocess.run([*who, *init], check=True, capture_output=True, cwd=folder)
    options = ["-F", "-h", "127.0.0.1", "-p", str(port), "-k", folder, *(_sealed(sealed, folder) if sealed else ())]
    with (
        (folder / "log").open("w") as log,
        subprocess.Popen([*who, "postgres", "-D", data, *options], stdout=log, stderr=log, cwd=folder) as server,
    ):
        try:
            _ready(port)
            yield lambda: _database(port)
        finally:
            server.terminate()  # it waits for nobody who is still connected: that would be a leak
            try:
                server.wait(10)
            except subprocess.TimeoutExpired:
                server.kill()
    shutil.rmtree(folder, ignore_errors=True)


def do(url: str, *statements: str) -> None:
    """Let the superuser do something in a database."""
    at = urlsplit(url)
    connection = pg8000.native.Connection(SUPERUSER, host=at.hostname, port=at.port, database=at.path[1:])
    for statement in statements:
        connection.run(statement)
    connection.close()


def by_socket(url: str) -> str:
    """The same database by the socket at which its server listens on this computer."""
    at = urlsplit(url)
    connection = pg8000.native.Connection(SUPERUSER, host=at.hostname, port=at.port, database=at.path[1:])
    ((folder,),) = connection.run("SHOW unix_socket_directories")
    connection.close()
    return f"postgresql://{SUPERUSER}@{at.path}?unix_sock={folder}/.s.PGSQL.{at.port}"


@contextmanager
def cable(url: str) -> Iterator[tuple[str, Callable[[], None]]]:
    """Another way to a database, and how to silence it for those who use it now, so that neither end is told."""
    at, ends, silent, over = urlsplit(url), list[socket.socket](), set[socket.socket](), threading.Event()

    def carry(here: socket.socket, there: socket.socket) -> None:
        with suppress(OSError):
            while data := here.recv(2**16):
                if here not in silent:
                    there.sendall(data)
            there.shutdown(socket.SHUT_WR)

    def connect(entry: socket.socket) -> None:
        with suppress(OSError):
            while not over.is_set():
                ends.append(here := entry.accept()[0])
                ends.append(there := socket.create_connection((at.hostname, at.port)))
                for way in ((here, there), (there, here)):
                    threading.Thread(target=carry, args=way, daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as entry:
        connecting = threading.Thread(target=connect, args=(entry,), daemon=True)
        connecting.start()
        yield url.replace(f":{at.port}/", f":{entry.getsockname()[1]}/"), lambda: silent.update(ends)
        over.set()
        socket.create_connection(entry.getsockname()).close()  # it waits for one more
        connecting.join()
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


def _other() -> pwd.struct_passwd | None:
    known = {user.pw_name: user for user in pwd.getpwall()}
    return next((known[name] for name in OTHERS if name in known), None)


def _free() -> int:
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        free: int = tried.getsockname()[1]
        return free


def _sealed(by: Certificate, folder: Path) -> list[str]:
    """Let the server speak TLS by a certificate; gives its options."""
    options = ["-c", "ssl=on"]
    for file, name in ((by.certificate, "cert"), (by.key, "key")):
        copy = shutil.copy(file, folder)
        shutil.chown(copy, folder.stat().st_uid)
        options += ["-c", f"ssl_{name}_file={copy}"]
    return options


def _ready(port: int) -> None:
    for attempt in itertools.count():
        try:
            pg8000.native.Connection(SUPERUSER, host="127.0.0.1", port=port, database="postgres").close()
        except (pg8000.native.InterfaceError, pg8000.native.DatabaseError):
            if attempt > 300:
                raise
            time.sleep(0.1)
        else:
            return


_NUMBERS = itertools.count(1)


def _database(port: int) -> str:
    name = f"evening{next(_NUMBERS)}"
    at = f"postgresql://{SUPERUSER}@127.0.0.1:{port}"
    do(f"{at}/postgres", f"CREATE DATABASE {name}")
    return f"{at}/{name}"
