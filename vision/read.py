"""The whole eye: a frame in, a reading out."""

import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from models.card import Card, card
from vision import doubt, kit
from vision.colour import glaring, ink
from vision.counting import PRESENT, by_size, complete, dwarfs, left_out, of_one_set
from vision.domino import half_a_domino, like_a_domino
from vision.doubt import DOMINO, HALF, LONE
from vision.edges import cut, cut_off, reframed
from vision.find import find
from vision.hidden import covered
from vision.inventory import possible
from vision.lean import weighed
from vision.marks import marked
from vision.nadir import astray
from vision.nets import answering, looked_at, may_be, seen_aslant, turned
from vision.outline import crowded
from vision.own.eye import OwnEye
from vision.own.prints import prints
from vision.piles import distinct, others, piled, where_largest
from vision.reading import Box, Frame, Reading
from vision.seen import PLAIN, Named, Presumed, tint
from vision.sides import fitting
from vision.sighting import HIDDEN, in_rows, sighting, state
from vision.together import together

AS_LARGE = (0.5, 1.5)  # shares of the usual size, between which something may be one of somebody's own dice
SURPLUS = "More things look like dice than a set has, and I left some out: look whether the marked ones are the dice."
SPLIT = "Beside a die something else looks like one: look which of them it is, and move the dice apart."
ASTRAY = "One die seems to be seen from elsewhere than the others: look whether I read its side, and not its top."
ALIKE = "The lessons do not tell this face from others: look which it is, or show it again on the page Teach my dice."
IMPOSSIBLE = "The dice of this set cannot all show these faces together: look again at the colours, and at 6 and 9."


def read(frame: Frame, name: str | kit.Kit = "pips", expect: int | None = None, own: OwnEye | None = None) -> Reading:
    """The dice of a frame, with what the eye thinks of each.

    `name` is the kit or its id, `expect` the number of dice that must lie there, if known. With an `own` set
    of dice its faces are read, and of the kit only the physical dice count.

    Raises:
        KitError: there is no such kit.
        CardError: its weights are missing or broken, or tell other faces.
    """
    started = time.perf_counter()
    chosen = kit.kit(name) if isinstance(name, str) else name
    if own:
        chosen = own.among(chosen)
        own = None if own.idle else own
    reader = card(chosen.reader) if own else answering(chosen)
    seen = named(frame, chosen, reader, own)
    reading = concluded(seen, frame, chosen, reader, expect, own, cut(seen, frame, chosen, reader))
    return replace(reading, ms=1000 * (time.perf_counter() - started))


def concluded(
    seen: Sequence[Named],
    frame: Frame,
    chosen: kit.Kit,
    reader: Card,
    expect: int | None = None,
    own: OwnEye | None = None,
    halved: Sequence[Named] = (),
) -> Reading:
    """Make a reading of what was seen in a frame; of its pixels only those round a die by itself are looked at again.

    With an `own` set the dice were `named` with it, and `chosen` is the kit as it is played; `halved` is what may be
    `cut` by an edge of the picture.
    """
    usual, small = by_size(seen, reader)
    likely, surplus = of_one_set(usual, chosen.most)
    alone = _by_themselves(likely, reader.strange, own)
    jointly = _jointly(alone, frame, chosen) if chosen.dice else alone
    dice = [sighting(die, p, frame, chosen).scaled(frame.shrink) for die, p in jointly if p >= PRESENT]
    beside, apart = left_out(jointly, chosen.most)
    near, shadows = ([die for die, p in each if p >= reader.shadow_at] for each in (beside, apart))
    shadows += dwarfs(usual, small, reader.shadow_at, chosen.most)
    shadows += cut_off(seen, usual, halved, reader, chosen.most)
    judge = own or reader
    verdict, reasons = doubt.verdict(dice, judge.sure_at, len(shadows), expect)
    faces = [die.face for die in dice if die.face is not None]
    others = not complete(usual, chosen.most)
    raised = {
        SURPLUS: surplus and others,
        SPLIT: (others and bool(near)) or crowded(dice),
        ASTRAY: astray(dice),
        DOMINO: expect is None and chosen.most is None and like_a_domino(dice),
        HALF: own is None and expect is None and chosen.most is None and _half_a_domino(jointly, frame),
        LONE: own is None and expect is None and len(dice) == 1 and _vague(jointly, reader.alone_at),
        ALIKE: own is not None and any(die.face in own.alike(chosen) for die in dice),
        IMPOSSIBLE: chosen.dice and (_outvoted(alone, jointly) or not possible(faces, chosen.dice)),
    }
    alarms = tuple(alarm for alarm, there in raised.items() if there)
    verdict = "ask" if alarms else verdict
    asked = [*(near if others else ()), *(shadows if len(dice) != expect else ())]
    suspects = tuple(_where(die, frame) for die in asked)
    reasons = (*reasons, *alarms)
    return Reading(*frame.size, chosen.id, in_rows(dice), verdict, reasons, 0.0, len(shadows), alarms, suspects)


