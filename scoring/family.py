"""The 10,000 family: set aside what scores, stop or throw on, first to the goal; `Rules` say how one table plays it.

Ten Grand, the 10,000 dice game, Jack Stone's Ten Thousand and Farkle are each a way to make `Rules`. A match ends when
a total stands at the goal, whether banked, agreed by the table (`adjust`) or brought along (`totals`), and those who
have a last turn have had it (a turn under way is that one). If the table then adjusts everybody below the goal, play
goes on with the player whose turn it would be.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from scoring.dice import Die, Face, Roll, RuleError, in_words, pips
from scoring.events import Adjust, Bank, Event, Keep, Throw
from scoring.game import LAST_TURNS, Awaits, Game, HeaderError, Offer, Option, Paper, View
from scoring.header import number
from scoring.order import Order, still_open, thrown
from scoring.seats import Goal, Seats, as_before, onwards, passed, resumed, weighed
from scoring.sheet import Sheet, adjusted, agreed, ahead, blank, earliest, entered, on_board, paper, whose, won
from scoring.turn import (
    FRESH,
    Pick,
    Scale,
    Straight,
    Turn,
    after_keep,
    after_throw,
    check_throw,
    completed,
    dice_to_throw,
    picks,
)

LEAST, MOST = 500, 1_000_000  # points that a match may go to
DICE = pips(6)
GOAL = Option("goal", "10000", None, "Points that a player must reach.", ("5000",))
FIRST = Option(
    "first",
    "seat",
    {"seat": "The first seat", "throw": "Everybody throws one die, the highest starts"},
    "Who starts.",
)


@dataclass(frozen=True)
class Board:
    """What a player's first score takes: points and throws in one turn, in a last turn too if `in_final`."""

    points: int = 0
    throws: int = 0
    in_final: bool = True


ANY_SCORE = Board()


@dataclass(frozen=True)
class Ending:
    """How a match ends: the goal, of which kind a last turn is, and what happens to a tie."""

    goal: Goal
    throw_once: bool = False  # a last turn is one throw, scored at its best
    must_beat: bool = False  # a last turn goes on until it beats the highest total, or busts
    ties: str = "shared"  # or `first_reached`, or `rolloff`


@dataclass(frozen=True)
class Rules:
    """How one table plays a game of the family, in numbers and words."""

    title: str
    scale: Scale
    ending: Ending
    die: Die = DICE[0]
    dice: int = len(DICE)
    keep_all: bool = False  # exactly the best scoring is set aside
    take_all_last: bool = False  # when every die of a throw scores, all are taken
    must_throw_on: bool = False  # when all dice are aside, all are thrown again
    bank_best: bool = False  # stopping straight after a throw takes its best score
    straight: Straight | None = None  # one of each face over the dice of a set
    board: Board = ANY_SCORE
    first: str = "seat"  # or `one_die`, or `best_score`: all dice once, the highest score starts
    bust: str = "bust"  # what the game calls it, as a verb
    all_aside: str = "All six dice score"
    stands: tuple[tuple[Face, Face], ...] = ()  # faces of other dice that may be thrown, each with what it counts as


@dataclass(frozen=True)
class State:
    """A match: the rules, the sheet, whose turn it is, the turn so far, and what just happened.

    `throws` are under way for the start or, when the last turn is over, to break a tie. Where an adjustment ended the
    match during the throws for the start, `start` keeps those in case another adjustment opens it again. `before` is
    how the match stood before a run of adjustments by the table; None after any other event.
    """

    rules: Rules
    sheet: Sheet
    seats: Seats
    throws: Order | None = None
    turn: Turn = FRESH
    says: str = ""
    champion: int | None = None  # the seat that won the throws for a tie
    start: Order | None = None
    before: "State | None" = None

    @property
    def player(self) -> str:
        """Name whose turn it is."""
        return self.sheet.players[self.throws.waiting[0] if self.throws else self.seats.seat]

    @property
    def last_turn(self) -> bool:
        """Tell whether the turn under way is its player's last."""
        return self.seats.seat in (self.seats.closing or ())

    @property
    def over(self) -> bool:
        """Tell whether nobody has anything to do any more."""
        return self.seats.over and self.throws is None


