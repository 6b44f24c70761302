"""What to do in a turn of the 10,000 family: the best play and the odds, from the exact odds of `turns`."""

from dataclasses import replace
from functools import lru_cache

from scoring.advice.percent import percent
from scoring.advice.turns import COURSES, Course, Odds, Stops, by_number, by_singles, odds
from scoring.dice import Roll, in_words
from scoring.events import Keep
from scoring.family import Board, Rules, State, allowed, banked, first_score, may_bank, to_beat, wins_at_once
from scoring.game import Advice, Gain, Prospect
from scoring.turn import Pick, Turn, after_keep, dice_to_throw


@lru_cache(maxsize=COURSES)
def course(rules: Rules, board: Board) -> Course:
    """Lay out a turn under a table's rules, for a player who needs this much to stop."""

    def picks(aside: Roll, thrown: Roll) -> tuple[Pick, ...]:
        earned = sum(single.points for face in aside for single in singles if single.dice == Roll((face,)))
        return allowed(rules, Turn(thrown=thrown, aside=aside, of_set=earned))

    singles = [group for group in rules.scale.groups if len(group.dice) == 1]
    return Course(
        die=rules.die,
        dice=rules.dice,
        allowed=picks,
        stops=Stops(board.points, board.throws, all_aside=not rules.must_throw_on),
        alike=by_singles if rules.straight else by_number,
    )


def advise(state: State) -> Advice | None:
    """Tell what each play comes to: in points of the turn, or, where this turn decides the match, as a chance.

    That is so in a last turn, and where banking wins at once. None when there is nothing to decide: the match is over,
    it is thrown for the first turn, or a last turn is a single throw.
    """
    if state.over or state.throws or (state.rules.ending.throw_once and state.last_turn and not state.turn.throws):
        return None
    total, least = state.sheet.totals[state.seats.seat], _enough(state)
    goal = None if least is None else least - total
    found = [_or_tied(state, each, goal) for each in _prospects(state, goal)]
    prospects = sorted(found, key=lambda prospect: -prospect.value)
    aim: Gain = "points" if goal is None else "chance"
    what = _in_words(state, least)
    return Advice(aim, what, tuple(prospects), _says(state, prospects, aim, what))


def _enough(state: State) -> int | None:
    """Tell the total with which this turn wins the match, or shares it; None where the match goes on either way."""
    ending, leader = state.rules.ending, to_beat(state)
    if not state.last_turn:
        reached = state.sheet.totals[state.seats.seat] + _in_hand(state)
        return ending.goal.points if wins_at_once(state, reached) else None
    total = state.sheet.totals[state.seats.seat]
    if leader < total:
        return None
    shares = ending.ties == "shared" and not ending.must_beat
    return leader if shares and leader > total else leader + 1  # who shares already can but win alone


def _in_hand(state: State) -> int:
    """Count the points that may be banked now, or as soon as dice are set aside."""
    turn = state.turn
    turns = [after_keep(turn, pick.dice, pick) for pick in allowed(state.rules, turn)] if turn.undecided else [turn]
    return max((each.points for each in turns if may_bank(replace(state, turn=each))), default=0)


def _in_words(state: State, least: int | None) -> str:
    if least is None:
        return "points of this turn"
    if not state.last_turn or least == to_beat(state):
        return f"to reach {least:,}"
    beat = f"to beat {to_beat(state):,}"
    if state.rules.ending.ties != "rolloff":
        return beat
    return "to win" if state.seats.closing == (state.seats.seat,) else f"{beat} or win a tie"


def _prospects(state: State, goal: int | None) -> list[Prospect]:
    turn = state.turn
    plays = []
    if turn.undecided:
        picks = allowed(state.rules, turn)
        plays += [_keeping(state, after_keep(turn, pick.dice, pick), pick, goal) for pick in picks]
    else:
        here = _odds(state, turn, goal)
        plays.append(Prospect("roll", here.value, "", here.bust, here.brings))
    if may_bank(state):
        plays.append(Prospect("bank", _banking(state, banked(state).points, goal)))
    return plays


def _banking(state: State, points: int, goal: int | None) -> float:
    """Tell what so many points come to: themselves, or the chance to win with them, where a tie may be thrown off."""
    if goal is None:
        return float(points)
    return _tie(state) if points == goal - 1 else float(points >= goal)


def _tie(state: State) -> float:
    """Tell what a tie is worth in a last turn: the chance to win it where it is thrown off, else nothing."""
    thrown_off = state.last_turn and state.rules.ending.ties == "rolloff"
    others = [total for seat, total in enumerate(state.sheet.totals) if seat != state.seats.seat]
    return thrown_off / (1 + others.count(to_beat(state)))


def _or_tied(state: State, prospect: Prospect, goal: int | None) -> Prospect:
    """The same play with the chance of a tie for who stands level: there is one where the turn brings nothing."""
    if goal != 1:
        return prospect
    return replace(prospect, value=prospect.value + (1 - prospect.value) * _tie(state))


def _keeping(state: State, after: Turn, pick: Pick, goal: int | None) -> Prospect:
    here, event = _odds(state, after, goal), str(Keep(pick.dice))
    stop = None if here.stop is None else _banking(state, after.points, goal)
    if stop is not None and stop >= here.value:
        return Prospect(event, stop, "then bank")
    number = dice_to_throw(after, state.rules.dice)
    return Prospect(event, here.value, f"then throw {in_words(number)}", here.bust, here.brings)


def _odds(state: State, turn: Turn, goal: int | None) -> Odds:
    return odds(course(state.rules, first_score(state)), turn.points, turn.aside, turn.throws, goal, _tie(state))


# Saying


def _says(state: State, prospects: list[Prospect], aim: Gain, what: str) -> str:
    best, number = prospects[0], dice_to_throw(state.turn, state.rules.dice)
    if best.event == "bank":
        throw = next((other for other in prospects if other.event == "roll"), None)
        instead = (
            "" if throw is None else f" Throwing {in_words(number)}{_risk(state, throw)}: {_comes(throw, aim, what)}."
        )
        return f"Best: bank, {_comes(best, aim, what)}.{instead}"
    play = f"throw {in_words(number)}"
    if best.event != "roll":
        play = f"set aside {best.event.removeprefix('keep ')}, {best.then}"
    return f"Best: {play}{_risk(state, best)}: {_comes(best, aim, what)}."


def _risk(state: State, prospect: Prospect) -> str:
    return "" if prospect.bust is None else f", {percent(prospect.bust)} to {state.rules.bust}"


def _comes(prospect: Prospect, aim: Gain, what: str) -> str:
    if aim == "chance":
        return f"{percent(prospect.value)} {what}"
    return f"{prospect.value:,.0f} points{'' if prospect.bust is None else ' on average'}"
