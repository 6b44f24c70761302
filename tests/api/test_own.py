"""Somebody's own dice over HTTP: taught by pictures, chosen for a match, shared as a file."""

import json
import unicodedata
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread
from typing import Any

import cv2
import httpx
import numpy as np
import pytest
from filelock import FileLock, Timeout

from api.cases import Files
from api.command.showing import Showings, from_camera, pictures
from api.eyes import Eyes
from api.lessons import How, joined
from api.rack import Rack
from api.sets import KeptError, Sets, key_of
from api.store import Store
from models.card import card
from tests.api.conftest import housed
from vision.camera.source import SourceError
from vision.own.dice import OwnDice, written
from vision.own.eye import SURE, own_eye
from vision.own.lesson import lesson, lesson_of, taught
from vision.own.prints import weights
from vision.own.teach import TeachError
from vision.picture import load
from vision.read import read

SAMPLES = Path(__file__).parents[2] / "samples" / "teach"
CARDS = {"algiz": "A", "fehu": "K", "hagal": "Q", "othala": "J", "sowil": "50", "thurs": "100"}
JPEG = {"content-type": "image/jpeg"}


def test_a_set_that_was_taught_to_another_eye_begins_anew_and_stands_for_what_it_stood_for(tmp_path: Path) -> None:
    sets, pictures = Sets(Files(tmp_path)), sorted((SAMPLES / "lessons" / "thurs").iterdir())
    shown = tuple(lesson(load(picture.read_bytes()), "thurs") for picture in pictures)
    sets.put(replace(taught("runes", shown, whole=True), digest="0" * 64, stands={"thurs": "A", "fehu": "K"}))
    again = joined(sets, "runes", shown[:1], How(whole=True))
    assert (again.looks.shown, again.digest) == (shown[0].looks.shown, weights(card("pips-reader")))
    assert again.stands == {"thurs": "A", "fehu": "K"}


def test_a_set_that_was_forgotten_while_it_was_taught_begins_with_no_lesson_of_another_eye(tmp_path: Path) -> None:
    picture = next((SAMPLES / "lessons" / "thurs").iterdir())
    shown = lesson(load(picture.read_bytes()), "thurs", "phase-10")
    with pytest.raises(TeachError, match=r"^The dice `odd` were forgotten meanwhile, or changed: show the face once"):
        joined(Sets(Files(tmp_path)), "odd", [shown], How())


def test_of_two_programs_that_teach_at_once_one_waits(tmp_path: Path) -> None:
    in_, out = Event(), Event()

    def other() -> None:
        with Files(tmp_path).alone():
            in_.set()
            out.wait(60)

    teaching = Thread(target=other)
    teaching.start()
    assert in_.wait(60)
    with pytest.raises(Timeout), FileLock(tmp_path / ".lock", timeout=0):
        pass
    out.set()
    teaching.join()
    with FileLock(tmp_path / ".lock", timeout=60):
        pass


