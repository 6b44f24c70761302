"""The ten physical dice of Phase 10 Dice: which face is on which die, and which faces can lie there together.

Every face shown must be on a die of its own. That is a matching of faces to dice; where there is none, some faces have
fewer dice between them than there are of them, and those are the ones to look at again.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from scoring.dice import COLOURS, Die, Face, Roll, RuleError, in_words, quoted
from scoring.phases import NUMBERS, WILD, Phase, uses, wishes

# The faces of one real set (rule book 5.2), six high dice and four low ones.
PRINTED = (
    "5R 6O 7B 8G 9O 10G; 5G 6R 7G 8O 9B 10R; 5O 6B 7R 8B 9G 10O; 5R 6G 7O 8B 9R 10B; 5B 6B 7R 8O 9R 10G; "
    "5B 6O 7G 8R 9G 10O; 1B 2G 3O 4G WR WO; 1R 2B 3G 4O WB WO; 1O 2R 3R 4B WG WB; 1G 2O 3B 4R WR WG"
)
ANY = "any"  # a set whose faces nobody has written down
EDITION = (  # in the words that the form for a match has for its rules
    "If the dice are of another edition, begin a new match: among its house rules write any at "
    "\u201cThe faces of the ten dice\u201d, and what was scored here at \u201cPhases already made\u201d."
)
HIGH = ("5", "6", "7", "8", "9", "10")
LOW = ("1", "2", "3", "4", WILD, WILD)
HIGHS, LOWS = 6, 4
PLENTY = (LOWS, *(LOWS if str(number) in LOW else HIGHS for number in NUMBERS))  # dice that show W, 1, 2 and so on
TURNED = {"6": "9", "9": "6"}  # what a number looks like the other way up


@dataclass(frozen=True)
class Layout:
    """The dice of a set: six high ones, D1 to D6, and four low ones, L1 to L4, in the order they were named."""

    dice: tuple[Die, ...]

    @cached_property
    def owners(self) -> Mapping[Face, tuple[int, ...]]:
        """Tell which dice have a face, by their places."""
        faces = {face for die in self.dice for face in die.faces}
        return {face: tuple(n for n, die in enumerate(self.dice) if face in die.faces) for face in faces}

    @cached_property
    def alike(self) -> tuple[tuple[int, ...], ...]:
        """Group the dice that have the same faces as others, by their places."""
        faces = [tuple(sorted(map(str, die.faces))) for die in self.dice]
        groups = (tuple(n for n, other in enumerate(faces) if other == same) for same in dict.fromkeys(faces))
        return tuple(group for group in groups if len(group) > 1)

    @cached_property
    def high(self) -> tuple[Die, ...]:
        """List the dice numbered 5 to 10."""
        return tuple(die for die in self.dice if not _is_low(die.faces))


def _any_dice() -> tuple[Die, ...]:
    """Lay out dice that may show any number of theirs in any colour, for a set that nobody has written down."""
    high, low = (
        tuple(Face(symbol, colour) for symbol in dict.fromkeys(side) for colour in COLOURS) for side in (HIGH, LOW)
    )
    return (*(Die(f"D{n}", high) for n in range(1, HIGHS + 1)), *(Die(f"L{n}", low) for n in range(1, LOWS + 1)))


@lru_cache(maxsize=64)
def layout(text: str) -> Layout:
    """Read ten dice separated by `;`, six faces each, in any order; refuse what is no set of Phase 10 Dice.

    >>> [die.name for die in layout(PRINTED).dice]
    ['D1', 'D2', 'D3', 'D4', 'D5', 'D6', 'L1', 'L2', 'L3', 'L4']
    """
    if text.strip().lower() == ANY:
        return Layout(_any_dice())
    dice = [Roll.parse(part).faces for part in text.split(";")]
    if len(dice) != HIGHS + LOWS:
        raise RuleError(f"Phase 10 Dice has {HIGHS + LOWS} dice separated by `;`, six faces each, not {len(dice)}.")
    for faces in dice:
        _check(faces)
    if sum(map(_is_low, dice)) != LOWS:
        raise RuleError(f"Six dice are high (5 to 10) and four low (1 to 4 and two W), not {_counted(dice)}.")
    places = Counter[str]()
    named = []
    for faces in dice:
        letter = "L" if _is_low(faces) else "D"
        places[letter] += 1
        named.append(Die(f"{letter}{places[letter]}", faces))
    return Layout(tuple(named))


def _check(faces: tuple[Face, ...]) -> None:
    pale = next((face for face in faces if not face.colour), None)
    if pale is not None:
        raise RuleError(f"The face {pale} of {_die(faces)} has no colour: write it as in `{pale.symbol}R`.")
    if sorted(face.symbol for face in faces) not in (sorted(HIGH), sorted(LOW)):
        raise RuleError(f"No die has the faces {_die(faces)}: a high die has {' '.join(HIGH)}, a low one 1 2 3 4 W W.")


def _die(faces: tuple[Face, ...]) -> str:
    return quoted(str(Roll(faces)))


def _is_low(faces: tuple[Face, ...]) -> bool:
    return any(face.symbol == WILD for face in faces)


def _counted(dice: Sequence[tuple[Face, ...]]) -> str:
    lows = sum(map(_is_low, dice))
    return f"{len(dice) - lows} high and {lows} low"


def makings(phase: Phase) -> Iterator[tuple[Mapping[int, int], int]]:
    """List what makes a phase of numbers: how many dice of each, and how many wilds, as six high and four low can."""
    for wish in wishes(phase):
        for used in uses(wish, PLENTY, LOWS):
            wilds = sum(want for _, want in wish.counts) - sum(used.values())
            low = sum(count for number, count in used.items() if str(number) in LOW)
            if low + wilds <= LOWS and sum(used.values()) - low <= HIGHS:
                yield used, wilds


def in_doubt(dice: Layout, faces: Iterable[Face]) -> tuple[Face, ...]:
    """Name faces that cannot all lie there, each on a die of its own, and none to spare; nothing where all can.

    >>> [str(face) for face in in_doubt(layout(PRINTED), Roll.parse("8G 5R 8G"))]
    ['8G', '8G']
    """
    shown: dict[int, Face] = {}  # by the die that shows it
    found: list[tuple[Face, ...]] = []
    for face in faces:
        tried: set[int] = set()
        if not _shows(dice, face, shown, tried):
            found.append((*(shown[die] for die in sorted(tried)), face))  # those dice are all there are for these
    return min(found, key=len, default=())


def _shows(dice: Layout, face: Face, shown: dict[int, Face], tried: set[int]) -> bool:
    """Find a die for a face, moving other faces to other dice where that makes room."""
    for die in dice.owners.get(face, ()):
        if die not in tried:
            tried.add(die)
            if die not in shown or _shows(dice, shown[die], shown, tried):
                shown[die] = face
                return True
    return False


def _dice_of(dice: Layout, faces: Iterable[Face]) -> list[int]:
    return sorted({die for face in faces for die in dice.owners.get(face, ())})


def check_possible(dice: Layout, faces: Iterable[Face]) -> None:
    """Refuse faces that cannot all lie there, and say which, why, and what to look at (rule book 5.2)."""
    doubtful = in_doubt(dice, faces)
    if doubtful:
        edition = f" {EDITION}" if dice == layout(PRINTED) else ""
        raise RuleError(f"{_why(dice, doubtful)}: {_what_to_check(doubtful)}.{edition}")


def _why(dice: Layout, doubtful: tuple[Face, ...]) -> str:
    owners = len(_dice_of(dice, doubtful))
    if not owners:
        return f"No die shows {doubtful[0]}"
    only = f"only {in_words(owners)} of the set {'shows' if owners == 1 else 'show'}"
    counts = Counter(doubtful)
    if len(counts) == 1:
        return f"{doubtful[0]} cannot be there {_times(len(doubtful))}, {only} it"
    names = [str(face) if times == 1 else f"{face} {_times(times)}" for face, times in counts.items()]
    return f"{_and(names)} cannot be there together, {only} {'either' if len(counts) == 2 else 'any'} of them"  # noqa: PLR2004 - English


def _what_to_check(doubtful: tuple[Face, ...]) -> str:
    turned = next((face.symbol for face in doubtful if face.symbol in TURNED), None)
    colours = "look again at their colours" if len(set(doubtful)) > 1 else "look again at the colour"
    return f"{colours}, and whether a {turned} is a {TURNED[turned]}" if turned else colours


def _times(number: int) -> str:
    return "twice" if number == 2 else f"{number} times"  # noqa: PLR2004 - English


def _and(words: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
