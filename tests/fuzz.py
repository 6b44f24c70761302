"""Evenings of careless players: whatever they do, no throw may be entered that nobody threw.

Run it with `python -m tests.fuzz [EVENINGS] [FIRST]`; it ends with 1 when one was, and tells what was done before. Kept
dice are pushed in the motion of a throw or taken away, dice lean, are late or hidden, and are drawn over by a hand;
players tap in some of it, early or late, say that a throw was none, take back, and enter anew a part of what they took
back. The camera is lost for a while, or sees all anew. There are no pictures: what rests is
told to the dealer as `vision.throw.compare` and `vision.throw.tray` tell it, by an eye that misreads nothing but dice
that lean.
"""

import random
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

from api.camera import Sight
from api.hands import played
from scoring.dice import Face, Roll, RuleError
from scoring.events import Throw
from scoring.games import game
from scoring.match import Match
from tests.api.plays import Evening
from tests.api.test_dealer import FRAME, blind, sighted
from tests.api.test_hands import OPTIONS, faces_thrown
from vision.reading import Reading, Sighting
from vision.throw.settle import MOVED, Eye
from vision.throw.tray import Tray

GAMES = ("farkle", "jack-stone", "high-roll", "ten-thousand", "phase-10", "ten-grand", "yahtzee")
EVENINGS = 60  # of each game
STEPS = 40  # throws and choices of an evening, at most
TOLD = 9  # lines of the story that lead to a fault
LEANS = "One die leans: lay it flat or throw it again."


@dataclass(frozen=True)
class Die:
    """A die that lies somewhere: no two places are the same."""

    face: Face
    place: int
    leans: bool = False

    def seen(self) -> Sighting:
        """How the eye sees it."""
        (flat,) = sighted(Roll((self.face,)))
        return replace(flat, state="cocked") if self.leans else flat


