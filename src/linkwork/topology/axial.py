"""Whether a body in space is axisymmetric about the line between its two joints, so that it may go as a rod.

Between balls nothing turns such a body about its line: without spin it is, whatever its inertia about the line, as if
it had none. A universal joint does turn it, so there it must have none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

ROUNDING = 1e-9  # of lengths and inertias: what does not count


def unlike_a_rod(mass: Sequence[Any], first: Sequence[Any], second: Sequence[Any], crossed: bool) -> str:
    """Why a body is none, in words; empty: it is one.

    mass     m, mass centre, Jxx, Jyy, Jzz, Jxy, Jyz, Jzx about it, in its frame: plain, complex or recorded numbers
    first    where its joints sit; crossed: one of them is universal
    """
    m, centre, (xx, yy, zz, xy, yz, zx) = mass[0], mass[1:4], mass[4:10]
    span = [b - a for a, b in zip(first, second, strict=True)]
    square = _dot(span, span)
    lever = [c - a for a, c in zip(first, centre, strict=True)]
    share = _dot(span, lever) / square
    length = square**0.5
    if any(_counts(m * (x - share * d), m * length) for x, d in zip(lever, span, strict=True)):
        return "its mass centre lies beside the line between its joints"
    matrix = ((xx, xy, zx), (xy, yy, yz), (zx, yz, zz))
    about = _dot(span, [_dot(row, span) for row in matrix]) / square
    across = 0.5 * (xx + yy + zz - about)
    for i in range(3):
        for j in range(i + 1):
            wanted = (about - across) * span[i] * span[j] / square + (across if i == j else 0.0)
            if _counts(matrix[i][j] - wanted, across):
                return "its inertia is not the same all around the line between its joints"
    if crossed and _counts(about, across):
        return "it has inertia about its own line, about which its universal joint turns it"
    return ""


def _dot(one: Sequence[Any], other: Sequence[Any]) -> Any:
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]


def _counts(value: Any, size: Any) -> bool:
    """Whether a value, or its derivative, is more than the rounding of a size, or of the derivative of that."""
    limit = ROUNDING * ROUNDING
    if value.real * value.real > limit * size.real * size.real:
        return True
    return bool(value.imag * value.imag > limit * (size.imag * size.imag + limit * value.real * value.real))
