"""Cells of hyperelastic solids in a step of the conserving midpoint rule.

The stress of a step is that of the mean deformation, corrected along the change of the deformation (Gonzalez 2000),

    S = S(C_m) + 2 (W1 - W0 - S(C_m):dC/2) / (dC:dC) dC,      C_m = (C0 + C1)/2,   dC = C1 - C0,

and pulls along the edges at their mean places: the change of the square of a distance is twice the mean vector times
its change, so that the work of all edges of a cell is W1 - W0, and neither momentum changes. Damping is that of the
mean rate dC/h. Law of Saint Venant and Kirchhoff: S(C_m) is right as it is (Simo and Tarnow 1992).
"""

from __future__ import annotations

from linkwork.elements.planar.forces.solid_law_kernel import SAINT_VENANT, added, along, product, stress_of, viscous
from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import COLUMNS, FLOATS_AT, INTS_AT, OUT, OUT_AT
from linkwork.system.dynamics.forces_kernel import COLUMN_I

PLANE = 3  # columns of a body in the plane
SOLID = 1  # what stands for the number of rows in the record of an edge of a solid
LAME, SHEAR, DAMPING = 1, 2, 3  # behind the volume in p
NUMBERS, ENDS = 5, 4  # before the slopes in p; integers of the two ends in k
LEAST = 1e-18  # dC:dC below which a correction is rounding


@njit
def _column(k, ints, node, size):
    """The first column of a node, ends first."""
    return k[ints + 1 + 2 * node] - size if node < 2 else k[ints + ENDS + 1 + 2 * size * (node - 2)] - size


@njit
def _slope(p, at, node, d):
    """The slope of the shape function of a node."""
    g = at + d * node
    return p[g], p[g + 1], p[g + 2] if d == 3 else 0.0 * p[g]


@njit
def _deformation(k, p, z, ints, at, d, size, places):
    """C of a cell whose nodes are at z[places]."""
    none = 0.0 * z[places] + 0.0 * p[at]
    c = (none, none, none + 1.0 if d == 2 else none, none, none, none)
    for one in range(d + 1):
        gx, gy, gz = _slope(p, at, one, d)
        for other in range(one + 1, d + 1):
            hx, hy, hz = _slope(p, at, other, d)
            i, j, square = places + _column(k, ints, one, size), places + _column(k, ints, other, size), none
            for axis in range(d):
                square += (z[j + axis] - z[i + axis]) ** 2
            c = added(c, square, gx, gy, gz, hx, hy, hz)
    return c


@njit
def solid_step(k, p, w, z, record, first, last, h):
    """The load of an edge over a step into its results, in place of that at the midpoint; no power is given there."""
    size = k[COLUMNS]
    d = 2 if size == PLANE else 3
    a, ints, out = k[record + FLOATS_AT], k[record + INTS_AT], k[OUT] + k[record + OUT_AT]
    at, edges = a + NUMBERS, 0.5 * d * (d + 1)
    law = k[ints + ENDS + 2 * size * (d - 1)]
    before = _deformation(k, p, z, ints, at, d, size, first)
    after = _deformation(k, p, z, ints, at, d, size, last)
    mean = (
        0.5 * (before[0] + after[0]),
        0.5 * (before[1] + after[1]),
        0.5 * (before[2] + after[2]),
        0.5 * (before[3] + after[3]),
        0.5 * (before[4] + after[4]),
        0.5 * (before[5] + after[5]),
    )
    change = (
        after[0] - before[0],
        after[1] - before[1],
        after[2] - before[2],
        after[3] - before[3],
        after[4] - before[4],
        after[5] - before[5],
    )
    rate = (change[0] / h, change[1] / h, change[2] / h, change[3] / h, change[4] / h, change[5] / h)
    lame, shear = p[a + LAME], p[a + SHEAR]
    _, stress = stress_of(law, lame, shear, mean)
    square = product(change, change)
    share = 0.0 * square
    if law != SAINT_VENANT and square.real > LEAST:
        stored = stress_of(law, lame, shear, after)[0] - stress_of(law, lame, shear, before)[0]
        share = 2.0 * (stored - 0.5 * product(stress, change)) / square
    damped = viscous(lame, shear, p[a + DAMPING], rate)
    gx, gy, gz = _slope(p, at, 0, d)
    hx, hy, hz = _slope(p, at, 1, d)
    pull = along(stress, gx, gy, gz, hx, hy, hz) + share * along(change, gx, gy, gz, hx, hy, hz)
    pull = -p[a] * (pull + along(damped, gx, gy, gz, hx, hy, hz))
    i, j = k[record + COLUMN_I], k[record + COLUMN_I + 1]
    for axis in range(d):
        force = 0.5 * pull * (z[first + j + axis] + z[last + j + axis] - z[first + i + axis] - z[last + i + axis])
        w[out + axis], w[out + size + axis] = force, -force
    w[out + 2 * size + 1] = 0.5 * p[a] * product(damped, rate) / edges
    w[out + 2 * size + 2] = 0.0 * pull
