"""Whose turn it is: the way round the table, and the last turns."""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Goal:
    """The total that closes a match, and who has a last turn then."""

    points: int
    last_turns: bool = True
    whole_table: bool = True  # False: a last turn is only for seats that have not yet finished one in this round


@dataclass(frozen=True)
class Seats:
    """The way round the table: whose turn it is, and, once the match is closing, who still has a last turn.

    `closing` is None until somebody reaches the goal; when it is empty, the match is over. Rounds begin with `first`,
    and `leader` is who reached the goal first.
    """

    count: int
    seat: int = 0
    closing: tuple[int, ...] | None = None
    first: int = 0
    leader: int | None = None

    @property
    def over(self) -> bool:
        """Tell whether nobody has a turn left."""
        return self.closing == ()


def passed(seats: Seats, totals: tuple[int, ...], goal: Goal) -> Seats:
    """Pass the dice clockwise after a turn; once the match is closing, only to seats that have a last turn.

    >>> passed(Seats(3, 1), (9000, 10050, 0), Goal(10000))
    Seats(count=3, seat=2, closing=(0, 2), first=0, leader=1)
    """
    if seats.closing is not None:
        seats = replace(seats, closing=tuple(other for other in seats.closing if other != seats.seat))
    return onwards(weighed(seats, totals, goal), seats.seat)


def weighed(seats: Seats, totals: tuple[int, ...], goal: Goal) -> Seats:
    """Close the match when a total stands at the goal, with a last turn for each other seat or none.

    The leader is the seat with the highest total, unless the seats already name one that stands at the goal.
    When an adjustment leaves nobody at the goal, the match is open again and goes on with the seat whose turn it is.
    When it takes the leader below the goal while others stand there, the next of them clockwise leads, and the old
    leader has a last turn if the whole table has.

    >>> weighed(Seats(3, 1), (9000, 10050, 0), Goal(10000, whole_table=False)).closing
    (2,)
    >>> weighed(Seats(3, 2, (2,), leader=0), (9900, 10050, 0), Goal(10000))
    Seats(count=3, seat=2, closing=(0, 2), first=0, leader=1)
    """
    best = max(totals)
    if best < goal.points:
        return replace(seats, closing=None, leader=None)
    if seats.closing is not None:
        return _led(seats, totals, goal)
    leader = totals.index(best) if seats.leader is None or totals[seats.leader] < goal.points else seats.leader
    seats = replace(seats, leader=leader)
    others = tuple(seat for seat in range(seats.count) if seat != leader and goal.last_turns)
    if goal.whole_table:
        return replace(seats, closing=others)
    return replace(seats, closing=tuple(seat for seat in others if _place(seats, seat) >= _place(seats, seats.seat)))


def as_before(seats: Seats, now: Seats) -> Seats:
    """Give the seats from before the table began to adjust, so that all its adjustments are weighed at once.

    A slip that a second adjustment puts right then leaves everything as it was. In a match that was not closing they
    take over from `now` who has come to the goal first.
    """
    return seats if seats.closing is not None else replace(seats, leader=now.leader)


def _led(seats: Seats, totals: tuple[int, ...], goal: Goal) -> Seats:
    """Pass the lead on if the leader is below the goal; the old leader has a last turn if the whole table has."""
    was = seats.leader or 0
    leader = next(seat for seat in _round(seats, was) if totals[seat] >= goal.points)
    if leader == was:
        return seats
    again = goal.last_turns and goal.whole_table
    last = {*(seats.closing or ()), *((was,) if again else ())} - {leader}
    return replace(seats, closing=tuple(sorted(last)), leader=leader)


def resumed(seats: Seats, totals: tuple[int, ...], goal: Goal, due: int | None = None) -> Seats:
    """Take up a match begun on paper; when a total stands at the goal, the last turns begin behind the highest.

    Others that stand there have had theirs. Where it is known who is `due`, the last turns are those from there on,
    clockwise to the first seat at the goal: whoever sits there was the first.

    >>> resumed(Seats(3), (9000, 10050, 0), Goal(10000))
    Seats(count=3, seat=2, closing=(0, 2), first=0, leader=1)
    >>> resumed(Seats(3), (10000, 10050, 0), Goal(10000)).closing
    (2,)
    >>> resumed(Seats(4), (9000, 10000, 9000, 10500), Goal(10000), due=0)
    Seats(count=4, seat=0, closing=(0,), first=0, leader=1)
    """
    first = seats.seat if due is None else due
    there = {at for at, total in enumerate(totals) if total >= goal.points}  # who stands at the goal
    if not there:
        return replace(seats, seat=first)
    leader = totals.index(max(totals)) if due is None else next(at for at in _round(seats, due) if at in there)
    last = [at for at in _round(seats, leader)[1:] if goal.last_turns and at not in there]
    if not goal.whole_table:
        last = [at for at in last if _place(seats, at) > _place(seats, leader)]
    if due is not None:
        last = last[last.index(due) :] if due in last else []
    return replace(seats, seat=last[0] if last else first, closing=tuple(sorted(last)), leader=leader)


def _round(seats: Seats, seat: int) -> list[int]:
    """List all seats clockwise from this one."""
    return [(seat + step) % seats.count for step in range(seats.count)]


def onwards(seats: Seats, seat: int) -> Seats:
    """Give the dice to the next seat clockwise from this one that has a turn."""
    round_ = [*_round(seats, seat)[1:], seat]
    return replace(seats, seat=next(other for other in round_ if not seats.closing or other in seats.closing))


def _place(seats: Seats, seat: int) -> int:
    return (seat - seats.first) % seats.count
