"""Pictures to try an eye on, with labels for `croupier validate`: `python -m models.training.trials --kind empty`.

`dice` are drawn with seeds that no training uses, and those of another `--kit` in fonts that no training uses; a
`throw` is of all the dice of a set, each to be seen whole, if so wanted from some angle, under some lamp, or with a
stranger among them that shows a `--sign` in the set's own lettering; `empty` ones show no die: half of them are drawn
tables with whatever else may lie there, half are cut out of photographs beside the dice, as all of a `cut` are; of
`halved` photographs an edge cuts through one die, which shows "?" then; of `grazed` ones it cuts off less of it, and it
shows what it showed; on `covered` ones a sheet lies over a part of one die, which shows "?"; on `emblems` every 1 and 6
is painted over with a sign of a font that no training knows.
"""

import argparse
import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from models.training.draw import PIPS, Label, picture
from models.training.emblems import glyphs, print_emblem
from models.training.photographs import FOLDS, Photograph, photographs
from vision.kit import kits

SIDE = 640  # pixels, width and height of a drawn picture
LEAST = 160  # pixels, the smallest cut
PATIENCE = 40  # cuts tried in one photograph
SIGNS = [*range(0x2600, 0x2680), *range(0x2690, 0x26AA), *range(0x2701, 0x2768)]  # dingbats, without dice and discs
SEEN = 0.3  # visible share of a die, from which a pool lists it
THROWN = {PIPS: 6, "ten-grand": 6, "phase-10": 10}  # dice of a throw
WHOLE = 0.97  # visible share of a die of which all can be seen
NEUTRAL = 5000.0  # kelvin, the lamp under which white looks white
UNBALANCED = 0.6  # share of a lamp's cast, in powers, that a camera's white balance leaves
LEFT = (0.25, 0.6)  # share of a halved die that is in the picture
GRAZED = (LEFT[1], 0.95)  # of a grazed one, whose face may be told from that
COVERED = (0.35, 0.65)  # share of a die that a sheet covers
SHEET = 3.0  # times its size, how wide and long that is
LARGE = 40.0  # pixels of a die, so that its emblem can be seen

Pixels = npt.NDArray[np.uint8]
Trial = tuple[Pixels, list[dict[str, Any]]]  # a picture, and face and box of its dice


def dice(rng: np.random.Generator, kit: str = PIPS) -> Trial:
    """A drawn picture as training has them, but for its fonts."""
    made = picture(rng, SIDE, SIDE, kit=kit, held_out=True)
    return made.pixels, [_label(die, die.face) for die in made.dice if die.visible > SEEN]


def throw(
    rng: np.random.Generator,
    kit: str,
    thrown: int,
    tilt: tuple[float, float] | None = None,
    kelvin: float | None = None,
    sign: str = "",
) -> Trial:
    """A drawn throw of so many dice of a set, each flat and to be seen whole.

    `tilt` are degrees off the vertical between which the camera looks, `kelvin` is how warm the lamp is. Where there is
    a `sign`, one of the dice shows that, and is labelled as unknown.
    """
    while True:
        made = picture(rng, SIDE, SIDE, kit=kit, held_out=True, throw=thrown, tilt=tilt, sign=sign)
        if len(made.dice) == thrown and all(die.state == "flat" and die.visible > WHOLE for die in made.dice):
            return under(made.pixels, kelvin) if kelvin else made.pixels, [_label(die, die.face) for die in made.dice]


def under(pixels: Pixels, kelvin: float) -> Pixels:
    """The picture under a lamp of this temperature, of whose colour the camera leaves a part.

    >>> under(np.full((1, 1, 3), 128, np.uint8), 2700).ravel().tolist()
    [104, 130, 146]
    """
    cast = (_planck(kelvin) / _planck(NEUTRAL)) ** UNBALANCED
    light = (pixels / 255) ** 2.2 * (cast / cast.mean())
    return np.asarray(np.round(np.clip(light, 0, 1) ** (1 / 2.2) * 255), np.uint8)


def _planck(kelvin: float) -> npt.NDArray[np.float64]:
    """How much a black body of this temperature sends of blue, green and red light (Planck's law)."""
    metres = np.array([465e-9, 550e-9, 610e-9])
    return np.asarray(metres**-5 / np.expm1(0.014388 / (metres * kelvin)), np.float64)


def empty(rng: np.random.Generator, photos: list[Photograph]) -> Trial:
    """A drawn table without dice, or a cut of a photograph beside its dice."""
    found = _cut(rng, photos[rng.integers(len(photos))]) if photos and rng.random() < 0.5 else None
    if found is not None:
        return found, []
    while (made := picture(rng, SIDE, SIDE, throw=0)).dice:
        pass  # there lay a die with letters or signs
    return made.pixels, []


def cut(rng: np.random.Generator, photos: list[Photograph]) -> Trial:
    """A cut of a photograph beside its dice."""
    while (found := _cut(rng, photos[rng.integers(len(photos))])) is None:
        pass  # there was no room beside the dice
    return found, []


