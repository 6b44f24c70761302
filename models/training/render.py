"""Render throws of dice that pass for photographs, with Mitsuba 3: `python -m models.training.render --help`.

With `--kit` and `--count` it makes trials of a kit with letters, in fonts, materials and lights that training lacks.
Wants mitsuba 3.7 and pyoidn; set DRJIT_LIBLLVM_PATH to LLVM 16 or 19 where the system has another one.
"""

from __future__ import annotations

import argparse
import gc
import json
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import drjit as dr
import mitsuba as mi
import numpy as np
import pyoidn
from numpy.typing import NDArray

from models.training.colour import Array, Bytes, any_colour, hsv
from models.training.develop import develop
from models.training.dice_art import COUNTER_CLOCKWISE, Make, Pips, any_make
from models.training.draw import PIPS, top_quad
from models.training.kit_art import any_set
from models.training.mesh import mesh, paint
from models.training.props import PAD, THICK, Pad, Pencil, any_pad, any_pencil
from models.training.solid import Place, Shape, cast, resting, spin
from models.training.tables import SPAN, Table, any_table
from models.training.throw import Lie, against
from models.training.view import View
from vision.kit import kit as kit_of
from vision.kit import kits

WIDTH = 1280  # pixels; three quarters of it high
SAMPLES, GUIDES = 16, 4  # paths a pixel, before the denoiser, and looks at what it goes by
TRIAL, FEW = 800, 8  # pixels and paths of a trial, of which hundreds are wanted
HELD = (10.0, 35.0)  # degrees off the vertical, between which one holds a phone over the table
GUIDE = {"type": "aov", "aovs": "albedo:albedo,normal:sh_normal"}
LARGEST = 150_000  # bytes of a stored picture


@dataclass(frozen=True)
class Lamp:
    """A lamp: its middle (3,) in edges of a die, half its width, and its colour (3,) with its power."""

    spot: Array
    half: float
    colour: Array


@dataclass(frozen=True)
class Evening:
    """All that stays the same from throw to throw: dice, table, lamps and camera."""

    makes: tuple[Make, ...]
    shapes: tuple[Shape, ...]
    reds: tuple[Array, ...]
    table: Table
    lamps: tuple[Lamp, ...]
    room: Array  # (128, 256, 3) light from all round
    view: View
    blur: float  # radius of the lens opening, in edges
    paths: int = SAMPLES  # a pixel
    once: bool = False  # every make is one die: no two are alike
    leaning: float = 0.0  # share of the dice that lean against another
    pad: Pad | None = None
    pencil: Pencil | None = None


@dataclass(frozen=True)
class Die:
    """A die in a throw: which of the evening's makes, its lie, and its face."""

    make: int
    lie: Lie
    face: str


def an_evening(
    rng: np.random.Generator,
    kind: str | None = None,
    die: float | None = None,
    kit: str = PIPS,
    width: int = WIDTH,
    tilt: tuple[float, float] = HELD,
) -> Evening:
    """Draw a table with its dice, lamps and camera; `die` is the wanted size of a die in pixels, of `width` across.

    `tilt` are degrees off the vertical between which the camera looks.
    """
    makes, shapes = _makes(rng) if kit == PIPS else _lettered(rng, kit)
    return Evening(
        makes=makes,
        shapes=shapes,
        reds=tuple(hsv(rng.uniform(-5, 5), 0.9, 0.7) for _ in makes),
        table=any_table(rng, kind),
        lamps=_lamps(rng),
        room=_room(rng),
        view=_camera(rng, die or float(np.exp(rng.uniform(np.log(60), np.log(130)))), width, tilt),
        blur=float(rng.uniform(0.0, 0.25)),
        once=bool(kit_of(kit).dice),
    )


def furnished(rng: np.random.Generator, evening: Evening) -> Evening:
    """The same evening, perhaps with a score pad and a pencil on the table."""
    pad = any_pad(rng, evening.view) if rng.random() < 0.4 else None
    pencil = any_pencil(rng, evening.view) if rng.random() < 0.35 else None
    return replace(evening, pad=pad, pencil=pencil)


