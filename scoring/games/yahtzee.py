"""Yahtzee: five dice, three throws a turn, thirteen boxes to fill; the highest total wins, ties are shared.

The rules are those that Milton Bradley and Hasbro print in the box, as told at
http://www.yahtzeeonline.org/yahtzee-rules.php and, for the Joker Rules, https://yatzy-yahtzeeeee.dk/en/yahtzee-joker-rules/
(`joker: forced` is Hasbro's). Any dice may stay, and may be taken up again later; each turn one box is filled, if need
be with 0. Once the Yahtzee box is full, with 50 or with 0, a further Yahtzee goes into the upper box of its number;
where that is full, into any lower box, as a joker that makes a full house or a straight; where those are full, into any
box, for 0. It brings 100 more where the Yahtzee box holds 50. Bonuses are written down as soon as they are earned.

The advice looks to the end of the turn only: a box counts what it brings now, not what else it might be good for.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from scoring.advice.stays import Kind, Table, best, lattice, place, places, table
from scoring.advice.stays import thrown as after_throwing
from scoring.dice import NO_DICE, Face, Roll, RuleError, pips
from scoring.events import Adjust, Choose, Event, Keep, Throw
from scoring.game import Advice, Awaits, Box, Game, Offer, Option, Prospect, View
from scoring.order import Order, still_open, thrown
from scoring.sheet import Sheet, adjusted, agreed, ahead, blank, entered, won
from scoring.turn import check_throw

TITLE = "Yahtzee"
DICE = pips(5)
THROWS = 3
ENOUGH, UPPER_BONUS = 63, 35
AGAIN = "Yahtzee bonus"

Score = tuple[int, str]  # points, and why
Card = tuple[tuple[str, int], ...]  # the boxes that a player has filled, and the points in them


@dataclass(frozen=True)
class Rules:
    """How this table plays: where a further Yahtzee goes, and what it brings."""

    joker: str = "forced"
    bonus: int = 100


@dataclass(frozen=True)
class Turn:
    """One turn so far: throws made, the dice that stayed, the other ones, and whether those are to be thrown."""

    throws: int = 0
    stayed: Roll = NO_DICE
    others: Roll = NO_DICE
    open: bool = True  # the others are to be thrown; else the player decides

    @property
    def dice(self) -> Roll:
        """List the dice on the table, in order."""
        return (self.stayed + self.others).sorted

    @property
    def due(self) -> int:
        """Count the dice that are thrown next: all but those that stay, all of them at first."""
        return len(self.others) or len(DICE)


FRESH = Turn()


@dataclass(frozen=True)
class State:
    """A match of Yahtzee: the rules, the sheet, each player's boxes, whose turn it is, and what just happened."""

    rules: Rules
    sheet: Sheet
    cards: tuple[Card, ...]
    seat: int = 0
    throws: Order | None = None  # until it is known who starts
    turn: Turn = FRESH
    says: str = ""

    @property
    def over(self) -> bool:
        """Tell whether every box is full."""
        return all(len(card) == len(BOXES) for card in self.cards)

    @property
    def player(self) -> str:
        """Name whose turn it is."""
        return self.sheet.players[self.throws.waiting[0] if self.throws else self.seat]

    @property
    def card(self) -> Card:
        """Show the boxes of the player whose turn it is."""
        return self.cards[self.seat]


# What the boxes pay


def _upper(number: int) -> Callable[[Roll], Score]:
    def score(dice: Roll) -> Score:
        mine = [number] * dice.counts[Face(str(number))]
        return _sum(mine) if mine else (0, f"no {number}, 0")

    return score


def _alike(number: int) -> Callable[[Roll], Score]:
    return lambda dice: _sum(_numbers(dice)) if max(dice.counts.values()) >= number else MISSED


def _straight(length: int, points: int) -> Callable[[Roll], Score]:
    def score(dice: Roll) -> Score:
        there = set(_numbers(dice))
        runs = [range(first, first + length) for first in range(1, 8 - length)]
        run = next((run for run in runs if there.issuperset(run)), None)
        return (points, f"{' '.join(map(str, run))} = {points}") if run else MISSED

    return score


