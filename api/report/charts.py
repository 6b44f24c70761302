"""Two diagrams as SVG: whether the eye's probabilities hold, and what it could answer alone."""

import math
from collections.abc import Callable, Iterator, Sequence

from api.report.findings import percent
from api.report.markup import Markup, joined, tag
from vision.figures import ALLOWED, Bin, Point, wilson

WIDTH, HEIGHT = 420, 320
LEFT, RIGHT, TOP, BOTTOM = 72, 396, 14, 268  # where the axes are
STEPS = 5

Place = Callable[[float, float], tuple[float, float]]


def reliability(bins: Sequence[Bin]) -> Markup:
    """How often dice were right (up, with 95 % intervals) against how sure the eye was of them (right)."""
    across = _from(min((each.said for each in bins), default=0.0)), 1.0
    up = _from(min((each.right / each.dice for each in bins), default=0.0)), 1.0
    place, low = _scale(across, up), max(across[0], up[0])
    drawn = [_line(place(low, low), place(1.0, 1.0), "guide")]
    for each in bins:
        x, y = place(each.said, each.right / each.dice)
        interval = wilson(each.right, each.dice)
        if interval:
            drawn.append(_line(place(each.said, max(interval[1], up[0])), place(each.said, interval[2]), "range"))
        said = f"said {percent(each.said)}, right {each.right} of {each.dice}"
        drawn.append(tag("circle", tag("title", said), cx=_n(x), cy=_n(y), r=4, class_="point"))
    axes = _axes(across, up, "probability that the eye gave its face", "share of dice that were right")
    return _chart("Share of dice that were right, by how sure the eye was of them", axes, *drawn)


def risk(curve: Sequence[Point], pictures: int) -> Markup:
    """The share of answers that are wrong (up) against the share of pictures answered (right), surest first."""
    shares = [(point.answered / pictures, point.wrong / point.answered) for point in curve]
    most = min(max(1.2 * max((wrong for _, wrong in shares), default=0.0), 0.02), 1.0)
    place = _scale((0.0, 1.0), (0.0, most))
    steps = " ".join(f"{_n(x)},{_n(y)}" for x, y in (place(*share) for share in [(0.0, 0.0), *shares]))
    axes = _axes((0.0, 1.0), (0.0, most), "share of pictures answered, surest first", "share of those that are wrong")
    limit = _line(place(0.0, 1 / ALLOWED), place(1.0, 1 / ALLOWED), "guide")
    curve_ = tag("polyline", points=steps, class_="curve")
    return _chart(
        f"Wrong answers by share of pictures answered; the dashed line is 1 in {ALLOWED}", axes, limit, curve_
    )


def _from(least: float) -> float:
    """Where an axis begins whose least value is given: a whole twentieth below it."""
    return max(math.floor(20 * least - 0.01), 0) / 20


def _scale(across: tuple[float, float], up: tuple[float, float]) -> Place:
    def place(x: float, y: float) -> tuple[float, float]:
        right, above = (x - across[0]) / (across[1] - across[0]), (y - up[0]) / (up[1] - up[0])
        return LEFT + right * (RIGHT - LEFT), BOTTOM - above * (BOTTOM - TOP)

    return place


def _axes(across: tuple[float, float], up: tuple[float, float], x_title: str, y_title: str) -> Markup:
    middle = (TOP + BOTTOM) / 2
    return joined(
        *_ticks(across, up),
        tag("text", x_title, x=_n((LEFT + RIGHT) / 2), y=HEIGHT - 12, text_anchor="middle"),
        tag("text", y_title, transform=f"translate(14 {_n(middle)}) rotate(-90)", text_anchor="middle"),
    )


def _ticks(across: tuple[float, float], up: tuple[float, float]) -> Iterator[Markup]:
    place = _scale(across, up)
    for step in range(STEPS + 1):
        x, y = (low + step / STEPS * (high - low) for low, high in (across, up))
        column, row = place(x, up[0]), place(across[0], y)
        yield _line(column, place(x, up[1]), "grid")
        yield _line(row, place(across[1], y), "grid")
        yield tag("text", _percent(x, across), x=_n(column[0]), y=BOTTOM + 18, text_anchor="middle")
        yield tag("text", _percent(y, up), x=LEFT - 6, y=_n(row[1] + 4), text_anchor="end")


def _percent(share: float, span: tuple[float, float]) -> str:
    return f"{share:.0%}" if span[1] - span[0] > 0.2 else f"{share:.1%}"  # noqa: PLR2004 - room for a digit more


def _line(start: tuple[float, float], end: tuple[float, float], kind: str) -> Markup:
    return tag("line", x1=_n(start[0]), y1=_n(start[1]), x2=_n(end[0]), y2=_n(end[1]), class_=kind)


def _chart(what: str, *inside: Markup) -> Markup:
    drawing = tag("svg", *inside, viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img", aria_label=what, class_="chart")
    return tag("figure", drawing, tag("figcaption", f"{what}."))


def _n(number: float) -> str:
    return f"{number:.1f}"
