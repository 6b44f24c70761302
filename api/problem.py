"""Problems: every refusal over HTTP has one shape (RFC 9457) and one sentence that says what to do."""

from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from pydantic_core import to_json
from starlette.exceptions import HTTPException

from api.methods import allowed

MEDIA = "application/problem+json"


class Problem(Exception):  # noqa: N818 - "problem" is the word of RFC 9457
    """A refusal: a status, a sentence, a kind that programs can tell apart, and what helps to go on."""

    def __init__(self, status: int, detail: str, kind: str | None = None, **more: Any) -> None:  # noqa: ANN401 - any JSON value may help
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.kind = kind
        self.more = more

    def body(self) -> dict[str, Any]:
        """The problem details, of values that pydantic can write as JSON."""
        kind = f"urn:croupier:{self.kind}" if self.kind else "about:blank"
        title = HTTPStatus(self.status).phrase
        return {"type": kind, "title": title, "status": self.status, "detail": self.detail, **self.more}

    def answer(self, headers: Mapping[str, str] | None = None) -> Response:
        """The problem as an HTTP answer; of one that a `wait` of so many seconds helps, the header says so, too."""
        later = {"retry-after": str(self.more["wait"])} if "wait" in self.more else {}
        return Response(to_json(self.body()), self.status, {**(headers or {}), **later}, MEDIA)


def stranger() -> Problem:
    """The refusal of a device that was not let in, or is let in no more."""
    return Problem(401, "This device is not at the table: scan the code on its screen, or type the PIN.", "pair")


def install(app: FastAPI) -> None:
    """Give every error of the application the one shape."""

    @app.exception_handler(Problem)
    async def _refused(_request: Request, problem: Problem) -> Response:
        return problem.answer()

    @app.exception_handler(RequestValidationError)
    async def _malformed(_request: Request, error: RequestValidationError) -> Response:
        return Problem(422, _sentence(error), "request").answer()

    @app.exception_handler(HTTPException)
    async def _plain(request: Request, error: HTTPException) -> Response:
        may = allowed(request.scope, app.routes) if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED else ""
        kind = "size" if error.status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE else None
        return Problem(error.status_code, _known(request, error), kind).answer({"allow": may} if may else error.headers)


def _sentence(error: RequestValidationError) -> str:
    """What is wrong with a request, naming the place but never repeating what was sent."""
    first, *others = error.errors()
    place = [str(part) for part in first["loc"]]
    if first["type"] == "json_invalid":
        return "The body is not valid JSON: send an object as /openapi.json describes."
    if place == ["body"] and not isinstance(error.body, dict):
        return "The body is no JSON object: send one, as application/json, as /openapi.json describes."
    says = [first["msg"]]
    if place[0] == "body" and first["type"] != "missing":
        place = ["body", *_sent(first["loc"][1:], error.body)]
        says += [other["msg"] for other in others if ["body", *_sent(other["loc"][1:], error.body)] == place]
    what = f"{'.'.join(place[1:])} in the {place[0]}" if place[1:] else f"The {place[0]}"
    return f"{what} is not acceptable: {', or '.join(dict.fromkeys(says))}; see /openapi.json for what is."


def _sent(place: Sequence[str | int], body: object) -> Iterator[str]:
    """The part of a place that was sent; behind it pydantic names which of several types it tried.

    >>> list(_sent(("options", "board_min", "constrained-str"), {"options": {"board_min": [1]}}))
    ['options', 'board_min']
    """
    for part in place:
        if not isinstance(body, list | dict) or part not in (body if isinstance(body, dict) else range(len(body))):
            return
        yield str(part)
        body = body[part]  # type: ignore[index] # a number of a list, as was just seen


def _known(request: Request, error: HTTPException) -> str:
    known = {
        404: "There is nothing at this address: see /openapi.json for what there is.",
        405: f"{request.method} is not possible at this address: see /openapi.json for what is.",
        400: "The body cannot be read: send a JSON object as /openapi.json describes.",
    }
    return known.get(error.status_code, str(error.detail))
