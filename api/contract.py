"""The contract: the OpenAPI description of all routes, with what FastAPI cannot know by itself."""

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel

from api import wire
from api.gate import COOKIE
from api.problem import MEDIA, Problem
from api.version import VERSION

ABOUT = (
    "Croupier watches real dice and keeps the score. Its computer needs no leave; other devices are let in by "
    "`POST /api/devices` and show the cookie that it gives. Every refusal is a Problem of RFC 9457, whose `detail` "
    "is one sentence that says what to do. Events are written in the notation of match files: `roll 1 3 3 4 4 6`."
)
REFUSED = Problem(422, "Set aside 1 first, then bank.", "rule").body()


def describe(app: FastAPI) -> None:
    """Let an application describe itself completely."""

    def described() -> dict[str, Any]:
        if app.openapi_schema is None:
            told = get_openapi(title=app.title, version=VERSION, description=ABOUT, routes=app.routes)
            for path in told["paths"].values():
                for operation in path.values():
                    _complete(operation)
            told["components"]["securitySchemes"] = {"device": {"type": "apiKey", "in": "cookie", "name": COOKIE}}
            told["security"] = [{}, {"device": []}]
            told["components"]["schemas"] |= _schemas(wire.Problem)
            app.openapi_schema = told
        return app.openapi_schema

    app.openapi = described  # type: ignore[method-assign] # as FastAPI tells one to


def _schemas(model: type[BaseModel]) -> dict[str, Any]:
    """The schema of a model, and of those that it is made of."""
    told = model.model_json_schema(ref_template="#/components/schemas/{model}", mode="serialization")
    return {**told.pop("$defs", {}), model.__name__: told}


def _complete(operation: dict[str, Any]) -> None:
    """Tell the refusals of an operation by their own media type."""
    for status, answer in operation["responses"].items():
        if status.startswith(("4", "5")):
            example = {"example": REFUSED} if status == str(REFUSED["status"]) else {}
            answer["content"] = {MEDIA: {"schema": {"$ref": "#/components/schemas/Problem"}, **example}}
