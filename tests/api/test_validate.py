"""`croupier validate`: labelled pictures in, honest figures out, as text, JSON and one HTML page."""

import json
import re
import shutil
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from api.report.findings import validate
from api.report.page import page
from tests.api.conftest import ROOT, Said
from vision.picture import load
from vision.read import read

Croupier = Callable[..., Said]

SAMPLES = ROOT / "samples" / "pips"
LONE = {"meta", "img"}  # elements of HTML that are never closed


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three pictures: the first and third are labelled as they lie, the second is not."""
    made = tmp_path_factory.mktemp("dice")
    for name in ("01.jpg", "02.jpg", "03.jpg"):
        shutil.copy(SAMPLES / name, made / name)
    (made / "labels.tsv").write_text("01.jpg\t1 2 3 4 5 6\n02.jpg\t1 3 5\n03.jpg\t6\n", encoding="utf-8")
    return made


def figures(said: Said) -> dict[str, Any]:
    assert said.returncode == 0, said
    assert said.stdout.count("\n") == 1
    found: dict[str, Any] = json.loads(said.stdout)
    return found


class Outline(HTMLParser):
    """What a page consists of; every element that is opened must be closed in its place."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.links: list[str] = []
        self.words = ""
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element begins."""
        self.seen.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        if tag not in LONE:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """An element ends."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Words between elements."""
        if self.open and self.open[-1] != "style":
            self.words += f"{data} "


def test_the_readme_tells_what_the_command_says(croupier: Croupier) -> None:
    said = croupier("validate", "samples/pips")
    assert said.returncode == 0, said
    assert max(map(len, said.stdout.splitlines())) <= 80
    found = re.search(
        r"```\n\$ croupier validate samples/pips\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL
    )
    assert found
    assert [table.split()[0] for table in found[1].split("\n\n")] == ["dice", "pictures", "called"]
    assert said.stdout.startswith(found[1]), f"write this into README.md:\n{said.stdout}"


def test_the_tables_end_with_which_face_is_taken_for_which(croupier: Croupier, folder: Path) -> None:
    said = croupier("validate", folder)
    rows = said.stdout.split("\n\n")[-1].splitlines()
    assert rows[0].split() == ["true,", "read", "as", *"123456?", "missed"]
    assert rows[1].split() == ["1", "1", ".", "1", ".", ".", ".", ".", "."], "the 1 that is not there was read as a 3"
    assert said.stderr == "", "no progress where nobody looks on, and nothing to complain of"


def test_of_many_faces_only_those_are_told_that_were_misread(croupier: Croupier, tmp_path: Path) -> None:
    shutil.copy(ROOT / "samples" / "phase-10" / "01.jpg", tmp_path / "01.jpg")
    (tmp_path / "labels.tsv").write_text("01.jpg\t1R\n", encoding="utf-8")
    said = croupier("validate", "--kit", "phase-10", tmp_path)
    assert max(map(len, said.stdout.splitlines())) <= 80
    head, *rows = said.stdout.split("\n\n")[-1].splitlines()
    assert head.split() == ["true", "read", "as"]
    assert rows
    assert {row.split()[0] for row in rows} <= {"1R", "invented"}


def test_the_eye_may_be_told_how_many_dice_there_are_as_a_game_tells_it(croupier: Croupier, tmp_path: Path) -> None:
    shutil.copy(SAMPLES / "02.jpg", tmp_path / "02.jpg")
    (tmp_path / "labels.tsv").write_text("02.jpg\t3 3\n", encoding="utf-8")
    (alone,) = figures(croupier("validate", "--json", tmp_path))["pictures"]
    (told,) = figures(croupier("validate", "--json", "--told", tmp_path))["pictures"]
    assert alone["verdict"] == "sure"
    assert told["reasons"] == ["I see 3 dice and 2 are thrown: take away what does not belong to the throw."]


