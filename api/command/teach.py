"""The command `croupier teach`: somebody's own dice are learned, listed, shared and forgotten."""

import shlex
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from api import lessons
from api.command import showing
from api.command.terminal import Data, asked, fail, fault, say, warn
from api.sets import Sets, from_file, home, kept_in
from models.card import CardError
from scoring.dice import quoted
from vision.camera.source import SourceError, is_live
from vision.kit import KitError
from vision.own.dice import OwnDice, face_of, name_of
from vision.own.stands import KitlessError, StandsError
from vision.own.teach import TeachError
from vision.picture import PictureError

HEARD = {"--list": (), "--import": ("NAME",), "--delete": ("NAME", "--face"), "--export": ("NAME",)}  # beside an errand


def teach(  # noqa: PLR0913, PLR0917 - one for each thing that may be said
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the set of dice is called.")] = "",
    shown: Annotated[
        list[Path] | None,
        typer.Argument(metavar="PHOTO...", help="Photos of one face, or a folder with one a face.", readable=False),
    ] = None,
    face: Annotated[
        list[str] | None, typer.Option(metavar="FACE", help="What the photos show; for a camera, each.")
    ] = None,
    kit: Annotated[str | None, typer.Option(metavar="ID", help="The kit that they are dice of, or stand for.")] = None,
    strange: Annotated[bool, typer.Option("--strange", help="They show none of the kit's own faces.")] = False,
    stands: Annotated[str, typer.Option(metavar="A=B,...", help="What stands for which face: skull=A,crown=K.")] = "",
    camera: Annotated[str | None, typer.Option(metavar="SRC", help="Show them to a camera, face by face.")] = None,
    listed: Annotated[bool, typer.Option("--list", help="List the sets that were taught.")] = False,
    drop: Annotated[bool, typer.Option("--delete", help="Forget this set, or a --face of it.")] = False,
    export: Annotated[Path | None, typer.Option(metavar="FILE", help="Write this set to a file, to share it.")] = None,
    brought: Annotated[
        Path | None, typer.Option("--import", metavar="FILE", help="Take a set that was shared, under NAME if given.")
    ] = None,
    data: Data = None,
) -> None:
    """Teach your own dice: show each face three times. Says what the eye gained by it."""
    faces = tuple(face or ())
    errands = {
        "--list": listed,
        "--import": brought is not None,
        "--delete": drop,
        "--export": export is not None,
        "--camera": camera is not None,
        "photos": bool(shown),
    }
    words = {"NAME": name, "--face": faces, "--kit": kit is not None, "--strange": strange, "--stands": stands}
    try:
        _agree([what for what, there in errands.items() if there], [what for what, there in words.items() if there])
        sets = kept_in(data or home())
        if listed:
            _tell(sets)
        elif brought is not None:
            _bring(sets, brought, name)
        elif not name:
            fail("Say what your dice are called: croupier teach NAME --face FACE PHOTO...")
        elif drop:
            sets.drop(name, *faces or ())
        elif export is not None:
            _export(sets, name, export)
        else:
            how = lessons.How(kit, True if strange else None, _pairs(stands))
            if camera is not None:
                _show(sets, name, how, camera, faces)
            elif (kit is not None or strange or stands) and not (shown or faces) and sets.known(name):
                _change(sets, name, how)
            else:
                _learn(sets, name, how, showing.pictures(tuple(shown or ()), faces))
    except (TeachError, KitError, CardError, PictureError, SourceError, OSError) as error:
        fail(fault(brought or Path(name), error))


def _pairs(text: str) -> Mapping[str, str]:
    """What stands for what, as people write it; what stands for nothing any more has an empty face.

    Raises:
        TeachError: it is written otherwise.

    >>> dict(_pairs("Skull=a, crown=K"))
    {'skull': 'A', 'crown': 'K'}
    >>> dict(_pairs("skull="))
    {'skull': ''}
    """
    words = [word.partition("=") for word in text.replace(",", " ").split()]
    if not all(name and sign for name, sign, _ in words):
        raise TeachError("Say what stands for what as in --stands skull=A,crown=K; skull= alone takes that away.")
    names = [str(face_of(name)) for name, _, _ in words]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise TeachError(f"You say twice what {quoted(twice)} stands for: say it once.")
    return lessons.meant({name: face for name, _, face in words})


def _tell(sets: Sets) -> None:
    """List the sets that were taught, and how many cannot be read."""
    taught = sets.all()
    for dice in taught:
        of = f" ({dice.kit})" if dice.kit else ""
        say(f"{dice.name}{of}: {' '.join(_meant(face, dice) for face in dice.looks.shown)}")
    if not taught and not sets.unreadable:
        warn("No dice were taught yet: croupier teach NAME --face FACE PHOTO...")
    if sets.unreadable:
        warn(f"Sets that cannot be read: {sets.unreadable}. Bring Croupier up to date, or delete them by name.")


