"""The command line: results on stdout, sentences on stderr, exits as promised, never a traceback."""

import ctypes
import json
import os
import shlex
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from importlib.metadata import version
from pathlib import Path

import httpx
import pytest
from PIL import Image

from api.cases import Files
from api.doctor import examine
from api.sets import Sets
from api.store import Store
from api.table import Table
from tests.api.conftest import CROUPIER, ROOT, Said, Served, Serving
from vision.own.lesson import lesson, taught
from vision.picture import load

Croupier = Callable[..., Said]

LEGAL = "game: jack-stone\nplayers: Ann, Bob\n\nroll 1 3 3 4 4 6\nkeep 1\nbank\n"
ILLEGAL = "game: jack-stone\nplayers: Ann, Bob\n\nroll 1 3 3 4 4 6\nbank\n"
DROP, OVERRIDES = 24, (1, 2)  # PR_CAPBSET_DROP; CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH
LONG = "a" * 300  # letters, more than a file may have in its name
TYPO = "game: jack-stone\nplayers: Ann, Bob\n\nroll 1 3 3 4 4 6\nkep 1\nbank\n"


def told(said: Said, status: int) -> str:
    """What went to stderr of a command that failed as it should."""
    assert said.returncode == status, said
    assert "Traceback" not in said.stderr + said.stdout
    sentence: str = said.stderr.strip()
    assert sentence.count("\n") == 0
    assert sentence.endswith(".")
    return sentence


def test_it_says_which_croupier_it_is(croupier: Croupier) -> None:
    assert croupier("--version").stdout == f"croupier {version('croupier')}\n"


def test_a_folder_that_has_no_name_is_called_as_it_was_given(croupier: Croupier) -> None:
    assert told(croupier("score", "."), 1) == ". cannot be read (Is a directory): give another file."
    assert told(croupier("watch", ""), 1).startswith("There is no source: give the number of a camera, a film,")


def test_read_tells_a_line_a_picture(croupier: Croupier, throws: Path) -> None:
    said = croupier("read", throws / "01.jpg", throws / "03.jpg")
    assert said.returncode == 0
    assert [line.split(": ")[0] for line in said.stdout.splitlines()] == [
        str(throws / "01.jpg"),
        str(throws / "03.jpg"),
    ]


@pytest.mark.anew
def test_no_library_leaves_anything_at_home_to_report(croupier: Croupier, throws: Path, tmp_path: Path) -> None:
    assert croupier("read", throws / "01.jpg", HOME=str(tmp_path), XDG_CACHE_HOME="").returncode == 0
    assert list(tmp_path.iterdir()) == []


def test_read_json_is_one_object_a_line_in_the_order_given(croupier: Croupier, throws: Path, tmp_path: Path) -> None:
    (tmp_path / "words.jpg").write_text("no picture")
    (tmp_path / "empty.jpg").touch()
    pictures = [
        throws / "02.jpg",
        tmp_path / "words.jpg",
        tmp_path / "missing.jpg",
        tmp_path / "empty.jpg",
        throws / "01.jpg",
    ]
    said = croupier("read", "--json", *pictures)
    assert said.returncode == 1
    assert said.stderr == ""
    lines = [json.loads(line) for line in said.stdout.splitlines()]
    assert [line["image"] for line in lines] == [str(picture) for picture in pictures]
    assert [set(line) == {"image", "error"} for line in lines] == [False, True, True, True, False]
    assert all(line["error"].endswith(".") for line in lines[1:4])
    assert list(lines[0]) == ["image", "width", "height", "kit", "verdict", "dice", "reasons", "ms"]


def test_a_photo_to_learn_from_that_is_not_there_is_named(croupier: Croupier, tmp_path: Path) -> None:
    said = croupier("teach", "runes", "--face", "fehu", tmp_path / "missing.jpg", "--data", tmp_path)
    assert told(said, 1) == "missing.jpg cannot be read (No such file or directory): give another file."
    said = croupier("teach", "runes", tmp_path / "photos", "--data", tmp_path)
    assert told(said, 1) == "photos cannot be read (No such file or directory): give another file."


def test_read_of_what_is_no_picture_is_one_sentence(croupier: Croupier, tmp_path: Path) -> None:
    (tmp_path / "words.jpg").write_text("no picture")
    assert "no JPEG, PNG or WebP" in told(croupier("read", tmp_path / "words.jpg"), 1)
    missing = tmp_path / "missing.jpg"
    assert (
        told(croupier("read", missing), 1)
        == f"{missing} cannot be read (No such file or directory): give another file."
    )
    assert told(croupier("read", tmp_path), 1) == f"{tmp_path} is a folder: name the pictures in it."
    (tmp_path / "huge.jpg").write_bytes(bytes(200_000_000))
    assert "has 190.8 MiB, and 15 MiB is the most" in told(croupier("read", tmp_path / "huge.jpg"), 1)
    (tmp_path / "large.jpg").write_bytes(bytes(15 * 2**20 + 1))
    assert "has 15.1 MiB, and 15 MiB is the most" in told(croupier("read", tmp_path / "large.jpg"), 1)


def test_a_picture_without_dice_is_no_error(croupier: Croupier, tmp_path: Path) -> None:
    Image.new("RGB", (640, 480), (90, 110, 100)).save(tmp_path / "cloth.png")
    said = croupier("read", "--json", tmp_path / "cloth.png")
    assert said.returncode == 0
    reading = json.loads(said.stdout)
    assert (reading["verdict"], reading["dice"]) == ("empty", [])


