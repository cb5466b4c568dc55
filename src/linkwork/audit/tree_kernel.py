"""Circles around runs of neighbouring elements, as a binary tree; how far arcs are from the curve they stand for."""

from __future__ import annotations

import math

from linkwork.audit.element_kernel import ARC, COSINE, CX, CY, KIND, MX, MY, X0, X1, Y0, Y1, R, point_distance
from linkwork.audit.outline_kernel import LEFT, NR, NX, NY, RIGHT
from linkwork.numerics.jit import njit


@njit
def _circle(e, first, last, tree, node):
    """A circle around elements."""
    left, right, low, high, more = math.inf, -math.inf, math.inf, -math.inf, 0.0
    for i in range(first, last):
        left, right = min(left, e[i, X0], e[i, X1]), max(right, e[i, X0], e[i, X1])
        low, high = min(low, e[i, Y0], e[i, Y1]), max(high, e[i, Y0], e[i, Y1])
        if e[i, KIND] == ARC:
            x, y = e[i, CX] + e[i, R] * e[i, MX], e[i, CY] + e[i, R] * e[i, MY]
            left, right, low, high = min(left, x), max(right, x), min(low, y), max(high, y)
            more = max(more, e[i, R] * (1.0 - e[i, COSINE]))
    x, y, radius = 0.5 * (left + right), 0.5 * (low + high), 0.0
    for i in range(first, last):
        radius = max(radius, math.hypot(e[i, X0] - x, e[i, Y0] - y), math.hypot(e[i, X1] - x, e[i, Y1] - y))
    tree[node, NX], tree[node, NY], tree[node, NR] = x, y, radius + more


@njit
def _place(e, first, last, tree, here):
    """A run as a node: its circle, and where its two halves are."""
    _circle(e, first, last, tree, here)
    if last - first == 1:
        tree[here, LEFT] = -1.0 - first
    else:
        tree[here, LEFT], tree[here, RIGHT] = here + 1.0, here + 2.0 * ((first + last) // 2 - first)


@njit
def fill_tree(e, tree):
    """All nodes, the whole first: a run of n elements takes 2 n - 1 places, its left half the first of them."""
    count = e.shape[0]
    for i in range(count):
        first, last, here = 0, count, 0
        while True:
            middle = (first + last) // 2
            if i == first:
                _place(e, first, last, tree, here)
            if last - first == 1:
                break
            if i < middle:
                last, here = middle, here + 1
            else:
                first, here = middle, here + 2 * (middle - first)


@njit
def arc_errors(rows, points, out):
    """The greatest distance of some points of a curve from the arc that stands for the stretch they are on."""
    for n in range(rows.shape[0]):
        out[n] = 0.0
        for m in range(points.shape[1]):
            out[n] = max(out[n], point_distance(rows, n, points[n, m, 0], points[n, m, 1]))
