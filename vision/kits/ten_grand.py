"""The dice of Ten Grand, and the poker dice that stand in for them: there a 10 is a 100 and a 9 is a 50."""

from scoring.dice import Face, Roll
from vision.kit import Kit

KIT = Kit(
    id="ten-grand",
    title="Ten Grand and poker dice",
    faces=Roll.parse("A K Q J 50 100 10 9").faces,
    finder="dice-finder",
    lean="dice-lean",
    corners="dice-corners",
    exact=True,
    reader="ten-grand-reader",
    referees=("ten-grand-referee",),
    width=0.9,
    most=6,
    stands=((Face("10"), Face("100")), (Face("9"), Face("50"))),
)
