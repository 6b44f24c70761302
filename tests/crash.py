"""The plug is pulled: a server is killed at random moments of play, and started again.

Run it with `python -m tests.crash [KILLS]`; it ends with 1 when an acknowledged play or match was lost, when one counts
twice, or when the program took longer than three seconds until a match was there again.
A player plays on without a pause, each request with a key of its own; the one that was under way when the server died
is sent again with the same key, and must then count exactly once. Now and then a new match is begun.

A start of the program costs far more than a second of play. So most of the servers are forked from a process that has
imported everything, and do all else as any server does; every so often one is started from nothing, as people do, and
only those tell how soon the table is back.
"""

import itertools
import multiprocessing
import os
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

CROUPIER = (sys.executable, "-m", "api", "play", "--no-browser")
HOUSE = Path(__file__).parents[1]
KILLS = 1000
MOST = 10  # requests that are answered before the plug is pulled
WITHIN = 0.1  # seconds from the next request to that moment, at most
LONGEST = 60  # plays of a match
AFRESH = 40  # servers, of which one is started from nothing
BACK = 3.0  # seconds until the match is there again
PATIENCE = 60.0  # seconds for an answer, on a busy machine

FORKING = multiprocessing.get_context("forkserver")
FORKING.set_forkserver_preload(["api.cli", "api.serve", "scoring.games.farkle", "httpx"])

Kill = Callable[[], None]


@dataclass
class Ledger:
    """What a player was told that counts: the plays of each match, by its path; and the request that was sent last."""

    matches: dict[str, list[str]] = field(default_factory=dict)
    path: str = ""  # of the match that is played; empty before one begins
    sent: str | None = None
    keys: Iterator[int] = field(default_factory=itertools.count)
    key: int = 0

    def next(self, text: str) -> tuple[str, dict[str, str]]:
        """Take the next request, or the one that nobody answered, and give its header too."""
        if self.sent is None:
            self.sent, self.key = text, next(self.keys)
        return self.sent, {"idempotency-key": f"play-{self.key}"}

    def begun(self, path: str) -> None:
        """A match has begun."""
        self.path, self.sent, self.matches[path] = path, None, []

    def played(self) -> None:
        """The play counts, and after many of them the match is left."""
        texts = self.matches[self.path]
        texts.append(self.sent or "")
        self.sent = None
        if len(texts) == LONGEST:
            self.path = ""


def free() -> int:
    """A port that nobody listens at just now."""
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        found: int = tried.getsockname()[1]
        return found


@contextmanager
def served(data: Path, port: int) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server in a process of its own, started from nothing, and its address."""
    words = (*CROUPIER, "--port", str(port), "--data", str(data))
    with subprocess.Popen(words, cwd=HOUSE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            said = process.stdout.readline() if process.stdout else ""
            if "http" not in said:
                raise RuntimeError(f"The server did not start at port {port}.")
            yield process, said.split()[-1].split("/#")[0]
        finally:
            process.kill()


@contextmanager
def forked(data: Path, port: int) -> Iterator[Kill]:
    """The same, its imports done already; gives what kills it."""
    process = FORKING.Process(target=_play, args=(data, port), daemon=True)
    process.start()
    try:
        _listens(port)
        yield process.kill
    finally:
        process.kill()
        process.join()


def _play(data: Path, port: int) -> None:
    from api.cli import main  # noqa: PLC0415 - in the server's process

    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        sys.stdout = sys.stderr = nowhere
        sys.argv = ["croupier", *CROUPIER[3:], "--port", str(port), "--data", str(data)]
        main()


def _listens(port: int) -> None:
    """Wait until somebody listens at a port: what is asked there is answered as soon as he is ready."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionError:
            time.sleep(0.02)
        else:
            return
    raise RuntimeError(f"The server did not start at port {port}.")


@contextmanager
def opened(data: Path, port: int, number: int) -> Iterator[Kill]:
    """The server of that number."""
    if number % AFRESH == 0:
        with served(data, port) as (process, _):
            yield process.kill
    else:
        with forked(data, port) as kill:
            yield kill


