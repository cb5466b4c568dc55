"""One edge of a tetrahedron of a hyperelastic solid in space; see the kernel of the plane for its formulas."""

from __future__ import annotations

from linkwork.elements.planar.forces.solid_law_kernel import (
    ACCEPT,
    added,
    along,
    product,
    stress_of,
    tell_volume,
    viscous,
)
from linkwork.elements.spatial.freedom_kernel import put, put_powers
from linkwork.elements.spatial.rotation_vector_kernel import rotation_vector
from linkwork.elements.spatial.vectors_kernel import cross, dot, minus, times, vector
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import sqrt

GRADIENTS = 5  # numbers before the slopes: V, lame, shear, damping, c
ENDS, OTHER = 4, 12  # integers of the two ends, and of each other node: six columns with two places each
EDGES = 6.0


@njit
def _edge(pose, twist, p, at, i, j, pi, pj, vi, vj, c, d):
    """C and C' with the share of one edge."""
    gx, gy, gz = p[at + 3 * i], p[at + 3 * i + 1], p[at + 3 * i + 2]
    hx, hy, hz = p[at + 3 * j], p[at + 3 * j + 1], p[at + 3 * j + 2]
    apart = minus(vector(pose, pj), vector(pose, pi))
    speed = minus(vector(twist, vj), vector(twist, vi))
    c = added(c, dot(apart, apart), gx, gy, gz, hx, hy, hz)
    d = added(d, 2.0 * dot(apart, speed), gx, gy, gz, hx, hy, hz)
    return c, d


@njit
def _volume(pose, p, at, n0, n1, n2, n3):
    """det F, with its sign."""
    start = vector(pose, n0)
    x, y, z = minus(vector(pose, n1), start), minus(vector(pose, n2), start), minus(vector(pose, n3), start)
    return dot(x, cross(y, z)) * dot(vector(p, at + 3), cross(vector(p, at + 6), vector(p, at + 9)))


def solid_element(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: V, lame, shear, damping, c, slopes of the four nodes, ends first; k: ends, other nodes, law."""
    n0, n1, n2, n3 = k[b], k[b + 2], k[b + ENDS], k[b + ENDS + OTHER]
    if stage == ACCEPT:
        tell_volume(_volume(pose, p, a + GRADIENTS, n0, n1, n2, n3), k[b + ENDS + 2 * OTHER], c, out)
        return
    v0, v1, v2, v3 = k[b + 1], k[b + 3], k[b + ENDS + 1], k[b + ENDS + OTHER + 1]
    volume, lame, shear, at = p[a], p[a + 1], p[a + 2], a + GRADIENTS
    none = 0.0 * pose[n0] + 0.0 * twist[v0]
    strain, rate = (none, none, none, none, none, none), (none, none, none, none, none, none)
    strain, rate = _edge(pose, twist, p, at, 0, 1, n0, n1, v0, v1, strain, rate)
    strain, rate = _edge(pose, twist, p, at, 0, 2, n0, n2, v0, v2, strain, rate)
    strain, rate = _edge(pose, twist, p, at, 0, 3, n0, n3, v0, v3, strain, rate)
    strain, rate = _edge(pose, twist, p, at, 1, 2, n1, n2, v1, v2, strain, rate)
    strain, rate = _edge(pose, twist, p, at, 1, 3, n1, n3, v1, v3, strain, rate)
    strain, rate = _edge(pose, twist, p, at, 2, 3, n2, n3, v2, v3, strain, rate)
    energy, elastic = stress_of(k[b + ENDS + 2 * OTHER], lame, shear, strain)
    damped = viscous(lame, shear, p[a + 3], rate)
    gain, lost = 0.5 * volume * product(elastic, rate), 0.5 * volume * product(damped, rate)
    first, second = vector(p, at), vector(p, at + 3)
    pull = -volume * along(elastic, first[0], first[1], first[2], second[0], second[1], second[2])
    pull -= volume * along(damped, first[0], first[1], first[2], second[0], second[1], second[2])
    apart, speed = minus(vector(pose, n1), vector(pose, n0)), minus(vector(twist, v1), vector(twist, v0))
    square = dot(apart, apart)
    one = 1.0 + none
    still = (one, none, none, none)
    turn, other = rotation_vector(pose, 0, n0, still), rotation_vector(pose, 0, n1, still)
    put(out, c, times(pull, apart))
    put(out, c + 3, times(-p[a + 4], turn))
    put(out, c + 6, times(-pull, apart))
    put(out, c + 9, times(-p[a + 4], other))
    stored = volume * energy / EDGES + 0.5 * p[a + 4] * (dot(turn, turn) + dot(other, other))
    given = (gain + lost) / EDGES - pull * dot(apart, speed)
    strength = pull * sqrt(square) if square.real > 0.0 else 0.0 * square
    put_powers(stored, lost / EDGES, given, strength, c, out)
