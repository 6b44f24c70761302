"""What a kit's faces count as, and that its nets tell them."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from models.card import CardError, card
from scoring.dice import Face, Roll
from vision import kit
from vision.doubt import DOMINO, LONE
from vision.find import Candidate
from vision.kit import kit as kit_of
from vision.nets import OPINIONS
from vision.read import ASTRAY, SPLIT, SURPLUS, concluded, read
from vision.reading import Frame, Reading
from vision.seen import Named

FRAME = Frame(np.zeros((100, 100, 3), np.uint8), "a table")


def seen(kit_: kit.Kit, at: float = 0.0, **p: float) -> Named:
    """A die, `at` pixels to the right of the first, that looks like each of these faces so much, or of other looks."""
    said = np.array([p.get(f"_{face}", 0.0) for face in kit_.faces] + [p.get("other", 0.0)], np.float32)
    x0, x1 = 30.0 + at, 70.0 + at
    corners = ((x0, 30.0), (x1, 30.0), (x1, 70.0), (x0, 70.0))
    return Named(Candidate((x0, 30.0, x1, 70.0), corners, 0.9, 0.0, 0.9), np.append(said, 1 - said.sum()))


def test_no_kit_asks_more_referees_than_there_are_opinions() -> None:
    assert all(len(each.referees) <= OPINIONS for each in kit.kits().values())


@pytest.mark.parametrize("faces", ["6 5 4 3 2 1", "1 2 3", "1 2 3 4 5 6 7", "1 2 3 4 5 6 7 8 9"])
def test_a_kit_that_names_other_faces_than_its_net_tells_reads_nothing_and_says_so(
    founded: Callable[[str, str], None], faces: str
) -> None:
    founded(faces, 'reader="pips-reader"')
    with pytest.raises(CardError) as refusal:
        read(FRAME, "casino")
    assert str(refusal.value) == (
        f"The kit 'casino' names other faces ({faces}) than its net 'pips-reader' tells (1 2 3 4 5 6): "
        "name those in that order, or give it another net."
    )


def test_nor_does_a_kit_whose_referee_tells_other_faces(founded: Callable[[str, str], None]) -> None:
    founded("1 2 3 4 5 6", 'reader="pips-reader", referees=("ten-grand-referee",)')
    with pytest.raises(CardError, match="its net 'ten-grand-referee' tells"):
        read(FRAME, "casino")


def test_the_faces_of_poker_dice_count_as_those_of_ten_grand() -> None:
    ten_grand = kit_of("ten-grand")
    assert ten_grand.played == Roll.parse("A K Q J 50 100").faces
    assert ten_grand.counts_as(Face("10")) == Face("100")
    assert ten_grand.counts_as(Face("9")) == Face("50")


def test_what_looks_like_a_10_or_a_100_is_a_100() -> None:
    ten_grand = kit_of("ten-grand")
    reader = replace(card("pips-reader"), presence=())
    (die,) = concluded([seen(ten_grand, _10=0.9, _100=0.08, _50=0.02)], FRAME, ten_grand, reader).dice
    assert die.face == Face("100")
    assert die.p == pytest.approx(0.9 * 0.98)
    assert die.second is not None
    assert die.second[0] == Face("50")


def test_a_set_has_no_more_dice_than_it_has() -> None:
    ten_grand = kit_of("ten-grand")
    reader = replace(card("pips-reader"), presence=())
    dice = [seen(ten_grand, at, _A=0.99) for at in range(0, 300, 50)]
    table = Frame(np.zeros((100, 400, 3), np.uint8), "a table")
    assert concluded(dice, table, ten_grand, reader).verdict == "sure"
    shadow, button = seen(ten_grand, 310, _A=0.4), seen(ten_grand, 310, other=0.995)
    assert concluded([*dice, shadow], table, ten_grand, reader).verdict == "sure", "where all are, none can be missed"
    assert concluded([*dice[1:], shadow], table, ten_grand, reader).suspects == (shadow.candidate.box,)
    below = replace(shadow, candidate=replace(shadow.candidate, box=(10.0, 60.0, 30.0, 90.0)))
    found = concluded([*dice, below], table, ten_grand, reader, expect=6)
    assert (found.verdict, found.reasons) == ("ask", (SPLIT,)), "the one may be a side of the other"
    assert found.suspects == (below.candidate.box,)
    claimed = replace(below, p=seen(ten_grand, other=0.6, _A=0.1).p)
    assert concluded([*dice, claimed], table, ten_grand, reader).verdict == "ask", "the finder alone takes it for a die"
    cloth = replace(claimed, candidate=replace(claimed.candidate, heat=0.5))
    assert concluded([*dice, cloth], table, ten_grand, reader).verdict == "sure", "all six are there without a doubt"
    dim = seen(ten_grand, 0, _A=0.94, other=0.03)
    assert concluded([dim, *dice[1:]], table, ten_grand, reader).verdict == "sure"
    assert SURPLUS in concluded([dim, *dice[1:], cloth], table, ten_grand, reader).reasons, "and here they are not"
    found = concluded([*dice, button], table, ten_grand, reader, expect=6)
    assert found.roll == Roll.parse("A A A A A A"), "what looks least like its dice is left out"
    assert (found.verdict, found.reasons) == ("ask", (SURPLUS,)), "and not without a question"


def test_a_die_of_other_looks_counts_as_rare_as_it_is_at_tables() -> None:
    ten_grand = kit_of("ten-grand")
    reader = replace(card("pips-reader"), presence=())
    die = seen(ten_grand, _A=0.3, _K=0.05, other=0.65)
    assert concluded([die], FRAME, ten_grand, reader).dice[0].face is None
    (rare,) = concluded([die], FRAME, ten_grand, replace(reader, strange=0.1)).dice
    assert rare.face == Face("A")
    assert rare.p == pytest.approx(0.65 * 0.3 / 0.415, abs=0.01), "of all that it may be; presence stays"


def test_what_the_reader_or_the_finder_alone_is_sure_of_is_never_left_out_without_a_question() -> None:
    pips = kit_of("pips")
    timid = replace(card("pips-reader"), presence=(-2.0, 0, 0, 0, 0, 0, 0))  # nothing makes it a die

    def made_out(heat: float, p: float) -> Reading:
        die = seen(pips, _4=p)
        return concluded([replace(die, candidate=replace(die.candidate, heat=heat))], FRAME, pips, timid)

    assert made_out(heat=0.5, p=0.85).shadows == 0
    for found in (made_out(heat=0.5, p=0.95), made_out(heat=0.7, p=0.85)):
        assert (found.dice, found.shadows, found.verdict) == ((), 1, "ask")


def test_what_is_too_small_for_a_die_is_asked_about_where_it_lies_on_none() -> None:
    pips, table = kit_of("pips"), Frame(np.zeros((100, 400, 3), np.uint8), "a table")
    reader = replace(card("pips-reader"), presence=())

    def pip(x: float, p: float) -> Named:
        small = seen(pips, _1=p)
        return replace(small, candidate=replace(small.candidate, box=(x, 40.0, x + 10, 50.0)))

    die = seen(pips, _5=0.99)
    assert concluded([die, pip(45.0, 0.8)], table, pips, reader).verdict == "sure", "it is a pip of the die"
    found = concluded([die, pip(300.0, 0.8)], table, pips, reader)
    assert (len(found.dice), found.shadows, found.verdict) == (1, 1, "ask"), "it may be one of a die that nobody sees"
    assert found.suspects == ((300.0, 40.0, 310.0, 50.0),), "and it is told where that is"
    assert concluded([die, pip(300.0, 0.4)], table, pips, reader).verdict == "ask", "as of anything of a die's size"
    assert concluded([die, pip(300.0, 0.2)], table, pips, reader).verdict == "sure"
    told = concluded([die, pip(300.0, 0.8)], table, pips, reader, expect=1)
    assert (told.verdict, told.suspects) == ("sure", ())


def test_beside_a_set_that_is_whole_nothing_small_is_asked_about() -> None:
    ten_grand, table = kit_of("ten-grand"), Frame(np.zeros((100, 400, 3), np.uint8), "a table")
    reader = replace(card("pips-reader"), presence=())
    dice = [seen(ten_grand, at, _A=0.99) for at in range(0, 300, 50)]
    small = replace(
        dice[0], candidate=replace(dice[0].candidate, box=(350.0, 40.0, 360.0, 50.0)), p=seen(ten_grand, _A=0.8).p
    )
    assert concluded([*dice, small], table, ten_grand, reader).verdict == "sure"
    assert concluded([*dice[1:], small], table, ten_grand, reader).verdict == "ask"


@pytest.mark.parametrize("name", ["pips", "ten-grand"])
def test_dice_that_overlap_may_be_one_and_its_side_and_are_asked_about_while_those_that_touch_are_not(
    name: str,
) -> None:
    """The lower die of two may be the side of the upper one, seen from near and from the side."""
    dice = kit_of(name)
    reader = replace(card(dice.reader), presence=())
    first, second = (seen(dice, at, **{f"_{dice.faces[3]}": 0.999}) for at in (0, 38))
    below = replace(first, candidate=first.candidate.moved(0, 28))
    table = Frame(np.zeros((200, 200, 3), np.uint8), "a table")
    assert concluded([first, second], table, dice, reader, expect=2).verdict == "sure"
    reading = concluded([first, below], table, dice, reader)
    assert (reading.verdict, reading.reasons, reading.alarms) == ("ask", (SPLIT,), (SPLIT,))


def test_a_die_that_is_seen_from_elsewhere_than_the_others_is_asked_about() -> None:
    """Its side may have been read in place of its top."""
    pips, reader = kit_of("pips"), replace(card("pips-reader"), presence=())
    dice = [seen(pips, at, _2=0.999) for at in (0, 60, 120, 180)]
    aslant = [replace(die, candidate=replace(die.candidate, box=(*die.candidate.box[:3], 100.0))) for die in dice]
    by_its_side = replace(dice[0], candidate=replace(dice[0].candidate.moved(240, 0), box=(270.0, 0.0, 310.0, 70.0)))
    table = Frame(np.zeros((200, 400, 3), np.uint8), "a table")
    assert concluded(aslant, table, pips, reader).verdict == "sure"
    found = concluded([*aslant, by_its_side], table, pips, reader, expect=5)
    assert (found.verdict, found.reasons) == ("ask", (ASTRAY,))


def test_two_dice_edge_to_edge_may_be_a_domino_where_nobody_tells_how_many_dice_there_are() -> None:
    reader = replace(card("pips-reader"), presence=())
    halves = [seen(kit_of("pips"), at, _1=0.999) for at in (0, 41)]
    table = Frame(np.zeros((200, 200, 3), np.uint8), "a table")
    found = concluded(halves, table, kit_of("pips"), reader)
    assert (found.verdict, found.reasons, found.alarms) == ("ask", (DOMINO,), (DOMINO,))
    assert concluded(halves, table, kit_of("pips"), reader, expect=2).verdict == "sure"


def test_a_die_by_itself_must_be_plainer_than_one_among_others_where_nobody_tells_that_there_is_one() -> None:
    pips, table = kit_of("pips"), Frame(np.zeros((200, 200, 3), np.uint8), "a table")
    reader = replace(card("pips-reader"), presence=(), sure_at=0.8, alone_at=0.97)
    one, far = (seen(pips, at, _5=0.95) for at in (0, 100))
    found = concluded([one], table, pips, reader)
    assert (found.verdict, found.reasons) == ("ask", (LONE,))
    assert concluded([one, far], table, pips, reader).verdict == "sure"
    assert concluded([one], table, pips, reader, expect=1).verdict == "sure"
    assert concluded([seen(pips, _5=0.98)], table, pips, reader).verdict == "sure"
    assert concluded([seen(pips, _5=0.9, _4=0.08)], table, pips, reader).verdict == "sure", (
        "a die it is, whichever face"
    )
    leaning = replace(one, candidate=replace(one.candidate, cocked=0.9))
    for vague in (seen(pips, _5=0.6), leaning):
        assert LONE in concluded([vague], table, pips, reader).reasons, "several looks together must know it"


def test_of_pips_a_die_by_itself_must_be_plainer_than_others_and_of_letters_whose_number_is_known_none_must() -> None:
    assert card("pips-reader").sure_at < card("pips-reader").alone_at
    assert card("ten-grand-reader").alone_at == card("phase-10-reader").alone_at == 0
