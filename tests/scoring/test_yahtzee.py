"""Yahtzee: what each box pays, the Joker Rules, the bonuses, the turn, and the odds of a turn."""

import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, isclose, prod
from pathlib import Path

import pytest

from scoring.dice import NO_DICE
from scoring.events import parse
from scoring.game import Advice, HeaderError, Row
from scoring.games.yahtzee import BOXES
from scoring.log import read
from scoring.match import Match
from tests.scoring.play import plays, refused

played = plays("yahtzee")

SAMPLE = Path(__file__).parents[2] / "samples" / "matches" / "yahtzee.match"
LOWER = [box for box in BOXES if not box.endswith("s")]
UPPER = [box for box in BOXES if box not in LOWER]
Dice = tuple[int, ...]


def filled(*boxes: str, zero: str = "1 2 2 4 6", **options: str) -> Match:
    """Let Ann, alone, fill boxes one after the other: `fours 4 4 4 1 1`, or only `fours` with dice that miss most."""
    match = played(players="Ann", **options)
    for box in boxes:
        name = box.rstrip("0123456789 ")
        match = match.add(f"roll {box.removeprefix(name).strip() or zero}").add(f"choose {name}")
    return match


def offers(match: Match) -> dict[str, int]:
    return {offer.event.removeprefix("choose "): offer.points for offer in match.view.offers}


def labels(match: Match) -> list[str]:
    return [offer.label for offer in match.view.offers]


# The boxes


@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ("4 4 4 1 2", "Fours: 4+4+4 = 12"),
        ("4 4 4 1 2", "Threes: no 3, 0"),
        ("3 1 3 5 3", "Three of a kind: 1+3+3+3+5 = 15"),
        ("3 3 3 3 5", "Three of a kind: 3+3+3+3+5 = 17"),
        ("3 3 3 3 5", "Four of a kind: 3+3+3+3+5 = 17"),
        ("3 3 3 2 5", "Four of a kind: not there, 0"),
        ("5 2 5 2 5", "Full house: 2 2 + 5 5 5 = 25"),
        ("6 6 1 1 6", "Full house: 1 1 + 6 6 6 = 25"),
        ("2 2 2 2 5", "Full house: not there, 0"),
        ("2 2 2 2 2", "Full house: not there, 0"),
        ("1 2 3 3 4", "Small straight: 1 2 3 4 = 30"),
        ("1 3 4 5 6", "Small straight: 3 4 5 6 = 30"),
        ("5 4 3 2 1", "Small straight: 1 2 3 4 = 30"),
        ("1 2 3 5 6", "Small straight: not there, 0"),
        ("6 5 4 3 2", "Large straight: 2 3 4 5 6 = 40"),
        ("1 2 3 4 6", "Large straight: not there, 0"),
        ("4 4 4 4 4", "Yahtzee: 4 4 4 4 4 = 50"),
        ("4 4 4 4 1", "Yahtzee: not there, 0"),
        ("6 2 3 4 1", "Chance: 1+2+3+4+6 = 16"),
    ],
)
def test_a_box_says_what_it_pays_and_why(dice: str, expected: str) -> None:
    assert expected in labels(played(f"roll {dice}"))


@cache
def worth(box: str, dice: Dice) -> int:
    """Score a box a second time, in other words."""
    most = max(dice.count(number) for number in dice)
    runs: dict[str, list[set[int]]] = {
        "small straight": [{1, 2, 3, 4}, {2, 3, 4, 5}, {3, 4, 5, 6}],
        "large straight": [{1, 2, 3, 4, 5}, {2, 3, 4, 5, 6}],
    }
    if box in UPPER:
        return sum(die for die in dice if die == UPPER.index(box) + 1)
    if box in runs:
        return (30 if box == "small straight" else 40) * any(run <= set(dice) for run in runs[box])
    return {
        "three of a kind": sum(dice) * (most >= 3),
        "four of a kind": sum(dice) * (most >= 4),
        "full house": 25 * (most == 3 and len(set(dice)) == 2),
        "yahtzee": 50 * (most == 5),
        "chance": sum(dice),
    }[box]


def test_all_252_throws_in_all_boxes() -> None:
    for dice in combinations_with_replacement(range(1, 7), 5):
        expected = {box: worth(box, dice) for box in BOXES}
        assert offers(played(f"roll {' '.join(map(str, dice))}")) == expected


# Bonuses and jokers


