"""The sender of a request: which device it is, and what makes the request the same as one before."""

import hashlib
from dataclasses import dataclass
from typing import Annotated

from anyio import to_thread
from fastapi import Depends, Header, Request

from api.problem import stranger
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
    device, body = request.scope.get("device"), await request.body()
    if device and not await to_thread.run_sync(request.app.state.house.devices.knows, device.id):
        raise stranger()  # removed while the body was on its way
    name = device.name if device else None
    if key is None:
        return Sender(name, None)
    asked = hashlib.sha256(f"{request.url.path}?{request.url.query}\n".encode() + body)
    return Sender(name, Once(key, asked.hexdigest()))


FromSender = Annotated[Sender, Depends(_sender)]
