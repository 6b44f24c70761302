"""The laws that every game in the registry passes without its author writing a test.

Every offered option plays; nothing else does; somebody can always act until the match is over; every match ends under
random play; the same log gives the same state; undo of a play is where we were; text round-trips.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import pytest

from scoring import log
from scoring.dice import SYMBOLS, Face, Roll, RuleError
from scoring.events import Adjust, Bank, Break, Choose, Event, Keep, Throw, parse
from scoring.game import Game, HeaderError, State, View, offered
from scoring.games import games
from scoring.match import Amend, Entry, Match, Redo, Undo

LONGEST = 20_000  # events; a match that has not ended by then never will
MANY = 12  # offers of one view that are tried, drawn at random where there are more
WALK = 600  # events of one match that are looked at closely
NAMES = ("Ann", "Bob Lee", "Cid")


@dataclass(frozen=True)
class House:
    """A game as one household plays it: each option once away from its default."""

    game: Game
    options: tuple[tuple[str, str], ...]

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


EVERY_GAME = pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
EVERY_HOUSE = pytest.mark.parametrize("house", list(houses()), ids=str)


# How chance plays


def thrown(game: Game, state: State, number: int, chance: random.Random) -> Throw:
    """Throw so many dice; where the dice differ, throw until the game finds that they can be these dice."""
    alike = len({die.faces for die in game.dice}) == 1
    while True:
        faces = [chance.choice(die.faces) for die in chance.sample(game.dice, number)]
        event = Throw(Roll(tuple(faces)))
        if alike or plays(game, state, event):
            return event


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
        events.append(thrown(game, state, view.awaits.dice, chance))
    return chance.choice(events)


def some_of(free: Roll, chance: random.Random) -> Roll:
    """Leave some dice lying, but not all."""
    return Roll(tuple(chance.sample(free.faces, chance.randrange(len(free)))))


def walk(house: House, seed: int) -> Iterator[tuple[State, View, Event]]:
    """Play at random to the end; tell every state on the way, what it shows, and what is done next."""
    chance = random.Random(seed)  # noqa: S311 - dice, not secrets
    state = house.sits_down().state
    for _ in range(LONGEST):
        view = house.game.view(state)
        if view.over:
            return
        event = next_event(house.game, state, view, chance)
        yield state, view, event
        state = house.game.play(state, event)
    pytest.fail("the match does not end")


def logged(house: House, seed: int) -> Match:
    match = house.sits_down()
    for _, _, event in walk(house, seed):
        match = match.play(event)
    return match


# The identity card


@EVERY_GAME
def test_a_game_introduces_itself(game: Game) -> None:
    assert game.id == game.id.lower().replace(" ", "-").replace("_", "-")
    assert game.title
    assert_a_sentence(game.about)
    assert 1 <= game.seats[0] <= game.seats[1]
    assert len({die.name for die in game.dice}) == len(game.dice)


@EVERY_GAME
def test_every_option_has_a_default_among_its_choices_and_an_explanation(game: Game) -> None:
    assert len({option.name for option in game.options}) == len(game.options)
    for option in game.options:
        assert option.choices is None or option.default in option.choices
        assert_a_sentence(option.text[0].upper() + option.text[1:])


@EVERY_GAME
def test_other_spellings_lead_to_an_option_and_a_choice(game: Game) -> None:
    lines = {f"{option.name}: {choice}" for option in game.options for choice in option.choices or ()}
    assert set(game.spellings.values()) <= lines
    assert {"first: seat", "first: throw"} <= lines | set(game.spellings)


@EVERY_GAME
def test_an_option_that_makes_no_sense_is_refused_by_its_name(game: Game) -> None:
    names = NAMES[: game.seats[0]]
    for option in game.options:
        for nonsense in ("?!", "1\n2", "# 5"):
            with pytest.raises(HeaderError) as refusal:
                Match.start(game.id, names, {option.name: nonsense})
            assert refusal.value.key == option.name
            assert_a_sentence(str(refusal.value))


# Playing


@EVERY_HOUSE
def test_every_offer_plays_and_nothing_else_does(house: House) -> None:
    chance = random.Random(1)  # noqa: S311 - dice, not secrets
    for state, view, _ in islice(walk(house, 1), WALK):
        offers = [parse(offer.event) for offer in offered(view)]
        allowed = {same(event) for event in offers}
        assert len(allowed) == len(offers)
        some = offers if len(offers) <= MANY else chance.sample(offers, MANY)
        assert all(plays(house.game, state, event) for event in some)
        for event in neighbours(house.game, view, some):
            assert plays(house.game, state, event) == (same(event) in allowed), event


def neighbours(game: Game, view: View, offers: list[Event]) -> Iterator[Event]:
    """Name events near those on offer: a die more, a die less, another die, and what other games allow."""
    yield Bank()
    yield Break()
    yield Keep(Roll())
    yield from (Choose(symbol) for symbol in SYMBOLS)
    faces = game.dice[0].faces
    lying = view.thrown or Roll()
    yield Keep(lying)
    for event in offers:
        if isinstance(event, Keep) and event.roll.faces:
            fewer = event.roll.without(Roll(event.roll.faces[:1]))
            yield Keep(Roll(event.roll.faces[::-1]))
            yield Keep(fewer)
            yield from (Keep(event.roll + Roll((face,))) for face in faces)
            yield from (Keep(fewer + Roll((face,))) for face in lying)


def same(event: Event) -> str:
    """Write an event so that the order of kept dice does not matter."""
    return str(Keep(event.roll.sorted)) if isinstance(event, Keep) else str(event)


@EVERY_HOUSE
def test_only_the_awaited_number_of_dice_may_be_thrown_and_only_with_their_faces(house: House) -> None:
    strange = next(Face(symbol) for symbol in SYMBOLS if all(Face(symbol) not in die.faces for die in house.game.dice))
    chance = random.Random(2)  # noqa: S311 - dice, not secrets
    for state, view, _ in walk(house, 2):
        for number in range(len(house.game.dice) + 1):
            faces = [chance.choice(house.game.dice[0].faces) for _ in range(number)]
            if view.awaits.what != "roll" or number != view.awaits.dice:
                assert not plays(house.game, state, Throw(Roll(tuple(faces))))
            elif faces:
                assert not plays(house.game, state, Throw(Roll((*faces[1:], strange))))


@EVERY_HOUSE
def test_somebody_can_always_act_until_the_match_is_over(house: House) -> None:
    for state, view, _ in walk(house, 3):
        names = [name for name, _ in view.totals]
        assert view.player in names
        assert (view.awaits.what == "roll") == (view.awaits.dice > 0)
        assert view.offers or view.free or view.awaits.what == "roll"
        assert len(view.notes) == len(names)
        assert not view.winners
        assert_a_sentence(view.says)
        assert plays(house.game, state, Adjust(names[-1], -1))


@EVERY_HOUSE
@pytest.mark.parametrize("seed", range(4, 8))
def test_every_match_ends_under_random_play_with_a_winner(house: House, seed: int) -> None:
    view = logged(house, seed).view
    assert (view.awaits.what, view.offers, view.player) == ("over", (), "")
    assert view.winners
    assert set(view.winners) <= {name for name, _ in view.totals}


@EVERY_HOUSE
def test_the_score_card_adds_up_to_the_totals(house: House) -> None:
    totals = dict(house.sits_down().view.totals)
    for row in logged(house, 8).view.card:
        totals[row.player] += row.points
        assert row.total == totals[row.player]
    assert tuple(totals.items()) == logged(house, 8).view.totals


@EVERY_HOUSE
def test_an_adjustment_counts_at_any_time_even_when_the_match_is_over(house: House) -> None:
    match = logged(house, 9)
    for place in range(0, len(match.line.plays), 7):
        assert_adjustable(house.game, match.line.plays[place].state)
    assert_adjustable(house.game, match.state)


def assert_adjustable(game: Game, state: State) -> None:
    name, total = game.view(state).totals[0]
    after = game.view(game.play(state, Adjust(name, -50)))
    assert after.totals[0] == (name, total - 50)
    assert (after.card[-1].what, after.card[-1].points) == ("adjust", -50)
    assert after.over or after.offers or after.free or after.awaits.what == "roll"


@EVERY_GAME
def test_alone_or_with_everybody_a_match_can_begin(game: Game) -> None:
    for number in game.seats:
        names = tuple(f"player {seat}" for seat in range(1, number + 1))
        assert Match.start(game.id, names).view.totals == tuple((name, 0) for name in names)


# The log


@EVERY_HOUSE
def test_the_same_log_gives_the_same_state(house: House) -> None:
    match = logged(house, 10)
    again = house.sits_down()
    for entry in match.entries:
        again = again.add(str(entry))
    assert again == match
    assert again.state == match.state


@EVERY_HOUSE
def test_undo_of_a_play_is_where_we_were_and_redo_where_we_are(house: House) -> None:
    match = house.sits_down()
    for state, _, event in walk(house, 11):
        after = match.play(event)
        undone = after.undo()
        assert undone.state == match.state == state
        assert undone.redo().state == after.state
        match = after


@EVERY_HOUSE
@pytest.mark.parametrize("seed", range(12, 16))
def test_any_sequence_of_entries_is_the_fold_of_what_remains(house: House, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - dice, not secrets
    match, remains = house.sits_down(), Remains(house)
    for _ in range(120):
        entry = any_entry(match, chance)
        try:
            match = match.add(entry)
        except RuleError as refusal:
            assert_a_sentence(str(refusal))
        else:
            remains.takes(len(match.entries), entry)
            assert match.state == remains.folded()
    assert log.read(log.write(match)) == match
    assert log.read(log.write(match)).state == match.state


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
            amended = [(m, entry.event if m == entry.n else event) for m, event in self.stands]
            self.stands = self.as_far_as_legal(amended)
            assert entry.cut or self.stands == amended
        else:
            self.undone = []
            self.stands.append((n, entry))

    def as_far_as_legal(self, stands: list[tuple[int, Event]]) -> list[tuple[int, Event]]:
        """Stop before the first event that is refused."""
        state = self.house.sits_down().state
        for place, (_, event) in enumerate(stands):
            if not plays(self.house.game, state, event):
                return stands[:place]
            state = self.house.game.play(state, event)
        return stands

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
    elif isinstance(entry, Keep) and entry.roll.faces:
        event = Keep(Roll(entry.roll.faces[:-1]))
    return Amend(n, event, chance.random() < 0.5)


@EVERY_HOUSE
def test_an_amended_match_is_the_match_played_so_from_the_start(house: House) -> None:
    match = logged(house, 17)
    for play in match.line.plays[:12]:
        amended = match.amend(play.n, str(play.event))
        assert amended.state == match.state
        other = match.amend(play.n, Adjust(match.players[0], -5), cut=True)
        straight = house.sits_down()
        for kept in other.line.plays:
            straight = straight.play(kept.event)
        assert straight.state == other.state


@EVERY_HOUSE
def test_a_match_written_down_reads_back_and_writes_the_same_text(house: House) -> None:
    match = logged(house, 18).undo().redo().undo()
    text = log.write(match)
    assert log.read(text) == match
    assert log.write(log.read(text)) == text
