"""A camera may hang, freeze, die or vanish: whoever reads it goes on, is told, and gets it back."""

import logging
import os
import signal
import time
from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice, pairwise
from pathlib import Path

import pytest

from tests.vision import cameras
from vision.camera.minder import SLOW, Minder
from vision.camera.source import Shot, SourceError

Opening = Callable[[], Iterable[Shot]]


def until(minder: Minder, state: str, seconds: float = 30) -> list[Shot]:
    """Read until a camera is in that state; no single look may take long."""
    shots, end = [], time.monotonic() + seconds
    while minder.status.state != state:
        asked = time.monotonic()
        assert asked < end, minder.status
        shot = minder.next(0.2)
        assert time.monotonic() - asked < 5
        shots += [shot] if shot else []
    return shots


FAULTS = {
    "unplugged": (cameras.unplugged, "gives no more pictures"),
    "dying": (cameras.dying, "stopped"),
    "hanging": (cameras.hanging, "sends no picture"),
    "frozen": (cameras.frozen, "the same picture over and over"),
}


@pytest.mark.parametrize(("fault", "sentence"), FAULTS.values(), ids=FAULTS)
def test_a_camera_is_lost_and_comes_back_and_both_are_told_once(
    fault: Opening, sentence: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "vision")
    with Minder(partial(cameras.in_turn, tmp_path / "opened", fault), "camera 0") as minder:
        assert minder.status.state == "lost"
        until(minder, "live")
        began = time.monotonic()
        until(minder, "lost")
        assert time.monotonic() - began < 8
        assert sentence in minder.status.sentence
        assert minder.status.sentence.endswith(".")
        assert began <= minder.status.since <= time.monotonic()
        assert until(minder, "live")
        assert [shot for shot in islice(minder.shots(), 5) if shot]
    told = [record.getMessage() for record in caplog.records]
    assert told[0] == told[2] == "Camera 0 is live."
    assert sentence in told[1]
    assert len(told) == 3


def test_an_address_is_told_as_it_is_written() -> None:
    with Minder(cameras.steady, "http://door/streamA.mjpg") as minder:
        until(minder, "live")
        assert minder.status.sentence == "http://door/streamA.mjpg is live."


@pytest.mark.parametrize("within", [30, pytest.param(SLOW, marks=pytest.mark.long)])
def test_a_camera_that_was_live_is_tried_again_though_its_driver_hangs_while_it_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, within: float
) -> None:
    monkeypatch.setattr("vision.camera.minder.SLOW", 60.0)  # seconds until the try that hangs is given up
    camera = partial(cameras.in_turn, tmp_path / "opened", cameras.unplugged, cameras.stuck)
    with Minder(camera, "camera 0") as minder:
        until(minder, "live")
        until(minder, "lost")
        until(minder, "live", within)


def test_a_slow_camera_is_waited_for() -> None:
    with Minder(cameras.slow, "camera 0") as minder:
        assert until(minder, "live")
        assert minder.ever


def test_frames_come_in_order_and_the_newest_one_is_given() -> None:
    with Minder(cameras.steady, "camera 0") as minder:
        until(minder, "live")
        time.sleep(0.5)
        shot = minder.next(1)
        assert shot
        assert time.monotonic() - shot.seconds < 0.4
        after = minder.next(1)
        assert after
        assert after.seconds > shot.seconds


def test_a_camera_that_never_was_is_refused_in_its_own_words() -> None:
    with Minder(cameras.missing, "camera 7") as minder, pytest.raises(SourceError, match="There is no camera 7"):
        next(minder.shots())


def test_a_driver_with_a_mistake_in_it_leaves_no_traceback(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with Minder(partial(cameras.in_turn, tmp_path / "opened", cameras.broken), "camera 0") as minder:
        until(minder, "live")
        until(minder, "lost")
        until(minder, "live")
    assert "Traceback" not in capfd.readouterr().err


def test_a_camera_that_is_gone_for_good_is_tried_again_and_again_ever_more_rarely(tmp_path: Path) -> None:
    tries = tmp_path / "tries"
    with Minder(partial(cameras.counted, tries), "camera 7") as minder:
        end, times = time.monotonic() + 60, []
        while len(times) < 4:
            assert time.monotonic() < end, times
            assert minder.next(0.2) is None
            times = [float(line) for line in tries.read_text().split()] if tries.exists() else []
        assert minder.status.state == "lost"
    waits = [later - sooner for sooner, later in pairwise(times)]
    assert sum(waits) < 8  # half a second, one and two, each longer or shorter by what it takes to start a process
    assert waits[2] > max(waits[0], 1.5)
    assert waits[0] >= 0.5


def test_nothing_is_left_of_a_hanging_camera() -> None:
    with Minder(cameras.hanging, "camera 0") as minder:
        until(minder, "live")
        (line,) = minder._lines  # noqa: SLF001 - the process is nobody's business but ours
        pid = line._process.pid  # noqa: SLF001
        os.kill(pid, signal.SIGSTOP)  # it will not even answer a polite request to end
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
