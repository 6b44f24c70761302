"""The head of a match: who sits down, and by which of the house's rules."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping

from scoring.dice import Die, Face, quoted
from scoring.game import Game, HeaderError, Option

LONGEST_NAME = 40
UNIT, MOST = 50, 100_000  # points that dice pay are multiples of one, and no more than the other
BLANK = "\u034f\u115f\u1160\u2800\u3164\uffa0"  # letters and signs that show nothing
LANDS = ("gbeng", "gbsct", "gbwls")  # whose flags are a black one with unseen letters behind it

# What nobody sees itself but in its neighbours: what joins or parts two of them, as in Persian or between emoji, what
# ends a Malayalam word, and the land behind a flag.
_JOINER = re.compile("(?<=[^ \u200c\u200d])[\u200c\u200d](?=[^ \u200c\u200d])|(?<=\u0d4d)\u200d")
_LAND = re.compile(
    f"(?<=\U0001f3f4)({'|'.join(''.join(chr(0xE0000 + ord(one)) for one in land) for land in LANDS)})\U000e007f"
)

ADVICE = Option(
    "advice",
    "on",
    {"on": "Shown", "off": "Not shown"},
    "Whether the odds and the best play are shown beside the game.",
)


def options_of(game: Game) -> tuple[Option, ...]:
    """List what households choose: the game's own rules, and what every match may choose."""
    return (*game.options, ADVICE)


def seated(game: Game, names: Iterable[str]) -> tuple[str, ...]:
    """Check the players' names and return them in seat order."""
    players = tuple(map(spelled, names))
    fewest, most = game.seats
    if not fewest <= len(players) <= most:
        raise HeaderError("players", f"{game.title} is for {fewest} to {most} players, not {len(players)}.")
    for name in players:
        _check_name(name)
    seen = [_JOINER.sub("", name) for name in players]
    twice = next((name for name, alike in zip(players, seen, strict=True) if seen.count(alike) > 1), None)
    if twice is not None:
        raise HeaderError("players", f"Two players are called {twice}: give each a name of their own.")
    return players


def spelled(name: str) -> str:
    """Spell a name in one way, however it was typed.

    >>> spelled(" Ann   Zoe\u0308") == "Ann Zo\u00eb"
    True
    """
    return unicodedata.normalize("NFC", re.sub(" +", " ", name).strip())


def _check_name(name: str) -> None:
    if not name:
        raise HeaderError("players", "A player has no name: give each player one.")
    if len(name) > LONGEST_NAME:
        raise HeaderError("players", f"The name {name[:20]}… is too long: {LONGEST_NAME} letters are the most.")
    if {",", "#"} & {*name} or unseen_in(name):
        reason = f"A comma, a # or an unseen character (□) is in the name {quoted(shown(name))}: leave it out."
        raise HeaderError("players", reason)


def unseen_in(name: str) -> bool:
    """Whether a name has a character that nobody sees."""
    return shown(name).count("□") > name.count("□")


def shown(name: str) -> str:
    r"""A name with □ for what nobody sees of it; what joins emoji, or makes a flag of one, is left out.

    >>> shown("Ann\tLee Smith\u200c")
    'Ann□Lee Smith□'
    """
    seen = _LAND.sub("", _JOINER.sub("", name))
    return "".join("□" if _unseen(letter) else letter for letter in seen)


def _unseen(letter: str) -> bool:
    return letter in BLANK or (letter != " " and unicodedata.category(letter)[0] in "CZ")


def chosen(game: Game, options: Mapping[str, str]) -> dict[str, str]:
    """Fill in the defaults of the options that a header does not name, and refuse what the game does not know."""
    values = {option.name: option.default for option in options_of(game)}
    named: dict[str, str] = {}
    for key, value in options.items():
        name, spelled = _respelled(game, key, value)
        if name in named and named[name] != spelled:
            raise HeaderError(
                key, f"{quoted(f'{key}: {value}')} contradicts `{name}: {named[name]}`: keep one of them."
            )
        named[name] = _check(game, name, spelled)
    return values | named


def laid_dice(game: Game, options: Mapping[str, str]) -> tuple[Die, ...]:
    """Lay out the physical dice of a match whose header names these options.

    >>> from scoring.games import game
    >>> str(laid_dice(game("high-roll"), {"faces": "9 10 J Q K A"})[0].faces[5])
    'A'
    """
    return game.laid(chosen(game, options)) if game.laid else game.dice


def number(options: Mapping[str, str], name: str) -> int:
    """Read an option that is a whole number, 0 to 999,999,999.

    >>> number({"board_min": "1,200"}, "board_min")
    1200
    """
    text = options[name]
    if re.fullmatch("[0-9]{10,}", text):
        raise HeaderError(name, f"`{name}` is at most 999,999,999, not {quoted(text)}.")
    if not re.fullmatch(r"[0-9]{1,9}|[0-9]{1,3}(,[0-9]{3}){1,2}", text):
        raise HeaderError(name, f"`{name}` is a whole number, 0 or more, not {quoted(options[name])}.")
    return int(text.replace(",", ""))


def score(options: Mapping[str, str], name: str) -> int:
    """Read an option that says what dice pay: a multiple of 50, or 0 for nothing.

    >>> score({"straight": "1,500"}, "straight")
    1500
    """
    points = number(options, name)
    if points % UNIT or points > MOST:
        raise HeaderError(name, f"`{name}` is a multiple of {UNIT} up to {MOST:,}, not {quoted(options[name])}.")
    return points


def _respelled(game: Game, key: str, value: str) -> tuple[str, str]:
    """Read a header line by the option's own name: `first: throw` is `first_player: one_die` where a game says so."""
    name, _, spelled = game.spellings.get(f"{key}: {value.lower()}", f"{key}: {value}").partition(": ")
    return name, spelled


def _check(game: Game, name: str, value: str) -> str:
    choices = _choices(game, name)
    value = next((choice for choice in choices or () if choice == value.lower()), value)
    if choices is not None and value not in choices:
        allowed = " or ".join(f"`{choice}`" for choice in choices)
        raise HeaderError(name, f"`{name}` cannot be {quoted(value)}: choose {allowed}.")
    seen = _LAND.sub("", _JOINER.sub("", value))  # a value may name a player
    if not seen.isprintable() or "#" in seen:
        raise HeaderError(name, f"`{name}` is one line of plain text without a #, not {quoted(shown(value))}.")
    return value


def _choices(game: Game, name: str) -> Collection[str] | None:
    known = {option.name: option.choices for option in options_of(game)}
    if name in known:
        return known[name]
    spelled = tuple(line.removeprefix(f"{name}: ") for line in game.spellings if line.startswith(f"{name}: "))
    if not spelled:
        raise HeaderError(name, f"{game.title} has no option {quoted(name)}: its options are {', '.join(known)}.")
    return spelled


def stands(options: Mapping[str, str]) -> tuple[tuple[Face, Face], ...]:
    """Read what faces of other dice count as in a game that lets them be thrown (rule book 1, `face_map`).

    >>> [f"{face} is {counts}" for face, counts in stands({"face_map": "10=100 9=50"})]
    ['10 is 100', '9 is 50']
    """
    pairs = (pair.split("=") for pair in options.get("face_map", "").split())
    return tuple((Face.parse(face), Face.parse(counts)) for face, counts in pairs)
