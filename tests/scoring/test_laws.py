"""The laws that every game in the registry passes without its author writing a test.

Every offered option plays; nothing else does; somebody can always act until the match is over; every match ends under
random play; the same log gives the same state; undo of a play is where we were; text round-trips.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from itertools import islice

import pytest

from scoring import log
from scoring.dice import SYMBOLS, Face, Roll, RuleError
from scoring.entry import Amend
from scoring.events import Adjust, Bank, Break, Choose, Event, Keep, Throw, parse
from scoring.game import Game, HeaderError, State, View, offered
from scoring.games import games
from scoring.match import Match
from tests.scoring.chance import (
    NAMES,
    House,
    Remains,
    any_entry,
    assert_a_sentence,
    houses,
    logged,
    plays,
    same,
    walk,
)

MANY = 12  # offers of one view that are tried, drawn at random where there are more
WALK = 600  # events of one match that are looked at closely
PAGE = 250  # events of one match that are played again and again
FEW = 0.06  # share of the views with free dice that are looked at: each has up to a thousand ways to leave dice

EVERY_GAME = pytest.mark.parametrize("game", games(), ids=lambda game: game.id)

# Two matches of each house, played at random: its laws are tried one after the other, and share them.
ONE, ANOTHER = 1, 2


# `make test` looks closely at each game's own rules, and at each option away from them a sixteenth as often;
# `make test-long` looks closely at these, too.
LOOKS = [
    *(pytest.param(replace(house, share=16 if house.options else 1), id=str(house)) for house in houses()),
    *(pytest.param(house, id=f"{house} closely", marks=pytest.mark.long) for house in houses() if house.options),
]


@pytest.fixture(scope="module", params=LOOKS)
def house(request: pytest.FixtureRequest) -> House:
    told: House = request.param
    return told


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
        assert_a_sentence(option.text)
        for value, meaning in (option.choices or {}).items():
            assert meaning[0].isupper() or meaning[0].isdigit()
            assert value == value.lower()
            assert "_" not in meaning


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


def test_every_offer_plays_and_nothing_else_does(house: House) -> None:
    chance = random.Random(1)  # noqa: S311 - dice, not secrets
    for state, view, _ in islice(walk(house, ONE), 0, WALK, house.share):
        if view.free is not None and chance.random() > FEW:
            continue
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
    lying = view.thrown
    yield Keep(lying)
    for event in offers:
        if isinstance(event, Keep) and event.roll:
            fewer = event.roll.without(Roll(event.roll.faces[:1]))
            yield Keep(Roll(event.roll.faces[::-1]))
            yield Keep(fewer)
            yield from (Keep(event.roll + Roll((face,))) for face in faces)
            yield from (Keep(fewer + Roll((face,))) for face in lying)


def test_only_the_awaited_number_of_dice_may_be_thrown_and_only_with_their_faces(house: House) -> None:
    strange = next(Face(symbol) for symbol in SYMBOLS if all(Face(symbol) not in die.faces for die in house.game.dice))
    chance = random.Random(2)  # noqa: S311 - dice, not secrets
    for state, view, _ in islice(walk(house, ONE), 0, None, house.share):
        for number in range(len(house.game.dice) + 1):
            faces = [chance.choice(house.game.dice[0].faces) for _ in range(number)]
            if view.awaits.what != "roll" or number != view.awaits.dice:
                assert not plays(house.game, state, Throw(Roll(tuple(faces))))
            elif faces:
                assert not plays(house.game, state, Throw(Roll((*faces[1:], strange))))


def test_somebody_can_always_act_until_the_match_is_over(house: House) -> None:
    for state, view, _ in walk(house, ONE):
        names = [name for name, _ in view.totals]
        assert view.player in names
        assert (view.awaits.what == "roll") == (view.awaits.dice > 0)
        assert view.offers or view.free or view.awaits.what == "roll"
        assert len(view.notes) == len(names)
        assert all(len(box.cells) == len(names) for box in view.pad)
        assert not view.winners
        assert_a_sentence(view.says)
        assert plays(house.game, state, Adjust(names[-1], -1))


@pytest.mark.parametrize("seed", [ONE, ANOTHER])
def test_every_match_ends_under_random_play_with_a_winner(house: House, seed: int) -> None:
    *_, (state, _, event) = walk(house, seed)
    view = house.game.view(house.game.play(state, event))
    assert (view.awaits.what, view.offers, view.player) == ("over", (), "")
    assert view.winners
    assert set(view.winners) <= {name for name, _ in view.totals}


def test_the_score_card_adds_up_to_the_totals(house: House) -> None:
    totals = dict(house.sits_down().view.totals)
    view = logged(house, ONE).view
    for row in view.card:
        totals[row.player] += row.points
        assert row.total == totals[row.player]
    assert tuple(totals.items()) == view.totals


def test_an_adjustment_counts_at_any_time_even_when_the_match_is_over(house: House) -> None:
    match = logged(house, ONE)
    for place in range(0, len(match.line.plays), 7):
        assert_adjustable(house.game, match.line.plays[place].state)
    assert_adjustable(house.game, match.state)


def assert_adjustable(game: Game, state: State) -> None:
    name, total = game.view(state).totals[0]
    after = game.view(game.play(state, Adjust(name, -50)))
    assert after.totals[0] == (name, total - 50)
    assert (after.card[-1].what, after.card[-1].points) == ("adjust", -50)
    assert after.over or after.offers or after.free or after.awaits.what == "roll"


def test_adjustments_that_cancel_out_leave_all_as_it_was(house: House) -> None:
    match = logged(house, ONE)
    states = [match.line.start, *(play.state for play in match.line.plays)]
    for place in {*range(0, len(states), len(states) // 8 + 1), *range(max(len(states) - 4, 0), len(states))}:
        before = house.game.view(states[place])
        for slip in (-200_000, -50, 200_000):
            slips = [Adjust(match.players[place % len(match.players)], points) for points in (slip, -slip)]
            after = house.game.view(reduce(house.game.play, slips, states[place]))
            assert replace(after, card=before.card, says=before.says) == before, slip


@EVERY_GAME
def test_alone_or_with_everybody_a_match_can_begin(game: Game) -> None:
    for number in game.seats:
        names = tuple(f"player {seat}" for seat in range(1, number + 1))
        assert Match.start(game.id, names).view.totals == tuple((name, 0) for name in names)


# Advice


def test_advice_is_about_what_may_be_done_now_and_the_best_comes_first(house: House) -> None:
    for state, view, _ in islice(walk(house, ANOTHER), 80 // house.share):
        advice = house.game.advise(state) if house.game.advise else None
        if advice is None:
            continue
        may = {same(parse(offer.event)) for offer in offered(view)} | (
            {"roll"} if view.awaits.what == "roll" else set()
        )
        assert advice.aim in {"points", "chance"}
        assert_a_sentence(advice.says)
        assert [same_play(one.event) for one in advice.prospects if same_play(one.event) not in may] == []
        values = [one.value for one in advice.prospects]
        assert values == sorted(values, reverse=True)
        assert all(0 <= one.value <= 1 for one in advice.prospects if advice.aim == "chance")
        assert all(one.bust is None or 0 <= one.bust <= 1 for one in advice.prospects)


def same_play(event: str) -> str:
    return event if event == "roll" else same(parse(event))


@EVERY_GAME
def test_players_may_switch_advice_off(game: Game) -> None:
    assert Match.start(game.id, NAMES[: game.seats[1]], {"advice": "off"}).advice is None


# The log


def test_the_same_log_gives_the_same_state(house: House) -> None:
    match = logged(house, ANOTHER, PAGE)
    again = house.sits_down()
    for entry in match.entries:
        again = again.add(str(entry))
    assert again == match
    assert again.state == match.state


def test_undo_of_a_play_is_where_we_were_and_redo_where_we_are(house: House) -> None:
    match = house.sits_down()
    for state, _, event in islice(walk(house, ANOTHER), PAGE):
        after = match.play(event)
        undone = after.undo()
        assert undone.state == match.state == state
        assert undone.redo().state == after.state
        match = after


@pytest.mark.parametrize("seed", [12])
def test_any_sequence_of_entries_is_the_fold_of_what_remains(house: House, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - dice, not secrets
    match, remains = house.sits_down(), Remains(house)
    for _ in range(max(120 // house.share, 30)):
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


def test_an_amended_match_is_the_match_played_so_from_the_start(house: House) -> None:
    match = logged(house, ANOTHER, PAGE)
    plays = match.line.plays
    for play in plays[:: house.share * len(plays) // 16 + 1]:
        amended = match.amend(play.n, str(play.event))
        assert amended.state == match.state
        other = match.amend(play.n, Adjust(match.players[0], -5), cut=True)
        straight = house.sits_down()
        for kept in other.line.plays:
            straight = straight.play(kept.event)
        assert straight.state == other.state


def test_a_die_that_is_corrected_and_corrected_back_leaves_all_as_it_was(house: House) -> None:
    match, chance = logged(house, ANOTHER, PAGE // 4), random.Random(17)  # noqa: S311 - dice, not secrets
    for play in [play for play in match.line.plays if isinstance(play.event, Throw)][: 16 // house.share]:
        for other in islice(_misread(house, play.event, chance), 2):
            try:
                misread = match.add(Amend(play.n, other))
            except RuleError:
                continue
            assert misread.add(Amend(play.n, play.event)).state == match.state


def _misread(house: House, throw: Event, chance: random.Random) -> Iterator[Throw]:
    assert isinstance(throw, Throw)
    while throw.roll.faces:
        faces = [*throw.roll.faces]
        faces[chance.randrange(len(faces))] = chance.choice(chance.choice(house.game.dice).faces)
        yield Throw(Roll(tuple(faces)))


def test_a_match_written_down_reads_back_and_writes_the_same_text(house: House) -> None:
    match = logged(house, ANOTHER, PAGE).undo().redo().undo()
    text = log.write(match)
    assert log.read(text) == match
    assert log.write(log.read(text)) == text


def test_a_match_goes_on_elsewhere_on_paper_as_it_stood_when_the_turn_began(house: House) -> None:
    if not house.game.paper:
        assert not {"totals", "scored"} & {option.name for option in house.game.options}
        return
    told = 0
    for state, view, _ in islice(walk(house, ANOTHER), 0, WALK, house.share):
        try:
            paper = house.game.paper(state)
        except RuleError as refusal:
            assert_a_sentence(str(refusal))
            continue
        told += 1
        options = dict(house.options) | {
            paper.option: paper.between.join(brings for _, brings in paper.brings),
            "next": paper.next,
        }
        on = Match.start(house.game.id, [name for name, _ in paper.brings], options).view
        assert dict(zip(on.totals, on.notes, strict=True)) == dict(zip(view.totals, view.notes, strict=True))
        assert not paper.next or on.player == view.player
    assert told > 3 or "totals" in dict(house.options), "it began with the last turns"
