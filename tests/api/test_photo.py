"""Pictures of throws, read by the real eye: played when sure and legal, asked otherwise, and kept as receipts."""

import json
import re
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Thread
from typing import Any

import cv2
import httpx
import numpy as np
import pytest

from api import demo
from api.again import AGAIN, SAME
from api.album import Album, Limits
from api.hands import Seen
from api.photos import ANOTHER, UNANSWERED
from api.shelf import Drawer, Folder, Shelf
from api.store import Store
from scoring.dice import Roll
from scoring.match import Match
from tests.api.conftest import Player, housed
from tests.api.postgres import do
from tests.api.test_dealer import FRAME, tray
from vision.picture import load
from vision.read import read
from vision.reading import Frame
from vision.throw.tray import Tray


def labels(throws: Path) -> dict[str, str]:
    rows = (line.split("\t") for line in (throws / "labels.tsv").read_text().splitlines())
    return dict(rows)


def confirmed(player: Player, look: dict[str, Any], roll: str) -> None:
    """Play a throw that the eye did not play by itself."""
    if not look["played"]:
        assert player.post("events", event=f"roll {roll}", picture=look["picture"]).status_code == 200


def test_a_throw_is_played_if_and_only_if_the_eye_is_sure(ann: Player, throws: Path) -> None:
    look = ann.photo((throws / "01.jpg").read_bytes(), after=0)
    reading = look["reading"]
    assert look["played"] == (reading["verdict"] == "sure")
    assert look["match"]["seq"] == int(look["played"])
    assert bool(reading["reasons"]) != look["played"]
    assert [die["state"] for die in reading["dice"]]


def test_dice_that_lie_as_in_a_picture_that_was_played_are_no_throw_without_a_question(
    ann: Player, throws: Path, seat: Callable[..., Player]
) -> None:
    picture = (throws / "01.jpg").read_bytes()
    seat(ann.client).play("roll 2 2 3 3 4 6")  # the last throw before, without a picture
    confirmed(ann, ann.photo(picture), "1 3 3 4 4 6")
    assert ann.post("undo").status_code == 200
    confirmed(ann, again := ann.photo(picture), "1 3 3 4 4 6")
    assert AGAIN not in again["reading"]["reasons"], "what was undone does not count"
    ann.play("keep 1", "bank")
    small = cv2.resize(cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR), None, fx=0.8, fy=0.8)
    for sent in (picture, cv2.imencode(".jpg", small)[1].tobytes()):
        look = ann.photo(sent)
        assert not look["played"]
        assert look["reading"]["reasons"][-1] == AGAIN
    other = ann.photo((throws / "02.jpg").read_bytes())
    assert AGAIN not in other["reading"]["reasons"]


def test_a_match_that_is_over_takes_no_picture_and_says_why(ann: Player, throws: Path) -> None:
    ann.play("adjust Ann 9000", "roll 1 1 1 1 1 1", "keep 1 1 1 1 1 1", "bank")
    assert ann.match["view"]["over"]
    answer = ann.client.post(f"{ann.path}/photo", content=(throws / "02.jpg").read_bytes())
    assert answer.status_code == 409
    assert answer.json()["detail"] == "The match is over: undo or adjust to go on, then send the picture."


def test_dice_with_other_faces_than_the_kit_are_not_read(client: httpx.Client, throws: Path) -> None:
    asked = {"game": "high-roll", "players": ["Ann", "Bob"], "options": {"faces": "9 10 J Q K A"}}
    match = client.post("/api/matches", json=asked).json()
    assert not match["kit"]["reads"]
    answer = client.post(f"/api/matches/{match['id']}/photo", content=(throws / "01.jpg").read_bytes())
    assert (answer.status_code, answer.json()["type"]) == (409, "urn:croupier:no-eye")


def test_the_last_picture_of_a_match_is_no_throw_of_the_next_one_without_a_question(
    ann: Player, throws: Path, seat: Callable[..., Player]
) -> None:
    picture = (throws / "01.jpg").read_bytes()
    confirmed(ann, ann.photo(picture), "1 3 3 4 4 6")
    anew, _ = seat(ann.client), seat(ann.client)  # in which nobody throws
    look = anew.photo(picture)
    assert not look["played"]
    assert look["reading"]["reasons"][-1] == AGAIN
    confirmed(anew, look, "1 3 3 4 4 6")


