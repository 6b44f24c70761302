"""A reading drawn on its picture: each die outlined and named, the doubtful ones and what may be one in amber."""

import cv2
import numpy as np

from vision.reading import Frame, Pixels, Reading, Sighting

SURE = (96, 190, 60)  # BGR, calm green
DOUBTFUL = (0, 165, 255)  # BGR, amber
INK = (255, 255, 255)
SURE_AT = 0.9  # only for the colour of a die in a reading that asks


def draw(frame: Frame, reading: Reading) -> Pixels:
    """The frame with its reading on top, (H, W, 3) uint8 BGR; the frame itself stays as it was."""
    canvas = frame.pixels.copy()
    thick = max(round(max(frame.width, frame.height) / 500), 1)
    for die in (die.scaled(1 / frame.shrink) for die in reading.dice):
        colour = SURE if _calm(die, reading) else DOUBTFUL
        _outline(canvas, die, colour, thick)
        _name(canvas, die, colour, thick)
    for box in reading.suspects:
        x0, y0, x1, y1 = (round(side / frame.shrink) for side in box)
        cv2.rectangle(canvas, (x0, y0), (x1, y1), DOUBTFUL, thick, cv2.LINE_AA)
    return canvas


def _calm(die: Sighting, reading: Reading) -> bool:
    return reading.verdict == "sure" or (die.state == "flat" and die.face is not None and die.p >= SURE_AT)


def _outline(canvas: Pixels, die: Sighting, colour: tuple[int, int, int], thick: int) -> None:
    x0, y0, x1, y1 = (round(side) for side in die.box)
    cv2.rectangle(canvas, (x0, y0), (x1, y1), colour, thick, cv2.LINE_AA)
    cv2.polylines(
        canvas, [np.array(die.quad, np.int32)], isClosed=True, color=colour, thickness=thick, lineType=cv2.LINE_AA
    )


def _name(canvas: Pixels, die: Sighting, colour: tuple[int, int, int], thick: int) -> None:
    """The face on a label above the box, or inside it where there is no room above."""
    text = "?" if die.face is None else f"{die.face} {die.p:.0%}"
    scale = max((die.box[2] - die.box[0]) / 90, 0.45)
    (width, height), low = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
    x = round(min(max(die.box[0], 0), max(canvas.shape[1] - width - 4, 0)))
    y = round(die.box[1]) - low - 2 if die.box[1] > height + low + 4 else round(die.box[1]) + height + 4
    cv2.rectangle(canvas, (x, y - height - 4), (x + width + 4, y + low), colour, -1)
    cv2.putText(canvas, text, (x + 2, y - 1), cv2.FONT_HERSHEY_SIMPLEX, scale, INK, thick, cv2.LINE_AA)
