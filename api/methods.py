"""What may be done at an address: HEAD wherever GET may be, and who asks for what may not be is told what may."""

from collections.abc import Sequence
from dataclasses import dataclass

from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

METHODS = {"GET": "GET, HEAD", "POST": "POST", "PUT": "PUT", "DELETE": "DELETE"}


@dataclass(frozen=True, slots=True)
class Heads:
    """Answers HEAD as GET, without the body."""

    app: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; of the answer to HEAD the head alone."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return

        async def head(message: Message) -> None:
            if message["type"] == "http.response.start":
                await send(message)
                await send({"type": "http.response.body"})

        await self.app({**scope, "method": "GET"}, receive, head)


def allowed(scope: Scope, routes: Sequence[BaseRoute]) -> str:
    """The methods that these routes have at the address of a request, as the header `Allow` lists them."""
    return ", ".join(
        told for method, told in METHODS.items() if any(_takes(route, {**scope, "method": method}) for route in routes)
    )


def _takes(route: BaseRoute, scope: Scope) -> bool:
    return route.matches(scope)[0] is Match.FULL
