"""The dealer: follows the camera for one match, plays what was understood, and asks the players about the rest."""

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, replace
from functools import partial

from api import telling, wire
from api.album import Album
from api.camera import Camera, Sight
from api.eyes import Eyes
from api.feeds import PHONE, Feed, Phone, feed
from api.hands import Meant, Way, due, meant, played
from api.live import CAMERA, HANDS, READING, Event, Hub
from api.memory import Memory, answered, emptied, lying, put_aside, refused, stand, still_open, taken_up, thrown
from api.places import Place, Places
from api.questions import Questions
from api.schema import Setting
from api.store import StoreError, now
from api.table import ClosedError, MissingError, Sheet, StaleError, Table, UnreadableError
from api.waiting import shows_others, waiting
from scoring.dice import NO_DICE, RuleError
from scoring.match import Match
from vision.camera.source import public
from vision.check import advice
from vision.throw.drift import remembered
from vision.throw.settle import Eye, Phase
from vision.throw.tray import Tray
from vision.throw.zones import ZoneError, Zones
from vision.turn import TURNS, Turn, turn_by

CONFIRM: wire.Mode = "confirm"
MODES: tuple[wire.Mode, ...] = ("hands-free", CONFIRM, "tap")
AUTHOR = "the camera"  # of what was played hands-free
TAKEN_UP = 3.0  # seconds that a table rests empty before its dice count as taken up, and not as shaken in a hand

