"""Which kits a game can be played with: games meet kits through faces alone."""

from scoring.games import game
from vision.kit import KitError, kit


def chosen(rules: str, dice: str) -> str:
    """The id of a kit for a game, both given by their ids.

    Raises:
        RuleError: there is no such game.
        KitError: there is no such kit, or it shows none of the game's faces.
    """
    played, known = game(rules), kit(dice)
    if set(known.played).isdisjoint(face for die in played.dice for face in die.faces):
        raise KitError(f"{played.title} cannot be played with the kit {known.id}: choose {played.kit}.")
    return known.id