def _full_house(dice: Roll) -> Score:
    groups = sorted(dice.counts.items(), key=lambda group: group[1])
    if [number for _, number in groups] != [2, 3]:
        return MISSED
    return FULL_HOUSE, f"{' + '.join(str(Roll((face,) * number)) for face, number in groups)} = {FULL_HOUSE}"


def _yahtzee(dice: Roll) -> Score:
    return (YAHTZEE, f"{dice} = {YAHTZEE}") if _all_alike(dice) else MISSED


def _sum(numbers: list[int]) -> Score:
    return sum(numbers), f"{'+'.join(map(str, numbers))} = {sum(numbers)}"


def _numbers(dice: Roll) -> list[int]:
    return [int(face.symbol) for face in dice]


def _all_alike(dice: Roll) -> bool:
    return len(dice.counts) == 1


MISSED = (0, "not there, 0")
FULL_HOUSE, SMALL, LARGE, YAHTZEE = 25, 30, 40, 50
UPPER = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}
JOKERS = {"full house": FULL_HOUSE, "small straight": SMALL, "large straight": LARGE}
BOXES: Mapping[str, Callable[[Roll], Score]] = {
    **{box: _upper(number) for box, number in UPPER.items()},
    "three of a kind": _alike(3),
    "four of a kind": _alike(4),
    "full house": _full_house,
    "small straight": _straight(4, SMALL),
    "large straight": _straight(5, LARGE),
    "yahtzee": _yahtzee,
    "chance": lambda dice: _sum(_numbers(dice)),
}


def allowed(rules: Rules, card: Card, dice: Roll) -> tuple[str, ...]:
    """List the boxes that may be filled with these five dice, in the order of the card (Joker Rules included).

    >>> allowed(Rules(), (("yahtzee", 50),), Roll.parse("4 4 4 4 4"))
    ('fours',)
    """
    full = dict(card)
    free = tuple(box for box in BOXES if box not in full)
    if rules.joker != "forced" or "yahtzee" not in full or not _all_alike(dice):
        return free
    own = tuple(box for box in free if UPPER.get(box) == _numbers(dice)[0])
    lower = tuple(box for box in free if box not in UPPER)
    return own or lower or free


def brought(rules: Rules, card: Card, box: str, dice: Roll) -> tuple[tuple[str, int, str], ...]:
    """List what filling a box with five dice, laid out in order, brings: the box, then bonuses; points and reasons.

    >>> brought(Rules(), (("fives", 25), ("sixes", 30)), "fours", Roll.parse("1 1 4 4 6"))
    (('Fours', 8, '4+4 = 8'), ('Upper bonus', 35, 'the upper boxes make 63'))
    """
    full = dict(card)
    points, why = BOXES[box](dice)
    again = _all_alike(dice) and "yahtzee" in full
    if again and box in JOKERS and rules.joker != "none" and _own_box(dice) in full:
        points, why = JOKERS[box], f"a joker, {JOKERS[box]}"
    rows = [(box.capitalize(), points, why)]
    if again and full["yahtzee"] and rules.bonus:
        rows.append((AGAIN, rules.bonus, "another Yahtzee"))
    before = sum(full[other] for other in UPPER if other in full)
    if box in UPPER and before < ENOUGH <= before + points:
        rows.append(("Upper bonus", UPPER_BONUS, f"the upper boxes make {before + points}"))
    return tuple(rows)


def _own_box(dice: Roll) -> str:
    return next(box for box, number in UPPER.items() if number == _numbers(dice)[0])


# Playing


def start(players: tuple[str, ...], options: Mapping[str, str]) -> State:
    """Sit down: seating order decides who starts, or the highest sum of five dice."""
    rules = Rules(options["joker"], int(options["yahtzee_bonus"]))
    state = State(rules, blank(players), ((),) * len(players), says=f"{players[0]} starts.")
    if options["first"] == "throw" and len(players) > 1:
        says = "Everybody throws all five dice, the highest sum starts."
        return replace(state, throws=Order.of(len(players)), says=says)
    return state