Meaning = Callable[[Memory, Match], tuple[Memory, Meant | None]]  # what a rest of dice means, by what is remembered


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
        self.off: str | None = None  # the match at whose table the camera was switched off
        self.questions = Questions(hub)
        hub.heard = self.heard
        self._read_for: str | None = None  # the match whose eye the camera asked for last
        self._memory = Memory()
        self._since = now()  # when it sat down: before that throws of a match may have waited
        self._remembering = threading.Lock()  # around changing it
        self._emptied: float | None = None  # when the table was last seen to rest empty, if it still does

    # What the routes ask, on any thread

    def choose(self, source: str | None, opened: Feed | None = None) -> None:
        """Follow another source, or none; `opened` is its feed where it is open already."""
        with self._lock:
            if self.camera:
                self.camera.close()
            self.camera = None
            self.off = self.match if source is None else None
            self._forget(away=True)
            self.questions.withdraw(self.match)
            if source is not None:
                place, turn = self._places.of(source), self._turn_of(source)
                place = place.turned(turn) if place else None
                self.camera = Camera(source, opened or feed(source), self, place, turn)
                self.camera.start()
            else:
                self._publish(self.news())

    def attend(self, match: str | None) -> None:
        """Follow a match from now on."""
        if match == self.match:
            return
        sheet, before = self._sheet_of(match), self._sheet()
        with self._remembering:  # what is remembered is never taken for another match's
            untouched = before if before and stand(before.match).throws > self._memory.gone else None
            table = lying(untouched.match) if untouched else NO_DICE
            left, self.match = self.match, match
            unseen = sheet is not None and (stand(sheet.match).throws > 0 or sheet.heading.begun < self._since)
            away = self._memory.away or bool(table)  # those dice may lie there still
            self._memory, self._emptied = Memory(away=away, unseen=unseen, table=table), None
        if self.camera:
            self.camera.anew()
            self._keep_turn(self.camera)
        else:
            self._read_for = match
        self.questions.withdraw(left)
        for told in filter(None, (left, match)):
            self._hub.publish(told, self.news())

    def begun(self, sheet: Sheet, after: str | None = None) -> None:
        """Follow a match that began, unless one goes on; where it comes `after` another, it keeps that one's mode.

        Nobody throws dice before a camera for a demo.
        """
        if sheet.heading.demo:
            return
        if after:
            with suppress(StoreError):  # on a full disk it is another day's choice; the match goes on
                self._table.store.put(sheet.id, Setting.MODE, self.mode(after))
        if self.camera and not self.playing:
            self.attend(sheet.id)

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
        said = self._table.store.setting(match, Setting.MODE) if match else None
        return next((mode for mode in MODES if mode == said), CONFIRM)

    def set_mode(self, match: str, mode: wire.Mode) -> None:
        """Say how far the camera may go in a match."""
        self._table.store.put(match, Setting.MODE, mode)
        if (camera := self.camera) and match == self.match:
            camera.again()
        self._publish(self.news())

    def draw(self, drawn: Zones, turn: int | None = None, source: str | None = None) -> None:
        """Remember areas drawn on the picture of that source when it was turned so.

        Raises:
            ZoneError: they cannot be areas, or the picture was turned since, or another camera chosen.
        """
        with self._lock:
            camera = self.camera
            if camera is None:
                return
            if camera.turning or turn not in (None, camera.turn):
                raise ZoneError("The picture was turned meanwhile: draw the areas once more.")
            if source not in (None, public(camera.source)):
                raise ZoneError("Another camera was chosen meanwhile: draw the areas on its picture.")
            if drawn == Zones() or camera.newest is None:
                self._places.forget(camera.source)
                camera.place(None)
                return
            place = Place(drawn, remembered(camera.newest))
            self._places.keep(camera.source, place.turned(turn_by(-camera.turn)))
            camera.place(place)

    def turn(self, turn: Turn) -> None:
        """Turn the camera's pictures so from now on, its areas with them; raises ZoneError when the disk is full."""
        with self._lock:
            camera = self.camera
            if camera is None or camera.turn == turn:
                return
            if camera.source != PHONE:
                self._places.turn(camera.source, turn)
            camera.turn_to(turn)
            self._keep_turn(camera)
            self._publish(self.news())

    def _turn_of(self, source: str) -> Turn:
        """How the pictures of a source are turned: a phone's by what the match says, for another day it is another."""
        if source != PHONE:
            return self._places.turn_of(source)
        said = self._table.store.setting(self.match, Setting.TURN) if self.match else None
        return next((turn for turn in TURNS if str(turn) == said), 0)

    def _keep_turn(self, camera: Camera) -> None:
        """Let the match that is followed keep how its phone hangs; on a full disk it does so until Croupier ends."""
        if camera.source == PHONE and self.match:
            with suppress(StoreError):
                self._table.store.put(self.match, Setting.TURN, str(camera.turn))

    def told(self) -> wire.Camera:
        """Tell how the camera is."""
        camera, mode, sheet = self.camera, self.mode(self.match), self._sheet()
        sight = camera.sight if camera else Sight("over", "No camera is chosen.")
        found = camera.check() if camera and sight.state in ("empty", "read") else ()
        return wire.Camera(
            source=public(camera.source) if camera else None,
            name=camera.feed.name if camera else "",
            state=sight.state if camera else "off",
            sentence=sight.sentence,
            covered=sight.covered,
            moved=sight.moved,
            turned=camera.turn if camera else 0,
            match=self.match,
            sees=sight.sees and camera is not None and camera.newest is not None,
            playing=camera is not None and sheet is not None and sheet.goes_on,
            unread=self._eyes.why_not(sheet.heading) if camera and sheet else "",
            mode=mode,
            areas=wire.Areas(**(camera.zones if camera else Zones()).as_json()),
            check=[wire.Finding(what=one.what, figure=one.figure, fine=one.fine, says=one.says) for one in found],
            advice=advice(found),
        )

    def news(self) -> Event:
        """Tell how the camera is, as the live feed has it."""
        return Event(CAMERA, self.told().model_dump_json())

    def dismiss(self, match: str, picture: str | None = None, says: str | None = None) -> None:
        """Forget the question that is open in a match: it was no throw.

        Where its picture is told, or what it says, another one that is open by now stays.
        """
        asked = self.questions.open(match)
        if asked and ((picture and picture != asked.picture) or says not in (None, asked.says)):
            return
        self._drop(match, asked)

    # What the dealer at another server tells, on any thread

    def heard(self, match: str, event: Event) -> bool:
        """Take note of a question, or that it was answered or withdrawn; False where that is overtaken."""
        if event.name != HANDS:
            return True
        told = wire.Hands.model_validate_json(event.data)
        counts = self.questions.hear(match, told)
        if counts and told.withdrawn and match == self.match:
            self._refuse()
        return counts

    # What the camera tells, on its thread

    def eye(self) -> Eye | None:
        """Give the eye for the dice of the match, and how many of them are due."""
        sheet = self._sheet()
        self._read_for = sheet.id if sheet else None
        if sheet is None or not sheet.goes_on or self.mode(sheet.id) == "tap":
            return None
        known = self._eyes.ready(sheet.heading)
        return replace(known, expect=due(sheet.match, self._memory.thrown_from)) if known else None

    def noticed(self, sight: Sight) -> None:
        """Tell everybody at the match how the camera is."""
        if sight.away or sight.state in ("lost", "blind", "live"):
            self._remember(partial(replace, away=True))
            self._emptied = None
        self._publish(self.news())

    def turned(self) -> None:
        """Know nothing of what lay there, and ask nothing more about it: it is read anew."""
        self._forget(away=True)
        self.questions.withdraw(self.match)

    def laid(self, seen: Tray, seconds: float) -> None:
        """Make something of what lies on the table, unless it was read for a match that is not followed any more."""
        sheet = self._sheet()
        if sheet is None or self._read_for != sheet.id:
            return
        self._emptied = seconds if seen.empty else None
        if seen.empty:
            self._remember(partial(emptied, match=sheet.match), of=sheet)
        elif not seen.thrown:
            self._remember(partial(put_aside, match=sheet.match, tray=seen, area=self._has_area), of=sheet)
        else:
            self._thrown(sheet, seen)

    def passed(self, seconds: float, phase: Phase | None, *, looked: bool = True) -> None:
        """See whether the score went on without an open throw, or the table has rested empty for long enough.

        Time goes by also where nobody `looked`: a phone sends no picture while its table rests.
        """
        if self._memory.open:
            self._ask_anew()
        if phase == "empty" and looked and (sheet := self._sheet()):
            self._remember(partial(emptied, match=sheet.match), of=sheet)
        elif phase == "read":
            self._remember(partial(replace, away=False))  # the dice lie as they lay
        if self._emptied is not None and phase != "empty":
            self._emptied = seconds  # somebody is busy there
        if self._emptied is None or seconds - self._emptied < TAKEN_UP:
            return
        self._emptied = None
        if sheet := self._sheet():
            self._taken_up(sheet)

    # Understanding

    def _remember(self, change: Callable[[Memory], Memory], of: Sheet | None = None) -> None:
        """Change what is remembered; what is known `of` a match only as long as that is followed."""
        with self._remembering:
            if of is None or of.id == self.match:
                self._memory = change(self._memory)

    def _forget(self, *, away: bool) -> None:
        """Know nothing of what lay on the table, but whether a throw may wait that is taken up meanwhile."""
        self._remember(lambda memory: Memory(away=away, unseen=memory.unseen or memory.open))
        self._emptied = None

    def _answer_to(self, asked: wire.Hands, sheet: Sheet) -> int | None:
        """The entry that answers a question, if one stands that has its picture, whatever was corrected of it."""
        if asked.picture is None:
            return None
        seen = {line.seq for line in sheet.lines[asked.seq :] if line.picture == asked.picture}
        return next((play.n for play in sheet.match.line.plays if play.n in seen), None)

    def _refuse(self) -> None:
        """Take note that what was asked about was no throw."""
        if sheet := self._sheet():
            self._remember(partial(refused, match=sheet.match), of=sheet)

    def _taken_up(self, sheet: Sheet) -> None:
        """All dice were taken up: play what that means, or ask."""
        self._understand(sheet, partial(taken_up, area=self._has_area, astray=self._astray), None)

    def _thrown(self, sheet: Sheet, tray: Tray) -> None:
        """Dice were thrown: play it, or ask; what was tapped in meanwhile is no news."""
        lie = [None if die.face is None else str(die.face) for die in tray.thrown]
        photo = shows_others(waiting(self._hub, sheet), lie)
        meaning = partial(thrown, tray=tray, area=self._has_area, astray=self._astray, photo=photo)
        self._understand(sheet, meaning, tray)

    def _understand(self, sheet: Sheet, meaning: Meaning, tray: Tray | None) -> None:
        """Play or ask what a rest means; where somebody enters something meanwhile, with that in view."""
        with self._remembering:
            if self.match != sheet.id:  # another match is followed by now
                return
            before = self._memory
            asked = self.questions.ours(sheet.id) if before.open else None
            if asked and (n := self._answer_to(asked, sheet)):
                before = answered(before, sheet.match, n)
            self._memory, understood = meaning(before, sheet.match)
        if understood is None:
            if tray and tray.again and not self._memory.open:  # what was asked about it before is in the score
                self.questions.withdraw(sheet.id)
            return
        try:
            self._answer(sheet, understood, _came(tray) if tray and understood.late else tray)
        except StaleError as error:  # what lies there may be in the score by now
            self._remember(lambda _: before, of=sheet)
            self._understand(error.sheet, meaning, tray)
        except Exception:
            self._remember(lambda _: before, of=sheet)  # nobody was asked: it is understood anew
            raise

    def _ask_anew(self) -> None:
        """Ask once more about a throw that is open, where the score went on and does not have it yet."""
        sheet = self._sheet()
        asked = self.questions.open(sheet.id) if sheet else None
        if sheet is None or asked is None or asked.seq == sheet.seq or self._answer_to(asked, sheet):
            return
        lay = still_open(self._memory, sheet.match)
        if lay is None:
            return
        understood = meant(sheet.match, *lay)
        if understood is None:
            self._drop(sheet.id, asked)
        else:
            self.questions.replace(sheet.id, asked, _question(sheet, understood, asked.picture, asked.reading))

    def _answer(self, sheet: Sheet, understood: Meant, tray: Tray | None) -> None:
        """Play what is understood if the match is hands-free, else ask; raises StaleError."""
        picture, reading = self._kept(sheet, tray)
        if understood.sure and self.mode(sheet.id) == "hands-free":
            try:
                self._play(sheet, understood, tray, picture, reading)
            except (ClosedError, RuleError):  # the players see what lies there, and say it
                sheet, understood = self._table.sheet(sheet.id), replace(understood, options=(), sure=False)
            else:
                return
        self.questions.say(sheet.id, _question(sheet, understood, picture, reading))

    def _play(
        self, sheet: Sheet, understood: Meant, tray: Tray | None, picture: str | None, reading: wire.Reading | None
    ) -> None:
        events = events_of(understood.options[0], tray)
        move = partial(played, events=events)
        after = self._table.write(sheet.id, sheet.seq, move, picture, author=AUTHOR)
        self._remember(partial(replace, open=False, score=stand(after.match)), of=sheet)
        if tray and reading:
            look = wire.Look(played=True, picture=picture, reading=reading, match=telling.match_of(after))
            self._publish(Event(READING, telling.looked_of(look).model_dump_json()))
        told = wire.Hands(seq=after.seq, question=False, says=understood.says, undo=len(events))
        self.questions.say(sheet.id, told)

    def _drop(self, match: str, asked: wire.Hands | None) -> None:
        """Take what was asked about for no throw, unless another question is open by now."""
        if asked and not self.questions.replace(match, asked, asked.no_more):
            return
        if self.match == match:
            self._refuse()

    def _kept(self, sheet: Sheet, tray: Tray | None) -> tuple[str | None, wire.Reading | None]:
        """Put the picture of a throw into the album."""
        if tray is None or tray.reading is None:
            return None, None
        known = self._eyes.ready(sheet.heading)
        told = telling.reading_of(tray.reading, known.sure_at if known else 1.0)
        return self._album.keep(tray.frame, told.model_dump_json()), told

    @property
    def _has_area(self) -> bool:
        return self.camera is not None and bool(self.camera.zones.keep)

    @property
    def _astray(self) -> bool:
        return self.camera is not None and self.camera.sight.moved

    def _sheet(self) -> Sheet | None:
        return self._sheet_of(self.match)

    def _sheet_of(self, match: str | None) -> Sheet | None:
        try:
            return self._table.sheet(match) if match else None
        except (MissingError, UnreadableError):
            return None

    def _publish(self, event: Event) -> None:
        if self.match:
            self._hub.publish(self.match, event)


def _question(sheet: Sheet, asked: Meant, picture: str | None, reading: wire.Reading | None) -> wire.Hands:
    """Put into words for the page what the players are asked; the reading tells why."""
    why = () if asked.sure else asked.why
    return wire.Hands(
        seq=sheet.seq,
        question=True,
        says=" ".join(why),
        options=[wire.Way(**asdict(way)) for way in asked.options],
        picture=picture,
        reading=reading and reading.model_copy(update={"reasons": [*why]}),
    )


def events_of(way: Way, tray: Tray | None) -> tuple[str, ...]:
    """List what is played when a way was meant: the events before the throw, and the throw."""
    return (*way.events, f"{way.throw} {tray.roll}") if tray and way.dice else way.events


def _came(tray: Tray) -> Tray:
    """Give the tray with only those thrown dice that came to the others."""
    return replace(tray, thrown=tray.came, reading=tray.reading and replace(tray.reading, dice=tray.came))