def _makes(rng: np.random.Generator) -> tuple[tuple[Make, ...], tuple[Shape, ...]]:
    count = int(rng.choice([1, 2, 3], p=[0.6, 0.25, 0.15]))
    makes = tuple(_make(rng) for _ in range(count))
    return makes, tuple(_shape(rng) for _ in makes)


def _lettered(rng: np.random.Generator, kit: str) -> tuple[tuple[Make, ...], tuple[Shape, ...]]:
    """The dice of one set, in a font that training never sees."""
    shape, gloss = _shape(rng), float(rng.uniform(0.13, 0.3))
    makes = tuple(replace(make, gloss=gloss) for make in any_set(rng, kit, held_out=True))
    return makes, (shape,) * len(makes)


def _make(rng: np.random.Generator) -> Make:
    """Opaque drilled dice, most of them of a usual colour."""
    colours = {
        "ivory": (hsv(42, 0.16, 0.92), hsv(20, 0.3, 0.1)),
        "white": (hsv(40, 0.03, 0.93), hsv(0, 0, 0.06)),
        "red": (hsv(358, 0.88, 0.62), hsv(40, 0.05, 0.93)),
        "blue": (hsv(222, 0.85, 0.5), hsv(40, 0.05, 0.93)),
        "black": (hsv(20, 0.1, 0.13), hsv(40, 0.06, 0.92)),
        "green": (hsv(150, 0.8, 0.42), hsv(40, 0.05, 0.93)),
        "yellow": (hsv(46, 0.85, 0.92), hsv(0, 0, 0.07)),
        "any": (any_colour(rng), hsv(40, 0.06, 0.92)),
    }
    drawn = any_make(rng)
    body, ink = colours[str(rng.choice(list(colours), p=[0.24, 0.16, 0.16, 0.12, 0.12, 0.06, 0.06, 0.08]))]
    if float(body.mean()) > 0.45 and float(ink.mean()) > 0.45:
        ink = hsv(0, 0, 0.06)
    stuff = "marbled" if rng.random() < 0.15 else "plain"
    pips = Pips(
        spacing=float(rng.uniform(0.22, 0.27)),
        radius=float(rng.uniform(0.075, 0.105)),
        stretch=1.0,
        form="round",
        depth=float(rng.uniform(0.35, 0.9)),
        ace=float(rng.choice([1.0, 1.25])),
        colour=ink,
        red=(),
        turned=drawn.pips.turned,
        squeeze=1.0,
        plate=0.0,
        plate_colour=body,
    )
    veins = (np.asarray(body * np.float32(0.6), np.float32), np.asarray(np.minimum(body * 1.3, 0.95), np.float32))
    return Make(body, veins, stuff, pips, COUNTER_CLOCKWISE, float(rng.uniform(0.13, 0.3)), 40.0)


def _shape(rng: np.random.Generator) -> Shape:
    half = np.full(3, 0.5, np.float32)
    ball = float(rng.uniform(0.66, 0.76)) if rng.random() < 0.5 else 0.0
    return Shape(half, float(rng.uniform(0.05, 0.14)), ball)


def _camera(rng: np.random.Generator, die: float, width: int, between: tuple[float, float]) -> View:
    """A phone held over the table, so many degrees off the vertical."""
    tilt, roll = np.radians(rng.uniform(*between)), rng.normal(0, 0.04)
    focal = width * rng.uniform(0.85, 1.3)
    height = width * 3 // 4
    distance = focal / die
    right, down = np.array([1.0, 0, 0]), np.array([0, -np.cos(tilt), -np.sin(tilt)])
    across = right * np.cos(roll) + down * np.sin(roll)
    axes = np.stack([across, down * np.cos(roll) - right * np.sin(roll), [0, np.sin(tilt), -np.cos(tilt)]])
    eye = np.array([0, -distance * np.sin(tilt), distance * np.cos(tilt)], np.float32)
    return View(eye, axes.astype(np.float32), float(focal), (width / 2, height / 2), width, height)


