"""Weights are what their cards say they are."""

import hashlib
import json
import re
from pathlib import Path

import numpy as np
import pytest

from models import card as cards
from models.card import CardError, card
from models.session import run

CARDS = sorted(cards.WEIGHTS.glob("*.json"))
TABLE = Path(__file__).parents[2] / "models" / "README.md"
MISSES = TABLE.with_name("MISSES.md")
BAR = 12 * 2**20  # bytes, all weights together


@pytest.mark.parametrize("path", CARDS, ids=[path.stem for path in CARDS])
def test_a_card_tells_what_people_must_know(path: Path) -> None:
    told = json.loads(path.read_text(encoding="utf-8"))
    assert {"labels", "input", "output", "sha256", "data", "recipe", "figures", "limits", "licence"} <= set(told)
    assert all({"source", "licence", "pictures"} <= set(source) for source in told["data"])
    assert told["sha256"] == hashlib.sha256(path.with_suffix(".onnx").read_bytes()).hexdigest()


@pytest.mark.parametrize("net", ["dice-corners", "dice-lean", "dice-hidden", "dice-parts"])
def test_every_fold_has_as_it_ships_what_learned_from_no_photograph_of_a_die(net: str) -> None:
    told = json.loads((cards.WEIGHTS / f"{net}.json").read_text(encoding="utf-8"))
    assert all(source["source"].startswith("drawn") or source.get("dice") == 0 for source in told["data"])
    for fold in sorted((TABLE.parent / "training" / "folds").iterdir()):
        for ending in ("onnx", "json"):
            name = f"{net}.{ending}"
            assert (fold / name).read_bytes() == (cards.WEIGHTS / name).read_bytes()


def figures(name: str) -> dict[str, dict[str, int]]:
    """What a card that ships tells of each source that its siblings never opened."""
    told: dict[str, dict[str, int]] = json.loads((cards.WEIGHTS / f"{name}.json").read_text(encoding="utf-8"))[
        "figures"
    ]
    return told


@pytest.mark.parametrize("name", ["pips-referee", "pips-umpire"])
def test_nets_that_read_together_tell_the_same_figures(name: str) -> None:
    reader = figures("pips-reader")
    assert all(count == reader[source][what] for source, each in figures(name).items() for what, count in each.items())


@pytest.mark.parametrize("source", [source for source in figures("pips-reader") if "/" in source])
def test_the_table_of_sources_is_that_of_the_card(source: str) -> None:
    told = figures("pips-reader")[source]
    counts = [f"{told[what]:,}" for what in ("misread", "missed", "invented")]
    exact, sure, wrong = (f"{told[what]:,}" for what in ("exact", "sure", "silent"))
    row = [f"{told['right']:,} of {told['dice']:,}", *counts, f"{exact} of {told['pictures']:,}", sure, wrong]
    lines = [line for line in TABLE.read_text(encoding="utf-8").splitlines() if line.startswith(f"| {source} |")]
    assert [line.endswith(f"| {' | '.join(row)} |") for line in lines] == [True], f"write into {TABLE.name}: {row}"


def test_all_weights_together_stay_below_twelve_megabytes() -> None:
    assert sum(path.stat().st_size for path in cards.WEIGHTS.glob("*.onnx")) <= BAR


def test_weights_that_are_not_those_of_their_card_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = json.loads((cards.WEIGHTS / "pips-reader.json").read_text(encoding="utf-8"))
    (tmp_path / "worn.json").write_text(json.dumps(told), encoding="utf-8")
    (tmp_path / "worn.onnx").write_bytes(b"something else")
    monkeypatch.setattr(cards, "WEIGHTS", tmp_path)
    with pytest.raises(CardError, match="are not the ones of their card: install Croupier again"):
        card("worn")
    with pytest.raises(CardError, match="'gone' are missing or broken: install Croupier again"):
        card("gone")


def test_the_same_bytes_give_the_same_answer() -> None:
    pixels = np.random.default_rng(1).integers(0, 256, (3, 64, 64, 3), dtype=np.uint8)
    first, second = run("pips-reader", pixels), run("pips-reader", pixels)
    assert all((one == other).all() for one, other in zip(first, second, strict=True))
    assert first[0].shape == (3, len(card("pips-reader").labels))


SECTIONS = {
    "matteop65": "matteop65/Dice_Detection_Recognition",
    "greyrig": "N3VERS4YDIE/dice-recognition#rune55-greyrig",
    "nell-byler": "nell-byler/dice_detection",
    "Epanemu": "Epanemu/GameDiceRecognition",
    "tray": "N3VERS4YDIE/dice-recognition#rune55-tray",
    "single dice": "chaseelliottpatterson/dice-reader",
}


@pytest.mark.parametrize("name", SECTIONS)
def test_every_photograph_held_out_that_fails_is_named(name: str) -> None:
    sections = MISSES.read_text(encoding="utf-8").split("\n## Renders")[0].split("\n**")
    (section,) = (each for each in sections if each.startswith(f"{name}**"))
    told = figures("pips-reader")[SECTIONS[name]]
    assert len(set(re.findall(r"\b\d{4}\b", section))) == told["pictures"] - told["exact"]
