"""The camera over HTTP: chosen, switched off, shown, drawn on, and a phone in its place."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import httpx
import numpy as np
import pytest

from api.feeds import LONGER
from api.memory import CAME
from api.places import Place, Places
from tests.api.conftest import ROOT, Player, Said, Served, Serving
from tests.api.test_live import watching
from tests.vision import cameras
from vision.throw.zones import ZoneError, Zones

CLIPS = ROOT / "samples" / "throws"


@pytest.fixture(autouse=True)
def switched_off(client: httpx.Client) -> Iterator[None]:
    """Leave no camera to the next test, nor areas that were drawn on its picture."""
    yield
    client.put("/api/camera/areas", json={"throwing": [], "keep": []})  # 409 where there is no camera
    client.post("/api/camera", json={"source": None}).raise_for_status()


def camera(client: httpx.Client) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/api/camera").raise_for_status().json()
    return found


def until(client: httpx.Client, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Wait until the camera is so."""
    deadline = time.monotonic() + 30
    while not holds(found := camera(client)):
        assert time.monotonic() < deadline, found
        time.sleep(0.05)
    return found


def test_without_a_camera_there_is_none(client: httpx.Client) -> None:
    found = camera(client)
    assert (found["state"], found["source"], found["mode"]) == ("off", None, "confirm")
    assert "phone" in client.get("/api/cameras").json()["cameras"]
    assert client.get("/api/camera/picture").status_code == 404
    answer = client.put("/api/camera/areas", json={"throwing": [], "keep": []})
    assert (answer.status_code, answer.json()["type"]) == (409, "urn:croupier:camera")


@pytest.mark.parametrize("source", ["/etc/passwd", "rtsp://door/1", "samples/throws/plain.mp4", "-1"])
def test_the_page_may_choose_only_cameras_of_this_computer(client: httpx.Client, source: str) -> None:
    answer = client.post("/api/camera", json={"source": source})
    assert answer.status_code == 422
    assert camera(client)["source"] is None


def test_a_camera_that_is_not_there_is_lost_and_the_match_goes_on(ann: Player) -> None:
    ann.client.post("/api/camera", json={"source": "9", "match": ann.match["id"]}).raise_for_status()
    found = until(ann.client, lambda found: "There is no camera 9" in found["sentence"])
    assert (found["state"], found["match"]) == ("lost", ann.match["id"])
    ann.play("roll 1 3 3 4 4 6", "keep 1", "bank")


def test_each_match_keeps_how_far_the_camera_may_go(ann: Player, seat: Callable[..., Player]) -> None:
    bob = seat(ann.client)
    ann.client.put(f"{ann.path}/camera", json={"mode": "hands-free"}).raise_for_status()
    ann.client.put(f"{ann.path}/camera", json={"mode": "tap"}).raise_for_status()
    for player, mode in ((ann, "tap"), (bob, "confirm")):
        ann.client.post("/api/camera", json={"source": None, "match": player.match["id"]}).raise_for_status()
        assert camera(ann.client)["mode"] == mode
    assert ann.client.put(f"{ann.path}/camera", json={"mode": "guess"}).status_code == 422
    assert ann.client.put("/api/matches/none/camera", json={"mode": "tap"}).status_code == 404


def test_events_before_a_throw_are_played_with_it_or_not_at_all(ann: Player) -> None:
    ann.play("roll 1 3 3 4 4 6")
    answer = ann.post("plays", events=["keep 1", "roll 2 2 2 3"])
    assert (answer.status_code, answer.json()["type"]) == (422, "urn:croupier:rule")
    assert ann.client.get(ann.path).json()["seq"] == 1
    assert ann.post("plays", events=["keep 1", "roll 2 2 2 3 4"]).status_code == 200
    assert ann.match["seq"] == 3
    assert ann.post("undo", times=2).status_code == 200
    assert [entry["text"] for entry in ann.match["log"] if entry["stands"]] == ["roll 1 3 3 4 4 6"]
    assert ann.client.post(f"{ann.path}/dismiss", json={}).json() == ann.match