def play(client: httpx.Client, ledger: Ledger, chance: random.Random, kill: Kill) -> None:
    """Play until the server is gone; it is killed at a random moment."""
    last = chance.randrange(MOST)
    for number in itertools.count():
        if number == last:
            threading.Timer(chance.uniform(0, WITHIN), kill).start()
        try:
            if not ledger.path:
                _, headers = ledger.next("begin")
                new = {"game": "jack-stone", "players": ["Ann"]}
                answer = client.post("/api/matches", json=new, headers=headers)
            else:
                text, headers = ledger.next(f"adjust Ann {50 * chance.randint(1, 40)}")
                body = {"event": text, "after": len(ledger.matches[ledger.path])}
                answer = client.post(f"{ledger.path}/events", json=body, headers=headers)
        except httpx.HTTPError:
            return
        if not answer.is_success:
            raise AssertionError(answer.text)
        if ledger.path:
            ledger.played()
        else:
            ledger.begun(f"/api/matches/{answer.json()['id']}")


def logged(client: httpx.Client, path: str) -> list[str]:
    """The plays in the log, as a match file has them."""
    text = client.get(f"{path}/export").raise_for_status().text
    return text.partition("\n\n")[2].splitlines()


def check(client: httpx.Client, ledger: Ledger, path: str) -> None:
    """See that a match has each acknowledged play once; the one that nobody answered may count or not."""
    known, texts = logged(client, path), ledger.matches[path]
    unanswered = [ledger.sent] if ledger.sent and path == ledger.path else []
    if known not in (texts, texts + unanswered):
        raise AssertionError(f"{len(known)} plays stand, {len(texts)} were acknowledged.")


def check_all(client: httpx.Client, ledger: Ledger) -> None:
    """The same for every match of the evening, of which there must be no more than were begun."""
    for path in ledger.matches:
        check(client, ledger, path)
    told = client.get("/api/matches").raise_for_status().json()["matches"]
    there = [match["id"] for match in told if not match["demo"]]
    most = len(ledger.matches) + (ledger.sent == "begin")
    if len(there) not in {len(ledger.matches), most}:
        raise AssertionError(f"{len(there)} matches are there, {len(ledger.matches)} were begun.")


def evening(folder: Path, kills: int, port: int, seed: int = 1) -> tuple[Ledger, list[float]]:
    """Kill a server so many times; gives what counts, and the seconds of each start from nothing until all was back.

    Raises:
        AssertionError: something was lost or doubled.
    """
    chance, ledger, back = random.Random(seed), Ledger(), []  # noqa: S311 - the same evening each time
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as client:
        for number in range(kills):
            began = time.monotonic()
            with opened(folder, port, number) as kill:
                if ledger.path:
                    check(client, ledger, ledger.path)
                if number and number % AFRESH == 0:
                    back.append(time.monotonic() - began)
                play(client, ledger, chance, kill)
        with forked(folder, port):
            check_all(client, ledger)
    return ledger, back


def main(kills: int = KILLS) -> int:
    """Tell how the evening went; 0 when nothing was lost or doubled, and the table was back soon enough."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        try:
            ledger, back = evening(Path(folder), kills, free())
        except AssertionError as error:
            print(f"Lost or doubled: {error}")  # noqa: T201 - a report
            return 1
    plays = sum(map(len, ledger.matches.values()))
    p50, p95 = (sorted(back)[int(share * (len(back) - 1))] for share in (0.5, 0.95)) if back else (0.0, 0.0)
    print(  # noqa: T201
        f"{kills} kills in {time.monotonic() - began:.0f} s, {plays} plays in {len(ledger.matches)} matches: nothing "
        f"lost or doubled. Back after {p50:.1f} s, p95 {p95:.1f} s in {len(back)} starts from nothing, bar {BACK:.0f} "
        f"s (load {os.getloadavg()[1]:.1f})"
    )
    return int(p95 > BACK)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
