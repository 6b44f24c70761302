"""The command `croupier doctor`: whether everything is there."""

import json
import sys

from api.command.terminal import Data, OneJson, say
from api.sets import home


def doctor(
    data: Data = None,
    as_json: OneJson = False,
) -> None:
    """Check that everything Croupier needs is there; exit 1 if something is not."""
    from api.doctor import examine  # noqa: PLC0415 - see `api.cli`

    found = examine(data or home())
    if as_json:
        say(json.dumps([finding.as_json() for finding in found]))
    else:
        for finding in found:
            say(f"{'ok  ' if finding.fine else 'FAIL'}  {finding.what}: {finding.detail}")
    sys.exit(0 if all(finding.fine for finding in found) else 1)
