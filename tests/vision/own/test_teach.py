"""A few looks teach somebody's own dice; no set makes the eye worse unsaid; a file of them reads itself back."""

import json
from dataclasses import replace

import numpy as np
import pytest

from vision.own.dice import OwnDice, read_back, written
from vision.own.teach import Gain, Looks, TeachError, blended, gained, learned

LABELS = ("A", "K", "Q", "J", "50", "100", "other", "nothing")
WIDTH = 48


def world(seed: int, faces: int = 6, apart: float = 1.0) -> np.ndarray:
    """Where each face lies among the features."""
    return np.random.default_rng(seed).normal(0, apart, (faces, WIDTH))


def looked(middles: np.ndarray, names: tuple[str, ...], showings: int, seed: int, said: float = 0.9) -> Looks:
    """Looks at faces, three a showing; the reader itself gives the truth a probability of `said`."""
    rng = np.random.default_rng(seed)
    faces, showing, features, words = [], [], [], []
    for number in range(showings * len(names)):
        at = number % len(names)
        where = middles[at] + rng.normal(0, 0.5, WIDTH)
        for _ in range(3):
            faces.append(names[at])
            showing.append(number)
            features.append(where + rng.normal(0, 0.3, WIDTH))
            p = np.full(len(LABELS), (1 - said) / (len(LABELS) - 1))
            p[LABELS.index(names[at]) if names[at] in LABELS else -1] = said
            words.append(p)
    return Looks(tuple(faces), np.array(showing), np.array(features), np.full((len(faces), 3), np.nan), np.array(words))


def test_faces_are_known_again_and_strangers_are_not() -> None:
    middles = world(1)
    model = learned(looked(middles, LABELS[:6], 4, seed=2))
    again = looked(middles, LABELS[:6], 10, seed=3)
    p = model.p(again.features, again.inks)
    assert np.mean([model.faces[at] == face if at < 6 else False
                    for at, face in zip(p.argmax(1), again.faces, strict=True)]) > 0.97  # fmt: skip
    strange = looked(world(9), LABELS[:6], 10, seed=4)
    assert np.mean(model.p(strange.features, strange.inks).argmax(1) == 6) > 0.97


def test_it_is_as_sure_as_it_may_be() -> None:
    """Faces that lie close together: what it says of them comes true as often as it says."""
    said, right = [], []
    for seed in range(12):
        middles = world(seed, apart=0.4)
        model = learned(looked(middles, LABELS[:6], 6, seed=100 + seed))
        again = looked(middles, LABELS[:6], 12, seed=200 + seed)
        p = model.p(again.features, again.inks)
        said += p.max(1).tolist()
        right += [at < 6 and model.faces[at] == face for at, face in zip(p.argmax(1), again.faces, strict=True)]
    assert 0.6 < np.mean(right) < 0.995, "hard, but not hopeless"
    assert np.mean(said) == pytest.approx(np.mean(right), abs=0.07)


def test_a_face_shown_once_teaches_nothing() -> None:
    with pytest.raises(TeachError, match="Show the face A at least 2 times"):
        learned(looked(world(1), ("A", "K"), 1, seed=1))


def test_inks_tell_apart_what_features_do_not() -> None:
    middles = np.repeat(world(5, faces=1), 2, axis=0)

    def inked(seed: int) -> Looks:
        looks = looked(middles, ("8R", "8O"), 4, seed=seed)
        inks = np.array([[0.45, 1.0, 1.0] if face == "8R" else [0.1, 0.7, 1.0] for face in looks.faces])
        return replace(looks, inks=inks + np.random.default_rng(seed).normal(0, 0.04, inks.shape))

    shown, again = inked(6), inked(7)
    own = [("8R", "8O").index(face) for face in again.faces]
    seeing = learned(shown).p(again.features, again.inks)
    blind = learned(replace(shown, inks=np.full_like(shown.inks, np.nan))).p(again.features, again.inks)
    assert (seeing.argmax(1) == own).all()
    assert blind[np.arange(len(own)), own].mean() < 0.8


def test_a_face_whose_ink_nobody_could_see_is_no_nearer_than_others() -> None:
    looks = looked(np.repeat(world(5, faces=1), 3, axis=0), ("8R", "8O", "8B"), 4, seed=6)
    inks = np.array([{"8R": [0.45, 1.0, 1.0], "8O": [0.1, 0.7, 1.0]}.get(face, [np.nan] * 3) for face in looks.faces])
    model = learned(replace(looks, inks=inks))
    assert model.tint
    again = looked(np.repeat(world(5, faces=1), 3, axis=0), ("8R", "8O", "8B"), 10, seed=7)
    red = model.p(again.features, np.tile([0.45, 1.0, 1.0], (len(again.faces), 1)))
    assert {model.faces[at] for at in red.argmax(1)} == {"8R"}


def test_a_set_helps_where_the_reader_is_unsure() -> None:
    looks = looked(world(1), LABELS[:6], 4, seed=2, said=0.12)
    gain = gained(looks, LABELS, learned(looks))
    assert gain.weight > 0
    assert gain.after == gain.looks > gain.before
    assert str(gain).startswith("24 dice were shown: ")
    assert str(gain).endswith(" read right before, and all are now.")


