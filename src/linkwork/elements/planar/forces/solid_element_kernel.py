"""One edge of a triangle of a hyperelastic solid in the plane: what pulls its two nodes towards each other.

With the slopes g_i of the shape functions, constant in the triangle, and the squares s_ij of the distances of nodes

    C = -sum_{i<j} s_ij sym(g_i g_j'),   U = V W(C),   f_j = -2 dU/ds_ij (x_j - x_i),   dU/ds_ij = -V/2 g_i . S g_j

so that the forces of a solid are central forces along its edges, which change neither momentum. Of what the triangle
stores an edge has its third; what it gets from the others is told as power that is given, whose sum over the edges is
nothing. A weak torsion spring keeps nodes where nothing turns them.
"""

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
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import sqrt

GRADIENTS = 5  # numbers before the slopes: V, lame, shear, damping, c
ENDS, OTHER = 4, 6  # integers of the two ends, and of the third node: three columns with two places each
EDGES = 3.0


@njit
def _edge(pose, twist, p, at, i, j, pi, pj, vi, vj, c, d):
    """C and C' with the share of one edge."""
    gx, gy, hx, hy = p[at + 2 * i], p[at + 2 * i + 1], p[at + 2 * j], p[at + 2 * j + 1]
    dx, dy = pose[pj] - pose[pi], pose[pj + 1] - pose[pi + 1]
    wx, wy = twist[vj] - twist[vi], twist[vj + 1] - twist[vi + 1]
    none = 0.0 * gx
    c = added(c, dx * dx + dy * dy, gx, gy, none, hx, hy, none)
    d = added(d, 2.0 * (dx * wx + dy * wy), gx, gy, none, hx, hy, none)
    return c, d


@njit
def _volume(pose, p, at, n0, n1, n2):
    """det F, with its sign."""
    dx, dy = pose[n1] - pose[n0], pose[n1 + 1] - pose[n0 + 1]
    ex, ey = pose[n2] - pose[n0], pose[n2 + 1] - pose[n0 + 1]
    gx, gy, hx, hy = p[at + 2], p[at + 3], p[at + 4], p[at + 5]
    return (dx * ey - dy * ex) * (gx * hy - gy * hx)


def solid_element(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: V, lame, shear, damping, c, slopes of the three nodes, ends first; k: ends, third node, law."""
    n0, n1, n2 = k[b], k[b + 2], k[b + ENDS]
    if stage == ACCEPT:
        tell_volume(_volume(pose, p, a + GRADIENTS, n0, n1, n2), k[b + ENDS + OTHER], c, out)
        return
    v0, v1, v2 = k[b + 1], k[b + 3], k[b + ENDS + 1]
    volume, lame, shear, at = p[a], p[a + 1], p[a + 2], a + GRADIENTS
    none = 0.0 * pose[n0] + 0.0 * twist[v0]
    strain, rate = (none, none, none + 1.0, none, none, none), (none, none, none, none, none, none)
    strain, rate = _edge(pose, twist, p, at, 0, 1, n0, n1, v0, v1, strain, rate)
    strain, rate = _edge(pose, twist, p, at, 0, 2, n0, n2, v0, v2, strain, rate)
    strain, rate = _edge(pose, twist, p, at, 1, 2, n1, n2, v1, v2, strain, rate)
    energy, elastic = stress_of(k[b + ENDS + OTHER], lame, shear, strain)
    damped = viscous(lame, shear, p[a + 3], rate)
    gain, lost = 0.5 * volume * product(elastic, rate), 0.5 * volume * product(damped, rate)
    pull = -volume * along(elastic, p[at], p[at + 1], none, p[at + 2], p[at + 3], none)
    pull -= volume * along(damped, p[at], p[at + 1], none, p[at + 2], p[at + 3], none)
    dx, dy = pose[n1] - pose[n0], pose[n1 + 1] - pose[n0 + 1]
    wx, wy = twist[v1] - twist[v0], twist[v1 + 1] - twist[v0 + 1]
    square = dx * dx + dy * dy
    out[c] = pull * dx
    out[c + 1] = pull * dy
    out[c + 2] = -p[a + 4] * pose[n0 + 2]
    out[c + 3] = -pull * dx
    out[c + 4] = -pull * dy
    out[c + 5] = -p[a + 4] * pose[n1 + 2]
    turned = pose[n0 + 2] * pose[n0 + 2] + pose[n1 + 2] * pose[n1 + 2]
    out[c + 6] = volume * energy / EDGES + 0.5 * p[a + 4] * turned
    out[c + 7] = lost / EDGES
    out[c + 8] = (gain + lost) / EDGES - pull * (dx * wx + dy * wy)
    out[c + 9] = pull * sqrt(square) if square.real > 0.0 else 0.0 * square
