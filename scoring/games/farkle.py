"""Farkle, as printed with the boxed game (PlayMonster, formerly Patch Products): six dice, 500 to get on the board.

1 is 100 and 5 is 50; three of a kind 100 times the face, three 1s 300; four of a kind 1,000, five 2,000, six 3,000;
a straight and three pairs (four of a kind and a pair too) 1,500, two triplets 2,500. All six scored may be thrown
again. At 10,000 (`goal`) everybody else has one last turn; the highest total wins.
"""

from collections.abc import Mapping
from functools import lru_cache, partial
from itertools import combinations

from scoring import family
from scoring.advice.family import advise
from scoring.family import FIRST, GOAL, Board, Ending, Rules, goal
from scoring.game import Option
from scoring.header import number, score
from scoring.sheet import NEXT, TOTALS
from scoring.turn import Scale, group, three_pairs

TITLE = "Farkle"
FACES = "123456"
MORE = {4: 1000, 5: 2000, 6: 3000}


@lru_cache
def scale(*, three_ones: int = 300, two_triplets: int = 2500) -> Scale:
    """List what scores.

    >>> [group.points for group in scale().groups if str(group.dice) in ("1 1 1", "2 2 2 2", "2 2 2 3 3 3")]
    [300, 1000, 2500]
    """
    threes = {face: 100 * int(face) for face in FACES} | {"1": three_ones}
    triples = tuple(group(" ".join([face] * 3), threes[face]) for face in FACES)
    more = tuple(group(" ".join([face] * size), points) for face in FACES for size, points in MORE.items())
    twice = tuple(
        group(" ".join([one] * 3 + [other] * 3), two_triplets, "two triplets") for one, other in combinations(FACES, 2)
    )
    run = group(" ".join(FACES), 1500, "straight")
    return Scale((group("1", 100), group("5", 50), *triples, *more, *twice, run, *three_pairs(FACES, 1500, alike=4)))


def rules(options: Mapping[str, str]) -> Rules:
    """Read how this table plays."""
    return Rules(
        title=TITLE,
        scale=scale(three_ones=score(options, "three_ones"), two_triplets=score(options, "two_triplets")),
        must_throw_on=options["hot_dice"] == "must",
        board=Board(number(options, "board_min")),
        ending=Ending(goal(options)),
        first="one_die" if options["first"] == "throw" else "seat",
        bust="farkle",
        all_aside="Hot dice: all six score",
    )


OPTIONS = (
    Option("board_min", "500", None, "Points that the first score of a player needs in one turn.", ("0", "1000")),
    Option("three_ones", "300", None, "What three 1s pay.", ("1000",)),
    Option("two_triplets", "2500", None, "What two sets of three in one throw pay.", ("1500",)),
    Option(
        "hot_dice",
        "may",
        {"may": "May be thrown again, or the points taken", "must": "Must be thrown again"},
        "What happens when all six dice have scored.",
    ),
    FIRST,
    GOAL,
    TOTALS,
    NEXT,
)

GAME = family.game(
    id="farkle",
    title=TITLE,
    about="Six dice: 500 to get on the board, then stop or throw on; a throw without a score is a farkle.",
    options=OPTIONS,
    start=partial(family.start, rules),
    advise=advise,
)
