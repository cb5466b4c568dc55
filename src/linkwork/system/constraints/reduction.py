"""Reduction: the equations of motion in independent coordinates at one state (Haug 7.2)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.base.arrays import Array
from linkwork.places import layout_kernel as layout
from linkwork.system.formulations.formulations import FORMULATIONS, Chosen
from linkwork.system.system import System


@dataclass(frozen=True)
class Reduction:
    """(S' M S) z = S' (Q - M a_0): independent coordinates, their mass matrix and forces, and the basis S."""

    independent: tuple[str, ...]
    mass: Array
    force: Array
    basis: Array  # one row a freedom, in m and rad per unit of the independent coordinate


def reduce(system: System, q: Array, v: Array, t: float) -> Reduction:
    """The reduced equations of motion at a state; which coordinates are independent, full pivoting decides."""
    from linkwork.system.constraints.reduction_kernel import reduce_state
    from linkwork.system.formulations import null_space_kernel as kernel

    n = len(system.coordinates)
    chosen = Chosen(system, "null-space", FORMULATIONS["null-space"].settings, 0, "")
    w = chosen.workspace(0.0, np.zeros(0))
    system.world.put(system, w, q, v)
    count = int(reduce_state(system.k, system.p, w, system.dtype(t)))
    basis_at, reduced_at, side_at = (
        int(place(system.k)) for place in (kernel.basis_at, kernel.reduced_at, kernel.side_at)
    )
    marks = int(kernel.marks_at(system.k)) + n
    free = [column for column in range(n) if w[marks + column].real < 0.0]
    scale = system.column_scale[free]
    unit = system.p[system.k[layout.MASS_SCALE]]
    basis = w[basis_at : basis_at + count * n].reshape(count, n)
    mass = w[reduced_at : reduced_at + count * count].reshape(count, count)
    return Reduction(
        tuple(system.coordinates[column] for column in free),
        mass * unit / np.outer(scale, scale),
        w[side_at : side_at + count] * unit / scale,
        basis * system.column_scale[None, :] / scale[:, None],
    )
