"""Paths of a skeleton round two surfaces in a row go on from frame to frame, or tell where they do not."""

from __future__ import annotations

import numpy as np
import pytest
from tests.library.test_wrapping import START, Surface, _skeleton, _untold

from linkwork.biomechanics import Cylinder, Ellipsoid, Sphere, Torus, muscle_paths

ROWS: dict[str, tuple[Surface, ...]] = {
    "balls": (Sphere("block", (-0.3, 0.02, 0), 0.2), Sphere("block", (0.3, 0, 0.05), 0.2)),
    "balls on two sides": (Sphere("block", (-0.3, -0.12, 0), 0.2), Sphere("block", (0.3, 0.12, 0.05), 0.2)),
    "ball and roll": (Sphere("block", (-0.3, 0.02, 0), 0.2), Cylinder("block", (0.3, 0, 0), (0.1, 0.2, 1), 0.15, -1)),
    "ellipsoid and ball": (
        Ellipsoid("block", (-0.3, 0.02, 0), (0.25, 0.15, 0.2), (0.2, 0.5, 0.1)),
        Sphere("block", (0.3, 0, 0.05), 0.2),
    ),
    "ring and ball": (
        Torus("block", (-0.3, 0.35, 0), (1, 0.1, 0), 0.3, 0.08),
        Sphere("block", (0.3, 0, 0.05), 0.2),
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_random_motions_are_continuous_where_nothing_is_told(name: str) -> None:
    skeleton, random = _skeleton(START, ROWS[name], (0.1, 0, 0)), np.random.default_rng(7)
    middle = np.array([0.9, 0.1, 0, 0, 0, 0])
    starts, ends = (middle + random.uniform(-0.25, 0.25, (60, 6)) for _ in range(2))
    told = 0
    for start, end in zip(starts, ends, strict=True):
        untold, flips = _untold(skeleton, start, end, 20)
        if untold:
            untold, flips = _untold(skeleton, start, end, 2000)
        assert not untold
        told += flips
    assert told < 60


def test_moment_arms_round_two_balls_are_minus_differences_of_lengths() -> None:
    skeleton, random = _skeleton(START, ROWS["balls on two sides"], (0.1, 0, 0)), np.random.default_rng(3)
    for q in np.array([0.9, 0.1, 0, 0, 0, 0]) + random.uniform(-0.05, 0.05, (5, 6)):
        arms = muscle_paths(skeleton, q).arms[0, 0]
        for c in range(6):
            step = 1e-5 * np.eye(6)[c]
            slope = np.diff(muscle_paths(skeleton, np.array([q - step, q + step])).lengths[:, 0])[0] / 2e-5
            assert arms[c] == pytest.approx(-slope, abs=1e-7)