def test_the_same_faces_once_more_are_no_throw_without_a_question(ann: Player, throws: Path) -> None:
    pixels = cv2.imdecode(np.frombuffer((throws / "04.jpg").read_bytes(), np.uint8), cv2.IMREAD_COLOR)
    height, width = pixels.shape[:2]
    turned = cv2.getRotationMatrix2D((width / 2, height / 2), 8, 1)
    other = cv2.warpAffine(pixels, turned, (width, height), borderMode=cv2.BORDER_REPLICATE)
    confirmed(ann, ann.photo((throws / "04.jpg").read_bytes()), "2 2 3 4 4 6")  # a bust: the next player is due
    second = ann.photo(cv2.imencode(".jpg", other)[1].tobytes())
    assert not second["played"]
    assert second["reading"]["reasons"][-1] in {SAME, AGAIN}


@pytest.mark.parametrize("lies", ["1 1 2 3 4 6", "1 3 3 4 4 6"], ids=["another throw", "the throw itself"])
def test_a_photo_is_played_at_once_only_where_the_camera_asks_about_no_other_throw(
    lies: str, tmp_path: Path, seat: Callable[..., Player], throws: Path
) -> None:
    with housed(tmp_path) as (app, address), httpx.Client(base_url=address, timeout=60) as client:
        ann, dealer = seat(client), app.state.house.dealer
        dealer.attend(ann.match["id"])
        dealer.laid(Tray(FRAME), 0.0)
        dealer.laid(tray(Seen(Roll.parse(lies), 6), "pips"), 1.0)  # it is to confirm each throw
        look = ann.photo((throws / "01.jpg").read_bytes())
        assert look["played"] == (lies == "1 3 3 4 4 6")
        assert (UNANSWERED in look["reading"]["reasons"]) != look["played"]


def test_a_photo_of_other_dice_than_one_that_waits_is_asked_about_unless_it_replaces_that(
    ann: Player, throws: Path
) -> None:
    waits = ann.photo((throws / "03.jpg").read_bytes())
    assert not waits["played"]
    other = (throws / "01.jpg").read_bytes()
    look = ann.photo(other)
    assert (look["played"], look["reading"]["reasons"]) == (False, [ANOTHER])
    look = ann.photo(other)  # nobody has answered
    assert (look["played"], look["reading"]["reasons"]) == (False, [ANOTHER])
    ann.client.post(f"{ann.path}/dismiss", json={"picture": look["picture"]}).raise_for_status()
    waits = ann.photo((throws / "03.jpg").read_bytes())
    assert ann.photo(other, instead=waits["picture"])["played"]


def test_the_wrong_number_of_dice_is_never_played(ann: Player, throws: Path) -> None:
    look = ann.photo((throws / "03.jpg").read_bytes())
    assert not look["played"]
    assert look["reading"]["verdict"] == "ask"
    assert "and 6 are thrown" in look["reading"]["reasons"][-1]
    assert ann.match["seq"] == 0


def test_kept_dice_may_lie_beside_the_throw_but_then_a_player_says_that_it_is_one(ann: Player, throws: Path) -> None:
    ann.play("roll 1 3 3 4 4 6", "keep 1")
    look = ann.photo((throws / "01.jpg").read_bytes())
    assert not look["played"]
    assert "what was kept (1) among them" in look["reading"]["reasons"][0]
    assert sorted(die["face"] for die in look["reading"]["dice"]) == ["3", "3", "4", "4", "6"]
    confirmed(ann, look, "3 3 4 4 6")
    assert ann.match["seq"] == 3


def test_dice_that_are_not_the_kept_ones_are_too_many(ann: Player, throws: Path) -> None:
    ann.play("roll 5 5 2 2 3 6", "keep 5 5")
    look = ann.photo((throws / "01.jpg").read_bytes())
    assert look["reading"]["verdict"] == "ask"
    assert "and 4 are thrown" in look["reading"]["reasons"][-1]
    assert len(look["reading"]["dice"]) == 6


