"""High Roll Dice (rule book 6): ten dice, one number on the pads, stop or throw on, fill a rack of 122,000.

The first to fill a rack is the Game Winner and throws no more. Everybody else has one last turn; whoever then has most,
and more than the Game Winner, is the High Roll Winner. When an adjustment fills a rack, its player throws no more, and
their turn is void if it is under way. When one takes the Game Winner's rack below full, the next player clockwise with
a full rack is the Game Winner and the old one has a last turn; with no rack full, the match is open again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from math import inf

from scoring.advice import pads
from scoring.advice.pad_odds import Aim, Way, choosing, hoping, stopping
from scoring.chips import Chips, chips, deck, laid, payable, payment, payout
from scoring.dice import NO_DICE, Die, Face, Roll, RuleError, pips, quoted
from scoring.events import Adjust, Bank, Break, Card, Choose, Event, Throw
from scoring.game import LAST_TURNS, Advice, Awaits, Game, HeaderError, Offer, Option, Paper, View
from scoring.order import Order, still_open, thrown
from scoring.seats import Goal, Seats, as_before, passed, resumed, weighed
from scoring.sheet import NEXT, TOTALS, Sheet, adjusted, agreed, blank, entered, paper, whose
from scoring.turn import check_throw

TITLE = "High Roll Dice"
DICE = pips(10)
SIDES = 6
LIKE = 3  # of a kind begin a turn

PAYOUT = "face x 1000 1500 2200 3200 5000 8000 12000 20000"
DECK = "6x500 8x1000 4x2000 2x5000"
FACES = "1 2 3 4 5 6"
CHIPS = "100/1000/5000"


@dataclass(frozen=True)
class Rules:
    """How this table plays (rule book 6 and 8, E1 to E9)."""

    faces: tuple[Face, ...]  # in rising order
    payout: tuple[tuple[int, ...], ...]  # a row for each face, for 3 to 10 dice on the pads
    deck: tuple[int, ...]  # every bonus card, rising
    chips: Chips
    goal: Goal  # what fills a rack
    aside: str  # first_set_aside
    sum_ten: bool
    app_draws: bool
    again: bool  # after a bonus card all ten dice are thrown again
    at_risk: bool
    all_thrown: bool  # after a break

    def pays(self, face: Face, number: int) -> int:
        """Look so many dice of one number up on the Payout Card."""
        return self.payout[self.faces.index(face)][number - LIKE]


@dataclass(frozen=True)
class Turn:
    """One turn so far: throws made, dice lying there, dice on the pads, bonus cards that can still be lost.

    Before the first throw `thrown` may still show the dice of the turn before.
    """

    throws: int = 0
    thrown: Roll = NO_DICE
    pads: Roll = NO_DICE
    bonus: int = 0
    undecided: bool = False  # the first throw lies there: a number is chosen, or a bonus card drawn
    broken: bool = False  # the throw for more was void: it is thrown again until it is valid, and nothing taken before


FRESH = Turn()


@dataclass(frozen=True)
class State:
    """A match of High Roll: the rules, the sheet, whose turn it is, the turn and the cards gone.

    `before` is how the match stood before a run of adjustments by the table; None after any other event.
    """

    rules: Rules
    sheet: Sheet
    seats: Seats
    throws: Order | None  # until it is known who is Banker and starts
    turn: Turn = FRESH
    gone: tuple[int, ...] = ()  # cards that the app drew from this deck
    shuffle: str = ""  # how the dice of all turns have shuffled the deck that the app draws from
    says: str = ""
    before: "State | None" = None

    @property
    def player(self) -> str:
        """Name whose turn it is."""
        return self.sheet.players[self.throws.waiting[0] if self.throws else self.seats.seat]

    @property
    def on_offer(self) -> int:
        """Points that stopping would bring now."""
        aside = self.turn.pads
        return self.turn.bonus + (self.rules.pays(aside.faces[0], len(aside)) if aside else 0)


@dataclass(frozen=True)
class Placing:
    """A number that may be chosen after the first throw, how many of its dice go to the pads, and what that pays."""

    what: str  # as it is written behind `choose`
    face: Face
    number: int
    points: int


def placings(rules: Rules, roll: Roll) -> tuple[Placing, ...]:
    """List what may be chosen of a first throw (rule book 6.4), what pays most first."""
    counted = rules.aside == "player_choice"
    found = [
        Placing(f"{face} {number}" if counted else str(face), face, number, rules.pays(face, number))
        for face, count in roll.counts.items()
        for number in pads.placing(count, rules.aside)
    ]
    return tuple(sorted(found, key=lambda one: (-one.points, -rules.faces.index(one.face), -one.number)))


# Sitting down


def start(players: tuple[str, ...], options: Mapping[str, str]) -> State:
    """Sit down: the first seat is Banker and starts, or whoever throws highest (rule book 6.2)."""
    rules = _rules(options)
    sheet = blank(players, options["totals"])
    state = State(rules, sheet, Seats(len(players)), None, says=f"{players[0]} starts.")
    if (seat := whose(players, options["next"])) is not None:
        return _going_on(state, seat)
    if full := [seat for seat, total in enumerate(sheet.totals) if total >= rules.goal.points]:
        return _closing(state, full)
    if options["first"] == "throw" and len(players) > 1:
        dice = "all ten dice, the highest sum" if rules.sum_ten else "one die, the highest"
        says = f"Everybody throws {dice} starts and is Banker."
        return replace(state, throws=Order.of(len(players)), says=says)
    return state


def _going_on(state: State, seat: int) -> State:
    """Go on with a match begun on paper with the turn of a seat."""
    name, totals = state.sheet.players[seat], state.sheet.totals
    seats = resumed(state.seats, totals, state.rules.goal, seat)
    if seats.over:
        raise HeaderError("next", f"{name} has filled a rack in `totals`, and throws no more: name who is next.")
    after = replace(state, seats=seats)
    return replace(after, says=_filled(after) + _next(after) if seats.closing else f"{name} is next.")


def _closing(state: State, full: list[int]) -> State:
    """Begin on paper with a full rack: the last turns are on."""
    if len(full) > 1:
        names = " and ".join(state.sheet.players[seat] for seat in full)
        raise HeaderError("totals", f"The racks of {names} are full in `totals`: tell whose turn it is (`next`).")
    if len(state.sheet.players) == 1:
        raise HeaderError("totals", "The rack is full in `totals`: that match is already over.")
    after = _settled(replace(state, seats=replace(state.seats, seat=full[0])), state.sheet, ended=True)
    return replace(after, says=_filled(after) + _next(after))


def _rules(options: Mapping[str, str]) -> Rules:
    kinds = chips(options["chips"])
    return Rules(
        faces=_faces(options["faces"]),
        payout=payout(options["payout"], kinds),
        deck=deck(options["bonus_deck"], kinds),
        chips=kinds,
        goal=Goal(payment("goal", options["goal"], kinds)),
        aside=options["first_set_aside"],
        sum_ten=options["start_roll"] == "sum_ten",
        app_draws=options["bonus_draw"] == "app",
        again=options["after_bonus"] == "roll_again",
        at_risk=options["bonus_at_risk"] == "true",
        all_thrown=options["break_reroll"] == "all_thrown",
    )


def _faces(text: str) -> tuple[Face, ...]:
    try:
        found = tuple(Face.parse(word) for word in text.split())
    except RuleError as error:
        raise HeaderError("faces", str(error)) from None
    if len(set(found)) != SIDES or len(found) != SIDES:
        raise HeaderError("faces", f"`faces` names six different faces in rising order, as in `{FACES}`.")
    return found


# Playing


def play(state: State, event: Event) -> State:
    """Let one event happen, or refuse it with a sentence."""
    if isinstance(event, Adjust):
        return _adjust(state, event)
    state = replace(state, before=None)
    if state.seats.over:
        raise RuleError(f"The match is over, {_won(state)}: undo or adjust to go on.")
    if isinstance(event, Throw):
        return _throw_for_first(state, state.throws, event.roll) if state.throws else _throw(state, event.roll)
    if state.throws and not isinstance(event, Break):
        raise RuleError(f"First everybody throws for the start: now {state.player}, {_dice(_due(state))}.")
    match event:
        case Choose():
            return _choose(state, event.what.upper())
        case Bank():
            return _bank(state)
        case Card():
            return _card(state, event.points)
        case Break():
            return _break(state)
    raise RuleError(f"{TITLE} has no `{event}`: matching dice go to the pads when a number is chosen (`choose`).")


def _throw_for_first(state: State, throws: Order, roll: Roll) -> State:
    _check(state, roll)
    number = sum(state.rules.faces.index(face) + 1 for face in roll)
    after = thrown(throws, number)
    says = f"{state.player} throws {number}."
    if not after.waiting:
        first = after.seats[0]
        says += f" {state.sheet.players[first]} starts and is Banker."
        return replace(state, throws=None, seats=replace(state.seats, seat=first), says=says)
    return replace(state, throws=after, says=f"{says} {still_open(after, state.sheet.players)}")


def _throw(state: State, roll: Roll) -> State:
    if state.turn.undecided:
        raise RuleError(f"{_decide(state)} first, then throw.")
    _check(state, roll)
    turn = replace(state.turn, throws=state.turn.throws + 1, thrown=roll, broken=False)
    state = replace(state, shuffle=sha256(f"{state.shuffle} {roll.sorted}".encode()).hexdigest())
    return _later_throw(state, turn) if turn.pads else _first_throw(state, turn)


def _check(state: State, roll: Roll) -> None:
    check_throw(roll, _due(state), Die("die", state.rules.faces))


def _first_throw(state: State, turn: Turn) -> State:
    choices = placings(state.rules, turn.thrown)
    after = replace(state, turn=replace(turn, undecided=True))
    if not choices:
        return replace(after, says=f"{turn.thrown} has no three of a kind: {state.player} draws a bonus card.")
    many = "several numbers show" if len({one.face for one in choices}) > 1 else f"{choices[0].face} shows"
    return replace(after, says=f"{state.player} throws {turn.thrown}: {many} three times or more.")


def _later_throw(state: State, turn: Turn) -> State:
    face = turn.pads.faces[0]
    found = turn.thrown.counts[face]
    if not found:
        return _bust(state, turn.thrown)
    added = replace(turn, thrown=turn.thrown.without(Roll((face,) * found)), pads=turn.pads + Roll((face,) * found))
    return _placed(replace(state, turn=added), f"{state.player} throws {turn.thrown}: {found} x {face} to the pads.")


def _choose(state: State, what: str) -> State:
    turn = state.turn
    one = next((one for one in _choices(state) if one.what == what), None)
    if one is None:
        raise RuleError(_why_not(state, what))
    dice = Roll((one.face,) * one.number)
    after = replace(state, turn=replace(turn, thrown=turn.thrown.without(dice), pads=dice, undecided=False))
    return _placed(after, f"{state.player} chooses {one.face} and puts {one.number} on the pads.")


def _placed(state: State, says: str) -> State:
    """Tell what is on offer now; ten on the pads are paid out at once (rule book 6.6)."""
    if len(state.turn.pads) == len(DICE):
        return _paid(state, f"{says} All ten are there:")
    return replace(state, says=f"{says} {_why(state)} on offer.")


def _bank(state: State) -> State:
    if state.turn.undecided:
        raise RuleError(f"{_decide(state)} first, then bank.")
    if not state.turn.pads:
        raise RuleError(f"There is nothing to bank yet: throw {_dice(_due(state))} first.")
    if state.turn.broken:
        raise RuleError(
            f"The throw broke and is thrown again until it is valid: throw {_dice(_due(state))}, then bank."
        )
    return _paid(state, "")


def _paid(state: State, says: str) -> State:
    points, why = state.on_offer, _why(state)
    sheet = entered(state.sheet, state.seats.seat, "bank", points, why)
    after = _settled(state, sheet, ended=True)
    return replace(after, says=f"{says} {state.player} takes {points:,}: {why}.".strip() + _news(state, after))


def _bust(state: State, roll: Roll) -> State:
    why = f"{roll} has no {state.turn.pads.faces[0]}, {state.on_offer:,} points lost"
    after = _settled(state, entered(state.sheet, state.seats.seat, "bust", 0, why), ended=True)
    return replace(after, turn=Turn(thrown=roll), says=f"{state.player} busts: {why}.{_news(state, after)}")


def _break(state: State) -> State:
    if state.turn.undecided:
        raise RuleError(f"The throw is accepted, so it cannot break: {_lower(_decide(state))}, or undo.")
    if state.rules.all_thrown:
        says = f"Break: the throw is void, and {state.player} throws {_dice(_due(state))} again."
    else:
        says = (
            f"Break: {state.player} throws again only the dice outside the box or not flat; "
            f"then enter {_dice(_due(state))} as they lie."
        )
    return replace(state, turn=replace(state.turn, broken=bool(state.turn.pads)), says=says)


# Bonus cards (rule book 6.7)


def _card(state: State, points: int) -> State:
    rules = state.rules
    if not _card_due(state):
        raise RuleError("A bonus card is drawn only when the first throw of ten dice shows no three of a kind.")
    if rules.app_draws and points not in _left(state):  # one that was drawn stands where earlier dice are corrected
        kinds = ", ".join(f"{card:,}" for card in sorted(set(_left(state))))
        raise RuleError(f"No card of {points:,} is left in the deck: there are {kinds}.")
    if not payable(points, rules.chips):
        raise RuleError(f"A bonus card pays a multiple of {rules.chips[0]:,}, the smallest chip, not {points:,}.")
    gone = (*(() if len(state.gone) == len(rules.deck) else state.gone), points) if rules.app_draws else ()
    turn = replace(state.turn, undecided=False)
    after = replace(state, turn=turn, gone=gone)
    says = f"{state.player} draws a bonus card of {points:,}."
    if rules.at_risk and rules.again:
        says += f" It can still be lost: {state.player} throws all ten dice again."
        return replace(after, turn=replace(turn, bonus=turn.bonus + points), says=says)
    sheet = entered(state.sheet, state.seats.seat, "card", points, f"no three of a kind in {turn.thrown}")
    after = _settled(after, sheet, ended=not rules.again)
    if after.turn == turn:
        says += f" It is safe, and {state.player} throws all ten dice again."
    return replace(after, says=says + _news(state, after))


def _card_due(state: State) -> bool:
    return state.turn.undecided and not _choices(state)


def _left(state: State) -> tuple[int, ...]:
    """List the cards in the deck; when the last one is gone, the deck is shuffled anew."""
    left = list(state.rules.deck)
    for card in state.gone if len(state.gone) < len(left) else ():
        left.remove(card)
    return tuple(left)


def _drawn(state: State) -> int:
    """Draw from the deck: every throw shuffles it, so chance is in the dice alone and a match draws the same again."""
    left = _left(state)
    return left[int(state.shuffle, 16) % len(left)]


# Totals, and whose turn it is then


def _adjust(state: State, event: Adjust) -> State:
    was = state.before or state
    since = replace(was, seats=as_before(was.seats, state.seats))
    after = _settled(since, adjusted(state.sheet, event))
    lost = after.turn == FRESH and state.on_offer
    void = f" {state.player}'s {state.on_offer:,} points on offer are void." if lost else ""
    return replace(after, before=was, says=agreed(after.sheet) + void + _news(state, after))


def _settled(state: State, sheet: Sheet, *, ended: bool = False) -> State:
    """Write totals down and see who is Game Winner; the dice pass after a turn, and from whoever throws no more."""
    seats = weighed(state.seats, sheet.totals, state.rules.goal)  # rule book 6.10, 6.11
    throws = state.throws if seats.leader is None else None
    if state.throws and seats.leader is not None:
        seats = replace(seats, seat=seats.leader)
    no_turn = seats != state.seats and seats.closing is not None and seats.seat not in seats.closing
    after = replace(state, sheet=sheet, seats=seats, throws=throws)
    if not ended and not no_turn:
        return after
    return replace(after, seats=passed(seats, sheet.totals, state.rules.goal), turn=FRESH)


def high_rollers(state: State) -> tuple[str, ...]:
    """Name whoever has most, if that is more than the Game Winner has, else the Game Winner (rule book 6.12)."""
    totals, filled = state.sheet.totals, state.seats.leader
    if filled is None:
        return ()
    best = max(totals)
    if best == totals[filled]:
        return (state.sheet.players[filled],)
    return tuple(name for name, total in state.sheet.scores if total == best)


# Saying


def _dice(number: int) -> str:
    return "one die" if number == 1 else "all ten dice" if number == len(DICE) else f"{number} dice"


def _lower(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]


def _why(state: State) -> str:
    face, number = state.turn.pads.faces[0], len(state.turn.pads)
    bonus = f"; bonus {state.turn.bonus:,}" if state.turn.bonus else ""
    return f"{number} x {face} = {state.rules.pays(face, number):,}{bonus}"


def _decide(state: State) -> str:
    if _card_due(state):
        return f"Enter the bonus card (`card {_cards_on_offer(state)[0]}`)"
    return f"Choose a number ({_or(_choices(state))})"


def _or(choices: tuple[Placing, ...]) -> str:
    return " or ".join(f"`choose {one.what}`" for one in sorted(choices, key=lambda one: one.points))


def _why_not(state: State, what: str) -> str:
    if not state.turn.undecided:
        bank = " or bank" if state.turn.pads and not state.turn.broken else ""
        return f"No number is chosen now: throw {_dice(_due(state))}{bank}."
    choices = _choices(state)
    if not choices:
        return f"No number shows three times, so none can be chosen: {_lower(_decide(state))}."
    word, _, _ = what.partition(" ")
    count = next((count for face, count in state.turn.thrown.counts.items() if str(face) == word), 0)
    if count < LIKE:
        shows = {0: "no", 1: "only one", 2: "only two"}[count]
        return f"The throw shows {shows} {quoted(word)}, and three of a kind are needed: {_or(choices)}."
    return f"{count} x {word} lie there, and `first_set_aside: {state.rules.aside}` lets you {_or(choices)}."


def _news(before: State, after: State) -> str:
    """Tell who has become Game Winner or High Roll Winner, and who is on with a last turn."""
    if after.seats.over:
        return f" {_won(after)}."
    filled = f" {_filled(after)}" if after.seats.leader not in {None, before.seats.leader} else ""
    return filled + (_next(after) if after.turn == FRESH else "")


def _filled(state: State) -> str:
    seat = state.seats.leader or 0
    name, total = state.sheet.players[seat], state.sheet.totals[seat]
    return f"{name} has filled a rack with {total:,}, is the Game Winner and throws no more."


def _next(state: State) -> str:
    return f" {state.player}'s one last turn, {_last(state).winning}." if state.seats.closing else ""


def _won(state: State) -> str:
    seat = state.seats.leader or 0
    name, total = state.sheet.players[seat], state.sheet.totals[seat]
    rollers = high_rollers(state)
    if name in rollers:
        return f"{name} is Game Winner and High Roll Winner with {total:,}"
    word = "Winner" if len(rollers) == 1 else "Winners"
    best = max(state.sheet.totals)
    return f"{name} is the Game Winner with {total:,}, {' and '.join(rollers)} the High Roll {word} with {best:,}"


# Showing


def view(state: State) -> View:
    """Show the match as it stands."""
    over, turn = state.seats.over, state.turn
    return View(
        player="" if over else state.player,
        awaits=_awaits(state),
        offers=() if over else _offers(state),
        points=state.on_offer,
        rolls=turn.throws,
        thrown=turn.thrown,
        kept=turn.pads,
        says=state.says,
        card=state.sheet.rows,
        totals=state.sheet.scores,
        notes=tuple(_note(state, seat) for seat in range(state.seats.count)),
        over=over,
        winners=high_rollers(state) if over else (),
        titled=(state.sheet.players[state.seats.leader or 0],) if over else (),
    )


def _awaits(state: State) -> Awaits:
    if state.seats.over:
        return Awaits("over")
    return Awaits("decision") if state.turn.undecided else Awaits("roll", _due(state))


def _due(state: State) -> int:
    """Count the dice to throw now."""
    if state.throws and not state.rules.sum_ten:
        return 1
    return len(DICE) - len(state.turn.pads)


def _choices(state: State) -> tuple[Placing, ...]:
    return placings(state.rules, state.turn.thrown) if state.turn.undecided else ()


def _offers(state: State) -> tuple[Offer, ...]:
    if _card_due(state):
        return tuple(Offer(f"card {card}", f"Bonus card: {card:,}", card) for card in _cards_on_offer(state))
    choices = _choices(state)
    if choices:
        return tuple(_placing(one) for one in choices)
    void = "the throw is void" if state.rules.all_thrown else "some dice are thrown again"
    broken = Offer("break", f"Break: a die outside the box or not flat, {void}", 0)
    if state.turn.broken or not state.turn.pads:
        return (broken,)
    total = state.sheet.totals[state.seats.seat] + state.on_offer
    return (Offer("bank", f"Take {state.on_offer:,} ({_why(state)}): total {total:,}", state.on_offer), broken)


def _placing(one: Placing) -> Offer:
    return Offer(f"choose {one.what}", f"Put {one.number} x {one.face} on the pads: pays {one.points:,}", one.points)


def _cards_on_offer(state: State) -> tuple[int, ...]:
    return (_drawn(state),) if state.rules.app_draws else tuple(sorted(set(state.rules.deck)))


def _note(state: State, seat: int) -> str:
    name, total = state.sheet.players[seat], state.sheet.totals[seat]
    titles = [
        "Game Winner" if seat == state.seats.leader else "",
        "High Roll Winner" if state.seats.over and name in high_rollers(state) else "",
        "one last turn" if seat in (state.seats.closing or ()) else "",
        laid(total, state.rules.chips, state.rules.goal.points),
    ]
    return "; ".join(filter(None, titles))


# The odds


def _last(state: State) -> Aim:
    """Tell what a last turn is for: to come over everybody, or as high as who is over the Game Winner.

    A tie with the Game Winner leaves him both titles, and ties among others above him are shared (rule book 6.12).
    """
    totals = state.sheet.totals
    own, best = totals[state.seats.seat], max(total for seat, total in enumerate(totals) if seat != state.seats.seat)
    ties = best > max(own, totals[state.seats.leader or 0])  # who has as much already can but win alone
    return Aim(best - own - ties, best, ties=ties)


def _aim(state: State) -> Aim:
    """Tell what a turn is for: its points, or in a last turn the best total, while one has not more."""
    last = _last(state) if state.seats.closing else Aim()
    return last if last.need is not None and last.need >= 0 else Aim()


def advise(state: State) -> Advice | None:
    """Tell the odds of each choice, of stopping and of throwing on; before the first throw, of the turn."""
    if state.seats.over or state.throws or state.turn.broken or _card_due(state):
        return None
    aim, aside = _aim(state), state.turn.pads
    if state.turn.undecided:
        return choosing(tuple(_way(state, one.what, one.face, one.number) for one in _choices(state)), aim)
    if aside:
        return stopping(_way(state, str(aside.faces[0]), aside.faces[0], len(aside)), aim)
    return hoping(_points(state) if aim.need is None else _chance(state, aim.need - state.turn.bonus), aim)


def _way(state: State, name: str, face: Face, number: int) -> Way:
    row = state.rules.payout[state.rules.faces.index(face)]
    return Way(name, tuple(pay + state.turn.bonus for pay in row), number)


def _points(state: State) -> float:
    rules, bonus = state.rules, state.turn.bonus
    ladders = tuple(tuple(float(pay + bonus) for pay in row) for row in rules.payout)
    room = inf if state.seats.closing else rules.goal.points - state.sheet.totals[state.seats.seat]
    return pads.expected(ladders, _piles(rules), rules.aside, again=rules.again, at_risk=rules.at_risk, room=room)


def _chance(state: State, need: int) -> float:
    rules = state.rules
    return 1.0 if need < 0 else pads.to_beat(rules.payout, _piles(rules), rules.aside, need, again=rules.again)


def _piles(rules: Rules) -> tuple[tuple[int, int], ...]:
    return tuple((card, rules.deck.count(card)) for card in sorted(set(rules.deck)))


OPTIONS = (
    Option(
        "payout",
        PAYOUT,
        None,
        "What a Payout Card pays. `face x` and what 3 to 10 of a kind pay, times the rank of the face, 1 to 6; "
        "or six rows with `;` between them, one for each face in rising order.",
        ("face x 1000 2000 4000 8000 16000 32000 64000 128000",),
    ),
    Option("bonus_deck", DECK, None, "The bonus cards: how many of each, and their points.", ("10x1000 10x2000",)),
    Option(
        "bonus_draw",
        "table",
        {
            "table": "The players draw a real card and enter it",
            "app": "Croupier draws, and no card comes twice in a deck",
        },
        "Where bonus cards come from.",
    ),
    Option(
        "after_bonus",
        "roll_again",
        {"roll_again": "All ten dice are thrown again", "end_turn": "The dice pass on"},
        "What follows a bonus card.",
    ),
    Option(
        "bonus_at_risk",
        "false",
        {"false": "At once", "true": "With the payout, and lost with it"},
        "When bonus cards are paid.",
    ),
    Option(
        "first_set_aside",
        "all_matching",
        {
            "all_matching": "All that match",
            "exactly_three": "Exactly three",
            "player_choice": "As many as the player likes, but at least three",
        },
        "How many dice of the chosen number go to the pads after the first throw.",
    ),
    Option(
        "break_reroll",
        "all_thrown",
        {"all_thrown": "All dice of that throw", "offending_only": "Only those outside the box or not flat"},
        "What is thrown again after a break.",
    ),
    Option(
        "first",
        "seat",
        {"seat": "The first seat, who is Banker", "throw": "Everybody throws, the highest starts, ties throw again"},
        "Who starts.",
    ),
    Option(
        "start_roll",
        "sum_ten",
        {"sum_ten": "The sum of all ten dice", "one_die": "One die"},
        "What is thrown for the start, where everybody throws for it.",
    ),
    Option("faces", FACES, None, "The six faces of the dice in rising order, such as 9 10 J Q K A.", ("2 3 4 5 6 1",)),
    Option("chips", CHIPS, None, "The chips; everything is paid in multiples of the smallest.", ("50/500/2500",)),
    Option("goal", "122000", None, "Points that fill a rack.", ("61000",)),
    replace(TOTALS, examples=("122000, 100000, 118000",)),
    NEXT,
)


def on_paper(state: State) -> Paper:
    """Tell how the match goes on elsewhere, until the last turns are on; with a deck of all cards."""
    if state.seats.closing is not None:
        raise RuleError(LAST_TURNS)
    return paper(state.sheet, "" if state.throws else state.player, state.seats.first, board=False)


GAME = Game(
    id="high-roll",
    title=TITLE,
    about="Ten dice: put a number on the pads, take its payout or throw for more of it. Fill a rack of 122,000.",
    kit="pips",
    seats=(1, 20),
    dice=DICE,
    options=OPTIONS,
    start=start,
    play=play,
    view=view,
    advise=advise,
    paper=on_paper,
    laid=lambda options: tuple(replace(die, faces=_faces(options["faces"])) for die in DICE),
)
