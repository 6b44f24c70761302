"""What is remembered of the table from one rest to the next, and what the next rest means beside it.

Values in, values out: whoever follows a camera keeps a memory, and each function here gives the next one.
"""

from dataclasses import dataclass, replace
from itertools import takewhile

from api.hands import UNFIT, Meant, Seen, due, dues, meant
from scoring.dice import NO_DICE, Roll
from scoring.entry import Amend, Redo, Undo
from scoring.events import Adjust, Break, Throw
from scoring.games import game
from scoring.match import Match
from vision.throw.settle import MOVED, NUDGED
from vision.throw.tray import Tray, faces

AWAY = "The camera was away: is this a new throw?"
CAME = "These dice may have lain there before the camera looked: is this a new throw?"
SKIPPED = "The throw before this one still waits for your word: does this one count in its place?"
TOLD = "A throw like this one was told already: is this another?"
ROLLED = "Other dice lie aside than before this throw: were they kept, or did they roll there?"
SHOVED = "Before this, dice were moved and show the same faces; they may have been thrown: was that a throw, too?"
VAGUE = "I am not sure of all dice that lie aside: which were kept?"
TAKEN_BACK = "Something was taken back just before: is this right now?"
COVERED = "Something lay over the table: was there a throw that I did not see?"
ASTRAY = "The camera was moved, so I do not know where the areas are: draw them again."
FEWEST = 3  # dice that seldom show twice the same by chance


@dataclass(frozen=True)
class Stand:
    """How far a score was: the number of its `last` throw (0 for none), how many `throws` it had, how many were `void`.

    Numbers grow, also where a throw is undone and entered once more; what is new since then only counting tells.
    """

    last: int = 0
    throws: int = 0
    void: int = 0


def stand(match: Match) -> Stand:
    """Tell how far the score of a match is."""
    thrown = [play.n for play in match.line.plays if isinstance(play.event, Throw)]
    void = sum(isinstance(play.event, Break) for play in match.line.plays)
    return Stand(max(thrown, default=0), len(thrown), void)


@dataclass(frozen=True)
class Memory:
    """What lay on the table, and what became of the throw that was seen last.

    Of that throw: `read` are its faces as they were read, `before` tells how many dice lay there then, `score` is how
    far the score was (with it, where it was entered at once), `open` whether it was left to the players, `asked` how it
    lay there and what had lain aside, `held` what was doubtful of it whatever its faces, and `entered` whether the
    players told it themselves before it was complete. It may be the last of those that they told `early`, before they
    were seen. Where they said that it was none, `refused` tells of how many dice. The dice that `rolled` came to lie in
    the area for kept ones with it, unless they were put there.

    Since then: `aside` are the faces of the dice that lay aside before the players began to take all up, `vague`
    whether these are in doubt; `lie` are those that lay there at the last rest, and `left` how many dice besides.
    `shoved` tells whether there may have been another throw, with the same faces, and `covered` whether there may have
    been one that something hid; `away` whether dice may have been thrown now, unseen, and `unseen` whether they may
    have been taken up as well; `watched` whether anybody looked at all. When the table was last seen empty the score
    had `gone` throws.
    When all dice were taken up, `pending` is why that was asked about, and `stood` how long the score was then.
    Before the first throw of a match, `table` are the dice that the match before it left there.
    """

    read: Roll = NO_DICE
    before: int = 0
    score: Stand = Stand()
    open: bool = False
    asked: tuple[Seen, Roll] | None = None
    held: tuple[str, ...] = ()
    entered: bool = False
    early: tuple[Roll, ...] = ()
    refused: int = 0
    rolled: Roll = NO_DICE
    aside: Roll = NO_DICE
    vague: bool = False
    lie: Roll = NO_DICE
    left: int = 0
    shoved: bool = False
    covered: bool = False
    away: bool = True
    unseen: bool = False
    watched: bool = False
    gone: int = 0
    pending: str = ""
    stood: int = 0
    table: Roll = NO_DICE

    @property
    def thrown_from(self) -> Roll:
        """The dice aside with which a throw goes on: those that lie there, or lay there where all were taken up."""
        return self.lie or self.aside


