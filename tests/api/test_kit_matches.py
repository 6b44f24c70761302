"""Ten Grand and Phase 10 from pictures: nobody types a face but where the eye asks."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import httpx
import pytest

from scoring.dice import Roll
from tests.api.conftest import ROOT, Player
from vision.kit import kit

SAMPLES = ROOT / "samples"
LONGEST = {"ten-grand": 600, "phase-10": 24}  # throws that are shown


def pictures(name_of_kit: str) -> dict[int, Iterator[tuple[Path, Roll]]]:
    """The pictures of a kit and what they show, over and over, by the number of their dice."""
    found: dict[int, list[tuple[Path, Roll]]] = defaultdict(list)
    for row in (SAMPLES / name_of_kit / "labels.tsv").read_text(encoding="utf-8").splitlines():
        name, roll = row.split("\t")
        shown = Roll(tuple(map(kit(name_of_kit).counts_as, Roll.parse(roll))))
        found[len(shown)].append((SAMPLES / name_of_kit / name, shown))
    return {count: cycle(those) for count, those in found.items()}


def thrown(player: Player, picture: Path, truth: Roll) -> None:
    """Show a picture; where the eye asks, tell it what lies there."""
    look = player.photo(picture.read_bytes())
    if look["played"]:
        faces = [die["face"] for die in look["reading"]["dice"]]
        assert sorted(faces) == sorted(map(str, truth)), f"{picture.name} was played as {faces}"
    else:
        player.play(f"roll {truth}")


def decision(game: str, view: dict[str, Any]) -> str:
    """Take the points where that is allowed, else throw on: all of Phase 10's dice, or what the first offer leaves."""
    events = [offer["event"] for offer in view["offers"]]
    if "bank" in events:
        return "bank"
    return "keep" if game == "phase-10" else events[0]


@pytest.mark.parametrize("game", ["ten-grand", "phase-10"])
def test_a_match_is_played_from_pictures(client: httpx.Client, game: str) -> None:
    begun = client.post("/api/matches", json={"game": game, "players": ["Ann", "Bob"]}).raise_for_status().json()
    player, shown = Player(client, begun), pictures(game)
    throws = 0
    while not player.view["over"] and throws < LONGEST[game]:
        awaits = player.view["awaits"]
        if awaits["what"] == "roll":
            thrown(player, *next(shown[awaits["dice"]]))
            throws += 1
        else:
            player.play(decision(game, player.view))
    assert player.view["over"] or game == "phase-10"