def _lamps(rng: np.random.Generator) -> tuple[Lamp, ...]:
    """A lamp over the table, and now and then a second one."""
    lamps = []
    for number in range(int(rng.choice([1, 2], p=[0.7, 0.3]))):
        angle, away = rng.uniform(0, 2 * np.pi), rng.uniform(14, 38)
        spot = np.array([away * np.cos(angle), away * np.sin(angle), rng.uniform(25, 50)], np.float32)
        half = float(rng.uniform(1.2, 5))
        power = rng.uniform(0.6, 1.2) if number == 0 else rng.uniform(0.15, 0.4)
        strength = power * float(spot @ spot) / (4 * half * half)
        lamps.append(Lamp(spot, half, hsv(rng.uniform(28, 45), rng.uniform(0.03, 0.2), 1.0) * np.float32(strength)))
    return tuple(lamps)


def _room(rng: np.random.Generator) -> Array:
    """The room all round: walls, a bright ceiling, a window, dark furniture; up is the first row."""
    room = np.empty((128, 256, 3), np.float32)
    room[:] = hsv(35, 0.12, 0.55) * np.float32(rng.uniform(0.15, 0.4))
    room[:40] *= 1.6
    for _ in range(6):
        left, top = int(rng.integers(0, 230)), int(rng.integers(30, 60))
        room[top:, left : left + int(rng.integers(8, 30))] *= np.float32(rng.uniform(0.3, 1.2))
    if rng.random() < 0.75:
        left = int(rng.integers(10, 200))
        window = room[24:58, left : left + int(rng.integers(18, 46))]
        window[:] = hsv(212, 0.14, 1.0) * np.float32(rng.uniform(1.5, 6))
        window[:, window.shape[1] // 2 - 1 : window.shape[1] // 2 + 1] = 0.15
        window[16:18] = 0.15
    return np.asarray(cv2.GaussianBlur(room, (0, 0), 0.7), np.float32)


def throw(rng: np.random.Generator, evening: Evening, roll: str) -> tuple[Die, ...]:
    """Let the dice of a roll come to lie well inside the picture, apart from one another but for those that lean."""
    view = evening.view
    size = view.focal / float(np.linalg.norm(view.eye))
    spread = rng.uniform(0.16, 0.26) * np.array([view.width, view.height]) + 0.35 * size
    middle = np.array([view.width, view.height]) * rng.normal(0.5, 0.035, 2)
    owners = _owners(rng, evening, roll.split())
    if not owners:
        raise ValueError(f"These dice cannot show {roll} together.")
    dice: list[Die] = []
    for face, make in zip(roll.split(), owners, strict=True):
        symbols = evening.makes[make].symbols
        side = symbols.index(face)
        if lie := _leaning(rng, evening, evening.shapes[make], side, dice):
            dice.append(Die(make, lie, face))
            continue
        turn = spin(rng.uniform(0, 2 * np.pi)) @ resting(side // 2, 1 - 2 * (side % 2))
        spot = _spot(rng, evening, middle, spread, [die.lie.place.centre for die in dice])
        dice.append(Die(make, Lie(Place(spot, np.asarray(turn, np.float32)), side, tilted=False), face))
    return tuple(dice)


def _leaning(rng: np.random.Generator, evening: Evening, shape: Shape, side: int, dice: list[Die]) -> Lie | None:
    """Where a die leans against one of those that lie there; None where it shall lie flat, or has no room."""
    flat = [die for die in dice if not die.lie.tilted]
    if not flat or evening.leaning == 0 or rng.random() >= evening.leaning:
        return None
    for _ in range(20):
        support = flat[rng.integers(len(flat))]
        lie = against(rng, shape, side, support.lie)
        others = [die.lie.place.centre for die in dice if die is not support]
        free = all(np.linalg.norm((lie.place.centre - other)[:2]) > 1.5 for other in others)
        seen = evening.view.project(lie.place.corners(shape))
        if free and (seen > 0).all() and (seen < (evening.view.width, evening.view.height)).all():
            return lie
    return None


def any_roll(rng: np.random.Generator, evening: Evening, count: int) -> str:
    """What so many of the evening's dice show."""
    makes = rng.permutation(len(evening.makes))[:count] if evening.once else rng.integers(0, len(evening.makes), count)
    return " ".join(evening.makes[make].symbols[rng.integers(6)] for make in makes)


def _owners(rng: np.random.Generator, evening: Evening, faces: list[str], taken: tuple[int, ...] = ()) -> list[int]:
    """Which make shows each face; nothing where the dice left over, if no two are alike, cannot show them all."""
    if not faces:
        return list(taken)
    able = [make for make in range(len(evening.makes)) if faces[0] in evening.makes[make].symbols]
    for make in rng.permutation([make for make in able if not (evening.once and make in taken)]):
        found = _owners(rng, evening, faces[1:], (*taken, int(make)))
        if found:
            return found
    return []


def _spot(rng: np.random.Generator, evening: Evening, middle: Array, spread: Array, taken: list[Array]) -> Array:
    """A free place (3,) on the table, near the middle of the picture."""
    view, pencil = evening.view, evening.pencil
    size = view.focal / float(np.linalg.norm(view.eye))
    for attempt in range(2000):
        x, y = middle + rng.normal(0, 1, 2) * spread * (1 + attempt / 400)
        if not (size < x < view.width - size and size < y < view.height - size):
            continue
        spot = view.touch(x, y, 0.5)
        if pencil and pencil.reach(spot) < 1.2:
            continue
        if all(np.linalg.norm(spot - other) > 1.5 for other in taken):
            return spot
    raise ValueError("The picture is too small for so many dice: ask for smaller ones.")


def render(evening: Evening, dice: tuple[Die, ...], seed: int) -> Array:
    """Trace the scene -> (height, width, 3) linear BGR light, denoised."""
    with tempfile.TemporaryDirectory() as folder:
        scene = mi.load_dict(_scene(evening, dice, Path(folder)))
    light = np.array(mi.render(scene, spp=evening.paths, seed=seed), np.float32)
    # What the denoiser goes by is traced apart: traced as one, Mitsuba follows every path twice.
    layers = np.array(mi.render(scene, spp=GUIDES, seed=seed, integrator=mi.load_dict(GUIDE)), np.float32)
    del scene
    gc.collect()
    dr.flush_malloc_cache()  # else what a scene took is kept for scenes of its size, which never come
    albedo, normal = (np.ascontiguousarray(layers[..., first : first + 3]) for first in (0, 3))
    # The denoiser takes a lone bright spark for a lamp; dull it first.
    light = np.minimum(light, 4 * np.percentile(light, 98))
    clean = pyoidn.denoise(light, np.clip(albedo, 0, 1), normal, hdr=True)
    return np.asarray(clean[..., ::-1], np.float32)


def _scene(evening: Evening, dice: tuple[Die, ...], folder: Path) -> dict[str, object]:
    scene: dict[str, object] = {
        "type": "scene",
        "integrator": {"type": "path", "max_depth": 6},
        "sensor": _sensor(evening),
        "room": {
            "type": "envmap",
            "bitmap": mi.Bitmap(np.ascontiguousarray(evening.room[..., ::-1])),
            "to_world": mi.ScalarTransform4f().rotate([1, 0, 0], 90),
        },
        "table": {
            "type": "rectangle",
            "to_world": mi.ScalarTransform4f().scale([SPAN / 2, SPAN / 2, 1]),
            "bsdf": _table_surface(evening.table),
        },
    }
    scene |= _pad(evening.pad) if evening.pad else {}
    scene |= _pencil(evening.pencil) if evening.pencil else {}
    for number, lamp in enumerate(evening.lamps):
        scene[f"lamp{number}"] = _lamp(lamp)
    for number in range(len(evening.makes)):
        scene[f"make{number}"] = _group(evening, number, folder)
    for number, die in enumerate(dice):
        scene[f"die{number}"] = {
            "type": "instance",
            "to_world": mi.ScalarTransform4f(_pose(die.lie.place)),
            "group": {"type": "ref", "id": f"make{die.make}"},
        }
    return scene


def _pose(place: Place) -> NDArray[np.float64]:
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = place.turn, place.centre
    return pose


def _sensor(evening: Evening) -> dict[str, object]:
    view = evening.view
    eye, ahead, up = view.eye.astype(float), view.axes[2].astype(float), -view.axes[1].astype(float)
    sensor: dict[str, object] = {
        "type": "thinlens",
        "aperture_radius": max(evening.blur, 1e-4),
        "focus_distance": float(np.linalg.norm(eye)) - 0.6,
        "fov": float(np.degrees(2 * np.arctan(view.width / 2 / view.focal))),
        "fov_axis": "x",
        "to_world": mi.ScalarTransform4f().look_at(origin=eye.tolist(), target=(eye + ahead).tolist(), up=up.tolist()),
        "film": {"type": "hdrfilm", "width": view.width, "height": view.height, "rfilter": {"type": "box"}},
        "sampler": {"type": "multijitter", "sample_count": evening.paths},
    }
    return sensor


def _texture(pixels: Array, *, raw: bool = False) -> dict[str, object]:
    """A bitmap of linear BGR light or of plain numbers."""
    flipped = pixels[..., ::-1] if pixels.ndim == 3 else pixels[..., None]
    return {"type": "bitmap", "bitmap": mi.Bitmap(np.ascontiguousarray(flipped, np.float32)), "raw": raw}


def _table_surface(table: Table) -> dict[str, object]:
    if table.shine:
        surface: dict[str, object] = {
            "type": "principled",
            "base_color": _texture(table.paint, raw=True),
            "roughness": table.roughness,
            "specular": 0.5 * table.shine,
        }
    else:
        surface = {"type": "diffuse", "reflectance": _texture(table.paint, raw=True)}
    # The height is measured against the table's own 0..1 texture square.
    scale = table.height * 3
    return {"type": "bumpmap", "arbitrary": _texture(table.relief, raw=True), "scale": scale, "bsdf": surface}


def _pad(pad: Pad) -> dict[str, object]:
    where = mi.ScalarTransform4f().translate(pad.spot.tolist()).rotate([0, 0, 1], pad.turn)
    surface = {"type": "twosided", "bsdf": {"type": "diffuse", "reflectance": _texture(pad.page[::-1], raw=True)}}
    return {
        "pad": {"type": "rectangle", "to_world": where.scale([PAD[0] / 2, PAD[1] / 2, 1]), "bsdf": surface},
    }


def _pencil(pencil: Pencil) -> dict[str, object]:
    """The rubber, its tin band, and the painted wood."""
    along = (pencil.point - pencil.end) / np.linalg.norm(pencil.point - pencil.end)
    pieces = {
        "rubber": (0.0, 0.5, THICK, {"type": "diffuse", "reflectance": _rgb(hsv(8, 0.4, 0.85))}),
        "tin": (0.45, 1.15, THICK * 1.06, {"type": "roughconductor", "material": "Al", "alpha": 0.2}),
        "wood": (1.1, 11.0, THICK, {"type": "roughplastic", "alpha": 0.15, "diffuse_reflectance": _rgb(pencil.colour)}),
    }
    scene: dict[str, object] = {
        name: {
            "type": "cylinder",
            "p0": (pencil.end + start * along).tolist(),
            "p1": (pencil.end + stop * along).tolist(),
            "radius": radius,
            "bsdf": {"type": "twosided", "bsdf": surface},
        }
        for name, (start, stop, radius, surface) in pieces.items()
    }
    cap = mi.ScalarTransform4f().look_at(origin=pencil.end.tolist(), target=(pencil.end - along).tolist(), up=[0, 0, 1])
    scene["cap"] = {"type": "disk", "to_world": cap.scale(THICK), "bsdf": pieces["rubber"][3]}
    return scene


def _rgb(colour: Array) -> dict[str, object]:
    return {"type": "rgb", "value": colour[::-1].tolist()}


def _lamp(lamp: Lamp) -> dict[str, object]:
    aim = mi.ScalarTransform4f().look_at(origin=lamp.spot.tolist(), target=[0, 0, 0], up=[0.1, 0.9, 0.2])
    return {
        "type": "disk",
        "to_world": aim @ mi.ScalarTransform4f().scale(lamp.half),
        "light": {"type": "area", "radiance": _rgb(lamp.colour)},
    }


def _group(evening: Evening, number: int, folder: Path) -> dict[str, object]:
    """One make of dice, to be set down as often as the throw needs."""
    make, shape = evening.makes[number], evening.shapes[number]
    model = mesh(make, shape)
    built = mi.Mesh("die", len(model.points), len(model.triangles), has_vertex_normals=True, has_vertex_texcoords=True)
    inside = mi.traverse(built)
    inside["vertex_positions"] = model.points.ravel()
    inside["vertex_normals"] = model.normals.ravel()
    inside["vertex_texcoords"] = model.places.ravel()
    inside["faces"] = model.triangles.ravel()
    inside.update()
    file = folder / f"make{number}.ply"
    built.write_ply(str(file))
    art = paint(np.random.default_rng(number), make, evening.reds[number])
    surface = {
        "type": "roughplastic",
        "distribution": "ggx",
        "alpha": make.gloss,
        "int_ior": 1.49,
        "diffuse_reflectance": _texture(art, raw=True),
    }
    return {"type": "shapegroup", "mesh": {"type": "ply", "filename": str(file), "bsdf": surface}}


def labels(evening: Evening, dice: tuple[Die, ...]) -> list[dict[str, object]]:
    """Face, box (x0 y0 x1 y1) and top quad (four x y) of every die, in pixels."""
    found = []
    for die in dice:
        shape, place = evening.shapes[die.make], die.lie.place
        corners = evening.view.project(place.corners(shape))
        x0, y0 = np.floor(corners.min(0))
        x1, y1 = np.ceil(corners.max(0))
        xs, ys = np.arange(x0, x1, dtype=np.float32) + 0.5, np.arange(y0, y1, dtype=np.float32) + 0.5
        mask = cast(evening.view, shape, place, xs, ys).mask
        rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
        box = [x0 + columns[0], y0 + rows[0], x0 + columns[-1] + 1, y0 + rows[-1] + 1]
        quad, _ = top_quad(evening.view, shape, die.lie)
        state = {"state": "cocked"} if die.lie.tilted else {}
        found.append({"face": die.face, "box": [float(v) for v in box], "quad": quad.round(1).tolist(), **state})
    return found


def photograph(evening: Evening, roll: str, seed: int, file: Path) -> dict[str, object]:
    """Throw, render, develop and store one picture -> what is on it."""
    rng = np.random.default_rng([seed, 7])
    dice = throw(rng, evening, roll)
    light = render(evening, dice, seed)
    picture = develop(rng, light)
    file.write_bytes(_jpeg(picture))
    return {"picture": file.name, "roll": roll, "dice": labels(evening, dice)}


def _jpeg(picture: Bytes) -> bytes:
    """Store at quality 88, or at the next lower one that keeps within LARGEST bytes."""
    for quality in range(88, 60, -3):
        _, stored = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_OPTIMIZE, 1])
        if stored.size <= LARGEST:
            break
    return stored.tobytes()


