"""Along what a force or a joint between two bodies is corrected in a step of the conserving midpoint rule.

A correction that makes the work of a step exact may act along any direction that the motion has a share of. Here it is
what is left of the motion (dr, turn) of the two bodies when the rigid motion nearest to it in the metric of their
masses is taken away, times these masses: with L from the mean place of one mass centre to the other, D and U_i, U_j
their motions, mu the reduced mass,

    b = [mu (L.L - L L') + J_i + J_j]^-1 (mu L x D + J_i U_i + J_j U_j)
    F_j = -F_i = mu (D - b x L),   n_i = J_i (U_i - b),   n_j = J_j (U_j - b)

F and n balance, so they change neither momentum, and their work is the square of what is left. Without inertia J the
force is along L. Beside the ground nothing is taken away. Coordinates behind those of the bodies (modes) are internal:
their share is their motion. This file alone asks whether it is in the plane: inertia is a number there.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import sqrt
from linkwork.places.layout_kernel import (
    BODIES,
    COLUMN_SCALE,
    COLUMNS,
    COORDINATES,
    MASS_AT,
    MASS_NUMBERS,
    MASS_SCALE,
    MASSES,
    POSE,
)
from linkwork.places.spatial.layout_kernel import MASS, MATRIX, POSE_SIZE
from linkwork.system.spatial.body_kernel import times
from linkwork.system.spatial.rotation_kernel import cross, turned, turned_back

PLANE, PLANE_MASS = 3, 4  # columns of a body in the plane, numbers of its mass
STANDSTILL = 1e-19  # square of what is left of a motion, in model lengths, that needs no correction


@njit
def mass_at(k, column):
    """Where in p the mass of the body at that column lies; -1: it has none, or is the ground."""
    body, size = column // k[COLUMNS], PLANE_MASS if k[COLUMNS] == PLANE else MASS
    if column < 0:
        return -1
    if body < k[MASSES] and k[k[MASS_AT] + body] == body:
        return k[MASS_NUMBERS] + size * body
    for number in range(k[MASSES]):
        if k[k[MASS_AT] + number] == body:
            return k[MASS_NUMBERS] + size * number
    return -1


@njit
def turning(k, p, w, column, at, x, y, z):
    """J of a body times a vector, in the axes of the world."""
    if at < 0:
        return 0.0 * x, 0.0 * y, 0.0 * z
    matrix = k[POSE] + POSE_SIZE * (column // k[COLUMNS] + 1) + MATRIX
    x, y, z = turned_back(w, matrix, x, y, z)
    x, y, z = times(p[at + 4], p[at + 5], p[at + 6], p[at + 7], p[at + 8], p[at + 9], x, y, z)
    return turned(w, matrix, x, y, z)


@njit
def solve_three(a, b, c, d, e, f, x, y, z):
    """The solution of [[a, d, f], [d, b, e], [f, e, c]] v = (x, y, z), positive semidefinite; zero where it is."""
    # beyond rounding of the trace: the turn about the line of a rod, which has no inertia, is none
    more = 1e-14 * (a + b + c)
    a, b, c = a + more, b + more, c + more
    if a.real == 0.0:
        return 0.0 * x, 0.0 * y, 0.0 * z
    d1, f1 = d / a, f / a
    b1, e1 = b - d * d1, e - d * f1
    y1, z1 = y - d1 * x, z - f1 * x
    e2 = e1 / b1
    last = (z1 - e2 * y1) / (c - f * f1 - e1 * e2)
    middle = (y1 - e1 * last) / b1
    return (x - d * middle - f * last) / a, middle, last


@njit
def plane_fit(k, p, z, first, last, moved, i, j, heavy):
    """Of two bodies of the plane: reduced mass, L, and the turn b of the rigid motion nearest to theirs."""
    one, two, zero = mass_at(k, i), mass_at(k, j), 0.0 * z[moved]
    mi, mj = p[one] if one >= 0 else zero, p[two] if two >= 0 else zero
    ji, jj = heavy * p[one + 3] if one >= 0 else zero, heavy * p[two + 3] if two >= 0 else zero
    mu = mi * mj / (mi + mj) if (mi + mj).real > 0.0 else zero
    lx = 0.5 * (z[first + j] + z[last + j] - z[first + i] - z[last + i])
    ly = 0.5 * (z[first + j + 1] + z[last + j + 1] - z[first + i + 1] - z[last + i + 1])
    dx, dy = z[moved + j] - z[moved + i], z[moved + j + 1] - z[moved + i + 1]
    inertia = mu * (lx * lx + ly * ly) + ji + jj
    turn = mu * (lx * dy - ly * dx) + ji * z[moved + i + 2] + jj * z[moved + j + 2]
    return mu, lx, ly, turn / inertia if inertia.real > 0.0 else zero


@njit
def plane_pair(k, p, z, first, last, moved, i, j, heavy, room):
    """The direction for two bodies of the plane into z[room]: three numbers each; what the motion has of it."""
    one, two = mass_at(k, i), mass_at(k, j)
    zero = 0.0 * z[moved]
    for axis in range(6):
        z[room + axis] = zero
    if i < 0 or j < 0:
        side, at, column = (room, one, i) if j < 0 else (room + 3, two, j)
        if at < 0:
            return zero
        z[side], z[side + 1] = p[at] * z[moved + column], p[at] * z[moved + column + 1]
        z[side + 2] = heavy * p[at + 3] * z[moved + column + 2]
        return z[side] * z[moved + column] + z[side + 1] * z[moved + column + 1] + z[side + 2] * z[moved + column + 2]
    mu, lx, ly, turn = plane_fit(k, p, z, first, last, moved, i, j, heavy)
    ji, jj = heavy * p[one + 3] if one >= 0 else zero, heavy * p[two + 3] if two >= 0 else zero
    dx, dy = z[moved + j] - z[moved + i] + turn * ly, z[moved + j + 1] - z[moved + i + 1] - turn * lx
    ui, uj = z[moved + i + 2] - turn, z[moved + j + 2] - turn
    z[room], z[room + 1], z[room + 2] = -mu * dx, -mu * dy, ji * ui
    z[room + 3], z[room + 4], z[room + 5] = mu * dx, mu * dy, jj * uj
    return mu * (dx * dx + dy * dy) + ji * ui * ui + jj * uj * uj


@njit
def space_fit(k, p, w, z, first, last, moved, i, j, heavy):
    """The same of two bodies in space: reduced mass, L and b."""
    one, two, zero = mass_at(k, i), mass_at(k, j), 0.0 * z[moved]
    mi, mj = p[one] if one >= 0 else zero, p[two] if two >= 0 else zero
    mu, unit = mi * mj / (mi + mj) if (mi + mj).real > 0.0 else zero, heavy + zero
    a, b, la, lb = first + i, first + j, last + i, last + j
    lx = 0.5 * (z[b] + z[lb] - z[a] - z[la])
    ly = 0.5 * (z[b + 1] + z[lb + 1] - z[a + 1] - z[la + 1])
    lz = 0.5 * (z[b + 2] + z[lb + 2] - z[a + 2] - z[la + 2])
    square = lx * lx + ly * ly + lz * lz
    xx, yy, zz = mu * (square - lx * lx), mu * (square - ly * ly), mu * (square - lz * lz)
    xy, yz, zx = -mu * lx * ly, -mu * ly * lz, -mu * lz * lx
    vi, vj = moved + i, moved + j
    dx, dy, dz = z[vj] - z[vi], z[vj + 1] - z[vi + 1], z[vj + 2] - z[vi + 2]
    tx, ty, tz = cross(lx, ly, lz, mu * dx, mu * dy, mu * dz)
    for side in range(2):
        column, at = (i, one) if side == 0 else (j, two)
        u = moved + column + 3
        cx, cy, cz = turning(k, p, w, column, at, unit, zero, zero)
        xx, xy, zx = xx + cx, xy + cy, zx + cz
        cx, cy, cz = turning(k, p, w, column, at, zero, unit, zero)
        yy, yz = yy + cy, yz + cz
        cx, cy, cz = turning(k, p, w, column, at, zero, zero, unit)
        zz = zz + cz
        cx, cy, cz = turning(k, p, w, column, at, heavy * z[u], heavy * z[u + 1], heavy * z[u + 2])
        tx, ty, tz = tx + cx, ty + cy, tz + cz
    if heavy == 0.0:  # of two points: no turn about the line between them
        share = 1.0 / (mu * square) if (mu * square).real > 0.0 else zero
        return mu, lx, ly, lz, share * tx, share * ty, share * tz
    rx, ry, rz = solve_three(xx, yy, zz, xy, yz, zx, tx, ty, tz)
    return mu, lx, ly, lz, rx, ry, rz


@njit
def space_pair(k, p, w, z, first, last, moved, i, j, heavy, room):
    """The direction for two bodies in space into z[room]: six numbers each; what the motion has of it."""
    one, two = mass_at(k, i), mass_at(k, j)
    zero = 0.0 * z[moved]
    for axis in range(12):  # two bodies, six numbers each
        z[room + axis] = zero
    if i < 0 or j < 0:
        side, at, column = (room, one, i) if j < 0 else (room + 6, two, j)
        if at < 0:
            return zero
        u = moved + column + 3
        nx, ny, nz = turning(k, p, w, column, at, z[u], z[u + 1], z[u + 2])
        z[side + 3], z[side + 4], z[side + 5] = heavy * nx, heavy * ny, heavy * nz
        work = zero
        for axis in range(6):
            if axis < 3:
                z[side + axis] = p[at] * z[moved + column + axis]
            work += z[side + axis] * z[moved + column + axis]
        return work
    mu, lx, ly, lz, rx, ry, rz = space_fit(k, p, w, z, first, last, moved, i, j, heavy)
    vi, vj = moved + i, moved + j
    dx, dy, dz = z[vj] - z[vi], z[vj + 1] - z[vi + 1], z[vj + 2] - z[vi + 2]
    ax, ay, az = z[vi + 3], z[vi + 4], z[vi + 5]
    bx, by, bz = z[vj + 3], z[vj + 4], z[vj + 5]
    cx, cy, cz = cross(rx, ry, rz, lx, ly, lz)
    dx, dy, dz = dx - cx, dy - cy, dz - cz
    ax, ay, az, bx, by, bz = ax - rx, ay - ry, az - rz, bx - rx, by - ry, bz - rz
    z[room], z[room + 1], z[room + 2] = -mu * dx, -mu * dy, -mu * dz
    z[room + 6], z[room + 7], z[room + 8] = mu * dx, mu * dy, mu * dz
    cx, cy, cz = turning(k, p, w, i, one, heavy * ax, heavy * ay, heavy * az)
    z[room + 3], z[room + 4], z[room + 5] = cx, cy, cz
    work = mu * (dx * dx + dy * dy + dz * dz) + ax * cx + ay * cy + az * cz
    cx, cy, cz = turning(k, p, w, j, two, heavy * bx, heavy * by, heavy * bz)
    z[room + 9], z[room + 10], z[room + 11] = cx, cy, cz
    return work + bx * cx + by * cy + bz * cz


@njit
def apart(k, p, w, z, first, last, moved, i, j, heavy):
    """By how much the mean places of two bodies that turn together are nearer to each other than the bodies are, and b.

    With b as above, L across it is too short by the cosine of half its turn.
    """
    zero = 0.0 * z[moved]
    if k[COLUMNS] == PLANE:
        _, lx, ly, turn = plane_fit(k, p, z, first, last, moved, i, j, heavy)
        more = lengthening(turn * turn)
        return more * lx, more * ly, zero, zero, zero, turn
    _, lx, ly, lz, rx, ry, rz = space_fit(k, p, w, z, first, last, moved, i, j, heavy)
    square = rx * rx + ry * ry + rz * rz
    more, along = lengthening(square), (lx * rx + ly * ry + lz * rz) / square if square.real > 0.0 else zero
    dx, dy, dz = more * (lx - along * rx), more * (ly - along * ry), more * (lz - along * rz)
    return dx, dy, dz, rx, ry, rz


@njit
def lengthening(square):
    """1/cos - 1 of half a turn, from the square of Cayley's vector of the turn."""
    quarter = 0.25 * square
    return quarter / (1.0 + sqrt(1.0 + quarter))