class Lookout:
    """What rests beside what rested before: which dice are new, and which complete the throw before."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.was: dict[int, Die] = {}
        self.open: frozenset[int] = frozenset()
        self.moved = False

    def sees(self, now: dict[int, Die], expect: int | None, kit: str, *, hand: bool) -> Tray:
        """Tell what lies there at a rest; a `hand` was the last that moved."""
        was, self.was = self.was, dict(now)
        new = [n for n, die in now.items() if was.get(n) != die]
        gone = {n: die for n, die in was.items() if now.get(n) != die}
        seen = {n: die.seen() for n, die in now.items()}
        waiting = self._waiting(was, gone)
        if not new:
            self.open, self.moved = waiting, bool(waiting) and self.moved
            return Tray(FRAME, aside=tuple(seen.values()))
        if hand and len(new) != expect and reappear(new, now, gone):
            self.open = frozenset()
            return Tray(FRAME, aside=tuple(seen.values()), shoved=tuple(seen[n] for n in new))
        again = bool(waiting) and not any(was[n].leans for n in waiting)
        others = {n: die for n, die in gone.items() if not (again and n in self.open)}
        self.moved = (again and self.moved) or reappear(new, now, others)
        thrown = [*new, *waiting] if again else new
        self.chance.shuffle(thrown)
        leans = any(now[n].leans for n in thrown)
        self.open = frozenset(thrown) if leans or (expect is not None and len(thrown) < expect) else frozenset()
        dice, aside = tuple(seen[n] for n in thrown), tuple(seen[n] for n in seen if n not in thrown)
        doubts = (LEANS,) * leans + (MOVED,) * self.moved
        reading = Reading(64, 48, kit, dice, "ask" if doubts else "sure", doubts, 1.0)
        laid = Tray(FRAME, dice, aside, doubts=doubts, reading=reading, again=again, stayed=bool(aside))
        came = tuple(seen[n] for n in new) if again else ()
        return replace(laid, came=came, gone=tuple(die.seen() for die in gone.values()))

    def _waiting(self, was: dict[int, Die], gone: dict[int, Die]) -> frozenset[int]:
        """The dice of an open throw that stayed; none if one was taken up that had not to be laid right."""
        if any(not was[n].leans for n in self.open.intersection(gone)):
            return frozenset()
        return self.open.difference(gone)


class Players:
    """What truly happens at a table, and what the score has of it."""

    def __init__(self, game_id: str, seed: int, folder: Path) -> None:
        self.chance = random.Random(seed)  # noqa: S311 - the same evenings each time
        options = {"keep_rule": "any"} if game_id == "jack-stone" and seed % 2 else OPTIONS.get(game_id, {})
        self.truth = Match.start(game_id, ["Ann", "Bob"], options)
        self.kit = game_id if game_id in ("ten-grand", "phase-10") else "pips"
        self.evening = Evening(folder, self.truth, "hands-free", Eye(blind, 0.99), self.kit)
        self.lookout = Lookout(self.chance)
        self.lie: dict[int, Die] = {}
        self.at, self.places, self.asked, self.wrong = 0.0, 0, 0, False
        self.story: list[str] = []
        self.rests()

    def may(self, share: float) -> bool:
        """Whether something that happens now and then happens now."""
        return self.chance.random() < share

    def rests(self, *, hand: bool = False) -> None:
        """Nothing moves, and the dealer hears what lies there."""
        self.at += 1
        dealer, asked = self.evening.dealer, self.evening.dealer.eye()
        if asked and (self.lie != self.lookout.was or self.at == 1):
            seen = self.lookout.sees(self.lie, asked.expect, self.kit, hand=hand)
            dealer.laid(seen, self.at)
            self.story.append(f"  seen: {seen.roll}{' again' * seen.again}, beside {len(seen.aside)}: {self.question}")
        dealer.passed(self.at + 0.1, "read" if self.lie else "empty")
        have, threw = throws_of(self.evening.sheet.match), throws_of(self.truth)
        self.wrong |= have != threw[: len(have)]

    @property
    def question(self) -> str:
        """What the players are asked, if they are."""
        asked = self.evening.dealer.questions.at(self.evening.sheet)
        return asked.says if asked else "nothing is asked"

    def taps(self) -> None:
        """Somebody sees to it that the score has all that happened, and nothing else."""
        have, true = plays_of(self.evening.sheet.match), plays_of(self.truth)
        same = next((n for n, pair in enumerate(zip(have, true, strict=False)) if len(set(map(alike, pair))) > 1), None)
        same = min(len(have), len(true)) if same is None else same
        if same == len(have) == len(true):
            return

        def move(match: Match) -> Match:
            for _ in have[same:]:
                match = match.undo()
            return played(match, tuple(true[same:]))

        self.evening.table.write(self.evening.id, self.evening.sheet.seq, move)
        self.story.append(f"  tapped: {'undo, ' * (len(have) - same)}{', '.join(true[same:])}")
        self.at += 0.2
        self.evening.dealer.passed(self.at, "read" if self.lie else "empty")

    def goes_on(self) -> bool:
        """One throw or choice more; False where the evening is over."""
        view = self.truth.view
        if view.over or self.wrong:
            return False
        stops = any(offer.event == "bank" for offer in view.offers)
        if view.awaits.what == "roll" and not (stops and self.may(0.4)):
            return self.throws()
        return self.chooses()

    def throws(self) -> bool:
        """The dice that are not kept are thrown, and somebody tells it, sooner or later."""
        after = thrown(self.truth, self.chance)
        if after is None:
            return False
        dice = self.chance.sample(throws_of(after)[-1], len(throws_of(after)[-1]))
        self._takes_up(len(dice))
        self.story.append(f"{self.truth.view.player} throws {' '.join(dice)}")
        self.truth = after
        if self.may(0.2):
            self.taps()
        self._come([Face.parse(face) for face in dice])
        missing = len(throws_of(self.truth)) - len(throws_of(self.evening.sheet.match))
        self.asked += missing > 0
        if self.may(0.05):
            self._looks_away()
        if self.may(0.08):
            self._anew()
        if self.may(0.9):
            self.taps()
        if self.may(0.08) and self.evening.sheet.match.line.plays:
            self.evening.table.write(self.evening.id, self.evening.sheet.seq, Match.undo)
            self.story.append("  tapped: undo")
            if self.may(0.7):
                self.taps()
        return True

    def chooses(self) -> bool:
        """Something is kept, or the points are taken."""
        offers = [offer for offer in self.truth.view.offers if offer.event != "break"]
        if not offers:
            return False
        best = max(offers, key=lambda offer: offer.points or 0)
        event = self.chance.choice(offers).event if self.may(0.5) else best.event
        self.story.append(f"{self.truth.view.player}: {event}")
        self.truth = self.truth.play(event)
        if self.may(0.35):
            self.taps()
        if event == "bank":
            self.lie = {}
            if self.may(0.7):  # else they are thrown on in the same motion
                self.rests(hand=True)
                self.at += self.chance.choice((0.5, 4.0))
                self.rests()
        return True

    def _takes_up(self, due: int) -> None:
        """All but what was kept is taken up; kept dice are moved, or forgotten."""
        kept = [] if due == len(game(self.truth.game).dice) else list(self.truth.view.kept)
        stay = []
        for n, die in self.lie.items():
            if die.face in kept:
                kept.remove(die.face)
                stay.append(n)
        rests = self.may(0.5)
        if rests and self.may(0.3):
            self._push(stay)
        if rests and self.may(0.15):
            stay = []
        self.lie = {n: self.lie[n] for n in stay}
        if rests:
            self.rests(hand=True)
        if self.may(0.06):
            self._looks_away()
        if stay and self.may(0.35):
            self._push(stay if self.may(0.5) else [self.chance.choice(stay)])

    def _looks_away(self) -> None:
        """The camera is lost for a moment, or its picture is turned, so that all that lies there looks new."""
        dealer, seconds = self.evening.dealer, self.at + 0.2
        if self.may(0.5):
            for sight in (Sight("lost"), Sight("read")):
                dealer.noticed(sight)
            self.story.append("  lost for a moment")
            return
        self.lookout = Lookout(self.chance)
        dealer.turned()
        if asked := dealer.eye() if self.lie else None:
            dealer.laid(self.lookout.sees(self.lie, asked.expect, self.kit, hand=False), seconds)
        self.story.append(f"  all is seen anew: {self.question}")

    def _anew(self) -> None:
        """Some plays are taken back, as the first of them was wrong, and as many or fewer entered once more."""
        have = plays_of(self.evening.sheet.match)
        back = self.chance.randint(0, min(4, len(have)))
        again = have[len(have) - back :][: self.chance.randint(0, back)]
        for entry in (*["undo"] * back, *again):
            self.evening.table.write(
                self.evening.id, self.evening.sheet.seq, lambda match, entry=entry: match.add(entry)
            )
        self.story.append(f"  tapped: {'undo, ' * back}{', '.join(again)}: {self.question}")
        self.at += 0.2
        self.evening.dealer.passed(self.at, "read" if self.lie else "empty")

    def _push(self, dice: list[int]) -> None:
        for n in dice:
            self.places += 1
            self.lie[n] = replace(self.lie[n], place=self.places)
        self.story.append(f"  pushed: {' '.join(str(self.lie[n].face) for n in dice)}")

    def _come(self, dice: list[Face]) -> None:
        """Dice come to rest: some of them late, or one that leans and is laid flat."""
        late = self.chance.randint(1, min(2, len(dice) - 1)) if len(dice) > 1 and self.may(0.35) else 0
        self._lay(dice[: len(dice) - late])
        last, flat = max(self.lie), dice[len(dice) - late - 1]
        if leans := not late and self.may(0.1):
            seems = self.chance.choice(dice) if self.may(0.5) else flat
            self.lie[last] = replace(self.lie[last], face=seems, leans=True)
        self.rests()
        if self.may(0.2):
            self.taps()
        elif self.may(0.1):
            self.evening.dealer.dismiss(self.evening.id)
            self.story.append("  said: No")
        if leans:
            self.lie[last] = Die(flat, self.places + 1)
            self.places += 1
        self._lay(dice[len(dice) - late :])
        self.rests()

    def _lay(self, dice: list[Face]) -> None:
        for face in dice:
            self.places += 1
            self.lie[self.places] = Die(face, self.places)


def reappear(new: list[int], now: dict[int, Die], gone: dict[int, Die]) -> bool:
    """Whether dice show what some of those did that are gone."""
    return not Counter(now[n].face for n in new) - Counter(die.face for die in gone.values())


def alike(event: str) -> tuple[str, ...]:
    """An event, whatever the order of its dice."""
    return tuple(sorted(event.split()))


def plays_of(match: Match) -> list[str]:
    """All that was played."""
    return [str(play.event) for play in match.line.plays]


def throws_of(match: Match) -> list[tuple[str, ...]]:
    """The faces of all throws."""
    events = (play.event for play in match.line.plays)
    return [tuple(sorted(map(str, event.roll))) for event in events if isinstance(event, Throw)]


def thrown(match: Match, chance: random.Random) -> Match | None:
    """The match after a throw, None where no dice can show what may be thrown."""
    for _ in range(60):
        try:
            return match.play(Throw(faces_thrown(match, chance)))
        except RuleError:
            continue
    return None


def evening(game_id: str, seed: int) -> tuple[int, int, list[str]]:
    """Play one: how many throws there were, how many the camera left to the players, and a fault's story."""
    with tempfile.TemporaryDirectory() as folder:
        players = Players(game_id, seed, Path(folder))
        for _ in range(STEPS):
            if not players.goes_on():
                break
        have = ", ".join(plays_of(players.evening.sheet.match)[-TOLD:])
        players.evening.close()
        story = [*players.story[-TOLD:], f"entered: {have}"] if players.wrong else []
        return len(throws_of(players.truth)), players.asked, story


def main(evenings: int = EVENINGS, first: int = 0) -> int:
    """Play them; 0 when nothing wrong was entered."""
    faults = 0
    for game_id in GAMES:
        threw = asked = 0
        for seed in range(first, first + evenings):
            throws, left, story = evening(game_id, seed)
            threw, asked, faults = threw + throws, asked + left, faults + bool(story)
            if story:
                print(f"{game_id}, evening {seed}:", *story, sep="\n")  # noqa: T201 - a report
        print(f"{game_id}: {threw} throws, {asked} left to the players", flush=True)  # noqa: T201
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
