"""Phase 10 Dice (rule book 5): ten dice, three throws a turn, ten phases in order; the highest total wins.

The first to make Phase 10 ends normal play. Everybody else then has one last try, in order of play from there, which
goes on from phase to phase until one is missed. Adjustments change totals only: they make and undo no phase.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scoring.advice.fits import Kept
from scoring.advice.phase_odds import leaving, throwing
from scoring.dice import NO_DICE, Face, Roll, RuleError, quoted
from scoring.events import Adjust, Bank, Choose, Event, Keep, Throw
from scoring.game import LAST_TURNS, Advice, Awaits, Game, HeaderError, Offer, Option, Paper, View
from scoring.layout import HIGH, PRINTED, Layout, check_possible, layout
from scoring.order import Order, after_throw, thrown
from scoring.paper import scored
from scoring.phases import FIVE_PHASES, LAST, PHASES, Assignment, Phase, best, ways
from scoring.race import (
    ENOUGH,
    Race,
    Scores,
    after_made,
    after_missed,
    brought,
    first_finish_bonus,
    five_phase_bonus,
    resumed,
)
from scoring.sheet import NEXT, Sheet, adjusted, agreed, ahead, entered, whose, won

TITLE = "Phase 10 Dice"
DICE = layout(PRINTED).dice
ALL = len(DICE)
THROWS = 3
SLIP = -5  # for each try missed in solitaire (rule book 5.1, 16)


@dataclass(frozen=True)
class Rules:
    """How this table plays (rule book 8, D1 to D6)."""

    layout: Layout
    player_counts: bool = False
    chain_bonus: bool = False
    rolloff: bool = False


@dataclass(frozen=True)
class Turn:
    """One turn so far: throws made, the dice that stayed, and the other ones.

    `then` is what comes next: `throw` the other dice, `decide`, or `choose` a way of counting. `kept` has all ten dice
    before each throw but the first, and which of them stayed.
    """

    throws: int = 0
    stayed: Roll = NO_DICE
    others: Roll = NO_DICE
    then: str = "throw"
    kept: tuple[Kept, ...] = ()

    @property
    def table(self) -> Roll:
        """List all the dice on the table."""
        return self.stayed + self.others

    @property
    def due(self) -> int:
        """Count the dice that are thrown next: all but those that stay, all of them at first."""
        return len(self.others) or ALL


FRESH = Turn()


@dataclass(frozen=True)
class State:
    """A match of Phase 10 Dice: the rules, the sheet, the order of play, the race, the turn, and what just happened.

    `rolloff` are the throws between players who share the win, where the table plays so. `before` is how the match
    stood before a run of adjustments by the table; None after any other event.
    """

    rules: Rules
    sheet: Sheet
    order: Order
    race: Race
    turn: Turn = FRESH
    rolloff: Order | None = None
    says: str = ""
    before: "State | None" = None

    @property
    def one_die(self) -> tuple[int, ...]:
        """List the seats that have to throw one high die now: for the order of play, or for the win."""
        return self.order.waiting or (self.rolloff.waiting if self.rolloff else ())

    @property
    def over(self) -> bool:
        """Tell whether nobody has anything left to do."""
        return self.race.closing == () and not self.one_die

    @property
    def player(self) -> str:
        """Name whose turn it is."""
        return self.sheet.players[(*self.one_die, self.race.seat)[0]]

    @property
    def phase(self) -> Phase:
        """Tell the phase of the player whose turn it is."""
        return PHASES[min(self.race.phase, LAST) - 1]

    @property
    def worth(self) -> Assignment | None:
        """Count the dice on the table for that phase; None when it is not made."""
        return best(self.phase.number, self.turn.table) if self.turn.throws else None

    @property
    def ways(self) -> tuple[Assignment, ...]:
        """List the ways in which the dice on the table may count for that phase."""
        return ways(self.phase.number, self.turn.table)

    @property
    def choosable(self) -> bool:
        """Tell whether the player chooses among several of them."""
        return self.rules.player_counts and len(self.ways) > 1


# Sitting down


def start(players: tuple[str, ...], options: Mapping[str, str]) -> State:
    """Sit down: seating order is the order of play, or one high die each decides it (rule book 5.1, 2)."""
    dice = _set_of_dice(options["phase10_dice"])
    rules = Rules(
        dice,
        player_counts=options["assignment"] == "player",
        chain_bonus=options["ffb_chain"] == "true",
        rolloff=options["tie_break"] == "rolloff",
    )
    made, seat = _on_paper(players, options["scored"], dice), whose(players, options["next"])
    if seat is not None and len(made[seat]) == LAST:
        raise HeaderError("next", f"{players[seat]} has made Phase 10 in `scored`: name who has a last try now.")
    sheet, race = Sheet(players, tuple(map(brought, made))), resumed(made, seat, chain=rules.chain_bonus)
    if seat is None and race.closing is None and options["first"] == "throw" and len(players) > 1:
        says = "Everybody throws one high die: the order of play is high to low."
        return State(rules, sheet, Order((race.order,)), race, says=says)
    state = State(rules, sheet, Order(tuple((each,) for each in race.order)), race)
    if race.closing is not None:
        return replace(state, says=_who_is_next(state).strip())
    return replace(state, says=f"{players[0]} starts." if seat is None else f"{players[seat]} is next.")


def _on_paper(players: tuple[str, ...], text: str, dice: Layout) -> tuple[Scores, ...]:
    """Read the phases already made, by seat; Phase 10 by one player at most."""
    try:
        made = scored(text, len(players), dice)
    except RuleError as error:
        raise HeaderError("scored", str(error)) from None
    ten = [name for name, scores in zip(players, made, strict=True) if len(scores) == LAST]
    if ten and len(players) == 1:
        raise HeaderError("scored", f"{ten[0]} has made all ten phases in `scored`: that match is already over.")
    if len(ten) > 1:
        raise HeaderError(
            "scored",
            f"{' and '.join(ten)} have made Phase 10 in `scored`, and who was first is not told: "
            "write it for the first alone, and `adjust` the others' totals.",
        )
    return made


def _set_of_dice(text: str) -> Layout:
    try:
        return layout(text)
    except RuleError as error:
        raise HeaderError("phase10_dice", str(error)) from None


# Playing


def play(state: State, event: Event) -> State:
    """Let one event happen, or refuse it with a sentence."""
    if isinstance(event, Adjust):
        return _adjust(state, event)
    state = replace(state, before=None)
    if state.over:
        raise RuleError(f"The match is over, {_won(state)}: undo or adjust to go on.")
    if state.one_die:
        return _throw_one(state, event)
    if isinstance(event, Throw):
        return _throw(state, event.roll)
    if isinstance(event, Keep):
        return _keep(state, event.roll)
    if isinstance(event, Bank):
        return _bank(state)
    if isinstance(event, Choose):
        return _choose(state, event.what)
    raise RuleError(f"{TITLE} has no `{event}`: throw (`roll`), name the dice that stay (`keep`) or `bank`.")


def _throw_one(state: State, event: Event) -> State:
    why = "for the win" if state.rolloff else "for the order of play"
    if not isinstance(event, Throw):
        raise RuleError(f"It is thrown {why} now: {state.player} throws one high die.")
    if len(event.roll) != 1 or not _is_high(state.rules.layout, event.roll.faces[0]):
        raise RuleError(f"{state.player} throws one high die {why}, a 5 to 10: not {event.roll or 'none'}.")
    number, says = int(event.roll.faces[0].symbol), f"{state.player} throws {event.roll}."
    if state.rolloff:
        return _win_thrown(replace(state, rolloff=thrown(state.rolloff, number)), says)
    return _order_thrown(state, number, says)


def _is_high(dice: Layout, face: Face) -> bool:
    on_a_die = not face.colour or any(face in die.faces for die in dice.high)
    return face.symbol in HIGH and on_a_die


def _order_thrown(state: State, number: int, says: str) -> State:
    order = after_throw(state.order, number)
    names = [state.sheet.players[seat] for seat in order.seats]
    if not order.waiting:
        says += f" The order of play is {', '.join(names)}."
    elif not order.thrown:
        says += f" {_named(state, order.waiting)} tie and throw again for their places."
    else:
        says += f" {_named(state, order.waiting[:1])} throws next, for the order of play."
    race = replace(state.race, order=order.seats, seat=order.seats[0])
    return replace(state, order=order, race=race, says=says)


def _win_thrown(state: State, says: str) -> State:
    if state.over:
        says += f" {_won(state)}."
    elif state.rolloff and not state.rolloff.thrown:
        says += f" {_named(state, state.rolloff.waiting)} tie and throw again."
    elif state.rolloff:
        says += f" {_named(state, state.rolloff.waiting[:1])} throws next, for the win."
    return replace(state, says=says)


def _throw(state: State, roll: Roll) -> State:
    turn = state.turn
    if turn.then != "throw":
        raise RuleError(f"{_decide_first(state)}.")
    _check_colours(roll)
    number = turn.due
    if len(roll) != number:
        rest = ": only those that did not stay" if turn.throws else ""
        are = "is" if number == 1 else "are"
        raise RuleError(f"{_dice(number).capitalize()} {are} thrown here, not {len(roll)}{rest}.")
    check_possible(state.rules.layout, turn.stayed + roll)
    after = replace(state, turn=replace(turn, throws=turn.throws + 1, others=roll, then="decide"))
    return replace(after, says=f"{state.player} throws {roll}: {_standing(after)}.")


def _check_colours(roll: Roll) -> None:
    pale = next((face for face in roll if not face.colour), None)
    if pale is not None:
        raise RuleError(f"The {pale} has no colour: colours count here, so name each die as in `{pale}R` for red.")


def _keep(state: State, roll: Roll) -> State:
    turn = state.turn
    if turn.then != "decide":
        raise RuleError(f"{_decide_first(state)}.")
    if turn.throws == THROWS:
        raise RuleError("That was the third throw of the turn, the last: bank.")
    _check_colours(roll)
    if not turn.table.holds(roll):
        raise RuleError(f"Not all of {roll} lie there: the dice are {turn.table.sorted}.")
    if len(roll) == ALL:
        raise RuleError("If all ten dice stay there is nothing to throw: keep fewer, or bank.")
    others = turn.table.without(roll)
    says = f"{state.player} keeps {roll} and throws {_dice(len(others))}."
    if not roll:
        says = f"{state.player} throws all ten dice again."
    kept = (*turn.kept, (turn.table, roll))
    return replace(state, turn=replace(turn, stayed=roll, others=others, then="throw", kept=kept), says=says)


def _bank(state: State) -> State:
    if not state.turn.throws:
        raise RuleError(f"There is nothing to bank yet: {_now(state)}.")
    if state.turn.then == "choose":
        raise RuleError(f"{_decide_first(state)}.")
    if state.worth is None:
        return _missed(state)
    if state.choosable:
        says = f"{state.player} chooses how the dice count in {state.phase}."
        return replace(state, turn=replace(state.turn, then="choose"), says=says)
    return _made(state, state.worth)


def _choose(state: State, what: str) -> State:
    if state.turn.then != "choose":
        raise RuleError(f"There is nothing to choose: {_now(state)}.")
    choices = {str(way.points): way for way in state.ways}
    if what not in choices:
        raise RuleError(f"{state.phase} cannot be worth {quoted(what)} here: choose {' or '.join(choices)}.")
    return _made(state, choices[what])


def _made(state: State, way: Assignment) -> State:
    seat, number = state.race.seat, state.phase.number
    race = after_made(state.race, way.points, chain=state.rules.chain_bonus)
    sheet = entered(state.sheet, seat, f"Phase {number}", way.points, f"{state.phase.name}: {way}")
    says = f"{state.player} takes {state.phase}: {way}."
    for what, points, why in _bonuses(state, race):
        sheet = entered(sheet, seat, what, points, why)
        says += f" {what} {points}: {why}."
    return _next(state, sheet, race, says)


def _bonuses(state: State, after: Race) -> list[tuple[str, int, str]]:
    """List the bonuses that the phase just made brings: their names, points and reasons."""
    before, number = state.race, state.phase.number
    five = five_phase_bonus(after.made[before.seat]) if number == FIVE_PHASES else 0
    if five:
        return [("Five Phase Bonus", five, f"Phases 1 to 5 make {sum(after.made[before.seat])}, more than {ENOUGH}")]
    first = first_finish_bonus(before) if number == LAST else 0
    if not first:
        return []
    if before.alone:
        return [("First Finish Bonus", first, "Phase 10 made on the first try")]
    later = "behind the first finisher in order of play, and in time"
    return [("First Finish Bonus", first, "first to make Phase 10" if before.closing is None else later)]


def _missed(state: State) -> State:
    points, why = (SLIP, f", {-SLIP} off") if state.race.alone else (0, "")
    why = f"no {state.phase.name}{why}"
    sheet = entered(state.sheet, state.race.seat, f"Phase {state.phase.number}", points, why)
    says = f"{state.player} misses Phase {state.phase.number}: {why}."
    return _next(state, sheet, after_missed(state.race), says)


def _next(state: State, sheet: Sheet, race: Race, says: str) -> State:
    after = _settled(replace(state, sheet=sheet, race=race, turn=FRESH))
    return replace(after, says=says + _who_is_next(after))


def _settled(state: State) -> State:
    """When the last try is over, let those who share the win throw for it where the table plays so."""
    names = ahead(state.sheet)
    if state.race.closing != () or not state.rules.rolloff or len(names) == 1:
        return replace(state, rolloff=None)
    return replace(state, rolloff=Order((tuple(state.sheet.players.index(name) for name in names),)))


def _adjust(state: State, event: Adjust) -> State:
    was = state.before or state
    after = replace(was, sheet=adjusted(state.sheet, event), before=was)
    if ahead(after.sheet) != ahead(was.sheet):
        after = _settled(after)
    return replace(after, says=agreed(after.sheet) + (_who_is_next(after) if after.race.closing == () else ""))


# Saying


def _named(state: State, seats: tuple[int, ...]) -> str:
    return " and ".join(state.sheet.players[seat] for seat in seats)


def _dice(number: int) -> str:
    return {1: "one die", ALL: "ten dice"}.get(number, f"{number} dice")


def _winners(state: State) -> tuple[str, ...]:
    if state.rolloff and not state.rolloff.waiting:
        return tuple(state.sheet.players[seat] for seat in state.rolloff.seats)
    return ahead(state.sheet)


def _won(state: State) -> str:
    return won(state.sheet, _winners(state)) + (" and the higher die" if state.rolloff else "")


def _who_is_next(state: State) -> str:
    if state.over:
        return f" {_won(state)}."
    if state.rolloff:
        return f" {_named(state, state.rolloff.waiting)} share the lead and throw one high die each for the win."
    return "" if state.race.closing is None else f" {state.player}'s last try: {state.phase}."


def _standing(state: State) -> str:
    """Say what the dice on the table are worth, and what might be better (the strategy hint of the rules)."""
    way, last = state.worth, state.turn.throws == THROWS
    if way is None:
        return f"{state.phase} is not made{'' if last else ' yet'}"
    hint = "" if last or not way.wilds else "; wilds count 0, so a throw that replaces one by a number may add to it"
    return f"{state.phase} is made, {way}{hint}"


def _now(state: State) -> str:
    turn = state.turn
    if turn.then == "throw":
        return f"throw {_dice(turn.due)}{' or bank' if turn.throws else ''}"
    return "bank" if turn.throws == THROWS else "name the dice that stay (`keep`) or bank"


def _decide_first(state: State) -> str:
    if state.turn.then == "choose":
        points = [str(way.points) for way in state.ways]
        return f"First choose what {state.phase} is worth: {' or '.join(points)}"
    if state.turn.then == "throw":
        undo = ", or undo to keep others" if state.turn.throws else ""
        return f"First the dice are thrown: {_now(state)}{undo}"
    return f"First {state.player} decides: {_now(state)}"


# Showing


def view(state: State) -> View:
    """Show the match as it stands."""
    over, turn, worth = state.over, state.turn, state.worth
    deciding = turn.then == "decide" and turn.throws < THROWS
    return View(
        player="" if over else state.player,
        awaits=_awaits(state),
        offers=_offers(state, worth) if turn.throws else (),
        points=worth.points if worth else 0,
        rolls=turn.throws,
        thrown=turn.others,
        kept=turn.stayed,
        says=state.says,
        card=state.sheet.rows,
        totals=state.sheet.scores,
        notes=tuple(_note(state.race, seat) for seat in range(len(state.sheet.players))),
        over=over,
        winners=_winners(state) if over else (),
        free=turn.table if deciding else None,
        most=0 if over or state.one_die else THROWS,
        leaves=turn.then == "throw" and turn.throws > 0,
    )


def _awaits(state: State) -> Awaits:
    if state.over:
        return Awaits("over")
    if state.one_die:
        return Awaits("roll", 1)
    if state.turn.then != "throw":
        return Awaits("decision")
    return Awaits("roll", state.turn.due)


def _offers(state: State, worth: Assignment | None) -> tuple[Offer, ...]:
    if state.turn.then == "choose":
        return tuple(Offer(f"choose {way.points}", f"Take {state.phase}: {way}", way.points) for way in state.ways)
    if worth is None:
        off = f", {-SLIP} off" if state.race.alone else ""
        return (Offer("bank", f"End the turn: {state.phase} is not made{off}", 0),)
    others = ", or choose another way" if state.choosable else ""
    return (Offer("bank", f"Take {state.phase}: {worth}{others}", worth.points),)


def _note(race: Race, seat: int) -> str:
    made = len(race.made[seat])
    if made == LAST:
        return "finished"
    if race.closing is not None and seat not in race.closing:
        return "out"
    return f"Phase {made + 1}: {PHASES[made].name}"


# Advising


def advise(state: State) -> Advice | None:
    """Tell the chance to make the phase with the best re-roll, or, once it is made, the score to expect."""
    turn, left = state.turn, THROWS - state.turn.throws
    if state.over or state.one_die or not turn.throws or not left or turn.then == "choose":
        return None
    if turn.then == "throw":
        return throwing(state.phase, turn.table, turn.stayed, left, state.rules.layout, turn.kept[:-1])
    points = None if state.worth is None else state.worth.points
    return leaving(state.phase, turn.table, left, state.rules.layout, points, turn.kept)


OPTIONS = (
    Option(
        "scored",
        "",
        None,
        "Phases already made, for a match begun on paper: the points of each, one list a player in seat order.",
        ("36 40 45; 30 40; 44 44 44 44 45 50",),
    ),
    Option(
        "first",
        "seat",
        {"seat": "As they sit", "throw": "Everybody throws one high die, and play goes from high to low"},
        "In which order it is played.",
    ),
    Option(
        "assignment",
        "best",
        {"best": "In the way that is worth most", "player": "As the player chooses who takes the phase"},
        "How dice count that could count in several ways.",
    ),
    Option(
        "ffb_chain",
        "false",
        {
            "false": "The first to make Phase 10, and who plays after him, was in Phase 10 by then and makes it",
            "true": "The first to make Phase 10, and who plays after him and makes it in the last tries",
        },
        "Who may win the First Finish Bonus.",
    ),
    Option(
        "tie_break",
        "shared",
        {"shared": "They win together", "rolloff": "They throw one high die each for it"},
        "What happens when the highest totals are equal.",
    ),
    Option(
        "phase10_dice",
        PRINTED,
        None,
        "The faces of the ten dice, six a die, with `;` between dice: they settle which faces can lie there together. "
        "any: nobody knows them.",
        ("any", "; ".join(reversed(PRINTED.split("; ")))),
    ),
    Option(
        "six_nine_mark",
        "unknown",
        {"unknown": "Nobody has said", "none": "They do not", "underline": "By a line below", "dot": "By a dot"},
        "How the dice tell a 6 from a 9. It is for the eye that reads them and changes no score.",
    ),
    NEXT,
)


def on_paper(state: State) -> Paper:
    """Tell how the match goes on elsewhere: the phases that each has made, in order of play, until one made all."""
    race, sheet = state.race, state.sheet
    if race.closing is not None:
        raise RuleError(LAST_TURNS)
    other = next((seat for seat in race.order if brought(race.made[seat]) != sheet.totals[seat]), None)
    if other is not None:
        name = sheet.players[other]
        raise RuleError(f"Only phases go along, and {name} has other points: what was agreed upon, or lost by a miss.")
    brings = tuple((sheet.players[seat], " ".join(map(str, race.made[seat]))) for seat in race.order)
    return Paper("scored", "; ", brings, "" if state.order.waiting else state.player)


GAME = Game(
    id="phase-10",
    title=TITLE,
    about="Ten dice with numbers, colours and wilds: three throws a turn, ten phases in order. The highest total wins.",
    kit="phase-10",
    seats=(1, 20),
    dice=DICE,
    options=OPTIONS,
    start=start,
    play=play,
    view=view,
    advise=advise,
    paper=on_paper,
    laid=lambda options: _set_of_dice(options["phase10_dice"]).dice,
)
