"""How thoroughly hypothesis tries: 300 sequences in `make test`, 10,000 in `make test-long`, always the same ones.

How many tests run at a time, what the nets answered before, and a kit of somebody's own, which is one file.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from models import session
from tests.answers import Answers
from vision import kits as folder
from vision.kit import kits

ALWAYS = {"deadline": None, "derandomize": True, "database": None, "suppress_health_check": list(HealthCheck)}

settings.register_profile("short", max_examples=300, **ALWAYS)
settings.register_profile("long", max_examples=10_000, **ALWAYS)
settings.load_profile("short")

# A shell that runs the tests in the background has them ignore Ctrl-C, and so would every Croupier that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: tests of servers and browsers wait, and each process has servers of its own."""
    return (os.cpu_count() or 1) + 1


answers = Answers()


@pytest.fixture(autouse=True)
def nets(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nets answer what they answered before to the same bytes, where a test is not about just that."""
    if not request.node.get_closest_marker("anew"):
        monkeypatch.setattr(session, "run", answers.run)


FOUNDED = """
from scoring.dice import Roll
from vision.kit import Kit

KIT = Kit(id="casino", title="Casino dice", finder="dice-finder", faces=Roll.parse("{faces}").faces, {more})
"""


@pytest.fixture
def founded(tmp_path: Path) -> Iterator[Callable[[str, str], None]]:
    """Add a kit `casino` with these faces, and whatever more is said of it, before those that ship."""

    def add(faces: str, more: str) -> None:
        (tmp_path / "casino.py").write_text(FOUNDED.format(faces=faces, more=more))
        kits.cache_clear()

    folder.__path__.insert(0, str(tmp_path))
    yield add
    folder.__path__.remove(str(tmp_path))
    sys.modules.pop("vision.kits.casino", None)
    kits.cache_clear()
