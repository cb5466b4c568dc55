"""Closed loops in joint coordinates: composite inertias, rows of the cut elements, and the equations that join them.

    [[H, J'], [J, 0]] (z'', -mu) = (Q, gamma),   H by composite inertias, J = Phi_q dq/dz by sums along the paths

H is factored first, then J H^-1 J'. A row that others imply has a pivot of nearly zero there and is left alone,
smoothly; where coordinates have no mass, H is replaced by H + J' J, which changes no solution. Everything is scaled:
coordinates by their units, rows and masses as in the whole system.

Own numbers behind the blocks: units, right side, solution (nz each), H (nz nz), J and L^-1 J' (rows nz each),
J H^-1 J' (rows rows), and three vectors of rows: inverse pivots, right side, multipliers.
"""

from __future__ import annotations

from linkwork.numerics.jit import call_constraint, njit, part
from linkwork.system.layout_kernel import (
    ADDRESS,
    BODIES,
    COORDINATES,
    FIRST_ROW,
    FLOATS_AT,
    INTS_AT,
    MASS_SCALE,
    MEMORY,
    MULTIPLIERS,
    OUT,
    OUT_AT,
    OWN,
    POSE,
    ROW_SCALE,
    ROWS,
    TWIST,
    WIDTH,
    A,
)
from linkwork.system.tree_kernel import (
    AT,
    AX,
    AY,
    BLOCK,
    COLUMN,
    CUT,
    CUT_AT,
    CUT_ELEMENT,
    CUT_FIRST,
    CUT_ROW,
    CUT_ROWS,
    CUTS,
    CX,
    CY,
    DX,
    DY,
    FLOATING,
    FREEDOM,
    FREEDOMS,
    FT,
    FX,
    FY,
    JOINT,
    JOINTS,
    KIND,
    LIGHT,
    PARENT,
    POSE_OF,
    RECORDS,
    SLIDING,
    SX,
    SY,
    TREE,
    TT,
    TURNING,
    UX,
    UY,
    XT,
    XX,
    YT,
    blocks_at,
    vectors_at,
)

IMPLIED = 1e-44  # fourth power of the relative pivot at which a row is half left alone


@njit
def side_at(k):
    """Where the right side of the coordinates lies; the solution follows it."""
    return vectors_at(k) + k[k[TREE] + FREEDOMS]


@njit
def matrix_at(k):
    """Where H lies."""
    return vectors_at(k) + 3 * k[k[TREE] + FREEDOMS]


@njit
def rows_at(k):
    """Where J lies; L^-1 J' follows it."""
    n = k[k[TREE] + FREEDOMS]
    return matrix_at(k) + n * n


@njit
def square_at(k):
    """Where J H^-1 J' lies; then inverse pivots, right side and multipliers of the rows."""
    return rows_at(k) + 2 * k[k[TREE] + FREEDOMS] * k[k[TREE] + CUT_ROWS]


@njit
def evaluate_cuts(k, p, w, stage, t):
    """Call the kernels of the cut elements at the poses and twists of the workspace."""
    pose, twist = part(w, k[POSE]), part(w, k[TWIST])
    memory, out = part(w, k[MEMORY]), part(w, k[OUT])
    cut = k[k[TREE] + CUT_AT]
    for _ in range(k[k[TREE] + CUTS]):
        record = k[cut + CUT_ELEMENT]
        call_constraint(
            k[record + ADDRESS],
            stage,
            t,
            pose,
            twist,
            memory,
            p,
            k,
            k[record + FLOATS_AT],
            k[record + INTS_AT],
            k[record + OUT_AT],
            out,
        )
        cut += CUT


@njit
def bias_accelerations(k, w):
    """Accelerations that the bodies have when no joint accelerates, and the forces without what these need."""
    table = k[TREE]
    joint, first = table + RECORDS, blocks_at(k)
    block = first
    for _ in range(k[table + JOINTS]):
        parent = k[joint + PARENT]
        ax, ay = w[block + CX], w[block + CY]
        if parent >= 0:
            above = first + BLOCK * parent
            ax += w[above + AX]
            ay += w[above + AY]
        w[block + AX], w[block + AY], w[block + AT] = ax, ay, 0.0
        w[block + FX] -= w[block + XX] * ax
        w[block + FY] -= w[block + XX] * ay
        w[block + FT] -= w[block + XT] * ax + w[block + YT] * ay
        joint += JOINT
        block += BLOCK


