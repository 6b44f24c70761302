"""Whole matches of Ten Grand and of Phase 10 from pictures: nobody types a face but where the eye asks."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import httpx
import pytest

from scoring.dice import Roll
from tests.api.conftest import ROOT, Player

SAMPLES = ROOT / "samples"
LONGEST = 600  # throws in a match


def pictures(kit: str) -> dict[int, Iterator[tuple[Path, Roll]]]:
    """The pictures of a kit and what they show, over and over, by the number of their dice."""
    found: dict[int, list[tuple[Path, Roll]]] = defaultdict(list)
    for row in (SAMPLES / kit / "labels.tsv").read_text(encoding="utf-8").splitlines():
        name, roll = row.split("\t")
        found[len(roll.split())].append((SAMPLES / kit / name, Roll.parse(roll)))
    return {count: cycle(shown) for count, shown in found.items()}


def thrown(player: Player, picture: Path, truth: Roll) -> bool:
    """Show a picture; where the eye asks, tell it what lies there. Whether it was sure."""
    look = player.photo(picture.read_bytes())
    if look["played"]:
        faces = [die["face"] for die in look["reading"]["dice"]]
        assert sorted(faces) == sorted(map(str, truth)), f"{picture.name} was played as {faces}"
    else:
        player.play(f"roll {truth}")
    return bool(look["played"])


def decision(view: dict[str, Any]) -> str:
    """Take the points where that is allowed, else throw on: all of Phase 10's dice, or what the first offer leaves."""
    events = [offer["event"] for offer in view["offers"]]
    if "bank" in events:
        return "bank"
    return "keep" if view["throw"] and view["awaits"]["dice"] == 10 else events[0]


@pytest.mark.parametrize("game", ["ten-grand", "phase-10"])
def test_a_whole_match_is_played_from_pictures(client: httpx.Client, game: str) -> None:
    begun = client.post("/api/matches", json={"game": game, "players": ["Ann", "Bob"]}).raise_for_status().json()
    player, shown = Player(client, begun), pictures(game)
    sure = []
    while not player.view["over"] and len(sure) < LONGEST:
        awaits = player.view["awaits"]
        if awaits["what"] == "roll":
            sure.append(thrown(player, *next(shown[awaits["dice"]])))
        else:
            player.play(decision(player.view))
    assert player.view["over"], f"not over after {len(sure)} throws"
    assert any(sure)