def test_runes_are_taught_played_as_cards_and_shared(client: httpx.Client) -> None:
    for face in CARDS:
        for picture in sorted((SAMPLES / "lessons" / face).iterdir())[:2]:
            lesson = client.post(
                "/api/dice/runes/lessons", params={"face": face}, content=picture.read_bytes(), headers=JPEG
            )
            assert lesson.status_code == 200, lesson.text
    assert lesson.json()["dice"]["shown"] == dict.fromkeys(CARDS, 2)
    assert lesson.json()["dice"]["says"].startswith("12 dice were shown: ")
    for refused in (
        client.put("/api/dice/runes", json={"kit": "poker", "stands": CARDS}),
        client.post("/api/dice/runes/lessons?face=algiz&kit=poker", content=picture.read_bytes(), headers=JPEG),
    ):
        assert (refused.status_code, refused.json()["type"]) == (422, "urn:croupier:kit")
    assert client.put("/api/dice/runes", json={"kit": "ten-grand", "stands": CARDS}).json()["stands"] == CARDS
    match = client.post("/api/matches", json={"game": "ten-grand", "players": ["Ann", "Bob"], "dice": "runes"}).json()
    assert (match["dice"], match["kit"]["title"], match["kit"]["reads"]) == ("runes", "runes", True)
    thrown = (SAMPLES / "throws" / "01.jpg").read_bytes()
    alone = client.post("/api/read?dice=runes", content=thrown, headers=JPEG).json()
    played = client.post(f"/api/matches/{match['id']}/photo", content=thrown, headers=JPEG).json()["reading"]
    assert alone["sure_at"] == played["sure_at"] == SURE  # what is said of a die and what is marked is one
    throw = (SAMPLES / "throws" / "03.jpg").read_bytes()
    look = client.post(f"/api/matches/{match['id']}/photo", content=throw, headers=JPEG).json()
    assert {die["face"] for die in look["reading"]["dice"]} <= {*CARDS.values(), None}
    again = client.post(f"/api/matches/{match['id']}/rematch", json={}).json()
    both = {"game": "ten-grand", "players": ["Ann", "Bob"], "dice": "runes", "kit": "pips"}
    alone = client.post("/api/read?dice=runes&expect=6", content=throw, headers=JPEG).json()
    assert [die["face"] for die in alone["dice"]] == [die["face"] for die in look["reading"]["dice"]]
    for refused in (
        client.post("/api/matches", json=both),
        client.post("/api/read?dice=runes&kit=pips", content=throw, headers=JPEG),
    ):
        assert refused.status_code == 422
        assert refused.json()["detail"].endswith("already say which faces they have: leave the kit pips out.")
    home = client.get(f"/api/matches/{match['id']}/export?as=json").content
    brought = client.post("/api/matches/import", content=home).json()
    assert (again["dice"], brought["dice"]) == ("runes", "runes")
    file = client.get(f"/api/matches/{match['id']}/export?as=match").text
    assert file.startswith("# dice: runes\ngame: ten-grand\n")
    assert client.post("/api/matches/import", content=file).json()["dice"] == "runes"
    assert client.post("/api/matches/import", content=file.replace("runes", "skulls")).json()["dice"] == ""
    shared = client.get("/api/dice/runes/file").content
    assert client.delete("/api/dice/runes").json() == {"sets": []}
    gone = client.post(f"/api/matches/{match['id']}/photo", content=throw, headers=JPEG).json()["detail"]
    assert gone.startswith("The dice `runes` of this match were forgotten: tap the dice in")
    assert client.post("/api/matches/import", content=home).json()["dice"] == ""
    assert client.post("/api/dice/file", content=shared).json()["name"] == "runes"


def test_a_lesson_under_a_wrong_name_that_makes_a_set_forget_is_refused(tmp_path: Path) -> None:
    sets, pictures = Sets(Files(tmp_path)), sorted((SAMPLES / "lessons").rglob("*.jpg"))
    shown = [lesson(load(path.read_bytes()), path.parent.name) for path in pictures]
    sets.put(joined(sets, "runes", shown, How()))
    runes = own_eye(sets.find("runes"))
    frame = load((SAMPLES / "throws" / "01.jpg").read_bytes())
    there = {str(die.face): die.box for die in read(frame, own=runes).dice}
    wrong, right = (lesson_of(frame, there["sowil"], face, runes.base) for face in ("algiz", "sowil"))
    with pytest.raises(TeachError, match=r"^Nothing was learned: with what was shown as algiz, \d dice .*\(sowil\)"):
        joined(sets, "runes", [wrong], How())
    assert joined(sets, "runes", [right], How()).looks.times("sowil") == 4


def test_dice_that_show_no_face_of_a_game_are_not_played_with(client: httpx.Client) -> None:
    for number in (1, 2):
        picture = (SAMPLES / "lessons" / "fehu" / f"{number}.jpg").read_bytes()
        client.post("/api/dice/pebbles/lessons", params={"face": "fehu"}, content=picture, headers=JPEG)
    begun = client.post("/api/matches", json={"game": "ten-grand", "players": ["Ann", "Bob"], "dice": "pebbles"})
    assert (begun.status_code, begun.json()["type"]) == (422, "urn:croupier:dice")
    assert begun.json()["detail"].startswith("Ten Grand cannot be played with the dice `pebbles`, which show none")
    match = {"dice": "pebbles", "file": "game: jack-stone\nplayers: Ann, Bob\n\nroll 1 3 3 4 4 6\n"}
    brought = client.post("/api/matches/import", json=match).raise_for_status().json()
    assert (brought["dice"], brought["kit"]["id"], brought["kit"]["reads"]) == ("", "pips", True)


