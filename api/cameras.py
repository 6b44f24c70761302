"""The routes of the camera: which one, what it sees, how good its picture is, where its areas lie, and the phone."""

from functools import partial
from typing import Annotated

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from api import wire
from api.decoder import DECODER
from api.feeds import PHONE
from api.house import PICTURE_BODY, House, InHouse, MatchId, picture_of, problems
from api.problem import Problem
from vision.camera.source import cameras, public
from vision.throw.zones import zones
from vision.turn import turn_by

ELSEWHERE = "The table watches another match: choose the phone on this match's page, or open that match's phone page."
OFF = "The table switched the camera off: start it again here, or choose the phone on the table's page."
AWAY = "The camera hangs at another server of this house: switch it off there."
ANOTHER = "Another phone watches the table: close its page there, and this one takes its place within half a minute."

at_camera = APIRouter(responses=problems(404, 409, 415))

_ONE = CapacityLimiter(1)  # pictures are opened one at a time, and leave the other threads to other requests
NUMBERS = tuple(map(str, range(10)))  # of cameras, that may be chosen though the computer does not name them


@at_camera.get("/api/cameras")
def list_cameras(house: InHouse) -> wire.Cameras:
    """List the cameras of this computer, the one of the command line, and the phone.

    Where a computer does not name its cameras these are the first numbers, whether there is such a camera or not.
    """
    return wire.Cameras(cameras=list(dict.fromkeys(map(public, _sources(house)))))


@at_camera.get("/api/camera")
def show_camera(house: InHouse) -> wire.Camera:
    """Tell what the camera does and how its picture is."""
    return house.dealer.told()


@at_camera.post("/api/camera")
def choose_camera(chosen: wire.Chosen, house: InHouse) -> wire.Camera:
    """Follow a camera for a match, or none."""
    dealer = house.dealer
    known = {public(source): source for source in (*_sources(house), *NUMBERS)}
    if chosen.source is not None and chosen.source not in known:
        raise Problem(422, "That camera is not among those of this computer: name it with --camera.", "camera")
    if chosen.source is None and dealer.camera is None and house.table.store.shared:
        raise Problem(409, AWAY, "camera")
    if chosen.match is not None:
        house.table.sheet(chosen.match)
    source, running = known[chosen.source] if chosen.source is not None else None, dealer.camera
    if source is None:
        dealer.choose(None)  # first, at the match that it follows: nobody there must switch it on again
    dealer.attend(chosen.match)
    if source is not None and (running is None or running.over or running.source != source):
        dealer.choose(source)
    return dealer.told()


@at_camera.get("/api/camera/picture", responses={200: {"content": {"image/jpeg": {}}}})
def newest_picture(house: InHouse) -> Response:
    """Show what the camera sees."""
    camera = house.dealer.camera
    picture = camera.picture() if camera else None
    if not picture:
        raise Problem(404, "There is no picture of the camera yet.", "camera")
    return Response(picture, media_type="image/jpeg", headers={"cache-control": "no-store"})


@at_camera.put("/api/camera/turn")
def turn_camera(asked: wire.Turned, house: InHouse) -> wire.Camera:
    """Turn the camera's pictures, and its areas with them: sides of dice look like tops where it hangs upside down."""
    if house.dealer.camera is None:
        raise Problem(409, "There is no camera to turn: choose one first.", "camera")
    house.dealer.turn(turn_by(asked.degrees))
    return house.dealer.told()


@at_camera.put("/api/camera/areas")
def draw_areas(drawn: wire.Drawn, house: InHouse) -> wire.Camera:
    """Draw the throwing area and the keep area on what the camera sees now."""
    camera = house.dealer.camera
    if camera is None or camera.newest is None:
        raise Problem(409, "There is no picture of the camera to draw on yet.", "camera")
    house.dealer.draw(zones(drawn.throwing, drawn.keep), drawn.turned, drawn.source)
    return house.dealer.told()


@at_camera.put("/api/matches/{match_id}/camera")
def set_mode(match_id: MatchId, asked: wire.Follow, house: InHouse) -> wire.Camera:
    """Say how far the camera may go in a match; it goes on following the match that it follows."""
    house.table.sheet(match_id)
    house.dealer.set_mode(match_id, asked.mode)
    return house.dealer.told()


@at_camera.post("/api/matches/{match_id}/phone", openapi_extra=PICTURE_BODY)
async def phone_rests(
    match_id: MatchId,
    request: Request,
    house: InHouse,
    missed: Annotated[bool, Query(description="Whether another throw may have lain there since the last one.")] = False,
) -> wire.Rested:
    """Take the picture of a table that rests from a phone; an empty body says that the phone is still there."""
    data = await picture_of(request)
    device = request.scope.get("device")
    limiter = _ONE if data else None
    rested = partial(_rested, house, match_id, data, device.id if device else "", missed=missed)
    return await to_thread.run_sync(rested, limiter=limiter)


def _sources(house: House) -> tuple[str, ...]:
    """The cameras as they are opened; their addresses may hold passwords."""
    given = (house.dealer.given,) if house.dealer.given else ()
    return (*given, *cameras(), PHONE)


def _rested(house: House, match_id: str, data: bytes, who: str, *, missed: bool) -> wire.Rested:
    frame = DECODER.decoded(data) if data else None  # at first: the table may choose another camera meanwhile
    dealer, sheet = house.dealer, house.table.sheet(match_id)
    if dealer.camera is None and dealer.off == match_id:
        raise Problem(409, OFF, "off")
    if dealer.camera is not None and dealer.phone() is None:
        raise Problem(409, "Another camera watches the table: choose the phone on the table's page first.", "camera")
    if dealer.camera is not None and dealer.match != match_id and dealer.playing:
        raise Problem(409, ELSEWHERE, "camera")
    if (watching := dealer.phone()) and not watching.hears(who):
        raise Problem(409, ANOTHER, "camera")
    dealer.attend(match_id)
    if dealer.camera is None:
        dealer.choose(PHONE)
    phone = dealer.phone()
    if phone and frame:
        phone.send(frame, who, missed=missed)
    elif phone:
        phone.heard(who)
    return wire.Rested(camera=dealer.told(), says=sheet.match.view.says, seen=phone is not None and phone.seen)
