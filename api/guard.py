"""The guard at the door: who may speak to the table, how much they may send, what a browser may do with the answer."""

import asyncio
import time
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.problem import Problem

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
PICTURE_BYTES = 15 * 1024 * 1024
TEXT_BYTES = 64 * 1024
MATCH_BYTES = 128 * 1024  # an evening of twenty players, with what was put right; reading more takes ever longer
EXPORT_BYTES = 4 * 1024 * 1024  # a match as JSON tells its whole score card beside its file
PICTURE_PATHS = ("/photo", "/read", "/phone", "/lessons", "/dice/file")
EXPORT_PATH = "/matches/import"
PATIENCE = 60.0  # seconds that a whole request body may take
LINGER = 3.0  # seconds we go on listening to somebody who was refused, so that they hear the answer

_ANSWER_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(self), microphone=(), geolocation=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


@dataclass(frozen=True, slots=True)
class Seal:
    """Puts on every answer the headers that tell a browser what it may do with it."""

    app: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and seal the answer."""

        async def sealed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _ANSWER_HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, sealed)


@dataclass(frozen=True, slots=True)
class Door:
    """Lets in requests for our own names from our own page (or from no page at all); turns the rest away."""

    app: ASGIApp
    hosts: Collection[str] = LOOPBACK

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check one request and pass it on, or answer with the refusal."""
        refusal = self._refusal(scope) if scope["type"] == "http" else None
        await (refusal.answer() if refusal else self.app)(scope, receive, send)

    def _refusal(self, scope: Scope) -> Problem | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if _name(host) not in self.hosts:
            return Problem(421, "This table has another name: open it by the address that it printed.", "host")
        if not scope["path"].startswith("/api/"):
            return None
        site = headers.get("sec-fetch-site", "none")
        origin = headers.get("origin", f"{scope['scheme']}://{host}")
        if site not in {"same-origin", "none"} or origin.lower() != f"{scope['scheme']}://{host}".lower():
            return Problem(403, "Another site may not use this table: open the table's own page.", "origin")
        return None


@dataclass(frozen=True, slots=True)
class Scales:
    """Weighs request bodies while they stream in, and refuses them as soon as they are too heavy or too slow."""

    app: ASGIApp
    patience: float = PATIENCE

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on with its body counted, or answer with the refusal."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        body = _Body(scope, receive, send, self.patience)
        if body.announced > body.limit:
            await too_heavy(body.limit).answer()(scope, receive, body.send)
        else:
            await self.app(scope, body.receive, body.send)
            await body.end()


class _Body:
    """The body of one request on its way in, and the answer to it on its way out."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, patience: float) -> None:
        headers = Headers(scope=scope)
        self.announced = int(headers.get("content-length", "0"))
        self.limit = _limit(scope["path"])
        self._pending = self.announced > 0 or "transfer-encoding" in headers
        self._weight = 0
        self._begun = self._answering = False
        self._deadline = time.monotonic() + patience
        self._receive, self._send = receive, send

    async def receive(self) -> Message:
        """The next part of the body, unless it is one too many or comes too late."""
        if not self._pending:
            return await self._receive()
        try:
            message = await asyncio.wait_for(self._receive(), self._deadline - time.monotonic())
        except TimeoutError:
            return self._refused(408, "The upload took too long: send it again over a better connection.")
        self._pending = bool(message.get("more_body"))
        self._weight += len(message.get("body", b""))
        if self._weight > self.limit:
            return self._refused(413, too_heavy(self.limit).detail)
        return message

    def _refused(self, status: int, detail: str) -> Message:
        """Refuse the body; where the answer is on its way already, as of a feed, it ends instead."""
        if not self._begun:
            raise HTTPException(status, detail)
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        """Pass the answer on; who is still sending hears it before the connection is closed."""
        self._answering = message["type"] == "http.response.start" or bool(message.get("more_body"))
        self._begun = True
        if message["type"] == "http.response.start" and self._pending:
            MutableHeaders(scope=message)["connection"] = "close"
        elif self._pending and not message.get("more_body"):
            await self._send({**message, "more_body": True})
            await self._linger()
            message = {"type": "http.response.body", "body": b""}
        await self._send(message)

    async def end(self) -> None:
        """End an answer that was left in the middle."""
        if self._answering:
            await self.send({"type": "http.response.body", "body": b""})

    async def _linger(self) -> None:
        """Throw away what is still being sent, for a short while: a connection cut at once would lose the answer."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LINGER):
                while (await self._receive()).get("more_body"):
                    pass
        self._pending = False


def _limit(path: str) -> int:
    if path.endswith(PICTURE_PATHS):
        return PICTURE_BYTES
    return EXPORT_BYTES if path.endswith(EXPORT_PATH) else TEXT_BYTES


def too_heavy(limit: int) -> Problem:
    """The refusal of what is larger than may be sent."""
    most = f"{limit // 2**20} MiB" if limit >= 2**20 else f"{limit // 2**10} KiB"
    return Problem(413, f"That is too large: send at most {most}.", "size")


def _name(host: str) -> str:
    """The name in a Host header, without its port."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
