"""The whole eye: a frame in, a reading out."""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from models import session
from models.card import Card, card
from scoring.dice import COLOURS, Face
from vision import doubt, kit
from vision.colour import ink
from vision.cores import spread
from vision.doubt import Scores
from vision.find import LIKELY, Candidate, find, find_cut, overlaps, same_dice, shared
from vision.inventory import possible
from vision.look import CONTEXT, CROP, evened, glimpse, halves, mirrored, stretched
from vision.own_eye import OwnEye
from vision.own_look import prints
from vision.presence import presence
from vision.reading import Frame, Pixels, Point, Quad, Reading, Sighting, State
from vision.sides import fitting, sides, straightened
from vision.teach import Numbers
from vision.together import together

SETTLED = 0.99  # probability of a face from which no other guess of where the die lies is looked at
DISMISSED = 0.1  # probability of every answer but "nothing", below which likewise, unless the finder is for it
PRESENT = 0.5  # probability that there is a die, from which a candidate counts as one
HALVED = 0.45  # probability from which what an edge cuts may be a die
EDGE = 0.6  # share of the usual size within which what lies at an edge of the picture may be a part of a die
PLAIN = 0.9  # probability of a face by the reader alone, from which nobody says otherwise without a question
CLAIMED = 0.6  # heat by the finder alone, from which nobody says that there is no die without a question
AS_LARGE = (0.5, 1.5)  # shares of the usual size, between which something may be one of somebody's own dice
AS_WARM = 0.5  # share of the likeliest look's heat, from which a larger look says where the die lies
AS_FRAMED = 0.7  # of two boxes, what both have as a share of what either has; else one may frame a side
TINY = 0.35  # share of the usual size below which a die must be there without doubt: digits and pips look alike
UNDOUBTED = 0.95  # probability from which even a tiny die counts
COCKED = 0.5
PRINT = 0.8  # share of the sides of a top, about its middle, within which all of its print lies
NEAR = 0.15  # share of a die's size within which what lies beside it may be a part of it
BEYOND = (
    1.3  # times the usual size, as far as the squares reach beyond an edge in which the reader looks at such a part
)
BESIDE = 0.3  # share of the smaller box from which what an edge cuts is a part of a die that was seen, and its image
CROWDED = 0.2  # share of the smaller of two boxes from which one of two dice may be a side of the other
MIDDLE = 0.2  # share of a die's size, to each side of its centre, in which its colour is told
BATCH = 2  # squares that are read together: more are read no quicker, and fewer are left for one core alone
LIGHTS = (evened, stretched)  # in which a referee sees a die, look by look
OTHER = "other"  # the label of a die that shows no face of the kit
SURPLUS = "More things look like dice than a set has, and I left some out: look whether the marked ones are the dice."
SPLIT = "Beside a die something else looks like one: look which of them it is, and move the dice apart."
ALIKE = "The lessons do not tell this face from others: look which it is, or show it again on the page Teach my dice."
IMPOSSIBLE = "The dice of this set cannot all show these faces together: look again at the colours, and at 6 and 9."


