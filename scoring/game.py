"""The contract between a game and everything around it: a game is a value with three pure functions.

`start(players, options)` gives a frozen state or a `HeaderError`, `play(state, event)` the next state or a `RuleError`,
`view(state)` all that a page or a camera needs. A file in `scoring/games` defines one `GAME`; nothing else knows it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Literal

from scoring.dice import NO_DICE, Die, Roll, RuleError, in_words
from scoring.events import Event

State = Any  # each game has its own frozen state; nobody outside looks into it

Due = Literal["roll", "decision", "over"]  # what a game waits for
Gain = Literal["points", "chance"]  # what odds tell of a play


class HeaderError(RuleError):
    """A match cannot start as asked; `key` names the header line that is at fault."""

    def __init__(self, key: str, sentence: str) -> None:
        super().__init__(sentence)
        self.key = key


@dataclass(frozen=True)
class Option:
    """A rule that households play differently: its name, its default, its choices and what it settles.

    `choices` gives each value as header text with what it means in plain words. It is None where the value is free
    text that the game reads itself (`totals: 8000, 9950`); `examples` are then values that people use.
    """

    name: str
    default: str
    choices: Mapping[str, str] | None
    text: str
    examples: tuple[str, ...] = ()


@dataclass(frozen=True)
class Offer:
    """One thing that may be done now: its event, what it is and why it is worth so many points."""

    event: str
    label: str
    points: int


@dataclass(frozen=True)
class Awaits:
    """What the game waits for: a `roll` of so many dice, a `decision`, or nothing more (`over`)."""

    what: Due
    dice: int = 0


@dataclass(frozen=True)
class Row:
    """One line of the score card: what a player's turn came to, the player's total after it, and why."""

    player: str
    what: str
    points: int
    total: int
    why: str


@dataclass(frozen=True)
class Box:
    """One line of the pad, as it is printed: what it is called, and what stands there for each player, in seat order.

    One that `sums` the others up is filled by itself.
    """

    name: str
    cells: tuple[str, ...]
    sums: bool


LAST_TURNS = "The last turns are on: play them to the end, and begin a new match then."  # others may not sit down


@dataclass(frozen=True)
class Paper:
    """How a match goes on elsewhere, begun on paper: what each player brings, in order of play, and who is next.

    The `option` takes what all of them bring, one after the other and `between` each two of them that; `next` is empty
    while it is thrown for the start.
    """

    option: str
    between: str
    brings: tuple[tuple[str, str], ...]
    next: str


@dataclass(frozen=True)
class View:
    """All that a page or a camera needs to know about a match, in words and numbers."""

    player: str  # whose turn it is; empty when the match is over
    awaits: Awaits
    offers: tuple[Offer, ...]  # everything that may be done now but throwing, adjusting and what `free` allows
    points: int  # at risk this turn
    rolls: int  # throws of this turn
    says: str  # what just happened, and why
    card: tuple[Row, ...]
    totals: tuple[tuple[str, int], ...]  # in seat order
    notes: tuple[str, ...]  # a word beside each total, in seat order; mostly empty
    over: bool
    winners: tuple[str, ...]
    titled: tuple[str, ...] = ()  # who won another title than they did
    thrown: Roll = NO_DICE  # dice still lying there from the last throw
    kept: Roll = NO_DICE  # dice aside
    free: Roll | None = None  # dice of which any, but not all, may stay: `keep` names those, and the others are thrown
    most: int = 0  # throws that a turn has at most, where it ends with the last of them
    leaves: bool = False  # a player said which dice stay, and throws on: what is still on offer is for a change of mind
    pad: tuple[Box, ...] = ()  # from top to bottom, where the game is written on a printed one

    @property
    def victors(self) -> tuple[str, ...]:
        """Everybody who won something, in seat order."""
        return tuple(name for name, _ in self.totals if name in (*self.winners, *self.titled))


def offered(view: View) -> tuple[Offer, ...]:
    """List everything that may be done now but throwing and adjusting: offers, then each distinct keep of free dice."""
    if view.free is None:
        return view.offers
    dice = view.free.sorted.faces
    stays = {Roll(some) for number in range(len(dice)) for some in combinations(dice, number)}
    in_order = sorted(stays, key=lambda roll: (-len(roll), [face.rank for face in roll]))
    return (*view.offers, *(Offer(f"keep {roll}".rstrip(), _stay(roll, len(dice)), 0) for roll in in_order))


def _stay(roll: Roll, number: int) -> str:
    dice = in_words(number - len(roll))
    return f"Keep {roll} and throw {dice}" if roll else f"Throw all {dice} again"


@dataclass(frozen=True)
class Prospect:
    """One thing that may be done now, and what the best play from there comes to.

    `bust` is the chance that the next throw on this way loses the turn's points, `brings` what that throw scores on
    average; both are None where no throw follows or nothing can be lost.
    """

    event: str  # the event of an offer, or `roll`
    value: float  # what Advice.aim says: expected points, or a chance from 0 to 1
    then: str = ""  # what the best play does next: `then bank`, `then throw 3 dice`
    bust: float | None = None
    brings: float | None = None


@dataclass(frozen=True)
class Advice:
    """The odds: what may be done now, the best first, and a sentence that says so."""

    aim: Gain  # `points`: a value is the expected points of the turn; `chance`: the chance of `goal`
    goal: str  # in words: `points of this turn`, `to beat 10,050`, `to make Phase 1`
    prospects: tuple[Prospect, ...]
    says: str


@dataclass(frozen=True)
class Game:
    """A game: its identity card, its options, and the three pure functions that are its rules.

    `start` is given checked names and a value for every option. `spellings` are other ways to write a header line,
    such as `first: throw` for `first_player: one_die`. `advise`, where there is one, tells the odds, and None where
    there is nothing to decide. `laid`, where there is one, lays the dice out by a match's options, in place of `dice`.
    `counted`, where there is one, tells an event by the faces that count, where dice may be others that stand for them.
    `paper`, where there is one, tells how a match goes on elsewhere from a state; what is open of a turn begins anew.
    It raises RuleError where something stands that cannot be told so.
    """

    id: str
    title: str
    about: str
    kit: str
    seats: tuple[int, int]
    dice: tuple[Die, ...]
    options: tuple[Option, ...]
    start: Callable[[tuple[str, ...], Mapping[str, str]], State]
    play: Callable[[State, Event], State]
    view: Callable[[State], View]
    spellings: Mapping[str, str] = field(default_factory=dict)
    advise: Callable[[State], Advice | None] | None = None
    laid: Callable[[Mapping[str, str]], tuple[Die, ...]] | None = None
    counted: Callable[[State, Event], Event] | None = None
    paper: Callable[[State], Paper] | None = None