def _where(die: Named, frame: Frame) -> Box:
    """What is in the picture of the box of something, in pixels of the picture as it was sent."""
    x0, y0, x1, y1 = die.candidate.box
    within = (max(x0, 0.0), max(y0, 0.0), min(x1, frame.width), min(y1, frame.height))
    left, top, right, bottom = (frame.shrink * side for side in within)
    return left, top, right, bottom


def named(frame: Frame, chosen: kit.Kit, reader: Card, own: OwnEye | None = None) -> list[Named]:
    """Every candidate of a frame with what the reader makes of it; no two of them are the same die.

    Of candidates that overlap the likeliest is read first. Where that is plainly a face it is enough, and where neither
    reader nor finder sees a die in it, one that frames something else must be a die to the reader; else all are read,
    and the one in which both trust most is the die. If its face is not plain it is looked at from nearer, where it was
    from afar, and its top from all four sides: no net reads a face alike however it is shown.
    """
    piles = piled(find(frame, chosen.finder))
    piles = [where_largest(pile) for pile in piles] if chosen.dice else piles  # their sides tell much
    sizes = frame.halves
    heads = looked_at(sizes, [pile[0] for pile in piles], reader, chosen)
    open_ = [(die, head) for pile, head in zip(piles, heads, strict=True) for die in others(pile, head)]
    more = zip(looked_at(sizes, [die for die, _ in open_], reader, chosen), open_, strict=True)
    seen = distinct([*heads, *(die for die, (_, head) in more if not head.dismissed or die.best >= PRESENT)])
    quads = {die: tuple(each.quad for each in pile) for pile in piles for die in pile}
    seen = [replace(die, quads=quads[die.candidate]) for die in seen]
    dice = [replace(die, tint=tint(frame, die.candidate)) for die in turned(sizes, seen, reader, chosen)]
    dice = covered(sizes, weighed(sizes, reframed(dice, frame, chosen), chosen), chosen)
    taught = own.base if own else chosen  # as its lessons were looked at
    dice = [_inked(die, frame, taught) for die in dice] if own or chosen.coloured else dice
    known = not (own and own.dice.whole)  # a reader knows no strange sides
    dice = seen_aslant(sizes, dice, reader) if dice and chosen.dice and known else dice
    return _printed(dice, frame) if own else dice


def _printed(dice: Sequence[Named], frame: Frame) -> list[Named]:
    """The same dice, those worth a close look with their prints, and what is about as large as these."""
    sizes = [die.candidate.size for die in dice if may_be(die)]
    least, most = (share * float(np.median(sizes or [0])) for share in AS_LARGE)
    close = [n for n, die in enumerate(dice) if may_be(die) or least <= die.candidate.size <= most]
    printed = list(dice)
    for n, row in zip(close, prints(frame, [dice[n].quads for n in close]), strict=True):
        printed[n] = replace(dice[n], prints=row[None])
    return printed