def test_a_match_that_is_brought_in_keeps_dice_that_want_to_be_taught_anew(
    client: httpx.Client, stone: OwnDice
) -> None:
    client.post("/api/dice/file", content=written(replace(stone, digest="0" * 64)).encode())
    match = {"dice": "stone", "file": "game: jack-stone\nplayers: Ann, Bob\n\n"}
    brought = client.post("/api/matches/import", json=match).raise_for_status().json()
    shown = (SAMPLES / "throws" / "01.jpg").read_bytes()
    said = client.post(f"/api/matches/{brought['id']}/photo", content=shown, headers=JPEG).json()["detail"]
    assert said == "The dice `stone` were taught to another eye: teach them again."
    client.delete("/api/dice/stone")


def test_a_match_that_is_brought_in_finds_its_dice_however_their_name_is_written(
    client: httpx.Client, stone: OwnDice
) -> None:
    client.post("/api/dice/file", content=written(stone).encode())
    client.put("/api/dice/stone", json={"kit": "ten-grand", "stands": {"fehu": "K"}})
    for name, known in {"stone": "stone", "Stone": "stone", "STONE": "stone", "stones": "", "": ""}.items():
        match = {"dice": name, "file": "game: ten-grand\nplayers: Ann, Bob\n\n"}
        assert client.post("/api/matches/import", json=match).raise_for_status().json()["dice"] == known
    client.delete("/api/dice/stone")


def test_dice_that_stand_for_those_of_a_kit_are_taught_on_through_the_eye_that_saw_them(
    client: httpx.Client, stone: OwnDice
) -> None:
    client.post("/api/dice/file", content=written(stone).encode())
    client.put("/api/dice/stone", json={"kit": "ten-grand", "stands": {"fehu": "K"}})
    picture = (SAMPLES / "lessons" / "algiz" / "1.jpg").read_bytes()
    for said in ({}, {"kit": "ten-grand", "whole": True}):
        lesson = client.post("/api/dice/stone/lessons", params={"face": "algiz", **said}, content=picture, headers=JPEG)
        assert lesson.json()["dice"]["shown"] == {"fehu": 2, "algiz": 1}
        assert (lesson.json()["dice"]["kit"], lesson.json()["dice"]["whole"]) == ("ten-grand", True)
    refused = client.post("/api/dice/stone/lessons?face=algiz&kit=pips", content=picture, headers=JPEG)
    assert refused.status_code == 422
    says = "The dice `stone` are played as Ten Grand and poker dice, and show no other faces: say the same or nothing"
    assert refused.json()["detail"].startswith(says)
    client.delete("/api/dice/stone")


def test_of_dice_taught_as_those_of_a_kit_it_is_said_later_whether_they_show_its_other_faces(
    client: httpx.Client,
) -> None:
    for number in (1, 2):
        picture = (SAMPLES / "lessons" / "fehu" / f"{number}.jpg").read_bytes()
        asked = {"face": "fehu", "kit": "phase-10"}
        lesson = client.post("/api/dice/odd/lessons", params=asked, content=picture, headers=JPEG).json()["dice"]
    assert lesson["says"].endswith("none of these faces: if the dice show no others, say so under Your dice.")
    for whole in (True, None, False):
        told = client.put("/api/dice/odd", json={} if whole is None else {"whole": whole}).json()
        assert (told["kit"], told["whole"]) == ("phase-10", whole is not False)
    refused = client.put("/api/dice/odd", json={"kit": ""})
    assert refused.status_code == 422
    assert refused.json()["detail"].startswith("The dice `odd` are Phase 10 Dice: say that they show no faces")
    assert client.put("/api/dice/odd", json={"kit": "pips", "whole": True}).json()["kit"] == "pips"
    refused = client.put("/api/dice/odd", json={"whole": False})
    assert refused.status_code == 422
    assert refused.json()["detail"].startswith(
        "The dice `odd` are played as Pip dice, 1 to 6, and show no other faces:"
    )
    assert client.put("/api/dice/odd", json={"stands": {"fehu": "5"}}).json()["stands"] == {"fehu": "5"}
    assert client.put("/api/dice/odd", json={"whole": True}).json()["stands"] == {"fehu": "5"}
    assert client.put("/api/dice/odd", json={"stands": {"Fehu": ""}}).json()["stands"] == {}
    assert client.put("/api/dice/odd", json={"stands": {"FEHU": "5"}}).json()["stands"] == {"fehu": "5"}
    refused = client.put("/api/dice/odd", json={"kit": "", "stands": {"fehu": "6"}})
    assert refused.json()["detail"] == "What stands for which face depends on the kit: choose the kit too."
    told = client.put("/api/dice/odd", json={"kit": "", "stands": {"fehu": "5"}}).json()
    assert (told["kit"], told["whole"], told["stands"]) == ("", True, {})
    client.delete("/api/dice/odd")


