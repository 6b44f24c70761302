"""The command line: `croupier play`, `read`, `watch`, `validate`, `teach`, `score`, `doctor`.

Results go to stdout, the rest to stderr.

The server is imported by the commands that need it: its libraries take longer to load than a picture takes to read.
"""

import errno
import io
import json
import logging
import os
import shlex
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing, nullcontext, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NoReturn

import cv2
import typer

from api import lessons
from api.cases import Files
from api.sets import FOLDER, Sets, from_file, home, of_kit
from api.version import VERSION
from models.card import CardError
from scoring.dice import RuleError
from scoring.score import ILLEGAL, LEGAL, UNREADABLE, report
from vision.draw import draw
from vision.kit import KitError
from vision.kit import kit as kit_of
from vision.own_dice import OwnDice, face_of, name_of
from vision.own_eye import OwnEye, StandsError, own_eye
from vision.picture import PictureError, load_file
from vision.read import read as look
from vision.reading import Frame, Reading
from vision.settle import eye
from vision.source import SourceError, is_live
from vision.teach import TeachError
from vision.turn import turn_by
from vision.watch import watch as throws

USUAL = "pips"  # the kit that is read where none is named
STOPPED = 130
MATCH_BYTES = 4 * 2**20
DRAWN = b"drawn by croupier"  # the end of a picture that `read` drew: what opens it does not mind
GRUMBLES = 100  # sentences about labels that stderr is told
HEARD = {"--list": (), "--import": ("NAME",), "--delete": ("NAME", "--face"), "--export": ("NAME",)}  # beside an errand

