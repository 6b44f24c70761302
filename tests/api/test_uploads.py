"""Pictures that are none, or too large, sent to a real server: one sentence each, within a second, and it goes on."""

import io
import json
import signal
import socket
import struct
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import numpy as np
import pytest
from PIL import Image

from tests.api.conftest import Player, Serving


def png(width: int, height: int) -> bytes:
    """A PNG of one bit a pixel that unpacks to far more than it weighs."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = zlib.compress(bytes((width + 7) // 8 + 1) * height, 9)
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def jpeg(width: int = 640, height: int = 480) -> bytes:
    """A picture of grey cloth."""
    grain = np.random.default_rng(1).normal(120, 3, (height, width, 1)).repeat(3, 2)
    out = io.BytesIO()
    Image.fromarray(grain.astype(np.uint8)).save(out, "JPEG")
    return out.getvalue()


HOSTILE = {
    "a text file named .jpg": b"These are no dice.\n" * 40,
    "an empty file": b"",
    "a JPEG cut short": jpeg()[:2000],
    "a 20000x20000 PNG": png(20_000, 20_000),
    "an SVG": b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>",
    "a GIF": b"GIF89a\x01\x00\x01\x00\x80\x00\x00" + bytes(20),
    "a picture of one pixel": png(1, 1),
}


@pytest.fixture(scope="module")
def visitor(server: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server, timeout=30) as visitor:
        yield visitor


@pytest.fixture(scope="module", autouse=True)
def _awake(visitor: httpx.Client) -> None:
    """The first picture of all loads the nets; it is not timed."""
    visitor.post("/api/read", content=jpeg(), headers={"content-type": "image/jpeg"}).raise_for_status()


@pytest.mark.parametrize("tries", [3, pytest.param(1, marks=pytest.mark.long)])  # other work may delay one of them
@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_what_is_no_picture_is_refused_at_once(
    visitor: httpx.Client, seat: Callable[..., Player], data: bytes, tries: int
) -> None:
    match = seat(visitor)
    for path in ("/api/read", f"{match.path}/photo"):
        took: list[float] = []
        while len(took) < tries and min(took, default=1) >= 1:
            started = time.monotonic()
            answer = visitor.post(path, content=data, headers={"content-type": "image/jpeg"})
            took.append(time.monotonic() - started)
        assert min(took) < 1
        assert answer.status_code == 422, answer.text
        assert answer.json()["type"] == "urn:croupier:picture"
        assert answer.json()["detail"].count(".") == 1
    assert visitor.get(match.path).json()["seq"] == 0
    assert visitor.get("/health").json()["status"] == "ok"


def test_the_hostile_png_is_small() -> None:
    assert len(HOSTILE["a 20000x20000 PNG"]) < 60_000


def test_a_picture_without_dice_is_read_as_empty(visitor: httpx.Client, seat: Callable[..., Player]) -> None:
    look = seat(visitor).photo(jpeg())
    assert look["played"] is False
    assert look["reading"]["dice"] == []
    assert look["reading"]["verdict"] in {"empty", "ask"}
    assert look["reading"]["reasons"][0].endswith(".")


def test_200_megabytes_are_refused_before_they_are_read(visitor: httpx.Client) -> None:
    started = time.monotonic()
    reply, sent = upload(visitor, head="content-length: 209715200", most=200 * 2**20, patience=1.0)
    assert time.monotonic() - started < 1
    assert reply.startswith("HTTP/1.1 413 ")
    assert problem(reply)["detail"] == "That is too large: send at most 15 MiB."
    assert sent < 16 * 2**20
    assert visitor.get("/health").json()["status"] == "ok"


def test_an_endless_upload_is_refused_as_soon_as_it_is_too_large(visitor: httpx.Client) -> None:
    reply, _ = upload(visitor, head="transfer-encoding: chunked", most=200 * 2**20, patience=10.0)
    assert reply.startswith("HTTP/1.1 413 ")
    assert problem(reply)["detail"].startswith("That is too large")
    assert problem(reply)["type"] == "urn:croupier:size"
    assert "connection: close" in reply.lower()
    assert visitor.get("/health").json()["status"] == "ok"


def test_a_client_that_sends_everything_first_still_hears_the_answer(visitor: httpx.Client) -> None:
    answer = visitor.post("/api/read", content=bytes(40 * 2**20), headers={"content-type": "image/jpeg"})
    assert answer.status_code == 413


BROKEN_OFF = {
    "a picture": "/api/read",
    "a picture with a key": "/api/read",
    "a throw": "{match}/photo",
    "a frame of a phone": "{match}/phone",
    "a match": "/api/matches/import",
    "a lesson": "/api/dice/runes/lessons?face=5",
    "a set of dice": "/api/dice/file",
    "a play": "{match}/events",
}


def test_an_upload_that_breaks_off_is_no_word_in_the_terminal(
    serving: Serving, seat: Callable[..., Player], port: int, tmp_path: Path
) -> None:
    with (
        serving("--port", port + 35, "--data", tmp_path) as (page, process),
        httpx.Client(base_url=page.split("/#")[0], timeout=30) as visitor,
    ):
        match = seat(visitor).path
        for what, path in BROKEN_OFF.items():
            address = visitor.base_url
            key = "idempotency-key: k1\r\n" if "key" in what else ""
            lines = f"POST {path.replace('{match}', match)} HTTP/1.1\r\nhost: {address.netloc.decode()}\r\n{key}"
            with socket.create_connection((address.host, address.port or 0), timeout=5) as line:
                line.sendall(f"{lines}content-type: application/json\r\ncontent-length: 5000\r\n\r\nabc".encode())
        with socket.create_connection((address.host, address.port or 0), timeout=10) as line:
            feed = f"GET {match}/stream HTTP/1.1\r\nhost: {address.netloc.decode()}\r\n"
            line.sendall(f"{feed}transfer-encoding: chunked\r\n\r\n".encode())
            assert line.recv(2**16).startswith(b"HTTP/1.1 200")
            line.sendall(b"11000\r\n" + bytes(0x11000) + b"\r\n")  # more than goes with any question
            while line.recv(2**16):
                pass
        assert visitor.get("/health").json()["status"] == "ok"
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
        assert process.stderr
        said = process.stderr.read()
    assert said == "Press Ctrl-C to close it.\n\nThe table is closed; every match is saved.\n"


def test_a_long_text_body_is_refused(visitor: httpx.Client) -> None:
    body = json.dumps({"game": "jack-stone", "players": ["A" * 70_000]})
    assert visitor.post("/api/matches", content=body, headers={"content-type": "application/json"}).status_code == 413


def test_a_form_is_told_how_a_picture_is_sent(visitor: httpx.Client) -> None:
    answer = visitor.post("/api/read", files={"picture": ("throw.jpg", jpeg(), "image/jpeg")})
    assert answer.status_code == 415
    assert "as the body" in answer.json()["detail"]


@pytest.mark.parametrize("query", ["kit=poker", "expect=-1", "expect=many", "expect=1000000000000", "kit=%00"])
def test_a_strange_question_is_refused(visitor: httpx.Client, query: str) -> None:
    answer = visitor.post(f"/api/read?{query}", content=jpeg(), headers={"content-type": "image/jpeg"})
    assert answer.status_code == 422
    assert answer.json()["detail"].endswith(".")


def test_a_picture_is_turned_as_its_exif_says(visitor: httpx.Client, throws: Path) -> None:
    upright = Image.open(throws / "01.jpg")
    exif = Image.Exif()
    exif[0x0112] = 6
    out = io.BytesIO()
    upright.rotate(90, expand=True).save(out, "JPEG", exif=exif, quality=92)
    reading = visitor.post("/api/read", content=out.getvalue(), headers={"content-type": "image/jpeg"}).json()
    assert (reading["width"], reading["height"]) == upright.size


def upload(visitor: httpx.Client, head: str, most: int, patience: float) -> tuple[str, int]:
    """Send a body until an answer comes; gives the answer and how much was sent by then."""
    address = urlsplit(str(visitor.base_url))
    assert address.hostname
    assert address.port
    lines = (
        f"POST /api/read HTTP/1.1\r\nhost: {address.netloc}\r\ncontent-type: image/jpeg\r\n{head}\r\n\r\n"
    ).encode()
    part = b"10000\r\n" + bytes(65536) + b"\r\n" if "chunked" in head else bytes(65536)
    sent = 0
    with socket.create_connection((address.hostname, address.port), timeout=patience) as line:
        line.sendall(lines)
        line.settimeout(0)
        until = time.monotonic() + patience
        while sent < most and time.monotonic() < until:
            try:
                line.recv(1, socket.MSG_PEEK)
            except BlockingIOError:
                pass
            else:
                return heard(line), sent
            try:
                sent += line.send(part) if "chunked" not in head else sent_whole(line, part)
            except BlockingIOError:
                time.sleep(0.001)
    raise AssertionError(f"no answer after {sent} bytes")


def heard(line: socket.socket) -> str:
    """A whole answer, up to the end of its JSON."""
    line.settimeout(5)
    reply = ""
    while not reply.endswith("}"):
        reply += line.recv(65536).decode()
    return reply


def sent_whole(line: socket.socket, part: bytes) -> int:
    """Send one chunk to its end, so that the stream stays well-formed."""
    line.settimeout(10)
    line.sendall(part)
    line.settimeout(0)
    return len(part)


def problem(reply: str) -> dict[str, Any]:
    """The problem in a raw answer."""
    told: dict[str, Any] = json.loads(reply.partition("\r\n\r\n")[2])
    return told