def test_read_draws_what_it_read_in_another_folder(croupier: Croupier, throws: Path, tmp_path: Path) -> None:
    assert croupier("read", throws / "01.jpg", "--draw", tmp_path / "drawn").returncode == 0
    with Image.open(tmp_path / "drawn" / "01.jpg") as drawn, Image.open(throws / "01.jpg") as throw:
        assert drawn.size == throw.size


def test_no_photo_is_ever_drawn_over(croupier: Croupier, throws: Path, tmp_path: Path) -> None:
    another, link = tmp_path / "01.jpg", tmp_path / "03.jpg"
    photo = (throws / "18.jpg").read_bytes()
    another.write_bytes(photo)
    link.symlink_to(another)
    for picture in (throws / "01.jpg", throws / "03.jpg", another):
        assert "choose another folder for --draw" in told(croupier("read", picture, "--draw", tmp_path), 1)
    assert another.read_bytes() == photo


def test_a_picture_that_cannot_be_drawn_is_told_by_the_path_that_stands_in_the_way(
    croupier: Croupier, throws: Path, tmp_path: Path
) -> None:
    (tmp_path / "01.jpg").write_bytes((throws / "18.jpg").read_bytes())
    said = told(croupier("read", throws / "01.jpg", "--draw", tmp_path), 1)
    assert f"{tmp_path / '01.jpg'} is no picture that was drawn here" in said
    assert said.count(str(tmp_path)) == 1


def test_what_was_drawn_before_is_drawn_over(croupier: Croupier, throws: Path, tmp_path: Path) -> None:
    for _ in range(2):
        assert croupier("read", throws / "01.jpg", "--draw", tmp_path).returncode == 0
    assert [path.name for path in tmp_path.iterdir()] == ["01.jpg"]


def test_read_never_draws_two_pictures_over_each_other(croupier: Croupier, throws: Path, tmp_path: Path) -> None:
    (tmp_path / "01.jpg").write_bytes((throws / "03.jpg").read_bytes())
    said = croupier("read", throws / "01.jpg", tmp_path / "01.jpg", "--draw", tmp_path / "drawn")
    assert told(said, 1).startswith("Several pictures are called 01.jpg: draw them one by one")


def test_what_is_drawn_is_a_picture_of_the_kind_that_its_name_says(
    croupier: Croupier, throws: Path, tmp_path: Path
) -> None:
    kinds = {"a.png": "PNG", "a.webp": "WEBP", "a.jpeg": "JPEG"}
    for name in kinds:
        (tmp_path / name).write_bytes((throws / "18.jpg").read_bytes())
    assert croupier("read", *map(tmp_path.joinpath, kinds), "--draw", tmp_path / "drawn").returncode == 0
    for name, kind in kinds.items():
        with Image.open(tmp_path / "drawn" / name) as drawn:
            assert drawn.format == kind


def test_a_picture_that_is_too_wide_to_be_drawn_is_told_and_the_next_one_is_read(
    croupier: Croupier, throws: Path, tmp_path: Path
) -> None:
    Image.new("RGB", (16_384, 64), (40, 90, 40)).save(tmp_path / "wide.webp", "PNG")
    said = croupier("read", tmp_path / "wide.webp", throws / "01.jpg", "--draw", tmp_path / "drawn")
    assert said.stdout.startswith(f"{throws / '01.jpg'}: ")
    assert told(said, 1) == (
        f"{tmp_path / 'wide.webp'} cannot be drawn as WebP, which has 16,383 pixels a side at most: "
        "give it a name that ends in .png."
    )
    assert [path.name for path in (tmp_path / "drawn").iterdir()] == ["01.jpg"]
    (tmp_path / "wide.webp").rename(tmp_path / "wide.png")
    assert croupier("read", tmp_path / "wide.png", "--draw", tmp_path / "drawn").returncode == 0


def test_a_mistake_in_one_picture_is_told_and_the_next_one_is_read(throws: Path, tmp_path: Path) -> None:
    kit = 'Kit("flat", "Flat dice", Roll.parse("1 2 3 4 5 6").faces, "dice-finder", "pips-reader", width=0.0)'
    (tmp_path / "flat.py").write_text(f"from scoring.dice import Roll\nfrom vision.kit import Kit\n\nKIT = {kit}\n")
    Image.new("RGB", (640, 480), (40, 90, 40)).save(tmp_path / "cloth.png")
    pictures = [str(throws / "01.jpg"), str(tmp_path / "cloth.png")]

    def read(*words: str) -> Said:
        return beside(tmp_path, "vision.kits")("read", "--kit", "flat", *words, *pictures)

    sentence, said = "Croupier made a mistake (ZeroDivisionError): please report it.", read()
    assert told(said, 1) == f"{pictures[0]}: {sentence}"
    assert said.stdout.startswith(f"{pictures[1]}: no dice  empty")
    wrong, right = map(json.loads, read("--json").stdout.splitlines())
    assert wrong == {"image": pictures[0], "error": sentence}
    assert (right["image"], right["verdict"]) == (pictures[1], "empty")


def test_read_that_cannot_draw_says_so(croupier: Croupier, throws: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "drawn" / "01.jpg").mkdir(parents=True)
    for folder in (tmp_path / "file", tmp_path / "file" / "in", tmp_path / "drawn"):
        assert "--draw" in told(croupier("read", throws / "01.jpg", "--draw", folder), 1)


