"""One throw, one reading: a fold over frames that waits until the dice rest, reads them once and waits again.

Each frame is only glanced at. Once nothing has moved for a moment the nets look at a few frames of the rest, and what
they say is pooled. Dice that lie where they lay, with the same face, were not thrown; a throw is at least one die that
is new on the table. Where the same faces lie elsewhere, somebody may have moved the dice: that is asked.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Literal

import numpy as np

from models.card import card
from vision.camera.source import Shot
from vision.kit import Kit
from vision.kit import kit as kit_of
from vision.own.eye import OwnEye
from vision.read import read
from vision.reading import Frame, Reading, Sighting
from vision.throw.compare import Change, Lying, Moment, change, followed, recalled
from vision.throw.cover import Ground, covering, grounds, pushed
from vision.throw.glance import Glance, blind, glance, moved
from vision.throw.knock import knock
from vision.throw.pool import pooled, verdict
from vision.throw.zones import Zones

Phase = Literal["empty", "moving", "resting", "read"]

REST = 0.4  # seconds without motion after which the dice are read
BRIEF = 0.2  # seconds of rest that are enough where the source ends
BESIDE = 3.0  # seconds of motion beyond the areas that were drawn, and none there, after which it is passed over
PATIENCE = 4.0  # seconds of rest after which what hides no die that lay there is taken for part of the table
GAP = 1.5  # seconds without a frame after which a rest begins anew
STEPS = 2.5  # likewise, in steps of a film whose frames are far apart
LOOKS = 3  # frames of a rest that are read
APART = 0.09  # seconds between two of them, and before the first
NIGHT = 1.0  # seconds without light, less than which is a flicker
TRAIL = 0.5  # seconds of motion that are remembered
NOWHERE = Zones()
MOVED = "These dice may have lain there before: is this a new throw?"
NUDGED = "One of these dice may have lain there before and was pushed: look which were thrown."


@dataclass(frozen=True)
class Eye:
    """Whom to ask, and what to expect."""

    look: Callable[[Frame], Reading]  # reads a frame
    sure_at: float  # probability that each die must reach
    expect: int | None = None  # how many dice are thrown
    drawn: Zones = NOWHERE  # the areas that the players drew


@dataclass(frozen=True, eq=False)
class Rest:
    """A throw that has settled."""

    seconds: float  # when in the source it was read
    frame: Frame  # the picture
    reading: Reading  # the dice that were thrown
    stayed: tuple[Sighting, ...]  # those that lay there before
    again: bool  # it puts right the throw before, of which a die leaned or was hidden
    gone: tuple[Sighting, ...] = ()  # lay there before and nowhere now, unless they are among the thrown ones
    came: tuple[Sighting, ...] = ()  # to the throw before, by which it is put right

    @property
    def p(self) -> float:
        """Probability that every face is right, 0..1."""
        return math.prod(die.p for die in self.reading.dice)

    def as_json(self, begun: float = 0.0) -> dict[str, object]:
        """One line of `croupier watch --json`; the source began at `begun`."""
        return {
            "time": round(self.seconds - begun, 3),
            "roll": str(self.reading.roll),
            "verdict": self.reading.verdict,
            "p": round(self.p, 4),
            "dice": [die.as_json() for die in self.reading.dice],
            "reasons": list(self.reading.reasons),
        }


@dataclass(frozen=True, eq=False)
class Watched:
    """What is known after a frame; all but the phase is for the fold itself.

    `phase` is `moving` while anything moves, `resting` while it rests and is not yet read (or something covers the
    dice), `read` when the dice that lie were read, and `empty` when none lie.
    """

    phase: Phase = "empty"
    still: Glance | None = None  # the first glance of this rest
    size: tuple[int, int] = (0, 0)  # width and height of its picture
    since: float = 0.0  # when it began
    at: float = 0.0  # the time of the newest frame
    due: float = 0.0  # when to read
    shots: tuple[Shot, ...] = ()  # what to read
    looks: tuple[Reading, ...] = ()  # what the first of these showed
    trail: tuple[Moment, ...] = ()  # the motion before
    lying: Lying | None = None  # what the last rest showed
    grounds: tuple[Ground, ...] = ()  # the table without its dice, the newest first
    dark: float | None = None  # when the picture turned black; None while something is to be seen
    elsewhere: bool = False  # this rest shows nothing of what lay on the table
    restless: float = 0.0  # since when there was no rest though nothing moved in the areas that were drawn
    beside: bool = False  # what moves beyond them is passed over: a screen, a candle, somebody who sits there
    stirred: float = 0.0  # when it did last

    @property
    def black(self) -> bool:
        """Whether nothing was to be seen for so long that somebody should be told."""
        return self.dark is not None and self.at - self.dark >= NIGHT

    @property
    def covered(self) -> bool:
        """Whether the reading waits because something lies over the table."""
        return self.phase == "resting" and self.due > self.since + REST


START = Watched()


def eye(kit: str | Kit = "pips", expect: int | None = None, own: OwnEye | None = None) -> Eye:
    """The eye for a kit, or for somebody's own set; `expect` is the number of dice that are thrown, if known.

    Raises:
        KitError: there is no such kit.
        CardError: its weights are missing or broken.
    """
    chosen = kit_of(kit) if isinstance(kit, str) else kit
    judge = own or card(chosen.reader)
    return Eye(partial(read, name=kit, own=own), judge.sure_at, expect)


def settled(state: Watched, shot: Shot, asked: Eye) -> tuple[Watched, Rest | None]:
    """What is known after one more frame, and the throw that settled with it, if one did.

    Frames come in order. Nothing is read while something moves or covers dice, and each throw once.

    Raises:
        CardError: the weights are missing or broken.
    """
    now, at = glance(shot.frame), shot.seconds
    if blind(now):
        dark = at if state.dark is None else state.dark
        return replace(state, phase="moving", still=None, shots=(), looks=(), at=at, dark=dark), None
    gap = max(GAP, STEPS * shot.step)
    anew = at - state.at > gap or state.size != shot.frame.size  # places in pictures of two sizes are not pooled
    if state.still is None or anew:
        return _stirring(replace(state, still=None), now, shot, asked), None
    if moved(state.still, now):
        beyond = _beyond(state, state.still, now, asked) if state.beside else None
        if beyond is None:
            return _stirring(state, now, shot, asked), None
        state = replace(beyond, stirred=at)
    elif state.beside and at - state.stirred >= REST:  # all rests: it is looked at anew
        return _stirring(replace(state, still=None), now, shot, asked), None
    state = replace(state, at=at)
    if state.phase in ("read", "empty"):
        return state, None
    state = replace(state, phase="resting", shots=_chosen(state, shot))
    return _judged(state, now, asked) if at >= state.due else (_looked(state, now, asked), None)


def last(state: Watched, asked: Eye) -> Rest | None:
    """The throw that still rests where the source ends, if it was not read yet and rested at all."""
    if state.phase != "resting" or state.covered or state.at - state.since < BRIEF:
        return None
    return _judged(state, glance(state.shots[-1].frame), asked)[1] if state.shots else None


def _stirring(state: Watched, now: Glance, shot: Shot, asked: Eye) -> Watched:
    """Something moved: the rest, if it is one, begins with this frame."""
    at, where = shot.seconds, asked.drawn.reached(now.shape)
    there = where is None or state.still is None or moved(state.still, now, where)
    rested = state.phase in ("read", "empty") or (state.phase == "resting" and state.at >= state.since + REST)
    restless = at if there or rested else state.restless
    trail = tuple(seen for seen in state.trail if at - seen.seconds <= TRAIL and seen.picture.shape == now.shape)
    return replace(
        state,
        phase="moving",
        still=now,
        size=shot.frame.size,
        since=at,
        at=at,
        due=at + REST,
        shots=(),
        looks=(),
        trail=(*trail, Moment(now, at)),
        dark=None,
        elsewhere=False,
        restless=restless,
        beside=at - restless >= BESIDE,
        stirred=at,
    )


def _beyond(state: Watched, still: Glance, now: Glance, asked: Eye) -> Watched | None:
    """The same rest, where something moved beyond the areas that were drawn alone."""
    where = asked.drawn.reached(now.shape)
    if where is None or moved(still, now, where):
        return None
    return replace(state, still=np.where(where[..., None], still, now))


def _chosen(state: Watched, shot: Shot) -> tuple[Shot, ...]:
    """The frames of a rest that will be read: a few, some time apart, the newest always among them."""
    times = [state.since, *(chosen.seconds for chosen in state.shots), shot.seconds]
    if all(later - sooner >= APART for sooner, later in pairwise(times)) and len(state.shots) < LOOKS:
        return (*state.shots, shot)
    return (*state.shots[:-1], shot) if len(state.shots) == LOOKS else state.shots


def _looked(state: Watched, now: Glance, asked: Eye) -> Watched:
    """Read the frames of a rest that stay chosen as they come, so that at its end there is but one left to read."""
    if state.lying and not moved(state.lying.picture, now):
        return state
    new = state.shots[len(state.looks) : LOOKS - 1]
    return replace(state, looks=(*state.looks, *(asked.look(shot.frame) for shot in new))) if new else state


def _judged(state: Watched, now: Glance, asked: Eye) -> tuple[Watched, Rest | None]:
    """Read what rests, unless it is what rested before, or something covers it."""
    if state.lying and not moved(state.lying.picture, now):
        return _done(state, state.lying), None
    looks = [*state.looks, *(asked.look(shot.frame) for shot in state.shots[len(state.looks) :])]
    dice, missed = pooled(looks)
    there = tuple(die.scaled(max(now.shape) / max(looks[-1].width, looks[-1].height)) for die in dice)
    state = _followed(state, now, there)
    cover = covering(state.grounds, now, there)
    found = change(state.lying, now, there, state.trail, state.since, asked.expect)
    dice, there = recalled(dice, found), recalled(there, found)
    due = len(dice) == len(found.new) == asked.expect
    waits = cover.how == "over" or (cover.how == "beside" and not due)
    if waits and state.at < state.since + PATIENCE:
        return replace(state, due=state.since + PATIENCE), None
    unseen = waits or cover.how == "all"
    if unseen and not dice and state.lying and state.lying.dice:  # they may still lie under it, or where it was
        return replace(state, due=math.inf, elsewhere=cover.how == "all"), None
    hidden = tuple(die for die in found.gone if waits and cover.hides(die))
    known = state.grounds if hidden else grounds(state.grounds, now, there, anew=cover.how != "none")
    found = replace(found, gone=tuple(die for die in found.gone if die not in hidden))
    lying = _lying(now, there, found, hidden, asked, covered=waits)
    if not found.new:
        lost = (*state.lying.lost, *found.gone) if state.lying and lying.dice else ()  # where none lies all were taken
        return replace(_done(state, replace(lying, lost=lost)), grounds=known), None
    done = replace(_done(state, lying), grounds=known)
    return done, _rest(state.shots[-1], looks, dice, found, missed + waits, asked)


def _lying(
    now: Glance, dice: Sequence[Sighting], found: Change, hidden: tuple[Sighting, ...], asked: Eye, *, covered: bool
) -> Lying:
    """What the next rest is compared with; a throw is open while a die of it leans, lies outside, or may yet come."""
    groups = found.new, found.open, found.loose, found.shoved
    thrown, open_, loose, shoved = (tuple(dice[n] for n in numbers) for numbers in groups)
    if thrown:
        size = now.shape[1::-1]
        loose = tuple(die for die in thrown if die.state != "flat" or asked.drawn.where(die, *size) == "out")
        lacks_one = asked.expect is not None and len(thrown) < asked.expect
        open_ = thrown if covered or loose or lacks_one else ()
    lying = (*dice, *found.carried, *hidden)
    return Lying(now, lying, open_, loose, hidden, shoved, covered=covered, moved=found.moved)


def _done(state: Watched, lying: Lying) -> Watched:
    """The rest is over with: these dice lie, and nothing is done until something moves."""
    return replace(state, phase="read" if lying.dice else "empty", shots=(), looks=(), trail=(), lying=lying)


def _followed(state: Watched, now: Glance, dice: Sequence[Sighting]) -> Watched:
    """What was known of the table, where it is after somebody knocked against the camera."""
    if state.lying is None or state.lying.picture.shape != now.shape:
        return state
    step = knock(state.lying, now, dice)
    known = tuple(pushed(ground, step) for ground in state.grounds)
    return replace(state, lying=followed(state.lying, step), grounds=known)


def _rest(
    shot: Shot, looks: Sequence[Reading], dice: Sequence[Sighting], found: Change, missed: int, asked: Eye
) -> Rest:
    """The throw that settled: of all dice those that are new, judged."""
    thrown = tuple(dice[n] for n in found.new)
    judged, reasons = verdict(thrown, looks, missed, asked.sure_at, asked.expect)
    if found.moved or (found.nudged and len(thrown) != asked.expect):
        judged, reasons = "ask", (*reasons, MOVED if found.moved else NUDGED)
    spent, raised = sum(look.ms for look in looks), {alarm for look in looks for alarm in look.alarms}
    alarms = tuple(reason for reason in reasons if reason in raised)
    suspects = looks[-1].suspects if judged == "ask" and len(thrown) != asked.expect else ()
    seen = replace(looks[-1], dice=thrown, suspects=suspects)
    reading = replace(seen, verdict=judged, reasons=reasons, ms=spent, alarms=alarms)
    stayed, came = (tuple(dice[n] for n in numbers) for numbers in (found.stayed, found.came))
    return Rest(shot.seconds, shot.frame, reading, stayed, found.again, found.gone, came)
