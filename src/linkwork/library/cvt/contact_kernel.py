"""All contacts of a pulley at once: gaps (33), flexibility of the sheaves by harmonics (10), forces (34), (35).

g_i = g0_i + sum_j W_ij f_j + f_i / c_e. The sheaves are round: W depends on the angle between two places and on the
radius, so it is a sum of harmonics, W_ij = sum_n c_n(r) cos n (phi_i - phi_j), whose coefficients are a table over r.
"""

from __future__ import annotations

import math

from linkwork.library.cvt.layout_kernel import CONE, PLENGTH, PTX, PTY, PX, PY, U_X, U_Y, WIDTH, YIELD
from linkwork.numerics.cones.closed_inverse_kernel import follow_closed, invert_closed
from linkwork.numerics.cones.compliant_kernel import solve_compliant
from linkwork.numerics.jit import njit


@njit
def place_of(path, w, pulley):
    """Where a station is seen from the axis of a pulley: x, y, radius, and how the radius grows with the deflection."""
    nx, ny = path[PTY], -path[PTX]
    dx, dy = path[PX] + w * nx - pulley[U_X], path[PY] + w * ny - pulley[U_Y]
    radius = math.sqrt(dx * dx + dy * dy)
    return dx, dy, radius, (dx * nx + dy * ny) / radius


@njit
def fill_flexibility(count, stations, angles, radius, path, belt, radii, table, matrix):
    """W + I / c_e of the stations of one pulley; `table` has a row of harmonics for each of `radii`."""
    last = len(radii) - 1
    k = 0
    while k < last - 1 and radius > radii[k + 1]:
        k += 1
    share = min(1.0, max(0.0, (radius - radii[k]) / (radii[k + 1] - radii[k])))
    for a in range(count):
        for b in range(a + 1):
            turn = 2.0 * math.cos(angles[a] - angles[b])
            before, now, total = 0.5 * turn, 1.0, 0.0
            for n in range(table.shape[1]):  # cos n x by the recurrence of Chebyshev
                total += ((1.0 - share) * table[k, n] + share * table[k + 1, n]) * now
                before, now = now, turn * now - before
            matrix[a, b] = total
            matrix[b, a] = total
        matrix[a, a] += 1.0 / (belt[YIELD] * path[stations[a], PLENGTH])


@njit
def close_contacts(
    count, stations, path, belt, pulley, deflection, opening, tilt_x, tilt_y, matrix, closed, before, places, factor,
    inverse, gap, force, opened, work, shares, rows,
):  # fmt: skip
    """Axial forces of the stations of one pulley; returns how many are closed, -1 for a matrix that is not positive.

    `inverse` is that of the closed contacts; of the `before` that were closed last time, 0 if there is none to trust.
    """
    for a in range(count):
        i = stations[a]
        dx, dy, radius, _ = place_of(path[i], deflection[i], pulley)
        gap[a] = opening + 2.0 * radius * math.tan(belt[CONE]) + tilt_x * dx + tilt_y * dy - belt[WIDTH]
    if before > 0:
        now = follow_closed(count, before, matrix, inverse, gap, closed, places, force, opened, work, shares, rows)
        if now > 0:
            return now
    now = solve_compliant(count, matrix, gap, closed, places, factor, force, opened, work)
    if now > 0:
        invert_closed(now, factor, inverse, shares, rows)
    return now


@njit
def force_slopes(closed_count, places, stations, path, belt, pulley, deflection, tilt_x, tilt_y, support, shape,
                 inverse, first, gap_at, tilt_at, bend_at, slopes, turned):  # fmt: skip
    """slopes[i, :]: how the axial force of station i changes with the unknowns at the border, -A^-1 dg.

    A column changes with few gaps, and each gap with few columns: `turned` has the columns as rows.
    """
    wide = slopes.shape[1]
    for c in range(wide):
        for a in range(closed_count):
            turned[c, a] = 0.0
    for b in range(closed_count):
        i = stations[places[b]]
        dx, dy, _, growth = place_of(path[i], deflection[i], pulley)
        by_w = 2.0 * math.tan(belt[CONE]) * growth + tilt_x * path[i, PTY] - tilt_y * path[i, PTX]
        for m in range(support.shape[1]):
            share, c = by_w * shape[i, m], first + support[i, m]
            if share != 0.0:
                for a in range(closed_count):
                    turned[c, a] -= share * inverse[b, a]
        for a in range(closed_count):
            turned[gap_at, a] -= inverse[b, a]
            turned[tilt_at, a] -= dx * inverse[b, a]
            turned[tilt_at + 1, a] -= dy * inverse[b, a]
    for a in range(closed_count):
        turned[bend_at, a], turned[bend_at + 1, a] = turned[tilt_at, a], turned[tilt_at + 1, a]
        i = stations[places[a]]
        for c in range(wide):
            slopes[i, c] = turned[c, a]
