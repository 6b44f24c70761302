"""What the nets say of each candidate: as it lies, its top as from straight above, from nearer, and in other light."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from models import session
from models.card import Card, CardError, card
from vision import doubt, kit
from vision.cores import spread
from vision.corners import WIDE, clockwise, corners
from vision.doubt import Scores
from vision.find import LIKELY, Candidate
from vision.look import CONTEXT, CROP, evened, glimpse, glimpsed, stretched
from vision.reading import Pixels
from vision.seen import DISMISSED, SETTLED, Named
from vision.sides import sides, straightened

BATCH = 2  # squares that are read together: more are read no quicker, and fewer are left for one core alone
OPINIONS = 2  # on a die that is not plain
LIGHTS = (evened, stretched)  # in which a referee sees a die, look by look
Sizes = tuple[Pixels, ...]  # a picture, and itself at half its size, a quarter, and so on


def answering(chosen: kit.Kit) -> Card:
    """The card of a kit's reader, which tells the kit's faces in their order, as its referees do.

    Raises:
        CardError: the weights of one are missing or broken, or it tells other faces.
    """
    faces = " ".join(map(str, chosen.faces))
    for net in (chosen.reader, *chosen.referees):
        told = " ".join(card(net).labels[:-2])
        if told != faces:
            raise CardError(
                f"The kit {chosen.id!r} names other faces ({faces}) than its net {net!r} tells ({told}): "
                "name those in that order, or give it another net."
            )
    return card(chosen.reader)


def looked_at(sizes: Sizes, candidates: Sequence[Candidate], reader: Card, chosen: kit.Kit) -> list[Named]:
    """What the reader makes of each candidate as it lies there, and of its top as it looks from straight above."""

    def look(die: Candidate) -> Scores:  # cut out where it is read: that is shared by the cores as well
        return session.run(reader.name, np.stack((_square(sizes, die, chosen.width), _top(sizes, die))))[0]

    looks = np.array(spread(look, candidates), np.float32).reshape(-1, 2, len(reader.labels))
    said = doubt.probabilities(looks.mean(1), reader.temperature)
    return [Named(die, p, labels=reader.labels, looks=by) for die, p, by in zip(candidates, said, looks, strict=True)]


def turned(sizes: Sizes, dice: Sequence[Named], reader: Card, chosen: kit.Kit) -> list[Named]:
    """The same dice, those that are not plain read again: from nearer too, and their tops from all four sides.

    Where the corners of these are the kit's net of corners tells, if they must be exact; whether there is a die at all
    was told before, as what is written on paper looks more like a die where it is framed well.
    """
    open_ = [n for n, die in enumerate(dice) if not die.settled and may_be(die)]
    if not open_:
        return list(dice)
    found = [dice[n].candidate for n in open_]
    if chosen.exact:
        found = spread(lambda die: cornered(sizes, die, chosen.corners), found)
    widths = (chosen.width, 1.0)[: 1 + (chosen.width > 1)]
    lying = np.array([[_square(sizes, die, width) for width in widths] for die in found])
    tops = np.array([[np.rot90(top, quarter) for quarter in range(4)] for top in (_top(sizes, die) for die in found)])
    again = list(dice)
    read = _closely([dice[n] for n in open_], lying, tops, reader, chosen)
    for n, die, p in zip(open_, found, read, strict=True):
        again[n] = replace(dice[n], candidate=die, p=p)
    return again


def seen_aslant(sizes: Sizes, dice: Sequence[Named], reader: Card) -> list[Named]:
    """The same dice with what the reader says of their sides."""
    seen = [sides(die.candidate.box, die.candidate.quad) if may_be(die) else [] for die in dice]
    squares = [straightened(sizes, side) for each in seen for side in each]
    scores = _scores(_batch(squares)[:, None], reader)
    said = doubt.probabilities(scores.mean(1), reader.temperature)
    ends = np.cumsum([len(each) for each in seen])
    return [replace(die, sides=tuple(part)) for die, part in zip(dice, np.split(said, ends[:-1]), strict=True)]


def of_one(net: str, sizes: Sizes, die: Candidate, wide: float) -> float:
    """The probability that a net tells of one die, in a square so many times as wide as the die."""
    (p,) = session.run(net, glimpse(sizes, die.centre, wide * die.size)[None])
    return float(p[0])


def may_be(die: Named) -> bool:
    """Whether it is worth the while to look closely."""
    return die.clearest >= DISMISSED or die.candidate.heat >= LIKELY


def _closely(dice: Sequence[Named], lying: Pixels, tops: Pixels, reader: Card, chosen: kit.Kit) -> Scores:
    """Probabilities (N, answers) of dice by more looks (N, looks, CROP, CROP, 3) at them as they lie and at their tops.

    Two opinions count alike: those of the kit's referees, or the reader's own and that of the only one, if any. The
    second is asked about what is not plain to the first.
    """
    alone = len(chosen.referees) < OPINIONS
    p = _once_more(dice, lying, tops, reader) if alone else _judged(lying, tops, reader, chosen, 0)
    for at in range(1 - alone, len(chosen.referees)):
        still = p[:, :-1].max(1) < SETTLED
        if still.any():
            p[still] = doubt.agreed(p[still], _judged(lying[still], tops[still], reader, chosen, at))
    return p


def cornered(sizes: Sizes, die: Candidate, net: str) -> Candidate:
    """The same candidate with the corners that a net of these sees when it looks at that die alone."""
    side = WIDE * die.size
    (code,) = session.run(net, glimpse(sizes, die.centre, side)[None])
    seen = clockwise(corners(code) * side + glimpsed(sizes, die.centre, side))
    a, b, c, d = ((float(x), float(y)) for x, y in seen[0])
    return replace(die, quad=(a, b, c, d))


def _once_more(dice: Sequence[Named], lying: Pixels, tops: Pixels, reader: Card) -> Scores:
    """The reader's own opinion of more looks; whether there is a die at all its first look tells."""
    first = np.array([die.looks for die in dice])
    by_lying = np.concatenate((first[:, :1], _scores(lying[:, 1:], reader)), 1)
    p = _both(by_lying, _scores(tops, reader), reader.temperature)
    nothing = np.array([die.p[-1:] for die in dice])
    faces = p[:, :-1] / p[:, :-1].sum(1, keepdims=True).clip(1e-9)
    return np.concatenate((faces * (1 - nothing), nothing), 1)


