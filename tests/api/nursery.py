"""The command in a process of its own that need not load its libraries: it is forked from one that has them.

So it answers in a tenth of a second, and not in two. What it says as it ends, after all that it does, is not heard; and
what is read as libraries load, such as where weights lie, stays as it was when the first was started. Nothing is forked
but on Linux: elsewhere libraries may have threads by then.
"""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryDirectory

from api.__main__ import main

FORKS = sys.platform == "linux"
LOADED = ["api.__main__", "api.cli", "api.serve", "api.report.page", "api.doctor"]
PATIENCE, END = 120, 20  # seconds, for a command and for one that was told to end
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Started:
    """A command that was begun, and the files to which it says what it says."""

    process: BaseProcess
    out: Path
    err: Path


@contextmanager
def forked(*words: str) -> Iterator[Started]:
    """Begin the command with these words, in what surrounds this process, and end it after the block."""
    forking = get_context("forkserver")
    forking.set_forkserver_preload(LOADED)
    with TemporaryDirectory() as heard:
        out, err = Path(heard, "out"), Path(heard, "err")
        for file in (out, err):
            file.touch()
        child = forking.Process(target=_run, args=(words, dict(os.environ), out, err))
        child.start()
        try:
            yield Started(child, out, err)
        finally:
            child.terminate()
            child.join(END)
            if child.exitcode is None:
                child.kill()
                child.join()
                raise subprocess.TimeoutExpired(words, END)


def said(*words: str) -> subprocess.CompletedProcess[str]:
    """Run the command with these words, and wait for it."""
    with forked(*words) as begun:
        begun.process.join(PATIENCE)
        if begun.process.exitcode is None:
            raise subprocess.TimeoutExpired(words, PATIENCE)
        told = [file.read_text(encoding="utf-8") for file in (begun.out, begun.err)]
        return subprocess.CompletedProcess(words, begun.process.exitcode, *told)


def _run(words: Sequence[str], surroundings: dict[str, str], out: Path, err: Path) -> None:
    for number, file in ((1, out), (2, err)):
        with file.open("wb") as opened:
            os.dup2(opened.fileno(), number)
    os.environ.clear()
    os.environ.update(surroundings)
    os.chdir(ROOT)
    sys.argv = ["croupier", *words]
    main()
