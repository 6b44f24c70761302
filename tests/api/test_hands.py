"""Hands on the table become events: whole matches are understood without a tap, and what is open is asked."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from api.hands import LAID_RIGHT, UNFIT, Meant, Seen, meant, played
from scoring import log
from scoring.dice import NO_DICE, Roll, RuleError
from scoring.events import Adjust, Bank, Break, Choose, Keep, Throw
from scoring.game import offered
from scoring.games import game
from scoring.match import Match

SAMPLES = Path(__file__).parents[2] / "samples" / "matches"
FIVE = ("ten-grand", "ten-thousand", "jack-stone", "phase-10", "high-roll")
OPTIONS = {
    "high-roll": {"bonus_draw": "app", "goal": "40000"},
    "phase-10": {"scored": "36 40 45 49 52 50 38 30; 36", "phase10_dice": "any"},
}
ENOUGH = 400  # points at which the house stops
SHORT = 2  # the seed of matches that are soon over


def threw(thrown: str, aside: str = "", *, area: bool = False) -> Seen:
    """Write down a throw, with the dice that lie aside."""
    roll = Roll.parse(thrown)
    return Seen(roll, len(roll), Roll.parse(aside), area)


def rests(match: Match, *, area: bool = False) -> Iterator[Seen]:
    """What a camera sees while a match is played: throws, dice put aside, and all dice taken up after a stop."""
    now, aside, lying = Match.start(match.game, match.players, match.options), NO_DICE, 0
    for play in match.line.plays:
        event = play.event
        if isinstance(event, Throw):
            yield Seen(event.roll, len(event.roll), aside, area)
            lying = len(event.roll) + len(aside)
        now = now.add(event)
        if isinstance(event, Keep | Choose):
            aside = now.view.kept
            yield Seen(aside=aside, area=area)
            aside = NO_DICE if not now.view.awaits.dice - lying else aside
        if isinstance(event, Bank) or not now.view.rolls:
            aside = NO_DICE
            yield Seen(empty=True, before=lying, area=area)


def followed(match: Match, seen: Iterator[Seen]) -> tuple[Match, list[Meant]]:
    """Play what is understood of some rests; gives the match, and what had to be asked."""
    now, aside, asked = Match.start(match.game, match.players, match.options), NO_DICE, []
    for rest in seen:
        if not rest.number and not rest.empty:
            aside = rest.aside
            continue
        understood = meant(now, rest, aside)
        if understood is None:
            continue
        if not understood.sure:
            asked.append(understood)
            return now, asked
        way = understood.options[0]
        now = played(now, (*way.events, f"roll {rest.thrown}") if way.dice else way.events)
        aside = NO_DICE
    return now, asked


def faces_thrown(match: Match, chance: random.Random) -> Roll:
    """Throw as many dice as are due."""
    dice = chance.sample(game(match.game).dice, match.view.awaits.dice)
    return Roll(tuple(chance.choice(die.faces) for die in dice))


@cache
def house_match(game_id: str, seed: int) -> Match:
    """A whole match of a house that stops where throwing all dice again would be another choice."""
    chance = random.Random(seed)  # noqa: S311 - dice of a test
    match = Match.start(game_id, ["Ann", "Bob"], OPTIONS.get(game_id, {}))
    while not match.view.over:
        match = decided(match, chance) if match.view.awaits.what == "decision" else throwing(match, chance)
    return match


def throwing(match: Match, chance: random.Random) -> Match:
    bank = next((offer for offer in match.view.offers if offer.event == "bank"), None)
    fresh = match.view.awaits.dice == len(game(match.game).dice)
    if bank and (bank.points >= ENOUGH or fresh):
        return match.play("bank")
    while True:
        try:
            after = match.play(Throw(faces_thrown(match, chance)))
        except RuleError:
            continue  # dice that cannot all show that
        if not hot(after):
            return after


def hot(match: Match) -> bool:
    """Whether all dice may be set aside and thrown on, and the turn ended as well: what hands do is the same then."""
    if match.view.awaits.what != "decision" or match.view.free is not None:
        return False
    after = [match.play(offer.event).view for offer in match.view.offers if offer.event.startswith("keep")]
    every = len(game(match.game).dice)
    return any(view.offers for view in after) and any(view.awaits.dice in (len(view.kept), every) for view in after)


def decided(match: Match, chance: random.Random) -> Match:
    if match.view.free is None:
        keeps = [offer for offer in match.view.offers if offer.event != "bank"] or list(match.view.offers)
        return match.play(keeps[0].event)
    if match.view.points:
        return match.play("bank")
    stays = [offer for offer in offered(match.view) if offer.event.startswith("keep ")]
    return match.play(chance.choice(stays).event)


@pytest.mark.parametrize("game_id", FIVE)
@pytest.mark.parametrize("area", [False, True], ids=["no-areas", "keep-area"])
@pytest.mark.parametrize(
    "seed", [SHORT, pytest.param(0, marks=pytest.mark.long), pytest.param(1, marks=pytest.mark.long)]
)
def test_a_whole_match_is_understood_without_a_tap(game_id: str, area: bool, seed: int) -> None:
    match = house_match(game_id, seed)
    assert match.view.over
    found, asked = followed(match, rests(match, area=area))
    assert not asked, (asked[0], log.write(found)[-300:], log.write(match)[len(log.write(found)) - 50 :][:200])
    assert log.write(found) == log.write(match)


def jack(*events: str, **options: str) -> Match:
    """A match of Jack Stone after some events."""
    return played(Match.start("jack-stone", ["Ann", "Bob"], options), events)


def events(understood: Meant | None) -> list[tuple[str, ...]]:
    """What may have been meant."""
    assert understood
    return [way.events for way in understood.options]


def test_dice_that_stayed_were_kept_and_the_others_thrown() -> None:
    understood = meant(jack("roll 1 3 3 4 4 6"), threw("2 2 2 3 4", "1"))
    assert understood
    assert understood.sure
    assert understood.says == "Ann keeps 1. Ann throws 2 2 2 3 4."


def test_what_lies_aside_decides_between_two_keeps_of_so_many_dice() -> None:
    match = jack("roll 1 5 3 3 4 6", keep_rule="any")
    assert events(meant(match, threw("2 2 2 3 4", "5"))) == [("keep 5",)]
    understood = meant(match, threw("2 2 2 3 4"))
    assert understood
    assert not understood.sure
    assert set(events(understood)) == {("keep 1",), ("keep 5",)}


def test_dice_aside_that_may_not_be_kept_are_asked() -> None:
    understood = meant(jack("roll 1 5 3 3 4 6", keep_rule="any"), threw("2 2 2 3 4", "3"))
    assert understood
    assert not understood.sure


@pytest.mark.parametrize("thrown", ["2 2 2", "2 2 2 3 4 6 6"])
def test_a_number_of_dice_that_fits_nothing_is_asked(thrown: str) -> None:
    understood = meant(jack("roll 1 3 3 4 4 6"), threw(thrown))
    assert understood
    assert (understood.options, understood.sure) == ((), False)
    assert "that fits no choice of Ann's" in understood.says
    understood = meant(jack(), threw(thrown))
    assert understood
    assert "and 6 are due" in understood.says


def test_a_full_set_while_fewer_are_due_is_the_next_players_throw() -> None:
    assert events(meant(jack("roll 1 3 3 4 4 6", "keep 1"), threw("2 2 3 3 4 6"))) == [("bank",)]
    assert events(meant(jack("roll 1 3 3 4 4 6"), threw("2 2 3 3 4 6"))) == [("keep 1", "bank")]


@pytest.mark.parametrize("before", [("roll 1 3 3 4 4 6",), ("roll 1 3 3 4 4 6", "keep 1")], ids=["open", "tapped"])
@pytest.mark.parametrize("aside", ["", "1"], ids=["swept", "lay alone"])
def test_a_kept_die_that_may_lie_among_the_thrown_ones_is_asked_about(before: tuple[str, ...], aside: str) -> None:
    six = Roll.parse("1 3 4 2 2 2")
    match, alone = jack(*before), Roll.parse(aside)
    understood = meant(match, Seen(six, 6, gone=Roll.parse("1")), alone)
    assert understood
    assert not understood.sure
    assert [(way.events[-1:], way.dice) for way in understood.options][:1] == [(("bank",), 6)]
    pushed = understood.options[-1]
    assert (("keep 1", *pushed.events)[-1], pushed.dice) == ("keep 1", 5)
    assert pushed.says.endswith("Ann throws 3 4 2 2 2.")
    assert understood.says.startswith("Dice that Ann kept may lie among those that seem thrown")


@pytest.mark.parametrize("before", [("roll 1 1 2 3 4 6",), ("roll 1 1 2 3 4 6", "keep 1 1")], ids=["open", "tapped"])
def test_where_a_camera_sees_all_dice_anew_those_kept_may_lie_among_them_sooner_than_the_turn_is_over(
    before: tuple[str, ...],
) -> None:
    understood = meant(jack(*before), Seen(Roll.parse("1 1 5 2 3 4"), 6, anew=True))
    assert understood
    assert not understood.sure
    goes_on, *_, stops = understood.options
    assert ((*before, *goes_on.events)[-1], goes_on.dice, goes_on.among, goes_on.by) == ("keep 1 1", 4, "1 1", "Ann")
    assert goes_on.says.endswith("Ann throws 5 2 3 4.")
    assert (stops.events[-1], stops.dice, stops.among, stops.by) == ("bank", 6, "", "Bob")


def test_kept_dice_that_show_other_faces_than_the_score_has_are_told() -> None:
    understood = meant(jack("roll 1 1 5 3 4 6", "keep 1 1 5"), threw("2 2 3", "1 1 2"))
    assert understood
    assert (understood.says, understood.sure) == (UNFIT, False)
    assert events(understood) == [()]


@pytest.mark.parametrize(("thrown", "gone"), [("1 3 4 2 2 2", ""), ("1 3 4 2 2 2", "6"), ("2 3 4 2 2 2", "1")])
def test_dice_that_lie_where_they_lay_or_show_what_none_of_the_thrown_does_raise_no_question(
    thrown: str, gone: str
) -> None:
    understood = meant(jack("roll 1 3 3 4 4 6"), Seen(Roll.parse(thrown), 6, gone=Roll.parse(gone)))
    assert understood
    assert understood.sure
    assert events(understood) == [("keep 1", "bank")]


def test_of_two_kept_dice_the_one_that_was_knocked_is_not_thrown_without_a_question() -> None:
    match = jack("roll 1 5 3 3 4 6", keep_rule="any")
    understood = meant(match, Seen(Roll.parse("5 2 2 3 4"), 5, Roll.parse("1"), gone=Roll.parse("5")))
    assert understood
    assert not understood.sure
    assert events(understood) == [("keep 1",), ("keep 1 5",)]


def test_where_points_may_not_be_taken_yet_a_pushed_die_is_still_told() -> None:
    match = played(Match.start("ten-thousand", ["Ann", "Bob"]), ("roll 1 3 3 4 4 6",))
    understood = meant(match, Seen(Roll.parse("1 3 4 2 2 2"), 6, gone=Roll.parse("1")))
    assert events(understood) == [("keep 1",)]


@pytest.mark.parametrize("before", [("roll 1 3 3 4 4 6",), ("roll 1 3 3 4 4 6", "keep 1")], ids=["open", "tapped"])
def test_kept_dice_out_of_sight_may_be_those_that_the_next_players_throw_lost(before: tuple[str, ...]) -> None:
    for aside in (NO_DICE, Roll.parse("1")):  # lay aside once, and were taken up since
        understood = meant(jack(*before), threw("2 2 2 4 5"), aside)
        assert understood
        assert not understood.sure
        assert events(understood) == [("keep 1",)[: 2 - len(before)]]
        assert understood.says.startswith("I do not see all the dice that Ann kept")
    beside = Seen(Roll.parse("2 2 2 4 5"), 5, area=True, left=Roll.parse("1"))
    for seen in (threw("2 2 2 4 5", "1"), beside):
        understood = meant(jack(*before), seen)
        assert understood
        assert understood.sure


def test_another_die_does_not_lie_there_for_one_that_was_kept() -> None:
    other = Seen(Roll.parse("2 2 2 4 5"), 5, area=True, left=Roll.parse("6"))  # perhaps a sixth one that was thrown
    understood = meant(jack("roll 1 3 3 4 4 6", "keep 1"), other)
    assert understood
    assert not understood.sure
    assert understood.says.startswith("I do not see all the dice that Ann kept")


def test_all_dice_thrown_on_need_no_kept_ones_beside_them() -> None:
    match = Match.start("ten-thousand", ["Ann", "Bob"]).play("roll 1 2 3 4 5 6")
    understood = meant(match, threw("1 1 2 3 4 6"), Roll.parse("1 2 3 4 5 6"))
    assert understood
    assert understood.sure
    assert events(understood) == [("keep 1 2 3 4 5 6",)]


def test_hot_dice_are_asked_before_and_after_the_throw() -> None:
    match = jack("roll 1 2 3 4 5 6")
    taken = meant(match, Seen(empty=True, before=6))
    assert taken
    assert not taken.sure
    assert events(taken) == [("keep 1 2 3 4 5 6", "bank"), ("keep 1 2 3 4 5 6",)]
    thrown = meant(match, threw("2 2 3 3 4 6"))
    assert thrown
    assert not thrown.sure
    assert set(events(thrown)) == {("keep 1 2 3 4 5 6", "bank"), ("keep 1 2 3 4 5 6",)}


def test_points_that_may_not_be_taken_are_not() -> None:
    match = played(Match.start("ten-thousand", ["Ann", "Bob"]), ("roll 1 3 3 4 4 6",))
    assert meant(match, Seen(empty=True, before=6)) is None
    understood = meant(match, threw("2 2 3 3 4 6"))
    assert understood
    assert not understood.options


def test_dice_kept_out_of_sight_wait_for_the_next_throw() -> None:
    match = jack("roll 1 3 3 4 4 6", "keep 1")
    assert meant(match, Seen(empty=True, before=5)) is None
    assert events(meant(match, Seen(empty=True, before=6))) == [("bank",)]


def test_the_keep_area_may_hold_less_than_the_best() -> None:
    match = jack("roll 1 5 3 3 4 6", keep_rule="any")
    aside = Roll.parse("5")
    assert events(meant(match, Seen(empty=True, before=6, area=True), aside)) == [("keep 5", "bank")]
    understood = meant(match, Seen(empty=True, before=6), aside)
    assert understood
    assert not understood.sure
    assert events(understood) == [("keep 5", "bank"), ("keep 1 5", "bank")]


def test_a_doubtful_throw_is_asked_with_what_it_would_mean() -> None:
    seen = Seen(Roll.parse("1 3 3 4 4"), 6, doubts=("One die leans: lay it flat or throw it again.",))
    understood = meant(jack(), seen)
    assert understood
    assert not understood.sure
    assert understood.says == "One die leans: lay it flat or throw it again."
    assert [way.dice for way in understood.options] == [6]


def test_a_die_outside_the_area_may_break_the_throw_in_high_roll_and_is_asked_elsewhere() -> None:
    out = Seen(Roll.parse("6 6 6 1 1 2 3 4 5 5"), 10, out=1)
    understood = meant(Match.start("high-roll", ["Ann", "Bob"]), out)
    assert understood
    assert not understood.sure
    assert events(understood) == [("break",), ()]
    understood = meant(jack(), Seen(Roll.parse("1 3 3 4 4 6"), 6, out=2))
    assert understood
    assert not understood.sure
    assert events(understood) == [()]
    assert understood.says.startswith("2 dice lie outside")


def test_a_number_goes_to_the_pads_as_its_dice_stay() -> None:
    match = played(Match.start("high-roll", ["Ann", "Bob"]), ("roll 2 2 2 2 5 5 5 1 3 6",))
    assert events(meant(match, threw("1 2 3 4 5 6 6", "5 5 5"))) == [("choose 5",)]
    assert events(meant(match, threw("1 2 3 4 5 6", "2 2 2 2"))) == [("choose 2",)]


def test_what_was_kept_is_not_asked_about_where_a_die_of_the_throw_is_missing() -> None:
    understood = meant(jack("roll 1 3 3 4 4 6", "keep 1"), threw("2 2 3 4", "1", area=True))
    assert understood
    assert understood.says == "I see 4 dice thrown, and 5 are due: throw again, or tell me what lies there."


def test_a_bonus_card_that_the_app_draws_is_known() -> None:
    match = Match.start("high-roll", ["Ann", "Bob"], {"bonus_draw": "app"})
    understood = meant(played(match, ("roll 1 1 2 2 3 3 4 4 5 6",)), threw("1 2 3 4 5 6 6 6 1 2"))
    assert understood
    assert (understood.sure, understood.options[0].events[0].split()[0]) == (True, "card")


def test_the_bonus_card_is_told_before_the_throw_after_it_and_never_guessed() -> None:
    match = played(Match.start("high-roll", ["Ann", "Bob"]), ("roll 1 1 2 2 3 3 4 4 5 6",))
    understood = meant(match, threw("1 2 3 4 5 6 6 6 1 2"))
    assert understood
    assert not understood.sure
    assert (understood.says, understood.options) == ("Ann draws a card before this throw: say first which it is.", ())


def test_phase_10_keeps_what_stays_and_asks_whether_all_are_thrown_again() -> None:
    first = "roll 10G 10R 10O 7O 8O 5B WR 1R 2R 3B"
    match = played(Match.start("phase-10", ["Ann", "Bob"]), (first,))
    understood = meant(match, threw("6G 6B 9G 1R 3R 4R", "10G 10R 10O WR"))
    assert understood
    assert understood.sure
    assert events(understood) == [("keep 10G 10R 10O WR",)]
    taken = meant(match, Seen(empty=True, before=10))
    assert taken
    assert not taken.sure
    assert events(taken) == [("bank",), ("keep",)]


def test_a_made_phase_is_taken_when_its_dice_are_taken_up() -> None:
    match = played(Match.start("phase-10", ["Ann", "Bob"]), ("roll 8G 8O 8B 10B 5B 6O WO WB 1O 2O",))
    taken = meant(match, Seen(empty=True, before=10))
    assert taken
    assert taken.sure
    assert events(taken) == [("bank",)]


def test_a_die_that_is_laid_right_amends_the_throw() -> None:
    match = jack("roll 1 3 3 4 4 6")
    seen = Seen(Roll.parse("1 3 3 4 4 5"), 6, again=True)
    understood = meant(match, seen)
    assert understood
    assert not understood.sure
    assert [(way.events, way.dice, way.throw) for way in understood.options] == [((), 6, "amend 1 roll")]
    assert meant(match, Seen(Roll.parse("3 1 3 4 4 6"), 6, again=True)) is None


def test_a_die_that_is_laid_right_after_a_decision_is_no_throw_of_its_own() -> None:
    right = Seen(Roll.parse("3 3 4 4 2 1"), 6, again=True)
    for match in (jack("roll 1 3 3 4 4 6", "keep 1"), jack("roll 1 3 3 4 4 6", "keep 1", "bank")):
        understood = meant(match, right)
        assert understood
        assert not understood.sure
        assert [way.throw for way in understood.options] == ["amend 1 roll"]
        understood = meant(match, replace(right, thrown=Roll.parse("3 3 4 4 5 6")))
        assert understood
        assert not understood.options, "the 1 that was kept is none"
        assert understood.says == LAID_RIGHT


def test_a_die_laid_right_of_a_throw_that_was_called_none_is_asked() -> None:
    understood = meant(jack(), Seen(Roll.parse("1 3 3 4 4 5"), 6, again=True))
    assert understood
    assert not understood.sure
    assert [way.throw for way in understood.options] == ["roll"]
    assert understood.says == LAID_RIGHT


@pytest.mark.parametrize("kept", [(), ("keep 1 1 1 5 5",)], ids=["undecided", "decided"])
@pytest.mark.parametrize("face", ["3", "4"])
def test_a_die_that_comes_to_a_throw_that_was_told_may_have_been_thrown_on(face: str, kept: tuple[str, ...]) -> None:
    match = jack("roll 1 1 1 5 5 3", *kept)
    seen = Seen(Roll.parse(f"1 1 1 5 5 {face}"), 6, again=True, lay=Roll.parse("1 1 1 5 5"))
    understood = meant(match, seen)
    assert understood
    assert not understood.sure
    assert understood.late
    put_right = [("amend 1 roll 1 1 1 5 5", (), 1)] if face == "4" else []
    thrown_on = ("roll", () if kept else ("keep 1 1 1 5 5",), 1)
    assert [(way.throw, way.events, way.dice) for way in understood.options] == [*put_right, thrown_on]


def test_a_die_that_comes_to_a_throw_of_which_the_others_cannot_be_kept_was_laid_right() -> None:
    seen = Seen(Roll.parse("1 3 3 4 4 6"), 6, again=True, lay=Roll.parse("3 3 4 4 6"))
    assert meant(jack("roll 1 3 3 4 4 6"), seen) is None


def test_nothing_is_understood_once_the_match_is_over() -> None:
    match = jack("roll 1 1 1 2 3 4", "keep 1 1 1", "bank", totals="9000, 0")
    assert match.view.over
    assert meant(match, threw("1 2 3 4 5 6")) is None


@pytest.mark.parametrize("name", [f"{game}.match" for game in FIVE])
def test_the_sample_matches_are_followed_with_few_questions_and_nothing_wrong(name: str) -> None:
    match = log.read((SAMPLES / name).read_text(encoding="utf-8"))
    now, after = [Match.start(match.game, match.players, match.options)] * 2
    asked, rolls, aside = 0, 0, NO_DICE
    for play in match.line.plays:
        if isinstance(play.event, Adjust | Break):
            now, after = (one if isinstance(play.event, Break) else one.add(play.event) for one in (now, after))
        elif not isinstance(play.event, Throw):
            after = after.add(play.event)
            aside = after.view.kept if isinstance(play.event, Keep | Choose) else aside
        else:
            understood = meant(now, Seen(play.event.roll, len(play.event.roll), aside), aside)
            assert understood
            ends = [played(now, way.events) for way in understood.options]
            assert not understood.sure or [stands(end) for end in ends] == [stands(after)], understood
            rolls, asked = rolls + 1, asked + (not understood.sure)
            now = after = after.add(play.event)
            aside = NO_DICE
    assert asked <= rolls / 3, (asked, rolls)


def stands(match: Match) -> tuple[object, ...]:
    """What counts of how a match stands."""
    return match.view.player, match.view.awaits, match.view.points, match.view.totals


@pytest.mark.parametrize("now", [threw("2 2 3 3 4 6", area=True), Seen(empty=True, before=6, area=True)])
def test_all_dice_that_were_kept_may_be_thrown_on_though_they_lay_in_the_keep_area(now: Seen) -> None:
    match = played(Match.start("jack-stone", ["Ann", "Bob"]), ("roll 1 2 3 4 5 6", "keep 1 2 3 4 5 6"))
    understood = meant(match, now, Roll.parse("1 2 3 4 5 6"))
    assert understood
    assert not understood.sure
    assert len(understood.options) == 2


@pytest.mark.parametrize(("thrown", "aside"), [("2 2 3 3 4", "5"), ("5 2 2 3 4", "3")])
def test_a_die_aside_that_the_score_has_not_kept_is_asked_about(thrown: str, aside: str) -> None:
    match = played(Match.start("jack-stone", ["Ann", "Bob"], {"keep_rule": "any"}), ("roll 1 5 3 3 4 6", "keep 1"))
    assert not said(match, threw(thrown, aside)).sure
    assert said(match, threw("2 2 3 3 4", "1")).sure


def test_equal_dice_in_the_keep_area_are_those_of_the_whole_turn_sooner_than_new_ones() -> None:
    begun = Match.start("jack-stone", ["Ann", "Bob"], {"keep_rule": "any"})
    match = played(begun, ("roll 5 2 3 4 4 6", "keep 5", "roll 5 5 2 3 4"))
    understood = said(match, Seen(empty=True, before=6, area=True), Roll.parse("5 5"))
    assert understood.options[0].events == ("keep 5", "bank")


def test_all_dice_may_be_thrown_again_where_no_points_are_taken() -> None:
    match = played(Match.start("yahtzee", ["Ann", "Bob"]), ("roll 1 2 3 4 6",))
    understood = said(match, threw("2 2 3 4 5"))
    assert ("keep",) in [way.events for way in understood.options]
    assert not understood.sure


def said(match: Match, seen: Seen, aside: Roll = NO_DICE) -> Meant:
    """What is understood of a rest, or asked."""
    understood = meant(match, seen, aside)
    assert understood
    return understood
