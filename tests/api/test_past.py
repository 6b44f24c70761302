"""What was: a match before a play, its story, and what the dice showed, over HTTP."""

import random
from collections.abc import Callable

import httpx
import pytest

from scoring.layout import PRINTED, layout
from tests.api.conftest import Player


def test_a_past_decision_can_be_looked_at_again(ann: Player) -> None:
    ann.play("roll 1 1 5 2 3 4", "keep 1 1 5", "bank")
    then = ann.client.get(f"{ann.path}/before/2").json()
    assert then["thrown"] == ["1", "1", "5", "2", "3", "4"]
    assert [offer["event"] for offer in then["offers"]] == ["keep 1 1 5"]
    assert [line["row"] for line in ann.match["log"]] == [0, 0, 0]


def rows(player: Player) -> list[tuple[str, int]]:
    return [(line["text"].split()[0], line["row"]) for line in player.match["log"] if line["stands"]]


def test_what_the_table_agrees_upon_within_a_turn_has_a_line_to_itself(ann: Player) -> None:
    ann.play("roll 1 3 3 4 4 6", "keep 1", "adjust Bob 500")
    assert rows(ann) == [("roll", 1), ("keep", 1), ("adjust", 0)]
    ann.play("adjust Ann 50", "roll 2 2 3 3 4", "roll 1 1 1 2 3 4")
    assert [row["why"] for row in ann.view["card"]][:2] == ["the table agreed"] * 2
    assert rows(ann) == [("roll", 2), ("keep", 2), ("adjust", 0), ("adjust", 1), ("roll", 2), ("roll", 3)]
    ann.post("amend", n=1, event="roll 1 5 3 4 4 6")
    ann.post("undo", times=3)
    assert rows(ann) == [("roll", 1), ("keep", 1), ("adjust", 0)]


def test_a_match_that_the_table_ends_and_opens_again_within_a_turn_goes_on_with_that_turn(ann: Player) -> None:
    ann.play("roll 1 3 3 4 4 6", "keep 1", "adjust Bob 10000", "adjust Bob -10000", "bank")
    assert rows(ann) == [("roll", 2), ("keep", 2), ("adjust", 0), ("adjust", 1), ("bank", 2)]


def test_a_turn_that_the_table_ends_by_agreement_stands_under_that(client: httpx.Client) -> None:
    new = {"game": "high-roll", "players": ["Ann", "Bob"], "options": {"totals": "121500, 0"}}
    ann = Player(client, client.post("/api/matches", json=new).raise_for_status().json())
    ann.play("roll 6 6 6 1 2 3 4 5 1 2", "adjust Ann 500", "roll 6 6 6 1 2 3 4 5 1 2")
    assert (ann.view["player"], rows(ann)) == ("Bob", [("roll", 0), ("adjust", 0), ("roll", 1)])


def test_a_play_that_does_not_stand_cannot_be_looked_at(ann: Player) -> None:
    ann.play("roll 1 1 5 2 3 4")
    ann.post("undo")
    answer = ann.client.get(f"{ann.path}/before/1")
    assert answer.status_code == 404
    assert answer.json()["detail"] == "Entry 1 is not a play that stands: open one from the score card."


def test_a_match_tells_how_it_went(ann: Player) -> None:
    ann.play("roll 1 1 1 2 3 4", "keep 1 1 1", "bank", "roll 2 2 3 3 4 6")
    told = ann.client.get(f"{ann.path}/story").json()
    assert [(turn["player"], turn["totals"]) for turn in told["turns"]] == [("Ann", [1000, 0]), ("Bob", [1000, 0])]
    assert [(one["name"], one["empty"]) for one in told["players"]] == [("Ann", 0), ("Bob", 1)]
    assert told["players"][1]["luck"] < -500 < 400 < told["players"][0]["luck"]
    assert (told["dice"]["dice"], told["dice"]["throws"], told["dice"]["p"]) == (12, 2, None)
    assert "12 dice are too few to tell anything" in told["dice"]["says"]


def test_the_dice_of_all_matches_are_counted_together_but_for_the_demo(
    client: httpx.Client, seat: Callable[..., Player]
) -> None:
    def counted(what: str = "dice") -> int:
        return sum(one[what] for one in client.get("/api/fairness").json()["sets"] if one["kit"] == "pips")

    before, matches = counted(), counted("matches")
    seat(client, "Uma", "Vera").play("roll 1 1 1 2 3 4")
    seat(client, "Uma", "Vera").play("roll 2 2 3 3 4 6")
    seat(client, "Uma", "Vera")
    assert counted("matches") == matches + 2, "nothing was thrown in the third"
    demo = Player(client, client.post("/api/demo", json={}).json())
    demo.play("roll 1 1 1 2 3 4")
    assert counted() == before + 12
    gone = seat(client, "Wim", "Xena")
    gone.play("roll 1 1 1 2 3 4")
    client.delete(gone.path).raise_for_status()
    assert counted() == before + 12


def test_a_match_that_is_brought_in_again_counts_once_however_it_goes_on(
    client: httpx.Client, seat: Callable[..., Player]
) -> None:
    def every() -> tuple[int, int]:
        sets = client.get("/api/fairness").json()["sets"]
        return sum(one["matches"] for one in sets), sum(one["throws"] for one in sets)

    def counted() -> tuple[int, int]:
        matches, throws = every()
        return matches - before[0], throws - before[1]

    def brought() -> Player:
        file = client.get(f"{ann.path}/export?as=match").content
        return Player(client, client.post("/api/matches/import", content=file).raise_for_status().json())

    before, ann = every(), seat(client, "Yves", "Zita")
    ann.play("roll 1 3 3 4 4 6", "keep 1", "bank", "roll 2 2 3 3 4 6")
    again, third = brought(), brought()
    assert counted() == (1, 2)
    again.play("roll 5 2 3 4 6 6")
    assert counted() == (1, 3), "it went on there"
    again.post("amend", n=1, event="roll 1 2 3 4 4 6")
    assert counted() == (1, 3), "a throw that is put right in one of them is one throw"
    third.post("undo")
    third.play("roll 1 2 3 3 4 6")
    assert counted() == (2, 4), "what was thrown in another one besides"
    ann.play("roll 5 2 3 4 6 6")
    assert counted() == (2, 4), "as in one of them"


@pytest.mark.parametrize(("told", "judged"), [("exchanged", True), ("any", False)])
def test_dice_are_judged_by_the_faces_that_their_match_says_they_have(
    client: httpx.Client, told: str, judged: bool
) -> None:
    exchanged = PRINTED.translate(str.maketrans("RBOG", "BRGO"))
    dice, chance = layout(exchanged).dice, random.Random(1)  # noqa: S311 - dice, not secrets
    new = {"game": "phase-10", "players": ["Ann", "Bob"]}
    options = {"phase10_dice": exchanged if told == "exchanged" else told}
    ann = Player(client, client.post("/api/matches", json={**new, "options": options}).raise_for_status().json())
    for _ in range(40):
        ann.play("roll " + " ".join(str(chance.choice(die.faces)) for die in dice), "bank")
    seen = client.get(f"{ann.path}/story").json()["dice"]
    assert seen["throws"] == 40
    assert (seen["p"] is not None and seen["p"] > 0.01) == judged
    assert seen["says"].startswith("Nobody has written down which faces these dice have") != judged
    assert all((count["expected"] is not None) == judged for count in seen["counts"])
