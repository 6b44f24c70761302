"""What remains of a log: the plays that stand, what each of them has been, and the state that they lead to."""

from dataclasses import dataclass

from scoring.events import Event
from scoring.game import State


@dataclass(frozen=True)
class Play:
    """An event that stands, with all that it has been: its versions, and the state after it.

    Each version, the oldest first, has the number of the entry that made it so. `said` is the number of the entry in
    which somebody last told it, and may be older: what is kept of a throw changes with every correction of the throw.
    """

    versions: tuple[tuple[int, Event], ...]
    said: int
    state: State

    @property
    def n(self) -> int:
        """The number of the entry that recorded it."""
        return self.versions[0][0]

    @property
    def event(self) -> Event:
        """What it is now."""
        return self.versions[-1][1]

    def at(self, n: int) -> Event:
        """Give what it was when entry n had been written."""
        return [event for entry, event in self.versions if entry <= n][-1]


@dataclass(frozen=True)
class Line:
    """What remains of a log: the state at the start, the plays that stand, and those that may be played again."""

    start: State
    plays: tuple[Play, ...] = ()
    undone: tuple[Play, ...] = ()

    @property
    def state(self) -> State:
        """The state after the last play that stands."""
        return self.plays[-1].state if self.plays else self.start

    def parted(self, n: int) -> tuple["Line", tuple[Play, ...]]:
        """Part it before the play of entry n: what comes before, and that play with all after it, if it stands."""
        place = next((place for place, play in enumerate(self.plays) if play.n == n), len(self.plays))
        return Line(self.start, self.plays[:place]), self.plays[place:]
