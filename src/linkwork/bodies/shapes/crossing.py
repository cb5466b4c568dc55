"""Whether a closed polygon crosses or touches itself."""

from __future__ import annotations

from collections.abc import Sequence

Corner = tuple[float, float]
Edge = tuple[Corner, Corner]

_SLANT = 0.6180339887
"""Of the sweeping line: parallel to no edge that one is likely to draw."""
_MARGIN = 1e-12
"""Against rounding, so that edges that touch are compared."""


def meeting_edges(corners: Sequence[Corner]) -> tuple[int, int] | None:
    """Two edges that have a point in common without being neighbours (edge n begins at corner n), or None.

    The edges are taken in the order in which a slanting line sweeps over them; only those on it are compared.
    """
    count = len(corners)
    edges: list[Edge] = [(corners[n], corners[(n + 1) % count]) for n in range(count)]
    spans = [sorted(x + _SLANT * y for x, y in edge) for edge in edges]
    active: list[int] = []
    for n in sorted(range(count), key=lambda n: spans[n][0]):
        active = [m for m in active if spans[m][1] >= spans[n][0] - _MARGIN * abs(spans[n][0])]
        for m in active:
            neighbours = (m - n) % count in (1, count - 1)
            if not neighbours and _meet(edges[m], edges[n]):
                return min(m, n), max(m, n)
        active.append(n)
    return None


def _meet(first: Edge, second: Edge) -> bool:
    (a, b), (c, d) = first, second
    if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
        return False
    sides = _side(a, b, c), _side(a, b, d), _side(c, d, a), _side(c, d, b)
    if sides[0] * sides[1] < 0 and sides[2] * sides[3] < 0:
        return True
    touches = zip(sides, (first, first, second, second), (c, d, a, b), strict=True)
    return any(side == 0 and _within(edge, point) for side, edge, point in touches)


def _side(a: Corner, b: Corner, p: Corner) -> int:
    """1 when p is to the left of the line from a to b, -1 when to its right, 0 when on it."""
    turn = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
    return (turn > 0) - (turn < 0)


def _within(edge: Edge, p: Corner) -> bool:
    """Whether a point of the line through an edge lies on the edge."""
    (ax, ay), (bx, by) = edge
    return min(ax, bx) <= p[0] <= max(ax, bx) and min(ay, by) <= p[1] <= max(ay, by)
