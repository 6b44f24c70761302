"""What was: a match before one of its plays, how it went, and what the dice showed."""

from collections.abc import Iterable, Iterator
from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel

from api import telling, wire
from api.house import InHouse, MatchId, SeqInPath, problems
from api.ledger import Throws
from api.problem import Problem
from api.store import Heading
from scoring.dice import Die, Roll
from scoring.fairness import sample, verdict
from scoring.games import game
from scoring.header import laid_dice
from scoring.story import Telling, Turn, rolls, story

at_past = APIRouter(responses=problems(404, 409))

_Thrown = tuple[Heading, tuple[Roll, ...]]  # a match, and throws of it


class Count(BaseModel):
    """How often a face came, and on average with fair dice; None where nobody knows which faces the dice have."""

    face: str
    count: int
    expected: float | None


class Fairness(BaseModel):
    """A set of dice: its counts, the chi-square test, and the chance that so many dice show a bias of 20 %.

    `p` is how often fair dice come as far off, None where they are too few to test; `needed` is how many dice show such
    a bias with a chance of 80 %, 0 where no number does since nobody knows which faces the dice have.
    """

    kit: str
    title: str
    matches: int
    throws: int
    dice: int
    counts: list[Count]
    chi_square: float
    freedom: int
    p: float | None
    chance: float
    needed: int
    says: str


class Story(BaseModel):
    """How a match went: the totals at the start, its turns, the totals now, each player's match, and the dice."""

    id: str
    title: str
    start: tuple[int, ...]
    turns: tuple[Turn, ...]
    now: tuple[int, ...]
    players: tuple[Telling, ...]
    dice: Fairness


class Thrown(BaseModel):
    """Every set of dice that matches were played with, the most thrown first.

    Some matches may be `left`, which were not counted yet: ask again.
    """

    sets: list[Fairness]
    left: int = 0


@at_past.get("/api/matches/{match_id}/before/{n}")
def before(match_id: MatchId, n: SeqInPath, house: InHouse) -> wire.View:
    """Show a match as it stood before play `n`: what could have been done there."""
    match = house.table.sheet(match_id).match
    line, plays = match.line.parted(n)
    if not plays:
        raise Problem(404, f"Entry {n} is not a play that stands: open one from the score card.", "entry")
    return telling.view_of(game(match.game).view(line.state))


@at_past.get("/api/matches/{match_id}/story")
def tell(match_id: MatchId, house: InHouse) -> Story:
    """Tell how a match went: turns, best turns, luck, and what the dice showed."""
    sheet = house.table.sheet(match_id)
    told = story(sheet.match)
    return Story(
        id=sheet.id,
        title=game(sheet.match.game).title,
        start=told.start,
        turns=told.turns,
        now=told.now,
        players=told.players,
        dice=_fairness([(sheet.heading, rolls(sheet.match))]),
    )


@at_past.get("/api/fairness")
def list_fairness(house: InHouse) -> Thrown:
    """List every set of dice with what it showed in all matches; demo matches are left out, for theirs are pictures.

    A throw counts once, though its match was brought in again.
    """
    found, sets = house.ledger.throws(), dict[tuple[str, str, Any], list[_Thrown]]()
    headings = ((house.table.store.heading(one.id), one.seq, throws) for one, throws in found.told)
    played = [(heading, seq, throws) for heading, seq, throws in headings if heading and throws and not heading.demo]
    for heading, thrown in _once(played):
        sets.setdefault((heading.kit, heading.dice, _printed(_dice(heading))), []).append((heading, thrown))
    told = [_fairness(matches) for matches in sets.values()]
    return Thrown(sets=sorted((one for one in told if one.dice), key=lambda one: -one.dice), left=found.left)


def _once(played: Iterable[tuple[Heading, int, Throws]]) -> Iterator[_Thrown]:
    """Each match with its throws, but for those that it has in common with one that was told more of."""
    known: set[str] = set()
    for heading, _, throws in sorted(played, key=lambda told: (-told[1], told[0].begun)):
        yield heading, tuple(Roll.parse(roll) for n, roll in throws.rolls if throws.pasts[n - 1] not in known)
        known.update(throws.pasts)


def _dice(heading: Heading) -> tuple[Die, ...]:
    return laid_dice(game(heading.game), heading.options)


def _printed(dice: tuple[Die, ...]) -> tuple[Any, ...]:
    """What is printed on dice, in whatever order it was told; how many there are counts only where they differ."""
    faces = sorted(tuple(sorted(face.rank for face in die.faces)) for die in dice)
    return tuple(faces) if faces[0] != faces[-1] else faces[0]


def _fairness(matches: list[_Thrown]) -> Fairness:
    """What the dice of some matches showed, all of one set."""
    first, thrown = matches[0][0], [throws for _, throws in matches]
    found = sample([roll for each in thrown for roll in each], _dice(first))
    judged = verdict(found)
    means = found.expected or (None,) * len(found.faces)
    dice = telling.dice_of(first)
    return Fairness(
        kit=dice.id,
        title=dice.title,
        matches=sum(map(bool, thrown)),
        throws=found.throws,
        dice=found.dice,
        counts=[
            Count(face=str(face), count=count, expected=mean)
            for face, count, mean in zip(found.faces, found.counts, means, strict=True)
        ],
        chi_square=judged.chi_square,
        freedom=found.freedom,
        p=judged.p,
        chance=judged.chance,
        needed=judged.needed,
        says=judged.says,
    )
