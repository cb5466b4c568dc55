"""One element of a cable in the plane: elastic along the line between the origins of two bodies, its nodes.

    N = EA (l - L) / L + beta EA l' / L,      U = EA (l - L)^2 / 2L

A cable carries no moment: nothing turns its nodes. A torsion spring of c = 1e-4 EA L against the axes of the world
keeps them where they are, so that a position of rest is one; it stores nothing while nobody turns them.
"""

from __future__ import annotations

from linkwork.numerics.scalar import sqrt


def cable_element(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: L, EA/L, beta EA/L, c."""
    i, j, vi, vj = k[b], k[b + 2], k[b + 1], k[b + 3]
    dx, dy = pose[j] - pose[i], pose[j + 1] - pose[i + 1]
    wx, wy = twist[vj] - twist[vi], twist[vj + 1] - twist[vi + 1]
    square = dx * dx + dy * dy
    length = sqrt(square) if square.real > 0.0 else 0.0 * square
    ux, uy = (dx / length, dy / length) if square.real > 0.0 else (dx, dy)
    rate = ux * wx + uy * wy
    stretch = length - p[a]
    elastic, viscous = p[a + 1] * stretch, p[a + 2] * rate
    tension = elastic + viscous
    out[c] = tension * ux
    out[c + 1] = tension * uy
    out[c + 2] = -p[a + 3] * pose[i + 2]
    out[c + 3] = -tension * ux
    out[c + 4] = -tension * uy
    out[c + 5] = -p[a + 3] * pose[j + 2]
    turned = pose[i + 2] * pose[i + 2] + pose[j + 2] * pose[j + 2]
    out[c + 6] = 0.5 * (elastic * stretch + p[a + 3] * turned)
    out[c + 7] = viscous * rate
    out[c + 8] = 0.0 * tension
    out[c + 9] = tension
