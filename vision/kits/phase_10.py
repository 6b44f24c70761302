"""The ten dice of Phase 10 Dice: numbers and wilds in four colours."""

from scoring.dice import COLOURS, Die, Face, Roll
from vision.kit import Kit

NUMBERS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "W")
# The faces of one real set, as in `scoring/layout.py`; a test keeps the two alike.
HIGH = ("5R 6O 7B 8G 9O 10G", "5G 6R 7G 8O 9B 10R", "5O 6B 7R 8B 9G 10O", "5R 6G 7O 8B 9R 10B", "5B 6B 7R 8O 9R 10G",
        "5B 6O 7G 8R 9G 10O")  # fmt: skip
LOW = ("1B 2G 3O 4G WR WO", "1R 2B 3G 4O WB WO", "1O 2R 3R 4B WG WB", "1G 2O 3B 4R WR WG")

KIT = Kit(
    id="phase-10",
    title="Phase 10 Dice",
    faces=tuple(Face(number, colour) for number in NUMBERS for colour in COLOURS),
    finder="dice-finder",
    lean="dice-lean",
    corners="dice-corners",
    exact=True,
    reader="phase-10-reader",
    width=0.9,
    most=10,
    dice=tuple(
        Die(f"{letter}{place}", Roll.parse(faces).faces)
        for letter, side in (("D", HIGH), ("L", LOW))
        for place, faces in enumerate(side, 1)
    ),
)
