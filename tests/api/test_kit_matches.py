"""Ten Grand and Phase 10 from pictures: nobody types a face but where the eye asks."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import httpx

from scoring.dice import Roll
from tests.api.conftest import ROOT, Player
from vision.kit import kit

SAMPLES = ROOT / "samples"
SEEN = 0.75  # share of the faces that the eye must see, sure of them or not


def pictures(name_of_kit: str) -> dict[int, Iterator[tuple[Path, Roll]]]:
    """The pictures of a kit and what they show, over and over, by the number of their dice."""
    found: dict[int, list[tuple[Path, Roll]]] = defaultdict(list)
    for row in (SAMPLES / name_of_kit / "labels.tsv").read_text(encoding="utf-8").splitlines():
        name, roll = row.split("\t")
        shown = Roll(tuple(map(kit(name_of_kit).counts_as, Roll.parse(roll))))
        found[len(shown)].append((SAMPLES / name_of_kit / name, shown))
    return {count: cycle(those) for count, those in found.items()}


def thrown(player: Player, picture: Path, truth: Roll) -> tuple[int, bool]:
    """Show a picture; where the eye asks, tell it what lies there. How many faces it saw, and whether it was sure."""
    look = player.photo(picture.read_bytes())
    named, there = Counter(die["face"] for die in look["reading"]["dice"]), Counter(map(str, truth))
    if look["played"]:
        assert named == there, f"{picture.name} was played as {named}"
    else:
        player.play(f"roll {truth}")
    return (named & there).total(), bool(look["played"])


def decision(game: str, view: dict[str, Any]) -> str:
    """Take the points where that is allowed, else throw on: all of Phase 10's dice, or what the first offer leaves."""
    events = [offer["event"] for offer in view["offers"]]
    if "bank" in events:
        return "bank"
    return "keep" if game == "phase-10" else events[0]


def shown(client: httpx.Client, game: str, most: int) -> tuple[Player, float, bool]:
    """Play a match from pictures, of so many throws at most: the share of faces seen, and if any was sure."""
    begun = client.post("/api/matches", json={"game": game, "players": ["Ann", "Bob"]}).raise_for_status().json()
    player, album, dice = Player(client, begun), pictures(game), 0
    told: list[tuple[int, bool]] = []
    while not player.view["over"] and len(told) < most:
        awaits = player.view["awaits"]
        if awaits["what"] == "roll":
            dice += awaits["dice"]
            told.append(thrown(player, *next(album[awaits["dice"]])))
        else:
            player.play(decision(game, player.view))
    return player, sum(right for right, _ in told) / dice, any(sure for _, sure in told)


def test_a_whole_match_of_ten_grand_is_played_from_pictures(client: httpx.Client) -> None:
    player, seen, sure = shown(client, "ten-grand", 600)
    assert player.view["over"]
    assert seen > SEEN
    assert sure


def test_turns_of_phase_10_are_played_from_pictures(client: httpx.Client) -> None:
    player, seen, _ = shown(client, "phase-10", 24)
    assert len(player.match["log"]) > 24
    assert seen > SEEN
