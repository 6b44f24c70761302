"""Whole matches over HTTP: the same request twice, paused, deleted and restored, taken home and brought back."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from tests.api.conftest import ROOT, Player, swept

MATCHES = sorted((ROOT / "samples" / "matches").glob("*.match"))
KEY = {"idempotency-key": "5b0c"}
NEW = {"game": "jack-stone", "players": ["Ann", "Bob"]}


def test_the_same_request_plays_once_and_is_told_how_the_match_stands(ann: Player) -> None:
    move = {"event": "roll 1 3 3 4 4 6", "after": 0}
    answers = [ann.client.post(f"{ann.path}/events", json=move, headers=KEY) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200] * 3
    assert answers[2].json()["seq"] == 1
    other = ann.client.post(f"{ann.path}/events", json={**move, "event": "roll 2 3 3 4 4 6"}, headers=KEY)
    assert (other.status_code, other.json()["type"]) == (422, "urn:croupier:key")
    assert ann.client.post(f"{ann.path}/undo", json={"after": 1}, headers=KEY).status_code == 422
    assert ann.client.post(f"{ann.path}/events", json=move).status_code == 409


def test_the_same_request_begins_one_match(client: httpx.Client) -> None:
    ids = {client.post("/api/matches", json=NEW, headers=KEY).json()["id"] for _ in range(2)}
    assert len(ids) == 1


def test_a_photo_that_is_sent_again_is_played_once(ann: Player, throws: Path) -> None:
    swept(ann.client)
    data = (throws / "01.jpg").read_bytes()
    looks = [ann.client.post(f"{ann.path}/photo?after=0", content=data, headers=KEY).json() for _ in range(2)]
    assert looks[0] == looks[1]
    assert looks[0]["match"]["seq"] == int(looks[0]["played"])


@pytest.mark.parametrize("key", ["", "a b", "x" * 256])
def test_a_key_that_is_no_word_is_refused(ann: Player, key: str) -> None:
    answer = ann.client.post(f"{ann.path}/undo", json={"after": 0}, headers={"idempotency-key": key})
    assert answer.status_code == 422


def test_a_paused_match_waits_until_it_goes_on(ann: Player) -> None:
    ann.client.post(f"{ann.path}/pause", json={}).raise_for_status()
    refused = ann.post("events", event="roll 1 3 3 4 4 6")
    assert (refused.status_code, refused.json()["type"]) == (409, "urn:croupier:paused")
    assert refused.json()["match"]["standing"] == "paused"
    ann.client.post(f"{ann.path}/resume", json={}).raise_for_status()
    ann.play("roll 1 3 3 4 4 6")


def test_a_deleted_match_is_in_no_list_until_it_is_restored(ann: Player) -> None:
    def listed(**query: bool) -> bool:
        matches = ann.client.get("/api/matches", params=query).json()["matches"]
        return ann.match["id"] in [match["id"] for match in matches]

    assert ann.client.delete(ann.path).json()["standing"] == "deleted"
    assert (listed(), listed(deleted=True)) == (False, True)
    assert ann.post("events", event="roll 1 3 3 4 4 6").status_code == 409
    ann.client.post(f"{ann.path}/restore", json={}).raise_for_status()
    assert (listed(), listed(deleted=True)) == (True, False)


@pytest.mark.parametrize("what", ["pause", "resume"])
def test_a_deleted_match_is_not_brought_back_by_a_pause_or_its_end(ann: Player, what: str) -> None:
    ann.client.delete(ann.path).raise_for_status()
    refused = ann.client.post(f"{ann.path}/{what}", json={})
    assert (refused.status_code, refused.json()["type"]) == (409, "urn:croupier:deleted")
    assert ann.client.get(ann.path).json()["standing"] == "deleted"


def test_a_match_that_was_deleted_while_it_was_paused_is_restored_paused(ann: Player) -> None:
    ann.client.post(f"{ann.path}/pause", json={}).raise_for_status()
    ann.client.delete(ann.path).raise_for_status()
    ann.client.delete(ann.path).raise_for_status()
    assert ann.client.post(f"{ann.path}/restore", json={}).json()["standing"] == "paused"
    assert ann.client.post(f"{ann.path}/resume", json={}).json()["standing"] == "open"
    assert ann.client.post(f"{ann.path}/restore", json={}).json()["standing"] == "open"


def test_a_rematch_is_by_the_same_players_rules_and_dice(client: httpx.Client, seat: Callable[..., Player]) -> None:
    first = seat(client, keep_rule="any", totals="500, 400")
    first.play("roll 1 3 3 4 4 6")
    again = client.post(f"{first.path}/rematch", json={}).raise_for_status().json()
    assert (again["seq"], again["options"]) == (0, {"keep_rule": "any"})
    assert [again[name] for name in ("game", "players", "kit")] == [
        first.match[name] for name in ("game", "players", "kit")
    ]


def test_a_rematch_is_begun_once_however_many_ask_for_it(client: httpx.Client, seat: Callable[..., Player]) -> None:
    first = seat(client)
    begun, joined = (client.post(f"{first.path}/rematch", json={}).raise_for_status().json() for _ in "AB")
    assert joined["id"] == begun["id"]
    Player(client, begun).play("roll 1 3 3 4 4 6")
    assert client.post(f"{first.path}/rematch", json={}).raise_for_status().json()["id"] != begun["id"]


def test_devices_that_ask_for_a_rematch_in_the_same_instant_get_the_same(
    client: httpx.Client, seat: Callable[..., Player]
) -> None:
    first = seat(client)
    before = len(client.get("/api/matches").json()["matches"])
    with ThreadPoolExecutor(8) as devices:
        asked = [devices.submit(client.post, f"{first.path}/rematch", json={}) for _ in range(8)]
    assert len({each.result().raise_for_status().json()["id"] for each in asked}) == 1
    assert len(client.get("/api/matches").json()["matches"]) == before + 1


def test_a_match_is_not_brought_in_for_dice_that_show_none_of_its_faces(client: httpx.Client) -> None:
    file = "game: jack-stone\nplayers: Ann, Bob\n"
    answer = client.post("/api/matches/import?kit=ten-grand", content=file, headers={"content-type": "text/plain"})
    assert answer.status_code == 422
    assert "cannot be played with the kit ten-grand: choose pips." in answer.json()["detail"]


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_what_is_exported_is_imported_as_the_same_match(client: httpx.Client, path: Path) -> None:
    first = client.post("/api/matches/import", content=path.read_bytes(), headers={"content-type": "text/plain"})
    assert first.status_code == 201, first.text
    match = first.json()
    for form in ("match", "json"):
        home = client.get(f"/api/matches/{match['id']}/export", params={"as": form})
        again = client.post("/api/matches/import", content=home.content, headers={"content-type": "text/plain"}).json()
        assert again["id"] != match["id"]
        assert (again["seq"], again["view"]) == (match["seq"], match["view"])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "{}",
        '{"file": 3}',
        "game: jack-stone",
        "[" * 3000,
        "{" * 3000,
        "game: jack-stone\nplayers: A\n\nkeep 1",
    ],
)
def test_what_is_no_match_file_is_refused_with_a_sentence(client: httpx.Client, text: str) -> None:
    answer = client.post("/api/matches/import", content=text, headers={"content-type": "text/plain"})
    assert answer.status_code == 422
    assert answer.json()["detail"].endswith(".")