def test_json_tells_everything(croupier: Croupier, folder: Path) -> None:
    found = figures(croupier("validate", "--json", folder))
    assert set(found) == {"folder", "kit", "sources", "all", "mean", "unreadable", "complaints", "notes", "pictures"}
    assert found["sources"] == {folder.name: found["all"]}
    told = found["all"]
    counts = ("dice", "right", "misread", "missed", "invented", "pictures", "exact", "sure", "silent")
    assert tuple(told[name] for name in counts) == (10, 9, 1, 0, 0, 3, 2, 3, 1)
    assert told["dice_right"] == [0.9, 0.5958, 0.9821]
    assert found["mean"]["dice_right"] == told["dice_right"]
    assert told["confusion"]["1"] == {"1": 1, "3": 1}
    assert sum(each["dice"] for each in told["calibration"]["bins"]) == 10
    assert told["risk"]["curve"][-1]["answered"] == 3
    assert told["risk"]["curve"][-1]["wrong"] == 1
    assert 0 < told["ms"]["p50"] <= told["ms"]["p95"]
    second = found["pictures"][1]
    assert (second["image"], second["verdict"], second["exact"]) == ("02.jpg", "sure", False)
    wrong = [die for die in second["dice"] if die["outcome"] != "right"]
    assert [(die["outcome"], die["true"], die["read"]) for die in wrong] == [("misread", "1", "3")]


def boxes(picture: Path) -> list[tuple[str, tuple[float, ...], tuple[int, int]]]:
    """The dice of a picture that is read rightly, each with its box and the size of the picture."""
    reading = read(load(picture.read_bytes(), picture.name))
    return [(str(die.face), die.box, (reading.width, reading.height)) for die in reading.dice]


def as_coco(folder: Path, names: list[str]) -> None:
    annotations = [
        {"image_id": at, "category_id": int(face), "bbox": [x0, y0, x1 - x0, y1 - y0]}
        for at, name in enumerate(names)
        for face, (x0, y0, x1, y1), _ in boxes(folder / name)
    ]
    told = {"images": [{"id": at, "file_name": name} for at, name in enumerate(names)], "annotations": annotations,
            "categories": [{"id": number, "name": str(number)} for number in range(1, 7)]}  # fmt: skip
    (folder / "coco.json").write_text(json.dumps(told), encoding="utf-8")


def as_yolo(folder: Path, names: list[str]) -> None:
    for name in names:
        lines = [
            f"{int(face) - 1} {(x0 + x1) / 2 / width} {(y0 + y1) / 2 / height} {(x1 - x0) / width} {(y1 - y0) / height}"
            for face, (x0, y0, x1, y1), (width, height) in boxes(folder / name)
        ]
        (folder / name).with_suffix(".txt").write_text("\n".join(lines), encoding="utf-8")


def as_list(folder: Path, names: list[str]) -> None:
    entries = [
        {"image": name, "source": "desk", "dice": [{"face": face, "box": box} for face, box, _ in boxes(folder / name)]}
        for name in names
    ]
    (folder / "labels.json").write_text(json.dumps(entries), encoding="utf-8")


@pytest.mark.parametrize("write", [as_coco, as_yolo, as_list])
def test_every_format_of_labels_is_judged(tmp_path: Path, write: Callable[[Path, list[str]], None]) -> None:
    names = ["01.jpg", "02.jpg"]
    for name in names:
        shutil.copy(SAMPLES / name, tmp_path / name)
    write(tmp_path, names)
    found = validate(tmp_path, "pips")
    assert found.complaints == ()
    assert all(each.labelled.boxed for each in found.judged)
    assert (found.all.tally.dice, found.all.tally.right, found.all.tally.exact) == (9, 9, 2)


