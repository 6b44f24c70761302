"""Labels are read in every format that people have, and what is wrong with them is said in a sentence."""

import json
import math
from pathlib import Path

import pytest

from vision.kit import kit
from vision.labels.gather import gather
from vision.labels.truth import Label, LabelError, Labels, face_of, whole

FACES = kit("pips").faces
ROMAN = "1 2 3 4 5 6"


def made(root: Path, texts: dict[str, str]) -> Path:
    """A folder with files in it; a picture needs no more than a name."""
    for name, text in texts.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return root


def told(root: Path) -> Labels:
    return gather(root, kit("pips"))


def rolls(labels: Labels) -> dict[str, str]:
    return {f"{picture.source}: {picture.path.name}": picture.roll for picture in labels.pictures}


def test_a_tsv_is_a_picture_and_a_roll_a_line(tmp_path: Path) -> None:
    text = "\ufeff# my dice\na.jpg\t1 3 3\r\n\nb.png\t?  6\nsub/c.WEBP\t\n"
    labels = told(made(tmp_path, {"labels.tsv": text, "a.jpg": "", "b.png": "", "sub/c.WEBP": ""}))
    assert rolls(labels) == {
        f"{tmp_path.name}: a.jpg": "1 3 3",
        f"{tmp_path.name}: b.png": "? 6",
        f"{tmp_path.name}: c.WEBP": "",
    }
    assert labels.complaints == ()
    assert labels.notes == (
        "labels.tsv: 1 picture has no roll, and counts as without dice: write the rolls of those that show some.",
    )


def test_a_name_in_other_capitals_or_letters_made_of_two_signs_names_its_picture(tmp_path: Path) -> None:
    names = ("Wu\u0308rfel.JPG", "a/x.jpg", "b/X.jpg")
    text = "w\u00fcrfel.jpg\t1\nx.jpg\t2\nx.JPG\t3"
    labels = told(made(tmp_path, {"labels.tsv": text, **dict.fromkeys(names, "")}))
    assert rolls(labels) == {f"{tmp_path.name}: {names[0]}": "1", f"{tmp_path.name}: x.jpg": "2"}
    assert labels.complaints == (
        "labels.tsv, line 3: There is more than one picture `x.JPG` here: correct its name, or take its label away.",
    )


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("a.jpg\t6\t1 2 3 4 5 6", "There is more than one tab: write the picture"),
        ("a.jpg 1 3 3", "There is no tab between picture and roll"),
        ("a.jpg\t1 3 7", "`7` is no face of this kit: write one of 1 2 3 4 5 6, or ? for"),
        ("a.jpg\t1 A", "`A` is no face of this kit"),
        (
            "a.jpg\t1,3,3",
            "`1,3,3` is no face of this kit: write one of 1 2 3 4 5 6, or ? for a die that shows another. Blanks part",
        ),
        ("b.jpg\t1", "There is no picture `b.jpg` here"),
        ("\t1", "There is no picture `` here"),
        ("../" * 200 + "b\0.jpg\t1", "There is no picture"),
    ],
)
def test_every_wrong_line_of_a_tsv_is_named(tmp_path: Path, line: str, complaint: str) -> None:
    labels = told(made(tmp_path, {"labels.tsv": f"a.jpg\t1\n{line}\n", "a.jpg": ""}))
    (said,) = labels.complaints
    assert said.startswith(f"labels.tsv, line 2: {complaint}")
    assert said.endswith(".")
    assert list(rolls(labels).values()) == ["1"], "the right lines still count"


def test_a_tsv_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "labels.tsv").write_bytes(b"\xff\xfe\x00")
    assert told(tmp_path).complaints == ("labels.tsv: This is no text in UTF-8: save it as such.",)


def test_each_folder_with_labels_is_a_source_of_its_own(tmp_path: Path) -> None:
    made(
        tmp_path,
        {
            "desk/labels.tsv": "a.jpg\t1",
            "desk/a.jpg": "",
            "tray/labels.tsv": "a.jpg\t2",
            "tray/a.jpg": "",
            "tray/night/images/b.jpg": "",
            "tray/night/labels/b.txt": "2 .5 .5 .1 .1",
        },
    )
    assert rolls(told(tmp_path)) == {"desk: a.jpg": "1", "tray: a.jpg": "2", "tray/night: b.jpg": "3"}


