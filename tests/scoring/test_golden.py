"""The whole matches among the samples: each is legal, played to its end, and written as the log writes it."""

from pathlib import Path

import pytest

from scoring import log
from scoring.games import games
from scoring.score import LEGAL
from tests.scoring.play import report

MATCHES = Path(__file__).parents[2] / "samples" / "matches"
EVERY_MATCH = pytest.mark.parametrize("path", sorted(MATCHES.glob("*.match")), ids=lambda path: str(path.stem))


def test_every_game_has_a_whole_match() -> None:
    assert {path.stem for path in MATCHES.glob("*.match")} >= {game.id for game in games()}


@EVERY_MATCH
def test_a_sample_match_is_legal_and_over_and_somebody_wins(path: Path) -> None:
    said, status = report(path.read_text())
    assert (said["error"], status) == (None, LEGAL)
    assert said["over"]
    assert said["winners"]
    assert {player["name"] for player in said["players"]} >= set(said["winners"])


@EVERY_MATCH
def test_a_sample_match_survives_being_written_down(path: Path) -> None:
    match = log.read(path.read_text())
    text = log.write(match)
    assert log.read(text) == match
    assert log.read(text).state == match.state
    assert log.write(log.read(text)) == text
    assert text == path.read_text()


@pytest.mark.parametrize(
    ("name", "totals", "winners"),
    [
        ("ten-grand", {"Ann": 10_600, "Bob": 7450, "Cid": 10_000}, ["Ann"]),
        ("ten-thousand", {"Ann": 10_000, "Bob": 7700, "Cid": 10_400}, ["Cid"]),
        ("jack-stone", {"P1": 4650, "P2": 10_100}, ["P2"]),
        ("farkle", {"Ann": 10_000, "Bob": 10_100}, ["Bob"]),
    ],
)
def test_a_sample_match_comes_to_these_totals(name: str, totals: dict[str, int], winners: list[str]) -> None:
    said, _ = report((MATCHES / f"{name}.match").read_text())
    assert {player["name"]: player["total"] for player in said["players"]} == totals
    assert said["winners"] == winners
