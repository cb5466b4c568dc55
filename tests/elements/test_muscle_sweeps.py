"""Random sweeps of a mechanism's muscle past cylinders, spheres, ellipsoids, rings, and a sphere before a cylinder."""

from __future__ import annotations

from bench.muscle_sweeps import GOES_ON, NEAR, RIGHT, SHAPES, sweeps


def test_lengths_go_on_and_rates_are_theirs_through_random_sweeps() -> None:
    """Lengths also where surfaces are reached and left, rates between; a run stops where an end is inside a surface.

    Where the ends are follows from the speeds alone, without the path.
    """
    seen = sweeps(60)
    assert {one.shape for one in seen} == set(SHAPES) and sum(one.on_surface for one in seen) > 15
    assert max(one.rate for one in seen) < RIGHT
    assert max(one.jump for one in seen) < GOES_ON
    assert sum(one.completed for one in seen) > 50
    assert all(one.completed or one.clearance < NEAR for one in seen)
