"""Whole matches under the eye that ships: dice with pips are drawn, filmed, read and scored, and nobody taps.

The dice of these tables are ones that the eye reads surely; about others it asks, and then a match has taps. About the
special dice it asks most of the time, so that whole matches with them are played on coloured squares, in `test_camera`.
"""

from pathlib import Path

import pytest

from api.places import Place, Places
from scoring import log
from tests.api.drawn import DrawnTable
from tests.api.plays import KEEP, Evening, acted, pictures
from tests.api.test_camera import AREAS, GOLDEN, in_order
from vision.camera import load
from vision.settle import eye
from vision.zones import remembered, zones

FIRST, _, *LAST = GOLDEN["jack-stone"].split("bank\n")
SHORT = "bank\n".join((FIRST, *LAST))  # one turn each: nothing is thrown for nothing
LONG = {"jack-stone": 12, "ten-thousand": 7, "high-roll": 10}  # each on the table of that seed


def plays_itself(golden: str, seed: int, house: Path) -> None:
    """A match is filmed on a drawn table; what the camera makes of the film is the same match."""
    match = log.read(golden)
    assert match.view.over
    area = match.game in AREAS
    folder = pictures(DrawnTable(seed).filmed(acted(match, area=area)), house / "film")
    if area:
        frame = load(next(folder.iterdir()).read_bytes())
        Places(house / "cameras").keep(str(folder), Place(zones((), KEEP), remembered(frame)))
    table = Evening(house, match, asked=eye())
    try:
        table.shows(folder)
        assert table.dealer.question(table.sheet) is None
        assert in_order(table.sheet.match) == in_order(match)
    finally:
        table.close()


def test_a_short_match_is_seen_from_its_first_throw_to_its_last(tmp_path: Path) -> None:
    plays_itself(SHORT, 12, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("game", LONG)
def test_a_match_is_seen_from_its_first_throw_to_its_last(game: str, tmp_path: Path) -> None:
    plays_itself(GOLDEN[game], LONG[game], tmp_path)
