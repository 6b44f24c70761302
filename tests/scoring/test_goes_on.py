"""Where others sit down a match goes on as it stood, or not at all: what a header cannot tell is refused."""

import pytest

from scoring.dice import RuleError
from scoring.game import LAST_TURNS
from scoring.games import game
from scoring.log import read

ONLY_PHASES = "Only phases go along, and Ann has other points: what was agreed upon, or lost by a miss."
NOT_TOLD = "The points do not tell whether Ann is on the board: play on until Ann has scored more."


def brings(text: str) -> str:
    """What a header has of a match file to go on elsewhere, and who is next."""
    match = read(text)
    tell = game(match.game).paper or pytest.fail("it goes on nowhere else")
    paper = tell(match.state)
    return f"{', '.join(f'{name} {what}' for name, what in paper.brings)}; {paper.next}"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("game: ten-thousand\nplayers: Ann, Bob\ntotals: 10000, 9000\n", LAST_TURNS),
        ("game: high-roll\nplayers: Ann, Bob\ntotals: 122000, 9000\n", LAST_TURNS),
        ("game: phase-10\nplayers: Ann, Bob\nscored: 36 40 40 28 36 45 48 35 38 52; 40\n", LAST_TURNS),
        ("game: farkle\nplayers: Ann, Bob\n\nadjust Ann 100\n", NOT_TOLD),
        ("game: phase-10\nplayers: Ann, Bob\nscored: 36; 30\n\nadjust Ann -20\n", ONLY_PHASES),
    ],
)
def test_what_a_header_cannot_tell_is_refused(text: str, says: str) -> None:
    with pytest.raises(RuleError) as refusal:
        brings(text)
    assert str(refusal.value) == says


def test_who_began_is_first_again() -> None:
    text = "game: ten-thousand\nplayers: Ann, Bob\nfirst: throw\n\nroll 2\nroll 5\n"
    assert brings(text) == "Bob 0, Ann 0; Bob"


def test_points_that_were_agreed_go_along_where_the_board_is_no_matter() -> None:
    assert brings("game: jack-stone\nplayers: Ann, Bob\n\nadjust Ann -50\n") == "Ann -50, Bob 0; Ann"
