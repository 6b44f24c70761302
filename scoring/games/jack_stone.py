"""Jack Stone's Ten Thousand (rule book 4): six dice, set aside what scores, stop or throw on, first to 10,000.

The match ends when a total stands at 10,000 or more, whether banked or agreed by the table (`adjust`). If the table
then adjusts everybody below it, play goes on with the player whose turn it would be. With `final_round: one_turn` each
other player has one more turn (a turn under way is that one), the highest total wins and ties are shared.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations_with_replacement

from scoring.dice import Roll, RuleError, pips
from scoring.events import Adjust, Bank, Event, Keep, Throw
from scoring.game import Awaits, Game, HeaderError, Offer, Option, View
from scoring.seats import Seats, Throws, passed, thrown, weighed
from scoring.sheet import TOTALS, Sheet, adjusted, ahead, blank, entered
from scoring.turn import FRESH, Group, Pick, Scale, Turn, after_keep, after_throw, check_throw, dice_to_throw, picks

TITLE = "Jack Stone's Ten Thousand"
GOAL = 10_000
DICE = pips(6)


@dataclass(frozen=True)
class Rules:
    """How this table plays (rule book 8, C1 to C4 and 4.2)."""

    keep_all: bool = True
    six_as_three_pairs: bool = True
    doubles: bool = False
    last_turns: bool = False


@dataclass(frozen=True)
class State:
    """A match of Jack Stone: the rules, the sheet, whose turn it is, the turn so far, and what just happened."""

    rules: Rules
    sheet: Sheet
    seats: Seats
    throws: Throws | None  # until it is known who starts
    turn: Turn = FRESH
    says: str = ""

    @property
    def player(self) -> str:
        """Name whose turn it is."""
        return self.sheet.players[self.throws.waiting[0] if self.throws else self.seats.seat]


# What scores (rule book 4.2, 4.3)


@cache
def scale(*, doubles: bool = False, six_as_three_pairs: bool = True) -> Scale:
    """List what scores: 1 and 5, sets of three, the straight and three pairs.

    >>> [group.points for group in scale().groups if str(group.dice) in ("1", "1 1 1", "2 2 2 2 3 3")]
    [100, 1000, 1500]
    """
    singles = (_group("1", 100), _group("5", 50))
    straight = _group("1 2 3 4 5 6", 3000, "straight")
    return Scale((*singles, *_sets(doubles=doubles), straight, *_three_pairs(with_six=six_as_three_pairs)))


def _group(dice: str, points: int, name: str = "") -> Group:
    return Group(Roll.parse(dice), points, name)


def _sets(*, doubles: bool) -> tuple[Group, ...]:
    sizes = range(3, 7 if doubles else 4)
    worth = {"1": 1000} | {str(pip): 100 * pip for pip in range(2, 7)}
    return tuple(_group(" ".join([pip] * size), worth[pip] * 2 ** (size - 3)) for pip in worth for size in sizes)


def _three_pairs(*, with_six: bool) -> tuple[Group, ...]:
    triples = combinations_with_replacement("123456", 3)
    return tuple(
        _group(" ".join(pip for pip in triple for _ in "12"), 1500, "three pairs")
        for triple in triples
        if with_six or len(set(triple)) > 1
    )


def allowed(rules: Rules, roll: Roll) -> tuple[Pick, ...]:
    """List what may be set aside of a throw (rule book 4.4), the best first.

    With `keep_rule: all` that is exactly the best scoring. No throw of this game has two best ones (a test looks at
    them all); if one had, the choice between them would be the player's.

    >>> [str(pick.dice) for pick in allowed(Rules(), Roll.parse("1 1 5 6 2 3"))]
    ['1 1 5']
    """
    found = picks(scale(doubles=rules.doubles, six_as_three_pairs=rules.six_as_three_pairs), roll)
    return tuple(pick for pick in found if not rules.keep_all or pick.points == found[0].points)


# Playing


def start(players: tuple[str, ...], options: Mapping[str, str]) -> State:
    """Sit down: seating order decides who starts, or one die each (rule book 4.1)."""
    rules = Rules(
        keep_all=options["keep_rule"] == "all",
        six_as_three_pairs=options["six_as_three_pairs"] == "true",
        doubles=options["beyond_three"] == "double",
        last_turns=options["final_round"] == "one_turn",
    )
    sheet = blank(players, options["totals"])
    if max(sheet.totals) >= GOAL:
        raise HeaderError("totals", f"A player brings {GOAL:,} points or more in `totals`: that match is already over.")
    seats = Seats(len(players))
    if options["first_player"] == "one_die" and len(players) > 1:
        says = "Everybody throws one die, the highest starts."
        return State(rules, sheet, seats, Throws(tuple(range(len(players)))), says=says)
    return State(rules, sheet, seats, None, says=f"{players[0]} starts.")


def play(state: State, event: Event) -> State:
    """Let one event happen, or refuse it with a sentence."""
    if isinstance(event, Adjust):
        return _adjust(state, event)
    if state.seats.over:
        raise RuleError(f"The match is over, {_winners(state)}: undo or adjust to go on.")
    if isinstance(event, Throw):
        return _throw_for_first(state, state.throws, event.roll) if state.throws else _throw(state, event.roll)
    if state.throws:
        raise RuleError(f"First it is thrown for who starts: {state.player} throws one die.")
    if isinstance(event, Keep):
        return _keep(state, event.roll)
    if isinstance(event, Bank):
        return _bank(state)
    raise RuleError(f"{TITLE} has no `{event}`: throw (`roll`), set aside (`keep`) or `bank`.")


def _throw_for_first(state: State, throws: Throws, roll: Roll) -> State:
    check_throw(roll, 1, DICE[0])
    after = thrown(throws, int(roll.faces[0].symbol))
    names = [state.sheet.players[seat] for seat in after.waiting]
    says = f"{state.player} throws {roll}."
    if not names:
        first = after.leaders[0]
        says += f" {state.sheet.players[first]} starts."
        return replace(state, throws=None, seats=replace(state.seats, seat=first), says=says)
    if not after.leaders:
        says += f" {' and '.join(names)} tie for the highest and throw again."
    return replace(state, throws=after, says=says)


def _throw(state: State, roll: Roll) -> State:
    if state.turn.undecided:
        raise RuleError(f"{_first_set_aside(state)}, then throw the rest.")
    check_throw(roll, dice_to_throw(state.turn, len(DICE)), DICE[0])
    turn = after_throw(state.turn, roll, len(DICE))
    best = allowed(state.rules, roll)[:1]
    if not best:
        return _bust(state, roll)
    return replace(state, turn=turn, says=f"{state.player} throws {roll}: {best[0].why}.")


def _bust(state: State, roll: Roll) -> State:
    why = f"{roll} has no scoring dice" + (f", {state.turn.points:,} points lost" if state.turn.points else "")
    after = _ended(state, "bust", 0, why)
    return replace(after, turn=Turn(thrown=roll), says=f"Bust: {why}.{_next(after)}")


def _keep(state: State, roll: Roll) -> State:
    if not state.turn.undecided:
        raise RuleError(f"Nothing lies there to set aside: {_what_now(state)}.")
    choices = allowed(state.rules, state.turn.thrown)
    pick = next((pick for pick in choices if pick.dice == roll.sorted), None)
    if pick is None:
        raise RuleError(_why_not(state, roll, choices))
    turn = after_keep(state.turn, roll, pick)
    says = f"{state.player} sets aside {roll}: {pick.why}."
    if len(turn.aside) == len(DICE):
        says += " All six dice score and may be thrown again."
    return replace(state, turn=turn, says=says)


def _bank(state: State) -> State:
    if state.turn.undecided:
        raise RuleError(f"{_first_set_aside(state)}, then bank.")
    if not state.turn.points:
        raise RuleError(f"There is nothing to bank yet: {_what_now(state)}.")
    why = "; ".join(state.turn.why)
    after = _ended(state, "bank", state.turn.points, why)
    says = f"{state.player} banks {state.turn.points:,}: {why}."
    return replace(after, turn=FRESH, says=says + _next(after))


def _ended(state: State, what: str, points: int, why: str) -> State:
    sheet = entered(state.sheet, state.seats.seat, what, points, why)
    seats = passed(state.seats, sheet.totals, GOAL, last_turns=state.rules.last_turns)
    return replace(state, sheet=sheet, seats=seats)


def _adjust(state: State, event: Adjust) -> State:
    sheet = adjusted(state.sheet, event)
    seats = weighed(state.seats, sheet.totals, GOAL, last_turns=state.rules.last_turns)
    after = replace(state, sheet=sheet, seats=seats)
    total = sheet.rows[-1].total
    says = f"The table agrees: {event.player} {event.points:+,}, total {total:,}."
    return replace(after, says=says + (_next(after) if seats.over else ""))


# Saying


def _winners(state: State) -> str:
    names = ahead(state.sheet)
    return f"{' and '.join(names)} {'wins' if len(names) == 1 else 'win'} with {max(state.sheet.totals):,}"


def _next(state: State) -> str:
    if state.seats.over:
        return f" {_winners(state)}."
    return f" {state.player}'s last turn." if state.seats.closing else ""


def _what_now(state: State) -> str:
    number = dice_to_throw(state.turn, len(DICE))
    dice = "one die" if number == 1 else f"{number} dice"
    return f"throw {dice} or bank" if state.turn.points else f"throw {dice} first"


def _first_set_aside(state: State) -> str:
    best = allowed(state.rules, state.turn.thrown)[0].dice
    return f"Set aside {best}{'' if state.rules.keep_all else ' or some of what scores'} first"


def _why_not(state: State, roll: Roll, choices: tuple[Pick, ...]) -> str:
    if not state.turn.thrown.holds(roll):
        return f"{roll} does not lie there: the throw is {state.turn.thrown}."
    if not roll.faces:
        return f"{_first_set_aside(state)}."
    best = f"{choices[0].dice} ({choices[0].why})"
    if state.rules.keep_all:
        return f"Exactly the dice of the best scoring are set aside (keep_rule all): here {best}, not {roll}."
    return f"Not every die of {roll} scores: set aside {best} or some of what scores."


# Showing


def view(state: State) -> View:
    """Show the match as it stands."""
    over, turn = state.seats.over, state.turn
    totals = tuple(zip(state.sheet.players, state.sheet.totals, strict=True))
    return View(
        player="" if over else state.player,
        awaits=_awaits(state),
        offers=() if over else _offers(state),
        points=turn.points,
        rolls=turn.throws,
        thrown=turn.thrown if turn.thrown.faces else None,
        kept=turn.aside if turn.aside.faces else None,
        says=state.says,
        card=state.sheet.rows,
        totals=totals,
        notes=tuple("one more turn" if seat in (state.seats.closing or ()) else "" for seat in range(len(totals))),
        over=over,
        winners=ahead(state.sheet) if over else (),
    )


def _awaits(state: State) -> Awaits:
    if state.seats.over:
        return Awaits("over")
    if state.turn.undecided:
        return Awaits("decision")
    return Awaits("roll", 1 if state.throws else dice_to_throw(state.turn, len(DICE)))


def _offers(state: State) -> tuple[Offer, ...]:
    turn = state.turn
    if turn.undecided:
        choices = allowed(state.rules, turn.thrown)
        return tuple(Offer(str(Keep(pick.dice)), f"Set aside {pick.dice}: {pick.why}", pick.points) for pick in choices)
    if not turn.points:
        return ()
    total = state.sheet.totals[state.seats.seat] + turn.points
    return (Offer("bank", f"Bank {turn.points:,}: total {total:,}", turn.points),)


OPTIONS = (
    Option(
        "keep_rule",
        "all",
        ("all", "any"),
        "all: every die that scores is set aside. any: the player chooses, but at least one.",
    ),
    Option(
        "six_as_three_pairs",
        "true",
        ("true", "false"),
        "Six of a kind counts as three pairs, 1,500, unless two sets of three pay more.",
    ),
    Option(
        "beyond_three",
        "none",
        ("none", "double"),
        "none: a fourth die of a kind adds nothing to a set of three. double: each further die doubles the set.",
    ),
    Option(
        "final_round",
        "none",
        ("none", "one_turn"),
        "none: the first at 10,000 wins at once. one_turn: everybody else has one more turn, then the highest wins.",
    ),
    Option(
        "first_player",
        "seat",
        ("seat", "one_die"),
        "seat: the first seat starts. one_die: everybody throws one die, the highest starts.",
    ),
    TOTALS,
)

GAME = Game(
    id="jack-stone",
    title=TITLE,
    about="Six dice: set aside what scores, stop or throw on; a throw without a score loses the turn. First to 10,000.",
    kit="pips",
    seats=(1, 20),
    dice=DICE,
    options=OPTIONS,
    start=start,
    play=play,
    view=view,
    spellings={"first: seat": "first_player: seat", "first: throw": "first_player: one_die"},
)
