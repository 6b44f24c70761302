"""Work on two cores: nets take one each, so two of them may run at once."""

from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
Answer = TypeVar("Answer")
_second = ThreadPoolExecutor(1, thread_name_prefix="second core")


def spread(do: Callable[[Item], Answer], items: Iterable[Item]) -> list[Answer]:
    """What `do` makes of each item, in their order, those that are left taken by whichever core is free.

    Nothing waits for a second core that is busy with something else. What `do` raises is raised here.

    >>> spread(len, ["one", "three", ""])
    [3, 5, 0]
    """
    left = deque(enumerate(items))
    answers: dict[int, Answer] = {}

    def work() -> None:
        while True:
            try:
                at, item = left.popleft()
            except IndexError:  # none is left
                return
            answers[at] = do(item)

    second = _helped(work) if len(left) > 1 else None
    try:
        work()
    finally:
        left.clear()
        if second and not second.cancel():
            second.result()
    return [answers[at] for at in sorted(answers)]


def _helped(work: Callable[[], None]) -> Future[None] | None:
    """Work that is begun on a second core as soon as it is free; none at the end of the program."""
    try:
        return _second.submit(work)
    except RuntimeError:
        return None