def coco(**changes: object) -> str:
    annotations = [{"image_id": 7, "category_id": 3, "bbox": [10, 20, 30, 40]},
                   {"image_id": 7, "category_id": 1, "bbox": [50, 20, 30, 40]}]  # fmt: skip
    return json.dumps({
        "images": [{"id": 7, "file_name": "a.jpg", "width": 200, "height": 100}, {"id": 8, "file_name": "b.jpg"}],
        "annotations": annotations,
        "categories": [{"id": 0, "name": "dice"}, {"id": 1, "name": "1"}, {"id": 3, "name": "5"}],
    } | changes)  # fmt: skip


@pytest.mark.parametrize("place", ["coco.json", "annotations/all.json"])
def test_coco_names_faces_by_categories_and_boxes_by_width_and_height(tmp_path: Path, place: str) -> None:
    labels = told(made(tmp_path, {place: coco(), "images/a.jpg": "", "images/b.jpg": ""}))
    assert rolls(labels) == {f"{tmp_path.name}: a.jpg": "5 1", f"{tmp_path.name}: b.jpg": ""}
    first = labels.pictures[0]
    assert [die.box for die in first.dice] == [(10, 20, 40, 60), (50, 20, 80, 60)]
    assert first.within(400, 200)[0].box == (20, 40, 80, 120), "the picture lies there at twice the size"
    assert labels.complaints == ()


@pytest.mark.parametrize("name", ["/data/desk/images/a.jpg", r"C:\dice\images\a.jpg"])
def test_a_coco_file_may_name_pictures_as_they_lay_on_the_disk_where_it_was_written(tmp_path: Path, name: str) -> None:
    images = [{"id": 7, "file_name": name}]
    labels = told(made(tmp_path, {"coco.json": coco(images=images), "a.jpg": ""}))
    assert (rolls(labels), labels.complaints) == ({f"{tmp_path.name}: a.jpg": "5 1"}, ())


def test_blanks_round_the_name_of_a_face_do_not_count(tmp_path: Path) -> None:
    categories = [{"id": 1, "name": " 1"}, {"id": 3, "name": "5 "}]
    labels = told(made(tmp_path, {"coco.json": coco(categories=categories), "a.jpg": "", "b.jpg": ""}))
    assert (labels.pictures[0].roll, labels.complaints) == ("5 1", ())


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"annotations": [{"image_id": 7, "category_id": 0, "bbox": [1, 1, 9, 9]}]}, "a.jpg: `dice` is no face"),
        ({"annotations": [{"image_id": 7, "category_id": 9, "bbox": [1, 1, 9, 9]}]}, "a.jpg: Its category 9 is not"),
        ({"annotations": [{"image_id": 7, "category_id": 1, "bbox": [1, 1, 9]}]}, "a.jpg: A box of it is not four"),
        ({"annotations": [{"image_id": 7, "category_id": 1, "bbox": [1, 1, 0, 9]}]}, "a.jpg: A box of it is empty"),
        ({"annotations": [{"image_id": 7, "category_id": 1, "bbox": [0, 0.3, 0.1, 0.1]}]}, "a.jpg: A box of it is no"),
        ({"images": [{"id": 7, "file_name": "a.jpg", "width": math.inf, "height": 9}]}, "a.jpg: Its `width` and"),
        ({"images": [{"id": 7, "file_name": "a.jpg", "width": "9 cm", "height": 9}]}, "a.jpg: Its `width` and"),
        ({"annotations": [{"image_id": 7}]}, "a.jpg: Its labels lack a `category_id`: write it."),
        ({"annotations": [{"image_id": 7, "category_id": 1}]}, "a.jpg: Its labels lack a `bbox`: write it."),
        (
            {"annotations": [{"image_id": 7, "category_id": 1, "bbox": [1, 1, 9, 9], "iscrowd": 1}]},
            "a.jpg: A crowd of it has one box (`iscrowd`): give each die its own; until then it is left out.",
        ),
        ({"images": [{"id": 7, "file_name": "c.jpg"}]}, "c.jpg: There is no picture `c.jpg` here"),
        ({"images": [{"id": 7}]}, "entry 1: It has no `file_name`: write the name of its picture there"),
        ({"images": [7]}, "entry 1: Its labels are incomplete"),
        (
            {"categories": [{"id": 3, "name": "5"}, {"id": 1, "name": "4"}, {"id": 1, "name": "6"}]},
            "a.jpg: Its category 1 has two names, `4` and `6`: give each",
        ),
        ({"categories": None}, "There is no list of `categories` in it: write one"),
        ({"images": "x"}, "There is no list of `images` in it"),
        ({"annotations": [{}]}, "Its annotations or categories are incomplete"),
    ],
)
def test_every_wrong_entry_of_a_coco_file_is_named(tmp_path: Path, changes: dict[str, object], complaint: str) -> None:
    labels = told(made(tmp_path, {"coco.json": coco(**changes), "a.jpg": "", "b.jpg": ""}))
    (said,) = labels.complaints
    assert said.removeprefix("coco.json, ").removeprefix("coco.json: ").startswith(complaint)
    assert said.endswith(".")
    assert "a.jpg" not in [picture.path.name for picture in labels.pictures]


