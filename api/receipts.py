"""The receipts: show me that roll - its picture, what the eye read, by which nets, who said otherwise and when."""

from dataclasses import replace
from typing import Annotated

import cv2
from fastapi import APIRouter, Path
from fastapi.responses import Response
from pydantic import BaseModel, Field

from api import wire
from api.crop import cut_out
from api.house import KEPT, House, InHouse, Jpeg, MatchId, SeqInPath, line_of, problems
from api.problem import Problem
from api.table import Sheet
from scoring.entry import Amend
from vision.picture import PictureError, load

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
    dice: list[str] = Field(description="Where each die that was read is, cut out of it.")
    reading: wire.Reading | None


@in_receipts.get("/rolls/{seq}")
def show_roll(match_id: MatchId, seq: SeqInPath, house: InHouse) -> Receipt:
    """Show that roll: its picture, what was read in it, and who corrected it."""
    sheet = house.table.sheet(match_id)
    line, counts = line_of(sheet, seq), sheet.counts(seq)
    reading = house.album.reading(line.picture) if line.picture else None
    read = [die.face for die in reading.dice] if reading else None
    entry = sheet.match.entries[seq - 1]
    said = str(entry.event) if isinstance(entry, Amend) else line.text
    event = None if counts is None else str(counts)
    faces = (event or said).split()[1:]
    address = f"/api/matches/{match_id}/receipts/{seq}"
    return Receipt(
        seq=seq,
        written=line.text,
        event=event,
        author=line.author,
        at=line.at,
        read=read,
        corrected=event not in {None, said} or (read is not None and sorted(map(str, read)) != sorted(faces)),
        corrections=_corrections(sheet, seq),
        picture=address if reading else None,
        dice=[f"{address}/dice/{place}" for place in range(1, 1 + len(read or []))],
        reading=reading,
    )


@in_receipts.get("/receipts/{seq}", response_class=Jpeg, responses={200: {"content": {"image/jpeg": {}}}})
def receipt(match_id: MatchId, seq: SeqInPath, house: InHouse) -> Response:
    """Show the picture behind a roll."""
    return _jpeg(house, line_of(house.table.sheet(match_id), seq).picture or "")


@in_receipts.get("/receipts/{seq}/reading")
def receipt_reading(match_id: MatchId, seq: SeqInPath, house: InHouse) -> wire.Reading:
    """Tell what the eye saw in the picture behind a roll."""
    reading = house.album.reading(line_of(house.table.sheet(match_id), seq).picture or "")
    if reading is None:
        raise Problem(404, "There is no picture behind this entry.", "picture")
    return reading


@in_receipts.get("/pictures/{name}", response_class=Jpeg, responses={200: {"content": {"image/jpeg": {}}}})
def picture(match_id: MatchId, name: str, house: InHouse) -> Response:
    """Show a picture that was looked at, whether it was played or not."""
    house.table.sheet(match_id)
    return _jpeg(house, name)


@in_receipts.get("/receipts/{seq}/dice/{place}", response_class=Jpeg, responses={200: {"content": {"image/jpeg": {}}}})
def show_die(
    match_id: MatchId, seq: SeqInPath, place: Annotated[int, Path(ge=1, le=wire.LARGEST)], house: InHouse
) -> Jpeg:
    """Show one die of the picture behind a roll, cut out; the first that was read is 1."""
    lines = house.table.sheet(match_id).lines
    name = (lines[seq - 1].picture if seq <= len(lines) else None) or ""
    picture, reading = house.album.picture(name), house.album.reading(name)
    gone = Problem(404, f"No die {place} was read in a picture behind entry {seq}, or it is kept no more.", "picture")
    if picture is None or reading is None or place > len(reading.dice):
        raise gone
    try:
        frame = replace(load(picture), original=(reading.width, reading.height))
    except PictureError as error:  # power failed while it was put away
        raise gone from error
    cut = cut_out(frame, reading.dice[place - 1].box)
    if cut is None:
        raise Problem(404, f"Die {place} of entry {seq} lies beside its picture.", "picture")
    return Jpeg(cv2.imencode(".jpg", cut)[1].tobytes(), headers=KEPT)


def _corrections(sheet: Sheet, seq: int) -> list[Correction]:
    pairs = zip(sheet.lines, sheet.match.entries, strict=True)
    return [
        Correction(seq=line.seq, event=str(entry.event), author=line.author, at=line.at)
        for line, entry in pairs
        if isinstance(entry, Amend) and entry.n == seq
    ]


def _jpeg(house: House, name: str) -> Response:
    data = house.album.picture(name)
    if data is None:
        raise Problem(404, "There is no such picture: it may be older than pictures are kept.", "picture")
    return Jpeg(data, headers=KEPT)
