"""Kinetic energy and that of the weights from plain coordinates and velocities, straight from the definitions."""

from __future__ import annotations

import math

from linkwork.numerics.jit import njit

PLANAR, SPATIAL = 4, 10  # numbers of a mass


@njit
def rotation(x, y, z, r):
    """The rotation matrix of a rotation vector."""
    square = x * x + y * y + z * z
    angle = math.sqrt(square)
    # below 1e-9 the square is lost in rounding beside 1; the quotients would be 0/0 at none
    s = math.sin(angle) / angle if angle > 1e-9 else 1.0 - square / 6.0
    c = 2.0 * math.sin(0.5 * angle) ** 2 / square if angle > 1e-9 else 0.5
    r[0, 0], r[0, 1], r[0, 2] = 1.0 - c * (y * y + z * z), c * x * y - s * z, c * x * z + s * y
    r[1, 0], r[1, 1], r[1, 2] = c * x * y + s * z, 1.0 - c * (x * x + z * z), c * y * z - s * x
    r[2, 0], r[2, 1], r[2, 2] = c * x * z - s * y, c * y * z + s * x, 1.0 - c * (x * x + y * y)


@njit
def planar_energies(q, v, bodies, masses, gravity, out):
    """The two energies of every row in the plane; masses: mass, centre, inertia about it, of one behind the other."""
    for row in range(q.shape[0]):
        out[row, 0], out[row, 1] = 0.0, 0.0
        for n in range(bodies.shape[0]):
            at, m = 3 * bodies[n], PLANAR * n
            c, s, omega = math.cos(q[row, at + 2]), math.sin(q[row, at + 2]), v[row, at + 2]
            x, y = c * masses[m + 1] - s * masses[m + 2], s * masses[m + 1] + c * masses[m + 2]
            vx, vy = v[row, at] - omega * y, v[row, at + 1] + omega * x
            out[row, 0] += 0.5 * (masses[m] * (vx * vx + vy * vy) + masses[m + 3] * omega * omega)
            out[row, 1] -= masses[m] * (gravity[0] * (q[row, at] + x) + gravity[1] * (q[row, at + 1] + y))


@njit
def spatial_energies(q, v, bodies, masses, gravity, r, out):
    """The same in space; masses: mass, centre, moments and products xx, yy, zz, xy, yz, zx about it."""
    for row in range(q.shape[0]):
        out[row, 0], out[row, 1] = 0.0, 0.0
        for n in range(bodies.shape[0]):
            at, m = 6 * bodies[n], masses[SPATIAL * n : SPATIAL * (n + 1)]
            rotation(q[row, at + 3], q[row, at + 4], q[row, at + 5], r)
            a, b, c = v[row, at + 3], v[row, at + 4], v[row, at + 5]
            ux, uy, uz = b * m[3] - c * m[2], c * m[1] - a * m[3], a * m[2] - b * m[1]
            square = 0.0
            for i in range(3):
                speed = v[row, at + i] + r[i, 0] * ux + r[i, 1] * uy + r[i, 2] * uz
                square += speed * speed
                place = q[row, at + i] + r[i, 0] * m[1] + r[i, 1] * m[2] + r[i, 2] * m[3]
                out[row, 1] -= m[0] * gravity[i] * place
            turning = m[4] * a * a + m[5] * b * b + m[6] * c * c
            turning += 2.0 * (m[7] * a * b + m[8] * b * c + m[9] * c * a)
            out[row, 0] += 0.5 * (m[0] * square + turning)