def test_the_dice_of_a_lesson_are_told_in_pixels_of_the_picture_and_shown(client: httpx.Client) -> None:
    boxes = []
    for number, size in enumerate((1, 4)):
        picture = cv2.imread(str(SAMPLES / "lessons" / "fehu" / "1.jpg"))
        larger = cv2.imencode(".jpg", cv2.resize(picture, None, fx=size, fy=size))[1].tobytes()
        lesson = client.post(f"/api/dice/s{number}/lessons", params={"face": "fehu"}, content=larger, headers=JPEG)
        boxes += [[side / size for side in box] for box in lesson.json()["boxes"]]
        (crop,) = lesson.json()["crops"]
        cut = cv2.imdecode(np.frombuffer(b64decode(crop.removeprefix("data:image/jpeg;base64,")), np.uint8), 1)
        assert max(cut.shape) == 120
        client.delete(f"/api/dice/s{number}")
    assert boxes[0] == pytest.approx(boxes[1], abs=12)


def test_a_photo_of_dice_that_do_not_show_the_same_face_is_told_of(client: httpx.Client) -> None:
    same = (SAMPLES / "lessons" / "fehu" / "1.jpg").read_bytes()
    other = (SAMPLES.parent / "pips" / "04.jpg").read_bytes()
    lessons = [
        client.post(f"/api/dice/mine/lessons?face={face}", content=photo, headers=JPEG).json()
        for face, photo in (("fehu", same), ("skull", other))
    ]
    assert not lessons[0]["doubt"]
    assert lessons[1]["doubt"].startswith("I would read these dice as ")
    assert lessons[1]["doubt"].endswith("if one of them does not show skull, forget skull and show it again.")


def test_a_set_that_is_not_there_is_not_found(client: httpx.Client) -> None:
    for answer in (
        client.get("/api/dice/none/file"),
        client.put("/api/dice/none", json={"kit": "pips", "stands": {}}),
        client.delete("/api/dice/none"),
    ):
        assert (answer.status_code, answer.json()["type"]) == (404, "urn:croupier:dice")
        assert answer.json()["detail"].startswith("There are no dice `none` on the shelf")


def test_a_shelf_that_cannot_be_reached_is_told_of_in_a_sentence(tmp_path: Path, stone: OwnDice) -> None:
    (tmp_path / "dice").touch()
    picture = (SAMPLES / "lessons" / "fehu" / "1.jpg").read_bytes()
    with housed(tmp_path) as (app, address), httpx.Client(base_url=address, timeout=30) as client:
        match = app.state.house.table.begin("ten-grand", ["Ann"], {}, "ten-grand", dice="runes")
        for answer in (
            client.get("/api/dice/runes/file"),
            client.delete("/api/dice/runes"),
            client.post("/api/dice/runes/lessons?face=fehu", content=picture, headers=JPEG),
            client.post("/api/dice/file", content=written(stone).encode()),
            client.post(f"/api/matches/{match.id}/photo", content=picture, headers=JPEG),
        ):
            assert (answer.status_code, answer.json()["type"]) == (422, "urn:croupier:dice")
            assert answer.json()["detail"].startswith("The shelf of dice cannot be used (")


def test_what_cannot_be_read_on_the_shelf_hides_no_other_set(tmp_path: Path) -> None:
    sets, picture = Sets(Files(tmp_path)), (SAMPLES / "lessons" / "fehu" / "1.jpg").read_bytes()
    sets.put(taught("runes", (lesson(load(picture), "fehu"),), whole=True))
    (tmp_path / "aaa.dice").mkdir()
    assert [dice.name for dice in sets.all()] == ["runes"]
    assert sets.unreadable == 1
    every = sets.case.all()
    next(every)
    sets.drop("runes")  # while somebody lists them
    assert list(every) == []


def test_a_lesson_that_is_sent_again_counts_once(client: httpx.Client) -> None:
    picture = (SAMPLES / "lessons" / "fehu" / "1.jpg").read_bytes()
    key = {**JPEG, "idempotency-key": "fehu-1"}
    for _ in range(2):
        lesson = client.post("/api/dice/stones/lessons", params={"face": "fehu"}, content=picture, headers=key)
        assert lesson.json()["dice"]["shown"] == {"fehu": 1}
    other = client.post("/api/dice/stones/lessons", params={"face": "algiz"}, content=picture, headers=key)
    assert (other.status_code, other.json()["type"]) == (422, "urn:croupier:key")


