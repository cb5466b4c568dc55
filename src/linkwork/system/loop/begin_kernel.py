"""The numbers of a simulation at rest that begins as one before it did, but for the numbers of its tables.

The workspace of joint coordinates at a position, the tolerances of the state, an energy typical of the motion; and what
was so before and has to be asked again: whether every body resists every motion, and whether the joints put the bodies
where the position has them.
"""

from __future__ import annotations

from linkwork.numerics.integrators.integrator_state_kernel import ATOL, SIZE
from linkwork.numerics.jit import njit, part
from linkwork.numerics.scalar import sqrt
from linkwork.places.layout_kernel import (
    COLUMN_SCALE,
    COLUMNS,
    COORDINATES,
    GRAVITY,
    MASS_NUMBERS,
    MASS_SCALE,
    MASSES,
    QUADRATURES,
    TREE,
)
from linkwork.places.spatial.layout_kernel import MASS, TWIST_SIZE
from linkwork.system.constraints.penalty_kernel import put_position
from linkwork.system.tree.joint_motion_kernel import most_turned
from linkwork.system.tree.tree_kernel import FREEDOMS

ALIKE, LIGHT, ELSEWHERE = 0, 1, 2  # what it can say of a beginning
PLANAR_MASS = 4  # numbers of a body's mass in the plane: the last is the moment of inertia
MOMENTS, PRODUCTS = 4, 7  # where in space moments and products of inertia begin


@njit
def _resist(k, p):
    """Whether every body has mass and moments of inertia, and no products: then nothing moves without mass."""
    if k[COORDINATES] != k[COLUMNS] * k[MASSES]:
        return False
    in_space = k[COLUMNS] == TWIST_SIZE
    size, first = (MASS, MOMENTS) if in_space else (PLANAR_MASS, PLANAR_MASS - 1)
    last = PRODUCTS if in_space else PLANAR_MASS
    for body in range(k[MASSES]):
        at = k[MASS_NUMBERS] + size * body
        if not p[at] > 0.0:
            return False
        for number in range(first, last):
            if not p[at + number] > 0.0:
                return False
        for number in range(last, size):
            if p[at + number] != 0.0:
                return False
    return True


@njit
def energy_at_rest(k_table, p_table):
    """The weight of all bodies times the model's length, and what counts as one unit of energy."""
    k, p = part(k_table, 0), part(p_table, 0)
    in_space = k[COLUMNS] == TWIST_SIZE
    size = MASS if in_space else PLANAR_MASS
    mass, square = 0.0, 0.0
    for body in range(k[MASSES]):
        mass += p[k[MASS_NUMBERS] + size * body]
    for axis in range(3 if in_space else 2):
        square += p[k[GRAVITY] + axis] ** 2
    weight = mass * sqrt(square)
    return (weight * p[k[COLUMN_SCALE]] if weight > 0.0 else 0.0) + p[k[MASS_SCALE]]


@njit
def begin_in_joints(
    k_table, p_table, w_table, z, s, q, lengths, units_at, atol, share, elsewhere, empty, joints, bodies
):
    """Workspace and tolerances of a simulation in joint coordinates from rest; whether it is alike, and its energy.

    `lengths` says which joint coordinates are lengths, `units_at` where their units lie in the workspace; `share` is
    that of the energy which is its tolerance. The workspace is a copy of the `empty` one; `joints` and `bodies` are
    room.
    """
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    energy = energy_at_rest(k_table, p_table)
    if not _resist(k, p):
        return LIGHT, energy
    count, length = k[k[TREE] + FREEDOMS], p[k[COLUMN_SCALE]]
    for i in range(count):
        unit = length if lengths[i] else 1.0
        w[units_at + i] = unit
        z[s[ATOL] + i], z[s[ATOL] + count + i] = atol * unit, atol * unit
    end = s[ATOL] + s[SIZE]
    for i in range(end - QUADRATURES, end):
        z[i] = share * energy
    put_position(k, w, q)
    if k[COLUMNS] == TWIST_SIZE:
        turned, _ = most_turned(k_table, p_table, w_table, q, joints, bodies)
        if not turned <= elsewhere:
            return ELSEWHERE, energy
        for i in range(w_table.shape[0]):  # as if nothing had been looked at
            w[i] = empty[i]
        for i in range(count):
            w[units_at + i] = length if lengths[i] else 1.0
        put_position(k, w, q)
    return ALIKE, energy
