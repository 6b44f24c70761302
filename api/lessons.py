"""Sets of somebody's own dice: how they are meant, what further lessons make of them, and what they do then."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from api.sets import Sets
from scoring.dice import quoted
from vision.kit import kit as kit_of
from vision.kit import kits, seen_through
from vision.own.correction import forgotten
from vision.own.dice import OwnDice, face_of, name_of, standing
from vision.own.eye import OwnEye, own_eye
from vision.own.lesson import Lesson, taught
from vision.own.stands import KitlessError, agreed
from vision.own.teach import LEAST, Looks, TeachError


@dataclass(frozen=True)
class How:
    """How a set is meant: the kit it is of or stands for, whether it shows nothing else, and what stands for what.

    What is None was not said: a set stays what it is, and a new one is of no kit, or shows the faces of its kit too.
    Raises KitError where there is no such kit.
    """

    kit: str | None = None
    whole: bool | None = None
    stands: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse a kit that nobody knows."""
        if self.kit:
            kit_of(self.kit)

    def of(self, known: OwnDice | None) -> "Kind":
        """What the lessons of a set are to be, which may be there already.

        Raises:
            TeachError: it is meant otherwise, or something stands for a face of no kit.
        """
        if self.stands and not (self.kit or (known and known.kit)):
            raise KitlessError("give --kit too")
        if known is None:
            kit = self.kit or ""
            return Kind(kit, not kit if self.whole is None else self.whole, kit)
        said = (known.kit if self.kit is None else self.kit, known.whole if self.whole is None else self.whole)
        if said != (known.kit, known.whole):
            raise TeachError(
                f"The dice {quoted(known.name)} {_known_as(known)}: say the same or nothing of it, "
                "or take another name."
            )
        return Kind(*said, _seen_through(known))


@dataclass(frozen=True)
class Kind:
    """What a set is: its kit, whether it shows nothing else than was taught, and through which kit's eye it is seen."""

    kit: str
    whole: bool
    eye: str


def _known_as(dice: OwnDice) -> str:
    """What a set is, as people say it."""
    if not dice.kit:
        return "show signs of their own"
    title = kits()[dice.kit].title if dice.kit in kits() else dice.kit
    return f"are played as {title}, and show no other faces" if dice.whole else f"are {title}"


def _seen_through(dice: OwnDice) -> str:
    """The kit through whose eye a set was taught, which is not the one that it stands for where that came later."""
    found = seen_through(dice.reader, dice.kit)
    return found.id if found else dice.kit


def meant(stands: Mapping[str, str]) -> Mapping[str, str]:
    """What stands for what, by names that are written alike; an empty face takes back what a name stood for.

    Raises:
        TeachError: something is no name, or stands for what is no face of any kit.

    >>> meant({"Skull": "a", "CROWN": ""})
    {'skull': 'A', 'crown': ''}
    """
    taken = {str(face_of(name)): "" for name, face in stands.items() if not face}
    return {**standing({name: face for name, face in stands.items() if face}), **taken}


def joined(sets: Sets, name: str, lessons: Sequence[Lesson], how: How) -> OwnDice:
    """A new set, or the one of that name with further lessons; what another eye saw of it is of no use, and is left.

    Raises:
        TeachError: nothing was shown, or the set there is meant otherwise or cannot be read, or something
            stands for what is no face of its kit.
    """
    if not lessons:
        raise TeachError("Nothing was shown, so nothing was learned: show each face three times.")
    known = sets.known(name)
    kind = how.of(known)
    new = replace(taught(name_of(name), lessons, kind.eye, whole=kind.whole), kit=kind.kit)
    if known is None:
        return agreed(replace(new, stands=_left({}, how.stands)))
    dice = _with(known, new.looks) if known.seen_by(new.reader, new.digest) else new
    return agreed(replace(dice, stands=_left(known.stands, how.stands)))


def _with(known: OwnDice, looks: Looks) -> OwnDice:
    """The set with further looks; raises TeachError where these are of a face that it knows, and make it forget more.

    A face shown under a wrong name does that; one that is new may be like another, and the set says so.
    """
    dice, shown = known.more(looks), known.looks.shown
    if not set(looks.faces) <= set(shown) or min(map(known.looks.times, shown)) < LEAST:
        return dice
    gone = forgotten(OwnEye(known), dice)
    if len(gone) >= LEAST:
        was, now = (" and ".join(dict.fromkeys(faces)) for faces in (gone, looks.faces))
        raise TeachError(
            f"Nothing was learned: with what was shown as {now}, {len(gone)} dice shown before ({was}) would be "
            f"misread. If it is {now}, show it anew in other light."
        )
    return dice


def changed(dice: OwnDice, how: How) -> OwnDice:
    """The same set, meant otherwise: what was not said stays, but nothing stands for faces of a kit taken back.

    Raises:
        StandsError: what stands for a face stands for none of the kit.
        KitlessError: something stands for a face, and there is no kit.
        TeachError: something that was never shown stands for a face, or dice that were not taught as those of a kit
            are to show its other faces.
    """
    _shown(dice, how.stands)
    kit = dice.kit if how.kit is None else how.kit
    whole = dice.whole if how.whole is None else how.whole
    if not whole and (kit not in kits() or kits()[kit].reader != dice.reader):
        raise TeachError(
            f"The dice {quoted(dice.name)} {_known_as(dice)}: say that they show no faces but those taught, "
            "or take another name and teach them anew."
        )
    stands = _left(dice.stands, how.stands)
    if not kit and stands.items() - dice.stands.items():
        raise KitlessError("choose the kit too")
    return agreed(replace(dice, kit=kit, whole=whole, stands=stands if kit else {}))


def _left(old: Mapping[str, str], new: Mapping[str, str]) -> Mapping[str, str]:
    """What stands for what, once more is said of it."""
    return {name: face for name, face in {**old, **new}.items() if face}


def _shown(dice: OwnDice, names: Iterable[str]) -> None:
    """Refuse what was never shown."""
    unseen = next((name for name in names if name not in {*dice.looks.shown, *dice.stands}), None)
    if unseen is not None:
        shown = ", ".join(dice.looks.shown)
        raise TeachError(f"Nothing was shown as {quoted(unseen)}: say for these what they stand for: {shown}.")


@dataclass(frozen=True)
class About:
    """What a set does, in a sentence or two, and the faces that its dice show as they count in play."""

    says: str
    faces: tuple[str, ...] = ()


def about(dice: OwnDice, whole_by: str = "under Your dice") -> About:
    """What a set gained and what is still to be shown, or why it cannot be read.

    `whole_by` is how one says that the dice show nothing but what was taught.
    """
    try:
        eye = own_eye(dice)
    except TeachError as error:
        return About(str(error))
    strange = _strange(eye)
    says = f"{eye.gain} {strange}: if the dice show no others, say so {whole_by}." if strange else eye.says
    return About(says, tuple(map(str, eye.kit.played)))


def _strange(eye: OwnEye) -> str:
    """What is odd about dice taught as those of a kit that are hardly known among its faces; often nothing."""
    kit, dice = eye.stood_for, eye.dice
    if kit is None or dice.whole or 2 * eye.gain.after > eye.gain.looks:
        return ""
    if any(face_of(name) in kit.faces for name in dice.looks.shown):
        return ""
    return f"{kit.title} have none of these faces"
