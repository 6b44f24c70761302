"""Jack Stone's Ten Thousand (rule book 4): six dice, set aside what scores, stop or throw on, first to 10,000.

The match ends when a total stands at 10,000 or more (`goal`). With `final_round: one_turn` each other player has one
more turn, the highest total wins and ties are shared.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache, partial

from scoring import family
from scoring.advice.family import advise
from scoring.family import GOAL, Ending, Rules, goal
from scoring.game import Option
from scoring.sheet import NEXT, TOTALS
from scoring.turn import TRIPLES, Scale, group, sets, three_pairs

TITLE = "Jack Stone's Ten Thousand"


@lru_cache
def scale(*, doubles: bool = False, six_as_three_pairs: bool = True) -> Scale:
    """List what scores (rule book 4.2, 4.3): 1 and 5, sets of three, the straight and three pairs.

    >>> [group.points for group in scale().groups if str(group.dice) in ("1", "1 1 1", "2 2 2 2 3 3")]
    [100, 1000, 1500]
    """
    singles = (group("1", 100), group("5", 50))
    of_a_kind = sets(TRIPLES, doubling=range(4, 7) if doubles else ())
    straight = group("1 2 3 4 5 6", 3000, "straight")
    pairs = three_pairs("123456", 1500, alike=6 if six_as_three_pairs else 4)
    return Scale((*singles, *of_a_kind, straight, *pairs))


def rules(options: Mapping[str, str]) -> Rules:
    """Read how this table plays (rule book 8, C1 to C4)."""
    return Rules(
        title=TITLE,
        scale=scale(
            doubles=options["beyond_three"] == "double", six_as_three_pairs=options["six_as_three_pairs"] == "true"
        ),
        keep_all=options["keep_rule"] == "all",
        ending=Ending(replace(goal(options), last_turns=options["final_round"] == "one_turn")),
        first=options["first_player"],
    )


OPTIONS = (
    Option(
        "keep_rule",
        "all",
        {"all": "Every die that scores", "any": "What the player chooses, but at least one"},
        "Which dice are set aside after a throw.",
    ),
    Option(
        "six_as_three_pairs",
        "true",
        {"true": "Three pairs, 1,500, unless two sets of three pay more", "false": "Two sets of three"},
        "What six of a kind count as.",
    ),
    Option(
        "beyond_three",
        "none",
        {"none": "Nothing more than the set of three", "double": "Each further die doubles the set"},
        "What a fourth die of a kind adds.",
    ),
    Option(
        "final_round",
        "none",
        {"none": "Wins at once", "one_turn": "Everybody else has one more turn, then the highest wins"},
        "What happens when somebody reaches the goal.",
    ),
    Option(
        "first_player",
        "seat",
        {"seat": "The first seat", "one_die": "Everybody throws one die, the highest starts"},
        "Who starts.",
    ),
    GOAL,
    TOTALS,
    NEXT,
)

GAME = family.game(
    id="jack-stone",
    title=TITLE,
    about="Six dice: set aside what scores, stop or throw on; a throw without a score loses the turn. First to 10,000.",
    options=OPTIONS,
    start=partial(family.start, rules),
    advise=advise,
    spellings={"first: seat": "first_player: seat", "first: throw": "first_player: one_die"},
)
