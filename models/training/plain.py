"""Photographs without dice, out of packages that anyone can install: `python -m models.training.plain`.

`apt-get install opencv-doc` and `pip install scikit-image` bring them, with the samples of their documentation.
"""

import argparse
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import cv2
import numpy as np

from models.training.augment import Pixels

DOCUMENTS = Path("/usr/share/doc/opencv-doc")
SUFFIXES = {".jpg", ".png"}
SHORTEST = 260  # pixels; what is smaller is a symbol or a sketch
COLOURS = 420  # of 10,648; drawings and plots have fewer
ALIKE = 6  # of 56 steps from light to dark that may differ in two versions of one picture


def gather(folders: list[Path], out: Path) -> int:
    """Copy every photograph of the folders once to `out` as JPEG, and return how many there are."""
    out.mkdir(parents=True, exist_ok=True)
    count = 0
    for count, pixels in enumerate(_photographs(folders), 1):
        cv2.imwrite(str(out / f"{count:04}.jpg"), pixels, [cv2.IMWRITE_JPEG_QUALITY, 95])
    return count


def _photographs(folders: list[Path]) -> Iterator[Pixels]:
    seen: list[np.ndarray] = []
    for path in (path for folder in folders for path in sorted(folder.rglob("*")) if path.suffix in SUFFIXES):
        pixels = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if pixels is None or min(pixels.shape[:2]) < SHORTEST or _colours(pixels) < COLOURS:
            continue
        steps = _steps(pixels)
        if all((steps != other).sum() > ALIKE for other in seen):
            seen.append(steps)
            yield pixels


def _colours(pixels: Pixels) -> int:
    small = cv2.resize(pixels, (96, 96), interpolation=cv2.INTER_AREA) // 12
    return len(np.unique(small.reshape(-1, 3).astype(int) @ (1, 32, 1024)))


def _steps(pixels: Pixels) -> np.ndarray:
    """Where the picture grows lighter from left to right, (56,), on 8 by 9 spots."""
    grey = cv2.cvtColor(cv2.resize(pixels, (9, 8), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    return (grey[:, 1:] > grey[:, :-1]).ravel()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("runs/plain"))
    asked = parser.parse_args()
    skimage = find_spec("skimage")
    places = skimage.submodule_search_locations if skimage else None
    print(gather([DOCUMENTS, *(Path(place) / "data" for place in places or ())], asked.out), "photographs")
