"""What a motion needs: Newton and Euler from the base outwards, and the wrenches of the joints back inwards.

Wrenches are forces and moments about the origin of space. The generalised force of a coordinate is the power of the
joint's wrench for its unit speed.
"""

from __future__ import annotations

from linkwork.library.biomechanics.layout_kernel import INERTIAS, KINDS, PARENT, SPANS, TURN
from linkwork.library.biomechanics.skeleton_kernel import place_bodies
from linkwork.numerics.jit import njit


@njit
def move_bodies(table, speed, rate, pose, screw, twist):
    """Angular velocity and acceleration, velocity and acceleration of the origin of every body, 12 numbers each."""
    parent, spans, kinds = table[PARENT], table[SPANS], table[KINDS]
    for body in range(len(parent)):
        mother = parent[body]
        wx, wy, wz, ex, ey, ez = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        vx, vy, vz, ax, ay, az = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        px, py, pz = 0.0, 0.0, 0.0
        if mother >= 0:
            wx, wy, wz = twist[mother, 0], twist[mother, 1], twist[mother, 2]
            ex, ey, ez = twist[mother, 3], twist[mother, 4], twist[mother, 5]
            vx, vy, vz = twist[mother, 6], twist[mother, 7], twist[mother, 8]
            ax, ay, az = twist[mother, 9], twist[mother, 10], twist[mother, 11]
            px, py, pz = pose[mother, 9], pose[mother, 10], pose[mother, 11]
        for move in range(spans[body, 0], spans[body, 1] + 1):
            if move < spans[body, 1]:
                nx, ny, nz = screw[move, 3], screw[move, 4], screw[move, 5]
            else:
                nx, ny, nz = pose[body, 9], pose[body, 10], pose[body, 11]
            shift = move < spans[body, 1] and kinds[move, 0] != TURN
            # the frame before this move carries its origin to the place after it, rigidly
            rx, ry, rz = nx - px, ny - py, nz - pz
            cx, cy, cz = wy * rz - wz * ry, wz * rx - wx * rz, wx * ry - wy * rx
            ax += ey * rz - ez * ry + wy * cz - wz * cy
            ay += ez * rx - ex * rz + wz * cx - wx * cz
            az += ex * ry - ey * rx + wx * cy - wy * cx
            vx, vy, vz = vx + cx, vy + cy, vz + cz
            px, py, pz = nx, ny, nz
            if move == spans[body, 1]:
                break
            c = kinds[move, 1]
            if c < 0:
                continue
            first = screw[move, 6] * speed[c]
            second = screw[move, 6] * rate[c] + screw[move, 7] * speed[c] * speed[c]
            ux, uy, uz = screw[move, 0], screw[move, 1], screw[move, 2]
            gx, gy, gz = wy * uz - wz * uy, wz * ux - wx * uz, wx * uy - wy * ux
            if shift:
                vx, vy, vz = vx + first * ux, vy + first * uy, vz + first * uz
                ax += second * ux + 2 * first * gx
                ay += second * uy + 2 * first * gy
                az += second * uz + 2 * first * gz
            else:
                ex, ey, ez = ex + second * ux + first * gx, ey + second * uy + first * gy, ez + second * uz + first * gz
                wx, wy, wz = wx + first * ux, wy + first * uy, wz + first * uz
        twist[body, 0], twist[body, 1], twist[body, 2] = wx, wy, wz
        twist[body, 3], twist[body, 4], twist[body, 5] = ex, ey, ez
        twist[body, 6], twist[body, 7], twist[body, 8] = vx, vy, vz
        twist[body, 9], twist[body, 10], twist[body, 11] = ax, ay, az


