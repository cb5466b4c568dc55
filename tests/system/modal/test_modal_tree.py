"""Joint coordinates where bodies have elastic modes: the same motion as in the coordinates of the bodies."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from modal_models import particles, slider_crank, welded

import linkwork as lw
from linkwork.system.tree.tree import coordinate_names, with_tree

PRECISE = {"rtol": 1e-10, "atol": 1e-12}
JOINTS = ("joint", "joint-partitioning", "joint-null-space", "joint-augmented")


def chain(dimensions: int) -> Any:
    """A flexible rod carried by its middle, a rigid body that slides on its tip, a second flexible rod on its root."""
    one, two = particles(dimensions), particles(dimensions, seed=5)
    m: Any = lw.Planar("chain") if dimensions == 2 else lw.Spatial("chain")
    place = [0.0] * dimensions
    m.set_gravity(*place[1:], -9.81)
    upper = m.modal("upper", mass=one.mass(), modes=one.modes(), estimate=(0.0, 0.0, 0.0))
    lower = m.modal("lower", mass=two.mass(), modes=two.modes(), estimate=(0.0, 0.0, 0.0))
    inertia: Any = 0.03 if dimensions == 2 else (0.03, 0.05, 0.04)
    end = m.body(
        "end", estimate=(0.0, 0.0, 0.0), mass={"mass": 0.7, "center": (0.1, 0.2, -0.1)[:dimensions], "inertia": inertia}
    )
    if dimensions == 2:
        m.revolute("O", m.ground.at(0, 0), upper.interface("middle"))
        m.revolute("A", upper.interface("root").at(0.1, 0.2), lower.interface("tip").at(0.05, -0.1))
        m.translational("S", upper.interface("tip").line((0, 0), (1, 0.3)), end.line((0, 0), (0, 1)))
        m.spring("K", m.ground.at(0, 1), lower.interface("middle"), stiffness=30, free_length=0.4)
    else:
        m.universal(
            "O",
            m.ground.frame(axis=(1, 0, 0), x=(0, 1, 0)),
            upper.interface("middle").frame(axis=(1, 0, 0), x=(0, 1, 0)),
        )
        m.spherical("A", upper.interface("root").at(0.1, 0.2, 0), lower.interface("tip").at(0.05, -0.1, 0))
        m.cylindrical("S", upper.interface("tip").frame(axis=(1, 0, 0)), end.frame(axis=(1, 0, 0)))
        m.bushing("K", m.ground.at(0, 0, 1), lower.interface("middle"), stiffness=(30, 40, 50, 1, 2, 3))
    return m


def compare(run: lw.Run, other: lw.Run, names: tuple[str, ...]) -> None:
    for name in names:
        assert other[name] == pytest.approx(run[name], rel=2e-7, abs=2e-7), name


@pytest.mark.parametrize("dimensions", [2, 3])
def test_a_tree_through_interfaces_moves_as_in_coordinates_of_the_bodies(dimensions: int) -> None:
    m = chain(dimensions)
    speeds = {"upper.q1_rate": 0.3, "lower.q2_rate": -0.2}
    runs = [
        m.simulate(until=0.3, points=7, speeds=speeds, formulation=name, **PRECISE) for name in ("projection", "joint")
    ]
    names = (
        "upper.q1",
        "upper.q2_rate",
        "lower.q1",
        "lower.q2_acceleration",
        "end.ax",
        "lower.vy",
        "A.fx",
        "O.fy",
        "S.fx",
    )
    compare(*runs, names)
    assert np.ptp(runs[1]["upper.q1"]) > 1e-3
    energy = runs[1]["energy.total"] - runs[1]["energy.total"][0]
    assert energy == pytest.approx(0.0, abs=1e-8)


@pytest.mark.parametrize("formulation", JOINTS)
def test_a_loop_in_space_closes_through_interfaces(formulation: str) -> None:
    """A flexible rod welded to a crank by its tip, its middle on a ball that a rod of constant length holds."""
    m = welded(3)
    m.spherical_spherical("R", m.ground.at(0.6, 0.8, 0.3), "rod@middle", length=1.2)
    runs = [m.simulate(until=0.2, points=5, formulation=name, **PRECISE) for name in ("projection", formulation)]
    compare(*runs, ("rod.q1", "rod.q2_rate", "O.angle", "W.fz", "R.force", "end.az"))


def test_modes_are_coordinates_of_the_tree_behind_those_of_the_joints() -> None:
    system = with_tree(slider_crank().system(dynamics=True))
    assert coordinate_names(system)[-2:] == ["rod.q1", "rod.q2"]


@pytest.mark.parametrize("dimensions", [2, 3])
def test_rest_and_small_motions_are_the_same_in_joint_coordinates(dimensions: int) -> None:
    m = welded(dimensions)
    rests = [m.equilibrium(formulation=name) for name in ("cartesian", "joint")]
    assert rests[1]["rod.q1"] == pytest.approx(rests[0]["rod.q1"], rel=1e-9)
    values = [np.sort(np.abs(m.linearise(formulation=name).eigenvalues.imag)) for name in ("cartesian", "joint")]
    assert values[1] == pytest.approx(values[0], rel=1e-8, abs=1e-8)
    assert values[0][0] > 1.0


def test_verify_finds_all_formulations_and_methods_in_agreement() -> None:
    found = slider_crank().verify(until=0.1, speeds={"crank.omega": 3}, points=5)
    done = [trial for trial in found.formulations if trial.digits]
    assert len(done) == 12
    assert min(trial.digits["positions"] for trial in done) > 9.0


def flying(dimensions: int) -> Any:
    """A flexible body that nothing holds, with a rigid one that turns at its tip and a flexible one welded to that."""
    one, two = particles(dimensions), particles(dimensions, seed=5)
    m: Any = lw.Planar("flying") if dimensions == 2 else lw.Spatial("flying")
    carrier = m.modal("carrier", mass=one.mass(), modes=one.modes(), estimate=(0.0, 0.0, 0.0))
    fin = m.modal("fin", mass=two.mass(), modes=two.modes(), estimate=(0.0, 0.0, 0.0))
    inertia: Any = 0.03 if dimensions == 2 else (0.03, 0.05, 0.04)
    wheel = m.body("wheel", estimate=(0.0, 0.0, 0.0), mass={"mass": 0.7, "inertia": inertia})
    if dimensions == 2:
        m.revolute("A", carrier.interface("tip"), wheel.at(0.1, 0.2))
        m.fixed("W", wheel, fin.interface("root"), at=(0, 0))
    else:
        m.revolute("A", carrier.interface("tip").frame(axis=(0, 0, 1)), wheel.frame((0.1, 0.2, 0), axis=(0, 0, 1)))
        m.fixed("W", wheel, fin.interface("root"))
    return m


@pytest.mark.parametrize("dimensions", [2, 3])
def test_a_flying_tree_moves_by_the_articulated_recursion_as_by_the_composite_form(dimensions: int) -> None:
    """Each step counts: after twenty of a fixed length the states of both agree to rounding."""
    m = flying(dimensions)
    speeds = {"carrier.q1_rate": 0.3, "fin.q2_rate": -0.2, "A.omega": 4.0}
    fixed = {"until": 0.02, "points": 3, "method": "rk4", "step": 1e-3, "speeds": speeds}
    run, other = (m.simulate(formulation=name, **fixed) for name in ("joint", "joint-partitioning"))
    assert np.ptp(run["carrier.q1"]) > 1e-3
    for name in ("carrier.q1", "fin.q2", "carrier.q1_rate", "fin.q1_rate", "A.omega", "wheel.vx", "carrier.y"):
        assert other[name] == pytest.approx(run[name], rel=1e-11, abs=1e-12), name
