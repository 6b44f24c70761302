"""What tests of a game do all the time: play entries, ask what is offered, hear a refusal, and score a match file."""

from functools import partial, reduce
from typing import Any

import pytest

from scoring.dice import RuleError
from scoring.match import Match
from scoring.score import scored, told


def played(game: str, *entries: str, players: str = "Ann Bob", **options: str) -> Match:
    """Begin a match and play it so far."""
    return further(Match.start(game, players.split(), options), *entries)


def further(match: Match, *entries: str) -> Match:
    """Play some more."""
    return reduce(Match.add, entries, match)


def offered(match: Match) -> dict[str, int]:
    """Tell what may be done, and its points."""
    return {offer.event: offer.points for offer in match.view.offers}


def refused(match: Match, entry: str) -> str:
    """Tell with which sentence an entry is refused."""
    with pytest.raises(RuleError) as refusal:
        match.add(entry)
    return str(refusal.value)


def report(text: str) -> tuple[dict[str, Any], int]:
    """Tell what `croupier score` says about a match file, and its exit status."""
    match, error, status = scored(text)
    return told(match, error), status


def plays(game: str) -> partial[Match]:
    """Give `played` for one game."""
    return partial(played, game)
