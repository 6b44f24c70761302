"""The routes of somebody's own dice: sets that were taught, and teaching them by pictures."""

from contextlib import suppress
from dataclasses import replace
from typing import Annotated

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import Response

from api import lessons, wire
from api.crop import cut_out, data_uri, small
from api.decoder import DECODER
from api.house import PICTURE_BODY, House, InHouse, picture_of, problems
from api.problem import Problem
from api.sender import FromSender
from api.sets import NoDiceError, from_bytes
from api.store import Once, TakenError
from vision.own.dice import LONGEST, OwnDice
from vision.own.lesson import lesson
from vision.reading import Box, Frame

own_dice = APIRouter(prefix="/api/dice", responses=problems(404, 409, 415))

SetName = Annotated[str, Path(max_length=LONGEST)]

PLACE = "dice"  # where the store keeps which requests were done
ONE = CapacityLimiter(1)  # two lessons at once would both add to the set as it was
SET_BODY = {
    "requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}},
}


def _shelved(name: SetName, house: InHouse) -> str:
    """The name of a set that is there."""
    try:
        house.eyes.sets.stamp(name)
    except NoDiceError as error:
        raise Problem(404, str(error), "dice") from error
    return name


Shelved = Annotated[str, Depends(_shelved)]


@own_dice.get("")
def list_sets(house: InHouse) -> wire.Sets:
    """List the sets of dice that were taught."""
    found = []
    for dice in house.eyes.sets.all():
        with suppress(NoDiceError):  # somebody forgets it at this moment
            found.append(told(dice, house))
    return wire.Sets(sets=found)


@own_dice.post("/{name}/lessons", openapi_extra=PICTURE_BODY)
async def teach(
    name: SetName,
    request: Request,
    house: InHouse,
    sender: FromSender,
    face: Annotated[str, Query(max_length=40)],
    kit: Annotated[str | None, Query(max_length=64)] = None,
    *,
    whole: bool | None = None,
) -> wire.Lesson:
    """Learn a face from a picture in which every die shows it; without a picture, from what the camera sees now.

    What is not said of `kit` and `whole` is as the set is; a new one is of no kit, or shows the faces of its kit too.
    """
    data, how = await picture_of(request), lessons.How(kit, whole)
    return await to_thread.run_sync(_taught, house, name, data, face, how, sender.once, limiter=ONE)


@own_dice.put("/{name}")
def set_standing(name: Shelved, asked: wire.Stands, house: InHouse) -> wire.Set:
    """Say for which faces of its kit those of a set stand, and whether they show nothing else."""
    with house.eyes.sets.alone():
        dice = house.eyes.sets.find(name)
        dice = lessons.changed(dice, lessons.How(asked.kit, asked.whole, lessons.meant(asked.stands)))
        house.eyes.sets.put(dice)
    return told(dice, house)


@own_dice.delete("/{name}")
def forget(name: Shelved, house: InHouse, face: Annotated[str | None, Query(max_length=40)] = None) -> wire.Sets:
    """Forget a set, or one face of it; the sets that are left are told."""
    house.eyes.sets.drop(name, *([face] if face is not None else []))
    return list_sets(house)


@own_dice.get("/{name}/file", responses={200: {"content": {"application/json": {}}}})
def take_home(name: Shelved, house: InHouse) -> Response:
    """Take a set home, to share it."""
    told = {"content-disposition": 'attachment; filename="croupier.dice"'}
    return Response(house.eyes.sets.bytes(name), media_type="application/json", headers=told)


@own_dice.post("/file", status_code=201, openapi_extra=SET_BODY)
async def bring(request: Request, house: InHouse) -> wire.Set:
    """Take a set that somebody shared, unless other dice have its name."""
    data = await picture_of(request)
    return await to_thread.run_sync(_brought, house, data)


def _brought(house: House, data: bytes) -> wire.Set:
    dice = from_bytes(data)
    with house.eyes.sets.alone():
        house.eyes.sets.take(dice)
    return told(dice, house)


def _taught(house: House, name: str, data: bytes, face: str, how: lessons.How, once: Once | None) -> wire.Lesson:
    frame = DECODER.decoded(data) if data else _before_the_camera(house)
    seen = lesson(replace(frame, name=""), face, how.of(house.eyes.sets.known(name)).eye)
    with house.eyes.sets.alone():
        known = house.eyes.sets.known(name)
        if house.table.done(PLACE, once):
            dice, learned = house.eyes.sets.find(name), len(seen.dice)
        else:
            dice = lessons.joined(house.eyes.sets, name, (seen,), how)
            same = known is not None and known.seen_by(dice.reader, dice.digest)  # else it is learned anew
            learned = dice.looks.times(seen.face) - (known.looks.times(seen.face) if known and same else 0)
            house.eyes.sets.put(dice)
            remembered(house, once)
    boxes = [_given(die.box, frame.shrink) for die in seen.dice]
    crops = [data_uri(small(cut)) for box in boxes if (cut := cut_out(frame, box)) is not None]
    return wire.Lesson(
        face=seen.face,
        boxes=boxes,
        crops=crops,
        learned=learned,
        doubt=seen.doubt,
        dice=told(dice, house),
    )


def _before_the_camera(house: House) -> Frame:
    """What the camera sees now, where nobody plays with what lies there."""
    camera = house.dealer.camera
    if camera is None or camera.newest is None:
        raise Problem(409, "There is no picture of the camera yet: send a photo, or choose a camera.", "camera")
    if house.dealer.playing:
        raise Problem(409, "A match goes on before the camera: pause it to teach there, or send photos.", "camera")
    if not camera.sight.sees:
        raise Problem(409, camera.sight.sentence, "camera")
    return camera.newest


def _given(box: Box, shrink: float) -> Box:
    """A box in pixels of the picture that was given."""
    x0, y0, x1, y1 = (side * shrink for side in box)
    return x0, y0, x1, y1


def remembered(house: House, once: Once | None) -> None:
    """Remember that a lesson counted; a server beside this one may have been faster."""
    if once:
        with suppress(TakenError):
            house.table.store.sign(PLACE, once)


def told(dice: OwnDice, house: House) -> wire.Set:
    """A set that is kept, as the wire tells it."""
    looks, about = dice.looks, house.eyes.about(dice.name)
    return wire.Set(
        name=dice.name,
        kit=dice.kit,
        whole=dice.whole,
        shown={face: looks.times(face) for face in looks.shown},
        stands=dict(dice.stands),
        faces=list(about.faces),
        says=about.says,
    )
