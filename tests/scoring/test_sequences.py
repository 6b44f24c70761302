"""Any sequence of play, undo, redo and amend is the fold of what remains, whatever the game and the house."""

import random

from hypothesis import given
from hypothesis import strategies as st

from scoring import log
from scoring.dice import RuleError
from tests.scoring.chance import House, Remains, any_entry, assert_a_sentence, houses

HOUSES = list(houses())


@given(house=st.sampled_from(HOUSES), chance=st.randoms(use_true_random=False), length=st.integers(1, 40))
def test_any_sequence_of_entries_is_the_fold_of_what_remains(house: House, chance: random.Random, length: int) -> None:
    match, remains = house.sits_down(), Remains(house)
    for _ in range(length):
        entry = any_entry(match, chance)
        try:
            match = match.add(entry)
        except RuleError as refusal:
            assert_a_sentence(str(refusal))
        else:
            remains.takes(len(match.entries), entry)
    assert match.state == remains.folded()
    assert match.entries == log.read(log.write(match)).entries
    assert match.state == log.read(log.write(match)).state
