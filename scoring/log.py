"""Match files: a header of `key: value` lines, an empty line, one entry a line; `#` starts a comment.

What `write` writes, `read` reads back to the same match and the same text. Comments and empty lines between entries
stay where they are; comments in the header move above it.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from scoring.dice import NotationError, RuleError, quoted
from scoring.entry import Entry, parse
from scoring.game import HeaderError
from scoring.match import Match, Remark

NO_TEXT = "This is not a text file in UTF-8: save it as UTF-8, or give another file."


class LogError(ValueError):
    """A match file is wrong: the line, a sentence, and the match up to there (None when the header is wrong).

    `legible` says that the line is proper notation and only the rules forbid it.
    """

    def __init__(self, line: int, message: str, match: Match | None = None, *, legible: bool = False) -> None:
        super().__init__(f"Line {line}: {message}")
        self.line = line
        self.message = message
        self.match = match
        self.legible = legible


@dataclass(frozen=True)
class _Line:
    """One line of a file: its number, what it says, and its comment, if it has one."""

    number: int
    says: str
    comment: str | None
    glued: bool = False  # the comment's # follows a letter without a blank

    @property
    def empty(self) -> bool:
        return not self.says and self.comment is None

    def remark(self, n: int) -> tuple[Remark, ...]:
        """Keep the comment, or the empty line, at entry n."""
        if self.says and self.comment is None:
            return ()
        return (Remark(n, self.comment, bool(self.says and n)),)


def read(text: str) -> Match:
    r"""Read a match file; the error for a wrong line carries the match up to that line.

    >>> read("game: jack-stone\nplayers: Ann\n\nroll 1 3 3 4 4 6\nkeep 1\n").view.points
    100
    """
    written = re.split("\r\n?|\n", text.removeprefix("\ufeff").rstrip())
    lines = [_line(number, line) for number, line in enumerate(written, 1)]
    first = next((place for place, line in enumerate(lines) if line.says), 0)
    end = next((place for place in range(first, len(lines)) if lines[place].empty), len(lines))
    match = _start(lines[:end])
    for line in lines[end + 1 :]:
        match = _add(match, line)
    return match


def _line(number: int, text: str) -> _Line:
    says, mark, comment = text.strip().partition("#")
    glued = bool(mark and says) and not says[-1:].isspace()
    return _Line(number, says.strip(), comment.rstrip() if mark else None, glued)


def _start(lines: list[_Line]) -> Match:
    header = _header(lines)
    missing = next((key for key in ("game", "players") if key not in header), None)
    if missing:
        raise LogError(max(len(lines), 1), f"The header lacks `{missing}: …`; an empty line ends the header.")
    values = {key: value for key, (value, _) in header.items()}
    names = values.pop("players").split(",")
    try:
        match = Match.start(values.pop("game"), names, values)
    except HeaderError as error:
        raise LogError(_at(header, error.key), str(error)) from error
    remarks = tuple(remark for line in lines if line.comment is not None for remark in line.remark(0))
    return replace(match, remarks=remarks)


def _at(header: Mapping[str, tuple[str, int]], key: str) -> int:
    """Find the line that is to blame: an option may clash with the default of one that no line names."""
    return header[key][1] if key in header else max(number for _, number in header.values())


def _header(lines: list[_Line]) -> Mapping[str, tuple[str, int]]:
    header: dict[str, tuple[str, int]] = {}
    for line in lines:
        key, colon, value = (part.strip() for part in line.says.partition(":"))
        key = key.lower()
        if line.glued:
            raise LogError(line.number, "No name or value holds a #, and before a comment there is a blank.")
        if line.says and not (colon and key):
            raise LogError(
                line.number, f"{quoted(line.says)} is not `key: value`: only after an empty line come the events."
            )
        if key in header:
            raise LogError(line.number, f"{quoted(key)} stands twice in the header: leave one out.")
        if key:
            header[key] = value, line.number
    return header


def _add(match: Match, line: _Line) -> Match:
    remark = line.remark(len(match.entries) + 1)
    try:
        after = _with(match, parse(line.says)) if line.says else match
    except RuleError as error:
        legible = not isinstance(error, NotationError)
        raise LogError(line.number, str(error), match, legible=legible) from error
    return replace(after, remarks=(*match.remarks, *remark)) if remark else after


def _with(match: Match, entry: Entry) -> Match:
    match.weigh(entry)
    return match.add(entry)


def headed(game_id: str, players: Iterable[str], options: Mapping[str, str]) -> list[str]:
    """The header lines of a match file.

    >>> headed("jack-stone", ["Ann", "Bob"], {"keep_rule": "any"})
    ['game: jack-stone', 'players: Ann, Bob', 'keep_rule: any']
    """
    header = {"game": game_id, "players": ", ".join(players), **options}
    return [f"{key}: {value}".rstrip() for key, value in header.items()]


def write(match: Match) -> str:
    """Write a match file.

    >>> print(write(Match.start("jack-stone", ["Ann", "Bob"], {"keep_rule": "any"}).play("roll 1 2 2 3 4 6")), end="")
    game: jack-stone
    players: Ann, Bob
    keep_rule: any
    <BLANKLINE>
    roll 1 2 2 3 4 6
    """
    above, beside = _remarks(match, beside=False), _remarks(match, beside=True)
    lines = [*above[0], *headed(match.game, match.players, match.options), ""]
    for n, entry in enumerate(match.entries, 1):
        lines += [*above[n], "  ".join([str(entry), *beside[n]])]
    return "\n".join([*lines, *above[len(match.entries) + 1]]) + "\n"


def _remarks(match: Match, *, beside: bool) -> defaultdict[int, list[str]]:
    found = defaultdict[int, list[str]](list)
    for remark in match.remarks:
        if remark.beside == beside:
            found[remark.n].append("" if remark.text is None else f"#{remark.text}")
    return found