def test_each_photo_is_taught_as_the_face_that_is_meant(croupier: Croupier, tmp_path: Path) -> None:
    photos = tmp_path / "photos"
    for face in ("algiz", "fehu"):
        (photos / face).mkdir(parents=True)
        (photos / face / "1.jpg").write_bytes((ROOT / "samples/teach/lessons" / face / "1.jpg").read_bytes())
    algiz, fehu = (photos / face / "1.jpg" for face in ("algiz", "fehu"))
    teach = ("teach", "runes", "--data", tmp_path)
    assert "Teach one face at a time" in told(croupier(*teach, "--face", "algiz", algiz, "--face", "fehu", fehu), 1)
    assert "leave --face algiz out" in told(croupier(*teach, "--face", "algiz", photos), 1)
    assert "give --kit too" in told(croupier(*teach, photos, "--stands", "algiz=A"), 1)
    (photos / "both.jpg").write_bytes(algiz.read_bytes())
    assert "both.jpg lies beside folders of photos: put it" in told(croupier(*teach, photos), 1)
    none = croupier("teach", "--list", "--data", tmp_path)
    assert (none.returncode, none.stdout, none.stderr[:27]) == (0, "", "No dice were taught yet: cr")
    (photos / "both.jpg").rename(photos / "._both.jpg")  # as a Mac leaves them on a stick
    assert croupier(*teach, photos).stdout.startswith("runes: Looks learned: algiz 1, fehu 1. ")
    assert croupier("teach", "--list", "--data", tmp_path).stdout == "runes: algiz fehu\n"
    assert croupier(*teach, photos).stdout.startswith("runes: Nothing new was shown: ")
    assert "has no face `skull`" in told(croupier(*teach, "--delete", "--face", "algiz", "--face", "skull"), 1)
    assert croupier("teach", "--list", "--data", tmp_path).stdout == "runes: algiz fehu\n"


def test_a_set_stays_what_it_was_made_as_and_is_changed_without_photos(croupier: Croupier, tmp_path: Path) -> None:
    hagal, fehu = (ROOT / "samples/teach/lessons" / face for face in ("hagal", "fehu"))
    teach, data = ("teach", "cards"), ("--data", tmp_path)
    young = croupier(*teach, hagal, fehu, "--kit", "phase-10", *data).stdout
    assert young.endswith("if the dice show no others, say so with croupier teach cards --strange.\n")
    gained = croupier(*teach, "--strange", *data).stdout
    assert "6 dice were shown: none was read right before, and all are now." in gained
    assert croupier(*teach, fehu / "1.jpg", "--face", "fehu", *data).returncode == 0
    for other in ("--kit", "pips"), ("--kit", ""):
        said = told(croupier(*teach, hagal, *other, *data), 1)
        assert said.startswith("The dice `cards` are played as Phase 10 Dice, and show no other faces: say")
    for stands in ("hagal=8G", "fehu=WR", "hagal=3B"):
        assert croupier(*teach, "--stands", stands, *data).returncode == 0
    assert Sets(Files(tmp_path / "dice")).find("cards").stands == {"hagal": "3B", "fehu": "WR"}
    assert croupier(*teach, "--stands", "hagal=", *data).returncode == 0
    assert Sets(Files(tmp_path / "dice")).find("cards").stands == {"fehu": "WR"}
    assert "skull= alone takes that away" in told(croupier(*teach, "--stands", "hagal", *data), 1)
    assert "A is no face of Phase 10" in told(croupier(*teach, "--stands", "hagal=A", *data), 1)
    assert "You say twice what `hagal` stands for" in told(croupier(*teach, "--stands", "hagal=8G,Hagal=WR", *data), 1)
    assert "Nothing was shown as `sowil`" in told(croupier(*teach, "--stands", "sowil=8G", *data), 1)
    said = told(croupier(*teach, "--kit", "pips", *data), 1)
    assert said.startswith("WR is no face of Pip dice, 1 to 6, and fehu stands for it: choose one of 1 2 3")
    assert said.endswith("For none, say --stands fehu= too.")
    assert croupier(*teach, "--kit", "pips", "--stands", "fehu=", *data).returncode == 0
    assert croupier(*teach, "--stands", "fehu=2", *data).returncode == 0
    assert croupier(*teach, "--kit", "", *data).returncode == 0
    taken = Sets(Files(tmp_path / "dice")).find("cards")
    assert (taken.kit, taken.whole, taken.stands) == ("", True, {})
    assert told(croupier(*teach, "--stands", "fehu=2", *data), 1).endswith("depends on the kit: give --kit too.")


def test_a_damaged_database_is_told_in_a_sentence(croupier: Croupier, tmp_path: Path) -> None:
    table = Table(Store(f"sqlite:///{tmp_path / 'croupier.db'}"))
    table.begin("jack-stone", ["Ann"], {})
    table.store.close()
    with closing(sqlite3.connect(tmp_path / "croupier.db")) as base:
        base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        ((page, size),) = base.execute(
            "SELECT rootpage, page_size FROM sqlite_master, pragma_page_size WHERE name = 'matches'"
        ).fetchall()
    whole = (tmp_path / "croupier.db").read_bytes()
    (tmp_path / "croupier.db").write_bytes(whole[: (page - 1) * size] + b"\xff" * size + whole[page * size :])
    said = told(croupier("play", "--no-browser", "--data", str(tmp_path)), 1)
    assert said == (
        "The database cannot be read (database disk image is malformed): "
        "restore a copy of it, or name another with --data or --database."
    )


def test_who_stops_before_a_camera_has_lost_nothing(tmp_path: Path) -> None:
    camera = ROOT / "samples/teach/lessons/fehu"
    command = [*CROUPIER, "teach", "runes", "--camera", camera, "--face", "fehu", "--data", tmp_path]
    said = subprocess.run(command, cwd=ROOT, input="\n\n", capture_output=True, text=True, timeout=120, check=False)
    assert said.returncode == 1
    assert said.stdout.startswith("runes: Looks learned: fehu 2. ")
    says = "Stopped before the end: what was learned so far is saved. Show the rest with --face fehu"
    assert said.stderr.splitlines()[-1] == f"{says}, in pictures of these alone."
    assert Sets(Files(tmp_path / "dice")).find("runes").looks.times("fehu") == 2