@njit
def compose(k, w):
    """Composite inertias and forces, from the leaves to the root."""
    table = k[TREE]
    count, first = k[table + JOINTS], blocks_at(k)
    joint, block = table + RECORDS + JOINT * (count - 1), first + BLOCK * (count - 1)
    for _ in range(count):
        parent = k[joint + PARENT]
        if parent >= 0:
            above, dx, dy = first + BLOCK * parent, w[block + DX], w[block + DY]
            mass, xt, yt = w[block + XX], w[block + XT], w[block + YT]
            w[above + XX] += mass
            w[above + XT] += xt - mass * dy
            w[above + YT] += yt + mass * dx
            w[above + TT] += w[block + TT] + 2.0 * (dx * yt - dy * xt) + mass * (dx * dx + dy * dy)
            w[above + FX] += w[block + FX]
            w[above + FY] += w[block + FY]
            w[above + FT] += w[block + FT] + dx * w[block + FY] - dy * w[block + FX]
        joint -= JOINT
        block -= BLOCK


@njit
def along(k, w, place, x, y, turn, target, sign):
    """Add to target[...] what a force and a moment at the reference point of a body do along its path to the root."""
    first, records = blocks_at(k), k[TREE] + RECORDS
    while place >= 0:
        joint, block = records + JOINT * place, first + BLOCK * place
        kind, z = k[joint + KIND], target + k[joint + FREEDOM]
        if kind == TURNING:
            w[z] += sign * turn
        elif kind == SLIDING:
            w[z] += sign * (w[block + UX] * x + w[block + UY] * y)
        elif kind == FLOATING:
            w[z] += sign * x
            w[z + 1] += sign * y
            w[z + 2] += sign * turn
        turn += w[block + DX] * y - w[block + DY] * x
        place = k[joint + PARENT]


@njit
def load_matrix(k, p, w):
    """The scaled H, lower and upper half, from the composite inertias."""
    table = k[TREE]
    n, joint, block, h = k[table + FREEDOMS], table + RECORDS, blocks_at(k), matrix_at(k)
    units = vectors_at(k)
    for i in range(n * n):
        w[h + i] = 0.0
    for place in range(k[table + JOINTS]):
        kind, z = k[joint + KIND], k[joint + FREEDOM]
        mass, xt, yt, tt = w[block + XX], w[block + XT], w[block + YT], w[block + TT]
        if kind == TURNING:
            along(k, w, place, xt, yt, tt, h + n * z, 1.0)
        elif kind == SLIDING:
            ux, uy = w[block + UX], w[block + UY]
            along(k, w, place, mass * ux, mass * uy, xt * ux + yt * uy, h + n * z, 1.0)
        elif kind == FLOATING:
            along(k, w, place, mass, 0.0 * mass, xt, h + n * z, 1.0)
            along(k, w, place, 0.0 * mass, mass, yt, h + n * (z + 1), 1.0)
            along(k, w, place, xt, yt, tt, h + n * (z + 2), 1.0)
        joint += JOINT
        block += BLOCK
    scale = 1.0 / p[k[MASS_SCALE]]
    for i in range(n):
        for j in range(i + 1):
            w[h + n * i + j] *= scale * w[units + i] * w[units + j]


