"""Projection onto the constraints: accurate from near and far, by the shortest way in the metric of the masses."""

from __future__ import annotations

import numpy as np
import pytest
from bench.dynamic_problems import squeezer

import linkwork as lw
from analysis.builders import parallelogram
from linkwork.analysis.assembly.assemble import assemble
from linkwork.places import layout_kernel as layout
from linkwork.system.constraints.equations import Equations
from linkwork.system.dynamics.dynamics_kernel import project
from linkwork.system.tables.compile import compile_system


def heavy_parallelogram() -> lw.Planar:
    """Redundant bars, two of them without mass."""
    m = parallelogram(drive=False, start=-1.0)
    m.mass("coupler", mass=2, center=(1, 0), inertia=0.5)
    return m


@pytest.mark.parametrize("build", [squeezer, heavy_parallelogram])
@pytest.mark.parametrize("off", [1e-9, 1e-6, 1e-4, 1e-2])
def test_position_and_velocity_come_back_to_round_off(build, off: float) -> None:
    mechanism = build()
    system = compile_system(mechanism, dynamics=True)
    q = assemble(mechanism).q
    rng, n, k, w = np.random.default_rng(5), len(q), system.k, system.workspace()
    start = q + off * system.column_scale * rng.uniform(-1, 1, n)
    v = system.column_scale * rng.uniform(-1, 1, n)
    w[k[layout.Q] :][:n], w[k[layout.V] :][:n] = start, v
    assert project(k, system.p, w, 0.0)
    found, speed = w[k[layout.Q] :][:n].copy(), w[k[layout.V] :][:n].copy()
    equations = Equations(system)
    equations.evaluate(found, 0.0)
    rows = equations.jacobian()
    assert np.max(np.abs(equations.residual())) < 1e-14
    assert np.max(np.abs(rows @ (speed / system.column_scale))) < 1e-13
    # the way is M^-1 Phi_q' lambda: no part of it lies along the free motions
    free = np.linalg.svd(rows)[2][np.linalg.matrix_rank(rows, tol=1e-9) :]
    along = free @ equations.mass_matrix() @ (np.array([speed - v, v]) / system.column_scale).T
    assert np.max(np.abs(along[:, 0])) < 1e-14 and np.max(np.abs(along[:, 1])) > 1e-3
