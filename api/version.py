"""The version of Croupier that is running."""

from importlib.metadata import PackageNotFoundError, version


def _version() -> str:
    try:
        return version("croupier")
    except PackageNotFoundError:
        return "uninstalled"


VERSION = _version()
