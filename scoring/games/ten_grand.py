"""Ten Grand (rule book 2): six dice with A K Q J 50 100, pull aside what scores, stop or roll on, beat 10,000 or burn.

The final round begins when somebody stops at 10,000 or more (`goal`); everybody else then has one turn, and must go on
until they beat the highest total or burn.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache, partial

from scoring import family
from scoring.advice.family import advise
from scoring.dice import Die, Face, quoted
from scoring.family import GOAL, Board, Ending, Rules, goal
from scoring.game import HeaderError, Option
from scoring.header import MOST, UNIT, number, score, stands
from scoring.sheet import NEXT, TOTALS
from scoring.turn import Scale, Straight, group, sets

TITLE = "Ten Grand"
FACES = ("J", "Q", "K", "A", "50", "100")
DICE = tuple(Die(f"die {count}", tuple(map(Face.parse, FACES))) for count in range(1, 7))
SINGLES = 150  # what the 50 and the 100 of a straight pay without it
MOST_ROLLS = 10  # in which a player may have to get on the board: the odds of each take as long again
POKER = "10=100 9=50"  # as the nines and tens of poker dice mostly count
TRIPLES = "J=300 Q=400 K=500 A=600 50=500 100=1000"


@lru_cache
def scale(triples: str = TRIPLES) -> Scale:
    """List what scores (rule book 2.4, 2.5): 50 and 100, and three or more of a kind, each further die doubling.

    >>> [group.points for group in scale().groups if str(group.dice) in ("100", "100 100 100 100", "J J J")]
    [100, 300, 2000]
    """
    return Scale((group("50", 50), group("100", 100), *sets(_table(triples), doubling=range(4, 7))))


def _table(text: str) -> dict[str, int]:
    """Read what three of a kind pay: `A=1000` changes one face, `300/400/500/600` are J/Q/K/A.

    >>> _table("A=1000")["A"], _table("200/300/400/600")["K"], _table("A=1000")["50"]
    (1000, 400, 500)
    """
    courts = re.fullmatch(r"\s*([0-9]+)/([0-9]+)/([0-9]+)/([0-9]+)\s*", text)
    words = [f"{face}={points}" for face, points in zip(FACES, courts.groups(), strict=False)] if courts else []
    found = [
        re.fullmatch(rf"({'|'.join(FACES)})[=:]([0-9]{{1,6}})", word)
        for word in words or text.replace(",", " ").split()
    ]
    pairs = {pair[1]: int(pair[2]) for pair in found if pair}
    if (
        not pairs
        or len(pairs) != len(found)
        or any(points % UNIT or not 0 < points <= MOST for points in pairs.values())
    ):
        raise HeaderError(
            "triples",
            f"`triples` says what three of a kind pay, multiples of {UNIT} up to {MOST:,}, as in `A=1000 K=500`, "
            f"not {quoted(text)}.",
        )
    return pairs if text == TRIPLES else _table(TRIPLES) | pairs


def _straight(options: Mapping[str, str]) -> Straight | None:
    """Read what one of each face pays, which must be more than the 50 and the 100 in it that it may replace."""
    points, replaces = score(options, "straight"), options["straight_mode"] == "replace"
    if 0 < points <= SINGLES and replaces:
        raise HeaderError("straight", f"`straight` pays more than {SINGLES}, which its 50 and 100 pay alone, or 0.")
    return Straight(points, replaces) if points else None


def _board(options: Mapping[str, str]) -> Board:
    """Read what gets a player on the board; nobody could tell the odds of more throws than MOST_ROLLS in time."""
    rolls = number(options, "board_rolls")
    if rolls > MOST_ROLLS:
        raise HeaderError("board_rolls", f"`board_rolls` is at most {MOST_ROLLS}, not {rolls:,}.")
    return Board(number(options, "board_min"), rolls, in_final=options["board_in_final"] == "true")


def rules(options: Mapping[str, str]) -> Rules:
    """Read how this table plays (rule book 8, A1 to A7)."""
    return Rules(
        title=TITLE,
        die=DICE[0],
        scale=scale(options["triples"]),
        bank_best=options["stop_scores"] == "best",
        straight=_straight(options),
        board=_board(options),
        ending=Ending(replace(goal(options), whole_table=options["final_scope"] == "all_others"), must_beat=True),
        first="best_score" if options["first"] == "throw" else "seat",
        bust="burn",
        all_aside="Rollout: all six dice score",
        stands=stands(options),
    )


OPTIONS = (
    Option(
        "triples",
        TRIPLES,
        None,
        "What three of a kind pay; each further die doubles it. A=1000 changes one face, 200/300/400/600 are J/Q/K/A.",
        ("A=1000", "200/300/400/600"),
    ),
    Option(
        "straight",
        "0",
        None,
        "What one of each face pays over the six dice of a set, also across rolls; 0: no straight.",
        ("200",),
    ),
    Option(
        "straight_mode",
        "replace",
        {"replace": "In place of what its dice have earned before", "add": "On top of it"},
        "How a straight pays.",
    ),
    Option("board_min", "0", None, "Points that the first score of a player needs in one turn.", ("350",)),
    Option("board_rolls", "0", None, "Rolls that the first score of a player needs in one turn.", ("3",)),
    Option(
        "board_in_final",
        "true",
        {"true": "Yes", "false": "No"},
        "Whether a player without a score needs these in the final round too.",
    ),
    Option(
        "stop_scores",
        "best",
        {"best": "The best score of that roll", "kept": "Only the dice that are named first"},
        "What stopping straight after a roll takes.",
    ),
    Option(
        "final_scope",
        "all_others",
        {"all_others": "Everybody else", "rest_of_round": "Only who has not yet played in this round"},
        "Who has a last turn when somebody reaches the goal.",
    ),
    Option(
        "first",
        "seat",
        {"seat": "The first seat", "throw": "Everybody throws all six dice, the highest score starts"},
        "Who starts.",
    ),
    Option(
        "face_map",
        POKER,
        {POKER: "A 10 is a 100, and a 9 is a 50", "10=50 9=100": "A 10 is a 50, and a 9 is a 100"},
        "What the 10 and the 9 of poker dice count as, where these are thrown.",
    ),
    GOAL,
    TOTALS,
    NEXT,
)

GAME = family.game(
    id="ten-grand",
    title=TITLE,
    about="Six dice with A K Q J 50 100: pull aside what scores, stop or roll on; a roll without a score is a burn.",
    kit="ten-grand",
    dice=DICE,
    options=OPTIONS,
    start=partial(family.start, rules),
    advise=advise,
    counted=family.counted,
)