@dataclass(frozen=True)
class Named:
    """A candidate and the reader's probabilities for it, in the order of its card's labels.

    `tint` is the colour in its middle, blue, green and red of 0..255; `ink` is what its print swallows of red, green
    and blue light, where the kit's colours count; `labels` are those of the card, where some of them may mean the same
    die; `quads` are all guesses of its corners, and `prints` (R, D) what a set of one's own knows it by. `looks` (2,
    answers) are the reader's scores of the die as it lies and of its top, `sides` (S, answers) its probabilities for
    each side that is seen, where dice are told by them.
    """

    candidate: Candidate
    p: np.ndarray[tuple[int, ...], np.dtype[np.float32]]
    tint: tuple[float, ...] = (128.0,) * 3
    ink: tuple[float, ...] = (float("nan"),) * 3
    labels: tuple[str, ...] = ()
    quads: tuple[Quad, ...] = ()
    prints: Numbers | None = None
    looks: Scores | None = None
    sides: tuple[Scores, ...] = ()

    @property
    def is_die(self) -> float:
        """Probability that there is a die at all, never quite 0: the last label is "nothing"."""
        return max(float(1 - self.p[-1]), 1e-4)

    @property
    def settled(self) -> bool:
        """Whether it is plainly some face, or plainly nothing."""
        return self.best >= SETTLED or self.dismissed

    @property
    def dismissed(self) -> bool:
        """Whether neither the reader nor the finder sees a die in it."""
        return self.best < DISMISSED and self.candidate.heat < LIKELY

    @property
    def known(self) -> float:
        """Probability that it shows a face of the kit, if it is a die."""
        return float(self.p[:-2].sum()) / self.is_die

    def strange(self, weight: float) -> float:
        """Probability that its face is unknown, if it is a die and "other" counts so much; one's own is never that."""
        known = self.known
        other = weight * (1 - known)
        return other / max(known + other, 1e-9) if self.prints is None else 0.0

    @property
    def best(self) -> float:
        """Probability of the likeliest answer but "nothing"."""
        return float(self.p[:-1].max())

    @property
    def plain(self) -> bool:
        """Whether the reader by itself is sure of a die with a face of the kit.

        One's own are plain by their prints, where reader and finder see no die: what they doubt may be a side of one,
        and sides show prints that are known as well.
        """
        if self.prints is None:
            return float(self.p[:-2].sum()) >= PLAIN
        return self.dismissed and self.known >= PLAIN

    @property
    def clearest(self) -> float:
        """The same, whatever its colour is and whichever way up: a 6 or 9, red or orange, is a die without doubt."""
        return float((self.p[:-1] @ _alike(self.labels)).max()) if self.labels else self.best


Sizes = tuple[Pixels, ...]  # a picture, and itself at half its size, a quarter, and so on
Seen = Sequence[tuple[Named, float]]  # what was seen, each with the probability that there is a die


@lru_cache(maxsize=8)
def _alike(labels: tuple[str, ...]) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """Which labels but the last belong together, (labels, groups): those that differ in colour, and 6 and 9."""
    symbols = [label.rstrip("".join(COLOURS)).replace("9", "6") if label != OTHER else OTHER for label in labels[:-1]]
    groups = tuple(dict.fromkeys(symbols))
    return np.array([[symbol == group for group in groups] for symbol in symbols], np.float32)


def read(frame: Frame, name: str | kit.Kit = "pips", expect: int | None = None, own: OwnEye | None = None) -> Reading:
    """The dice of a frame, with what the eye thinks of each.

    `name` is the kit or its id, `expect` the number of dice that must lie there, if known. With an `own` set
    of dice its faces are read, and of the kit only the physical dice count.

    Raises:
        KitError: there is no such kit.
        CardError: its weights are missing or broken.
    """
    started = time.perf_counter()
    chosen = kit.kit(name) if isinstance(name, str) else name
    if own:
        chosen = own.among(chosen.dice)
        own = None if own.idle else own
    reader = card(chosen.reader)
    seen = named(frame, chosen, reader, own)
    reading = told(seen, frame, chosen, reader, expect, own, cut(seen, frame, chosen, reader))
    return replace(reading, ms=1000 * (time.perf_counter() - started))