@njit
def load_rows(k, p, w):
    """The scaled rows of the cut elements against the joint coordinates."""
    table = k[TREE]
    n, rows, cut, units = k[table + FREEDOMS], rows_at(k), k[table + CUT_AT], vectors_at(k)
    for i in range(n * k[table + CUT_ROWS]):
        w[rows + i] = 0.0
    own = 3 * k[BODIES] + 3 - (n - k[OWN])
    for _ in range(k[table + CUTS]):
        record = k[cut + CUT_ELEMENT]
        count, width, ints = k[record + ROWS], k[record + WIDTH], k[record + INTS_AT]
        jacobian, scale = k[OUT] + k[record + OUT_AT] + 3 * count, k[ROW_SCALE] + k[record + FIRST_ROW]
        for row in range(count):
            target = rows + n * (k[cut + CUT_ROW] + row)
            at = jacobian + row * width
            for side in range(2):
                place = k[cut + CUT_FIRST + side]
                if place >= 0:
                    block = blocks_at(k) + BLOCK * place
                    x, y, turn = w[at + 3 * side], w[at + 3 * side + 1], w[at + 3 * side + 2]
                    along(k, w, place, x, y, turn - w[block + SX] * y + w[block + SY] * x, target, 1.0)
            for local in range(6, width):
                w[target + k[ints + 5 + 2 * (local - 6)] - own] += w[at + local]
            for i in range(n):
                w[target + i] *= p[scale + row] * w[units + i]
        cut += CUT


@njit
def load_sides(k, p, w, which):
    """The scaled -Phi (0), nu (1) or gamma (2) of the cut rows; returns the largest."""
    table, largest = k[TREE], 0.0
    side, cut = square_at(k) + k[table + CUT_ROWS] * (k[table + CUT_ROWS] + 1), k[table + CUT_AT]
    for _ in range(k[table + CUTS]):
        record = k[cut + CUT_ELEMENT]
        count, scale = k[record + ROWS], k[ROW_SCALE] + k[record + FIRST_ROW]
        source = k[OUT] + k[record + OUT_AT] + which * count
        for row in range(count):
            value = w[source + row] * p[scale + row]
            w[side + k[cut + CUT_ROW] + row] = -value if which == 0 else value
            if not abs(value.real) <= largest:
                largest = abs(value.real)
        cut += CUT
    return largest


@njit
def subtract_bias(k, p, w):
    """Take from gamma what the accelerations without those of the joints make of the rows."""
    table = k[TREE]
    rows = k[table + CUT_ROWS]
    side, cut = square_at(k) + rows * (rows + 1), k[table + CUT_AT]
    for _ in range(k[table + CUTS]):
        record = k[cut + CUT_ELEMENT]
        count, width, scale = k[record + ROWS], k[record + WIDTH], k[ROW_SCALE] + k[record + FIRST_ROW]
        jacobian = k[OUT] + k[record + OUT_AT] + 3 * count
        for second in range(2):
            place = k[cut + CUT_FIRST + second]
            if place < 0:
                continue
            a = k[A] + k[table + RECORDS + JOINT * place + COLUMN]
            for row in range(count):
                at = jacobian + row * width + 3 * second
                made = w[at] * w[a] + w[at + 1] * w[a + 1]
                w[side + k[cut + CUT_ROW] + row] -= made * p[scale + row]
        cut += CUT


@njit
def factor(k, w):
    """Factor H, then J H^-1 J'."""
    table = k[TREE]
    n, m = k[table + FREEDOMS], k[table + CUT_ROWS]
    h, rows, square = matrix_at(k), rows_at(k), square_at(k)
    half, inverse = rows + n * m, square + m * m
    if k[table + LIGHT] > 0:
        for row in range(m):
            at = rows + n * row
            for i in range(n):
                for j in range(i + 1):
                    w[h + n * i + j] += w[at + i] * w[at + j]
    for i in range(n):
        # above the diagonal: L D, on it: 1 / D
        at = h + n * i
        for j in range(i):
            total = w[at + j]
            for l in range(j):
                total -= w[at + l] * w[h + n * l + j]
            w[h + n * j + i] = total
            w[at + j] = total * w[h + n * j + j]
        pivot = w[at + i]
        for l in range(i):
            pivot -= w[at + l] * w[h + n * l + i]
        w[at + i] = 1.0 / pivot
    for row in range(m):
        at, source = half + n * row, rows + n * row
        for i in range(n):
            total = w[source + i]
            for j in range(i):
                total -= w[h + n * i + j] * w[at + j]
            w[at + i] = total
        for other in range(row + 1):
            total = 0.0 * w[at]
            for i in range(n):
                total += w[at + i] * w[half + n * other + i] * w[h + (n + 1) * i]
            w[square + m * row + other] = total
    for i in range(m):
        at = square + m * i
        size = w[at + i].real
        for j in range(i):
            total = w[at + j]
            for l in range(j):
                total -= w[at + l] * w[square + m * l + j]
            w[square + m * j + i] = total
            w[at + j] = total * w[inverse + j]
        pivot = w[at + i]
        for l in range(i):
            pivot -= w[at + l] * w[square + m * l + i]
        share = pivot / (size if size > 0.0 else 1.0)
        cube = share * share * share
        w[inverse + i] = cube / (cube * share + IMPLIED) / (size if size > 0.0 else 1.0)


