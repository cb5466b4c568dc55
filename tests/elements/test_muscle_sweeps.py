"""Random sweeps of a mechanism's muscle past cylinders, spheres, ellipsoids, rings and pairs of them."""

from __future__ import annotations

from bench.muscle_sweeps import RIGHT, SHAPES, sweeps


def test_lengths_go_on_and_rates_are_theirs_through_random_sweeps() -> None:
    """Frames by events apart; what ends early has an end of the path inside a surface."""
    seen = sweeps(60)
    assert {one.shape for one in seen} == set(SHAPES) and sum(one.on_surface for one in seen) > 15
    assert max(one.rate for one in seen) < RIGHT
    assert all(one.completed or "a point of the path lies inside one" in one.text for one in seen)
    stopped = {one.shape for one in seen if not one.completed}
    assert sum(one.completed for one in seen) > 50
    assert stopped <= {"cylinder", "pair", "pair with ellipsoid"}  # cylinders have no ends: a hand comes into them