def goal(options: Mapping[str, str]) -> Goal:
    """Read what total a match goes to.

    >>> goal({"goal": "5,000"}).points
    5000
    """
    points = number(options, "goal")
    if not LEAST <= points <= MOST:
        raise HeaderError("goal", f"`goal` is {LEAST:,} to {MOST:,} points, not {points:,}.")
    return Goal(points)


def allowed(rules: Rules, turn: Turn) -> tuple[Pick, ...]:
    """List what may be set aside of the dice that lie there, the best first."""
    found = picks(rules.scale, turn.thrown)
    if rules.straight is not None:
        straight = completed(rules.straight, rules.die, turn)
        found = tuple(sorted((*found, *straight), key=lambda pick: (-pick.points, len(pick.dice))))
    if rules.keep_all:
        # No throw of these games has two best scorings (a test looks at them all); the choice would be the player's.
        return tuple(pick for pick in found if pick.points == found[0].points)
    if rules.take_all_last:
        return tuple(pick for pick in found if len(pick.dice) == len(turn.thrown)) or found
    return found


# Playing


def start(read: Callable[[Mapping[str, str]], Rules], players: tuple[str, ...], options: Mapping[str, str]) -> State:
    """Sit down: whoever sits first starts, or it is thrown for; a match begun on paper may be in its last turns.

    A game reads its rules from the `options`. These say on paper who brings how many points (`totals`), and whose turn
    it is (`next`).
    """
    rules = read(options)
    sheet, goal, seat = blank(players, options["totals"]), rules.ending.goal, whose(players, options["next"])
    seats = resumed(Seats(len(players)), sheet.totals, goal, seat)
    if seats.over:
        unless = "" if seat is None or not goal.last_turns else f", unless another is next than {players[seat]}"
        raise HeaderError(
            "totals", f"A player brings {goal.points:,} points or more in `totals`: that match is already over{unless}."
        )
    state = State(rules, sheet, seats)
    if seat is not None:
        what = f"has a last turn{_aim(state)}" if seats.closing else "is next"
        return replace(state, says=f"{state.player} {what}.")
    if rules.first == "seat" or len(players) == 1 or seats.closing:
        what = f"has the first last turn{_aim(state)}" if seats.closing else "starts"
        return replace(state, says=f"{state.player} {what}.")
    what = "one die, the highest" if rules.first == "one_die" else f"all {rules.dice} dice, the highest score"
    return replace(state, throws=Order.of(len(players)), says=f"Everybody throws {what} starts.")


def counted(state: State, event: Event) -> Event:
    """Tell an event by the faces that count, where other dice are played with that have faces standing for them."""
    if not isinstance(event, Throw | Keep):
        return event
    stands = dict(state.rules.stands)
    return replace(event, roll=Roll(tuple(stands.get(face, face) for face in event.roll)))


def play(state: State, event: Event) -> State:
    """Let one event happen, or refuse it with a sentence."""
    if isinstance(event, Adjust):
        return _adjust(state, event)
    state = replace(state, before=None) if state.before else state
    if state.over:
        raise RuleError(f"The match is over, {_won(state)}: undo or adjust to go on.")
    if isinstance(event, Throw):
        return _throw_for_first(state, state.throws, event.roll) if state.throws else _throw(state, event.roll)
    if state.throws:
        why = "The tie is thrown off" if state.seats.over else "First everybody throws for the start"
        raise RuleError(f"{why}: now {state.player}, {in_words(_due(state))}.")
    if isinstance(event, Keep):
        return _keep(state, event.roll)
    if isinstance(event, Bank):
        return _bank(state)
    raise RuleError(f"{state.rules.title} has no `{event}`: throw (`roll`), set aside (`keep`) or `bank`.")


def _throw_for_first(state: State, throws: Order, roll: Roll) -> State:
    check_throw(roll, _due(state), state.rules.die)
    points = _first_points(state, roll)
    after = thrown(throws, points)
    says = f"{state.player} throws {roll}{f': {points:,}' if _due(state) > 1 else ''}."
    if not after.waiting:
        return _decided(replace(state, throws=None), after.seats[0], says)
    what = "the match" if state.seats.over else "the start"
    return replace(state, throws=after, says=f"{says} {still_open(after, state.sheet.players, what)}")


def _first_points(state: State, roll: Roll) -> int:
    if _due(state) == 1:
        return state.rules.die.faces.index(roll.faces[0])
    best = allowed(state.rules, after_throw(FRESH, roll, state.rules.dice))[:1]
    return best[0].points if best else 0


