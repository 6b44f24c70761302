"""Which dice a game can be played with: games meet kits, and sets of somebody's own, through faces alone."""

from scoring.dice import quoted
from scoring.games import game, games
from vision.kit import Kit, KitError, kit
from vision.own.eye import OwnEye
from vision.own.teach import TeachError


def chosen(rules: str, dice: str) -> str:
    """The id of a kit for a game, both given by their ids.

    Raises:
        RuleError: there is no such game.
        KitError: there is no such kit, or it shows none of the game's faces.
    """
    played, known = game(rules), kit(dice)
    if not fits(rules, known):
        raise KitError(f"{played.title} cannot be played with the kit {known.id}: choose {played.kit}.")
    return known.id


def played_with(dice: str | None, usual: str) -> str:
    """The id of the game that a kit is made for: the usual one, if that is, or if no kit is named.

    >>> played_with("phase-10", "farkle"), played_with("pips", "farkle")
    ('phase-10', 'farkle')
    """
    made_for = [rules.id for rules in games() if rules.kit == dice]
    return usual if dice is None or usual in made_for else next(iter(made_for), usual)


def brought(rules: str, own: OwnEye) -> str:
    """The name of somebody's own dice for a game, which is given by its id.

    Raises:
        RuleError: there is no such game.
        TeachError: they show none of the game's faces.
    """
    title, name = game(rules).title, own.dice.name
    if not fits(rules, own.kit):
        raise TeachError(
            f"{title} cannot be played with the dice {quoted(name)}, which show none of its faces: "
            "say on the page Teach my dice what stands for what, or choose other dice."
        )
    return name


def fits(rules: str, dice: Kit) -> bool:
    """Whether dice show any face of a game, which is given by its id."""
    return not set(dice.played).isdisjoint(face for die in game(rules).dice for face in die.faces)