def test_what_a_camera_showed_before_its_pictures_ended_is_told(tmp_path: Path) -> None:
    command = [*CROUPIER, "teach", "runes", "--camera", ROOT / "samples/teach/lessons/fehu", "--data", tmp_path]
    faces = ("--face", "fehu", "--face", "algiz")
    said = subprocess.run([*command, *faces], cwd=ROOT, input="\n" * 6, capture_output=True, text=True, check=False)
    assert said.returncode == 1
    assert said.stdout.startswith("runes: Looks learned: fehu 3. ")
    says = "/fehu: give others. What was learned so far is saved. Show the rest with"
    assert said.stderr.endswith(f"{says} --face algiz, in pictures of these alone.\n")


def test_a_picture_that_nobody_can_read_ends_a_lesson_and_what_was_learned_is_told(tmp_path: Path) -> None:
    camera = tmp_path / "camera"
    shutil.copytree(ROOT / "samples/teach/lessons/fehu", camera)
    (camera / "3.jpg").write_text("no picture")
    command = [*CROUPIER, "teach", "runes", "--camera", camera, "--face", "fehu", "--data", tmp_path]
    said = subprocess.run(command, cwd=ROOT, input="\n" * 6, capture_output=True, text=True, check=False)
    assert (said.returncode, said.stdout[:30]) == (1, "runes: Looks learned: fehu 2. ")
    assert "3.jpg is no JPEG" in said.stderr
    assert "What was learned so far is saved. Show the rest with --face fehu" in said.stderr


def test_ctrl_c_while_the_camera_looks_loses_nothing_and_says_so(tmp_path: Path) -> None:
    camera = ROOT / "samples/teach/lessons/fehu"
    command = [*CROUPIER, "teach", "runes", "--camera", camera, "--face", "fehu", "--data", tmp_path]
    with subprocess.Popen(command, cwd=ROOT, stdin=-1, stdout=-1, stderr=-1, text=True) as process:
        assert process.stdin
        process.stdin.write("\n\n")
        process.stdin.flush()
        while not (tmp_path / "dice").exists() or not Sets(Files(tmp_path / "dice")).all():
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate("\n", timeout=60)
    assert process.returncode == 1
    assert out.startswith("runes: Looks learned: fehu ")
    assert "Stopped before the end: what was learned so far is saved." in err


def test_of_several_pictures_to_learn_from_the_one_that_teaches_nothing_is_named_by_its_path(
    croupier: Croupier, tmp_path: Path
) -> None:
    lessons = tmp_path / "lessons"
    for face in ("fehu", "algiz"):
        shutil.copytree(ROOT / "samples/teach/lessons" / face, lessons / face)
    (lessons / "fehu" / "2.jpg").write_text("no picture")
    said = told(croupier("teach", "runes", lessons, "--data", tmp_path), 1)
    assert said.startswith(f"{lessons / 'fehu' / '2.jpg'} is no JPEG")
    assert said.endswith("None of the 6 pictures was learned.")
    Image.new("RGB", (640, 480), "white").save(lessons / "fehu" / "2.jpg")
    assert f"I see no die in {lessons / 'fehu' / '2.jpg'}:" in told(
        croupier("teach", "runes", lessons, "--data", tmp_path), 1
    )


def test_a_set_is_shared_as_a_file_and_taken_under_another_name(croupier: Croupier, tmp_path: Path) -> None:
    photo, file, data = ROOT / "samples/teach/lessons/fehu/1.jpg", tmp_path / "runes.dice", ("--data", tmp_path)
    assert croupier("teach", "runes", photo, "--face", "fehu", *data).returncode == 0
    nowhere = tmp_path / "nowhere" / "runes.dice"
    said = told(croupier("teach", "runes", "--export", nowhere, *data), 1)
    assert said.startswith(f"{nowhere} cannot be written (No such")
    assert croupier("teach", "runes", "--export", file, *data).returncode == 0
    assert croupier("teach", "stones", "--import", file, *data).stdout.startswith("stones: ")
    assert croupier("teach", "--list", *data).stdout == "runes: fehu\nstones: fehu\n"
    assert croupier("teach", "runes", "--export", file, *data).returncode == 0, "a set is written over a set"
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(b"a photo")
    said = told(croupier("teach", "runes", "--export", photo, *data), 1)
    assert said == f"{photo} is no set of dice: name another file for --export."
    assert photo.read_bytes() == b"a photo"


def test_the_list_of_sets_tells_what_stands_for_what(croupier: Croupier, tmp_path: Path) -> None:
    lessons, data = ROOT / "samples/teach/lessons", ("--data", tmp_path)
    for face in ("algiz", "fehu"):
        assert croupier("teach", "runes", lessons / face / "1.jpg", "--face", face, *data).returncode == 0
    assert croupier("teach", "runes", "--stands", "algiz=A", "--kit", "ten-grand", *data).returncode == 0
    assert croupier("teach", "--list", *data).stdout == "runes (ten-grand): algiz=A fehu\n"


@pytest.mark.parametrize("words", [("watch", LONG), ("watch", "film.mp4", "--dice", LONG), ("play", "--camera", LONG)])
def test_what_the_system_does_not_open_is_told_in_a_sentence(
    croupier: Croupier, tmp_path: Path, words: tuple[str, ...]
) -> None:
    assert "Errno" not in told(croupier(*words, "--data", tmp_path), 1)


