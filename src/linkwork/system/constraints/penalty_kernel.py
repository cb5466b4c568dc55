"""The position near an estimate by the book's penalty method, in one call: least |q - q0|^2 + r |Phi|^2, r raised.

Haug 4.3.2: each minimum is found by Gauss-Newton steps with the length halved until the sum falls. Positions are plain
coordinates, as Python holds them: in space the place of a body and its rotation vector.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit, part
from linkwork.numerics.scalar import sqrt
from linkwork.places.layout_kernel import (
    BODIES,
    COLUMN_SCALE,
    COLUMNS,
    COORDINATES,
    EQUATIONS,
    MOTION,
    POSITION,
    REFERENCE,
    RHS,
    Q,
    V,
    X,
)
from linkwork.places.spatial.layout_kernel import QUATERNION, TWIST_SIZE
from linkwork.system.constraints.equations_kernel import (
    evaluate,
    factor_jacobian,
    load_right_side,
    solve_exactly,
    solve_plain,
)
from linkwork.system.spatial.rotation_kernel import from_vector, product, to_vector

FIRST_POWER, LAST_POWER = -1, 10  # of ten: the weights r
STEPS = 30  # at most, with one weight
SHORTEST = 1e-4  # share of a step that is still tried
STILL = 1e-6  # a step this short ends the search with one weight
ROUNDING = 1e-13  # a step this short is round-off: no share of it is tried
EXACT = 1e-9  # damping below which the solution is refined


@njit
def put_position(k, w, q):
    """Plain coordinates into the workspace, at rest: orientations as references, with charts at zero."""
    n = k[COORDINATES]
    for i in range(n):
        w[k[Q] + i] = q[i]
        w[k[V] + i] = 0.0
    if k[COLUMNS] != TWIST_SIZE:
        return
    for body in range(k[BODIES]):
        at, to = TWIST_SIZE * body + 3, k[REFERENCE] + QUATERNION * body
        w[to], w[to + 1], w[to + 2], w[to + 3] = from_vector(q[at], q[at + 1], q[at + 2])
        for axis in range(3):
            w[k[Q] + at + axis] = 0.0


@njit
def short_turn(x, y, z, ox, oy, oz):
    """The rotation vector, up to half a turn, from the orientation of (ox, oy, oz) to that of (x, y, z)."""
    a, b, c, d = from_vector(ox, oy, oz)
    e, f, g, h = from_vector(x, y, z)
    a, b, c, d = product(a, -b, -c, -d, e, f, g, h)
    if a < 0.0:
        a, b, c, d = -a, -b, -c, -d
    return to_vector(a, b, c, d)


@njit
def nearest_turn(x, y, z, sx, sy, sz):
    """The rotation vector after a turn (sx, sy, sz) seen from the body: of the two that mean it, the nearer one."""
    a, b, c, d = from_vector(x, y, z)
    e, f, g, h = from_vector(sx, sy, sz)
    a, b, c, d = product(a, b, c, d, e, f, g, h)
    # a turn below 1e-15 has no axis
    if b * b + c * c + d * d < 1e-30:
        share = -2.0 if a < 0.0 else 2.0
        return share * b, share * c, share * d
    px, py, pz = to_vector(a, b, c, d)
    qx, qy, qz = to_vector(-a, -b, -c, -d)
    if (px - x) ** 2 + (py - y) ** 2 + (pz - z) ** 2 > (qx - x) ** 2 + (qy - y) ** 2 + (qz - z) ** 2:
        return qx, qy, qz
    return px, py, pz


@njit
def move_position(k, p, w, q, length, out):
    """The position after a share of the scaled step in the solution."""
    scale, x = k[COLUMN_SCALE], k[X]
    for i in range(k[COORDINATES]):
        out[i] = q[i] + length * w[x + i] * p[scale + i]
    if k[COLUMNS] != TWIST_SIZE:
        return
    for body in range(k[BODIES]):
        at = TWIST_SIZE * body + 3
        sx, sy, sz = out[at] - q[at], out[at + 1] - q[at + 1], out[at + 2] - q[at + 2]
        out[at], out[at + 1], out[at + 2] = nearest_turn(q[at], q[at + 1], q[at + 2], sx, sy, sz)


@njit
def load_pull(k, p, w, q0, q):
    """The scaled way from q to q0 as the right side of the coordinates; its square."""
    rhs, scale, total = k[RHS], k[COLUMN_SCALE], 0.0
    for i in range(k[COORDINATES]):
        w[rhs + i] = q0[i] - q[i]
    if k[COLUMNS] == TWIST_SIZE:
        for body in range(k[BODIES]):
            at = TWIST_SIZE * body + 3
            x, y, z = short_turn(q0[at], q0[at + 1], q0[at + 2], q[at], q[at + 1], q[at + 2])
            w[rhs + at], w[rhs + at + 1], w[rhs + at + 2] = x, y, z
    for i in range(k[COORDINATES]):
        w[rhs + i] /= p[scale + i]
        total += w[rhs + i] * w[rhs + i]
    return total


@njit
def penalty_sum(k, p, w, t, stage, q0, q, r):
    """|q - q0|^2 + r |Phi|^2 at q, with -Phi and the way to q0 as the right side."""
    put_position(k, w, q)
    evaluate(k, p, w, stage, t)
    load_right_side(k, p, w, 0)
    rows, total = k[RHS] + k[COORDINATES], 0.0
    for row in range(k[EQUATIONS]):
        total += w[rows + row] * w[rows + row]
    return load_pull(k, p, w, q0, q) + r * total


@njit
def step_along(k, p, w, t, q0, q, trial, r, now):
    """The share of the step in the solution that lowers the sum, with the position after it; zero when none does."""
    length = 1.0
    while length > SHORTEST:
        move_position(k, p, w, q, length, trial)
        if penalty_sum(k, p, w, t, POSITION, q0, trial, r) < now:
            return length
        length *= 0.5
    return 0.0


@njit
def approach_root(k_table, p_table, w_table, t, q0, q, trial):
    """Move q, which begins at q0, to where the last and heaviest sum is least; the slowest that steps shorten.

    That is the largest part of a step that the next one with the same weight was: near 1 the least sum nearly splits
    into several, and at 1 a step had to be shortened. Below, where it ends changes evenly with all numbers.
    """
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    n, slowest = k[COORDINATES], 0.0
    for power in range(FIRST_POWER, LAST_POWER + 1):
        r, before = 10.0**power, 0.0
        for _ in range(STEPS):
            now = penalty_sum(k, p, w, t, MOTION, q0, q, r)
            factor_jacobian(k, p, w, 1.0 / r)
            if 1.0 / r < EXACT:
                solve_exactly(k, w, 1e-15)  # to rounding
            else:
                solve_plain(k, w)
            size = 0.0
            for i in range(n):
                size += w[k[X] + i] * w[k[X] + i]
            if size <= ROUNDING * ROUNDING:
                break
            if before > STILL:
                slowest = max(slowest, sqrt(size) / before)
            before = sqrt(size)
            length = step_along(k, p, w, t, q0, q, trial, r, now)
            if length < 1.0 and before > STILL:
                slowest = max(slowest, 1.0)
            if length == 0.0:
                break
            for i in range(n):
                q[i] = trial[i]
            if length * sqrt(size) < STILL:
                break
    return slowest
