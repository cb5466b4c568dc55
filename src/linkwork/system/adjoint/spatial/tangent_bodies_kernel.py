"""The bodies of space in the sweep back of the adjoint: small turns, charts, derivatives of weighted rows of motion.

Rows and weights are taken against twists: a small turn and the angular velocity omega = T u' in body axes, and
omega' = T u'' + e; see `rotation_kernel`. All functions have the signature (k, p, w, z, i, j, x) of a function of the
world and are called by address; those with t in the place of x are for real numbers only. What the blocks of z hold is
told in `tangent_stage_kernel`.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import BODIES, COORDINATES, GRAVITY, MASS_AT, MASS_NUMBERS, MASSES, POSE, TWIST, Q, V
from linkwork.places.spatial.layout_kernel import MASS, MATRIX, PARAMETERS, POSE_SIZE, TWIST_SIZE
from linkwork.system.spatial.body_kernel import inertia, times
from linkwork.system.spatial.rotation_kernel import cross, product, pulled, pushed, spin, spin_bias, turned, turned_back


def turn(k, p, w, z, i, j, x):
    """Turn the pose at w[i] by a small angle x about an axis j of the body: A (I + x ~e_j)."""
    one, other = (j + 1) % 3, (j + 2) % 3
    for row in range(3):
        at = i + MATRIX + 3 * row
        a, b = w[at + one], w[at + other]
        w[at + one] = a + x * b
        w[at + other] = b - x * a
    at = i + PARAMETERS
    ex, ey, ez = 0.0 * x, 0.0 * x, 0.0 * x
    if j == 0:
        ex = 0.5 * x
    elif j == 1:
        ey = 0.5 * x
    else:
        ez = 0.5 * x
    w[at], w[at + 1], w[at + 2], w[at + 3] = product(w[at], w[at + 1], w[at + 2], w[at + 3], 1.0, ex, ey, ez)


def to_twists(k, p, w, z, i, j, t):
    """A vector against the charts, at z[j], against the twists; i = 1: accelerations, with their bias."""
    for body in range(k[BODIES]):
        at = TWIST_SIZE * body + 3
        u, v, to = k[Q] + at, k[V] + at, j + at
        x, y, s = spin(w[u], w[u + 1], w[u + 2], z[to], z[to + 1], z[to + 2])
        if i == 1:
            ex, ey, es = spin_bias(w[u], w[u + 1], w[u + 2], w[v], w[v + 1], w[v + 2])
            x, y, s = x + ex, y + ey, s + es
        z[to], z[to + 1], z[to + 2] = x, y, s


@njit
def spin_slope(ux, uy, uz, yx, yy, yz, x0, x1, x2):
    """y.T x, and its derivative by u."""
    s = 1.0 / (1.0 + 0.25 * (ux * ux + uy * uy + uz * uz))
    cx, cy, cz = cross(x0, x1, x2, yx, yy, yz)
    value = s * (yx * x0 + yy * x1 + yz * x2 - 0.5 * (ux * cx + uy * cy + uz * cz))
    share = -0.5 * s * value
    return value, share * ux - 0.5 * s * cx, share * uy - 0.5 * s * cy, share * uz - 0.5 * s * cz


def to_charts(k, p, w, z, i, j, t):
    """Weights on turns and on omega, and those on u'', to weights on u and u'; u'' is at z[i].

    With F = y.T u' the bias is y.e = -s/2 (u.u') F; t is its share: 0 where z[i] holds u', and the weights are on it.
    """
    n = k[COORDINATES]
    for body in range(k[BODIES]):
        at = TWIST_SIZE * body + 3
        u, v, a = k[Q] + at, k[V] + at, i + at
        place, rate, second = j + n + at, j + 2 * n + at, j + 3 * n + at
        ux, uy, uz, vx, vy, vz = w[u], w[u + 1], w[u + 2], w[v], w[v + 1], w[v + 2]
        ox, oy, oz = z[rate], z[rate + 1], z[rate + 2]
        tx, ty, tz = pulled(ux, uy, uz, z[place], z[place + 1], z[place + 2])
        rx, ry, rz = pulled(ux, uy, uz, ox, oy, oz)
        _, gx, gy, gz = spin_slope(ux, uy, uz, ox, oy, oz, vx, vy, vz)
        tx, ty, tz = tx + gx, ty + gy, tz + gz
        yx, yy, yz = pushed(ux, uy, uz, z[second], z[second + 1], z[second + 2])
        _, gx, gy, gz = spin_slope(ux, uy, uz, yx, yy, yz, z[a], z[a + 1], z[a + 2])
        tx, ty, tz = tx + gx, ty + gy, tz + gz
        f, gx, gy, gz = spin_slope(ux, uy, uz, yx, yy, yz, vx, vy, vz)
        s = 1.0 / (1.0 + 0.25 * (ux * ux + uy * uy + uz * uz))
        half = -0.5 * t * s
        along = ux * vx + uy * vy + uz * vz
        back = -0.5 * s * along * f
        tx += half * (back * ux + f * vx + along * gx)
        ty += half * (back * uy + f * vy + along * gy)
        tz += half * (back * uz + f * vz + along * gz)
        px, py, pz = pulled(ux, uy, uz, yx, yy, yz)
        z[rate] = rx + half * (f * ux + along * px)
        z[rate + 1] = ry + half * (f * uy + along * py)
        z[rate + 2] = rz + half * (f * uz + along * pz)
        z[place], z[place + 1], z[place + 2] = tx, ty, tz


@njit
def dot(ax, ay, az, bx, by, bz):
    """a.b."""
    return ax * bx + ay * by + az * bz


@njit
def inertias_back(z, to, mx, my, mz, sx, sy, sz, nx, ny, nz, ox, oy, oz):
    """Add mu.(dJ omega') + (mu x omega).(dJ omega) for the six moments of inertia."""
    z[to] += mx * sx + nx * ox
    z[to + 1] += my * sy + ny * oy
    z[to + 2] += mz * sz + nz * oz
    z[to + 3] += mx * sy + my * sx + nx * oy + ny * ox
    z[to + 4] += my * sz + mz * sy + ny * oz + nz * oy
    z[to + 5] += mz * sx + mx * sz + nz * ox + nx * oz


def inertia_back(k, p, w, z, i, j, t):
    """Add the derivatives of mu'(M a - Q), with Q of weight and spin, by turns, omega, masses and gravity.

    With f = A' mu of the force, mu that of the torque, h = A'(r'' - g), b = omega' x c + omega x (omega x c), those of

        m f.(h + b) + mu.(J_o omega' + omega x J_o omega) + m (mu x c).h
    """
    n, here = k[COORDINATES], k[MASS_NUMBERS]
    to, gravity = j + 4 * n, j + 4 * n + k[GRAVITY] - k[MASS_NUMBERS]
    for number in range(k[MASSES]):
        body = k[k[MASS_AT] + number]
        matrix, twist = k[POSE] + POSE_SIZE * (body + 1) + MATRIX, k[TWIST] + TWIST_SIZE * (body + 1) + 3
        at, a, g = j + TWIST_SIZE * body, i + TWIST_SIZE * body, k[GRAVITY]
        m, cx, cy, cz = p[here], p[here + 1], p[here + 2], p[here + 3]
        xx, yy, zz, xy, yz, zx = inertia(p, here)
        ox, oy, oz = w[twist], w[twist + 1], w[twist + 2]
        sx, sy, sz = z[a + 3], z[a + 4], z[a + 5]
        mx, my, mz = z[at + 3], z[at + 4], z[at + 5]
        fx, fy, fz = turned_back(w, matrix, z[at], z[at + 1], z[at + 2])
        hx, hy, hz = turned_back(w, matrix, z[a] - p[g], z[a + 1] - p[g + 1], z[a + 2] - p[g + 2])
        rx, ry, rz = cross(ox, oy, oz, cx, cy, cz)
        bx, by, bz = cross(ox, oy, oz, rx, ry, rz)
        ex, ey, ez = cross(sx, sy, sz, cx, cy, cz)
        bx, by, bz = bx + ex, by + ey, bz + ez
        lx, ly, lz = cross(mx, my, mz, cx, cy, cz)
        # turns
        qx, qy, qz = cross(fx, fy, fz, bx, by, bz)
        ex, ey, ez = cross(hx, hy, hz, lx, ly, lz)
        z[at + n + 3] -= m * (qx + ex)
        z[at + n + 4] -= m * (qy + ey)
        z[at + n + 5] -= m * (qz + ez)
        # omega
        nx, ny, nz = cross(mx, my, mz, ox, oy, oz)
        vx, vy, vz = cross(fx, fy, fz, ox, oy, oz)
        jx, jy, jz = times(xx, yy, zz, xy, yz, zx, ox, oy, oz)
        jx, jy, jz = cross(jx, jy, jz, mx, my, mz)
        ex, ey, ez = times(xx, yy, zz, xy, yz, zx, nx, ny, nz)
        jx, jy, jz = jx + ex, jy + ey, jz + ez
        ex, ey, ez = cross(rx, ry, rz, fx, fy, fz)
        qx, qy, qz = cross(cx, cy, cz, vx, vy, vz)
        z[at + 2 * n + 3] += jx + m * (ex + qx)
        z[at + 2 * n + 4] += jy + m * (ey + qy)
        z[at + 2 * n + 5] += jz + m * (ez + qz)
        # mass, with J_o = J + m (c.c I - c c')
        square, spins = dot(cx, cy, cz, cx, cy, cz), dot(mx, my, mz, sx, sy, sz)
        along, across = dot(cx, cy, cz, sx, sy, sz), dot(mx, my, mz, cx, cy, cz)
        rolls, bent = dot(cx, cy, cz, ox, oy, oz), dot(mx, my, mz, rx, ry, rz)
        z[to] += dot(fx, fy, fz, hx + bx, hy + by, hz + bz) + dot(lx, ly, lz, hx, hy, hz)
        z[to] += square * spins - across * along - bent * rolls
        # its centre
        ex, ey, ez = cross(fx, fy, fz, sx, sy, sz)
        qx, qy, qz = cross(vx, vy, vz, ox, oy, oz)
        jx, jy, jz = cross(hx, hy, hz, mx, my, mz)
        z[to + 1] += m * (ex + qx + jx + 2.0 * cx * spins - mx * along - sx * across - nx * rolls - ox * bent)
        z[to + 2] += m * (ey + qy + jy + 2.0 * cy * spins - my * along - sy * across - ny * rolls - oy * bent)
        z[to + 3] += m * (ez + qz + jz + 2.0 * cz * spins - mz * along - sz * across - nz * rolls - oz * bent)
        inertias_back(z, to + 4, mx, my, mz, sx, sy, sz, nx, ny, nz, ox, oy, oz)
        lx, ly, lz = turned(w, matrix, lx, ly, lz)
        z[gravity] -= m * (z[at] + lx)
        z[gravity + 1] -= m * (z[at + 1] + ly)
        z[gravity + 2] -= m * (z[at + 2] + lz)
        here += MASS
        to += MASS