def told(
    seen: Sequence[Named],
    frame: Frame,
    chosen: kit.Kit,
    reader: Card,
    expect: int | None = None,
    own: OwnEye | None = None,
    halved: Sequence[Named] = (),
) -> Reading:
    """Make a reading of what was seen in a frame; its pixels are not looked at again.

    With an `own` set the dice were `named` with it, and `chosen` is the kit as it is played; `halved` is what may be
    `cut` by an edge of the picture.
    """
    usual, small = _by_size(seen, reader)
    likely, surplus = of_one_set(usual, chosen.most)
    if not (own and own.dice.whole):
        likely = [(_less_strange(die, reader.strange), p) for die, p in likely]
    likely = _known_again(likely, own) if own else likely
    alone, likely = likely, _jointly(likely, frame, chosen) if chosen.dice else likely
    dice = [_sighting(die, p, frame, chosen).scaled(frame.shrink) for die, p in likely if p >= PRESENT]
    beside, apart = left_out(likely, chosen.most)
    shadows = sum(p >= reader.shadow_at for p in apart) + dwarfs(usual, small)
    shadows += _cut_off(seen, usual, halved, reader, chosen.most)
    verdict, reasons = doubt.verdict(dice, own.sure_at if own else reader.sure_at, shadows, expect)
    alarms = {
        SURPLUS: surplus,
        SPLIT: any(p >= reader.shadow_at for p in beside) or crowded(dice),
        ALIKE: own is not None and any(die.face in own.alike for die in dice),
        IMPOSSIBLE: chosen.dice and (_outvoted(alone, likely) or not possible(_faces(dice), chosen.dice)),
    }
    if more := tuple(reason for reason, raised in alarms.items() if raised):
        verdict, reasons = "ask", (*reasons, *more)
    return Reading(*frame.size, chosen.id, _in_rows(dice), verdict, reasons, 0.0, shadows)


def named(frame: Frame, chosen: kit.Kit, reader: Card, own: OwnEye | None = None) -> list[Named]:
    """Every candidate of a frame with what the reader makes of it; no two of them are the same die.

    Of candidates that overlap the likeliest is read first. Where that is plainly a face it is enough, and where neither
    reader nor finder sees a die in it, one that frames something else must be a die to the reader; else all are read,
    and the one in which both trust most is the die. If its face is not plain it is looked at from nearer, where it was
    from afar, and its top from all four sides: no net reads a face alike however it is shown.
    """
    piles = piled(find(frame, chosen.finder))
    piles = [where_largest(pile) for pile in piles] if chosen.dice else piles  # their sides tell much
    sizes = halves(frame.pixels)
    heads = _looked_at(sizes, [pile[0] for pile in piles], reader, chosen)
    open_ = [(die, head) for pile, head in zip(piles, heads, strict=True) for die in others(pile, head)]
    more = zip(_looked_at(sizes, [die for die, _ in open_], reader, chosen), open_, strict=True)
    seen = _distinct([*heads, *(die for die, (_, head) in more if not head.dismissed or die.best >= PRESENT)])
    dice = [replace(die, tint=_tint(frame, die.candidate)) for die in _turned(sizes, seen, reader, chosen)]
    dice = [_inked(die, frame) for die in dice] if own or chosen.coloured else dice
    quads = {die: tuple(each.quad for each in pile) for pile in piles for die in pile}
    dice = [replace(die, quads=quads[die.candidate]) for die in dice]
    known = not (own and own.dice.whole)  # a reader knows no strange sides
    dice = _seen_aslant(sizes, dice, reader) if dice and chosen.dice and known else dice
    return _printed(dice, frame) if own else dice


def others(pile: Sequence[Candidate], head: Named) -> Sequence[Candidate]:
    """What is to be looked at of a pile beside its head: nothing where that is plain, or else all of it.

    A head in which nobody sees a die may frame a crown over a letter, or a pip: then what frames something else may be
    the die.
    """
    if head.dismissed:
        return [each for each in pile[1:] if shared(each.box, pile[0].box) < AS_FRAMED]
    return [] if head.settled else pile[1:]


def _printed(dice: Sequence[Named], frame: Frame) -> list[Named]:
    """The same dice, those worth a close look with their prints, and what is about as large as these."""
    sizes = [die.candidate.size for die in dice if _may_be(die)]
    least, most = (share * float(np.median(sizes or [0])) for share in AS_LARGE)
    close = [n for n, die in enumerate(dice) if _may_be(die) or least <= die.candidate.size <= most]
    printed = list(dice)
    for n, row in zip(close, prints(frame, [dice[n].quads for n in close]), strict=True):
        printed[n] = replace(dice[n], prints=row[None])
    return printed


