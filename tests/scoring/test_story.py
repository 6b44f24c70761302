"""How a match went: turns as the score card has them, luck that is nothing on average, and what dice can show."""

from itertools import product
from pathlib import Path

import pytest

from scoring.advice.turns import every_throw
from scoring.dice import Die, Face, Roll, pips
from scoring.events import Throw
from scoring.fairness import Sample, sample, verdict
from scoring.games import game
from scoring.log import read
from scoring.match import Match
from scoring.story import story
from tests.scoring.test_golden import EVERY_MATCH


def after(*events: str, players: tuple[str, ...] = ("Ann", "Bob"), **options: str) -> Match:
    match = Match.start("jack-stone", players, options)
    for event in events:
        match = match.play(event)
    return match


@EVERY_MATCH
def test_the_turns_of_a_match_add_up_to_its_totals_but_for_what_the_table_agreed(path: Path) -> None:
    match = read(path.read_text())
    told = story(match)
    agreed = {
        name: sum(row.points for row in match.view.card if (row.player, row.what) == (name, "adjust"))
        for name in match.players
    }
    for (name, total), begun in zip(match.view.totals, told.start, strict=True):
        assert begun + sum(turn.points for turn in told.turns if turn.player == name) + agreed[name] == total


def test_the_luck_of_a_throw_is_nothing_on_average() -> None:
    first = after()
    total = ways_of_all = 0.0
    for roll, ways in every_throw(game("jack-stone").dice[0], 6):
        match = first.play(Throw(roll))
        while match.view.player == "Ann":
            match = match.play(match.view.offers[0].event)
        luck = story(match).turns[0].luck
        assert luck is not None
        total, ways_of_all = total + ways * luck, ways_of_all + ways
    assert total / ways_of_all == pytest.approx(0, abs=1e-6)


def test_a_turn_that_draws_cards_is_one_turn() -> None:
    match = Match.start("high-roll", ["Ann", "Bob"])
    for event in ("roll 1 1 2 2 3 3 4 4 5 5", "card 500", "roll 6 6 6 1 2 3 4 5 1 2", "choose 6", "roll 1 1 2 2 3 3 4"):
        match = match.play(event)
    (turn,) = story(match).turns
    assert (turn.player, turn.points, match.view.totals[0]) == ("Ann", 500, ("Ann", 500))
    assert len(story(match.undo()).turns) == 1  # a turn under way, with what it has drawn so far
    assert turn.luck is not None
    assert turn.luck < 0


NOTHING = "roll 1 1 2 2 3 3 4 4 5 5"
SIXES = ("roll 6 6 6 6 1 2 3 4 5 1", "choose 6")


@pytest.mark.parametrize(
    ("events", "points", "why"),
    [
        (("card 500", *SIXES, "roll 1 1 2 2 3 3"), 500, "no three of a kind in 1 1 2 2 3 3 4 4 5 5"),
        (("card 500", *SIXES, "bank"), 9500, ""),
        (("card 500", NOTHING, "card 1000", *SIXES, "roll 1 1 2 2 3 3"), 1500, ""),
    ],
    ids=["card", "card and pads", "two cards"],
)
def test_a_turn_has_the_reason_of_all_that_it_brought_or_none(events: tuple[str, ...], points: int, why: str) -> None:
    match = Match.start("high-roll", ["Ann", "Bob"])
    for event in (NOTHING, *events):
        match = match.play(event)
    ann, _ = story(match).players
    assert ann.best
    assert (ann.best.points, ann.best.why) == (points, why)


def test_a_turn_that_the_table_ends_is_told_and_leaves_nothing_to_the_next() -> None:
    match = Match.start("high-roll", ["Ann", "Bob"], {"totals": "110000, 0"})
    for event in (NOTHING, "card 500", "adjust Ann 20000", NOTHING, "card 1000", *SIXES, "roll 1 1 2 2 3 3"):
        match = match.play(event)
    told = [(turn.player, turn.points, turn.why) for turn in story(match).turns]
    assert told == [
        (name, points, "no three of a kind in 1 1 2 2 3 3 4 4 5 5") for name, points in (("Ann", 500), ("Bob", 1000))
    ]


def test_a_turn_that_brings_nothing_has_the_reason_for_that() -> None:
    match = Match.start("high-roll", ["Ann", "Bob"])
    for event in (*SIXES, "roll 1 1 2 2 3 3"):
        match = match.play(event)
    assert [turn.why for turn in story(match).turns] == ["1 1 2 2 3 3 has no 6, 9,000 points lost"]


