"""The dealer: follows the camera for one match, plays what was understood, and asks the players about the rest."""

import logging
import threading
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from functools import partial

from sqlalchemy.exc import SQLAlchemyError

from api import wire
from api.album import Album
from api.camera import Camera, Sight
from api.eyes import Eyes
from api.feeds import Feed, Phone, feed
from api.hands import NO_DICE, Meant, Seen, Way, due, meant, played
from api.live import HANDS, Event, Hub
from api.places import Place, Places
from api.store import StoreError
from api.table import ClosedError, MissingError, Sheet, StaleError, Table
from scoring.dice import Roll, RuleError
from scoring.events import Adjust, Break, Throw
from vision.check import advice
from vision.settle import Eye, Phase
from vision.tray import Tray, faces
from vision.zones import Zones, remembered

CONFIRM: wire.Mode = "confirm"
MODES: tuple[wire.Mode, ...] = ("hands-free", CONFIRM, "tap")
CAMERA = "the camera"  # as the author of what was played hands-free
MODE = "camera"  # the name under which a match keeps its mode
TAKEN_UP = 3.0  # seconds that a table rests empty before its dice count as taken up, and not as shaken in a hand
AWAY = "The camera was away: is this a new throw?"
SKIPPED = "The throw before was not told yet: does this one count in its place?"
TOLD = "A throw like this one was told already: is this another?"
ROLLED = "Other dice lie aside than before this throw: were they kept, or did they roll there?"
SHOVED = "Before this, dice were moved that may have been thrown, with the same faces: was that a throw, too?"
VAGUE = "I am not sure of all dice that lie aside: which were kept?"
ASTRAY = "The camera was moved, so I do not know where the areas are: draw them again."

log = logging.getLogger(__name__)


