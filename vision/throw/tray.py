"""The tray: what lies on the table from one rest to the next, with the areas that the players drew."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.dice import Roll
from vision import doubt
from vision.reading import Frame, Reading, Sighting
from vision.throw.settle import Eye, Rest, Watched

ASIDE = "I am not sure of a die that lies aside: look which it is."


@dataclass(frozen=True, eq=False)
class Tray:
    """What lies on the table at a rest."""

    frame: Frame
    thrown: tuple[Sighting, ...] = ()  # just now
    aside: tuple[Sighting, ...] = ()  # kept: in the keep area where there is one, else where they lay
    left: tuple[Sighting, ...] = ()  # those that lie there besides
    out: int = 0  # how many of the thrown ones lie outside the throwing area
    doubts: tuple[str, ...] = ()  # sentences of an eye that would not swear to what was thrown
    reading: Reading | None = None  # of the thrown ones
    again: bool = False  # it puts right the throw before
    shoved: tuple[Sighting, ...] = ()  # of the others: put elsewhere by a hand, or thrown with the same faces as before
    vague: tuple[Sighting, ...] = ()  # of those aside: the eye would not swear to their faces
    gone: tuple[Sighting, ...] = ()  # lay there at the rest before and nowhere now, unless among the thrown ones
    came: tuple[Sighting, ...] = ()  # to the throw before, by which it is put right
    stayed: bool = False  # any die that lay there at the rest before lies there still
    covered: bool = False  # something lies there under which others may have been thrown

    @property
    def empty(self) -> bool:
        """Whether no die lies there at all."""
        return not (self.thrown or self.aside or self.left)

    @property
    def roll(self) -> Roll:
        """The faces that were thrown."""
        return faces(self.thrown)


def faces(dice: Sequence[Sighting]) -> Roll:
    """The faces of dice; those without one are left out."""
    return Roll(tuple(die.face for die in dice if die.face is not None))


def tray(before: Watched, after: Watched, rest: Rest | None, frame: Frame, asked: Eye) -> Tray | None:
    """What a frame told beside the frames before it, or None where it told nothing new of the dice."""
    if after.lying is None or after.lying is before.lying:
        return None
    scale = max(frame.size) / max(after.lying.picture.shape)
    lying = tuple(die.scaled(scale) for die in after.lying.dice)
    if rest is None:
        shoved = tuple(die.scaled(scale) for die in after.lying.shoved)
        return replace(_laid(frame, (), lying, asked), shoved=shoved, covered=after.lying.covered)
    seen = len(rest.reading.dice) + len(rest.stayed)
    laid = _laid(frame, rest.reading.dice, (*rest.stayed, *lying[seen:]), asked)
    if not laid.thrown:
        return replace(laid, covered=after.lying.covered)
    reading, doubts = replace(rest.reading, dice=laid.thrown), _doubts(rest.reading, laid, asked)
    came = tuple(die for die in rest.came if any(die is one for one in laid.thrown))
    stayed = len(lying) > len(rest.reading.dice)
    return replace(laid, reading=reading, doubts=doubts, again=rest.again, stayed=stayed, gone=rest.gone, came=came)


def _laid(frame: Frame, new: Sequence[Sighting], old: Sequence[Sighting], asked: Eye) -> Tray:
    """Sort dice by the areas that they lie in."""
    (width, height), drawn = frame.size, asked.drawn
    where = [drawn.where(die, width, height) for die in new]
    put = [die for die, place in zip(new, where, strict=True) if place == "aside"]
    thrown = tuple(die for die, place in zip(new, where, strict=True) if place != "aside")
    kept = [die for die in old if not drawn.keep or drawn.where(die, width, height) == "aside"]
    left = tuple(die for die in old if not any(die is one for one in kept))
    aside = (*kept, *put)
    vague = tuple(die for die in aside if die.state != "flat" or die.face is None or die.p < asked.sure_at)
    return Tray(frame, thrown, aside, left, where.count("out"), vague=vague)


def _doubts(reading: Reading, laid: Tray, asked: Eye) -> tuple[str, ...]:
    """What the eye has to say of a throw, but for the number of its dice: how many are due is for the rules to tell."""
    number = doubt.miscount(len(reading.dice), asked.expect)
    thrown = {doubt.of_face(die, asked.sure_at) for die in laid.thrown}
    besides = {doubt.of_face(die, asked.sure_at) for die in laid.aside} - thrown
    told = (ASIDE if reason in besides else reason for reason in reading.reasons if reason != number)
    return tuple(dict.fromkeys(told))
