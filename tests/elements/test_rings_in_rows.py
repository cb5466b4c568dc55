"""A ring that stands in a row with other surfaces, of a mechanism or a skeleton: what is told of a path."""

from __future__ import annotations

from typing import Any

import numpy as np
from bench.muscle_sweeps import UNTIL, Flight, of_shape
from scipy.spatial.transform import Rotation
from tests.library.test_wrapping import _skeleton

import linkwork as lw
from linkwork.biomechanics import MusclePaths, Sphere, Torus, muscle_paths


def run_of(one: Flight) -> Any:
    """A run past the surfaces of a flight."""
    m, mass = lw.Spatial("row"), {"mass": 1, "inertia": (0.01, 0.01, 0.01)}
    m.body("block", (0, 0, 0), mass=mass)
    hand = m.body("hand", tuple(one.hand), mass=mass)
    path = [m.ground.at(*one.begin), *one.stations, hand.at(0, 0, 0)]
    m.muscle("band", path, strength=1e-9, optimal_length=1, tendon="stiff")
    speeds = {f"hand.v{axis}": float(rate) for axis, rate in zip("xyz", one.velocity, strict=True)}
    speeds |= {f"block.w{axis}": float(rate) for axis, rate in zip("xyz", one.spin, strict=True)}
    return m.simulate(until=UNTIL, points=241, speeds=speeds, progress=False)


def frames_of(one: Flight, until: float, count: int) -> MusclePaths:
    """The same path of a skeleton in the frame of the block, with its first end as it is at last."""
    ring, ball = one.stations
    at, axis = (tuple(ring["round"]["block"][name]) for name in ("at", "axis"))
    row = (
        Torus("block", at, axis, ring["radius"], ring["tube"]),
        Sphere("block", tuple(ball["round"]["block"]["at"]), ball["radius"]),
    )
    begin = Rotation.from_rotvec(-one.spin * until).apply(one.begin)
    q = np.zeros((count, 6))
    for row_, t in zip(q, np.linspace(0.0, until, count), strict=True):
        row_[:3] = Rotation.from_rotvec(-one.spin * t).apply(np.array(one.hand) + np.array(one.velocity) * t)
    return muscle_paths(_skeleton(tuple(begin), row, (0, 0, 0)), q)


def test_a_straight_part_through_a_ring_is_told() -> None:
    one = of_shape("ring and ball", 47)[46]
    told = [note for note in run_of(one).notes if "through the tube" in note]
    assert len(told) == 1
    assert "'band'" in told[0] and "torus at station 2" in told[0] and "0.8077 mm deep" in told[0]


def test_a_straight_part_of_a_skeleton_through_a_ring_is_told() -> None:
    paths = frames_of(of_shape("ring and ball", 19)[18], 0.211, 41)
    assert paths.deep.max() > 0.017
    told = paths.notes()[-1]
    assert told.startswith("m: from frame 25 on, in 9 frames") and "18.02 mm deep at most in frame 29" in told
    assert not frames_of(of_shape("ring and ball", 1)[0], 0.2, 21).deep.any()