def test_63_in_the_upper_boxes_bring_35_at_once_and_only_once() -> None:
    match = filled("sixes 6 6 6 6 1", "fives 5 5 5 5 1", "fours 4 4 4 1 1").add("roll 3 3 2 1 1")
    assert offers(match)["threes"] == 6
    match = match.add("choose threes").add("roll 2 2 2 1 1")
    assert "Twos: 2+2+2 = 6; Upper bonus 35, the upper boxes make 68" in labels(match)
    match = match.add("choose twos")
    assert match.view.card[-1] == Row("Ann", "Upper bonus", 35, 103, "the upper boxes make 68")
    assert match.view.says == "Ann takes Twos: 2+2+2 = 6; Upper bonus 35, the upper boxes make 68."
    assert offers(match.add("roll 1 1 2 3 4"))["ones"] == 2


def test_exactly_63_is_enough_and_62_is_not() -> None:
    three_each = [f"{box} {n} {n} {n} {n % 6 + 1} {n % 6 + 1}" for n, box in enumerate(UPPER, 1)]
    assert filled(*three_each).view.totals == (("Ann", 98),)
    assert filled("ones 1 1 2 2 3", *three_each[1:]).view.totals == (("Ann", 62),)


def pad(match: Match) -> dict[str, tuple[str, ...]]:
    return {box.name: box.cells for box in match.view.pad}


def test_the_pad_has_a_line_for_each_box_in_the_order_of_the_printed_one_and_for_what_sums_them_up() -> None:
    view = played().view
    upper, lower = ([box.capitalize() for box in boxes] for boxes in (UPPER, LOWER))
    sums = ["Yahtzee bonus", "Total"]
    assert [box.name for box in view.pad] == [*upper, "Upper sum", "Bonus at 63", *lower, *sums]
    assert [box.name for box in view.pad if box.sums] == ["Upper sum", "Bonus at 63", *sums]
    assert "Yahtzee bonus" not in pad(played(yahtzee_bonus="0"))


def test_the_pad_tells_each_players_boxes_upper_sum_and_how_far_the_bonus_is() -> None:
    match = played("roll 6 6 6 6 1", "choose sixes", "roll 1 1 2 3 4", "choose full house", "adjust Bob 1000")
    told = pad(match)
    assert (told["Sixes"], told["Full house"], told["Upper sum"]) == (("24", ""), ("", "0"), ("24", "0"))
    assert (told["Bonus at 63"], told["Total"]) == (("39 to go", "63 to go"), ("24", "1,000"))
    three_each = [f"{box} {n} {n} {n} {n % 6 + 1} {n % 6 + 1}" for n, box in enumerate(UPPER, 1)]
    assert (pad(filled(*three_each))["Upper sum"], pad(filled(*three_each))["Bonus at 63"]) == (("63",), ("35",))
    missed = pad(filled("ones 1 1 2 2 3", *three_each[1:]))
    assert (missed["Upper sum"], missed["Bonus at 63"]) == (("62",), ("0",))
    again = pad(filled("yahtzee 6 6 6 6 6", "fours 4 4 4 4 4", "twos 2 2 2 2 2"))
    assert (again["Yahtzee"], again["Yahtzee bonus"], again["Total"]) == (("50",), ("200",), ("280",))


def test_a_further_yahtzee_goes_into_its_own_upper_box_first() -> None:
    match = filled("yahtzee 6 6 6 6 6").add("roll 4 4 4 4 4")
    assert labels(match) == ["Fours: 4+4+4+4+4 = 20; Yahtzee bonus 100, another Yahtzee"]
    assert offers(match) == {"fours": 120}
    assert refused(match, "choose chance") == (
        "A further Yahtzee goes where the Joker Rules send it (joker: forced): choose fours."
    )
    match = match.add("choose fours")
    assert match.view.card[-2:] == (
        Row("Ann", "Fours", 20, 70, "4+4+4+4+4 = 20"),
        Row("Ann", "Yahtzee bonus", 100, 170, "another Yahtzee"),
    )


def test_where_that_is_full_it_is_a_joker_in_any_lower_box() -> None:
    match = filled("yahtzee 6 6 6 6 6", "fours 4 4 1 2 2").add("roll 4 4 4 4 4")
    paid = {"three of a kind": 20, "four of a kind": 20, "full house": 25, "small straight": 30, "large straight": 40}
    assert offers(match) == {box: points + 100 for box, points in (paid | {"chance": 20}).items()}
    assert "Large straight: a joker, 40; Yahtzee bonus 100, another Yahtzee" in labels(match)


def test_where_those_are_full_it_is_nothing_in_any_upper_box() -> None:
    match = filled("yahtzee 6 6 6 6 6", "fours", *(box for box in LOWER if box != "yahtzee")).add("roll 4 4 4 4 4")
    assert offers(match) == {box: 100 for box in UPPER if box != "fours"}


