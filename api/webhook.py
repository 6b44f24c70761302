"""The webhook: tells an address of the owner's choice every entry of every match, signed, until it was taken.

The requests are those of https://www.standardwebhooks.com: their id is the match and the seq, so that a receiver knows
an entry that comes twice. How far a match was told is kept in the store; a server that starts again goes on there.
"""

import base64
import hashlib
import hmac
import json
import logging
import threading
import time
import urllib.error
import urllib.request
from dataclasses import asdict
from http.client import HTTPException
from typing import Any
from urllib.parse import urlsplit

from api import telling
from api.schema import Setting
from api.store import Line, StoreError, cause
from api.table import MissingError, Sheet, Table, UnreadableError

SOONEST, LATEST = 1.0, 300.0  # seconds before a request is sent again
PATIENCE = 10.0  # seconds for an answer

log = logging.getLogger(__name__)


class WebhookError(ValueError):
    """The webhook cannot be used; the message is a sentence for the owner."""


class Webhook:
    """Tells one address; `start` begins, `close` ends it, `heard` may be called from any thread."""

    def __init__(self, url: str, secret: str, soonest: float = SOONEST) -> None:
        """Tell `url`, signed by `secret`: a text, or `whsec_` and base64; the first retry comes after `soonest` s.

        Raises:
            WebhookError: the address or the secret is none.
        """
        if not _is_address(url):
            raise WebhookError("--webhook takes an address such as https://club.example/dice.")
        if "@" in urlsplit(url).netloc:
            raise WebhookError("--webhook takes no name and password: the signature tells who sends.")
        self._url, self._soonest = url, soonest
        try:
            self._key = base64.b64decode(secret[6:], validate=True) if secret.startswith("whsec_") else secret.encode()
        except ValueError as error:
            raise WebhookError("CROUPIER_WEBHOOK_SECRET is not base64 behind its whsec_: copy it again.") from error
        if not self._key.strip():
            raise WebhookError("The webhook needs a secret to sign by: set CROUPIER_WEBHOOK_SECRET.")
        self._due: dict[str, None] = {}  # matches, in order
        self._news = threading.Condition()
        self._ended = False
        self._opener = urllib.request.build_opener(_Straight)

    def start(self, table: Table) -> None:
        """Begin with what was not told before."""
        with self._news:
            self._due |= dict.fromkeys(table.behind(Setting.TOLD))
        threading.Thread(target=self._run, args=(table,), name="webhook", daemon=True).start()

    def heard(self, sheet: Sheet) -> None:
        """Take note that a match went on."""
        with self._news:
            self._due[sheet.id] = None
            self._news.notify()

    def close(self) -> None:
        """Tell no more."""
        with self._news:
            self._ended = True
            self._news.notify()

    def _run(self, table: Table) -> None:
        wait = self._soonest
        while match := self._next():
            try:
                self._tell(table, match)
                wait = self._soonest
            except (MissingError, UnreadableError):
                continue
            except (OSError, HTTPException, ValueError, StoreError) as error:
                log.warning("The webhook was not taken (%s): it is sent again in %.0f s.", _why(error), wait)
                with self._news:
                    self._due[match] = None
                    self._news.wait_for(lambda: self._ended, wait)
                wait = min(2 * wait, LATEST)

    def _next(self) -> str | None:
        with self._news:
            self._news.wait_for(lambda: self._due or self._ended)
            if self._ended:
                return None
            match = next(iter(self._due))
            del self._due[match]
            return match

    def _tell(self, table: Table, match: str) -> None:
        sheet = table.sheet(match)
        if not sheet.saved:
            return  # what is lost in a crash must not have been told; it is heard of again when it is saved
        told = int(table.store.setting(match, Setting.TOLD) or 0)
        for line in sheet.lines[told:]:
            self._post(f"{match}-{line.seq}", _body(sheet, line))
            table.store.put(match, Setting.TOLD, str(line.seq))

    def _post(self, name: str, body: dict[str, Any]) -> None:
        data, moment = json.dumps(body).encode(), str(int(time.time()))
        headers = {
            "content-type": "application/json",
            "user-agent": "croupier",
            "webhook-id": name,
            "webhook-timestamp": moment,
            "webhook-signature": signature(self._key, name, moment, data),
        }
        request = urllib.request.Request(self._url, data, headers)  # noqa: S310 - http and https only, see above
        self._opener.open(request, timeout=PATIENCE).close()


class _Straight(urllib.request.HTTPRedirectHandler):
    """Goes nowhere but to the address that the owner named."""

    def redirect_request(self, *_: object) -> None:
        """Follow no redirection: it counts as not taken."""


def _is_address(url: str) -> bool:
    """Whether requests can be sent there: by http, to a host and a port that may be, in signs that a request may hold.

    >>> _is_address("https://club.example:8443/dice"), _is_address("http://club.example/my dice")
    (True, False)
    """
    try:
        parts = urlsplit(url)
        named = bool((parts.hostname or "").encode("idna")) and parts.port != 0
    except ValueError:
        return False
    return named and parts.scheme in {"http", "https"} and url.isascii() and url.isprintable() and " " not in url


def _why(error: Exception) -> str:
    """What went wrong with a request, in a few words.

    >>> _why(urllib.error.HTTPError("http://a", 404, "Not Found", {}, None)), _why(TimeoutError())
    ('404 Not Found', 'TimeoutError')
    """
    if isinstance(error, urllib.error.HTTPError):
        return f"{error.code} {error.reason}".strip()
    if isinstance(error, StoreError):
        return cause(error)
    told = error.reason if isinstance(error, urllib.error.URLError) else error
    return " ".join(str(told).split()) or type(told).__name__


def signature(key: bytes, name: str, moment: str, data: bytes) -> str:
    """The signature of a request.

    >>> signature(b"secret", "m-1", "1700000000", b"{}")[:3]
    'v1,'
    """
    signed = hmac.digest(key, f"{name}.{moment}.".encode() + data, hashlib.sha256)
    return f"v1,{base64.b64encode(signed).decode()}"


def _body(sheet: Sheet, line: Line) -> dict[str, Any]:
    """One entry, and the match as it stands now."""
    return {
        "type": "entry",
        "version": 1,
        "match": sheet.id,
        "entry": asdict(line),
        "now": telling.summary_of(sheet).model_dump(mode="json"),
    }