def cut(seen: Sequence[Named], frame: Frame, chosen: kit.Kit, reader: Card) -> list[Named]:
    """What may be dice of which an edge of the picture leaves a part, read together with its mirror image.

    They are searched where the finder saw something at an edge that is no die by itself, and are as large as the dice.
    """
    dice = [die for die, p in plausible(seen, reader) if p >= PRESENT]
    if not dice:
        return []
    size = float(np.median([die.candidate.size for die in dice]))
    spots = _at_the_edges([die for die in seen if not any(die is each for each in dice)], frame, size)
    if not spots:
        return []
    found = [pile[0] for pile in piled(find_cut(halves(frame.pixels), chosen.finder, spots, size))]
    if not found:
        return []
    margin = round(BEYOND * size)
    wide = Frame(mirrored(frame.pixels, margin), frame.name)
    parts = _looked_at(halves(wide.pixels), [die.moved(margin, margin) for die in found], reader, chosen)
    tinted = [replace(part, tint=_tint(wide, part.candidate)) for part in parts]
    return [replace(die, candidate=where) for die, where in zip(tinted, found, strict=True)]


def _at_the_edges(things: Sequence[Named], frame: Frame, size: float) -> list[Point]:
    """Points of the picture's edges beside which the finder saw these things; none of them near another."""
    spots: list[Point] = []
    for thing in things:
        spot = _nearest_edge(thing.candidate.centre, frame)
        near = math.dist(spot, thing.candidate.centre) < EDGE * size
        if near and all(math.dist(spot, other) > size / 2 for other in spots):
            spots.append(spot)
    return spots


def _nearest_edge(point: Point, frame: Frame) -> Point:
    """The point of the picture's edges that is nearest to one of its own."""
    x, y = point
    edges = ((0.0, y), (float(frame.width), y), (x, 0.0), (x, float(frame.height)))
    return min(edges, key=lambda edge: math.dist(edge, point))


def _cut_off(seen: Sequence[Named], known: Seen, halved: Sequence[Named], reader: Card, most: int | None) -> int:
    """How many dice the edges of the picture cut off, but those seen without that; none where a set is whole.

    Of what was `seen` what is plausible is `known`.
    """
    if not halved or (most is not None and sum(p >= PRESENT for _, p in known) >= most):
        return 0
    boxes = np.array([die.candidate.box for die, p in known if p >= reader.shadow_at]).reshape(-1, 4)
    likely = [die for die, p in plausible([*seen, *halved], reader) if p >= HALVED]
    lost = [die for die in likely if any(die is each for each in halved)]
    return sum(not (overlaps(die.candidate.box, boxes) >= BESIDE).any() for die in lost)


def _may_be(die: Named) -> bool:
    """Whether it is worth the while to look closely."""
    return die.clearest >= DISMISSED or die.candidate.heat >= LIKELY


def _seen_aslant(sizes: Sizes, dice: Sequence[Named], reader: Card) -> list[Named]:
    """The same dice with what the reader says of their sides."""
    seen = [sides(die.candidate.box, die.candidate.quad) if _may_be(die) else [] for die in dice]
    squares = [straightened(sizes, side) for each in seen for side in each]
    scores = _scores(_batch(squares)[:, None], reader)
    said = doubt.probabilities(scores.mean(1), reader.temperature)
    ends = np.cumsum([len(each) for each in seen])
    return [replace(die, sides=tuple(part)) for die, part in zip(dice, np.split(said, ends[:-1]), strict=True)]


def _tint(frame: Frame, die: Candidate) -> tuple[float, ...]:
    """The median colour of the middle of a die, most of which is seldom print."""
    (x, y), reach = die.centre, MIDDLE * die.size
    step = max(int(reach / 8), 1)
    rows, columns = (slice(max(int(at - reach), 0), int(at + reach) + 1, step) for at in (y, x))
    seen = frame.pixels[rows, columns].reshape(-1, 3)
    return tuple(map(float, np.median(seen, 0))) if len(seen) else (128.0,) * 3


