"""How the values of the house turn into those of the wire."""

from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from itertools import pairwise

from api import demo, wire
from api.eyes import readable
from api.store import Heading, Line
from api.table import Sheet
from models.card import card
from scoring.dice import COLOURS, RuleError
from scoring.events import Adjust, Throw
from scoring.game import Advice, Game, Option, View
from scoring.games import game
from scoring.header import chosen, laid_dice, options_of, stands
from scoring.line import Play
from vision.doubt import of_face
from vision.kit import Kit, kit, kits
from vision.reading import Reading


def game_of(rules: Game) -> wire.Game:
    """A game's identity card."""
    options = [_option(option) for option in options_of(rules)]
    return wire.Game(
        id=rules.id, title=rules.title, about=rules.about, kit=rules.kit, seats=rules.seats, options=options
    )


def _option(option: Option) -> wire.Option:
    choices, meanings = (None, None) if option.choices is None else (list(option.choices), [*option.choices.values()])
    return wire.Option(
        name=option.name,
        default=option.default,
        choices=choices,
        meanings=meanings,
        examples=list(option.examples),
        text=option.text,
    )


def kit_of(dice: Kit) -> wire.Kit:
    """A kit's identity card."""
    return wire.Kit(id=dice.id, title=dice.title, faces=[str(face) for face in dice.played])


def dice_of(heading: Heading) -> wire.Kit:
    """The dice of a match: the faces of its game as it is played there, and whether there are eyes for them."""
    rules, own, shown = game(heading.game), heading.dice, readable(heading)
    shows = {face for die in laid_dice(rules, heading.options) for face in die.faces}
    in_order = sorted(shows, key=lambda face: (["", *COLOURS].index(face.colour), face.rank))
    title = own or (shown.title if shown else rules.title)
    others = {str(face): str(counts) for face, counts in stands(chosen(rules, heading.options))}
    faces = [str(face) for face in in_order]
    return wire.Kit(id=heading.kit, title=title, faces=faces, stands=others, reads=bool(own or shown))


def match_of(sheet: Sheet) -> wire.Match:
    """A match as it stands; who plays, who watches and who asks are told the same."""
    known = _LATEST.get(sheet.id)
    if known is None or known[0] is not sheet:
        if len(_LATEST) >= REMEMBERED:
            _LATEST.clear()
        known = _LATEST[sheet.id] = sheet, _match_of(sheet, known)
    return known[1]


REMEMBERED = 64  # matches, as they were last told
_LATEST: dict[str, tuple[Sheet, wire.Match]] = {}


def _match_of(sheet: Sheet, known: tuple[Sheet, wire.Match] | None = None) -> wire.Match:
    """A match as it stands, told anew; of what is `known` from the last time, the plays are not told again."""
    heading, line = sheet.heading, sheet.match.line
    return wire.Match(
        id=sheet.id,
        seq=sheet.seq,
        game=heading.game,
        title=game(heading.game).title,
        kit=dice_of(heading),
        dice=heading.dice,
        players=list(heading.players),
        options=heading.options,
        begun=heading.begun,
        demo=wire.Demo(throws=demo.counts()) if heading.demo else None,
        view=view_of(sheet.match.view),
        advice=_advice(sheet.match.advice),
        log=_log(sheet, known),
        undoable=bool(line.plays),
        redoable=bool(line.undone),
        standing=sheet.standing,
        saved=sheet.saved,
    )


ON_PAPER = frozenset({"totals", "next", "scored"})  # header lines of a match that was begun on paper


def house_rules(heading: Heading) -> dict[str, str]:
    """What the house chose for a match, without what was brought in from paper."""
    return {name: value for name, value in heading.options.items() if name not in ON_PAPER}


def paper_of(sheet: Sheet) -> wire.Paper:
    """How a match goes on where others sit down.

    Raises:
        RuleError: it is over, its game knows no such beginning, or something stands that cannot be told so.
    """
    match, rules = sheet.match, game(sheet.match.game)
    if match.view.over:
        raise RuleError("This match is over: begin a new one.")
    if rules.paper is None:
        raise RuleError(f"A match of {rules.title} does not go on with others: begin a new one.")
    paper, usual = rules.paper(match.state), chosen(rules, {})
    house = chosen(rules, house_rules(sheet.heading))
    return wire.Paper(
        seq=sheet.seq,
        game=match.game,
        dice=dice_of(sheet.heading).title,
        options={name: value for name, value in house.items() if value != usual[name]},
        option=paper.option,
        between=paper.between,
        players=[wire.Brings(name=name, brings=brings) for name, brings in paper.brings],
        next=paper.next,
    )


def change_of(before: wire.Match, now: wire.Match) -> wire.Change:
    """What changed of a match."""
    card, log = _shared(before.view.card, now.view.card), _shared(before.log, now.log)
    return wire.Change(
        id=now.id,
        after=before.seq,
        seq=now.seq,
        view=now.view.model_copy(update={"card": now.view.card[card:]}),
        card_from=card,
        log=now.log[log:],
        log_from=log,
        advice=now.advice,
        undoable=now.undoable,
        redoable=now.redoable,
        standing=now.standing,
        saved=now.saved,
    )


def _shared(before: Sequence[object], now: Sequence[object]) -> int:
    """How many rows two lists begin with alike."""
    pairs = enumerate(zip(before, now, strict=False))
    return next((at for at, (old, new) in pairs if old is not new and old != new), min(len(before), len(now)))


