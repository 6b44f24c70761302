"""An eye for the coloured squares of made-up tables."""

from collections.abc import Sequence
from functools import partial

import cv2
import numpy as np

from scoring.dice import Face
from tests.vision.scene import APART, HUES
from vision import doubt
from vision.reading import Frame, Reading, Sighting
from vision.throw.settle import Eye

PIPS = tuple(map(Face, "123456"))


def look(frame: Frame, faces: Sequence[Face] = PIPS, kit: str = "pips") -> Reading:
    """Read squares: their two hues are the number of the face, and what is higher than wide leans."""
    hsv = cv2.cvtColor(cv2.GaussianBlur(frame.pixels, (0, 0), 1), cv2.COLOR_BGR2HSV)
    hues = np.rint(hsv[..., 0] / APART).astype(int) % HUES
    mask = ((hsv[..., 1] > 120) & (hsv[..., 2] > 60)).astype(np.uint8)
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5)))  # where two hues meet there may be grey
    found = []
    for x, y, wide, high, area in cv2.connectedComponentsWithStats(mask)[2][1:]:
        if area > 150:
            left, right = (
                int(np.median(hues[y + 3 : y + high - 3, first : first + wide // 2 - 5]))
                for first in (x + 3, x + wide // 2 + 2)
            )
            number = left + HUES * ((right - left) % HUES)
            face = faces[number] if number < len(faces) else None
            box = (float(x), float(y), float(x + wide), float(y + high))
            quad = (box[:2], (box[2], box[1]), box[2:], (box[0], box[3]))
            found.append(Sighting(face, 0.999, None, box, quad, "cocked" if high > wide + 6 else "flat"))
    found.sort(key=lambda die: (die.box[1], die.box[0]))
    verdict, reasons = doubt.verdict(found, 0.99, 0, None)
    return Reading(frame.width, frame.height, kit, tuple(found), verdict, reasons, 1.0)


def seeing(faces: Sequence[Face], kit: str) -> Eye:
    """Give an eye for squares that stand for the faces of a kit, in that order."""
    return Eye(partial(look, faces=faces, kit=kit), 0.99)


EYE = seeing(PIPS, "pips")
