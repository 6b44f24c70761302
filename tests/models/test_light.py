"""How drawn dice answer light: what they mirror, what shows through them, and glares."""

import numpy as np

from models.training.augment import glare
from models.training.dice_art import Skin, any_make, part_emblem, pip_skin
from models.training.light import Bulge, Light, shade
from models.training.panels import Panel
from models.training.solid import Place, Shape, cast
from models.training.view import over_table

EDGE = np.full(3, 0.5, np.float32)
SHAPE, PLACE = Shape(EDGE, 0.05), Place(np.array([0, 0, 0.5], np.float32), np.eye(3, dtype=np.float32))
WHITE = np.ones(3, np.float32)
ABOVE = Panel(np.eye(3, dtype=np.float32), (0.2, 0.2), 30 * WHITE, round=True, hole=0.0, panes=(1, 1))


def skin(gloss: float = 0.0, hardness: float = 1000.0, glow: float = 0.0) -> Skin:
    """A dark die whose lower side, -z, has a white print in its middle."""
    art, cover = np.full((32, 192, 3), 0.05, np.float32), np.zeros((32, 192), np.float32)
    art[8:24, 168:184], cover[8:24, 168:184] = 1, 1
    return Skin(art, np.zeros((32, 192, 2), np.float32), ("1",) * 6, gloss, hardness, 0.0, glow, cover)


def seen(die: Skin, *panels: Panel) -> np.ndarray:
    """The light from the die seen from straight above."""
    view = over_table(np.random.default_rng(1), 100, 100, 60, (0, 0.001))
    x, y = view.project(np.array([[0, 0, 1]], np.float32))[0]
    xs, ys = x + np.arange(-20, 20, dtype=np.float32), y + np.arange(-20, 20, dtype=np.float32)
    hits = cast(view, SHAPE, PLACE, xs, ys)
    light = Light((), WHITE, 0 * WHITE, panels)
    return shade(die, hits, SHAPE, PLACE, light, Bulge(0.0)).reshape(40, 40, 3)


def test_a_polished_die_mirrors_a_lamp_and_a_dull_one_does_not() -> None:
    assert seen(skin(gloss=1), ABOVE).max() > 1 + seen(skin(gloss=1)).max()
    assert np.array_equal(seen(skin(gloss=0), ABOVE), seen(skin(gloss=0)))


def test_the_rougher_a_die_the_fainter_what_it_mirrors() -> None:
    polished, rough = (seen(skin(gloss=1, hardness=hard), ABOVE) for hard in (1000, 10))
    assert rough.max() < 0.7 * polished.max()


def test_through_a_clear_die_shows_what_is_printed_on_its_far_side() -> None:
    clear, full = seen(skin(glow=1)), seen(skin())
    assert clear[18:22, 18:22].mean() > 3 * full[18:22, 18:22].mean()
    assert clear[:3].mean() < 1.5 * full[:3].mean() + 0.2, "beside the print it stays dark"


def test_every_clear_die_knows_what_of_it_is_printed() -> None:
    makes = [make for seed in range(60) if (make := any_make(np.random.default_rng(seed))).stuff == "clear"]
    assert makes
    assert all(pip_skin(np.random.default_rng(1), make, 32).cover.any() for make in makes)


def test_a_glare_leaves_most_of_a_picture_as_it_was() -> None:
    grey = np.full((64, 64, 3), 90, np.uint8)
    changed = [(np.abs(glare(grey, np.random.default_rng(seed)).astype(int) - 90) > 20).mean() for seed in range(40)]
    assert np.mean(changed) > 0.01
    assert max(changed) < 0.35


def test_an_emblem_on_a_clear_die_hides_the_pips_that_were_there() -> None:
    makes = [make for seed in range(60) if (make := any_make(np.random.default_rng(seed))).stuff == "clear"]
    made = pip_skin(np.random.default_rng(1), makes[0], 32)
    marked = part_emblem(np.random.default_rng(1), made, makes[0], 2)
    assert marked.symbols[2] == "?"
    assert not (marked.cover[:, 64:96] == made.cover[:, 64:96]).all()
    assert (marked.cover[:, :64] == made.cover[:, :64]).all()
