"""The worked examples of the rule book (4 and 7), each played as a match file and asked for its score."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.score import report

VECTORS = Path(__file__).parents[2].parent / "shared" / "vectors.json"

# Throws that leave so many dice to throw once everything that scores is set aside.
LEAVES = {
    6: "",
    5: "roll 1 2 3 4 6 6\nkeep 1\n",
    4: "roll 1 1 2 3 4 6\nkeep 1 1\n",
    3: "roll 1 1 1 2 3 4\nkeep 1 1 1\n",
    2: "roll 1 1 1 1 2 3\nkeep 1 1 1 1\n",
    1: "roll 1 1 1 1 1 2\nkeep 1 1 1 1 1\n",
}


def vectors(kind: str, key: str, name: str) -> list[Any]:
    """Pick the examples of one kind that are this game's; one that says why, when the file is not here."""
    if not VECTORS.exists():
        return [pytest.param({}, marks=pytest.mark.skip(reason=f"the worked examples are not here: {VECTORS.name}"))]
    found = json.loads(VECTORS.read_text())[kind]
    return [pytest.param(one, id=one["id"]) for one in found if one.get(key, name) == name]


def after_throw(roll: list[str], keep_rule: str) -> dict[str, Any]:
    header = f"game: jack-stone\nplayers: Ann, Bob\nkeep_rule: {keep_rule}\n\n"
    said, _ = report(f"{header}{LEAVES[len(roll)]}roll {' '.join(roll)}\n")
    assert said["error"] is None
    return said


def entry(step: str) -> str:
    """Read a step of the examples: `r:133446`, `k:1`, `stop`."""
    word, _, dice = step.partition(":")
    return {"r": "roll ", "k": "keep ", "stop": "bank"}[word] + " ".join(dice)


@pytest.mark.parametrize("vector", vectors("jack_stone_rolls", "game", "jack_stone"))
def test_4_throws(vector: dict[str, Any]) -> None:
    said = after_throw(vector["roll"], "any")
    offers = said["options"]
    by_kept: dict[str, int] = {}
    for offer in offers:
        number = str(len(offer["event"].split()) - 1)
        by_kept[number] = max(offer["points"], by_kept.get(number, 0))
    assert by_kept == vector["by_kept"]
    assert len(offers) == vector["n_keeps"]
    assert (offers[0]["points"] if offers else 0) == vector["best"]
    assert (said["turn"]["player"] == "Bob") == vector["burn"]


@pytest.mark.parametrize("vector", vectors("jack_stone_rolls", "game", "jack_stone"))
def test_4_4_what_is_set_aside(vector: dict[str, Any]) -> None:
    offers = after_throw(vector["roll"], "all")["options"]
    assert [offer["event"] for offer in offers] == [f"keep {vector['set_aside']}"]
    assert len(vector["roll"]) - len(vector["set_aside"].split()) == vector["left"]


@pytest.mark.parametrize("vector", vectors("turns", "game", "jack_stone"))
def test_4_turns(vector: dict[str, Any]) -> None:
    lines = [entry(step) for step in vector["steps"]]
    said, _ = report("\n".join(["game: jack-stone", "players: Ann, Bob", "", *lines]))
    if vector["result"] == "illegal":
        assert said["error"]["line"] > 4
        return
    assert said["error"] is None
    assert said["players"] == [{"name": "Ann", "total": vector["points"]}, {"name": "Bob", "total": 0}]
    assert said["turn"] == {"player": "Bob", "points": 0, "rolls": 0}


@pytest.mark.parametrize("vector", vectors("games", "rules", "jack_stone"))
def test_7_games(vector: dict[str, Any]) -> None:
    header = ["game: jack-stone", f"players: {', '.join(vector['order'])}"]
    totals = ", ".join(str(vector["start"][name]) for name in vector["order"])
    lines = [entry(step) for turn in vector["turns"] for step in turn]
    said, _ = report("\n".join([*header, f"totals: {totals}", "", *lines]))
    assert said["error"] is None
    assert {player["name"]: player["total"] for player in said["players"]} == vector["totals"]
    assert (said["over"], said["winners"]) == (vector["winner"] is not None, vector["winner"] or [])
