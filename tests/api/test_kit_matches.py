"""Ten Grand and Phase 10 from pictures: nobody types a face but where the eye asks."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

import httpx
import pytest

from scoring import log
from scoring.dice import Roll
from scoring.events import Throw
from tests.api.conftest import ROOT, Player
from vision.kit import kit

SAMPLES = ROOT / "samples"
MOST = 600  # throws of a match
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


def decision(view: dict[str, Any]) -> str:
    """Take the points where that is allowed, else keep what is offered first."""
    events = [offer["event"] for offer in view["offers"]]
    return "bank" if "bank" in events else events[0]


def begun(client: httpx.Client, game: str, players: Sequence[str], **options: str) -> Player:
    new = {"game": game, "players": list(players), "options": options}
    return Player(client, client.post("/api/matches", json=new).raise_for_status().json())


@pytest.mark.long
def test_a_whole_match_of_ten_grand_is_played_from_pictures(client: httpx.Client) -> None:
    player, album = begun(client, "ten-grand", ["Ann", "Bob"], goal="4000"), pictures("ten-grand")
    told: list[tuple[int, bool]] = []
    dice = 0
    while not player.view["over"]:
        awaits = player.view["awaits"]
        if awaits["what"] == "roll":
            dice += awaits["dice"]
            told.append(thrown(player, *next(album[awaits["dice"]])))
        else:
            player.play(decision(player.view))
        assert len(told) < MOST
    assert sum(right for right, _ in told) > SEEN * dice
    assert any(sure for _, sure in told)


@pytest.mark.parametrize("turns", [3, pytest.param(10, marks=pytest.mark.long)])
def test_turns_of_phase_10_are_played_from_pictures(client: httpx.Client, turns: int) -> None:
    """Pictures show the throws of a match that was played by chance, one after another; ten turns are all of it."""
    folder = SAMPLES / "phase-10" / "match"
    heading, *parts = (folder / "phase-10.match").read_text(encoding="utf-8").split("\n\n")
    match = log.read("\n\n".join([heading, *parts[:turns]]))
    player, photos = begun(client, "phase-10", match.players), sorted(folder.glob("*.jpg"))
    told: list[tuple[int, bool]] = []
    events = [play.event for play in match.line.plays]
    for event in events:
        if isinstance(event, Throw):
            told.append(thrown(player, photos[len(told)], event.roll))
        else:
            player.play(str(event))
    assert player.view["over"] == (turns == len(parts))
    assert [(each["name"], each["points"]) for each in player.view["totals"]] == list(match.view.totals)
    assert sum(right for right, _ in told) > SEEN * sum(len(event.roll) for event in events if isinstance(event, Throw))
    assert any(sure for _, sure in told)
