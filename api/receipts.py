"""The receipts: show me that roll - its picture, what the eye read, by which nets, who said otherwise and when."""

from fastapi import APIRouter
from pydantic import BaseModel, Field

from api import wire
from api.problem import Problem
from api.routes import InHouse, MatchId, SeqInPath, problems
from api.table import Sheet
from scoring.match import Amend

in_receipts = APIRouter(prefix="/api/matches/{match_id}", responses=problems(404, 409))


class Correction(BaseModel):
    """An amendment of an entry."""

    seq: int
    event: str
    author: str | None
    at: str


class Receipt(BaseModel):
    """An entry with its proof; `read` is what the eye saw where there is a picture, `event` what counts now."""

    seq: int
    written: str = Field(examples=["roll 1 3 3 4 4 6"])
    event: str | None = Field(description="None where it was undone or cut.")
    author: str | None
    at: str
    read: list[str | None] | None
    corrected: bool
    corrections: list[Correction]
    picture: str | None = Field(description="Where the picture is, as long as it is kept.")
    reading: wire.Reading | None


@in_receipts.get("/rolls/{seq}")
def show_roll(match_id: MatchId, seq: SeqInPath, house: InHouse) -> Receipt:
    """Show that roll: its picture, what was read in it, and who corrected it."""
    sheet = house.table.sheet(match_id)
    if seq > sheet.seq:
        raise Problem(404, f"There is no entry {seq}: this match has {sheet.seq}.", "entry")
    line = sheet.lines[seq - 1]
    reading = house.album.reading(line.picture) if line.picture else None
    read = [die.face for die in reading.dice] if reading else None
    event = next((str(play.event) for play in sheet.match.line.plays if play.n == seq), None)
    counts = (event or line.text).split()[1:]
    return Receipt(
        seq=seq,
        written=line.text,
        event=event,
        author=line.author,
        at=line.at,
        read=read,
        corrected=event not in {None, line.text} or (read is not None and sorted(map(str, read)) != sorted(counts)),
        corrections=_corrections(sheet, seq),
        picture=f"/api/matches/{match_id}/receipts/{seq}" if reading else None,
        reading=reading,
    )


def _corrections(sheet: Sheet, seq: int) -> list[Correction]:
    pairs = zip(sheet.lines, sheet.match.entries, strict=True)
    return [
        Correction(seq=line.seq, event=str(entry.event), author=line.author, at=line.at)
        for line, entry in pairs
        if isinstance(entry, Amend) and entry.n == seq
    ]
