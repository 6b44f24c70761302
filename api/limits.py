"""Limits as people write them: `30d` for a time, `2GB` for a size."""

import re

from api.album import Limits

SECONDS = {"h": 3600, "d": 86400, "w": 7 * 86400, "y": 365 * 86400}
BYTES = {"kb": 10**3, "mb": 10**6, "gb": 10**9, "tb": 10**12}


class LimitError(ValueError):
    """A limit that cannot be read; the message is a sentence for the owner."""


def limits(time: str | None, size: str | None) -> Limits:
    """The limits of the album, with the usual ones where none is named.

    >>> limits("30d", "500MB")
    Limits(seconds=2592000.0, size=500000000)
    """
    usual = Limits()
    seconds = usual.seconds if time is None else _read(time, SECONDS, "--keep-pictures", "30d")
    return Limits(seconds, usual.size if size is None else round(_read(size, BYTES, "--album-size", "2GB")))


def _read(text: str, units: dict[str, int], option: str, example: str) -> float:
    found = re.fullmatch(r"\s*([0-9]{1,6}(?:\.[0-9]{1,3})?)\s*([a-z]+)\s*", text.lower())
    if not found or found[2] not in units:
        known = ", ".join(unit if len(unit) == 1 else unit.upper() for unit in units)
        raise LimitError(f"{option} takes a number and one of {known}, such as {example}.")
    return float(found[1]) * units[found[2]]
