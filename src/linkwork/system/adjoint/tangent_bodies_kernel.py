"""The bodies of the plane in the sweep back of the adjoint: small moves, and derivatives of weighted rows of motion.

All functions have the signature (k, p, w, z, i, j, x) of a function of the world and are called by address; those with
t in the place of x are for real numbers only. What the blocks of z hold is told in `tangent_stage_kernel`.
"""

from __future__ import annotations

from linkwork.places.layout_kernel import COORDINATES, GRAVITY, MASS_AT, MASS_NUMBERS, MASSES, POSE, POSE_SIZE, V


def turn(k, p, w, z, i, j, x):
    """Turn the pose at w[i] by a small angle x; j is the axis, of which the plane has one."""
    w[i + 2] += x
    c, s = w[i + 3], w[i + 4]
    w[i + 3] = c - x * s
    w[i + 4] = s + x * c


def inertia_back(k, p, w, z, i, j, t):
    """Add the derivatives of mu'(M a - Q), with Q of weight and spin, by places, velocities, masses and gravity.

    With b = A c, in the rows m (x'' - b_y w' - w^2 b_x - g_x), m (y'' + b_x w' - w^2 b_y - g_y) and
    m (b_x (y'' - g_y) - b_y (x'' - g_x)) + (J + m c.c) w'.
    """
    n, here = k[COORDINATES], k[MASS_NUMBERS]
    to, gravity = j + 4 * n, j + 4 * n + k[GRAVITY] - k[MASS_NUMBERS]
    gx, gy = p[k[GRAVITY]], p[k[GRAVITY] + 1]
    for number in range(k[MASSES]):
        column = 3 * k[k[MASS_AT] + number]
        pose = k[POSE] + POSE_SIZE * (k[k[MASS_AT] + number] + 1)
        m, x, y = p[here], p[here + 1], p[here + 2]
        c, s, omega = w[pose + 3], w[pose + 4], w[k[V] + column + 2]
        bx, by = c * x - s * y, s * x + c * y
        fx, fy, turning = z[j + column], z[j + column + 1], z[j + column + 2]
        ax, ay, spin = z[i + column] - gx, z[i + column + 1] - gy, z[i + column + 2]
        on_x = turning * ay + fy * spin - fx * omega * omega
        on_y = -turning * ax - fx * spin - fy * omega * omega
        z[j + n + column + 2] += m * (on_y * bx - on_x * by)
        z[j + 2 * n + column + 2] -= 2.0 * m * omega * (fx * bx + fy * by)
        z[to] += fx * ax + fy * ay + on_x * bx + on_y * by + turning * (x * x + y * y) * spin
        z[to + 1] += m * (on_x * c + on_y * s + 2.0 * turning * x * spin)
        z[to + 2] += m * (on_y * c - on_x * s + 2.0 * turning * y * spin)
        z[to + 3] += turning * spin
        z[gravity] += m * (turning * by - fx)
        z[gravity + 1] -= m * (turning * bx + fy)
        here += 4
        to += 4