def halved(rng: np.random.Generator, photos: list[Photograph]) -> Trial:
    """A photograph with a part of its outermost die at its edge, which shows "?" then, and all of the others."""
    return _at_an_edge(rng, photos, LEFT, "?")


def grazed(rng: np.random.Generator, photos: list[Photograph]) -> Trial:
    """A photograph with most of its outermost die at its edge, which shows what it showed, and all of the others."""
    return _at_an_edge(rng, photos, GRAZED)


def covered(rng: np.random.Generator, photos: list[Photograph]) -> Trial:
    """A photograph with a sheet of some colour over a part of one die, which shows "?" then, and over no other."""
    while (found := _under_a_sheet(rng, photos[rng.integers(len(photos))])) is None:
        pass  # other dice lay in the way, or there was but one
    return found


def emblems(rng: np.random.Generator, font: Path) -> Trial:
    """A drawn picture with a sign over every 1 and 6; there is one at least."""
    signs = glyphs(font, SIGNS)
    while True:
        made = picture(rng, SIDE, SIDE)
        pixels = np.array(made.pixels)
        marked = {number for number, die in enumerate(made.dice) if die.face in "16" and _may_be_marked(die)}
        for number in marked:
            print_emblem(pixels, made.dice[number].quad, rng, signs)
        if marked:
            named = [("?" if number in marked else die.face, die) for number, die in enumerate(made.dice)]
            return pixels, [_label(die, face) for face, die in named]


def _may_be_marked(die: Label) -> bool:
    return die.state == "flat" and die.box[2] - die.box[0] > LARGE


def _label(die: Label, face: str) -> dict[str, Any]:
    leans = {"state": "cocked"} if die.state == "cocked" else {}
    return {"face": face, "box": [round(float(side), 1) for side in die.box], **leans}


def _cut(rng: np.random.Generator, photo: Photograph) -> Pixels | None:
    """A square of a photograph that touches no die; None where there is no room for one."""
    pixels = np.asarray(cv2.imread(str(photo.path), cv2.IMREAD_COLOR), np.uint8)
    boxes = np.array(photo.boxes, np.float32).reshape(-1, 4)
    height, width = pixels.shape[:2]
    for _ in range(PATIENCE):
        side = int(rng.integers(LEAST, min(height, width))) if min(height, width) > LEAST else LEAST
        x, y = (int(rng.integers(0, max(room - side, 0) + 1)) for room in (width, height))
        margin = 0.6 * (boxes[:, 2:] - boxes[:, :2])
        low, high = boxes[:, :2] - margin, boxes[:, 2:] + margin
        if not ((low < (x + side, y + side)) & (high > (x, y))).all(1).any():
            return pixels[y : y + side, x : x + side]
    return None


def _at_an_edge(
    rng: np.random.Generator, photos: list[Photograph], left: tuple[float, float], shown: str | None = None
) -> Trial:
    while (found := _through_one(rng, photos[rng.integers(len(photos))], left, shown)) is None:
        pass  # there was no die of which only the edge could be made to leave a part
    return found


def _through_one(
    rng: np.random.Generator, photo: Photograph, left: tuple[float, float], shown: str | None
) -> Trial | None:
    """The photograph with an edge through its outermost die on some side; None where it would cut others as well.

    `left` is between which shares of that die stay in the picture, `shown` is what it is said to show, if not its face.
    """
    if len(photo.faces) < 2 or not all(photo.faces):
        return None
    pixels = np.asarray(cv2.imread(str(photo.path), cv2.IMREAD_COLOR), np.uint8)
    boxes = np.array(photo.boxes, np.float64)
    axis, before = int(rng.integers(2)), rng.random() < 0.5  # along x or y, and whether its beginning is cut away
    low, high = boxes[:, axis], boxes[:, axis + 2]
    die = int(low.argmin() if before else high.argmax())
    stays = rng.uniform(*left) * (high[die] - low[die])
    at = round(high[die] - stays if before else low[die] + stays)
    whole = (low > at) if before else (high < at)
    kept = slice(at, None) if before else slice(max(at, 0))
    pixels = pixels[:, kept] if axis == 0 else pixels[kept]
    if whole.sum() < len(whole) - 1 or min(pixels.shape[:2]) < LEAST:
        return None
    boxes[:, [axis, axis + 2]] = (boxes[:, [axis, axis + 2]] - (at if before else 0)).clip(0, pixels.shape[1 - axis])
    faces = (shown if shown and number == die else face for number, face in enumerate(photo.faces))
    return pixels, [{"face": face, "box": box.round(1).tolist()} for face, box in zip(faces, boxes, strict=True)]


