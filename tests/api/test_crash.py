"""The plug is pulled a few times; `make crash` does it a thousand times."""

from pathlib import Path

from tests.crash import evening


def test_no_acknowledged_play_is_lost_or_doubled_when_the_server_is_killed(tmp_path: Path, port: int) -> None:
    ledger, _ = evening(tmp_path, 3, port + 41)
    assert ledger.matches
