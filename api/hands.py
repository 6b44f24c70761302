"""What hands did: from the dice of two successive rests to the events that the players meant, or to a question.

Values in, values out. The rules say what may have been meant; what lies there says which of it was. Where two meanings
are left, or none, the players are asked: nothing illegal and nothing ambiguous is ever understood.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from scoring.dice import NO_DICE, Face, Roll, RuleError
from scoring.entry import Amend, parse
from scoring.events import Throw
from scoring.games import game
from scoring.match import Match

BANK, BREAK = "bank", "break"
ALL_AGAIN = "all again"
LAID_RIGHT = "A die of the last throw was laid right: does the score have it so?"
UNFIT = "The dice set aside do not show what was kept: is this right?"
LAID_OR_THROWN = "A die of the last throw came to lie there once more: was it thrown again?"

Steps = tuple[str, ...]  # events in order


@dataclass(frozen=True)
class Seen:
    """What lies on the table at a rest."""

    thrown: Roll = NO_DICE  # faces thrown just now; a die that could not be read has none
    number: int = 0  # how many dice were thrown
    aside: Roll = NO_DICE  # of dice that were kept
    area: bool = False  # there is a place for kept dice
    left: Roll = NO_DICE  # of dice that lie there besides
    out: int = 0  # how many of those thrown lie outside of the throwing area
    doubts: tuple[str, ...] = ()  # the eye's sentences
    empty: bool = False  # all dice were taken up
    before: int = 0  # how many lay there after the last throw
    again: bool = False  # the throw puts right the one before, of which a die leaned or was hidden
    gone: Roll = NO_DICE  # of dice that lay there before the throw and nowhere now, unless pushed among the thrown ones
    lay: Roll = NO_DICE  # of the throw that is put right, those that were seen then
    anew: bool = False  # nobody saw which of those that seem thrown lay there before

    @property
    def lie(self) -> int:
        """How many dice lie there."""
        return self.number + len(self.aside) + len(self.left)

    @property
    def lying(self) -> Roll:
        """What lies there besides those thrown."""
        return Roll((*self.aside, *self.left))


@dataclass(frozen=True)
class Way:
    """One thing that may have been meant: what was played before the throw, how many dice it had, and a sentence.

    `throw` is the event that the faces complete, `before` says in words what comes before it, and `by` who throws. Of
    the dice that seem thrown those `among` them were kept. Without a throw `dice` is 0, and `events` is all of it.
    """

    events: Steps
    dice: int
    says: str
    throw: str = "roll"
    before: str = ""
    by: str = ""
    among: str = ""


@dataclass(frozen=True)
class Meant:
    """What is understood, or asked: sure with exactly one way, else a question whose `options` may be none.

    `why` are sentences. Where it is `late`, the dice that came to a throw are asked about alone, and not those that lay
    there.
    """

    options: tuple[Way, ...]
    why: tuple[str, ...]
    sure: bool = False
    late: bool = False

    @property
    def says(self) -> str:
        """What is understood, or asked, in one line."""
        return " ".join(self.why)


def meant(match: Match, seen: Seen, aside: Roll = NO_DICE) -> Meant | None:
    """Tell what the players did, None when it is nothing that the score knows.

    `aside` are the dice that lay aside at the last rest since the match went on, for they may all be taken up by now.
    """
    if match.view.over:
        return None
    known = replace(seen, aside=seen.aside or aside)
    if seen.again:
        return _laid_right(match, known, seen)
    if seen.number:
        return _thrown(match, known, seen)
    return _taken(match, known) if seen.empty else None


def due(match: Match, aside: Roll = NO_DICE) -> int | None:
    """Tell how many dice are thrown next, as the score awaits or as those that lie aside tell, if they do."""
    if match.view.awaits.what == "roll":
        return match.view.awaits.dice
    ways = _decided(match, Seen(aside=aside))
    fitting = [after for _, after in ways if _kept_aside(match, after, aside)]
    numbers = {_due(after) for after in fitting}
    return numbers.pop() if aside and len(numbers) == 1 else None


def dues(match: Match) -> set[int]:
    """Tell how many dice may be thrown next, whatever is kept before, or points are taken."""
    free = set(range(1, len(match.view.free or ()) + 1))
    kept = (after for _, after in _decided(match, Seen()))
    return free | {_due(after) for after in kept} | {_due(way.after) for way in _banked(match)}


# A throw


def _thrown(match: Match, seen: Seen, now: Seen) -> Meant:
    """Tell what comes before a throw of so many dice: nothing, dice put aside, or points taken.

    Of all dice only those of `now` lie there, without what lay aside and is taken up: kept ones out of sight look as if
    the next player's throw had lost some.
    """
    going, stops = _sides(match, seen)
    ways = going.ways + stops.ways
    found = tuple(_led(match, steps, seen) for steps in ways)
    if seen.out:
        return Meant((*_breaks(match, ways), *found), (_outside(seen.out), *seen.doubts))
    pushed = _pushed(match, now)
    why = {
        _missing(match): any(_are_missing(match, steps, now) for steps in going.ways),
        _among(match): bool(pushed),
        UNFIT: (bool(going.ways) and going.doubtful) or stops.doubtful or _are_too_many(match, going.ways, seen, now),
        LAID_OR_THROWN: any(_are_two_throws(match, steps, seen) for steps in ways),
    }
    doubts = (*seen.doubts, *(sentence for sentence, so in why.items() if so))
    found = (*pushed, *found) if now.anew else (*found, *pushed)
    if not found:
        return Meant((), (*doubts, _drawn(match) or _number(match, seen.number)))
    refusal = _refusal(match, found[0], seen) if len(seen.thrown) == found[0].dice else ""
    asked = (refusal, *doubts) if refusal else doubts
    if len(found) == 1 and not (going.doubtful or asked):
        return Meant(found, (found[0].says,), sure=True)
    return Meant(found, asked or ("What did you do before this throw?",))


def _pushed(match: Match, seen: Seen) -> tuple[Way, ...]:
    """List the ways to go on if kept dice lie elsewhere now, among those that seem thrown; the others were thrown.

    A die that rolls knocks against a kept one, or who throws pushes it aside in the same motion. Where the others came
    later, it may have been pushed there before; and where all were seen `anew`, any may be a kept one.
    """
    lay = seen.lay if len(seen.lay) < seen.number else NO_DICE
    found = []
    for steps, after in _decided(match, seen):
        for kept in (_all_kept(match, after), _newly_kept(match, after)):
            moved = kept - seen.aside.counts
            fits = moved and _due(after) + moved.total() == seen.number
            if fits and (seen.anew or moved <= seen.gone.counts | lay.counts) and moved <= seen.thrown.counts:
                rest, among = (Roll(tuple(some.elements())) for some in (seen.thrown.counts - moved, moved))
                way = _led(match, steps, Seen(rest, seen.number - moved.total()))
                found.append(replace(way, among=str(among)))
    return tuple(dict.fromkeys(found))


@dataclass(frozen=True)
class _Fitting:
    """The ways that fit what lies aside, `exact` or not; `doubtful` where that does not tell them."""

    ways: list[Steps]
    exact: bool = False
    doubtful: bool = False


NO_WAY = _Fitting([])


def _sides(match: Match, seen: Seen) -> tuple[_Fitting, _Fitting]:
    """Tell the ways to go on and the ways to stop; where the dice aside speak for one of them alone, only those."""
    going, stops = _fitting(match, _goings(match, seen), seen), _stops(match, seen)
    if going.exact and not stops.exact:
        return going, NO_WAY
    if stops.exact and not going.exact:
        return NO_WAY, stops
    return going, stops


def _goings(match: Match, seen: Seen) -> list[tuple[Steps, Match]]:
    """List the ways to go on to a throw of so many dice; nobody throws dice again that have just made a phase."""
    view = match.view
    made = view.free is not None and view.points > 0 and any(offer.event == BANK for offer in view.offers)
    ways = [(steps, after) for steps, after in _decided(match, seen) if _due(after) == seen.number]
    return [] if made and seen.number == len(view.free or ()) else ways


def _fitting(match: Match, ways: list[tuple[Steps, Match]], seen: Seen) -> _Fitting:
    """Keep the ways whose kept dice lie there: all of the turn, or at least those of the last throw."""
    if not seen.aside:
        return _Fitting([steps for steps, _ in ways])
    if ways and ways[0][0] == ():
        kept = _all_kept(match, match)
        return _Fitting([()], exact=kept == seen.aside.counts, doubtful=bool(kept) and not seen.aside.counts <= kept)
    for fit in _fits(match, seen.aside):
        exact = [steps for steps, after in ways if fit(match, after) == seen.aside.counts]
        if exact:
            return _Fitting(exact, exact=True)
    return _Fitting([steps for steps, _ in ways], doubtful=True)


def _fits(match: Match, aside: Roll) -> tuple[Callable[[Match, Match], Counter[Face]], ...]:
    """What dice aside may be: all that the turn keeps, or what it keeps of this throw, unless they lay there before."""
    lay_there = aside.counts <= _all_kept(match, match)
    return (_all_kept,) if lay_there else (_all_kept, _newly_kept)


def _kept_aside(match: Match, after: Match, aside: Roll) -> bool:
    return any(fit(match, after) == aside.counts for fit in _fits(match, aside))


def _all_kept(_: Match, after: Match) -> Counter[Face]:
    return Counter(after.view.kept)


def _newly_kept(before: Match, after: Match) -> Counter[Face]:
    return Counter(after.view.kept) - Counter(before.view.kept)


def _stops(match: Match, seen: Seen) -> _Fitting:
    """List the ways to end the turn before a throw of so many dice (any number for 0): none, one, or two to ask about.

    Dice that were put in the keep area count as they lie; dice that merely stayed do where no others would bring more.
    """
    ways = [way for way in _banked(match) if not seen.number or _due(way.after) == seen.number]
    if not ways:
        return NO_WAY
    best = max(ways, key=lambda way: (way.points, -len(way.steps)))
    put = [way for way in ways if seen.aside and _kept_aside(match, way.kept, seen.aside)]
    put.sort(key=lambda way: _all_kept(match, way.kept) != seen.aside.counts)  # all that the turn kept, sooner than new
    hidden = 0 < seen.before < len(match.view.kept) + len(match.view.thrown)  # dice out of sight
    if put and ((seen.area and not hidden) or put[0].points == best.points):
        best = put[0]
    strange = seen.area and not put and not seen.aside.counts <= _all_kept(match, match)
    doubtful = bool(seen.aside) and (hidden or strange)
    return _Fitting([way.steps for way in dict.fromkeys((*put[:1], best))], exact=bool(put), doubtful=doubtful)


@dataclass(frozen=True, eq=False)
class _Stop:
    """A way to take the points: its events, the points, and the match before and after that."""

    steps: Steps
    points: int
    kept: Match
    after: Match


def _banked(match: Match) -> Iterator[_Stop]:
    starts: list[tuple[Steps, Match]] = [((), match)]
    if match.view.awaits.what == "decision" and match.view.free is None:
        starts += _decided(match, Seen())
    for steps, kept in starts:
        points = next((offer.points for offer in kept.view.offers if offer.event == BANK), None)
        if points is not None:
            yield _Stop((*steps, BANK), points, kept, kept.play(BANK))


def _decided(match: Match, seen: Seen) -> list[tuple[Steps, Match]]:
    """List what may have been decided, each with the match that then awaits a throw; nothing where one is awaited."""
    view = match.view
    if view.awaits.what == "roll":
        return [((), match)]
    cards = _cards(match)  # of several no dice tell which was drawn
    events = [offer.event for offer in view.offers if offer.event not in (BANK, BREAK, *cards)]
    if view.free is not None:
        events.append(f"keep {seen.aside}".rstrip())
    tried = [((event,), _tried(match, event)) for event in events]
    return [(steps, after) for steps, after in tried if after is not None and after.view.awaits.what == "roll"]


def _due(match: Match) -> int:
    return match.view.awaits.dice if match.view.awaits.what == "roll" else 0


def _in_play(match: Match, steps: Steps) -> int:
    """Tell how many dice are in play after some steps: those kept, and those that are thrown."""
    after = played(match, steps)
    return min(len(after.view.kept) + _due(after), len(game(match.game).dice))


def _are_missing(match: Match, steps: Steps, now: Seen) -> bool:
    """Tell whether dice that were kept do not lie there, or other dice in their place."""
    others = _in_play(match, steps) - now.number
    kept = _all_kept(match, played(match, steps))
    return now.lie - now.number < others or (now.area and others > 0 and not kept <= now.lying.counts)


def _are_too_many(match: Match, ways: list[Steps], seen: Seen, now: Seen) -> bool:
    """Tell whether what lay in the area cannot be in a hand now: with it there would be more dice than are in play."""
    if not seen.area or not seen.aside or now.aside:
        return False
    every = len(game(match.game).dice)  # where all are thrown again, those of the area are among them
    return seen.number < every and any(seen.lie > _in_play(match, steps) for steps in ways)


def _missing(match: Match) -> str:
    return f"I do not see all the dice that {match.view.player} kept: does this throw go on with them?"


def _among(match: Match) -> str:
    return (
        f"Dice that {match.view.player} kept may lie among those that seem thrown, "
        "and can be taken away here with a tap: is it so?"
    )


def _led(match: Match, steps: Steps, seen: Seen) -> Way:
    all_of_it = (*steps, f"roll {seen.thrown}") if len(seen.thrown) == seen.number else steps
    by = played(match, steps).view.player
    return Way(steps, seen.number, told(match, all_of_it), before=told(match, steps), by=by)


def _refusal(match: Match, way: Way, seen: Seen) -> str:
    """Say why the rules forbid a throw; empty when they do not."""
    try:
        played(match, (*way.events, str(Throw(seen.thrown))))
    except RuleError as error:
        return str(error)
    return ""


def _breaks(match: Match, ways: list[Steps]) -> Iterator[Way]:
    """The throw may be void: where the game says so, it is offered."""
    for steps in ways:
        after = played(match, steps)
        if any(offer.event == BREAK for offer in after.view.offers):
            events = (*steps, BREAK)
            yield Way(events, 0, told(match, events))


def _outside(number: int) -> str:
    if number == 1:
        return "One die lies outside the throwing area: throw it again, or say that it counts."
    return f"{number} dice lie outside the throwing area: throw them again, or say that they count."


def _cards(match: Match) -> list[str]:
    """List the cards of which one is drawn now, where that must be told: one that the app draws is known."""
    cards = [offer.event for offer in match.view.offers if offer.event.startswith("card ")]
    return cards if len(cards) > 1 else []


def _drawn(match: Match) -> str:
    """Say that a card is to be told first; empty where none is."""
    return f"{match.view.player} draws a card before this throw: say first which it is." if _cards(match) else ""


def _number(match: Match, number: int) -> str:
    """Say that so many dice cannot have been thrown now."""
    seen = f"I see {number} {'die' if number == 1 else 'dice'} thrown"
    due = _due(match)
    if due:
        return f"{seen}, and {due} {'is' if due == 1 else 'are'} due: throw again, or tell me what lies there."
    return f"{seen}, and that fits no choice of {match.view.player}'s: choose what was kept."


# All dice taken up


def _taken(match: Match, seen: Seen) -> Meant | None:
    """All dice were taken up: the points are taken, if they may be, and no dice can be in the hand for a next throw."""
    view = match.view
    if seen.before < len(view.kept) + len(view.thrown) or not view.rolls:
        return None  # dice were kept out of sight: the next throw will tell
    found = _stops(match, replace(seen, number=0))
    onwards = _all_again(match, seen)
    if not found.ways or (onwards.exact and not found.exact):
        return None
    stops = [Way(steps, 0, told(match, steps)) for steps in found.ways]
    ways = [] if found.exact and not onwards.exact else onwards.ways
    again = [steps if steps == ("keep",) else (*steps, ALL_AGAIN) for steps in ways]
    going = [Way(tuple(step for step in steps if step != ALL_AGAIN), 0, told(match, steps)) for steps in again]
    if going:
        return Meant((*stops, *going), (f"Does {view.player} stop, or throw all the dice again?",))
    if len(stops) > 1:
        return Meant(tuple(stops), (f"Which dice does {view.player} stop with?",))
    if found.doubtful:
        return Meant(tuple(stops), (UNFIT, stops[0].says))
    return Meant(tuple(stops), (stops[0].says,), sure=True)


def _all_again(match: Match, seen: Seen) -> _Fitting:
    """List the ways to go on with all dice, though the turn could end."""
    found = replace(seen, number=seen.before, aside=NO_DICE if match.view.free is not None else seen.aside)
    return _fitting(match, _goings(match, found), found)


# A throw that was not complete


def _laid_right(match: Match, seen: Seen, now: Seen) -> Meant | None:
    """A throw was put right: in the score, if it stands there, whatever was decided since; nothing of it is sure."""
    doubts, seen = seen.doubts, replace(seen, doubts=(*seen.doubts, LAID_RIGHT))
    last = next((play for play in reversed(match.line.plays) if isinstance(play.event, Throw)), None)
    told = last.event.roll if last and isinstance(last.event, Throw) else NO_DICE
    if last is None or len(told) != seen.number:
        return _thrown(match, seen, now)
    alone = not seen.lay and seen.number < len(game(match.game).dice)  # each of its dice may have been thrown again
    onward = _thrown(match, seen, now).options if alone else _thrown_on(match, seen)
    if told.counts == seen.thrown.counts:
        return Meant(onward, (LAID_OR_THROWN, *doubts), late=True) if onward else None
    fits = len(seen.thrown) < seen.number or _tried(match, f"amend {last.n} roll {seen.thrown}") is not None
    dice, lay = (seen.number - len(seen.lay), f" {seen.lay}") if onward else (seen.number, "")
    way = Way((), dice, f"The last throw was {seen.thrown}.", f"amend {last.n} roll{lay}".rstrip())
    return Meant(((way,) if fits else ()) + onward, seen.doubts, late=bool(onward))


def _are_two_throws(match: Match, before: Steps, seen: Seen) -> bool:
    """Tell whether a throw that was completed may be two: one of which a die was not seen, and one of the last dice.

    What was not seen may have shown any face. Where any dice may stay that would always be so, and is not asked.
    """
    came = seen.number - len(seen.lay)
    if len(seen.thrown) != seen.number or not seen.lay or not came:
        return False
    unseen = dict.fromkeys(face for die in game(match.game).dice for face in die.faces)
    first = (seen.thrown, *(Roll((*seen.lay, *(face,) * came)) for face in unseen))
    tried = (_tried(played(match, before), f"roll {roll}") for roll in first)
    return any(after.view.free is None and _thrown_on(after, seen) for after in tried if after is not None)


def _thrown_on(match: Match, seen: Seen) -> tuple[Way, ...]:
    """List the ways in which the dice that came last were a throw of their own, for which the others were kept."""
    if not seen.lay or len(seen.lay) == seen.number:
        return ()
    came = Roll(tuple((seen.thrown.counts - seen.lay.counts).elements()))
    for aside in (Roll((*seen.lay, *seen.aside)), seen.lay):  # what lay aside before may be taken up by now
        now = replace(seen, thrown=came, number=seen.number - len(seen.lay), aside=aside)
        fitting = _fitting(match, _goings(match, now), now)
        if fitting.exact:
            return tuple(_led(match, steps, now) for steps in fitting.ways)
    return ()


# Playing and telling


def played(match: Match, events: Steps) -> Match:
    """Play events in order, an amendment as one that hands nobody what another played.

    Raises:
        RuleError: one is not allowed.
    """
    for event in events:
        entry = parse(event)
        match = match.amend(entry.n, entry.event, entry.cut) if isinstance(entry, Amend) else match.add(entry)
    return match


def told(match: Match, events: Steps) -> str:
    """Say in words what events come to.

    >>> match = Match.start("jack-stone", ["Ann", "Bob"]).play("roll 1 3 3 4 4 6")
    >>> told(match, ("keep 1", "bank", "roll 1 2 3 4 4 6"))
    'Ann keeps 1. Ann banks 100. Bob throws 1 2 3 4 4 6.'
    """
    said = []
    for event in events:
        name, (verb, _, rest) = match.view.player, event.partition(" ")
        words = {"keep": "keeps", "roll": "throws", "choose": "chooses", "card": "draws", BREAK: "breaks"}
        offer = next((offer for offer in match.view.offers if offer.event == event), None)
        if verb == BANK:
            said.append(f"{name} banks {offer.points:,}." if offer and offer.points else f"{name} ends the turn.")
        elif event in ("keep", ALL_AGAIN):
            said.append(f"{name} throws all the dice again.")
        else:
            said.append(f"{name} {words.get(verb, verb)} {rest}".rstrip() + ".")
        after = _tried(match, event)
        if after is None:
            break
        match = after
    return " ".join(said)


def _tried(match: Match, event: str) -> Match | None:
    try:
        return played(match, (event,))
    except RuleError:
        return None
