"""Markers as points of mass: their weighted misfit with its first and second derivatives by all coordinates.

With weights w, places p and lacks r = measured - p, minus the gradient is what forces w r do to the coordinates, and
J^T W J is the matrix of masses of points w. Both, and the second derivatives, need of a body with all that hangs on it
only the sums of w, w p, w p p^T, w r and w p r^T: the number of markers counts once a frame, not once a coordinate.
"""

from __future__ import annotations

import math

from linkwork.library.biomechanics.dynamics_kernel import shifted, turned
from linkwork.library.biomechanics.layout_kernel import KINDS, PARENT, SPANS, TURN
from linkwork.library.biomechanics.skeleton_kernel import place_bodies, put_point
from linkwork.numerics.jit import njit

FORCE, DYAD = 10, 13
"""Sums of a body: w, w p (3), those of inertia about the origin of space (6); from here w r (3); w p r^T (9)."""
SUMS = 22


@njit
def misfit(table, bodies, places, weights, measured, wanted, stiffness, q, pose, screw, placed):
    """The weighted sum of squares at q; `placed` gets the markers of the model."""
    place_bodies(table, q, pose, screw)
    total = 0.0
    for k in range(len(bodies)):
        put_point(pose, bodies[k], places[k, 0], places[k, 1], places[k, 2], placed, k)
        if not math.isnan(measured[k, 0]):
            for i in range(3):
                total += weights[k] * (placed[k, i] - measured[k, i]) ** 2
    for c in range(len(q)):
        if stiffness[c] > 0.0:
            total += stiffness[c] * (q[c] - wanted[c]) ** 2
    return total


@njit
def sum_markers(parent, bodies, weights, measured, placed, sums):
    """The sums of all markers that are seen, for every body with all that hangs on it."""
    for body in range(len(parent)):
        for i in range(SUMS):
            sums[body, i] = 0.0
    for k in range(len(bodies)):
        if math.isnan(measured[k, 0]) or bodies[k] < 0:
            continue
        own, w, x, y, z = sums[bodies[k]], weights[k], placed[k, 0], placed[k, 1], placed[k, 2]
        fx, fy, fz = w * (measured[k, 0] - x), w * (measured[k, 1] - y), w * (measured[k, 2] - z)
        own[0] += w
        own[1] += w * x
        own[2] += w * y
        own[3] += w * z
        own[4] += w * (y * y + z * z)
        own[5] -= w * x * y
        own[6] -= w * x * z
        own[7] += w * (x * x + z * z)
        own[8] -= w * y * z
        own[9] += w * (x * x + y * y)
        own[FORCE] += fx
        own[FORCE + 1] += fy
        own[FORCE + 2] += fz
        own[DYAD] += x * fx
        own[DYAD + 1] += x * fy
        own[DYAD + 2] += x * fz
        own[DYAD + 3] += y * fx
        own[DYAD + 4] += y * fy
        own[DYAD + 5] += y * fz
        own[DYAD + 6] += z * fx
        own[DYAD + 7] += z * fy
        own[DYAD + 8] += z * fz
    for body in range(len(parent) - 1, -1, -1):
        if parent[body] >= 0:
            for i in range(SUMS):
                sums[parent[body], i] += sums[body, i]


@njit
def newton_equations(table, sums, wanted, stiffness, q, screw, gauss, newton, right):
    """J^T W J, half the second derivatives, and minus J^T W r, halves of the derivatives of the misfit; the lower half
    counts."""
    parent, spans, kinds, n = table[PARENT], table[SPANS], table[KINDS], len(q)
    for i in range(n):
        right[i] = -stiffness[i] * (q[i] - wanted[i]) if stiffness[i] > 0.0 else 0.0
        for j in range(n):
            gauss[i, j], newton[i, j] = 0.0, 0.0
        gauss[i, i], newton[i, i] = stiffness[i], stiffness[i]
    for body in range(len(parent)):
        own = sums[body]
        if own[0] == 0.0:
            continue
        f, p = own[FORCE:DYAD], own[DYAD:]
        trace = p[0] + p[4] + p[8]
        for move in range(spans[body, 0], spans[body, 1]):
            c, size = kinds[move, 1], screw[move, 6]
            if c < 0:
                continue
            ux, uy, uz = screw[move, 0], screw[move, 1], screw[move, 2]
            if kinds[move, 0] == TURN:
                # every point moves by u x p + v
                (vx, vy, vz), (lx, ly, lz), (hx, hy, hz) = turned(
                    own, (ux, uy, uz), (screw[move, 3], screw[move, 4], screw[move, 5])
                )
                along = vx * f[0] + vy * f[1] + vz * f[2]
                along += ux * (p[5] - p[7]) + uy * (p[6] - p[2]) + uz * (p[1] - p[3])
                # the sum of (u x p + v) x w r
                ex = vy * f[2] - vz * f[1] + p[0] * ux + p[1] * uy + p[2] * uz - trace * ux
                ey = vz * f[0] - vx * f[2] + p[3] * ux + p[4] * uy + p[5] * uz - trace * uy
                ez = vx * f[1] - vy * f[0] + p[6] * ux + p[7] * uy + p[8] * uz - trace * uz
            else:
                (lx, ly, lz), (hx, hy, hz) = shifted(own, (ux, uy, uz))
                along = ux * f[0] + uy * f[1] + uz * f[2]
                ex, ey, ez = uy * f[2] - uz * f[1], uz * f[0] - ux * f[2], ux * f[1] - uy * f[0]
            right[c] += size * along
            newton[c, c] -= screw[move, 7] * along
            carrier, last = body, move
            while carrier >= 0:
                for other in range(last, spans[carrier, 0] - 1, -1):
                    d = kinds[other, 1]
                    if d < 0:
                        continue
                    ax, ay, az = screw[other, 0], screw[other, 1], screw[other, 2]
                    both = size * screw[other, 6]
                    if kinds[other, 0] == TURN:
                        px, py, pz = screw[other, 3], screw[other, 4], screw[other, 5]
                        flat = ax * (hx - (py * lz - pz * ly)) + ay * (hy - (pz * lx - px * lz))
                        flat += az * (hz - (px * ly - py * lx))
                        bent = flat - (ax * ex + ay * ey + az * ez)
                    else:
                        flat = ax * lx + ay * ly + az * lz
                        bent = flat
                    # two moves of one coordinate count both ways
                    twice = 2.0 if other != move and c == d else 1.0
                    row, column = max(c, d), min(c, d)
                    gauss[row, column] += twice * both * flat
                    newton[row, column] += twice * both * bent
                carrier = parent[carrier]
                if carrier >= 0:
                    last = spans[carrier, 1] - 1
