"""The command line: `croupier play`, `read`, `watch`, `validate`, `teach`, `score`, `doctor`.

Results go to stdout, the rest to stderr.

The server is imported by the commands that need it: its libraries take longer to load than a picture takes to read.
"""

import errno
import io
import json
import logging
import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing, nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import Annotated

import cv2
import typer

from api.sets import from_file, home, kept_in, of_kit
from api.teach import teach
from api.terminal import Data, fail, fault, naming, say, warn
from api.version import VERSION
from models.card import CardError
from scoring.dice import RuleError
from scoring.match import Match
from scoring.score import ILLEGAL, LEGAL, UNREADABLE, Wrong, scored, told
from vision.camera.source import PICTURES, SourceError, is_live
from vision.draw import draw
from vision.kit import KitError
from vision.kit import kit as kit_of
from vision.own.eye import OwnEye, own_eye
from vision.own.teach import TeachError
from vision.picture import PictureError, load_file
from vision.read import read as look
from vision.reading import Frame, Reading
from vision.throw.settle import eye
from vision.turn import turn_by
from vision.watch import watch as throws

USUAL = "pips"  # the kit that is read where none is named
STOPPED = 130
MATCH_BYTES = 4 * 2**20
LONGEST_WEBP = 16_383  # pixels
DRAWN = b"drawn by croupier"  # the end of a picture that `read` drew: what opens it does not mind
GRUMBLES = 100  # sentences about labels that stderr is told

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
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object a line.")]


def _told(asked: bool) -> None:
    """Tell which Croupier this is, if somebody asks."""
    if asked:
        say(f"croupier {VERSION}")
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
    game: Annotated[
        str | None, typer.Option(metavar="ID", help="The game of a new match, else that of its dice, or jack-stone.")
    ] = None,
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
    data: Data = None,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="Another database: sqlite:///FILE or postgresql://…")
    ] = None,
    lan: Annotated[bool, typer.Option("--lan", help="Let phones and screens in your house join by a code.")] = False,
    tls: Annotated[bool, typer.Option("--tls", help="Speak https, by a certificate of Croupier's own.")] = False,
    keep_pictures: Annotated[str | None, typer.Option(metavar="TIME", help="How long: 90d, 12h, 4w, 1y.")] = None,
    album_size: Annotated[str | None, typer.Option(metavar="SIZE", help="How many at most: 2GB, 500MB.")] = None,
    webhook: Annotated[
        str | None, typer.Option(metavar="URL", help="Told of every play; CROUPIER_WEBHOOK_SECRET signs it.")
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Open no browser.")] = False,
) -> None:
    """Open the table: serve its page, and the demo as long as you have no match of your own and no camera."""
    from sqlalchemy.exc import SQLAlchemyError  # noqa: PLC0415 - see the module's docstring

    from api import demo, serve  # noqa: PLC0415
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
        sheet = serve.opening(site, begun, seats, kit, dice, camera)
        if camera is not None:
            logging.basicConfig(format="%(message)s")
            for pillar in ("vision", "api"):
                logging.getLogger(pillar).setLevel(logging.INFO)  # a camera that is lost, and back
            serve.watch(site, camera, sheet)
        serve.run(site, sheet, entrance, browser=not no_browser)
    except (StoreError, RuleError, KitError, TeachError, CardError, ServeError, LimitError, WebhookError) as error:
        fail(str(error))
    except SQLAlchemyError as error:
        why = str(getattr(error, "orig", "") or type(error).__name__)
        fail(f"The database cannot be read ({why}): restore a copy of it, or name another with --data or --database.")