def test_a_shelf_of_dice_that_takes_nothing_is_told_as_what_it_is(croupier: Croupier, tmp_path: Path) -> None:
    photo, data = ROOT / "samples/teach/lessons/fehu/1.jpg", ("--data", tmp_path)
    (tmp_path / "dice" / ".lock").mkdir(parents=True)
    for words in (("--delete",), ("--face", "fehu", photo)):
        said = told(croupier("teach", "runes", *words, *data), 1)
        assert said.startswith("The shelf of dice cannot be used (Is a directory): see whether")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("runes", "a.jpg", "--export", "a.dice"), "--export and photos are two errands: do one after the other."),
        (("runes", "a.jpg", "--camera", "0"), "--camera and photos are two errands: do one after the other."),
        (("runes", "a.jpg", "--delete"), "--delete and photos are two errands: do one after the other."),
        (("runes", "--list"), "--list has no use for NAME: leave it out."),
        (("runes", "--import", "a.dice", "--kit", "pips"), "--import has no use for --kit: leave it out."),
        (("runes", "--export", "a.dice", "--face", "fehu"), "--export has no use for --face: leave it out."),
    ],
)
def test_what_makes_no_sense_together_is_refused(
    croupier: Croupier, tmp_path: Path, words: tuple[str, ...], says: str
) -> None:
    assert told(croupier("teach", *words, "--data", tmp_path), 1) == says


def test_sets_that_cannot_be_read_are_counted(croupier: Croupier, tmp_path: Path) -> None:
    (tmp_path / "dice").mkdir()
    (tmp_path / "dice" / "newer.dice").write_text('{"format": "croupier-dice-9"}', encoding="utf-8")
    said = croupier("teach", "--list", "--data", tmp_path)
    assert (said.returncode, said.stdout) == (0, "")
    assert said.stderr == "Sets that cannot be read: 1. Bring Croupier up to date, or delete them by name.\n"


@pytest.mark.parametrize(
    "words", [("teach", "--list"), ("teach", "runes", "--delete"), ("read", "a.jpg", "--dice", "b")]
)
def test_a_file_is_no_place_for_dice(croupier: Croupier, tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "file").touch()
    said = told(croupier(*words, "--data", tmp_path / "file"), 1)
    assert said == f"{tmp_path / 'file'} is no folder: give one for --data."


def test_teach_for_a_kit_that_nobody_knows(croupier: Croupier, throws: Path, tmp_path: Path) -> None:
    said = croupier("teach", "runes", "--face", "4", throws / "18.jpg", "--kit", "poker", "--data", tmp_path)
    assert "There is no kit 'poker'" in told(said, 1)


def test_read_with_dice_of_an_impossible_name(croupier: Croupier, throws: Path, tmp_path: Path) -> None:
    said = croupier("read", throws / "01.jpg", "--dice", os.fsdecode(b"\xff"), "--data", tmp_path)
    assert "There are no dice" in told(said, 1)


@pytest.mark.parametrize("command", ["read", "watch", "validate", "play"])
def test_dice_of_ones_own_and_another_kit_are_refused_together(
    croupier: Croupier, tmp_path: Path, command: str
) -> None:
    throws = ROOT / "samples/teach/throws"
    dice = taught("runes", [lesson(load((throws / "01.jpg").read_bytes()), "algiz")], whole=True)
    Sets(Files(tmp_path / "dice")).put(dice)
    words = {"read": (throws / "01.jpg",), "play": ("--no-browser",)}.get(command, (throws,))
    said = told(croupier(command, *words, "--dice", "runes", "--kit", "pips", "--data", tmp_path), 1)
    assert said == "The dice `runes` already say which faces they have: leave the kit pips out."


def test_labels_of_a_kit_are_not_judged_by_dice_of_ones_own(croupier: Croupier, tmp_path: Path) -> None:
    teach = ("teach", "runes", ROOT / "samples/teach/lessons/fehu", "--strange", "--data", tmp_path)
    assert croupier(*teach).returncode == 0
    said = told(croupier("validate", ROOT / "samples/ten-grand", "--dice", "runes", "--data", tmp_path), 1)
    assert said.endswith("give --kit ten-grand, and no --dice.")


def test_read_with_an_unknown_kit(croupier: Croupier, throws: Path) -> None:
    assert "poker" in told(croupier("read", throws / "01.jpg", "--kit", "poker"), 1)


def test_score_of_a_legal_match(croupier: Croupier, tmp_path: Path) -> None:
    (tmp_path / "a.match").write_text(LEGAL)
    said = croupier("score", "--json", tmp_path / "a.match")
    assert said.returncode == 0
    report = json.loads(said.stdout)
    assert report["players"] == [{"name": "Ann", "total": 100}, {"name": "Bob", "total": 0}]
    assert report["turn"]["player"] == "Bob"
    assert report["error"] is None
    assert "Ann 100" in croupier("score", tmp_path / "a.match").stdout


def test_score_names_whoever_won_a_title(croupier: Croupier, tmp_path: Path) -> None:
    plays = "roll 1 1 2 2 3 3 4 4 5 6\ncard 500\nroll 6 6 6 1 1 2 3 4 5 5\nchoose 6\nbank\n"
    (tmp_path / "a.match").write_text(f"game: high-roll\nplayers: Ann, Bob\ntotals: 121500, 117000\n\n{plays}")
    said = croupier("score", tmp_path / "a.match").stdout
    assert said.endswith("high-roll: Ann 122000, Bob 123000; won by Ann and Bob\n")
    assert json.loads(croupier("score", "--json", tmp_path / "a.match").stdout)["winners"] == ["Bob"]


def test_score_of_a_match_with_a_typo_names_line_and_sentence(croupier: Croupier, tmp_path: Path) -> None:
    (tmp_path / "b.match").write_text(TYPO)
    said = croupier("score", tmp_path / "b.match")
    assert "line 5: `kep` is not an event" in told(said, 1)
    assert json.loads(croupier("score", "--json", tmp_path / "b.match").stdout)["error"]["line"] == 5


