"""How thoroughly hypothesis tries: 300 sequences in `make test`, 10,000 in `make test-long`, always the same ones."""

import signal

from hypothesis import HealthCheck, settings

ALWAYS = {"deadline": None, "derandomize": True, "database": None, "suppress_health_check": list(HealthCheck)}

settings.register_profile("short", max_examples=300, **ALWAYS)
settings.register_profile("long", max_examples=10_000, **ALWAYS)
settings.load_profile("short")

# A shell that runs the tests in the background has them ignore Ctrl-C, and so would every Croupier that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)
