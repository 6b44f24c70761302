"""A script in one with all that it imports: sixty modules come with one answer, and not after twelve rounds of asking.

The page's modules are written as browsers read them, each import and each export a line of its own.
"""

import re
from functools import lru_cache
from graphlib import TopologicalSorter
from pathlib import Path

IMPORT = re.compile(r'^import (?:\* as )?(?P<names>.+) from "(?P<path>[^"]+)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (?P<name>\w+))", re.MULTILINE)


def joined(script: Path) -> str:
    """The text of a module that imports nothing, and exports what `script` does.

    What that imports stands before it, each module once, and in a scope of its own.

    Raises:
        graphlib.CycleError: modules import each other in a circle.
        OSError: one that is imported is not there.
    """
    return _joined(script.resolve(), max(each.stat().st_mtime_ns for each in script.parent.rglob("*.js")))


@lru_cache(maxsize=16)
def _joined(script: Path, _changed: int) -> str:
    modules = _modules(script)
    scopes = {path: f"${number}" for number, path in enumerate(modules)}
    before = [_scope(scopes[path], _bound(path, text, scopes), _exports(text)) for path, text in modules.items()]
    return "".join(before[:-1]) + _bound(script, modules[script], scopes)


def _modules(script: Path) -> dict[Path, str]:
    """The text of each module that a script needs, those that it imports before it, and its own as the last."""
    texts: dict[Path, str] = {}
    asked = [script]
    while asked:
        path = asked.pop()
        if path not in texts:
            texts[path] = path.read_text(encoding="utf-8")
            asked += _imports(path, texts[path])
    order = TopologicalSorter({path: _imports(path, text) for path, text in texts.items()}).static_order()
    return {path: texts[path] for path in order}


def _imports(path: Path, text: str) -> list[Path]:
    return [_there(path, found) for found in IMPORT.finditer(text)]


def _there(path: Path, found: re.Match[str]) -> Path:
    return (path.parent / found["path"]).resolve()


def _bound(path: Path, text: str, scopes: dict[Path, str]) -> str:
    """The text of a module that takes what it imports from scopes before it."""
    return IMPORT.sub(lambda found: f"const {found['names']} = {scopes[_there(path, found)]};", text)


def _exports(text: str) -> list[str]:
    return [found["name"] for found in EXPORT.finditer(text)]


def _scope(name: str, text: str, exports: list[str]) -> str:
    """A module as a function that is called at once and gives what the module exports."""
    return f"const {name} = (() => {{\n{EXPORT.sub('', text)}return {{ {', '.join(exports)} }};\n}})();\n"
