"""The sender of a request: which device it is, and what makes the request the same as one before."""

import hashlib
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Header, Request

from api.store import Once


@dataclass(frozen=True, slots=True)
class Sender:
    """The name of the device that sent a request (None: the table's own computer), and its key, if it has one."""

    name: str | None
    once: Once | None


async def _sender(
    request: Request,
    key: Annotated[
        str | None,
        Header(
            alias="Idempotency-Key",
            pattern="^[!-~]{1,255}$",
            description="A word of the sender's own: what comes again with the same one is done once.",
        ),
    ] = None,
) -> Sender:
    device = request.scope.get("device")
    name = device.name if device else None
    if key is None:
        return Sender(name, None)
    asked = hashlib.sha256(f"{request.url.path}?{request.url.query}\n".encode() + await request.body())
    return Sender(name, Once(key, asked.hexdigest()))


FromSender = Annotated[Sender, Depends(_sender)]
