"""The cards of the nets that we train: their names, and how a card is written."""

import json
from pathlib import Path

FINDER = "dice-finder"


def write(card: Path, told: dict[str, object]) -> None:
    """A card as text that people like to read."""
    card.write_text(json.dumps(told, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
