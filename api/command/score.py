"""The command `croupier score`: match files by the rules."""

import errno
import json
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from api.command.terminal import AsJson, fault, mistake, naming, say, warn
from scoring.match import Match
from scoring.score import ILLEGAL, LEGAL, UNREADABLE, Wrong, scored, told

MATCH_BYTES = 4 * 2**20


def score(
    files: Annotated[list[Path], typer.Argument(metavar="FILE.match...", help="Match files.", readable=False)],
    as_json: AsJson = False,
) -> None:
    """Score match files; exit 0 if all are legal, 2 if the rules forbid one, 1 if one cannot be read (a typo)."""
    worst = max((_score(file, as_json) for file in files), key=(LEGAL, ILLEGAL, UNREADABLE).index)
    sys.exit(worst)


def _score(file: Path, as_json: bool) -> int:
    """Score one match file and print its line; gives its exit status."""
    match, wrong, code = _scored(file)
    if as_json:
        say(json.dumps(told(match, wrong)))
        return code
    if match:
        say(f"{file}: {_standing(match)}{_stopped(wrong)}")
    if wrong:
        message = wrong["message"]
        warn(f"{file}, line {wrong['line']}: {message}" if wrong["line"] else naming(file, message))
    return code


def _scored(file: Path) -> tuple[Match | None, Wrong | None, int]:
    """The match in one file, what is wrong there, and the exit status."""
    try:
        return scored(_bytes(file).decode("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        unread = fault(file, error)
    except Exception as error:  # noqa: BLE001 - a mistake of ours in one file must not silence the others
        unread = mistake(error)
    return None, {"line": None, "message": unread}, UNREADABLE


def _standing(match: Match) -> str:
    """How a match stands, for people: `jack-stone: Ann 400, Bob 0; Bob to roll 6 dice`."""
    view = match.view
    totals = ", ".join(f"{name} {points}" for name, points in view.totals)
    if view.over:
        return f"{match.game}: {totals}; won by {' and '.join(view.victors)}"
    due = "to decide"
    if view.awaits.what == "roll":
        due = f"to roll {view.awaits.dice} {'die' if view.awaits.dice == 1 else 'dice'}"
    return f"{match.game}: {totals}; {view.player} {due}"


def _stopped(wrong: Wrong | None) -> str:
    """That a match was scored only so far, and up to where."""
    if not wrong:
        return ""
    return f"; stopped before line {wrong['line']}" if wrong["line"] else "; stopped there"


def _bytes(file: Path) -> bytes:
    """What is in a match file, unless that is too much to be honest."""
    with file.open("rb") as opened:
        data = opened.read(MATCH_BYTES + 1)
    if len(data) > MATCH_BYTES:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return data
