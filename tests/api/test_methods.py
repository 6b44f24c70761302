"""Every address is read by HEAD as by GET, and tells by which methods it may be spoken to."""

import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.api.conftest import Player, housed

READ = ("/health", "/api/games", "/openapi.json", "{match}", "{match}/export", "/", "/style.css", "/nothing")


@pytest.mark.parametrize("path", READ)
def test_head_is_answered_as_get_without_the_body(ann: Player, path: str) -> None:
    address = path.replace("{match}", ann.path)
    got, head = ann.client.get(address), ann.client.head(address)
    assert (head.status_code, head.content) == (got.status_code, b"")
    for name in ("content-type", "content-length", "cache-control"):
        assert head.headers.get(name) == got.headers.get(name)


def test_head_of_the_live_feed_ends(tmp_path: Path, seat: Callable[..., Player]) -> None:
    with housed(tmp_path) as (app, address), httpx.Client(base_url=address, timeout=10) as client:
        answer = client.head(f"{seat(client).path}/stream")
        time.sleep(0.5)
        watched = app.state.house.hub.watched
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert not watched


ALLOWED = {
    ("POST", "/health"): "GET, HEAD",
    ("PUT", "/api/games"): "GET, HEAD",
    ("PUT", "/api/matches"): "GET, HEAD, POST",
    ("PATCH", "{match}"): "GET, HEAD, DELETE",
    ("PUT", "{match}/events"): "POST",
    ("GET", "{match}/events"): "POST",
    ("HEAD", "{match}/events"): "POST",
    ("GET", "/api/read"): "POST",
    ("POST", "/style.css"): "GET, HEAD",
}


@pytest.mark.parametrize(("method", "path"), ALLOWED)
def test_a_method_that_is_not_possible_is_told_which_are(ann: Player, method: str, path: str) -> None:
    answer = ann.client.request(method, path.replace("{match}", ann.path))
    assert (answer.status_code, answer.headers["allow"]) == (405, ALLOWED[method, path])
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "DELETE"])
def test_what_is_not_there_is_not_there_for_any_method(client: httpx.Client, method: str) -> None:
    assert client.request(method, "/api/nothing").status_code == 404
