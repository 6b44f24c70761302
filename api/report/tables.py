"""Findings as the terminal tells them, in tables 80 columns wide."""

from collections.abc import Callable, Sequence

from api.report.findings import MEAN, Findings, grid, interval, percent
from scoring.dice import Face
from vision.figures import ALLOWED, Figures, Share

NAME = 20  # letters of a source's name that a table has room for
TRUE, WIDTH = 14, 80  # letters of the first column of the last table, and of a line


def tables(findings: Findings) -> str:
    """The findings for people, 80 columns wide: dice, pictures, doubt, and which faces are taken for which."""
    return "\n\n".join(
        "\n".join(lines)
        for lines in (
            _dice(findings),
            _pictures(findings),
            _sure(findings),
            _further(findings.all),
            _confused(findings.all, findings.faces),
        )
    )


def _table(
    findings: Findings, head: str, name: str, cells: Callable[[Figures], tuple[int, str]], beside: str = ""
) -> list[str]:
    """A table with a row a source: a count, a share with its interval, and what `cells` adds on the right.

    `beside` is what it adds to the means.
    """
    lines = [head]
    for source, figures in findings.rows.items():
        count, further = cells(figures)
        lines.append(f"{_cut(source):{NAME}}{count:7}{_shared(figures.shares[name])}{further}")
    if len(findings.sources) > 1:
        lines.append(f"{MEAN:{NAME}}{'':7}{_shared(findings.mean(name))}{beside}")
    return [line.rstrip() for line in lines]


def _dice(findings: Findings) -> list[str]:
    def cells(figures: Figures) -> tuple[int, str]:
        counted = figures.tally
        return counted.dice, f"{counted.misread:9}{counted.missed:8}{counted.invented:10}"

    return _table(findings, _head("dice", "right", "  misread  missed  invented"), "dice_right", cells)


def _pictures(findings: Findings) -> list[str]:
    def cells(figures: Figures) -> tuple[int, str]:
        return figures.tally.pictures, ""

    return _table(findings, _head("pictures", "exact"), "pictures_exact", cells)


def _sure(findings: Findings) -> list[str]:
    def cells(figures: Figures) -> tuple[int, str]:
        wrong = interval(figures.shares["wrong_among_sure"])
        return figures.tally.sure, f"{figures.tally.silent:8}{wrong:>17}"

    head = _head("called sure", "of all", f"{'wrong':>8}{'95 % interval':>17}")
    wrong = f"{_percent(findings.mean('wrong_among_sure')):>8}{interval(findings.mean('wrong_among_sure')):>17}"
    return _table(findings, head, "called_sure", cells, wrong)


def _further(figures: Figures) -> list[str]:
    most, share = figures.answerable, figures.shares["answerable"]
    could = f"{most.answered} of {figures.tally.pictures} pictures = {_percent(share)}"
    error = "-" if figures.error is None else f"{figures.error:.3f}"
    return [
        f"could be answered with at most 1 in {ALLOWED} wrong: {could}",
        f"expected calibration error of the dice's probabilities: {error}",
        "time a picture: {:.0f} ms at the median, {:.0f} ms at the 95th percentile".format(*figures.ms),
    ]


def _confused(figures: Figures, shown: Sequence[Face]) -> list[str]:
    columns, rows = grid(figures, shown)
    wide = [max(len(column), 4) + 2 for column in columns]
    if TRUE + sum(wide) > WIDTH:
        return _mistakes(columns, rows)
    lines = [
        f"{'true, read as':{TRUE}}" + "".join(f"{column:>{width}}" for column, width in zip(columns, wide, strict=True))
    ]
    for true, counts in rows:
        cells = (f"{count or '.':>{width}}" for count, width in zip(counts, wide, strict=True))
        lines.append(f"{true:{TRUE}}" + "".join(cells))
    return lines


def _mistakes(columns: Sequence[str], rows: Sequence[tuple[str, list[int]]]) -> list[str]:
    """What of a table that is too wide is not as it should be, the most frequent first."""
    wrong = [
        (count, true, read, sum(counts))
        for true, counts in rows
        for read, count in zip(columns, counts, strict=True)
        if count and read != true
    ]
    lines = [f"{true:{TRUE}}{read:<10}{count:5} of {dice}" for count, true, read, dice in sorted(wrong, reverse=True)]
    return [f"{'true':{TRUE}}read as", *(lines or ["every die was read right"])]


def _head(title: str, share: str, further: str = "") -> str:
    return f"{title:{NAME}}{'count':>7}{share:>9}{'95 % interval':>17}{further}"


def _cut(name: str) -> str:
    """A name that fits its column: of a long one its beginning and its end, where sets of one maker differ.

    >>> _cut("somebody/dice-photographs#tray")
    'somebody/…aphs#tray'
    """
    half = NAME // 2 - 1
    return name if len(name) < NAME else f"{name[:half]}…{name[-half:]}"


def _percent(share: Share | None) -> str:
    return "-" if share is None else percent(share[0])


def _shared(share: Share | None) -> str:
    return f"{_percent(share):>9}{interval(share):>17}"
