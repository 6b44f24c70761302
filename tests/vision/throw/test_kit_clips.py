"""Clips of the special dice: each throw is told once, and as it is; about one of the eight the eye asks.

The dice of `again` with Ten Grand are poker dice, whose 10 and 9 count as 100 and 50.
"""

from pathlib import Path

import pytest

from scoring.dice import Roll
from vision.camera.source import shots
from vision.kit import kit as kit_of
from vision.throw.settle import eye
from vision.watch import throws

CLIPS = Path(__file__).parents[3] / "samples" / "throws"


def clips() -> list[tuple[str, str, str]]:
    """Kit, clip and rolls."""
    kits = ("ten-grand", "phase-10")
    tables = [(kit, (CLIPS / kit / "rolls.tsv").read_text(encoding="utf-8").splitlines()) for kit in kits]
    return [(kit, *row.split("\t")) for kit, rows in tables for row in rows]


@pytest.mark.parametrize(
    ("kit", "name", "rolls"),
    [  # `make test` reads those in which some dice stay: they are the harder ones
        pytest.param(*clip, id="-".join(clip[:2]), marks=() if clip[1] == "stay.mp4" else pytest.mark.long)
        for clip in clips()
    ],
)
def test_each_throw_of_a_clip_is_told_once_and_exactly(kit: str, name: str, rolls: str) -> None:
    true = [Roll(tuple(map(kit_of(kit).counts_as, Roll.parse(roll.strip())))) for roll in rolls.split(";")]
    rests = list(throws(shots(str(CLIPS / kit / name)), eye(kit)))
    assert [rest.reading.roll.counts for rest in rests] == [roll.counts for roll in true]
    assert all(rest.reading.verdict == "sure" or rest.reading.reasons for rest in rests)
