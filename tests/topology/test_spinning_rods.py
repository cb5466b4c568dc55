"""Slender rods between balls: leaves of the tree, so that their spins are coordinates of nothing else."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.system.tree.tree import spanning_tree


def tower(axial: float = 1e-6, count: int = 1) -> lw.Spatial:
    """Platforms on five rods each, on a base that swings."""
    m = lw.Spatial("rods")
    m.set_gravity(0, 0, -9.81)
    base = m.body("base", (0, 0, 0), mass={"mass": 500, "inertia": (100, 100, 100)})
    for number in range(count):
        x = 2.0 * number
        top = m.body(f"top{number}", (x, 0, 1), mass={"mass": 10, "inertia": (0.3, 0.3, 0.3)})
        for k in range(5):
            angle = 2 * np.pi * k / 5 + 0.2 * k
            foot = (x + (0.5 + 0.05 * k) * np.cos(angle), 0.5 * np.sin(angle), 0.05 * (k % 3))
            turned = angle + 0.5 - 0.4 * (k % 2) - 0.3 * k
            head = (x + 0.3 * np.cos(turned), 0.3 * np.sin(angle + 0.1 * k * k), 1.0 - 0.07 * ((k + 1) % 3))
            length = float(np.linalg.norm(np.subtract(head, foot)))
            across = 1.2 * length**2 / 12
            rod = m.body(
                f"rod{number}{k}",
                foot,
                orientation=lw.orient.points(foot, head, (foot[0], foot[1] + 1, foot[2])),
                mass={"mass": 1.2, "center": (length / 2, 0, 0), "inertia": (axial, across, across)},
            )
            m.spherical(f"in{number}{k}", base, rod, at=foot)
            m.spherical(f"out{number}{k}", rod, top, at=head)
        m.spring(f"s{number}", base.drawn(x, 0.1, 0), top.drawn(x, 0, 1), stiffness=2e4, free_length=1.0, damping=50)
    m.revolute("hinge", m.ground, base, at=(0, 0, 0), axis=(1, 0, 0))
    m.joint_spring("hs", "hinge", stiffness=1e4)
    return m


def test_what_only_slender_rods_hold_floats_and_the_rods_are_leaves() -> None:
    m = tower()
    found = m.topology()
    assert "free(top0)" in found.tree and {f"rod0{k}" for k in range(5)} <= set(found.leaves)
    assert (found.coordinates, found.equations) == (1 + 6 + 15, 15)
    m.tree(remove="none")
    links, cuts = spanning_tree(m.system(dynamics=True))
    assert sum(len(link.names) for link in links) == 22 and len(cuts) == 5


def test_counts_without_the_rods_are_those_of_distances() -> None:
    m = tower()
    found = m.topology(remove=[f"rod0{k}" for k in range(5)])
    assert (found.coordinates, found.equations) == (1 + 6, 5)


def test_rods_that_are_not_slender_carry_as_before() -> None:
    found = tower(axial=0.05).topology()
    assert (found.coordinates, found.equations) == (1 + 3 * 5 + 3, 12)


def test_a_slender_pendulum_in_no_loop_carries_what_hangs_on_it() -> None:
    m = lw.Spatial("rope")
    slender = {"mass": 1, "center": (0, 0, -0.5), "inertia": (0.08, 0.08, 1e-6)}
    upper, lower = m.body("upper", (0, 0, 0), mass=slender), m.body("lower", (0, 0, -1), mass=slender)
    m.spherical("A", m.ground, upper, at=(0, 0, 0))
    m.spherical("B", upper, lower, at=(0, 0, -1))
    found = m.topology()
    assert (found.coordinates, found.equations) == (6, 0)


def test_a_joint_that_is_kept_carries_all_the_same() -> None:
    m = tower()
    m.tree(keep="out00")
    assert "out00" in m.topology().tree


def test_slender_rods_are_distances_unless_asked_for() -> None:
    assert [len(tower(axial).system(dynamics=True).plan.rods) for axial in (1e-6, 0.05)] == [5, 0]
    m = tower(axial=0.05)
    m.tree(remove=["rod01"])
    assert len(m.system(dynamics=True).plan.rods) == 1


@pytest.mark.parametrize(("axial", "remove"), [(1e-4, "none"), (1e-8, "none"), (1e-8, "all")])
def test_joint_coordinates_go_with_any_spin_inertia(axial: float, remove: str) -> None:
    """Where tops hung on rods, two of them took steps of 1e-7 s and ended as singular."""
    runs = []
    for formulation in ("joint", "projection"):
        m = tower(axial, 2)
        m.tree(remove=remove)
        runs.append(m.simulate(0.2, 3, formulation=formulation, rtol=1e-6, atol=1e-8, progress=False))
    assert all(run.completed and run.statistics["steps"] < 20 for run in runs)
    for channel in ("top0.z", "top1.x", "rod13.y", "hinge.angle"):
        assert runs[0][channel] == pytest.approx(runs[1][channel], abs=1e-8)