def test_sources_stand_beside_each_other_and_count_the_same_in_the_mean(croupier: Croupier, tmp_path: Path) -> None:
    for name, roll in (("desk", "6"), ("tray", "5 5")):
        (tmp_path / name).mkdir()
        shutil.copy(SAMPLES / "03.jpg", tmp_path / name / "a.jpg")
        (tmp_path / name / "labels.tsv").write_text(f"a.jpg\t{roll}\n", encoding="utf-8")
    found = figures(croupier("validate", "--json", tmp_path))
    assert [told["dice_right"][0] for told in found["sources"].values()] == [1.0, 0.0]
    assert found["all"]["dice_right"][0] == pytest.approx(1 / 3, abs=1e-4)
    assert found["mean"]["dice_right"][0] == 0.5
    rows = croupier("validate", tmp_path).stdout.splitlines()
    assert [row[:20].strip() for row in rows[1:5]] == ["desk", "tray", "all", "mean of the sources"]
    (sure,) = (n for n, row in enumerate(rows) if row.startswith("called sure"))
    wrong = found["mean"]["wrong_among_sure"][0]
    assert f"{100 * wrong:.1f} %" in rows[sure + 4][53:], "of what is sure how much is wrong, as a mean too"


def test_what_is_wrong_is_said_and_does_not_stop_the_run(croupier: Croupier, tmp_path: Path) -> None:
    shutil.copy(SAMPLES / "03.jpg", tmp_path / "03.jpg")
    (tmp_path / "words.jpg").write_text("no picture")
    (tmp_path / "labels.tsv").write_text("03.jpg\t6\nwords.jpg\t1\ngone.jpg\t1\n03.jpg 6\n", encoding="utf-8")
    said = croupier("validate", "--json", tmp_path)
    assert said.returncode == 0
    lines = said.stderr.splitlines()
    assert len(lines) == 3
    assert all(line.endswith(".") for line in lines)
    assert lines[0].startswith("labels.tsv, line 3: There is no picture `gone.jpg` here")
    assert lines[2].startswith("words.jpg is no JPEG, PNG or WebP picture")
    found = json.loads(said.stdout)
    assert [each["image"] for each in found["unreadable"]] == ["words.jpg"]
    assert len(found["complaints"]) == 2
    assert found["all"]["pictures"] == 1


def test_labels_of_another_picture_are_said_and_not_judged(croupier: Croupier, tmp_path: Path) -> None:
    names = ["01.jpg", "02.jpg", "03.jpg"]
    for name in names:
        shutil.copy(SAMPLES / name, tmp_path / name)
    as_coco(tmp_path, names)
    labels = json.loads((tmp_path / "coco.json").read_text(encoding="utf-8"))
    labels["images"][0] |= {"width": 960, "height": 1280}
    next(each for each in labels["annotations"] if each["image_id"] == 1)["bbox"] = [5000, 5000, 50, 50]
    (tmp_path / "coco.json").write_text(json.dumps(labels), encoding="utf-8")
    said = croupier("validate", "--json", tmp_path)
    shape, beside = said.stderr.splitlines()
    assert shape.startswith(
        "coco.json, 01.jpg: Its boxes are measured in 960 x 1280 pixels, and the picture has another shape"
    )
    assert beside.startswith("coco.json, 02.jpg: A box of it lies beside the picture")
    found = figures(said)
    assert found["complaints"] == [shape, beside]
    assert [(each["image"], each["exact"]) for each in found["pictures"]] == [("03.jpg", True)]


def test_of_very_many_complaints_the_first_are_told(croupier: Croupier, tmp_path: Path) -> None:
    (tmp_path / "labels.tsv").write_text("".join(f"{at}.jpg\t1\n" for at in range(150)), encoding="utf-8")
    said = croupier("validate", tmp_path)
    assert len(said.stderr.splitlines()) == 102
    assert "And 50 more of that kind." in said.stderr


