"""The games. This folder is the registry: a file here that defines `GAME` is a game."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from scoring.dice import quoted
from scoring.game import Game, HeaderError


@cache
def games() -> tuple[Game, ...]:
    """List every game, by its id.

    Raises:
        HeaderError: two files define a game with the same one.
    """
    found: dict[str, ModuleType] = {}
    for module in (import_module(f"{__name__}.{one.name}") for one in iter_modules(__path__)):
        first = found.setdefault(module.GAME.id, module)
        if first is not module:
            raise HeaderError(
                "game",
                f"{first.__file__} and {module.__file__} are both the game {quoted(module.GAME.id)}: "
                "give one of them another id, or take it away.",
            )
    return tuple(found[game_id].GAME for game_id in sorted(found))


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
