"""Throws that decide an order of play, or who is first in it: high to low, and the tied throw again."""

from dataclasses import dataclass, replace
from typing import Self


@dataclass(frozen=True)
class Order:
    """The seats in order of play, as far as it is known: seats that share a place still throw for it.

    >>> order = Order.of(3)
    >>> for points in (9, 9, 10):
    ...     order = after_throw(order, points)
    >>> order.places, order.waiting
    (((2,), (0, 1)), (0, 1))
    """

    places: tuple[tuple[int, ...], ...]
    thrown: tuple[int, ...] = ()  # by those who share the first shared place, so far

    @classmethod
    def of(cls, players: int) -> Self:
        """Let all of so many throw for their places."""
        return cls((tuple(range(players)),))

    @property
    def shared(self) -> tuple[int, ...]:
        """List the seats that throw for their places now."""
        return next((place for place in self.places if len(place) > 1), ())

    @property
    def waiting(self) -> tuple[int, ...]:
        """List those of them who have not thrown yet."""
        return self.shared[len(self.thrown) :]

    @property
    def seats(self) -> tuple[int, ...]:
        """List all seats in order of play."""
        return tuple(seat for place in self.places for seat in place)


def after_throw(order: Order, points: int) -> Order:
    """Note what the next seat threw; when all who share a place have thrown, the higher ones come first."""
    thrown = (*order.thrown, points)
    shared = order.shared
    if len(thrown) < len(shared):
        return replace(order, thrown=thrown)
    apart = tuple(
        tuple(seat for seat, threw in zip(shared, thrown, strict=True) if threw == high)
        for high in sorted(set(thrown), reverse=True)
    )
    at = order.places.index(shared)
    return Order((*order.places[:at], *apart, *order.places[at + 1 :]))


def thrown(order: Order, points: int) -> Order:
    """Note what the next seat threw where only the first place counts: nobody throws for those behind it.

    >>> thrown(thrown(thrown(Order.of(3), 6), 4), 4).places
    ((0,),)
    """
    after = after_throw(order, points)
    return replace(after, places=after.places[:1])


def still_open(order: Order, players: tuple[str, ...], what: str = "the start") -> str:
    """Say who throws next, or who ties, while somebody still has to throw for the first place.

    >>> still_open(Order(((0, 1),), (4,)), ("Ann", "Bob")), still_open(Order(((0, 1),)), ("Ann", "Bob"))
    ('Bob throws next, for the start.', 'Ann and Bob tie for the highest and throw again.')
    """
    names = [players[seat] for seat in order.waiting]
    if order.thrown:
        return f"{names[0]} throws next, for {what}."
    return f"{' and '.join(names)} tie for the highest and throw again."
