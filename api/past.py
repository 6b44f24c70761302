"""What was: how a match stood before a play, so that a past decision can be seen and corrected."""

from typing import Any

from fastapi import APIRouter

from api import wire
from api.problem import MEDIA, Problem
from api.routes import InHouse, MatchId, SeqInPath
from scoring.games import game

REFUSED: dict[str, Any] = {"model": wire.Problem, "content": {MEDIA: {}}}

at_past = APIRouter(responses={400: REFUSED, 403: REFUSED, 404: REFUSED, 409: REFUSED, 421: REFUSED, 422: REFUSED})


@at_past.get("/api/matches/{match_id}/before/{n}")
def before(match_id: MatchId, n: SeqInPath, house: InHouse) -> wire.View:
    """Show a match as it stood before play `n`: what could have been done there."""
    match = house.table.sheet(match_id).match
    states = [match.line.start, *(play.state for play in match.line.plays)]
    found = next((state for state, play in zip(states, match.line.plays, strict=False) if play.n == n), None)
    if found is None:
        raise Problem(404, f"Entry {n} is not a play that stands: open one from the score card.", "entry")
    return wire.view_of(game(match.game).view(found))