def _inked(die: Named, frame: Frame) -> Named:
    return replace(die, ink=tuple(map(float, ink(frame.pixels, die.candidate.quad))))


def _less_strange(die: Named, weight: float) -> Named:
    """The same die, the answer "other" counting so much."""
    *faces, other, nothing = die.p
    p = np.array([*faces, weight * other], np.float32)
    p *= (1 - nothing) / max(float(p.sum()), 1e-9)
    return replace(die, p=np.append(p, nothing).astype(np.float32))


def _known_again(dice: Sequence[tuple[Named, float]], own: OwnEye) -> list[tuple[Named, float]]:
    """The dice that were looked at closely, with the faces of somebody's own set.

    A print that is known again tells that there is a die, too: what is none looks like none of the faces. What counted
    as no die still does.
    """
    close = [(die, there) for die, there in dice if die.prints is not None]
    if not close:
        return []
    p = own.p(*(np.array([getattr(die, what) for die, _ in close]) for what in ("p", "prints", "ink")))
    known = [replace(die, p=row.astype(np.float32)) for (die, _), row in zip(close, p, strict=True)]
    return [
        (die, there / (there + (1 - there) * (1 - die.known)) if there >= PRESENT else there)
        for die, (_, there) in zip(known, close, strict=True)
    ]


def _jointly(dice: Sequence[tuple[Named, float]], frame: Frame, chosen: kit.Kit) -> list[tuple[Named, float]]:
    """The same dice, the faces of all that lie flat weighed by what the others show."""
    flat = [n for n, (die, there) in enumerate(dice) if there >= PRESENT and _state(die.candidate, frame) == "flat"]
    alone = np.array([dice[n][0].p[:-1] / dice[n][0].is_die for n in flat])
    fits = [fitting(dice[n][0].sides, chosen.faces, chosen.dice) for n in flat]
    found = together(alone, [dice[n][0].ink for n in flat], chosen.faces, chosen.dice, fits)
    decided = list(dice)
    for n, faces in zip(flat, found, strict=True):
        die, there = dice[n]
        decided[n] = replace(die, p=np.append(faces * die.is_die, die.p[-1]).astype(np.float32)), there
    return decided


def _outvoted(alone: Seen, together: Seen) -> bool:
    """Whether a die plainly looks like what the others do not allow: they may be of another edition."""
    pairs = ((was, now) for (was, p), (now, _) in zip(alone, together, strict=True) if p >= PRESENT)
    return any(was.best >= PLAIN * was.is_die and was.p[:-1].argmax() != now.p[:-1].argmax() for was, now in pairs)


def _faces(dice: Sequence[Sighting]) -> list[Face]:
    return [die.face for die in dice if die.face is not None]


def piled(candidates: Sequence[Candidate]) -> list[list[Candidate]]:
    """Candidates that overlap belong together, the likeliest first, and share their warmth."""
    same = same_dice(candidates)
    piles: list[list[Candidate]] = []
    heads: list[int] = []
    for n, candidate in enumerate(candidates):
        over = same[n, heads]
        if over.any():
            piles[int(over.argmax())].append(candidate)
        else:
            heads.append(n)
            piles.append([candidate])
    return [[replace(each, warmth=_warmth(pile)) for each in pile] for pile in piles]


def where_largest(pile: Sequence[Candidate]) -> list[Candidate]:
    """The same pile, its first where the largest look sees that die, if it does: corners are told best there.

    Without exact ones no side is seen straight; a top alone, of pips or letters, is read as well without them.
    """
    head, *others = pile
    warm = [each for each in pile if each.heat >= AS_WARM * head.heat]
    best = max((each for each in warm if shared(each.box, head.box) >= AS_FRAMED), key=lambda each: each.scale)
    return [replace(head, box=best.box, quad=best.quad), *others]


