"""The table of attacks: each is refused with its status, in bounded memory, and the table goes on."""

import asyncio
import io
import random
import socket
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from PIL import Image
from starlette.types import Message, Receive, Scope, Send

from api.guard import Scales
from tests.api.conftest import ROOT, Player, Serving, outcome
from tests.api.test_uploads import jpeg, png

OURS = {"sec-fetch-site": "same-origin"}
CROSS = {"origin": "https://evil.example", "sec-fetch-site": "cross-site"}
FORM = {**CROSS, "content-type": "application/x-www-form-urlencoded"}
MOVE = b'{"event": "roll 1 3 3 4 4 6", "after": 0}'

ATTACKS = {  # what, and the statuses it may be answered with
    "DNS rebinding: a page": (421, "GET", "/", {"host": "evil.example"}, b""),
    "DNS rebinding: the wire": (421, "GET", "/api/matches", {"host": "evil.example:8765"}, b""),
    "DNS rebinding: a name like ours": (421, "GET", "/api/matches", {"host": "127.0.0.1.evil.example"}, b""),
    "a form of another site": (403, "POST", "{match}/events", FORM, b"event=bank"),
    "a form in the clothes of JSON": (403, "POST", "{match}/events", {**CROSS, "content-type": "text/plain"}, MOVE),
    "a form of a sandbox": (403, "POST", "{match}/events", {"origin": "null"}, MOVE),
    "a fetch of another site": (403, "GET", "/api/matches", CROSS, b""),
    "a fetch of another port": (403, "GET", "/api/matches", {"sec-fetch-site": "same-site"}, b""),
    "an event stream of another site": (403, "GET", "{match}/stream", CROSS, b""),
    "a picture of another site": (403, "GET", "/api/camera/picture", {"sec-fetch-site": "cross-site"}, b""),
    "a deletion by another site": (403, "DELETE", "{match}", CROSS, b""),
    "pairing by another site": (403, "POST", "/api/devices", CROSS, b'{"word": "123456"}'),
    "a question before it is asked": (405, "OPTIONS", "{match}/events", OURS, b""),
    "a way out of the page": (404, "GET", "/../../pyproject.toml", {}, b""),
    "a hidden way out": (404, "GET", "/%2e%2e/%2e%2e/pyproject.toml", {}, b""),
    "a way out by backslashes": (404, "GET", "/..%5c..%5cpyproject.toml", {}, b""),
    "an absolute way": (404, "GET", "//etc/passwd", {}, b""),
    "a way out of the album": (404, "GET", "{match}/pictures/..%2f..%2fcroupier.db", {}, b""),
    "a picture's other file": (404, "GET", "{match}/pictures/000000000000000000000000.json", {}, b""),
    "an end in the middle of a name": (404, "GET", "/style.css%00.html", {}, b""),
    "a match that is a query": (404, "GET", "/api/matches/'%20OR%201=1--", {}, b""),
    "a body too long": (413, "POST", "{match}/events", {"content-type": "application/json"}, b" " * 70_000),
    "a body of nested lists": (400, "POST", "{match}/events", {"content-type": "application/json"}, b"[" * 60_000),
    "an event too long": (422, "POST", "{match}/events", {}, b'{"event": "%s"}' % (b"roll " * 9_000)),
    "numbers without end": (422, "POST", "{match}/amend", {}, b'{"n": %s, "event": "bank"}' % (b"9" * 5_000)),
    "a camera that is a file": (422, "POST", "/api/camera", {}, b'{"source": "/etc/passwd"}'),
    "a way to the wire by other letters": (403, "GET", "/%61pi/matches", CROSS, b""),
    "a play by another way to write it": (403, "POST", "{match}/%65vents", CROSS, MOVE),
    "a body of other signs": (
        400,
        "POST",
        "{match}/events",
        {"content-type": "application/json"},
        b'{"event": "\xff"}',
    ),
    "a camera that is elsewhere": (422, "POST", "/api/camera", {}, b'{"source": "http://169.254.169.254/"}'),
}


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
def test_an_attack_is_refused_and_the_match_untouched(
    ann: Player, attack: tuple[int, str, str, dict[str, str], bytes]
) -> None:
    status, method, path, headers, body = attack
    request = ann.client.build_request(method, "/", headers=headers, content=body)
    request.url = request.url.copy_with(raw_path=path.replace("{match}", ann.path).encode())
    answer = ann.client.send(request)
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["detail"].endswith(".")
    assert ann.client.get(ann.path).json() == ann.match


