"""The demo: pictures of throws that come with Croupier, each with what truly lies there in labels.tsv."""

from functools import cache
from importlib.resources import files

from scoring.dice import Roll
from scoring.events import Throw
from scoring.match import Match

GAME = "jack-stone"
PLAYERS = ("Ann", "Bob")
OPTIONS = {"totals": "7600, 5900"}  # a few turns before the end


@cache
def pictures() -> tuple[tuple[str, int], ...]:
    """The pictures in the order in which they are thrown, each with the number of its dice."""
    labels = files(__name__).joinpath("labels.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in labels.splitlines() if "\t" in line and not line.startswith("#")]
    return tuple((name, len(Roll.parse(roll))) for name, roll in rows if name.endswith(".jpg"))


def counts() -> list[int]:
    """The numbers of dice of which there is a picture."""
    return sorted({dice for _, dice in pictures()})


def first() -> tuple[str, bytes]:
    """The first picture and its name."""
    name, _ = pictures()[0]
    return name, files(__name__).joinpath(name).read_bytes()


def throw(match: Match) -> bytes | None:
    """The next picture with as many dice as the match awaits, over and over in order; None when there is none."""
    fitting = [name for name, dice in pictures() if dice == match.view.awaits.dice]
    if not fitting:
        return None
    throws = [play.event.roll for play in match.line.plays if isinstance(play.event, Throw)]
    before = sum(len(roll) == match.view.awaits.dice for roll in throws)
    return files(__name__).joinpath(fitting[before % len(fitting)]).read_bytes()
