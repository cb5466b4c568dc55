"""Kinematics, inverse dynamics, equilibrium and linearised motion in joint coordinates of space."""

from __future__ import annotations

import numpy as np
import pytest
from random_trees import LOOPS, chain, driven, ring_of

import linkwork as lw


def slider_crank(law: str = "0.05*sin(2*t)") -> lw.Spatial:
    """A slider-crank whose crank is driven."""
    return driven(ring_of(("revolute", "spherical", "universal", "translational"), 23), law)


def test_a_driven_loop_moves_the_same_in_its_joints() -> None:
    m = slider_crank()
    joint, bodies = (m.kinematics(1.0, 11, formulation=kind) for kind in ("joint", "cartesian"))
    assert not any("followed in the coordinates of the bodies" in note for note in joint.notes)
    step = joint.system.world.difference(len(joint.system.bodies), joint.q, bodies.q)
    assert np.max(np.abs(step)) < 1e-12
    assert np.max(np.abs(joint.v - bodies.v)) < 1e-12
    assert np.max(np.abs(joint.a - bodies.a)) < 1e-11


def test_reactions_of_a_driven_loop_follow_from_the_leaves_to_the_root() -> None:
    m = slider_crank()
    joint, bodies = (m.inverse_dynamics(1.0, 11, formulation=kind).loads for kind in ("joint", "cartesian"))
    assert np.max(np.abs(joint.wrenches - bodies.wrenches)) < 1e-9 * np.max(np.abs(bodies.wrenches))
    assert np.max(np.abs(joint.energy - bodies.energy)) < 1e-9 * np.max(np.abs(bodies.energy))


@pytest.mark.parametrize("mechanism", [LOOPS["four-bar"], lambda: chain("revolute", 3)])
def test_equilibrium_is_the_same_in_joint_coordinates(mechanism) -> None:
    m = mechanism()
    joint, bodies = (m.equilibrium(formulation=kind) for kind in ("joint", "cartesian"))
    step = joint.system.world.difference(len(joint.system.bodies), joint.q, bodies.q)
    assert np.max(np.abs(step)) < 1e-8


@pytest.mark.parametrize("mechanism", [LOOPS["four-bar"], lambda: chain("revolute", 3), lambda: chain("spherical", 2)])
def test_eigenvalues_are_the_same_in_joint_coordinates(mechanism) -> None:
    m = mechanism()
    joint, bodies = (np.sort(m.linearise(formulation=kind).eigenvalues.imag) for kind in ("joint", "cartesian"))
    assert np.max(np.abs(joint - bodies)) < 1e-6
