"""The decoder's process opens pictures until the server ends it, and hears nothing else."""

import multiprocessing
import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from api.decoder import Decoder


def test_ctrl_c_while_the_decoder_starts_is_not_for_it(throws: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with closing(Decoder()) as decoder, ThreadPoolExecutor(1) as apart:
        before = multiprocessing.active_children()
        opened = apart.submit(decoder.decoded, (throws / "01.jpg").read_bytes())
        while not (young := [one for one in multiprocessing.active_children() if one not in before]):
            time.sleep(0.001)
        os.kill(young[0].pid or 0, signal.SIGINT)
        assert opened.result().size > (100, 100)
    assert capfd.readouterr().err == ""
