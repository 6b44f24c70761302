"""What `croupier score` tells about a match file."""

import json
import random
from pathlib import Path

import pytest

from scoring.log import read, write
from scoring.match import Match
from tests.scoring.play import report

SAMPLES = sorted((Path(__file__).parents[2] / "samples" / "matches").glob("*.match"))
SAMPLE = next(path for path in SAMPLES if path.stem == "jack-stone")
HEADER = "game: jack-stone\nplayers: Ann, Bob\nkeep_rule: any\n\n"


def test_a_legal_match_is_told_in_one_object() -> None:
    said, status = report(HEADER + "roll 1 5 5 3 4 6\nkeep 1\nroll 5 5 2 3 4\n")
    assert json.loads(json.dumps(said)) == {
        "game": "jack-stone",
        "players": [{"name": "Ann", "total": 0}, {"name": "Bob", "total": 0}],
        "turn": {"player": "Ann", "points": 100, "rolls": 2},
        "awaits": {"what": "decision", "dice": 0},
        "options": [
            {"event": "keep 5 5", "label": "Set aside 5 5: 2 x 5 = 100", "points": 100},
            {"event": "keep 5", "label": "Set aside 5: 1 x 5 = 50", "points": 50},
        ],
        "over": False,
        "winners": [],
        "events": 3,
        "error": None,
    }
    assert status == 0


def test_an_illegal_match_is_told_as_far_as_it_is_legal() -> None:
    said, status = report(HEADER + "roll 1 5 5 3 4 6\nkeep 1\nkeep 5\nbank\n")
    assert said["error"] == {"line": 7, "message": "Dice of this throw are aside already: throw 5 dice or bank."}
    assert said["options"] == [{"event": "bank", "label": "Bank 100: total 100", "points": 100}]
    assert said["events"] == 2
    assert status == 2


def test_a_wrong_header_is_an_error_too_and_the_object_keeps_its_shape() -> None:
    said, status = report("game: chess\nplayers: Ann\n")
    assert json.dumps(said["error"]).startswith('{"line": 1, "message": "There is no game `chess`: the games are ')
    assert said.keys() == report(HEADER)[0].keys()
    assert status == 1


@pytest.mark.parametrize("slip", ["rol 1 1 5 2 3 4", "roll 1 1 5 2 3 7up", "keep", "bank it", "amend three bank"])
def test_a_slip_of_the_pen_is_not_an_illegal_match(slip: str) -> None:
    said, status = report(HEADER + "roll 1 5 5 3 4 6\n" + slip + "\n")
    assert said["error"]["line"] == 6
    assert said["events"] == 1
    assert status == (2 if slip == "keep" else 1)


def test_whatever_a_file_says_there_is_an_answer() -> None:
    chance = random.Random(1)  # noqa: S311 - scribbles, not secrets
    text = SAMPLE.read_text()
    scribbles = "0179AW# :,-\n\t\x00\u2028\ud800é"
    for _ in range(300):
        at, to = sorted(chance.sample(range(len(text)), 2))
        cut = text[:at] + chance.choice(scribbles) + text[chance.choice([at, at + 1, to]) :]
        said, status = report(cut)
        assert status in (0, 1, 2)
        assert said["error"] is None or said["error"]["message"].endswith((".", "after it."))


def test_when_the_match_is_over_nobody_is_to_act() -> None:
    said, _ = report("game: jack-stone\nplayers: Ann\ntotals: 9950\n\nroll 5 2 3 4 4 6\nkeep 5\nbank\n")
    assert (said["over"], said["winners"], said["options"]) == (True, ["Ann"], [])
    assert said["turn"] == {"player": None, "points": 0, "rolls": 0}
    assert said["awaits"] == {"what": "over", "dice": 0}


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_every_sample_is_a_whole_legal_match_and_reads_itself_back(sample: Path) -> None:
    text = sample.read_text(encoding="utf-8")
    said, _ = report(text)
    assert said["error"] is None
    assert said["over"]
    assert said["game"] == sample.stem
    assert write(read(text)) == text


def test_the_sample_match_folds_to_its_written_ending() -> None:
    said, _ = report(SAMPLE.read_text())
    assert said["error"] is None
    assert said["players"] == [{"name": "P1", "total": 4650}, {"name": "P2", "total": 10100}]
    assert said["winners"] == ["P2"]


def test_the_sample_round_of_the_rules_ends_0_to_600() -> None:
    whole = read(SAMPLE.read_text())
    match = Match.start(whole.game, whole.players)
    for entry in whole.entries[:12]:
        match = match.add(entry)
    assert [total for _, total in match.view.totals] == [0, 600]
    assert [(row.what, row.points) for row in match.view.card] == [("bust", 0), ("bank", 600)]
