"""Every throw and every keep of the 10,000 family against a slow second opinion, written from the rule texts alone.

The second opinion counts faces: dice of one face are worth the best they can come to by themselves, all six together
may be worth something of their own, and a set in which a die is left over may not be set aside.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, product

import pytest

from scoring.dice import Roll
from scoring.family import Rules, allowed
from scoring.game import Game
from scoring.games import farkle, game, jack_stone, ten_grand, ten_thousand
from scoring.turn import FRESH, Pick, Turn, after_keep, after_throw

PIPS, CARDS = ("1", "2", "3", "4", "5", "6"), ("J", "Q", "K", "A", "50", "100")

Faces = tuple[str, ...]


@dataclass(frozen=True)
class Book:
    """A rule text: what one die pays, so many of a kind (None: no such group), and all six dice together."""

    faces: Faces
    one: dict[str, int]
    kind: Callable[[str, int], int | None]
    whole: Callable[[Faces], int | None]
    best_only: bool = False

    def alike(self, face: str, number: int) -> int | None:
        """Say the best that dice of one face come to, each of them in a group; None when one is left over."""
        if number == 0:
            return 0
        ways = [(self.one.get(face), number - 1)]
        ways += [(self.kind(face, size), number - size) for size in range(3, number + 1)]
        found = [(points, self.alike(face, rest)) for points, rest in ways if points is not None]
        return max((points + rest for points, rest in found if rest is not None), default=None)

    def worth(self, dice: Faces) -> int | None:
        """Say what dice of one throw are worth when every one of them has to score."""
        apart = [self.alike(face, dice.count(face)) for face in self.faces]
        ways = [None if None in apart else sum(points or 0 for points in apart)]
        ways += [self.whole(dice)] if len(dice) == 6 else []
        return max((way for way in ways if way is not None), default=None)

    def keeps(self, dice: Faces) -> dict[Faces, int]:
        """Say what may be set aside of a throw, and what it is worth."""
        numbers = [range(dice.count(face) + 1) for face in self.faces]
        subsets = [
            tuple(face for face, number in zip(self.faces, some, strict=True) for _ in range(number))
            for some in product(*numbers)
        ]
        found = {some: points for some in subsets if some and (points := self.worth(some)) is not None}
        return {some: points for some, points in found.items() if not self.best_only or points == max(found.values())}


# The rule texts


def shape(dice: Faces) -> list[int]:
    """Count the faces, the most frequent first: [4, 2] is four of a kind and a pair."""
    return sorted(Counter(dice).values(), reverse=True)


def triple(face: str) -> int:
    return 1000 if face == "1" else 100 * int(face)


def doubled(face: str, size: int) -> int:
    return triple(face) << (size - 3)


def ten_grand_book(**changed: int) -> Book:
    """Six faces; 50 and 100 at face value, three of a kind by the table, each further die doubles (2.4 and 2.5)."""
    table = {"J": 300, "Q": 400, "K": 500, "A": 600, "50": 500, "100": 1000} | changed
    return Book(CARDS, {"50": 50, "100": 100}, lambda face, size: table[face] * 2 ** (size - 3), lambda _: None)


def ten_thousand_book(*, straight: int | None = 1000, pairs: int | None = 1000, quads: bool = True) -> Book:
    """Singles, three of a kind, each further die doubles; straight and three pairs with six dice (3.3 to 3.5)."""

    def whole(dice: Faces) -> int | None:
        if shape(dice) == [1] * 6:
            return straight
        return pairs if shape(dice) == [2, 2, 2] or (quads and shape(dice) == [4, 2]) else None

    return Book(PIPS, {"1": 100, "5": 50}, doubled, whole)


def jack_stone_book(*, every: bool, six: bool, double: bool) -> Book:
    """Singles and sets of three; straight 3,000; three pairs 1,500, also 4+2, and six of a kind (4.2 to 4.4)."""

    def kind(face: str, size: int) -> int | None:
        return doubled(face, size) if double or size == 3 else None

    def whole(dice: Faces) -> int | None:
        if shape(dice) == [1] * 6:
            return 3000
        pairs = all(number % 2 == 0 for number in shape(dice))
        return 1500 if pairs and (six or shape(dice) != [6]) else None

    return Book(PIPS, {"1": 100, "5": 50}, kind, whole, best_only=every)


def farkle_book(*, ones: int = 300, twice: int = 2500) -> Book:
    """The boxed game: three of a kind 100 times the face, 1s 300; four 1,000, five 2,000, six 3,000."""

    def kind(face: str, size: int) -> int | None:
        return {3: ones if face == "1" else 100 * int(face), 4: 1000, 5: 2000, 6: 3000}[size]

    def whole(dice: Faces) -> int | None:
        six = {(1, 1, 1, 1, 1, 1): 1500, (2, 2, 2): 1500, (4, 2): 1500, (3, 3): twice}
        return six.get(tuple(shape(dice)))

    return Book(PIPS, {"1": 100, "5": 50}, kind, whole)


# The tables at which both are asked


@dataclass(frozen=True)
class House:
    """A game as one household plays it, and the rule text that says the same."""

    game: Game
    options: tuple[tuple[str, str], ...]
    book: Book

    def __str__(self) -> str:
        return ", ".join([self.game.id, *(f"{name} {value}" for name, value in self.options)])

    @property
    def rules(self) -> Rules:
        """The rules as the engine reads them."""
        module = next(one for one in (ten_grand, ten_thousand, jack_stone, farkle) if one.GAME is self.game)
        values = {option.name: option.default for option in self.game.options} | dict(self.options)
        rules: Rules = module.rules(values)
        return rules


def house(game_id: str, book: Book, **options: str) -> House:
    return House(game(game_id), tuple(options.items()), book)


def jack_stones() -> Iterator[House]:
    for every, six, double in product([True, False], repeat=3):
        yield house(
            "jack-stone",
            jack_stone_book(every=every, six=six, double=double),
            keep_rule="all" if every else "any",
            six_as_three_pairs="true" if six else "false",
            beyond_three="double" if double else "none",
        )


HOUSES = [
    house("ten-grand", ten_grand_book()),
    house("ten-grand", ten_grand_book(A=1000), triples="A=1000"),
    house("ten-grand", ten_grand_book(J=200, Q=300, K=400, A=600), triples="200/300/400/600"),
    house("ten-grand", ten_grand_book(**{"50": 100, "100": 200}), triples="50=100 100=200"),
    house("ten-thousand", ten_thousand_book()),
    house("ten-thousand", ten_thousand_book(quads=False), quads_as_two_pairs="false"),
    house("ten-thousand", ten_thousand_book(straight=500, pairs=500), straight="500", three_pairs="500"),
    house("ten-thousand", ten_thousand_book(straight=None, pairs=None), straight="0", three_pairs="0"),
    house("farkle", farkle_book()),
    house("farkle", farkle_book(ones=1000, twice=1500), three_ones="1000", two_triplets="1500"),
    *jack_stones(),
]
EVERY_HOUSE = pytest.mark.parametrize("house", HOUSES, ids=str)
EVERY_GAME = pytest.mark.parametrize("house", [HOUSES[0], HOUSES[4], HOUSES[8], HOUSES[-1]], ids=str)


@cache
def throws(faces: Faces, number: int) -> tuple[Faces, ...]:
    """List every throw of so many dice, laid out in order."""
    return tuple(combinations_with_replacement(faces, number))


def roll(dice: Faces) -> Roll:
    return Roll.parse(" ".join(dice))


def faces(pick: Pick) -> Faces:
    return tuple(map(str, pick.dice))


@EVERY_HOUSE
def test_every_throw_of_one_to_six_dice_and_every_keep_of_it(house: House) -> None:
    rules = house.rules
    for number in range(1, 7):
        for dice in throws(house.book.faces, number):
            found = allowed(rules, Turn(thrown=roll(dice)))
            assert {faces(pick): pick.points for pick in found} == house.book.keeps(dice), dice
            assert len({faces(pick) for pick in found}) == len(found)
            assert list(found) == sorted(found, key=lambda pick: -pick.points)


@EVERY_GAME
def test_all_46656_throws_of_six_dice_in_any_order(house: House) -> None:
    rules, book, rank = house.rules, house.book, house.book.faces.index
    keeps = {dice: {" ".join(keep): n for keep, n in book.keeps(dice).items()} for dice in throws(book.faces, 6)}
    read = dict(zip(book.faces, roll(book.faces), strict=True))
    count = 0
    for dice in product(book.faces, repeat=6):
        found = allowed(rules, Turn(thrown=Roll(tuple(read[face] for face in dice))))
        assert {str(pick.dice): pick.points for pick in found} == keeps[tuple(sorted(dice, key=rank))], dice
        count += 1
    assert count == 46_656


@EVERY_HOUSE
def test_what_is_told_about_the_points_adds_up_to_them_and_to_the_dice(house: House) -> None:
    for dice in throws(house.book.faces, 6):
        for pick in allowed(house.rules, Turn(thrown=roll(dice))):
            assert sum(group.points for group in pick.groups) == pick.points
            assert sum((group.dice for group in pick.groups), Roll()).sorted == pick.dice


@pytest.mark.parametrize("house", [house for house in HOUSES if house.book.best_only], ids=str)
def test_4_4_no_throw_has_two_best_scorings(house: House) -> None:
    for number in range(1, 7):
        for dice in throws(PIPS, number):
            assert len(allowed(house.rules, Turn(thrown=roll(dice)))) <= 1


@pytest.mark.parametrize(
    ("place", "busts"),
    [(0, (4, 16, 60, 204, 600, 1440)), (4, (4, 16, 60, 204, 600, 1080)), (-1, (4, 16, 60, 204, 600, 1080))],
)
def test_9_so_many_throws_of_one_to_six_dice_bust(place: int, busts: tuple[int, ...]) -> None:
    rules, faces_ = HOUSES[place].rules, HOUSES[place].book.faces
    for number, expected in enumerate(busts, 1):
        found = sum(not allowed(rules, Turn(thrown=roll(dice))) for dice in product(faces_, repeat=number))
        assert found == expected


# The straight of Ten Grand, over all the throws of one set (2.9)


@pytest.mark.parametrize("mode", ["replace", "add"])
def test_2_9_a_straight_arises_from_one_50_and_one_100_at_most_whatever_is_kept_before(mode: str) -> None:
    book = ten_grand_book()
    rules = house("ten-grand", book, straight="200", straight_mode=mode).rules
    grounds = set()
    for turn in sets_under_way(book):
        for dice in throws(CARDS, 6 - len(turn.aside)):
            expected = book.keeps(dice)
            if sorted((*map(str, turn.aside), *dice)) == sorted(CARDS):
                grounds.add((tuple(map(str, turn.aside)), turn.of_set))
                expected[dice] = 200 - turn.of_set if mode == "replace" else 200
            found = allowed(rules, after_throw(turn, roll(dice), 6))
            assert {faces(pick): pick.points for pick in found} == expected, (turn, dice)
    assert grounds == {((), 0), (("50",), 50), (("100",), 100), (("50", "100"), 150)}


def sets_under_way(book: Book) -> Iterator[Turn]:
    """List every set of dice aside to which keeps can lead from six dice, with each number of points it can earn."""
    seen: set[tuple[Faces, int]] = set()
    waiting = [FRESH]
    while waiting:
        turn = waiting.pop()
        yield turn
        for some, points in keeps_of_so_many(book, 6 - len(turn.aside)):
            after = after_keep(after_throw(turn, roll(some), 6), roll(some), Pick(roll(some), points, ()))
            key = (faces_of(after.aside), after.of_set)
            if len(after.aside) < 6 and key not in seen:
                seen.add(key)
                waiting.append(Turn(points=after.of_set, aside=after.aside.sorted, of_set=after.of_set, throws=1))


def faces_of(dice: Roll) -> Faces:
    return tuple(map(str, dice.sorted))


def keeps_of_so_many(book: Book, number: int) -> list[tuple[Faces, int]]:
    """List what can be kept of some throw of so many dice: what is worth points by itself."""
    found = [(dice, book.worth(dice)) for size in range(1, number + 1) for dice in throws(book.faces, size)]
    return [(dice, points) for dice, points in found if points is not None]