@pytest.mark.parametrize("box", [(5000, 5000, 50, 50), (-300, 10, 50, 50), (200, 20, 30, 40), (10, -40, 30, 40)])
def test_a_box_beside_the_picture_is_no_label_of_it(tmp_path: Path, box: tuple[int, ...]) -> None:
    text = coco(annotations=[{"image_id": 7, "category_id": 1, "bbox": box}])
    labels = told(made(tmp_path, {"coco.json": text, "a.jpg": "", "b.jpg": ""}))
    with pytest.raises(LabelError, match=r"A box of it lies beside the picture: .*left out\.$"):
        labels.pictures[0].within(200, 100)
    assert labels.pictures[0].told == "coco.json, a.jpg"


def test_two_dice_in_the_same_box_are_no_labels(tmp_path: Path) -> None:
    twice = [{"image_id": 7, "category_id": 1, "bbox": [20, 30, 40, 40]}] * 2
    labels = told(made(tmp_path, {"coco.json": coco(annotations=twice), "a.jpg": "", "b.jpg": ""}))
    with pytest.raises(LabelError, match=r"Two of its dice have the same box: .*left out\.$"):
        labels.pictures[0].within(200, 100)


def test_a_box_may_reach_over_the_edge(tmp_path: Path) -> None:
    text = coco(annotations=[{"image_id": 7, "category_id": 1, "bbox": [-10, 80, 30, 40]}])
    labels = told(made(tmp_path, {"coco.json": text, "a.jpg": "", "b.jpg": ""}))
    assert labels.pictures[0].within(200, 100)[0].box == (-10, 80, 20, 120)


def test_boxes_of_another_shape_of_picture_are_no_labels_of_it(tmp_path: Path) -> None:
    first, second = told(made(tmp_path, {"coco.json": coco(), "a.jpg": "", "b.jpg": ""})).pictures
    assert first.within(1001, 500), "a smaller copy is measured in whole pixels"
    with pytest.raises(LabelError, match=r"200 x 100 pixels, and the picture has another shape, 100 x 200: "):
        first.within(100, 200)
    assert second.within(100, 200) == (), "where there are no boxes none is elsewhere"


def test_annotations_of_no_image_are_named_and_no_picture_is_taken_for_empty(tmp_path: Path) -> None:
    strays = [{"image_id": number, "category_id": 1, "bbox": [1, 1, 9, 9]} for number in (7, "8", "8", None)]
    labels = told(made(tmp_path, {"coco.json": coco(annotations=strays), "a.jpg": "", "b.jpg": ""}))
    (said,) = labels.complaints
    assert said.startswith('coco.json: No image has the id `"8"` that annotations name: write each `image_id` just as')
    assert rolls(labels) == {f"{tmp_path.name}: a.jpg": "1"}


def test_images_that_share_an_id_are_named_and_left_out(tmp_path: Path) -> None:
    images = [{"id": number, "file_name": f"{name}.jpg"} for name, number in (("a", 7), ("b", 8), ("c", 8))]
    labels = told(made(tmp_path, {"coco.json": coco(images=images), "a.jpg": "", "b.jpg": "", "c.jpg": ""}))
    assert [said.partition(" too: ")[0] for said in labels.complaints] == [
        "coco.json, b.jpg: Another image has its id `8`",
        "coco.json, c.jpg: Another image has its id `8`",
    ]
    assert rolls(labels) == {f"{tmp_path.name}: a.jpg": "5 1"}


