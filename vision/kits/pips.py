"""Ordinary dice with pips, of any colour."""

from scoring.dice import Face
from vision.kit import Kit

KIT = Kit(
    id="pips",
    title="Pip dice, 1 to 6",
    faces=tuple(Face.parse(symbol) for symbol in ["1", "2", "3", "4", "5", "6"]),
    finder="dice-finder",
    lean="dice-lean",
    hidden="dice-hidden",
    parts="dice-parts",
    corners="dice-corners",
    reader="pips-reader",
    referees=("pips-referee", "pips-umpire"),
    width=1.3,
)
