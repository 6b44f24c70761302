"""Weights from nothing, in one command: `python -m models.training.recipe --real PHOTOGRAPHS --out runs/anew`.

Everything is made in the folder `--out`: the pictures, the checkpoints, the logs and, in `weights`, nets with their
cards, on which the doubt is the one that ships. What was cut short goes on where it stopped. Commands that stand beside
each other run side by side, one thread each. `--length 0.004` goes through all of it in half an hour, for a trial.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from models.card import WEIGHTS
from models.training.photographs import FOLDS
from vision.kit import kit as kit_of

LETTERS = ("ten-grand", "phase-10")
ASLANT = ("--tilt", "15", "62")
SEEDS = {"ten-grand": 54, "phase-10": 53}

Command = tuple[str, ...]  # a module of this folder and what it is told


@dataclass(frozen=True)
class Step:
    """What is done at one time: its commands run side by side."""

    name: str
    commands: tuple[Command, ...]


@dataclass(frozen=True)
class Kitchen:
    """Where things lie, which `fold` is held out, and the `length`, 1 for all, of everything that takes long."""

    out: Path
    real: Path
    fold: str = "none"
    length: float = 1.0

    def at(self, name: str) -> str:
        """A path of the folder."""
        return str(self.out / name)

    def so_many(self, count: int) -> str:
        """A count of pictures or steps at this length."""
        return str(max(round(count * self.length), 2))

    def drawn(self, name: str, count: int, seed: int, *more: str) -> Command:
        """Draw so many pictures into a pool."""
        return ("pool", "--out", self.at(name), "--count", self.so_many(count), "--seed", str(seed), *more)

    def told(self, module: str, pool: str, *more: str) -> Command:
        """A command that looks at a pool and at the photographs."""
        seen = ("--real", str(self.real), "--plain", self.at("plain"), "--fold", self.fold, "--pool", self.at(pool))
        return (module, *seen, *more)


def corners(here: Kitchen) -> Iterable[Step]:
    """What tells the corners of tops, of all kits: half of its pictures are seen aslant."""
    at = here.at("corners.pt")
    for kit, count, seed in (("pips", 1_000, 2001), ("ten-grand", 750, 2003), ("phase-10", 750, 2005)):
        yield Step(f"{kit} as usual", (here.drawn(f"tops/{kit}/usual", count, seed, "--kit", kit),))
        more = (f"tops/{kit}/aslant", count + 500, seed + 1, "--kit", kit, *ASLANT)
        yield Step(f"{kit} seen aslant", (here.drawn(*more),))
    steps = ("--steps", here.so_many(7_000), "--seed", "811")
    yield Step("corners", (("corners", "--pool", here.at("tops"), *steps, "--out", at),))
    yield Step("they ship", (here.told("export", "tops", "--corners", at),))


def lean(here: Kitchen) -> Iterable[Step]:
    """What tells whether a die leans, of all kits; it begins with the body of what tells corners."""
    at = here.at("lean.pt")
    leaning = ("--leaning", "0.3")
    for name, count, seed, more in (
        ("pips/usual", 3_000, 5001, ()),
        ("pips/aslant", 1_000, 5102, ASLANT),
        ("ten-grand", 1_000, 5103, ("--kit", "ten-grand")),
        ("phase-10", 1_000, 5104, ("--kit", "phase-10")),
        ("pips/more", 1_500, 5105, ()),
        ("ten-grand/more", 500, 5106, ("--kit", "ten-grand")),
    ):
        yield Step(
            f"leaning dice, {name.replace('/', ' ')}", (here.drawn(f"leaning/{name}", count, seed, *leaning, *more),)
        )
    steps = ("--body", here.at("corners.pt"), "--steps", here.so_many(10_000), "--seed", "821")
    yield Step("leaning", (("lean", "--pool", here.at("leaning"), *steps, "--out", at),))
    yield Step("leaning ships", (here.told("export", "leaning", "--lean", at),))


def hidden(here: Kitchen) -> Iterable[Step]:
    """What tells a die that something covers, with the body of what tells corners, and what tells a part of a die.

    Neither sees a photograph of a die.
    """
    at, blind = here.at, replace(here, fold="all")
    alike = ("--mined", at("mined.json"))
    edges = (*alike, "--edges", at("edges.json"))
    steps = ("--body", at("corners.pt"), "--steps", here.so_many(5_800), "--seed", "831")
    covers = blind.told("hidden", "pool", *alike, *steps, "--out", at("hidden.pt"))
    taught = ("--steps", here.so_many(2_600), "--seed", "841", "--out", at("parts.pt"))
    parts = blind.told("parts", "pool", *edges, *taught)
    yield Step("covered dice and parts", (covers, parts))
    both = ("--hidden", at("hidden.pt"), "--parts", at("parts.pt"))
    yield Step("they tell of parts", (blind.told("export", "pool", *edges, *both),))


def pips(here: Kitchen) -> Iterable[Step]:
    """The finder, what tells corners and what leans, and the three nets that read pips."""
    at, so_many = here.at, here.so_many

    def finder(stop: int) -> Command:
        steps = ("--steps", so_many(10_000), "--stop", so_many(stop), "--seed", "501")
        return here.told("finder", "pool", *steps, "--quads", at("quads.json"), "--out", at("finder.pt"))

    def reader(stop: int, mined: str) -> Command:
        steps = ("--steps", so_many(13_000), "--stop", so_many(stop), "--seed", "502")
        return here.told("reader", "pool", *steps, "--mined", at(mined), "--out", at("reader.pt"))

    def mine(found: str) -> Command:
        return here.told("mine", "pool", "--finder", at("finder.pt"), "--drawn", so_many(4_000), "--out", at(found))

    def export(*what: str) -> Command:
        return here.told("export", "pool", *what)

    yield from corners(here)
    yield from lean(here)
    yield Step("photographs without dice", (("plain", "--out", at("plain")),))
    yield Step("pictures", (here.drawn("pool/dice", 12_000, 31),))
    yield Step("bare tables", (here.drawn("pool/bare", 2_000, 44, "--bare"),))
    for kit in LETTERS:
        yield Step(f"dice of {kit} among them", (here.drawn(f"pool/{kit}", 1_500, SEEDS[kit] - 20, "--kit", kit),))
    yield Step("corners in the photographs", (here.told("quads", "tops", "--out", at("quads.json")),))
    yield Step("finder and reader begin", (finder(2_500), reader(2_500, "mined-first.json")))
    yield Step("first look-alikes", (mine("mined-first.json"),))
    yield Step("finder and reader go on", (finder(10_000), reader(10_000, "mined-first.json")))
    yield Step("look-alikes", (mine("mined.json"),))
    yield Step("reader ends", (reader(13_000, "mined.json"),))
    yield Step("finder and reader ship", (export("--finder", at("finder.pt"), "--reader", at("reader.pt")),))
    found = (here.told(what, "pool", "--out", at(f"{what}.json")) for what in ("tops", "edges"))
    yield Step("tops and half dice as the finder sees them", tuple(found))
    yield from hidden(here)
    shown = ("--tops", at("tops.json"), "--mined", at("mined.json"), "--edges", at("edges.json"))

    def referee(net: str, seed: int) -> Command:
        steps = ("--net", net, "--steps", so_many(4_600), "--seed", str(seed))
        return here.told("referee", "pool", *steps, *shown, "--out", at(f"{net}.pt"))

    yield Step("referee and umpire", (referee("referee", 504), referee("umpire", 503)))
    seen = ("--seen", at("tops.json"), "--mined", at("mined.json"), "--edges", at("edges.json"))
    yield Step("referee and umpire ship", (export("--referee", at("referee.pt"), "--umpire", at("umpire.pt"), *seen),))


def letters(here: Kitchen) -> Iterable[Step]:
    """A reader for each kit of letters, by the finder and the reader of pips, and a referee where a kit has one."""
    at, so_many = here.at, here.so_many
    judged = [kit for kit in LETTERS if kit_of(kit).referees]

    def told(module: str, kit: str, *more: str) -> Command:
        return here.told(module, f"pool-{kit}", "--kit", kit, *more)

    def mine(kit: str) -> Command:
        found = ("--drawn", so_many(2_000), "--out", at(f"{kit}-mined.json"))
        return told("mine", kit, "--finder", at("finder.pt"), *found)

    def taught(module: str, kit: str, steps: int, *more: str) -> Command:
        learned = ("--mined", at(f"{kit}-mined.json"), "--harsh", "0.4", "--steps", so_many(steps))
        return told(module, kit, *learned, *more, "--out", at(f"{kit}-{module}.pt"))

    def shipped(kit: str) -> Command:
        nets = ("reader", "referee") if kit in judged else ("reader",)
        files = (word for net in nets for word in (f"--{net}", at(f"{kit}-{net}.pt")))
        return told("export", kit, *files, "--mined", at(f"{kit}-mined.json"), "--edges", at("edges.json"))

    for kit in LETTERS:
        drawn = here.drawn(f"pool-{kit}", 8_000, SEEDS[kit], "--kit", kit, "--strange", "0.2")
        yield Step(f"pictures of {kit}", (drawn,))
    yield Step("their look-alikes", tuple(mine(kit) for kit in LETTERS))
    body = ("--seed", "505", "--body", at("reader.pt"))
    yield Step("their readers", tuple(taught("reader", kit, 20_000, *body) for kit in LETTERS))
    edges = ("--edges", at("edges.json"))
    yield Step("their referees", tuple(taught("referee", kit, 4_600, "--seed", "506", *edges) for kit in judged))
    yield Step("they ship too", tuple(shipped(kit) for kit in LETTERS))


def prints(here: Kitchen) -> Iterable[Step]:
    """What tells somebody's own dice apart."""
    at = here.at("prints.pt")
    yield Step("prints", (("embedding", "--steps", here.so_many(5_000), "--seed", "5", "--out", at),))
    yield Step("it ships", (("export", "--real", str(here.real), "--prints", at),))


