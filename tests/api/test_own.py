"""Somebody's own dice over HTTP: taught by pictures, chosen for a match, shared as a file."""

from pathlib import Path

import httpx

SAMPLES = Path(__file__).parents[2] / "samples" / "teach"
CARDS = {"algiz": "A", "fehu": "K", "hagal": "Q", "othala": "J", "sowil": "50", "thurs": "100"}
JPEG = {"content-type": "image/jpeg"}


def test_runes_are_taught_played_as_cards_and_shared(client: httpx.Client) -> None:
    for face in CARDS:
        for picture in sorted((SAMPLES / "lessons" / face).iterdir())[:2]:
            lesson = client.post(
                "/api/dice/runes/lessons", params={"face": face}, content=picture.read_bytes(), headers=JPEG
            )
            assert lesson.status_code == 200, lesson.text
    assert lesson.json()["dice"]["shown"] == dict.fromkeys(CARDS, 2)
    assert lesson.json()["dice"]["says"].startswith("Of 12 looks")
    assert client.put("/api/dice/runes", json={"kit": "ten-grand", "stands": CARDS}).json()["stands"] == CARDS
    match = client.post("/api/matches", json={"game": "ten-grand", "players": ["Ann", "Bob"], "dice": "runes"}).json()
    assert (match["kit"]["title"], match["kit"]["reads"]) == ("runes", True)
    throw = (SAMPLES / "throws" / "03.jpg").read_bytes()
    look = client.post(f"/api/matches/{match['id']}/photo", content=throw, headers=JPEG).json()
    assert {die["face"] for die in look["reading"]["dice"]} <= {*CARDS.values(), None}
    shared = client.get("/api/dice/runes/file").content
    assert client.delete("/api/dice/runes").json() == {"sets": []}
    assert client.post("/api/dice/file", content=shared).json()["name"] == "runes"


def test_refusals_say_what_to_do(client: httpx.Client) -> None:
    begun = client.post("/api/matches", json={"game": "ten-grand", "players": ["Ann", "Bob"], "dice": "none"})
    assert begun.status_code == 422
    assert begun.json()["detail"].startswith("There are no dice `none` on the shelf")
    assert client.post("/api/dice/x/lessons", params={"face": "skull"}, content=b"").status_code == 409
    assert client.post("/api/dice/x/lessons", params={"face": "skull"}, content=b"x").status_code == 422
    assert client.post("/api/dice/file", content=b"{}").json()["detail"].startswith("This is no file of dice")
