"""Which eye reads the dice of a match: that of its kit or of the players' own set, for the dice of its game."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from api.eye import See
from api.lessons import About, about
from api.sets import NoDiceError, Sets, of_kit
from api.store import Heading
from models.card import CardError
from scoring.dice import NO_DICE, Roll, in_words, quoted
from scoring.games import game
from scoring.header import chosen, laid_dice, stands
from vision.kit import Kit, kits
from vision.marks import TOLD
from vision.own.eye import OwnEye, own_eye
from vision.own.teach import TeachError
from vision.read import read
from vision.reading import Frame, Reading
from vision.throw.settle import Eye, eye

SAID = {"none": 1 - TOLD, "underline": TOLD, "dot": TOLD}  # how likely dice are to have a mark, by `six_nine_mark`
UNREAD = "These dice cannot be read from a picture yet: tap in what was thrown."
FEWEST = 2  # dice that seldom show all what kept ones do


@dataclass
class Eyes:
    """The eyes of a house: `given` are those for their kits in place of the kits' own, `sets` those taught."""

    sets: Sets
    given: Mapping[str, Eye] = field(default_factory=dict)
    _opened: dict[str, tuple[Hashable, OwnEye]] = field(default_factory=dict)
    _about: dict[str, tuple[Hashable, About]] = field(default_factory=dict)

    def of(self, heading: Heading) -> Eye | None:
        """The eye for the dice of a match; None where nobody can read them.

        Raises:
            TeachError: the players' own set is gone, or was taught to other weights.
            CardError: weights are missing or broken.
        """
        asked = self._asked(heading)
        if asked is None:
            return None
        if not heading.dice and heading.kit in self.given:
            return self.given[heading.kit]
        kit, own = asked
        return eye(kit, own=own)

    def look(self, heading: Heading, due: int, kept: Roll = NO_DICE) -> See | None:
        """What reads a picture of the dice that are due, maybe beside those that were kept; raises what `of` raises."""
        asked = self._asked(heading)
        return None if asked is None else partial(thrown, partial(read, name=asked[0], own=asked[1]), due, kept)

    def _asked(self, heading: Heading) -> tuple[Kit, OwnEye | None] | None:
        own = self._of_match(heading.dice) if heading.dice else None
        kit = own.kit if own else readable(heading)
        return None if kit is None else (as_played(kit, heading), own)

    def ready(self, heading: Heading) -> Eye | None:
        """The eye for the dice of a match, as `of` gives it, but None where anything is wrong."""
        try:
            return self.of(heading)
        except (TeachError, CardError):
            return None

    def why_not(self, heading: Heading) -> str:
        """Why the dice of a match cannot be read, in a sentence; empty where they can."""
        try:
            return "" if self.of(heading) else UNREAD
        except (TeachError, CardError) as error:
            return str(error)

    def _of_match(self, name: str) -> OwnEye:
        try:
            self.sets.stamp(name)
        except NoDiceError as error:
            raise TeachError(
                f"The dice {quoted(name)} of this match were forgotten: tap the dice in, or teach or bring them again."
            ) from error
        return self.own(name)

    def own(self, name: str, kit: str | None = None) -> OwnEye:
        """The eye for a set of that name, opened once as long as it stays the same.

        Raises:
            TeachError: there is none that can be read, or another kit is asked for beside it.
        """
        stamp = self.sets.stamp(name)
        known = self._opened.get(name)
        if known is None or known[0] != stamp:
            known = self._opened[name] = stamp, own_eye(self.sets.find(name))
        of_kit(known[1].dice, kit)
        return known[1]

    def about(self, name: str) -> About:
        """What a set does, learned once as long as it stays the same: that takes a second where much was shown.

        Raises:
            TeachError: there is none of that name.
        """
        stamp = self.sets.stamp(name)
        known = self._about.get(name)
        if known is None or known[0] != stamp:
            known = self._about[name] = stamp, about(self.sets.find(name))
        return known[1]


def readable(heading: Heading) -> Kit | None:
    """The kit whose eye reads the dice of a match that come with its game; None where they show none of its faces."""
    kit = kits().get(heading.kit)
    faces = {face for die in laid_dice(game(heading.game), heading.options) for face in die.faces}
    return kit if kit and not faces.isdisjoint(kit.played) else None


def thrown(see: Callable[..., Reading], due: int, kept: Roll, frame: Frame) -> Reading:
    """What was thrown, with or without the `kept` dice beside it.

    With them it may as well be a throw of all dice, before which somebody forgot to write points down: that is asked.
    So it is whether a kept die stands in for a thrown one, where something is there that may be that, and whether all
    that is seen was kept: one die alone shows what another does too often to ask.
    """
    reading = see(frame, expect=due)
    among = _among(reading, kept) and due >= FEWEST
    if kept and len(reading.dice) == due and (among or (reading.shadows and reading.without(kept))):
        return replace(reading, verdict="ask", reasons=(*reading.reasons, _standing_in(due, kept)))
    if not kept or len(reading.dice) != due + len(kept):
        return reading
    both = see(frame, expect=due + len(kept))
    rest = both.without(kept)
    return replace(rest, verdict="ask", reasons=(_beside(due, kept), *rest.reasons)) if rest else reading


def _among(reading: Reading, kept: Roll) -> bool:
    """Whether all dice show what kept ones do: the thrown ones may lie beside the picture."""
    return Counter(die.face for die in reading.dice) <= kept.counts


def _standing_in(due: int, kept: Roll) -> str:
    number = in_words(due)
    return f"I see {number}, and perhaps more, and what was kept ({kept}) may be among them: look what was thrown."


def _beside(due: int, kept: Roll) -> str:
    return f"I see {due + len(kept)} dice, what was kept ({kept}) among them: look whether the rest is the throw."


def as_played(kit: Kit, heading: Heading) -> Kit:
    """The kit with the physical dice of the match, where those count, and what their faces count as."""
    rules = game(heading.game)
    told = chosen(rules, heading.options)
    kit = replace(kit, stands=stands(told) or kit.stands)
    if not kit.dice or rules.kit != kit.id:
        return kit
    mark = told.get("six_nine_mark", "")
    return replace(kit, dice=laid_dice(rules, heading.options), marked=SAID.get(mark, kit.marked))