@dataclass(frozen=True)
class _Told:
    """The throws that came into the score `since` dice were last seen thrown.

    Where the players `entered` the throw that was seen last, the first of them is that one; it is `unsure` where that
    may be none of them, for it may have been no throw at all, or one that they told early.
    """

    since: tuple[Roll, ...]
    entered: bool
    unsure: bool = False

    @property
    def ahead(self) -> tuple[Roll, ...]:
        """Those that were told before they were seen, as far as that is sure."""
        return () if self.unsure else self.since[1:] if self.entered else self.since

    @property
    def early(self) -> tuple[Roll, ...]:
        """Those that may have been told before they were seen."""
        return self.since if self.unsure else self.ahead


def emptied(memory: Memory, match: Match) -> Memory:
    """No dice lie there: where nobody looked, some may have been thrown and taken up since those in the score."""
    told = stand(match).throws
    unseen = memory.unseen or (memory.away and (memory.watched or told > 0))
    new = unseen and not memory.watched  # all that was played before anybody looked is taken up
    score = replace(stand(match), last=0) if new else memory.score
    seen = replace(memory, unseen=unseen, away=False, watched=True, lie=NO_DICE, table=NO_DICE)
    return replace(seen, gone=told, score=score)


def put_aside(memory: Memory, match: Match, tray: Tray, *, area: bool) -> Memory:
    """Dice lie there that nobody threw: those aside count, unless they are merely what is left of those before.

    With an `area` for them they are put there; without one they are what stayed of a throw.
    """
    lie = len(tray.aside) + len(tray.left)
    seen = replace(
        memory,
        away=False,
        watched=True,
        shoved=memory.shoved or _may_be_thrown(memory, match, tray),
        covered=memory.covered or (tray.covered and lie < memory.before),  # the others may have been in the hand
    )
    aside = faces(tray.aside) if area or lie != memory.before else NO_DICE  # nothing was taken
    taken = memory.aside.counts - aside.counts
    leaving = taken and aside.counts <= memory.aside.counts and len(tray.left) <= memory.left
    if area and leaving:
        return replace(seen, lie=aside, left=len(tray.left))
    return replace(seen, lie=aside, left=len(tray.left), aside=aside, vague=bool(tray.vague))


def taken_up(memory: Memory, match: Match, *, area: bool, astray: bool) -> tuple[Memory, Meant | None]:
    """All dice were taken up: what that means, if they are those of the last throw in the score.

    Where the camera was moved the areas are `astray`.
    """
    if not _are_of_the_last(memory, match):
        return memory, None
    understood = meant(match, Seen(empty=True, before=memory.before, area=area), memory.aside)
    if understood is None:
        return memory, None
    pending = SHOVED if memory.shoved else COVERED if memory.covered else _unanswered(memory, match)
    why = {
        ASTRAY: area and astray,
        f"{pending} If not:": bool(pending),
        VAGUE: _undecided(match) and bool(memory.aside) and _doubts_aside(memory, match),
        ROLLED: _undecided(match) and _rolled_there(memory, match, memory.aside),
        TAKEN_BACK: _taken_back(match),
    }
    doubts = [sentence for sentence, so in why.items() if so]
    if understood.sure and doubts:
        understood = replace(understood, why=(doubts[0], *understood.why), sure=False)
    return replace(memory, shoved=False, covered=False, pending=pending, stood=len(match.entries)), understood


def answered(memory: Memory, match: Match, n: int) -> Memory:
    """The throw that was left to the players came into the score as entry n, whatever they corrected of it."""
    before = [play.event for play in match.line.plays if play.n < n]
    throws = sum(isinstance(event, Throw) for event in before)
    void = sum(isinstance(event, Break) for event in before)
    return replace(memory, open=False, score=Stand(n, throws + 1, void))


def refused(memory: Memory, match: Match) -> Memory:
    """The players say that the throw that was left to them was none, and have told no other since."""
    if not memory.open or memory.asked is None or _since(memory, match):
        return memory
    return replace(memory, refused=memory.asked[0].number)