app = typer.Typer(
    name="croupier",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

KitId = Annotated[str | None, typer.Option("--kit", metavar="ID", help="The dice on the table, else pips.")]
Taught = Annotated[
    str | None, typer.Option("--dice", metavar="NAME", help="Your own dice, as you taught them; or a file of dice.")
]
Data = Annotated[Path | None, typer.Option(metavar="DIR", help="Where matches, pictures and dice are kept.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object a line.")]


def _told(asked: bool) -> None:
    """Tell which Croupier this is, if somebody asks."""
    if asked:
        _say(f"croupier {VERSION}")
        raise typer.Exit


@app.callback()
def croupier(
    version: Annotated[
        bool, typer.Option("--version", callback=_told, is_eager=True, help="Tell which Croupier this is.")
    ] = False,
) -> None:
    """Croupier watches real dice through a camera and keeps the score."""


@app.command(short_help="Open the table in your browser.")
def play(  # noqa: PLR0913, PLR0917 - one argument an option of the command line
    game: Annotated[str | None, typer.Option(metavar="ID", help="The game of a new match, else jack-stone.")] = None,
    players: Annotated[
        str | None, typer.Option(metavar="A,B", help="Its players, in seat order, else Ann,Bob.")
    ] = None,
    camera: Annotated[
        str | None,
        typer.Option(metavar="SRC", help="Camera number, film, folder of pictures, URL, or `phone`."),
    ] = None,
    kit: Annotated[str | None, typer.Option(metavar="ID", help="The dice of a new match.")] = None,
    dice: Annotated[str | None, typer.Option(metavar="NAME", help="Your own dice, as you taught them.")] = None,
    port: Annotated[int | None, typer.Option(min=1, max=65535, metavar="N", help="8765 or the next free one.")] = None,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Where matches and pictures are kept.")] = None,
    database: Annotated[str | None, typer.Option(metavar="URL", help="Another database, as an SQLAlchemy URL.")] = None,
    lan: Annotated[bool, typer.Option("--lan", help="Let phones and screens in your house join by a code.")] = False,
    tls: Annotated[bool, typer.Option("--tls", help="Speak https, by a certificate of Croupier's own.")] = False,
    keep_pictures: Annotated[str | None, typer.Option(metavar="TIME", help="How long: 90d, 12h, 4w, 1y.")] = None,
    album_size: Annotated[str | None, typer.Option(metavar="SIZE", help="How many at most: 2GB, 500MB.")] = None,
    webhook: Annotated[
        str | None, typer.Option(metavar="URL", help="Told of every play; CROUPIER_WEBHOOK_SECRET signs it.")
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Open no browser.")] = False,
) -> None:
    """Open the table: serve its page, and the demo as long as you have no match of your own."""
    from api import demo, serve  # noqa: PLC0415 - see the module's docstring
    from api.choice import played_with  # noqa: PLC0415
    from api.entrance import ServeError, enter  # noqa: PLC0415
    from api.limits import LimitError, limits  # noqa: PLC0415
    from api.store import StoreError  # noqa: PLC0415
    from api.webhook import Webhook, WebhookError  # noqa: PLC0415

    try:
        kept = limits(keep_pictures, album_size)
        hook = Webhook(webhook, os.environ.get("CROUPIER_WEBHOOK_SECRET", "")) if webhook is not None else None
        entrance = enter(port, data or home(), lan=lan, tls=tls)
        if camera is not None:
            serve.there(camera)
        site = serve.furnish(data or home(), database, entrance, kept, hook)
        new = any(said is not None for said in (game, players, kit, dice))
        usual = played_with(site.state.house.eyes.sets.find(dice).kit if dice else kit, demo.GAME)
        begun = (usual if game is None else game) if new else None
        seats = demo.PLAYERS if players is None else players.split(",")
        sheet = serve.opening(site, begun, seats, kit, dice)
        if camera is not None:
            logging.basicConfig(format="%(message)s")
            for pillar in ("vision", "api"):
                logging.getLogger(pillar).setLevel(logging.INFO)  # a camera that is lost, and back
            serve.watch(site, camera, sheet)
        serve.run(site, sheet, entrance, browser=not no_browser)
    except (StoreError, RuleError, KitError, TeachError, CardError, ServeError, LimitError, WebhookError) as error:
        _fail(str(error))


@app.command(short_help="Read the dice in pictures.")
def read(
    pictures: Annotated[list[Path], typer.Argument(metavar="PICTURE...", help="JPEG, PNG or WebP files.")],
    kit: KitId = None,
    expect: Annotated[int | None, typer.Option(min=0, metavar="N", help="How many dice must lie there.")] = None,
    as_json: AsJson = False,
    drawn: Annotated[Path | None, typer.Option("--draw", metavar="DIR", help="Where to draw what was read.")] = None,
    dice: Taught = None,
    data: Data = None,
) -> None:
    """Read the dice in pictures, a line each in the order given; exit 1 if any cannot be read."""
    try:
        kit, own = _eyes(kit, dice, data)
        if drawn:
            _folder(drawn, pictures)
    except (KitError, TeachError, CardError, PictureError, OSError) as error:
        _fail(_sentence(Path(dice or ""), error))
    see = partial(look, name=kit, expect=expect, own=own)
    fine = [_read(picture, see, as_json, drawn) for picture in pictures]
    sys.exit(0 if all(fine) else UNREADABLE)


@app.command(short_help="Tell each throw as it settles.")
def watch(
    src: Annotated[str, typer.Argument(metavar="SRC", help="A camera number, a film, a folder of pictures, a URL.")],
    kit: KitId = None,
    expect: Annotated[int | None, typer.Option(min=1, metavar="N", help="How many dice are thrown.")] = None,
    turned: Annotated[
        int, typer.Option("--turn", metavar="DEGREES", help="Turn each picture clockwise: 90, 180 or 270.")
    ] = 0,
    as_json: AsJson = False,
    dice: Taught = None,
    data: Data = None,
) -> None:
    """Tell each throw as it settles, a line each; a film or folder ends it, a camera runs on until Ctrl-C.

    The pictures of a folder come in the order of their names, 9.jpg before 10.jpg, and count as 15 a second.
    """
    if turned % 90:
        _fail(f"A picture is not turned by {turned} degrees: give 90, 180 or 270 for --turn.")
    logging.basicConfig(format="%(message)s")
    logging.getLogger("vision").setLevel(logging.INFO)  # a camera that is lost, and back
    begun = time.monotonic() if is_live(src) else 0.0
    told = 0
    until = suppress(KeyboardInterrupt) if is_live(src) else nullcontext()
    try:
        kit, own = _eyes(kit, dice, data)
        with until, closing(throws(src, eye(kit, expect, own), turn_by(turned))) as settling:
            for rest in settling:
                told += 1
                said = json.dumps(rest.as_json(begun)) if as_json else ""
                _say(said or _line(f"{rest.seconds - begun:.1f} s", rest.reading, f" {rest.p:.2f}"))
    except BrokenPipeError:
        raise  # who reads has enough: no fault of the source
    except (SourceError, PictureError, KitError, CardError, TeachError, OSError) as error:
        _fail(_sentence(Path(dice or src), error))
    if not told and not is_live(src):
        _warn(f"No throw came to rest in {src}: the dice must lie still for half a second.")


@app.command(short_help="Tell how good the eye is on your pictures.")
def validate(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Pictures with labels: labels.tsv, COCO or YOLO.")],
    kit: KitId = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    shown: Annotated[
        Path | None, typer.Option("--report", metavar="FILE.html", help="Where to show each miss.")
    ] = None,
    told: Annotated[bool, typer.Option("--told", help="Tell the eye how many dice there are, as a game does.")] = False,
    dice: Taught = None,
    data: Data = None,
) -> None:
    """Tell how good the eye is on labelled pictures; exit 1 if none could be judged."""
    from api.report import page  # noqa: PLC0415 - see the module's docstring
    from api.validate import meant, tables  # noqa: PLC0415
    from api.validate import validate as judge  # noqa: PLC0415

    if not folder.is_dir():
        _fail(f"{folder} is no folder: give a folder of pictures with labels.")
    if shown and (shown.is_dir() or not shown.parent.is_dir()):
        _fail(f"{shown} can be no report: give a file in a folder that there is.")
    try:
        kit, own = _eyes(kit, dice, data)
        found = judge(folder, kit, _count, own, told=told)
        other = meant(found)
    except (KitError, CardError, TeachError, OSError) as error:
        _fail(_sentence(folder, error))
    if other:
        leaving = ", and no --dice" if dice else ""
        _fail(f"The labels in {folder} are no faces of {found.kit}: give --kit {other}{leaving}.")
    _grumble([*found.notes, *found.complaints, *(f"{found.called(path)}: {said}" for path, said in found.unreadable)])
    if not found.judged:
        _fail(f"No picture in {folder} could be judged: give each a label, as in a labels.tsv (picture, tab, roll).")
    _say(json.dumps(found.as_json()) if as_json else tables(found))
    try:
        if shown:
            shown.write_text(page(found), encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        _fail(f"{shown} cannot be written ({error.strerror}): name another file for --report.")


@app.command(short_help="Teach your own dice.")
def teach(  # noqa: PLR0913, PLR0917 - one for each thing that may be said
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the set of dice is called.")] = "",
    shown: Annotated[
        list[Path] | None, typer.Argument(metavar="PHOTO...", help="Photos of one face, or a folder with one a face.")
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
        sets = _shelf(data)
        if listed:
            _tell(sets)
        elif brought is not None:
            _bring(sets, brought, name)
        elif not name:
            _fail("Say what your dice are called: croupier teach NAME --face FACE PHOTO...")
        elif drop:
            sets.drop(name, *faces or ())
        elif export is not None:
            _export(sets, name, export)
        else:
            how = lessons.How(kit, True if strange else None, lessons.pairs(stands))
            if camera is not None:
                _show(sets, name, how, camera, faces)
            elif shown or faces or not (kit is not None or strange or stands) or sets.known(name) is None:
                _learn(sets, name, how, lessons.pictures(tuple(shown or ()), faces))
            else:
                _change(sets, name, how)
    except (TeachError, KitError, CardError, PictureError, SourceError, OSError) as error:
        _fail(_sentence(brought or Path(name), error))


@app.command(short_help="Score match files.")
def score(
    files: Annotated[list[Path], typer.Argument(metavar="FILE.match...", help="Match files.")],
    as_json: AsJson = False,
) -> None:
    """Score match files; exit 0 if all are legal, 2 if the rules forbid one, 1 if one cannot be read (a typo)."""
    worst = max((_score(file, as_json) for file in files), key=(LEGAL, ILLEGAL, UNREADABLE).index)
    sys.exit(worst)


@app.command(short_help="Check that everything is there.")
def doctor(
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Where matches and pictures are kept.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Check that everything Croupier needs is there; exit 1 if something is not."""
    from api.doctor import examine  # noqa: PLC0415 - see the module's docstring

    found = examine(data or home())
    if as_json:
        _say(json.dumps([finding.as_json() for finding in found]))
    else:
        for finding in found:
            _say(f"{'ok  ' if finding.fine else 'FAIL'}  {finding.what}: {finding.detail}")
    sys.exit(0 if all(finding.fine for finding in found) else 1)


def main() -> None:
    """Run the command line; no traceback reaches a user."""
    for name, how in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by whoever started this
            setattr(sys, name, Path(os.devnull).open(how, encoding="utf-8"))  # noqa: SIM115 - until the end
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="backslashreplace")  # names that this terminal has no letters for
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(STOPPED)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(STOPPED)
    except Exception as error:  # noqa: BLE001 - the last resort: one sentence instead of a traceback
        _fail(f"Croupier made a mistake ({type(error).__name__}: {error}): please report what you did.")


def _tell(sets: Sets) -> None:
    """List the sets that were taught, and how many cannot be read."""
    taught = sets.all()
    for dice in taught:
        _say(f"{dice.name}: {' '.join(dice.looks.shown)}")
    if not taught and not sets.unreadable:
        _warn("No dice were taught yet: croupier teach NAME --face FACE PHOTO...")
    if sets.unreadable:
        _warn(f"Sets that cannot be read: {sets.unreadable}. Bring Croupier up to date, or delete them by name.")


def _agree(errands: Sequence[str], words: Sequence[str]) -> None:
    """Refuse several errands at once, and words that an errand would not hear.

    >>> _agree(["--export", "photos"], ["NAME"])
    Traceback (most recent call last):
    vision.teach.TeachError: --export and photos are two errands: do one after the other.
    """
    if len(errands) > 1:
        raise TeachError(f"{errands[0]} and {errands[1]} are two errands: do one after the other.")
    heard = HEARD.get(errands[0], words) if errands else words
    if unheard := [word for word in words if word not in heard]:
        raise TeachError(f"{errands[0]} has no use for {unheard[0]}: leave it out.")


def _export(sets: Sets, name: str, file: Path) -> None:
    """Write a set to a file."""
    data = sets.bytes(name)
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
    _say(f"{taken.name}: {_about(taken)}")


def _change(sets: Sets, name: str, how: lessons.How) -> None:
    """Mean a set otherwise."""
    try:
        with sets.alone():
            dice = lessons.changed(sets.find(name), how)
            sets.put(dice)
    except StandsError as error:
        _fail(f"{error} For none, say --stands {shlex.quote(error.name)}= too.")
    _say(f"{dice.name}: {_about(dice)}")


def _learn(sets: Sets, name: str, how: lessons.How, shown: Sequence[tuple[str, Path]]) -> None:
    """Learn from pictures, each with its face."""
    eye = how.of(sets.known(name)).eye
    seen = lessons.from_pictures(shown, eye)
    dice, new = lessons.kept(sets, name, seen, how)
    for doubt in (each.doubt for each in seen if each.doubt):
        _warn(doubt)
    _say(f"{dice.name}: {lessons.gained(new)} {_about(dice)}")


def _about(dice: OwnDice) -> str:
    """What a set does, for who sits at the command line."""
    return lessons.about(dice, f"with croupier teach {shlex.quote(dice.name)} --strange").says


def _show(sets: Sets, name: str, how: lessons.How, camera: str, faces: Sequence[str]) -> None:
    """Learn before a camera, each showing for itself: who stops has lost nothing."""
    seen = lessons.Showings(sets, name_of(name), how)
    stopped = ""
    try:
        lessons.from_camera(camera, how.of(sets.known(name)).eye, faces, _asked, seen.keep)
    except EOFError:
        stopped = f"Stopped before the end: what was learned so far is saved. {_rest(seen.new, faces)}"
    except (SourceError, TeachError) as error:
        if seen.dice is None:
            raise
        stopped = f"{error} What was learned so far is saved."
    if seen.dice:
        _say(f"{seen.dice.name}: {lessons.gained(seen.new)} {_about(seen.dice)}")
    if stopped or not seen.dice:
        _fail(stopped if seen.dice else "Nothing was shown, so nothing was learned: show each face three times.")


def _rest(new: Counter[str], faces: Sequence[str]) -> str:
    """How to show those faces to a camera that were not shown often enough.

    >>> _rest(Counter(skull=3, crown=1), ["Skull", "crown", "my"])
    'Show the rest with --face crown --face my.'
    """
    left = [face for face in faces if new[str(face_of(face))] < lessons.SHOWINGS]
    if not left:
        return "Start again to show the rest, and name the faces that are left."
    return f"Show the rest with {' '.join(f'--face {shlex.quote(face)}' for face in left)}."


def _shelf(data: Path | None) -> Sets:
    """The sets in a data folder.

    Raises:
        TeachError: it is no folder.
    """
    folder = data or home()
    for path in (folder, folder / FOLDER):
        if path.exists() and not path.is_dir():
            raise TeachError(f"{path} is no folder: give one for --data.")
    return Sets(Files(folder / FOLDER))


def _eyes(kit: str | None, dice: str | None, data: Path | None) -> tuple[str, OwnEye | None]:
    """The kit to read by, and somebody's own set: the one of that name among those taught, or in that file.

    Raises:
        KitError, TeachError: there is no such kit or set, or they do not go together.
    """
    kit_of(kit or USUAL)
    if dice is None:
        return kit or USUAL, None
    path = Path(dice)
    found = from_file(path) if path.is_file() else _shelf(data).find(dice)
    return kit or USUAL, own_eye(of_kit(found, kit))


def _read(picture: Path, see: Callable[[Frame], Reading], as_json: bool, drawn: Path | None) -> bool:
    """Read one picture and print its line; False when it cannot be read."""
    try:
        frame = load_file(picture)
        reading = see(frame)
        if drawn:
            _draw(picture, frame, reading, drawn)
    except (PictureError, CardError, OSError) as error:
        sentence = _sentence(picture, error)
        if as_json:
            _say(json.dumps({"image": str(picture), "error": sentence}))
        else:
            _warn(_naming(picture, sentence))
        return False
    _say(json.dumps(reading.as_json(image=str(picture))) if as_json else _line(picture, reading))
    return True


def _naming(file: Path, sentence: str) -> str:
    """A sentence about a file that names it once, by its path."""
    name = file.name or str(file)
    return sentence.replace(name, str(file), 1) if name in sentence else f"{file}: {sentence}"


def _line(picture: Path | str, reading: Reading, p: str = "") -> str:
    """A reading for people: `throw.jpg: 1 3 3 4 4 6  sure`; behind that `p`, if there is any."""
    faces = " ".join(str(die.face or "?") for die in reading.dice) or "no dice"
    reasons = f" ({' '.join(reading.reasons)})" if reading.reasons else ""
    return f"{picture}: {faces}  {reading.verdict}{p}{reasons}"


def _folder(drawn: Path, pictures: list[Path]) -> None:
    """Make the folder to draw these pictures in, unless it is there."""
    names = Counter(path.name for path in set(pictures))
    if shared := [name for name, times in names.items() if times > 1]:
        raise PictureError(f"Several pictures are called {shared[0]}: draw them one by one, each into its own folder.")
    try:
        drawn.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PictureError(f"{drawn} can be no folder ({error.strerror}): name another for --draw.") from error


def _draw(picture: Path, frame: Frame, reading: Reading, folder: Path) -> None:
    """Draw a reading into a picture of the same name in a folder, over nothing but what was drawn there before."""
    path = folder / picture.name
    suffix = path.suffix.lower() if path.suffix.lower() in {".png", ".webp"} else ".jpg"
    data = cv2.imencode(suffix, draw(frame, reading))[1]
    try:
        if path.is_file() and not path.read_bytes().endswith(DRAWN):
            raise PictureError(f"{path} is no picture that was drawn here: choose another folder for --draw.")
        path.write_bytes(data.tobytes() + DRAWN)
    except OSError as error:
        raise PictureError(
            f"{picture.name} cannot be drawn ({error.strerror}): name another folder for --draw."
        ) from error


def _score(file: Path, as_json: bool) -> int:
    """Score one match file and print its line; gives its exit status."""
    said, code = _scored(file)
    if as_json:
        _say(json.dumps(said))
        return code
    wrong = said["error"]
    if said["game"]:
        _say(f"{file}: {_standing(said)}{_stopped(wrong)}")
    if wrong:
        message = wrong["message"]
        _warn(f"{file}, line {wrong['line']}: {message}" if wrong["line"] else _naming(file, message))
    return code


def _scored(file: Path) -> tuple[dict[str, Any], int]:
    """The report on one match file, and its exit status."""
    try:
        return report(_bytes(file).decode("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        unread = {"line": None, "message": _sentence(file, error)}
    except Exception as error:  # noqa: BLE001 - a mistake of ours in one file must not silence the others
        unread = {"line": None, "message": f"Croupier made a mistake ({type(error).__name__}): please report it."}
    return {**report("")[0], "error": unread}, UNREADABLE


def _standing(said: dict[str, Any]) -> str:
    """How a match stands, for people: `jack-stone: Ann 400, Bob 0; Bob to roll 6 dice`."""
    totals = ", ".join(f"{player['name']} {player['total']}" for player in said["players"])
    if said["over"]:
        return f"{said['game']}: {totals}; won by {' and '.join(said['winners'])}"
    awaits = said["awaits"]
    due = "to decide"
    if awaits["what"] == "roll":
        due = f"to roll {awaits['dice']} {'die' if awaits['dice'] == 1 else 'dice'}"
    return f"{said['game']}: {totals}; {said['turn']['player']} {due}"


def _stopped(wrong: dict[str, Any] | None) -> str:
    """That a match was scored only so far, and up to where."""
    if not wrong:
        return ""
    return f"; stopped before line {wrong['line']}" if wrong["line"] else "; stopped there"


def _bytes(file: Path) -> bytes:
    """What is in a match file, unless that is too much to be honest."""
    with file.open("rb") as opened:
        data = opened.read(MATCH_BYTES + 1)
    if len(data) > MATCH_BYTES:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return data


def _sentence(file: Path, error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "This is not a text file in UTF-8: save it as UTF-8, or give another file."
    if isinstance(error, OSError) and error.strerror:
        named = Path(error.filename) if isinstance(error.filename, str) else file
        return f"{named.name or named} cannot be read ({error.strerror}): give another file."
    return str(error)


def _count(done: int, total: int) -> None:
    """Progress, where somebody looks on."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{done} of {total} pictures" + "\n" * (done == total))
        sys.stderr.flush()


def _grumble(sentences: list[str]) -> None:
    """Say what is wrong with labels and pictures; of very many, only the first."""
    for sentence in sentences[:GRUMBLES]:
        _warn(sentence)
    if len(sentences) > GRUMBLES:
        _warn(f"And {len(sentences) - GRUMBLES} more of that kind.")


def _asked(sentence: str) -> str:
    """Ask somebody at the terminal.

    Raises:
        EOFError: he answers no more.
    """
    sys.stderr.write(sentence)
    sys.stderr.flush()
    line = ""
    with suppress(KeyboardInterrupt):
        line = sys.stdin.readline()
    if not line:
        _warn("")  # what comes next stands on a line of its own
        raise EOFError
    return line.rstrip("\n")


def _say(line: str) -> None:
    try:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        _fail(f"The result cannot be written ({error.strerror}): make room, or send it elsewhere.")


def _warn(line: str) -> None:
    sys.stderr.write(f"{line}\n")


def _fail(sentence: str) -> NoReturn:
    _warn(sentence)
    sys.exit(1)
