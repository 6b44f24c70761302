"""Every source is the same: stamped frames in order, or one sentence that says why there are none."""

import os
import shutil
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision import cameras
from vision.camera.source import SourceError, as_sent, called, grabbed, is_live, shots
from vision.picture import PictureError
from vision.reading import Pixels

HOUSE = Path(__file__).parents[3]
DEMO = HOUSE / "api" / "demo"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Twelve pictures, each a shade brighter than the one before."""
    for number in range(12):
        cv2.imwrite(str(tmp_path / f"{number:02}.png"), np.full((48, 64, 3), 10 * number, np.uint8))
    (tmp_path / "notes.txt").write_text("no picture")
    (tmp_path / ".hidden.png").write_text("no picture")
    return tmp_path


def test_pictures_that_are_numbered_without_zeros_come_in_the_order_of_their_numbers(folder: Path) -> None:
    for picture in folder.glob("[0-9]*.png"):
        picture.rename(folder / f"table 2 {int(picture.stem)}.png")
    assert [int(shot.frame.pixels[0, 0, 0]) for shot in shots(str(folder))] == [10 * number for number in range(12)]


def film(path: Path, rate: float, frames: int = 12) -> str:
    """A film that grows brighter."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), rate, (64, 48))
    for number in range(frames):
        writer.write(np.full((48, 64, 3), 10 * number, np.uint8))
    writer.release()
    return str(path)


def test_a_folder_is_a_film_of_its_pictures_in_name_order_15_a_second(folder: Path) -> None:
    seen = list(shots(str(folder)))
    assert [shot.seconds for shot in seen] == [number / 15 for number in range(12)]
    assert [int(shot.frame.pixels[0, 0, 0]) for shot in seen] == [10 * number for number in range(12)]
    assert [shot.frame.name for shot in seen][:2] == ["00.png", "01.png"]


@pytest.mark.parametrize("rate", [5.0, 15.0, 25.0])
def test_a_film_is_stamped_by_its_own_time(tmp_path: Path, rate: float) -> None:
    seen = list(shots(film(tmp_path / "a.avi", rate)))
    assert [shot.seconds for shot in seen] == pytest.approx([number / rate for number in range(12)], abs=0.002)
    levels = [int(shot.frame.pixels[20, 20, 0]) for shot in seen]
    assert levels == sorted(levels)
    assert seen[0].frame.size == (64, 48)


@pytest.mark.parametrize("rate", [0.5, 15.0])
def test_a_film_tells_how_far_apart_its_frames_are(tmp_path: Path, rate: float) -> None:
    seen = list(shots(film(tmp_path / "a.avi", rate)))
    assert [(shot.seconds, shot.step) for shot in seen] == [
        (pytest.approx(number / rate, abs=0.002), 1 / rate) for number in range(12)
    ]


def refused(src: str) -> str:
    with pytest.raises((SourceError, PictureError)) as told:
        list(shots(src))
    sentence = str(told.value)
    assert sentence.endswith(".")
    assert sentence.count("\n") == 0
    return sentence


