"""Dice that nobody has seen before are taught by pictures and read from then on; a kit reads as it did."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from api.lessons import How
from models.card import card
from models.training.strange import SETS, picture
from scoring.dice import Face
from vision.boxes import overlap, shared
from vision.find import Candidate
from vision.kit import kit as kit_of
from vision.own.correction import corrected
from vision.own.dice import OwnFace, face_of, read_back, standing, written
from vision.own.eye import OwnEye, own_eye
from vision.own.lesson import Lesson, eye_of, lesson, lesson_of, meant, taught
from vision.own.teach import TeachError
from vision.picture import load
from vision.read import concluded, named, read
from vision.reading import Box, Frame
from vision.seen import Named
from vision.throw.settle import eye

HOUSE = Path(__file__).parents[3]
SAMPLES = HOUSE / "samples" / "teach"


FIVE = {
    "": {},
    "pips": {
        "kit": "pips",
        "stands": standing({"algiz": "1", "fehu": "2", "hagal": "3", "othala": "4", "sowil": "5"}),
    },
}


def framed(path: Path) -> Frame:
    return load(path.read_bytes(), path.name)


def labels(kind: str) -> list[tuple[str, str]]:
    lines = (SAMPLES / kind / "labels.tsv").read_text(encoding="utf-8").splitlines()
    return [(name, roll) for name, roll in (line.split("\t") for line in lines)]


@pytest.fixture(scope="module")
def lessons() -> tuple[Lesson, ...]:
    return tuple(lesson(framed(path), path.parent.name) for path in sorted((SAMPLES / "lessons").rglob("*.jpg")))


@pytest.fixture(scope="module")
def runes(lessons: tuple[Lesson, ...]) -> OwnEye:
    return own_eye(taught("runes", lessons, whole=True))


def test_a_lesson_is_about_the_die_that_lies_there(lessons: tuple[Lesson, ...]) -> None:
    assert Counter(each.face for each in lessons) == dict.fromkeys(
        ("algiz", "fehu", "hagal", "othala", "sowil", "thurs"), 3
    )
    assert all(len(each.dice) == 1 for each in lessons)


def test_a_lesson_is_about_the_likeliest_die_however_faint_it_is() -> None:
    die, leaf = (
        Named(Candidate((at, 30.0, at + 40, 70.0), ((at, 30.0),) * 4, heat, 0.0), np.full(8, 0.125, np.float32))
        for at, heat in ((30.0, 0.48), (90.0, 0.51))
    )
    assert meant([(die, 0.49), (leaf, 0.02)]) == [die]
    assert meant([(die, 0.05), (leaf, 0.02)]) == [leaf], "what is no die by the reader may be one of strange looks"
    assert meant([(replace(die, candidate=replace(die.candidate, heat=0.2)), 0.05)]) == []


@pytest.mark.parametrize("kind", ["throws", "lamp"])
def test_runes_that_were_shown_three_times_are_read_under_either_lamp(runes: OwnEye, kind: str) -> None:
    right = number = 0
    for name, roll in labels(kind):
        reading = read(framed(SAMPLES / kind / name), own=runes)
        right += (Counter(roll.split()) & Counter(map(str, reading.roll))).total()
        number += len(roll.split())
    assert right >= 0.93 * number == 0.93 * 30


def test_a_set_tells_what_it_gained(runes: OwnEye) -> None:
    assert str(runes.gain).startswith("18 dice were shown: none was read right before, and ")
    assert [str(face) for face in runes.kit.faces] == ["algiz", "fehu", "hagal", "othala", "sowil", "thurs"]


def test_a_file_of_runes_reads_itself_back(runes: OwnEye) -> None:
    again = read_back(written(runes.dice))
    assert (again.name, again.whole, again.looks.faces) == ("runes", True, runes.dice.looks.faces)
    assert isinstance(runes.kit.faces[0], OwnFace)


def test_runes_that_stand_for_cards_are_read_as_cards(runes: OwnEye) -> None:
    cards = standing({"algiz": "a", "fehu": "K", "hagal": "Q", "othala": "J", "sowil": "50", "thurs": "100"})
    eye = own_eye(replace(runes.dice, kit="ten-grand", stands=cards))
    assert eye.kit.faces == tuple(map(Face, ("A", "K", "Q", "J", "50", "100")))
    name, roll = labels("throws")[0]
    seen = Counter(map(str, read(framed(SAMPLES / "throws" / name), own=eye).roll))
    assert (seen & Counter(cards[word] for word in roll.split())).total() >= 4


def test_runes_that_stand_for_poker_dice_count_as_those_of_ten_grand(runes: OwnEye) -> None:
    poker = standing({"algiz": "A", "fehu": "K", "hagal": "Q", "othala": "J", "sowil": "9", "thurs": "10"})
    eye = own_eye(replace(runes.dice, kit="ten-grand", stands=poker))
    assert eye.kit.played == tuple(map(Face, ("A", "K", "Q", "J", "50", "100")))
    otherwise = replace(eye.kit, stands=((Face("10"), Face("50")), (Face("9"), Face("100"))))
    for kit, counts in ((eye.kit, {"9": "50", "10": "100"}), (otherwise, {"9": "100", "10": "50"})):
        for name, roll in labels("throws")[:3]:
            reading = read(framed(SAMPLES / "throws" / name), kit, own=eye)
            there = Counter(counts.get(poker[word], poker[word]) for word in roll.split())
            assert (Counter(map(str, reading.roll)) & there).total() >= 4


@pytest.mark.parametrize("kit", ["", "pips"])
def test_a_face_that_nobody_showed_yet_is_never_read_as_another_without_a_question(
    lessons: tuple[Lesson, ...], kit: str
) -> None:
    eye = own_eye(replace(taught("five", [each for each in lessons if each.face != "thurs"], whole=True), **FIVE[kit]))
    meant = eye.dice.stands.get
    for name, roll in labels("throws"):
        reading = read(framed(SAMPLES / "throws" / name), own=eye)
        there = Counter(str(meant(face, face)) for face in roll.split())
        assert reading.verdict != "sure" or Counter(map(str, reading.roll)) == there


def called(shown: Lesson, name: str) -> Lesson:
    """The same lesson, under the name of another face."""
    return replace(shown, face=name, looks=replace(shown.looks, faces=(name,) * len(shown.looks.faces)))


@pytest.mark.parametrize("times", [1, pytest.param(2, marks=pytest.mark.long)])
@pytest.mark.parametrize(("face", "name"), [("thurs", "fehu"), ("algiz", "thurs"), ("fehu", "algiz")])
def test_a_face_that_was_shown_under_the_name_of_another_is_never_read_as_that_without_a_question(
    lessons: tuple[Lesson, ...], face: str, name: str, times: int
) -> None:
    wrong = [called(each, name) for each in lessons if each.face == face][:times]
    eye = own_eye(taught("five", [*(each for each in lessons if each.face != face), *wrong], whole=True))
    assert f"of {name} looks like" in eye.says or f"{name} looks like two faces" in eye.says
    for throw, roll in labels("throws"):
        reading = read(framed(SAMPLES / "throws" / throw), own=eye)
        assert reading.verdict != "sure" or Counter(map(str, reading.roll)) == Counter(roll.split())


def test_a_die_that_was_corrected_to_another_face_is_not_read_as_that_from_then_on(
    lessons: tuple[Lesson, ...], runes: OwnEye
) -> None:
    frame, lying = thrown(runes, "02.jpg")
    five = own_eye(taught("five", [each for each in lessons if each.face != "fehu"], whole=True))
    eye = own_eye(corrected(five, frame, lying["fehu"], OwnFace("algiz")))
    for throw, roll in labels("throws"):
        reading = read(framed(SAMPLES / "throws" / throw), own=eye)
        assert reading.verdict != "sure" or Counter(map(str, reading.roll)) == Counter(roll.split())


def blurred(frame: Frame, by: float) -> Frame:
    return replace(frame, pixels=cv2.GaussianBlur(frame.pixels, (0, 0), by).astype(np.uint8))


def test_a_print_that_is_known_is_never_passed_over_without_a_question_though_nobody_sees_a_die(runes: OwnEye) -> None:
    kit = runes.among(runes.kit)
    reader = card(kit.reader)

    def hardly(die: Named) -> Named:
        nothing = np.zeros_like(die.p)
        nothing[-2:] = 0.02, 0.98
        return replace(die, p=nothing, candidate=replace(die.candidate, heat=0.17, warmth=0.17))

    tried = 0
    for name, _ in labels("throws"):
        frame = framed(SAMPLES / "throws" / name)
        dice = named(frame, kit, reader, runes)
        if concluded(dice, frame, kit, reader, own=runes).verdict != "sure":
            continue
        for n, die in enumerate(dice):
            if not die.dismissed:
                assert (
                    concluded([*dice[:n], hardly(die), *dice[n + 1 :]], frame, kit, reader, own=runes).verdict == "ask"
                )
                assert concluded([*dice[:n], *dice[n + 1 :]], frame, kit, reader, own=runes).verdict == "sure"
                tried += 1
    assert tried >= 5


def test_what_is_left_of_a_covered_die_is_asked_about_beside_the_dice_of_a_set_too(runes: OwnEye) -> None:
    kit = runes.among(runes.kit)
    reader = card(kit.reader)
    frames = (framed(SAMPLES / "throws" / name) for name, _ in labels("throws"))
    seen = ((frame, named(frame, kit, reader, runes)) for frame in frames)
    frame, dice = next(
        (frame, dice) for frame, dice in seen if concluded(dice, frame, kit, reader, own=runes).verdict == "sure"
    )
    nothing = np.zeros_like(dice[0].p)
    nothing[-2:] = 0.02, 0.98
    end = 2 + 0.4 * dice[0].candidate.size
    least = Candidate((2.0, 2.0, end, end), ((2.0, 2.0), (end, 2.0), (end, end), (2.0, end)), 0.3)
    speck = replace(dice[0], candidate=least, p=nothing, prints=None)
    left = replace(speck, candidate=replace(least, hidden=0.95))
    assert concluded([*dice, speck], frame, kit, reader, own=runes).verdict == "sure"
    assert concluded([*dice, left], frame, kit, reader, own=runes).verdict == "ask"


def test_a_face_that_a_few_pictures_taught_must_be_surer_than_one_of_thousands(runes: OwnEye) -> None:
    enough = card(runes.dice.reader).sure_at
    blurs = (2.25, 2.75, 3.25, 4.0)
    soft = [blurred(framed(SAMPLES / "throws" / name), by) for name, _ in labels("throws") for by in blurs]
    readings = [read(frame, own=runes) for frame in soft]
    between = [each for each in readings if any(enough <= die.p < runes.sure_at for die in each.dice)]
    assert between
    assert all(each.verdict == "ask" for each in between)
    assert eye(own=runes).sure_at == runes.sure_at


def test_a_side_of_a_die_that_looks_like_one_is_no_die_of_a_lesson() -> None:
    def die(box: Box) -> Named:
        x0, y0, x1, y1 = box
        return Named(Candidate(box, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), 0.77, 0.0), np.full(8, 0.1, np.float32))

    whole, side, other = die((586, 66, 711, 214)), die((601, 141, 677, 205)), die((100, 66, 230, 210))
    assert meant([(side, 0.57), (whole, 0.91), (other, 0.9)]) == [whole, other]


def test_a_set_tells_what_nobody_showed_yet(lessons: tuple[Lesson, ...], runes: OwnEye) -> None:
    five = taught("five", [each for each in lessons if each.face != "thurs"], whole=True)
    assert runes.says.endswith(" now.")
    assert own_eye(five).says.endswith(" Fewer than 6 faces are known: show all that the dice have.")
    pips = replace(five, **FIVE["pips"])
    assert own_eye(pips).says.endswith(" Nothing that was shown counts as 6 yet: show it, or say what stands for it.")
    coloured = own_eye(replace(runes.dice, kit="phase-10", stands={}))
    assert " counts as 1R or 1O or 1B or 1G or 2R or 2O or 38 more yet: " in coloured.says


@pytest.mark.parametrize("stands", [{}, {"algiz": "A", "fehu": "A"}])
def test_a_set_with_one_played_face_reads_too(lessons: tuple[Lesson, ...], stands: dict[str, str]) -> None:
    shown = [each for each in lessons if each.face in (stands or {"algiz"})]
    eye = own_eye(replace(taught("one", shown, whole=True), stands=stands))
    readings = [read(framed(SAMPLES / "throws" / name), own=eye) for name, _ in labels("throws")]
    assert {reading.verdict for reading in readings} == {"ask"}
    assert all((die.second is None) == (die.face is not None) for reading in readings for die in reading.dice)


def test_a_face_that_was_shown_once_leaves_the_others_as_they_are(lessons: tuple[Lesson, ...], runes: OwnEye) -> None:
    slip = lesson(framed(SAMPLES / "throws" / "01.jpg"), "algitz")
    looks = slip.looks.only(np.arange(len(slip.looks.faces)) == 0)
    eye = own_eye(runes.dice.more(looks))
    assert (eye.kit.faces, eye.gain) == (runes.kit.faces, runes.gain)
    assert eye.says.endswith(" Show algitz once more, thrown anew: what was shown once is not read yet.")
    assert eye.dice.without("algitz").looks.faces == runes.dice.looks.faces
    with pytest.raises(TeachError, match=r"^`runes` has no face `skull`: choose one of: algiz, fehu, .*\.$"):
        eye.dice.without("skull")
    with pytest.raises(TeachError, match="delete the whole set"):
        taught("one", lessons[:3]).without("algiz")


def test_a_set_tells_which_names_mean_nothing(runes: OwnEye) -> None:
    early = own_eye(replace(runes.dice, stands=standing({"feuh": "A"})))
    assert early.says.endswith(" Show feuh too: what stands for a face must be shown.")
    eights = [lesson(framed(SAMPLES / f"lessons/algiz/{n}.jpg"), "8", "phase-10") for n in (1, 2, 3)]
    assert own_eye(taught("eights", eights, "phase-10")).says.endswith(
        " Phase 10 Dice have no 8: say what stands for what."
    )


def test_a_face_that_was_shown_badly_is_asked_for_again(runes: OwnEye) -> None:
    looks = runes.dice.looks
    sides = [looks.faces.index(face) for face in ("thurs", "hagal", "sowil")]  # of the die, taken for its top
    wrong = looks.features.copy()
    wrong[[n for n, face in enumerate(looks.faces) if face == "fehu"]] = looks.features[sides]
    eye = own_eye(replace(runes.dice, looks=replace(looks, features=wrong)))
    assert "fehu" in eye.unlike
    asked_for = eye.says.partition(" now. ")[2]
    assert "fehu looks like " in asked_for
    assert " show both again " in asked_for
    assert "fehu" not in runes.unlike


def thrown(eye: OwnEye, name: str) -> tuple[Frame, dict[str, Box]]:
    """A throw, and where in it a die of each face lies."""
    frame = framed(SAMPLES / "throws" / name)
    return frame, {str(die.face): die.box for die in read(frame, own=eye).dice}


def cut_out(frame: Frame, box: Box) -> Frame:
    """A die of a picture and as much again round it."""
    x0, y0, x1, y1 = (round(side) for side in box)
    wide = (x1 - x0) // 2
    rows, columns = slice(max(y0 - wide, 0), y1 + wide), slice(max(x0 - wide, 0), x1 + wide)
    return Frame(np.ascontiguousarray(frame.pixels[rows, columns]), frame.name)


@pytest.mark.parametrize(
    ("kit", "face", "name"),
    [
        ("pips", "6", "6"),
        ("pips", "5", "five"),
        pytest.param("phase-10", "4R", "4R", marks=pytest.mark.long),
        pytest.param("ten-grand", "J", "J", marks=pytest.mark.long),
    ],
)
def test_a_set_that_gained_nothing_leaves_every_reading_as_it_was(kit: str, face: str, name: str) -> None:
    frames = [framed(path) for path in sorted((HOUSE / "samples" / kit).glob("*.jpg"))[:12]]
    plain = [read(frame, kit) for frame in frames]
    seen = [
        cut_out(frame, die.box)
        for frame, reading in zip(frames, plain, strict=True)
        for die in reading.dice
        if str(die.face) == face and die.p > 0.98  # of what is less plain lessons may gain something
    ]
    mine = own_eye(taught("mine", [lesson(each, name, kit) for each in seen[:3]], kit))
    assert mine.idle
    assert mine.says.startswith("Nothing gained. ")
    assert eye(kit, own=mine).sure_at == card(mine.dice.reader).sure_at
    for frame, reading in zip(frames[:6], plain, strict=False):
        assert replace(read(frame, kit, own=mine), ms=reading.ms) == reading


@pytest.mark.parametrize(
    ("kit", "of"), [("pips", "pips"), ("", "pips"), ("ten-grand", "ten-grand"), ("casino", "casino")]
)
def test_a_set_keeps_the_eye_of_its_own_kit_when_another_kit_with_that_reader_comes(
    founded: Callable[[str, str], None], lessons: tuple[Lesson, ...], kit: str, of: str
) -> None:
    founded("1 2 3 4 5 6", 'reader="pips-reader", width=1.0')
    mine = taught("mine", [replace(lessons[0], reader=eye_of(kit).reader)], kit, whole=True)
    assert OwnEye(mine).base.id == of
    assert How().of(mine).eye == of


def test_two_faces_that_the_lessons_do_not_tell_apart_are_asked_about(runes: OwnEye) -> None:
    dice = runes.dice
    for name in ("01.jpg", "02.jpg", "03.jpg", "05.jpg", "06.jpg"):
        frame, lying = thrown(runes, name)
        dice = corrected(own_eye(dice), frame, lying["algiz"], OwnFace("algiz")) if "algiz" in lying else dice
    looks = dice.looks
    twins = tuple(
        "algitz" if face == "algiz" and showing % 2 else face
        for face, showing in zip(looks.faces, looks.showing, strict=True)
    )
    both = own_eye(replace(dice, looks=replace(looks, faces=twins)))
    assert both.twins == (("algitz", "algiz"),)
    assert "algitz looks like algiz: if they are two faces, show both again" in both.says
    assert not runes.twins
    for name, roll in labels("throws"):
        if "algiz" in roll:
            reading = read(framed(SAMPLES / "throws" / name), own=both)
            assert reading.verdict == "ask"


def test_a_showing_under_the_name_of_another_face_is_told(runes: OwnEye) -> None:
    looks = runes.dice.looks
    slips = sorted({slip for face, slip in zip(looks.faces, looks.showing, strict=True) if face == "fehu"})
    told = [own_eye(replace(runes.dice, looks=replace(looks, faces=misnamed(runes, slip)))) for slip in slips]
    assert all(each.strays or each.twins for each in told)
    assert told[-1].strays == (("algiz", "fehu"),)
    assert "A showing of algiz looks like fehu: if it was one, forget algiz and show it again." in told[-1].says
    assert not runes.strays


def misnamed(runes: OwnEye, slip: int) -> tuple[str, ...]:
    """The faces of all looks, those of one showing called algiz."""
    looks = runes.dice.looks
    return tuple("algiz" if showing == slip else face for face, showing in zip(looks.faces, looks.showing, strict=True))


def test_two_faces_under_one_name_are_told_and_one_face_never_is_two(
    lessons: tuple[Lesson, ...], runes: OwnEye
) -> None:
    both = [replace(each.looks, faces=("x",)) for each in lessons if each.face in {"fehu", "hagal"}]
    shown = [replace(lessons[0], face="x", looks=looks) for looks in both]
    says = "What was shown as x looks like two faces or more: if so, forget it and name each for itself."
    assert says in own_eye(taught("two", shown, whole=True)).says
    more = runes.dice
    for name, _ in labels("throws"):
        frame, lying = thrown(runes, name)
        for face, box in lying.items():
            more = more.more(lesson_of(frame, box, face, runes.base).looks)
    assert "like two faces" not in own_eye(more).says


@pytest.mark.parametrize("throw", [name for name, _ in labels("throws")])
def test_dice_are_never_sure_once_a_throw_of_many_signs_was_shown_as_one_of_them(
    lessons: tuple[Lesson, ...], throw: str
) -> None:
    right = [each for each in lessons if each.face == "hagal"] + [each for each in lessons if each.face == "algiz"][:2]
    wrong = lesson(framed(SAMPLES / "throws" / throw), "algiz")
    mine = own_eye(taught("mine", [*right, wrong], whole=True))
    assert mine.mixed == ("algiz",)
    assert "What was shown as algiz looks like two faces or more: if so, forget it" in mine.says
    assert {read(framed(SAMPLES / "throws" / name), own=mine).verdict for name, _ in labels("throws")} == {"ask"}


def test_a_face_like_one_that_was_shown_too_seldom_is_asked_about(runes: OwnEye) -> None:
    dice = runes.dice
    last = [n for n, face in enumerate(dice.looks.faces) if face == "algiz"][-1]
    one = dice.looks.showing[last]
    renamed = tuple(
        "zeta" if showing == one else face for face, showing in zip(dice.looks.faces, dice.looks.showing, strict=True)
    )
    mine = own_eye(replace(dice, looks=replace(dice.looks, faces=renamed)))
    assert "zeta" not in mine.model.faces
    assert mine.taken == ("algiz",)
    asked = [
        read(framed(SAMPLES / "throws" / name), own=mine).verdict for name, roll in labels("throws") if "algiz" in roll
    ]
    assert set(asked) == {"ask"}


def test_of_two_answers_that_are_as_likely_neither_was_right_before(lessons: tuple[Lesson, ...]) -> None:
    fehu = own_eye(taught("one", [each for each in lessons if each.face == "fehu"], whole=True))
    assert fehu.gain.before == 0


def test_a_die_of_a_throw_becomes_an_example_and_does_so_once(runes: OwnEye) -> None:
    frame, lying = thrown(runes, "04.jpg")
    more = corrected(runes, frame, lying["sowil"], OwnFace("sowil"))
    assert more.looks.faces == (*runes.dice.looks.faces, "sowil")
    assert own_eye(more).gain.after > runes.gain.after
    with pytest.raises(TeachError, match=r"^This die has been learned already"):
        corrected(own_eye(read_back(written(more))), frame, lying["sowil"], OwnFace("sowil"))


def test_a_correction_that_is_wrong_is_not_learned(runes: OwnEye) -> None:
    frame, lying = thrown(runes, "04.jpg")
    with pytest.raises(TeachError, match=r"^Nothing was learned: with this die .* would be misread\. Show fehu anew"):
        corrected(runes, frame, lying["sowil"], OwnFace("fehu"))


def test_a_die_that_plainly_shows_another_face_is_not_learned_though_nothing_is_forgotten(runes: OwnEye) -> None:
    frame, lying = thrown(runes, "02.jpg")
    with pytest.raises(TeachError, match=r"^Nothing was learned: this die looks like fehu\. If it shows sowil, show"):
        corrected(runes, frame, lying["fehu"], OwnFace("sowil"))


def test_a_die_that_was_really_misread_is_learned(runes: OwnEye) -> None:
    frame, lying = thrown(runes, "04.jpg")
    blur = blurred(frame, 4.5 * frame.width / 960)
    misread = next(die for die in read(blur, own=runes).dice if overlap(die.box, lying["sowil"]) > 0.5)
    assert str(misread.face) != "sowil"
    assert corrected(runes, blur, misread.box, OwnFace("sowil")).looks.times("sowil") == 4


def test_nothing_is_learned_of_a_face_or_a_place_without_lessons(runes: OwnEye) -> None:
    frame, lying = thrown(runes, "04.jpg")
    with pytest.raises(TeachError, match=r"^The face skull was never shown: show it three times"):
        corrected(runes, frame, lying["sowil"], OwnFace("skull"))
    with pytest.raises(TeachError, match=r"^I do not find this die in the picture again"):
        corrected(runes, frame, (0.0, 0.0, 4.0, 4.0), OwnFace("sowil"))


def test_a_ten_and_a_nine_are_learned_by_what_they_count_as_in_the_house(runes: OwnEye) -> None:
    poker = standing({"algiz": "A", "fehu": "K", "hagal": "Q", "othala": "J", "sowil": "9", "thurs": "10"})
    eye = own_eye(replace(runes.dice, kit="ten-grand", stands=poker))
    otherwise = replace(eye.kit, stands=((Face("10"), Face("50")), (Face("9"), Face("100"))))
    assert [eye.taught_as(Face(face)) for face in ("100", "50", "A")] == ["thurs", "sowil", "algiz"]
    assert [eye.taught_as(Face(face), otherwise) for face in ("100", "50", "A")] == ["sowil", "thurs", "algiz"]
    frame, lying = thrown(runes, "04.jpg")
    for face, played in (("50", None), ("100", otherwise)):
        assert corrected(eye, frame, lying["sowil"], Face(face), played).looks.times("sowil") == 4
    both = own_eye(replace(eye.dice, stands={**poker, "hagal": "100"}))
    with pytest.raises(TeachError, match=r"^hagal and thurs both stand for 100: show the one meant"):
        both.taught_as(Face("100"))


def saved_again(frame: Frame, quality: int, size: float) -> Frame:
    """The same picture as a messenger sends it."""
    small = cv2.resize(frame.pixels, None, fx=size, fy=size, interpolation=cv2.INTER_AREA)
    return load(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes())


@pytest.mark.parametrize(("kit", "name"), [("ten-grand", "15.jpg"), ("pips", "24.jpg")])
def test_a_die_of_a_throw_is_learned_and_no_pip_or_speck_in_its_place(kit: str, name: str) -> None:
    frame, chosen = framed(HOUSE / "samples" / kit / name), kit_of(kit)
    kept = saved_again(frame, 85, min(1600 / max(frame.width, frame.height), 1))  # as the album keeps it
    part = kept.width / frame.size[0]
    for die in read(frame, kit).dice:
        (learned,) = lesson_of(kept, die.scaled(part).box, str(die.face), chosen).dice
        assert shared(learned.box, die.scaled(part).box) > 0.9


def test_a_part_of_a_die_is_no_die_that_could_be_learned(runes: OwnEye) -> None:
    frame, lying = thrown(runes, "04.jpg")
    x0, y0, x1, y1 = lying["sowil"]
    with pytest.raises(TeachError, match=r"^I do not find this die in the picture again"):
        corrected(runes, frame, (x0, y0, (x0 + x1) / 2, (y0 + y1) / 2), OwnFace("sowil"))


@pytest.mark.parametrize(
    ("quality", "size"), [*(pytest.param(quality, 1.0, marks=pytest.mark.long) for quality in (95, 70)), (80, 0.75)]
)
def test_photos_that_are_shown_again_change_next_to_nothing(runes: OwnEye, quality: int, size: float) -> None:
    pictures = sorted((SAMPLES / "lessons").rglob("*.jpg"))
    again = [lesson(saved_again(framed(path), quality, size), path.parent.name) for path in pictures]
    twice = own_eye(runes.dice.more(taught("again", again).looks))
    assert len(twice.dice.looks.faces) <= 21, "18 are known"
    assert twice.model.reach == pytest.approx(runes.model.reach, rel=0.1)


def test_the_very_same_photos_teach_nothing_new(lessons: tuple[Lesson, ...], runes: OwnEye) -> None:
    known = read_back(written(runes.dice))
    assert known.more(runes.dice.looks) is known
    with pytest.raises(TeachError, match=r"^Show the face algiz at least 2 times, each time thrown anew, not 1\."):
        own_eye(taught("copies", [each for each in (lessons[0], lessons[3]) for _ in range(3)], whole=True))


def test_one_photo_cannot_show_two_faces(lessons: tuple[Lesson, ...], runes: OwnEye) -> None:
    looks = replace(lessons[0].looks, faces=("fehu",))
    with pytest.raises(TeachError, match=r"^This picture was shown as algiz already: throw the die anew to show fehu"):
        runes.dice.more(looks)


def blank(shown: Lesson, frame: Frame) -> Frame:
    """The die of a lesson without its print."""
    top = np.array(shown.dice[0].quad)
    paint = cv2.fillConvexPoly(np.zeros(frame.pixels.shape[:2]), (0.86 * top + 0.14 * top.mean(0)).astype(int), 1.0)
    cover = cv2.GaussianBlur(paint, (0, 0), 1.5)[..., None]
    plain = np.percentile(frame.pixels[paint > 0], 70, axis=0)
    return replace(frame, pixels=(frame.pixels * (1 - cover) + plain * cover).astype(np.uint8))


def test_a_side_without_a_print_can_be_shown_too(lessons: tuple[Lesson, ...]) -> None:
    pictures = sorted((SAMPLES / "lessons").rglob("*.jpg"))[:9]
    shown = [lesson(blank(each, framed(path)), "blank") for each, path in zip(lessons, pictures, strict=False)]
    assert len(taught("stones", shown).looks.faces) == 9


def test_a_picture_without_dice_teaches_nothing() -> None:
    grey = replace(framed(SAMPLES / "throws" / "01.jpg"), name="grey.jpg")
    grey.pixels[:] = 90
    with pytest.raises(TeachError, match=r"^I see no die in grey\.jpg: show it larger"):
        lesson(grey, "skull")


@pytest.mark.parametrize("name", ["skull", "Käfer", "खोपड़ी", "กะโหลก", "جُمجُمة", "x" * 20])
def test_a_face_may_be_named_with_the_signs_of_other_scripts(name: str) -> None:
    assert str(face_of(name)) == unicodedata.normalize("NFC", name).lower()


def test_a_face_whose_small_letter_is_one_sign_is_one_face() -> None:
    once = face_of("W\u030a")
    assert face_of(str(once)) == once == face_of("w\u030a")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        *(
            (name, " can be no name of a face")
            for name in ("two words", "x" * 21, "\u093c", "x" + "\u093c" * 99, "x\ufe0f")
        ),
        ("", "Each face has a name"),
        ("other", "`other` is my own word for what is no face"),
        ("?", "`?` can be no name of a face because of the sign ?"),
        ("a=b", "`a=b` can be no name of a face because of the sign ="),
    ],
)
def test_a_face_has_a_name_that_can_stand_among_others(name: str, says: str) -> None:
    with pytest.raises(
        TeachError, match=rf"^.*{re.escape(says)}: take one word of at most 20 letters, such as skull\.$"
    ):
        lesson(framed(SAMPLES / "throws" / "01.jpg"), name)


@pytest.mark.parametrize("name", ["", " ", "a\nb", "x" * 41, "red/blue", "red\\blue", ".", "..", "\ud800"])
def test_a_set_has_a_name_that_can_be_said(runes: OwnEye, name: str) -> None:
    with pytest.raises(TeachError, match="A set of dice has a name of at most 40 letters"):
        replace(runes.dice, name=name)


def test_what_stands_for_no_face_is_refused() -> None:
    with pytest.raises(TeachError, match="`crown` is no face of a kit"):
        standing({"skull": "crown"})


def test_dice_of_one_lesson_that_do_not_look_alike_are_told_of(lessons: tuple[Lesson, ...]) -> None:
    mixed = lesson(framed(SAMPLES / "throws" / "01.jpg"), "fehu")
    assert "do not all look alike: if one of them does not show fehu, forget fehu and show it again." in mixed.doubt
    photos = [framed(SAMPLES / "lessons" / "fehu" / f"{number}.jpg").pixels for number in (1, 2)]
    alike = lesson(Frame(np.hstack(photos)), "fehu")
    assert (len(alike.dice), alike.doubt) == (2, "")
    assert not any(each.doubt for each in lessons)


@pytest.mark.long
def test_one_sign_in_six_inks_is_told_by_them_though_the_dice_glare_and_never_wrongly_without_a_question() -> None:
    look, home = SETS["skulls"], 9891  # a household that takes its pictures so bright that white dice have no colour

    def shown(place: int, name: str) -> list[Lesson]:
        pictures = [picture(look, "skulls", home, (home, place, number), 1, name)[0] for number in range(3)]
        return [lesson(Frame(pixels), name) for pixels in pictures]

    own = OwnEye(taught("skulls", [each for number in enumerate(look.signs) for each in shown(*number)], whole=True))
    assert own.model.tint
    assert own.gain.after >= 12
    right = 0
    for number in range(4):
        pixels, dice = picture(look, "skulls", home, (home, 99, number), 5)
        reading = read(Frame(pixels), own.kit, own=own)
        agreed = Counter(die.face for die in dice) & Counter(str(die.face) for die in reading.dice)
        assert reading.verdict == "ask" or agreed.total() == len(dice)
        right += agreed.total()
    assert right >= 13
