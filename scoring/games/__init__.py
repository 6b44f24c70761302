"""The games. This folder is the registry: a file here that defines `GAME` is a game, and any other is none."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType

from scoring.dice import quoted
from scoring.game import Game, HeaderError


@cache
def games() -> tuple[Game, ...]:
    """List every game, by its id.

    Raises:
        HeaderError: two files define a game with the same one, or a file is broken.
    """
    found: dict[str, ModuleType] = {}
    for module in (opened for one in iter_modules(__path__) if hasattr(opened := _opened(one.name), "GAME")):
        first = found.setdefault(module.GAME.id, module)
        if first is not module:
            raise HeaderError(
                "game",
                f"{first.__file__} and {module.__file__} are both the game {quoted(module.GAME.id)}: "
                "give one of them another id, or take it away.",
            )
    return tuple(found[game_id].GAME for game_id in sorted(found))


def _opened(name: str) -> ModuleType:
    try:
        return import_module(f"{__name__}.{name}")
    except Exception as error:  # whatever is wrong with a file that somebody puts here
        raise HeaderError(
            "game", f"{_file(name)} is no game yet ({type(error).__name__}: {error}): mend it."
        ) from error


def _file(name: str) -> str:
    spec = find_spec(f"{__name__}.{name}")
    return spec.origin or name if spec else name


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