def thrown(
    memory: Memory, match: Match, tray: Tray, *, area: bool, astray: bool, photo: bool = False
) -> tuple[Memory, Meant | None]:
    """Dice were thrown: what that means, or what is to be asked; None where the score has the throw already.

    Where the camera was moved the areas are `astray`. A `photo` of another throw may wait for a word.
    """
    told = _told(memory, match, tray)
    lie = len(tray.thrown) + len(tray.aside) + len(tray.left)
    entered = told.entered and tray.again
    seen_so = Memory(tray.roll, lie, stand(match), entered=entered, left=lie, away=False, watched=True)
    seen_so = replace(seen_so, rolled=_rolled(memory, tray) if area else NO_DICE)
    if _known(memory, match, tray, told):
        return (seen_so if told.ahead and not memory.away else _still(memory, match, seen_so)), None
    late = memory.asked if tray.again and memory.open and not told.entered else None  # asked about, and now complete
    before, aside = late or (Seen(before=memory.before), memory.thrown_from)
    moved = tuple(doubt for doubt in tray.doubts if doubt in (MOVED, NUDGED))
    doubts = moved + ((ASTRAY,) if astray else ()) + _doubts(memory, match, tray, told, aside, photo=photo)
    held = tuple(dict.fromkeys((memory.held if late else ()) + doubts))
    seen = replace(
        _seen(tray, area=area, again=tray.again and not late),
        before=before.before,
        gone=Roll((*before.gone, *faces(tray.gone))),
        anew=memory.away,
        doubts=tuple(dict.fromkeys((*tray.doubts, *held))),
    )
    understood = meant(match, seen, aside)
    some_are_gone = not late and aside.counts != memory.aside.counts  # to be thrown again, or taken up
    if understood and some_are_gone:
        understood = _either(understood, meant(match, seen, memory.aside), seen)
    asked = replace(seen_so, open=understood is not None, asked=(seen, aside), held=held, early=told.early)
    return asked, understood


def _seen(tray: Tray, *, area: bool, again: bool) -> Seen:
    """What lies there, as hands are judged by; `again` where it puts right a throw that the score has."""
    return Seen(
        thrown=tray.roll,
        number=len(tray.thrown),
        aside=faces(tray.aside),
        area=area,
        left=faces(tray.left),
        out=tray.out,
        again=again,
        lay=faces([die for die in tray.thrown if not any(die is one for one in tray.came)]),
    )


def _still(memory: Memory, match: Match, seen_so: Memory) -> Memory:
    """The dice lie there as they did before the camera was away: what was doubtful then still is.

    A few of them may have been thrown since, with the same faces.
    """
    shoved = memory.shoved or any(0 < number < FEWEST for number in dues(match))
    return replace(seen_so, shoved=shoved, covered=memory.covered, pending=memory.pending, stood=memory.stood)


def _either(one: Meant, other: Meant | None, seen: Seen) -> Meant:
    """What is meant, or asked where that may be the one or the other, or one of them is doubtful."""
    if other is None or one.options == other.options:
        return other if other and one.sure else one
    return Meant(tuple(dict.fromkeys((*one.options, *other.options))), (*seen.doubts, UNFIT))


def _doubts(memory: Memory, match: Match, tray: Tray, told: _Told, aside: Roll, *, photo: bool) -> tuple[str, ...]:
    """List what is doubtful of a throw, whatever its faces are."""
    may_be_told = _may_be_told(memory, match, tray, told)
    skipped = not may_be_told and not tray.again and (photo or _is_skipped(memory, match, tray))
    pending = _unanswered(memory, match)
    why = {
        AWAY if memory.watched or stand(match).throws else CAME: memory.away or memory.unseen,
        COVERED: pending == COVERED or (memory.covered and not told.ahead and not tray.aside),
        SKIPPED: skipped,
        TAKEN_BACK: _taken_back(match) and not skipped,
        TOLD: may_be_told,
        SHOVED: pending == SHOVED or (memory.shoved and not told.ahead),
        VAGUE: _undecided(match) and _is_vague(memory, match, tray, aside),
        ROLLED: _undecided(match) and _may_have_rolled(memory, match, tray, aside),
    }
    return tuple(sentence for sentence, so in why.items() if so)