def test_score_of_an_illegal_match_names_line_and_sentence(croupier: Croupier, tmp_path: Path) -> None:
    (tmp_path / "b.match").write_text(ILLEGAL)
    said = croupier("score", tmp_path / "b.match")
    assert "line 5: Set aside 1 first" in told(said, 2)
    assert said.stdout.endswith("Ann to decide; stopped before line 5\n")


def test_names_that_a_terminal_has_no_letters_for_are_told_all_the_same(croupier: Croupier, tmp_path: Path) -> None:
    (tmp_path / "a.match").write_text(LEGAL.replace("Ann", "Änn").replace("Bob", "ボブ"), encoding="utf-8")
    said = croupier("score", tmp_path / "a.match", PYTHONIOENCODING="ascii")
    assert (said.returncode, said.stderr) == (0, "")
    said = croupier("score", "--json", tmp_path / "a.match", PYTHONIOENCODING="ascii")
    assert [player["name"] for player in json.loads(said.stdout)["players"]] == ["Änn", "ボブ"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only where there is a disk that is always full")
def test_a_result_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "a.match").write_text(LEGAL)
    command = [*CROUPIER, "score", str(tmp_path / "a.match")]
    with Path("/dev/full").open("w") as full:
        said = subprocess.run(command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert said.returncode == 1
    assert said.stderr.strip().endswith(": make room, or send it elsewhere.")


def test_score_of_what_cannot_be_read(croupier: Croupier, tmp_path: Path) -> None:
    (tmp_path / "c.match").write_bytes(b"\xff\xfe\x00")
    assert "not a text file" in told(croupier("score", tmp_path / "c.match"), 1)
    (tmp_path / "text").write_bytes(b"\xff\xfe\x00")
    assert told(croupier("score", tmp_path / "text"), 1).startswith(f"{tmp_path / 'text'}: This is not a text file")
    for encoding in ("utf-16", "cp1252"):
        (tmp_path / "c.match").write_text(LEGAL.replace("Ann", "Änn"), encoding=encoding)
        said = told(croupier("score", tmp_path / "c.match"), 1)
        assert said.endswith("This is not a text file in UTF-8: save it as UTF-8, or give another file.")
    missing = tmp_path / "missing.match"
    assert (
        told(croupier("score", missing), 1)
        == f"{missing} cannot be read (No such file or directory): give another file."
    )
    (tmp_path / "huge.match").write_text(LEGAL + "# long\n" * 700_000)
    assert "too large" in told(croupier("score", tmp_path / "huge.match"), 1)


def test_the_worst_of_several_matches_decides_the_exit(croupier: Croupier, tmp_path: Path) -> None:
    good, bad, missing = (tmp_path / name for name in ("a.match", "b.match", "missing.match"))
    good.write_text(LEGAL)
    bad.write_text(ILLEGAL)
    assert croupier("score", good, good).returncode == 0
    assert croupier("score", bad, good).returncode == 2
    said = croupier("score", "--json", bad, missing, good)
    assert said.returncode == 1
    assert [json.loads(line)["events"] for line in said.stdout.splitlines()] == [1, 0, 3]


def test_doctor_finds_everything_in_order(croupier: Croupier, tmp_path: Path) -> None:
    said = croupier("doctor", "--json", "--data", tmp_path)
    assert said.returncode == 0, said.stdout
    found = json.loads(said.stdout)
    assert all(finding["fine"] for finding in found)
    (read,) = (finding["detail"] for finding in found if finding["what"] == "eye")
    assert sorted(read.removeprefix("reads ").partition(" in ")[0].split()) == ["1", "3", "3", "4", "4", "6"]


def test_doctor_tells_what_is_wrong(croupier: Croupier, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    said = croupier("doctor", "--data", tmp_path / "file")
    assert said.returncode == 1
    assert f"FAIL  data folder: {tmp_path / 'file'} is no folder: name another with --data.\n" in said.stdout


@pytest.mark.parametrize(
    ("faces", "more", "wrong"),
    [
        (
            "1 2 3 4 5 6",
            'reader="pips-reader", referees=("casino-referee",)',
            "The weights 'casino-referee' are missing",
        ),
        ("6 5 4 3 2 1", 'reader="pips-reader"', "The kit 'casino' names other faces (6 5 4 3 2 1) than"),
        (
            "1 2 3 4 5 6",
            'reader="pips-reader", referees=("ten-grand-referee",)',
            "than its net 'ten-grand-referee' tells",
        ),
    ],
)
def test_doctor_looks_whether_the_nets_of_every_kit_are_there_and_tell_its_faces(
    founded: Callable[[str, str], None], tmp_path: Path, faces: str, more: str, wrong: str
) -> None:
    founded(faces, more)
    (weights,) = (found for found in examine(tmp_path) if found.what == "weights")
    assert not weights.fine
    assert wrong in weights.detail


@pytest.mark.parametrize(
    ("folder", "shipped", "look", "what"),
    [
        ("scoring.games", "farkle", "games", "game `farkle`"),
        pytest.param("vision.kits", "pips", "weights", "kit 'pips'", marks=pytest.mark.long),
    ],
)
def test_two_files_with_one_game_or_kit_are_both_named(
    tmp_path: Path, folder: str, shipped: str, look: str, what: str
) -> None:
    first, second = ROOT / folder.replace(".", "/") / f"{shipped}.py", tmp_path / "mine.py"
    shutil.copy(first, second)
    croupier = beside(tmp_path, folder)
    sentence = f"{first} and {second} are both the {what}: give one of them another id, or take it away."
    data = ("--data", str(tmp_path / "data"))
    assert f"FAIL  {look}: {sentence}\n" in croupier("doctor", *data).stdout
    assert told(croupier("play", "--no-browser", *data), 1) == sentence
    assert not (tmp_path / "data").exists()
    if look == "weights":
        assert told(croupier("read", str(ROOT / "samples" / "pips")), 1) == sentence


@pytest.mark.parametrize(
    ("folder", "words", "what"),
    [
        pytest.param(
            *("scoring.games", ("score", str(ROOT / "samples" / "matches" / "farkle.match")), "game"),
            marks=pytest.mark.long,
        ),
        ("vision.kits", ("read", str(ROOT / "samples" / "pips" / "01.jpg")), "kit"),
    ],
)
def test_a_file_that_defines_no_game_or_kit_is_none_and_a_broken_one_is_named(
    tmp_path: Path, folder: str, words: tuple[str, str], what: str
) -> None:
    croupier = beside(tmp_path, folder)
    (tmp_path / "notes.py").write_text("DICE = 6\n")
    assert croupier(*words).returncode == 0
    (tmp_path / "mine.py").write_text("import nothere\n")
    said = croupier(*words)
    assert said.returncode
    sentence = f"{tmp_path / 'mine.py'} is no {what} yet (ModuleNotFoundError: No module named 'nothere'): mend it."
    assert sentence in said.stderr
    assert "please report" not in said.stderr
    assert sentence in croupier("doctor", "--data", str(tmp_path / "data")).stdout


def beside(mine: Path, folder: str) -> Callable[..., Said]:
    """The command line, where a folder of somebody's own belongs to that of the games or the kits."""
    begun = f"import {folder} as folder\nfolder.__path__.append({str(mine)!r})\nfrom api.cli import main\nmain()"

    def croupier(*words: str) -> Said:
        command = [sys.executable, "-c", begun, *words]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)

    return croupier


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="what root may is taken from it as Linux has it")
def test_a_file_that_nobody_may_read_is_named_and_the_others_are_read(tmp_path: Path) -> None:
    secret, fine = tmp_path / "secret", ROOT / "samples" / "pips" / "01.jpg"
    secret.touch(0)

    def croupier(*words: str | Path) -> Said:
        command = [sys.executable, "-m", "api", *map(str, words)]
        return subprocess.run(command, cwd=ROOT, preexec_fn=humble, capture_output=True, text=True, check=False)

    why = "secret cannot be read (Permission denied)"
    said = croupier("read", "--json", secret, fine)
    assert said.returncode == 1
    first, second = map(json.loads, said.stdout.splitlines())
    assert first["error"].startswith(why)
    assert second["dice"]
    assert why in told(croupier("score", secret), 1)
    assert why in told(croupier("teach", "runes", "--face", "A", secret), 1)
    closed = tmp_path / "closed"
    closed.mkdir(0)
    for words in ((closed / "x",), (tmp_path, "--report", closed / "x.html")):
        assert "made a mistake" not in told(croupier("validate", *words), 1)


