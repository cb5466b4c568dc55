"""Small motions of a large mechanism about rest: stiffness, damping and masses on the pattern of its equations.

    M z'' + D z' + K z = S' f,    M = S' M_q S,  K = S' d(Phi_q' lambda - Q)/dq S,  D = -S' dQ/dv S

with S how the bodies move with each coordinate z. Where nothing is left over at rest this is all: what S itself changes
by is multiplied by forces that are zero.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.analysis.equilibrium.descent import is_large, reduced_matrices
from linkwork.analysis.equilibrium.rest import to_go
from linkwork.base.arrays import Array
from linkwork.system.dynamics.dynamics import Dynamics

if TYPE_CHECKING:
    from linkwork.analysis.linear.linear_about import About

_REST = 1e-10  # of the largest force or stiffness: what may be left over at rest
_REACHED = 1e-7  # scaled: how far that may still move it; by so much its stiffness may be off


def columns_at_rest(about: About, dynamics: Dynamics) -> Array | None:
    """Derivatives of the rates by states and inputs; None where the mechanism is small, moves, or more is asked for."""
    if not (is_plain(about) and is_large(dynamics.whole, about.chart.freedoms)):
        return None
    columns, far = matrices_at_rest(about, dynamics)
    return columns if far <= _REACHED else None


def is_plain(about: About) -> bool:
    """Whether nothing moves, rolls, has states of its own or is measured: then M, D and K are all."""
    plain = not about.moves and not about.drivers and not about.outputs and about.base is None and not len(about.own)
    plain = plain and not any(given.place >= 0 for given in about.inputs)
    return plain and about.chart.speeds == about.chart.freedoms


def matrices_at_rest(about: About, dynamics: Dynamics, twin: Dynamics | None = None) -> tuple[Array, float]:
    """The derivatives by M, D and K, and how far what is left over would still move it, scaled.

    `twin` are the equations of the bodies in complex numbers, those of the mechanism as it is when left out.
    """
    chart, whole = about.chart, dynamics.whole
    dynamics.place(chart.q0, chart.t)
    forces, masses, own = dynamics.forces(), dynamics.masses(), chart.shapes(dynamics)
    shapes, place = dynamics.carried(own), dynamics.spread(chart.q0)[0]
    size = np.max(np.abs(dynamics.bodies.forces()), initial=0.0)
    stiffness, damping = reduced_matrices(Dynamics(whole), place, chart.t, shapes, twin)
    left, size = own.T @ forces, max(size, float(np.max(np.abs(stiffness))))
    still = float(np.max(np.abs(left), initial=0.0)) <= _REST * size
    far = to_go(stiffness, left, size) if still else np.inf
    pushes = [dynamics.felt(given.push) for given in about.inputs if given.push is not None]
    sides = np.column_stack([-stiffness / about.size, -damping / about.speed_size, *(own.T @ push for push in pushes)])
    columns = np.zeros((2 * chart.freedoms, sides.shape[1]))
    columns[: chart.freedoms, chart.freedoms : 2 * chart.freedoms] = np.diag(about.size / about.speed_size)
    columns[chart.freedoms :] = about.speed_size[:, None] * np.linalg.solve(own.T @ masses @ own, sides)
    return columns, far