def test_with_0_in_the_yahtzee_box_there_are_jokers_but_no_bonus() -> None:
    match = filled("yahtzee", "fours").add("roll 4 4 4 4 4")
    assert offers(match)["large straight"] == 40
    assert "twos" not in offers(match)
    assert offers(filled("yahtzee").add("roll 4 4 4 4 4")) == {"fours": 20}


def test_the_first_yahtzee_may_go_anywhere_and_is_no_joker() -> None:
    match = filled("fours").add("roll 4 4 4 4 4")
    assert (offers(match)["yahtzee"], offers(match)["large straight"], offers(match)["sixes"]) == (50, 0, 0)


def test_free_jokers_go_into_any_box_but_are_jokers_only_when_the_upper_box_is_full() -> None:
    match = filled("yahtzee 6 6 6 6 6", joker="free").add("roll 4 4 4 4 4")
    assert (offers(match)["large straight"], offers(match)["fours"], offers(match)["twos"]) == (100, 120, 100)
    match = filled("yahtzee 6 6 6 6 6", "fours", joker="free").add("roll 4 4 4 4 4")
    assert (offers(match)["large straight"], offers(match)["twos"]) == (140, 100)


def test_without_jokers_a_straight_is_a_straight() -> None:
    match = filled("yahtzee 6 6 6 6 6", "fours", joker="none").add("roll 4 4 4 4 4")
    assert (offers(match)["large straight"], offers(match)["chance"], offers(match)["twos"]) == (100, 120, 100)


def test_without_the_bonus_a_further_yahtzee_is_worth_its_box() -> None:
    assert offers(filled("yahtzee 6 6 6 6 6", yahtzee_bonus="0").add("roll 4 4 4 4 4")) == {"fours": 20}


# The turn


def test_three_throws_and_any_dice_may_stay_or_be_taken_up_again() -> None:
    match = played("roll 1 1 3 3 3")
    assert (match.view.rolls, match.view.awaits.what, str(match.view.free)) == (1, "decision", "1 1 3 3 3")
    match = match.add("keep 1 1")
    assert (match.view.awaits.what, match.view.awaits.dice) == ("roll", 3)
    assert (str(match.view.kept), str(match.view.thrown), match.view.free) == ("1 1", "3 3 3", None)
    match = match.add("roll 3 3 5")
    assert match.view.says == "Ann throws 3 3 5. On the table: 1 1 3 3 5."
    assert str(match.view.free) == "1 1 3 3 5"
    match = match.add("keep 3 3").add("roll 3 6 6")
    assert (match.view.free, match.view.rolls, match.view.awaits.what) == (None, 3, "decision")
    assert offers(match)["full house"] == 25
    match = match.add("choose full house")
    assert (match.view.player, match.view.rolls, match.view.awaits.dice, match.view.offers) == ("Bob", 0, 5, ())


def test_all_five_may_be_thrown_again() -> None:
    match = played("roll 1 1 3 4 6", "keep")
    assert match.view.says == "Ann throws all five dice again."
    assert (match.view.awaits.dice, match.view.kept) == (5, NO_DICE)


def test_a_box_may_be_chosen_after_any_throw_even_when_dice_were_named_to_stay() -> None:
    match = played("roll 1 1 3 3 3", "keep 3 3 3")
    assert offers(match)["full house"] == 25
    assert match.add("choose full house").view.says == "Ann takes Full house: 1 1 + 3 3 3 = 25."


@pytest.mark.parametrize(
    ("entries", "entry", "sentence"),
    [
        ("", "keep 1", "There is nothing to decide yet: throw five dice."),
        ("", "choose ones", "A box is filled after a throw: throw five dice."),
        ("", "roll 1 2 3", "5 dice are thrown here, not 3."),
        ("", "roll 1 2 3 4 7", "7 is not on these dice: their faces are 1 2 3 4 5 6."),
        (
            "roll 1 2 3 4 6",
            "roll 1 2 3 4 5",
            "Ann decides first: name the dice that stay (`keep`) or choose a box.",
        ),
        ("roll 1 2 3 4 6", "keep 5 5", "Not all of 5 5 lie there: the dice are 1 2 3 4 6."),
        (
            "roll 1 2 3 4 6",
            "keep 1 2 3 4 6",
            "If all five dice stay there is nothing to throw: leave fewer, or choose a box.",
        ),
        ("roll 1 2 3 4 6; keep 1 2", "keep 1", "There is nothing to decide yet: throw 3 dice or choose a box."),
        ("roll 1 2 3 4 6; keep 1 2 3 4", "roll 1 2", "One die is thrown here, not 2."),
        (
            "roll 1 2 3 4 6; keep; roll 1 2 3 4 6; keep; roll 1 2 3 4 6",
            "keep 1",
            "That was the third throw of the turn, the last: choose a box.",
        ),
        (
            "roll 1 2 3 4 6; keep; roll 1 2 3 4 6; keep; roll 1 2 3 4 6",
            "roll 1 2 3 4 6",
            "Ann decides first: choose a box.",
        ),
        (
            "roll 1 2 3 4 6",
            "bank",
            "Yahtzee has no `bank`: throw (`roll`), name the dice that stay (`keep`) or `choose` a box.",
        ),
    ],
)
def test_a_refusal_says_what_would_be_allowed(entries: str, entry: str, sentence: str) -> None:
    assert refused(played(*filter(None, entries.split("; "))), entry) == sentence


