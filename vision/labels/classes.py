"""The names of the classes of YOLO texts by their numbers, as a YAML file or a list a line tells them."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import yaml

from vision.labels.truth import LabelError

NAMES = ("data.yaml", "data.yml", "dataset.yaml", "classes.txt", "obj.names")
YAML = {".yaml", ".yml"}
UNREADABLE = "Its `names` cannot be read: write them as `names: ['1', '2', '3']`; until then its pictures are left out."

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
    r"""The `names` of a YAML file: a list, or a table by numbers.

    >>> of_yaml("nc: 2\nnames: ['1', '2']\n"), of_yaml("'names' :\n  0: 1\n\n  1: 2  # two\nnc: 2\n"), of_yaml("nc: 2")
    ({0: '1', 1: '2'}, {0: '1', 1: '2'}, {})

    Raises:
        LabelError: it is no YAML, or its names are neither, or two stand at one number.
    """
    try:
        found = [(int(number), str(name.value)) for number, name in _numbered(text)]
    except (yaml.YAMLError, TypeError, ValueError, RecursionError) as error:
        raise LabelError(UNREADABLE) from error
    names = dict(found)
    if len(names) < len(found):
        raise LabelError(UNREADABLE)
    return {number: name for number, name in names.items() if name}


def _numbered(text: str) -> Iterable[tuple[Any, Any]]:
    """What stands under `names`, each with its number; as written, since YAML takes `no` for a doubt."""
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    table = root.value if isinstance(root, yaml.MappingNode) else []
    names = next((value for key, value in table if key.value == "names"), None)
    if names is None:
        return ()
    if isinstance(names, yaml.SequenceNode):
        return enumerate(names.value)
    if isinstance(names, yaml.MappingNode):
        return ((key.value, value) for key, value in names.value)
    raise ValueError