class Dealer:
    """At most one camera, and at most one match that it follows; hears the camera on the camera's thread."""

    def __init__(self, table: Table, album: Album, hub: Hub, places: Places, eyes: Eyes) -> None:
        """Sit down at a table."""
        self._table, self._album, self._hub, self._places = table, album, hub, places
        self._lock = threading.Lock()  # around choosing cameras
        self._eyes = eyes
        self.given: str | None = None  # the source of the command line
        self.camera: Camera | None = None
        self.match: str | None = None
        self._questions: dict[str, wire.Hands] = {}  # that are open, here or at another server, by their match
        hub.heard = self.heard
        self._away = True  # whether dice may have been thrown unseen
        self._read_for: str | None = None  # the match whose eye the camera asked for last
        self._forget()

    def _forget(self) -> None:
        """Know nothing of what lay on the table."""
        self._aside: Roll = NO_DICE
        self._vague = False  # whether the faces of those dice are in doubt
        self._before = 0  # dice that lay there after the last throw
        self._lie = 0  # and after the last rest
        self._read: Roll = NO_DICE  # how the last throw was read
        self._emptied: float | None = None
        self._rolls = 0  # the number of the last roll in the score when dice were last seen thrown
        self._open = False  # whether that throw was left to the players
        self._asked: tuple[Seen, Roll] | None = None  # how it lay there, and what lay aside before
        self._unseen = False  # whether dice may have been thrown, and taken up, where nobody looked
        self._entered = False  # whether the players told that throw themselves, before it was complete
        self._held: tuple[str, ...] = ()  # what was doubtful of that throw, whatever its faces
        self._shoved = False  # whether there may have been another throw since, with the same faces

    # What the routes ask, on any thread

    def choose(self, source: str | None, opened: Feed | None = None) -> None:
        """Follow another source, or none; `opened` is its feed where it is open already."""
        with self._lock:
            if self.camera:
                self.camera.close()
            self.camera, self._away = None, True
            self._forget()
            self._withdraw(self.match)
            if source is not None:
                self.camera = Camera(source, opened or feed(source), self, self._places.of(source))
                self.camera.start()
            else:
                self._publish(Event("camera", self.told().model_dump_json()))

    def attend(self, match: str | None) -> None:
        """Follow a match from now on."""
        if match != self.match:
            left, self.match = self.match, match
            if self.camera:
                self.camera.anew()
            else:
                self._read_for = match
            self._forget()
            self._withdraw(left)
            for told in filter(None, (left, match)):
                self._hub.publish(told, Event("camera", self.told().model_dump_json()))

    def begun(self, match: str, after: str | None = None) -> None:
        """Follow a match that began, unless one goes on; where it comes `after` another, it keeps that one's mode."""
        if after:
            with suppress(StoreError, SQLAlchemyError):  # on a full disk it is another day's choice; the match goes on
                self._table.store.put(match, MODE, self.mode(after))
        if self.camera and not self.playing:
            self.attend(match)

    @property
    def playing(self) -> bool:
        """Whether the match that it follows goes on."""
        sheet = self._sheet()
        return sheet is not None and sheet.goes_on

    def close(self) -> None:
        """Let go of the camera."""
        with self._lock:
            if self.camera:
                self.camera.close()
                self.camera = None

    def phone(self) -> Phone | None:
        """Give the feed of the phone, if the camera is one."""
        camera = self.camera
        return camera.feed if camera and isinstance(camera.feed, Phone) else None

    def mode(self, match: str | None) -> wire.Mode:
        """Tell how far the camera may go in a match."""
        said = self._table.store.setting(match, MODE) if match else None
        return next((mode for mode in MODES if mode == said), CONFIRM)

    def set_mode(self, match: str, mode: wire.Mode) -> None:
        """Say how far the camera may go in a match."""
        self._table.store.put(match, MODE, mode)
        self._publish(Event("camera", self.told().model_dump_json()))

    def draw(self, drawn: Zones) -> None:
        """Remember areas that were drawn on the newest picture; raises ZoneError."""
        camera = self.camera
        if camera is None:
            return
        if drawn == Zones() or camera.newest is None:
            self._places.forget(camera.source)
            camera.place(None)
            return
        place = Place(drawn, remembered(camera.newest))
        self._places.keep(camera.source, place)
        camera.place(place)

    def told(self) -> wire.Camera:
        """Tell how the camera is."""
        camera, mode = self.camera, self.mode(self.match)
        sight = camera.sight if camera else Sight("over", "No camera is chosen.")
        found = camera.check() if camera and sight.state in ("empty", "read") else ()
        return wire.Camera(
            source=camera.source if camera else None,
            name=camera.feed.name if camera else "",
            state=sight.state if camera else "off",
            sentence=sight.sentence,
            covered=sight.covered,
            moved=sight.moved,
            match=self.match,
            mode=mode,
            areas=wire.Areas(**(camera.zones if camera else Zones()).as_json()),
            check=[wire.Finding(what=one.what, figure=one.figure, fine=one.fine, says=one.says) for one in found],
            advice=advice(found),
        )

    def dismiss(self, match: str, picture: str | None = None) -> None:
        """Forget the question that is open in a match, if it is about this picture or none is said: it was no throw."""
        asked = self._questions.get(match)
        if picture and asked and asked.picture != picture:
            return
        if self.match == match:
            self._open = False
        self._withdraw(match)

    def question(self, sheet: Sheet) -> wire.Hands | None:
        """Give the question that is open in a match, unless more was entered since than what the table agreed upon."""
        asked = self._questions.get(sheet.id)
        if asked is None or not all(isinstance(entry, Adjust) for entry in sheet.match.entries[asked.seq :]):
            return None
        return asked.model_copy(update={"seq": sheet.seq})

    # What the dealer at another server tells, on any thread

    def heard(self, match: str, event: Event) -> None:
        """Take note of a question, or that it was answered or withdrawn."""
        if event.name != HANDS:
            return
        told = wire.Hands.model_validate_json(event.data)
        self._note(match, told)
        if match == self.match and told.withdrawn:
            self._open = False

    # What the camera tells, on its thread

    def eye(self) -> Eye | None:
        """Give the eye for the dice of the match, and how many of them are due."""
        sheet = self._sheet()
        self._read_for = sheet.id if sheet else None
        if sheet is None or not sheet.goes_on or self.mode(sheet.id) == "tap":
            return None
        known = self._eyes.ready(sheet.heading)
        return replace(known, expect=due(sheet.match, self._aside)) if known else None

    def noticed(self, sight: Sight) -> None:
        """Tell everybody at the match how the camera is."""
        if sight.away or sight.state in ("lost", "blind", "live"):
            self._away, self._emptied = True, None
        self._publish(Event("camera", self.told().model_dump_json()))

    def laid(self, seen: Tray, seconds: float) -> None:
        """Make something of what lies on the table, unless it was read for a match that is not followed any more."""
        sheet = self._sheet()
        if sheet is None or self._read_for != sheet.id:
            return
        if seen.empty:
            self._found_empty(sheet)
            self._emptied = seconds
        elif not seen.thrown:
            self._put_aside(seen)
            self._emptied, self._away = None, False
            self._shoved |= _may_be_thrown(sheet, seen)
        else:
            self._emptied = None
            self._thrown(sheet, seen)

    def passed(self, seconds: float, phase: Phase | None) -> None:
        """See whether the score went on without an open throw, or the table has rested empty for long enough."""
        if self._open:
            self._ask_anew()
        if phase == "empty" and (sheet := self._sheet()):
            self._found_empty(sheet)
        elif phase == "read":
            self._away = False  # the dice lie as they lay
        if self._emptied is not None and phase != "empty":
            self._emptied = seconds  # somebody is busy there
        if self._emptied is None or seconds - self._emptied < TAKEN_UP:
            return
        self._emptied = None
        if sheet := self._sheet():
            self._taken_up(sheet)

    def _tells_of_the_last(self, sheet: Sheet) -> bool:
        """Tell whether the dice that were taken up are those of the last throw in the score."""
        if self._unseen:
            return False
        since = self._since(sheet)
        if self._open or self._withdrawn(sheet):
            return len(since) == 1
        return not since

    # Understanding

    def _found_empty(self, sheet: Sheet) -> None:
        """No dice lie there: where nobody looked, some may have been thrown and taken up since those in the score."""
        self._unseen |= self._away and _last_roll(sheet) > 0
        self._away = False

    def _put_aside(self, seen: Tray) -> None:
        """Dice lie there that nobody threw: remember those aside, unless some were but taken up since."""
        lie = len(seen.aside) + len(seen.left)
        aside = faces(seen.aside) if self._has_area or lie != self._before else NO_DICE  # nothing was taken
        taken = self._aside.counts - aside.counts
        leaving = taken and aside.counts <= self._aside.counts and lie <= self._lie - taken.total()
        if not (self._has_area and leaving):
            self._aside, self._vague = aside, bool(seen.vague)
        self._lie = lie

    def _taken_up(self, sheet: Sheet) -> None:
        """All dice were taken up: play what that means, or ask."""
        if not self._tells_of_the_last(sheet):
            return
        seen = Seen(empty=True, before=self._before, area=self._has_area)
        understood = meant(sheet.match, seen, self._aside)
        if understood and understood.sure and self._shoved:
            understood = replace(understood, says=f"{SHOVED} If not: {understood.says}", sure=False)
        elif understood and understood.sure and _undecided(sheet) and self._aside.faces and self._doubts_aside(sheet):
            understood = replace(understood, says=f"{VAGUE} {understood.says}", sure=False)
        self._shoved = False
        self._answer(sheet, understood, None)

    def _thrown(self, sheet: Sheet, tray: Tray) -> None:
        """Dice were thrown: play it, or ask; what was tapped in meanwhile is no news."""
        away, self._away = self._away, False
        unseen, self._unseen = self._unseen, False
        since = self._since(sheet)
        entered = bool(since) and (self._open or self._withdrawn(sheet))  # the players told that throw themselves
        if tray.again and self._open and self._entered and not since:
            entered, since = True, [_last_throw(sheet)]  # and it is completed once more
        self._entered = entered and tray.again
        ahead = since[1:] if entered else since  # they told before it was seen
        if self._known(sheet, tray, ahead, away=away):
            return
        untold = (self._open and not self._broken(sheet)) or self._withdrawn(sheet)
        skipped = untold and not entered and not tray.again
        told = _like(tray, ahead, since) or ((bool(since) or self._misread(sheet)) and _lies_as_told(sheet, tray))
        shoved, self._shoved = self._shoved and not since, False
        late = tray.again and self._open and not entered  # that throw was asked about, and is completed
        before, aside = self._asked if late and self._asked else (Seen(), self._aside)
        there = faces(tray.aside)
        vague = _undecided(sheet) and (
            bool(tray.vague) or self._misread(sheet) if tray.aside else bool(aside.faces) and self._doubts_aside(sheet)
        )
        other = there.counts > aside.counts or 0 < len(there) < len(aside)
        rolled = _undecided(sheet) and bool(aside.faces) and other
        why = {
            AWAY: away or unseen,
            ASTRAY: self._astray,
            SKIPPED: skipped,
            TOLD: told,
            SHOVED: shoved,
            VAGUE: vague,
            ROLLED: rolled,
        }
        held = self._held if late else ()
        self._held = tuple(sentence for sentence, so in why.items() if so or sentence in held)
        doubts = [*tray.doubts, *self._held]
        seen = Seen(
            thrown=tray.roll,
            number=len(tray.thrown),
            aside=there,
            area=self._has_area,
            left=len(tray.left),
            out=tray.out,
            doubts=tuple(doubts),
            again=tray.again and (entered or not self._open),
            gone=Roll((*before.gone, *faces(tray.gone))),
            before=self._before,
            lay=faces([die for die in tray.thrown if not any(die is one for one in tray.came)]),
        )
        understood = meant(sheet.match, seen, aside)
        self._open, self._asked = understood is not None, (seen, aside)
        self._rolls = _last_roll(sheet)
        self._answer(sheet, understood, _came(tray) if understood and understood.late else tray)
        self._before = self._lie = len(tray.thrown) + len(tray.aside) + len(tray.left)
        self._aside, self._read = NO_DICE, tray.roll

    def _ask_anew(self) -> None:
        """Ask once more about a throw that is open, where the score went on and does not have it yet."""
        sheet = self._sheet()
        asked = self._questions.get(sheet.id) if sheet else None
        if sheet is None or asked is None or asked.seq == sheet.seq or self._asked is None:
            return
        seen, aside = self._asked
        if seen.again or self._since(sheet) or self._broken(sheet):
            return
        understood = meant(sheet.match, seen, aside)
        if understood is None:
            self.dismiss(sheet.id)
        else:
            self._say(sheet.id, _question(sheet, understood, asked.picture, asked.reading))

    def _since(self, sheet: Sheet) -> list[Roll]:
        """List the throws that came into the score since dice were last seen thrown."""
        plays = [play for play in sheet.match.line.plays if play.n > self._rolls]
        return [play.event.roll for play in plays if isinstance(play.event, Throw)]

    def _broken(self, sheet: Sheet) -> bool:
        """Tell whether the players called a throw void since dice were last seen thrown."""
        return any(play.n > self._rolls and isinstance(play.event, Break) for play in sheet.match.line.plays)

    def _withdrawn(self, sheet: Sheet) -> bool:
        """Tell whether the last throw that was seen was played, and taken back since."""
        return self._rolls > 0 and all(play.n != self._rolls for play in sheet.match.line.plays)

    def _known(self, sheet: Sheet, tray: Tray, since: Sequence[Roll], *, away: bool) -> bool:
        """Tell whether the score has a throw already: tapped in, or from before the camera was away."""
        view = sheet.match.view
        lie = faces((*tray.thrown, *tray.aside, *tray.left))
        there = Roll((*(view.kept or ()), *(view.thrown or ())))
        known = (since and since[-1].counts == tray.roll.counts) or (away and lie.counts == there.counts)
        if known:
            self._before, self._open, self._rolls = len(lie), False, _last_roll(sheet)
            self._aside, self._vague = NO_DICE, False
            self._lie, self._read = len(lie), tray.roll
        return bool(known)

    def _doubts_aside(self, sheet: Sheet) -> bool:
        """Tell whether dice that lay aside cannot say what was kept: in doubt, or of a throw that was misread."""
        return self._vague or self._misread(sheet)

    def _misread(self, sheet: Sheet) -> bool:
        """Tell whether the last throw in the score was read with other faces than it has there."""
        last = _last_throw(sheet)
        return len(last) == len(self._read) and last.counts != self._read.counts

    def _answer(self, sheet: Sheet, understood: Meant | None, tray: Tray | None) -> None:
        """Play what is understood if the match is hands-free, else ask."""
        if understood is None:
            return
        picture, reading = self._kept(sheet, tray)
        if understood.sure and self.mode(sheet.id) == "hands-free":
            self._play(sheet, understood, tray, picture, reading)
            return
        self._say(sheet.id, _question(sheet, understood, picture, reading))

    def _play(
        self, sheet: Sheet, understood: Meant, tray: Tray | None, picture: str | None, reading: wire.Reading | None
    ) -> None:
        events = events_of(understood.options[0], tray)
        try:
            move = partial(played, events=events)
            after = self._table.write(sheet.id, sheet.seq, move, picture, author=CAMERA)
        except StaleError as error:  # somebody was faster: what lies there may be in the score by now
            if tray is None:
                self._taken_up(error.sheet)
            else:
                self._open = False
                self._thrown(error.sheet, tray)
            return
        except (ClosedError, RuleError):  # the players see what lies there, and say it
            self._answer(self._table.sheet(sheet.id), replace(understood, options=(), sure=False), tray)
            return
        self._open, self._rolls = False, _last_roll(after)
        if tray and reading:
            look = wire.Look(played=True, picture=picture, reading=reading, match=wire.match_of(after))
            self._publish(Event("reading", wire.looked_of(look).model_dump_json()))
        told = wire.Hands(seq=after.seq, question=False, says=understood.says, undo=len(events))
        self._say(sheet.id, told)

    def _say(self, match: str, told: wire.Hands) -> None:
        """Ask or tell what hands did."""
        self._note(match, told)
        self._hub.publish(match, Event(HANDS, told.model_dump_json()))

    def _note(self, match: str, told: wire.Hands) -> None:
        if told.question:
            self._questions[match] = told
        else:
            self._questions.pop(match, None)

    def _withdraw(self, match: str | None) -> None:
        """Tell that the question in a match is none any more."""
        asked = self._questions.get(match) if match else None
        if match and asked:
            self._say(match, wire.Hands(seq=asked.seq, question=False, says=""))

    def _kept(self, sheet: Sheet, tray: Tray | None) -> tuple[str | None, wire.Reading | None]:
        """Put the picture of a throw into the album."""
        if tray is None or tray.reading is None:
            return None, None
        known = self._eyes.ready(sheet.heading)
        told = wire.reading_of(tray.reading, known.sure_at if known else 1.0)
        return self._album.keep(tray.frame, told.model_dump_json()), told

    @property
    def _has_area(self) -> bool:
        return self.camera is not None and bool(self.camera.zones.keep)

    @property
    def _astray(self) -> bool:
        return self.camera is not None and self.camera.sight.moved

    def _sheet(self) -> Sheet | None:
        try:
            return self._table.sheet(self.match) if self.match else None
        except MissingError:
            return None

    def _publish(self, event: Event) -> None:
        if self.match:
            self._hub.publish(self.match, event)


