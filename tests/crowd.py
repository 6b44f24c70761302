"""A crowd: fifty devices watch and ten play at once, and every play must be on every page soon.

Run it with `python -m tests.crowd [SECONDS] [MATCHES]`: ten players at so many matches (ten; one: all at the same one),
and five watchers a player. It tells how long a play took from its player's finger to every watcher, and ends with 1
when a watcher missed one, or when one in twenty took longer than 300 ms.
"""

import asyncio
import random
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from urllib.parse import urlsplit

import httpx

from tests.crash import free, served

PLAYERS, WATCHERS = 10, 50
PAUSE = 1.0  # seconds between two plays of a player, on average
BAR = 0.3  # seconds

Times = dict[tuple[str, int], float]


async def watch(base: str, match: str, seen: Times, ready: asyncio.Semaphore) -> None:
    """Note when each play arrives at one watcher; a socket alone, so that the watchers do not slow down the table."""
    address = urlsplit(base)
    reader, writer = await asyncio.open_connection(address.hostname, address.port, limit=2**22)
    writer.write(f"GET /api/matches/{match}/stream HTTP/1.1\r\nhost: {address.netloc}\r\n\r\n".encode())
    first = True
    try:
        while line := await reader.readline():
            if line.startswith(b"id: "):
                seen.setdefault((match, int(line[4:])), time.monotonic())
                if first:
                    ready.release()
                    first = False
    finally:
        writer.close()


async def play(client: httpx.AsyncClient, match: str, until: float, sent: Times, stale: list[int]) -> None:
    """Play now and then; who is told that somebody was faster plays again at once, as a page would."""
    chance = random.Random()  # noqa: S311 - people have no seed
    seq = 0
    while time.monotonic() < until:
        await asyncio.sleep(chance.uniform(0, 2 * PAUSE))
        while True:
            asked = time.monotonic()
            answer = await client.post(f"/api/matches/{match}/events", json={"event": "adjust Ann 50", "after": seq})
            told = answer.json()
            if answer.is_success:
                seq = told["seq"]
                sent[match, seq] = asked
                break
            seq = told["match"]["seq"]
            stale.append(seq)


async def crowd(base: str, seconds: float, matches: int) -> tuple[list[float], int, int]:
    """The seconds from each play to each watcher, how many were missed, and how often somebody was faster."""
    reuse = httpx.Limits(keepalive_expiry=1)  # no connection is taken up again just as the server lets go of it
    async with httpx.AsyncClient(base_url=base, timeout=30, limits=reuse) as client:
        new = {"game": "jack-stone", "players": ["Ann", "Bob"]}
        ids = [(await client.post("/api/matches", json=new)).json()["id"] for _ in range(matches)]
        ready, seen = asyncio.Semaphore(0), [Times() for _ in range(WATCHERS)]
        at = [ids[number % matches] for number in range(WATCHERS)]
        watchers = [asyncio.create_task(watch(base, *pair, ready)) for pair in zip(at, seen, strict=True)]
        for _ in watchers:
            await ready.acquire()
        sent: Times = {}
        stale: list[int] = []
        until = time.monotonic() + seconds
        await asyncio.gather(*(play(client, ids[n % matches], until, sent, stale) for n in range(PLAYERS)))
        await asyncio.sleep(1)
        for watcher in watchers:
            watcher.cancel()
        await asyncio.gather(*watchers, return_exceptions=True)
    watching = defaultdict(list)
    for match, one in zip(at, seen, strict=True):
        watching[match].append(one)
    pairs = [(one.get(key), asked) for key, asked in sent.items() for one in watching[key[0]]]
    took = [arrived - asked for arrived, asked in pairs if arrived is not None]
    return took, len(pairs) - len(took), len(stale)


def main(seconds: float = 30.0, matches: float = PLAYERS) -> int:
    """Tell how it went; 0 when nothing was missed and the bar was held."""
    with tempfile.TemporaryDirectory() as folder, served(Path(folder), free()) as (_, base):
        took, missed, stale = asyncio.run(crowd(base, seconds, int(matches)))
    took.sort()
    p50, p95 = (1000 * took[int(share * (len(took) - 1))] for share in (0.5, 0.95))
    print(  # noqa: T201 - a report
        f"{len(took)} arrivals at {WATCHERS} watchers, {missed} missed, {stale} times somebody was faster: "
        f"p50 {p50:.0f} ms, p95 {p95:.0f} ms, bar {1000 * BAR:.0f} ms"
    )
    return int(bool(missed) or p95 > 1000 * BAR)


if __name__ == "__main__":
    sys.exit(main(*map(float, sys.argv[1:])))
