"""The recipe: what a step takes was made before it, and what was cut short goes on where it stopped."""

import json
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from models.training.recipe import COURSES, Kitchen, Step, cook

TAKEN = {
    "--finder", "--reader", "--body", "--tops", "--edges", "--referee", "--umpire", "--seen", "--prints", "--pool",
    "--quads",
}  # fmt: skip


def steps(here: Kitchen) -> list[Step]:
    """All steps, in their order."""
    return [step for course in COURSES.values() for step in course(here)]


def words(step: Step, flags: set[str]) -> set[str]:
    """What a step's commands are told by these flags."""
    return {told for command in step.commands for flag, told in pairwise(command) if flag in flags}


def test_what_a_step_takes_was_made_by_a_step_before_it(tmp_path: Path) -> None:
    made: set[str] = set()
    for step in steps(Kitchen(tmp_path, Path("photographs"))):
        made |= {str(parent) for path in made for parent in Path(path).parents if tmp_path in parent.parents}
        assert words(step, TAKEN) <= made, step.name
        made |= words(step, {"--out"})


def test_no_two_steps_have_one_name_and_each_is_fit_for_that_of_a_file(tmp_path: Path) -> None:
    names = [step.name for step in steps(Kitchen(tmp_path, Path("photographs")))]
    assert len(names) == len(set(names))
    assert all(Path(name).name == name for name in names)


def test_every_command_looks_at_the_photographs_of_its_fold_alone_or_at_none_of_dice(tmp_path: Path) -> None:
    for step in COURSES["pips"](Kitchen(tmp_path, Path("photographs"), "b")):
        for command in step.commands:
            assert ("--real" in command) == ("--fold" in command), step.name
            assert words(step, {"--fold"}) <= {"b", "all"}


def test_a_step_that_is_done_is_not_taken_again(tmp_path: Path) -> None:
    (tmp_path / "took.json").write_text('{"plain": 7}', encoding="utf-8")
    never = Step("plain", (("no_such_module",),))
    cook(Kitchen(tmp_path, tmp_path), [never])
    assert json.loads((tmp_path / "took.json").read_text(encoding="utf-8")) == {"plain": 7}


def test_a_step_that_fails_names_its_log_and_is_not_done(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="goes on here") as stopped:
        cook(Kitchen(tmp_path, tmp_path), [Step("pictures", (("no_such_module",),))])
    log = tmp_path / "pictures-0.log"
    assert str(log) in str(stopped.value)
    assert "no_such_module" in log.read_text(encoding="utf-8")
    assert not (tmp_path / "took.json").exists()


def test_the_doubt_that_ships_is_on_the_cards_that_are_written_on(tmp_path: Path) -> None:
    cook(Kitchen(tmp_path, tmp_path), [])
    card = json.loads((tmp_path / "weights" / "pips-reader.json").read_text(encoding="utf-8"))
    assert card["sure_at"] > 0
    assert not list((tmp_path / "weights").glob("*.onnx"))


def test_every_command_is_a_module_of_training(tmp_path: Path) -> None:
    folder = Path(sys.modules["models.training.recipe"].__file__ or "").parent
    for step in steps(Kitchen(tmp_path, Path("photographs"))):
        assert all((folder / f"{command[0]}.py").exists() for command in step.commands)
