"""Who may speak to the table: nobody by another name, no other site, and no script that is not ours."""

import httpx
import pytest

from tests.api.conftest import Player


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8765", "127.0.0.1.evil.example", "localhost.", "10.0.0.1:80", "", "[::1"]
)
def test_another_name_is_turned_away(client: httpx.Client, host: str) -> None:
    for path in ("/", "/api/matches", "/health"):
        answer = client.get(path, headers={"host": host})
        assert answer.status_code in {400, 421}


@pytest.mark.parametrize("host", ["localhost", "localhost:9", "127.0.0.1:9", "[::1]:9", "LOCALHOST"])
def test_our_own_names_are_let_in(client: httpx.Client, host: str) -> None:
    assert client.get("/api/matches", headers={"host": host}).status_code == 200


FOREIGN = (
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"origin": "http://127.0.0.1:1"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"},
)


@pytest.mark.parametrize("headers", FOREIGN)
def test_another_site_may_not_play_or_listen(ann: Player, headers: dict[str, str]) -> None:
    move = {"event": "roll 1 3 3 4 4 6", "after": 0}
    assert ann.client.post(f"{ann.path}/events", json=move, headers=headers).status_code == 403
    assert ann.client.post(f"{ann.path}/photo", content=b"x", headers=headers).status_code == 403
    assert ann.client.post("/api/read", content=b"x", headers=headers).status_code == 403
    assert ann.client.get(f"{ann.path}/stream", headers=headers).status_code == 403
    assert ann.client.get(ann.path).json()["seq"] == 0


def test_our_own_page_may(ann: Player) -> None:
    ours = {"origin": str(ann.client.base_url).rstrip("/"), "sec-fetch-site": "same-origin"}
    move = {"event": "roll 1 3 3 4 4 6", "after": 0}
    assert ann.client.post(f"{ann.path}/events", json=move, headers=ours).status_code == 200


def test_a_form_of_another_kind_is_not_read_as_json(ann: Player) -> None:
    body = '{"event": "roll 1 3 3 4 4 6", "after": 0}'
    answer = ann.client.post(f"{ann.path}/events", content=body, headers={"content-type": "text/plain"})
    assert answer.status_code == 422


def test_who_types_a_wrong_address_is_led_to_the_table_and_a_program_is_told_as_ever(client: httpx.Client) -> None:
    lost = client.get("/tabel", headers={"accept": "text/html,*/*;q=0.8"})
    assert lost.status_code == 404
    assert lost.headers["content-type"].startswith("text/html")
    assert 'href="/"' in lost.text
    told = client.get("/tabel")
    assert told.status_code == 404
    assert told.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("path", ["/", "/style.css", "/api/matches", "/api/nothing", "/openapi.json"])
def test_every_answer_is_sealed(client: httpx.Client, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "access-control-allow-origin" not in headers


def test_a_refusal_is_sealed_too(client: httpx.Client) -> None:
    assert "content-security-policy" in client.get("/", headers={"host": "evil.example"}).headers
    assert "content-security-policy" in client.post("/api/matches", content=bytes(70_000)).headers


def test_the_page_carries_nothing_from_elsewhere_and_no_inline_code(client: httpx.Client) -> None:
    page = client.get("/").text
    assert "<style" not in page
    assert " style=" not in page
    assert page.count("<script") == 1
    assert 'src="/main.js"' in page
    assert "//" not in page.replace("<!doctype", "")