def test_a_phone_sends_what_rests_and_is_asked_to_confirm(ann: Player, throws: Path) -> None:
    said = ann.client.post(f"{ann.path}/phone", content=b"").raise_for_status().json()
    assert said["camera"]["source"] == "phone"
    jpeg = {"content-type": "image/jpeg"}
    ann.client.post(f"{ann.path}/phone", content=(throws / "01.jpg").read_bytes(), headers=jpeg).raise_for_status()
    found = until(ann.client, lambda found: found["state"] == "read")
    assert {finding["what"] for finding in found["check"]} == {"light", "glare", "sharpness", "size", "place"}
    picture = ann.client.get("/api/camera/picture")
    assert picture.headers["content-type"] == "image/jpeg"
    assert picture.content[:2] == b"\xff\xd8"
    drawn = {"throwing": [], "keep": [[0, 0], [0.3, 0], [0.3, 1], [0, 1]]}
    assert ann.client.put("/api/camera/areas", json=drawn).json()["areas"] == drawn
    drawn["keep"] = [[0, 0], [2, 0], [0.3, 1]]
    assert ann.client.put("/api/camera/areas", json=drawn).status_code == 422
    answer = ann.client.post(f"{ann.path}/phone", content=b"no picture", headers=jpeg)
    assert (answer.status_code, answer.json()["type"]) == (422, "urn:croupier:picture")


def test_dice_that_a_phone_showed_while_the_match_was_tapped_in_are_read_once_it_no_longer_is(
    ann: Player, throws: Path
) -> None:
    ann.client.put(f"{ann.path}/camera", json={"mode": "tap"}).raise_for_status()
    picture, jpeg = (throws / "01.jpg").read_bytes(), {"content-type": "image/jpeg"}
    ann.client.post(f"{ann.path}/phone", content=picture, headers=jpeg).raise_for_status()
    time.sleep(LONGER[-1] + 0.5)  # the phone sends no picture while its table rests
    ann.client.post(f"{ann.path}/phone", content=b"").raise_for_status()  # but that it is there, or it would be lost
    assert camera(ann.client)["state"] == "live"
    ann.client.put(f"{ann.path}/camera", json={"mode": "confirm"}).raise_for_status()
    until(ann.client, lambda found: found["state"] == "read")


@pytest.mark.parametrize("mode", ["confirm", "hands-free"])
def test_dice_that_lie_there_when_the_camera_may_go_further_are_asked_about_and_never_played(
    ann: Player, throws: Path, mode: str
) -> None:
    ann.client.put(f"{ann.path}/camera", json={"mode": "tap"}).raise_for_status()
    picture, jpeg = (throws / "01.jpg").read_bytes(), {"content-type": "image/jpeg"}
    ann.client.post(f"{ann.path}/phone", content=picture, headers=jpeg).raise_for_status()
    time.sleep(LONGER[-1] + 0.5)
    with watching(ann) as heard:
        ann.client.put(f"{ann.path}/camera", json={"mode": mode}).raise_for_status()
        while (event := heard())["event"] != "hands" or not json.loads(event["data"])["question"]:
            pass
    assert json.loads(event["data"])["says"] == CAME
    assert ann.match["seq"] == 0