def _decided(state: State, seat: int, says: str) -> State:
    if state.seats.over:
        after = replace(state, champion=seat)
        return replace(after, says=f"{says} {_won(after)}.")
    seats = replace(state.seats, seat=seat, first=seat)
    if seats.closing and seat not in seats.closing:
        seats = onwards(seats, seat)
    after = replace(state, seats=seats)
    return replace(after, says=f"{says} {after.player} starts.")


def _throw(state: State, roll: Roll) -> State:
    rules = state.rules
    if state.turn.undecided:
        raise RuleError(f"{_first_set_aside(state)}, then throw the rest.")
    check_throw(roll, dice_to_throw(state.turn, rules.dice), rules.die)
    turn = after_throw(state.turn, roll, rules.dice)
    best = allowed(rules, turn)[:1]
    if not best:
        return _bust(state, roll)
    if rules.ending.throw_once and state.last_turn and turn.throws == 1:
        return _only_throw(replace(state, turn=turn), best[0])
    return replace(state, turn=turn, says=f"{state.player} throws {roll}: {best[0].why}.")


def _bust(state: State, roll: Roll) -> State:
    why = f"{roll} has no scoring dice" + (f", {state.turn.points:,} points lost" if state.turn.points else "")
    after = _ended(state, state.rules.bust, 0, why)
    says = f"{state.player} {state.rules.bust}s: {why}.{_next(after)}"
    return replace(after, turn=Turn(thrown=roll), says=says)


def _only_throw(state: State, best: Pick) -> State:
    off = _off_board(state, best.points)
    why = f"{best.why}: {off}" if off else best.why
    after = _ended(state, "one throw", 0 if off else best.points, why)
    says = f"{state.player} throws {state.turn.thrown}: {why}.{_next(after)}"
    return replace(after, turn=Turn(thrown=state.turn.thrown), says=says)


def _keep(state: State, roll: Roll) -> State:
    if not state.turn.undecided:
        more = picks(state.rules.scale, state.turn.thrown) if state.turn.throws else ()
        why = "Dice of this throw are aside already" if more else "Nothing lies there to set aside"
        raise RuleError(f"{why}: {_what_now(state)}.")
    choices = allowed(state.rules, state.turn)
    pick = next((pick for pick in choices if pick.dice == roll.sorted), None)
    if pick is None:
        raise RuleError(_why_not(state, roll, choices))
    turn = after_keep(state.turn, roll, pick)
    says = f"{state.player} sets aside {roll}: {pick.why}."
    if len(turn.aside) == state.rules.dice:
        must = "must" if state.rules.must_throw_on else "may"
        says += f" {state.rules.all_aside} and {must} be thrown again."
    if lacks := _lacks(state, turn.points):
        says += f" {lacks[0].upper()}{lacks[1:]}."
    return replace(state, turn=turn, says=says)


def _bank(state: State) -> State:
    if not state.turn.undecided and not state.turn.points:
        raise RuleError(f"There is nothing to bank yet: {_what_now(state)}.")
    turn = banked(state)
    refusal = _no_stop(state, turn)
    if refusal:
        raise RuleError(refusal)
    if state.turn.undecided and not state.rules.bank_best:
        raise RuleError(f"{_first_set_aside(state)}, then bank.")
    why = "; ".join(turn.why)
    after = _ended(state, "bank", turn.points, why)
    return replace(after, turn=FRESH, says=f"{state.player} banks {turn.points:,}: {why}.{_next(after)}")


def may_bank(state: State) -> bool:
    """Tell whether the player may stop now and take points."""
    if state.turn.undecided and not state.rules.bank_best:
        return False
    turn = banked(state)
    return bool(turn.points) and not _no_stop(state, turn)


def banked(state: State) -> Turn:
    """Count the best score of a throw of which nothing is set aside yet."""
    if not state.turn.undecided:
        return state.turn
    best = allowed(state.rules, state.turn)[0]
    return after_keep(state.turn, best.dice, best)


def _no_stop(state: State, turn: Turn) -> str:
    """Say why the player may not stop with this turn; empty when they may."""
    if state.rules.must_throw_on and len(turn.aside) == state.rules.dice:
        return f"{state.rules.all_aside}, and all must be thrown again before you may stop."
    lacks = _lacks(state, turn.points)
    return f"{lacks[0].upper()}{lacks[1:]}: {_go_on(state)}." if lacks else ""