@njit
def need_of_body(inertia, pose, twist, body, gravity, wrench):
    """wrench[body] = what mass and weight of a body need."""
    w, e = (twist[body, 0], twist[body, 1], twist[body, 2]), (twist[body, 3], twist[body, 4], twist[body, 5])
    mass = inertia[body, 0]
    r = pose[body]
    sx = r[0] * inertia[body, 1] + r[1] * inertia[body, 2] + r[2] * inertia[body, 3]
    sy = r[3] * inertia[body, 1] + r[4] * inertia[body, 2] + r[5] * inertia[body, 3]
    sz = r[6] * inertia[body, 1] + r[7] * inertia[body, 2] + r[8] * inertia[body, 3]
    cx, cy, cz = w[1] * sz - w[2] * sy, w[2] * sx - w[0] * sz, w[0] * sy - w[1] * sx
    fx = mass * (twist[body, 9] + e[1] * sz - e[2] * sy + w[1] * cz - w[2] * cy - gravity[0])
    fy = mass * (twist[body, 10] + e[2] * sx - e[0] * sz + w[2] * cx - w[0] * cz - gravity[1])
    fz = mass * (twist[body, 11] + e[0] * sy - e[1] * sx + w[0] * cy - w[1] * cx - gravity[2])
    # moments in the body's own axes: J e + w x J w
    wx, wy, wz = r[0] * w[0] + r[3] * w[1] + r[6] * w[2], r[1] * w[0] + r[4] * w[1] + r[7] * w[2], 0.0
    wz = r[2] * w[0] + r[5] * w[1] + r[8] * w[2]
    ex, ey = r[0] * e[0] + r[3] * e[1] + r[6] * e[2], r[1] * e[0] + r[4] * e[1] + r[7] * e[2]
    ez = r[2] * e[0] + r[5] * e[1] + r[8] * e[2]
    xx, yy, zz = inertia[body, 4], inertia[body, 5], inertia[body, 6]
    xy, xz, yz = inertia[body, 7], inertia[body, 8], inertia[body, 9]
    hx, hy, hz = xx * wx + xy * wy + xz * wz, xy * wx + yy * wy + yz * wz, xz * wx + yz * wy + zz * wz
    mx = xx * ex + xy * ey + xz * ez + wy * hz - wz * hy
    my = xy * ex + yy * ey + yz * ez + wz * hx - wx * hz
    mz = xz * ex + yz * ey + zz * ez + wx * hy - wy * hx
    gx, gy, gz = r[9] + sx, r[10] + sy, r[11] + sz
    wrench[body, 0], wrench[body, 1], wrench[body, 2] = fx, fy, fz
    wrench[body, 3] = r[0] * mx + r[1] * my + r[2] * mz + gy * fz - gz * fy
    wrench[body, 4] = r[3] * mx + r[4] * my + r[5] * mz + gz * fx - gx * fz
    wrench[body, 5] = r[6] * mx + r[7] * my + r[8] * mz + gx * fy - gy * fx


@njit
def back_inwards(table, screw, wrench, force):
    """Sum the wrenches of bodies to those of their joints, and project them on the coordinates."""
    parent, spans, kinds = table[PARENT], table[SPANS], table[KINDS]
    for c in range(len(force)):
        force[c] = 0.0
    for body in range(len(parent) - 1, -1, -1):
        for move in range(spans[body, 0], spans[body, 1]):
            c = kinds[move, 1]
            if c < 0:
                continue
            ux, uy, uz = screw[move, 0], screw[move, 1], screw[move, 2]
            fx, fy, fz = wrench[body, 0], wrench[body, 1], wrench[body, 2]
            if kinds[move, 0] == TURN:
                px, py, pz = screw[move, 3], screw[move, 4], screw[move, 5]
                mx = wrench[body, 3] - (py * fz - pz * fy)
                my = wrench[body, 4] - (pz * fx - px * fz)
                mz = wrench[body, 5] - (px * fy - py * fx)
                force[c] += screw[move, 6] * (ux * mx + uy * my + uz * mz)
            else:
                force[c] += screw[move, 6] * (ux * fx + uy * fy + uz * fz)
        if parent[body] >= 0:
            for i in range(6):
                wrench[parent[body], i] += wrench[body, i]


@njit
def composite_masses(table, pose, composite):
    """Of every body with all that hangs on it: mass, its moment (3) and the inertia about the origin of space (6)."""
    parent, inertias = table[PARENT], table[INERTIAS]
    for body in range(len(parent)):
        r, own, mass = pose[body], inertias[body], inertias[body, 0]
        x = r[9] + r[0] * own[1] + r[1] * own[2] + r[2] * own[3]
        y = r[10] + r[3] * own[1] + r[4] * own[2] + r[5] * own[3]
        z = r[11] + r[6] * own[1] + r[7] * own[2] + r[8] * own[3]
        composite[body, 0] = mass
        composite[body, 1], composite[body, 2], composite[body, 3] = mass * x, mass * y, mass * z
        at = 4
        for i in range(3):
            a, b, c = r[3 * i], r[3 * i + 1], r[3 * i + 2]
            ja = own[4] * a + own[7] * b + own[8] * c
            jb = own[7] * a + own[5] * b + own[9] * c
            jc = own[8] * a + own[9] * b + own[6] * c
            for k in range(i, 3):
                composite[body, at] = ja * r[3 * k] + jb * r[3 * k + 1] + jc * r[3 * k + 2]
                at += 1
        # rows xx, xy, xz, yy, yz, zz; then what the center is away from the origin
        composite[body, 4] += mass * (y * y + z * z)
        composite[body, 5] -= mass * x * y
        composite[body, 6] -= mass * x * z
        composite[body, 7] += mass * (x * x + z * z)
        composite[body, 8] -= mass * y * z
        composite[body, 9] += mass * (x * x + y * y)
    for body in range(len(parent) - 1, -1, -1):
        if parent[body] >= 0:
            for i in range(len(composite[body])):
                composite[parent[body], i] += composite[body, i]