def test_a_card_that_fills_the_rack_is_all_that_its_turn_comes_to() -> None:
    match = Match.start("high-roll", ["Ann", "Bob"], {"totals": "121500, 0"})
    [turn] = story(match.play("roll 1 1 2 2 3 3 4 4 5 6").play("card 5000")).turns
    assert turn.luck is not None
    assert round(turn.luck, 1) == round(5000 - 6851.5, 1)


@pytest.mark.parametrize("players", [["Ann"], ["Ann", "Bob"]])
def test_a_card_that_ends_the_turn_is_all_that_it_comes_to(players: list[str]) -> None:
    match = Match.start("high-roll", players, {"after_bonus": "end_turn"})
    [turn] = story(match.play(NOTHING).play("card 500")).turns
    assert turn.luck is not None
    assert round(turn.luck, 1) == round(500 - 6851.5, 1)


def test_a_poor_choice_is_no_bad_luck() -> None:
    played = after("roll 1 1 1 2 3 4", "keep 1", "bank", totals="9000, 0", keep_rule="any")
    assert [turn.luck for turn in story(played).turns] == [None]  # with all three 1s the match was won


def test_a_turn_without_points_is_counted_and_the_best_turn_named() -> None:
    told = story(after("roll 2 2 3 3 4 6", "roll 1 1 1 2 3 4", "keep 1 1 1", "bank", "roll 2 2 3 3 4 6"))
    ann, bob = told.players
    assert (ann.turns, ann.empty, ann.best) == (2, 2, None)
    assert (bob.turns, bob.empty, bob.best and bob.best.points) == (1, 0, 1000)


def test_what_the_table_agreed_upon_since_the_last_turn_is_in_the_totals_now() -> None:
    told = story(after("adjust Ann 300", "roll 2 2 3 3 4 6", "adjust Bob -50"))
    assert ([turn.totals for turn in told.turns], told.now) == ([(300, 0)], (300, -50))


def test_a_play_that_was_taken_back_tells_nothing() -> None:
    assert story(after("roll 2 2 3 3 4 6").undo()).turns == ()


def test_no_luck_is_told_where_the_odds_of_a_turn_are_not_known() -> None:
    match = Match.start("yahtzee", ["Ann"]).play("roll 5 5 5 2 2").play("choose full house")
    assert [turn.luck for turn in story(match).turns] == [None]


def thrown(*counts: int) -> Sample:
    return sample([Roll((Face(str(face)),)) for face, count in enumerate(counts, 1) for _ in range(count)], pips(1))


def test_fifty_throws_of_six_dice_cannot_tell_a_bias_of_a_fifth() -> None:
    told = verdict(thrown(50, 50, 50, 50, 50, 50))
    assert told.p == 1
    assert round(told.chance, 2) == 0.18
    assert told.says == (
        "No sign of a bias, but 300 dice would miss most: it takes some 1,604 to show a face that comes 20 % too often "
        "with a chance of 80 %, and these have 18 %."
    )


def test_a_loaded_die_is_seen_and_few_dice_are_not_judged() -> None:
    loaded = verdict(thrown(20, 20, 20, 20, 20, 60))
    assert loaded.p is not None
    assert loaded.p < 0.001
    assert loaded.says.startswith(
        "Fair dice come as far off as this less than once in a thousand samples: look whether faces"
    )
    assert verdict(thrown(4, 1, 1, 1, 1, 1)).p is None


def test_of_dice_that_differ_only_throws_of_all_count_and_each_group_has_its_own_freedom() -> None:
    red, blue = (Die(name, tuple(Face(symbol, name[0]) for symbol in "123456")) for name in ("R", "B"))
    rolls = [Roll((one, other)) for one, other in product(red.faces, blue.faces)]
    found = sample([*rolls, Roll((red.faces[0],))], (red, blue))
    assert (found.throws, found.dice, found.freedom) == (36, 72, 10)
    assert set(found.counts) == {6}
    assert set(found.expected) == {6.0}
    assert verdict(found).says.endswith(
        " One throw of fewer dice is not counted: nobody knows which dice of the set it was of."
    )
    assert "not counted" not in verdict(sample(rolls, (red, blue))).says
