"""One element of a cable in space: elastic along the line between the origins of two bodies, its nodes.

As in the plane; the torsion spring that keeps nodes where nothing turns them stores c |phi|^2 / 2 of the rotation
vector phi of a node, whose gradient in the axes of the body is c phi.
"""

from __future__ import annotations

from linkwork.elements.spatial.freedom_kernel import put, put_powers
from linkwork.elements.spatial.rotation_vector_kernel import rotation_vector
from linkwork.elements.spatial.vectors_kernel import dot, minus, times, vector
from linkwork.numerics.scalar import sqrt


def cable_element(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: L, EA/L, beta EA/L, c."""
    i, j, vi, vj = k[b], k[b + 2], k[b + 1], k[b + 3]
    d = minus(vector(pose, j), vector(pose, i))
    square = dot(d, d)
    length = sqrt(square) if square.real > 0.0 else 0.0 * square
    way = times(1.0 / length, d) if square.real > 0.0 else d
    rate = dot(way, minus(vector(twist, vj), vector(twist, vi)))
    stretch = length - p[a]
    elastic, viscous = p[a + 1] * stretch, p[a + 2] * rate
    tension = elastic + viscous
    one = 1.0 + 0.0 * pose[i]
    still = (one, 0.0 * one, 0.0 * one, 0.0 * one)
    first, second = rotation_vector(pose, 0, i, still), rotation_vector(pose, 0, j, still)
    put(out, c, times(tension, way))
    put(out, c + 3, times(-p[a + 3], first))
    put(out, c + 6, times(-tension, way))
    put(out, c + 9, times(-p[a + 3], second))
    stored = 0.5 * (elastic * stretch + p[a + 3] * (dot(first, first) + dot(second, second)))
    put_powers(stored, viscous * rate, 0.0 * tension, tension, c, out)
