"""A kit's reader that has been taught somebody's own dice: its word and the set's as one, by the faces that count."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from models.card import card
from scoring.dice import Face
from vision.kit import Kit, kits, seen_through
from vision.own.dice import DAMAGED, OwnDice, face_of
from vision.own.likeness import likeness
from vision.own.mixed import parted
from vision.own.prints import FEATURES, weights
from vision.own.stands import agreed
from vision.own.teach import LEAST, Gain, Looks, Model, TeachError, blended, gained, learned
from vision.reading import Numbers

SIDES = 6  # of a die: with fewer faces shown, one that nobody has shown may lie there
NAMED = 6  # faces that a sentence names, of those that nobody has shown
SURE = 0.9  # probability from which a face is not asked about that a few pictures taught; a net saw it in thousands
INKED = 0.95  # the same where inks tell faces apart: under another lamp these look otherwise
NOT_TAUGHT = 0.5  # share that dice of unknown looks keep of what a reader gives to faces that it cannot know


@dataclass(frozen=True)
class OwnEye:
    """A set of dice before the reader through which it was taught."""

    dice: OwnDice

    @cached_property
    def base(self) -> Kit:
        """The kit with that reader.

        Raises:
            TeachError: there is none in this Croupier.
        """
        found = seen_through(self.dice.reader, self.dice.kit)
        if found is None:
            raise TeachError(f"There is no eye {self.dice.reader!r} for the dice {self.dice.name!r}: teach them again.")
        return found

    @cached_property
    def kit(self) -> Kit:
        """The kit as it is played: its faces are those that may be read, in the order of `p`."""
        shown = dict.fromkeys(self._played(name) for name in self._answers[:-2])
        same = self.base.id == self.dice.kit
        dice = self.base.dice if same and set(shown) <= set(self.base.faces) else ()
        faces = self.base.faces if dice else tuple(shown)
        most = self.base.most if same else None
        stands = (self.stood_for or self.base).stands
        return replace(self.base, title=self.dice.name, faces=faces, dice=dice, most=most, stands=stands)

    @property
    def sure_at(self) -> float:
        """The probability that each die must reach: SURE or INKED, or more where its reader asks for more, or is alone.

        Raises:
            CardError: the reader's weights are missing or broken.
        """
        enough = card(self.dice.reader).sure_at
        if self.idle:
            return enough
        return max(INKED if self.gain.weight and self.model.tint else SURE, enough)

    def among(self, played: Kit) -> Kit:
        """The kit as it is `played`: with those physical dice, where they count, and what faces stand for there.

        Where the set is idle, what is said of a mark that tells 6 from 9 counts as without it; else prints tell them.
        """
        kit = self.kit
        said = played.marked if played.id == kit.id else kit.marked
        dice = played.dice if played.dice and kit.dice else kit.dice
        return replace(kit, dice=dice, stands=played.stands or kit.stands, marked=said if self.idle else 0.0)

    @cached_property
    def looks(self) -> Looks:
        """The looks at those faces that were shown often enough to be learned; where there are none, at all."""
        looks = self.dice.looks
        often = np.array([looks.times(face) >= LEAST for face in looks.faces])
        return looks.only(often) if often.any() else looks

    @cached_property
    def model(self) -> Model:
        """What the looks teach that others of their face vouch for; raises TeachError where that is too little.

        Of a face with LEAST showings beside it a showing teaches nothing that is not right by what the others teach, or
        far from them: some other face may have been shown. Where it was that face a second one like it vouches for it.
        """
        if not self.gain.weight:
            return self._judged
        alone = {n for showings in self._parted.values() if len(showings) == 1 for n in showings}
        doubtful = np.isin(self.looks.showing, [*self.missed, *alone])
        right = self.looks.only(~doubtful)
        sure = np.array([right.times(face) >= LEAST for face in self.looks.faces])
        kept = self.looks.only(~(doubtful & sure))
        return self._judged if kept.faces == self.looks.faces else self._learned(kept)

    @cached_property
    def _judged(self) -> Model:
        """What all looks teach, each showing judged by what the others do."""
        return self._learned(self.looks)

    def _learned(self, looks: Looks) -> Model:
        return learned(looks, likeness, whole=self.dice.whole and self.complete)

    @property
    def complete(self) -> bool:
        """Whether every face that its dice can show was shown, as far as anybody can tell."""
        return not self.lacking if self.stood_for else len(self.looks.shown) >= SIDES

    @cached_property
    def lacking(self) -> tuple[Face, ...]:
        """The faces of the kit for which it stands that nothing shown counts as, where its dice show nothing else."""
        if not self.dice.whole or self.stood_for is None:
            return ()
        shown = {self.stood_for.counts_as(self._played(name)) for name in self.looks.shown}
        return tuple(face for face in self.stood_for.played if face not in shown)

    @property
    def stood_for(self) -> Kit | None:
        """The kit for whose games the set stands, if any."""
        return kits().get(self.dice.kit)

    @cached_property
    def gain(self) -> Gain:
        """What the set does to the reader; raises TeachError where too little was shown."""
        looks = self.looks
        heard = Looks(looks.faces, looks.showing, looks.features, looks.inks, self._widened(looks.said, self._possible))
        return gained(heard, self._possible, self._judged)

    @cached_property
    def unlike(self) -> tuple[str, ...]:
        """The faces that were shown but are hardly known by it: fewer than LEAST showings fit what the others teach."""
        looks = self.looks
        shown = [looks.faces[n] for n in looks.first]
        known = [face for n, face in enumerate(shown) if n not in self.gain.missed]
        return tuple(face for face in looks.shown if known.count(face) < LEAST) if self.gain.weight else ()

    @cached_property
    def twins(self) -> tuple[tuple[str, str], ...]:
        """Pairs of faces that were taken for each other LEAST times, each showing judged by what the others teach."""
        pairs = Counter((min(pair), max(pair)) for pair in self._mistaken)
        return tuple(pair for pair, times in pairs.items() if times >= LEAST)

    @cached_property
    def strays(self) -> tuple[tuple[str, str], ...]:
        """Faces of which a showing looks like another, likewise, but no twins: it may have been one of that."""
        twins = {frozenset(pair) for pair in self.twins}
        return tuple(dict.fromkeys(pair for pair in self._mistaken if frozenset(pair) not in twins))

    @cached_property
    def mixed(self) -> tuple[str, ...]:
        """The faces under whose name two or more seem to have been shown."""
        return tuple(face for face, showings in self._parted.items() if len(showings) >= LEAST)

    @property
    def odd(self) -> tuple[str, ...]:
        """The faces of which one showing looks like no other."""
        return tuple(face for face, showings in self._parted.items() if len(showings) == 1)

    @cached_property
    def _parted(self) -> dict[str, frozenset[int]]:
        """The showings of each face that are far from its others."""
        faces = np.array(self.looks.faces)
        return {face: parted(self.looks.only(faces == face)) for face in self.looks.shown}

    @cached_property
    def _mistaken(self) -> tuple[tuple[str, str], ...]:
        """The face of each showing that looks like another face, and that one."""
        if not self.gain.weight:
            return ()
        shown = [self.looks.faces[n] for n in self.looks.first]
        taken = ((shown[n], self._judged.faces[self._judged.alone[n].argmin()]) for n in self.gain.missed)
        return tuple((face, other) for face, other in taken if face != other)

    @cached_property
    def taken(self) -> tuple[str, ...]:
        """The faces for which others are taken that were shown too seldom to be learned."""
        looks = self.dice.looks
        seldom = np.array([face not in self.looks.shown for face in looks.faces])
        if not self.gain.weight or not seldom.any():
            return ()
        shown = looks.only(seldom & np.isin(np.arange(len(seldom)), looks.first))
        likeliest = self.model.p(shown.features, shown.inks).argmax(1)
        return tuple(self.model.faces[n] for n in likeliest if n < len(self.model.faces))

    def alike(self, played: Kit) -> frozenset[Face]:
        """The faces, as they are `played`, that are not told from others: whoever sees one of them must ask."""
        names = {*self.unlike, *self.mixed, *self.taken, *(name for pair in self.twins for name in pair)}
        return frozenset(played.counts_as(self._played(name)) for name in names)

    @property
    def idle(self) -> bool:
        """Whether the kit's eye sees as well without the set: that gained nothing, and means nothing else by a face."""
        return not self.gain.weight and self._answers == self._labels and not self.dice.stands

    @property
    def missed(self) -> frozenset[int]:
        """The showings that are not right with the set, by their numbers."""
        return frozenset(self.looks.showing[self.looks.first][list(self.gain.missed)].tolist())

    @property
    def says(self) -> str:
        """What the set gained, and what is to be shown again."""
        return " ".join([str(self.gain), *self._doubted(), *self._wanted()])

    def _doubted(self) -> Iterator[str]:
        """Which showings may be of other faces, in sentences that say what to do."""
        for one, other in self.twins:
            yield f"{one} looks like {other}: if they are two faces, show both again from nearer, in softer light."
        for one, other in self.strays:
            yield f"A showing of {one} looks like {other}: if it was one, forget {one} and show it again."
        if strange := [face for face in self.unlike if not any(face in pair for pair in self.twins)]:
            yield f"Show {' and '.join(strange)} again, in softer light: it did not look alike each time."
        strays = {face for face, _ in (*self.strays, *self.twins)}
        for face in (face for face in self.odd if face not in {*strays, *self.unlike}):
            yield f"One showing of {face} looks like no other: if it was another face, forget {face} and show it again."
        for face in self.mixed:
            yield f"What was shown as {face} looks like two faces or more: if so, forget it and name each for itself."

    def _wanted(self) -> Iterator[str]:
        """What is still to be shown or said of the set, in sentences."""
        if seldom := [face for face in self.dice.looks.shown if face not in self.looks.shown]:
            yield f"Show {' and '.join(seldom)} once more, thrown anew: what was shown once is not read yet."
        if unseen := [name for name in self.dice.stands if name not in self.dice.looks.shown]:
            yield f"Show {' and '.join(unseen)} too: what stands for a face must be shown."
        if self.lacking:
            more = [f"{len(self.lacking) - NAMED} more"] if len(self.lacking) > NAMED else []
            faces = " or ".join([*map(str, self.lacking[:NAMED]), *more])
            yield f"Nothing that was shown counts as {faces} yet: show it, or say what stands for it."
        elif (kit := self.stood_for) and (foreign := [n for n in self.looks.shown if self._played(n) not in kit.faces]):
            yield f"{kit.title} have no {' or '.join(foreign)}: say what stands for what."
        elif self.dice.whole and not self.complete:
            yield f"Fewer than {SIDES} faces are known: show all that the dice have."

    def p(
        self, said: npt.ArrayLike, features: npt.ArrayLike, inks: npt.ArrayLike, glaring: npt.ArrayLike = False
    ) -> Numbers:
        """What each of M dice shows: (M, F + 2), each face of `kit`, then a die of other looks, then no die.

        `said` (M, L) is the reader's word in the order of its labels, `features` (M, 1, FEATURES) are as `prints`
        gives them, `inks` (M, 3) as in `Looks`. Inks of dice that are `glaring` (M,) count for half.
        """
        wide = self._widened(np.asarray(said, np.float64), self._answers)
        if self.gain.weight:
            places = [self._answers.index(face) for face in (*self.model.faces, "other")]
            wide = blended(wide, self._taught(features, inks, glaring), places, self.gain.weight)
        return np.asarray(wide @ self._meant, np.float64)

    def _taught(self, features: npt.ArrayLike, inks: npt.ArrayLike, glaring: npt.ArrayLike) -> Numbers:
        """The set's word; where a die is glaring, between what print and ink tell and what its print alone does."""
        told = self.model.p(features, inks)
        glare = np.broadcast_to(np.asarray(glaring, np.bool_), len(told))
        if self.model.tint and glare.any():
            bare = self.model.p(np.asarray(features)[glare], np.full((int(glare.sum()), 3), np.nan))
            told[glare] = (told[glare] + bare) / 2
        return told

    def taught_as(self, face: Face, played: Kit | None = None) -> str:
        """The name under which a face that was played had been taught; `played` is the kit as it is played.

        Raises:
            TeachError: it was not taught, or several names stand for it.
        """
        counts_as = (played or self.kit).counts_as
        names = [name for name in self.dice.looks.shown if counts_as(self._played(name)) == counts_as(face)]
        if len(names) > 1:
            raise TeachError(f"{' and '.join(names)} both stand for {face}: show the one meant on Teach my dice.")
        if not names:
            raise TeachError(f"The face {face} was never shown: show it three times on the page Teach my dice.")
        return names[0]

    @cached_property
    def _labels(self) -> tuple[str, ...]:
        return card(self.dice.reader).labels

    @cached_property
    def _answers(self) -> tuple[str, ...]:
        """Every answer that is read: where the set gained nothing and means nothing else, those of the reader alone."""
        useless = not (self.gain.weight or self.dice.whole or self.dice.stands)
        return self._labels if useless else self._possible

    @cached_property
    def _possible(self) -> tuple[str, ...]:
        """Every face that may lie there, by its own name, then "other" and "nothing"."""
        taught = self.looks.shown
        gone = {face for name, face in self.dice.stands.items() if name != face} - set(taught)
        own = () if self.dice.whole else tuple(face for face in self._labels[:-2] if face not in gone)
        return (*own, *(face for face in taught if face not in own), *self._labels[-2:])

    def _widened(self, said: Numbers, answers: tuple[str, ...]) -> Numbers:
        """The reader's word over these answers: what it gives to other looks and to faces that cannot be is theirs."""
        wide = np.zeros((len(said), len(answers)))
        known = [face for face in answers if face in self._labels]
        wide[:, [answers.index(face) for face in known]] = said[:, [self._labels.index(face) for face in known]]
        new = [n for n, face in enumerate(answers) if face not in self._labels]
        other = answers.index("other")
        wide[:, other] = 1 - wide.sum(1) + wide[:, other]
        if new:
            wide[:, new] = (1 - NOT_TAUGHT) * wide[:, [other]] / len(new)
            wide[:, other] *= NOT_TAUGHT
        return np.asarray(wide.clip(0, 1), np.float64)

    @cached_property
    def _meant(self) -> Numbers:
        """Which answer is which of the kit's faces, other looks or nothing: (answers, F + 2)."""
        faces = self.kit.faces
        table = np.zeros((len(self._answers), len(faces) + 2))
        for n, name in enumerate(self._answers[:-2]):
            table[n, faces.index(self._played(name))] = 1
        table[-2, -2] = table[-1, -1] = 1
        return table

    def _played(self, name: str) -> Face:
        return face_of(self.dice.stands.get(name, name))


def own_eye(dice: OwnDice) -> OwnEye:
    """The set before its reader.

    Raises:
        TeachError: it was seen through other weights, or too little was shown of it.
    """
    eye = OwnEye(dice)
    seen_by = card(eye.base.reader)
    dice.fits(seen_by.name, weights(seen_by))
    agreed(dice)
    if (dice.looks.said.shape[1], dice.looks.features.shape[1]) != (len(seen_by.labels), FEATURES):
        raise TeachError(DAMAGED)
    _ = eye.gain
    return eye