@njit
def turned(own, u, p):
    """Of masses that turn with u about a point p: the speed at the origin, the momentum, and that about the origin.

    `own` has the mass, its first moments and the six second ones, of points as of bodies.
    """
    (ux, uy, uz), (px, py, pz) = u, p
    vx, vy, vz = py * uz - pz * uy, pz * ux - px * uz, px * uy - py * ux
    fx = own[0] * vx + uy * own[3] - uz * own[2]
    fy = own[0] * vy + uz * own[1] - ux * own[3]
    fz = own[0] * vz + ux * own[2] - uy * own[1]
    hx = own[4] * ux + own[5] * uy + own[6] * uz + own[2] * vz - own[3] * vy
    hy = own[5] * ux + own[7] * uy + own[8] * uz + own[3] * vx - own[1] * vz
    hz = own[6] * ux + own[8] * uy + own[9] * uz + own[1] * vy - own[2] * vx
    return (vx, vy, vz), (fx, fy, fz), (hx, hy, hz)


@njit
def shifted(own, u):
    """Of masses that all move with u: the momentum, and that about the origin."""
    ux, uy, uz = u
    f = own[0] * ux, own[0] * uy, own[0] * uz
    return f, (own[2] * uz - own[3] * uy, own[3] * ux - own[1] * uz, own[1] * uy - own[2] * ux)


@njit
def mass_matrix(table, pose, screw, composite, matrix):
    """The matrix of masses of the coordinates (composite bodies): the momentum of all that a move carries, projected
    on that move and on those that carry it."""
    parent, spans, kinds = table[PARENT], table[SPANS], table[KINDS]
    composite_masses(table, pose, composite)
    for i in range(len(matrix)):
        for j in range(len(matrix)):
            matrix[i, j] = 0.0
    for body in range(len(parent)):
        own = composite[body]
        for move in range(spans[body, 0], spans[body, 1]):
            c = kinds[move, 1]
            if c < 0 or screw[move, 6] == 0.0:
                continue
            size = screw[move, 6]
            ux, uy, uz = size * screw[move, 0], size * screw[move, 1], size * screw[move, 2]
            if kinds[move, 0] == TURN:
                _, (fx, fy, fz), (hx, hy, hz) = turned(
                    own, (ux, uy, uz), (screw[move, 3], screw[move, 4], screw[move, 5])
                )
            else:
                (fx, fy, fz), (hx, hy, hz) = shifted(own, (ux, uy, uz))
            carrier, last = body, move
            while carrier >= 0:
                for other in range(last, spans[carrier, 0] - 1, -1):
                    d = kinds[other, 1]
                    if d < 0:
                        continue
                    ax, ay, az = screw[other, 0], screw[other, 1], screw[other, 2]
                    if kinds[other, 0] == TURN:
                        px, py, pz = screw[other, 3], screw[other, 4], screw[other, 5]
                        along = ax * (hx - (py * fz - pz * fy)) + ay * (hy - (pz * fx - px * fz))
                        along += az * (hz - (px * fy - py * fx))
                    else:
                        along = ax * fx + ay * fy + az * fz
                    along *= screw[other, 6]
                    matrix[c, d] += along
                    if other != move:
                        matrix[d, c] += along
                carrier = parent[carrier]
                if carrier >= 0:
                    last = spans[carrier, 1] - 1


@njit
def needed_forces(table, gravity, q, speed, rate, outer, pose, screw, twist, wrench, force):
    """Generalised forces of all frames, and the wrenches of the joints on their bodies; outer[frame, body] is given."""
    for frame in range(len(q)):
        place_bodies(table, q[frame], pose[frame], screw)
        move_bodies(table, speed[frame], rate[frame], pose[frame], screw, twist)
        for body in range(len(table[PARENT])):
            need_of_body(table[INERTIAS], pose[frame], twist, body, gravity, wrench[frame])
            for i in range(6):
                wrench[frame, body, i] -= outer[frame, body, i]
        back_inwards(table, screw, wrench[frame], force[frame])
