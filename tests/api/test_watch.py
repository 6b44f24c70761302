"""`croupier watch`: a line a throw on stdout, sentences on stderr, exits as promised."""

import json
import re
import signal
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.api.conftest import CROUPIER, ROOT, Said
from tests.vision import cameras

Croupier = Callable[..., Said]

CLIPS = ROOT / "samples" / "throws"
TRUTH = dict(row.split("\t") for row in (CLIPS / "rolls.tsv").read_text(encoding="utf-8").splitlines())


def test_a_clip_gives_one_object_a_throw(croupier: Croupier) -> None:
    said = croupier("watch", "--json", CLIPS / "aside.mp4")
    assert (said.returncode, said.stderr) == (0, "")
    lines = [json.loads(line) for line in said.stdout.splitlines()]
    assert [list(line) for line in lines] == [["time", "roll", "verdict", "p", "dice", "reasons"]] * len(lines)
    assert [sorted(line["roll"].split()) for line in lines] == [
        sorted(roll.split()) for roll in TRUTH["aside.mp4"].split(";")
    ]
    for line in lines:
        assert list(line["dice"][0]) == ["face", "p", "second", "box", "quad", "state"]
        assert [die["face"] for die in line["dice"]] == line["roll"].split()
        assert 0 < line["p"] <= 1
        assert (line["verdict"] == "sure") == (not line["reasons"])
    times = [line["time"] for line in lines]
    assert times == sorted(times)
    assert 0 < times[0] < 3


def test_a_folder_is_told_in_text_with_the_number_of_dice_that_is_expected(
    croupier: Croupier, throws: Path, tmp_path: Path
) -> None:
    for number in range(10):
        (tmp_path / f"{number}.jpg").write_bytes((throws / "01.jpg").read_bytes())
    said = croupier("watch", tmp_path)
    assert (said.returncode, said.stderr) == (0, "")
    (line,) = said.stdout.splitlines()
    assert line.startswith("0.4 s: ")
    assert re.search(r"  (sure|ask) [01]\.\d\d", line)
    said = croupier("watch", tmp_path, "--expect", "9")
    assert "and 9 are thrown" in said.stdout


def test_who_has_read_enough_may_go() -> None:
    command = [*CROUPIER, "watch", str(CLIPS / "aside.mp4")]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == ""


def test_a_film_that_is_interrupted_was_not_watched_to_its_end() -> None:
    command = [*CROUPIER, "watch", str(CLIPS / "aside.mp4")]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert " s: " in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=20) == ("", "")
    assert process.returncode == 130


def test_a_film_without_a_throw_says_so_and_is_no_error(croupier: Croupier, tmp_path: Path) -> None:
    for number in range(10):
        cv2.imwrite(str(tmp_path / f"{number}.png"), np.full((240, 320, 3), 90, np.uint8))
    said = croupier("watch", "--json", tmp_path)
    assert (said.returncode, said.stdout) == (0, "")
    assert said.stderr.startswith("No throw came to rest")


def test_watch_of_one_picture_names_the_command_for_it(croupier: Croupier) -> None:
    said = croupier("watch", ROOT / "samples" / "pips" / "01.jpg")
    assert said.stderr.rstrip().endswith("half a second; one picture is for `croupier read`.")


WRONG = {
    "a film that is not there": ("missing.mp4",),
    "a file that is no film": ("README.md",),
    "a folder without pictures": ("tests",),
    "an address that nobody answers": ("rtsp://ann:secret@127.0.0.1:9/x",),
    "an unknown kit": ("samples/throws/idle.mp4", "--kit", "poker"),
    "a camera that is not there": ("97",),
    "a turn by less than a quarter": ("samples/throws/idle.mp4", "--turn", "45"),
}


@pytest.mark.parametrize("words", WRONG.values(), ids=WRONG)
def test_what_cannot_be_watched_is_one_sentence_and_exit_1(croupier: Croupier, words: tuple[str, ...]) -> None:
    said = croupier("watch", *words)
    assert (said.returncode, said.stdout) == (1, "")
    assert said.stderr.strip().endswith(".")
    assert said.stderr.count("\n") == 1
    assert "secret" not in said.stderr


@pytest.fixture
def webcam() -> Iterator[str]:
    with cameras.in_the_network(partial(cameras.thrown, 60)) as address:
        yield address


def test_a_camera_is_watched_until_ctrl_c_and_told_when_it_is_lost_and_back(webcam: str) -> None:
    command = [*CROUPIER, "watch", "--json", webcam]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stderr
        try:
            told = [process.stderr.readline() for _ in range(3)]
            line = json.loads(process.stdout.readline())
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=20)
        finally:
            process.kill()
    assert process.returncode == 0
    assert 0 < line["time"] < 60
    assert out == "", "the same dice after the camera came back are no throw"
    assert "Traceback" not in err
    assert ["live" in told[0], "gives no more pictures" in told[1], "live" in told[2]] == [True] * 3
