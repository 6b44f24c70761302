"""Pictures that may show no new throw: a list of readings is an eye."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from api import telling, wire
from api.again import AGAIN, SAME, STILL, again
from api.album import Album
from api.shelf import Folder
from scoring.dice import Face
from scoring.match import Match
from tests.api.plays import Evening
from tests.api.test_dealer import FRAME
from vision.reading import Reading, Sighting


def seen(*dice: tuple[str, int]) -> wire.Reading:
    """What an eye sees that is sure: faces, each on a die of 30 pixels so far from the left."""
    lie = tuple(
        Sighting(Face(face), 0.999, None, (x, 40, x + 30, 70), ((x, 40), (x + 30, 40), (x + 30, 70), (x, 70)), "flat")
        for face, x in dice
    )
    return telling.reading_of(Reading(640, 480, "pips", lie, "sure", (), 1.0), 0.9)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """A table at which Ann threw a picture of six dice, and kept the 1 at 10."""
    table = Evening(tmp_path, Match.start("jack-stone", ["Ann", "Bob"]))
    album = Album(Folder(tmp_path / "pictures"))
    first = seen(("1", 10), ("3", 60), ("3", 110), ("4", 160), ("4", 210), ("6", 260))
    picture = album.keep(FRAME, first.model_dump_json())
    table.table.write(table.id, 0, lambda match: match.play("roll 1 3 3 4 4 6"), picture)
    table.table.write(table.id, 1, lambda match: match.play("keep 1"), picture)
    yield table
    table.close()


def test_a_picture_is_of_the_throw_and_not_of_what_was_played_with_it(evening: Evening) -> None:
    assert [bool(line.picture) for line in evening.sheet.lines] == [True, False]


def test_a_picture_sent_twice_is_asked_about_also_where_kept_dice_lay_beside_the_throw(
    evening: Evening, tmp_path: Path
) -> None:
    album = Album(Folder(tmp_path / "pictures"))
    thrown = (("2", 60), ("3", 110), ("4", 160), ("4", 210), ("6", 260))
    picture = album.keep(FRAME, seen(*thrown).model_dump_json())  # without the 1 that lay beside it
    evening.table.write(evening.id, 2, lambda match: match.play("roll 2 3 4 4 6"), picture)
    assert again(seen(("1", 10), *thrown), evening.sheet, album) == AGAIN
    moved = (("2", 60), ("3", 130), ("4", 180), ("4", 230), ("6", 330))
    assert again(seen(("1", 10), *moved), evening.sheet, album) == SAME
    assert not again(seen(("5", 10), *moved), evening.sheet, album)


@pytest.mark.parametrize(
    ("dice", "asks"),
    [
        ((("3", 60), ("3", 110), ("4", 160), ("4", 210), ("6", 260)), AGAIN),  # nobody threw them
        ((("1", 12), ("2", 70), ("5", 130), ("5", 190), ("6", 330)), STILL),  # the kept 1, and one is not to be seen
        ((("1", 40), ("2", 70), ("5", 130), ("5", 190), ("6", 330)), ""),  # another 1
        ((("3", 60), ("2", 110), ("5", 160), ("5", 210), ("6", 330)), ""),  # a 3 that rolled there once more
    ],
)
def test_dice_that_lie_where_they_lay_were_not_thrown_without_a_question(
    dice: tuple[tuple[str, int], ...], asks: str, evening: Evening, tmp_path: Path
) -> None:
    assert again(seen(*dice), evening.sheet, Album(Folder(tmp_path / "pictures"))) == asks


def played(folder: Path, game: str, *events: str) -> Evening:
    """A table of two that went so far."""
    table = Evening(folder, Match.start(game, ["Ann", "Bob"], {"keep_rule": "any"} if game == "jack-stone" else None))
    for seq, event in enumerate(events):
        table.table.write(table.id, seq, partial(Match.play, event=event))
    return table


HIGH_ROLL = ("roll 4 4 4 4 1 2 3 5 6 6", "choose 4", "roll 5 3 3 1 1 2")


@pytest.mark.parametrize(
    ("game", "events", "faces", "asks"),
    [
        ("jack-stone", ("roll 1 2 2 3 4 6", "keep 1", "roll 4 4 2 2 6"), "1 2 2 4 4 6", SAME),  # a bust of Ann's
        ("ten-grand", ("roll 50 50 50 J Q K", "keep 50 50 50", "roll K A 100", "keep 100", "bank"),
         "50 50 50 100 A K", SAME),
        ("high-roll", HIGH_ROLL, "4 4 4 4 5 3 3 1 1 2", SAME),
        ("jack-stone", ("roll 4 4 2 2 6 1", "keep 1"), "2 2 4 4 6", SAME),  # nobody threw the other five
        ("jack-stone", ("roll 1 2 2 3 4 6", "keep 1", "roll 4 4 2 2 6"), "1 2 2 4 6 6", ""),
        ("jack-stone", ("roll 4 4 2 2 6 1", "keep 1"), "2 2 4 6 6", ""),
        ("jack-stone", ("roll 1 1 1 2 4 5", "keep 1 1 1"), "2 4 5", ""),  # three dice show the same again now and then
        ("jack-stone", ("roll 1 1 1 2 4 6", "keep 1 1 1"), "2 4 6", SAME),  # that would lose the turn, and 1,000 points
        ("jack-stone", ("roll 1 1 1 5 5 6", "keep 1 1 1 5 5"), "6", SAME),
        ("jack-stone", ("roll 1 1 1 5 5 6", "keep 1 1 1 5 5"), "4", ""),
        ("yahtzee", ("roll 2 2 3 3 6", "keep 2 2 3 3"), "6", ""),  # no throw loses anything there
        ("jack-stone", (), "1 2 2 4 4 6", ""),
    ],
)  # fmt: skip
def test_what_shows_the_faces_that_lay_there_is_no_throw_without_a_question(
    game: str, events: tuple[str, ...], faces: str, asks: str, tmp_path: Path
) -> None:
    table, album = played(tmp_path, game, *events), Album(Folder(tmp_path / "pictures"))
    dice = [(face, 30 + 50 * n) for n, face in enumerate(faces.split())]
    assert again(seen(*dice), table.sheet, album) == asks
    table.close()


def test_the_first_throw_of_a_match_is_no_picture_of_the_match_before(evening: Evening, tmp_path: Path) -> None:
    album, before = Album(Folder(tmp_path / "pictures")), evening.sheet
    evening.begin(Match.start("jack-stone", ["Ann", "Bob"]))
    lay = (("1", 10), ("3", 60), ("3", 110), ("4", 160), ("4", 210), ("6", 260))
    elsewhere = tuple((face, x + 40) for face, x in lay)
    assert again(seen(*lay), evening.sheet, album, before) == AGAIN
    assert again(seen(*elsewhere), evening.sheet, album, before) == SAME
    assert not again(seen(*lay), evening.sheet, album)
    assert not again(seen(*elsewhere[:5], ("5", 400)), evening.sheet, album, before)
