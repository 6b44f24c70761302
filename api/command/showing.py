"""Teaching at the command line: pictures in folders, or a camera and a voice that says what to show."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from api.command.terminal import naming, warn
from api.lessons import How, joined
from api.sets import Sets
from vision.camera.source import Shot, SourceError, called, is_live, shots
from vision.cores import spread
from vision.labels.gather import PICTURES, visible
from vision.own.dice import AgainError, OwnDice, face_of
from vision.own.lesson import Lesson, lesson
from vision.own.teach import TeachError
from vision.picture import PictureError, load_file
from vision.reading import Frame

SHOWINGS = 3  # of a face before a camera, on one die or several


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
        TeachError, PictureError: one of them shows no die, or is no picture; the sentence names it by its path.
    """
    return tuple(spread(lambda each: lesson(_photo(each[1]), each[0], kit), shown))


def _photo(file: Path) -> Frame:
    try:
        return replace(load_file(file), name=str(file))
    except PictureError as error:
        raise PictureError(naming(file, str(error))) from error


def from_camera(
    source: str,
    kit: str,
    faces: Sequence[str],
    ask: Callable[[str], str],
    keep: Callable[[Lesson], None],
    doubt: Callable[[str], None] = warn,
) -> None:
    """Lessons before a camera: `ask` says what to do and hears the answer; without `faces` it asks for them too.

    Of several dice in a picture each counts. Each lesson is for `keep`, and `doubt` hears of one that may show two
    faces; where `keep` raises AgainError, or no die is seen, the face is asked for again.

    Raises:
        SourceError, PictureError: there is no such camera, or no picture of it.
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
                taken, wrong = taken + len(shown.dice), ""
                if shown.doubt:
                    doubt(shown.doubt)
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
        raise SourceError(f"There are no more pictures in {called(source)}: give others.")
    return replace(shot.frame, name="")
