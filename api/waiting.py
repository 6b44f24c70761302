"""What waits for a word: the last photo of a match that was neither played as it came nor dropped."""

from collections import Counter
from collections.abc import Sequence

from api import wire
from api.live import Hub
from api.table import Sheet


def waiting(hub: Hub, sheet: Sheet) -> wire.Looked | None:
    """The reading of a photo that waits, where the throw that it shows is still due."""
    photo = hub.waits(sheet.id)
    if photo is None:
        return None
    look = wire.Looked.model_validate_json(photo.data)
    if not (sheet.due_since(look.seq) and sheet.match.view.awaits.what == "roll"):
        hub.forget(sheet.id, photo)
        return None
    return look.model_copy(update={"seq": sheet.seq})


def shows_others(look: wire.Looked | None, dice: Sequence[str | None]) -> bool:
    """Whether a photo that waits shows other dice than these; one that shows none is of no throw."""
    seen = [die.face for die in look.reading.dice] if look else []
    return bool(seen) and not may_be_one(seen, dice)


def may_be_one(dice: Sequence[str | None], others: Sequence[str | None]) -> bool:
    """Whether two readings may be of one throw: as many dice, with the same faces but for those that nobody knows.

    >>> may_be_one(["1", "5", None], ["5", "4", "1"]), may_be_one(["1", "5"], ["1", "6"])
    (True, False)
    """
    (known, unknown), (seen, unseen) = (
        (Counter(face for face in some if face), some.count(None)) for some in (dice, others)
    )
    return len(dice) == len(others) and (known & seen).total() + unknown + unseen >= len(dice)