def test_a_throw_that_was_confirmed_has_its_picture_as_receipt(ann: Player, throws: Path) -> None:
    look = ann.photo((throws / "01.jpg").read_bytes())
    confirmed(ann, look, "1 3 3 4 4 6")
    assert ann.match["log"][0]["picture"]
    receipt = ann.client.get(f"{ann.path}/receipts/1")
    assert receipt.headers["content-type"] == "image/jpeg"
    assert receipt.content == ann.client.get(f"{ann.path}/pictures/{look['picture']}").content
    assert ann.client.get(f"{ann.path}/receipts/1/reading").json() == look["reading"]


def test_the_receipt_of_an_amendment_is_judged_by_the_dice_that_it_tells(ann: Player, throws: Path) -> None:
    look = ann.photo((throws / "01.jpg").read_bytes())
    confirmed(ann, look, "1 3 3 4 4 6")
    ann.post("plays", events=["amend 1 roll 6 4 4 3 3 1"], picture=look["picture"]).raise_for_status()
    receipt = ann.client.get(f"{ann.path}/rolls/2").json()
    assert (receipt["written"], receipt["event"]) == ("amend 1 roll 6 4 4 3 3 1", "roll 6 4 4 3 3 1")
    assert (sorted(receipt["read"]), receipt["corrected"]) == (["1", "3", "3", "4", "4", "6"], False)
    ann.post("amend", n=1, event="roll 6 4 4 3 3 2").raise_for_status()
    assert ann.client.get(f"{ann.path}/rolls/2").json()["corrected"]


def test_throws_that_a_correction_cut_off_are_played_once_more_with_their_pictures(ann: Player, throws: Path) -> None:
    confirmed(ann, ann.photo((throws / "01.jpg").read_bytes()), "1 3 3 4 4 6")
    ann.play("keep 1", "bank")
    look = ann.photo((throws / "04.jpg").read_bytes())
    confirmed(ann, look, labels(throws)["04.jpg"])
    cut = [line for line in ann.match["log"] if line["n"] > 1]
    ann.post("amend", n=1, event="roll 2 3 3 4 4 6", cut=True).raise_for_status()
    assert [line["n"] for line in ann.match["log"] if line["stands"]] == [1]
    events = ["amend 1 roll 1 3 3 4 4 6", *(line["text"] for line in cut)]
    assert ann.post("plays", events=events, receipts=[None, *(line["seq"] for line in cut)]).status_code == 200
    stand = [line for line in ann.match["log"] if line["stands"]]
    assert [line["picture"] for line in stand] == [True, False, False, True]
    receipt = ann.client.get(f"{ann.path}/receipts/{stand[3]['seq']}").content
    assert receipt == ann.client.get(f"{ann.path}/pictures/{look['picture']}").content


def test_no_throw_has_the_picture_of_an_entry_that_is_not_there(ann: Player) -> None:
    refused = ann.post("plays", events=["roll 1 3 3 4 4 6"], receipts=[7])
    told = refused.json()
    assert (refused.status_code, told["detail"]) == (404, "There is no entry 7: this match has 0.")
    assert told["type"] == "urn:croupier:entry"
    assert ann.client.get(ann.path).json()["seq"] == 0


def test_no_picture_is_read_while_a_decision_is_due(ann: Player, throws: Path) -> None:
    ann.play("roll 1 3 3 4 4 6")
    answer = ann.client.post(f"{ann.path}/photo", content=(throws / "02.jpg").read_bytes())
    assert answer.status_code == 409
    assert answer.json()["detail"] == "No throw is awaited now: choose what to do with the dice first."
    assert answer.json()["match"] == ann.match


def test_a_picture_for_an_older_table_is_refused(ann: Player, throws: Path) -> None:
    ann.play("roll 1 3 3 4 4 6", "keep 1")
    answer = ann.client.post(f"{ann.path}/photo?after=0", content=(throws / "02.jpg").read_bytes())
    assert (answer.status_code, answer.json()["type"]) == (409, "urn:croupier:stale")


