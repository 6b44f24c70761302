"""The webhook: every entry arrives, signed and in order, however often the receiver refuses."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from api.store import Store, now
from api.table import Table
from api.webhook import Webhook, WebhookError, signature
from scoring.match import Match
from tests.api.conftest import housed
from tests.api.postgres import HANG_UP, do

ROLL, KEEP = "roll 1 3 3 4 4 6", "keep 1"


class Receiver(HTTPServer):
    """Takes what it is told, but refuses the first few."""

    def __init__(self, *refusals: int) -> None:
        super().__init__(("127.0.0.1", 0), Taking)
        self.refusals, self.asked, self.news = list(refusals), 0, threading.Condition()
        self.taken: list[dict[str, Any]] = []

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.server_address[1]}/dice"

    def waited(self, number: int) -> list[str]:
        """The texts that arrived, once there are so many."""
        with self.news:
            assert self.news.wait_for(lambda: len(self.taken) >= number, 20), self.taken
            return [told["entry"]["text"] for told in self.taken]


class Taking(BaseHTTPRequestHandler):
    """Answers one request."""

    server: Receiver

    def do_POST(self) -> None:
        """Take it, if its signature is right."""
        data = self.rfile.read(int(self.headers["content-length"]))
        signed = signature(b"secret", self.headers["webhook-id"], self.headers["webhook-timestamp"], data)
        self.server.asked += 1
        refusal = self.server.refusals.pop(0) if self.server.refusals else 0
        right = self.headers["webhook-signature"] == signed
        self.send_response(refusal or (204 if right else 400))
        if refusal == 302:
            self.send_header("location", "http://127.0.0.1:1/")
        self.end_headers()
        if right and not refusal:
            with self.server.news:
                self.server.taken.append(json.loads(data))
                self.server.news.notify()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def receiving(*refusals: int) -> Iterator[Receiver]:
    receiver = Receiver(*refusals)
    thread = threading.Thread(target=receiver.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield receiver
    finally:
        receiver.shutdown()
        thread.join()
        receiver.server_close()


@contextmanager
def told(folder: Path, url: str) -> Iterator[Table]:
    """A table whose webhook tells that address."""
    webhook = Webhook(url, "secret", soonest=0.02)
    table = Table(Store(f"sqlite:///{folder / 'croupier.db'}"), webhook.heard)
    webhook.start(table)
    try:
        yield table
    finally:
        webhook.close()
        time.sleep(0.1)
        table.store.close()


def test_every_entry_arrives_signed_and_in_order_though_some_are_refused_and_why_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with receiving(500, 404, 302) as receiver, told(tmp_path, receiver.url) as table:
        sheet = table.begin("jack-stone", ["Ann"], {})
        table.write(sheet.id, 0, lambda match: match.play(ROLL), author="Ann's phone")
        table.write(sheet.id, 1, lambda match: match.play(KEEP).undo())
        assert receiver.waited(3) == [ROLL, KEEP, "undo"]
        assert receiver.asked == 6
        assert "The webhook was not taken (404 Not Found): it is sent again in 0 s." in caplog.text
        first = receiver.taken[0]
        assert (first["version"], first["match"], first["entry"]["author"]) == (1, sheet.id, "Ann's phone")
        assert receiver.taken[2]["now"]["totals"] == [{"name": "Ann", "points": 0, "note": ""}]


def test_what_nobody_took_is_told_after_a_new_start_and_nothing_twice(tmp_path: Path) -> None:
    with receiving() as receiver:
        with told(tmp_path, "http://127.0.0.1:1/") as table:
            sheet = table.begin("jack-stone", ["Ann"], {})
            table.write(sheet.id, 0, lambda match: match.play(ROLL))
        with told(tmp_path, receiver.url) as table:
            assert receiver.waited(1) == [ROLL]
            table.write(sheet.id, 1, lambda match: match.play(KEEP))
            assert receiver.waited(2) == [ROLL, KEEP]
        with told(tmp_path, receiver.url) as table:
            assert table.opened(sheet.id, 0) is None, "all of it was told"


def test_what_was_played_in_a_match_that_is_brought_in_is_told(tmp_path: Path) -> None:
    with receiving() as receiver, told(tmp_path, receiver.url) as table:
        table.sit(Match.start("jack-stone", ["Ann"]).play(ROLL).play(KEEP))
        assert receiver.waited(2) == [ROLL, KEEP]


def test_what_another_server_played_while_its_word_was_not_heard_is_told_too(
    tmp_path: Path, postgres: Callable[[], str]
) -> None:
    url = postgres()
    with receiving() as receiver:
        webhook = Webhook(receiver.url, "secret", soonest=0.02)
        with housed(tmp_path, database=url, webhook=webhook) as (app, _):
            match = app.state.house.table.begin("jack-stone", ["Ann"], {}).id
            written = "INSERT INTO entries (match, seq, text, at) VALUES"
            do(url, f"{written} ('{match}', 1, '{ROLL}', '{now()}')")  # as another server does, unheard
            deadline = time.monotonic() + 20
            while not receiver.taken:
                assert time.monotonic() < deadline
                do(url, HANG_UP)  # until it was hung up on after it had listened
                time.sleep(0.2)
            assert receiver.waited(1) == [ROLL]


def test_what_another_server_plays_is_told_too(tmp_path: Path) -> None:
    with receiving() as receiver:
        webhook = Webhook(receiver.url, "secret", soonest=0.02)
        with housed(tmp_path, webhook=webhook), housed(tmp_path) as (other, _):
            table = other.state.house.table
            sheet = table.begin("jack-stone", ["Ann"], {})
            table.write(sheet.id, 0, lambda match: match.play(ROLL))
            assert receiver.waited(1) == [ROLL]


@pytest.mark.parametrize(
    "url",
    [
        "http://club.example/m\u00fcnchen",
        "http://a..b/",
        "http://club.example:abc/",
        "http://club.example:99999/",
        "http://club.example/my dice",
        "http://club.example/\u2028",
        "http://[club.example/",
        "http:///dice",
    ],
)
def test_an_address_to_which_nothing_can_be_sent_is_refused_at_once(url: str) -> None:
    with pytest.raises(WebhookError, match="takes an address such as"):
        Webhook(url, "secret")


@pytest.mark.parametrize(
    ("url", "secret"),
    [
        ("file:///etc/passwd", "s"),
        ("nonsense", "s"),
        ("http://ann:pw@x/", "s"),
        *[("http://x/", secret) for secret in ("", " ", "whsec_", "whsec_%")],
    ],
)
def test_a_webhook_that_cannot_work_is_one_sentence(url: str, secret: str) -> None:
    with pytest.raises(WebhookError, match=r"\.$|again\.$"):
        Webhook(url, secret)