@app.command(short_help="Read the dice in pictures.")
def read(
    pictures: Annotated[
        list[Path], typer.Argument(metavar="PICTURE...", help="JPEG, PNG or WebP files.", readable=False)
    ],
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
        fail(fault(Path(dice or ""), error))
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
        fail(f"A picture is not turned by {turned} degrees: give 90, 180 or 270 for --turn.")
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
                say(said or _line(f"{rest.seconds - begun:.1f} s", rest.reading, f" {rest.p:.2f}"))
    except BrokenPipeError:
        raise  # who reads has enough: no fault of the source
    except (SourceError, PictureError, KitError, CardError, TeachError, OSError) as error:
        fail(fault(Path(dice or src), error))
    if not told and not is_live(src):
        single = "; one picture is for `croupier read`" if Path(src).suffix.lower() in PICTURES else ""
        warn(f"No throw came to rest in {src}: the dice must lie still for half a second{single}.")


@app.command(short_help="Tell how good the eye is on your pictures.")
def validate(
    folder: Annotated[
        Path,
        typer.Argument(metavar="DIR", help="Pictures with labels: labels.tsv, COCO or YOLO.", readable=False),
    ],
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
    from api.report import is_report, page  # noqa: PLC0415 - see the module's docstring
    from api.validate import meant, tables  # noqa: PLC0415
    from api.validate import validate as judge  # noqa: PLC0415

    if not folder.is_dir():
        fail(f"{folder} is no folder: give a folder of pictures with labels.")
    if shown and (shown.is_dir() or not shown.parent.is_dir()):
        fail(f"{shown} can be no report: give a file in a folder that there is.")
    if shown and (why := _hinders(shown)):
        fail(f"{shown} cannot be written ({why}): name another file for --report.")
    try:
        if shown and not is_report(shown):
            fail(f"{shown} is no report that was written here: name another file for --report.")
        kit, own = _eyes(kit, dice, data)
        found = judge(folder, kit, _count, own, told=told)
        other = meant(found)
    except (KitError, CardError, TeachError, OSError) as error:
        fail(fault(folder, error))
    if other:
        leaving = ", and no --dice" if dice else ""
        fail(f"The labels in {folder} are no faces of {found.kit}: give --kit {other}{leaving}.")
    _grumble(
        [*found.notes, *found.complaints, *(naming(Path(found.called(path)), said) for path, said in found.unreadable)]
    )
    if not found.judged:
        fail(f"No picture in {folder} could be judged: give each a label, as in a labels.tsv (picture, tab, roll).")
    say(json.dumps(found.as_json()) if as_json else tables(found))
    try:
        if shown:
            shown.write_text(page(found), encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        fail(f"{shown} cannot be written ({error.strerror}): name another file for --report.")


app.command(short_help="Teach your own dice.")(teach)


@app.command(short_help="Score match files.")
def score(
    files: Annotated[list[Path], typer.Argument(metavar="FILE.match...", help="Match files.", readable=False)],
    as_json: AsJson = False,
) -> None:
    """Score match files; exit 0 if all are legal, 2 if the rules forbid one, 1 if one cannot be read (a typo)."""
    worst = max((_score(file, as_json) for file in files), key=(LEGAL, ILLEGAL, UNREADABLE).index)
    sys.exit(worst)


@app.command(short_help="Check that everything is there.")
def doctor(
    data: Data = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Check that everything Croupier needs is there; exit 1 if something is not."""
    from api.doctor import examine  # noqa: PLC0415 - see the module's docstring

    found = examine(data or home())
    if as_json:
        say(json.dumps([finding.as_json() for finding in found]))
    else:
        for finding in found:
            say(f"{'ok  ' if finding.fine else 'FAIL'}  {finding.what}: {finding.detail}")
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
        if sys.stderr.isatty():
            sys.stderr.write("\n")  # below what was counted
        sys.exit(STOPPED)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(STOPPED)
    except Exception as error:  # noqa: BLE001 - the last resort: one sentence instead of a traceback
        fail(f"Croupier made a mistake ({type(error).__name__}: {error}): please report what you did.")


def _eyes(kit: str | None, dice: str | None, data: Path | None) -> tuple[str, OwnEye | None]:
    """The kit to read by, and somebody's own set: the one of that name among those taught, or in that file.

    Raises:
        KitError, TeachError: there is no such kit or set, or they do not go together.
    """
    kit_of(kit or USUAL)
    if dice is None:
        return kit or USUAL, None
    path = Path(dice)
    found = from_file(path) if path.is_file() else kept_in(data or home()).find(dice)
    return kit or USUAL, own_eye(of_kit(found, kit))


def _read(picture: Path, see: Callable[[Frame], Reading], as_json: bool, drawn: Path | None) -> bool:
    """Read one picture and print its line; False when it cannot be read."""
    try:
        frame = load_file(picture)
        reading = see(frame)
        if drawn:
            _draw(picture, frame, reading, drawn)
    except (PictureError, CardError, OSError) as error:
        sentence = fault(picture, error)
    except Exception as error:  # noqa: BLE001 - a mistake of ours in one picture must not silence the others
        sentence = _mistake(error)
    else:
        say(json.dumps(reading.as_json(image=str(picture))) if as_json else _line(picture, reading))
        return True
    if as_json:
        say(json.dumps({"image": str(picture), "error": sentence}))
    else:
        warn(naming(picture, sentence))
    return False


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
    if suffix == ".webp" and max(frame.width, frame.height) > LONGEST_WEBP:
        raise PictureError(
            f"{picture.name} cannot be drawn as WebP, which has 16,383 pixels a side at most: "
            "give it a name that ends in .png."
        )
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
    match, wrong, code = _scored(file)
    if as_json:
        say(json.dumps(told(match, wrong)))
        return code
    if match:
        say(f"{file}: {_standing(match)}{_stopped(wrong)}")
    if wrong:
        message = wrong["message"]
        warn(f"{file}, line {wrong['line']}: {message}" if wrong["line"] else naming(file, message))
    return code


def _scored(file: Path) -> tuple[Match | None, Wrong | None, int]:
    """The match in one file, what is wrong there, and the exit status."""
    try:
        return scored(_bytes(file).decode("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        unread = fault(file, error)
    except Exception as error:  # noqa: BLE001 - a mistake of ours in one file must not silence the others
        unread = _mistake(error)
    return None, {"line": None, "message": unread}, UNREADABLE


def _mistake(error: Exception) -> str:
    return f"Croupier made a mistake ({type(error).__name__}): please report it."


def _standing(match: Match) -> str:
    """How a match stands, for people: `jack-stone: Ann 400, Bob 0; Bob to roll 6 dice`."""
    view = match.view
    totals = ", ".join(f"{name} {points}" for name, points in view.totals)
    if view.over:
        return f"{match.game}: {totals}; won by {' and '.join(view.victors)}"
    due = "to decide"
    if view.awaits.what == "roll":
        due = f"to roll {view.awaits.dice} {'die' if view.awaits.dice == 1 else 'dice'}"
    return f"{match.game}: {totals}; {view.player} {due}"


def _stopped(wrong: Wrong | None) -> str:
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


def _hinders(file: Path) -> str:
    """Say why a file cannot be written, if it cannot; one that is not there is not there afterwards either."""
    there = file.exists() or file.is_symlink()
    try:
        file.open("ab").close()
        if not there:
            file.unlink()
    except OSError as error:
        return str(error.strerror)
    return ""


def _count(done: int, total: int) -> None:
    """Progress, where somebody looks on."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{done} of {total} pictures" + "\n" * (done == total))
        sys.stderr.flush()


def _grumble(sentences: list[str]) -> None:
    """Say what is wrong with labels and pictures; of very many, only the first."""
    for sentence in sentences[:GRUMBLES]:
        warn(sentence)
    if len(sentences) > GRUMBLES:
        warn(f"And {len(sentences) - GRUMBLES} more of that kind.")