@pytest.fixture(params=["folder", "postgresql"])
def sets(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Sets]:
    """Sets in each kind of case."""
    if request.param == "folder":
        yield Sets(Files(tmp_path))
        return
    store = Store(request.getfixturevalue("postgres")())
    yield Sets(Rack(store))
    store.close()


def test_a_set_is_opened_anew_only_when_it_changed(sets: Sets) -> None:
    eyes = Eyes(sets)
    shown = [(face, number) for face in ("fehu", "algiz") for number in (1, 2)]
    seen = [lesson(load((SAMPLES / "lessons" / face / f"{number}.jpg").read_bytes()), face) for face, number in shown]
    dice = taught("runes", seen, "", whole=True)
    eyes.sets.put(dice)
    first = eyes.own("runes")
    assert eyes.own("runes") is first
    eyes.sets.put(replace(dice, stands={"fehu": "K"}))
    assert eyes.own("runes").dice.stands == {"fehu": "K"}
    eyes.sets.drop("runes")
    with pytest.raises(TeachError, match="no dice `runes`"):
        eyes.own("runes")


def of_runes(client: httpx.Client, name: str) -> tuple[str, Any]:
    """A match of Ten Grand with runes, taught under this name: its address, and what was seen on a photo of five."""
    pictures = sorted((SAMPLES / "lessons").rglob("*.jpg"))
    shown = [lesson(load(path.read_bytes(), path.name), path.parent.name) for path in pictures]
    client.post("/api/dice/file", content=written(taught(name, shown, whole=True)).encode())
    client.put(f"/api/dice/{name}", json={"kit": "ten-grand", "stands": CARDS})
    match = client.post("/api/matches", json={"game": "ten-grand", "players": ["Ann", "Bob"], "dice": name}).json()
    path = f"/api/matches/{match['id']}"
    throw = (SAMPLES / "throws" / "04.jpg").read_bytes()
    return path, client.post(f"{path}/photo", content=throw, headers=JPEG).json()


def test_a_die_of_a_throw_is_learned_when_a_player_says_so(client: httpx.Client) -> None:
    path, look = of_runes(client, "old")
    assert not look["played"], "five dice lie there, six are due"
    faces = [die["face"] for die in look["reading"]["dice"]]
    roll = client.post(
        f"{path}/events", json={"event": f"roll {' '.join(faces)} A", "picture": look["picture"], "after": 0}
    )
    seq, die = roll.json()["seq"], faces.index(CARDS["sowil"])
    key = {"idempotency-key": "sowil-again"}
    for _ in range(2):
        learned = client.post(f"{path}/rolls/{seq}/lesson", json={"die": die, "face": CARDS["sowil"]}, headers=key)
        assert learned.json()["dice"]["shown"] == {**dict.fromkeys(CARDS, 3), "sowil": 4}
    again = client.post(f"{path}/rolls/{seq}/lesson", json={"die": die, "face": CARDS["sowil"]})
    assert (again.status_code, again.json()["detail"]) == (422, "This die has been learned already: the set knows it.")
    for asked, status, says in (
        ({"die": faces.index(CARDS["othala"]), "face": CARDS["algiz"]}, 422, "Nothing was learned"),
        ({"die": die, "face": "Z"}, 409, "The roll says nothing of"),
        ({"die": 7, "face": CARDS["sowil"]}, 409, "There is no die 8"),
    ):
        refused = client.post(f"{path}/rolls/{seq}/lesson", json=asked)
        assert (refused.status_code, refused.json()["detail"][: len(says)]) == (status, says)
    assert client.post(f"{path}/rolls/99/lesson", json={"die": 0, "face": "A"}).status_code == 404
    client.delete("/api/dice/old")


def test_a_die_is_learned_from_the_picture_that_came_with_a_correction(client: httpx.Client) -> None:
    path, look = of_runes(client, "late")
    faces = [die["face"] for die in look["reading"]["dice"]]
    client.post(f"{path}/events", json={"event": "roll A A A A A A", "after": 0}).raise_for_status()
    amended = {"events": [f"amend 1 roll {' '.join(faces)} A"], "picture": look["picture"], "after": 1}
    client.post(f"{path}/plays", json=amended).raise_for_status()
    asked = {"die": faces.index(CARDS["sowil"]), "face": CARDS["sowil"]}
    learned = client.post(f"{path}/rolls/2/lesson", json=asked).json()
    assert (learned["face"], learned["dice"]["shown"]["sowil"]) == ("sowil", 4)
    client.delete("/api/dice/late")


