"""The gate: the table's own computer may do everything, devices let in play or watch, nobody else anything."""

import ipaddress
from dataclasses import dataclass
from urllib.parse import quote

from anyio import to_thread
from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from api.devices import Device, Devices
from api.problem import Problem, stranger
from api.store import StoreError

COOKIE = "croupier"  # how the name of each begins: a browser does not tell the tables of one computer apart
JOIN = "/join/"
PAIRING = ("POST", "/api/devices")  # the one request of the wire for which nobody need be let in
ME = "/api/devices/me"
OWNERS = ("/api/devices", "/api/pairing")
CAMERA = "/api/camera"  # the room as it is at this moment: watchers see the throws alone
WIRE = ("/api/", "/health", "/openapi.json")


@dataclass(frozen=True, slots=True)
class Gate:
    """Tells who sends a request (`scope["device"]`, None for the table's own computer), and turns strangers away."""

    app: ASGIApp
    devices: Devices

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer with the refusal."""
        if scope["type"] != "http" or _is_owner(scope):
            await self.app(scope, receive, send)
            return
        tokens = tokens_of(HTTPConnection(scope))
        try:
            device = await to_thread.run_sync(self.devices.of, *tokens) if tokens else None
        except StoreError as error:  # the application's own answers begin behind the gate
            await Problem(503, str(error), "store").answer()(scope, receive, send)
            return
        scope["device"] = device
        await (_refused(scope, device) or self.app)(scope, receive, send)


def tokens_of(asked: HTTPConnection) -> tuple[str, ...]:
    """What a device shows to be let in, here or at other tables of this computer."""
    return tuple(token for name, token in asked.cookies.items() if name.startswith(COOKIE))


def _is_owner(scope: Scope) -> bool:
    """Whether a request comes from this computer, by its own address for itself."""
    try:
        return ipaddress.ip_address(scope["client"][0] if scope.get("client") else "").is_loopback
    except ValueError:
        return False


def _refused(scope: Scope, device: Device | None) -> ASGIApp | None:
    path, asked = scope["path"], (scope["method"], scope["path"])
    if not path.startswith(WIRE):
        return RedirectResponse(_joining(scope), 303) if device is None and _is_page(path) else None
    if asked == PAIRING:
        return None
    if device is None:
        return stranger().answer()
    if path.startswith(OWNERS) and path != ME:
        return Problem(403, "Only the computer that Croupier runs on may do this.", "owner").answer()
    if not device.plays and (scope["method"] not in {"GET", "HEAD"} or path.startswith(CAMERA)):
        return Problem(403, "This device may only watch: scan the players' code to play.", "watch").answer()
    return None


def _is_page(path: str) -> bool:
    """Whether an address is that of a page for people, and not of a file that pages use."""
    return path not in {JOIN, JOIN.rstrip("/")} and "." not in path.rsplit("/", maxsplit=1)[-1]


def _joining(scope: Scope) -> str:
    """The address at which to join, with what was asked for, so that it can lead on there."""
    query = scope["query_string"].decode("latin-1")
    asked = quote(scope["path"]) + (f"?{query}" if query else "")
    return f"{JOIN}?to={quote(asked)}"
