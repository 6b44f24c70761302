"""The odds of a turn with dice on the pads, told: what each thing that may be done comes to, and a sentence."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scoring.advice.pads import DICE, FEWEST, Ladder, matches, next_throw, rolling, standing
from scoring.advice.percent import percent
from scoring.dice import in_words
from scoring.game import Advice, Gain, Prospect


@dataclass(frozen=True)
class Aim:
    """What a turn is for: its points, or to score more than `need`.

    That beats the best of the others, who has the total `leader`, or reaches it where who `ties` with him wins, too.
    """

    need: int | None = None
    leader: int = 0
    ties: bool = False

    @property
    def name(self) -> Gain:
        """Say the aim in one word, as an Advice does."""
        return "points" if self.need is None else "chance"

    @property
    def goal(self) -> str:
        """Say the aim in words."""
        return "points of this turn" if self.need is None else self.winning

    @property
    def winning(self) -> str:
        """Say what wins."""
        return f"to {'reach' if self.ties else 'beat'} {self.leader:,}"


@dataclass(frozen=True)
class Way:
    """A number, how many of it are on the pads, and what stopping with 3, 4, … 10 of it would score in points."""

    name: str  # as it is written behind `choose`
    pays: tuple[int, ...]
    pads: int

    @property
    def points(self) -> int:
        """Points that stopping now would score."""
        return self.pays[self.pads - FEWEST]

    @property
    def left(self) -> str:
        """Name the dice that are not on the pads."""
        return in_words(DICE - self.pads)


def choosing(ways: tuple[Way, ...], aim: Aim) -> Advice:
    """Tell the odds of each number that may be chosen after the first throw."""
    best, *others = told = _best_first(_choice(way, aim) for way in ways)
    then = f", {best.then}" if best.then else ""
    against = f", against {_worth(others[0].value, aim)} with {others[0].event[7:]}" if others else ""
    says = f"Choose {best.event[7:]}{then}: {_comes(best.value, aim)}{against}."
    return Advice(aim.name, aim.goal, told, says if best.value else _hopeless(aim))


def stopping(way: Way, aim: Aim) -> Advice:
    """Tell the odds of taking the payout and of throwing on."""
    place = way.pads - FEWEST
    bank = Prospect("bank", _ladder(way, aim)[place])
    roll = _risked(Prospect("roll", rolling(_ladder(way, aim))[place]), way)
    told = _best_first((bank, roll))
    bust = matches(DICE - way.pads)[0]
    dice = "the last die" if way.pads == DICE - 1 else f"the {way.left}"
    if told[0] == roll:
        shows = f"{percent(1 - bust)} {'shows' if way.pads == DICE - 1 else 'show'} another {way.name}"
        says = f"Throw {dice}: {shows}, and {_comes(roll.value, aim)} against {_worth(bank.value, aim)}."
    elif not bank.value:
        says = _hopeless(aim)
    elif aim.need is not None:
        says = f"Take {way.points:,}: that {'reaches' if aim.ties else 'beats'} {aim.leader:,}."
    else:
        says = (
            f"Take {way.points:,}: throwing {dice} loses it {percent(bust)} of the time "
            f"and comes to {roll.value:,.0f} on average."
        )
    return Advice(aim.name, aim.goal, told, says)


def hoping(value: float, aim: Aim) -> Advice:
    """Tell what a turn comes to before its first throw, which loses nothing."""
    says = f"Throw all ten dice: {_comes(value, aim)}, bonus cards included, each drawn as if from the full deck."
    return Advice(aim.name, aim.goal, (Prospect("roll", value),), says)


def _ladder(way: Way, aim: Aim) -> Ladder:
    """Tell what stopping is worth: its points, or whether they are enough."""
    return tuple(float(points) if aim.need is None else float(points > aim.need) for points in way.pays)


def _choice(way: Way, aim: Aim) -> Prospect:
    ladder, place = _ladder(way, aim), way.pads - FEWEST
    prospect = Prospect(f"choose {way.name}", standing(ladder)[place])
    if way.pads == DICE:
        return prospect
    if prospect.value == ladder[place]:
        return replace(prospect, then="then bank")
    return _risked(replace(prospect, then=f"then throw {way.left}"), way)


def _risked(prospect: Prospect, way: Way) -> Prospect:
    """Add what the next throw risks, and what it scores on average if the player stops right after it."""
    brings = next_throw(tuple(map(float, way.pays)), way.pads)
    return replace(prospect, bust=matches(DICE - way.pads)[0], brings=brings)


def _best_first(prospects: Iterable[Prospect]) -> tuple[Prospect, ...]:
    return tuple(sorted(prospects, key=lambda prospect: -prospect.value))


def _hopeless(aim: Aim) -> str:
    return f"From here {aim.leader:,} can no longer be {'reached' if aim.ties else 'beaten'}."


def _comes(value: float, aim: Aim) -> str:
    if aim.need is None:
        return f"the turn comes to {value:,.0f} on average"
    return f"the chance {aim.winning} is {percent(value)}"


def _worth(value: float, aim: Aim) -> str:
    return f"{value:,.0f}" if aim.need is None else percent(value)
