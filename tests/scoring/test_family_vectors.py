"""The worked examples of the rule book (2 to 4 and 7), each played as a match file and asked for its score."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.scoring.play import report

VECTORS = Path(__file__).parents[2].parent / "shared" / "vectors.json"
IDS = {"ten_grand": "ten-grand", "ten_thousand_directions": "ten-thousand", "jack_stone": "jack-stone"}
OPTIONS = {
    "": (),
    "straight on": ("straight: 200",),
    "board on": ("board_min: 350", "board_rolls: 3"),
    "strict pairs": ("quads_as_two_pairs: false",),
}

# The same final round as `totals: 10000, 9900`, played from paper a turn earlier.
UP_TO_THE_FINAL_ROUND = "totals: 9900, 9900", "", "roll 100 J J Q K A", "keep 100", "bank"

# Throws that leave so many dice to throw once what scores is set aside, on pips and on the card faces.
LEAVES = {
    6: (),
    5: ("1", "1 2 3 4 6 6"),
    4: ("1 1", "1 1 2 3 4 6"),
    3: ("1 1 1", "1 1 1 2 3 4"),
    2: ("1 1 1 1", "1 1 1 1 2 3"),
    1: ("1 1 1 1 1", "1 1 1 1 1 2"),
}
CARDS = {"1": "100", "2": "J", "3": "Q", "4": "K", "6": "A"}


def vectors(kind: str, key: str = "game", name: str = "") -> list[Any]:
    """Pick the examples of one kind, of one game where it is named; one that says why, when the file is not here."""
    if not VECTORS.exists():
        return [pytest.param({}, marks=pytest.mark.skip(reason=f"the worked examples are not here: {VECTORS.name}"))]
    found = [one for one in json.loads(VECTORS.read_text())[kind] if not name or one[key] == name]
    return [pytest.param(one, id=one["id"]) for one in found if one.get(key, name) in (*IDS, "")]


def scored(game: str, *lines: str) -> dict[str, Any]:
    said, _ = report("\n".join([f"game: {game}", "players: Ann, Bob", *lines, ""]))
    return said


def thrown(game: str, roll: list[str], *options: str) -> dict[str, Any]:
    """Throw these dice, fewer than six after a throw that leaves so many."""
    before = LEAVES[len(roll)]
    lines = [f"{word} {dice}" for word, dice in zip(("keep", "roll"), before, strict=False)][::-1]
    if game == "ten-grand":
        lines = [" ".join(CARDS.get(word, word) for word in line.split()) for line in lines]
    said = scored(game, "totals: 1000, 1000", *options, "", *lines, f"roll {' '.join(roll)}")
    assert said["error"] is None
    return said


def keeps(said: dict[str, Any]) -> list[dict[str, Any]]:
    return [offer for offer in said["options"] if offer["event"].startswith("keep ")]


def by_kept(said: dict[str, Any]) -> dict[str, int]:
    """Tell the best points for each number of dice set aside."""
    found: dict[str, int] = {}
    for offer in keeps(said):
        number = str(len(offer["event"].split()) - 1)
        found[number] = max(offer["points"], found.get(number, 0))
    return found


def assert_scores(said: dict[str, Any], vector: dict[str, Any]) -> None:
    assert by_kept(said) == vector["by_kept"]
    assert len(keeps(said)) == vector["n_keeps"]
    assert max(by_kept(said).values(), default=0) == vector["best"]
    assert (said["turn"]["player"] == "Bob") == vector["burn"]


def entry(step: str) -> str:
    """Read a step of the examples: `r:133446`, `k:1`, `ks:J Q K A` (a straight), `stop`."""
    word, _, dice = step.partition(":")
    faces = dice.split() if " " in dice or dice in CARDS.values() or dice == "50" else [*dice]
    return " ".join([{"r": "roll", "k": "keep", "ks": "keep", "stop": "bank"}[word], *faces])


@pytest.mark.parametrize("vector", vectors("ten_grand_rolls"))
def test_2_throws(vector: dict[str, Any]) -> None:
    said = thrown("ten-grand", vector["roll"])
    assert_scores(said, vector)
    banks = [offer["points"] for offer in said["options"] if offer["event"] == "bank"]
    risked = said["turn"]["points"]
    assert banks == ([] if vector["burn"] else [risked + vector["best"]])


@pytest.mark.parametrize("vector", vectors("ten_grand_rolls"))
def test_2_9_throws_with_the_straight(vector: dict[str, Any]) -> None:
    said = thrown("ten-grand", vector["roll"], "straight: 200")
    assert max(by_kept(said).values(), default=0) == vector["straight_on"]


@pytest.mark.parametrize("vector", vectors("ten_thousand_rolls"))
def test_3_throws(vector: dict[str, Any]) -> None:
    assert_scores(thrown("ten-thousand", vector["roll"]), vector)


@pytest.mark.parametrize("vector", vectors("ten_thousand_rolls"))
def test_3_5_throws_with_strict_pairs(vector: dict[str, Any]) -> None:
    said = thrown("ten-thousand", vector["roll"], "quads_as_two_pairs: false")
    strict = vector["strict_by_kept"]
    expected = dict(pair.split(":") for pair in strict.split(", ")) if strict != "same" else vector["by_kept"]
    assert by_kept(said) == {number: int(points) for number, points in expected.items()}
    assert max(by_kept(said).values(), default=0) == vector["strict_pairs"]


@pytest.mark.parametrize("vector", vectors("jack_stone_rolls"))
def test_4_throws(vector: dict[str, Any]) -> None:
    assert_scores(thrown("jack-stone", vector["roll"], "keep_rule: any"), vector)


@pytest.mark.parametrize("vector", vectors("jack_stone_rolls"))
def test_4_4_what_is_set_aside(vector: dict[str, Any]) -> None:
    assert [offer["event"] for offer in keeps(thrown("jack-stone", vector["roll"]))] == [f"keep {vector['set_aside']}"]
    assert len(vector["roll"]) - len(vector["set_aside"].split()) == vector["left"]


@pytest.mark.parametrize("vector", vectors("turns"))
def test_2_to_4_turns(vector: dict[str, Any]) -> None:
    totals = "1000, 1000" if vector.get("on_board", True) else "0, 1000"
    if "must_beat" in vector:
        totals = f"{vector['must_beat']}, {vector['total']}"
    assert_turn(vector, f"totals: {totals}", "")


@pytest.mark.parametrize("vector", [one for one in vectors("turns") if "must_beat" in one.values[0]])
def test_2_12_turns_of_a_final_round_that_is_played_to(vector: dict[str, Any]) -> None:
    assert (vector["must_beat"], vector["total"]) == (10_000, 9900)
    assert_turn(vector, *UP_TO_THE_FINAL_ROUND)


def assert_turn(vector: dict[str, Any], *before: str) -> None:
    """Play the steps; an illegal turn is refused at its last step, or at a keep that leaves scoring dice lying."""
    game, options = IDS[vector["game"]], OPTIONS[vector["options"]]
    lines = [*options, *before, *map(entry, vector["steps"])]
    stands, said = scored(game, *options, *before), scored(game, *lines)
    if vector["result"] == "illegal":
        keeps_too_few = vector["points"] == "all scoring dice must be set aside"
        assert said["error"]["line"] == 2 + len(lines) - keeps_too_few
        return
    assert said["error"] is None
    player = stands["turn"]["player"]
    totals = {one["name"]: one["total"] for one in stands["players"]}
    totals[player] += vector["points"]
    assert {one["name"]: one["total"] for one in said["players"]} == totals
    assert said["over"] or said["turn"]["player"] != player


@pytest.mark.parametrize("vector", vectors("games", "rules"))
def test_7_games(vector: dict[str, Any]) -> None:
    game = IDS[vector["rules"]]
    totals = ", ".join(str(vector["start"][name]) for name in vector["order"])
    lines = [f"game: {game}", f"players: {', '.join(vector['order'])}", f"totals: {totals}", ""]
    for turn, (player, _, _, total) in zip(vector["turns"], vector["log"], strict=True):
        said, _ = report("\n".join(lines))
        assert said["turn"]["player"] == player
        lines += [entry(step) for step in turn]
        said, _ = report("\n".join(lines))
        assert said["error"] is None
        assert {"name": player, "total": total} in said["players"]
    assert {player["name"]: player["total"] for player in said["players"]} == vector["totals"]
    assert (said["over"], said["winners"]) == (vector["winner"] is not None, vector["winner"] or [])


# The rule book's table of first players (7, FP1 to FP4 and FP8): it is not among the examples of the file.


@pytest.mark.parametrize(
    ("game", "option", "throws", "scores", "awaits"),
    [
        ("ten-grand", "", ("100 50 J Q K K", "J J J Q Q K"), (150, 300), ["Bob"]),
        ("ten-grand", "", ("100 50 J Q K K", "100 50 A A Q K"), (150, 150), ["Ann", "Bob"]),
        ("ten-grand", "", ("J J Q Q K A", "A A K K Q J"), (0, 0), ["Ann", "Bob"]),
        ("ten-grand", "straight: 200", ("100 50 J Q K A", "100 J J Q K A"), (200, 100), ["Ann"]),
        ("ten-thousand", "", ("4", "6", "6"), (4, 6, 6), ["Bob", "Cid"]),
    ],
    ids=["FP1", "FP2", "FP3", "FP4", "FP8"],
)
def test_7_who_starts(
    game: str, option: str, throws: tuple[str, ...], scores: tuple[int, ...], awaits: list[str]
) -> None:
    names = ["Ann", "Bob", "Cid"][: len(throws)]
    lines = [f"game: {game}", f"players: {', '.join(names)}", "first: throw", *([option] if option else []), ""]
    lines += [f"roll {throw}" for throw in throws]
    said, _ = report("\n".join(lines))
    best = [name for name, score in zip(names, scores, strict=True) if score == max(scores)]
    assert awaits == best
    assert (said["error"], said["turn"]["player"]) == (None, awaits[0])
    again = len(awaits) > 1
    assert said["awaits"] == {"what": "roll", "dice": 1 if again and game == "ten-thousand" else 6}
    if again:
        said, _ = report("\n".join([*lines, f"roll {throws[0]}"]))
        assert said["turn"]["player"] == awaits[1]
