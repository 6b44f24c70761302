"""The report of `croupier validate`: one HTML page that needs nothing else, with every figure and every miss."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from api.report.charts import reliability, risk
from api.report.findings import MEAN, Findings, grid, interval, percent
from api.report.markup import Markup, joined, lone, tag
from api.report.misses import misses
from vision.figures import ALLOWED, Bin, Figures, Share

DOCTYPE = "<!DOCTYPE html>"
WRITER = {"name": "generator", "content": "croupier validate"}  # by which a report is known again
HEAD = 1000  # bytes of a report, among which that stands
CSS = Path(__file__).with_name("page.css")
ROOM = 24 * 2**20
POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
SHARES = ("dice_right", "pictures_exact", "called_sure", "wrong_among_sure")


def page(findings: Findings, room: int = ROOM) -> str:
    """The whole page, as text; `room` is how many letters may go to pictures, beyond which misses are told in words."""
    title = f"How well the eye reads {findings.folder.resolve().name}"
    head = tag(
        "head",
        lone("meta", charset="utf-8"),
        lone("meta", name="viewport", content="width=device-width, initial-scale=1"),
        lone("meta", **WRITER),
        lone("meta", http_equiv="Content-Security-Policy", content=POLICY),
        tag("title", title),
        tag("style", Markup(CSS.read_text(encoding="utf-8"))),
    )
    tally = findings.all.tally
    said = (
        f"{tally.pictures} pictures with {tally.dice} dice, of the kit {findings.kit}; "
        f"the eye was {'told' if findings.told else 'not told'} how many."
    )
    sections = (
        _figures(findings),
        _troubles(findings),
        _charts(findings.all),
        _confusion(findings),
        _misses(findings, room),
    )
    body = tag("body", tag("main", tag("h1", title), tag("p", said), *sections))
    return f"{DOCTYPE}\n{tag('html', head, body, lang='en')}\n"


def is_report(file: Path) -> bool:
    """Whether such a page lies there, or nothing yet, so that one may be written in its place.

    Raises:
        OSError: what lies there cannot be read.
    """
    if not file.is_file():
        return True
    with file.open("rb") as opened:
        head = opened.read(HEAD).decode("utf-8", errors="replace")
    return not head or (head.startswith(DOCTYPE) and str(lone("meta", **WRITER)) in head)


def _figures(findings: Findings) -> Markup:
    rows = [_row(name, figures) for name, figures in findings.rows.items()]
    if len(findings.sources) > 1:
        means = (_cell(findings.mean(name)) for name in SHARES)
        rows.append([tag("th", MEAN, scope="row"), *means, *("" for _ in range(5))])
    columns = ("", "dice right", "pictures exact", "called sure", "wrong among those", "misread", "missed", "invented",
               "calibration error", "ms, median / 95th")  # fmt: skip
    return tag("section", tag("h2", "Figures"), _table(columns, rows), tag("p", _answerable(findings.all)))


def _answerable(figures: Figures) -> str:
    most, share = figures.answerable, figures.shares["answerable"]
    could = f"{most.answered} of {figures.tally.pictures} pictures" + (f" ({percent(share[0])})" if share else "")
    return (
        f"If the probabilities alone decided, {could} could be answered with at most 1 in {ALLOWED} of them wrong. In "
        "small print stand 95 % intervals: Wilson's for shares, Zou and Donner's for their mean."
    )


def _row(name: str, figures: Figures) -> list[str]:
    tally, (half, most) = figures.tally, figures.ms
    counts = ((tally.right, tally.dice), (tally.exact, tally.pictures), (tally.sure, tally.pictures),
              (tally.silent, tally.sure))  # fmt: skip
    return [
        tag("th", name, scope="row"),
        *(_cell(figures.shares[key], *count) for key, count in zip(SHARES, counts, strict=True)),
        *(str(count) for count in (tally.misread, tally.missed, tally.invented)),
        "-" if figures.error is None else f"{figures.error:.3f}",
        f"{half:.0f} / {most:.0f}",
    ]


def _cell(share: Share | None, *counts: int) -> Markup:
    """A share, the counts behind it and its interval."""
    if share is None:
        return joined("-")
    behind = [tag("small", " of ".join(map(str, counts)))] if counts else []
    return joined(tag("b", percent(share[0])), *behind, tag("small", interval(share)))


def _troubles(findings: Findings) -> Markup:
    """What is wrong with labels and pictures, if anything is."""
    unreadable = [f"{findings.called(path)}: {error}" for path, error in findings.unreadable]
    said = [*findings.notes, *findings.complaints, *unreadable]
    if not said:
        return Markup()
    return tag("section", tag("h2", "Labels and pictures"), tag("ul", *(tag("li", sentence) for sentence in said)))


def _charts(figures: Figures) -> Markup:
    error = "-" if figures.error is None else f"{figures.error:.3f}"
    said = (
        "The dice in bins of equal count, by the probability that the eye gave their face. On average said and true "
        f"lie {error} apart (the expected calibration error)."
    )
    return tag(
        "section",
        tag("h2", "Does it know when it doesn't know?"),
        tag("div", reliability(figures.bins), risk(figures.curve, figures.tally.pictures), class_="charts"),
        tag("p", said),
        _bins(figures.bins),
    )


def _bins(bins: Sequence[Bin]) -> Markup:
    rows = (
        (f"{each.low:.4f} to {each.high:.4f}", percent(each.said), percent(each.right / each.dice), str(each.dice))
        for each in bins
    )
    return _table(("probability", "said on average", "right", "dice"), rows)


def _confusion(findings: Findings) -> Markup:
    columns, counts = grid(findings.all, findings.faces)
    rows = []
    for true, row in counts:
        cells = (
            tag(
                "td", str(count) if count else "·", class_="none" if not count else "right" if true == read else "wrong"
            )
            for read, count in zip(columns, row, strict=True)
        )
        rows.append([tag("th", true, scope="row"), *cells])
    said = "A ? is a face that the kit lacks. "
    if not all(each.labelled.boxed for each in findings.judged):
        said += "Some labels tell no places: which of several wrong dice was taken for which is a guess there."
    table = _table(("true, read as", *columns), rows, "confusion")
    return tag("section", tag("h2", "Which face is taken for which"), table, tag("p", said))


def _misses(findings: Findings, room: int) -> Markup:
    names = {each.labelled.path: findings.called(each.labelled.path) for each in findings.judged}
    shown, bare = misses(findings.judged, names, room)
    if not shown:
        return tag("section", tag("h2", "Every miss"), tag("p", "There is none: every picture was read exactly."))
    said = (
        f"{len(shown)} of {len(findings.judged)} pictures were not read exactly; errors without a question come first."
    )
    parts = [tag("h2", "Every miss"), tag("p", said)]
    if bare:
        parts.append(
            tag("p", f"Shown with their pictures, to keep this page small: {len(shown) - bare} of {len(shown)}.")
        )
    parts.append(tag("p", "Solid boxes are what was read, dashed ones what is true. ", *_key()))
    return tag("section", *parts, *shown)


def _key() -> Iterable[Markup]:
    for outcome in ("right", "misread", "missed", "invented"):
        yield joined(tag("span", outcome, class_=f"key {outcome}"), " ")


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "") -> Markup:
    """A table that scrolls by itself on a narrow screen."""
    head = tag("thead", tag("tr", *(tag("th", column, scope="col") for column in columns)))
    body = tag("tbody", *(tag("tr", *map(_td, row)) for row in rows))
    return tag("div", tag("table", head, body, class_=kind), class_="wide", tabindex=0)


def _td(cell: str) -> Markup:
    return cell if isinstance(cell, Markup) and cell.startswith(("<td", "<th")) else tag("td", cell)