def trials(
    kit: str,
    count: int,
    seed: int,
    out: Path,
    thrown: int | None,
    tilt: tuple[float, float] = HELD,
    leaning: float = 0.0,
) -> None:
    """Render throws of so many dice of a kit, or one to ten, each of another set on another table; and labels.json.

    Of the dice such a share leans against others. Sets of each sort are a source of their own. What was cut short goes
    on where it was.

    Raises:
        SystemExit: other pictures are in the folder.
    """
    labels, which = out / "labels.json", f"rendered {kit}, seed {seed}"
    entries = json.loads(labels.read_text(encoding="utf-8")) if labels.exists() else []
    if not all(f"{entry['source']}, ".startswith(f"{which}, ") for entry in entries):
        raise SystemExit(f"{out} holds {entries[0]['source']}: give another folder for {which}.")
    largest = min(100, 750 / (thrown or 10))  # pixels of a die, so that all find room
    for number in range(len(entries), count):
        rng = np.random.default_rng([seed, number])
        die = float(np.exp(rng.uniform(np.log(40), np.log(largest))))
        evening = an_evening(rng, die=die, kit=kit, width=TRIAL, tilt=tilt)
        evening = replace(furnished(rng, evening), paths=FEW, leaning=leaning)
        roll = any_roll(rng, evening, thrown or int(rng.integers(1, 11)))
        made = photograph(evening, roll, seed + number, out / f"{number:04}.jpg")
        about = {"source": which + _sort(evening), "licence": "MIT", "group": f"{number:04}", "box_kind": "whole die"}
        entries.append({"image": made["picture"], "dice": made["dice"], **about})
        labels.with_suffix(".new").write_text(json.dumps(entries), encoding="utf-8")
        labels.with_suffix(".new").replace(labels)
        print(json.dumps({"picture": made["picture"], "roll": roll}), flush=True)


