"""The 10,000 dice game (rule book 3): six dice, 800 to get on the board, all six kept must be thrown again.

When a player stops at 10,000 or more (`goal`), everybody else has one more turn; the highest total wins.
"""

from collections.abc import Mapping
from functools import lru_cache, partial

from scoring import family
from scoring.advice.family import advise
from scoring.family import FIRST, GOAL, Board, Ending, Rules, goal
from scoring.game import Option
from scoring.header import number, score
from scoring.sheet import NEXT, TOTALS
from scoring.turn import TRIPLES, Scale, group, sets, three_pairs

TITLE = "10,000 dice game"


@lru_cache
def scale(*, straight: int = 1000, pairs: int = 1000, quads_as_two_pairs: bool = True) -> Scale:
    """List what scores (rule book 3.3 to 3.5): 1 and 5, three or more of a kind, the straight and three pairs.

    >>> [group.points for group in scale().groups if str(group.dice) in ("2 2 2 2", "2 2 2 2 3 3", "1 1 1 1 1 1")]
    [8000, 400, 1000]
    """
    singles = (group("1", 100), group("5", 50))
    of_a_kind = sets(TRIPLES, doubling=range(4, 7))
    run = (group("1 2 3 4 5 6", straight, "straight"),) if straight else ()
    three = three_pairs("123456", pairs, alike=4 if quads_as_two_pairs else 2) if pairs else ()
    return Scale((*singles, *of_a_kind, *run, *three))


def rules(options: Mapping[str, str]) -> Rules:
    """Read how this table plays (rule book 8, B1 to B5)."""
    return Rules(
        title=TITLE,
        scale=scale(
            straight=score(options, "straight"),
            pairs=score(options, "three_pairs"),
            quads_as_two_pairs=options["quads_as_two_pairs"] == "true",
        ),
        take_all_last=options["must_take_all_last"] == "true",
        must_throw_on=True,
        board=Board(number(options, "board_min")),
        ending=Ending(goal(options), throw_once=options["final_turn"] == "single_roll", ties=options["tie_break"]),
        first="one_die" if options["first"] == "throw" else "seat",
    )


OPTIONS = (
    Option("board_min", "800", None, "Points that the first score of a player needs in one turn.", ("0", "1000")),
    Option("straight", "1000", None, "What 1 2 3 4 5 6 in one throw pays; 0: nothing.", ("500", "0")),
    Option("three_pairs", "1000", None, "What three pairs in one throw pay; 0: nothing.", ("500", "0")),
    Option(
        "quads_as_two_pairs",
        "true",
        {"true": "Yes", "false": "No"},
        "Whether four of a kind and a pair count as three pairs.",
    ),
    Option(
        "must_take_all_last",
        "false",
        {"false": "No, the player chooses", "true": "Yes"},
        "Whether all dice of a throw are set aside when every one of them scores.",
    ),
    Option(
        "final_turn",
        "turn",
        {"turn": "One more turn", "single_roll": "One more throw, which counts at its best"},
        "What everybody else has when somebody reaches the goal.",
    ),
    Option(
        "tie_break",
        "shared",
        {
            "shared": "All who have it",
            "first_reached": "Whoever had the total first",
            "rolloff": "The highest of one die each",
        },
        "Who wins a tie.",
    ),
    FIRST,
    GOAL,
    TOTALS,
    NEXT,
)

GAME = family.game(
    id="ten-thousand",
    title=TITLE,
    about="Six dice: 800 to get on the board, then stop or throw on; all six set aside must be thrown again.",
    options=OPTIONS,
    start=partial(family.start, rules),
    advise=advise,
)
