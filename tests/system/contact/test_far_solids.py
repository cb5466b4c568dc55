"""Solids that fly past each other: what a run shows of them is their true distance, and nothing happens to them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.audit.pairs import pairs_of
from linkwork.numerics.collision.solid_record_kernel import STALE

SHAPES: dict[str, dict[str, Any]] = {
    "box": {"type": "box", "size": (0.2, 0.12, 0.08)},
    "cylinder": {"type": "cylinder", "from": (0, 0, -0.1), "to": (0, 0, 0.1), "radius": 0.04},
    "capsule": {"type": "capsule", "from": (0, 0, -0.1), "to": (0, 0, 0.1), "radius": 0.03},
}


@pytest.mark.parametrize("shape", SHAPES)
def test_gaps_of_solids_far_apart_are_true_at_every_point(shape: str) -> None:
    m = lw.Spatial("passing")
    m.set_gravity(0, 0, -9.81)
    m.add_solid("ground", "block", {"type": "box", "size": (0.2, 0.2, 0.2)})
    m.body("b", (-0.4, 0.05, 0.45))
    m.mass("b", mass=1, inertia=(0.004, 0.003, 0.002))
    m.add_solid("b", "skin", SHAPES[shape])
    m.contact("C", "ground", "b", restitution=0.5, friction=0.2)
    run = m.simulate(0.25, 41, speeds={"b.vx": 3, "b.vz": 1, "b.wx": 9, "b.wy": 6, "b.wz": 4}, progress=False)
    true = pairs_of(run.system).distances(run.q, True)[:, 0]
    assert np.min(true) > 0.02
    shown = np.nanmin([run[name] for name in run.channels() if name.startswith("C") and name.endswith(".gap")], axis=0)
    assert shown == pytest.approx(true, rel=0.5 * STALE**2)  # across a plane that turns with a body up to then
    assert not [event for event in run.events if event.kind == "contact"]
