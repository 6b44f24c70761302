"""Every kit that can be trained: those that ship, and those that wait for their weights."""

import pkgutil
from functools import cache
from importlib import import_module

from vision import waiting
from vision.kit import Kit, kits


@cache
def known() -> dict[str, Kit]:
    """Every kit by its id."""
    names = [module.name for module in pkgutil.iter_modules(waiting.__path__)]
    later = (import_module(f"{waiting.__name__}.{name}").KIT for name in names)
    return {kit.id: kit for kit in later} | dict(kits())


def kit_of(name: str) -> Kit:
    """The kit of that id, shipped or waiting."""
    return known()[name]


def coloured(kit: Kit) -> bool:
    """Whether the colour of a face counts."""
    return any(face.colour for face in kit.faces)
