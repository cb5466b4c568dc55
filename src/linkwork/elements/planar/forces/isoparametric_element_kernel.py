"""One spoke of a cell of a hyperelastic solid in the plane: what its first node and one other do to each other.

In cells of second order, quadrilaterals and hexahedra the slopes g of the shape functions change from place to place;
sums over points of a quadrature rule with volumes w stand for the integrals:

    F = sum_i x_i g_i',   C = F'F,   U = sum w W(C),   f_j = -sum w F S g_j

The slopes at a point add up to nothing, so that the forces do: every node j but the first has a spoke with f_j on it
and -f_j on the first node. Of what the cell stores every spoke has an equal share; what it gets from the others is told
as power that is given, whose sum over the spokes is nothing. Weak torsion springs keep nodes where nothing turns them.
"""

from __future__ import annotations

from linkwork.elements.planar.forces.solid_law_kernel import ACCEPT, product, stress_of, tell_volume, viscous
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import sqrt

LAME, SHEAR, DAMPING, FIRST_SPRING, SECOND_SPRING, NODES, POINTS, HEAD = range(1, 9)
"""Behind the volume in p; from HEAD on each point has its volume and the slopes of all nodes, ends first."""
ENDS, OTHER = 4, 6  # integers of the two ends, and of each other node: three columns with two places each


@njit
def place_of(k, b, node, each):
    """Where the pose and the twist of a node stand, ends first."""
    at = b + 2 * node if node < 2 else b + ENDS + each * (node - 2)
    return k[at], k[at + 1]


@njit
def gradient(motion, p, k, b, at, count, twisting):
    """Sum of x_i g_i' over the nodes, from the first on: of places, or of velocities."""
    first = place_of(k, b, 0, OTHER)[twisting]
    none = 0.0 * motion[first] + 0.0 * p[at]
    xx, xy, yx, yy = none, none, none, none
    for node in range(1, count):
        here = place_of(k, b, node, OTHER)[twisting]
        dx, dy = motion[here] - motion[first], motion[here + 1] - motion[first + 1]
        gx, gy = p[at + 2 * node], p[at + 2 * node + 1]
        xx += dx * gx
        xy += dx * gy
        yx += dy * gx
        yy += dy * gy
    return xx, xy, yx, yy


@njit
def _least_volume(pose, p, k, a, b, count, points):
    """The least det F of all points, with its sign."""
    least = 0.0 * pose[k[b]] + 0.0 * p[a]
    for point in range(points):
        xx, xy, yx, yy = gradient(pose, p, k, b, a + HEAD + point * (1 + 2 * count) + 1, count, 0)
        volume = xx * yy - xy * yx
        if point == 0 or not volume.real >= least.real:
            least = volume
    return least


def isoparametric_element(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: V, lame, shear, damping, springs of the ends, nodes, points, the points; k: ends, other nodes, law."""
    (n0, v0), (n1, v1) = place_of(k, b, 0, OTHER), place_of(k, b, 1, OTHER)
    lame, shear, damping = p[a + LAME], p[a + SHEAR], p[a + DAMPING]
    count, points = int(p[a + NODES].real), int(p[a + POINTS].real)
    law = k[b + ENDS + OTHER * (count - 2)]
    if stage == ACCEPT:
        tell_volume(_least_volume(pose, p, k, a, b, count, points), law, c, out)
        return
    none = 0.0 * pose[n0] + 0.0 * twist[v0] + 0.0 * lame
    stored, gain, lost, fx, fy = none, none, none, none, none
    for point in range(points):
        at = a + HEAD + point * (1 + 2 * count)
        volume = p[at]
        xx, xy, yx, yy = gradient(pose, p, k, b, at + 1, count, 0)
        ax, ay, bx, by = gradient(twist, p, k, b, at + 1, count, 1)
        strain = (xx * xx + yx * yx, xy * xy + yy * yy, none + 1.0, xx * xy + yx * yy, none, none)
        mixed = xx * ay + ax * xy + yx * by + bx * yy
        rate = (2.0 * (xx * ax + yx * bx), 2.0 * (xy * ay + yy * by), none, mixed, none, none)
        energy, elastic = stress_of(law, lame, shear, strain)
        damped = viscous(lame, shear, damping, rate)
        stored += volume * energy
        gain += 0.5 * volume * product(elastic, rate)
        lost += 0.5 * volume * product(damped, rate)
        gx, gy = p[at + 3], p[at + 4]
        sx = (elastic[0] + damped[0]) * gx + (elastic[3] + damped[3]) * gy
        sy = (elastic[3] + damped[3]) * gx + (elastic[1] + damped[1]) * gy
        fx -= volume * (xx * sx + xy * sy)
        fy -= volume * (yx * sx + yy * sy)
    first, second, spokes = p[a + FIRST_SPRING], p[a + SECOND_SPRING], count - 1.0
    turn, other = pose[n0 + 2], pose[n1 + 2]
    out[c] = -fx
    out[c + 1] = -fy
    out[c + 2] = -first * turn
    out[c + 3] = fx
    out[c + 4] = fy
    out[c + 5] = -second * other
    out[c + 6] = stored / spokes + 0.5 * (first * turn * turn + second * other * other)
    out[c + 7] = lost / spokes
    out[c + 8] = (gain + lost) / spokes + fx * (twist[v1] - twist[v0]) + fy * (twist[v1 + 1] - twist[v0 + 1])
    square = fx * fx + fy * fy
    out[c + 9] = sqrt(square) if square.real > 0.0 else 0.0 * square