def wins_at_once(state: State, total: int) -> bool:
    """Tell whether the match is over, and won, as soon as the player whose turn it is banks to this total."""
    seat = state.seats.seat
    totals = tuple(total if seat == other else points for other, points in enumerate(state.sheet.totals))
    seats = passed(state.seats, totals, state.rules.ending.goal)
    return seats.over and total > to_beat(state)


def first_score(state: State) -> Board:
    """Tell what the player whose turn it is needs to stop: nothing for whoever is on the board."""
    board = state.rules.board
    if board == ANY_SCORE or (state.last_turn and not board.in_final) or on_board(state.sheet, state.seats.seat):
        return ANY_SCORE
    return board


def to_beat(state: State) -> int:
    """Tell the highest total of the other players."""
    return max((other for seat, other in enumerate(state.sheet.totals) if seat != state.seats.seat), default=0)


def _off_board(state: State, points: int) -> str:
    """Say what the first turn that scores still lacks; empty for whoever is on the board."""
    board = first_score(state)
    if points < board.points:
        return f"a first score needs {board.points:,} points in one turn, and {points:,} are not enough"
    if state.turn.throws < board.throws:
        return f"a first score needs {board.throws} throws in one turn, and this was throw {state.turn.throws}"
    return ""


def _lacks(state: State, points: int) -> str:
    """Say what a turn of so many points lacks for a stop: a first score, or in a last turn the highest total."""
    rules, total, best = state.rules, state.sheet.totals[state.seats.seat], to_beat(state)
    if off := _off_board(state, points):
        return off
    if rules.ending.must_beat and state.last_turn and total + points <= best:
        until = f"you beat {best:,} or {rules.bust}"
        return f"in the last turn you go on until {until}, and {total:,} + {points:,} does not"
    return ""


def _ended(state: State, what: str, points: int, why: str) -> State:
    sheet = entered(state.sheet, state.seats.seat, what, points, why)
    seats = passed(state.seats, sheet.totals, state.rules.ending.goal)
    return _tied(replace(state, sheet=sheet, seats=seats))


def _tied(state: State) -> State:
    """Once the match is over, let tied leaders throw for it where the table plays so."""
    if not state.seats.over and state.champion is None:
        return state
    tied = tuple(seat for seat, name in enumerate(state.sheet.players) if name in ahead(state.sheet))
    if not state.seats.over or state.rules.ending.ties != "rolloff" or len(tied) == 1:
        return replace(state, throws=None if state.seats.over else state.throws, champion=None)
    return replace(state, throws=Order((tied,)), champion=None)


def _adjust(state: State, event: Adjust) -> State:
    was, sheet = state.before or state, adjusted(state.sheet, event)
    seats = weighed(as_before(was.seats, state.seats), sheet.totals, state.rules.ending.goal)
    if was.seats.over and seats.closing:
        seats = replace(seats, closing=())  # a match that was over stays so while somebody stands at the goal
    after = replace(was, sheet=sheet, seats=seats, before=was)
    if (seats.over, ahead(sheet)) != (was.seats.over, ahead(was.sheet)) and (seats.over or was.seats.over):
        start = was.start if was.seats.over else was.throws
        throws, start = (None, start) if seats.over else (start, None)
        after = _tied(replace(after, throws=throws, start=start))  # else the same are ahead, and their throws stand
    begun = seats.closing and not state.seats.closing
    return replace(after, says=agreed(sheet) + (_next(after) if seats.over or begun else ""))


# Saying


def _due(state: State) -> int:
    """Count the dice that are thrown next."""
    if state.throws is None:
        return dice_to_throw(state.turn, state.rules.dice)
    return 1 if state.seats.over or state.rules.first != "best_score" else state.rules.dice


def _winners(state: State) -> tuple[str, ...]:
    """Name the winners; who shares a win depends on how the table plays a tie."""
    if state.champion is not None:
        return (state.sheet.players[state.champion],)
    tied = ahead(state.sheet)
    if state.rules.ending.ties != "first_reached":
        return tied
    names, leader = state.sheet.players, state.seats.leader or 0  # who brought a total along led with it
    return (earliest(state.sheet, tuple(name for name in (*names[leader:], *names[:leader]) if name in tied)),)