def humble() -> None:
    """Root gives up reading what is not for it to read."""
    of_this = ctypes.CDLL(None)
    for right in OVERRIDES:
        of_this.prctl(DROP, right)


def test_a_data_folder_without_a_name_is_refused(croupier: Croupier) -> None:
    said = croupier("doctor", "--data", "")
    assert said.returncode == 2
    assert said.stderr.strip().endswith(
        "Invalid value for '--data': it names no folder: name one, or leave --data out."
    )


def test_doctor_makes_no_folder(croupier: Croupier, tmp_path: Path) -> None:
    said = croupier("doctor", "--data", tmp_path / "new" / "deep")
    assert f"ok    data folder: {tmp_path / 'new' / 'deep'} can be made\n" in said.stdout
    assert not (tmp_path / "new").exists()


def test_play_begins_the_match_that_was_asked_for(serving: Serving, tmp_path: Path, port: int) -> None:
    options = ("--game", "jack-stone", "--players", "Ann, Bob", "--data", tmp_path, "--port", port + 1)
    with serving(*options) as (page, process):
        address, _, match = page.partition("/#/match/")
        assert address == f"http://127.0.0.1:{port + 1}"
        assert httpx.get(f"{address}/api/matches/{match}").json()["players"] == ["Ann", "Bob"]
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
        assert "Traceback" not in process.stderr.read()
    with serving("--data", tmp_path, "--port", port + 1) as (page, _):
        assert httpx.get(f"{address}/api/matches").json()["matches"][0]["id"] == match


