"""Scripts come joined: what a page imports is no request of its own."""

import os
from graphlib import CycleError
from pathlib import Path

import httpx
import pytest
from fastapi.responses import FileResponse

from api.script import joined
from tests.api.windows import CHROMIUM, DESK, Visit

PAGE = Path(__file__).parents[2] / "api" / "page"
MODULES = {
    "main": 'import * as dice from "./dice.js";\nimport { sum } from "./score.js";\nexport const all = sum(dice.one);',
    "score": 'import { one } from "./dice.js";\nexport function sum(roll) { return roll + one; }',
    "dice": "export const one = 1;\nexport class Die {}",
}


@pytest.fixture
def main(tmp_path: Path) -> Path:
    for name, text in MODULES.items():
        (tmp_path / f"{name}.js").write_text(text + "\n")
    return tmp_path / "main.js"


def test_what_a_script_imports_stands_before_it_once(main: Path) -> None:
    assert joined(main) == (
        "const $0 = (() => {\nconst one = 1;\nclass Die {}\nreturn { one, Die };\n})();\n"
        "const $1 = (() => {\nconst { one } = $0;\nfunction sum(roll) { return roll + one; }\nreturn { sum };\n})();\n"
        "const dice = $0;\nconst { sum } = $1;\nexport const all = sum(dice.one);\n"
    )


def test_who_changes_a_module_and_loads_the_page_again_sees_it(main: Path) -> None:
    before = joined(main)
    dice = main.with_name("dice.js")
    dice.write_text("export const one = 11;\n")
    os.utime(dice, (dice.stat().st_mtime + 1,) * 2)
    assert joined(main) == before.replace("one = 1;\nclass Die {}", "one = 11;").replace("one, Die", "one")


def test_modules_in_a_circle_are_refused(main: Path) -> None:
    main.with_name("dice.js").write_text('import { score } from "./score.js";\n')
    with pytest.raises(CycleError):
        joined(main)


def test_a_script_that_is_not_there_is_none(client: httpx.Client) -> None:
    lost = client.get("/nope.js", headers={"accept": "text/html"})
    assert (lost.status_code, lost.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert client.get("/nope.js").status_code == 404


def test_who_has_a_script_as_it_came_alone_gets_the_whole(client: httpx.Client) -> None:
    alone = FileResponse(PAGE / "main.js", stat_result=(PAGE / "main.js").stat())
    known = {"if-none-match": alone.headers["etag"], "if-modified-since": alone.headers["last-modified"]}
    assert client.get("/main.js", headers=known).status_code == 200


@pytest.mark.parametrize("script", sorted(PAGE.rglob("*.js")), ids=lambda path: path.relative_to(PAGE).as_posix())
def test_each_script_of_the_page_is_written_so_that_it_can_be_joined(client: httpx.Client, script: Path) -> None:
    said = client.get(f"/{script.relative_to(PAGE).as_posix()}")
    assert said.headers["content-type"] == "text/javascript; charset=utf-8"
    lines = said.text.splitlines()
    own = [line for line in script.read_text(encoding="utf-8").splitlines() if line.startswith("export ")]
    assert [line for line in lines if line.startswith(("import ", "import{"))] == []
    assert [line for line in lines if line.startswith("export")] == own


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="There is no Chromium here: apt-get install chromium")
@pytest.mark.parametrize(("where", "scripts"), [("/#/lobby", 1), ("/tv/", 2), ("/phone/", 1)])
def test_a_page_asks_for_its_script_and_for_no_other(visit: Visit, where: str, scripts: int) -> None:
    page = visit(DESK, where)
    page.wait_for_function("document.querySelector('main').childElementCount > 0")
    asked = "performance.getEntriesByType('resource').map(({ name }) => name)"
    page.wait_for_function(f"{asked}.filter((name) => name.endsWith('.js')).length >= {scripts}")
    names = page.evaluate(asked)
    assert len([name for name in names if name.endswith(".js")]) == scripts, names
