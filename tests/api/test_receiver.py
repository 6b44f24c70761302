"""How the table speaks HTTP: at once, and in few bytes."""

import asyncio
import socket
from pathlib import Path
from typing import ClassVar

import httpx
import pytest

from api.receiver import Receiver
from tests.api.conftest import ROOT, Player, housed


class Known(Receiver):
    """HTTP as the table speaks it, whose lines to the players are known."""

    lines: ClassVar[list[socket.socket]] = []

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Keep the line."""
        super().connection_made(transport)
        self.lines.append(transport.get_extra_info("socket"))


def test_no_part_of_an_answer_waits_until_the_part_before_it_is_acknowledged(tmp_path: Path) -> None:
    with housed(tmp_path, http=Known) as (_, address), httpx.Client(base_url=address) as player:
        assert player.get("/health").is_success
        assert [line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) for line in Known.lines] == [1]


def test_a_long_answer_is_sent_in_few_bytes_to_who_can_read_that(ann: Player) -> None:
    for _ in range(20):
        ann.play("roll 2 2 3 3 4 6")
    told = ann.client.get(ann.path)
    assert told.headers["content-encoding"] == "gzip"
    assert int(told.headers["content-length"]) < len(told.content) / 4
    plain = ann.client.get(ann.path, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == told.content


@pytest.mark.parametrize("path", ["/table.js", "/style.css"])
def test_a_file_of_the_page_is_asked_for_again_only_where_it_changed(client: httpx.Client, path: str) -> None:
    once = client.get(path)
    assert once.headers["content-encoding"] == "gzip"
    again = client.get(path, headers={"if-none-match": once.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("part", ["bytes=abc", "bytes=999999-", "bytes=0-9"])
def test_a_file_of_the_page_is_sent_whole_whatever_part_is_asked_for(client: httpx.Client, part: str) -> None:
    told = client.get("/style.css", headers={"range": part})
    assert (told.status_code, told.content) == (200, client.get("/style.css").content)


def test_pictures_and_the_live_feed_are_sent_as_they_are(ann: Player) -> None:
    photo = (ROOT / "api" / "demo" / "01.jpg").read_bytes()
    seen = ann.photo(photo)
    picture = ann.client.get(f"{ann.path}/pictures/{seen['picture']}" if seen["picture"] else f"{ann.path}/receipts/1")
    with ann.client.stream("GET", f"{ann.path}/stream") as feed:
        for answer in (picture, feed):
            assert answer.is_success
            assert "content-encoding" not in answer.headers
