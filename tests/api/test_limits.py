"""Limits as people write them."""

import pytest

from api.album import Limits
from api.limits import LimitError, limits


@pytest.mark.parametrize(
    ("time", "size", "meant"),
    [
        (None, None, Limits()),
        ("12h", "500 mb", Limits(12 * 3600.0, 500_000_000)),
        ("0d", "0.5GB", Limits(0.0, 500_000_000)),
        ("1y", "1TB", Limits(365 * 86400.0, 10**12)),
    ],
)
def test_limits_are_read_as_they_are_meant(time: str | None, size: str | None, meant: Limits) -> None:
    assert limits(time, size) == meant


@pytest.mark.parametrize(("time", "size"), [("30", None), ("-1d", None), ("a lot", None), (None, "2"), (None, "2d")])
def test_a_limit_that_is_none_is_refused_with_an_example(time: str | None, size: str | None) -> None:
    with pytest.raises(LimitError, match=r"such as (30d|2GB)\.$"):
        limits(time, size)
