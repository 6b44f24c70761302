"""What stands for what: signs of somebody's own dice that count as faces of a kit."""

from vision.kit import kits
from vision.own.dice import OwnDice, face_of
from vision.own.teach import TeachError


class StandsError(TeachError):
    """What stands for no face of its kit; `name` is what does."""

    def __init__(self, says: str, name: str) -> None:
        """Keep what it is about."""
        super().__init__(says)
        self.name = name


class KitlessError(TeachError):
    """Something stands for a face, and nobody knows of which kit."""

    def __init__(self, remedy: str) -> None:
        """Say what to do about it."""
        super().__init__(f"What stands for which face depends on the kit: {remedy}.")


def agreed(dice: OwnDice) -> OwnDice:
    """The same set, if all that stands for something stands for a face of its kit.

    Raises:
        StandsError: the kit has no such face.
    """
    kit = kits().get(dice.kit)
    wrong = next((name for name, face in dice.stands.items() if kit and face_of(face) not in kit.faces), None)
    if kit and wrong is not None:
        faces = " ".join(map(str, kit.faces))
        raise StandsError(
            f"{dice.stands[wrong]} is no face of {kit.title}, and {wrong} stands for it: "
            f"choose one of {faces} for {wrong}, or none.",
            wrong,
        )
    return dice