@pytest.mark.parametrize(
    ("rules", "nine"), [pytest.param({}, "50", marks=pytest.mark.long), ({"face_map": "10=50 9=100"}, "100")]
)
def test_a_nine_of_poker_dice_is_learned_by_what_it_counts_as_in_the_house(
    client: httpx.Client, rules: dict[str, str], nine: str
) -> None:
    pictures = sorted((SAMPLES / "lessons").rglob("*.jpg"))
    shown = [lesson(load(path.read_bytes(), path.name), path.parent.name) for path in pictures]
    client.post("/api/dice/file", content=written(taught("poker", shown, whole=True)).encode())
    client.put("/api/dice/poker", json={"kit": "ten-grand", "stands": CARDS | {"sowil": "9", "thurs": "10"}})
    new = {"game": "ten-grand", "players": ["Ann", "Bob"], "dice": "poker", "options": rules}
    path = f"/api/matches/{client.post('/api/matches', json=new).json()['id']}"
    throw = (SAMPLES / "throws" / "04.jpg").read_bytes()
    look = client.post(f"{path}/photo", content=throw, headers=JPEG).json()
    faces = [die["face"] for die in look["reading"]["dice"]]
    roll = f"roll {' '.join(faces)} A"
    seq = client.post(f"{path}/events", json={"event": roll, "picture": look["picture"], "after": 0}).json()["seq"]
    learned = client.post(f"{path}/rolls/{seq}/lesson", json={"die": faces.index(nine), "face": nine}).json()
    assert (learned["face"], learned["dice"]["shown"]) == ("sowil", {**dict.fromkeys(CARDS, 3), "sowil": 4})
    client.delete("/api/dice/poker")


def test_usual_dice_learn_nothing_in_play(client: httpx.Client) -> None:
    match = client.post("/api/matches", json={"game": "jack-stone", "players": ["Ann", "Bob"]}).json()
    refused = client.post(f"/api/matches/{match['id']}/rolls/1/lesson", json={"die": 0, "face": "1"})
    assert refused.status_code == 409
    assert refused.json()["detail"].startswith("This match is played with usual dice")


@pytest.fixture(scope="module")
def stone() -> OwnDice:
    """A set with one face."""
    seen = [lesson(load((SAMPLES / "lessons" / "fehu" / f"{number}.jpg").read_bytes()), "fehu") for number in (1, 2)]
    return taught("stone", seen, whole=True)


def test_a_set_that_is_brought_never_takes_the_place_of_another(client: httpx.Client, stone: OwnDice) -> None:
    ours, theirs = (written(replace(stone, stands={"fehu": face})).encode() for face in "12")
    assert [client.post("/api/dice/file", content=ours).status_code for _ in range(2)] == [201, 201], "the very same"
    refused = client.post("/api/dice/file", content=theirs)
    assert (refused.status_code, refused.json()["type"]) == (409, "urn:croupier:dice")
    assert refused.json()["detail"].startswith("You have other dice `stone`: keep them as a file")
    assert client.get("/api/dice/stone/file").content == ours
    client.delete("/api/dice/stone")
    assert client.post("/api/dice/file", content=theirs).status_code == 201
    client.delete("/api/dice/stone")


def test_a_set_that_cannot_be_read_is_never_written_over_and_can_be_deleted(sets: Sets, stone: OwnDice) -> None:
    sets.put(stone)
    newer = sets.bytes("stone").replace(b"croupier-dice-2", b"croupier-dice-3")
    sets.case.put(key_of("stone"), newer)
    shown = (lesson(load((SAMPLES / "lessons" / "fehu" / "3.jpg").read_bytes()), "fehu"),)
    with pytest.raises(TeachError, match=r"^There are dice `Stone` that I cannot read: take another name"):
        joined(sets, "Stone", shown, How(whole=True))
    with pytest.raises(KeptError):
        sets.take(stone)
    assert sets.bytes("stone") == newer
    sets.drop("stone")
    sets.take(stone)


