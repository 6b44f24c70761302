"""The live feed of a match, by server-sent events."""

from collections.abc import AsyncIterator

from anyio import to_thread
from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from api import telling, wire
from api.house import House, InHouse, MatchId, problems
from api.live import HANDS, READING, VIEW, Event
from api.table import Sheet
from api.waiting import waiting

in_stream = APIRouter(prefix="/api/matches/{match_id}", responses=problems(404, 409))


class EventStream(StreamingResponse):
    """Server-sent events."""

    media_type = "text/event-stream"


@in_stream.get(
    "/stream",
    response_class=EventStream,
    responses={
        200: {"model": wire.Match | wire.Change | wire.Looked | wire.Camera | wire.Hands | wire.Dropped | wire.Nothing}
    },
)
async def stream(match_id: MatchId, request: Request, house: InHouse) -> EventStream:
    """Follow a match by server-sent events, each the JSON of one value; version 1.

    `view` is the match as it stands (a Match), first of all and whenever it has to be told as a whole; `change` what
    changed in it since (a Change), `reading` a picture that was looked at (Looked), also one that waits for a word when
    you come, `camera` what the camera does (Camera), `hands` what was understood of what hands did (Hands), and
    `dropped` a picture that was no throw (Dropped). Camera and hands are told when you come, too, and which photo was
    dropped last: your line may have been broken when a camera was switched off, or a question answered. After 15
    seconds of silence `alive` says that the line is there (Nothing). The id of an event is the seq that it brings you
    to: where `after` of a change is not the seq that you know, ask for the match.
    """
    await to_thread.run_sync(house.table.sheet, match_id)
    device = request.scope.get("device")
    feed = _feed(house, match_id, device.id if device else None)
    return EventStream(feed, headers={"cache-control": "no-store"})


async def _feed(house: House, match_id: str, device: str | None) -> AsyncIterator[str]:
    with house.hub.subscribe(match_id, device) as watcher:
        if device and not await to_thread.run_sync(house.devices.knows, device):
            return  # removed since it asked, when there was no feed of it to end yet
        sheet = await to_thread.run_sync(house.table.sheet, match_id)
        yield await to_thread.run_sync(_whole, sheet)
        if house.dealer.camera or not house.table.store.shared:  # the camera may hang at another server
            yield str(await to_thread.run_sync(house.dealer.news))
        told = house.dealer.questions.last(sheet) or wire.Hands.nothing(sheet.seq)
        yield str(Event(HANDS, told.model_dump_json()))
        if look := waiting(house.hub, sheet):
            yield str(Event(READING, look.model_dump_json()))
        elif dropped := house.hub.dropped(match_id):
            yield str(dropped)
        async for text in watcher.feed():
            yield text


def _whole(sheet: Sheet) -> str:
    """A match as the live feed tells it first."""
    return str(Event(VIEW, telling.match_of(sheet).model_dump_json(), sheet.seq))
