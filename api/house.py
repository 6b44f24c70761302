"""The house: what all routes share - what they need, what is in their paths, and what they may refuse."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import Depends, Path, Query, Request
from fastapi.responses import Response

from api import wire
from api.album import Album
from api.dealer import Dealer
from api.devices import Devices
from api.eyes import Eyes
from api.ledger import Ledger
from api.live import Hub
from api.problem import Problem
from api.store import Line
from api.table import Sheet, Table


@dataclass(frozen=True, slots=True)
class House:
    """What the routes need: table, ledger, album, live feed, the dealer at the camera, the devices, and the eyes."""

    table: Table
    ledger: Ledger
    album: Album
    hub: Hub
    dealer: Dealer
    devices: Devices
    eyes: Eyes


async def _house(request: Request) -> House:  # no plain function: that would take a thread each time
    house: House = request.app.state.house
    return house


def problems(*codes: int) -> dict[int | str, dict[str, Any]]:
    """The refusals that a route may answer with, for its documentation; `api.contract` says what they look like."""
    known = sorted({400, 401, 403, 408, 413, 421, 422, 503, *codes})
    return {code: {"description": HTTPStatus(code).phrase} for code in known}


InHouse = Annotated[House, Depends(_house)]
MatchId = Annotated[str, Path(max_length=64, pattern=wire.NO_NUL, examples=["3f1c0a9b77d2"])]
SeqInPath = Annotated[int, Path(ge=1, le=wire.LARGEST)]
AfterInQuery = Annotated[int | None, Query(ge=0, le=wire.LARGEST)]
PICTURE_BODY = {
    "requestBody": {"required": True, "content": {"image/*": {"schema": {"type": "string", "format": "binary"}}}},
}
KEPT = {"cache-control": "private, max-age=604800, immutable"}  # a browser need not ask again for a picture


class Jpeg(Response):
    """A picture."""

    media_type = "image/jpeg"


async def picture_of(request: Request) -> bytes:
    """Give the bytes of the one picture that a request carries."""
    if request.headers.get("content-type", "").startswith("multipart/"):
        raise Problem(415, "Send the bytes of one picture as the body, with its type, such as image/jpeg.", "media")
    return await request.body()


def line_of(sheet: Sheet, seq: int) -> Line:
    """An entry of a match as it was written."""
    if seq > sheet.seq:
        raise Problem(404, f"There is no entry {seq}: this match has {sheet.seq}.", "entry")
    return sheet.lines[seq - 1]
