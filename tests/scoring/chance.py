"""How chance plays: a game as a household plays it, throws and choices at random, and what remains of a log."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice

import pytest

from scoring.dice import Die, Face, Roll, RuleError
from scoring.entry import Amend, Entry, Redo, Undo
from scoring.events import Adjust, Bank, Event, Keep, Throw, parse
from scoring.game import Game, State, View
from scoring.games import games
from scoring.match import Match

LONGEST = 20_000  # events; a match that has not ended by then never will
NAMES = ("Ann", "Bob Lee", "Cid")


@dataclass(frozen=True)
class House:
    """A game as one household plays it: each option once away from its default."""

    game: Game = field(hash=False)
    options: tuple[tuple[str, str], ...]
    share: int = 1  # of how many looks at a match one is taken

    def __str__(self) -> str:
        return ", ".join([self.game.id, *(f"{name} {value}" for name, value in self.options)])

    def sits_down(self) -> Match:
        """Begin a match with three players, or as many as there may be."""
        names = NAMES[: self.game.seats[1]]
        return Match.start(self.game.id, names, dict(self.options))


def houses() -> Iterator[House]:
    for game in games():
        yield House(game, ())
        for option in game.options:
            for choice in option.choices or option.examples:
                if choice != option.default:
                    yield House(game, ((option.name, choice),))


def thrown(game: Game, state: State, view: View, chance: random.Random) -> Throw:
    """Throw the dice; where they differ, those that did not stay, until the game finds that they can be these dice."""
    alike = len({die.faces for die in game.dice}) == 1
    while True:
        dice = [] if alike else others(list(game.dice), list(view.kept), chance)
        dice = dice or list(game.dice)  # where any dice may be played, what stayed may be of no set
        faces = [chance.choice(die.faces) for die in chance.sample(dice, view.awaits.dice)]
        event = Throw(Roll(tuple(faces)))
        if alike or plays(game, state, event):
            return event


def others(dice: list[Die], stayed: list[Face], chance: random.Random) -> list[Die]:
    """Take away a die for each face that stayed, at random among the dice that show it."""
    for die in chance.sample(dice, len(dice)) if stayed else ():
        if stayed[0] in die.faces:
            left = others([other for other in dice if other is not die], stayed[1:], chance)
            if len(left) == len(dice) - len(stayed):
                return left
    return [] if stayed else dice


def plays(game: Game, state: State, event: Event) -> bool:
    try:
        game.play(state, event)
    except RuleError as refusal:
        assert_a_sentence(str(refusal))
        return False
    return True


def assert_a_sentence(text: str) -> None:
    assert text[0].isupper() or text[0] in "`0123456789", text
    assert text.endswith("."), text


def next_event(game: Game, state: State, view: View, chance: random.Random) -> Event:
    """Choose among all that may be done now: an offer, or the dice."""
    events = [parse(offer.event) for offer in view.offers]
    if view.free is not None:
        events += [Keep(some_of(view.free, chance)) for _ in range(3)]
    if view.awaits.what == "roll":
        events.append(thrown(game, state, view, chance))
    return chance.choice(events)


def some_of(free: Roll, chance: random.Random) -> Roll:
    """Leave some dice lying, but not all."""
    return Roll(tuple(chance.sample(free.faces, chance.randrange(len(free)))))


def walk(house: House, seed: int) -> Iterator[tuple[State, View, Event]]:
    """Play at random to the end; tell every state on the way, what it shows, and what is done next."""
    return iter(_walked(house, seed))


@lru_cache(maxsize=2)  # several laws look at the same match
def _walked(house: House, seed: int) -> list[tuple[State, View, Event]]:
    chance = random.Random(seed)  # noqa: S311 - dice, not secrets
    state, told = house.sits_down().state, []
    for _ in range(LONGEST):
        view = house.game.view(state)
        if view.over:
            return told
        event = next_event(house.game, state, view, chance)
        told.append((state, view, event))
        state = house.game.play(state, event)
    pytest.fail("the match does not end")


@lru_cache(maxsize=3)
def logged(house: House, seed: int, most: int = LONGEST) -> Match:
    """A match played so at random, or its first events."""
    match = house.sits_down()
    for _, _, event in islice(walk(house, seed), most):
        match = match.play(event)
    return match


def same(event: Event) -> str:
    """Write an event so that the order of kept dice does not matter."""
    return str(Keep(event.roll.sorted)) if isinstance(event, Keep) else str(event)


def misread(was: Event, now: Event) -> list[tuple[Face, Face]]:
    """Tell the dice of a throw that are others now, where the rest lie in the same order."""
    if not isinstance(was, Throw) or not isinstance(now, Throw) or len(was.roll) != len(now.roll):
        return []
    wrong = [pair for pair in zip(was.roll, now.roll, strict=True) if pair[0] != pair[1]]
    return [] if {old for old, _ in wrong} & {new for _, new in wrong} else wrong


def as_it_lay(event: Event, view: View, wrong: list[tuple[Face, Face]]) -> Event:
    """Keep what lies there in place of what was read wrong."""
    if not isinstance(event, Keep):
        return event
    kept, there = list(event.roll), list(view.free or view.thrown)
    for face in set(kept) if there else ():
        really, gone = [new for old, new in wrong if old == face], kept.count(face) - there.count(face)
        if 0 < gone < len(really) and len(set(really)) > 1:
            return event
        for _ in range(gone):
            if really:
                kept[kept.index(face)] = really.pop(0)
    return Keep(Roll(tuple(kept)))


class Remains:
    """What remains of a log, by the slowest means: a list of numbered events, played from the start each time."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.stands: list[tuple[int, Event]] = []
        self.undone: list[tuple[int, Event]] = []

    def takes(self, n: int, entry: Entry) -> None:
        """Take entry n into the list."""
        if isinstance(entry, Undo):
            self.undone.append(self.stands.pop())
        elif isinstance(entry, Redo):
            self.stands.append(self.undone.pop())
        elif isinstance(entry, Amend):
            self.undone = []
            was = next(event for m, event in self.stands if m == entry.n)
            amended = [(m, entry.event if m == entry.n else event) for m, event in self.stands]
            self.stands = self.as_far_as_legal(amended, [] if entry.cut else misread(was, entry.event))
            assert entry.cut or len(self.stands) == len(amended)
        else:
            self.undone = []
            self.stands.append((n, entry))

    def as_far_as_legal(
        self, stands: list[tuple[int, Event]], wrong: list[tuple[Face, Face]]
    ) -> list[tuple[int, Event]]:
        """Stop before the first event that is refused; dice that were read `wrong` are kept as they lay."""
        state, legal = self.house.sits_down().state, []
        for n, told in stands:
            event = as_it_lay(told, self.house.game.view(state), wrong)
            if not plays(self.house.game, state, event):
                return legal
            legal.append((n, event))
            state = self.house.game.play(state, event)
        return legal

    def folded(self) -> State:
        """Play what stands from the start."""
        state = self.house.sits_down().state
        for _, event in self.stands:
            state = self.house.game.play(state, event)
        return state


