"""The worked examples of the rule book (6 and 7), each played as a match file and asked for its score."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.scoring.play import report

VECTORS = Path(__file__).parents[2].parent / "shared" / "vectors.json"
MISS, BUST = "1 1 2 2 3 3 4 4 5 5", ["roll 1 1 1 2 2 3 3 4 5 6", "choose 1", "roll 2 2 3 3 4 5 6"]

# One way to each number of points that the games' turns are told to have scored.
SCORES = {
    0: BUST,
    1000: ["roll 1 1 1 2 2 3 3 4 5 6", "choose 1", "bank"],
    2000: ["roll 2 2 2 1 1 3 3 4 5 6", "choose 2", "bank"],
    4000: ["roll 4 4 4 1 1 3 3 2 5 6", "choose 4", "bank"],
    6000: ["roll 6 6 6 1 1 3 3 2 5 4", "choose 6", "bank"],
    9000: ["roll 6 6 6 6 1 3 3 2 5 4", "choose 6", "bank"],
    25000: ["roll 5 5 5 5 5 5 5 1 2 3", "choose 5", "bank"],
}


def vectors(kind: str, starts: str) -> list[Any]:
    """Pick the examples of one kind that are this game's; one that says why, when the file is not here."""
    if not VECTORS.exists():
        return [pytest.param({}, marks=pytest.mark.skip(reason=f"the worked examples are not here: {VECTORS.name}"))]
    found = json.loads(VECTORS.read_text())[kind]
    return [pytest.param(one, id=one["id"]) for one in found if one["id"].startswith(starts)]


def throws(vector: dict[str, Any]) -> list[str]:
    """Write the throws of a turn down; the number is chosen after the first ten dice."""
    lines = []
    for throw in vector["rolls"]:
        lines.append("break" if throw == "break" else f"roll {' '.join(throw)}")
        if len(throw) == 10 and vector["result"] != "bonus_card":
            lines.append(f"choose {vector['face']}")
    return lines


def played(lines: list[str], *header: str) -> dict[str, Any]:
    said, _ = report("\n".join(["game: high-roll", *header, "", *lines]))
    return said


@pytest.mark.parametrize("vector", vectors("high_roll_turns", "HR"))
def test_6_turns(vector: dict[str, Any]) -> None:
    lines = throws(vector)
    header = ("players: Ann, Bob", f"first_set_aside: {vector['mode']}")
    said = played(lines, *header)
    if vector["result"] == "illegal":
        assert said["error"]["line"] == len(header) + 2 + len(lines)
        return
    assert said["error"] is None
    if vector["result"] == "open":
        assert said["turn"]["points"] == vector["points"]
        assert [offer["points"] for offer in said["options"] if offer["event"] == "bank"] == [vector["points"]]
        return
    if vector["result"] == "bonus_card":
        assert said["awaits"] == {"what": "decision", "dice": 0}
        points = vector["points"] or 500
        said = played([*lines, f"card {points}"], *header)
        assert said["players"][0]["total"] == points
        assert (said["turn"]["player"], said["awaits"]) == ("Ann", {"what": "roll", "dice": 10})
        return
    if said["turn"]["player"] == "Ann":
        said = played([*lines, "bank"], *header)
    assert said["players"][0]["total"] == vector["points"]
    assert said["turn"] == {"player": "Bob", "points": 0, "rolls": 0}


@pytest.mark.parametrize("vector", vectors("games", "HRG"))
def test_6_games(vector: dict[str, Any]) -> None:
    lines = [
        line
        for cards, points in vector["turns"]
        for line in [*(line for card in cards for line in (f"roll {MISS}", f"card {card}")), *SCORES[points]]
    ]
    totals = ", ".join(str(vector["start"][name]) for name in vector["order"])
    said = played(lines, f"players: {', '.join(vector['order'])}", f"totals: {totals}")
    assert said["error"] is None
    assert {player["name"]: player["total"] for player in said["players"]} == vector["totals"]
    assert (said["over"], said["winners"]) == (
        vector["game_winner"] is not None,
        [vector["high_roll_winner"]] if vector["high_roll_winner"] else [],
    )


def test_7_fp5_the_highest_sum_of_ten_dice_starts() -> None:
    lines = ["roll 6 6 5 5 4 4 3 3 2 1", "roll 6 6 6 5 4 4 3 3 2 1", "roll 1 1 1 1 1 1 1 1 1 1"]
    said = played(lines, "players: Ann, Bob, Cid", "first: throw")
    assert said["error"] is None
    assert (said["turn"]["player"], said["awaits"]) == ("Bob", {"what": "roll", "dice": 10})
