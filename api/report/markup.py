"""HTML and SVG put together from text: what is not markup already is escaped."""

from html import escape


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def tag(name: str, /, *inside: str, **attributes: object) -> Markup:
    """An element with its attributes and what is inside; `_` in an attribute's name is a hyphen, a last one nothing.

    >>> tag("p", "1 < 2 ", tag("b", "so"), class_="note", data_n=3)
    '<p class="note" data-n="3">1 &lt; 2 <b>so</b></p>'
    """
    said = "".join(f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"' for key, value in attributes.items())
    return Markup(f"<{name}{said}>{joined(*inside)}</{name}>")


def lone(name: str, /, **attributes: object) -> Markup:
    """An element that never has anything inside, such as `img`."""
    return Markup(tag(name, **attributes).removesuffix(f"</{name}>"))


def joined(*parts: str) -> Markup:
    """Parts one after the other."""
    return Markup("".join(part if isinstance(part, Markup) else escape(part) for part in parts))
