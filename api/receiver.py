"""The receiver: speaks HTTP on one connection, and ends it when a request does not come in time."""

import asyncio
import socket
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol


class Receiver(H11Protocol):
    """HTTP as uvicorn speaks it; but the head of a request must be here within `patience` seconds.

    uvicorn itself waits for ever, and a few hundred connections that say nothing would lock everybody else out. How
    long the body may take is for the guard to say (`api.guard.Scales`).
    """

    patience: ClassVar[float] = 20.0  # seconds
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Wait for the first request; send each part of an answer at once."""
        super().connection_made(transport)
        # asyncio does so for sockets that it opened itself. Else a body waits until its head is acknowledged: 40 ms.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Take a part of a request, and wait for the rest of its head."""
        super().data_received(data)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        super().connection_lost(exc)
        self._heard()

    def _wait(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._heard()
        elif self._late is None:
            self._late = self.loop.call_later(self.patience, self._end)

    def _heard(self) -> None:
        if self._late:
            self._late.cancel()
            self._late = None

    def _end(self) -> None:
        if self.conn.their_state is h11.IDLE:
            self.transport.close()
