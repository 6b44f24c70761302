"""The documents lead where they say, and the newcomer's says what the card of the eye says."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from vision.figures import wilson

HOUSE = Path(__file__).parents[1]
PLACES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/*.md", "models/*.md", "models/training/*.md")
DOCUMENTS = sorted(path for place in PLACES for path in HOUSE.glob(place))
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:")  # https: and the like, which no test asks
CARD = HOUSE / "models" / "weights" / "pips-reader.json"
TOLD = ("matteop65/Dice_Detection_Recognition", "N3VERS4YDIE/dice-recognition#rune55-greyrig")


def prose(document: Path) -> str:
    """The text of a document without its blocks of code."""
    return re.sub(r"^```.*?^```$", "", document.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


def links(document: Path) -> list[str]:
    """Where the links and pictures of a document lead, other sites aside."""
    words = re.sub(r"`[^`]*`", "", prose(document))
    return [link for link in re.findall(r"\]\(([^()\s]+)\)", words) if not ELSEWHERE.match(link)]


def anchors(document: Path) -> Iterator[str]:
    """What a document's headings are called in addresses, as GitHub does it: the second of a name has a number."""
    seen: Counter[str] = Counter()
    for heading in re.findall(r"^#{1,6} +(.+?) *$", prose(document), re.MULTILINE):
        shown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        name = re.sub(r"[^\w\- ]", "", shown.lower()).replace(" ", "-")
        yield f"{name}-{seen[name]}" if seen[name] else name
        seen[name] += 1


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(HOUSE)))
def test_every_link_leads_somewhere(document: Path) -> None:
    for link in links(document):
        place, _, anchor = link.partition("#")
        target = (document.parent / place).resolve() if place else document
        assert target.exists(), f"{link} leads to nothing"
        assert not anchor or anchor in anchors(target), f"{link}: there is no such heading"


def test_every_document_is_led_to_from_the_readme_or_from_one_that_is() -> None:
    met, ahead = set(), [HOUSE / "README.md"]
    while ahead:
        document = ahead.pop()
        met.add(document)
        targets = {(document.parent / link.partition("#")[0]).resolve() for link in links(document)}
        ahead += [target for target in targets if target.suffix == ".md" and target not in met]
    assert not set(DOCUMENTS) - met


def test_every_picture_of_the_documents_is_shown_in_one() -> None:
    shown = {(document.parent / link).resolve() for document in DOCUMENTS for link in links(document)}
    assert not {*(HOUSE / "docs").glob("*.png")} - shown


def shared(hits: int, trials: int) -> tuple[str, str]:
    """Two cells of the README's table: a share, and its interval."""
    share = wilson(hits, trials)
    assert share
    half, low, high = (f"{100 * value:.1f}" for value in share)
    return f"{hits:,} of {trials:,} = {half} %", f"{low} to {high} %"


def test_the_readme_tells_the_figures_of_the_card() -> None:
    told = json.loads(CARD.read_text(encoding="utf-8"))["figures"]
    counts = [told[source] for source in TOLD]
    rows = {
        "dice read right": [shared(one["right"], one["dice"]) for one in counts],
        "whole pictures exactly right": [shared(one["exact"], one["pictures"]) for one in counts],
        "pictures it was sure of, and did not ask": [shared(one["sure"], one["pictures"]) for one in counts],
        "wrong among those": [
            (f"{one['silent']:,} of {one['sure']:,}", shared(one["silent"], one["sure"])[1]) for one in counts
        ],
    }
    lines = (HOUSE / "README.md").read_text(encoding="utf-8").splitlines()
    for what, cells in rows.items():
        row = f"| {' | '.join([what, *(cell for pair in cells for cell in pair)])} |"
        assert row in lines, f"write into README.md: {row}"
