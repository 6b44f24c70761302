"""What to do in a turn of the 10,000 family: the best play and the odds, from the exact odds of `turns`."""

from functools import lru_cache

from scoring.advice.turns import COURSES, Course, Odds, Stops, by_number, by_singles, odds
from scoring.dice import Roll, in_words
from scoring.events import Keep
from scoring.family import Board, Rules, State, allowed, banked, first_score, may_bank, to_beat
from scoring.game import Advice, Prospect
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
    """Tell what each play comes to: in points of the turn, or, in a last turn, as the chance to beat the leader.

    None when there is nothing to decide: the match is over, it is thrown for the first turn, or a last turn is a
    single throw.
    """
    if state.over or state.throws or (state.rules.ending.throw_once and state.last_turn and not state.turn.throws):
        return None
    behind = to_beat(state) - state.sheet.totals[state.seats.seat]
    goal = behind + 1 if state.last_turn and behind >= 0 else None
    prospects = sorted(_prospects(state, goal), key=lambda prospect: -prospect.value)
    aim = "points" if goal is None else "chance"
    what = "points of this turn" if goal is None else f"to beat {to_beat(state):,}"
    return Advice(aim, what, tuple(prospects), _says(state, prospects, aim, what))


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
        points = banked(state).points
        plays.append(Prospect("bank", float(points) if goal is None else float(points >= goal)))
    return plays


def _keeping(state: State, after: Turn, pick: Pick, goal: int | None) -> Prospect:
    here, event = _odds(state, after, goal), str(Keep(pick.dice))
    if here.stop is not None and here.stop >= here.value:
        return Prospect(event, here.stop, "then bank")
    number = dice_to_throw(after, state.rules.dice)
    return Prospect(event, here.value, f"then throw {in_words(number)}", here.bust, here.brings)


def _odds(state: State, turn: Turn, goal: int | None) -> Odds:
    return odds(course(state.rules, first_score(state)), turn.points, turn.aside, turn.throws, goal)


# Saying


def _says(state: State, prospects: list[Prospect], aim: str, what: str) -> str:
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
    return "" if prospect.bust is None else f", {_percent(prospect.bust)} to {state.rules.bust}"


def _comes(prospect: Prospect, aim: str, what: str) -> str:
    if aim == "chance":
        return f"{_percent(prospect.value)} {what}"
    return f"{prospect.value:,.0f} points{'' if prospect.bust is None else ' on average'}"


def _percent(chance: float) -> str:
    return f"{100 * chance:.3g} %"