def _meant(face: str, dice: OwnDice) -> str:
    """A face of a set with what it stands for, if for anything: `skull` or `skull=A`."""
    return f"{face}={dice.stands[face]}" if face in dice.stands else face


def _agree(errands: Sequence[str], words: Sequence[str]) -> None:
    """Refuse several errands at once, and words that an errand would not hear.

    >>> _agree(["--export", "photos"], ["NAME"])
    Traceback (most recent call last):
    vision.own.teach.TeachError: --export and photos are two errands: do one after the other.
    """
    if len(errands) > 1:
        raise TeachError(f"{errands[0]} and {errands[1]} are two errands: do one after the other.")
    heard = HEARD.get(errands[0], words) if errands else words
    if unheard := [word for word in words if word not in heard]:
        raise TeachError(f"{errands[0]} has no use for {unheard[0]}: leave it out.")


def _export(sets: Sets, name: str, file: Path) -> None:
    """Write a set to a file, over nothing but another set."""
    data = sets.bytes(name)
    try:
        if file.is_file() and file.stat().st_size:
            from_file(file)
    except TeachError as error:
        raise TeachError(f"{file} is no set of dice: name another file for --export.") from error
    try:
        file.write_bytes(data)
    except OSError as error:
        raise TeachError(f"{file} cannot be written ({error.strerror}): name another file for --export.") from error


def _bring(sets: Sets, file: Path, name: str) -> None:
    """Take a set that somebody shared, under another name if one is given."""
    taken = from_file(file)
    if name:
        taken = replace(taken, name=name_of(name))
    sets.take(taken)
    say(f"{taken.name}: {_about(taken)}")


def _change(sets: Sets, name: str, how: lessons.How) -> None:
    """Mean a set otherwise."""
    try:
        with sets.alone():
            dice = lessons.changed(sets.find(name), how)
            sets.put(dice)
    except KitlessError:
        raise KitlessError("give --kit too") from None
    except StandsError as error:
        fail(f"{error} For none, say --stands {shlex.quote(error.name)}= too.")
    say(f"{dice.name}: {_about(dice)}")


def _learn(sets: Sets, name: str, how: lessons.How, shown: Sequence[tuple[str, Path]]) -> None:
    """Learn from pictures, each with its face."""
    try:
        seen = showing.from_pictures(shown, how.of(sets.known(name)).eye)
        dice, new = showing.kept(sets, name, seen, how)
    except (TeachError, PictureError) as error:
        if not shown[1:]:
            raise
        raise TeachError(f"{error} None of the {len(shown)} pictures was learned.") from error
    for doubt in (each.doubt for each in seen if each.doubt):
        warn(doubt)
    say(f"{dice.name}: {showing.gained(new)} {_about(dice)}")


def _about(dice: OwnDice) -> str:
    """What a set does, for who sits at the command line."""
    return lessons.about(dice, f"with croupier teach {shlex.quote(dice.name)} --strange").says


def _show(sets: Sets, name: str, how: lessons.How, camera: str, faces: Sequence[str]) -> None:
    """Learn before a camera, each showing for itself: who stops has lost nothing."""
    seen = showing.Showings(sets, name_of(name), how)
    anew = "" if is_live(camera) else ", in pictures of these alone"
    stopped = ""
    try:
        showing.from_camera(camera, how.of(sets.known(name)).eye, faces, asked, seen.keep)
    except (EOFError, KeyboardInterrupt):
        stopped = f"Stopped before the end: what was learned so far is saved. {_rest(seen.new, faces, anew)}"
    except (SourceError, PictureError, TeachError) as error:
        if seen.dice is None:
            raise
        stopped = f"{error} What was learned so far is saved. {_rest(seen.new, faces, anew)}"
    if seen.dice:
        say(f"{seen.dice.name}: {showing.gained(seen.new)} {_about(seen.dice)}")
    if stopped or not seen.dice:
        fail(stopped if seen.dice else "Nothing was shown, so nothing was learned: show each face three times.")


def _rest(new: Counter[str], faces: Sequence[str], anew: str = "") -> str:
    """How to show those faces to a camera that were not shown often enough; what is read `anew` begins once more.

    >>> _rest(Counter(skull=3, crown=1), ["Skull", "crown", "my"])
    'Show the rest with --face crown --face my.'
    """
    left = [face for face in faces if new[str(face_of(face))] < showing.SHOWINGS]
    if not left:
        return "Start again to show the rest, and name the faces that are left."
    return f"Show the rest with {' '.join(f'--face {shlex.quote(face)}' for face in left)}{anew}."
