"""The page's files: a browser may keep them, but asks each time whether they are still the same."""

from hashlib import sha256
from http import HTTPStatus
from pathlib import Path

from fastapi import Response
from fastapi.staticfiles import StaticFiles
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse
from starlette.staticfiles import NotModifiedResponse
from starlette.types import Receive, Scope, Send

from api.script import joined

BOARDS = {"tv", "overlay"}
SCRIPT = ".js"


class Pages(StaticFiles):
    """The files of a folder; the boards are one file that looks at its own address, and who is lost is led back."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request for a file with all of it, whatever range is asked for: none is large."""
        headers = [(name, value) for name, value in scope["headers"] if name != b"range"]
        await super().__call__({**scope, "headers": headers}, receive, send)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """One file of the page, a script with all that it imports."""
        read = {**scope, "method": "GET"}  # what is no file is not there for any method
        if path.endswith(SCRIPT):
            read["headers"] = []  # whether it is still the same is told of the whole
        try:
            response = await super().get_response("board.html" if path in BOARDS else path, read)
        except HTTPException as error:
            if error.status_code != HTTPStatus.NOT_FOUND or "text/html" not in Headers(scope=scope).get("accept", ""):
                raise
            response = await super().get_response("lost.html", read)
            response.status_code = HTTPStatus.NOT_FOUND
        if scope["method"] != "GET" and response.status_code != HTTPStatus.NOT_FOUND:
            raise HTTPException(HTTPStatus.METHOD_NOT_ALLOWED, headers={"allow": "GET, HEAD"})
        if isinstance(response, FileResponse) and Path(response.path).suffix == SCRIPT:
            response = self._script(response, Headers(scope=scope))
        response.headers["cache-control"] = "no-cache"
        return response

    def _script(self, file: FileResponse, asked: Headers) -> Response:
        text = joined(Path(file.path)).encode()
        whole = Response(text, media_type="text/javascript", headers={"etag": f'"{sha256(text).hexdigest()}"'})
        return NotModifiedResponse(whole.headers) if self.is_not_modified(whole.headers, asked) else whole
