"""Corrections that teach: a die that was misread in play becomes an example of the players' own set, if they say so."""

from dataclasses import replace
from functools import partial

from anyio import to_thread
from fastapi import APIRouter

from api import wire
from api.crop import cut_out, data_uri, small
from api.decoder import DECODER
from api.eyes import as_played
from api.house import House, InHouse, MatchId, SeqInPath, problems
from api.own import ONE, PLACE, remembered, told
from api.problem import Problem
from api.sender import FromSender
from api.store import Once
from api.table import Sheet
from vision.own.correction import corrected
from vision.own.dice import face_of
from vision.reading import Frame

corrections = APIRouter(prefix="/api/matches/{match_id}", responses=problems(404, 409))


@corrections.post("/rolls/{seq}/lesson")
async def learn(
    match_id: MatchId, seq: SeqInPath, asked: wire.Shows, house: InHouse, sender: FromSender
) -> wire.Lesson:
    """Let the players' own set learn a die of that roll, which shows what the roll says now.

    A set that would read worse what it was shown before stays as it was, and the refusal says so.
    """
    return await to_thread.run_sync(partial(_learned, house, match_id, seq, asked, sender.once), limiter=ONE)


def _learned(house: House, match_id: str, seq: int, asked: wire.Shows, once: Once | None) -> wire.Lesson:
    sheet = house.table.sheet(match_id)
    if not sheet.heading.dice:
        raise Problem(409, "This match is played with usual dice: only dice that you taught can learn from it.", "dice")
    reading, frame = _seen(house, sheet, seq)
    face = face_of(asked.face)
    if str(face) not in _counted(sheet, seq):
        raise Problem(409, f"The roll says nothing of {face}: correct it first, then let the dice learn.", "face")
    if asked.die >= len(reading.dice):
        raise Problem(409, f"There is no die {asked.die + 1}: I saw {len(reading.dice)} in that picture.", "die")
    box = reading.dice[asked.die].box
    cut = cut_out(replace(frame, original=(reading.width, reading.height)), box)
    with house.eyes.sets.alone():
        eye = house.eyes.own(sheet.heading.dice)
        dice, played = eye.dice, as_played(eye.kit, sheet.heading)
        if not house.table.done(PLACE, once):
            x0, y0, x1, y1 = (side * frame.width / reading.width for side in box)
            dice = corrected(eye, frame, (x0, y0, x1, y1), face, played)
            house.eyes.sets.put(dice)
            remembered(house, once)
    crops = [] if cut is None else [data_uri(small(cut))]
    name = eye.taught_as(face, played)
    return wire.Lesson(face=name, boxes=[box], crops=crops, learned=1, doubt="", dice=told(dice, house))


def _seen(house: House, sheet: Sheet, seq: int) -> tuple[wire.Reading, Frame]:
    """What was read in the picture behind an entry, and the picture."""
    name = sheet.lines[seq - 1].picture if seq <= sheet.seq else None
    reading, picture = (house.album.reading(name), house.album.picture(name)) if name else (None, None)
    if reading is None or picture is None:
        raise Problem(404, "There is no picture behind this entry: show the face anew on Teach my dice.", "picture")
    return reading, DECODER.decoded(picture)


def _counted(sheet: Sheet, seq: int) -> list[str]:
    """The faces that count now of the play that an entry recorded, or amended."""
    return str(sheet.counts(seq) or "").split()[1:]
