"""Hands on the table become events: whole matches are understood without a tap, and what is open is asked."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.hands import NO_DICE, Meant, Seen, meant, played
from scoring import log
from scoring.dice import Roll, RuleError
from scoring.events import Bank, Choose, Keep, Throw
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
            aside = now.view.kept or NO_DICE
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
    return any(view.offers and view.awaits.dice == len(view.kept or ()) for view in after)


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
def test_a_whole_match_is_understood_without_a_tap(game_id: str, area: bool) -> None:
    for seed in range(3):
        match = house_match(game_id, seed)
        assert match.view.over
        found, asked = followed(match, rests(match, area=area))
        assert not asked, (asked[0], log.write(found)[-300:], log.write(match)[len(log.write(found)) - 50 :][:200])
        assert log.write(found) == log.write(match)
