"""What a reader may answer: a face of its kit, a die that shows none of them, or no die at all."""

from dataclasses import dataclass
from itertools import product

from vision.kit import kit as kit_of

OTHER, NOTHING = "other", "nothing"
DIE = "die"  # of what an edge cuts: nobody can tell what it shows, so any answer is right but "nothing"


@dataclass(frozen=True)
class Answers:
    """The symbols of a kit and the letters of its colours, if it has any."""

    symbols: tuple[str, ...]
    colours: tuple[str, ...] = ()

    @property
    def faces(self) -> tuple[str, ...]:
        """Every face in notation, symbol by symbol.

        >>> Answers(("9", "10"), ("R", "G")).faces
        ('9R', '9G', '10R', '10G')
        """
        return tuple(symbol + colour for symbol, colour in product(self.symbols, self.colours or ("",)))

    @property
    def mirrored(self) -> bool:
        """Whether a face means the same in a mirror, as pips do.

        >>> Answers(("1", "6")).mirrored, Answers(("A", "10")).mirrored
        (True, False)
        """
        return not self.colours and set(self.symbols) <= set("123456")

    @property
    def labels(self) -> tuple[str, ...]:
        """All answers in the order of the reader's scores."""
        return (*self.faces, OTHER, NOTHING)

    def index(self, label: str) -> int:
        """The place of an answer among the scores; -1 of DIE, which is none.

        >>> Answers(("1", "6")).index("6"), Answers(("1", "6")).index(DIE)
        (1, -1)
        """
        return -1 if label == DIE else self.labels.index(label)

    def to(self, face: str) -> str:
        """The answer to a die that shows this."""
        return face if face in self.faces else OTHER


def answers(kit: str) -> Answers:
    """What the reader of that kit may answer.

    Raises:
        ValueError: the kit's faces are not every symbol in every colour, in that order.
    """
    shown = kit_of(kit).faces
    found = Answers(
        tuple(dict.fromkeys(face.symbol for face in shown)),
        tuple(dict.fromkeys(face.colour for face in shown if face.colour)),
    )
    if found.faces != tuple(map(str, shown)):
        raise ValueError(f"The kit {kit!r} must list every symbol in every colour, symbol by symbol.")
    return found
