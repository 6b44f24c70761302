"""The command line: `croupier play`, `read`, `watch`, `validate`, `teach`, `score`, `doctor`.

Results go to stdout, the rest to stderr. Each command is a file of `api.command`.

The server is imported by the commands that need it: its libraries take longer to load than a picture takes to read.
"""

import io
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from api.command.doctor import doctor
from api.command.play import play
from api.command.read import read
from api.command.score import score
from api.command.teach import teach
from api.command.terminal import fail, say
from api.command.validate import validate
from api.command.watch import watch
from api.version import VERSION

STOPPED = 130

app = typer.Typer(
    name="croupier",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


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


app.command(short_help="Open the table in your browser.")(play)
app.command(short_help="Read the dice in pictures.")(read)
app.command(short_help="Tell each throw as it settles.")(watch)
app.command(short_help="Tell how good the eye is on your pictures.")(validate)
app.command(short_help="Teach your own dice.")(teach)
app.command(short_help="Score match files.")(score)
app.command(short_help="Check that everything is there.")(doctor)


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