def test_a_coco_file_that_lacks_a_part_is_named(tmp_path: Path) -> None:
    entries = json.loads(coco())
    del entries["categories"]
    labels = told(made(tmp_path, {"coco.json": json.dumps(entries), "a.jpg": "", "b.jpg": ""}))
    assert labels.complaints == (
        "coco.json: There is no list of `categories` in it: write one; until then its pictures are left out.",
    )


def test_a_list_of_pictures_names_its_sources(tmp_path: Path) -> None:
    dice = [{"face": "4", "box": [10, 10, 20, 20]}]
    entries = [{"image": "images/a.jpg", "source": "desk", "dice": dice, "box_kind": "pips of the upper face only"},
               {"image": "images/b.jpg", "source": "tray", "dice": [{"face": "2"}]},
               {"image": "images/c.jpg", "source": "tray", "dice": 4},
               {"picture": "images/c.jpg", "dice": dice}]  # fmt: skip
    pictures = {f"images/{name}.jpg": "" for name in "abc"}
    labels = told(made(tmp_path, {"labels.json": json.dumps(entries), **pictures}))
    assert rolls(labels) == {"desk: a.jpg": "4", "tray: b.jpg": "2"}
    assert labels.pictures[0].dice[0].box == pytest.approx((6.8, 9.3, 23.2, 25.7)), "widened to the whole die"
    assert not labels.pictures[1].boxed
    assert labels.complaints == (
        "labels.json, images/c.jpg: Its labels are incomplete: write them again.",
        "labels.json, entry 4: It has no `image`: write the name of its picture there, or take the entry away.",
    )


def test_json_about_something_else_is_passed_over_and_broken_json_is_named(tmp_path: Path) -> None:
    labels = told(made(tmp_path, {"notes.json": '{"images": 3}', "list.json": "[1]", "broken.json": "{"}))
    assert labels.complaints == ("broken.json: This is no JSON: mend it, or take it away.",)


@pytest.mark.parametrize("part", ["image", "source", "box_kind"])
def test_json_with_half_of_a_letter_is_named(tmp_path: Path, part: str) -> None:
    entry = {"image": "a.jpg", "dice": [{"face": "6"}]} | {part: "\ud83d"}
    labels = told(made(tmp_path, {"a.jpg": "", "list.json": json.dumps([entry])}))
    said = r"Half of a letter stands in it, `\ud83d`: write all of it, or take it away."
    assert (labels.pictures, labels.complaints) == ((), (f"list.json: {said}",))


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("data.yaml", "nc: 3\nnames: ['6', \"5\", 4]\n"),
        ("data.yaml", "names: {0: 6, 1: 5}\n"),
        ("data.yaml", "train: x\nnames:\n- '6'\n- '5' # five\nnc: 2\n"),
        ("data.yml", "names:  # upside down\n  1: 5\n  0: 6\nnc: 2\n"),
        ("data.yml", "'names' : # upside down\n\n  '0': 6\n  # five\n  1: 5\nnc: 2\n"),
        ("data.yaml", "names : ['6', '5']\n"),
        ("data.yaml", '"names": ["6", # six\n "5",\n]\n'),
        ("data.yaml", '{"nc": 2, "names": {"0": "6", "1": "5"}}\n'),
        ("classes.txt", "6\n5\n\n"),
        ("labels/classes.txt", "6\n5\n"),
        ("obj.names", "6\r\n5\r\n"),
        ("_darknet.labels", "6\n5"),
    ],
)
def test_yolo_takes_the_names_of_its_classes_where_they_are_told(tmp_path: Path, file: str, text: str) -> None:
    made(tmp_path, {file: text, "images/a.jpg": "", "labels/a.txt": "0 0.5 0.5 0.2 0.4\n1 .1 .1 .1 .1\n"})
    labels = told(tmp_path)
    assert rolls(labels) == {f"{tmp_path.name}: a.jpg": "6 5"}
    assert labels.pictures[0].within(100, 50)[0].box == pytest.approx((40, 15, 60, 35))
    assert (labels.complaints, labels.notes) == ((), ())


