"""One spoke of a cell of a hyperelastic solid in space; see the kernel of the plane for its formulas."""

from __future__ import annotations

from linkwork.elements.planar.forces.isoparametric_element_kernel import (
    DAMPING,
    ENDS,
    FIRST_SPRING,
    HEAD,
    LAME,
    NODES,
    POINTS,
    SECOND_SPRING,
    SHEAR,
    place_of,
)
from linkwork.elements.planar.forces.solid_law_kernel import ACCEPT, product, stress_of, tell_volume, viscous
from linkwork.elements.spatial.freedom_kernel import put, put_powers
from linkwork.elements.spatial.rotation_vector_kernel import rotation_vector
from linkwork.elements.spatial.vectors_kernel import cross, dot, minus, times, vector
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import sqrt

OTHER = 12  # integers of each other node: six columns with two places each


@njit
def _add(total, part, share):
    return total[0] + share * part[0], total[1] + share * part[1], total[2] + share * part[2]


@njit
def _columns(motion, p, k, b, at, count, twisting):
    """Columns of the sum of x_i g_i' over the nodes, from the first on: of places, or of velocities."""
    first = place_of(k, b, 0, OTHER)[twisting]
    none = 0.0 * motion[first] + 0.0 * p[at]
    x, y, z = (none, none, none), (none, none, none), (none, none, none)
    start = vector(motion, first)
    for node in range(1, count):
        apart = minus(vector(motion, place_of(k, b, node, OTHER)[twisting]), start)
        g = at + 3 * node
        x, y, z = _add(x, apart, p[g]), _add(y, apart, p[g + 1]), _add(z, apart, p[g + 2])
    return x, y, z


@njit
def _least_volume(pose, p, k, a, b, count, points):
    """The least det F of all points, with its sign."""
    least = 0.0 * pose[k[b]] + 0.0 * p[a]
    for point in range(points):
        x, y, z = _columns(pose, p, k, b, a + HEAD + point * (1 + 3 * count) + 1, count, 0)
        volume = dot(x, cross(y, z))
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
    stored, gain, lost, force = none, none, none, (none, none, none)
    for point in range(points):
        at = a + HEAD + point * (1 + 3 * count)
        volume = p[at]
        x, y, z = _columns(pose, p, k, b, at + 1, count, 0)
        u, v, w = _columns(twist, p, k, b, at + 1, count, 1)
        strain = (dot(x, x), dot(y, y), dot(z, z), dot(x, y), dot(y, z), dot(z, x))
        rate = (
            2.0 * dot(x, u),
            2.0 * dot(y, v),
            2.0 * dot(z, w),
            dot(x, v) + dot(u, y),
            dot(y, w) + dot(v, z),
            dot(z, u) + dot(w, x),
        )
        energy, elastic = stress_of(law, lame, shear, strain)
        damped = viscous(lame, shear, damping, rate)
        stored += volume * energy
        gain += 0.5 * volume * product(elastic, rate)
        lost += 0.5 * volume * product(damped, rate)
        xx, yy, zz = elastic[0] + damped[0], elastic[1] + damped[1], elastic[2] + damped[2]
        xy, yz, zx = elastic[3] + damped[3], elastic[4] + damped[4], elastic[5] + damped[5]
        gx, gy, gz = p[at + 4], p[at + 5], p[at + 6]
        force = _add(force, x, -volume * (xx * gx + xy * gy + zx * gz))
        force = _add(force, y, -volume * (xy * gx + yy * gy + yz * gz))
        force = _add(force, z, -volume * (zx * gx + yz * gy + zz * gz))
    first, second, spokes = p[a + FIRST_SPRING], p[a + SECOND_SPRING], count - 1.0
    still = (none + 1.0, none, none, none)
    turn, other = rotation_vector(pose, 0, n0, still), rotation_vector(pose, 0, n1, still)
    put(out, c, times(-1.0, force))
    put(out, c + 3, times(-first, turn))
    put(out, c + 6, force)
    put(out, c + 9, times(-second, other))
    speed = minus(vector(twist, v1), vector(twist, v0))
    energy = stored / spokes + 0.5 * (first * dot(turn, turn) + second * dot(other, other))
    square = dot(force, force)
    strength = sqrt(square) if square.real > 0.0 else 0.0 * square
    put_powers(energy, lost / spokes, (gain + lost) / spokes + dot(force, speed), strength, c, out)