def test_ctrl_c_while_the_libraries_load_ends_the_command_without_a_word() -> None:
    command = [sys.executable, "-X", "importtime", *CROUPIER[1:], "doctor"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        while "numpy" not in process.stderr.readline():
            pass
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (130, "")
    assert [line for line in err.splitlines() if not line.startswith("import time:")] == []


def test_play_stops_at_once_while_somebody_watches(serving: Serving, tmp_path: Path, port: int) -> None:
    with serving("--data", tmp_path, "--port", port + 2) as (page, process):
        address, _, match = page.partition("/#/match/")
        with httpx.stream("GET", f"{address}/api/matches/{match}/stream", timeout=10) as feed:
            next(feed.iter_lines())
            process.send_signal(signal.SIGINT)
            time.sleep(0.05)
            process.send_signal(signal.SIGINT)  # who is impatient
            assert process.wait(10) == 0
        assert "Traceback" not in process.stderr.read()


@pytest.mark.parametrize(
    ("options", "game", "players"),
    [
        (("--players", "Cleo,Dan"), "jack-stone", ["Cleo", "Dan"]),
        (("--game", "farkle"), "farkle", ["Ann", "Bob"]),
        (("--kit", "phase-10"), "phase-10", ["Ann", "Bob"]),
    ],
    ids=["players", "game", "kit"],
)
def test_play_fills_in_what_was_not_said(
    served: Served, tmp_path: Path, port: int, options: tuple[str, ...], game: str, players: list[str]
) -> None:
    with served(*options, "--data", tmp_path, "--port", port + 1) as page:
        address, _, match = page.partition("/#/match/")
        begun = httpx.get(f"{address}/api/matches/{match}", timeout=60).json()
        assert (begun["game"], begun["players"], begun["demo"]) == (game, players, None)


def test_play_with_dice_of_ones_own_begins_the_game_of_their_kit(
    croupier: Croupier, served: Served, tmp_path: Path, port: int
) -> None:
    teach = ("teach", "runes", ROOT / "samples/teach/lessons/fehu", "--kit", "ten-grand", "--data", tmp_path)
    assert croupier(*teach).returncode == 0
    with served("--dice", "runes", "--data", tmp_path, "--port", port + 1) as page:
        address, _, match = page.partition("/#/match/")
        assert httpx.get(f"{address}/api/matches/{match}", timeout=60).json()["game"] == "ten-grand"


def test_play_on_a_port_that_is_taken_names_the_option(croupier: Croupier, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        said = croupier("play", "--no-browser", "--data", tmp_path, "--port", str(taken.getsockname()[1]))
    assert "--port" in told(said, 1)


WRONG = {
    "a file as its folder": ("--data", "pyproject.toml"),
    "an unknown game": ("--game", "ludo", "--players", "Ann"),
    "one name twice": ("--game", "jack-stone", "--players", "Ann,Ann"),
    "an unknown kit": ("--game", "jack-stone", "--players", "Ann", "--kit", "poker"),
    "an unknown kit, and no game": ("--kit", "poker"),
    "no name of a game": ("--game", ""),
    "no name of a player": ("--players", ""),
    "no name of dice": ("--dice", ""),
    "no address of a webhook": ("--webhook", ""),
    "an unknown database": ("--database", "martian://x"),
}


@pytest.mark.parametrize("options", WRONG.values(), ids=WRONG)
def test_play_with_a_wrong_option_is_one_sentence(croupier: Croupier, tmp_path: Path, options: tuple[str, ...]) -> None:
    told(croupier("play", "--no-browser", "--data", tmp_path, *options), 1)


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("read", "api/demo/01.jpg"), id="read"),
        pytest.param(("score", "samples/matches/ten-grand.match"), id="score", marks=pytest.mark.long),
        pytest.param(("doctor",), id="doctor", marks=pytest.mark.long),
    ],
)
def test_a_command_that_began_from_nothing_ends_without_a_word_too_many(
    croupier: Croupier, tmp_path: Path, words: tuple[str, ...]
) -> None:
    data = ("--data", tmp_path) if words == ("doctor",) else ()
    said = croupier(*words, *data, PYTHONHASHSEED="7")
    assert said.stdout
    assert said.stderr == ""


def test_help_names_every_command(croupier: Croupier) -> None:
    said = croupier("--help")
    assert all(command in said.stdout for command in ("play", "read", "validate", "score", "doctor"))
    assert "..." not in said.stdout.split("Commands:")[1]


@pytest.mark.skipif(sys.platform == "win32", reason="There is no shell to close a stream with.")
@pytest.mark.parametrize("closed", [">&-", *(pytest.param(one, marks=pytest.mark.long) for one in ("<&-", "2>&-"))])
def test_closed_streams_are_no_mistake(throws: Path, closed: str) -> None:
    command = shlex.join([*CROUPIER, "read", str(throws / "01.jpg")])
    said = subprocess.run(["sh", "-c", f"{command} {closed}"], capture_output=True, text=True, cwd=ROOT, check=False)
    assert (said.returncode, said.stderr) == (0, "")


def test_no_match_is_begun_for_a_film_that_is_none(croupier: Croupier, tmp_path: Path) -> None:
    text, empty, broken = tmp_path / "film.mp4", tmp_path / "empty", tmp_path / "broken"
    text.write_text("no film")
    empty.mkdir()
    broken.mkdir()
    (broken / "a.jpg").write_text("no picture")
    for source in (text, empty, broken):
        said = croupier("play", "--game", "jack-stone", "--camera", source, "--data", tmp_path / "data")
        assert (said.returncode, said.stderr.count("\n")) == (1, 1)
        assert str(source) in said.stderr
    assert not (tmp_path / "data" / "croupier.db").exists()


def test_no_match_is_begun_for_a_film_that_is_not_there(croupier: Croupier, tmp_path: Path) -> None:
    said = croupier("play", "--game", "jack-stone", "--camera", tmp_path / "nofilm.mp4", "--data", tmp_path / "data")
    assert said.returncode == 1
    assert said.stderr.startswith(f"There is no {tmp_path / 'nofilm.mp4'}: give the number of a camera")
    assert not (tmp_path / "data" / "croupier.db").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="Threads are counted as Linux tells them.")
def test_sums_bring_no_threads_of_their_own_beside_the_two_cores_that_share_them() -> None:
    lines = (
        "import os, sys",
        "from api.__main__ import main",
        "sys.argv[1:] = ['--help']",
        "try: main()",
        "finally: print('numpy' in sys.modules, len(os.listdir('/proc/self/task')))",
    )
    alone = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    command = [sys.executable, "-c", "\n".join(lines)]
    said = subprocess.run(command, cwd=ROOT, env=alone, capture_output=True, text=True, timeout=120, check=False)
    assert said.stdout.splitlines()[-1] == "True 1"