def _warmth(pile: Sequence[Candidate]) -> float:
    return 1 - math.prod(1 - candidate.heat for candidate in pile)


def _looked_at(sizes: Sizes, candidates: Sequence[Candidate], reader: Card, chosen: kit.Kit) -> list[Named]:
    """What the reader makes of each candidate as it lies there, and of its top as it looks from straight above."""
    views = (_squares(sizes, candidates, chosen.width), _tops(sizes, candidates))
    looks = _scores(np.stack(views, 1), reader)
    said = doubt.probabilities(looks.mean(1), reader.temperature)
    return [Named(die, p, labels=reader.labels, looks=by) for die, p, by in zip(candidates, said, looks, strict=True)]


def _turned(sizes: Sizes, dice: Sequence[Named], reader: Card, chosen: kit.Kit) -> list[Named]:
    """The same dice, those that are not plain read again: from nearer too, and their tops from all four sides."""
    open_ = [n for n, die in enumerate(dice) if not die.settled and _may_be(die)]
    if not open_:
        return list(dice)
    found = [dice[n].candidate for n in open_]
    widths = (chosen.width, 1.0)[: 1 + (chosen.width > 1)]
    lying = np.stack([_squares(sizes, found, width) for width in widths], 1)
    upright = _tops(sizes, found)
    tops = np.stack([np.rot90(upright, quarter, (1, 2)) for quarter in range(4)], 1)
    turned = list(dice)
    for n, p in zip(open_, _closely([dice[n] for n in open_], lying, tops, reader, chosen), strict=True):
        turned[n] = replace(dice[n], p=p)
    return turned


def _closely(dice: Sequence[Named], lying: Pixels, tops: Pixels, reader: Card, chosen: kit.Kit) -> Scores:
    """Probabilities (N, answers) of dice by more looks (N, looks, CROP, CROP, 3) at them as they lie and at their tops.

    Whether there is a die at all the first look tells; a referee, who is asked about what is not plain even then, and
    counts as much as all of that, may doubt it too.
    """
    first = np.array([die.looks for die in dice])
    known = 0 if chosen.tops else 1  # the first way up, by the same reader
    by_lying = np.concatenate((first[:, :1], _scores(lying[:, 1:], reader)), 1)
    by_top = np.concatenate((first[:, 1 : 1 + known], _scores(tops[:, known:], card(chosen.tops or chosen.reader))), 1)
    p = _both(by_lying, by_top, reader.temperature)
    nothing = np.array([die.p[-1:] for die in dice])
    faces = p[:, :-1] / p[:, :-1].sum(1, keepdims=True).clip(1e-9)
    p = np.concatenate((faces * (1 - nothing), nothing), 1)
    still = p[:, :-1].max(1) < SETTLED
    if chosen.referee and still.any():
        by_lying, by_top = (refereed(looks[still], chosen) for looks in (lying, tops))
        p[still] = doubt.agreed(p[still], _both(by_lying, by_top, reader.temperature))
    return p


def refereed(looks: Pixels, chosen: kit.Kit) -> Scores:
    """The scores (N, views, answers) of the kit's referee for looks at dice (N, views, CROP, CROP, 3).

    It learned to see them evened and stretched, in true colours alone where these count.
    """
    if not chosen.coloured:
        looks = np.array([[LIGHTS[n % 2](look) for n, look in enumerate(views)] for views in looks], np.uint8)
    return _scores(looks, card(chosen.referee))


def _both(lying: Scores, tops: Scores, temperature: float) -> Scores:
    """Probabilities (N, answers) by scores (N, looks, answers) of dice as they lie and of their tops, half each."""
    return doubt.probabilities((lying.mean(1) + tops.mean(1)) / 2, temperature)


