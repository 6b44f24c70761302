"""Kits whose weights are still to be trained, one file a kit as in `vision/kits`: move the file there to ship it."""

import pkgutil
from functools import cache
from importlib import import_module

from vision.kit import Kit, kits


@cache
def known() -> dict[str, Kit]:
    """Every kit that training knows by its id: those that ship and those that wait here."""
    waiting = (import_module(f"{__name__}.{module.name}").KIT for module in pkgutil.iter_modules(__path__))
    return {kit.id: kit for kit in waiting} | dict(kits())


def kit_of(name: str) -> Kit:
    """The kit of that id, shipped or waiting."""
    return known()[name]


def coloured(kit: Kit) -> bool:
    """Whether the colour of a face counts."""
    return any(face.colour for face in kit.faces)