@njit
def solve(k, w):
    """Scaled coordinates and multipliers for the right sides, with the factor."""
    table = k[TREE]
    n, m = k[table + FREEDOMS], k[table + CUT_ROWS]
    h, rows, square, side = matrix_at(k), rows_at(k), square_at(k), side_at(k)
    half, inverse = rows + n * m, square + m * m
    given, found, x = inverse + m, inverse + 2 * m, side + n
    for i in range(n):
        total = w[side + i]
        if k[table + LIGHT] > 0:
            for row in range(m):
                total += w[rows + n * row + i] * w[given + row]
        for j in range(i):
            total -= w[h + n * i + j] * w[x + j]
        w[x + i] = total
    for row in range(m):
        total = w[given + row]
        for i in range(n):
            total -= w[half + n * row + i] * w[x + i] * w[h + (n + 1) * i]
        for j in range(row):
            total -= w[square + m * row + j] * w[found + j]
        w[found + row] = total
    for row in range(m - 1, -1, -1):
        total = w[found + row] * w[inverse + row]
        for j in range(row + 1, m):
            total -= w[square + m * j + row] * w[found + j]
        w[found + row] = total
        for i in range(n):
            w[x + i] += w[half + n * row + i] * total
    for i in range(n - 1, -1, -1):
        total = w[x + i] * w[h + (n + 1) * i]
        for j in range(i + 1, n):
            total -= w[h + n * j + i] * w[x + j]
        w[x + i] = total


@njit
def take_multipliers(k, p, w):
    """Multipliers of the cut elements, in N and N m."""
    table, mass = k[TREE], p[k[MASS_SCALE]]
    rows = k[table + CUT_ROWS]
    found, cut = square_at(k) + rows * (rows + 2), k[table + CUT_AT]
    for _ in range(k[table + CUTS]):
        record = k[cut + CUT_ELEMENT]
        first = k[record + FIRST_ROW]
        for row in range(k[record + ROWS]):
            value = -w[found + k[cut + CUT_ROW] + row] * mass * p[k[ROW_SCALE] + first + row]
            w[k[MULTIPLIERS] + first + row] = value
        cut += CUT


@njit
def load_forces(k, p, w):
    """Scaled forces of the joint coordinates from the composite forces."""
    table = k[TREE]
    joint, block, side, units = table + RECORDS, blocks_at(k), side_at(k), vectors_at(k)
    scale = 1.0 / p[k[MASS_SCALE]]
    for i in range(k[table + FREEDOMS]):
        w[side + i] = 0.0
    for _ in range(k[table + JOINTS]):
        kind, z = k[joint + KIND], k[joint + FREEDOM]
        at, unit = side + z, units + z
        if kind == TURNING:
            w[at] = w[block + FT] * scale * w[unit]
        elif kind == SLIDING:
            w[at] = (w[block + UX] * w[block + FX] + w[block + UY] * w[block + FY]) * scale * w[unit]
        elif kind == FLOATING:
            w[at] = w[block + FX] * scale * w[unit]
            w[at + 1] = w[block + FY] * scale * w[unit + 1]
            w[at + 2] = w[block + FT] * scale * w[unit + 2]
        joint += JOINT
        block += BLOCK
