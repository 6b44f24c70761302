"""The names of the classes of YOLO texts by their numbers, as a YAML file or a list a line tells them.

Of YAML only so much is read as such files hold: this pillar imports no reader of all of it.
"""

import re
from itertools import takewhile
from pathlib import Path

from vision.labels.truth import LabelError

NAMES = ("data.yaml", "data.yml", "dataset.yaml", "classes.txt", "_darknet.labels", "obj.names")
DIGITS = 9  # that the number of a class may have
YAML = {".yaml", ".yml"}
_COMMENT = re.compile(r"(?:^|(?<=\s))#.*$", re.MULTILINE)
_KEY = re.compile(r"""(?:^|[{,])[^\S\n]*(['"]?)names\1[^\S\n]*:""", re.MULTILINE)
_FLOW = re.compile(r"\s*[\[{](.*?)[\]}]", re.DOTALL)
_ITEM = re.compile(r"""(?:-\s+)?(?:(['"]?)(\d+)\1\s*:\s*)?(['"]?)(.*?)\3""", re.DOTALL)

Classes = dict[int, str]


def named(file: Path) -> Classes:
    """The classes that a file names; none if it does not speak of them.

    Raises:
        LabelError: it can't be told which class has which name.
        OSError: the file can't be read.
    """
    try:
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise LabelError("This is no text in UTF-8: save it as such; until then its pictures are left out.") from error
    return of_yaml(text) if file.suffix in YAML else of_lines(text)


def of_lines(text: str) -> Classes:
    r"""The names of a list, one a line.

    >>> of_lines("ace\nking\n\n")
    {0: 'ace', 1: 'king'}

    Raises:
        LabelError: a line among them is empty.
    """
    names = [line.strip() for line in text.rstrip().splitlines()]
    if "" in names:
        raise LabelError(
            f"Line {names.index('') + 1} is empty, and it is in doubt which class is which: take it away, or write a "
            "name there; until then its pictures are left out."
        )
    return dict(enumerate(names))


def of_yaml(text: str) -> Classes:
    r"""The `names` of a YAML file: a list or a table, in brackets or a line each.

    >>> of_yaml("nc: 2\nnames: ['1', '2']\n"), of_yaml("'names' :\n  0: 1\n\n  1: 2  # two\nnc: 2\n"), of_yaml("nc: 2")
    ({0: '1', 1: '2'}, {0: '1', 1: '2'}, {})

    Raises:
        LabelError: they are neither, or two stand at one number.
    """
    plain = _COMMENT.sub("", text)
    key = _KEY.search(plain)
    if key is None:
        return {}
    found = [match for match in map(_ITEM.fullmatch, _items(plain[key.end() :])) if match]
    readable = all(len(match[2] or "") <= DIGITS for match in found)
    names = {int(match[2] or number): match[4] for number, match in enumerate(found)} if readable else {}
    if len(names) < max(len(found), 1):
        raise LabelError(
            "Its `names` cannot be read: write them as `names: ['1', '2', '3']`; until then its pictures are left out."
        )
    return {number: name for number, name in names.items() if name}


def _items(told: str) -> list[str]:
    """What stands behind `names:`, a class each."""
    flow = _FLOW.match(told)
    if flow:
        return [item.strip() for item in flow[1].strip().removesuffix(",").split(",") if flow[1].strip()]
    first, *lines = told.split("\n")
    if first.strip():
        return []
    block = takewhile(lambda line: not line or line[0] in " \t\r-", lines)
    return [line.strip() for line in block if line.strip()]