def test_a_picture_is_turned_with_its_areas_and_read_anew(ann: Player, throws: Path) -> None:
    assert ann.client.put("/api/camera/turn", json={"degrees": 90}).status_code == 409
    ann.client.post(f"{ann.path}/phone", content=b"").raise_for_status()
    jpeg = {"content-type": "image/jpeg"}
    ann.client.post(f"{ann.path}/phone", content=(throws / "01.jpg").read_bytes(), headers=jpeg).raise_for_status()
    until(ann.client, lambda found: found["state"] == "read")
    keep = [[0, 0], [0.3, 0], [0.3, 1], [0, 1]]
    ann.client.put("/api/camera/areas", json={"throwing": [], "keep": keep, "turned": 0}).raise_for_status()
    time.sleep(LONGER[-1] + 0.5)  # the phone sends no picture while its table rests
    ann.client.post(f"{ann.path}/phone", content=b"").raise_for_status()  # but that it is there, or it would be lost
    found = ann.client.put("/api/camera/turn", json={"degrees": 90}).raise_for_status().json()
    assert found["turned"] == 90
    assert found["areas"]["keep"] == [[1, 0], [1, 0.3], [0, 0.3], [0, 0]]
    picture = cv2.imdecode(np.frombuffer(ann.client.get("/api/camera/picture").content, np.uint8), cv2.IMREAD_COLOR)
    assert picture.shape[0] > picture.shape[1]
    until(ann.client, lambda found: found["state"] != "read")
    until(ann.client, lambda found: found["state"] == "read")
    late = ann.client.put("/api/camera/areas", json={"throwing": [], "keep": keep, "turned": 0})
    assert (late.status_code, late.json()["detail"][:23]) == (422, "The picture was turned ")
    drawn = {"throwing": [], "keep": keep, "turned": 90}
    elsewhere = ann.client.put("/api/camera/areas", json={**drawn, "source": "0"})
    assert (elsewhere.status_code, elsewhere.json()["detail"][:27]) == (422, "Another camera was chosen m")
    ann.client.put("/api/camera/areas", json={**drawn, "source": "phone"}).raise_for_status()


@pytest.mark.parametrize("degrees", [45, 360, -90, False, 90.5, "90"])
def test_a_picture_is_turned_by_quarters_alone(ann: Player, degrees: float) -> None:
    ann.client.post("/api/camera", json={"source": "8"}).raise_for_status()
    assert ann.client.put("/api/camera/turn", json={"degrees": degrees}).status_code == 422


def test_how_a_picture_is_turned_is_remembered_for_each_camera_and_for_a_phone_by_its_match(
    ann: Player, seat: Callable[..., Player]
) -> None:
    def chosen(source: str, player: Player = ann) -> int:
        said = {"source": source, "match": player.match["id"]}
        turned: int = ann.client.post("/api/camera", json=said).raise_for_status().json()["turned"]
        return turned

    cid, eva = seat(ann.client), seat(ann.client)
    for source, degrees in (("8", 180), ("phone", 90), ("7", 270)):
        assert chosen(source) == 0
        ann.client.put("/api/camera/turn", json={"degrees": degrees}).raise_for_status()
    assert [chosen(source) for source in ("8", "7", "phone")] == [180, 270, 90]
    assert chosen("phone", cid) == 90  # it hangs there still
    chosen("7")
    assert (chosen("phone", eva), chosen("7"), chosen("phone", cid)) == (0, 270, 90)


def test_areas_stay_as_they_were_where_new_ones_cannot_be_saved(tmp_path: Path) -> None:
    places, picture = Places(tmp_path), np.zeros((30, 40), np.uint8)
    left, right = (Zones(keep=((x, 0.0), (x + 0.3, 0.0), (x + 0.3, 1.0))) for x in (0.0, 0.7))
    places.keep("0", Place(left, picture))
    (kept,) = tmp_path.glob("*.png")
    kept.with_suffix(".png.new").mkdir()  # as good as a full disk
    with pytest.raises(ZoneError, match="cannot be saved"):
        places.keep("0", Place(right, picture))
    found = places.of("0")
    assert found
    assert found.zones == left


def test_areas_that_the_disk_will_not_let_go_of_are_told_of(tmp_path: Path) -> None:
    places = Places(tmp_path)
    places.keep("0", Place(Zones(), np.zeros((30, 40), np.uint8)))
    (kept,) = tmp_path.glob("*.json")
    kept.unlink()
    kept.mkdir()  # as good as a disk that is closed to writing
    with pytest.raises(ZoneError, match="cannot be dropped"):
        places.forget("0")


