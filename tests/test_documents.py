"""The newcomer's document says of the eye what its card says."""

import json
from pathlib import Path

from vision.figures import wilson

HOUSE = Path(__file__).parents[1]
CARD = HOUSE / "models" / "weights" / "pips-reader.json"
TOLD = ("matteop65/Dice_Detection_Recognition", "N3VERS4YDIE/dice-recognition#rune55-greyrig")


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