@pytest.mark.parametrize(
    ("looks", "before", "after", "said"),
    [
        (18, 0, 18, "18 dice were shown: none was read right before, and all are now."),
        (18, 1, 17, "18 dice were shown: one was read right before, and 17 are now."),
        (2, 0, 1, "2 dice were shown: none was read right before, and one is now."),
        (1, 0, 1, "One die was shown: it was not read right before, and it is now."),
    ],
)
def test_what_a_set_gained_is_told_in_words(looks: int, before: int, after: int, said: str) -> None:
    assert str(Gain(looks, before, after, 0.1, 0.5, ())) == said
    none = said.partition(", and ")[0]
    assert str(Gain(looks, before, after, 0.1, 0.0, ())).startswith(f"Nothing gained. {none}")


def test_a_set_of_noise_stays_out_of_the_way() -> None:
    for seed in range(10):
        looks = looked(np.zeros((6, WIDTH)), LABELS[:6], 4, seed=seed, said=0.7)
        gain = gained(looks, LABELS, learned(looks))
        assert gain.weight == 0
        assert str(gain).startswith("Nothing gained. 24 dice were shown: all were read right before")


def test_a_set_with_a_wrong_label_makes_no_right_look_wrong() -> None:
    looks = looked(world(1), LABELS[:6], 3, seed=2, said=0.8)
    slipped = Looks(("K", "K", "K", *looks.faces[3:]), looks.showing, looks.features, looks.inks, looks.said)
    gain = gained(slipped, LABELS, learned(slipped))
    assert gain.after >= gain.before


def test_what_was_not_taught_keeps_the_readers_word() -> None:
    said = np.array([[0.3, 0.2, 0.1, 0.1, 0.1, 0.05, 0.1, 0.05]])
    places = [0, 1, 6]
    mixed = blended(said, [[0.05, 0.9, 0.05]], places, 0.5)
    assert mixed[0, [2, 3, 4, 5, 7]].tolist() == said[0, [2, 3, 4, 5, 7]].tolist()
    assert mixed.sum() == pytest.approx(1)
    assert mixed[0].argmax() == 1
    assert blended(said, [[0.05, 0.9, 0.05]], places, 0.0) == pytest.approx(said)


def own_dice() -> OwnDice:
    looks = looked(world(1), LABELS[:6], 2, seed=2)
    return OwnDice("grandma's", "ten-grand", "ten-grand-reader", "ab12", looks)


def test_a_file_of_dice_reads_itself_back() -> None:
    dice = own_dice()
    again = read_back(written(dice))
    assert (again.name, again.kit, again.reader, again.digest) == (dice.name, dice.kit, dice.reader, dice.digest)
    assert again.looks.faces == dice.looks.faces
    assert again.looks.features == pytest.approx(dice.looks.features, abs=0.01)
    assert np.isnan(again.looks.inks).all()
    assert written(again) == written(read_back(written(again)))
    model, same = learned(dice.looks), learned(again.looks)
    assert same.p(dice.looks.features, dice.looks.inks) == pytest.approx(
        model.p(dice.looks.features, dice.looks.inks), abs=0.02
    )


def test_further_looks_are_further_showings() -> None:
    dice = own_dice().more(looked(world(1), LABELS[:6], 1, seed=8))
    assert len(np.unique(dice.looks.showing)) == 18
    assert learned(dice.looks).faces == LABELS[:6]


def test_a_set_that_was_shown_too_much_says_what_to_do() -> None:
    dice = own_dice().more(looked(world(1), LABELS[:2], 24, seed=8))
    assert len(dice.looks.faces) == 180
    with pytest.raises(TeachError, match=r"holds 180 dice .*: show fewer at once, .* shown often \(A: 27 times\)"):
        dice.more(looked(world(1), LABELS[:1], 1, seed=9))


def test_dice_taught_to_other_weights_are_taught_again() -> None:
    dice = own_dice()
    assert dice.fits("ten-grand-reader", "ab12") is dice
    with pytest.raises(TeachError, match="taught to another eye: teach them again"):
        dice.fits("ten-grand-reader", "ff00")


@pytest.mark.parametrize("harm", [
    "", "[]", "{}", "null", '{"format": "croupier-dice-9"}', "[" * 100_000,
])  # fmt: skip
def test_what_is_no_file_of_dice_is_refused_in_a_sentence(harm: str) -> None:
    with pytest.raises(TeachError, match=r"^[A-Z].*\.$"):
        read_back(harm)


@pytest.mark.parametrize(("part", "value"), [
    ("faces", ["A"]), ("faces", ["two words"] * 36), ("showing", [1]), ("showing", ["x"] * 36),
    ("features", {"columns": 7, "halves": "AAAA"}), ("features", {"columns": -1, "halves": ""}),
    ("features", {"columns": 1, "halves": "%%%"}), ("inks", None), ("said", {"columns": 10**9, "halves": ""}),
    ("stands", {"skull": {}}), ("inks", {"columns": 0, "halves": ""}), ("kit", "\ud800"), ("reader", "\ud800"),
    ("digest", "\ud800"), ("format", "\ud800"), ("faces", ["\ud800"] * 36), ("stands", {"A": "\ud800"}),
    ("showing", [2**63] * 36),
])  # fmt: skip
def test_a_damaged_file_is_refused_in_a_sentence(part: str, value: object) -> None:
    told = json.loads(written(own_dice()))
    with pytest.raises(TeachError, match=r"^[`A-Z].*\.$"):
        read_back(json.dumps(told | {part: value}))


def test_showings_are_counted_anew_whatever_their_numbers_are() -> None:
    told = json.loads(written(own_dice()))
    high = read_back(json.dumps(told | {"showing": [2**63 - 1 - number for number in told["showing"]]}))
    assert sorted(set(high.looks.showing.tolist())) == list(range(12))
    assert len(np.unique(high.more(looked(world(1), LABELS[:6], 1, seed=8)).looks.showing)) == 18
