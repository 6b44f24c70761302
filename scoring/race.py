"""The race through ten phases: what each has made, whose turn it is, the last tries, and who earns the two bonuses."""

from dataclasses import dataclass, replace

from scoring.phases import FIVE_PHASES, LAST

ENOUGH = 220  # more than this in Phases 1 to 5 earns the Five Phase Bonus (rule book 5.1, 12)
BONUS = 40

Scores = tuple[int, ...]  # the points of the phases that a player has made, from Phase 1 on


@dataclass(frozen=True)
class Race:
    """Where everybody stands.

    `closing` is None until somebody makes Phase 10; from then on it lists the seats that still have a last try, and
    the first of them has the dice. `in_time` are those who may still earn the First Finish Bonus then.
    """

    made: tuple[Scores, ...]  # by seat
    order: tuple[int, ...]  # seats in order of play
    seat: int  # whose turn it is
    missed: bool = False  # whether the last try was missed
    closing: tuple[int, ...] | None = None
    in_time: tuple[int, ...] = ()

    @property
    def alone(self) -> bool:
        """Tell whether this is solitaire."""
        return len(self.order) == 1

    @property
    def phase(self) -> int:
        """Tell which phase the player whose turn it is has to make."""
        return len(self.made[self.seat]) + 1


def resumed(made: tuple[Scores, ...], due: int | None = None, *, chain: bool = False) -> Race:
    """Take up a race with the phases already made, by seat in order of play; `due` is whose turn it is, if known.

    Where a seat has made Phase 10, one at most, the last tries are on: from whoever is due, else from the seat behind.

    >>> nine, ten = (40,) * 9, (40,) * 10
    >>> race = resumed((nine, ten, nine, (36,)))
    >>> race.seat, race.closing, race.in_time
    (2, (2, 3, 0), (2,))
    >>> race = resumed((nine, ten, nine, (36,)), 3)
    >>> race.seat, race.closing
    (3, (3, 0))
    """
    race = Race(made, tuple(range(len(made))), seat=due or 0)
    first = next((seat for seat, scores in enumerate(made) if len(scores) == LAST), None)
    if first is None:
        return race
    race = _closed(replace(race, seat=first), chain=chain)
    if due is None or race.closing is None:
        return race
    return replace(race, seat=due, closing=race.closing[race.closing.index(due) :])


def after_made(race: Race, points: int, *, chain: bool = False) -> Race:
    """Enter a phase; whoever makes Phase 10 first closes the race, and in the last tries one phase follows another.

    With `chain` those who reach Phase 10 only in their last tries may earn the First Finish Bonus too.

    >>> race = after_made(Race(made=((36,), (40,) * 9, (30,) * 9), order=(0, 1, 2), seat=1), 50)
    >>> race.seat, race.closing, race.in_time
    (2, (2, 0), (2,))
    """
    scores = (*race.made[race.seat], points)
    made = (*race.made[: race.seat], scores, *race.made[race.seat + 1 :])
    after = replace(race, made=made, missed=False)
    if race.closing is None:
        return _closed(after, chain=chain) if len(scores) == LAST else _passed(after)
    return _passed(after) if len(scores) == LAST else after


def after_missed(race: Race) -> Race:
    """Pass the dice on; in the last tries a player who misses is out."""
    return _passed(replace(race, missed=True))


def _closed(race: Race, *, chain: bool) -> Race:
    at = race.order.index(race.seat)
    later, earlier = race.order[at + 1 :], race.order[:at]
    in_time = tuple(seat for seat in later if chain or len(race.made[seat]) == LAST - 1)
    return replace(race, closing=(*later, *earlier), in_time=in_time, seat=(*later, *earlier, race.seat)[0])


def _passed(race: Race) -> Race:
    if race.closing is not None:
        closing = race.closing[1:]
        return replace(race, closing=closing, seat=(*closing, race.seat)[0])
    at = race.order.index(race.seat)
    return replace(race, seat=race.order[(at + 1) % len(race.order)])


def five_phase_bonus(scores: Scores) -> int:
    """Tell the bonus for Phases 1 to 5: 40 once all five are made for 221 points or more (rule book 5.1, 12).

    >>> five_phase_bonus((44, 44, 44, 44)), five_phase_bonus((44, 44, 44, 44, 45))
    (0, 40)
    """
    five = scores[:FIVE_PHASES]
    return BONUS if len(five) == FIVE_PHASES and sum(five) > ENOUGH else 0


def brought(scores: Scores) -> int:
    """Tell what the phases already made come to, with the bonuses of who has Phase 10 before anybody else.

    >>> brought((44,) * 5), brought((44, 44, 44, 44, 45)), brought((30,) * 10)
    (220, 261, 340)
    """
    return sum(scores) + five_phase_bonus(scores) + (BONUS if len(scores) == LAST else 0)


def first_finish_bonus(race: Race) -> int:
    """Tell what making Phase 10 now brings whoever has the dice (rule book 5.1, 14 and 16)."""
    if race.alone:
        return 0 if race.missed else BONUS
    return BONUS if race.closing is None or race.seat in race.in_time else 0
