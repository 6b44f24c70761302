"""The routes of the devices: the code to scan, who is at the table, and who must go."""

import io
from typing import Annotated

import segno
from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from api.devices import Device, PairError, PatienceError
from api.gate import COOKIE, JOIN, tokens_of
from api.house import InHouse, problems
from api.problem import Problem
from api.wire import NO_NUL
from scoring.dice import quoted
from scoring.header import shown, unseen_in

ALONE = "The table is open to this computer only: to let phones in, start it with croupier play --lan."
YEAR = 365 * 24 * 3600  # seconds for which a device stays let in

AsCamera = Annotated[str, Query(max_length=64, pattern="^[0-9A-Za-z]*$", description="The match to watch.")]

in_pairing = APIRouter(prefix="/api", responses=problems())


class Word(BaseModel):
    """What lets a device in: the code that was scanned, the watchers' link, or the PIN; and what to call the device.

    Without a name, one that was let in before keeps its own, and another is a phone.
    """

    model_config = ConfigDict(extra="forbid")
    word: str = Field(max_length=100, examples=["402911"])
    name: str = Field(default="", max_length=100, pattern=NO_NUL, examples=["Ann's phone"])


class Paired(BaseModel):
    """A device at the table."""

    id: str
    name: str
    plays: bool = Field(description="Whether it may play, or only watch.")
    paired: str


class Everybody(BaseModel):
    """All devices at the table, the newest first."""

    devices: list[Paired]


class Me(BaseModel):
    """Who asks: the table's own computer, or a device."""

    owner: bool
    plays: bool
    name: str


class Pairing(BaseModel):
    """How others join: the address to scan for players and for watchers, or the page and the PIN to type there.

    Where the table is open to its own computer only, all of these are empty.
    """

    players: str = ""
    watchers: str = ""
    page: str = ""
    pin: str = ""
    says: str = Field(default="", description="Why nobody else can join, and what to do; empty where others can.")


@in_pairing.get("/pairing")
def show_pairing(house: InHouse) -> Pairing:
    """Tell how other devices join, if they may; for the table's own computer only."""
    devices = house.devices
    if devices.address is None:
        return Pairing(says=ALONE)
    page = devices.address + JOIN
    return Pairing(players=f"{page}#{devices.code}", watchers=f"{page}#{devices.link}", page=page, pin=devices.pin)


@in_pairing.get(
    "/pairing/code.svg",
    response_class=Response,
    responses={**problems(409), 200: {"content": {"image/svg+xml": {}}}},
)
def show_code(house: InHouse, watch: bool = False, camera: AsCamera = "") -> Response:
    """Draw the code to scan, for players, for those who only watch, or for a phone that becomes the camera of a match.

    It is for the table's own computer only.
    """
    out = io.BytesIO()
    joining = show_pairing(house)
    if joining.says:
        raise Problem(409, joining.says, "lan")
    address = joining.watchers if watch else joining.players
    if camera:
        address = address.replace("#", f"?camera={camera}#")
    segno.make(address, micro=False).save(out, kind="svg", scale=8, light="white")
    return Response(out.getvalue(), media_type="image/svg+xml", headers={"cache-control": "no-store"})


@in_pairing.get("/devices")
def list_devices(house: InHouse) -> Everybody:
    """List the devices that were let in; for the table's own computer only."""
    return Everybody(devices=[_paired(device) for device in house.devices.all()])


@in_pairing.get("/devices/me")
def show_me(request: Request) -> Me:
    """Tell who asks."""
    device: Device | None = request.scope.get("device")
    return Me(owner=device is None, plays=device is None or device.plays, name=device.name if device else "the table")


@in_pairing.post("/devices", status_code=201, responses=problems(429))
def pair(asked: Word, request: Request, response: Response, house: InHouse) -> Paired:
    """Let in a device that knows the code, the link or the PIN; a new cookie tells it from now on."""
    if unseen_in(name := asked.name.strip()):
        raise Problem(422, f"An unseen character (□) is in the name {quoted(shown(name))}: leave it out.", "name")
    try:
        device, token = house.devices.pair(asked.word.strip(), name, tokens_of(request))
    except PairError as error:
        raise Problem(403, str(error), "pair") from error
    except PatienceError as error:
        raise Problem(429, str(error), "patience", wait=error.seconds) from error
    secure = request.url.scheme == "https"
    response.set_cookie(f"{COOKIE}-{device.id}", token, YEAR, httponly=True, samesite="strict", secure=secure)
    return _paired(device)


@in_pairing.delete("/devices/{device_id}", responses=problems(404))
def remove(device_id: Annotated[str, Path(max_length=64, pattern=NO_NUL)], house: InHouse) -> Everybody:
    """Let a device in no more, and nobody else by the code, link and PIN so far; for the table's own computer only."""
    if not house.devices.remove(device_id):
        raise Problem(404, "There is no such device: it may have been removed already.", "device")
    house.hub.part(device_id)
    return list_devices(house)


def _paired(device: Device) -> Paired:
    return Paired(id=device.id, name=device.name, plays=device.plays, paired=device.paired)