def test_a_full_box_stays_full_and_there_are_no_other_boxes() -> None:
    match = filled(*(box for box in BOXES if box not in ("ones", "chance"))).add("roll 1 2 3 4 6")
    assert refused(match, "choose twos") == "The box twos is full: choose ones or chance."
    assert refused(match, "choose luck") == "There is no box luck: choose ones or chance."
    assert match.add("choose Ones").state == match.add("choose ones").state


# The match


def test_the_match_ends_when_all_boxes_of_all_are_full_and_ties_are_shared() -> None:
    match = played()
    for box in BOXES:
        assert not match.view.over
        for _ in range(2):
            match = match.add("roll 1 2 2 4 6").add(f"choose {box}")
    assert (match.view.over, match.view.winners, match.view.player) == (True, ("Ann", "Bob"), "")
    assert match.view.says == "Bob takes Chance: 1+2+2+4+6 = 15. Ann and Bob win with 30."
    assert refused(match, "roll 1 2 3 4 5") == "The match is over, Ann and Bob win with 30: undo or adjust to go on."
    match = match.add("adjust Bob 1")
    assert (match.view.winners, match.view.says) == (("Bob",), "The table agrees: Bob +1, total 31. Bob wins with 31.")


def test_the_boxes_left_are_noted_beside_the_total() -> None:
    match = played("roll 1 2 3 4 6", "choose chance")
    assert match.view.notes == ("12 boxes left", "13 boxes left")
    assert filled(*list(BOXES)[:12]).view.notes == ("one box left",)


def test_the_highest_sum_of_five_dice_starts_and_the_tied_throw_again() -> None:
    match = played(first="throw")
    assert (match.view.most, played().view.most) == (0, 3)
    assert match.view.says == "Everybody throws all five dice, the highest sum starts."
    assert (match.view.player, match.view.awaits.dice) == ("Ann", 5)
    assert refused(match, "keep 1") == "First everybody throws for the start: now Ann, five dice."
    match = match.add("roll 1 2 3 4 5")
    assert match.view.says == "Ann throws 1 2 3 4 5, 15. Bob throws next, for the start."
    match = match.add("roll 3 3 3 3 3")
    assert match.view.says == "Bob throws 3 3 3 3 3, 15. Ann and Bob tie for the highest and throw again."
    match = match.add("roll 1 1 1 1 1").add("roll 1 1 1 1 2")
    assert match.view.says == "Bob throws 1 1 1 1 2, 6. Bob starts."
    match = match.add("roll 1 2 3 4 5").add("choose chance")
    assert (match.view.totals, match.view.player) == ((("Ann", 0), ("Bob", 15)), "Ann")


def test_points_brought_in_on_paper_are_refused() -> None:
    with pytest.raises(HeaderError) as refusal:
        played(totals="100, 90")
    assert refusal.value.key == "totals"


def test_the_sample_match_comes_to_525_and_254() -> None:
    match = read(SAMPLE.read_text())
    assert match.view.totals == (("Ann", 525), ("Bob", 254))
    assert match.view.winners == ("Ann",)
    bonuses = [(row.player, row.what) for row in match.view.card if row.what.endswith("bonus")]
    assert sorted(bonuses) == [
        ("Ann", "Upper bonus"),
        ("Ann", "Yahtzee bonus"),
        ("Ann", "Yahtzee bonus"),
        ("Bob", "Upper bonus"),
    ]


# The odds of a turn


def advice(match: Match) -> Advice:
    assert match.advice is not None
    return match.advice


def shown(dice: Dice) -> str:
    return " ".join(map(str, dice))


