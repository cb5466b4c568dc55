"""Inertia and forces of a body with modes are those of its particles, in the plane and in space."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from modal_models import STIFFNESS, flying, particles

from linkwork.places import layout_kernel as layout
from linkwork.places.spatial import rotations
from linkwork.system.constraints.equations import Equations
from linkwork.system.dynamics.dynamics import Dynamics

GRAVITY = np.array([1.0, -9.0, 4.0])
DAMPING = [[3.0, 1.0], [1.0, 2.0]]


def turned(dimensions: int, q: Any) -> Any:
    """From the axes of the body to those of the world."""
    if dimensions == 3:
        return rotations.matrix(q[3:6])
    c, s = np.cos(q[2]), np.sin(q[2])
    return np.array([[c, -s], [s, c]])


def spun(dimensions: int, omega: Any, vectors: Any) -> Any:
    """omega x every vector, in the axes of the body."""
    if dimensions == 3:
        return np.cross(omega, vectors)
    return omega[0] * np.stack([-vectors[..., 1], vectors[..., 0]], axis=-1)


def truth(dimensions: int, q: Any, v: Any) -> tuple[Any, Any]:
    """Mass matrix and generalised forces from the particles: sum m J' J and sum m J' (g - J' v) less elastic forces."""
    body, turn, size = particles(dimensions), turned(dimensions, q), 3 if dimensions == 2 else 6
    modes, rates, omega = q[size:], v[size:], v[dimensions:size]
    local = body.places + np.einsum("pki,k->pi", body.shapes, modes)
    flow = np.einsum("pki,k->pi", body.shapes, rates)
    columns = [np.broadcast_to(axis, local.shape) for axis in np.eye(dimensions)]
    for axis in np.eye(size - dimensions):
        columns.append(spun(dimensions, axis, local) @ turn.T)
    columns += [body.shapes[:, mode] @ turn.T for mode in range(2)]
    jacobian = np.stack(columns, axis=-1)
    bias = spun(dimensions, omega, spun(dimensions, omega, local) + 2.0 * flow) @ turn.T
    masses = np.einsum("p,pic,pid->cd", body.masses, jacobian, jacobian)
    forces = np.einsum("p,pic,pi->c", body.masses, jacobian, GRAVITY[:dimensions] - bias)
    forces[size:] -= np.array(STIFFNESS) @ modes + np.array(DAMPING) @ rates
    return masses, forces


@pytest.mark.parametrize("dimensions", [2, 3])
def test_masses_and_forces_are_those_of_the_particles(dimensions: int) -> None:
    mechanism = flying(dimensions, damping=DAMPING)
    mechanism.set_gravity(*GRAVITY[:dimensions])
    system = mechanism.system(dynamics=True)
    rng = np.random.default_rng(7)
    for _ in range(5):
        q, v = rng.normal(size=(2, len(system.coordinates)))
        masses, forces = truth(dimensions, q, v)
        equations, dynamics = Equations(system), Dynamics(system)
        equations.evaluate(q, 0.0)
        scale = np.outer(system.column_scale, system.column_scale)
        unit = system.p[system.k[layout.MASS_SCALE]]
        assert equations.mass_matrix() * unit / scale == pytest.approx(masses, rel=1e-11, abs=1e-11)
        dynamics.place(q, 0.0, v)
        assert dynamics.forces() / system.column_scale == pytest.approx(forces, rel=1e-10, abs=1e-10)


@pytest.mark.parametrize("dimensions", [2, 3])
def test_a_free_body_keeps_energy_and_both_momenta(dimensions: int) -> None:
    mechanism = flying(dimensions)
    mechanism.initially(rod_q1=0.05, rod_q2=-0.02)
    turns = {"rod.omega": 3.0} if dimensions == 2 else {"rod.wx": 3.0, "rod.wy": 1.0, "rod.wz": -2.0}
    speeds = turns | {"rod.vx": 0.4, "rod.vy": 0.1, "rod.q1_rate": 0.3, "rod.q2_rate": -0.2}
    run = mechanism.simulate(until=0.5, points=6, speeds=speeds, rtol=1e-11, atol=1e-12)
    kept = np.array([momenta(dimensions, q, v) for q, v in zip(run.q, run.v, strict=True)])
    assert kept - kept[0] == pytest.approx(0.0, abs=1e-9)
    assert run["energy.total"] - run["energy.total"][0] == pytest.approx(0.0, abs=1e-9)


def momenta(dimensions: int, q: Any, v: Any) -> Any:
    """Momentum and angular momentum of the particles, and their kinetic with the elastic energy."""
    body, turn, size = particles(dimensions), turned(dimensions, q), 3 if dimensions == 2 else 6
    local = body.places + np.einsum("pki,k->pi", body.shapes, q[size:])
    flow = np.einsum("pki,k->pi", body.shapes, v[size:])
    place = q[:dimensions] + local @ turn.T
    speed = v[:dimensions] + (spun(dimensions, v[dimensions:size], local) + flow) @ turn.T
    turning = np.cross(place, speed) if dimensions == 3 else place[:, :1] * speed[:, 1:] - place[:, 1:] * speed[:, :1]
    energy = 0.5 * body.masses @ np.sum(speed**2, axis=1) + 0.5 * q[size:] @ np.array(STIFFNESS) @ q[size:]
    return np.concatenate([body.masses @ speed, body.masses @ turning, [energy]])