@pytest.mark.parametrize("headers", [{}, {"idempotency-key": "slow"}], ids=["without a key", "with a key"])
def test_a_picture_is_of_the_throw_that_was_due_when_its_sending_began(
    ann: Player, throws: Path, headers: dict[str, str]
) -> None:
    data = (throws / "01.jpg").read_bytes()

    def slowly() -> Iterator[bytes]:
        yield data[:1000]
        time.sleep(0.3)  # the server has the head of it
        with httpx.Client(base_url=ann.client.base_url, timeout=30) as other:
            other.post(f"{ann.path}/events", json={"event": "roll 2 3 3 4 4 6", "after": 0}).raise_for_status()
        yield data[1000:]

    answer = ann.client.post(f"{ann.path}/photo", content=slowly(), headers=headers)
    assert (answer.status_code, answer.json().get("type")) == (409, "urn:croupier:stale")


def test_a_doubtful_picture_is_not_asked_about_once_another_throw_is_due(ann: Player, throws: Path) -> None:
    large = cv2.imencode(".jpg", np.zeros((4000, 5000, 3), np.uint8))[1].tobytes()
    with ThreadPoolExecutor() as senders:
        for _ in range(4):  # keep the eye busy
            senders.submit(ann.client.post, "/api/read", content=large)
        time.sleep(0.1)
        doubtful = (throws / "03.jpg").read_bytes()
        asked = senders.submit(ann.client.post, f"{ann.path}/photo?after=0", content=doubtful)
        time.sleep(0.1)
        ann.play("roll 2 2 3 3 4 6")
    assert (asked.result().status_code, asked.result().json().get("type")) == (409, "urn:croupier:stale")


@pytest.mark.parametrize("name", ["", "0" * 24, "..%2f..%2fcroupier.db", "A" * 24, "0" * 23 + "%0a"])
def test_no_other_file_is_a_picture(ann: Player, name: str) -> None:
    assert ann.client.get(f"{ann.path}/pictures/{name}").status_code == 404


def test_reading_a_picture_needs_no_match(client: httpx.Client, throws: Path) -> None:
    data = (throws / "07.jpg").read_bytes()
    reading = client.post("/api/read?kit=pips&expect=6", content=data, headers={"content-type": "image/jpeg"}).json()
    assert reading["kit"] == "pips"
    assert all(0 <= die["p"] <= 1 and len(die["quad"]) == 4 for die in reading["dice"])


def test_a_full_disk_costs_the_receipt_and_not_the_throw(tmp_path: Path) -> None:
    (tmp_path / "pictures").touch()
    frame = Frame(np.zeros((480, 640, 3), np.uint8))
    assert Album(Folder(tmp_path / "pictures")).keep(frame, "{}") is None


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not say how large a file may grow.")
def test_nothing_is_left_of_a_picture_that_the_disk_did_not_take_whole(tmp_path: Path) -> None:
    import resource  # noqa: PLC0415 - Windows has none

    noise = Frame(np.random.default_rng(1).integers(0, 255, (480, 640, 3), np.uint8))
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, usual[1]))
    try:
        kept = Album(Folder(tmp_path)).keep(noise, "{}")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    assert kept is None
    assert not list(tmp_path.iterdir())


def test_a_picture_that_goes_while_the_album_is_tidied_costs_no_other(tmp_path: Path) -> None:
    (tmp_path / "gone.jpg").symlink_to(tmp_path / "nowhere")  # is listed, and is not there
    album = Album(Folder(tmp_path))
    name = album.keep(Frame(np.zeros((480, 640, 3), np.uint8)), "{}")
    assert name
    assert album.picture(name)


def test_a_picture_that_goes_while_it_is_asked_for_is_none(tmp_path: Path) -> None:
    shelf, over = Folder(tmp_path), Event()

    def other() -> None:
        while not over.is_set():
            shelf.put("a", b"a", "a")
            shelf.drop(["a"])

    tidying = Thread(target=other)
    tidying.start()
    try:
        for _ in range(30_000):
            assert shelf.picture("a") in {None, b"", b"a"}
            assert shelf.reading("a") in {None, "", "a"}
    finally:
        over.set()
        tidying.join()


def test_a_kept_picture_is_no_larger_than_it_need_be(tmp_path: Path) -> None:
    album = Album(Folder(tmp_path))
    name = album.keep(Frame(np.zeros((3000, 4000, 3), np.uint8)), json.dumps({"dice": []}))
    assert name
    assert 0 < len(album.picture(name) or b"") < 200_000
    assert album.shelf.reading(name) == '{"dice": []}'


