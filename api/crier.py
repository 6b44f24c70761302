"""The crier: tells those who watch a match what changed in it, and no more than that."""

from dataclasses import dataclass, field

from api import telling, wire
from api.live import CHANGE, VIEW, Event, Hub
from api.table import Sheet


@dataclass(frozen=True, slots=True)
class Crier:
    """Tells a hub of matches; hears of each match in order, one at a time."""

    hub: Hub
    _told: dict[str, wire.Match] = field(default_factory=dict)

    def announce(self, sheet: Sheet) -> None:
        """Tell what changed since the last time; all of it to who may not have heard that."""
        watched = self.hub.watched
        for gone in self._told.keys() - watched:
            self._told.pop(gone, None)  # another match may be told of at the same time
        if sheet.id not in watched:
            return
        before, now = self._told.get(sheet.id), telling.match_of(sheet)
        self._told[sheet.id] = now
        told = (CHANGE, telling.change_of(before, now)) if before else (VIEW, now)
        self.hub.tell(sheet.id, Event(told[0], told[1].model_dump_json(), sheet.seq))