def _squares(sizes: Sizes, candidates: Sequence[Candidate], width: float) -> Pixels:
    """Each of N candidates as it lies there, so many times the usual width: (N, CROP, CROP, 3)."""
    return _batch([glimpse(sizes, die.centre, width * CONTEXT * die.size) for die in candidates])


def _tops(sizes: Sizes, candidates: Sequence[Candidate]) -> Pixels:
    """The top of each of N candidates as it looks from straight above: (N, CROP, CROP, 3)."""
    return _batch([straightened(sizes, np.array(die.quad, np.float32)) for die in candidates])


def _batch(squares: Sequence[Pixels]) -> Pixels:
    return np.array(squares, np.uint8).reshape(-1, CROP, CROP, 3)


def _scores(squares: Pixels, reader: Card) -> Scores:
    """The reader's scores (N, views, answers) for squares (N, views, CROP, CROP, 3)."""
    flat = squares.reshape(-1, CROP, CROP, 3)
    batches = [flat[at : at + BATCH] for at in range(0, len(flat), BATCH)]
    parts = spread(lambda batch: session.run(reader.name, batch)[0], batches)
    none = np.zeros((0, len(reader.labels)), np.float32)
    return np.concatenate((none, *parts)).reshape(*squares.shape[:2], len(reader.labels))


def _distinct(named: Sequence[Named]) -> list[Named]:
    """One candidate a die: of those that overlap, the one in which finder and reader trust most."""
    best = sorted(named, key=lambda die: -die.is_die * die.candidate.heat**0.5)
    same = same_dice([die.candidate for die in best])
    kept: list[int] = []
    for n in range(len(best)):
        if not same[n, kept].any():
            kept.append(n)
    return [best[n] for n in kept]


def witnessed(seen: Sequence[Named], strange: float) -> Numbers:
    """What tells the presence of what was seen: (N, 8), see `vision.presence`; `strange` is the card's."""
    told = [
        (die.candidate.heat, die.candidate.warmth, die.clearest, die.strange(strange), die.candidate.size, *die.tint)
        for die in seen
    ]
    return np.array(told, np.float64).reshape(-1, 8)


def _rooms(dice: Sequence[Named]) -> Numbers:
    """The boxes of dice and what nearly touches them (N, 4): what lies there may be a side of one, or it of that."""
    boxes = np.array([die.candidate.box for die in dice], np.float64).reshape(-1, 4)
    room = NEAR * np.array([die.candidate.size for die in dice])
    return np.asarray(boxes + room[:, None] * (-1, -1, 1, 1), np.float64)


def plausible(seen: Sequence[Named], reader: Card) -> Seen:
    """What was seen, each with its presence, without what is far too small to be a die beside the certain ones."""
    return _by_size(seen, reader)[0]


def _by_size(seen: Sequence[Named], reader: Card) -> tuple[Seen, Seen]:
    """What is `plausible`, and what is too small for that."""
    there = presence(witnessed(seen, reader.strange), reader.presence)
    told = [(die, float(p)) for die, p in zip(seen, there, strict=True)]
    sizes = [die.candidate.size for die, p in told if p >= UNDOUBTED]
    smallest = TINY * float(np.median(sizes)) if sizes else 0.0
    fits = [die.candidate.size >= smallest or p >= UNDOUBTED for die, p in told]
    usual, small = ([each for each, fit in zip(told, fits, strict=True) if fit is wanted] for wanted in (True, False))
    return usual, small


def dwarfs(usual: Seen, small: Seen) -> int:
    """How many small things would count as dice were they not so small, and lie apart from all that do.

    Pips of a die from near look like dice as well, but lie on one.
    """
    dice = _rooms([die for die, p in usual if p >= PRESENT])
    return sum(p >= PRESENT and not (overlaps(die.candidate.box, dice) > 0).any() for die, p in small)