def play(state: State, event: Event) -> State:
    """Let one event happen, or refuse it with a sentence."""
    if isinstance(event, Adjust):
        return _adjust(state, event)
    if state.over:
        raise RuleError(f"The match is over, {_won(state)}: undo or adjust to go on.")
    if isinstance(event, Throw):
        return _throw_for_first(state, state.throws, event.roll) if state.throws else _throw(state, event.roll)
    if state.throws:
        raise RuleError(f"First everybody throws for the start: now {state.player}, five dice.")
    if isinstance(event, Keep):
        return _keep(state, event.roll)
    if isinstance(event, Choose):
        return _choose(state, event.what.lower())
    raise RuleError(f"{TITLE} has no `{event}`: throw (`roll`), name the dice that stay (`keep`) or `choose` a box.")


def _throw_for_first(state: State, throws: Order, roll: Roll) -> State:
    check_throw(roll, len(DICE), DICE[0])
    after = thrown(throws, sum(_numbers(roll)))
    says = f"{state.player} throws {roll}, {sum(_numbers(roll))}."
    if not after.waiting:
        first = after.seats[0]
        return replace(state, throws=None, seat=first, says=f"{says} {state.sheet.players[first]} starts.")
    return replace(state, throws=after, says=f"{says} {still_open(after, state.sheet.players)}")


def _throw(state: State, roll: Roll) -> State:
    turn = state.turn
    if not turn.open:
        raise RuleError(f"{state.player} decides first: {_now(state)}.")
    check_throw(roll, turn.due, DICE[0])
    after = Turn(turn.throws + 1, turn.stayed, roll, open=False)
    there = f" On the table: {after.dice}." if turn.stayed else ""
    return replace(state, turn=after, says=f"{state.player} throws {roll}.{there}")


def _keep(state: State, roll: Roll) -> State:
    turn = state.turn
    if turn.open:
        raise RuleError(f"There is nothing to decide yet: {_now(state)}.")
    if turn.throws == THROWS:
        raise RuleError(f"That was the third throw of the turn, the last: {_now(state)}.")
    if not turn.dice.holds(roll):
        raise RuleError(f"Not all of {roll} lie there: the dice are {turn.dice}.")
    if len(roll) == len(DICE):
        raise RuleError("If all five dice stay there is nothing to throw: leave fewer, or choose a box.")
    others = turn.dice.without(roll)
    says = f"{state.player} leaves {roll} and throws {_dice(len(others))}."
    if not roll:
        says = f"{state.player} throws all five dice again."
    return replace(state, turn=replace(turn, stayed=roll, others=others, open=True), says=says)


def _choose(state: State, box: str) -> State:
    turn = state.turn
    if not turn.throws:
        raise RuleError(f"A box is filled after a throw: {_now(state)}.")
    may = allowed(state.rules, state.card, turn.dice)
    if box not in may:
        raise RuleError(_why_not(state, box, may))
    rows = brought(state.rules, state.card, box, turn.dice)
    sheet = state.sheet
    for what, points, why in rows:
        sheet = entered(sheet, state.seat, what, points, why)
    card = (*state.card, (box, rows[0][1]))
    cards = (*state.cards[: state.seat], card, *state.cards[state.seat + 1 :])
    after = replace(state, sheet=sheet, cards=cards, seat=(state.seat + 1) % len(cards), turn=FRESH)
    says = f"{state.player} takes {_label(rows)}."
    return replace(after, says=f"{says} {_won(after)}." if after.over else says)


def _adjust(state: State, event: Adjust) -> State:
    after = replace(state, sheet=adjusted(state.sheet, event))
    says = agreed(after.sheet)
    return replace(after, says=f"{says} {_won(after)}." if after.over else says)


# Saying


