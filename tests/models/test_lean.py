"""What tells whether a die leans learns from as many that lean as lie flat, in pictures drawn out as well."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="the nets are trained with `pip install '.[train]'`")

import torch

from models.training.draw import picture
from models.training.lean import begun, shown, squeezed, standing
from models.training.nets import Corners
from models.training.pool import Scene
from models.training.solid import Place, Shape, resting, spin
from models.training.throw import Lie, against


def drawn(leaning: float | None, seeds: Sequence[int]) -> list[Scene]:
    """Pictures in which such a share of the dice leans."""
    pictures = [picture(np.random.default_rng((5, seed)), 200, 200, leaning=leaning) for seed in seeds]
    return [
        Scene(
            made.pixels,
            np.array([die.box for die in made.dice], np.float32).reshape(-1, 4),
            np.array([die.quad for die in made.dice], np.float32).reshape(-1, 4, 2),
            tuple(die.face for die in made.dice),
            tuple(die.state for die in made.dice),
            upright=True,
        )
        for made in pictures
    ]


def states(leaning: float | None) -> list[str]:
    """Those of the dice in some pictures, but for dice that are seen in part."""
    found = [state for scene in drawn(leaning, range(20)) for state in scene.states]
    return [state for state in found if state != "partial"]


def test_as_many_dice_lean_as_are_asked_for() -> None:
    none, usual = (np.mean([state == "cocked" for state in states(share)]) for share in (0.0, None))
    assert none <= 0.05, "one may lie on another"
    assert none <= usual < 0.2
    assert set(states(1.0)) == {"cocked"}


def test_a_die_that_leans_stands_on_an_edge_and_touches_the_wall_of_the_other() -> None:
    rng, cube = np.random.default_rng(2), Shape(np.full(3, 0.5, np.float32), 0.0)
    flat = Lie(Place(np.array([3, 2, 0.5], np.float32), spin(0.4) @ resting(2, 1)), 4, tilted=False)
    for side in range(6):
        place = against(rng, cube, side, flat).place
        own = (place.corners(cube) - flat.place.centre) @ flat.place.turn  # as the die that lies there sees it
        assert sorted(own[:, 2] + 0.5)[:2] == pytest.approx([0, 0], abs=1e-5), "an edge on the table"
        assert np.abs(own[:, :2]).max(1).min() == pytest.approx(0.5, abs=1e-5), "an edge at the wall"
        axis, sign = side // 2, 1 - 2 * (side % 2)
        assert place.turn[2, axis] * sign == np.abs(place.turn[2]).max(), "that side is up"


def test_half_of_what_is_shown_leans_and_a_step_is_the_same_again() -> None:
    lessons = shown(drawn(0.3, range(8)), 64, seed=1)
    squares, leans = lessons[3]
    assert squares.shape == (64, 64, 64, 3)
    assert 20 <= leans.sum() <= 44
    again = lessons[3]
    assert (again[0] == squares).all()
    assert (again[1] == leans).all()


def test_a_die_that_is_seen_in_part_or_has_no_face_or_no_corners_is_not_shown() -> None:
    box, quad = (10.0, 10.0, 40.0, 40.0), ((10.0, 10.0), (40.0, 10.0), (40.0, 40.0), (10.0, 40.0))
    quads = np.array([quad] * 5, np.float32)
    quads[2] = np.nan
    told = ("cocked", "partial", "cocked", "cocked", "flat")
    scene = Scene(
        np.zeros((60, 60, 3), np.uint8),
        np.array([box] * 5, np.float32),
        quads,
        ("5", "5", "5", "", "5"),
        told,
        upright=True,
    )
    assert [len(standing([scene], state)) for state in ("cocked", "flat")] == [1, 1]


def test_a_picture_is_drawn_out_one_way_at_times_and_its_middle_stays() -> None:
    dot = np.zeros((64, 64, 3), np.uint8)
    dot[16:48, 16:48] = 255
    seen = [squeezed(dot, np.random.default_rng(seed)) for seed in range(40)]
    changed = [np.argwhere(each[..., 0] > 127) for each in seen if (each != dot).any()]
    assert 3 < len(changed) < 25
    for places in changed:
        assert places.mean(0) == pytest.approx((31.5, 31.5), abs=0.6)
        assert min(np.ptp(places, 0)) == 31 <= max(np.ptp(places, 0)), "one way only"


def test_it_begins_with_the_body_of_what_tells_corners(tmp_path: Path) -> None:
    corners = Corners()
    torch.save({"average": corners.state_dict()}, tmp_path / "corners.pt")
    net, alone = begun(tmp_path / "corners.pt").state_dict(), begun(None).state_dict()
    body = [name for name in corners.state_dict() if name.startswith(("body.", "narrow.")) and "weight" in name]
    assert body
    assert all(torch.equal(net[name], corners.state_dict()[name]) for name in body)
    assert not any(torch.equal(alone[name], corners.state_dict()[name]) for name in body if alone[name].ndim > 1)
    assert net["head.0.weight"].shape == alone["head.0.weight"].shape