def of_one_set(dice: Seen, most: int | None) -> tuple[Seen, int]:
    """What was seen without the dice that a set of `most` cannot have, those least like its own; and their number."""
    there = [n for n, (_, p) in enumerate(dice) if p >= PRESENT]
    if most is None or len(there) <= most:
        return dice, 0
    surplus = sorted(there, key=lambda n: -dice[n][1] * dice[n][0].known)[most:]
    return [each for n, each in enumerate(dice) if n not in surplus], len(surplus)


def left_out(dice: Seen, most: int | None) -> tuple[list[float], list[float]]:
    """The presence of all that does not count as a die: of what lies beside one, and of what lies apart.

    Where the finder hardly sees a die in what the reader is sure of, or the other way round, that is 1: one is wrong.
    What lies beside a die may be a side of it, or it a side of that. Where all of a set are there, none is apart.
    """
    there = _rooms([die for die, p in dice if p >= PRESENT])
    rest = [
        (bool((overlaps(die.candidate.box, there) > 0).any()), 1.0 if die.plain or die.candidate.heat >= CLAIMED else p)
        for die, p in dice
        if p < PRESENT
    ]
    full = most is not None and len(there) >= most
    return [p for near, p in rest if near], [p for near, p in rest if not (near or full)]


def crowded(dice: Sequence[Sighting]) -> bool:
    """Whether two dice overlap so much that one may be a side of the other, seen from near or taught."""
    boxes = np.array([die.box for die in dice], np.float64).reshape(-1, 4)
    return bool((np.triu(overlaps(boxes[:, None], boxes), 1) >= CROWDED).any())


def _sighting(die: Named, there: float, frame: Frame, chosen: kit.Kit) -> Sighting:
    faces = there * _counted(die.p[: len(chosen.faces)], chosen) / die.is_die  # "nothing" is settled by presence
    other = there * die.p[len(chosen.faces)] / die.is_die  # the label after the faces is "other"
    likeliest = [(chosen.played[n], float(faces[n])) for n in np.argsort(-faces)[:2]]
    known = likeliest[0][1] >= other
    first, second = [*likeliest, None][:2] if known else (None, likeliest[0])
    return Sighting(
        face=first[0] if first else None,
        p=first[1] if first else 0.0,
        second=second,
        box=die.candidate.box,
        quad=_inside(die.candidate.quad, frame),
        state=_state(die.candidate, frame),
    )


def _counted(p: Scores, chosen: kit.Kit) -> Scores:
    """The probabilities of the faces that count in play, those of all that stand for one added up."""
    if not chosen.stands:
        return p
    counted = np.zeros(len(chosen.played), np.float32)
    np.add.at(counted, [chosen.played.index(chosen.counts_as(face)) for face in chosen.faces], p)
    return counted


def _state(candidate: Candidate, frame: Frame) -> State:
    if _cut(candidate.quad, frame):
        return "partial"
    return "cocked" if candidate.cocked >= COCKED else "flat"


def _cut(quad: Quad, frame: Frame) -> bool:
    """Whether what is printed on a top is partly outside the picture."""
    corners = np.array(quad)
    middle = corners.mean(0)
    print_ = middle + PRINT * (corners - middle)
    return bool((print_ < 0).any() or (print_ > (frame.width, frame.height)).any())


def _inside(quad: Quad, frame: Frame) -> Quad:
    a, b, c, d = ((min(max(x, 0.0), frame.width), min(max(y, 0.0), frame.height)) for x, y in quad)
    return a, b, c, d


def _in_rows(dice: list[Sighting]) -> tuple[Sighting, ...]:
    """As one reads a page: from top to bottom, and from left to right among dice at about the same height."""
    left = sorted(dice, key=lambda die: die.box[1] + die.box[3])
    ordered: list[Sighting] = []
    while left:
        line = (left[0].box[1] + left[0].box[3]) / 2 + 0.6 * (left[0].box[3] - left[0].box[1])
        row = [die for die in left if (die.box[1] + die.box[3]) / 2 < line] or left[:1]
        ordered += sorted(row, key=lambda die: die.box[0])
        left = [die for die in left if not any(die is other for other in row)]
    return tuple(ordered)