NO_HTTP = {  # what no browser sends, and the first line of the answer
    "a head without end": (b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx: " + b"a" * 100_000, b"HTTP/1.1 4"),
    "heads without end": (b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n" + b"x: a\r\n" * 20_000, b"HTTP/1.1 4"),
    "a length below nothing": (
        b"POST /api/read HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: -1\r\n\r\n",
        b"HTTP/1.1 400",
    ),
    "two lengths": (
        b"POST /api/read HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 1\r\ncontent-length: 9\r\n\r\n",
        b"HTTP/1.1 400",
    ),
    "two names": (b"GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\nhost: evil.example\r\n\r\n", b"HTTP/1.1 400"),
    "no name": (b"GET /health HTTP/1.1\r\n\r\n", b"HTTP/1.1 400"),
    "a name in the line alone": (
        b"GET http://evil.example/health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n",
        b"HTTP/1.1 404",
    ),
    "a way to elsewhere": (b"CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example\r\n\r\n", b"HTTP/1.1 421"),
    "another language": (b"\x16\x03\x01" + bytes(100) + b"\r\n\r\n", b"HTTP/1.1 400"),
}


@pytest.mark.parametrize("attack", NO_HTTP.values(), ids=NO_HTTP)
def test_what_no_browser_sends_is_refused(client: httpx.Client, attack: tuple[bytes, bytes]) -> None:
    sent, answer = attack
    with dialled(client) as line:
        line.sendall(sent)
        assert line.recv(1000).startswith(answer)
    assert client.get("/health").json()["status"] == "ok"


@pytest.mark.parametrize("begun", [b"", b"GET /hea", b"GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\nGET /hea"])
def test_who_says_nothing_or_never_comes_to_an_end_is_hung_up_on(client: httpx.Client, begun: bytes) -> None:
    with dialled(client) as line:
        line.sendall(begun)
        while line.recv(1000):
            pass


def dialled(client: httpx.Client) -> socket.socket:
    """A bare connection to a table."""
    return socket.create_connection((client.base_url.host, client.base_url.port or 0), timeout=30)


def test_a_body_that_comes_too_slowly_is_refused() -> None:
    sent: list[Message] = []

    async def reading(scope: Scope, receive: Receive, send: Send) -> None:
        assert scope["type"] == "http"
        while (await receive()).get("more_body"):
            pass
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def drip() -> Message:
        await asyncio.sleep(0.02)
        return {"type": "http.request", "body": b"x", "more_body": True}

    async def keep(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "path": "/api/read", "headers": [(b"transfer-encoding", b"chunked")]}
    with pytest.raises(Exception, match="took too long") as refused:
        outcome(Scales(reading, patience=0.1)(scope, drip, keep))
    assert getattr(refused.value, "status_code", 0) == 408
    assert not sent


def saved(form: str, **options: object) -> bytes:
    """A small picture in some format."""
    out = io.BytesIO()
    Image.effect_noise((200, 150), 40).convert("RGB").save(out, form, **options)
    return out.getvalue()


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


READABLE = ("spots", "cut after", "rows are too many")  # what lost little, or has too much, may still be read


def hostile() -> Iterator[tuple[str, bytes]]:
    """Sixty files that nobody should send."""
    chance = random.Random(7)  # noqa: S311 - the same files each time
    whole = {"jpeg": jpeg(), "png": saved("PNG"), "webp": saved("WEBP")}
    for kind, data in whole.items():
        for part in (2, 9, 30, 200, len(data) // 2, len(data) - 3):
            yield f"a {kind} cut after {part} bytes", data[:part]
        for number in range(6):
            spoilt = bytearray(data)
            for _ in range(40):
                spoilt[chance.randrange(12, len(spoilt))] = chance.randrange(256)
            yield f"a {kind} with spots, {number}", bytes(spoilt)
    for width, height in ((20_000, 20_000), (65_535, 65_535), (2**31 - 1, 1), (1, 2**31 - 1), (0, 0), (6001, 4000)):
        yield (
            f"a PNG of {width} x {height}",
            png(width, height) if width * height < 10**9 else png_claiming(width, height),
        )
    sof = whole["jpeg"].index(b"\xff\xc0") + 5
    yield "a JPEG that says 65535 x 65535", whole["jpeg"][:sof] + b"\xff\xff\xff\xff" + whole["jpeg"][sof + 4 :]
    yield "a JPEG of no height", whole["jpeg"][:sof] + b"\0\0" + whole["jpeg"][sof + 2 :]
    bomb = zlib.compress(bytes(50 * 2**20), 9)
    head = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 64, 64, 8, 2, 0, 0, 0))
    yield "a PNG with a text of 50 MiB", head + chunk(b"zTXt", b"a\0\0" + bomb) + chunk(b"IEND", b"")
    yield "a PNG with a profile of 50 MiB", head + chunk(b"iCCP", b"a\0\0" + bomb) + chunk(b"IEND", b"")
    yield "a PNG whose rows are too many", head + chunk(b"IDAT", bomb) + chunk(b"IEND", b"")
    yield "a PNG without rows", head + chunk(b"IEND", b"")
    for form in ("GIF", "BMP", "TIFF", "ICO", "PPM", "PDF", "TGA", "EPS"):
        yield f"a {form}", saved(form)
    yield "a text", b"These are no dice."
    yield "a page", b"<!doctype html><script>alert(1)</script>"
    yield "an SVG", b"<svg xmlns='http://www.w3.org/2000/svg'><image href='file:///etc/passwd'/></svg>"
    yield "zeros", bytes(100_000)
    yield "noise", chance.randbytes(100_000)
    yield "a program", b"MZ" + bytes(1000)


def png_claiming(width: int, height: int) -> bytes:
    """A PNG that says so, with hardly anything in it."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"x")) + chunk(b"IEND", b"")


@pytest.fixture(scope="module")
def besieged(
    serving: Serving, port: int, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[httpx.Client, int]]:
    """A real server, awake, and its process."""
    with (
        serving("--port", port + 31, "--data", tmp_path_factory.mktemp("siege")) as (page, process),
        httpx.Client(base_url=page.split("/#")[0], timeout=60) as client,
    ):
        client.post("/api/read", content=jpeg(), headers={"content-type": "image/jpeg"}).raise_for_status()
        yield client, process.pid


def peak(pid: int) -> int:
    """The most memory that a process and its children ever took, in MiB (Linux)."""
    children = Path(f"/proc/{pid}/task/{pid}/children")
    pids = [pid, *map(int, children.read_text().split())] if children.exists() else [pid]
    lines = [line for one in pids for line in Path(f"/proc/{one}/status").read_text().splitlines()]
    return sum(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) // 1024


def test_sixty_hostile_files_are_refused_in_bounded_memory(
    besieged: tuple[httpx.Client, int], seat: Callable[..., Player]
) -> None:
    client, pid = besieged
    match, before, files = seat(client), peak(pid), dict(hostile())
    assert len(files) >= 60
    for name, data in files.items():
        answer = client.post("/api/read", content=data, headers={"content-type": "image/jpeg"})
        spotted = any(part in name for part in READABLE)
        assert answer.status_code in ({200, 422} if spotted else {422}), (name, answer.text)
        if answer.status_code == 422:
            assert answer.json()["detail"].endswith("."), name
    assert peak(pid) - before < 200
    match.play("roll 1 3 3 4 4 6")


WATCHED = """
import sys
from api.cli import main
def hook(event, args):
    if event in ("socket.connect", "socket.sendto", "socket.getaddrinfo"):
        print("OUT", event, args[1:] if event != "socket.getaddrinfo" else args[:2], file=sys.stderr, flush=True)
sys.addaudithook(hook)
main()
"""


def test_nothing_but_loopback_is_spoken_to_during_a_whole_match(tmp_path: Path, port: int, throws: Path) -> None:
    words = [sys.executable, "-c", WATCHED, "play", "--no-browser", "--port", str(port + 32), "--data", str(tmp_path)]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        base = process.stdout.readline().split()[-1].split("/#")[0]
        with httpx.Client(base_url=base, timeout=60) as client:
            text = (ROOT / "samples" / "matches" / "jack-stone.match").read_text()
            client.get("/").raise_for_status()
            new = client.post("/api/matches", json={"game": "jack-stone", "players": ["Ann", "Bob"]}).json()
            path, seq = f"/api/matches/{new['id']}", 0
            client.post(f"{path}/photo", content=(throws / "01.jpg").read_bytes())
            client.post("/api/matches/import", content=text).raise_for_status()
            while not (now := client.get(path).json())["view"]["over"] and seq < 3000:
                event = (
                    "adjust Ann 2500" if now["view"]["awaits"]["what"] == "roll" else now["view"]["offers"][0]["event"]
                )
                if now["view"]["awaits"]["what"] == "roll" and seq % 3:
                    event = "roll " + " ".join(["1"] * now["view"]["awaits"]["dice"])
                answer = client.post(f"{path}/events", json={"event": event, "after": now["seq"]})
                seq = answer.raise_for_status().json()["seq"]
            assert now["view"]["over"]
        process.terminate()
        _, said = process.communicate(timeout=20)
    out = [line for line in said.splitlines() if line.startswith("OUT") and "127.0.0.1" not in line]
    assert out == []