def test_a_picture_is_kept_however_narrow_it_is(tmp_path: Path) -> None:
    assert Album(Folder(tmp_path)).keep(Frame(np.zeros((16, 60_000, 3), np.uint8)), json.dumps({"dice": []}))


@pytest.mark.parametrize("left", [b"", b"\0" * 300, b'{"width":12', b"\xff"], ids=["empty", "nul", "half", "bytes"])
def test_a_receipt_that_a_power_cut_damaged_costs_no_later_photo(
    seat: Callable[..., Player], throws: Path, tmp_path: Path, left: bytes
) -> None:
    picture = (throws / "01.jpg").read_bytes()
    with housed(tmp_path) as (_, address), httpx.Client(base_url=address, timeout=30) as client:
        ann = seat(client)
        confirmed(ann, look := ann.photo(picture), "1 3 3 4 4 6")
        (tmp_path / "pictures" / f"{look['picture']}.json").write_bytes(left)
        assert client.get(f"{ann.path}/receipts/1/reading").status_code == 404
        assert client.get(f"{ann.path}/rolls/1").json()["reading"] is None
        ann.match = client.get(ann.path).json()
        ann.play("keep 1", "bank")
        assert ann.photo(picture)["reading"]["dice"]


def test_a_picture_that_cannot_be_read_any_more_costs_no_play(
    seat: Callable[..., Player], throws: Path, tmp_path: Path
) -> None:
    picture = (throws / "01.jpg").read_bytes()
    with housed(tmp_path) as (_, address), httpx.Client(base_url=address, timeout=30) as client:
        ann = seat(client)
        confirmed(ann, look := ann.photo(picture), "1 3 3 4 4 6")
        kept = tmp_path / "pictures" / f"{look['picture']}.jpg"
        kept.write_bytes(kept.read_bytes()[:300])
        cut = client.get(f"{ann.path}/receipts/1/dice/1")
        assert (cut.status_code, cut.json()["type"]) == (404, "urn:croupier:picture")
        kept.unlink()
        kept.mkdir()  # what no program can read as a file
        assert client.get(f"{ann.path}/receipts/1").status_code == 404
        ann.match = client.get(ann.path).json()
        ann.play("keep 1")
        ann.post("events", event="roll 1 2 3 4 6", picture=look["picture"]).raise_for_status()


@pytest.fixture(params=["folder", "sqlite", "postgresql"])
def shelf(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Shelf]:
    """Each place for pictures."""
    if request.param == "folder":
        yield Folder(tmp_path / "pictures")
        return
    fresh = request.getfixturevalue("postgres")() if request.param == "postgresql" else f"sqlite:///{tmp_path / 'c.db'}"
    store = Store(fresh)
    yield Drawer(store)
    store.close()


def test_pictures_go_when_they_are_too_old_or_too_many_the_oldest_first(shelf: Shelf) -> None:
    frame = Frame(np.zeros((480, 640, 3), np.uint8))
    names = []
    for number in range(4):
        names.append(Album(shelf).keep(frame, f"{number}") or "")
        time.sleep(0.02)
    size = len(shelf.picture(names[0]) or b"")
    Album(shelf, Limits(size=2 * size)).tidy()
    assert [shelf.reading(name) for name in names] == [None, None, "2", "3"]
    assert shelf.picture(names[0]) is None
    Album(shelf, Limits(seconds=0.0)).tidy()
    assert [shelf.picture(name) for name in names] == [None] * 4


def test_however_many_pictures_are_too_old_all_go(postgres: Callable[[], str]) -> None:
    store = Store(url := postgres())
    do(url, "INSERT INTO pictures SELECT md5(n::text), 0, '', '' FROM generate_series(1, 66000) AS n")
    Album(Drawer(store), Limits(seconds=60.0)).tidy()
    left = Drawer(store).newest_first()
    store.close()
    assert not left


def test_pictures_that_are_too_old_go_where_nobody_plays_any_more(tmp_path: Path) -> None:
    shelf = Folder(tmp_path / "pictures")
    name = Album(shelf).keep(Frame(np.zeros((480, 640, 3), np.uint8)), "{}") or ""
    assert shelf.has(name)
    with housed(tmp_path, limits=Limits(seconds=0.0)):
        ends = time.monotonic() + 20
        while shelf.has(name) and time.monotonic() < ends:
            time.sleep(0.05)
    assert not shelf.has(name)


