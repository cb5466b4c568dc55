"""Random sweeps of a mechanism's muscle past cylinders, spheres, ellipsoids, rings, and several surfaces in a row."""

from __future__ import annotations

import numpy as np
import pytest
from bench.muscle_sweeps import GOES_ON, NEAR, RIGHT, SHAPES, flight, flown, sweeps


def test_lengths_go_on_and_rates_are_theirs_through_random_sweeps() -> None:
    """Lengths also where surfaces are reached and left, rates between; a run stops where an end is inside a surface.

    Where the ends are follows from the speeds alone, without the path.
    """
    seen = sweeps(44)
    assert {one.shape for one in seen} == set(SHAPES) and sum(one.on_surface for one in seen) > 10
    assert max(one.rate for one in seen) < RIGHT
    assert max(one.jump for one in seen) < GOES_ON
    assert sum(one.completed for one in seen) > 31
    assert all(one.completed or one.clearance < NEAR for one in seen)


@pytest.mark.parametrize(("shape", "number"), [("spheres", 181), ("spheres", 198), ("three", 119)])
def test_a_path_round_surfaces_that_follow_each_other_tells_where_it_snaps(shape: str, number: int) -> None:
    """In the first and the last a surface is left that held it where it was; it snaps at that moment."""
    random = np.random.default_rng(5)
    one = flown([flight(shape, random) for _ in range(number + 1)][-1])
    assert one.completed and one.flips == 1
    assert one.rate < RIGHT and one.jump < GOES_ON