def test_names_of_classes_lie_above_the_texts_of_a_part_of_a_set_too(tmp_path: Path) -> None:
    made(tmp_path, {"labels/classes.txt": "6\n5\n", "images/train/a.jpg": "", "labels/train/a.txt": "1 .5 .5 .2 .2\n"})
    labels = told(tmp_path)
    assert (list(rolls(labels).values()), labels.notes) == (["5"], ())


def test_a_part_of_a_set_by_itself_has_its_classes_from_the_set(tmp_path: Path) -> None:
    made(
        tmp_path,
        {"data.yaml": "names: ['6', '5']\n", "valid/images/a.jpg": "", "valid/labels/a.txt": "1 .5 .5 .2 .2\n"},
    )
    labels = told(tmp_path / "valid")
    assert (list(rolls(labels).values()), labels.notes) == (["5"], ())
    (tmp_path / "data.yaml").write_text("names: 5\n")
    assert told(tmp_path / "valid").complaints[0].startswith("data.yaml: Its `names` cannot be read")


def test_two_folders_of_one_source_have_names_of_their_own(tmp_path: Path) -> None:
    made(tmp_path, {"classes.txt": "1\n2\n", "a.jpg": "", "a.txt": "0 .5 .5 .2 .2\n"})
    made(tmp_path, {"labels/classes.txt": "6\n5\n", "images/b.jpg": "", "labels/b.txt": "0 .5 .5 .2 .2\n"})
    assert sorted(rolls(told(tmp_path)).values()) == ["1", "6"]


@pytest.mark.parametrize(
    ("file", "text", "complaint"),
    [
        ("data.yaml", b"names: 5\n", "Its `names` cannot be read: write them as `names: ["),
        ("data.yaml", b"names: ['6', '5\n", "Its `names` cannot be read"),
        ("data.yaml", b"names:\nnc: 2\n", "Its `names` cannot be read"),
        ("data.yaml", b"names: {0: 6, 0: 5}\n", "Its `names` cannot be read"),
        ("data.yaml", b"names: {0: 6, 1" + 5000 * b"0" + b": 5}\n", "Its `names` cannot be read"),
        ("data.yaml", "names: ['6', '5']".encode("utf-16"), "This is no text in UTF-8: save it as such"),
        ("classes.txt", b"6\n\n5\n", "Line 2 is empty, and it is in doubt which class is which: take it away"),
    ],
)
def test_names_of_classes_that_are_in_doubt_are_named_once(
    tmp_path: Path, file: str, text: bytes, complaint: str
) -> None:
    label = "0 .5 .5 .1 .1\n"
    made(tmp_path, {f"{part}/{name}": "" for part in ("train", "valid") for name in ("a.jpg", "b.jpg")})
    made(tmp_path, {f"{part}/{name}": label for part in ("train", "valid") for name in ("a.txt", "b.txt")})
    (tmp_path / file).write_bytes(text)
    labels = told(tmp_path)
    (said,) = labels.complaints
    assert said.startswith(f"{file}: {complaint}")
    assert said.endswith("; until then its pictures are left out.")
    assert (labels.pictures, labels.notes) == ((), ())


def test_a_class_without_a_name_is_named(tmp_path: Path) -> None:
    made(tmp_path, {"data.yaml": "names: ['1', '', '3']", "a.jpg": "", "a.txt": "1 .5 .5 .1 .1"})
    made(tmp_path, {"b.jpg": "", "b.txt": "2 .5 .5 .1 .1"})
    labels = told(tmp_path)
    assert list(rolls(labels).values()) == ["3"]
    (said,) = labels.complaints
    assert said == "a.txt of a.jpg, line 1: Class 1 has no name: write one where the classes are named."


