"""The games. This folder is the registry: a file here that defines `GAME` is a game."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from scoring.dice import quoted
from scoring.game import Game, HeaderError


@cache
def games() -> tuple[Game, ...]:
    """List every game, by its id."""
    modules = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
    return tuple(sorted((module.GAME for module in modules), key=lambda game: str(game.id)))


def game(game_id: str) -> Game:
    """Find a game by its id.

    >>> game("jack-stone").title
    "Jack Stone's Ten Thousand"
    """
    found = next((one for one in games() if one.id == game_id.lower()), None)
    if found is None:
        known = ", ".join(one.id for one in games())
        raise HeaderError("game", f"There is no game {quoted(game_id)}: the games are {known}.")
    return found
