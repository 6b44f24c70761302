"""A die that was misread in play joins the examples of its set, unless something that was known is lost by it."""

from scoring.dice import Face
from vision.kit import Kit
from vision.own.dice import OwnDice
from vision.own.eye import SURE, OwnEye
from vision.own.lesson import lesson_of
from vision.own.teach import Looks, TeachError
from vision.reading import Box, Frame


def corrected(eye: OwnEye, frame: Frame, box: Box, face: Face, played: Kit | None = None) -> OwnDice:
    """The set, with the die in this box of the picture (pixels of the frame) as one more example of a face.

    `played` is the kit as it is played, where the house has its own word on what faces count as.

    Raises:
        TeachError: the die is not found again, its face was never taught, it has been learned already, it plainly
            looks like another face, or what was shown before would be read less well.
        CardError: weights are missing or broken.
    """
    name = eye.taught_as(face, played)
    shown = lesson_of(frame, box, name, eye.base)
    return learned_too(eye, shown.looks)


def learned_too(eye: OwnEye, looks: Looks) -> OwnDice:
    """The set with further looks at faces that it knows; raises TeachError as `corrected` does."""
    more = eye.dice.more(looks)
    if more is eye.dice:
        raise TeachError("This die has been learned already: the set knows it.")
    if lost := len(forgotten(eye, more)):
        dice = "1 die that was" if lost == 1 else f"{lost} dice that were"
        raise TeachError(
            f"Nothing was learned: with this die {dice} shown before would be misread. "
            f"Show {looks.faces[0]} anew, on the page Teach my dice."
        )
    if other := _plainly(eye, looks):
        raise TeachError(
            f"Nothing was learned: this die looks like {other}. "
            f"If it shows {looks.faces[0]}, show that anew, on the page Teach my dice."
        )
    return more


def _plainly(eye: OwnEye, looks: Looks) -> str:
    """The other face that a die is sure to show by what the set knows: dice that were really misread are less plain."""
    p = eye.model.p(looks.features, looks.inks)[0, :-1]
    likeliest = eye.model.faces[p.argmax()]
    return likeliest if p.max() >= SURE and likeliest != looks.faces[0] else ""


def forgotten(eye: OwnEye, more: OwnDice) -> list[str]:
    """The faces of all showings that a set knew and, with further looks, knows no longer."""
    looks = eye.looks
    gone = (OwnEye(more).missed - eye.missed) & set(looks.showing.tolist())
    return [looks.faces[n] for n in looks.first if looks.showing[n] in gone]
