"""The process of a camera outlives nobody, and looks again when it is told."""

import threading
from functools import partial
from pathlib import Path

from tests.vision import cameras
from vision.camera.line import Line


def ended(line: Line, news: threading.Condition) -> bool:
    with news:
        return news.wait_for(lambda: line.ended, 60)


def test_a_camera_ends_with_whoever_started_it_whatever_its_driver_does() -> None:
    line = Line(cameras.stuck, threading.Condition())
    line.open()
    line._ear.close()  # noqa: SLF001 - as when its owner was killed
    assert line._process.wait(60) == 0  # noqa: SLF001
    line.close()


def test_one_process_looks_for_a_camera_again_and_again(tmp_path: Path) -> None:
    news, tries = threading.Condition(), tmp_path / "tries"
    line = Line(partial(cameras.counted, tries), news)
    for time in range(1, 4):
        line.open()
        assert ended(line, news)
        assert line.ready
        assert line.said.startswith("There is no camera 7")
        assert len(tries.read_text().split()) == time
    line.close()
