"""What is paid in chips: denominations, the Payout Card and the bonus cards as data, and how a total lies in a rack."""

import re

from scoring.dice import RuleError, quoted
from scoring.events import whole
from scoring.game import HeaderError

SIDES = 6
KINDS = 12  # of bonus cards: the sums that they may come to are counted
SIZES = 8  # a Payout Card pays for 3, 4, … 10 of a kind

Chips = tuple[int, ...]  # denominations in points, rising


def chips(text: str) -> Chips:
    """Read the denominations of the header line `chips`; each is a multiple of the smallest.

    >>> chips("100/1000/5000")
    (100, 1000, 5000)
    """
    try:
        found = tuple(sorted(whole(part.strip(), "chips: 100/1000/5000") for part in text.split("/")))
    except RuleError as error:
        raise HeaderError("chips", str(error)) from None
    if found[0] < 1 or len(set(found)) < len(found):
        raise HeaderError(
            "chips", f"{quoted(text)} cannot be chips: name each denomination once, as in `100/1000/5000`."
        )
    odd = next((chip for chip in found if chip % found[0]), None)
    if odd is not None:
        raise HeaderError("chips", f"A chip of {odd:,} is not a multiple of the smallest, {found[0]:,}.")
    return found


def payable(points: int, kinds: Chips) -> bool:
    """Tell whether points can be paid out at all: a positive multiple of the smallest chip.

    >>> payable(500, (100, 1000)), payable(250, (100, 1000)), payable(0, (100, 1000))
    (True, False, False)
    """
    return points > 0 and points % kinds[0] == 0


def payment(option: str, text: str, kinds: Chips) -> int:
    """Read one payment of a header line; a `HeaderError` names the option if chips cannot pay it."""
    try:
        points = whole(text.strip(), "1000")
    except RuleError as error:
        raise HeaderError(option, str(error)) from None
    if not payable(points, kinds):
        raise HeaderError(
            option, f"`{option}` is paid in multiples of {kinds[0]:,}, the smallest chip, not {points:,}."
        )
    return points


def payout(text: str, kinds: Chips) -> tuple[tuple[int, ...], ...]:
    """Read a Payout Card: a row for each face, lowest first, of what 3, 4, … 10 of a kind pay (rule book 6, payout).

    Either one row after `face x`, for the rank of each face (1 to 6) to multiply, or six rows with `;` between them.

    >>> payout("face x 1000 1500 2200 3200 5000 8000 12000 20000", (100,))[5][:3]
    (6000, 9000, 13200)
    """
    row = re.fullmatch(r"face x (.*)", text.strip(), re.IGNORECASE)
    rows = [[payment("payout", word, kinds) for word in line.split()] for line in (row[1] if row else text).split(";")]
    if len(rows) != (1 if row else SIDES) or any(len(pays) != SIZES for pays in rows):
        raise HeaderError(
            "payout",
            "`payout` is `face x` and eight numbers, for 3 to 10 of a kind, or six such rows with `;` between them.",
        )
    if row:
        rows = [[rank * pay for pay in rows[0]] for rank in range(1, SIDES + 1)]
    return tuple(tuple(pays) for pays in rows)


def deck(text: str, kinds: Chips) -> tuple[int, ...]:
    """Read the bonus cards, each by itself, rising.

    >>> deck("1x5000 2x500", (100, 1000))
    (500, 500, 5000)
    """
    cards: list[int] = []
    for word in text.split():
        pile = re.fullmatch(r"([1-9][0-9]?)[xX](.*)", word)
        if not pile:
            break
        cards += [payment("bonus_deck", pile[2], kinds)] * int(pile[1])
    else:
        if (different := len(set(cards))) > KINDS:
            raise HeaderError("bonus_deck", f"A deck has at most {KINDS} cards that differ, not {different}.")
        if cards:
            return tuple(sorted(cards))
    raise HeaderError("bonus_deck", f"{quoted(text)} is no deck: write how many of each, as in `6x500 8x1000`.")


def laid(total: int, kinds: Chips, rack: int) -> str:
    """Say how a total lies in a rack that holds `rack` points, with as few chips as fit, the largest first.

    A rack has a section for each denomination, all equally long: 122,000 are 20 chips of 100, of 1,000 and of 5,000
    (rule book 6, chips). Where the rack does not come out even so, a section is as long as it needs to be.

    >>> laid(17400, (100, 1000, 5000), 122000)
    '3 x 5,000, 2 x 1,000, 4 x 100'
    >>> laid(123000, (100, 1000, 5000), 122000)
    '20 x 5,000, 20 x 1,000, 20 x 100 and 1,000 beside'
    >>> laid(50, (100, 1000, 5000), 122000), laid(-50, (100, 1000, 5000), 122000), laid(0, (100,), 122000)
    ('50 beside', 'owes 50', '')
    """
    if total < 0:
        return f"owes {-total:,}"
    longest = total if rack % sum(kinds) else rack // sum(kinds)
    left, piles = total, []
    for chip in reversed(kinds):
        pile = min(left // chip, longest)
        left -= pile * chip
        piles += [f"{pile} x {chip:,}"] if pile else []
    parts = [", ".join(piles), f"{left:,} beside" if left else ""]
    return " and ".join(filter(None, parts))
