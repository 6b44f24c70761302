"""The contract between a game and everything around it: a game is a value with three pure functions.

`start(players, options)` gives a frozen state or a `HeaderError`, `play(state, event)` the next state or a `RuleError`,
`view(state)` all that a page or a camera needs. A file in `scoring/games` defines one `GAME`; nothing else knows it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.dice import Die, Roll, RuleError
from scoring.events import Event

State = Any  # each game has its own frozen state; nobody outside looks into it


class HeaderError(RuleError):
    """A match cannot start as asked; `key` names the header line that is at fault."""

    def __init__(self, key: str, sentence: str) -> None:
        super().__init__(sentence)
        self.key = key


@dataclass(frozen=True)
class Option:
    """A rule that households play differently: its name, its default and its choices as header text.

    `choices` is None where the value is free text that the game reads itself (`totals: 8000, 9950`).
    """

    name: str
    default: str
    choices: tuple[str, ...] | None
    text: str


@dataclass(frozen=True)
class Offer:
    """One thing that may be done now: its event, what it is and why it is worth so many points."""

    event: str
    label: str
    points: int


@dataclass(frozen=True)
class Awaits:
    """What the game waits for: a `roll` of so many dice, a `decision`, or nothing more (`over`)."""

    what: str
    dice: int = 0


@dataclass(frozen=True)
class Row:
    """One line of the score card: what a player's turn came to, his total after it, and why."""

    player: str
    what: str
    points: int
    total: int
    why: str = ""


@dataclass(frozen=True)
class View:
    """All that a page or a camera needs to know about a match, in words and numbers."""

    player: str  # whose turn it is; empty when the match is over
    awaits: Awaits
    offers: tuple[Offer, ...]  # everything that may be done now but throwing and adjusting
    points: int  # at risk this turn
    rolls: int  # throws of this turn
    thrown: Roll | None  # dice still lying there from the last throw
    kept: Roll | None  # dice aside
    says: str  # what just happened, and why
    card: tuple[Row, ...]
    totals: tuple[tuple[str, int], ...]  # in seat order
    notes: tuple[str, ...]  # a word beside each total, in seat order; mostly empty
    over: bool
    winners: tuple[str, ...]


@dataclass(frozen=True)
class Game:
    """A game: its identity card, its options, and the three pure functions that are its rules.

    `start` is given checked names and a value for every option. `spellings` are other ways to write a header line,
    such as `first: throw` for `first_player: one_die`.
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