def still_open(memory: Memory, match: Match) -> tuple[Seen, Roll] | None:
    """How a throw lay there that was asked about and that the score does not have yet, and what lay aside before."""
    since = _since(memory, match)
    if memory.asked is None or memory.asked[0].again or _broken(memory, match):
        return None
    if not since:
        return memory.asked
    if SKIPPED not in memory.held or _answer(memory, since) is not None:
        return None
    seen, aside = memory.asked  # what came in is the one before, which waits no more
    return replace(seen, doubts=tuple(doubt for doubt in seen.doubts if doubt != SKIPPED)), aside


def _told(memory: Memory, match: Match, tray: Tray) -> _Told:
    since = _since(memory, match)
    if tray.again and memory.open and memory.entered and not since:
        return _Told((_last_throw(match),), entered=True)  # it is completed once more
    early = (*memory.early, *since) if memory.open else since
    if tray.again and memory.open and early and early[-1].counts == tray.roll.counts:
        return _Told(early[-1:], entered=True)
    if not memory.open:
        return _Told(since, entered=bool(since) and _withdrawn(memory, match))
    at = _answer(memory, since)
    return _Told(early, entered=False, unsure=True) if at is None else _Told(since[at:], entered=True)


def _answer(memory: Memory, since: tuple[Roll, ...]) -> int | None:
    """Tell which of the throws that came in `since` is surely the one that was left to the players; None if none is.

    It is the first of them, or the second where the one before it was still to be told, too.
    """
    may_be = since[: 2 if SKIPPED in memory.held else 1]
    return next((at for at, told in enumerate(may_be) if _answers(memory, told)), None)


def _answers(memory: Memory, told: Roll) -> bool:
    """Tell whether a throw that the players told is surely the one that was left to them.

    That was a throw, and is like the one told: one of both holds all of the other but one die, for a face may have been
    misread, dice not seen, or kept ones seen among them. Where it may be none, or told before, they are just alike; and
    where another was still to be told before it, they are as many.
    """
    if memory.refused or memory.asked is None:
        return False
    if SKIPPED in memory.held and len(told) != memory.asked[0].number:
        return False
    if MOVED in memory.held or TOLD in memory.held:
        return memory.read.counts == told.counts
    alike = (memory.read.counts & told.counts).total()
    return alike >= max(1, min(len(memory.read), len(told)) - 1)


def _known(memory: Memory, match: Match, tray: Tray, told: _Told) -> bool:
    """Tell whether the score has a throw already: tapped in, or from before the camera was away.

    Few dice show the same again too often for that, and what was tapped in before the table was empty is taken up.
    While the camera was away none of these dice were thrown if all look new to it, and none seems to have been moved:
    they lie there by the score; or nobody threw in this turn, and they lie as the one before left them, or the match.
    """
    tapped = told.ahead and told.ahead[-1].counts == tray.roll.counts
    if tapped and len(tray.thrown) >= FEWEST and stand(match).throws > memory.gone:
        return True
    if not memory.away or tray.stayed or MOVED in tray.doubts or (memory.open and not told.entered):
        return False
    untouched = stand(match).throws > memory.gone
    left = lying(match) if untouched else memory.table
    still = not match.view.rolls and len(tray.thrown) >= FEWEST and _lie(tray).counts == left.counts
    in_turn = match.view.rolls > 0 or untouched  # else a bust that was taken up is in view still
    return still or (in_turn and _lie(tray).counts == _in_score(match).counts)


def lying(match: Match) -> Roll:
    """Give the dice that lie there as the last throw left them, whatever was decided since."""
    return _kept_before(match) + _last_throw(match)