def test_whether_a_picture_is_kept_is_told_without_it(shelf: Shelf) -> None:
    album = Album(shelf)
    name = album.keep(Frame(np.zeros((480, 640, 3), np.uint8)), "{}") or ""
    assert [album.has(asked) for asked in (name, "0" * 24, "", "../croupier")] == [True, False, False, False]


def test_show_me_that_roll(ann: Player, throws: Path) -> None:
    look = ann.photo((throws / "01.jpg").read_bytes())
    roll = "roll " + " ".join(die["face"] for die in look["reading"]["dice"])
    if not look["played"]:
        ann.post("events", event=roll, picture=look["picture"]).raise_for_status()
    first = ann.client.get(f"{ann.path}/rolls/1").json()
    assert (first["written"], first["corrected"], first["corrections"]) == (first["event"], False, [])
    assert sorted(first["read"]) == sorted(first["event"].split()[1:])
    assert ann.client.get(first["picture"]).headers["content-type"] == "image/jpeg"
    assert len(first["dice"]) == len(first["read"])
    for address, die in zip(first["dice"], first["reading"]["dice"], strict=True):
        cut_out = read(load(ann.client.get(address).content))
        assert [str(one.face) for one in cut_out.dice] == [die["face"]]
    assert ann.client.get(f"{ann.path}/receipts/1/dice/7").status_code == 404
    assert ann.client.get(f"{ann.path}/receipts/9/dice/1").status_code == 404
    assert all(re.fullmatch("[0-9a-f]{64}", digest) for digest in first["reading"]["models"].values())
    dice, pips = ("finder", "lean", "hidden", "parts", "corners"), ("reader", "referee", "umpire")
    assert set(first["reading"]["models"]) == {f"dice-{net}" for net in dice} | {f"pips-{net}" for net in pips}
    ann.post("amend", n=1, event="roll 1 1 1 1 1 1").raise_for_status()
    then = ann.client.get(f"{ann.path}/rolls/1").json()
    assert (then["event"], then["corrected"], len(then["corrections"])) == ("roll 1 1 1 1 1 1", True, 1)
    assert ann.client.get(f"{ann.path}/rolls/9").status_code == 404


def test_every_demo_picture_has_its_throw(throws: Path) -> None:
    named = labels(throws)
    assert [name for name, _ in demo.pictures()] == list(named)
    assert {path.name for path in throws.glob("*.jpg")} == set(named)
    assert all(len(Roll.parse(roll)) == dice for (_, dice), roll in zip(demo.pictures(), named.values(), strict=True))


def test_the_demo_throws_its_pictures_in_order_and_over_again(throws: Path) -> None:
    match = Match.start(demo.GAME, demo.PLAYERS, {})
    sixes = [(name, roll) for name, roll in labels(throws).items() if len(roll.split()) == 6]
    for name, _ in [*sixes, sixes[0]]:
        assert demo.throw(match) == (throws / name).read_bytes()
        match = match.play("roll 2 2 3 3 4 6")
    match = match.play("roll 1 5 3 3 4 6").play("keep 1 5")
    assert demo.throw(match) == (throws / "15.jpg").read_bytes()


def test_a_demo_match_is_thrown_by_the_table(client: httpx.Client, throws: Path) -> None:
    player = Player(client, client.post("/api/demo", json={}).raise_for_status().json())
    assert player.match["demo"]["throws"] == [1, 2, 3, 4, 5, 6]
    look = client.post(f"{player.path}/throw", json={"after": 0}).raise_for_status().json()
    player.match = look["match"]
    confirmed(player, look, labels(throws)["01.jpg"])
    assert player.view["awaits"]["what"] == "decision"
    assert client.post(f"{player.path}/throw", json={"after": 0}).status_code == 409


def test_an_own_match_is_thrown_by_its_players(ann: Player, seat: Callable[..., Player]) -> None:
    answer = ann.client.post(f"{seat(ann.client).path}/throw", json={"after": 0})
    assert (answer.status_code, answer.json()["type"]) == (409, "urn:croupier:demo")
