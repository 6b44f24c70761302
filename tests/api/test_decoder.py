"""The decoder's process opens pictures until the server ends it, and hears nothing else."""

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from multiprocessing import resource_tracker
from pathlib import Path

import pytest

from api.decoder import Decoder
from vision.picture import PictureError


def test_ctrl_c_while_the_decoder_starts_is_not_for_it(throws: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with closing(Decoder()) as decoder, ThreadPoolExecutor(1) as apart:
        before = multiprocessing.active_children()
        opened = apart.submit(decoder.decoded, (throws / "01.jpg").read_bytes())
        while not (young := [one for one in multiprocessing.active_children() if one not in before]):
            time.sleep(0.001)
        os.kill(young[0].pid or 0, signal.SIGINT)
        assert opened.result().size > (100, 100)
    assert capfd.readouterr().err == ""


@contextmanager
def _room_for(files: int) -> Iterator[None]:
    """Let this process open so many files more for the length of a block, and none beyond."""
    import resource  # noqa: PLC0415 - Windows has none

    usual, most = resource.getrlimit(resource.RLIMIT_NOFILE), max(_open()) + 1
    with ExitStack() as taken:
        with suppress(OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, usual[1]))
            while True:
                taken.enter_context(Path(os.devnull).open("rb"))
        resource.setrlimit(resource.RLIMIT_NOFILE, (most + files, usual[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, usual)


def _open() -> set[int]:
    """The files that this process has open."""
    numbers = {int(one.name) for one in Path("/proc/self/fd").iterdir()}
    return {number for number in numbers if Path(f"/proc/self/fd/{number}").exists()}


@pytest.mark.skipif(sys.platform != "linux", reason="counts open files as Linux tells them")
def test_a_decoder_that_could_not_start_opens_the_next_picture_and_can_be_closed(throws: Path) -> None:
    picture = (throws / "01.jpg").read_bytes()
    resource_tracker.ensure_running()
    with closing(Decoder()) as decoder:
        before = _open()
        with _room_for(2), pytest.raises(PictureError) as refused:  # its line, and nothing to start it with
            decoder.decoded(picture)
        assert _open() == before, refused
        decoder.close()
        assert decoder.decoded(picture).size > (100, 100)
