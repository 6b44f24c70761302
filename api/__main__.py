"""The command, which ends by Ctrl-C without a word even while its libraries load."""

import atexit
import gc
import os
import signal

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # each core has a thread of ours (`vision.cores`): more only fight


def main() -> None:
    """Load the command line and run it."""
    usual = signal.getsignal(signal.SIGINT)
    if usual is signal.default_int_handler:
        signal.signal(signal.SIGINT, lambda *_: os._exit(128 + signal.SIGINT))  # libraries may swallow an exception
    from api.cli import main as run  # noqa: PLC0415 - Ctrl-C is heard first

    signal.signal(signal.SIGINT, usual)
    atexit.register(gc.freeze)  # the system takes all back at once: to look for what may go would take a second
    run()


if __name__ == "__main__":
    main()
