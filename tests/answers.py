"""What a net answered is remembered while the tests run, so that nobody works it out twice from the same bytes."""

import threading
from collections import OrderedDict
from hashlib import blake2b

from models.session import Array, Pixels, run

ROOM = 128 << 20  # bytes of answers that a worker remembers, the latest ones


class Answers:
    """Answers as `models.session.run` gives them, for the same bytes the same ones."""

    def __init__(self) -> None:
        self._known: OrderedDict[bytes, tuple[Array, ...]] = OrderedDict()
        self._size = 0
        self._lock = threading.Lock()

    def run(self, name: str, pixels: Pixels) -> tuple[Array, ...]:
        """Answer as before; raises what `models.session.run` raises."""
        key = blake2b(f"{name} {pixels.shape} ".encode() + pixels.tobytes()).digest()
        with self._lock:
            if known := self._known.get(key):
                self._known.move_to_end(key)
                return tuple(answer.copy() for answer in known)
        told = run(name, pixels)
        with self._lock:
            if key not in self._known:  # two cores may have asked the same
                self._known[key] = tuple(answer.copy() for answer in told)
                self._size += sum(answer.nbytes for answer in told)
            while self._size > ROOM:
                _, oldest = self._known.popitem(last=False)
                self._size -= sum(answer.nbytes for answer in oldest)
        return told
