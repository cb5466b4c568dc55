"""Gears on a carrier that moves join three bodies: the compiled rows are still the derivatives of the equations."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from linkwork.elements.spatial import catalogue as library
from linkwork.mechanism.spatial.spatial import Spatial
from linkwork.places import layout_kernel as layout
from linkwork.places.layout_kernel import MOTION
from linkwork.system.constraints.equations_kernel import evaluate
from linkwork.system.system import System
from linkwork.system.tables.compile import compile_system

STEP = 1e-30


def planetary() -> Spatial:
    """Sun and planet on an arm, all of them free to move in space."""
    m = Spatial("planetary gear")
    m.body("arm", estimate=(0.1, 0.2, 0.3), orientation={"vector": (0.1, 0.2, 0.3)})
    m.body("sun", estimate=(0, 0.1, 0))
    m.body("planet", estimate=(1, 0, 0))
    m.joint("S", library.Revolute, between=("arm", "sun"), at=(0, 0, 0), axis=(0, 0, 1))
    m.joint("P", library.Revolute, between=("arm", "planet"), at=(1, 0, 0), axis=(0, 0, 1))
    m.joint("gear", library.Gear, joints=("S", "P"), radii=(0.6, 0.4))
    return m


def at_chart(system: System, u: NDArray, v: NDArray) -> tuple[NDArray, NDArray, NDArray]:
    """Phi, gamma and the rows of the last equation in the coordinates of the equations."""
    k, w = system.k, system.workspace()
    n = len(system.coordinates)
    system.world.put(system, w, system.start.copy())
    w[k[layout.Q] : k[layout.Q] + n] = w[k[layout.Q] : k[layout.Q] + n] + u
    w[k[layout.V] : k[layout.V] + n] = v
    evaluate(k, system.p, w, MOTION, system.dtype(0.0))
    out = w[k[layout.OUT] :]
    jacobian = np.zeros((len(system.equations), n), system.dtype)
    pairs = k[k[layout.SCATTER_AT] :][: 2 * k[layout.SCATTER]].reshape(-1, 2)
    for (place, _), row, column in zip(pairs, system.entry_rows, system.entry_columns, strict=True):
        jacobian[row, column] = out[place]
    record = k[layout.ELEMENT_AT] + layout.RECORD * (len(system.elements) - 1)
    at = k[record + layout.OUT_AT]
    return out[at], out[at + 2], jacobian[-1]


def test_rows_and_gamma_of_a_gear_on_a_carrier_are_derivatives_in_the_coordinates_of_the_equations() -> None:
    real, twin = (compile_system(planetary(), scalar=scalar) for scalar in ("real", "complex"))
    n = len(real.coordinates)
    random = np.random.default_rng(3)
    for _ in range(8):
        u, v = 0.2 * random.normal(size=n), random.normal(size=n)
        _, gamma, row = at_chart(real, u, v)
        by_step = [at_chart(twin, u + 1j * STEP * step, v)[0].imag / STEP for step in np.eye(n)]
        assert np.allclose(row, by_step, rtol=0, atol=1e-12)
        places = row.reshape(3, 6)[:, :3]  # the teeth push the two wheels in opposite ways, and the carrier not at all
        assert np.count_nonzero(row) == 18 - 3
        assert np.count_nonzero(places) == 6
        assert np.allclose(np.sum(places, axis=0), 0.0, rtol=0, atol=1e-14)
        along = at_chart(twin, u + 1j * STEP * v, v)[2] @ v
        assert abs(gamma + along.imag / STEP) < 1e-10