def _question(sheet: Sheet, asked: Meant, picture: str | None, reading: wire.Reading | None) -> wire.Hands:
    """Put into words for the page what the players are asked."""
    return wire.Hands(
        seq=sheet.seq,
        question=True,
        says="" if asked.sure else asked.says,
        options=[wire.Way(**asdict(way)) for way in asked.options],
        picture=picture,
        reading=reading,
    )


def _undecided(sheet: Sheet) -> bool:
    """Tell whether the dice that lie aside have to say what was kept."""
    return sheet.match.view.awaits.what == "decision"


def _may_be_thrown(sheet: Sheet, seen: Tray) -> bool:
    """Tell whether dice that lie elsewhere now may have been thrown again, the others kept: just so many are due."""
    lie = Counter(faces((*seen.aside, *seen.left)).faces)
    kept = Roll(tuple((lie - Counter(faces(seen.shoved).faces)).elements()))
    return bool(seen.shoved) and due(sheet.match, kept) == len(seen.shoved)


def events_of(way: Way, tray: Tray | None) -> tuple[str, ...]:
    """List what is played when a way was meant: the events before the throw, and the throw."""
    return (*way.events, f"{way.throw} {tray.roll}") if tray and way.dice else way.events


def _came(tray: Tray) -> Tray:
    """Give the tray with those of the thrown dice alone that came to the others."""
    return replace(tray, thrown=tray.came, reading=tray.reading and replace(tray.reading, dice=tray.came))


def _like(tray: Tray, ahead: Sequence[Roll], since: Sequence[Roll]) -> bool:
    """Tell whether a throw may be one that was told: just so, or before it was seen and with other faces."""
    same = bool(since) and since[-1].counts == tray.roll.counts
    if not ahead:
        return same
    early, seen = ahead[-1], tray.roll
    return same or len(early) == len(tray.thrown) or seen.counts <= early.counts or early.counts <= seen.counts


def _lies_as_told(sheet: Sheet, tray: Tray) -> bool:
    """Tell whether just those dice lie there that the score has, kept and thrown."""
    view, lie = sheet.match.view, faces((*tray.thrown, *tray.aside, *tray.left))
    return _undecided(sheet) and lie.counts == Roll((*(view.kept or ()), *(view.thrown or ()))).counts


def _last_throw(sheet: Sheet) -> Roll:
    plays = reversed(sheet.match.line.plays)
    return next((play.event.roll for play in plays if isinstance(play.event, Throw)), NO_DICE)


def _last_roll(sheet: Sheet) -> int:
    return max((play.n for play in sheet.match.line.plays if isinstance(play.event, Throw)), default=0)
