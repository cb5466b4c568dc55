"""The step downhill: the least value of the quadratic model within a radius, whatever the stiffness."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.analysis.equilibrium.rest import _downhill_step


@pytest.mark.parametrize("seed", range(20))
def test_a_step_that_may_not_go_all_the_way_ends_at_the_radius_and_is_the_least_there(seed: int) -> None:
    random = np.random.default_rng(seed)
    count = int(random.integers(1, 9))
    values = np.sort(random.normal(size=count) * 10.0 ** random.uniform(-1, 2, count))
    slope = random.normal(size=count) * 10.0 ** random.uniform(-2, 2, count)
    whole = float(np.linalg.norm(slope / values)) if values[0] > 0.0 else np.inf
    radius = min(10.0 ** random.uniform(-3, 1), 0.5 * whole)
    step = _downhill_step(values, slope, radius, float(np.max(np.abs(values))))
    assert np.linalg.norm(step) == pytest.approx(radius, rel=1e-10)

    def fall(way: np.ndarray) -> float:
        return float(slope @ way - 0.5 * np.sum(values * way * way))

    others = random.normal(size=(500, count))
    others *= radius / np.linalg.norm(others, axis=1, keepdims=True)
    assert fall(step) >= max(map(fall, others)) - 1e-12 * abs(fall(step))


@pytest.mark.parametrize("radius", [2.0, 1e3])
def test_within_the_radius_it_is_newtons(radius: float) -> None:
    values, slope = np.array([1.0, 4.0]), np.array([1.0, -2.0])
    assert _downhill_step(values, slope, radius, 4.0) == pytest.approx([1.0, -0.5], rel=1e-15)
