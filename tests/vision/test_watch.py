"""Throws as they settle, from files and from cameras."""

import time
from functools import partial
from itertools import count, islice
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision import cameras
from vision.camera.minder import Minder
from vision.camera.source import SourceError
from vision.camera.source import cameras as named_by
from vision.kit import KitError
from vision.throw.settle import eye
from vision.watch import throws, watch

HOUSE = Path(__file__).parents[2]
SHIFTED = 20  # pixels by which a box may differ where a die stands on its head
CLIPS = HOUSE / "samples" / "throws"


def pictures(clip: Path, folder: Path) -> str:
    """The frames of a clip as pictures in a folder."""
    film = cv2.VideoCapture(str(clip))
    for number in count():
        ok, pixels = film.read()
        if not ok:
            return str(folder)
        cv2.imwrite(str(folder / f"{number:03}.jpg"), pixels)
    raise AssertionError


def test_a_folder_is_watched_to_its_end_as_a_film_is(tmp_path: Path) -> None:
    (rest,) = watch(pictures(CLIPS / "idle.mp4", tmp_path), eye())
    (filmed,) = watch(str(CLIPS / "idle.mp4"), eye())
    truth = dict(row.split("\t") for row in (CLIPS / "rolls.tsv").read_text(encoding="utf-8").splitlines())
    assert sorted(map(str, rest.reading.roll)) == sorted(truth["idle.mp4"].split())
    assert rest.reading.roll.sorted == filmed.reading.roll.sorted
    assert abs(rest.seconds - filmed.seconds) < 0.3
    assert rest.frame.size == (640, 480)


def test_a_film_by_a_camera_that_hung_upside_down_is_read_when_it_is_turned(tmp_path: Path) -> None:
    folder = pictures(CLIPS / "idle.mp4", tmp_path)
    for path in tmp_path.glob("*.jpg"):
        cv2.imwrite(str(path), cv2.rotate(cv2.imread(str(path)), cv2.ROTATE_180))
    (rest,) = watch(folder, eye(), 180)
    (filmed,) = watch(str(CLIPS / "idle.mp4"), eye())
    assert rest.reading.roll.sorted == filmed.reading.roll.sorted
    pairs = zip(rest.reading.dice, filmed.reading.dice, strict=True)
    assert all(np.abs(np.subtract(one.box, other.box)).max() < SHIFTED for one, other in pairs)


def test_a_camera_in_its_own_process_is_watched_as_a_film_is() -> None:
    with Minder(cameras.at_rest, "camera 0") as minder:
        (rest,) = islice(throws(minder.shots(), eye()), 1)
    assert len(rest.reading.dice) >= 1
    assert abs(time.monotonic() - rest.seconds) < 30


def test_what_cannot_be_watched_is_refused() -> None:
    with pytest.raises(SourceError, match="There is no"):
        list(watch("missing.mp4", eye()))
    with pytest.raises(KitError, match="no kit"):
        eye("poker")


@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_where_a_computer_names_no_cameras_their_numbers_may_be_chosen(system: str) -> None:
    assert named_by(system) == ("0", "1", "2")


def test_a_camera_that_is_not_there_is_refused_at_once() -> None:
    if Path("/dev/video97").exists():
        pytest.skip("somebody has 98 cameras")
    with pytest.raises(SourceError, match="camera 97"):
        next(partial(watch, "97", eye())())
