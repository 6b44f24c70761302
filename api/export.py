"""Exports: a match to take home as a match file, its score card as CSV, or all of it as JSON."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping

from api import telling
from api.store import Heading, Line
from api.table import Sheet
from scoring.log import headed, write

COLUMNS = ("player", "what", "points", "total", "why")
DICE = "# dice: "  # the comment of a match file that names the players' own dice, of which the rules know nothing


def as_match(sheet: Sheet) -> str:
    """The match file, which `croupier score` reads back."""
    return _own(sheet.heading) + write(sheet.match)


def as_stored(heading: Heading, lines: Iterable[Line]) -> str:
    """The match file of a match whose plays no rules of this Croupier allow, as it was written down."""
    played = (line.text for line in lines)
    return _own(heading) + "\n".join([*headed(heading.game, heading.players, heading.options), "", *played]) + "\n"


def _own(heading: Heading) -> str:
    """The line that names the players' own dice, if they have some."""
    return f"{DICE}{heading.dice}\n" if heading.dice else ""


def dice_of(file: str) -> str:
    """The name of the players' own dice, by the first comment of a match file that names them; else empty."""
    return next((line.removeprefix(DICE).strip() for line in file.splitlines() if line.startswith(DICE)), "")


def as_csv(sheet: Sheet) -> str:
    """The score card, a turn a line."""
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow(COLUMNS)
    rows.writerows(
        [_cell(row.player), row.what, row.points, row.total, _cell(row.why)] for row in sheet.match.view.card
    )
    return out.getvalue()


def is_csv(file: str) -> bool:
    """Whether a file is such a score card, of which no match can be read back."""
    return file.startswith(",".join(COLUMNS))


def as_json(sheet: Sheet) -> str:
    """The match as the page gets it, with its match file, by which it can be imported."""
    return json.dumps({**telling.match_of(sheet).model_dump(mode="json"), "file": as_match(sheet)}, indent=2)


def _cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in {"=", "+", "-", "@", "\t"} else text


FORMS: Mapping[str, Callable[[Sheet], tuple[str, str]]] = {
    "match": lambda sheet: (as_match(sheet), "text/plain"),
    "csv": lambda sheet: (as_csv(sheet), "text/csv"),
    "json": lambda sheet: (as_json(sheet), "application/json"),
}
