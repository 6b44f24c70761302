"""The terminal: results go to stdout, the rest to stderr, and what fails says so in one sentence."""

import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from scoring.log import NO_TEXT


def _folder(name: str) -> Path:
    """The folder of that name: an empty one would be whichever folder one is in."""
    if not name:
        raise typer.BadParameter("it names no folder: name one, or leave --data out.")
    return Path(name)


Data = Annotated[
    Path | None, typer.Option(metavar="DIR", parser=_folder, help="Where matches, pictures and dice are kept.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object a line.")]
OneJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


def say(line: str) -> None:
    """Print a line of the result."""
    try:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        fail(f"The result cannot be written ({error.strerror}): make room, or send it elsewhere.")


def warn(line: str) -> None:
    """Tell what is no part of the result."""
    sys.stderr.write(f"{line}\n")


def fail(sentence: str) -> NoReturn:
    """Tell why it goes no further, and end."""
    warn(sentence)
    sys.exit(1)


def asked(sentence: str) -> str:
    """Ask somebody at the terminal.

    Raises:
        EOFError: nobody answers any more.
    """
    sys.stderr.write(sentence)
    sys.stderr.flush()
    line = ""
    with suppress(KeyboardInterrupt):
        line = sys.stdin.readline()
    if not line:
        warn("")  # what comes next stands on a line of its own
        raise EOFError
    return line.rstrip("\n")


def fault(file: Path, error: Exception) -> str:
    """What is wrong, with that file unless the error names another."""
    if isinstance(error, UnicodeDecodeError):
        return NO_TEXT
    if isinstance(error, OSError) and error.strerror:
        named = Path(error.filename) if isinstance(error.filename, str) else file
        return f"{named.name or named} cannot be read ({error.strerror}): give another file."
    return str(error)


def naming(file: Path, sentence: str) -> str:
    """A sentence about a file that names it once, by its path; it may begin with the file's name.

    >>> naming(Path("a/2.jpg"), "2.jpg is empty."), naming(Path("a/2.jpg"), "This is empty.")
    ('a/2.jpg is empty.', 'a/2.jpg: This is empty.')
    """
    name = file.name or str(file)
    return f"{file}{sentence.removeprefix(name)}" if sentence.startswith(f"{name} ") else f"{file}: {sentence}"


def mistake(error: Exception) -> str:
    """What is said of a mistake of ours in one file, which must not silence the others."""
    return f"Croupier made a mistake ({type(error).__name__}): please report it."