def _label(rows: tuple[tuple[str, int, str], ...]) -> str:
    (what, _, why), *bonuses = rows
    more = "".join(f"; {name} {points}, {reason}" for name, points, reason in bonuses)
    return f"{what}: {why}{more}"


def _won(state: State) -> str:
    return won(state.sheet, ahead(state.sheet))


def _dice(number: int) -> str:
    return {1: "one die", len(DICE): "five dice"}.get(number, f"{number} dice")


def _now(state: State) -> str:
    turn = state.turn
    if not turn.throws:
        return "throw five dice"
    if turn.open:
        return f"throw {_dice(len(turn.others))} or choose a box"
    return "choose a box" if turn.throws == THROWS else "name the dice that stay (`keep`) or choose a box"


def _why_not(state: State, box: str, may: tuple[str, ...]) -> str:
    names = " or ".join(may)
    if box not in BOXES:
        return f"There is no box {box}: choose {names}."
    if box in dict(state.card):
        return f"The box {box} is full: choose {names}."
    return f"A further Yahtzee goes where the Joker Rules send it (joker: forced): choose {names}."


# Showing


def view(state: State) -> View:
    """Show the match as it stands."""
    turn = state.turn
    offers = _offers(state)
    return View(
        player="" if state.over else state.player,
        awaits=_awaits(state),
        offers=offers,
        points=max((offer.points for offer in offers), default=0),
        rolls=turn.throws,
        thrown=turn.others,
        kept=turn.stayed,
        says=state.says,
        card=state.sheet.rows,
        totals=state.sheet.scores,
        notes=tuple(_note(card) for card in state.cards),
        over=state.over,
        winners=ahead(state.sheet) if state.over else (),
        free=turn.dice if not turn.open and turn.throws < THROWS else None,
        most=0 if state.over or state.throws else THROWS,
        leaves=turn.open and turn.throws > 0,
        pad=_pad(state),
    )


def _awaits(state: State) -> Awaits:
    if state.over:
        return Awaits("over")
    return Awaits("roll", state.turn.due) if state.turn.open else Awaits("decision")


def _offers(state: State) -> tuple[Offer, ...]:
    if not state.turn.throws:
        return ()
    dice = state.turn.dice
    found = {box: brought(state.rules, state.card, box, dice) for box in allowed(state.rules, state.card, dice)}
    return tuple(Offer(f"choose {box}", _label(rows), _points(rows)) for box, rows in found.items())


def _points(rows: tuple[tuple[str, int, str], ...]) -> int:
    return sum(points for _, points, _ in rows)


def _pad(state: State) -> tuple[Box, ...]:
    cards = [dict(card) for card in state.cards]
    boxes = [Box(box.capitalize(), tuple(str(card.get(box, "")) for card in cards), sums=False) for box in BOXES]
    upper = [sum(card.get(box, 0) for box in UPPER) for card in cards]
    sums = Box("Upper sum", tuple(map(str, upper)), sums=True)
    bonus = Box(f"Bonus at {ENOUGH}", tuple(map(_upper_bonus, state.cards, upper)), sums=True)
    again = Box(AGAIN, tuple(_again(state.sheet, name) for name in state.sheet.players), sums=True)
    total = Box("Total", tuple(f"{total:,}" for total in state.sheet.totals), sums=True)
    further = (again,) if state.rules.bonus else ()
    return (*boxes[: len(UPPER)], sums, bonus, *boxes[len(UPPER) :], *further, total)


def _upper_bonus(card: Card, upper: int) -> str:
    """Tell the bonus, or how far it is while it may be earned."""
    if upper >= ENOUGH:
        return str(UPPER_BONUS)
    return "0" if UPPER.keys() <= dict(card).keys() else f"{ENOUGH - upper} to go"


def _again(sheet: Sheet, name: str) -> str:
    """Tell what further Yahtzees brought a player."""
    return str(sum(row.points for row in sheet.rows if (row.player, row.what) == (name, AGAIN)) or "")


