"""Matches over HTTP: begin, play, undo, redo, amend, and what the server says when it will not."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.table import Standing
from scoring.match import Match
from tests.api.conftest import Player, housed


def test_games_come_with_their_options_and_defaults(client: httpx.Client) -> None:
    games = {game["id"]: game for game in client.get("/api/games").json()["games"]}
    keep_rule = next(option for option in games["jack-stone"]["options"] if option["name"] == "keep_rule")
    assert keep_rule["default"] == "all"
    assert keep_rule["choices"] == ["all", "any"]
    assert keep_rule["text"]


def test_kits_come_with_their_faces(client: httpx.Client) -> None:
    kits = {kit["id"]: kit for kit in client.get("/api/kits").json()["kits"]}
    assert kits["pips"]["faces"] == ["1", "2", "3", "4", "5", "6"]


def test_a_turn_is_played_and_told(ann: Player) -> None:
    assert ann.view["player"] == "Ann"
    assert ann.view["awaits"] == {"what": "roll", "dice": 6}
    view = ann.play("roll 1 3 3 4 4 6")
    assert view["offers"][0]["event"] == "keep 1"
    view = ann.play("keep 1", "roll 2 2 2 3 4", "keep 2 2 2", "bank")
    assert view["player"] == "Bob"
    assert view["totals"] == [{"name": "Ann", "points": 300, "note": ""}, {"name": "Bob", "points": 0, "note": ""}]
    assert [line["text"] for line in ann.match["log"]][:2] == ["roll 1 3 3 4 4 6", "keep 1"]
    assert {line["by"] for line in ann.match["log"]} == {"Ann"}
    assert client_sees(ann) == ann.match


def client_sees(player: Player) -> dict[str, Any]:
    seen: dict[str, Any] = player.client.get(player.path).json()
    return seen


def test_a_play_against_the_rules_is_refused_with_a_sentence(ann: Player) -> None:
    before = ann.match
    answer = ann.post("events", event="keep 1")
    problem = answer.json()
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert problem["type"] == "urn:croupier:rule"
    assert problem["detail"].endswith(".")
    assert client_sees(ann) == before


def test_undo_and_redo(ann: Player) -> None:
    ann.play("roll 1 3 3 4 4 6", "keep 1")
    assert ann.post("undo").json()["view"]["awaits"]["what"] == "decision"
    assert [line["stands"] for line in ann.match["log"]] == [True, False]
    assert ann.match["redoable"]
    assert ann.post("redo").json()["view"]["points"] == 100
    assert ann.match["seq"] == 4
    assert not ann.match["redoable"]


def test_amending_a_roll_changes_what_may_be_kept(ann: Player) -> None:
    ann.play("roll 1 3 3 4 4 6")
    assert ann.post("amend", n=1, event="roll 1 5 3 4 4 6").status_code == 200
    assert ann.view["thrown"] == ["1", "5", "3", "4", "4", "6"]
    assert ann.match["log"][0]["mended"]


def test_an_amendment_that_breaks_a_later_play_asks_before_it_cuts(ann: Player) -> None:
    ann.play("roll 1 3 3 4 4 6", "keep 1")
    refused = ann.post("amend", n=1, event="roll 3 3 3 4 4 6")
    assert (refused.status_code, refused.json()["type"]) == (422, "urn:croupier:later")
    assert "keep 1" in refused.json()["detail"]
    assert refused.json()["entry"] == 2
    assert refused.json()["detail"].startswith(f"Then entry 2, `keep 1`, no longer fits: {refused.json()['why']} ")
    assert ann.post("amend", n=1, event="roll 3 3 3 4 4 6", cut=True).status_code == 200
    assert ann.view["awaits"]["what"] == "decision"
    assert ann.view["thrown"] == ["3", "3", "3", "4", "4", "6"]


AFTERS = {
    None: "Say as `after` which entry you saw last: here",
    0: "Something else was played meanwhile, so that was not done: here",
    7: "There is no entry 7 yet: here",
}


def test_what_is_played_together_hands_nobody_what_another_played(client: httpx.Client) -> None:
    sat = {"game": "jack-stone", "players": ["Ann", "Bob"], "options": {"first_player": "one_die"}}
    bob = Player(client, client.post("/api/matches", json=sat).raise_for_status().json())
    bob.play("roll 4", "roll 5", "roll 1 1 1 2 3 4", "keep 1 1 1", "bank")
    answer = bob.post("plays", events=["amend 1 roll 6"])
    assert (answer.status_code, answer.json()["type"]) == (422, "urn:croupier:later")
    assert bob.post("plays", events=["amend 3 roll 1 1 1 2 3 3"]).status_code == 200


TOO_OFTEN = "This match was amended too often to play it all again:"


@pytest.mark.parametrize("after", AFTERS)
def test_who_has_not_seen_the_last_entry_gets_409_and_the_fresh_view(ann: Player, after: int | None) -> None:
    ann.play("roll 1 3 3 4 4 6")
    for what, body in {
        "events": {"event": "keep 1"},
        "undo": {},
        "redo": {},
        "amend": {"n": 1, "event": "bank"},
    }.items():
        answer = ann.client.post(f"{ann.path}/{what}", json={**body, **({} if after is None else {"after": after})})
        assert answer.status_code == 409, what
        assert answer.json()["detail"].startswith(AFTERS[after])
        assert answer.json()["type"] == "urn:croupier:stale"
        assert answer.json()["match"] == ann.match


@pytest.mark.parametrize("standing", ["open", "paused"])
def test_others_are_heard_while_the_odds_of_a_refused_play_are_worked_out(tmp_path: Path, standing: Standing) -> None:
    with housed(tmp_path) as (app, address), httpx.Client(base_url=address, timeout=60) as client:
        table = app.state.house.table
        unknown = {"board_rolls": "7" if standing == "open" else "8"}  # rules whose odds nobody has asked for
        sheet = table.sit(Match.start("ten-grand", ["Ann", "Bob"], unknown))
        table.settle(sheet.id, standing)
        body, heard = {"event": "bank", "after": 5}, 0
        with ThreadPoolExecutor(1) as apart:
            asked = apart.submit(httpx.post, f"{address}/api/matches/{sheet.id}/events", json=body, timeout=60)
            while not asked.done():
                heard += client.get("/health").is_success
        assert asked.result().status_code == 409
        assert heard > 10  # and not only once before and after


def test_of_two_writers_one_wins_and_the_other_sees_how_it_stands(ann: Player) -> None:
    body = {"event": "roll 1 3 3 4 4 6", "after": 0}
    with ThreadPoolExecutor(8) as hands:
        answers = list(hands.map(lambda _: ann.client.post(f"{ann.path}/events", json=body), range(8)))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
    assert all(answer.json()["match"]["seq"] == 1 for answer in answers if answer.status_code == 409)


def test_a_match_is_played_to_its_winner(client: httpx.Client, seat: Callable[..., Player]) -> None:
    ann = seat(client, totals="9000, 0")
    view = ann.play("roll 1 1 1 2 3 4", "keep 1 1 1", "bank")
    assert view["over"]
    assert view["winners"] == ["Ann"]
    assert client.get("/api/matches").json()["matches"][0]["winners"] == ["Ann"]


def test_matches_are_listed_the_newest_first(client: httpx.Client, seat: Callable[..., Player]) -> None:
    older, newer = seat(client), seat(client)
    listed = [match["id"] for match in client.get("/api/matches").json()["matches"]]
    assert listed[:2] == [newer.match["id"], older.match["id"]]


@pytest.mark.parametrize(
    ("form", "media", "start"),
    [
        ("match", "text/plain", "game: jack-stone\nplayers: Ann, Bob\n\nroll 1 3 3 4 4 6\nkeep 1\nbank\n"),
        ("csv", "text/csv", "player,what,points,total,why"),
        ("json", "application/json", "{"),
    ],
)
def test_a_match_can_be_taken_home(ann: Player, form: str, media: str, start: str) -> None:
    ann.play("roll 1 3 3 4 4 6", "keep 1", "bank")
    answer = ann.client.get(f"{ann.path}/export", params={"as": form})
    assert answer.headers["content-type"].startswith(media)
    assert answer.headers["content-disposition"].startswith("attachment")
    assert answer.text.startswith(start)


NUMBERS = (-1, 2**31, 10**30, 1.5, "1", True, [1])


@pytest.mark.parametrize("after", NUMBERS)
def test_an_after_that_is_no_number_of_an_entry_is_refused(ann: Player, after: object) -> None:
    answer = ann.client.post(f"{ann.path}/undo", json={"after": after})
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith("after in the body is not acceptable")


@pytest.mark.parametrize("value", ["x" * 1100, 1.5, [1], {"a": 1}], ids=["long", "broken", "list", "object"])
def test_an_option_that_is_no_word_is_named_as_it_was_sent(client: httpx.Client, value: object) -> None:
    new = {"game": "jack-stone", "players": ["Ann"], "options": {"board_min": value}}
    answer = client.post("/api/matches", json=new)
    assert answer.json()["detail"].startswith("options.board_min in the body is not acceptable: ")


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (-5, "`goal` is a whole number, 0 or more, not `-5`."),
        (5.5, "Input should be a valid string, or Input should be a valid boolean, or Input should be a valid integer"),
    ],
)
def test_of_an_option_all_that_it_may_be_is_told(client: httpx.Client, value: float, says: str) -> None:
    new = {"game": "jack-stone", "players": ["Ann"], "options": {"goal": value}}
    assert says in client.post("/api/matches", json=new).json()["detail"]


BODIES = {
    "nothing": b"",
    "no JSON": b"{",
    "a list": b"[]",
    "a number of 5000 digits": b'{"after": ' + b"9" * 5000 + b"}",
    "deep": b"[" * 30_000,
    "not a number": b'{"after": NaN}',
    "no UTF-8": b'{"event": "\xff\xfe"}',
    "a lone surrogate": rb'{"event": "roll \ud800", "after": 0}',
    "a NUL": rb'{"event": "roll \u0000", "after": 0}',
    "a long event": b'{"event": "roll ' + b"1 " * 5000 + b'", "after": 0}',
    "an unknown event": b'{"event": "dance", "after": 0}',
    "an unknown face": b'{"event": "roll 1 2 3 4 5 7", "after": 0}',
    "an unknown key": b'{"event": "bank", "after": 0, "force": true}',
    "a strange picture": b'{"event": "bank", "after": 0, "picture": "../../etc/passwd"}',
    "undo as an event": b'{"event": "undo", "after": 0}',
}


@pytest.mark.parametrize("body", [b"", b"[]", b'"bank"', b"null"])
def test_a_body_that_is_no_object_is_told_so(ann: Player, body: bytes) -> None:
    answer = ann.client.post(f"{ann.path}/undo", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith("The body is no JSON object: send one")


def test_an_object_with_a_name_that_is_no_text_is_not_called_none(ann: Player) -> None:
    body = rb'{"after": 0, "\ud800": 1}'
    answer = ann.client.post(f"{ann.path}/undo", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith("The body is not acceptable: Input should be a valid string")


def test_twenty_players_bring_in_nine_phases_each(client: httpx.Client) -> None:
    scored = "; ".join(["36 40 45 49 52 54 40 30 44"] * 20)
    many = {"game": "phase-10", "players": [f"P{n}" for n in range(20)], "options": {"scored": scored}}
    assert client.post("/api/matches", json=many).status_code == 201


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_a_bad_body_is_refused_with_one_sentence(ann: Player, body: bytes) -> None:
    answer = ann.client.post(f"{ann.path}/events", content=body, headers={"content-type": "application/json"})
    assert 400 <= answer.status_code < 500, answer.text
    problem = answer.json()
    assert problem["status"] == answer.status_code
    assert problem["detail"].endswith(".")
    assert client_sees(ann)["seq"] == 0


NEW = {
    "an unknown game": {"game": "ludo"},
    "an unknown kit": {"kit": "poker"},
    "a kit of other faces": {"kit": "phase-10"},
    "no players": {"players": []},
    "a crowd": {"players": [f"P{number}" for number in range(51)]},
    "one name twice": {"players": ["Ann", "Ann"]},
    "a name with a comma": {"players": ["Ann, Bob"]},
    "an empty name": {"players": ["Ann", " "]},
    "a name with a line break": {"players": ["Ann\nBob"]},
    "a name with a NUL": {"players": ["Ann\0"]},
    "a match before with a NUL": {"after": "\0"},
    "a very long name": {"players": ["A" * 41]},
    "a name that is no text": {"players": [7]},
    "an unknown option": {"options": {"luck": "good"}},
    "a strange choice": {"options": {"keep_rule": "most"}},
    "a strange number": {"options": {"totals": "many, few"}},
    "options as a list": {"options": ["keep_rule"]},
    "a huge number": {"options": {"totals": 10**40}},
}


@pytest.mark.parametrize("wrong", NEW.values(), ids=NEW)
def test_a_match_that_cannot_be_is_refused_with_one_sentence(client: httpx.Client, wrong: dict[str, Any]) -> None:
    before = client.get("/api/matches").json()
    answer = client.post("/api/matches", json={"game": "jack-stone", "players": ["Ann", "Bob"], **wrong})
    assert answer.status_code == 422, answer.text
    assert answer.json()["detail"].endswith(".")
    assert client.get("/api/matches").json() == before


def test_options_may_be_booleans(client: httpx.Client) -> None:
    new = {"game": "jack-stone", "players": ["Ann"], "options": {"six_as_three_pairs": False}}
    assert client.post("/api/matches", json=new).json()["options"] == {"six_as_three_pairs": "false"}


ADDRESSES = (
    "/api/matches/nothere",
    "/api/matches/%00",
    "/api/matches/%ff%fe",
    f"/api/matches/{'a' * 5000}",
    "/api/matches/nothere/stream",
    "/api/matches/nothere/export?as=match",
    "/api/matches/nothere/receipts/1",
    "/api/nothing",
    "/nothing.html",
    "/..%2f..%2fcli.py",
    "/../cli.py",
)


@pytest.mark.parametrize("address", ADDRESSES)
def test_where_nothing_is_the_answer_says_so(client: httpx.Client, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code in {404, 422}
    assert answer.json()["detail"].endswith(".")


@pytest.mark.parametrize("seq", ["0", "-1", "2", "99999999999999999999", "one"])
def test_there_is_no_receipt_of_what_was_not_played(ann: Player, seq: str) -> None:
    ann.play("roll 1 3 3 4 4 6")
    assert ann.client.get(f"{ann.path}/receipts/{seq}").status_code in {404, 422}
    assert ann.client.get(f"{ann.path}/receipts/1").status_code == 404


def test_every_route_and_every_answer_is_in_openapi(client: httpx.Client) -> None:
    paths = client.get("/openapi.json").json()["paths"]
    for path, methods in paths.items():
        for method, told in methods.items():
            answers = told["responses"]
            good = next(answer for code, answer in answers.items() if code.startswith("2"))
            assert good["content"], (method, path)
            assert "422" in answers or path == "/health", (method, path)
            assert told["summary"], (method, path)
    assert "/api/matches/{match_id}/photo" in paths


@pytest.mark.parametrize("code", ["latin-1", "utf-16"])
def test_a_match_file_that_is_not_in_utf_8_is_told_so(client: httpx.Client, code: str) -> None:
    file = "game: jack-stone\nplayers: Zo\u00eb\n".encode(code)
    answer = client.post("/api/matches/import", content=file)
    assert (answer.status_code, "save it as UTF-8" in answer.json()["detail"]) == (422, True)


@pytest.mark.parametrize(
    "file", [r"game: \ud800\nplayers: A\n\nroll 1\n", r"game: jack-stone\nplayers: A\n\nroll \udfff\n"]
)
def test_a_match_file_of_halves_of_signs_is_refused_with_a_sentence(client: httpx.Client, file: str) -> None:
    answer = client.post("/api/matches/import", content=f'{{"file": "{file}"}}')
    assert answer.status_code == 422
    assert answer.json()["detail"] == "This is no match file: send one as it was exported."


def test_a_long_match_comes_in_again_by_its_own_export(client: httpx.Client, ann: Player) -> None:
    file = client.get(f"{ann.path}/export").text + "adjust Ann 50\n" * 400
    long = client.post("/api/matches/import", content=file).raise_for_status().json()
    export = client.get(f"/api/matches/{long['id']}/export?as=json").content
    assert len(export) > 64 * 1024
    again = client.post("/api/matches/import", content=export)
    assert again.status_code == 201, again.text
    assert again.json()["view"] == long["view"]


def test_a_match_that_was_amended_without_end_is_refused_at_once(client: httpx.Client) -> None:
    head = "game: jack-stone\nplayers: Ann\n\n"
    often = "adjust Ann 50\n" * 500 + "amend 1 adjust Ann 50\n" * 500
    answer = client.post("/api/matches/import", content=head + often)
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith(f"Line {3 + 500 + 101}: {TOO_OFTEN}")
    evening = "".join(f"adjust Ann 50\namend {n} adjust Ann 100\n" for n in range(1, 500, 2))
    assert client.post("/api/matches/import", content=head + evening).status_code == 201


def test_nobody_amends_a_match_without_end_while_it_is_played(client: httpx.Client) -> None:
    begun = client.post("/api/matches", json={"game": "high-roll", "players": ["Ann", "Bob"]}).raise_for_status()
    ann = Player(client, begun.json())
    for events in (["break"] * 1000, ["amend 1 break"] * 49, ["amend 2 break"]):
        assert ann.post("plays", events=events).status_code == 200
    for what, body in {"plays": {"events": ["amend 1 break"]}, "amend": {"n": 1, "event": "break"}}.items():
        answer = ann.post(what, **body)
        assert answer.status_code == 422
        assert answer.json()["detail"].startswith(TOO_OFTEN)
    assert ann.post("amend", n=1000, event="break").status_code == 200  # the last play may still be put right
    assert client.post("/api/matches/import", content=client.get(f"{ann.path}/export").text).status_code == 201


def test_a_score_card_for_a_spreadsheet_says_that_it_is_one(ann: Player) -> None:
    card = ann.client.get(f"{ann.path}/export?as=csv").content
    answer = ann.client.post("/api/matches/import", content=card)
    assert (answer.status_code, answer.json()["detail"]) == (
        422,
        "This is a score card for a spreadsheet: bring in the match file, or the JSON.",
    )


def test_a_match_file_is_not_longer_for_being_wrapped_in_json(client: httpx.Client, ann: Player) -> None:
    file = client.get(f"{ann.path}/export").text + "adjust Ann 50\n" * 10_000
    plain, wrapped = (
        client.post("/api/matches/import", **body) for body in ({"content": file}, {"json": {"file": file}})
    )
    assert (plain.status_code, wrapped.status_code) == (413, 413)
    assert plain.json()["detail"] == wrapped.json()["detail"] == "That is too large: send at most 128 KiB."


def test_an_evening_of_many_players_comes_in_again_as_it_was_taken_home(client: httpx.Client, ann: Player) -> None:
    file = client.get(f"{ann.path}/export").text + "adjust Ann 50\n" * 5000  # some 70 KiB
    brought = Player(client, client.post("/api/matches/import", content=file).raise_for_status().json())
    home = client.get(f"{brought.path}/export?as=json").raise_for_status().content
    assert client.post("/api/matches/import", content=home).status_code == 201


@pytest.mark.parametrize("kind", ["match", "json"])
def test_an_export_that_an_editor_saved_with_a_byte_order_mark_comes_in_again(ann: Player, kind: str) -> None:
    ann.play("roll 1 3 3 4 4 6")
    export = ann.client.get(f"{ann.path}/export?as={kind}").text
    again = ann.client.post("/api/matches/import", content=f"\ufeff{export}".encode())
    assert again.status_code == 201, again.text
    assert again.json()["view"] == ann.view


def test_what_each_brings_and_who_is_next_is_told_as_a_match_file_has_it(ann: Player) -> None:
    ann.play("roll 1 3 3 4 4 6", "keep 1", "roll 2 2 2 3 4", "keep 2 2 2", "bank", "roll 1 1 1 2 3 4", "keep 1 1 1")
    told = ann.client.get(f"{ann.path}/paper").raise_for_status().json()
    brings = [each["brings"] for each in told["players"]]
    assert (told["option"], told["between"].join(brings), told["next"]) == ("totals", "300, 0", "Bob")


def test_a_match_that_went_on_with_others_tells_in_which_until_it_is_taken_up_itself(ann: Player) -> None:
    def on() -> str | None:
        told: str | None = ann.client.get(f"{ann.path}/on").raise_for_status().json()["match"]
        return told

    def left_for(before: str) -> str:
        body = {"game": "jack-stone", "players": ["Ann", "Cleo"], "after": before}
        begun: str = ann.client.post("/api/matches", json=body).raise_for_status().json()["id"]
        return begun

    assert on() is None
    first = left_for(ann.match["id"])
    assert on() == first
    second = left_for(first)
    assert on() == second
    ann.client.delete(f"/api/matches/{second}").raise_for_status()
    assert on() == first
    ann.client.post(f"{ann.path}/resume", json={}).raise_for_status()
    ann.client.post(f"{ann.path}/pause", json={}).raise_for_status()
    assert on() is None
    assert ann.client.get("/api/matches/none/on").status_code == 404


def test_a_match_goes_on_with_others_as_it_was_seen_or_not_at_all(ann: Player) -> None:
    paper = ann.client.get(f"{ann.path}/paper").raise_for_status().json()
    body = {"game": "jack-stone", "players": ["Ann", "Cleo"], "after": ann.match["id"], "seen": paper["seq"]}
    ann.play("roll 1 1 1 2 3 4", "keep 1 1 1", "bank")
    refused = ann.client.post("/api/matches", json=body)
    assert (refused.status_code, refused.json()["match"]["seq"]) == (409, ann.match["seq"])
    assert ann.client.get(ann.path).json()["standing"] == "open"
    now = body | {"seen": ann.match["seq"]}
    once = {"idempotency-key": "cleo-comes"}
    begun = ann.client.post("/api/matches", json=now, headers=once).raise_for_status().json()["id"]
    assert ann.client.post("/api/matches", json=now, headers=once).raise_for_status().json()["id"] == begun
    ann.client.post(f"{ann.path}/resume", json={}).raise_for_status()
    assert ann.post("events", event="roll 2 2 3 3 4 6").status_code == 200  # Bob's, who never heard of Cleo
    stale = ann.client.post("/api/matches", json=now, headers=once)
    assert (stale.status_code, stale.json()["type"]) == (409, "urn:croupier:stale")
    assert ann.client.get(ann.path).json()["standing"] == "open"
    ann.client.post(f"{ann.path}/pause", json={}).raise_for_status()
    for set_aside in ("paused", "deleted"):
        again = ann.client.post("/api/matches", json=now)
        assert (again.status_code, again.json()["type"]) == (409, f"urn:croupier:{set_aside}")
        ann.client.delete(ann.path).raise_for_status()
    assert ann.client.get(f"/api/matches/{begun}/on").json()["match"] is None


def test_a_match_in_which_somebody_plays_while_others_sit_down_is_played_or_left_but_not_both(
    house: str, seat: Callable[..., Player]
) -> None:
    with httpx.Client(base_url=house, timeout=30) as one, httpx.Client(base_url=house, timeout=30) as other:
        for wait in (0, 0, 0.02, 0.05, 0.1):
            before = seat(one)
            body = {"game": "jack-stone", "players": ["Ann", "Bob", "Cid"], "after": before.match["id"], "seen": 0}
            with ThreadPoolExecutor(3) as devices:
                starts = [devices.submit(client.post, "/api/matches", json=body) for client in (one, other)]
                time.sleep(wait)
                play = devices.submit(before.post, "events", event="roll 2 2 3 3 4 6")
            begun = [each.result().status_code for each in starts].count(201)
            assert (begun, play.result().status_code) in {(1, 409), (0, 200)}
            assert one.get(before.path).json()["standing"] == ("paused" if begun else "open")


def test_a_match_that_is_over_or_of_a_game_without_a_beginning_on_paper_goes_on_with_nobody_else(ann: Player) -> None:
    body = {"game": "yahtzee", "players": ["Ann"]}
    pad = ann.client.post("/api/matches", json=body).raise_for_status().json()["id"]
    refused = ann.client.get(f"/api/matches/{pad}/paper")
    assert (refused.status_code, refused.json()["detail"]) == (
        409,
        "A match of Yahtzee does not go on with others: begin a new one.",
    )
    body = {"game": "jack-stone", "players": ["Ann"], "options": {"totals": "9900", "goal": "10000"}}
    solo = ann.client.post("/api/matches", json=body).raise_for_status().json()["id"]
    for seq, event in enumerate(["roll 1 1 1 2 3 4", "keep 1 1 1", "bank"]):
        ann.client.post(f"/api/matches/{solo}/events", json={"event": event, "after": seq}).raise_for_status()
    assert ann.client.get(f"/api/matches/{solo}/paper").status_code == 409