def test_what_would_make_a_set_useless_is_refused_and_a_face_can_be_taken_back(
    client: httpx.Client, stone: OwnDice
) -> None:
    client.post("/api/dice/file", content=written(stone).encode())
    for stands, says in (
        ({"fehu": "7"}, "7 is no face of Ten Grand"),
        ({"feuh": "A"}, "Nothing was shown as `feuh`: say for these what they stand for: fehu."),
    ):
        refused = client.put("/api/dice/stone", json={"kit": "ten-grand", "stands": stands})
        assert (refused.status_code, refused.json()["detail"][: len(says)]) == (422, says)
    picture = (SAMPLES / "lessons" / "algiz" / "1.jpg").read_bytes()
    client.post("/api/dice/stone/lessons", params={"face": "algiz"}, content=picture, headers=JPEG)
    left = client.delete("/api/dice/stone", params={"face": "Algiz"}).json()["sets"]
    assert [dice["shown"] for dice in left if dice["name"] == "stone"] == [{"fehu": 2}]
    assert client.delete("/api/dice/stone", params={"face": "algiz"}).status_code == 422
    client.delete("/api/dice/stone")


def test_photos_show_the_face_that_was_said_or_that_their_folder_is_named_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "skull"
    folder.mkdir()
    (folder / "1.jpg").write_bytes((SAMPLES / "lessons" / "fehu" / "1.jpg").read_bytes())
    monkeypatch.chdir(folder)
    assert [pictures([Path(said)], ())[0][0] for said in (".", "../skull", str(folder))] == ["skull"] * 3
    assert pictures([Path()], ("Fehu",)) == (("fehu", Path("1.jpg")),)
    with pytest.raises(TeachError, match=r"^Each face has a name: take one word"):
        pictures([Path()], ("",))


def test_before_a_camera_a_face_without_a_name_is_asked_for_again() -> None:
    said, seen, answers = [], [], iter(["my skull", "Skull", "", "", "", ""])

    def ask(sentence: str) -> str:
        said.append(sentence)
        return next(answers)

    source = str(SAMPLES / "lessons" / "fehu")
    from_camera(source, "", (), ask, seen.append)
    assert [each.face for each in seen] == ["skull"] * 3
    assert said[1].startswith("`my skull` can be no name of a face: take one word")
    with pytest.raises(TeachError, match="`my skull` can be no name of a face"):
        from_camera(source, "", ("fehu", "my skull"), ask, seen.append)


def test_before_a_camera_each_showing_counts_once_and_is_kept_at_once(tmp_path: Path) -> None:
    pictures = tmp_path / "camera"
    pictures.mkdir()
    for number, (face, which) in enumerate([("fehu", 1), ("fehu", 1), ("fehu", 2), ("fehu", 3), ("fehu", 3)]):
        (pictures / f"{number}.jpg").write_bytes((SAMPLES / "lessons" / face / f"{which}.jpg").read_bytes())
    showings, said, known = Showings(Sets(Files(tmp_path)), "runes", How()), [], []

    def ask(sentence: str) -> str:
        said.append(sentence)
        known.append(showings.dice.looks.times("fehu") if showings.dice else 0)
        return ""

    with pytest.raises(SourceError, match="There are no more pictures in"):
        from_camera(str(pictures), "", ("fehu", "algiz"), ask, showings.keep)
    assert known == [0, 1, 1, 2, 3, 3]
    assert said[2].startswith("The dice lie just as they lay before. Lay the dice down with fehu up")
    assert said[5].startswith("This picture was shown as fehu already: throw the die anew to show algiz. Lay")
    assert showings.new == {"fehu": 3}


def test_before_a_camera_each_die_of_a_picture_counts(tmp_path: Path) -> None:
    shown = [cv2.imread(str(SAMPLES / "lessons" / "fehu" / f"{which}.jpg")) for which in (1, 2, 3)]
    cv2.imwrite(str(tmp_path / "1.png"), np.hstack(shown))
    seen = []
    from_camera(str(tmp_path), "", ("fehu",), lambda _: "", seen.append)
    assert [len(each.dice) for each in seen] == [3]


def test_before_a_camera_it_is_said_at_once_of_the_last_picture_too_that_its_dice_may_show_two_faces(
    tmp_path: Path,
) -> None:
    (tmp_path / "1.jpg").write_bytes((SAMPLES / "throws" / "03.jpg").read_bytes())
    doubts: list[str] = []
    from_camera(str(tmp_path), "", ("algiz",), lambda _: "", lambda _: None, doubts.append)
    (doubt,) = doubts
    assert (
        doubt == "These dice do not all look alike: if one of them does not show algiz, forget algiz and show it again."
    )


