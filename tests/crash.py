"""The plug is pulled: a server is killed at random moments of play, and started again.

Run it with `python -m tests.crash [KILLS]`; it ends with 1 when an acknowledged play was lost or one was played twice.
A player plays on without a pause, each play with a key of its own; the play that was under way when the server died is
sent again with the same key, and must then stand in the log exactly once.
"""

import itertools
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

CROUPIER = (sys.executable, "-c", "from api.cli import main; main()", "play", "--no-browser")
HOUSE = Path(__file__).parents[1]
KILLS = 1000
LATEST = 0.6  # seconds of play after which the server is killed at the latest


@dataclass
class Ledger:
    """What a player was told that counts, and the play that he sent last."""

    texts: list[str] = field(default_factory=list)
    sent: str | None = None
    keys: Iterator[int] = field(default_factory=itertools.count)
    key: int = 0

    def next(self, text: str) -> dict[str, str]:
        """Take the next play, or the one that nobody answered, and give its header."""
        if self.sent is None:
            self.sent, self.key = text, next(self.keys)
        return {"idempotency-key": f"play-{self.key}"}

    def acknowledged(self) -> None:
        """The play counts."""
        self.texts.append(self.sent or "")
        self.sent = None


def free() -> int:
    """A port that nobody listens at just now."""
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        found: int = tried.getsockname()[1]
        return found


@contextmanager
def served(data: Path, port: int) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server in a process of its own, and its address."""
    words = (*CROUPIER, "--port", str(port), "--data", str(data))
    with subprocess.Popen(words, cwd=HOUSE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            said = process.stdout.readline() if process.stdout else ""
            if "http" not in said:
                raise RuntimeError(f"The server did not start at port {port}.")
            yield process, said.split()[-1].split("/#")[0]
        finally:
            process.kill()


def play(client: httpx.Client, path: str, ledger: Ledger, chance: random.Random) -> None:
    """Play until the server is gone."""
    while True:
        text = f"adjust Ann {50 * chance.randint(1, 40)}"
        headers = ledger.next(text)
        body = {"event": ledger.sent, "after": len(ledger.texts)}
        try:
            answer = client.post(f"{path}/events", json=body, headers=headers)
        except httpx.HTTPError:
            return
        if answer.status_code != 200:
            raise AssertionError(answer.text)
        ledger.acknowledged()


def logged(client: httpx.Client, path: str) -> list[str]:
    """The plays in the log, as a match file has them."""
    text = client.get(f"{path}/export").raise_for_status().text
    return text.partition("\n\n")[2].splitlines()


def evening(folder: Path, kills: int, port: int, seed: int = 1) -> list[float]:
    """Kill a server so many times; gives the seconds that each new start took until the match was there again.

    Raises:
        AssertionError: something was lost or doubled.
    """
    chance, ledger, path, back = random.Random(seed), Ledger(), "", []  # noqa: S311 - the same evening each time
    for _ in range(kills + 1):
        began = time.monotonic()
        with served(folder, port) as (process, base), httpx.Client(base_url=base, timeout=20) as client:
            if not path:
                new = {"game": "jack-stone", "players": ["Ann"]}
                path = f"/api/matches/{client.post('/api/matches', json=new).raise_for_status().json()['id']}"
            known = logged(client, path)
            back.append(time.monotonic() - began)
            unanswered = [ledger.sent] if ledger.sent else []
            if known not in (ledger.texts, ledger.texts + unanswered):
                raise AssertionError(f"{len(known)} plays stand, {len(ledger.texts)} were acknowledged.")
            threading.Timer(chance.uniform(0, LATEST), process.kill).start()
            play(client, path, ledger, chance)
    return back[1:]


def main(kills: int = KILLS) -> int:
    """Tell how the evening went; 0 when nothing was lost or doubled."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            back = sorted(evening(Path(folder), kills, free()))
        except AssertionError as error:
            print(f"Lost or doubled: {error}")  # noqa: T201 - a report
            return 1
    p95 = back[int(0.95 * (len(back) - 1))]
    print(f"{kills} kills, nothing lost or doubled; back after {back[len(back) // 2]:.1f} s, p95 {p95:.1f} s")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
