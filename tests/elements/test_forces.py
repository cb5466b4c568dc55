"""Every force kernel: minus the gradient of its potential at rest, and its powers add up at any state.

Energy: -Q'v = dV/dt + power lost - power given, the derivative along the motion by the complex step; it is exact to
rounding for laws as formulas. States are random and lie off the joints.
"""

from __future__ import annotations

import numpy as np
import pytest
from force_cases import CASES, FREEDOMS, Case, force, joints, numbered
from numpy.typing import NDArray

from linkwork.elements.planar.catalogue import FORCES
from linkwork.mechanism.planar import Planar
from linkwork.places import layout_kernel as layout
from linkwork.places.layout_kernel import MOTION
from linkwork.system.constraints.equations_kernel import evaluate
from linkwork.system.dynamics.forces_kernel import apply_forces
from linkwork.system.system import System
from linkwork.system.tables.compile import compile_system

STEP = 1e-30
TOLERANCE = 1e-11
NUMBERS = 12  # random states a force
STORES_NOTHING = {"actuator", "force", "motor"}  # every other force, whatever its name, is held against its potential

each_force = pytest.mark.parametrize("case", numbered())


class Loaded:
    """A system with one force, evaluated at states."""

    def __init__(self, case: Case, scalar: str) -> None:
        self.system: System = compile_system(case(), dynamics=True, scalar=scalar)

    def at(self, q: NDArray, v: NDArray, t: float = 0.4) -> tuple[NDArray, NDArray]:
        """Generalised forces, and the energies: gravity, of forces, powers lost and given."""
        system = self.system
        k, w, n = system.k, system.workspace(), len(system.coordinates)
        w[k[layout.Q] : k[layout.Q] + n] = q
        w[k[layout.V] : k[layout.V] + n] = v
        evaluate(k, system.p, w, MOTION, system.dtype(t))
        apply_forces(k, system.p, w, system.dtype(t))
        return w[k[layout.LOAD] :][:n].copy(), w[k[layout.ENERGY] + 1 :][:4].copy()


def states(system: System) -> list[tuple[NDArray, NDArray]]:
    """Random states with bodies so far apart that a belt has room."""
    random = np.random.default_rng(5)
    found = []
    for _ in range(NUMBERS):
        q, v = random.normal(size=(2, len(system.coordinates)))
        q[3] += 4.0 if q[3] >= q[0] else -4.0
        found.append((q, v))
    return found


def test_every_force_of_the_catalogue_has_a_case() -> None:
    assert set(CASES) == {kind.model_fields["type"].default for kind in FORCES}
    for kind, cases in CASES.items():
        assert all(case().forces["F"].type == kind for case in cases)


@each_force
def test_a_force_at_rest_is_minus_the_gradient_of_its_potential(case: Case) -> None:
    real, twin = Loaded(case, "real"), Loaded(case, "complex")
    kind = case().forces["F"].type
    if kind == "muscle":
        pytest.skip("what it gives has a corner at rest; its powers are tried below, its gradients in test_muscles")
    powered = kind in STORES_NOTHING
    for q, v in states(real.system):
        rest, zero = 0.0 * v, np.zeros(len(v), complex)
        force, energy = real.at(q, rest)
        if powered:
            assert energy[1] == 0.0
            continue
        given = _given(real, q, v)
        for column in range(len(q)):
            moved = q + 1j * STEP * np.eye(len(q))[column]
            slope = twin.at(moved, zero)[1][1].imag / STEP
            expected = -slope + given[column]
            assert abs(force[column] - expected) <= TOLERANCE * max(1.0, np.max(np.abs(force)))


def _given(loaded: Loaded, q: NDArray, v: NDArray) -> NDArray:
    """Generalised force of the law at rest: the power it gives for a unit speed of each coordinate, per speed.

    A law that depends on speeds is read at rest by letting the speeds go to zero.
    """
    small = 1e-9
    found = np.zeros(len(v))
    for column in range(len(v)):
        unit = small * np.eye(len(v))[column]
        up, down = loaded.at(q, unit)[1][3], loaded.at(q, -unit)[1][3]
        found[column] = (up - down) / (2 * small)
    return found


@each_force
def test_the_powers_of_a_force_add_up(case: Case) -> None:
    """Along q + i h v the potential's rate is exact; the rest of the power is lost or given."""
    real, twin = Loaded(case, "real"), Loaded(case, "complex")
    for q, v in states(real.system):
        force, energy = real.at(q, v)
        rate = twin.at(q + 1j * STEP * v, v.astype(complex))[1][1].imag / STEP
        power = -float(force @ v)
        scale = max(1.0, float(np.abs(force) @ np.abs(v)))
        assert abs(power - (rate + energy[2] - energy[3])) <= TOLERANCE * scale
        assert energy[2] >= -TOLERANCE * scale


@each_force
def test_real_and_complex_kernels_of_forces_agree(case: Case) -> None:
    real, twin = Loaded(case, "real"), Loaded(case, "complex")
    for q, v in states(real.system):
        for one, other in zip(real.at(q, v), twin.at(q, v), strict=True):
            assert np.max(np.abs(one - other)) <= 1e-12 * max(1.0, np.max(np.abs(one)))


@pytest.mark.parametrize(("joint", "freedom"), FREEDOMS, ids=[" ".join(names) for names in FREEDOMS])
def test_an_actuator_in_a_joint_does_the_virtual_work_of_its_freedom(joint: str, freedom: str) -> None:
    """Q = F ds/dq for the freedom s that the run measures in this joint, by the complex step through the compiled
    sensor, also off the joint (Haug's problems 6.2.1 and 6.2.2)."""
    real = Loaded(force("actuator", joint, 3.0, freedom=freedom), "real")
    spring = Loaded(force("joint_spring", joint, force=3.0, freedom=freedom), "real")

    def sensed(q: NDArray) -> complex:
        m = joints()
        m.signal("s", f"{joint}.{freedom}")
        return _signal(m, q)

    for q, v in states(real.system)[:4]:
        push, _ = real.at(q, v)
        assert np.array_equal(spring.at(q, v)[0], -push)
        gradient = [sensed(q + 1j * STEP * np.eye(len(q))[column]).imag / STEP for column in range(len(q))]
        assert np.allclose(push, 3.0 * np.array(gradient), rtol=0, atol=TOLERANCE * max(1.0, np.max(np.abs(push))))


def _signal(m: Planar, q: NDArray) -> complex:
    """The value of the signal `s` at complex coordinates."""
    system = compile_system(m, dynamics=True, scalar="complex")
    k, w, n = system.k, system.workspace(), len(system.coordinates)
    w[k[layout.Q] : k[layout.Q] + n] = q
    evaluate(k, system.p, w, MOTION, system.dtype(0.0))
    apply_forces(k, system.p, w, system.dtype(0.0))
    assert system.signals is not None
    return complex(w[k[layout.MEMORY] + system.signals.places["s"]])