def test_what_is_no_source_is_refused_in_a_sentence(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert "There is no" in refused(str(tmp_path / "missing.mp4"))
    (tmp_path / "words.mp4").write_text("no film")
    assert "no film that I can read" in refused(str(tmp_path / "words.mp4"))
    (tmp_path / "nothing").mkdir()
    assert "no JPEG, PNG or WebP picture" in refused(str(tmp_path / "nothing"))
    whole = Path(film(tmp_path / "a.avi", 15)).read_bytes()
    (tmp_path / "cut.avi").write_bytes(whole[:300])
    refused(str(tmp_path / "cut.avi"))
    assert capfd.readouterr().err == ""


def test_a_broken_picture_of_a_folder_is_named(folder: Path) -> None:
    (folder / "05.png").write_bytes((folder / "05.png").read_bytes()[:60])
    assert refused(str(folder)).startswith("05.png is damaged")


@pytest.mark.skipif(sys.platform != "linux" or Path("/dev/video97").exists(), reason="only Linux names its cameras")
@pytest.mark.parametrize("src", ["97", "/dev/v4l/by-id/usb-Nobody_Camera-video-index0"])
def test_a_camera_that_is_not_there_is_refused_and_those_that_are_there_are_named(src: str) -> None:
    sentence = refused(src)
    assert sentence.startswith(f"There is no {called(src)}; I found ")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither.")
def test_what_is_there_and_is_no_camera_is_refused_as_such(tmp_path: Path) -> None:
    assert refused("/dev/null").startswith("/dev/null does not open: see whether another program uses it")
    os.mkfifo(tmp_path / "pipe")
    assert refused(str(tmp_path / "pipe")).startswith(f"{tmp_path / 'pipe'} shows no pictures: give the number of a c")


def test_an_address_that_nobody_answers_is_refused_without_its_password() -> None:
    sentence = refused("rtsp://ann:secret@127.0.0.1:9/table")
    assert "rtsp://127.0.0.1:9 sends no film" in sentence
    assert "secret" not in sentence


def dawn() -> Iterator[Pixels]:
    """Pictures that grow brighter."""
    return (np.full((48, 64, 3), 5 * number, np.uint8) for number in range(40))


@pytest.fixture
def webcam() -> Iterator[str]:
    with cameras.in_the_network(dawn) as address:
        yield address


def test_an_address_gives_frames_as_they_come_15_a_second_at_most(webcam: str) -> None:
    before = time.monotonic()
    seen = list(islice(shots(webcam), 8))
    times = [shot.seconds for shot in seen]
    assert before <= times[0] <= times[-1] <= time.monotonic()
    assert times[-1] - times[0] >= 6 / 15
    assert [shot.frame.size for shot in seen] == [(64, 48)] * 8


def test_an_address_whose_film_ends_says_so(webcam: str) -> None:
    assert "gives no more pictures" in refused(webcam)


def test_cameras_run_on_and_files_end() -> None:
    assert [is_live(src) for src in ("0", "/dev/video0", "http://x/y", "RTSP://x")] == [True] * 4
    assert [is_live(src) for src in ("a.mp4", "pictures", "./0")] == [False] * 3


def test_a_folder_of_photographs_is_read_the_right_way_up(tmp_path: Path) -> None:
    shutil.copy(DEMO / "01.jpg", tmp_path)
    (shot,) = shots(str(tmp_path))
    assert shot.frame.size > (100, 100)


def picture(number: int) -> Pixels:
    """A coloured picture that is unlike the others."""
    noise = np.random.default_rng(number).integers(0, 256, (12, 16, 3), dtype=np.uint8)
    return cv2.resize(noise, (160, 120), interpolation=cv2.INTER_NEAREST)


def first(camera: cameras.Webcam, count: int = 3) -> list[Pixels]:
    """The first frames of a camera of JPEGs, told to send them as they are."""
    as_sent(camera)
    return [shot.frame.pixels for shot in islice(grabbed(camera, "0"), count)]


SENT = [cameras.packed(picture(number)) for number in range(3)]


def test_a_camera_that_sends_jpegs_shows_what_they_show() -> None:
    camera = cameras.Webcam(SENT)
    same = [cv2.imdecode(sent, cv2.IMREAD_COLOR) for sent in SENT]
    assert all(any((shown == one).all() for one in same) for shown in first(camera))
    assert not camera.get(cv2.CAP_PROP_CONVERT_RGB)


@pytest.mark.parametrize(
    "camera",
    [
        cameras.Webcam(SENT, says=cv2.VideoWriter.fourcc(*"YUYV")),
        cameras.Webcam(SENT, unpacks=True),
        cameras.Webcam([np.zeros((1, 90), np.uint8), *SENT]),
        cameras.Webcam([np.zeros((1, 0), np.uint8), *SENT]),
    ],
    ids=["says that it sends no JPEGs", "unpacks them anyhow", "first sends something else", "first sends nothing"],
)
def test_a_camera_of_whose_jpegs_nothing_is_sure_unpacks_them_itself(camera: cameras.Webcam) -> None:
    assert [shown.shape for shown in first(camera, 2)] == [(120, 160, 3)] * 2
    assert camera.get(cv2.CAP_PROP_CONVERT_RGB)


def test_a_broken_jpeg_of_a_camera_is_left_out() -> None:
    broken = [np.zeros((1, 90), np.uint8), np.zeros((1, 0), np.uint8)]
    assert [shown.shape for shown in first(cameras.Webcam([SENT[0], *broken, *SENT]), 5)] == [(120, 160, 3)] * 5
