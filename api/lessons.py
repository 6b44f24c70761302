"""Teaching at the command line: pictures in folders, or a camera and a voice that says what to show."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from api.sets import Sets
from scoring.dice import quoted
from vision.camera.source import Shot, SourceError, called, is_live, shots
from vision.cores import spread
from vision.kit import kit as kit_of
from vision.kit import kits, seen_through
from vision.labels.gather import PICTURES, visible
from vision.own.correction import forgotten
from vision.own.dice import AgainError, OwnDice, face_of, name_of, standing
from vision.own.eye import OwnEye, own_eye
from vision.own.lesson import Lesson, lesson, taught
from vision.own.stands import KitlessError, agreed
from vision.own.teach import LEAST, Looks, TeachError
from vision.picture import load_file
from vision.reading import Frame

SHOWINGS = 3  # of a face before a camera, on one die or several


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


def pairs(text: str) -> Mapping[str, str]:
    """What stands for what, as people write it; what stands for nothing any more has an empty face.

    Raises:
        TeachError: it is written otherwise.

    >>> dict(pairs("Skull=a, crown=K"))
    {'skull': 'A', 'crown': 'K'}
    >>> dict(pairs("skull="))
    {'skull': ''}
    """
    words = [word.partition("=") for word in text.replace(",", " ").split()]
    if not all(name and sign for name, sign, _ in words):
        raise TeachError("Say what stands for what as in --stands skull=A,crown=K; skull= alone takes that away.")
    names = [str(face_of(name)) for name, _, _ in words]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise TeachError(f"You say twice what {quoted(twice)} stands for: say it once.")
    return meant({name: face for name, _, face in words})


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


def pictures(given: Sequence[Path], faces: Sequence[str]) -> tuple[tuple[str, Path], ...]:
    """The pictures to learn from, each with its face: the one named, or the name of the folder that it lies in.

    Raises:
        TeachError: there are none, or it is not plain what each of them shows.
        OSError: one of the files or folders is not there.
    """
    if len(faces) > 1:
        raise TeachError(f"Teach one face at a time: show {faces[0]} with its photos, and then {faces[1]} with others.")
    face = str(face_of(faces[0])) if faces else None
    found = [(face or _named_after(file.parent), file) for path in given for file in _photos(path, face)]
    if not found:
        raise TeachError(
            "There is no picture to learn from: give JPEG, PNG or WebP photos with --face, "
            "or a folder with one folder a face."
        )
    return tuple(found)


def _named_after(folder: Path) -> str:
    """The face that a folder is named after, however somebody says where it is."""
    return str(face_of(folder.name if folder.name not in {"", ".."} else folder.resolve().name))


def _photos(path: Path, face: str | None) -> list[Path]:
    """The pictures in a folder, all of one face in each folder; or the one picture that is given."""
    path.stat()
    if not path.is_dir():
        if face is None:
            raise TeachError(f"Say which face {path.name} shows: add --face, such as --face skull.")
        return [path]
    files = [file for file in visible(path) if file.suffix.lower() in PICTURES]
    folders = {file.parent for file in files}
    if face is not None and folders - {path}:
        raise TeachError(f"The folders in {path} tell the faces of their photos: leave --face {face} out.")
    beside = next((file for file in files if any(file.parent in folder.parents for folder in folders)), None)
    if beside:
        raise TeachError(
            f"{beside.name} lies beside folders of photos: put it into the folder of the face that it shows."
        )
    return files


def from_pictures(shown: Sequence[tuple[str, Path]], kit: str) -> tuple[Lesson, ...]:
    """A lesson from each picture.

    Raises:
        TeachError, PictureError: one of them shows no die, or is no picture; the sentence names it.
    """
    return tuple(spread(lambda each: lesson(load_file(each[1]), each[0], kit), shown))


def from_camera(
    source: str, kit: str, faces: Sequence[str], ask: Callable[[str], str], keep: Callable[[Lesson], None]
) -> None:
    """Lessons before a camera: `ask` says what to do and hears the answer; without `faces` it asks for them too.

    Of several dice in a picture each counts. Each lesson is for `keep`; where that raises AgainError, or no die is
    seen, the face is asked for again.

    Raises:
        SourceError: there is no such camera.
        TeachError: one of the `faces` has no name, or what `keep` raises.
    """
    named = [str(face_of(name)) for name in faces]
    see = _looking(source)
    for face in named or _named(ask):
        taken, wrong = 0, ""
        while taken < SHOWINGS:
            ask(f"{wrong}Lay the dice down with {face} up, thrown anew, and press Enter ({taken + 1} of {SHOWINGS}): ")
            try:
                shown = lesson(see(), face, kit)
                keep(shown)
                taken, wrong = taken + len(shown.dice), f"{shown.doubt} " if shown.doubt else ""
            except AgainError as error:
                wrong = f"{error} "


def _named(ask: Callable[[str], str]) -> Iterator[str]:
    """The faces that somebody names, until they are done."""
    wrong = ""
    while name := ask(f"{wrong}Which face? Press Enter alone when done: ").strip():
        try:
            face, wrong = str(face_of(name)), ""
        except TeachError as error:
            wrong = f"{error} "
        else:
            yield face


def kept(sets: Sets, name: str, lessons: Sequence[Lesson], how: How) -> tuple[OwnDice, Counter[str]]:
    """Keep a set with further lessons; gives it, and how many looks at each face it did not know before.

    Raises:
        TeachError: as `joined` and `Sets.put` do.
    """
    with sets.alone():
        known = sets.known(name)
        dice = joined(sets, name, lessons, how)
        sets.put(dice)
    old = known.looks if known and known.seen_by(dice.reader, dice.digest) else None
    new = {face: dice.looks.times(face) - (old.times(face) if old else 0) for face in dice.looks.shown}
    return dice, +Counter(new)


@dataclass
class Showings:
    """What is shown of a set one by one, each kept at once."""

    sets: Sets
    name: str
    how: How
    dice: OwnDice | None = None
    new: Counter[str] = field(default_factory=Counter)

    def keep(self, shown: Lesson) -> None:
        """Keep a lesson.

        Raises:
            AgainError: the dice lay just so before.
            TeachError: as `kept` does.
        """
        self.dice, new = kept(self.sets, self.name, (shown,), self.how)
        if not new:
            raise AgainError("The dice lie just as they lay before.")
        self.new += new


def gained(new: Counter[str]) -> str:
    """What was learned, in a sentence.

    >>> gained(Counter({"skull": 3, "crown": 1}))
    'Looks learned: skull 3, crown 1.'
    """
    if not new:
        return "Nothing new was shown: the dice lay just so before. Throw them anew for each photo."
    return f"Looks learned: {', '.join(f'{face} {looks}' for face, looks in new.items())}."


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


def _looking(source: str) -> Callable[[], Frame]:
    """How to see what a camera sees, whenever one looks; of a film or a folder, its pictures in turn."""
    if is_live(source):
        _seen(shots(source), source)
        return lambda: _seen(shots(source), source)
    film = shots(source)
    return lambda: _seen(film, source)


def _seen(film: Iterator[Shot], source: str) -> Frame:
    """The next picture."""
    shot = next(film, None)
    if shot is None:
        raise SourceError(f"There are no more pictures in {called(source)}: show the rest with others.")
    return replace(shot.frame, name="")
