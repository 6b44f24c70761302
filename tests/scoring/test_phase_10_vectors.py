"""The worked examples of the rule book (5.4 and 7), each played as a match file and asked for its score."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from scoring.games.phase_10 import GAME
from tests.scoring.play import report

VECTORS = Path(__file__).parents[2].parent / "shared" / "vectors.json"
SCORES = (36, 40, 45, 49, 52, 54, 40, 30, 44, 50)  # for phases that an example takes for made
DICE = {die.name: die for die in GAME.dice}
NOTHING = "5R 5G 6B 6G 7R 7G 4G 4O 3R 3B"  # makes no phase at all

# Dice that are worth so much in a phase, D1 to D6 and L1 to L4.
WORTH = {
    (5, 45): "5 6 8 9 10 10 3 4 WG 1",
    (7, 40): "9 9 9 9 5 6 1 1 1 1",
    (9, 44): "8 8 8 8 8 5 2 2 1 3",
    (10, 48): "9 9 9 9 9 5 1 1 1 2",
    (10, 50): "9 9 9 9 9 5 WR WB 1 2",
    (10, 52): "10 10 10 10 10 5 1 1 WG 3",
    (8, 30): "5R 6R 7R 8B 9R 9G WR 1R 2R 3B",
}


def vectors(kind: str, name: str = "phase10") -> list[Any]:
    """Pick the examples of one kind that are this game's; one that says why, when the file is not here."""
    if not VECTORS.exists():
        return [pytest.param({}, marks=pytest.mark.skip(reason=f"the worked examples are not here: {VECTORS.name}"))]
    found = json.loads(VECTORS.read_text())[kind]
    return [pytest.param(one, id=one["id"]) for one in found if one.get("rules", name) == name]


def face(die: str, shows: str) -> str:
    """Name a face of a die in full: each number is on a die once, a wild or a face with its colour is itself."""
    return next(str(face) for face in DICE[die].faces if shows.upper() in (str(face), face.symbol))


def on_dice(shows: str) -> dict[str, str]:
    return {die: face(die, each) for die, each in zip(DICE, shows.replace("/", " ").split(), strict=True)}


def rolled(phase: int, points: int | None) -> str:
    """Name dice that are worth so much in a phase."""
    if points is None:
        return NOTHING
    shows = WORTH[phase, points]
    return shows if phase == 8 else " ".join(on_dice(shows).values())


def told(*lines: str, players: str = "Ann, Bob", scored: str = "", **options: str) -> dict[str, Any]:
    header = ["game: phase-10", f"players: {players}", f"scored: {scored}", *(f"{k}: {v}" for k, v in options.items())]
    said, status = report("\n".join([*header, "", *lines]) + "\n")
    assert (said["error"], status) == (None, 0)
    return said


def paper(phase: int) -> str:
    """Write down that the first player has reached a phase."""
    return f"{' '.join(map(str, SCORES[: phase - 1]))};"


@pytest.mark.parametrize("vector", vectors("phase10_rolls"))
def test_5_4_rolls(vector: dict[str, Any]) -> None:
    for phase in range(1, 11):
        points = vector["scores"][str(phase)] or 0
        said = told(f"roll {vector['dice'].upper()}", scored=paper(phase))
        assert said["turn"] == {"player": "Ann", "points": points, "rolls": 1}
        assert [offer["points"] for offer in said["options"] if offer["event"] == "bank"] == [points]


@pytest.mark.parametrize("vector", vectors("phase10_turns"))
def test_5_4_turns(vector: dict[str, Any]) -> None:
    first, *again = vector["steps"]
    showing = on_dice(first.removeprefix("roll "))
    lines = [f"roll {' '.join(showing.values())}"]
    for step in again:
        thrown = {die: face(die, each) for die, each in re.findall(r"([DL]\d)→(\w+)", step)}
        lines.append(f"keep {' '.join(showing[die] for die in showing if die not in thrown)}")
        lines.append(f"roll {' '.join(thrown.values())}")
        showing |= thrown
    assert sorted(showing.values()) == sorted(vector["dice"].upper().split())
    before = told(scored=paper(vector["phase"]))["players"][0]["total"]
    assert told(*lines, scored=paper(vector["phase"]))["turn"]["points"] == (vector["score"] or 0)
    after = told(*lines, "bank", scored=paper(vector["phase"]))
    bonus = 40 if vector["phase"] == 5 and sum(SCORES[:4]) + (vector["score"] or 0) > 220 else 0
    finish = 40 if vector["phase"] == 10 and vector["score"] else 0
    assert after["players"][0]["total"] == before + (vector["score"] or 0) + bonus + finish


@pytest.mark.parametrize("vector", vectors("games"))
def test_5_4_games(vector: dict[str, Any]) -> None:
    players = ", ".join(vector["order"])
    scored = "; ".join(" ".join(map(str, vector["start"][name])) for name in vector["order"])
    made = {name: len(scores) for name, scores in vector["start"].items()}
    lines: list[str] = []
    for points in vector["events"]:
        player = told(*lines, players=players, scored=scored)["turn"]["player"]
        lines += [f"roll {rolled(made[player] + 1, points)}", "bank"]
        made[player] += points is not None
    said = told(*lines, players=players, scored=scored)
    assert {player["name"]: player["total"] for player in said["players"]} == vector["totals"]
    assert said["over"]
    best = max(vector["totals"].values())
    assert said["winners"] == [name for name in vector["order"] if vector["totals"][name] == best]


# The solitaire examples of 5.4: the phases made on paper, what happens then (points, or None for a miss), the total.
ALONE = [
    pytest.param("36 40 45 49 52 54 40 30 44", [50], 520, id="P10S1"),
    pytest.param("36 40 45 49 52 54 40 30", [*[None] * 6, 44, 50], 490, id="P10S2"),
    pytest.param("30 40 41 49 52 50 38 30 40", [50], 460, id="P10S4 without a miss"),
    pytest.param("36 40 45 49 52", [None] * 12, 202, id="P10S5"),
]


@pytest.mark.parametrize(("scored", "turns", "total"), ALONE)
def test_5_4_solitaire(scored: str, turns: list[int | None], total: int) -> None:
    phase, lines = len(scored.split()) + 1, []
    for points in turns:
        lines += [f"roll {rolled(phase, points)}", "bank"]
        phase += points is not None
    assert told(*lines, players="Ann", scored=scored)["players"] == [{"name": "Ann", "total": total}]


def test_5_4_solitaire_misses_before_phase_10_keep_the_bonus() -> None:
    lines = [f"roll {NOTHING}", "bank"] * 4 + [f"roll {rolled(7, 40)}", "bank"]
    said = told(*lines, players="Ann", scored="30 40 41 49 52 50")
    assert said["players"][0]["total"] == 262 - 20 + 40  # 212 in five phases: no Five Phase Bonus


def test_7_fp6_one_high_die_each_decides_the_order() -> None:
    said = told("roll 7", "roll 10", "roll 5", players="Ann, Bob, Cid", first="throw")
    assert said["turn"]["player"] == "Bob"


def test_7_fp7_the_tied_throw_again() -> None:
    said = told("roll 9", "roll 9", "roll 10", players="Ann, Bob, Cid", first="throw")
    assert (said["turn"]["player"], said["awaits"]) == ("Ann", {"what": "roll", "dice": 1})
    said = told("roll 9", "roll 9", "roll 10", "roll 5", "roll 6", players="Ann, Bob, Cid", first="throw")
    assert (said["turn"]["player"], said["awaits"]["dice"]) == ("Cid", 10)
