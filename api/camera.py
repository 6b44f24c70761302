"""The camera at the table: a thread that follows a feed, tells what it sees, and gives the newest picture."""

import logging
import threading
import time
from dataclasses import dataclass, replace
from typing import Literal, Protocol

import cv2

from api.feeds import Feed
from api.places import Place
from api.store import StoreError
from models.card import CardError
from vision.camera.minder import Status
from vision.camera.source import SourceError
from vision.check import Finding, check, turned_over
from vision.picture import PictureError
from vision.reading import Frame, Sighting
from vision.throw.drift import drift, remembered
from vision.throw.settle import START, Eye, Phase, Watched, settled
from vision.throw.tray import Tray, tray
from vision.throw.zones import Zones
from vision.turn import Turn, turn_by, turned

State = Literal["opening", "live", "empty", "moving", "resting", "read", "lost", "blind", "over"]
UNSEEING = ("opening", "lost", "blind", "over")  # in which the newest picture is not of now

SHOWN = 960  # pixels, the longer side of the picture that the page gets
QUALITY = 70  # of its JPEG
DRIFT = 5.0  # seconds between two looks at whether the camera was moved
IDLE = 1.0  # seconds for which an eye is kept while nothing happens
STOP = 5.0  # seconds that the thread has to end
BLACK = "The camera shows nothing: uncover its lens, or switch on a light."
UNANSWERED = "The database does not answer: the camera waits for it."

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Sight:
    """How the camera is and what it does: `lost` and `blind` with a sentence that says why and what to do.

    `live` is a camera whose dice nobody reads now, `covered` says that something lies over the dice, `moved` that the
    camera stands too far from where its areas were drawn, and `away` that it looks at something else than the table.
    """

    state: State
    sentence: str = ""
    covered: bool = False
    away: bool = False
    moved: bool = False

    @property
    def sees(self) -> bool:
        """Whether the newest picture is of now."""
        return self.state not in UNSEEING


class Watcher(Protocol):
    """Who hears what the camera sees; all of it is called on the camera's thread."""

    def eye(self) -> Eye | None:
        """Give the eye to read the next throw with; None when nobody reads now."""
        ...

    def noticed(self, sight: Sight) -> None:
        """Hear of a change of state."""
        ...

    def turned(self) -> None:
        """Hear that pictures are turned otherwise from now on, so that all that lies there looks new."""
        ...

    def laid(self, seen: Tray, seconds: float) -> None:
        """Hear what lies on the table after a rest."""
        ...

    def passed(self, seconds: float, phase: Phase | None, *, looked: bool) -> None:
        """Hear that time went by, and what the table does; None while the camera is lost or has not looked yet.

        `looked` tells whether a picture came.
        """
        ...