COURSES = {"pips": pips, "letters": letters, "prints": prints}


def cook(here: Kitchen, steps: Iterable[Step]) -> None:
    """Take the steps that are not done yet, and note of each how many seconds it took.

    Raises:
        SystemExit: a command failed; the sentence names its log.
    """
    (here.out / "weights").mkdir(parents=True, exist_ok=True)
    for card in WEIGHTS.glob("*.json"):
        if not (kept := here.out / "weights" / card.name).exists():
            kept.write_bytes(card.read_bytes())
    notes = here.out / "took.json"
    took: dict[str, float] = json.loads(notes.read_text(encoding="utf-8")) if notes.exists() else {}
    for step in steps:
        if step.name in took:
            continue
        print(f"{step.name} ...", flush=True)
        started = time.monotonic()
        _run(here.out, step)
        took[step.name] = round(time.monotonic() - started)
        notes.write_text(json.dumps(took, indent=2), encoding="utf-8")
    hours = sum(took.values()) / 3600
    print(f"Done: {hours:.1f} hours, but for what was cut short. The nets are in {here.out / 'weights'}.")


def _run(out: Path, step: Step) -> None:
    env = os.environ | {"CROUPIER_WEIGHTS": str(out / "weights")}
    running = []
    for number, (module, *words) in enumerate(step.commands):
        log = out / f"{step.name.replace(' ', '-')}-{number}.log"
        with log.open("ab") as file:
            whole = [sys.executable, "-m", f"models.training.{module}", *words]
            running.append((log, subprocess.Popen(whole, env=env, stdout=file, stderr=subprocess.STDOUT)))  # noqa: S603 - its own
    while any(each.poll() is None for _, each in running) and not any(each.poll() for _, each in running):
        time.sleep(0.2)
    failed = [log for log, each in running if each.poll()]
    for _, each in running:
        each.terminate()
    if failed:
        raise SystemExit(f"{step.name} failed: see {failed[0]}, mend it and give the same command, which goes on here.")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--real", type=Path, required=True, help="the folder of photographs with its labels.json")
    parser.add_argument("--out", type=Path, default=Path("runs/anew"), help="where everything is made")
    parser.add_argument("--fold", choices=FOLDS, default="none", help="the sources of this fold are never opened")
    parser.add_argument("--length", type=float, default=1.0, help="share of all pictures and steps, for a trial")
    parser.add_argument("--only", nargs="+", choices=COURSES, default=[*COURSES], help="of the nets, these")
    asked = parser.parse_args()
    kitchen = Kitchen(asked.out, asked.real, asked.fold, asked.length)
    cook(kitchen, (step for name in asked.only for step in COURSES[name](kitchen)))
