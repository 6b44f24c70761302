"""What `croupier score` tells about a match file: one object, the state after the last legal event."""

from typing import Any

from scoring.game import View, offered
from scoring.log import LogError, read
from scoring.match import Match

LEGAL, UNREADABLE, ILLEGAL = 0, 1, 2  # exit statuses

Wrong = dict[str, Any]  # a `line`, if it is known, and the `message`


def scored(text: str) -> tuple[Match | None, Wrong | None, int]:
    r"""Read a match file: the match as far as it is legal, what is wrong with it, and the exit status.

    Wrong are the line and the sentence where the file stops being legal (status 2) or can no longer be read (status 1:
    a word misspelt, a header that fits no game).

    >>> scored("game: jack-stone\nplayers: Ann\n\nroll 1 3 3 4 4 6\nbank\n")[1:]
    ({'line': 5, 'message': 'Set aside 1 first, then bank.'}, 2)
    """
    try:
        return read(text), None, LEGAL
    except LogError as error:
        found: Wrong = {"line": error.line, "message": error.message}
        return error.match, found, ILLEGAL if error.legible else UNREADABLE


def told(match: Match | None, error: Wrong | None) -> dict[str, Any]:
    """Tell of a match, and of what is wrong in its file, in one object."""
    return {**(_standing(match) if match else _nothing()), "error": error}


def _standing(match: Match) -> dict[str, Any]:
    view = match.view
    return {
        "game": match.game,
        "players": [{"name": name, "total": total} for name, total in view.totals],
        "turn": {"player": view.player or None, "points": view.points, "rolls": view.rolls},
        "awaits": {"what": view.awaits.what, "dice": view.awaits.dice},
        "options": _options(view),
        "over": view.over,
        "winners": list(view.winners),
        "events": len(match.entries),
    }


def _options(view: View) -> list[dict[str, Any]]:
    offers = sorted(offered(view), key=lambda offer: -offer.points)
    return [{"event": offer.event, "label": offer.label, "points": offer.points} for offer in offers]


def _nothing() -> dict[str, Any]:
    return {
        "game": None,
        "players": [],
        "turn": {"player": None, "points": 0, "rolls": 0},
        "awaits": {"what": None, "dice": 0},
        "options": [],
        "over": False,
        "winners": [],
        "events": 0,
    }
