"""Trained checkpoints become the ONNX files and cards that ship: `python -m models.training.export`.

Only what is named is shipped: `--finder`, `--corners`, `--lean`, `--hidden`, `--parts`, `--reader`, `--referee` and
`--umpire`, with 8-bit weights, and `--prints`.
"""

import argparse
import hashlib
import json
import shutil
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn

from models.card import WEIGHTS
from models.training import corners, fonts, hidden, lean, parts, referee
from models.training.answers import Answers, answers
from models.training.augment import Pixels
from models.training.blocks import take_blocks
from models.training.cards import FINDER, write
from models.training.material import Material, asked_for, questions
from models.training.nets import (
    Corners,
    CornersGraph,
    Embedding,
    EmbeddingGraph,
    Finder,
    FinderGraph,
    Lean,
    LeanGraph,
    Reader,
    ReaderGraph,
)
from models.training.pairs import fit
from models.training.pool import scenes
from models.training.prints import lesson
from models.training.quantize import crops, pictures, quantize
from models.training.trunk import TRUNKS, Parts, Referee, RefereeGraph
from vision.corners import WIDE
from vision.hidden import WIDE as COVERED
from vision.kit import kit as kit_of
from vision.own.prints import NET as PRINTS


@dataclass(frozen=True)
class Door:
    """What goes into a net that ships and what comes out, in the words of its card; `axes` may have any length.

    Pixels may go in `in_blocks` of two by two.
    """

    labels: tuple[str, ...]
    input: str
    outputs: tuple[str, ...]
    axes: dict[str, dict[int, str]]
    in_blocks: bool = False


FINDS = Door(
    ("die",),
    "pixels: uint8 (1, H/2, W/2, 12), two by two BGR pixels each (`in_blocks` in models/session.py), "
    "H and W multiples of 32",
    (
        "heat (h, w)",
        "sides (4, h, w) pixels",
        "corners (8, h, w): what `vision/corners.py` tells of them, from the cell, in mean sides of the box",
        "cocked (h, w)",
    ),
    {
        "pixels": {1: "H", 2: "W"},
        **{name: {0: "h", 1: "w"} for name in ("heat", "cocked")},
        **{name: {1: "h", 2: "w"} for name in ("sides", "corners")},
    },
    in_blocks=True,
)


KNOWS = Door(
    (),
    "pixels: uint8 (N, 64, 64, 3) BGR, each the top of a die as it looks from straight above, whichever way up",
    ("print (N, 64), of the length 1: near for prints that are the same",),
    {"pixels": {0: "N"}, "print": {0: "N"}},
)


SQUARES = "pixels: uint8 (N, 32, 32, 12), two by two BGR pixels each (`in_blocks` in models/session.py), of squares of"
TELLS = Door(
    (),
    f"{SQUARES} {WIDE} times the longer side of the die's box",
    ("told (N, 8): what `vision/corners.py` tells of the corners of the top, in sides of the square from its middle",),
    {"pixels": {0: "N"}, "told": {0: "N"}},
    in_blocks=True,
)


WEIGHS = Door(
    (),
    f"{SQUARES} {WIDE} times the longer side of the die's box",
    ("cocked (N,): the probability that the die leans",),
    {"pixels": {0: "N"}, "cocked": {0: "N"}},
    in_blocks=True,
)


HIDES = Door(
    (),
    f"{SQUARES} {COVERED} times the longer side of the box round what is seen of the die",
    ("hidden (N,): the probability that something covers a part of the die",),
    {"pixels": {0: "N"}, "hidden": {0: "N"}},
    in_blocks=True,
)


PART = Door(
    (),
    f"pixels: uint8 (N, 64, 64, 3) BGR, each a square of {COVERED} times the longer side of what is seen of the die",
    ("part (N,): the probability that it is a part of a die",),
    {"pixels": {0: "N"}, "part": {0: "N"}},
)


LYING = f"{SQUARES} 1.35 times the longer side of the die's box"


def reads(labels: tuple[str, ...], width: int) -> Door:
    """The door of a reader with these labels, whose features are so many."""
    return Door(
        labels,
        LYING,
        (f"scores (N, {len(labels)})", f"features (N, {width}): what is seen, before any answer"),
        {name: {0: "N"} for name in ("pixels", "scores", "features")},
        in_blocks=True,
    )


def judges(labels: tuple[str, ...]) -> Door:
    """The door of a referee with these labels."""
    shown = "pixels: uint8 (N, 64, 64, 3) BGR, each a square as readers see it, evened or stretched"
    return Door(labels, shown, (f"scores (N, {len(labels)})",), {name: {0: "N"} for name in ("pixels", "scores")})


def averaged(net: nn.Module, checkpoint: Path) -> nn.Module:
    """The net with the running average of a training's weights."""
    net.load_state_dict(torch.load(checkpoint, map_location="cpu", weights_only=True)["average"])
    return net.eval()


def export(
    name: str, graph: nn.Module, door: Door, first: Pixels, finish: Callable[[Path, Path], object] = shutil.copyfile
) -> None:
    """Write `<name>.onnx` and put its digest and labels on its card; what else is on the card stays.

    `first` is something to look at; what ships is made by `finish` of the plain net.
    """
    weights, card = WEIGHTS / f"{name}.onnx", WEIGHTS / f"{name}.json"
    WEIGHTS.mkdir(exist_ok=True)
    names = [output.split(" ")[0] for output in door.outputs]
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "plain.onnx"
        torch.onnx.export(
            graph.eval(), (torch.from_numpy(first),), str(plain), input_names=["pixels"], output_names=names,
            dynamic_axes=door.axes, opset_version=17, dynamo=False,
        )  # fmt: skip
        finish(plain, weights)
    told = json.loads(card.read_text(encoding="utf-8")) if card.exists() else {}
    told |= {
        "name": name,
        "labels": list(door.labels),
        "input": door.input,
        "output": list(door.outputs),
        "sha256": hashlib.sha256(weights.read_bytes()).hexdigest(),
    }
    write(card, told)