def any_entry(match: Match, chance: random.Random) -> Entry:
    """Name something that people do at a table: play, take back, play again, correct an earlier entry, agree."""
    kind = chance.choice(["play"] * 6 + ["undo", "undo", "redo", "amend", "amend", "adjust"])
    if kind == "undo":
        return Undo()
    if kind == "redo":
        return Redo()
    if kind == "adjust":
        return Adjust(chance.choice(match.players), chance.randint(-300, 300))
    if kind == "amend":
        return amendment(match, chance)
    game = next(game for game in games() if game.id == match.game)
    return Adjust(match.players[0], -100) if match.view.over else next_event(game, match.state, match.view, chance)


def amendment(match: Match, chance: random.Random) -> Amend:
    """Correct an entry near the end: one die of a throw was misread, or the player meant something else."""
    n = chance.randint(max(0, len(match.entries) - 6), len(match.entries) + 1)
    entry = match.entries[n - 1] if 0 < n <= len(match.entries) else Bank()
    event: Event = Bank()
    if isinstance(entry, Throw):
        event = Throw(Roll((*entry.roll.faces[:-1], chance.choice(entry.roll.faces))))
    elif isinstance(entry, Keep) and entry.roll:
        event = Keep(Roll(entry.roll.faces[:-1]))
    return Amend(n, event, chance.random() < 0.5)
