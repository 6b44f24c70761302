"""What a turn of ten dice and their pads comes to under best play, computed exactly by going back from the end.

Nothing here knows a match. A *ladder* is what it is worth to stop with 3, 4, … 10 dice of one number on the pads: eight
values, points or (to beat somebody) 1.0 and 0.0. Losing the turn is worth 0. A turn has one ladder for each of the six
numbers. The deck is (points, cards) pairs, and each card is drawn as if from the full deck.
"""

from functools import cache, lru_cache
from itertools import combinations
from math import comb, factorial, inf

DICE, SIDES, FEWEST = 10, 6, 3
NEGLIGIBLE = 1e-9  # a chance that no longer moves the figures: some seven bonus cards in one turn
MEMORY = 2**12  # answers that are remembered: some tables' worth

Ladder = tuple[float, ...]
Deck = tuple[tuple[int, int], ...]


@cache
def matches(dice: int) -> tuple[float, ...]:
    """Tell the chance that 0, 1, 2, … of so many dice show one given number.

    >>> [round(chance, 4) for chance in matches(2)]
    [0.6944, 0.2778, 0.0278]
    """
    return tuple(comb(dice, some) * (SIDES - 1) ** (dice - some) / SIDES**dice for some in range(dice + 1))


@lru_cache(MEMORY)
def rolling(ladder: Ladder) -> tuple[float, ...]:
    """Tell what throwing on is worth with 3, 4, … 9 dice on the pads, if all is done well from there.

    >>> [round(value) for value in rolling((6000, 9000, 13200, 19200, 30000, 48000, 72000, 120000))]
    [9983, 11659, 14329, 18333, 22222, 23333, 20000]
    """
    best = {DICE: ladder[-1]}
    values = []
    for pads in range(DICE - 1, FEWEST - 1, -1):
        value = _after_throw(pads, best)
        best[pads] = max(ladder[pads - FEWEST], value)
        values.append(value)
    return tuple(reversed(values))


@lru_cache(MEMORY)
def standing(ladder: Ladder) -> Ladder:
    """Tell what 3, 4, … 10 dice on the pads are worth: the better of stopping and throwing on."""
    return (*map(max, ladder, rolling(ladder)), ladder[-1])


def next_throw(ladder: Ladder, pads: int) -> float:
    """Tell what the next throw brings on average if the player stops right after it, a lost turn being 0."""
    return _after_throw(pads, dict(enumerate(ladder, FEWEST)))


def _after_throw(pads: int, worth: dict[int, float]) -> float:
    return sum(chance * worth[pads + more] for more, chance in enumerate(matches(DICE - pads)) if more)


# The first throw


@cache
def first_throws() -> tuple[tuple[tuple[tuple[int, int], ...], float], ...]:
    """List what a first throw offers, with its chance: each number (0 to 5) that shows three times or more, how often.

    No number at all is a miss.

    >>> round(100 * dict(first_throws())[()], 4)
    6.7515
    """
    ways: dict[tuple[tuple[int, int], ...], int] = {}
    for bars in combinations(range(DICE + SIDES - 1), SIDES - 1):
        counts = [after - before - 1 for before, after in zip((-1, *bars), (*bars, DICE + SIDES - 1), strict=True)]
        orders = factorial(DICE)
        for count in counts:
            orders //= factorial(count)
        offer = tuple((number, count) for number, count in enumerate(counts) if count >= FEWEST)
        ways[offer] = ways.get(offer, 0) + orders
    return tuple((offer, many / SIDES**DICE) for offer, many in ways.items())


def placing(count: int, aside: str) -> range:
    """Tell how many dice may go to the pads when a number shows so often; `aside` is the table's `first_set_aside`.

    >>> [list(placing(5, aside)) for aside in ("all_matching", "exactly_three", "player_choice")]
    [[5], [3], [3, 4, 5]]
    >>> list(placing(2, "player_choice"))
    []
    """
    fewest = count if aside == "all_matching" else FEWEST
    most = min(count, FEWEST) if aside == "exactly_three" else count
    return range(max(fewest, FEWEST), most + 1)


@lru_cache(MEMORY)
def triples(ladders: tuple[Ladder, ...], aside: str) -> float:
    """Tell what a first throw is worth, a miss being 0."""
    values = [standing(ladder) for ladder in ladders]
    return sum(
        chance * max(values[number][pads - FEWEST] for number, count in offer for pads in placing(count, aside))
        for offer, chance in first_throws()
        if offer
    )


def miss() -> float:
    """Tell the chance that no number shows three times."""
    return dict(first_throws())[()]


# The whole turn, bonus cards included


@lru_cache(MEMORY)
def expected(
    ladders: tuple[Ladder, ...], deck: Deck, aside: str, *, again: bool, at_risk: bool, room: float = inf
) -> float:
    """Tell the expected points of a turn before its first throw.

    `again`: after a card all ten dice are thrown again; else the turn ends. `at_risk`: a lost turn loses its cards too;
    else cards that bring `room` points, as a full rack does, end the turn.
    """
    if again and at_risk:
        return sum(
            chance * triples(tuple(tuple(worth + bonus for worth in ladder) for ladder in ladders), aside)
            for bonus, chance in _gathered(deck)
        )
    throws = sum(chance for bonus, chance in _gathered(deck) if bonus < room) if again else 1
    card = sum(points * chance for points, chance in _cards(deck))
    return throws * (triples(ladders, aside) + miss() * card)


@lru_cache(MEMORY)
def to_beat(points: tuple[tuple[int, ...], ...], deck: Deck, aside: str, need: int, *, again: bool) -> float:
    """Tell the chance that a turn scores more than `need` (0 or more), before its first throw, with the best play.

    Cards that beat it by themselves win: if they can be lost, the player stops at the first three of a kind.
    """
    if not again:
        return _beats(points, aside, need) + miss() * sum(chance for card, chance in _cards(deck) if card > need)
    won = made = 0.0
    for bonus, chance in _gathered(deck):
        # Past the need a turn is won; that it has come past it is told by its first three of a kind.
        won += chance * (1 - miss() if bonus > need else _beats(points, aside, need - bonus))
        made += chance * (1 - miss())
    return won / made  # every turn comes to three of a kind some day: what was not followed fares alike


def _beats(points: tuple[tuple[int, ...], ...], aside: str, need: int) -> float:
    return triples(tuple(tuple(float(worth > need) for worth in ladder) for ladder in points), aside)


def _cards(deck: Deck) -> list[tuple[int, float]]:
    cards = sum(number for _, number in deck)
    return [(points, number / cards) for points, number in deck]


@lru_cache(MEMORY)
def _gathered(deck: Deck) -> tuple[tuple[int, float], ...]:
    """List the points that cards may have brought before a first throw of this turn, each with its chance to occur."""
    reached: dict[int, float] = {}
    layer = {0: 1.0}
    while layer:
        further: dict[int, float] = {}
        for bonus, chance in layer.items():
            reached[bonus] = reached.get(bonus, 0.0) + chance
            for points, share in _cards(deck):
                further[bonus + points] = further.get(bonus + points, 0.0) + chance * miss() * share
        layer = {bonus: chance for bonus, chance in further.items() if chance > NEGLIGIBLE}
    return tuple(reached.items())