def _won(state: State) -> str:
    return won(state.sheet, _winners(state))


def _next(state: State) -> str:
    if state.over:
        return f" {_won(state)}."
    if state.seats.over:
        return f" {' and '.join(ahead(state.sheet))} tie: each throws one die, the highest wins."
    begun = state.last_turn and state.throws is None
    return f" {state.player}'s last turn{_aim(state)}." if begun else ""


def _aim(state: State) -> str:
    """Say what a last turn must beat, where it must."""
    return f", to beat {to_beat(state):,}" if state.rules.ending.must_beat else ""


def _go_on(state: State) -> str:
    if state.turn.undecided:
        return f"{_first_set_aside(state)[0].lower()}{_first_set_aside(state)[1:]}, then throw the rest"
    return f"throw {in_words(_due(state))}"


def _what_now(state: State) -> str:
    if not state.turn.points:
        return f"throw {in_words(_due(state))} first"
    return _go_on(state) + ("" if _no_stop(state, state.turn) else " or bank")


def _first_set_aside(state: State) -> str:
    best = allowed(state.rules, state.turn)[0].dice
    return f"Set aside {best}{'' if state.rules.keep_all else ' or some of what scores'} first"


def _why_not(state: State, roll: Roll, choices: tuple[Pick, ...]) -> str:
    if not state.turn.thrown.holds(roll):
        return f"{roll} does not lie there: the throw is {state.turn.thrown}."
    if not roll:
        return f"{_first_set_aside(state)}."
    best = f"{choices[0].dice} ({choices[0].why})"
    if state.rules.keep_all:
        return f"Exactly the dice of the best scoring are set aside (keep_rule all): here {best}, not {roll}."
    if state.rules.take_all_last and any(
        pick.dice == roll.sorted for pick in picks(state.rules.scale, state.turn.thrown)
    ):
        return f"Every die of this throw scores, and then all are set aside (must_take_all_last): {best}."
    return f"Not every die of {roll} scores: set aside {best} or some of what scores."


# Showing


def view(state: State) -> View:
    """Show the match as it stands."""
    turn = state.turn
    totals = state.sheet.scores
    return View(
        player="" if state.over else state.player,
        awaits=_awaits(state),
        offers=() if state.over or state.throws else _offers(state),
        points=turn.points,
        rolls=turn.throws,
        thrown=turn.thrown,
        kept=turn.aside,
        says=state.says,
        card=state.sheet.rows,
        totals=totals,
        notes=tuple(_note(state, seat) for seat in range(len(totals))),
        over=state.over,
        winners=_winners(state) if state.over else (),
    )


def _note(state: State, seat: int) -> str:
    if seat in (state.seats.closing or ()):
        return "one more throw" if state.rules.ending.throw_once else "one more turn"
    board = state.rules.board
    off = (board.points or board.throws) and not on_board(state.sheet, seat) and not state.seats.over
    return "not on the board yet" if off else ""


def _awaits(state: State) -> Awaits:
    if state.over:
        return Awaits("over")
    if state.turn.undecided:
        return Awaits("decision")
    return Awaits("roll", _due(state))


def _offers(state: State) -> tuple[Offer, ...]:
    turn = state.turn
    if not turn.undecided:
        return _stop(state)
    choices = allowed(state.rules, turn)
    keeps = tuple(Offer(str(Keep(pick.dice)), f"Set aside {pick.dice}: {pick.why}", pick.points) for pick in choices)
    return (*keeps, *_stop(state))


def _stop(state: State) -> tuple[Offer, ...]:
    if not may_bank(state):
        return ()
    turn = banked(state)
    total = state.sheet.totals[state.seats.seat] + turn.points
    why = f" ({turn.why[-1]})" if state.turn.undecided else ""
    return (Offer("bank", f"Bank {turn.points:,}{why}: total {total:,}", turn.points),)


def on_paper(state: State) -> Paper:
    """Tell how the match goes on elsewhere, until the last turns are on."""
    if state.seats.closing is not None:
        raise RuleError(LAST_TURNS)
    board = state.rules.board
    due = "" if state.throws else state.player
    return paper(state.sheet, due, state.seats.first, board=bool(board.points or board.throws))


# What the identity cards of these games have in common: each adds what it is called, its options and its `start`.
game = partial(Game, kit="pips", seats=(1, 20), dice=DICE, play=play, view=view, paper=on_paper)
