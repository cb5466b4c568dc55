"""Shapes of second order: what they add to inertia, forces and interfaces belongs to one energy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from modal_models import STIFFNESS, particles

import linkwork as lw
from linkwork.places.spatial import rotations

SPEEDS = {2: {"rod.omega": 3.0}, 3: {"rod.wx": 3.0, "rod.wy": 1.0, "rod.wz": -2.0}}


def symmetric(rng: Any, *shape: int) -> Any:
    """Random numbers of every pair of two modes, the same both ways."""
    found = rng.normal(size=(2, 2, *shape))
    return 0.02 * (found + found.swapaxes(0, 1))


def curved(dimensions: int) -> tuple[Any, dict[str, Any]]:
    """Particles with two modes, and shapes of second order of any size."""
    body, rng, turn = particles(dimensions), np.random.default_rng(5), () if dimensions == 2 else (3,)
    modes = body.modes(linear_curvature=symmetric(rng, dimensions).tolist())
    modes["angular_curvature"] = symmetric(rng, *turn).tolist()
    for name in ("middle", "tip"):
        modes["interfaces"][name]["translation_curvature"] = symmetric(rng, dimensions).tolist()
        if dimensions == 3:
            modes["interfaces"][name]["rotation_curvature"] = symmetric(rng, 3).tolist()
    return body, modes


def momenta(dimensions: int, body: Any, modes: dict[str, Any], q: Any, v: Any) -> Any:
    """Momentum and angular momentum by the derivatives of the kinetic energy."""
    size = 3 if dimensions == 2 else 6
    angle, spin, x, rates = q[dimensions:size], v[dimensions:size], q[size:], v[size:]
    c, s = np.cos(angle[0]), np.sin(angle[0])
    turn = np.array([[c, -s], [s, c]]) if dimensions == 2 else rotations.matrix(angle)

    def cross(one: Any, other: Any) -> Any:
        if dimensions == 3:
            return np.cross(one, other)
        return one * np.array([-other[1], other[0]]) if np.ndim(one) == 0 else one[0] * other[1] - one[1] * other[0]

    mass, bent = body.masses.sum(), np.array(modes["linear_curvature"])
    linear = np.array(modes["linear_coupling"])
    first = body.masses @ body.places + x @ linear + 0.5 * np.einsum("k,l,kla->a", x, x, bent)
    flow = rates @ linear + np.einsum("k,l,kla->a", rates, x, bent)
    u, omega = turn.T @ v[:dimensions], spin if dimensions == 3 else spin[0]
    momentum = mass * u + cross(omega, first) + flow
    local = body.places + np.einsum("pki,k->pi", body.shapes, x)
    moved = np.einsum("pki,k->pi", body.shapes, rates)
    turning = sum(m * cross(r, cross(omega, r) + f) for m, r, f in zip(body.masses, local, moved, strict=True))
    turning = turning + np.tensordot(np.outer(rates, x), np.array(modes["angular_curvature"]), 2) + cross(first, u)
    if dimensions == 2:
        return np.array([*(turn @ momentum), turning + cross(q[:2], turn @ momentum)])
    return np.array([*(turn @ momentum), *(turn @ turning + np.cross(q[:3], turn @ momentum))])


@pytest.mark.parametrize("dimensions", [2, 3])
def test_a_free_body_with_curved_shapes_keeps_energy_and_both_momenta(dimensions: int) -> None:
    body, modes = curved(dimensions)
    m: Any = lw.Planar("flying") if dimensions == 2 else lw.Spatial("flying")
    m.modal("rod", mass=body.mass(), modes=modes, estimate=(0.0, 0.0, 0.0))
    m.initially(rod_q1=0.2, rod_q2=-0.1)
    speeds = SPEEDS[dimensions] | {"rod.vx": 0.4, "rod.vy": 0.1, "rod.q1_rate": 0.3, "rod.q2_rate": -0.2}
    run = m.simulate(until=0.3, points=4, speeds=speeds, rtol=1e-11, atol=1e-12)
    kept = np.array([momenta(dimensions, body, modes, q, v) for q, v in zip(run.q, run.v, strict=True)])
    assert kept - kept[0] == pytest.approx(0.0, abs=1e-9)
    assert run["energy.total"] - run["energy.total"][0] == pytest.approx(0.0, abs=1e-9)
    assert run["energy.elastic"][0] == pytest.approx(0.5 * np.array([0.2, -0.1]) @ STIFFNESS @ [0.2, -0.1])


@pytest.mark.parametrize("dimensions", [2, 3])
def test_curved_interfaces_carry_bodies_and_forces_alike_in_all_coordinates(dimensions: int) -> None:
    body, modes = curved(dimensions)
    at = body.places[-1].tolist()
    if dimensions == 2:
        m: Any = lw.Planar("welded")
        m.set_gravity(0, -9.81)
        rod = m.modal("rod", mass=body.mass(), modes=modes, estimate=(0, 0, 0))
        m.body("end", estimate=(*at, 0), mass={"mass": 0.7, "center": (0.1, 0.2), "inertia": 0.03})
        m.revolute("O", m.ground.at(0, 0), rod.interface("root"))
        m.spring("S", rod.interface("middle"), m.ground.at(0.5, 1), stiffness=50, free_length=0.3)
    else:
        m = lw.Spatial("welded")
        m.set_gravity(0, 0, -9.81)
        rod = m.modal("rod", mass=body.mass(), modes=modes, estimate=(0, 0, 0))
        m.body("end", estimate=at, mass={"mass": 0.7, "center": (0.1, 0.2, -0.1), "inertia": (0.03, 0.05, 0.04)})
        m.revolute("O", m.ground.frame(axis=(0, 1, 0)), rod.interface("root").frame(axis=(0, 1, 0)))
        m.spring("S", rod.interface("middle"), m.ground.at(0.5, 1, 0), stiffness=50, free_length=0.3)
    m.fixed("W", rod.interface("tip"), "end")
    m.initially(rod_q1=0.1, rod_q2=-0.05)
    runs = [
        m.simulate(until=0.3, points=4, formulation=name, rtol=1e-10, atol=1e-11) for name in ("projection", "joint")
    ]
    for run in runs:
        assert run["energy.total"] - run["energy.total"][0] == pytest.approx(0.0, abs=1e-8)
        for axis in "xyz"[:dimensions]:
            assert run[f"rod@tip.{axis}"] == pytest.approx(run[f"end.{axis}"], abs=1e-8)
            assert run[f"rod@tip.a{axis}"] == pytest.approx(run[f"end.a{axis}"], rel=1e-6, abs=1e-6)
    assert runs[0]["end.x"] == pytest.approx(runs[1]["end.x"], abs=1e-8)
    assert runs[0]["rod.q1"] == pytest.approx(runs[1]["rod.q1"], abs=1e-8)