def _untold(memory: Memory, match: Match) -> bool:
    """Tell whether the score lacks the throw that was seen last: nobody told it, or it was taken back."""
    return (memory.open and not _broken(memory, match)) or _withdrawn(memory, match)


def _is_skipped(memory: Memory, match: Match, tray: Tray) -> bool:
    """Tell whether the throw that was seen last is still to be told, unless it was none and this one is in its place.

    Where the question was whether it had been told, or came in the place of another, a no does not say so much.
    """
    if not _untold(memory, match):
        return False
    if since := _since(memory, match):  # it may be the one before that came in
        return memory.open and SKIPPED in memory.held and _answer(memory, since) is None
    if memory.open and memory.away and len(tray.roll) >= FEWEST and tray.roll.counts == memory.read.counts:
        return False  # it lies there still
    in_place = memory.refused and len(tray.thrown) in {memory.refused, match.view.awaits.dice}
    return not in_place or TOLD in memory.held or SKIPPED in memory.held


def _may_be_told(memory: Memory, match: Match, tray: Tray, told: _Told) -> bool:
    """Tell whether a throw may be one that the players told, with other faces or others of its dice."""
    if _like(memory, tray, told) or _may_be_late(memory, match, tray, told):
        return True
    lies_so = _lie(tray).counts == lying(match).counts
    return lies_so and (bool(told.since) or _misread(memory, match))


def _like(memory: Memory, tray: Tray, told: _Told) -> bool:
    """Tell whether a throw is just like the last one told, or may be one that was told before it was seen.

    Where nobody looked before, that one may lie there: then only what differs from it in one die at most is like it.
    """
    if not told.since:
        return False
    seen, last = tray.roll, told.since[-1]
    if last.counts == seen.counts:
        return True
    within = seen.counts <= last.counts or last.counts <= seen.counts
    same = (last.counts & seen.counts).total()
    alike = len(last) == len(tray.thrown) and (memory.watched or same >= len(last) - 1)
    return bool(told.early) and (within or alike)


def _may_be_late(memory: Memory, match: Match, tray: Tray, told: _Told) -> bool:
    """Tell whether dice may be some of the last throw in the score that did not lie there when it was seen."""
    in_score = told.entered if memory.open or told.since else not _withdrawn(memory, match)
    if tray.again or not in_score:
        return False
    last = _last_throw(match)
    unseen = len(_kept_before(match)) + len(last) - memory.before
    return 0 < len(tray.thrown) <= unseen and tray.roll.counts <= last.counts


def _is_vague(memory: Memory, match: Match, tray: Tray, aside: Roll) -> bool:
    """Tell whether the dice that lie aside, or lay there, cannot say what was kept."""
    if tray.aside:
        return bool(tray.vague) or _misread(memory, match)
    return bool(aside) and _doubts_aside(memory, match)


def _may_have_rolled(memory: Memory, match: Match, tray: Tray, aside: Roll) -> bool:
    """Tell whether more dice lie aside after a throw than before it, some of those are missing, or those had rolled."""
    there = faces(tray.aside)
    if there or tray.again:
        return bool(aside) and (there.counts > aside.counts or 0 < len(there) < len(aside))
    return _rolled_there(memory, match, aside)


def _rolled(memory: Memory, tray: Tray) -> Roll:
    """Give the dice in the area that did not lie there before the throw, nor before what it completes."""
    before = memory.asked[1] if tray.again and memory.asked else memory.thrown_from
    return Roll(tuple((faces(tray.aside).counts - before.counts).elements()))


def _rolled_there(memory: Memory, match: Match, aside: Roll) -> bool:
    """Tell whether dice may have rolled to where they lay aside, and the score does not say that they were kept."""
    undecided = aside.counts - match.view.kept.counts
    return bool(memory.rolled.counts & undecided)


def _are_of_the_last(memory: Memory, match: Match) -> bool:
    """Tell whether the dice that were taken up are those of the last throw in the score."""
    if memory.unseen:
        return False
    since = _since(memory, match)
    if memory.open and SKIPPED in memory.held:  # the one before may have come in, too, or instead
        return bool(since) and _answers(memory, since[-1])
    return len(since) == (1 if memory.open or _withdrawn(memory, match) else 0)


