"""Kits: what the dice of a household look like. One file a kit; the folder is the registry."""

import pkgutil
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType, ModuleType

from scoring.dice import Die, Face
from vision import kits as folder
from vision.marks import MARKED

STRANGE = "pips"  # the kit through whose eye dice of no kit are seen


class KitError(ValueError):
    """A kit that there is not, or twice; the sentence says which there are."""


@dataclass(frozen=True)
class Kit:
    """The looks of a set of dice."""

    id: str  # what the command line calls it
    title: str  # what people call it
    faces: tuple[Face, ...]  # every face its dice can show, in the order of the reader's answers
    finder: str  # as all nets here by the name of its weights
    reader: str
    referees: tuple[str, ...] = ()  # at most two, asked about dice that are not plain
    dice: tuple[Die, ...] = ()  # the physical dice, where these differ and not every roll can lie there
    most: int | None = None  # how many dice a set has, where that is known
    marked: float = MARKED  # chance that a bar or a dot tells 6 from 9, of a set that has both; 0 asks about none
    stands: tuple[tuple[Face, Face], ...] = ()  # faces of other dice that people use, each with what it counts as
    width: float = 1.0  # times the usual square round a die: more tells pips from specks, less leaves letters more room
    lean: str = ""  # tells whether a die leans
    hidden: str = ""  # tells whether something covers a part of one
    parts: str = ""  # tells a part of a die from what is none, where it seems to be one
    corners: str = ""  # tells those of tops better than the finder; asked where a top seems to reach over an edge
    exact: bool = False  # faces are shown well by exact corners only: that net is asked about all that is not plain

    @cached_property
    def played(self) -> tuple[Face, ...]:
        """The faces as games know them."""
        return tuple(dict.fromkeys(self.counts_as(face) for face in self.faces))

    def counts_as(self, face: Face) -> Face:
        """The face that one counts as in play: itself, unless it stands for another."""
        return dict(self.stands).get(face, face)

    @property
    def nets(self) -> tuple[str, ...]:
        """The names of all weights through which its dice are seen."""
        return tuple(
            name
            for name in (self.finder, self.lean, self.hidden, self.parts, self.corners, self.reader, *self.referees)
            if name
        )

    @property
    def coloured(self) -> bool:
        """Whether the colour of a face counts."""
        return any(face.colour for face in self.faces)


@cache
def kits() -> MappingProxyType[str, Kit]:
    """Every kit by its id.

    >>> {"phase-10", "pips", "ten-grand"} <= set(kits())
    True

    Raises:
        KitError: two files define a kit with the same one, or a file is broken.
    """
    found: dict[str, ModuleType] = {}
    opened = (_opened(one.name) for one in pkgutil.iter_modules(folder.__path__))
    for module in (each for each in opened if hasattr(each, "KIT")):
        first = found.setdefault(module.KIT.id, module)
        if first is not module:
            raise KitError(
                f"{first.__file__} and {module.__file__} are both the kit {module.KIT.id!r}: "
                "give one of them another id, or take it away."
            )
    return MappingProxyType({name: module.KIT for name, module in found.items()})


def _opened(name: str) -> ModuleType:
    try:
        return import_module(f"{folder.__name__}.{name}")
    except Exception as error:  # whatever is wrong with a file that somebody puts there
        raise KitError(f"{_file(name)} is no kit yet ({type(error).__name__}: {error}): mend it.") from error


def _file(name: str) -> str:
    spec = find_spec(f"{folder.__name__}.{name}")
    return spec.origin or name if spec else name


def kit(name: str) -> Kit:
    """The kit of that id.

    >>> kit("pips").title
    'Pip dice, 1 to 6'
    >>> kit("poker")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    vision.kit.KitError: There is no kit 'poker'; choose one of: ...pips...
    """
    found = kits().get(name)
    if found is None:
        raise KitError(f"There is no kit {name!r}; choose one of: {', '.join(sorted(kits()))}.")
    return found


def seen_through(reader: str, of: str) -> Kit | None:
    """The kit with whose eye dice are seen that were taught through this reader: the one that they are `of`, if it can.

    >>> [found and found.id for found in (seen_through("pips-reader", "ten-grand"), seen_through("none", "pips"))]
    ['pips', None]
    """
    found = kits()
    able = (found[name] for name in (of, STRANGE, *found) if name in found and found[name].reader == reader)
    return next(able, None)