def _inked(die: Named, frame: Frame, seen_as: kit.Kit) -> Named:
    """The same die with its ink: that of a kit's colours, which are few and near each other, or roughly."""
    pixels, quad, roughly = frame.pixels, die.candidate.quad, not seen_as.coloured
    seen = ink(pixels, quad, roughly=roughly)
    return replace(die, ink=tuple(map(float, seen)), glaring=roughly and glaring(pixels, quad))


def _by_themselves(dice: Presumed, strange: float, own: OwnEye | None) -> Presumed:
    """The same dice, "other" counting as the card's `strange` has it, with the faces of somebody's own set."""
    if not (own and own.dice.whole):
        dice = [(_less_strange(die, strange), there) for die, there in dice]
    return _known_again(dice, own) if own else dice


def _less_strange(die: Named, weight: float) -> Named:
    """The same die, the answer "other" counting so much."""
    if weight == 1:
        return die
    *faces, other, nothing = die.p
    p = np.array([*faces, weight * other], np.float32)
    p *= (1 - nothing) / max(float(p.sum()), 1e-9)
    return replace(die, p=np.append(p, nothing).astype(np.float32))


def _known_again(dice: Sequence[tuple[Named, float]], own: OwnEye) -> list[tuple[Named, float]]:
    """The dice that were looked at closely, with the faces of somebody's own set.

    A print that is known again tells that there is a die, too: what is none looks like none of the faces. What counted
    as no die still does. Of the others stays what seems to be left of a die that something covers.
    """
    close = [(die, there) for die, there in dice if die.prints is not None]
    left = [(die, p) for die, p in dice if die.prints is None and p < PRESENT and die.candidate.hidden >= HIDDEN]
    if not close:
        return left
    p = own.p(*(np.array([getattr(die, what) for die, _ in close]) for what in ("p", "prints", "ink", "glaring")))
    known = [replace(die, p=row.astype(np.float32)) for (die, _), row in zip(close, p, strict=True)]
    again = [
        (die, there / (there + (1 - there) * (1 - die.known)) if there >= PRESENT else there)
        for die, (_, there) in zip(known, close, strict=True)
    ]
    return [*again, *left]


def _jointly(dice: Sequence[tuple[Named, float]], frame: Frame, chosen: kit.Kit) -> list[tuple[Named, float]]:
    """The same dice, the faces of all that are whole weighed by what the others show.

    A die that leans is one of them, too: whichever of its faces is read, it is one of that die.
    """
    whole = [n for n, (die, there) in enumerate(dice) if there >= PRESENT and state(die.candidate, frame) != "partial"]
    looks = np.array([dice[n][0].p[:-1] / dice[n][0].is_die for n in whole])
    alone = marked(looks, chosen.faces, chosen.marked)
    fits = [fitting(dice[n][0].sides, chosen.faces, chosen.dice) for n in whole]
    found = together(alone, [dice[n][0].ink for n in whole], chosen.faces, chosen.dice, fits)
    decided = list(dice)
    for n, faces in zip(whole, found, strict=True):
        die, there = dice[n]
        decided[n] = replace(die, p=np.append(faces * die.is_die, die.p[-1]).astype(np.float32)), there
    return decided


def _vague(dice: Presumed, alone_at: float) -> bool:
    """Whether the nets see a face of the kit, whichever, less plainly than they must in what counts as a die.

    In most of what is none and looks like a die they see nothing, or a sign, a little more often.
    """
    return any(1 - float(die.p[-2:].sum()) < alone_at for die, p in dice if p >= PRESENT)


def _half_a_domino(dice: Presumed, frame: Frame) -> bool:
    """Whether there is one die alone, and its top goes on beyond an edge."""
    tops = [die.candidate.quad for die, p in dice if p >= PRESENT]
    return len(tops) == 1 and half_a_domino(tops[0], frame.pixels)


def _outvoted(alone: Presumed, together: Presumed) -> bool:
    """Whether a die plainly looks like what the others do not allow: they may be of another edition."""
    pairs = ((was, now) for (was, p), (now, _) in zip(alone, together, strict=True) if p >= PRESENT)
    return any(was.best >= PLAIN * was.is_die and was.p[:-1].argmax() != now.p[:-1].argmax() for was, now in pairs)
