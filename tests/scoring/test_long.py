"""A thousand matches of every game under every house rule, played by chance to the end: `make test-long`."""

import pytest

from tests.scoring.chance import House, houses, walk


@pytest.mark.long
@pytest.mark.parametrize("house", list(houses()), ids=str)
def test_a_thousand_matches_end_without_a_dead_end_or_a_refused_offer(house: House) -> None:
    for seed in range(1000):
        *_, (state, _, event) = walk(house, seed)
        view = house.game.view(house.game.play(state, event))
        assert view.over
        assert view.winners
