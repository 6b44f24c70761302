"""The whole eye on whole pictures."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from models import session
from models.card import card
from models.training.photographs import photographs
from scoring.dice import Roll
from vision.doubt import agreed, probabilities
from vision.draw import draw
from vision.edges import cut
from vision.find import Candidate, find
from vision.judge import judge
from vision.kit import Kit, KitError, kit, kits
from vision.look import CONTEXT, evened, glimpse, look, stretched
from vision.nets import refereed
from vision.picture import load
from vision.piles import others, piled, where_largest
from vision.read import named, read
from vision.reading import Box, Frame, Reading
from vision.seen import SETTLED, Named
from vision.sides import straightened
from vision.sighting import state as whole_or_not

HOUSE = Path(__file__).parents[2]
REAL = HOUSE.parent / "shared" / "data" / "real"


def labelled(folder: Path) -> list[tuple[Path, str]]:
    """The pictures of a folder and their rolls, from its labels.tsv."""
    rows = (folder / "labels.tsv").read_text(encoding="utf-8").splitlines()
    return [(folder / name, roll) for name, roll in (row.split("\t") for row in rows)]


@cache
def seen(path: Path, expect: int | None = None) -> Reading:
    return read(load(path.read_bytes(), path.name), expect=expect)


def faces(reading: Reading) -> str:
    return str(reading.roll.sorted)


DEMO = labelled(HOUSE / "api" / "demo")


@pytest.mark.parametrize(("path", "roll"), DEMO, ids=[path.stem for path, _ in DEMO])
def test_every_throw_of_the_demo_is_read_as_it_lies(path: Path, roll: str) -> None:
    reading = seen(path, expect=len(roll.split()))
    assert faces(reading) == str(Roll.parse(roll).sorted)
    assert reading.verdict == "sure", reading.reasons


@pytest.mark.long  # the table of README.md is held to the same pictures (`test_validate`)
def test_nearly_all_sample_pictures_are_read_exactly_and_none_is_wrong_without_asking() -> None:
    readings = [(seen(path), roll) for path, roll in labelled(HOUSE / "samples" / "pips")]
    exact = [faces(reading) == str(Roll.parse(roll).sorted) for reading, roll in readings]
    assert sum(exact) >= 0.9 * len(exact)
    assert all(right for right, (reading, _) in zip(exact, readings, strict=True) if reading.verdict == "sure")


def test_a_face_that_is_not_plain_is_told_by_its_top_from_all_four_sides() -> None:
    path = HOUSE / "samples" / "ten-grand" / "14.jpg"  # the first two looks take its A for a 50
    alone, whole = (
        read(load(path.read_bytes()), each) for each in (replace(kit("ten-grand"), referees=()), "ten-grand")
    )
    assert faces(alone) == str(Roll.parse("A 50 100 Q Q 100").sorted)
    assert whole.verdict == "ask"  # the referee doubts the A


def pairs(one: Kit, other: Kit) -> Iterator[tuple[Named, Named]]:
    """What two kits make of the same candidates; only of those that are not plain at first sight may they differ."""
    reader = card(one.reader)
    for path, _ in labelled(HOUSE / "samples" / "pips")[:12]:
        frame = load(path.read_bytes())
        for die, same in zip(named(frame, one, reader), named(frame, other, reader), strict=True):
            assert die.candidate == same.candidate
            first = probabilities(np.mean(die.looks, 0, keepdims=True), reader.temperature)[0]
            assert np.array_equal(die.p, same.p) or first[:-1].max() < SETTLED
            yield die, same


def test_referees_are_asked_only_about_dice_that_are_not_plain_and_may_say_that_there_is_none() -> None:
    seen_ = list(pairs(kit("pips"), replace(kit("pips"), referees=())))
    asked = [(die, same) for die, same in seen_ if not np.array_equal(die.p, same.p)]
    assert 0 < len(asked) < len(seen_)
    assert any(die.is_die < 0.5 < same.is_die for die, same in asked), "what the reader took for a die is none"


def test_whether_there_is_a_die_at_all_a_reader_without_referees_says_by_its_first_look() -> None:
    for die, _ in pairs(replace(kit("pips"), referees=()), kit("pips")):
        first = probabilities(np.mean(die.looks, 0, keepdims=True), card("pips-reader").temperature)[0]
        assert die.p[-1] == pytest.approx(first[-1], abs=1e-4)


def test_the_second_referee_is_asked_about_what_the_first_leaves_open() -> None:
    first, _ = kit("pips").referees
    twice = list(pairs(kit("pips"), replace(kit("pips"), referees=(first, first))))
    asked = [die for die, same in twice if not np.array_equal(die.p, same.p)]
    alone = [
        die for die, same in pairs(kit("pips"), replace(kit("pips"), referees=())) if not np.array_equal(die.p, same.p)
    ]
    assert 0 < len(asked) < len(alone)


def test_two_referees_see_a_die_from_both_distances_share_the_sides_of_its_top_and_count_alike() -> None:
    pips, reader, judged = kit("pips"), card("pips-reader"), 0
    for path, _ in labelled(HOUSE / "samples" / "pips")[:32]:
        frame = load(path.read_bytes())
        sizes = frame.halves
        for die in named(frame, pips, reader):
            first = probabilities(np.mean(die.looks, 0, keepdims=True), reader.temperature)[0]
            if np.array_equal(die.p, first):
                continue
            found = die.candidate
            lying = np.array([[glimpse(sizes, found.centre, width * CONTEXT * found.size) for width in (1.3, 1.0)]])
            top = straightened(sizes, np.array(found.quad, np.float32))
            tops = np.array([[np.rot90(top, quarter) for quarter in range(4)]])
            told = (refereed(lying, tops[:, 2 * at : 2 * at + 2], pips, at) for at in (0, 1))
            one, other = (
                probabilities((by_lying.mean(1) + by_top.mean(1)) / 2, reader.temperature) for by_lying, by_top in told
            )
            both = one if one[0, :-1].max() >= SETTLED else agreed(one, other)
            assert die.p == pytest.approx(both[0], abs=1e-4)
            judged += both is not one
    assert judged > 3


def test_referees_are_asked_about_what_an_edge_cuts_too() -> None:
    whole = load((HOUSE / "samples" / "pips" / "11.jpg").read_bytes(), "11.jpg")
    frame, reader = (
        Frame(np.ascontiguousarray(whole.pixels[:, int(0.45 * whole.width) :]), "11.jpg"),
        card("pips-reader"),
    )
    judged, alone = (
        cut(named(frame, each, reader), frame, each, reader)
        for each in (kit("pips"), replace(kit("pips"), referees=()))
    )
    assert max(die.is_die for die in judged) > 0.8
    assert max(die.is_die for die in alone) < 0.5


def test_what_one_referee_sees_evened_the_other_sees_stretched() -> None:
    square = np.random.default_rng(1).integers(0, 90, (64, 64, 3), np.uint8)
    for at, lights in enumerate(((evened, stretched), (stretched, evened))):
        looks = np.array([[square, square]])
        told = (each[0] for each in refereed(looks, looks, kit("pips"), at))
        for light, said in (pair for each in told for pair in zip(lights, each, strict=True)):
            assert said == pytest.approx(session.run(kit("pips").referees[at], light(square)[None])[0][0], abs=1e-4)


def test_a_referee_says_the_same_of_a_die_that_the_camera_took_with_hardly_any_contrast() -> None:
    frame, pips = load((HOUSE / "samples" / "pips" / "14.jpg").read_bytes(), "14.jpg"), kit("pips")
    dice = [pile[0] for pile in piled(find(frame, pips.finder)) if pile[0].heat > 0.5]
    dim = (20 + 0.08 * frame.pixels).astype(np.uint8)
    shots = (np.array([[look(pixels, die.centre, 2 * die.size)] * 2 for die in dice]) for pixels in (frame.pixels, dim))
    bright, dull = (refereed(looks, looks, pips)[0].mean(1) for looks in shots)
    assert len(dice) > 5
    assert probabilities(dull, 1.0) == pytest.approx(probabilities(bright, 1.0), abs=0.1)


@pytest.mark.skipif(not REAL.exists(), reason="the photographs of ../shared/data/real do not lie beside this checkout")
@pytest.mark.parametrize("every", [120, pytest.param(60, marks=pytest.mark.long)])
def test_photographs_are_read_as_they_are_labelled(every: int) -> None:
    some = photographs(REAL)[::every]  # training saw them: whether the eye is in order, not how good it is
    seen_ = [(photo, seen(photo.path)) for photo in some]
    exact = [judge(photo.truth, reading).exact for photo, reading in seen_]
    assert sum(exact) >= 0.8 * len(some) > 1500 / every  # the tray's dice are of 20 pixels
    assert all(right for right, (_, reading) in zip(exact, seen_, strict=True) if reading.verdict == "sure")


@pytest.mark.anew
def test_the_same_bytes_give_the_same_reading() -> None:
    path, _ = DEMO[0]
    first, second = (read(load(path.read_bytes(), path.name)) for _ in range(2))
    assert first.dice == second.dice
    assert first.reasons == second.reasons


def test_boxes_and_corners_lie_inside_the_picture() -> None:
    for path, _ in DEMO:
        reading = seen(path)
        for die in reading.dice:
            points = np.array([*die.quad, die.box[:2], die.box[2:]])
            assert (points >= 0).all()
            assert (points <= (reading.width, reading.height)).all()


@pytest.mark.parametrize("grey", [0, 90, 255])
def test_a_picture_without_dice_is_empty_and_says_so(grey: int) -> None:
    reading = read(Frame(np.full((480, 640, 3), grey, np.uint8)))
    assert (reading.dice, reading.verdict) == ((), "empty")
    assert reading.reasons == ("I see no dice: put them in the picture, with light on them.",)


@pytest.mark.parametrize("shape", [(16, 16), (16, 900), (900, 16), (33, 47)])
def test_a_picture_of_any_shape_is_looked_at(shape: tuple[int, int]) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (*shape, 3), dtype=np.uint8)
    assert read(Frame(noise)).verdict in ("empty", "ask")


def test_small_dice_are_looked_for_at_twice_the_detail() -> None:
    path, roll = labelled(HOUSE / "samples" / "pips")[38]
    few = cv2.resize(cv2.imread(str(path)), (480, 360), interpolation=cv2.INTER_AREA)  # dice of 18 to 50 pixels
    reading = read(Frame(np.asarray(cv2.copyMakeBorder(few, 0, 120, 0, 160, cv2.BORDER_REPLICATE), np.uint8)))
    assert faces(reading) == str(Roll.parse(roll).sorted)
    assert reading.verdict == "sure", reading.reasons


def test_a_fine_look_sees_each_die_alike_wherever_the_seam_of_its_halves_lies() -> None:
    few = np.asarray(
        cv2.resize(load(DEMO[1][0].read_bytes()).pixels, (480, 360), interpolation=cv2.INTER_AREA), np.uint8
    )
    boxes = [np.array(die.box) for die in read(Frame(few)).dice]
    for left in range(200, 600, 10):  # the seam is in the middle
        table = cv2.copyMakeBorder(few, 0, 0, left, 800 - left, cv2.BORDER_REPLICATE)
        seen = find(Frame(np.asarray(table, np.uint8)), "dice-finder")
        fine = [np.subtract(each.box, (left, 0, left, 0)) for each in seen if each.scale == 1]
        assert all(min(np.abs(box - other).max() for other in fine) < 8 for box in boxes), left


def test_a_small_die_is_seen_however_far_from_the_others_it_lies() -> None:
    frame = load((HOUSE / "samples" / "pips" / "11.jpg").read_bytes())
    dice = read(frame).dice
    share = 13 / np.median([die.box[2] - die.box[0] for die in dice])  # so small that coarse looks see none
    few = cv2.resize(frame.pixels, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    noise = np.random.default_rng(1).normal(np.median(few.reshape(-1, 3), 0), 3, (720, 1280, 3))
    table = noise.clip(0, 255).astype(np.uint8)
    table[20 : 20 + len(few), 20 : 20 + len(few[0])] = few
    for die in dice:
        x0, y0, x1, y1 = (share * np.array(die.box)).astype(int).tolist()
        far = few[max(y0 - 3, 0) : y1 + 3, max(x0 - 3, 0) : x1 + 3]
        alone = table.copy()
        alone[640 : 640 + len(far), 1200 : 1200 + len(far[0])] = far
        assert any(
            np.abs(np.subtract(each.box[:2], (1203, 643))).max() < 12 for each in find(Frame(alone), "dice-finder")
        )


def test_places_are_told_in_pixels_of_the_picture_itself() -> None:
    path, roll = DEMO[0]
    large = cv2.resize(cv2.imread(str(path)), (3600, 2700), interpolation=cv2.INTER_CUBIC)
    small, reading = seen(path), read(load(cv2.imencode(".jpg", large)[1].tobytes()))
    assert (reading.width, reading.height) == (3600, 2700)
    assert sorted(map(str, reading.roll)) == sorted(roll.split())
    for die, other in zip(small.dice, reading.dice, strict=True):
        assert np.array(other.box) * small.width / 3600 == pytest.approx(np.array(die.box), abs=0.15 * die.box[2])


def test_a_missing_die_is_asked_for() -> None:
    path, roll = DEMO[0]
    count = len(roll.split())
    reading = seen(path, expect=count + 1)
    assert reading.verdict == "ask"
    assert reading.reasons[-1].startswith(f"I see {count} dice and {count + 1} are thrown")


def test_a_die_cut_by_the_edge_of_the_picture_is_partial() -> None:
    path, _ = DEMO[0]
    frame = load(path.read_bytes())
    whole = read(frame)
    left = min(whole.dice, key=lambda die: die.box[0])
    cut = round(left.box[0] + 0.3 * (left.box[2] - left.box[0]))
    reading = read(Frame(np.ascontiguousarray(frame.pixels[:, cut:])))
    assert reading.verdict == "ask"
    assert any(die.state == "partial" for die in reading.dice)
    half = round((left.box[0] + left.box[2]) / 2)
    assert read(Frame(np.ascontiguousarray(frame.pixels[:, half:]))).verdict == "ask"


@pytest.mark.parametrize(("pictures", "every"), [(2, 4), pytest.param(1, 1, marks=pytest.mark.long)])
def test_of_dice_that_fill_their_picture_few_seem_to_be_cut_off(pictures: int, every: int) -> None:
    frames = {path: load(path.read_bytes()) for path, _ in labelled(HOUSE / "samples" / "pips")[::pictures]}
    plain = [(path, die) for path in frames for die in seen(path).dice if die.state == "flat" and die.p >= 0.97]
    alone = []
    for path, die in plain[::every]:
        x0, y0, x1, y1 = (max(round(at), 0) for at in die.box)
        if max(x1 - x0, y1 - y0) >= 40:
            alone.append((read(Frame(np.ascontiguousarray(frames[path].pixels[y0:y1, x0:x1]))), die.face))
    assert len(alone) > 200 / pictures / every
    assert sum(any(die.state == "partial" for die in reading.dice) for reading, _ in alone) < 0.13 * len(alone)
    assert all(reading.roll.faces == (face,) for reading, face in alone if reading.verdict == "sure")


@pytest.mark.parametrize(
    ("outside", "turn", "state"),
    [(0.08, 0, "flat"), (0.13, 0, "partial"), (0.13, 45, "flat"), (0.17, 45, "flat"), (0.25, 45, "partial")],
)
def test_a_die_whose_corner_alone_is_cut_shows_all_its_pips(outside: float, turn: float, state: str) -> None:
    frame, side = Frame(np.zeros((480, 640, 3), np.uint8)), 100
    angles = np.radians(turn + 45 + 90 * np.arange(4))
    corners = side / np.sqrt(2) * np.stack((np.cos(angles), np.sin(angles)), 1) + 200
    for axis in (0, 1):
        for edge, way in ((0, -1), (frame.size[axis], 1)):
            at = corners.copy()
            at[:, axis] += edge + way * outside * side - (way * (way * corners[:, axis]).max())
            a, b, c, d = map(tuple, at.tolist())
            assert whole_or_not(Candidate((*at.min(0), *at.max(0)), (a, b, c, d), 0.9, 0.0), frame) == state


def halved(path: Path) -> tuple[Frame, int] | None:
    """A picture without what lies right of the middle of its last die, and how many are whole in it.

    None where the eye is not sure of the picture itself, or no line goes through that die alone.
    """
    frame, reading = load(path.read_bytes()), seen(path)
    *others, last = sorted(reading.dice, key=lambda die: die.box[2])
    edge = int(last.box[0] + 0.42 * (last.box[2] - last.box[0]))
    if reading.verdict != "sure" or not others or others[-1].box[2] >= edge - 2:
        return None
    return Frame(np.ascontiguousarray(frame.pixels[:, :edge])), len(others)


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.long)])
def test_half_a_die_at_an_edge_of_the_picture_is_hardly_ever_passed_over_in_silence(every: int) -> None:
    cuts = [cut for path, _ in labelled(HOUSE / "samples" / "pips")[::every] if (cut := halved(path))]
    assert len(cuts) > 15 / every
    sure = [frame for frame, _ in cuts if read(frame).verdict == "sure"]
    assert len(sure) <= 0.25 * len(cuts)  # without a look at mirror images it was 18 of 23


def test_half_a_die_is_no_question_where_all_that_were_thrown_are_seen() -> None:
    frame, whole = halved(HOUSE / "samples" / "pips" / "01.jpg") or pytest.fail("the eye should be sure of it")
    assert read(frame).verdict == "ask"
    assert read(frame, expect=whole).verdict == "sure"


def test_a_die_of_which_only_a_side_or_a_corner_is_cut_off_is_whole_enough_to_read() -> None:
    path, _ = DEMO[0]
    frame = load(path.read_bytes())
    whole = read(frame)
    lowest = max(whole.dice, key=lambda die: die.box[3])
    below_the_top = round(max(y for _, y in lowest.quad))
    assert below_the_top < lowest.box[3]
    reading = read(Frame(np.ascontiguousarray(frame.pixels[:below_the_top])))
    assert faces(reading) == faces(whole)
    assert {die.state for die in reading.dice} == {"flat"}


def thing(box: Box, heat: float, top: Box | None = None) -> Candidate:
    x0, y0, x1, y1 = top or box
    return Candidate(box, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), heat, 0.0)


def test_what_lies_about_the_middle_of_a_die_is_that_die_and_what_touches_it_another() -> None:
    long, same, pip, next_one = (378, 283, 425, 338), (375, 280, 434, 353), (390, 295, 402, 307), (387, 310, 431, 357)
    piles = piled([thing(long, 0.66), thing(same, 0.6), thing(next_one, 0.42), thing(pip, 0.3)])
    assert [[die.box for die in pile] for pile in piles] == [[long, same, pip], [next_one]]


def test_what_is_no_die_itself_hides_none_that_it_lies_on() -> None:
    crown, same, whole = thing((45, 20, 60, 38), 0.38), thing((44, 20, 60, 39), 0.3), thing((10, 10, 90, 110), 0.35)
    jewel = thing((50, 24, 54, 29), 0.2)
    pile = [crown, same, whole, jewel]

    def head(nothing: float) -> Named:
        return Named(crown, np.array([1 - nothing, 0, nothing], np.float32))

    assert others(pile, head(nothing=0.98)) == [whole], "nobody sees a die in the crown"
    assert others(pile, head(nothing=0.5)) == [same, whole, jewel]
    assert others(pile, head(nothing=0.001)) == []


def test_a_die_with_sides_to_read_lies_where_it_was_seen_largest_if_that_look_is_warm() -> None:
    far, near, faint = thing((10, 10, 52, 50), 0.8), thing((12, 12, 50, 48), 0.5), thing((14, 14, 48, 44), 0.3)
    pile = [replace(die, scale=scale) for die, scale in ((far, 0.25), (near, 0.5), (faint, 1.0))]
    head, *others = where_largest(pile)
    assert (head.box, head.quad, head.heat) == (near.box, near.quad, 0.8)
    assert others == pile[1:]
    assert where_largest(pile[:1]) == pile[:1]


def test_a_larger_look_at_a_side_does_not_say_where_a_die_lies() -> None:
    die, side = thing((9, 138, 51, 192), 0.8), replace(thing((15, 154, 51, 190), 0.7), scale=2.0)
    assert where_largest([die, side]) == [die, side]


def test_two_tops_a_die_apart_are_two_dice_however_long_a_box_is() -> None:
    long, next_one = (259, 404, 291, 451), (268, 426, 294, 460)
    whole = thing(long, 0.62), thing(next_one, 0.4)
    assert len(piled(whole)) == 1
    tops = thing(long, 0.62, (260, 410, 288, 438)), thing(next_one, 0.4, (269, 432, 295, 460))
    assert len(piled(tops)) == 2


def test_an_unknown_kit_is_refused_in_one_sentence() -> None:
    known = ", ".join(sorted(kits()))
    with pytest.raises(KitError, match=rf"^There is no kit 'poker'; choose one of: {known}\.$"):
        read(Frame(np.zeros((32, 32, 3), np.uint8)), "poker")


def test_a_drawn_reading_leaves_the_frame_as_it_was() -> None:
    path, _ = DEMO[0]
    frame = load(path.read_bytes())
    before = frame.pixels.copy()
    drawn = draw(frame, read(frame))
    assert (frame.pixels == before).all()
    assert drawn.shape == before.shape
    assert cv2.absdiff(drawn, before).any()