def test_labels_of_another_kit_are_said_once_with_what_to_do(croupier: Croupier) -> None:
    said = croupier("validate", "samples/ten-grand", "--kit", "phase-10")
    assert (said.returncode, said.stdout) == (1, "")
    assert said.stderr.strip() == "The labels in samples/ten-grand are no faces of phase-10: give --kit ten-grand."


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("0 0.2 0.2 0.1 0.1\n9 0.5 0.5 0.1 0.1\n", "line 2: There is no class 9: those that there are go from 0 to 5."),
        ("0 0.2 0.2 0.1 0.1\n0 0.2 0.2 0.1 0.1\n", "Two of its dice have the same box: take one away"),
    ],
)
def test_a_slip_among_numbers_is_told_and_no_other_kit_is_named_for_it(
    croupier: Croupier, tmp_path: Path, text: str, wrong: str
) -> None:
    shutil.copy(SAMPLES / "01.jpg", tmp_path)
    (tmp_path / "01.txt").write_text(text, encoding="utf-8")
    said = croupier("validate", tmp_path)
    assert (said.returncode, said.stdout) == (1, "")
    assert wrong in said.stderr
    assert "--kit" not in said.stderr


def test_no_other_kit_is_named_where_labels_name_the_one_that_was_asked_for(croupier: Croupier, tmp_path: Path) -> None:
    shutil.copy(SAMPLES / "01.jpg", tmp_path)
    dice = [{"face": "?", "box": [100, 100, 200, 200]}] * 2
    (tmp_path / "labels.json").write_text(json.dumps([{"image": "01.jpg", "dice": dice}]), encoding="utf-8")
    said = croupier("validate", tmp_path)
    assert "labels.json, 01.jpg: Two of its dice have the same box: take one away" in said.stderr
    assert "--kit" not in said.stderr


NOTHING = {
    "no such folder": ("nowhere",),
    "a file": ("pyproject.toml",),
    "no labels": ("docs",),
    "an unknown kit": ("samples/pips", "--kit", "poker"),
    "a report in no folder": ("samples/pips", "--report", "nowhere/report.html"),
    "a folder as its report": ("samples/pips", "--report", "docs"),
}


@pytest.mark.parametrize("words", NOTHING.values(), ids=NOTHING)
def test_where_nothing_can_be_judged_is_one_sentence(croupier: Croupier, words: tuple[str, ...]) -> None:
    said = croupier("validate", *words)
    assert (said.returncode, said.stdout) == (1, "")
    assert said.stderr.count("\n") == 1
    assert said.stderr.endswith(".\n")
    assert "Traceback" not in said.stderr


def test_only_unreadable_pictures_are_nothing_to_judge(croupier: Croupier, tmp_path: Path) -> None:
    (tmp_path / "a.jpg").touch()
    (tmp_path / "labels.tsv").write_text("a.jpg\t1\n", encoding="utf-8")
    said = croupier("validate", tmp_path, "--report", tmp_path / "report.html")
    assert said.returncode == 1
    assert said.stderr.splitlines()[0].startswith("a.jpg is empty")
    assert not (tmp_path / "report.html").exists()


def test_a_table_without_dice_is_judged_too(tmp_path: Path) -> None:
    Image.new("RGB", (640, 480), (90, 110, 100)).save(tmp_path / "cloth.png")
    (tmp_path / "labels.tsv").write_text("cloth.png\t\n", encoding="utf-8")
    found = validate(tmp_path, "pips")
    assert found.all.tally.exact == 1
    assert found.as_json()["mean"] == {"dice_right": None, "pictures_exact": [1.0, 0.2065, 1.0],
                                       "called_sure": [0.0, 0.0, 0.7935], "wrong_among_sure": None,
                                       "answerable": [1.0, 0.2065, 1.0], "calibration_error": None}  # fmt: skip
    Outline(page(found))


def test_the_report_is_one_page_that_needs_nothing_else(croupier: Croupier, folder: Path, tmp_path: Path) -> None:
    said = croupier("validate", folder, "--report", tmp_path / "report.html")
    assert said.returncode == 0, said
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    outline = Outline(text)
    assert text.startswith("<!DOCTYPE html>")
    assert not re.search(r"https?:|url\(|@import|<script|\son\w+=", text)
    assert outline.links
    assert all(link.startswith("data:image/jpeg;base64,") for link in outline.links)
    assert "prefers-color-scheme: dark" in text