def in_8_bits(name: str, graph: nn.Module, door: Door, samples: Iterable[Pixels]) -> None:
    """The same with 8-bit weights, the ranges of whose numbers are taken from samples."""
    first, *others = samples

    def finish(plain: Path, small: Path) -> None:
        quantize(plain, small, [first, *others])
        if door.in_blocks:
            take_blocks(small)
        fit(small)

    export(name, graph, door, first, finish)


def lettered(name: str, known: Answers) -> None:
    """Put on the card of a net that knows letters which fonts it saw, and which it never did."""
    if not known.mirrored:
        card = WEIGHTS / f"{name}.json"
        seen = {"fonts": fonts.told(held_out=False), "fonts_held_out": fonts.told(held_out=True)}
        write(card, json.loads(card.read_text(encoding="utf-8")) | seen)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--finder", type=Path, help="a checkpoint of the finder, which all kits share")
    parser.add_argument("--corners", type=Path, help="one of the net of corners, which they share likewise")
    parser.add_argument("--lean", type=Path, help="one of the net that tells whether a die leans, likewise")
    parser.add_argument("--hidden", type=Path, help="one of the net that tells a die that something covers, likewise")
    parser.add_argument(
        "--parts", type=Path, help="one of the net that tells parts of dice from what is none, likewise"
    )
    parser.add_argument("--reader", type=Path, help="one of the kit's reader")
    parser.add_argument("--prints", type=Path, help="one of what tells somebody's own dice apart")
    for kind in TRUNKS:
        parser.add_argument(f"--{kind}", type=Path, help=f"one of the kit's {kind}")
    parser.add_argument(
        "--mined", type=Path, default=Path("runs/mined.json"), help="what referees were shown, by `mine`"
    )
    parser.add_argument("--seen", type=Path, default=Path("runs/tops.json"), help="what tops were shown, by `tops`")
    parser.add_argument("--edges", type=Path, default=Path("runs/edges.json"), help="what edges were shown, by `edges`")
    questions(parser)
    asked = parser.parse_args()
    chosen, said = kit_of(asked.kit), answers(asked.kit)
    if asked.prints:
        prints = EmbeddingGraph(averaged(Embedding(), asked.prints))  # type: ignore[arg-type]
        export(PRINTS, prints, KNOWS, lesson(np.random.default_rng(1), 1, 2)[0])
    judged = {f"{chosen.id}-{kind}": kind for kind in TRUNKS if getattr(asked, kind)}
    if unknown := [name for name in judged if name not in chosen.referees]:
        parser.error(f"The kit {chosen.id} has no {unknown[0]}: it asks {' and '.join(chosen.referees) or 'none'}.")
    seen = asked.finder or asked.hidden or asked.parts or asked.reader or judged
    stuff = asked_for(asked) if seen else Material({})
    if asked.finder:
        finder = FinderGraph(averaged(Finder(), asked.finder))  # type: ignore[arg-type]
        in_8_bits(FINDER, finder, FINDS, pictures(stuff, 40, seed=1))
    if asked.corners:
        shown = corners.Steps(corners.tops(scenes(asked.pool)), 32, seed=1)
        cornered = CornersGraph(averaged(Corners(), asked.corners))  # type: ignore[arg-type]
        in_8_bits(chosen.corners, cornered, TELLS, (shown[step][0].numpy() for step in range(24)))
    if asked.lean:
        weighed = lean.shown(scenes(asked.pool), 32, seed=1)
        leans = LeanGraph(averaged(Lean(), asked.lean))  # type: ignore[arg-type]
        in_8_bits(chosen.lean, leans, WEIGHS, (weighed[step][0].numpy() for step in range(24)))
    if asked.hidden:
        hiding = hidden.shown(stuff, asked.mined, 32, seed=1)
        hides = LeanGraph(averaged(Lean(), asked.hidden))  # type: ignore[arg-type]
        in_8_bits(chosen.hidden, hides, HIDES, (hiding[step][0].numpy() for step in range(24)))
    if asked.parts:
        seen_in_part = parts.shown(stuff, asked.mined, asked.edges, 32, seed=1)
        tells = LeanGraph(averaged(Parts(), asked.parts))  # type: ignore[arg-type]
        in_8_bits(chosen.parts, tells, PART, (seen_in_part[step][0].numpy() for step in range(24)))
    if asked.reader:
        net = Reader(said)
        reader = ReaderGraph(averaged(net, asked.reader))  # type: ignore[arg-type]
        in_8_bits(chosen.reader, reader, reads(said.labels, net.head.in_features), crops(stuff, said, 24, seed=1))
        lettered(chosen.reader, said)
    if judged:
        views = referee.lessons(stuff, chosen.id, asked.seen, asked.mined, asked.edges)
    for name, kind in judged.items():
        both = (views.batch(32, np.random.default_rng((1, n)))[0] for n in range(24))
        judge = RefereeGraph(averaged(Referee(said, kind), getattr(asked, kind)))  # type: ignore[arg-type]
        in_8_bits(name, judge, judges(said.labels), both)
        lettered(name, said)
