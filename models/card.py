"""Model cards: what a weight file is, what it learned from, what it can do, and proof that it is that file."""

import hashlib
import json
import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path

# Who trains may look through other weights: CROUPIER_WEIGHTS is their folder.
WEIGHTS = Path(os.environ.get("CROUPIER_WEIGHTS") or Path(__file__).parent / "weights")


class CardError(ValueError):
    """Weights that are missing or not the ones their card describes; the sentence says what to do."""


@dataclass(frozen=True)
class Card:
    """The part of `weights/<name>.json` that the program needs; people will want to read the rest of the file.

    `labels` are the answers in order. For readers only: `temperature` divides the logits, `presence` are the weights of
    the clues by which a candidate counts as a die (none: the reader alone), `strange` is how much the answer "other"
    counts (training shows dice of no kit far more often than tables do), `sure_at` is the calibrated probability from
    which one answer may be believed, `alone_at` how likely a die by itself must show some face of the kit where nobody
    tells that there is one, and `shadow_at` the presence from which something that was left out is mentioned.
    """

    name: str
    labels: tuple[str, ...]
    sha256: str
    temperature: float
    presence: tuple[float, ...]
    sure_at: float
    shadow_at: float
    strange: float = 1.0
    alone_at: float = 0.0

    @property
    def weights(self) -> Path:
        """The ONNX file that the card describes."""
        return WEIGHTS / f"{self.name}.onnx"


@cache
def card(name: str) -> Card:
    """The card of that name, with its weights checked against it.

    Raises:
        CardError: the card or its weights are missing, or the weights are not those of the card.
    """
    try:
        told = json.loads((WEIGHTS / f"{name}.json").read_text(encoding="utf-8"))
        found = Card(
            name,
            tuple(told["labels"]),
            told["sha256"],
            told.get("temperature", 1.0),
            tuple(told.get("presence", ())),
            told.get("sure_at", 1.0),
            told.get("shadow_at", 0.04),
            told.get("strange", 1.0),
            told.get("alone_at", 0.0),
        )
        digest = hashlib.sha256(found.weights.read_bytes()).hexdigest()
    except (OSError, ValueError, KeyError) as error:
        raise CardError(f"The weights {name!r} are missing or broken: install Croupier again.") from error
    if digest != found.sha256:
        raise CardError(f"The weights {name!r} are not the ones of their card: install Croupier again.")
    return found


def cards() -> tuple[Card, ...]:
    """Every card that ships, by name."""
    return tuple(card(path.stem) for path in sorted(WEIGHTS.glob("*.json")))
