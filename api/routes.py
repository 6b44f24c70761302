"""The routes of what can be played, and of the plays of a match.

The others stand in `beginning`, `lobby`, `photos`, `stream`, `receipts`, `cameras`, `past`, `own`, `corrections`
and `pairing`.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from fastapi.responses import PlainTextResponse, Response

from api import export, telling, wire
from api.hands import played
from api.house import House, InHouse, MatchId, line_of, problems
from api.live import DROPPED, Event
from api.sender import FromSender, Sender
from api.table import UnreadableError
from api.version import VERSION
from scoring.games import games
from scoring.match import Match
from vision.kit import kits

EXPORTED: dict[str, dict[str, Any]] = {"text/plain": {}, "text/csv": {}, "application/json": {}}

router = APIRouter(responses=problems())
in_match = APIRouter(prefix="/api/matches/{match_id}", responses=problems(404, 409))


@router.get("/health")
def health() -> wire.Health:
    """Tell that the server is well."""
    return wire.Health(version=VERSION)


@router.get("/api/games")
def list_games() -> wire.Games:
    """List the games, with their options and defaults."""
    return wire.Games(games=[telling.game_of(game) for game in games()])


@router.get("/api/kits")
def list_kits() -> wire.Kits:
    """List the sets of dice that the eye can read."""
    return wire.Kits(kits=[telling.kit_of(dice) for dice in kits().values()])


@in_match.get("")
def show(match_id: MatchId, house: InHouse) -> wire.Match:
    """Tell how a match stands."""
    return telling.match_of(house.table.sheet(match_id))


@in_match.post("/events")
def play(match_id: MatchId, move: wire.Move, house: InHouse, sender: FromSender) -> wire.Match:
    """Play one event."""
    picture = move.picture if move.picture and house.album.has(move.picture) else None
    return _written(house, match_id, move.after, sender, lambda match: match.play(move.event), picture)


@in_match.post("/plays")
def play_all(match_id: MatchId, asked: wire.Plays, house: InHouse, sender: FromSender) -> wire.Match:
    """Play several events, all or none: what hands did before a throw, and the throw; or what was cut off."""
    picture = asked.picture if asked.picture and house.album.has(asked.picture) else None
    sheet = house.table.sheet(match_id)
    kept = tuple(line_of(sheet, seq).picture if seq else None for seq in asked.receipts)
    move = partial(played, events=tuple(asked.events))
    return _written(house, match_id, asked.after, sender, move, picture, kept)


@in_match.post("/dismiss")
def dismiss(match_id: MatchId, asked: wire.Dismissal, house: InHouse) -> wire.Match:
    """Drop a picture, or what the camera asks unless it asks about another one by now: it was no throw."""
    sheet = house.table.sheet(match_id)
    house.dealer.dismiss(match_id, asked.picture, asked.says)
    if asked.picture:
        house.hub.publish(match_id, Event(DROPPED, wire.Dropped(picture=asked.picture).model_dump_json()))
    return telling.match_of(sheet)


@in_match.post("/undo")
def undo(match_id: MatchId, asked: wire.Undo, house: InHouse, sender: FromSender) -> wire.Match:
    """Take back the last play that stands, or several."""
    return _written(house, match_id, asked.after, sender, lambda match: _undone(match, asked.times))


@in_match.post("/redo")
def redo(match_id: MatchId, asked: wire.After, house: InHouse, sender: FromSender) -> wire.Match:
    """Play again what was undone last."""
    return _written(house, match_id, asked.after, sender, Match.redo)


@in_match.post("/amend")
def amend(match_id: MatchId, asked: wire.Amendment, house: InHouse, sender: FromSender) -> wire.Match:
    """Put another event in the place of a play that stands."""
    return _written(house, match_id, asked.after, sender, lambda match: match.amend(asked.n, asked.event, asked.cut))


@in_match.get("/export", response_class=PlainTextResponse, responses={200: {"content": EXPORTED}})
def export_match(
    match_id: MatchId, house: InHouse, form: Annotated[Literal["match", "csv", "json"], Query(alias="as")] = "match"
) -> Response:
    """Take a match home: as a match file, as its score card in CSV, or as JSON.

    Of one that this Croupier cannot read the match file tells what was written down.
    """
    try:
        sheet = house.table.sheet(match_id)
        heading, (text, media) = sheet.heading, export.FORMS[form](sheet)
    except UnreadableError:
        if form != "match":
            raise
        heading, lines = house.table.stored(match_id)
        text, media = export.as_stored(heading, lines), "text/plain"
    name = f'attachment; filename="{heading.game}-{heading.id}.{form}"'
    return Response(text, media_type=media, headers={"content-disposition": name})


def _written(
    house: House,
    match_id: str,
    after: int | None,
    sender: Sender,
    move: Callable[[Match], Match],
    picture: str | None = None,
    kept: Sequence[str | None] = (),
) -> wire.Match:
    sheet = house.table.write(match_id, after, move, picture, kept, author=sender.name, once=sender.once)
    return telling.match_of(sheet)


def _undone(match: Match, times: int) -> Match:
    for _ in range(times):
        match = match.undo()
    return match
