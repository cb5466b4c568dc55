"""The points of two solids: gaps, rows and gamma of every pair of features, by the complex step."""

from __future__ import annotations

import numpy as np
import pytest
from solid_cases import (
    ACCEPT,
    GAMMA,
    GAP,
    ROWS,
    SOLIDS,
    WIDTH,
    N,
    pair_of,
    slope,
)
from space_states import State, states

PAIRS = [(one, two) for one in SOLIDS for two in SOLIDS if (one, two) != ("plane", "plane")]


def turned_upright(state: State) -> State:
    """The same, farther from each other."""
    return State(1.5 * state.r, state.p, state.twist)


@pytest.mark.parametrize(("one", "two"), PAIRS)
def test_rows_and_gamma_of_a_point_are_the_derivatives_of_its_gap(one: str, two: str) -> None:
    """To 1e-9, by the complex step at random poses with the features held."""
    pair = pair_of(one, two)
    seen = 0
    for state in map(turned_upright, states(40, seed=3)):
        pair.memory[:] = 0.0
        pair.memory[: 2 * pair.slots] = -1.0
        pair.at(state, ACCEPT)
        out = pair.at(state)
        change = slope(pair, state, state.twist)
        for slot in range(pair.slots):
            if out[slot, GAP] > 1e200:
                continue
            seen += 1
            rows = out[slot, ROWS : ROWS + 3 * WIDTH].reshape(3, WIDTH)
            rate = rows @ state.twist
            assert rate[0] == pytest.approx(change[slot, GAP], rel=1e-9, abs=1e-9)
            bias = change[slot, ROWS : ROWS + 3 * WIDTH].reshape(3, WIDTH) @ state.twist
            assert -out[slot, GAMMA : GAMMA + 3] == pytest.approx(bias, rel=1e-8, abs=1e-8)
            assert np.linalg.norm(out[slot, N]) == pytest.approx(1.0, abs=1e-12)
    assert seen >= 40
