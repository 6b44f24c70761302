"""The decoder: pictures that others send are opened in a process of their own, with so much memory and time."""

import multiprocessing
import signal
import sys
import threading
from contextlib import ExitStack, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from vision.camera.line import no_interrupt
from vision.picture import PictureError, load
from vision.reading import Frame

MEMORY = 768 * 2**20  # bytes that a picture may take beside the program: 24 megapixels take about half of that
SECONDS = 20.0  # that it may take, on a busy machine
NAME = "The picture"  # in sentences


class Decoder:
    """Starts its process when it is first needed, and again when a picture has broken it; for any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: BaseProcess | None = None
        self._line: Connection | None = None

    def decoded(self, data: bytes) -> Frame:
        """The picture in `data`; raises PictureError as `vision.picture.load` does, or when it takes too much."""
        with self._lock:
            try:
                said = self._asked(data)
            except (EOFError, OSError, TimeoutError) as error:
                self._end()
                raise PictureError(f"{NAME} takes too much memory or time to open: send another.") from error
        if isinstance(said, PictureError):
            raise said
        return said

    def close(self) -> None:
        """End the process; who waits for a picture waits no longer."""
        if process := self._process:
            process.kill()
        with self._lock:
            self._end()

    def _asked(self, data: bytes) -> Frame | PictureError:
        if self._line is None or self._process is None or not self._process.is_alive():
            self._end()
            self._process, self._line = _started()
        self._line.send_bytes(data)
        if not self._line.poll(SECONDS):
            raise TimeoutError
        said: Frame | PictureError = self._line.recv()
        return said

    def _end(self) -> None:
        if self._process:
            self._process.kill()
            self._process.join()
        if self._line:
            self._line.close()
        self._process = self._line = None


def _started() -> tuple[BaseProcess, Connection]:
    """A process that opens pictures, and the line to it; nothing is left of one that cannot start."""
    spawn = multiprocessing.get_context("spawn")
    line, other = spawn.Pipe()
    with ExitStack() as failing, other:
        failing.callback(line.close)
        process = spawn.Process(target=_decode, args=(other,), name="decoder", daemon=True)
        if sys.platform != "win32":
            resource_tracker.ensure_running()  # were it begun below, it would let Ctrl-C through again
        with no_interrupt():
            process.start()
        failing.pop_all()
    return process, line


def _decode(line: Connection) -> None:
    """Open pictures until nobody asks any more; what is in them stays in here."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    _limit()
    with suppress(EOFError, OSError):
        while True:
            data = line.recv_bytes()
            try:
                line.send(load(data, NAME))
            except PictureError as error:
                line.send(error)


def _limit() -> None:
    """Take no more memory than allowed, where the system can hold a process to that."""
    try:
        import resource  # noqa: PLC0415 - Windows has none

        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        most = pages * resource.getpagesize() + MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    except (ImportError, OSError, ValueError):
        return


DECODER = Decoder()
