"""A pool of drawn pictures on disk: drawn once, seen many times in other crops and other light."""

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from models.training.draw import PIPS, Picture, picture
from vision.kit import kits

SIDE = 416  # pixels, width and height of a drawn picture
SHARD = 250  # pictures in one file


@dataclass(frozen=True)
class Scene:
    """A picture to learn from, wherever it came from.

    `pixels` is (H, W, 3) uint8 BGR; `boxes` (N, 4) float32 pixels; `quads` (N, 4, 2) float32, NaN where nobody knows
    the top face's corners; `faces` the notation, "" for a die that is neither shown nor denied; `states` are those of a
    Sighting; `upright` says that up in the picture is up in the world, so that turning it would teach nonsense.
    `beside` names the faces that begin at each edge of a quad, from its first; none where nobody wrote them down.
    `source` names whose photograph it is; what is drawn has none.
    """

    pixels: npt.NDArray[np.uint8]
    boxes: npt.NDArray[np.float32]
    quads: npt.NDArray[np.float32]
    faces: tuple[str, ...]
    states: tuple[str, ...]
    upright: bool
    beside: tuple[tuple[str, ...], ...] = ()
    source: str = ""


@dataclass(frozen=True)
class Order:
    """What is drawn, as `picture` has it."""

    kit: str = PIPS
    throw: int | None = None
    tilt: tuple[float, float] | None = None
    leaning: float | None = None
    strange: float = 0.0


def fill(folder: Path, count: int, seed: int, jobs: int, order: Order) -> None:
    """Draw `count` pictures to this order into `folder`; shards that are there are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = [
        (folder, seed, shard, order)
        for shard in range(-(-count // SHARD))
        if not (folder / f"{shard:04}.json").exists()
    ]
    with Pool(jobs) as workers:
        for done, shard in enumerate(workers.imap_unordered(_draw_shard, missing), 1):
            print(f"shard {shard} drawn, {done} of {len(missing)}", flush=True)


def scenes(folder: Path) -> list[Scene]:
    """All pictures of a pool and of those inside it; their pixels stay on disk until they are looked at."""
    return [scene for names in sorted(folder.rglob("*.json")) for scene in _shard(names)]


def _shard(names: Path) -> Iterator[Scene]:
    pixels = np.load(names.with_suffix(".npy"), mmap_mode="r")
    for view, dice in zip(pixels, json.loads(names.read_text(encoding="utf-8")), strict=True):
        yield Scene(
            pixels=view,
            boxes=np.array([die["box"] for die in dice], np.float32).reshape(-1, 4),
            quads=np.array([die["quad"] for die in dice], np.float32).reshape(-1, 4, 2),
            faces=tuple(die["face"] for die in dice),
            states=tuple(die["state"] for die in dice),
            upright=True,
            beside=tuple(tuple(die.get("beside", ())) for die in dice),
        )


def _draw_shard(task: tuple[Path, int, int, Order]) -> int:
    folder, seed, shard, order = task
    cv2.setNumThreads(1)
    seeds = [np.random.default_rng((seed, shard, index)) for index in range(SHARD)]
    pictures = [picture(rng, SIDE, SIDE, **asdict(order)) for rng in seeds]
    np.save(folder / f"{shard:04}.npy", np.stack([made.pixels for made in pictures]))
    text = json.dumps([_labels(made) for made in pictures])
    (folder / f"{shard:04}.json").write_text(text, encoding="utf-8")
    return shard


def _labels(made: Picture) -> list[dict[str, object]]:
    return [
        {
            "face": die.face,
            "state": die.state,
            "box": list(map(float, die.box)),
            "quad": np.round(die.quad, 2).tolist(),
            "beside": die.beside,
        }
        for die in made.dice
        if die.visible > 0.3
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("runs/pool"))
    parser.add_argument("--count", type=int, default=8000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--kit", choices=sorted(kits()), default=PIPS)
    parser.add_argument("--bare", action="store_true", help="tables without dice, for what else lies there")
    parser.add_argument("--tilt", type=float, nargs=2, help="degrees off the vertical between which the camera looks")
    parser.add_argument("--leaning", type=float, help="share of the dice that lean, half of these against others")
    parser.add_argument(
        "--strange", type=float, default=0.0, help="share of dice that show what is no face, in the set's own lettering"
    )
    asked = parser.parse_args()
    tilt = asked.tilt and tuple(asked.tilt)
    order = Order(asked.kit, 0 if asked.bare else None, tilt, asked.leaning, asked.strange)
    fill(asked.out, asked.count, asked.seed, asked.jobs, order)
