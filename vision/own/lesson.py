"""Lessons: pictures in which every die shows the same face, and what can be learned from them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from models.card import card
from scoring.dice import quoted
from vision.boxes import shared
from vision.colour import ink
from vision.counting import PRESENT, plausible
from vision.find import LIKELY, Candidate
from vision.kit import STRANGE, Kit, KitError
from vision.kit import kit as kit_of
from vision.outline import crowd
from vision.own.dice import TAKEN, AgainError, OwnDice, face_of
from vision.own.mixed import unlike
from vision.own.prints import prints, weights
from vision.own.teach import Looks, TeachError
from vision.read import named
from vision.reading import Box, Frame
from vision.seen import Named

SECOND = 0.6  # share of the heat of the clearest die, from which another one counts in a lesson
EXPECTED = 0.25  # presence from which something is the die of a lesson, if nothing is likelier
SAME = 0.5  # share of all that lies in either of two boxes, from which both frame the same die and no part of it
PLAIN = 0.9  # probability from which a reader tells dice of a lesson apart


@dataclass(frozen=True)
class Lesson:
    """What a picture showed of one face: the dice that lie there, and the looks at them.

    `reader` is the net through which they were seen, and `doubt` says that they may not all show that face, where a
    reader plainly tells them apart; mostly it is empty.
    """

    face: str
    dice: tuple[Candidate, ...]
    looks: Looks
    reader: str
    doubt: str = ""


def lesson(frame: Frame, face: str, kit: str = "") -> Lesson:
    """Look at a picture in which every die shows `face`; `kit` is the one they belong to, if any.

    Raises:
        AgainError: there is no die in it.
        TeachError: the face has no name.
        CardError: weights are missing or broken.
    """
    name, eye = str(face_of(face)), eye_of(kit)
    reader = card(eye.reader)
    there = plausible(named(frame, eye, reader), reader)
    seen = meant(there)
    if not seen:
        picture = frame.name or "this picture"
        raise AgainError(f"I see no die in {picture}: show it larger, on a plain table in good light.")
    shown = _of(frame, name, seen, eye)
    return replace(shown, doubt=_doubt(shown, reader.labels, frame.name))


def _doubt(shown: Lesson, labels: Sequence[str], picture: str) -> str:
    """What to say where the reader itself takes dice of one lesson for different faces, or their prints are."""
    plain = dict.fromkeys(labels[said.argmax()] for said in shown.looks.said if said.max() >= PLAIN)
    faces = [face for face in plain if face not in TAKEN]
    dice = f"the dice in {picture}" if picture else "these dice"
    if faces[1:]:
        seen = f"I would read {dice} as {' and '.join(faces)}"
    elif unlike(shown.looks):
        seen = f"{dice[0].upper()}{dice[1:]} do not all look alike"
    else:
        return ""
    return f"{seen}: if one of them does not show {shown.face}, forget {shown.face} and show it again."


def lesson_of(frame: Frame, box: Box, face: str, eye: Kit) -> Lesson:
    """Look at the one die of a picture that lies in this box, and shows `face`; its kit is that of the `eye`.

    Raises:
        TeachError: there is no die, or the face has no name.
        CardError: weights are missing or broken.
    """
    name = str(face_of(face))
    there = named(frame, eye, card(eye.reader))
    seen = max(there, key=lambda die: shared(die.candidate.box, box), default=None)
    if seen is None or shared(seen.candidate.box, box) < SAME:
        raise TeachError("I do not find this die in the picture again: show its face anew, on the page Teach my dice.")
    return _of(frame, name, [seen], eye)


def _of(frame: Frame, name: str, seen: Sequence[Named], eye: Kit) -> Lesson:
    dice = [die.candidate for die in seen]
    printed = prints(frame, [die.quads for die in seen])
    inks = np.array([ink(frame.pixels, die.quad, roughly=not eye.coloured) for die in dice])
    said = np.array([die.p for die in seen], np.float64)
    looks = Looks((name,) * len(dice), np.arange(len(dice)), printed, inks, said)
    return Lesson(name, tuple(dice), looks, eye.reader)


def eye_of(kit: str) -> Kit:
    """The kit through whose eye dice of that kit are taught: their own where it has eyes."""
    try:
        return kit_of(kit)
    except KitError:
        return kit_of(STRANGE)


def taught(name: str, lessons: Sequence[Lesson], kit: str = "", *, whole: bool = False) -> OwnDice:
    """A new set from one lesson or more: dice of a kit, or (`whole`) dice that show nothing but what was taught.

    Raises:
        TeachError: nobody could say or write that name, or the lessons were seen through another net than its kit's.
    """
    reader = card(eye_of(kit).reader)
    if any(each.reader != reader.name for each in lessons):
        raise TeachError(f"The dice {quoted(name)} were forgotten meanwhile, or changed: show the face once more.")
    first, *others = lessons
    dice = OwnDice(name, kit, reader.name, weights(reader), first.looks, whole)
    for each in others:
        dice = dice.more(each.looks)
    return dice


def meant(there: Sequence[tuple[Named, float]]) -> list[Named]:
    """The dice of a lesson: those that are there without much doubt, or else what is likeliest: one there must be.

    What overlaps a likelier one may be a side of it, and so teaches nothing.
    """
    likely = (
        [(die, p) for die, p in there if p >= PRESENT]
        or [(die, p) for die, p in there if p >= EXPECTED]
        or [(die, p) for die, p in there if die.candidate.heat >= LIKELY]
    )
    apart: list[Named] = []
    for die, _ in sorted(likely, key=lambda each: -each[1]):
        if not any(crowd(die.candidate, other.candidate) for other in apart):
            apart.append(die)
    apart.sort(key=lambda die: -die.candidate.heat)
    return [die for die in apart if die.candidate.heat >= SECOND * apart[0].candidate.heat]
