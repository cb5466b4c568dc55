"""Rough drawings in space: a joint's axes end up pointing the way that they are drawn, in all coordinates alike."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.analysis.assembly.spatial.sides import flipped_joints
from linkwork.system.tree.joint_system import placed_elsewhere
from linkwork.system.tree.tree import with_tree


def rough(seed: int, kind: str = "cylindrical") -> lw.Spatial:
    """Two bodies on a ball and a pin whose axes are drawn about 87 degrees apart."""
    random = np.random.default_rng(seed)
    m = lw.Spatial("rough")
    m.set_gravity(0, 0, -9.81)
    upper = m.body("upper", mass={"mass": 1, "center": (0.3, 0, 0), "inertia": (0.1, 0.2, 0.2)}, estimate=(0, 0, 0))
    mass = {"mass": 0.7, "center": (0.1, 0.2, -0.1), "inertia": (0.03, 0.05, 0.04)}
    lower = m.body("lower", estimate=tuple(random.normal(size=3)), mass=mass)
    one = random.normal(size=3)
    one /= np.linalg.norm(one)
    other = np.cross(one, random.normal(size=3))
    other = other / np.linalg.norm(other) + 0.05 * one
    m.spherical("O", m.ground.at(0, 0, 0), upper.at(0, 0, 0))
    joint = getattr(m, kind)
    joint("S", upper.frame((1, 0, 0), axis=tuple(one)), lower.frame(axis=tuple(other)))
    return m


@pytest.mark.parametrize("kind", ["cylindrical", "revolute", "translational"])
@pytest.mark.parametrize("seed", range(8))
def test_axes_are_assembled_as_drawn_and_all_coordinates_start_there(seed: int, kind: str) -> None:
    m = rough(seed, kind)
    assembly = m.assemble()
    assert flipped_joints(assembly.system, assembly.q) == []
    runs = [m.simulate(until=0.01, points=2, formulation=name) for name in ("projection", "joint")]
    assert runs[1]["energy.total"] == pytest.approx(runs[0]["energy.total"], abs=1e-7)
    for name in ("lower.rx", "lower.ry", "lower.z"):
        assert runs[1][name] == pytest.approx(runs[0][name], abs=1e-7)


def test_a_body_turned_over_is_where_joint_coordinates_do_not_put_it() -> None:
    m = rough(0)
    assembly = m.assemble()
    system = with_tree(m.system(dynamics=True))
    assert placed_elsewhere(system, assembly.q) == ""
    turned = assembly.q.copy()
    turned[9:12] += np.pi * assembly.q[9:12] / np.linalg.norm(assembly.q[9:12])
    assert placed_elsewhere(system, turned) == "lower"
