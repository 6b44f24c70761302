"""Whole matches under the eye that ships: dice are drawn, filmed, read and scored, and nobody taps.

The dice of these tables are ones that the eye reads surely; about others it asks, and then a match has taps. Of the
special dice that is so for most sets yet, so that they are played on coloured squares too, in `test_camera`.
"""

from pathlib import Path

import pytest

from api.places import Place, Places
from scoring import log
from tests.api.drawn import DrawnTable
from tests.api.plays import KEEP, Evening, acted, pictures
from tests.api.test_camera import AREAS, GOLDEN, in_order
from vision.kit import kits
from vision.picture import load
from vision.throw.drift import remembered
from vision.throw.settle import eye
from vision.throw.zones import zones

FIRST, _, *LAST = GOLDEN["jack-stone"].split("bank\n")
SHORT = "bank\n".join((FIRST, *LAST))  # one turn each: nothing is thrown for nothing
# A match as its ten dice can fall, unlike the golden one, whose faces are any.
PHASE_10 = """game: phase-10
players: Ann, Bob
scored: 36 40 45 49 52 50 38 30; 36 40 45 49 52 50 38 30 41

roll 8G 8O 5O 7O 9R 8R 4G 3G 4B 3B
keep 8G 8O 8R
roll 9G 6G 9R 2G 3G 2R 1G
keep 8G 8O 8R
roll 9G 7O 9R WO WB 2R 3B
bank
roll 5R 10R 5O 10B 7R 8R WR 1R 3R 4R
keep 5O 5R 10B 10R WR
roll 7R 9G WO 2R WR
keep 5O 5R 10B 10R WO WR WR
roll 8O 8R WG
bank
roll 7B 5G 9G 5R 5B 10O 4G WO WB WG
keep 5B 5G 5R WB WG WO
roll 5R 9G 8R 3O
keep 3O 5B 5G 5R 5R 9G WB WG WO
roll 6O
bank
"""
# Each on the table of that seed.
LONG = {
    "jack-stone": (GOLDEN["jack-stone"], 4),
    "ten-thousand": (GOLDEN["ten-thousand"], 7),
    "high-roll": (GOLDEN["high-roll"], 10),
    "phase-10": (PHASE_10, 57),
}


def plays_itself(golden: str, seed: int, house: Path) -> None:
    """A match is filmed on a drawn table; what the camera makes of the film is the same match."""
    match = log.read(golden)
    assert match.view.over
    area = match.game in AREAS
    folder = pictures(DrawnTable(seed, match.game).filmed(acted(match, area=area)), house / "film")
    if area:
        frame = load(next(folder.iterdir()).read_bytes())
        Places(house / "cameras").keep(str(folder), Place(zones((), KEEP), remembered(frame)))
    kit = match.game if match.game in kits() else "pips"
    table = Evening(house, match, asked=eye(kit), kit=kit)
    try:
        table.shows(folder)
        assert table.dealer.questions.at(table.sheet) is None
        assert in_order(table.sheet.match) == in_order(match)
    finally:
        table.close()


def test_a_short_match_is_seen_from_its_first_throw_to_its_last(tmp_path: Path) -> None:
    plays_itself(SHORT, 4, tmp_path)


@pytest.mark.long
def test_a_match_of_ten_grand_is_seen_from_its_first_throw_to_its_last(tmp_path: Path) -> None:
    plays_itself(GOLDEN["ten-grand"], 4, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("game", LONG)
def test_a_match_is_seen_from_its_first_throw_to_its_last(game: str, tmp_path: Path) -> None:
    plays_itself(*LONG[game], tmp_path)