def _judged(lying: Pixels, tops: Pixels, reader: Card, chosen: kit.Kit, at: int) -> Scores:
    """The opinion of one of the kit's referees; two share the four sides from which a top is seen."""
    mine = np.split(tops, len(chosen.referees), 1)[at]
    return _both(*refereed(lying, mine, chosen, at), reader.temperature)


def refereed(lying: Pixels, tops: Pixels, chosen: kit.Kit, at: int = 0) -> tuple[Scores, Scores]:
    """The scores (N, views, answers) of one of the kit's referees for dice as they lie, and those for their tops.

    The looks at either are (N, views, CROP, CROP, 3); they are read together, so that two cores share them.
    """
    looks = np.concatenate([_lit(each, chosen, at) for each in (lying, tops)], 1)
    by_lying, by_top = np.split(_scores(looks, card(chosen.referees[at])), [lying.shape[1]], 1)
    return by_lying, by_top


def _lit(looks: Pixels, chosen: kit.Kit, at: int) -> Pixels:
    """The looks as one of the referees learned to see them: evened and stretched, what the other sees stretched evened.

    In true colours alone where these count.
    """
    if chosen.coloured:
        return looks
    return np.array([[LIGHTS[(n + at) % 2](look) for n, look in enumerate(views)] for views in looks], np.uint8)


def _both(lying: Scores, tops: Scores, temperature: float) -> Scores:
    """Probabilities (N, answers) by scores (N, looks, answers) of dice as they lie and of their tops, half each."""
    return doubt.probabilities((lying.mean(1) + tops.mean(1)) / 2, temperature)


def _square(sizes: Sizes, die: Candidate, width: float) -> Pixels:
    """A candidate as it lies there, so many times the usual width: (CROP, CROP, 3)."""
    return glimpse(sizes, die.centre, width * CONTEXT * die.size)


def _top(sizes: Sizes, die: Candidate) -> Pixels:
    """The top of a candidate as it looks from straight above: (CROP, CROP, 3)."""
    return straightened(sizes, np.array(die.quad, np.float32))


def _batch(squares: Sequence[Pixels]) -> Pixels:
    return np.array(squares, np.uint8).reshape(-1, CROP, CROP, 3)


def _scores(squares: Pixels, reader: Card) -> Scores:
    """The reader's scores (N, views, answers) for squares (N, views, CROP, CROP, 3)."""
    flat = squares.reshape(-1, CROP, CROP, 3)
    batches = [flat[at : at + BATCH] for at in range(0, len(flat), BATCH)]
    parts = spread(lambda batch: session.run(reader.name, batch)[0], batches)
    none = np.zeros((0, len(reader.labels)), np.float32)
    return np.concatenate((none, *parts)).reshape(*squares.shape[:2], len(reader.labels))
