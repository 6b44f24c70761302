"""Whether a picture shows a throw that was played before: sent twice, or taken once more of dice that nobody threw."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from api import wire
from api.album import Album
from api.table import Sheet
from scoring.dice import Face
from scoring.events import Throw

AGAIN = "These dice lie just as in a picture that was played before: is this another throw?"
STILL = "A die lies just where one was kept: was it thrown, or is one that was thrown not in the picture?"
SAME = "The throw before showed the same faces: is this another throw, or another picture of that one?"
FEWEST = 3  # dice that seldom show twice the same by chance
PICTURES = 40  # of a match that are compared, the last ones
MOVED = 0.15  # of a die's size; what is nearer to where a die lay was not thrown


def again(reading: wire.Reading, sheet: Sheet, album: Album) -> str:
    """Why what was read may be no new throw, as a question; empty where nothing speaks for that."""
    before, view = list(islice(_readings(sheet, album), PICTURES)), sheet.match.view
    if any(lie_alike(reading, picture) or lie_alike(picture, reading) for picture in before):
        return AGAIN
    if any(_keeps_its_place(die, view.kept or (), reading, before[: view.rolls]) for die in reading.dice):
        return STILL
    return SAME if _show_the_same(reading, sheet) else ""


def _show_the_same(reading: wire.Reading, sheet: Sheet) -> bool:
    """Whether the dice show what the throw before did, and are so many that chance seldom does that."""
    rolls = [play.event.roll for play in sheet.match.line.plays if isinstance(play.event, Throw)]
    faces = Counter(die.face for die in reading.dice)
    return len(reading.dice) >= FEWEST and bool(rolls) and faces == Counter(map(str, rolls[-1].faces))


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