def test_a_camera_that_is_not_there_is_told_before_anything_is_asked() -> None:
    with pytest.raises(SourceError, match=r"There is no camera 99"):
        from_camera("99", "", ("fehu",), pytest.fail, pytest.fail)


def test_lessons_in_which_something_stands_for_no_face_are_refused(tmp_path: Path) -> None:
    shown = (lesson(load((SAMPLES / "lessons" / "fehu" / "3.jpg").read_bytes()), "fehu", "ten-grand"),)
    with pytest.raises(TeachError, match=r"^7 is no face of Ten Grand"):
        joined(Sets(Files(tmp_path)), "cards", shown, How("ten-grand", whole=True, stands={"fehu": "7"}))


def test_a_set_is_found_however_the_letters_of_its_name_are_stored(sets: Sets, stone: OwnDice) -> None:
    sets.put(replace(stone, name="Käfer"))
    shown = (lesson(load((SAMPLES / "lessons" / "fehu" / "3.jpg").read_bytes()), "fehu"),)
    dice = joined(sets, unicodedata.normalize("NFD", "käfer"), shown, How())
    assert (dice.name, dice.looks.shown, dice.looks.times("fehu")) == ("Käfer", ("fehu",), 3)


@pytest.mark.parametrize("part", ["name", "kit", "reader", "digest", "format"])
def test_a_shared_file_with_half_a_letter_is_refused(client: httpx.Client, stone: OwnDice, part: str) -> None:
    told = json.loads(written(stone)) | {part: "\ud800"}
    answer = client.post("/api/dice/file", content=json.dumps(told).encode())
    assert (answer.status_code, answer.json()["type"]) == (422, "urn:croupier:dice")


def test_a_shared_file_with_high_numbers_can_be_taught_more(client: httpx.Client, stone: OwnDice) -> None:
    told = json.loads(written(stone)) | {"showing": [0, 2**63 - 1]}
    assert client.post("/api/dice/file", content=json.dumps(told).encode()).status_code == 201
    third = (SAMPLES / "lessons" / "fehu" / "3.jpg").read_bytes()
    taught = client.post("/api/dice/stone/lessons", params={"face": "fehu"}, content=third, headers=JPEG)
    assert taught.json()["dice"]["shown"] == {"fehu": 3}
    client.delete("/api/dice/stone")


def test_dice_of_a_kit_that_nobody_knows_here_are_not_taken(client: httpx.Client, stone: OwnDice) -> None:
    answer = client.post("/api/dice/file", content=written(replace(stone, kit="poker")).encode())
    assert (answer.status_code, answer.json()["type"]) == (422, "urn:croupier:dice")
    assert answer.json()["detail"].startswith(
        "These dice stand for those of a kit `poker`, which this Croupier does not"
    )


@pytest.mark.parametrize("file", [b"[" * 100_000, b"[]", b'{"format": "croupier-dice-2", "faces": []}', b"\xff"])
def test_what_is_no_set_of_dice_is_refused_and_the_others_stay(client: httpx.Client, file: bytes) -> None:
    before = client.get("/api/dice").json()
    answer = client.post("/api/dice/file", content=file)
    assert (answer.status_code, answer.json()["type"]) == (422, "urn:croupier:dice")
    assert client.get("/api/dice").json() == before


def test_refusals_say_what_to_do(client: httpx.Client) -> None:
    begun = client.post("/api/matches", json={"game": "ten-grand", "players": ["Ann", "Bob"], "dice": "none"})
    assert begun.status_code == 422
    assert begun.json()["detail"].startswith("There are no dice `none` on the shelf")
    assert client.post("/api/dice/x/lessons", params={"face": "skull"}, content=b"").status_code == 409
    assert client.post("/api/dice/x/lessons", params={"face": "skull"}, content=b"x").status_code == 422
    grey = cv2.imencode(".png", np.full((300, 300, 3), 128, np.uint8))[1].tobytes()
    bare = client.post("/api/dice/x/lessons", params={"face": "skull"}, content=grey)
    assert bare.json()["detail"].startswith("I see no die in this picture: show it larger")
    assert client.post("/api/dice/file", content=b"{}").json()["detail"].startswith("This is no file of dice")
