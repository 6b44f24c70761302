"""Whether a picture shows a throw that was played before: sent twice, or taken once more of dice that nobody threw."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from api import wire
from api.album import Album
from api.table import Sheet
from scoring.dice import Face, Roll, RuleError
from scoring.events import Throw
from scoring.games import game
from scoring.match import Match

AGAIN = "These dice lie just as in a picture that was played before: is this another throw?"
STILL = "A die lies just where one was kept: was it thrown, or is one that was thrown not in the picture?"
SAME = "What lay there before showed the same faces: is this another throw, or another picture of that?"
FEWEST, LEFT = 3, 4  # dice that seldom show twice the same by chance, of a throw and of what was left of one
PICTURES = 40  # of a match that are compared, the last ones
MOVED = 0.15  # of a die's size; what is nearer to where a die lay was not thrown


def again(reading: wire.Reading, sheet: Sheet, album: Album, last: Sheet | None = None) -> str:
    """Why what was read may be no new throw, as a question; empty where nothing speaks for that.

    `last` is the match that was played before, whose dice may lie there still.
    """
    sheets, view = [sheet, last] if last else [sheet], sheet.match.view
    before = [*islice(_readings(sheet, album), PICTURES), *(islice(_readings(last, album), 1) if last else ())]
    if any(lie_alike(reading, picture) or lie_alike(picture, reading) for picture in before):
        return AGAIN
    if any(_keeps_its_place(die, view.kept, reading, before[: view.rolls]) for die in reading.dice):
        return STILL
    faces = Counter(die.face for die in reading.dice)
    return SAME if any(faces == those for one in sheets for those in _lying(one.match)) else ""


def _lying(match: Match) -> Iterator[Counter[str]]:
    """What may lie there if nobody has touched the dice since the last throw.

    That is the throw alone, the throw with what was kept before, and what is left of these without what is kept now;
    each only where it is so many dice that another throw seldom shows the same, or where that would lose the turn.
    """
    line = match.line
    states = [line.start, *(play.state for play in line.plays)]
    thrown = [(n, play.event.roll) for n, play in enumerate(line.plays) if isinstance(play.event, Throw)]
    if not thrown:
        return
    n, dice = thrown[-1]
    roll = _faces(dice)
    whole = roll + _faces(game(match.game).view(states[n]).kept)
    left = whole - _faces(match.view.kept)
    so_few = 1 if _is_lost(match, left) else LEFT
    yield from (those for those, fewest in ((roll, FEWEST), (whole, FEWEST), (left, so_few)) if those.total() >= fewest)


def _is_lost(match: Match, faces: Counter[str]) -> bool:
    """Whether the turn would be over if this was thrown now."""
    try:
        thrown = match.play(Throw(Roll.parse(" ".join(faces.elements()))))
    except RuleError:
        return False
    return thrown.view.awaits.what != "decision"


def _faces(dice: Roll) -> Counter[str]:
    return Counter(map(str, dice))


def lie_alike(reading: wire.Reading, before: wire.Reading) -> bool:
    """Whether each die of a reading lies in another one at the same place with its face, maybe among others.

    Pictures may differ in size. What was played of a picture may lack the kept dice that lay beside the throw.
    """
    scale = before.width / reading.width
    return bool(reading.dice) and all(any(_is(die, other, scale) for other in before.dice) for die in reading.dice)


def _keeps_its_place(
    die: wire.Die, kept: Iterable[Face], reading: wire.Reading, before: Sequence[wire.Reading]
) -> bool:
    """Whether a die that shows what was kept lies where one with that face lay before."""
    if die.face not in {str(face) for face in kept}:
        return False
    return any(_is(die, other, picture.width / reading.width) for picture in before for other in picture.dice)


def _readings(sheet: Sheet, album: Album) -> Iterator[wire.Reading]:
    """What was read in the pictures of the plays that stand, the last ones first."""
    names = (sheet.lines[play.n - 1].picture for play in reversed(sheet.match.line.plays))
    return filter(None, (album.reading(name) for name in names if name))


def _is(die: wire.Die, other: wire.Die, scale: float) -> bool:
    (x, y), (left, top) = _middle(die), _middle(other)
    size = max(other.box[2] - other.box[0], other.box[3] - other.box[1])
    return die.face == other.face and math.dist((x * scale, y * scale), (left, top)) < MOVED * size


def _middle(die: wire.Die) -> tuple[float, float]:
    x0, y0, x1, y1 = die.box
    return (x0 + x1) / 2, (y0 + y1) / 2