def test_a_phone_that_the_table_switched_off_is_told_so_until_it_is_chosen_again(
    ann: Player, seat: Callable[..., Player]
) -> None:
    ann.client.post(f"{ann.path}/phone", content=b"").raise_for_status()
    ann.client.post("/api/camera", json={"source": None, "match": ann.match["id"]}).raise_for_status()
    for _ in range(2):
        answer = ann.client.post(f"{ann.path}/phone", content=b"")
        assert (answer.status_code, answer.json()["type"]) == (409, "urn:croupier:off")
        assert answer.json()["detail"].startswith("The table switched the camera off: start it again here, or choose")
        assert camera(ann.client)["source"] is None
    ann.client.post("/api/camera", json={"source": "phone", "match": ann.match["id"]}).raise_for_status()
    ann.client.post(f"{ann.path}/phone", content=b"").raise_for_status()
    ann.client.post("/api/camera", json={"source": None, "match": ann.match["id"]}).raise_for_status()
    cid = seat(ann.client)
    cid.client.post(f"{cid.path}/phone", content=b"").raise_for_status()  # at another table nobody did


def test_a_phone_stays_off_where_it_was_switched_off_by_who_teaches_dice(ann: Player) -> None:
    ann.client.post(f"{ann.path}/phone", content=b"").raise_for_status()
    with watching(ann) as heard:
        ann.client.post("/api/camera", json={"source": None}).raise_for_status()
        told: dict[str, Any] = {"source": "phone", "match": ann.match["id"]}
        while told["source"] == "phone":
            assert told["match"], "whoever hears this would use the camera for this match"
            event = heard()
            told = json.loads(event["data"]) if event["event"] == "camera" else told
    answer = ann.client.post(f"{ann.path}/phone", content=b"")
    assert (answer.status_code, answer.json()["type"]) == (409, "urn:croupier:off")
    assert camera(ann.client)["source"] is None


def test_a_phone_does_not_push_a_camera_aside(ann: Player) -> None:
    ann.client.post("/api/camera", json={"source": "8", "match": ann.match["id"]}).raise_for_status()
    answer = ann.client.post(f"{ann.path}/phone", content=b"")
    assert (answer.status_code, answer.json()["type"]) == (409, "urn:croupier:camera")


def test_the_camera_goes_on_with_no_demo_however_often_that_is_played_again(ann: Player) -> None:
    ann.client.post("/api/camera", json={"source": "8", "match": ann.match["id"]}).raise_for_status()
    ann.client.post(f"{ann.path}/pause", json={}).raise_for_status()
    demo = ann.client.post("/api/demo", json={}).raise_for_status().json()["id"]
    for _ in range(2):
        ann.client.post(f"/api/matches/{demo}/rematch", json={}).raise_for_status()
        assert camera(ann.client)["match"] == ann.match["id"]


def test_a_rematch_that_is_asked_for_once_more_by_the_same_request_keeps_what_was_chosen_in_it(ann: Player) -> None:
    def rematch() -> Player:
        again = ann.client.post(f"{ann.path}/rematch", json={}, headers={"idempotency-key": ann.match["id"]})
        return Player(ann.client, again.raise_for_status().json())

    ann.client.put(f"{ann.path}/camera", json={"mode": "hands-free"}).raise_for_status()
    begun = rematch()
    ann.client.post("/api/camera", json={"source": None, "match": begun.match["id"]}).raise_for_status()
    assert ann.client.get("/api/camera").json()["mode"] == "hands-free"
    ann.client.put(f"{begun.path}/camera", json={"mode": "tap"}).raise_for_status()
    begun.play("roll 1 3 3 4 4 6")
    assert rematch().match["id"] == begun.match["id"]
    assert ann.client.get("/api/camera").json()["mode"] == "tap"


def test_the_camera_goes_on_with_a_rematch_as_before(ann: Player) -> None:
    ann.client.post("/api/camera", json={"source": "8", "match": ann.match["id"]}).raise_for_status()
    ann.client.put(f"{ann.path}/camera", json={"mode": "hands-free"}).raise_for_status()
    ann.client.delete(ann.path).raise_for_status()
    again = ann.client.post(f"{ann.path}/rematch", json={}).raise_for_status().json()["id"]
    assert (camera(ann.client)["match"], camera(ann.client)["mode"]) == (again, "hands-free")