class Camera:
    """Follows one feed on a thread of its own, from `start` to `close`; the rest may be asked from any thread."""

    def __init__(self, source: str, feed: Feed, watcher: Watcher, place: Place | None = None, turn: Turn = 0) -> None:
        self.source, self.feed, self.turn = source, feed, turn
        self.sight = Sight("opening", feed.status.sentence)
        self.newest: Frame | None = None
        self.dice: tuple[Sighting, ...] = ()  # that lie there, in pixels of the newest picture
        self._watcher, self._place = watcher, place
        self._zones = place.zones if place else Zones()
        self._state = START
        self._looked = 0.0
        self._asked: tuple[float, Eye | None] = (-IDLE, None)  # the eye, and when it was asked for
        self._laying = threading.Lock()  # around areas, the newest picture, and how both are turned
        self._hangs: Turn = turn  # how the pictures so far were turned
        self._headlong = 0  # throws that looked as if the picture stood on its head, less those that did not
        self._anew = False  # whether others ask for what lies there, so that it is read anew
        self._again = False  # whether that is to be shown once more
        self._jpeg: tuple[Frame, bytes] | None = None
        self._last: Sight | None = None  # that was told
        self._blinded = ""  # why no picture could be read; empty while they can
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)

    def start(self) -> None:
        """Begin to follow the feed."""
        self._thread.start()

    def close(self) -> None:
        """Stop following, and let go of the feed."""
        self._ending.set()
        self.feed.stop()
        if self._thread is not threading.current_thread() and self._thread.is_alive():
            self._thread.join(STOP)

    @property
    def over(self) -> bool:
        """Whether it follows its feed no longer."""
        return not self._thread.is_alive()

    @property
    def zones(self) -> Zones:
        """The areas as they lie in the picture."""
        with self._laying:
            return self._zones.turned(self.turning)

    def place(self, place: Place | None) -> None:
        """Use other areas from now on."""
        with self._laying:
            self._place, self._looked = place, 0.0
            self._zones = place.zones if place else Zones()
        self._tell(replace(self.sight, moved=False))

    def turn_to(self, turn: Turn) -> None:
        """Turn the pictures so from the next one on, and the areas with them; the table is seen anew."""
        self.turn = turn
        if self.over:
            self._turn(turn)

    @property
    def turning(self) -> Turn:
        """How the newest picture is still to be turned: 0 once the next one came."""
        return turn_by(self.turn - self._hangs)

    def anew(self) -> None:
        """Read with another eye from the next picture on: nothing that this one saw of a rest counts for the other."""
        self._anew = True

    def again(self) -> None:
        """Read what lies there already with the eye that comes next."""
        self._again = self._anew = True

    def picture(self) -> bytes | None:
        """Give the newest picture as a small JPEG."""
        with self._laying:
            frame, turn, kept = self.newest, self.turning, self._jpeg
        if frame is None:
            return None
        if kept is None or kept[0] is not frame or turn:
            done, data = cv2.imencode(".jpg", turned(frame, turn).at_most(SHOWN), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
            kept = (frame, data.tobytes() if done else b"")
            self._jpeg = None if turn else kept
        return kept[1]

    def check(self) -> tuple[Finding, ...]:
        """Judge the newest picture; empty while there is none."""
        frame = self.newest
        return check(frame, self.dice, moved=self.sight.moved, headlong=self._headlong) if frame else ()

    def _run(self) -> None:
        try:
            while not self._ending.is_set() and not self.feed.over:
                self._step()
            if self.feed.over and not self._ending.is_set():
                self._tell(Sight("over", self.feed.status.sentence))
        finally:
            self.feed.close()

    def _step(self) -> None:
        """One picture, or none: no fault of a camera, an eye or a match ends the thread."""
        try:
            self._renew()
            shot = self.feed.next()
            if self._ending.is_set():
                return  # nobody is to hear of it any more
            status = self.feed.status
            if shot is None:
                self._waited(status)
                return
            shot = shot.turned(self._hangs)
            self.newest = shot.frame
            asked = self._eye()
            if asked is None:
                self._state, self.dice = START, ()
                self._tell(Sight("live", status.sentence))
                return
            asked = replace(asked, drawn=self._zones)
            before = self._state
            self._state, rest = settled(before, shot, asked)
            if self._state.lying is not before.lying:
                self._looked = -DRIFT  # what lies there now is sorted by the areas as they are now
            self._follow(shot.frame, shot.seconds)
            asked = replace(asked, drawn=self._zones)  # as they lie now
            seen = tray(before, self._state, rest, shot.frame, asked)
            self._told(self._state, seen)
            if seen and not self.turning:  # else it is looked at anew
                self._watcher.laid(seen, shot.seconds)
                self._headlong = max(self._headlong + turned_over(shot.frame), 0)
            self._passed(shot.seconds, looked=True)
        except (CardError, PictureError, SourceError) as error:
            self._blind(str(error))
        except StoreError:
            self._blind(UNANSWERED)
            self.feed.again()  # a phone sends no other picture while its table rests
        except Exception as error:  # noqa: BLE001 - the evening goes on, whatever one picture does
            self._blind(f"Croupier made a mistake with this picture ({type(error).__name__}): please report it.")

    def _waited(self, status: Status) -> None:
        """No picture came: tell how the feed is."""
        if self.feed.over:
            return  # no more time goes by there
        if status.state != "live":
            if self.newest is None and status.sentence != self.sight.sentence:
                log.info(status.sentence)  # of one that was live before its minder tells
            self._tell(Sight(status.state, status.sentence, moved=self.sight.moved))
        elif self.sight.state in ("opening", "lost"):
            self._tell(Sight("live", status.sentence, moved=self.sight.moved))
        self._passed(time.monotonic(), looked=False)

    def _renew(self) -> None:
        """Do what others asked for since the last picture: turn it, or read with another eye."""
        if self.turning:
            self._turn(self.turn)
        if self._anew:
            self._anew, self._asked, self._state = False, (-IDLE, None), replace(self._state, looks=())
        if self._again:
            self._again = False
            self.feed.again()

    def _turn(self, turn: Turn) -> None:
        """Turn all that was seen so far, and begin anew, as after a camera that was lost."""
        if self.feed.status.state == "live":  # what was told of the table is of the picture as it was
            self._tell(Sight("live", self.feed.status.sentence, moved=self.sight.moved))
        with self._laying:
            by = turn_by(turn - self._hangs)
            self._zones = self._zones.turned(by)  # as they followed the camera
            self._place = self._place.turned(by) if self._place else None
            self.newest = turned(self.newest, by) if self.newest else None
            self._hangs, self._headlong, self._state, self.dice = turn, 0, START, ()
        self.feed.again()
        self._watcher.turned()

    def _eye(self) -> Eye | None:
        """The eye to read with; asked for anew at each picture but while nothing happens, when nobody is to read."""
        now = time.monotonic()
        if self._state.phase not in ("empty", "read") or now - self._asked[0] > IDLE:
            self._asked = now, self._watcher.eye()
        return self._asked[1]

    def _passed(self, seconds: float, *, looked: bool) -> None:
        state = self._state
        known = self.sight.state == state.phase and state.lying is not None  # not lost since it looked
        shaken = state.beside and state.phase == "empty"  # what moves beyond the areas may be a hand with the dice
        self._watcher.passed(seconds, state.phase if known and not shaken else None, looked=looked)

    def _told(self, state: Watched, seen: Tray | None) -> None:
        if seen:
            self.dice = (*seen.thrown, *seen.aside, *seen.left)
        elif state.lying is None:
            self.dice = ()
        if state.black:
            self._tell(Sight("blind", BLACK, moved=self.sight.moved))
        else:
            self._tell(Sight(state.phase, covered=state.covered, away=state.elsewhere, moved=self.sight.moved))

    def _follow(self, frame: Frame, seconds: float) -> None:
        """Now and then, while nothing moves, see whether the areas still lie where they were drawn."""
        place = self._place
        if place is None or self._state.phase not in ("empty", "read") or 0 <= seconds - self._looked < DRIFT:
            return
        self._looked = seconds
        lying = self._state.lying
        move = drift(place.picture, remembered(frame), lying.shares if lying else ())
        with self._laying:
            if self._place is not place:
                return  # others were drawn meanwhile, or none
            if move is not None:
                self._zones = place.zones.moved(move)
            self.sight = replace(self.sight, moved=move is None)

    def _blind(self, sentence: str) -> None:
        self._state = START
        if self._blinded != sentence:
            log.warning(sentence)
            self._blinded = sentence
        self._tell(Sight("blind", sentence, moved=self.sight.moved))
        self._ending.wait(0.5)

    def _tell(self, sight: Sight) -> None:
        self.sight = sight
        if self._blinded and sight.state in ("empty", "read"):
            log.info("The camera's pictures are read again.")
            self._blinded = ""
        if sight == self._last:
            return
        try:
            self._watcher.noticed(sight)
            self._last = sight
        except Exception as error:  # noqa: BLE001 - nor does a fault in telling end the thread: it is told again
            if self._last is not None:
                log.warning("Nobody can be told how the camera is (%s): it goes on.", type(error).__name__)
            self._last = None