def test_a_report_is_written_over_a_report_and_over_nothing_else(
    croupier: Croupier, folder: Path, tmp_path: Path
) -> None:
    report, photo = tmp_path / "report.html", tmp_path / "photo.jpg"
    report.touch()
    for _ in range(2):
        assert croupier("validate", folder, "--report", report).returncode == 0
    photo.write_bytes(b"a photo")
    script, page = tmp_path / "check.sh", tmp_path / "own.html"
    script.write_text("croupier validate pips --told\n", encoding="utf-8")
    page.write_text("<!DOCTYPE html>\n<p>What croupier validate said.\n", encoding="utf-8")
    for file in (photo, script, page, folder / "labels.tsv"):
        kept = file.read_bytes()
        said = croupier("validate", folder, "--report", file)
        assert (said.returncode, said.stdout) == (1, "")
        assert said.stderr == f"{file} is no report that was written here: name another file for --report.\n"
        assert file.read_bytes() == kept


def test_a_report_that_cannot_be_written_is_refused_before_anything_is_read(croupier: Croupier, folder: Path) -> None:
    nowhere = Path("/proc/report.html")  # where nobody may make a file
    if not nowhere.parent.is_dir():
        pytest.skip("This system has no /proc.")
    said = croupier("validate", folder, "--report", nowhere)
    assert (said.returncode, said.stdout) == (1, "")
    assert said.stderr.startswith(f"{nowhere} cannot be written (")


def test_the_figures_are_told_where_the_report_cannot_be_written(croupier: Croupier, folder: Path) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("This system has no full device to write to.")
    said = croupier("validate", folder, "--json", "--report", full)
    assert (said.returncode, "all" in json.loads(said.stdout)) == (1, True)
    assert said.stderr.splitlines()[-1].startswith("/dev/full cannot be written (")


def test_the_report_says_whether_the_eye_was_told_how_many(folder: Path) -> None:
    assert "; the eye was not told how many." in page(validate(folder, "pips"))
    assert "; the eye was told how many." in page(validate(folder, "pips", told=True))


def test_the_report_shows_every_miss_and_only_those(folder: Path) -> None:
    outline = Outline(page(validate(folder, "pips")))
    assert outline.seen.count("article") == 1
    assert outline.seen.count("image") == 1
    assert outline.seen.count("img") == 1, "the die that was misread"
    assert "Wrong without asking. True:  1 3 5 . Read:  3 3 5" in outline.words
    assert "Misread: a 1 was read as a 3 with" in outline.words


def test_a_small_report_tells_misses_in_words(folder: Path) -> None:
    outline = Outline(page(validate(folder, "pips"), room=0))
    assert outline.links == []
    assert "to keep this page small: 0 of 1." in outline.words
    assert "Misread: a 1 was read as a 3" in outline.words


def test_the_report_escapes_what_labels_and_files_say(tmp_path: Path) -> None:
    shutil.copy(SAMPLES / "03.jpg", tmp_path / "a & b.jpg")
    nasty = "<script>alert(1)</script>"
    dice = [{"face": "2", "box": [0, 0, 30, 30]}]
    entries = [{"image": "a & b.jpg", "source": nasty, "dice": dice},
               {"image": f'"{nasty}.jpg', "source": "desk", "dice": dice}]  # fmt: skip
    (tmp_path / "labels.json").write_text(json.dumps(entries), encoding="utf-8")
    text = page(validate(tmp_path, "pips"))
    outline = Outline(text)
    assert "script" not in outline.seen
    assert "<script" not in text
    assert outline.words.count(nasty) >= 3, "in the table, with the miss and in the complaint"
    assert "a &amp; b.jpg" in text