def _under_a_sheet(rng: np.random.Generator, photo: Photograph) -> Trial | None:
    if len(photo.faces) < 2 or not all(photo.faces):
        return None
    pixels = np.asarray(cv2.imread(str(photo.path), cv2.IMREAD_COLOR), np.uint8)
    boxes = np.array(photo.boxes, np.float64)
    die, angle = int(rng.integers(len(boxes))), rng.uniform(0, 2 * np.pi)
    size = float((boxes[die, 2:] - boxes[die, :2]).max())
    heading = np.array((np.cos(angle), np.sin(angle)))
    aside = np.array((-heading[1], heading[0]))
    edge = (boxes[die, :2] + boxes[die, 2:]) / 2 + heading * size * (0.5 - rng.uniform(*COVERED))
    ends = [edge + way * aside * SHEET / 2 * size for way in (-1, 1)]
    corners = np.array([*ends, ends[1] + heading * SHEET * size, ends[0] + heading * SHEET * size])
    sheet = np.zeros(pixels.shape[:2], np.uint8)
    cv2.fillPoly(sheet, [corners.round().astype(np.int32)], 255, cv2.LINE_AA)
    touched = [_share(sheet, box) > 0 for box in boxes]
    if sum(touched) != 1 or not touched[die]:
        return None
    there, dark = (cv2.GaussianBlur(sheet, (0, 0), soft)[..., None] / 255 for soft in (1, size / 10))
    grain = cv2.GaussianBlur(rng.normal(0, 20, pixels.shape).astype(np.float32), (0, 0), 2)
    colour, shadow = rng.uniform(20, 240, 3) + grain, 1 - 0.3 * dark
    seen = np.clip(pixels * shadow * (1 - there) + colour * there, 0, 255).astype(np.uint8)
    faces = ("?" if number == die else face for number, face in enumerate(photo.faces))
    return seen, [{"face": face, "box": box.round(1).tolist()} for face, box in zip(faces, boxes, strict=True)]


def _share(mask: Pixels, box: npt.NDArray[np.float64]) -> float:
    x0, y0, x1, y1 = box.clip(0).astype(int)
    return float((mask[y0 : y1 + 1, x0 : x1 + 1] > 0).mean())


def write(
    draw: Callable[[np.random.Generator], Trial], count: int, seed: int, out: Path, source: str, first: int = 0
) -> None:
    """Write the pictures, named by numbers from `first` on, and a labels.json beside them."""
    out.mkdir(parents=True, exist_ok=True)
    names = [f"{first + number:04}.jpg" for number in range(count)]
    entries = list(_written(draw, names, seed, out, source))
    (out / "labels.json").write_text(json.dumps(entries), encoding="utf-8")


def _written(
    draw: Callable[[np.random.Generator], Trial], names: list[str], seed: int, out: Path, source: str
) -> Iterator[dict[str, Any]]:
    for number, name in enumerate(names):
        pixels, found = draw(np.random.default_rng((seed, number)))
        cv2.imwrite(str(out / name), pixels, (cv2.IMWRITE_JPEG_QUALITY, 90))
        about = {"licence": "MIT", "group": name, "box_kind": "whole die"}
        yield {"image": name, "source": source, "dice": found, **about}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--kind", choices=("dice", "throw", "empty", "cut", "halved", "grazed", "covered", "emblems"), required=True
    )
    parser.add_argument("--kit", choices=sorted(kits()), default=PIPS, help="whose dice are drawn")
    parser.add_argument("--real", type=Path, help="photographs to cut pictures from")
    parser.add_argument("--fold", choices=FOLDS, default="none", help="cut only those that this fold holds out")
    parser.add_argument("--font", type=Path, help="the font whose dingbats are printed on emblem dice")
    parser.add_argument("--thrown", type=int, help="dice of a throw; without it all of a set")
    parser.add_argument("--tilt", type=float, nargs=2, help="degrees off the vertical between which a throw is seen")
    parser.add_argument("--kelvin", type=float, help="the temperature of the lamp over a throw")
    parser.add_argument("--sign", default="", help="what one die of a throw shows, which is no face of its kit")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=99)
    parser.add_argument("--first", type=int, default=0, help="the number that names the first picture")
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    if asked.kind == "emblems" and asked.font is None:
        parser.error("emblems want a --font.")
    if asked.kind in {"cut", "halved", "grazed", "covered"} and asked.real is None:
        parser.error("Cuts want photographs: give --real.")
    shots = photographs(asked.real) if asked.real else []
    shots = [photo for photo in shots if asked.fold == "none" or photo.source in FOLDS[asked.fold]]
    kinds: dict[str, Callable[[np.random.Generator], Trial]]
    kinds = {
        "dice": partial(dice, kit=asked.kit),
        "throw": partial(
            throw,
            kit=asked.kit,
            thrown=asked.thrown or THROWN[asked.kit],
            tilt=asked.tilt and tuple(asked.tilt),
            kelvin=asked.kelvin,
            sign=asked.sign,
        ),
        "empty": partial(empty, photos=shots),
        "cut": partial(cut, photos=shots),
        "halved": partial(halved, photos=shots),
        "grazed": partial(grazed, photos=shots),
        "covered": partial(covered, photos=shots),
        "emblems": partial(emblems, font=asked.font),
    }
    write(kinds[asked.kind], asked.count, asked.seed, asked.out, asked.kind, asked.first)
