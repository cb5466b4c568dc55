"""Cells of hyperelastic solids in a step of the conserving midpoint rule.

The stress of a step is that of the mean deformation, corrected along the change of the deformation (Gonzalez 2000),

    S = S(C_m) + 2 (W1 - W0 - S(C_m):dC/2) / (dC:dC) dC,      C_m = (C0 + C1)/2,   dC = C1 - C0,

and pulls along the edges of triangles and tetrahedra at their mean places: the change of the square of a distance is
twice the mean vector times its change, so that the work of all edges of a cell is W1 - W0, and neither momentum
changes. Spokes of other cells have the forces of S with the mean F, for which dC = F'dF + dF'F likewise. Damping is
that of the mean rate dC/h. Law of Saint Venant and Kirchhoff: S(C_m) is right as it is (Simo and Tarnow 1992).
"""

from __future__ import annotations

from linkwork.elements.planar.forces.solid_law_kernel import SAINT_VENANT, added, along, product, stress_of, viscous
from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import COLUMNS, FLOATS_AT, INTS_AT, OUT, OUT_AT, ROWS
from linkwork.system.dynamics.forces_kernel import COLUMN_I

PLANE = 3  # columns of a body in the plane
SOLID = 3  # nodes of the least cell; they stand for the number of rows in the record of an edge or a spoke
LAME, SHEAR, DAMPING, POINTS, HEAD = 1, 2, 3, 7, 8  # behind the volume in p; the last two in that of a spoke
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
    """C of a simplex whose nodes are at z[places]."""
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
def _row(k, p, z, ints, at, d, size, places, count, axis):
    """One row of F of a cell whose nodes are at z[places]; across the plane that of what does not move."""
    none = 0.0 * z[places] + 0.0 * p[at]
    x, y, across = none, none, none
    if axis >= d:
        return x, y, across + 1.0
    first = places + _column(k, ints, 0, size) + axis
    for node in range(1, count):
        gx, gy, gz = _slope(p, at, node, d)
        apart = z[places + _column(k, ints, node, size) + axis] - z[first]
        x += apart * gx
        y += apart * gy
        across += apart * gz
    return x, y, across


@njit
def _gradient(k, p, z, ints, at, d, size, places, count):
    """F of a cell whose nodes are at z[places], row by row."""
    return (
        _row(k, p, z, ints, at, d, size, places, count, 0),
        _row(k, p, z, ints, at, d, size, places, count, 1),
        _row(k, p, z, ints, at, d, size, places, count, 2),
    )


@njit
def _square(f):
    """F'F."""
    a, b, c = f
    return (
        a[0] * a[0] + b[0] * b[0] + c[0] * c[0],
        a[1] * a[1] + b[1] * b[1] + c[1] * c[1],
        a[2] * a[2] + b[2] * b[2] + c[2] * c[2],
        a[0] * a[1] + b[0] * b[1] + c[0] * c[1],
        a[1] * a[2] + b[1] * b[2] + c[1] * c[2],
        a[2] * a[0] + b[2] * b[0] + c[2] * c[0],
    )


@njit
def _step_stress(law, lame, shear, damping, before, after, h):
    """S of a step with its damping, and the power lost in a unit of volume."""
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
    _, stress = stress_of(law, lame, shear, mean)
    square = product(change, change)
    share = 0.0 * square
    if law != SAINT_VENANT and square.real > LEAST:
        stored = stress_of(law, lame, shear, after)[0] - stress_of(law, lame, shear, before)[0]
        share = 2.0 * (stored - 0.5 * product(stress, change)) / square
    damped = viscous(lame, shear, damping, rate)
    whole = (
        stress[0] + share * change[0] + damped[0],
        stress[1] + share * change[1] + damped[1],
        stress[2] + share * change[2] + damped[2],
        stress[3] + share * change[3] + damped[3],
        stress[4] + share * change[4] + damped[4],
        stress[5] + share * change[5] + damped[5],
    )
    return whole, 0.5 * product(damped, rate)


@njit
def _spoke_step(k, p, w, z, record, first, last, h):
    """The load of a spoke over a step."""
    size, count = k[COLUMNS], k[record + ROWS]
    d = 2 if size == PLANE else 3
    a, ints, out = k[record + FLOATS_AT], k[record + INTS_AT], k[OUT] + k[record + OUT_AT]
    law, lost = k[ints + ENDS + 2 * size * (count - 2)], 0.0 * z[first]
    for axis in range(d):
        w[out + size + axis] = 0.0 * w[out + size + axis]
    for point in range(int(p[a + POINTS].real)):
        at = a + HEAD + point * (1 + d * count)
        begin = _gradient(k, p, z, ints, at + 1, d, size, first, count)
        end = _gradient(k, p, z, ints, at + 1, d, size, last, count)
        stress, power = _step_stress(law, p[a + LAME], p[a + SHEAR], p[a + DAMPING], _square(begin), _square(end), h)
        lost += p[at] * power
        gx, gy, gz = _slope(p, at + 1, 1, d)
        for axis in range(d):
            b, e = begin[axis], end[axis]
            mean = along(stress, 0.5 * (b[0] + e[0]), 0.5 * (b[1] + e[1]), 0.5 * (b[2] + e[2]), gx, gy, gz)
            w[out + size + axis] -= p[at] * mean
    for axis in range(d):
        w[out + axis] = -w[out + size + axis]
    w[out + 2 * size + 1] = lost / (count - 1.0)
    w[out + 2 * size + 2] = 0.0 * lost


@njit
def solid_step(k, p, w, z, record, first, last, h):
    """The load of an edge or spoke over a step, in place of that at the midpoint; no power is given there."""
    size = k[COLUMNS]
    d = 2 if size == PLANE else 3
    if k[record + ROWS] > d + 1:
        _spoke_step(k, p, w, z, record, first, last, h)
        return
    a, ints, out = k[record + FLOATS_AT], k[record + INTS_AT], k[OUT] + k[record + OUT_AT]
    at, edges = a + NUMBERS, 0.5 * d * (d + 1)
    law = k[ints + ENDS + 2 * size * (d - 1)]
    before = _deformation(k, p, z, ints, at, d, size, first)
    after = _deformation(k, p, z, ints, at, d, size, last)
    stress, power = _step_stress(law, p[a + LAME], p[a + SHEAR], p[a + DAMPING], before, after, h)
    gx, gy, gz = _slope(p, at, 0, d)
    hx, hy, hz = _slope(p, at, 1, d)
    pull = -p[a] * along(stress, gx, gy, gz, hx, hy, hz)
    i, j = k[record + COLUMN_I], k[record + COLUMN_I + 1]
    for axis in range(d):
        force = 0.5 * pull * (z[first + j + axis] + z[last + j + axis] - z[first + i + axis] - z[last + i + axis])
        w[out + axis], w[out + size + axis] = force, -force
    w[out + 2 * size + 1] = p[a] * power / edges
    w[out + 2 * size + 2] = 0.0 * pull
