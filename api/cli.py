"""The command line: `croupier play`, `read`, `watch`, `validate`, `score`, `doctor`.

Results go to stdout, the rest to stderr.

The server is imported by the commands that need it: its libraries take longer to load than a picture takes to read.
"""

import errno
import json
import logging
import os
import sys
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Annotated, Any, NoReturn

import cv2
import typer

from models.card import CardError
from scoring.dice import RuleError
from scoring.score import ILLEGAL, LEGAL, UNREADABLE, report
from vision.camera import PictureError, load
from vision.draw import draw
from vision.kit import KitError
from vision.kit import kit as kit_of
from vision.read import read as look
from vision.reading import Frame, Reading
from vision.settle import eye
from vision.source import SourceError, is_live
from vision.watch import watch as throws

STOPPED = 130
MATCH_BYTES = 4 * 2**20
GRUMBLES = 100  # sentences about labels that stderr is told
PICTURE_BYTES = 2**28  # what is merely too large is refused by the eye, with its size

app = typer.Typer(
    name="croupier",
    help="Croupier watches real dice through a camera and keeps the score.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

KitId = Annotated[str, typer.Option("--kit", metavar="ID", help="The dice on the table.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object a line.")]


@app.command(short_help="Open the table in your browser.")
def play(
    game: Annotated[str | None, typer.Option(metavar="ID", help="The game of a new match, else jack-stone.")] = None,
    players: Annotated[
        str | None, typer.Option(metavar="A,B", help="Its players, in seat order, else Ann,Bob.")
    ] = None,
    camera: Annotated[
        str | None,
        typer.Option(metavar="SRC", help="Camera number, film, folder of pictures, URL, or `phone`."),
    ] = None,
    kit: Annotated[str | None, typer.Option(metavar="ID", help="The dice of a new match.")] = None,
    port: Annotated[int | None, typer.Option(min=1, max=65535, metavar="N", help="8765 or the next free one.")] = None,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Where matches and pictures are kept.")] = None,
    database: Annotated[str | None, typer.Option(metavar="URL", help="Another database, as an SQLAlchemy URL.")] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Open no browser.")] = False,
) -> None:
    """Open the table: serve its page, and the demo as long as you have no match of your own."""
    from api import demo, serve  # noqa: PLC0415 - see the module's docstring
    from api.store import StoreError  # noqa: PLC0415

    try:
        listening = serve.listen(port)
        site = serve.furnish(data or serve.home(), database)
        begun = (game or demo.GAME) if game or players else None
        sheet = serve.opening(site, begun, players.split(",") if players else demo.PLAYERS, kit)
        if camera is not None:
            logging.basicConfig(format="%(message)s")
            for pillar in ("vision", "api"):
                logging.getLogger(pillar).setLevel(logging.INFO)  # a camera that is lost, and back
            serve.watch(site, camera, sheet)
        serve.run(site, sheet, listening, browser=not no_browser)
    except (StoreError, RuleError, KitError, serve.ServeError) as error:
        _fail(str(error))


@app.command(short_help="Read the dice in pictures.")
def read(
    pictures: Annotated[list[Path], typer.Argument(metavar="PICTURE...", help="JPEG, PNG or WebP files.")],
    kit: KitId = "pips",
    expect: Annotated[int | None, typer.Option(min=0, metavar="N", help="How many dice must lie there.")] = None,
    as_json: AsJson = False,
    drawn: Annotated[Path | None, typer.Option("--draw", metavar="DIR", help="Where to draw what was read.")] = None,
) -> None:
    """Read the dice in pictures, a line each in the order given; exit 1 if any cannot be read."""
    try:
        kit_of(kit)
        if drawn:
            drawn.mkdir(parents=True, exist_ok=True)
    except (KitError, OSError) as error:
        _fail(str(error))
    fine = [_read(picture, kit, expect, as_json, drawn) for picture in pictures]
    sys.exit(0 if all(fine) else UNREADABLE)


@app.command(short_help="Tell each throw as it settles.")
def watch(
    src: Annotated[str, typer.Argument(metavar="SRC", help="A camera number, a film, a folder of pictures, a URL.")],
    kit: KitId = "pips",
    expect: Annotated[int | None, typer.Option(min=1, metavar="N", help="How many dice are thrown.")] = None,
    as_json: AsJson = False,
) -> None:
    """Tell each throw as it settles, a line each; a film or folder ends it, a camera runs on until Ctrl-C."""
    logging.basicConfig(format="%(message)s")
    logging.getLogger("vision").setLevel(logging.INFO)  # a camera that is lost, and back
    begun = time.monotonic() if is_live(src) else 0.0
    told = 0
    try:
        with suppress(KeyboardInterrupt), closing(throws(src, eye(kit, expect))) as settling:
            for rest in settling:
                told += 1
                said = json.dumps(rest.as_json(begun)) if as_json else ""
                _say(said or _line(f"{rest.seconds - begun:.1f} s", rest.reading))
    except (SourceError, PictureError, KitError, CardError) as error:
        _fail(str(error))
    if not told and not is_live(src):
        _warn(f"No throw came to rest in {src}: the dice must lie still for half a second.")


@app.command(short_help="Tell how good the eye is on your pictures.")
def validate(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Pictures with labels: labels.tsv, COCO or YOLO.")],
    kit: KitId = "pips",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    shown: Annotated[
        Path | None, typer.Option("--report", metavar="FILE.html", help="Where to show each miss.")
    ] = None,
) -> None:
    """Tell how good the eye is on labelled pictures; exit 1 if none could be judged."""
    from api.report import page  # noqa: PLC0415 - see the module's docstring
    from api.validate import tables  # noqa: PLC0415
    from api.validate import validate as judge  # noqa: PLC0415

    if not folder.is_dir():
        _fail(f"{folder} is no folder: give a folder of pictures with labels.")
    if shown and (shown.is_dir() or not shown.parent.is_dir()):
        _fail(f"{shown} can be no report: give a file in a folder that there is.")
    try:
        found = judge(folder, kit, _count)
    except (KitError, CardError, OSError) as error:
        _fail(_sentence(folder, error))
    _grumble([*found.notes, *found.complaints, *(f"{found.called(path)}: {said}" for path, said in found.unreadable)])
    if not found.judged:
        _fail(f"No picture in {folder} could be judged: give each a label, as in a labels.tsv (picture, tab, roll).")
    try:
        if shown:
            shown.write_text(page(found), encoding="utf-8")
    except OSError as error:
        _fail(_sentence(shown or folder, error))
    _say(json.dumps(found.as_json(), ensure_ascii=False) if as_json else tables(found))


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
    from api.serve import home  # noqa: PLC0415

    found = examine(data or home())
    if as_json:
        _say(json.dumps([finding.as_json() for finding in found], ensure_ascii=False))
    else:
        for finding in found:
            _say(f"{'ok  ' if finding.fine else 'FAIL'}  {finding.what}: {finding.detail}")
    sys.exit(0 if all(finding.fine for finding in found) else 1)


def main() -> None:
    """Run the command line; no traceback reaches a user."""
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(STOPPED)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(STOPPED)
    except Exception as error:  # noqa: BLE001 - the last resort: one sentence instead of a traceback
        _fail(f"Croupier made a mistake ({type(error).__name__}: {error}): please report what you did.")


def _read(picture: Path, kit: str, expect: int | None, as_json: bool, drawn: Path | None) -> bool:
    """Read one picture and print its line; False when it cannot be read."""
    try:
        frame = load(_bytes(picture, PICTURE_BYTES), picture.name)
        reading = look(frame, kit, expect)
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


def _naming(picture: Path, sentence: str) -> str:
    """A sentence about a picture that names it once, by its path."""
    return sentence.replace(picture.name, str(picture), 1) if picture.name in sentence else f"{picture}: {sentence}"


def _line(picture: Path | str, reading: Reading) -> str:
    """A reading for people: `throw.jpg: 1 3 3 4 4 6  sure`."""
    faces = " ".join(str(die.face or "?") for die in reading.dice) or "no dice"
    reasons = f" ({' '.join(reading.reasons)})" if reading.reasons else ""
    return f"{picture}: {faces}  {reading.verdict}{reasons}"


def _draw(picture: Path, frame: Frame, reading: Reading, folder: Path) -> None:
    """Draw a reading into a picture of the same name in another folder."""
    if folder.samefile(picture.parent):
        raise PictureError(f"{picture.name} would be drawn over itself: choose another folder for --draw.")
    path = folder / picture.name
    data = cv2.imencode(".png" if path.suffix.lower() == ".png" else ".jpg", draw(frame, reading))[1]
    path.write_bytes(data.tobytes())


def _score(file: Path, as_json: bool) -> int:
    """Score one match file and print its line; gives its exit status."""
    said, code = _scored(file)
    if as_json:
        _say(json.dumps(said, ensure_ascii=False))
        return code
    wrong = said["error"]
    if said["game"]:
        _say(f"{file}: {_standing(said)}{_stopped(wrong)}")
    if wrong:
        place = f", line {wrong['line']}" if wrong["line"] else ""
        _warn(f"{file}{place}: {wrong['message']}")
    return code


def _scored(file: Path) -> tuple[dict[str, Any], int]:
    """The report on one match file, and its exit status."""
    try:
        return report(_bytes(file, MATCH_BYTES).decode("utf-8"))
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


def _bytes(file: Path, most: int) -> bytes:
    """What is in a file, unless that is too much to be honest."""
    with file.open("rb") as opened:
        data = opened.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return data


def _sentence(file: Path, error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "This is not a text file: give a match file."
    if isinstance(error, OSError) and error.strerror:
        return f"{file.name} cannot be read ({error.strerror}): give another file."
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


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _warn(line: str) -> None:
    sys.stderr.write(f"{line}\n")


def _fail(sentence: str) -> NoReturn:
    _warn(sentence)
    sys.exit(1)
