"""PostgreSQL: a connection to it that tells when it is lost."""

from contextlib import suppress
from typing import Any

import pg8000
import sqlalchemy as sa


class Line(pg8000.Connection):  # type: ignore[misc] # pg8000 ships no types
    """A connection whose loss is an error of the database, as SQLAlchemy expects it, and never one of the system."""

    def handle_messages(self, context: Any) -> None:  # noqa: ANN401 - as above
        """Hear what the database answers."""
        try:
            super().handle_messages(context)
        except OSError as error:
            raise pg8000.InterfaceError("network error") from error

    def close(self) -> None:
        """Hang up, even where the database did so before."""
        with suppress(pg8000.InterfaceError):
            super().close()


def connected(url: sa.URL) -> Line:
    """A new connection to the database at an address."""
    try:
        return Line(**url.translate_connect_args(username="user"), **url.query)
    except OSError as error:
        raise pg8000.InterfaceError(f"the line was lost: {error.strerror or error}") from error
