"""How the table speaks HTTP on a connection."""

import asyncio
import socket
from pathlib import Path
from typing import ClassVar

import httpx

from api.receiver import Receiver
from tests.api.conftest import housed


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