def _sort(evening: Evening) -> str:
    """What decides how well letters and numbers are read: what marks 6 and 9 of Phase 10, else what the dice are of."""
    first = evening.makes[0]
    if first.lettering is None:
        return ""
    return f", mark: {first.lettering.mark}" if evening.once else f", dice: {first.stuff}"


def main() -> None:
    """Render one roll, or a list of them into a folder with labels.tsv, and print what is on each, one JSON a line."""
    parser = argparse.ArgumentParser(description="Render throws of dice that pass for photographs.")
    parser.add_argument("--roll", help='the faces, as in "1 3 3 4"')
    parser.add_argument("--list", type=Path, help="a file of lines NAME TAB ROLL, or NAME TAB ROLL TAB SIZE")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--table", help="wood, felt, laminate, leather or linen")
    parser.add_argument("--die", type=float, help="size of a die in pixels")
    parser.add_argument("--kit", choices=sorted(kits()), default=PIPS)
    parser.add_argument("--count", type=int, help="so many pictures, each of another set and table, with labels.json")
    parser.add_argument("--thrown", type=int, help="dice on each of them; without it one to ten")
    parser.add_argument("--tilt", type=float, nargs=2, default=HELD, help="between which degrees off the vertical")
    parser.add_argument("--leaning", type=float, default=0.0, help="share of the dice that lean, with --count")
    parser.add_argument("--vary", action="store_true", help="another table, with other things on it, for each picture")
    parser.add_argument("--out", type=Path, required=True, help="the picture, or the folder of a list")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    tilt = tuple(given.tilt)
    if given.roll:
        evening = an_evening(np.random.default_rng(given.seed), given.table, given.die, given.kit, tilt=tilt)
        print(json.dumps(photograph(evening, given.roll, given.seed, given.out)))
        return
    given.out.mkdir(parents=True, exist_ok=True)
    if given.count:
        trials(given.kit, given.count, given.seed, given.out, given.thrown, tilt, given.leaning)
        return
    lines = [line.split("\t") for line in given.list.read_text(encoding="utf-8").splitlines() if line]
    for number, (name, roll, *size) in enumerate(lines):
        start = given.seed + (number if given.vary else 0)
        rng = np.random.default_rng(start)
        evening = an_evening(rng, given.table, float(size[0]) if size else given.die, given.kit, tilt=tilt)
        evening = furnished(rng, evening) if given.vary else evening
        print(json.dumps(photograph(evening, roll, given.seed + number, given.out / f"{name}.jpg")), flush=True)
    table = "".join(f"{name}.jpg\t{roll}\n" for name, roll, *_ in lines)
    (given.out / "labels.tsv").write_text(table, encoding="utf-8")


mi.set_variant("llvm_ad_rgb")

if __name__ == "__main__":
    main()