def ways(dice: Dice) -> int:
    return factorial(len(dice)) // prod(factorial(count) for count in Counter(dice).values())


def slowly(best_box: Callable[[Dice], int], throws: int) -> Callable[[Dice], dict[Dice, float]]:
    """Tell what each stay comes to, counting every outcome of every throw."""
    after = slowly(best_box, throws - 1) if throws > 1 else None

    @cache
    def worth_now(dice: Dice) -> float:
        return max(float(best_box(dice)), *after(dice).values()) if after else best_box(dice)

    @cache
    def mean(stays: Dice) -> float:
        number = 5 - len(stays)
        falls = combinations_with_replacement(range(1, 7), number)
        total: float = sum(ways(fall) * worth_now(tuple(sorted(stays + fall))) for fall in falls)
        return total / int(6**number)

    return lambda dice: {stays: mean(stays) for size in range(5) for stays in combinations(dice, size)}


@pytest.mark.parametrize("boxes", [("yahtzee",), ("chance",), ("fours", "small straight", "full house"), tuple(BOXES)])
def test_what_a_stay_comes_to_is_the_count_of_all_outcomes(boxes: tuple[str, ...]) -> None:
    match = filled(*(box for box in BOXES if box not in boxes), yahtzee_bonus="0", joker="none")
    second = {throws: slowly(lambda dice: max(worth(box, dice) for box in boxes), throws) for throws in (1, 2)}
    chance = random.Random(7)  # noqa: S311 - dice, not secrets
    for _ in range(6):
        dice = tuple(sorted(chance.randint(1, 6) for _ in range(5)))
        once = match.add(f"roll {shown(dice)}")
        assert_same(advice(once), second[2](dice))
        assert_same(advice(once.add("keep").add(f"roll {shown(dice)}")), second[1](dice))


def assert_same(told: Advice, expected: dict[Dice, float]) -> None:
    found = {one.event: one.value for one in told.prospects if one.event.startswith("keep")}
    assert found.keys() == {f"keep {shown(stays)}".rstrip() for stays in expected}
    for stays, value in expected.items():
        assert isclose(found[f"keep {shown(stays)}".rstrip()], value, abs_tol=1e-9)


def test_a_yahtzee_in_three_throws_comes_46_times_in_a_thousand() -> None:
    match = filled(*(box for box in BOXES if box != "yahtzee"))
    throws = combinations_with_replacement(range(1, 7), 5)
    best = sum(ways(dice) * advice(match.add(f"roll {shown(dice)}")).prospects[0].value for dice in throws)
    assert isclose(best / 6**5 / 50, 0.046029, abs_tol=1e-6)


def test_the_best_comes_first_and_is_said() -> None:
    told = advice(played("roll 6 6 6 2 1", players="Ann"))
    values = [one.value for one in told.prospects]
    assert values == sorted(values, reverse=True)
    assert told.prospects[0].event == "keep 6 6 6"
    assert told.prospects[0].then == "then throw 2 dice"
    assert told.says.startswith("Best: keep 6 6 6, then throw 2 dice: ")
    assert advice(played("roll 1 2 3 4 5", players="Ann")).says == "Best: large straight, 40 points."


def test_before_the_throw_of_the_others_the_odds_are_those_of_the_dice_that_stay() -> None:
    leave = advice(played("roll 6 6 6 2 1")).prospects[0]
    told = advice(played("roll 6 6 6 2 1", leave.event))
    assert (told.prospects[0].event, told.prospects[0].value) == ("roll", leave.value)
    assert told.says.startswith("Best: throw 2 dice: ")


def test_after_the_third_throw_only_boxes_are_left_and_before_the_first_there_is_nothing_to_decide() -> None:
    match = played("roll 1 2 3 4 6", "keep", "roll 1 2 3 4 6", "keep", "roll 1 1 3 4 6")
    assert advice(match).prospects[0].event == "choose chance"
    assert all(isinstance(parse(one.event), type(parse("choose ones"))) for one in advice(match).prospects)
    assert played().advice is None
    assert played(first="throw").advice is None


def test_the_odds_know_the_bonuses() -> None:
    match = filled("yahtzee 6 6 6 6 6").add("roll 4 4 4 4 1").add("keep 4 4 4 4").add("roll 1").add("keep 4 4 4 4")
    roll = next(one for one in advice(match).prospects if one.event == "roll")
    others = [max(worth(box, (4, 4, 4, 4, n)) for box in BOXES) for n in (1, 2, 3, 5, 6)]
    assert isclose(roll.value, (120 + sum(others)) / 6)