def test_yolo_without_names_counts_faces_from_0_and_says_so(tmp_path: Path) -> None:
    labels = told(made(tmp_path, {"a.jpg": "", "a.txt": "0 .5 .5 .2 .4\n5 .1 .1 .1 .1\n", "b.jpg": "", "b.txt": ""}))
    assert list(rolls(labels).values()) == ["1 6", ""]
    note, empty = labels.notes
    assert empty.startswith(f"{tmp_path.name}: 1 picture has no roll")
    assert note.endswith("tells the classes, so 0 to 5 are taken for the faces 1 to 6.")


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("6 .5 .5 .1 .1", "There is no class 6: those that there are go from 0 to 5."),
        ("1 .5 .5 .1", "This is not `class cx cy w h`"),
        ("one .5 .5 .1 .1", "This is not `class cx cy w h`"),
        ("1 .5 .5 0 .1", "Its box is not in the picture"),
        ("1 1.5 1.5 .1 .1", "Its box is not in the picture"),
        ("1 .5 -.1 .1 .1", "Its box is not in the picture"),
        ("1 320 200 40 40", "Its box is not in the picture"),
        ("1 nan .5 .1 .1", "Its box is not in the picture"),
    ],
)
def test_every_wrong_line_of_a_yolo_text_is_named(tmp_path: Path, line: str, complaint: str) -> None:
    labels = told(made(tmp_path, {"a.jpg": "", "a.txt": f"0 .5 .5 .2 .4\n{line}\n"}))
    (said,) = labels.complaints
    assert said.startswith(f"a.txt of a.jpg, line 2: {complaint}")
    assert labels.pictures == ()


def test_yolo_texts_without_a_picture_are_named_and_other_texts_are_passed_over(tmp_path: Path) -> None:
    label = "0 .5 .5 .1 .1\n\n1 .2 .2 .1 .1\n"
    made(tmp_path, {"classes.txt": "1\n2", "README.txt": "My dice", "b.bmp": "", "c.JPG": ""})
    made(tmp_path, dict.fromkeys(("a.txt", "b.txt", "c.txt", "day/labels/d.txt", "day/labels/e.txt"), label))
    made(tmp_path, {"day/images/d.png": "", "labels.tsv": "c.JPG\t1", "day/labels/f.txt": ""})
    complaints = told(tmp_path).complaints
    assert complaints == tuple(
        f"{text}: There is no JPEG, PNG or WebP picture `{stem}` for it: add one, or take the text away."
        for text, stem in (("a.txt", "a"), ("b.txt", "b"), (str(Path("day", "labels", "e.txt")), "e"))
    )


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("labels.tsv", {"labels.tsv": "a.jpg\t\nb.jpg\t\n"}),
        ("coco.json", {"coco.json": coco(annotations=[])}),
        ("labels.json", {"labels.json": '[{"image": "a.jpg", "dice": []}, {"image": "b.jpg", "dice": []}]'}),
        ("desk", {"a.txt": "", "b.txt": "", "classes.txt": "1"}),
    ],
)
def test_pictures_without_dice_are_counted_in_every_format(tmp_path: Path, name: str, texts: dict[str, str]) -> None:
    labels = told(made(tmp_path / "desk", {"a.jpg": "", "b.jpg": ""} | texts))
    assert list(rolls(labels).values()) == ["", ""]
    assert labels.notes == (
        f"{name}: 2 pictures have no roll, and count as without dice: write the rolls of those that show some.",
    )


def test_a_picture_counts_once_and_those_without_labels_are_counted(tmp_path: Path) -> None:
    made(tmp_path, {"labels.tsv": "a.jpg\t1\na.jpg\t2", "a.jpg": "", "a.txt": "4 .5 .5 .1 .1", "b.jpg": ""})
    labels = told(tmp_path)
    assert list(rolls(labels).values()) == ["1"]
    assert labels.notes == (
        "1 picture is labelled more than once: the first labels count.",
        "1 picture is without labels that can be used, and left out.",
    )


def test_hidden_files_and_folders_are_passed_over(tmp_path: Path) -> None:
    made(tmp_path, {".hidden/labels.tsv": "a.jpg\t1", ".hidden/a.jpg": ""})
    assert told(tmp_path) == Labels()


def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        told(tmp_path / "nowhere")


def test_a_question_mark_is_a_face_that_the_kit_lacks() -> None:
    assert Label(face_of("?", FACES)) == Label(None)
    assert [str(face_of(symbol, FACES)) for symbol in ROMAN.split()] == ROMAN.split()


def test_only_boxes_round_the_pips_are_widened() -> None:
    assert whole((10, 10, 30, 30), "whole visible die") == (10, 10, 30, 30)
    assert whole((10, 10, 30, 30), "pips of the upper face only") == pytest.approx((3.6, 8.6, 36.4, 41.4))