def looked_of(look: wire.Look) -> wire.Looked:
    """A look as the live feed tells it: who hears it has the match already."""
    return wire.Looked(seq=look.match.seq, played=look.played, picture=look.picture, reading=look.reading)


def summary_of(sheet: Sheet) -> wire.Summary:
    """A match in one line."""
    view, heading = sheet.match.view, sheet.heading
    return wire.Summary(
        id=sheet.id,
        title=game(heading.game).title,
        demo=heading.demo,
        begun=heading.begun,
        changed=sheet.lines[-1].at if sheet.lines else heading.begun,
        totals=_totals(view),
        player=view.player,
        over=view.over,
        winners=list(view.winners),
        victors=list(view.victors),
        game=heading.game,
        dice=heading.dice,
        players=list(heading.players),
        seq=sheet.seq,
        standing=sheet.standing,
    )


def view_of(view: View) -> wire.View:
    """A view, field by field."""
    return wire.View(
        player=view.player,
        awaits=wire.Awaits(**asdict(view.awaits)),
        offers=view.offers,
        points=view.points,
        rolls=view.rolls,
        thrown=[str(face) for face in view.thrown],
        kept=[str(face) for face in view.kept],
        says=view.says,
        card=view.card,
        totals=_totals(view),
        over=view.over,
        winners=list(view.winners),
        victors=list(view.victors),
        free=None if view.free is None else [str(face) for face in view.free],
        most=view.most,
        leaves=view.leaves,
        pad=view.pad,
    )


def _advice(advice: Advice | None) -> wire.Advice | None:
    return None if advice is None else wire.Advice.model_validate(asdict(advice))


def reading_of(sight: Reading, sure_at: float | None = None) -> wire.Reading:
    """A reading, with the threshold by which it was judged: its kit's where none is named.

    A threshold must be named where other eyes than ours read dice of no kit.
    """
    dice = kits().get(sight.kit)
    at = card(kit(sight.kit).reader).sure_at if sure_at is None else sure_at
    nets = {name: card(name).sha256 for name in dice.nets} if dice else {}
    suspects = [tuple(round(side, 1) for side in box) for box in sight.suspects]
    told = {"sure_at": at, "models": nets, "suspects": suspects}
    seen = [{**die.as_json(), "doubt": of_face(die, at)} for die in sight.dice]
    return wire.Reading.model_validate({**sight.as_json(image=""), **told, "dice": seen})


def _totals(view: View) -> list[wire.Total]:
    pairs = zip(view.totals, view.notes, strict=True)
    return [wire.Total(name=name, points=points, note=note) for (name, points), note in pairs]


def _log(sheet: Sheet, known: tuple[Sheet, wire.Match] | None) -> list[wire.Entry]:
    """The plays that stand and then those that were undone, each under the player whose turn it was."""
    line, view = sheet.match.line, game(sheet.match.game).view
    same = _first_plays(known[0], sheet) if known else 0
    new, undone = line.plays[same:], line.undone[::-1]
    views = [view(state) for state in (line.start, *(play.state for play in line.plays))[same:]]
    rows = _rows(new, views)
    before = [views[-1], *(view(play.state) for play in undone)]
    return [
        *(_under(entry, len(views[0].card), rows[0]) for entry in (known[1].log[:same] if known else ())),
        *map(partial(_entry, sheet, stands=True), new, views, rows),
        *(_entry(sheet, play, then, len(then.card), stands=False) for play, then in zip(undone, before, strict=False)),
    ]


def _rows(plays: Sequence[Play], views: Sequence[View]) -> list[int]:
    """The line of the score card to which the turn before each play led, and the one after the last.

    What the table agrees upon has a line to itself, and the turn under way goes on, unless it is void by that.
    """
    rows = [len(views[-1].card)]
    for play, (before, then) in zip(reversed(plays), reversed([*pairwise(views)]), strict=True):
        agreed = isinstance(play.event, Adjust) and then.rolls >= before.rolls
        rows.append(rows[-1] if agreed or len(then.card) == len(before.card) else len(before.card))
    return rows[::-1]


def _under(entry: wire.Entry, lines: int, row: int) -> wire.Entry:
    """An entry told before, of a turn that was over when the card had so many lines, or that led to the row."""
    return entry if entry.row < lines or entry.row == row else entry.model_copy(update={"row": row})


def _first_plays(before: Sheet, now: Sheet) -> int:
    """How many plays two sheets of a match begin with, the very same ones: what led to them is then the same too."""
    pairs = enumerate(zip(before.match.line.plays, now.match.line.plays, strict=False))
    shorter = min(len(before.match.line.plays), len(now.match.line.plays))
    return next((at for at, (old, new) in pairs if old is not new), shorter)


def _entry(sheet: Sheet, play: Play, before: View, row: int, *, stands: bool) -> wire.Entry:
    line: Line = sheet.lines[play.n - 1]
    roll = [str(face) for face in play.event.roll] if isinstance(play.event, Throw) else None
    text = str(play.event)
    return wire.Entry(
        seq=line.seq,
        n=play.n,
        row=len(before.card) if isinstance(play.event, Adjust) else row,
        by=before.player,
        text=text,
        roll=roll,
        stands=stands,
        mended=text != line.text,
        picture=line.picture is not None,
        at=line.at,
        author=line.author,
    )