def test_the_camera_goes_on_where_others_sit_down(ann: Player) -> None:
    ann.client.post("/api/camera", json={"source": "8", "match": ann.match["id"]}).raise_for_status()
    ann.client.put(f"{ann.path}/camera", json={"mode": "hands-free"}).raise_for_status()
    new = {"game": "jack-stone", "players": ["Ann", "Cid"], "after": ann.match["id"]}
    on = ann.client.post("/api/matches", json=new).raise_for_status().json()["id"]
    assert (camera(ann.client)["match"], camera(ann.client)["mode"]) == (on, "hands-free")
    assert ann.client.get(ann.path).json()["standing"] == "paused"
    assert ann.client.post("/api/matches", json=new | {"after": "nowhere"}).status_code == 404
    assert ann.client.get("/api/matches").json()["matches"][0]["id"] == on, "and nothing was begun"


def test_a_phone_takes_the_camera_of_no_match_that_goes_on(ann: Player, seat: Callable[..., Player]) -> None:
    cid = seat(ann.client)
    ann.client.post(f"{ann.path}/phone", content=b"").raise_for_status()
    ann.client.post("/api/camera", json={"source": "phone", "match": cid.match["id"]}).raise_for_status()
    answer = ann.client.post(f"{ann.path}/phone", content=b"")
    assert (answer.status_code, answer.json()["type"]) == (409, "urn:croupier:camera")
    assert camera(ann.client)["match"] == cid.match["id"]
    cid.client.post(f"{cid.path}/phone", content=b"").raise_for_status()
    ann.client.post("/api/camera", json={"source": "phone", "match": ann.match["id"]}).raise_for_status()
    ann.client.post(f"{ann.path}/phone", content=b"").raise_for_status()
    assert camera(ann.client)["match"] == ann.match["id"]


def test_one_phone_is_the_camera_and_another_takes_its_place_once_it_is_silent(
    lan: tuple[httpx.Client, str], seat: Callable[..., Player]
) -> None:
    owner, address = lan
    table = f"{seat(owner).path}/phone"
    with httpx.Client(base_url=address, timeout=30) as one, httpx.Client(base_url=address, timeout=30) as other:
        word = owner.get("/api/pairing").json()["players"].partition("#")[2]  # a PIN would be a try
        for phone in (one, other):
            phone.post("/api/devices", json={"word": word}).raise_for_status()
        one.post(table, content=b"").raise_for_status()
        for phone in (other, owner):
            answer = phone.post(table, content=b"")
            assert (answer.status_code, answer.json()["type"]) == (409, "urn:croupier:camera")
        one.post(table, content=b"").raise_for_status()
        until(owner, lambda found: found["state"] == "lost")
        other.post(table, content=b"").raise_for_status()
        assert one.post(table, content=b"").status_code == 409
    owner.post("/api/camera", json={"source": None}).raise_for_status()


def test_areas_are_kept_for_each_camera_and_broken_ones_forgotten(tmp_path: Path) -> None:
    places, picture = Places(tmp_path / "cameras"), np.zeros((30, 40), np.uint8)
    left = Zones(keep=((0.0, 0.0), (0.3, 0.0), (0.3, 1.0)))
    places.keep("0", Place(left, picture))
    found = Places(tmp_path / "cameras").of("0")
    assert found
    assert found.zones == left
    assert found.picture.shape == (30, 40)
    assert places.of("1") is None
    for path in (tmp_path / "cameras").glob("*.json"):
        path.write_text("{", encoding="utf-8")
    assert places.of("0") is None
    places.forget("0")