def _may_be_thrown(memory: Memory, match: Match, tray: Tray) -> bool:
    """Tell whether dice that lie elsewhere now may have been thrown again, the others kept: just so many are due.

    What was kept lies where it lay, or in the area for it; or it lies out of sight, for what lies there cannot be kept,
    and they are as many as could be due. Nobody knows how many where the faces of the others are in doubt.
    """
    if not tray.shoved:
        return False
    lie, left, shoved = faces((*tray.aside, *tray.left)), faces(tray.left), faces(tray.shoved)
    stayed = Roll(tuple((lie.counts - shoved.counts).elements()))
    beside = due(match, stayed) == len(shoved)
    apart = left.counts <= shoved.counts and due(match, faces(tray.aside)) == len(left) > 0
    hidden = len(lie) < memory.before and due(match, lie) is None and len(shoved) in dues(match)
    return bool(tray.vague) or beside or apart or hidden


def _doubts_aside(memory: Memory, match: Match) -> bool:
    """Tell whether dice that lay aside cannot say what was kept: in doubt, or of a throw that was misread."""
    return memory.vague or _misread(memory, match)


def _unanswered(memory: Memory, match: Match) -> str:
    """Give the question about dice taken up, unless something was played since; empty where there was none."""
    answered = any(play.n > memory.stood and not isinstance(play.event, Adjust) for play in match.line.plays)
    return "" if answered else memory.pending


def _taken_back(match: Match) -> bool:
    """Tell whether a play was undone, and nothing played since: a correction is no play, though it ends redoing."""
    if any(not isinstance(play.event, Adjust) for play in match.line.undone):
        return True
    since = list(takewhile(lambda entry: isinstance(entry, Undo | Redo | Amend | Adjust), reversed(match.entries)))
    undone = sum(isinstance(entry, Undo) - isinstance(entry, Redo) for entry in since)
    return undone > 0 and any(isinstance(entry, Amend) for entry in since)


def _misread(memory: Memory, match: Match) -> bool:
    """Tell whether the last throw in the score was read with other faces than it has there."""
    last = _last_throw(match)
    return len(last) == len(memory.read) and last.counts != memory.read.counts


def _since(memory: Memory, match: Match) -> tuple[Roll, ...]:
    """List the throws that came into the score since dice were last seen thrown.

    Where these were entered and taken back they may be the first of them; throws before them that were taken back and
    entered once more are none.
    """
    throws = tuple(play.event.roll for play in match.line.plays if isinstance(play.event, Throw))
    return throws[memory.score.throws - (not memory.open and _withdrawn(memory, match)) :]


def _broken(memory: Memory, match: Match) -> bool:
    """Tell whether the players called a throw void since dice were last seen thrown."""
    return stand(match).void > memory.score.void


def _withdrawn(memory: Memory, match: Match) -> bool:
    """Tell whether the last throw that was seen was played, and taken back since."""
    return memory.score.last > 0 and all(play.n != memory.score.last for play in match.line.plays)


def _undecided(match: Match) -> bool:
    """Tell whether the dice that lie aside have to say what was kept."""
    return match.view.awaits.what == "decision"


def _lie(tray: Tray) -> Roll:
    return faces((*tray.thrown, *tray.aside, *tray.left))


def _in_score(match: Match) -> Roll:
    """Give the dice that lie there by the score: those kept and those thrown."""
    return match.view.kept + match.view.thrown


def _kept_before(match: Match) -> Roll:
    """Give the dice that were kept when those of the last throw were thrown; none where there is no throw."""
    plays = match.line.plays
    before = next((n for n in reversed(range(len(plays))) if isinstance(plays[n].event, Throw)), 0)
    return game(match.game).view(plays[before - 1].state if before else match.line.start).kept


def _last_throw(match: Match) -> Roll:
    plays = reversed(match.line.plays)
    return next((play.event.roll for play in plays if isinstance(play.event, Throw)), NO_DICE)