@njit
def add_along(k, p, w, z, first, last, moved, i, j, heavy, amount, still, room, target):
    """Add the correction whose work over the step is `amount` to the forces at z[target].

    i, j: columns of the two bodies, negative for the ground. heavy: 1, or 0 to leave out their inertia against turning.
    still: square of a motion, in model lengths, below which it fades out.
    """
    size, n, length = k[COLUMNS], k[COORDINATES], p[k[COLUMN_SCALE]]
    if size == PLANE:
        work = plane_pair(k, p, z, first, last, moved, i, j, heavy, room)
    else:
        work = space_pair(k, p, w, z, first, last, moved, i, j, heavy, room)
    for column in range(size * k[BODIES], n):
        weight = p[k[MASS_SCALE]] * (length / p[k[COLUMN_SCALE] + column]) ** 2
        work += weight * z[moved + column] ** 2
    share = amount / (work + still * p[k[MASS_SCALE]] * length * length)
    for axis in range(size):
        if i >= 0:
            z[target + i + axis] += share * z[room + axis]
        if j >= 0:
            z[target + j + axis] += share * z[room + size + axis]
    for column in range(size * k[BODIES], n):
        weight = p[k[MASS_SCALE]] * (length / p[k[COLUMN_SCALE] + column]) ** 2
        z[target + column] += share * weight * z[moved + column]