def _note(card: Card) -> str:
    left = len(BOXES) - len(card)
    return "" if not left else "one box left" if left == 1 else f"{left} boxes left"


# The odds

FIVE = Kind(tuple(face.symbol for face in DICE[0].faces), len(DICE))


@lru_cache(maxsize=256)
def _worths(rules: Rules, card: Card) -> tuple[Table, Table]:
    """Say what each stay comes to with one throw left and with two, when the best box is then taken."""
    full = [counts for counts in lattice(FIVE).sets if sum(counts) == len(DICE)]
    now = table((FIVE,), (((counts,), _best_box(rules, card, counts)) for counts in full))
    once = after_throwing(now, (FIVE,))
    return once, after_throwing(best(once, (FIVE,)), (FIVE,))


def _best_box(rules: Rules, card: Card, counts: tuple[int, ...]) -> int:
    sides = zip(FIVE.names, counts, strict=True)
    dice = Roll(tuple(Face(name) for name, number in sides for _ in range(number)))
    return max(_points(brought(rules, card, box, dice)) for box in allowed(rules, card, dice))


def advise(state: State) -> Advice | None:
    """Rank what may be done by the points of this turn, exactly: boxes, and dice that may stay for another throw.

    None where there is nothing to decide: before the first throw of a turn, and when the match is over.
    """
    turn = state.turn
    if not turn.throws:
        return None
    plays = [Prospect(offer.event, float(offer.points)) for offer in _offers(state)]
    if turn.throws < THROWS:
        plays += _throwing(turn, _worths(state.rules, state.card)[THROWS - 1 - turn.throws])
    ranked = tuple(sorted(plays, key=lambda play: -play.value))
    return Advice("points", "points of this turn", ranked, _says(ranked[0], turn))


def _throwing(turn: Turn, worth: Table) -> list[Prospect]:
    if turn.open:
        return [Prospect("roll", worth[place((FIVE,), (_counts(turn.stayed),))])]
    stays = places((FIVE,), (_counts(turn.dice),))
    return [_leaving(counts, worth[index]) for (counts,), index in stays.items() if sum(counts) < len(DICE)]


def _leaving(counts: tuple[int, ...], value: float) -> Prospect:
    stays = Roll(tuple(Face(name) for name, number in zip(FIVE.names, counts, strict=True) for _ in range(number)))
    return Prospect(str(Keep(stays)), value, f"then throw {_dice(len(DICE) - len(stays))}")


def _counts(dice: Roll) -> tuple[int, ...]:
    found = Counter(face.symbol for face in dice)
    return tuple(found[name] for name in FIVE.names)


def _says(first: Prospect, turn: Turn) -> str:
    word, _, rest = first.event.partition(" ")
    if word == "choose":
        return f"Best: {rest}, {first.value:.0f} points."
    if word == "roll":
        return f"Best: throw {_dice(len(turn.others))}: {first.value:.1f} points on average."
    return f"Best: keep {rest or 'nothing'}, {first.then}: {first.value:.1f} points on average."


OPTIONS = (
    Option(
        "joker",
        "forced",
        {
            "forced": "Into its upper box; where that is full into a lower one, as a joker",
            "free": "Into any box, as a joker where its upper box is full",
            "none": "There are no jokers",
        },
        "Where a further Yahtzee goes once the Yahtzee box is full.",
    ),
    Option(
        "yahtzee_bonus",
        "100",
        {"100": "100 points", "0": "Nothing"},
        "What each further Yahtzee brings besides its box when the Yahtzee box holds 50.",
    ),
    Option(
        "first",
        "seat",
        {"seat": "The first seat", "throw": "Everybody throws all five dice, the highest sum starts"},
        "Who starts.",
    ),
)

GAME = Game(
    id="yahtzee",
    title=TITLE,
    about="Five dice, three throws a turn, thirteen boxes: fill one each turn, the highest total wins.",
    kit="pips",
    seats=(1, 20),
    dice=DICE,
    options=OPTIONS,
    start=start,
    play=play,
    view=view,
    advise=advise,
)