def test_areas_that_cannot_be_read_are_told_without_the_password_of_their_camera(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    places, film = Places(tmp_path), "rtsp://ann:secret@door/1"
    places.keep(film, Place(Zones(), np.zeros((30, 40), np.uint8)))
    for path in tmp_path.glob("*.json"):
        path.write_text("{", encoding="utf-8")
    assert places.of(film) is None
    assert "rtsp://door" in caplog.text
    assert "secret" not in caplog.text


def test_the_command_follows_a_film_from_the_start(served: Served, port: int, tmp_path: Path) -> None:
    options = ("--port", port + 7, "--data", tmp_path, "--game", "jack-stone", "--players", "Ann,Bob")
    with served(*options, "--camera", CLIPS / "idle.mp4") as page:
        base, _, match = page.partition("/#/match/")
        with httpx.Client(base_url=base, timeout=30) as client:
            found = until(client, lambda found: found["state"] in ("read", "over"))
            assert (found["match"], found["source"]) == (match, str(CLIPS / "idle.mp4"))
            assert str(CLIPS / "idle.mp4") in client.get("/api/cameras").json()["cameras"]
            until(client, lambda found: found["state"] == "over")
            client.post("/api/camera", json={"source": str(CLIPS / "idle.mp4"), "match": match}).raise_for_status()
            until(client, lambda found: found["state"] == "read")


def test_a_camera_of_the_command_plays_no_demo_and_follows_the_first_match(
    served: Served, port: int, tmp_path: Path
) -> None:
    camera_of = ("--port", port + 8, "--data", tmp_path, "--camera", CLIPS / "idle.mp4")
    with served(*camera_of) as page, httpx.Client(base_url=page, timeout=30) as client:
        assert "/match/" not in page  # the lobby, for nobody throws the dice of the demo before a camera
        assert camera(client)["match"] is None
        new = {"game": "jack-stone", "players": ["Ann", "Bob"]}
        match = client.post("/api/matches", json=new).raise_for_status().json()["id"]
        assert camera(client)["match"] == match


def test_no_password_of_a_camera_is_told_or_written_down(
    served: Served, seat: Callable[..., Player], port: int, tmp_path: Path
) -> None:
    with cameras.in_the_network(lambda: np.full((40, 48, 64, 3), 90, np.uint8)) as address:
        host = address.removeprefix("http://").partition("/")[0]
        film, named = f"http://ann:se@cret@{host}/table.mjpg?key=cret", f"http://{host}"
        with (
            served("--port", port + 9, "--data", tmp_path, "--camera", film) as page,
            httpx.Client(base_url=page.partition("/#")[0], timeout=30) as client,
        ):
            ann = seat(client)
            listed = client.get("/api/cameras")
            assert listed.json()["cameras"][0] == named
            for source in (None, named):
                chosen = client.post("/api/camera", json={"source": source, "match": ann.match["id"]})
                assert chosen.raise_for_status().json()["source"] == source
            until(client, lambda found: found["state"] != "opening" and client.get("/api/camera/picture").is_success)
            keep = {"throwing": [], "keep": [[0, 0], [0.3, 0], [0.3, 1]]}
            drawn = client.put("/api/camera/areas", json=keep).raise_for_status()
            with watching(ann) as heard:
                assert heard()["event"] == "view"
                told = heard()
        assert told["event"] == "camera"
        for said in (listed.text, chosen.text, drawn.text, told["data"]):
            assert "cret" not in said
    (areas,) = (tmp_path / "cameras").glob("*.json")
    assert "cret" not in areas.read_text(encoding="utf-8")


def test_the_terminal_says_that_a_camera_is_not_there(serving: Serving, port: int, tmp_path: Path) -> None:
    with serving("--port", port + 6, "--data", tmp_path, "--camera", "97") as (_, process):
        assert process.stderr
        patience = threading.Timer(60, process.terminate)
        patience.start()
        said = any(line.startswith("There is no camera 97") for line in process.stderr)
        patience.cancel()
        assert said


def test_a_film_that_is_not_there_is_one_sentence(croupier: Callable[..., Said], tmp_path: Path) -> None:
    said = croupier("play", "--no-browser", "--data", tmp_path, "--camera", "missing.mp4")
    assert (said.returncode, said.stdout) == (1, "")
    assert said.stderr.startswith("There is no missing.mp4")
