"""The score sheet: what each turn came to, and the totals; the same for every game."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, count, groupby

from scoring.dice import RuleError, quoted
from scoring.events import Adjust, whole
from scoring.game import HeaderError, Option, Paper, Row
from scoring.header import spelled

TOTALS = Option(
    "totals",
    "",
    None,
    "Points each player brings in, in seat order, for a match begun on paper: 8000, 9950. Empty: everyone starts at 0.",
)

NEXT = Option(
    "next",
    "",
    None,
    "Whose turn it is in a match begun on paper, by name: Bob. Empty: it is the first player's, unless all throw for "
    "the start; where somebody stands at the goal, it is the turn of who sits behind. Where somebody is named, nobody "
    "throws for the start; rounds begin with the first player all the same.",
)

PAGE = 64  # rows

_THOUSANDS = re.compile(r"(?<![0-9])[0-9]{1,3},[0-9]{3}(?![0-9])")  # 9,950: one number or two


@dataclass(frozen=True)
class Sheet:
    """The players in seat order, their totals, and one row for each finished turn.

    The rows stand on pages, so that the sheets after each play of a long match have most of them in common.
    """

    players: tuple[str, ...]
    totals: tuple[int, ...]
    pages: tuple[tuple[Row, ...], ...] = ()

    @property
    def scores(self) -> tuple[tuple[str, int], ...]:
        """Each player with the total, in seat order."""
        return tuple(zip(self.players, self.totals, strict=True))

    @property
    def rows(self) -> tuple[Row, ...]:
        """All rows, the first on top."""
        return tuple(chain.from_iterable(self.pages))

    @cached_property
    def on_board(self) -> frozenset[str]:
        """The players who have scored in a turn or have brought points in, worked out once a sheet."""
        brought, scored = dict(self.scores), set()
        for row in self.rows:
            brought[row.player] -= row.points
            if row.points > 0 and row.what != "adjust":
                scored.add(row.player)
        return frozenset(scored.union(name for name, points in brought.items() if points > 0))


def blank(players: tuple[str, ...], totals: str = "") -> Sheet:
    """Take a new sheet, with the points that players bring in.

    >>> blank(("Ann", "Bob"), "8000, 9950").totals
    (8000, 9950)
    """
    if not totals.strip():
        return Sheet(players, (0,) * len(players))
    if _THOUSANDS.search(totals):
        raise HeaderError("totals", "Write `totals` without commas in the numbers, a blank after each: 8000, 9950.")
    try:
        brought = tuple(whole(part.strip(), "totals: 8000, 9950") for part in totals.split(","))
    except RuleError as error:
        raise HeaderError("totals", str(error)) from None
    if len(brought) != len(players):
        numbers = f"{len(brought)} number{'s' * (len(brought) != 1)}"
        raise HeaderError(
            "totals", f"`totals` has {numbers} for {len(players)} players: write one each, without commas in it."
        )
    return Sheet(players, brought)


def whose(players: tuple[str, ...], name: str) -> int | None:
    """Tell the seat of the player who is next by name; None where nobody is named.

    >>> whose(("Ann", "Bob"), "Bob"), whose(("Ann", "Bob"), "")
    (1, None)
    """
    if not name.strip():
        return None
    if spelled(name) not in players:
        raise HeaderError(
            "next", f"`next` names the player whose turn it is: {' or '.join(players)}, not {quoted(name)}."
        )
    return players.index(spelled(name))


def paper(sheet: Sheet, due: str, first: int, *, board: bool) -> Paper:
    """Write down with what totals a match goes on elsewhere, whose turn is `due` there, and which seat is the `first`.

    Where there is a `board` to get on, raises RuleError if the totals do not tell who is.

    >>> paper(blank(("Ann", "Bob"), "8000, 9950"), "Bob", 1, board=True).brings
    (('Bob', '9950'), ('Ann', '8000'))
    """
    seats = [*range(first, len(sheet.players)), *range(first)]
    vague = next((seat for seat in seats if board and on_board(sheet, seat) != (sheet.totals[seat] > 0)), None)
    if vague is not None:
        name = sheet.players[vague]
        raise RuleError(f"The points do not tell whether {name} is on the board: play on until {name} has scored more.")
    return Paper("totals", ", ", tuple((sheet.players[seat], str(sheet.totals[seat])) for seat in seats), due)


def entered(sheet: Sheet, seat: int, what: str, points: int, why: str = "") -> Sheet:
    """Write one line: what a player's turn came to."""
    total = sheet.totals[seat] + points
    row = Row(sheet.players[seat], what, points, total, why)
    totals = (*sheet.totals[:seat], total, *sheet.totals[seat + 1 :])
    *full, open_page = sheet.pages or ((),)
    if len(open_page) == PAGE:
        full, open_page = [*full, open_page], ()
    return replace(sheet, totals=totals, pages=(*full, (*open_page, row)))


def adjusted(sheet: Sheet, event: Adjust) -> Sheet:
    """Write down what the table agreed."""
    if event.player not in sheet.players:
        raise RuleError(f"Nobody here is called {event.player}: the players are {', '.join(sheet.players)}.")
    return entered(sheet, sheet.players.index(event.player), "adjust", event.points, "the table agreed")


def agreed(sheet: Sheet) -> str:
    """Say what the table has just agreed: the last line of the sheet.

    >>> agreed(adjusted(blank(("Ann", "Bob"), "8000, 9950"), Adjust("Bob", 50)))
    'The table agrees: Bob +50, total 10,000.'
    """
    row = sheet.rows[-1]
    return f"The table agrees: {row.player} {row.points:+,}, total {row.total:,}."


def won(sheet: Sheet, winners: tuple[str, ...]) -> str:
    """Say who wins, and with how many points.

    >>> won(blank(("Ann", "Bob"), "10000, 10000"), ("Ann", "Bob"))
    'Ann and Bob win with 10,000'
    """
    return f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'} with {max(sheet.totals):,}"


def ahead(sheet: Sheet) -> tuple[str, ...]:
    """Name whoever has the highest total; ties are shared."""
    best = max(sheet.totals)
    return tuple(name for name, total in sheet.scores if total == best)


def earliest(sheet: Sheet, names: tuple[str, ...]) -> str:
    """Name the first of these, who are tied, to have reached the total that they have now.

    Who brought it along had it before all others, and the first of `names` of those. Adjustments that follow
    each other on the sheet count at once: a slip that is put right leaves everything as it was.

    >>> sheet = entered(entered(blank(("Ann", "Bob")), 1, "bank", 500), 0, "bank", 500)
    >>> earliest(sheet, ("Ann", "Bob"))
    'Bob'
    """
    last = dict.fromkeys(names, -1)
    for n, gains in enumerate(_at_once(sheet.rows)):
        last |= {player: n for player, points in gains.items() if points}
    return min(names, key=lambda name: last[name])


def _at_once(rows: Iterable[Row]) -> Iterator[dict[str, int]]:
    """Tell what came to each player at one time: with a turn, or by adjustments that follow each other."""
    times = count()
    for _, together in groupby(rows, lambda row: "adjust" if row.what == "adjust" else next(times)):
        gains: dict[str, int] = defaultdict(int)
        for row in together:
            gains[row.player] += row.points
        yield gains


def on_board(sheet: Sheet, seat: int) -> bool:
    """Tell whether a player has scored in a turn, or has brought points in; what the table agreed does not count.

    >>> on_board(adjusted(blank(("Ann",)), Adjust("Ann", 50)), 0), on_board(blank(("Ann",), "50"), 0)
    (False, True)
    """
    return sheet.players[seat] in sheet.on_board
