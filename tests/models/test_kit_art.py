"""Dice with letters and numbers are drawn as the kit has them, and fonts that are held out stay out."""

import numpy as np
import pytest

from models.training import fonts
from models.training.draw import picture
from models.training.kit_art import CARDS, LOOKALIKES, POKER, STRANGE, any_set, kit_skin
from models.training.lettering import glyphs, layers
from models.training.trials import throw
from scoring.layout import PRINTED, layout
from vision.kit import kit as kit_of

LETTERED = ("ten-grand", "phase-10")


def test_the_kit_has_the_dice_of_the_rule_book() -> None:
    assert kit_of("phase-10").dice == layout(PRINTED).dice


def test_no_family_of_fonts_is_both_learned_and_held_out() -> None:
    learned = {path for family in fonts.families(held_out=False) for path in family}
    kept = {path for family in fonts.families(held_out=True) for path in family}
    none_installed = kept == {fonts.BUILT_IN}  # of those kept back: Pillow's own is all there is then
    assert none_installed or not learned & kept
    assert all(family.licence for family in fonts.FAMILIES)


@pytest.mark.parametrize("kit", LETTERED)
def test_every_die_of_a_set_shows_the_faces_of_its_kind(kit: str) -> None:
    faces = {str(face) for face in kit_of(kit).faces}
    for seed in range(20):
        makes = any_set(np.random.default_rng(seed), kit)
        assert {symbol for make in makes for symbol in make.symbols} <= faces
        if kit == "phase-10":
            printed = [sorted(map(str, die.faces)) for die in kit_of(kit).dice]
            assert [sorted(make.symbols) for make in makes] == printed
        else:
            assert {*makes[0].symbols} in ({*CARDS}, {*POKER})


@pytest.mark.parametrize("kit", LETTERED)
def test_every_face_of_a_set_is_printed_where_it_can_be_seen(kit: str) -> None:
    for seed in range(12):
        rng = np.random.default_rng((3, seed))
        make = any_set(rng, kit)[0]
        skin = kit_skin(rng, make, 64)
        assert skin.symbols == make.symbols
        for symbol in make.symbols:
            assert make.lettering is not None
            cover = layers(make.lettering, symbol.rstrip("ROBG"), 64)[0].cover
            assert 0.01 < cover.mean() < 0.95, symbol


@pytest.mark.parametrize("kit", LETTERED)
def test_pictures_of_a_kit_are_labelled_in_its_notation_and_strangers_as_unknown(kit: str) -> None:
    drawn = [picture(np.random.default_rng((7, seed)), 200, 200, kit=kit) for seed in range(30)]
    shown = {die.face for made in drawn for die in made.dice}
    assert shown <= {str(face) for face in kit_of(kit).faces} | {"?"}
    assert "?" in shown
    assert len(shown) > 7
    again = picture(np.random.default_rng((7, 0)), 200, 200, kit=kit)
    assert (again.pixels == drawn[0].pixels).all()


def test_pictures_whose_colours_count_are_never_grey() -> None:
    drawn = [picture(np.random.default_rng((9, seed)), 120, 120, kit="phase-10") for seed in range(40)]
    assert all(np.ptp(made.pixels.astype(int), axis=2).max() > 8 for made in drawn)


def test_what_passes_for_a_face_lies_on_no_other_die() -> None:
    for kit in LETTERED:
        assert {str(face.symbol) for face in kit_of(kit).faces} <= set(LOOKALIKES[kit])


def test_a_throw_may_be_asked_for_from_an_angle() -> None:
    def flatness(tilt: tuple[float, float]) -> float:
        """How narrow the tops look, the mean over the dice of a few throws; 1 is square."""
        shots = [picture(np.random.default_rng(seed), 416, 416, throw=4, tilt=tilt) for seed in range(4)]
        tops = [die.quad - die.quad.mean(0) for shot in shots for die in shot.dice]
        spans = [np.linalg.svd(top, compute_uv=False) for top in tops]
        return float(np.mean([narrow / wide for wide, narrow in spans]))

    assert flatness((0, 2)) > 0.9
    assert flatness((50, 60)) < 0.75


def test_a_throw_may_hold_a_stranger_in_the_lettering_of_the_others() -> None:
    pixels, found = throw(np.random.default_rng(5), "ten-grand", 6, sign="I")
    faces = [die["face"] for die in found]
    assert (len(faces), faces.count("?"), pixels.shape) == (6, 1, (640, 640, 3))


@pytest.mark.parametrize("kit", LETTERED)
def test_strangers_in_the_lettering_of_a_set_are_unknown_on_all_sides(kit: str) -> None:
    seeds = [np.random.default_rng((11, seed)) for seed in range(8)]
    dice = [die for rng in seeds for die in picture(rng, 300, 300, kit=kit, strange=1.0).dice]
    assert len(dice) > 8
    assert {face for die in dice for face in (die.face, *die.beside)} <= {"?", ""}
    assert not set(STRANGE[kit]) & set(LOOKALIKES[kit])


@pytest.mark.long
def test_every_font_has_the_signs_that_strangers_show() -> None:
    families = [*fonts.families(held_out=False), *fonts.families(held_out=True)]
    for font in (font for family in families for font in family):
        for sign in {sign for signs in STRANGE.values() for sign in signs}:
            assert glyphs(font, sign, 0.0).any()
