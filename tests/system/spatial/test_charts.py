"""Bodies in space: charts of orientations, inertia, momenta, new references, plain coordinates."""

from __future__ import annotations

import numpy as np
import pytest
from free_bodies import dynamic, free_bodies
from numpy.typing import NDArray

from linkwork.places import layout_kernel as layout
from linkwork.places.layout_kernel import MOTION
from linkwork.places.spatial import rotations
from linkwork.system.constraints.equations_kernel import evaluate
from linkwork.system.constraints.plain_kernel import give_plain, recentre_motion, take_plain
from linkwork.system.dynamics.forces_kernel import apply_forces
from linkwork.system.system import System

STEP = 1e-30


def _put(system: System, w: NDArray, q: NDArray, v: NDArray) -> None:
    """Coordinates of the charts and their rates, as they are, into the workspace."""
    n = len(system.coordinates)
    w[system.k[layout.Q] :][:n] = q
    w[system.k[layout.V] :][:n] = v


def _kinetic(system: System, w: NDArray, q: NDArray, v: NDArray) -> complex:
    _put(system, w, q, v)
    evaluate(system.k, system.p, w, MOTION, system.dtype(0.0))
    apply_forces(system.k, system.p, w, system.dtype(0.0))
    return complex(w[system.k[layout.ENERGY]])


def _slopes(system: System, w: NDArray, q: NDArray, v: NDArray, by_rates: bool) -> NDArray:
    """Derivatives of the kinetic energy by the complex step."""
    found = []
    for column in range(len(q)):
        change = np.zeros(len(q), complex)
        change[column] = 1j * STEP
        moved = (q, v + change) if by_rates else (q + change, v)
        found.append(_kinetic(system, w, *moved).imag / STEP)
    return np.array(found)


def _random_state(system: System, seed: int) -> tuple[NDArray, NDArray, NDArray]:
    rng = np.random.default_rng(seed)
    w = system.workspace()
    system.world.put(system, w, rng.normal(size=len(system.coordinates)))
    return w, rng.normal(size=len(system.coordinates)), rng.normal(size=len(system.coordinates))


@pytest.mark.parametrize("seed", range(4))
def test_accelerations_in_the_chart_fulfil_the_equations_of_lagrange(seed):
    """d/dt dT/dv = dT/dq, with charts far from their references."""
    from linkwork.system.dynamics.dynamics_kernel import accelerate

    mechanism = free_bodies(2, seed)
    system, twin = dynamic(mechanism), dynamic(mechanism, scalar="complex")
    w, q, v = _random_state(system, seed)
    u = _random_state(twin, seed)[0]
    _put(system, w, q, v)
    accelerate(system.k, system.p, w, 0.0)
    a = w[system.k[layout.A] :][: len(q)].copy()
    h = 1e-4
    momenta = [_slopes(twin, u, q + s * v + 0.5 * s * s * a, v + s * a, True) for s in (-2 * h, -h, h, 2 * h)]
    rate = (8.0 * (momenta[2] - momenta[1]) - (momenta[3] - momenta[0])) / (12.0 * h)
    assert rate == pytest.approx(_slopes(twin, u, q, v, False), rel=1e-9, abs=1e-9)


def test_the_mass_matrix_gives_the_kinetic_energy():
    from linkwork.system.constraints.equations import Equations

    system = dynamic(free_bodies(3, 5))
    w, q, v = _random_state(system, 7)
    equations = Equations(system, w)
    energy = _kinetic(system, w, q, v).real
    scaled = v / system.column_scale
    mass = equations.mass_matrix() * system.p[system.k[layout.MASS_SCALE]]
    assert 0.5 * scaled @ mass @ scaled == pytest.approx(energy, rel=1e-13)


def test_a_new_reference_changes_neither_poses_nor_motion():
    system = dynamic(free_bodies(3, 2))
    w, q, v = _random_state(system, 3)
    n = len(q)
    _put(system, w, q, v)
    w[system.k[layout.A] :][:n] = np.random.default_rng(4).normal(size=n)
    before, after = np.zeros((3, n)), np.zeros((3, n))
    give_plain(system.k, system.p, w, *before)
    recentre_motion(system.k, system.p, w)
    assert np.all(w[system.k[layout.Q] :][:n].reshape(-1, 6)[:, 3:] == 0.0)
    give_plain(system.k, system.p, w, *after)
    assert after == pytest.approx(before, rel=1e-13, abs=1e-13)


def test_plain_coordinates_go_in_and_come_out():
    system = dynamic(free_bodies(3, 2))
    rng = np.random.default_rng(9)
    w, n = system.workspace(), len(system.coordinates)
    q, v, found = rng.normal(size=n), rng.normal(size=n), np.zeros((3, n))
    take_plain(system.k, system.p, w, q, v)
    give_plain(system.k, system.p, w, *found)
    assert found[0] == pytest.approx(q, abs=1e-14)
    assert found[1] == pytest.approx(v, abs=1e-14)
    assert system.world.position(system, w) == pytest.approx(q, abs=1e-14)


def test_a_step_and_the_difference_undo_each_other():
    system = dynamic(free_bodies(3, 2))
    rng = np.random.default_rng(11)
    q, step = rng.normal(size=18), rng.normal(size=18)
    after = system.world.moved(3, q, step)
    assert system.world.difference(3, after, q) == pytest.approx(step, abs=1e-14)


@pytest.mark.parametrize("length", [0.0, 1e-9, 1e-4, 0.02, 1.0, np.pi, 5.0])
def test_rotation_vectors_and_quaternions_convert_both_ways(length):
    vector = length * np.array([2.0, -1.0, 2.0]) / 3.0
    quaternion = rotations.from_vector(vector)
    assert np.sum(quaternion**2) == pytest.approx(1.0, abs=1e-15)
    assert rotations.to_vector(quaternion) == pytest.approx(vector, abs=1e-14)


def test_the_spin_of_a_chart_is_that_of_its_matrices():
    """A' dA/dt is the cross product with omega, by central differences of the matrix."""
    u, du, h = np.array([0.7, -0.9, 0.4]), np.array([0.3, 1.1, -0.6]), 1e-5

    def turned(chart):
        return rotations.matrix(rotations.to_vector(rotations.from_chart(chart)))

    rate = turned(u).T @ (turned(u + h * du) - turned(u - h * du)) / (2.0 * h)
    omega = np.array([rate[2, 1], rate[0, 2], rate[1, 0]])
    assert rotations.spin(u, du) == pytest.approx(omega, abs=1e-9)


@pytest.mark.parametrize("before", [0.0, -1e-16, 1e-16, -1e-3])
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_the_derivative_of_a_rotation_vector_near_zero_keeps_its_sign(before: float, sign: float) -> None:
    """Round-off in the vector before must not choose the quaternion's sign there."""
    vector = np.array([1e-17, 0.0, 0.0]) + 1j * STEP * np.array([0.3, -0.2, 0.1])
    found = rotations.nearest_vector(sign * rotations.from_vector(vector), np.array([before, 0.0, 0.0]))
    assert found.imag / STEP == pytest.approx([0.3, -0.2, 0.1], rel=1e-12)
